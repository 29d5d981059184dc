//! A finished layout: every word with its size and position. `outputs` writes it as pictures.

use super::faces::UsedFaces;
use super::settings::Settings;
use super::shaping::{Run, Shaped};
use super::unplaced::Unplaced;
use super::words::Cloud;
use crate::text;

/// A word in the picture.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The index of its cloud: 0, or 1 for the second cloud of a comparison.
    pub cloud: usize,
    /// Its index in the list of words given for its cloud.
    pub index: usize,
    /// The text as drawn: a single line without control characters.
    pub text: String,
    /// How often it occurs.
    pub count: u64,
    /// The weight as given.
    pub weight: f64,
    /// Indices of its sentences.
    pub sentences: Vec<u32>,
    /// Whether it is in both clouds of a comparison.
    pub is_common: bool,
    /// Font size in pixels.
    pub size: f64,
    /// Rotation in degrees, clockwise.
    pub angle: i32,
    /// The index of its color in the palette.
    pub color: usize,
    /// Left edge of its ink, in pixels.
    pub left: f64,
    /// Top edge of its ink, in pixels.
    pub top: f64,
    /// Width of its ink, in pixels.
    pub width: f64,
    /// Height of its ink, in pixels.
    pub height: f64,
    /// The middle of its baseline in pixels, around which it is rotated.
    pub(super) origin: (i32, i32),
    pub(super) shaped: Shaped,
}

/// A title above a cloud.
#[derive(Clone, Debug)]
pub(super) struct Heading {
    /// Horizontal position of its middle, in pixels.
    pub(super) x: i32,
    /// Vertical position of its baseline, in pixels.
    pub(super) y: i32,
    pub(super) size: f64,
    pub(super) shaped: Shaped,
}

/// What is known about a cloud, except its words.
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

/// Words with their positions.
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

    /// All text runs of the picture.
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

    /// The heaviest words, for screen readers.
    pub(super) fn heaviest(&self) -> String {
        /// Number of words. A screen reader needs a few seconds to read them. Chosen by hand.
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
