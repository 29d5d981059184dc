//! Numbers with three decimal places in JSON.

use serde::{Serialize, Serializer};

/// A number that is serialized with three decimal places. Zero has no sign: which one it has may depend on the platform.
#[derive(Clone, Copy)]
pub(crate) struct Rounded(pub(super) f32);

impl Serialize for Rounded {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rounded = (f64::from(self.0) * 1000.0).round() / 1000.0;
        serializer.serialize_f64(rounded + 0.0) // -0.0 + 0.0 is 0.0
    }
}
