//! Options: a method, its parameters, the limits and the output. They are fixed before the first page is extracted.

use crate::budget::{Clock, Deadline, Limits};
use crate::error::Error;
use crate::fnv;
#[cfg(feature = "invisible")]
use crate::invisible::Invisible;
use crate::methods::{self, Method};
use crate::overrides::{Overrides, TitleLine};
use crate::parts::Parts;
use crate::render::{Markup, TextForm};
use crate::scope::Scope;
use crate::site_noise::{NoiseStep, SiteNoise};
use crate::visibility::HiddenText;
use crate::web_address;
use std::fmt::Display;
use std::sync::Arc;

/// What an [`crate::Extractor`] does with every page.
///
/// ```
/// use dehusk::Options;
/// let options = Options::new().with_method("danag")?.with_param("P", "30")?;
/// assert_eq!(options.method(), "danag");
/// assert_ne!(options.hash(), Options::new().hash());
/// # Ok::<(), dehusk::Error>(())
/// ```
#[derive(Debug)]
pub struct Options {
    method: Box<dyn Method>,
    limits: Limits,
    site_noise: Option<Arc<SiteNoise>>,
    noise_step: Option<NoiseStep>,
    scope: Scope,
    overrides: Overrides,
    markup: Markup,
    address: Option<String>,
    parts: Parts,
    drops_comments: bool,
    languages: Vec<String>,
    hidden: Option<HiddenText>,
    #[cfg(feature = "invisible")]
    invisible: Invisible,
    clock: Option<Clock>,
}

impl Options {
    /// Returns options with the default method (`grain`), its default parameters and the default limits.
    #[must_use]
    pub fn new() -> Options {
        Options {
            method: methods::default_method(),
            limits: Limits::default(),
            site_noise: None,
            noise_step: None,
            scope: Scope::default(),
            overrides: Overrides::default(),
            markup: Markup::NONE,
            address: None,
            parts: Parts::NONE,
            drops_comments: false,
            languages: Vec::new(),
            hidden: None,
            #[cfg(feature = "invisible")]
            invisible: Invisible::Keep,
            clock: None,
        }
    }

    /// Sets the method by name, with its default parameters.
    ///
    /// # Errors
    /// If there is no method with this name; the message lists the methods.
    pub fn with_method(self, name: &str) -> Result<Options, Error> {
        match methods::by_name(name) {
            Some(method) => Ok(Options { method, ..self }),
            None => Err(unknown_method(name)),
        }
    }

    /// Sets the method from a value that holds its parameters.
    ///
    /// ```
    /// use dehusk::{Options, methods::Danag};
    /// let options = Options::new().with(Danag { gap: Some(3), ..Danag::default() });
    /// assert_eq!(options, Options::new().with_method("danag")?.with_param("P", "3")?);
    /// # Ok::<(), dehusk::Error>(())
    /// ```
    #[must_use]
    pub fn with(self, method: impl Method + 'static) -> Options {
        Options { method: Box::new(method), ..self }
    }

    /// Sets the method, like [`Options::with`], for methods that are known only at run time.
    #[must_use]
    pub fn with_boxed(self, method: Box<dyn Method>) -> Options {
        Options { method, ..self }
    }

    /// Sets a parameter of the method.
    ///
    /// # Errors
    /// If the method has no such parameter or the value is invalid; the message says what is allowed.
    pub fn with_param(mut self, name: &str, value: &str) -> Result<Options, Error> {
        self.method.set(name, value)?;
        Ok(self)
    }

    /// Sets the limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Options {
        Options { limits, ..self }
    }

    /// Sets a clock for the timeout, for platforms on which the standard library has none, and for callers that want a timeout in
    /// wall-clock time; without this option, platforms without a clock have no timeout, and the timeout of most others is CPU
    /// time (see [`crate::budget`]). A clock that returns `Duration::MAX` ends the extraction at once. The clock does not change
    /// the answer, so it is not part of the hash of the options.
    ///
    /// ```
    /// use dehusk::{Extractor, Options, Status};
    /// use std::sync::atomic::{AtomicU64, Ordering};
    /// use std::time::Duration;
    /// static SECONDS: AtomicU64 = AtomicU64::new(0);
    /// // A clock that advances by an hour at each reading.
    /// let options = Options::new().with_clock(|| Duration::from_secs(SECONDS.fetch_add(3600, Ordering::Relaxed)));
    /// assert_eq!(Extractor::new(options).extract(b"<p>The mill", None).status(), Status::Timeout);
    /// ```
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Options {
        Options { clock: Some(clock), ..self }
    }

    /// Returns a new deadline from the timeout and the clock of the options.
    pub(crate) fn deadline(&self) -> Deadline {
        let timeout = self.limits.timeout;
        self.clock.map_or_else(|| Deadline::after(timeout), |clock| Deadline::by(clock, timeout))
    }

    /// Sets the noise of a site: texts that many of its pages share are removed. [`Method::noise_step`] says whether that happens
    /// before or after the method selects main content. If the method keeps nothing without the noise, the noise is not removed,
    /// and [`Extraction::reason`](crate::Extraction::reason) is `noise_ignored`.
    #[must_use]
    pub fn with_site_noise(self, noise: Arc<SiteNoise>) -> Options {
        Options { site_noise: Some(noise), ..self }
    }

    /// Sets when site noise is removed, instead of the method's own step.
    ///
    /// ```
    /// use dehusk::{site_noise::NoiseStep, Options};
    /// let options = Options::new().with_noise_step(NoiseStep::Before);
    /// assert_eq!(options.noise_step(), Some(NoiseStep::Before));
    /// ```
    #[must_use]
    pub fn with_noise_step(self, step: NoiseStep) -> Options {
        Options { noise_step: Some(step), ..self }
    }
}

/// Options about characters that readers do not see.
#[cfg(feature = "invisible")]
impl Options {
    /// Sets what happens to characters that readers do not see: zero-width spaces, tag characters (U+E0000 to U+E007F), marks
    /// that change the direction of writing, control characters. [`Extraction::invisible`](crate::Extraction::invisible) counts
    /// those in the text. Joiners in scripts and emoji that need them are no such characters.
    ///
    /// ```
    /// use dehusk::{Extractor, Options, invisible::Invisible, methods::Plain};
    /// let options = Options::new().with(Plain).with_invisible(Invisible::Strip);
    /// let answer = Extractor::new(options).extract("<p>The m&#x200B;ill می\u{200C}خواهم".as_bytes(), None);
    /// assert_eq!((answer.text(), answer.invisible()), ("The mill می\u{200C}خواهم", 1));
    /// ```
    #[must_use]
    pub fn with_invisible(self, invisible: Invisible) -> Options {
        Options { invisible, ..self }
    }

    /// Returns what happens to characters that readers do not see.
    #[must_use]
    pub fn invisible(&self) -> Invisible {
        self.invisible
    }
}

/// Options that choose parts of the page by CSS selectors.
#[cfg(feature = "css")]
impl Options {
    /// Adds a CSS selector of elements to search. The method searches for main content only inside elements that match at least
    /// one of these selectors, as if the page contained nothing else. If the method keeps nothing inside them, the matching
    /// elements are kept as a whole. If no element of a page matches, the page has no main content.
    ///
    /// ```
    /// use dehusk::{Extractor, Options};
    /// let page = b"<p>A long text about something else, which any method would take.</p><div id=a><p>Short. <b>Ad</b></div>";
    /// let options = Options::new().with_select("#a")?.with_exclude("b, .advert")?;
    /// assert_eq!(Extractor::new(options).extract(page, None).text(), "Short.");
    /// # Ok::<(), dehusk::Error>(())
    /// ```
    ///
    /// # Errors
    /// If `css` is not a valid selector; the message says why.
    pub fn with_select(mut self, css: &str) -> Result<Options, Error> {
        self.scope.select.push(crate::css::Selectors::parse(css)?);
        Ok(self)
    }

    /// Adds a CSS selector of elements to ignore. Matching elements are removed before the method searches for main content.
    ///
    /// # Errors
    /// If `css` is not a valid selector; the message says why.
    pub fn with_exclude(mut self, css: &str) -> Result<Options, Error> {
        self.scope.exclude.push(crate::css::Selectors::parse(css)?);
        Ok(self)
    }

    /// Sets all selectors of [`Options::with_select`] and [`Options::with_exclude`] at once. They replace previous selectors.
    #[must_use]
    pub fn with_scope(self, scope: Scope) -> Options {
        Options { scope, ..self }
    }
}

impl Options {
    /// Removes data tables from every form of output. Tables that only lay out a page stay.
    #[must_use]
    pub fn without_tables(mut self) -> Options {
        self.overrides.without_tables = true;
        self
    }

    /// Sets whether the heading that is the title of the page is part of the text.
    ///
    /// ```
    /// use dehusk::{methods::Plain, overrides::TitleLine, Extractor, Options};
    /// let page = b"<title>The mill - News</title><h1>The mill</h1><p>It reopens.";
    /// let options = Options::new().with(Plain).with_title(TitleLine::Out);
    /// assert_eq!(Extractor::new(options).extract(page, None).text(), "It reopens.");
    /// ```
    #[must_use]
    pub fn with_title(mut self, title: TitleLine) -> Options {
        self.overrides.title = title;
        self
    }

    /// Sets whether Markdown, HTML or both are produced in addition to the text. All forms are made in the same walk over the
    /// page.
    ///
    /// ```
    /// use dehusk::{Extractor, Options, methods::Plain, render::Markup};
    /// let mut extractor = Extractor::new(Options::new().with(Plain).with_markup(Markup::MARKDOWN));
    /// let page = extractor.extract(b"<body><h1>The mill</h1><p>It grinds <em>again</em>, they say.</p>", None);
    /// assert_eq!(page.text(), "The mill\nIt grinds again, they say.");
    /// assert_eq!(page.markdown(), Some("# The mill\n\nIt grinds *again*, they say.\n"));
    /// ```
    #[must_use]
    pub fn with_markup(self, markup: Markup) -> Options {
        Options { markup, ..self }
    }

    /// Sets the address that links and images in Markdown and HTML are resolved against. A `<base>` of the page takes precedence
    /// and is itself resolved against this address. For a single page, see [`crate::OpenPage::set_address`]. An address that is
    /// not `http` or `https` is ignored.
    ///
    /// ```
    /// use dehusk::{Extractor, Options, render::Markup};
    /// let options = Options::new().with_markup(Markup::MARKDOWN).with_address("https://mill.example/news/");
    /// let page = Extractor::new(options).extract(b"<p>The mill, which <a href=plan>reopens on Monday</a>, is old.</p>", None);
    /// let expected = "The mill, which [reopens on Monday](https://mill.example/news/plan), is old.\n";
    /// assert_eq!(page.markdown(), Some(expected));
    /// ```
    #[must_use]
    pub fn with_address(self, address: impl Into<String>) -> Options {
        Options { address: Some(address.into()), ..self }
    }

    /// Sets which parts of the page are listed, for [`crate::Extraction::blocks`] and similar functions. The lists do not change
    /// the text.
    ///
    /// ```
    /// use dehusk::{Extractor, Options, methods::Plain, parts::Parts};
    /// let mut extractor = Extractor::new(Options::new().with(Plain).with_parts(Parts::ALL));
    /// let page = extractor.extract(b"<h1>Mill</h1><p>It reopens <a href=/on>on Monday</a>.<p hidden>x", None);
    /// let [title, text, _] = page.blocks() else { panic!() };
    /// assert_eq!((title.kind.as_str(), title.xpath.as_str()), ("heading", "/html/body/h1[1]"));
    /// assert_eq!(&page.text()[text.text.unwrap().range()], "It reopens on Monday.");
    /// assert_eq!((page.links()[0].url.as_str(), page.links()[0].text.as_str()), ("/on", "on Monday"));
    /// ```
    #[must_use]
    pub fn with_parts(self, parts: Parts) -> Options {
        Options { parts, ..self }
    }

    /// Leaves readers' comments out of the text, even if the method keeps them. The comments are still listed in
    /// [`crate::Extraction::comments`]. On pages whose main content is the comments, such as forums, the comments stay in the
    /// text.
    ///
    /// ```
    /// use dehusk::{Extractor, Options, methods::Plain};
    /// let story = "The old mill by the river grinds again, after ten years of slow repair. ".repeat(9);
    /// let page = format!("<p>{story}<div id=comments><div class=comment>Nice!</div><div class=comment>So old.</div></div>");
    /// let options = Options::new().with(Plain);
    /// let text = |options| Extractor::new(options).extract(page.as_bytes(), None).into_text();
    /// assert!(text(options.clone()).ends_with("Nice!\nSo old."));
    /// assert!(text(options.without_comments()).ends_with("slow repair."));
    /// ```
    #[must_use]
    pub fn without_comments(self) -> Options {
        Options { drops_comments: true, ..self }
    }

    /// Sets the languages of the pages that are wanted, as tags such as `de` or `pt-BR`; `pt` includes `pt-BR`. A page in another
    /// language, or whose language is unknown, has no text; its status is [`Status::Empty`](crate::Status::Empty) and its reason
    /// `other_language`. The language is that of the [metadata](crate::metadata::Metadata::language). No languages means that all
    /// are wanted.
    ///
    /// ```
    /// use dehusk::{Extractor, Options, methods::Plain};
    /// let mut german = Extractor::new(Options::new().with(Plain).with_languages(["de"])?);
    /// assert_eq!(german.extract(b"<html lang=de-AT><p>Die alte M&uuml;hle", None).text(), "Die alte M\u{fc}hle");
    /// assert_eq!(german.extract(b"<html lang=en><p>The old mill", None).reason(), Some("other_language"));
    /// # Ok::<(), dehusk::Error>(())
    /// ```
    ///
    /// # Errors
    /// If one is no tag, or has a code that no page has, such as `deu` or `xx`; the message says what to write.
    #[cfg(feature = "languages")]
    pub fn with_languages<L: AsRef<str>>(
        self,
        languages: impl IntoIterator<Item = L>,
    ) -> Result<Options, Error> {
        let checked = |language: L| {
            let typed = language.as_ref();
            let tag = dehusk_language::wanted_tag(typed);
            tag.map(str::to_owned).map_err(|why| Error::usage(format!("invalid language {typed:?}: {why}")))
        };
        Ok(Options { languages: languages.into_iter().map(checked).collect::<Result<_, _>>()?, ..self })
    }

    /// The languages of the pages that are wanted. None means all.
    #[must_use]
    pub fn languages(&self) -> &[String] {
        &self.languages
    }

    /// Sets what happens to text that the page hides: by attributes such as `hidden`, by `style` attributes, or by rules in its
    /// `style` elements. By default, `grain` treats it as [`HiddenText::Auto`] says, and the published methods keep it.
    ///
    /// ```
    /// use dehusk::{Extractor, Options, methods::Plain, visibility::HiddenText};
    /// let page = b"<style>.x { position: absolute; left: -9999px }</style><p>It reopens.</p><p class=x>Buy now!</p>";
    /// let text = |options: Options| Extractor::new(options).extract(page, None).into_text();
    /// assert_eq!(text(Options::new().with(Plain)), "It reopens.\nBuy now!");
    /// # #[cfg(feature = "css")]
    /// assert_eq!(text(Options::new().with(Plain).with_hidden(HiddenText::Drop)), "It reopens.");
    /// ```
    #[must_use]
    pub fn with_hidden(self, hidden: HiddenText) -> Options {
        Options { hidden: Some(hidden), ..self }
    }

    /// Returns what happens to hidden text; `None` if the method decides.
    #[must_use]
    pub fn hidden(&self) -> Option<HiddenText> {
        self.hidden
    }

    /// Returns which parts of the page are listed.
    #[must_use]
    pub fn parts(&self) -> Parts {
        self.parts
    }

    /// Whether readers' comments are left out of the text.
    #[must_use]
    pub fn drops_comments(&self) -> bool {
        self.drops_comments
    }

    /// Returns which forms of output are produced in addition to the text.
    #[must_use]
    pub fn markup(&self) -> Markup {
        self.markup
    }

    /// Returns the address that links are resolved against.
    #[must_use]
    pub fn address(&self) -> Option<&str> {
        self.address.as_deref()
    }

    pub(crate) fn overrides(&self) -> Overrides {
        self.overrides
    }

    /// Returns the parts of a page that are searched.
    #[must_use]
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// Returns the site noise to remove, if any.
    #[must_use]
    pub fn site_noise(&self) -> Option<&SiteNoise> {
        self.site_noise.as_deref()
    }

    /// Returns when site noise is removed; `None` if each method has its own step.
    #[must_use]
    pub fn noise_step(&self) -> Option<NoiseStep> {
        self.noise_step
    }

    /// Returns the name of the method.
    #[must_use]
    pub fn method(&self) -> &'static str {
        self.method.name()
    }

    /// Returns the limits.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Returns the method itself, with its parameters.
    #[must_use]
    pub fn method_value(&self) -> &dyn Method {
        &*self.method
    }

    /// Returns a fingerprint of everything that can change an answer, as sixteen hexadecimal digits.
    #[must_use]
    pub fn hash(&self) -> String {
        self.hash_with(self.site_noise())
    }

    /// Returns everything that [`Options::hash`] covers, as `name=value` with semicolons between them. For messages: the names may change.
    #[must_use]
    pub fn described(&self) -> String {
        self.canonical(self.site_noise())
    }

    /// Returns the fingerprint of these options with the given site noise instead of their own, for callers whose pages have
    /// different site noise.
    #[must_use]
    pub fn hash_with(&self, noise: Option<&SiteNoise>) -> String {
        format!("{:016x}", fnv::with(fnv::OFFSET, self.canonical(noise).as_bytes()))
    }

    /// Returns every option as text, in a fixed order. A default adds nothing if some version did not have the option, so that the
    /// hash is the same as in that version.
    fn canonical(&self, noise: Option<&SiteNoise>) -> String {
        // Without `..`, so that no new option is forgotten. `noise` is used in place of `site_noise`, and `clock` changes no
        // answer.
        let Options {
            method,
            limits,
            site_noise: _,
            noise_step,
            scope,
            overrides,
            markup,
            address,
            parts,
            drops_comments,
            languages,
            hidden,
            #[cfg(feature = "invisible")]
            invisible,
            clock: _,
        } = self;
        let step = setting("noise_step", noise_step.map(NoiseStep::as_str));
        let address = address.as_deref();
        [
            canonical_method(&**method),
            canonical_limits(limits),
            noise.map_or(String::new(), |noise| format!(";site_noise={:x}{step}", noise.digest())),
            scope.canonical(),
            overrides.canonical(address),
            canonical_markup(*markup, address),
            setting("comments", drops_comments.then_some(false)),
            setting("languages", (!languages.is_empty()).then(|| languages.join(","))),
            setting("hidden", hidden.map(HiddenText::as_str)),
            #[cfg(feature = "invisible")]
            setting("invisible", (*invisible != Invisible::Keep).then(|| invisible.as_str())),
            canonical_parts(*parts, address),
            web_address::CANONICAL.to_owned(),
        ]
        .concat()
    }
}

/// Returns a setting as text; empty if there is no value.
fn setting(name: &str, value: Option<impl Display>) -> String {
    value.map_or(String::new(), |value| format!(";{name}={value}"))
}

fn canonical_method(method: &dyn Method) -> String {
    let specs = method.params().iter();
    let params = specs.map(|spec| format!("{}={}", spec.name, method.get(spec.name).unwrap_or_default()));
    format!("method={};{}", method.name(), params.collect::<Vec<_>>().join(";"))
}

fn canonical_limits(limits: &Limits) -> String {
    let Limits { timeout, max_bytes, max_depth, max_elements, max_output, max_memory } = limits;
    let timeout = timeout.map_or("none".to_owned(), |time| time.as_nanos().to_string());
    let memory = setting("max_memory", *max_memory);
    format!(
        ";timeout_ns={timeout};max_bytes={max_bytes};max_depth={max_depth};max_elements={max_elements};\
         max_output={max_output}{memory}"
    )
}

fn canonical_markup(markup: Markup, address: Option<&str>) -> String {
    if markup == Markup::NONE {
        return String::new();
    }
    let Markup { markdown, html, without_links, without_images, data_images, text } = markup;
    let TextForm { lists, rows } = text;
    let media = if without_links || without_images || data_images {
        format!(";links={};images={};data_images={data_images}", !without_links, !without_images)
    } else {
        String::new()
    };
    let text =
        if text == TextForm::default() { String::new() } else { format!(";lists={lists};rows={rows}") };
    format!(";markdown={markdown};html={html};address={address:?}{media}{text}")
}

fn canonical_parts(parts: Parts, address: Option<&str>) -> String {
    if parts == Parts::NONE {
        return String::new();
    }
    format!(";parts={};address={address:?}", parts.names().join(","))
}

fn unknown_method(name: &str) -> Error {
    let methods = methods::all().iter().map(|method| method.name());
    let names: Vec<&str> = methods.chain(methods::presets().iter().map(|preset| preset.name)).collect();
    Error::usage(format!("there is no method {name:?}; there are {}", names.join(", ")))
}

impl Default for Options {
    fn default() -> Options {
        Options::new()
    }
}

impl Clone for Options {
    fn clone(&self) -> Options {
        let (method, limits) = (self.method.boxed(), self.limits.clone());
        Options {
            method,
            limits,
            site_noise: self.site_noise.clone(),
            noise_step: self.noise_step,
            scope: self.scope.clone(),
            overrides: self.overrides,
            markup: self.markup,
            address: self.address.clone(),
            parts: self.parts,
            drops_comments: self.drops_comments,
            languages: self.languages.clone(),
            hidden: self.hidden,
            #[cfg(feature = "invisible")]
            invisible: self.invisible,
            clock: self.clock,
        }
    }
}

impl PartialEq for Options {
    fn eq(&self, other: &Options) -> bool {
        self.canonical(self.site_noise()) == other.canonical(other.site_noise())
    }
}
