//! The versions and the list of methods, as JSON.

use dehusk::methods::{all, presets};
use dehusk_record::{MethodRecord, SCHEMA_VERSION};
use serde::Serialize;

#[derive(Serialize)]
struct Description {
    version: &'static str,
    rules_version: &'static str,
    schema_version: u32,
    methods: Vec<ListedMethod>,
}

/// A method or a preset, and the parameters that a preset sets.
#[derive(Serialize)]
struct ListedMethod {
    method: MethodRecord,
    sets: &'static [(&'static str, &'static str)],
}

/// Describes this module.
pub(crate) fn describe() -> Vec<u8> {
    let methods = all().iter().map(|method| ListedMethod { method: MethodRecord::of(*method), sets: &[] });
    let presets = presets().iter();
    let presets =
        presets.map(|preset| ListedMethod { method: MethodRecord::of_preset(preset), sets: preset.params });
    let description = Description {
        version: env!("CARGO_PKG_VERSION"),
        rules_version: dehusk::RULES_VERSION,
        schema_version: SCHEMA_VERSION,
        methods: methods.chain(presets).collect(),
    };
    serde_json::to_vec(&description).unwrap_or_default()
}
