//! Tidies pages: writes the body of a page's tree as valid markup, so that every parser builds the same tree from it.

use dehusk::markup::Tag;
use dehusk::page::{Element, Event, Page};
use dehusk::source::Source;

/// Returns the body of a page with the attributes that methods read. Elements that parsers treat differently are left out:
/// scripts, styles and other invisible elements, frames, SVG and MathML. CETD of the reference also stops at invisible elements.
pub(crate) fn tidied(text: &str) -> String {
    let page = Page::parse(Source::from_text(text));
    let mut out = String::from("<html><head></head>");
    let Some(body) = page.body() else { return out + "<body></body></html>" };
    let mut dropped = 0;
    let mut fresh_pre = false;
    for event in body.walk() {
        match event {
            Event::Enter(element) if dropped > 0 || is_dropped(&element) => dropped += 1,
            Event::Leave(_) if dropped > 0 => dropped -= 1,
            Event::Text(_) if dropped > 0 => {}
            Event::Enter(element) => {
                start_tag(&element, &mut out);
                fresh_pre = matches!(element.tag(), Tag::Pre | Tag::Listing | Tag::Textarea);
            }
            Event::Text(run) => {
                let text = page.text_of(&run);
                let text = if fresh_pre { text.trim_start_matches(['\r', '\n']) } else { &text };
                out += &text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
                fresh_pre = false;
            }
            Event::Leave(element) if is_void(element.tag()) => {}
            Event::Leave(element) => out += &format!("</{}>", element.name()),
        }
    }
    out + "</html>"
}

fn is_dropped(element: &Element<'_>) -> bool {
    let raw = matches!(element.tag(), Tag::Iframe | Tag::Noembed | Tag::Noframes | Tag::Xmp | Tag::Plaintext);
    raw || element.is_invisible() || element.is_foreign()
}

fn is_void(tag: Tag) -> bool {
    use Tag::{Area, Base, Br, Col, Embed, Hr, Img, Input, Link, Meta, Param, Source, Track, Wbr};
    matches!(
        tag,
        Area | Base | Br | Col | Embed | Hr | Img | Input | Link | Meta | Param | Source | Track | Wbr
    )
}

fn start_tag(element: &Element<'_>, out: &mut String) {
    *out += &format!("<{}", element.name());
    for name in ["href", "src"] {
        if let Some(value) = element.attribute(name) {
            *out += &format!(" {name}=\"{}\"", value.replace('&', "&amp;").replace('"', "&quot;"));
        }
    }
    out.push('>');
}

/// Returns the tree of a page's body in the text format of the reference driver.
pub(crate) fn outline(text: &str) -> String {
    let page = Page::parse(Source::from_text(text));
    let Some(body) = page.body() else { return String::new() };
    let tell = |event| match event {
        Event::Enter(element) => format!("<{}>", element.name()),
        Event::Text(run) => page.text_of(&run).into_owned(),
        Event::Leave(_) => "</>".to_owned(),
    };
    body.walk().map(tell).collect()
}
