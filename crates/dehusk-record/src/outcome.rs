//! The outcome of one page, whatever it was read from. How it is written as JSON is in `record`.

use std::time::Duration;

use dehusk::assessment::{Assessment, Quality};
use dehusk::budget::Limit;
use dehusk::explain::Explanation;
use dehusk::metadata::{FieldRules, Metadata, Origin};
use dehusk::parts::Lists;
use dehusk::render::Lost;
use dehusk::selection::Reason;
use dehusk::{Extraction, Status};
use serde::Serialize;

/// The start of a document of which [`PageOutcome::html`] is the rest.
pub const HTML_HEAD: &str = "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n";

/// The outcome of one page, including a page that could not be read.
#[derive(Clone, Debug)]
pub struct PageOutcome {
    /// The name of the page: a path, an address or the ID of a record.
    pub id: String,
    /// How the extraction ended.
    pub status: Status,
    /// The reason for the status, if there is one: a word in snake_case where possible.
    pub reason: Option<String>,
    /// An error outside extraction, as a sentence.
    pub error: Option<String>,
    /// The encoding. None if the page was never decoded.
    pub encoding: Option<Encoding>,
    /// The decompressed size of the page in bytes, as far as it is known.
    pub bytes: u64,
    /// The main content as text.
    pub text: String,
    /// The main content as Markdown. None if it was not requested.
    pub markdown: Option<String>,
    /// The main content as HTML. None if it was not requested.
    pub html: Option<String>,
    /// The number of items that Markdown and HTML could not express.
    pub lost: Lost,
    /// The requested lists.
    pub lists: Lists,
    /// The address of the page after all redirects, if it was fetched or is from an archive.
    pub url: Option<String>,
    /// The time spent on the page, if it was requested.
    pub time: Option<Duration>,
    /// The metadata. None if it was not requested or could not be found in time.
    pub metadata: Option<Box<Metadata>>,
    /// The method's assessment of the whole page, if the method gives one.
    pub assessment: Option<Assessment>,
    /// How well the main content seems to be found. None if the method does not say.
    pub quality: Option<Quality>,
    /// The numbers of hidden texts.
    pub hidden: HiddenCounts,
    /// The number of characters of the text that readers do not see.
    pub invisible: usize,
    /// The explanation. None if it was not requested or could not be made in time.
    pub explanation: Option<Box<Explanation>>,
    /// The method and the hash of the options that were used for the site of this page. None if neither a site rule nor site
    /// noise applies to the page.
    pub site_method: Option<SiteMethod>,
    /// The rule of the sites file that applies to the page.
    pub site_rule: Option<SiteRule>,
}

/// The numbers of hidden texts in the main content of a page.
#[derive(Clone, Copy, Debug, Default)]
pub struct HiddenCounts {
    /// Those that are kept.
    pub kept: usize,
    /// Those that are removed although the method kept them.
    pub removed: usize,
}

/// The rule of the sites file that applies to a page.
#[derive(Clone, Debug, Serialize)]
pub struct SiteRule {
    /// The host of the rule.
    pub site: String,
    /// The selectors of the rule that match nothing on the page. If `select` is one of them, the method, the parameters and
    /// `exclude` of the rule were not used either.
    pub unmatched: Vec<&'static str>,
}

/// The method and options chosen for the site of a page.
#[derive(Clone, Debug)]
pub struct SiteMethod {
    /// The name of the method.
    pub method: &'static str,
    /// The hash of the options.
    pub options_hash: String,
}

/// How the bytes of a page were decoded.
#[derive(Clone, Copy, Debug)]
pub struct Encoding {
    /// The name of the encoding by the Encoding Standard.
    pub name: &'static str,
    /// What the encoding was known from.
    pub origin: &'static str,
    /// Whether malformed bytes were replaced by U+FFFD.
    pub replaced: bool,
    /// Whether the bytes look like UTF-8 although the HTTP header declares another encoding, which was used.
    pub looks_like_utf8: bool,
}

impl PageOutcome {
    /// The outcome of a page that was extracted.
    pub fn extracted(id: &str, mut extraction: Extraction) -> PageOutcome {
        let encoding = Encoding {
            name: extraction.encoding(),
            origin: extraction.encoding_origin(),
            replaced: extraction.replaced(),
            looks_like_utf8: extraction.looks_like_utf8(),
        };
        let (status, bytes) = (extraction.status(), extraction.bytes() as u64);
        let reason = extraction.reason().map(str::to_owned);
        let (assessment, quality) = (extraction.assessment().copied(), extraction.quality());
        let hidden = HiddenCounts { kept: extraction.hidden_kept(), removed: extraction.hidden_removed() };
        let invisible = extraction.invisible();
        let (lost, lists) = (extraction.lost(), extraction.take_lists());
        let (text, markdown, html) = extraction.into_forms();
        PageOutcome {
            reason,
            encoding: Some(encoding),
            bytes,
            text,
            markdown,
            html,
            lost,
            lists,
            assessment,
            quality,
            hidden,
            invisible,
            ..PageOutcome::without_text(id, status)
        }
    }

    /// The outcome of a page of which only the metadata was requested.
    pub fn metadata_only(
        id: &str,
        bytes: usize,
        opened: (Status, Option<&str>),
        metadata: Option<Metadata>,
    ) -> PageOutcome {
        let (status, reason) = match (opened, &metadata) {
            ((Status::Ok, _), None) => (Status::Timeout, Some("timeout")),
            (opened, _) => opened,
        };
        PageOutcome {
            reason: reason.map(str::to_owned),
            bytes: bytes as u64,
            metadata: metadata.map(Box::new),
            ..PageOutcome::without_text(id, status)
        }
    }

    /// The outcome of a page that could not be read or extracted, with the reason as a sentence.
    pub fn error(id: &str, sentence: String) -> PageOutcome {
        PageOutcome { error: Some(sentence), ..PageOutcome::without_text(id, Status::Error) }
    }

    /// The outcome of a page larger than `--max-bytes`. `bytes` is its size, or the number of bytes read until the limit was
    /// exceeded.
    pub fn too_large(id: &str, bytes: u64) -> PageOutcome {
        let reason = Some("max_bytes".to_owned());
        PageOutcome { reason, bytes, ..PageOutcome::without_text(id, Status::TooLarge) }
    }

    /// The outcome of a file that is too large to be read, but certainly not HTML. `format` names what it is.
    pub fn other_format(id: &str, bytes: u64, format: String) -> PageOutcome {
        PageOutcome { reason: Some(format), bytes, ..PageOutcome::without_text(id, Status::NotHtml) }
    }

    /// The outcome of a fetched page whose server says that it is not HTML.
    pub fn not_html(id: &str, content_type: &str) -> PageOutcome {
        PageOutcome {
            reason: Some("content_type".to_owned()),
            error: Some(format!("the server sent the content type {content_type}, which is not HTML")),
            ..PageOutcome::without_text(id, Status::NotHtml)
        }
    }

    fn without_text(id: &str, status: Status) -> PageOutcome {
        PageOutcome {
            id: id.to_owned(),
            status,
            reason: None,
            error: None,
            encoding: None,
            bytes: 0,
            text: String::new(),
            markdown: None,
            html: None,
            lost: Lost::default(),
            lists: Lists::default(),
            url: None,
            time: None,
            metadata: None,
            assessment: None,
            quality: None,
            hidden: HiddenCounts::default(),
            invisible: 0,
            explanation: None,
            site_method: None,
            site_rule: None,
        }
    }

    /// Adds the explanation. If it had to end early, a complete page becomes a partial one.
    #[must_use]
    pub fn with_explanation(mut self, explanation: Option<Explanation>) -> PageOutcome {
        if self.status == Status::Ok && explanation.as_ref().is_some_and(|explanation| explanation.is_cut) {
            self.status = Status::Partial;
            self.reason = Some(Limit::Memory.as_str().to_owned());
        }
        self.explanation = explanation.map(Box::new);
        self
    }

    /// Adds the metadata fields that the rule of the site did not find to its unmatched selectors.
    pub fn record_unmatched_fields(&mut self, fields: &FieldRules) {
        let (Some(rule), Some(metadata)) = (&mut self.site_rule, &self.metadata) else { return };
        let origins = metadata.origins();
        let by_rule = |field| origins.contains(&(field, Origin::Rule));
        for (name, selectors, found) in [
            ("title", &fields.title, by_rule("title")),
            ("author", &fields.author, by_rule("authors")),
            ("date", &fields.date, by_rule("date")),
        ] {
            if !selectors.is_empty() && !found {
                rule.unmatched.push(name);
            }
        }
    }

    /// Whether the input had 0 bytes. An empty input is not an error of extraction, but hardly what the user intended.
    pub fn is_zero_bytes(&self) -> bool {
        self.bytes == 0 && self.status == Status::Empty
    }

    /// Whether the page is left out of the output, because it is in another language than those of `--language`.
    pub fn is_left_out(&self) -> bool {
        self.status == Status::Empty && self.reason.as_deref() == Some(Reason::OtherLanguage.as_str())
    }

    /// Whether the page makes the exit code 1.
    pub fn failed(&self) -> bool {
        self.status.is_failure() || self.is_zero_bytes()
    }
}
