//! Characters that readers do not see: counted, and left out of every form of output if the caller wants that.

use dehusk::invisible::Invisible;
use dehusk::metadata::Context;
use dehusk::methods::Plain;
use dehusk::parts::Parts;
use dehusk::render::Markup;
use dehusk::{Extraction, Extractor, Options, Status};

fn extract(page: &str, choice: Invisible) -> Extraction {
    let options = Options::new().with(Plain).with_markup(Markup::ALL).with_parts(Parts::ALL);
    Extractor::new(options.with_invisible(choice)).extract(page.as_bytes(), None)
}

#[test]
fn invisible_characters_are_counted_and_stripped() {
    for (page, text, count) in [
        ("<p>The m&#x200B;ill", "The mill", 1),
        ("<p>The mill\u{E0049}\u{E0067}&#xE006E;", "The mill", 3),
        ("<p>\u{202E}The\u{202C} mill", "The mill", 2),
        ("<p>The \u{200B} mill", "The mill", 1),
        ("<p>The<p>\u{200B}\u{200B}<p>mill", "The\nmill", 2),
        ("<p>می\u{200C}خواهم 👩\u{200D}🔬", "می\u{200C}خواهم 👩\u{200D}🔬", 0),
        ("<p>The mill", "The mill", 0),
    ] {
        let stripped = extract(page, Invisible::Strip);
        assert_eq!((stripped.text(), stripped.invisible()), (text, count), "{page:?}");
        let kept = extract(page, Invisible::Keep);
        assert_eq!((kept.text() == text, kept.invisible()), (count == 0, count), "{page:?}");
    }
}

#[test]
fn every_form_of_output_is_stripped() {
    let page = "<h1>The m\u{200B}ill</h1><p><a href=/on>on Mon\u{200B}day</a> <img src=/m.png alt='a m\u{E0041}ill'><table>\
        <tr><th>Day<th>H\u{200B}ours<tr><td>Mon<td>9\u{200B}–5</table><ul><li>one<li>t\u{200B}wo<li>three</ul>";
    let answer = extract(page, Invisible::Strip);
    let Some((markdown, html)) = answer.markdown().zip(answer.html()) else { panic!() };
    let parts = format!("{:?}{:?}{:?}{:?}", answer.links(), answer.images(), answer.tables(), answer.items());
    for form in [answer.text(), markdown, html, &parts] {
        assert!(!form.contains(['\u{200B}', '\u{E0041}']) && !form.contains("200b"), "{form}");
    }
    assert!(markdown.contains("# The mill") && html.contains("alt=\"a mill\""), "{markdown} {html}");
}

#[test]
fn spans_of_blocks_and_links_follow_the_text() {
    let page =
        "<h1>The m\u{200B}ill</h1><p>\u{200B}</p><p>It reopens\u{E0041} <a href=/on>on\u{AD} Monday</a>.";
    let answer = extract(page, Invisible::Strip);
    let texts = answer.blocks().iter().map(|block| block.text.map(|span| &answer.text()[span.range()]));
    assert_eq!(texts.collect::<Vec<_>>(), [Some("The mill"), None, Some("It reopens on Monday.")]);
    let link = answer.links()[0].text_span.map(|span| &answer.text()[span.range()]);
    assert_eq!(link, Some("on Monday"));
    let source = answer.blocks()[0].source;
    assert_eq!(&page[source.range()], "The m\u{200B}ill");
}

#[test]
fn a_page_of_invisible_characters_is_empty() {
    let answer = extract("<p>\u{200B}\u{E0041}", Invisible::Strip);
    assert_eq!((answer.text(), answer.status()), ("", Status::Empty));
}

#[test]
fn the_choice_is_part_of_the_hash() {
    let strip = Options::new().with_invisible(Invisible::Strip);
    assert_ne!(strip.hash(), Options::new().hash());
    assert_eq!(Options::new().with_invisible(Invisible::Keep).hash(), Options::new().hash());
    assert_eq!("strip".parse::<Invisible>().ok(), Some(Invisible::Strip));
    assert!("maybe".parse::<Invisible>().is_err());
}

#[test]
fn metadata_is_stripped_too() {
    let page = "<title>The m\u{200B}ill</title><h1>The m\u{200B}ill</h1><meta name=keywords content='wh\u{200B}eel, race'>";
    for (invisible, title, tag) in
        [(Invisible::Keep, "The m\u{200B}ill", "wh\u{200B}eel"), (Invisible::Strip, "The mill", "wheel")]
    {
        let mut extractor = Extractor::new(Options::new().with_invisible(invisible));
        let metadata = extractor.open(page.as_bytes(), None).metadata(&Context::default()).unwrap();
        assert_eq!(metadata.title.unwrap().value, title);
        assert_eq!(metadata.tags.unwrap().value[0], tag);
    }
}
