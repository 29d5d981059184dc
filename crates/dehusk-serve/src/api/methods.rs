//! `/v1/methods`: the extraction methods with their papers and parameters.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use dehusk::methods::{self, Method, Preset};
use serde::Serialize;

use super::reply::Reply;
use crate::problem::Problem;

/// A method or a preset.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Method)]
pub(crate) struct MethodRecord {
    name: &'static str,
    /// The method to which a preset belongs; absent for a method.
    #[serde(skip_serializing_if = "Option::is_none")]
    preset_of: Option<&'static str>,
    paper: &'static str,
    summary: &'static str,
    params: Vec<ParamRecord>,
}

/// A parameter of a method.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Param)]
struct ParamRecord {
    name: &'static str,
    default: String,
    /// The allowed values in words.
    values: &'static str,
    doc: &'static str,
}

/// The methods and presets, with their parameters
#[utoipa::path(
    get, path = "/v1/methods", tag = "server",
    responses((status = 200, description = "All methods, then all presets", body = Vec<MethodRecord>))
)]
pub(crate) async fn methods() -> Result<Response, Problem> {
    let records = methods::all().iter().map(|method| MethodRecord::new(*method, None));
    let presets = methods::presets().iter().map(|preset| MethodRecord::new(&*preset.build(), Some(preset)));
    let records: Vec<MethodRecord> = records.chain(presets).collect();
    let reply = Reply::json(&records)?.into_response();
    Ok(([(header::CACHE_CONTROL, "no-cache")], reply).into_response())
}

impl MethodRecord {
    fn new(method: &dyn Method, preset: Option<&Preset>) -> MethodRecord {
        let params = method.params().iter().map(|spec| ParamRecord {
            name: spec.name,
            default: method.get(spec.name).unwrap_or_default(),
            values: spec.values,
            doc: spec.doc,
        });
        MethodRecord {
            name: preset.map_or(method.name(), |preset| preset.name),
            preset_of: preset.map(|_| method.name()),
            paper: method.paper(),
            summary: preset.map_or(method.summary(), |preset| preset.doc),
            params: params.collect(),
        }
    }
}
