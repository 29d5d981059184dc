//! Numbers with three decimal places in JSON.

use serde::{Serialize, Serializer};

/// A number that is serialized with three decimal places.
#[derive(Clone, Copy)]
pub(crate) struct Rounded(pub(super) f32);

impl Serialize for Rounded {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64((f64::from(self.0) * 1000.0).round() / 1000.0)
    }
}
