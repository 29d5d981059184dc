//! Markdown as GitHub defines it (GFM): blocks and the marks before their lines.
//!
//! Every character of text is that of the plain text; marks stand around it, and what would be read as a mark is escaped.
//! What Markdown cannot say is left out or said in the few HTML elements that GFM allows (`<sup>`, `<sub>`, `<br>` in
//! tables). Blocks from right to left stand in a `<div dir="rtl">`, between blank lines, so that what is in it is read as Markdown.

mod direction;
mod escape;
mod inline;
mod notes;
mod table;

use super::document::{Container, Leaf, LeafKind, Sink, Voice};
use direction::Direction;
use inline::{Inline, Place};
use table::Table;

/// List numbers that GFM reads have at most nine digits.
const MAX_NUMBER: i64 = 999_999_999;
/// Before the further lines of a note.
const NOTE_INDENT: &str = "    ";

pub(super) struct Markdown {
    out: String,
    max: usize,
    full: bool,
    /// The quotes and list items around.
    prefixes: Vec<Prefix>,
    lists: Vec<List>,
    /// Of the block that is written, by what its page says.
    direction: Direction,
    /// Whether a `<div>` is open.
    is_rtl: bool,
    /// How deep the list that was just left stood, and its sign: another right after it takes another sign.
    left_list: Option<(usize, char)>,
    /// Whether the last block was a paragraph of a list item.
    after_item_text: bool,
    /// Inside a `<dt>`.
    in_term: bool,
    table: Option<Table>,
    inline: Inline,
    pub(super) lost_emphasis: u32,
    pub(super) lost_nesting: u32,
    pub(super) lost_spans: u32,
}

/// A list around.
struct List {
    /// Of its markers.
    sign: char,
    has_item: bool,
    has_text: bool,
}

/// What stands before the lines of a quote or of a list item.
struct Prefix {
    first: String,
    rest: String,
    /// The box of a task, which only a paragraph can have.
    task: &'static str,
    /// Whether its first line is written.
    begun: bool,
    /// The number of an item of an ordered list.
    number: Option<i64>,
    /// Whether the item is the first of its list.
    is_first: bool,
    is_item: bool,
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
            left_list: None,
            after_item_text: false,
            in_term: false,
            table: None,
            inline: Inline::default(),
            lost_emphasis: 0,
            lost_nesting: 0,
            lost_spans: 0,
        }
    }

    pub(super) fn into_text(mut self) -> String {
        self.turn(Direction::Ltr);
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out
    }

    fn enter_list(&mut self, ordered: bool) {
        let signs = if ordered { ['.', ')'] } else { ['-', '*'] };
        let clash = self.left_list == Some((self.lists.len(), signs[0]));
        self.lists.push(List { sign: signs[usize::from(clash)], has_item: false, has_text: false });
    }

    fn enter_note(&mut self, number: u32) {
        self.prefixes.push(Prefix {
            first: format!("[^{number}]: "),
            rest: NOTE_INDENT.to_owned(),
            task: "",
            begun: false,
            number: None,
            is_first: true,
            is_item: false,
        });
    }

    fn enter_item(&mut self, number: i64, task: Option<bool>) {
        let (sign, is_first) = match self.lists.last_mut() {
            Some(list) => (list.sign, !std::mem::replace(&mut list.has_item, true)),
            None => ('-', true),
        };
        let is_ordered = matches!(sign, '.' | ')');
        let number = number.clamp(0, MAX_NUMBER);
        let marker = if is_ordered { format!("{number}{sign} ") } else { format!("{sign} ") };
        let rest = " ".repeat(marker.len());
        let task = task.map_or("", |done| if done { "[x] " } else { "[ ] " });
        let number = is_ordered.then_some(number);
        self.prefixes.push(Prefix {
            first: marker,
            rest,
            task,
            begun: false,
            number,
            is_first,
            is_item: true,
        });
    }

    fn leave_list(&mut self) {
        let sign = self.lists.pop().map_or('-', |list| list.sign);
        self.left_list = Some((self.lists.len(), sign));
        self.after_item_text &= !self.lists.is_empty();
    }

    /// Writes a block of lines.
    fn block(&mut self, lines: &str, is_paragraph: bool) {
        if !self.has_room(lines) {
            return;
        }
        // Lists, quotes and notes have the direction of their first block.
        if self.prefixes.iter().all(|prefix| !prefix.begun) && self.lists.iter().all(|list| !list.has_text) {
            self.turn(self.direction);
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
        self.left_list = None;
    }

    /// Whether a block still fits: one that does not is left out as a whole.
    fn has_room(&mut self, lines: &str) -> bool {
        let prefix: usize = self.prefixes.iter().map(|prefix| prefix.first.len()).sum();
        let count = memchr::memchr_iter(b'\n', lines.as_bytes()).count() + 3;
        self.full |= self.out.len() + lines.len() + prefix * count + direction::MOST_BYTES + 2 > self.max;
        !self.full
    }

    /// The end of the block before, a blank line unless this is the next item of a tight list, and the marks of the first line.
    fn begin_block(&mut self, is_paragraph: bool) {
        if !self.out.is_empty() {
            self.out.push('\n');
            if !self.is_tight() {
                let begun = self.prefixes.iter().take_while(|prefix| prefix.begun);
                let blank: String = begun.map(|prefix| prefix.rest.as_str()).collect();
                self.out.push_str(blank.trim_end());
                self.out.push('\n');
            }
        }
        let task =
            self.prefixes.last().filter(|prefix| is_paragraph && !prefix.begun).map(|prefix| prefix.task);
        for prefix in &mut self.prefixes {
            self.out.push_str(if prefix.begun { &prefix.rest } else { &prefix.first });
            prefix.begun = true;
        }
        self.out.push_str(task.unwrap_or(""));
    }

    fn is_tight(&self) -> bool {
        let Some(new) = self.prefixes.iter().find(|prefix| !prefix.begun) else { return false };
        let is_nested = self.prefixes.iter().any(|prefix| prefix.begun && prefix.is_item);
        // A list that begins with another number than 1 cannot follow a paragraph without a blank line.
        let may_follow = !is_nested || !new.is_first || new.number.is_none_or(|number| number == 1);
        self.after_item_text && new.is_item && may_follow
    }

    fn prefix_line(&mut self, is_blank: bool) {
        let start = self.out.len();
        for prefix in &self.prefixes {
            self.out.push_str(&prefix.rest);
        }
        if is_blank {
            let end = self.out[start..].trim_end().len();
            self.out.truncate(start + end);
        }
    }

    fn code_block(&mut self, leaf: &Leaf) {
        let text = leaf.text.trim_end().trim_start_matches('\n').replace("\r\n", "\n").replace('\r', "\n");
        let fence = "`".repeat(escape::longest_run(&text, '`').max(2) + 1);
        let language = leaf.language.as_deref().unwrap_or("");
        self.block(&format!("{fence}{language}\n{text}\n{fence}"), false);
    }

    fn text_leaf(&mut self, leaf: &Leaf) {
        let bold = self.in_term;
        let (mark, place) = match leaf.kind {
            LeafKind::Heading(level) => ("#".repeat(usize::from(level)) + " ", Place::Heading),
            _ => (String::new(), Place::Paragraph),
        };
        let mut lines = mark;
        let mark = lines.len();
        self.inline.write(leaf, place, bold, &mut lines);
        self.lost_emphasis += std::mem::take(&mut self.inline.lost);
        if lines.len() == mark {
            return; // of a note, nothing but links back
        }
        self.block(&lines, leaf.kind == LeafKind::Paragraph);
    }

    fn cell_leaf(&mut self, leaf: &Leaf) {
        let mut text = String::new();
        self.inline.write(leaf, Place::Cell, false, &mut text);
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
            self.block(&lines, false);
        }
    }
}

impl Sink for Markdown {
    fn enter(&mut self, container: Container, voice: &Voice) {
        if let Some(table) = &mut self.table {
            match container {
                Container::Caption => {}
                Container::Row => table.row(),
                Container::Cell { header, columns, rows } => table.cell(header, columns, rows),
                _ => self.lost_nesting += 1,
            }
            return;
        }
        match container {
            Container::List { ordered, .. } => self.enter_list(ordered),
            Container::Item { note: Some(note), .. } | Container::Note(note) => self.enter_note(note),
            Container::Item { number, task, .. } => self.enter_item(number, task),
            Container::Definitions => self.enter_list(false),
            Container::Definition => self.enter_item(1, None),
            Container::Term => self.in_term = true,
            Container::Quote => {
                let mark = || "> ".to_owned();
                let prefix = Prefix {
                    first: mark(),
                    rest: mark(),
                    task: "",
                    begun: false,
                    number: None,
                    is_first: true,
                    is_item: false,
                };
                self.prefixes.push(prefix);
            }
            Container::Table => {
                self.direction = Direction::of(voice, "");
                self.table = Some(Table::default());
            }
            Container::Caption | Container::Row | Container::Cell { .. } => {}
        }
    }

    fn leave(&mut self, container: Container) {
        if self.table.is_some() && container != Container::Table {
            return;
        }
        match container {
            Container::List { .. } | Container::Definitions => self.leave_list(),
            Container::Item { .. } | Container::Note(_) | Container::Definition | Container::Quote => {
                drop(self.prefixes.pop());
            }
            Container::Term => self.in_term = false,
            Container::Table => self.leave_table(),
            Container::Caption | Container::Row | Container::Cell { .. } => {}
        }
    }

    fn leaf(&mut self, leaf: &Leaf, voice: &Voice) {
        if self.table.is_none() {
            self.direction = Direction::of(voice, &leaf.text);
        }
        match leaf.kind {
            _ if self.full => {}
            _ if self.table.as_ref().is_some_and(Table::has_cells) => self.cell_leaf(leaf),
            LeafKind::Code => self.code_block(leaf),
            _ => self.text_leaf(leaf),
        }
    }

    fn rule(&mut self) {
        if self.table.is_none() && !self.out.is_empty() {
            // After the marker of a list `---` would make the whole line a rule.
            let begins_item = self.prefixes.iter().any(|prefix| !prefix.begun);
            self.block(if begins_item { "___" } else { "---" }, false);
        }
    }

    fn has_voices(&self) -> bool {
        true
    }

    fn is_full(&self) -> bool {
        self.full
    }
}
