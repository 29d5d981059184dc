//! LQF, link quota filter: removes block-level elements with too much link text.
//!
//! After Mantratzis, Orgun, Cassidy: "Separating XHTML content from navigation clutter using DOM-structure
//! block analysis", Hypertext 2005. The quotas are from the R2L authors' tables (LQF-25, 50, 75). Judging inner
//! blocks before outer blocks is an interpretation (§8.6 of the specification).

use super::run_verdicts::{RunVerdicts, visible_length};
use crate::budget::{Deadline, TimedOut};
use crate::markup::{BLOCK, Tag};
use crate::method::{Method, ParamSpec, Slot, params};
use crate::page::{Element, Event, Page, Run};
use crate::selection::{Reason, Selection};

/// Default of `q`, the maximum share of link text (LQF-25 in the R2L authors' tables, which also use 0.5 and 0.75).
pub const QUOTA: f64 = 0.25;

/// The method and its parameter.
///
/// ```
/// use dehusk::{Extractor, Options};
/// let page = "<ul><li><a href=/>Home</a></ul><p>The mill <a href=/mill>reopens</a> on Monday, says the miller.</p>";
/// let text = Extractor::new(Options::new().with_method("lqf").unwrap()).extract(page.as_bytes(), None).into_text();
/// assert_eq!(text, "The mill reopens on Monday, says the miller.");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Lqf {
    /// `q`: the maximum share of link text in an element that is kept.
    pub quota: f64,
}

impl Lqf {
    /// LQF-25.
    pub const DEFAULT: Lqf = Lqf { quota: QUOTA };
}

impl Default for Lqf {
    fn default() -> Lqf {
        Lqf::DEFAULT
    }
}

/// An open element, with counts over the content that it has so far and that has not been removed.
#[derive(Clone, Copy, Default)]
struct Open {
    /// Characters of text.
    text: usize,
    /// Characters of link text.
    links: usize,
    first_run: usize,
}

struct Filter {
    quota: f64,
    open: Vec<Open>,
    runs: RunVerdicts,
}

impl Filter {
    fn enter(&mut self) {
        self.open.push(Open { first_run: self.runs.len(), ..Open::default() });
    }

    fn text(&mut self, page: &Page<'_>, run: &Run) {
        self.runs.push(run);
        if let Some(open) = self.open.last_mut() {
            open.text += visible_length(page, run);
        }
    }

    fn leave(&mut self, element: &Element<'_>) {
        let Some(mut inside) = self.open.pop() else { return };
        if element.tag() == Tag::A {
            // This affects only the elements around the link. A block inside the link was judged before, without
            // counting the link.
            inside.links = inside.text;
        }
        let share = inside.links as f64 / inside.text.max(1) as f64;
        if share > self.quota && element.tag().is(BLOCK) && element.tag() != Tag::Body {
            self.runs.remove_since(inside.first_run, 1.0 - share as f32, Reason::ManyLinks);
            inside = Open::default();
        }
        if let Some(around) = self.open.last_mut() {
            around.text += inside.text;
            around.links += inside.links;
        }
    }
}

impl Method for Lqf {
    fn name(&self) -> &'static str {
        "lqf"
    }

    fn summary(&self) -> &'static str {
        "Removes block-level elements in which the share of link text is too large."
    }

    fn paper(&self) -> &'static str {
        "Mantratzis, Orgun, Cassidy, Hypertext 2005"
    }

    fn params(&self) -> &'static [ParamSpec] {
        &[ParamSpec {
            name: "q",
            default: "0.25",
            values: "a number from 0 to 1",
            doc: "maximum share of link text in an element that is kept",
        }]
    }

    fn slot(&mut self, name: &str) -> Option<Slot<'_>> {
        (name == "q").then_some(Slot::Number(&mut self.quota, params::SHARE))
    }

    fn select(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        let Some(body) = page.body() else { return Ok(Selection::nothing(Reason::NoVisibleText)) };
        let runs = RunVerdicts::new(Reason::FewLinks);
        let mut filter = Filter { quota: self.quota, open: Vec::new(), runs };
        for event in body.walk() {
            deadline.tick()?;
            match event {
                Event::Enter(_) => filter.enter(),
                Event::Text(run) => filter.text(page, &run),
                Event::Leave(element) => filter.leave(&element),
            }
        }
        Ok(filter.runs.selection(Reason::ManyLinks))
    }
}
