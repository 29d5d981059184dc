//! Search in a page: which passages answer a query, where they are in the text that an agent reads, and links
//! to them.

mod bm25;
mod fragment;
mod passages;
mod plain;
mod words;

use std::ops::Range;

use dehusk::methods::Plain;
use dehusk::parts::{Block, BlockKind, Parts};
use dehusk::selection::Hiding;
use dehusk::source::Span;
use dehusk::visibility::HiddenText;
use dehusk::{Extraction, Options, PageInput};

use self::bm25::Counts;
use self::fragment::PageText;
use self::passages::{Passage, passages};
pub(super) use self::plain::search_text;
use self::words::Query;
use super::extractors::Extractors;
use super::invisible::one_line;
use super::reading::{Answer, Reading};

/// Maximum characters of a passage in a result. Chosen by hand; nine in ten paragraphs are shorter.
const MAX_QUOTED: usize = 500;
/// Characters before the first word of the query, if a passage is quoted from its middle. Chosen by hand.
const QUOTED_BEFORE: usize = 100;

/// Maximum characters of a heading or of the header of a table in a result. Chosen by hand.
const MAX_LABEL: usize = 120;

/// What is searched for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request<'r> {
    /// The words to search for.
    pub(super) query: &'r str,
    /// Maximum number of hits.
    pub(super) limit: usize,
    /// Whether to search all of the page, and not only its main content.
    pub(super) whole_page: bool,
}

/// A passage that has words of the query.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Hit {
    /// How well it answers the query; comparable within one search.
    pub(super) score: f64,
    /// Its text on one line, cut if it is long, with flags.
    pub(super) text: String,
    /// What it is.
    pub(super) kind: BlockKind,
    /// The heading above it.
    pub(super) heading: Option<String>,
    /// The header of the table of which it is a row.
    pub(super) columns: Option<String>,
    /// Where it is in the Markdown of the page, in characters. `None` if it is not in the main content, or
    /// cannot be found in it.
    pub(super) place: Option<Range<usize>>,
    /// The text directive of a link to it, without `#:~:text=`. `None` if the page does not show it.
    pub(super) directive: Option<String>,
}

/// The result of a search.
#[derive(Debug)]
pub(super) struct Found {
    /// The number of passages that were searched.
    pub(super) passages: usize,
    /// The number of passages that have words of the query.
    pub(super) matching: usize,
    /// The best hits, best first.
    pub(super) hits: Vec<Hit>,
}

/// Searches a page whose main content is already known. `None` if the query has no words.
pub(super) fn search(
    extractors: &mut Extractors<'_>,
    page: &PageInput<'_>,
    answer: &Answer,
    request: Request<'_>,
) -> Option<Found> {
    let whole = whole_page(extractors, page);
    let searched = if request.whole_page { &whole } else { &answer.extraction };
    let blocks: Vec<&Block> =
        searched.blocks().iter().filter(|block| block.kept && block.text.is_some()).collect();
    let passages = passages(&blocks, |block| text_of(searched, block));
    let mut query = Query::new(request.query, dehusk_words::detect(whole.text()));
    if query.is_empty() {
        return None;
    }
    let counts: Vec<Counts> = passages
        .iter()
        .map(|passage| match &passage.columns {
            Some(columns) => query.count(&format!("{columns}\n{}", passage.text)),
            None => query.count(&passage.text),
        })
        .collect();
    let (matching, ranked) = ranked(&counts, request.limit);
    let best: Vec<(f64, &Passage)> = ranked.iter().map(|&(score, index)| (score, &passages[index])).collect();
    let hits = Hits { answer, blocks: &blocks, page: Visible::of(&whole), query: &mut query }
        .describe(extractors, &best);
    Some(Found { passages: passages.len(), matching, hits })
}

/// The number of passages that have words of the query, and the best with their scores, best first.
fn ranked(counts: &[Counts], limit: usize) -> (usize, Vec<(f64, usize)>) {
    let mut ranked: Vec<(f64, usize)> = bm25::scores(counts).into_iter().zip(0..).collect();
    ranked.retain(|(score, _)| *score > 0.0);
    let matching = ranked.len();
    // Of equally good passages, the first comes first.
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    ranked.truncate(limit);
    (matching, ranked)
}

/// Quotes a passage from its beginning or, if the query is only in a later part, from before the first word of the query.
fn quoted(query: &mut Query, text: &str) -> String {
    let from = match query.first_in(text) {
        Some(at) if text[..at].chars().count() > MAX_QUOTED / 2 => {
            let mut before = text[..at].char_indices().rev().map(|(at, _)| at);
            before.nth(QUOTED_BEFORE).unwrap_or(0)
        }
        _ => 0,
    };
    let dots = if from > 0 { "…" } else { "" };
    format!("{dots}{}", one_line(&text[from..], MAX_QUOTED))
}

/// Lists all blocks of a page, and how those are hidden that are.
fn whole_page(extractors: &mut Extractors<'_>, page: &PageInput<'_>) -> Extraction {
    let mut parts = Parts::NONE;
    parts.blocks = true;
    let options = Options::new().with(Plain).with_parts(parts).with_hidden(HiddenText::Flag);
    extractors.open(options, page, |opened, options| opened.extract(options.method_value()))
}

fn text_of<'e>(extraction: &'e Extraction, block: &Block) -> &'e str {
    block.text.and_then(|text| extraction.text().get(text.range())).unwrap_or_default()
}

/// The blocks that readers of a page see, by their places in the source.
struct Visible {
    spans: Vec<Span>,
    text: PageText,
}

impl Visible {
    fn of(whole: &Extraction) -> Visible {
        let is_seen = |block: &&Block| !block.hidden.is_some_and(is_out_of_sight);
        let mut blocks: Vec<&Block> = whole.blocks().iter().filter(is_seen).collect();
        blocks.sort_by_key(|block| block.source);
        let text = PageText::new(blocks.iter().map(|block| text_of(whole, block)));
        Visible { spans: blocks.iter().map(|block| block.source).collect(), text }
    }

    /// Returns the text directive for what is between two blocks of another list, with both; `None` if one is
    /// not seen.
    fn directive(&self, first: &Block, last: &Block) -> Option<String> {
        let at = |block: &Block| {
            let at = self.spans.partition_point(|span| span.end() <= block.source.start());
            self.spans.get(at).filter(|span| span.start() < block.source.end()).map(|_| at)
        };
        self.text.directive(at(first)?..at(last)? + 1)
    }
}

/// Whether text that is hidden like this is not on the screen either.
fn is_out_of_sight(how: Hiding) -> bool {
    !matches!(how, Hiding::AriaHidden | Hiding::Inert)
}

/// What is needed to describe hits.
struct Hits<'h> {
    answer: &'h Answer,
    blocks: &'h [&'h Block],
    page: Visible,
    query: &'h mut Query,
}

impl Hits<'_> {
    fn describe(mut self, extractors: &mut Extractors<'_>, best: &[(f64, &Passage)]) -> Vec<Hit> {
        let places = self.places(extractors, best);
        let described = best.iter().zip(places).map(|(&(score, passage), place)| {
            let (first, last) = (self.blocks[passage.blocks.start], self.blocks[passage.blocks.end - 1]);
            let directive = match passage.hidden.is_some_and(is_out_of_sight) {
                true => None,
                false => self.page.directive(first, last),
            };
            let line = |text: &Option<String>| text.as_deref().map(|text| one_line(text, MAX_LABEL));
            let (heading, columns) = (line(&passage.heading), line(&passage.columns));
            Hit { score, text: self.quoted(passage), kind: passage.kind, heading, columns, place, directive }
        });
        described.collect()
    }

    /// Where passages are in the Markdown of the page.
    fn places(&self, extractors: &mut Extractors<'_>, best: &[(f64, &Passage)]) -> Vec<Option<Range<usize>>> {
        let spans: Vec<Span> = best.iter().map(|(_, passage)| passage.source).collect();
        let reading = self.answer.reading(extractors);
        self.answer.places(extractors, &reading, &spans)
    }

    /// Quotes a passage, with flags if the page hides it.
    fn quoted(&mut self, passage: &Passage) -> String {
        let quoted = quoted(self.query, &passage.text);
        match passage.hidden {
            Some(how) => Reading::flagged(&quoted, how),
            None => quoted,
        }
    }
}

#[cfg(test)]
mod tests;
