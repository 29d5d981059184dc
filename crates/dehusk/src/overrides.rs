//! Overrides: a caller can force data tables out of the text, and the title into it or out of it, whatever the method decides.
//! Overrides are applied after the method and before the renderer. Here it is also decided whether the renderer writes the title
//! before the main content.

use crate::budget::{Deadline, TimedOut};
use crate::facts::PageFacts;
use crate::markup::{HEADING, Tag};
use crate::metadata;
use crate::page::{Block, Event, Page};
use crate::render::Title;
use crate::selection::{Emission, Reason, Selection, Verdict};
use crate::source::Span;
use crate::source::span::touches;
use crate::text_key::text_key;

/// Whether the title of the page is part of the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TitleLine {
    /// Markdown and HTML have the title of the page as a heading of level 1: a heading of the main content that is the title, or
    /// else a line before it, unless the main content begins with a single heading of level 1 or is empty. In the text, the method
    /// decides. The offsets of blocks refer to the text.
    #[default]
    Auto,
    /// The method decides, for all forms of output.
    AsFound,
    /// The heading that is the title is in all forms of output, whatever the method decides, unless the method keeps nothing of
    /// the page. A title that is only in the head of the page is not added, because all text comes from the body.
    In,
    /// The heading that is the title is in no form of output, whatever the method decides.
    Out,
}

impl TitleLine {
    /// All choices.
    pub const ALL: [TitleLine; 4] = [TitleLine::Auto, TitleLine::AsFound, TitleLine::In, TitleLine::Out];

    /// Returns the name of the choice, for records.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            TitleLine::Auto => "auto",
            TitleLine::AsFound => "as-found",
            TitleLine::In => "in",
            TitleLine::Out => "out",
        }
    }
}

impl std::str::FromStr for TitleLine {
    type Err = crate::Error;

    fn from_str(word: &str) -> Result<TitleLine, crate::Error> {
        TitleLine::ALL.into_iter().find(|choice| choice.as_str() == word).ok_or_else(|| {
            crate::Error::usage(format!(
                "{word:?} is not a choice for the title; choose auto, as-found, in or out"
            ))
        })
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

    /// Returns the selection of a page, from `address` if that is known, with the overrides applied.
    pub(crate) fn apply(
        self,
        facts: PageFacts<'_>,
        selection: Selection,
        address: Option<&str>,
        deadline: &mut Deadline,
    ) -> Result<Selection, TimedOut> {
        let selection = match self.title {
            TitleLine::Auto | TitleLine::AsFound => selection,
            TitleLine::In => with_title(selection, &title_blocks(facts, address, deadline)?),
            TitleLine::Out => {
                selection.without(facts.page(), &title_blocks(facts, address, deadline)?, Reason::Title)
            }
        };
        if self.without_tables {
            return Ok(selection.without(facts.page(), &table_spans(facts, deadline)?, Reason::Table));
        }
        Ok(selection)
    }

    /// Returns every override as text, for the fingerprint of options; empty if there is none. The title is found by the address of
    /// the page too, whose host may name the site.
    pub(crate) fn canonical(self, address: Option<&str>) -> String {
        let tables = if self.without_tables { ";tables=out" } else { "" };
        let title = self.title.as_str();
        match (self.title, address) {
            (TitleLine::Auto, _) => tables.to_owned(),
            (TitleLine::In | TitleLine::Out, Some(address)) => {
                format!("{tables};title={title};title_address={address:?}")
            }
            _ => format!("{tables};title={title}"),
        }
    }
}

/// Maximum letters and digits of kept text before a heading of level 1 that takes the place of the title: a date, a section, a
/// line above the headline. Chosen by hand.
const MAX_BEFORE_HEADLINE: usize = 150;

/// A heading that begins or ends with the title is the title if it has at most this many times its letters and digits: `A guide to
/// mills` for `Mills` is another heading. Chosen by hand.
const MAX_LONGER: f64 = 1.5;

/// Returns where Markdown and HTML have the title of the page. They need no other title if the page has none, or if the selection
/// keeps no text or keeps a headline of level 1, or if the caller excluded the heading that is the title.
pub(crate) fn title(
    facts: PageFacts<'_>,
    selection: &Selection,
    address: Option<&str>,
    deadline: &mut Deadline,
) -> Result<Title, TimedOut> {
    if !selection.keeps_text(facts.page()) {
        return Ok(Title::AsFound);
    }
    let beginning = Beginning::of(facts, selection, deadline)?;
    if beginning.headline().is_some() && !beginning.has_other_headlines {
        return Ok(Title::AsFound);
    }
    let Some(title) = title_of(facts, address, deadline)? else { return Ok(Title::AsFound) };
    let key = text_key(&title);
    let titles = headings_with(facts, &key);
    if is_excluded(selection, &titles) {
        return Ok(Title::AsFound);
    }
    if let Some(heading) = beginning.heading_of(&key) {
        return Ok(raised(heading.level, heading.key.clone()));
    }
    if let Some(block) = headline(facts, selection, &titles) {
        return Ok(raised(level_of(facts, block), text_key(&facts.page().visible_text(block))));
    }
    let is_paragraph = beginning.blocks.iter().any(|block| block.level.is_none() && block.key == key);
    Ok(if is_paragraph { Title::Raised(key) } else { Title::Before(title) })
}

/// What is done about a heading that is the title.
fn raised(level: Option<u8>, key: String) -> Title {
    if level == Some(1) { Title::AsFound } else { Title::Raised(key) }
}

/// The first blocks of a selection, up to [`MAX_BEFORE_HEADLINE`].
struct Beginning {
    blocks: Vec<FirstBlock>,
    /// Whether the selection keeps headings of level 1 that differ from the first: those are of sections.
    has_other_headlines: bool,
}

/// The blocks that a selection can keep, in the order of the source.
fn shown_blocks<'p>(page: &'p Page<'_>, emission: Emission) -> Vec<&'p Block> {
    if emission != Emission::Unscripted {
        return page.blocks().iter().collect();
    }
    let mut blocks: Vec<&Block> = page.blocks().iter().chain(page.unscripted_blocks()).collect();
    blocks.sort_unstable_by_key(|block| block.span.start());
    blocks
}

struct FirstBlock {
    key: String,
    /// The level of a heading, counted from 1.
    level: Option<u8>,
}

impl Beginning {
    fn of(
        facts: PageFacts<'_>,
        selection: &Selection,
        deadline: &mut Deadline,
    ) -> Result<Beginning, TimedOut> {
        let page = facts.page();
        let kept: Vec<Span> = selection.kept().collect();
        let mut beginning = Beginning { blocks: Vec::new(), has_other_headlines: false };
        let mut letters = 0;
        let blocks = shown_blocks(page, selection.emission);
        for block in blocks.into_iter().filter(|block| touches(&kept, block.span)) {
            deadline.tick()?;
            let level = level_of(facts, block).filter(|level| *level > 1 || !is_quoted(facts, block));
            let has_ended = letters > MAX_BEFORE_HEADLINE;
            if has_ended && (level != Some(1) || beginning.headline().is_none()) {
                continue;
            }
            let shown = page.runs_of(block).filter(|run| selection.emission.shows(run));
            let key = text_key(&shown.map(|run| page.text_of(&run).into_owned()).collect::<String>());
            if key.is_empty() {
                continue;
            }
            if level == Some(1) && beginning.headline().is_some_and(|first| first.key != key) {
                beginning.has_other_headlines = true;
                break;
            }
            letters += if level.is_none() { key.chars().count() } else { 0 };
            if !has_ended {
                beginning.blocks.push(FirstBlock { key, level });
            }
        }
        Ok(beginning)
    }

    /// The heading of level 1 with which the selection begins.
    fn headline(&self) -> Option<&FirstBlock> {
        self.blocks.iter().find(|block| block.level == Some(1))
    }

    /// The heading that is the title: with its words and a few more before or after them, or with most of them. One of level 1
    /// comes first.
    fn heading_of(&self, title: &str) -> Option<&FirstBlock> {
        let is_most = |key: &str| title.contains(key) && key.len() * 2 >= title.len();
        let is_near = |key: &str| key.len() as f64 <= title.len() as f64 * MAX_LONGER;
        let is_longer = |key: &str| key.starts_with(title) || key.ends_with(title);
        let is_title = |block: &&FirstBlock| match block.level {
            None => false,
            Some(1) => is_longer(&block.key) || is_most(&block.key),
            Some(_) => (is_longer(&block.key) && is_near(&block.key)) || is_most(&block.key),
        };
        self.blocks.iter().filter(is_title).min_by_key(|block| block.level != Some(1))
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

/// Returns the title of the page according to its metadata, if it has any letters or digits.
fn title_of(
    facts: PageFacts<'_>,
    address: Option<&str>,
    deadline: &mut Deadline,
) -> Result<Option<String>, TimedOut> {
    Ok(metadata::title_of(facts, address, deadline)?.filter(|title| !text_key(title).is_empty()))
}

/// Returns the blocks of headings whose text is the title of the page.
fn title_blocks(
    facts: PageFacts<'_>,
    address: Option<&str>,
    deadline: &mut Deadline,
) -> Result<Vec<Span>, TimedOut> {
    let title = title_of(facts, address, deadline)?;
    Ok(title.map_or_else(Vec::new, |title| headings_with(facts, &text_key(&title))))
}

/// Returns the blocks of headings whose text has the key of the title, sorted and without overlaps.
fn headings_with(facts: PageFacts<'_>, title: &str) -> Vec<Span> {
    let key_of = |block: &Block| text_key(&facts.page().visible_text(block));
    let headings: Vec<(Span, String)> =
        headings(facts, |tag| tag.is(HEADING)).map(|block| (block.span, key_of(block))).collect();
    let spans = |fits: &dyn Fn(&str) -> bool| -> Vec<Span> {
        headings.iter().filter(|(_, key)| fits(key)).map(|(span, _)| *span).collect()
    };
    let exact = spans(&|key| key == title);
    // Used if no heading equals the title: in a heading, the name of the site may follow the title.
    let longer = || spans(&|key| key.starts_with(title)).into_iter().take(1).collect();
    sorted_without_overlaps(if exact.is_empty() { longer() } else { exact })
}

/// Returns the blocks of headings with certain tags.
fn headings<'p>(facts: PageFacts<'p>, is: impl Fn(Tag) -> bool) -> impl Iterator<Item = &'p Block> {
    facts.page().blocks().iter().filter(move |block| tags_of(facts, block).any(&is))
}

/// The tag of the element of a block, and that of the element around it, which is a heading if the block is the only thing in one.
fn tags_of<'p>(facts: PageFacts<'p>, block: &'p Block) -> impl Iterator<Item = Tag> + 'p {
    let around = std::iter::successors(facts.page().block_element(block), |element| element.parent());
    around.take(2).map(|element| element.tag())
}

/// Whether a block is in a quotation, whose headings are not those of the page.
fn is_quoted(facts: PageFacts<'_>, block: &Block) -> bool {
    /// Maximum number of elements between a quotation and a heading in it. Chosen by hand.
    const MAX_BETWEEN: usize = 4;
    let around = std::iter::successors(facts.page().block_element(block), |element| element.parent());
    around.take(MAX_BETWEEN).any(|element| element.tag() == Tag::Blockquote)
}

/// The level of a block that is a heading.
fn level_of(facts: PageFacts<'_>, block: &Block) -> Option<u8> {
    let levels = [Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6];
    let level = tags_of(facts, block).find_map(|tag| levels.iter().position(|of| *of == tag))?;
    Some(level as u8 + 1)
}

/// The first of the headings that are the title or one of level 1, if the selection keeps it. Others may be those of a card or a
/// box further down, such as the recipe under its story. The `titles` must be sorted and without overlaps.
fn headline<'p>(facts: PageFacts<'p>, selection: &Selection, titles: &[Span]) -> Option<&'p Block> {
    let is_first = |block: &Block| titles.first() == Some(&block.span);
    let is_title = |block: &&Block| titles.binary_search(&block.span).is_ok();
    let of_first_level = |block: &&Block| is_first(block) || level_of(facts, block) == Some(1);
    let headlines: Vec<&Block> =
        facts.page().blocks().iter().filter(is_title).filter(of_first_level).collect();
    let spans = sorted_without_overlaps(headlines.iter().map(|block| block.span).collect());
    let kept: Vec<Span> = selection.kept().filter(|kept| touches(&spans, *kept)).collect();
    let kept_of = |block: &&Block| touches(&kept, block.span);
    let of_level_1 = |block: &&Block| level_of(facts, block) == Some(1);
    let mut found = headlines.into_iter().filter(kept_of);
    let first = found.next()?;
    if of_level_1(&first) { Some(first) } else { Some(found.find(of_level_1).unwrap_or(first)) }
}

/// Whether the selection keeps a part of one of the `titles`, which must be sorted and without overlaps.
fn is_kept(selection: &Selection, titles: &[Span]) -> bool {
    selection.kept().any(|kept| touches(titles, kept))
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

/// Whether the caller excluded a part of one of the `titles` by a selector. They must be sorted and without overlaps.
fn is_excluded(selection: &Selection, titles: &[Span]) -> bool {
    let mut excluded = selection.verdicts.iter().filter(|verdict| verdict.reason == Reason::Excluded);
    excluded.any(|verdict| touches(titles, verdict.span))
}

/// Adds the first of the `titles` to a selection, unless the selection already keeps a part of one of them or keeps nothing at
/// all.
fn with_title(selection: Selection, titles: &[Span]) -> Selection {
    let is_kept = is_kept(&selection, titles);
    let keeps_nothing = selection.kept().next().is_none();
    let wanted = |title: &Span| !is_kept && !keeps_nothing && !is_excluded(&selection, &[*title]);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Found;
    use crate::methods::plain;
    use crate::page::Page;
    use crate::source::Source;

    /// Longer than [`MAX_BEFORE_HEADLINE`].
    const STORY: &str = "<p>The river drives a wheel of oak, the wheel drives a shaft, and the shaft drives two stones, which \
        grind the corn of the whole valley from September until the frost stops the wheel. It has done so for three hundred \
        years.";

    /// What is done about the title, if a method keeps all of a page but the text between `{` and `}`.
    fn title_of(page: &str) -> Title {
        let removed = page.find('{').zip(page.find('}')).map(|(start, end)| Span::new(start, end + 1));
        let page = page.replace(['{', '}'], " ");
        let page = Page::parse(Source::from_text(&page));
        let found = Found::default();
        let facts = PageFacts::new(&page, &found);
        let selection = plain::select(&page).without(&page, removed.as_slice(), Reason::Title);
        title(facts, &selection, None, &mut Deadline::after(None)).unwrap()
    }

    #[test]
    fn only_a_heading_at_the_beginning_is_the_headline() {
        let before = |title: &str| Title::Before(title.to_owned());
        let raised = |key: &str| Title::Raised(key.to_owned());
        for (page, expected) in [
            (format!("<title>Bread</title><h1>{{Bread}}</h1>{STORY}<h2>Bread</h2><p>Flour"), before("Bread")),
            (format!("<title>Bread</title><h1>{{Bread}}</h1><h2>Bread</h2>{STORY}"), raised("bread")),
            (format!("<title>Bread</title>{STORY}<h2>Bread</h2><p>Flour"), raised("bread")),
            (format!("<title>Bread</title><h3>{{Bread}}</h3>{STORY}<h1>Bread</h1><p>Flour"), Title::AsFound),
            (format!("<title>Bread</title><h1>Bread</h1>{STORY}"), Title::AsFound),
            (
                format!(
                    "<meta property=og:title content=Bread><blockquote><h1>Be bold</h1></blockquote>{STORY}"
                ),
                before("Bread"),
            ),
            (format!("<title>New bread</title><h2>No new bread today</h2>{STORY}"), before("New bread")),
            (format!("<title>New bread</title><h2>All new bread</h2>{STORY}"), raised("allnewbread")),
            (format!("<title>Bread</title><h2>Our reviews of bread</h2>{STORY}"), before("Bread")),
            (format!("<title>New bread</title><p>New bread</p>{STORY}"), raised("newbread")),
        ] {
            assert_eq!(title_of(&page), expected, "{page}");
        }
    }
}
