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
        ("license", &metadata.license),
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
        "<h1>Mill</h1>".to_owned() + &items("h3", &[9, 7, 5]).repeat(10_000),
        "<h1>Mill</h1>".to_owned() + &"<li><b class=author>A B</b><a class=title href=x>".repeat(MANY),
        "<h1>Mill</h1>".to_owned() + &"<footer><time>5 May</time>".repeat(MANY),
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

/// Pages without an address, and their titles.
const TITLES: &[(&str, &str)] = &[
    // A link to the home page names the site: its text, its title or its picture.
    (
        "<title>Corn Board &bull; View topic - Which stone?</title><a href='./index.php?sid=1'><img alt='Corn Board'></a>\
         <h2><a href=topic>Which stone?</a></h2>",
        "Which stone?",
    ),
    (
        "<title>Corn Board - Forum - Stones</title><h1><a href=/>Corn Board</a></h1><h2>Boards</h2>",
        "Forum - Stones",
    ),
    (
        "<title>The Corn Shop - all for you</title><h1><b>Corn Shop!</b><a href=http://corn.test title='Corn shop'>\
         <img></a></h1><h1>All for bakers</h1>",
        "All for bakers",
    ),
    // Not every link to a home page leads to that of the site, and a page may link to itself.
    (
        "<title>Flint - Stones</title><a href=http://stones.test/>Stones</a><h1>Flint</h1><a href=http://flint.test/>Flint</a>",
        "Flint",
    ),
    ("<title>Flint - Stones</title><a href=./>Flint</a><h1>Flint</h1>", "Flint"),
    (
        "<title>Flint - Stones</title><a href=/stones>Stones</a><h1>Stones</h1><h2>Stones</h2><h2>Flint</h2>",
        "Flint",
    ),
    // A name with the form of a host is that of the site.
    ("<title>CornBoard.com - View topic - Stones</title><h2>Stones</h2>", "Stones"),
    // What follows `View topic` is the topic, whatever comes before it.
    ("<title>Corn &bull; View topic - Stones</title><h2><a href=./t.php>Stones</a></h2>", "Stones"),
    ("<title>Corn &bull; Thema anzeigen - Stones</title><h1>Corn</h1><h2>Stones</h2>", "Stones"),
    ("<title>Corn &bull; View topic - Stones</title><p>Stones</p>", "Stones"),
    // A front page announces other pages. The words of the site's name are no words of the heading.
    (
        "<title>The Mill Blog - The Mill</title><h1><a href=/1>A new mill</a></h1><h1><a href=/2>Rye</a></h1>\
         <h1><a href=/3>Oak</a></h1>",
        "The Mill Blog",
    ),
    (
        "<title>The News of Corn - The Mill</title><meta property=og:site_name content='The Mill'><h1>The mill grinds</h1><h1>Oak</h1>",
        "The News of Corn",
    ),
    (
        "<title>Oak Corn</title><meta property=og:site_name content=Corn><h1>Oak corn stones</h1>",
        "Oak corn stones",
    ),
    // The name of a section in the path to the page.
    (
        "<title>Stones - Flint</title><ul class=breadcrumb><li><h1>Stones</h1></ul><h1>Stones - Flint</h1>",
        "Stones - Flint",
    ),
    ("<title>Node.js - Stones</title><h2>Stones</h2>", "Node.js"),
    // Pagers, dates and counts in the heading.
    (
        "<title>Ask - Which [2] | Page 5 - Corn Board</title><meta property=og:site_name content='Corn Board'>\
         <h1><div class=PageNav>Page 5 of 9 <nav><a href=?page=4>4</a></nav></div><div><span>Ask</span> <div>118</div>\
         <span>Which [2]</span></div></h1>",
        "Ask - Which [2]",
    ),
    ("<title>Flint</title><h1>Flint stones<div>and corn</div></h1>", "Flint"),
    ("<title>Flint | Corn</title><h1>Flint <br>stones</h1>", "Flint stones"),
    // The only heading, if it shares no word with the only title, or is a later part of it.
    ("<title>Corn Board, free for all</title><h1>Welcome</h1><h2>Stones</h2>", "Welcome"),
    ("<title>Corn Board</title><meta property=og:title content='Corn Board'><h1>Welcome</h1>", "Corn Board"),
    ("<title>Corn Board</title><h1>Welcome</h1><h1>Stones</h1>", "Corn Board"),
    ("<title>Stones of oak</title><h1><a href=/blog/>Corn Board</a></h1>", "Stones of oak"),
    ("<title>Corn Board</title><p>Rye is what the valley bakes.<h1>Welcome</h1>", "Corn Board"),
    ("<title>Reports of Mills - Search Results</title><h1>Search Results</h1>", "Search Results"),
    ("<title>Flint stones - Corn Board</title><h1><a href=/blog/>Corn Board</a></h1>", "Flint stones"),
    ("<title>Traits - The Book</title><h1>The Book</h1><h2>Traits</h2>", "Traits"),
    (
        "<title>Traits - of mills | Oak - Corn . Rye</title><h1>Oak - Corn . Rye</h1><h2>Traits <b>of mills</b></h2>",
        "Traits of mills",
    ),
    // A title that only names the site or its host says nothing about the page.
    ("<title>CORN.PT</title><p>Rye is what the valley bakes.<h1>Sign in</h1>", "Sign in"),
    ("<title>Stones - Mill.com</title><meta property=og:title content=www.mill.com><p>Rye</p>", "Stones"),
    (
        "<title>Opinions | The Court</title><meta property=og:title content='Court of Corn'>\
         <meta property=og:site_name content='Court of Corn'><p>Rye</p>",
        "Opinions",
    ),
    (
        "<title>Rye bread - Ann’s kitchen</title><meta property=og:title content='Rye bread'>\
         <meta property=og:site_name content='Rye bread'><p>Rye</p>",
        "Rye bread",
    ),
    // A link without a text, and what only screen readers read at the end of a heading.
    (
        "<title>Court | Opinions</title><h1>Opinions <a href=/feed><img src=f.gif alt=Feed></a></h1>",
        "Opinions",
    ),
    ("<title>Court | Opinions</title><h1><a href=/all>Opinions</a></h1>", "Court"),
    (
        "<title>Opinions | State Mill</title><h1>Opinions and Orders <span class=sr-only> | State Mill</span></h1>",
        "Opinions and Orders",
    ),
    ("<title>Mills | Corn</title><h1><span class=sr-only>Mills</span></h1>", "Mills"),
    // A heading with a link to the home page that is all of the title.
    (
        "<title>Ann’s - Stones of oak </title><h1><a href=http://stones.test>Ann’s - Stones of oak</a></h1>",
        "Ann’s - Stones of oak",
    ),
    ("<title>Stones - Oak.com</title><h1><a href=http://stones.test>Stones - Oak.com</a></h1>", "Stones"),
    // The name of the site is a heading at the top, and that of the page is below.
    (
        "<title>All mills &bull; Which stone : Repairs</title><h1>All mills</h1>\
         <p>Search, register, log in, read the rules of the board</p><h2>Which stone</h2>",
        "Which stone",
    ),
    ("<title>The mill - A history</title><h1>The mill</h1><h2>A history</h2>", "The mill"),
];

/// Returns items of a list with a title, an author and a date each, and the heading `h3` or another.
fn items(heading: &str, days: &[u8]) -> String {
    let authors = ["Ann Smith", "Bo Carr", "Cy Dell", "Di Ek"];
    let item = |(at, day): (usize, &u8)| {
        format!(
            "<div class=post><{heading}><a href=/p{at}>Of mill {at}</a></{heading}><span class=author>{}</span> \
             <span class=date>{day} May 2011</span><p>The mill grinds rye.</div>",
            authors[at]
        )
    };
    days.iter().enumerate().map(item).collect()
}

/// Pages, their authors and their days.
fn bylines() -> Vec<(String, &'static str, &'static str)> {
    let head = "<title>Mills of the valley</title><h1>Mills of the valley</h1>";
    let person = |kind: &str| {
        format!(
            "{head}<div itemprop=author itemscope itemtype=https://schema.org/{kind}><meta itemprop=name content='Ann Smith'></div>"
        )
    };
    let with = |rest: &str| format!("{head}{rest}");
    let footer = |rest: &str| with(&format!("<p>The mill grinds rye.</p><footer>{rest}</footer>"));
    let rows = |days: &[&str]| {
        let row = |day: &&str| format!("<tr><td>{day}<td>7<td>Mill v. Baker</tr>");
        with(&format!("<table>{}</table>", days.iter().map(row).collect::<String>()))
    };
    let own = "<div class=post><h1>Mills of the valley</h1><span class=author>Ed Fox</span> <span class=date>1 May 2011</span></div>";
    vec![
        (person("Person"), "Ann Smith", "-"),
        (person("Organization"), "-", "-"),
        // Words that begin with `author`, and links to accounts.
        (with("<a class=authorization href=/in>Ann Smith</a>"), "-", "-"),
        (with("<span class=author>Регистрация</span>"), "-", "-"),
        (with("<span class=writeBy>كتبت أسماء نصار</span>"), "أسماء نصار", "-"),
        // The heads of columns are no bylines, and the publisher after a name is none of it.
        (with("<table><thead><tr><td>Started by<td>Replies<tbody><tr><td>Oak<td>7</table>"), "-", "-"),
        (with("<p>Started by</p><p>Ann Smith</p>"), "Ann Smith", "-"),
        (format!("<meta name=author content='Ann Smith, The Corn Post'>{head}"), "Ann Smith", "-"),
        (
            "<meta name=author content='Ann Smith. Corn'><title>Rye - Corn</title>".to_owned(),
            "Ann Smith",
            "-",
        ),
        // A date in the footer of the page is not that of the page, unless a label says so.
        (footer("<div class=date>5 May 2011</div>"), "-", "-"),
        (footer("<time datetime=2011-05-05>5 May</time>"), "-", "-"),
        (footer("<p>5 May 2011</p>"), "-", "-"),
        (footer("<p>Published: 5 May 2011</p>"), "-", "2011-05-05"),
        (with("<article><footer><p class=date>5 May 2011</p></footer></article>"), "-", "2011-05-05"),
        // The newest item of a list is first, the first post of a thread is the oldest.
        (with(&items("h3", &[9, 7, 5])), "-", "-"),
        (with(&items("h3", &[5, 7, 9])), "Ann Smith", "2011-05-05"),
        (with(&items("h3", &[9, 7])), "Ann Smith", "2011-05-09"),
        (with(&items("b", &[9, 7, 5])), "Ann Smith", "2011-05-09"),
        (
            with(&format!(
                "{}{}<p class=date>2 May 2011",
                items("h3", &[9, 7, 5]),
                "<p>The mill grinds rye.".repeat(150)
            )),
            "-",
            "-",
        ),
        // Rows of a table or list, the newest first, and in other orders.
        (rows(&["5 May 2011", "4 May 2011", "4 May 2011"]), "-", "-"),
        (rows(&["5 May 2011", "6 May 2011", "7 May 2011"]), "-", "2011-05-05"),
        (rows(&["5 May 2011", "4 May 2011"]), "-", "2011-05-05"),
        (with("<ul><li>7 May 2011: rye<li>6 May 2011: oak<li>5 May 2011: elm</ul>"), "-", "-"),
        // Day and month have the order of the other dates on the page.
        (with("<p>05-06-2011</p><p>The mill was built on 05-21-1990.</p>"), "-", "2011-05-06"),
        (with("<p>05-06-2011</p><p>The mill was built on 21-05-1990.</p>"), "-", "2011-06-05"),
        // An article beside a list keeps its own.
        (
            format!("{}{own}{}", "<title>Mills of the valley</title>", items("h3", &[9, 7, 5])),
            "Ed Fox",
            "2011-05-01",
        ),
        (format!("<meta name=author content='Ed Fox'>{}", with(&items("h3", &[9, 7, 5]))), "Ed Fox", "-"),
    ]
}

#[test]
fn bylines_of_other_pages_are_left_out() {
    for (page, author, day) in bylines() {
        let metadata = read(&page);
        let authors = metadata.authors.map(|field| field.value.join("+"));
        let published = metadata.published.map(|field| field.value);
        let found = (authors.as_deref().unwrap_or("-"), published.as_deref().unwrap_or("-"));
        assert_eq!(found, (author, day), "{page}");
    }
}

#[test]
fn titles_are_chosen_among_headings_and_titles_of_the_head() {
    for (page, expected) in TITLES {
        let metadata =
            Extractor::new(Options::new()).open(page.as_bytes(), None).metadata(&Context::default());
        let title = metadata.and_then(|metadata| metadata.title).map(|title| title.value);
        assert_eq!(title.as_deref(), Some(*expected), "{page}");
    }
}

/// What templates and software leave in declared values, and links that are one tag each.
#[test]
fn placeholders_and_settings_are_no_values() {
    let tags = |page: &str| read(page).tags.map(|field| field.value.join("+"));
    for (page, expected) in [
        (
            "<p itemprop=keywords><a href=/m>Mills</a><a href=/r>rye</a> and <a href=/o>oak</a></p>",
            Some("Mills+rye+and+oak"),
        ),
        ("<p itemprop=keywords>mills, <b>rye</b> bread</p>", Some("mills+rye bread")),
        (
            "<meta name=keywords content='mill,contentId: 7,displayType: story,Note: rye'>",
            Some("mill+Note: rye"),
        ),
        ("<meta name=keywords content='shortTitle: The mill'>", None),
        ("<meta name=keywords content='mill,articleID/7,Length/medium,Topic/rye'>", Some("mill")),
        ("<meta name=keywords content='news/mill,news/rye,sport/oak'>", Some("news/mill+news/rye+sport/oak")),
    ] {
        assert_eq!(tags(page).as_deref(), expected, "{page}");
    }
    let site = |name: &str| {
        read(&format!("<meta property=og:site_name content='{name}'>")).site_name.map(|field| field.value)
    };
    assert_eq!(site("The Mill").as_deref(), Some("The Mill"));
    assert_eq!(site("https://www.mill.example"), None);
    let image = |address: &str| {
        read(&format!("<meta property=og:image content='{address}'><meta name=twitter:image content=http://mill.test/b.png>"))
            .image
            .map(|field| field.value)
    };
    for (address, expected) in [
        ("http://mill.test/a.png", "http://mill.test/a.png"),
        ("http://mill.test/&lt;path of image>", "http://mill.test/b.png"),
        ("http://mill.test/%3Cpath%3E", "http://mill.test/b.png"),
        ("http://mill.test/{{ image }}", "http://mill.test/b.png"),
    ] {
        assert_eq!(image(address).as_deref(), Some(expected), "{address}");
    }
}
