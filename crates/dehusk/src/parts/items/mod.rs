//! The list of items: which groups of the page are kept, what their items are, and the fields of each item.
//!
//! The groups come from [`crate::records`]. Every value is a piece of the page. Nothing here changes what is
//! kept.

mod choose;
mod clues;
mod fields;
mod kind;
mod piece;
mod posts;
mod prices;
mod shown;
mod slot;
mod strays;
mod values;

pub(crate) use shown::{kinds_of_groups, shown};

use super::collect::Job;
use super::{ByteBudget, Item, ItemField, ItemKind};
use crate::budget::{Deadline, MAX_ADDRESS_BYTES, TimedOut};
use crate::facts::PageFacts;
use crate::markup::{HEADING, Tag};
use crate::metadata::Signature;
use crate::page::{Block, Element, Page};
use crate::records::{Form, Group, Groups, Item as Found};
use crate::selection::{Emission, Hiding, Kept, Media, MediaKind, Reason};
use crate::source::Span;
use choose::{Draft, choose};
use clues::{Clues, MAX_WORD_BYTES, attribute, declared_author, sign};
use fields::{Read, Slots};
use kind::Traits;
use piece::{Piece, Pieces};
use std::borrow::Cow;
use std::collections::HashSet;

/// A group is kept if at least this share of its items has kept text. Chosen by hand.
const MIN_KEPT_ITEMS: f32 = 0.5;
/// A group is kept if at least this share of its text is kept. Chosen by hand.
const MIN_KEPT_TEXT: f32 = 0.3;
/// Groups inside more items than this are not listed, so that no text is read more often. Chosen by hand.
const MAX_NESTING: usize = 6;
/// Maximum bytes of source of a heading above a group. Chosen by hand.
const MAX_HEADING_BYTES: usize = 400;
/// Up to this number of cells that are items may be the columns of a single row, each with texts of its own. Chosen by hand.
const MAX_CELLS_APART: usize = 3;
/// A heading belongs to a group if it is at most this number of blocks above it. Chosen by hand.
const MAX_BLOCKS_ABOVE: usize = 4;
/// Maximum number of further links of an item. Chosen by hand.
const MAX_LINKS: usize = 8;
/// What separates the number of a post from what follows.
const SEPARATORS: [char; 5] = ['·', '•', '|', ' ', '\n'];
/// The fields that hold addresses.
const ADDRESSES: [&str; 3] = ["url", "link", "image"];
/// Text is a heading if it is within this number of elements below one. Chosen by hand.
const MAX_DEPTH_OF_HEADING: usize = 4;

/// Lists the items of the kept groups, within a number of bytes. Also returns whether items were left out for
/// lack of space.
pub(super) fn items(
    facts: PageFacts<'_>,
    job: &Job<'_>,
    groups: &Groups,
    max_bytes: usize,
    deadline: &mut Deadline,
) -> Result<(Vec<Item>, bool), TimedOut> {
    let lister = Lister::new(facts, job, groups, deadline)?;
    let mut budget = ByteBudget::new(max_bytes, facts.page());
    let numbered = chosen(&lister, &mut budget, deadline)?.into_iter().enumerate();
    let listed =
        numbered.flat_map(|(group, draft)| draft.items.into_iter().map(move |item| Item { group, ..item }));
    Ok((listed.collect(), budget.is_exceeded))
}

/// The groups that are listed, in the order of the page.
fn chosen(
    lister: &Lister<'_, '_>,
    budget: &mut ByteBudget,
    deadline: &mut Deadline,
) -> Result<Vec<Draft>, TimedOut> {
    let groups = lister.groups;
    let mut drafts: Vec<Option<Draft>> = Vec::with_capacity(groups.all().len());
    for index in 0..groups.all().len() {
        drafts.push(lister.draft(index, budget, deadline)?);
    }
    choose(groups, &mut drafts);
    let mut drafts = lister.with_opening_post(groups, drafts, budget, deadline)?;
    drafts.sort_by_key(|draft| draft.items.first().map_or(0, |item| item.source.start()));
    Ok(drafts)
}

impl Draft {
    /// Adds an item, given what was read of it.
    fn push(&mut self, item: Item, read: &[Read<'_>]) {
        /// Fields that only records have.
        const OF_RECORDS: [&str; 4] = ["url", "date", "price", "author"];
        let bytes = |it: &Read<'_>| it.piece.text.len() as f32;
        self.text += read.iter().map(bytes).sum::<f32>();
        self.kept += read.iter().filter(|it| it.piece.kept).map(bytes).sum::<f32>();
        let is_record = OF_RECORDS.iter().any(|name| item.get(name).is_some());
        self.records += if is_record { 1.0 } else { 0.0 };
        self.items.push(item);
    }
}

/// The images of a page that may belong to an item, in the order of the source. Thumbnails are not main
/// content, but they belong to their items.
fn images(media: &[Media]) -> Vec<&Media> {
    let is_image = |media: &&Media| {
        media.kind == MediaKind::Image && !matches!(media.reason, Reason::Decoration | Reason::Hidden)
    };
    media.iter().filter(is_image).collect()
}

/// The elements of a page for which `is_wanted` holds: the offsets of their tags, in ascending order, with the elements.
fn elements<'p>(
    page: &'p Page<'_>,
    is_wanted: impl Fn(&Element<'p>) -> bool,
    deadline: &mut Deadline,
) -> Result<Vec<(usize, Element<'p>)>, TimedOut> {
    let mut found = Vec::new();
    for element in page.elements() {
        deadline.tick()?;
        if is_wanted(&element) {
            found.push((element.span().start(), element));
        }
    }
    found.sort_by_key(|(start, _)| *start);
    Ok(found)
}

fn is_link(element: &Element<'_>) -> bool {
    element.tag() == Tag::A && element.attribute("href").is_some()
}

/// Whether the attributes of an element say when an item was written, although its text may not.
fn has_date(element: &Element<'_>) -> bool {
    date_of(element).is_some()
}

/// Those of these elements that begin inside a span of the source.
fn within<'p>(elements: &[(usize, Element<'p>)], span: Span) -> impl Iterator<Item = Element<'p>> {
    let first = elements.partition_point(|(start, _)| *start < span.start());
    elements[first..].iter().take_while(move |(start, _)| *start < span.end()).map(|(_, element)| *element)
}

/// The date in the attributes of an element, as written, and whether it is marked as the date on which something was
/// published.
fn date_of<'p>(element: &Element<'p>) -> Option<(Cow<'p, str>, bool)> {
    let name = match element.tag() {
        Tag::Time => "datetime",
        Tag::Meta => "content",
        _ => return None,
    };
    let property = attribute(element, "itemprop", MAX_WORD_BYTES);
    let is_published = matches!(property.as_deref().map(str::trim), Some("datePublished" | "dateCreated"));
    let date =
        attribute(element, name, MAX_WORD_BYTES).filter(|_| is_published || element.tag() == Tag::Time);
    Some((date?, is_published))
}

/// Items, and for each of them its pieces with the values in them.
type ReadItems<'f, 'p> = (Vec<&'f Found>, Vec<Vec<Read<'p>>>);

struct Lister<'p, 'j> {
    facts: PageFacts<'p>,
    page: &'p Page<'p>,
    job: &'j Job<'j>,
    groups: &'j Groups,
    kept: Kept,
    clues: Clues,
    signature: Signature,
    images: Vec<&'j Media>,
    /// The links, in the order of the source.
    links: Vec<(usize, Element<'p>)>,
    /// The elements with dates in their attributes, in the order of the source.
    dates: Vec<(usize, Element<'p>)>,
}

impl<'p, 'j> Lister<'p, 'j> {
    fn new(
        facts: PageFacts<'p>,
        job: &'j Job<'j>,
        groups: &'j Groups,
        deadline: &mut Deadline,
    ) -> Result<Lister<'p, 'j>, TimedOut> {
        let page = facts.page();
        let language = page.root().and_then(|root| root.attribute("lang"));
        Ok(Lister {
            facts,
            page,
            job,
            groups,
            kept: Kept::new(job.selection),
            clues: Clues::new(),
            signature: Signature::of_language(language.as_deref()),
            images: images(&job.selection.media),
            links: if job.parts.items { elements(page, is_link, deadline)? } else { Vec::new() },
            dates: if job.parts.items { elements(page, has_date, deadline)? } else { Vec::new() },
        })
    }

    /// Returns the items of a group, if it is kept and its items are records of some kind.
    fn draft(
        &self,
        index: usize,
        budget: &mut ByteBudget,
        deadline: &mut Deadline,
    ) -> Result<Option<Draft>, TimedOut> {
        let group = &self.groups.all()[index];
        let found = self.groups.items_of(group);
        if !self.may_be_listed(group, found) || !self.has_kept(found) {
            return Ok(None);
        }
        let Some((found, read)) =
            self.read(&self.pieces(group.container, found.len()), group.form, found, deadline)?
        else {
            return Ok(None);
        };
        let images: Vec<bool> = found.iter().map(|item| self.image_in(item.span).is_some()).collect();
        let traits = Traits {
            page: self.page,
            form: group.form,
            container: group.container,
            items: &read,
            images: &images,
            headings: self.headings_above(found[0]),
            is_discussion: self.is_discussion(),
        };
        let Some(kind) = traits.kind() else { return Ok(None) };
        let (found, read) = strays::drop(kind, found, read);
        let slots = Slots::choose(&read, kind == ItemKind::Posts);
        let maker = Maker { lister: self, kind, slots };
        let items = Vec::with_capacity(read.len());
        let mut draft = Draft { group: index, kind, items, text: 0.0, kept: 0.0, records: 0.0 };
        for (item, read) in found.iter().zip(&read) {
            let item = maker.item(item, read);
            if !take(&item, budget) {
                break;
            }
            draft.push(item, read);
        }
        Ok((!draft.items.is_empty()).then_some(draft))
    }

    /// Reads the items that have text, without the row of headings above the rows of a table. Returns `None` if too little of them
    /// is kept.
    fn read<'f>(
        &self,
        pieces: &Pieces<'p, '_>,
        form: Form,
        found: &'f [Found],
        deadline: &mut Deadline,
    ) -> Result<Option<ReadItems<'f, 'p>>, TimedOut> {
        let (mut with_text, mut texts) = (Vec::with_capacity(found.len()), Vec::with_capacity(found.len()));
        for item in found {
            let pieces = pieces.of(item, deadline)?;
            if !pieces.is_empty() {
                with_text.push(item);
                texts.push(pieces);
            }
        }
        // In a table, only the values tell whether the first row has headings, which do not count. Reading the values takes
        // longest.
        let is_table = form == Form::Rows;
        if !is_table && !is_kept(&texts, |piece| piece) {
            return Ok(None);
        }
        let signature = self.signature.with_order_of(texts.iter().flatten().map(|piece| piece.text.as_str()));
        let mut read: Vec<Vec<Read<'p>>> =
            texts.into_iter().map(|pieces| fields::read_all(pieces, signature)).collect();
        if is_table && fields::begins_with_headings(&read) {
            with_text.remove(0);
            read.remove(0);
        }
        let is_kept = !is_table || is_kept(&read, |read| &read.piece);
        Ok(is_kept.then_some((with_text, read)))
    }

    /// Whether anything is kept from the first to the last item.
    fn has_kept(&self, found: &[Found]) -> bool {
        let (Some(first), Some(last)) = (found.first(), found.last()) else { return false };
        let (start, end) = (first.span.start(), first.span.end().max(last.span.end()));
        self.kept.within(Span::new(start, end)).next().is_some()
    }

    fn may_be_listed(&self, group: &Group, found: &[Found]) -> bool {
        let outer = |group: &Group| group.outer.map(|place| &self.groups.all()[place.group as usize]);
        let nesting = std::iter::successors(outer(group), |it| outer(it)).take(MAX_NESTING + 1).count();
        let first = found.first().map_or(0, |item| item.span.start());
        let is_comment = self.job.comments.is_some_and(|threads| threads.hold(first));
        nesting <= MAX_NESTING && !is_comment
    }

    /// The first image inside a span of the source.
    fn image_in(&self, span: Span) -> Option<&'j Media> {
        let first = self.images.partition_point(|image| image.span.start() < span.start());
        self.images.get(first).copied().filter(|image| image.span.start() < span.end())
    }

    /// The text of the block before an item, and the heading that is a few blocks above it.
    fn headings_above(&self, item: &Found) -> Vec<String> {
        let blocks = self.page.blocks();
        let next = blocks.partition_point(|block| block.runs.1 <= item.runs.0);
        let above = || blocks[..next].iter().rev();
        let heading = above().take(MAX_BLOCKS_ABOVE).find(|block| self.is_heading(block));
        let short = above().take(1).chain(heading).filter(|block| block.span.len() <= MAX_HEADING_BYTES);
        short.map(|block| self.page.visible_text(block).trim().to_owned()).collect()
    }

    fn is_heading(&self, block: &Block) -> bool {
        let first = self.page.runs_of(block).find(|run| !run.is_blank());
        let element = first.and_then(|run| self.page.element_of(&run));
        std::iter::successors(element, Element::parent)
            .take(MAX_DEPTH_OF_HEADING)
            .any(|it| it.tag().is(HEADING))
    }

    fn is_discussion(&self) -> bool {
        self.job.selection.assessment.is_none_or(|it| it.may_be_discussion())
    }

    fn pieces(&self, container: u32, items: usize) -> Pieces<'p, '_> {
        let is_unscripted = self.job.selection.emission == Emission::Unscripted;
        Pieces {
            facts: self.facts,
            page: self.page,
            kept: &self.kept,
            clues: &self.clues,
            is_unscripted,
            container,
            are_alike_in_columns: items > MAX_CELLS_APART,
        }
    }
}

/// Takes the bytes of an item from the budget.
fn take(item: &Item, budget: &mut ByteBudget) -> bool {
    let fields = item.fields.iter().map(|field| field.value.len() + size_of::<ItemField>());
    let addresses = item.fields.iter().filter(|field| ADDRESSES.contains(&field.name));
    let address_bytes = addresses.map(|field| field.value.len()).sum();
    budget.take_with_address(size_of::<Item>() + item.text.len() + fields.sum::<usize>(), address_bytes)
}

/// Whether enough of the items and of their text is kept.
fn is_kept<T>(items: &[Vec<T>], piece: impl Fn(&T) -> &Piece<'_>) -> bool {
    let (mut all, mut kept, mut with_kept) = (0, 0, 0);
    for item in items {
        let bytes = |it: &T| piece(it).text.len();
        all += item.iter().map(bytes).sum::<usize>();
        kept += item.iter().filter(|it| piece(it).kept).map(bytes).sum::<usize>();
        with_kept += usize::from(item.iter().any(|it| piece(it).kept));
    }
    kept > 0
        && kept as f32 >= MIN_KEPT_TEXT * all as f32
        && with_kept as f32 >= MIN_KEPT_ITEMS * items.len() as f32
}

/// Makes the items of one group.
struct Maker<'l, 'p, 'j> {
    lister: &'l Lister<'p, 'j>,
    kind: ItemKind,
    slots: Slots,
}

impl<'p> Maker<'_, 'p, '_> {
    fn item(&self, found: &Found, read: &[Read<'p>]) -> Item {
        let mut fields = Vec::new();
        let is_plain = matches!(self.kind, ItemKind::Ingredients | ItemKind::Steps);
        let title = self.title(read).filter(|_| !is_plain);
        let author = self.author(found, read).filter(|_| !is_plain && self.kind != ItemKind::Facts);
        let date = self.slots.date(read).filter(|_| !is_plain && self.kind != ItemKind::Facts);
        if self.kind == ItemKind::Facts {
            fields.extend(self.name_and_value(read));
        } else {
            fields.extend(title.map(|read| field("title", &read.piece.text, read.piece.span)));
        }
        let number = self.slots.number(read).filter(|_| !is_plain && self.kind != ItemKind::Facts);
        let leads = [title, date, number.map(|(_, read)| read)];
        fields.extend(self.url(found, read, leads));
        fields.extend(self.further_links(found, &fields));
        fields.extend(self.image(found));
        let price = self.slots.price(read).filter(|_| self.kind == ItemKind::Products);
        fields.extend(price.and_then(|read| Some(field("price", read.price.as_ref()?, read.piece.span))));
        let has_date = !is_plain && self.kind != ItemKind::Facts;
        fields.extend(self.date(found, date).filter(|_| has_date));
        fields.extend(author.map(|read| field("author", without_by(&read.piece.text), read.piece.span)));
        fields.extend(number.map(|(number, read)| field("number", number, read.piece.span)));
        let reply = read.iter().find(|it| it.piece.signs & sign::REPLY != 0 && self.kind == ItemKind::Posts);
        fields.extend(reply.map(|read| field("reply_to", &read.piece.text, read.piece.span)));
        let number = number.map(|(_, read)| read).filter(|read| read.number.is_some());
        let left_out = if self.kind == ItemKind::Posts { [author, date, number] } else { [None; 3] };
        let left_out = left_out.map(|it| it.map(|it| it.piece.span));
        let labels = posts::labels_beside(read, &left_out, &self.slots);
        let is_kept = |it: &Read<'_>| {
            let is_title = title.is_some_and(|title| title.piece.span == it.piece.span);
            let is_left_out = left_out.contains(&Some(it.piece.span)) || labels.contains(&it.piece.span);
            (is_title || self.slots.keeps(it)) && !is_left_out
        };
        let mut text = text_of(read, is_kept);
        if left_out[2].is_some() {
            text = text.trim_start_matches(SEPARATORS).to_owned();
        }
        let hidden = self.hiding(read, &fields, is_kept);
        Item { kind: self.kind, group: 0, fields, text, source: found.span, hidden }
    }

    /// How the page hides the first hidden piece that is in the text or in a field of an item.
    fn hiding(
        &self,
        read: &[Read<'p>],
        fields: &[ItemField],
        is_kept: impl Fn(&Read<'_>) -> bool,
    ) -> Option<Hiding> {
        let selection = self.lister.job.selection;
        if selection.hidden.is_empty() {
            return None;
        }
        let has_kept = read.iter().any(&is_kept);
        let is_field = |it: &Read<'_>| fields.iter().any(|field| field.source == it.piece.span);
        let mut used = read.iter().filter(|it| !has_kept || is_kept(it) || is_field(it));
        used.find_map(|it| {
            let hiding = |kept: bool| selection.hiding_of(it.piece.span, kept);
            hiding(true).or_else(|| hiding(false))
        })
    }

    fn title<'r>(&self, read: &'r [Read<'p>]) -> Option<&'r Read<'p>> {
        match self.kind {
            ItemKind::Facts => read.first(),
            // A post has a title only if the page marks one.
            ItemKind::Posts => self.slots.title(read).filter(|it| {
                it.has(sign::HEADING | sign::TITLE) && !it.has(sign::AUTHOR) && !is_beside_author(read, it)
            }),
            ItemKind::Items | ItemKind::Results => {
                self.slots.title(read).filter(|title| !is_within_sentence(read, title))
            }
            _ => self.slots.title(read),
        }
    }

    /// The piece that names the author: in a post, the one that an attribute of the post repeats.
    fn author<'r>(&self, found: &Found, read: &'r [Read<'p>]) -> Option<&'r Read<'p>> {
        let first = read.first().filter(|_| self.kind == ItemKind::Posts);
        let declared = first.and_then(|first| declared_author(first.piece.element, found.span));
        let named = declared.and_then(|name| read.iter().find(|it| it.piece.text == name.trim()));
        named.or_else(|| self.slots.author(read))
    }

    /// The name of a fact, and its value: what comes after the name, or after a colon if there is one text.
    fn name_and_value(&self, read: &[Read<'p>]) -> Vec<ItemField> {
        let Some((name, rest)) = read.split_first() else { return Vec::new() };
        let text = name.piece.text.as_str();
        let (Some(first), Some(last)) = (rest.first(), rest.last()) else {
            let Some((name_text, value)) = text.split_once([':', '：']) else {
                return vec![field("title", text, name.piece.span)];
            };
            let parts = [("title", name_text), ("value", value)];
            let parts = parts.map(|(name_of_field, text)| field(name_of_field, text.trim(), name.piece.span));
            return parts.into_iter().filter(|it| !it.value.is_empty()).collect();
        };
        let value = text_of(rest, |it| self.slots.keeps(it)).replace('\n', " ");
        let value = value.trim_start_matches([':', '：']).trim_start();
        let span = Span::new(first.piece.span.start(), last.piece.span.end().max(first.piece.span.end()));
        let title = text.trim_end_matches([':', '：']).trim_end();
        vec![field("title", title, name.piece.span), field("value", value, span)]
    }

    /// The address of an item: the link of its title, or else its first link; in a post, the link of its date or its number, or else
    /// the one that leads to it.
    fn url(
        &self,
        found: &Found,
        read: &[Read<'p>],
        [title, date, number]: [Option<&Read<'p>>; 3],
    ) -> Option<ItemField> {
        let of = |read: &Read<'p>| self.address(read.piece.link?);
        match self.kind {
            ItemKind::Posts => date.and_then(of).or_else(|| number.and_then(of)).or_else(|| {
                let element = read.first()?.piece.element;
                self.address(posts::permalink(within(&self.lister.links, found.span), element, found.span)?)
            }),
            ItemKind::Ingredients | ItemKind::Steps | ItemKind::Facts => None,
            _ => title
                .and_then(of)
                .or_else(|| read.iter().find_map(of))
                .or_else(|| self.url_without_text(found)),
        }
    }

    /// The address of the first link of an item, which may be an image.
    fn url_without_text(&self, found: &Found) -> Option<ItemField> {
        self.address(within(&self.lister.links, found.span).next()?)
    }

    fn address(&self, link: Element<'p>) -> Option<ItemField> {
        let url = self.lister.job.addresses.link(&attribute(&link, "href", MAX_ADDRESS_BYTES)?)?;
        Some(field("url", &url, link.span()))
    }

    /// The addresses of the links of an item that are not its address, each once. Links of posts are a part of their text.
    fn further_links(&self, found: &Found, fields: &[ItemField]) -> Vec<ItemField> {
        let url = fields.iter().find(|field| field.name == "url" && self.kind != ItemKind::Posts);
        let Some(url) = url else { return Vec::new() };
        let mut seen: HashSet<String> = HashSet::from([url.value.clone()]);
        let links = within(&self.lister.links, found.span).filter_map(|link| {
            let is_shown = !link.is_undisplayed() || self.lister.kept.within(link.span()).next().is_some();
            let written = attribute(&link, "href", MAX_ADDRESS_BYTES).filter(|_| is_shown)?;
            let addresses = self.lister.job.addresses;
            let address = addresses.link(&written).filter(|_| !addresses.is_own_page(&written))?;
            let field = field("link", &address, link.span());
            seen.insert(address).then_some(field)
        });
        links.take(MAX_LINKS).collect()
    }

    /// The date of an item: the one that is printed, unless it is the date of a change and attributes say when the item was
    /// published, or else the first one in attributes.
    fn date(&self, found: &Found, printed: Option<&Read<'p>>) -> Option<ItemField> {
        let is_original = |it: &&Read<'p>| !it.has(sign::CHANGED);
        let written = |read: &Read<'p>| Some(field("date", read.date.as_ref()?, read.piece.span));
        if let Some(date) = printed.filter(is_original).and_then(written) {
            return Some(date);
        }
        let in_attributes = |is_enough: &dyn Fn(bool) -> bool| {
            within(&self.lister.dates, found.span).find_map(|element| {
                let (date, _) = date_of(&element).filter(|(_, is_published)| is_enough(*is_published))?;
                Some(field("date", &self.lister.signature.date(&date)?, element.span()))
            })
        };
        in_attributes(&|is_published| is_published)
            .or_else(|| printed.and_then(written))
            .or_else(|| in_attributes(&|_| true))
    }

    fn image(&self, found: &Found) -> Option<ItemField> {
        if matches!(self.kind, ItemKind::Posts | ItemKind::Ingredients) {
            return None;
        }
        let image = self.lister.image_in(found.span)?;
        let address = self.lister.job.addresses.image(&image.address)?;
        Some(field("image", &address, image.span))
    }
}

fn field(name: &'static str, value: &str, source: Span) -> ItemField {
    ItemField { name, value: value.to_owned(), source }
}

/// Whether a piece is a word or a link within a sentence: letters stand before it on its line, or its sentence
/// goes on after it although it is no link.
fn is_within_sentence(read: &[Read<'_>], piece: &Read<'_>) -> bool {
    let Some(at) = read.iter().position(|it| it.piece.span == piece.piece.span) else { return false };
    let before = at.checked_sub(1).map(|at| &read[at]).filter(|_| !piece.piece.begins_line);
    let after = read.get(at + 1).filter(|it| !it.piece.begins_line);
    let ends_in_sentence = |text: &str| text.ends_with(|c: char| c.is_lowercase() || c == ',');
    let goes_on = |text: &str| text.starts_with(|c: char| c.is_lowercase() || c == ',');
    let is_marked = piece.has(sign::HEADING | sign::TITLE) || piece.piece.link.is_some();
    before.is_some_and(|it| ends_in_sentence(&it.piece.text))
        || (!is_marked
            && after.is_some_and(|it| goes_on(&it.piece.text))
            && piece.piece.text.ends_with(|c: char| c.is_alphanumeric() || c == ','))
}

/// Whether a piece is in the same element as the name of an author, such as a rank: `<h3><a>Ann</a> <em>Member</em></h3>`.
fn is_beside_author(read: &[Read<'_>], piece: &Read<'_>) -> bool {
    let around = |it: &Read<'_>| it.piece.element.parent().map(|parent| parent.id());
    read.iter().any(|it| it.names_author() && around(it) == around(piece))
}

/// A byline without its first word.
fn without_by(text: &str) -> &str {
    let rest = text.get(..3).filter(|by| by.eq_ignore_ascii_case("by ")).map_or(text, |_| &text[3..]);
    rest.trim().trim_end_matches(':').trim_end()
}

/// The text of the pieces of an item that are kept; all of its text if none is.
fn text_of(read: &[Read<'_>], is_kept: impl Fn(&Read<'_>) -> bool) -> String {
    let has_kept = read.iter().any(&is_kept);
    let mut text = String::new();
    let mut begins_line = false;
    for it in read {
        begins_line |= it.piece.begins_line;
        if has_kept && !is_kept(it) {
            continue;
        }
        if !text.is_empty() {
            text.push_str(if begins_line {
                "\n"
            } else if it.piece.needs_space {
                " "
            } else {
                ""
            });
        }
        text.push_str(&it.piece.text);
        begins_line = false;
    }
    text
}
