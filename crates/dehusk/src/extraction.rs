//! The result of extracting one page: a status, the text in the requested forms, and what is known about the text and the page.
//!
//! [`mod@crate::extract`] fills in the result. This module only holds it.

use crate::assessment::{Assessment, Grade, PageType, Quality};
use crate::parts::{Block, Comment, Image, Item, Link, Lists, Table};
use crate::render::Lost;
use crate::selection::Selection;
use crate::source::EncodingOrigin;

/// The outcome of an extraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
    /// There is a text.
    Ok,
    /// There is no text; the reason says why.
    Empty,
    /// A limit on depth, elements, memory or output was exceeded. The text may be incomplete; see
    /// [`Limits`](crate::budget::Limits).
    Partial,
    /// The deadline passed. There is no text.
    Timeout,
    /// The input is larger than allowed and was not read.
    TooLarge,
    /// The input is certainly not HTML, but for example a feed, other XML, JSON, plain text or an image; the reason names the
    /// format.
    NotHtml,
    /// The page could not be read or processed. The library itself never returns this status; programs that use it can.
    Error,
}

impl Status {
    /// Returns the status as a word for records.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Ok => "ok",
            Status::Empty => "empty",
            Status::Partial => "partial",
            Status::Timeout => "timeout",
            Status::TooLarge => "too_large",
            Status::NotHtml => "not_html",
            Status::Error => "error",
        }
    }

    /// Whether the status means that there is no usable answer: `timeout`, `too_large`, `not_html` or `error`.
    #[must_use]
    pub fn is_failure(self) -> bool {
        matches!(self, Status::Timeout | Status::TooLarge | Status::NotHtml | Status::Error)
    }
}

/// The result of extracting one page.
#[derive(Clone, Debug, PartialEq)]
pub struct Extraction {
    pub(crate) status: Status,
    pub(crate) reason: Option<&'static str>,
    pub(crate) text: String,
    pub(crate) markdown: Option<String>,
    pub(crate) html: Option<String>,
    pub(crate) lost: Lost,
    pub(crate) lists: Lists,
    pub(crate) selection: Option<Selection>,
    pub(crate) method: &'static str,
    pub(crate) encoding: &'static str,
    pub(crate) origin: EncodingOrigin,
    pub(crate) replaced: bool,
    pub(crate) looks_like_utf8: bool,
    pub(crate) invisible: usize,
    pub(crate) bytes: usize,
}

impl Extraction {
    pub(crate) fn without_text(bytes: usize, status: Status, reason: &'static str) -> Extraction {
        Extraction {
            status,
            reason: Some(reason),
            text: String::new(),
            markdown: None,
            html: None,
            lost: Lost::default(),
            lists: Lists::default(),
            selection: None,
            method: "",
            encoding: "UTF-8",
            origin: EncodingOrigin::Utf8,
            replaced: false,
            looks_like_utf8: false,
            invisible: 0,
            bytes,
        }
    }

    /// The outcome.
    #[must_use]
    pub fn status(&self) -> Status {
        self.status
    }

    /// The reason for the status, unless it is plain success: the limit that was exceeded, why nothing was found, or what the
    /// input is instead of HTML. With the status `ok`, the reason `json_ld` means that the text comes from the page's data
    /// because the page does not show it, and `noise_ignored` that the site noise stays in the text because the method keeps
    /// nothing without it.
    ///
    /// ```
    /// let body = "The old mill on the river reopens on Monday, after two winters of repairs. ".repeat(4);
    /// let page = format!(r#"<script type="application/ld+json">{{"@type": "NewsArticle", "articleBody": "{body}"}}</script>
    ///     <div id=app></div>"#);
    /// let extraction = dehusk::extract(page.as_bytes());
    /// assert_eq!((extraction.text(), extraction.reason()), (body.trim_end(), Some("json_ld")));
    /// ```
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        self.reason
    }

    /// The main content as text, with lines separated by `\n`.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The main content as text, without a copy.
    #[must_use]
    pub fn into_text(self) -> String {
        self.text
    }

    /// The main content as GitHub Flavored Markdown, if [`Options::with_markup`](crate::Options::with_markup) requested it.
    #[must_use]
    pub fn markdown(&self) -> Option<&str> {
        self.markdown.as_deref()
    }

    /// The main content as HTML of a few elements, safe to insert into a page, if
    /// [`Options::with_markup`](crate::Options::with_markup) requested it.
    ///
    /// ```
    /// use dehusk::{Extractor, Options, render::Markup};
    /// let mut extractor = Extractor::new(Options::new().with_markup(Markup::HTML));
    /// let page = b"<p onclick=x()>The <a href='javascript:x()'>old mill</a> reopens on Monday.<script>x()</script>";
    /// assert_eq!(extractor.extract(page, None).html(), Some("<p>The old mill reopens on Monday.</p>\n"));
    /// ```
    #[must_use]
    pub fn html(&self) -> Option<&str> {
        self.html.as_deref()
    }

    /// The numbers of links, images and other items that Markdown or HTML could not express.
    #[must_use]
    pub fn lost(&self) -> Lost {
        self.lost
    }

    /// Returns text, Markdown and HTML, without a copy.
    #[must_use]
    pub fn into_forms(self) -> (String, Option<String>, Option<String>) {
        (self.text, self.markdown, self.html)
    }

    /// Every block of the page, whether kept or removed, in the order of the page, if
    /// [`Options::with_parts`](crate::Options::with_parts) requested them.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.lists.blocks
    }

    /// The links of the kept content, if [`Options::with_parts`](crate::Options::with_parts) requested them.
    #[must_use]
    pub fn links(&self) -> &[Link] {
        &self.lists.links
    }

    /// The images of the kept content, if [`Options::with_parts`](crate::Options::with_parts) requested them.
    #[must_use]
    pub fn images(&self) -> &[Image] {
        &self.lists.images
    }

    /// The data tables of the kept content, if [`Options::with_parts`](crate::Options::with_parts) requested them.
    #[must_use]
    pub fn tables(&self) -> &[Table] {
        &self.lists.tables
    }

    /// The items of the groups in the kept content, with their fields, if
    /// [`Options::with_parts`](crate::Options::with_parts) requested them.
    ///
    /// ```
    /// use dehusk::parts::Parts;
    /// use dehusk::{Extractor, Options};
    /// let mut parts = Parts::NONE;
    /// parts.items = true;
    /// let page = "<h1>Oils</h1><ul><li><a href=/a>Linseed</a> €9<li><a href=/b>Walnut</a> €12<li><a href=/c>Poppy</a> €14</ul>";
    /// let mut extractor = Extractor::new(Options::new().with_method("plain")?.with_parts(parts));
    /// let oils = extractor.extract(page.as_bytes(), None);
    /// let prices: Vec<_> = oils.items().iter().map(|item| (item.get("title"), item.get("price"))).collect();
    /// assert_eq!(prices[0], (Some("Linseed"), Some("€9")));
    /// # Ok::<(), dehusk::Error>(())
    /// ```
    #[must_use]
    pub fn items(&self) -> &[Item] {
        &self.lists.items
    }

    /// Readers' comments, whether or not they are in the text, if [`Options::with_parts`](crate::Options::with_parts) requested
    /// them.
    #[must_use]
    pub fn comments(&self) -> &[Comment] {
        &self.lists.comments
    }

    /// The JSON-LD scripts as they are written, valid or not, if [`Options::with_parts`](crate::Options::with_parts) requested
    /// them.
    #[must_use]
    pub fn json_ld(&self) -> &[String] {
        &self.lists.json_ld
    }

    /// Takes all lists out of the extraction, without a copy.
    #[must_use]
    pub fn take_lists(&mut self) -> Lists {
        std::mem::take(&mut self.lists)
    }

    /// The decisions of the method. Their spans are byte offsets in the decoded source. `None` if no method ran.
    #[must_use]
    pub fn selection(&self) -> Option<&Selection> {
        self.selection.as_ref()
    }

    /// The number of hidden texts that are kept: what the page hides by attributes or style, and the method or the option
    /// [`Options::with_hidden`](crate::Options::with_hidden) kept. Text in one hidden element counts once. 0 if hidden text was
    /// not looked for.
    #[must_use]
    pub fn hidden_kept(&self) -> usize {
        self.hidden_where(true)
    }

    /// The number of hidden texts that were removed because they are hidden; counted like [`Extraction::hidden_kept`]. Hidden
    /// text that the method itself did not keep does not count.
    #[must_use]
    pub fn hidden_removed(&self) -> usize {
        self.hidden_where(false)
    }

    /// The number of characters in the text that readers do not see, such as zero-width spaces and tag characters; see
    /// [`crate::Options::with_invisible`]. They are in the text unless the option removed them.
    #[must_use]
    pub fn invisible(&self) -> usize {
        self.invisible
    }

    fn hidden_where(&self, kept: bool) -> usize {
        let hidden = self.selection.iter().flat_map(|selection| &selection.hidden);
        hidden.filter(|text| text.kept == kept).count()
    }

    /// The method's assessment of the page as a whole. Only `grain` makes one, and only for whole pages, not for fragments.
    #[must_use]
    pub fn assessment(&self) -> Option<&Assessment> {
        self.selection.as_ref()?.assessment.as_ref()
    }

    /// The most probable page type; [`Extraction::assessment`] has the probabilities of all types.
    #[must_use]
    pub fn page_type(&self) -> Option<PageType> {
        self.assessment().map(Assessment::page_type)
    }

    /// The estimated quality of the text. `None` if the quality is unknown, for example because the text comes from the page's
    /// data.
    #[must_use]
    pub fn quality(&self) -> Option<Quality> {
        if self.selection.as_ref().is_some_and(Selection::is_from_data) {
            return None;
        }
        let score = self.assessment()?.expected_f1;
        Some(Quality { score, verdict: Grade::of(score, self.text.is_empty()) })
    }

    /// The name of the method.
    #[must_use]
    pub fn method(&self) -> &'static str {
        self.method
    }

    /// The name of the encoding that the page was decoded from.
    #[must_use]
    pub fn encoding(&self) -> &'static str {
        self.encoding
    }

    /// How the encoding was found: `bom`, `http`, `meta`, `utf8` or `detected`.
    #[must_use]
    pub fn encoding_origin(&self) -> &'static str {
        self.origin.as_str()
    }

    /// Whether malformed bytes were replaced with U+FFFD.
    #[must_use]
    pub fn replaced(&self) -> bool {
        self.replaced
    }

    /// Whether the bytes look like UTF-8 although the HTTP header declares another encoding, which was used
    /// ([`Source::looks_like_utf8`](crate::source::Source::looks_like_utf8)).
    #[must_use]
    pub fn looks_like_utf8(&self) -> bool {
        self.looks_like_utf8
    }

    /// The length of the input in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}
