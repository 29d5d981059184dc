//! Facts that are stored with a cloud or a table of terms: how they were found, selected and weighted.

use crate::counter::{Settings, Totals};
use crate::reference::Reference;
use crate::terms::{LanguageUse, Terms, Weighting};

impl Terms {
    /// Returns how the terms were found, selected and weighted: names of facts, each with a text. `settings` and `reference` are
    /// those that the terms were counted and weighted with.
    ///
    /// ```
    /// use dehusk_words::{Counter, Settings, Weighting};
    /// let mut counter = Counter::new(Settings::default());
    /// counter.add("The old mill grinds again. The mill is open.", Some("en"));
    /// let facts = counter.terms(Weighting::Frequency, None).facts(&Settings::default(), None);
    /// assert_eq!(facts[0], ("pages", "1".to_owned()));
    /// assert_eq!(facts[1], ("languages", "en (1 page, stop words left out)".to_owned()));
    /// assert_eq!(facts[4], ("counted", "words of at least 2 characters".to_owned()));
    /// ```
    #[must_use]
    pub fn facts(&self, settings: &Settings, reference: Option<&Reference>) -> [(&'static str, String); 7] {
        [
            ("pages", self.totals.documents.to_string()),
            ("languages", self.languages.iter().map(language).collect::<Vec<_>>().join(", ")),
            ("segmenter", self.segmenter.clone()),
            ("folding", settings.folding.to_string()),
            ("counted", counted(settings)),
            ("weight", weight(reference)),
            ("words", word_counts(self.terms.len(), &self.totals)),
        ]
    }
}

fn language(of: &LanguageUse) -> String {
    let stop_words = if of.stop_words { "stop words left out" } else { "no stop words known" };
    format!("{} ({}, {stop_words})", of.language, count_noun(of.documents as usize, "page"))
}

fn counted(settings: &Settings) -> String {
    let phrases = match settings.phrases {
        ..2 => String::new(),
        max => format!(", phrases of up to {max} words"),
    };
    let numbers = if settings.numbers { ", numbers" } else { "" };
    format!("words of at least {}{phrases}{numbers}", count_noun(settings.min_length, "character"))
}

fn weight(reference: Option<&Reference>) -> String {
    match reference {
        Some(reference) => {
            format!("tf-idf, against {} ({} documents)", reference.origin(), reference.documents())
        }
        None => Weighting::Frequency.as_str().to_owned(),
    }
}

fn word_counts(heaviest: usize, totals: &Totals) -> String {
    let Totals { words, counted, different, stopped, short, numbers, overlong, addresses, .. } = totals;
    format!(
        "the {heaviest} heaviest terms of {different} different words; {words} words: {counted} counted, {stopped} stop \
         words, {short} too short, {numbers} numbers; besides {overlong} too long, {addresses} addresses"
    )
}

/// Formats a count with its noun in the singular or plural.
fn count_noun(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
