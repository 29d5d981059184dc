//! Extracts one page, with its metadata, and catches panics: a defect of dehusk costs only the page on which it happens.
//!
//! The program, the batch kernel, the server and the Python package do all work on pages within [`GuardedExtractor`] or
//! [`guarded`]. This module does no input or output.

use super::{Extractor, OpenPage};
use crate::extraction::Extraction;
use crate::metadata::{Context, Metadata};
use crate::options::Options;
use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The bytes of a page, with its content type and address if they are known.
///
/// ```
/// use dehusk::PageInput;
/// let page = PageInput { address: Some("https://mill.example/news"), ..PageInput::new(b"<p>It reopens.") };
/// assert_eq!(page.content_type, None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PageInput<'a> {
    /// The page as received, with any content encoding removed.
    pub bytes: &'a [u8],
    /// The value of the HTTP header `Content-Type`.
    pub content_type: Option<&'a str>,
    /// The address that the page came from. Links are resolved against it, and the host in the metadata comes from it.
    pub address: Option<&'a str>,
}

impl<'a> PageInput<'a> {
    /// Returns a page with these bytes, without a content type or an address.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> PageInput<'a> {
        PageInput { bytes, content_type: None, address: None }
    }
}

/// dehusk panicked on a page. This is always a defect of dehusk, never of the page; the message asks to report it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panicked {
    message: String,
}

impl Panicked {
    fn of(payload: &(dyn Any + Send)) -> Panicked {
        let message = payload.downcast_ref::<&str>().map(|message| (*message).to_owned());
        let message = message.or_else(|| payload.downcast_ref::<String>().cloned());
        Panicked { message: message.unwrap_or_else(|| "no message".to_owned()) }
    }

    /// The message of the panic.
    ///
    /// ```
    /// assert_eq!(dehusk::guarded(|| panic!("index {}", 7)).unwrap_err().message(), "index 7");
    /// ```
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Panicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "dehusk failed on this page with an internal error ({}); please report this together with the page",
            self.message
        )
    }
}

impl std::error::Error for Panicked {}

/// Runs `work` and turns a panic into an error. After an error, drop everything that `work` may have changed.
///
/// # Errors
/// [`Panicked`] with the message of the panic.
///
/// ```
/// let error = dehusk::guarded(|| panic!("index {}", 7)).unwrap_err();
/// assert_eq!(error.to_string(), "dehusk failed on this page with an internal error (index 7); please report this together with the page");
/// ```
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| Panicked::of(payload.as_ref()))
}

/// An [`Extractor`] for many pages. A panic costs only the page on which it happens.
///
/// ```
/// use dehusk::{GuardedExtractor, Options, PageInput};
/// let mut extractor = GuardedExtractor::new(Options::new());
/// let page = PageInput::new(b"<title>Mill</title><p>The old mill reopens on Monday, after ten years of repair.</p>");
/// let (extraction, metadata) = extractor.extract_with_metadata(&page)?;
/// assert_eq!(extraction.text(), "The old mill reopens on Monday, after ten years of repair.");
/// assert_eq!(metadata.unwrap().title.unwrap().value, "Mill");
/// # Ok::<(), dehusk::Panicked>(())
/// ```
#[derive(Debug)]
pub struct GuardedExtractor {
    options: Options,
    /// `None` before the first page, and again after a panic, because the panic may have left the extractor in an inconsistent
    /// state.
    extractor: Option<Extractor>,
}

impl GuardedExtractor {
    /// Returns an extractor with these options.
    #[must_use]
    pub fn new(options: Options) -> GuardedExtractor {
        GuardedExtractor { options, extractor: None }
    }

    /// Returns the options.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Opens a page and runs `work` on it. `work` also receives the options of the extractor.
    ///
    /// # Errors
    /// [`Panicked`] if dehusk or `work` panicked.
    pub fn open<T>(
        &mut self,
        page: &PageInput<'_>,
        work: impl FnOnce(&mut OpenPage<'_, '_>, &Options) -> T,
    ) -> Result<T, Panicked> {
        let mut extractor = self.extractor.take().unwrap_or_else(|| Extractor::new(self.options.clone()));
        let options = &self.options;
        let (done, extractor) = guarded(move || {
            let mut opened = extractor.open_page(page);
            let done = work(&mut opened, options);
            drop(opened);
            (done, extractor)
        })?;
        self.extractor = Some(extractor);
        Ok(done)
    }

    /// Extracts the main content of a page.
    ///
    /// # Errors
    /// [`Panicked`] if dehusk panicked.
    pub fn extract(&mut self, page: &PageInput<'_>) -> Result<Extraction, Panicked> {
        self.open(page, |opened, options| opened.extract(options.method_value()))
    }

    /// Extracts the main content of a page and its metadata. The metadata is `None` if the page was refused or the
    /// deadline passed.
    ///
    /// # Errors
    /// [`Panicked`] if dehusk panicked.
    pub fn extract_with_metadata(
        &mut self,
        page: &PageInput<'_>,
    ) -> Result<(Extraction, Option<Metadata>), Panicked> {
        self.open(page, |opened, options| {
            let context = Context { address: page.address, ..Context::default() };
            let metadata = opened.metadata(&context);
            (opened.extract(options.method_value()), metadata)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_costs_only_its_page() {
        let mut extractor = GuardedExtractor::new(Options::new().with(crate::methods::Plain));
        let page = PageInput::new(b"<p>a");
        let error = extractor.open(&page, |_, _| panic!("oh")).unwrap_err();
        assert!(error.to_string().contains("(oh)"), "{error}");
        assert_eq!(extractor.extract(&page).unwrap().text(), "a");
    }

    #[test]
    fn metadata_comes_with_the_same_text() {
        let mut extractor = GuardedExtractor::new(Options::new().with(crate::methods::Plain));
        let page = PageInput::new(b"<title>Mill</title><p>a");
        let (extraction, metadata) = extractor.extract_with_metadata(&page).unwrap();
        assert_eq!(extraction.text(), extractor.extract(&page).unwrap().text());
        assert_eq!(metadata.unwrap().title.unwrap().value, "Mill");
    }
}
