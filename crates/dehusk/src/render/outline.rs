//! Plain text that shows lists and tables: list items are indented and begin with `- ` or their number; each table row is one
//! line, with cells separated by tabs. All other characters are the same as in the plain text without this structure.

use super::TextForm;
use super::document::{Container, Leaf, LeafKind, Locale, PieceKind, Sink};

pub(super) struct Outline {
    form: TextForm,
    out: String,
    max: usize,
    full: bool,
    /// The open list items.
    items: Vec<Item>,
    /// Whether each open list is ordered.
    lists: Vec<bool>,
    /// The text of each cell of the open row, if each row is written as one line.
    row: Option<Vec<String>>,
}

struct Item {
    marker: String,
    /// Whether the first line of the item is written.
    is_begun: bool,
}

impl Outline {
    pub(super) fn new(form: TextForm, max: usize) -> Outline {
        Outline {
            form,
            out: String::new(),
            max,
            full: false,
            items: Vec::new(),
            lists: Vec::new(),
            row: None,
        }
    }

    pub(super) fn into_text(self) -> String {
        self.out
    }

    /// Writes lines with the markers or the indentation of the list items around them. If not all lines fit, none is written.
    fn write_lines(&mut self, text: &str) {
        let indent: usize = self.items.iter().map(|item| item.marker.len()).sum();
        let count = 1 + memchr::memchr_iter(b'\n', text.as_bytes()).count();
        self.full |= self.out.len() + text.len() + count * (indent + 1) > self.max;
        if self.full || text.is_empty() {
            return;
        }
        for line in text.split('\n') {
            if !self.out.is_empty() {
                self.out.push('\n');
            }
            for item in &mut self.items {
                if std::mem::replace(&mut item.is_begun, true) {
                    self.out.extend(std::iter::repeat_n(' ', item.marker.len()));
                } else {
                    self.out.push_str(&item.marker);
                }
            }
            self.out.push_str(line);
        }
    }
}

/// The text of a leaf.
fn text_of(leaf: &Leaf) -> String {
    if leaf.kind == LeafKind::Code {
        return leaf.text.trim_end().trim_start_matches(['\r', '\n']).replace("\r\n", "\n");
    }
    let mut text = String::with_capacity(leaf.text.len());
    for piece in &leaf.pieces {
        match &piece.kind {
            PieceKind::Text { .. } => text.push_str(leaf.text_of(piece)),
            PieceKind::Break | PieceKind::Joint => text.push('\n'),
            PieceKind::Formula(formula) => text.push_str(&formula.tex),
            PieceKind::Image(_) => {}
        }
    }
    let lines: Vec<&str> = text.split('\n').map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join("\n")
}

impl Sink for Outline {
    fn enter(&mut self, container: Container, _locale: &Locale) {
        match container {
            Container::List { ordered, .. } => self.lists.push(ordered),
            Container::Item { number, .. } if self.form.lists => {
                let is_ordered = self.lists.last() == Some(&true);
                let marker = if is_ordered { format!("{number}. ") } else { "- ".to_owned() };
                self.items.push(Item { marker, is_begun: false });
            }
            Container::Row if self.form.rows && self.row.is_none() => self.row = Some(Vec::new()),
            Container::Cell { .. } => {
                if let Some(cells) = &mut self.row {
                    cells.push(String::new());
                }
            }
            _ => {}
        }
    }

    fn leave(&mut self, container: Container) {
        match container {
            Container::List { .. } => drop(self.lists.pop()),
            Container::Item { .. } if self.form.lists => drop(self.items.pop()),
            Container::Row => {
                if let Some(cells) = self.row.take() {
                    self.write_lines(cells.join("\t").trim_end());
                }
            }
            _ => {}
        }
    }

    fn leaf(&mut self, leaf: &Leaf, _locale: &Locale) {
        if leaf.is_only_in_markup {
            return;
        }
        let text = text_of(leaf);
        match self.row.as_mut().and_then(|cells| cells.last_mut()) {
            Some(cell) => {
                if !cell.is_empty() && !text.is_empty() {
                    cell.push(' ');
                }
                cell.push_str(&text.replace(['\n', '\t'], " "));
            }
            None => self.write_lines(&text),
        }
    }

    fn rule(&mut self) {}

    fn is_full(&self) -> bool {
        self.full
    }
}

#[cfg(test)]
mod tests {
    use crate::render::{Markup, TextForm};
    use crate::{Extractor, Options, methods::Plain};

    fn text(form: TextForm, page: &str) -> String {
        let mut markup = Markup::NONE;
        markup.text = form;
        Extractor::new(Options::new().with(Plain).with_markup(markup))
            .extract(page.as_bytes(), None)
            .into_text()
    }

    const BOTH: TextForm = TextForm { lists: true, rows: true };

    #[test]
    fn lists_and_tables_are_shown() {
        for (page, expected) in [
            (
                "<p>a <b>b</b><br>c<ul><li>d<li>e<ol start=3><li>f<li><p>g<p>h</ol>i</ul>j",
                "a b\nc\n- d\n- e\n  3. f\n  4. g\n     h\n  i\nj",
            ),
            (
                "<table><tr><th>a<th>b</tr><tr><td><p>c<p>d<td></tr><tr><td><td><ul><li>e</ul></tr></table>",
                "a\tb\nc d\n\te",
            ),
            ("<ul><li><table><tr><td>a<td>b<tr><td>c<td>d</table></ul>", "- a\tb\n  c\td"),
            ("<pre>a\n  b\n</pre><dl><dt>c<dd>d</dl>", "a\n  b\nc\nd"),
            ("<ul><li><img src=a.png><li>x</ul>", "- x"),
        ] {
            assert_eq!(text(BOTH, page), expected, "{page}");
        }
    }

    #[test]
    fn without_markers_it_is_the_plain_text() {
        let page =
            "<p>a <b>b</b><br>c<ul><li>d<li>e<ol><li>f</ol></ul><table><tr><td>g<td>h<tr><td>i<td>j</table>";
        let plain = text(TextForm::default(), page);
        assert_eq!(plain, "a b\nc\nd\ne\nf\ng\nh\ni\nj");
        let unmarked = text(BOTH, page).replace(['\t'], "\n").replace("- ", "").replace("  1. ", "");
        assert_eq!(unmarked, plain);
    }
}
