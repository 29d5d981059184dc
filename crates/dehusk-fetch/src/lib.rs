//! Fetches one page over http or https, with limits on addresses, redirects, size and time.
//!
//! [`Fetcher::fetch`] is one request with its redirects. Every hop is checked: its scheme, with [`FetchOptions::public_only`] also its
//! port and the network address that its name resolves to. The connection is made to the address that was checked, so a name server
//! that answers differently a moment later gains nothing.
//!
//! This is not a crawler: it has no cookies, scripts, robots.txt or queues. [`Pace`] says when a host may be asked again, and
//! [`Fetcher::fetch_recorded`] gives every request and response to an archive. With the feature `cache`, `PageCache` keeps pages on disk.
//!
//! ```no_run
//! use dehusk_fetch::{FetchOptions, Fetcher};
//! let fetcher = Fetcher::new(FetchOptions::for_server());
//! let page = fetcher.fetch("https://example.org/")?;
//! println!("{} bytes from {}", page.body.len(), page.address);
//! assert!(fetcher.fetch("http://169.254.169.254/latest/meta-data/").is_err());
//! # Ok::<(), dehusk_fetch::FetchError>(())
//! ```

#[cfg(feature = "cache")]
mod cache;
mod connection;
mod error;
mod exchange;
mod fetcher;
mod hop;
mod options;
mod pace;
mod reach;
mod resolver;
mod retry;

#[cfg(feature = "cache")]
pub use cache::{CacheCounts, CacheError, CacheOptions, DEFAULT_CACHE_AGE, DEFAULT_CACHE_BYTES, PageCache};
pub use error::FetchError;
pub use exchange::Exchange;
pub use fetcher::{Fetched, Fetcher};
pub use hop::without_credentials;
pub use options::{DEFAULT_MAX_BYTES, DEFAULT_MAX_REDIRECTS, DEFAULT_TIMEOUT, FetchOptions, InvalidHeader};
pub use pace::{Pace, Turn};
pub use reach::why_not_public;
