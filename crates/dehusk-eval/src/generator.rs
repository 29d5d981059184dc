//! The program that made a page, such as a wiki or a blog, found in the page itself. Groups pages for
//! `--by generator`; no method uses it.

use dehusk::markup::Tag;
use dehusk::page::{Element, Page};

/// The group of all pages made by wiki programs.
pub const WIKI: &str = "wiki";

/// Names of wiki programs, as they are in `<meta name="generator">`, in lower case.
const WIKI_PROGRAMS: [&str; 11] = [
    "confluence",
    "dokuwiki",
    "foswiki",
    "mediawiki",
    "moinmoin",
    "pmwiki",
    "tiddlywiki",
    "twiki",
    "wikidot",
    "wikkawiki",
    "xwiki",
];

/// Ids that the templates of wiki programs have and that are rare elsewhere: MediaWiki's content, DokuWiki's
/// frame and content, PmWiki's content, MoinMoin's line with the place of the page.
const WIKI_IDS: [&str; 5] =
    ["mw-content-text", "dokuwiki__site", "dokuwiki__content", "wikitext", "pagelocation"];

/// The class that MediaWiki gives to the body.
const WIKI_BODY: &str = "mediawiki";

/// Returns the group of a page: [`WIKI`] if a wiki program made it, else the first word of the name in
/// `<meta name="generator">`, in lower case, such as `wordpress`. `None` if the page names no program.
///
/// ```
/// use dehusk_eval::generator;
/// # use dehusk::{page::Page, source::Source};
/// let group = |page: &str| generator::of(&Page::parse(Source::decode(page.as_bytes(), None)));
/// assert_eq!(group("<meta name=Generator content='MediaWiki 1.45.1'>").as_deref(), Some("wiki"));
/// assert_eq!(group("<div id=dokuwiki__content>x</div>").as_deref(), Some("wiki"));
/// assert_eq!(group("<meta name=generator content='WordPress 6.5'>").as_deref(), Some("wordpress"));
/// assert_eq!(group("<p>MediaWiki is a program."), None);
/// ```
#[must_use]
pub fn of(page: &Page<'_>) -> Option<String> {
    let mut named = None;
    for element in page.elements() {
        let program = program(&element);
        if has_wiki_mark(&element) || program.as_deref().is_some_and(is_wiki) {
            return Some(WIKI.to_owned());
        }
        named = named.or(program);
    }
    named
}

fn is_wiki(program: &str) -> bool {
    WIKI_PROGRAMS.contains(&program)
}

fn has_wiki_mark(element: &Element<'_>) -> bool {
    let has_class =
        || element.attribute("class").is_some_and(|it| it.split_whitespace().any(|name| name == WIKI_BODY));
    element.attribute("id").is_some_and(|id| WIKI_IDS.contains(&&*id))
        || element.tag() == Tag::Body && has_class()
}

/// The program that a meta element names: the first word of its content without the parts of an address.
fn program(element: &Element<'_>) -> Option<String> {
    let is_generator = element.tag() == Tag::Meta
        && element.attribute("name").is_some_and(|name| name.trim().eq_ignore_ascii_case("generator"));
    let content = if is_generator { element.attribute("content")? } else { return None };
    let content = content.to_lowercase();
    let words = content.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !matches!(*word, "" | "http" | "https" | "www")).map(str::to_owned).next()
}

#[cfg(test)]
mod tests {
    use dehusk::source::Source;

    use super::*;

    #[test]
    fn wikis_are_found_by_name_or_by_template() {
        for (page, expected) in [
            ("<meta name='generator' content='DokuWiki Release 2022-07-31'>", Some("wiki")),
            ("<meta name=GENERATOR content='Joomla! 1.5 - Open Source'>", Some("joomla")),
            ("<meta name=generator content='http://www.typepad.com/'>", Some("typepad")),
            ("<meta name=generator content='WordPress'><body class='skin mediawiki ltr'>", Some("wiki")),
            ("<body><div id=mw-content-text>x", Some("wiki")),
            ("<body><div class=mediawiki>x", None),
            ("<meta name=generator content=''><meta name=author content=MediaWiki>", None),
            ("", None),
        ] {
            let parsed = Page::parse(Source::decode(page.as_bytes(), None));
            assert_eq!(of(&parsed).as_deref(), expected, "{page}");
        }
    }
}
