//! Finds the encoding of a page by the rules of the HTML standard, and decodes the page.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding>: byte order mark, HTTP header,
//! `<meta>` within the first 1024 bytes, then detection. There is one deviation: if a `<meta>` declares a legacy encoding but the
//! bytes are clearly UTF-8, the `<meta>` is ignored. If the `<meta>` of a page is wrong, browsers can rely on the HTTP header,
//! but archives have often lost that header. Labels and decoders come from `encoding_rs`, detection from `chardetng`; both are
//! used in Firefox.

use super::{Source, prescan, span::addressable};
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE};
use std::borrow::Cow;

/// Maximum number of bytes that the detector reads (256 KiB, chosen by hand). The detector is slow, and later bytes rarely change
/// its guess.
const MAX_DETECTION_BYTES: usize = 1 << 18;

/// How the encoding of a page was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EncodingOrigin {
    /// A byte order mark.
    Bom,
    /// The `charset` of the HTTP `Content-Type` header.
    Http,
    /// A `<meta>` element (or XML declaration) within the first 1024 bytes.
    Meta,
    /// Nothing was declared and the bytes are valid UTF-8, or a `<meta>` declares another encoding although the bytes are clearly
    /// UTF-8.
    Utf8,
    /// Nothing was declared; the encoding was guessed from the bytes.
    Detected,
}

impl EncodingOrigin {
    /// The name for records: `bom`, `http`, `meta`, `utf8`, `detected`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            EncodingOrigin::Bom => "bom",
            EncodingOrigin::Http => "http",
            EncodingOrigin::Meta => "meta",
            EncodingOrigin::Utf8 => "utf8",
            EncodingOrigin::Detected => "detected",
        }
    }
}

/// Decodes a page. The encoding comes from the first of these sources that gives one: byte order
/// mark, `content_type`, `<meta>`, a check for valid UTF-8, a guess from the bytes.
///
/// `content_type` is the value of the HTTP header `Content-Type`.
///
/// ```
/// use dehusk::source::{EncodingOrigin, decode};
/// let page = decode(b"<p>\xCA\xC7\xC8\xB5\xC3\xD5", Some("text/html; charset=TIS-620"));
/// assert_eq!((page.text(), page.origin()), ("<p>สวัสดี".replace("สวัสดี", "สวศตรี").as_str(), EncodingOrigin::Http));
/// ```
#[must_use]
pub fn decode<'a>(bytes: &'a [u8], content_type: Option<&str>) -> Source<'a> {
    if let Some((encoding, bom_len)) = Encoding::for_bom(bytes) {
        return decode_as(encoding, EncodingOrigin::Bom, &bytes[bom_len..]);
    }
    if let Some(encoding) = content_type.and_then(charset_of_header) {
        // Browsers believe the header, so it is not ignored as a wrong `<meta>` is.
        let looks_like_utf8 = encoding != UTF_8 && is_plainly_utf8(bytes);
        return Source { looks_like_utf8, ..decode_as(encoding, EncodingOrigin::Http, bytes) };
    }
    if let Some(encoding) = utf16_without_bom(bytes) {
        return decode_as(encoding, EncodingOrigin::Detected, bytes);
    }
    if let Some(encoding) = prescan::declared(bytes) {
        let is_wrong = encoding != UTF_8 && is_plainly_utf8(bytes);
        return if is_wrong {
            decode_as(UTF_8, EncodingOrigin::Utf8, bytes)
        } else {
            decode_as(encoding, EncodingOrigin::Meta, bytes)
        };
    }
    match simdutf8::basic::from_utf8(bytes) {
        Ok(text) => new_source(Cow::Borrowed(addressable(text)), UTF_8, EncodingOrigin::Utf8, false),
        Err(_) => decode_as(detect(bytes), EncodingOrigin::Detected, bytes),
    }
}

fn charset_of_header(content_type: &str) -> Option<&'static Encoding> {
    let label = prescan::charset_in(content_type.as_bytes())?;
    Encoding::for_label(label).filter(|encoding| *encoding != REPLACEMENT)
}

/// Minimum number of UTF-8 continuation bytes in a page that counts as UTF-8 although it is declared to be in a legacy encoding
/// (chosen by hand). One is not enough: a pair of letters of a legacy encoding can look like one character of UTF-8. Of the 3,321
/// pages of the corpora, 12 declare a legacy encoding but are valid UTF-8 with characters outside ASCII; all 12 really are UTF-8
/// (docs/src/decisions/decoding.md).
const MIN_UTF8_CONTINUATIONS: usize = 2;

fn is_plainly_utf8(bytes: &[u8]) -> bool {
    const FIRST: u8 = 0x80;
    const LAST: u8 = 0xBF;
    let continuations = bytes.iter().filter(|byte| (FIRST..=LAST).contains(*byte));
    continuations.take(MIN_UTF8_CONTINUATIONS).count() == MIN_UTF8_CONTINUATIONS
        && simdutf8::basic::from_utf8(bytes).is_ok()
}

/// Guesses the encoding. A page with a few damaged bytes is still UTF-8 if nearly all of its sequences are
/// valid. For all other pages, the detector decides.
fn detect(bytes: &[u8]) -> &'static Encoding {
    let head = &bytes[..bytes.len().min(MAX_DETECTION_BYTES)];
    if is_mostly_utf8(head) {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(head, head.len() == bytes.len());
    detector.guess(None, Utf8Detection::Deny)
}

/// A page with malformed sequences still counts as UTF-8 if it has at least this number of well-formed multi-byte sequences for
/// each malformed one (chosen by hand). Text in a legacy encoding is malformed UTF-8 almost everywhere; a truncated or spliced
/// UTF-8 page is malformed in very few places.
const MIN_WELL_FORMED_PER_MALFORMED: usize = 10;

fn is_mostly_utf8(bytes: &[u8]) -> bool {
    let mut well_formed = 0;
    let mut malformed = 0;
    for chunk in bytes.utf8_chunks() {
        well_formed += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        malformed += usize::from(!chunk.invalid().is_empty());
    }
    well_formed >= MIN_WELL_FORMED_PER_MALFORMED * malformed
}

fn decode_as<'a>(encoding: &'static Encoding, origin: EncodingOrigin, bytes: &'a [u8]) -> Source<'a> {
    if encoding == UTF_8
        && let Ok(text) = simdutf8::basic::from_utf8(bytes)
    {
        return new_source(Cow::Borrowed(addressable(text)), encoding, origin, false);
    }
    let (text, replaced) = encoding.decode_without_bom_handling(bytes);
    let text = match text {
        Cow::Borrowed(text) => Cow::Borrowed(addressable(text)),
        Cow::Owned(mut text) => {
            text.truncate(addressable(&text).len());
            Cow::Owned(text)
        }
    };
    new_source(text, encoding, origin, replaced)
}

fn new_source<'a>(
    text: Cow<'a, str>,
    encoding: &'static Encoding,
    origin: EncodingOrigin,
    replaced: bool,
) -> Source<'a> {
    Source { text, encoding: encoding.name(), origin, replaced, looks_like_utf8: false }
}

/// Returns UTF-16LE or UTF-16BE if the bytes begin with `<` and an ASCII character in that encoding. The standard recognizes only
/// `<?x` in this way, but a page that begins with a tag has the same telltale zero bytes.
fn utf16_without_bom(bytes: &[u8]) -> Option<&'static Encoding> {
    match bytes {
        [b'<', 0, ascii, 0, ..] if ascii.is_ascii_graphic() => Some(UTF_16LE),
        [0, b'<', 0, ascii, ..] if ascii.is_ascii_graphic() => Some(UTF_16BE),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stale_meta_is_ignored() {
        let page = |text: &str| [b"<meta charset=gbk><p>", text.as_bytes()].concat();
        let chinese = page("北京");
        let decoded = decode(&chinese, None);
        assert_eq!((decoded.encoding(), decoded.origin()), ("UTF-8", EncodingOrigin::Utf8));
        assert!(decoded.text().ends_with("北京"));
        assert_eq!(decode(&chinese, Some("text/html; charset=gbk")).encoding(), "GBK", "the server says so");
        assert_eq!(
            decode(b"<meta charset=gbk><p>\xB1\xB1\xBE\xA9", None).text(),
            "<meta charset=gbk><p>北京"
        );
        assert_eq!(decode(&page("ñ"), None).encoding(), "GBK", "may be a coincidence");
        assert_eq!(decode(&page(""), None).encoding(), "GBK");
    }

    #[test]
    fn a_header_is_believed_but_doubts_are_noted() {
        for (page, header, encoding, looks_like_utf8) in [
            ("<p>Мельница", "text/html; charset=iso-8859-1", "windows-1252", true),
            ("<p>Мельница", "text/html; charset=utf-8", "UTF-8", false),
            ("<p>mill", "text/html; charset=iso-8859-1", "windows-1252", false),
            ("<p>ñ", "text/html; charset=iso-8859-1", "windows-1252", false),
        ] {
            let decoded = decode(page.as_bytes(), Some(header));
            assert_eq!(
                (decoded.encoding(), decoded.looks_like_utf8()),
                (encoding, looks_like_utf8),
                "{page}"
            );
        }
        let western = decode(b"<p>Gr\xF6\xDFe", Some("text/html; charset=iso-8859-1"));
        assert_eq!((western.text(), western.looks_like_utf8()), ("<p>Größe", false));
    }

    #[test]
    fn the_first_source_of_an_encoding_wins() {
        let meta = b"<meta charset=windows-1251>\xEF\xF0\xE8";
        assert_eq!(decode(meta, None).text(), "<meta charset=windows-1251>при");
        assert_eq!(decode(meta, Some("text/html;charset=koi8-r")).encoding(), "KOI8-R");
        assert_eq!(decode(meta, Some("text/html; charset=nonsense")).origin(), EncodingOrigin::Meta);
        let marked = b"\xFF\xFE<\0p\0>\0a\0";
        assert_eq!(decode(marked, Some("text/html; charset=utf-8")).text(), "<p>a");
        assert_eq!(decode(&marked[2..], None).text(), "<p>a");
    }

    #[test]
    fn valid_utf8_is_borrowed_and_damage_is_reported() {
        assert!(matches!(decode("<p>é".as_bytes(), None).text, Cow::Borrowed(_)));
        let truncated = decode(&"สวัสดีครับทุกคน".as_bytes()[..44], None);
        assert!(truncated.replaced() && truncated.encoding() == "UTF-8");
        assert_eq!(decode("Größe für Äpfel über".as_bytes(), None).encoding(), "UTF-8");
        assert_eq!(decode(b"Gr\xF6\xDFe f\xFCr \xC4pfel \xFCber", None).encoding(), "windows-1252");
    }

    #[test]
    fn an_encoding_that_would_drop_the_page_is_ignored() {
        assert_eq!(decode(b"<meta charset=hz-gb-2312><p>a", None).text(), "<meta charset=hz-gb-2312><p>a");
        assert_eq!(decode(b"<p>a", Some("text/html; charset=iso-2022-kr")).text(), "<p>a");
        assert_eq!(decode(b"<\0p\0>\0a\0", None).origin(), EncodingOrigin::Detected);
    }

    #[test]
    fn a_single_zero_byte_does_not_mean_utf16() {
        assert_eq!(decode(b"<p>a\0b", None).text(), "<p>a\0b");
        assert_eq!(decode(b"", None).text(), "");
    }
}
