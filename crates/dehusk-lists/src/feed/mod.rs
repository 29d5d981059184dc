//! Reads feeds: RSS, Atom and JSON Feed. The crate `feed-rs` knows the formats; this module chooses what a
//! reader of pages needs, and reads a damaged feed entry by entry, so that only damaged entries are lost.

mod link;
mod mend;

use feed_rs::model;
use feed_rs::parser::{Builder, ParseFeedError, ParseFeedResult, generate_id};

use link::Addresses;

/// What it costs to parse an entry on its own, besides its bytes and those around it, in bytes that could be parsed
/// meanwhile. Measured: 3 µs, at 10 ns per byte.
const COST_OF_ENTRY_BYTES: usize = 256;
/// The maximum cost of reading a feed entry by entry, in bytes to parse per byte of the feed. What surrounds the entries
/// is parsed again with each. Chosen by hand: entries of real feeds have at least 100 bytes, and some 600 around them.
const MAX_COST_PER_BYTE: usize = 16;
/// The cost that is allowed in any case, in bytes to parse. Chosen by hand.
const ALWAYS_ALLOWED_COST: usize = 1 << 20;

/// The form of dates, in UTC.
const UTC: &str = "%Y-%m-%dT%H:%M:%SZ";

/// A feed, with its entries in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Feed {
    /// The title, as text or HTML.
    pub title: Option<String>,
    /// The entries.
    pub entries: Vec<Entry>,
    /// What is wrong with the feed, and how many entries were lost for it.
    pub damage: Option<Damage>,
}

/// Why entries of a feed could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// What the parser found.
    pub reason: String,
    /// The number of entries that were lost.
    pub lost: usize,
}

/// One entry of a feed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The identifier that the feed gives the entry, or one made of its link and title. `@` and the number of the entry, from 0
    /// on, if it has neither.
    pub id: String,
    /// The address of the page: http or https.
    pub url: Option<String>,
    /// The link of the entry if it is not the address of a web page, or is relative and the address of the feed is not known.
    pub invalid_url: Option<String>,
    /// The title, as text or HTML.
    pub title: Option<String>,
    /// When it was published, in UTC: `2026-11-23T16:18:39Z`.
    pub date: Option<String>,
    /// When it was last changed, in UTC.
    pub date_modified: Option<String>,
    /// The names of the authors.
    pub authors: Vec<String>,
    /// The content, as HTML; the summary if the feed has no content. Plain text is made HTML.
    pub html: Option<String>,
}

/// What is not a feed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not a feed that can be read: {0}")]
pub struct NotAFeed(String);

/// Reads a feed. `address` is its own address, against which relative links are resolved.
///
/// ```
/// let rss = b"<rss version='2.0'><channel><item><title>News</title><link>/a.html</link></item></channel></rss>";
/// let feed = dehusk_lists::feed::read(rss, Some("https://mill.example/feed.xml"))?;
/// assert_eq!(feed.entries[0].url.as_deref(), Some("https://mill.example/a.html"));
/// # Ok::<(), dehusk_lists::feed::NotAFeed>(())
/// ```
///
/// # Errors
/// [`NotAFeed`] if no entry can be read.
pub fn read(bytes: &[u8], address: Option<&str>) -> Result<Feed, NotAFeed> {
    let source = Source { bytes: bytes.trim_ascii_start(), address };
    let mut feed = match source.parse(source.bytes) {
        Ok(feed) => to_feed(feed, &source.addresses()),
        Err(error) => {
            let reason = sentence(&error);
            damaged(&source, &reason).ok_or(NotAFeed(reason))?
        }
    };
    for (number, entry) in feed.entries.iter_mut().enumerate().filter(|(_, entry)| entry.id.is_empty()) {
        entry.id = format!("@{number}");
    }
    Ok(feed)
}

/// A feed that is to be read.
struct Source<'f> {
    bytes: &'f [u8],
    /// Its own address.
    address: Option<&'f str>,
}

impl Source<'_> {
    /// Parses `bytes`: those of the feed, or a part of it.
    fn parse(&self, bytes: &[u8]) -> ParseFeedResult<model::Feed> {
        Builder::new().base_uri(self.address).id_generator(made_id).build().parse(bytes)
    }

    fn addresses(&self) -> Addresses {
        Addresses::of_feed(self.bytes, self.address)
    }
}

/// Reads a feed that cannot be parsed as it is: mended if that is enough, or else entry by entry. None if no entry can be read.
fn damaged(source: &Source<'_>, reason: &str) -> Option<Feed> {
    if source.bytes.starts_with(b"{") {
        return damaged_json(source);
    }
    let mended = mend::escape_ampersands(source.bytes);
    let source = Source { bytes: mended.as_deref().unwrap_or(source.bytes), ..*source };
    match source.parse(source.bytes) {
        Ok(feed) => Some(to_feed(feed, &source.addresses())),
        Err(_) => entry_by_entry(&source, reason),
    }
}

fn damaged_json(source: &Source<'_>) -> Option<Feed> {
    let (mended, lost) = mend::json_feed(source.bytes)?;
    let mut feed = to_feed(source.parse(&mended).ok()?, &source.addresses());
    feed.damage = (lost > 0).then(|| Damage { reason: "an item is not an object".to_owned(), lost });
    (lost == 0 || !feed.entries.is_empty()).then_some(feed)
}

/// Makes an identifier for an entry that has none. `feed-rs` makes a random one for an entry without a link if the title or the
/// address of the feed is missing. Here the title is enough, and without it the identifier is empty.
fn made_id(links: &[model::Link], title: &Option<model::Text>, address: Option<&str>) -> String {
    if links.is_empty() && title.is_none() {
        return String::new();
    }
    generate_id(links, title, address.or(Some("")))
}

fn sentence(error: &ParseFeedError) -> String {
    let text = error.to_string().replace(['\n', '\r'], " ");
    text.strip_prefix("unable to parse feed: ").map_or(text.clone(), str::to_owned)
}

fn to_feed(feed: model::Feed, addresses: &Addresses) -> Feed {
    // In the others, what is called text is HTML as a rule.
    let has_plain_text = matches!(feed.feed_type, model::FeedType::Atom | model::FeedType::JSON);
    let entry = |entry| to_entry(entry, addresses, has_plain_text);
    Feed {
        title: feed.title.map(|title| title.content).filter(|title| !title.is_empty()),
        entries: feed.entries.into_iter().map(entry).collect(),
        damage: None,
    }
}

fn to_entry(entry: model::Entry, addresses: &Addresses, has_plain_text: bool) -> Entry {
    let html = |text: String, kind: &str| {
        if has_plain_text && kind == "text/plain" { html_of_text(&text) } else { text }
    };
    let content = entry.content.and_then(|it| Some(html(it.body?, &it.content_type.essence().to_string())));
    let summary = || entry.summary.map(|it| html(it.content, &it.content_type.essence().to_string()));
    let names = entry.authors.into_iter().filter_map(|person| person.name);
    // `feed-rs` copies the date of publication where a feed has no date of the last change.
    let updated = entry.updated.filter(|updated| Some(updated) != entry.published.as_ref());
    let address = addresses.of_entry(&entry.links, &entry.id);
    Entry {
        url: address.clone().unwrap_or_default(),
        invalid_url: address.err(),
        id: entry.id,
        title: entry.title.map(|title| title.content).filter(|title| !title.is_empty()),
        date: entry.published.map(|time| time.format(UTC).to_string()),
        date_modified: updated.map(|time| time.format(UTC).to_string()),
        authors: names.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect(),
        html: content.or_else(summary).filter(|html| !html.trim().is_empty()),
    }
}

/// Plain text as HTML, with its line breaks.
fn html_of_text(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    escaped.lines().collect::<Vec<_>>().join("<br>\n")
}

/// Reads each entry as a feed of its own. None if no entry can be read.
fn entry_by_entry(source: &Source<'_>, reason: &str) -> Option<Feed> {
    let pieces = Pieces::of(source.bytes).filter(|pieces| pieces.cost() <= max_cost(source.bytes))?;
    let (mut feed, mut lost, addresses) = (Feed::default(), 0, source.addresses());
    let alone = |entry: &[u8]| {
        let found = source.parse(&[&pieces.head, entry, pieces.tail.as_bytes()].concat()).ok();
        found.map(|found| to_feed(found, &addresses))
    };
    feed.title = alone(&[]).and_then(|empty| empty.title);
    for entry in &pieces.entries {
        match alone(entry) {
            Some(found) if !found.entries.is_empty() => feed.entries.extend(found.entries),
            _ => lost += 1,
        }
    }
    // A feed of an unknown version is not damaged if all of it can be read.
    feed.damage = (lost > 0).then(|| Damage { reason: reason.to_owned(), lost });
    (!feed.entries.is_empty()).then_some(feed)
}

/// The maximum of [`Pieces::cost`].
fn max_cost(bytes: &[u8]) -> usize {
    bytes.len().saturating_mul(MAX_COST_PER_BYTE).max(ALWAYS_ALLOWED_COST)
}

/// A feed, cut into its entries.
struct Pieces<'f> {
    /// What has to precede an entry.
    head: Vec<u8>,
    entries: Vec<&'f [u8]>,
    /// What has to follow an entry.
    tail: &'static str,
}

impl<'f> Pieces<'f> {
    fn of(bytes: &'f [u8]) -> Option<Pieces<'f>> {
        let formats: [(&[u8], &[u8], &str, &str); 3] = [
            (b"<rss", b"item", "<channel>", "</channel></rss>"),
            (b"<feed", b"entry", "", "</feed>"),
            (b"<rdf:RDF", b"item", "", "</rdf:RDF>"),
        ];
        let find =
            |(root, _, _, _): &&(&[u8], &[u8], &str, &str)| memchr::memmem::find(bytes, root).is_some();
        let (root, entry, open, tail) = formats.iter().find(find)?;
        let start = memchr::memmem::find(bytes, root)?;
        let end = start + memchr::memchr(b'>', &bytes[start..])?;
        let mut head = declaration(&bytes[..start]).to_vec();
        head.extend(root_tag(root, &bytes[start + root.len()..end]));
        head.extend(open.bytes());
        Some(Pieces { head, entries: entries(&bytes[end..], entry), tail })
    }

    /// The bytes to parse if each entry is read on its own.
    fn cost(&self) -> usize {
        let of_each = self.head.len() + self.tail.len() + COST_OF_ENTRY_BYTES;
        let entries: usize = self.entries.iter().map(|entry| entry.len()).sum();
        self.entries.len().saturating_mul(of_each).saturating_add(entries)
    }
}

/// The XML declaration in what precedes the root: it may name the encoding. The rest, such as comments, says nothing about entries.
fn declaration(prolog: &[u8]) -> &[u8] {
    let start = memchr::memmem::find(prolog, b"<?xml ");
    let declaration = start.and_then(|start| {
        let end = start + memchr::memmem::find(&prolog[start..], b"?>")?;
        Some(&prolog[start..end + b"?>".len()])
    });
    declaration.unwrap_or_default()
}

/// The root tag with its namespaces only. RSS is given the version 2.0, which can read the others.
fn root_tag(root: &[u8], attributes: &[u8]) -> Vec<u8> {
    let mut tag = root.to_vec();
    if root == b"<rss" {
        tag.extend_from_slice(b" version=\"2.0\"");
    }
    let words = attributes.split(u8::is_ascii_whitespace);
    for namespace in words.filter(|word| word.starts_with(b"xmlns") && word.contains(&b'=')) {
        tag.push(b' ');
        tag.extend_from_slice(namespace);
    }
    tag.push(b'>');
    tag
}

/// The elements with this name. One without an end ends where the next one begins, or with the feed.
fn entries<'f>(bytes: &'f [u8], name: &[u8]) -> Vec<&'f [u8]> {
    let (open, close) = ([b"<", name].concat(), [b"</", name, b">"].concat());
    let starts_here = |at: &usize| {
        bytes.get(at + open.len()).is_some_and(|next| next.is_ascii_whitespace() || *next == b'>')
    };
    let starts: Vec<usize> = memchr::memmem::find_iter(bytes, &open).filter(starts_here).collect();
    let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
    let piece = |(start, next): (usize, usize)| {
        let end = memchr::memmem::find(&bytes[start..next], &close).map(|at| start + at + close.len());
        &bytes[start..end.unwrap_or(next)]
    };
    starts.iter().copied().zip(ends).map(piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ITEM: &str = "<item><title>The mill &amp; its river</title><link>https://mill.example/a</link>\
        <pubDate>Mon, 23 Nov 2026 16:18:39 +0100</pubDate><description>Short.</description>\
        <content:encoded><![CDATA[<p>It grinds.</p>]]></content:encoded><dc:creator>Ann Smith</dc:creator></item>";

    fn rss(version: &str, items: &str) -> String {
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss {version} xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" \
             xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><channel><title>News</title>{items}</channel></rss>"
        )
    }

    fn entry(url: &str) -> Entry {
        Entry {
            id: url.to_owned(),
            url: Some(url.to_owned()),
            title: Some("The mill".to_owned()),
            date: Some("2026-11-23T15:18:39Z".to_owned()),
            authors: vec!["Ann Smith".to_owned()],
            html: Some("<p>It grinds.</p>".to_owned()),
            ..Entry::default()
        }
    }

    /// `feed-rs` gives such entries random numbers.
    #[test]
    fn entries_without_identifiers_get_the_same_ones_each_time() {
        let ids = |address| {
            let atom = "<feed xmlns='http://www.w3.org/2005/Atom'><entry/><entry><title>Dam</title></entry><entry/></feed>";
            let entries = read(atom.as_bytes(), address).unwrap().entries;
            entries.into_iter().map(|entry| entry.id).collect::<Vec<_>>()
        };
        for address in [None, Some("https://mill.example/feed")] {
            assert_eq!(ids(address), ids(address));
            assert_eq!((ids(address)[0].as_str(), ids(address)[2].as_str()), ("@0", "@2"));
        }
    }

    #[test]
    fn all_formats_are_read() {
        let base = Some("https://mill.example/feeds/all");
        let rss = read(rss("version=\"2.0\"", ITEM).as_bytes(), base).unwrap();
        assert_eq!((rss.title.as_deref(), rss.entries.len()), (Some("News"), 1));
        let mut expected = entry("https://mill.example/a");
        (expected.id, expected.title) = (rss.entries[0].id.clone(), Some("The mill & its river".to_owned()));
        assert_eq!(rss.entries[0], expected);
        let atom = "<feed xmlns=\"http://www.w3.org/2005/Atom\"><entry><id>https://mill.example/a</id>\
            <title>The mill</title><link rel=\"self\" href=\"/x.xml\"/><link type=\"text/html\" href=\"../a\"/>\
            <author><name> Ann Smith </name></author><published>2026-11-23T15:18:39Z</published>\
            <content type=\"html\">&lt;p>It grinds.&lt;/p></content></entry></feed>";
        assert_eq!(read(atom.as_bytes(), base).unwrap().entries, [entry("https://mill.example/a")]);
        let json = "{\"version\": \"https://jsonfeed.org/version/1.1\", \"title\": \"N\", \"items\": [{\"id\": \
            \"https://mill.example/a\", \"title\": \"The mill\", \"content_html\": \"<p>It grinds.</p>\", \"date_published\": \
            \"2026-11-23T15:18:39Z\", \"authors\": [{\"name\": \"Ann Smith\"}]}]}";
        assert_eq!(read(json.as_bytes(), base).unwrap().entries, [entry("https://mill.example/a")]);
    }

    #[test]
    fn unknown_versions_of_rss_are_read() {
        for version in ["", "version='0.94'", "version=\"2\""] {
            let feed = read(rss(version, &ITEM.repeat(2)).as_bytes(), None).unwrap();
            assert_eq!((feed.entries.len(), feed.damage), (2, None), "{version}");
            assert_eq!(feed.title.as_deref(), None);
        }
    }

    #[test]
    fn of_a_damaged_feed_only_damaged_entries_are_lost() {
        let whole = rss("version=\"2.0\"", &ITEM.repeat(5));
        let urls = |text: &str| {
            let feed = read(text.as_bytes(), None).unwrap();
            (feed.entries.iter().filter(|it| it.url.is_some()).count(), feed.damage.map(|damage| damage.lost))
        };
        assert_eq!(urls(&whole), (5, None));
        // In the middle of the last entry.
        assert_eq!(urls(&whole[..whole.rfind("<dc:creator").unwrap()]), (4, Some(1)));
        let broken =
            whole.replacen("<description>Short.</description>", "<description>a<b></description>", 1);
        assert_eq!(urls(&broken), (4, Some(1)));
        assert_eq!(urls(&whole.replace("</channel></rss>", "")), (5, None));
    }

    #[test]
    fn plain_text_becomes_html_with_its_line_breaks() {
        let html = |text: &str| read(text.as_bytes(), None).unwrap().entries[0].html.clone();
        let expected = Some("a &lt; b &amp; c<br>\n<br>\nsecond");
        let atom = |content: &str| {
            format!("<feed xmlns=\"http://www.w3.org/2005/Atom\"><entry><id>1</id>{content}</entry></feed>")
        };
        for (name, kind) in [("content", " type=\"text\""), ("content", ""), ("summary", "")] {
            let text = format!("<{name}{kind}>a &lt; b &amp; c\n\nsecond</{name}>");
            assert_eq!(html(&atom(&text)).as_deref(), expected, "{name}{kind}");
        }
        assert_eq!(html(&atom("<content type=\"html\">a &lt;b></content>")).as_deref(), Some("a <b>"));
        let json = "{\"version\": \"https://jsonfeed.org/version/1.1\", \"title\": \"N\", \"items\": [{\"id\": \"1\", \
            \"content_text\": \"a < b & c\\n\\nsecond\"}]}";
        assert_eq!(html(json).as_deref(), expected);
        let item = "<item><description>a &lt;b></description></item>";
        assert_eq!(html(&rss("version=\"2.0\"", item)).as_deref(), Some("a <b>"));
    }

    #[test]
    fn what_is_not_a_feed_is_an_error() {
        for text in
            ["", "<p>page", "{}", "{\"items\": 3", "<rss", "<rss><channel>", "<feed", "<item>", "plain"]
        {
            assert!(read(text.as_bytes(), None).is_err(), "{text}");
        }
    }

    #[test]
    fn what_precedes_the_root_is_not_parsed_with_each_entry() {
        let prolog = "<?xml version='1.0' encoding='ISO-8859-1'?>".to_owned() + &"<?a?>".repeat(50_000);
        let item = "<item><title>M\u{fc}hle</title><link>https://mill.example/a</link></item>";
        let text = format!("{prolog}<rss version='2.0'><channel>{}", item.repeat(5000));
        let latin: Vec<u8> = text.chars().map(|c| u8::try_from(c).unwrap()).collect();
        let feed = read(&latin, None).unwrap();
        assert_eq!((feed.entries.len(), feed.entries[0].title.as_deref()), (5000, Some("M\u{fc}hle")));
    }

    #[test]
    fn a_feed_of_many_small_entries_in_a_large_root_is_refused() {
        let of_namespaces =
            |count: usize| (0..count).map(|at| format!(" xmlns:n{at}='urn:{at}'")).collect::<String>();
        let feed = |namespaces, item: &str, items| {
            let text = format!("<rss{}><channel>{}", of_namespaces(namespaces), item.repeat(items));
            read(text.as_bytes(), None)
        };
        let item = "<item><title>The mill and its river</title><link>https://mill.example/a</link></item>";
        for (namespaces, item, items) in [(100, item, 50_000), (50_000, item, 5000), (0, "<item>", 500_000)] {
            assert!(feed(namespaces, item, items).is_err(), "{namespaces} {items}");
        }
        for (namespaces, items) in [(0, 5000), (20, 5000), (100, 50)] {
            assert_eq!(feed(namespaces, item, items).unwrap().entries.len(), items, "{namespaces}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_cut_of_a_feed_is_read_or_refused(at in 0..3000_usize, byte: u8) {
            let mut text = rss("version=\"2.0\"", &ITEM.repeat(4)).into_bytes();
            let at = at % text.len();
            text[at] = byte;
            let _ = read(&text, Some("https://mill.example/"));
            let _ = read(&text[..at], None);
        }
    }
}
