//! Names on pages: how many a cloud shows whole. `tests/names` has the names and the texts:
//! `tuning.txt`, on which the rules were chosen, and `reporting.txt`, on which nothing was tuned.

use dehusk_words::{Counter, Settings, Weighting};
use std::collections::HashMap;

/// A page of the list.
#[derive(Debug, Default)]
pub(crate) struct Page {
    pub(crate) source: String,
    /// Each name as its parts, of which each must be a word.
    pub(crate) names: Vec<Vec<Part>>,
    text: String,
}

/// A part of a name: the spelling, and how often the text has it outside of longer names.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) text: String,
    /// The generic noun before it, which may belong to the word.
    generic: String,
    pub(crate) occurrences: u32,
}

/// The lists, with their names.
pub(crate) const LISTS: [(&str, &str); 2] =
    [("tuning", include_str!("../names/tuning.txt")), ("reporting", include_str!("../names/reporting.txt"))];

/// The pages of a list, in order.
pub(crate) fn pages(list: &str) -> Vec<Page> {
    let mut pages: Vec<Page> = Vec::new();
    for line in list.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        assert!(line.starts_with("= ") || !pages.is_empty(), "a line before the first page: {line}");
        let names = ["person ", "place ", "group "].iter().find_map(|kind| line.strip_prefix(kind));
        match (line.strip_prefix("= "), pages.last_mut(), names) {
            (Some(source), _, _) => pages.push(Page { source: source.to_owned(), ..Page::default() }),
            (None, Some(page), Some(names)) => page.names.extend(names.split(", ").map(parts)),
            (None, Some(page), None) => page.text += &format!("{line}\n"),
            (None, None, _) => {}
        }
    }
    pages.iter_mut().for_each(count_occurrences);
    pages
}

fn parts(name: &str) -> Vec<Part> {
    let part =
        |text: &str, generic: &str| Part { text: text.into(), generic: generic.into(), occurrences: 0 };
    match name.split_once('+') {
        Some((generic, name)) => vec![part(name, generic)],
        None => name.split(' ').map(|text| part(text, "")).collect(),
    }
}

/// Counts the occurrences of each part in the text, the longest first, each of which hides those inside it.
fn count_occurrences(page: &mut Page) {
    let mut rest = page.text.clone();
    let mut parts: Vec<&mut Part> = page.names.iter_mut().flatten().collect();
    parts.sort_by_key(|part| std::cmp::Reverse(part.text.len()));
    for part in parts {
        part.occurrences = rest.matches(&part.text).count() as u32;
        rest = rest.replace(&part.text, "\n");
        assert!(part.occurrences > 0, "{} is not in the text of {}", part.text, page.source);
    }
}

impl Page {
    /// Whether each name is whole in a cloud of the page: at least half of the occurrences of each part are
    /// counted as that word.
    pub(crate) fn whole(&self) -> Vec<bool> {
        let mut counter = Counter::new(Settings::default());
        counter.add(&self.text, Some("th"));
        let terms = counter.terms(Weighting::Frequency, None).terms;
        let counts: HashMap<&str, u32> = terms.iter().map(|term| (term.text.as_str(), term.count)).collect();
        let count = |text: &str| counts.get(text).copied().unwrap_or_default();
        let is_whole = |part: &Part| {
            let with_generic = format!("{}{}", part.generic, part.text);
            let found = count(&part.text) + if part.generic.is_empty() { 0 } else { count(&with_generic) };
            2 * found >= part.occurrences
        };
        self.names.iter().map(|name| name.iter().all(is_whole)).collect()
    }
}

/// The number of whole names of a list, of all its names, and the torn names with their page.
pub(crate) fn whole(list: &str) -> (usize, usize, Vec<String>) {
    let (mut whole, mut names, mut torn) = (0, 0, Vec::new());
    for page in pages(list) {
        for (is_whole, name) in page.whole().into_iter().zip(&page.names) {
            names += 1;
            whole += usize::from(is_whole);
            if !is_whole {
                let parts: Vec<&str> = name.iter().map(|part| part.text.as_str()).collect();
                torn.push(format!("{} ({})", parts.join(" "), page.source));
            }
        }
    }
    (whole, names, torn)
}

#[test]
fn most_names_are_whole_in_clouds() {
    /// The minimum percentage of whole names of each list, slightly below what was reached.
    const MIN_PERCENT: [usize; 2] = [90, 82];
    for ((list, text), min_percent) in LISTS.into_iter().zip(MIN_PERCENT) {
        let (whole, names, torn) = whole(text);
        assert!(names > 100, "{list}");
        assert!(100 * whole >= min_percent * names, "{list}: {whole} of {names}, torn: {torn:?}");
    }
}
