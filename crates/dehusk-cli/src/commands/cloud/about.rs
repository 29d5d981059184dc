//! Facts that are stored with a cloud: how its words were found, selected and weighted.

use dehusk_words::{LanguageUse, Reference, Terms, Totals, Weighting};

use super::plan::Plan;

pub(super) fn facts(plan: &Plan, terms: &Terms, reference: Option<&Reference>) -> Vec<(String, String)> {
    let facts = [
        ("program", format!("dehusk {}", env!("CARGO_PKG_VERSION"))),
        ("method", method(plan)),
        ("pages", terms.totals.documents.to_string()),
        ("languages", terms.languages.iter().map(language).collect::<Vec<_>>().join(", ")),
        ("segmenter", terms.segmenter.clone()),
        ("folding", plan.words.folding.to_string()),
        ("counted", counted(&plan.words)),
        ("weight", weight(reference)),
        ("words", word_counts(terms.terms.len(), &terms.totals)),
    ];
    facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn method(plan: &Plan) -> String {
    let method = plan.recipe.options.method_value();
    let params = method.params().iter().map(|spec| (spec, method.get(spec.name).unwrap_or_default()));
    let changed = params.filter(|(spec, value)| *value != spec.default);
    let changed: String = changed.map(|(spec, value)| format!(" {}={value}", spec.name)).collect();
    let noise = if plan.recipe.noise.is_empty() { "" } else { ", without site noise" };
    format!("{}{changed}{noise}", method.name())
}

fn language(of: &LanguageUse) -> String {
    let stop_words = if of.stop_words { "stop words left out" } else { "no stop words known" };
    format!("{} ({}, {stop_words})", of.language, count_noun(of.documents as usize, "page"))
}

fn counted(settings: &dehusk_words::Settings) -> String {
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
