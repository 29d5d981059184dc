//! Decides from the `Content-Type` of a response whether it can be a page.

/// Subtypes of `application/` that are certainly not pages. Any other subtype may be a page: servers use
/// `application/octet-stream` for anything, and XML has many subtypes.
const NON_PAGE_SUBTYPES: [&str; 12] = [
    "pdf",
    "zip",
    "gzip",
    "x-gzip",
    "x-tar",
    "x-7z-compressed",
    "json",
    "ld+json",
    "javascript",
    "wasm",
    "msword",
    "epub+zip",
];

/// Subtypes of `text/` that are code, data or subtitles. Crawlers meet them beside pages, and their source is nobody's main content.
/// `text/plain` and its like are no pages either, but their first bytes decide: servers send pages with that type.
const NON_PAGE_TEXTS: [&str; 16] = [
    "cache-manifest",
    "calendar",
    "css",
    "dns",
    "ecmascript",
    "javascript",
    "jscript",
    "livescript",
    "vcard",
    "vtt",
    "x-c",
    "x-ecmascript",
    "x-javascript",
    "x-python",
    "x-sh",
    "x-shellscript",
];

/// Whether a content type is certainly neither readable text nor HTML nor XML.
///
/// ```
/// use dehusk_http::content_type::cannot_be_page;
/// assert!(cannot_be_page("image/png") && !cannot_be_page("text/html; charset=utf-8"));
/// ```
#[must_use]
pub fn cannot_be_page(content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match essence.split_once('/') {
        Some(("image" | "audio" | "video" | "font" | "model", _)) => true,
        Some(("text", kind)) => NON_PAGE_TEXTS.contains(&kind),
        Some(("application", kind)) if kind.ends_with("+xml") => false,
        Some(("application", kind)) => NON_PAGE_SUBTYPES.contains(&kind) || kind.starts_with("vnd."),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_and_documents_cannot_be_pages() {
        for value in ["image/png", "Application/PDF", "video/mp4; codecs=x", "application/vnd.ms-excel"] {
            assert!(cannot_be_page(value), "{value}");
        }
    }

    #[test]
    fn code_data_and_subtitles_cannot_be_pages() {
        for value in [
            "text/javascript",
            "Text/CSS; charset=utf-8",
            "text/vtt",
            "text/calendar",
            "text/x-shellscript",
            "text/dns",
        ] {
            assert!(cannot_be_page(value), "{value}");
        }
    }

    #[test]
    fn text_xml_and_unknown_types_may_be_pages() {
        let unclear = ["application/octet-stream", "nonsense", ""];
        for value in
            ["text/html; charset=x", "application/xhtml+xml", "text/plain", "text/x-server-parsed-html"]
                .iter()
                .chain(&unclear)
        {
            assert!(!cannot_be_page(value), "{value}");
        }
    }
}
