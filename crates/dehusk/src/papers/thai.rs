//! Thai XPath block method: texts by the share of anchors in the block around them.
//!
//! Thanadechteemapat, Fung: "Thai word segmentation for visualization of Thai Web sites", 2011 (§III of the paper, §6 of the
//! algorithms). Every text is entered into the elements around it; a text is judged by the innermost of them that holds
//! more than one. Nothing in it depends on the Thai script. Words of the text, and clouds of them, are not its business.

use super::run_verdicts::{RunVerdicts, visible_length};
use crate::budget::{Deadline, TimedOut};
use crate::markup::Tag;
use crate::method::params::{List, choice};
use crate::method::{Method, ParamSpec, Slot, params};
use crate::page::{Element, Event, Page, Run};
use crate::selection::{Reason, Selection};
use std::borrow::Cow;

/// `w_text`: weight of the share of anchor text in the anchor ratio; the share of anchor nodes has the rest (§III.B).
pub const TEXT_WEIGHT: f64 = 0.75;
/// `ar_max`: the anchor ratio that a block of content stays below (§III.C).
pub const RATIO: f64 = 0.6;
/// `min_len`: characters of the shortest text that is content (§III.C, its misprint repaired).
pub const LEAST_LENGTH: u32 = 2;
/// `few_href`: a block with fewer anchors than this may hold the page's subject (§III.C).
pub const FEW_ANCHORS: u32 = 2;
/// `many_elements`: if it has more texts than this (§III.C).
pub const MANY_TEXTS: u32 = 2;
/// `min_block_elements`: a block has more texts than this (§III.B).
pub const SINGLE: u32 = 1;
/// `footers`: how texts of the footer begin. The first is the paper's (§III.A), the others a reading.
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
    /// Which forms are dropped with what is inside them.
    DropForm {
        /// All, as in the paper.
        All "all",
        /// Those that do not hold more than half of the page's text: many of today's sites wrap a page in one form.
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
    /// `w_text`: the weight of the share of anchor text.
    pub text_weight: f64,
    /// `ar_max`: what the anchor ratio stays below.
    pub ratio: f64,
    /// `min_len`: characters of the shortest content.
    pub least_length: u32,
    /// `few_href`: anchors that are too many for a subject.
    pub few_anchors: u32,
    /// `many_elements`: texts that are too few around a subject.
    pub many_texts: u32,
    /// `min_block_elements`: texts that are too few for a block.
    pub single: u32,
    /// `footers`: beginnings of footer texts, in lower case.
    pub footers: List,
    /// `footer_len`: characters of the longest text that is taken for a footer; `None`: any length.
    pub footer_length: Option<u32>,
    /// `drop_form`: which forms are dropped.
    pub drop_form: DropForm,
}

impl Thai {
    /// The paper's values.
    pub const DEFAULT: Thai = Thai {
        text_weight: TEXT_WEIGHT,
        ratio: RATIO,
        least_length: LEAST_LENGTH,
        few_anchors: FEW_ANCHORS,
        many_texts: MANY_TEXTS,
        single: SINGLE,
        footers: FOOTERS,
        footer_length: None,
        drop_form: DropForm::All,
    };

    /// Rule R1: why an element is dropped.
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

    /// Rule R2: whether a text begins as the page's footer does.
    fn is_footer(&self, text: &str, length: u32) -> bool {
        let begins = |footer: &Cow<'_, str>| starts_with(text, footer);
        self.footer_length.is_none_or(|most| length <= most) && self.footers.iter().any(begins)
    }

    /// Part C: what a block says about the texts in it.
    fn judge(&self, block: &Block) -> Verdict {
        let ratio = block.anchor_ratio(self.text_weight);
        let subject = block.anchors < self.few_anchors && block.texts > self.many_texts;
        let (kept, reason) = match (ratio < self.ratio, subject) {
            (true, _) => (true, Reason::FewLinks),
            (false, true) => (true, Reason::SubjectText),
            (false, false) => (false, Reason::ManyLinks),
        };
        (kept, 1.0 - ratio as f32, reason)
    }
}

impl Default for Thai {
    fn default() -> Thai {
        Thai::DEFAULT
    }
}

type Verdict = (bool, f32, Reason);

/// Whether a text, squeezed and in lower case, begins with a lower-case one.
fn starts_with(text: &str, beginning: &str) -> bool {
    let mut after_blank = true;
    let squeezed = text.chars().filter_map(|c| {
        let blank = c.is_whitespace();
        let doubled = blank && after_blank;
        after_blank = blank;
        (!doubled).then_some(if blank { ' ' } else { c })
    });
    let mut found = squeezed.flat_map(char::to_lowercase);
    beginning.chars().all(|wanted| found.next() == Some(wanted))
}

/// Characters of a text with each stretch of white space as one blank, none at its ends.
fn squeezed_length(text: &str) -> u32 {
    let words = text.split_whitespace().map(|word| word.chars().count() as u32 + 1);
    words.sum::<u32>().saturating_sub(1)
}

/// What an element holds (the paper's features of an XPath block).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Block {
    /// All Elements.
    texts: u32,
    /// All Href.
    anchors: u32,
    /// All T.
    length: u64,
    /// All Href T.
    anchor_length: u64,
}

impl Block {
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

    /// AR, of a block that holds a text.
    fn anchor_ratio(&self, text_weight: f64) -> f64 {
        let nodes = f64::from(self.anchors) / f64::from(self.texts.max(1));
        let text = self.anchor_length as f64 / self.length.max(1) as f64;
        text_weight * text + (1.0 - text_weight) * nodes
    }
}

/// An element that is open, and where its texts begin in the lists of [`Walker`].
#[derive(Clone, Copy, Default)]
struct Open {
    block: Block,
    first_direct: usize,
    first_waiting: usize,
    is_anchor: bool,
}

/// One walk over the body: every text is entered once, every block added once to the one around it.
struct Walker<'m> {
    method: &'m Thai,
    runs: RunVerdicts,
    verdicts: Vec<Verdict>,
    open: Vec<Open>,
    /// Texts whose parent is still open.
    direct: Vec<u32>,
    /// Texts that no block with enough of them holds yet, in document order.
    waiting: Vec<u32>,
    anchors: u32,
    /// How deep inside a dropped element, and why it is.
    dropped: Option<(usize, Reason)>,
    /// The form that holds more than half of the page, if it is to stay.
    spared: Option<Element<'m>>,
    /// Characters of all visible texts.
    all: usize,
    /// Of them those in forms that are dropped.
    in_forms: usize,
}

impl<'m> Walker<'m> {
    fn new(method: &'m Thai, spared: Option<Element<'m>>) -> Walker<'m> {
        let runs = RunVerdicts::new(Reason::FewLinks);
        let (verdicts, open, direct, waiting) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (anchors, dropped, all, in_forms) = (0, None, 0, 0);
        Walker { method, runs, verdicts, open, direct, waiting, anchors, dropped, spared, all, in_forms }
    }

    fn enter(&mut self, element: &Element<'m>) {
        if let Some((depth, _)) = &mut self.dropped {
            *depth += 1;
            return;
        }
        if let Some(reason) = self.method.removal(element).filter(|_| self.spared != Some(*element)) {
            self.dropped = Some((1, reason));
            return;
        }
        let is_anchor = element.tag() == Tag::A;
        self.anchors += u32::from(is_anchor);
        let (first_direct, first_waiting) = (self.direct.len(), self.waiting.len());
        self.open.push(Open { block: Block::default(), first_direct, first_waiting, is_anchor });
    }

    fn text(&mut self, page: &Page<'_>, run: &Run) {
        if run.is_blank() {
            return;
        }
        if let Some((_, reason)) = self.dropped {
            let length = if reason == Reason::Form { visible_length(page, run) } else { 0 };
            (self.all, self.in_forms) = (self.all + length, self.in_forms + length);
            self.push(run, (false, 0.0, reason));
            return;
        }
        let text = page.text_of(run);
        let length = squeezed_length(&text);
        self.all += length as usize;
        if let Some(open) = self.open.last_mut().filter(|_| length > 0) {
            open.block.add(&Block::of_text(length, self.anchors > 0));
        }
        if length < self.method.least_length {
            self.push(run, (false, 0.0, Reason::TooShort));
        } else if self.method.is_footer(&text, length) {
            self.push(run, (false, 0.0, Reason::FooterWord));
        } else if self.push(run, (false, 0.0, Reason::ManyLinks)) {
            let index = self.verdicts.len() as u32 - 1;
            self.direct.push(index);
            self.waiting.push(index);
        }
    }

    /// Adds a run; false if it is not of the kind that is output.
    fn push(&mut self, run: &Run, verdict: Verdict) -> bool {
        self.runs.push(run);
        if self.runs.len() > self.verdicts.len() {
            self.verdicts.push(verdict);
            return true;
        }
        false
    }

    fn leave(&mut self) {
        if let Some((depth, _)) = &mut self.dropped {
            *depth -= 1;
            if *depth == 0 {
                self.dropped = None;
            }
            return;
        }
        let Some(left) = self.open.pop() else { return };
        self.anchors -= u32::from(left.is_anchor);
        let verdict = self.method.judge(&left.block);
        // A text that no larger block will hold is judged by its parent.
        for index in self.direct.drain(left.first_direct..) {
            self.verdicts[index as usize] = verdict;
        }
        // The body is a block of the texts right in it only (H8).
        let Some((around, outer)) = self.open.split_last_mut() else { return };
        if left.block.texts > self.method.single {
            for index in self.waiting.drain(left.first_waiting..) {
                self.verdicts[index as usize] = verdict;
            }
        }
        if !outer.is_empty() {
            around.block.add(&left.block);
        }
    }

    fn selection(mut self) -> Selection {
        let nothing = if self.in_forms * 2 > self.all { Reason::Form } else { Reason::ManyLinks };
        self.runs.judge_all(|index| self.verdicts[index]);
        self.runs.selection(nothing)
    }
}

/// The form that holds more than half of the text of an element.
fn largest_form<'p>(
    page: &'p Page<'_>,
    body: Element<'p>,
    deadline: &mut Deadline,
) -> Result<Option<Element<'p>>, TimedOut> {
    let (mut all, mut before, mut largest) = (0, 0, (0, None));
    for event in body.walk() {
        deadline.tick()?;
        match event {
            Event::Text(run) => all += visible_length(page, &run),
            Event::Enter(element) if element.tag() == Tag::Form => before = all,
            Event::Leave(element) if element.tag() == Tag::Form && all - before > largest.0 => {
                largest = (all - before, Some(element));
            }
            _ => {}
        }
    }
    Ok(largest.1.filter(|_| largest.0 * 2 > all))
}

impl Method for Thai {
    fn name(&self) -> &'static str {
        "thai"
    }

    fn summary(&self) -> &'static str {
        "Texts in blocks of elements with few anchors, by nodes and by characters."
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
            "ar_max" => Slot::Number(&mut self.ratio, params::POSITIVE),
            "min_len" => Slot::Count(&mut self.least_length, params::ANY),
            "few_href" => Slot::Count(&mut self.few_anchors, params::ANY),
            "many_elements" => Slot::Count(&mut self.many_texts, params::ANY),
            "min_block_elements" => Slot::Count(&mut self.single, params::ANY),
            "footers" => Slot::List(&mut self.footers),
            "footer_len" => Slot::CountOr(&mut self.footer_length, params::ANY, "any"),
            "drop_form" => Slot::Word(&mut self.drop_form),
            _ => return None,
        })
    }

    fn select(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        let Some(body) = page.body() else { return Ok(Selection::nothing(Reason::NoVisibleText)) };
        let spares = self.drop_form == DropForm::Small;
        let spared = if spares { largest_form(page, body, deadline)? } else { None };
        let mut walker = Walker::new(self, spared);
        for event in body.walk() {
            deadline.tick()?;
            match event {
                Event::Enter(element) => walker.enter(&element),
                Event::Text(run) => walker.text(page, &run),
                Event::Leave(_) => walker.leave(),
            }
        }
        Ok(walker.selection())
    }
}

static PARAMS: [ParamSpec; 9] = [
    ParamSpec {
        name: "w_text",
        default: "0.75",
        values: "a number from 0 to 1",
        doc: "weight of the share of anchor text; the share of anchor nodes has the rest",
    },
    ParamSpec {
        name: "ar_max",
        default: "0.6",
        values: "a number > 0",
        doc: "a block whose anchor ratio is below this is content",
    },
    ParamSpec {
        name: "min_len",
        default: "2",
        values: "an integer >= 0",
        doc: "a text of fewer characters is no content",
    },
    ParamSpec {
        name: "few_href",
        default: "2",
        values: "an integer >= 0",
        doc: "a block with fewer anchors is content, if it has many elements",
    },
    ParamSpec {
        name: "many_elements",
        default: "2",
        values: "an integer >= 0",
        doc: "texts that a block with few anchors must exceed to be content",
    },
    ParamSpec {
        name: "min_block_elements",
        default: "1",
        values: "an integer >= 0",
        doc: "texts that an element must exceed to be a block",
    },
    ParamSpec {
        name: "footers",
        default: "powered by,copyright,©,(c),all rights reserved,สงวนลิขสิทธิ์,ลิขสิทธิ์",
        values: "texts separated by commas",
        doc: "a text that begins with one of these is no content",
    },
    ParamSpec {
        name: "footer_len",
        default: "any",
        values: "an integer >= 0, or any",
        doc: "characters of the longest text that footers is about",
    },
    ParamSpec {
        name: "drop_form",
        default: "all",
        values: "all, small or none",
        doc: "forms that are dropped; small: but for one with more than half of the page",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_those_of_squeezed_text() {
        assert_eq!(squeezed_length(" \u{A0}a  bc\n d\t"), 6);
        assert_eq!((squeezed_length("ที่"), squeezed_length(" "), squeezed_length("")), (3, 0, 0));
    }

    #[test]
    fn beginnings_ignore_case_and_white_space_before() {
        assert!(starts_with("\n POWERED \n by ABC", "powered by") && starts_with("©", "©"));
        assert!(!starts_with("Power", "powered by") && !starts_with("so powered by", "powered by"));
    }
}
