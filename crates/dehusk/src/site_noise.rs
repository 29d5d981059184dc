//! Site noise: texts that appear on several pages of a site. They belong to the template of the site, not to the content of a
//! page.
//!
//! The rules of the Thai paper cannot recognize such texts on a single page; the paper leaves them to future work. Here, the
//! pages of a site are read first. Then a block is noise if several pages have a block with the same text in an element of the
//! same name. The caller decides which pages form a site.
//!
//! This module finds the noise of a page. `extract/steps.rs` removes it, before or after the method selects main content; each
//! method says which ([`NoiseStep`]).

use crate::budget::{Deadline, TimedOut};
use crate::fnv;
use crate::markup::Tag;
use crate::page::{Block, Page};
use crate::selection::visible_texts;
use crate::source::{Span, span};
use std::collections::{HashMap, HashSet};

/// Minimum number of pages on which a text must appear to count as noise. Two are too few: an article and a list of articles that
/// quotes from it share a text too. Chosen by hand.
pub const MIN_PAGES: u32 = 3;
/// Minimum share of the site's pages on which a text must appear to count as noise. Chosen by hand.
pub const MIN_SHARE: f64 = 0.1;

/// When the noise of a site is removed from a page.
///
/// ```
/// use dehusk::{methods::by_name, site_noise::NoiseStep};
/// assert_eq!(by_name("addanag").unwrap().noise_step(), NoiseStep::Before);
/// assert_eq!(by_name("thai").unwrap().noise_step(), NoiseStep::After);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoiseStep {
    /// The method is given the page without the noise.
    Before,
    /// The method is given the whole page, and the noise is removed from what it selects.
    After,
}

impl NoiseStep {
    /// Returns the step as a word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            NoiseStep::Before => "before",
            NoiseStep::After => "after",
        }
    }
}

/// The texts on the pages of a site, stored as hashes. Each different block takes 16 bytes.
///
/// ```
/// use dehusk::{page::Page, site_noise::SiteNoise, source::Source, Extractor, Options};
/// let page = |n| format!("<p>Story number {n}, reasons at some length.</p><p>Call us, write to us, visit us.</p>");
/// let mut noise = SiteNoise::default();
/// for n in 1..=3 {
///     noise.add(&Page::parse(Source::from_text(&page(n))));
/// }
/// let options = Options::new().with_method("plain")?.with_site_noise(noise.into());
/// let text = Extractor::new(options).extract(page(4).as_bytes(), None).into_text();
/// assert_eq!(text, "Story number 4, reasons at some length.");
/// # Ok::<(), dehusk::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SiteNoise {
    /// The number of pages on which each text appears, by the hash of the text.
    texts: HashMap<u64, u32>,
    /// The hash of each page. Copies of a page are counted once, because otherwise they would turn the content of the page into
    /// noise.
    pages: HashSet<u64>,
    digest: u64,
}

impl SiteNoise {
    /// Counts the texts of a page, unless a previous page had the same texts.
    pub fn add(&mut self, page: &Page<'_>) {
        let texts: Vec<u64> = page.blocks().iter().map(|block| text_hash(page, block)).collect();
        let whole = texts.iter().fold(fnv::OFFSET, |hash, text| fnv::with(hash, &text.to_le_bytes()));
        if self.pages.insert(whole) {
            let different: HashSet<u64> = texts.into_iter().collect();
            for text in different {
                let pages = self.texts.entry(text).or_default();
                *pages += 1;
                // A text that is on n pages adds one term for each count from 1 to n, so the sum does not depend on the order of
                // the pages.
                self.digest = self.digest.wrapping_add(fnv::with(
                    fnv::with(fnv::OFFSET, &text.to_le_bytes()),
                    &pages.to_le_bytes(),
                ));
            }
        }
    }

    /// Returns the number of different pages that were counted.
    #[must_use]
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Returns the number of texts that are noise.
    #[must_use]
    pub fn texts(&self) -> usize {
        let min_pages = self.min_pages();
        self.texts.values().filter(|pages| **pages >= min_pages).count()
    }

    /// Returns the spans of the blocks that are noise, in the order of the source and without overlaps. Takes linear time in the
    /// size of the page.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    pub fn texts_on(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Vec<Span>, TimedOut> {
        let min_pages = self.min_pages();
        let mut noise = Vec::new();
        for block in page.blocks() {
            deadline.tick()?;
            if self.texts.get(&text_hash(page, block)).is_some_and(|pages| *pages >= min_pages) {
                noise.push(block.span);
            }
        }
        noise.retain(|span| !span.is_empty());
        Ok(span::merged(noise))
    }

    /// Returns the minimum number of pages on which a text must appear to count as noise, for the number of pages so far.
    fn min_pages(&self) -> u32 {
        MIN_PAGES.max((self.pages.len() as f64 * MIN_SHARE).ceil() as u32)
    }

    /// Returns a hash of all counts. It does not depend on the order of the pages.
    pub(crate) fn digest(&self) -> u64 {
        fnv::with(self.digest, &(self.pages.len() as u64).to_le_bytes())
    }
}

/// Returns the parts of a page without which a method sees no noise: the blocks that are noise, and the elements that have no other
/// visible text, with their tags. `noise` is what [`SiteNoise::texts_on`] returns. Takes linear time in the size of the page, times
/// the logarithm of the number of texts.
pub(crate) fn noisy_parts(
    page: &Page<'_>,
    noise: &[Span],
    deadline: &mut Deadline,
) -> Result<Vec<Span>, TimedOut> {
    let texts = visible_texts(page);
    let content = span::subtract(&texts, noise);
    let mut parts = noise.to_vec();
    for element in page.elements() {
        deadline.tick()?;
        // The page keeps its root, head and body: a page without them is not another page, but no page.
        let (tag, span) = (element.tag(), element.span());
        let is_frame = matches!(tag, Tag::Html | Tag::Head | Tag::Body);
        if !is_frame && !span.is_empty() && span::touches(noise, span) && !span::touches(&content, span) {
            parts.push(span);
        }
    }
    Ok(span::merged(parts))
}

/// Returns the hash of a block's visible text, with whitespace collapsed, and of the name of its element. The name is included so
/// that a headline does not become noise when other pages repeat it in their lists of links.
fn text_hash(page: &Page<'_>, block: &Block) -> u64 {
    let element = page.block_element(block).map_or(Tag::Body, |element| element.tag());
    let (mut hash, mut in_word) = (fnv::with(fnv::OFFSET, element.name().as_bytes()), false);
    for run in page.runs_of(block).filter(|run| run.is_visible()) {
        let text = page.text_of(&run);
        for (index, word) in text.split(char::is_whitespace).enumerate() {
            in_word &= index == 0;
            if word.is_empty() {
                continue;
            }
            if !in_word {
                hash = fnv::with(hash, b" ");
            }
            hash = fnv::with(hash, word.as_bytes());
            in_word = true;
        }
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;
    use crate::{Extractor, Options};

    fn noise(pages: &[String]) -> SiteNoise {
        let mut noise = SiteNoise::default();
        pages.iter().for_each(|page| noise.add(&Page::parse(Source::from_text(page))));
        noise
    }

    fn pages(count: usize, common: &str) -> Vec<String> {
        (0..count).map(|n| format!("<h1>Title {n}</h1>{common}<p>End of {n}</p>")).collect()
    }

    fn text(noise: SiteNoise, page: &str) -> String {
        let options = Options::new().with_method("plain").unwrap().with_site_noise(noise.into());
        Extractor::new(options).extract(page.as_bytes(), None).into_text()
    }

    #[test]
    fn a_headline_is_not_noise_because_lists_link_to_it() {
        let lists = noise(&pages(3, "<li>A headline</li>"));
        assert_eq!(text(lists, "<h1>A headline</h1><li>A headline"), "A headline");
    }

    #[test]
    fn a_text_is_noise_from_the_third_page_on() {
        let page = "<p> Home \n page<p>New";
        assert_eq!(text(noise(&pages(2, "<p>Home page</p>")), page), "Home page\nNew");
        assert_eq!(text(noise(&pages(3, "<p>Home <b>page</b></p>")), page), "New");
        assert_eq!(text(noise(&pages(3, "<p>Homepage</p>")), page), "Home page\nNew");
    }

    #[test]
    fn a_text_on_few_of_many_pages_is_not_noise() {
        let mut site = pages(97, "<p>Common</p>");
        site.extend(pages(100, "<p>Rare</p>").split_off(97));
        assert_eq!(text(noise(&site), "<p>Common<p>Rare"), "Rare");
    }

    #[test]
    fn copies_of_a_page_count_once() {
        let copies = vec!["<p>The only story".to_owned(); 9];
        let noise = noise(&copies);
        assert_eq!((noise.pages(), noise.texts()), (1, 0));
    }

    #[test]
    fn the_digest_depends_on_the_pages_and_not_on_their_order() {
        let site = pages(5, "<p>Common</p>");
        let backwards: Vec<_> = site.iter().rev().cloned().collect();
        assert_eq!(noise(&site).digest(), noise(&backwards).digest());
        assert_ne!(noise(&site).digest(), noise(&site[1..]).digest());
    }

    #[test]
    fn removed_blocks_get_a_reason_and_the_rest_keeps_its_own() {
        let noise = noise(&pages(3, "<p>Common</p>"));
        let options = Options::new().with_method("plain").unwrap().with_site_noise(noise.into());
        let mut extractor = Extractor::new(options);
        let page = "<div>a<p>Common</p>b <i>c</i></div>";
        let answer = extractor.extract(page.as_bytes(), None);
        let reasons: Vec<_> = answer.selection().unwrap().verdicts.iter().collect();
        let reasons: Vec<_> = reasons.iter().map(|it| (&page[it.span.range()], it.reason.as_str())).collect();
        let expected = [
            ("<div>a<p>", "whole_page"),
            ("Common", "repeated_on_site"),
            ("</p>b <i>c</i></div>", "whole_page"),
        ];
        assert_eq!(reasons, expected);
        let only_noise = extractor.extract(b"<p>Common", None);
        assert_eq!((only_noise.text(), only_noise.reason()), ("Common", Some("noise_ignored")));
    }
}
