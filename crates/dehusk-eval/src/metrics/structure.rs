//! How well the structure of a Markdown text agrees with the gold Markdown of its page: its headings, list items, code
//! blocks, links, images, table rows and quotes.
//!
//! A CommonMark parser (pulldown-cmark, which rustdoc and mdBook use) reads both texts, with the tables of GitHub. Each
//! construct is compared as a multiset of items, in any order. The words of an item are its terms
//! ([`crate::text::terms`]), so case, punctuation and emphasis do not count:
//!
//! | construct | item |
//! |---|---|
//! | headings | the words of a heading; its level does not count |
//! | list items | the words of an item, without the items of nested lists |
//! | code | the words of a fenced or indented code block; code inside a line does not count |
//! | links | the words of a link and its address |
//! | images | the address of an image |
//! | table rows | the words of each cell of a row |
//! | quotes | the words of a paragraph in a block quote |
//!
//! Items without words (images and links: without an address) are ignored. This module does not read plain text.

use std::collections::HashMap;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::Prf;
use crate::text;

/// A kind of structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Construct {
    /// Headings of any level.
    Headings,
    /// Items of lists.
    ListItems,
    /// Blocks of code.
    Code,
    /// Links.
    Links,
    /// Images.
    Images,
    /// Rows of tables, the header included.
    TableRows,
    /// Paragraphs in block quotes.
    Quotes,
}

/// Number of kinds of structure.
const KINDS: usize = Construct::ALL.len();

impl Construct {
    /// All kinds, in the order of reports.
    pub const ALL: [Construct; 7] = [
        Construct::Headings,
        Construct::ListItems,
        Construct::Code,
        Construct::Links,
        Construct::Images,
        Construct::TableRows,
        Construct::Quotes,
    ];

    /// The name in tables and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Construct::Headings => "headings",
            Construct::ListItems => "list_items",
            Construct::Code => "code",
            Construct::Links => "links",
            Construct::Images => "images",
            Construct::TableRows => "table_rows",
            Construct::Quotes => "quotes",
        }
    }
}

/// Numbers of items of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ItemCounts {
    /// Items that both texts have.
    pub common: usize,
    /// Items of the answer.
    pub found: usize,
    /// Items of the gold Markdown.
    pub expected: usize,
}

impl ItemCounts {
    /// Precision, recall and F1; `None` if neither text has such an item.
    #[must_use]
    pub fn prf(self) -> Option<Prf> {
        (self.found + self.expected > 0).then(|| Prf::from_counts(self.common, self.found, self.expected))
    }
}

/// The items of one text or of several texts together, compared with those of their gold Markdown.
///
/// ```
/// use dehusk_eval::metrics::{Construct, Structure};
/// let counts = Structure::compare("# A\n\n- b\n- c\n", "# A\n\n- c\n- d\n- e\n");
/// assert_eq!(counts.get(Construct::Headings).prf().unwrap().f1, 1.0);
/// assert_eq!(counts.get(Construct::ListItems).prf().unwrap().f1, 0.4);
/// assert_eq!(counts.get(Construct::Links).prf(), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Structure([ItemCounts; KINDS]);

impl Structure {
    /// Compares the Markdown of an answer with the gold Markdown.
    #[must_use]
    pub fn compare(gold: &str, answer: &str) -> Structure {
        let (gold, answer) = (items(gold), items(answer));
        Structure(std::array::from_fn(|kind| ItemCounts {
            common: common(&gold[kind], &answer[kind]),
            found: answer[kind].len(),
            expected: gold[kind].len(),
        }))
    }

    /// The numbers of items of one kind.
    #[must_use]
    pub fn get(&self, construct: Construct) -> ItemCounts {
        self.0[construct as usize]
    }

    /// Adds the items of another text.
    #[must_use]
    pub fn plus(self, other: Structure) -> Structure {
        Structure(std::array::from_fn(|kind| {
            let (a, b) = (self.0[kind], other.0[kind]);
            ItemCounts {
                common: a.common + b.common,
                found: a.found + b.found,
                expected: a.expected + b.expected,
            }
        }))
    }
}

/// The size of the intersection of two multisets.
fn common(gold: &[String], answer: &[String]) -> usize {
    let mut left: HashMap<&str, usize> = HashMap::new();
    gold.iter().for_each(|item| *left.entry(item).or_default() += 1);
    let mut take = |item: &&String| match left.get_mut(item.as_str()) {
        Some(count @ 1..) => {
            *count -= 1;
            true
        }
        _ => false,
    };
    answer.iter().filter(|item| take(item)).count()
}

/// The items of a Markdown text, by [`Construct`].
fn items(markdown: &str) -> [Vec<String>; KINDS] {
    let mut reader = Reader::default();
    Parser::new_ext(
        markdown,
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS,
    )
    .for_each(|event| reader.event(event));
    reader.items
}

/// Collects items while the parser walks through a text.
#[derive(Default)]
struct Reader {
    items: [Vec<String>; KINDS],
    /// The items that have begun and not ended, from the outside in.
    open: Vec<Open>,
    /// Number of open block quotes.
    quotes: usize,
}

struct Open {
    construct: Construct,
    text: String,
    address: Option<String>,
}

/// Separates the cells of a row and a link from its address. It is in no word.
const SEPARATOR: char = '\u{1F}';

impl Reader {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(end) => self.end(end),
            Event::Text(text) | Event::Code(text) => self.text(&text),
            Event::SoftBreak | Event::HardBreak | Event::InlineHtml(_) => self.text(" "),
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Heading { .. } => self.begin(Construct::Headings, None),
            Tag::Item => self.begin(Construct::ListItems, None),
            Tag::CodeBlock(_) => self.begin(Construct::Code, None),
            Tag::Link { dest_url, .. } => self.begin(Construct::Links, Some(dest_url.into_string())),
            Tag::Image { dest_url, .. } => self.begin(Construct::Images, Some(dest_url.into_string())),
            Tag::TableHead | Tag::TableRow => self.begin(Construct::TableRows, None),
            Tag::BlockQuote(_) => self.quotes += 1,
            Tag::Paragraph if self.quotes > 0 => self.begin(Construct::Quotes, None),
            _ => {}
        }
    }

    fn end(&mut self, end: TagEnd) {
        match end {
            TagEnd::Heading(_)
            | TagEnd::Item
            | TagEnd::CodeBlock
            | TagEnd::Link
            | TagEnd::Image
            | TagEnd::TableHead
            | TagEnd::TableRow => self.finish(),
            TagEnd::Paragraph if self.quotes > 0 => self.finish(),
            TagEnd::Paragraph => self.text(" "),
            TagEnd::BlockQuote(_) => self.quotes -= 1,
            TagEnd::TableCell => self.text(&SEPARATOR.to_string()),
            _ => {}
        }
    }

    fn begin(&mut self, construct: Construct, address: Option<String>) {
        self.open.push(Open { construct, text: String::new(), address });
    }

    /// Adds text to the open items, but only to the innermost of nested list items. An image has no text of its own.
    fn text(&mut self, text: &str) {
        for open in self.open.iter_mut().rev() {
            open.text.push_str(text);
            if matches!(open.construct, Construct::ListItems | Construct::Images) {
                break;
            }
        }
    }

    fn finish(&mut self) {
        let Some(Open { construct, text, address }) = self.open.pop() else { return };
        let words = text.split(SEPARATOR).map(words).collect::<Vec<_>>();
        let item = match (construct, address) {
            (Construct::Images, Some(address)) => address,
            (Construct::Links, Some(address)) if !address.is_empty() => {
                format!("{}{SEPARATOR}{address}", words.concat())
            }
            (_, Some(_)) => String::new(),
            (_, None) if words.iter().all(String::is_empty) => String::new(),
            (_, None) => words.join(&SEPARATOR.to_string()),
        };
        if !item.is_empty() {
            self.items[construct as usize].push(item);
        }
    }
}

/// The words of a text, separated by spaces.
fn words(text: &str) -> String {
    let lowercase = text::folded(text).to_lowercase();
    let terms: Vec<&str> = text::terms(&lowercase).collect();
    // Text of symbols alone, such as `->` in a cell, has no terms but is text.
    if terms.is_empty() { lowercase } else { terms.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(markdown: &str, construct: Construct) -> Vec<String> {
        items(markdown)[construct as usize].iter().map(|item| item.replace(SEPARATOR, "|")).collect()
    }

    #[test]
    fn every_construct_is_found_with_its_words() {
        use Construct::{Code, Headings, Images, Links, ListItems, Quotes, TableRows};
        for (markdown, construct, expected) in [
            ("# A *b*\n\nC\n-\n", Headings, vec!["a b", "c"]),
            ("- a\n  - b\n    1. c\n- d\n\n  e\n", ListItems, vec!["c", "b", "a", "d e"]),
            ("- [x] done\n-\n", ListItems, vec!["done"]),
            ("```rust\nfn a() {}\n```\n\n    b\n\n`c`\n", Code, vec!["fn a", "b"]),
            ("[**A** b](/x) [](/y) [c]()", Links, vec!["a b|/x", "|/y"]),
            ("[![alt](a.png)](/x) ![](b.png)", Images, vec!["a.png", "b.png"]),
            ("[![alt](a.png)](/x)", Links, vec!["|/x"]),
            ("| A | B |\n|---|---|\n| c<br>d | |\n| | |\n", TableRows, vec!["a|b|", "c d||"]),
            ("> a\n>\n> > b\n\nc\n", Quotes, vec!["a", "b"]),
            ("> - a\n>\n>   b\n", Quotes, vec!["a", "b"]),
        ] {
            assert_eq!(of(markdown, construct), expected, "{markdown}");
        }
    }

    #[test]
    fn an_item_counts_as_often_as_in_the_text_that_has_fewer_of_it() {
        let counts = Structure::compare("- a\n- a\n- b\n", "- a\n- a\n- a\n").get(Construct::ListItems);
        assert_eq!(counts, ItemCounts { common: 2, found: 3, expected: 3 });
        let both = Structure::compare("# a\n", "").plus(Structure::compare("# a\n", "# a\n"));
        assert_eq!(both.get(Construct::Headings), ItemCounts { common: 1, found: 1, expected: 2 });
    }
}
