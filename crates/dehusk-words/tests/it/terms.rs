//! Terms of short texts.

use dehusk_words::{Counter, Folding, Reference, Settings, StopWords, Terms, Weighting};
use proptest::prelude::*;
use std::collections::HashMap;

fn counter(settings: Settings, texts: &[&str]) -> Counter {
    let mut counter = Counter::new(settings);
    for text in texts {
        counter.add(text, Some("en"));
    }
    counter
}

fn terms(settings: Settings, texts: &[&str]) -> Terms {
    counter(settings, texts).terms(Weighting::Frequency, None)
}

fn counts(terms: &Terms) -> String {
    terms.terms.iter().map(|term| format!("{} {}", term.text, term.count)).collect::<Vec<_>>().join(", ")
}

fn plain() -> Settings {
    Settings { stop_words: StopWords::none(), ..Settings::default() }
}

#[test]
fn the_example_of_the_specification() {
    // §6.10: the most frequent tokens of length 2 or more that are not stop words; among equals, the first.
    let mut counter = Counter::new(Settings {
        stop_words: StopWords::none().with_list("และ").unwrap(),
        ..Settings::default()
    });
    counter.add("วัน ฝน บ้าน ฝน และ ก และ ฝน และ วัน ฝน ข", Some("th"));
    let all = counter.terms(Weighting::Frequency, Some(50));
    assert_eq!(counts(&all), "ฝน 4, วัน 2, บ้าน 1");
    let mut by_place = all.terms.clone();
    by_place.sort_by_key(|term| term.first);
    assert_eq!(by_place.iter().map(|term| &*term.text).collect::<Vec<_>>(), ["วัน", "ฝน", "บ้าน"]);
    assert_eq!(counts(&counter.terms(Weighting::Frequency, Some(1))), "ฝน 4");
    let totals = all.totals;
    assert_eq!(
        (totals.words, totals.counted, totals.stopped, totals.short, totals.different),
        (12, 7, 3, 2, 3)
    );
}

#[test]
fn the_shown_form_is_the_most_frequent() {
    assert_eq!(counts(&terms(plain(), &["Rain rain RAIN rain"])), "rain 4");
    assert_eq!(counts(&terms(plain(), &["Rain RAIN"])), "Rain 2");
    let exact = Settings { folding: "none".parse().unwrap(), ..plain() };
    assert_eq!(counts(&terms(exact, &["Rain rain rain"])), "rain 2, Rain 1");
}

#[test]
fn plurals() {
    let folding = Folding { plural: true, ..Folding::default() };
    let settings = Settings { folding, ..plain() };
    assert_eq!(
        counts(&terms(settings, &["pages page pages news class clas"])),
        "pages 3, news 1, class 1, clas 1"
    );
    assert_eq!(counts(&terms(plain(), &["pages page pages"])), "pages 2, page 1");
}

#[test]
fn stop_words_of_the_language_and_of_the_user() {
    let settings = Settings {
        stop_words: StopWords::default().with_list("Read More\nsnow").unwrap(),
        ..Settings::default()
    };
    let text = ["The rain and the SNOW. Read more! more rain, read rain"];
    assert_eq!(counts(&terms(settings, &text)), "rain 3, read 1");
    assert_eq!(counts(&terms(Settings::default(), &["Don’t! I’m out, e.g. in the rain"])), "rain 1");
}

#[test]
fn stop_words_match_whatever_is_folded() {
    for folding in ["none", "plural", "letters", "-case", "+plural"] {
        let settings = Settings { folding: folding.parse().unwrap(), ..Settings::default() };
        let text = ["The rain. In Its Rain’s THE DON’T rain"];
        let found = terms(settings, &text);
        assert!(found.terms.iter().all(|term| term.key.to_lowercase().starts_with("rain")), "{folding}");
        assert_eq!(found.totals.stopped, 5, "{folding}");
    }
}

#[test]
fn possessives_are_folded() {
    let text = ["Gibb Gibb's Gibb’s Gibb"];
    assert_eq!(counts(&terms(plain(), &text)), "Gibb 4");
    let apart = Settings { folding: "-possessive".parse().unwrap(), ..plain() };
    assert_eq!(counts(&terms(apart, &text)), "Gibb 2, Gibb's 2");
}

#[test]
fn dropped_words_are_reported_in_the_totals() {
    let long = "x".repeat(101);
    let text = [format!("{long} www.example.com rain a@example.org https://example.org/{long} لـ")];
    let found = terms(plain(), &[&text[0]]);
    assert_eq!(counts(&found), "rain 1");
    assert_eq!((found.totals.overlong, found.totals.addresses, found.totals.short), (1, 3, 1));
}

#[test]
fn numbers_and_addresses() {
    let text = ["in 2024: 5G, 3.5 www.example.com a@example.org https://example.org/rain rain"];
    assert_eq!(counts(&terms(plain(), &text)), "in 1, 5G 1, rain 1");
    let numbers = Settings { numbers: true, min_length: 1, ..plain() };
    assert_eq!(counts(&terms(numbers, &text)), "in 1, 2024 1, 5G 1, 3.5 1, rain 1");
    let invisible = ["co\u{AD}op coop co\u{200B}op \u{202A}coop\u{202C}"];
    assert_eq!(counts(&terms(plain(), &invisible)), "coop 4");
}

#[test]
fn phrases_take_their_words() {
    let settings = Settings { phrases: 3, ..Settings::default() };
    let text = [
        "New York is big. I love New York! York is old, new york.",
        "New, York. The state-of-the-art state-of-the-art",
    ];
    assert_eq!(
        counts(&terms(settings.clone(), &text)),
        "New York 3, York 2, state 2, art 2, big 1, love 1, old 1, New 1"
    );
    let text = ["University of Bangkok\nUniversity of Bangkok"];
    assert_eq!(counts(&terms(settings.clone(), &text)), "University of Bangkok 2");
    let joiner = ["کتاب\u{200C} خوب. کتاب خوب"];
    assert_eq!(counts(&terms(settings.clone(), &joiner)), "کتاب خوب 2", "ZWNJ does not separate words");
    let mut thai = Counter::new(settings);
    thai.add("ฝนดาวเทียมขนาดใหญ่\nดาวเทียมขนาดใหญ่", Some("th"));
    assert_eq!(
        counts(&thai.terms(Weighting::Frequency, Some(1))),
        "ดาวเทียมขนาดใหญ่ 2",
        "without spaces, as in the text"
    );
}

#[test]
fn parts_of_a_recurring_name_are_joined() {
    for (name, texts) in [
        ("ธรรมนัส", ["นายธรรมนัสกล่าวว่า", "พบธรรมนัสที่บ้าน", "รัฐมนตรีธรรมนัสไม่มา"]),
        ("กาสะลอง", ["นางกาสะลองร้องเพลง", "รักกาสะลองมาก", "กาสะลองกับน้องสาว"]),
    ] {
        let mut counter = Counter::new(Settings::default());
        texts.iter().for_each(|text| counter.add(text, Some("th")));
        let found = counter.terms(Weighting::Frequency, Some(1));
        assert_eq!(counts(&found), format!("{name} 3"));
        let mut once = Counter::new(Settings::default());
        once.add(texts[0], Some("th"));
        let found = once.terms(Weighting::Frequency, None);
        assert!(found.terms.iter().all(|term| term.text != name), "one occurrence is no evidence");
    }
}

#[test]
fn a_frequent_phrase_is_not_replaced_by_rarer_longer_ones() {
    let settings = Settings { phrases: 3, ..Settings::default() };
    let text = ["Bee Gees. BEE GEES. Bee Gees song. Bee Gees song. Bee Gees."];
    assert_eq!(counts(&terms(settings.clone(), &text)), "Bee Gees 5, song 2");
    let text = ["GREY SEAL. Grey seal, grey seal. Grey seals. The seals; grey seal"];
    assert_eq!(counts(&terms(settings, &text)), "grey seal 4, seals 2, Grey 1", "the most frequent spelling");
}

#[test]
fn sentences_are_remembered() {
    let settings = Settings { sentences: 2, ..plain() };
    let found = terms(settings, &["Rain. Rain rain! Rain?", "Snow and rain."]);
    let rain = &found.terms[0];
    assert_eq!((rain.count, rain.documents, &rain.sentences[..]), (5, 2, &[0, 1][..]));
    let texts: Vec<_> = found.sentences.iter().map(|sentence| (sentence.document, &*sentence.text)).collect();
    assert_eq!(texts, [(0, "Rain."), (0, "Rain rain!"), (1, "Snow and rain.")]);
    let none = terms(Settings { sentences: 0, ..plain() }, &["Rain."]);
    assert!(none.sentences.is_empty() && none.terms[0].sentences.is_empty());
    let limited = counter(plain(), &["Snow. Rain rain."]).terms(Weighting::Frequency, Some(1));
    assert_eq!((limited.sentences.len(), &limited.terms[0].sentences[..]), (1, &[0][..]));
}

#[test]
fn weights_by_a_reference() {
    let reference = Reference::of(&counter(plain(), &["rain wind", "wind", "wind sun"]));
    let page =
        counter(Settings { phrases: 2, ..plain() }, &["wind wind wind rain frogs. big rain, big rain"]);
    let found = page.terms(Weighting::TfIdf(&reference), None);
    let weights: Vec<(&str, f64)> = found.terms.iter().map(|term| (&*term.text, term.weight)).collect();
    let idf = |documents: f64| (4.0 / (1.0 + documents)).ln() + 1.0;
    assert_eq!(
        weights,
        [("big rain", 2.0 * idf(0.0)), ("wind", 3.0), ("frogs", idf(0.0)), ("rain", idf(1.0))]
    );
    let english = Reference::built_in("en").unwrap();
    let page = counter(plain(), &["the the the the the extraction extraction"]);
    assert_eq!(page.terms(Weighting::TfIdf(&english), Some(1)).terms[0].text, "extraction");
}

#[test]
fn counters_are_send_and_sync() {
    fn assert_send_sync<T: Send + Sync>(_: &T) {}
    assert_send_sync(&Counter::new(Settings::default()));
}

#[test]
fn languages_are_reported() {
    let mut counter = Counter::new(Settings::default());
    counter.add("ฝนตกในกรุงเทพ", None);
    counter.add("საქართველო", None);
    counter.add("Das ist ein schöner Tag in der großen Stadt", Some("de-AT"));
    counter.add("ฝน", Some("th"));
    let found = counter.terms(Weighting::Frequency, None).languages;
    let found: Vec<_> = found.iter().map(|used| (&*used.language, used.documents, used.stop_words)).collect();
    assert_eq!(found, [("th", 2, true), ("ka", 1, false), ("de", 1, true)]);
    assert_eq!(counter.language(), Some("de"));
}

proptest! {
    /// The words of all terms add up to the counted words, and the same text gives the same terms.
    #[test]
    fn nothing_is_lost(text in "(rain |wind |the |New York |red-hot |, |\\. |\n|snow |5 ){0,40}", longest in 1_usize..5) {
        let settings = Settings { phrases: longest, ..Settings::default() };
        let once = counter(settings.clone(), &[&text]);
        let found = once.terms(Weighting::Frequency, None);
        prop_assert_eq!(&found, &counter(settings, &[&text]).terms(Weighting::Frequency, None));
        let words = words_of(&text);
        let mut left = words.clone();
        for term in &found.terms {
            for word in term.key.split([' ', '-']) {
                *left.entry(word.to_owned()).or_default() -= i64::from(term.count);
            }
        }
        for weak in ["the", "5"] {
            left.remove(weak);
        }
        prop_assert!(left.values().all(|&count| count == 0), "{:?}", left);
        let rank = |index: usize| (-found.terms[index].weight, found.terms[index].first);
        prop_assert!((1..found.terms.len()).all(|index| rank(index - 1) < rank(index)));
    }
}

fn words_of(text: &str) -> HashMap<String, i64> {
    let mut words = HashMap::new();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        *words.entry(word.to_lowercase()).or_default() += 1;
    }
    words
}
