//! The interface of a main content extraction method: its name, its parameters and the selection it returns.
//!
//! A method is a struct of its parameters, such as `R2l { gap: 3, ..R2l::default() }`. It reads a page and
//! returns a [`Selection`]. It does not render text and does not evaluate itself. The methods are implemented
//! in `crate::papers` and [`crate::grain`]; [`crate::methods`] lists all of them.

pub mod counts;
pub mod density;
pub mod params;

pub use counts::BlockCounts;
pub use density::Density;
pub use params::{ParamSpec, Slot};

use crate::budget::{Deadline, TimedOut};
use crate::error::Error;
use crate::facts::PageFacts;
use crate::page::Page;
use crate::selection::{Selection, Signal};
use crate::site_noise::NoiseStep;
use crate::source::{Source, Span};
use crate::visibility::HiddenText;

/// A main content extraction method with its parameters.
///
/// ```
/// let r2l = dehusk::methods::by_name("r2l").unwrap();
/// assert_eq!(r2l.get("P").as_deref(), Some("8"));
/// ```
pub trait Method: std::fmt::Debug + Send + Sync + Boxed {
    /// The name used on the command line and in output records.
    fn name(&self) -> &'static str;

    /// A one-sentence description of what the method does.
    fn summary(&self) -> &'static str;

    /// The publication that describes the method.
    fn paper(&self) -> &'static str;

    /// The parameters. A default is the paper's value, or a documented interpretation if the paper gives none.
    fn params(&self) -> &'static [ParamSpec] {
        &[]
    }

    /// Returns the field that holds a parameter, or `None` if the method has no parameter of that name.
    fn slot(&mut self, name: &str) -> Option<Slot<'_>> {
        let _ = name;
        None
    }

    /// Whether the method was trained on the open corpora. If so, scores on these corpora are scores on
    /// training pages.
    fn is_trained(&self) -> bool {
        false
    }

    /// Whether an article that is only in the page's JSON-LD replaces the method's selection. The published
    /// methods do not read JSON-LD.
    fn reads_data(&self) -> bool {
        false
    }

    /// What to do with hidden text if the caller does not say it. The published methods keep it, as in their papers.
    fn hidden_text(&self) -> HiddenText {
        HiddenText::Keep
    }

    /// Whether [`HiddenText::Auto`] also removes text that a reader can open, such as that of a tab. The default is to keep it.
    fn drops_disclosures(&self) -> bool {
        false
    }

    /// When site noise is removed: before the method selects main content or after. EVALUATION.md has the measurements by which
    /// each method was given its step ("Several pages of one site"). A caller can set another step with
    /// [`Options::with_noise_step`](crate::Options::with_noise_step).
    fn noise_step(&self) -> NoiseStep {
        NoiseStep::After
    }

    /// The method as a [`LineMethod`], or `None` if it needs the tree. For a line method the page is parsed
    /// only if another step needs the tree.
    fn line_method(&self) -> Option<&dyn LineMethod> {
        None
    }

    /// Selects the main content of a page. Takes time linear in the size of the page.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    fn select(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut>;

    /// Like [`Method::select`], for a method that uses facts about the page that other steps also use.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    fn select_with(&self, facts: PageFacts<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        self.select(facts.page(), deadline)
    }

    /// The counts along the source, for density plots; `None` if the method counts neither lines nor segments.
    /// [`density_of`](crate::methods::density_of) then uses the counts of another method.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    fn density(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Option<Density>, TimedOut> {
        let _ = (page, deadline);
        Ok(None)
    }

    /// The evidence for and against keeping each block. Empty if the method has no evidence beyond its
    /// verdicts. A block is identified by the span of its first text.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    fn signals(
        &self,
        page: &Page<'_>,
        deadline: &mut Deadline,
    ) -> Result<Vec<(Span, Vec<Signal>)>, TimedOut> {
        let _ = (page, deadline);
        Ok(Vec::new())
    }

    /// The numbers by which the method judged each text, for explanations, in source order. A text is identified
    /// by its span. Empty for a method without such numbers, and for one with a [`Method::density`], which has
    /// them already.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    fn counts(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Vec<(Span, BlockCounts)>, TimedOut> {
        let _ = (page, deadline);
        Ok(Vec::new())
    }

    /// The value of a parameter as text, or `None` if there is no such parameter.
    fn get(&self, name: &str) -> Option<String> {
        self.boxed().slot(name).map(|slot| slot.value())
    }

    /// Sets a parameter.
    ///
    /// # Errors
    /// If there is no such parameter or the value is not allowed. The message lists the parameters or the
    /// allowed values.
    fn set(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let (method, specs) = (self.name(), self.params());
        let Some(mut slot) = self.slot(name) else {
            return Err(params::unknown_parameter(method, name, specs));
        };
        if slot.set(value) {
            return Ok(());
        }
        Err(params::invalid_value(method, name, value, specs))
    }
}

/// A method that reads the decoded source line by line and does not need the tree, such as R2L and DANA.
pub trait LineMethod {
    /// Selects the main content of a source. Takes time linear in its length.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    fn select_lines(&self, source: &Source<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut>;
}

/// Copies a method whose type is known only at run time. Implemented for every method that is [`Clone`].
pub trait Boxed {
    /// Returns a copy in a box.
    fn boxed(&self) -> Box<dyn Method>;
}

impl<M: Method + Clone + 'static> Boxed for M {
    fn boxed(&self) -> Box<dyn Method> {
        Box::new(self.clone())
    }
}
