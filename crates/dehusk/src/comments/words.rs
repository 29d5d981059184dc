//! Recognizes comments and threads by classes, ids and microdata.
//!
//! All word lists of this file were chosen by hand.

use crate::page::Element;

/// The role that an element may have in a thread of comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A comment, by its schema.org type or property.
    Comment,
    /// A comment, by its class or id.
    MaybeComment,
    /// The text of a comment, by its class or id. It counts as the comment if no element around it is one.
    Body,
    /// A container of comments, by its class or id. It counts only if it contains comments or an input field.
    Thread,
    /// A container of comments, by a class or id that consists of a container's name and at most one other word.
    CertainThread,
    /// A container of comments, by its heading. It counts only if it contains comments, an author, a date or an input field.
    HeadedThread,
}

/// The evidence in the attributes of an element.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clues {
    pub(super) role: Option<Role>,
    /// The element is the body or the headline of an article.
    pub(super) is_subject: bool,
    /// The element is an author or a date.
    pub(super) is_signature: bool,
}

/// Words that mean "comment". Classes are mostly English, whatever the language of the page. Chosen by hand.
const COMMENT: [&str; 7] =
    ["comment", "kommentar", "commentaire", "comentario", "commento", "komentarz", "yorum"];
/// Words that name a container of comments by themselves. Chosen by hand.
const CONTAINERS: [&str; 16] = [
    "comments",
    "commentlist",
    "commentslist",
    "commentsection",
    "commentthread",
    "commentarea",
    "disqus",
    "respond",
    "kommentare",
    "leserkommentare",
    "commentaires",
    "comentarios",
    "commenti",
    "komentarze",
    "yorumlar",
    "sxolia",
];
/// Words that name a container together with a word from [`COMMENT`]. Chosen by hand.
const STRUCTURE: [&str; 21] = [
    "area",
    "section",
    "list",
    "wrapper",
    "wrap",
    "container",
    "thread",
    "threads",
    "holder",
    "module",
    "form",
    "respond",
    "block",
    "box",
    "stream",
    "feed",
    "group",
    "div",
    "content",
    "tree",
    "region",
];
/// Words that name the text of a comment together with a word from [`COMMENT`] or [`CONTAINERS`]. Chosen by hand.
const BODIES: [&str; 2] = ["body", "text"];
/// Words that name the text of a comment by themselves. Chosen by hand.
const COMMENT_BODIES: [&str; 2] = ["commentbody", "commenttext"];
/// Words that do not change the meaning of a class or id. Chosen by hand; `dsq` occurs in the ids of Disqus.
const NEUTRAL: [&str; 23] = [
    "post", "article", "blog", "story", "entry", "page", "user", "users", "reader", "readers", "item",
    "single", "node", "row", "new", "all", "the", "main", "inner", "outer", "view", "id", "dsq",
];

/// Words for the author or the date of a comment. Chosen by hand.
const SIGNATURES: [&str; 5] = ["author", "username", "date", "timestamp", "nickname"];
/// Maximum number of words in a class or id that certainly names a container of comments. Chosen by hand.
const MAX_CERTAIN_WORDS: usize = 2;

/// Whether a class or id may name comments. This quick test rejects most values without splitting them into words.
fn may_name(value: &str) -> bool {
    /// Every word of [`COMMENT`] and [`CONTAINERS`] contains one of these sequences of letters; a test checks this.
    const PARTS: [&[u8; 4]; 5] = [b"ment", b"spon", b"squs", b"yoru", b"xoli"];
    // Checking the first byte rules out most positions, which matters because this runs on every class of a page.
    let may_begin = |byte: u8| matches!(byte | 0x20, b'm' | b's' | b'y' | b'x');
    let mut windows = value.as_bytes().windows(4).filter(|window| may_begin(window[0]));
    windows.any(|window| PARTS.iter().any(|part| window.eq_ignore_ascii_case(*part)))
}

/// Returns the evidence in the attributes of an element. Classes that name only an author or a date are considered only if
/// `is_inside`, that is, inside a comment or a container of comments.
pub(super) fn of(element: &Element<'_>, is_inside: bool) -> Clues {
    let mut clues = Clues::default();
    for (name, value) in element.raw_attributes() {
        if name.len() > "itemprop".len() || value.is_empty() {
            continue;
        }
        let is = |word: &str| name.eq_ignore_ascii_case(word);
        if is("class") || is("id") {
            if !is_inside && !may_name(value) {
                continue;
            }
            value.split_ascii_whitespace().for_each(|token| read_token(token, &mut clues));
        } else if is("itemprop") {
            value.split_ascii_whitespace().for_each(|property| read_property(property, &mut clues));
        } else if is("itemtype") {
            let kind = value.trim_end_matches('/').rsplit('/').next().unwrap_or("");
            if matches!(kind, "Comment" | "UserComments") {
                clues.role = Some(Role::Comment);
            }
        } else if is("rel") {
            clues.is_signature |= value.eq_ignore_ascii_case("author");
        }
    }
    clues
}

/// Reads one name of an `itemprop`.
fn read_property(property: &str, clues: &mut Clues) {
    match property {
        "comment" => clues.role = Some(Role::Comment),
        "articleBody" | "headline" => clues.is_subject = true,
        "author" | "creator" | "dateCreated" | "datePublished" | "commentTime" => clues.is_signature = true,
        _ => {}
    }
}

/// Reads one class or id. It gives a role only if each word is a number or in a list above other than [`SIGNATURES`].
fn read_token(token: &str, clues: &mut Clues) {
    let (mut comment, mut container, mut structure, mut number, mut other) =
        (false, false, false, false, false);
    let (mut words, mut signature, mut body) = (0, false, false);
    each_word(token, |word| {
        words += 1;
        let is = |list: &[&str]| list.iter().any(|it| word.eq_ignore_ascii_case(it));
        if is(&COMMENT) {
            comment = true;
        } else if is(&CONTAINERS) {
            container = true;
        } else if is(&COMMENT_BODIES) {
            (comment, body) = (true, true);
        } else if is(&BODIES) {
            body = true;
        } else if is(&STRUCTURE) {
            structure = true;
        } else if word.bytes().all(|byte| byte.is_ascii_digit()) {
            number = true;
        } else if !is(&NEUTRAL) {
            other = true;
        }
        signature |= is(&SIGNATURES);
    });
    clues.is_signature |= signature;
    if other || !(comment || container) {
        return;
    }
    let role = match (container, structure) {
        _ if body => Role::Body,
        (true, _) if words <= MAX_CERTAIN_WORDS => Role::CertainThread,
        (true, _) => Role::Thread,
        (false, true) if !number => Role::Thread,
        (false, _) => Role::MaybeComment,
    };
    // A role from microdata is never replaced, and `Body` never replaces another role.
    let keeps = |known: &Role| *known == Role::Comment || role == Role::Body;
    clues.role = clues.role.filter(keeps).or(Some(role));
}

/// Calls `found` for each word of a class or id, such as `comment-list`, `comment_list` and `commentList`.
fn each_word(token: &str, mut found: impl FnMut(&str)) {
    let bytes = token.as_bytes();
    let mut start = 0;
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte >= 0x80;
    for at in 0..=bytes.len() {
        let here = bytes.get(at).copied().unwrap_or(b' ');
        let before = at.checked_sub(1).map_or(b' ', |before| bytes[before]);
        let begins = (before.is_ascii_lowercase() && here.is_ascii_uppercase())
            || before.is_ascii_digit() != here.is_ascii_digit();
        if (!is_word(here) || begins) && at > start {
            found(&token[start..at]);
            start = at;
        }
        if !is_word(here) {
            start = at + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quick_test_misses_no_word() {
        assert!(COMMENT.iter().chain(&CONTAINERS).all(|word| may_name(word)));
    }

    #[test]
    fn classes_and_ids_are_read_word_by_word() {
        for (token, expected) in [
            ("comment", Some(Role::MaybeComment)),
            ("comment-1234", Some(Role::MaybeComment)),
            ("userComment", Some(Role::MaybeComment)),
            ("comments", Some(Role::CertainThread)),
            ("comments-area", Some(Role::CertainThread)),
            ("CommentsSection", Some(Role::CertainThread)),
            ("article-comments-block", Some(Role::Thread)),
            ("comment-list", Some(Role::Thread)),
            ("respond", Some(Role::CertainThread)),
            ("disqus_thread", Some(Role::CertainThread)),
            ("kommentare", Some(Role::CertainThread)),
            ("leserkommentare-liste", None),
            ("lista-comentarios", None),
            ("comentario-12", Some(Role::MaybeComment)),
            ("yorum", Some(Role::MaybeComment)),
            ("comment-body", Some(Role::Body)),
            ("commentBody", Some(Role::Body)),
            ("comments-body", Some(Role::Body)),
            ("commentbody", Some(Role::Body)),
            ("dsq-comment-body-12", Some(Role::Body)),
            ("dsq-comment-12", Some(Role::MaybeComment)),
            ("body-text", None),
            ("comment-body-link", None),
            ("comment-author", None),
            ("comments-open", None),
            ("has-comments", None),
            ("commentary", None),
            ("no-comments", None),
            ("comments-link", None),
            ("ความเห็น", None),
            ("--", None),
            ("", None),
        ] {
            let mut clues = Clues::default();
            read_token(token, &mut clues);
            assert_eq!(clues.role, expected, "{token}");
        }
    }
}
