//! Conditions of style sheets, in `@media` and `@supports`: what `and`, `or`, `not` and parentheses make of single ones.
//!
//! A single condition that cannot be judged is unknown, and so is what depends on it.

/// Maximum number of parentheses within each other; chosen by hand, more than style sheets have.
const MAX_DEPTH: usize = 8;

/// Whether a condition holds; `None` if that is not known. `single` judges what is not made of other conditions: the text in
/// the innermost parentheses, and words and functions outside of them.
pub(crate) fn holds(condition: &str, single: &impl Fn(&str) -> Option<bool>) -> Option<bool> {
    within(condition, single, 0)
}

fn within(condition: &str, single: &impl Fn(&str) -> Option<bool>, depth: usize) -> Option<bool> {
    let mut found: Option<Option<bool>> = None;
    let (mut is_or, mut is_negated) = (false, false);
    for part in parts(condition) {
        match part {
            "and" | "or" => is_or = part == "or",
            "not" => is_negated = !is_negated,
            _ => {
                let holds = group(part, single, depth)?.map(|holds| holds != is_negated);
                is_negated = false;
                found = Some(match found {
                    None => holds,
                    Some(before) if is_or => either(before, holds),
                    Some(before) => both(before, holds),
                });
            }
        }
    }
    found.flatten()
}

/// Whether a part holds; `None` if it has too many parentheses.
fn group(part: &str, single: &impl Fn(&str) -> Option<bool>, depth: usize) -> Option<Option<bool>> {
    let Some(inside) = part.strip_prefix('(').and_then(|it| it.strip_suffix(')')) else {
        return Some(single(part));
    };
    let inside = inside.trim();
    let is_made_of_others =
        inside.starts_with('(') || inside.starts_with("not ") || inside.starts_with("not(");
    match is_made_of_others {
        true if depth == MAX_DEPTH => None,
        true => Some(within(inside, single, depth + 1)),
        false => Some(single(inside)),
    }
}

fn both(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    match (one, other) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn either(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    both(one.map(|it| !it), other.map(|it| !it)).map(|it| !it)
}

/// The parts between spaces outside of parentheses; a closing parenthesis ends a part too.
fn parts(condition: &str) -> impl Iterator<Item = &str> {
    let mut rest = condition;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let mut depth = 0usize;
        let end = rest.bytes().position(|byte| {
            match byte {
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && (byte == b')' || byte.is_ascii_whitespace())
        });
        let end = end.map_or(rest.len(), |end| end + usize::from(rest.as_bytes()[end] == b')'));
        let (part, after) = rest.split_at(end);
        rest = after;
        (!part.is_empty()).then_some(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_joined_as_in_a_browser() {
        let deep = format!("{}(y){}", "(".repeat(100), ")".repeat(100));
        for (condition, expected) in [
            ("(y)", Some(true)),
            ("y and (n)", Some(false)),
            ("(y) or (n)", Some(true)),
            ("(n)or (y)", Some(true)),
            ("not (n)", Some(true)),
            ("(not (y))", Some(false)),
            ("((y))", Some(true)),
            ("((y) and (not (n))) or (n)", Some(true)),
            ("(?)", None),
            ("not (?)", None),
            ("(?) or (y)", Some(true)),
            ("(?) and (n)", Some(false)),
            ("(?) and (y)", None),
            ("", None),
            (")", None),
            ("é (", None),
            (&deep, None),
        ] {
            let single = |it: &str| match it {
                "y" => Some(true),
                "n" => Some(false),
                _ => None,
            };
            assert_eq!(holds(condition, &single), expected, "{condition}");
        }
    }
}
