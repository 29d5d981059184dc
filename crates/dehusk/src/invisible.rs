//! Characters that readers do not see: zero-width characters, tag characters, directions, control characters. They can carry text
//! past a reader to a program, and they split words for a search.
//!
//! Some are part of writing: joiners in Persian, in Indian scripts and in emoji, marks of direction beside letters that are
//! written from right to left, zero-width spaces between words of scripts without spaces. Those do not count as invisible here.
//! Text that a page hides by its markup is the subject of [`visibility`](crate::visibility).

use icu_properties::props::{BidiClass, DefaultIgnorableCodePoint, ExtendedPictographic, Script};
use icu_properties::{
    CodePointMapData, CodePointMapDataBorrowed, CodePointSetData, CodePointSetDataBorrowed,
};
use std::fmt;

const IGNORABLE: CodePointSetDataBorrowed<'static> = CodePointSetData::new::<DefaultIgnorableCodePoint>();
const PICTOGRAPHIC: CodePointSetDataBorrowed<'static> = CodePointSetData::new::<ExtendedPictographic>();
const SCRIPTS: CodePointMapDataBorrowed<'static, Script> = CodePointMapData::<Script>::new();
const DIRECTIONS: CodePointMapDataBorrowed<'static, BidiClass> = CodePointMapData::<BidiClass>::new();

const ZWSP: char = '\u{200B}';
const ZWNJ: char = '\u{200C}';
const ZWJ: char = '\u{200D}';
/// The black flag, which tag characters make the flag of a region.
const FLAG: char = '\u{1F3F4}';
const CANCEL_TAG: char = '\u{E007F}';
/// The number of tag characters of a flag: five letters, as in `gbsct`, and the end.
const MAX_FLAG_TAGS: usize = 6;

/// What to do with characters that readers do not see; see [`Options::with_invisible`](crate::Options::with_invisible). Both
/// choices count them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Invisible {
    /// Keep them: the text has the characters of the page.
    #[default]
    Keep,
    /// Leave them out of every form of output, the lists and the metadata.
    Strip,
}

impl Invisible {
    /// All choices.
    pub const ALL: [Invisible; 2] = [Invisible::Keep, Invisible::Strip];

    /// Returns the choice as a word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Invisible::Keep => "keep",
            Invisible::Strip => "strip",
        }
    }
}

impl std::str::FromStr for Invisible {
    type Err = crate::Error;

    fn from_str(word: &str) -> Result<Invisible, crate::Error> {
        Invisible::ALL.into_iter().find(|choice| choice.as_str() == word).ok_or_else(|| {
            crate::Error::usage(format!(
                "{word:?} is not a choice for invisible characters; choose keep or strip"
            ))
        })
    }
}

/// How many characters were removed from a text, by what they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Removed {
    /// Zero-width spaces and joiners, soft hyphens, fillers.
    pub zero_width: usize,
    /// Tag characters (U+E0000 to U+E007F), which repeat ASCII invisibly.
    pub tags: usize,
    /// Variation selectors that select nothing.
    pub selectors: usize,
    /// Marks that change the direction of writing.
    pub directions: usize,
    /// Control characters, such as those of terminals.
    pub controls: usize,
}

impl Removed {
    /// Whether nothing was removed.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Removed::default()
    }

    /// The number of characters.
    #[must_use]
    pub fn total(self) -> usize {
        let Removed { zero_width, tags, selectors, directions, controls } = self;
        zero_width + tags + selectors + directions + controls
    }

    fn add(&mut self, c: char) {
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
pub struct Cleaner {
    /// What was left out so far.
    pub removed: Removed,
    /// The last character that was copied.
    last: Option<char>,
    /// How many tag characters may still belong to the flag before them.
    flag_tags_left: usize,
}

impl Cleaner {
    /// Whether to copy the character `c`; `next` is the character after it in the text, if there is one.
    pub fn keeps(&mut self, c: char, next: Option<char>) -> bool {
        let kept = match c {
            '\n' | '\t' | ' '..='~' => true,
            FLAG => {
                self.flag_tags_left = MAX_FLAG_TAGS;
                true
            }
            c if is_tag_of_flag(c) => self.takes_tag(c),
            ZWNJ | ZWJ => self.needs_joiner(c, next),
            ZWSP => self.is_between(next, has_no_spaces),
            c if is_mark(c) => self.needs_mark(next),
            c if is_selector(c) => self.last.is_some_and(|last| may_select(last, c)),
            c => !(IGNORABLE.contains(c) || c.is_control() || is_annotation(c)),
        };
        if kept {
            self.last = Some(c);
        } else {
            self.removed.add(c);
        }
        kept
    }

    /// Whether a tag character belongs to a flag: letters behind a black flag, such as those of Scotland.
    fn takes_tag(&mut self, c: char) -> bool {
        let is_in_flag = self.last.is_some_and(|last| last == FLAG || is_tag_of_flag(last));
        let left = if is_in_flag { self.flag_tags_left } else { 0 };
        self.flag_tags_left = if c == CANCEL_TAG { 0 } else { left.saturating_sub(1) };
        left > 0
    }

    fn needs_joiner(&self, c: char, next: Option<char>) -> bool {
        let (Some(last), Some(next)) = (self.last, next) else { return false };
        let is_emoji = c == ZWJ && (is_emoji_part(last) && PICTOGRAPHIC.contains(next));
        is_emoji || (has_joiners(last) && has_joiners(next))
    }

    fn is_between(&self, next: Option<char>, is_wanted: fn(char) -> bool) -> bool {
        self.last.is_some_and(is_wanted) && next.is_some_and(is_wanted)
    }

    /// Whether a mark of direction is beside a letter that is written from right to left, and no second one.
    fn needs_mark(&self, next: Option<char>) -> bool {
        let is_second = self.last.is_some_and(is_mark);
        let is_beside = self.last.is_some_and(is_right_to_left) || next.is_some_and(is_right_to_left);
        is_beside && !is_second
    }
}

/// Counts the invisible characters of a text.
#[must_use]
pub fn invisible_in(text: &str) -> Removed {
    let mut cleaner = Cleaner::default();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        cleaner.keeps(c, chars.peek().copied());
    }
    cleaner.removed
}

/// Returns a text without invisible characters, and what was removed.
///
/// ```
/// let (text, removed) = dehusk::invisible::without_invisible("The\u{200B} mill می\u{200C}خواهم");
/// assert_eq!((text.as_str(), removed.total()), ("The mill می\u{200C}خواهم", 1));
/// ```
#[must_use]
pub fn without_invisible(text: &str) -> (String, Removed) {
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

fn is_tag_of_flag(c: char) -> bool {
    matches!(c, '\u{E0030}'..='\u{E0039}' | '\u{E0061}'..='\u{E007A}' | CANCEL_TAG)
}

fn is_direction(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{206F}')
}

/// The marks that set a direction for one place: LRM, RLM and ALM. Overrides, embeddings and isolates can reorder whole
/// lines.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{200E}' | '\u{200F}' | '\u{61C}')
}

/// Whether a letter is written from right to left. A mark is none.
fn is_right_to_left(c: char) -> bool {
    matches!(DIRECTIONS.get(c), BidiClass::RightToLeft | BidiClass::ArabicLetter) && !is_mark(c)
}

/// Whether the character's script has no spaces between words, so that a zero-width space is their border.
fn has_no_spaces(c: char) -> bool {
    matches!(SCRIPTS.get(c), Script::Thai | Script::Lao | Script::Khmer | Script::Myanmar)
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
            (
                "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}\u{E0067}",
                "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
                "1 tag character",
            ),
            ("ไทย\u{200B}ไทย", "ไทย\u{200B}ไทย", ""),
            ("ไทย\u{200B}\u{200B}ไทย", "ไทย\u{200B}ไทย", "1 zero-width character"),
            ("עברית\u{200F}. a\u{200F}\u{200E}b", "עברית\u{200F}. ab", "2 direction marks"),
            ("م\u{200F}\u{200E}\u{200F}", "م\u{200F}", "2 direction marks"),
            ("क्\u{200D}ष", "क्\u{200D}ष", ""),
            ("👩\u{200D}🔬 1\u{FE0F}\u{20E3}", "👩\u{200D}🔬 1\u{FE0F}\u{20E3}", ""),
            ("葛\u{E0100}", "葛\u{E0100}", ""),
            ("\u{3164}\u{115F}\u{FFF9}", "", "3 zero-width characters"),
        ] {
            let (found, removed) = without_invisible(text);
            assert_eq!((found.as_str(), removed.to_string().as_str()), (clean, said), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn cleaning_twice_changes_nothing(text in "(?s)[ab🏴\u{200B}-\u{200F}\u{202A}-\u{202E}\u{FE00}-\u{FE0F}\u{E0000}-\u{E0200}می☺👩\u{1F3FB}0-9#葛क\u{94D}]{0,16}") {
            let once = without_invisible(&text).0;
            prop_assert_eq!(without_invisible(&once), (once.clone(), Removed::default()));
        }
    }
}
