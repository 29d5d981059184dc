//! A finished layout: every word with its size and place, and the way from there to pictures.

use super::faces::UsedFaces;
use super::settings::Settings;
use super::shaping::{Run, Shaped};
use super::unplaced::Unplaced;
use super::words::Cloud;
use crate::text;

/// A word in the picture.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The number of its cloud: 0, or 1 for the second of a comparison.
    pub cloud: usize,
    /// Its number in the list that was given.
    pub index: usize,
    /// As it is drawn: in one line, without controls.
    pub text: String,
    /// How often it occurs.
    pub count: u64,
    /// As it was given.
    pub weight: f64,
    /// The numbers of its sentences.
    pub sentences: Vec<u32>,
    /// Whether it is in both clouds of a comparison.
    pub is_common: bool,
    /// Of its font, in pixels.
    pub size: f64,
    /// In degrees, clockwise.
    pub angle: i32,
    /// The number of its color in the palette.
    pub color: usize,
    /// The left end of what is drawn of it, in pixels, as are the others.
    pub left: f64,
    /// Its upper end.
    pub top: f64,
    /// The width of what is drawn.
    pub width: f64,
    /// The height of what is drawn.
    pub height: f64,
    /// The middle of its baseline, in pixels; it is turned around it.
    pub(super) origin: (i32, i32),
    pub(super) shaped: Shaped,
}

/// A title above a cloud.
#[derive(Clone, Debug)]
pub(super) struct Heading {
    /// Of its middle.
    pub(super) x: i32,
    /// Of its baseline.
    pub(super) y: i32,
    pub(super) size: f64,
    pub(super) shaped: Shaped,
}

/// What a cloud was made of, but for its words.
#[derive(Clone, Debug)]
pub(super) struct CloudInfo {
    pub(super) title: String,
    pub(super) language: Option<String>,
    pub(super) about: Vec<(String, String)>,
    pub(super) sentences: Vec<String>,
}

impl CloudInfo {
    pub(super) fn of(cloud: &Cloud<'_>) -> CloudInfo {
        CloudInfo {
            title: text::clean(cloud.title),
            language: cloud.language.map(text::clean),
            about: cloud.about.to_vec(),
            sentences: cloud.sentences.to_vec(),
        }
    }
}

/// Words in their places.
#[derive(Clone, Debug)]
pub struct Layout {
    pub(super) settings: Settings,
    pub(super) clouds: Vec<CloudInfo>,
    pub(super) words: Vec<Placed>,
    pub(super) unplaced: Vec<Unplaced>,
    pub(super) headings: Vec<Heading>,
    pub(super) used: UsedFaces,
}

impl Layout {
    /// The words in the picture, heaviest first.
    #[must_use]
    pub fn words(&self) -> &[Placed] {
        &self.words
    }

    /// The words that are not in the picture, in the order in which they were given.
    #[must_use]
    pub fn unplaced(&self) -> &[Unplaced] {
        &self.unplaced
    }

    /// All that is written in the picture.
    pub(super) fn runs(&self) -> impl Iterator<Item = &Run> {
        let headings = self.headings.iter().flat_map(|heading| &heading.shaped.runs);
        self.words.iter().flat_map(|word| &word.shaped.runs).chain(headings)
    }

    /// What the picture shows, in one line.
    pub(super) fn description(&self) -> String {
        let titles: Vec<&str> =
            self.clouds.iter().map(|cloud| cloud.title.as_str()).filter(|title| !title.is_empty()).collect();
        if titles.is_empty() { "Tag cloud".to_owned() } else { format!("Tag cloud: {}", titles.join(" / ")) }
    }

    /// The heaviest words, for people who hear the picture.
    pub(super) fn heaviest(&self) -> String {
        /// As many as are heard in some seconds.
        const SHOWN: usize = 10;
        let words: Vec<String> = self
            .words
            .iter()
            .take(SHOWN)
            .map(|word| format!("{} ({})", word.text, text::grouped(word.count)))
            .collect();
        format!("{} words; the heaviest: {}", text::grouped(self.words.len() as u64), words.join(", "))
    }
}
