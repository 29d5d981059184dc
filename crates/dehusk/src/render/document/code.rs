//! Code: lists and tables in which each item or row is a line of code, and the programming language of a code block.

use crate::markup::Tag;
use crate::page::{Element, Event};

/// Number of starts and ends of elements and texts at the beginning of a table that are searched for a line number. Chosen by hand.
const MAX_EVENTS: usize = 12;

/// Whether a list or a table is a listing of code. A list is one if it has at least two items and each of them has nothing but a
/// `code`. A table is one if its first cell has a line number as an attribute (`data-line-number`), as pages of source code do.
pub(super) fn is_listing(element: &Element<'_>) -> bool {
    if element.tag() == Tag::Table { is_table_of_lines(element) } else { is_list_of_lines(element) }
}

fn is_table_of_lines(table: &Element<'_>) -> bool {
    let first_cell = table.walk().take(MAX_EVENTS).find_map(|event| match event {
        Event::Enter(cell) if matches!(cell.tag(), Tag::Td | Tag::Th) => Some(cell),
        _ => None,
    });
    first_cell.is_some_and(|cell| cell.attribute("data-line-number").is_some())
}

fn is_list_of_lines(list: &Element<'_>) -> bool {
    let mut items = 0;
    for item in list.children() {
        if item.tag() != Tag::Li || !holds_only_code(&item) {
            return false;
        }
        items += 1;
    }
    items > 1
}

/// Whether an item has one child, a `code`, and no text beside it.
fn holds_only_code(item: &Element<'_>) -> bool {
    let mut children = item.children();
    let only = children.next().filter(|_| children.next().is_none());
    let is_text = |event: &Event<'_>| matches!(event, Event::Text(run) if !run.is_blank());
    // The first event enters the item. If text comes before the `code`, it comes next.
    only.is_some_and(|only| only.tag() == Tag::Code && only.next().is_none())
        && !item.walk().nth(1).is_some_and(|event| is_text(&event))
}

/// Number of elements around a `pre` that may name its language: Sphinx wraps the `pre` twice.
const MAX_AROUND: usize = 2;

/// Beginnings of classes that end with the name of a language: the HTML standard (`language-`), google-code-prettify and GitHub.
const PREFIXES: [&str; 3] = ["language-", "lang-", "highlight-source-"];
/// Beginnings of classes that end with the name of a language if it is one of [`LANGUAGES`]: Sphinx and Jekyll (`highlight-`),
/// MediaWiki, Gatsby and Crayon (`lang:`).
const PREFIXES_OF_KNOWN: [&str; 5] = ["highlight-", "mw-highlight-lang-", "gatsby-code-", "lang:", BRUSH];
/// What SyntaxHighlighter writes before the name of a language, in the same word or as a word of its own.
const BRUSH: &str = "brush:";
/// Attributes that name a language.
const ATTRIBUTES: [&str; 3] = ["data-lang", "data-language", "data-code-language"];

/// Names of languages that highlight.js, Pygments and SyntaxHighlighter write as a class of its own. Names that are also words of
/// layouts, such as `text`, `plain`, `d` or `box`, are left out. Sorted.
const LANGUAGES: [&str; 74] = [
    "apache",
    "applescript",
    "awk",
    "bash",
    "bat",
    "batch",
    "c",
    "c++",
    "clojure",
    "cmake",
    "console",
    "cpp",
    "cs",
    "csharp",
    "css",
    "dart",
    "diff",
    "django",
    "dockerfile",
    "elixir",
    "erb",
    "erlang",
    "fsharp",
    "go",
    "golang",
    "gradle",
    "graphql",
    "groovy",
    "haskell",
    "hcl",
    "html",
    "html5",
    "ini",
    "java",
    "javascript",
    "js",
    "json",
    "jsx",
    "julia",
    "kotlin",
    "latex",
    "less",
    "lisp",
    "lua",
    "makefile",
    "matlab",
    "nginx",
    "objc",
    "objective-c",
    "ocaml",
    "perl",
    "php",
    "postgresql",
    "powershell",
    "proto",
    "ps1",
    "py",
    "pycon",
    "pycon3",
    "python",
    "python3",
    "r",
    "rb",
    "ruby",
    "rust",
    "scala",
    "scss",
    "sh",
    "shell",
    "sql",
    "swift",
    "ts",
    "typescript",
    "yaml",
];
/// Further names, which only stand behind a beginning of a class. Sorted.
const SHORT_LANGUAGES: [&str; 10] =
    ["as3", "docker", "http", "jinja", "plsql", "toml", "tsx", "vb", "xml", "zsh"];

/// Returns the programming language of a code block that a `pre` begins, by its own names and those of the elements around it.
pub(super) fn language_of_block(pre: &Element<'_>) -> Option<String> {
    let around = std::iter::successors(pre.parent(), Element::parent).take(MAX_AROUND);
    language(pre).or_else(|| around.into_iter().find_map(|element| named(&element)))
}

/// Returns the programming language that a `pre`, or a `code` in it, names.
pub(super) fn language(element: &Element<'_>) -> Option<String> {
    named(element).or_else(|| {
        let class = element.attribute("class")?;
        class.split_ascii_whitespace().find(|word| LANGUAGES.binary_search(word).is_ok()).map(str::to_owned)
    })
}

/// Returns the language that an attribute of an element names, or a class that begins as names of languages do.
fn named(element: &Element<'_>) -> Option<String> {
    let in_attribute =
        || ATTRIBUTES.iter().find_map(|name| element.attribute(name)).filter(|name| is_name(name));
    in_class(&element.attribute("class").unwrap_or_default())
        .or_else(|| in_attribute().map(|name| name.into_owned()))
}

fn in_class(class: &str) -> Option<String> {
    let mut words = class.split_ascii_whitespace().peekable();
    while let Some(word) = words.next() {
        let word = word.trim_end_matches(';');
        let after = |prefix: &&str| word.strip_prefix(*prefix);
        let known = PREFIXES_OF_KNOWN.iter().find_map(after).filter(|name| is_known(name));
        if let Some(name) = PREFIXES.iter().find_map(after).filter(|name| is_name(name)).or(known) {
            return Some(name.to_owned());
        }
        let next = words.peek().map(|next| next.trim_end_matches(';'));
        if let Some(name) = next.filter(|name| word == BRUSH && is_known(name)) {
            return Some(name.to_owned());
        }
    }
    None
}

fn is_known(name: &str) -> bool {
    LANGUAGES.binary_search(&name).is_ok() || SHORT_LANGUAGES.binary_search(&name).is_ok()
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-#._".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;
    use crate::source::Source;

    #[test]
    fn languages_are_found_where_highlighters_write_them() {
        for (html, expected) in [
            ("<pre class='language-rust'>a", Some("rust")),
            ("<pre class='brush: js notranslate'>a", Some("js")),
            ("<pre class='brush:php; gutter:true'>a", Some("php")),
            ("<pre class='brush: js; gutter: false'>a", Some("js")),
            ("<pre class='lang:python decode:true'>a", Some("python")),
            ("<div class='highlight-python3 notranslate'><div class=highlight><pre>a", Some("python3")),
            ("<div class='highlight-default'><div class=highlight><pre>a", None),
            ("<div class='highlight highlight-bash'><pre>a", Some("bash")),
            ("<pre class=gatsby-code-jsx>a", Some("jsx")),
            ("<pre data-lang=go>a", Some("go")),
            ("<pre class='sourceCode python'>a", Some("python")),
            ("<pre class='hljs rust'>a", Some("rust")),
            ("<div class=python><pre>a", None),
            ("<pre class='text plain wp-block-code'>a", None),
            ("<pre class='highlight-box'>a", None),
        ] {
            let page = Page::parse(Source::from_text(html));
            let pre = page.elements().find(|element| element.tag() == Tag::Pre).unwrap();
            assert_eq!(language_of_block(&pre).as_deref(), expected, "{html}");
        }
    }

    #[test]
    fn names_of_languages_are_sorted() {
        assert!(LANGUAGES.is_sorted() && SHORT_LANGUAGES.is_sorted());
    }
}
