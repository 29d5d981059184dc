//! Segmentation quality: sentences segmented by hand, and properties that must hold for any text.

use crate::gold;
use dehusk_words::{Backend, Lexicon, Segmenter};
use proptest::prelude::*;

/// The minimum F1 of borders and of words for the default segmenter, slightly below what it reached when it
/// was chosen. `examples/compare.rs` prints the current values.
const MIN_F1: [(&str, f64, f64); 7] = [
    ("ja", 0.89, 0.81),
    ("km", 0.92, 0.83),
    ("lo", 0.93, 0.86),
    ("my", 0.87, 0.74),
    ("th", 0.93, 0.85),
    ("th_everyday", 0.95, 0.92),
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
