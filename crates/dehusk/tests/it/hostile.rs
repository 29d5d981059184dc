//! Hostile and malformed input. Every method gives a result or a status, and the invariants that hold for all pages also hold
//! here (the test matrix of the specification, §14).

use crate::tree::soups;
use dehusk::budget::{Deadline, Limits, TimedOut};
use dehusk::metadata::Context;
use dehusk::methods::{Method, Plain};
use dehusk::page::Page;
use dehusk::parts::Parts;
use dehusk::render::Markup;
use dehusk::selection::{Emission, Selection};
use dehusk::{Extraction, Extractor, Options, Status};
use std::time::Duration;

/// Returns the names of all methods and presets.
fn methods() -> Vec<&'static str> {
    let presets = dehusk::methods::presets().iter().map(|preset| preset.name);
    dehusk::methods::all().iter().map(|method| method.name()).chain(presets).collect()
}

fn options(method: &str, params: &[(&str, &str)]) -> Options {
    let options = Options::new().with_method(method).unwrap();
    params.iter().fold(options, |options, (name, value)| options.with_param(name, value).unwrap())
}

fn run(method: &str, params: &[(&str, &str)], page: &str) -> Extraction {
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
fn normal_form(text: &str) {
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

/// As in the test before, but with every form of output. Fuzzing found these pages (`fuzz/recipes`).
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
    ];
    for method in ["plain", "grain"] {
        let options = options(method, &[]).with_markup(Markup::ALL).with_parts(Parts::ALL);
        for page in &pages {
            let answer = Extractor::new(options.clone()).extract(page.as_bytes(), None);
            assert_ne!(answer.status(), Status::Timeout, "{method}: {}", &page[..40]);
        }
    }
}

fn limited(limits: Limits, page: &str) -> (Status, Option<String>, String) {
    let options = Options::new().with_method("plain").unwrap().with_limits(limits);
    let answer = Extractor::new(options).extract(page.as_bytes(), None);
    (answer.status(), answer.reason().map(str::to_owned), answer.into_text())
}

#[test]
fn each_limit_stops_the_page_and_is_named() {
    let page = "<div>a<div>b<div>c</div>d</div>e</div><p>f";
    let all = "a\nb\nc\nd\ne\nf";
    let expected = |status, reason: &str, text: &str| (status, Some(reason.to_owned()), text.to_owned());
    assert_eq!(limited(Limits::default(), page), (Status::Ok, None, all.to_owned()));
    // Elements below the maximum depth are flattened. Their text stays in order and on separate lines.
    let depth = Limits { max_depth: 3, ..Limits::default() };
    assert_eq!(limited(depth, page), expected(Status::Partial, "max_depth", all));
    let elements = Limits { max_elements: 5, ..Limits::default() };
    assert_eq!(limited(elements, page), expected(Status::Partial, "max_elements", "a\nb"));
    let output = Limits { max_output: 4, ..Limits::default() };
    assert_eq!(limited(output, page), expected(Status::Partial, "max_output", "a\nb"));
    let memory = Limits { max_memory: Some(2500), ..Limits::default() };
    let (status, reason, text) = limited(memory, page);
    assert_eq!((status, reason.as_deref()), (Status::Partial, Some("max_memory")));
    assert!(all.starts_with(&text) && text.len() < all.len(), "{text}");
    let bytes = Limits { max_bytes: page.len() - 1, ..Limits::default() };
    assert_eq!(limited(bytes, page), expected(Status::TooLarge, "max_bytes", ""));
    let time = Limits { timeout: Some(Duration::ZERO), ..Limits::default() };
    assert_eq!(limited(time.clone(), page), expected(Status::Timeout, "timeout", ""));
    let both = Limits { max_bytes: page.len() - 1, ..time };
    assert_eq!(limited(both, page), expected(Status::TooLarge, "max_bytes", ""));
}

#[test]
fn an_explanation_ends_where_it_would_take_too_much_memory() {
    let page = "<div><p>mill".repeat(1000);
    let explain = |max_memory| {
        let limits = Limits { max_memory, ..Limits::default() };
        let options = Options::new().with_method("plain").unwrap().with_limits(limits);
        Extractor::new(options).open(page.as_bytes(), None).explain(&Plain).unwrap()
    };
    let (all, cut) = (explain(None), explain(Some(1 << 20)));
    assert_eq!((all.blocks.len(), all.is_cut), (1000, false));
    assert!(cut.is_cut && (100..500).contains(&cut.blocks.len()), "{} blocks", cut.blocks.len());
    assert_eq!(all.blocks[..cut.blocks.len()], cut.blocks);
}

/// Looks at the page again and again, until it is stopped.
#[derive(Clone, Debug)]
struct Endless;

impl Method for Endless {
    fn name(&self) -> &'static str {
        "endless"
    }

    fn summary(&self) -> &'static str {
        "works for ever"
    }

    fn paper(&self) -> &'static str {
        "none"
    }

    fn select(&self, _: &Page<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        loop {
            deadline.tick()?;
        }
    }
}

#[test]
fn endless_work_is_stopped_without_a_clock() {
    let limits = Limits { timeout: None, ..Limits::default() };
    let mut extractor = Extractor::new(Options::new().with_limits(limits));
    for page in [&b"<p>x"[..], &b"<p>x".repeat(20_000)] {
        let mut page = extractor.open(page, None);
        for _ in 0..2 {
            let answer = page.extract(&Endless);
            assert_eq!((answer.status(), answer.reason()), (Status::Timeout, Some("max_steps")));
        }
        assert_eq!(page.extract(&Plain).status(), Status::Ok);
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
fn output_is_cut_between_characters() {
    for max_output in 0..16 {
        let (_, _, text) = limited(Limits { max_output, ..Limits::default() }, "<p>aไทยb or<p>c");
        assert!(text.len() <= max_output && "aไทยb or\nc".starts_with(&text), "{max_output}: {text:?}");
        normal_form(&text);
    }
}

#[test]
fn nothing_is_written_after_the_cut() {
    let limits = |max_output| Limits { max_output, ..Limits::default() };
    let page = "𐤀𐤀 ب ج 𐤀 د ه و ز";
    let whole = run("r2l", &[("split", "never")], page).into_text();
    for max_output in 0..whole.len() {
        let options = options("r2l", &[("split", "never")]).with_limits(limits(max_output));
        let text = Extractor::new(options).extract(page.as_bytes(), None).into_text();
        assert!(whole.starts_with(&text), "{max_output}: {text:?} is not a prefix of {whole:?}");
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

/// For every parameter of every method, a value that changes an answer: method, parameter, value.
const CHANGES: &[(&str, &str, &str)] = &[
    ("r2l", "P", "1"),
    ("r2l", "s1", "r2l_blocks"),
    ("r2l", "split", "never"),
    ("r2l", "split_ratio", "0.5"),
    ("r2l", "gap_rule", "gap<P"),
    ("r2l", "decode_refs", "true"),
    ("r2l", "seed", "text"),
    ("dana", "P", "1"),
    ("dana", "split", "never"),
    ("dana", "split_ratio", "0.5"),
    ("dana", "gap_rule", "gap<P"),
    ("dana", "count", "bytes"),
    ("dana", "seed", "text"),
    ("addanag", "L", "20"),
    ("addanag", "L", "auto"),
    ("addanag", "P", "auto"),
    ("addanag", "auto_gap", "jump"),
    ("addanag", "P", "0"),
    ("addanag", "region", "interval"),
    ("addanag", "against", "0"),
    ("addanag", "seed_rule", "column"),
    ("addanag", "fill_gaps", "true"),
    ("addanag", "snap", "none"),
    ("addanag", "count_ws", "true"),
    ("addanag", "lines", "keep"),
    ("addanag", "anchor_overhead", "0"),
    ("addanag", "lt_counts_ws", "true"),
    ("addanag", "never_lengthen", "true"),
    ("dsc", "w", "20"),
    ("dsc", "w", "auto"),
    ("dsc", "ratio", "0.9"),
    ("dsc", "run", "1"),
    ("dsc", "ignore_inline", "true"),
    ("ccb", "r", "5"),
    ("ccb", "t", "0"),
    ("ccb", "deviations", "1"),
    ("ccb", "iters", "2"),
    ("ccb", "iters", "stable"),
    ("accb", "r", "5"),
    ("accb", "t", "0"),
    ("accb", "deviations", "1"),
    ("accb", "iters", "2"),
    ("tccb", "r", "5"),
    ("tccb", "t", "0"),
    ("tccb", "deviations", "1"),
    ("tccb", "iters", "2"),
    ("density", "c1", "0.9"),
    ("density", "c2", "1"),
    ("lqf", "q", "0.9"),
    ("crunch", "ratio", "9"),
    ("crunch", "letters", "100"),
    ("crunch", "ignore_text_links", "false"),
    ("crunch", "ignore_forms", "false"),
    ("crunch", "min_text", "1000"),
    ("crunch", "ads", "adverts.example,b.example"),
    ("kfe", "K", "1"),
    ("cetr", "mode", "1d"),
    ("cetr", "wrap", "0"),
    ("cetr", "r", "9"),
    ("cetr", "alpha", "9"),
    ("cetr", "k", "2"),
    ("boilerpipe", "rule", "density"),
    ("cetr", "lambda", "0.1"),
    ("thai", "w_text", "0"),
    ("thai", "ar_max", "0.1"),
    ("thai", "min_len", "30"),
    ("thai", "few_href", "100"),
    ("thai", "many_elements", "100"),
    ("thai", "min_block_elements", "9"),
    ("thai", "footers", "some"),
    ("thai", "footer_len", "3"),
    ("thai", "drop_form", "none"),
    ("thai", "drop_form", "small"),
    ("grain", "focus", "precision"),
    ("grain", "focus", "recall"),
];

/// Every parameter of every method changes an answer, so no parameter is unused.
#[test]
fn each_parameter_changes_an_answer() {
    let pages = parameter_pages();
    for (method, name, value) in CHANGES.iter().copied() {
        // These parameters have an effect only together with another parameter.
        let others: &[(&str, &str)] = match name {
            "lambda" => &[("mode", "threshold")],
            "auto_gap" => &[("P", "auto")],
            "against" => &[("region", "interval")],
            _ => &[],
        };
        let changed = [others, &[(name, value)]].concat();
        let differs = |page: &String| run(method, others, page).text() != run(method, &changed, page).text();
        assert!(pages.iter().any(differs), "{method}: {name}={value} changes nothing");
    }
    for method in dehusk::methods::all().iter().filter(|method| method.name() != "danag") {
        for spec in method.params() {
            let tested = CHANGES.iter().any(|change| (change.0, change.1) == (method.name(), spec.name));
            assert!(tested, "{} {} untested", method.name(), spec.name);
        }
    }
}

/// Returns pages with gaps of every width between paragraphs, with links, character references and several scripts.
fn parameter_pages() -> Vec<String> {
    let paragraph = |n: usize| format!("<p>{}</p>", "some words of the story, ".repeat(n));
    let gap = |lines: usize| "<hr class=\"rule rule rule rule\">\n".repeat(lines);
    let persian = "<p>امروز در شهر تهران باران شدید بارید و هوا خنک شد. &#1576;&#1575;</p>\n";
    let rain = "باران شدید در تهران ".repeat(9);
    let head = format!("<title>{rain}{rain}</title>\n<meta name=description content='{rain}{rain}'>\n");
    let mut pages = vec![format!("{head}{}<p>\n{rain}\n</p>\n", gap(30))];
    for lines in [1, 2, 8, 20, 21, 60] {
        pages.push(format!("<body>\n<p>خبر روز</p>\n{}{persian}{persian}“Latin – text” é\n", gap(lines)));
        pages.push(format!("<body>{}{}{}", paragraph(3), gap(lines), paragraph(9)));
        pages.push(format!("<body>{}{}{}", paragraph(30), gap(lines), paragraph(2)));
    }
    // Of its menu, grain is uncertain.
    pages.push(include_str!("../cases/grain-thai/page.html").to_owned());
    pages.push(persian.replace('\n', "").repeat(3) + "<a href=\"/index.html\">خانه</a>" + "\n");
    pages.push(format!("<b>x</b><b>y</b>{persian}<i>z</i>"));
    for links in [1, 2] {
        let links = format!("<a href=/>{}</a>", "one link ".repeat(40)).repeat(links);
        pages.push(format!("<div>{}{links}</div>", "<i>some words</i>".repeat(9)));
    }
    pages.push(format!("<form>{}</form><p>Powered by mills</p>", paragraph(2)));
    for items in [10, 20, 40] {
        let list = "<li class=\"item of a list\"><b>x</b></li>".repeat(items);
        pages.push(format!("<body>{}<ul>{list}</ul>{}", paragraph(9), paragraph(5)));
    }
    for links in 1..20 {
        let link = "<a href=\"/a/long/address/of/a/page\">a link of some words</a> ";
        let short = "<a href=x>a link of very many words that says a lot about its page</a> ";
        pages.push(format!("<body><div>{}</div>\n{}", link.repeat(links), paragraph(4)));
        pages.push(format!(
            "<body><div>{}</div>\n<ul class=\"u\"><li class=\"v\">x</ul>{}",
            short.repeat(links),
            paragraph(2)
        ));
    }
    pages.push("<i>a b c d e f</i> ".repeat(40));
    pages.push(tables_and_forms());
    for words in 1..12 {
        pages.push(format!("<a href=x>a b c d e f g h</a>{}", " word".repeat(words)).repeat(20));
    }
    let one_tall = format!("<body>{}{}", "x".repeat(400), gap(60));
    pages.push(format!(
        "{one_tall}{}",
        "<i class=z>some words and more</i> words of the text that is here ".repeat(30)
    ));
    pages.extend(pages.clone().iter().map(|page| page.replace(", ", ",\n      ")));
    pages
}

/// Returns table cells with links, forms, adverts and short tables.
fn tables_and_forms() -> String {
    let words = "some words of a story that is told in this cell of a table, ".repeat(3);
    let links = "<a href=/a>one</a> two <a href=/b>three</a> four five six seven";
    let advert = "<p>Buy <b src=http://adverts.example/x>now</b></p>";
    format!(
        "<table><tr><td>{words}</td><td>{links} {words}</td><td>{links}</td></tr></table><form>{words}</form>{advert}\
         <table><tr><td>short</td></tr></table>"
    )
}

#[test]
fn invisible_text_stays_invisible_below_the_maximum_depth() {
    let hidden = "<script>var a</script><style>b {}</style><template>c</template><iframe>d</iframe>";
    let page = format!("{}{hidden}<p>The mill reopens.", "<div>".repeat(600));
    let answer = Extractor::new(options("plain", &[])).extract(page.as_bytes(), None);
    assert_eq!(answer.text(), "The mill reopens.");
}

/// A wall clock that only the test moves.
static NOW: std::sync::Mutex<Duration> = std::sync::Mutex::new(Duration::ZERO);

#[test]
fn all_steps_on_a_page_share_one_deadline() {
    let limits = Limits { timeout: Some(Duration::from_secs(10)), ..Limits::default() };
    let clock = || *NOW.lock().unwrap();
    let options = options("plain", &[]).with_limits(limits).with_clock(clock);
    let plain = options.method_value();
    let mut extractor = Extractor::new(options.clone());
    let mut page = extractor.open(b"<p>The mill reopens.", None);
    let after = |seconds| *NOW.lock().unwrap() += Duration::from_secs(seconds);
    after(20); // the deadline begins with the first step
    assert_eq!(page.extract(plain).status(), Status::Ok);
    after(9);
    assert!(page.explain(plain).is_some() && page.metadata(&Context::default()).is_some());
    after(1);
    assert!(page.explain(plain).is_none() && page.metadata(&Context::default()).is_none());
    assert_eq!(page.extract(plain).status(), Status::Timeout);
    page.restart_deadline();
    assert_eq!(page.extract(plain).status(), Status::Ok);
}
