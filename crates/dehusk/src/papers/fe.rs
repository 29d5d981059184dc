//! FE and KFE, feature extraction: keeps the block (FE) or the cluster of blocks (KFE) in which text dominates.
//!
//! After Debnath, Mitra, Pal, Giles: "Automatic identification of informative sections of web pages", IEEE
//! TKDE 17(9), 2005 (FeatureExtractor, K-FeatureExtractor). Only the abstract is public; the definitions of
//! blocks, features and points are an interpretation (§8.8 of the specification).

use super::kmeans::{self, Point};
use super::run_verdicts::RunVerdicts;
use crate::budget::{Deadline, TimedOut};
use crate::markup::Tag;
use crate::method::{Method, ParamSpec, Slot};
use crate::page::{Element, Event, Page, Run};
use crate::selection::{Reason, Selection};
use crate::site_noise::NoiseStep;

/// Default of `K`: the number of clusters of KFE. Chosen by hand.
pub const CLUSTERS: u32 = 3;
/// The maximum of `K`. Chosen by hand; clusters only separate main content from the rest, so a few suffice.
const MAX_CLUSTERS: u32 = 20;
/// The number of features: text, links, images, lists, forms, objects.
const FEATURES: usize = 6;
/// The index of the feature "text".
const TEXT: usize = 0;

/// One of the two forms of feature extraction.
///
/// ```
/// use dehusk::{Extractor, Options};
/// let page = "<ul><li><a href=/>Home</a></ul><p>The mill reopens.</p><p>It was under repair for ten long years.</p>";
/// let text = Extractor::new(Options::new().with_method("fe").unwrap()).extract(page.as_bytes(), None).into_text();
/// assert_eq!(text, "It was under repair for ten long years.");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureExtraction {
    /// `K`: the number of clusters of KFE; `None` for FE.
    pub clusters: Option<u32>,
}

impl FeatureExtraction {
    /// FE, the paper's FeatureExtractor.
    pub const FE: FeatureExtraction = FeatureExtraction { clusters: None };
    /// KFE, the paper's K-FeatureExtractor.
    pub const KFE: FeatureExtraction = FeatureExtraction { clusters: Some(CLUSTERS) };
}

/// How often each feature occurs in a block.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    counts: [u32; FEATURES],
}

/// How often each feature occurs in a page.
#[derive(Clone, Copy, Debug, Default)]
struct Totals([u64; FEATURES]);

impl Totals {
    /// The block's share of the page's total count of a feature (`f` in the specification).
    fn share(&self, block: &Block, feature: usize) -> f64 {
        f64::from(block.counts[feature]) / (self.0[feature].max(1) as f64)
    }

    fn text(&self, block: &Block) -> f64 {
        self.share(block, TEXT)
    }

    fn others(&self, block: &Block) -> f64 {
        (TEXT + 1..FEATURES).map(|feature| self.share(block, feature)).sum()
    }

    /// The block's share of the text, divided by the sum of its shares of all features.
    fn dominance(&self, block: &Block) -> f64 {
        let sum = self.text(block) + self.others(block);
        if sum > 0.0 { self.text(block) / sum } else { 0.0 }
    }
}

/// Steps 1 and 2: the blocks of a page and the runs in them.
struct Blocks {
    blocks: Vec<Block>,
    totals: Totals,
    open: Block,
    runs: RunVerdicts,
    /// The index of the block of each run.
    block_of: Vec<u32>,
}

impl Blocks {
    fn of(page: &Page<'_>, deadline: &mut Deadline) -> Result<Blocks, TimedOut> {
        let runs = RunVerdicts::new(Reason::TextDominates);
        let (blocks, totals, open, block_of) = (Vec::new(), Totals::default(), Block::default(), Vec::new());
        let mut blocks = Blocks { blocks, totals, open, runs, block_of };
        for event in page.walk() {
            deadline.tick()?;
            match event {
                Event::Enter(element) if !element.is_invisible() => blocks.enter(&element),
                Event::Text(run) if run.is_visible() => blocks.text(page, &run),
                Event::Leave(element) if bounds_blocks(element.tag()) => blocks.end(),
                _ => {}
            }
        }
        blocks.end();
        Ok(blocks)
    }

    fn enter(&mut self, element: &Element<'_>) {
        if bounds_blocks(element.tag()) {
            self.end();
        }
        if let Some(feature) = feature(element.tag()) {
            self.open.counts[feature] += 1;
        }
    }

    fn text(&mut self, page: &Page<'_>, run: &Run) {
        self.open.counts[TEXT] += page.text_of(run).split_whitespace().count() as u32;
        self.runs.push(run);
        self.block_of.resize(self.runs.len(), self.blocks.len() as u32);
    }

    fn end(&mut self) {
        let block = std::mem::take(&mut self.open);
        if block.counts != [0; FEATURES] {
            self.totals.0.iter_mut().zip(block.counts).for_each(|(total, count)| *total += u64::from(count));
            self.blocks.push(block);
        }
    }

    /// FE, step 3: the index of the block with the most text among the blocks in which text dominates, or among
    /// all blocks if text dominates in none.
    fn most_text(&self) -> Option<usize> {
        let text = |block: &Block| self.totals.text(block);
        let dominated = |block: &Block| text(block) > self.totals.others(block);
        let any = self.blocks.iter().any(dominated);
        let candidates = self.blocks.iter().enumerate().filter(|(_, block)| !any || dominated(block));
        candidates.rev().max_by(|a, b| text(a.1).total_cmp(&text(b.1))).map(|(index, _)| index)
    }

    /// KFE, step 4: the cluster of each block, and the cluster that is kept.
    fn best_cluster(&self, count: usize, deadline: &mut Deadline) -> Result<(Vec<usize>, usize), TimedOut> {
        let max_text = self.blocks.iter().map(|block| self.totals.text(block)).fold(0.0, f64::max);
        let max_text = if max_text > 0.0 { max_text } else { 1.0 };
        let point = |block: &Block| [self.totals.text(block) / max_text, self.totals.dominance(block)];
        let points: Vec<Point> = self.blocks.iter().map(point).collect();
        let mut centroids = evenly_spaced(&points, count.clamp(1, MAX_CLUSTERS as usize));
        let clusters = kmeans::clusters(&points, &mut centroids, 0, deadline)?;
        let used = (0..centroids.len()).filter(|cluster| clusters.contains(cluster));
        let by_position = |a: &usize, b: &usize| {
            let [a, b] = [centroids[*a], centroids[*b]];
            a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1]))
        };
        let best = used.rev().max_by(by_position).unwrap_or(0);
        Ok((clusters, best))
    }
}

/// Returns up to `count` points, evenly spaced in the sorted list of distinct points.
fn evenly_spaced(points: &[Point], count: usize) -> Vec<Point> {
    let mut distinct = points.to_vec();
    distinct.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    distinct.dedup();
    let count = count.min(distinct.len());
    let position = |index: usize| {
        let steps = (count - 1).max(1) as f64;
        (index as f64 * (distinct.len() - 1) as f64 / steps).round_ties_even() as usize
    };
    (0..count).map(|index| distinct[position(index)]).collect()
}

/// Whether the tags of an element separate blocks.
fn bounds_blocks(tag: Tag) -> bool {
    use Tag::{
        Article, Aside, Blockquote, Div, Footer, Form, Header, Hr, Main, Nav, Ol, P, Pre, Section, Table, Td,
        Th, Tr, Ul,
    };
    let is_container = matches!(
        tag,
        Article | Aside | Blockquote | Div | Footer | Form | Header | Hr | Main | Nav | Ol | P | Pre
    );
    is_container || matches!(tag, Section | Table | Td | Th | Tr | Ul) || tag.is(crate::markup::HEADING)
}

/// The index of the feature that an element counts toward.
fn feature(tag: Tag) -> Option<usize> {
    Some(match tag {
        Tag::A => 1,
        Tag::Img => 2,
        Tag::Li => 3,
        Tag::Input | Tag::Select | Tag::Textarea | Tag::Button => 4,
        Tag::Object | Tag::Embed | Tag::Applet => 5,
        _ => return None,
    })
}

impl Method for FeatureExtraction {
    fn name(&self) -> &'static str {
        if self.clusters.is_some() { "kfe" } else { "fe" }
    }

    fn summary(&self) -> &'static str {
        if self.clusters.is_some() {
            "Clusters blocks by their text and its share among all features; keeps the cluster with the most text."
        } else {
            "Keeps the block with the most text among those in which text outweighs links, images and the like."
        }
    }

    fn paper(&self) -> &'static str {
        "Debnath, Mitra, Pal, Giles, IEEE TKDE 2005"
    }

    fn params(&self) -> &'static [ParamSpec] {
        const K: [ParamSpec; 1] = [ParamSpec {
            name: "K",
            default: "3",
            values: "an integer from 1 to 20",
            doc: "number of clusters of blocks",
        }];
        if self.clusters.is_some() { &K } else { &[] }
    }

    fn slot(&mut self, name: &str) -> Option<Slot<'_>> {
        let clusters = self.clusters.as_mut().filter(|_| name == "K")?;
        Some(Slot::Count(clusters, 1..=MAX_CLUSTERS))
    }

    fn noise_step(&self) -> NoiseStep {
        NoiseStep::Before
    }

    fn select(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        let mut found = Blocks::of(page, deadline)?;
        let Some(most_text) = found.most_text() else { return Ok(Selection::nothing(Reason::NoVisibleText)) };
        let (groups, best) = match self.clusters {
            Some(count) => found.best_cluster(count as usize, deadline)?,
            None => ((0..found.blocks.len()).collect(), most_text),
        };
        let Blocks { blocks, totals, runs, block_of, .. } = &mut found;
        runs.judge_all(|run| {
            let block = block_of[run] as usize;
            let kept = groups[block] == best;
            let reason = if kept { Reason::TextDominates } else { Reason::TextDoesNotDominate };
            (kept, totals.dominance(&blocks[block]) as f32, reason)
        });
        Ok(found.runs.selection(Reason::NoVisibleText))
    }
}
