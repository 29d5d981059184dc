//! Memory: an extraction needs no more than its limit, whatever the page contains. This is a test program of its own, because it
//! replaces the allocator of the whole process with one that counts.

use dehusk::budget::Limits;
use dehusk::parts::Parts;
use dehusk::render::Markup;
use dehusk::{Extractor, Options, Status};
use peak_alloc::PeakAlloc;
use std::sync::Mutex;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The counts are those of the whole process, so only one test measures at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// Calls `work` and returns its result, with the most bytes that were allocated at the same time while it ran.
fn peak_of<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let result = work();
    (result, ALLOCATOR.peak_usage().saturating_sub(before))
}

/// What hostile pages repeat.
const REPEATED: [&str; 45] = [
    "<p>x",
    "<li>x",
    "<dt>x<dd>y",
    "<ul><li>x",
    "<table><tr><td>x",
    "<tr><td>x",
    "<td>12</td>",
    "<div>x",
    "<div></div>",
    "<h2>x",
    "<a href=y>z</a> ",
    "<a>z</a>",
    "<b>z</b>",
    "x<br>",
    "<img src=y>",
    "<sup><a href=#n>1</a></sup>",
    "x ",
    "&lt;",
    "<!---->x",
    "<option>x",
    "<math><mi>x</mi></math> ",
    "<span>x</span>y",
    "<pre><code>x\n</code></pre>",
    "<blockquote>x",
    "<p a b c d e f>x",
    "<b><p>x",
    "<a href=x><b><i><u>y<p>",
    "<p class=a1>x<p class=a2>y",
    "<hr>",
    "<input type=checkbox><li>x",
    "<q>x",
    "\u{E9}",
    "<noscript>x</noscript>",
    "<svg><text>x</text></svg>",
    "<details><summary>x</summary>y</details>",
    "</p>",
    "<i>",
    "<p><i>",
    "<p>",
    "<article><h2><a href=/a>A title</a></h2><time>2011-05-05</time><p>Some words.</article>",
    "<font><p>x",
    "<meta name=a content=b>",
    "<li><a href='/a'>Some link</a></li>\n",
    "<p lang=th dir=rtl>ก",
    "<figure><img src=a><figcaption>x</figcaption></figure>",
];

/// At least `bytes` bytes of pieces with the numbers from 0.
fn numbered(bytes: usize, piece: &dyn Fn(usize) -> String) -> String {
    let mut page = String::with_capacity(bytes + 200);
    for number in 0.. {
        if page.len() >= bytes {
            break;
        }
        page += &piece(number);
    }
    page
}

/// A hostile page of about `bytes` bytes: its name, what it begins with, and what is repeated.
fn pages(bytes: usize) -> Vec<(String, String)> {
    let half = |text: &str| text.repeat(bytes / 2 / text.len());
    let with_start = |start: String, repeated: &str| {
        start.clone() + &repeated.repeat((bytes - start.len().min(bytes)) / repeated.len())
    };

    let mut pages: Vec<(String, String)> = REPEATED
        .into_iter()
        .map(|text| (text.to_owned(), with_start("<!doctype html><body><main>".to_owned(), text)))
        .collect();
    let long_base = format!("<base href='http://x.example/{}'><p>Some words here. ", "a/".repeat(1900));
    let base = format!("<base href='http://x.example/{}'><p>Some words here. ", half("a/"));
    for (name, start, text) in [
        ("long base, links", &base, "<a href=y>z</a> "),
        ("long base, images", &base, "<img src=y>z "),
        ("largest base, links", &long_base, "<a href=y>z</a> "),
        ("largest base, images in paragraphs", &long_base, "<p>x <img src=y> z"),
        ("open link", &format!("<a href='{}'><ul>", half("/b")), "<li>x words here"),
        ("images in a link", &format!("<p>Some words here. <a href='{}'>", half("/b")), "<img src=a>"),
        ("open link with attributes", &format!("<a {}href=y><ul>", half("b ")), "<li>x words here"),
        ("open bold with attributes", &format!("<b {}>", half("b ")), "<p>x words here"),
        ("open link of the largest size", &format!("<a href='{}'>", "/b".repeat(2000)), "<p>x words here"),
        ("quotes", &"<blockquote>".repeat(400), "<p>x<pre>a\nb\nc</pre>"),
    ] {
        pages.push((name.to_owned(), with_start(start.clone(), text)));
    }
    let sheet = |selectors: &str| format!("<style>{}b{{display:none}}</style>", half(selectors));
    for selectors in [".a,", "*>*>.a,", ":not(b,i,u,s).a,"] {
        pages.push((format!("selectors {selectors}"), with_start(sheet(selectors), "<p class=a>x")));
    }
    // Each paragraph gets all of the elements before it again.
    let distinct = numbered(bytes, &|number| format!("<b id={number}><p>"));
    pages.push(("open bold with distinct ids".to_owned(), distinct));
    pages
}

/// Everything that one extraction can produce.
fn all_forms() -> Options {
    Options::new().with_markup(Markup::ALL).with_parts(Parts::ALL)
}

#[test]
fn no_page_needs_more_memory_than_its_limit() {
    let _alone = ALONE.lock();
    for (name, page) in pages(400_000) {
        let excluding = || Options::new().with_exclude("b, p + p, li:first-child").unwrap();
        for (form, options) in
            [("text", Options::new()), ("all forms", all_forms()), ("without some parts", excluding())]
        {
            for max_memory in [4 << 20, Limits::MIN_MEMORY] {
                let limits = Limits { max_memory: Some(max_memory), ..Limits::default() };
                let mut extractor = Extractor::new(options.clone().with_limits(limits));
                let (answer, peak) =
                    peak_of(|| extractor.extract(page.as_bytes(), Some("text/html; charset=utf-8")));
                // The limit does not count the page itself and the working space.
                let allowed = max_memory + page.len() + (4 << 20);
                assert!(peak <= allowed, "{name}, {form}: {peak} bytes with a limit of {max_memory}");
                assert_ne!(answer.status(), Status::Timeout, "{name}, {form}");
            }
        }
    }
}

#[test]
fn no_explanation_needs_more_memory_than_the_limit() {
    let _alone = ALONE.lock();
    for (name, page) in pages(200_000) {
        for method in ["grain", "addanag", "thai"] {
            let options = Options::new().with_method(method).unwrap();
            let mut extractor = Extractor::new(options.clone());
            let (_, peak) = peak_of(|| {
                extractor
                    .open(page.as_bytes(), Some("text/html; charset=utf-8"))
                    .explain(options.method_value())
            });
            let allowed = Limits::MIN_MEMORY + page.len() + (4 << 20);
            assert!(peak <= allowed, "{name}, {method}: {peak} bytes");
        }
    }
}

#[test]
fn the_limit_is_named_and_what_was_read_is_kept() {
    let _alone = ALONE.lock();
    let page = "<p>Some words of a story, told here.".repeat(1000);
    let limits = Limits { max_memory: Some(200_000), ..Limits::default() };
    let answer = Extractor::new(Options::new().with_limits(limits)).extract(page.as_bytes(), None);
    assert_eq!((answer.status(), answer.reason()), (Status::Partial, Some("max_memory")));
    assert!(answer.text().len() > 1000);
}

#[test]
fn memory_grows_in_proportion_to_the_page() {
    let _alone = ALONE.lock();
    let peak = |bytes: usize| -> Vec<(String, usize)> {
        let measure = |(name, page): (String, String)| {
            let (_, peak) = peak_of(|| Extractor::new(all_forms()).extract(page.as_bytes(), None));
            (name, peak)
        };
        pages(bytes).into_iter().map(measure).collect()
    };
    for ((name, small), (_, large)) in peak(50_000).into_iter().zip(peak(400_000)) {
        assert!(large <= 12 * small + (4 << 20), "{name}: {small} bytes at 50 KB, {large} at 400 KB");
    }
}

/// Pages of dense tables, code and lists, as they are on the web, each with the first and the last words of its content.
fn dense_pages() -> [(&'static str, String); 4] {
    const WORDS: [&str; 8] = ["mill", "river", "old", "wheel", "grain", "stone", "water", "bread"];
    let many = |bytes: usize, piece: &dyn Fn(usize, &str, &str) -> String| {
        numbered(bytes, &|number| piece(number, WORDS[number % 8], WORDS[number / 8 % 8]))
    };
    let row = |number, one: &str, other: &str| {
        let price = number % 997;
        format!("<tr><td>{number}</td><td>{one} {other}</td><td>{price}.50</td></tr>\n")
    };
    let code = |number, one: &str, other: &str| {
        format!(
            "<span class=\"k\">let</span> <span class=\"n\">{one}</span> <span class=\"o\">=</span> \
             <span class=\"nf\">{other}</span><span class=\"p\">(</span><span class=\"mi\">{number}</span>\
             <span class=\"p\">);</span>\n"
        )
    };
    let term = |number, one: &str, other: &str| format!("<dt>{one} {number}<dd>{other} and {one}\n");
    let link =
        |number, one: &str, other: &str| format!("<li><a href=\"/w/{number}\">{one} {other}</a></li>\n");
    [
        ("table", "<table>".to_owned() + &many(1_600_000, &row) + "</table>"),
        ("code", "<pre><code>".to_owned() + &many(2_000_000, &code) + "</code></pre>"),
        ("definitions", "<dl>".to_owned() + &many(1_200_000, &term) + "</dl>"),
        ("links", "<ul>".to_owned() + &many(2_500_000, &link) + "</ul>"),
    ]
}

#[test]
fn dense_pages_come_out_whole_with_the_default_limit() {
    let _alone = ALONE.lock();
    for (name, content) in dense_pages() {
        let page = format!(
            "<!doctype html><title>Words</title><main><h1>Words of the mill</h1>{content}<p>The end of all words.</main>"
        );
        for method in ["grain", "plain"] {
            let options = Options::new().with_method(method).unwrap();
            let (answer, peak) = peak_of(|| Extractor::new(options).extract(page.as_bytes(), None));
            let bound = (64 << 20).max(40 * page.len());
            assert!(peak + page.len() <= bound, "{name}, {method}: {peak} bytes for {}", page.len());
            assert_eq!((answer.status(), answer.reason()), (Status::Ok, None), "{name}, {method}");
            let text = answer.text();
            assert!(text.len() > page.len() / 10, "{name}, {method}: {} bytes", text.len());
            assert!(method == "grain" || text.ends_with("The end of all words."), "{name}, {method}");
        }
    }
}

/// The addresses take a part of the memory only. The text of the links stays, and the status says that something is missing.
#[test]
fn links_that_take_too_much_memory_lose_their_addresses() {
    let _alone = ALONE.lock();
    let base = format!("<base href='http://x.example/{}'>", "a/".repeat(1900));
    let page = base + "<p>Some words here. " + &"<a href=y>z</a> ".repeat(60_000);
    let options = Options::new().with_method("plain").unwrap().with_markup(Markup::ALL);
    let answer = Extractor::new(options).extract(page.as_bytes(), None);
    assert_eq!((answer.status(), answer.reason()), (Status::Partial, Some("max_memory")));
    let (words, links) = (answer.text().len(), answer.lost().links);
    for form in [answer.markdown(), answer.html()].into_iter().flatten() {
        assert!(form.matches('z').count() * 2 >= words - 20, "{} bytes of {words}", form.len());
        assert!(form.contains("Some words here. ") && form.matches("/a/a/").count() > 500 && links > 0);
    }
}

/// Of a paragraph that is too long for the limit, Markdown and HTML have the beginning.
#[test]
fn a_paragraph_is_cut_where_its_form_is_full() {
    let limits = Limits { max_output: 4000, ..Limits::default() };
    let options = Options::new().with_method("plain").unwrap().with_markup(Markup::ALL).with_limits(limits);
    for page in [
        "<p>".to_owned() + &"Some <b>words</b> here. ".repeat(1000),
        "<pre>".to_owned() + &"a line\n".repeat(1000),
    ] {
        let answer = Extractor::new(options.clone()).extract(page.as_bytes(), None);
        assert_eq!((answer.status(), answer.reason()), (Status::Partial, Some("max_output")));
        for form in [answer.markdown(), answer.html()].into_iter().flatten() {
            assert!((1000..=4000).contains(&form.len()), "{}", form.len());
        }
    }
}
