//! Reduces a font for pictures that embed it: removes the outlines of glyphs that a text does not need. This
//! saves half to four fifths of the file. Glyphs keep their indices, and all tables except `glyf` and `loca`
//! stay unchanged, so that every browser shapes text as before.
//!
//! No crate does this: `subsetter` makes fonts for PDF, without the tables for shaping. The Python library
//! `fontTools` can do it.

use skrifa::raw::collections::IntSet;
use skrifa::raw::tables::glyf::Glyph;
use skrifa::raw::{FontRef, ReadError, TableProvider};
use skrifa::{GlyphId, MetadataProvider, Tag};
use std::collections::BTreeSet;

const GLYF: Tag = Tag::new(b"glyf");
const LOCA: Tag = Tag::new(b"loca");
const HEAD: Tag = Tag::new(b"head");

/// Returns the font with only these outlines: those of the given glyphs, those of the given characters, and
/// those of all glyphs that shaping can turn them into.
///
/// # Errors
/// If the file is not a font with TrueType outlines.
pub(super) fn subset(
    file: &[u8],
    characters: &BTreeSet<char>,
    glyphs: &BTreeSet<u32>,
) -> Result<Vec<u8>, ReadError> {
    let font = FontRef::new(file)?;
    let kept = kept_glyphs(&font, characters, glyphs)?;
    let (glyf, loca) = outline_tables(&font, &kept)?;
    let mut tables: Vec<(Tag, Vec<u8>)> = Vec::new();
    for record in font.table_directory().table_records() {
        let tag = record.tag();
        let data = font.data_for_tag(tag).map(|data| data.as_bytes().to_vec()).unwrap_or_default();
        tables.push((tag, data));
    }
    for (tag, data) in &mut tables {
        match *tag {
            GLYF => data.clone_from(&glyf),
            LOCA => data.clone_from(&loca),
            _ => {}
        }
    }
    Ok(assemble(tables))
}

/// The glyphs whose outlines stay.
fn kept_glyphs(
    font: &FontRef<'_>,
    characters: &BTreeSet<char>,
    glyphs: &BTreeSet<u32>,
) -> Result<BTreeSet<u32>, ReadError> {
    let charmap = font.charmap();
    let mut reached: IntSet<GlyphId> = IntSet::empty();
    reached.insert(GlyphId::new(0));
    reached.extend(glyphs.iter().map(|glyph| GlyphId::new(*glyph)));
    reached.extend(characters.iter().filter_map(|c| charmap.map(*c)));
    if let Ok(gsub) = font.gsub() {
        // All lookups: a browser that knows the language may use lookups that usvg does not.
        gsub.closure_glyphs(&IntSet::all(), &mut reached)?;
    }
    let (loca, glyf) = (font.loca(None)?, font.glyf()?);
    let mut waiting: Vec<GlyphId> = reached.iter().collect();
    let mut kept = BTreeSet::new();
    while let Some(glyph) = waiting.pop() {
        if kept.insert(glyph.to_u32())
            && let Ok(Some(Glyph::Composite(composite))) = loca.get_glyf(glyph, &glyf)
        {
            waiting.extend(composite.components().map(|part| GlyphId::from(part.glyph)));
        }
    }
    Ok(kept)
}

/// The tables `glyf` and `loca` with only the outlines of some glyphs.
fn outline_tables(font: &FontRef<'_>, kept: &BTreeSet<u32>) -> Result<(Vec<u8>, Vec<u8>), ReadError> {
    let (loca, is_long) = (font.loca(None)?, font.head()?.index_to_loc_format() == 1);
    let source = font.glyf()?.offset_data().as_bytes();
    let (mut glyf, mut offsets) = (Vec::new(), Vec::new());
    let mut put = |at: usize| {
        if is_long {
            offsets.extend((at as u32).to_be_bytes());
        } else {
            offsets.extend(((at / 2) as u16).to_be_bytes());
        }
    };
    put(0);
    for glyph in 0..loca.len() {
        let offset = |index| loca.get_raw(index).map(|at| at as usize);
        if let (Some(start), Some(end)) = (offset(glyph), offset(glyph + 1))
            && kept.contains(&(glyph as u32))
        {
            glyf.extend(source.get(start..end).ok_or(ReadError::OutOfBounds)?);
            glyf.resize(glyf.len().next_multiple_of(2), 0);
        }
        put(glyf.len());
    }
    Ok((glyf, offsets))
}

/// Assembles a font file from tables in the order of their tags (OpenType 1.9, "Organization of an OpenType
/// font").
fn assemble(mut tables: Vec<(Tag, Vec<u8>)>) -> Vec<u8> {
    /// The bytes of `checksumAdjustment` in the table `head` (OpenType 1.9, "head").
    const ADJUSTMENT: std::ops::Range<usize> = 8..12;
    /// The checksum that the adjustment must give the whole file (same section).
    const WHOLE: u32 = 0xB1B0_AFBA;
    let count = tables.len() as u16;
    let power = count.max(1).ilog2() as u16;
    let range = 16 << power;
    let mut head = [&[0, 1, 0, 0][..], &count.to_be_bytes(), &u16::to_be_bytes(range)].concat();
    head.extend([power.to_be_bytes(), (count * 16 - range).to_be_bytes()].concat());
    let start = head.len() + tables.len() * 16;
    let (mut body, mut adjustment) = (Vec::new(), None);
    for (tag, data) in &mut tables {
        if *tag == HEAD && data.len() >= ADJUSTMENT.end {
            data[ADJUSTMENT].fill(0);
            adjustment = Some(start + body.len() + ADJUSTMENT.start);
        }
        let length = data.len() as u32;
        data.resize(data.len().next_multiple_of(4), 0);
        head.extend(tag.to_be_bytes());
        for number in [checksum(data), (start + body.len()) as u32, length] {
            head.extend(number.to_be_bytes());
        }
        body.append(data);
    }
    head.append(&mut body);
    if let Some(at) = adjustment {
        let adjusted = WHOLE.wrapping_sub(checksum(&head)).to_be_bytes();
        head[at..at + 4].copy_from_slice(&adjusted);
    }
    head
}

/// The sum of the 32-bit numbers in the data, whose length is a multiple of 4.
fn checksum(data: &[u8]) -> u32 {
    let number = |bytes: &[u8]| bytes.iter().fold(0u32, |number, byte| number << 8 | u32::from(*byte));
    data.chunks(4).fold(0, |sum, bytes| sum.wrapping_add(number(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str) -> Vec<u8> {
        std::fs::read(format!("{}/fonts/{name}.ttf", env!("CARGO_MANIFEST_DIR"))).unwrap()
    }

    #[test]
    fn needed_outlines_stay_and_others_are_removed() {
        let whole = file("NotoSans");
        let slim = subset(&whole, &BTreeSet::from(['é', 'W']), &BTreeSet::new()).unwrap();
        assert!(slim.len() * 2 < whole.len(), "{} of {}", slim.len(), whole.len());
        let has_outline = |c: char| {
            let font = FontRef::new(&slim).unwrap();
            let glyph = font.charmap().map(c).unwrap();
            font.loca(None).unwrap().get_glyf(glyph, &font.glyf().unwrap()).unwrap().is_some()
        };
        assert!(has_outline('é') && has_outline('W') && !has_outline('Q'));
    }

    #[test]
    fn keeping_all_glyphs_changes_no_table() {
        for name in ["NotoSans", "NotoSansArabic", "NotoSansThai", "NotoSansDevanagari", "NotoSansMyanmar"] {
            let whole = file(name);
            let slim = subset(&whole, &BTreeSet::new(), &(0..70_000).collect()).unwrap();
            let (whole, slim) = (FontRef::new(&whole).unwrap(), FontRef::new(&slim).unwrap());
            for record in whole.table_directory().table_records() {
                let data = |font: &FontRef<'_>| font.data_for_tag(record.tag()).unwrap().as_bytes().to_vec();
                // These three tables differ in the checksum of the file and in the bytes between outlines.
                if ![HEAD, GLYF, LOCA].contains(&record.tag()) {
                    assert_eq!(data(&whole), data(&slim), "{name} {}", record.tag());
                }
            }
        }
    }

    #[test]
    fn the_checksum_of_a_file_is_that_of_the_specification() {
        let slim = subset(&file("NotoSansThai"), &BTreeSet::from(['ก']), &BTreeSet::new()).unwrap();
        assert_eq!(checksum(&slim), 0xB1B0_AFBA);
    }
}
