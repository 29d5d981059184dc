//! A layout as JSON.

use super::layout::{CloudInfo, Layout, Placed};
use super::picture::Shape;
use super::settings::Settings;
use super::unplaced::Unplaced;
use serde::Serialize;
use std::collections::BTreeMap;

/// Grows with every change that a program could stumble over.
const SCHEMA_VERSION: u32 = 1;

#[derive(Serialize)]
struct Root<'a> {
    schema_version: u32,
    settings: Shown<'a>,
    fonts: Vec<Font<'a>>,
    clouds: Vec<About<'a>>,
    words: Vec<Word<'a>>,
    unplaced: Vec<Left<'a>>,
}

#[derive(Serialize)]
struct Shown<'a> {
    width: u32,
    height: u32,
    seed: u64,
    scale: &'static str,
    min_size: f64,
    max_size: Option<f64>,
    turned_share: f64,
    angles: &'a [i32],
    shape: &'static str,
    padding: u32,
    font: Option<&'a str>,
    palette: &'static str,
    colors: &'static [&'static str],
}

#[derive(Serialize)]
struct Font<'a> {
    family: &'a str,
    weight: u16,
    built_in: bool,
}

#[derive(Serialize)]
struct About<'a> {
    title: &'a str,
    language: Option<&'a str>,
    about: BTreeMap<&'a str, &'a str>,
    /// What the numbers in `words` are of.
    sentences: &'a [String],
}

#[derive(Serialize)]
struct Word<'a> {
    cloud: usize,
    index: usize,
    text: &'a str,
    count: u64,
    weight: f64,
    size: f64,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    angle: i32,
    color: usize,
    common: bool,
    sentences: &'a [u32],
}

#[derive(Serialize)]
struct Left<'a> {
    cloud: usize,
    index: usize,
    text: &'a str,
    count: u64,
    /// `null` if it is no finite number.
    weight: f64,
    reason: &'static str,
    message: String,
}

pub(super) fn text(layout: &Layout) -> serde_json::Result<String> {
    let fonts = layout.used.faces.iter();
    let root = Root {
        schema_version: SCHEMA_VERSION,
        settings: shown(&layout.settings),
        fonts: fonts
            .map(|face| Font { family: &face.family, weight: face.weight, built_in: face.is_embedded })
            .collect(),
        clouds: layout.clouds.iter().map(about).collect(),
        words: layout.words.iter().map(word).collect(),
        unplaced: layout.unplaced.iter().map(left).collect(),
    };
    serde_json::to_string_pretty(&root).map(|json| json + "\n")
}

fn shown(settings: &Settings) -> Shown<'_> {
    let shape = match settings.shape {
        Shape::Rectangle => "rectangle",
        Shape::Ellipse => "ellipse",
        Shape::Picture(_) => "picture",
    };
    Shown {
        width: settings.width,
        height: settings.height,
        seed: settings.seed,
        scale: settings.scale.name(),
        min_size: settings.min_size,
        max_size: settings.max_size,
        turned_share: settings.turn.share,
        angles: &settings.turn.angles,
        shape,
        padding: settings.padding,
        font: settings.font.as_deref(),
        palette: settings.palette.name(),
        colors: settings.palette.colors(false).words,
    }
}

fn about(cloud: &CloudInfo) -> About<'_> {
    About {
        title: &cloud.title,
        language: cloud.language.as_deref(),
        about: cloud.about.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect(),
        sentences: &cloud.sentences,
    }
}

fn word(word: &Placed) -> Word<'_> {
    let tenths = |value: f64| (value * 10.0).round() / 10.0;
    Word {
        cloud: word.cloud,
        index: word.index,
        text: &word.text,
        count: word.count,
        weight: word.weight,
        size: word.size,
        x: tenths(word.left),
        y: tenths(word.top),
        width: tenths(word.width),
        height: tenths(word.height),
        angle: word.angle,
        color: word.color,
        common: word.is_common,
        sentences: &word.sentences,
    }
}

fn left(word: &Unplaced) -> Left<'_> {
    Left {
        cloud: word.cloud,
        index: word.index,
        text: &word.text,
        count: word.count,
        weight: word.weight,
        reason: word.reason.name(),
        message: word.reason.to_string(),
    }
}
