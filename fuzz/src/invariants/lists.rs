//! Feeds, sitemaps, robots.txt and saved pages: whatever is damaged, reading ends, says the same twice, and finds no more than is there.

use super::{Broken, ensure};
use dehusk_batch::read::mhtml;
use dehusk_lists::{feed, robots::Robots, sitemap};

/// Where the list is said to come from.
const ADDRESS: &str = "https://mill.example/list";
/// Characters of the shortest entry of a feed in JSON (`{},`). No list has more entries than it has room for.
const MIN_ENTRY_BYTES: usize = 3;

/// Checks a feed, a sitemap or a robots.txt. The bytes are read as all three.
///
/// # Errors
/// What is broken.
pub fn check(bytes: &[u8]) -> Result<(), Broken> {
    for address in [None, Some(ADDRESS)] {
        let (one, other) = (feed::read(bytes, address), feed::read(bytes, address));
        ensure(one == other, || format!("{one:?} and then {other:?}"))?;
        let entries = one.map_or(0, |feed| feed.entries.len());
        ensure(entries * MIN_ENTRY_BYTES <= bytes.len() + 1, || format!("{entries} entries"))?;
        check_sitemap(bytes, address)?;
    }
    check_robots(bytes)
}

fn check_sitemap(bytes: &[u8], address: Option<&str>) -> Result<(), Broken> {
    let Ok(map) = sitemap::read(bytes, address) else { return Ok(()) };
    let is_undamaged = map.damage.is_none();
    ensure(is_undamaged || !map.pages.is_empty() || !map.sitemaps.is_empty(), || {
        format!("{:?}, but not an error", map.damage)
    })?;
    let relative =
        map.pages.iter().chain(&map.sitemaps).find(|link| address.is_some() && !link.url.contains(':'));
    ensure(relative.is_none(), || format!("{relative:?} is not absolute"))
}

fn check_robots(bytes: &[u8]) -> Result<(), Broken> {
    let robots = Robots::parse(bytes, "dehusk");
    let path: String = String::from_utf8_lossy(bytes).chars().filter(|c| !c.is_control()).collect();
    let page = format!("https://mill.example/{path}");
    ensure(robots.allows(&page) == robots.allows(&page), || format!("{page} is allowed and is not"))?;
    let relative = robots.sitemaps().iter().find(|sitemap| sitemap.trim().is_empty());
    ensure(relative.is_none(), || "a sitemap without an address".to_owned())
}

/// Checks an MHTML file.
///
/// # Errors
/// What is broken.
pub fn check_mhtml(bytes: &[u8]) -> Result<(), Broken> {
    let _ = mhtml::is_mhtml(bytes);
    let (one, other) = (mhtml::read(bytes), mhtml::read(bytes));
    ensure(one == other, || format!("{one:?} and then {other:?}"))?;
    // Both transfer encodings, base64 and quoted-printable, only shorten.
    let length = one.map_or(0, |page| page.html.len());
    ensure(length <= bytes.len(), || format!("{length} bytes of HTML from {}", bytes.len()))
}
