//! Snippet rates: the share of main-content snippets that a text contains, and the share of boilerplate
//! snippets that it does not contain. Snippets and text are folded; case matters.

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

    /// The share of the snippets that `text` contains; `None` if there are no snippets. `text` must be
    /// folded.
    pub(super) fn found(&self, text: &str) -> Option<f64> {
        let found = self.0.iter().filter(|snippet| text.contains(snippet.as_str())).count();
        (!self.0.is_empty()).then(|| found as f64 / self.0.len() as f64)
    }

    /// The share of the snippets that `text` does not contain. An empty text contains none of them.
    pub(super) fn absent(&self, text: &str) -> Option<f64> {
        self.found(text).map(|found| 1.0 - found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whitespace_in_snippets_does_not_matter() {
        let snippets = Snippets::new(&["old\nmill ".to_owned(), "new".to_owned(), " ".to_owned()]);
        assert_eq!(snippets.found(&folded("The old  mill reopens")), Some(0.5));
        assert_eq!(snippets.absent(""), Some(1.0));
        assert_eq!(Snippets::new(&[]).found("text"), None);
    }
}
