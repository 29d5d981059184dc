//! JSON-LD: reads what the scripts of a page say about the page in the vocabulary of schema.org.
//!
//! Only objects at the top level, in `@graph` or in `mainEntity` count: an article, a posting, a page. Objects inside them
//! (comments, offers, breadcrumbs) do not describe the page.

use std::borrow::Cow;
use std::collections::HashMap;

use super::Origin;
use super::candidates::{Candidates, Kind};
use super::json::Value;
use crate::markup::Tag;
use crate::page::{Element, Event, Page};
use crate::source::Span;

/// Maximum number of objects of one page that are read. Chosen by hand.
const MAX_OBJECTS: usize = 1_000;
/// Number of ranks for the works of one class. The first work of a class on the page gets the best of these ranks. Chosen by
/// hand.
const RANKS_PER_CLASS: u8 = 16;
/// Maximum number of authors, tags or images that are read from one work. Chosen by hand.
const MAX_LIST_ITEMS: usize = 64;

/// Endings of the types of written works, the first class of works. Types of schema.org, chosen by hand.
const WRITTEN: [&str; 4] = ["Article", "Posting", "Report", "Review"];
/// Types of other works, the second class; types of pages are the third class. Types of schema.org, chosen by hand.
const OTHER_WORKS: [&str; 16] = [
    "Recipe",
    "HowTo",
    "Question",
    "Product",
    "Event",
    "Course",
    "Book",
    "Movie",
    "VideoObject",
    "PodcastEpisode",
    "SoftwareApplication",
    "Dataset",
    "CreativeWork",
    "ProductGroup",
    "Service",
    "LearningResource",
];

/// Whether an element is a JSON-LD script.
pub(super) fn is_script(element: &Element<'_>) -> bool {
    element.tag() == Tag::Script && element.attribute("type").is_some_and(|kind| kind.contains("ld+json"))
}

/// The texts of the JSON-LD scripts of a page, and where they are.
pub(super) fn scripts<'p>(page: &'p Page<'p>) -> impl Iterator<Item = (Cow<'p, str>, Span)> {
    page.elements().filter(is_script).flat_map(|script| {
        script.walk().filter_map(|event| match event {
            Event::Text(run) => Some((page.text_of(&run), run.span)),
            _ => None,
        })
    })
}

/// Adds the candidates of all scripts.
pub(super) fn collect(scripts: &[Value<'_>], into: &mut Candidates) {
    let objects = objects(scripts);
    let by_id: HashMap<&str, &Value<'_>> =
        objects.iter().rev().filter_map(|object| Some((object.get("@id")?.text()?, *object))).collect();
    let reader = Reader { by_id };
    let mut seen = [0u8; 3];
    for object in &objects {
        match class(object) {
            Class::Work(class) => {
                let count = &mut seen[usize::from(class)];
                reader.work(object, class * RANKS_PER_CLASS + *count, into);
                *count = (*count + 1).min(RANKS_PER_CLASS - 1);
            }
            Class::Site => reader.names(object, Kind::SiteName, 1, into),
            Class::Organization => reader.names(object, Kind::SiteName, 2, into),
            Class::Other => {}
        }
    }
}

/// Returns the articles, postings, reports and reviews among the works at the top level.
pub(super) fn written<'v, 'a>(scripts: &'v [Value<'a>]) -> impl Iterator<Item = &'v Value<'a>> {
    objects(scripts).into_iter().filter(|object| matches!(class(object), Class::Work(0)))
}

/// Returns the works of one of these types at the top level.
pub(super) fn of_types<'v, 'a>(
    scripts: &'v [Value<'a>],
    wanted: &[&str],
) -> impl Iterator<Item = &'v Value<'a>> {
    let is_wanted = move |name: &str| wanted.contains(&name.rsplit(['/', ':', '#']).next().unwrap_or(""));
    objects(scripts)
        .into_iter()
        .filter(move |object| object.get("@type").is_some_and(|types| texts(types).any(is_wanted)))
}

enum Class {
    Work(u8),
    Site,
    Organization,
    Other,
}

fn class(object: &Value<'_>) -> Class {
    let types: Vec<&str> = object.get("@type").map(|types| texts(types).collect()).unwrap_or_default();
    let short = |name: &'_ &str| name.rsplit(['/', ':', '#']).next().unwrap_or("").to_owned();
    let is = |wanted: &dyn Fn(&str) -> bool| types.iter().map(short).any(|name| wanted(&name));
    if is(&|name| WRITTEN.iter().any(|end| name.ends_with(end))) {
        Class::Work(0)
    } else if is(&|name| OTHER_WORKS.contains(&name)) {
        Class::Work(1)
    } else if is(&|name| name.ends_with("Page")) {
        Class::Work(2)
    } else if is(&|name| name == "WebSite") {
        Class::Site
    } else if is(&|name| name.ends_with("Organization")) {
        Class::Organization
    } else {
        Class::Other
    }
}

/// Returns all objects that may describe the page, in the order of the scripts.
fn objects<'v, 'a>(scripts: &'v [Value<'a>]) -> Vec<&'v Value<'a>> {
    let mut waiting: Vec<&Value<'a>> = scripts.iter().rev().collect();
    let mut objects = Vec::new();
    while let Some(value) = waiting.pop() {
        match value {
            Value::List(items) => waiting.extend(items.iter().take(MAX_OBJECTS).rev()),
            Value::Object(_) => {
                objects.push(value);
                let inner =
                    ["mainEntityOfPage", "mainEntity", "@graph"].iter().filter_map(|key| value.get(key));
                waiting.extend(inner);
            }
            _ => {}
        }
        if objects.len() >= MAX_OBJECTS {
            break;
        }
    }
    objects
}

fn texts<'v>(value: &'v Value<'_>) -> impl Iterator<Item = &'v str> {
    value.items().iter().take(MAX_LIST_ITEMS).filter_map(Value::text)
}

struct Reader<'v, 'a> {
    by_id: HashMap<&'v str, &'v Value<'a>>,
}

/// Properties of a work whose values are used as they are. Properties of schema.org, chosen by hand.
const PLAIN: [(&str, Kind); 10] = [
    ("headline", Kind::Title),
    ("datePublished", Kind::Published),
    ("dateModified", Kind::Modified),
    ("description", Kind::Description),
    ("inLanguage", Kind::Language),
    ("articleSection", Kind::Category),
    ("keywords", Kind::Tag),
    ("license", Kind::License),
    ("url", Kind::Url),
    ("thumbnailUrl", Kind::Image),
];

impl<'v, 'a> Reader<'v, 'a> {
    fn work(&self, object: &'v Value<'a>, rank: u8, into: &mut Candidates) {
        for (key, kind) in PLAIN {
            let values = object.get(key).map(|value| texts(value).collect::<Vec<_>>()).unwrap_or_default();
            values.iter().for_each(|value| into.add(kind, Origin::JsonLd, rank, &unescaped(value)));
        }
        if object.get("headline").is_none() {
            self.names(object, Kind::Title, rank, into);
        }
        let authors = object.get("author").or_else(|| object.get("creator"));
        for author in authors.iter().flat_map(|it| it.items()).take(MAX_LIST_ITEMS) {
            self.names(author, Kind::Author, rank, into);
        }
        if let Some(publisher) = object.get("publisher") {
            publisher.items().iter().for_each(|it| self.names(it, Kind::SiteName, 0, into));
        }
        for image in object.get("image").iter().flat_map(|it| it.items()).take(MAX_LIST_ITEMS) {
            let image = self.resolved(image);
            let address =
                image.text().or_else(|| image.get("url").or_else(|| image.get("contentUrl"))?.text());
            address.iter().for_each(|it| into.add(Kind::Image, Origin::JsonLd, rank, it));
        }
    }

    /// Adds a name, which may be given as a string, an object with a name, or a reference to such an object.
    fn names(&self, object: &'v Value<'a>, kind: Kind, rank: u8, into: &mut Candidates) {
        let object = self.resolved(object);
        let whole = match object {
            Value::Text(text) => Some(text.to_string()),
            _ => object.get("name").and_then(|name| name.items().first()?.text()).map(str::to_owned),
        };
        let part = |key: &str| object.get(key).and_then(Value::text).unwrap_or("");
        let whole = whole.unwrap_or_else(|| format!("{} {}", part("givenName"), part("familyName")));
        into.add(kind, Origin::JsonLd, rank, &unescaped(&whole));
    }

    /// Returns the object that a reference points to. A value that is not a reference, or whose target is missing, is returned
    /// unchanged.
    fn resolved(&self, object: &'v Value<'a>) -> &'v Value<'a> {
        let id = if object.get("name").is_none() { object.get("@id").and_then(Value::text) } else { None };
        id.and_then(|id| self.by_id.get(id).copied()).unwrap_or(object)
    }
}

/// Decodes character references. Many pages use them in their JSON, although by the standards they have no meaning there.
fn unescaped(text: &str) -> std::borrow::Cow<'_, str> {
    crate::markup::Decode::text(text, crate::markup::TextKind::Data)
}
