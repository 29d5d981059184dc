//! The versions and the list of methods, as JSON.

use dehusk::methods::{Method, Preset, all, presets};
use dehusk_record::SCHEMA_VERSION;
use serde::Serialize;

#[derive(Serialize)]
struct Description {
    version: &'static str,
    rules_version: &'static str,
    schema_version: u32,
    methods: Vec<MethodRecord>,
}

/// A method, or a preset of a method.
#[derive(Serialize)]
struct MethodRecord {
    name: &'static str,
    summary: &'static str,
    paper: &'static str,
    preset_of: Option<&'static str>,
    /// The parameters that a preset sets.
    sets: &'static [(&'static str, &'static str)],
    params: Vec<ParamRecord>,
}

#[derive(Serialize)]
struct ParamRecord {
    name: &'static str,
    default: String,
    values: &'static str,
    doc: &'static str,
}

/// Describes this module.
pub(crate) fn describe() -> Vec<u8> {
    let methods = all().iter().map(|method| record(*method, None));
    let presets = presets().iter().map(|preset| record(&*preset.build(), Some(preset)));
    let description = Description {
        version: env!("CARGO_PKG_VERSION"),
        rules_version: dehusk::RULES_VERSION,
        schema_version: SCHEMA_VERSION,
        methods: methods.chain(presets).collect(),
    };
    serde_json::to_vec(&description).unwrap_or_default()
}

/// Describes a method. For a preset, `default` of a parameter is the value that the preset sets.
fn record(method: &dyn Method, preset: Option<&Preset>) -> MethodRecord {
    let params = method.params().iter().map(|spec| ParamRecord {
        name: spec.name,
        default: method.get(spec.name).unwrap_or_default(),
        values: spec.values,
        doc: spec.doc,
    });
    MethodRecord {
        name: preset.map_or(method.name(), |preset| preset.name),
        summary: preset.map_or(method.summary(), |preset| preset.doc),
        paper: method.paper(),
        preset_of: preset.map(|_| method.name()),
        sets: preset.map_or(&[], |preset| preset.params),
        params: params.collect(),
    }
}
