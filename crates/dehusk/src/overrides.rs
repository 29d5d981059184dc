//! Overrides: a caller can force data tables out of the text, and the title into it or out of it, whatever the method decides.
//! Overrides are applied after the method and before the renderer.

use crate::budget::{Deadline, TimedOut};
use crate::facts::PageFacts;
use crate::markup::{HEADING, Tag};
use crate::metadata::{self, Context};
use crate::page::{Block, Event};
use crate::selection::{Reason, Selection, Verdict};
use crate::source::Span;
use crate::text_key::text_key;

/// Whether the heading that is the title of the page is part of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TitleLine {
    /// The method decides.
    #[default]
    AsFound,
    /// The title is in the text, whatever the method decides, unless the method keeps nothing of the page. A title that is only
    /// in the head of the page is not added, because all text comes from the body.
    In,
    /// The title is not in the text, whatever the method decides.
    Out,
}

impl TitleLine {
    /// Returns the name of the choice, for records.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            TitleLine::AsFound => "as-found",
            TitleLine::In => "in",
            TitleLine::Out => "out",
        }
    }
}

/// What a caller forces into the text or out of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Overrides {
    pub(crate) without_tables: bool,
    pub(crate) title: TitleLine,
}

impl Overrides {
    pub(crate) fn is_none(self) -> bool {
        self == Overrides::default()
    }

    /// Returns the selection of a page with the overrides applied.
    pub(crate) fn apply(
        self,
        facts: PageFacts<'_>,
        mut selection: Selection,
        deadline: &mut Deadline,
    ) -> Result<Selection, TimedOut> {
        if self.title != TitleLine::AsFound {
            let titles = title_blocks(facts, deadline)?;
            selection = match self.title {
                TitleLine::In => with_title(selection, &titles),
                _ => selection.without(facts.page(), &titles, Reason::Title),
            };
        }
        if self.without_tables {
            selection = selection.without(facts.page(), &table_spans(facts, deadline)?, Reason::Table);
        }
        Ok(selection)
    }

    /// Returns every override as text, for the fingerprint of options; empty if there is none.
    pub(crate) fn canonical(self) -> String {
        let tables = if self.without_tables { ";tables=out" } else { "" };
        let title = if self.title == TitleLine::AsFound { "" } else { self.title.as_str() };
        if title.is_empty() { tables.to_owned() } else { format!("{tables};title={title}") }
    }
}

/// Returns the outermost data tables, in the order of the source.
fn table_spans(facts: PageFacts<'_>, deadline: &mut Deadline) -> Result<Vec<Span>, TimedOut> {
    let mut is_data = facts.data_tables(deadline)?.iter();
    let mut spans: Vec<Span> = Vec::new();
    for event in facts.page().walk() {
        deadline.tick()?;
        if let Event::Enter(element) = event
            && element.tag() == Tag::Table
            && is_data.next() == Some(&true)
        {
            spans.push(element.span());
        }
    }
    Ok(sorted_without_overlaps(spans))
}

/// Returns the blocks of headings whose text is the title of the page.
fn title_blocks(facts: PageFacts<'_>, deadline: &mut Deadline) -> Result<Vec<Span>, TimedOut> {
    let page = facts.page();
    let title = metadata::read(facts, &Context::default(), deadline)?.title;
    let Some(title) = title.map(|title| text_key(&title.value)).filter(|title| !title.is_empty()) else {
        return Ok(Vec::new());
    };
    let is_heading = |block: &Block| {
        let around = std::iter::successors(page.block_element(block), |element| element.parent());
        around.take(2).any(|element| element.tag().is(HEADING))
    };
    let headings: Vec<(&Block, String)> = page
        .blocks()
        .iter()
        .filter(|block| is_heading(block))
        .map(|block| (block, text_key(&page.visible_text(block))))
        .collect();
    let spans = |fits: &dyn Fn(&str) -> bool| -> Vec<Span> {
        headings.iter().filter(|(_, key)| fits(key)).map(|(block, _)| block.span).collect()
    };
    let exact = spans(&|key| key == title);
    // Used if no heading equals the title: in a heading, the name of the site may follow the title.
    let longer = || spans(&|key| key.starts_with(&title)).into_iter().take(1).collect();
    let titles = if exact.is_empty() { longer() } else { exact };
    Ok(sorted_without_overlaps(titles))
}

/// Sorts spans in the order of the source and drops each that overlaps a previous one.
fn sorted_without_overlaps(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable();
    let mut end = 0;
    spans.retain(|span| {
        let is_free = span.start() >= end;
        end = end.max(span.end());
        is_free
    });
    spans
}

/// Adds the first of the `titles` to a selection, unless the selection already keeps a part of one of them or keeps nothing at
/// all.
fn with_title(selection: Selection, titles: &[Span]) -> Selection {
    let overlap = |one: Span, other: Span| one.start() < other.end() && other.start() < one.end();
    let is_kept = titles.iter().any(|title| selection.kept().any(|kept| overlap(kept, *title)));
    let keeps_nothing = selection.kept().next().is_none();
    // A title that the caller excluded by a selector stays excluded.
    let is_excluded = |title: &Span| {
        let mut verdicts = selection.verdicts.iter().filter(|verdict| overlap(verdict.span, *title));
        verdicts.any(|verdict| verdict.reason == Reason::Excluded)
    };
    let wanted = |title: &Span| !is_kept && !keeps_nothing && !is_excluded(title);
    let Some(title) = titles.first().copied().filter(wanted) else {
        return selection;
    };
    let mut verdicts = Vec::with_capacity(selection.verdicts.len() + 2);
    for verdict in &selection.verdicts {
        for (start, end) in [
            (verdict.span.start(), verdict.span.end().min(title.start())),
            (verdict.span.start().max(title.end()), verdict.span.end()),
        ] {
            if start < end {
                verdicts.push(Verdict { span: Span::new(start, end), ..*verdict });
            }
        }
    }
    verdicts.push(Verdict { span: title, kept: true, score: 1.0, reason: Reason::Title });
    verdicts.sort_by_key(|verdict| verdict.span);
    Selection { verdicts, nothing: None, ..selection }
}
