//! Reads the page of an MHTML file (`.mhtml`, `.mht`): a web page that a browser saved as one MIME message (RFC
//! 2557).
//!
//! Only the page itself is read, not its images, style sheets and frames. The crate `mailparse` reads headers
//! and transfer encodings; the parts are separated here, so that a damaged part costs no other part.

use mailparse::{
    MailHeader, MailHeaderMap, ParsedContentType, parse_content_type, parse_headers, parse_mail,
};

/// The number of bytes at the start of a file in which the header of the message is looked for. Browsers write
/// some hundred bytes; chosen by hand.
const MAX_HEADER_BYTES: usize = 64 << 10;
/// The maximum number of parts that are looked at until the page is found. Browsers write the page first;
/// chosen by hand.
const MAX_PARTS: usize = 1000;

/// The page of an MHTML file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedPage {
    /// The HTML, without its transfer encoding.
    pub html: Vec<u8>,
    /// The address from which the page was saved.
    pub url: Option<String>,
    /// The `Content-Type` of the page, which may name its charset.
    pub content_type: Option<String>,
    /// Whether the file ends before its page does.
    pub is_truncated: bool,
}

/// What the message says whose header or page is missing.
const NO_PAGE: &str = "the MHTML file has no HTML page; it may be truncated or damaged";
/// How the files of Chromium and its kin begin, before the lines that make them MIME messages.
const SAVED_BY: &[u8] = b"From: <Saved by ";

/// Whether a file is MHTML: it begins with the header of a MIME message of several parts, or of one HTML part, or
/// is the beginning of such a header.
///
/// ```
/// use dehusk_batch::read::mhtml::is_mhtml;
/// assert!(is_mhtml(b"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x\r\n"));
/// assert!(!is_mhtml(b"<p>MIME-Version: 1.0"));
/// ```
#[must_use]
pub fn is_mhtml(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(MAX_HEADER_BYTES)];
    // Most files end here: the first line of a header is a name and a colon.
    let name = head.iter().position(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'-'));
    if !name.is_some_and(|end| end > 0 && head[end] == b':') {
        return false;
    }
    if head.starts_with(SAVED_BY) && !has_empty_line(head) {
        return true; // the file ends in its header
    }
    let Ok((headers, _)) = parse_headers(head) else { return false };
    let kind = content_type(&headers).mimetype;
    headers.get_first_header("MIME-Version").is_some() && (is_html(&kind) || kind.starts_with("multipart/"))
}

fn has_empty_line(head: &[u8]) -> bool {
    [&b"\n\r\n"[..], b"\n\n"].iter().any(|line| memchr::memmem::find(head, line).is_some())
}

/// Reads the page.
///
/// # Errors
/// If the file has no HTML page; the error is a clause that says so.
pub fn read(bytes: &[u8]) -> Result<SavedPage, String> {
    let (headers, body_start) =
        parse_headers(bytes).map_err(|error| format!("the MHTML header is damaged: {error}"))?;
    let kind = content_type(&headers);
    let saved_from = ["Snapshot-Content-Location", "Content-Location"]
        .iter()
        .find_map(|name| headers.get_first_value(name));
    let page = match kind.params.get("boundary") {
        Some(boundary) if kind.mimetype.starts_with("multipart/") => {
            let start = kind.params.get("start").map(String::as_str);
            page_among(&bytes[body_start..], boundary, start)
        }
        _ => page_in(bytes),
    };
    let page = page.filter(|page| !(page.is_truncated && page.html.is_empty())).ok_or(NO_PAGE)?;
    Ok(SavedPage { url: page.url.or(saved_from).map(|url| url.trim().to_owned()), ..page })
}

/// The part whose Content-ID is `start`, or else the first one with a page.
fn page_among(body: &[u8], boundary: &str, start: Option<&str>) -> Option<SavedPage> {
    let parts = || Parts { rest: after_boundary(body, boundary), boundary }.take(MAX_PARTS);
    let is_start = |part: &Part<'_>| {
        let id =
            parse_headers(part.bytes).ok().and_then(|(headers, _)| headers.get_first_value("Content-ID"));
        start.is_some() && id.as_deref().map(str::trim) == start.map(str::trim)
    };
    let page_of = |part: Part<'_>| {
        let page = page_in(part.bytes)?;
        // Some programs omit the last boundary.
        let is_truncated = part.is_last && !page.html.trim_ascii_end().ends_with(b"</html>");
        Some(SavedPage { is_truncated, ..page })
    };
    parts().find(is_start).and_then(page_of).or_else(|| parts().find_map(page_of))
}

/// The first HTML page of a part, which may have parts itself.
fn page_in(part: &[u8]) -> Option<SavedPage> {
    let mail = parse_mail(part).ok()?;
    let page = mail.parts().take(MAX_PARTS).find(|part| is_html(&part.ctype.mimetype))?;
    let html = page.get_body_raw().ok()?;
    let url = page.headers.get_first_value("Content-Location").filter(|url| !url.starts_with("cid:"));
    let content_type = page.headers.get_first_value("Content-Type");
    Some(SavedPage { html, url, content_type, is_truncated: false })
}

fn content_type(headers: &[MailHeader<'_>]) -> ParsedContentType {
    parse_content_type(&headers.get_first_value("Content-Type").unwrap_or_default())
}

fn is_html(kind: &str) -> bool {
    matches!(kind, "text/html" | "application/xhtml+xml")
}

/// A part of a message.
struct Part<'m> {
    bytes: &'m [u8],
    /// Whether no boundary follows, so that its end may be missing.
    is_last: bool,
}

/// The parts of a message. The last one may lack its end.
struct Parts<'m> {
    /// What follows the line of a boundary; None at the end.
    rest: Option<&'m [u8]>,
    boundary: &'m str,
}

impl<'m> Iterator for Parts<'m> {
    type Item = Part<'m>;

    fn next(&mut self) -> Option<Part<'m>> {
        let part = self.rest.take()?;
        let Some(end) = find_boundary(part, self.boundary) else {
            return Some(Part { bytes: part, is_last: true });
        };
        self.rest = after_boundary(&part[end..], self.boundary);
        let part = &part[..end];
        let part = part.strip_suffix(b"\n").unwrap_or(part);
        Some(Part { bytes: part.strip_suffix(b"\r").unwrap_or(part), is_last: false })
    }
}

/// What follows the line of the first boundary; None if that is the last boundary of the message.
fn after_boundary<'m>(body: &'m [u8], boundary: &str) -> Option<&'m [u8]> {
    let after = &body[find_boundary(body, boundary)? + 2 + boundary.len()..];
    let line_end = memchr::memchr(b'\n', after)?;
    (!after.starts_with(b"--")).then(|| &after[line_end + 1..])
}

/// Where the line `--boundary` or `--boundary--` begins. Nothing but white space may follow in the line (RFC 2046, section 5.1.1).
fn find_boundary(body: &[u8], boundary: &str) -> Option<usize> {
    let line = format!("--{boundary}");
    let begins_line = |at: usize| at == 0 || body[at - 1] == b'\n';
    let ends_line = |at: usize| {
        let rest = &body[at + line.len()..];
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        matches!(rest[..end].trim_ascii_end(), b"" | b"--")
    };
    memchr::memmem::find_iter(body, line.as_bytes()).find(|at| begins_line(*at) && ends_line(*at))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAVED: &str = "From: <Saved by Blink>\r\nSnapshot-Content-Location: https://mill.example/news\r\n\
        Subject: =?utf-8?Q?M=C3=BChle?=\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype=\"text/html\";\r\n\
        \tboundary=\"----Boundary--1\"\r\n\r\n\r\n------Boundary--1\r\nContent-Type: text/html\r\n\
        Content-ID: <frame-1@mhtml.blink>\r\nContent-Transfer-Encoding: quoted-printable\r\n\
        Content-Location: https://mill.example/news?a=3Db\r\n\r\n<p>The m=C3=BChle re=\r\nopens.\r\n\
        ------Boundary--1\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n\
        ------Boundary--1--\r\n";

    fn html(mhtml: &str) -> Result<String, String> {
        read(mhtml.as_bytes()).map(|page| String::from_utf8_lossy(&page.html).into_owned())
    }

    #[test]
    fn the_page_and_its_address_are_read() {
        assert!(is_mhtml(SAVED.as_bytes()));
        let page = read(SAVED.as_bytes()).unwrap();
        assert_eq!(String::from_utf8(page.html).unwrap(), "<p>The mühle reopens.");
        assert_eq!(page.url.as_deref(), Some("https://mill.example/news?a=3Db"));
        assert_eq!(page.content_type.as_deref(), Some("text/html"));
        let without = SAVED.replace("Content-Location: https://mill.example/news?", "X: ");
        assert_eq!(read(without.as_bytes()).unwrap().url.as_deref(), Some("https://mill.example/news"));
    }

    #[test]
    fn the_root_part_is_the_page_wherever_it_is() {
        let part = |id: &str, text: &str| {
            format!("--b\r\nContent-Type: text/html; charset=x\r\nContent-ID: {id}\r\n\r\n{text}\r\n")
        };
        let head = "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b; start=\"<2>\"\n\n";
        let body = format!("{}{}--b--", part("<1>", "<p>frame"), part("<2>", "<p>page"));
        assert_eq!(html(&format!("{head}{body}")).as_deref(), Ok("<p>page"));
        let unnamed = head.replace("start=\"<2>\"", "start=\"<9>\"");
        assert_eq!(html(&format!("{unnamed}{body}")).as_deref(), Ok("<p>frame"));
    }

    #[test]
    fn nested_single_and_truncated_messages_are_read() {
        let single =
            "MIME-Version: 1.0\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\nPHA+YQ==\n";
        assert!(is_mhtml(single.as_bytes()));
        assert_eq!(html(single).as_deref(), Ok("<p>a"));
        let nested = "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=o\n\n--o\nContent-Type: \
            multipart/alternative; boundary=i\n\n--i\nContent-Type: text/plain\n\na\n--i\nContent-Type: text/html\n\n<p>b\n\
            --i--\n--o--\n";
        assert_eq!(html(nested).as_deref(), Ok("<p>b"));
        let truncated = &SAVED[..SAVED.find(" re=").unwrap()];
        assert_eq!(html(truncated).as_deref(), Ok("<p>The mühle"));
        assert!(read(truncated.as_bytes()).unwrap().is_truncated);
        let after_page = &SAVED[..SAVED.find("image/png").unwrap()];
        assert!(!read(after_page.as_bytes()).unwrap().is_truncated);
    }

    #[test]
    fn a_boundary_is_a_whole_line() {
        let page = "<style>\n--brand: red;\n--b-c: 1;\n--b--c: 2;\n--b --\n</style><p>a";
        for (body, expected) in [
            (format!("--b\nContent-Type: text/html\n\n{page}\n--b--\n"), page),
            (format!("--b \t\r\nContent-Type: text/html\r\n\r\n{page}\r\n--b-- \r\n"), page),
            (format!("--b\nContent-Type: text/html\n\n{page}\n--b--"), page),
            ("--b\nContent-Type: text/html\n\n<p>a\n--b\nContent-Type: text/css\n\nb".to_owned(), "<p>a"),
            // The inner boundary begins as the outer one.
            (
                "--b\nContent-Type: multipart/alternative; boundary=b1\n\n--b1\nContent-Type: text/html\n\n<p>a\n--b1--\n--b--\n"
                    .to_owned(),
                "<p>a",
            ),
        ] {
            let head = "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n";
            assert_eq!(html(&format!("{head}{body}")).as_deref(), Ok(expected), "{body}");
        }
    }

    #[test]
    fn a_file_that_ends_before_its_page_is_an_error() {
        for end in ["news\r", "Subject", "ject", "tipart", "Boundary--1\"", "frame-1", "<p>The"] {
            let cut = &SAVED[..SAVED.find(end).unwrap()];
            assert!(is_mhtml(cut.as_bytes()) && html(cut).is_err(), "{cut}");
        }
    }

    #[test]
    fn damaged_files_are_errors_and_other_files_are_not_mhtml() {
        for head in [
            "",
            "Content-Type: multipart/related; boundary=b\n\n",
            "Content-Type: multipart/related\n\n--b\n",
        ] {
            assert!(html(&format!("MIME-Version: 1.0\n{head}")).is_err(), "{head}");
        }
        for bytes in [
            &b""[..],
            b":",
            b"<p>MIME-Version: 1.0\n",
            b"Dear reader: MIME-Version is a header.\n\n",
            b"MIME-Version: 1.0\nContent-Type: text/plain\n\n<p>",
            b"WARC/1.0\r\nMIME-Version: 1.0\r\n\r\n",
        ] {
            assert!(!is_mhtml(bytes), "{bytes:?}");
        }
    }

    #[test]
    fn deep_and_endless_messages_end() {
        let mut deep = b"MIME-Version: 1.0\n".to_vec();
        for level in 0..5000 {
            deep.extend(
                format!("Content-Type: multipart/related; boundary=b{level}\n\n--b{level}\n").bytes(),
            );
        }
        assert!(read(&deep).is_err());
        let many = format!(
            "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n{}",
            "--b\n\n".repeat(200_000)
        );
        assert!(read(many.as_bytes()).is_err());
    }
}
