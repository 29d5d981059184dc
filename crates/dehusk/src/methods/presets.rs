//! Presets: names for methods with certain parameters, such as the names in the papers' tables.
//!
//! A preset adds no behavior; it is the name of a method and a list of parameter values.

use super::list::all;
use crate::method::Method;

/// A name for a method with some of its parameters set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name, accepted wherever a method name is accepted.
    pub name: &'static str,
    /// The name of the method.
    pub method: &'static str,
    /// The parameters to set and their values.
    pub params: &'static [(&'static str, &'static str)],
    /// A one-sentence description.
    pub doc: &'static str,
}

impl Preset {
    /// Returns the method with its parameters set.
    ///
    /// ```
    /// let preset = dehusk::methods::presets().iter().find(|preset| preset.name == "lqf-50").unwrap();
    /// assert_eq!(preset.build().get("q").as_deref(), Some("0.5"));
    /// ```
    #[must_use]
    pub fn build(&self) -> Box<dyn Method> {
        let listed = all().iter().find(|method| method.name() == self.method);
        let mut method = listed.map_or_else(|| all()[0].boxed(), |method| method.boxed());
        for (name, value) in self.params {
            // This cannot fail: a test checks every parameter of every preset.
            let _ = method.set(name, value);
        }
        method
    }
}

/// All presets, in the order of their methods.
#[must_use]
pub fn presets() -> &'static [Preset] {
    &PRESETS
}

const fn preset(
    name: &'static str,
    method: &'static str,
    params: &'static [(&'static str, &'static str)],
    doc: &'static str,
) -> Preset {
    Preset { name, method, params, doc }
}

/// The best of 768 documented interpretations of AdDANAg on the six open corpora, found with `dehusk tune`
/// (docs/src/notebook/paper-methods.md, "The missing step of DANAg").
const DANAG_OPEN: [(&str, &str); 5] =
    [("L", "100"), ("P", "20"), ("fill_gaps", "true"), ("count_ws", "true"), ("lines", "keep")];
/// Computes the values of both parameters for each page (`dehusk::methods::auto_params`).
const DANAG_FREE: [(&str, &str); 2] = [("L", "auto"), ("P", "auto")];

/// Looks for the seed in text, and splits a page at its tags if that leaves no column above the axis
/// (docs/src/notebook/paper-methods.md, "Empty answers of R2L and DANA").
const SEED_IN_TEXT: [(&str, &str); 2] = [("seed", "text"), ("split", "retry")];

/// The best of 162 settings on the six open corpora, found with `dehusk tune`
/// (docs/src/notebook/paper-methods.md, "Thai: two literal rules and a search").
const THAI_OPEN: [(&str, &str); 5] =
    [("w_text", "1"), ("ar_max", "0.3"), ("few_href", "0"), ("min_len", "20"), ("drop_form", "small")];

const PRESETS: [Preset; 16] = [
    preset("r2l-text", "r2l", &SEED_IN_TEXT, "R2L whose seed is in text, not in tags, scripts or titles."),
    preset("dana-text", "dana", &SEED_IN_TEXT, "DANA whose seed is in text, not in tags, scripts or titles."),
    preset(
        "danag-open",
        "danag",
        &DANAG_OPEN,
        "DANAg with the parameters that score best on the open corpora (EVALUATION.md).",
    ),
    preset(
        "danag-free",
        "danag",
        &DANAG_FREE,
        "DANAg without parameters: segment length and gap are set for each page.",
    ),
    preset(
        "addanag-open",
        "addanag",
        &DANAG_OPEN,
        "AdDANAg with the parameters that score best on the open corpora (EVALUATION.md).",
    ),
    preset(
        "addanag-free",
        "addanag",
        &DANAG_FREE,
        "AdDANAg without parameters: segment length and gap are set for each page.",
    ),
    preset(
        "tccb-18",
        "tccb",
        &[("r", "18")],
        "TCCB with the narrower of the two ranges in the R2L authors' tables.",
    ),
    preset("licea", "density", &[], "The method density, under its name in the R2L paper."),
    preset("lqf-50", "lqf", &[("q", "0.5")], "LQF with the middle quota of the R2L authors' tables."),
    preset("lqf-75", "lqf", &[("q", "0.75")], "LQF with the largest quota of the R2L authors' tables."),
    preset("crunch-links", "crunch", &[("ignore_text_links", "false")], "Crunch that keeps text links."),
    preset("cetr-1d", "cetr", &[("mode", "1d")], "CETR that clusters lines by their tag ratios alone."),
    preset(
        "cetr-threshold",
        "cetr",
        &[("mode", "threshold")],
        "CETR with a threshold on tag ratios instead of clusters.",
    ),
    preset(
        "boilerpipe-density",
        "boilerpipe",
        &[("rule", "density")],
        "boilerpipe with the rule that uses text density (words per line).",
    ),
    preset(
        "thai-form",
        "thai",
        &[("drop_form", "small")],
        "Thai that keeps a form if it holds more than half of the text of the page.",
    ),
    preset(
        "thai-open",
        "thai",
        &THAI_OPEN,
        "Thai with the parameters that score best on the open corpora (EVALUATION.md).",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::by_name;

    #[test]
    fn presets_build_the_method_with_the_listed_parameters() {
        for preset in presets() {
            assert!(all().iter().all(|method| method.name() != preset.name), "{} is a method", preset.name);
            let built = by_name(preset.name).unwrap();
            assert_eq!(built.name(), preset.method);
            for (name, value) in preset.params {
                assert_eq!(built.get(name).as_deref(), Some(*value), "{}: {name}", preset.name);
            }
        }
    }
}
