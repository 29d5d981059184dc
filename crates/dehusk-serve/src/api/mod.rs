//! The interface of dehusk itself: one module for each path, in the version `/v1`.

pub(crate) mod about;
pub(crate) mod batch;
mod bodies;
pub(crate) mod cloud;
pub(crate) mod compare;
pub(crate) mod explain;
pub(crate) mod extract;
pub(crate) mod metadata;
pub(crate) mod methods;
mod picture;
pub(crate) mod plot;
pub(crate) mod reply;
