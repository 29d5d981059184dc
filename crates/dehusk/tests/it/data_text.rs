//! Articles whose text is only in the JSON-LD of the page.

use dehusk::methods::Grain;
use dehusk::parts::Parts;
use dehusk::render::Markup;
use dehusk::{Extraction, Extractor, Options, Status};

const LEAD: &str =
    "The old mill on the river reopens on Monday, after two winters of repairs by the people of the valley.";
const REST: &str = "The council had given it up when the wheel broke in the flood, and only a vote of the parish kept the roof on. \
    Ann Smith, who grinds the first corn, says that the stones are two hundred years old and as good as new. \
    From May on there is bread each Saturday, baked in the oven that stood under ivy until last autumn.";

fn page(kind: &str, body: &str, shown: &str) -> String {
    format!(
        "<title>The mill reopens</title><script type='application/ld+json'>{{\"@context\": \"https://schema.org\", \
         \"@graph\": [{{\"@type\": \"{kind}\", \"headline\": \"The mill reopens\", \"articleBody\": \"{body}\"}}]}}</script>\
         <nav><a href=/>Home</a> <a href=/news>News</a> <a href=/about>About us</a></nav>{shown}<footer>The Daily Mill</footer>"
    )
}

fn extract(options: Options, page: &str) -> Extraction {
    Extractor::new(options).extract(page.as_bytes(), None)
}

#[test]
fn the_article_of_a_page_that_shows_none_is_taken_from_its_data() {
    let body = format!("{LEAD}\\n{REST}");
    for shown in [
        "<div id=root></div>".to_owned(),
        format!("<article><h1>The mill reopens</h1><p>{LEAD}</p></article>"),
    ] {
        let extraction = extract(Options::new(), &page("NewsArticle", &body, &shown));
        assert_eq!((extraction.status(), extraction.reason()), (Status::Ok, Some("json_ld")), "{shown}");
        assert_eq!(extraction.text(), format!("{LEAD}\n{REST}"));
        assert_eq!(extraction.quality(), None);
        assert!(extraction.page_type().is_some());
    }
}

#[test]
fn an_explanation_mentions_the_data() {
    let body = format!("{LEAD}\\n{REST}");
    for (shown, expected) in [
        ("<div id=root></div>".to_owned(), vec![]),
        (format!("<article><p>{LEAD}</p></article>"), vec![(false, "repeats")]),
    ] {
        let page = page("NewsArticle", &body, &shown);
        let mut extractor = Extractor::new(Options::new());
        let mut opened = extractor.open(page.as_bytes(), None);
        let explanation = opened.explain(&Grain::default()).unwrap();
        let [data, others @ ..] = &explanation.blocks[..] else { panic!() };
        assert_eq!((data.kind, data.kept, data.reason()), ("data", true, "json ld".to_owned()));
        assert!(LEAD.starts_with(data.text.trim_end_matches('…')), "{}", data.text);
        assert!(page[data.span.start()..data.span.end()].contains("articleBody"));
        let of_lead = others.iter().filter(|block| LEAD.starts_with(block.text.trim_end_matches('…')));
        let of_lead: Vec<_> =
            of_lead.map(|block| (block.kept, block.verdict.unwrap().reason.as_str())).collect();
        assert_eq!(of_lead, expected, "{shown}");
    }
}

#[test]
fn shown_articles_and_pages_about_something_else_are_not_replaced() {
    let shown = format!("<article><h1>The mill reopens</h1><p>{LEAD}</p><p>{REST}</p></article>");
    let other = "<article><h1>Ferry</h1><p>The ferry at the lower lock runs again, and on Sundays it takes bicycles too, says \
        the owner, who bought a second boat for that.</p></article>";
    let hidden = format!("<nav><a href=/a>{LEAD}</a><a href=/b>{REST}</a></nav>");
    let body = format!("{LEAD} {REST}");
    for (kind, body, shown) in [
        ("NewsArticle", &body[..], &shown[..]),
        ("NewsArticle", &body, other),
        ("NewsArticle", &body, &hidden),
        ("Product", &body, "<div id=root></div>"),
        ("NewsArticle", LEAD, "<div id=root></div>"),
        ("NewsArticle", "", "<div id=root></div>"),
    ] {
        let extraction = extract(Options::new(), &page(kind, body, shown));
        assert_ne!(extraction.reason(), Some("json_ld"), "{kind} {shown}");
    }
    let ferry = format!("Ferry. {REST}");
    let several = [page("NewsArticle", &body, ""), page("NewsArticle", &ferry, "")].concat();
    assert_ne!(extract(Options::new(), &several).reason(), Some("json_ld"));
    let twice = [page("NewsArticle", &body, ""), page("NewsArticle", &body[..250], "")].concat();
    assert_eq!(extract(Options::new(), &twice).text(), body);
    let whole = page("NewsArticle", &body, "<div id=root></div>");
    for options in
        [Options::new().with_method("addanag").unwrap(), Options::new().with_select("div").unwrap()]
    {
        assert_ne!(extract(options, &whole).reason(), Some("json_ld"));
    }
}

#[test]
fn the_article_is_in_all_forms_with_its_script_as_the_block() {
    let body = format!("<p>{LEAD}<\\/p><p>{REST} <b>Salt &amp; rye.<\\/b><script>x()<\\/script><\\/p>")
        .replace("<\\/script>", "");
    let source = page("BlogPosting", &body, &format!("<p>{LEAD}</p>"));
    let options = Options::new().with_markup(Markup::ALL).with_parts(Parts::ALL);
    let extraction = extract(options, &source);
    assert_eq!(extraction.reason(), Some("json_ld"), "{extraction:#?}");
    assert!(extraction.markdown().unwrap().starts_with(LEAD));
    assert!(extraction.html().unwrap().starts_with(&format!("<p>{LEAD}</p>\n<p>The council")));
    assert!(!extraction.html().unwrap().contains("script"));
    let kept: Vec<_> = extraction.blocks().iter().filter(|block| block.kept).collect();
    let [block] = kept[..] else { panic!("{kept:?}") };
    assert!(source[block.source.range()].contains("articleBody"));
    assert_eq!((block.reason.as_str(), block.xpath.as_str()), ("json_ld", "/html/head[1]/script[1]"));
    assert_eq!(block.text.unwrap().range(), 0..extraction.text().len());
    let lead = extraction.blocks().iter().find(|block| source[block.source.range()] == *LEAD).unwrap();
    assert_eq!((lead.kept, lead.reason.as_str()), (false, "repeats"));
}

#[test]
fn broken_and_large_data_are_read_in_linear_time() {
    let body = REST.repeat(20_000);
    let extraction = extract(Options::new(), &page("NewsArticle", &body, ""));
    assert_eq!(extraction.reason(), Some("json_ld"));
    let scripts = format!(
        "<script type=application/ld+json>{{\"@type\":\"Article\",\"articleBody\":\"{REST}\"</script>"
    )
    .repeat(20_000);
    let extraction = extract(Options::new().with_parts(Parts::ALL), &scripts);
    assert_eq!((extraction.reason(), extraction.text()), (Some("json_ld"), REST));
    assert_eq!(extraction.blocks().len(), 1);
}
