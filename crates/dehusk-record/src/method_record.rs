//! The list of extraction methods and presets, for the program, the server and the npm package.

use dehusk::methods::{self, Method, ParamSpec, Preset};
use serde::Serialize;

/// A method or a preset.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = Method))]
#[non_exhaustive]
pub struct MethodRecord {
    /// The name.
    pub name: &'static str,
    /// The method to which a preset belongs; absent for a method.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset_of: Option<&'static str>,
    /// The paper of the method.
    pub paper: &'static str,
    /// What it does, in a sentence or two.
    pub summary: &'static str,
    /// The parameters.
    pub params: Vec<ParamRecord>,
}

/// A parameter of a method.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = Param))]
#[non_exhaustive]
pub struct ParamRecord {
    /// The name.
    pub name: &'static str,
    /// The default. For a preset, it is the value that the preset sets.
    pub default: String,
    /// The allowed values in words.
    pub values: &'static str,
    /// What it means.
    pub doc: &'static str,
}

impl MethodRecord {
    /// Returns all methods, followed by all presets.
    ///
    /// ```
    /// let methods = dehusk_record::MethodRecord::all();
    /// let preset = methods.iter().find(|method| method.name == "lqf-50").unwrap();
    /// assert_eq!(preset.preset_of, Some("lqf"));
    /// ```
    #[must_use]
    pub fn all() -> Vec<MethodRecord> {
        let methods = methods::all().iter().map(|method| MethodRecord::of(*method));
        methods.chain(methods::presets().iter().map(MethodRecord::of_preset)).collect()
    }

    /// Returns the record of a method.
    #[must_use]
    pub fn of(method: &dyn Method) -> MethodRecord {
        MethodRecord {
            name: method.name(),
            preset_of: None,
            paper: method.paper(),
            summary: method.summary(),
            params: method.params().iter().map(|spec| ParamRecord::of(method, spec)).collect(),
        }
    }

    /// Returns the record of a preset.
    #[must_use]
    pub fn of_preset(preset: &Preset) -> MethodRecord {
        let record = MethodRecord::of(&*preset.build());
        MethodRecord { name: preset.name, preset_of: Some(record.name), summary: preset.doc, ..record }
    }
}

/// Returns the name of a method, followed by the parameters that differ from their defaults.
///
/// ```
/// use dehusk::methods::{self, Method};
/// use dehusk_record::name_with_changes;
/// let mut method = methods::by_name("danag").unwrap();
/// assert_eq!(name_with_changes(&*method), "danag");
/// method.set("P", "3").unwrap();
/// assert_eq!(name_with_changes(&*method), "danag P=3");
/// ```
#[must_use]
pub fn name_with_changes(method: &dyn Method) -> String {
    let params = method.params().iter().map(|spec| (spec, method.get(spec.name).unwrap_or_default()));
    let changed = params.filter(|(spec, value)| *value != spec.default);
    let changed: String = changed.map(|(spec, value)| format!(" {}={value}", spec.name)).collect();
    format!("{}{changed}", method.name())
}

impl ParamRecord {
    fn of(method: &dyn Method, spec: &ParamSpec) -> ParamRecord {
        let default = method.get(spec.name).unwrap_or_default();
        ParamRecord { name: spec.name, default, values: spec.values, doc: spec.doc }
    }
}
