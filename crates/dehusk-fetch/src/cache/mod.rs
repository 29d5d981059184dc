//! A cache of fetched pages on disk, by the rules of HTTP for a cache that several clients share (RFC 9111).
//!
//! `policy` says what may be kept and when it may be used again, `record` writes a response down, `store` keeps
//! records within a size and an age. Nothing here sends a request or checks an address: the fetcher does both, also before
//! it uses what is kept.

mod policy;
mod record;
mod store;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use ureq::http::response::Parts;
use ureq::http::{HeaderMap, Request};

pub(crate) use self::policy::PERSONAL_HEADERS;
use self::policy::Verdict;
pub(crate) use self::record::Record;
use self::store::Store;

/// Default of [`CacheOptions::max_bytes`]: some ten thousand pages. Chosen by hand.
pub const DEFAULT_CACHE_BYTES: u64 = 256 << 20;
/// Default of [`CacheOptions::max_age`]: a day. Chosen by hand.
pub const DEFAULT_CACHE_AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// The limits of a [`PageCache`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheOptions {
    /// Maximum size of all pages in bytes, compressed as they are kept. The oldest are removed.
    pub max_bytes: u64,
    /// Maximum time that a page is kept after it was fetched, or after its server said that it is unchanged.
    pub max_age: Duration,
}

impl Default for CacheOptions {
    fn default() -> CacheOptions {
        CacheOptions { max_bytes: DEFAULT_CACHE_BYTES, max_age: DEFAULT_CACHE_AGE }
    }
}

/// Why a cache cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CacheError {
    /// The folder cannot be made, or the file in it cannot be read and written.
    #[error("cannot keep pages in {}", .0.display())]
    Folder(PathBuf, #[source] std::io::Error),
    /// Another process uses the cache.
    #[error("another process keeps its pages in {}", .0.display())]
    InUse(PathBuf),
    /// The store fails in another way.
    #[error("cannot keep pages in {}: {}", .0.display(), .1)]
    Store(PathBuf, String),
}

/// What a cache has done since it was opened, and what is in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CacheCounts {
    /// Requests that were answered without asking a server.
    pub hits: u64,
    /// Requests that were answered after a server said that the page is unchanged.
    pub validated: u64,
    /// Requests whose answers came from a server.
    pub misses: u64,
    /// Pages that were removed because of their age or the size of the cache.
    pub evictions: u64,
    /// Pages that could not be read or written. After a few failures of its file, the cache stays empty.
    pub failures: u64,
    /// Pages that are kept now.
    pub pages: u64,
    /// Their size in bytes, compressed.
    pub bytes: u64,
}

/// The time of the day, which tests set.
type Clock = Arc<dyn Fn() -> SystemTime + Send + Sync>;

/// Pages on disk, for [`Fetcher::with_cache`](crate::Fetcher::with_cache). The folder has one file, which only one process can use.
///
/// ```
/// use dehusk_fetch::{CacheOptions, FetchOptions, Fetcher, PageCache};
/// use std::sync::Arc;
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path();
/// let cache = Arc::new(PageCache::open(folder, CacheOptions::default())?);
/// let fetcher = Fetcher::new(FetchOptions::for_server()).with_cache(Arc::clone(&cache));
/// // What may not be fetched may not be taken from the cache either.
/// assert!(fetcher.fetch("http://127.0.0.1/").is_err());
/// assert_eq!(cache.counts().hits, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PageCache {
    store: Store,
    clock: Clock,
    hits: AtomicU64,
    validated: AtomicU64,
    misses: AtomicU64,
    failures: AtomicU64,
}

impl fmt::Debug for PageCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PageCache").field("counts", &self.counts()).finish_non_exhaustive()
    }
}

/// What a cache has for a request.
pub(crate) enum Known {
    /// A response that may be used.
    Fresh(Record),
    /// A response that may be used if the server says that it is unchanged, and the headers that ask for that.
    Stale(Record, HeaderMap),
}

impl PageCache {
    /// Opens the cache in a folder, which is made if it is missing. A file that is damaged, or is not that of a cache, is set aside as
    /// `pages.broken`, and a new one begun.
    ///
    /// # Errors
    /// [`CacheError`] if the folder cannot be written, or another process uses the cache.
    pub fn open(folder: &Path, options: CacheOptions) -> Result<PageCache, CacheError> {
        PageCache::open_at(folder, options, Arc::new(SystemTime::now))
    }

    pub(crate) fn open_at(
        folder: &Path,
        options: CacheOptions,
        clock: Clock,
    ) -> Result<PageCache, CacheError> {
        Ok(PageCache {
            store: Store::open(folder, options, clock())?,
            clock,
            hits: AtomicU64::new(0),
            validated: AtomicU64::new(0),
            misses: AtomicU64::new(0),
            failures: AtomicU64::new(0),
        })
    }

    /// What the cache has done and holds.
    #[must_use]
    pub fn counts(&self) -> CacheCounts {
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let held = self.store.held();
        CacheCounts {
            hits: of(&self.hits),
            validated: of(&self.validated),
            misses: of(&self.misses),
            evictions: held.evictions,
            failures: of(&self.failures) + held.failures,
            pages: held.pages,
            bytes: held.bytes,
        }
    }

    /// What is kept for a request, if it may be used.
    pub(crate) fn find(&self, request: &Request<()>) -> Option<Known> {
        let key = key(request);
        let (bytes, now) = (self.store.get(&key)?, (self.clock)());
        let Some(record) = Record::decode(&bytes) else {
            add(&self.failures);
            self.store.remove(&key);
            return None;
        };
        if !self.store.is_young(record.time, now) {
            return None;
        }
        match policy::verdict(&record, request, now) {
            Verdict::Fresh => Some(Known::Fresh(record)),
            Verdict::Stale(conditions) => Some(Known::Stale(record, conditions)),
            Verdict::Useless => None,
        }
    }

    /// Whether a response may be kept and would be of use.
    pub(crate) fn wants(&self, request: &Request<()>, response: &Parts) -> bool {
        policy::wants(request, response, (self.clock)())
    }

    /// Keeps a response.
    pub(crate) fn keep(&self, request: &Request<()>, response: &Parts, body: &[u8]) {
        let headers = policy::kept_headers(&response.headers);
        self.put(
            request,
            &Record { time: (self.clock)(), status: response.status, headers, body: body.to_vec() },
        );
    }

    /// Updates what is kept after the response 304. None if that response is about something else.
    pub(crate) fn validated(
        &self,
        request: &Request<()>,
        record: Record,
        response: &Parts,
    ) -> Option<Record> {
        let now = (self.clock)();
        let headers = policy::validated_headers(&record, request, response, now)?;
        let record = Record { time: now, headers, ..record };
        if policy::may_keep(request, &record, now) {
            self.put(request, &record);
        } else {
            self.store.remove(&key(request));
        }
        Some(record)
    }

    /// Removes what is kept for a request, because there is a response that may not be kept.
    pub(crate) fn forget(&self, request: &Request<()>) {
        self.store.remove(&key(request));
    }

    fn put(&self, request: &Request<()>, record: &Record) {
        match record.encode() {
            Ok(bytes) => self.store.put(&key(request), record.time, &bytes),
            Err(_) => add(&self.failures),
        }
    }

    pub(crate) fn count_hit(&self) {
        add(&self.hits);
    }

    pub(crate) fn count_validated(&self) {
        add(&self.validated);
    }

    pub(crate) fn count_miss(&self) {
        add(&self.misses);
    }
}

fn add(count: &AtomicU64) {
    count.fetch_add(1, Ordering::Relaxed);
}

/// The address and all headers of a request that do not belong to the connection: requests that differ in any of them have nothing in
/// common.
fn key(request: &Request<()>) -> Vec<u8> {
    let mut key = request.uri().to_string().into_bytes();
    let mut headers: Vec<_> = request.headers().iter().map(|(name, value)| (name.as_str(), value)).collect();
    headers.sort();
    for (name, value) in headers {
        for part in [b"\n", name.as_bytes(), b":", value.as_bytes()] {
            key.extend_from_slice(part);
        }
    }
    key
}

#[cfg(test)]
mod tests;
