//! The settings to try: every combination of values of some parameters of one method.

use dehusk::methods::Method;

use crate::entrant::method_named;
use crate::error::Error;

/// Maximum number of settings. Chosen by hand: more are probably a typing error.
const MAX_SETTINGS: usize = 20_000;

/// A parameter and the values to try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The parameter.
    pub name: String,
    /// The values, in the order in which they are tried.
    pub values: Vec<String>,
}

/// A method with every combination of some values of its parameters.
#[derive(Debug)]
pub struct Grid {
    name: String,
    axes: Vec<Axis>,
    settings: Vec<Box<dyn Method>>,
    default: Option<usize>,
}

impl Grid {
    /// Builds the grid of a method or preset from parameter specifications such as `P=1..20`, `L=20..100/20`
    /// or `snap=block,none`. Ranges include both ends; the number after a slash is the step.
    ///
    /// ```
    /// use dehusk_eval::tune::Grid;
    /// let grid = Grid::new("danag", &["L=40..80/20", "seed_rule=area,column"])?;
    /// assert_eq!((grid.len(), grid.label(0)), (6, "L=40,seed_rule=area".to_owned()));
    /// # Ok::<(), dehusk_eval::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the method, a parameter, a value or a range is invalid, or there are too many settings.
    pub fn new(method: &str, params: &[impl AsRef<str>]) -> Result<Grid, Error> {
        let default = method_named(method)?;
        let axes = params.iter().map(|param| axis(param.as_ref())).collect::<Result<Vec<_>, _>>()?;
        if let Some(twice) =
            (1..axes.len()).find(|at| axes[..*at].iter().any(|axis| axis.name == axes[*at].name))
        {
            return Err(Error::new(format!(
                "parameter {} is given twice; list all its values once",
                axes[twice].name
            )));
        }
        let count = axes.iter().try_fold(1usize, |count, axis| count.checked_mul(axis.values.len()));
        if !count.is_some_and(|count| (1..=MAX_SETTINGS).contains(&count)) {
            return Err(Error::new(format!(
                "the values give more than {MAX_SETTINGS} settings; try fewer values at once"
            )));
        }
        let mut grid = Grid { name: method.to_owned(), axes, settings: vec![default.boxed()], default: None };
        for axis in &grid.axes {
            grid.settings = crossed(&grid.settings, axis)?;
        }
        let is_default = |setting: &dyn Method| {
            grid.axes.iter().all(|axis| setting.get(&axis.name) == default.get(&axis.name))
        };
        grid.default = grid.settings.iter().position(|setting| is_default(&**setting));
        Ok(grid)
    }

    /// The name of the method or preset.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The parameters and their values.
    #[must_use]
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The number of settings: at least one.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a grid is never empty")]
    pub fn len(&self) -> usize {
        self.settings.len()
    }

    /// The method of a setting.
    #[must_use]
    pub fn setting(&self, index: usize) -> &dyn Method {
        &*self.settings[index]
    }

    /// The index of the setting with the default parameters, if it is in the grid.
    #[must_use]
    pub fn default(&self) -> Option<usize> {
        self.default
    }

    /// The values of a setting, in the order of the axes.
    #[must_use]
    pub fn values(&self, index: usize) -> Vec<(String, String)> {
        let value =
            |axis: &Axis| (axis.name.clone(), self.settings[index].get(&axis.name).unwrap_or_default());
        self.axes.iter().map(value).collect()
    }

    /// The values of a setting as text: `L=65,P=20`.
    #[must_use]
    pub fn label(&self, index: usize) -> String {
        let pairs = self.values(index).into_iter().map(|(name, value)| format!("{name}={value}"));
        pairs.collect::<Vec<_>>().join(",")
    }
}

/// Combines every setting with every value of one further parameter. The last parameter varies fastest.
fn crossed(settings: &[Box<dyn Method>], axis: &Axis) -> Result<Vec<Box<dyn Method>>, Error> {
    let mut crossed = Vec::with_capacity(settings.len() * axis.values.len());
    for setting in settings {
        for value in &axis.values {
            let mut setting = setting.boxed();
            setting.set(&axis.name, value).map_err(|error| Error::new(error.to_string()))?;
            crossed.push(setting);
        }
    }
    Ok(crossed)
}

/// Parses a parameter specification such as `P=1..20`.
fn axis(spec: &str) -> Result<Axis, Error> {
    let error = || {
        Error::new(format!("{spec:?} is not a parameter with values; write it as P=1..20 or snap=block,none"))
    };
    let (name, list) =
        spec.split_once('=').filter(|(name, list)| !name.is_empty() && !list.is_empty()).ok_or_else(error)?;
    let mut values = Vec::new();
    for item in list.split(',').map(str::trim) {
        match item.split_once("..") {
            Some((first, rest)) => values.extend(range(first, rest).ok_or_else(|| not_a_range(item))?),
            None => values.push(item.to_owned()),
        }
        if values.len() > MAX_SETTINGS {
            return Err(Error::new(format!(
                "{spec:?} has more than {MAX_SETTINGS} values; try fewer at once"
            )));
        }
    }
    let mut seen = std::collections::HashSet::new();
    values.retain(|value| seen.insert(value.clone()));
    Ok(Axis { name: name.trim().to_owned(), values })
}

/// The integers of a range from `first`; `rest` is the end of the range, optionally followed by a slash and
/// the step.
fn range(first: &str, rest: &str) -> Option<Vec<String>> {
    let (last, step) = rest.split_once('/').unwrap_or((rest, "1"));
    let (first, last, step): (u32, u32, usize) =
        (first.parse().ok()?, last.parse().ok()?, step.parse().ok()?);
    let values = (first..=last).step_by(if step > 0 { step } else { return None });
    (first <= last).then(|| values.take(MAX_SETTINGS + 1).map(|value| value.to_string()).collect())
}

fn not_a_range(item: &str) -> Error {
    Error::new(format!(
        "{item:?} is not a range of integers; write it as 1..20, or 20..100/20 for steps of 20"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_lists_and_words_are_combined_in_order() {
        let grid = Grid::new("danag", &["P=1..3,9", "snap=block,none,block"]).unwrap();
        let labels: Vec<String> = (0..grid.len()).map(|index| grid.label(index)).collect();
        assert_eq!(labels[..3], ["P=1,snap=block", "P=1,snap=none", "P=2,snap=block"]);
        assert_eq!((labels.len(), labels.last().unwrap().as_str()), (8, "P=9,snap=none"));
        assert_eq!(grid.default(), None);
        assert_eq!(Grid::new("r2l", &["P=1..20"]).unwrap().default(), Some(7));
    }

    #[test]
    fn errors_name_what_is_wrong() {
        for (method, param, expected) in [
            ("nosuch", "P=1", "no method \"nosuch\"; there are plain"),
            ("r2l", "P", "\"P\" is not a parameter with values"),
            ("r2l", "P=", "is not a parameter with values"),
            ("r2l", "P=3..1", "\"3..1\" is not a range"),
            ("r2l", "P=1..9/0", "\"1..9/0\" is not a range"),
            ("r2l", "P=a..b", "is not a range"),
            ("r2l", "P=1..4000000000", "more than 20000 values"),
            ("r2l", "Q=1..2", "method r2l has no parameter \"Q\""),
            ("r2l", "split=maybe", "parameter split of method r2l takes"),
        ] {
            let line = Grid::new(method, &[param]).unwrap_err().to_string();
            assert!(line.contains(expected), "{method} {param}: {line}");
        }
        let twice = Grid::new("r2l", &["P=1", "P=2"]).unwrap_err().to_string();
        assert!(twice.contains("given twice"), "{twice}");
        let many = Grid::new("danag", &["P=1..200", "L=10..200"]).unwrap_err().to_string();
        assert!(many.contains("more than 20000 settings"), "{many}");
    }
}
