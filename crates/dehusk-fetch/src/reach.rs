//! Which network addresses are public: reachable by everybody over the internet, and not part of this machine, of its network or of the
//! cloud that it runs in.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A block of IPv4 addresses: its first address, the length of its prefix in bits, and what it is.
type Block4 = ([u8; 4], u32, &'static str);
/// A block of IPv6 addresses: the first two groups, the length of the prefix in bits, and what it is.
type Block6 = ([u16; 2], u32, &'static str);

/// The IPv4 blocks that are not public (IANA, IPv4 Special-Purpose Address Registry; RFC 5771 for multicast).
const NOT_PUBLIC_4: [Block4; 16] = [
    ([0, 0, 0, 0], 8, "an address of this machine"),
    ([10, 0, 0, 0], 8, "a private address"),
    ([100, 64, 0, 0], 10, "a shared address of a provider (CGNAT)"),
    ([127, 0, 0, 0], 8, "a loopback address"),
    // Most clouds answer requests for credentials at 169.254.169.254.
    ([169, 254, 0, 0], 16, "a link-local address"),
    ([172, 16, 0, 0], 12, "a private address"),
    ([192, 0, 0, 0], 24, "a reserved address"),
    ([192, 0, 2, 0], 24, "an address for documentation"),
    ([192, 88, 99, 0], 24, "a reserved address"),
    ([192, 168, 0, 0], 16, "a private address"),
    ([198, 18, 0, 0], 15, "an address for benchmarks"),
    ([198, 51, 100, 0], 24, "an address for documentation"),
    ([203, 0, 113, 0], 24, "an address for documentation"),
    ([224, 0, 0, 0], 4, "a multicast address"),
    ([240, 0, 0, 0], 4, "a reserved address"),
    // Outside every special block, but answered inside Azure only
    // (https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16).
    ([168, 63, 129, 16], 32, "the metadata service of a cloud"),
];

/// The IPv6 blocks that are named in messages, and those inside 2000::/3 that are not public (IANA, IPv6 Special-Purpose Address
/// Registry). Everything outside 2000::/3 is refused in any case.
const NOT_PUBLIC_6: [Block6; 6] = [
    ([0x2001, 0], 23, "a reserved address"),
    ([0x2001, 0x0db8], 32, "an address for documentation"),
    ([0x2002, 0], 16, "a 6to4 address"),
    ([0x3fff, 0], 20, "an address for documentation"),
    ([0xfc00, 0], 7, "a private address"),
    ([0xff00, 0], 8, "a multicast address"),
];

/// The block of link-local addresses, fe80::/10, and of site-local addresses, fec0::/10, together.
const LOCAL_6: Block6 = ([0xfe80, 0], 9, "a link-local address");
/// The block of global unicast addresses (RFC 4291, 2.4).
const GLOBAL_6: Block6 = ([0x2000, 0], 3, "");

/// The first six groups of an address that NAT64 translates to IPv4 (RFC 6052, 2.1).
const NAT64: [u16; 6] = [0x64, 0xff9b, 0, 0, 0, 0];

/// Says what an address is that is not public, as a noun with its article; None for a public address.
///
/// An IPv6 address that contains an IPv4 address (IPv4-mapped, or NAT64 with the well-known prefix) is what that IPv4 address is.
///
/// ```
/// use dehusk_fetch::why_not_public;
/// assert_eq!(why_not_public([127, 0, 0, 1].into()), Some("a loopback address"));
/// assert_eq!(why_not_public("::ffff:10.0.0.1".parse()?), Some("a private address"));
/// assert_eq!(why_not_public([8, 8, 8, 8].into()), None);
/// # Ok::<(), std::net::AddrParseError>(())
/// ```
#[must_use]
pub fn why_not_public(address: IpAddr) -> Option<&'static str> {
    match address {
        IpAddr::V4(address) => reason_4(address),
        IpAddr::V6(address) => reason_6(address),
    }
}

fn reason_4(address: Ipv4Addr) -> Option<&'static str> {
    let is_in =
        |(first, bits, _): &&Block4| shares_prefix(address.to_bits(), u32::from_be_bytes(*first), *bits);
    NOT_PUBLIC_4.iter().find(is_in).map(|(_, _, what)| *what)
}

fn reason_6(address: Ipv6Addr) -> Option<&'static str> {
    if let Some(inner) = embedded_ipv4(address) {
        return reason_4(inner);
    }
    if address.is_loopback() {
        return Some("a loopback address");
    }
    let [first, second, ..] = address.segments();
    let found = bits_of([first, second]);
    let is_in = |(start, bits, _): &&Block6| shares_prefix(found, bits_of(*start), *bits);
    match NOT_PUBLIC_6.iter().chain([&LOCAL_6]).find(is_in) {
        Some((_, _, what)) => Some(what),
        None if is_in(&&GLOBAL_6) => None,
        None => Some("a reserved address"),
    }
}

/// The IPv4 address inside an IPv6 address to which a connection is made over IPv4.
fn embedded_ipv4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let octets = address.octets();
    let last = || Ipv4Addr::new(octets[12], octets[13], octets[14], octets[15]);
    let is_nat64 = address.segments()[..6] == NAT64;
    address.to_ipv4_mapped().or_else(|| is_nat64.then(last))
}

fn bits_of([first, second]: [u16; 2]) -> u32 {
    u32::from(first) << 16 | u32::from(second)
}

/// Whether the first `bits` bits are the same; `bits` is from 1 to 32.
fn shares_prefix(a: u32, b: u32, bits: u32) -> bool {
    (a ^ b) >> (32 - bits) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(address: &str) -> Option<&'static str> {
        why_not_public(address.parse().unwrap())
    }

    #[test]
    fn addresses_that_are_not_public_are_named() {
        let cases = [
            ("this machine", "0.0.0.0 0.255.255.255"),
            (
                "private",
                "10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 fc00::1 fd00:ec2::254",
            ),
            ("CGNAT", "100.64.0.1 100.127.255.255 100.100.100.200"),
            ("loopback", "127.0.0.1 127.255.255.255 ::1 ::ffff:127.0.0.1 64:ff9b::7f00:1"),
            ("link-local", "169.254.169.254 ::ffff:169.254.169.254 fe80::1 febf::1 fec0::1"),
            ("multicast", "224.0.0.1 239.255.255.255 ff02::1"),
            ("metadata", "168.63.129.16 ::ffff:168.63.129.16"),
            ("documentation", "192.0.2.1 198.51.100.7 203.0.113.9 2001:db8::1 3fff:fff::1"),
            ("benchmarks", "198.18.0.1 198.19.255.255"),
            ("6to4", "2002:7f00:1::1"),
            (
                "reserved",
                "192.0.0.192 192.88.99.1 240.0.0.1 255.255.255.255 :: ::127.0.0.1 64:ff9b:1::1 100::1 2001::1 2001:1ff::1 4000::1 5f00::1",
            ),
        ];
        for (word, addresses) in cases {
            for address in addresses.split(' ') {
                let found = reason(address);
                assert!(found.is_some_and(|found| found.contains(word)), "{address}: {found:?}");
            }
        }
    }

    #[test]
    fn public_addresses_are_public() {
        for address in "1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255 \
                        172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.167.255.255 192.169.0.0 198.17.255.255 \
                        198.20.0.0 223.255.255.255 168.63.129.15 168.63.129.17 2001:200::1 2001:4860:4860::8888 2003::1 \
                        2606:4700:4700::1111 3ffe::1 ::ffff:8.8.8.8 64:ff9b::808:808"
            .split_whitespace()
        {
            assert_eq!(reason(address), None, "{address}");
        }
    }
}
