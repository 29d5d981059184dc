//! Chooses the face that draws each stretch of a word. Like [`Fonts`], this module prefers built-in faces.
//! Unlike [`Fonts`], it caches the characters of each face, because a cloud asks thousands of times, and it
//! uses only faces with outlines: bitmaps and color glyphs cannot be placed.

use crate::fonts::{Fonts, draws_nothing};
use fontdb::{FaceInfo, ID, Source};
use resvg::usvg;
use skrifa::{FontRef, MetadataProvider, Tag};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The faces of a set of fonts, in order of preference.
pub(super) struct Faces {
    database: Arc<fontdb::Database>,
    candidates: Vec<Candidate>,
    /// For each character, the first candidate that has it.
    chosen: BTreeMap<char, Option<usize>>,
}

struct Candidate {
    id: ID,
    is_embedded: bool,
    /// The characters of the face, sorted. `None` until they are first needed.
    characters: Option<Vec<u32>>,
}

/// A face that draws something in a cloud.
#[derive(Clone, Debug)]
pub(super) struct Face {
    pub(super) family: String,
    pub(super) weight: u16,
    /// Whether it is built into dehusk.
    pub(super) is_embedded: bool,
    id: ID,
}

/// The faces that a cloud uses, loaded into memory.
#[derive(Clone, Debug)]
pub(super) struct UsedFaces {
    pub(super) faces: Vec<Face>,
    database: Arc<fontdb::Database>,
}

/// A stretch of a text and the index of the candidate that draws it.
pub(super) type Stretch = (usize, String);

impl Faces {
    /// Orders the faces, with those of the given family first. Returns `None` if no face has that family.
    pub(super) fn new(fonts: &Fonts, family: Option<&str>, language: Option<&str>) -> Option<Faces> {
        let database = Arc::clone(fonts.database());
        let wanted = |face: &FaceInfo| {
            let matches =
                |name: &(String, _)| family.is_some_and(|wanted| name.0.eq_ignore_ascii_case(wanted));
            face.families.iter().any(matches)
        };
        let mut faces: Vec<(_, &FaceInfo)> = database.faces().enumerate().collect();
        if family.is_some() && !faces.iter().any(|(_, face)| wanted(face)) {
            return None;
        }
        let embedded = fonts.embedded_count();
        faces.sort_by_cached_key(|(index, face)| {
            let place = if *index < embedded { *index } else { embedded };
            let rank = if *index < embedded { None } else { Some(rank(face, language)) };
            (!wanted(face), place, rank)
        });
        let candidate = |(index, face): &(usize, &FaceInfo)| Candidate {
            id: face.id,
            is_embedded: *index < embedded,
            characters: None,
        };
        let candidates = faces.iter().map(candidate).collect();
        Some(Faces { database, candidates, chosen: BTreeMap::new() })
    }

    /// Cuts a text of one direction into as few stretches as possible, in logical order. Each is drawn by a
    /// single face.
    ///
    /// # Errors
    /// Returns the characters that no face can draw, if there are any.
    pub(super) fn stretches(&mut self, text: &str) -> Result<Vec<Stretch>, Vec<char>> {
        let visible: Vec<char> = text.chars().filter(|c| !draws_nothing(*c)).collect();
        let missing: Vec<char> = visible.iter().copied().filter(|c| self.first_with(*c).is_none()).collect();
        if !missing.is_empty() {
            return Err(missing);
        }
        let mut faces: Vec<usize> = visible.iter().filter_map(|c| self.first_with(*c)).collect();
        faces.sort_unstable();
        faces.dedup();
        if let Some(face) = faces.iter().find(|face| visible.iter().all(|c| self.has(**face, *c))) {
            return Ok(vec![(*face, text.to_owned())]);
        }
        let mut stretches: Vec<Stretch> = Vec::new();
        for c in text.chars() {
            let continues = |faces: &mut Faces, face| {
                draws_nothing(c) || !c.is_ascii_alphanumeric() && faces.has(face, c)
            };
            match (stretches.last_mut(), self.first_with(c)) {
                (Some((face, stretch)), first) if first == Some(*face) || continues(self, *face) => {
                    stretch.push(c)
                }
                (_, Some(first)) => stretches.push((first, c.into())),
                (_, None) => {} // an invisible character at the start
            }
        }
        Ok(stretches)
    }

    fn first_with(&mut self, c: char) -> Option<usize> {
        if let Some(known) = self.chosen.get(&c) {
            return *known;
        }
        let first = (0..self.candidates.len()).find(|face| self.has(*face, c));
        self.chosen.insert(c, first);
        first
    }

    fn has(&mut self, face: usize, c: char) -> bool {
        let candidate = &mut self.candidates[face];
        let database = &self.database;
        let characters = candidate.characters.get_or_insert_with(|| drawn_characters(database, candidate.id));
        characters.binary_search(&u32::from(c)).is_ok()
    }

    /// Loads the candidates with these indices, each once.
    pub(super) fn used(&self, candidates: &[usize]) -> UsedFaces {
        let mut database = fontdb::Database::new();
        let mut faces = Vec::new();
        for candidate in candidates.iter().map(|index| &self.candidates[*index]) {
            let Some(info) = self.database.face(candidate.id) else { continue };
            let source = match &info.source {
                Source::Binary(data) => Source::Binary(Arc::clone(data)),
                Source::File(_) => {
                    let data = self.database.with_face_data(candidate.id, |data, _| data.to_vec());
                    Source::Binary(Arc::new(data.unwrap_or_default()))
                }
            };
            let id = database.push_face_info(FaceInfo { source, ..info.clone() });
            let family = info.families.first().map(|(name, _)| name.clone()).unwrap_or_default();
            faces.push(Face { family, weight: info.weight.0, is_embedded: candidate.is_embedded, id });
        }
        UsedFaces { faces, database: Arc::new(database) }
    }
}

impl UsedFaces {
    /// The usvg options for texts whose families are [names](UsedFaces::name) of faces. There is no fallback,
    /// because every stretch has a face that draws all of it. References to files are not followed.
    pub(super) fn options(&self) -> usvg::Options<'static> {
        let ids: Vec<ID> = self.faces.iter().map(|face| face.id).collect();
        let select = move |font: &usvg::Font, _: &mut Arc<fontdb::Database>| {
            font.families().iter().find_map(|family| match family {
                usvg::FontFamily::Named(name) => {
                    ids.get(name.strip_prefix('f')?.parse::<usize>().ok()?).copied()
                }
                _ => None,
            })
        };
        let font_resolver =
            usvg::FontResolver { select_font: Box::new(select), select_fallback: Box::new(|_, _, _| None) };
        usvg::Options { fontdb: Arc::clone(&self.database), font_resolver, ..usvg::Options::default() }
    }

    /// The family name by which usvg finds exactly this face.
    pub(super) fn name(face: usize) -> String {
        format!("f{face}")
    }

    /// The bytes of the font file of a face.
    pub(super) fn data(&self, face: usize) -> Option<Vec<u8>> {
        self.database.with_face_data(self.faces.get(face)?.id, |data, _| data.to_vec())
    }
}

/// The order of installed fonts: Noto Sans first, because the built-in fonts belong to it, then the most
/// regular ones, then by name. Han characters look different in each country, so among Han fonts the one for
/// the language comes first.
fn rank(face: &FaceInfo, language: Option<&str>) -> impl Ord + use<> {
    let family = face.families.first().map_or("", |(name, _)| name);
    let irregularity =
        (face.style != fontdb::Style::Normal, face.weight.0.abs_diff(fontdb::Weight::NORMAL.0));
    let is_other_variant =
        family.contains(" CJK ") && !family.ends_with(han_variant(language.unwrap_or_default()));
    (
        !family.starts_with("Noto Sans"),
        family.contains(" Mono"),
        irregularity,
        is_other_variant,
        face.post_script_name.clone(),
    )
}

/// The suffix of the Noto Sans CJK family for a language.
fn han_variant(language: &str) -> &'static str {
    let language = language.to_ascii_lowercase();
    match language.split('-').next() {
        Some("ja") => "JP",
        Some("ko") => "KR",
        Some("zh" | "yue") if language.contains("-hk") || language.starts_with("yue") => "HK",
        Some("zh") if language.contains("-tw") || language.contains("-hant") => "TC",
        _ => "SC",
    }
}

/// The characters that a face has outlines for, sorted; none if it is a bitmap or color font.
fn drawn_characters(database: &fontdb::Database, face: ID) -> Vec<u32> {
    let read = |data: &[u8], index| {
        let Ok(font) = FontRef::from_index(data, index) else { return Vec::new() };
        let has = |tag: &[u8; 4]| font.table_data(Tag::new(tag)).is_some();
        let is_drawn = [b"glyf", b"CFF ", b"CFF2"].into_iter().any(has);
        if !is_drawn || [b"COLR", b"CBDT", b"sbix", b"SVG "].into_iter().any(has) {
            return Vec::new();
        }
        let mut characters: Vec<u32> = font.charmap().mappings().map(|(c, _)| c).collect();
        characters.sort_unstable();
        characters
    };
    database.with_face_data(face, read).unwrap_or_default()
}
