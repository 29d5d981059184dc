//! Hostile and malformed input. Every method gives a result or a status, and the invariants that hold for all pages also hold
//! here (the test matrix of the specification, §14).

use crate::tree::soups;
use dehusk::budget::Limits;
use dehusk::metadata::Context;
use dehusk::overrides::TitleLine;
use dehusk::parts::Parts;
use dehusk::render::Markup;
use dehusk::selection::Emission;
use dehusk::{Extraction, Extractor, Options, Status};
use std::time::Duration;

/// Returns the names of all methods and presets.
fn methods() -> Vec<&'static str> {
    let presets = dehusk::methods::presets().iter().map(|preset| preset.name);
    dehusk::methods::all().iter().map(|method| method.name()).chain(presets).collect()
}

pub(crate) fn options(method: &str, params: &[(&str, &str)]) -> Options {
    let options = Options::new().with_method(method).unwrap();
    params.iter().fold(options, |options, (name, value)| options.with_param(name, value).unwrap())
}

pub(crate) fn run(method: &str, params: &[(&str, &str)], page: &str) -> Extraction {
    Extractor::new(options(method, params)).extract(page.as_bytes(), Some("text/html; charset=utf-8"))
}

/// Returns pages of random tag soup, with line breaks and with text in several scripts.
pub(crate) fn pages() -> Vec<String> {
    let dressed = |soup: &String| {
        soup.replace("b&amp;", "words of a story that is told here &amp; there. ")
            .replace(" <p>", "\r\n<p>سلام دنیا این خبر اصلی است ")
            .replace("</b>", "</b>ภาษาไทยไม่มีช่องว่าง\n")
            .replace("<li>", "<li class=\"a b\">\u{A0}x\u{3000}")
    };
    // A few inputs have only NULs and no tag, so they are not HTML. All others are pages.
    let pages = soups(1500).iter().map(dressed).collect::<Vec<_>>();
    pages.into_iter().filter(|page| dehusk::extract(page.as_bytes()).status() != Status::NotHtml).collect()
}

#[test]
fn every_answer_is_well_formed() {
    for method in methods() {
        let mut reused = Extractor::new(options(method, &[]));
        for page in pages() {
            let answer = reused.extract(page.as_bytes(), None);
            assert_eq!(
                answer,
                Extractor::new(options(method, &[])).extract(page.as_bytes(), None),
                "{method}: {page:?}"
            );
            assert_eq!(answer.status() == Status::Ok, !answer.text().is_empty(), "{method}: {page:?}");
            assert_eq!(answer.status() == Status::Ok, answer.reason().is_none());
            well_formed_selection(&answer, &page);
            if !prints_source(method) {
                normal_form(answer.text());
            }
        }
    }
}

/// Whether a method prints characters of the source, without a parser.
fn prints_source(method: &str) -> bool {
    options(method, &[]).method() == "r2l"
}

fn well_formed_selection(answer: &Extraction, page: &str) {
    let mut end = 0;
    for verdict in &answer.selection().unwrap().verdicts {
        assert!(verdict.span.start() >= end && verdict.span.end() <= page.len(), "{page:?}");
        assert!(page.get(verdict.span.range()).is_some(), "a span cuts a character of {page:?}");
        assert!((0.0..=1.0).contains(&verdict.score), "score {} of {page:?}", verdict.score);
        end = verdict.span.end();
    }
}

/// Asserts that a text has the normal form C8: no line is empty, and whitespace in lines is collapsed.
pub(crate) fn normal_form(text: &str) {
    for line in text.split('\n').filter(|_| !text.is_empty()) {
        let squeezed = line.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(line, squeezed, "{text:?}");
        assert!(!line.is_empty(), "{text:?}");
    }
}

#[test]
fn parser_text_is_part_of_the_plain_text() {
    for page in pages() {
        let plain = run("plain", &[], &page);
        for method in methods().into_iter().filter(|method| !prints_source(method)) {
            let text = run(method, &[], &page);
            if text.selection().is_some_and(|selection| selection.emission == Emission::Unscripted) {
                continue; // This method prints the text of `noscript`, which `plain` leaves out.
            }
            let mut rest = plain.text().chars().filter(|c| !c.is_whitespace());
            let mut wanted = text.text().chars().filter(|c| !c.is_whitespace());
            assert!(wanted.all(|c| rest.any(|other| other == c)), "{method}: {page:?}");
        }
    }
}

#[test]
fn line_ends_and_letter_case_of_tags_do_not_matter() {
    for page in pages() {
        let unix = page.replace("\r\n", "\n");
        let windows = unix.replace('\n', "\r\n");
        for method in methods() {
            assert_eq!(
                run(method, &[], &unix).text(),
                run(method, &[], &windows).text(),
                "{method}: {unix:?}"
            );
        }
        if ["<textarea", "<plaintext", "<iframe", "<title", "<style", "<script", "<noframes"]
            .iter()
            .any(|raw| unix.contains(raw))
        {
            continue; // Tags inside these elements are text.
        }
        let upper = unix.replace("<div>", "<DIV>").replace("<table>", "<TABLE>").replace("</p>", "</P>");
        for method in methods() {
            assert_eq!(run(method, &[], &unix).text(), run(method, &[], &upper).text(), "{method}: {unix:?}");
        }
    }
}

#[test]
fn regions_grow_with_the_gap() {
    for page in pages() {
        for method in ["r2l", "dana"] {
            let kept = |gap: &str| run(method, &[("P", gap)], &page).selection().unwrap().kept().next();
            let regions = ["0", "1", "2", "8", "20"].map(kept);
            for (smaller, larger) in regions.iter().zip(&regions[1..]) {
                let inside = match (smaller, larger) {
                    (Some(a), Some(b)) => b.start() <= a.start() && a.end() <= b.end(),
                    (a, b) => a == b,
                };
                assert!(inside, "{method}: {page:?}");
            }
        }
    }
}

#[test]
fn addanag_is_danag_where_there_are_no_links() {
    for page in pages().iter().filter(|page| !page.contains("<a ")) {
        assert_eq!(run("addanag", &[], page).text(), run("danag", &[], page).text(), "{page:?}");
    }
}

/// On these pages, an algorithm with quadratic running time would practically never end.
#[test]
fn large_hostile_pages_finish() {
    const MANY: usize = 100_000;
    let repeat = |piece: &str| piece.repeat(MANY);
    let numbered =
        |piece: &str| (0..MANY / 4).map(|n| piece.replace('#', &n.to_string())).collect::<String>();
    let pages = [
        repeat("<div>"),
        repeat("<a href=x>"),
        repeat("<a "),
        repeat("<"),
        repeat("&"),
        repeat("<b>") + &repeat("</b>"),
        repeat("<span>") + &repeat("</div>"),
        format!("<div><button>{}{}", repeat("<span>"), repeat("</div>")),
        format!("<b>{}{}", repeat("<div>"), repeat("</b>")),
        format!("<a href=\"{}", repeat("x ")),
        format!("<p {}>", numbered("a#=1 ")),
        numbered("<b a#>"),
        numbered("<body a#>"),
        numbered("<x-#>") + &numbered("</x-#>"),
        format!("<p>{}</p>{}", numbered("<b a#>").get(..4000).unwrap(), repeat("<p>x</p>")),
        format!("<p><b style='{}'></p>{}", repeat(";a:b"), repeat("<p>x</p>")),
        format!("<p><b {}></p>{}", repeat("a "), repeat("<p>x</p>")),
        format!("<b id=0>{}<div>{}", repeat("<b>"), repeat("</b>")),
        repeat("x</i>"),
        format!("<math><annotation-xml {}>{}", repeat("a "), repeat("x<!---->")),
        repeat("<table><tr>x"),
        repeat("<svg>") + &repeat("</x>"),
        repeat("<!--"),
        format!("<script>{}", repeat("<!--<script>")),
        repeat("<select><option>"),
        repeat("<p>x &notanentity; "),
        repeat("\n"),
        repeat("سلام\n<br>"),
        repeat("<template>"),
        repeat("ก"),
    ];
    for method in methods() {
        for page in &pages {
            let answer = run(method, &[], page);
            assert_ne!(answer.status(), Status::Timeout, "{method}: {}", &page[..40]);
        }
    }
}

/// As in the test before, but with every form of output. Fuzzing and reading the code found these pages (`fuzz/recipes`).
#[test]
fn large_hostile_pages_finish_in_every_form() {
    const MANY: usize = 50_000;
    let numbered = |piece: &str| (0..MANY).map(|n| piece.replace('#', &n.to_string())).collect::<String>();
    let pages = [
        // Many elements look at the long names of an element around them.
        format!("<div class='{}'>{}", numbered("c# "), "<p hidden>x<p>y".repeat(MANY)),
        format!("<p><span id='{}'>{}", "i".repeat(MANY), "<sup><a href=#n>1</a></sup>".repeat(MANY)),
        format!(
            "<style>.z p{{display:none}}</style><div class='{}'>{}",
            numbered("c# "),
            "<p>x".repeat(MANY)
        ),
        format!("<style>[z] p{{display:none}}</style><div {}>{}", numbered("c# "), "<p>x".repeat(MANY)),
        // What is searched for is repeated, and never ends.
        "itemtype=".repeat(2 * MANY),
        "og:type".repeat(2 * MANY),
        "<noscript><style></noscript>".repeat(MANY),
        "<noscript>".to_owned() + &"<style></style>".repeat(MANY),
        // Words without a space between them.
        "<i>abcd.</i><b>Efgh</b>".repeat(MANY),
        format!("<title>{}</title><p>words", "word | - ".repeat(10 * MANY)),
        format!(
            "<div><span class=katex-html>{}</span>{}",
            "x".repeat(MANY),
            "<span hidden><math><mi>x</mi></math></span>".repeat(MANY)
        ),
    ];
    for method in ["plain", "grain"] {
        let options = options(method, &[]).with_markup(Markup::ALL).with_parts(Parts::ALL);
        for page in &pages {
            let answer = Extractor::new(options.clone()).extract(page.as_bytes(), None);
            assert_ne!(answer.status(), Status::Timeout, "{method}: {}", &page[..40]);
        }
    }
}

/// Browsers drop a NUL in text, and replace it by U+FFFD in attributes, `title`, SVG and MathML.
#[test]
fn no_output_has_a_nul() {
    let pages = [
        "<pre>d<i>\n\0",
        "<p>The o\0ld mill re\0opens.<pre>\0 a\0\n\0\n b</pre><pre>\0</pre><p>a<code>\0c\0</code>",
        "<title>M\0ill</title><h1>The\0 mill</h1><p class='a\0b'>a <a href='/x\0y' title='\0'>li\0nk</a> <img src='a\0.png' alt='\0x'>",
        "<table><tr><th>\0a<td>b\0<tr><td>\0<td>d</table><ul><li>\0x<li>\0</ul>x\0<textarea>\0</textarea>",
        "<svg><text>a\0b</text><![CDATA[\0c]]></svg><math><mi>\0</mi><annotation encoding='application/x-tex'>x\0^2</annotation></math>",
        "<p>الخبر\0 الرئيسي اليوم\0\n<p>\0الخبر الرئيسي اليوم هو أن المطحنة القديمة\0 فتحت\n",
        "<script type='application/ld+json'>{\"@type\":\"NewsArticle\",\"headline\":\"M\\u0000ill\",\"author\":\"A\0nn\",\"articleBody\":\"x\\u0000y\"}</script><p>mill",
        "<p>a<plaintext>b\0c",
    ];
    for method in methods() {
        let options = options(method, &[]).with_markup(Markup::ALL).with_parts(Parts::ALL);
        let mut extractor = Extractor::new(options.clone());
        for page in pages {
            let mut opened = extractor.open(page.as_bytes(), Some("text/html; charset=utf-8"));
            let metadata = opened.metadata(&Context::default());
            let (answer, explanation) =
                (opened.extract(options.method_value()), opened.explain(options.method_value()));
            // `{:?}` writes a NUL as `\0`, and no page has a backslash and a zero.
            let all = format!("{answer:?} {metadata:?} {explanation:?}");
            assert!(!all.contains("\\0"), "{method}: {page:?}: {all}");
            for output in [Some(answer.text()), answer.markdown(), answer.html()].into_iter().flatten() {
                assert!(!output.contains('\0'), "{method}: {page:?}: {output:?}");
            }
        }
    }
}

#[test]
fn styles_and_scripts_of_svg_hide_only_themselves() {
    let words = "Some plain words that are long enough to be a paragraph of their own, and more of them.";
    for page in [
        format!("<svg><style>.a{{}}</svg><p>{words}</p>"),
        format!("<svg><script>a()</script></svg><p>{words}</p>"),
        format!("<svg><foreignObject><style/>.a{{color:red}}</style></foreignObject></svg><p>{words}</p>"),
        format!("<iframe><p>fallback</p></iframe><noembed>fallback</noembed><p>{words}</p>"),
    ] {
        for method in ["plain", "danag", "addanag"] {
            assert!(run(method, &[], &page).text().ends_with(words), "{method}: {page}");
            assert!(!run(method, &[], &page).text().contains("fallback"), "{method}: {page}");
        }
    }
}

#[test]
fn no_segment_length_causes_an_endless_loop() {
    let mut danag = dehusk::methods::Danag::DEFAULT;
    danag.cut.length = Some(0);
    let answer = Extractor::new(Options::new().with(danag)).extract(b"<p>words and more words", None);
    assert_eq!(answer.text(), "words and more words");
}

#[test]
fn a_legacy_page_that_grows_when_decoded_is_not_cut() {
    let page = [b"<meta charset=windows-1251><p>".as_slice(), &[0xEF; 1000]].concat();
    let limits = Limits { max_bytes: page.len(), max_output: 3 * page.len(), ..Limits::default() };
    let answer = Extractor::new(options("plain", &[]).with_limits(limits)).extract(&page, None);
    assert_eq!((answer.status(), answer.text().len()), (Status::Ok, 2000));
    let default = Limits::default();
    assert!(default.max_output >= 3 * default.max_bytes);
}

#[test]
fn options_that_answer_differently_have_different_hashes() {
    let with = |timeout| Options::new().with_limits(Limits { timeout, ..Limits::default() }).hash();
    let hashes = [with(None), with(Some(Duration::ZERO)), with(Some(Duration::from_micros(1)))];
    assert!(hashes[0] != hashes[1] && hashes[1] != hashes[2] && hashes[0] != hashes[2]);
    let without_title = Options::new().with_title(TitleLine::Out);
    let at_mill = without_title.clone().with_address("https://mill.example/");
    assert_ne!(without_title.hash(), at_mill.hash());
}

#[test]
fn files_that_are_not_html_have_a_status() {
    let status = |bytes: &[u8]| {
        let answer = dehusk::extract(bytes);
        (answer.status().as_str(), answer.reason().map(str::to_owned))
    };
    assert_eq!(status(b""), ("empty", Some("empty_input".into())));
    assert_eq!(status(b" \n\t "), ("empty", Some("no_visible_text".into())));
    assert_eq!(status(b"%PDF-1.4 ..."), ("not_html", Some("pdf".into())));
    assert_eq!(status(b"\x00\x01\x02"), ("not_html", Some("binary".into())));
    assert_eq!(status(b"<?xml version='1.0'?><rss version='2.0'>"), ("not_html", Some("rss".into())));
    assert_eq!(status(b"<"), ("ok", None));
    assert_eq!(status("<p>text\0 of a page".as_bytes()), ("ok", None));
    assert_eq!(status(b"\xFF\xFE<\0p\0>\0a\0b\0c\0d\0"), ("ok", None));
}
