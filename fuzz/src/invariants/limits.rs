//! Limits: whatever they are, no output is longer, and what is cut is still well-formed.

use super::{Broken, digest, ensure, html};
use crate::forms;
use dehusk::budget::Limits;
use dehusk::{Extraction, Extractor, Status};

/// Checks a page with small limits, which the page chooses. `whole` is the answer of `plain` without them.
///
/// # Errors
/// What is broken.
pub fn check(page: &[u8], whole: &Extraction) -> Result<(), Broken> {
    let chosen = digest(page);
    let default = Limits::default();
    let limits = match chosen % 4 {
        0 => Limits { max_output: chosen / 4 % 400, ..default },
        1 => Limits { max_memory: Some(chosen / 4 % 40_000), ..default },
        2 => Limits { max_depth: 1 + chosen / 4 % 9, ..default },
        _ => Limits { max_elements: chosen / 4 % 60, ..default },
    };
    let options = forms::everything("plain").with_limits(limits.clone());
    let answer = Extractor::new(options).extract(page, None);
    let described = || format!("{limits:?}: {answer:?}");
    let outputs = [Some(answer.text()), answer.markdown(), answer.html()];
    for output in outputs.into_iter().flatten() {
        ensure(output.len() <= limits.max_output, described)?;
    }
    let is_cut_in_output = answer.reason() == Some("max_output") && chosen.is_multiple_of(4);
    let is_start = whole.status() != Status::Ok || whole.text().starts_with(answer.text());
    ensure(!is_cut_in_output || is_start, described)?;
    answer.html().map_or(Ok(()), html::check).map_err(|broken| format!("{limits:?}: {broken}"))
}
