//! Reads the site rules of FiveFilters' Full-Text RSS (`ftr-site-config`): one file per site, one statement per
//! line. XPath becomes CSS where it can.

use dehusk::css::Selectors;
use dehusk_eval::tune::{OneOrMore, SiteEntry};

use crate::xpath;

/// The method for sites whose rule asks to keep the selected elements whole (`prune: no`).
const KEEP_WHOLE: &str = "plain";

/// Statements that do not change which text is kept, or that are for the authors of rules.
const UNNEEDED: [&str; 17] = [
    "autodetect_on_failure",
    "convert_double_br_tags",
    "footnotes",
    "insert_detected_image",
    "native_ad_clue",
    "parser",
    "post_strip_attr",
    "skip_json_ld",
    "src_lazy_load_attr",
    "strip_attr",
    "strip_comments",
    "test",
    "test_contains",
    "test_content",
    "test_url",
    "tidy",
    "wrap_in",
];

/// Statements that site rules have no key for, and what they would do.
const WITHOUT_COUNTERPART: [(&str, &str); 17] = [
    ("autodetect_next_page", "further pages are not fetched"),
    ("dissolve", "elements cannot be dissolved"),
    ("find_string", "the HTML of a page is not rewritten"),
    ("http_header", "headers are set for a whole run, with --header and --user-agent"),
    ("if_page_contains", "rules do not depend on the page"),
    ("login_extra_fields", "sites are not logged in to"),
    ("login_password_field", "sites are not logged in to"),
    ("login_uri", "sites are not logged in to"),
    ("login_username_field", "sites are not logged in to"),
    ("move_into", "elements cannot be moved"),
    ("next_page_link", "further pages are not fetched"),
    ("not_logged_in_xpath", "sites are not logged in to"),
    ("replace_string", "the HTML of a page is not rewritten"),
    ("requires_login", "sites are not logged in to"),
    ("single_page_link", "other pages are not fetched"),
    ("single_page_link_in_feed", "other pages are not fetched"),
    ("skip_id_or_class", "elements cannot be kept from being left out"),
];

/// A file of rules, translated.
#[derive(Debug, Default)]
pub(super) struct Translation {
    pub(super) entry: SiteEntry,
    /// The addresses of pages to try the rule on.
    pub(super) test_urls: Vec<String>,
    /// What was not translated.
    pub(super) left_out: Vec<LeftOut>,
    /// The number of statements that were translated.
    pub(super) translated: usize,
}

/// A statement that was not translated.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct LeftOut {
    /// Counted from 1.
    pub(super) line: usize,
    pub(super) statement: String,
    pub(super) reason: String,
    /// Whether it may select parts of the page, and is not one that rules have no key for.
    pub(super) is_selector: bool,
}

impl Translation {
    /// Whether every selector of the file is in the rule.
    pub(super) fn has_all_selectors(&self) -> bool {
        !self.left_out.iter().any(|it| it.is_selector)
    }

    /// Whether the rule says anything.
    pub(super) fn is_empty(&self) -> bool {
        self.entry == SiteEntry::default()
    }
}

/// Translates the text of a file.
pub(super) fn translate(text: &str) -> Translation {
    let mut rules = Rules::default();
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.trim();
        // Some authors write comments as in other languages; no statement begins so.
        if line.is_empty() || line.starts_with('#') || line.starts_with("//") {
            continue;
        }
        match rules.statement(line) {
            Ok(translated) => rules.done.translated += usize::from(translated),
            Err(reason) => {
                let name = name_of(line);
                let is_selector = !WITHOUT_COUNTERPART.iter().any(|(known, _)| *known == name);
                let (line, statement) = (number + 1, line.to_owned());
                rules.done.left_out.push(LeftOut { line, statement, reason, is_selector });
            }
        }
    }
    rules.finish()
}

/// The name of a statement. Of `replace_string(old): new`, the part in parentheses may contain a colon.
fn name_of(line: &str) -> String {
    line.split([':', '(']).next().unwrap_or(line).trim().to_ascii_lowercase()
}

/// The rules of a file so far.
#[derive(Default)]
struct Rules {
    done: Translation,
    /// The selectors of each `body`: the first one that matches is used.
    bodies: Vec<Vec<String>>,
    exclude: Vec<String>,
    title: Vec<String>,
    author: Vec<String>,
    date: Vec<String>,
}

impl Rules {
    /// Translates a statement. Returns whether there was anything to translate.
    fn statement(&mut self, line: &str) -> Result<bool, String> {
        let (_, value) = line.split_once(':').ok_or("it is not a statement of the form `name: value`")?;
        let value = value.trim();
        match name_of(line).as_str() {
            "body" => self.body(value)?,
            "strip" => return self.strip(value),
            "strip_id_or_class" => {
                let part = unquoted(value);
                self.exclude_checked(format!("[id*={0}], [class*={0}]", xpath::quoted(part)), part)?;
            }
            "strip_image_src" => {
                let part = unquoted(value);
                self.exclude_checked(format!("img[src*={}]", xpath::quoted(part)), part)?;
            }
            "title" => add_field(&mut self.title, value)?,
            "author" => add_field(&mut self.author, value)?,
            "date" => add_field(&mut self.date, value)?,
            "prune" => self.prune(value),
            "test_url" => {
                self.done.test_urls.push(value.to_owned());
                return Ok(false);
            }
            name if UNNEEDED.contains(&name) => return Ok(false),
            name => {
                let known = WITHOUT_COUNTERPART.iter().find(|(known, _)| *known == name);
                return Err(known.map_or("the statement is unknown", |(_, why)| why).to_owned());
            }
        }
        Ok(true)
    }

    fn body(&mut self, value: &str) -> Result<(), String> {
        let found = xpath::selectors(value)?.ok_or("it selects no text")?;
        check(&found.join(", "))?;
        self.bodies.push(found);
        Ok(())
    }

    fn strip(&mut self, value: &str) -> Result<bool, String> {
        let Some(found) = xpath::selectors(value)? else { return Ok(false) };
        let css = found.join(", ");
        check(&css)?;
        self.exclude.push(css);
        Ok(true)
    }

    fn exclude_checked(&mut self, css: String, part: &str) -> Result<(), String> {
        if part.is_empty() {
            return Err("it has no value".to_owned());
        }
        check(&css)?;
        self.exclude.push(css);
        Ok(())
    }

    fn prune(&mut self, value: &str) {
        self.done.entry.method = value.eq_ignore_ascii_case("no").then(|| KEEP_WHOLE.to_owned());
    }

    fn finish(mut self) -> Translation {
        let list = |mut list: Vec<String>| match list.len() {
            0 => None,
            1 => list.pop().map(OneOrMore::One),
            _ => Some(OneOrMore::More(list)),
        };
        let (bodies, is_in_order) = in_order(&self.bodies);
        if !is_in_order {
            let reason = "of its alternatives, all that match a page are used, not only the first".to_owned();
            let left_out = LeftOut { line: 1, statement: "body".to_owned(), reason, is_selector: true };
            self.done.left_out.push(left_out);
        }
        if bodies.is_empty() {
            // Without a body, the method has to find it.
            self.done.entry.method = None;
        }
        let entry = &mut self.done.entry;
        (entry.select, entry.exclude) = (list(bodies), list(self.exclude));
        (entry.title, entry.author, entry.date) = (list(self.title), list(self.author), list(self.date));
        self.done
    }
}

/// Selectors of which only those of the first body that matches anything match: each is used only on pages that
/// have none of the bodies before it. Also whether that could be written for all.
fn in_order(bodies: &[Vec<String>]) -> (Vec<String>, bool) {
    let (mut selectors, mut before, mut is_in_order) = (Vec::new(), Vec::<String>::new(), true);
    for body in bodies {
        let guarded = guarded(body, &before);
        is_in_order &= guarded.is_some();
        selectors.push(guarded.unwrap_or_else(|| body.join(", ")));
        before.extend(body.iter().cloned());
    }
    (selectors, is_in_order)
}

fn guarded(body: &[String], before: &[String]) -> Option<String> {
    if before.is_empty() {
        return Some(body.join(", "));
    }
    // The root is no descendant of itself, so it is left out of what it must not have.
    let below_root =
        |css: &String| css.strip_prefix("html > ").or(css.strip_prefix("html ")).unwrap_or(css).to_owned();
    let absent = before.iter().map(below_root).collect::<Vec<_>>().join(", ");
    let guard = format!("html:not(:has({absent}))");
    let with_guard = |css: &String| match css.strip_prefix("html > ") {
        Some(rest) => format!("{guard} > {rest}"),
        None => format!("{guard} {css}"),
    };
    let css = body.iter().map(with_guard).collect::<Vec<_>>().join(", ");
    check(&css).is_ok().then_some(css)
}

fn add_field(field: &mut Vec<String>, value: &str) -> Result<(), String> {
    let css = xpath::field(value)?.join(", ");
    check(&css)?;
    field.push(css);
    Ok(())
}

fn check(css: &str) -> Result<(), String> {
    Selectors::parse(css).map(drop).map_err(|error| error.to_string())
}

/// A value without the quotation marks that some authors write.
fn unquoted(value: &str) -> &str {
    let inner = |quote: char| value.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    inner('"').or_else(|| inner('\'')).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn more(list: &[&str]) -> Option<OneOrMore> {
        Some(OneOrMore::More(list.iter().map(ToString::to_string).collect()))
    }

    fn one(css: &str) -> Option<OneOrMore> {
        Some(OneOrMore::One(css.to_owned()))
    }

    #[test]
    fn a_file_becomes_a_rule() {
        let done = translate(
            "\u{feff}# The mill\nbody: //div[@id='story']\r\nTitle: //h1\nauthor: //a[@rel='author']\n\
             date: //time/@datetime\nstrip: //aside\nstrip: //comment()\nstrip_id_or_class: \"share\"\n\
             strip_image_src: /pixel.gif\ntidy: no\nprune: no\ntest_url: https://mill.example/a\n",
        );
        let expected = SiteEntry {
            method: Some("plain".to_owned()),
            select: one("div#story"),
            exclude: more(&["aside", "[id*=\"share\"], [class*=\"share\"]", "img[src*=\"/pixel.gif\"]"]),
            title: one("h1"),
            author: one("a[rel=\"author\"]"),
            date: one("time[datetime]:not([content])"),
            ..SiteEntry::default()
        };
        assert_eq!((done.entry, done.left_out.as_slice(), done.translated), (expected, &[][..], 8));
        assert_eq!(done.test_urls, ["https://mill.example/a"]);
    }

    #[test]
    fn what_is_not_translated_is_named_with_its_line() {
        let done = translate(
            "body: (//p)[1]\n// a comment: x\nnext_page_link: //a\nnonsense\nstrip_id_or_class:\nfoo(a:b): c\nprune: no\n",
        );
        let found: Vec<(usize, &str)> =
            done.left_out.iter().map(|it| (it.line, it.reason.as_str())).collect();
        let [(1, first), (3, second), (4, third), (5, fourth), (6, fifth)] = found[..] else {
            panic!("{found:?}")
        };
        for (reason, words) in [
            (first, "position"),
            (second, "further pages"),
            (third, "name: value"),
            (fourth, "no value"),
            (fifth, "unknown"),
        ] {
            assert!(reason.contains(words), "{reason}");
        }
        assert!(done.is_empty());
        let about_selectors: Vec<usize> =
            done.left_out.iter().filter(|it| it.is_selector).map(|it| it.line).collect();
        assert_eq!(about_selectors, [1, 4, 5, 6]);
    }

    /// The second body is used only on a page without the first one.
    #[test]
    fn bodies_are_tried_in_their_order() {
        let done = translate("body: /html/body/article\nbody: //div[@id='x'] | /html/body/main\n");
        let Some(OneOrMore::More(select)) = done.entry.select else { panic!() };
        assert_eq!(
            select,
            [
                "html > body > article",
                "html:not(:has(body > article)) div#x, html:not(:has(body > article)) > body > main"
            ]
        );
        let nested = translate("body: //div[p]\nbody: //article\n");
        assert_eq!(nested.entry.select, more(&["div:has(> p)", "article"]));
        assert_eq!(nested.left_out.len(), 1);
    }
}
