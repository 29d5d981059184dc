//! Notices: pages that say why they have no content, such as "Page not found" or "Verify you are human".
//!
//! The model of the method knows how content looks, and a polite error page looks like content. This module knows the
//! words of such pages ([`phrases`], [`sentences`]) and requires that they are the subject of the page: in the title or a
//! heading, or in most of the little text that is kept. A page with more text than that is content whatever it says: an
//! article about error pages, for example.
//!
//! All limits of this file were chosen by hand. docs/src/notebook/notices.md has the pages that they were tried on.

mod forms;
mod phrases;
mod sentences;

use super::outline::{Kind, Outline, Piece};
use super::texts::{folded, texts};
use crate::budget::{Deadline, TimedOut};
use crate::markup::Tag;
use crate::page::{Element, Event, Page};
use crate::selection::Reason;
use phrases::TITLES;
use sentences::{COOKIES, SENTENCES};

/// Why a page has no content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notice {
    /// The server has no such page, or refuses it.
    Error,
    /// A shield that wants to know whether the reader is a person.
    Robots,
    /// The page needs scripts.
    Script,
    /// A domain that is for sale, or a server without a site.
    Parked,
    /// A form for signing in or signing up.
    Login,
    /// A request to accept cookies.
    Cookies,
}

impl Notice {
    pub(super) fn reason(self) -> Reason {
        match self {
            Notice::Error => Reason::ErrorPage,
            Notice::Robots => Reason::BotWall,
            Notice::Script => Reason::NeedsScript,
            Notice::Parked => Reason::ParkedDomain,
            Notice::Login => Reason::LoginWall,
            Notice::Cookies => Reason::CookieWall,
        }
    }

    /// Maximum mass of the kept text if the title says this. An error page may show the whole menu of its site.
    fn max_titled_mass(self) -> f32 {
        match self {
            Notice::Error => MAX_ERROR_MASS,
            Notice::Robots | Notice::Parked => MAX_WALL_MASS,
            Notice::Login => MAX_LOGIN_MASS,
            Notice::Script | Notice::Cookies => 0.0,
        }
    }
}

/// The probability that a page with a notice has no main content, for its assessment. Chosen by hand: of the open corpora, 27 pages
/// have a notice, and none was plainly wrong by its title and its first words (docs/src/notebook/notices.md).
pub(super) const CERTAINTY: f32 = 0.97;
// All limits below were chosen by hand. docs/src/notebook/notices.md has the number of pages with a notice on each corpus.

/// Maximum mass of the kept text if the title names an error. Such a page may show its menu.
const MAX_ERROR_MASS: f32 = 3_000.0;
/// Maximum mass of the kept text if the title names a check for robots or a parked domain.
const MAX_WALL_MASS: f32 = 1_500.0;
/// Maximum mass of the kept text if the title names a login.
const MAX_LOGIN_MASS: f32 = 700.0;
/// Maximum mass in sentences of an error page. More is an article about errors.
const MAX_SENTENCES_OF_ERROR: f32 = 900.0;
/// Maximum mass of a page's kept text that a sentence in it declares to be a notice.
const MAX_SENTENCE_MASS: f32 = 700.0;
/// Minimum share of the kept text in blocks with the words of a notice.
const MIN_SHARE: f32 = 0.25;
/// Minimum share of the kept text in blocks about cookies, for a page that only asks to accept them.
const MIN_COOKIE_SHARE: f32 = 0.6;
/// Maximum mass of the kept text of such a page.
const MAX_COOKIE_MASS: f32 = 900.0;
/// Maximum mass of the whole visible text of a page whose removed text may hold the words of a notice.
const MAX_PAGE_MASS: f32 = 1_500.0;
/// Maximum number of characters that a title may have beyond the words of a notice.
const MAX_BEYOND: usize = 25;
/// Number of bytes of the title after which no more is read, and maximum number of bytes of a heading that is read.
const MAX_TITLE_BYTES: usize = 400;
/// Maximum mass of the kept text of a page whose title and heading both say that it is an error page. Such pages may show teasers.
const MAX_TWICE_NAMED_MASS: f32 = 5_000.0;
/// Maximum number of headings that are read.
const MAX_HEADINGS: usize = 3;
/// Separators of titles.
const SEPARATORS: [&str; 12] =
    [" | ", " - ", " – ", " — ", " :: ", ": ", " · ", " » ", " « ", "｜", " / ", " • "];

/// Returns the notice that a page is, or `None` if it has content. `kept` says for each block whether it is kept.
pub(super) fn find(page: &Page<'_>, outline: &Outline, kept: &[bool]) -> Option<Notice> {
    let kept = Kept::of(outline, kept);
    let titled_or_said = titled(page, outline, &kept).or_else(|| said(page, outline, &kept));
    titled_or_said.or_else(|| forms::are_page(page, outline, &kept).then_some(Notice::Login))
}

/// Whether a page has a script that runs and nothing that readers see without it. If such a page has no text, the script writes it.
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
pub(super) fn is_made_by_script(page: &Page<'_>, deadline: &mut Deadline) -> Result<bool, TimedOut> {
    let (mut has_script, mut noscripts) = (false, 0_usize);
    for event in page.walk() {
        deadline.tick()?;
        match event {
            Event::Enter(element) => match element.tag() {
                Tag::Script => has_script |= is_javascript(&element),
                Tag::Noscript => noscripts += 1,
                tag if noscripts == 0 && is_medium(tag) && !element.is_invisible() => return Ok(false),
                _ => {}
            },
            Event::Leave(element) if element.tag() == Tag::Noscript => {
                noscripts = noscripts.saturating_sub(1)
            }
            _ => {}
        }
    }
    Ok(has_script)
}

/// Whether browsers run a script: its type is none, that of JavaScript, or `module`.
fn is_javascript(script: &Element<'_>) -> bool {
    script.attribute("type").is_none_or(|kind| {
        let kind = kind.trim().to_ascii_lowercase();
        kind.is_empty() || kind == "module" || kind.ends_with("javascript") || kind.ends_with("ecmascript")
    })
}

fn is_medium(tag: Tag) -> bool {
    use Tag::{Audio, Embed, Iframe, Img, Input, Object, Picture, Select, Svg, Textarea, Video};
    matches!(tag, Img | Picture | Video | Audio | Iframe | Embed | Object | Svg | Input | Select | Textarea)
}

/// The kept blocks of a page, or all of them if none is kept.
struct Kept {
    is_in: Vec<bool>,
    mass: f32,
    /// Mass outside of menus, headers and footers.
    mass_of_page: f32,
    /// Mass of the blocks with sentences.
    sentences: f32,
    /// Whether no block is kept.
    is_empty: bool,
}

impl Kept {
    fn of(outline: &Outline, kept: &[bool]) -> Kept {
        let is_empty = !kept.contains(&true);
        let is_in: Vec<bool> = kept.iter().map(|is_kept| is_empty || *is_kept).collect();
        let pieces =
            || outline.pieces.iter().zip(&is_in).filter(|(_, is_in)| **is_in).map(|(piece, _)| piece);
        let mass = pieces().map(|piece| piece.shape.mass as f32).sum();
        let sentences = pieces().map(|piece| piece.sentence_mass()).sum();
        let is_of_page = |piece: &&Piece| {
            let container = outline.container_of(piece);
            ![Kind::Nav, Kind::Header, Kind::Footer].into_iter().any(|kind| container.is_in(kind))
        };
        let mass_of_page = pieces().filter(is_of_page).map(|piece| piece.shape.mass as f32).sum();
        Kept { is_in, mass, mass_of_page, sentences, is_empty }
    }

    fn is_at_most(&self, notice: Notice) -> bool {
        // Where nothing is certain, the menu of a shop may be kept beside its form.
        let mass = if notice == Notice::Login { self.mass_of_page } else { self.mass };
        self.is_empty || mass <= notice.max_titled_mass()
    }

    fn has_few_sentences(&self) -> bool {
        self.is_empty || self.sentences <= MAX_SENTENCES_OF_ERROR
    }
}

/// Returns the notice that the title or one of the first headings names.
fn titled(page: &Page<'_>, outline: &Outline, kept: &Kept) -> Option<Notice> {
    let is_long = kept.mass > MAX_TWICE_NAMED_MASS && !kept.is_at_most(Notice::Login);
    if !kept.is_empty && is_long {
        return None;
    }
    let (title, headings) = (title(page), headings(page, outline));
    let notices = TITLES.iter().filter(|(notice, phrases)| {
        let names = |text: &str| parts(text).any(|part| phrases.iter().any(|phrase| is_named(part, phrase)));
        let (in_title, in_heading) = (names(&title), headings.iter().any(|heading| names(heading)));
        match notice {
            // Popups for signing in have headings too.
            Notice::Login => in_title && kept.is_at_most(*notice) && has_password(page),
            Notice::Error if in_title && in_heading => true,
            Notice::Error => (in_title || in_heading) && kept.is_at_most(*notice) && kept.has_few_sentences(),
            _ => (in_title || in_heading) && kept.is_at_most(*notice),
        }
    });
    notices.map(|(notice, _)| *notice).next()
}

/// The title of the page, in lower case.
fn title(page: &Page<'_>) -> String {
    let title = page.head().and_then(|head| head.children().find(|child| child.tag() == Tag::Title));
    let mut text = String::new();
    for event in title.iter().flat_map(|title| title.walk()) {
        if let Event::Text(run) = event
            && text.len() < MAX_TITLE_BYTES
        {
            text.push_str(&page.text_of(&run));
            text.truncate(text.floor_char_boundary(MAX_TITLE_BYTES));
        }
    }
    folded(&text)
}

/// The texts of the first headings, in lower case.
fn headings(page: &Page<'_>, outline: &Outline) -> Vec<String> {
    let is_heading = |index: &usize| {
        let piece = &outline.pieces[*index];
        let container = outline.container_of(piece);
        container.is_in(Kind::Heading) && !container.is_in(Kind::Dialog) && !piece.hidden
    };
    let mut wanted = vec![false; outline.pieces.len()];
    let first = (0..outline.pieces.len()).filter(is_heading).take(MAX_HEADINGS);
    first.for_each(|index| wanted[index] = true);
    let texts = texts(page, outline, &wanted).into_iter().map(|(_, text)| text);
    texts.filter(|text| text.len() <= MAX_TITLE_BYTES).collect()
}

/// The parts of a title between separators, and the whole.
fn parts(title: &str) -> impl Iterator<Item = &str> {
    let mut parts = vec![title];
    for separator in SEPARATORS {
        parts.extend(title.split(separator).filter(|part| part.len() < title.len()));
    }
    parts.into_iter().map(str::trim)
}

/// Whether a part of a title is a phrase and hardly more.
fn is_named(part: &str, phrase: &str) -> bool {
    let Some(rest) = part.strip_prefix(phrase) else { return false };
    let goes_on = phrase.is_ascii() && rest.starts_with(|c: char| c.is_alphanumeric());
    let is_number = phrase.bytes().all(|byte| byte.is_ascii_digit());
    let max = if is_number { 0 } else { MAX_BEYOND };
    !goes_on && rest.chars().filter(|c| c.is_alphanumeric()).count() <= max
}

fn has_password(page: &Page<'_>) -> bool {
    page.elements().any(|element| element.tag() == Tag::Input && forms::is_password(&element))
}

/// Returns the notice that the kept text says. If nothing is kept, the text of the whole page is read, provided that it is short.
fn said(page: &Page<'_>, outline: &Outline, kept: &Kept) -> Option<Notice> {
    let max = if kept.is_empty { MAX_PAGE_MASS } else { MAX_SENTENCE_MASS.max(MAX_COOKIE_MASS) };
    if kept.mass > max {
        return None;
    }
    let texts = texts(page, outline, &kept.is_in);
    let share = |is_about: &dyn Fn(&str) -> bool| {
        let about = texts.iter().filter(|(_, text)| is_about(text));
        about.map(|(index, _)| outline.pieces[*index].shape.mass as f32).sum::<f32>() / kept.mass.max(1.0)
    };
    let has = |text: &str, phrases: &[&str]| phrases.iter().any(|phrase| text.contains(phrase));
    let min = if kept.is_empty { f32::MIN_POSITIVE } else { MIN_SHARE };
    let said = SENTENCES.iter().find(|(_, phrases)| share(&|text| has(text, phrases)) >= min);
    if let Some((notice, _)) = said.filter(|_| kept.is_empty || kept.mass <= MAX_SENTENCE_MASS) {
        return Some(*notice);
    }
    let about_cookies = share(&|text| has(text, &COOKIES));
    (kept.mass <= MAX_COOKIE_MASS && about_cookies >= MIN_COOKIE_SHARE).then_some(Notice::Cookies)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_title_is_a_phrase_and_hardly_more() {
        for (title, phrase, expected) in [
            ("404", "404", true),
            ("404 not found", "404 not found", true),
            ("404 ways to cook rice", "404", false),
            ("page not found - the mill", "page not found", true),
            ("the mill | page not found", "page not found", true),
            ("page not found: how to write error pages that people like", "page not found: how", false),
            ("logins", "login", false),
            ("页面不存在了", "页面不存在", true),
        ] {
            assert_eq!(parts(title).any(|part| is_named(part, phrase)), expected, "{title}");
        }
    }

    #[test]
    fn phrases_are_written_as_texts_are_folded() {
        let all = TITLES
            .iter()
            .flat_map(|(_, phrases)| *phrases)
            .chain(SENTENCES.iter().flat_map(|(_, phrases)| *phrases));
        for phrase in all.chain(&COOKIES) {
            assert_eq!(folded(phrase), **phrase);
        }
    }
}
