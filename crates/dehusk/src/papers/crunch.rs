//! Crunch: a walk over the tree with filters for links, link cells, forms and controls.
//!
//! Gupta, Kaiser, Neistadt, Grimm: "DOM-based content extraction of HTML documents", WWW 2003. Rules and defaults are
//! those of the authors' Java source (§8.7 of the specification). What a filter removes takes its whole inside with it; a
//! parent is judged before its children.

use super::run_verdicts::RunVerdicts;
use super::tokens::character_count;
use crate::budget::{Deadline, TimedOut};
use crate::markup::Tag;
use crate::method::params::List;
use crate::method::{Method, ParamSpec, Slot, params};
use crate::page::{Element, Event, Page, Run};
use crate::selection::{Reason, Selection};

/// `ratio`: links per word above which a table cell is emptied.
pub const LINK_RATIO: f64 = 0.25;
/// `letters`: characters taken for a word; a comment in the source says 4, its constant is 5.
pub const LETTERS: u32 = 5;
/// `min_text`: characters that make a table worth keeping.
pub const LEAST_TEXT: u32 = 1;

/// The method and its parameters.
///
/// ```
/// use dehusk::{Extractor, Options};
/// let page = "<p>The mill <a href=/mill>reopens</a>.</p><form>Your name: <input></form>";
/// let text = Extractor::new(Options::new().with_method("crunch").unwrap()).extract(page.as_bytes(), None).into_text();
/// assert_eq!(text, "The mill .");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Crunch {
    /// `ratio`: links per word of a table cell.
    pub ratio: f64,
    /// `letters`: characters of a word.
    pub letters: u32,
    /// `ignore_text_links`: remove links that are no images.
    pub ignore_text_links: bool,
    /// `ignore_forms`: remove forms.
    pub ignore_forms: bool,
    /// `min_text`: characters that a table is kept for.
    pub least_text: u32,
    /// `ads`: hosts of adverts; the authors' list is not public.
    pub advert_hosts: List,
}

impl Crunch {
    /// The defaults of the source, without a list of hosts.
    pub const DEFAULT: Crunch = Crunch {
        ratio: LINK_RATIO,
        letters: LETTERS,
        ignore_text_links: true,
        ignore_forms: true,
        least_text: LEAST_TEXT,
        advert_hosts: List::Borrowed(&[]),
    };

    /// Why an element is removed, with all that is inside it (rules 1, 3 and 4).
    fn removal(&self, element: &Element<'_>) -> Option<Reason> {
        if self.is_advert(element) {
            return Some(Reason::AdvertHost);
        }
        match element.tag() {
            Tag::A if is_link(element) => {
                let image = element.children().any(|child| child.tag() == Tag::Img);
                (image || self.ignore_text_links).then_some(Reason::Link)
            }
            Tag::Img | Tag::Script | Tag::Noscript | Tag::Meta | Tag::Input | Tag::Button | Tag::Select => {
                Some(Reason::Control)
            }
            Tag::Form => self.ignore_forms.then_some(Reason::Form),
            _ => None,
        }
    }

    fn is_advert(&self, element: &Element<'_>) -> bool {
        if self.advert_hosts.is_empty() {
            return false;
        }
        let filled = |name| element.attribute(name).filter(|value| !value.is_empty());
        let address = filled("href").or_else(|| filled("src"));
        let host = address.as_deref().and_then(host);
        host.is_some_and(|host| self.advert_hosts.iter().any(|advert| advert.eq_ignore_ascii_case(host)))
    }

    /// Rule 2: whether a table cell has too many links for its words.
    fn is_link_cell(&self, cell: &Cell) -> bool {
        let words = cell.text as f64 / f64::from(self.letters.max(1));
        cell.has_content && (cell.text == 0 || f64::from(cell.links) / words > self.ratio)
    }
}

impl Default for Crunch {
    fn default() -> Crunch {
        Crunch::DEFAULT
    }
}

fn is_link(element: &Element<'_>) -> bool {
    element.tag() == Tag::A && element.attribute("href").is_some()
}

/// The host of an absolute address.
fn host(address: &str) -> Option<&str> {
    let (scheme, rest) = address.split_once("://")?;
    let host = rest.split(['/', ':', '?', '#']).next()?;
    (!scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphabetic()) && !host.is_empty())
        .then_some(host)
}

/// What is inside a table cell, before anything is removed.
#[derive(Clone, Copy, Default)]
struct Cell {
    links: u32,
    /// Characters outside links, white space counted.
    text: usize,
    has_content: bool,
}

/// The table cells of a page, in document order.
fn cells(page: &Page<'_>, body: Element<'_>, deadline: &mut Deadline) -> Result<Vec<Cell>, TimedOut> {
    let mut cells = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut links = 0;
    for event in body.walk() {
        deadline.tick()?;
        match event {
            Event::Enter(element) => {
                let link = is_link(&element);
                links += usize::from(link);
                note(&mut cells, &open, |cell| cell.links += u32::from(link));
                if element.tag() == Tag::Td {
                    open.push(cells.len());
                    cells.push(Cell::default());
                }
            }
            Event::Text(run) => {
                let text = if links == 0 { character_count(&page.text_of(&run)) } else { 0 };
                note(&mut cells, &open, |cell| cell.text += text);
            }
            Event::Leave(element) => {
                links -= usize::from(is_link(&element));
                if element.tag() == Tag::Td {
                    close(&mut cells, &mut open);
                }
            }
        }
    }
    Ok(cells)
}

/// Adds to the innermost open cell.
fn note(cells: &mut [Cell], open: &[usize], add: impl FnOnce(&mut Cell)) {
    if let Some(cell) = open.last() {
        cells[*cell].has_content = true;
        add(&mut cells[*cell]);
    }
}

/// Adds what is in the innermost open cell to the one around it.
fn close(cells: &mut [Cell], open: &mut Vec<usize>) {
    let Some(inner) = open.pop().map(|cell| cells[cell]) else { return };
    note(cells, open, |outer| {
        outer.links += inner.links;
        outer.text += inner.text;
    });
}

/// An open element: what is left inside it so far.
#[derive(Clone, Copy, Default)]
struct Open {
    /// Something that a table is kept for whatever its text.
    substance: bool,
    text: usize,
    first_run: usize,
    /// Everything inside is removed, for this reason.
    removed: Option<Reason>,
    /// All text and links inside are removed.
    emptied: bool,
}

struct Filter<'m> {
    method: &'m Crunch,
    cells: std::vec::IntoIter<Cell>,
    open: Vec<Open>,
    runs: RunVerdicts,
}

impl Filter<'_> {
    fn enter(&mut self, element: &Element<'_>) {
        let around = self.open.last().copied().unwrap_or_default();
        let mut inside = Open { substance: false, text: 0, first_run: self.runs.len(), ..around };
        if element.tag() == Tag::Td {
            let cell = self.cells.next().unwrap_or_default();
            inside.emptied |= self.method.is_link_cell(&cell);
        }
        if around.removed.is_none() && element.tag() != Tag::Body {
            let emptied = (around.emptied && is_link(element)).then_some(Reason::LinkCell);
            inside.removed = emptied.or_else(|| self.method.removal(element));
        }
        self.open.push(inside);
    }

    fn text(&mut self, page: &Page<'_>, run: &Run) {
        let start = self.runs.len();
        self.runs.push(run);
        let Some(open) = self.open.last_mut() else { return };
        match open.removed.or(open.emptied.then_some(Reason::LinkCell)) {
            Some(reason) => self.runs.remove_since(start, 0.0, reason),
            None => open.text += page.text_of(run).trim().chars().count(),
        }
    }

    fn leave(&mut self, element: &Element<'_>) {
        let Some(inside) = self.open.pop() else { return };
        let counts = matches!(
            element.tag(),
            Tag::Img | Tag::A | Tag::Button | Tag::Iframe | Tag::Input | Tag::Select | Tag::Textarea
        );
        let substance = inside.substance || counts;
        if inside.removed.is_some() {
            return;
        }
        if element.tag() == Tag::Table && !substance && inside.text < self.method.least_text as usize {
            self.runs.remove_since(inside.first_run, 0.0, Reason::EmptyTable);
            return;
        }
        if let Some(around) = self.open.last_mut() {
            around.substance |= substance;
            around.text += inside.text;
        }
    }
}

impl Method for Crunch {
    fn name(&self) -> &'static str {
        "crunch"
    }

    fn summary(&self) -> &'static str {
        "A walk over the tree that filters links, link cells of tables, forms and controls."
    }

    fn paper(&self) -> &'static str {
        "Gupta, Kaiser, Neistadt, Grimm, WWW 2003"
    }

    fn params(&self) -> &'static [ParamSpec] {
        &PARAMS
    }

    fn slot(&mut self, name: &str) -> Option<Slot<'_>> {
        Some(match name {
            "ratio" => Slot::Number(&mut self.ratio, params::POSITIVE),
            "letters" => Slot::Count(&mut self.letters, 1..=u32::MAX),
            "ignore_text_links" => Slot::Flag(&mut self.ignore_text_links),
            "ignore_forms" => Slot::Flag(&mut self.ignore_forms),
            "min_text" => Slot::Count(&mut self.least_text, 1..=u32::MAX),
            "ads" => Slot::List(&mut self.advert_hosts),
            _ => return None,
        })
    }

    fn select(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        let Some(body) = page.body() else { return Ok(Selection::nothing(Reason::NoVisibleText)) };
        let cells = cells(page, body, deadline)?.into_iter();
        let mut filter =
            Filter { method: self, cells, open: Vec::new(), runs: RunVerdicts::new(Reason::Unfiltered) };
        for event in body.walk() {
            deadline.tick()?;
            match event {
                Event::Enter(element) => filter.enter(&element),
                Event::Text(run) => filter.text(page, &run),
                Event::Leave(element) => filter.leave(&element),
            }
        }
        Ok(filter.runs.selection(Reason::AllFiltered))
    }
}

const PARAMS: [ParamSpec; 6] = [
    ParamSpec {
        name: "ratio",
        default: "0.25",
        values: "a number > 0",
        doc: "links per word above which a table cell is emptied",
    },
    ParamSpec {
        name: "letters",
        default: "5",
        values: "an integer >= 1",
        doc: "characters taken for a word",
    },
    ParamSpec {
        name: "ignore_text_links",
        default: "true",
        values: "true or false",
        doc: "remove all links; false suits pages with links in their text",
    },
    ParamSpec { name: "ignore_forms", default: "true", values: "true or false", doc: "remove forms" },
    ParamSpec {
        name: "min_text",
        default: "1",
        values: "an integer >= 1",
        doc: "characters without which a table is removed",
    },
    ParamSpec {
        name: "ads",
        default: "",
        values: "hosts separated by commas",
        doc: "remove what links to or comes from these hosts",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_those_of_absolute_addresses() {
        let hosts = [
            "http://a.example/x",
            "HTTPS://b.example:8080",
            "//c.example/",
            "/d",
            "x+y://e.example",
            "http://",
        ];
        assert_eq!(hosts.map(host), [Some("a.example"), Some("b.example"), None, None, None, None]);
    }
}
