//! What an element says about comments, by its classes, its id and its microdata.

use crate::page::Element;

/// What an element may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    /// A comment, by schema.org.
    Comment,
    /// A comment, by its class or id.
    MaybeComment,
    /// The text of a comment, by its class or id: a comment where nothing around it is one.
    Body,
    /// A place of comments, if some are in it.
    Thread,
    /// A place of comments, by all that it says.
    ThreadForSure,
    /// A place of comments by its heading, if they are signed or there is a field to write in.
    Headed,
}

/// What an element tells.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Told {
    pub(super) says: Option<Says>,
    /// The body or the title of an article.
    pub(super) is_subject: bool,
    /// An author or a date.
    pub(super) is_signature: bool,
}

/// Words that name a comment. Classes are mostly English, whatever the language of the page.
const COMMENT: [&str; 7] =
    ["comment", "kommentar", "commentaire", "comentario", "commento", "komentarz", "yorum"];
/// Words that name a place of comments alone.
const PLACES: [&str; 16] = [
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
/// Words that make a place of a comment, and that a place of comments may have besides.
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
/// Words that, with those above, make the text of a comment.
const BODIES: [&str; 2] = ["body", "text"];
const COMMENT_BODIES: [&str; 2] = ["commentbody", "commenttext"];
/// Words that a comment or a place of comments may have besides; `dsq` is in the ids of a widespread system.
const BESIDE: [&str; 23] = [
    "post", "article", "blog", "story", "entry", "page", "user", "users", "reader", "readers", "item",
    "single", "node", "row", "new", "all", "the", "main", "inner", "outer", "view", "id", "dsq",
];

/// Whether a class or id may name comments: most do not, and are not read as words. Each of the words has one of these in it.
fn may_name(value: &str) -> bool {
    const PARTS: [&[u8; 4]; 5] = [b"ment", b"spon", b"squs", b"yoru", b"xoli"];
    // Most places are told by one byte: this is asked of every class of a page.
    let may_begin = |byte: u8| matches!(byte | 0x20, b'm' | b's' | b'y' | b'x');
    let mut windows = value.as_bytes().windows(4).filter(|window| may_begin(window[0]));
    windows.any(|window| PARTS.iter().any(|part| window.eq_ignore_ascii_case(*part)))
}

/// What an element tells; inside a comment or a place of comments also about signatures.
pub(super) fn of(element: &Element<'_>, is_inside: bool) -> Told {
    let mut told = Told::default();
    for (name, value) in element.raw_attributes() {
        if name.len() > "itemprop".len() || value.is_empty() {
            continue;
        }
        let is = |word: &str| name.eq_ignore_ascii_case(word);
        if is("class") || is("id") {
            if !is_inside && !may_name(value) {
                continue;
            }
            value.split_ascii_whitespace().for_each(|token| token_of(token, &mut told));
        } else if is("itemprop") {
            value.split_ascii_whitespace().for_each(|property| property_of(property, &mut told));
        } else if is("itemtype") {
            let kind = value.trim_end_matches('/').rsplit('/').next().unwrap_or("");
            if matches!(kind, "Comment" | "UserComments") {
                told.says = Some(Says::Comment);
            }
        } else if is("rel") {
            told.is_signature |= value.eq_ignore_ascii_case("author");
        }
    }
    told
}

fn property_of(property: &str, told: &mut Told) {
    match property {
        "comment" => told.says = Some(Says::Comment),
        "articleBody" | "headline" => told.is_subject = true,
        "author" | "creator" | "dateCreated" | "datePublished" | "commentTime" => told.is_signature = true,
        _ => {}
    }
}

/// What one class or id says: it counts only if all of its words do.
fn token_of(token: &str, told: &mut Told) {
    let (mut comment, mut place, mut structure, mut number, mut other) = (false, false, false, false, false);
    let (mut words, mut signature, mut body) = (0, false, false);
    each_word(token, |word| {
        words += 1;
        let is = |list: &[&str]| list.iter().any(|it| word.eq_ignore_ascii_case(it));
        if is(&COMMENT) {
            comment = true;
        } else if is(&PLACES) {
            place = true;
        } else if is(&COMMENT_BODIES) {
            (comment, body) = (true, true);
        } else if is(&BODIES) {
            body = true;
        } else if is(&STRUCTURE) {
            structure = true;
        } else if word.bytes().all(|byte| byte.is_ascii_digit()) {
            number = true;
        } else if !is(&BESIDE) {
            other = true;
        }
        signature |= is(&["author", "username", "date", "timestamp", "nickname"]);
    });
    told.is_signature |= signature;
    if other || !(comment || place) {
        return;
    }
    let says = match (place, structure) {
        _ if body => Says::Body,
        (true, _) if words <= 2 => Says::ThreadForSure,
        (true, _) => Says::Thread,
        (false, true) if !number => Says::Thread,
        (false, _) => Says::MaybeComment,
    };
    // What else an element says of itself tells more than that it is a text.
    let keeps = |known: &Says| *known == Says::Comment || says == Says::Body;
    told.says = told.says.filter(keeps).or(Some(says));
}

/// The words of `comment-list`, `comment_list` and `commentList`.
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
    fn no_word_is_passed_over() {
        assert!(COMMENT.iter().chain(&PLACES).all(|word| may_name(word)));
    }

    #[test]
    fn classes_and_ids_are_read_as_words() {
        for (token, expected) in [
            ("comment", Some(Says::MaybeComment)),
            ("comment-1234", Some(Says::MaybeComment)),
            ("userComment", Some(Says::MaybeComment)),
            ("comments", Some(Says::ThreadForSure)),
            ("comments-area", Some(Says::ThreadForSure)),
            ("CommentsSection", Some(Says::ThreadForSure)),
            ("article-comments-block", Some(Says::Thread)),
            ("comment-list", Some(Says::Thread)),
            ("respond", Some(Says::ThreadForSure)),
            ("disqus_thread", Some(Says::ThreadForSure)),
            ("kommentare", Some(Says::ThreadForSure)),
            ("leserkommentare-liste", None),
            ("lista-comentarios", None),
            ("comentario-12", Some(Says::MaybeComment)),
            ("yorum", Some(Says::MaybeComment)),
            ("comment-body", Some(Says::Body)),
            ("commentBody", Some(Says::Body)),
            ("comments-body", Some(Says::Body)),
            ("commentbody", Some(Says::Body)),
            ("dsq-comment-body-12", Some(Says::Body)),
            ("dsq-comment-12", Some(Says::MaybeComment)),
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
            let mut told = Told::default();
            token_of(token, &mut told);
            assert_eq!(told.says, expected, "{token}");
        }
    }
}
