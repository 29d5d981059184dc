//! Values with parentheses: what is inside of them, and what is between the commas outside of them.

/// The position of the parenthesis that closes the one before `start`.
pub(super) fn closing(text: &str, start: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate().skip(start) {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 0 => return Some(at),
            b')' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The parts between commas outside of parentheses.
pub(super) fn top_level(arguments: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0usize;
    arguments.split(move |c| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    })
}

/// The words, numbers and functions of a value, between spaces, commas and slashes outside of parentheses.
pub(super) fn words(value: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0usize;
    let parts = value.split(move |c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && (c.is_ascii_whitespace() || matches!(c, ',' | '/'))
    });
    parts.filter(|part| !part.is_empty())
}

/// The functions of a list, each with its arguments, up to one that is not closed.
pub(super) fn functions(list: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = list;
    std::iter::from_fn(move || {
        let open = rest.find('(')?;
        let close = closing(rest, open + 1)?;
        let found = (rest[..open].trim(), &rest[open + 1..close]);
        rest = &rest[close + 1..];
        Some(found)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_apart_from_each_other_outside_of_parentheses() {
        let found: Vec<&str> = words(" a  calc(1px + 2px),b/c d(e(f g) h").collect();
        assert_eq!(found, ["a", "calc(1px + 2px)", "b", "c", "d(e(f g) h"]);
    }

    #[test]
    fn functions_and_arguments_are_told_apart() {
        for (list, expected) in [
            ("a(1, 2) b(c(3), 4)", vec![("a", vec!["1", " 2"]), ("b", vec!["c(3)", " 4"])]),
            ("none", vec![]),
            ("a()", vec![("a", vec![""])]),
            ("a(1) b(", vec![("a", vec!["1"])]),
            (")a(é)", vec![(")a", vec!["é"])]),
        ] {
            let found =
                functions(list).map(|(name, arguments)| (name, top_level(arguments).collect::<Vec<_>>()));
            assert_eq!(found.collect::<Vec<_>>(), expected, "{list}");
        }
    }
}
