//! Figures: decides which images, videos, sounds and embedded pages are main content, and which texts are their
//! captions.
//!
//! This step runs after the text is decided and changes nothing about it: it asks where a picture is among the
//! kept texts. [`collect`](fn@collect::collect) finds all media of a page in one walk, with what is around
//! them; [`place`] decides about each, and [`cards`] about those of cards together. `junk` knows names and sizes of icons, adverts and
//! the like; `address` finds the address of an image that a script would load; `embed` those of films and posts, `link` those of
//! links around them. What is hidden is decided as for text (`crate::visibility`). Renderers and lists only follow the decision.

mod address;
mod cards;
mod collect;
mod embed;
mod junk;
mod link;
mod place;

use crate::budget::{Deadline, TimedOut};
use crate::facts::PageFacts;
use crate::selection::{Media, Selection};
use crate::source::Span;
use crate::source::span::disjoint;
use crate::visibility::{Beside, Request};
use collect::{Collected, Found};
use std::collections::HashSet;

/// Returns a selection with its verdicts on media, and with the hidden texts of their captions. Takes linear time.
pub(crate) fn with_media(
    facts: PageFacts<'_>,
    mut selection: Selection,
    request: Request,
    deadline: &mut Deadline,
) -> Result<Selection, TimedOut> {
    if selection.kept().next().is_none() || selection.is_from_data() {
        return Ok(selection);
    }
    let mut collected = collect::collect(facts.page(), &selection, deadline)?;
    find_hidden(facts, &selection, request, &mut collected, deadline)?;
    let mut media = place::decide(&collected, &selection);
    cards::keep_pictures(facts, &selection, &mut media, deadline)?;
    let beside = Beside { request, page: facts.page(), selection: &selection };
    let captions = captions(&media);
    let hidden = if captions.is_empty() {
        Vec::new()
    } else {
        facts.with_visibility(|visibility| beside.texts(&captions, visibility, deadline))?
    };
    selection.add_hidden(hidden);
    Ok(Selection { media, ..selection })
}

/// Finds out which media with an address are hidden.
fn find_hidden(
    facts: PageFacts<'_>,
    selection: &Selection,
    request: Request,
    collected: &mut Collected,
    deadline: &mut Deadline,
) -> Result<(), TimedOut> {
    let mut found: Vec<_> = collected.found.iter_mut().filter(|found| found.address.is_some()).collect();
    if found.is_empty() || request.is_idle() {
        return Ok(());
    }
    let beside = Beside { request, page: facts.page(), selection };
    let elements: Vec<_> = found.iter().map(|found| (found.element, found.kind)).collect();
    let hidden = facts.with_visibility(|visibility| beside.media(&elements, visibility, deadline))?;
    found.iter_mut().zip(hidden).for_each(|(found, hidden)| found.hidden = hidden);
    show_copies(collected);
    Ok(())
}

/// Lets stay what the page also shows elsewhere, with the same address and title: the copy for other screens of what readers see.
fn show_copies(collected: &mut Collected) {
    let name = |found: &Found| (found.address.clone(), found.title.clone());
    let (hidden, shown): (Vec<&mut Found>, Vec<&mut Found>) =
        collected.found.iter_mut().partition(|found| found.hidden.is_some());
    if hidden.is_empty() {
        return;
    }
    let shown: HashSet<_> = shown.into_iter().map(|found| name(found)).collect();
    for found in hidden {
        if shown.contains(&name(found)) {
            found.hidden = None;
        }
    }
}

/// The captions of kept media, in source order.
fn captions(media: &[Media]) -> Vec<Span> {
    disjoint(media.iter().filter(|media| media.kept).filter_map(|media| media.caption).collect())
}
