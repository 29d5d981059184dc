//! Renderers: they turn a page and a selection into an output. They do not decide what is main content.
//!
//! [`text()`] writes plain text. [`render`] writes the same text and, in the same walk, the [`Markup`]: Markdown and HTML.

mod document;
mod escaped_twice;
mod html;
mod markdown;
mod outline;
mod spacing;
mod text;

pub use document::Lost;
pub(crate) use document::{
    Addresses, Mark, NameLink, Record, RecordForm, Records, cell_spans, formulas_without_text,
};
pub(crate) use spacing::{SpaceIn, space_between};
pub(crate) use text::{Landing, parser_text_with_landings};
pub use text::{Text, text};

use crate::budget::{self, Deadline, TimedOut};
use crate::facts::{Found, PageFacts};
use crate::figures;
use crate::markup::Tag;
use crate::page::{Element, Page};
use crate::selection::{Emission, Kept, Selection};
use crate::source::Source;
use crate::visibility::Request;
use document::{Leaf, LeafKind, Locale, Sink};
use html::Html;
use markdown::Markdown;
use outline::Outline;
use text::Writer;

/// The forms of markup to write besides the plain text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Markup {
    /// GitHub Flavored Markdown.
    pub markdown: bool,
    /// HTML that is limited to a few elements and safe to insert into another page.
    pub html: bool,
    /// Whether to leave links out of Markdown and HTML. Their text stays.
    pub without_links: bool,
    /// Whether to leave images, films, sounds and embedded pages out of Markdown and HTML, with the captions
    /// that only markup has.
    pub without_images: bool,
    /// Whether to keep images that are embedded in the page, as `data:` URLs of PNG, JPEG, GIF, WebP or AVIF. They may be large.
    pub data_images: bool,
    /// How the plain text shows lists and tables.
    pub text: TextForm,
}

/// The structure that the plain text shows in addition to lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TextForm {
    /// Whether list items begin with `- ` or their number and are indented.
    pub lists: bool,
    /// Whether each table row is one line, its cells separated by tabs.
    pub rows: bool,
}

impl TextForm {
    /// Lines without list markers, indentation or tabs.
    pub const LINES: TextForm = TextForm { lists: false, rows: false };
}

impl Markup {
    /// Markdown only.
    pub const MARKDOWN: Markup = Markup { markdown: true, ..Markup::NONE };
    /// HTML only.
    pub const HTML: Markup = Markup { html: true, ..Markup::NONE };
    /// Markdown and HTML.
    pub const ALL: Markup = Markup { markdown: true, html: true, ..Markup::NONE };
    /// Plain text only.
    pub const NONE: Markup = Markup {
        markdown: false,
        html: false,
        without_links: false,
        without_images: false,
        data_images: false,
        text: TextForm::LINES,
    };
}

/// Main content in several forms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rendered {
    /// The plain text: the output of [`text()`], with lists and tables shown as [`TextForm`] requests.
    pub text: String,
    /// The Markdown, if requested.
    pub markdown: Option<String>,
    /// The HTML, if requested.
    pub html: Option<String>,
    /// What the markup could not express.
    pub lost: Lost,
    /// Whether any form was truncated at the output limit.
    pub cut: bool,
}

/// Renders the kept parts of a page as text and markup in one walk. Each form has at most `max_output` bytes. Of the first
/// paragraph that does not fit, the markup has the text without links and images, or the beginning of it, and nothing follows.
/// Links and images are resolved against `address`, the URL of the page, and its `<base>`. Without a page URL and a `<base>`,
/// relative URLs stay relative.
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
///
/// ```
/// use dehusk::budget::Deadline;
/// use dehusk::render::{Markup, render};
/// use dehusk::{page::Page, source::Source, methods};
/// let page = Page::parse(Source::from_text("<h2>Mill</h2><p>It <b>reopens</b> <a href='/on'>on Monday</a>."));
/// let all = methods::plain::select(&page);
/// let address = Some("https://mill.example/news");
/// let rendered = render(&page, &all, Markup::ALL, address, usize::MAX, &mut Deadline::after(None)).unwrap();
/// assert_eq!(rendered.text, "Mill\nIt reopens on Monday.");
/// let markdown = "## Mill\n\nIt **reopens** [on Monday](https://mill.example/on).\n";
/// assert_eq!(rendered.markdown.as_deref(), Some(markdown));
/// let html = "<h2>Mill</h2>\n<p>It <strong>reopens</strong> <a href=\"https://mill.example/on\">on Monday</a>.</p>\n";
/// assert_eq!(rendered.html.as_deref(), Some(html));
/// ```
pub fn render(
    page: &Page<'_>,
    selection: &Selection,
    markup: Markup,
    address: Option<&str>,
    max_output: usize,
    deadline: &mut Deadline,
) -> Result<Rendered, TimedOut> {
    let addresses = addresses(page, address);
    let output = Output {
        markup,
        addresses: &addresses,
        max_bytes: max_output,
        landings: false,
        title: &Title::AsFound,
        records: &Records::default(),
    };
    let found = Found::default();
    let facts = PageFacts::new(page, &found);
    let selection = &figures::with_media(facts, selection.clone(), Request::KEEP, deadline)?;
    render_with_landings(facts, selection, &output, deadline).map(|(rendered, _)| rendered)
}

/// What is done about the title in Markdown and HTML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Title {
    /// Nothing: the main content has it, or there is none.
    AsFound,
    /// They begin with this heading.
    Before(String),
    /// The main content has the title as a heading of a lower level, or begins with it as plain text: what has this key becomes a
    /// heading of level 1.
    Raised(String),
}

/// Options for rendering a page.
pub(crate) struct Output<'o> {
    pub(crate) markup: Markup,
    pub(crate) addresses: &'o Addresses,
    /// Maximum size of each form, in bytes.
    pub(crate) max_bytes: usize,
    /// Whether to record where the kept spans land in the text.
    pub(crate) landings: bool,
    /// Where Markdown and HTML have the title, as a heading of level 1.
    pub(crate) title: &'o Title,
    /// The items that Markdown and HTML show in a form of their own.
    pub(crate) records: &'o Records,
}

/// Resolves the URLs of a page at `address` against that address and the page's `<base>`.
pub(crate) fn addresses(page: &Page<'_>, address: Option<&str>) -> Addresses {
    Addresses::new(address, page.base_href().as_deref()).with_canonical(canonical_of(page).as_deref())
}

/// Renders a page like [`render`]. If [`Output::landings`] is set, also returns where the kept spans land in the text. A
/// selection of raw characters has no landings.
pub(crate) fn render_with_landings(
    facts: PageFacts<'_>,
    selection: &Selection,
    output: &Output<'_>,
    deadline: &mut Deadline,
) -> Result<(Rendered, Vec<Landing>), TimedOut> {
    let is_raw = selection.emission.is_raw();
    let mut writer =
        Writer::new(output.max_bytes, selection.emission).with_landings(output.landings && !is_raw);
    if output.markup != Markup::NONE {
        return with_markup(facts, selection, output, writer, deadline);
    }
    text::write(facts, selection, &mut writer, deadline)?;
    let landings = writer.take_landings();
    let Text { text, cut } = writer.into_text();
    Ok((Rendered { text, cut, ..Rendered::default() }, landings))
}

/// Renders a page as [`render_with_landings`] does, in Markdown or HTML too.
fn with_markup(
    facts: PageFacts<'_>,
    selection: &Selection,
    output: &Output<'_>,
    mut writer: Writer,
    deadline: &mut Deadline,
) -> Result<(Rendered, Vec<Landing>), TimedOut> {
    let mut forms = Forms::new(output.markup, selection.emission, output.max_bytes);
    let uses_locale = forms.sinks().iter().any(|sink| sink.uses_locale());
    let locale = if uses_locale { Locale::of_page(facts.page(), deadline)? } else { Locale::default() };
    if let Title::Before(title) = output.title {
        forms.title(title, &locale);
    }
    let (mut lost, mut lacks_room) = (Lost::default(), false);
    match selection.emission {
        Emission::Parser | Emission::Formatted | Emission::Unscripted => {
            let kept = Kept::new(selection);
            let locale = uses_locale.then_some(&locale);
            let content = content(facts, selection, output, &kept, locale, deadline)?;
            (lost, lacks_room) = document::assemble(content, &mut writer, &mut forms.sinks(), deadline)?;
        }
        Emission::Raw { .. } => {
            text::write(facts, selection, &mut writer, deadline)?;
            lines_as_paragraphs(writer.written(), &mut forms.sinks(), deadline)?;
        }
    }
    let landings = writer.take_landings();
    let rendered = forms.finish(writer.into_text(), lost);
    Ok((Rendered { cut: rendered.cut || lacks_room, ..rendered }, landings))
}

/// What the document of a page is made of.
fn content<'c>(
    facts: PageFacts<'c>,
    selection: &'c Selection,
    output: &Output<'c>,
    kept: &'c Kept,
    locale: Option<&'c Locale>,
    deadline: &mut Deadline,
) -> Result<document::Content<'c>, TimedOut> {
    Ok(document::Content {
        facts,
        kept,
        selection,
        tables: facts.data_tables(deadline)?,
        addresses: output.addresses,
        records: output.records,
        title: output.title,
        markup: output.markup,
        unscripted: selection.emission == Emission::Unscripted,
        locale,
        max_address_bytes: max_address_bytes(facts.page(), output.max_bytes),
    })
}

/// The bytes that the URLs of a form may take: what is left when there is room for the text, but at least half, and no more than
/// [`budget::max_address_bytes`].
fn max_address_bytes(page: &Page<'_>, max_output: usize) -> usize {
    /// Markup takes some room besides its text. Chosen by hand.
    const FORM_PER_SOURCE: usize = 2;
    let page_bytes = page.source().text().len();
    let text = page_bytes.saturating_mul(FORM_PER_SOURCE);
    (max_output - text.min(max_output / 2)).min(budget::max_address_bytes(page_bytes))
}

/// Renders a selection that needs no tree: raw characters of a source, or nothing. In markup, each line is a paragraph.
pub(crate) fn lines(
    source: &Source<'_>,
    selection: &Selection,
    markup: Markup,
    max_output: usize,
    deadline: &mut Deadline,
) -> Result<Rendered, TimedOut> {
    let mut writer = Writer::new(max_output, selection.emission);
    text::write_raw(source, selection, &mut writer, deadline)?;
    let mut forms = Forms::new(markup, selection.emission, max_output);
    lines_as_paragraphs(writer.written(), &mut forms.sinks(), deadline)?;
    Ok(forms.finish(writer.into_text(), Lost::default()))
}

/// The forms of output that are written in the same walk as the plain text.
struct Forms {
    outline: Option<Outline>,
    markdown: Option<Markdown>,
    html: Option<Html>,
}

impl Forms {
    fn new(markup: Markup, emission: Emission, max_output: usize) -> Forms {
        let shows_structure = markup.text != TextForm::LINES && !emission.is_raw();
        Forms {
            outline: shows_structure.then(|| Outline::new(markup.text, max_output)),
            markdown: markup.markdown.then(|| Markdown::new(max_output)),
            html: markup.html.then(|| Html::new(max_output)),
        }
    }

    fn sinks(&mut self) -> Vec<&mut dyn Sink> {
        let sinks = [
            self.outline.as_mut().map(|sink| sink as &mut dyn Sink),
            self.markdown.as_mut().map(|sink| sink as &mut dyn Sink),
            self.html.as_mut().map(|sink| sink as &mut dyn Sink),
        ];
        sinks.into_iter().flatten().collect()
    }

    /// Begins Markdown and HTML with a heading.
    fn title(&mut self, title: &str, locale: &Locale) {
        let mut leaf = Leaf { kind: LeafKind::Heading(1), ..Leaf::default() };
        leaf.push(title, 0, 0, None);
        self.markdown.iter_mut().for_each(|sink| sink.leaf(&leaf, locale));
        self.html.iter_mut().for_each(|sink| sink.leaf(&leaf, locale));
    }

    fn finish(mut self, text: Text, mut lost: Lost) -> Rendered {
        let cut = text.cut || self.sinks().iter().any(|sink| sink.is_full());
        if let Some(markdown) = &self.markdown {
            lost.emphasis += markdown.lost_emphasis;
            lost.nesting += markdown.lost_nesting;
            lost.spans += markdown.lost_spans;
        }
        Rendered {
            text: self.outline.map_or(text.text, Outline::into_text),
            markdown: self.markdown.map(Markdown::into_text),
            html: self.html.map(Html::into_text),
            lost,
            cut,
        }
    }
}

/// The canonical address that a page declares in its head.
fn canonical_of(page: &Page<'_>) -> Option<String> {
    let links = page.head()?.children().filter(|element| element.tag() == Tag::Link);
    let is_canonical =
        |link: &Element<'_>| link.attribute("rel").is_some_and(|rel| rel.eq_ignore_ascii_case("canonical"));
    let link = links.into_iter().find(is_canonical)?;
    link.attribute("href").map(std::borrow::Cow::into_owned)
}

/// Writes each line of a text as a paragraph. Used for emissions that assemble no document.
fn lines_as_paragraphs(
    text: &str,
    sinks: &mut [&mut dyn Sink],
    deadline: &mut Deadline,
) -> Result<(), TimedOut> {
    let (mut leaf, locale) = (Leaf::default(), Locale::default());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        deadline.tick()?;
        leaf.clear();
        leaf.push(line, 0, 0, None);
        sinks.iter_mut().for_each(|sink| sink.leaf(&leaf, &locale));
    }
    Ok(())
}
