//! From bytes to an [`Extraction`]: decode, parse, select, render, within the limits.
//!
//! [`Extractor`] has the options and the buffers for all pages, [`OpenPage`] is one page, and `steps` defines the order in which
//! a page is processed. [`GuardedExtractor`] keeps a panic on one page from affecting other pages.

#[cfg(feature = "invisible")]
mod clean;
mod guard;
mod open_page;
mod steps;

pub use guard::{GuardedExtractor, PageInput, Panicked, guarded};
pub use open_page::OpenPage;

use crate::extraction::Extraction;
use crate::options::Options;
use crate::page::Buffers;

/// Extracts main content from one page after another. Use one extractor per thread. It keeps buffers but no state: the answer for
/// a page does not depend on previous pages. The buffers keep the size that the largest page needed.
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
    /// Returns an extractor with these options.
    #[must_use]
    pub fn new(options: Options) -> Extractor {
        Extractor { options, buffers: Buffers::default() }
    }

    /// Returns the options.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Extracts the main content of one page. Never fails: see [`Status`](crate::Status).
    ///
    /// `content_type` is the value of the HTTP header, if there was one.
    pub fn extract(&mut self, bytes: &[u8], content_type: Option<&str>) -> Extraction {
        let Extractor { options, buffers } = self;
        OpenPage::new(options, buffers, bytes, content_type).extract(options.method_value())
    }

    /// Opens a page, so that several methods can use it and it is decoded only once. The method of the extractor's options is not
    /// used.
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

    /// Like [`Extractor::open`], but takes the address of the page too.
    pub fn open_page<'e, 'b>(&'e mut self, page: &PageInput<'b>) -> OpenPage<'e, 'b> {
        let mut opened = self.open(page.bytes, page.content_type);
        if let Some(address) = page.address {
            opened.set_address(address);
        }
        opened
    }
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
