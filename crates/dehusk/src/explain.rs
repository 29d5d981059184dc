//! Explanations: of every block of a page where it stands, whether it was kept, and why.
//!
//! What is told is what the method's selection tells, and for `grain` the signals that decided. Making it costs many times an
//! extraction; nothing here runs unless it is asked for.

use std::collections::HashMap;

use crate::markup::{BLOCK, HEADING, Tag};
use crate::page::{Block, Element, Page};
use crate::render::{self, Apart};
pub use crate::selection::Signal;
use crate::selection::{Emission, Reason, Selection, Verdict};
use crate::source::Span;

/// Characters of a block's text that are quoted.
const QUOTED: usize = 60;

/// An element that holds blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Container {
    /// Name, id and first classes as a selector writes them: `div#main.story`.
    pub label: String,
    /// The container around it, as an index.
    pub parent: Option<usize>,
}

/// A block of text and what became of it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ExplainedBlock {
    /// The container that it stands in, as an index of [`Explanation::containers`].
    pub container: Option<usize>,
    /// `paragraph`, `heading`, `item`, `cell`, `code`, `quote`, `term`, `caption` or `text`; `data` for the article in the page's data where
    /// that takes the place of what the page shows.
    pub kind: &'static str,
    /// Where it stands in the source.
    pub span: Span,
    /// The beginning of its text.
    pub text: String,
    /// Whether it was kept, at least in part.
    pub kept: bool,
    /// What the method said; `None` where it said nothing, which removes the block.
    pub verdict: Option<Verdict>,
    /// What decided, the weightiest first; empty for methods that cannot tell.
    pub signals: Vec<Signal>,
}

/// What became of the blocks of a page, and why.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Explanation {
    /// The containers, a container before those inside it.
    pub containers: Vec<Container>,
    /// The blocks, in document order.
    pub blocks: Vec<ExplainedBlock>,
}

impl ExplainedBlock {
    /// The reason in a few words: that of the verdict, then up to three signals that point where the decision went, unless it went by what
    /// becomes of other blocks.
    #[must_use]
    pub fn reason(&self) -> String {
        let reason = self.verdict.map_or("not mentioned by the method".to_owned(), |verdict| {
            verdict.reason.as_str().replace('_', " ")
        });
        let points = self.points();
        if points.is_empty() { reason } else { format!("{reason}: {}", points.join("; ")) }
    }

    fn points(&self) -> Vec<&str> {
        const MOST: usize = 3;
        const LEAST_WEIGHT: f32 = 0.1;
        if self.verdict.is_some_and(|verdict| is_beyond_score(verdict.reason)) {
            return Vec::new();
        }
        let points = self.signals.iter().filter(|signal| {
            signal.weight.abs() >= LEAST_WEIGHT
                && (signal.weight > 0.0) == self.kept
                && signal.name != Signal::OF_PAGE
                && !signal.says.is_empty()
        });
        points.take(MOST).map(|signal| signal.says.as_str()).collect()
    }
}

/// Whether something else than its score decided about a block: what becomes of others, or that it is a comment.
fn is_beyond_score(reason: Reason) -> bool {
    use Reason::{AmidContent, Comments, HeadsContent, Repeats};
    matches!(reason, HeadsContent | AmidContent | Repeats | Comments)
}

impl Explanation {
    /// The least score of the blocks that are kept for their score; `None` without any. Others are kept for what they stand beside.
    #[must_use]
    pub fn least_kept(&self) -> Option<f32> {
        let for_score = |verdict: &Verdict| {
            matches!(verdict.reason, Reason::LikelyProse | Reason::LikelyContent | Reason::LikelyHeading)
        };
        let verdicts = self.blocks.iter().filter(|block| block.kept).filter_map(|block| block.verdict);
        verdicts.filter(for_score).map(|verdict| verdict.score).reduce(f32::min)
    }

    /// Puts what a selection and a method's signals say to the blocks of a parsed page.
    pub(crate) fn of(
        page: &Page<'_>,
        selection: &Selection,
        signals: Vec<(Span, Vec<Signal>)>,
    ) -> Explanation {
        let mut signals: HashMap<usize, Vec<Signal>> =
            signals.into_iter().map(|(span, signals)| (span.start(), signals)).collect();
        let mut explanation = Explanation::default();
        let mut known = HashMap::new();
        let unscripted = selection.emission == Emission::Unscripted;
        let hidden: &[Block] = if unscripted { page.unscripted_blocks() } else { &[] };
        for block in page.blocks().iter().chain(hidden) {
            let Some(first) = page.runs_of(block).find(|run| !run.is_blank()) else { continue };
            let element = page.block_element(block);
            let container = element.and_then(|element| explanation.container(element, &mut known));
            let (verdict, kept) = verdict_on(selection, block.span);
            explanation.blocks.push(ExplainedBlock {
                container,
                kind: element.map_or("text", kind),
                span: block.span,
                text: beginning(page, block, selection.emission),
                kept,
                verdict,
                signals: signals.remove(&first.span.start()).unwrap_or_default(),
            });
        }
        explanation.blocks.sort_by_key(|block| block.span);
        explanation
    }

    /// The same with a text in the page's data among the blocks.
    pub(crate) fn with_data(mut self, text: &str, verdict: Verdict) -> Explanation {
        let data = ExplainedBlock {
            container: None,
            kind: "data",
            span: verdict.span,
            text: quoted(text),
            kept: verdict.kept,
            verdict: Some(verdict),
            signals: Vec::new(),
        };
        let at = self.blocks.partition_point(|block| block.span < data.span);
        self.blocks.insert(at, data);
        self
    }

    /// The index of an element's container, made with all those around it.
    fn container(
        &mut self,
        element: Element<'_>,
        known: &mut HashMap<(usize, usize), usize>,
    ) -> Option<usize> {
        let is_container = |element: &Element<'_>| element.tag().is(BLOCK) || element.tag() == Tag::Unknown;
        let key = |element: &Element<'_>| (element.span().start(), element.span().end());
        let mut new = Vec::new();
        let mut at = Some(element);
        let mut parent = None;
        while let Some(element) = at {
            if let Some(index) = known.get(&key(&element)) {
                parent = Some(*index);
                break;
            }
            if is_container(&element) {
                new.push(element);
            }
            at = element.parent();
        }
        for element in new.into_iter().rev() {
            let index = self.containers.len();
            known.insert(key(&element), index);
            self.containers.push(Container { label: label(&element), parent });
            parent = Some(index);
        }
        parent
    }

    /// The containers around a container, itself last.
    #[must_use]
    pub fn path(&self, container: Option<usize>) -> Vec<usize> {
        let up = std::iter::successors(container, |index| self.containers[*index].parent);
        let mut path: Vec<usize> = up.collect();
        path.reverse();
        path
    }
}

/// What was said about most of a block, and whether any of it is kept.
fn verdict_on(selection: &Selection, span: Span) -> (Option<Verdict>, bool) {
    let first = selection.verdicts.partition_point(|verdict| verdict.span.end() <= span.start());
    let on_it = selection.verdicts[first..].iter().take_while(|verdict| verdict.span.start() < span.end());
    let common =
        |verdict: &Verdict| verdict.span.end().min(span.end()) - verdict.span.start().max(span.start());
    let kept = on_it.clone().any(|verdict| verdict.kept);
    let most = on_it.filter(|verdict| verdict.kept == kept).max_by_key(|verdict| common(verdict));
    (most.copied(), kept)
}

fn kind(element: Element<'_>) -> &'static str {
    let own = |element: Element<'_>| {
        Some(match element.tag() {
            Tag::P => "paragraph",
            Tag::Li => "item",
            Tag::Td | Tag::Th => "cell",
            Tag::Pre => "code",
            Tag::Blockquote => "quote",
            Tag::Dt | Tag::Dd => "term",
            Tag::Figcaption | Tag::Caption => "caption",
            tag if tag.is(HEADING) => "heading",
            _ => return None,
        })
    };
    // One level up: `<li><div>text</div></li>`.
    own(element).or_else(|| element.parent().and_then(own)).unwrap_or("text")
}

fn label(element: &Element<'_>) -> String {
    const MOST_CLASSES: usize = 2;
    const LONGEST: usize = 40;
    let mut label = element.name().into_owned();
    if let Some(id) = element.attribute("id").filter(|id| !id.trim().is_empty()) {
        label.push('#');
        label.push_str(id.trim());
    }
    let classes = element.attribute("class").unwrap_or_default();
    for class in classes.split_ascii_whitespace().take(MOST_CLASSES) {
        label.push('.');
        label.push_str(class);
    }
    match label.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &label[..end]),
        None => label,
    }
}

/// The beginning of a block, as it is printed.
fn beginning(page: &Page<'_>, block: &Block, emission: Emission) -> String {
    let (mut text, mut last) = (String::new(), None);
    for run in page.runs_of(block) {
        let before = last.replace(run).filter(|_| emission == Emission::Formatted);
        let apart = before.map(|last| render::parts(&text, page.source().text(), [&last, &run]));
        if run.begins_line() || apart.is_some_and(|apart| apart != Apart::Nowhere) {
            text.push(' '); // white space is squeezed below
        }
        text.push_str(&page.text_of(&run));
    }
    quoted(&text)
}

fn quoted(text: &str) -> String {
    let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = text.char_indices().nth(QUOTED) {
        text.truncate(text[..end].trim_end().len());
        text.push('…');
    }
    text
}
