//! Shapes words: divides them into runs of one direction and one face, and computes the outlines of the runs.
//! usvg does the shaping, so the outlines are those that resvg draws. `placement` decides where they go.

use super::faces::{Faces, UsedFaces};
use super::outline::Outline;
use crate::text;
use resvg::tiny_skia::Transform;
use resvg::usvg;
use std::collections::BTreeMap;
use unicode_bidi::{BidiClass, BidiInfo, bidi_class};

/// The font size at which words are shaped, in pixels. Outlines are scaled from it.
pub(super) const REFERENCE: f32 = 100.0;

/// Maximum distance of chords from curves at [`REFERENCE`], in pixels: a tenth of a pixel at a font size of
/// 1000 pixels, the largest in common use.
const TOLERANCE: f32 = 0.01;

/// A word divided into runs, not yet shaped.
#[derive(Clone, Debug, Default)]
pub(super) struct Cut {
    /// In visual order, from left to right.
    runs: Vec<Piece>,
    is_rtl: bool,
}

#[derive(Clone, Debug)]
struct Piece {
    face: usize,
    /// Its byte offset in the word, which gives the logical order.
    start: usize,
    text: String,
}

/// A part of a word with one direction and one face.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Run {
    pub(super) text: String,
    pub(super) face: usize,
    /// The offset of its middle from the middle of the word, at [`REFERENCE`].
    pub(super) middle: f32,
    /// Its width at [`REFERENCE`].
    pub(super) advance: f32,
    /// The indices of its glyphs.
    pub(super) glyphs: Vec<u32>,
}

/// A word with outlines.
#[derive(Clone, Debug, Default)]
pub(super) struct Shaped {
    /// In logical order.
    pub(super) runs: Vec<Run>,
    pub(super) is_rtl: bool,
    /// At [`REFERENCE`], relative to the middle of the baseline; empty if the word is invisible.
    pub(super) outline: Outline,
}

impl Shaped {
    /// The width at [`REFERENCE`].
    pub(super) fn width(&self) -> f32 {
        self.runs.iter().map(|run| run.advance).sum()
    }
}

/// Divides a clean text into runs.
///
/// # Errors
/// Returns the characters that no face can draw, if there are any.
pub(super) fn cut(text: &str, faces: &mut Faces) -> Result<Cut, Vec<char>> {
    let bidi = BidiInfo::new(text, None);
    let Some(line) = bidi.paragraphs.first() else { return Ok(Cut { runs: Vec::new(), is_rtl: false }) };
    let (levels, visual) = bidi.visual_runs(line, line.range.clone());
    let (mut runs, mut missing) = (Vec::new(), Vec::new());
    for run in visual {
        let is_rtl = levels[run.start].is_rtl();
        let mut start = run.start;
        match faces.stretches(&text[run]) {
            Ok(stretches) => {
                let mut pieces: Vec<Piece> = Vec::new();
                for (face, stretch) in stretches {
                    pieces.push(Piece { face, start, text: standalone(&stretch, is_rtl) });
                    start += stretch.len();
                }
                if is_rtl {
                    pieces.reverse();
                }
                runs.extend(pieces);
            }
            Err(characters) => missing.extend(characters),
        }
    }
    if missing.is_empty() { Ok(Cut { runs, is_rtl: line.level.is_rtl() }) } else { Err(missing) }
}

/// Prepares a run to be drawn on its own: spaces at its ends become no-break spaces, and direction marks keep
/// neutral characters right-to-left, because usvg always uses left-to-right as the base direction.
fn standalone(stretch: &str, is_rtl: bool) -> String {
    const MARK: char = '\u{200F}';
    let keep_space = |c: char| if c == ' ' { '\u{A0}' } else { c };
    let inner = stretch.trim_matches(' ').len() == stretch.len();
    let text: String = if inner { stretch.to_owned() } else { stretch.chars().map(keep_space).collect() };
    let strong = |c: Option<char>| c.is_none_or(|c| matches!(bidi_class(c), BidiClass::R | BidiClass::AL));
    let before = if is_rtl && !strong(text.chars().next()) { "\u{200F}" } else { "" };
    let mut text = format!("{before}{text}");
    if is_rtl && !strong(text.chars().next_back()) {
        text.push(MARK);
    }
    text
}

/// The indices of the candidate faces that the words use, each once, in order.
pub(super) fn candidates<'a>(cuts: impl Iterator<Item = &'a Cut>) -> Vec<usize> {
    let mut faces: Vec<usize> = cuts.flat_map(|cut| cut.runs.iter().map(|piece| piece.face)).collect();
    faces.sort_unstable();
    faces.dedup();
    faces
}

/// Shapes words. `candidates` are the indices of the faces in `used`.
pub(super) fn shape(cuts: &[Cut], candidates: &[usize], used: &UsedFaces) -> Vec<Shaped> {
    let face_of = |candidate: usize| candidates.binary_search(&candidate).unwrap_or_default();
    let mut svg = String::from("<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'>");
    for (count, piece) in cuts.iter().flat_map(|cut| &cut.runs).enumerate() {
        svg += &format!(
            "<text id='{count}' font-family='{}' font-size='{REFERENCE}' text-anchor='middle'>{}</text>",
            UsedFaces::name(face_of(piece.face)),
            text::escape(&piece.text),
        );
    }
    svg += "</svg>";
    let tree = usvg::Tree::from_str(&svg, &used.options()).ok();
    let mut texts = BTreeMap::new();
    if let Some(tree) = &tree {
        collect(tree.root(), &mut texts);
    }
    let mut index = 0;
    let shaped = |cut: &Cut| {
        let first = index;
        index += cut.runs.len();
        let texts: Vec<_> = (first..index).map(|run| texts.get(&run).copied()).collect();
        assemble(cut, &texts, &face_of)
    };
    cuts.iter().map(shaped).collect()
}

/// Collects the texts of a tree by their ids, which are numbers.
fn collect<'a>(group: &'a usvg::Group, texts: &mut BTreeMap<usize, &'a usvg::Text>) {
    for node in group.children() {
        match node {
            usvg::Node::Text(text) => {
                if let Ok(index) = text.id().parse() {
                    texts.insert(index, text);
                }
            }
            usvg::Node::Group(group) => collect(group, texts),
            _ => {}
        }
    }
}

/// Puts the runs of a word side by side.
fn assemble(cut: &Cut, texts: &[Option<&usvg::Text>], face_of: &dyn Fn(usize) -> usize) -> Shaped {
    let advance = |text: &Option<&usvg::Text>| text.map_or(0.0, |text| text.bounding_box().width());
    let mut right = -texts.iter().map(advance).sum::<f32>() / 2.0;
    let mut outline = Outline::default();
    let mut runs = Vec::new();
    for (piece, text) in cut.runs.iter().zip(texts) {
        let advance = advance(text);
        let middle = right + advance / 2.0;
        right += advance;
        if let Some(text) = text {
            push_paths(text.flattened(), Transform::from_translate(middle, 0.0), &mut outline);
        }
        let glyphs = text.map(glyphs).unwrap_or_default();
        runs.push((
            piece.start,
            Run { text: piece.text.clone(), face: face_of(piece.face), middle, advance, glyphs },
        ));
    }
    runs.sort_by_key(|(start, _)| *start);
    Shaped { runs: runs.into_iter().map(|(_, run)| run).collect(), is_rtl: cut.is_rtl, outline }
}

fn glyphs(text: &usvg::Text) -> Vec<u32> {
    let spans = text.layouted().iter();
    spans.flat_map(|span| span.positioned_glyphs.iter().map(|glyph| glyph.id.0)).collect()
}

fn push_paths(group: &usvg::Group, transform: Transform, outline: &mut Outline) {
    for node in group.children() {
        match node {
            usvg::Node::Path(path) => {
                outline.push(path.data(), path.abs_transform().post_concat(transform), TOLERANCE);
            }
            usvg::Node::Group(group) => push_paths(group, transform, outline),
            _ => {}
        }
    }
}
