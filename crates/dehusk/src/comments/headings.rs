//! Headings that stand over readers' comments, in the languages that pages are most often in: unlike classes and ids they are
//! written for readers. What is under such a heading is not looked at here.

use crate::markup::{HEADING, Tag};
use crate::page::{Element, Page};
use std::collections::HashSet;

/// Longest heading that is read, in bytes: `12 comments on "A title of an article"`.
const LONGEST: usize = 300;
/// An element with no more bytes than this besides the heading is a box around it.
const MOST_AROUND: usize = 160;
/// Boxes around a heading that are looked through.
const MOST_BOXES: usize = 3;

/// What such headings say, in their [`normal`] form. Words that are also what newspapers call opinions (`Kommentar`, `评论`) or papers
/// a chapter (`Discussion`) are left out alone.
const NAMES: [&str; 91] = [
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
/// What stands after a number at the beginning of such a heading, and may go on: `3 thoughts on "A title"`.
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

/// The elements of a page that begin with such a heading, by their numbers.
pub(super) fn elements_under(page: &Page<'_>) -> HashSet<u32> {
    let blocks = page.blocks();
    let mut found = HashSet::new();
    for (at, block) in blocks.iter().enumerate().filter(|(_, block)| block.span.len() <= LONGEST) {
        let heading = page.block_element(block).and_then(heading);
        let Some(heading) = heading.filter(|_| is_name(&page.visible_text(block))) else { continue };
        let before = at.checked_sub(1).map_or(0, |before| blocks[before].span.end());
        let begins = |element: &Element<'_>| element.span().start() >= before;
        if let Some(element) = section(heading).filter(begins) {
            found.insert(element.id());
        }
    }
    found
}

/// The heading that an element is or stands in. The first level is for the page.
fn heading(element: Element<'_>) -> Option<Element<'_>> {
    let around = std::iter::successors(Some(element), |element| element.parent()).take(2);
    around.into_iter().find(|element| element.tag().is(HEADING) && element.tag() != Tag::H1)
}

/// The element around a heading that has more in it than the heading.
fn section(heading: Element<'_>) -> Option<Element<'_>> {
    let around = std::iter::successors(heading.parent(), |element| element.parent()).take(MOST_BOXES);
    around.into_iter().find(|element| element.span().len() > heading.span().len() + MOST_AROUND)
}

fn is_name(text: &str) -> bool {
    let normal = normal(text);
    let begins_with =
        |name: &&str| normal.strip_prefix(*name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    let is_counted = || text.trim_start().starts_with(char::is_numeric) && COUNTED.iter().any(begins_with);
    NAMES.contains(&normal.as_str()) || is_counted()
}

/// The letters of a text in lower case, with one blank between words.
fn normal(text: &str) -> String {
    let letters = text.chars().flat_map(char::to_lowercase).filter_map(|c| match c {
        // Marks of Thai, which Unicode does not call letters.
        _ if c.is_alphabetic() || matches!(c, '\u{E47}'..='\u{E4E}') => Some(c),
        // What stands inside words unseen.
        '\u{200C}' | '\u{200D}' | '\u{AD}' => None,
        _ => Some(' '),
    });
    letters.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_their_normal_form_and_stand_once() {
        let all: Vec<&str> = NAMES.iter().chain(&COUNTED).copied().collect();
        assert!(all.iter().all(|name| normal(name) == *name));
        assert_eq!(NAMES.iter().collect::<HashSet<_>>().len(), NAMES.len());
        assert_eq!(COUNTED.iter().collect::<HashSet<_>>().len(), COUNTED.len());
    }

    #[test]
    fn headings_are_read_in_many_languages() {
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
            assert_eq!(is_name(text), expected, "{text}");
        }
    }
}
