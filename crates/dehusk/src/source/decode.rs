//! Which encoding the bytes of a page are in, by the web's rules, and decoding them.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding>: byte order mark, HTTP
//! header, `<meta>` within the first 1024 bytes, then detection. One departure: a `<meta>` that declares a legacy encoding of bytes that are plainly
//! UTF-8 is not believed. Browsers have the server's header where a page's `<meta>` is stale; archives have often lost it. Labels and decoders are those of `encoding_rs`,
//! detection is `chardetng`: both come from a browser.

use super::{Source, prescan, span::addressable};
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE};
use std::borrow::Cow;

/// How many bytes the detector reads at most; it is slow, and later bytes hardly change its mind.
const DETECTION_BYTES: usize = 1 << 18;

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
    /// Nothing was declared, and the bytes are valid UTF-8; or a `<meta>` declares another encoding, and they plainly are UTF-8.
    Utf8,
    /// Nothing was declared: guessed from the bytes.
    Detected,
}

impl EncodingOrigin {
    /// A word for records: `bom`, `http`, `meta`, `utf8`, `detected`.
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

/// Decodes a page: byte order mark, then `content_type`, then `<meta>`, then valid UTF-8, then a guess.
///
/// ```
/// use dehusk::source::{EncodingOrigin, decode};
/// let page = decode(b"<p>\xCA\xC7\xC8\xB5\xC3\xD5", Some("text/html; charset=TIS-620"));
/// assert_eq!((page.text(), page.origin()), ("<p>สวัสดี".replace("สวัสดี", "สวศตรี").as_str(), EncodingOrigin::Http));
/// ```
#[must_use]
pub fn decode<'a>(bytes: &'a [u8], content_type: Option<&str>) -> Source<'a> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return with(encoding, EncodingOrigin::Bom, &bytes[mark..]);
    }
    if let Some(encoding) = content_type.and_then(charset_of_header) {
        return with(encoding, EncodingOrigin::Http, bytes);
    }
    if let Some(encoding) = utf16_without_mark(bytes) {
        return with(encoding, EncodingOrigin::Detected, bytes);
    }
    if let Some(encoding) = prescan::declared(bytes) {
        let is_wrong = encoding != UTF_8 && is_plainly_utf8(bytes);
        return if is_wrong {
            with(UTF_8, EncodingOrigin::Utf8, bytes)
        } else {
            with(encoding, EncodingOrigin::Meta, bytes)
        };
    }
    match simdutf8::basic::from_utf8(bytes) {
        Ok(text) => source(Cow::Borrowed(addressable(text)), UTF_8, EncodingOrigin::Utf8, false),
        Err(_) => with(detect(bytes), EncodingOrigin::Detected, bytes),
    }
}

fn charset_of_header(content_type: &str) -> Option<&'static Encoding> {
    let label = prescan::charset_in(content_type.as_bytes())?;
    Encoding::for_label(label).filter(|encoding| *encoding != REPLACEMENT)
}

/// Bytes that continue characters of UTF-8, in bytes that are all valid: with so many it is no accident. A letter or a pair of letters of a legacy
/// encoding can look like one. Of the 3,321 pages of the corpora 12 are valid UTF-8 beyond ASCII and declare a legacy encoding; all 12 are UTF-8.
const CONTINUATIONS_OF_NO_ACCIDENT: usize = 2;

fn is_plainly_utf8(bytes: &[u8]) -> bool {
    const FIRST: u8 = 0x80;
    const LAST: u8 = 0xBF;
    let continuations = bytes.iter().filter(|byte| (FIRST..=LAST).contains(*byte));
    continuations.take(CONTINUATIONS_OF_NO_ACCIDENT).count() == CONTINUATIONS_OF_NO_ACCIDENT
        && simdutf8::basic::from_utf8(bytes).is_ok()
}

/// A page with a few damaged bytes is still UTF-8 if nearly all its sequences are; the rest is the detector's business.
fn detect(bytes: &[u8]) -> &'static Encoding {
    let head = &bytes[..bytes.len().min(DETECTION_BYTES)];
    if mostly_utf8(head) {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(head, head.len() == bytes.len());
    detector.guess(None, Utf8Detection::Deny)
}

/// At most one malformed sequence for this many well-formed multi-byte ones keeps a page UTF-8: legacy encodings are
/// malformed UTF-8 nearly everywhere, truncated or spliced UTF-8 pages nearly nowhere.
const WELL_FORMED_PER_MALFORMED: usize = 10;

fn mostly_utf8(bytes: &[u8]) -> bool {
    let mut well_formed = 0;
    let mut malformed = 0;
    for chunk in bytes.utf8_chunks() {
        well_formed += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        malformed += usize::from(!chunk.invalid().is_empty());
    }
    well_formed >= WELL_FORMED_PER_MALFORMED * malformed
}

fn with<'a>(encoding: &'static Encoding, origin: EncodingOrigin, bytes: &'a [u8]) -> Source<'a> {
    if encoding == UTF_8
        && let Ok(text) = simdutf8::basic::from_utf8(bytes)
    {
        return source(Cow::Borrowed(addressable(text)), encoding, origin, false);
    }
    let (text, replaced) = encoding.decode_without_bom_handling(bytes);
    let text = match text {
        Cow::Borrowed(text) => Cow::Borrowed(addressable(text)),
        Cow::Owned(mut text) => {
            text.truncate(addressable(&text).len());
            Cow::Owned(text)
        }
    };
    source(text, encoding, origin, replaced)
}

fn source<'a>(
    text: Cow<'a, str>,
    encoding: &'static Encoding,
    origin: EncodingOrigin,
    replaced: bool,
) -> Source<'a> {
    Source { text, encoding: encoding.name(), origin, replaced }
}

/// UTF-16 that begins with `<` and an ASCII character. The standard accepts only `<?x` so; a page that begins with a tag
/// is told from its zero bytes as surely.
fn utf16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
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
    fn a_stale_meta_is_not_believed() {
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
        assert_eq!(decode(&page("ñ"), None).encoding(), "GBK", "may be an accident");
        assert_eq!(decode(&page(""), None).encoding(), "GBK");
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
    fn valid_utf8_is_borrowed_and_damage_is_told() {
        assert!(matches!(decode("<p>é".as_bytes(), None).text, Cow::Borrowed(_)));
        let truncated = decode(&"สวัสดีครับทุกคน".as_bytes()[..44], None);
        assert!(truncated.replaced() && truncated.encoding() == "UTF-8");
        assert_eq!(decode("Größe für Äpfel über".as_bytes(), None).encoding(), "UTF-8");
        assert_eq!(decode(b"Gr\xF6\xDFe f\xFCr \xC4pfel \xFCber", None).encoding(), "windows-1252");
    }

    #[test]
    fn an_encoding_that_drops_the_page_does_not_count() {
        assert_eq!(decode(b"<meta charset=hz-gb-2312><p>a", None).text(), "<meta charset=hz-gb-2312><p>a");
        assert_eq!(decode(b"<p>a", Some("text/html; charset=iso-2022-kr")).text(), "<p>a");
        assert_eq!(decode(b"<\0p\0>\0a\0", None).origin(), EncodingOrigin::Detected);
    }

    #[test]
    fn two_bytes_are_not_taken_for_utf16() {
        assert_eq!(decode(b"<p>a\0b", None).text(), "<p>a\0b");
        assert_eq!(decode(b"", None).text(), "");
    }
}
