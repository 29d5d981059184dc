//! The IDs of pages in the output. They are always text: file names that differ only in invalid UTF-8 have different IDs. They never
//! contain a password.

use std::ffi::OsStr;

/// A file name as text. Bytes that are not UTF-8 are written as `\xFF`.
pub(crate) fn of_file(name: &OsStr) -> String {
    let mut text = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        chunk.invalid().iter().for_each(|byte| text.push_str(&format!("\\x{byte:02X}")));
    }
    text
}

/// An address with its password replaced by `***`.
pub(crate) fn of_address(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return address.to_owned() };
    let authority_end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(authority_end);
    let secret = authority.rsplit_once('@').and_then(|(user, host)| Some((user.split_once(':')?.0, host)));
    match secret {
        Some((user, host)) => format!("{scheme}://{user}:***@{host}{path}"),
        None => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn different_names_that_are_not_utf8_have_different_ids() {
        use std::os::unix::ffi::OsStrExt;
        let name = |bytes| of_file(OsStr::from_bytes(bytes));
        assert_eq!(name(b"a\xFF.html"), "a\\xFF.html");
        assert_ne!(name(b"a\xFF.html"), name(b"a\xFE.html"));
        assert_eq!(name("ไทย.html".as_bytes()), "ไทย.html");
    }

    #[test]
    fn passwords_are_hidden() {
        assert_eq!(of_address("https://me:secret@example.org/a@b:c"), "https://me:***@example.org/a@b:c");
        for plain in
            ["https://example.org/a", "https://me@example.org/", "https://example.org:8080/x@y", "odd"]
        {
            assert_eq!(of_address(plain), plain);
        }
    }
}
