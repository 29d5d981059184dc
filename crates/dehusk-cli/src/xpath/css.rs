//! Writes the selectors of an XPath expression.
//!
//! A path is translated step by step, from the left. A step backwards, to an ancestor or an earlier sibling,
//! wraps what was translated so far into `:has()`, which CSS does not allow inside another `:has()`.

use super::condition::{compound, refused};
use super::notation::{attribute_equals, has, is};
use super::parse::parse;
use super::tree::{Axis, Expr, Path, Step, Test};

/// The maximum number of selectors of one expression. Chosen by hand.
const MAX_SELECTORS: usize = 64;

pub(super) type Translated = Result<Vec<String>, String>;

/// The selectors of the elements that an expression selects. None if it selects nothing that has text, such as
/// comments.
///
/// # Errors
/// Why CSS cannot say the same.
pub(crate) fn selectors(xpath: &str) -> Result<Option<Vec<String>>, String> {
    let expr = parse(xpath)?;
    if last_step(&expr).is_some_and(|step| step.axis == Axis::Attribute || step.test == Test::Comment) {
        return Ok(None);
    }
    elements(&expr).map(Some)
}

/// The selectors of the elements whose text is the value of an expression, or whose attribute `content` or
/// `datetime` is.
///
/// # Errors
/// Why CSS cannot say the same.
pub(crate) fn field(xpath: &str) -> Translated {
    field_of(&parse(xpath)?)
}

fn field_of(expr: &Expr) -> Translated {
    match expr {
        Expr::Union(parts) => joined(parts, field_of),
        // The value is that of the first element, and spaces are collapsed in any case.
        Expr::Call(name, arguments) if matches!(name.as_str(), "string" | "normalize-space") => {
            match &arguments[..] {
                [only] => field_of(only),
                _ => refused("a function computes the value"),
            }
        }
        Expr::Filter(inner, predicates, steps) if Expr::are_first(predicates) && steps.is_empty() => {
            field_of(inner)
        }
        Expr::Path(path) => match path.steps.split_last() {
            Some((last, before)) if last.axis == Axis::Attribute => attribute_field(last, path, before),
            Some((last, before))
                if last.test == Test::Text && last.predicates.is_empty() && last.axis == Axis::Child =>
            {
                steps(path.is_absolute, before)
            }
            _ => elements(expr),
        },
        _ => elements(expr),
    }
}

fn attribute_field(last: &Step, path: &Path, before: &[Step]) -> Translated {
    let suffix = match &last.test {
        Test::Name(name) if name == "content" => "[content]",
        Test::Name(name) if name == "datetime" => "[datetime]:not([content])",
        Test::Name(name) => {
            return refused(&format!(
                "the value is the attribute {name}; site rules read text, content and datetime"
            ));
        }
        _ => return refused("the value is any attribute"),
    };
    let found = steps(path.is_absolute, before)?;
    Ok(found.into_iter().map(|css| css + suffix).collect())
}

fn last_step(expr: &Expr) -> Option<&Step> {
    match expr {
        Expr::Path(path) => path.steps.last(),
        Expr::Filter(inner, _, steps) => steps.last().or_else(|| last_step(inner)),
        _ => None,
    }
}

fn joined(parts: &[Expr], translate: impl Fn(&Expr) -> Translated) -> Translated {
    let mut all = Vec::new();
    for part in parts {
        all.extend(translate(part)?);
    }
    limited(all)
}

fn limited(selectors: Vec<String>) -> Translated {
    if selectors.len() > MAX_SELECTORS { refused("it needs too many selectors") } else { Ok(selectors) }
}

fn elements(expr: &Expr) -> Translated {
    match expr {
        Expr::Path(path) => steps(path.is_absolute, &path.steps),
        Expr::Union(parts) => joined(parts, elements),
        Expr::Filter(inner, predicates, after) => {
            let found = elements(inner)?;
            let found = filtered(found, predicates)?;
            after.iter().try_fold(found, step)
        }
        Expr::Call(name, arguments) if name == "id" => match &arguments[..] {
            [Expr::Text(id)] => Ok(vec![attribute_equals("id", id)]),
            _ => refused("id() is computed"),
        },
        Expr::Call(name, _) => refused(&format!("{name}() computes a text")),
        Expr::Text(_) => refused("it is a constant text"),
        _ => refused("it does not select elements"),
    }
}

/// Applies predicates to a whole result. Positions in it have no selector.
fn filtered(found: Vec<String>, predicates: &[Expr]) -> Translated {
    if predicates.is_empty() {
        return Ok(found);
    }
    let any = Step { axis: Axis::Itself, test: Test::Node, predicates: predicates.to_vec() };
    match step(found, &any) {
        Err(reason) if reason.contains("position") => {
            refused("it takes an element by its position in the whole result")
        }
        result => result,
    }
}

fn steps(is_absolute: bool, steps: &[Step]) -> Translated {
    let Some((first, rest)) = steps.split_first() else { return refused("it selects the whole document") };
    let first = match first.axis {
        Axis::DeepChild | Axis::Descendant | Axis::DescendantOrSelf if is_absolute => {
            vec![compound(first)?]
        }
        // The only child of the document.
        Axis::Child if is_absolute && matches!(&first.test, Test::Name(name) if name != "html") => {
            return refused("the path begins below /, not // or /html");
        }
        Axis::Child if is_absolute => {
            let html = Test::Name("html".to_owned());
            vec![compound(&Step { test: html, ..first.clone() })?]
        }
        _ => return refused("the path does not begin with //"),
    };
    rest.iter().try_fold(first, step)
}

/// The selectors after one more step.
fn step(found: Vec<String>, step: &Step) -> Translated {
    if matches!(step.test, Test::Text | Test::Comment) {
        return refused("it selects text, not elements");
    }
    let css = |found: String| -> Result<Vec<String>, String> {
        let next = compound(step)?;
        Ok(match step.axis {
            Axis::Child => vec![format!("{found} > {next}")],
            Axis::DeepChild | Axis::Descendant => vec![format!("{found} {next}")],
            Axis::DescendantOrSelf => vec![with(&next, &found), format!("{found} {next}")],
            Axis::Itself => vec![with(&next, &found)],
            Axis::FollowingSibling => vec![format!("{found} {} {next}", step.sibling_combinator())],
            Axis::Parent => vec![format!("{}{}", bare(&next), has(">", &found)?)],
            Axis::Ancestor => vec![format!("{}{}", bare(&next), has("", &found)?)],
            Axis::AncestorOrSelf => vec![with(&next, &found), format!("{}{}", bare(&next), has("", &found)?)],
            Axis::PrecedingSibling => {
                vec![format!("{}{}", bare(&next), has(step.sibling_combinator(), &found)?)]
            }
            Axis::Attribute => return refused("it selects an attribute"),
            Axis::Other => return refused("following:: and preceding:: have no selector"),
        })
    };
    let mut all = Vec::new();
    for one in found {
        all.extend(css(one)?);
    }
    limited(all)
}

/// A compound selector that is followed by a condition.
fn bare(compound: &str) -> &str {
    if compound == "*" { "" } else { compound }
}

/// An element that `found` selects, with another compound selector.
fn with(compound: &str, found: &str) -> String {
    if compound == "*" { found.to_owned() } else { format!("{compound}{}", is(found)) }
}

#[cfg(test)]
mod tests {
    use dehusk::css::Selectors;

    use super::*;

    fn css(xpath: &str) -> String {
        match selectors(xpath) {
            Ok(Some(list)) => {
                let list = list.join(", ");
                assert!(Selectors::parse(&list).is_ok(), "{xpath}: {list}");
                list
            }
            Ok(None) => "nothing".to_owned(),
            Err(reason) => panic!("{xpath}: {reason}"),
        }
    }

    #[test]
    fn paths_become_selectors() {
        for (xpath, expected) in [
            ("//article", "article"),
            ("//div[@id='a b']", "div[id=\"a b\"]"),
            ("//div[@id='story']", "div#story"),
            ("//*[@class=\"x\"]/p", "[class=\"x\"] > p"),
            ("/html/body//div", "html > body div"),
            ("//div[contains(@class, 'b')]//h1", "div[class*=\"b\"] h1"),
            ("//div[contains(concat(' ',normalize-space(@class),' '),' lead ')]", "div.lead"),
            ("//div[contains(concat(' ', @class, ' '), ' b-1 ')][@data-x]", "div.b-1[data-x]"),
            ("//a[starts-with(@href, 'http')] | //b", "a[href^=\"http\"], b"),
            ("//div[@a and not(@b)]", "div[a]:not([b])"),
            ("//div[@a or @b='c']", "div:is([a], [b=\"c\"])"),
            ("//p[1]", "p:nth-of-type(1)"),
            ("//p[last()]", "p:nth-last-of-type(1)"),
            ("//ul[@class='x'][2]/*[1]", "ul[class=\"x\"]:nth-child(2 of ul[class=\"x\"]) > :nth-child(1)"),
            ("//p[position() < 3]", "p:nth-of-type(-n+2)"),
            ("//p[position()>1]", "p:nth-of-type(n+2)"),
            ("//h2/following-sibling::p", "h2 ~ p"),
            ("//h2/following-sibling::*[1]", "h2 + *"),
            ("//h2/preceding-sibling::p", "p:has(~ h2)"),
            ("//a[@x]/..", ":has(> a[x])"),
            ("//div/a/parent::div", "div:has(> :is(div > a))"),
            ("//a/ancestor::section[@id]", "section[id]:has(a)"),
            ("//b/ancestor::p[1]", "p:has(b)"),
            ("//div[.//a]", "div:has(a)"),
            ("//div[a/b/@href]", "div:has(> a > b[href])"),
            ("//div[a[@rel='x']]", "div:has(> a[rel=\"x\"])"),
            ("//p[ancestor::blockquote]", "p:is(blockquote *)"),
            ("//p[parent::div[@id='x']]", "p:is(div#x > *)"),
            ("//p[preceding-sibling::hr]", "p:is(hr ~ *)"),
            ("//div[contains(a/@href, 'ads')]", "div:has(> a[href*=\"ads\"])"),
            ("//div[@a!='b']", "div[a]:not([a=\"b\"])"),
            ("//*[self::h1 or self::h2]", ":is(h1, h2)"),
            ("//div[descendant::img]", "div:has(img)"),
            ("//div[count(a)>0]", "div:has(> a)"),
            ("//div[not(a)]", "div:not(:has(> a))"),
            ("(//div)//p", "div p"),
            ("id('main')", "#main"),
            ("//g:plusone", "g\\:plusone"),
            ("//div[@data-x='a\"b\\']", "div[data-x=\"a\\\"b\\\\\"]"),
            ("//comment()", "nothing"),
            ("//img/@style", "nothing"),
            ("//div[contains(translate(@class, 'ABC', 'abc'), 'ad')]", "div[class*=\"ad\" i]"),
        ] {
            assert_eq!(css(xpath), expected, "{xpath}");
        }
    }

    #[test]
    fn what_css_cannot_say_is_refused_with_the_reason() {
        for (xpath, reason) in [
            ("//p[contains(text(), 'Buy')]", "text"),
            ("//p[contains(., 'Buy')]", "text"),
            ("//p[.='Buy']", "text"),
            ("(//p)[1]", "position in the whole result"),
            ("//p/text()", "text"),
            ("//p/following::div", "following::"),
            ("substring-before(//p, 'x')", "computes a text"),
            ("//div[string-length(@class) > 3]", "string-length()"),
            ("//a[b]/ancestor::div", ":has() inside :has()"),
            ("//p[//div]", "whole page"),
            ("//h2/following-sibling::p[1]", "position"),
            ("//p[position() mod 2]", "computed"),
            ("*[@a]", "does not begin with //"),
            ("/div", "begins below /"),
            ("//div[", "the end is not expected"),
            ("//div[@a='b]", "quotation mark"),
            ("//div]", "] is not expected"),
            ("'text'", "constant text"),
            ("//a/ancestor::div[1]", "nearest ancestor"),
            ("//p[starts-with(normalize-space(.), '+')]", "text of elements"),
            ("//", "the end is not expected"),
            ("", "the end is not expected"),
            ("//a[\u{0}]", "not XPath"),
        ] {
            let error = selectors(xpath).unwrap_err();
            assert!(error.contains(reason), "{xpath}: {error}");
        }
        assert!(selectors(&format!("//a{}", "[b".repeat(2000))).is_err());
        assert!(selectors(&"(".repeat(5000)).is_err());
        assert!(selectors(&format!("//a[{}b{}]", "not(".repeat(500), ")".repeat(500))).is_err());
    }

    #[test]
    fn values_of_fields_are_texts_or_some_attributes() {
        for (xpath, expected) in [
            ("//h1[@class='t']/text()", "h1[class=\"t\"]"),
            ("//meta[@property='og:title']/@content", "meta[property=\"og:title\"][content]"),
            ("//time/@datetime", "time[datetime]:not([content])"),
            ("(//h1)[1]", "h1"),
            ("normalize-space(//h1) ", "h1"),
            ("//h1 | //h2/text()", "h1, h2"),
        ] {
            let found = field(xpath).unwrap().join(", ");
            assert!(Selectors::parse(&found).is_ok(), "{found}");
            assert_eq!(found, expected);
        }
        for (xpath, reason) in [
            ("//a/@title", "attribute title"),
            ("substring-after(//p, 'by')", "computes"),
            ("(//p)[2]", "position"),
        ] {
            assert!(field(xpath).unwrap_err().contains(reason), "{xpath}");
        }
    }
}
