//! Metadata: checks the pages of `tests/metadata` against their expected fields, and hostile pages.

use std::fmt::Write;
use std::path::Path;

use dehusk::metadata::{Context, Field, Metadata};
use dehusk::{Extractor, Options};

const ADDRESS: &str = "https://www.mill.example/news/a.html";

fn read(page: &str) -> Metadata {
    let context = Context { address: Some(ADDRESS), ..Context::default() };
    Extractor::new(Options::new()).open(page.as_bytes(), None).metadata(&context).unwrap()
}

/// Returns the metadata fields of a page, one per line, as `name (origin): value`.
fn printed(metadata: &Metadata) -> String {
    let mut lines = String::new();
    let texts = [
        ("title", &metadata.title),
        ("published", &metadata.published),
        ("modified", &metadata.modified),
        ("site_name", &metadata.site_name),
        ("hostname", &metadata.hostname),
        ("description", &metadata.description),
        ("language", &metadata.language),
        ("direction", &metadata.direction),
        ("image", &metadata.image),
        ("licence", &metadata.licence),
        ("canonical", &metadata.canonical),
    ];
    for (name, field) in texts {
        if let Some(Field { value, origin, .. }) = field {
            writeln!(lines, "{name} ({}): {value}", origin.as_str()).unwrap();
        }
    }
    let lists =
        [("authors", &metadata.authors), ("categories", &metadata.categories), ("tags", &metadata.tags)];
    for (name, field) in lists {
        if let Some(Field { value, origin, .. }) = field {
            writeln!(lines, "{name} ({}): {}", origin.as_str(), value.join(" + ")).unwrap();
        }
    }
    lines
}

/// The expected fields of each page are in a file with the same name and the extension `.txt`.
#[test]
fn pages_have_the_expected_fields() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/metadata");
    let mut pages = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|it| it == "html") {
            let expected = std::fs::read_to_string(path.with_extension("txt")).unwrap();
            let found = printed(&read(&std::fs::read_to_string(&path).unwrap()));
            assert_eq!(found, expected, "{}", path.display());
            pages += 1;
        }
    }
    assert!(pages >= 5, "{pages} pages");
}

#[test]
fn hostile_pages_have_metadata() {
    const MANY: usize = 100_000;
    let script = |json: &str| format!("<script type=application/ld+json>{json}</script><h1>Mill</h1>");
    let keys: String = (0..10 * MANY).map(|key| format!("\"k{key}\":1,")).collect();
    for page in [
        script(&"[".repeat(1 << 20)),
        script(&"{\"@graph\":[".repeat(MANY)),
        script(&format!("{{{keys}\"@type\":\"Article\"}}")),
        script(&format!(
            "[{}]",
            "{\"@type\":\"Article\",\"author\":{\"@id\":\"#a\"},\"@id\":\"#a\"},".repeat(MANY)
        )),
        script("{\"@type\":\"Article\",\"author\":{\"@id\":\"#a\"}}").repeat(10_000),
        "<meta name=author content='Ann Smith'>".repeat(MANY) + "<h1>Mill</h1>",
        format!("<meta property=og:title content='{}'><h1>Mill</h1>", "a | ".repeat(MANY)),
        format!("<h1>Mill</h1><p class='{}'>x", "author-date ".repeat(MANY)),
        "<link rel=alternate hreflang=x href=/>".repeat(MANY) + "<h1>Mill</h1>",
        "<div class=author>By ".repeat(400) + "<h1>Mill</h1>",
        "<h1>Mill</h1>".to_owned() + &"<span itemprop=author><span itemprop=name>A B".repeat(MANY),
        "<h1>Mill</h1>".to_owned() + &"<time>5 May </time><p>by by by</p>".repeat(MANY),
    ] {
        let title = read(&page).title.map(|title| title.value);
        assert_eq!(title.as_deref(), Some("Mill"), "{}", page.get(..80).unwrap_or(""));
    }
    // The heading is below the maximum depth. It is in the tree, but its text is not inside it.
    let _ = read(&("<div class=author>By ".repeat(MANY) + "<h1>Mill</h1>"));
    assert_eq!(printed(&read("x")), "hostname (url): www.mill.example\n");
}

/// Titles, authors and other texts appear in the decoded page: no field is invented.
#[test]
fn values_appear_on_the_page() {
    let page = "<title>A &amp; B</title><h1>A &amp; B</h1><script type=application/ld+json>\
                {\"@type\":\"Article\",\"author\":[\"J\\u00f6rg Meier\"],\"keywords\":\"x, y\"}</script>";
    let found = read(page);
    assert_eq!(found.title.unwrap().value, "A & B");
    assert_eq!(found.authors.unwrap().value, ["Jörg Meier"]);
    assert_eq!(found.tags.unwrap().value, ["x", "y"]);
}
