//! Removes characters that readers do not see, and counts them: they can carry text past a reader to a model.
//!
//! Text that a page hides by its markup is the subject of `reading`; this module only looks at characters.

use std::fmt;

use icu_properties::props::{DefaultIgnorableCodePoint, ExtendedPictographic, Script};
use icu_properties::{
    CodePointMapData, CodePointMapDataBorrowed, CodePointSetData, CodePointSetDataBorrowed,
};

const IGNORABLE: CodePointSetDataBorrowed<'static> = CodePointSetData::new::<DefaultIgnorableCodePoint>();
const PICTOGRAPHIC: CodePointSetDataBorrowed<'static> = CodePointSetData::new::<ExtendedPictographic>();
const SCRIPTS: CodePointMapDataBorrowed<'static, Script> = CodePointMapData::<Script>::new();

const ZWNJ: char = '\u{200C}';
const ZWJ: char = '\u{200D}';

/// How many characters were removed from a text, by what they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Removed {
    /// Zero-width spaces and joiners, soft hyphens, fillers.
    zero_width: usize,
    /// Tag characters (U+E0000 to U+E007F), which repeat ASCII invisibly.
    tags: usize,
    /// Variation selectors that select nothing.
    selectors: usize,
    /// Marks that change the direction of writing.
    directions: usize,
    /// Control characters, such as those of terminals.
    controls: usize,
}

impl Removed {
    /// Whether nothing was removed.
    pub(super) fn is_empty(self) -> bool {
        self == Removed::default()
    }

    fn count(&mut self, c: char) {
        let count = match c {
            '\u{E0000}'..='\u{E007F}' => &mut self.tags,
            c if is_selector(c) => &mut self.selectors,
            c if is_direction(c) => &mut self.directions,
            c if c.is_control() => &mut self.controls,
            _ => &mut self.zero_width,
        };
        *count += 1;
    }
}

/// Lists what was removed, such as `3 zero-width characters, 12 tag characters`.
impl fmt::Display for Removed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = [
            (self.zero_width, "zero-width character"),
            (self.tags, "tag character"),
            (self.selectors, "variation selector"),
            (self.directions, "direction mark"),
            (self.controls, "control character"),
        ];
        let present = all.into_iter().filter(|(count, _)| *count > 0);
        let plural = |count| if count == 1 { "" } else { "s" };
        let said: Vec<String> =
            present.map(|(count, name)| format!("{count} {name}{}", plural(count))).collect();
        f.write_str(&said.join(", "))
    }
}

/// Copies a text character by character and leaves out invisible ones. Joiners stay where a script or an emoji
/// needs them, and a variation selector stays after the character that it can change.
#[derive(Debug, Default)]
pub(super) struct Cleaner {
    /// What was left out so far.
    pub(super) removed: Removed,
    /// The last character that was copied.
    last: Option<char>,
}

impl Cleaner {
    /// Whether to copy the character `c`; `next` is the character after it in the text, if there is one.
    pub(super) fn keeps(&mut self, c: char, next: Option<char>) -> bool {
        let kept = match c {
            '\n' | '\t' => true,
            ZWNJ | ZWJ => self.needs_joiner(c, next),
            c if is_selector(c) => self.last.is_some_and(|last| may_select(last, c)),
            c if c.is_ascii_graphic() || c == ' ' => true,
            c => !(IGNORABLE.contains(c) || c.is_control() || is_annotation(c)),
        };
        if kept {
            self.last = Some(c);
        } else {
            self.removed.count(c);
        }
        kept
    }

    fn needs_joiner(&self, c: char, next: Option<char>) -> bool {
        let (Some(last), Some(next)) = (self.last, next) else { return false };
        let is_emoji = c == ZWJ && (is_emoji_part(last) && PICTOGRAPHIC.contains(next));
        is_emoji || (has_joiners(last) && has_joiners(next))
    }
}

/// Returns a text without invisible characters, and what was removed.
pub(super) fn without_invisible(text: &str) -> (String, Removed) {
    let mut cleaner = Cleaner::default();
    let mut clean = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if cleaner.keeps(c, chars.peek().copied()) {
            clean.push(c);
        }
    }
    (clean, cleaner.removed)
}

/// Returns a text on one line, without invisible characters, cut after `max_chars` characters.
pub(super) fn one_line(text: &str, max_chars: usize) -> String {
    let clean = without_invisible(text).0;
    let line = clean.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(max_chars) {
        Some((cut, _)) => format!("{}…", line[..cut].trim_end()),
        None => line,
    }
}

/// Returns source code in which every invisible character is a character reference, which means the same in
/// HTML but is seen.
pub(super) fn with_references(source: &str) -> String {
    let mut cleaner = Cleaner::default();
    let mut seen = String::with_capacity(source.len());
    let mut chars = source.chars().peekable();
    while let Some(c) = chars.next() {
        match cleaner.keeps(c, chars.peek().copied()) {
            true => seen.push(c),
            false if c == '\r' => {}
            false => seen.push_str(&format!("&#x{:X};", c as u32)),
        }
    }
    seen
}

fn is_selector(c: char) -> bool {
    matches!(c, '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' | '\u{180B}'..='\u{180D}' | '\u{180F}')
}

/// Whether a variation selector can change the look of the character before it. One after another carries data,
/// not a look.
fn may_select(last: char, selector: char) -> bool {
    let script = SCRIPTS.get(last);
    match selector {
        '\u{180B}'..='\u{180F}' => script == Script::Mongolian,
        '\u{E0100}'..='\u{E01EF}' => script == Script::Han,
        '\u{FE0E}' | '\u{FE0F}' => PICTOGRAPHIC.contains(last) || matches!(last, '#' | '*' | '0'..='9'),
        _ => matches!(script, Script::Han | Script::Myanmar | Script::PhagsPa),
    }
}

fn is_direction(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{206F}')
}

/// Interlinear annotation characters, which belong to no plain text.
fn is_annotation(c: char) -> bool {
    matches!(c, '\u{FFF9}'..='\u{FFFB}')
}

/// Whether the last character of an emoji so far can be joined with another: a picture, a skin tone or a
/// variation selector.
fn is_emoji_part(c: char) -> bool {
    PICTOGRAPHIC.contains(c) || matches!(c, '\u{1F3FB}'..='\u{1F3FF}' | '\u{FE0F}')
}

/// Whether words of the character's script are written with joiners.
fn has_joiners(c: char) -> bool {
    use Script as S;
    const WITH_JOINERS: [Script; 17] = [
        S::Arabic,
        S::Syriac,
        S::Mongolian,
        S::Nko,
        S::Devanagari,
        S::Bengali,
        S::Gurmukhi,
        S::Gujarati,
        S::Oriya,
        S::Tamil,
        S::Telugu,
        S::Kannada,
        S::Malayalam,
        S::Sinhala,
        S::Myanmar,
        S::Khmer,
        S::Tibetan,
    ];
    WITH_JOINERS.contains(&SCRIPTS.get(c)) || matches!(c, '\u{64B}'..='\u{655}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn invisible_characters_are_removed_and_named() {
        for (text, clean, said) in [
            ("plain text\n\tof two lines", "plain text\n\tof two lines", ""),
            ("a\u{200B}b\u{FEFF}c\u{AD}d", "abcd", "3 zero-width characters"),
            ("ok\u{E0049}\u{E0067}\u{E006E}", "ok", "3 tag characters"),
            ("\u{202E}evil\u{202C} \u{2067}x\u{2069}", "evil x", "4 direction marks"),
            ("a\u{1B}[2Jb\u{7}", "a[2Jb", "2 control characters"),
            ("x\u{FE01}\u{FE02}\u{E0101}", "x", "3 variation selectors"),
            ("☺\u{FE0F}\u{FE0F}", "☺\u{FE0F}", "1 variation selector"),
            ("می\u{200C}خواهم", "می\u{200C}خواهم", ""),
            ("می\u{200C}\u{200C}خواهم", "می\u{200C}خواهم", "1 zero-width character"),
            ("of\u{200C}fer", "offer", "1 zero-width character"),
            ("क्\u{200D}ष", "क्\u{200D}ष", ""),
            ("👩\u{200D}🔬 1\u{FE0F}\u{20E3}", "👩\u{200D}🔬 1\u{FE0F}\u{20E3}", ""),
            ("葛\u{E0100}", "葛\u{E0100}", ""),
            ("\u{3164}\u{115F}\u{FFF9}", "", "3 zero-width characters"),
        ] {
            let (found, removed) = without_invisible(text);
            assert_eq!((found.as_str(), removed.to_string().as_str()), (clean, said), "{text:?}");
        }
    }

    #[test]
    fn source_code_names_them() {
        assert_eq!(with_references("<p>a\u{200B}b\r\n\u{202E}"), "<p>a&#x200B;b\n&#x202E;");
    }

    #[test]
    fn a_line_is_short() {
        assert_eq!(one_line(" The\n old\u{200B} mill ", 20), "The old mill");
        assert_eq!(one_line("The old mill", 4), "The…");
    }

    proptest! {
        #[test]
        fn cleaning_twice_changes_nothing(text in "(?s)[ab\u{200B}-\u{200F}\u{202A}-\u{202E}\u{FE00}-\u{FE0F}\u{E0000}-\u{E0200}می☺👩\u{1F3FB}0-9#葛क\u{94D}]{0,16}") {
            let once = without_invisible(&text).0;
            prop_assert_eq!(without_invisible(&once), (once.clone(), Removed::default()));
        }
    }
}
