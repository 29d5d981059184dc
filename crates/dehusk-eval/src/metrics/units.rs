//! Numbers for units: each character, word or term of a gold text has one, so that texts are compared as numbers.

use std::collections::HashMap;

/// What stands nowhere in the gold text.
const ABSENT: u32 = u32::MAX;

/// Numbers of words or terms.
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

    /// How many different pieces there are.
    pub(super) fn alphabet(&self) -> u32 {
        self.0.len() as u32
    }

    /// The numbers of the pieces of another text.
    pub(super) fn look_up<'a>(&self, pieces: impl Iterator<Item = &'a str>, units: &mut Vec<u32>) {
        units.clear();
        units.extend(pieces.map(|piece| self.0.get(piece).copied().unwrap_or(ABSENT)));
    }
}

/// Characters on one page of the table below.
const PAGE: usize = 256;

/// Numbers of characters, in a table of two levels: a text uses few of its pages.
#[derive(Clone, Debug, Default)]
pub(super) struct CharNumbers {
    pages: Vec<Option<Box<[u32; PAGE]>>>,
    count: u32,
}

impl CharNumbers {
    /// Numbers the characters of a gold text in the order of their first occurrence.
    pub(super) fn number(characters: impl Iterator<Item = char>) -> (CharNumbers, Vec<u32>) {
        let mut numbers = CharNumbers::default();
        let units = characters.map(|c| numbers.get_or_insert(c)).collect();
        (numbers, units)
    }

    /// How many different characters there are.
    pub(super) fn alphabet(&self) -> u32 {
        self.count
    }

    /// The numbers of the characters of another text.
    pub(super) fn look_up(&self, characters: impl Iterator<Item = char>, units: &mut Vec<u32>) {
        units.clear();
        units.extend(characters.map(|c| self.get(c)));
    }

    fn get(&self, c: char) -> u32 {
        let (page, place) = (c as usize / PAGE, c as usize % PAGE);
        self.pages.get(page).and_then(Option::as_ref).map_or(ABSENT, |page| page[place])
    }

    fn get_or_insert(&mut self, c: char) -> u32 {
        let (page, place) = (c as usize / PAGE, c as usize % PAGE);
        if self.pages.len() <= page {
            self.pages.resize(page + 1, None);
        }
        let number = &mut self.pages[page].get_or_insert_with(|| Box::new([ABSENT; PAGE]))[place];
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
    fn every_piece_has_one_number_and_strangers_have_none() {
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
