//! Presets: names for methods with parameters, as tables and papers use them.
//!
//! A preset adds no behaviour; it is a method and what is set on it.

use super::list::all;
use crate::method::Method;

/// A name for a method with some of its parameters set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name, used like a method's.
    pub name: &'static str,
    /// The method.
    pub method: &'static str,
    /// What is set.
    pub params: &'static [(&'static str, &'static str)],
    /// What it is for, in one sentence.
    pub doc: &'static str,
}

impl Preset {
    /// The method with its parameters set.
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
            // A test sets every parameter of every preset.
            let _ = method.set(name, value);
        }
        method
    }
}

/// Every preset, in the order of their methods.
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

/// The best of 768 documented readings on the six open corpora (`dehusk tune`, see EVALUATION.md).
const OPEN: [(&str, &str); 5] =
    [("L", "100"), ("P", "20"), ("fill_gaps", "true"), ("count_ws", "true"), ("lines", "keep")];
/// The page sets its own (`dehusk::methods::auto_params`).
const FREE: [(&str, &str); 2] = [("L", "auto"), ("P", "auto")];

/// The best of 162 settings on the six open corpora (`dehusk tune`, see EVALUATION.md).
const THAI_OPEN: [(&str, &str); 5] =
    [("w_text", "1"), ("ar_max", "0.3"), ("few_href", "0"), ("min_len", "20"), ("drop_form", "small")];

const PRESETS: [Preset; 14] = [
    preset(
        "danag-open",
        "danag",
        &OPEN,
        "DANAg in the reading that is best on the open corpora (EVALUATION.md).",
    ),
    preset("danag-free", "danag", &FREE, "DANAg without parameters: each page sets its own."),
    preset(
        "addanag-open",
        "addanag",
        &OPEN,
        "AdDANAg in the reading that is best on the open corpora (EVALUATION.md).",
    ),
    preset("addanag-free", "addanag", &FREE, "AdDANAg without parameters: each page sets its own."),
    preset("tccb-18", "tccb", &[("r", "18")], "TCCB with the narrower range of the R2L authors' tables."),
    preset("licea", "density", &[], "Density under its name in the R2L paper."),
    preset("lqf-50", "lqf", &[("q", "0.5")], "LQF with the middle quota of the tables."),
    preset("lqf-75", "lqf", &[("q", "0.75")], "LQF with the largest quota of the tables."),
    preset(
        "crunch-links",
        "crunch",
        &[("ignore_text_links", "false")],
        "Crunch that keeps links in running text.",
    ),
    preset("cetr-1d", "cetr", &[("mode", "1d")], "CETR that clusters tag ratios alone."),
    preset("cetr-threshold", "cetr", &[("mode", "threshold")], "CETR with a threshold on tag ratios."),
    preset(
        "boilerpipe-density",
        "boilerpipe",
        &[("rule", "density")],
        "boilerpipe's rule on words per line.",
    ),
    preset(
        "thai-form",
        "thai",
        &[("drop_form", "small")],
        "Thai that keeps a form with more than half of the page.",
    ),
    preset(
        "thai-open",
        "thai",
        &THAI_OPEN,
        "Thai in the setting that is best on the open corpora (EVALUATION.md).",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::by_name;

    #[test]
    fn presets_are_what_they_say() {
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
