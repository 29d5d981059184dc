//! Thai XPath block method: keeps the texts of blocks with a low share of anchors.
//!
//! Thanadechteemapat, Fung: "Thai word segmentation for visualization of Thai Web sites", 2011 (§III of the
//! paper, §6 of the specification). Every text is counted in all elements around it and judged by the
//! innermost element that holds more than one text. Despite its name, the method does not depend on the Thai
//! script. The paper's word segmentation and word clouds are in other crates.

use super::run_verdicts::{RunVerdicts, visible_length};
use super::thai_blocks::Judges;
use crate::budget::{Deadline, TimedOut};
use crate::markup::Tag;
use crate::method::counts::AnchorCounts;
use crate::method::params::{List, choice};
use crate::method::{BlockCounts, Method, ParamSpec, Slot, params};
use crate::page::{Element, Event, Page, Run, Visitor};
use crate::selection::{Reason, Selection};
use crate::source::Span;
use std::borrow::Cow;

/// Default of `w_text`: the weight of the share of anchor text in the anchor ratio. The share of anchor nodes
/// has the remaining weight (§III.B).
pub const TEXT_WEIGHT: f64 = 0.75;
/// Default of `ar_max`: a block with a lower anchor ratio than this is content (§III.C).
pub const MAX_ANCHOR_RATIO: f64 = 0.6;
/// Default of `min_len`: the minimum number of characters in a text that is content (§III.C, with a misprint
/// corrected).
pub const MIN_LENGTH: u32 = 2;
/// Default of `few_href`: a block with fewer anchors than this can hold the page's subject, if it has enough
/// texts (§III.C).
pub const FEW_ANCHORS: u32 = 2;
/// Default of `many_elements`: a block needs more texts than this to hold the page's subject (§III.C).
pub const MANY_TEXTS: u32 = 2;
/// Default of `min_block_elements`: an element is a block if it has more texts than this (§III.B).
pub const MIN_BLOCK_TEXTS: u32 = 1;
/// Default of `footers`: the beginnings of footer texts. The first is from the paper (§III.A), the others are
/// chosen by hand.
pub const FOOTERS: List = Cow::Borrowed(&[
    Cow::Borrowed("powered by"),
    Cow::Borrowed("copyright"),
    Cow::Borrowed("©"),
    Cow::Borrowed("(c)"),
    Cow::Borrowed("all rights reserved"),
    Cow::Borrowed("สงวนลิขสิทธิ์"),
    Cow::Borrowed("ลิขสิทธิ์"),
]);

choice! {
    /// Which forms are dropped with everything inside them.
    DropForm {
        /// All, as in the paper.
        All "all",
        /// All except a form with more than half of the page's text, because many sites wrap the whole page
        /// in one form.
        Small "small",
        /// None.
        None "none",
    }
}

/// The method and its parameters.
///
/// ```
/// use dehusk::{Extractor, Options};
/// let page = "<ul><li><a href=/>หน้าแรก</a><li><a href=/n>ข่าว</a></ul><div><h1>ข่าววันนี้</h1><p>ฝนตกหนักในกรุงเทพ</p></div>";
/// let text = Extractor::new(Options::new().with_method("thai").unwrap()).extract(page.as_bytes(), None).into_text();
/// assert_eq!(text, "ข่าววันนี้\nฝนตกหนักในกรุงเทพ");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Thai {
    /// `w_text`: the weight of the share of anchor text in the anchor ratio.
    pub text_weight: f64,
    /// `ar_max`: a block with a lower anchor ratio than this is content.
    pub max_anchor_ratio: f64,
    /// `min_len`: the minimum number of characters in a text that is content.
    pub min_length: u32,
    /// `few_href`: a block with fewer anchors than this can hold the page's subject.
    pub few_anchors: u32,
    /// `many_elements`: a block needs more texts than this to hold the page's subject.
    pub many_texts: u32,
    /// `min_block_elements`: an element is a block if it has more texts than this.
    pub min_block_texts: u32,
    /// `footers`: the beginnings of footer texts, in lowercase.
    pub footers: List,
    /// `footer_len`: the maximum number of characters in a footer text; `None`: no maximum.
    pub footer_length: Option<u32>,
    /// `drop_form`: which forms are dropped.
    pub drop_form: DropForm,
}

impl Thai {
    /// The paper's values.
    pub const DEFAULT: Thai = Thai {
        text_weight: TEXT_WEIGHT,
        max_anchor_ratio: MAX_ANCHOR_RATIO,
        min_length: MIN_LENGTH,
        few_anchors: FEW_ANCHORS,
        many_texts: MANY_TEXTS,
        min_block_texts: MIN_BLOCK_TEXTS,
        footers: FOOTERS,
        footer_length: None,
        drop_form: DropForm::All,
    };

    /// Rule R1: the reason why an element is dropped; `None` if it is not.
    fn removal(&self, element: &Element<'_>) -> Option<Reason> {
        match element.tag() {
            Tag::Script | Tag::Noscript | Tag::Embed | Tag::Object | Tag::Img | Tag::Style => {
                return Some(Reason::Embedded);
            }
            Tag::Form if self.drop_form != DropForm::None => return Some(Reason::Form),
            _ => {}
        }
        element.is_undisplayed().then_some(Reason::Hidden)
    }

    /// Rule R2: whether a text begins like a footer text. `length` is its number of characters.
    fn is_footer(&self, text: &str, length: u32) -> bool {
        let begins = |footer: &Cow<'_, str>| starts_with(text, footer);
        self.footer_length.is_none_or(|max| length <= max) && self.footers.iter().any(begins)
    }

    /// §III.C: the verdict on the texts of a block.
    fn judge(&self, block: &Block) -> Verdict {
        let ratio = block.anchor_ratio(self.text_weight);
        let subject = block.anchors < self.few_anchors && block.texts > self.many_texts;
        let (kept, reason) = match (ratio < self.max_anchor_ratio, subject) {
            (true, _) => (true, Reason::FewLinks),
            (false, true) => (true, Reason::SubjectText),
            (false, false) => (false, Reason::ManyLinks),
        };
        (kept, 1.0 - ratio as f32, reason)
    }

    /// Walks over the body and judges its texts. Records the blocks if `judges` is given.
    fn walk<'p>(
        &'p self,
        page: &'p Page<'_>,
        body: Element<'p>,
        judges: Option<Judges<'p>>,
        deadline: &mut Deadline,
    ) -> Result<Walker<'p>, TimedOut> {
        let keeps_large_form = self.drop_form == DropForm::Small;
        let kept_form = if keeps_large_form { largest_form(page, body, deadline)? } else { None };
        let mut walker = Walker { judges, ..Walker::new(self, page, kept_form) };
        body.walk().visit(&mut walker, deadline)?;
        Ok(walker)
    }
}

impl Default for Thai {
    fn default() -> Thai {
        Thai::DEFAULT
    }
}

/// Whether a text is kept, with score and reason.
type Verdict = (bool, f32, Reason);

/// Whether a text begins with `beginning`, which is lowercase. Ignores case, leading whitespace and the amount
/// of whitespace between words.
fn starts_with(text: &str, beginning: &str) -> bool {
    let mut after_space = true;
    let collapsed = text.chars().filter_map(|c| {
        let is_space = c.is_whitespace();
        let is_repeated = is_space && after_space;
        after_space = is_space;
        (!is_repeated).then_some(if is_space { ' ' } else { c })
    });
    let mut found = collapsed.flat_map(char::to_lowercase);
    beginning.chars().all(|wanted| found.next() == Some(wanted))
}

/// The number of characters of a text, without whitespace at its ends and with other whitespace collapsed to
/// single spaces.
fn collapsed_length(text: &str) -> u32 {
    let words = text.split_whitespace().map(|word| word.chars().count() as u32 + 1);
    words.sum::<u32>().saturating_sub(1)
}

/// Counts over the texts of an element: the paper's features of an XPath block.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Block {
    /// The number of texts; "All Elements" in the paper.
    texts: u32,
    /// The number of texts inside anchors; "All Href" in the paper.
    anchors: u32,
    /// The number of characters; "All T" in the paper.
    length: u64,
    /// The number of characters inside anchors; "All Href T" in the paper.
    anchor_length: u64,
}

impl Block {
    /// The counts of one text.
    fn of_text(length: u32, anchor: bool) -> Block {
        let (texts, length, anchors) = (1, u64::from(length), u32::from(anchor));
        Block { texts, anchors, length, anchor_length: length * u64::from(anchor) }
    }

    fn add(&mut self, other: &Block) {
        self.texts += other.texts;
        self.anchors += other.anchors;
        self.length += other.length;
        self.anchor_length += other.anchor_length;
    }

    /// The anchor node ratio, "ANR", of a block with at least one text.
    fn anchor_node_ratio(&self) -> f64 {
        f64::from(self.anchors) / f64::from(self.texts.max(1))
    }

    /// The anchor text ratio, "ATR", of a block with at least one text.
    fn anchor_text_ratio(&self) -> f64 {
        self.anchor_length as f64 / self.length.max(1) as f64
    }

    /// The anchor ratio, "AR", of a block with at least one text.
    fn anchor_ratio(&self, text_weight: f64) -> f64 {
        text_weight * self.anchor_text_ratio() + (1.0 - text_weight) * self.anchor_node_ratio()
    }

    /// The row of the block in the table of an explanation, without its XPath.
    fn counts(&self, text_weight: f64, is_lowest: bool) -> AnchorCounts {
        AnchorCounts {
            xpath: String::new(),
            is_lowest,
            texts: self.texts,
            anchors: self.anchors,
            length: self.length,
            anchor_length: self.anchor_length,
            node_ratio: self.anchor_node_ratio(),
            text_ratio: self.anchor_text_ratio(),
            ratio: self.anchor_ratio(text_weight),
        }
    }
}

/// An open element.
#[derive(Clone, Copy, Default)]
struct Open {
    block: Block,
    /// The length of [`Walker::direct`] when the element began.
    first_direct: usize,
    /// The length of [`Walker::waiting`] when the element began.
    first_waiting: usize,
    is_anchor: bool,
    /// Whether a block is inside.
    has_block: bool,
}

/// The state of the walk over the body. Every text is counted once, and the counts of every element are added
/// once to the counts of its parent.
struct Walker<'m> {
    method: &'m Thai,
    page: &'m Page<'m>,
    runs: RunVerdicts,
    verdicts: Vec<Verdict>,
    open: Vec<Open>,
    /// Indices of the texts whose parent is still open.
    direct: Vec<u32>,
    /// Indices of the texts that are not in a closed block yet, in document order.
    waiting: Vec<u32>,
    /// The number of open anchors.
    anchors: u32,
    /// Inside a dropped element, the depth from that element and the reason why it was dropped.
    dropped: Option<(usize, Reason)>,
    /// The form that is kept although other forms are dropped.
    kept_form: Option<Element<'m>>,
    /// The number of characters of all texts.
    total_length: usize,
    /// The number of characters in dropped forms.
    dropped_form_length: usize,
    /// The blocks, if they are recorded for an explanation.
    judges: Option<Judges<'m>>,
}

impl<'m> Visitor<'m> for Walker<'m> {
    fn enter(&mut self, element: Element<'m>) {
        if let Some(judges) = &mut self.judges {
            judges.enter(&element);
        }
        if let Some((depth, _)) = &mut self.dropped {
            *depth += 1;
            return;
        }
        if let Some(reason) = self.method.removal(&element).filter(|_| self.kept_form != Some(element)) {
            self.dropped = Some((1, reason));
            return;
        }
        let is_anchor = element.tag() == Tag::A;
        self.anchors += u32::from(is_anchor);
        let (first_direct, first_waiting) = (self.direct.len(), self.waiting.len());
        let (block, has_block) = (Block::default(), false);
        self.open.push(Open { block, first_direct, first_waiting, is_anchor, has_block });
    }

    fn text(&mut self, run: &Run) {
        if run.is_blank() {
            return;
        }
        if let Some((_, reason)) = self.dropped {
            let length = if reason == Reason::Form { visible_length(self.page, run) } else { 0 };
            self.total_length += length;
            self.dropped_form_length += length;
            self.push(run, (false, 0.0, reason));
            return;
        }
        let text = self.page.text_of(run);
        let length = collapsed_length(&text);
        self.total_length += length as usize;
        if let Some(open) = self.open.last_mut().filter(|_| length > 0) {
            open.block.add(&Block::of_text(length, self.anchors > 0));
        }
        if length < self.method.min_length {
            self.push(run, (false, 0.0, Reason::TooShort));
        } else if self.method.is_footer(&text, length) {
            self.push(run, (false, 0.0, Reason::FooterWord));
        } else if self.push(run, (false, 0.0, Reason::ManyLinks)) {
            let index = self.verdicts.len() as u32 - 1;
            self.direct.push(index);
            self.waiting.push(index);
        }
    }

    fn leave(&mut self, _: Element<'m>) {
        if let Some((depth, _)) = &mut self.dropped {
            *depth -= 1;
            if *depth == 0 {
                self.dropped = None;
            }
        } else {
            self.leave_kept();
        }
        if let Some(judges) = &mut self.judges {
            judges.leave();
        }
    }
}

impl<'m> Walker<'m> {
    fn new(method: &'m Thai, page: &'m Page<'m>, kept_form: Option<Element<'m>>) -> Walker<'m> {
        let runs = RunVerdicts::new(Reason::FewLinks);
        let (verdicts, open, direct, waiting) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (anchors, dropped, total_length, dropped_form_length) = (0, None, 0, 0);
        Walker {
            method,
            page,
            runs,
            verdicts,
            open,
            direct,
            waiting,
            anchors,
            dropped,
            kept_form,
            total_length,
            dropped_form_length,
            judges: None,
        }
    }

    /// Adds a run with its verdict. Returns false if the run is invisible and so not added.
    fn push(&mut self, run: &Run, verdict: Verdict) -> bool {
        self.runs.push(run);
        if self.runs.len() > self.verdicts.len() {
            self.verdicts.push(verdict);
            return true;
        }
        false
    }

    /// Leaves an element that is not in a dropped one, and judges its texts.
    fn leave_kept(&mut self) {
        let Some(left) = self.open.pop() else { return };
        self.anchors -= u32::from(left.is_anchor);
        let verdict = self.method.judge(&left.block);
        let is_block = left.block.texts > self.method.min_block_texts;
        self.record(&left, is_block && !self.open.is_empty());
        // Texts directly inside the element get its verdict. If there is an enclosing block, its verdict replaces
        // theirs later.
        for index in self.direct.drain(left.first_direct..) {
            self.verdicts[index as usize] = verdict;
        }
        // The body counts only the texts directly inside it, not the texts inside its elements (ambiguity H8).
        let Some((around, outer)) = self.open.split_last_mut() else { return };
        around.has_block |= left.has_block || is_block;
        if is_block {
            for index in self.waiting.drain(left.first_waiting..) {
                self.verdicts[index as usize] = verdict;
            }
        }
        if !outer.is_empty() {
            around.block.add(&left.block);
        }
    }

    /// Records which texts a left element judges: those directly inside it and, if it is a block, all that wait.
    fn record(&mut self, left: &Open, is_block: bool) {
        let Some(judges) = &mut self.judges else { return };
        let direct = &self.direct[left.first_direct..];
        let waiting = if is_block { &self.waiting[left.first_waiting..] } else { &[] };
        if direct.is_empty() && waiting.is_empty() {
            return;
        }
        let block = judges.add(left.block.counts(self.method.text_weight, !left.has_block));
        direct.iter().chain(waiting).for_each(|text| judges.judge(*text as usize, block));
    }

    fn selection(mut self) -> Selection {
        let nothing =
            if self.dropped_form_length * 2 > self.total_length { Reason::Form } else { Reason::ManyLinks };
        self.runs.judge_all(|index| self.verdicts[index]);
        self.runs.selection(nothing)
    }
}

/// The form that holds more than half of the text of the body; `None` if there is none.
fn largest_form<'p>(
    page: &'p Page<'_>,
    body: Element<'p>,
    deadline: &mut Deadline,
) -> Result<Option<Element<'p>>, TimedOut> {
    let (mut total, mut before, mut largest) = (0, 0, (0, None));
    for event in body.walk() {
        deadline.tick()?;
        match event {
            Event::Text(run) => total += visible_length(page, &run),
            Event::Enter(element) if element.tag() == Tag::Form => before = total,
            Event::Leave(element) if element.tag() == Tag::Form && total - before > largest.0 => {
                largest = (total - before, Some(element));
            }
            _ => {}
        }
    }
    Ok(largest.1.filter(|_| largest.0 * 2 > total))
}

impl Method for Thai {
    fn name(&self) -> &'static str {
        "thai"
    }

    fn summary(&self) -> &'static str {
        "Keeps the texts of elements with a low share of anchors, by nodes and by characters. For any language."
    }

    fn paper(&self) -> &'static str {
        "Thanadechteemapat, Fung, 2011"
    }

    fn params(&self) -> &'static [ParamSpec] {
        &PARAMS
    }

    fn slot(&mut self, name: &str) -> Option<Slot<'_>> {
        Some(match name {
            "w_text" => Slot::Number(&mut self.text_weight, params::SHARE),
            "ar_max" => Slot::Number(&mut self.max_anchor_ratio, params::POSITIVE),
            "min_len" => Slot::Count(&mut self.min_length, params::ANY),
            "few_href" => Slot::Count(&mut self.few_anchors, params::ANY),
            "many_elements" => Slot::Count(&mut self.many_texts, params::ANY),
            "min_block_elements" => Slot::Count(&mut self.min_block_texts, params::ANY),
            "footers" => Slot::List(&mut self.footers),
            "footer_len" => Slot::CountOr(&mut self.footer_length, params::ANY, "any"),
            "drop_form" => Slot::Word(&mut self.drop_form),
            _ => return None,
        })
    }

    fn select(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        let Some(body) = page.body() else { return Ok(Selection::nothing(Reason::NoVisibleText)) };
        Ok(self.walk(page, body, None, deadline)?.selection())
    }

    fn counts(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Vec<(Span, BlockCounts)>, TimedOut> {
        let Some(body) = page.body() else { return Ok(Vec::new()) };
        let walker = self.walk(page, body, Some(Judges::default()), deadline)?;
        Ok(walker.judges.map(|judges| judges.counts(walker.runs.spans())).unwrap_or_default())
    }
}

static PARAMS: [ParamSpec; 9] = [
    ParamSpec {
        name: "w_text",
        default: "0.75",
        values: "a number from 0 to 1",
        doc: "weight of the share of anchor text in the anchor ratio; the share of anchor nodes has the rest",
    },
    ParamSpec {
        name: "ar_max",
        default: "0.6",
        values: "a number > 0",
        doc: "a block with a lower anchor ratio than this is content",
    },
    ParamSpec {
        name: "min_len",
        default: "2",
        values: "an integer >= 0",
        doc: "minimum number of characters in a text that is content",
    },
    ParamSpec {
        name: "few_href",
        default: "2",
        values: "an integer >= 0",
        doc: "a block with fewer anchors than this is content if it also has more texts than many_elements",
    },
    ParamSpec {
        name: "many_elements",
        default: "2",
        values: "an integer >= 0",
        doc: "a block with few anchors is content if it has more texts than this",
    },
    ParamSpec {
        name: "min_block_elements",
        default: "1",
        values: "an integer >= 0",
        doc: "an element is a block if it has more texts than this",
    },
    ParamSpec {
        name: "footers",
        default: "powered by,copyright,©,(c),all rights reserved,สงวนลิขสิทธิ์,ลิขสิทธิ์",
        values: "texts separated by commas",
        doc: "a text that begins with one of these is not content",
    },
    ParamSpec {
        name: "footer_len",
        default: "any",
        values: "an integer >= 0, or any",
        doc: "maximum number of characters in a text to which footers applies; any: no maximum",
    },
    ParamSpec {
        name: "drop_form",
        default: "all",
        values: "all, small or none",
        doc: "which forms are dropped; small: all except one with more than half of the page's text",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_count_collapsed_whitespace() {
        assert_eq!(collapsed_length(" \u{A0}a  bc\n d\t"), 6);
        assert_eq!((collapsed_length("ที่"), collapsed_length(" "), collapsed_length("")), (3, 0, 0));
    }

    #[test]
    fn beginnings_ignore_case_and_whitespace() {
        assert!(starts_with("\n POWERED \n by ABC", "powered by") && starts_with("©", "©"));
        assert!(!starts_with("Power", "powered by") && !starts_with("so powered by", "powered by"));
    }
}
