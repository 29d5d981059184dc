//! Clues in the words of `class` and `id`: whether an element is an author, a date or a part about something other than the page.
//!
//! The words were chosen by hand; they are common in markup of any origin. A value is read in one pass and not copied.

use crate::byte_set::{ByteSet, byte_set};

// Bits that `of` returns.

/// The element is an author.
pub(super) const AUTHOR: u8 = 1;
/// The element is a date.
pub(super) const DATE: u8 = 1 << 1;
/// The date is the date of a change.
pub(super) const CHANGED: u8 = 1 << 2;
/// The element is a comment, a sidebar or another part about something other than the page.
pub(super) const ASIDE: u8 = 1 << 3;
/// The element accompanies the name of an author: a picture, a profession, a biography.
pub(super) const ABOUT: u8 = 1 << 4;
/// The element is a name.
pub(super) const NAME: u8 = 1 << 5;
/// The element leads to other pages of the same text.
pub(super) const PAGER: u8 = 1 << 6;

/// Each entry is a word, whether all of it must match (otherwise only the beginning), and the bits that the word sets. Chosen by
/// hand.
const WORDS: [(&[u8], bool, u8); 60] = [
    (b"author", false, AUTHOR),
    (b"byline", false, AUTHOR | NAME),
    (b"username", false, AUTHOR | NAME),
    (b"writer", true, AUTHOR),
    (b"writtenby", true, AUTHOR),
    (b"writeby", true, AUTHOR | NAME),
    (b"poster", true, AUTHOR),
    (b"creator", true, AUTHOR),
    (b"contributor", true, AUTHOR),
    (b"nickname", true, AUTHOR | NAME),
    (b"bigusername", true, AUTHOR | NAME),
    (b"postuser", true, AUTHOR),
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
    (b"breadcrumb", false, ASIDE),
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
    (b"pagination", false, PAGER),
    (b"pagenav", false, PAGER),
    (b"pager", true, PAGER),
];

/// Beginnings of words that begin with `author` but are about rights. Chosen by hand.
const NOT_AUTHORS: [&[u8]; 6] =
    [b"authoriz", b"authoris", b"authority", b"authoriti", b"authorita", b"authoring"];

/// Parts of the addresses of pages about an author, in lower case. Each begins with one of [`PART_STARTS`]. Chosen by hand.
const AUTHOR_PAGES: [&str; 16] = [
    "/author/",
    "/authors/",
    "/autor/",
    "/autoren/",
    "/autores/",
    "/auteur/",
    "/auteurs/",
    "/autore/",
    "/autori/",
    "/contributor/",
    "/contributors/",
    "/writers/",
    "/journalist/",
    "/redakteur/",
    "?author=",
    "_author=",
];
/// The signs before the parts of addresses, and the letters that follow them in [`AUTHOR_PAGES`].
const PART_STARTS: [u8; 3] = [b'/', b'?', b'_'];
const PART_LETTERS: ByteSet = byte_set(b"acjrw");
/// The page about a member of a board, in lower case.
const MEMBER_PAGE: &[u8] = b"member.php?";

/// Whether an address is that of a page about an author.
pub(super) fn is_of_author(address: &str) -> bool {
    let address = address.as_bytes();
    // A list of all authors has no name after the part.
    let begins = |rest: &[u8], part: &[u8]| rest.len() > part.len() && rest.starts_with(part);
    let [slash, question, underscore] = PART_STARTS;
    let mut starts = memchr::memchr3_iter(slash, question, underscore, address);
    let is_of_author = starts.any(|at| {
        address.get(at + 1).is_some_and(|letter| PART_LETTERS[usize::from(*letter)])
            && AUTHOR_PAGES.iter().any(|part| begins(&address[at..], part.as_bytes()))
    });
    is_of_author
        || memchr::memmem::find(address, MEMBER_PAGE).is_some_and(|at| begins(&address[at..], MEMBER_PAGE))
}

/// For each byte, the [`WORDS`] that start with it, as a set of bits: bit n is set for the word with index n.
const STARTS: [u64; 256] = starts();

const fn starts() -> [u64; 256] {
    let mut table = [0; 256];
    let mut at = 0;
    while at < WORDS.len() {
        table[WORDS[at].0[0] as usize] |= 1 << at;
        table[WORDS[at].0[0].to_ascii_uppercase() as usize] |= 1 << at;
        at += 1;
    }
    table
}

/// Returns the bits of all words in a value. A word begins after a byte that is not a letter, or with a capital after a lowercase
/// letter.
pub(super) fn of(value: &str) -> u8 {
    let bytes = value.as_bytes();
    let mut bits_found = 0;
    let mut before = b' ';
    for (at, byte) in bytes.iter().copied().enumerate() {
        let is_start =
            !before.is_ascii_alphabetic() || (byte.is_ascii_uppercase() && before.is_ascii_lowercase());
        if is_start && STARTS[usize::from(byte)] != 0 {
            bits_found |= word_at(&bytes[at..], before == b' ');
        }
        before = byte;
    }
    bits_found
}

/// Returns the bits of the word at the start of `bytes`. [`ASIDE`] counts only for the first word of a class, because classes
/// such as `has-sidebar` are on elements that contain the whole page.
fn word_at(bytes: &[u8], first_of_class: bool) -> u8 {
    let word = |(name, whole, bits): &(&[u8], bool, u8)| {
        let len = name.len();
        let ends = || bytes.get(len).is_none_or(|next| !next.is_ascii_lowercase());
        let is_word = bytes.len() >= len && bytes[..len].eq_ignore_ascii_case(name) && (!whole || ends());
        let counts = *bits & ASIDE == 0 || first_of_class;
        if is_word && counts { *bits } else { 0 }
    };
    let (mut bits_found, mut indices) = (0, STARTS[usize::from(bytes[0])]);
    while indices != 0 {
        bits_found |= word(&WORDS[indices.trailing_zeros() as usize]);
        indices &= indices - 1;
    }
    let begins = |word: &&[u8]| bytes.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word));
    if bits_found & AUTHOR != 0 && NOT_AUTHORS.iter().any(begins) { 0 } else { bits_found }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_begin_after_punctuation_and_with_capitals() {
        for (value, bits_found) in [
            ("post-author", AUTHOR),
            ("ArticleByline__name", AUTHOR | NAME),
            ("postAuthorName", AUTHOR | NAME),
            ("update", CHANGED),
            ("candidate validate", 0),
            ("entry-date published", DATE),
            ("author-bio", AUTHOR | ABOUT),
            ("comments-area", ASIDE),
            ("has-sidebar", 0),
            ("PageNav", PAGER),
            ("pagination-top", PAGER),
            ("pagers page", 0),
            ("coauthor timeline", 0),
            ("authorization-link Authority authorised", 0),
            ("AuthorInfo authorinfo authors", AUTHOR),
            ("writeBy", AUTHOR | NAME),
            ("", 0),
        ] {
            assert_eq!(of(value), bits_found, "{value}");
        }
    }

    #[test]
    fn pages_about_authors() {
        for part in AUTHOR_PAGES {
            let [first, second] = [part.as_bytes()[0], part.as_bytes()[1]];
            assert!(PART_STARTS.contains(&first) && PART_LETTERS[usize::from(second)], "{part}");
        }
        for (address, expected) in [
            ("/author/ann", true),
            ("/author//", true),
            ("/authors/author/", true),
            ("https://mill.example/team/authors/ann", true),
            ("/?post_author=7", true),
            ("forum/member.php?7", true),
            ("/authors/", false),
            ("member.php?", false),
            ("/author", false),
            ("_", false),
            ("", false),
        ] {
            assert_eq!(is_of_author(address), expected, "{address}");
        }
    }
}
