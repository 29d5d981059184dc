//! Dates in visible text: whether they are of the publication or of a change, by the words around them.

use super::candidates::Kind;
use super::date::Reader;

/// Words that say that the date after them is that of the publication, in lower case. Beginnings of words suffice. Chosen by hand.
const PUBLISHED: [&str; 38] = [
    "publish",
    "posted",
    "written",
    "created",
    "started",
    "released",
    "veröffentlicht",
    "erstellt",
    "erschienen",
    "publié",
    "publicad",
    "publicat",
    "pubblicat",
    "gepubliceerd",
    "geplaatst",
    "opublikowan",
    "dodano",
    "publikováno",
    "közzét",
    "опубликован",
    "опубліковано",
    "дата публикации",
    "δημοσι",
    "发布",
    "發布",
    "发表",
    "發表",
    "公開",
    "投稿",
    "掲載",
    "입력",
    "등록",
    "نشر",
    "انتشار",
    "منتشر",
    "เผยแพร่",
    "yayın",
    "ngày đăng",
];
/// Words that say that the date after them is that of a change, in lower case. Beginnings of words suffice. Chosen by hand.
const CHANGED: [&str; 34] = [
    "update",
    "modified",
    "revised",
    "edited",
    "reviewed",
    "last change",
    "aktualisiert",
    "geändert",
    "stand:",
    "mis à jour",
    "mise à jour",
    "modifié",
    "actualizad",
    "atualizad",
    "aggiornat",
    "ultima modifica",
    "bijgewerkt",
    "aktualizac",
    "aktualizov",
    "zaktualizowan",
    "frissít",
    "обновлен",
    "изменен",
    "оновлен",
    "ενημέρωσ",
    "更新",
    "修改",
    "최종수정",
    "수정",
    "تحديث",
    "بروزرسانی",
    "อัปเดต",
    "güncelle",
    "cập nhật",
];

/// Whether a text has a word that says what its date is.
pub(super) fn is_labelled(text: &str) -> bool {
    let lower = text.to_lowercase();
    labels(&lower).next().is_some()
}

/// Returns the first date of publication and the first date of a change in a text. A date is what the closest label before it
/// says. A date without a label before it is of the publication, unless the text has no other date and has a label of a change
/// after it.
pub(super) fn dates_in(text: &str, dates: &Reader) -> [(Kind, Option<String>); 2] {
    // Most texts of a page have no number, so this check avoids searching them for labels.
    let (mut published, mut changed) = (None, None);
    if !text.chars().any(char::is_numeric) {
        return [(Kind::Published, published), (Kind::Modified, changed)];
    }
    let lower = text.to_lowercase();
    let (mut start, mut kind, mut is_unlabelled) = (0, Kind::Published, false);
    for (at, next) in labels(&lower).chain([(lower.len(), Kind::Published)]) {
        let found = if kind == Kind::Published { &mut published } else { &mut changed };
        if found.is_none() {
            *found = dates.in_text(&lower[start..at]);
            is_unlabelled |= start == 0 && found.is_some();
        }
        (start, kind) = (at, if at < lower.len() { next } else { kind });
    }
    let is_change = is_unlabelled && changed.is_none() && kind == Kind::Modified;
    if is_change {
        (published, changed) = (None, published);
    }
    [(Kind::Published, published), (Kind::Modified, changed)]
}

/// The labels in a text in lower case, in order, with what each says.
fn labels(lower: &str) -> impl Iterator<Item = (usize, Kind)> {
    let find = |words: &[&str], kind: Kind| {
        let found = words.iter().flat_map(|word| lower.match_indices(word).map(move |(at, _)| (at, kind)));
        found.collect::<Vec<_>>()
    };
    let mut labels = find(&PUBLISHED, Kind::Published);
    labels.extend(find(&CHANGED, Kind::Modified));
    labels.sort_by_key(|(at, _)| *at);
    labels.into_iter()
}

#[cfg(test)]
mod tests {
    use super::super::date::Date;
    use super::*;

    #[test]
    fn a_date_is_what_the_label_before_it_says() {
        let reader = Reader::of_language(None, Date::LATEST);
        for (text, published, changed) in [
            ("5 May 2011", "2011-05-05", ""),
            ("Published: 5 May 2011 / Updated: 6 May 2011", "2011-05-05", "2011-05-06"),
            ("Updated 6 May 2011, first published 5 May 2011", "2011-05-05", "2011-05-06"),
            ("5 May 2011 (updated 6 May 2011)", "2011-05-05", "2011-05-06"),
            ("Last updated on 6 May 2011", "", "2011-05-06"),
            ("6 May 2011 updated", "", "2011-05-06"),
            ("发布时间：2011-05-05 更新时间：2011-05-06", "2011-05-05", "2011-05-06"),
            ("입력 2011.05.05. 수정 2011.05.06.", "2011-05-05", "2011-05-06"),
            ("Updated", "", ""),
            ("", "", ""),
        ] {
            let [(_, one), (_, other)] = dates_in(text, &reader);
            assert_eq!(
                (one.unwrap_or_default().as_str(), other.unwrap_or_default().as_str()),
                (published, changed),
                "{text}"
            );
        }
    }
}
