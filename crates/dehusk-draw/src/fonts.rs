//! Fonts: the built-in ones and, if a text needs more, those installed on the system.
//!
//! Built in are subsets of Noto Sans for Latin, Greek and Cyrillic, Arabic, Hebrew, Thai, Lao, Khmer,
//! Burmese, Devanagari, Armenian and Georgian (`fonts/`, made by `tools/fonts.py`, 0.8 MB, SIL Open Font
//! License). Chinese, Japanese and Korean would take megabytes each, so their fonts come from the system if
//! [`Fonts::with_system`] is called. Built-in fonts are tried first, so that what they can draw looks the
//! same everywhere.

use resvg::usvg;
use skrifa::{FontRef, MetadataProvider};
use std::fmt;
use std::sync::Arc;
use unicode_bidi::BidiInfo;

use crate::text;

/// The family for Latin, Greek and Cyrillic, and for characters that no built-in font has. For the latter,
/// usvg itself chooses another font.
const DEFAULT_FAMILY: &str = "Noto Sans";

/// The built-in fonts. The first one is for text; the others are fallbacks, in this order.
const EMBEDDED: [&[u8]; 10] = [
    include_bytes!("../fonts/NotoSans.ttf"),
    include_bytes!("../fonts/NotoSansArabic.ttf"),
    include_bytes!("../fonts/NotoSansHebrew.ttf"),
    include_bytes!("../fonts/NotoSansThai.ttf"),
    include_bytes!("../fonts/NotoSansLao.ttf"),
    include_bytes!("../fonts/NotoSansKhmer.ttf"),
    include_bytes!("../fonts/NotoSansMyanmar.ttf"),
    include_bytes!("../fonts/NotoSansDevanagari.ttf"),
    include_bytes!("../fonts/NotoSansArmenian.ttf"),
    include_bytes!("../fonts/NotoSansGeorgian.ttf"),
];

/// A set of fonts.
///
/// ```
/// use dehusk_draw::Fonts;
/// let fonts = Fonts::embedded();
/// assert_eq!(fonts.missing("Mühle, мельница, طاحونة, טחנה, โรงสี, 磨坊"), ['磨', '坊']);
/// assert!(fonts.width("طاحونة", 16.0) > fonts.width("طاحونة", 12.0));
/// ```
#[derive(Clone, Debug)]
pub struct Fonts {
    database: Arc<fontdb::Database>,
}

impl Fonts {
    /// The font families named in the SVG of a plot. Programs that show the SVG use their own fonts.
    pub const FAMILIES: &str = "Noto Sans, Arial, sans-serif";

    /// Returns a set with only the built-in fonts.
    #[must_use]
    pub fn embedded() -> Fonts {
        let mut database = fontdb::Database::new();
        for font in EMBEDDED {
            database.load_font_source(fontdb::Source::Binary(Arc::new(font)));
        }
        database.set_sans_serif_family("Noto Sans");
        database.set_serif_family("Noto Sans"); // what usvg falls back to
        Fonts { database: Arc::new(database) }
    }

    /// Adds the fonts installed on this system after the built-in ones. Reads files, so call it only if
    /// characters are [`missing`](Fonts::missing).
    #[must_use]
    pub fn with_system(mut self) -> Fonts {
        Arc::make_mut(&mut self.database).load_system_fonts();
        self
    }

    /// Adds a font, given as the bytes of its file, after the others. Also returns the name of its family, by
    /// which it can be selected.
    ///
    /// # Errors
    /// [`FontError`] if the bytes are not a TrueType or OpenType font.
    pub fn with_font(mut self, file: Vec<u8>) -> Result<(Fonts, String), FontError> {
        let database = Arc::make_mut(&mut self.database);
        let ids = database.load_font_source(fontdb::Source::Binary(Arc::new(file)));
        let face = ids.first().and_then(|id| database.face(*id));
        let family =
            face.and_then(|face| face.families.first()).map(|(name, _)| name.clone()).ok_or(FontError)?;
        Ok((self, family))
    }

    pub(crate) fn database(&self) -> &Arc<fontdb::Database> {
        &self.database
    }

    /// The number of built-in faces, which come first in the database.
    pub(crate) fn embedded_count(&self) -> usize {
        EMBEDDED.len()
    }

    /// The characters of a text that no font has, each once, in order. Whitespace and invisible characters
    /// are never reported.
    #[must_use]
    pub fn missing(&self, text: &str) -> Vec<char> {
        let mut missing = Vec::new();
        for c in text.chars().filter(|c| !c.is_ascii() && !c.is_whitespace() && !draws_nothing(*c)) {
            if !missing.contains(&c) && face_with(&self.database, c, &[]).is_none() {
                missing.push(c);
            }
        }
        missing
    }

    /// The width in pixels of a single line of text, shaped as it will be drawn.
    #[must_use]
    pub fn width(&self, text: &str, size: f64) -> f64 {
        self.parts(text, size).iter().map(|part| part.width).sum()
    }

    /// Splits a text into parts of one direction and one font each, from left to right as drawn.
    ///
    /// usvg would shape a mixed text as a whole and replace each glyph that the first font lacks. That breaks
    /// the syllables of Indic scripts, and may fail where fonts split a text into different clusters.
    pub(crate) fn parts(&self, text: &str, size: f64) -> Vec<Part> {
        let text = text::clean(text);
        let bidi = BidiInfo::new(&text, None);
        let Some(line) = bidi.paragraphs.first() else { return Vec::new() };
        let (levels, runs) = bidi.visual_runs(line, line.range.clone());
        let mut parts = Vec::new();
        for run in runs {
            let is_rtl = levels[run.start].is_rtl();
            let mut stretches = self.stretches(&text[run]);
            if is_rtl {
                stretches.reverse();
            }
            parts
                .extend(stretches.into_iter().map(|(face, stretch)| self.part(face, &stretch, is_rtl, size)));
        }
        parts
    }

    /// Splits a text into stretches of one face each, in logical order. Spaces, punctuation and marks join
    /// the previous stretch.
    fn stretches(&self, text: &str) -> Vec<(Option<fontdb::ID>, String)> {
        let mut stretches: Vec<(Option<fontdb::ID>, String)> = Vec::new();
        for c in text.chars() {
            let continues = |face: Option<fontdb::ID>| {
                draws_nothing(c)
                    || !c.is_ascii_alphanumeric() && face.is_some_and(|face| has(&self.database, face, c))
            };
            match stretches.last_mut() {
                Some((face, stretch)) if continues(*face) => stretch.push(c),
                last => {
                    let face = face_with(&self.database, c, &[]);
                    match last.filter(|(before, _)| *before == face) {
                        Some((_, stretch)) => stretch.push(c),
                        None => stretches.push((face, c.into())),
                    }
                }
            }
        }
        stretches
    }

    fn part(&self, face: Option<fontdb::ID>, stretch: &str, is_rtl: bool, size: f64) -> Part {
        const OVERRIDE: char = '\u{202E}';
        const END: char = '\u{202C}';
        let embedded = self.database.faces().take(EMBEDDED.len()).find(|embedded| Some(embedded.id) == face);
        let family = embedded.map_or(DEFAULT_FAMILY, |face| face.families[0].0.as_str()).to_owned();
        let stretch = stretch.replace(' ', "\u{A0}"); // XML does not collapse no-break spaces
        let text = if is_rtl { format!("{OVERRIDE}{stretch}{END}") } else { stretch.clone() };
        let width = if stretch.trim().is_empty() {
            self.measure(&format!("x{stretch}x"), &family, size) - self.measure("xx", &family, size)
        } else {
            self.measure(&text, &family, size)
        };
        Part { text, family, width }
    }

    /// The width according to usvg, which gives no width to a text of only spaces.
    fn measure(&self, text: &str, family: &str, size: f64) -> f64 {
        let svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1' font-family='{family}'>\
             <text font-size='{size}'>{}</text></svg>",
            text::escape(text)
        );
        let Ok(tree) = usvg::Tree::from_str(&svg, &self.options()) else { return 0.0 };
        let texts = tree.root().children().iter().filter_map(|node| match node {
            usvg::Node::Text(text) => Some(f64::from(text.bounding_box().width())),
            _ => None,
        });
        texts.fold(0.0, f64::max)
    }

    /// The usvg options that use these fonts.
    pub(crate) fn options(&self) -> usvg::Options<'static> {
        let font_resolver = usvg::FontResolver {
            select_font: usvg::FontResolver::default_font_selector(),
            select_fallback: Box::new(|c, used, database| face_with(database, c, used)),
        };
        let fontdb = Arc::clone(&self.database);
        usvg::Options { fontdb, font_resolver, ..usvg::Options::default() }
    }
}

/// A file is not a font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FontError;

impl fmt::Display for FontError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is not a TrueType or OpenType font; give a .ttf, .otf or .ttc file")
    }
}

impl std::error::Error for FontError {}

/// A stretch of a text with one direction and one font.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Part {
    /// In logical order, with a right-to-left override around it if it needs one.
    pub(crate) text: String,
    pub(crate) family: String,
    /// In pixels.
    pub(crate) width: f64,
}

/// The face that draws a character, ignoring those in `used`: the first built-in one that has it, else the
/// most regular one of the system. Of equally regular ones, the first by name is taken.
fn face_with(database: &fontdb::Database, c: char, used: &[fontdb::ID]) -> Option<fontdb::ID> {
    let fits = |face: &&fontdb::FaceInfo| !used.contains(&face.id) && has(database, face.id, c);
    let mut faces = database.faces();
    if let Some(face) = faces.by_ref().take(EMBEDDED.len()).find(fits) {
        return Some(face.id);
    }
    let irregularity = |face: &fontdb::FaceInfo| {
        let slanted = face.style != fontdb::Style::Normal;
        (slanted, face.weight.0.abs_diff(fontdb::Weight::NORMAL.0), face.post_script_name.clone())
    };
    faces.filter(fits).min_by_key(|face| irregularity(face)).map(|face| face.id)
}

fn has(database: &fontdb::Database, face: fontdb::ID, c: char) -> bool {
    let is_mapped = |data: &[u8], index| {
        FontRef::from_index(data, index).is_ok_and(|font| font.charmap().map(c).is_some())
    };
    database.with_face_data(face, is_mapped).unwrap_or(false)
}

/// Whether shaping draws nothing for the character, so that no font needs it: joiners, direction marks, variation selectors and the
/// like. Of what Unicode ignores by default, these are the ones that occur in words of clouds.
pub(crate) fn draws_nothing(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_embedded_font_is_loaded() {
        let fonts = Fonts::embedded();
        assert_eq!(fonts.database.len(), EMBEDDED.len());
        let scripts = "Aé Ж Ω ệ ب پ گ ۴ ש ก ກ ក က अ Ա ა € – … ·";
        assert_eq!(fonts.missing(scripts), [] as [char; 0]);
    }

    fn parts(text: &str) -> Vec<(String, String)> {
        let parts = Fonts::embedded().parts(text, 20.0);
        parts.into_iter().map(|part| (part.family, part.text.replace(['\u{202E}', '\u{202C}'], ""))).collect()
    }

    #[test]
    fn each_script_is_a_part_with_its_font_in_visual_order() {
        let found = parts("خبر BBC (2026) امروز");
        let found: Vec<_> = found.iter().map(|(family, text)| (family.as_str(), text.as_str())).collect();
        let (latin, arabic) = ("Noto Sans", "Noto Sans Arabic");
        let expected =
            [(arabic, "امروز"), (latin, "\u{A0}"), (latin, "BBC\u{A0}(2026)"), (arabic, "خبر\u{A0}")];
        assert_eq!(found, expected);
        assert_eq!(parts("a हिन्दी b")[1].0, "Noto Sans Devanagari");
        assert_eq!(parts(""), []);
    }

    #[test]
    fn spaces_have_a_width_inside_parts_and_as_parts() {
        let fonts = Fonts::embedded();
        assert!(fonts.parts("\u{5D0} a", 20.0).iter().all(|part| part.width > 2.0));
        assert!(fonts.parts("a \u{5D0}", 20.0)[0].width > fonts.width("a", 20.0) + 2.0);
    }

    #[test]
    fn indic_syllables_are_reordered() {
        let fonts = Fonts::embedded();
        let alone = fonts.width("हिन्दी", 20.0);
        let between = fonts.width("aहिन्दीb", 20.0) - fonts.width("a", 20.0) - fonts.width("b", 20.0);
        assert!((alone - between).abs() < 0.1);
    }

    #[test]
    fn arabic_is_joined() {
        let fonts = Fonts::embedded();
        let apart = fonts.width("س\u{200c}ل\u{200c}س", 20.0);
        assert!(fonts.width("سلس", 20.0) < apart);
    }

    #[test]
    fn marks_above_and_below_thai_letters_have_no_width() {
        let fonts = Fonts::embedded();
        assert!((fonts.width("ที่", 20.0) - fonts.width("ท", 20.0)).abs() < 0.5);
    }
}
