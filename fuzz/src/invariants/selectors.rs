//! CSS selectors: any text is a selector or an error, and what a selector chooses is part of the page.

use super::{Broken, ensure, is_part};
use crate::forms;
use dehusk::css::Selectors;
use dehusk::{Extractor, Status};

/// Longer selectors are not looked at. Chosen by hand.
const MAX_SELECTOR_BYTES: usize = 2000;

/// Checks an input: its first line is a selector, the rest is a page.
///
/// # Errors
/// What is broken.
pub fn check(input: &[u8]) -> Result<(), Broken> {
    let line_end = input.iter().position(|byte| *byte == b'\n').unwrap_or(input.len());
    let (selector, page) = input.split_at(line_end);
    let Ok(selector) = std::str::from_utf8(selector) else { return Ok(()) };
    if selector.len() > MAX_SELECTOR_BYTES || Selectors::parse(selector).is_err() {
        return Ok(());
    }
    let plain = || forms::everything("plain");
    let options = [plain().with_select(selector), plain().with_exclude(selector)];
    let whole = Extractor::new(plain()).extract(page, None);
    for options in options {
        let options = options.map_err(|error| format!("{selector:?} is refused as an option: {error}"))?;
        let answer = Extractor::new(options.clone()).extract(page, None);
        ensure(answer == Extractor::new(options).extract(page, None), || {
            format!("{selector:?}: two answers")
        })?;
        let is_inside = whole.status() != Status::Ok || is_part(answer.text(), whole.text());
        ensure(is_inside, || format!("{selector:?}: {:?} is not in {:?}", answer.text(), whole.text()))?;
    }
    Ok(())
}
