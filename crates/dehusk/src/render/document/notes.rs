//! Footnotes: finds the links that refer to a note on the same page, the note itself, and the links back.
//!
//! A reference is a link that leads to a list item, a paragraph or a marked note further down. It must also be in `<sup>`, begin
//! with one, or be marked as a reference. If the reference or the note is not kept, the link stays an ordinary link. Each form of
//! markup decides how to write notes.

use super::Addresses;
use crate::budget::{Deadline, TimedOut};
use crate::markup::{BLOCK, Tag};
use crate::page::{Element, Event, Page, Run};
use crate::selection::Kept;
use std::collections::{HashMap, HashSet};

/// Maximum bytes of a note's label, which is a number, a symbol or a name: `[note 12]`, `[lower-alpha 3]`. Chosen by hand.
const MAX_LABEL_BYTES: usize = 24;
/// Maximum number of ancestors of a reference that are searched for `<sup>` and for the id that the note links back to, as in
/// `<span><sup><a>`. Chosen by hand.
const MAX_ANCESTORS: usize = 2;
/// Roles, types, classes and attributes of references that need not be in `<sup>`: DPUB-ARIA, EPUB, GitHub, pandoc, Substack.
const REFERENCE_MARKS: [&str; 5] =
    ["doc-noteref", "noteref", "footnote-ref", "footnote-anchor", "data-footnote-ref"];
/// Roles and classes of notes that are neither list items nor paragraphs: DPUB-ARIA, Substack.
const NOTE_MARKS: [&str; 3] = ["doc-footnote", "doc-endnote", "footnote"];

/// The role of a link in a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoteLink {
    /// Leads from the text to the note with this number. The first note has the number 1.
    Reference(u32),
    /// Leads from a note back to a reference.
    Back,
}

/// The links and definitions of the notes of a page, by element id. Most pages have no notes.
#[derive(Debug, Default)]
pub(super) struct Notes {
    links: HashMap<u32, NoteLink>,
    definitions: HashMap<u32, u32>,
}

impl Notes {
    /// Returns whether a link is a reference to a note or a link back, or `None` if it is neither.
    pub(super) fn link(&self, link: &Element<'_>) -> Option<NoteLink> {
        self.links.get(&link.id()).copied()
    }

    /// Returns the number of the note that an element defines, if it defines one.
    pub(super) fn definition(&self, element: &Element<'_>) -> Option<u32> {
        self.definitions.get(&element.id()).copied()
    }
}

/// Finds the notes of a page. `tables` says for each table of the page whether it holds data. Runs in linear time.
pub(super) fn notes(
    page: &Page<'_>,
    kept: &Kept,
    addresses: &Addresses,
    tables: &[bool],
    deadline: &mut Deadline,
) -> Result<Notes, TimedOut> {
    if !may_have_notes(page) {
        return Ok(Notes::default());
    }
    let mut finder = Finder::new(page, kept, addresses, tables);
    for event in page.walk() {
        deadline.tick()?;
        match event {
            Event::Enter(element) if !element.is_invisible() => finder.enter(element),
            Event::Leave(element) if !element.is_invisible() => finder.leave(&element),
            Event::Text(run) if run.is_visible() && !run.is_blank() => finder.text(&run),
            _ => {}
        }
    }
    Ok(finder.finish())
}

/// Whether a page may have notes: a fast check that lets most pages skip the walk.
fn may_have_notes(page: &Page<'_>) -> bool {
    let source = page.source().text().as_bytes();
    // One search for `note` finds both `noteref` and `footnote`.
    let is_named = |at: usize| source[at..].starts_with(b"noteref") || source[..at].ends_with(b"foot");
    page.marks().iter().any(|mark| mark.tag == Tag::Sup)
        || memchr::memmem::find_iter(source, b"note").any(is_named)
}

/// A link target that references lead to. It is a note only if its definition is found.
#[derive(Debug, Default)]
struct Note<'p> {
    references: Vec<Element<'p>>,
    /// Whether any part of a reference is kept.
    is_reference_kept: bool,
    definition: Option<Element<'p>>,
    /// Whether any part of the definition is kept.
    is_definition_kept: bool,
    links_back: Vec<Element<'p>>,
}

/// The reference that is being read.
struct Reference<'p> {
    link: Element<'p>,
    note: usize,
    /// Bytes of text before the link.
    from: usize,
    is_kept: bool,
}

/// An open element that may be a note.
struct Candidate<'p> {
    element: Element<'p>,
    /// Bytes of text before the element.
    from: usize,
    /// Number of references before the element.
    references: usize,
}

struct Finder<'p, 's> {
    page: &'p Page<'p>,
    kept: &'s Kept,
    addresses: &'s Addresses,
    tables: std::slice::Iter<'s, bool>,
    notes: Vec<Note<'p>>,
    /// The index in `notes` for each link target.
    by_name: HashMap<String, usize>,
    /// Targets that links back may have: the ids of references, and of the elements directly around or before a reference.
    return_names: HashSet<String>,
    /// The elements whose names are in `return_names`. Many references can be in one element with a long name.
    named: HashSet<u32>,
    /// The open elements that may be a note.
    open: Vec<Candidate<'p>>,
    reference: Option<Reference<'p>>,
    /// The index in `notes` of the note that is being read, and its element.
    definition: Option<(usize, Element<'p>)>,
    /// The outermost open data table. Notes inside it are not recognized.
    data_table: Option<Element<'p>>,
    /// Bytes of text before the current position.
    bytes: usize,
    /// Number of references before the current position.
    references: usize,
}

impl<'p, 's> Finder<'p, 's> {
    fn new(page: &'p Page<'p>, kept: &'s Kept, addresses: &'s Addresses, tables: &'s [bool]) -> Self {
        Finder {
            page,
            kept,
            addresses,
            tables: tables.iter(),
            notes: Vec::new(),
            by_name: HashMap::new(),
            return_names: HashSet::new(),
            named: HashSet::new(),
            open: Vec::new(),
            reference: None,
            definition: None,
            data_table: None,
            bytes: 0,
            references: 0,
        }
    }

    fn enter(&mut self, element: Element<'p>) {
        match element.tag() {
            Tag::Table if self.tables.next() == Some(&true) && self.data_table.is_none() => {
                self.data_table = Some(element);
            }
            Tag::Li | Tag::P => self.candidate(element),
            Tag::Div | Tag::Aside if is_marked(&element, &NOTE_MARKS) => self.candidate(element),
            _ => {}
        }
        if !self.by_name.is_empty() {
            self.find_definition(&element);
        }
        if element.tag() == Tag::A {
            self.link(element);
        }
    }

    fn candidate(&mut self, element: Element<'p>) {
        self.open.push(Candidate { element, from: self.bytes, references: self.references });
    }

    fn link(&mut self, link: Element<'p>) {
        let Some(name) = link.attribute("href").and_then(|href| self.addresses.fragment(&href)) else {
            return;
        };
        if let Some((note, _)) = self.definition
            && self.return_names.contains(&name)
        {
            self.notes[note].links_back.push(link);
        } else if self.reference.is_none() && is_reference(&link) {
            let next = self.notes.len();
            let note = *self.by_name.entry(name).or_insert(next);
            if note == next {
                self.notes.push(Note::default());
            }
            self.reference = Some(Reference { link, note, from: self.bytes, is_kept: false });
        }
    }

    /// If an earlier reference leads to `target`, records the note that contains `target`.
    fn find_definition(&mut self, target: &Element<'p>) {
        let Some(note) = names(target).find_map(|name| self.by_name.get(&*name).copied()) else { return };
        let is_free = self.definition.is_none() && self.data_table.is_none();
        if !is_free || self.notes[note].definition.is_some() || self.notes[note].references.is_empty() {
            return;
        }
        if let Some(definition) = self.note_around() {
            self.notes[note].definition = Some(definition);
            self.definition = Some((note, definition));
        }
    }

    /// Returns the innermost candidate that begins at the current position. If that is the first paragraph of a list item or
    /// marked note, returns the item or note instead.
    fn note_around(&self) -> Option<Element<'p>> {
        let begins_here = |candidate: &&Candidate<'p>| {
            self.bytes - candidate.from <= MAX_LABEL_BYTES && candidate.references == self.references
        };
        let mut around = self.open.iter().rev().take_while(begins_here).map(|candidate| candidate.element);
        let inner = around.next()?;
        let outer = around.next().filter(|outer| inner.tag() == Tag::P && inner.parent() == Some(*outer));
        Some(outer.unwrap_or(inner))
    }

    fn text(&mut self, run: &Run) {
        self.bytes += self.page.source().slice(run.span).trim().len();
        let is_kept = self.kept.within(run.span).next().is_some();
        if let Some(reference) = &mut self.reference {
            reference.is_kept |= is_kept;
        } else if let Some((note, _)) = self.definition {
            self.notes[note].is_definition_kept |= is_kept;
        }
    }

    fn leave(&mut self, element: &Element<'p>) {
        if self.reference.as_ref().is_some_and(|reference| reference.link == *element) {
            self.end_reference();
        }
        if self.open.last().is_some_and(|candidate| candidate.element == *element) {
            self.open.pop();
        }
        if self.definition.is_some_and(|(_, definition)| definition == *element) {
            self.definition = None;
        }
        if self.data_table == Some(*element) {
            self.data_table = None;
        }
    }

    fn end_reference(&mut self) {
        let Some(Reference { link, note, from, is_kept }) = self.reference.take() else { return };
        if self.bytes - from > MAX_LABEL_BYTES {
            return;
        }
        self.references += 1;
        self.notes[note].references.push(link);
        self.notes[note].is_reference_kept |= is_kept;
        let around = std::iter::successors(link.parent(), Element::parent);
        let around = around.take_while(|element| !element.tag().is(BLOCK)).take(MAX_ANCESTORS);
        for element in around.chain([link]).chain(link.children()).chain(link.previous()) {
            if self.named.insert(element.id()) {
                self.return_names.extend(names(&element).map(std::borrow::Cow::into_owned));
            }
        }
    }

    fn finish(self) -> Notes {
        let mut notes = Notes::default();
        let found = self.notes.into_iter().filter(|note| note.is_reference_kept && note.is_definition_kept);
        for (number, note) in (1..).zip(found) {
            notes.definitions.extend(note.definition.map(|definition| (definition.id(), number)));
            notes.links.extend(note.references.iter().map(|link| (link.id(), NoteLink::Reference(number))));
            notes.links.extend(note.links_back.iter().map(|link| (link.id(), NoteLink::Back)));
        }
        notes
    }
}

/// The link targets that an element defines: its `id`, and the `name` of an `<a>`.
fn names<'p>(element: &Element<'p>) -> impl Iterator<Item = std::borrow::Cow<'p, str>> + use<'p> {
    let name = if element.tag() == Tag::A { element.attribute("name") } else { None };
    element.attribute("id").into_iter().chain(name).filter(|name| !name.is_empty())
}

/// Whether a link is a reference to a note: it is in `<sup>`, begins with one, or is marked as a reference.
fn is_reference(link: &Element<'_>) -> bool {
    let holds =
        |element: &Element<'_>, tag: Tag| element.children().next().is_some_and(|child| child.tag() == tag);
    let around = std::iter::successors(link.parent(), Element::parent).take(MAX_ANCESTORS);
    let is_raised =
        around.take_while(|element| !element.tag().is(BLOCK)).any(|element| element.tag() == Tag::Sup);
    is_raised || holds(link, Tag::Sup) || is_marked(link, &REFERENCE_MARKS)
}

/// Whether a role, an EPUB type, a class or the name of an attribute of an element is one of `marks`.
fn is_marked(element: &Element<'_>, marks: &[&str]) -> bool {
    element.raw_attributes().any(|(name, value)| {
        let names_kind = ["role", "class", "epub:type"].iter().any(|kind| name.eq_ignore_ascii_case(kind));
        marks.contains(&name)
            || (names_kind && value.split_ascii_whitespace().any(|word| marks.contains(&word)))
    })
}
