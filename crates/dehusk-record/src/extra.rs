//! The fields that a caller can add to a record: `--with` on the command line, `with` elsewhere.

use dehusk::parts::Parts;
use dehusk::render::Markup;
use serde::{Deserialize, Serialize};

/// A field that is in a record only on request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "snake_case")]
pub enum Extra {
    /// Title, authors, date, site, language and other metadata with their origins; see `dehusk metadata --help`
    Metadata,
    /// The main content as GitHub Flavored Markdown, and the number of items that it cannot express (`lost`)
    #[cfg_attr(feature = "clap", value(alias = "md"))]
    #[serde(alias = "md")]
    Markdown,
    /// The main content as HTML with only a few safe elements, and `lost`
    Html,
    /// Every block of the page, whether kept or removed, with its score, reason, offsets and XPath
    Blocks,
    /// The links of the main content
    Links,
    /// The images of the main content
    Images,
    /// The data tables of the main content, cell by cell
    Tables,
    /// The items of lists, result pages, shops, threads, recipes and tables of facts: each with its title, address, price, date,
    /// author and other fields
    Items,
    /// Readers' comments, with author and date if the page marks them
    Comments,
    /// The unmodified JSON-LD of the page (`raw_jsonld`)
    Jsonld,
    /// All of the above
    All,
    /// The processing time in milliseconds (`timing_ms`), the only field that differs between runs
    Timing,
}

impl Extra {
    /// Whether this field is requested, by name or as part of `all`.
    pub fn is_in(self, extras: &[Extra]) -> bool {
        extras.contains(&self) || (self != Extra::Timing && extras.contains(&Extra::All))
    }

    /// Adds the markup that these fields need to `markup`.
    pub fn add_markup(extras: &[Extra], markup: &mut Markup) {
        markup.markdown |= Extra::Markdown.is_in(extras);
        markup.html |= Extra::Html.is_in(extras);
    }

    /// Returns which lists are requested.
    pub fn parts(extras: &[Extra]) -> Parts {
        let mut wanted = Parts::NONE;
        wanted.blocks = Extra::Blocks.is_in(extras);
        wanted.links = Extra::Links.is_in(extras);
        wanted.images = Extra::Images.is_in(extras);
        wanted.tables = Extra::Tables.is_in(extras);
        wanted.items = Extra::Items.is_in(extras);
        wanted.comments = Extra::Comments.is_in(extras);
        wanted.json_ld = Extra::Jsonld.is_in(extras);
        wanted
    }
}
