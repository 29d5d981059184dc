//! The options of Jina Reader: headers of a request, or fields of its JSON. A header takes precedence, as in the service.

use axum::http::HeaderMap;
use dehusk::methods::{self, Method};
use dehusk_record::Settings;

use crate::forms::served;
use crate::page::asked::Asked;
use crate::page::fields::Fields;
use crate::problem::Problem;
use crate::state::ServerState;

/// The headers with an effect.
pub(crate) const HEADERS: [&str; 10] = [
    "x-respond-with",
    "x-return-format",
    "x-target-selector",
    "x-remove-selector",
    "x-token-budget",
    "x-max-tokens",
    "x-timeout",
    "x-retain-images",
    "x-retain-links",
    "x-no-cache",
];

/// Milliseconds in a second; the timeout has seconds.
const MS: u64 = 1000;

/// What is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Respond {
    /// The main content as Markdown, after some facts about the page.
    Content,
    /// The whole page as Markdown.
    Markdown,
    Html,
    Text,
}

/// The words for what is answered. Others need a browser or a language model.
const RESPONDS: [(&str, Respond); 4] = [
    ("content", Respond::Content),
    ("markdown", Respond::Markdown),
    ("html", Respond::Html),
    ("text", Respond::Text),
];

/// What a request asks for.
pub(super) struct JinaOptions {
    pub(super) respond: Respond,
    /// Maximum number of tokens.
    pub(super) budget: Option<u64>,
    pub(super) settings: Settings,
}

impl JinaOptions {
    /// Takes the options of a request. What concerns the fetch stays with the request.
    pub(super) fn take(
        headers: &HeaderMap,
        asked: &mut Asked,
        state: &ServerState,
    ) -> Result<JinaOptions, Problem> {
        let mut given = Given { headers, fields: &mut asked.fields };
        let respond = given.text("x-respond-with", "respondWith")?;
        let respond = respond.or(given.text("x-return-format", "returnFormat")?);
        let respond = respond.as_deref().map_or(Ok(Respond::Content), respond_named)?;
        let budget = given.number("x-token-budget", "tokenBudget")?;
        let budget = budget.or(given.number("x-max-tokens", "maxTokens")?);
        let mut settings = served::settings(state)?;
        let target = given.list("x-target-selector", "targetSelector")?;
        served::limit_to(&mut settings, target, given.list("x-remove-selector", "removeSelector")?);
        settings.no_images = given.text("x-retain-images", "retainImages")?.as_deref() == Some("none");
        let links = given.text("x-retain-links", "retainLinks")?;
        settings.no_links = matches!(links.as_deref(), Some("none" | "text"));
        if respond == Respond::Markdown {
            settings.method = Some(methods::Plain.name().to_owned());
        }
        // 0 leaves the time to the server.
        if let Some(seconds) = given.number("x-timeout", "timeout")?.filter(|seconds| *seconds > 0) {
            given.fields.add_text("fetch_timeout_ms", &seconds.saturating_mul(MS).to_string())?;
        }
        if given.switch("x-no-cache", "noCache")? {
            given.fields.replace("reload", "true");
        }
        Ok(JinaOptions { respond, budget, settings })
    }
}

fn respond_named(given: &str) -> Result<Respond, Problem> {
    let found = RESPONDS.iter().find(|(word, _)| word.eq_ignore_ascii_case(given));
    found.map(|(_, respond)| *respond).ok_or_else(|| {
        let known = RESPONDS.map(|(word, _)| word).join(", ");
        Problem::bad_request(format!("X-Respond-With: {given:?} is not made here; known are {known}"))
    })
}

/// The headers and the fields of a request. Fields are taken even if there is a header.
struct Given<'g> {
    headers: &'g HeaderMap,
    fields: &'g mut Fields,
}

impl Given<'_> {
    fn text(&mut self, header: &str, field: &str) -> Result<Option<String>, Problem> {
        let field = self.fields.text(field)?;
        Ok(header_text(self.headers, header).map(str::to_owned).or(field))
    }

    fn number(&mut self, header: &str, field: &str) -> Result<Option<u64>, Problem> {
        let Some(given) = self.text(header, field)? else { return Ok(None) };
        let wrong = |_| Problem::bad_request(format!("{header}: {given:?} is not a whole number"));
        given.parse().map(Some).map_err(wrong)
    }

    fn list(&mut self, header: &str, field: &str) -> Result<Vec<String>, Problem> {
        let field = self.fields.list(field)?;
        Ok(header_text(self.headers, header).map_or(field, |text| vec![text.to_owned()]))
    }

    fn switch(&mut self, header: &str, field: &str) -> Result<bool, Problem> {
        let field = self.fields.switch(field)?;
        Ok(header_text(self.headers, header).map_or(field, |text| text.eq_ignore_ascii_case("true")))
    }
}

/// A header that is not empty.
pub(super) fn header_text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim).filter(|text| !text.is_empty())
}
