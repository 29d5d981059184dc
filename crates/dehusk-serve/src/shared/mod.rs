//! What all requests count and share: how many run ([`admission`]), the memory of their bodies ([`memory`]), what was done
//! ([`metrics`]), and their IDs ([`request_ids`]); and what happens on a connection ([`progress`]).

pub(crate) mod admission;
pub(crate) mod memory;
pub(crate) mod metrics;
pub(crate) mod progress;
pub(crate) mod request_ids;
