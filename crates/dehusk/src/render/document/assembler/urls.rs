//! The URLs of a document, and the space that they may take together.

use crate::render::document::Addresses;

/// Resolves URLs while there is room for them.
pub(super) struct Urls<'s> {
    pub(super) addresses: &'s Addresses,
    /// Number of bytes that URLs may still take.
    pub(super) room: usize,
    /// Whether a URL was left out because there was no room for it.
    pub(super) lacks_room: bool,
}

impl Urls<'_> {
    /// The URL that a link leads to, if it leads anywhere and there is room for its URL.
    pub(super) fn link(&mut self, written: &str) -> Option<String> {
        self.resolve(|addresses| addresses.link(written))
    }

    /// The URL of an image, if it has one and there is room for it.
    pub(super) fn image(&mut self, written: &str) -> Option<String> {
        self.resolve(|addresses| addresses.image(written))
    }

    /// Takes the room that a URL needs. If it does not fit, no later URL fits either, and none is resolved.
    fn resolve(&mut self, resolve: impl FnOnce(&Addresses) -> Option<String>) -> Option<String> {
        if self.room == 0 {
            return None;
        }
        let address = resolve(self.addresses)?;
        let left = self.room.checked_sub(address.len());
        self.room = left.unwrap_or(0);
        self.lacks_room |= left.is_none();
        left.map(|_| address)
    }
}
