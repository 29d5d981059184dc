//! Writes the predicates of a step as conditions of a compound selector: `[x]`, `:not(…)`, `:has(…)`.

use super::notation::{attribute_equals, has, identifier, quoted};
use super::tree::{Axis, Expr, Path, Step, Test};

type Condition = Result<String, String>;

/// An error with this reason.
pub(super) fn refused<T>(reason: &str) -> Result<T, String> {
    Err(reason.to_owned())
}

/// Elements that HTML parsers never put inside each other.
const NEVER_NESTED: [&str; 5] = ["a", "body", "form", "html", "p"];

const LOOKS_AT_TEXT: &str = "it looks at the text of elements";

/// The compound selector of a step: the name of the element and its conditions.
pub(super) fn compound(step: &Step) -> Condition {
    let name = match &step.test {
        Test::Name(name) => identifier(name),
        Test::Any | Test::Node => String::new(),
        Test::Text | Test::Comment => return refused("it selects text, not elements"),
    };
    let mut css = name.clone();
    for (at, predicate) in step.predicates.iter().enumerate() {
        let condition = match position(predicate) {
            _ if at == 0 && step.is_nearest_sibling() => String::new(),
            Some(range) => nth(step, &name, &css, range?)?,
            None => condition(predicate)?,
        };
        css.push_str(&condition);
    }
    Ok(if css.is_empty() { "*".to_owned() } else { css })
}

/// What a predicate says about the position of an element, if it does.
enum Position {
    /// Counted from the start; a formula of CSS.
    FromStart(String),
    /// Counted from the end.
    FromEnd(u32),
}

fn position(predicate: &Expr) -> Option<Result<Position, String>> {
    let is_call = |expr: &Expr, name: &str| matches!(expr, Expr::Call(found, _) if found == name);
    let found = match predicate {
        Expr::Number(number) => from_start("=", *number),
        Expr::Arithmetic => refused("the position of an element is computed"),
        call if is_call(call, "last") => Ok(Position::FromEnd(1)),
        Expr::Compare(operator, left, right) if is_call(left, "position") => match &**right {
            Expr::Number(number) => from_start(operator, *number),
            last if is_call(last, "last") && *operator == "=" => Ok(Position::FromEnd(1)),
            _ => refused("the position of an element is computed"),
        },
        _ => return None,
    };
    Some(found)
}

fn from_start(operator: &str, number: f64) -> Result<Position, String> {
    if number.fract() != 0.0 || !(1.0..=1e6).contains(&number) {
        return refused("the position of an element is no number");
    }
    let formula = match operator {
        "=" => format!("{number}"),
        "<" => format!("-n+{}", number - 1.0),
        "<=" => format!("-n+{number}"),
        ">" => format!("n+{}", number + 1.0),
        ">=" => format!("n+{number}"),
        _ => return refused("the position of an element is excluded"),
    };
    Ok(Position::FromStart(formula))
}

/// The condition about the position among the siblings that match what was written so far.
fn nth(step: &Step, name: &str, before: &str, position: Position) -> Condition {
    let is_first = matches!(&position, Position::FromStart(formula) if formula == "1");
    if step.axis == Axis::Ancestor {
        // Of elements that are never inside each other, the nearest ancestor is the only one.
        let is_only = is_first && NEVER_NESTED.contains(&name);
        return if is_only { Ok(String::new()) } else { refused("the nearest ancestor has no selector") };
    }
    if !matches!(step.axis, Axis::Child | Axis::DeepChild) {
        return refused("it takes an element by its position on another axis than child");
    }
    let (word, formula) = match position {
        Position::FromStart(formula) => ("nth", formula),
        Position::FromEnd(number) => ("nth-last", number.to_string()),
    };
    Ok(match before {
        "" => format!(":{word}-child({formula})"),
        before if before == name => format!(":{word}-of-type({formula})"),
        before => format!(":{word}-child({formula} of {before})"),
    })
}

/// A condition as the end of a compound selector; empty if it is always true.
fn condition(expr: &Expr) -> Condition {
    match expr {
        Expr::And(left, right) => Ok(condition(left)? + &condition(right)?),
        Expr::Or(left, right) => either(left, right),
        Expr::Path(path) => on_path(path, &|name| format!("[{}]", identifier(name))),
        Expr::Compare(operator, left, right) => comparison(operator, left, right),
        Expr::Call(name, arguments) => call(name, arguments),
        Expr::Union(parts) => {
            let conditions: Result<Vec<String>, String> = parts.iter().map(condition).collect();
            Ok(format!(":is({})", conditions?.join(", ")))
        }
        Expr::Arithmetic => refused("it computes a number"),
        _ => refused("a condition is not about elements"),
    }
}

fn either(left: &Expr, right: &Expr) -> Condition {
    let (left, right) = (condition(left)?, condition(right)?);
    if left.is_empty() || right.is_empty() {
        return Ok(String::new());
    }
    // `a or b or c` is one list.
    let bare = |css: &str| {
        let inner = css.strip_prefix(":is(").and_then(|css| css.strip_suffix(')'));
        inner.filter(|inner| !inner.contains([':', '('])).map_or(css.to_owned(), str::to_owned)
    };
    Ok(format!(":is({}, {})", bare(&left), bare(&right)))
}

fn call(name: &str, arguments: &[Expr]) -> Condition {
    match (name, arguments) {
        ("not", [inner]) => match condition(inner)? {
            inner if inner.is_empty() => Ok(":not(*)".to_owned()),
            inner => Ok(format!(":not({inner})")),
        },
        ("true", []) => Ok(String::new()),
        ("contains", [value, Expr::Text(part)]) => matches("*=", value, part),
        ("starts-with", [value, Expr::Text(part)]) => matches("^=", value, part),
        ("ends-with", [value, Expr::Text(part)]) => matches("$=", value, part),
        ("contains" | "starts-with" | "ends-with", _) => refused("it compares two computed values"),
        ("normalize-space" | "string", _) => refused(LOOKS_AT_TEXT),
        _ => refused(&format!("{name}() has no selector")),
    }
}

fn comparison(operator: &str, left: &Expr, right: &Expr) -> Condition {
    let right = match (left, right) {
        (Expr::Call(name, arguments), Expr::Number(number)) if name == "count" => {
            return count(operator, arguments, *number);
        }
        (_, Expr::Text(text)) => text.clone(),
        (_, Expr::Number(number)) => number.to_string(),
        (Expr::Text(_), _) => return comparison(operator, right, left),
        _ => return refused("it compares two computed values"),
    };
    let write = |name: &str| match operator {
        "=" => attribute_equals(name, &right),
        _ => format!("[{0}]:not({1})", identifier(name), attribute_equals(name, &right)),
    };
    match (operator, left) {
        ("=" | "!=", Expr::Path(path)) => on_path(path, &write),
        ("=" | "!=", Expr::Call(name, _)) => refused(&format!("{name}() has no selector")),
        ("=" | "!=", _) => refused("it compares two computed values"),
        (_, Expr::Call(name, _)) => refused(&format!("{name}() has no selector")),
        _ => refused("it compares numbers"),
    }
}

/// The number of elements that a path selects, compared with 0 or 1.
fn count(operator: &str, arguments: &[Expr], number: f64) -> Condition {
    let [path @ Expr::Path(_)] = arguments else { return refused("it counts elements") };
    match (operator, number) {
        (">" | "!=", 0.0) | (">=", 1.0) => condition(path),
        ("=", 0.0) | ("<", 1.0) => call("not", std::slice::from_ref(path)),
        _ => refused("it counts elements"),
    }
}

/// The condition that a value contains, begins or ends with a text.
fn matches(operator: &str, value: &Expr, part: &str) -> Condition {
    if part.is_empty() {
        return Ok(String::new());
    }
    match value {
        Expr::Path(path) => {
            on_path(path, &|name| format!("[{}{operator}{}]", identifier(name), quoted(part)))
        }
        Expr::Call(name, arguments) => match (name.as_str(), &arguments[..]) {
            ("concat", [Expr::Text(before), value, Expr::Text(after)])
                if operator == "*=" && before == " " && after == " " =>
            {
                contains_word(value, part)
            }
            // Of another spacing than that of HTML, only words can be found.
            ("normalize-space", [value]) if !part.contains(char::is_whitespace) && operator == "*=" => {
                matches(operator, value, part)
            }
            ("translate", [Expr::Path(path), Expr::Text(from), Expr::Text(to)])
                if from.to_lowercase() == *to && part.to_lowercase() == part =>
            {
                on_path(path, &|name| format!("[{}{operator}{} i]", identifier(name), quoted(part)))
            }
            (_, arguments) if arguments.iter().any(is_text) => refused(LOOKS_AT_TEXT),
            _ => refused(&format!("{name}() has no selector")),
        },
        _ => refused("it compares computed values"),
    }
}

/// Whether a value is the text of an element.
fn is_text(value: &Expr) -> bool {
    let last = |path: &Path| path.steps.last().is_some_and(|step| step.axis != Axis::Attribute);
    matches!(value, Expr::Path(path) if last(path))
}

/// `contains(concat(' ', @class, ' '), ' word ')`.
fn contains_word(value: &Expr, part: &str) -> Condition {
    let value = match value {
        Expr::Call(name, arguments) if name == "normalize-space" && arguments.len() == 1 => &arguments[0],
        value => value,
    };
    let Expr::Path(path) = value else { return refused("it compares computed values") };
    let word = part.trim();
    if word.is_empty() || word.contains(char::is_whitespace) {
        return refused("it looks for several words of an attribute");
    }
    let write = |name: &str| {
        let name_css = identifier(name);
        match (part.starts_with(' '), part.ends_with(' ')) {
            (true, true) if name == "class" => format!(".{}", identifier(word)),
            (true, true) => format!("[{name_css}~={}]", quoted(word)),
            (true, false) => {
                format!(":is([{name_css}^={}], [{name_css}*={}])", quoted(word), quoted(&format!(" {word}")))
            }
            (false, true) => {
                format!(":is([{name_css}$={}], [{name_css}*={}])", quoted(word), quoted(&format!("{word} ")))
            }
            (false, false) => format!("[{name_css}*={}]", quoted(word)),
        }
    };
    on_path(path, &write)
}

/// The condition that a path leads to an element, or to an attribute about which `write` says something.
fn on_path(path: &Path, write: &dyn Fn(&str) -> String) -> Condition {
    if path.is_absolute {
        return refused("a condition looks at the whole page");
    }
    let (last, is_attribute) = match path.steps.last() {
        Some(step) if step.axis == Axis::Attribute => (step, true),
        Some(step) => (step, false),
        None => return refused("a condition is empty"),
    };
    if last.test == Test::Text || (!is_attribute && writes_value(write)) {
        return refused(LOOKS_AT_TEXT);
    }
    along(&path.steps, write)
}

/// Whether `write` compares a value, which elements only have as text.
fn writes_value(write: &dyn Fn(&str) -> String) -> bool {
    write("x") != "[x]"
}

fn along(steps: &[Step], write: &dyn Fn(&str) -> String) -> Condition {
    let Some((step, rest)) = steps.split_first() else { return Ok(String::new()) };
    match step.axis {
        Axis::Attribute => match &step.test {
            Test::Name(name) => Ok(write(name)),
            _ => refused("it looks at any attribute"),
        },
        Axis::Itself => {
            let (own, rest) = (compound(step)?, along(rest, write)?);
            Ok(if own == "*" { rest } else { format!("{}{rest}", suffix(&own)) })
        }
        Axis::Parent => Ok(format!(":is({} > *)", joined(step, rest, write)?)),
        Axis::Ancestor => Ok(format!(":is({} *)", joined(step, rest, write)?)),
        Axis::PrecedingSibling => {
            Ok(format!(":is({} {} *)", joined(step, rest, write)?, step.sibling_combinator()))
        }
        Axis::Child | Axis::DeepChild | Axis::Descendant | Axis::FollowingSibling => {
            let relative = forward(steps, write)?;
            if relative.contains(":has(") {
                return has("", &relative);
            }
            Ok(format!(":has({})", relative.trim_start()))
        }
        Axis::DescendantOrSelf if !rest.is_empty() => {
            let own = along(rest, write)?;
            let below = has("", &own)?;
            Ok(format!(":is({own}, {below})"))
        }
        _ => refused("an axis has no selector"),
    }
}

/// An element of a step, with what the steps after it say.
fn joined(step: &Step, rest: &[Step], write: &dyn Fn(&str) -> String) -> Condition {
    let (own, rest) = (compound(step)?, along(rest, write)?);
    Ok(if own == "*" && !rest.is_empty() { rest } else { own + &rest })
}

/// The relative selector of steps that go down or forward, such as ` > a > b[x]`.
fn forward(steps: &[Step], write: &dyn Fn(&str) -> String) -> Condition {
    let mut css = String::new();
    for (at, step) in steps.iter().enumerate() {
        let combinator = match step.axis {
            Axis::Child => " > ",
            Axis::DeepChild | Axis::Descendant => " ",
            Axis::FollowingSibling if step.is_nearest_sibling() => " + ",
            Axis::FollowingSibling => " ~ ",
            _ => return Ok(css + &along(&steps[at..], write)?),
        };
        css.push_str(combinator);
        css.push_str(&compound(step)?);
    }
    Ok(css)
}

/// A compound selector that may follow another one.
fn suffix(compound: &str) -> String {
    if compound.starts_with([':', '[', '.', '#']) { compound.to_owned() } else { format!(":is({compound})") }
}
