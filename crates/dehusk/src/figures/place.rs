//! Decides about each picture by its place among the kept texts and by what is around it.

use super::collect::{Around, Collected, Found, TextRole};
use super::junk::LinkKind;
use super::link::hash;
use super::{address, junk};
use crate::selection::{Media, MediaKind, Reason, Selection};
use std::collections::{HashMap, HashSet};

/// Maximum number of texts between the main image that the page declares and the title below it, or the first kept text above it:
/// sections, dates, buttons for sharing. Chosen by hand.
const MAX_TEXTS_TO_LEAD: usize = 12;
/// A picture that a page shows more often than this is decoration. Chosen by hand.
const MAX_REPEATS: usize = 2;
/// Minimum length of a file name that identifies the main image of a page. Chosen by hand.
const MIN_NAME_BYTES: usize = 4;

/// Minimum length of the name that is part of another name of the same image: `mill-in-spring` and `mill-in-spring-8cd19c`.
/// Chosen by hand.
const MIN_SHARED_NAME_BYTES: usize = 16;
/// Maximum length of a name in which others are looked for: that of a file on most systems. Longer ones would take time without a
/// bound.
const MAX_SHARED_NAME_BYTES: usize = 255;

/// Maximum number of pictures that lead to other pages at one place before the text. More are teasers. Chosen by hand.
const MAX_LINKED_LEADS: usize = 2;

/// Returns the verdicts on the media of a page, in the order of the source.
pub(super) fn decide(collected: &Collected, selection: &Selection) -> Vec<Media> {
    let places = Places::of(collected, selection);
    let mut uses: HashMap<&str, usize> = HashMap::new();
    for address in collected.found.iter().filter_map(|found| found.address.as_deref()) {
        *uses.entry(address).or_default() += 1;
    }
    let mut kept_addresses = HashSet::new();
    let mut kept_leads = HashSet::new();
    let mut media: Vec<Media> = Vec::with_capacity(collected.found.len());
    for found in &collected.found {
        let Some(address) = found.address.as_deref() else { continue };
        let verdict = match places.verdict(found) {
            Ok(Reason::WholePage) => Ok(Reason::WholePage),
            Ok(_) if uses[address] > MAX_REPEATS && !places.is_lead(address) => Err(Reason::Decoration),
            Ok(_) if !kept_addresses.insert(address) => Err(Reason::Repeats),
            Ok(Reason::LeadImage) if places.is_lead(address) && !kept_leads.insert(junk::name(address)) => {
                Err(Reason::Repeats)
            }
            verdict => verdict,
        };
        let (Ok(reason) | Err(reason)) = verdict;
        media.push(Media {
            kind: found.kind,
            span: found.span,
            kept: verdict.is_ok(),
            reason,
            hidden: found.hidden.map(|(how, _)| how),
            caption: found.caption,
            figure: found.figure,
            address: address.to_owned(),
            title: found.title.clone(),
        });
    }
    media.sort_by_key(|media| media.span);
    media
}

/// The places of the kept texts, and the main image of the page.
struct Places<'c> {
    texts: &'c [TextRole],
    /// The number of texts before the first kept text or title.
    first: usize,
    /// The number of texts up to the first kept text.
    first_kept: usize,
    /// The number of texts up to the last kept text.
    end: usize,
    leads: Vec<String>,
    own_site: Option<u64>,
    text_links: &'c HashSet<u64>,
    /// For each number of texts before them, how many pictures are in links.
    linked: HashMap<usize, usize>,
    selection: &'c Selection,
}

impl<'c> Places<'c> {
    fn of(collected: &'c Collected, selection: &'c Selection) -> Places<'c> {
        let texts = &collected.texts;
        let count = texts.len();
        let first_kept = texts.iter().position(|text| *text == TextRole::Kept).unwrap_or(count);
        let end = texts.iter().rposition(|text| *text == TextRole::Kept).map_or(0, |last| last + 1);
        // Of several titles, the last before the text.
        let title = texts[..first_kept].iter().rposition(|text| *text == TextRole::Title);
        let begin = title.map_or(first_kept, |title| {
            let run = texts[..title].iter().rev().take_while(|text| **text == TextRole::Title).count();
            title - run
        });
        let leads = collected.leads.iter().filter(|address| address::names_image(address));
        let leads = leads.map(|address| junk::stem(address)).filter(|stem| stem.len() >= MIN_NAME_BYTES);
        let own_site = collected.own_site.as_deref().map(hash);
        let text_links = &collected.text_links;
        let mut linked: HashMap<usize, usize> = HashMap::new();
        for found in collected.found.iter().filter(|found| found.link.is_some()) {
            *linked.entry(found.at).or_default() += 1;
        }
        Places {
            texts,
            first: begin,
            first_kept,
            end,
            leads: leads.collect(),
            own_site,
            text_links,
            linked,
            selection,
        }
    }

    /// The first place of the main image, as a number of texts before it: a few before the title, such as the section and the date.
    fn first_of_lead(&self) -> usize {
        self.first.saturating_sub(MAX_TEXTS_TO_LEAD)
    }

    /// The last place of the main image: below a summary, which is the first kept text, and the names and dates that follow it.
    fn end_of_lead(&self) -> usize {
        self.end.min(self.first_kept + MAX_TEXTS_TO_LEAD)
    }

    /// Whether an address is that of the main image, in any size.
    fn is_lead(&self, address: &str) -> bool {
        let stem = junk::stem(address);
        let names_same = |lead: &String| {
            let (short, long) = if lead.len() < stem.len() { (lead, &stem) } else { (&stem, lead) };
            let may_share = short.len() >= MIN_SHARED_NAME_BYTES && long.len() <= MAX_SHARED_NAME_BYTES;
            short == long || (may_share && long.contains(short.as_str()))
        };
        stem.len() >= MIN_NAME_BYTES && self.leads.iter().any(names_same)
    }

    fn is_kept(&self, text: Option<usize>) -> bool {
        text.and_then(|text| self.texts.get(text)).is_some_and(|text| *text != TextRole::Removed)
    }

    /// Returns the reason of the kept stretch of the source that a picture is in.
    fn kept_around(&self, found: &Found) -> Option<Reason> {
        let (verdicts, at) = (&self.selection.verdicts, found.span.start());
        let next = verdicts.partition_point(|verdict| verdict.span.end() <= at);
        let around = verdicts.get(next).filter(|verdict| verdict.kept && verdict.span.start() <= at);
        around.map(|verdict| verdict.reason)
    }

    /// Returns the reason for keeping a picture, or that for removing it.
    fn verdict(&self, found: &Found) -> Result<Reason, Reason> {
        if let Some(verdict) = self.verdict_by_itself(found) {
            return verdict;
        }
        let is_lead = found.kind == MediaKind::Image
            && found.address.as_deref().is_some_and(|it| self.is_lead(it))
            && !self.is_banner(found);
        let (mostly_kept, in_article) = match found.around {
            Around::Nothing | Around::Beside | Around::Removed
                if is_lead && (self.first_of_lead()..=self.end_of_lead()).contains(&found.at) =>
            {
                return Ok(Reason::LeadImage);
            }
            Around::Nothing | Around::Beside => return Err(Reason::BesideContent),
            Around::Removed => return Err(Reason::Teaser),
            Around::Content { mostly_kept, in_article, .. } => (mostly_kept, in_article),
        };
        if is_lead && found.at < self.end {
            return Ok(if found.at <= self.first_kept { Reason::LeadImage } else { Reason::InContent });
        }
        let is_figure = found.figure.is_some() || found.caption.is_some();
        let is_before_text = found.at < self.first || (self.first == 0 && found.at == 0);
        if is_before_text {
            return self.before_text(is_figure, in_article, found);
        }
        if found.at >= self.end {
            let ends_content = mostly_kept && (is_figure || self.is_kept(found.at.checked_sub(1)));
            return if ends_content { Ok(Reason::InContent) } else { Err(Reason::BesideContent) };
        }
        self.amid_text(is_figure, found)
    }

    /// Decides about a picture whose place does not matter, because it is hidden, is decoration or is in kept text. `None` for all
    /// others.
    fn verdict_by_itself(&self, found: &Found) -> Option<Result<Reason, Reason>> {
        if found.hidden.is_some_and(|(_, stays)| !stays) {
            return Some(Err(Reason::Hidden));
        }
        let kept_around = self.kept_around(found);
        if kept_around.is_some_and(keeps_all) {
            return Some(if found.is_line { Err(Reason::Decoration) } else { Ok(Reason::WholePage) });
        }
        let is_needed =
            found.caption.is_some() || found.link.is_some_and(|link| link.kind == LinkKind::Document);
        if found.is_decoration && (!is_needed || found.address.is_none()) {
            return Some(Err(Reason::Decoration));
        }
        if kept_around.is_some() {
            return Some(Ok(Reason::InContent));
        }
        found.link.is_some_and(|link| link.kind == LinkKind::Sharing).then_some(Err(Reason::Decoration))
    }

    /// Decides about a picture between the title and the end of the kept text.
    fn amid_text(&self, is_figure: bool, found: &Found) -> Result<Reason, Reason> {
        if self.is_advert(found) && !is_figure {
            return Err(Reason::AdvertHost);
        }
        let neighbors = [self.is_kept(found.at.checked_sub(1)), self.is_kept(Some(found.at))];
        let is_lead_place = found.at <= self.first_kept;
        if is_lead_place && self.is_banner(found) && !is_figure {
            return Err(Reason::Decoration);
        }
        let is_linked = found.link.is_some() && self.linked.get(&found.at) > Some(&MAX_LINKED_LEADS);
        if is_lead_place && is_linked && !is_figure {
            return Err(Reason::Teaser);
        }
        match (neighbors, is_lead_place) {
            ([true, true], false) => Ok(Reason::InContent),
            (_, true) if is_figure || neighbors.contains(&true) => Ok(Reason::LeadImage),
            (_, false) if is_figure || neighbors.contains(&true) => Ok(Reason::InContent),
            _ => Err(Reason::BesideContent),
        }
    }

    /// Decides about a picture before the title and the kept text.
    fn before_text(&self, is_figure: bool, in_article: bool, found: &Found) -> Result<Reason, Reason> {
        if self.is_banner(found) && !is_figure {
            return Err(Reason::Decoration);
        }
        let is_next = found.at == self.first;
        if is_figure && (in_article || is_next) || (in_article && is_next) {
            Ok(Reason::LeadImage)
        } else {
            Err(Reason::BesideContent)
        }
    }

    /// Whether a picture links to the home page of the site of the page, as its banner does.
    fn is_banner(&self, found: &Found) -> bool {
        found.link.is_some_and(|link| {
            link.kind == LinkKind::Home && (link.site.is_none() || link.site == self.own_site)
        })
    }

    /// Whether a picture is between two kept texts of the same paragraph or post.
    fn is_in_text(&self, found: &Found) -> bool {
        matches!(found.around, Around::Content { holds_text: true, .. })
            && self.is_kept(found.at.checked_sub(1))
            && self.is_kept(Some(found.at))
    }

    /// Whether a picture links to another site than its own and that of the page, as adverts do. Where a text links to the same
    /// address, it is rather a product or a source that the text is about. A picture of the page's own host within a paragraph or a
    /// post is one that its author put there.
    fn is_advert(&self, found: &Found) -> bool {
        let Some(link) = found.link.filter(|link| !self.text_links.contains(&link.hash)) else {
            return false;
        };
        let Some(site) = link.site.filter(|site| Some(*site) != self.own_site) else { return false };
        match found.address.as_deref().and_then(address::site) {
            Some(image) => hash(&image) != site,
            None => found.kind == MediaKind::Image && !self.is_in_text(found),
        }
    }
}

/// Whether text kept for this reason was not chosen by a method, so that no picture in it is either.
fn keeps_all(reason: Reason) -> bool {
    matches!(reason, Reason::WholePage | Reason::Selected)
}
