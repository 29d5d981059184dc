//! What the program knows about one page when its turn is over. How it is written is up to `output`, what is said
//! about it on standard error up to `report`.

use std::time::Duration;

use dehusk::assessment::{Assessment, Quality};
use dehusk::explain::Explanation;
use dehusk::metadata::{FieldRules, Metadata, Origin};
use dehusk::parts::Lists;
use dehusk::render::Lost;
use dehusk::{Extraction, Status};
use serde::Serialize;

use crate::pipeline::Weigh;

/// The outcome of one page, of a page that could not even be read as well.
#[derive(Clone, Debug)]
pub(crate) struct PageOutcome {
    pub(crate) id: String,
    pub(crate) status: Status,
    /// Why the page is not plainly ok, in one word of snake_case where possible.
    pub(crate) reason: Option<String>,
    /// What went wrong outside extraction, as a sentence.
    pub(crate) error: Option<String>,
    /// None when the page was never decoded.
    pub(crate) encoding: Option<Encoding>,
    /// Length of the page after unpacking, as far as it is known.
    pub(crate) bytes: u64,
    pub(crate) text: String,
    /// As far as they were asked for.
    pub(crate) markdown: Option<String>,
    pub(crate) html: Option<String>,
    /// What these could not express.
    pub(crate) lost: Lost,
    /// As far as they were asked for.
    pub(crate) lists: Lists,
    /// Where it came from, if it was fetched.
    pub(crate) url: Option<String>,
    /// What working on it took, if that was asked for.
    pub(crate) time: Option<Duration>,
    /// None where it was not asked for or could not be had.
    pub(crate) metadata: Option<Box<Metadata>>,
    /// What the method says about the page as a whole, if it does.
    pub(crate) assessment: Option<Assessment>,
    pub(crate) quality: Option<Quality>,
    /// None where it was not asked for or could not be had.
    pub(crate) explanation: Option<Box<Explanation>>,
    /// The method and the hash of the options, where the sites file chose them for this page.
    pub(crate) chosen: Option<Chosen>,
    /// The rule of the sites file that the page's site has.
    pub(crate) site_rule: Option<SiteRule>,
}

/// The rule of a page's site.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SiteRule {
    pub(crate) site: String,
    /// Which of its selectors match nothing on the page. Where `select` is among them method, parameters and `exclude` were not
    /// used either.
    pub(crate) unmatched: Vec<&'static str>,
}

/// What a sites file chose for one page.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    pub(crate) method: &'static str,
    pub(crate) options_hash: String,
}

/// How the bytes of a page were turned into text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Encoding {
    pub(crate) name: &'static str,
    pub(crate) origin: &'static str,
    /// Malformed bytes became U+FFFD.
    pub(crate) replaced: bool,
}

impl PageOutcome {
    pub(crate) fn extracted(id: &str, mut extraction: Extraction) -> PageOutcome {
        let encoding = Encoding {
            name: extraction.encoding(),
            origin: extraction.encoding_origin(),
            replaced: extraction.replaced(),
        };
        let (status, bytes) = (extraction.status(), extraction.bytes() as u64);
        let reason = extraction.reason().map(str::to_owned);
        let (assessment, quality) = (extraction.assessment().copied(), extraction.quality());
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
            ..PageOutcome::without_text(id, status)
        }
    }

    /// A page of which nothing but its metadata was asked for.
    pub(crate) fn described(
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

    pub(crate) fn error(id: &str, sentence: String) -> PageOutcome {
        PageOutcome { error: Some(sentence), ..PageOutcome::without_text(id, Status::Error) }
    }

    /// A page larger than `--max-bytes`; `bytes` is its size, or what was read of it until the limit was seen.
    pub(crate) fn too_large(id: &str, bytes: u64) -> PageOutcome {
        let reason = Some("max_bytes".to_owned());
        PageOutcome { reason, bytes, ..PageOutcome::without_text(id, Status::TooLarge) }
    }

    pub(crate) fn not_html(id: &str, content_type: &str) -> PageOutcome {
        PageOutcome {
            reason: Some("content_type".to_owned()),
            error: Some(format!("the server sent it as {content_type}, which is no HTML")),
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
            explanation: None,
            chosen: None,
            site_rule: None,
        }
    }

    /// Notes which fields of metadata the rule of the site did not find.
    pub(crate) fn note_unmatched(&mut self, fields: &FieldRules) {
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

    /// An input of 0 bytes is no fault of extraction, yet hardly what anybody meant to give.
    pub(crate) fn is_zero_bytes(&self) -> bool {
        self.bytes == 0 && self.status == Status::Empty
    }

    /// Whether the exit code must remember this page.
    pub(crate) fn failed(&self) -> bool {
        self.status.is_failure() || self.is_zero_bytes()
    }
}

impl Weigh for PageOutcome {
    fn weight(&self) -> usize {
        let length = |form: &Option<String>| form.as_ref().map_or(0, String::len);
        self.text.len() + length(&self.markdown) + length(&self.html) + weight_of_lists(&self.lists)
    }
}

/// What lists take, nearly.
fn weight_of_lists(lists: &Lists) -> usize {
    let Lists { blocks, links, images, tables, comments, json_ld, .. } = lists;
    let blocks = blocks.iter().map(|block| size_of_val(block) + block.xpath.len()).sum::<usize>();
    let links = links.iter().map(|link| size_of_val(link) + link.url.len() + link.text.len()).sum::<usize>();
    let images = images.iter().map(|image| size_of_val(image) + image.src.len()).sum::<usize>();
    let cells = tables.iter().flat_map(|table| &table.rows).flatten();
    let tables = cells.map(|cell| size_of_val(cell) + cell.len()).sum::<usize>();
    let texts = comments.iter().map(|comment| &comment.text).chain(json_ld);
    blocks + links + images + tables + texts.map(String::len).sum::<usize>()
}
