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
use crate::selection::{Finding, Signal, Value};
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

/// The elements that explanations name, each with the feature that detects it, the word for it, and how it is called in a sentence.
/// If several apply, the first in this order are named.
const NAMED_ELEMENTS: [(Feature, &str, &str); 13] = [
    (Within::In.of(0), "navigation", "navigation"),
    (Within::In.of(1), "header", "a header"),
    (Within::In.of(2), "footer", "a footer"),
    (Within::In.of(3), "aside", "an aside"),
    (Within::In.of(7), "form", "a form"),
    (Within::In.of(15), "heading", "a heading"),
    (Within::In.of(13), "code", "code"),
    (Within::In.of(12), "quotation", "a quotation"),
    (Within::In.of(8), "table", "a table"),
    (Within::In.of(10), "list_item", "a list item"),
    (Within::In.of(11), "figure", "a figure"),
    (Within::In.of(5), "article", "an article"),
    (Within::In.of(4), "main", "the main part"),
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

    /// A share in whole percent.
    fn percent(&self, feature: Feature) -> f32 {
        (self.get(feature) * 100.0).round_ties_even()
    }

    /// Says what was found about a group. Says nothing if that takes more than a few words, or if the words would suggest the
    /// opposite decision.
    fn say(&self, group: Group, is_for: bool) -> Finding {
        match group {
            Group::Text => self.text(),
            Group::Links => self.links(),
            Group::Hidden if self.get(Feature::Hidden) > 0.0 => {
                Finding::new("hidden_at_first", "hidden when the page is opened")
            }
            Group::Hidden => Finding::new("visible_at_first", "visible when the page is opened"),
            Group::Element => self.elements(),
            Group::Names => self.names(is_for),
            Group::Alike => self.alike(),
            Group::Surroundings => self.surroundings(),
            Group::Center => self.center(is_for),
            Group::Title => self.title(),
            Group::Neighbors => self.neighbors(),
            Group::Place => self.place(),
            Group::Page => self.page(),
            Group::Terms => Finding::new("terms", "its words, or those of the labels around it"),
            Group::Previous => Finding::default(),
        }
    }

    fn text(&self) -> Finding {
        let (length, sentences) = (self.get(Feature::Length), self.get(Feature::Sentences));
        let letters = match length {
            1.0 => "one character".to_owned(),
            letters => format!("{letters} characters"),
        };
        let found = match sentences {
            ..=0.0 => Finding::new("no_sentence", format!("{letters}, no sentence")),
            1.0 => Finding::new("one_sentence", format!("{letters}, a sentence")),
            ends => Finding::new("sentences", format!("{letters}, {ends} sentences"))
                .with_number("sentences", ends),
        };
        found.with_number("characters", length)
    }

    fn links(&self) -> Finding {
        const ALL: f32 = 0.995; // rounds to 100 %
        let percent = self.percent(Feature::LinkShare);
        match self.get(Feature::LinkShare) {
            ..=0.0 => Finding::new("no_links", "no links"),
            ALL.. => Finding::new("all_link", "all of it is a link"),
            _ => Finding::new("some_links", format!("{percent} % of its text in links"))
                .with_number("percent", percent),
        }
    }

    fn elements(&self) -> Finding {
        /// Maximum number of elements that are named. Chosen by hand.
        const MAX_NAMED: usize = 3;
        let around = NAMED_ELEMENTS.iter().filter(|(feature, ..)| self.get(*feature) > 0.0).take(MAX_NAMED);
        let (words, called): (Vec<&'static str>, Vec<&str>) =
            around.map(|(_, word, called)| (*word, *called)).unzip();
        if words.is_empty() {
            return Finding::default();
        }
        Finding::new("in_elements", format!("in {}", called.join(", ")))
            .with("elements", Value::Elements(words))
    }

    fn names(&self, is_for: bool) -> Finding {
        match most_telling(self.element, self.model.words(), is_for) {
            Some(name) => {
                Finding::new("name", format!("“{name}” in its classes and ids, or in those around it"))
                    .with("name", Value::Text(name))
            }
            None => Finding::new("names", "its classes and ids, and those around it"),
        }
    }

    fn alike(&self) -> Finding {
        match self.get(Path::Repeats.of(0)) {
            ..=1.0 => Finding::new("none_alike", "no other block is built like it"),
            2.0 => Finding::new("one_alike", "one other block is built like it"),
            blocks => Finding::new("many_alike", format!("{} other blocks are built like it", blocks - 1.0))
                .with_number("blocks", blocks - 1.0),
        }
    }

    fn neighbors(&self) -> Finding {
        let characters = self.get(Window::Sentences.of(1)).round_ties_even();
        let percent = self.percent(Window::LinkShare.of(1));
        let says = format!(
            "the blocks around it have {characters} characters of sentences on average, {percent} % of their text \
             in links"
        );
        Finding::new("neighbors", says).with_number("characters", characters).with_number("percent", percent)
    }

    fn place(&self) -> Finding {
        let (before, after) = (self.get(Feature::FromStart), self.get(Feature::FromEnd));
        let percent = (100.0 * before / (before + after).max(1.0)).round_ties_even();
        Finding::new("place", format!("{percent} % of the way down the page")).with_number("percent", percent)
    }

    fn page(&self) -> Finding {
        let sentences = self.percent(Feature::PageSentences);
        let links = self.percent(Feature::PageLinkShare);
        let says = format!("{sentences} % of the page's text is in sentences, {links} % in links");
        Finding::new("page", says).with_number("sentences", sentences).with_number("links", links)
    }

    fn surroundings(&self) -> Finding {
        const WHOLE: f32 = 0.995; // rounds to 100 %
        if self.get(Up::Share.of(1)) >= WHOLE {
            return Finding::default();
        }
        let (share, links) = (self.percent(Up::Share.of(1)), self.percent(Up::LinkShare.of(1)));
        let says =
            format!("the container around it has {share} % of the page's text, {links} % of it in links");
        Finding::new("surroundings", says).with_number("share", share).with_number("links", links)
    }

    /// Says whether the block is inside the container with most of the sentences. Says nothing if the words would suggest the
    /// opposite decision, or if most of the page's text is in that container, because that is weak evidence.
    fn center(&self, is_for: bool) -> Finding {
        /// A container with a larger share of the text is no evidence for the blocks inside it. Chosen by hand.
        const MOST_OF_PAGE: f32 = 0.7;
        let is_inside = self.get(Near::Below.of(0)) <= 0.0;
        match (is_inside, is_for) {
            (true, true) if self.get(Near::Share.of(0)) <= MOST_OF_PAGE => {
                Finding::new("inside_center", "in the container with most of the sentences")
            }
            (false, false) => {
                Finding::new("outside_center", "outside the container with most of the sentences")
            }
            _ => Finding::default(),
        }
    }

    fn title(&self) -> Finding {
        match self.get(Feature::FromTitle) {
            none if none <= Feature::FromTitle.missing() => {
                Finding::new("no_title", "no block repeats the page's title")
            }
            -1.0 => Finding::new("right_before_title", "right before the title"),
            0.0 => Finding::new("is_title", "the title"),
            1.0 => Finding::new("right_after_title", "right after the title"),
            blocks if blocks < 0.0 => {
                Finding::new("before_title", format!("{} blocks before the title", -blocks))
                    .with_number("blocks", -blocks)
            }
            blocks => Finding::new("after_title", format!("{blocks} blocks after the title"))
                .with_number("blocks", blocks),
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

    #[test]
    fn what_is_said_has_a_code_and_its_values() {
        let page = Page::parse(Source::from_text(TYPICAL));
        let found = signals(&page, &Model::built_in(), &mut Deadline::after(None)).unwrap();
        for signal in found.iter().flat_map(|(_, signals)| signals) {
            assert_eq!(signal.code.is_empty(), signal.says.is_empty(), "{signal:?}");
            for (_, value) in &signal.values {
                let is_said = match value {
                    // The only number in words.
                    Value::Number(1) => true,
                    Value::Number(number) => signal.says.contains(&number.to_string()),
                    Value::Text(text) => signal.says.contains(text),
                    Value::Elements(elements) => signal.says.matches(", ").count() + 1 == elements.len(),
                };
                assert!(is_said, "{signal:?}");
            }
        }
    }
}
