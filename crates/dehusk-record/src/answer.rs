//! Extracts one page to its outcome.

use dehusk::metadata::Context;
use dehusk::{Extractor, PageInput};

use crate::outcome::PageOutcome;

/// What is wanted of a page besides its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The metadata of the page.
    pub metadata: bool,
    /// The reason for the decision about each block.
    pub explanation: bool,
}

/// Extracts a page. `id` is its name in the record; the address of `input`, if it has one, is the field `url`.
///
/// This does not catch panics: see [`dehusk::guarded`].
pub fn answer(extractor: &mut Extractor, id: &str, input: &PageInput<'_>, wanted: Wanted) -> PageOutcome {
    let method = extractor.options().method_value().boxed();
    let mut page = extractor.open_page(input);
    let context = Context { address: input.address, ..Context::default() };
    // All steps share one deadline. The metadata come first: they are cheap, and so are there even if the text is not.
    let metadata = if wanted.metadata { page.metadata(&context) } else { None };
    let outcome = PageOutcome {
        url: input.address.map(str::to_owned),
        metadata: metadata.map(Box::new),
        ..PageOutcome::extracted(id, page.extract(&*method))
    };
    if wanted.explanation { outcome.with_explanation(page.explain(&*method)) } else { outcome }
}
