//! Conditions of style sheets, in `@media` and `@supports`: what `and`, `or`, `not` and parentheses make of single ones.
//!
//! What a single condition means is not decided here, nor are kinds of media, which have no parentheses.

use std::ops::Not;

/// Maximum number of parentheses within each other; chosen by hand, more than style sheets have.
const MAX_DEPTH: usize = 8;

/// Whether a condition is true. What depends on a condition that cannot be judged is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Truth {
    True,
    False,
    Unknown,
}

impl Truth {
    pub(crate) fn and(self, other: Truth) -> Truth {
        match (self, other) {
            (Truth::False, _) | (_, Truth::False) => Truth::False,
            (Truth::True, Truth::True) => Truth::True,
            _ => Truth::Unknown,
        }
    }

    fn or(self, other: Truth) -> Truth {
        !(!self).and(!other)
    }
}

impl Not for Truth {
    type Output = Truth;

    fn not(self) -> Truth {
        match self {
            Truth::True => Truth::False,
            Truth::False => Truth::True,
            Truth::Unknown => Truth::Unknown,
        }
    }
}

impl From<Option<bool>> for Truth {
    fn from(known: Option<bool>) -> Truth {
        known.map_or(Truth::Unknown, |is_true| if is_true { Truth::True } else { Truth::False })
    }
}

/// Whether a condition is true; `None` if it is none by the grammar (CSS Conditional Rules 3, section 2), as `(a) (b)` or
/// `(a) and (b) or (c)`. `single` judges what is not made of other conditions: the text in the innermost parentheses, and
/// functions with their arguments.
pub(crate) fn truth(condition: &str, single: &impl Fn(&str) -> Truth) -> Option<Truth> {
    truth_at(condition, single, 0, None)
}

/// The same for what follows a kind of media, where conditions are not joined by `or`.
pub(crate) fn truth_without_or(condition: &str, single: &impl Fn(&str) -> Truth) -> Option<Truth> {
    truth_at(condition, single, 0, Some("and"))
}

/// All conditions have the same `connective`; `None` if it may be any.
fn truth_at<'c>(
    condition: &'c str,
    single: &impl Fn(&str) -> Truth,
    depth: usize,
    mut connective: Option<&'c str>,
) -> Option<Truth> {
    let mut parts = parts(condition);
    let first = parts.next()?;
    if first == "not" {
        let truth = operand(parts.next()?, single, depth)?;
        return parts.next().is_none().then_some(!truth);
    }
    let mut truth = operand(first, single, depth)?;
    while let Some(word) = parts.next() {
        let join = match word {
            "and" => Truth::and,
            "or" => Truth::or,
            _ => return None,
        };
        if connective.replace(word).is_some_and(|before| before != word) {
            return None;
        }
        truth = join(truth, operand(parts.next()?, single, depth)?);
    }
    Some(truth)
}

/// Whether a part is true that is in parentheses, or is a function; `None` if it is neither.
fn operand(part: &str, single: &impl Fn(&str) -> Truth, depth: usize) -> Option<Truth> {
    let inside = part.strip_suffix(')').filter(|part| part.contains('('))?;
    let Some(inside) = inside.strip_prefix('(').map(str::trim) else {
        return Some(single(part));
    };
    let has_conditions = inside.starts_with('(') || inside.starts_with("not ") || inside.starts_with("not(");
    Some(match has_conditions {
        true if depth == MAX_DEPTH => Truth::Unknown,
        // What is no condition in parentheses is allowed: a later version of CSS may give it a meaning.
        true => truth_at(inside, single, depth + 1, None).unwrap_or(Truth::Unknown),
        false => single(inside),
    })
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
            ("(y)", Truth::True),
            ("f(y) and (n)", Truth::False),
            ("(y) or (n)", Truth::True),
            ("(n)or (y)", Truth::True),
            ("(n) or (n) or (y)", Truth::True),
            ("not (n)", Truth::True),
            ("(not (y))", Truth::False),
            ("((y))", Truth::True),
            ("((y) and (not (n))) or (n)", Truth::True),
            ("(?)", Truth::Unknown),
            ("not (?)", Truth::Unknown),
            ("(?) or (y)", Truth::True),
            ("(?) and (n)", Truth::False),
            ("(?) and (y)", Truth::Unknown),
            ("((y) (y))", Truth::Unknown),
            (&deep, Truth::Unknown),
        ] {
            assert_eq!(truth(condition, &judge), Some(expected), "{condition}");
        }
    }

    #[test]
    fn what_a_browser_refuses_is_no_condition() {
        for condition in [
            "",
            "y",
            ")",
            "é (",
            "not",
            "(y) (y)",
            "(y) and",
            "and (y)",
            "y and (y)",
            "(y) and (y) or (y)",
            "(y) and not (n)",
            "not (n) and (y)",
            "not not (y)",
        ] {
            assert_eq!(truth(condition, &judge), None, "{condition}");
        }
    }

    #[test]
    fn after_a_kind_of_media_there_is_no_or() {
        assert_eq!(truth_without_or("(y) and (y)", &judge), Some(Truth::True));
        assert_eq!(truth_without_or("not (n)", &judge), Some(Truth::True));
        assert_eq!(truth_without_or("((n) or (y))", &judge), Some(Truth::True));
        assert_eq!(truth_without_or("(y) or (y)", &judge), None);
    }

    fn judge(single: &str) -> Truth {
        match single {
            "y" | "f(y)" => Truth::True,
            "n" => Truth::False,
            _ => Truth::Unknown,
        }
    }
}
