//! Lists of pages that sites publish: feeds ([`feed`]), sitemaps ([`sitemap`]) and what a site asks of crawlers
//! ([`robots`]).
//!
//! Bytes in, addresses out. Nothing is fetched here, and no page is extracted. Damaged lists are normal: what
//! can be read of them is returned, together with what is wrong.

pub mod feed;
pub mod robots;
pub mod sitemap;
mod web_address;

pub use web_address::web_address;
