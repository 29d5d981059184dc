//! Finds all media of a page in one walk, with the texts, links, figures and captions around them.
//!
//! The *surroundings* of a picture are the innermost element with it and with text other than captions. Each
//! picture waits until the walk leaves that element, so all of them together take linear time.

use super::address::Sites;
use super::link::{Address, LinkAround};
use super::{address, embed, junk};
use crate::budget::{Deadline, TimedOut};
use crate::markup::Tag;
use crate::page::{Element, Page, Run, Visitor, push_growing_slowly};
use crate::selection::{Emission, Hiding, Kept, MediaKind, Selection};
use crate::source::Span;
use std::collections::HashSet;

/// Maximum bytes of an element that is a caption. Chosen by hand.
const MAX_CAPTION_BYTES: usize = 4096;
/// Maximum bytes of removed text that may be with a picture without separating it from the kept text around: a
/// credit, a date, the name of the author. Chosen by hand.
const MAX_CREDIT_BYTES: usize = 300;
/// Media are looked at up to one for this many bytes of the page, and each takes some 350 bytes of memory. Chosen by hand: an
/// element with a real address is longer.
const BYTES_PER_MEDIUM: usize = 32;
/// The number of media that are looked at on every page. Chosen by hand.
const MIN_MEDIA: usize = 1000;
/// Maximum number of addresses of links that are remembered. Chosen by hand.
const MAX_TEXT_LINKS: usize = 1 << 16;
/// Maximum number of addresses that the page gives for its main image. Chosen by hand.
const MAX_LEADS: usize = 8;

/// What a text is to the pictures near it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextRole {
    Kept,
    /// A heading of level 1, which is the title as a rule, kept or not.
    Title,
    Removed,
}

/// What is around a picture, by the innermost element with text other than captions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Around {
    /// No element around it has text.
    Nothing,
    /// An element with kept text, or with the title.
    Content {
        /// Whether more of its text is kept than removed.
        mostly_kept: bool,
        /// Whether it is an `article` or in one.
        in_article: bool,
        /// Whether kept text is directly in it, as in paragraphs and in posts.
        holds_text: bool,
    },
    /// An element whose whole text is removed.
    Removed,
    /// An element without kept text whose name says that it is no content.
    Beside,
}

/// A picture, film, sound or embedded page.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) kind: MediaKind,
    pub(super) span: Span,
    pub(super) address: Option<String>,
    /// Whether the address has the name of a placeholder, and there is no other.
    may_be_placeholder: bool,
    pub(super) title: String,
    /// The number of texts before it, except captions.
    pub(super) at: usize,
    pub(super) around: Around,
    pub(super) figure: Option<Span>,
    pub(super) caption: Option<Span>,
    pub(super) is_decoration: bool,
    /// Whether it is declared to be as small as a pixel or a line.
    pub(super) is_line: bool,
    /// The element that must be seen: itself, or its twin in a `noscript`.
    pub(super) element: u32,
    /// How it is hidden, if it is, and whether it stays.
    pub(super) hidden: Option<(Hiding, bool)>,
    /// The link around it.
    pub(super) link: Option<LinkAround>,
    /// The element around it, or around the `noscript` that it is in.
    parent: Option<u32>,
}

/// The media of a page.
#[derive(Debug, Default)]
pub(super) struct Collected {
    /// The media in document order.
    pub(super) found: Vec<Found>,
    /// The texts of the page in document order, except removed captions.
    pub(super) texts: Vec<TextRole>,
    /// The addresses of the main image that the page declares.
    pub(super) leads: Vec<String>,
    /// The site that most links of the page lead to, if most of them name one: its own as a rule.
    pub(super) own_site: Option<String>,
    /// Hashes of the addresses that texts link to.
    pub(super) text_links: HashSet<u64>,
}

/// Finds the media of a page. Takes linear time.
pub(super) fn collect(
    page: &Page<'_>,
    selection: &Selection,
    deadline: &mut Deadline,
) -> Result<Collected, TimedOut> {
    let mut collector = Collector {
        page,
        kept: Kept::new(selection),
        is_unscripted: selection.emission == Emission::Unscripted,
        out: Collected::default(),
        frames: Vec::new(),
        pending: Vec::new(),
        uncaptioned: Vec::new(),
        last_figure: None,
        figures: Vec::new(),
        links: Vec::new(),
        text_link: None,
        sites: Sites::default(),
        caption: None,
        inside: None,
        headings: 0,
        articles: 0,
        noscripts: 0,
        templates: 0,
    };
    if !page.marks().iter().any(|mark| is_media(mark.tag)) {
        return Ok(collector.out);
    }
    page.walk().visit(&mut collector, deadline)?;
    collector.out.found.iter_mut().for_each(Found::forget_placeholder);
    collector.out.own_site = collector.sites.most_frequent();
    Ok(collector.out)
}

impl Found {
    /// Drops the address of a placeholder. A photo with a caption is none, whatever its name.
    fn forget_placeholder(&mut self) {
        let is_photo = self.caption.is_some() && self.address.as_deref().is_some_and(address::is_photo);
        if self.may_be_placeholder && !is_photo {
            self.address = None;
        }
    }
}

/// Whether elements of this name can be media. Custom elements can.
fn is_media(tag: Tag) -> bool {
    use Tag::{Audio, Blockquote, Embed, Iframe, Image, Img, Object, Picture, Unknown, Video};
    matches!(tag, Img | Image | Picture | Video | Audio | Iframe | Embed | Object | Blockquote | Unknown)
}

/// Returns the kind of media that an element is, its address, and whether the address may be that of a placeholder; `None` if the
/// element is no media.
fn kind_and_address(element: &Element<'_>) -> Option<(MediaKind, Option<String>, bool)> {
    let (kind, address) = match element.tag() {
        Tag::Img | Tag::Picture => return Some(image(element)),
        Tag::Unknown if element.name() == "amp-img" => return Some(image(element)),
        Tag::Video => (MediaKind::Video, embed::of_player(element)),
        Tag::Audio => (MediaKind::Audio, embed::of_player(element)),
        Tag::Iframe | Tag::Embed | Tag::Object => (MediaKind::Embed, embed::of_frame(element)),
        _ => (MediaKind::Embed, Some(embed::of_post(element)?)),
    };
    Some((kind, address, false))
}

fn image(element: &Element<'_>) -> (MediaKind, Option<String>, bool) {
    let address = address::of_image(element);
    let may_be_placeholder = address.as_ref().is_some_and(|it| it.may_be_placeholder);
    (MediaKind::Image, address.map(|it| it.written), may_be_placeholder)
}

/// An open element.
#[derive(Default)]
struct Frame {
    kept: usize,
    removed: usize,
    /// Bytes of removed text in links.
    linked: usize,
    /// Whether kept text is directly in the element.
    holds_text: bool,
    /// The lengths of the lists of the collector when the element began.
    first_found: usize,
    first_pending: usize,
    first_uncaptioned: usize,
    /// A caption in the element that belongs to no picture yet.
    caption: Option<Span>,
}

/// What the walk does with an element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Enter,
    Leave,
}

struct Collector<'p> {
    page: &'p Page<'p>,
    kept: Kept,
    /// Whether the text of `noscript` counts.
    is_unscripted: bool,
    out: Collected,
    frames: Vec<Frame>,
    /// The media whose surroundings are not known yet.
    pending: Vec<usize>,
    /// The media that a caption may still follow.
    uncaptioned: Vec<usize>,
    /// The last figure that ended without a caption: its first medium, the number of media and that of texts at its end.
    last_figure: Option<[usize; 3]>,
    figures: Vec<Span>,
    links: Vec<Element<'p>>,
    /// The last link with a text.
    text_link: Option<u32>,
    sites: Sites,
    /// The depth of the open caption, if there is one.
    caption: Option<usize>,
    /// The depth of the open medium, whose text is what browsers show instead of it, or of the open name of an image's source.
    inside: Option<usize>,
    /// The numbers of open elements of some names.
    headings: usize,
    articles: usize,
    noscripts: usize,
    templates: usize,
}

impl<'p> Visitor<'p> for Collector<'p> {
    fn enter(&mut self, element: Element<'p>) {
        let media = self.media(element);
        self.frames.push(Frame {
            first_found: self.out.found.len(),
            first_pending: self.pending.len(),
            first_uncaptioned: self.uncaptioned.len(),
            ..Frame::default()
        });
        let is_medium = media.is_some();
        if let Some(found) = media {
            self.add(found);
        }
        if is_medium || self.is_credit(&element) {
            self.inside = self.inside.or(Some(self.frames.len()));
        }
        self.count(element, Step::Enter);
        if self.caption.is_none()
            && !element.is_invisible()
            && element.span().len() <= MAX_CAPTION_BYTES
            && junk::is_caption(&element)
        {
            self.caption = Some(self.frames.len());
        }
    }

    fn text(&mut self, run: &Run) {
        let is_shown = run.is_visible() || (self.is_unscripted && run.is_unscripted());
        if !is_shown || run.is_blank() {
            return;
        }
        let is_kept = self.kept.contains(self.first_byte(run));
        if (self.caption.is_some() || self.inside.is_some()) && !is_kept {
            return;
        }
        let role = match is_kept {
            _ if self.headings > 0 && (is_kept || !run.is_link()) => TextRole::Title,
            true => TextRole::Kept,
            false => TextRole::Removed,
        };
        self.out.texts.push(role);
        self.remember_link();
        let Some(frame) = self.frames.last_mut() else { return };
        let bytes = run.span.len();
        match role {
            TextRole::Kept | TextRole::Title => {
                frame.kept += bytes;
                frame.holds_text = true;
            }
            TextRole::Removed => {
                frame.removed += bytes;
                frame.linked += if run.is_link() { bytes } else { 0 };
            }
        }
    }

    fn leave(&mut self, element: Element<'p>) {
        let is_caption = self.caption == Some(self.frames.len());
        self.inside = self.inside.filter(|depth| *depth < self.frames.len());
        let Some(mut frame) = self.frames.pop() else { return };
        if is_caption {
            self.caption = None;
            frame.caption = None;
            self.end_caption(element.span());
        } else {
            self.assign_caption(&element, &mut frame);
        }
        self.resolve(&element, &frame);
        self.count(element, Step::Leave);
        if let Some(parent) = self.frames.last_mut() {
            parent.kept += frame.kept;
            parent.removed += frame.removed;
            parent.linked += frame.linked;
            parent.caption = parent.caption.or(frame.caption);
        }
    }
}

impl<'p> Collector<'p> {
    /// Whether an element names the source of an image before it.
    fn is_credit(&self, element: &Element<'p>) -> bool {
        let around = self.frames.len().checked_sub(2).and_then(|around| self.frames.get(around));
        around.is_some_and(|around| self.pending.len() > around.first_pending)
            && element.span().len() <= MAX_CAPTION_BYTES
            && junk::is_credit(element)
    }

    /// Counts an element of a name that matters, at its beginning or its end.
    fn count(&mut self, element: Element<'p>, step: Step) {
        let begins = step == Step::Enter;
        let change = |count: &mut usize| *count = if begins { *count + 1 } else { count.saturating_sub(1) };
        match element.tag() {
            Tag::H1 => change(&mut self.headings),
            Tag::Article => change(&mut self.articles),
            Tag::Noscript => change(&mut self.noscripts),
            Tag::Template => change(&mut self.templates),
            Tag::Figure if begins => self.figures.push(element.span()),
            Tag::Figure => drop(self.figures.pop()),
            Tag::A if begins => {
                if let Some(address) = Address::of_link(&element) {
                    self.sites.add(&address.beginning);
                }
                self.links.push(element);
            }
            Tag::A => drop(self.links.pop()),
            Tag::Meta if begins => self.read_lead(&element),
            _ => {}
        }
    }

    /// Reads the address of the main image that the page declares.
    fn read_lead(&mut self, meta: &Element<'p>) {
        let name = meta.attribute("property").or_else(|| meta.attribute("name"));
        let is_lead = name
            .is_some_and(|name| matches!(name.as_ref(), "og:image" | "twitter:image" | "twitter:image:src"));
        if is_lead && self.out.leads.len() < MAX_LEADS {
            self.out.leads.extend(meta.attribute("content").map(|address| address.into_owned()));
        }
    }

    /// Returns the media that an element is.
    fn media(&mut self, element: Element<'p>) -> Option<Found> {
        if self.templates > 0 || !self.is_counted(&element) {
            return None;
        }
        let is_twin = self.noscripts > 0 && !self.is_unscripted;
        if is_twin && (element.tag() != Tag::Img || self.is_twin(&element)) {
            return None;
        }
        let (kind, address, may_be_placeholder) = kind_and_address(&element)?;
        // The name of a placeholder says nothing about the image that it stands for.
        let name = address.as_deref().filter(|_| !may_be_placeholder).unwrap_or("");
        let is_decoration = match kind {
            MediaKind::Image => junk::is_decoration(&element, name),
            _ => address.is_none() || junk::is_line(&element) || junk::is_background_film(&element),
        };
        let parent = if is_twin { self.noscript_parent(&element) } else { element.parent() };
        Some(Found {
            kind,
            span: element.span(),
            address,
            may_be_placeholder,
            title: embed::title(&element),
            at: self.out.texts.len(),
            around: Around::Nothing,
            figure: None,
            caption: None,
            is_decoration,
            is_line: junk::is_line(&element),
            element: element.id(),
            hidden: None,
            link: self.links.last().and_then(Address::of_link).map(|address| LinkAround::to(&address)),
            parent: parent.map(|parent| parent.id()),
        })
    }

    /// Whether an element is media itself, and not only around it.
    fn is_counted(&self, element: &Element<'p>) -> bool {
        let tag = element.tag();
        if element.is_foreign() || !is_media(tag) {
            return false;
        }
        match tag {
            // The image in other pictures counts.
            Tag::Picture => address::is_unfilled_picture(element),
            // The text of a kept post is there.
            Tag::Blockquote => self.kept.within(element.span()).next().is_none(),
            _ => true,
        }
    }

    fn noscript_parent(&self, element: &Element<'p>) -> Option<Element<'p>> {
        let noscript = std::iter::successors(element.parent(), Element::parent);
        noscript.skip_while(|around| around.tag() != Tag::Noscript).nth(1)
    }

    /// Whether an image in a `noscript` is that of the image before it, which scripts would load. If that has
    /// no address yet, it takes over the address.
    fn is_twin(&mut self, element: &Element<'p>) -> bool {
        let parent = self.noscript_parent(element);
        let grandparent = parent.and_then(|parent| parent.parent());
        let texts = self.out.texts.len();
        let Some(last) = self.out.found.last_mut() else { return false };
        let around = [parent, grandparent].into_iter().flatten().any(|one| last.parent == Some(one.id()));
        let is_near = last.kind == MediaKind::Image
            && last.at == texts
            && (around || last.address.is_none() || last.may_be_placeholder);
        let has_none = last.address.as_ref().is_none_or(|address| address.starts_with("data:"));
        if !is_near {
            return false;
        }
        let address = address::of_image(element);
        let is_same = address.as_ref().is_some_and(|it| Some(&it.written) == last.address.as_ref());
        if has_none || last.may_be_placeholder {
            last.may_be_placeholder = address.as_ref().is_some_and(|address| address.may_be_placeholder);
            last.address = address.map(|address| address.written);
            last.element = element.id();
        } else if is_same {
            last.element = element.id();
        }
        true
    }

    /// Adds a medium, unless the page has more than it has room for with real addresses.
    fn add(&mut self, found: Found) {
        let index = self.out.found.len();
        if index >= MIN_MEDIA.max(self.page.source().text().len() / BYTES_PER_MEDIUM) {
            return;
        }
        push_growing_slowly(&mut self.out.found, found);
        self.pending.push(index);
        self.uncaptioned.push(index);
    }

    /// Remembers the address that a text links to, once for each link.
    fn remember_link(&mut self) {
        let Some(link) = self.links.last().filter(|link| self.text_link != Some(link.id())) else { return };
        self.text_link = Some(link.id());
        let address = Address::of_link(link).filter(|address| !address.beginning.is_empty());
        if let Some(address) = address.filter(|_| self.out.text_links.len() < MAX_TEXT_LINKS) {
            self.out.text_links.insert(address.hash());
        }
    }

    /// The offset of the first byte of a run that is not whitespace.
    fn first_byte(&self, run: &Run) -> usize {
        let text = &self.page.source().text().as_bytes()[run.span.range()];
        run.span.start() + text.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(0)
    }

    /// Gives a caption to the pictures directly before it. If there are none, it waits for those after it.
    fn end_caption(&mut self, caption: Span) {
        let texts = self.out.texts.len();
        let Some(&Frame { first_found, first_uncaptioned, .. }) = self.frames.last() else { return };
        let last = self.uncaptioned[first_uncaptioned..].last().copied();
        let is_near = last.is_some_and(|last| last >= first_found && self.out.found[last].at == texts);
        if is_near {
            let figure = self.figures.last().copied();
            while let Some(index) = self.uncaptioned.pop_if(|index| self.out.found[*index].at == texts) {
                (self.out.found[index].caption, self.out.found[index].figure) = (Some(caption), figure);
                if self.uncaptioned.len() <= first_uncaptioned {
                    break;
                }
            }
        } else if !self.caption_last_figure(caption)
            && let Some(around) = self.frames.last_mut()
        {
            around.caption.get_or_insert(caption);
        }
    }

    /// Gives a caption that follows right after a figure to the pictures of the figure. Returns whether there is one.
    fn caption_last_figure(&mut self, caption: Span) -> bool {
        let Some([first, end, texts]) = self.last_figure.take() else { return false };
        let is_near = texts == self.out.texts.len() && end == self.out.found.len();
        if is_near {
            self.out.found[first..end].iter_mut().for_each(|found| found.caption = Some(caption));
        }
        is_near
    }

    /// Gives the waiting caption of an element to the pictures in it, if the element has no other text or is a
    /// figure. In a figure, a credit is no other text.
    fn assign_caption(&mut self, element: &Element<'p>, frame: &mut Frame) {
        let is_figure = element.tag() == Tag::Figure;
        // In a figure, the credit may be in the same box as the picture, and the caption in the next.
        let in_figure = !is_figure && !self.figures.is_empty();
        let max_text = if in_figure { MAX_CREDIT_BYTES } else { 0 };
        let has_text = frame.kept + frame.removed > max_text;
        let has_pictures = self.uncaptioned.len() > frame.first_uncaptioned;
        if let Some(caption) = frame.caption.filter(|_| has_pictures && (is_figure || !has_text)) {
            let figure = self.figures.last().copied();
            for index in self.uncaptioned.drain(frame.first_uncaptioned..) {
                (self.out.found[index].caption, self.out.found[index].figure) = (Some(caption), figure);
            }
            frame.caption = None;
        }
        if is_figure || has_text {
            let figure = self.figures.last().copied().filter(|_| is_figure);
            if is_figure {
                let ended = [frame.first_found, self.out.found.len(), self.out.texts.len()];
                self.last_figure = (self.uncaptioned.len() > frame.first_uncaptioned).then_some(ended);
            }
            for index in self.uncaptioned.drain(frame.first_uncaptioned.min(self.uncaptioned.len())..) {
                self.out.found[index].figure = figure;
            }
            frame.caption = None;
        }
    }

    /// Whether the links in an element are rather those of sources below its pictures than those of teasers: it is a paragraph or a
    /// figure, and its pictures lead nowhere.
    fn may_have_sources(&self, element: &Element<'p>, frame: &Frame) -> bool {
        let leads = |index: &usize| self.out.found[*index].link.is_some();
        matches!(element.tag(), Tag::P | Tag::Figure)
            && !self.pending[frame.first_pending..].iter().any(leads)
    }

    /// Decides about the surroundings of the media in an element that ends.
    fn resolve(&mut self, element: &Element<'p>, frame: &Frame) {
        if self.pending.len() <= frame.first_pending {
            return;
        }
        let around = if frame.kept > 0 {
            let in_article =
                self.articles > 0 || element.attribute("itemprop").as_deref() == Some("articleBody");
            Around::Content {
                mostly_kept: frame.kept >= frame.removed,
                in_article,
                holds_text: frame.holds_text,
            }
        } else if junk::is_beside(element) {
            Around::Beside
        } else if frame.removed > MAX_CREDIT_BYTES
            || (frame.linked > 0 && !self.may_have_sources(element, frame))
        {
            Around::Removed
        } else {
            return;
        };
        for index in self.pending.drain(frame.first_pending..) {
            self.out.found[index].around = around;
        }
    }
}
