//! Decides which items Markdown and HTML show in a form of their own: posts, cards of products, and facts. How they are shown is
//! decided in [`crate::render`].

use super::choose::Draft;
use super::clues::attribute;
use super::elements::{elements, is_link, within};
use super::maker::without_by;
use super::{Lister, chosen};
use crate::budget::{Deadline, MAX_ADDRESS_BYTES, TimedOut};
use crate::cart_links::{has_cart_address, is_cart_button};
use crate::facts::PageFacts;
use crate::markup::Tag;
use crate::page::Element;
use crate::parts::collect::Job;
use crate::parts::{ByteBudget, Item, ItemKind, Parts};
use crate::records::{self, Form, Group};
use crate::render::{Addresses, Mark, NameLink, Record, RecordForm, Records};
use crate::selection::{Reason, Selection};
use crate::source::Span;
use std::borrow::Cow;

/// Cards with more bytes of text than this, on average, are shown like the rest of the page, and their names get no links. Chosen by
/// hand.
const MAX_CARD_BYTES: usize = 600;
/// Maximum bytes of the text of a fact in a table. Longer definitions are shown below their terms. Chosen by hand.
const MAX_FACT_BYTES: u32 = 300;
/// Maximum number of lines of a fact in a table: its name and one or two lines of its value. A fact on a single line is left as it
/// is, because a value may follow its name without a space. Chosen by hand.
const MAX_FACT_LINES: u32 = 3;
/// Maximum bytes of source of an author or a date that markup has although the method removed it. Chosen by hand.
const MAX_HEAD_BYTES: usize = 200;
/// An item with more links than this gets no link on its name. Chosen by hand: cards have links on a picture, a button and perhaps a
/// caption.
const MAX_LINKS_OF_ITEM: usize = 4;
/// Number of lines at the beginning of the text of a post that may repeat its author. Chosen by hand.
const MAX_HEAD_LINES: usize = 3;

/// Returns the items that are shown in a form of their own. If `restores_heads` is set, also those parts of the author and the date
/// of posts that the method removed. Nothing beyond `max_bytes` of text is listed.
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
pub(crate) fn shown(
    facts: PageFacts<'_>,
    selection: &Selection,
    restores_heads: bool,
    max_bytes: usize,
    deadline: &mut Deadline,
) -> Result<Records, TimedOut> {
    let mut records = Records::default();
    with_chosen(facts, selection, max_bytes, deadline, |drafts, lister, deadline| {
        for (number, draft) in drafts.iter().enumerate() {
            lister.show(number, draft, restores_heads, &mut records);
        }
        records.name_links = lister.name_links(drafts, deadline)?;
        Ok(())
    })?;
    Ok(records.in_order())
}

/// For each group of the page, what its items are, if they are listed.
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
pub(crate) fn kinds_of_groups(
    facts: PageFacts<'_>,
    selection: &Selection,
    max_bytes: usize,
    deadline: &mut Deadline,
) -> Result<Vec<Option<ItemKind>>, TimedOut> {
    let mut kinds = vec![None; facts.groups(deadline)?.all().len()];
    with_chosen(facts, selection, max_bytes, deadline, |drafts, _, _| {
        drafts.iter().for_each(|draft| kinds[draft.group] = Some(draft.kind));
        Ok(())
    })?;
    Ok(kinds)
}

/// Calls `use_them` with the groups that are listed.
fn with_chosen(
    facts: PageFacts<'_>,
    selection: &Selection,
    max_bytes: usize,
    deadline: &mut Deadline,
    use_them: impl FnOnce(&[Draft], &Lister<'_, '_>, &mut Deadline) -> Result<(), TimedOut>,
) -> Result<(), TimedOut> {
    if selection.kept().next().is_none() || selection.emission.is_raw() {
        return Ok(());
    }
    let groups = facts.groups(deadline)?;
    let addresses = Addresses::default();
    let job = Job {
        parts: Parts::NONE,
        selection,
        text: "",
        landings: &[],
        is_printed: false,
        comments: None,
        hidden: &[],
        groups: Some(groups),
        tables: &[],
        addresses: &addresses,
        max_bytes,
    };
    let lister = Lister::new(facts, &job, groups, deadline)?;
    let mut budget = ByteBudget::new(max_bytes, facts.page());
    let drafts = chosen(&lister, &mut budget, deadline)?;
    use_them(&drafts, &lister, deadline)
}

impl Lister<'_, '_> {
    fn show(&self, number: usize, draft: &Draft, restores_heads: bool, records: &mut Records) {
        let group = &self.groups.all()[draft.group];
        let container = self.page.element(group.container);
        let Some(form) = self.form_of(draft, group) else {
            if draft.kind == ItemKind::Facts && container.tag() == Tag::Dl && self.is_brief(group) {
                records.lists_of_facts.push(container.span());
            }
            return;
        };
        if form == RecordForm::Post && matches!(container.tag(), Tag::Ul | Tag::Ol | Tag::Menu) {
            records.lists_of_posts.push(container.span());
        }
        records.items.extend(draft.items.iter().map(|item| Record {
            form,
            group: number,
            span: item.source,
            marks: self.marks(item, restores_heads),
        }));
    }

    fn form_of(&self, draft: &Draft, group: &Group) -> Option<RecordForm> {
        let is_box = matches!(group.form, Form::Boxes | Form::Sequences);
        let are_several = draft.items.len() > 1;
        match draft.kind {
            ItemKind::Posts if are_several => Some(RecordForm::Post),
            ItemKind::Products
                if are_several && draft.text <= (MAX_CARD_BYTES * draft.items.len()) as f32 =>
            {
                match group.form {
                    Form::List => Some(RecordForm::CardInList),
                    _ if is_box => Some(RecordForm::Card),
                    _ => None,
                }
            }
            ItemKind::Facts if are_several && is_box && self.is_brief(group) => Some(RecordForm::Fact),
            ItemKind::Ingredients if are_several && self.are_in_lines(group) => match group.form {
                Form::List => Some(RecordForm::CardInList),
                _ if is_box => Some(RecordForm::Card),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether all facts of a group fit into the rows of a table.
    fn is_brief(&self, group: &Group) -> bool {
        let items = self.groups.items_of(group);
        items.iter().all(|item| {
            item.text <= MAX_FACT_BYTES && (2..=MAX_FACT_LINES).contains(&item.lines) && item.headings == 0
        })
    }

    /// Whether the items of a group are short, and have their amounts and names on lines of their own.
    fn are_in_lines(&self, group: &Group) -> bool {
        let items = self.groups.items_of(group);
        let is_short = |item: &records::Item| {
            item.text <= MAX_FACT_BYTES && item.lines <= MAX_FACT_LINES && item.headings == 0
        };
        items.iter().all(is_short) && items.iter().any(|item| item.lines > 1)
    }

    /// The author and the date of a post, or the name of a fact or a product. What the text of the post begins with, is hidden or
    /// is in a comment that was removed is not restored.
    fn marks(&self, item: &Item, restores_heads: bool) -> Vec<Mark> {
        let names: &[&str] = match item.kind {
            ItemKind::Posts => &["author", "date"],
            ItemKind::Facts | ItemKind::Products => &["title"],
            _ => &[],
        };
        let mut marks: Vec<Mark> = item
            .fields
            .iter()
            .filter(|field| names.contains(&field.name))
            .map(|field| Mark {
                span: field.source,
                is_name: field.name != "date",
                is_restored: restores_heads
                    && field.source.len() <= MAX_HEAD_BYTES
                    && !begins_with(&item.text, &field.value)
                    && self.may_be_restored(field.source),
            })
            .collect();
        marks.sort_by_key(|mark| mark.span);
        marks
    }

    /// The links of the items that would have none, because what leads to them is a picture or a button that is left out.
    fn name_links(&self, drafts: &[Draft], deadline: &mut Deadline) -> Result<Vec<NameLink>, TimedOut> {
        let lists_pages =
            |draft: &&Draft| matches!(draft.kind, ItemKind::Products | ItemKind::Results | ItemKind::Items);
        let named = drafts.iter().filter(lists_pages).map(|draft| self.linkable(&draft.items));
        let named: Vec<Vec<(Span, Span)>> = named.filter(|items| items.len() > 1).collect();
        if named.is_empty() {
            return Ok(Vec::new());
        }
        let links = elements(self.page, is_link, deadline)?;
        Ok(named.iter().flat_map(|items| self.name_links_of(items, &links)).collect())
    }

    /// The short items that are products or whose names are headings: where they and their names are.
    fn linkable(&self, items: &[Item]) -> Vec<(Span, Span)> {
        let short = items.iter().filter(|item| item.text.len() <= MAX_CARD_BYTES);
        let named = short.filter_map(|item| {
            let name = item.fields.iter().find(|field| field.name == "title")?.source;
            let has_name = item.kind == ItemKind::Products || self.is_in_heading(name);
            has_name.then_some((item.source, name))
        });
        named.collect()
    }

    /// The links for the names of items of a group. An address that several items have is not the item's own, and one that only one
    /// item of the group has leads nowhere in particular.
    fn name_links_of(&self, items: &[(Span, Span)], links: &[(usize, Element<'_>)]) -> Vec<NameLink> {
        let mut found: Vec<_> = items.iter().filter_map(|item| self.name_link(*item, links)).collect();
        found.sort_by(|(one, _), (other, _)| one.cmp(other));
        let own = found.chunk_by(|(one, _), (other, _)| one == other).filter(|same| same.len() == 1);
        let own: Vec<NameLink> = own.map(|same| same[0].1).collect();
        if own.len() > 1 { own } else { Vec::new() }
    }

    /// The link for the name of an item: the first one in it, if all of them lead to the same page and none of them is shown. Buttons
    /// of a cart count only if there is nothing else, and never if they change a cart. With the address as written.
    fn name_link<'e>(
        &self,
        (item, name): (Span, Span),
        links: &[(usize, Element<'e>)],
    ) -> Option<(Cow<'e, str>, NameLink)> {
        let links = within(links, item).take(MAX_LINKS_OF_ITEM + 1);
        let mut links: Vec<Element<'_>> = links.filter(|link| !has_cart_address(link)).collect();
        if !links.iter().all(is_cart_button) {
            links.retain(|link| !is_cart_button(link));
        }
        let (first, others) = links.split_first()?;
        if links.len() > MAX_LINKS_OF_ITEM || links.iter().any(|link| self.is_shown(link)) {
            return None;
        }
        let address = page_address(first)?;
        let are_alike = others.iter().all(|link| page_address(link).as_ref() == Some(&address));
        are_alike.then(|| (address, NameLink { name, element: first.id() }))
    }

    fn is_in_heading(&self, name: Span) -> bool {
        let blocks = self.page.blocks();
        let block = blocks.get(blocks.partition_point(|block| block.span.end() < name.end()));
        block.is_some_and(|block| self.is_heading(block))
    }

    /// Whether a text or an image in a link is kept.
    fn is_shown(&self, link: &Element<'_>) -> bool {
        let image = self.image_in(link.span());
        self.kept.within(link.span()).next().is_some() || image.is_some_and(|image| image.kept)
    }

    fn may_be_restored(&self, span: Span) -> bool {
        let verdicts = &self.job.selection.verdicts;
        let first = verdicts.partition_point(|verdict| verdict.span.end() <= span.start());
        let verdict = verdicts.get(first).filter(|verdict| verdict.span.start() < span.end());
        verdict.is_none_or(|verdict| !matches!(verdict.reason, Reason::Hidden | Reason::Comments))
    }
}

/// The address of a link as it is written, if it leads to a page.
fn page_address<'p>(link: &Element<'p>) -> Option<Cow<'p, str>> {
    let written = attribute(link, "href", MAX_ADDRESS_BYTES)?;
    let resolved = Addresses::default().link(&written)?;
    let has_scheme = resolved.split(['/', '?', '#']).next().is_some_and(|start| start.contains(':'));
    let leads_to_page =
        !written.trim_start().starts_with('#') && (!has_scheme || resolved.starts_with("http"));
    leads_to_page.then_some(written)
}

/// Whether one of the first lines of a text begins with a name, or with a byline that has this name.
fn begins_with(text: &str, name: &str) -> bool {
    let bare = |text| str::trim_start_matches(text, |c: char| !c.is_alphanumeric());
    text.lines().take(MAX_HEAD_LINES).any(|line| {
        let rest = without_by(bare(line)).strip_prefix(bare(name));
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_at_the_beginning_of_a_text() {
        for (text, expected) in [
            ("Ann", true),
            ("» by Ann, on Monday", true),
            ("\n@Ann wrote:\nThe wheel turns.", true),
            ("The wheel turns.\nLast edited by Ann.", false),
            ("Anna wrote:", false),
            ("The wheel\nturns\nagain.\nAnn", false),
            ("", false),
        ] {
            assert_eq!(begins_with(text, "Ann"), expected, "{text}");
        }
    }
}
