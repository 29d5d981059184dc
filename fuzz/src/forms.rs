//! Everything that dehusk can be asked for about a page, each with a name.

use dehusk::budget::Limits;
use dehusk::metadata::Context;
use dehusk::parts::Parts;
use dehusk::render::Markup;
use dehusk::visibility::HiddenText;
use dehusk::{Extraction, Extractor, Options};

/// The address of all pages.
pub const ADDRESS: &str = "https://mill.example/news/reopens.html";
/// The content type of all pages.
pub const CONTENT_TYPE: &str = "text/html; charset=utf-8";

/// What is asked for.
#[derive(Clone, Debug)]
pub enum Asked {
    /// An extraction with these options.
    Extraction(Options),
    /// The metadata.
    Metadata,
    /// An explanation of the method of these options.
    Explanation(Options),
}

/// A form of output.
#[derive(Clone, Debug)]
pub struct Form {
    /// Its name.
    pub name: String,
    /// What is asked for.
    pub asked: Asked,
}

/// A method name that [`dehusk::methods`] listed is always known, and so are the selectors of this module.
fn known<T>(options: Result<T, dehusk::Error>) -> T {
    options.unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the names of all methods and presets.
#[must_use]
pub fn methods() -> Vec<&'static str> {
    let presets = dehusk::methods::presets().iter().map(|preset| preset.name);
    dehusk::methods::all().iter().map(|method| method.name()).chain(presets).collect()
}

/// Returns options with a method and the address of all pages, without a deadline.
#[must_use]
pub fn options(method: &str) -> Options {
    let limits = Limits { timeout: None, ..Limits::default() };
    known(Options::new().with_method(method)).with_address(ADDRESS).with_limits(limits)
}

/// Returns options with everything that an extraction can produce.
#[must_use]
pub fn everything(method: &str) -> Options {
    options(method).with_markup(Markup::ALL).with_parts(Parts::ALL)
}

/// Returns the forms that together run nearly all of the code: the first look at a page.
#[must_use]
pub fn main_forms() -> Vec<Form> {
    let extraction = |name: &str, options| Form { name: name.to_owned(), asked: Asked::Extraction(options) };
    vec![
        extraction("plain, everything", everything("plain")),
        extraction("grain, everything", everything("grain")),
        Form { name: "metadata".to_owned(), asked: Asked::Metadata },
    ]
}

/// Returns the other forms: each method, each output alone, and each option that changes what is done.
#[must_use]
pub fn other_forms() -> Vec<Form> {
    let mut forms = Vec::new();
    let mut add = |name: String, asked| forms.push(Form { name, asked });
    for method in methods() {
        add(format!("{method}, text"), Asked::Extraction(options(method)));
        add(format!("{method}, explanation"), Asked::Explanation(options(method)));
    }
    for method in ["plain", "grain"] {
        let with = |markup, parts| Asked::Extraction(options(method).with_markup(markup).with_parts(parts));
        add(format!("{method}, markdown"), with(Markup::MARKDOWN, Parts::NONE));
        add(format!("{method}, html"), with(Markup::HTML, Parts::NONE));
        add(format!("{method}, parts"), with(Markup::NONE, Parts::ALL));
        let all = || everything(method);
        for hidden in [HiddenText::Drop, HiddenText::Auto, HiddenText::Keep, HiddenText::Flag] {
            add(
                format!("{method}, hidden {}", hidden.as_str()),
                Asked::Extraction(all().with_hidden(hidden)),
            );
        }
        add(format!("{method}, without comments"), Asked::Extraction(all().without_comments()));
        add(format!("{method}, without tables"), Asked::Extraction(all().without_tables()));
        let select =
            known(all().with_select("div, section:not(.a) > p, li ~ li, [class^=a]:nth-child(2n+1)"));
        add(format!("{method}, select"), Asked::Extraction(select));
        let exclude = known(all().with_exclude("b, p + p, td:last-child, :is(a, i):empty"));
        add(format!("{method}, exclude"), Asked::Extraction(exclude));
    }
    forms
}

/// Returns all forms.
#[must_use]
pub fn all_forms() -> Vec<Form> {
    let mut forms = main_forms();
    forms.extend(other_forms());
    forms
}

impl Form {
    /// Makes this form of a page with a new extractor. Returns the status in one word and the number of bytes or items of the
    /// output.
    #[must_use]
    pub fn make(&self, page: &[u8]) -> (&'static str, usize) {
        match &self.asked {
            Asked::Extraction(options) => {
                let answer = Extractor::new(options.clone()).extract(page, Some(CONTENT_TYPE));
                (answer.status().as_str(), size(&answer))
            }
            Asked::Metadata => {
                let context = Context { address: Some(ADDRESS), ..Context::default() };
                let mut extractor = Extractor::new(options("plain"));
                let metadata = extractor.open(page, Some(CONTENT_TYPE)).metadata(&context);
                (if metadata.is_some() { "ok" } else { "none" }, 0)
            }
            Asked::Explanation(options) => {
                let mut extractor = Extractor::new(options.clone());
                let explanation = extractor.open(page, Some(CONTENT_TYPE)).explain(options.method_value());
                (
                    if explanation.is_some() { "ok" } else { "none" },
                    explanation.map_or(0, |it| it.blocks.len()),
                )
            }
        }
    }
}

fn size(answer: &Extraction) -> usize {
    let forms = [Some(answer.text()), answer.markdown(), answer.html()];
    forms.into_iter().flatten().map(str::len).sum()
}
