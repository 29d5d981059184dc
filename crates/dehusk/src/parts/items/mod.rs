//! The list of items: which groups of the page are kept, what their items are, and the fields of each item.
//!
//! The groups come from [`crate::records`]. Every value is a piece of the page. Nothing here changes what is
//! kept.

mod choose;
mod clues;
mod elements;
mod fields;
mod kind;
mod maker;
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
use crate::budget::{Deadline, TimedOut};
use crate::facts::PageFacts;
use crate::markup::HEADING;
use crate::metadata::Signature;
use crate::page::{Block, Element, Page};
use crate::records::{Form, Group, Groups, Item as Found};
use crate::selection::{Emission, Kept, Media, MediaKind, Reason};
use crate::source::Span;
use choose::{Draft, choose};
use clues::Clues;
use elements::{elements, has_date, is_link};
use fields::{Read, Slots};
use kind::Traits;
use maker::Maker;
use piece::{Piece, Pieces};

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

/// The images of a page that may belong to an item, in the order of the source. Thumbnails are not main
/// content, but they belong to their items.
fn images(media: &[Media]) -> Vec<&Media> {
    let is_image = |media: &&Media| {
        media.kind == MediaKind::Image && !matches!(media.reason, Reason::Decoration | Reason::Hidden)
    };
    media.iter().filter(is_image).collect()
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
        let (text_above, heading) = self.texts_above(found[0]);
        let traits = Traits {
            page: self.page,
            form: group.form,
            container: group.container,
            items: &read,
            images: &images,
            heading,
            text_above,
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
    fn texts_above(&self, item: &Found) -> (Option<String>, Option<String>) {
        let blocks = self.page.blocks();
        let next = blocks.partition_point(|block| block.runs.1 <= item.runs.0);
        let above = || blocks[..next].iter().rev();
        let heading = above().take(MAX_BLOCKS_ABOVE).find(|block| self.is_heading(block));
        let text_of = |block: Option<&Block>| {
            let short = block.filter(|block| block.span.len() <= MAX_HEADING_BYTES);
            short.map(|block| self.page.visible_text(block).trim().to_owned())
        };
        (text_of(above().next()), text_of(heading))
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
