//! An open page: decoded once and parsed at most once, for any number of methods.

use super::steps::{self, Answer, Wanted};
use crate::budget::{Deadline, Limit, Limits, TimedOut};
use crate::explain::Explanation;
use crate::extraction::{Extraction, Status};
use crate::facts::{Found, PageFacts};
use crate::metadata::{self, Context, Metadata};
use crate::method::Method;
use crate::not_html::not_html;
use crate::options::Options;
use crate::page::{Buffers, Page};
use crate::render::Rendered;
use crate::scope::Scope;
use crate::selection::Reason;
use crate::site_noise::SiteNoise;
use crate::source::Source;
use std::borrow::Cow;

/// A page that is decoded once and parsed at most once, for any number of methods.
/// [`Extractor::open`](crate::Extractor::open) returns it.
///
/// All steps on a page share one deadline, which begins with the first of them. To give each method as much time as a page of its
/// own would have, call [`OpenPage::restart_deadline`] before it.
#[derive(Debug)]
pub struct OpenPage<'e, 'b> {
    options: &'e Options,
    wanted: Wanted<'e>,
    /// The buffers of the extractor. The page takes their memory when it is parsed, and gives it back when it is closed.
    buffers: &'e mut Buffers,
    /// The fields that are the same in every extraction of the page. Its status is returned if the page is refused or the
    /// deadline passes.
    about: Extraction,
    content: Content<'b>,
    /// The deadline of all steps on the page. It begins with the first one.
    deadline: Option<Deadline>,
    /// The facts about the page that several steps share; they are found on demand.
    found: Found,
    /// Whether the page is not in one of the wanted languages, if that is known.
    is_in_other_language: Option<bool>,
}

/// The state of the page.
#[expect(clippy::large_enum_variant, reason = "there is only one for each open page")]
#[derive(Debug)]
enum Content<'b> {
    /// The page was refused, or it is closed.
    None,
    Decoded(Source<'b>),
    Parsed(Page<'b>),
}

impl<'e, 'b> OpenPage<'e, 'b> {
    pub(super) fn new(
        options: &'e Options,
        buffers: &'e mut Buffers,
        bytes: &'b [u8],
        content_type: Option<&str>,
    ) -> Self {
        let limits = options.limits();
        let refused = |(status, reason)| Extraction::without_text(bytes.len(), status, reason);
        let (about, content) = match refusal(limits, bytes, content_type) {
            Some(refusal) => (refused(refusal), Content::None),
            None => {
                let source = Source::decode(bytes, content_type);
                let about = Extraction {
                    encoding: source.encoding(),
                    origin: source.origin(),
                    replaced: source.replaced(),
                    looks_like_utf8: source.looks_like_utf8(),
                    ..refused((Status::Timeout, "timeout"))
                };
                (about, Content::Decoded(source))
            }
        };
        let (wanted, found) = (Wanted::of(options), Found::default());
        OpenPage {
            options,
            wanted,
            buffers,
            about,
            content,
            deadline: None,
            found,
            is_in_other_language: None,
        }
    }

    /// Parses the page now. If this is not called, the first step that needs a tree parses the page.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    pub fn parse(&mut self) -> Result<(), TimedOut> {
        let mut deadline = self.deadline();
        self.facts(&mut deadline).map(drop)
    }

    /// Returns the parsed page, or `None` if the page was refused or the deadline passed.
    pub fn page(&mut self) -> Option<&Page<'b>> {
        self.parse().ok()?;
        match &self.content {
            Content::Parsed(page) => Some(page),
            _ => None,
        }
    }

    /// Returns the deadline that everything done on the page shares. It begins now, if nothing was done yet. Each copy of it
    /// counts its own steps of work.
    pub fn deadline(&mut self) -> Deadline {
        let steps = Limits::steps_for(self.about.bytes());
        self.deadline.get_or_insert_with(|| self.options.deadline().with_max_steps(steps)).clone()
    }

    /// Ends the deadline of the steps so far. The next step begins a new one, which the steps after it share.
    ///
    /// ```
    /// use dehusk::{Extractor, Options, Status, methods};
    /// let mut extractor = Extractor::new(Options::new());
    /// let mut page = extractor.open(b"<p>The mill reopens.", None);
    /// for method in methods::all() {
    ///     page.restart_deadline();
    ///     assert_ne!(page.extract(*method).status(), Status::Timeout);
    /// }
    /// ```
    pub fn restart_deadline(&mut self) {
        self.deadline = None;
    }

    /// Returns the page with the facts about it, or `None` if the page was refused. The first call parses the page; no other
    /// function parses an open page.
    fn facts(&mut self, deadline: &mut Deadline) -> Result<Option<PageFacts<'_>>, TimedOut> {
        if let Content::Decoded(source) = &self.content {
            self.buffers.parse(source, self.wanted.bounds(), deadline)?;
        }
        self.content = match std::mem::replace(&mut self.content, Content::None) {
            Content::Decoded(source) => {
                Content::Parsed(Page::from_parsed(source, std::mem::take(self.buffers)))
            }
            other => other,
        };
        Ok(match &self.content {
            Content::Parsed(page) => Some(PageFacts::new(page, &self.found)),
            _ => None,
        })
    }

    /// Sets the noise of the page's site, for callers that know it only after the extractor was made.
    pub fn set_site_noise(&mut self, noise: Option<&'e SiteNoise>) {
        self.wanted.site_noise = noise;
    }

    /// Sets the parts of the page that are searched. They replace the scope of the options.
    pub fn set_scope(&mut self, scope: Scope) {
        self.wanted.scope = Cow::Owned(scope);
    }

    /// Sets the address that the page came from. Links and images in Markdown and HTML are resolved against it instead of the
    /// address of the options.
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

    /// Returns what the page says about itself, or `None` if the page was refused or the deadline passed. No main
    /// content is extracted, and the answer does not depend on previous extractions or on any method.
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
        let mut deadline = self.deadline();
        self.read_metadata(context, &mut deadline).ok()?
    }

    fn read_metadata(
        &mut self,
        context: &Context<'_>,
        deadline: &mut Deadline,
    ) -> Result<Option<Metadata>, TimedOut> {
        let Some(facts) = self.facts(deadline)? else { return Ok(None) };
        let mut metadata = metadata::read(facts, context, deadline)?;
        metadata::complete(facts.page(), &mut metadata, deadline)?;
        #[cfg(feature = "invisible")]
        if self.options.invisible() == crate::invisible::Invisible::Strip {
            super::clean::strip_metadata(&mut metadata);
        }
        Ok(Some(metadata))
    }

    /// Whether the page is not in one of the wanted languages.
    fn is_in_other_language(&mut self, deadline: &mut Deadline) -> Result<bool, TimedOut> {
        let wanted = self.wanted.languages;
        if wanted.is_empty() {
            return Ok(false);
        }
        if let Some(known) = self.is_in_other_language {
            return Ok(known);
        }
        let Some(facts) = self.facts(deadline)? else { return Ok(false) };
        let is_in_other = !metadata::is_in_languages(facts, wanted, deadline)?;
        self.is_in_other_language = Some(is_in_other);
        Ok(is_in_other)
    }

    /// Returns the decision of a method about each block of the page, with reasons, or `None` if the page was refused or the
    /// deadline passed. An explanation takes many times as long as an extraction.
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
        let mut deadline = self.deadline();
        self.facts(&mut deadline).ok()??;
        let Content::Parsed(page) = &self.content else { return None };
        let facts = PageFacts::new(page, &self.found);
        steps::explain(method, &self.wanted, facts, &mut deadline).ok()
    }

    /// Returns [`Status::Ok`] if the page could be opened; otherwise the status and the reason with which it was refused.
    #[must_use]
    pub fn status(&self) -> (Status, Option<&'static str>) {
        match self.content {
            Content::None => (self.about.status, self.about.reason),
            _ => (Status::Ok, None),
        }
    }

    /// Extracts the main content with this method.
    pub fn extract(&mut self, method: &dyn Method) -> Extraction {
        let about = Extraction { method: method.name(), ..self.about.clone() };
        let mut deadline = self.deadline();
        if self.is_in_other_language(&mut deadline) == Ok(true) {
            return Extraction {
                status: Status::Empty,
                reason: Some(Reason::OtherLanguage.as_str()),
                ..about
            };
        }
        match self.answer(method, &mut deadline) {
            Ok(Some((answer, limit))) => self.finished(about, answer, limit),
            Ok(None) => about,
            Err(timed_out) => Extraction { reason: Some(timed_out.as_str()), ..about },
        }
    }

    /// Returns the extraction of an answer, without invisible characters if the caller wants that.
    #[cfg(feature = "invisible")]
    fn finished(&self, about: Extraction, mut answer: Answer, limit: Option<Limit>) -> Extraction {
        let count = crate::invisible::invisible_in(&answer.rendered.text).total();
        if self.options.invisible() == crate::invisible::Invisible::Strip {
            super::clean::strip(&mut answer.rendered, &mut answer.lists);
        }
        finished(about, answer, count, limit, self.limit_of_output())
    }

    #[cfg(not(feature = "invisible"))]
    fn finished(&self, about: Extraction, answer: Answer, limit: Option<Limit>) -> Extraction {
        finished(about, answer, 0, limit, self.limit_of_output())
    }

    /// Returns the limit that a form of output has exceeded if it was truncated.
    fn limit_of_output(&self) -> Limit {
        let bytes = match &self.content {
            Content::None => 0,
            Content::Decoded(source) => source.text().len(),
            Content::Parsed(page) => page.source().text().len(),
        };
        self.options.limits().output_for(bytes).1
    }

    /// Returns the answer of a method and the limit that parsing exceeded, if any; `None` if the page was refused.
    fn answer(
        &mut self,
        method: &dyn Method,
        deadline: &mut Deadline,
    ) -> Result<Option<(Answer, Option<Limit>)>, TimedOut> {
        if matches!(self.content, Content::None) {
            return Ok(None);
        }
        deadline.check()?;
        if let Content::Decoded(source) = &self.content
            && let Some(lines) = method.line_method().filter(|_| self.wanted.needs_no_tree())
        {
            let selection = lines.select_lines(source, deadline)?;
            if let Some(answer) = steps::text_of_lines(source, selection, &self.wanted, deadline)? {
                return Ok(Some((answer, None)));
            }
        }
        if self.facts(deadline)?.is_none() {
            return Ok(None);
        }
        let Content::Parsed(page) = &self.content else { return Ok(None) };
        let facts = PageFacts::new(page, &self.found);
        let answer = steps::answer(method, &self.wanted, facts, deadline)?;
        Ok(Some((answer, page.limit())))
    }
}

impl Drop for OpenPage<'_, '_> {
    fn drop(&mut self) {
        if let Content::Parsed(page) = std::mem::replace(&mut self.content, Content::None) {
            *self.buffers = page.into_buffers();
        }
    }
}

/// Returns the status and the reason with which a page is refused, or `None` if it is accepted.
fn refusal(limits: &Limits, bytes: &[u8], content_type: Option<&str>) -> Option<(Status, &'static str)> {
    if bytes.is_empty() {
        return Some((Status::Empty, Reason::EmptyInput.as_str()));
    }
    if bytes.len() > limits.max_bytes.min(u32::MAX as usize - 1) {
        return Some((Status::TooLarge, "max_bytes"));
    }
    not_html(bytes, content_type).map(|what| (Status::NotHtml, what))
}

/// Returns the extraction of an answer. `parsing` is the limit that parsing exceeded, if any; `output` is the limit that the
/// output has exceeded if it was truncated; `invisible` is the number of characters that readers do not see.
fn finished(
    about: Extraction,
    answer: Answer,
    invisible: usize,
    parsing: Option<Limit>,
    output: Limit,
) -> Extraction {
    let Answer { selection, rendered, lists } = answer;
    let Rendered { text, markdown, html, lost, cut } = rendered;
    let limit = if cut { Some(output) } else { parsing };
    let (status, reason) = match limit {
        Some(limit) => (Status::Partial, Some(limit.as_str())),
        None if text.is_empty() => {
            (Status::Empty, Some(selection.nothing.unwrap_or(Reason::NoVisibleText).as_str()))
        }
        None => (Status::Ok, selection.note().map(Reason::as_str)),
    };
    let selection = Some(selection);
    Extraction { status, reason, text, markdown, html, lost, lists, selection, invisible, ..about }
}
