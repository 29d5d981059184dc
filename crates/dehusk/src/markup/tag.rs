//! The element names that the tree builder, the renderer and the methods know, and the sets of elements that
//! the names belong to.
//!
//! A [`Tag`] takes one byte. Every other name is [`Tag::Unknown`]; its spelling must be read from the source.
//! The sets `BLOCK` and `INVISIBLE` are defined in item C4 of the methods' specification
//! (docs/src/decisions/departures.md). The other sets are defined by the tree construction of the HTML
//! standard (<https://html.spec.whatwg.org/multipage/parsing.html>). This module only holds tables; what the
//! sets mean is implemented elsewhere.

/// A set of elements, as a bit mask for [`Tag::is`].
pub type TagSet = u16;

/// Elements that a browser shows as lines or boxes of their own (C4), including `br` and `hr`.
pub const BLOCK: TagSet = 1;
/// Elements whose text is never output: the elements of C4, and also `noembed` and `noframes`, which no
/// browser shows.
pub const INVISIBLE: TagSet = 1 << 1;
/// "Special" elements of the standard's tree construction.
pub(crate) const SPECIAL: TagSet = 1 << 2;
/// Elements that end the search in "has an element in scope".
pub(crate) const SCOPE: TagSet = 1 << 3;
/// Elements that "generate implied end tags" closes.
pub(crate) const IMPLIED: TagSet = 1 << 4;
/// Elements that "generate all implied end tags thoroughly" closes.
pub(crate) const THOROUGH: TagSet = 1 << 5;
/// `h1` to `h6`.
pub const HEADING: TagSet = 1 << 6;
/// HTML start tags that end foreign content.
pub(crate) const BREAKOUT: TagSet = 1 << 7;
/// Start tags that other insertion modes process "using the rules for" the mode "in head".
pub(crate) const METADATA: TagSet = 1 << 8;
/// Elements whose start tags in the body close an open `p` and do nothing else of their own.
pub(crate) const CLOSES_P: TagSet = 1 << 9;
/// Formatting elements, except for `a` and `nobr`.
pub(crate) const FORMATTING: TagSet = 1 << 10;
/// Elements whose start tags are ignored in the body.
pub(crate) const IGNORED: TagSet = 1 << 11;

macro_rules! tags {
    ($($variant:ident $name:literal $flags:expr,)*) => {
        /// An element name known to dehusk, in lower case; [`Tag::Unknown`] for all others.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        #[allow(missing_docs)] // each variant has the name of its element
        pub enum Tag { $($variant,)* Unknown }

        const TAGS: [Tag; KNOWN] = [$(Tag::$variant),*];
        const NAMES: [&str; KNOWN + 1] = [$($name,)* ""];
        const FLAGS: [TagSet; KNOWN + 1] = [$($flags,)* 0];
    };
}

tags! {
    A "a" 0,
    Abbr "abbr" 0,
    Acronym "acronym" 0,
    Address "address" BLOCK | SPECIAL | CLOSES_P,
    AnnotationXml "annotation-xml" 0,
    Applet "applet" SPECIAL | SCOPE,
    Area "area" SPECIAL,
    Article "article" BLOCK | SPECIAL | CLOSES_P,
    Aside "aside" BLOCK | SPECIAL | CLOSES_P,
    Audio "audio" 0,
    B "b" BREAKOUT | FORMATTING,
    Base "base" SPECIAL | METADATA,
    Basefont "basefont" SPECIAL | METADATA,
    Bdi "bdi" 0,
    Bdo "bdo" 0,
    Bgsound "bgsound" SPECIAL | METADATA,
    Big "big" BREAKOUT | FORMATTING,
    Blink "blink" 0,
    Blockquote "blockquote" BLOCK | SPECIAL | BREAKOUT | CLOSES_P,
    Body "body" BLOCK | SPECIAL | BREAKOUT,
    Br "br" BLOCK | SPECIAL | BREAKOUT,
    Button "button" SPECIAL,
    Canvas "canvas" 0,
    Caption "caption" BLOCK | SPECIAL | SCOPE | THOROUGH | IGNORED,
    Center "center" BLOCK | SPECIAL | BREAKOUT | CLOSES_P,
    Cite "cite" 0,
    Code "code" BREAKOUT | FORMATTING,
    Col "col" SPECIAL | IGNORED,
    Colgroup "colgroup" SPECIAL | THOROUGH | IGNORED,
    Data "data" 0,
    Datalist "datalist" 0,
    Dd "dd" BLOCK | SPECIAL | IMPLIED | THOROUGH | BREAKOUT,
    Del "del" 0,
    Desc "desc" 0,
    Details "details" BLOCK | SPECIAL | CLOSES_P,
    Dfn "dfn" 0,
    Dialog "dialog" BLOCK | CLOSES_P,
    Dir "dir" BLOCK | SPECIAL | CLOSES_P,
    Div "div" BLOCK | SPECIAL | BREAKOUT | CLOSES_P,
    Dl "dl" BLOCK | SPECIAL | BREAKOUT | CLOSES_P,
    Dt "dt" BLOCK | SPECIAL | IMPLIED | THOROUGH | BREAKOUT,
    Em "em" BREAKOUT | FORMATTING,
    Embed "embed" SPECIAL | BREAKOUT,
    Fieldset "fieldset" BLOCK | SPECIAL | CLOSES_P,
    Figcaption "figcaption" BLOCK | SPECIAL | CLOSES_P,
    Figure "figure" BLOCK | SPECIAL | CLOSES_P,
    Font "font" FORMATTING,
    Footer "footer" BLOCK | SPECIAL | CLOSES_P,
    Foreignobject "foreignobject" 0,
    Form "form" BLOCK | SPECIAL,
    Frame "frame" SPECIAL | IGNORED,
    Frameset "frameset" SPECIAL,
    G "g" 0,
    H1 "h1" BLOCK | SPECIAL | HEADING | BREAKOUT,
    H2 "h2" BLOCK | SPECIAL | HEADING | BREAKOUT,
    H3 "h3" BLOCK | SPECIAL | HEADING | BREAKOUT,
    H4 "h4" BLOCK | SPECIAL | HEADING | BREAKOUT,
    H5 "h5" BLOCK | SPECIAL | HEADING | BREAKOUT,
    H6 "h6" BLOCK | SPECIAL | HEADING | BREAKOUT,
    Head "head" INVISIBLE | SPECIAL | BREAKOUT | IGNORED,
    Header "header" BLOCK | SPECIAL | CLOSES_P,
    Hgroup "hgroup" BLOCK | SPECIAL | CLOSES_P,
    Hr "hr" BLOCK | SPECIAL | BREAKOUT,
    Html "html" BLOCK | SPECIAL | SCOPE,
    I "i" BREAKOUT | FORMATTING,
    Iframe "iframe" INVISIBLE | SPECIAL,
    Image "image" 0,
    Img "img" SPECIAL | BREAKOUT,
    Input "input" SPECIAL,
    Ins "ins" 0,
    Kbd "kbd" 0,
    Keygen "keygen" SPECIAL,
    Label "label" 0,
    Legend "legend" BLOCK,
    Li "li" BLOCK | SPECIAL | IMPLIED | THOROUGH | BREAKOUT,
    Link "link" SPECIAL | METADATA,
    Listing "listing" SPECIAL | BREAKOUT,
    Main "main" BLOCK | SPECIAL | CLOSES_P,
    Malignmark "malignmark" 0,
    Map "map" 0,
    Mark "mark" 0,
    Marquee "marquee" SPECIAL | SCOPE,
    Math "math" 0,
    Menu "menu" BLOCK | SPECIAL | BREAKOUT | CLOSES_P,
    Meta "meta" SPECIAL | BREAKOUT | METADATA,
    Meter "meter" 0,
    Mglyph "mglyph" 0,
    Mi "mi" 0,
    Mn "mn" 0,
    Mo "mo" 0,
    Ms "ms" 0,
    Mtext "mtext" 0,
    Nav "nav" BLOCK | SPECIAL | CLOSES_P,
    Nobr "nobr" BREAKOUT,
    Noembed "noembed" INVISIBLE | SPECIAL,
    Noframes "noframes" INVISIBLE | SPECIAL | METADATA,
    Noscript "noscript" INVISIBLE | SPECIAL,
    Object "object" SPECIAL | SCOPE,
    Ol "ol" BLOCK | SPECIAL | BREAKOUT | CLOSES_P,
    Optgroup "optgroup" BLOCK | IMPLIED | THOROUGH,
    Option "option" BLOCK | IMPLIED | THOROUGH,
    Output "output" 0,
    P "p" BLOCK | SPECIAL | IMPLIED | THOROUGH | BREAKOUT | CLOSES_P,
    Param "param" SPECIAL,
    Path "path" 0,
    Picture "picture" 0,
    Plaintext "plaintext" SPECIAL,
    Pre "pre" BLOCK | SPECIAL | BREAKOUT,
    Progress "progress" 0,
    Q "q" 0,
    Rb "rb" IMPLIED | THOROUGH,
    Rp "rp" IMPLIED | THOROUGH,
    Rt "rt" IMPLIED | THOROUGH,
    Rtc "rtc" IMPLIED | THOROUGH,
    Ruby "ruby" BREAKOUT,
    S "s" BREAKOUT | FORMATTING,
    Samp "samp" 0,
    Script "script" INVISIBLE | SPECIAL | METADATA,
    Search "search" SPECIAL | CLOSES_P,
    Section "section" BLOCK | SPECIAL | CLOSES_P,
    Select "select" SPECIAL | SCOPE,
    Slot "slot" 0,
    Small "small" BREAKOUT | FORMATTING,
    Source "source" SPECIAL,
    Span "span" BREAKOUT,
    Strike "strike" BREAKOUT | FORMATTING,
    Strong "strong" BREAKOUT | FORMATTING,
    Style "style" INVISIBLE | SPECIAL | METADATA,
    Sub "sub" BREAKOUT,
    Summary "summary" BLOCK | SPECIAL | CLOSES_P,
    Sup "sup" BREAKOUT,
    Svg "svg" 0,
    Table "table" BLOCK | SPECIAL | SCOPE | BREAKOUT,
    Tbody "tbody" BLOCK | SPECIAL | THOROUGH | IGNORED,
    Td "td" BLOCK | SPECIAL | SCOPE | THOROUGH | IGNORED,
    Template "template" INVISIBLE | SPECIAL | SCOPE | METADATA,
    Textarea "textarea" SPECIAL,
    Tfoot "tfoot" BLOCK | SPECIAL | THOROUGH | IGNORED,
    Th "th" BLOCK | SPECIAL | SCOPE | THOROUGH | IGNORED,
    Thead "thead" BLOCK | SPECIAL | THOROUGH | IGNORED,
    Time "time" 0,
    Title "title" INVISIBLE | SPECIAL | METADATA,
    Tr "tr" BLOCK | SPECIAL | THOROUGH | IGNORED,
    Track "track" SPECIAL,
    Tt "tt" BREAKOUT | FORMATTING,
    U "u" BREAKOUT | FORMATTING,
    Ul "ul" BLOCK | SPECIAL | BREAKOUT | CLOSES_P,
    Use "use" 0,
    Var "var" BREAKOUT,
    Video "video" 0,
    Wbr "wbr" SPECIAL,
    Xmp "xmp" SPECIAL,
}

/// Number of known element names.
pub(crate) const KNOWN: usize = 152;

// A perfect hash of the first eight bytes and the length of a name. The multiplier is a random odd number
// with which no two names collide (`tools/tag_hash.py` finds one). The salt is 2^64 divided by the golden
// ratio. If a new name collides, `table()` does not compile.
const MULTIPLIER: u64 = 0xd3af_912c_3ae0_769b;
const LENGTH_SALT: u64 = 0x9E37_79B9_7F4A_7C15;
const HASH_BITS: u32 = 10;
const EMPTY: u8 = u8::MAX;
const TABLE: [u8; 1 << HASH_BITS] = table();

const fn slot(first_eight: u64, length: usize) -> usize {
    let key = first_eight.wrapping_add((length as u64).wrapping_mul(LENGTH_SALT));
    (key.wrapping_mul(MULTIPLIER) >> (64 - HASH_BITS)) as usize
}

const fn table() -> [u8; 1 << HASH_BITS] {
    let mut table = [EMPTY; 1 << HASH_BITS];
    let mut i = 0;
    while i < KNOWN {
        let name = NAMES[i].as_bytes();
        let mut first_eight = 0u64;
        let mut k = 0;
        while k < name.len() && k < 8 {
            first_eight |= (name[k] as u64) << (8 * k);
            k += 1;
        }
        let at = slot(first_eight, name.len());
        assert!(table[at] == EMPTY, "two tag names collide: find a new MULTIPLIER with tools/tag_hash.py");
        table[at] = i as u8;
        i += 1;
    }
    table
}

impl Tag {
    /// The tag of a name in any letter case.
    ///
    /// ```
    /// use dehusk::markup::Tag;
    /// assert_eq!(Tag::from_name(b"DIV"), Tag::Div);
    /// assert_eq!(Tag::from_name(b"x-card"), Tag::Unknown);
    /// ```
    #[must_use]
    pub fn from_name(name: &[u8]) -> Tag {
        let mut first_eight = 0u64;
        for (k, byte) in name.iter().take(8).enumerate() {
            first_eight |= u64::from(byte.to_ascii_lowercase()) << (8 * k);
        }
        Tag::from_hash(first_eight, name)
    }

    /// Whether the content of the element is for browsers that cannot show the element itself: a film, sound or drawing.
    pub(crate) fn is_player(self) -> bool {
        matches!(self, Tag::Audio | Tag::Canvas | Tag::Video)
    }

    /// Like [`Tag::from_name`], for callers that already have `first_eight`: the first eight bytes of the
    /// name in lower case, with the first byte in the lowest bits.
    #[inline]
    pub(crate) fn from_hash(first_eight: u64, name: &[u8]) -> Tag {
        let index = TABLE[slot(first_eight, name.len())];
        match TAGS.get(usize::from(index)) {
            Some(tag) if tag.name().as_bytes().eq_ignore_ascii_case(name) => *tag,
            _ => Tag::Unknown,
        }
    }

    /// The name in lower case; empty for [`Tag::Unknown`].
    #[inline]
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES[self as usize]
    }

    /// Whether the element is in a set, for example [`BLOCK`].
    ///
    /// ```
    /// use dehusk::markup::{BLOCK, INVISIBLE, Tag};
    /// assert!(Tag::Td.is(BLOCK) && !Tag::Span.is(BLOCK) && Tag::Title.is(INVISIBLE));
    /// ```
    #[inline]
    #[must_use]
    pub const fn is(self, set: TagSet) -> bool {
        FLAGS[self as usize] & set != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_in_both_letter_cases() {
        for (index, tag) in TAGS.iter().enumerate() {
            assert_eq!(*tag as usize, index);
            assert_eq!(Tag::from_name(tag.name().as_bytes()), *tag);
            assert_eq!(Tag::from_name(tag.name().to_ascii_uppercase().as_bytes()), *tag);
        }
        for name in ["", "x", "divs", "annotation-xmk", "blockquotf", "a\u{0}"] {
            assert_eq!(Tag::from_name(name.as_bytes()), Tag::Unknown, "{name}");
        }
    }
}
