//! The meaning of names in `<meta>`, `itemprop` and `property`.
//!
//! Names of standards are matched exactly. Names that tools invented are matched by their last words, whatever words precede them
//! (`x-author`, `sitename-pub-date`), so no list of tools is needed. The names come from the Open Graph protocol, Dublin Core,
//! schema.org and the tags of Google Scholar (`citation_…`) and Twitter; the others and all ranks were chosen by hand.

use super::Origin;
use super::candidates::Kind;

/// Returns the field, the origin and the rank for the `name` or `property` of a `<meta>`.
pub(super) fn of_meta(name: &str) -> Option<(Kind, Origin, u8)> {
    let name = name.trim().to_ascii_lowercase();
    let found = match name.split_once([':', '.']) {
        Some(("og" | "article" | "book" | "profile", _)) => {
            open_graph(&name).map(|(kind, rank)| (kind, Origin::OpenGraph, rank))
        }
        Some(("dc" | "dcterms" | "dct", term)) => {
            dublin_core(term).map(|(kind, rank)| (kind, Origin::DublinCore, rank))
        }
        Some(("schema", term)) => of_property(term).map(|kind| (kind, Origin::Rdfa, 0)),
        _ => None,
    };
    found.or_else(|| plain(&name).map(|(kind, rank)| (kind, Origin::Meta, rank)))
}

fn open_graph(name: &str) -> Option<(Kind, u8)> {
    Some(match name {
        "og:title" => (Kind::Title, 0),
        "og:site_name" => (Kind::SiteName, 0),
        "og:description" => (Kind::Description, 0),
        "og:url" => (Kind::Url, 0),
        "og:locale" => (Kind::Language, 0),
        "og:image:secure_url" => (Kind::Image, 1),
        "og:image" | "og:image:url" => (Kind::Image, 0),
        "article:author" | "book:author" | "og:author" | "og:article:author" => (Kind::Author, 0),
        "article:published_time" | "og:article:published_time" => (Kind::Published, 0),
        "og:published_time" | "og:pubdate" | "article:published" | "book:release_date" => {
            (Kind::Published, 1)
        }
        "article:modified_time" | "og:article:modified_time" => (Kind::Modified, 0),
        "og:updated_time" => (Kind::Modified, 1),
        "article:section" | "og:article:section" => (Kind::Category, 0),
        "article:tag" | "og:article:tag" | "book:tag" => (Kind::Tag, 0),
        _ => return None,
    })
}

fn dublin_core(term: &str) -> Option<(Kind, u8)> {
    Some(match term {
        "title" => (Kind::Title, 0),
        "creator" | "contributor.author" => (Kind::Author, 0),
        "issued" | "date.issued" | "date.created" => (Kind::Published, 0),
        "date" | "created" | "available" | "date.available" => (Kind::Published, 1),
        "modified" | "date.modified" => (Kind::Modified, 0),
        "description" | "abstract" => (Kind::Description, 0),
        "subject" => (Kind::Tag, 0),
        "language" => (Kind::Language, 0),
        "license" | "rights.license" => (Kind::License, 0),
        "publisher" => (Kind::SiteName, 1),
        _ => return None,
    })
}

fn plain(name: &str) -> Option<(Kind, u8)> {
    Some(match name {
        "author" | "authors" | "citation_author" => (Kind::Author, 0),
        "byline" => (Kind::Author, 1),
        "description" => (Kind::Description, 0),
        "twitter:description" => (Kind::Description, 1),
        "title" | "headline" | "citation_title" => (Kind::Title, 0),
        "twitter:title" => (Kind::Title, 1),
        "date" | "pubdate" | "publish-date" | "publication_date" | "citation_publication_date" => {
            (Kind::Published, 0)
        }
        "published" | "created" | "release_date" | "releasedate" | "creation_date" | "ms.date" => {
            (Kind::Published, 1)
        }
        "last-modified" | "modified" | "lastmod" | "revised" | "date.modified" => (Kind::Modified, 0),
        "application-name" => (Kind::SiteName, 0),
        "publisher" => (Kind::SiteName, 1),
        "content-language" | "language" => (Kind::Language, 0),
        "keywords" | "news_keywords" => (Kind::Tag, 0),
        "category" | "section" => (Kind::Category, 0),
        "twitter:image" | "twitter:image:src" | "thumbnail" | "image" => (Kind::Image, 0),
        "license" | "licence" => (Kind::License, 0),
        _ => return by_last_words(name),
    })
}

/// Matches names such as `x.author`, `sitename-pub-date`, `page_published_time`. Endings chosen by hand.
fn by_last_words(name: &str) -> Option<(Kind, u8)> {
    let letters: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let ends = |any: &[&str]| any.iter().any(|end| letters.ends_with(end));
    if ends(&[
        "pubdate",
        "publishdate",
        "publisheddate",
        "publicationdate",
        "datepublished",
        "publishedtime",
        "publishtime",
        "createdate",
        "originalpublicationdate",
        "publishedat",
        "dateposted",
        "postdate",
        "articledate",
    ]) {
        return Some((Kind::Published, 2));
    }
    if ends(&[
        "modifieddate",
        "datemodified",
        "modifiedtime",
        "updatedate",
        "dateupdated",
        "lastmodified",
        "updatedtime",
    ]) {
        return Some((Kind::Modified, 2));
    }
    let is_author =
        name.ends_with("author") && name.bytes().rev().nth(6).is_some_and(|b| !b.is_ascii_alphanumeric());
    is_author.then_some((Kind::Author, 2))
}

/// Returns the field for a property of schema.org or Dublin Core, as in `itemprop` and in the `property` of RDFa.
pub(super) fn of_property(name: &str) -> Option<Kind> {
    let term = name.rsplit(['/', ':', '#']).next().unwrap_or(name);
    Some(match term {
        "headline" => Kind::Title,
        "author" | "creator" => Kind::Author,
        "datePublished" | "issued" | "datePosted" => Kind::Published,
        "dateModified" | "modified" => Kind::Modified,
        "inLanguage" => Kind::Language,
        "articleSection" => Kind::Category,
        "keywords" => Kind::Tag,
        "license" => Kind::License,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_their_fields() {
        for (name, expected) in [
            ("OG:Title", Some((Kind::Title, Origin::OpenGraph, 0))),
            ("DC.date.issued", Some((Kind::Published, Origin::DublinCore, 0))),
            ("dcterms:creator", Some((Kind::Author, Origin::DublinCore, 0))),
            ("author", Some((Kind::Author, Origin::Meta, 0))),
            ("shop.author", Some((Kind::Author, Origin::Meta, 2))),
            ("x-pub-date", Some((Kind::Published, Origin::Meta, 2))),
            ("coauthor", None),
            ("og:image:width", None),
            ("viewport", None),
        ] {
            assert_eq!(of_meta(name), expected, "{name}");
        }
        assert_eq!(of_property("http://schema.org/datePublished"), Some(Kind::Published));
        assert_eq!(of_property("name"), None);
    }
}
