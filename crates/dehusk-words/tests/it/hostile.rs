//! Adversarial texts. The test is that they finish at all; `examples/speed.rs` measures the speed.

use dehusk_words::{Backend, Counter, Lexicon, Segmenter, Settings, Weighting};

/// Length of the texts: a hundred times the longest piece that is passed to ICU, so that a quadratic step
/// would take hours.
const BYTES: usize = 1_600_000;

fn text(unit: &str) -> String {
    unit.repeat(BYTES / unit.len())
}

#[test]
fn long_runs_finish() {
    let settings = Settings { phrases: 5, ..Settings::default() };
    for unit in [
        "ก",
        "ตากลม",
        "ด้านหน้า",
        "\u{E34}",
        "\u{301}",
        "a",
        "a.",
        "中",
        "エ",
        "မြန်",
        "1. ",
        "\u{E4D}\u{E32}",
        "@",
        "www.",
        "://",
        "\u{200B}",
        "ab ",
    ] {
        let mut counter = Counter::new(settings.clone());
        let text = text(unit) + "ฮ";
        counter.add(&text, None);
        let terms = counter.terms(Weighting::Frequency, None);
        assert!(terms.terms.len() < 2_000, "{unit}: {}", terms.terms.len());
    }
}

#[test]
fn listed_words_finish() {
    let ladder: String = (1..100).map(|length| "ก".repeat(length) + "\n").collect();
    let list = ladder + "a a a a a a a a\nกก ก\n中中中\n";
    for backend in Backend::ALL.into_iter().filter(|&backend| backend != Backend::Lstm) {
        let segmenter = Segmenter::new(backend, Lexicon::parse(&list).unwrap()).unwrap();
        for unit in ["ก", "a ", "中", "กกa"] {
            assert!(!segmenter.words(&text(unit)).is_empty());
        }
    }
}

#[test]
fn the_neural_model_gets_bounded_pieces() {
    let segmenter = Segmenter::new(Backend::Lstm, Lexicon::default()).unwrap();
    let words = segmenter.words(&"ก".repeat(40_000));
    assert!(words.len() > 5 && words.iter().all(|word| word.len() <= 16 * 1024));
}

#[test]
fn different_words_are_linear() {
    let mut counter = Counter::new(Settings { phrases: 3, ..Settings::default() });
    let words: String = (0..200_000).map(|number| format!("w{number} ")).collect();
    counter.add(&words, Some("en"));
    let terms = counter.terms(Weighting::Frequency, Some(3));
    assert_eq!((terms.totals.different, terms.terms.len()), (200_000, 3));
    assert_eq!(terms.terms[2].text, "w2");
}

#[test]
fn empty_texts_have_no_terms() {
    let mut counter = Counter::new(Settings { phrases: 4, ..Settings::default() });
    assert!(counter.terms(Weighting::Frequency, None).terms.is_empty());
    assert_eq!(counter.language(), None);
    counter.add("", None);
    counter.add("\n\n … \u{FEFF}\n", Some(""));
    let terms = counter.terms(Weighting::Frequency, None);
    assert!(terms.terms.is_empty() && terms.sentences.is_empty());
    assert_eq!((terms.totals.documents, terms.languages[0].language.as_str()), (2, "und"));
}
