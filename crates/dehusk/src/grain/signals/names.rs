//! Finds, for explanations, the class, id or property around a block that is the strongest evidence for or
//! against keeping it.

use crate::grain::outline::{WordTable, words};
use crate::page::Element;

/// Maximum number of elements, from the block outward, whose names are considered. Names further up apply to the whole page.
const MAX_LEVELS: usize = 6;
/// Minimum weight of a name that an explanation mentions. Chosen by hand.
const MIN_WEIGHT: f32 = 0.05;
const ATTRIBUTES: [&str; 3] = ["class", "id", "itemprop"];

/// Returns the class, id or property whose words have the highest weight for the block (`is_for`) or against
/// it.
pub(super) fn most_telling(
    element: Option<Element<'_>>,
    table: WordTable<'_>,
    is_for: bool,
) -> Option<String> {
    let mut best = (MIN_WEIGHT, None);
    for element in std::iter::successors(element, Element::parent).take(MAX_LEVELS) {
        for name in ATTRIBUTES.iter().filter_map(|attribute| element.attribute(attribute)) {
            for name in name.split_ascii_whitespace() {
                let weight = weight_of(name, table) * if is_for { 1.0 } else { -1.0 };
                if weight > best.0 {
                    best = (weight, Some(name.to_owned()));
                }
            }
        }
    }
    best.1
}

fn weight_of(name: &str, table: WordTable<'_>) -> f32 {
    let mut weight = 0.0;
    words(name, |word| weight += table.weight(word));
    weight
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grain::Model;
    use crate::page::Page;
    use crate::source::Source;

    #[test]
    fn the_name_that_tells_most_is_found() {
        let page = "<div class='zqx main-content'><div id=footer-links class=zqy><p class=zqz>Text";
        let page = Page::parse(Source::from_text(page));
        let table = Model::built_in().words();
        let told = |is_for| most_telling(page.elements().last(), table, is_for);
        assert_eq!(told(false).as_deref(), Some("footer-links"));
        assert_eq!(told(true).as_deref(), Some("main-content"));
        assert_eq!(most_telling(None, table, true), None);
    }
}
