//! Signals: which groups of features decided about a block, for explanations.
//!
//! The weight of a group is counterfactual: how much lower the log odds of the block would be, had it the values that other blocks
//! have in this group, on average over some blocks of the same page and of a typical one. It asks the model as it is, so it holds for every
//! model, and it costs some hundred answers for each block: nobody pays for it who does not ask. What a forest owes to the one before is told by
//! what decided there.

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

/// Blocks of the page, and of the typical page, that a block is compared with.
const COMPARED: usize = 16;
/// Pages with more blocks are explained without signals: the tables would not fit into memory.
const MOST_BLOCKS: usize = 5_000;
/// Probabilities nearer to 0 or 1 than this are one.
const LEAST_DOUBT: f32 = 1e-5;
/// A page of our own writing with the usual parts.
const TYPICAL: &str = include_str!("../typical.html");

const GROUPS: [Group; 14] = Group::ALL;

/// The signals of every block, with the block's first stretch of text.
pub(super) fn signals(
    page: &Page<'_>,
    model: &Model<'_>,
    deadline: &mut Deadline,
) -> Result<Vec<(Span, Vec<Signal>)>, TimedOut> {
    let outline = Outline::of(page, deadline)?;
    let count = outline.pieces.len();
    if count > MOST_BLOCKS {
        return Ok(Vec::new());
    }
    let typical = Outline::of(&Page::parse(Source::from_text(TYPICAL)), deadline)?;
    let mut looks = Vec::with_capacity(FORESTS);
    for forest in 0..FORESTS {
        looks.push(Look::of([&outline, &typical], forest, model, deadline)?);
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
        let last = looks.iter().rposition(|look| look.is_asked(block)).unwrap_or(0);
        let weights = weights(&looks[..=last], block, &groups);
        let Some(span) = span else { continue };
        let facts =
            Facts { row: looks[last].row(block), element: elements.get(&span.start()).copied(), model };
        found.push((span, facts.signals(&weights)));
    }
    Ok(found)
}

/// The element right around each run, by where the run begins.
fn elements_of_runs<'p>(page: &'p Page<'_>) -> HashMap<usize, Element<'p>> {
    let runs = page.runs().filter(|run| !run.is_blank());
    runs.filter_map(|run| Some((run.span.start(), page.element_of(&run)?))).collect()
}

/// Of each group.
type Weights = [f32; GROUPS.len()];

/// What each group weighs in the last of some looks. What weighs there as the impression of the look before is shared out among
/// the groups as they weigh in that.
fn weights(looks: &[Look<'_>], block: usize, groups: &[Group]) -> Weights {
    let Some((look, before)) = looks.split_last() else { return Weights::default() };
    let mut found = look.weights(block, groups);
    let impression = std::mem::take(&mut found[Group::Previous as usize]);
    let before = weights(before, block, groups);
    let all: f32 = before.iter().map(|weight| weight.abs()).sum();
    if all > 0.0 {
        for (weight, before) in found.iter_mut().zip(before) {
            *weight += impression.abs() * before / all;
        }
    }
    found
}

/// What one forest sees of a page.
struct Look<'m> {
    forest: usize,
    model: &'m Model<'m>,
    rows: Vec<f32>,
    /// The blocks that each is compared with.
    others: Vec<[f32; COUNT]>,
}

impl<'m> Look<'m> {
    /// Of a page, compared with another one.
    fn of(
        [outline, typical]: [&Outline; 2],
        forest: usize,
        model: &'m Model<'m>,
        deadline: &mut Deadline,
    ) -> Result<Look<'m>, TimedOut> {
        let rows = rows_for(outline, forest, model, deadline)?;
        let typical = rows_for(typical, forest, model, deadline)?;
        let spread = |rows: &[f32]| {
            let rows = rows.as_chunks::<COUNT>().0;
            let taken = (0..COMPARED).filter_map(|number| rows.get(number * rows.len() / COMPARED).copied());
            taken.collect::<Vec<_>>()
        };
        let others = [spread(&rows), spread(&typical)].concat();
        Ok(Look { forest, model, rows, others })
    }

    fn row(&self, block: usize) -> &[f32; COUNT] {
        &self.rows.as_chunks().0[block]
    }

    fn is_asked(&self, block: usize) -> bool {
        self.model.asks(self.forest, self.row(block))
    }

    /// What each group weighs in what the forest says of a block.
    fn weights(&self, block: usize, groups: &[Group]) -> Weights {
        let row = self.row(block);
        let log_odds = |rows: &[f32]| mean_log_odds(&self.model.opinion(self.forest, rows));
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
        let probability = probability.clamp(LEAST_DOUBT, 1.0 - LEAST_DOUBT);
        (probability / (1.0 - probability)).ln()
    };
    probabilities.iter().map(log_odds).sum::<f32>() / probabilities.len().max(1) as f32
}

/// The name of a group's signal; none, where what it weighs is shared out among the others.
fn name(group: Group) -> Option<&'static str> {
    Some(match group {
        Group::Text => "text",
        Group::Links => "links",
        Group::Hidden => "hidden",
        Group::Element => "element",
        Group::Names => "names",
        Group::Alike => "alike",
        Group::Surroundings => "surroundings",
        Group::Centre => "centre",
        Group::Title => "title",
        Group::Neighbours => "neighbours",
        Group::Place => "place",
        Group::Page => Signal::OF_PAGE,
        Group::Terms => "terms",
        Group::Previous => return None,
    })
}

/// Elements that tell something, by their features.
const TELLING: [(Feature, &str); 13] = [
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

/// What is known of a block.
struct Facts<'r> {
    /// Its values by the names of their features.
    row: &'r [f32; COUNT],
    /// The element right around it.
    element: Option<Element<'r>>,
    model: &'r Model<'r>,
}

impl Facts<'_> {
    /// What decided about it, what weighs most first.
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

    /// What was found, in words; nothing where no word would tell it, or where the words would seem to speak for the other side.
    fn say(&self, group: Group, is_for: bool) -> String {
        match group {
            Group::Text => self.text(),
            Group::Links => self.links(),
            Group::Hidden if self.get(Feature::Hidden) > 0.0 => "hidden at first".to_owned(),
            Group::Hidden => "shown at once".to_owned(),
            Group::Element => self.elements(),
            Group::Names => match most_telling(self.element, self.model.words(), is_for) {
                Some(name) => format!("“{name}” in its classes and ids or those around it"),
                None => "its classes and ids, and those around it".to_owned(),
            },
            Group::Alike => match self.get(Path::Repeats.of(0)) {
                ..=1.0 => "no other block is built like it".to_owned(),
                2.0 => "one other block is built like it".to_owned(),
                blocks => format!("{} other blocks are built like it", blocks - 1.0),
            },
            Group::Surroundings => self.surroundings(),
            Group::Centre => self.centre(is_for),
            Group::Title => self.title(),
            Group::Neighbours => format!(
                "the blocks around it have {:.0} characters in sentences, {} of all in links",
                self.get(Window::Sentences.of(1)),
                self.percent(Window::LinkShare.of(1))
            ),
            Group::Place => {
                let (before, after) = (self.get(Feature::FromStart), self.get(Feature::FromEnd));
                format!("{:.0} % of the way down the page", 100.0 * before / (before + after).max(1.0))
            }
            Group::Page => format!(
                "the page has {} of its text in sentences, {} in links",
                self.percent(Feature::PageSentences),
                self.percent(Feature::PageLinkShare)
            ),
            Group::Terms => "the words of it or of the labels around it".to_owned(),
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
        const ALL: f32 = 0.995;
        match self.get(Feature::LinkShare) {
            ..=0.0 => "no links".to_owned(),
            ALL.. => "all of it is a link".to_owned(),
            _ => format!("{} of its text in links", self.percent(Feature::LinkShare)),
        }
    }

    fn elements(&self) -> String {
        const MOST: usize = 3;
        let around = TELLING.iter().filter(|(feature, _)| self.get(*feature) > 0.0);
        let around: Vec<&str> = around.map(|(_, words)| *words).take(MOST).collect();
        if around.is_empty() { String::new() } else { format!("in {}", around.join(", ")) }
    }

    fn surroundings(&self) -> String {
        const WHOLE: f32 = 0.995;
        if self.get(Up::Share.of(1)) >= WHOLE {
            return String::new();
        }
        format!(
            "the box around it has {} of the page's text, {} in links",
            self.percent(Up::Share.of(1)),
            self.percent(Up::LinkShare.of(1))
        )
    }

    /// A box that has most of the page's text tells little of what is in it.
    fn centre(&self, is_for: bool) -> String {
        const MOST_OF_PAGE: f32 = 0.7;
        let is_inside = self.get(Near::Below.of(0)) <= 0.0;
        match (is_inside, is_for) {
            (true, true) if self.get(Near::Share.of(0)) <= MOST_OF_PAGE => {
                "in the box with most of the sentences".to_owned()
            }
            (false, false) => "outside the box with most of the sentences".to_owned(),
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
        assert!(!says(menu, "centre").starts_with("in the box"));
    }
}
