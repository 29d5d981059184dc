//! Titles: which heading is the page's own, and where the name of the site is cut off.

use crate::text_key::text_key;

/// Separators between a title and the name of its site, with blanks around them.
const SPACED: [&str; 16] = ["|", "-", "–", "—", "·", "•", "»", "«", "~", ">", "‹", "›", "::", "//", "/", "∙"];
/// Separators that need no blanks.
const TIGHT: [char; 2] = ['|', '｜'];

/// A title cut at its separators.
pub(super) struct Segments<'a> {
    text: &'a str,
    /// Where each segment begins and ends.
    places: Vec<(usize, usize)>,
}

/// Where a heading stands in a title.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    Nowhere,
    /// Behind something else: it names a book or a part of the site, of which the page is a page.
    Later,
    /// At its beginning, but for the name of the site.
    First,
}

/// Most segments that are looked at; titles have four at most.
const MOST_SEGMENTS: usize = 8;
/// Fewest letters and digits of a name of a site that is found inside another word.
const LEAST_KEY: usize = 4;

impl<'a> Segments<'a> {
    pub(super) fn of(text: &'a str) -> Segments<'a> {
        let mut places = Vec::new();
        let (mut from, mut at) = (0, 0);
        while at < text.len() && places.len() + 1 < MOST_SEGMENTS {
            let rest = &text[at..];
            let len = separator(rest);
            if len > 0 && !text[from..at].trim().is_empty() {
                places.push((from, at));
                from = at + len;
            }
            at += len.max(rest.chars().next().map_or(1, char::len_utf8));
        }
        places.push((from, text.len()));
        Segments { text, places }
    }

    /// Where some segments in a row are, by letters and digits, this text.
    pub(super) fn place_of(&self, key: &str, is_site: impl Fn(&str) -> bool) -> Place {
        let count = self.places.len();
        let mut runs = (0..count).flat_map(|first| (first..count).map(move |last| (first, last)));
        let found = runs.find(|(first, last)| text_key(self.between(*first, *last)) == key);
        match found {
            None => Place::Nowhere,
            Some((first, _)) if (0..first).all(|at| is_site(self.between(at, at))) => Place::First,
            Some(_) => Place::Later,
        }
    }

    /// The text without the segments at its end that name the site.
    pub(super) fn without_site_at_end(&self, is_site: impl Fn(&str) -> bool) -> &'a str {
        let named = (1..self.places.len()).rev().take_while(|at| is_site(self.between(*at, *at))).count();
        self.between(0, self.places.len() - 1 - named)
    }

    /// The title without the segments at its ends that name the site; where none of them does, its first segment.
    pub(super) fn without_site(&self, is_site: impl Fn(&str) -> bool) -> &'a str {
        let (mut first, mut last) = (0, self.places.len() - 1);
        while last > first && is_site(self.between(last, last)) {
            last -= 1;
        }
        // The name stands at one end.
        let at_end = last + 1 < self.places.len();
        while !at_end && last > first && is_site(self.between(first, first)) {
            first += 1;
        }
        let cut = first > 0 || last + 1 < self.places.len();
        if cut { self.between(first, last) } else { self.between(0, 0) }
    }

    fn between(&self, first: usize, last: usize) -> &'a str {
        self.text[self.places[first].0..self.places[last].1].trim()
    }
}

/// The length of the separator that begins `rest`, blanks around it included; 0 for none.
fn separator(rest: &str) -> usize {
    if let Some(tight) = rest.chars().next().filter(|c| TIGHT.contains(c)) {
        return tight.len_utf8();
    }
    let Some(inner) = rest.strip_prefix(' ') else { return 0 };
    let found =
        SPACED.iter().find(|sign| inner.strip_prefix(**sign).is_some_and(|after| after.starts_with(' ')));
    found.map_or(0, |sign| sign.len() + 2)
}

/// Whether a text names the site: one of its names, or its host.
pub(super) fn names_site(text: &str, names: &[String], host: Option<&str>) -> bool {
    let key = text_key(text);
    if key.is_empty() {
        return true;
    }
    let is_name = |name: &String| {
        *name == key
            || (name.len() >= LEAST_KEY && key.contains(name.as_str()) && name.len() * 3 >= key.len() * 2)
            || (key.len() >= LEAST_KEY && name.contains(key.as_str()) && key.len() * 2 >= name.len())
    };
    names.iter().any(is_name) || host.is_some_and(|host| is_of_host(&key, host))
}

fn is_of_host(key: &str, host: &str) -> bool {
    let labels = host.split('.').filter(|label| *label != "www").map(text_key);
    let is_label =
        |label: String| label.len() >= LEAST_KEY && key.contains(&label) && label.len() * 2 >= key.len();
    (key.len() >= LEAST_KEY && text_key(host).contains(key)) || labels.into_iter().any(is_label)
}

/// The share of words that two texts have in common, of the shorter one's.
pub(super) fn overlap(one: &str, other: &str) -> f64 {
    let words = |text: &str| -> std::collections::HashSet<String> {
        text.split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect()
    };
    let (one, other) = (words(one), words(other));
    let shorter = one.len().min(other.len());
    if shorter == 0 { 0.0 } else { one.intersection(&other).count() as f64 / shorter as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_sites_are_cut_off() {
        let names = [text_key("The Daily Mill")];
        for (title, expected) in [
            ("The mill reopens | The Daily Mill", "The mill reopens"),
            ("The Daily Mill - The mill reopens", "The mill reopens"),
            ("The mill - and its owner - The Daily Mill", "The mill - and its owner"),
            ("The mill reopens – News – The Daily Mill", "The mill reopens – News"),
            ("The mill reopens | mill.example", "The mill reopens"),
            ("The mill reopens | Somebody else", "The mill reopens"),
            ("Well-known mills", "Well-known mills"),
            ("The Daily Mill", "The Daily Mill"),
            ("", ""),
        ] {
            let cut = Segments::of(title).without_site(|it| names_site(it, &names, Some("www.mill.example")));
            assert_eq!(cut, expected, "{title}");
        }
    }

    #[test]
    fn a_title_of_separators_takes_no_time() {
        assert_eq!(Segments::of(&"a | ".repeat(100_000)).place_of("b", |_| false), Place::Nowhere);
    }

    #[test]
    fn a_heading_stands_first_or_later() {
        for (title, heading, expected) in [
            ("Traits - The Book - The Site", "traits", Place::First),
            ("Traits - The Book - The Site", "traitsthebook", Place::First),
            ("Traits - The Book - The Site", "thebook", Place::Later),
            ("The Site | Traits | The Book", "traits", Place::First),
            ("The Site | Traits | The Book", "thebook", Place::Later),
            ("Traits", "book", Place::Nowhere),
        ] {
            assert_eq!(Segments::of(title).place_of(heading, |it| it == "The Site"), expected, "{title}");
        }
    }

    #[test]
    fn a_heading_may_end_with_the_name_of_the_site() {
        for (heading, expected) in
            [("Tips | Mill", "Tips"), ("Tips - Grain | Mill - Mill", "Tips - Grain"), ("Mill", "Mill")]
        {
            assert_eq!(Segments::of(heading).without_site_at_end(|it| it == "Mill"), expected);
        }
    }
}
