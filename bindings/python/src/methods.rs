//! The list of extraction methods and presets, as dictionaries.

use dehusk_record::{MethodRecord, ParamRecord};
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

/// Returns all methods, followed by all presets. For a preset, `default` of a parameter is the value that the preset sets.
#[pyfunction]
pub(crate) fn methods() -> Vec<MethodDict> {
    MethodRecord::all().into_iter().map(MethodDict::from).collect()
}

impl From<MethodRecord> for MethodDict {
    fn from(method: MethodRecord) -> MethodDict {
        let MethodRecord { name, preset_of, paper, summary, params, .. } = method;
        let params = params.into_iter().map(ParamDict::from).collect();
        MethodDict { name, summary, paper, preset_of, params }
    }
}

impl From<ParamRecord> for ParamDict {
    fn from(param: ParamRecord) -> ParamDict {
        let ParamRecord { name, default, values, doc, .. } = param;
        ParamDict { name, default, values, doc }
    }
}
