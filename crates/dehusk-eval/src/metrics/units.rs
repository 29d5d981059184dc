//! Numbers the units of a gold text (characters, words or terms), so that texts can be compared as sequences
//! of numbers.

use std::collections::HashMap;

/// The number of every unit that does not occur in the gold text.
const ABSENT: u32 = u32::MAX;

/// Maps words or terms to their numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct PieceNumbers(HashMap<String, u32>);

impl PieceNumbers {
    /// Numbers the pieces of a gold text in the order of their first occurrence.
    pub(super) fn number<'a>(pieces: impl Iterator<Item = &'a str>) -> (PieceNumbers, Vec<u32>) {
        let mut numbers: HashMap<String, u32> = HashMap::new();
        let numbered = pieces.map(|piece| {
            let next = numbers.len() as u32;
            *numbers.entry(piece.to_owned()).or_insert(next)
        });
        let units = numbered.collect();
        (PieceNumbers(numbers), units)
    }

    /// The number of distinct pieces.
    pub(super) fn alphabet(&self) -> u32 {
        self.0.len() as u32
    }

    /// Writes the numbers of the pieces of another text to `units`.
    pub(super) fn look_up<'a>(&self, pieces: impl Iterator<Item = &'a str>, units: &mut Vec<u32>) {
        units.clear();
        units.extend(pieces.map(|piece| self.0.get(piece).copied().unwrap_or(ABSENT)));
    }
}

/// Characters in one row of the two-level table of [`CharNumbers`].
const ROW_LEN: usize = 256;

/// Maps characters to their numbers, in a two-level table. A text uses only a few rows of the table.
#[derive(Clone, Debug, Default)]
pub(super) struct CharNumbers {
    rows: Vec<Option<Box<[u32; ROW_LEN]>>>,
    count: u32,
}

impl CharNumbers {
    /// Numbers the characters of a gold text in the order of their first occurrence.
    pub(super) fn number(characters: impl Iterator<Item = char>) -> (CharNumbers, Vec<u32>) {
        let mut numbers = CharNumbers::default();
        let units = characters.map(|c| numbers.get_or_insert(c)).collect();
        (numbers, units)
    }

    /// The number of distinct characters.
    pub(super) fn alphabet(&self) -> u32 {
        self.count
    }

    /// Writes the numbers of the characters of another text to `units`.
    pub(super) fn look_up(&self, characters: impl Iterator<Item = char>, units: &mut Vec<u32>) {
        units.clear();
        units.extend(characters.map(|c| self.get(c)));
    }

    fn get(&self, c: char) -> u32 {
        let (row, column) = (c as usize / ROW_LEN, c as usize % ROW_LEN);
        self.rows.get(row).and_then(Option::as_ref).map_or(ABSENT, |row| row[column])
    }

    fn get_or_insert(&mut self, c: char) -> u32 {
        let (row, column) = (c as usize / ROW_LEN, c as usize % ROW_LEN);
        if self.rows.len() <= row {
            self.rows.resize(row + 1, None);
        }
        let number = &mut self.rows[row].get_or_insert_with(|| Box::new([ABSENT; ROW_LEN]))[column];
        if *number == ABSENT {
            *number = self.count;
            self.count += 1;
        }
        *number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_has_one_number_and_unknown_pieces_have_none() {
        let (numbers, units) = PieceNumbers::number(["a", "b", "a"].into_iter());
        assert_eq!((numbers.alphabet(), units), (2, vec![0, 1, 0]));
        let mut units = Vec::new();
        numbers.look_up(["b", "c"].into_iter(), &mut units);
        assert_eq!(units, [1, ABSENT]);
    }

    #[test]
    fn characters_of_all_planes_have_numbers() {
        let (numbers, units) = CharNumbers::number("aก𠀀a".chars());
        assert_eq!((numbers.alphabet(), units), (3, vec![0, 1, 2, 0]));
        let mut units = Vec::new();
        numbers.look_up("𠀁𠀀\u{10ffff}".chars(), &mut units);
        assert_eq!(units, [ABSENT, 2, ABSENT]);
    }
}
