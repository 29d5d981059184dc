//! Crunch: walks the tree and filters out links, table cells that are mostly links, forms and controls.
//!
//! Gupta, Kaiser, Neistadt, Grimm: "DOM-based content extraction of HTML documents", WWW 2003. Rules and
//! defaults are from the authors' Java source (§8.7 of the specification). A filter that removes an
//! element removes everything inside it. A parent is filtered before its children.

use super::run_verdicts::RunVerdicts;
use super::tokens::character_count;
use crate::budget::{Deadline, TimedOut};
use crate::markup::Tag;
use crate::method::params::List;
use crate::method::{Method, ParamSpec, Slot, params};
use crate::page::{Element, Event, Page, Run};
use crate::selection::{Reason, Selection};

/// Default of `ratio`: a table cell with more links per word than this is emptied (authors' source).
pub const LINK_RATIO: f64 = 0.25;
/// Default of `letters`: the number of characters that count as one word. A comment in the authors' source says
/// 4, but the constant there is 5.
pub const LETTERS: u32 = 5;
/// Default of `min_text`: the minimum number of characters in a table that is kept (authors' source).
pub const MIN_TABLE_TEXT: u32 = 1;

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
    /// `ratio`: maximum number of links per word in a table cell that is kept.
    pub ratio: f64,
    /// `letters`: the number of characters that count as one word.
    pub letters: u32,
    /// `ignore_text_links`: whether to remove links without an image. Links with an image are always removed.
    pub ignore_text_links: bool,
    /// `ignore_forms`: whether to remove forms.
    pub ignore_forms: bool,
    /// `min_text`: minimum number of characters in a table that is kept.
    pub min_text: u32,
    /// `ads`: hosts of advertisements. The authors' list is not public.
    pub ad_hosts: List,
}

impl Crunch {
    /// The defaults of the authors' source, without a list of hosts.
    pub const DEFAULT: Crunch = Crunch {
        ratio: LINK_RATIO,
        letters: LETTERS,
        ignore_text_links: true,
        ignore_forms: true,
        min_text: MIN_TABLE_TEXT,
        ad_hosts: List::Borrowed(&[]),
    };

    /// Rules 1, 3 and 4: returns the reason why an element is removed with everything inside it, or `None` if
    /// it is not removed.
    fn removal(&self, element: &Element<'_>) -> Option<Reason> {
        if self.is_ad(element) {
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

    fn is_ad(&self, element: &Element<'_>) -> bool {
        if self.ad_hosts.is_empty() {
            return false;
        }
        let filled = |name| element.attribute(name).filter(|value| !value.is_empty());
        let address = filled("href").or_else(|| filled("src"));
        let host = address.as_deref().and_then(host);
        host.is_some_and(|host| self.ad_hosts.iter().any(|ad_host| ad_host.eq_ignore_ascii_case(host)))
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

/// The host of an absolute URL.
fn host(address: &str) -> Option<&str> {
    let (scheme, rest) = address.split_once("://")?;
    let host = rest.split(['/', ':', '?', '#']).next()?;
    (!scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphabetic()) && !host.is_empty())
        .then_some(host)
}

/// Counts over the content of a table cell, before anything is removed.
#[derive(Clone, Copy, Default)]
struct Cell {
    links: u32,
    /// Characters outside links, including whitespace.
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
                add_to_innermost(&mut cells, &open, |cell| cell.links += u32::from(link));
                if element.tag() == Tag::Td {
                    open.push(cells.len());
                    cells.push(Cell::default());
                }
            }
            Event::Text(run) => {
                let text = if links == 0 { character_count(&page.text_of(&run)) } else { 0 };
                add_to_innermost(&mut cells, &open, |cell| cell.text += text);
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

/// Changes the counts of the innermost open cell.
fn add_to_innermost(cells: &mut [Cell], open: &[usize], add: impl FnOnce(&mut Cell)) {
    if let Some(cell) = open.last() {
        cells[*cell].has_content = true;
        add(&mut cells[*cell]);
    }
}

/// Closes the innermost open cell and adds its counts to the cell around it.
fn close(cells: &mut [Cell], open: &mut Vec<usize>) {
    let Some(inner) = open.pop().map(|cell| cells[cell]) else { return };
    add_to_innermost(cells, open, |outer| {
        outer.links += inner.links;
        outer.text += inner.text;
    });
}

/// An open element, with counts over the content that it has so far and that has not been removed.
#[derive(Clone, Copy, Default)]
struct Open {
    /// Whether it holds an element, such as an image, for which a table is kept even without text.
    substance: bool,
    /// Characters of text.
    text: usize,
    first_run: usize,
    /// The reason why everything inside is removed; `None` if it is not removed.
    removed: Option<Reason>,
    /// Whether all text and links inside are removed.
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
        if element.tag() == Tag::Table && !substance && inside.text < self.method.min_text as usize {
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
        "Filters links, table cells that are mostly links, forms and controls out of the tree."
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
            "min_text" => Slot::Count(&mut self.min_text, 1..=u32::MAX),
            "ads" => Slot::List(&mut self.ad_hosts),
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
        doc: "a table cell with more links per word than this is emptied",
    },
    ParamSpec {
        name: "letters",
        default: "5",
        values: "an integer >= 1",
        doc: "number of characters that count as one word",
    },
    ParamSpec {
        name: "ignore_text_links",
        default: "true",
        values: "true or false",
        doc: "whether to remove links without an image; false suits pages with links in their text",
    },
    ParamSpec {
        name: "ignore_forms",
        default: "true",
        values: "true or false",
        doc: "whether to remove forms",
    },
    ParamSpec {
        name: "min_text",
        default: "1",
        values: "an integer >= 1",
        doc: "minimum number of characters in a table that is kept",
    },
    ParamSpec {
        name: "ads",
        default: "",
        values: "host names separated by commas",
        doc: "remove elements that link to these hosts or are loaded from them",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_absolute_urls_have_hosts() {
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
