//! Which methods there are.

use dehusk::methods::{Method, Preset, all, presets};
use pyo3::prelude::*;

/// A method or a preset of one.
#[derive(IntoPyObject)]
pub(crate) struct Listed {
    name: &'static str,
    summary: &'static str,
    paper: &'static str,
    preset_of: Option<&'static str>,
    params: Vec<Param>,
}

/// One of its parameters.
#[derive(IntoPyObject)]
pub(crate) struct Param {
    name: &'static str,
    default: String,
    values: &'static str,
    doc: &'static str,
}

/// All methods, then all presets.
#[pyfunction]
pub(crate) fn methods() -> Vec<Listed> {
    let methods = all().iter().map(|method| listed(*method, None));
    let presets = presets().iter().map(|preset| listed(&*preset.build(), Some(preset)));
    methods.chain(presets).collect()
}

/// The defaults of a preset are what it sets.
fn listed(method: &dyn Method, preset: Option<&Preset>) -> Listed {
    let params = method.params().iter().map(|spec| Param {
        name: spec.name,
        default: method.get(spec.name).unwrap_or_default(),
        values: spec.values,
        doc: spec.doc,
    });
    Listed {
        name: preset.map_or(method.name(), |preset| preset.name),
        summary: preset.map_or(method.summary(), |preset| preset.doc),
        paper: method.paper(),
        preset_of: preset.map(|_| method.name()),
        params: params.collect(),
    }
}
