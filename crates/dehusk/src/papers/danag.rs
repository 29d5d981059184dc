//! DANAg: DANA for every language. Compares content characters with code characters in fixed-length segments.
//!
//! Mohammadzadeh, Gottron, Schweiggert, Nakhaeizadeh: "Extracting the Main Content of Web Documents based on
//! a Naive Smoothing Method", KDIR 2011; restated in the AdDANAg paper, §3.2. The paper's third step and its
//! values of `L` and `P` are not public. So steps 5 to 7 and the defaults of `L` and `P` are a reconstruction,
//! and every choice in it is a parameter (docs/src/notebook/paper-methods.md, "The missing step of DANAg").

use super::auto_params::AutoGap;
use super::interval;
use super::region;
use super::segments::{self, Cut, LineRule, MIN_SEGMENT, Paragraph, SEGMENT, Segment};
use super::tokens::counted_marks;
use crate::budget::{Deadline, TimedOut};
use crate::markup::{BLOCK, TextKind, TokenKind, WrittenIn, decode_reference};
use crate::method::density::{Bar, Unit};
use crate::method::params::choice;
use crate::method::{Density, Method, ParamSpec, Slot, params};
use crate::page::Page;
use crate::selection::{Reason, Selection, Verdict};
use crate::site_noise::NoiseStep;
use crate::source::Span;

/// Default of `P`, in segments. The paper's value is not public; 20 is the default of DANA.
pub const GAP: u32 = 20;

choice! {
    /// The paragraph from which the region grows.
    SeedRule {
        /// The paragraph with the largest area.
        Area "area",
        /// The paragraph with the longest column.
        Column "column",
    }
}

choice! {
    /// How the region of the main content is found (steps 5 and 6).
    RegionRule {
        /// It grows from the seed over all gaps up to `P`.
        Gap "gap",
        /// It is the [`interval`] of the page that has most text and least links and code, gaps included. No
        /// other parameter of steps 5 and 6 has an effect.
        Interval "interval",
    }
}

choice! {
    /// How the ends of a paragraph are adjusted. They are also ends of segments, which may be in the middle of a
    /// word or sentence.
    Snap {
        /// The ends are moved outward to the nearest tag of a block-level element.
        Block "block",
        /// The ends are moved outward to the ends of the words.
        Word "word",
        /// The ends are not adjusted. This is the literal interpretation of the paper.
        None "none",
    }
}

/// The method and its parameters.
///
/// ```
/// use dehusk::{Extractor, Options};
/// let page = "<a href='/very/long/address'>Home</a><p>Some words that are the story of this page.</p>";
/// let options = Options::new().with_method("danag").unwrap().with_param("L", "20").unwrap();
/// let text = Extractor::new(options).extract(page.as_bytes(), None).into_text();
/// assert_eq!(text, "Some words that are the story of this page.");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Danag {
    /// `L`, `lines` and `count_ws`: how the page is divided into segments.
    pub cut: Cut,
    /// `region`: how the region is found.
    pub region: RegionRule,
    /// `against`: how much a character of links or code counts against an interval, from 0 to 1.
    pub against: f64,
    /// `P`: the maximum gap that is bridged, in segments between two paragraphs; `None`: computed from the page.
    pub gap: Option<u32>,
    /// `auto_gap`: how the gap is computed from the page.
    pub auto_gap: AutoGap,
    /// `seed_rule`: the paragraph from which the region grows.
    pub seed_rule: SeedRule,
    /// `fill_gaps`: whether to also keep the text between the paragraphs of the region.
    pub fill_gaps: bool,
    /// `snap`: how the ends of paragraphs are adjusted.
    pub snap: Snap,
}

impl Danag {
    /// The documented interpretation of the paper.
    pub const DEFAULT: Danag = Danag {
        cut: Cut { length: Some(SEGMENT), count_ws: false, lines: LineRule::Recut },
        region: RegionRule::Gap,
        against: interval::AGAINST,
        gap: Some(GAP),
        auto_gap: AutoGap::Root,
        seed_rule: SeedRule::Area,
        fill_gaps: false,
        snap: Snap::Block,
    };

    /// Returns the field of a parameter; `None` if the name is unknown. AdDANAg uses this too.
    pub(super) fn field(&mut self, name: &str) -> Option<Slot<'_>> {
        Some(match name {
            "L" => Slot::CountOr(&mut self.cut.length, MIN_SEGMENT..=u32::MAX, "auto"),
            "region" => Slot::Word(&mut self.region),
            "against" => Slot::Number(&mut self.against, params::SHARE),
            "P" => Slot::CountOr(&mut self.gap, params::ANY, "auto"),
            "auto_gap" => Slot::Word(&mut self.auto_gap),
            "seed_rule" => Slot::Word(&mut self.seed_rule),
            "fill_gaps" => Slot::Flag(&mut self.fill_gaps),
            "snap" => Slot::Word(&mut self.snap),
            "count_ws" => Slot::Flag(&mut self.cut.count_ws),
            "lines" => Slot::Word(&mut self.cut.lines),
            _ => return None,
        })
    }

    /// Steps 1 to 3: returns the segments with their numbers of content and code characters.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    pub fn segments(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Vec<Segment>, TimedOut> {
        segments::segments(page, self.cut, None, deadline)
    }

    /// Steps 4 to 7: selects the paragraphs that are main content.
    pub(super) fn select_from(
        &self,
        page: &Page<'_>,
        segments: &[Segment],
        deadline: &mut Deadline,
    ) -> Result<Selection, TimedOut> {
        let paragraphs = segments::paragraphs(&columns(segments));
        deadline.check()?;
        let wanted = self.wanted(segments, &paragraphs, deadline)?;
        let (Some(first), Some(last)) = (wanted.first(), wanted.last()) else {
            return Ok(Selection::nothing(Reason::NoColumnAboveAxis));
        };
        let snapper = Snapper::new(page, self.snap);
        let largest = paragraphs.iter().map(|paragraph| paragraph.area).max().unwrap_or(1);
        let score = |paragraph: &Paragraph| paragraph.area as f32 / largest as f32;
        let mut verdicts = Vec::new();
        for paragraph in &wanted {
            if let Some(span) = content_span(segments, paragraph) {
                keep(&mut verdicts, snapper.snap(span), score(paragraph));
            }
        }
        let kept = (verdicts.first().map_or(0, start_of), verdicts.last().map_or(0, end_of));
        let is_outside = |it: &&Paragraph| it.first < first.first || last.last < it.last;
        for paragraph in paragraphs.iter().filter(is_outside) {
            if let Some(span) = content_span(segments, paragraph) {
                remove(&mut verdicts, span, kept, score(paragraph));
            }
        }
        verdicts.sort_by_key(|verdict| verdict.span);
        Ok(Selection::new(verdicts))
    }

    /// Steps 5 to 7: the stretches that are main content. They are paragraphs, or one stretch with all that is
    /// between the first and the last of them.
    fn wanted(
        &self,
        segments: &[Segment],
        paragraphs: &[Paragraph],
        deadline: &mut Deadline,
    ) -> Result<Vec<Paragraph>, TimedOut> {
        let whole = |first: usize, last: usize| {
            let inside = paragraphs.iter().filter(|it| first <= it.last && it.first <= last);
            let largest = inside.max_by_key(|paragraph| paragraph.area);
            let (area, height) = largest.map_or((0, 0), |paragraph| (paragraph.area, paragraph.height));
            vec![Paragraph { first, last, area, height }]
        };
        if self.region == RegionRule::Interval {
            let found = interval::best(segments, self.against, deadline)?;
            return Ok(found.map_or(Vec::new(), |(first, last)| whole(first, last)));
        }
        let Some((first, last)) = self.region(paragraphs, segments.len()) else { return Ok(Vec::new()) };
        let inside = &paragraphs[first..=last];
        let fill = self.fill_gaps;
        Ok(if fill { whole(inside[0].first, inside[inside.len() - 1].last) } else { inside.to_vec() })
    }

    /// The counts of the page's segments, as in figures 5 and 6 of the AdDANAg paper.
    pub(crate) fn segment_density(
        &self,
        page: &Page<'_>,
        deadline: &mut Deadline,
    ) -> Result<Density, TimedOut> {
        Ok(self.density_of(self.name(), &self.segments(page, deadline)?))
    }

    /// Returns the density plot data of these segments, with the seed paragraph marked if the region grows from
    /// it.
    pub(super) fn density_of(&self, counted_by: &'static str, segments: &[Segment]) -> Density {
        let density = region::density(counted_by, Unit::Segment, bars(segments));
        let paragraphs = segments::paragraphs(&density.smoothed);
        let seed = self.seed(&paragraphs).filter(|_| self.region == RegionRule::Gap);
        let seed = seed.map(|index| (paragraphs[index].first, paragraphs[index].last));
        Density { seed, ..density }
    }

    /// Step 5: the index of the paragraph from which the region grows.
    fn seed(&self, paragraphs: &[Paragraph]) -> Option<usize> {
        let size = |paragraph: &Paragraph| match self.seed_rule {
            SeedRule::Area => paragraph.area,
            SeedRule::Column => paragraph.height,
        };
        let largest = paragraphs.iter().map(size).max()?;
        paragraphs.iter().position(|paragraph| size(paragraph) == largest)
    }

    /// Steps 5 and 6: the indices of the first and the last paragraph of the region.
    fn region(&self, paragraphs: &[Paragraph], segments: usize) -> Option<(usize, usize)> {
        let seed = self.seed(paragraphs)?;
        let automatic = || self.auto_gap.gap(segments, paragraphs);
        let gap = self.gap.map_or_else(automatic, |gap| gap as usize);
        let near = |pair: &[Paragraph]| pair[1].gap_after(&pair[0]) <= gap;
        let down = paragraphs[seed..].windows(2).take_while(|pair| near(pair)).count();
        let up = paragraphs[..=seed].windows(2).rev().take_while(|pair| near(pair)).count();
        Some((seed - up, seed + down))
    }
}

impl Default for Danag {
    fn default() -> Danag {
        Danag::DEFAULT
    }
}

/// Formula (1) of the AdDANAg paper: for each segment, content minus code, summed with both neighbors.
#[must_use]
pub fn columns(segments: &[Segment]) -> Vec<i64> {
    let differences: Vec<i64> = segments.iter().map(|s| i64::from(s.content) - i64::from(s.code)).collect();
    region::smooth(&differences)
}

/// One bar for each segment. A segment without content gets an empty span at the end of the previous content.
fn bars(segments: &[Segment]) -> Vec<Bar> {
    let mut end = 0;
    let bar = |segment: &Segment| {
        let (from, to) = if segment.has_text() { segment.text } else { (end, end) };
        end = to;
        Bar { content: segment.content, code: segment.code, span: Span::new(from as usize, to as usize) }
    };
    segments.iter().map(bar).collect()
}

/// The span from the first to the last content character of a paragraph; `None` if it has no content characters.
fn content_span(segments: &[Segment], paragraph: &Paragraph) -> Option<Span> {
    let inside = &segments[paragraph.first..=paragraph.last];
    let first = inside.iter().find(|segment| segment.has_text())?;
    let last = inside.iter().rev().find(|segment| segment.has_text())?;
    Some(Span::new(first.text.0 as usize, last.text.1 as usize))
}

/// Adds a kept span. If it touches or overlaps the previous span, extends the previous span instead.
fn keep(verdicts: &mut Vec<Verdict>, span: Span, score: f32) {
    match verdicts.last_mut() {
        Some(last) if span.start() <= last.span.end() => {
            last.span = Span::new(last.span.start(), last.span.end().max(span.end()));
            last.score = last.score.max(score);
        }
        _ => verdicts.push(Verdict { span, kept: true, score, reason: Reason::ParagraphTaken }),
    }
}

fn start_of(verdict: &Verdict) -> usize {
    verdict.span.start()
}

fn end_of(verdict: &Verdict) -> usize {
    verdict.span.end()
}

/// Adds a removed span, but only the parts outside the region. `kept` is the start and the end of the region.
fn remove(verdicts: &mut Vec<Verdict>, span: Span, kept: (usize, usize), score: f32) {
    let before = (span.start(), span.end().min(kept.0));
    let after = (span.start().max(kept.1), span.end());
    for (start, end) in [before, after].into_iter().filter(|(start, end)| start < end) {
        verdicts.push(Verdict { span: Span::new(start, end), kept: false, score, reason: Reason::BeyondGap });
    }
}

/// Moves the ends of spans outward (step 7).
struct Snapper<'p> {
    page: &'p Page<'p>,
    snap: Snap,
    /// The offsets of the tags of block-level elements, sorted.
    breaks: Vec<u32>,
}

impl<'p> Snapper<'p> {
    fn new(page: &'p Page<'_>, snap: Snap) -> Snapper<'p> {
        let mut breaks = Vec::new();
        if snap == Snap::Block {
            let tags = counted_marks(page).filter(|(_, mark)| mark.tag.is(BLOCK));
            breaks.extend(tags.map(|(_, mark)| mark.span.start() as u32));
        }
        Snapper { page, snap, breaks }
    }

    fn snap(&self, span: Span) -> Span {
        match self.snap {
            Snap::None => span,
            Snap::Word => Span::new(self.word_start(span.start()), self.word_end(span.end())),
            Snap::Block => {
                let before = self.breaks.partition_point(|at| (*at as usize) <= span.start());
                let after = self.breaks.partition_point(|at| (*at as usize) < span.end());
                let start = before.checked_sub(1).map_or(0, |index| self.breaks[index] as usize);
                let end = self.breaks.get(after).map_or(self.page.source().text().len(), |at| *at as usize);
                Span::new(start, end)
            }
        }
    }

    /// The start of the word at offset `at`, a content character. A word begins after whitespace or at the
    /// start of its text.
    fn word_start(&self, at: usize) -> usize {
        let (text, from, kind) = self.text_around(at);
        let mut start = from;
        let mut here = from;
        while here < at {
            let (len, is_whitespace) = character(&text[here - from..], kind);
            here += len;
            if is_whitespace {
                start = here;
            }
        }
        start
    }

    /// The end of the word that ends at or after offset `at`.
    fn word_end(&self, at: usize) -> usize {
        let (text, from, kind) = self.text_around(at.saturating_sub(1));
        let mut here = at;
        while here < from + text.len() {
            let (len, is_whitespace) = character(&text[here - from..], kind);
            if is_whitespace {
                break;
            }
            here += len;
        }
        here
    }

    /// The token at offset `at`: its text, its offset and its kind.
    fn text_around(&self, at: usize) -> (&str, usize, TokenKind) {
        let marks = self.page.marks();
        let index = marks.partition_point(|mark| mark.span.start() <= at).saturating_sub(1);
        marks.get(index).map_or(("", at, TokenKind::Comment), |mark| {
            (self.page.source().slice(mark.span), mark.span.start(), mark.kind)
        })
    }
}

/// The length in bytes of the character or character reference at the start of `rest`, and whether it is whitespace.
fn character(rest: &str, kind: TokenKind) -> (usize, bool) {
    let references = matches!(kind, TokenKind::Text(TextKind::Data | TextKind::Rcdata));
    if let Some(found) = (references && rest.starts_with('&'))
        .then(|| decode_reference(rest.as_bytes(), WrittenIn::Text))
        .flatten()
    {
        return (found.len, found.first.is_whitespace());
    }
    rest.chars().next().map_or((1, true), |c| (c.len_utf8(), c.is_whitespace()))
}

pub(super) const PARAMS: [ParamSpec; 10] = [
    ParamSpec {
        name: "L",
        default: "65",
        values: "an integer >= 10, or auto",
        doc: "characters in a segment, content and code together; auto: from the lengths of the page's texts",
    },
    ParamSpec {
        name: "region",
        default: "gap",
        values: "gap or interval",
        doc: "how the region is found; gap: from a seed over gaps up to P; interval: the part of the page with \
              most text and least links and code, including gaps, whatever P, auto_gap, seed_rule and fill_gaps \
              are",
    },
    ParamSpec {
        name: "against",
        default: "0.5",
        values: "a number from 0 to 1",
        doc: "for region=interval, how much a character of links or code counts against an interval, if one of \
              text counts 1 for it",
    },
    ParamSpec {
        name: "P",
        default: "20",
        values: "an integer >= 0, or auto",
        doc: "maximum gap that is bridged, in segments between two paragraphs; auto: computed by auto_gap",
    },
    ParamSpec {
        name: "auto_gap",
        default: "root",
        values: "root or jump",
        doc: "how P=auto sets P: root: the square root of the number of segments; jump: the gap before the \
              largest jump in the sorted gaps between paragraphs",
    },
    ParamSpec {
        name: "seed_rule",
        default: "area",
        values: "area or column",
        doc: "grow the region from the paragraph with the largest area, or with the longest column",
    },
    ParamSpec {
        name: "fill_gaps",
        default: "false",
        values: "true or false",
        doc: "whether to also keep what is between the paragraphs of the region, as dana does",
    },
    ParamSpec {
        name: "snap",
        default: "block",
        values: "block, word or none",
        doc: "extend each paragraph to the nearest block-level tags, to whole words, or not at all",
    },
    ParamSpec {
        name: "count_ws",
        default: "false",
        values: "true or false",
        doc: "whether whitespace counts as content and code",
    },
    ParamSpec {
        name: "lines",
        default: "recut",
        values: "recut or keep",
        doc: "recut: a segment ends only after L characters; keep: it also ends at line feeds",
    },
];

impl Method for Danag {
    fn name(&self) -> &'static str {
        "danag"
    }

    fn summary(&self) -> &'static str {
        "Compares content and code characters in fixed-length segments and keeps the paragraphs near the \
         largest one. For any language."
    }

    fn paper(&self) -> &'static str {
        "Mohammadzadeh et al., KDIR 2011"
    }

    fn params(&self) -> &'static [ParamSpec] {
        &PARAMS
    }

    fn slot(&mut self, name: &str) -> Option<Slot<'_>> {
        self.field(name)
    }

    fn noise_step(&self) -> NoiseStep {
        NoiseStep::Before
    }

    fn select(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        let segments = self.segments(page, deadline)?;
        self.select_from(page, &segments, deadline)
    }

    fn density(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Option<Density>, TimedOut> {
        self.segment_density(page, deadline).map(Some)
    }
}
