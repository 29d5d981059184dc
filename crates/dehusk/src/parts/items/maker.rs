//! Makes an item of what was read of it: its fields, and its text without what belongs to no item.
//!
//! Which pieces hold the fields is decided in [`super::fields`].

use super::clues::{attribute, declared_author, sign};
use super::elements::{date_of, within};
use super::fields::{Read, Slots};
use super::{Lister, posts};
use crate::budget::MAX_ADDRESS_BYTES;
use crate::cart_links::{has_cart_address, is_cart_button};
use crate::page::Element;
use crate::parts::{Item, ItemField, ItemKind};
use crate::records::Item as Found;
use crate::selection::Hiding;
use crate::source::Span;
use std::collections::HashSet;

/// Maximum number of further links of an item. Chosen by hand.
const MAX_LINKS: usize = 8;
/// What separates the number of a post from what follows.
const SEPARATORS: [char; 5] = ['·', '•', '|', ' ', '\n'];

/// Makes the items of one group.
pub(super) struct Maker<'l, 'p, 'j> {
    pub(super) lister: &'l Lister<'p, 'j>,
    pub(super) kind: ItemKind,
    pub(super) slots: Slots,
}

impl<'p> Maker<'_, 'p, '_> {
    pub(super) fn item(&self, found: &Found, read: &[Read<'p>]) -> Item {
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

    /// The address of an item: the link of its title, or else its first link with text, or else its first link; in a post, the link
    /// of its date or its number, or else the one that leads to it. Buttons of a cart come last, and what changes a cart is no address.
    fn url(
        &self,
        found: &Found,
        read: &[Read<'p>],
        [title, date, number]: [Option<&Read<'p>>; 3],
    ) -> Option<ItemField> {
        let of = |read: &Read<'p>| self.address(read.piece.link?);
        let is_page = |link: &Element<'p>| !is_cart_button(link);
        let with_text = |read: &Read<'p>| self.address(read.piece.link.filter(is_page)?);
        match self.kind {
            ItemKind::Posts => date.and_then(of).or_else(|| number.and_then(of)).or_else(|| {
                let element = read.first()?.piece.element;
                self.address(posts::permalink(within(&self.lister.links, found.span), element, found.span)?)
            }),
            ItemKind::Ingredients | ItemKind::Steps | ItemKind::Facts => None,
            _ => title
                .and_then(with_text)
                .or_else(|| read.iter().find_map(with_text))
                .or_else(|| self.address(self.links_of(found).find(is_page)?))
                .or_else(|| self.address(self.links_of(found).next()?)),
        }
    }

    /// The links of an item that do not change a cart.
    fn links_of(&self, found: &Found) -> impl Iterator<Item = Element<'p>> {
        within(&self.lister.links, found.span).filter(|link| !has_cart_address(link))
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
        let links = self.links_of(found).filter_map(|link| {
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
pub(super) fn without_by(text: &str) -> &str {
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
