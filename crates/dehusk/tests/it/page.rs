//! The elements, runs and blocks of a page.

use dehusk::markup::Tag;
use dehusk::page::Page;
use dehusk::source::Source;

fn page(text: &str) -> Page<'_> {
    Page::parse(Source::from_text(text))
}

fn blocks<'p>(page: &'p Page<'_>) -> Vec<&'p str> {
    page.blocks().iter().map(|block| page.source().slice(block.span)).collect()
}

#[test]
fn blocks_end_at_block_level_elements_and_at_two_line_breaks() {
    let page = page("<div>one<p>two <b>bold</b> <br>line<br><br>three</p>four</div><ul><li>five<li>six</ul>");
    assert_eq!(blocks(&page), ["one", "two <b>bold</b> <br>line", "three", "four", "five", "six"]);
    let elements: Vec<Tag> = page.blocks().iter().map(|b| page.block_element(b).unwrap().tag()).collect();
    assert_eq!(elements, [Tag::Div, Tag::P, Tag::P, Tag::Div, Tag::Li, Tag::Li]);
    let runs: Vec<_> = page.runs_of(&page.blocks()[1]).map(|run| page.text_of(&run).into_owned()).collect();
    assert_eq!(runs, ["two ", "bold", " ", "line"]);
}

#[test]
fn invisible_text_is_in_no_block() {
    let page = page(
        "<title>t</title><p>a<noscript>n</noscript><template>x</template><script>s</script><iframe>i</iframe>b<p> <p>&nbsp;",
    );
    assert_eq!(page.blocks().len(), 1);
    assert_eq!(page.runs().filter(|run| run.is_visible() && !run.is_blank()).count(), 2);
}

#[test]
fn a_noscript_ends_inside_raw_text_that_is_never_closed() {
    for raw in ["<iframe src=a />", "<style>i{}", "<textarea>", "<script>s()", "<noembed>", "<p><iframe>"] {
        for place in ["<body>a", "<table><td>"] {
            let source =
                format!("{place}<noscript>{raw}</noscript><p>shown</p><iframe></noscript>raw</iframe>");
            let page = page(&source);
            assert_eq!(blocks(&page).last(), Some(&"shown"), "{source}");
        }
    }
    assert_eq!(blocks(&page("<head><noscript><style></noscript><p>shown")), ["shown"]);
    let page = page("<noscript><template><style></noscript>i{}</style></template></noscript><p>shown");
    assert_eq!(blocks(&page), ["shown"]);
}

#[test]
fn runs_know_links_and_what_is_hidden() {
    let page = page(
        "<a href=x>l<b>m</b></a><a name=y>n</a><p hidden>h<i>i</i></p><p style='display:none'>j<p aria-hidden=true>k",
    );
    let flags: Vec<_> =
        page.runs().map(|run| (page.text_of(&run).into_owned(), run.is_link(), run.is_hidden())).collect();
    let expected = [
        ("l", true, false),
        ("m", true, false),
        ("n", false, false),
        ("h", false, true),
        ("i", false, true),
        ("j", false, true),
        ("k", false, true),
    ];
    assert!(
        flags.iter().map(|(text, link, hidden)| (text.as_str(), *link, *hidden)).eq(expected),
        "{flags:?}"
    );
}

#[test]
fn foster_parented_text_comes_before_its_table() {
    let page = page("<table><tr><td>cell</td></tr>stray</table>after");
    let texts: Vec<_> = page.runs().map(|run| page.text_of(&run).into_owned()).collect();
    assert_eq!(texts, ["stray", "cell", "after"]);
}

#[test]
fn elements_have_names_attributes_parents_and_spans() {
    let text = "<x-Card CLASS='a&amp;b' class=c data-n><svg><path d=z /></svg>text</x-Card>";
    let page = page(text);
    let names: Vec<_> = page.elements().map(|element| element.name().into_owned()).collect();
    assert_eq!(names, ["html", "head", "body", "x-card", "svg", "path"]);
    let card = page.elements().nth(3).unwrap();
    assert_eq!(page.source().slice(card.span()), text);
    let attributes: Vec<(String, String)> =
        card.attributes().map(|(name, value)| (name.into_owned(), value.into_owned())).collect();
    assert_eq!(attributes, [("class".into(), "a&b".into()), ("data-n".into(), String::new())]);
    assert_eq!(card.attribute("class").as_deref(), Some("a&b"));
    assert_eq!(card.attribute("id"), None);
    let path = page.elements().nth(5).unwrap();
    assert!(path.is_foreign() && !card.is_foreign() && path.parent().unwrap().tag() == Tag::Svg);
    let run = page.runs().next().unwrap();
    assert!(page.element_of(&run).unwrap() == card);
    assert_eq!(page.element_count(), 6);
}

#[test]
fn implied_elements_begin_and_end_where_their_content_does() {
    let page = page("<table><td>cell</td></table>");
    let spans: Vec<_> = page.elements().map(|element| (element.tag(), element.span().range())).collect();
    let expected = [
        (Tag::Html, 0..28),
        (Tag::Head, 0..0),
        (Tag::Body, 0..28),
        (Tag::Table, 0..28),
        (Tag::Tbody, 7..20),
        (Tag::Tr, 7..20),
        (Tag::Td, 7..20),
    ];
    assert_eq!(spans, expected);
}

#[test]
fn a_used_page_leaves_only_its_buffers() {
    let first = page("<p>a<a href=x>b</a><table><tr><td>c");
    let second = Page::parse_in(Source::from_text("<p>d"), first.into_buffers());
    assert_eq!(blocks(&second), ["d"]);
    assert_eq!((second.element_count(), second.marks().len(), second.limit()), (4, 2, None));
}
