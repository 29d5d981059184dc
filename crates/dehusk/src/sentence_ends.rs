//! The characters that end sentences, and the scripts that have none. Source: the property `Sentence_Terminal` of Unicode, without
//! scripts that pages hardly use; and the Greek question mark.

/// Whether a character ends a sentence: a full stop, an exclamation mark or a question mark.
pub(crate) fn ends_sentence(c: char) -> bool {
    ends_statement(c) || c == '?' || is_question(c)
}

/// Whether a character ends a sentence that is no question.
pub(crate) fn ends_statement(c: char) -> bool {
    matches!(c, '.' | '!') || is_stop(c) || is_wide_stop(c)
}

/// Whether a character is the stop of Armenian, Ethiopic, Burmese or Tibetan.
pub(crate) fn is_stop(c: char) -> bool {
    matches!(c, '\u{589}' | '\u{1362}' | '\u{104b}' | '\u{f0d}')
}

/// Whether a character is a stop that ends a sentence also without a space after it: of Chinese, Japanese, Indic scripts, Urdu and
/// Khmer.
pub(crate) fn is_wide_stop(c: char) -> bool {
    matches!(c, '。' | '！' | '．' | '।' | '॥' | '۔' | '។')
}

/// Whether a character is a question mark of the Arabic script, of Chinese and Japanese, or of Greek.
pub(crate) fn is_question(c: char) -> bool {
    matches!(c, '؟' | '？' | '\u{37e}')
}

/// Whether a character is of a script whose sentences have no mark at their end: Thai, Lao, Khmer.
pub(crate) fn is_unmarked(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{1780}'..='\u{17ff}')
}
