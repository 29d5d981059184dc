//! The options of an extraction as JSON, in the words of the command line.

use std::collections::BTreeMap;
use std::time::Duration;

use dehusk::budget::Limits;
use dehusk::overrides::TitleLine;
use dehusk::render::Markup;
use dehusk::{Error, Options};
use serde::{Deserialize, Serialize};

use crate::answer::Wanted;
use crate::extra::Extra;

/// The options of an extraction. Their names are those of `dehusk extract --help`, with `_` instead of `-`; what is left out has the
/// same default as there. Unknown names are errors.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The extraction method.
    pub method: Option<String>,
    /// The parameters of the method, as text or numbers.
    pub params: BTreeMap<String, Param>,
    /// `precision`, `balanced` or `recall`: short for the parameter `focus`.
    pub focus: Option<String>,
    /// Fields to add to the record.
    pub with: Vec<Extra>,
    /// Languages of the wanted pages, as tags such as `de` or `pt-BR`; `pt` includes `pt-BR`. None means all.
    #[cfg(feature = "languages")]
    pub languages: Vec<String>,
    /// CSS selectors of the elements to search in.
    pub select: Vec<String>,
    /// CSS selectors of elements to remove first.
    pub exclude: Vec<String>,
    /// What to do with hidden text: `auto`, `drop`, `keep` or `flag`.
    pub hidden: Option<String>,
    /// What to do with characters that readers do not see: `keep` or `strip`.
    pub invisible: Option<String>,
    /// Whether the output includes the page's title: `auto`, `as-found`, `in` or `out`.
    pub title: Title,
    /// Leave out the addresses of links in Markdown and HTML.
    pub no_links: bool,
    /// Leave out images in Markdown and HTML.
    pub no_images: bool,
    /// Keep images that are embedded in the page.
    pub data_images: bool,
    /// Leave out readers' comments.
    pub no_comments: bool,
    /// Leave out tables of data.
    pub no_tables: bool,
    /// Mark list items in text.
    pub list_marks: bool,
    /// Write each table row in text as one line.
    pub table_rows: bool,
    /// Explain why each block was kept or removed.
    pub explain: bool,
    /// Maximum CPU time in milliseconds; 0 means no limit.
    pub timeout_ms: Option<u64>,
    /// Maximum size of the page in bytes.
    pub max_bytes: Option<usize>,
    /// Maximum nesting depth of elements.
    pub max_depth: Option<usize>,
    /// Maximum number of elements.
    pub max_elements: Option<usize>,
    /// Maximum size of the text in bytes.
    pub max_output: Option<usize>,
    /// Maximum memory for the page in bytes.
    pub max_memory: Option<usize>,
}

/// The value of a parameter: `"8"` and `8` are the same.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(untagged)]
pub enum Param {
    /// Text, as typed on the command line.
    Text(String),
    /// A number.
    Number(serde_json::Number),
    /// `true` or `false`.
    Truth(bool),
}

/// The values of `title`.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Title {
    /// Markdown and HTML begin with the title as a heading, unless the main content has it; in text, the method decides.
    #[default]
    Auto,
    /// The method decides.
    AsFound,
    /// Include the heading with the title.
    In,
    /// Remove the heading with the title.
    Out,
}

impl From<Title> for TitleLine {
    fn from(title: Title) -> TitleLine {
        match title {
            Title::Auto => TitleLine::Auto,
            Title::AsFound => TitleLine::AsFound,
            Title::In => TitleLine::In,
            Title::Out => TitleLine::Out,
        }
    }
}

impl Param {
    fn text(&self) -> String {
        match self {
            Param::Text(text) => text.clone(),
            Param::Number(number) => number.to_string(),
            Param::Truth(truth) => truth.to_string(),
        }
    }
}

impl Settings {
    /// What is wanted of each page besides its text.
    pub fn wanted(&self) -> Wanted {
        Wanted { metadata: Extra::Metadata.is_in(&self.with), explanation: self.explain }
    }

    /// Returns the options, with the markup that `with` requests.
    ///
    /// # Errors
    ///
    /// If a method, parameter, selector, language or word is not known or not valid. The error says which.
    pub fn options(&self) -> Result<Options, Error> {
        self.options_with(Markup::NONE)
    }

    /// As [`Settings::options`], and also requests `markup`.
    ///
    /// # Errors
    ///
    /// As [`Settings::options`].
    pub fn options_with(&self, markup: Markup) -> Result<Options, Error> {
        let mut options = self.choosing()?;
        for css in &self.select {
            options = options.with_select(css)?;
        }
        for css in &self.exclude {
            options = options.with_exclude(css)?;
        }
        if let Some(hidden) = &self.hidden {
            options = options.with_hidden(hidden.parse()?);
        }
        if let Some(invisible) = &self.invisible {
            options = options.with_invisible(invisible.parse()?);
        }
        #[cfg(feature = "languages")]
        let options = options.with_languages(&self.languages)?;
        let options = if self.no_tables { options.without_tables() } else { options };
        let options = if self.no_comments { options.without_comments() } else { options };
        let options = options.with_title(self.title.into());
        let options = options.with_parts(Extra::parts(&self.with)).with_limits(self.limits());
        Ok(options.with_markup(self.markup(markup)))
    }

    /// The method with its parameters.
    fn choosing(&self) -> Result<Options, Error> {
        let mut options = Options::new();
        if let Some(method) = &self.method {
            options = options.with_method(method)?;
        }
        for (name, value) in &self.params {
            options = options.with_param(name, &value.text())?;
        }
        self.focus.iter().try_fold(options, |options, focus| options.with_param("focus", focus))
    }

    fn markup(&self, mut markup: Markup) -> Markup {
        Extra::add_markup(&self.with, &mut markup);
        (markup.text.lists, markup.text.rows) = (self.list_marks, self.table_rows);
        (markup.without_links, markup.without_images) = (self.no_links, self.no_images);
        markup.data_images = self.data_images;
        markup
    }

    fn limits(&self) -> Limits {
        let default = Limits::default();
        let timeout = match self.timeout_ms {
            None => default.timeout,
            Some(0) => None,
            Some(milliseconds) => Some(Duration::from_millis(milliseconds)),
        };
        Limits {
            timeout,
            max_bytes: self.max_bytes.unwrap_or(default.max_bytes),
            max_depth: self.max_depth.unwrap_or(default.max_depth),
            max_elements: self.max_elements.unwrap_or(default.max_elements),
            max_output: self.max_output.unwrap_or(default.max_output),
            max_memory: self.max_memory,
        }
    }
}
