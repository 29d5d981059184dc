//! Plot: what a method counts along a page, as one sheet of two panels or as a single figure of the papers.
//!
//! The upper panel of the sheet has the content and code characters of each line or segment (as figure 2 of the
//! R2L paper and figure 5 of the AdDANAg paper), the lower one their smoothed difference (as figure 6). A
//! single [`Figure`] has one panel, as in its paper.

use crate::canvas::{Anchor, Canvas, Fill, INK, MAX_SIDE, Path, Text};
use crate::columns::{Column, Columns};
use crate::figure::Figure;
use crate::fonts::Fonts;
use crate::header::{self, Key, MARGIN, QUIET, TEXT_SIZE};
use crate::labels::Labels;
use crate::panel::{Area, HorizontalScale, KEPT_TRACK, PADDING, Panel, REMOVED_TRACK, TICK_SIZE};
use crate::regions::regions;
use crate::scale::{AxisScale, Scale};
use crate::text::grouped;
use crate::text_fit::{fitted, wrapped};
use crate::tracks::covered;
use dehusk::methods::density::{Bar, Density, Unit};
use dehusk::selection::Verdict;
use dehusk::source::Span;

/// Minimum width in pixels, so that header and legend have room.
pub const MIN_WIDTH: u32 = 480;
/// Minimum height in pixels, so that both panels can be read.
pub const MIN_HEIGHT: u32 = 400;
/// The default width in pixels: the width of a printed page at 150 dots per inch. Chosen by hand.
pub const DEFAULT_WIDTH: u32 = 1200;
/// The default height in pixels: enough for two panels, a header and a legend. Chosen by hand.
pub const DEFAULT_HEIGHT: u32 = 800;
/// The default method without a figure: the best of the papers' methods that compute a curve along the page. `grain` has no such
/// curve.
pub const DEFAULT_METHOD: &str = "addanag";

/// Pixels to the left of the panels: room for numbers of seven digits and the name of the axis.
const LEFT: f64 = 84.0;
/// Pixels above a panel: room for its heading.
const HEADING: f64 = 38.0;
/// Height of a track, and pixels from one track to the next.
const TRACK: f64 = 9.0;
const TRACK_STEP: f64 = 13.0;
/// Pixels below the second panel: room for numbers and the name of the axis.
const BELOW: f64 = 38.0;
/// Height of a line of notes at the bottom, in pixels.
const NOTE_LINE: f64 = 15.0;
/// Pixels above a panel for the brackets and letters of its regions.
const REGION_LABELS: f64 = 22.0;
/// Minimum width in pixels of a region that gets its letter. Chosen by hand.
const MIN_LABELED_WIDTH: f64 = 10.0;
/// A linear scale is remarked on if the median column is lower than this, in pixels. Chosen by hand.
const MIN_SEEN_HEIGHT: f64 = 1.0;
/// The first panel's share of the height of both panels.
const FIRST_SHARE: f64 = 0.57;
/// Minimum height of a panel, in pixels. Chosen by hand.
const MIN_PANEL_HEIGHT: f64 = 40.0;

/// A density plot.
///
/// ```
/// use dehusk::{budget::Deadline, methods::{Danag, Method}, page::Page, source::Source};
/// use dehusk_draw::{AxisScale, Figure, Fonts, Labels, Plot};
/// let page = Page::parse(Source::from_text("<a href=/>Home</a><p>The story is told here, in a few words.</p>"));
/// let deadline = &mut Deadline::after(None);
/// let density = Danag::DEFAULT.density(&page, deadline).unwrap().unwrap();
/// let verdicts = Danag::DEFAULT.select(&page, deadline).unwrap().verdicts;
/// let labels = Labels { title: "The story".to_owned(), method: "danag".to_owned(), ..Labels::default() };
/// let plot = Plot {
///     density: &density,
///     verdicts: &verdicts,
///     gold: None,
///     labels: &labels,
///     figure: None,
///     scale: AxisScale::Auto,
///     width: 900,
///     height: 600,
/// };
/// assert!(plot.draw(&Fonts::embedded()).to_svg().starts_with("<svg "));
/// let figure = Plot { figure: Some(Figure::Segments), scale: AxisScale::Linear, ..plot };
/// assert!(figure.draw(&Fonts::embedded()).to_svg().contains("AdDANAg paper, figure 5"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Plot<'a> {
    /// The bars, with their counts and smoothed differences.
    pub density: &'a Density,
    /// What the method kept and what it removed.
    pub verdicts: &'a [Verdict],
    /// The stretches of the source that are in a gold text, in order; see [`crate::gold`].
    pub gold: Option<&'a [Span]>,
    /// The text around the plot.
    pub labels: &'a Labels,
    /// The figure to draw, or `None` for both panels. The counts are drawn as they are, even if the method's
    /// publication has no such figure; see [`Figure::methods`].
    pub figure: Option<Figure>,
    /// The scale of the vertical axes.
    pub scale: AxisScale,
    /// Width in pixels, clamped to [`MIN_WIDTH`]..=[`MAX_SIDE`].
    pub width: u32,
    /// Height in pixels, clamped to [`MIN_HEIGHT`]..=[`MAX_SIDE`].
    pub height: u32,
}

/// A plot together with the values computed from it for drawing.
struct Sheet<'a> {
    plot: &'a Plot<'a>,
    fonts: &'a Fonts,
    horizontal: HorizontalScale,
    counts: Columns,
    /// The smoothed differences, or the plain ones in [`Figure::Difference`].
    differences: Columns,
    kept: Vec<(usize, usize)>,
    removed: Vec<(usize, usize)>,
    gold: Vec<(usize, usize)>,
}

/// A row between the panels: its name, its stretches of bars and their fill.
struct Track<'a>(&'static str, &'a [(usize, usize)], Fill);

impl Plot<'_> {
    /// Draws the plot, in time and memory linear in the number of bars.
    #[must_use]
    pub fn draw(&self, fonts: &Fonts) -> Canvas {
        let width = self.width.clamp(MIN_WIDTH, MAX_SIDE);
        let height = self.height.clamp(MIN_HEIGHT, MAX_SIDE);
        let description = format!("Density plot of {} by {}", self.labels.title, self.labels.method);
        let mut canvas = Canvas::new(width, height, &description);
        Sheet::new(self, fonts, width).draw(&mut canvas);
        canvas
    }

    fn spans(&self, kept: bool) -> Vec<Span> {
        let verdicts = self.verdicts.iter().filter(|verdict| verdict.kept == kept);
        verdicts.map(|verdict| verdict.span).collect()
    }
}

impl<'a> Sheet<'a> {
    fn new(plot: &'a Plot<'a>, fonts: &'a Fonts, width: u32) -> Sheet<'a> {
        let bars = &plot.density.bars;
        let horizontal =
            HorizontalScale { x: LEFT, width: f64::from(width) - LEFT - MARGIN, bars: bars.len() };
        let max_columns = horizontal.width as usize;
        let count = |bar: &Bar| Column { above: u64::from(bar.content), below: u64::from(bar.code) };
        let columns = differences(plot).into_iter().map(Column::signed);
        Sheet {
            plot,
            fonts,
            horizontal,
            counts: Columns::new(bars.iter().map(count), max_columns),
            differences: Columns::new(columns, max_columns),
            kept: covered(&plot.spans(true), bars),
            removed: covered(&plot.spans(false), bars),
            gold: covered(plot.gold.unwrap_or_default(), bars),
        }
    }

    fn draw(&self, canvas: &mut Canvas) {
        let top =
            header::draw(canvas, self.fonts, self.plot.labels, &self.size_words(), &self.keys()) + HEADING;
        let notes = self.note_lines(canvas);
        let bottom = f64::from(canvas.height()) - BELOW - NOTE_LINE * notes.len() as f64 - 10.0;
        let end = match self.plot.figure {
            Some(figure) => self.draw_figure(canvas, figure, top, bottom),
            None => self.draw_both_panels(canvas, top, bottom),
        };
        let mut y = end + BELOW + 14.0;
        for note in notes {
            canvas.text(Text { color: QUIET, ..Text::new(MARGIN, y, TICK_SIZE, note) });
            y += NOTE_LINE;
        }
    }

    /// Draws one panel from `top` to about `bottom`. Returns where it ends.
    fn draw_figure(&self, canvas: &mut Canvas, figure: Figure, top: f64, bottom: f64) -> f64 {
        let heading = figure.heading(self.plot.density, self.unit());
        let labels = if figure == Figure::Lines { REGION_LABELS } else { 0.0 };
        let (x, y, width) = (self.horizontal.x, top + labels, self.horizontal.width);
        let area = Area { x, y, width, height: (bottom - y).max(MIN_PANEL_HEIGHT) };
        let columns = if figure.is_difference() { &self.differences } else { &self.counts };
        let panel = Panel { kept: &[], ..self.panel(columns, area, figure.is_difference()) };
        self.draw_heading(canvas, Area { y: top, ..area }, &heading, &panel.scale);
        panel.draw(canvas);
        panel.draw_numbers(canvas);
        if figure == Figure::Lines {
            self.draw_regions(canvas, area);
        }
        self.draw_axis_name(canvas, area, if figure.is_difference() { "difference" } else { "characters" });
        self.draw_horizontal_axis_name(canvas, area);
        self.draw_emptiness(canvas, area);
        area.y + area.height
    }

    /// Draws a bracket and a letter above each region of a panel that is wide enough.
    fn draw_regions(&self, canvas: &mut Canvas, area: Area) {
        let y = area.y - 3.0;
        for (label, first, last) in regions(&self.plot.density.bars, &self.kept) {
            let (left, right) = (self.horizontal.at(first), self.horizontal.at(last + 1));
            if right - left < MIN_LABELED_WIDTH {
                continue;
            }
            let mut path = Path::default();
            path.rect(left + 1.0, y - 2.0, right - left - 2.0, 1.5);
            path.rect(left + 1.0, y - 2.0, 1.5, 5.0);
            path.rect(right - 2.5, y - 2.0, 1.5, 5.0);
            canvas.path(path, Fill::Color(INK));
            let letter = Text::new(f64::midpoint(left, right), y - 6.0, TEXT_SIZE, label.letter());
            canvas.text(Text { anchor: Anchor::Middle, ..letter });
        }
    }

    /// Draws both panels and the rows between them from `top` to about `bottom`. Returns where they end.
    fn draw_both_panels(&self, canvas: &mut Canvas, top: f64, bottom: f64) -> f64 {
        let tracks = self.tracks();
        let tracks_height = 12.0 + TRACK_STEP * tracks.len() as f64;
        let room = (bottom - top - tracks_height - HEADING).max(2.0 * MIN_PANEL_HEIGHT);
        let first =
            Area { x: self.horizontal.x, y: top, width: self.horizontal.width, height: room * FIRST_SHARE };
        let tracks_top = first.y + first.height + 12.0;
        let second = Area {
            y: tracks_top + TRACK_STEP * tracks.len() as f64 + HEADING,
            height: room * (1.0 - FIRST_SHARE),
            ..first
        };
        self.draw_first_panel(canvas, first);
        self.draw_tracks(canvas, &tracks, tracks_top);
        self.draw_second_panel(canvas, second);
        second.y + second.height
    }

    fn draw_first_panel(&self, canvas: &mut Canvas, area: Area) {
        let panel = self.panel(&self.counts, area, false);
        let unit = self.unit();
        let heading = format!("(a) Content characters (above) and code characters (below) of each {unit}");
        self.draw_heading(canvas, area, &heading, &panel.scale);
        panel.draw(canvas);
        self.draw_axis_name(canvas, area, "characters");
        self.draw_emptiness(canvas, area);
    }

    fn draw_second_panel(&self, canvas: &mut Canvas, area: Area) {
        let panel = self.panel(&self.differences, area, true);
        let unit = self.unit();
        let heading = format!("(b) Content less code of each {unit}, with those of its two neighbors added");
        self.draw_heading(canvas, area, &heading, &panel.scale);
        panel.draw(canvas);
        panel.draw_numbers(canvas);
        if let Some((first, last)) = self.plot.density.seed {
            let (left, right) = (self.horizontal.at(first), self.horizontal.at(last + 1));
            header::draw_seed(canvas, f64::midpoint(left, right), left, right, area.y - 2.0);
        }
        self.draw_axis_name(canvas, area, "difference");
        self.draw_horizontal_axis_name(canvas, area);
    }

    fn draw_horizontal_axis_name(&self, canvas: &mut Canvas, area: Area) {
        let x = area.x + area.width / 2.0;
        let name = Text::new(x, area.y + area.height + BELOW - 3.0, TEXT_SIZE, self.horizontal_axis_name());
        canvas.text(Text { anchor: Anchor::Middle, ..name });
    }

    fn panel<'p>(&'p self, columns: &'p Columns, area: Area, signed: bool) -> Panel<'p> {
        let scale = Scale::of(self.plot.scale, &columns.columns, area.height - 2.0 * PADDING);
        Panel {
            area,
            horizontal: self.horizontal,
            columns,
            scale,
            kept: &self.kept,
            gold: &self.gold,
            signed,
        }
    }

    fn draw_heading(&self, canvas: &mut Canvas, area: Area, text: &str, scale: &Scale) {
        let root = if scale.is_root { ", square-root scale" } else { "" };
        let width = area.width + LEFT - MARGIN;
        let text = fitted(self.fonts, &format!("{text}{root}"), TEXT_SIZE, width);
        canvas.text(Text::new(MARGIN, area.y - 18.0, TEXT_SIZE, text));
    }

    /// Draws the name of a vertical axis.
    fn draw_axis_name(&self, canvas: &mut Canvas, area: Area, name: &str) {
        let name = fitted(self.fonts, name, TEXT_SIZE, area.height + 16.0);
        let text = Text::new(MARGIN, area.y + area.height / 2.0, TEXT_SIZE, name);
        canvas.text(Text { anchor: Anchor::Middle, upright: true, ..text });
    }

    /// Draws a sentence in the middle of a panel if there is nothing to draw.
    fn draw_emptiness(&self, canvas: &mut Canvas, area: Area) {
        if !self.plot.density.bars.is_empty() {
            return;
        }
        let sentence = "The page is empty: there is nothing to count.";
        let text = Text::new(area.x + area.width / 2.0, area.y + area.height / 4.0, 15.0, sentence);
        canvas.text(Text { anchor: Anchor::Middle, ..text });
    }

    /// The rows between the panels.
    fn tracks(&self) -> Vec<Track<'_>> {
        let mut tracks = vec![Track("kept", &self.kept, Fill::Color(KEPT_TRACK))];
        if !self.removed.is_empty() {
            tracks.push(Track("removed", &self.removed, Fill::Color(REMOVED_TRACK)));
        }
        if self.plot.gold.is_some() {
            tracks.push(Track("gold", &self.gold, Fill::Hatch));
        }
        tracks
    }

    fn draw_tracks(&self, canvas: &mut Canvas, tracks: &[Track<'_>], top: f64) {
        for (index, Track(name, stretches, fill)) in tracks.iter().enumerate() {
            let y = top + TRACK_STEP * index as f64;
            canvas.rect(self.horizontal.x, y, self.horizontal.width, TRACK, Fill::Color("#f3f3f3"));
            self.horizontal.fill_stretches(canvas, stretches, (y, TRACK), *fill);
            let text = Text::new(self.horizontal.x - 6.0, y + 8.5, TICK_SIZE, *name);
            canvas.text(Text { anchor: Anchor::End, ..text });
        }
    }

    fn keys(&self) -> Vec<Key> {
        let is_sheet = self.plot.figure.is_none();
        let mut keys = vec![Key::Content, Key::Code];
        keys.extend(is_sheet.then_some(Key::Kept));
        keys.extend((is_sheet && !self.removed.is_empty()).then_some(Key::Removed));
        keys.extend(self.plot.gold.map(|_| Key::Gold));
        keys.extend(self.plot.density.seed.filter(|_| is_sheet).map(|_| Key::Seed));
        keys
    }

    fn unit(&self) -> &'static str {
        if self.plot.density.unit == Unit::Segment { "segment" } else { "line" }
    }

    fn horizontal_axis_name(&self) -> &'static str {
        match self.plot.density.unit {
            Unit::Line => "line of the source",
            Unit::SplitLine => "line of the source, split at its tags",
            Unit::Segment => "segment of the source",
        }
    }

    fn size_words(&self) -> String {
        let bars = self.plot.density.bars.len();
        let plural = if bars == 1 { "" } else { "s" };
        format!("{} {}{plural}", grouped(bars as u64), self.unit())
    }

    /// The notes needed to read the picture, wrapped into lines.
    fn note_lines(&self, canvas: &Canvas) -> Vec<String> {
        let mut notes = self.plot.labels.notes.clone();
        let density = self.plot.density;
        if density.counted_by != self.plot.labels.method {
            notes.push(format!(
                "{} counts no columns of its own: these are {}'s.",
                self.plot.labels.method, density.counted_by
            ));
        }
        if !density.bars.is_empty() && density.bars.iter().all(|bar| bar.content == 0) {
            notes.push(format!("Nothing on the page counts as content for {}.", density.counted_by));
        }
        if self.counts.bars_per_column > 1 {
            let (bars, unit) = (grouped(self.counts.bars_per_column as u64), self.unit());
            notes.push(format!(
                "Each column stands for {bars} {unit}s: full color up to their mean, pale up to the largest."
            ));
        }
        notes.extend((self.plot.figure == Some(Figure::Lines)).then(|| REGION_NOTE.to_owned()));
        notes.extend(
            self.shown_columns().into_iter().filter_map(|(columns, panel)| self.scale_note(columns, panel)),
        );
        let width = f64::from(canvas.width()) - 2.0 * MARGIN;
        wrapped(self.fonts, &notes, " ", TICK_SIZE, width)
    }

    /// The columns of each panel, with its name in a note.
    fn shown_columns(&self) -> Vec<(&Columns, &'static str)> {
        match self.plot.figure {
            None => vec![(&self.counts, "(a)"), (&self.differences, "(b)")],
            Some(figure) if figure.is_difference() => vec![(&self.differences, "this figure")],
            Some(_) => vec![(&self.counts, "this figure")],
        }
    }

    /// Explains the pointers at the edge of a panel if columns are cut, or why hardly any column can be seen.
    fn scale_note(&self, columns: &Columns, panel: &str) -> Option<String> {
        // The height does not change which columns are cut. The lowest panel has the fewest pixels.
        let scale = Scale::of(self.plot.scale, &columns.columns, f64::from(self.plot.height) * FIRST_SHARE);
        let is_cut = |column: &&Column| column.above > scale.above || column.below > scale.below;
        let cut = columns.columns.iter().filter(is_cut).count() as u64;
        let longest = columns.columns.iter().map(|column| column.above.max(column.below)).max().unwrap_or(0);
        if cut > 0 {
            let columns =
                if cut == 1 { "1 column is".to_owned() } else { format!("{} columns are", grouped(cut)) };
            return Some(format!(
                "In {panel} {columns} cut at the pointers; the longest has {}.",
                grouped(longest)
            ));
        }
        let median = scale.median_pixels(&columns.columns)?;
        (!scale.is_root && median < MIN_SEEN_HEIGHT).then(|| {
            format!(
                "In {panel} most columns are shorter than a pixel beside the longest, which has {}; a square-root \
                 scale shows them.",
                grouped(longest)
            )
        })
    }
}

/// What the letters above figure 2 mean.
const REGION_NOTE: &str = "A: hardly any content (scripts, styles, markup). B: the main content, as the method found it. C: menus and other text.";

/// The values above and below the axis of the second panel, or of a figure of differences.
fn differences(plot: &Plot<'_>) -> Vec<i64> {
    let difference = |bar: &Bar| i64::from(bar.content) - i64::from(bar.code);
    match plot.figure {
        Some(Figure::Difference) => plot.density.bars.iter().map(difference).collect(),
        _ => plot.density.smoothed.clone(),
    }
}
