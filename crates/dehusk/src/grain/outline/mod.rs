//! The outline of a page: its blocks of text and the containers they are in, from one walk over the tree.
//!
//! This module only collects data. [`mod@super::features`] derives the features of a block from it; [`super::cut`] decides what
//! is kept. Lengths are masses: characters without whitespace, weighted by script ([`shape`]), so that scripts without spaces are
//! measured like other scripts.

mod alike;
mod attributes;
mod headings;
mod shape;
mod title;
mod unscripted;
mod vintage;
mod words;

pub(super) use headings::{heading_around, heading_level};
pub(super) use shape::{Class, Shape, mix};
pub(super) use vintage::Vintage;
pub use words::WordTable;
pub(super) use words::words;

use crate::budget::{Deadline, TimedOut};
use crate::markup::{BLOCK, HEADING, Tag};
use crate::page::{Block, Element, Page, Run, Visitor, push_growing_slowly};
use crate::source::Span;
use alike::Alike;
use attributes::Attributes;
use shape::terms;
use title::Title;
use unscripted::is_unscripted;
use words::label_word;

/// The kinds of surrounding elements that features use. An element or an ARIA role gives the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    Nav,
    Header,
    Footer,
    Aside,
    Main,
    Article,
    Section,
    Form,
    Table,
    List,
    Item,
    Figure,
    Quote,
    Pre,
    Definitions,
    Heading,
    Dialog,
    Button,
    Paragraph,
}

/// The number of kinds.
pub(super) const KINDS: usize = 19;
/// The number of kinds that have a feature of their own. They come first.
pub(super) const FEATURED_KINDS: usize = 16;

/// Sums over the blocks of a container and everything inside it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Total {
    pub(super) mass: f32,
    pub(super) link: f32,
    pub(super) links: f32,
    pub(super) blocks: u32,
    /// Mass of the blocks that contain sentences and are not mostly links.
    pub(super) sentences: f32,
    pub(super) paragraphs: f32,
    pub(super) headings: u32,
    pub(super) largest: f32,
}

/// An element that lays out text: a block-level element or a custom element.
#[derive(Clone, Debug)]
pub(super) struct Container {
    pub(super) tag: Tag,
    pub(super) parent: u32,
    pub(super) depth: u16,
    /// Its index among the containers directly inside its parent.
    pub(super) number: u32,
    /// The number of containers directly inside it.
    pub(super) children: u32,
    /// For each kind, one plus the number of levels up to the nearest container of that kind, which may be this container; 0 if
    /// there is none. More levels than a byte can hold are counted as 254: a byte for each kind, because there are many
    /// containers.
    near: [u8; KINDS],
    pub(super) hidden: bool,
    /// Whether it is a dialog or in one.
    pub(super) dialog: bool,
    /// The number of its group of containers with the same path of tags. Groups are numbered in the order of their first container.
    pub(super) path_group: u32,
    /// The number of its group of containers with the same path of tags and their classes.
    pub(super) styled_group: u32,
    /// Its range in [`Outline::words`].
    pub(super) words: (u32, u32),
    pub(super) total: Total,
    /// Indices of the first and the last block; meaningless if there are no blocks.
    pub(super) first: u32,
    pub(super) last: u32,
}

/// A block of text as grain sees it. The documents say block; the code says piece, because [`crate::page`] already has a
/// [`Block`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) container: u32,
    pub(super) shape: Shape,
    pub(super) runs: u32,
    pub(super) links: u32,
    /// The number of start and end tags between the previous text and the last run of the block.
    pub(super) tags: u32,
    pub(super) images: u32,
    pub(super) breaks: u32,
    /// Whether it is in a player or a canvas, whose content is for browsers that cannot show it.
    pub(super) in_player: bool,
    pub(super) hidden: bool,
    pub(super) undisplayed: bool,
    /// Depth of the deepest container that holds both it and the previous block.
    pub(super) shared_depth: u16,
    /// The share of its terms that are in the title, and the share of the title's terms that are in the block.
    pub(super) in_title: f32,
    pub(super) of_title: f32,
    /// Its range in [`Outline::terms`]; empty for blocks that are too long for a label.
    pub(super) terms: (u32, u32),
}

/// The data that the walk over a page collects.
#[derive(Debug)]
pub(super) struct Outline {
    pub(super) pieces: Vec<Piece>,
    /// The containers in document order: a container comes before the containers inside it. The first container is the whole
    /// page.
    pub(super) containers: Vec<Container>,
    /// For each container, the nearest container around it that holds more blocks; the root for the root.
    pub(super) outer: Vec<u32>,
    /// For each group of containers with the same path of tags, a hash of these tags.
    pub(super) paths: Vec<u64>,
    /// For each group of containers with the same path of tags and their classes, a hash of these.
    pub(super) styled_paths: Vec<u64>,
    /// The runs of the pieces, in document order, each with the index of its piece.
    pub(super) runs: Vec<(Span, u32)>,
    /// Hashes of the words in classes and ids.
    pub(super) words: Vec<u32>,
    /// Hashes of the terms of labels, which are blocks of a few words.
    pub(super) terms: Vec<u32>,
    pub(super) vintage: Vintage,
    /// Whether text in `noscript` is included.
    pub(super) unscripted: bool,
}

impl Outline {
    pub(super) fn of(page: &Page<'_>, deadline: &mut Deadline) -> Result<Outline, TimedOut> {
        let mut walker = Walker::new(page, is_unscripted(page));
        page.walk().visit(&mut walker, deadline)?;
        Ok(walker.finish())
    }

    /// The container that a block is directly in.
    pub(super) fn container_of(&self, piece: &Piece) -> &Container {
        &self.containers[piece.container as usize]
    }

    /// The nearest container of a kind that a block is in.
    pub(super) fn nearest(&self, piece: &Piece, kind: Kind) -> Option<u32> {
        let levels = usize::from(self.container_of(piece).levels_to(kind as usize));
        let parent = |at: &u32| Some(self.containers[*at as usize].parent);
        std::iter::successors(Some(piece.container), parent).nth(levels.checked_sub(1)?)
    }

    /// A hash of the tags around a block.
    pub(super) fn path_of(&self, piece: &Piece) -> u64 {
        self.paths[self.container_of(piece).path_group as usize]
    }

    /// The mass of the text of the whole page, at least 1.
    pub(super) fn mass(&self) -> f32 {
        self.containers[0].total.mass.max(1.0)
    }
}

/// The blocks of one flow of text and the position of the walk in them.
struct Flow<'p> {
    blocks: &'p [Block],
    at: usize,
    /// The piece of the current block.
    piece: Option<u32>,
}

impl Flow<'_> {
    /// Moves to the block of a run.
    fn advance(&mut self, run: u32) {
        while self.blocks.get(self.at).is_some_and(|block| block.runs.1 <= run) {
            self.at += 1;
            self.piece = None;
        }
    }
}

struct Walker<'p> {
    page: &'p Page<'p>,
    outline: Outline,
    shown: Flow<'p>,
    hidden: Flow<'p>,
    title: Title,
    /// The innermost open container.
    open: u32,
    /// The hashes of the paths to the open containers: of the tags, and of the tags with their classes.
    open_paths: Vec<(u64, u64)>,
    paths: Alike,
    styled_paths: Alike,
    run: u32,
    /// The number of open players.
    players: u32,
    /// Whether the walk is inside a script or style element, whose text has no runs.
    raw: bool,
    /// Counts since the previous text.
    since: Since,
}

#[derive(Clone, Copy, Debug, Default)]
struct Since {
    tags: u32,
    links: u32,
    images: u32,
    breaks: u32,
    shallowest: u16,
}

/// Whether an element is a container. Custom elements are containers too, because pages use them for layout.
fn is_container(element: &Element<'_>) -> bool {
    match element.tag() {
        Tag::Br | Tag::Hr | Tag::Html => false,
        Tag::Button | Tag::Label | Tag::Select | Tag::Search => true,
        Tag::Unknown => !element.is_foreign(),
        tag => tag.is(BLOCK),
    }
}

impl<'p> Visitor<'p> for Walker<'p> {
    fn enter(&mut self, element: Element<'p>) {
        let tag = element.tag();
        self.since.tags += 1;
        self.outline.vintage.see(&element);
        match tag {
            Tag::Script | Tag::Style => self.raw = true,
            Tag::A => self.since.links += 1,
            Tag::Img | Tag::Picture | Tag::Video => self.since.images += 1,
            Tag::Br => self.since.breaks += 1,
            _ => {}
        }
        self.players += u32::from(tag.is_player());
        if is_container(&element) {
            self.open_container(&element);
        }
    }

    fn text(&mut self, run: &Run) {
        if self.raw {
            return;
        }
        let index = self.run;
        self.run += 1;
        if run.is_blank() {
            return;
        }
        let flow = match (run.is_visible(), run.is_unscripted()) {
            (true, _) => &mut self.shown,
            (false, true) => &mut self.hidden,
            (false, false) => return,
        };
        flow.advance(index);
        if flow.blocks.get(flow.at).is_none_or(|block| block.runs.0 > index) {
            return;
        }
        let piece = match flow.piece {
            Some(piece) => piece,
            None => {
                let piece = self.outline.pieces.len() as u32;
                flow.piece = Some(piece);
                self.begin_piece(run);
                piece
            }
        };
        self.extend(piece, run);
    }

    fn leave(&mut self, element: Element<'p>) {
        self.since.tags += 1;
        if matches!(element.tag(), Tag::Script | Tag::Style) {
            self.raw = false;
        }
        self.players -= u32::from(element.tag().is_player());
        if is_container(&element) {
            let container = &self.outline.containers[self.open as usize];
            self.since.shallowest = self.since.shallowest.min(container.depth.saturating_sub(1));
            self.open = container.parent;
            self.open_paths.pop();
        }
    }
}

impl<'p> Walker<'p> {
    fn new(page: &'p Page<'p>, unscripted: bool) -> Walker<'p> {
        let flow = |blocks| Flow { blocks, at: 0, piece: None };
        let hidden: &[Block] = if unscripted { page.unscripted_blocks() } else { &[] };
        let pieces = Vec::with_capacity(page.blocks().len() + hidden.len());
        let mut containers = Vec::with_capacity(page.boxes() + 1);
        containers.push(root());
        let max_groups = alike::max_groups(page.boxes());
        let (mut paths, mut styled_paths) = (Alike::new(max_groups), Alike::new(max_groups));
        paths.number(0, 0);
        styled_paths.number(0, 0);
        let outline = Outline {
            pieces,
            containers,
            outer: Vec::new(),
            paths: Vec::new(),
            styled_paths: Vec::new(),
            runs: Vec::new(),
            words: Vec::new(),
            terms: Vec::new(),
            vintage: Vintage::of(page),
            unscripted,
        };
        Walker {
            page,
            outline,
            shown: flow(page.blocks()),
            hidden: flow(hidden),
            title: Title::of(page),
            open: 0,
            open_paths: vec![(0, 0)],
            paths,
            styled_paths,
            run: 0,
            players: 0,
            raw: false,
            since: Since::default(),
        }
    }

    fn open_container(&mut self, element: &Element<'p>) {
        let Outline { containers, words, .. } = &mut self.outline;
        let (index, parent) = (containers.len() as u32, self.open);
        let around = &mut containers[parent as usize];
        around.children += 1;
        let first = words.len() as u32;
        let found = Attributes::of(element, words);
        let words = (first, words.len() as u32);
        let (path, styled) = self.open_paths.last().copied().unwrap_or_default();
        let path = mix(path, element.tag() as u64);
        let styled = mix(mix(styled, element.tag() as u64), found.class);
        self.open_paths.push((path, styled));
        let (path_group, styled_group) = (self.paths.number(path, 0), self.styled_paths.number(styled, path));
        let inside = Container::inside(around, parent, element.tag(), &found);
        push_growing_slowly(containers, Container { words, path_group, styled_group, ..inside });
        self.open = index;
    }

    fn begin_piece(&mut self, run: &Run) {
        let depth = self.outline.containers[self.open as usize].depth;
        let terms = self.outline.terms.len() as u32;
        self.outline.pieces.push(Piece {
            container: self.open,
            shape: Shape::default(),
            runs: 0,
            links: 0,
            tags: 0,
            images: 0,
            breaks: 0,
            in_player: self.players > 0,
            hidden: run.is_hidden(),
            undisplayed: run.is_undisplayed(),
            shared_depth: self.since.shallowest.min(depth),
            in_title: 0.0,
            of_title: 0.0,
            terms: (terms, terms),
        });
        self.since.shallowest = depth;
    }

    fn extend(&mut self, index: u32, run: &Run) {
        let Since { tags, links, images, breaks, shallowest } = self.since;
        self.since = Since { shallowest, ..Since::default() };
        push_growing_slowly(&mut self.outline.runs, (run.span, index));
        let piece = &mut self.outline.pieces[index as usize];
        piece.runs += 1;
        piece.tags += tags;
        piece.images += images;
        piece.breaks += breaks;
        piece.links += if run.is_link() { links.max(1) } else { links };
        let text = self.page.text_of(run);
        piece.shape.add(&text, run.is_link());
        self.compare(index, &text);
    }

    /// Compares the terms of a run with the terms of the title, and stores the terms of labels. Blocks above `MAX_TITLE` are not
    /// titles, and blocks above `MAX_LABEL` are not labels.
    fn compare(&mut self, index: u32, text: &str) {
        /// Maximum mass of a title. Chosen by hand; the forests were trained with it.
        const MAX_TITLE: u32 = 400;
        /// Maximum mass of a label. Chosen by hand; the forests were trained with it.
        const MAX_LABEL: u32 = 100;
        let Outline { pieces, terms: labels, .. } = &mut self.outline;
        let piece = &mut pieces[index as usize];
        let is_last = piece.terms.1 as usize == labels.len();
        let is_label = piece.shape.mass <= MAX_LABEL && is_last;
        if !is_label {
            labels.truncate(if is_last { piece.terms.0 as usize } else { labels.len() });
            piece.terms.1 = piece.terms.0;
        }
        if piece.shape.mass > MAX_TITLE {
            (piece.in_title, piece.of_title) = (0.0, 0.0);
            return;
        }
        let (mut all, mut common) = (0u32, 0u32);
        terms(text, |term| {
            all += 1;
            common += u32::from(self.title.has(term));
            if is_label {
                labels.push(label_word(term));
            }
        });
        if is_label {
            piece.terms.1 = labels.len() as u32;
        }
        if self.title.is_empty() {
            return;
        }
        // If the block has several runs, the last run determines `in_title`. Titles are usually a single run.
        piece.in_title = common as f32 / all.max(1) as f32;
        piece.of_title = (piece.of_title + common as f32 / self.title.len() as f32).min(1.0);
    }

    fn finish(mut self) -> Outline {
        for piece in &mut self.outline.pieces {
            piece.shape.finish();
        }
        add_up(&mut self.outline);
        let (outer, paths) = (outer(&self.outline.containers), self.paths.into_hashes());
        Outline { outer, paths, styled_paths: self.styled_paths.into_hashes(), ..self.outline }
    }
}

fn root() -> Container {
    Container {
        tag: Tag::Html,
        parent: 0,
        depth: 0,
        number: 0,
        children: 0,
        near: [0; KINDS],
        hidden: false,
        dialog: false,
        path_group: 0,
        styled_group: 0,
        words: (0, 0),
        total: Total::default(),
        first: u32::MAX,
        last: 0,
    }
}

impl Container {
    fn inside(around: &Container, parent: u32, tag: Tag, found: &Attributes) -> Container {
        let depth = around.depth.saturating_add(1);
        let mut near = around.near.map(|levels| if levels == 0 { 0 } else { levels.saturating_add(1) });
        for kind in [kind_of(tag), found.role].into_iter().flatten() {
            near[kind as usize] = 1;
        }
        let hidden = around.hidden || found.hidden;
        let dialog = around.dialog || found.dialog || tag == Tag::Dialog;
        Container { tag, parent, depth, number: around.children, near, hidden, dialog, ..root() }
    }
}

fn kind_of(tag: Tag) -> Option<Kind> {
    Some(match tag {
        Tag::Nav | Tag::Menu => Kind::Nav,
        Tag::Header => Kind::Header,
        Tag::Footer => Kind::Footer,
        Tag::Aside => Kind::Aside,
        Tag::Main => Kind::Main,
        Tag::Article => Kind::Article,
        Tag::Section => Kind::Section,
        Tag::Form | Tag::Fieldset | Tag::Search => Kind::Form,
        Tag::Table => Kind::Table,
        Tag::Ul | Tag::Ol | Tag::Dir => Kind::List,
        Tag::Li => Kind::Item,
        Tag::Figure | Tag::Figcaption => Kind::Figure,
        Tag::Blockquote => Kind::Quote,
        Tag::Pre => Kind::Pre,
        Tag::Dl => Kind::Definitions,
        Tag::Dialog => Kind::Dialog,
        Tag::Button => Kind::Button,
        Tag::P => Kind::Paragraph,
        tag if tag.is(HEADING) => Kind::Heading,
        _ => return None,
    })
}

/// Computes the totals of each container over its blocks, including those in nested containers.
fn add_up(outline: &mut Outline) {
    let Outline { pieces, containers, .. } = outline;
    for (index, piece) in pieces.iter().enumerate() {
        containers[piece.container as usize].add_piece(index as u32, piece);
    }
    for index in (1..containers.len()).rev() {
        let (before, rest) = containers.split_at_mut(index);
        let Some(inner) = rest.first() else { continue };
        before[inner.parent as usize].add_container(inner);
    }
}

/// For each container, the nearest container around it that holds more blocks; the root for the root.
fn outer(containers: &[Container]) -> Vec<u32> {
    let mut outer = Vec::with_capacity(containers.len());
    for container in containers {
        let parent = container.parent;
        let grows = containers[parent as usize].total.blocks > container.total.blocks;
        outer.push(if grows { parent } else { outer.get(parent as usize).copied().unwrap_or(0) });
    }
    outer
}

impl Piece {
    /// The share of its mass inside links.
    pub(super) fn link_share(&self) -> f32 {
        self.shape.link as f32 / self.shape.mass.max(1) as f32
    }

    /// Its mass outside links if it contains sentences and is not mostly links, else 0.
    pub(super) fn sentence_mass(&self) -> f32 {
        /// A block with a larger share of its text in links is not prose. Chosen by hand; the forests were trained with it.
        const MAX_LINK_SHARE: f32 = 0.5;
        let is_prose = self.shape.ends > 0 && self.link_share() < MAX_LINK_SHARE;
        if is_prose { (self.shape.mass - self.shape.link) as f32 } else { 0.0 }
    }
}

impl Container {
    /// One plus the number of levels up to the nearest container of a kind; 0 if there is none.
    pub(super) fn levels_to(&self, kind: usize) -> u16 {
        u16::from(self.near[kind])
    }

    /// One plus the depth of the nearest container of a kind; 0 if there is none.
    pub(super) fn depth_of(&self, kind: Kind) -> u16 {
        match self.near[kind as usize] {
            0 => 0,
            levels => self.depth + 2 - u16::from(levels),
        }
    }

    pub(super) fn is_in(&self, kind: Kind) -> bool {
        self.near[kind as usize] > 0
    }

    fn add_piece(&mut self, index: u32, piece: &Piece) {
        let mass = piece.shape.mass as f32;
        let in_paragraph = self.is_in(Kind::Paragraph);
        let in_heading = self.is_in(Kind::Heading);
        let total = &mut self.total;
        total.mass += mass;
        total.link += piece.shape.link as f32;
        total.links += piece.links as f32;
        total.blocks += 1;
        total.sentences += piece.sentence_mass();
        total.paragraphs += if in_paragraph { mass } else { 0.0 };
        total.headings += u32::from(in_heading);
        total.largest = total.largest.max(mass);
        self.first = self.first.min(index);
        self.last = self.last.max(index);
    }

    fn add_container(&mut self, inner: &Container) {
        let (total, other) = (&mut self.total, &inner.total);
        total.mass += other.mass;
        total.link += other.link;
        total.links += other.links;
        total.blocks += other.blocks;
        total.sentences += other.sentences;
        total.paragraphs += other.paragraphs;
        total.headings += other.headings;
        total.largest = total.largest.max(other.largest);
        self.first = self.first.min(inner.first);
        self.last = self.last.max(inner.last);
    }
}
