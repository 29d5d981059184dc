//! HTML that is safe to insert into a page. It has only a few elements and attributes, all written by this module and none copied
//! from the page.
//!
//! Elements: `p h1–h6 blockquote ul ol li dl dt dd table tbody tr th td figure figcaption pre code hr br a img
//! strong em s sup sub`. Attributes: `href` and `src` with checked URLs, `alt`, `colspan`, `rowspan`, `start`,
//! `value`, `dir`, `lang`. A paragraph that begins an item or a cell has no `<p>`. Formulas are TeX in `\(…\)`
//! or `\[…\]`.

use super::document::{Container, Leaf, LeafKind, Locale, Piece, PieceKind, Sink, style};

/// Upper bound on the bytes of one container's end tags, such as `</tbody></table>` and a line feed. Space for them is always
/// reserved.
const END_TAGS_BYTES: usize = 24;
/// Bytes reserved for a start tag with its `dir` and `lang` attributes.
const START_TAG_BYTES: usize = 64;

pub(super) struct Html {
    out: String,
    max: usize,
    full: bool,
    open: Vec<Open>,
}

struct Open {
    container: Container,
    locale: Locale,
    /// Whether the start tag of the container is written. It is left out if it does not fit.
    is_written: bool,
    /// Whether nothing is written in the container yet.
    is_empty: bool,
    /// For a list: the number of the next item.
    next_item: i64,
    /// For a table: whether `<tbody>` is written.
    has_body: bool,
}

impl Html {
    pub(super) fn new(max: usize) -> Html {
        Html { out: String::new(), max, full: false, open: Vec::new() }
    }

    pub(super) fn into_text(self) -> String {
        self.out
    }

    /// Whether `bytes` more bytes fit, together with the end tags of all open containers. If they do not, the output is full.
    fn has_room(&mut self, bytes: usize) -> bool {
        self.full |= !self.fits(bytes);
        !self.full
    }

    fn fits(&self, bytes: usize) -> bool {
        self.out.len() + bytes + END_TAGS_BYTES * (self.open.len() + 2) <= self.max
    }

    /// Writes a leaf for which there is room.
    fn put_leaf(&mut self, leaf: &Leaf, locale: &Locale) {
        if leaf.kind == LeafKind::Code {
            self.code_leaf(leaf, locale);
        } else {
            self.text_leaf(leaf, locale);
        }
        self.mark_not_empty();
    }

    fn start_tag(&mut self, name: &str, attributes: &str, locale: &Locale) {
        let around = self.open.last().map(|open| &open.locale);
        self.out.extend(["<", name, attributes]);
        locale_attributes(locale, around, &mut self.out);
        self.out.push('>');
    }

    /// Writes `<tbody>` before the first row of a table. Browsers insert one, so without it, parsing and serializing this HTML
    /// would change it.
    fn begin_body(&mut self, container: Container) {
        if container == Container::Row
            && self.has_room(START_TAG_BYTES)
            && let Some(table) = self.open.last_mut()
            && !std::mem::replace(&mut table.has_body, true)
        {
            self.out.push_str("<tbody>");
        }
    }

    /// Returns the attributes of a container whose values differ from the defaults of HTML.
    fn attributes(&mut self, container: Container) -> String {
        match container {
            Container::List { ordered: true, start, .. } if start != 1 => format!(" start=\"{start}\""),
            Container::Item { number, .. } => {
                let Some(list) = self.open.last_mut() else { return String::new() };
                let is_ordered = matches!(list.container, Container::List { ordered: true, .. });
                let is_next = list.next_item == number;
                list.next_item = number + 1;
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

    /// Writes a paragraph or heading. A paragraph that begins an item or a cell gets no element of its own.
    fn text_leaf(&mut self, leaf: &Leaf, locale: &Locale) {
        let name = match leaf.kind {
            LeafKind::Heading(level) => {
                ["h1", "h2", "h3", "h4", "h5", "h6"][usize::from(level.clamp(1, 6)) - 1]
            }
            _ => "p",
        };
        let is_bare = leaf.kind == LeafKind::Paragraph
            && self.open.last().is_some_and(|open| {
                open.is_empty && open.locale == *locale && takes_bare_text(open.container)
            });
        if !is_bare {
            self.start_tag(name, "", locale);
        }
        write_pieces(leaf, &mut self.out);
        if !is_bare {
            self.out.extend(["</", name, ">\n"]);
        }
    }

    fn code_leaf(&mut self, leaf: &Leaf, locale: &Locale) {
        self.start_tag("pre", "", locale);
        self.out.push_str("<code>");
        let text = leaf.text.trim_end().trim_start_matches(['\r', '\n']);
        escape(&text.replace("\r\n", "\n").replace('\r', "\n"), &mut self.out);
        self.out.push_str("</code></pre>\n");
    }
}

/// Whether a paragraph that begins a container needs no `<p>`.
fn takes_bare_text(container: Container) -> bool {
    use Container::{Caption, Card, Cell, Definition, Figure, FigureCaption, Item, Term};
    matches!(
        container,
        Item { .. } | Card | Caption | Figure | FigureCaption | Cell { .. } | Term | Definition
    )
}

fn locale_attributes(locale: &Locale, around: Option<&Locale>, out: &mut String) {
    let Locale { direction, language } = locale;
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

/// The name of a container's element.
fn name(container: Container) -> &'static str {
    match container {
        // A note has no element of its own: its content stays where it is.
        Container::Note(_) => "",
        Container::Quote => "blockquote",
        Container::List { ordered: true, .. } => "ol",
        Container::List { .. } => "ul",
        Container::Item { .. } => "li",
        Container::Cards => "ul",
        Container::Card => "li",
        Container::Definitions | Container::Facts => "dl",
        Container::Term => "dt",
        Container::Definition => "dd",
        Container::Table => "table",
        Container::Caption => "caption",
        Container::Figure => "figure",
        Container::FigureCaption => "figcaption",
        Container::Row => "tr",
        Container::Cell { header: true, .. } => "th",
        Container::Cell { .. } => "td",
    }
}

impl Sink for Html {
    fn enter(&mut self, container: Container, locale: &Locale) {
        if matches!(container, Container::Note(_)) {
            return;
        }
        self.mark_not_empty();
        self.begin_body(container);
        let attributes = self.attributes(container);
        let is_written = self.has_room(attributes.len() + START_TAG_BYTES);
        if is_written {
            self.start_tag(name(container), &attributes, locale);
        }
        let next_item = if let Container::List { start, .. } = container { start } else { 1 };
        self.open.push(Open {
            container,
            locale: locale.clone(),
            is_written,
            is_empty: true,
            next_item,
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

    fn leaf(&mut self, leaf: &Leaf, locale: &Locale) {
        if self.full {
            return;
        }
        if self.has_room(max_leaf_bytes(leaf)) {
            self.put_leaf(leaf, locale);
        } else if let Some(part) = leaf.fitted(|part| self.fits(max_leaf_bytes(part))) {
            self.put_leaf(&part, locale);
        }
    }

    fn rule(&mut self) {
        if self.has_room(8) {
            self.out.push_str("<hr>\n");
            self.mark_not_empty();
        }
    }

    fn uses_locale(&self) -> bool {
        true
    }

    fn is_full(&self) -> bool {
        self.full
    }
}

impl Html {
    fn mark_not_empty(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.is_empty = false;
        }
    }
}

/// Returns an upper bound on the bytes of a leaf as HTML.
fn max_leaf_bytes(leaf: &Leaf) -> usize {
    /// Upper bound on the bytes of the leaf's own tags.
    const OWN_TAGS: usize = 96;
    let pieces = leaf.pieces.iter().map(|piece| max_tag_bytes(piece, leaf) + max_content_bytes(piece));
    escaped_bytes(&leaf.text) + pieces.sum::<usize>() + OWN_TAGS
}

/// Returns an upper bound on the bytes of a text with its special characters escaped.
fn escaped_bytes(text: &str) -> usize {
    /// Bytes of the longest character reference that is written: `&quot;`.
    const MAX_REFERENCE: usize = 6;
    let is_special = |byte: &u8| matches!(byte, b'&' | b'<' | b'>' | b'"' | 0xC2);
    text.len() + MAX_REFERENCE * text.bytes().filter(is_special).count()
}

/// Returns an upper bound on the bytes of the tags around a piece.
fn max_tag_bytes(piece: &Piece, leaf: &Leaf) -> usize {
    /// The bytes of the longest tags of a style: `<strong></strong>`.
    const STYLE: usize = 17;
    const CODE: usize = "<code></code>".len();
    const LINK: usize = "<a href=\"\"></a>".len();
    let link = piece.link.map_or(0, |link| LINK + escaped_bytes(&leaf.links[link as usize].address));
    link + STYLE * piece.style.count_ones() as usize + if piece.code > 0 { CODE } else { 0 }
}

/// Returns an upper bound on the bytes that a piece writes besides the text of its leaf.
fn max_content_bytes(piece: &Piece) -> usize {
    const IMAGE: usize = "<img src=\"\" alt=\"\">".len();
    match &piece.kind {
        PieceKind::Text { .. } => 0,
        PieceKind::Break => "<br>".len(),
        PieceKind::Joint => " ".len(),
        PieceKind::Image(image) => IMAGE + escaped_bytes(&image.address) + escaped_bytes(&image.alternative),
        PieceKind::Formula(formula) => "\\(\\)".len() + escaped_bytes(&formula.tex),
    }
}

/// An inline element. A style is a flag of [`style`]; a link or `<code>` is identified by its number in the leaf.
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

/// Collects into `needed` the elements that must be open around a piece, outermost first.
fn collect_elements(leaf: &Leaf, piece: &Piece, needed: &mut Vec<Element>) {
    needed.clear();
    let is_written = |link: &u32| !leaf.links[*link as usize].address.is_empty();
    needed.extend(piece.link.filter(is_written).map(Element::Link));
    for bit in [style::STRONG, style::EMPHASIS, style::STRIKE, style::SUPERSCRIPT, style::SUBSCRIPT] {
        if piece.style & bit != 0 {
            needed.push(Element::Style(bit));
        }
    }
    if piece.code > 0 {
        needed.push(Element::Code(piece.code));
    }
}

fn write_pieces(leaf: &Leaf, out: &mut String) {
    let (mut open, mut needed) = (Vec::new(), Vec::new());
    for piece in &leaf.pieces {
        collect_elements(leaf, piece, &mut needed);
        let same = open.iter().zip(&needed).take_while(|(a, b)| a == b).count();
        close(&mut open, same, out);
        for element in &needed[same..] {
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

/// Writes end tags until `length` elements are open.
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
        PieceKind::Joint => out.push(' '),
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

/// Appends text. Characters that HTML would read as markup are written as character references.
fn escape(text: &str, out: &mut String) {
    escape_all(text, false, out);
}

fn escape_attribute(text: &str, out: &mut String) {
    escape_all(text, true, out);
}

/// Escapes the characters that the HTML standard escapes when it serializes a tree. So parsing and serializing this HTML does not
/// change it.
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
