//! References that a page escaped twice by mistake, such as `&amp;#39;`. Code may mean them, and so may text about HTML.

use crate::markup::{Tag, WrittenIn, decode_reference};
use crate::page::{Page, Run};

/// Whether a run has an escaped `&` and is not in code.
pub(super) fn may_be_escaped_twice(page: &Page<'_>, run: &Run) -> bool {
    let slice = page.source().slice(run.span).as_bytes();
    let is_escaped = || memchr::memmem::find(slice, b"&amp;").is_some();
    memchr::memchr(b'&', slice).is_some() && is_escaped() && !run.is_preformatted() && !is_in_code(page, run)
}

/// Whether a run is in an element for code, looking only at the innermost elements.
fn is_in_code(page: &Page<'_>, run: &Run) -> bool {
    /// Number of elements around the run that are looked at. Chosen by hand.
    const MAX_ELEMENTS: usize = 4;
    let around = std::iter::successors(page.element_of(run), |element| element.parent());
    around
        .take(MAX_ELEMENTS)
        .any(|element| matches!(element.tag(), Tag::Code | Tag::Kbd | Tag::Samp | Tag::Tt))
}

/// Returns the text for which a source has a reference that was escaped once more, such as `&amp;#39;`, and its length in the
/// source. `&amp;lt;` is not one of them: it is how pages write about HTML.
pub(super) fn escaped_twice(source: &str) -> Option<(String, usize)> {
    /// Names that programs write instead of characters of plain text.
    const NAMES: [&str; 21] = [
        "amp", "quot", "apos", "nbsp", "rsquo", "lsquo", "rdquo", "ldquo", "ndash", "mdash", "hellip", "shy",
        "laquo", "raquo", "bull", "middot", "copy", "reg", "trade", "deg", "euro",
    ];
    /// Maximum bytes of a name or number: the longest, `#x10FFFF`.
    const MAX_NAME: usize = 8;
    let inner = source.strip_prefix("&amp;")?;
    let end = inner.bytes().take(MAX_NAME + 1).position(|byte| byte == b';')?;
    let name = inner.get(..end)?;
    if !(NAMES.contains(&name) || name.starts_with('#')) {
        return None;
    }
    let found = decode_reference(format!("&{name};").as_bytes(), WrittenIn::Text)?;
    // A number without digits is no reference, and control characters stay visible as references.
    let is_whole = found.len == name.len() + 2 && !found.first.is_control();
    is_whole.then(|| {
        (
            [Some(found.first), found.second].into_iter().flatten().collect(),
            source.len() - inner.len() + end + 1,
        )
    })
}
