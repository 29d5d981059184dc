//! All cases that can be measured.

use crate::case::Case;
use crate::{ours, peers};
use anyhow::Result;

/// All cases: the kernels, the peers, then dehusk.
pub(crate) fn all() -> Result<Vec<Case>> {
    let mut cases = peers::cases();
    cases.extend(ours::cases()?);
    Ok(cases)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;

    const HTML: &str =
        "<!DOCTYPE html><title>t</title><script>if (a<b) x='<p>'</script><p>one<p>two <b>three</b>";

    fn answer(name: &str) -> Option<u64> {
        let page = Page::new("a.html", HTML.as_bytes().to_vec());
        let mut case = all().unwrap().into_iter().find(|case| case.name == name)?;
        let first = case.run(&page).unwrap();
        assert_eq!(first, case.run(&page).unwrap(), "{name} gives different answers");
        Some(first)
    }

    #[test]
    fn every_case_gives_the_same_answer_twice() {
        for case in all().unwrap() {
            assert!(answer(&case.name).is_some());
        }
    }

    #[test]
    fn tokenizers_recognize_raw_text() {
        for name in ["html5ever tokenizer", "html5gum callbacks", "html5gum tokens", "dehusk tokenizer"] {
            assert_eq!(answer(name), Some(5), "{name}");
        }
    }

    #[test]
    fn trees_have_the_same_elements() {
        // The eight elements: html, head, title, script, body, p, p, b.
        for name in ["html5ever tree", "dehusk page"] {
            assert_eq!(answer(name), Some(8), "{name}");
        }
    }
}
