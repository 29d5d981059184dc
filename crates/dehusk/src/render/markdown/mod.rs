//! GitHub Flavored Markdown (GFM): blocks and the prefixes of their lines.
//!
//! The text has the same characters as the plain text, with Markdown marks around them, and with escapes where Markdown would
//! read them as markup. Structure that Markdown cannot express is left out, or written as one of a few HTML elements that GFM
//! allows (`<sup>`, `<sub>`, `<br>` in tables). Right-to-left blocks are in a `<div dir="rtl">`, between empty lines, so that
//! their content is read as Markdown.

mod direction;
mod escape;
mod inline;
mod notes;
mod punctuation;
mod table;

use super::document::{Container, Leaf, LeafKind, Locale, Sink};
use direction::Direction;
use inline::{Inline, InlineContext};
use table::Table;

/// The largest list number: GFM reads at most nine digits.
const MAX_LIST_NUMBER: i64 = 999_999_999;
/// The characters after the numbers of a list, and of a list directly after it.
const NUMBERED: [char; 2] = ['.', ')'];
/// The bullets of a list, and of a list directly after it.
const BULLETS: [char; 2] = ['-', '*'];
/// Indentation of each line of a note except the first.
const NOTE_INDENT: &str = "    ";

pub(super) struct Markdown {
    out: String,
    max: usize,
    full: bool,
    /// The prefixes of the open quotes, list items and notes.
    prefixes: Vec<Prefix>,
    /// The open lists.
    lists: Vec<List>,
    /// The direction of the current block.
    direction: Direction,
    /// Whether the `<div>` around right-to-left blocks is open.
    is_rtl: bool,
    /// The depth and the marker of the list that just ended. A list directly after it needs a different marker. Otherwise
    /// Markdown would join the two lists.
    last_list: Option<(usize, char)>,
    /// Whether the last block was a paragraph of a list item.
    after_item_text: bool,
    /// Whether the walk is in a `<dt>`.
    in_term: bool,
    table: Option<Table>,
    /// Whether the table has names with their values.
    has_facts: bool,
    /// Whether the last cell has the name of a fact whose value may follow.
    follows_name: bool,
    inline: Inline,
    pub(super) lost_emphasis: u32,
    pub(super) lost_nesting: u32,
    pub(super) lost_spans: u32,
}

/// An open list.
struct List {
    /// The bullet, or the character after the number.
    marker: char,
    has_item: bool,
    has_text: bool,
}

/// The prefixes of the first line and of the other lines of a quote, a list item or a note.
struct Prefix {
    first: String,
    rest: String,
    /// The checkbox of a task. Only a paragraph can have one.
    task: &'static str,
    /// Whether the first line is written.
    is_begun: bool,
    /// For an item of an ordered list: its number.
    number: Option<i64>,
    /// Whether this is the first item of a list.
    is_first: bool,
    is_item: bool,
}

impl Prefix {
    /// The prefixes of a quote or a note.
    fn new(first: String, rest: String) -> Prefix {
        Prefix { first, rest, task: "", is_begun: false, number: None, is_first: true, is_item: false }
    }
}

impl Markdown {
    pub(super) fn new(max: usize) -> Markdown {
        Markdown {
            out: String::new(),
            max,
            full: false,
            prefixes: Vec::new(),
            lists: Vec::new(),
            direction: Direction::default(),
            is_rtl: false,
            last_list: None,
            after_item_text: false,
            in_term: false,
            table: None,
            has_facts: false,
            follows_name: false,
            inline: Inline::default(),
            lost_emphasis: 0,
            lost_nesting: 0,
            lost_spans: 0,
        }
    }

    pub(super) fn into_text(mut self) -> String {
        self.set_direction(Direction::Ltr);
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out
    }

    fn enter_list(&mut self, markers: [char; 2]) {
        let follows_list = self.last_list == Some((self.lists.len(), markers[0]));
        self.lists.push(List {
            marker: markers[usize::from(follows_list)],
            has_item: false,
            has_text: false,
        });
    }

    fn enter_note(&mut self, number: u32) {
        self.prefixes.push(Prefix::new(format!("[^{number}]: "), NOTE_INDENT.to_owned()));
    }

    fn enter_item(&mut self, number: i64, task: Option<bool>) {
        let (list_marker, is_first) = match self.lists.last_mut() {
            Some(list) => (list.marker, !std::mem::replace(&mut list.has_item, true)),
            None => ('-', true),
        };
        let is_ordered = NUMBERED.contains(&list_marker);
        let number = number.clamp(0, MAX_LIST_NUMBER);
        let marker = if is_ordered { format!("{number}{list_marker} ") } else { format!("{list_marker} ") };
        let rest = " ".repeat(marker.len());
        let task = task.map_or("", |done| if done { "[x] " } else { "[ ] " });
        let number = is_ordered.then_some(number);
        self.prefixes.push(Prefix { task, number, is_first, is_item: true, ..Prefix::new(marker, rest) });
    }

    fn enter_quote(&mut self) {
        let mark = || "> ".to_owned();
        self.prefixes.push(Prefix::new(mark(), mark()));
    }

    fn enter_table(&mut self, container: Container, locale: &Locale) {
        self.direction = Direction::of(locale, "");
        self.table = Some(Table::default());
        (self.has_facts, self.follows_name) = (container == Container::Facts, false);
    }

    /// Enters a part of the table that is being collected. Tables hold no blocks.
    fn enter_in_table(&mut self, container: Container) {
        let Some(table) = &mut self.table else { return };
        match container {
            Container::Caption | Container::Figure | Container::FigureCaption => {}
            Container::Term if self.has_facts => {
                table.row();
                table.plain_cell();
                self.follows_name = true;
            }
            Container::Definition if self.has_facts => {
                if !std::mem::take(&mut self.follows_name) {
                    table.row();
                    table.plain_cell();
                }
                table.plain_cell();
            }
            Container::Row => table.row(),
            Container::Cell { header, columns, rows } => table.cell(header, columns, rows),
            _ => self.lost_nesting += 1,
        }
    }

    fn leave_list(&mut self) {
        let marker = self.lists.pop().map_or('-', |list| list.marker);
        self.last_list = Some((self.lists.len(), marker));
        self.after_item_text &= !self.lists.is_empty();
    }

    /// Writes a block of lines that is no paragraph, if it fits.
    fn write_block(&mut self, lines: &str) {
        if self.has_room(lines) {
            self.put_block(lines, false);
        }
    }

    /// Writes a block of lines for which there is room.
    fn put_block(&mut self, lines: &str, is_paragraph: bool) {
        // A list, quote or note has the direction of its first block.
        if self.prefixes.iter().all(|prefix| !prefix.is_begun) && self.lists.iter().all(|list| !list.has_text)
        {
            self.set_direction(self.direction);
        }
        self.lists.iter_mut().for_each(|list| list.has_text = true);
        self.begin_block(is_paragraph);
        for (index, line) in lines.split('\n').enumerate() {
            if index > 0 {
                self.out.push('\n');
                self.prefix_line(line.is_empty());
            }
            self.out.push_str(line);
        }
        self.after_item_text = is_paragraph && self.prefixes.iter().any(|prefix| prefix.is_item);
        self.last_list = None;
    }

    /// Whether a block still fits. If it does not, the output is full.
    fn has_room(&mut self, lines: &str) -> bool {
        self.full |= !self.fits(lines);
        !self.full
    }

    fn fits(&self, lines: &str) -> bool {
        let prefix: usize = self.prefixes.iter().map(|prefix| prefix.first.len()).sum();
        let count = memchr::memchr_iter(b'\n', lines.as_bytes()).count() + 3;
        self.out.len() + lines.len() + prefix * count + direction::MAX_BYTES + 2 <= self.max
    }

    /// Writes a leaf, or the part of it that fits.
    fn write_leaf(&mut self, leaf: &Leaf) {
        let is_paragraph = leaf.kind == LeafKind::Paragraph;
        let lines = self.lines_of(leaf);
        self.lost_emphasis += std::mem::take(&mut self.inline.lost);
        let Some(lines) = lines else { return };
        if self.has_room(&lines) {
            self.put_block(&lines, is_paragraph);
            return;
        }
        drop(lines);
        let part = leaf.fitted(|part| self.lines_of(part).is_some_and(|lines| self.fits(&lines)));
        if let Some(lines) = part.and_then(|part| self.lines_of(&part)) {
            self.put_block(&lines, is_paragraph);
        }
        self.inline.lost = 0;
    }

    /// Returns the lines of a leaf, without the prefixes of the containers around it. `None` for a paragraph of a note that had
    /// only links back.
    fn lines_of(&mut self, leaf: &Leaf) -> Option<String> {
        if leaf.kind == LeafKind::Code { Some(code_lines(leaf)) } else { self.text_lines(leaf) }
    }

    /// Ends the previous block and writes the prefixes of the first line of the next. An empty line comes between them, unless
    /// the next block is an item of a tight list.
    fn begin_block(&mut self, is_paragraph: bool) {
        if !self.out.is_empty() {
            self.out.push('\n');
            if !self.is_tight() {
                let open = self.prefixes.iter().take_while(|prefix| prefix.is_begun);
                let empty_line: String = open.map(|prefix| prefix.rest.as_str()).collect();
                self.out.push_str(empty_line.trim_end());
                self.out.push('\n');
            }
        }
        let task =
            self.prefixes.last().filter(|prefix| is_paragraph && !prefix.is_begun).map(|prefix| prefix.task);
        for prefix in &mut self.prefixes {
            self.out.push_str(if prefix.is_begun { &prefix.rest } else { &prefix.first });
            prefix.is_begun = true;
        }
        self.out.push_str(task.unwrap_or(""));
    }

    /// Whether the next block needs no empty line before it. This is so if it begins a list item directly after the text of
    /// another item.
    fn is_tight(&self) -> bool {
        let Some(new) = self.prefixes.iter().find(|prefix| !prefix.is_begun) else { return false };
        let is_nested = self.prefixes.iter().any(|prefix| prefix.is_begun && prefix.is_item);
        // An ordered list without an empty line before it can follow a paragraph only if its first number is 1.
        let may_follow = !is_nested || !new.is_first || new.number.is_none_or(|number| number == 1);
        self.after_item_text && new.is_item && may_follow
    }

    /// Writes the prefixes of a line that is not the first of its block.
    fn prefix_line(&mut self, is_empty: bool) {
        let start = self.out.len();
        for prefix in &self.prefixes {
            self.out.push_str(&prefix.rest);
        }
        if is_empty {
            let end = self.out[start..].trim_end().len();
            self.out.truncate(start + end);
        }
    }

    fn text_lines(&mut self, leaf: &Leaf) -> Option<String> {
        let bold = self.in_term && !leaf.has_only_images();
        let (mark, context) = match leaf.kind {
            LeafKind::Heading(level) => ("#".repeat(usize::from(level)) + " ", InlineContext::Heading),
            _ => (String::new(), InlineContext::Paragraph),
        };
        let mut lines = mark;
        let mark = lines.len();
        self.inline.write(leaf, context, bold, &mut lines);
        lines.truncate(lines.trim_end_matches(' ').len().max(mark));
        (lines.len() > mark).then_some(lines)
    }

    fn write_cell_leaf(&mut self, leaf: &Leaf) {
        let mut text = String::new();
        self.inline.write(leaf, InlineContext::Cell, false, &mut text);
        self.lost_emphasis += std::mem::take(&mut self.inline.lost);
        if let Some(table) = &mut self.table {
            table.push(&text);
        }
    }

    fn leave_table(&mut self) {
        let Some(table) = self.table.take() else { return };
        let (lines, resolved) = table.lines();
        self.lost_spans += u32::from(!resolved);
        if !lines.is_empty() {
            self.write_block(&lines);
        }
    }
}

fn code_lines(leaf: &Leaf) -> String {
    let text = leaf.text.trim_end().trim_start_matches('\n').replace("\r\n", "\n").replace('\r', "\n");
    let fence = "`".repeat(escape::longest_run(&text, '`').max(2) + 1);
    let language = leaf.language.as_deref().unwrap_or("");
    format!("{fence}{language}\n{text}\n{fence}")
}

impl Sink for Markdown {
    fn enter(&mut self, container: Container, locale: &Locale) {
        if self.table.is_some() {
            return self.enter_in_table(container);
        }
        match container {
            Container::List { ordered, .. } => self.enter_list(if ordered { NUMBERED } else { BULLETS }),
            Container::Cards => self.enter_list(BULLETS),
            Container::Card => self.enter_item(1, None),
            Container::Item { note: Some(note), .. } | Container::Note(note) => self.enter_note(note),
            Container::Item { number, task, .. } => self.enter_item(number, task),
            Container::Definitions => self.enter_list(BULLETS),
            Container::Definition => self.enter_item(1, None),
            Container::Term => self.in_term = true,
            Container::Quote => self.enter_quote(),
            Container::Table | Container::Facts => self.enter_table(container, locale),
            Container::Caption | Container::Row | Container::Cell { .. } => {}
            Container::Figure | Container::FigureCaption => {}
        }
    }

    fn leave(&mut self, container: Container) {
        let own = if self.has_facts { Container::Facts } else { Container::Table };
        if self.table.is_some() && container != own {
            return;
        }
        match container {
            Container::List { .. } | Container::Definitions | Container::Cards => self.leave_list(),
            Container::Card
            | Container::Item { .. }
            | Container::Note(_)
            | Container::Definition
            | Container::Quote => {
                drop(self.prefixes.pop());
            }
            Container::Term => self.in_term = false,
            Container::Table | Container::Facts => self.leave_table(),
            Container::Caption | Container::Row | Container::Cell { .. } => {}
            Container::Figure | Container::FigureCaption => {}
        }
    }

    fn leaf(&mut self, leaf: &Leaf, locale: &Locale) {
        if self.table.is_none() {
            self.direction = Direction::of(locale, &leaf.text);
        }
        if self.full {
            return;
        }
        if self.table.as_ref().is_some_and(Table::has_cells) {
            self.write_cell_leaf(leaf);
        } else {
            self.write_leaf(leaf);
        }
    }

    fn rule(&mut self) {
        if self.table.is_none() && !self.out.is_empty() {
            // After a list marker, `---` would make the whole line a rule.
            let begins_item = self.prefixes.iter().any(|prefix| !prefix.is_begun);
            self.write_block(if begins_item { "___" } else { "---" });
        }
    }

    fn uses_locale(&self) -> bool {
        true
    }

    fn is_full(&self) -> bool {
        self.full
    }
}
