//! Presentation MathML as TeX: fractions, roots, scripts and matrices. It covers what formulas on pages use; elements that it does
//! not know are written as rows. Formulas whose page has their TeX do not get here.

use crate::markup::Tag;
use crate::page::{Element, Event, Page};
use crate::source::Span;

/// Maximum depth of elements in a formula; the text of a deeper formula is kept as it is. Each level copies its parts, so this
/// bounds the work. Chosen by hand.
const MAX_DEPTH: usize = 32;

/// A line and a circumflex over nothing. Over a base they become commands around it.
const OVERLINE: &str = r"\overline{}";
const HAT: &str = r"\hat{}";

/// Whether the `alttext` of a formula is TeX and not a description in words.
pub(super) fn is_tex(alttext: &str) -> bool {
    alttext.contains(['\\', '^', '_', '{']) || !alttext.trim().contains(char::is_whitespace)
}

/// Returns the TeX of a `<math>` without its hidden texts; `None` if it has no text or is nested too deeply.
pub(super) fn tex(page: &Page<'_>, math: &Element<'_>, is_hidden: impl Fn(Span) -> bool) -> Option<String> {
    let mut open: Vec<Part> = Vec::new();
    for event in math.walk() {
        match event {
            Event::Enter(element) if open.len() < MAX_DEPTH => open.push(Part::of(&element)),
            Event::Enter(_) => return None,
            Event::Text(run) if is_hidden(run.span) => {}
            Event::Text(run) => open.last_mut()?.text.push_str(&page.text_of(&run)),
            Event::Leave(_) => {
                let part = open.pop()?;
                let is_argument = part.is_argument();
                let tex = part.tex();
                match open.last_mut() {
                    Some(outer) if is_argument || !tex.is_empty() => outer.parts.push(tex),
                    Some(_) => {}
                    None => return Some(tex).filter(|tex| !tex.is_empty()),
                }
            }
        }
    }
    None
}

/// An element of a formula: its name, its own text, and the TeX of the elements in it.
struct Part {
    name: String,
    fences: Option<[String; 2]>,
    text: String,
    parts: Vec<String>,
}

impl Part {
    fn of(element: &Element<'_>) -> Part {
        let name = match element.tag() {
            Tag::Math => "math".to_owned(),
            _ => element.name().to_ascii_lowercase(),
        };
        let fence = |side: &str, usual: &str| match element.attribute(side) {
            Some(mark) => mark.trim().to_owned(),
            None => usual.to_owned(),
        };
        let fences = (name == "mfenced").then(|| [fence("open", "("), fence("close", ")")]);
        Part { name, fences, text: String::new(), parts: Vec::new() }
    }

    /// Whether the element has its place in the element around it even if it is empty.
    fn is_argument(&self) -> bool {
        matches!(&*self.name, "mrow" | "mtd" | "mi" | "mn" | "mtext" | "none")
    }

    fn tex(self) -> String {
        let Part { name, fences, text, parts } = self;
        let part = |index: usize| parts.get(index).map_or("", String::as_str);
        match &*name {
            "mi" => identifier(text.trim()),
            "mn" | "ms" => escaped(text.trim()),
            "mo" => operator(text.trim()),
            "mtext" if text.trim().is_empty() => String::new(),
            "mtext" => format!(r"\text{{{}}}", escaped(&text)),
            "mspace" | "mphantom" | "annotation" | "annotation-xml" | "none" | "mprescripts" => String::new(),
            "semantics" => part(0).to_owned(),
            "mfrac" => format!(r"\frac{{{}}}{{{}}}", part(0), part(1)),
            "msqrt" => format!(r"\sqrt{{{}}}", joined(&parts)),
            "mroot" => format!(r"\sqrt[{}]{{{}}}", part(1), part(0)),
            "mover" if part(1) == OVERLINE => format!(r"\overline{{{}}}", part(0)),
            "mover" if part(1) == HAT => format!(r"\hat{{{}}}", part(0)),
            "msup" | "mover" => format!("{}^{{{}}}", base(part(0)), part(1)),
            "msub" | "munder" => format!("{}_{{{}}}", base(part(0)), part(1)),
            "msubsup" | "munderover" => format!("{}_{{{}}}^{{{}}}", base(part(0)), part(1), part(2)),
            "mfenced" => {
                let [open, close] = fences.unwrap_or_default().map(|fence| escaped(&fence));
                format!("{open}{}{close}", parts.join(", "))
            }
            "mtable" => format!(r"\begin{{matrix}} {} \end{{matrix}}", parts.join(r" \\ ")),
            "mtr" | "mlabeledtr" => parts.join(" & "),
            _ if parts.is_empty() => escaped(text.trim()),
            _ => joined(&parts),
        }
    }
}

/// The base of a script: in braces unless it is a single symbol.
fn base(tex: &str) -> String {
    let is_command =
        |tex: &str| tex.strip_prefix('\\').is_some_and(|name| name.chars().all(char::is_alphabetic));
    if tex.chars().count() == 1 || is_command(tex) { tex.to_owned() } else { format!("{{{tex}}}") }
}

/// Joins parts of a row. A command and a letter after it are kept apart.
fn joined(parts: &[String]) -> String {
    let mut row = String::new();
    for part in parts {
        let command = row.rsplit('\\').next().filter(|_| row.contains('\\')).unwrap_or_default();
        let ends_in_command = !command.is_empty() && command.chars().all(|c| c.is_ascii_alphabetic());
        if ends_in_command && part.starts_with(|c: char| c.is_ascii_alphabetic()) {
            row.push(' ');
        }
        row.push_str(part);
    }
    row
}

fn identifier(text: &str) -> String {
    /// Names of functions that are commands of TeX.
    const FUNCTIONS: [&str; 16] = [
        "sin", "cos", "tan", "cot", "log", "ln", "exp", "lim", "max", "min", "sup", "inf", "det", "dim",
        "gcd", "arg",
    ];
    match text.chars().count() {
        0 | 1 => escaped(text),
        _ if FUNCTIONS.contains(&text) => format!(r"\{text}"),
        _ => format!(r"\mathrm{{{}}}", escaped(text)),
    }
}

fn operator(text: &str) -> String {
    let command = match text {
        "\u{2061}" | "\u{2062}" | "\u{2063}" | "\u{2064}" => return String::new(),
        "∑" => r"\sum",
        "∏" => r"\prod",
        "∫" => r"\int",
        "→" => r"\to",
        "≤" => r"\le",
        "≥" => r"\ge",
        "≠" => r"\ne",
        "×" => r"\times",
        "⋅" | "·" => r"\cdot",
        "±" => r"\pm",
        "∞" => r"\infty",
        "−" => "-",
        "¯" | "‾" => OVERLINE,
        _ if FUNCTION_LIKE.contains(&text) => return identifier(text),
        _ => return escaped(text),
    };
    command.to_owned()
}

/// Functions that some programs write as operators.
const FUNCTION_LIKE: [&str; 4] = ["lim", "max", "min", "log"];

/// Escapes the characters that have a meaning in TeX.
fn escaped(text: &str) -> String {
    let mut tex = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '{' | '}' | '%' | '#' | '&' | '_' | '$' => tex.extend(['\\', c]),
            '\\' => tex.push_str(r"\backslash "),
            '^' => tex.push_str(HAT),
            c => tex.push(c),
        }
    }
    tex
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    fn of(inner: &str) -> Option<String> {
        let source = format!("<math>{inner}</math>");
        let page = Page::parse(Source::from_text(&source));
        let math = page.elements().find(|element| element.tag() == Tag::Math).unwrap();
        tex(&page, &math, |_| false)
    }

    #[test]
    fn elements_are_written_as_commands() {
        for (inner, expected) in [
            ("<mfrac><mi>a</mi><mi>b</mi></mfrac>", r"\frac{a}{b}"),
            ("<mrow><mi>x</mi><mo>+</mo><mn>1</mn></mrow>", "x+1"),
            ("<msup><mi>x</mi><mn>2</mn></msup>", "x^{2}"),
            ("<msup><mrow><mo>(</mo><mi>x</mi><mo>)</mo></mrow><mn>2</mn></msup>", "{(x)}^{2}"),
            ("<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "x_{i}^{2}"),
            ("<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mi>i</mi>", r"\sum_{i}^{n}i"),
            ("<mroot><mi>x</mi><mn>3</mn></mroot>", r"\sqrt[3]{x}"),
            (
                "<mover><mi>x</mi><mo>¯</mo></mover><mover><mi>y</mi><mo>^</mo></mover>",
                r"\overline{x}\hat{y}",
            ),
            ("<msqrt><mi>a</mi><mi>b</mi></msqrt>", r"\sqrt{ab}"),
            ("<mi>sin</mi><mi>x</mi>", r"\sin x"),
            ("<mi>rate</mi><mo>=</mo><mtext>5 %</mtext>", r"\mathrm{rate}=\text{5 \%}"),
            ("<mfenced><mi>a</mi><mi>b</mi></mfenced>", "(a, b)"),
            (
                "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd></mtd></mtr></mtable>",
                r"\begin{matrix} 1 & 0 \\ 0 &  \end{matrix}",
            ),
            ("<semantics><mi>a</mi><annotation>b</annotation></semantics>", "a"),
            ("plain", "plain"),
        ] {
            assert_eq!(of(inner).as_deref(), Some(expected), "{inner}");
        }
        assert_eq!(of(""), None);
        assert_eq!(of(&"<mrow>".repeat(MAX_DEPTH)), None);
        assert_eq!(of("<mfrac>"), Some(r"\frac{}{}".to_owned()));
    }

    #[test]
    fn a_description_in_words_is_no_tex() {
        assert!(is_tex(r"\frac{1}{4}") && is_tex("x^2 + 1") && is_tex("x"));
        assert!(!is_tex("a over b"));
    }
}
