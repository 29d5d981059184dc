//! Collects what tells the stories of a page apart, in one walk: its `article` elements with their headings and addresses, and
//! what the head of the page says about it.

use crate::budget::{Deadline, TimedOut};
use crate::markup::Tag;
use crate::metadata;
use crate::page::{Element, Page, Run, Visitor};
use crate::source::Span;
use std::borrow::Cow;

/// Number of bytes after which no further text of a heading or a title is read, and maximum number of characters of each of its
/// texts. Longer headings are paragraphs. Chosen by hand.
const MAX_HEADING_BYTES: usize = 400;
/// Longer addresses are not read. Chosen by hand.
const MAX_ADDRESS_BYTES: usize = 1_000;
/// Attributes in which scripts for endless scrolling keep the address of a story, and those of microdata and RDFa. Collected by
/// hand.
const ADDRESSES: [&str; 12] = [
    "data-url",
    "data-href",
    "data-link",
    "data-permalink",
    "data-canonical",
    "data-canonical-url",
    "data-article-url",
    "data-page-url",
    "data-post-url",
    "data-story-url",
    "itemid",
    "about",
];

/// A heading of rank 1 or 2.
#[derive(Debug)]
pub(super) struct Heading {
    pub(super) span: Span,
    pub(super) rank: u8,
    pub(super) text: String,
    /// The index of the target of the link in it or around it.
    pub(super) link: Option<usize>,
    /// The index of the innermost article around it.
    pub(super) article: Option<usize>,
}

/// An `article` element.
#[derive(Debug)]
pub(super) struct Article {
    pub(super) span: Span,
    /// The index of its first heading.
    pub(super) heading: Option<usize>,
    /// Where the nearest element with an address begins, which may be the article itself, and the index of the address.
    pub(super) address: Option<(usize, usize)>,
    /// The index of the address that microdata inside it give.
    pub(super) item_address: Option<usize>,
    /// Whether it has an author or a date.
    pub(super) is_signed: bool,
}

/// What was found on a page.
#[derive(Debug, Default)]
pub(super) struct Survey<'p> {
    pub(super) title: String,
    pub(super) og_title: Option<Cow<'p, str>>,
    /// The address of the page, as in its head.
    pub(super) address: Option<Cow<'p, str>>,
    /// Whether the page declares itself an article.
    pub(super) is_article: bool,
    pub(super) headings: Vec<Heading>,
    pub(super) articles: Vec<Article>,
    /// The paths of the addresses of elements, see [`path`].
    pub(super) paths: Vec<String>,
}

impl<'p> Survey<'p> {
    pub(super) fn of(page: &'p Page<'p>, deadline: &mut Deadline) -> Result<Survey<'p>, TimedOut> {
        let mut walker = Walker::new(page);
        page.walk().visit(&mut walker, deadline)?;
        Ok(walker.found)
    }
}

struct Walker<'p> {
    page: &'p Page<'p>,
    found: Survey<'p>,
    /// The indices of the open articles, the innermost last.
    articles: Vec<usize>,
    /// The open links, each with the position where it begins.
    links: Vec<(usize, Option<usize>)>,
    /// The open elements with an address, each with the position where it begins.
    addresses: Vec<(usize, usize)>,
    /// The index of the open heading. A heading in a heading is a part of it.
    heading: Option<usize>,
    is_in_title: bool,
}

impl<'p> Visitor<'p> for Walker<'p> {
    fn enter(&mut self, element: Element<'p>) {
        let start = element.span().start();
        if let Some(address) = own_address(&element).and_then(|address| self.add(&address)) {
            self.addresses.push((start, address));
        }
        match element.tag() {
            Tag::Meta => self.meta(&element),
            Tag::Link => self.link(&element),
            Tag::Title => self.is_in_title = !element.is_foreign(),
            Tag::A => {
                let target = element.attribute("href").and_then(|target| self.add(&target));
                if let Some(heading) = self.heading {
                    let link = &mut self.found.headings[heading].link;
                    *link = link.or(target);
                }
                self.links.push((start, target));
            }
            Tag::H1 if self.heading.is_none() => self.begin_heading(&element, 1),
            Tag::H2 if self.heading.is_none() => self.begin_heading(&element, 2),
            _ if is_article(&element) => self.begin_article(&element),
            _ => {}
        }
        self.sign(&element);
    }

    fn text(&mut self, run: &Run) {
        let into = match self.heading {
            Some(heading) if run.is_visible() => &mut self.found.headings[heading].text,
            None if self.is_in_title => &mut self.found.title,
            _ => return,
        };
        if into.len() < MAX_HEADING_BYTES {
            into.extend(self.page.text_of(run).chars().take(MAX_HEADING_BYTES));
        }
    }

    fn leave(&mut self, element: Element<'p>) {
        let start = element.span().start();
        if self.addresses.last().is_some_and(|(begin, _)| *begin == start) {
            self.addresses.pop();
        }
        if self.links.last().is_some_and(|(begin, _)| *begin == start) {
            self.links.pop();
        }
        let begins_here = |article: &usize| self.found.articles[*article].span.start() == start;
        if self.articles.last().is_some_and(begins_here) {
            self.articles.pop();
        }
        self.heading = self.heading.filter(|open| self.found.headings[*open].span.start() != start);
        self.is_in_title &= element.tag() != Tag::Title;
    }
}

impl<'p> Walker<'p> {
    fn new(page: &'p Page<'p>) -> Walker<'p> {
        Walker {
            page,
            found: Survey::default(),
            articles: Vec::new(),
            links: Vec::new(),
            addresses: Vec::new(),
            heading: None,
            is_in_title: false,
        }
    }

    fn begin_heading(&mut self, element: &Element<'p>, rank: u8) {
        let index = self.found.headings.len();
        for article in self.articles.iter().rev() {
            let heading = &mut self.found.articles[*article].heading;
            if heading.is_some() {
                break; // the articles around it have one too
            }
            *heading = Some(index);
        }
        let article = self.articles.last().copied();
        let inside = article.map_or(0, |article| self.found.articles[article].span.start());
        let link = self.links.last().filter(|(start, _)| *start >= inside).and_then(|(_, target)| *target);
        self.found.headings.push(Heading { span: element.span(), rank, text: String::new(), link, article });
        self.heading = Some(index);
    }

    fn begin_article(&mut self, element: &Element<'p>) {
        self.articles.push(self.found.articles.len());
        let address = self.addresses.last().copied();
        let (span, heading, item_address) = (element.span(), None, None);
        self.found.articles.push(Article { span, heading, address, item_address, is_signed: false });
    }

    /// Notes an author or a date of the innermost article.
    fn sign(&mut self, element: &Element<'p>) {
        let Some(article) = self.articles.last().copied() else { return };
        if !self.found.articles[article].is_signed {
            let names_author =
                || element.attribute("class").is_some_and(|class| metadata::names_author(&class));
            let by_rel = || element.attribute("rel").is_some_and(|rel| rel.eq_ignore_ascii_case("author"));
            self.found.articles[article].is_signed = element.tag() == Tag::Time || by_rel() || names_author();
        }
    }

    fn meta(&mut self, element: &Element<'p>) {
        let Some(content) = element.attribute("content") else { return };
        let property = element.attribute("property").or_else(|| element.attribute("name"));
        match property.as_deref() {
            Some("og:title") => self.found.og_title = Some(content),
            Some("og:url") if self.found.address.is_none() => self.found.address = Some(content),
            Some("og:type") => self.found.is_article |= content.eq_ignore_ascii_case("article"),
            _ => self.item(element, &content),
        }
    }

    fn link(&mut self, element: &Element<'p>) {
        let Some(target) = element.attribute("href") else { return };
        let is_canonical = element.attribute("rel").is_some_and(|rel| rel.eq_ignore_ascii_case("canonical"));
        if is_canonical && self.articles.is_empty() {
            self.found.address = Some(target);
        } else {
            self.item(element, &target);
        }
    }

    fn item(&mut self, element: &Element<'p>, address: &str) {
        let names = |value: Cow<'_, str>| matches!(&*value, "url" | "mainEntityOfPage");
        if let Some(article) = self.articles.last().copied()
            && element.attribute("itemprop").is_some_and(names)
        {
            let address = self.add(address);
            let known = &mut self.found.articles[article].item_address;
            *known = known.or(address);
        }
    }

    /// Stores an address and returns its index.
    fn add(&mut self, address: &str) -> Option<usize> {
        let is_short = address.len() <= MAX_ADDRESS_BYTES;
        is_short.then(|| {
            self.found.paths.push(path(address));
            self.found.paths.len() - 1
        })
    }
}

fn is_article(element: &Element<'_>) -> bool {
    element.tag() == Tag::Article
        || element.attribute("role").is_some_and(|role| role.eq_ignore_ascii_case("article"))
}

fn own_address<'p>(element: &Element<'p>) -> Option<Cow<'p, str>> {
    let is_address = |name: &str| ADDRESSES.iter().any(|known| name.eq_ignore_ascii_case(known));
    let has_one = element.raw_attributes().any(|(name, _)| is_address(name));
    if !has_one {
        return None;
    }
    ADDRESSES.iter().find_map(|name| element.attribute(name)).filter(|address| !address.trim().is_empty())
}

/// The path and the query of an address, without slashes at the ends. Empty for a front page, for a place of the same page, and
/// for what is no address of a page.
pub(super) fn path(address: &str) -> String {
    let address = address.trim().split('#').next().unwrap_or("");
    let after_scheme = address.split_once("://").map(|(_, rest)| rest).or(address.strip_prefix("//"));
    let path = match after_scheme {
        Some(rest) => rest.find(['/', '?']).map_or("", |at| &rest[at..]),
        None => address,
    };
    let has_scheme = path.split(['/', '?']).next().is_some_and(|first| first.contains(':'));
    if has_scheme { String::new() } else { path.trim_matches('/').to_owned() }
}
