//! A key for comparing texts by their letters and digits only.

/// Returns the letters and digits of a text in lower case. Texts that differ only in case, punctuation and whitespace have equal
/// keys.
pub(crate) fn text_key(text: &str) -> String {
    let mut key = String::with_capacity(text.len());
    for c in text.chars().filter(|c| c.is_alphanumeric()) {
        // Most letters are of ASCII, and those of all other scripts take longer to lower.
        if c.is_ascii() { key.push(c.to_ascii_lowercase()) } else { key.extend(c.to_lowercase()) }
    }
    key
}
