//! Signals: which groups of features decided about a block, for explanations.
//!
//! The weight of a group is counterfactual: how much lower the log odds of the block would be, had it the values that other blocks
//! have in this group, on average over some blocks of the same page and of a typical one. It asks the model as it is, so it holds for every
//! model, and it costs some hundred answers for each block: nobody pays for it who does not ask. What a forest owes to the one before is told by
//! what decided there.

use super::features::{COUNT, FEATURES, Feature};
use super::named::most_telling;
use super::{Blocks, FORESTS, Model};
use crate::budget::{Deadline, TimedOut};
use crate::page::{Element, Page};
use crate::selection::Signal;
use crate::source::{Source, Span};
use std::collections::HashMap;

/// Blocks of the page, and of the typical page, that a block is compared with.
const COMPARED: usize = 16;
/// Pages with more blocks are explained without signals: the tables would not fit into memory.
const MOST_BLOCKS: usize = 5_000;
/// Probabilities nearer to 0 or 1 than this are one.
const LEAST_DOUBT: f32 = 1e-5;
/// A page of our own writing with the usual parts.
const TYPICAL: &str = include_str!("typical.html");

/// What features of a group tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    Text,
    Links,
    Hidden,
    Element,
    Names,
    Alike,
    Surroundings,
    Centre,
    Title,
    Neighbours,
    Place,
    Page,
    Terms,
    Impression,
}

const GROUPS: [Group; 14] = [
    Group::Text,
    Group::Links,
    Group::Hidden,
    Group::Element,
    Group::Names,
    Group::Alike,
    Group::Surroundings,
    Group::Centre,
    Group::Title,
    Group::Neighbours,
    Group::Place,
    Group::Page,
    Group::Terms,
    Group::Impression,
];

/// Beginnings of the names of features, the first that fits; what fits none is told by its block alone.
const BEGINNINGS: [(&str, Group); 35] = [
    ("Terms", Group::Terms),
    ("Answer", Group::Impression),
    ("Half", Group::Impression),
    ("Most", Group::Impression),
    ("Up", Group::Surroundings),
    ("Group", Group::Alike),
    ("Path", Group::Alike),
    ("Styled", Group::Alike),
    ("Duplicates", Group::Alike),
    ("Siblings", Group::Alike),
    ("Number", Group::Alike),
    ("Words", Group::Names),
    ("Main", Group::Centre),
    ("Best", Group::Centre),
    ("Page", Group::Page),
    ("Habit", Group::Page),
    ("InTitle", Group::Title),
    ("OfTitle", Group::Title),
    ("Title", Group::Title),
    ("FromTitle", Group::Title),
    ("FromFirstH1", Group::Title),
    ("H1s", Group::Title),
    ("SinceHeading", Group::Title),
    ("HeadingLevel", Group::Title),
    ("ToHeading", Group::Title),
    ("In", Group::Element),
    ("RatioOfPeak", Group::Neighbours),
    ("SinceSentence", Group::Neighbours),
    ("ToSentence", Group::Neighbours),
    ("Place", Group::Place),
    ("MassPlace", Group::Place),
    ("FromStart", Group::Place),
    ("FromEnd", Group::Place),
    ("MassFrom", Group::Place),
    ("Hidden", Group::Hidden),
];

fn group_of(name: &str) -> Group {
    // What a forest hands on to the next one, whatever it is about.
    if name.ends_with("Answer") || name.ends_with("AnswerShare") {
        return Group::Impression;
    }
    if let Some((_, group)) = BEGINNINGS.iter().find(|(beginning, _)| name.starts_with(beginning)) {
        return *group;
    }
    let is_of_neighbours =
        name.ends_with(|c: char| c.is_ascii_digit()) || name.contains("Before") || name.contains("After");
    match name {
        _ if is_of_neighbours => Group::Neighbours,
        "Undisplayed" => Group::Hidden,
        "LinkShare" | "LinkLength" | "Links" => Group::Links,
        "Tag" | "ParentTag" | "GrandparentTag" | "Depth" => Group::Element,
        _ => Group::Text,
    }
}

/// The signals of every block, with the block's first stretch of text.
pub(crate) fn signals(
    page: &Page<'_>,
    model: &Model<'_>,
    deadline: &mut Deadline,
) -> Result<Vec<(Span, Vec<Signal>)>, TimedOut> {
    let blocks = Blocks::of(page, deadline)?;
    if blocks.len() > MOST_BLOCKS {
        return Ok(Vec::new());
    }
    let typical = Blocks::of(&Page::parse(Source::from_text(TYPICAL)), deadline)?;
    let mut looks = Vec::with_capacity(FORESTS);
    for forest in 0..FORESTS {
        looks.push(Look::of([&blocks, &typical], forest, model, deadline)?);
    }
    let groups: Vec<Group> = FEATURES.iter().map(|(name, _)| group_of(name)).collect();
    let mut first = vec![None; blocks.len()];
    for (span, block) in blocks.runs() {
        first[*block as usize].get_or_insert(*span);
    }
    let elements = elements_of_runs(page);
    let mut found = Vec::with_capacity(blocks.len());
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
    let impression = std::mem::take(&mut found[Group::Impression as usize]);
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
        [blocks, typical]: [&Blocks; 2],
        forest: usize,
        model: &'m Model<'m>,
        deadline: &mut Deadline,
    ) -> Result<Look<'m>, TimedOut> {
        let rows = blocks.rows_for(forest, model, deadline)?;
        let typical = typical.rows_for(forest, model, deadline)?;
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
        Group::Impression => return None,
    })
}

/// Elements that tell something, by their features.
const TELLING: [(Feature, &str); 13] = [
    (Feature::InNav, "navigation"),
    (Feature::InHeader, "a header"),
    (Feature::InFooter, "a footer"),
    (Feature::InAside, "an aside"),
    (Feature::InForm, "a form"),
    (Feature::InHeading, "a heading"),
    (Feature::InPre, "code"),
    (Feature::InQuote, "a quotation"),
    (Feature::InTable, "a table"),
    (Feature::InItem, "a list item"),
    (Feature::InFigure, "a figure"),
    (Feature::InArticle, "an article"),
    (Feature::InMain, "the main part"),
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
        self.row.get(feature as usize).copied().unwrap_or(0.0)
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
            Group::Alike => match self.get(Feature::PathRepeats) {
                ..=1.0 => "no other block is built like it".to_owned(),
                2.0 => "one other block is built like it".to_owned(),
                blocks => format!("{} other blocks are built like it", blocks - 1.0),
            },
            Group::Surroundings => self.surroundings(),
            Group::Centre => self.centre(is_for),
            Group::Title => self.title(),
            Group::Neighbours => format!(
                "the blocks around it have {:.0} characters in sentences, {} of all in links",
                self.get(Feature::Sentences2),
                self.percent(Feature::LinkShare2)
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
            Group::Impression => String::new(),
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
        if self.get(Feature::Up2Share) >= WHOLE {
            return String::new();
        }
        format!(
            "the box around it has {} of the page's text, {} in links",
            self.percent(Feature::Up2Share),
            self.percent(Feature::Up2LinkShare)
        )
    }

    /// A box that has most of the page's text tells little of what is in it.
    fn centre(&self, is_for: bool) -> String {
        const MOST_OF_PAGE: f32 = 0.7;
        let is_inside = self.get(Feature::MainBelow) <= 0.0;
        match (is_inside, is_for) {
            (true, true) if self.get(Feature::MainShare) <= MOST_OF_PAGE => {
                "in the box with most of the sentences".to_owned()
            }
            (false, false) => "outside the box with most of the sentences".to_owned(),
            _ => String::new(),
        }
    }

    fn title(&self) -> String {
        const NONE: f32 = -1000.0;
        match self.get(Feature::FromTitle) {
            none if none <= NONE => "no block repeats the page's title".to_owned(),
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
    fn features_are_told_by_their_groups() {
        for (name, group) in [
            ("Length", Group::Text),
            ("Sentences", Group::Text),
            ("Sentences2", Group::Neighbours),
            ("LinkShare", Group::Links),
            ("LinkShareAfter1", Group::Neighbours),
            ("InNav", Group::Element),
            ("InTitle", Group::Title),
            ("Up3LinkShare", Group::Surroundings),
            ("PageMass", Group::Page),
        ] {
            assert_eq!(group_of(name), group, "{name}");
        }
    }

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
