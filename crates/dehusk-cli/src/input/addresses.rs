//! Tells a list of addresses from a page: it is one for `--input-file`.

use super::list_file::content;

/// Whether every line is the address of a web page, an empty line or a comment, and at least one is an address.
pub(crate) fn is_list(bytes: &[u8]) -> bool {
    let lines = bytes.split(|byte| *byte == b'\n').zip(1..);
    let mut lines = lines.filter_map(|(line, number)| content(line, number)).peekable();
    lines.peek().is_some() && lines.all(is_address)
}

fn is_address(line: &[u8]) -> bool {
    let has_scheme =
        |scheme: &[u8]| line.get(..scheme.len()).is_some_and(|it| it.eq_ignore_ascii_case(scheme));
    (has_scheme(b"https://") || has_scheme(b"http://"))
        && !line.iter().any(|byte| byte.is_ascii_whitespace() || *byte == b'<')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_are_a_list() {
        for list in
            ["https://a.example/", "\u{feff}# pages\r\n\r\nHTTP://a.example/x\r\nhttps://b.example/ก\n"]
        {
            assert!(is_list(list.as_bytes()), "{list}");
        }
        for page in [
            "",
            "# title\n",
            "https://a.example/ is a mill",
            "https://a.example/\nand more",
            "https://a.example/<br>",
            "example.org",
        ] {
            assert!(!is_list(page.as_bytes()), "{page}");
        }
    }
}
