//! In which form an answer is written: JSON, text, Markdown or HTML, by the option `format` or the header `Accept`.

use axum::http::{HeaderMap, StatusCode, header};

use crate::problem::Problem;

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// The record.
    Json,
    /// The main content as plain text.
    Text,
    /// The main content as Markdown.
    Markdown,
    /// The main content as HTML.
    Html,
}

/// The forms with their media types, in the order in which they are preferred if a client takes several equally well.
const FORMS: [(Form, &str, &str); 4] = [
    (Form::Json, "application", "json"),
    (Form::Markdown, "text", "markdown"),
    (Form::Html, "text", "html"),
    (Form::Text, "text", "plain"),
];

impl Form {
    /// The header `Content-Type` of this form.
    pub(crate) fn media_type(self) -> &'static str {
        match self {
            Form::Json => "application/json",
            Form::Text => "text/plain; charset=utf-8",
            Form::Markdown => "text/markdown; charset=utf-8",
            Form::Html => "text/html; charset=utf-8",
        }
    }

    /// The form with a name of the option `--format`.
    pub(crate) fn named(name: &str) -> Result<Form, Problem> {
        match name {
            "json" => Ok(Form::Json),
            "txt" | "text" => Ok(Form::Text),
            "md" | "markdown" => Ok(Form::Markdown),
            "html" => Ok(Form::Html),
            _ => Err(Problem::bad_request(format!(
                "there is no format {name:?}; formats are json, txt, md and html"
            ))),
        }
    }

    /// The form that the headers `Accept` prefer; JSON without them.
    pub(crate) fn accepted(headers: &HeaderMap) -> Result<Form, Problem> {
        let values = headers.get_all(header::ACCEPT).iter();
        let values: Vec<_> = values.map(|value| String::from_utf8_lossy(value.as_bytes())).collect();
        let ranges: Vec<Range<'_>> =
            values.iter().flat_map(|value| value.split(',')).filter_map(Range::parse).collect();
        if ranges.is_empty() {
            return Ok(Form::Json);
        }
        let quality = |(_, kind, subtype): &(Form, &str, &str)| Range::quality_of(&ranges, kind, subtype);
        let mut best: Option<(Form, f32)> = None;
        for form in &FORMS {
            let quality = quality(form);
            if quality > best.map_or(0.0, |(_, best)| best) {
                best = Some((form.0, quality));
            }
        }
        best.map(|(form, _)| form).ok_or_else(|| {
            let detail =
                "answers are application/json, text/markdown, text/html and text/plain; accept one of them";
            Problem::new(StatusCode::NOT_ACCEPTABLE, "not-acceptable", detail)
        })
    }
}

/// One media range of a header `Accept`.
struct Range<'a> {
    kind: &'a str,
    subtype: &'a str,
    quality: f32,
}

impl<'a> Range<'a> {
    fn parse(text: &'a str) -> Option<Range<'a>> {
        let mut pieces = text.split(';').map(str::trim);
        let (kind, subtype) = pieces.next()?.split_once('/')?;
        let quality =
            pieces.find_map(|parameter| parameter.strip_prefix("q=").or(parameter.strip_prefix("Q=")));
        let quality = quality.map_or(1.0, |quality| quality.parse::<f32>().unwrap_or(0.0));
        Some(Range { kind, subtype, quality: quality.clamp(0.0, 1.0) })
    }

    /// How exactly the range names a type: 2 for the type itself, 1 for `text/*`, 0 for `*/*`; None if it is another type.
    fn precision(&self, kind: &str, subtype: &str) -> Option<u8> {
        let same = |a: &str, b: &str| a.eq_ignore_ascii_case(b);
        match (self.kind, self.subtype) {
            ("*", "*") => Some(0),
            (found, "*") if same(found, kind) => Some(1),
            (found, of) if same(found, kind) && same(of, subtype) => Some(2),
            _ => None,
        }
    }

    /// The quality of a type: that of the range that names it most exactly (RFC 9110, 12.5.1).
    fn quality_of(ranges: &[Range<'_>], kind: &str, subtype: &str) -> f32 {
        let matching =
            ranges.iter().filter_map(|range| Some((range.precision(kind, subtype)?, range.quality)));
        matching.max_by_key(|(precision, _)| *precision).map_or(0.0, |(_, quality)| quality)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_preferred_form_is_chosen() {
        for (accept, expected) in [
            ("*/*", Some(Form::Json)),
            ("text/markdown", Some(Form::Markdown)),
            ("text/markdown, text/html;q=0.9, */*;q=0.1", Some(Form::Markdown)),
            ("text/plain;q=0.5, text/html;q=0.6", Some(Form::Html)),
            ("TEXT/PLAIN", Some(Form::Text)),
            ("text/*", Some(Form::Markdown)),
            ("text/*, text/markdown;q=0", Some(Form::Html)),
            // A browser.
            ("text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", Some(Form::Html)),
            ("application/json;q=0, */*", Some(Form::Markdown)),
            ("image/png", None),
            ("application/json;q=0", None),
            ("", Some(Form::Json)),
            ("nonsense", Some(Form::Json)),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT, accept.parse().unwrap())]);
            assert_eq!(Form::accepted(&headers).ok(), expected, "{accept}");
        }
        assert_eq!(Form::accepted(&HeaderMap::new()), Ok(Form::Json));
    }
}
