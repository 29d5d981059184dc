//! A key for comparing texts by their letters and digits only.

/// Returns the letters and digits of a text in lower case. Texts that differ only in case, punctuation and whitespace have equal
/// keys.
pub(crate) fn text_key(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
