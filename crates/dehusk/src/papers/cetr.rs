//! CETR, content extraction via tag ratios: clusters lines by the number of characters per tag.
//!
//! Weninger, Hsu: "Text extraction from the web via text-to-tag ratio", TIR at DEXA 2008; Weninger, Hsu, Han:
//! "CETR: content extraction via tag ratios", WWW 2010. Public implementations disagree in details; this one
//! follows §8.9 of the specification.

use super::kmeans::{self, Point};
use super::tokens::counted_marks;
use super::tokens::{character_count, non_whitespace_count};
use crate::budget::{Deadline, TimedOut};
use crate::markup::TokenKind;
use crate::method::params::choice;
use crate::method::{Method, ParamSpec, Slot};
use crate::page::Page;
use crate::selection::{Reason, Selection, Verdict};
use crate::site_noise::NoiseStep;
use crate::source::Span;

/// Default of `wrap`: a line with this number of characters ends at the next tag or whitespace (public
/// implementations).
pub const WRAP: u32 = 65;
/// Default of `r`: radius of the smoothing, in lines (two public implementations agree).
pub const RADIUS: u32 = 2;
/// Default of `alpha`: the number of following lines that the derivative uses (public implementations).
pub const WINDOW: u32 = 3;
/// Default of `k`: the number of clusters, including the one at the origin (public implementations).
pub const CLUSTERS: u32 = 3;
/// Default of `lambda`: a smoothed ratio above this number of standard deviations is content. Chosen by hand;
/// one public implementation uses 3.5 times the mean instead.
pub const DEVIATIONS: f64 = 1.0;
/// The maximum of `r` and `alpha`, in lines. Bounds the cost for each line. Chosen by hand.
const MAX_WINDOW: u32 = 1000;
/// The maximum of `k`. Bounds the cost for each line. Chosen by hand.
const MAX_CLUSTERS: u32 = 20;

choice! {
    /// How content lines are distinguished from other lines.
    Mode {
        /// By a threshold on the smoothed ratios.
        Threshold "threshold",
        /// By clustering the smoothed ratios.
        OneDimension "1d",
        /// By clustering the smoothed ratios and their smoothed derivatives.
        TwoDimensions "2d",
    }
}

/// The method and its parameters.
///
/// ```
/// use dehusk::{Extractor, Options};
/// let page = format!("{}<p>{}</p>", "<li><a href=x>Home</a></li>\n".repeat(20), "some words of the story\n".repeat(20));
/// let text = Extractor::new(Options::new().with_method("cetr").unwrap()).extract(page.as_bytes(), None).into_text();
/// assert!(text.contains("story") && text.matches("Home").count() < 5);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Cetr {
    /// `mode`: how content lines are found.
    pub mode: Mode,
    /// `wrap`: characters after which a line ends at the next tag or whitespace; 0: lines end only at line feeds.
    pub wrap: u32,
    /// `r`: the radius of the smoothing, in lines.
    pub radius: u32,
    /// `alpha`: the number of following lines that the derivative uses.
    pub window: u32,
    /// `k`: the number of clusters.
    pub clusters: u32,
    /// `lambda`: the threshold of `Mode::Threshold`, in standard deviations.
    pub deviations: f64,
}

impl Cetr {
    /// Clustering in two dimensions, as the 2010 paper proposes.
    pub const DEFAULT: Cetr = Cetr {
        mode: Mode::TwoDimensions,
        wrap: WRAP,
        radius: RADIUS,
        window: WINDOW,
        clusters: CLUSTERS,
        deviations: DEVIATIONS,
    };

    /// Step 4: whether each line is content.
    fn content(&self, ratios: &[f64], deadline: &mut Deadline) -> Result<Vec<bool>, TimedOut> {
        let points: Vec<Point> = match self.mode {
            Mode::Threshold => {
                let threshold = self.deviations * standard_deviation(ratios);
                return Ok(ratios.iter().map(|ratio| *ratio > threshold).collect());
            }
            Mode::OneDimension => ratios.iter().map(|ratio| [*ratio, 0.0]).collect(),
            Mode::TwoDimensions => {
                let derivatives = derivatives(ratios, self.window as usize, deadline)?;
                let derivatives = self.smoothed(&derivatives, deadline)?;
                ratios.iter().zip(derivatives).map(|(ratio, derivative)| [*ratio, derivative]).collect()
            }
        };
        let mut centroids = kmeans::farthest_first(&points, [0.0; 2], self.clusters as usize);
        let clusters = kmeans::clusters(&points, &mut centroids, 1, deadline)?;
        Ok(clusters.into_iter().map(|cluster| cluster != 0).collect())
    }

    /// Step 3: smooths the values with a Gaussian whose standard deviation is the radius. Near the ends of the
    /// page, only lines that exist count in the weighted mean.
    fn smoothed(&self, values: &[f64], deadline: &mut Deadline) -> Result<Vec<f64>, TimedOut> {
        let radius = self.radius as usize;
        let weight = |j: usize| {
            let distance = j.abs_diff(radius) as f64;
            (-(distance * distance) / (2.0 * (radius * radius) as f64)).exp()
        };
        let weights: Vec<f64> = (0..=2 * radius).map(weight).collect();
        let smoothed = |here: usize| {
            deadline.tick()?;
            let inside = here.saturating_sub(radius)..(here + radius + 1).min(values.len());
            let weights = &weights[inside.start + radius - here..];
            let pairs = values[inside].iter().zip(weights);
            let (sum, of) =
                pairs.fold((0.0, 0.0), |(sum, of), (value, weight)| (sum + weight * value, of + weight));
            Ok(sum / of)
        };
        (0..values.len()).map(smoothed).collect()
    }
}

impl Default for Cetr {
    fn default() -> Cetr {
        Cetr::DEFAULT
    }
}

/// For each value, its absolute difference from the mean of the next `window` values.
fn derivatives(values: &[f64], window: usize, deadline: &mut Deadline) -> Result<Vec<f64>, TimedOut> {
    let derivative = |here: usize| {
        deadline.tick()?;
        let next = &values[here + 1..(here + 1 + window).min(values.len())];
        let mean = next.iter().sum::<f64>() / next.len() as f64;
        Ok(if next.is_empty() { 0.0 } else { (mean - values[here]).abs() })
    };
    (0..values.len()).map(derivative).collect()
}

fn standard_deviation(values: &[f64]) -> f64 {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

/// A line of the source, or part of a line that was wrapped.
#[derive(Clone, Copy, Debug)]
struct Line {
    span: Span,
    /// The number of characters that are not whitespace.
    text: u32,
    /// The number of tags.
    tags: u32,
}

impl Line {
    /// The tag ratio: characters per tag.
    fn ratio(&self) -> f64 {
        f64::from(self.text) / f64::from(self.tags.max(1))
    }
}

/// Step 1: divides a page into lines.
struct LineBuilder {
    wrap: usize,
    done: Vec<Line>,
    open: Option<Line>,
    /// Characters in the open line, including tags.
    length: usize,
}

impl LineBuilder {
    fn lines(page: &Page<'_>, wrap: u32, deadline: &mut Deadline) -> Result<Vec<Line>, TimedOut> {
        let wrap = if wrap == 0 { usize::MAX } else { wrap as usize };
        let mut builder = LineBuilder { wrap, done: Vec::new(), open: None, length: 0 };
        for (_, mark) in counted_marks(page) {
            deadline.tick()?;
            let text = page.source().slice(mark.span);
            match mark.kind {
                TokenKind::Text(_) => builder.text(text, mark.span.start()),
                _ => builder.tag(text, mark.span),
            }
        }
        builder.end();
        Ok(builder.done)
    }

    fn tag(&mut self, tag: &str, span: Span) {
        if self.length >= self.wrap {
            self.end();
        }
        self.add(span, 0, 1);
        self.length += character_count(tag);
    }

    /// Divides a text at line feeds, and at whitespace once the line has `wrap` characters.
    fn text(&mut self, text: &str, offset: usize) {
        let mut start = 0;
        while start < text.len() {
            let feed = memchr::memchr(b'\n', &text.as_bytes()[start..]).map_or(text.len(), |at| start + at);
            self.one_line(&text[start..feed], offset + start);
            if feed < text.len() {
                self.end();
            }
            start = feed + 1;
        }
    }

    fn one_line(&mut self, line: &str, offset: usize) {
        let mut start = 0;
        for (at, c) in line.char_indices() {
            if self.length >= self.wrap && c.is_whitespace() {
                self.part(&line[start..at], offset + start);
                self.end();
                start = at + c.len_utf8();
            } else {
                self.length += usize::from(c != '\r');
            }
        }
        self.part(&line[start..], offset + start);
    }

    fn part(&mut self, part: &str, offset: usize) {
        if !part.is_empty() {
            self.add(Span::new(offset, offset + part.len()), non_whitespace_count(part) as u32, 0);
        }
    }

    fn add(&mut self, span: Span, text: u32, tags: u32) {
        let open = self.open.get_or_insert(Line { span, text: 0, tags: 0 });
        open.span = Span::new(open.span.start(), span.end());
        open.text += text;
        open.tags += tags;
    }

    /// Ends the open line. Lines with neither text nor tags are dropped.
    fn end(&mut self) {
        self.done.extend(self.open.take().filter(|line| line.text > 0 || line.tags > 0));
        self.length = 0;
    }
}

/// Merges adjacent lines with the same verdict. The score is the highest score of the merged lines.
fn verdicts(lines: &[Line], ratios: &[f64], content: &[bool]) -> Vec<Verdict> {
    let max_ratio = ratios.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let mut verdicts: Vec<Verdict> = Vec::new();
    for ((line, ratio), kept) in lines.iter().zip(ratios).zip(content) {
        let score = (ratio / max_ratio).clamp(0.0, 1.0) as f32;
        match verdicts.last_mut() {
            Some(last) if last.kept == *kept => {
                last.span = Span::new(last.span.start(), line.span.end());
                last.score = last.score.max(score);
            }
            _ => {
                let reason = if *kept { Reason::HighTagRatio } else { Reason::LowTagRatio };
                verdicts.push(Verdict { span: line.span, kept: *kept, score, reason });
            }
        }
    }
    verdicts
}

impl Method for Cetr {
    fn name(&self) -> &'static str {
        "cetr"
    }

    fn summary(&self) -> &'static str {
        "Clusters lines by the number of characters per tag and by how that number changes."
    }

    fn paper(&self) -> &'static str {
        "Weninger, Hsu, Han, WWW 2010"
    }

    fn params(&self) -> &'static [ParamSpec] {
        &PARAMS
    }

    fn slot(&mut self, name: &str) -> Option<Slot<'_>> {
        Some(match name {
            "mode" => Slot::Word(&mut self.mode),
            "wrap" => Slot::Count(&mut self.wrap, crate::method::params::ANY),
            "r" => Slot::Count(&mut self.radius, 1..=MAX_WINDOW),
            "alpha" => Slot::Count(&mut self.window, 1..=MAX_WINDOW),
            "k" => Slot::Count(&mut self.clusters, 2..=MAX_CLUSTERS),
            "lambda" => Slot::Number(&mut self.deviations, 0.0..=f64::MAX),
            _ => return None,
        })
    }

    fn noise_step(&self) -> NoiseStep {
        NoiseStep::Before
    }

    fn select(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        let bounded = Cetr {
            radius: self.radius.clamp(1, MAX_WINDOW),
            window: self.window.clamp(1, MAX_WINDOW),
            clusters: self.clusters.clamp(2, MAX_CLUSTERS),
            ..self.clone()
        };
        let lines = LineBuilder::lines(page, self.wrap, deadline)?;
        let ratios: Vec<f64> = lines.iter().map(Line::ratio).collect();
        let ratios = bounded.smoothed(&ratios, deadline)?;
        let content = bounded.content(&ratios, deadline)?;
        let verdicts = verdicts(&lines, &ratios, &content);
        let nothing = verdicts.iter().all(|verdict| !verdict.kept).then_some(Reason::NoDenseRegion);
        Ok(Selection { nothing, ..Selection::new(verdicts) })
    }
}

const PARAMS: [ParamSpec; 6] = [
    ParamSpec {
        name: "mode",
        default: "2d",
        values: "threshold, 1d or 2d",
        doc: "threshold on tag ratios, or clusters of tag ratios (1d), or of ratios and derivatives (2d)",
    },
    ParamSpec {
        name: "wrap",
        default: "65",
        values: "an integer >= 0",
        doc: "characters after which a line ends at the next tag or whitespace; 0: lines are not wrapped",
    },
    ParamSpec {
        name: "r",
        default: "2",
        values: "an integer from 1 to 1000",
        doc: "how many lines on each side a ratio is smoothed over",
    },
    ParamSpec {
        name: "alpha",
        default: "3",
        values: "an integer from 1 to 1000",
        doc: "how many following lines the derivative uses",
    },
    ParamSpec {
        name: "k",
        default: "3",
        values: "an integer from 2 to 20",
        doc: "number of clusters, one of them for lines without content",
    },
    ParamSpec {
        name: "lambda",
        default: "1",
        values: "a number >= 0",
        doc: "mode=threshold: a ratio above this number of standard deviations is content",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    const RATIOS: [f64; 15] =
        [0.0, 0.0, 1.0, 0.0, 0.0, 60.0, 80.0, 70.0, 90.0, 60.0, 0.0, 0.0, 1.0, 0.0, 0.0];

    fn flags(mode: Mode) -> Vec<u8> {
        let method = Cetr { mode, ..Cetr::DEFAULT };
        let mut deadline = Deadline::after(None);
        let ratios = method.smoothed(&RATIOS, &mut deadline).unwrap();
        let content = method.content(&ratios, &mut deadline).unwrap();
        content.into_iter().map(u8::from).collect()
    }

    fn rounded(values: &[f64]) -> Vec<f64> {
        values.iter().map(|value| (value * 1000.0).round() / 1000.0).collect()
    }

    #[test]
    fn wide_windows_end_at_the_deadline() {
        let ended = |work: &dyn Fn(&mut Deadline) -> Result<Vec<f64>, TimedOut>| {
            work(&mut Deadline::after(None).with_max_steps(1)) == Err(TimedOut::Steps)
        };
        let (method, values) = (Cetr { radius: MAX_WINDOW, ..Cetr::DEFAULT }, vec![1.0; 100_000]);
        assert!(ended(&|deadline| method.smoothed(&values, deadline)));
        assert!(ended(&|deadline| derivatives(&values, MAX_WINDOW as usize, deadline)));
    }

    /// Example CETR-1 of the specification.
    #[test]
    fn the_worked_example() {
        let mut deadline = Deadline::after(None);
        let smoothed = Cetr::DEFAULT.smoothed(&RATIOS, &mut deadline).unwrap();
        assert_eq!(rounded(&smoothed[..6]), [0.244, 0.262, 0.251, 9.37, 25.66, 43.503]);
        assert_eq!(
            rounded(&derivatives(&smoothed, 3, &mut deadline).unwrap()[11..]),
            [9.118, 0.001, 0.018, 0.0]
        );
        assert_eq!(rounded(&[standard_deviation(&smoothed)]), [26.084]);
        assert_eq!(flags(Mode::Threshold), [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0]);
        assert_eq!(flags(Mode::OneDimension), [0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0]);
        assert_eq!(flags(Mode::TwoDimensions), [0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0]);
    }

    #[test]
    fn clustering_works_with_fewer_distinct_points_than_clusters() {
        let points = [[2.0, 0.0]; 5];
        let mut centroids = kmeans::farthest_first(&points, [0.0; 2], 3);
        assert_eq!(centroids.len(), 2);
        assert_eq!(kmeans::clusters(&points, &mut centroids, 1, &mut Deadline::after(None)).unwrap(), [1; 5]);
    }
}
