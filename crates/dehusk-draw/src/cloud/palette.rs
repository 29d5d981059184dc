//! Colors of words: readable on their background (WCAG 2.2, 1.4.3: contrast of at least 4.5 to 1), and
//! distinguishable for color-blind people too. The tests compute both.

/// Which colors words have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Palette {
    /// Five colors that carry no meaning. They are chosen at random, but adjacent words mostly get different
    /// ones. On white, the colors are from Paul Tol's schemes: of those with enough contrast, the five that
    /// differ most. On black, most are Okabe and Ito's.
    #[default]
    Color,
    /// Shades of blue (`ColorBrewer`), the strongest for the heaviest words.
    Mono,
}

/// The background.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark words on white.
    #[default]
    Light,
    /// Pale words on nearly black.
    Dark,
    /// Light or dark, as the viewer of the SVG or HTML prefers. A PNG is light.
    Auto,
}

/// The colors for one background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Colors {
    pub(super) background: &'static str,
    /// The color of headings.
    pub(super) ink: &'static str,
    pub(super) words: &'static [&'static str],
}

impl Palette {
    /// All palettes, each with its name.
    pub const ALL: [(&str, Palette); 2] = [("color", Palette::Color), ("mono", Palette::Mono)];

    /// The palette's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Palette::ALL.iter().find(|(_, palette)| *palette == self).map_or("", |(name, _)| name)
    }

    pub(super) fn colors(self, is_dark: bool) -> Colors {
        let (background, ink) = if is_dark { ("#16181d", "#e8e8e8") } else { ("#ffffff", "#222222") };
        let words: &[&str] = match (self, is_dark) {
            (Palette::Color, false) => &["#4477aa", "#cc3311", "#332288", "#bb5566", "#222222"],
            (Palette::Color, true) => &["#56b4e9", "#d55e00", "#009e73", "#eedd88", "#ffffff"],
            (Palette::Mono, false) => &["#08306b", "#08519c", "#2171b5"],
            (Palette::Mono, true) => &["#deebf7", "#9ecae1", "#6baed6"],
        };
        Colors { background, ink, words }
    }

    /// The index of a word's color: from `random`, a number in 0..1, for `Color`, and from the rank among
    /// `count` words for `Mono`.
    pub(super) fn color_of(self, rank: usize, count: usize, random: f64) -> usize {
        let colors = self.colors(false).words.len();
        match self {
            Palette::Color => ((random * colors as f64) as usize).min(colors - 1),
            Palette::Mono => rank * colors / count.max(1),
        }
    }

    /// The index of a word's color in a comparison, which shows whether it is in the first cloud, the second,
    /// or both.
    pub(super) fn color_of_side(self, cloud: usize, is_common: bool) -> usize {
        match (self, is_common) {
            (Palette::Color, true) => 4,
            (Palette::Color, false) => cloud,
            (Palette::Mono, true) => 0,
            (Palette::Mono, false) => 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Rgb = [f64; 3];

    fn linear(color: &str) -> Rgb {
        let part = |at: usize| {
            let value = f64::from(u8::from_str_radix(&color[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        [part(1), part(3), part(5)]
    }

    fn luminance([r, g, b]: Rgb) -> f64 {
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// Contrast ratio as in WCAG 2.2.
    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(linear(a)), luminance(linear(b)));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Matrices for normal color vision, for vision without red receptors, and for vision without green
    /// receptors. The last two are from Machado, Oliveira and Fernandes 2009, severity 1.
    const VIEWS: [[Rgb; 3]; 3] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ];

    /// CIELAB, D65.
    fn lab(color: &str, view: &[Rgb; 3]) -> Rgb {
        let rgb = linear(color);
        let seen = view
            .map(|row| row.iter().zip(rgb).map(|(factor, part)| factor * part).sum::<f64>().clamp(0.0, 1.0));
        let x = 0.4124564 * seen[0] + 0.3575761 * seen[1] + 0.1804375 * seen[2];
        let z = 0.0193339 * seen[0] + 0.119192 * seen[1] + 0.9503041 * seen[2];
        let f = |t: f64| if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
        let (x, y, z) = (f(x / 0.95047), f(luminance(seen)), f(z / 1.08883));
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    fn distance(a: Rgb, b: Rgb) -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
    }

    #[test]
    fn every_color_has_enough_contrast() {
        for (_, palette) in Palette::ALL {
            for is_dark in [false, true] {
                let Colors { background, ink, words } = palette.colors(is_dark);
                for color in words.iter().chain([&ink]) {
                    assert!(contrast(color, background) >= 4.5, "{color} on {background}");
                }
            }
        }
    }

    #[test]
    fn colors_differ_with_any_color_vision() {
        /// About ten times the just noticeable difference, 2.3 (Mahy and others 1994).
        const MIN_DISTANCE: f64 = 24.0;
        for is_dark in [false, true] {
            let words = Palette::Color.colors(is_dark).words;
            for (index, a) in words.iter().enumerate() {
                for b in &words[..index] {
                    for view in &VIEWS {
                        assert!(distance(lab(a, view), lab(b, view)) >= MIN_DISTANCE, "{a} {b}");
                    }
                }
            }
        }
    }
}
