//! Segmentation quality: sentences segmented by hand, and properties that must hold for any text.

use crate::gold;
use dehusk_words::{Backend, Lexicon, Segmenter};
use proptest::prelude::*;

/// The minimum F1 of borders and of words for the default segmenter, slightly below what it reached when it
/// was chosen. `examples/compare.rs` prints the current values.
const MIN_F1: [(&str, f64, f64); 10] = [
    ("ja", 0.89, 0.81),
    ("km", 0.92, 0.83),
    ("lo", 0.93, 0.86),
    ("my", 0.87, 0.74),
    ("th", 0.93, 0.85),
    ("th_everyday", 0.95, 0.92),
    ("th_forum", 0.90, 0.82),
    ("th_manual", 0.90, 0.82),
    ("th_news", 0.90, 0.82),
    ("zh", 0.87, 0.74),
];

#[test]
fn the_default_reaches_its_minimum_f1() {
    let files = gold::files();
    assert_eq!(files.len(), MIN_F1.len());
    for (file, (name, borders, words)) in files.iter().zip(MIN_F1) {
        assert_eq!(file.file_stem().unwrap(), name);
        let sentences = gold::sentences(file);
        assert!(sentences.len() >= 20, "{name}");
        let score = gold::score(&Segmenter::default(), &sentences, |_, _| ());
        assert!(score.borders.f1() >= borders, "{name}: borders {:.3}", score.borders.f1());
        assert!(score.words.f1() >= words, "{name}: words {:.3}", score.words.f1());
        assert!(score.borders.precision() > 0.8 && score.borders.recall() > 0.8, "{name}");
    }
}

#[test]
fn the_default_is_better_than_the_neural_model_in_thai() {
    let file = gold::files().into_iter().find(|file| file.ends_with("th.txt")).unwrap();
    let sentences = gold::sentences(&file);
    let f1 = |backend| {
        let segmenter = Segmenter::new(backend, Lexicon::default()).unwrap();
        gold::score(&segmenter, &sentences, |_, _| ()).words.f1()
    };
    assert!(f1(Backend::Dictionary) > f1(Backend::Lstm) + 0.1);
}

fn segmenters() -> Vec<Segmenter> {
    let list = "กรุงเทพ\nตากลม\nลมXY\nab cd\n中国人\nกรุงเทพ Post\nนที่";
    let lexicon = Lexicon::parse(list).unwrap();
    let listed = Backend::ALL.map(|backend| Segmenter::new(backend, lexicon.clone()).unwrap());
    [Segmenter::default()].into_iter().chain(listed).collect()
}

#[test]
fn every_script_has_words() {
    for (line, words) in [
        ("Don't re-open 3.5 l'été!", "Don't|re|open|3.5|l'été"),
        ("می‌خواهم کتاب‌ها را", "می‌خواهم|کتاب‌ها|را"),
        ("צה\"ל ו־ארה״ב", "צה\"ל|ו|ארה״ב"),
        ("한국어는 재미있다", "한국어는|재미있다"),
        ("हिन्दी में", "हिन्दी|में"),
        ("ดู COVID-19 ใน 5G", "ดู|COVID|19|ใน|5G"),
        ("ราคา ๑๐๐ บาท", "ราคา|๑๐๐|บาท"),
        ("…!? — «»", ""),
    ] {
        assert_eq!(Segmenter::default().texts(line).join("|"), words, "{line}");
    }
}

#[test]
fn listed_words_take_precedence() {
    let listed = |list: &str, line: &str| {
        let segmenter = Segmenter::new(Backend::Dictionary, Lexicon::parse(list).unwrap()).unwrap();
        segmenter.texts(line).join("|")
    };
    assert_eq!(listed("Bangkok Post", "the BANGKOK POST, Bangkok Posts"), "the|BANGKOK POST|Bangkok|Posts");
    assert_eq!(listed("art", "artist art"), "artist|art", "no word ends inside a Latin word");
    assert_eq!(listed("北京大", "北京大学生"), "北京大|学生", "the rest is segmented again");
    assert_eq!(listed("กรุงเทพเมือง", "กรุงเทพเมืองฟ้า"), "กรุงเทพเมือง|ฟ้า");
    assert_eq!(listed("กร", "กรุงเทพ"), "กรุงเทพ", "shorter than the segmenter's word");
    assert_eq!(listed("don't stop", "don't stop me"), "don't stop|me");
}

/// Whether a border would separate a mark from its letter.
fn separates_mark(line: &str, at: usize) -> bool {
    let mark = line[at..].starts_with(['\u{E34}', '\u{E35}', '\u{E48}', '\u{301}', '\u{17C9}', '\u{17D2}']);
    mark && line[..at].ends_with(char::is_alphabetic)
}

proptest! {
    #[test]
    fn words_are_ordered_whole_and_have_letters_or_digits(
        line in "(กรุงเทพ|ตาก|ลม|X|Y|ab|cd| |中国|人|ก|ิ|ี่|\u{301}|\u{200C}|\u{200B}|5|,|ម៉្ញ|မြန်|の|สระ|นที่|Post){0,24}",
    ) {
        for segmenter in segmenters() {
            let words = segmenter.words(&line);
            prop_assert!(words.windows(2).all(|pair| pair[0].end <= pair[1].start));
            for word in words {
                let text = &line[word.clone()];
                let whole = !separates_mark(&line, word.start) && !separates_mark(&line, word.end);
                prop_assert!(whole, "{text:?} in {line:?} by {}", segmenter.backend());
                prop_assert!(text.contains(char::is_alphanumeric));
            }
        }
    }
}

/// Whether a border at this offset is inside a syllable, by the rules of each script. This is written without
/// the properties that the crate uses.
fn is_inside_syllable(line: &str, at: usize) -> bool {
    let before = line[..at].chars().next_back();
    let mut rest = line[at..].chars();
    let (first, second, third) = (rest.next(), rest.next(), rest.next());
    let is = |c: Option<char>, ranges: &[(char, char)]| {
        c.is_some_and(|c| ranges.iter().any(|&(low, high)| (low..=high).contains(&c)))
    };
    let letters = [
        ('\u{E01}', '\u{E2E}'),
        ('\u{E81}', '\u{EAE}'),
        ('\u{F49}', '\u{F6C}'),
        ('\u{1000}', '\u{102A}'),
        ('\u{1780}', '\u{17B3}'),
        ('\u{A984}', '\u{A9B2}'),
    ];
    let signs = [
        ('\u{E30}', '\u{E3A}'),
        ('\u{E47}', '\u{E4E}'),
        ('\u{EB0}', '\u{EBD}'),
        ('\u{EC8}', '\u{ECD}'),
        ('\u{F71}', '\u{F84}'),
        ('\u{F99}', '\u{FBC}'),
        ('\u{102B}', '\u{103E}'),
        ('\u{17B6}', '\u{17D3}'),
        ('\u{A9B3}', '\u{A9C0}'),
    ];
    let leading = [('\u{E40}', '\u{E44}'), ('\u{EC0}', '\u{EC4}')];
    let is_after_word = is(before, &letters) || is(before, &signs);
    let is_closed = is(second, &[('\u{1039}', '\u{103A}'), ('\u{E4C}', '\u{E4C}'), ('\u{ECC}', '\u{ECC}')])
        || second == Some('\u{1037}') && third == Some('\u{103A}');
    is(before, &leading) && is(first, &letters)
        || matches!(before, Some('\u{17D2}' | '\u{1039}')) && is(first, &letters)
        || is_after_word && (is(first, &signs) || is(first, &letters) && is_closed)
}

fn assert_syllables_are_whole(segmenter: &Segmenter, line: &str) {
    for word in segmenter.words(line) {
        for at in [word.start, word.end] {
            let backend = segmenter.backend();
            assert!(!is_inside_syllable(line, at), "{:?} in {line:?} by {backend}", &line[word.clone()]);
        }
    }
}

#[test]
fn syllables_of_names_stay_whole() {
    for (line, words) in [("ဆွစ်ဇာလန်", "ဆွစ်|ဇာ|လန်"), ("အင်္ဂလိပ်စာ", "အင်္ဂလိပ်|စာ"), ("ပြဿနာ", "ပြဿနာ")]
    {
        assert_eq!(Segmenter::default().texts(line).join("|"), words, "{line}");
    }
}

#[test]
fn no_word_of_the_corpora_begins_inside_a_syllable() {
    let Some(corpora) = std::env::var_os("DEHUSK_CORPORA").map(std::path::PathBuf::from) else {
        println!("skipped: set DEHUSK_CORPORA to the folder of the corpora");
        return;
    };
    let segmenter = Segmenter::default();
    let mut folders = vec![corpora];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder of the corpora") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "txt" || extension == "html") {
                let bytes = std::fs::read(&path).expect("a file of the corpora");
                let text = String::from_utf8_lossy(&bytes);
                let is_brahmic = |line: &&str| line.contains(|c| ('\u{900}'..='\u{17FF}').contains(&c));
                text.lines().filter(is_brahmic).for_each(|line| assert_syllables_are_whole(&segmenter, line));
            }
        }
    }
}

proptest! {
    #[test]
    fn no_word_begins_inside_a_syllable(
        line in "([ก-ฮะ-ฺเ-๎]{0,12}|[ກຂຄງຈສຊຍດຕຖທນບປຜຝພຟມຢຣລວຫອຮະ-ຽເ-ໄ່-໌]{0,12}|[က-ဪါ-ှ]{0,12}|[ក-ឳា-៑]{0,12}|[\u{F49}-\u{F6C}\u{F71}-\u{F84}\u{F99}-\u{FBC}]{0,12}|[\u{A984}-\u{A9C0}]{0,12}| |a|5){0,6}",
    ) {
        for segmenter in segmenters() {
            assert_syllables_are_whole(&segmenter, &line);
        }
    }
}
