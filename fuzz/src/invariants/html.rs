//! The grammar of the HTML that dehusk promises: a few elements and attributes, closed in order, with everything else escaped.

use super::Broken;

/// The elements that have an end tag.
const ELEMENTS: &[&str] = &[
    "p",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "blockquote",
    "ul",
    "ol",
    "li",
    "dl",
    "dt",
    "dd",
    "table",
    "caption",
    "tbody",
    "tr",
    "th",
    "td",
    "figure",
    "figcaption",
    "pre",
    "code",
    "a",
    "strong",
    "em",
    "s",
    "sup",
    "sub",
];
/// The elements without an end tag.
const VOID: &[&str] = &["hr", "br", "img"];
/// The attributes, with the elements that may have them; no elements means all that have an end tag.
const ATTRIBUTES: &[(&str, &[&str])] = &[
    ("href", &["a"]),
    ("src", &["img"]),
    ("alt", &["img"]),
    ("colspan", &["td", "th"]),
    ("rowspan", &["td", "th"]),
    ("start", &["ol"]),
    ("value", &["li"]),
    ("dir", &[]),
    ("lang", &[]),
];
/// The beginnings of addresses.
const SCHEMES: [&str; 3] = ["http://", "https://", "mailto:"];

/// Checks the HTML of a page that has an address, so that all addresses are absolute.
///
/// # Errors
/// The first place that breaks the grammar.
pub fn check(html: &str) -> Result<(), Broken> {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = html;
    while let Some((text, after)) = rest.split_once('<') {
        check_text(text)?;
        let (tag, after) =
            after.split_once('>').ok_or_else(|| format!("a tag without an end in {rest:?}"))?;
        match tag.strip_prefix('/') {
            Some(name) if open.pop() == Some(name) => {}
            Some(name) => return Err(format!("</{name}> closes nothing in {html:?}")),
            None => start_tag(tag, &mut open).map_err(|broken| format!("{broken} in {html:?}"))?,
        }
        rest = after;
    }
    check_text(rest)?;
    if open.is_empty() { Ok(()) } else { Err(format!("{open:?} left open in {html:?}")) }
}

fn start_tag<'h>(tag: &'h str, open: &mut Vec<&'h str>) -> Result<(), Broken> {
    let (name, mut attributes) = tag.split_at(tag.find(' ').unwrap_or(tag.len()));
    if ELEMENTS.contains(&name) {
        open.push(name);
    } else if !VOID.contains(&name) {
        return Err(format!("element {name:?}"));
    }
    while !attributes.is_empty() {
        let parts = attributes.strip_prefix(' ').and_then(|rest| rest.split_once("=\""));
        let (attribute, value_on) = parts.ok_or_else(|| format!("attributes {attributes:?}"))?;
        let (value, after) = value_on.split_once('"').ok_or_else(|| format!("value {value_on:?}"))?;
        check_attribute(name, attribute, value)?;
        attributes = after;
    }
    Ok(())
}

fn check_attribute(element: &str, name: &str, value: &str) -> Result<(), Broken> {
    let known = ATTRIBUTES.iter().find(|known| known.0 == name).map(|known| known.1);
    if !known.is_some_and(|elements| elements.contains(&element) || elements.is_empty()) {
        return Err(format!("attribute {name} of {element}"));
    }
    let is_address = ["href", "src"].contains(&name);
    if is_address && !SCHEMES.iter().any(|scheme| value.starts_with(scheme)) {
        return Err(format!("address {value:?}"));
    }
    check_text(value)
}

/// No markup, no NUL, and each `&` begins a character reference.
fn check_text(text: &str) -> Result<(), Broken> {
    if text.contains(['\0', '>', '"']) && text.contains(['\0', '>']) {
        return Err(format!("unescaped text {text:?}"));
    }
    let is_reference = |part: &str| {
        part.split_once(';').is_some_and(|(name, _)| {
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '#')
        })
    };
    if text.split('&').skip(1).all(is_reference) { Ok(()) } else { Err(format!("unescaped & in {text:?}")) }
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn the_grammar_refuses_what_is_not_in_it() {
        for html in [
            "",
            "<p dir=\"rtl\">a &amp; b<br></p>\n",
            "<ol start=\"3\"><li value=\"9\"><a href=\"https://a.example/\">x</a></li></ol>",
            "<img src=\"http://a.example/b.png\" alt=\"&quot;\">",
        ] {
            assert_eq!(check(html), Ok(()), "{html}");
        }
        for html in [
            "<p>",
            "</p>",
            "<p></a>",
            "<script></script>",
            "<p onclick=\"x\"></p>",
            "<p dir=rtl></p>",
            "a & b",
            "a > b",
            "<p",
            "\0",
            "<a href=\"javascript:x\">x</a>",
            "<a src=\"http://x.example/\">x</a>",
            "<p><em></p></em>",
        ] {
            assert!(check(html).is_err(), "{html}");
        }
    }
}
