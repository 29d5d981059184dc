//! The order of cascade layers: a layer within another one comes before the rules of that layer itself.

use std::collections::HashMap;

/// The layer of rules outside of all cascade layers, which win over those inside.
pub(super) const NO_LAYER: u16 = u16::MAX;
/// Maximum number of layers within each other that are told apart; chosen by hand, more than style sheets have.
const MAX_LEVELS: usize = 8;

/// The layers of a page, with numbers in the order in which they are first named.
#[derive(Debug, Default)]
pub(super) struct Layers {
    by_name: HashMap<(u16, String), u16>,
    /// For each layer, the numbers of the layers it is in and its own.
    paths: Vec<Vec<u16>>,
}

impl Layers {
    /// Returns the number of a layer such as `a.b` that is in another one. A layer without a name is a new one each time.
    pub(super) fn within(&mut self, around: u16, name: &str) -> u16 {
        name.split('.').fold(around, |around, name| self.child(around, name.trim()))
    }

    fn child(&mut self, around: u16, name: &str) -> u16 {
        let mut path = self.paths.get(usize::from(around)).cloned().unwrap_or_default();
        let next = self.paths.len().min(usize::from(NO_LAYER) - 1) as u16;
        if path.len() >= MAX_LEVELS || next == NO_LAYER - 1 {
            return around;
        }
        let name = if name.is_empty() { format!("\0{next}") } else { name.to_owned() };
        let number = *self.by_name.entry((around, name)).or_insert(next);
        if number == next {
            path.push(next);
            self.paths.push(path);
        }
        number
    }

    /// For each layer, its place in the order in which later ones win.
    pub(super) fn places(&self) -> Vec<u16> {
        let mut numbers: Vec<u16> = (0..self.paths.len() as u16).collect();
        let path = |number: &u16| self.paths[usize::from(*number)].iter().copied().chain([NO_LAYER]);
        numbers.sort_by(|one, other| path(one).cmp(path(other)));
        let mut places = vec![0; numbers.len()];
        for (place, number) in numbers.into_iter().enumerate() {
            places[usize::from(number)] = place as u16;
        }
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_within_others_come_first() {
        let mut layers = Layers::default();
        let a = layers.within(NO_LAYER, "a");
        let b = layers.within(NO_LAYER, "b");
        let inner = layers.within(a, "b");
        assert_eq!((layers.within(NO_LAYER, "a.b"), layers.within(NO_LAYER, "b")), (inner, b));
        let places = layers.places();
        let place = |layer: u16| places[usize::from(layer)];
        assert!(place(inner) < place(a) && place(a) < place(b));
        assert_ne!(layers.within(a, ""), layers.within(a, ""));
    }
}
