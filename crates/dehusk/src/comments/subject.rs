//! Decides whether the comments are the subject of a page, as in a forum. The method, the lists and `--no-comments` all use this
//! answer.

use super::Threads;
use crate::assessment::Discussion;
use crate::declared_type::is_declared;
use crate::page::Page;
use crate::selection::Selection;
use crate::source::Span;

/// If fewer bytes of source than this are kept outside the comments, the comments are the subject. The value was chosen on
/// held-out pages: a lower value lowers the scores on dragnet, a higher value lowers the scores on forums
/// (docs/src/notebook/grain-cut.md).
const MIN_BESIDE: usize = 400;
/// Used only if no model assesses the page: if less than this share of the kept text is outside the comments, the comments are
/// the subject. Chosen by hand.
const MIN_SHARE_BESIDE: f64 = 0.5;
/// On a page that is only likely a discussion: if less than this share of the kept text is outside the comments, the comments are
/// the subject. Of wcxb-dev, dragnet and the unlabeled pages, the comments stay on two more pages, both of them forums. Chosen by
/// hand.
const MIN_SHARE_BESIDE_LIKELY: f64 = 0.2;
/// Types of schema.org for pages whose subject is a discussion.
const DISCUSSIONS: [&str; 2] = ["DiscussionForumPosting", "QAPage"];

/// The amount of kept text of a page, in bytes of its source.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KeptBytes {
    pub(crate) in_comments: usize,
    pub(crate) beside: usize,
}

impl KeptBytes {
    /// Adds the length of a kept piece of text.
    pub(crate) fn add(&mut self, bytes: usize, is_comment: bool) {
        *(if is_comment { &mut self.in_comments } else { &mut self.beside }) += bytes;
    }
}

impl Threads {
    /// Whether the comments are the subject of the page, judged by the kept text. `opinion` is whether a model of page kinds
    /// considers the page a discussion; `None` if there is no model or it gives no assessment.
    pub(crate) fn are_subject(&self, page: &Page<'_>, opinion: Option<Discussion>, kept: KeptBytes) -> bool {
        let KeptBytes { in_comments, beside } = kept;
        let is_little_beside = |share: f64| (beside as f64) < share * (in_comments + beside) as f64;
        let is_subject = match opinion {
            Some(Discussion::Sure) => true,
            Some(Discussion::Likely) => is_little_beside(MIN_SHARE_BESIDE_LIKELY),
            Some(Discussion::Unlikely) => false,
            None => is_little_beside(MIN_SHARE_BESIDE),
        };
        in_comments > 0 && (is_subject || beside < MIN_BESIDE || is_declared_discussion(page))
    }

    /// Counts the text that a selection keeps inside and outside the comments.
    pub(crate) fn kept_bytes(&self, page: &Page<'_>, selection: &Selection) -> KeptBytes {
        let (mut bytes, kept) = (KeptBytes::default(), selection.kept().collect::<Vec<Span>>());
        for run in page.runs().filter(|run| run.is_visible() && !run.is_blank()) {
            let first = kept.partition_point(|span| span.end() <= run.span.start());
            let overlaps = kept[first..].iter().take_while(|span| span.start() < run.span.end());
            let overlap =
                overlaps.map(|span| span.end().min(run.span.end()) - span.start().max(run.span.start()));
            bytes.add(overlap.sum(), self.contains(run.span));
        }
        bytes
    }
}

/// Whether a page declares a type of [`DISCUSSIONS`].
fn is_declared_discussion(page: &Page<'_>) -> bool {
    DISCUSSIONS.iter().any(|name| is_declared(page.source().text(), name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    #[test]
    fn a_page_is_about_its_comments_if_it_says_so_or_hardly_anything_else_is_kept() {
        use Discussion::{Likely, Sure, Unlikely};
        let told = r#"<script type="application/ld+json">{"@type": "QAPage"}</script>"#;
        for (source, opinion, (in_comments, beside), expected) in [
            ("<p>a", None, (900, 1000), false),
            ("<p>a", None, (1100, 1000), true),
            ("<p>a", Some(Unlikely), (1100, 1000), false),
            ("<p>a", Some(Sure), (100, 1000), true),
            ("<p>a", Some(Unlikely), (10, 399), true),
            ("<p>a", Some(Sure), (0, 10), false),
            ("<p>a", Some(Likely), (3000, 700), true),
            ("<p>a", Some(Likely), (3000, 800), false),
            (told, Some(Unlikely), (10, 1000), true),
            ("<p itemscope itemtype='https://schema.org/QAPage'>", Some(Unlikely), (10, 1000), true),
            ("<p itemscope itemtype=https://schema.org/QAPage>", Some(Unlikely), (10, 1000), true),
            ("<p>How a QAPage is marked", Some(Unlikely), (10, 1000), false),
            ("<p data-help='/help/QAPage'>", Some(Unlikely), (10, 1000), false),
        ] {
            let page = Page::parse(Source::from_text(source));
            let kept = KeptBytes { in_comments, beside };
            assert_eq!(
                Threads::default().are_subject(&page, opinion, kept),
                expected,
                "{source} {opinion:?}"
            );
        }
    }
}
