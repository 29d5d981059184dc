//! Fields by the caller's CSS selectors: what is known about a site goes before what its pages say.

use super::candidates::collapse_whitespace;
use super::date::Reader;
use super::{Field, Metadata, Origin, author};
use crate::budget::{Deadline, TimedOut};
use crate::css::{Matcher, Selectors};
use crate::page::{Element, Event, Page};

/// Bytes of an element's text that are read; a longer one is no name, date or heading.
const MOST_TEXT: usize = 1_000;
/// Most authors of a page.
const MOST_AUTHORS: usize = 32;

/// Where fields of the pages of a site stand: the first selector that has a value counts. A value is the attribute `content` or
/// `datetime` of an element, where it has one, else its text.
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
    /// The authors: all elements that match the selector that counts.
    pub author: Vec<Selectors>,
    /// The day of publication, in any common form.
    pub date: Vec<Selectors>,
}

impl FieldRules {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.title.is_empty() && self.author.is_empty() && self.date.is_empty()
    }
}

/// Puts the values that the rules find in the place of others.
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
    let authors = values(&rules.author, page, deadline, MOST_AUTHORS, name)?;
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

/// The different values of the elements that match the first selector which has any.
fn values(
    selectors: &[Selectors],
    page: &Page<'_>,
    deadline: &Deadline,
    most: usize,
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
                        && let Some(value) = read(&collapse_whitespace(&written(page, &element)))
                        && !value.is_empty()
                        && !values.contains(&value)
                    {
                        values.push(value);
                    }
                }
                Event::Leave(_) => depth -= 1,
                Event::Text(_) => {}
            }
            if values.len() >= most {
                break;
            }
        }
        if !values.is_empty() {
            break;
        }
    }
    Ok(values)
}

/// The value of an element, cut to what is read of one.
fn written(page: &Page<'_>, element: &Element<'_>) -> String {
    if let Some(value) = element.attribute("content").or_else(|| element.attribute("datetime")) {
        return value.into_owned();
    }
    let mut text = String::new();
    for event in element.walk() {
        if let Event::Text(run) = event {
            if run.begins_line() {
                text.push(' ');
            }
            text.push_str(&page.text_of(&run));
        }
        if text.len() > MOST_TEXT {
            text.truncate(text.floor_char_boundary(MOST_TEXT));
            break;
        }
    }
    text
}
