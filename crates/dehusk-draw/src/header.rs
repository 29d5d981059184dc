//! Header and legend: what the picture shows, above the panels.

use crate::canvas::{Canvas, Fill, Path, Text};
use crate::fonts::Fonts;
use crate::labels::Labels;
use crate::panel::{CODE, CONTENT, KEPT, KEPT_TRACK, REMOVED_TRACK};
use crate::text_fit::{fitted, wrapped};

/// Font size of the title of the page, in pixels.
const TITLE_SIZE: f64 = 19.0;
/// Font size of the header, of headings and of axis names, in pixels.
pub(crate) const TEXT_SIZE: f64 = 12.5;
/// Pixels from one line to the next.
const LINE: f64 = 18.0;
/// Maximum lines of parameters: no method needs more in a picture of ordinary width.
const MAX_PARAM_LINES: usize = 3;
/// Side of the colored squares, in pixels.
const SWATCH: f64 = 12.0;
/// The color of less important text.
pub(crate) const QUIET: &str = "#555";

/// An entry of the legend: what a color means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Content,
    Code,
    Kept,
    Removed,
    Gold,
    Seed,
}

impl Key {
    fn text(self) -> &'static str {
        match self {
            Key::Content => "content characters",
            Key::Code => "code characters",
            Key::Kept => "kept by the method",
            Key::Removed => "removed by the method",
            Key::Gold => "gold",
            Key::Seed => "seed",
        }
    }

    fn draw_swatch(self, canvas: &mut Canvas, x: f64, y: f64) {
        let (color, more) = match self {
            Key::Content => (CONTENT, None),
            Key::Code => (CODE, None),
            Key::Kept => (KEPT, Some(Fill::Color(KEPT_TRACK))),
            Key::Removed => (REMOVED_TRACK, None),
            Key::Gold => ("#fff", Some(Fill::Hatch)),
            Key::Seed => return draw_seed(canvas, x + SWATCH / 2.0, x, x + SWATCH, y + SWATCH - 1.0),
        };
        canvas.rect(x, y, SWATCH, SWATCH, Fill::Color(color));
        match more {
            Some(Fill::Hatch) => canvas.rect(x, y, SWATCH, SWATCH, Fill::Hatch),
            Some(fill) => canvas.rect(x, y + SWATCH - 4.0, SWATCH, 4.0, fill),
            None => {}
        }
    }
}

/// Draws the mark of the seed: a pointer on a bar from `left` to `right`.
pub(crate) fn draw_seed(canvas: &mut Canvas, middle: f64, left: f64, right: f64, y: f64) {
    let mut path = Path::default();
    path.rect(left.min(middle - 1.0), y - 2.0, (right - left).max(2.0), 2.0);
    path.pointer(middle, y - 3.0, true);
    canvas.path(path, Fill::Color(crate::canvas::INK));
}

/// Draws title, method, page and legend. Returns the vertical position of the last line.
pub(crate) fn draw(canvas: &mut Canvas, fonts: &Fonts, labels: &Labels, about: &str, keys: &[Key]) -> f64 {
    let (x, width) = (MARGIN, f64::from(canvas.width()) - 2.0 * MARGIN);
    let mut y = 30.0;
    let title = if labels.title.trim().is_empty() { "(page without a title)" } else { &labels.title };
    let title = Text::new(x, y, TITLE_SIZE, fitted(fonts, title, TITLE_SIZE, width));
    canvas.text(Text { language: labels.language.clone(), ..title });
    let method = wrapped(fonts, &method_words(labels), " · ", TEXT_SIZE, width);
    for line in method.iter().take(MAX_PARAM_LINES) {
        y += LINE + 1.0;
        canvas.text(Text::new(x, y, TEXT_SIZE, line));
    }
    y += LINE;
    let page = [labels.page.as_str(), about].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>();
    let page = fitted(fonts, &page.join(" · "), TEXT_SIZE, width);
    canvas.text(Text { color: QUIET, ..Text::new(x, y, TEXT_SIZE, page) });
    draw_legend(canvas, fonts, keys, y + LINE + 6.0)
}

/// Pixels between texts and the left and right edges of the picture.
pub(crate) const MARGIN: f64 = 20.0;

fn method_words(labels: &Labels) -> Vec<String> {
    let params = labels.params.iter().map(|(name, value)| format!("{name}={value}"));
    std::iter::once(labels.method.clone()).chain(params).collect()
}

/// Draws the colors and their meanings, in as many lines as needed. Returns the vertical position of the last
/// line.
fn draw_legend(canvas: &mut Canvas, fonts: &Fonts, keys: &[Key], first_line: f64) -> f64 {
    let (mut x, mut y) = (MARGIN, first_line);
    for key in keys {
        let width = SWATCH + 5.0 + fonts.width(key.text(), TEXT_SIZE) + 20.0;
        if x > MARGIN && x + width > f64::from(canvas.width()) - MARGIN + 20.0 {
            (x, y) = (MARGIN, y + LINE);
        }
        key.draw_swatch(canvas, x, y - 10.5);
        canvas.text(Text::new(x + SWATCH + 5.0, y, TEXT_SIZE, key.text()));
        x += width;
    }
    y
}
