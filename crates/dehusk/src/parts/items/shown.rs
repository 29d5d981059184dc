//! Decides which items Markdown and HTML show in a form of their own: posts, cards of products, and facts. How they are shown is
//! decided in [`crate::render`].

use super::choose::Draft;
use super::{Lister, chosen, without_by};
use crate::budget::{Deadline, TimedOut};
use crate::facts::PageFacts;
use crate::markup::Tag;
use crate::parts::collect::Job;
use crate::parts::{ByteBudget, Item, ItemKind, Parts};
use crate::records::{self, Form, Group};
use crate::render::{Addresses, Mark, Record, RecordForm, Records};
use crate::selection::{Reason, Selection};
use crate::source::Span;

/// Cards with more bytes of text than this on average are shown like the rest of the page. Chosen by hand.
const MAX_CARD_BYTES: usize = 600;
/// Maximum bytes of the text of a fact in a table. Longer definitions are shown below their terms. Chosen by hand.
const MAX_FACT_BYTES: u32 = 300;
/// Maximum number of lines of a fact in a table: its name and one or two lines of its value. A fact on a single line is left as it
/// is, because a value may follow its name without a space. Chosen by hand.
const MAX_FACT_LINES: u32 = 3;
/// Maximum bytes of source of an author or a date that markup has although the method removed it. Chosen by hand.
const MAX_HEAD_BYTES: usize = 200;
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
    (restores_heads, max_bytes): (bool, usize),
    deadline: &mut Deadline,
) -> Result<Records, TimedOut> {
    let mut records = Records::default();
    with_chosen(facts, selection, max_bytes, deadline, |number, draft, lister| {
        lister.show(number, draft, restores_heads, &mut records);
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
    with_chosen(facts, selection, max_bytes, deadline, |_, draft, _| kinds[draft.group] = Some(draft.kind))?;
    Ok(kinds)
}

/// Calls `use_it` for each group that is listed, with its number.
fn with_chosen(
    facts: PageFacts<'_>,
    selection: &Selection,
    max_bytes: usize,
    deadline: &mut Deadline,
    mut use_it: impl FnMut(usize, &Draft, &Lister<'_, '_>),
) -> Result<(), TimedOut> {
    if selection.kept().next().is_none() || !selection.emission.is_parsed() {
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
        groups: Some(groups),
        tables: &[],
        addresses: &addresses,
        max_bytes,
    };
    let lister = Lister::new(facts, &job, groups, deadline)?;
    let mut budget = ByteBudget::new(max_bytes, facts.page());
    let drafts = chosen(&lister, &mut budget, deadline)?;
    drafts.iter().enumerate().for_each(|(number, draft)| use_it(number, draft, &lister));
    Ok(())
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

    fn may_be_restored(&self, span: Span) -> bool {
        let verdicts = &self.job.selection.verdicts;
        let first = verdicts.partition_point(|verdict| verdict.span.end() <= span.start());
        let verdict = verdicts.get(first).filter(|verdict| verdict.span.start() < span.end());
        verdict.is_none_or(|verdict| !matches!(verdict.reason, Reason::Hidden | Reason::Comments))
    }
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
