//! The file of the cache: its size, its age, what happens to it when it is damaged, and headers that nobody would send.

use std::fs;
use std::time::UNIX_EPOCH;

use proptest::prelude::*;
use ureq::http::{HeaderValue, Response, header};

use super::*;

/// A time in seconds after some beginning.
fn at(seconds: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(1_795_478_400 + seconds)
}

fn open(folder: &Path, max_bytes: u64, seconds: u64) -> PageCache {
    let options = CacheOptions { max_bytes, max_age: Duration::from_secs(100) };
    PageCache::open_at(folder, options, Arc::new(move || at(seconds))).unwrap()
}

fn request(path: &str) -> Request<()> {
    Request::get(format!("http://mill.example{path}")).body(()).unwrap()
}

fn fresh() -> Parts {
    Response::builder().header("cache-control", "max-age=1000").body(()).unwrap().into_parts().0
}

/// Bytes that cannot be compressed much.
fn noise(seed: u32, length: usize) -> Vec<u8> {
    let mut state = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state.to_le_bytes()[1]
    };
    (0..length).map(|_| next()).collect()
}

fn has(cache: &PageCache, path: &str) -> bool {
    matches!(cache.find(&request(path)), Some(Known::Fresh(_)))
}

#[test]
fn the_oldest_pages_make_room_for_new_ones() {
    let folder = tempfile::tempdir().unwrap();
    let mut held = Vec::new();
    for second in 0..40 {
        let cache = open(folder.path(), 100_000, second);
        for path in 0..3 {
            cache.keep(
                &request(&format!("/{second}/{path}")),
                &fresh(),
                &noise(second as u32 * 3 + path, 2000),
            );
        }
        let counts = cache.counts();
        assert!(counts.bytes <= 100_000 && counts.failures == 0, "{counts:?}");
        held.push(counts.pages);
        assert!(has(&cache, &format!("/{second}/2")));
    }
    let last = open(folder.path(), 100_000, 40);
    let pages = last.counts().pages;
    assert!((40..50).contains(&pages), "{held:?}");
    assert!(!has(&last, "/0/0") && !has(&last, "/20/0") && has(&last, "/30/0"));
    // The file has the size of what is in it, and some air.
    let length = fs::metadata(folder.path().join("pages.redb")).unwrap().len();
    assert!(length < 2_000_000, "{length}");
}

#[test]
fn pages_live_until_their_age_and_outlive_the_process() {
    let folder = tempfile::tempdir().unwrap();
    open(folder.path(), 1 << 20, 0).keep(&request("/"), &fresh(), b"<p>mill");
    for (seconds, is_there) in [(1, true), (100, true), (101, false), (50, false)] {
        assert_eq!(has(&open(folder.path(), 1 << 20, seconds), "/"), is_there, "after {seconds} s");
    }
    open(folder.path(), 1 << 20, 50).keep(&request("/"), &fresh(), b"<p>mill");
    assert!(!has(&open(folder.path(), 1 << 20, 40), "/"), "the clock was set back");
}

#[test]
fn one_page_does_not_drive_out_all_others() {
    let folder = tempfile::tempdir().unwrap();
    let cache = open(folder.path(), 80_000, 0);
    cache.keep(&request("/small"), &fresh(), &noise(1, 9_000));
    cache.keep(&request("/large"), &fresh(), &noise(2, 11_000));
    assert!(has(&cache, "/small") && !has(&cache, "/large"));
    // Its older form goes too.
    cache.keep(&request("/small"), &fresh(), &noise(3, 11_000));
    assert_eq!(cache.counts().pages, 0);
}

#[test]
fn a_page_is_counted_once_however_often_it_changes() {
    let folder = tempfile::tempdir().unwrap();
    let cache = open(folder.path(), 1 << 20, 0);
    for length in [9_000, 10, 5_000, 100] {
        cache.keep(&request("/"), &fresh(), &noise(1, length));
    }
    let counts = cache.counts();
    assert!(counts.pages == 1 && counts.bytes < 500, "{counts:?}");
    cache.forget(&request("/"));
    cache.forget(&request("/never"));
    assert_eq!((cache.counts().pages, cache.counts().bytes), (0, 0));
}

#[test]
fn a_folder_is_used_by_one_process() {
    let folder = tempfile::tempdir().unwrap();
    let cache = open(folder.path(), 1 << 20, 0);
    let error = PageCache::open(folder.path(), CacheOptions::default()).unwrap_err();
    assert!(matches!(error, CacheError::InUse(_)), "{error}");
    drop(cache);
    PageCache::open(folder.path(), CacheOptions::default()).unwrap();
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "x").unwrap();
    let error = PageCache::open(&file.join("pages"), CacheOptions::default()).unwrap_err();
    assert!(matches!(error, CacheError::Folder(..)), "{error}");
}

#[cfg(unix)]
#[test]
fn nobody_else_may_read_the_pages() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("a/b");
    drop(open(&pages, 1 << 20, 0));
    assert_eq!(fs::metadata(&pages).unwrap().permissions().mode() & 0o777, 0o700);
}

#[test]
fn a_file_that_is_not_ours_is_set_aside() {
    for content in [&b"not a store, but long enough to have a header"[..], &[0; 10_000], &noise(7, 100_000)] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pages.redb");
        fs::write(&path, content).unwrap();
        let cache = open(folder.path(), 1 << 20, 0);
        cache.keep(&request("/"), &fresh(), b"<p>mill");
        assert!(has(&cache, "/"));
        assert_eq!(fs::read(folder.path().join("pages.broken")).unwrap(), content);
    }
}

/// Damage in any part of the file costs pages at most: each start works, and no page is answered wrongly.
#[test]
fn a_damaged_file_is_begun_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pages.redb");
    let cache = open(folder.path(), 1 << 20, 0);
    for page in 0..20 {
        cache.keep(&request(&format!("/{page}")), &fresh(), &noise(page, 3_000));
    }
    drop(cache);
    let intact = fs::read(&path).unwrap();
    let mut lost = 0;
    for part in 0..50 {
        let mut damaged = intact.clone();
        let from = part * intact.len() / 50;
        damaged[from..(from + 100).min(intact.len())].fill(0xa5);
        fs::write(&path, &damaged).unwrap();
        let cache = open(folder.path(), 1 << 20, 1);
        for page in 0..20 {
            match cache.find(&request(&format!("/{page}"))) {
                Some(Known::Fresh(record)) => assert_eq!(record.body, noise(page, 3_000)),
                Some(Known::Stale(..)) => panic!("the page is fresh"),
                None => lost += 1,
            }
        }
        cache.keep(&request("/new"), &fresh(), b"<p>mill");
        assert!(has(&cache, "/new"), "part {part}");
    }
    assert!(lost > 0, "no damage was found");
}

#[test]
fn a_truncated_file_is_begun_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pages.redb");
    open(folder.path(), 1 << 20, 0).keep(&request("/"), &fresh(), &noise(1, 3_000));
    let intact = fs::read(&path).unwrap();
    for tenth in 0..10 {
        fs::write(&path, &intact[..intact.len() * tenth / 10]).unwrap();
        let cache = open(folder.path(), 1 << 20, 1);
        cache.keep(&request("/new"), &fresh(), b"<p>mill");
        assert!(has(&cache, "/new"), "{tenth} tenths");
    }
}

#[test]
fn threads_share_a_cache() {
    let folder = tempfile::tempdir().unwrap();
    let cache = open(folder.path(), 200_000, 0);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let cache = &cache;
            scope.spawn(move || {
                for page in 0..50 {
                    let path = format!("/{}", (page * 7 + thread) % 60);
                    cache.keep(&request(&path), &fresh(), &noise(page, 1_000));
                    cache.find(&request(&path));
                }
            });
        }
    });
    let counts = cache.counts();
    assert!(counts.failures == 0 && counts.pages > 0 && counts.bytes <= 200_000, "{counts:?}");
    drop(cache);
    assert_eq!(open(folder.path(), 200_000, 0).counts().bytes, counts.bytes);
}

proptest! {
    /// Whatever servers write into the headers that the rules read, there is an answer.
    #[test]
    fn no_header_is_too_odd(
        control in "[a-z0-9=, \"-]{0,40}|(max-age|s-maxage)=[0-9]{1,30}",
        age in "[0-9-]{0,25}",
        date in "[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4,5} [0-9]{2}:00:00 GMT|[ -~]{0,30}",
        etag in "[ -~]{0,10}",
        vary in "[a-zA-Z, *-]{0,10}",
        now in 0_u64..1 << 40,
    ) {
        let fields = [
            (header::CACHE_CONTROL, control), (header::AGE, age), (header::DATE, date.clone()),
            (header::EXPIRES, date.clone()), (header::LAST_MODIFIED, date), (header::ETAG, etag), (header::VARY, vary),
        ];
        let headers: HeaderMap =
            fields.into_iter().map(|(name, value)| (name, HeaderValue::from_str(&value).unwrap())).collect();
        let mut parts = fresh();
        parts.headers = headers;
        let now = UNIX_EPOCH + Duration::from_secs(now % 200_000_000_000);
        policy::wants(&request("/"), &parts, now);
        let record = Record { time: at(0), status: parts.status, headers: policy::kept_headers(&parts.headers), body: Vec::new() };
        policy::verdict(&record, &request("/"), now);
        parts.status = ureq::http::StatusCode::NOT_MODIFIED;
        policy::validated_headers(&record, &request("/"), &parts, now);
    }
}
