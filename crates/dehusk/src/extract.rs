//! From bytes to an [`Extraction`]: decode, parse, select, render, within the limits.
//!
//! The order of the steps is all that is here; each step is a module.

use crate::budget::{Deadline, Limit, Limits, TimedOut};
use crate::comments::Threads;
use crate::data_text::{self, Body};
use crate::explain::Explanation;
use crate::extraction::{Extraction, Status};
use crate::metadata::{self, Context, Metadata};
use crate::methods::Method;
use crate::options::Options;
use crate::page::{Buffers, Page};
use crate::parts::{self, Collected, Lists, Parts};
use crate::render::{self, Addresses, Landing, Markup, Rendered, TextForm};
use crate::scope::Scope;
use crate::selection::{Emission, Reason, Selection};
use crate::site_noise::SiteNoise;
use crate::source::{Source, not_html};
use crate::wishes::Wishes;
use std::borrow::Cow;

/// Extracts main content from page after page; one per thread. It keeps buffers, no state: the answer for a page does
/// not depend on the pages before it. The buffers stay as large as the largest page made them.
///
/// ```
/// use dehusk::{Extractor, Options, Status};
/// let mut extractor = Extractor::new(Options::new());
/// let page = extractor.extract(b"<body><p>The story is told here, in a few plain words.</p></body>", None);
/// assert_eq!((page.status(), page.text()), (Status::Ok, "The story is told here, in a few plain words."));
/// let nothing = extractor.extract(b"<a href='/'><img src='logo.png'></a>", None);
/// assert_eq!((nothing.status(), nothing.reason()), (Status::Empty, Some("no_visible_text")));
/// ```
#[derive(Debug)]
pub struct Extractor {
    options: Options,
    buffers: Buffers,
}

impl Extractor {
    /// An extractor with these options.
    #[must_use]
    pub fn new(options: Options) -> Extractor {
        Extractor { options, buffers: Buffers::default() }
    }

    /// The options.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Extracts the main content of one page. Never fails: see [`Status`].
    ///
    /// `content_type` is the value of the HTTP header, if there was one.
    pub fn extract(&mut self, bytes: &[u8], content_type: Option<&str>) -> Extraction {
        let Extractor { options, buffers } = self;
        OpenPage::new(options, buffers, bytes, content_type).extract(options.method_value())
    }

    /// Decodes a page once for several methods; the extractor's own method is not asked.
    ///
    /// ```
    /// use dehusk::{Extractor, Options, methods};
    /// let mut extractor = Extractor::new(Options::new());
    /// let mut page = extractor.open(b"<ul><li><a href=/>Home</a></ul><p>The story is told here.</p>", None);
    /// let texts = ["plain", "lqf"].map(|name| page.extract(&*methods::by_name(name).unwrap()).into_text());
    /// assert_eq!(texts, ["Home\nThe story is told here.", "The story is told here."]);
    /// ```
    pub fn open<'e, 'b>(&'e mut self, bytes: &'b [u8], content_type: Option<&str>) -> OpenPage<'e, 'b> {
        OpenPage::new(&self.options, &mut self.buffers, bytes, content_type)
    }
}

/// A page that is decoded once, and parsed once, for any number of methods; [`Extractor::open`] makes it.
#[derive(Debug)]
pub struct OpenPage<'e, 'b> {
    limits: &'e Limits,
    wanted: Wanted<'e>,
    buffers: &'e mut Buffers,
    /// What every extraction of the page has in common; its status is that of a page that was refused.
    about: Extraction,
    /// `None` if it was refused.
    page: Option<Page<'b>>,
}

impl<'e, 'b> OpenPage<'e, 'b> {
    fn new(
        options: &'e Options,
        buffers: &'e mut Buffers,
        bytes: &'b [u8],
        content_type: Option<&str>,
    ) -> Self {
        let limits = options.limits();
        let refused = |(status, reason)| Extraction::without_text(bytes.len(), status, reason);
        let (about, page) = match refusal(limits, bytes, content_type) {
            Some(refusal) => (refused(refusal), None),
            None => {
                let source = Source::decode(bytes, content_type);
                let about = Extraction {
                    encoding: source.encoding(),
                    origin: source.origin(),
                    replaced: source.replaced(),
                    ..refused((Status::Timeout, "timeout"))
                };
                (about, Some(Page::unparsed(source, limits.clone(), std::mem::take(buffers))))
            }
        };
        OpenPage { limits, wanted: Wanted::of(options), buffers, about, page }
    }

    /// Parses the page now, with a deadline of its own; else the first method that needs a tree does it.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    pub fn parse(&mut self) -> Result<(), TimedOut> {
        let mut deadline = Deadline::after(self.limits.timeout);
        self.page.as_mut().map_or(Ok(()), |page| page.ensure_parsed(&mut deadline))
    }

    /// The page, parsed; `None` if it was refused or parsing took too long.
    pub fn page(&mut self) -> Option<&Page<'b>> {
        self.parse().ok()?;
        self.page.as_ref()
    }

    /// Sets the noise of the site that the page is from, which may show only now.
    pub fn set_site_noise(&mut self, noise: Option<&'e SiteNoise>) {
        self.wanted.cuts.site_noise = noise;
    }

    /// Sets the parts of the page that are looked at, in the place of what the options say.
    pub fn set_scope(&mut self, scope: Scope) {
        self.wanted.cuts.scope = Cow::Owned(scope);
    }

    /// Where the page came from: what links and images of Markdown and HTML are resolved against, instead of the address of
    /// the options.
    ///
    /// ```
    /// use dehusk::{Extractor, Options, methods::Plain, render::Markup};
    /// let mut extractor = Extractor::new(Options::new().with_markup(Markup::MARKDOWN));
    /// let mut page = extractor.open(b"<a href='b'>B</a>", None);
    /// page.set_address("https://mill.example/a");
    /// assert_eq!(page.extract(&Plain).markdown(), Some("[B](https://mill.example/b)\n"));
    /// ```
    pub fn set_address(&mut self, address: impl Into<String>) {
        self.wanted.address = Some(Cow::Owned(address.into()));
    }

    /// What the page says about itself, with a deadline of its own; no main content is looked for. `None` if the page was
    /// refused or the time ran out. It does not depend on what was extracted before, nor on any method.
    ///
    /// ```
    /// use dehusk::metadata::{Context, Origin};
    /// use dehusk::{Extractor, Options};
    /// let page = br#"<title>The mill reopens | The Daily Mill</title><meta property="og:site_name" content="The Daily Mill">
    ///     <h1>The mill reopens</h1><p class="byline">By Ann Smith, <time datetime="2011-05-05">Thursday</time></p>"#;
    /// let mut extractor = Extractor::new(Options::new());
    /// let about = Context { address: Some("https://mill.example/news"), ..Context::default() };
    /// let metadata = extractor.open(page, None).metadata(&about).unwrap();
    /// assert_eq!(metadata.title.unwrap().value, "The mill reopens");
    /// assert_eq!(metadata.authors.unwrap().value, ["Ann Smith"]);
    /// let published = metadata.published.unwrap();
    /// assert_eq!((published.value.as_str(), published.origin), ("2011-05-05", Origin::Visible));
    /// ```
    pub fn metadata(&mut self, context: &Context<'_>) -> Option<Metadata> {
        let page = self.page.as_mut()?;
        let mut deadline = Deadline::after(self.limits.timeout);
        page.ensure_parsed(&mut deadline).ok()?;
        metadata::read(page, context, &mut deadline).ok()
    }

    /// What a method says about each block of the page, and why; `None` if the page was refused or the time ran out. It costs many
    /// times an extraction.
    ///
    /// ```
    /// use dehusk::{Extractor, Options, methods::Grain};
    /// let mut extractor = Extractor::new(Options::new());
    /// let mut page = extractor.open(b"<nav><a href=/>Home</a></nav><p>The old mill reopens on Monday, after ten years.</p>", None);
    /// let explanation = page.explain(&Grain::default()).unwrap();
    /// let [menu, story] = &explanation.blocks[..] else { panic!() };
    /// assert_eq!((menu.text.as_str(), menu.kept), ("Home", false));
    /// assert_eq!(story.kind, "paragraph");
    /// println!("{}", story.reason());
    /// ```
    pub fn explain(&mut self, method: &dyn Method) -> Option<Explanation> {
        let page = self.page.as_mut()?;
        let mut deadline = Deadline::after(self.limits.timeout);
        let selection = selected(method, &self.wanted.cuts, page, &mut deadline).ok()?;
        let (selection, _) = beside_comments(method, &self.wanted, selection, page, &mut deadline).ok()?;
        page.ensure_parsed(&mut deadline).ok()?;
        // Of a part of a page the method knew less than the signals would say.
        let is_whole = self.wanted.cuts.scope.is_everything();
        let signals = if is_whole { method.signals(page, &mut deadline).ok()? } else { Vec::new() };
        let (kept, _) = render::parsed(page, &selection, self.wanted.max_output, &mut deadline).ok()?;
        let Some(body) = body_in_data(method, &self.wanted, page, &kept, &mut deadline).ok()? else {
            return Some(Explanation::of(page, &selection, signals));
        };
        Some(
            Explanation::of(page, &body.instead_of(selection), signals)
                .with_data(body.text(), body.verdict()),
        )
    }

    /// How opening it went: [`Status::Ok`] if it can be read, else why it was refused, with a reason.
    #[must_use]
    pub fn status(&self) -> (Status, Option<&'static str>) {
        if self.page.is_some() { (Status::Ok, None) } else { (self.about.status, self.about.reason) }
    }

    /// Extracts its main content by one method, with a deadline of its own.
    pub fn extract(&mut self, method: &dyn Method) -> Extraction {
        let about = Extraction { method: method.name(), ..self.about.clone() };
        let Some(page) = &mut self.page else { return about };
        let mut deadline = Deadline::after(self.limits.timeout);
        match answer(method, &self.wanted, page, &mut deadline) {
            Ok(answer) => finished(about, answer, page.limit()),
            Err(timed_out) => Extraction { reason: Some(timed_out.as_str()), ..about },
        }
    }
}

/// What changes the selection of every method.
#[derive(Debug)]
struct Cuts<'w> {
    site_noise: Option<&'w SiteNoise>,
    scope: Cow<'w, Scope>,
    wishes: Wishes,
}

/// What is wanted of a page, whichever the method.
#[derive(Debug)]
struct Wanted<'w> {
    cuts: Cuts<'w>,
    markup: Markup,
    parts: Parts,
    drops_comments: bool,
    address: Option<Cow<'w, str>>,
    max_output: usize,
}

impl<'w> Wanted<'w> {
    fn of(options: &'w Options) -> Wanted<'w> {
        Wanted {
            cuts: Cuts {
                site_noise: options.site_noise(),
                scope: Cow::Borrowed(options.scope()),
                wishes: options.wishes(),
            },
            markup: options.markup(),
            parts: options.parts(),
            drops_comments: options.drops_comments(),
            address: options.address().map(Cow::Borrowed),
            max_output: options.limits().max_output,
        }
    }
}

impl Drop for OpenPage<'_, '_> {
    fn drop(&mut self) {
        if let Some(page) = self.page.take() {
            *self.buffers = page.into_buffers();
        }
    }
}

/// Why a page is not looked at, if so.
fn refusal(limits: &Limits, bytes: &[u8], content_type: Option<&str>) -> Option<(Status, &'static str)> {
    if bytes.is_empty() {
        return Some((Status::Empty, Reason::EmptyInput.as_str()));
    }
    if bytes.len() > limits.max_bytes.min(u32::MAX as usize - 1) {
        return Some((Status::TooLarge, "max_bytes"));
    }
    not_html(bytes, content_type).map(|what| (Status::NotHtml, what))
}

/// What was made of a page.
struct Answer {
    selection: Selection,
    rendered: Rendered,
    lists: Lists,
}

/// Select, then render, then list; the page is parsed when the first of them needs it.
fn answer(
    method: &dyn Method,
    wanted: &Wanted<'_>,
    page: &mut Page<'_>,
    deadline: &mut Deadline,
) -> Result<Answer, TimedOut> {
    let selection = selected(method, &wanted.cuts, page, deadline)?;
    let (selection, threads) = beside_comments(method, wanted, selection, page, deadline)?;
    let needs_tree =
        wanted.parts != Parts::NONE || (selection.emission.is_parsed() && selection.kept().next().is_some());
    if needs_tree {
        page.ensure_parsed(deadline)?;
    }
    let has_links = wanted.markup != Markup::NONE || wanted.parts != Parts::NONE;
    let addresses =
        if has_links { render::addresses(page, wanted.address.as_deref()) } else { Addresses::default() };
    let output = render::Output {
        markup: wanted.markup,
        addresses: &addresses,
        max_bytes: wanted.max_output,
        notes: wanted.parts != Parts::NONE,
    };
    let (mut rendered, mut landings) = render::render_noting(page, &selection, &output, deadline)?;
    let in_data = body_in_data(method, wanted, page, &rendered.text, deadline)?;
    let selection = match &in_data {
        Some(body) => {
            rendered = body.render(page, &output, deadline)?;
            landings.clear();
            body.instead_of(selection)
        }
        None => selection,
    };
    let mut lists = Lists::default();
    if wanted.parts != Parts::NONE {
        let made = Made { selection: &selection, text: &rendered.text, landings: &landings, threads };
        let collected = lists_of(page, wanted, made, &addresses, deadline)?;
        rendered.cut |= collected.cut;
        lists = collected.lists;
    }
    Ok(Answer { selection, rendered, lists })
}

/// What a method keeps of what is wanted.
fn selected(
    method: &dyn Method,
    cuts: &Cuts<'_>,
    page: &mut Page<'_>,
    deadline: &mut Deadline,
) -> Result<Selection, TimedOut> {
    deadline.check()?;
    let is_whole = cuts.scope.is_everything();
    if method.needs_tree() || !is_whole {
        page.ensure_parsed(deadline)?;
    }
    let mut selection =
        if is_whole { method.select(page, deadline)? } else { cuts.scope.select(method, page, deadline)? };
    if let Some(noise) = cuts.site_noise {
        page.ensure_parsed(deadline)?;
        selection = noise.remove_from(page, selection, deadline)?;
    }
    if !cuts.wishes.is_none() {
        page.ensure_parsed(deadline)?;
        selection = cuts.wishes.apply(page, selection, deadline)?;
    }
    Ok(selection)
}

/// The comments beside the subject of the page, if somebody asks for them, and the selection without them, if that is wanted. What
/// the subject is does not depend on the scope: comments are no subject because they are all that is selected.
fn beside_comments(
    method: &dyn Method,
    wanted: &Wanted<'_>,
    selection: Selection,
    page: &mut Page<'_>,
    deadline: &mut Deadline,
) -> Result<(Selection, Threads), TimedOut> {
    let Wanted { cuts, parts, drops_comments, .. } = wanted;
    if !(*drops_comments || parts.blocks || parts.comments) {
        return Ok((selection, Threads::default()));
    }
    page.ensure_parsed(deadline)?;
    let threads = if cuts.scope.is_everything() {
        Threads::beside(page, &selection, parts.comments, deadline)?
    } else {
        Threads::beside(page, &method.select(page, deadline)?, parts.comments, deadline)?
    };
    let selection = if *drops_comments { threads.remove_from(page, selection) } else { selection };
    Ok((selection, threads))
}

/// The article in the data of a page that does not show it, if the method takes it and the caller wants the whole page.
fn body_in_data(
    method: &dyn Method,
    wanted: &Wanted<'_>,
    page: &mut Page<'_>,
    kept: &str,
    deadline: &mut Deadline,
) -> Result<Option<Body>, TimedOut> {
    if !method.reads_data() || !wanted.cuts.scope.is_everything() {
        return Ok(None);
    }
    page.ensure_parsed(deadline)?;
    data_text::beyond(page, kept, deadline)
}

/// What the lists of a page are made from.
struct Made<'m> {
    selection: &'m Selection,
    text: &'m str,
    landings: &'m [Landing],
    threads: Threads,
}

fn lists_of(
    page: &Page<'_>,
    wanted: &Wanted<'_>,
    made: Made<'_>,
    addresses: &Addresses,
    deadline: &mut Deadline,
) -> Result<Collected, TimedOut> {
    let Made { selection, text, landings, threads } = made;
    let mut job = parts::Job {
        parts: wanted.parts,
        selection,
        text,
        landings,
        is_printed: true,
        threads: &threads,
        addresses,
        max_bytes: wanted.max_output,
    };
    // Raw characters, and lines with marks of lists, have other places: the lists tell what a parser would print.
    let is_raw = matches!(selection.emission, Emission::Raw { .. });
    let parsed;
    if is_raw || wanted.markup.text != TextForm::LINES {
        parsed = render::parsed(page, selection, wanted.max_output, deadline)?;
        (job.text, job.landings, job.is_printed) = (&parsed.0, &parsed.1, false);
    }
    let mut collected = parts::collect(page, &job, deadline)?;
    collected.lists.comments = threads.comments;
    Ok(collected)
}

fn finished(about: Extraction, answer: Answer, limit: Option<Limit>) -> Extraction {
    let Answer { selection, rendered, lists } = answer;
    let Rendered { text, markdown, html, lost, cut } = rendered;
    let limit = if cut { Some(Limit::Output) } else { limit };
    let (status, reason) = match limit {
        Some(limit) => (Status::Partial, Some(limit.as_str())),
        None if text.is_empty() => {
            (Status::Empty, Some(selection.nothing.unwrap_or(Reason::NoVisibleText).as_str()))
        }
        None => (Status::Ok, selection.is_from_data().then_some(Reason::JsonLd.as_str())),
    };
    Extraction { status, reason, text, markdown, html, lost, lists, selection: Some(selection), ..about }
}

/// Extracts the main content of one page with the default options. For many pages, keep an [`Extractor`].
///
/// ```
/// let page = dehusk::extract("<style>p { margin: 0 }</style><p>Thai: ภาษาไทยไม่มีช่องว่างระหว่างคำ</p>".as_bytes());
/// assert_eq!(page.text(), "Thai: ภาษาไทยไม่มีช่องว่างระหว่างคำ");
/// ```
#[must_use]
pub fn extract(bytes: &[u8]) -> Extraction {
    Extractor::new(Options::new()).extract(bytes, None)
}
