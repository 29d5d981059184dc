//! What the words of `class` and `id` say about an element: an author, a date, a part of the page that is not its subject.
//!
//! The words are those that markup of every origin uses. One pass over the value, no copies.

/// Bits of [`of`].
pub(super) const AUTHOR: u8 = 1;
pub(super) const DATE: u8 = 1 << 1;
/// The date is one of a change.
pub(super) const CHANGED: u8 = 1 << 2;
/// Comments, side bars and other parts that tell of something else.
pub(super) const ASIDE: u8 = 1 << 3;
/// What stands beside the name of an author: a picture, a profession, a life.
pub(super) const ABOUT: u8 = 1 << 4;
/// A name.
pub(super) const NAME: u8 = 1 << 5;

/// Words by their beginning, and whether the whole word must be it.
const WORDS: [(&[u8], bool, u8); 53] = [
    (b"author", false, AUTHOR),
    (b"byline", false, AUTHOR | NAME),
    (b"username", false, AUTHOR | NAME),
    (b"writer", true, AUTHOR),
    (b"writtenby", true, AUTHOR),
    (b"poster", true, AUTHOR),
    (b"creator", true, AUTHOR),
    (b"contributor", true, AUTHOR),
    (b"nickname", true, AUTHOR | NAME),
    (b"name", true, NAME),
    (b"date", true, DATE),
    (b"datetime", true, DATE),
    (b"dateline", true, DATE),
    (b"time", true, DATE),
    (b"timestamp", true, DATE),
    (b"publish", false, DATE),
    (b"pubdate", true, DATE),
    (b"posted", true, DATE),
    (b"update", false, CHANGED),
    (b"modif", false, CHANGED),
    (b"comment", false, ASIDE),
    (b"respond", true, ASIDE),
    (b"reply", true, ASIDE),
    (b"replies", true, ASIDE),
    (b"sidebar", true, ASIDE),
    (b"related", true, ASIDE),
    (b"recommend", false, ASIDE),
    (b"footer", true, ASIDE),
    (b"nav", true, ASIDE),
    (b"menu", true, ASIDE),
    (b"widget", true, ASIDE),
    (b"trending", true, ASIDE),
    (b"popular", true, ASIDE),
    (b"carousel", true, ASIDE),
    (b"slider", true, ASIDE),
    (b"testimonial", false, ASIDE),
    (b"review", false, ASIDE),
    (b"bio", true, ABOUT),
    (b"biography", true, ABOUT),
    (b"title", true, ABOUT),
    (b"job", true, ABOUT),
    (b"role", true, ABOUT),
    (b"position", true, ABOUT),
    (b"desc", false, ABOUT),
    (b"avatar", true, ABOUT),
    (b"image", true, ABOUT),
    (b"img", true, ABOUT),
    (b"photo", true, ABOUT),
    (b"social", true, ABOUT),
    (b"count", true, ABOUT),
    (b"stats", true, ABOUT),
    (b"label", true, ABOUT),
    (b"followers", true, ABOUT),
];

/// For each byte the words that it may begin, as bits of their places in [`WORDS`]; none for many bytes.
const BEGINS: [u64; 256] = begins();

const fn begins() -> [u64; 256] {
    let mut table = [0; 256];
    let mut at = 0;
    while at < WORDS.len() {
        table[WORDS[at].0[0] as usize] |= 1 << at;
        table[WORDS[at].0[0].to_ascii_uppercase() as usize] |= 1 << at;
        at += 1;
    }
    table
}

/// What the words of a value say. A word begins after anything but a letter, or with a capital after a small letter.
pub(super) fn of(value: &str) -> u8 {
    let bytes = value.as_bytes();
    let mut said = 0;
    let mut before = b' ';
    for (at, byte) in bytes.iter().copied().enumerate() {
        let is_begin =
            !before.is_ascii_alphabetic() || (byte.is_ascii_uppercase() && before.is_ascii_lowercase());
        if is_begin && BEGINS[usize::from(byte)] != 0 {
            said |= word_at(&bytes[at..], before == b' ');
        }
        before = byte;
    }
    said
}

/// What the word at the beginning says. Parts of the page are named by the first word of a class only: `has-sidebar` is around
/// everything.
fn word_at(bytes: &[u8], first_of_class: bool) -> u8 {
    let word = |(name, whole, bits): &(&[u8], bool, u8)| {
        let len = name.len();
        let ends = || bytes.get(len).is_none_or(|next| !next.is_ascii_lowercase());
        let is_word = bytes.len() >= len && bytes[..len].eq_ignore_ascii_case(name) && (!whole || ends());
        let counts = *bits & ASIDE == 0 || first_of_class;
        if is_word && counts { *bits } else { 0 }
    };
    let (mut said, mut places) = (0, BEGINS[usize::from(bytes[0])]);
    while places != 0 {
        said |= word(&WORDS[places.trailing_zeros() as usize]);
        places &= places - 1;
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_begin_after_signs_and_with_capitals() {
        for (value, said) in [
            ("post-author", AUTHOR),
            ("ArticleByline__name", AUTHOR | NAME),
            ("postAuthorName", AUTHOR | NAME),
            ("update", CHANGED),
            ("candidate validate", 0),
            ("entry-date published", DATE),
            ("author-bio", AUTHOR | ABOUT),
            ("comments-area", ASIDE),
            ("has-sidebar", 0),
            ("coauthor timeline", 0),
            ("", 0),
        ] {
            assert_eq!(of(value), said, "{value}");
        }
    }
}
