//! Explanations: for every block of a page, where it is, whether it was kept, and why.
//!
//! Explanations report the verdicts of the method, the numbers that it counted (R2L, DANA, DANAg, AdDANAg, Thai) and, for `grain`,
//! the signals that decided. An explanation takes many times as long as an extraction, so it is made only on request.

use std::collections::HashMap;

use crate::budget::MAX_ADDRESS_BYTES;
use crate::facts::PageFacts;
use crate::markup::{BLOCK, HEADING, Tag};
use crate::method::Density;
pub use crate::method::counts::{AnchorCounts, BlockCounts, ColumnCounts};
use crate::page::{Block, Element};
use crate::parts::ItemKind;
pub use crate::records::GroupItem;
use crate::records::{Groups, Place};
use crate::render::{self, SpaceIn};
use crate::selection::{Emission, Hiding, Kept, Media, Reason, Selection, Verdict};
pub use crate::selection::{Signal, Value};
use crate::source::Span;

/// Maximum number of characters to quote from the text of a block. Chosen by hand to fit on a line of a terminal.
const MAX_QUOTED_CHARS: usize = 60;

/// An element that contains blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Container {
    /// The name, id and first classes of the element, written as a selector: `div#main.story`.
    pub label: String,
    /// The container directly around this one, as an index of [`Explanation::containers`].
    pub parent: Option<usize>,
}

impl Container {
    /// Returns the number of bytes that the container takes, with its label and its entry in the table of known containers.
    fn bytes(&self) -> usize {
        size_of::<Container>() + size_of::<((usize, usize), usize)>() + self.label.len()
    }
}

/// A block of text, and whether and why it was kept.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ExplainedBlock {
    /// The innermost container around the block, as an index of [`Explanation::containers`].
    pub container: Option<usize>,
    /// `paragraph`, `heading`, `list_item`, `table_cell`, `code`, `quote`, `term`, `definition` or `caption`, as
    /// [`BlockKind::as_str`](crate::parts::BlockKind::as_str) says; `text` for all others; `image`, `video`, `audio` or `embed`, whose
    /// text is their address; or `data` for an article in the page's data that replaces the visible text.
    pub kind: &'static str,
    /// The span of the block in the source.
    pub span: Span,
    /// The beginning of the block's text.
    pub text: String,
    /// Whether the block was kept, at least in part.
    pub kept: bool,
    /// How the page hides the block or a part of it, if that is kept anyway; else how a removed part is hidden.
    pub hidden: Option<Hiding>,
    /// Whether the block is kept without a hidden part.
    pub has_removed_part: bool,
    /// The method's verdict. `None` if the method gave none; the block is then removed.
    pub verdict: Option<Verdict>,
    /// The signals that decided, in order of decreasing weight. Empty for methods without signals.
    pub signals: Vec<Signal>,
    /// The item of a repeated structure that the block is in, and what became of the items. `None` if it is in none.
    pub group: Option<GroupItem>,
    /// The numbers by which the method judged the block, or the longest of its texts; `None` for methods without such numbers.
    pub counts: Option<BlockCounts>,
}

/// Which blocks of a page were kept, and why.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Explanation {
    /// The containers. Each comes before the containers inside it.
    pub containers: Vec<Container>,
    /// The blocks, in document order.
    pub blocks: Vec<ExplainedBlock>,
    /// Whether blocks at the end of the page are missing, because they would need more memory than
    /// [`Limits::max_memory`](crate::budget::Limits::max_memory) allows for a list.
    pub is_cut: bool,
}

impl ExplainedBlock {
    fn of_media(media: &Media, container: Option<usize>) -> ExplainedBlock {
        let Media { kind, span, kept, reason, hidden, address, .. } = media;
        let score = f32::from(u8::from(*kept));
        ExplainedBlock {
            container,
            kind: kind.as_str(),
            span: *span,
            text: quoted(&address[..address.floor_char_boundary(MAX_ADDRESS_BYTES)]),
            kept: *kept,
            hidden: *hidden,
            has_removed_part: false,
            verdict: Some(Verdict { span: *span, kept: *kept, score, reason: *reason }),
            signals: Vec::new(),
            group: None,
            counts: None,
        }
    }

    /// Returns the number of bytes that the block takes, with its texts.
    fn bytes(&self) -> usize {
        let signals = self.signals.iter().map(|signal| size_of::<Signal>() + signal.says.len());
        let counts = match &self.counts {
            Some(BlockCounts::Anchors(counts)) => size_of::<AnchorCounts>() + counts.xpath.len(),
            _ => 0,
        };
        size_of::<ExplainedBlock>() + self.text.len() + signals.sum::<usize>() + counts
    }

    /// Returns the reason for the decision in a few words: the reason of the verdict, how the block is hidden if it is, then the
    /// numbers that the method counted or up to three signals that support it. No signals are named if the decision did not
    /// depend on the score of the block, or is that the block is hidden.
    #[must_use]
    pub fn reason(&self) -> String {
        let reason = self.verdict.map_or("not mentioned by the method".to_owned(), |verdict| {
            verdict.reason.as_str().replace('_', " ")
        });
        let is_reason = !self.kept && self.verdict.is_some_and(|verdict| verdict.reason == Reason::Hidden);
        let reason = match self.hidden {
            Some(hidden) if is_reason => return self.says_hidden(hidden),
            Some(hidden) => format!("{reason}; {}", self.says_hidden(hidden)),
            None => reason,
        };
        let named =
            || self.named_signals().iter().map(|signal| signal.says.as_str()).collect::<Vec<_>>().join("; ");
        let evidence = self.counts.as_ref().map_or_else(named, BlockCounts::says);
        if evidence.is_empty() { reason } else { format!("{reason}: {evidence}") }
    }

    /// Says how the block is hidden, and whether this is the reason why a part of it was removed.
    fn says_hidden(&self, hidden: Hiding) -> String {
        let how = hidden.as_str().replace('_', " ");
        if self.kept && self.has_removed_part {
            format!("a hidden part is removed: {how}")
        } else {
            format!("hidden: {how}")
        }
    }

    /// Returns the signals that [`ExplainedBlock::reason`] names: the strongest that support the decision.
    #[must_use]
    pub fn named_signals(&self) -> Vec<&Signal> {
        /// Maximum number of signals that are named. Chosen by hand.
        const MAX_SIGNALS: usize = 3;
        /// Minimum weight of a signal that is named, as a change of the log odds. Chosen by hand.
        const MIN_WEIGHT: f32 = 0.1;
        let verdict = self.verdict.map(|verdict| verdict.reason);
        let is_hidden = self.hidden.is_some() && !self.kept && verdict == Some(Reason::Hidden);
        if is_hidden || self.counts.is_some() || verdict.is_some_and(is_independent_of_score) {
            return Vec::new();
        }
        let supporting = self.signals.iter().filter(|signal| {
            signal.weight.abs() >= MIN_WEIGHT
                && (signal.weight > 0.0) == self.kept
                && signal.name != Signal::OF_PAGE
                && !signal.says.is_empty()
        });
        supporting.take(MAX_SIGNALS).collect()
    }
}

/// Whether a decision with this reason ignored the score of the block: other blocks or the caller decided, the block is a comment
/// or the title, or the text is that of the page's JSON-LD.
fn is_independent_of_score(reason: Reason) -> bool {
    use Reason::{
        AmidContent, BesideCode, Comments, Control, Dialog, Excluded, HeadsContent, HeadsNothing, JsonLd,
        Label, NoiseIgnored, NotSelected, OtherStory, RepeatedOnSite, Repeats, Selected, Table, Title,
    };
    matches!(
        reason,
        HeadsContent
            | HeadsNothing
            | AmidContent
            | BesideCode
            | Control
            | Repeats
            | Comments
            | OtherStory
            | Dialog
            | Label
            | NoiseIgnored
            | RepeatedOnSite
            | JsonLd
            | Title
            | Selected
            | NotSelected
            | Excluded
            | Table
    )
}

impl Explanation {
    /// The number of containers that a path names, at most. Chosen by hand: real pages have up to 40 around a block, and the inner ones
    /// tell where it is.
    pub const MAX_LABELS: usize = 32;

    /// Returns the lowest score among the blocks that are kept because of their score; `None` if there are none. Blocks that are
    /// kept because of their neighbors are ignored.
    #[must_use]
    pub fn least_kept(&self) -> Option<f32> {
        let for_score = |verdict: &Verdict| {
            matches!(verdict.reason, Reason::LikelyProse | Reason::LikelyContent | Reason::LikelyHeading)
        };
        let verdicts = self.blocks.iter().filter(|block| block.kept).filter_map(|block| block.verdict);
        verdicts.filter(for_score).map(|verdict| verdict.score).reduce(f32::min)
    }

    /// Returns the explanation of a page: its blocks and media with the verdicts of the selection and the evidence of the method.
    /// It ends where it would take more than `max_bytes`.
    pub(crate) fn of(
        facts: PageFacts<'_>,
        selection: &Selection,
        groups: &Groups,
        kinds: &[Option<ItemKind>],
        evidence: Evidence,
        max_bytes: usize,
    ) -> Explanation {
        let explainer = Explainer::new(facts, selection, groups, kinds, evidence);
        explainer.explanation(max_bytes)
    }

    /// Returns the explanation with one more block, for a text from the data of the page.
    pub(crate) fn with_data(mut self, text: &str, verdict: Verdict) -> Explanation {
        let data = ExplainedBlock {
            container: None,
            kind: "data",
            span: verdict.span,
            text: quoted(text),
            kept: verdict.kept,
            hidden: None,
            has_removed_part: false,
            verdict: Some(verdict),
            signals: Vec::new(),
            group: None,
            counts: None,
        };
        let at = self.blocks.partition_point(|block| block.span < data.span);
        self.blocks.insert(at, data);
        self
    }

    /// Returns the index of the innermost container that is the element itself or is around it. Adds this container and all
    /// containers around it if they are new.
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

    /// Returns the indices of the containers around a container, from the outermost to the container itself.
    #[must_use]
    pub fn path(&self, container: Option<usize>) -> Vec<usize> {
        let mut path: Vec<usize> = self.ancestors(container).collect();
        path.reverse();
        path
    }

    /// Returns the labels of the innermost containers around a block, at most [`Explanation::MAX_LABELS`], from the inside out.
    pub fn innermost(&self, container: Option<usize>) -> impl Iterator<Item = &str> {
        self.ancestors(container).take(Self::MAX_LABELS).map(|index| self.containers[index].label.as_str())
    }

    /// Returns the indices of a container and of those around it, from the inside out.
    fn ancestors(&self, container: Option<usize>) -> impl Iterator<Item = usize> {
        std::iter::successors(container, |index| self.containers[*index].parent)
    }
}

/// What has an entry in an explanation: a block with its place in a group, or a medium with the element around it.
enum Entry<'a, 'p> {
    Block(&'a Block, &'a Option<Place>),
    Media(&'a Media, Option<Element<'p>>),
}

impl Entry<'_, '_> {
    fn span(&self) -> Span {
        match self {
            Entry::Block(block, _) => block.span,
            Entry::Media(media, _) => media.span,
        }
    }
}

/// What is needed to explain the blocks of a page one after the other.
struct Explainer<'a, 'p> {
    facts: PageFacts<'p>,
    selection: &'a Selection,
    groups: &'a Groups,
    kinds: &'a [Option<ItemKind>],
    /// For each group, the number of items of which something is kept.
    kept_items: Vec<usize>,
    evidence: Evidence,
    /// The signals of [`Evidence::signals`], by the start of the block's first text.
    signals: HashMap<usize, Vec<Signal>>,
}

impl<'a, 'p: 'a> Explainer<'a, 'p> {
    fn new(
        facts: PageFacts<'p>,
        selection: &'a Selection,
        groups: &'a Groups,
        kinds: &'a [Option<ItemKind>],
        mut evidence: Evidence,
    ) -> Explainer<'a, 'p> {
        let signals = std::mem::take(&mut evidence.signals);
        Explainer {
            facts,
            selection,
            groups,
            kinds,
            kept_items: kept_items(groups, selection),
            evidence,
            signals: signals.into_iter().map(|(span, signals)| (span.start(), signals)).collect(),
        }
    }

    fn explanation(mut self, max_bytes: usize) -> Explanation {
        let mut explanation = Explanation::default();
        let mut known = HashMap::new();
        let mut bytes = 0;
        for entry in self.entries() {
            let before = explanation.containers.len();
            let Some(block) = self.explained(&entry, &mut explanation, &mut known) else { continue };
            let added: usize = explanation.containers[before..].iter().map(Container::bytes).sum();
            bytes +=
                added + block.bytes() + explanation.innermost(block.container).map(str::len).sum::<usize>();
            if bytes > max_bytes {
                explanation.is_cut = true;
                break;
            }
            explanation.blocks.push(block);
        }
        explanation
    }

    /// The blocks and media of the page in source order.
    fn entries(&self) -> Vec<Entry<'a, 'p>> {
        let page = self.facts.page();
        let is_unscripted = self.selection.emission == Emission::Unscripted;
        let hidden: &[Block] = if is_unscripted { page.unscripted_blocks() } else { &[] };
        let places = self.groups.of_blocks().iter().chain(self.groups.of_unscripted_blocks());
        let blocks = page.blocks().iter().chain(hidden).zip(places);
        let mut entries: Vec<_> = blocks.map(|(block, place)| Entry::Block(block, place)).collect();
        let media = &self.selection.media;
        if !media.is_empty() {
            let parents: HashMap<Span, Element<'_>> =
                page.elements().filter_map(|element| Some((element.span(), element.parent()?))).collect();
            entries.extend(media.iter().map(|media| Entry::Media(media, parents.get(&media.span).copied())));
        }
        entries.sort_by_key(Entry::span);
        entries
    }

    /// Returns the explanation of a block or a medium; `None` for a block without text. Adds the containers around it.
    fn explained(
        &mut self,
        entry: &Entry<'a, 'p>,
        explanation: &mut Explanation,
        known: &mut HashMap<(usize, usize), usize>,
    ) -> Option<ExplainedBlock> {
        match entry {
            Entry::Block(block, place) => {
                self.block(block, place.as_ref(), |element| explanation.container(element, known))
            }
            Entry::Media(media, parent) => {
                let container = parent.and_then(|parent| explanation.container(parent, known));
                Some(ExplainedBlock::of_media(media, container))
            }
        }
    }

    fn block(
        &mut self,
        block: &Block,
        place: Option<&Place>,
        container: impl FnOnce(Element<'_>) -> Option<usize>,
    ) -> Option<ExplainedBlock> {
        let page = self.facts.page();
        let first = page.runs_of(block).find(|run| !run.is_blank())?;
        let element = page.block_element(block);
        let counts = self.evidence.counts_of(block.span);
        let (verdict, kept) = verdict_on(self.selection, block.span);
        let kept_hiding = self.selection.hiding_of(block.span, true);
        let removed_hiding = self.selection.hiding_of(block.span, false);
        Some(ExplainedBlock {
            container: element.and_then(container),
            kind: element.map_or("text", kind),
            span: block.span,
            text: beginning(self.facts, block, self.selection.emission),
            kept,
            hidden: kept_hiding.or(removed_hiding),
            has_removed_part: kept && kept_hiding.is_none() && removed_hiding.is_some(),
            verdict: verdict.or_else(|| below_axis(counts.as_ref(), block.span)),
            group: place.and_then(|place| self.item(*place)),
            signals: self.signals.remove(&first.span.start()).unwrap_or_default(),
            counts,
        })
    }

    /// The item of a group that a block is in; see [`ExplainedBlock::group`].
    fn item(&self, place: Place) -> Option<GroupItem> {
        let group = place.group as usize;
        let noun = self.kinds.get(group).copied().flatten().map_or("item", ItemKind::noun);
        self.groups.item(place, noun, self.kept_items[group])
    }
}

/// What a method knows about the blocks of a page beyond its verdicts.
#[derive(Debug, Default)]
pub(crate) struct Evidence {
    /// The signals for each block, by the span of its first text.
    pub(crate) signals: Vec<(Span, Vec<Signal>)>,
    /// The counts for each text, in source order.
    pub(crate) counts: Vec<(Span, BlockCounts)>,
    /// The counts along the source.
    pub(crate) density: Option<Density>,
}

impl Evidence {
    /// The counts of the longest text of a block, or of its lines or segments.
    fn counts_of(&self, block: Span) -> Option<BlockCounts> {
        if let Some(density) = &self.density {
            return ColumnCounts::of(density, block).map(BlockCounts::Columns);
        }
        let first = self.counts.partition_point(|(span, _)| span.end() <= block.start());
        let inside = self.counts[first..].iter().take_while(|(span, _)| span.start() < block.end());
        inside.max_by_key(|(span, _)| span.len()).map(|(_, counts)| counts.clone())
    }
}

/// For each group, the number of items of which something is kept.
fn kept_items(groups: &Groups, selection: &Selection) -> Vec<usize> {
    let kept = Kept::new(selection);
    let is_kept = |span: Span| kept.within(span).next().is_some();
    let count = |group| groups.items_of(group).iter().filter(|item| is_kept(item.span)).count();
    groups.all().iter().map(count).collect()
}

/// The verdict on a block that no verdict mentions because all its columns are below the axis.
fn below_axis(counts: Option<&BlockCounts>, span: Span) -> Option<Verdict> {
    let Some(BlockCounts::Columns(columns)) = counts else { return None };
    let verdict = Verdict { span, kept: false, score: 0.0, reason: Reason::BelowAxis };
    columns.is_below_axis().then_some(verdict)
}

/// Returns the verdict on a block, and whether any part of the block is kept. Several verdicts can cover parts of a block: of
/// those that agree with this outcome, the one that covers the most of the block is returned.
fn verdict_on(selection: &Selection, span: Span) -> (Option<Verdict>, bool) {
    let first = selection.verdicts.partition_point(|verdict| verdict.span.end() <= span.start());
    let overlapping =
        selection.verdicts[first..].iter().take_while(|verdict| verdict.span.start() < span.end());
    let overlap =
        |verdict: &Verdict| verdict.span.end().min(span.end()) - verdict.span.start().max(span.start());
    let kept = overlapping.clone().any(|verdict| verdict.kept);
    let largest = overlapping.filter(|verdict| verdict.kept == kept).max_by_key(|verdict| overlap(verdict));
    (largest.copied(), kept)
}

/// Returns the kind of a block from the element that contains it; see [`ExplainedBlock::kind`].
fn kind(element: Element<'_>) -> &'static str {
    let own = |element: Element<'_>| {
        Some(match element.tag() {
            Tag::P => "paragraph",
            Tag::Li => "list_item",
            Tag::Td | Tag::Th => "table_cell",
            Tag::Pre => "code",
            Tag::Blockquote => "quote",
            Tag::Dt => "term",
            Tag::Dd => "definition",
            Tag::Figcaption | Tag::Caption => "caption",
            tag if tag.is(HEADING) => "heading",
            _ => return None,
        })
    };
    // If the element itself has no kind, use the kind of its parent, as in `<li><div>text</div></li>`.
    own(element).or_else(|| element.parent().and_then(own)).unwrap_or("text")
}

/// Returns the label of a container; see [`Container::label`].
fn label(element: &Element<'_>) -> String {
    /// Maximum number of classes in a label. Chosen by hand.
    const MAX_CLASSES: usize = 2;
    /// Maximum number of characters of a label. Chosen by hand.
    const MAX_LABEL_CHARS: usize = 40;
    let mut label = element.name().into_owned();
    if let Some(id) = element.attribute("id").filter(|id| !id.trim().is_empty()) {
        label.push('#');
        label.push_str(id.trim());
    }
    let classes = element.attribute("class").unwrap_or_default();
    for class in classes.split_ascii_whitespace().take(MAX_CLASSES) {
        label.push('.');
        label.push_str(class);
    }
    match label.char_indices().nth(MAX_LABEL_CHARS) {
        Some((end, _)) => format!("{}…", &label[..end]),
        None => label,
    }
}

/// Returns the beginning of a block's text, in the form that the renderer prints.
fn beginning(facts: PageFacts<'_>, block: &Block, emission: Emission) -> String {
    let page = facts.page();
    let (mut text, mut last_run) = (String::new(), None);
    for run in page.runs_of(block) {
        let before = last_run.replace(run).filter(|_| emission == Emission::Formatted);
        let space_in = before.map(|last| render::space_between(&text, facts, [&last, &run]));
        if run.begins_line() || space_in.is_some_and(|space_in| space_in != SpaceIn::NoOutput) {
            text.push(' '); // `quoted` collapses whitespace
        }
        text.push_str(&page.text_of(&run));
    }
    quoted(&text)
}

/// Returns a text on one line, shortened if it is long.
fn quoted(text: &str) -> String {
    let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = text.char_indices().nth(MAX_QUOTED_CHARS) {
        text.truncate(text[..end].trim_end().len());
        text.push('…');
    }
    text
}
