//! Reads the addresses of links around pictures: what kind they are, which site they lead to, and which are equal.

use super::address;
use super::junk::LinkKind;
use crate::fnv;
use crate::markup::Decode;
use crate::page::Element;
use std::borrow::Cow;

/// Maximum bytes of the address of a link, as it is written in the source, that are read at its beginning. Chosen by hand: longer
/// ones are rare, and their beginning says what they are. Many links may have the same long address, because a link that is left
/// open begins anew in each block.
const MAX_LINK_BYTES: usize = 1024;

/// What is known of a link around a picture. Not its address, because thousands of pictures may be in links with long ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinkAround {
    pub(super) kind: LinkKind,
    /// The hash of its address.
    pub(super) hash: u64,
    /// The hash of the site that it leads to, if its address names one.
    pub(super) site: Option<u64>,
}

impl LinkAround {
    pub(super) fn to(address: &Address<'_>) -> LinkAround {
        let site = address::site(&address.beginning).map(|site| hash(&site));
        LinkAround { kind: LinkKind::of(&address.beginning), hash: address.hash(), site }
    }
}

/// The address of a link.
pub(super) struct Address<'p> {
    /// The whole address, or the beginning of a long one.
    pub(super) beginning: Cow<'p, str>,
    /// The bytes that are written after it.
    rest: usize,
}

impl<'p> Address<'p> {
    pub(super) fn of_link(link: &Element<'p>) -> Option<Address<'p>> {
        let (_, written) = link.raw_attributes().find(|(name, _)| name.eq_ignore_ascii_case("href"))?;
        let beginning = &written[..written.floor_char_boundary(MAX_LINK_BYTES)];
        let rest = written.len() - beginning.len();
        Some(Address { beginning: Decode::attribute(beginning), rest })
    }

    /// The hash of the address. Long addresses with the same beginning and the same length have the same one: reading all of
    /// each would take too long where many links have the same long address.
    pub(super) fn hash(&self) -> u64 {
        let beginning = hash(&self.beginning);
        if self.rest == 0 { beginning } else { fnv::with(beginning, &self.rest.to_le_bytes()) }
    }
}

/// The hash of an address or of a site.
pub(super) fn hash(address: &str) -> u64 {
    fnv::with(fnv::OFFSET, address.as_bytes())
}
