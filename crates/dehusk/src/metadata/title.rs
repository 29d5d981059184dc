//! Titles: recognizes the page's own heading in a title, and removes the name of the site.
//!
//! All lists and limits of this file were chosen by hand.

use std::collections::{HashMap, HashSet};

use super::credits;
use crate::text_key::text_key;

/// The [`text_key`]s of parts of titles that the page prints, and whether a paragraph follows soon after one of them.
pub(super) type Printed = HashMap<String, bool>;

/// Separators between a title and the name of its site that count only with a space on both sides. Chosen by hand.
const SPACED: [&str; 16] = ["|", "-", "–", "—", "·", "•", "»", "«", "~", ">", "‹", "›", "::", "//", "/", "∙"];
/// Separators that count without spaces around them. Chosen by hand.
const TIGHT: [char; 2] = ['|', '｜'];

/// Separators in East Asian titles, which need no spaces. Longer ones come first. An underscore needs one East Asian character beside
/// it, the others need two. Chosen by hand.
const EAST_ASIAN: [&str; 5] = ["--", "_", "-", "－", "—"];
/// Endings of the names of sites and channels in Chinese and Japanese: net, newspaper, news, channel, center, forum. Chosen by hand.
const CHANNEL_ENDS: [&str; 21] = [
    "网",
    "網",
    "网》",
    "報",
    "报",
    "报》",
    "新闻",
    "新聞",
    "频道",
    "頻道",
    "在线",
    "線上",
    "中心",
    "ニュース",
    "网站",
    "網站",
    "资讯",
    "門戶",
    "门户",
    "论坛",
    "論壇",
];
/// Minimum length, in characters, of a title from which channels were cut. Chosen by hand.
const MIN_CUT_CHARS: usize = 4;
/// Maximum number of letters of the ending of a host in a byline. Chosen by hand.
const MAX_ENDING_CHARS: usize = 6;

/// What boards write between their name and a topic, in lower case. Chosen by hand; they are the translations of phpBB.
const TOPIC_LABELS: [&str; 9] = [
    "view topic",
    "view thread",
    "thema anzeigen",
    "voir le sujet",
    "ver tema",
    "leggi argomento",
    "bekijk onderwerp",
    "zobacz temat",
    "просмотр темы",
];

/// Returns the topic in the title of a board: what follows a segment such as `View topic`. Otherwise returns the whole title.
pub(super) fn topic(title: &str) -> &str {
    let segments = Segments::of(title);
    let last = segments.ranges.len() - 1;
    let is_label = |at: &usize| {
        let segment = segments.between(*at, *at).to_lowercase();
        TOPIC_LABELS.contains(&segment.as_str())
    };
    (0..last).find(is_label).map_or(title, |at| segments.between(at + 1, last))
}

/// A title cut at its separators.
pub(super) struct Segments<'a> {
    text: &'a str,
    /// The byte range of each segment.
    ranges: Vec<(usize, usize)>,
}

/// The position of a heading in a title.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Position {
    Nowhere,
    /// After other text: the heading names a book or a part of the site that the page belongs to.
    Later,
    /// After the name of the site and other text, such as `View topic`.
    AfterSite,
    /// At the beginning, or right after the name of the site.
    First,
}

/// Maximum number of segments that a title is cut into; real titles have four at most. Chosen by hand.
const MAX_SEGMENTS: usize = 8;
/// Minimum length, in bytes, of the [`text_key`] of a text that can match as a part of another text. Chosen by hand.
const MIN_KEY_BYTES: usize = 4;

impl<'a> Segments<'a> {
    pub(super) fn of(text: &'a str) -> Segments<'a> {
        Segments::cut(text, |_, rest| separator(rest))
    }

    /// Cuts a title also at the separators of East Asian titles, which may be parts of the title itself.
    pub(super) fn fine(text: &'a str) -> Segments<'a> {
        Segments::cut(text, |before, rest| separator(rest).max(east_asian_separator(before, rest)))
    }

    fn cut(text: &'a str, separator: impl Fn(&str, &str) -> usize) -> Segments<'a> {
        let mut ranges = Vec::new();
        let (mut from, mut at) = (0, 0);
        while at < text.len() && ranges.len() + 1 < MAX_SEGMENTS {
            let rest = &text[at..];
            let len = separator(&text[..at], rest);
            if len > 0 && !text[from..at].trim().is_empty() {
                ranges.push((from, at));
                from = at + len;
            }
            at += len.max(rest.chars().next().map_or(1, char::len_utf8));
        }
        ranges.push((from, text.len()));
        Segments { text, ranges }
    }

    /// Returns the position in the title of one or more consecutive segments whose [`text_key`] together is `key`.
    pub(super) fn position_of(&self, key: &str, is_site: impl Fn(&str) -> bool) -> Position {
        let found = self.runs().find(|(first, last)| text_key(self.between(*first, *last)) == key);
        match found {
            None => Position::Nowhere,
            Some((first, _)) if (0..first).all(|at| is_site(self.between(at, at))) => Position::First,
            Some(_) if is_site(self.first()) => Position::AfterSite,
            Some(_) => Position::Later,
        }
    }

    /// Returns the words of the title, and those of its segments that do not name the site if there are any.
    pub(super) fn words(&self, is_site: impl Fn(&str) -> bool) -> Words {
        let segments = (0..self.ranges.len()).map(|at| self.between(at, at));
        let all = words_of(self.between(0, self.ranges.len() - 1));
        let own: HashSet<String> = segments.filter(|segment| !is_site(segment)).flat_map(words_of).collect();
        Words { own: if own.is_empty() { all.clone() } else { own }, all }
    }

    /// Returns the text without the segments at its end that name the site.
    pub(super) fn without_site_at_end(&self, is_site: impl Fn(&str) -> bool) -> &'a str {
        let named = (1..self.ranges.len()).rev().take_while(|at| is_site(self.between(*at, *at))).count();
        self.between(0, self.ranges.len() - 1 - named)
    }

    /// Number of segments.
    pub(super) fn count(&self) -> usize {
        self.ranges.len()
    }

    /// The [`text_key`]s of one or more consecutive segments.
    pub(super) fn run_keys(&self) -> Vec<String> {
        self.runs().map(|(first, last)| text_key(self.between(first, last))).collect()
    }

    fn runs(&self) -> impl Iterator<Item = (usize, usize)> {
        let count = self.ranges.len();
        (0..count).flat_map(move |first| (first..count).map(move |last| (first, last)))
    }

    /// Whether the first or the last segment of several names the site.
    pub(super) fn has_site(&self, is_site: impl Fn(&str) -> bool) -> bool {
        self.count() > 1 && (is_site(self.first()) || is_site(self.last()))
    }

    /// Returns the longest run of segments that the page prints above a paragraph.
    pub(super) fn longest_headline(&self, printed: &Printed) -> Option<&'a str> {
        let texts = self.runs().map(|(first, last)| self.between(first, last));
        texts.filter(|text| printed.get(&text_key(text)) == Some(&true)).max_by_key(|text| text.len())
    }

    /// Returns the title without channels and site, which follow in many Chinese titles without a space: up to the end of the longest
    /// part at its beginning that the page prints, or else without the last parts that have the name of a site or channel. If
    /// underscores separate the parts, only the first is the title.
    pub(super) fn without_channels(&self, printed: &Printed, is_site: impl Fn(&str) -> bool) -> &'a str {
        let count = self.count();
        let whole = self.between(0, count - 1);
        let is_printed = |last: &usize| printed.contains_key(&text_key(self.between(0, *last)));
        if let Some(last) = (0..count).rev().find(is_printed) {
            return self.between(0, last);
        }
        let is_channel = |at: usize| {
            let part = self.between(at, at);
            CHANNEL_ENDS.iter().any(|end| part.ends_with(end)) || is_site(part)
        };
        let kept = (1..count).rev().find(|at| !is_channel(*at)).unwrap_or(0);
        let has_underscore = |last: usize| self.text[self.ranges[last].1..].starts_with('_');
        let last = if kept + 1 < count && has_underscore(0) { 0 } else { kept };
        let title = self.between(0, last);
        if title.chars().nth(MIN_CUT_CHARS - 1).is_some() { title } else { whole }
    }

    /// Returns the title without the segments at one end that name the site. If no segment names the site, returns the first
    /// segment.
    pub(super) fn without_site(&self, is_site: impl Fn(&str) -> bool) -> &'a str {
        let (mut first, mut last) = (0, self.ranges.len() - 1);
        while last > first && is_site(self.between(last, last)) {
            last -= 1;
        }
        // A title has the name of the site at one end only.
        let at_end = last + 1 < self.ranges.len();
        while !at_end && last > first && is_site(self.between(first, first)) {
            first += 1;
        }
        let cut = first > 0 || last + 1 < self.ranges.len();
        if cut { self.between(first, last) } else { self.between(0, 0) }
    }

    /// Returns the longest part of the title, of one or more consecutive segments that do not name the site, whose words are all
    /// among `words`; `None` if there is none.
    pub(super) fn longest_of(
        &self,
        words: &HashSet<String>,
        is_site: impl Fn(&str) -> bool,
    ) -> Option<&'a str> {
        let is_part = |at: usize| {
            let segment = self.between(at, at);
            !is_site(segment) && words_of(segment).is_subset(words)
        };
        let mut best: Option<&'a str> = None;
        let mut first = None;
        for at in 0..self.ranges.len() {
            first = if is_part(at) { first.or(Some(at)) } else { None };
            let part = first.map(|first| self.between(first, at));
            best = if part.map_or(0, str::len) > best.map_or(0, str::len) { part } else { best };
        }
        best
    }

    /// Returns the title after its first segment, if that has the [`text_key`] `first` and others follow.
    pub(super) fn rest_after(&self, first: &str) -> Option<&'a str> {
        let has_more = self.ranges.len() > 1 && text_key(self.first()) == first;
        has_more.then(|| self.between(1, self.ranges.len() - 1))
    }

    /// The first segment.
    pub(super) fn first(&self) -> &'a str {
        self.between(0, 0)
    }

    /// The last segment.
    pub(super) fn last(&self) -> &'a str {
        self.between(self.ranges.len() - 1, self.ranges.len() - 1)
    }

    fn between(&self, first: usize, last: usize) -> &'a str {
        self.text[self.ranges[first].0..self.ranges[last].1].trim()
    }
}

/// Returns the length in bytes of the separator at the start of `rest`, including the spaces around it; 0 if there is none.
fn separator(rest: &str) -> usize {
    if let Some(tight) = rest.chars().next().filter(|c| TIGHT.contains(c)) {
        return tight.len_utf8();
    }
    let Some(inner) = rest.strip_prefix(' ') else { return 0 };
    let found = SPACED
        .iter()
        .find(|separator| inner.strip_prefix(**separator).is_some_and(|after| after.starts_with(' ')));
    found.map_or(0, |separator| separator.len() + 2)
}

/// Returns the length in bytes of a separator of East Asian titles at the start of `rest`; 0 if there is none.
fn east_asian_separator(before: &str, rest: &str) -> usize {
    let Some(separator) = EAST_ASIAN.iter().find(|it| rest.starts_with(**it)) else { return 0 };
    let beside = [before.chars().next_back(), rest[separator.len()..].chars().next()];
    let wide = beside.into_iter().flatten().filter(|c| is_wide(*c)).count();
    if wide >= if *separator == "_" { 1 } else { 2 } { separator.len() } else { 0 }
}

/// Whether a character is of the Chinese, Japanese or Korean script, or punctuation that is written with it.
fn is_wide(c: char) -> bool {
    credits::is_east_asian(c)
        || matches!(c, '\u{3001}'..='\u{303f}' | '\u{ff01}'..='\u{ff60}' | '…' | '”' | '“')
}

/// Whether a text names the site, that is, resembles one of the site's names (in [`text_key`] form) or its host. Also
/// true if the [`text_key`] of the text is empty.
pub(super) fn names_site(text: &str, names: &[String], host: Option<&str>) -> bool {
    let key = text_key(text);
    if key.is_empty() {
        return true;
    }
    // A text that contains the whole name may be at most 1.5 times as long as the name. A text that is part of the name must be
    // at least half as long as the name. Both limits were chosen by hand.
    let is_name = |name: &String| {
        *name == key
            || (name.len() >= MIN_KEY_BYTES && key.contains(name.as_str()) && name.len() * 3 >= key.len() * 2)
            || (key.len() >= MIN_KEY_BYTES && name.contains(key.as_str()) && key.len() * 2 >= name.len())
    };
    names.iter().any(is_name) || host.is_some_and(|host| is_of_host(&key, host))
}

/// Whether a text begins with the name of the site or with a host, and a separator: `mill.example — The Mill Company`.
pub(super) fn begins_with_site(text: &str, names: &[String], host: Option<&str>) -> bool {
    let segments = Segments::of(text);
    let first = segments.first();
    let (name, ending) = first.rsplit_once('.').unwrap_or((first, ""));
    let is_host = !name.contains(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '-')
        && !name.is_empty()
        && (2..=MAX_ENDING_CHARS).contains(&ending.len())
        && ending.bytes().all(|byte| byte.is_ascii_lowercase());
    segments.count() > 1 && (is_host || names_site(first, names, host))
}

/// The endings of hosts by which a name is recognized as one. Files and programs have names with other endings of hosts, such as
/// `main.rs` and `Node.js`. Chosen by hand.
const HOST_ENDINGS: [&str; 6] = ["com", "org", "net", "info", "edu", "gov"];

/// Whether a text has the form of a host, such as `Mill.com`. `ASP.NET` is a name of another kind.
pub(super) fn is_host_name(text: &str) -> bool {
    let is_ending =
        |ending: &str| HOST_ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)) && ending != "NET";
    has_form_of_host(text, is_ending)
}

/// Whether a text has the form of a host, also of one with the ending of a country, such as `Mill.pt`. The names of some files do.
pub(super) fn is_host(text: &str) -> bool {
    let is_country = |ending: &str| ending.len() == 2 && ending.bytes().all(|it| it.is_ascii_alphabetic());
    is_host_name(text) || has_form_of_host(text, is_country)
}

fn has_form_of_host(text: &str, is_ending: impl Fn(&str) -> bool) -> bool {
    let Some((name, ending)) = text.trim().rsplit_once('.') else { return false };
    let is_label = |label: &str| {
        !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    is_ending(ending) && name.split('.').all(is_label)
}

/// Returns the part of a title after its last separator.
pub(super) fn tail(title: &str) -> Option<&str> {
    title.rsplit_once(['|', '-', '–', '—', '·', '_', '｜']).map(|(_, tail)| tail.trim())
}

/// Whether the name of an author is in the last part of a title, given as its [`text_key`].
pub(super) fn is_in_tail(name: &str, tail: &str) -> bool {
    let key = text_key(name);
    key.len() >= MIN_KEY_BYTES && tail.contains(&key)
}

fn is_of_host(key: &str, host: &str) -> bool {
    let labels = host.split('.').filter(|label| *label != "www").map(text_key);
    let is_label =
        |label: String| label.len() >= MIN_KEY_BYTES && key.contains(&label) && label.len() * 2 >= key.len();
    (key.len() >= MIN_KEY_BYTES && text_key(host).contains(key)) || labels.into_iter().any(is_label)
}

/// The distinct words of a title.
pub(super) struct Words {
    pub(super) all: HashSet<String>,
    /// The words outside the name of the site.
    own: HashSet<String>,
}

impl Words {
    /// Returns the number of words that the title shares with a heading, outside the name of the site, divided by the number of
    /// words of the one that has fewer (0 to 1).
    pub(super) fn overlap(&self, heading: &HashSet<String>) -> f64 {
        let shorter = self.all.len().min(heading.len());
        if shorter == 0 { 0.0 } else { self.own.intersection(heading).count() as f64 / shorter as f64 }
    }
}

/// Returns the distinct words of a text, in lower case.
pub(super) fn words_of(text: &str) -> HashSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_sites_are_removed() {
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
    fn channels_are_cut_from_titles() {
        for (title, expected) in [
            ("磨坊昨天重新开业_新闻_河边站_河边网", "磨坊昨天重新开业"),
            ("磨坊昨天重新开业-河边网-新闻中心", "磨坊昨天重新开业"),
            ("磨坊昨天重新开业--河边报", "磨坊昨天重新开业"),
            ("磨坊昨天重新开业-磨坊,面粉-河边网", "磨坊昨天重新开业-磨坊,面粉"),
            ("老磨坊重开-面粉多了-河边网", "老磨坊重开"),
            ("磨坊——河边的故事", "磨坊——河边的故事"),
            ("磨坊-面粉", "磨坊-面粉"),
            ("磨坊-河边网", "磨坊-河边网"),
            ("iPhone磨坊_河边", "iPhone磨坊_河边"),
            ("A-B_C", "A-B_C"),
            ("磨坊昨天重新开业_Mill", "磨坊昨天重新开业"),
        ] {
            let printed = Printed::from([(text_key("老磨坊重开"), false)]);
            let cut = Segments::fine(title).without_channels(&printed, |part| part == "Mill");
            assert_eq!(cut, expected, "{title}");
        }
    }

    #[test]
    fn a_line_may_begin_with_the_site() {
        let names = [text_key("The Daily Mill")];
        for (line, expected) in [
            ("mill.gr — The Mill Company", true),
            ("The Daily Mill - Ann Smith", true),
            ("Ann Smith - The Daily Mill", false),
            ("mill.gr", false),
            ("J.Smith - editor", false),
            ("", false),
        ] {
            assert_eq!(begins_with_site(line, &names, None), expected, "{line}");
        }
    }

    #[test]
    fn names_with_the_form_of_a_host_are_recognized() {
        for name in ["Mill.com", "www.the-mill.org", "MILL.COM", "mill.net"] {
            assert!(is_host_name(name), "{name}");
        }
        for name in ["ASP.NET", "Node.js", "main.rs", "mill", ".com", "The mill.com", "a..com", ""] {
            assert!(!is_host_name(name), "{name}");
        }
        for (name, expected) in [("MILL.PT", true), ("mill.com", true), ("mill.html", false), ("U.S.", false)]
        {
            assert_eq!(is_host(name), expected, "{name}");
        }
    }

    #[test]
    fn the_topic_of_a_board_follows_a_label() {
        for (title, expected) in [
            ("Boards • View topic - Tips - for millers", "Tips - for millers"),
            ("Mühlen • Thema anzeigen - Räder", "Räder"),
            ("View topic", "View topic"),
            ("Tips - View topic", "Tips - View topic"),
            ("", ""),
        ] {
            assert_eq!(topic(title), expected, "{title}");
        }
    }

    #[test]
    fn a_title_of_separators_is_split_in_linear_time() {
        assert_eq!(Segments::of(&"a | ".repeat(100_000)).position_of("b", |_| false), Position::Nowhere);
    }

    #[test]
    fn a_heading_comes_first_or_later() {
        for (title, heading, expected) in [
            ("Traits - The Book - The Site", "traits", Position::First),
            ("Traits - The Book - The Site", "traitsthebook", Position::First),
            ("Traits - The Book - The Site", "thebook", Position::Later),
            ("The Site | Traits | The Book", "traits", Position::First),
            ("The Site | Traits | The Book", "thebook", Position::AfterSite),
            ("Traits", "book", Position::Nowhere),
        ] {
            assert_eq!(Segments::of(title).position_of(heading, |it| it == "The Site"), expected, "{title}");
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
