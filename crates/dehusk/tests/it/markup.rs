//! Markdown and HTML: their text equals the plain text, the HTML is safe, and test cases stored as data define the output.
//!
//! Each folder of `tests/render` contains `page.html`, `expected.md` and `expected.html`; a new case needs no code. With
//! `DEHUSK_BLESS=1`, the test rewrites the expected files; review them before committing.

use crate::cases::options;
use crate::round_trip::{difference, holds_formula, html_differs, markdown_differs, sanitized};
use crate::shared::{in_parallel, pages};
use dehusk::Options;
use dehusk::overrides::TitleLine;
use dehusk::render::Markup;
use dehusk::{Extraction, Extractor};
use proptest::prelude::*;
use std::path::Path;

const ADDRESS: &str = "https://site.example/folder/page.html";

fn extract(page: &[u8], method: &str) -> Extraction {
    // With the title before the main content, markup and text would differ.
    let options =
        options(method).with_markup(Markup::ALL).with_address(ADDRESS).with_title(TitleLine::AsFound);
    Extractor::new(options).extract(page, None)
}

/// Returns our HTML as the sanitizer writes it if images, but nothing else, may have `data:` URLs.
fn sanitized_with_data(html: &str) -> String {
    ammonia::Builder::default()
        .add_url_schemes(["data"])
        .attribute_filter(|element, name, value| {
            let is_data = value.starts_with("data:");
            let is_image = (element, name) == ("img", "src") && value.starts_with("data:image/");
            (!is_data || is_image).then_some(value.into())
        })
        .link_rel(None)
        .clean(html)
        .to_string()
}

#[test]
fn every_case_gives_its_expected_markup() {
    let mut checked = 0;
    for folder in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/render")).unwrap() {
        let folder = folder.unwrap().path();
        let Ok(page) = std::fs::read(folder.join("page.html")) else { continue };
        let extraction = extract(&page, "plain");
        for (name, markup) in [("expected.md", extraction.markdown()), ("expected.html", extraction.html())] {
            let path = folder.join(name);
            if std::env::var_os("DEHUSK_BLESS").is_some() {
                std::fs::write(&path, markup.unwrap()).unwrap();
            }
            let expected = std::fs::read_to_string(&path).unwrap();
            assert_eq!(markup.unwrap(), expected, "{}", path.display());
            checked += 1;
        }
        assert_eq!(sanitized(extraction.html().unwrap()), extraction.html().unwrap(), "{}", folder.display());
        if !holds_formula(&page) {
            assert_eq!(markdown_differs(&extraction), None, "{}", folder.display());
            assert_eq!(html_differs(&extraction), None, "{}", folder.display());
        }
    }
    assert!(checked >= 20);
}

/// On a sample of the corpus pages and with several methods, the text read back from Markdown and HTML is the plain text, and a
/// sanitizer does not change the HTML.
#[test]
fn markup_of_corpus_pages_gives_back_their_text() {
    let every = std::env::var("DEHUSK_EVERY").ok().and_then(|every| every.parse().ok()).unwrap_or(7);
    let pages: Vec<_> = pages().into_iter().step_by(every).collect();
    let failures = in_parallel(&pages, |path| {
        let page = std::fs::read(path).unwrap();
        let mut failures = Vec::new();
        for method in ["plain", "addanag", "cetd", "r2l"] {
            let extraction = extract(&page, method);
            let text_only = Extractor::new(options(method)).extract(&page, None);
            if extraction.markdown().is_none() {
                continue;
            }
            if text_only.text() != extraction.text() {
                failures.push(format!("{} {method}: another text than without markup", path.display()));
            }
            let html = extraction.html().unwrap();
            if let Some(found) = difference(html, &sanitized(html)) {
                failures.push(format!("{} {method} ammonia\n{found}", path.display()));
            }
            if holds_formula(&page) {
                continue;
            }
            // Captions and the titles of films are only in markup.
            let mut bare = Markup::ALL;
            bare.without_images = true;
            let bare = options(method).with_markup(bare).with_address(ADDRESS).with_title(TitleLine::AsFound);
            let bare = Extractor::new(bare).extract(&page, None);
            for (form, found) in [("markdown", markdown_differs(&bare)), ("html", html_differs(&bare))] {
                failures.extend(found.map(|found| format!("{} {method} {form}\n{found}", path.display())));
            }
        }
        failures
    });
    let failures: Vec<String> = failures.into_iter().flatten().collect();
    let shown: Vec<&str> = failures.iter().take(30).map(String::as_str).collect();
    assert!(failures.is_empty(), "{} of {} pages\n{}", failures.len(), pages.len(), shown.join("\n"));
}

/// On pages that are built to be expensive, the output is complete, within the limit, and at most a fixed multiple of the page.
#[test]
fn hostile_pages_stay_within_bounds() {
    let rows = |row: &str, count: usize| format!("<table>{}", row.repeat(count));
    let long = "x".repeat(1 << 20);
    for (name, page) in [
        ("nested tables", "<table><tr><td>a<td>b".repeat(1000)),
        ("list items", format!("<ol>{}", "<li>a".repeat(100_000))),
        ("nested quotes", "<blockquote>a".repeat(100_000)),
        ("nested lists", "<ul><li>a".repeat(100_000)),
        ("huge spans", rows("<tr><td colspan=9007199254740991 rowspan=99999999999>a<td>b", 20_000)),
        ("shifted columns", (0..1000).map(|n| format!("<tr><td colspan={n}>a<td>b")).collect::<String>()),
        (
            "long attributes",
            format!("<a href=/{long}>a</a><img src={long} alt={long}><p lang={long} dir={long}>b"),
        ),
        ("a link around paragraphs", format!("<a href={}>{}", &long[..4000], "<p>x</p>".repeat(50_000))),
        ("emphasis", "<b>a<i>b</b>c</i>".repeat(50_000)),
        ("formulas", "<math>".repeat(50_000) + "<annotation encoding=application/x-tex>x"),
        ("marks", "*_`[]&lt;!".repeat(50_000)),
        ("figures", "<figure><img src=a.jpg><figcaption>b</figcaption></figure>".repeat(100_000)),
        ("nested figures", "<figure><img src=a.jpg><figcaption>b</figcaption>".repeat(20_000)),
        ("nested pictures", "<picture><source srcset=b.jpg><img>".repeat(50_000)),
        ("a long set", format!("a<img srcset='{}'>b", "a.jpg 1w,".repeat(120_000))),
        (
            "one caption of many images",
            format!("<figure>{}<figcaption>{}", "<img src=a>".repeat(50_000), "c ".repeat(2000)),
        ),
        ("frames", "<iframe title=a src=//b.example/c></iframe>".repeat(50_000)),
        ("backticks", format!("<code>{}</code>", "`".repeat(500_000))),
    ] {
        for max_output in [usize::MAX, 10_000] {
            let limits =
                dehusk::budget::Limits { max_output, timeout: None, ..dehusk::budget::Limits::default() };
            let options =
                options("plain").with_markup(Markup::ALL).with_limits(limits).with_title(TitleLine::AsFound);
            let extraction = Extractor::new(options).extract(page.as_bytes(), None);
            let (markdown, html) = (extraction.markdown().unwrap(), extraction.html().unwrap());
            assert!(markdown.len() <= max_output && html.len() <= max_output, "{name}");
            assert!(
                markdown.len() + html.len() < 200 * page.len(),
                "{name} {} {}",
                markdown.len(),
                html.len()
            );
            assert_eq!(sanitized(html), html, "{name}");
        }
    }
}

#[test]
fn what_markdown_cannot_express_is_counted() {
    let lost = |page: &str| extract(page.as_bytes(), "plain").lost();
    assert_eq!(lost("<p>all is said <b>here</b>"), dehusk::render::Lost::default());
    assert_eq!(lost("a<a href=javascript:x>b</a>").links, 1);
    assert_eq!(lost("a<img src=data:image/png;base64,x>b").images, 1);
    assert_eq!(lost("a<b>★</b>b").emphasis, 1);
    assert_eq!(lost("a<b>!</b>b").emphasis, 1);
    assert_eq!(lost("a<b><i>!</i></b>b").emphasis, 2);
    assert_eq!(lost("<b>Note:</b>text").emphasis, 0);
    assert_eq!(lost("<table><tr><td>a<td>b<tr><td>c<td><ul><li>d</ul>").nesting, 2);
    assert_eq!(lost(&"<blockquote>a".repeat(40)).nesting, 8);
    assert_eq!(lost("a<math><mi>`</mi></math>b").formulas, 1);
    // Only the outermost element is a formula.
    assert_eq!(lost("a<math>`<math>`<math>`</math></math></math>b<math>`</math>").formulas, 2);
    let wide = "<tr><td colspan=1000 rowspan=1000>a<td>b".repeat(50);
    assert_eq!(lost(&format!("<table>{wide}")).spans, 1);
}

/// Author and date of a post that the method removed are in Markdown and HTML only, and not if the caller leaves them out.
#[test]
fn heads_of_posts_are_restored_in_markup() {
    let post = |name: &str, day: u8, text: &str| {
        format!(
            "<div class=post><p class=author><a href=/u/{name}>{name}</a></p><p class=date>{day} May 2011</p><div class=body><p>{text}</p></div></div>"
        )
    };
    let page = format!(
        "<html lang=en><title>Leaking wheel - Mill board</title><body><h1>Leaking wheel</h1>{}{}{}",
        post(
            "Ann",
            5,
            "The wheel turns again since Monday, after two years of repair.</p><p>It leaks at one side, and I do not know why."
        ),
        post("Bo", 6, "I have seen it, and heard it from the other bank too."),
        post("Cy", 7, "Thank you. We will try it with tar on Sunday."),
    );
    let made = |options: Options| {
        let extraction = Extractor::new(options.with_markup(Markup::ALL)).extract(page.as_bytes(), None);
        assert!(!extraction.text().contains("Ann"), "the method removes the heads: {}", extraction.text());
        [extraction.markdown().unwrap().to_owned(), extraction.html().unwrap().to_owned()]
    };
    let [markdown, html] = made(Options::new());
    let text = "The wheel turns again since Monday, after two years of repair.";
    assert!(markdown.contains(&format!("**Ann** 5 May 2011\n\n{text}")), "{markdown}");
    assert!(markdown.contains("\n\n---\n\n**Bo** 6 May 2011\n\nI have"), "{markdown}");
    assert!(html.contains("<hr>\n<p><strong>Bo</strong> 6 May 2011</p>"), "{html}");
    let excluded = Options::new().with_exclude(".author, .date").unwrap();
    for options in [Options::new().with_title(TitleLine::AsFound), excluded] {
        let [markdown, html] = made(options);
        assert!(!markdown.contains("Bo") && !html.contains("Bo"), "{markdown}");
        assert!(markdown.contains("\n\n---\n\n"), "{markdown}");
    }
}

/// Each option for links and images changes Markdown and HTML but never the text.
#[test]
fn links_and_images_are_kept_or_not() {
    const PNG: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP8zwACTAwMAA4GAQIy6pSoAAAAAElFTkSuQmCC";
    let page = format!(
        "<p>The <a href=/mill>old mill</a><sup><a href=#n>1</a></sup> <img src=/a.png alt=A> \
         <img src='{PNG}' alt=B><img data-src='{PNG}' src=c.png alt=C><img src='data:image/gif;base64,R0lGODlhAQABAAAAACw='>\
         <img src='data:image/svg+xml;base64,PHN2Zz4='><img src='data:image/png,x'><img src='data:image/png;base64,x\"y'><p id=n>A note."
    );
    let made = |choose: fn(&mut Markup)| {
        let mut markup = Markup::ALL;
        choose(&mut markup);
        let options = options("plain").with_markup(markup).with_title(TitleLine::AsFound);
        let hash = options.hash();
        (Extractor::new(options).extract(page.as_bytes(), None), hash)
    };
    let (usual, hash) = made(|_| {});
    let image = |name: &str, address: &str| format!("![{name}]({address})");
    let (a, b, c) = (image("A", "/a.png"), image("B", PNG), image("C", "c.png"));
    let markdown = |extraction: &Extraction| extraction.markdown().unwrap().to_owned();
    let expected = format!("The [old mill](/mill)[^1] {a} {c}\n\n[^1]: A note.\n");
    assert_eq!(markdown(&usual), expected);
    type Choice = fn(&mut Markup);
    let choices: [(Choice, String); 3] = [
        (|markup| markup.without_links = true, expected.replace("[old mill](/mill)", "old mill")),
        (|markup| markup.without_images = true, expected.replace(&format!(" {a} {c}"), "")),
        (|markup| markup.data_images = true, expected.replace(&c, &format!("{b}{c}"))),
    ];
    for (choose, expected) in choices {
        let (extraction, other_hash) = made(choose);
        assert_eq!(markdown(&extraction), expected);
        assert_eq!(extraction.text(), usual.text());
        assert_ne!(hash, other_hash);
        let html = extraction.html().unwrap();
        assert_eq!(html.contains("<a "), expected.contains("(/mill)"), "{html}");
        assert_eq!(html.matches("<img").count(), expected.matches("![").count(), "{html}");
        assert_eq!(sanitized_with_data(html), html);
    }
}

/// An element without text is kept if the text around it is kept.
#[test]
fn an_image_between_kept_texts_is_kept() {
    let story = "<p>The old mill at the river reopens on Monday, after ten years of repair and quarrel.</p>";
    let advert = "<ul><li><a href=a>a</a><img src=advert.png><li><a href=b>b</a></ul>".repeat(40);
    let page = format!("<body>{advert}{story}<figure><img src=mill.png></figure>{story}{advert}");
    let extraction = extract(page.as_bytes(), "addanag");
    let markdown = extraction.markdown().unwrap();
    assert!(markdown.contains("mill.png") && !markdown.contains("advert.png"), "{markdown}");
}

const PARTS: &[&str] = &[
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<s>",
    "</s>",
    "<code>",
    "</code>",
    "<a href=x>",
    "</a>",
    "<p>",
    "</p>",
    "<ul>",
    "</ul>",
    "<ol start=7>",
    "</ol>",
    "<li>",
    "<blockquote>",
    "</blockquote>",
    "<pre>",
    "</pre>",
    "<table>",
    "</table>",
    "<tr>",
    "<td>",
    "<th colspan=2>",
    "<td rowspan=3>",
    "<br>",
    "<hr>",
    "<h2>",
    "</h2>",
    "<div>",
    "</div>",
    "<sup>",
    "</sup>",
    "<img src=y alt=z*>",
    "<dl>",
    "</dl>",
    "<dt>",
    "<dd>",
    "<caption>",
    " ",
    " ",
    " ",
    "\n",
    "a",
    "b",
    "word",
    "ภาษา",
    "中",
    "é",
    "*",
    "**",
    "_",
    "#",
    "# ",
    "-",
    "- ",
    "+",
    "1. ",
    "2) ",
    "|",
    "`",
    "``",
    "~",
    "~~",
    "&lt;p&gt;",
    "&amp;amp;",
    "&amp;",
    "[",
    "]",
    "(x)",
    "[x](y)",
    "!",
    ">",
    "> ",
    "\\",
    "=",
    "===",
    "---",
    ":-",
    "$",
    ".",
    ",",
    "“",
    "—",
    "。",
    "»",
    "&lt;!--",
    "&lt;",
    "://",
    "www.a.de",
    "&nbsp;",
    "\t",
    "    ",
    "x=1",
];

#[test]
fn code_spans_keep_spaces_at_both_ends() {
    let extraction = extract(b"<p><code>a<i>a</i>&nbsp;a<i>&nbsp;a", "plain");
    assert_eq!(extraction.markdown(), Some("`a`*a*`  a  `*a*\n"));
    assert_eq!(markdown_differs(&extraction), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]
    #[test]
    fn markup_of_tag_soup_gives_back_its_text(parts in prop::collection::vec(0..PARTS.len(), 1..40)) {
        let page: String = parts.iter().map(|part| PARTS[*part]).collect();
        let page = format!("<meta charset=utf-8>{page}");
        let extraction = extract(page.as_bytes(), "plain");
        if let Some(markdown) = extraction.markdown() {
            prop_assert_eq!(markdown_differs(&extraction), None, "{:?}\n{}", page, markdown);
            prop_assert_eq!(html_differs(&extraction), None, "{:?}\n{}", page, extraction.html().unwrap());
            prop_assert_eq!(sanitized(extraction.html().unwrap()), extraction.html().unwrap(), "{:?}", page);
        }
    }
}

/// A page whose only heading of level 1 is that of a part.
const AFTER_TEXT: &str = "<title>The mill</title><p>The river drives a wheel of oak, the wheel drives a shaft, and the \
    shaft drives two stones, which grind the corn of the whole valley from September until the frost stops the wheel.</p>\
    <p>It has done so for three hundred years.</p><h1>Visitors</h1><p>Come in.";

/// Pages, where the title goes, and the Markdown and HTML that they begin with.
const TITLES: &[(&str, TitleLine, &str, &str)] = &[
    (
        "<html lang=fa dir=rtl><title>آسیاب</title><p>می‌چرخد.",
        TitleLine::Auto,
        "<div dir=\"rtl\">\n\n# آسیاب\n\nمی‌چرخد.\n\n</div>",
        "<h1 dir=\"rtl\" lang=\"fa\">آسیاب</h1>",
    ),
    (
        "<title>The *mill*</title><p>It <b>grinds</b>.",
        TitleLine::Auto,
        "# The \\*mill\\*\n\nIt ",
        "<h1>The *mill*</h1>\n<p>It ",
    ),
    (
        "<title>A &amp; B</title><h2>Why</h2><p>It grinds.",
        TitleLine::Auto,
        "# A & B\n\n## Why",
        "<h1>A &amp; B</h1>\n<h2>Why",
    ),
    (
        "<title>The mill</title><h2>The mill!</h2><p>It grinds.",
        TitleLine::Auto,
        "# The mill!\n\nIt",
        "<h1>The mill!</h1>\n<p>It",
    ),
    (
        "<title>The mill</title><h1>News</h1><p>It grinds.",
        TitleLine::Auto,
        "# News\n\nIt",
        "<h1>News</h1>\n<p>It",
    ),
    (
        "<title>The mill</title><h1>The mill reopens</h1><p>It turns.<h1>The stone</h1><p>It grinds.",
        TitleLine::Auto,
        "# The mill reopens\n\nIt",
        "<h1>The mill reopens</h1>\n<p>It",
    ),
    (
        "<title>The mill</title><h1><img src=a.png></h1><p>It turns.",
        TitleLine::Auto,
        "# The mill\n\n",
        "<h1>The mill</h1>",
    ),
    (
        "<title>The mill</title><div class=t><span>The mill</span></div><p>It turns.",
        TitleLine::Auto,
        "# The mill\n\nIt turns",
        "<h1>The mill</h1>\n<p>It turns",
    ),
    (
        "<title>The mill</title><ul><li>The mill<li>The brook</ul><p>It turns.",
        TitleLine::Auto,
        "- The mill",
        "<ul><li>The mill",
    ),
    (
        "<title>Valley letters: For the first winter</title><h3>For the first winter</h3><p>It turns.",
        TitleLine::Auto,
        "# For the first winter\n\nIt",
        "<h1>For the first winter</h1>",
    ),
    (AFTER_TEXT, TitleLine::Auto, "# The mill\n\nThe river", "<h1>The mill</h1>\n<p>The river"),
    ("<title>The mill</title><p>It grinds.", TitleLine::AsFound, "It grinds", "<p>It grinds"),
    ("<title>The mill</title><p>It grinds.", TitleLine::Out, "It grinds", "<p>It grinds"),
    ("<p>It grinds.", TitleLine::Auto, "It grinds", "<p>It grinds"),
    ("<title>The mill</title><body> ", TitleLine::Auto, "", ""),
];

#[test]
fn markdown_and_html_begin_with_the_title_unless_the_content_has_it() {
    for (page, title, markdown, html) in TITLES {
        let options = options("plain").with_markup(Markup::ALL).with_title(*title);
        let extraction = Extractor::new(options).extract(page.as_bytes(), None);
        assert!(extraction.markdown().unwrap().starts_with(markdown), "{page}: {:?}", extraction.markdown());
        assert!(extraction.html().unwrap().starts_with(html), "{page}: {:?}", extraction.html());
        assert_eq!(markdown.is_empty(), extraction.markdown().unwrap().is_empty(), "{page}");
        assert!(!extraction.text().contains("*mill*"), "the text is as the method decides");
    }
}

#[test]
fn headings_of_sections_are_below_the_title() {
    let prose = "The miller waited two winters for the rain, and in the third he dug a race around the weir that the council \
                 had built above his wheel.";
    for (body, expected) in [
        ("<blockquote><h1>Be bold</h1></blockquote><p>P", "> ## Be bold\n\nP\n"),
        ("<h1>The mill</h1><p>It turns.<h1>The stone</h1><p>It grinds.", "It turns.\n\n# The stone\n"),
        ("<h1>The mill</h1><h5>P</h5>", "P\n"),
        ("<h1>The mill</h1><h5>P..?</h5>", "##### P..?\n"),
    ] {
        let (body, expected) = (body.replace('P', prose), expected.replace('P', prose));
        let page =
            format!("<meta property=og:title content='The mill'><title>The mill - Valley</title>{body}");
        let answer = Extractor::new(options("plain").with_markup(Markup::ALL)).extract(page.as_bytes(), None);
        let markdown = answer.markdown().unwrap();
        assert!(markdown.starts_with(&format!("# The mill\n\n{expected}")), "{page}: {markdown}");
    }
}

/// Pages with images before a text, and their Markdown.
const LEADING_IMAGES: &[(&str, &str)] = &[
    ("<p><img src=a.png alt=Mill>The mill", "![Mill](a.png)\n\nThe mill\n"),
    ("<p><a href=b><img src=a.png alt=Mill></a> <br><i>The mill", "[![Mill](a.png)](b)\n\n*The mill*\n"),
    ("<p><img src=a.png><img src=b.png> The mill", "![](a.png)![](b.png)\n\nThe mill\n"),
    ("<blockquote><img src=a.png>The mill</blockquote>", "> ![](a.png)\n>\n> The mill\n"),
    // One link, one line; items, cells and headings are lines too.
    ("<p><a href=b><img src=a.png>The mill</a>", "[![](a.png) The mill](b)\n"),
    ("<ul><li><img src=a.png> The mill</ul>", "- ![](a.png) The mill\n"),
    ("<h2><img src=a.png> The mill</h2><p>It turns.", "## ![](a.png) The mill\n\nIt turns.\n"),
    ("<p>The mill <img src=a.png> turns.", "The mill ![](a.png) turns.\n"),
];

#[test]
fn images_before_a_paragraph_are_a_paragraph() {
    for (page, markdown) in LEADING_IMAGES {
        let extraction =
            Extractor::new(options("plain").with_markup(Markup::ALL)).extract(page.as_bytes(), None);
        assert_eq!(extraction.markdown().unwrap(), *markdown, "{page}");
        let images = page.matches("<img").count();
        assert_eq!(extraction.html().unwrap().matches("<img").count(), images, "{page}");
    }
}

#[test]
fn a_title_at_the_beginning_is_in_no_list() {
    for (page, markdown) in [
        (
            "<ul><li><h1>The mill</h1><li>All about it</ul><p>It turns.",
            "# The mill\n\n- All about it\n\nIt turns.\n",
        ),
        ("<ul><li><h1>The mill</h1>It turns.</ul>", "# The mill\n\n- It turns.\n"),
        ("<p>News<ul><li><h1>The mill</h1></ul>", "News\n\n- # The mill\n"),
        ("<ul><li><h2>The mill</h2></ul>", "- ## The mill\n"),
    ] {
        let options = options("plain").with_markup(Markup::ALL).with_title(TitleLine::AsFound);
        let extraction = Extractor::new(options).extract(page.as_bytes(), None);
        assert_eq!(extraction.markdown().unwrap(), markdown, "{page}");
    }
}
