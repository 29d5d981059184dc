//! Makes a layout from words: finds which words can be drawn, shapes them, chooses angles and colors at
//! random, then finds sizes and positions.

use super::error::{CloudError, side_error};
use super::faces::Faces;
use super::fit::{self, Bounds, Item, Refusal, Spot};
use super::layout::{CloudInfo, Heading, Layout, Placed};
use super::outline::Outline;
use super::palette::Palette;
use super::picture::Shape;
use super::region::Region;
use super::settings::Settings;
use super::shaping::{self, Cut, REFERENCE, Shaped};
use super::unplaced::{Reason, Unplaced};
use super::words::{Cloud, Word};
use crate::canvas::MAX_SIDE;
use crate::fonts::Fonts;
use crate::text;
use std::collections::BTreeSet;

/// A word that can be drawn.
struct Drawable<'a> {
    cloud: usize,
    index: usize,
    word: &'a Word,
    text: String,
    cut: Cut,
    /// The weight that determines the size of the word. In a comparison, this is the word's share of the
    /// total weight of its cloud.
    weight: f64,
    is_common: bool,
}

/// The random choices for a word.
struct RandomChoices {
    start: [f64; 4],
    angle: i32,
    color: f64,
}

impl Cloud<'_> {
    /// Chooses sizes and positions.
    ///
    /// A word that cannot be placed is in [`Layout::unplaced`]. It is an error if no word can be placed.
    ///
    /// # Errors
    /// [`CloudError`]: nothing to draw, no font for any word, or a setting out of range.
    pub fn lay_out(&self, settings: &Settings, fonts: &Fonts) -> Result<Layout, CloudError> {
        lay_out_all(&[*self], settings, fonts)
    }

    /// Whether some words have characters that `fonts` lack, so that [`Fonts::with_system`] is needed.
    #[must_use]
    pub fn needs_more_than(&self, fonts: &Fonts) -> bool {
        self.words.iter().any(|word| !fonts.missing(&word.text).is_empty())
    }
}

/// Chooses sizes and positions of two clouds side by side, with their titles above.
///
/// Both clouds use the same scale. Each word's weight is divided by the total weight of its cloud, so that
/// texts of different lengths can be compared. Colors show which words are in only one cloud and which are in
/// both. Characters of the titles that no font has are left out of the picture.
///
/// # Errors
/// [`CloudError`], for the same reasons as [`Cloud::lay_out`].
pub fn compare(
    left: &Cloud<'_>,
    right: &Cloud<'_>,
    settings: &Settings,
    fonts: &Fonts,
) -> Result<Layout, CloudError> {
    lay_out_all(&[*left, *right], settings, fonts)
}

fn lay_out_all(clouds: &[Cloud<'_>], settings: &Settings, fonts: &Fonts) -> Result<Layout, CloudError> {
    check(clouds, settings)?;
    let language = clouds.iter().find_map(|cloud| cloud.language);
    let mut faces = Faces::new(fonts, settings.font.as_deref(), language)
        .ok_or_else(|| CloudError::NoFamily(settings.font.clone().unwrap_or_default()))?;
    let (drawables, mut unplaced) = drawables(clouds, &mut faces);
    let titles: Vec<Cut> = if clouds.len() > 1 {
        clouds.iter().map(|cloud| title(cloud, &mut faces)).collect()
    } else {
        Vec::new()
    };
    let cuts: Vec<Cut> = drawables.iter().map(|word| word.cut.clone()).chain(titles).collect();
    let candidates = shaping::candidates(cuts.iter());
    let used = faces.used(&candidates);
    let mut shaped = shaping::shape(&cuts, &candidates, &used);
    let titles = shaped.split_off(drawables.len());

    let (regions, headings) = regions(settings, titles);
    let mut words: Vec<(Drawable<'_>, Shaped)> = drawables.into_iter().zip(shaped).collect();
    // Only shaping shows that some words are invisible, because they have only empty glyphs or direction
    // marks.
    let invisible = words.extract_if(.., |(_, shaped)| shaped.outline.is_empty());
    unplaced.extend(invisible.map(|(word, _)| word.unplaced(Reason::Invisible)));
    words.sort_by(|(a, _), (b, _)| b.weight.total_cmp(&a.weight));
    let placed = place(words, &regions, settings, clouds.len() > 1, &mut unplaced);
    unplaced.sort_by_key(|word| (word.cloud, word.index));
    if placed.is_empty() {
        return Err(CloudError::NothingPlaced(unplaced));
    }
    let clouds = clouds.iter().map(CloudInfo::of).collect();
    Ok(Layout { settings: settings.clone(), clouds, words: placed, unplaced, headings, used })
}

fn check(clouds: &[Cloud<'_>], settings: &Settings) -> Result<(), CloudError> {
    let Settings { width, height, .. } = *settings;
    let refused = |message: &str| Err(CloudError::Setting(message.to_owned()));
    if ![width, height].iter().all(|side| (1..=MAX_SIDE).contains(side)) {
        return Err(side_error(width, height));
    }
    let is_size = |size: f64| (1.0..=f64::from(MAX_SIDE)).contains(&size);
    if !is_size(settings.min_size) || settings.max_size.is_some_and(|size| !is_size(size)) {
        return refused(&format!("the sizes of words must be 1 to {MAX_SIDE} pixels"));
    }
    if settings.max_size.is_some_and(|size| size < settings.min_size) {
        return refused("the size of the heaviest word must not be less than the minimum size");
    }
    if !(0.0..=1.0).contains(&settings.turn.share) {
        return refused("the share of rotated words must be 0 to 1");
    }
    if settings.padding > Settings::MAX_PADDING {
        return refused(&format!("the padding must be 0 to {} pixels", Settings::MAX_PADDING));
    }
    if clouds.iter().all(|cloud| cloud.words.is_empty()) {
        return Err(CloudError::NoWords);
    }
    clouds.iter().try_for_each(check_sentences)
}

fn check_sentences(cloud: &Cloud<'_>) -> Result<(), CloudError> {
    for (index, word) in cloud.words.iter().enumerate() {
        let unknown = word.sentences.iter().find(|sentence| **sentence as usize >= cloud.sentences.len());
        if let Some(sentence) = unknown {
            return Err(CloudError::Sentence { word: index, sentence: *sentence });
        }
    }
    Ok(())
}

/// Separates the words that can be drawn from the others.
fn drawables<'a>(clouds: &[Cloud<'a>], faces: &mut Faces) -> (Vec<Drawable<'a>>, Vec<Unplaced>) {
    let mut drawables = Vec::new();
    let mut unplaced = Vec::new();
    let common = common_texts(clouds);
    for (number, cloud) in clouds.iter().enumerate() {
        let total = TotalWeight::of(cloud.words);
        for (index, word) in cloud.words.iter().enumerate() {
            match drawable_text(word, faces) {
                Ok((text, cut)) => {
                    let weight = if clouds.len() > 1 { total.share_of(word.weight) } else { word.weight };
                    let is_common = common.contains(&text);
                    drawables.push(Drawable { cloud: number, index, word, text, cut, weight, is_common });
                }
                Err(reason) => unplaced.push(unplaced_word(number, index, word, reason)),
            }
        }
    }
    (drawables, unplaced)
}

/// The texts that both clouds of a comparison have.
fn common_texts(clouds: &[Cloud<'_>]) -> BTreeSet<String> {
    let texts = |cloud: &Cloud<'_>| -> BTreeSet<String> {
        cloud.words.iter().map(|word| text::clean(&word.text)).collect()
    };
    match clouds {
        [left, right] => texts(left).intersection(&texts(right)).cloned().collect(),
        _ => BTreeSet::new(),
    }
}

/// The sum of the weights of a cloud, in a form that cannot overflow.
struct TotalWeight {
    heaviest: f64,
    /// The sum of the weights, divided by the largest weight.
    sum: f64,
}

impl TotalWeight {
    fn of(words: &[Word]) -> TotalWeight {
        let weights = || words.iter().map(|word| word.weight).filter(|weight| is_valid_weight(*weight));
        let heaviest = weights().fold(f64::MIN_POSITIVE, f64::max);
        TotalWeight { heaviest, sum: weights().map(|weight| weight / heaviest).sum() }
    }

    /// The share of a weight in the sum, always positive.
    fn share_of(&self, weight: f64) -> f64 {
        (weight / self.heaviest / self.sum).max(f64::MIN_POSITIVE)
    }
}

fn is_valid_weight(weight: f64) -> bool {
    weight.is_finite() && weight > 0.0
}

fn drawable_text(word: &Word, faces: &mut Faces) -> Result<(String, Cut), Reason> {
    if !is_valid_weight(word.weight) {
        return Err(Reason::Weight);
    }
    if word.text.chars().nth(Settings::MAX_CHARACTERS).is_some() {
        return Err(Reason::TooLong);
    }
    let text = text::clean(&word.text);
    if text.is_empty() {
        return Err(Reason::Invisible);
    }
    let cut = shaping::cut(&text, faces).map_err(Reason::NoFont)?;
    Ok((text, cut))
}

fn unplaced_word(cloud: usize, index: usize, word: &Word, reason: Reason) -> Unplaced {
    Unplaced { cloud, index, text: text::clean(&word.text), count: word.count, weight: word.weight, reason }
}

impl Drawable<'_> {
    fn unplaced(&self, reason: Reason) -> Unplaced {
        unplaced_word(self.cloud, self.index, self.word, reason)
    }
}

/// The title of a cloud, without characters that are in no font.
fn title(cloud: &Cloud<'_>, faces: &mut Faces) -> Cut {
    /// Maximum number of characters of a title. A longer title would be too small to read, because it has
    /// only half the width of the picture. Chosen by hand.
    const MAX_TITLE_CHARACTERS: usize = 80;
    let mut title: String = text::clean(cloud.title).chars().take(MAX_TITLE_CHARACTERS).collect();
    if cloud.title.chars().nth(MAX_TITLE_CHARACTERS).is_some() {
        title.push('…');
    }
    match shaping::cut(&title, faces) {
        Ok(cut) => cut,
        Err(missing) => {
            title.retain(|c| !missing.contains(&c));
            shaping::cut(text::clean(&title).as_str(), faces).unwrap_or_default()
        }
    }
}

/// The part of the canvas for each cloud, and the titles above them if there are any.
fn regions(settings: &Settings, titles: Vec<Shaped>) -> (Vec<Region>, Vec<Heading>) {
    /// The height of the strip for titles is the height of the picture divided by this. Chosen by hand.
    const STRIP_FRACTION: i32 = 10;
    /// Maximum height of the strip, in pixels. Chosen by hand.
    const MAX_STRIP_HEIGHT: i32 = 60;
    /// Font size of titles, as a share of the height of the strip. Chosen by hand.
    const TITLE_SHARE: f64 = 0.5;
    /// Maximum width of a title, as a share of the half of the picture that it is above. Chosen by hand.
    const MAX_TITLE_WIDTH: f64 = 0.9;
    /// The place of the baseline of titles, as a share of the height of the strip. Chosen by hand.
    const BASELINE: f64 = 0.7;
    /// The margin is at most the shorter side of the picture divided by this. Chosen by hand.
    const MARGIN_FRACTION: i32 = 8;
    let (width, height) = (settings.width as i32, settings.height as i32);
    let margin = (settings.padding as i32).min(width.min(height) / MARGIN_FRACTION);
    if titles.is_empty() {
        return (vec![Region::new([0, 0, width, height], margin, &settings.shape)], Vec::new());
    }
    let strip = (height / STRIP_FRACTION).min(MAX_STRIP_HEIGHT);
    let half = (width / 2).max(1);
    let region = |left| Region::new([left, strip, half, (height - strip).max(1)], margin, &settings.shape);
    let heading = |(index, title): (usize, Shaped)| {
        let widest =
            f64::from(half) * MAX_TITLE_WIDTH / f64::from(title.width().max(1.0)) * f64::from(REFERENCE);
        let size = (f64::from(strip) * TITLE_SHARE).min(widest);
        Heading {
            x: half / 2 + index as i32 * (width - half),
            y: (f64::from(strip) * BASELINE) as i32,
            size: ((size * 10.0).floor() / 10.0).max(0.1),
            shaped: title,
        }
    };
    (vec![region(0), region(width - half)], titles.into_iter().enumerate().map(heading).collect())
}

/// Places the words, which are sorted heaviest first. Words that do not fit are added to `unplaced`.
fn place(
    words: Vec<(Drawable<'_>, Shaped)>,
    regions: &[Region],
    settings: &Settings,
    is_comparison: bool,
    unplaced: &mut Vec<Unplaced>,
) -> Vec<Placed> {
    let mut random = Random(settings.seed);
    let count = words.len();
    let choices: Vec<RandomChoices> = (0..count).map(|rank| random.choices(settings, rank == 0)).collect();
    let items = words.iter().zip(&choices);
    let items: Vec<Item> = items.map(|((word, shaped), choices)| word.item(shaped, choices)).collect();
    let fitted = fit::fit(&items, regions, bounds(settings));
    let mut placed = Vec::new();
    for (rank, ((word, shaped), choices)) in words.into_iter().zip(choices).enumerate() {
        let color = if is_comparison {
            settings.palette.color_of_side(word.cloud, word.is_common)
        } else {
            settings.palette.color_of(rank, count, choices.color)
        };
        match fitted.spots[rank] {
            Ok(spot) => {
                let ink = ink(&items[rank].outline, fitted.sizes[rank], spot);
                placed.push(word.placed(shaped, fitted.sizes[rank], spot, choices.angle, color, ink));
            }
            Err(Refusal::TooLarge) => unplaced.push(word.unplaced(Reason::TooLarge)),
            Err(Refusal::NoRoom) => unplaced.push(word.unplaced(Reason::NoRoom)),
        }
    }
    if settings.shape == Shape::Rectangle {
        center(&mut placed, regions);
    }
    if settings.palette == Palette::Color && !is_comparison {
        separate_colors(&mut placed, settings.palette.colors(false).words.len());
    }
    placed
}

fn bounds(settings: &Settings) -> Bounds {
    let max = settings.max_size.unwrap_or_else(|| f64::from(settings.width.max(settings.height)));
    Bounds {
        scale: settings.scale,
        min: settings.min_size,
        max: max.max(settings.min_size),
        padding: settings.padding as i32,
    }
}

/// Gives each word the next color that no heavier adjacent word has, if there is one: two adjacent words of
/// one color are easily read as one.
fn separate_colors(placed: &mut [Placed], colors: usize) {
    /// Maximum distance of adjacent words, as a share of the smaller word's font size: somewhat more than a
    /// space. Chosen by hand.
    const NEAR: f64 = 0.4;
    for index in 1..placed.len() {
        let (heavier, rest) = placed.split_at_mut(index);
        let word = &mut rest[0];
        let near = NEAR * word.size;
        let is_near = |other: &&Placed| {
            other.left < word.left + word.width + near
                && word.left < other.left + other.width + near
                && other.top < word.top + word.height + near
                && word.top < other.top + other.height + near
        };
        let mut taken = vec![false; colors];
        heavier.iter().filter(is_near).for_each(|other| taken[other.color] = true);
        let free = (0..colors).map(|step| (word.color + step) % colors).find(|color| !taken[*color]);
        word.color = free.unwrap_or(word.color);
    }
}

/// Moves each cloud as a whole to the middle of its region, because a few words rarely spread equally to all
/// sides.
fn center(placed: &mut [Placed], regions: &[Region]) {
    for (number, region) in regions.iter().enumerate() {
        let words = || placed.iter().filter(|word| word.cloud == number);
        let min = |side: &dyn Fn(&Placed) -> f64| words().map(side).fold(f64::MAX, f64::min);
        let max = |side: &dyn Fn(&Placed) -> f64| words().map(side).fold(f64::MIN, f64::max);
        let (width, height) = region.sides();
        let middle_x = f64::midpoint(min(&|word| word.left), max(&|word| word.left + word.width));
        let middle_y = f64::midpoint(min(&|word| word.top), max(&|word| word.top + word.height));
        let x = (f64::from(region.left) + width / 2.0 - middle_x) as i32;
        let y = (f64::from(region.top) + height / 2.0 - middle_y) as i32;
        for word in placed.iter_mut().filter(|word| word.cloud == number) {
            word.origin = (word.origin.0 + x, word.origin.1 + y);
            word.left += f64::from(x);
            word.top += f64::from(y);
        }
    }
}

/// Left, top, width and height of a word's ink, in pixels.
fn ink(outline: &Outline, size: f64, spot: Spot) -> [f64; 4] {
    let [left, top, right, bottom] =
        outline.bounds().unwrap_or_default().map(|side| f64::from(side) * size / f64::from(REFERENCE));
    [f64::from(spot.x) + left, f64::from(spot.y) + top, right - left, bottom - top]
}

impl Drawable<'_> {
    fn item(&self, shaped: &Shaped, choices: &RandomChoices) -> Item {
        Item {
            outline: shaped.outline.transformed(1.0, choices.angle),
            angle: choices.angle,
            weight: self.weight,
            region: self.cloud,
            random: choices.start,
        }
    }

    fn placed(
        self,
        shaped: Shaped,
        size: f64,
        spot: Spot,
        angle: i32,
        color: usize,
        ink: [f64; 4],
    ) -> Placed {
        let [left, top, width, height] = ink;
        Placed {
            cloud: self.cloud,
            index: self.index,
            text: self.text,
            count: self.word.count,
            weight: self.word.weight,
            sentences: self.word.sentences.clone(),
            is_common: self.is_common,
            size,
            angle,
            color,
            left,
            top,
            width,
            height,
            origin: (spot.x, spot.y),
            // Drop the outline: it has many points and is no longer needed.
            shaped: Shaped { outline: Outline::default(), ..shaped },
        }
    }
}

/// SplitMix64 (G. Steele, D. Lea and C. Flood 2014): pseudorandom numbers that are the same on every
/// platform.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ bits >> 31
    }

    /// A number in 0..1.
    fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn choices(&mut self, settings: &Settings, is_heaviest: bool) -> RandomChoices {
        let start = std::array::from_fn(|_| self.unit());
        let (turns, which, color) = (self.unit(), self.unit(), self.unit());
        let angles = &settings.turn.angles;
        let is_turned = turns < settings.turn.share && !is_heaviest;
        let angle = angles.get((which * angles.len() as f64) as usize).filter(|_| is_turned);
        RandomChoices { start, angle: angle.map_or(0, |angle| angle % 360), color }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_are_those_of_splitmix() {
        let mut random = Random(1_234_567);
        assert_eq!([random.bits(), random.bits()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn a_canvas_is_divided_into_halves_below_titles() {
        let settings = Settings { shape: Shape::Ellipse, ..Settings::default() };
        let title = || Shaped::default();
        let (regions, headings) = regions(&settings, vec![title(), title()]);
        assert_eq!((regions.len(), headings.len()), (2, 2));
        assert!(regions[0].top >= 60 && regions[1].left >= 600);
    }
}
