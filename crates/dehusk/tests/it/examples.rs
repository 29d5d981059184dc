//! The worked examples of the specification, including the arrays between the steps. The texts are data in `tests/cases`; the
//! expected numbers are in this file.

use dehusk::budget::Deadline;
use dehusk::markup::{TextKind, TokenKind};
use dehusk::methods::danag::{Danag, columns};
use dehusk::methods::region::{GapRule, grow, longest_column, smooth};
use dehusk::methods::segments::{Segment, paragraphs};
use dehusk::methods::{Addanag, R2l};
use dehusk::page::Page;
use dehusk::source::{Source, Split};
use dehusk::{Extractor, Options};

fn case(name: &str) -> String {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    std::fs::read_to_string(folder.join(name).join("page.html")).unwrap()
}

fn counts(text: &str, split: Split) -> (Vec<String>, Vec<(u32, u32)>) {
    let source = Source::from_text(text);
    let lines = source.lines(split);
    let texts = lines.iter().map(|line| text[line.span.range()].to_owned()).collect();
    (texts, R2l::DEFAULT.counts(text, &lines))
}

fn difference(counts: &[(u32, u32)]) -> Vec<i64> {
    counts.iter().map(|(n, e)| i64::from(*n) - i64::from(*e)).collect()
}

fn regions(counts: &[(u32, u32)], seed: usize, gaps: &[u32]) -> Vec<(usize, usize)> {
    gaps.iter().map(|gap| grow(counts.len(), |i| counts[i].0 > 0, seed, *gap, GapRule::AtMost)).collect()
}

#[test]
fn r2l_1() {
    let (_, counts) = counts(&case("r2l-1"), Split::Auto(10.0));
    let n: Vec<u32> = counts.iter().map(|c| c.0).collect();
    let e: Vec<u32> = counts.iter().map(|c| c.1).collect();
    assert_eq!(n, [3, 0, 4, 8, 0, 0, 0, 12, 38, 0, 41, 0, 8, 0]);
    assert_eq!(e, [34, 6, 39, 50, 15, 6, 18, 11, 18, 0, 19, 69, 9, 14]);
    let d1 = difference(&counts);
    assert_eq!(d1, [-31, -6, -35, -42, -15, -6, -18, 1, 20, 0, 22, -69, -1, -14]);
    let d2 = smooth(&d1);
    assert_eq!(d2, [-37, -72, -83, -92, -63, -39, -23, 3, 21, 42, -47, -48, -84, -15]);
    assert_eq!(longest_column(d2.iter().copied()), Some(9));
    assert_eq!(regions(&counts, 9, &[1, 2, 3, 8]), [(7, 12), (7, 12), (0, 12), (0, 12)]);
}

#[test]
fn r2l_2_is_split_at_tags() {
    let (lines, counts) = counts(&case("r2l-2"), Split::Auto(10.0));
    assert_eq!(
        lines,
        [
            "<html>",
            "<body>",
            "<a href=\"/a\">خانه",
            "</a>",
            "<p>سلام دنیا این خبر اصلی است",
            "</p>",
            "<p>Python زبان خوبی است",
            "</p>",
            "</body>",
            "</html>"
        ]
    );
    let d1 = difference(&counts);
    assert_eq!(d1, [-6, -6, -9, -4, 13, -4, -1, -4, -7, -7]);
    let d2 = smooth(&d1);
    assert_eq!(d2, [-12, -21, -19, 0, 5, 8, -9, -12, -18, -14]);
    assert_eq!(longest_column(d2.iter().copied()), Some(5));
    assert_eq!(regions(&counts, 5, &[1, 0]), [(2, 6), (4, 6)]);
}

#[test]
fn r2l_3_on_arrays() {
    let n = [0, 3, 0, 0, 5, 0, 9, 0];
    let e = [4, 1, 0, 2, 1, 0, 1, 7];
    let counts: Vec<(u32, u32)> = n.into_iter().zip(e).collect();
    let d1 = difference(&counts);
    assert_eq!(d1, [-4, 2, 0, -2, 4, 0, 8, -7]);
    let d2 = smooth(&d1);
    assert_eq!(d2, [-2, -2, 0, 2, 2, 12, 1, 1]);
    assert_eq!(longest_column(d2.iter().copied()), Some(5));
    assert_eq!(regions(&counts, 5, &[0, 1, 2, 3]), [(4, 6), (4, 6), (1, 6), (1, 6)]);
    // The other interpretation of the gap rule (`Below`) bridges one line fewer.
    assert_eq!(grow(8, |i| n[i] > 0, 5, 3, GapRule::Below), (1, 6));
    assert_eq!(grow(8, |i| n[i] > 0, 5, 2, GapRule::Below), (4, 6));
}

#[test]
fn r2l_4_a_short_paragraph_is_below_the_axis() {
    let (_, counts) = counts(&case("r2l-4"), Split::Never);
    let d2 = smooth(&difference(&counts));
    assert_eq!((d2.as_slice(), longest_column(d2.iter().copied())), (&[-3][..], None));
}

struct Arrays {
    content: Vec<u32>,
    code: Vec<u32>,
    columns: Vec<i64>,
    /// First segment, last segment, area and height of each paragraph.
    paragraphs: Vec<(usize, usize, i64, i64)>,
}

fn arrays(segments: &[Segment]) -> Arrays {
    let columns = columns(segments);
    let paragraphs = paragraphs(&columns).iter().map(|p| (p.first, p.last, p.area, p.height)).collect();
    let content = segments.iter().map(|segment| segment.content).collect();
    let code = segments.iter().map(|segment| segment.code).collect();
    Arrays { content, code, columns, paragraphs }
}

fn with_length(length: u32) -> Danag {
    let mut danag = Danag::DEFAULT;
    danag.cut.length = Some(length);
    danag
}

fn danag(name: &str, length: u32) -> Arrays {
    let text = case(name);
    let page = Page::parse(Source::from_text(&text));
    arrays(&with_length(length).segments(&page, &mut Deadline::after(None)).unwrap())
}

fn addanag(name: &str, length: u32) -> Arrays {
    let text = case(name);
    let page = Page::parse(Source::from_text(&text));
    let method = Addanag { danag: with_length(length), ..Addanag::DEFAULT };
    arrays(&method.segments(&page, &mut Deadline::after(None)).unwrap())
}

#[test]
fn danag_1a() {
    let found = danag("page-w", 40);
    assert_eq!(found.content, [1, 0, 4, 17, 0, 22, 23, 0, 29, 21, 0, 27, 20, 0, 7, 5]);
    assert_eq!(found.code, [39, 37, 34, 20, 38, 15, 11, 39, 8, 12, 38, 8, 14, 39, 31, 27]);
    let columns = [-75, -105, -70, -71, -34, -19, -20, -6, -9, -8, -10, -13, -14, -57, -85, -46];
    assert_eq!(found.columns, columns);
    assert_eq!(found.paragraphs, []);
}

#[test]
fn danag_1b() {
    let found = danag("page-w", 65);
    assert_eq!(found.content, [1, 10, 11, 38, 8, 46, 13, 37, 7, 5]);
    assert_eq!(found.code, [61, 53, 50, 19, 54, 11, 47, 18, 55, 42]);
    assert_eq!(found.columns, [-103, -142, -63, -66, 8, -45, 20, -63, -66, -85]);
    assert_eq!(found.paragraphs, [(4, 4, 8, 8), (6, 6, 20, 20)]);
}

#[test]
fn danag_2() {
    let found = danag("danag-2", 20);
    assert_eq!(found.content, [9, 16, 13, 0, 1, 1, 1, 0, 1, 1, 0, 2, 16, 12, 0]);
    assert_eq!(found.code, [9, 0, 5, 19, 18, 19, 18, 19, 18, 19, 19, 18, 0, 7, 4]);
    assert_eq!(found.columns, [16, 24, 5, -28, -54, -52, -54, -53, -54, -54, -53, -19, 5, 17, 1]);
    assert_eq!(found.paragraphs, [(0, 2, 45, 24), (12, 14, 23, 17)]);
}

#[test]
fn addanag_1a() {
    let found = addanag("page-w", 40);
    assert_eq!(found.content, [1, 10, 11, 28, 17, 29, 21, 23, 24, 12, 0]);
    assert_eq!(found.code, [39, 26, 26, 7, 19, 8, 12, 13, 9, 26, 21]);
    assert_eq!(found.columns, [-54, -69, -10, 4, 40, 28, 40, 34, 11, -20, -35]);
    assert_eq!(found.paragraphs, [(3, 8, 157, 40)]);
}

#[test]
fn addanag_1b() {
    let found = addanag("page-w", 65);
    assert_eq!(found.content, [5, 24, 38, 39, 38, 27, 5]);
    assert_eq!(found.code, [58, 36, 18, 19, 19, 30, 26]);
    assert_eq!(found.columns, [-65, -45, 28, 59, 36, -5, -24]);
    assert_eq!(found.paragraphs, [(2, 4, 123, 59)]);
}

/// Step 1a makes the start tag of a link as long as the text of the link. It does not change other markup.
#[test]
fn addanag_2_links_become_as_long_as_their_text() {
    for (before, after) in [
        ("<a href=\"http://www.BBC.com/\">BBC Web Site </a>", "<a _____>BBC Web Site </a>"),
        ("<a href=\"x\">ab</a>", "<a>ab</a>"),
        ("<A HREF=x>12345</A>", "<a>12345</A>"),
        ("<a href=x>1234567</a>", "<a __>1234567</a>"),
        ("<a href=\"x\" title=\"t\">a<b>bcdef</b>g</a>", "<a __>a<b>bcdef</b>g</a>"),
        ("<a name=\"k\"></a>", "<a></a>"),
        ("<a>plain anchor</a>", "<a>plain anchor</a>"),
        ("<a href=\"x\">unclosed text <a href=\"y\">second</a>", "<a _______>unclosed text <a _>second</a>"),
        ("<a href=x>no end <p>para", "<a ____>no end <p>para"),
        ("<abbr title=\"x\">12345678</abbr>", "<abbr title=\"x\">12345678</abbr>"),
        ("<a href=\"x\"><img src=\"y.png\" alt=\"logo\"></a>", "<a><img src=\"y.png\" alt=\"logo\"></a>"),
        ("<a href=x>a&nbsp;b&amp;c&lt;d e f g</a>", "<a ____>a&nbsp;b&amp;c&lt;d e f g</a>"),
    ] {
        let page = Page::parse(Source::from_text(before));
        let mut replaced = String::new();
        let mut at = 0;
        for (tag, placeholders) in Addanag::DEFAULT.replaced_tags(&page) {
            replaced.push_str(&before[at..tag.start()]);
            let blank = if placeholders > 0 { " " } else { "" };
            replaced.push_str(&format!("<a{blank}{}>", "_".repeat(placeholders as usize)));
            at = tag.end();
        }
        replaced.push_str(&before[at..]);
        assert_eq!(replaced, after);
    }
}

#[test]
fn tok_1_has_these_tokens() {
    let text = case("tok-1");
    let page = Page::parse(Source::from_text(&text));
    let tokens: Vec<(TokenKind, &str)> =
        page.marks().iter().map(|mark| (mark.kind, page.source().slice(mark.span))).collect();
    let data = TokenKind::Text(TextKind::Data);
    assert_eq!(
        tokens,
        [
            (TokenKind::StartTag, "<p class=\"a>b\">"),
            (data, "x &lt; 1 < 2"),
            (TokenKind::StartTag, "<br/>"),
            (data, "y"),
            (TokenKind::EndTag, "</p>"),
            (TokenKind::Comment, "<!-- c -->"),
            (TokenKind::StartTag, "<script>"),
            (TokenKind::Text(TextKind::Raw), "if(a<b){}"),
            (TokenKind::EndTag, "</script>"),
            (data, "z"),
            (TokenKind::StartTag, "<b>"),
            (data, "w"),
            (TokenKind::EndTag, "</b>"),
        ]
    );
}

fn extracted(method: &str, params: &[(&str, &str)], page: &str) -> String {
    let options = Options::new().with_method(method).unwrap();
    let options =
        params.iter().fold(options, |options, (name, value)| options.with_param(name, value).unwrap());
    Extractor::new(options).extract(page.as_bytes(), None).into_text()
}

/// Returns the character F1 over the longest common subsequence, without whitespace (§7.1). This is the simplest implementation.
fn f1(text: &str, gold: &str) -> f64 {
    let characters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<Vec<_>>();
    let (text, gold) = (characters(text), characters(gold));
    let mut row = vec![0; gold.len() + 1];
    for a in &text {
        let mut diagonal = 0;
        for (j, b) in gold.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = if a == b { diagonal + 1 } else { above.max(row[j]) };
            diagonal = above;
        }
    }
    2.0 * f64::from(row[gold.len()]) / (text.len() + gold.len()) as f64
}

/// The values that the heuristic fitness functions HFF-1 and HFF-2 compare.
#[test]
fn hff_values() {
    let golds = [
        (
            "r2l-1",
            "باران در تهران\nامروز در شهر تهران باران شدید بارید و هوا خنک شد.\nکارشناسان می‌گویند BBC گزارش داد که باران ادامه دارد.\nپایان خبر.",
        ),
        ("r2l-2", "سلام دنیا این خبر اصلی است\nPython زبان خوبی است"),
    ];
    let values = |(name, gold): (&str, &str)| -> Vec<f64> {
        let rounded = |value: f64| (value * 1e4).round() / 1e4;
        let text = |gap: u32| extracted("r2l", &[("P", &gap.to_string())], &case(name));
        (1..=20).map(|gap| rounded(f1(&text(gap), gold))).collect()
    };
    let first = values(golds[0]);
    assert!(first[..2].iter().all(|f| *f == 0.9706) && first[2..].iter().all(|f| *f == 0.9041), "{first:?}");
    assert!(values(golds[1]).iter().all(|f| *f == 0.8649));
}

/// Checks the edge cases of §2.8, §3.6, §4.7 and §5.4, and the interpretations G7 and G8.
#[test]
fn edge_cases() {
    let words = "Some plain words that are long enough to be a paragraph of their own.";
    for method in ["danag", "addanag"] {
        let text = |page: &str| extracted(method, &[("L", "20"), ("P", "0")], page);
        assert_eq!(text(""), "");
        assert_eq!(text(" \n\t\u{A0}"), "");
        assert_eq!(text(words), words);
        assert_eq!(text("<hr class=\"a\"><hr class=\"b\"><img src=c>"), "");
        assert_eq!(text("<p>foo<!-- x -->bar, foo and bar</p>"), "foobar, foo and bar");
        // The text of a page with one segment is returned if and only if the segment has more content than code.
        assert_eq!(text("<i>abcdefgh</i>"), "abcdefgh");
        assert_eq!(text("<i>abcdefg</i>"), "", "a difference of 0 is not above the axis");
        // If two areas are equal, the first area is the seed.
        let gap = "<hr class=\"a rule that is wide\"><hr class=\"a rule that is wide\">";
        assert_eq!(text(&format!("<p>{words}</p>{gap}<p>{words}</p>")), words);
    }
    // The first and the last line are included, because the walk stops only at the ends of the file.
    assert_eq!(extracted("r2l", &[("P", "1")], "سلام دنیا\n\nسلام"), "سلام دنیا\nسلام");
    // If all columns are equal, the first line is the seed. Invalid bytes count as letters.
    assert_eq!(extracted("r2l", &[], "سلام\nسلام\nسلام"), "سلام\nسلام\nسلام");
    let invalid = Extractor::new(Options::new().with_method("r2l").unwrap());
    let text = { invalid }.extract(b"\xFF\xFE\xFF", Some("text/html; charset=utf-8")).into_text();
    assert!(text.chars().all(|c| !c.is_ascii()));
    // DANA prints lines without markup unchanged.
    assert_eq!(
        extracted("dana", &[("P", "0")], "<hr>\nсвязный текст 1, да\nи ещё строка\n<hr>"),
        "связный текст 1, да и ещё строка"
    );
}
