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

fn formula(tex: &str, display: bool) -> Option<Formula> {
    let tex = tex.split_whitespace().collect::<Vec<_>>().join(" ");
    (!tex.is_empty()).then_some(Formula { tex, display })
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
