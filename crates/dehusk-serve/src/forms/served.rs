//! A page as the forms need it: its text, Markdown and HTML with its metadata, links and images.

use axum::http::StatusCode;
use dehusk::metadata::Metadata;
use dehusk::methods::Addanag;
use dehusk::render::Markup;
use dehusk::selection::Reason;
use dehusk::{Options, Status};
use dehusk_record::{Extra, PageOutcome, Settings, Title, answer};
use serde_json::{Map, Value, json};

use crate::api::extract::check;
use crate::page::asked::{Asked, Page};
use crate::page::fields::Fields;
use crate::page::other_text::{other_text, preformatted};
use crate::problem::Problem;
use crate::state::ServerState;
use crate::work::pool::Worker;

/// An extracted page.
#[derive(Debug)]
pub(super) struct Served {
    pub(super) outcome: PageOutcome,
    pub(super) page: Page,
}

/// Returns the settings of all forms: Markdown, HTML and metadata are made, within the limits of the server.
pub(super) fn settings(state: &ServerState) -> Result<Settings, Problem> {
    complete(Fields::default(), state)
}

/// Returns the settings of forms for readers, which show the title themselves: its heading is no part of the content.
pub(super) fn reader_settings(state: &ServerState) -> Result<Settings, Problem> {
    let mut fields = Fields::default();
    fields.add_text("title", "out")?;
    complete(fields, state)
}

fn complete(mut fields: Fields, state: &ServerState) -> Result<Settings, Problem> {
    let settings = fields.settings(&state.config().limits)?;
    Ok(Settings { with: vec![Extra::Metadata, Extra::Markdown, Extra::Html], ..settings })
}

/// Limits the page to what selectors choose. They say themselves what is there of the title, so it is not added.
pub(super) fn limit_to(settings: &mut Settings, select: Vec<String>, exclude: Vec<String>) {
    if !select.is_empty() || !exclude.is_empty() {
        settings.title = Title::AsFound;
    }
    (settings.select, settings.exclude) = (select, exclude);
}

/// Asks for the page at an address.
pub(super) fn asked(url: &str) -> Result<Asked, Problem> {
    let mut fields = Fields::default();
    fields.add_text("url", url)?;
    Ok(Asked::from_fields(fields))
}

/// Loads and extracts a page. Other text is returned as it is; what is not text, or takes too long, is an error. The default method finds
/// no main content in a page that says that it is an error; if a form wants such pages, another method does.
pub(super) async fn serve(
    state: &ServerState,
    mut asked: Asked,
    settings: Settings,
) -> Result<Served, Problem> {
    let options =
        settings.options_with(Markup::NONE).map_err(|error| Problem::bad_request(error.to_string()))?;
    asked.terms.any_content_type = true;
    let page = asked.take_origin()?.load(state).await?;
    let shared = state.clone();
    let served = state.run(move |worker| {
        let extract = |worker: &mut Worker, options: &Options| {
            answer(worker.extractor(options), &page.id, &page.input(), settings.wanted())
        };
        let mut outcome = extract(worker, &options);
        if is_refused_error_page(&outcome, &page) {
            outcome = extract(worker, &options.clone().with(Addanag::default()));
        }
        shared.metrics().page(outcome.status.as_str(), outcome.bytes);
        Served { outcome, page }
    });
    served.await?.checked()
}

/// Whether a page that was fetched as one of an error was found to be one, and therefore has no main content.
fn is_refused_error_page(outcome: &PageOutcome, page: &Page) -> bool {
    is_error(page.status)
        && outcome.status == Status::Empty
        && outcome.reason.as_deref() == Some(Reason::ErrorPage.as_str())
}

fn is_error(status: StatusCode) -> bool {
    status.is_client_error() || status.is_server_error()
}

impl Served {
    /// Replaces the content of a page that is not HTML by its text.
    fn checked(mut self) -> Result<Served, Problem> {
        if let Some(text) = other_text(&self.page.input(), self.outcome.status) {
            self.outcome.html = Some(preformatted(&text));
            self.outcome.markdown = Some(text.clone());
            self.outcome.text = text;
            return Ok(self);
        }
        match (check(&self.outcome), self.status()) {
            (Err(_), (status, Some(error))) => {
                let detail = format!("the server responded with {status} {error}, and not with a page");
                Err(Problem::new(StatusCode::BAD_GATEWAY, "fetch-failed", detail))
            }
            (checked, _) => checked.map(|()| self),
        }
    }

    pub(super) fn metadata(&self) -> Option<&Metadata> {
        self.outcome.metadata.as_deref()
    }

    pub(super) fn text(&self) -> &str {
        &self.outcome.text
    }

    pub(super) fn markdown(&self) -> &str {
        self.outcome.markdown.as_deref().unwrap_or_default()
    }

    pub(super) fn html(&self) -> &str {
        self.outcome.html.as_deref().unwrap_or_default()
    }

    /// The address of the page after redirects.
    pub(super) fn address(&self) -> &str {
        self.page.address.as_deref().unwrap_or_default()
    }

    /// The status code with which the page was fetched, and its words if it is that of an error.
    pub(super) fn status(&self) -> (u16, Option<&'static str>) {
        let status = self.page.status;
        (status.as_u16(), is_error(status).then(|| status.canonical_reason().unwrap_or("error")))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.outcome.status == Status::Empty
    }

    /// The page as it was received, decoded.
    pub(super) fn source(&self) -> String {
        dehusk::source::Source::decode(&self.page.bytes, self.page.content_type.as_deref()).text().to_owned()
    }

    /// The fields of the metadata as JSON; null where there is nothing.
    pub(super) fn facts(&self) -> Facts {
        let metadata = self.metadata();
        let text = |field: fn(&Metadata) -> Option<String>| {
            metadata.and_then(field).map_or(Value::Null, Value::from)
        };
        Facts {
            title: text(|all| all.title.as_ref().map(|field| field.value.clone())),
            author: text(|all| all.authors.as_ref().map(|field| field.value.join(", "))),
            published: text(|all| all.published.as_ref().map(|field| field.value.clone())),
            modified: text(|all| all.modified.as_ref().map(|field| field.value.clone())),
            site_name: text(|all| all.site_name.as_ref().map(|field| field.value.clone())),
            host: text(|all| all.hostname.as_ref().map(|field| field.value.clone())),
            description: text(|all| all.description.as_ref().map(|field| field.value.clone())),
            language: text(|all| all.language.as_ref().map(|field| field.value.clone())),
            direction: text(|all| all.direction.as_ref().map(|field| field.value.clone())),
            image: text(|all| all.image.as_ref().map(|field| field.value.clone())),
        }
    }
}

/// The metadata that forms pass on, each a text or null.
#[derive(Debug)]
pub(super) struct Facts {
    pub(super) title: Value,
    pub(super) author: Value,
    pub(super) published: Value,
    pub(super) modified: Value,
    pub(super) site_name: Value,
    pub(super) host: Value,
    pub(super) description: Value,
    pub(super) language: Value,
    pub(super) direction: Value,
    pub(super) image: Value,
}

impl Facts {
    /// The direction of the text; from left to right unless the page says otherwise.
    pub(super) fn direction_or_ltr(&self) -> Value {
        match &self.direction {
            Value::String(direction) => json!(direction),
            _ => json!("ltr"),
        }
    }
}

/// A JSON object without the fields that are null.
pub(super) fn without_nulls(object: Value) -> Value {
    match object {
        Value::Object(map) => {
            Value::Object(map.into_iter().filter(|(_, value)| !value.is_null()).collect::<Map<_, _>>())
        }
        other => other,
    }
}

/// The first characters of a text, cut at a word.
pub(super) fn excerpt(text: &str, max_characters: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(max_characters) else { return text.trim().to_owned() };
    let cut = &text[..end];
    let at_word = cut.rfind(char::is_whitespace).filter(|at| *at > 0).unwrap_or(end);
    cut[..at_word].trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_ends_with_a_word() {
        for (text, max, expected) in [
            ("one two", 99, "one two"),
            ("one two", 5, "one"),
            ("水車小屋", 2, "水車"),
            (" one", 2, "o"),
            ("", 3, ""),
        ] {
            assert_eq!(excerpt(text, max), expected, "{text}");
        }
    }
}
