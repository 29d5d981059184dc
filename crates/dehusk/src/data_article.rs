//! Text that stands only in a page's data: the `articleBody` of its JSON-LD, where the page itself shows none of the article or only
//! how it begins, because a script or a subscription would bring the rest.
//!
//! Methods decide about what a page shows. Here is decided, after them, whether the data have more of the same, and that takes the
//! place of what was kept: nothing is added to it, so nothing is doubled. Other data are not looked at: DESIGN.md has what they cost.

use crate::budget::{Deadline, Limits, TimedOut};
use crate::markup::Decode;
use crate::metadata;
use crate::page::Page;
use crate::render::Kept;
use crate::selection::{Emission, Reason, Selection, Verdict};
use crate::source::{Source, Span};
use crate::text_key::text_key;

/// Fewer letters are a summary.
const LEAST_LETTERS: usize = 200;
/// Of the letters of the body, at most so large a share may be kept of the page already.
const MOST_KEPT: f64 = 0.5;
/// Of the body, at most so large a share may stand on the page: else the method knew it and did not want it.
const MOST_SHOWN: f64 = 0.3;
/// Of what is kept of the page, at least so large a share is in the body: else it is about something else.
const LEAST_COMMON: f64 = 0.5;
/// Texts are compared by so many samples of so many letters.
const SAMPLES: usize = 64;
const SAMPLE_LETTERS: usize = 24;

/// The body of an article, and the script that it stands in.
#[derive(Debug)]
pub(crate) struct DataArticle {
    text: String,
    script: Span,
}

/// The article of a parsed page in its data, if it goes far beyond what is kept of the page, and the page does not show it.
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
pub(crate) fn beyond(
    page: &Page<'_>,
    selection: &Selection,
    deadline: &mut Deadline,
) -> Result<Option<DataArticle>, TimedOut> {
    let Some((text, script)) = metadata::article_body(page, deadline)? else { return Ok(None) };
    let (body, kept) = (text_key(&text), text_key(&kept_text(page, selection)));
    let count = |letters: &str| letters.chars().count();
    if count(&body) < LEAST_LETTERS || count(&kept) as f64 > MOST_KEPT * count(&body) as f64 {
        return Ok(None);
    }
    let shown: String = page.runs().filter(|run| run.is_visible()).map(|run| page.text_of(&run)).collect();
    deadline.check()?;
    let is_new = share(&body, &text_key(&shown)) <= MOST_SHOWN;
    let is_same = kept.is_empty() || share(&kept, &body) >= LEAST_COMMON;
    Ok((is_new && is_same).then_some(DataArticle { text, script }))
}

/// The characters of what is kept, without what a renderer puts between them.
fn kept_text(page: &Page<'_>, selection: &Selection) -> String {
    let (kept, is_unscripted) = (Kept::new(selection), selection.emission == Emission::Unscripted);
    let mut text = String::new();
    for run in page.runs().filter(|run| run.is_visible() || (is_unscripted && run.is_unscripted())) {
        for span in kept.within(run.span) {
            text.push_str(&Decode::text(page.source().slice(span), run.kind));
        }
    }
    text
}

/// How much of a text is in another one, both [`text_key`].
fn share(part: &str, whole: &str) -> f64 {
    let starts: Vec<usize> = part.char_indices().map(|(at, _)| at).collect();
    let end = |first: usize| starts.get(first + SAMPLE_LETTERS).copied().unwrap_or(part.len());
    let step = starts.len().div_ceil(SAMPLES).max(SAMPLE_LETTERS);
    let samples = (0..starts.len()).step_by(step).map(|first| &part[starts[first]..end(first)]);
    let is_found = |sample: &&str| memchr::memmem::find(whole.as_bytes(), sample.as_bytes()).is_some();
    let all = samples.clone().count();
    samples.filter(is_found).count() as f64 / all.max(1) as f64
}

impl DataArticle {
    /// The article as a page of its own, all of which is kept.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    pub(crate) fn parse(
        &self,
        limits: &Limits,
        deadline: &mut Deadline,
    ) -> Result<(Page<'static>, Selection), TimedOut> {
        let page = Page::parse_within(Source::from_owned(as_markup(&self.text)), limits, deadline)?;
        let whole = Span::new(0, page.source().text().len());
        let all = Verdict { span: whole, kept: true, score: 1.0, reason: Reason::WholePage };
        Ok((page, Selection::new(vec![all])))
    }

    /// The selection with the script in place of all that was kept.
    pub(crate) fn replace(&self, mut selection: Selection) -> Selection {
        for verdict in selection.verdicts.iter_mut().filter(|verdict| verdict.kept) {
            (verdict.kept, verdict.reason) = (false, Reason::Repeats);
        }
        let at = selection.verdicts.partition_point(|verdict| verdict.span.start() < self.script.start());
        selection.verdicts.insert(at, self.verdict());
        Selection { nothing: None, ..selection }
    }

    /// What is said of the script.
    pub(crate) fn verdict(&self) -> Verdict {
        Verdict { span: self.script, kept: true, score: 1.0, reason: Reason::JsonLd }
    }

    /// As it is written in the data.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

/// A text as it is written in data: with tags if it has any, else a paragraph for each line.
fn as_markup(text: &str) -> String {
    if ["</p>", "</div>", "<br", "</li>"].iter().any(|tag| text.contains(tag)) {
        return text.to_owned();
    }
    text.lines().map(|line| format!("<p>{}</p>", line.replace('<', "&lt;"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_letters_in_any_script() {
        let text =
            text_key("Wer die Mühle kennt, kennt auch das Wehr, das der Rat im Frühjahr hat bauen lassen.");
        assert_eq!(share(&text, &text), 1.0);
        assert_eq!(share(&text, ""), 0.0);
        assert_eq!(share("", &text), 0.0);
        let thai = text_key("โรงสีเก่าริมแม่น้ำเปิดอีกครั้งในวันจันทร์หลังจากซ่อมแซมมาสองฤดูหนาวเต็ม");
        assert_eq!(share(&thai, &format!("ก{thai}ข")), 1.0);
        assert_eq!(share(&thai, &text), 0.0);
    }

    #[test]
    fn lines_become_paragraphs_and_markup_stays() {
        assert_eq!(as_markup("a < b\nc &amp; d"), "<p>a &lt; b</p><p>c &amp; d</p>");
        assert_eq!(as_markup("<p>a</p>\n<p>b</p>"), "<p>a</p>\n<p>b</p>");
    }
}
