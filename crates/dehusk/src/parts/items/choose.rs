//! Chooses which of the groups that may be listed are listed: of groups inside each other only one. What the
//! items of a group are is decided in [`super::kind`].

use super::fields::Read;
use crate::fnv;
use crate::parts::{Item, ItemKind};
use crate::records::Groups;
use std::collections::HashSet;

/// The groups inside a group take its place if they have at least this share of its text, and more records.
/// Chosen by hand.
const MIN_REPLACED: f32 = 0.6;
/// Groups of this many items are the parts of one record, such as the head and the text of a post. Chosen by
/// hand.
const MAX_PAIR: f32 = 2.0;
/// Items inside other items are their parts, such as `Docket` and `Caption`, if at most this share of their
/// names differ. Chosen by hand.
const MAX_NAMES: f32 = 0.5;
/// If each item contains two inner items, these are its parts when there are at most this many addresses per inner
/// item. Chosen by hand.
const MAX_ADDRESSES: f32 = 0.7;
/// At least this share of the records have such parts. Chosen by hand.
const MIN_WITH_PARTS: f32 = 0.6;

/// A page lists dated records if a group has at least this number of items. Chosen by hand.
const MIN_RECORDS: usize = 3;
/// At least this share of them has a date, and a title or an address. Chosen by hand.
const MIN_DATED: f32 = 0.6;
/// Items beside such records are labels or filters if they have at most this number of bytes of text on average. Chosen by
/// hand.
const MAX_LABEL_BYTES: f32 = 40.0;
/// The records of the group with the most text have at least this share of the text of all groups. Chosen by hand.
const MIN_MAIN: f32 = 0.5;
/// Labels have at most this share of the text of the records. Chosen by hand.
const MAX_LABELS: f32 = 0.3;

/// The items of a group that may be listed.
pub(super) struct Draft {
    /// The index of the group.
    pub(super) group: usize,
    pub(super) kind: ItemKind,
    pub(super) items: Vec<Item>,
    /// Bytes of text of all items.
    pub(super) text: f32,
    /// Bytes of those texts that are kept.
    pub(super) kept: f32,
    /// The number of items that have a field which only records have.
    pub(super) records: f32,
}

impl Draft {
    /// Adds an item, given what was read of it.
    pub(super) fn push(&mut self, item: Item, read: &[Read<'_>]) {
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

/// What would be listed inside a group.
#[derive(Clone, Copy, Default)]
struct Inside {
    /// Bytes of text that is kept.
    kept: f32,
    records: f32,
    /// The number of records whose kind is certain.
    certain: f32,
    /// The number of items that are facts.
    facts: f32,
    /// The number of items, and of the groups that they are in.
    items: f32,
    groups: f32,
    /// The number of their different names and addresses, as far as they are known.
    names: f32,
    addresses: f32,
}

impl Draft {
    /// Whether the kind of the items is certain: it says more than that the items are alike.
    fn is_certain(&self) -> bool {
        matches!(self.kind, ItemKind::Products | ItemKind::Posts | ItemKind::Ingredients | ItemKind::Steps)
    }

    /// Whether the groups inside are listed in place of this one: they are not if they are the parts of its
    /// items, two in each item or with the same names in all.
    fn is_replaced_by(&self, inside: Inside) -> bool {
        let count = self.items.len() as f32;
        let are_pairs =
            inside.items <= MAX_PAIR * inside.groups && inside.addresses <= MAX_ADDRESSES * inside.items;
        let are_named_alike = inside.names <= MAX_NAMES * inside.items;
        let has_parts =
            inside.groups >= MIN_WITH_PARTS * count && inside.groups > 1.0 && (are_pairs || are_named_alike);
        let is_most = inside.kept >= MIN_REPLACED * self.kept;
        if self.kind == ItemKind::Facts && inside.facts > count {
            // Boxes with several names and values each.
            is_most
        } else if has_parts {
            false
        } else if self.is_certain() {
            let are_lists = self.kind == ItemKind::Posts && inside.records > MAX_PAIR * count;
            is_most && (inside.certain > count || are_lists)
        } else {
            inside.certain > 0.0 || (is_most && inside.records > self.records)
        }
    }

    /// What is listed in the place of this group or of the groups inside.
    fn or(&self, inside: Inside) -> Inside {
        if self.is_replaced_by(inside) {
            return inside;
        }
        let items = self.items.len() as f32;
        let certain = if self.is_certain() { items } else { 0.0 };
        let facts = if self.kind == ItemKind::Facts { items } else { 0.0 };
        Inside {
            kept: self.kept,
            records: self.records,
            certain,
            facts,
            items,
            groups: 1.0,
            names: items,
            addresses: items,
        }
    }

    /// Whether this group has the ingredients or steps of the group around it, which wraps them in columns or
    /// boxes.
    fn is_wrapped_in(&self, outer: &Draft) -> bool {
        matches!(outer.kind, ItemKind::Ingredients | ItemKind::Steps)
            && matches!(self.kind, ItemKind::Items | ItemKind::Results)
            && self.items.len() > outer.items.len()
            && self.text >= MIN_REPLACED * outer.text
    }

    /// Whether the items are records with names and dates.
    fn are_dated(&self) -> bool {
        let dated = self.items.iter().filter(|item| is_dated(item)).count();
        dated >= MIN_RECORDS && dated as f32 >= MIN_DATED * self.items.len() as f32
    }

    /// Whether the items are labels or filters beside the records of another group: short, and without what records have.
    fn are_labels_beside(&self, records: f32) -> bool {
        let is_bare = |item: &Item| {
            !is_dated(item) && ["image", "price", "author"].iter().all(|name| item.get(name).is_none())
        };
        matches!(self.kind, ItemKind::Items | ItemKind::Results)
            && self.text <= MAX_LABEL_BYTES * self.items.len() as f32
            && self.text <= MAX_LABELS * records
            && self.items.iter().all(is_bare)
    }

    /// Sets a kind whose items have no fields, except images of steps.
    fn set_plain_kind(&mut self, kind: ItemKind) {
        self.kind = kind;
        for item in &mut self.items {
            item.kind = kind;
            item.fields.retain(|field| kind == ItemKind::Steps && field.name == "image");
        }
    }
}

/// Whether an item has a date, and a title or an address.
fn is_dated(item: &Item) -> bool {
    item.get("date").is_some() && (item.get("title").is_some() || item.get("url").is_some())
}

/// Replaces the groups of labels and filters by `None` if the page lists little but dated records.
fn drop_labels(drafts: &mut [Option<Draft>]) {
    let dated = drafts.iter().flatten().filter(|draft| draft.are_dated()).map(|draft| draft.text);
    let records = dated.fold(0.0, f32::max);
    let all: f32 = drafts.iter().flatten().map(|draft| draft.text).sum();
    if records < MIN_MAIN * all {
        return;
    }
    for draft in drafts {
        if draft.as_ref().is_some_and(|it| it.are_labels_beside(records)) {
            *draft = None;
        }
    }
}

/// Passes the kind "ingredients" or "steps" from a group to the groups that it merely wraps.
fn name_wrapped(groups: &Groups, drafts: &mut [Option<Draft>]) {
    // Groups come after the groups inside them, so the outer ones are named first.
    for index in (0..drafts.len()).rev() {
        let Some(outer) = groups.all()[index].outer.map(|place| place.group as usize) else { continue };
        let kind = match (&drafts[index], &drafts[outer]) {
            (Some(draft), Some(outer)) if draft.is_wrapped_in(outer) => outer.kind,
            _ => continue,
        };
        if let Some(draft) = &mut drafts[index] {
            draft.set_plain_kind(kind);
        }
    }
}

/// What the items in the groups directly inside the items of a group have in common.
#[derive(Clone, Default)]
struct Common {
    items: usize,
    /// Hashes of their names.
    names: HashSet<u64>,
    /// Hashes of their addresses.
    addresses: HashSet<u64>,
}

impl Common {
    fn add(&mut self, item: &Item) {
        let hash = |text: &str| fnv::with(fnv::OFFSET, text.as_bytes());
        let first_line = item.text.lines().next().unwrap_or_default();
        self.items += 1;
        self.names.insert(hash(item.get("title").unwrap_or(first_line)));
        self.addresses.extend(item.get("url").map(hash));
    }
}

/// For each group, what the items directly inside its items have in common.
fn common_inside(groups: &Groups, drafts: &[Option<Draft>]) -> Vec<Common> {
    let mut common = vec![Common::default(); drafts.len()];
    for (draft, group) in drafts.iter().zip(groups.all()) {
        if let (Some(draft), Some(outer)) = (draft, group.outer) {
            draft.items.iter().for_each(|item| common[outer.group as usize].add(item));
        }
    }
    common
}

/// Replaces the groups that are not listed by `None`: of two groups one of which is inside the other, only one
/// is listed.
pub(super) fn choose(groups: &Groups, drafts: &mut [Option<Draft>]) {
    name_wrapped(groups, drafts);
    let mut inside = vec![Inside::default(); drafts.len()];
    let common = common_inside(groups, drafts);
    // Groups come after the groups inside them.
    for index in 0..drafts.len() {
        if inside[index].items as usize == common[index].items {
            inside[index].names = common[index].names.len() as f32;
            inside[index].addresses = common[index].addresses.len() as f32;
        }
        let best = drafts[index].as_ref().map_or(inside[index], |draft| draft.or(inside[index]));
        if let Some(outer) = groups.all()[index].outer {
            let outer = &mut inside[outer.group as usize];
            outer.kept += best.kept;
            outer.records += best.records;
            outer.certain += best.certain;
            outer.facts += best.facts;
            outer.items += best.items;
            outer.groups += best.groups;
            outer.names += best.names;
            outer.addresses += best.addresses;
        }
    }
    let mut is_in_listed = vec![false; drafts.len()];
    for index in (0..drafts.len()).rev() {
        let outer = groups.all()[index].outer.map(|place| place.group as usize);
        is_in_listed[index] = outer.is_some_and(|outer| is_in_listed[outer] || drafts[outer].is_some());
        let is_listed = !is_in_listed[index]
            && drafts[index].as_ref().is_some_and(|draft| !draft.is_replaced_by(inside[index]));
        if !is_listed {
            drafts[index] = None;
        }
    }
    drop_labels(drafts);
}
