//! Reads formulas. Pages with MathML, KaTeX or MathJax may contain the TeX source of a formula.

use super::mathml;
use crate::markup::Tag;
use crate::page::{Element, Event, Page};
use crate::source::Span;

/// A formula in TeX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Formula {
    pub(crate) tex: String,
    /// Whether the formula is displayed on its own line.
    pub(crate) display: bool,
}

/// Returns the formula of a `<math>`: its TeX annotation, the TeX in its `alttext`, or else its elements as TeX. Runs in linear
/// time. Of the elements, hidden ones are left out; the annotation is the same formula, and no browser shows it.
pub(super) fn of_mathml(
    page: &Page<'_>,
    math: &Element<'_>,
    is_hidden: impl Fn(Span) -> bool,
) -> Option<Formula> {
    let display = math.attribute("display").is_some_and(|value| value.eq_ignore_ascii_case("block"));
    formula(&annotation(page, math), display)
        .or_else(|| formula(&math.attribute("alttext").filter(|text| mathml::is_tex(text))?, display))
        .or_else(|| formula(&mathml::tex(page, math, is_hidden)?, display))
}

/// Returns the TeX annotation of a `<math>`; empty if it has none.
pub(super) fn annotation(page: &Page<'_>, math: &Element<'_>) -> String {
    let mut in_annotation = false;
    let mut tex = String::new();
    for event in math.walk() {
        match event {
            Event::Enter(element) => in_annotation |= is_tex_annotation(&element),
            Event::Text(run) if in_annotation => tex.push_str(&page.text_of(&run)),
            Event::Leave(_) if in_annotation => break,
            _ => {}
        }
    }
    tex
}

/// Returns the formulas of a page that are in no text: those in MathJax 2 scripts, and `<math>` with an `alttext` and nothing else.
pub(crate) fn without_text<'p>(page: &'p Page<'_>) -> Vec<Element<'p>> {
    let source = page.source().text().as_bytes();
    let has = |word: &[u8]| memchr::memmem::find(source, word).is_some();
    if !has(b"math/tex") && !has(b"alttext") {
        return Vec::new();
    }
    let is_script = |element: &Element<'_>| {
        element.tag() == Tag::Script
            && element.attribute("type").is_some_and(|kind| kind.contains("math/tex"))
    };
    let is_empty = |element: &Element<'_>| {
        element.tag() == Tag::Math && element.attribute("alttext").is_some() && is_empty(element)
    };
    page.elements().filter(|element| is_script(element) || is_empty(element)).collect()
}

/// Whether an element has no text among its first nodes.
fn is_empty(element: &Element<'_>) -> bool {
    /// The number of nodes that are looked at. Chosen by hand: so many elements without text are rare.
    const MAX_NODES: usize = 200;
    !element.walk().take(MAX_NODES).any(|event| matches!(event, Event::Text(run) if !run.is_blank()))
}

/// Whether a `<math>` is hidden: it has hidden texts or is hidden itself, and has no other text.
pub(super) fn is_hidden(math: &Element<'_>, is_hidden: impl Fn(Span) -> bool) -> bool {
    let is_seen =
        |event: &Event<'_>| matches!(event, Event::Text(run) if !run.is_blank() && !is_hidden(run.span));
    is_hidden(math.span()) && !math.walk().any(|event| is_seen(&event))
}

fn is_tex_annotation(element: &Element<'_>) -> bool {
    element.tag() == Tag::Unknown
        && element.name() == "annotation"
        && element
            .attribute("encoding")
            .is_some_and(|encoding| encoding.eq_ignore_ascii_case("application/x-tex"))
}

/// Returns the TeX of a MathJax 2 script: `<script type="math/tex; mode=display">`.
pub(super) fn of_script(page: &Page<'_>, script: &Element<'_>) -> Option<Formula> {
    let kind = script.attribute("type")?;
    let (kind, mode) = kind.split_once(';').unwrap_or((&kind, ""));
    if !kind.trim().eq_ignore_ascii_case("math/tex") {
        return None;
    }
    let text = script.walk().find_map(|event| match event {
        Event::Text(run) => Some(run),
        _ => None,
    });
    formula(&page.text_of(&text?), mode.contains("display"))
}

/// Whether a page may have formulas in MathJax 2 scripts.
pub(super) fn has_scripts(page: &Page<'_>) -> bool {
    memchr::memmem::find(page.source().text().as_bytes(), b"math/tex").is_some()
}

/// Classes of images that show formulas and have their TeX as `alt`: MediaWiki, which begins one so, and WordPress.
const IMAGE_CLASSES: [&str; 2] = ["tex", "latex"];
const IMAGE_CLASS_START: &str = "mwe-math-fallback-image";

/// Returns the TeX of an image of a formula.
pub(super) fn of_image(image: &Element<'_>) -> Option<Formula> {
    if image.tag() != Tag::Img {
        return None;
    }
    let class = image.attribute("class")?;
    let names_formula = |name: &str| IMAGE_CLASSES.contains(&name) || name.starts_with(IMAGE_CLASS_START);
    if !class.split_ascii_whitespace().any(names_formula) {
        return None;
    }
    formula(&image.attribute("alt")?, class.contains("-display"))
}

/// Commands of the HTML extensions of MathJax and KaTeX. They make links, load extensions or apply styles; no formula needs them.
const ACTIVE_COMMANDS: [&str; 8] =
    [r"\href", r"\url", r"\html", r"\class", r"\cssId", r"\style", r"\require", r"\include"];

/// Makes a formula that Markdown and HTML cannot misread. Returns `None` if the TeX has an active command, or a dollar sign or
/// backtick that would end the formula or begin code. Where Markdown would read a tag or a link, a space is inserted, which TeX
/// ignores.
pub(super) fn formula(tex: &str, display: bool) -> Option<Formula> {
    let tex = tex.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_active = ACTIVE_COMMANDS.iter().any(|command| tex.contains(command));
    if tex.is_empty() || is_active || tex.contains('`') || has_unescaped_dollar(&tex) {
        return None;
    }
    let tex = tex.replace('<', "< ").replace("<  ", "< ").replace("](", "] (");
    Some(Formula { tex, display })
}

/// Whether TeX has a dollar sign that is not escaped.
fn has_unescaped_dollar(tex: &str) -> bool {
    let mut escaped = false;
    tex.chars().any(|c| {
        let is_unescaped = c == '$' && !escaped;
        escaped = c == '\\' && !escaped;
        is_unescaped
    })
}

/// Whether an element is the visible HTML of a KaTeX formula, which follows the formula's MathML.
pub(super) fn is_katex_html(element: &Element<'_>) -> bool {
    let class = element.attribute("class");
    class.is_some_and(|class| class.split_ascii_whitespace().any(|class| class == "katex-html"))
}

/// Whether an element is MathJax 2 output for a formula whose script follows it: a preview, or the rendered formula in a page
/// that was saved from a browser.
pub(super) fn is_mathjax_output(element: &Element<'_>) -> bool {
    const OUTPUT_CLASSES: [&str; 6] = [
        "MathJax_Preview",
        "MathJax",
        "MathJax_Display",
        "MathJax_SVG",
        "MathJax_SVG_Display",
        "MathJax_CHTML",
    ];
    /// Number of siblings after the element that are searched for the script. There may be a rendered formula between a preview
    /// and its script.
    const MAX_SIBLINGS: usize = 2;
    let class = element.attribute("class");
    let is_output = class
        .is_some_and(|class| class.split_ascii_whitespace().any(|class| OUTPUT_CLASSES.contains(&class)));
    is_output
        && std::iter::successors(element.next(), Element::next).take(MAX_SIBLINGS).any(|next| {
            next.tag() == Tag::Script && next.attribute("type").is_some_and(|kind| kind.contains("math/tex"))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_is_neither_a_tag_nor_a_link_nor_an_active_command() {
        let tex = |tex: &str| formula(tex, false).map(|formula| formula.tex);
        assert_eq!(tex("a<b  < c").as_deref(), Some("a< b < c"));
        assert_eq!(tex("x<img src=x onerror=alert(1)>y").as_deref(), Some("x< img src=x onerror=alert(1)>y"));
        assert_eq!(tex("[a](javascript:b)").as_deref(), Some("[a] (javascript:b)"));
        assert_eq!(tex(r"5\$").as_deref(), Some(r"5\$"));
        for refused in [r"\href{javascript:a}{b}", "a$ <b>", r"\\$", "`a`", " "] {
            assert_eq!(tex(refused), None, "{refused}");
        }
    }
}
