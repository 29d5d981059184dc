//! Scope: the parts of a page that are searched for main content, given by CSS selectors.
//!
//! The method receives a changed page: everything outside of the scope is replaced by spaces, except for the tags around the
//! scope. The page keeps its length, so all offsets stay the same. So every method works with every scope and needs no code for
//! it. The selection of the method is then cut to the scope.

use crate::budget::{Deadline, Limits, TimedOut};
use crate::css::{Matcher, Selectors};
use crate::facts::PageFacts;
use crate::markup::{Tag, TokenKind};
use crate::masking;
use crate::method::Method;
use crate::page::{Element, Event, Page};
use crate::selection::{Reason, Selection, Verdict, visible_texts};
use crate::source::Span;
use crate::source::span::{intersection, merged, subtract, touches};
use std::collections::HashSet;

/// The parts of a page that are searched: the elements that `select` matches (the whole page if `select` is empty), without the
/// elements that `exclude` matches.
///
/// If a method keeps nothing of the selected parts, all of them are kept.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Scope {
    /// Main content is searched for only inside elements that match one of these selectors. Empty means the whole page.
    pub select: Vec<Selectors>,
    /// Text inside elements that match one of these selectors is never main content.
    pub exclude: Vec<Selectors>,
}

impl Scope {
    /// Whether the scope has no selectors, so that it is the whole of every page.
    #[must_use]
    pub fn is_everything(&self) -> bool {
        self.select.is_empty() && self.exclude.is_empty()
    }

    /// Whether only parts of a page are searched, those that `select` matches.
    pub(crate) fn selects_parts(&self) -> bool {
        !self.select.is_empty()
    }

    /// Returns the selection of a method within the scope of a page, as if the `masked` spans were not in the page.
    pub(crate) fn select(
        &self,
        method: &dyn Method,
        facts: PageFacts<'_>,
        masked: &[Span],
        limits: &Limits,
        deadline: &mut Deadline,
    ) -> Result<Selection, TimedOut> {
        if self.is_everything() {
            return masking::select_with(method, facts, masked, limits, deadline);
        }
        let page = facts.page();
        let parts = Parts::of(self, page, deadline)?;
        if parts.is_everything() {
            return masking::select_with(method, facts, masked, limits, deadline);
        }
        let in_scope = parts.in_scope();
        if in_scope.is_empty() {
            let reason = if parts.selected.is_empty() { Reason::NothingSelected } else { Reason::Excluded };
            return Ok(Selection {
                verdicts: parts.verdicts(&in_scope, &[], page),
                ..Selection::nothing(reason)
            });
        }
        let blanked = page.source().with_text(blanked(page, &parts.visible_to_method(&in_scope)));
        let found = parts.selected.len() + parts.excluded.len();
        let limits = &masking::limits_beside(page, found, limits);
        let selection = masking::select(method, blanked, masked, limits, deadline)?;
        if self.select.is_empty() || keeps_text(&selection, &in_scope, page) {
            let verdicts = parts.verdicts(&in_scope, &selection.verdicts, page);
            return Ok(Selection { verdicts, ..selection });
        }
        let whole = |span: &Span| Verdict { span: *span, kept: true, score: 1.0, reason: Reason::Selected };
        let whole: Vec<Verdict> = in_scope.iter().map(whole).collect();
        Ok(Selection::new(parts.verdicts(&in_scope, &whole, page)))
    }

    /// Returns every selector as text, for the fingerprint of options; empty if there is none.
    pub(crate) fn canonical(&self) -> String {
        let list = |name: &str, selectors: &[Selectors]| -> String {
            selectors.iter().map(|it| format!(";{name}={:?}", it.written())).collect()
        };
        list("select", &self.select) + &list("exclude", &self.exclude)
    }
}

/// The elements of one page that the selectors match, as spans in the order of the source, without overlaps.
struct Parts {
    /// Whether the scope has `select` selectors. If it has none, the whole page is selected.
    has_select: bool,
    selected: Vec<Span>,
    excluded: Vec<Span>,
    /// The DOCTYPE, the head, and the tags of the ancestors of selected elements.
    around: Vec<Span>,
    length: usize,
}

impl Parts {
    fn of(scope: &Scope, page: &Page<'_>, deadline: &Deadline) -> Result<Parts, TimedOut> {
        let mut finder = Finder { matcher: Matcher::new(deadline), tags: HashSet::new(), depth: 0 };
        let (mut selected, mut excluded, mut around) = (Vec::new(), Vec::new(), Vec::new());
        // The outermost matching elements that the walk has entered but not left.
        let (mut in_selected, mut in_excluded): (Option<Element<'_>>, Option<Element<'_>>) = (None, None);
        for event in page.walk() {
            match event {
                Event::Enter(element) => {
                    finder.depth += 1;
                    if in_selected.is_none() && finder.matches(&scope.select, element)? {
                        in_selected = Some(element);
                        selected.push(element.span());
                        finder.tags_around(element, &mut around);
                    }
                    if in_excluded.is_none() && finder.matches(&scope.exclude, element)? {
                        in_excluded = Some(element);
                        excluded.push(element.span());
                    }
                }
                Event::Leave(element) => {
                    finder.depth -= 1;
                    in_selected = in_selected.filter(|outer| *outer != element);
                    in_excluded = in_excluded.filter(|outer| *outer != element);
                }
                Event::Text(_) => {}
            }
        }
        let length = page.source().text().len();
        let (selected, excluded) = (merged(selected), merged(excluded));
        around.extend(page.head().map(|head| head.span()));
        around
            .extend(page.marks().iter().filter(|mark| mark.kind == TokenKind::Doctype).map(|mark| mark.span));
        Ok(Parts { has_select: !scope.select.is_empty(), selected, excluded, around: merged(around), length })
    }

    fn is_everything(&self) -> bool {
        !self.has_select && self.excluded.is_empty()
    }

    /// Returns the spans that are selected and not excluded.
    fn in_scope(&self) -> Vec<Span> {
        let all = [Span::new(0, self.length)];
        subtract(if self.has_select { &self.selected } else { &all }, &self.excluded)
    }

    /// Returns the spans that the method sees: the scope, and the tags around it, which keep the structure of the tree.
    fn visible_to_method(&self, in_scope: &[Span]) -> Vec<Span> {
        let around = subtract(&self.around, &self.excluded);
        merged(in_scope.iter().copied().chain(around).collect())
    }

    /// Returns the verdicts of a method, cut to the scope. Each span outside of the scope that has text gets a verdict too.
    fn verdicts(&self, in_scope: &[Span], of_method: &[Verdict], page: &Page<'_>) -> Vec<Verdict> {
        let mut verdicts = Vec::with_capacity(of_method.len() + in_scope.len());
        let mut next = 0;
        for span in in_scope {
            next += of_method[next..].partition_point(|verdict| verdict.span.end() <= span.start());
            let inside = of_method[next..].iter().take_while(|verdict| verdict.span.start() < span.end());
            verdicts.extend(
                inside.map(|verdict| Verdict { span: intersection(verdict.span, *span), ..*verdict }),
            );
        }
        let removed = |span: &Span, reason| Verdict { span: *span, kept: false, score: 0.0, reason };
        let all = [Span::new(0, self.length)];
        let unselected = if self.has_select { subtract(&all, &self.selected) } else { Vec::new() };
        let unselected = subtract(&unselected, &self.excluded);
        let texts = visible_texts(page);
        let has_text = |span: &&Span| touches(&texts, **span);
        verdicts.extend(unselected.iter().filter(has_text).map(|span| removed(span, Reason::NotSelected)));
        verdicts.extend(self.excluded.iter().filter(has_text).map(|span| removed(span, Reason::Excluded)));
        verdicts.sort_by_key(|verdict| verdict.span);
        verdicts
    }
}

struct Finder {
    matcher: Matcher,
    /// The ids of the elements whose tags were already collected.
    tags: HashSet<u32>,
    depth: usize,
}

impl Finder {
    fn matches(&mut self, selectors: &[Selectors], element: Element<'_>) -> Result<bool, TimedOut> {
        for list in selectors {
            if self.matcher.matches(list, element, self.depth)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds the tags of the ancestors of an element, each once.
    fn tags_around(&mut self, element: Element<'_>, tags: &mut Vec<Span>) {
        let mut outer = element.parent();
        while let Some(element) = outer
            && self.tags.insert(element.id())
        {
            tags.push(element.start_tag());
            // The parser may end the body before `</body>`. If that tag stayed visible, text between these two points would come
            // after the body.
            tags.extend(element.end_tag().filter(|_| !matches!(element.tag(), Tag::Html | Tag::Body)));
            outer = element.parent();
        }
    }
}

/// Returns the source with everything outside of `shown` replaced by spaces, except for line breaks.
fn blanked(page: &Page<'_>, shown: &[Span]) -> String {
    let source = page.source().text();
    let mut text = String::with_capacity(source.len());
    let mut at = 0;
    for span in shown {
        push_spaces(&source[at..span.start()], &mut text);
        text.push_str(&source[span.range()]);
        at = span.end();
    }
    push_spaces(&source[at..], &mut text);
    text
}

fn push_spaces(source: &str, out: &mut String) {
    out.extend(source.bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { ' ' }));
}

/// Whether some text in the scope is kept.
fn keeps_text(selection: &Selection, in_scope: &[Span], page: &Page<'_>) -> bool {
    let texts = visible_texts(page);
    let kept: Vec<Span> = selection.kept().collect();
    kept.iter().any(|span| {
        let next = in_scope.partition_point(|it| it.end() <= span.start());
        let inside = in_scope[next..].iter().take_while(|it| it.start() < span.end());
        inside.map(|it| intersection(*it, *span)).any(|part| touches(&texts, part))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;
    use crate::{Extractor, Options};

    const PAGE: &str = "<title>T</title><nav>Home <a href=/>News</a></nav><article><h1>The mill</h1><p class=lead>It \
        <i>reopens</i> on Monday.</p><aside>Buy flour</aside><p>Many came.</p></article><footer>Imprint</footer>";

    fn extract(method: &str, select: &[&str], exclude: &[&str], page: &str) -> crate::Extraction {
        let mut options = Options::new().with_method(method).unwrap();
        for css in select {
            options = options.with_select(css).unwrap();
        }
        for css in exclude {
            options = options.with_exclude(css).unwrap();
        }
        Extractor::new(options).extract(page.as_bytes(), None)
    }

    #[test]
    fn text_is_that_of_matching_elements() {
        for (select, exclude, expected) in [
            (&["article"][..], &[][..], "The mill\nIt reopens on Monday.\nBuy flour\nMany came."),
            (&["article"], &["aside"], "The mill\nIt reopens on Monday.\nMany came."),
            (&["p", "h1"], &[], "The mill\nIt reopens on Monday.\nMany came."),
            (&["p, h1"], &["i", ".nothing"], "The mill\nIt on Monday.\nMany came."),
            (&[], &["article", "nav"], "Imprint"),
            (&["p i", "p"], &[], "It reopens on Monday.\nMany came."),
            (&["footer"], &["footer"], ""),
            (&["nosuch"], &[], ""),
            (&[], &["nosuch"], "Home News\nThe mill\nIt reopens on Monday.\nBuy flour\nMany came.\nImprint"),
        ] {
            let answer = extract("plain", select, exclude, PAGE);
            assert_eq!(answer.text(), expected, "{select:?} {exclude:?}");
        }
    }

    #[test]
    fn each_span_has_its_reason() {
        let answer = extract("plain", &["article"], &["aside, i"], PAGE);
        let reasons: Vec<_> = answer.selection().unwrap().verdicts.iter().collect();
        let reasons: Vec<_> =
            reasons.iter().map(|it| (&PAGE[it.span.range()], it.kept, it.reason.as_str())).collect();
        let expected = [
            ("<title>T</title><nav>Home <a href=/>News</a></nav>", false, "not_selected"),
            ("<article><h1>The mill</h1><p class=lead>It ", true, "whole_page"),
            ("<i>reopens</i>", false, "excluded"),
            (" on Monday.</p>", true, "whole_page"),
            ("<aside>Buy flour</aside>", false, "excluded"),
            ("<p>Many came.</p></article>", true, "whole_page"),
            ("<footer>Imprint</footer>", false, "not_selected"),
        ];
        assert_eq!(reasons, expected);
        assert_eq!(extract("plain", &["nosuch"], &[], PAGE).reason(), Some("nothing_selected"));
        assert_eq!(extract("plain", &["p"], &["p"], PAGE).reason(), Some("excluded"));
    }

    #[test]
    fn selected_parts_are_kept_whole_if_the_method_keeps_none_of_them() {
        let page = PAGE.replace("<footer>", "<footer id=f><a href=/i>").replace("Imprint", "Imprint</a>");
        for method in crate::methods::all() {
            let answer = extract(method.name(), &["#f"], &[], &page);
            assert_eq!(answer.text(), "Imprint", "{}", method.name());
        }
        let kept = extract("addanag", &["#f"], &[], &page);
        let reasons: Vec<_> =
            kept.selection().unwrap().verdicts.iter().filter(|it| it.kept).map(|it| it.reason).collect();
        assert_eq!(reasons, [Reason::Selected]);
    }

    #[test]
    fn the_method_decides_as_if_excluded_parts_were_not_there() {
        let story =
            "<p>The old mill by the river has been repaired for ten years and grinds again. </p>\n".repeat(4);
        let banner =
            "<div class=banner><p>We value your privacy, and so do our many, many partners. </p></div>\n"
                .repeat(9);
        let page = format!(
            "<body>{banner}<hr><hr><hr><hr><hr><hr><hr><hr><hr><ul><li><a href=/>x</a></ul>{story}</body>"
        );
        for method in crate::methods::all() {
            let text = extract(method.name(), &[], &[".banner"], &page).into_text();
            let without = page.replace(&banner, &banner.replace(|c| c != '\n', " "));
            assert_eq!(text, extract(method.name(), &[], &[], &without).into_text(), "{}", method.name());
        }
        assert!(extract("addanag", &[], &[".banner"], &page).text().contains("grinds again"));
    }

    #[test]
    fn cells_and_items_keep_their_tables_and_lists() {
        let page = "<table><tr><td>a</td><td class=x>b <b>c</b></td></tr></table><ul><li>d<li class=x>e</ul>";
        assert_eq!(extract("plain", &[".x"], &[], page).text(), "b c\ne");
        let parsed = Page::parse(Source::from_text(page));
        let scope = Scope { select: vec![Selectors::parse(".x").unwrap()], ..Scope::default() };
        let parts = Parts::of(&scope, &parsed, &Deadline::after(None)).unwrap();
        let shown = blanked(&parsed, &parts.visible_to_method(&parts.in_scope()));
        assert_eq!(shown.len(), page.len());
        assert_eq!(
            shown.split_whitespace().collect::<Vec<_>>().join(" "),
            "<table><tr> <td class=x>b <b>c</b></td></tr></table><ul> <li class=x>e</ul>"
        );
    }
}
