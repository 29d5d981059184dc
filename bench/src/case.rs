//! Case: one piece of work that is done to every page, with an answer that must come out the same each time.

use crate::corpus::Page;
use anyhow::Result;

/// What is done to a page; gives a number that depends on the work having been done.
type Work = Box<dyn FnMut(&Page) -> Result<u64>>;

/// One piece of work. State that it keeps (reused buffers) lives in its closure.
pub(crate) struct Case {
    /// Its name in the tables and for `--filter`: whose it is, then what it does.
    pub(crate) name: String,
    /// What the answer counts: `elements`, `text bytes`.
    pub(crate) unit: &'static str,
    work: Work,
}

impl Case {
    /// A case from its name, the unit of its answer, and the work.
    pub(crate) fn new(
        name: impl Into<String>,
        unit: &'static str,
        work: impl FnMut(&Page) -> Result<u64> + 'static,
    ) -> Case {
        Case { name: name.into(), unit, work: Box::new(work) }
    }

    /// Does the work on one page.
    pub(crate) fn run(&mut self, page: &Page) -> Result<u64> {
        (self.work)(page)
    }

    /// Does the work on all pages; the answer is the sum over them.
    pub(crate) fn run_all(&mut self, pages: &[Page]) -> Result<u64> {
        let mut sum = 0_u64;
        for page in pages {
            sum = sum.wrapping_add(self.run(page)?);
        }
        Ok(sum)
    }
}

/// Every case there is: the bare kernels, the peers, ours.
pub(crate) fn all() -> Result<Vec<Case>> {
    let mut cases = crate::peers::cases();
    cases.extend(crate::ours::cases()?);
    Ok(cases)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HTML: &str =
        "<!DOCTYPE html><title>t</title><script>if (a<b) x='<p>'</script><p>one<p>two <b>three</b>";

    fn answer(name: &str) -> Option<u64> {
        let page = Page::new("a.html", HTML.as_bytes().to_vec());
        let mut case = all().unwrap().into_iter().find(|case| case.name == name)?;
        let first = case.run(&page).unwrap();
        assert_eq!(first, case.run(&page).unwrap(), "{name} gives two answers");
        Some(first)
    }

    #[test]
    fn every_case_answers_the_same_twice() {
        for case in all().unwrap() {
            assert!(answer(&case.name).is_some());
        }
    }

    #[test]
    fn tokenizers_know_raw_text() {
        for name in ["html5ever tokenizer", "html5gum callbacks", "html5gum tokens", "dehusk tokenizer"] {
            assert_eq!(answer(name), Some(5), "{name}");
        }
    }

    #[test]
    fn trees_hold_the_same_elements() {
        // html head title script body p p b
        for name in ["html5ever tree", "dehusk page"] {
            assert_eq!(answer(name), Some(8), "{name}");
        }
    }

    #[test]
    fn the_references_of_the_speed_table_exist() {
        for reference in crate::speed::REFERENCES {
            assert!(all().unwrap().iter().any(|case| case.name == reference.case), "{}", reference.case);
        }
    }
}
