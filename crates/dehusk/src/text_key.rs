//! Comparing texts by their letters and digits alone.

/// The letters and digits of a text in lower case: equal for texts that differ in case, punctuation and whitespace only.
pub(crate) fn text_key(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
