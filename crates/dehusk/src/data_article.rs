//! Finds articles that are only in the data of a page: in the `articleBody` of its JSON-LD. Such a page shows only the beginning
//! of the article or nothing of it, because the rest needs a script or a subscription.
//!
//! A method selects from what a page shows. This step runs after the method and decides whether the data contain more of the same
//! article. If so, the article replaces everything that the method kept, so that no text appears twice. Other data are not used
//! (docs/src/decisions/data-article.md has the figures). This step changes no page of the corpora, so the limits below are chosen
//! by hand.

use crate::budget::{Deadline, TimedOut};
use crate::markup::{BLOCK, Decode, Tag, TokenKind, Tokenizer};
use crate::metadata;
use crate::page::Page;
use crate::page_cost::Bounds;
use crate::selection::Kept;
use crate::selection::{Reason, Selection, Verdict};
use crate::source::{Source, Span};
use crate::text_key::text_key;

/// Minimum length of the article, in letters and digits; a shorter text is a summary. Chosen by hand.
const MIN_LETTERS: usize = 200;
/// Maximum length of the text that the method kept, as a share of the length of the article. Both lengths are in letters and
/// digits. Chosen by hand.
const MAX_KEPT: f64 = 0.5;
/// Maximum share of the article that the page shows. If the page shows more, the method saw the article and chose not to keep it.
/// Chosen by hand.
const MAX_SHOWN: f64 = 0.3;
/// Minimum share of the kept text that must also be in the article. If less of the text is in it, the article is about something
/// else. Chosen by hand.
const MIN_COMMON: f64 = 0.5;
/// Number of samples by which two texts are compared. Chosen by hand.
const SAMPLES: usize = 64;
/// Length of a sample, in letters and digits. Chosen by hand.
const SAMPLE_LETTERS: usize = 24;

/// The text of an article, and the span of the script that contains it.
#[derive(Debug)]
pub(crate) struct DataArticle {
    text: String,
    script: Span,
}

/// Returns the article in the data of a page, if the article is much longer than the kept text and the page does not show it.
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
    if count(&body) < MIN_LETTERS || count(&kept) as f64 > MAX_KEPT * count(&body) as f64 {
        return Ok(None);
    }
    let shown: String = page.runs().filter(|run| run.is_visible()).map(|run| page.text_of(&run)).collect();
    deadline.check()?;
    let is_new = shared_part(&body, &text_key(&shown)) <= MAX_SHOWN;
    let is_same = kept.is_empty() || shared_part(&kept, &body) >= MIN_COMMON;
    Ok((is_new && is_same).then_some(DataArticle { text, script }))
}

/// Returns the kept text, without the separators that a renderer inserts.
fn kept_text(page: &Page<'_>, selection: &Selection) -> String {
    let kept = Kept::new(selection);
    let mut text = String::new();
    for run in page.runs().filter(|run| selection.emission.shows(run)) {
        for span in kept.within(run.span) {
            text.push_str(&Decode::node_text(page.source().slice(span), run.kind));
        }
    }
    text
}

/// Returns the share of samples of `part` that also occur in `whole`, from 0 to 1. Both texts must come from [`text_key`].
fn shared_part(part: &str, whole: &str) -> f64 {
    let starts: Vec<usize> = part.char_indices().map(|(at, _)| at).collect();
    let end = |first: usize| starts.get(first + SAMPLE_LETTERS).copied().unwrap_or(part.len());
    let step = starts.len().div_ceil(SAMPLES).max(SAMPLE_LETTERS);
    let samples = (0..starts.len()).step_by(step).map(|first| &part[starts[first]..end(first)]);
    let is_found = |sample: &&str| memchr::memmem::find(whole.as_bytes(), sample.as_bytes()).is_some();
    let all = samples.clone().count();
    samples.filter(is_found).count() as f64 / all.max(1) as f64
}

impl DataArticle {
    /// Parses the article as a separate page, and selects the whole of it.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    pub(crate) fn parse(
        &self,
        bounds: Bounds<'_>,
        deadline: &mut Deadline,
    ) -> Result<(Page<'static>, Selection), TimedOut> {
        let page = Page::parse_within(Source::from_owned(to_html(&self.text)), bounds, deadline)?;
        let whole = Span::new(0, page.source().text().len());
        let all = Verdict { span: whole, kept: true, score: 1.0, reason: Reason::WholePage };
        Ok((page, Selection::new(vec![all])))
    }

    /// Returns the selection changed so that it keeps the script and nothing else.
    pub(crate) fn replace(&self, mut selection: Selection) -> Selection {
        for verdict in selection.verdicts.iter_mut().filter(|verdict| verdict.kept) {
            (verdict.kept, verdict.reason) = (false, Reason::Repeats);
        }
        let at = selection.verdicts.partition_point(|verdict| verdict.span.start() < self.script.start());
        selection.verdicts.insert(at, self.verdict());
        Selection { nothing: None, ..selection }
    }

    /// Returns the verdict on the script.
    pub(crate) fn verdict(&self) -> Verdict {
        Verdict { span: self.script, kept: true, score: 1.0, reason: Reason::JsonLd }
    }

    /// Returns the article as it is written in the data.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

/// Returns an article as HTML: unchanged if it has tags of blocks or line breaks, otherwise with a paragraph for each line.
fn to_html(text: &str) -> String {
    let (mut tokenizer, mut attributes) = (Tokenizer::new(text), Vec::new());
    let (mut has_tags, mut has_blocks) = (false, false);
    while let Some(token) = tokenizer.next(&mut attributes) {
        let is_tag = matches!(token.kind, TokenKind::StartTag | TokenKind::EndTag);
        has_tags |= is_tag && token.tag != Tag::Unknown;
        has_blocks |= is_tag && (token.tag.is(BLOCK) || token.tag == Tag::Br);
        attributes.clear();
    }
    if has_blocks {
        return text.to_owned();
    }
    let escaped = |line: &str| if has_tags { line.to_owned() } else { line.replace('<', "&lt;") };
    text.lines().map(|line| format!("<p>{}</p>", escaped(line))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_measured_in_letters_of_any_script() {
        let text =
            text_key("Wer die Mühle kennt, kennt auch das Wehr, das der Rat im Frühjahr hat bauen lassen.");
        assert_eq!(shared_part(&text, &text), 1.0);
        assert_eq!(shared_part(&text, ""), 0.0);
        assert_eq!(shared_part("", &text), 0.0);
        let thai = text_key("โรงสีเก่าริมแม่น้ำเปิดอีกครั้งในวันจันทร์หลังจากซ่อมแซมมาสองฤดูหนาวเต็ม");
        assert_eq!(shared_part(&thai, &format!("ก{thai}ข")), 1.0);
        assert_eq!(shared_part(&thai, &text), 0.0);
    }

    #[test]
    fn lines_become_paragraphs_and_markup_stays() {
        assert_eq!(to_html("a < b\nc &amp; d"), "<p>a &lt; b</p><p>c &amp; d</p>");
        assert_eq!(to_html("<strong>a.</strong> b\nc"), "<p><strong>a.</strong> b</p><p>c</p>");
        for unchanged in ["<p>a</p>\n<p>b</p>", "<P>a</P>", "<p>a <p>b", "<h2>a</h2>\nb", "a<br>b"] {
            assert_eq!(to_html(unchanged), unchanged);
        }
    }
}
