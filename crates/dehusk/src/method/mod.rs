//! The contract of a main content extraction method: what it is called, what it takes, what it answers.
//!
//! A method is its parameters: a value such as `R2l { gap: 3, ..R2l::default() }`. It looks at a page and returns a
//! [`Selection`]; it neither renders nor measures. The methods themselves are in [`crate::papers`] and [`crate::grain`], the
//! list of all of them in [`crate::methods`].

pub mod density;
pub mod params;

pub use density::Density;
pub use params::{ParamSpec, Slot};

use crate::budget::{Deadline, TimedOut};
use crate::error::Error;
use crate::facts::PageFacts;
use crate::page::Page;
use crate::selection::{Selection, Signal};
use crate::source::{Source, Span};

/// A main content extraction method with its parameters.
///
/// ```
/// let r2l = dehusk::methods::by_name("r2l").unwrap();
/// assert_eq!(r2l.get("P").as_deref(), Some("8"));
/// ```
pub trait Method: std::fmt::Debug + Send + Sync + Boxed {
    /// Its name on the command line and in records.
    fn name(&self) -> &'static str;

    /// What it does, in one sentence.
    fn summary(&self) -> &'static str;

    /// Where it was published.
    fn paper(&self) -> &'static str;

    /// Its parameters, with their defaults: the paper's, or the documented reading where the paper is silent.
    fn params(&self) -> &'static [ParamSpec] {
        &[]
    }

    /// The field that holds a parameter; `None` if the method has no parameter of that name.
    fn slot(&mut self, name: &str) -> Option<Slot<'_>> {
        let _ = name;
        None
    }

    /// Whether it was trained on the open corpora: measured on them, it answers pages that it has seen.
    fn is_trained(&self) -> bool {
        false
    }

    /// Whether an article that is only in the page's JSON-LD replaces what the method keeps; the published methods do
    /// not know of it.
    fn reads_data(&self) -> bool {
        false
    }

    /// The method as one that reads nothing but lines of the source; `None` if it needs the tree. A page is not parsed for
    /// a line method unless something else needs its tree.
    fn line_method(&self) -> Option<&dyn LineMethod> {
        None
    }

    /// What the method takes for main content. Linear in the page.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    fn select(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut>;

    /// As [`Method::select`], for a method that uses facts about the page which other steps need too.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    fn select_with(&self, facts: PageFacts<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        self.select(facts.page(), deadline)
    }

    /// What the method counts along the source, for pictures; `None` for methods that count neither lines nor segments.
    /// [`density_of`](crate::methods::density_of) has a substitute for those.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    fn density(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Option<Density>, TimedOut> {
        let _ = (page, deadline);
        Ok(None)
    }

    /// What spoke for and against each block, identified by its first stretch of text, for methods that know more than
    /// their verdicts say.
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

    /// The value of a parameter.
    fn get(&self, name: &str) -> Option<String> {
        self.boxed().slot(name).map(|slot| slot.value())
    }

    /// Sets a parameter.
    ///
    /// # Errors
    /// If there is no such parameter or the value does not fit; the message lists the parameters or the possible values.
    fn set(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let (method, specs) = (self.name(), self.params());
        let Some(mut slot) = self.slot(name) else { return Err(params::unknown(method, name, specs)) };
        if slot.set(value) {
            return Ok(());
        }
        Err(params::unfit(method, name, value, specs))
    }
}

/// A method that reads the decoded source line by line and no tree, such as R2L and DANA.
pub trait LineMethod {
    /// What the method takes for main content. Linear in the source.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    fn select_lines(&self, source: &Source<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut>;
}

/// Copies of methods whose type is only known at run time; every method that is [`Clone`] has it.
pub trait Boxed {
    /// A copy.
    fn boxed(&self) -> Box<dyn Method>;
}

impl<M: Method + Clone + 'static> Boxed for M {
    fn boxed(&self) -> Box<dyn Method> {
        Box::new(self.clone())
    }
}
