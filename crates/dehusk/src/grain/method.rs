//! The method `grain`: a learned model that combines the signals of all the papers.
//!
//! [`super::decide`] says how the method decides. This module has only the name and the parameter of the method.

use super::decide::decide;
use super::focus::Focus;
use super::forests::Model;
use super::signals::signals;
use crate::budget::{Deadline, TimedOut};
use crate::facts::{Found, PageFacts};
use crate::method::Method;
use crate::method::params::{ParamSpec, Slot};
use crate::page::Page;
use crate::selection::{Selection, Signal};
use crate::source::Span;
use crate::visibility::HiddenText;

/// The method `grain` and its parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grain {
    /// `focus`: whether precision or recall matters more where the model is not sure.
    pub focus: Focus,
}

impl Grain {
    /// `grain` with its default parameters.
    pub const DEFAULT: Grain = Grain { focus: Focus::Balanced };
}

impl Default for Grain {
    fn default() -> Grain {
        Grain::DEFAULT
    }
}

impl Method for Grain {
    fn name(&self) -> &'static str {
        "grain"
    }

    fn summary(&self) -> &'static str {
        "Blocks that boosted trees over the signals of all the papers take for main content."
    }

    fn paper(&self) -> &'static str {
        "dehusk's own; trained on the open corpora"
    }

    fn is_trained(&self) -> bool {
        true
    }

    fn reads_data(&self) -> bool {
        true
    }

    fn hidden_text(&self) -> HiddenText {
        HiddenText::Auto
    }

    fn drops_disclosures(&self) -> bool {
        self.focus == Focus::Precision
    }

    fn params(&self) -> &'static [ParamSpec] {
        &PARAMS
    }

    fn slot(&mut self, name: &str) -> Option<Slot<'_>> {
        if name == "focus" { Some(Slot::Word(&mut self.focus)) } else { None }
    }

    fn select(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        self.select_with(PageFacts::new(page, &Found::default()), deadline)
    }

    fn select_with(&self, facts: PageFacts<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        decide(facts, self.focus, deadline)
    }

    fn signals(
        &self,
        page: &Page<'_>,
        deadline: &mut Deadline,
    ) -> Result<Vec<(Span, Vec<Signal>)>, TimedOut> {
        signals(page, &Model::built_in(), deadline)
    }
}

static PARAMS: [ParamSpec; 1] = [ParamSpec {
    name: "focus",
    default: "balanced",
    values: "precision, balanced or recall",
    doc: "what matters more where the model is not sure",
}];
