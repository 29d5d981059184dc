//! CSS selectors. A list of selectors is parsed once and then matched against the elements of a page, within
//! the deadline.
//!
//! Parsing and matching are done by the crate `selectors` of Firefox and Servo; `node` adapts our tree to
//! that crate. Callers decide what happens to the matching elements.

mod list;
mod node;
mod pattern;
mod state;

use crate::budget::{Deadline, TimedOut};
use crate::error::Error;
use crate::page::{Element, Event, Page};
use cssparser::{BasicParseErrorKind, ParseErrorKind, Parser as Input};
pub(crate) use list::selectors;
use node::{Css, Language, Node, Watch};
pub(crate) use pattern::{Outer, Pattern};
use selectors::context::{
    MatchingContext, MatchingForInvalidation, MatchingMode, NeedsSelectorFlags, QuirksMode, SelectorCaches,
};
use selectors::matching::matches_selector;
use selectors::parser::{ParseRelative, Selector, SelectorList, SelectorParseErrorKind};
use std::fmt;

/// Maximum length of a list of selectors (chosen by hand). People do not write longer lists, and the time of
/// a match grows with the length, because every part of a selector is tried on every element.
const MAX_SELECTOR_BYTES: usize = 4096;

/// A list of CSS selectors, as in a style sheet. An element matches if at least one selector matches it.
///
/// The language is Selectors Level 4 without the parts that depend on a window or a user (`:hover`,
/// `::before`). Names of elements match in any letter case; classes and ids must match exactly.
///
/// ```
/// use dehusk::{css::Selectors, page::Page, source::Source};
/// let page = Page::parse(Source::from_text("<h2>News</h2><p class='by x'>By <b>Ann Smith</b></p>"));
/// let byline = Selectors::parse("h1 + p, .by:has(b)")?;
/// let found = byline.first(&page, &dehusk::budget::Deadline::after(None)).unwrap().unwrap();
/// assert_eq!(page.source().slice(found.span()), "<p class='by x'>By <b>Ann Smith</b></p>");
/// assert!(Selectors::parse("p >").unwrap_err().to_string().starts_with("\"p >\" is not a CSS selector: "));
/// # Ok::<(), dehusk::Error>(())
/// ```
#[derive(Clone)]
pub struct Selectors {
    written: String,
    parsed: Vec<Selector<Css>>,
}

impl Selectors {
    /// Parses a list of selectors.
    ///
    /// # Errors
    /// If `written` is too long or is not a valid list of selectors; the message says what is wrong.
    pub fn parse(written: &str) -> Result<Selectors, Error> {
        if written.len() > MAX_SELECTOR_BYTES {
            let bytes = written.len();
            return Err(Error::usage(format!(
                "a CSS selector of {bytes} bytes is too long; the maximum is {MAX_SELECTOR_BYTES}"
            )));
        }
        let mut input = Input::new(written);
        let list = SelectorList::parse(&Language::OF_CALLER, &mut input, ParseRelative::No);
        match list {
            Ok(list) => Ok(Selectors { written: written.to_owned(), parsed: list.slice().to_vec() }),
            Err(error) => Err(Error::usage(format!(
                "{written:?} is not a CSS selector: {}",
                what_is_wrong(&error.kind)
            ))),
        }
    }

    /// The list as the caller wrote it.
    #[must_use]
    pub fn written(&self) -> &str {
        &self.written
    }

    /// Returns the first element of a page, in document order, that matches.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes or matching takes too many steps.
    pub fn first<'p>(
        &self,
        page: &'p Page<'p>,
        deadline: &Deadline,
    ) -> Result<Option<Element<'p>>, TimedOut> {
        let mut found = None;
        let mut matcher = Matcher::new(deadline);
        let mut depth = 0;
        for event in page.walk() {
            match event {
                Event::Enter(element) => {
                    depth += 1;
                    if matcher.matches(self, element, depth)? {
                        found = Some(element);
                        break;
                    }
                }
                Event::Leave(_) => depth -= 1,
                Event::Text(_) => {}
            }
        }
        Ok(found)
    }
}

impl fmt::Debug for Selectors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Selectors({:?})", self.written)
    }
}

/// Matches elements of one page. Every step in the tree counts toward the deadline and the step limit.
pub(crate) struct Matcher {
    caches: Caches,
    watch: Watch,
    quirks: QuirksMode,
}

/// What is known of the elements of a page, such as their places among their siblings.
#[derive(Default)]
pub(crate) struct Caches(SelectorCaches);

impl fmt::Debug for Caches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Caches")
    }
}

impl Matcher {
    pub(crate) fn new(deadline: &Deadline) -> Matcher {
        Matcher { caches: Caches::default(), watch: Watch::new(deadline), quirks: QuirksMode::NoQuirks }
    }

    /// A matcher of the style sheets of a page, which may be in quirks mode. It takes at most this number of steps and has the
    /// caches of an earlier one.
    pub(crate) fn of_sheets(is_quirky: bool, deadline: &Deadline, steps: u64, caches: Caches) -> Matcher {
        let quirks = if is_quirky { QuirksMode::Quirks } else { QuirksMode::NoQuirks };
        Matcher { caches, watch: Watch::with_steps(deadline, steps), quirks }
    }

    pub(crate) fn into_caches(self) -> Caches {
        self.caches
    }

    fn context(caches: &mut Caches, quirks: QuirksMode) -> MatchingContext<'_, Css> {
        MatchingContext::new(
            MatchingMode::Normal,
            None,
            &mut caches.0,
            quirks,
            NeedsSelectorFlags::No,
            MatchingForInvalidation::No,
        )
    }

    /// Whether one of the selectors matches an element at this depth of the tree. The root has depth 1.
    pub(crate) fn matches(
        &mut self,
        selectors: &Selectors,
        element: Element<'_>,
        depth: usize,
    ) -> Result<bool, TimedOut> {
        self.watch.next_element()?;
        let mut context = Matcher::context(&mut self.caches, self.quirks);
        let node = Node::new(element, depth, &self.watch);
        let matched =
            selectors.parsed.iter().any(|selector| matches_selector(selector, 0, None, node, &mut context));
        self.watch.check()?;
        Ok(matched)
    }
}

/// Returns what is wrong with a selector, as words for the error message.
fn what_is_wrong(kind: &ParseErrorKind<SelectorParseErrorKind>) -> &'static str {
    use SelectorParseErrorKind as Kind;
    match kind {
        ParseErrorKind::Custom(Kind::EmptySelector) => {
            "a selector is missing, in parentheses or next to a comma"
        }
        ParseErrorKind::Custom(Kind::DanglingCombinator) => "it ends in a combinator",
        ParseErrorKind::Custom(Kind::UnsupportedPseudoClassOrElement) => {
            "it has a pseudo-class or pseudo-element that does not exist or does not depend on the page alone"
        }
        ParseErrorKind::Custom(Kind::ClassNeedsIdent) => "a dot must be followed by the name of a class",
        ParseErrorKind::Custom(Kind::ExpectedNamespace | Kind::ExplicitNamespaceUnexpectedToken) => {
            "namespaces are not supported"
        }
        ParseErrorKind::Custom(
            Kind::NoQualifiedNameInAttributeSelector
            | Kind::UnexpectedTokenInAttributeSelector
            | Kind::ExpectedBarInAttr
            | Kind::BadValueInAttr
            | Kind::InvalidQualNameInAttr,
        ) => "between square brackets there must be an attribute, as in [name] or [name=\"value\"]",
        ParseErrorKind::Basic(BasicParseErrorKind::EndOfInput) => "it ends too early",
        ParseErrorKind::Basic(BasicParseErrorKind::TooManyNestedBlocks) => {
            "its brackets are nested too deeply"
        }
        _ => "it has an unexpected character or word",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    fn names(html: &str, css: &str) -> String {
        let page = Page::parse(Source::from_text(html));
        let selectors = Selectors::parse(css).unwrap();
        let deadline = Deadline::after(None);
        let mut matcher = Matcher::new(&deadline);
        let (mut depth, mut names) = (0, Vec::new());
        for event in page.walk() {
            match event {
                Event::Enter(element) => {
                    depth += 1;
                    if matcher.matches(&selectors, element, depth).unwrap() {
                        names.push(element.attribute("i").unwrap_or(element.name()).into_owned());
                    }
                }
                Event::Leave(_) => depth -= 1,
                Event::Text(_) => {}
            }
        }
        names.join(" ")
    }

    #[test]
    fn elements_match_as_in_a_browser() {
        let page = "<main id=m><p i=1 class='a B'>x<b i=2></b><p i=3 lang=en-GB>y<a i=4 href=/x>z</a></main>\
                    <svg><foreignObject i=5></foreignObject></svg><x-y i=6></x-y><ul><li i=7><li i=8 hidden><li i=9></ul>";
        for (css, expected) in [
            ("P", "1 3"),
            ("#m > p", "1 3"),
            ("#M", ""),
            ("main b, main a", "2 4"),
            (".a.B", "1"),
            (".b", ""),
            ("p + p", "3"),
            ("p ~ p a[href^='/']", "4"),
            ("[LANG|=en]", "3"),
            ("p:not([lang])", "1"),
            ("p:has(> b)", "1"),
            ("main:has(p + p) a", "4"),
            ("li:nth-child(odd)", "7 9"),
            ("li:nth-last-child(1 of :not([hidden]))", "9"),
            ("b:empty", "2"),
            (":root > body > :is(svg, x-y)", "svg 6"),
            ("foreignobject", "5"),
            ("x-y:last-of-type", "6"),
            ("li[hidden]", "8"),
            ("p a, :where(p) b", "2 4"),
        ] {
            assert_eq!(names(page, css), expected, "{css}");
        }
    }

    #[test]
    fn errors_say_what_is_wrong_with_a_selector() {
        for (css, why) in [
            ("", "a selector is missing"),
            ("p,", "a selector is missing"),
            ("p >", "combinator"),
            ("p..x", "class"),
            ("a:hover", "pseudo-class"),
            ("p::before", "pseudo"),
            ("a[", "too early"),
            ("a[3]", "square brackets"),
            (":not()", ""),
            (":is(p, ..)", ""),
            ("ns|p", "namespaces"),
            ("p{}", ""),
            ("//p", ""),
        ] {
            let error = Selectors::parse(css).unwrap_err().to_string();
            assert!(error.starts_with(&format!("{css:?} is not a CSS selector: ")), "{error}");
            assert!(error.contains(why), "{error}");
        }
        assert!(Selectors::parse(&"p ".repeat(5000)).is_err());
        assert!(Selectors::parse(&format!("{}p{}", ":not(".repeat(700), ")".repeat(700))).is_err());
    }

    #[test]
    fn a_deadline_ends_hostile_matching() {
        let page = "<p class=x>".repeat(20_000);
        let page = Page::parse(Source::from_text(&page));
        let selectors = Selectors::parse("p:has(~ .y), .x ~ .x ~ .x ~ .z").unwrap();
        let deadline = Deadline::after(Some(std::time::Duration::ZERO));
        assert_eq!(selectors.first(&page, &deadline).err(), Some(TimedOut::Deadline));
    }

    #[test]
    fn a_limit_on_steps_ends_quadratic_matching_with_its_own_reason() {
        let page = "<p class=x>".repeat(100_000);
        let limits = crate::budget::Limits { timeout: None, ..crate::budget::Limits::default() };
        for css in ["p:has(~ .y)", ".y ~ p", ".x ~ .x ~ .y ~ p"] {
            let options = crate::Options::new().with_limits(limits.clone()).with_exclude(css).unwrap();
            let answer = crate::Extractor::new(options).extract(page.as_bytes(), None);
            let outcome = (answer.status().as_str(), answer.reason());
            assert_eq!(outcome, ("timeout", Some("selector_steps")), "{css}");
        }
        let parsed = Page::parse(Source::from_text(&page));
        for css in ["p:first-child", "p + p.y", "body > p:nth-child(3n)", "p:has(+ .y)"] {
            let found = Selectors::parse(css).unwrap().first(&parsed, &Deadline::after(None));
            assert!(found.is_ok(), "{css}");
        }
    }

    #[test]
    fn deep_pages_do_not_overflow_the_stack() {
        let page = "<div>".repeat(3_000) + "<p>deep";
        let limits = crate::budget::Limits { max_depth: 100_000, ..crate::budget::Limits::default() };
        let options = crate::Options::new().with_limits(limits).with_exclude("div:has(b i > u)").unwrap();
        let answer =
            crate::Extractor::new(options.with_method("plain").unwrap()).extract(page.as_bytes(), None);
        assert_eq!(answer.text(), "deep");
    }
}
