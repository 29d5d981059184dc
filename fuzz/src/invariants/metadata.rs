//! Metadata: deterministic, without control characters, with dates and addresses of the promised form.

use super::{Broken, ensure};
use crate::forms;
use dehusk::Extractor;
use dehusk::metadata::{Context, Field, Metadata};

/// Checks the metadata of a page.
///
/// # Errors
/// What is broken.
pub fn check(page: &[u8]) -> Result<(), Broken> {
    let context = Context { address: Some(forms::ADDRESS), ..Context::default() };
    let mut extractor = Extractor::new(forms::options("plain"));
    let Some(metadata) = extractor.open(page, None).metadata(&context) else { return Ok(()) };
    let again = extractor.open(page, None).metadata(&context);
    ensure(again.as_ref() == Some(&metadata), || format!("{metadata:?} and then {again:?}"))?;
    ensure(metadata.origins().len() <= FIELDS, || format!("{metadata:?}"))?;
    texts(&metadata).into_iter().try_for_each(text)?;
    for date in [&metadata.published, &metadata.modified].into_iter().flatten() {
        ensure(is_date(&date.value), || format!("{date:?} is no date"))?;
    }
    for address in [&metadata.image, &metadata.canonical].into_iter().flatten() {
        let is_absolute = address.value.starts_with("http://") || address.value.starts_with("https://");
        ensure(is_absolute, || format!("{address:?} is no address"))?;
    }
    Ok(())
}

/// The number of fields.
const FIELDS: usize = 14;

/// All values of all fields.
fn texts(metadata: &Metadata) -> Vec<&str> {
    let m = metadata;
    let single = [
        &m.title,
        &m.published,
        &m.modified,
        &m.site_name,
        &m.hostname,
        &m.description,
        &m.language,
        &m.direction,
        &m.image,
        &m.license,
        &m.canonical,
    ];
    let lists = [&m.authors, &m.categories, &m.tags];
    let of_lists = lists.into_iter().flatten().flat_map(|field: &Field<Vec<String>>| &field.value);
    single.into_iter().flatten().map(|field| &field.value).chain(of_lists).map(String::as_str).collect()
}

fn text(value: &str) -> Result<(), Broken> {
    let collapsed = value.split_whitespace().collect::<Vec<_>>().join(" ");
    ensure(value == collapsed && !value.is_empty() && !value.contains('\0'), || {
        format!("the value {value:?}")
    })
}

/// `2011-05`, `2011-05-05`, or a day with a time.
fn is_date(value: &str) -> bool {
    let (day, time) = value.split_once('T').unwrap_or((value, ""));
    let numbers: Vec<Option<u32>> = day.split('-').map(|part| part.parse().ok()).collect();
    let in_range = match numbers[..] {
        [Some(_), Some(month)] => (1..=12).contains(&month) && time.is_empty(),
        [Some(_), Some(month), Some(day)] => (1..=12).contains(&month) && (1..=31).contains(&day),
        _ => false,
    };
    in_range
        && day.len() <= "2011-05-05".len()
        && time.chars().all(|c| c.is_ascii_digit() || ":.+-Z".contains(c))
}
