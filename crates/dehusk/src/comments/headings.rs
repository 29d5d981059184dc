//! Headings above readers' comments, in the languages that are most frequent on the web. Classes and ids are mostly English;
//! headings are written for readers and so in the language of the page.
//!
//! Whether comments follow such a heading is checked by the parent module. All lists and limits of this file were chosen by hand.

use crate::markup::{HEADING, Tag};
use crate::page::{Element, Page};
use std::collections::HashSet;

/// Maximum length, in bytes of the source, of a heading: `12 comments on "A title of an article"`. Chosen by hand.
const MAX_BYTES: usize = 300;
/// An element with at most this many bytes of source besides the heading only wraps the heading. Chosen by hand.
const MAX_WRAPPER_BYTES: usize = 160;
/// Maximum number of ancestors of a heading that are searched for its section. Chosen by hand.
const MAX_ANCESTORS: usize = 3;

/// The texts of headings above comments, in [`normalized`] form. Chosen by hand. The list leaves out single words that also mean
/// an opinion piece (`Kommentar`, `评论`) or a chapter of a paper (`Discussion`).
const TEXTS: [&str; 91] = [
    "comments",
    "reader comments",
    "readers comments",
    "user comments",
    "all comments",
    "add a comment",
    "add comment",
    "leave a comment",
    "leave comment",
    "leave a reply",
    "post a comment",
    "write a comment",
    "no comments",
    "no comments yet",
    "kommentare",
    "leserkommentare",
    "alle kommentare",
    "kommentar schreiben",
    "kommentar verfassen",
    "kommentar hinterlassen",
    "schreibe einen kommentar",
    "hinterlasse einen kommentar",
    "commentaires",
    "les commentaires",
    "vos commentaires",
    "commentaires des lecteurs",
    "ajouter un commentaire",
    "laisser un commentaire",
    "poster un commentaire",
    "comentarios",
    "comentarios de los lectores",
    "deja un comentario",
    "dejar un comentario",
    "deja una respuesta",
    "escribe un comentario",
    "comentários",
    "comentários dos leitores",
    "deixe um comentário",
    "deixar um comentário",
    "deixe uma resposta",
    "commenti",
    "commenti dei lettori",
    "lascia un commento",
    "lascia una risposta",
    "komentarze",
    "komentarze czytelników",
    "dodaj komentarz",
    "napisz komentarz",
    "комментарии",
    "комментариев",
    "комментария",
    "комментарий",
    "комментарии читателей",
    "добавить комментарий",
    "написать комментарий",
    "оставить комментарий",
    "оставьте комментарий",
    "σχόλια",
    "σχόλια αναγνωστών",
    "αφήστε σχόλιο",
    "αφήστε ένα σχόλιο",
    "γράψτε ένα σχόλιο",
    "προσθήκη σχολίου",
    "条评论",
    "网友评论",
    "用户评论",
    "全部评论",
    "发表评论",
    "發表評論",
    "留言",
    "发表留言",
    "コメント",
    "コメント一覧",
    "コメントを書く",
    "コメントを残す",
    "コメントする",
    "تعليقات",
    "التعليقات",
    "تعليقات القراء",
    "أضف تعليق",
    "اترك تعليقا",
    "نظرات",
    "نظرات کاربران",
    "ارسال نظر",
    "نظر شما",
    "دیدگاهها",
    "ความคิดเห็น",
    "แสดงความคิดเห็น",
    "yorumlar",
    "okur yorumları",
    "yorum yap",
];
/// Words after the number in headings that begin with the number of comments: `3 thoughts on "A title"`. Any text may follow
/// them. Chosen by hand.
const COUNTED: [&str; 21] = [
    "comment",
    "comments",
    "thought on",
    "thoughts on",
    "response to",
    "responses to",
    "kommentar",
    "kommentare",
    "gedanken zu",
    "commentaire",
    "commentaires",
    "comentario",
    "comentarios",
    "comentário",
    "comentários",
    "commento",
    "commenti",
    "комментариев",
    "комментария",
    "σχόλια",
    "yorum",
];

/// Returns the ids of the elements that begin with a heading above comments.
pub(super) fn elements_under(page: &Page<'_>) -> HashSet<u32> {
    let blocks = page.blocks();
    let mut found = HashSet::new();
    for (at, block) in blocks.iter().enumerate().filter(|(_, block)| block.span.len() <= MAX_BYTES) {
        let heading = page.block_element(block).and_then(heading);
        let Some(heading) = heading.filter(|_| announces_comments(&page.visible_text(block))) else {
            continue;
        };
        let before = at.checked_sub(1).map_or(0, |before| blocks[before].span.end());
        let begins = |element: &Element<'_>| element.span().start() >= before;
        if let Some(element) = section(heading).filter(begins) {
            found.insert(element.id());
        }
    }
    found
}

/// Returns the element if it is a heading, otherwise its parent if the parent is one. `h1` does not count: it is the heading of
/// the page.
fn heading(element: Element<'_>) -> Option<Element<'_>> {
    let around = std::iter::successors(Some(element), |element| element.parent()).take(2);
    around.into_iter().find(|element| element.tag().is(HEADING) && element.tag() != Tag::H1)
}

/// Returns the nearest ancestor of a heading that contains other content too; `None` if no ancestor within [`MAX_ANCESTORS`]
/// does.
fn section(heading: Element<'_>) -> Option<Element<'_>> {
    let around = std::iter::successors(heading.parent(), |element| element.parent()).take(MAX_ANCESTORS);
    around.into_iter().find(|element| element.span().len() > heading.span().len() + MAX_WRAPPER_BYTES)
}

/// Whether a heading announces comments.
fn announces_comments(text: &str) -> bool {
    let heading = normalized(text);
    let begins_with = |name: &&str| {
        heading.strip_prefix(*name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    let is_counted = || text.trim_start().starts_with(char::is_numeric) && COUNTED.iter().any(begins_with);
    TEXTS.contains(&heading.as_str()) || is_counted()
}

/// Returns the words of a text in lower case, separated by single spaces. Characters that are not letters separate words.
fn normalized(text: &str) -> String {
    let letters = text.chars().flat_map(char::to_lowercase).filter_map(|c| match c {
        // Some Thai marks are parts of words but not letters in Unicode.
        _ if c.is_alphabetic() || matches!(c, '\u{E47}'..='\u{E4E}') => Some(c),
        // Joiners and soft hyphens are invisible and do not separate words.
        '\u{200C}' | '\u{200D}' | '\u{AD}' => None,
        _ => Some(' '),
    });
    letters.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_normalized_and_distinct() {
        let all: Vec<&str> = TEXTS.iter().chain(&COUNTED).copied().collect();
        assert!(all.iter().all(|name| normalized(name) == *name));
        assert_eq!(TEXTS.iter().collect::<HashSet<_>>().len(), TEXTS.len());
        assert_eq!(COUNTED.iter().collect::<HashSet<_>>().len(), COUNTED.len());
    }

    #[test]
    fn headings_are_recognized_in_many_languages() {
        for (text, expected) in [
            ("Comments", true),
            ("Comments (12)", true),
            ("12 Comments on “The mill reopens”", true),
            ("One comment on mills", false),
            ("Comments of experts on mills", false),
            ("Comment", false),
            ("12 mills and a comment", false),
            ("Kommentare: 3", true),
            ("Kommentar", false),
            ("5 Kommentare zu „Die Mühle“", true),
            ("Laisser un commentaire", true),
            ("3 ΣΧΌΛΙΑ", true),
            ("Оставить комментарий", true),
            ("12条评论", true),
            ("评论", false),
            ("コメント（3）", true),
            ("دیدگاه\u{200C}ها", true),
            ("ความคิดเห็น (2)", true),
            ("Yorumlar", true),
            ("", false),
            ("12", false),
        ] {
            assert_eq!(announces_comments(text), expected, "{text}");
        }
    }
}
