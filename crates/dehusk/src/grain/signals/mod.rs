//! Signals: finds, for explanations, the groups of features that decided about a block.
//!
//! The weight of a group is counterfactual. It is the amount by which the log odds of the block would fall if the block had the
//! values of other blocks in this group, averaged over some blocks of the same page and of a typical page. The model is only
//! evaluated, so this works with every model. It takes some hundred predictions per block, but only for explanations. If a forest
//! relies on the probabilities of the previous forest, the weight of these probabilities is attributed to the groups that decided
//! in the previous forest.

mod names;

use super::features::columns::Group;
use super::features::list::{COUNT, Feature, Near, Path, Up, Window, Within, features};
use super::forests::{FORESTS, Model, rows_for};
use super::outline::Outline;
use crate::budget::{Deadline, TimedOut};
use crate::page::{Element, Page};
use crate::selection::Signal;
use crate::source::{Source, Span};
use names::most_telling;
use std::collections::HashMap;

/// Each block is compared with this number of blocks of its own page, and with this number of blocks of the typical page. Chosen
/// by hand: more blocks take more time and change the weights only slightly.
const COMPARED: usize = 16;
/// Maximum number of blocks of a page that is explained with signals. Chosen by hand: each block asks the model some hundred times,
/// which takes 5,000 blocks about three seconds.
const MAX_BLOCKS: usize = 5_000;
/// Minimum distance of a probability from 0 and 1. Closer probabilities are moved to this distance, so that log odds are finite.
/// Chosen by hand.
const MIN_DOUBT: f32 = 1e-5;
/// The typical page: a page with the usual parts, written for these comparisons.
const TYPICAL: &str = include_str!("../typical.html");

const GROUPS: [Group; 14] = Group::ALL;

/// The signals of every block, with the span of the first run of the block.
pub(super) fn signals(
    page: &Page<'_>,
    model: &Model<'_>,
    deadline: &mut Deadline,
) -> Result<Vec<(Span, Vec<Signal>)>, TimedOut> {
    let outline = Outline::of(page, deadline)?;
    let count = outline.pieces.len();
    if count > MAX_BLOCKS {
        return Ok(Vec::new());
    }
    let typical = Outline::of(&Page::parse(Source::from_text(TYPICAL)), deadline)?;
    let mut views = Vec::with_capacity(FORESTS);
    for forest in 0..FORESTS {
        views.push(ForestView::of([&outline, &typical], forest, model, deadline)?);
    }
    let groups: Vec<Group> = features().into_iter().map(|feature| feature.group).collect();
    let mut first = vec![None; count];
    for (span, block) in &outline.runs {
        first[*block as usize].get_or_insert(*span);
    }
    let elements = elements_of_runs(page);
    let mut found = Vec::with_capacity(count);
    for (block, span) in first.into_iter().enumerate() {
        deadline.check()?;
        let last = views.iter().rposition(|view| view.is_asked(block)).unwrap_or(0);
        let weights = weights(&views[..=last], block, &groups);
        let Some(span) = span else { continue };
        let facts =
            Facts { row: views[last].row(block), element: elements.get(&span.start()).copied(), model };
        found.push((span, facts.signals(&weights)));
    }
    Ok(found)
}

/// The parent element of each run, by the offset at which the run begins.
fn elements_of_runs<'p>(page: &'p Page<'_>) -> HashMap<usize, Element<'p>> {
    let runs = page.runs().filter(|run| !run.is_blank());
    runs.filter_map(|run| Some((run.span.start(), page.element_of(&run)?))).collect()
}

/// A weight for each group.
type Weights = [f32; GROUPS.len()];

/// The weights of the groups in the last of several forests. The weight of the previous forest's answers is distributed over the
/// groups in proportion to their weights in the previous forest.
fn weights(views: &[ForestView<'_>], block: usize, groups: &[Group]) -> Weights {
    let Some((view, previous)) = views.split_last() else { return Weights::default() };
    let mut found = view.weights(block, groups);
    let of_previous = std::mem::take(&mut found[Group::Previous as usize]);
    let previous = weights(previous, block, groups);
    let total: f32 = previous.iter().map(|weight| weight.abs()).sum();
    if total > 0.0 {
        for (weight, previous) in found.iter_mut().zip(previous) {
            *weight += of_previous.abs() * previous / total;
        }
    }
    found
}

/// The input of one forest for a page.
struct ForestView<'m> {
    forest: usize,
    model: &'m Model<'m>,
    rows: Vec<f32>,
    /// The rows of the blocks that every block is compared with.
    others: Vec<[f32; COUNT]>,
}

impl<'m> ForestView<'m> {
    /// Returns the view of a page. Its blocks are compared with some blocks of the same page and some blocks of the typical page.
    fn of(
        [outline, typical]: [&Outline; 2],
        forest: usize,
        model: &'m Model<'m>,
        deadline: &mut Deadline,
    ) -> Result<ForestView<'m>, TimedOut> {
        let rows = rows_for(outline, forest, model, deadline)?;
        let typical = rows_for(typical, forest, model, deadline)?;
        let spread = |rows: &[f32]| {
            let rows = rows.as_chunks::<COUNT>().0;
            let taken = (0..COMPARED).filter_map(|number| rows.get(number * rows.len() / COMPARED).copied());
            taken.collect::<Vec<_>>()
        };
        let others = [spread(&rows), spread(&typical)].concat();
        Ok(ForestView { forest, model, rows, others })
    }

    fn row(&self, block: usize) -> &[f32; COUNT] {
        &self.rows.as_chunks().0[block]
    }

    fn is_asked(&self, block: usize) -> bool {
        self.model.rates(self.forest, self.row(block))
    }

    /// The weights of the groups in the prediction of this forest for a block.
    fn weights(&self, block: usize, groups: &[Group]) -> Weights {
        let row = self.row(block);
        let log_odds = |rows: &[f32]| mean_log_odds(&self.model.predict_all(self.forest, rows));
        let own = log_odds(row);
        GROUPS.map(|group| {
            let mut changed = Vec::with_capacity(self.others.len() * COUNT);
            for other in &self.others {
                let values = row.iter().zip(other).zip(groups);
                changed.extend(values.map(|((own, other), of)| if *of == group { *other } else { *own }));
            }
            own - log_odds(&changed)
        })
    }
}

fn mean_log_odds(probabilities: &[f32]) -> f32 {
    let log_odds = |probability: &f32| {
        let probability = probability.clamp(MIN_DOUBT, 1.0 - MIN_DOUBT);
        (probability / (1.0 - probability)).ln()
    };
    probabilities.iter().map(log_odds).sum::<f32>() / probabilities.len().max(1) as f32
}

/// The name of a group's signal; `None` for the group whose weight is distributed over the others.
fn name(group: Group) -> Option<&'static str> {
    Some(match group {
        Group::Text => "text",
        Group::Links => "links",
        Group::Hidden => "hidden",
        Group::Element => "element",
        Group::Names => "names",
        Group::Alike => "alike",
        Group::Surroundings => "surroundings",
        Group::Center => "center",
        Group::Title => "title",
        Group::Neighbors => "neighbors",
        Group::Place => "place",
        Group::Page => Signal::OF_PAGE,
        Group::Terms => "terms",
        Group::Previous => return None,
    })
}

/// The elements that explanations name, each with the feature that detects it. If several apply, the first in this order are
/// named.
const NAMED_ELEMENTS: [(Feature, &str); 13] = [
    (Within::In.of(0), "navigation"),
    (Within::In.of(1), "a header"),
    (Within::In.of(2), "a footer"),
    (Within::In.of(3), "an aside"),
    (Within::In.of(7), "a form"),
    (Within::In.of(15), "a heading"),
    (Within::In.of(13), "code"),
    (Within::In.of(12), "a quotation"),
    (Within::In.of(8), "a table"),
    (Within::In.of(10), "a list item"),
    (Within::In.of(11), "a figure"),
    (Within::In.of(5), "an article"),
    (Within::In.of(4), "the main part"),
];

/// The data about a block.
struct Facts<'r> {
    /// The values of the block's features.
    row: &'r [f32; COUNT],
    /// The block's parent element.
    element: Option<Element<'r>>,
    model: &'r Model<'r>,
}

impl Facts<'_> {
    /// The signals that decided about the block. The signal with the largest absolute weight is first.
    fn signals(&self, weights: &Weights) -> Vec<Signal> {
        let signal = |(group, weight)| Some(Signal::new(name(group)?, weight, self.say(group, weight > 0.0)));
        let mut signals: Vec<Signal> = GROUPS.into_iter().zip(*weights).filter_map(signal).collect();
        signals.sort_by(|a, b| b.weight.abs().total_cmp(&a.weight.abs()));
        signals
    }

    fn get(&self, feature: Feature) -> f32 {
        self.row.get(feature.index()).copied().unwrap_or(0.0)
    }

    fn percent(&self, feature: Feature) -> String {
        format!("{:.0} %", self.get(feature) * 100.0)
    }

    /// Describes a group in words. Empty if that takes more than a few words, or if the words would suggest the opposite
    /// decision.
    fn say(&self, group: Group, is_for: bool) -> String {
        match group {
            Group::Text => self.text(),
            Group::Links => self.links(),
            Group::Hidden if self.get(Feature::Hidden) > 0.0 => "hidden when the page is opened".to_owned(),
            Group::Hidden => "visible when the page is opened".to_owned(),
            Group::Element => self.elements(),
            Group::Names => match most_telling(self.element, self.model.words(), is_for) {
                Some(name) => format!("“{name}” in its classes and ids, or in those around it"),
                None => "its classes and ids, and those around it".to_owned(),
            },
            Group::Alike => match self.get(Path::Repeats.of(0)) {
                ..=1.0 => "no other block is built like it".to_owned(),
                2.0 => "one other block is built like it".to_owned(),
                blocks => format!("{} other blocks are built like it", blocks - 1.0),
            },
            Group::Surroundings => self.surroundings(),
            Group::Center => self.center(is_for),
            Group::Title => self.title(),
            Group::Neighbors => format!(
                "the blocks around it have {:.0} characters of sentences on average, {} of their text in links",
                self.get(Window::Sentences.of(1)),
                self.percent(Window::LinkShare.of(1))
            ),
            Group::Place => {
                let (before, after) = (self.get(Feature::FromStart), self.get(Feature::FromEnd));
                format!("{:.0} % of the way down the page", 100.0 * before / (before + after).max(1.0))
            }
            Group::Page => format!(
                "{} of the page's text is in sentences, {} in links",
                self.percent(Feature::PageSentences),
                self.percent(Feature::PageLinkShare)
            ),
            Group::Terms => "its words, or those of the labels around it".to_owned(),
            Group::Previous => String::new(),
        }
    }

    fn text(&self) -> String {
        let letters = match self.get(Feature::Length) {
            1.0 => "one character".to_owned(),
            letters => format!("{letters} characters"),
        };
        match self.get(Feature::Sentences) {
            ..=0.0 => format!("{letters}, no sentence"),
            1.0 => format!("{letters}, a sentence"),
            ends => format!("{letters}, {ends} sentences"),
        }
    }

    fn links(&self) -> String {
        const ALL: f32 = 0.995; // rounds to 100 %
        match self.get(Feature::LinkShare) {
            ..=0.0 => "no links".to_owned(),
            ALL.. => "all of it is a link".to_owned(),
            _ => format!("{} of its text in links", self.percent(Feature::LinkShare)),
        }
    }

    fn elements(&self) -> String {
        const MAX_NAMED: usize = 3;
        let around = NAMED_ELEMENTS.iter().filter(|(feature, _)| self.get(*feature) > 0.0);
        let around: Vec<&str> = around.map(|(_, words)| *words).take(MAX_NAMED).collect();
        if around.is_empty() { String::new() } else { format!("in {}", around.join(", ")) }
    }

    fn surroundings(&self) -> String {
        const WHOLE: f32 = 0.995; // rounds to 100 %
        if self.get(Up::Share.of(1)) >= WHOLE {
            return String::new();
        }
        format!(
            "the container around it has {} of the page's text, {} of it in links",
            self.percent(Up::Share.of(1)),
            self.percent(Up::LinkShare.of(1))
        )
    }

    /// Says whether the block is inside the container with most of the sentences. Returns an empty text if the words would
    /// suggest the opposite decision. Also returns an empty text if most of the page's text is in that container, because that is
    /// weak evidence.
    fn center(&self, is_for: bool) -> String {
        const MOST_OF_PAGE: f32 = 0.7;
        let is_inside = self.get(Near::Below.of(0)) <= 0.0;
        match (is_inside, is_for) {
            (true, true) if self.get(Near::Share.of(0)) <= MOST_OF_PAGE => {
                "in the container with most of the sentences".to_owned()
            }
            (false, false) => "outside the container with most of the sentences".to_owned(),
            _ => String::new(),
        }
    }

    fn title(&self) -> String {
        match self.get(Feature::FromTitle) {
            none if none <= Feature::FromTitle.missing() => "no block repeats the page's title".to_owned(),
            -1.0 => "right before the title".to_owned(),
            0.0 => "the title".to_owned(),
            1.0 => "right after the title".to_owned(),
            blocks if blocks < 0.0 => format!("{} blocks before the title", -blocks),
            blocks => format!("{blocks} blocks after the title"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_story_speaks_for_it_and_the_links_of_a_menu_against() {
        let model = Model::built_in();
        let page = Page::parse(Source::from_text(TYPICAL));
        let found = signals(&page, &model, &mut Deadline::after(None)).unwrap();
        let weight = |beginning: &str| {
            let at = TYPICAL.find(beginning).unwrap();
            let (_, signals) = found.iter().find(|(span, _)| span.start() == at).unwrap();
            signals.iter().map(|signal| signal.weight).sum::<f32>()
        };
        assert!(weight("After two winters") > 0.0 && weight("Weather") < 0.0);
    }

    #[test]
    fn what_is_said_is_true_of_the_block() {
        let page = Page::parse(Source::from_text(TYPICAL));
        let found = signals(&page, &Model::built_in(), &mut Deadline::after(None)).unwrap();
        let says = |block: usize, name: &str| {
            let signal = found[block].1.iter().find(|signal| signal.name == name).unwrap();
            signal.says.clone()
        };
        assert_eq!(says(0, "place"), "0 % of the way down the page");
        assert_eq!(says(found.len() - 1, "place"), "100 % of the way down the page");
        let menu = found.iter().position(|(span, _)| TYPICAL[span.start()..].starts_with("Weather")).unwrap();
        assert_eq!(says(menu, "links"), "all of it is a link");
        assert_eq!(says(menu, "text"), "7 characters, no sentence");
        assert!(!says(menu, "center").starts_with("in the container"));
    }
}
