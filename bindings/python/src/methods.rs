//! The list of extraction methods and presets, as dictionaries.

use dehusk::methods::{Method, Preset, all, presets};
use pyo3::prelude::*;

/// A method, or a preset of a method.
#[derive(IntoPyObject)]
pub(crate) struct MethodDict {
    name: &'static str,
    summary: &'static str,
    paper: &'static str,
    preset_of: Option<&'static str>,
    params: Vec<ParamDict>,
}

/// A parameter of a method.
#[derive(IntoPyObject)]
pub(crate) struct ParamDict {
    name: &'static str,
    default: String,
    values: &'static str,
    doc: &'static str,
}

/// Returns all methods, followed by all presets.
#[pyfunction]
pub(crate) fn methods() -> Vec<MethodDict> {
    let methods = all().iter().map(|method| method_dict(*method, None));
    let presets = presets().iter().map(|preset| method_dict(&*preset.build(), Some(preset)));
    methods.chain(presets).collect()
}

/// Describes a method. For a preset, `default` of a parameter is the value that the preset sets.
fn method_dict(method: &dyn Method, preset: Option<&Preset>) -> MethodDict {
    let params = method.params().iter().map(|spec| ParamDict {
        name: spec.name,
        default: method.get(spec.name).unwrap_or_default(),
        values: spec.values,
        doc: spec.doc,
    });
    MethodDict {
        name: preset.map_or(method.name(), |preset| preset.name),
        summary: preset.map_or(method.summary(), |preset| preset.doc),
        paper: method.paper(),
        preset_of: preset.map(|_| method.name()),
        params: params.collect(),
    }
}
