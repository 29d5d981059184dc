//! Style sheets: they only hide text, and only if they are asked.

use super::{Broken, ensure, is_part};
use crate::forms;
use dehusk::visibility::HiddenText;
use dehusk::{Extraction, Extractor};

/// The page that a style sheet is put into.
const BODY: &str = "<main id=m><h1 class='a x'>Of the mill</h1><p>The old mill <span class=b>by the river</span> <b>reopens</b>, says \
    <a href=/x class='a b'>the miller</a>.</p><div class=a><p class=c>It grinds again.</p><p id=d hidden>No more.</p></div>\
    <ul class=l><li>One<li class=b>Two<li style='color:red'>Three</ul><details><summary>More</summary><p>Inside</p></details></main>";

/// Checks a style sheet.
///
/// # Errors
/// What is broken.
pub fn check(style: &[u8]) -> Result<(), Broken> {
    let style = String::from_utf8_lossy(style);
    if style.to_ascii_lowercase().contains("</style") {
        return Ok(());
    }
    let page = format!("<!doctype html><meta charset=utf-8><style>{style}</style>{BODY}");
    let answer = |hidden: HiddenText| -> Extraction {
        Extractor::new(forms::everything("plain").with_hidden(hidden)).extract(page.as_bytes(), None)
    };
    let [auto, drop, keep, flag] = HiddenText::ALL.map(answer);
    ensure(keep.text() == flag.text(), || format!("{:?} with marks: {:?}", keep.text(), flag.text()))?;
    for less in [&auto, &drop] {
        ensure(is_part(less.text(), keep.text()), || {
            format!("{:?} is not in {:?}", less.text(), keep.text())
        })?;
    }
    let is_counted = flag.hidden_removed() == 0 && drop.hidden_kept() == 0 && keep.hidden_kept() == 0;
    ensure(is_counted, || format!("counts: {flag:?} {drop:?} {keep:?}"))?;
    let again = answer(HiddenText::Drop);
    ensure(again == drop, || format!("{drop:?} and then {again:?}"))
}
