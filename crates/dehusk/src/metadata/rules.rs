//! Reads fields with the caller's CSS selectors. These fields take precedence over other metadata of the page.

use super::candidates::collapse_whitespace;
use super::date::Reader;
use super::{Field, Metadata, Origin, author};
use crate::budget::{Deadline, TimedOut};
use crate::css::{Matcher, Selectors};
use crate::page::{Element, Event, Page};

/// Maximum number of bytes of an element's text that are read. Chosen by hand.
const MAX_TEXT_BYTES: usize = 1_000;
/// Maximum number of tags and texts in an element that are read. Chosen by hand: many elements without text may be in one another.
const MAX_EVENTS: usize = 1_000;
/// Maximum number of authors of a page. Chosen by hand.
const MAX_AUTHORS: usize = 32;

/// Selectors that find fields on the pages of a site. For each field, the first selector that finds a value is used. The value of
/// an element is its attribute `content` or `datetime` if present, otherwise its text.
///
/// ```
/// use dehusk::metadata::{Context, FieldRules};
/// use dehusk::{css::Selectors, Extractor, Options};
/// let mut rules = FieldRules::default();
/// rules.title.push(Selectors::parse("main > .headline")?);
/// let context = Context { rules: Some(&rules), ..Context::default() };
/// let page = b"<title>Mill</title><h1>Mill</h1><main><p class=headline>The mill reopens</main>";
/// let metadata = Extractor::new(Options::new()).open(page, None).metadata(&context).unwrap();
/// assert_eq!(metadata.title.unwrap().value, "The mill reopens");
/// # Ok::<(), dehusk::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct FieldRules {
    /// The title.
    pub title: Vec<Selectors>,
    /// The authors: all elements that match the selector.
    pub author: Vec<Selectors>,
    /// The date of publication, in any common form.
    pub date: Vec<Selectors>,
}

impl FieldRules {
    /// Whether there are no rules.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.title.is_empty() && self.author.is_empty() && self.date.is_empty()
    }
}

/// Replaces fields by the values that the rules find.
pub(super) fn apply(
    rules: &FieldRules,
    page: &Page<'_>,
    dates: &Reader,
    metadata: &mut Metadata,
    deadline: &Deadline,
) -> Result<(), TimedOut> {
    let title = first(&rules.title, page, deadline, |text| Some(text.to_owned()))?;
    let date = first(&rules.date, page, deadline, |text| dates.value(text).or_else(|| dates.in_text(text)))?;
    let name = |text: &str| author::in_byline(text).or_else(|| author::name(text));
    let authors = values(&rules.author, page, deadline, MAX_AUTHORS, name)?;
    let field = |value| Field::new(value, Origin::Rule);
    metadata.title = title.map(field).or(metadata.title.take());
    metadata.published = date.map(field).or(metadata.published.take());
    if !authors.is_empty() {
        metadata.authors = Some(Field::new(authors, Origin::Rule));
    }
    Ok(())
}

fn first(
    selectors: &[Selectors],
    page: &Page<'_>,
    deadline: &Deadline,
    read: impl Fn(&str) -> Option<String>,
) -> Result<Option<String>, TimedOut> {
    Ok(values(selectors, page, deadline, 1, read)?.pop())
}

/// Returns at most `max` distinct values, all from elements that match the first selector that finds any value.
fn values(
    selectors: &[Selectors],
    page: &Page<'_>,
    deadline: &Deadline,
    max: usize,
    read: impl Fn(&str) -> Option<String>,
) -> Result<Vec<String>, TimedOut> {
    let mut matcher = Matcher::new(deadline);
    let mut values: Vec<String> = Vec::new();
    for selectors in selectors {
        let mut depth = 0;
        for event in page.walk() {
            match event {
                Event::Enter(element) => {
                    depth += 1;
                    if matcher.matches(selectors, element, depth)?
                        && let Some(value) = read(&collapse_whitespace(&value(page, &element)))
                        && !value.is_empty()
                        && !values.contains(&value)
                    {
                        values.push(value);
                    }
                }
                Event::Leave(_) => depth -= 1,
                Event::Text(_) => {}
            }
            if values.len() >= max {
                break;
            }
        }
        if !values.is_empty() {
            break;
        }
    }
    Ok(values)
}

/// Returns at most [`MAX_TEXT_BYTES`] of the value of an element.
fn value(page: &Page<'_>, element: &Element<'_>) -> String {
    if let Some(value) = element.attribute("content").or_else(|| element.attribute("datetime")) {
        return value[..value.floor_char_boundary(MAX_TEXT_BYTES)].to_owned();
    }
    let mut text = String::new();
    for event in element.walk().take(MAX_EVENTS) {
        if let Event::Text(run) = event {
            if run.begins_line() {
                text.push(' ');
            }
            text.push_str(&page.text_of(&run));
        }
        if text.len() > MAX_TEXT_BYTES {
            text.truncate(text.floor_char_boundary(MAX_TEXT_BYTES));
            break;
        }
    }
    text
}
