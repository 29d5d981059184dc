//! Reads sitemaps (<https://www.sitemaps.org/protocol.html>): XML, plain text and feeds, also compressed with
//! gzip.

use std::io::Read;

use flate2::read::MultiGzDecoder;
use quick_xml::Reader;
use quick_xml::encoding::DecodingReader;
use quick_xml::events::Event;
use url::Url;

use crate::{feed, web_address};

/// The maximum size of a sitemap in bytes, decompressed: five times what the protocol allows, because sites
/// exceed it.
pub const MAX_SITEMAP_BYTES: usize = 250 << 20;
/// The first bytes of a gzip member (RFC 1952).
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];
/// The byte order mark of UTF-8.
const BOM: &[u8] = "\u{feff}".as_bytes();
/// The maximum length of an address. Longer ones are not addresses; the protocol allows 2,048 characters.
/// Chosen by hand.
const MAX_ADDRESS_BYTES: usize = 16 << 10;
/// The maximum number of addresses that are read: twenty times what the protocol allows, because sites exceed it.
pub const MAX_LINKS: usize = 1_000_000;
/// The maximum depth of elements. Chosen by hand: extensions of sitemaps have five levels.
const MAX_DEPTH: usize = 100;
/// The maximum number of entries in [`Sitemap::invalid`]. Chosen by hand: more than anyone reads.
const MAX_INVALID: usize = 100;
/// The maximum bytes of each. Chosen by hand: enough to find it in the file.
const MAX_INVALID_BYTES: usize = 200;
/// The number of lines without any address after which a text is no list of addresses. Chosen by hand.
const MAX_LINES_WITHOUT_ADDRESS: usize = 1000;

/// The addresses of a sitemap, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sitemap {
    /// The pages.
    pub pages: Vec<Link>,
    /// Other sitemaps, if this one is an index.
    pub sitemaps: Vec<Link>,
    /// What ended the reading early.
    pub damage: Option<String>,
    /// Whether it has more addresses than [`MAX_LINKS`], the number that is read.
    pub is_cut: bool,
    /// The first hundred entries that are not web addresses, or longer than an address can be: the first 200 bytes of each, as
    /// written.
    pub invalid: Vec<String>,
    /// The number of all such entries.
    pub invalid_count: usize,
}

/// An address of a sitemap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// The address.
    pub url: String,
    /// The date of the last change (`lastmod`), as written.
    pub date_modified: Option<String>,
}

/// The file is not a sitemap.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotASitemap {
    /// It is something else.
    #[error("this is not a sitemap: {0}")]
    Other(String),
    /// It is larger than [`MAX_SITEMAP_BYTES`] after decompression.
    #[error("the decompressed sitemap is larger than {MAX_SITEMAP_BYTES} bytes")]
    TooLarge,
}

/// Reads a sitemap. `address` is its own address, against which relative ones are resolved.
///
/// ```
/// let map = b"<urlset><url><loc>https://mill.example/a?b&amp;c</loc><lastmod>2026-11-23</lastmod></url></urlset>";
/// let map = dehusk_lists::sitemap::read(map, None)?;
/// assert_eq!(map.pages[0].url, "https://mill.example/a?b&c");
/// # Ok::<(), dehusk_lists::sitemap::NotASitemap>(())
/// ```
///
/// # Errors
/// [`NotASitemap`] if it has no address; but an undamaged `urlset` or `sitemapindex` may be empty.
pub fn read(bytes: &[u8], address: Option<&str>) -> Result<Sitemap, NotASitemap> {
    let mut map = Sitemap::default();
    let decompressed;
    let bytes = if bytes.starts_with(&GZIP_MAGIC) {
        (decompressed, map.damage) = decompress(bytes)?;
        decompressed.as_slice()
    } else {
        bytes
    };
    let found = if bytes.trim_ascii_start().starts_with(b"<") || is_utf16(bytes) {
        read_xml(bytes, address, &mut map)
    } else {
        read_lines(bytes, &mut map)
    };
    resolve(&mut map, address);
    let is_empty = map.pages.is_empty() && map.sitemaps.is_empty();
    match found {
        Err(reason) if is_empty => Err(NotASitemap::Other(reason)),
        Err(reason) => Ok(Sitemap { damage: map.damage.or(Some(reason)), ..map }),
        Ok(()) => Ok(map),
    }
}

impl Sitemap {
    /// Notes an entry that is not a web address.
    fn refuse(&mut self, entry: &str) {
        self.invalid_count += 1;
        if self.invalid.len() < MAX_INVALID {
            self.invalid.push(entry[..entry.floor_char_boundary(MAX_INVALID_BYTES)].to_owned());
        }
    }

    /// Whether one more address is read. If not, notes that there are more.
    fn has_room(&mut self) -> bool {
        self.is_cut |= self.pages.len() + self.sitemaps.len() >= MAX_LINKS;
        !self.is_cut
    }
}

fn is_utf16(bytes: &[u8]) -> bool {
    matches!(bytes, [0xfe, 0xff, ..] | [0xff, 0xfe, ..])
}

/// The decompressed bytes, and why they end early.
fn decompress(bytes: &[u8]) -> Result<(Vec<u8>, Option<String>), NotASitemap> {
    let mut decompressed = Vec::new();
    let limit = MAX_SITEMAP_BYTES as u64 + 1;
    let read = MultiGzDecoder::new(bytes).take(limit).read_to_end(&mut decompressed);
    if decompressed.len() > MAX_SITEMAP_BYTES {
        return Err(NotASitemap::TooLarge);
    }
    let damage = read.err().map(|error| format!("the gzip data is damaged: {error}"));
    Ok((decompressed, damage))
}

/// One address per line.
fn read_lines(bytes: &[u8], map: &mut Sitemap) -> Result<(), String> {
    for line in bytes.strip_prefix(BOM).unwrap_or(bytes).split(|byte| *byte == b'\n') {
        let line = String::from_utf8_lossy(line);
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        // Unlike in XML, a line is no relative address: any text would be one.
        if line.len() > MAX_ADDRESS_BYTES || web_address(line, None).is_none() {
            map.refuse(line);
        } else if map.has_room() {
            map.pages.push(Link { url: line.to_owned(), date_modified: None });
        } else {
            break;
        }
        if map.pages.is_empty() && map.invalid_count >= MAX_LINES_WITHOUT_ADDRESS {
            break;
        }
    }
    if map.pages.is_empty() { Err("it has no address".to_owned()) } else { Ok(()) }
}

fn read_xml(bytes: &[u8], address: Option<&str>, map: &mut Sitemap) -> Result<(), String> {
    let mut reader = Reader::from_reader(DecodingReader::new(bytes));
    let config = reader.config_mut();
    (config.allow_dangling_amp, config.allow_unmatched_ends) = (true, true);
    (config.check_end_names, config.expand_empty_elements) = (false, true);
    let (mut buffer, mut walk) = (Vec::new(), Walk::default());
    loop {
        buffer.clear();
        match reader.read_event_into(&mut buffer).map_err(|error| error.to_string())? {
            Event::Decl(declaration) => {
                if let Some(encoding) = declaration.encoder() {
                    reader.get_mut().set_encoding(encoding);
                }
            }
            Event::Start(tag) => {
                let name = tag.local_name().as_ref().to_ascii_lowercase();
                if walk.is_at_root() && !matches!(name.as_str(), "urlset" | "sitemapindex") {
                    return read_feed(bytes, address, map, &name);
                }
                walk.enter(&name)?;
            }
            Event::End(_) => {
                walk.leave(map);
                if map.is_cut {
                    return Ok(());
                }
            }
            Event::Text(text) => walk.text(&text),
            Event::CData(text) => walk.text(&text),
            Event::GeneralRef(reference) => walk.text(&character(&reference)),
            Event::Eof if walk.is_at_root() && walk.has_begun => return Ok(()),
            Event::Eof => return Err("it ends too early".to_owned()),
            _ => {}
        }
    }
}

/// What a reference such as `&amp;` stands for. An unknown one stands for itself, as in an address with a bare
/// `&`.
fn character(reference: &quick_xml::events::BytesRef<'_>) -> String {
    if let Ok(Some(c)) = reference.resolve_char_ref() {
        return c.to_string();
    }
    let name: &str = reference.as_ref();
    quick_xml::escape::resolve_predefined_entity(name).map_or_else(|| format!("&{name};"), str::to_owned)
}

/// The addresses of a feed, which may serve as a sitemap.
fn read_feed(bytes: &[u8], address: Option<&str>, map: &mut Sitemap, root: &str) -> Result<(), String> {
    let feed = feed::read(bytes, address).map_err(|_| format!("its root element is <{root}>"))?;
    let link = |entry: feed::Entry| {
        Some(Link { url: entry.url?, date_modified: entry.date_modified.or(entry.date) })
    };
    for link in feed.entries.into_iter().filter_map(link) {
        push(map, link, |map| &mut map.pages);
    }
    feed.damage.map_or(Ok(()), |damage| Err(damage.reason))
}

/// Where the reader is in the document.
#[derive(Default)]
struct Walk {
    has_begun: bool,
    path: Vec<Element>,
    /// The text of the element that is being read.
    text: String,
    link: Link,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Element {
    Page,
    Sitemap,
    Location,
    Modified,
    Other,
}

impl Walk {
    fn is_at_root(&self) -> bool {
        self.path.is_empty()
    }

    fn enter(&mut self, name: &str) -> Result<(), String> {
        let parent = self.path.last().copied();
        let in_link = matches!(parent, Some(Element::Page | Element::Sitemap));
        let element = match name {
            "url" => Element::Page,
            "sitemap" => Element::Sitemap,
            // Only of the entry itself: an image has a location too.
            "loc" if in_link => Element::Location,
            "lastmod" if in_link => Element::Modified,
            _ => Element::Other,
        };
        if matches!(element, Element::Page | Element::Sitemap) {
            self.link = Link::default();
        }
        self.has_begun = true;
        self.text.clear();
        self.path.push(element);
        if self.path.len() > MAX_DEPTH {
            Err("its elements are nested too deeply".to_owned())
        } else {
            Ok(())
        }
    }

    fn text(&mut self, text: &str) {
        let wanted = matches!(self.path.last(), Some(Element::Location | Element::Modified));
        /// Bytes of a character at most: one more is kept, so that a longer address is seen to be too long.
        const MAX_CHAR_BYTES: usize = '\u{10FFFF}'.len_utf8();
        let room = (MAX_ADDRESS_BYTES + MAX_CHAR_BYTES).saturating_sub(self.text.len());
        if wanted {
            self.text.push_str(&text[..text.floor_char_boundary(room)]);
        }
    }

    fn leave(&mut self, map: &mut Sitemap) {
        let text = self.text.trim();
        match self.path.pop() {
            Some(Element::Location) => self.link.url = text.to_owned(),
            Some(Element::Modified) if !text.is_empty() => self.link.date_modified = Some(text.to_owned()),
            Some(Element::Page) => push(map, std::mem::take(&mut self.link), |map| &mut map.pages),
            Some(Element::Sitemap) => push(map, std::mem::take(&mut self.link), |map| &mut map.sitemaps),
            _ => {}
        }
        self.text.clear();
    }
}

/// Adds a link that has an address to one of the lists, if there is room.
fn push(map: &mut Sitemap, link: Link, list: fn(&mut Sitemap) -> &mut Vec<Link>) {
    if !link.url.is_empty() && map.has_room() {
        list(map).push(link);
    }
}

/// Makes all addresses complete, and moves those that are not web addresses to `invalid`.
fn resolve(map: &mut Sitemap, address: Option<&str>) {
    let base = address.and_then(|address| Url::parse(address).ok());
    let (mut pages, mut sitemaps) = (std::mem::take(&mut map.pages), std::mem::take(&mut map.sitemaps));
    for links in [&mut pages, &mut sitemaps] {
        links.retain_mut(|link| match web_address(&link.url, base.as_ref()) {
            Some(url) if link.url.len() <= MAX_ADDRESS_BYTES => {
                link.url = url;
                true
            }
            _ => {
                map.refuse(&link.url);
                false
            }
        });
    }
    (map.pages, map.sitemaps) = (pages, sitemaps);
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    const MAP: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
        xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\">\n<url>\n<loc> https://mill.example/a?b&amp;c </loc>\n\
        <lastmod>2026-11-23</lastmod><image:image><image:loc>https://mill.example/a.png</image:loc></image:image></url>\
        <url><image:image><image:loc>https://mill.example/b.png</image:loc></image:image>\
        <loc><![CDATA[https://mill.example/b]]></loc></url><url><loc>/c?d&e=f</loc></url><url></url></urlset>";

    fn urls(links: &[Link]) -> Vec<&str> {
        links.iter().map(|link| link.url.as_str()).collect()
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn pages_are_read_from_xml_compressed_or_not() {
        let base = Some("https://mill.example/map.xml");
        let expected =
            ["https://mill.example/a?b&c", "https://mill.example/b", "https://mill.example/c?d&e=f"];
        for bytes in [MAP.as_bytes().to_vec(), gzip(MAP.as_bytes())] {
            let map = read(&bytes, base).unwrap();
            assert_eq!((urls(&map.pages), map.damage.as_deref()), (expected.to_vec(), None));
            assert_eq!(map.pages[0].date_modified.as_deref(), Some("2026-11-23"));
        }
        let utf16: Vec<u8> = [0xff, 0xfe]
            .into_iter()
            .chain(MAP.replace("UTF-8", "UTF-16").encode_utf16().flat_map(u16::to_le_bytes))
            .collect();
        assert_eq!(urls(&read(&utf16, base).unwrap().pages), expected);
    }

    #[test]
    fn an_index_names_other_sitemaps() {
        let index = "<sitemapindex><sitemap><loc>https://mill.example/1.xml.gz</loc><lastmod>2026</lastmod></sitemap>\
            <sitemap><loc>2.xml</loc></sitemap></sitemapindex>";
        let map = read(index.as_bytes(), Some("https://mill.example/maps/all.xml")).unwrap();
        assert_eq!(urls(&map.sitemaps), ["https://mill.example/1.xml.gz", "https://mill.example/maps/2.xml"]);
        assert!(map.pages.is_empty());
    }

    #[test]
    fn lists_and_feeds_are_sitemaps_too() {
        let text = "\u{feff}# pages\r\nhttps://mill.example/a\r\n\r\nnot an address\nftp://mill.example/\nhttps://mill.example/b";
        let map = read(text.as_bytes(), None).unwrap();
        assert_eq!(urls(&map.pages), ["https://mill.example/a", "https://mill.example/b"]);
        assert_eq!(map.invalid, ["not an address", "ftp://mill.example/"]);
        assert_eq!(map.invalid_count, 2);
        let rss =
            "<rss version=\"2.0\"><channel><item><link>https://mill.example/a</link></item></channel></rss>";
        assert_eq!(urls(&read(rss.as_bytes(), None).unwrap().pages), ["https://mill.example/a"]);
    }

    #[test]
    fn of_many_entries_that_are_no_addresses_only_the_first_are_kept() {
        let text = "https://mill.example/\n".to_owned() + &"a\n".repeat(5000);
        let map = read(text.as_bytes(), None).unwrap();
        assert_eq!((map.pages.len(), map.invalid.len(), map.invalid_count), (1, MAX_INVALID, 5000));
        let xml = format!("<urlset>{}</urlset>", "<url><loc>a:b</loc></url>".repeat(5000));
        assert!(
            read(xml.as_bytes(), None)
                .is_ok_and(|map| (map.invalid.len(), map.invalid_count) == (MAX_INVALID, 5000))
        );
    }

    #[test]
    fn of_a_long_entry_only_its_beginning_is_kept() {
        let long = format!("https://mill.example/{}", "ä".repeat(MAX_ADDRESS_BYTES));
        for map in [
            format!("https://mill.example/\n{long}\n"),
            format!(
                "<urlset><url><loc>https://mill.example/</loc></url><url><loc>{long}</loc></url></urlset>"
            ),
        ] {
            let map = read(map.as_bytes(), None).unwrap();
            assert_eq!((map.pages.len(), map.invalid_count), (1, 1));
            assert!(long.starts_with(&map.invalid[0]) && map.invalid[0].len() <= MAX_INVALID_BYTES);
        }
    }

    #[test]
    fn spaces_of_all_scripts_around_an_address_are_no_part_of_it() {
        let text =
            "\u{a0}https://mill.example/a\u{a0}\n\u{3000}https://mill.example/b\u{3000}\r\n\u{a0}# x\n";
        let map = read(text.as_bytes(), None).unwrap();
        assert_eq!(urls(&map.pages), ["https://mill.example/a", "https://mill.example/b"]);
        assert_eq!(map.invalid_count, 0);
    }

    /// A line of two bytes would become a record of fifty, and compressed it is a thousandth of its size.
    #[test]
    fn a_text_whose_first_lines_are_no_addresses_is_refused() {
        let mut map = Sitemap::default();
        let text = "a:b\n".repeat(1 << 20) + "https://mill.example/";
        assert!(read_lines(text.as_bytes(), &mut map).is_err());
        assert_eq!((map.pages.len(), map.invalid_count), (0, MAX_LINES_WITHOUT_ADDRESS));
    }

    #[test]
    fn no_more_addresses_are_read_than_a_site_can_list() {
        let text = |count: usize| "http:a\n".repeat(count);
        let xml = |count: usize| format!("<urlset>{}</urlset>", "<url><loc>http:a</loc></url>".repeat(count));
        for (file, is_cut) in [
            (text(MAX_LINKS), false),
            (text(MAX_LINKS + 1), true),
            (xml(MAX_LINKS), false),
            (xml(MAX_LINKS + 1), true),
        ] {
            let map = read(file.as_bytes(), None).unwrap();
            assert_eq!((map.pages.len(), map.damage, map.is_cut), (MAX_LINKS, None, is_cut));
        }
        let deep = "<urlset><url><loc>https://mill.example/</loc></url>".to_owned() + &"<a>".repeat(5000);
        let map = read(deep.as_bytes(), None).unwrap();
        assert_eq!((map.pages.len(), map.damage.as_deref()), (1, Some("its elements are nested too deeply")));
    }

    #[test]
    fn a_damaged_sitemap_is_read_as_far_as_it_goes() {
        let cut = &MAP[..MAP.find("<url><loc>/c").unwrap()];
        for bytes in [cut.as_bytes().to_vec(), format!("{cut}<url><loc <</urlset>").into_bytes()] {
            let map = read(&bytes, None).unwrap();
            assert_eq!((map.pages.len(), map.damage.is_some()), (2, true), "{map:?}");
        }
        let compressed = gzip(MAP.repeat(50).as_bytes());
        let map = read(&compressed[..compressed.len() - 9], Some("https://mill.example/")).unwrap();
        assert!(map.damage.unwrap().contains("gzip"));
        assert!(map.pages.len() > 3);
    }

    #[test]
    fn other_files_are_refused() {
        for text in ["", "<html><p>page</html>", "plain text", "<urlset>", "{}", "<"] {
            assert!(read(text.as_bytes(), None).is_err(), "{text}");
        }
        for empty in ["<urlset></urlset>", "<urlset/>x"] {
            assert_eq!(
                read(empty.as_bytes(), None),
                Ok(Sitemap::default()),
                "an empty sitemap is one: {empty}"
            );
        }
        assert!(matches!(read(&gzip(&vec![b' '; MAX_SITEMAP_BYTES + 1]), None), Err(NotASitemap::TooLarge)));
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(at in 0..MAP.len(), byte: u8) {
            let mut bytes = MAP.as_bytes().to_vec();
            bytes[at] = byte;
            let _ = read(&bytes, Some("https://mill.example/"));
            let _ = read(&bytes[..at], None);
        }
    }
}
