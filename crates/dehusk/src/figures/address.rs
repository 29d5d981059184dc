//! The address of an image: of its `src`, of an attribute from which a script would load it, of a `srcset`, or
//! of the sources of its `picture`. Placeholders do not count.

use crate::budget::MAX_ADDRESS_BYTES;
use crate::markup::Tag;
use crate::page::Element;

/// Attributes in which pages store the addresses of lazily loaded images for their scripts.
const LAZY_SOURCES: [&str; 8] = [
    "data-src",
    "data-original",
    "data-lazy-src",
    "data-lazy",
    "data-original-src",
    "data-hi-res-src",
    "data-full-src",
    "data-image",
];
/// Attributes with several addresses of one image.
const SETS: [&str; 4] = ["data-srcset", "data-lazy-srcset", "srcset", "data-original-set"];
/// Maximum bytes of a set that are read: some dozens of long addresses. Chosen by hand.
const MAX_SET_BYTES: usize = 32 * 1024;
/// Maximum number of sources of a `picture` that are read. Chosen by hand.
const MAX_SOURCES: usize = 16;
/// File names, or their beginnings, of images that stand for an image until a script loads it.
const PLACEHOLDERS: [&str; 14] = [
    "blank.",
    "spacer.",
    "placeholder",
    "transparent.",
    "lazyload",
    "lazy-",
    "lazy_",
    "lazy.",
    "loading",
    "loader",
    "1x1.",
    "pixel.",
    "grey.",
    "default-image",
];

/// Returns the address of an image as it is written: the first of its attributes and sources that is none of a
/// placeholder. If there are only `data:` addresses, the first.
pub(super) fn of_image(image: &Element<'_>) -> Option<String> {
    let own = || of_attributes(image, &LAZY_SOURCES);
    let set = |element: &Element<'_>| SETS.iter().find_map(|name| largest(&element.attribute(name)?));
    let embedded = || {
        let mut written = LAZY_SOURCES.iter().chain(&["src"]).filter_map(|name| image.attribute(name));
        written.find(|address| is_embedded_image(address)).map(|address| address.into_owned())
    };
    own()
        .or_else(|| of_attributes(image, &["src"]))
        .or_else(|| set(image))
        .or_else(|| sources(image).find_map(|source| set(&source)))
        .or_else(embedded)
}

fn of_attributes(element: &Element<'_>, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| {
        let written = element.attribute(name)?;
        is_usable(&written).then(|| written.into_owned())
    })
}

/// The sources of the `picture` around an image.
fn sources<'p>(image: &Element<'p>) -> impl Iterator<Item = Element<'p>> + use<'p> {
    let picture = image.parent().filter(|parent| parent.tag() == Tag::Picture);
    let sources = picture.into_iter().flat_map(|picture| picture.children().take(MAX_SOURCES));
    sources.filter(|child| child.tag() == Tag::Source)
}

/// Whether an address may be that of the image itself.
fn is_usable(address: &str) -> bool {
    let address = address.trim();
    // A template that no script has filled in has braces.
    !address.is_empty()
        && address.len() <= MAX_ADDRESS_BYTES
        && !starts_with_data(address)
        && !address.contains(['{', '}'])
        && !address.starts_with("about:")
        && !is_placeholder(address)
}

fn starts_with_data(address: &str) -> bool {
    address.trim_start().get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"))
}

/// Whether an address is an image itself. One in SVG keeps the place of another.
fn is_embedded_image(address: &str) -> bool {
    starts_with_data(address) && !address.trim_start().starts_with("data:image/svg")
}

/// Whether an address is that of an image shown until a script loads the real one.
fn is_placeholder(address: &str) -> bool {
    let name = file_name(address).to_ascii_lowercase();
    PLACEHOLDERS.iter().any(|start| name.starts_with(start))
}

/// The last part of the path of an address.
pub(super) fn file_name(address: &str) -> &str {
    let path = address.split(['?', '#']).next().unwrap_or("");
    path.trim_end_matches('/').rsplit('/').next().unwrap_or("")
}

/// Returns the largest image of a set (`srcset`): of the largest width, or else of the largest density. Of
/// equal ones, the first.
fn largest(set: &str) -> Option<String> {
    let mut best: Option<(f32, &str)> = None;
    let mut rest = &set[..set.floor_char_boundary(MAX_SET_BYTES)];
    while let Some((address, size, after)) = candidate(rest) {
        rest = after;
        if is_usable(address) && best.is_none_or(|(largest, _)| size > largest) {
            best = Some((size, address));
        }
    }
    best.map(|(_, address)| address.to_owned())
}

/// Splits the first candidate from a set, by the rules of HTML: an address, which may contain commas, and a
/// descriptor that ends at a comma. Returns the address, the number of the descriptor and what follows.
fn candidate(set: &str) -> Option<(&str, f32, &str)> {
    let set = set.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
    if set.is_empty() {
        return None;
    }
    let end = set.find(|c: char| c.is_ascii_whitespace()).unwrap_or(set.len());
    let (address, rest) = set.split_at(end);
    if address.ends_with(',') {
        return Some((address.trim_end_matches(','), 0.0, rest));
    }
    let (descriptor, rest) = rest.split_once(',').unwrap_or((rest, ""));
    let number = descriptor.trim().trim_end_matches(['w', 'x', 'h']);
    Some((address, number.parse().unwrap_or(0.0), rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;
    use crate::source::Source;

    #[test]
    fn the_address_is_that_of_the_image_and_not_of_a_placeholder() {
        for (markup, expected) in [
            ("<img src=a.jpg>", Some("a.jpg")),
            ("<img src=blank.gif data-src=a.jpg>", Some("a.jpg")),
            ("<img src=a.jpg srcset='b.jpg 2x'>", Some("a.jpg")),
            (
                "<img src=data:image/gif;base64,R0 data-srcset='s.jpg 300w, m,1.jpg 900w,\n l.jpg 600w'>",
                Some("m,1.jpg"),
            ),
            ("<img srcset='a.jpg, b.jpg 2x'>", Some("b.jpg")),
            ("<img srcset=a.jpg,>", Some("a.jpg")),
            ("<picture><source srcset='a.webp 1x'><source srcset=b.jpg><img></picture>", Some("a.webp")),
            ("<picture><source data-srcset=a.webp><img src=/img/placeholder.png></picture>", Some("a.webp")),
            ("<img src=data:image/png;base64,AA==>", Some("data:image/png;base64,AA==")),
            ("<img src='{{image}}' data-original='x/y.png?z'>", Some("x/y.png?z")),
            ("<img src='' data-src=' '>", None),
            ("<img srcset=', ,'>", None),
            ("<img>", None),
        ] {
            let page = Page::parse(Source::from_text(markup));
            let image = page.elements().find(|element| element.tag() == Tag::Img).unwrap();
            assert_eq!(of_image(&image).as_deref(), expected, "{markup}");
        }
    }
}
