//! Names, sizes and places of images that are no content: icons, avatars, tracking pixels, adverts, share
//! buttons, teasers.

use super::address::{file_name, is_photo};
use crate::markup::Tag;
use crate::page::Element;

/// An image of at most so many pixels on one side is a pixel for tracking, or a line. Chosen by hand.
const MAX_LINE_PIXELS: u32 = 8;
/// An image of at most so many pixels in height that is several times as wide is a button or a banner. Chosen
/// by hand.
const MAX_BUTTON_PIXELS: u32 = 60;
/// Minimum ratio of the width of a button to its height. Chosen by hand.
const MIN_BUTTON_RATIO: u32 = 3;
/// An image of at most so many pixels on both sides is an icon or an avatar. Chosen by hand; the thumbnails of
/// old pages begin at about 80 pixels.
const MAX_ICON_PIXELS: u32 = 64;

/// An image that is declared to be at least so large is not decoration because of its names. Chosen by hand: larger than logos and
/// the pictures of authors.
const MIN_PHOTO_WIDTH: u32 = 300;
const MIN_PHOTO_HEIGHT: u32 = 200;
/// A photo whose file name has at least so many words is named by what it shows: `google-pixel-9-camera-review.jpg`. Chosen by
/// hand.
const MIN_TELLING_WORDS: usize = 4;
/// An alternative text of more words describes an image, although one of them may be "logo". Chosen by hand.
const MAX_ALTERNATIVE_WORDS: usize = 4;

/// Maximum number of digits of the width of an image in its file name. Chosen by hand: `mill-2048.jpg`.
const MAX_SIZE_DIGITS: usize = 4;
/// Maximum number of digits at the end of a file name that number the photos of one thing. Chosen by hand: `mill02.jpg`.
const MAX_NUMBER_DIGITS: usize = 2;

/// Words in the class, the id or the file name of an image that is no content.
const OWN_WORDS: [&str; 36] = [
    "icon", "icons", "ico", "avatar", "avatars", "gravatar", "logo", "logos", "sprite", "sprites", "spacer",
    "pixel", "beacon", "tracking", "tracker", "emoji", "smiley", "smilies", "emoticon", "badge", "button",
    "btn", "arrow", "bullet", "advert", "ads", "favicon", "loader", "spinner", "captcha", "rating", "stars",
    "clear", "byline", "login", "signin",
];
/// File names, without size and ending, of drawings (not photos) in the toolbars of articles and between their parts.
const TOOLBAR_NAMES: [&str; 26] = [
    "comments",
    "delicious",
    "digg",
    "divider",
    "email",
    "enlarge",
    "facebook",
    "google",
    "instagram",
    "line",
    "linkedin",
    "mail",
    "pdf",
    "pinterest",
    "print",
    "printer",
    "reddit",
    "rss",
    "separator",
    "share",
    "tumblr",
    "twitter",
    "vector",
    "whatsapp",
    "youtube",
    "zoom",
];
/// Widths and heights that style sheets use as ratios and that say nothing about the size of an image.
const RATIOS: [(u32, u32); 8] = [(16, 9), (9, 16), (4, 3), (3, 4), (3, 2), (2, 3), (16, 10), (21, 9)];
/// Words in the alternative text of an image that is no content.
const ALTERNATIVE_WORDS: [&str; 6] = ["icon", "logo", "avatar", "button", "advertisement", "spacer"];
/// Folders in the addresses of images that are no content.
const FOLDERS: [&str; 14] = [
    "/ads/",
    "/adverts/",
    "/banner/",
    "/banners/",
    "/icons/",
    "/icon/",
    "/smilies/",
    "/emoji/",
    "/avatars/",
    "/logos/",
    "/buttons/",
    "/sprites/",
    "/emotions/",
    "/emoticons/",
];
/// Words in the class or the id of an element whose images are no content, if it has no kept text.
const AROUND_WORDS: [&str; 45] = [
    "related",
    "share",
    "sharing",
    "social",
    "author",
    "authors",
    "byline",
    "avatar",
    "sidebar",
    "promo",
    "promos",
    "newsletter",
    "subscribe",
    "subscription",
    "comment",
    "comments",
    "advert",
    "advertisement",
    "advertising",
    "ad",
    "ads",
    "adsense",
    "sponsor",
    "sponsored",
    "sponsors",
    "recommended",
    "recommendation",
    "recommendations",
    "teaser",
    "teasers",
    "nav",
    "navigation",
    "navbar",
    "menu",
    "breadcrumb",
    "breadcrumbs",
    "footer",
    "outbrain",
    "taboola",
    "popular",
    "trending",
    "logo",
    "addthis",
    "cookie",
    "signup",
];
/// Words in the class or the id of an element that is a caption: English, MediaWiki's, French, German and Italian.
const CAPTION_WORDS: [&str; 9] = [
    "caption",
    "captions",
    "cutline",
    "figcaption",
    "thumbcaption",
    "legend",
    "legende",
    "bildunterschrift",
    "didascalia",
];
/// Words in the class or the id of an element that names the source of an image.
const CREDIT_WORDS: [&str; 3] = ["credit", "credits", "attribution"];
/// Parts of the addresses of images that count readers, advertise or invite to subscribe.
const TRACKERS: [&str; 18] = [
    "doubleclick.net",
    "/pixel?",
    "facebook.com/tr",
    "scorecardresearch.com",
    "quantserve.com",
    "google-analytics.com",
    "feedburner.com/~",
    "feeds.wordpress.com",
    "pixel.wp.com",
    "stats.wordpress.com",
    "gravatar.com",
    "amazon-adsystem.com",
    "/adserver",
    "adserver.",
    "//ads.",
    "/banner?",
    "/logger/",
    "sign-up",
];

/// Whether an image is decoration by its own names, size and address.
pub(super) fn is_decoration(element: &Element<'_>, address: &str) -> bool {
    is_small(element, address)
        || has_word(element, &OWN_WORDS)
        || (!is_large(element) && has_name_of_decoration(element, address))
        || (!is_photo(address) && TOOLBAR_NAMES.contains(&stem(address).to_ascii_lowercase().as_str()))
        || FOLDERS.iter().any(|folder| address.contains(folder))
        || TRACKERS.iter().any(|part| address.contains(part))
}

/// Whether the file name or the alternative text of an image is that of decoration.
fn has_name_of_decoration(element: &Element<'_>, address: &str) -> bool {
    let name = stem(address);
    let is_telling = is_photo(address) && words(&name).nth(MIN_TELLING_WORDS - 1).is_some();
    let is_named_so = || !is_telling && words(&name).any(|word| is_in(word, &OWN_WORDS));
    let is_described_so = |alt: &str| {
        words(alt).nth(MAX_ALTERNATIVE_WORDS).is_none()
            && words(alt).any(|word| is_in(word, &ALTERNATIVE_WORDS))
    };
    is_named_so() || element.attribute("alt").is_some_and(|alt| is_described_so(&alt))
}

/// Whether an image is declared to be as large as a photo.
fn is_large(element: &Element<'_>) -> bool {
    let is_at_least = |side, min| side_of(element, side).is_some_and(|pixels| pixels >= min);
    is_at_least("width", MIN_PHOTO_WIDTH) && is_at_least("height", MIN_PHOTO_HEIGHT)
}

/// Whether a film plays by itself, again and again, without sound, controls or a name, as those behind texts do.
pub(super) fn is_background_film(element: &Element<'_>) -> bool {
    let has = |name| element.attribute(name).is_some();
    ["autoplay", "loop", "muted"].into_iter().all(has)
        && !["controls", "aria-label", "title"].into_iter().any(has)
}

/// Whether a film or a frame is declared to be as small as a line.
pub(super) fn is_line(element: &Element<'_>) -> bool {
    let sides = ["width", "height"].map(|side| side_of(element, side));
    let is_ratio = matches!(sides, [Some(width), Some(height)] if RATIOS.contains(&(width, height)));
    !is_ratio && sides.into_iter().flatten().any(|side| side <= MAX_LINE_PIXELS)
}

/// Whether the images of an element are not content if it has no kept text.
pub(super) fn is_beside(element: &Element<'_>) -> bool {
    matches!(element.tag(), Tag::Nav | Tag::Footer | Tag::Aside | Tag::Select)
        || has_word(element, &AROUND_WORDS)
        || matches!(
            element.attribute("role").as_deref(),
            Some("navigation" | "contentinfo" | "complementary")
        )
}

/// Whether an element is a caption.
pub(super) fn is_caption(element: &Element<'_>) -> bool {
    let is_declared = || element.attribute("itemprop").is_some_and(|property| property.trim() == "caption");
    element.tag() == Tag::Figcaption
        || (can_be_caption(element.tag()) && (has_word(element, &CAPTION_WORDS) || is_declared()))
}

/// Whether an element names the source of an image.
pub(super) fn is_credit(element: &Element<'_>) -> bool {
    (can_be_caption(element.tag()) || element.tag() == Tag::A) && has_word(element, &CREDIT_WORDS)
}

/// Whether an element of this name can be a caption if its class says so. Those around an image are no
/// captions: `div.wp-caption` is a figure.
fn can_be_caption(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::P
            | Tag::Span
            | Tag::Small
            | Tag::Em
            | Tag::Div
            | Tag::Dd
            | Tag::Td
            | Tag::Li
            | Tag::Strong
            | Tag::Unknown
    )
}

fn has_word(element: &Element<'_>, list: &[&str]) -> bool {
    element.raw_attributes().any(|(name, value)| {
        (name.eq_ignore_ascii_case("class") || name.eq_ignore_ascii_case("id"))
            && words(value).any(|word| is_in(word, list))
    })
}

fn is_in(word: &str, list: &[&str]) -> bool {
    list.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// The words of a name such as `entry-photo` or `printButton`. Letters after a digit are rather part of a number: `9ad197`.
fn words(name: &str) -> impl Iterator<Item = &str> {
    let parts = name.split(|c: char| !c.is_ascii_alphanumeric());
    let letters = parts.map(|part| &part[..part.find(|c: char| c.is_ascii_digit()).unwrap_or(part.len())]);
    letters.filter(|letters| !letters.is_empty()).flat_map(|part| {
        let mut start = 0;
        let bytes = part.as_bytes();
        (1..=part.len()).filter_map(move |at| {
            let begins_word =
                at == part.len() || (bytes[at].is_ascii_uppercase() && bytes[at - 1].is_ascii_lowercase());
            begins_word.then(|| &part[std::mem::replace(&mut start, at)..at])
        })
    })
}

/// Where the link around a picture leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinkKind {
    /// To a file to be read or heard.
    Document,
    /// To an advert, or to what shares, prints or sends the page.
    Sharing,
    /// To the home page of a site.
    Home,
    Other,
}

impl LinkKind {
    pub(super) fn of(address: &str) -> LinkKind {
        match address {
            _ if is_for_sharing(address) => LinkKind::Sharing,
            _ if leads_to_document(address) => LinkKind::Document,
            _ if leads_home(address) => LinkKind::Home,
            _ => LinkKind::Other,
        }
    }
}

/// Whether an address is that of the home page of a site, without a query: `/`, `./`, `/index.php`, `https://a.example/`.
fn leads_home(link: &str) -> bool {
    const NAMES: [&str; 5] = ["index.html", "index.htm", "index.php", "default.aspx", "default.asp"];
    let path = match link.split_once("//") {
        Some((_, rest)) => rest.split_once('/').map_or("/", |(_, path)| path),
        None => link,
    };
    let name = path.trim_start_matches("./").trim_start_matches('/');
    !link.is_empty() && (name.is_empty() || is_in(name, &NAMES))
}

/// Whether an address that an image links to is an advert, or shares, prints or sends the page.
fn is_for_sharing(link: &str) -> bool {
    const PARTS: [&str; 11] = [
        "/ads/",
        "/adclick",
        "mailto:",
        "sharer",
        "/share?",
        "/submit?",
        "intent/tweet",
        "addthis.com",
        "pinterest.com/pin/create",
        "/feed/",
        "plusone",
    ];
    PARTS.iter().any(|part| link.contains(part))
}

/// Whether an address that an image links to is that of a file to be read or heard. The image is the only sign of it, even an icon.
fn leads_to_document(link: &str) -> bool {
    const FORMATS: [&str; 15] = [
        "pdf", "doc", "docx", "odt", "rtf", "xls", "xlsx", "ods", "csv", "ppt", "pptx", "epub", "zip", "mp3",
        "ics",
    ];
    let name = file_name(link);
    name.rsplit_once('.').is_some_and(|(_, format)| is_in(format, &FORMATS))
}

/// Whether an image is declared to be as small as an icon.
fn is_small(element: &Element<'_>, address: &str) -> bool {
    if is_line(element) {
        return true;
    }
    let declared = ["width", "height"].map(|side| side_of(element, side));
    let size = match declared {
        [Some(width), Some(height)] if RATIOS.contains(&(width, height)) => size_in_name(address),
        [Some(width), Some(height)] => Some((width, height)),
        [Some(one), None] | [None, Some(one)] => Some((one, one)),
        [None, None] => size_in_name(address),
    };
    let Some((width, height)) = size else { return false };
    let is_button = height <= MAX_BUTTON_PIXELS && width / MIN_BUTTON_RATIO >= height;
    width.max(height) <= MAX_ICON_PIXELS || is_button
}

/// The width or height of an element in pixels, by its attribute or its style. `None` if it has none, or if its style makes it as
/// large as the box around it or as the image is.
fn side_of(element: &Element<'_>, side: &str) -> Option<u32> {
    let style = element.attribute("style").unwrap_or_default();
    let declarations = style.split(';').filter_map(|declaration| declaration.split_once(':'));
    let mut values = declarations.filter(|(name, _)| name.trim().eq_ignore_ascii_case(side));
    let styled = values.next().map(|(_, value)| value.trim());
    if styled.is_some_and(|value| value == "100%" || value.eq_ignore_ascii_case("auto")) {
        return None;
    }
    // A box without a side is stretched by other rules, as those of images that fill it.
    let styled = || styled.and_then(pixels).filter(|pixels| *pixels > 0);
    element.attribute(side).and_then(|value| pixels(&value)).or_else(styled)
}

/// A number of pixels. A percentage or another unit is none. Fractions of pixels do not matter.
fn pixels(value: &str) -> Option<u32> {
    let value = value.trim();
    let end = value.find(|c: char| !c.is_ascii_digit()).unwrap_or(value.len());
    let unit = value[end..].trim_start_matches(|c: char| c == '.' || c.is_ascii_digit());
    value[..end].parse().ok().filter(|_| matches!(unit.trim(), "" | "px"))
}

/// The size at the end of a file name such as `mill-150x100.jpg`.
fn size_in_name(address: &str) -> Option<(u32, u32)> {
    let name = file_name(address).rsplit_once('.')?.0;
    let (before, height) = name.rsplit_once('x')?;
    let digits = before.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (rest, width) = before.split_at(before.len() - digits);
    let is_apart = rest.ends_with(['-', '_']);
    is_apart.then(|| Some((width.parse().ok()?, height.parse().ok()?))).flatten()
}

/// The file name of an address without its extension and without sizes: the same for an image in several sizes. If a script scales
/// images, the address that it is given.
pub(super) fn name(address: &str) -> String {
    let inner = address
        .split_once("url=")
        .map(|(_, inner)| inner.split('&').next().unwrap_or("").replace("%2F", "/"));
    let name = file_name(inner.as_deref().unwrap_or(address));
    let name = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let parts = name.split_inclusive(|c: char| !c.is_ascii_alphanumeric());
    let named: String = parts.filter(|part| !is_size(part)).collect();
    named.trim_end_matches(|c: char| !c.is_alphanumeric()).to_owned()
}

/// The [`name`] of an image without a short number at its end: the same for several photos of one thing.
pub(super) fn stem(address: &str) -> String {
    let mut name = name(address);
    let unnumbered = name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    if name.len() - unnumbered <= MAX_NUMBER_DIGITS {
        name.truncate(unnumbered);
    }
    name
}

/// Whether a part of a file name is the size of the image in pixels, such as `640x480-`, `640` and `2x`. Longer numbers tell images
/// apart.
fn is_size(part: &str) -> bool {
    let part = part.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
    let is_number =
        |part: &str| part.len() <= MAX_SIZE_DIGITS && part.bytes().all(|byte| byte.is_ascii_digit());
    let (width, height) = part.split_once('x').unwrap_or((part, ""));
    !width.is_empty() && is_number(width) && is_number(height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;
    use crate::source::Source;

    #[test]
    fn icons_pixels_and_adverts_are_decoration() {
        for (markup, expected) in [
            ("<img src=mill.jpg>", false),
            ("<img src=mill.jpg width=640 height=480>", false),
            ("<img src=mill.jpg width=100% height=1.5em>", false),
            ("<img src=mill.jpg width=100%>", false),
            ("<img src=mill.jpg style='width:0;height:0;min-width:100%'>", false),
            ("<img src=mill.jpg width=0 height=0>", true),
            ("<img src=mill.jpg width=0 height=0 style='width:100%;height:auto'>", false),
            ("<img src=mill.jpg width=16 height=9>", false),
            ("<img src=mill.jpg width=4 height=3>", false),
            ("<img src=mill-32x32.jpg width=1 height=1>", true),
            ("<img src=/i/twitter_16.png>", true),
            ("<img src=twitter.jpg>", false),
            ("<img src=http://ads.example/banner?webspace=29>", true),
            ("<img src=/logger/p.gif?a=1>", true),
            ("<img src=google-pixel-9-camera-review.jpg>", false),
            ("<img src=pixel-9.jpg>", true),
            ("<img src=company-logo-white-on-black.svg>", true),
            ("<img src=arrow.jpg width=640 height=480>", false),
            ("<img class=logo src=a.jpg width=640 height=480>", true),
            ("<img src=a.jpg alt='Logo of the mill'>", true),
            ("<img src=a.jpg alt='A chart of wheels; the logo of the mill appears below'>", false),
            ("<img src=mill.jpg width=32 height=32>", true),
            ("<img src=mill.jpg style='height: 20px'>", true),
            ("<img src=mill.jpg style='height: 19.5px'>", true),
            ("<img src=mill.jpg width=600 height=1>", true),
            ("<img src=mill-32x32.jpg>", true),
            ("<img src=mill-320x320.jpg>", false),
            ("<img src=/icons/mill.jpg>", true),
            ("<img src=/ads/mill-118.gif>", true),
            ("<img src=mill.jpg width=248 height=50>", true),
            ("<img src=mill.jpg alt='Buy now button'>", true),
            ("<img src=printButton.gif>", true),
            ("<img class=box-9ad19770 src=mill.jpg>", false),
            ("<img src=/iconic/mill.jpg>", false),
            ("<img src=/img/share-icon.png>", true),
            ("<img src=iconic-mill.png>", false),
            ("<img class='user-avatar' src=ann.jpg>", true),
            ("<img src=//secure.gravatar.com/x/ann.jpg>", true),
        ] {
            let page = Page::parse(Source::from_text(markup));
            let image = page.elements().find(|element| element.tag() == Tag::Img).unwrap();
            let address = image.attribute("src").unwrap();
            assert_eq!(is_decoration(&image, &address), expected, "{markup}");
        }
    }

    #[test]
    fn a_stem_is_the_same_for_all_sizes() {
        for address in
            ["/a/mill.jpg", "https://c.example/x/mill-300x200.jpg?w=3", "mill_640.webp", "mill@2x.png"]
        {
            assert_eq!(stem(address), "mill", "{address}");
        }
        assert_eq!(stem("mill.fill.size_640x480.v1765.jpg"), stem("mill.fill.size_256x192.v1765.jpg"));
        assert_eq!(stem("mill01.jpg"), stem("mill02.jpg"));
        assert_ne!(name("mill01.jpg"), name("mill02.jpg"));
        assert_ne!(stem("stock_2462417869.jpg"), stem("stock_2206927993.jpg"));
    }
}
