//! HTML that is safe to insert into a page: a few elements and attributes, all written here, none copied.
//!
//! Elements: `p h1–h6 blockquote ul ol li dl dt dd table tbody tr th td pre code hr br a img strong em s sup sub`. Attributes:
//! `href` and `src` with checked addresses, `alt`, `colspan`, `rowspan`, `start`, `value`, `dir`, `lang`. A paragraph that
//! begins an item or a cell has no `<p>`. Formulas are their TeX in `\(…\)` or `\[…\]`.

use super::document::{Container, Leaf, LeafKind, Piece, PieceKind, Sink, Voice, style};

/// Room for the end tags of everything that is open.
const END_TAGS: usize = 24;
/// Room for a start tag with its direction and language.
const START_TAG: usize = 64;

pub(super) struct Html {
    out: String,
    max: usize,
    full: bool,
    open: Vec<Open>,
}

struct Open {
    container: Container,
    voice: Voice,
    /// Whether there was room for it.
    is_written: bool,
    /// Whether nothing is written in it.
    is_empty: bool,
    /// Number of the next item.
    next: i64,
    /// Whether the `<tbody>` of a table has begun.
    has_body: bool,
}

impl Html {
    pub(super) fn new(max: usize) -> Html {
        Html { out: String::new(), max, full: false, open: Vec::new() }
    }

    pub(super) fn into_text(self) -> String {
        self.out
    }

    fn has_room(&mut self, bytes: usize) -> bool {
        self.full |= self.out.len() + bytes + END_TAGS * (self.open.len() + 2) > self.max;
        !self.full
    }

    fn start_tag(&mut self, name: &str, attributes: &str, voice: &Voice) {
        let around = self.open.last().map(|open| &open.voice);
        self.out.extend(["<", name, attributes]);
        voice_attributes(voice, around, &mut self.out);
        self.out.push('>');
    }

    /// The `<tbody>` before the first row: browsers make one, so whoever parses this and writes it again changes nothing.
    fn begin_body(&mut self, container: Container) {
        if container == Container::Row
            && self.has_room(START_TAG)
            && let Some(table) = self.open.last_mut()
            && !std::mem::replace(&mut table.has_body, true)
        {
            self.out.push_str("<tbody>");
        }
    }

    /// The attributes of a container that HTML does not take for granted.
    fn attributes(&mut self, container: Container) -> String {
        match container {
            Container::List { ordered: true, start } if start != 1 => format!(" start=\"{start}\""),
            Container::Item { number, .. } => {
                let Some(list) = self.open.last_mut() else { return String::new() };
                let is_ordered = matches!(list.container, Container::List { ordered: true, .. });
                let is_next = list.next == number;
                list.next = number + 1;
                if is_ordered && !is_next { format!(" value=\"{number}\"") } else { String::new() }
            }
            Container::Cell { columns, rows, .. } => {
                let attribute = |name: &str, span: u32| {
                    if span > 1 { format!(" {name}=\"{span}\"") } else { String::new() }
                };
                attribute("colspan", columns) + &attribute("rowspan", rows)
            }
            _ => String::new(),
        }
    }

    /// Writes a leaf that begins an item or a cell without an element of its own, others with one.
    fn text_leaf(&mut self, leaf: &Leaf, voice: &Voice) {
        let name = match leaf.kind {
            LeafKind::Heading(level) => {
                ["h1", "h2", "h3", "h4", "h5", "h6"][usize::from(level.clamp(1, 6)) - 1]
            }
            _ => "p",
        };
        let bare = leaf.kind == LeafKind::Paragraph
            && self
                .open
                .last()
                .is_some_and(|open| open.is_empty && open.voice == *voice && takes_bare_text(open.container));
        if !bare {
            self.start_tag(name, "", voice);
        }
        pieces(leaf, &mut self.out);
        if !bare {
            self.out.extend(["</", name, ">\n"]);
        }
    }

    fn code_leaf(&mut self, leaf: &Leaf, voice: &Voice) {
        self.start_tag("pre", "", voice);
        self.out.push_str("<code>");
        let text = leaf.text.trim_end().trim_start_matches(['\r', '\n']);
        escape(&text.replace("\r\n", "\n").replace('\r', "\n"), &mut self.out);
        self.out.push_str("</code></pre>\n");
    }
}

fn takes_bare_text(container: Container) -> bool {
    use Container::{Caption, Cell, Definition, Item, Term};
    matches!(container, Item { .. } | Caption | Cell { .. } | Term | Definition)
}

fn voice_attributes(voice: &Voice, around: Option<&Voice>, out: &mut String) {
    let Voice { direction, language } = voice;
    if let Some(direction) = direction.filter(|_| around.is_none_or(|around| around.direction != *direction))
    {
        out.extend([" dir=\"", direction, "\""]);
    }
    if let Some(language) = language
        && around.is_none_or(|around| around.language.as_ref() != Some(language))
    {
        out.extend([" lang=\"", language, "\""]);
    }
}

/// The element of a container.
fn name(container: Container) -> &'static str {
    match container {
        // Has no element: what is in it stands where it stood.
        Container::Note(_) => "",
        Container::Quote => "blockquote",
        Container::List { ordered: true, .. } => "ol",
        Container::List { .. } => "ul",
        Container::Item { .. } => "li",
        Container::Definitions => "dl",
        Container::Term => "dt",
        Container::Definition => "dd",
        Container::Table => "table",
        Container::Caption => "caption",
        Container::Row => "tr",
        Container::Cell { header: true, .. } => "th",
        Container::Cell { .. } => "td",
    }
}

impl Sink for Html {
    fn enter(&mut self, container: Container, voice: &Voice) {
        if matches!(container, Container::Note(_)) {
            return;
        }
        self.is_not_empty();
        self.begin_body(container);
        let attributes = self.attributes(container);
        let is_written = self.has_room(attributes.len() + START_TAG);
        if is_written {
            self.start_tag(name(container), &attributes, voice);
        }
        let next = if let Container::List { start, .. } = container { start } else { 1 };
        self.open.push(Open {
            container,
            voice: voice.clone(),
            is_written,
            is_empty: true,
            next,
            has_body: false,
        });
    }

    fn leave(&mut self, container: Container) {
        if matches!(container, Container::Note(_)) {
            return;
        }
        let Some(left) = self.open.pop().filter(|open| open.is_written) else { return };
        if left.has_body {
            self.out.push_str("</tbody>");
        }
        self.out.extend(["</", name(container), ">"]);
        let is_inside = matches!(container, Container::Cell { .. });
        if !is_inside {
            self.out.push('\n');
        }
    }

    fn leaf(&mut self, leaf: &Leaf, voice: &Voice) {
        if !self.has_room(leaf_bytes(leaf)) {
            return;
        }
        if leaf.kind == LeafKind::Code {
            self.code_leaf(leaf, voice);
        } else {
            self.text_leaf(leaf, voice);
        }
        self.is_not_empty();
    }

    fn rule(&mut self) {
        if self.has_room(8) {
            self.out.push_str("<hr>\n");
            self.is_not_empty();
        }
    }

    fn has_voices(&self) -> bool {
        true
    }

    fn is_full(&self) -> bool {
        self.full
    }
}

impl Html {
    fn is_not_empty(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.is_empty = false;
        }
    }
}

/// The most that a leaf can take.
fn leaf_bytes(leaf: &Leaf) -> usize {
    const MARKUP: usize = 96;
    const ESCAPED: usize = 6;
    let links: usize = leaf.links.iter().map(|link| link.address.len()).sum();
    let special = leaf.text.bytes().filter(|byte| matches!(byte, b'&' | b'<' | b'>' | 0xC2)).count();
    let others = leaf.pieces.iter().map(|piece| match &piece.kind {
        PieceKind::Image(image) => image.address.len() + image.alternative.len(),
        PieceKind::Formula(formula) => formula.tex.len(),
        _ => 0,
    });
    leaf.text.len()
        + special * ESCAPED
        + ESCAPED * (others.sum::<usize>() + links)
        + MARKUP * (leaf.pieces.len() + 1)
}

/// An inline element: its bit of style, or one of the two that are no style.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Element {
    Link(u32),
    Style(u8),
    Code(u32),
}

impl Element {
    fn name(self) -> &'static str {
        match self {
            Element::Link(_) => "a",
            Element::Code(_) => "code",
            Element::Style(style::STRONG) => "strong",
            Element::Style(style::EMPHASIS) => "em",
            Element::Style(style::STRIKE) => "s",
            Element::Style(style::SUPERSCRIPT) => "sup",
            Element::Style(_) => "sub",
        }
    }
}

/// The elements around a piece, outermost first.
fn elements(leaf: &Leaf, piece: &Piece, wanted: &mut Vec<Element>) {
    wanted.clear();
    let is_written = |link: &u32| !leaf.links[*link as usize].address.is_empty();
    wanted.extend(piece.link.filter(is_written).map(Element::Link));
    for bit in [style::STRONG, style::EMPHASIS, style::STRIKE, style::SUPERSCRIPT, style::SUBSCRIPT] {
        if piece.style & bit != 0 {
            wanted.push(Element::Style(bit));
        }
    }
    if piece.code > 0 {
        wanted.push(Element::Code(piece.code));
    }
}

fn pieces(leaf: &Leaf, out: &mut String) {
    let (mut open, mut wanted) = (Vec::new(), Vec::new());
    for piece in &leaf.pieces {
        elements(leaf, piece, &mut wanted);
        let same = open.iter().zip(&wanted).take_while(|(a, b)| a == b).count();
        close(&mut open, same, out);
        for element in &wanted[same..] {
            out.extend(["<", element.name()]);
            if let Element::Link(number) = element {
                out.push_str(" href=\"");
                escape_attribute(&leaf.links[*number as usize].address, out);
                out.push('"');
            }
            out.push('>');
            open.push(*element);
        }
        write_piece(leaf, piece, out);
    }
    close(&mut open, 0, out);
}

fn close(open: &mut Vec<Element>, length: usize, out: &mut String) {
    while open.len() > length
        && let Some(element) = open.pop()
    {
        out.extend(["</", element.name(), ">"]);
    }
}

fn write_piece(leaf: &Leaf, piece: &Piece, out: &mut String) {
    match &piece.kind {
        PieceKind::Text { .. } => escape(leaf.text_of(piece), out),
        PieceKind::Break => out.push_str("<br>"),
        PieceKind::Image(image) => {
            out.push_str("<img src=\"");
            escape_attribute(&image.address, out);
            out.push_str("\" alt=\"");
            escape_attribute(&image.alternative, out);
            out.push_str("\">");
        }
        PieceKind::Formula(formula) => {
            let (before, after) = if formula.display { ("\\[", "\\]") } else { ("\\(", "\\)") };
            out.push_str(before);
            escape(&formula.tex, out);
            out.push_str(after);
        }
    }
}

/// Appends text with what would be markup as references.
fn escape(text: &str, out: &mut String) {
    escape_all(text, false, out);
}

fn escape_attribute(text: &str, out: &mut String) {
    escape_all(text, true, out);
}

/// As a browser writes its tree out again, so that whoever parses and writes this HTML changes nothing.
fn escape_all(text: &str, quotes: bool, out: &mut String) {
    const NO_BREAK_SPACE: &[u8] = "\u{A0}".as_bytes();
    let bytes = text.as_bytes();
    let mut plain_from = 0;
    for (at, byte) in text.bytes().enumerate() {
        let (reference, len) = match byte {
            b'&' => ("&amp;", 1),
            b'<' => ("&lt;", 1),
            b'>' => ("&gt;", 1),
            b'"' if quotes => ("&quot;", 1),
            0xC2 if bytes[at..].starts_with(NO_BREAK_SPACE) => ("&nbsp;", NO_BREAK_SPACE.len()),
            _ => continue,
        };
        out.push_str(&text[plain_from..at]);
        out.push_str(reference);
        plain_from = at + len;
    }
    out.push_str(&text[plain_from..]);
}
