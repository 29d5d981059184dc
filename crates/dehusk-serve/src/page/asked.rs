//! The page that a request is about: sent as HTML, in JSON or in a form, or named by its address.

use axum::extract::multipart::Field;
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::{HeaderMap, StatusCode, header};
use bytes::Bytes;
use dehusk::PageInput;
use dehusk_fetch::without_credentials;
use url::Url;

use super::fields::Fields;
use crate::http::body;
use crate::problem::Problem;
use crate::shared::memory::Share;
use crate::state::ServerState;
use crate::work::fetching::FetchTerms;

/// A request: maybe a page or an address, and options.
#[derive(Debug)]
pub(crate) struct Asked {
    html: Option<Html>,
    pub(crate) fields: Fields,
    /// What is fetched, as far as options do not say it. Of error pages, [`Page::status`] has the code.
    pub(crate) terms: FetchTerms,
    memory: Option<Share>,
}

/// A page that was sent.
#[derive(Debug)]
struct Html {
    bytes: Bytes,
    content_type: Option<String>,
}

/// A page to be extracted.
#[derive(Debug)]
pub(crate) struct Page {
    /// What the client calls it, or else its address.
    pub(crate) id: String,
    pub(crate) bytes: Bytes,
    pub(crate) content_type: Option<String>,
    pub(crate) address: Option<String>,
    /// The status code with which it was fetched; that of success if it was sent.
    pub(crate) status: StatusCode,
    /// Its share of the memory for bodies.
    _memory: Option<Share>,
}

impl Page {
    pub(crate) fn input(&self) -> PageInput<'_> {
        PageInput {
            bytes: &self.bytes,
            content_type: self.content_type.as_deref(),
            address: self.address.as_deref(),
        }
    }
}

/// The content type of HTML that was sent as text in JSON or in a form.
const UTF8_HTML: &str = "text/html; charset=utf-8";
/// The ID of a page that has neither a name nor an address.
const NAMELESS: &str = "page";

impl FromRequest<ServerState> for Asked {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &ServerState) -> Result<Asked, Problem> {
        let fields = Fields::from_query(request.uri().query().unwrap_or_default())?;
        let (parts, body) = request.into_parts();
        let (bytes, share) = body::read(state, &parts.headers, body).await?.into_parts();
        let asked = Asked { memory: Some(share), ..Asked::from_fields(fields) };
        if bytes.is_empty() { Ok(asked) } else { asked.with_body(&parts.headers, bytes).await }
    }
}

impl Asked {
    /// A request of a line of a batch, with its share of the memory.
    pub(crate) fn from_line(fields: Fields, share: Share) -> Asked {
        Asked { memory: Some(share), ..Asked::from_fields(fields) }
    }

    /// A request without a body.
    pub(crate) fn from_fields(fields: Fields) -> Asked {
        Asked { html: None, fields, terms: FetchTerms::default(), memory: None }
    }

    async fn with_body(mut self, headers: &HeaderMap, bytes: Bytes) -> Result<Asked, Problem> {
        let content_type =
            headers.get(header::CONTENT_TYPE).map(|value| String::from_utf8_lossy(value.as_bytes()));
        let content_type = content_type.unwrap_or_default().into_owned();
        match BodyKind::of(&content_type, &bytes) {
            BodyKind::Json => self.fields.extend(Fields::from_json(&bytes)?),
            BodyKind::Parts => self.add_parts(headers, bytes).await?,
            BodyKind::Form => {
                let form =
                    std::str::from_utf8(&bytes).map_err(|_| Problem::bad_request("the form is not UTF-8"))?;
                self.fields.extend(Fields::from_query(form)?);
            }
            BodyKind::Html => self.html = Some(Html { bytes, content_type: Some(content_type) }),
            BodyKind::Unknown => self.html = Some(Html { bytes, content_type: None }),
        }
        Ok(self)
    }

    /// Adds the parts of a form with a file.
    async fn add_parts(&mut self, headers: &HeaderMap, bytes: Bytes) -> Result<(), Problem> {
        let mut request = Request::new(axum::body::Body::from(bytes));
        *request.headers_mut() = headers.clone();
        let wrong = |error: String| Problem::bad_request(format!("the form is invalid: {error}"));
        let mut form =
            Multipart::from_request(request, &()).await.map_err(|error| wrong(error.body_text()))?;
        while let Some(field) = form.next_field().await.map_err(|error| wrong(error.body_text()))? {
            self.add_part(field).await?;
        }
        Ok(())
    }

    async fn add_part(&mut self, field: Field<'_>) -> Result<(), Problem> {
        let wrong = |error: String| Problem::bad_request(format!("the form is invalid: {error}"));
        let name = field.name().unwrap_or_default().to_owned();
        if name == "file" {
            if self.html.is_some() {
                let detail = "the form has two parts named file; send one page in a request, or many as lines to /v1/batch";
                return Err(Problem::bad_request(detail));
            }
            let content_type =
                field.content_type().filter(|of| of.starts_with("text/html")).map(str::to_owned);
            let bytes = field.bytes().await.map_err(|error| wrong(error.body_text()))?;
            self.html = Some(Html { bytes, content_type });
            return Ok(());
        }
        let text = field.text().await.map_err(|error| wrong(error.body_text()))?;
        self.fields.add_text(&name, &text)
    }

    /// Takes which page is meant: the options `html`, `url`, `id`, `reload` and `fetch_timeout_ms`. Nothing is fetched yet, so that other
    /// options can be checked before.
    pub(crate) fn take_origin(&mut self) -> Result<Origin, Problem> {
        let html = self
            .fields
            .string("html")?
            .map(|html| Html { bytes: html.into_bytes().into(), content_type: Some(UTF8_HTML.to_owned()) });
        let given = self.fields.fetch_terms()?;
        Ok(Origin {
            html: html.or(self.html.take()),
            url: self.fields.text("url")?.filter(|url| !url.is_empty()),
            id: self.fields.text("id")?,
            terms: FetchTerms { timeout: given.timeout, reload: given.reload, ..self.terms },
            memory: self.memory.take(),
        })
    }
}

/// Which page a request is about: one that was sent, or one to be fetched.
#[derive(Debug)]
pub(crate) struct Origin {
    html: Option<Html>,
    url: Option<String>,
    id: Option<String>,
    terms: FetchTerms,
    memory: Option<Share>,
}

impl Origin {
    /// The page: what was sent, or what its address has.
    pub(crate) async fn load(self, state: &ServerState) -> Result<Page, Problem> {
        match (self.html, self.url) {
            (Some(html), url) => {
                let address = url.as_deref().map(web_address).transpose()?;
                let id = self.id.or_else(|| address.clone()).unwrap_or_else(|| NAMELESS.to_owned());
                Ok(Page {
                    id,
                    bytes: html.bytes,
                    content_type: html.content_type,
                    address,
                    status: StatusCode::OK,
                    _memory: self.memory,
                })
            }
            (None, Some(url)) => {
                let fetched = state.fetch(&url, self.terms).await?;
                Ok(Page {
                    id: self.id.unwrap_or(url),
                    bytes: fetched.body.into(),
                    content_type: fetched.content_type,
                    address: Some(fetched.address),
                    status: StatusCode::from_u16(fetched.status).unwrap_or_default(),
                    _memory: self.memory,
                })
            }
            (None, None) => Err(no_page()),
        }
    }
}

fn no_page() -> Problem {
    Problem::new(
        StatusCode::BAD_REQUEST,
        "no-page",
        "send HTML as the body, JSON with `html` or `url`, a form with `file`, or ?url=https://…",
    )
}

/// The address that the links of a sent page are resolved against, without user and password.
fn web_address(typed: &str) -> Result<String, Problem> {
    let url = Url::parse(typed).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    url.map(|url| without_credentials(url.as_str())).ok_or_else(|| {
        Problem::bad_request("url is not a complete address, such as https://example.org/news/")
    })
}

/// What a body is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BodyKind {
    /// Options as JSON.
    Json,
    /// A form with a file.
    Parts,
    /// A form that is written like a query.
    Form,
    /// A page that is declared as one.
    Html,
    /// A page whose declared type says nothing, such as a file that curl sends with `--data-binary`.
    Unknown,
}

impl BodyKind {
    /// Clients declare types that are not those of their bodies: curl calls everything a form. So only a declared page and a form with a
    /// file are taken at their word.
    fn of(content_type: &str, bytes: &[u8]) -> BodyKind {
        let media_type = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        let is_json = matches!(media_type.as_str(), "application/json" | "text/json")
            || (media_type.starts_with("application/") && media_type.ends_with("+json"));
        match media_type.as_str() {
            "multipart/form-data" => BodyKind::Parts,
            "text/html" | "application/xhtml+xml" => BodyKind::Html,
            _ if is_json || begins_like_json(bytes) => BodyKind::Json,
            "application/x-www-form-urlencoded" if begins_like_form(bytes) => BodyKind::Form,
            _ => BodyKind::Unknown,
        }
    }
}

fn begins_like_json(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"{")
}

/// Whether bytes begin with the name of an option, and a value or the next option follows.
fn begins_like_form(bytes: &[u8]) -> bool {
    let is_part_of_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let name = bytes.iter().take_while(is_part_of_name).count();
    name > 0 && matches!(bytes.get(name), Some(b'=' | b'&'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_what_it_begins_like() {
        const FORM: &str = "application/x-www-form-urlencoded";
        for (content_type, body, expected) in [
            (FORM, &b"url=https%3A%2F%2Fmill.example%2F&id=a"[..], BodyKind::Form),
            (FORM, b"explain&fetch_timeout_ms=9", BodyKind::Form),
            (FORM, b"<p>a=b", BodyKind::Unknown),
            (FORM, b"Notice: Undefined variable foo=1 in a.php\n<!DOCTYPE html><p>a", BodyKind::Unknown),
            (FORM, b"\xff\xfe<\0p\0>\0", BodyKind::Unknown),
            (FORM, b"\xef\xbb\xbf<p>a", BodyKind::Unknown),
            (FORM, b" {\"url\": \"https://mill.example/?a=b\"}", BodyKind::Json),
            ("Text/JSON; charset=utf-8", b"[]", BodyKind::Json),
            ("application/vnd.mill+json", b"[]", BodyKind::Json),
            ("application/json", b"", BodyKind::Json),
            ("", b"{}", BodyKind::Json),
            ("", b"<p>", BodyKind::Unknown),
            ("text/html", b"{}", BodyKind::Html),
            ("application/xhtml+xml", b"{}", BodyKind::Html),
            ("multipart/form-data; boundary=x", b"--x", BodyKind::Parts),
        ] {
            let text = String::from_utf8_lossy(body);
            assert_eq!(BodyKind::of(content_type, body), expected, "{content_type}: {text}");
        }
    }
}
