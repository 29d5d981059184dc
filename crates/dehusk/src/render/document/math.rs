//! Formulas: the TeX that MathML, KaTeX and MathJax carry along.

use crate::markup::Tag;
use crate::page::{Element, Event, Page};

/// A formula in TeX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Formula {
    pub(crate) tex: String,
    /// Whether it stands on lines of its own.
    pub(crate) display: bool,
}

/// The TeX that a `<math>` is annotated with. Linear in the element.
pub(super) fn of_mathml(page: &Page<'_>, math: &Element<'_>) -> Option<Formula> {
    let display = math.attribute("display").is_some_and(|value| value.eq_ignore_ascii_case("block"));
    let mut annotation = false;
    let mut tex = String::new();
    for event in math.walk() {
        match event {
            Event::Enter(element) => annotation |= is_tex_annotation(&element),
            Event::Text(run) if annotation => tex.push_str(&page.text_of(&run)),
            Event::Leave(_) if annotation => break,
            _ => {}
        }
    }
    formula(&tex, display)
}

fn is_tex_annotation(element: &Element<'_>) -> bool {
    element.tag() == Tag::Unknown
        && element.name() == "annotation"
        && element
            .attribute("encoding")
            .is_some_and(|encoding| encoding.eq_ignore_ascii_case("application/x-tex"))
}

/// The TeX of a script of MathJax 2: `<script type="math/tex; mode=display">`.
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

/// Commands of the HTML extensions of MathJax and KaTeX: they make links, load things or name styles, and no formula needs them.
const ACTIVE: [&str; 8] =
    [r"\href", r"\url", r"\html", r"\class", r"\cssId", r"\style", r"\require", r"\include"];

/// A formula in TeX that is nothing else in Markdown or HTML: no command that acts, no dollar or backtick that would end it or
/// begin code, and a blank, which TeX ignores, where Markdown would see a tag or a link.
fn formula(tex: &str, display: bool) -> Option<Formula> {
    let tex = tex.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_active = ACTIVE.iter().any(|command| tex.contains(command));
    if tex.is_empty() || is_active || tex.contains('`') || has_bare_dollar(&tex) {
        return None;
    }
    let tex = tex.replace('<', "< ").replace("<  ", "< ").replace("](", "] (");
    Some(Formula { tex, display })
}

/// Whether a dollar stands there that is not escaped.
fn has_bare_dollar(tex: &str) -> bool {
    let mut escaped = false;
    tex.chars().any(|c| {
        let bare = c == '$' && !escaped;
        escaped = c == '\\' && !escaped;
        bare
    })
}

/// What KaTeX shows of a formula whose MathML stands right before it.
pub(super) fn is_shown_form(element: &Element<'_>) -> bool {
    let class = element.attribute("class");
    class.is_some_and(|class| class.split_ascii_whitespace().any(|class| class == "katex-html"))
}

/// What MathJax 2 shows in the place of a formula whose script comes right after it: a preview, or the formula itself as a browser
/// saved it.
pub(super) fn is_preview(element: &Element<'_>) -> bool {
    const SHOWN: [&str; 6] = [
        "MathJax_Preview",
        "MathJax",
        "MathJax_Display",
        "MathJax_SVG",
        "MathJax_SVG_Display",
        "MathJax_CHTML",
    ];
    /// A preview and the formula.
    const MOST_BETWEEN: usize = 2;
    let class = element.attribute("class");
    let is_shown =
        class.is_some_and(|class| class.split_ascii_whitespace().any(|class| SHOWN.contains(&class)));
    is_shown
        && std::iter::successors(element.next(), Element::next).take(MOST_BETWEEN).any(|next| {
            next.tag() == Tag::Script && next.attribute("type").is_some_and(|kind| kind.contains("math/tex"))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_is_neither_a_tag_nor_a_link_nor_a_command_that_acts() {
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
