//! Recognizes files that are not HTML. It works on bytes, before they are decoded.
//!
//! A file is refused only in clear cases. It has the signature of a well-known binary format; or it contains
//! bytes that do not occur in text, and either many of them or no tag; or it is in one of the formats that
//! [`text_formats`] recognizes (docs/src/decisions/not-html.md).

mod text_formats;

use text_formats::other_format;

/// The first bytes of binary formats, with the names of the formats. Most are from
/// <https://mimesniff.spec.whatwg.org/>, the others from the documentation of the format.
const SIGNATURES: [(&[u8], &str); 19] = [
    (b"%PDF-", "pdf"),
    (b"\x89PNG\r\n\x1A\n", "png"),
    (b"GIF87a", "gif"),
    (b"GIF89a", "gif"),
    (b"\xFF\xD8\xFF", "jpeg"),
    (b"\x1F\x8B\x08", "gzip"),
    (b"PK\x03\x04", "zip"),
    (b"Rar!\x1A\x07", "rar"),
    (b"7z\xBC\xAF\x27\x1C", "7z"),
    (b"\xD0\xCF\x11\xE0", "office"),
    (b"OggS\0", "ogg"),
    (b"ID3\x02", "mp3"),
    (b"ID3\x03", "mp3"),
    (b"ID3\x04", "mp3"),
    (b"\x7FELF", "program"),
    (b"\0asm", "wasm"),
    (b"\x28\xB5\x2F\xFD", "zstd"),
    (b"WARC/1.", "warc"),
    (b"PAR1", "parquet"),
];

/// What follows the header of the first file in an EPUB book, after 30 bytes (OCF 3.3, 4.3).
const EPUB_MIMETYPE: &[u8] = b"mimetypeapplication/epub+zip";

/// Number of bytes at the start of a file that are checked (the "resource header" of the MIME sniffing
/// standard).
const HEADER_BYTES: usize = 1445;

/// Minimum number of binary data bytes in a file that is refused although it seems to contain a tag (chosen
/// by hand).
const MIN_BINARY_BYTES: usize = 16;
/// A file that seems to contain a tag is refused only if more than one byte in 32 is a binary data byte
/// (chosen by hand). Among random bytes, one in ten is a binary data byte; in damaged pages, only one in
/// thousands.
const MAX_BYTES_PER_BINARY_BYTE: usize = 32;

/// Returns the name of the format of a file that is clearly not HTML; `None` for all other files.
/// `content_type` is the value of the HTTP header.
pub(crate) fn not_html(bytes: &[u8], content_type: Option<&str>) -> Option<&'static str> {
    binary_format(bytes).or_else(|| other_format(bytes, content_type))
}

fn binary_format(bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(b"PK") && bytes.get(30..).is_some_and(|name| name.starts_with(EPUB_MIMETYPE)) {
        return Some("epub");
    }
    if let Some((_, format)) = SIGNATURES.iter().find(|(start, _)| bytes.starts_with(start)) {
        return Some(format);
    }
    if let (Some(b"RIFF"), Some(b"WEBP" | b"AVI " | b"WAVE")) = (bytes.get(..4), bytes.get(8..12)) {
        return Some("riff");
    }
    let header = &bytes[..bytes.len().min(HEADER_BYTES)];
    let is_utf16 = matches!(header, [0xFE, 0xFF, ..] | [0xFF, 0xFE, ..] | [b'<', 0, ..] | [0, b'<', ..]);
    let binary = if is_utf16 { 0 } else { header.iter().filter(|byte| is_binary(**byte)).count() };
    let is_clearly_binary = binary >= MIN_BINARY_BYTES && binary * MAX_BYTES_PER_BINARY_BYTE > header.len();
    (is_clearly_binary || (binary > 0 && !has_tag(header))).then_some("binary")
}

/// Whether a byte is a "binary data byte" of the MIME sniffing standard.
fn is_binary(byte: u8) -> bool {
    matches!(byte, 0..=8 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F)
}

fn has_tag(header: &[u8]) -> bool {
    header
        .windows(2)
        .any(|two| two[0] == b'<' && (two[1].is_ascii_alphabetic() || matches!(two[1], b'!' | b'/')))
}

#[cfg(test)]
mod tests {

    fn not_html(bytes: &[u8]) -> Option<&'static str> {
        super::not_html(bytes, None)
    }

    #[test]
    fn binary_files_are_named_and_pages_with_odd_bytes_are_not() {
        assert_eq!(not_html(b"%PDF-1.7\n<p>"), Some("pdf"));
        assert_eq!(not_html(b"\0\x01\x02\x03"), Some("binary"));
        let compressed: Vec<u8> = (0..=255).chain(*b"<p <a").cycle().take(3000).collect();
        assert_eq!(not_html(&compressed), Some("binary"));
        assert_eq!(not_html(b"WARC/1.0\r\nWARC-Type: response\r\n"), Some("warc"));
        let zip = |name: &str| [b"PK\x03\x04".as_slice(), &[0; 26], name.as_bytes()].concat();
        assert_eq!(not_html(&zip("mimetypeapplication/epub+zip")), Some("epub"));
        assert_eq!(not_html(&zip("page.html")), Some("zip"));
        assert_eq!(not_html(b"RIFF\x10\0\0\0WEBPVP8 "), Some("riff"));
        for page in [
            &b"RIFF raff <p>"[..],
            b"ID3 tags explained: <p>",
            b"WARC is a format: <p>",
            &b"<p>\0a\x01"[..],
            b"plain text",
            b"",
            b"\xFF\xFEa\0",
            b"<\0p\0",
            b"\x1B$B<p>",
        ] {
            assert_eq!(not_html(page), None, "{page:?}");
        }
    }
}
