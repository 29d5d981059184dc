//! Where the work of requests is done: pages are extracted on a fixed pool of threads ([`pool`]), addresses are fetched on a bounded
//! number of other threads ([`fetching`]). The threads of the runtime only wait.

pub(crate) mod fetching;
pub(crate) mod pool;
