//! Credits in Chinese, Japanese and Korean: `作者：…`, `记者 …`, `责任编辑：…`, `来源：…`, `홍길동 기자`.
//!
//! Such a label may be anywhere in a text and needs no space before it, so bylines of these languages cannot be read from the
//! beginning of a text as those of other languages are ([`super::author`]). All lists and limits of this file were chosen by hand.

/// What the person or the organization named in a credit did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    Author,
    /// Edited the text. On many Chinese pages nobody else is named.
    Editor,
    /// Published the text first. Used only if no person is named.
    Source,
}

/// Labels before a name. Of two labels that end at the same place, the longer comes first.
const LABELS: [(&str, Role); 26] = [
    ("作者", Role::Author),
    ("记者", Role::Author),
    ("記者", Role::Author),
    ("撰文", Role::Author),
    ("撰稿", Role::Author),
    ("文字", Role::Author),
    ("文", Role::Author),
    ("著者", Role::Author),
    ("執筆", Role::Author),
    ("筆者", Role::Author),
    ("ライター", Role::Author),
    ("글쓴이", Role::Author),
    ("작성자", Role::Author),
    ("글", Role::Author),
    ("责任编辑", Role::Editor),
    ("責任編輯", Role::Editor),
    ("责编", Role::Editor),
    ("責編", Role::Editor),
    ("编辑", Role::Editor),
    ("編輯", Role::Editor),
    ("編集", Role::Editor),
    ("文章来源", Role::Source),
    ("来源", Role::Source),
    ("來源", Role::Source),
    ("稿源", Role::Source),
    ("出处", Role::Source),
];
/// Labels that a space or a bracket can separate from the name. After the others, a colon or a stroke is needed.
const BEFORE_SPACE: [&str; 4] = ["记者", "記者", "作者", "責任編輯"];
/// Labels that need nothing between them and the name.
const REPORTER: [&str; 2] = ["记者", "記者"];
/// Characters between a label and a name.
const STROKES: [char; 9] = [':', '：', '/', '／', '|', '｜', '丨', '=', '〓'];
/// Words that follow the name of a reporter.
const AFTER_NAME: [&str; 13] =
    ["报道", "报导", "報導", "報道", "摄影", "攝影", "综合", "整理", "编译", "编制", "編製", "制图", "製圖"];
/// What may stand right before the label of a reporter: endings of the names of newspapers, agencies, sites and stations, and kinds
/// of reporters. After other words, the reporter is a part of a sentence.
const BEFORE_REPORTER: [&str; 36] = [
    "报", "報", "社", "网", "網", "台", "臺", "讯", "訊", "电", "電", "刊", "视", "視", "组", "組", "部",
    "特约", "特約", "见习", "見習", "实习", "實習", "首席", "专职", "资深", "資深", "文字", "本站", "采访",
    "中心", "地方", "财经", "財經", "体育", "體育",
];
/// `Stationed`, which comes before the place of a correspondent: `驻北京记者`.
const STATIONED: [char; 2] = ['驻', '駐'];
/// Maximum number of characters of that place and the word before it.
const MAX_STATION_CHARS: usize = 5;
/// Ends of longer words that begin with the label of a reporter, such as a press conference.
const AFTER_REPORTER: [&str; 10] =
    ["招待会", "招待會", "发布会", "發布會", "协会", "協會", "节", "節", "证", "證"];
/// Words before the names of other people in the same credit.
const BETWEEN_NAMES: [&str; 6] = ["实习生", "通讯员", "通訊員", "特约记者", "见习记者", "实习记者"];
/// The Korean word for a reporter follows the name.
const KOREAN_REPORTER: &str = " 기자";
/// Signs between names that belong together.
const COMMAS: [char; 3] = ['、', '，', ','];
/// Maximum length, in bytes, of the brackets with the reporter at the beginning of a text.
const MAX_BRACKET_BYTES: usize = 90;
/// Brackets that open and close around the reporter at the beginning of a text.
const OPENING: [char; 7] = ['（', '(', '[', '【', '〔', '〖', '［'];
const CLOSING: [char; 7] = ['）', ')', ']', '】', '〕', '〗', '］'];
/// Number of characters of a Chinese, Japanese or Korean name without spaces.
const NAME_CHARS: std::ops::RangeInclusive<usize> = 2..=5;
/// Maximum number of characters of a second name after a space and no label.
const NAME_CHARS_AFTER_SPACE: usize = 3;
/// Maximum number of characters of a source, or of a name in another script.
const MAX_CHARS: usize = 20;
/// Maximum number of names after one label.
const MAX_NAMES: usize = 4;

/// Returns the names in the credit of a text that says most: an author rather than an editor, an editor rather than a source.
pub(super) fn find(text: &str) -> Option<(Role, Vec<String>)> {
    let labelled = LABELS.iter().flat_map(|(label, role)| {
        text.match_indices(label).filter_map(move |(at, _)| {
            let names = names_after(&text[..at], label, &text[at + label.len()..], *role)?;
            Some((*role, at, names))
        })
    });
    let best = labelled.min_by_key(|(role, at, _)| (*role, *at));
    best.map(|(role, _, names)| (role, names)).or_else(|| Some((Role::Author, vec![korean_reporter(text)?])))
}

/// Returns the authors in a bracket: `本报讯（记者王小明）…`, `[부산=스포츠조선 선수민 기자]`.
pub(super) fn in_bracket(text: &str) -> Option<Vec<String>> {
    let brackets = text.match_indices(OPENING).filter_map(|(at, bracket)| {
        let inside = &text[at + bracket.len()..];
        let end = inside.find(CLOSING).filter(|end| *end <= MAX_BRACKET_BYTES)?;
        find(&inside[..end])
    });
    brackets.filter(|(role, _)| *role == Role::Author).map(|(_, names)| names).next()
}

/// Returns the names after a label, or `None` if the label is a part of other text.
fn names_after(before: &str, label: &str, after: &str, role: Role) -> Option<Vec<String>> {
    // One character is a label only at the beginning of a text or after something that is not a letter.
    let is_short = label.chars().count() == 1;
    if is_short && before.chars().next_back().is_some_and(char::is_alphanumeric) {
        return None;
    }
    let is_in_sentence = before.chars().next_back().is_some_and(is_east_asian)
        && !BEFORE_REPORTER.iter().any(|word| before.ends_with(word))
        && !before.chars().rev().take(MAX_STATION_CHARS).any(|c| STATIONED.contains(&c));
    let is_other_word = AFTER_REPORTER.iter().any(|word| after.starts_with(word));
    if REPORTER.contains(&label) && (is_in_sentence || is_other_word) {
        return None;
    }
    let trimmed = after.trim_start();
    let rest = trimmed.trim_start_matches(STROKES).trim_start();
    let is_separated = rest.len() < trimmed.len()
        || (BEFORE_SPACE.contains(&label)
            && (trimmed.len() < after.len() || (REPORTER.contains(&label) && is_whole_name(after))));
    if !is_separated {
        return None;
    }
    let end = rest.find(|c: char| !is_of_names(c)).unwrap_or(rest.len());
    let mut names = names(&rest[..end], role);
    // After the name of an author and a space, a place or a profession may follow. Most of these are longer than names.
    if role == Role::Author && !REPORTER.contains(&label) && !rest[..end].contains(COMMAS) {
        let is_name =
            |(at, name): &(usize, &String)| *at == 0 || name.chars().count() <= NAME_CHARS_AFTER_SPACE;
        let count = names.iter().enumerate().take_while(is_name).count();
        names.truncate(count);
    }
    (!names.is_empty()).then_some(names)
}

/// Whether a text without a separator before it begins with a name and nothing else: `张三）`, `张三报道`.
fn is_whole_name(text: &str) -> bool {
    let end = text.find(|c: char| !is_east_asian(c)).unwrap_or(text.len());
    let (name, next) = (without_verb(&text[..end]), text[end..].chars().next());
    let is_ended = name.len() < end || next.is_none_or(|c| matches!(c, ')' | '）' | '】' | ']' | '/' | '／'));
    is_ended && NAME_CHARS.contains(&name.chars().count())
}

/// Splits names at spaces and commas. A name in another script keeps its spaces.
fn names(text: &str, role: Role) -> Vec<String> {
    let text = text.trim();
    if !text.chars().any(is_east_asian) {
        let is_name = text.chars().any(char::is_alphabetic) && text.chars().count() <= MAX_CHARS;
        return if is_name { vec![text.to_owned()] } else { Vec::new() };
    }
    let parts = text.split([' ', '、', '，', ',', '\u{3000}']).filter(|part| !part.is_empty());
    if role == Role::Source {
        let is_source = |part: &&str| (2..=MAX_CHARS).contains(&part.chars().count());
        return parts.take(1).filter(is_source).map(str::to_owned).collect();
    }
    let is_name = |name: &&str| NAME_CHARS.contains(&name.chars().count()) && !is_label(name);
    let parts = parts.filter(|part| !BETWEEN_NAMES.contains(part));
    parts.map(without_verb).take_while(is_name).take(MAX_NAMES).map(str::to_owned).collect()
}

fn is_label(word: &str) -> bool {
    LABELS.iter().any(|(label, _)| word == *label || word.ends_with(label)) || AFTER_NAME.contains(&word)
}

fn without_verb(name: &str) -> &str {
    AFTER_NAME.iter().find_map(|verb| name.strip_suffix(verb)).unwrap_or(name)
}

/// Returns the name right before the Korean word for a reporter.
fn korean_reporter(text: &str) -> Option<String> {
    let before = &text[..text.find(KOREAN_REPORTER)?];
    let name = before.rsplit(|c: char| !is_east_asian(c)).next()?;
    NAME_CHARS.contains(&name.chars().count()).then(|| name.to_owned())
}

fn is_of_names(c: char) -> bool {
    c.is_alphabetic() || matches!(c, ' ' | '\u{3000}' | '·' | '・' | '、' | '，' | ',' | '.' | '-')
}

/// Whether a character is a Chinese character, a kana, a Hangul syllable or a dot in foreign names.
pub(super) fn is_east_asian(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '·')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reporters_are_named_in_brackets() {
        for (text, expected) in [
            ("本报讯（记者王小明）磨坊昨天重新开业", Some("王小明")),
            ("〔記者王小明／台北報導〕磨坊", Some("王小明")),
            ("[부산=강변일보 홍길동 기자] 방앗간", Some("홍길동")),
            ("中新网5月5日电(记者 王小明 李华)磨坊", Some("王小明;李华")),
            ("磨坊（编辑：王小明）", None),
            ("磨坊（1990年）", None),
            ("（", None),
        ] {
            assert_eq!(in_bracket(text).map(|names| names.join(";")).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn credits_are_found_anywhere_in_a_text() {
        use Role::{Author, Editor, Source};
        for (text, expected) in [
            ("作者：王小明", Some((Author, "王小明"))),
            ("来源：河边日报 作者：王小明", Some((Author, "王小明"))),
            ("2011-05-05 10:00 来源：河边日报", Some((Source, "河边日报"))),
            ("(责任编辑：李华)", Some((Editor, "李华"))),
            ("本报记者 王小明 李华", Some((Author, "王小明;李华"))),
            ("记者 王小明 实习生 李华 通讯员 张三", Some((Author, "王小明;李华;张三"))),
            ("本报讯（记者王小明）磨坊", Some((Author, "王小明"))),
            ("记者王小明报道", Some((Author, "王小明"))),
            ("记者从市政府获悉", None),
            ("记者招待会", None),
            ("周刊部记者王小明报道", Some((Author, "王小明"))),
            ("河边日报驻北京记者王小明", Some((Author, "王小明"))),
            ("告诫记者：勿互相伤害", None),
            ("新华社记者 王小明 编制", Some((Author, "王小明"))),
            ("作者：王小明 江蘇南通 職員", Some((Author, "王小明"))),
            ("作者：王小明 李华", Some((Author, "王小明;李华"))),
            ("作者：王小明、李华", Some((Author, "王小明;李华"))),
            ("文/王小明", Some((Author, "王小明"))),
            ("中文：磨坊", None),
            ("作者：Ann Smith", Some((Author, "Ann Smith"))),
            ("責任編輯 李華", Some((Editor, "李華"))),
            ("記者王小明／台北報導", Some((Author, "王小明"))),
            ("홍길동 기자", Some((Author, "홍길동"))),
            ("입력 2011.05.05 홍길동 기자 mill@mill.example", Some((Author, "홍길동"))),
            ("执笔的作者很多", None),
            ("作者：", None),
            ("", None),
        ] {
            let found = find(text).map(|(role, names)| (role, names.join(";")));
            assert_eq!(found.as_ref().map(|(role, names)| (*role, names.as_str())), expected, "{text}");
        }
    }
}
