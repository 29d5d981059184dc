//! The declarations of a rule, looked at quickly: where they end, and whether one of them may hide a text. Most rules of a page
//! cannot; their declarations are read only if another rule hides an element that they match too.

use super::style::{self, Kinds, prefix_len};
use crate::byte_set::{ByteSet, byte_set, next_in};
use crate::style_text::{address_end, comment_end, string_end};

/// What a scan finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Body {
    /// The position of the `}` that ends the rule, of the `{` of a nested one, or the end of the sheet.
    pub(super) end: usize,
    /// The beginning of the nested rule whose `{` is at the end.
    pub(super) nested: Option<usize>,
    /// The kinds of its declarations, and perhaps others.
    pub(super) kinds: Kinds,
    /// Whether a declaration looks as if it could hide a text. If not, none does.
    pub(super) may_hide: bool,
}

/// Finds the end of the declarations that begin at `start`, which the end of their rule or a nested rule ends. On white paper,
/// white text may be hidden.
pub(super) fn scan(bytes: &[u8], start: usize, is_paper_white: bool) -> Body {
    let mut at = start;
    let mut name_at = start;
    let mut item_at = start;
    let mut nested = None;
    let mut looks = Looks { is_paper_white, ..Looks::default() };
    loop {
        at = next_special(bytes, at);
        let Some(byte) = bytes.get(at) else { break };
        match byte {
            b'}' => break,
            b'{' => {
                nested = Some(item_at);
                break;
            }
            b';' => (name_at, item_at) = (at + 1, at + 1),
            b':' => {
                looks.at(&bytes[name_at.min(at)..at], &bytes[at + 1..]);
                name_at = at + 1; // the colon of an address is not that of a declaration
            }
            b'"' | b'\'' => at = string_end(bytes, at),
            b'(' => at = address_end(bytes, at).unwrap_or(at),
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                let end = comment_end(bytes, at);
                let name = &bytes[name_at.min(at)..at];
                looks.is_obscure |= !name.trim_ascii().is_empty() && may_continue(&bytes[end + 1..]);
                at = end;
                name_at = at + 1;
            }
            b'\\' => {
                looks.is_obscure = true;
                at += 1;
            }
            _ => {}
        }
        at += 1;
    }
    Body { end: at.min(bytes.len()), nested, kinds: looks.kinds(), may_hide: looks.may_hide() }
}

/// The bytes at which a scan stops: those that end or begin something.
const SPECIAL: ByteSet = byte_set(b"{};:\"'/\\(");

/// Returns the offset of the first byte from `at` on at which a scan stops; an offset after all bytes if there is none.
pub(super) fn next_special(bytes: &[u8], at: usize) -> usize {
    next_in(&SPECIAL, bytes, at)
}

/// Whether a name may go on after a comment.
fn may_continue(after_comment: &[u8]) -> bool {
    matches!(after_comment.trim_ascii_start().first(), Some(b':' | b'/'))
}

/// What the declarations of a rule look like.
#[derive(Default)]
struct Looks {
    is_paper_white: bool,
    /// Whether a name or a value has an escape, or a comment in it, so that only the full reading finds out what it is.
    is_obscure: bool,
    kinds: Kinds,
    hides: bool,
    has_color: bool,
    has_background: bool,
}

impl Looks {
    /// Looks at a declaration: at its name, and at the beginning of its value. Names are told apart by their first letter and
    /// their length; a wrong guess only costs time.
    fn at(&mut self, name: &[u8], value: &[u8]) {
        let name = name.trim_ascii();
        let name = &name[prefix_len(name)..];
        let Some(initial) = name.first() else { return };
        let value = value.trim_ascii_start();
        self.is_obscure |= value.starts_with(b"/*");
        let first = value.first().map_or(0, |byte| byte | 0x20);
        let is_computed = is_computed(value);
        let is_nothing = || is_computed || first == b'0' || may_be_little(value);
        let is_far = || is_computed || first == b'-' || has_digits(value, 3);
        let is = |word: &[u8]| name.eq_ignore_ascii_case(word);
        let (kind, hides) = match (initial | 0x20, name.len()) {
            (b'a', 3) => (style::ALL, false),
            (b'a', 9 | 14 | 19) => (style::ANIMATION, false), // animation, …-name, …-fill-mode
            (b'd', 7) => (style::DISPLAY, first == b'n' || is_computed),
            (b'v', 10) => (style::VISIBILITY, matches!(first, b'h' | b'c') || is_computed),
            (b'o', 7) => (style::OPACITY, is_nothing()),
            (b'f', 6) => (style::OPACITY, !is_none(value)), // filter
            (b'm', 4) => (style::OPACITY, !is_none(value)), // mask
            (b'f', 9) => (style::FONT, is_nothing() || is_small_share(value)),
            (b'f', 4) => (style::FONT, true),
            (b'l', 4) | (b'r', 5) | (b't', 3) => (style::PLACE, is_far()), // left, right, top
            (b'c', 4 | 9) => {
                (style::PLACE, is_computed || matches!(first, b'r' | b'i' | b'c' | b'e' | b'p' | b'x')) // clip, clip-path
            }
            (b'b', 6) if is(b"bottom") => (style::PLACE, is_far()),
            (b'i', 11) if is(b"inline-size") => (style::SIZE, is_nothing()),
            (b'i', 5 | 11 | 12) => (style::PLACE, has_far(value)), // inset, inset-block, inset-inline
            (b'i', 15..=18) => (style::PLACE, is_far()),           // inset-block-end to inset-inline-start
            (b'm', 13) if is(b"margin-before") => (style::PLACE, is_far()),
            (b'm', 12) if is(b"margin-start") => (style::PLACE, is_far()),
            (b'm', 12) if is(b"margin-block") => (style::PLACE, has_far(value)),
            (b'm', 13) if is(b"margin-inline") => (style::PLACE, has_far(value)),
            (b'm', 18 | 19) => (style::PLACE, is_far()), // margin-block-start, margin-inline-start
            (b'p', 20) => (style::PLACE, false),         // padding-inline-start
            (b'p', 8) => (style::PLACE, false),          // position
            (b'm', 6) => (style::PLACE, has_far(value)), // margin
            (b'm', 11) => (style::PLACE, is_far()),      // margin-left
            (b'l', 13 | 14) => (style::SIZE, is_nothing()), // logical-width, logical-height
            (b'p', 12) => (style::PLACE, false),         // padding-left
            (b't', 11) => (style::INDENT | style::COLOR, is_far()), // text-indent, text-shadow, text-stroke
            // text-stroke-color, grid-row, grid-area, grid-column, border-image, color-scheme, border-image-source
            (b't', 17) | (b'g', 8 | 9 | 11) | (b'b' | b'c', 12) | (b'b', 19) => (style::COLOR, false),
            (b't', 9) | (b'r', 6) => (style::TRANSFORM, !is_none(value)), // transform, translate, rotate
            (b's', 5) | (b'z', 4) => (style::TRANSFORM, true),            // scale, zoom
            // max-height, margin-top, mask-image
            (b'm', 10) => (style::SIZE | style::PLACE | style::OPACITY, is_nothing() || first == b'l'),
            (b'w', 5) | (b'h', 6) | (b'm', 9) => (style::SIZE, is_nothing()), // width, height, max-width
            (b'p', 7) => (style::SIZE | style::PLACE, false),                 // padding
            (b'o', 8 | 10 | 14 | 15) | (b'p', 11 | 13 | 17 | 19) => (style::SIZE, false), // overflow, padding-…
            (b'p', 14) => (style::SIZE | style::PLACE, false), // padding-bottom, padding-inline
            (b'b', 10) if is(b"block-size") => (style::SIZE, is_nothing()),
            (b'm', 14 | 15) => (style::SIZE, is_nothing()), // max-block-size, max-inline-size
            (b'c', 18) => (style::CONTENT, first == b'h' || is_computed), // content-visibility
            (b'c', 5) => (style::COLOR, self.color_hides(value, first)),
            (b't', 15) => (style::COLOR, self.color_hides(value, first)), // text-fill-color
            (b'b', 10 | 15 | 16) => (style::COLOR, begins_with(value, b"currentcolor")), // background, …-image, …-color, …-clip
            _ => return,
        };
        self.kinds |= kind;
        self.hides |= hides;
        self.has_color |= initial | 0x20 != b'b' && kind == style::COLOR;
        self.has_background |= initial | 0x20 == b'b';
    }

    fn color_hides(&self, value: &[u8], first: u8) -> bool {
        let is_system = || begins_with(value, b"canvas") || begins_with(value, b"field");
        let is_light = first == b'w' || is_system() || matches!(value, [b'#', b'f' | b'F', ..]);
        let digits = value.iter().skip(1).take_while(|byte| byte.is_ascii_hexdigit()).count();
        let has_alpha =
            first == b't' || is_function(value) || (value.first() == Some(&b'#') && matches!(digits, 4 | 8));
        has_alpha || (self.is_paper_white && is_light)
    }

    fn kinds(&self) -> Kinds {
        if self.is_obscure { style::ALL } else { self.kinds }
    }

    fn may_hide(&self) -> bool {
        self.is_obscure || self.hides || (self.has_color && self.has_background)
    }
}

/// Whether a value begins with a function, such as `calc(` or `var(`; the longest name is that of `radial-gradient`, with a prefix.
fn is_function(value: &[u8]) -> bool {
    let name = value.iter().take_while(|byte| byte.is_ascii_alphabetic() || **byte == b'-').count();
    name > 0 && value.get(name) == Some(&b'(')
}

/// Whether a value is that of a variable or the result of a function that computes.
fn is_computed(value: &[u8]) -> bool {
    matches!(value.first().map(|byte| byte | 0x20), Some(b'a' | b'c' | b'm' | b'r' | b's' | b'v'))
        && is_function(value)
}

/// Whether one of several lengths is perhaps negative or large. Long values are not looked through.
fn has_far(value: &[u8]) -> bool {
    /// Number of bytes that are searched for the end of a value. Chosen by hand: four lengths in pixels take less.
    const MAX_LOOKED_AT: usize = 64;
    let start = &value[..value.len().min(MAX_LOOKED_AT)];
    let end = start.iter().position(|byte| matches!(byte, b';' | b'}'));
    let start = &start[..end.unwrap_or(start.len())];
    let is_long = end.is_none() && value.len() > MAX_LOOKED_AT;
    is_long
        || start.iter().any(|byte| matches!(byte, b'-' | b'(' | b'/'))
        || start.windows(3).any(|digits| has_digits(digits, 3))
}

/// Whether a value that does not begin with a zero may be nearly nothing: `.1px`, `1px`, `1e-9`, `1%`, `1q`.
fn may_be_little(value: &[u8]) -> bool {
    let digits = value.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let unit = value.get(digits).map(|byte| byte | 0x20);
    matches!(value, [b'.' | b'-', ..])
        || (digits > 0 && unit == Some(b'e') && value.get(digits + 1) == Some(&b'-'))
        || (digits == 1 && matches!(value[0], b'1'..=b'9') && matches!(unit, Some(b'p' | b'q' | b'%' | b'm')))
}

/// Whether a value begins like a percentage below 50.
fn is_small_share(value: &[u8]) -> bool {
    let digits = value.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = &value[digits..];
    let decimals = rest.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'.').count();
    let is_small = digits == 1 || (digits == 2 && value[0] < b'5');
    is_small && rest.get(decimals) == Some(&b'%')
}

fn is_none(value: &[u8]) -> bool {
    begins_with(value, b"none")
}

fn begins_with(value: &[u8], word: &[u8]) -> bool {
    value.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// Whether a value begins with this number of digits.
fn has_digits(value: &[u8], count: usize) -> bool {
    let digits = value.iter().take(count).take_while(|byte| byte.is_ascii_digit()).count();
    digits == count || (digits > 0 && matches!(value.get(digits), Some(b'e' | b'E' | b'.')))
}

#[cfg(test)]
mod tests {
    use super::super::thresholds::can_hide;
    use super::super::variables::{Definitions, Variables};
    use super::*;

    #[test]
    fn a_scan_ends_where_the_rule_does() {
        for (sheet, end, kinds, may_hide) in [
            ("border:0}x", 8, 0, false),
            ("DISPLAY : none}", 14, style::DISPLAY, true),
            ("opacity:0;a:b{", 13, style::OPACITY, true),
            ("content:'}';left:-9px}", 21, style::PLACE, true),
            ("/* } */top:-9em}", 15, style::PLACE, true),
            ("background:url(data:x;display:none{)}", 36, style::COLOR, false),
            ("src:URL( 'a)' );opacity:0}", 25, style::OPACITY, true),
            ("color:red/* } */}", 16, style::COLOR, false),
            ("display/**/:none}", 16, style::ALL, true),
            ("display:/**/none}", 16, style::ALL, true),
            ("displ\\61y:none}", 14, style::ALL, true),
            ("x:url(", 6, 0, false),
            ("color:red;background-color:red", 30, style::COLOR, true),
            ("color:#123", 10, style::COLOR, false),
            ("font-size:12px", 14, style::FONT, false),
            ("", 0, 0, false),
            ("\\", 1, style::ALL, true),
            ("'", 1, 0, false),
            ("/*", 2, 0, false),
            (":", 1, 0, false),
        ] {
            let nested = sheet.ends_with('{').then_some(10);
            assert_eq!(scan(sheet.as_bytes(), 0, false), Body { end, nested, kinds, may_hide }, "{sheet}");
        }
    }

    #[test]
    fn a_scan_misses_nothing_that_the_full_reading_finds() {
        let values = "2px|.5mm|2000px|1e4px|-1e4px|1e-9|1e-9px|1q|4q|1%|abs(0px)|sign(0)|round(.2px,1px)|9999mm|999.5px|calc(1px*infinity)|none|hidden|calc(0px)|calc(-9999px)|9999px|-9999px|200vh|0 200vh|0 0 0 -9999px|blur(0) opacity(0)|5%|45%|4.5%|.4em|matrix(0,0,0,0,0,0)|\
            hsl(0 0% 0%/0)|linear-gradient(#0000,#0000)|0 1|var(--n,none)|var(--z,0)|var(--f,-9999px)|\
            collapse|0|.01|0%|1px|-999px|\
            rect(0 0 0 0)|inset(50%)|circle(0)|polygon(0 0)|xywh(0 0 0 0)|inset(0 100% 0 0)|ellipse(0)|scale(0)|y 90deg|skew(90deg)|translate(-999px)|transparent|currentcolor|light-dark(#fff0,red)|\
            rgba(0,0,0,0)|#fff0|#ffffff00|italic 0/0 a|absolute|clip|url(x)";
        let names = "display visibility opacity content-visibility font-size font position \
            filter -webkit-filter mask mask-image -webkit-mask margin margin-left margin-top padding-left translate rotate scale zoom \
            -webkit-text-fill-color -webkit-background-clip \
            left right top bottom text-indent transform clip clip-path \
            inset inset-block inset-inline inset-block-start inset-block-end inset-inline-start inset-inline-end \
            margin-block margin-inline margin-block-start margin-inline-start padding-block padding-inline \
            padding-block-start padding-block-end padding-inline-start block-size inline-size max-block-size \
            max-inline-size min-block-size min-height min-inline-size min-width -webkit-logical-height -webkit-margin-start overflow-block \
            width max-width height max-height overflow overflow-x padding \
            padding-top padding-bottom float animation-direction color background background-color background-image background-clip";
        for (name, value) in
            names.split_ascii_whitespace().flat_map(|name| values.split('|').map(move |value| (name, value)))
        {
            let list = format!("{name}: {value}");
            let scanned = scan(list.as_bytes(), 0, false);
            let definitions = Definitions::default();
            style::declarations(&list, &Variables::new("", &definitions), |property, value, _| {
                assert_eq!(scanned.kinds & property.kind(), property.kind(), "{list}");
                assert!(scanned.may_hide || !can_hide(property, value), "{list}");
            });
        }
    }
}
