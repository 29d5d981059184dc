//! Other stories: whole articles that follow the page's own article, as pages append them for endless scrolling, and dialogs, such
//! as a guide of thousands of words that opens over the page.
//!
//! They look like main content, and the articles are, of other pages. This stage leaves them out if the page has one text, if two
//! independent signs say which story is its own, and, for the articles, if what follows has an identity of its own: an address of
//! another page, or an entry in the JSON-LD. Front pages, lists, threads and live blogs name no single story, or say that they are
//! lists; shops, whose size guides are content, are no stories. The corpora have hardly any such page, so all limits of this module
//! are chosen by hand (docs/src/notebook/stories.md).

mod survey;

use super::choice::Choice;
use super::outline::{Kind, Outline, Piece};
use crate::budget::{Deadline, TimedOut};
use crate::declared_type::is_declared;
use crate::metadata::{self, Headline};
use crate::page::Page;
use crate::source::Span;
use crate::text_key::text_key;
use memchr::memmem;
use std::collections::HashSet;
use survey::{Article, Heading, Survey, path};

/// Minimum mass of the kept text of the page's own story. A page with less is a list of stories. Chosen by hand.
const MIN_OWN_MASS: f32 = 500.0;
/// Minimum mass in sentences of another story. Less is a teaser. Chosen by hand.
const MIN_STORY_MASS: f32 = 400.0;
/// Maximum number of dialogs with kept text. More belong to the items of a page and hold their details. Chosen by hand.
const MAX_DIALOGS: usize = 2;
/// Minimum number of independent signs of the page's own story.
const MIN_SIGNS: usize = 2;
/// Minimum length, in bytes, of the letters and digits of a heading that names a story. Chosen by hand.
const MIN_HEADING_BYTES: usize = 8;
/// Minimum length of a heading as a share of the title of the page that contains it. Less may be the name of the site. Chosen by
/// hand.
const MIN_SHARE_OF_TITLE: f64 = 0.5;
/// Types of schema.org for pages with several texts, each a part of the page.
const OF_MANY_TEXTS: [&str; 4] = ["LiveBlogPosting", "DiscussionForumPosting", "QAPage", "CollectionPage"];
/// The type of lists, as JSON-LD writes it.
const LIST: &str = "\"ItemList\"";

/// Removes the kept blocks of other stories than the page's own, and those in dialogs. Takes time linear in the page.
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
pub(super) fn remove(
    page: &Page<'_>,
    outline: &Outline,
    choices: &mut [Choice],
    deadline: &mut Deadline,
) -> Result<(), TimedOut> {
    let is_in_dialog = |piece: &Piece| outline.container_of(piece).dialog;
    let has_dialogs = (1..=MAX_DIALOGS).contains(&kept_dialogs(outline, choices));
    if !(has_dialogs || may_have_others(outline, choices)) || is_declared_list(page) {
        return Ok(());
    }
    let survey = Survey::of(page, deadline)?;
    let headlines = metadata::headlines(page);
    deadline.check()?;
    let Some(own) = Own::of(&survey, &headlines) else { return Ok(()) };
    let others = own.others(&headlines);
    let parts = Parts::of(outline, choices, &own, &others);
    if parts.own_mass < MIN_OWN_MASS {
        return Ok(());
    }
    for (index, choice) in choices.iter_mut().enumerate().filter(|(_, choice)| choice.is_kept()) {
        let story = parts.story_of[index];
        if story.is_some_and(|story| parts.masses[story] >= MIN_STORY_MASS) {
            *choice = Choice::OtherStory;
        } else if has_dialogs && is_in_dialog(&outline.pieces[index]) && !parts.is_own_in_dialog {
            *choice = Choice::Dialog;
        }
    }
    Ok(())
}

/// The number of dialogs with kept text. A dialog in a dialog is a part of it.
fn kept_dialogs(outline: &Outline, choices: &[Choice]) -> usize {
    let is_kept_dialog =
        |(piece, choice): &(&Piece, &Choice)| choice.is_kept() && outline.container_of(piece).dialog;
    if !outline.pieces.iter().zip(choices).any(|kept| is_kept_dialog(&kept)) {
        return 0;
    }
    let mut outermost: Vec<usize> = Vec::with_capacity(outline.containers.len());
    for (index, container) in outline.containers.iter().enumerate() {
        let parent = container.parent as usize;
        let is_inside = index > 0 && outline.containers[parent].dialog;
        outermost.push(if is_inside { outermost[parent] } else { index });
    }
    let kept = outline.pieces.iter().zip(choices).filter(is_kept_dialog);
    kept.map(|(piece, _)| outermost[piece.container as usize]).collect::<HashSet<_>>().len()
}

/// Whether there is an article with a heading and enough kept text after enough other kept text.
fn may_have_others(outline: &Outline, choices: &[Choice]) -> bool {
    let mut kept_before = vec![0.0];
    for (piece, choice) in outline.pieces.iter().zip(choices) {
        let mass = if choice.is_kept() { piece.shape.mass as f32 } else { 0.0 };
        kept_before.push(kept_before.last().unwrap_or(&0.0) + mass);
    }
    outline.containers.iter().any(|container| {
        container.levels_to(Kind::Article as usize) == 1
            && container.total.headings > 0
            && container.total.sentences >= MIN_STORY_MASS
            && kept_before[container.first as usize] >= MIN_OWN_MASS
            && kept_before[container.last as usize + 1] > kept_before[container.first as usize]
    })
}

fn is_declared_list(page: &Page<'_>) -> bool {
    let source = page.source().text();
    memmem::find(source.as_bytes(), LIST.as_bytes()).is_some()
        || OF_MANY_TEXTS.iter().any(|name| is_declared(source, name))
}

/// The page's own story.
struct Own<'s> {
    survey: &'s Survey<'s>,
    heading: &'s Heading,
    /// The letters and digits of its heading.
    key: String,
    /// The innermost article around its heading.
    article: Option<&'s Article>,
    /// The path of the page; `None` if it does not say.
    path: Option<String>,
}

impl<'s> Own<'s> {
    /// Finds the first heading that the title of the page or its JSON-LD names, if another sign says so too.
    fn of(survey: &'s Survey<'s>, headlines: &[Headline]) -> Option<Own<'s>> {
        let titles = [text_key(&survey.title), text_key(survey.og_title.as_deref().unwrap_or(""))];
        let headline = text_key(headlines.first().map_or("", |first| first.text.as_str()));
        let in_title = |key: &str| titles.iter().any(|title| is_most_of(key, title));
        let in_data = |key: &str| is_most_of(key, &headline);
        let keys = survey.headings.iter().map(|heading| (heading, text_key(&heading.text)));
        let mut keys = keys.filter(|(_, key)| key.len() >= MIN_HEADING_BYTES);
        let (heading, key) = keys.find(|(_, key)| in_title(key) || in_data(key))?;
        let article = heading.article.map(|article| &survey.articles[article]);
        let address = survey.address.as_deref();
        let address = address.or(headlines.first().and_then(|first| first.address.as_deref()));
        let own = Own { survey, heading, key, article, path: address.map(path) };
        let signs = [
            in_title(&own.key),
            in_data(&own.key),
            survey.is_article,
            own.is_first_heading_in_article(),
            own.is_at_path_of_page(),
        ];
        let is_front_page = own.path.as_deref() == Some("");
        (!is_front_page && signs.into_iter().filter(|sign| *sign).count() >= MIN_SIGNS).then_some(own)
    }

    fn is_first_heading_in_article(&self) -> bool {
        let first = self.survey.headings.iter().find(|heading| heading.rank == 1);
        self.article.is_some() && first.is_some_and(|first| first.span == self.heading.span)
    }

    /// Whether the article gives the address of the page as its own.
    fn is_at_path_of_page(&self) -> bool {
        let of_article = self.article.and_then(|article| article.address).map(|(_, path)| path);
        let given = [of_article, self.heading.link];
        self.path.is_some()
            && given.into_iter().flatten().any(|path| Some(&self.survey.paths[path]) == self.path.as_ref())
    }

    /// The spans of the stories of other pages after the own story, in the order of the page.
    fn others(&self, headlines: &[Headline]) -> Vec<Span> {
        let keys: HashSet<String> = headlines.iter().map(|headline| text_key(&headline.text)).collect();
        let end = self.article.map_or(self.heading.span.end(), |article| article.span.end());
        let mut others: Vec<Span> = Vec::new();
        for article in &self.survey.articles {
            let is_after = article.span.start() >= end;
            let is_inside = others.last().is_some_and(|last| article.span.start() < last.end());
            if is_after && !is_inside && self.is_other(article, &keys) {
                others.push(article.span);
            }
        }
        others
    }

    /// Whether an article after the own story has an identity of its own.
    fn is_other(&self, article: &Article, headlines: &HashSet<String>) -> bool {
        let Some(heading) = article.heading.map(|heading| &self.survey.headings[heading]) else {
            return false;
        };
        let key = text_key(&heading.text);
        if key.len() < MIN_HEADING_BYTES || key == self.key {
            return false;
        }
        let after_own = article.address.filter(|(start, _)| *start >= self.heading.span.end());
        let given = [after_own.map(|(_, path)| path), article.item_address];
        let has_address = given.into_iter().flatten().any(|path| self.is_elsewhere(path));
        let has_link = heading.link.is_some_and(|path| self.is_elsewhere(path));
        let is_own_signed = self.article.is_some_and(|own| own.is_signed);
        has_address
            || headlines.contains(&key)
            || (has_link && (heading.rank <= self.heading.rank || article.is_signed))
            || (heading.rank == 1 && self.heading.rank == 1 && article.is_signed && is_own_signed)
    }

    /// Whether a path is that of another page.
    fn is_elsewhere(&self, path: usize) -> bool {
        let path = &self.survey.paths[path];
        !path.is_empty() && self.path.as_ref().is_none_or(|own| !own.ends_with(path))
    }
}

/// Whether a heading is a title or most of it. Both are given as their letters and digits.
fn is_most_of(heading: &str, title: &str) -> bool {
    heading.len() as f64 >= MIN_SHARE_OF_TITLE * title.len() as f64 && title.contains(heading)
}

/// The blocks of the own story and of the others.
struct Parts {
    /// Mass of the kept text of the own story, without dialogs in it.
    own_mass: f32,
    is_own_in_dialog: bool,
    /// For each block, the index of the other story that it is in.
    story_of: Vec<Option<usize>>,
    /// For each of the other stories, its mass in sentences.
    masses: Vec<f32>,
}

impl Parts {
    fn of(outline: &Outline, choices: &[Choice], own: &Own<'_>, others: &[Span]) -> Parts {
        let end = others.first().map_or(u32::MAX as usize, |first| first.start());
        let span = own.article.map_or(Span::new(0, end), |article| article.span);
        let mut story_of = vec![None; outline.pieces.len()];
        let mut is_own = vec![false; outline.pieces.len()];
        let mut is_own_in_dialog = false;
        for (text, block) in &outline.runs {
            let is_in = |part: &Span| part.start() <= text.start() && text.end() <= part.end();
            let next = others.partition_point(|story| story.end() <= text.start());
            if others.get(next).is_some_and(is_in) {
                story_of[*block as usize] = Some(next);
            }
            is_own[*block as usize] |= is_in(&span);
            let is_heading = is_in(&own.heading.span);
            is_own_in_dialog |= is_heading && outline.container_of(&outline.pieces[*block as usize]).dialog;
        }
        let (mut own_mass, mut masses) = (0.0, vec![0.0; others.len()]);
        for (index, piece) in outline.pieces.iter().enumerate() {
            let is_dialog = outline.container_of(piece).dialog && !is_own_in_dialog;
            if let Some(story) = story_of[index] {
                masses[story] += piece.sentence_mass();
            } else if is_own[index] && choices[index].is_kept() && !is_dialog {
                own_mass += piece.shape.mass as f32;
            }
        }
        Parts { own_mass, is_own_in_dialog, story_of, masses }
    }
}
