//! Words in classes and ids: `post-body`, `articleBody` and `article_body` have the words of their authors, of which the
//! commonest mean the same on many sites. A model has a weight for each that it has seen often enough.

use super::shape::mix;

/// Longer and shorter ones are made by programs.
const LENGTHS: std::ops::RangeInclusive<usize> = 2..=20;

/// Calls `each` with the hash of every word of an attribute's value: letters of ASCII, cut at everything else and before
/// capitals that follow small letters.
pub(in crate::grain) fn words(value: &str, mut each: impl FnMut(u32)) {
    let (mut hash, mut length, mut small) = (0, 0, false);
    for byte in value.bytes().chain([b' ']) {
        let cut = !byte.is_ascii_alphabetic() || (small && byte.is_ascii_uppercase());
        if cut && length > 0 {
            if LENGTHS.contains(&length) {
                each((hash >> 32) as u32);
            }
            (hash, length) = (0, 0);
        }
        if byte.is_ascii_alphabetic() {
            hash = mix(hash, u64::from(byte.to_ascii_lowercase()));
            length += 1;
        }
        small = byte.is_ascii_lowercase();
    }
}

/// The hash of a term of a label, told apart from the same word in a class.
pub(in crate::grain) fn label_word(term: u64) -> u32 {
    (mix(term, 1) >> 32) as u32
}

/// A table of weights: hashes in ascending order.
#[derive(Clone, Copy, Debug)]
pub struct WordTable<'m>(&'m [[u8; 8]]);

impl<'m> WordTable<'m> {
    /// No word has a weight.
    pub const NONE: WordTable<'static> = WordTable(&[]);

    pub(in crate::grain) fn new(entries: &'m [[u8; 8]]) -> WordTable<'m> {
        WordTable(entries)
    }

    /// Gives the weights of words of which many come again and again.
    pub(in crate::grain) fn remembered(self) -> impl FnMut(u32) -> f32 {
        const PLACES: usize = 512;
        let mut known = [(0, self.weight(0)); PLACES];
        move |hash| {
            let place = &mut known[hash as usize % PLACES];
            if place.0 != hash {
                *place = (hash, self.weight(hash));
            }
            place.1
        }
    }

    pub(in crate::grain) fn is_sorted(&self) -> bool {
        self.0.is_sorted_by_key(entry)
    }

    /// The weight of a word; 0 if it has none.
    pub(in crate::grain) fn weight(&self, hash: u32) -> f32 {
        let near = self.near(hash);
        let found = near.binary_search_by_key(&hash, |bytes| entry(bytes).0);
        found.ok().and_then(|index| near.get(index)).map_or(0.0, |bytes| f32::from_bits(entry(bytes).1))
    }

    /// The entries among which a hash must be. Hashes are spread evenly, so its place is known to within a few dozen.
    fn near(&self, hash: u32) -> &'m [[u8; 8]] {
        const REACH: usize = 128;
        let all = self.0;
        let middle = ((u64::from(hash) * all.len() as u64) >> u32::BITS) as usize;
        let (start, end) = (middle.saturating_sub(REACH), (middle + REACH).min(all.len()));
        let is_below = start == 0 || all.get(start).is_some_and(|bytes| entry(bytes).0 <= hash);
        let is_above = end == all.len() || all.get(end - 1).is_some_and(|bytes| entry(bytes).0 >= hash);
        if is_below && is_above { all.get(start..end).unwrap_or(all) } else { all }
    }
}

fn entry([a, b, c, d, e, f, g, h]: &[u8; 8]) -> (u32, u32) {
    (u32::from_le_bytes([*a, *b, *c, *d]), u32::from_le_bytes([*e, *f, *g, *h]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hashes(value: &str) -> Vec<u32> {
        let mut found = Vec::new();
        words(value, |hash| found.push(hash));
        found
    }

    #[test]
    fn words_are_cut_at_signs_digits_and_capitals() {
        for value in ["post-body", "postBody", "POST_body12", " post\r\nbody"] {
            assert_eq!(hashes(value), hashes("post body"), "{value}");
        }
        assert!(hashes("a 12 x").is_empty());
        assert_eq!(hashes("HTMLBody"), hashes("htmlbody"));
        assert!(hashes(&"x".repeat(21)).is_empty());
    }

    #[test]
    fn weights_are_found_by_hash() {
        let mut entries: Vec<(u32, f32)> = (0..50).map(|n| (n * 7, n as f32)).collect();
        entries.sort_by_key(|entry| entry.0);
        let bytes: Vec<[u8; 8]> = entries
            .iter()
            .map(|(hash, weight)| {
                let mut bytes = [0; 8];
                bytes[..4].copy_from_slice(&hash.to_le_bytes());
                bytes[4..].copy_from_slice(&weight.to_le_bytes());
                bytes
            })
            .collect();
        let table = WordTable::new(&bytes);
        assert!(table.is_sorted());
        assert_eq!((table.weight(14), table.weight(15)), (2.0, 0.0));
        let spread: Vec<[u8; 8]> = (0..5000u32)
            .map(|n| (u64::from(n * 850_000) << 32 | 0x3f80_0000).rotate_right(32).to_le_bytes())
            .collect();
        let table = WordTable::new(&spread);
        assert!(table.is_sorted() && (0..5000).all(|n| table.weight(n * 850_000) == 1.0));
        assert_eq!(table.weight(850_001), 0.0);
    }
}
