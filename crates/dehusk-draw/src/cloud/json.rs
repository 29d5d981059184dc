//! A layout as JSON.

use super::layout::{CloudInfo, Layout, Placed};
use super::picture::Shape;
use super::settings::Settings;
use super::unplaced::Unplaced;
use serde::Serialize;
use std::collections::BTreeMap;

/// The version of the JSON schema. It increases with every change that could break a program reading it.
const SCHEMA_VERSION: u32 = 1;

#[derive(Serialize)]
struct Root<'a> {
    schema_version: u32,
    settings: SettingsJson<'a>,
    fonts: Vec<FontJson<'a>>,
    clouds: Vec<CloudJson<'a>>,
    words: Vec<WordJson<'a>>,
    unplaced: Vec<UnplacedJson<'a>>,
}

#[derive(Serialize)]
struct SettingsJson<'a> {
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
struct FontJson<'a> {
    family: &'a str,
    weight: u16,
    built_in: bool,
}

#[derive(Serialize)]
struct CloudJson<'a> {
    title: &'a str,
    language: Option<&'a str>,
    about: BTreeMap<&'a str, &'a str>,
    /// The sentences of this cloud. The field `sentences` of each of its words has indices into this list.
    sentences: &'a [String],
}

#[derive(Serialize)]
struct WordJson<'a> {
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
struct UnplacedJson<'a> {
    cloud: usize,
    index: usize,
    text: &'a str,
    count: u64,
    /// The given weight, written as `null` if it is not a finite number.
    weight: f64,
    reason: &'static str,
    message: String,
}

/// Serializes a layout.
pub(super) fn to_json(layout: &Layout) -> serde_json::Result<String> {
    let fonts = layout.used.faces.iter();
    let root = Root {
        schema_version: SCHEMA_VERSION,
        settings: settings_json(&layout.settings),
        fonts: fonts
            .map(|face| FontJson { family: &face.family, weight: face.weight, built_in: face.is_embedded })
            .collect(),
        clouds: layout.clouds.iter().map(cloud_json).collect(),
        words: layout.words.iter().map(word_json).collect(),
        unplaced: layout.unplaced.iter().map(unplaced_json).collect(),
    };
    serde_json::to_string_pretty(&root).map(|json| json + "\n")
}

fn settings_json(settings: &Settings) -> SettingsJson<'_> {
    let shape = match settings.shape {
        Shape::Rectangle => "rectangle",
        Shape::Ellipse => "ellipse",
        Shape::Picture(_) => "picture",
    };
    SettingsJson {
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

fn cloud_json(cloud: &CloudInfo) -> CloudJson<'_> {
    CloudJson {
        title: &cloud.title,
        language: cloud.language.as_deref(),
        about: cloud.about.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect(),
        sentences: &cloud.sentences,
    }
}

fn word_json(word: &Placed) -> WordJson<'_> {
    let tenths = |value: f64| (value * 10.0).round() / 10.0;
    WordJson {
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

fn unplaced_json(word: &Unplaced) -> UnplacedJson<'_> {
    UnplacedJson {
        cloud: word.cloud,
        index: word.index,
        text: &word.text,
        count: word.count,
        weight: word.weight,
        reason: word.reason.name(),
        message: word.reason.to_string(),
    }
}
