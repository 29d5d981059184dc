//! Key facts: the price, the brand, the times and the yield that a page declares of its only product or recipe are kept where they
//! stand near the title.
//!
//! They are short blocks, of which the model is unsure: of 27 pages of products in wcxb-dev whose gold text has a price near its
//! beginning, 7 kept it, and 14 do with this stage (products +.0001 F1). What a page declares about its subject is no teaser. A block
//! in a group of like items is not restored, because it may be about another product.

use super::choice::Choice;
use super::groups::item_around;
use super::outline::{Class, Kind, Outline, heading_around};
use super::slots::places;
use super::texts::texts;
use crate::budget::{Deadline, TimedOut};
use crate::facts::PageFacts;
use crate::metadata::{KeyFacts, key_facts};
use crate::records::{Form, Groups, Place};
use crate::text_key::text_key;
use std::ops::Range;

/// Maximum number of blocks before the title among which facts are looked for. Chosen by hand.
const MAX_BLOCKS_BEFORE: usize = 12;
/// Maximum number of blocks after the title. Chosen by hand: between title and price there are ratings, sellers and buttons.
const MAX_BLOCKS_AFTER: usize = 24;
/// Maximum mass of a fact, as of a price in a slot ([`super::slots`]).
const MAX_MASS: u32 = 24;
/// Maximum share of a fact's text that is in links. Chosen by hand.
const MAX_LINK_SHARE: f32 = 0.5;
/// Minimum number of items of a group whose blocks are not restored. Chosen by hand.
const MIN_ITEMS: usize = 3;
/// Maximum number of blocks of a fact with its label. Chosen by hand.
const MAX_BLOCKS_OF_FACT: usize = 4;
/// Number of letters of a currency without a sign: `kr` and `EUR`.
const LETTERS_OF_CURRENCY: std::ops::RangeInclusive<u32> = 2..=3;
/// The beginnings of units of time, in lower case. Chosen by hand.
const UNITS: [&str; 22] = [
    "m", "h", "std", "stunde", "uur", "uren", "ora", "ore", "tim", "god", "dk", "sa", "м", "ч", "год", "分",
    "時", "小时", "小時", "분", "시", "λ",
];
const MINUTES_OF_HOUR: u64 = 60;
/// Kinds of containers that hold no facts of the page's subject.
const NO_FACTS: [Kind; 4] = [Kind::Nav, Kind::Footer, Kind::Aside, Kind::Dialog];

/// Keeps the first block near the title that is a declared fact, and its label. Takes linear time.
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
pub(super) fn restore(
    facts: PageFacts<'_>,
    outline: &Outline,
    choices: &mut [Choice],
    deadline: &mut Deadline,
) -> Result<(), TimedOut> {
    let Some(title) = (0..choices.len()).find(|index| heading_around(outline, *index) == 1) else {
        return Ok(());
    };
    let near = title.saturating_sub(MAX_BLOCKS_BEFORE)..choices.len().min(title + MAX_BLOCKS_AFTER + 1);
    let is_wanted = |index| near.contains(&index) && index != title && may_be_fact(outline, index);
    let wanted: Vec<bool> = (0..choices.len()).map(is_wanted).collect();
    let is_removed = |(wanted, choice): (&bool, &Choice)| *wanted && *choice == Choice::Removed;
    if !choices.iter().any(|choice| choice.is_kept()) || !wanted.iter().zip(&*choices).any(is_removed) {
        return Ok(());
    }
    let declared = key_facts(facts.page(), deadline)?;
    if declared.is_empty() {
        return Ok(());
    }
    let found = first_of_each(outline, &declared, &texts(facts.page(), outline, &wanted));
    let lost: Vec<usize> = found.into_iter().filter(|index| choices[*index] == Choice::Removed).collect();
    if lost.is_empty() {
        return Ok(());
    }
    let groups = facts.groups(deadline)?;
    let places = places(facts.page(), groups, outline);
    for index in lost {
        if places[index].is_none_or(|place| !is_in_like_items(groups, place)) {
            choices[index] = Choice::KeyFact;
            restore_label(outline, index, choices);
        }
    }
    Ok(())
}

/// Whether one of several like items is around a place: an item of a list, a row or a box. Paragraphs and sections are not items.
fn is_in_like_items(groups: &Groups, place: Place) -> bool {
    let around = |place: &Place| groups.all()[place.group as usize].outer;
    std::iter::successors(Some(place), around).any(|place| {
        let group = &groups.all()[place.group as usize];
        !matches!(group.form, Form::Paragraphs | Form::Lines | Form::Headings | Form::Sections)
            && groups.items_of(group).len() >= MIN_ITEMS
    })
}

fn may_be_fact(outline: &Outline, index: usize) -> bool {
    let piece = &outline.pieces[index];
    let container = outline.container_of(piece);
    piece.shape.mass <= MAX_MASS
        && !piece.hidden
        && piece.link_share() <= MAX_LINK_SHARE
        && !NO_FACTS.iter().any(|kind| container.is_in(*kind))
}

/// Keeps the label right before a fact, if a small container holds nothing else.
fn restore_label(outline: &Outline, index: usize, choices: &mut [Choice]) {
    let item: Range<usize> = item_around(outline, index);
    let label = index.checked_sub(1).filter(|label| item.len() <= MAX_BLOCKS_OF_FACT && item.contains(label));
    if let Some(label) = label
        && choices[label] == Choice::Removed
        && may_be_label(outline, label)
    {
        choices[label] = Choice::KeyFact;
    }
}

fn may_be_label(outline: &Outline, index: usize) -> bool {
    let shape = &outline.pieces[index].shape;
    may_be_fact(outline, index)
        && heading_around(outline, index) == 0
        && shape.first != Some(Class::Digit)
        && shape.currency == 0
}

/// For each declared fact, the first block that states it.
fn first_of_each(outline: &Outline, declared: &KeyFacts, texts: &[(usize, String)]) -> Vec<usize> {
    let first = |states: &dyn Fn(usize, &str) -> bool| {
        texts.iter().find(|(index, text)| states(*index, text)).map(|(index, _)| *index)
    };
    let prices: Vec<u64> = declared.prices.iter().filter_map(|price| amount(price)).collect();
    let price = first(&|index, text| {
        is_price(outline, index) && amount(text).is_some_and(|amount| prices.contains(&amount))
    });
    let keys = declared.texts.iter().map(|text| text_key(text));
    let keys = keys.filter(|key| key.chars().any(char::is_alphabetic));
    let stated = keys.filter_map(|key| first(&|_, text| text_key(text) == key));
    let times = declared.minutes.iter().filter_map(|minutes| first(&|_, text| lasts(text, *minutes)));
    price.into_iter().chain(stated).chain(times).collect()
}

/// Whether a block has the sign of a currency, or as few letters as its code.
fn is_price(outline: &Outline, index: usize) -> bool {
    let shape = &outline.pieces[index].shape;
    shape.currency > 0 || LETTERS_OF_CURRENCY.contains(&shape.letters)
}

/// The only amount in a text, in hundredths. A comma or a dot before one or two last digits is that of the decimals; others group
/// digits, as spaces do.
fn amount(text: &str) -> Option<u64> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let end = text.rfind(|c: char| c.is_ascii_digit())? + 1;
    let number = &text[start..end];
    let is_number = |c: char| c.is_ascii_digit() || c.is_whitespace() || matches!(c, '.' | ',' | '\'');
    if !number.chars().all(is_number) {
        return None;
    }
    let (whole, decimals) = match number.rsplit_once(['.', ',']) {
        Some((whole, decimals)) if decimals.len() <= 2 => (whole, decimals),
        _ => (number, ""),
    };
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    format!("{}{:0<2}", digits(whole), digits(decimals)).parse().ok()
}

/// Whether a text says that something lasts so many minutes: `15 min`, `1 hr 30 mins` or `1 hour`.
fn lasts(text: &str, minutes: u32) -> bool {
    let mut numbers: Vec<u32> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        rest = &rest[start..];
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let Ok(number) = rest[..end].parse() else { return false };
        rest = rest[end..].trim_start();
        if !UNITS.iter().any(|unit| rest.starts_with(unit)) {
            return false;
        }
        numbers.push(number);
    }
    match numbers[..] {
        [number] => number == minutes || u64::from(number) * MINUTES_OF_HOUR == u64::from(minutes),
        [hours, rest] => u64::from(hours) * MINUTES_OF_HOUR + u64::from(rest) == u64::from(minutes),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Found;
    use crate::grain::choice::marks;
    use crate::page::Page;
    use crate::source::Source;

    /// What is kept of a page of which the cut keeps the last block.
    fn kept(json: &str, page: &str) -> String {
        let source = format!("<script type=application/ld+json>{json}</script>{page}<p>text");
        let page = Page::parse(Source::from_text(&source));
        let never = &mut Deadline::after(None);
        let outline = Outline::of(&page, never).unwrap();
        let mut choices = vec![Choice::Removed; outline.pieces.len()];
        *choices.last_mut().unwrap() = Choice::Kept;
        restore(PageFacts::new(&page, &Found::default()), &outline, &mut choices, never).unwrap();
        marks(&choices)
    }

    #[test]
    fn declared_facts_near_the_title_are_kept() {
        let flour = r#"{"@type":"Product","name":"Flour","brand":"Mill","offers":{"price":9.5}}"#;
        let bread = r#"{"@type":"Recipe","name":"Bread","totalTime":"PT1H30M","recipeYield":"2 loaves"}"#;
        let card = "<div class=card><b>Rye</b><p>€9.50</p></div>";
        for (json, page, expected) in [
            (flour, "<h1>Flour</h1><p>€9.50</p><p>€9.50</p>", "-+-+"),
            (flour, "<p>9,50 €</p><h1>Flour</h1>", "+-+"),
            (flour, "<h1>Flour</h1><p>Mill</p><p>€8.50</p><p>9.50</p>", "-+--+"),
            (flour, "<h1>Flour</h1><div><p>Price</p><p>€9.50</p></div><p>a</p>", "-++-+"),
            (flour, "<h1>Flour</h1><p><a href=a>€9.50</a></p>", "--+"),
            (flour, "<h1>Flour</h1><p hidden>€9.50</p><aside>€9.50</aside>", "---+"),
            (flour, "<h2>Flour</h2><p>€9.50</p>", "--+"),
            (flour, &format!("<h1>Flour</h1>{}", card.repeat(3)), "-------+"),
            (bread, "<h1>Bread</h1><p>1 hr 30 mins</p><p>2 loaves</p><p>90 reviews</p>", "-++-+"),
            (bread, "<h1>Bread</h1><p>90 reviews</p><p>90 Min.</p>", "--++"),
        ] {
            assert_eq!(kept(json, page), expected, "{page}");
        }
    }

    #[test]
    fn amounts_are_read_with_their_decimals() {
        for (text, expected) in [
            ("us $18.00", Some(1800)),
            ("18,5 €", Some(1850)),
            ("1.299 €", Some(129_900)),
            ("$1,299.00", Some(129_900)),
            ("1 299,00 kr", Some(129_900)),
            ("$18.00 – $20.00", None),
            ("free", None),
        ] {
            assert_eq!(amount(text), expected, "{text}");
        }
    }
}
