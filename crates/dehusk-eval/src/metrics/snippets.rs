//! Snippet rates: how many of the snippets that a right answer has are there, and how many of those that it has not are
//! absent. Snippets and text are folded; case counts.

use crate::text::folded;

/// The snippets of one page, folded.
#[derive(Clone, Debug)]
pub(super) struct Snippets(Vec<String>);

impl Snippets {
    pub(super) fn new(snippets: &[String]) -> Snippets {
        Snippets(
            snippets.iter().map(|snippet| folded(snippet)).filter(|snippet| !snippet.is_empty()).collect(),
        )
    }

    /// Share of them that `text`, folded, contains; `None` if there are none.
    pub(super) fn found(&self, text: &str) -> Option<f64> {
        let found = self.0.iter().filter(|snippet| text.contains(snippet.as_str())).count();
        (!self.0.is_empty()).then(|| found as f64 / self.0.len() as f64)
    }

    /// Share of them that `text` does not contain; an empty text lacks them all.
    pub(super) fn absent(&self, text: &str) -> Option<f64> {
        self.found(text).map(|found| 1.0 - found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snippets_are_found_whatever_their_white_space() {
        let snippets = Snippets::new(&["old\nmill ".to_owned(), "new".to_owned(), " ".to_owned()]);
        assert_eq!(snippets.found(&folded("The old  mill reopens")), Some(0.5));
        assert_eq!(snippets.absent(""), Some(1.0));
        assert_eq!(Snippets::new(&[]).found("text"), None);
    }
}
