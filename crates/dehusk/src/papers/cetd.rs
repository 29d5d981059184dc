//! CETD, content extraction via text density: keeps the densest subtree of every sufficiently dense element.
//!
//! Sun, Song, Liao: "DOM based content extraction via text density", SIGIR 2011: composite text density and
//! density sum, after the authors' public source (§9.1 of the specification). A modern baseline that the R2L
//! papers do not compare with.

use super::run_verdicts::{RunVerdicts, visible_length};
use crate::budget::{Deadline, TimedOut};
use crate::markup::Tag;
use crate::method::Method;
use crate::page::{Element, Event, Page, Run, push_growing_slowly};
use crate::selection::{Reason, Selection};
use crate::site_noise::NoiseStep;
use std::f64::consts::E;

/// The method; it has no parameters.
///
/// ```
/// use dehusk::{Extractor, Options, methods::Cetd};
/// let page = "<div><a href=/>Home</a></div><div><p>The old mill reopens on Monday, after ten years.</p><p>All are glad.</p></div>";
/// let extraction = Extractor::new(Options::new().with(Cetd)).extract(page.as_bytes(), None);
/// assert_eq!(extraction.text(), "The old mill reopens on Monday, after ten years.\nAll are glad.");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Cetd;

/// An element's densities, and counts over everything inside the element. 32 bits are enough, because a page has less than 4 GiB.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// Index of the parent. For the body, which has no parent here, its own index.
    parent: u32,
    /// One more than the index of the last element inside this element.
    end: u32,
    characters: u32,
    tags: u32,
    link_characters: u32,
    link_tags: u32,
    /// Index of the element with the largest density sum in this subtree, the first one in a tie.
    densest: u32,
    has_children: bool,
    density: f64,
    density_sum: f64,
}

/// A text.
#[derive(Clone, Copy, Debug)]
struct Text {
    /// The index of its parent.
    parent: u32,
    /// The number of elements that begin before it.
    elements_before: u32,
    characters: u32,
}

/// The visible elements and texts of a body, in document order.
struct Densities {
    nodes: Vec<Node>,
    texts: Vec<Text>,
    /// The innermost open element.
    open: Option<u32>,
    /// The number of open `a`, `button` and `select` elements.
    links: usize,
    runs: RunVerdicts,
    /// For each run, the index of its parent element.
    node_of: Vec<u32>,
}

impl Densities {
    fn of(page: &Page<'_>, body: Element<'_>, deadline: &mut Deadline) -> Result<Densities, TimedOut> {
        let runs = RunVerdicts::new(Reason::DensestSubtree);
        let nodes = Vec::with_capacity(page.element_count());
        let mut found =
            Densities { nodes, texts: Vec::new(), open: None, links: 0, runs, node_of: Vec::new() };
        for event in body.walk() {
            deadline.tick()?;
            match event {
                Event::Enter(element) => found.enter(&element),
                Event::Text(run) if run.is_visible() => found.text(page, &run),
                Event::Leave(element) if !element.is_invisible() => found.leave(&element),
                _ => {}
            }
        }
        found.compute();
        Ok(found)
    }

    fn enter(&mut self, element: &Element<'_>) {
        let around = self.open;
        if let Some(around) = around {
            self.nodes[around as usize].has_children = true;
        }
        if element.is_invisible() {
            return;
        }
        let index = self.nodes.len() as u32;
        self.links += usize::from(is_link(element.tag()));
        self.open = Some(index);
        self.nodes.push(Node { parent: around.unwrap_or(index), densest: index, ..Node::default() });
    }

    fn text(&mut self, page: &Page<'_>, run: &Run) {
        let Some(node) = self.open else { return };
        let characters = visible_length(page, run) as u32;
        let counts = &mut self.nodes[node as usize];
        counts.characters += characters;
        counts.link_characters += if self.links > 0 { characters } else { 0 };
        let elements_before = self.nodes.len() as u32;
        push_growing_slowly(&mut self.texts, Text { parent: node, elements_before, characters });
        self.runs.push(run);
        self.node_of.resize(self.runs.len(), node);
    }

    fn leave(&mut self, element: &Element<'_>) {
        let is_link = is_link(element.tag());
        self.links -= usize::from(is_link);
        let Some(index) = self.open else { return };
        self.nodes[index as usize].end = self.nodes.len() as u32;
        let inside = self.nodes[index as usize];
        self.open = (index > 0).then_some(inside.parent);
        if let Some(around) = self.open.map(|around| &mut self.nodes[around as usize]) {
            around.characters += inside.characters;
            around.link_characters += inside.link_characters;
            around.tags += inside.tags + 1;
            around.link_tags += inside.link_tags + u32::from(is_link);
        }
    }

    /// Computes the densities, the density sums and the densest element of each subtree.
    fn compute(&mut self) {
        let Some(body) = self.nodes.first() else { return };
        let link_share = f64::from(body.link_characters) / f64::from(body.characters.max(1));
        for node in &mut self.nodes {
            node.density = density(node, link_share);
        }
        // Elements and texts in the order of the page, because sums of fractions depend on it.
        let mut texts = self.texts.iter().peekable();
        for index in 0..self.nodes.len() {
            let Node { parent, density, .. } = self.nodes[index];
            if index > 0 {
                self.nodes[parent as usize].density_sum += density;
            }
            while let Some(text) = texts.next_if(|text| text.elements_before as usize == index + 1) {
                let added = text_density(f64::from(text.characters), link_share);
                self.nodes[text.parent as usize].density_sum += added;
            }
        }
        self.texts = Vec::new();
        for node in self.nodes.iter_mut().filter(|node| !node.has_children) {
            node.density_sum = node.density;
        }
        for index in (1..self.nodes.len()).rev() {
            let Node { parent, densest, .. } = self.nodes[index];
            let best = self.nodes[parent as usize].densest;
            let [inner, outer] = [densest, best].map(|index| self.nodes[index as usize].density_sum);
            if inner > outer || (inner == outer && densest < best) {
                self.nodes[parent as usize].densest = densest;
            }
        }
    }

    /// The minimum density on the path from the densest element to the body.
    fn threshold(&self) -> f64 {
        let mut at = self.nodes[0].densest as usize;
        let mut threshold = self.nodes[at].density;
        while at != 0 {
            at = self.nodes[at].parent as usize;
            threshold = threshold.min(self.nodes[at].density);
        }
        threshold
    }

    /// Returns whether each element is kept. Marks the densest subtree of each element that reaches the
    /// threshold and is not marked yet. The marked subtrees do not overlap, so each element is marked only once.
    fn marked(&self) -> Vec<bool> {
        let threshold = self.threshold();
        let mut marked = vec![false; self.nodes.len()];
        let mut index = 0;
        while let Some(node) = self.nodes.get(index) {
            if marked[index] || node.density < threshold {
                index = node.end as usize; // skip the subtree
                continue;
            }
            let densest = node.densest as usize;
            if !marked[densest] {
                marked[densest..self.nodes[densest].end as usize].fill(true);
            }
            index += 1;
        }
        marked
    }
}

/// Whether an element counts as a link (authors' source).
fn is_link(tag: Tag) -> bool {
    matches!(tag, Tag::A | Tag::Button | Tag::Select)
}

/// The composite text density. `link_share` is the share of link text in the body. Counts of 0 are replaced by 1.
fn density(node: &Node, link_share: f64) -> f64 {
    let Node { characters, link_characters, tags, link_tags, .. } = *node;
    if characters == 0 {
        return 0.0;
    }
    let count = |number: u32| f64::from(number.max(1));
    let (all, others) = (f64::from(characters), count(characters - link_characters));
    let (tags, links, link_tags) = (count(tags), count(link_characters), count(link_tags));
    let base = (all * links / others + link_share * all + E).ln();
    (all / tags) * ((all * tags) / (links * link_tags)).ln() / base.ln()
}

/// The contribution of a text to the density sum of its element.
fn text_density(characters: f64, link_share: f64) -> f64 {
    let base = (link_share * characters + E).ln().ln();
    match () {
        () if characters == 0.0 => 0.0,
        () if base > 0.0 => characters * characters.ln() / base,
        () => characters,
    }
}

impl Method for Cetd {
    fn name(&self) -> &'static str {
        "cetd"
    }

    fn summary(&self) -> &'static str {
        "Keeps the subtrees with the most text per tag; text and tags of links count against them."
    }

    fn paper(&self) -> &'static str {
        "Sun, Song, Liao, SIGIR 2011"
    }

    fn noise_step(&self) -> NoiseStep {
        NoiseStep::Before
    }

    fn select(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        let Some(body) = page.body() else { return Ok(Selection::nothing(Reason::NoVisibleText)) };
        let mut found = Densities::of(page, body, deadline)?;
        if found.runs.len() == 0 {
            return Ok(Selection::nothing(Reason::NoVisibleText));
        }
        let marked = found.marked();
        let max_density = found.nodes.iter().map(|node| node.density).fold(f64::MIN_POSITIVE, f64::max);
        let Densities { nodes, runs, node_of, .. } = &mut found;
        runs.judge_all(|run| {
            let node = node_of[run] as usize;
            let kept = marked[node];
            let reason = if kept { Reason::DensestSubtree } else { Reason::OutsideDensestSubtree };
            (kept, (nodes[node].density / max_density) as f32, reason)
        });
        Ok(found.runs.selection(Reason::NoDenseRegion))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;
    use proptest::prelude::*;

    fn densities<'p>(page: &'p Page<'p>) -> Densities {
        Densities::of(page, page.body().unwrap(), &mut Deadline::after(None)).unwrap()
    }

    /// The published algorithm: searches and marks every subtree again.
    fn literal(found: &Densities) -> Vec<bool> {
        fn visit(found: &Densities, index: usize, threshold: f64, marked: &mut [bool]) {
            let node = &found.nodes[index];
            if marked[index] || node.density < threshold {
                return;
            }
            let inside = index..node.end as usize;
            let largest = inside.clone().map(|index| found.nodes[index].density_sum).fold(f64::MIN, f64::max);
            let densest = inside.clone().find(|index| found.nodes[*index].density_sum == largest).unwrap();
            marked[densest..found.nodes[densest].end as usize].fill(true);
            for child in inside.skip(1).filter(|child| found.nodes[*child].parent as usize == index) {
                visit(found, child, threshold, marked);
            }
        }
        let mut marked = vec![false; found.nodes.len()];
        visit(found, 0, found.threshold(), &mut marked);
        marked
    }

    proptest! {
        #[test]
        fn one_pass_equals_the_recursive_marking(
            page in "((some|words|of|a|story) |<div>|</div>|<p>|<a href=x>|</a>|<b>|</b>|<br>|<select><option>|</select>){0,60}",
        ) {
            let page = Page::parse(Source::from_text(&page));
            let found = densities(&page);
            prop_assert_eq!(found.marked(), literal(&found));
        }
    }

    /// Example CETD-1 of the specification.
    #[test]
    fn the_worked_example() {
        let text = include_str!("../../tests/cases/page-c2/page.html");
        let page = Page::parse(Source::from_text(text));
        let found = densities(&page);
        let rounded = |value: f64| (value * 100.0).round() / 100.0;
        let table: Vec<_> =
            found.nodes.iter().map(|node| (rounded(node.density), rounded(node.density_sum))).collect();
        assert_eq!(table[..5], [(18.87, 20.1), (20.1, 21.53), (21.53, 84.75), (19.08, 102.38), (0.0, 0.0)]);
        assert_eq!(table[7..10], [(102.38, 221.65), (0.0, 0.0), (65.67, 108.07)]);
        assert_eq!((found.nodes[0].densest, rounded(found.threshold())), (7, 18.87));
    }
}
