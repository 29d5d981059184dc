//! Whether a page declares a type of schema.org, without reading what it declares it of.

use memchr::memmem;

/// Whether a source has the name of a type as JSON-LD, microdata and RDFa write it: in quotes, or in an address of schema.org. A
/// word of the text is no declaration. Takes linear time.
pub(crate) fn is_declared(source: &str, name: &str) -> bool {
    let source = source.as_bytes();
    memmem::find_iter(source, name.as_bytes()).any(|at| {
        let before = &source[..at];
        let is_type = before.ends_with(b"schema.org/") || matches!(before.last(), Some(b'"' | b'\'' | b':'));
        is_type && matches!(source.get(at + name.len()), Some(b'"' | b'\'' | b'\\' | b'>' | b' ' | b'\n'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_is_in_quotes_or_in_an_address_of_schema_org() {
        for (source, expected) in [
            (r#"<script type="application/ld+json">{"@type": "QAPage"}</script>"#, true),
            (r#"{\"@type\": \"QAPage\"}"#, true),
            ("<p itemscope itemtype='https://schema.org/QAPage'>", true),
            ("<p itemscope itemtype=https://schema.org/QAPage>", true),
            ("<p typeof=schema:QAPage>", true),
            ("<p>How a QAPage is marked", false),
            ("<p data-help='/help/QAPage'>", false),
            ("<p class='QAPages'>", false),
            ("QAPage", false),
            ("", false),
        ] {
            assert_eq!(is_declared(source, "QAPage"), expected, "{source}");
        }
    }
}
