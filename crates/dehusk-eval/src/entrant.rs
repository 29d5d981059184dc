//! Entrants: methods with their parameters, and other tools' answers. What is typed becomes a list of them.

use dehusk::Options;
use dehusk::methods::{self, Method, Slot};

use crate::answers::Answers;
use crate::error::Error;
use crate::results::EntrantFacts;

/// Names every method and every preset that is not just a method's defaults, but none that was trained: what it answers on pages
/// that it has seen says nothing. Such a method can be named by itself.
const ALL: &str = "all";

/// Between the items of a list given to a parameter, where a comma would end the parameter.
const LIST_SEPARATOR: &str = "+";

/// Whoever answers pages.
#[derive(Debug)]
pub enum Entrant {
    /// A method of dehusk.
    Method {
        /// Its name in tables, see [`Entrant::methods`].
        label: String,
        /// The method with its parameters.
        method: Box<dyn Method>,
    },
    /// Answers of another tool.
    Answers {
        /// The name given to them.
        label: String,
        /// The answers.
        answers: Answers,
    },
}

impl Entrant {
    /// The methods of a list as typed: names separated by commas, each perhaps with parameters after a colon
    /// (`plain,r2l:P=3,split=always,dana`), or `all`. A list inside a parameter is written with `+`. The same
    /// method with the same parameters is taken once.
    ///
    /// Labels are the names and those parameters that were changed.
    ///
    /// ```
    /// use dehusk_eval::Entrant;
    /// let entrants = Entrant::methods("plain,r2l:split=always,P=3,dana,r2l:P=3,split=always")?;
    /// let labels: Vec<&str> = entrants.iter().map(Entrant::label).collect();
    /// assert_eq!(labels, ["plain", "r2l:P=3,split=always", "dana"]);
    /// # Ok::<(), dehusk_eval::Error>(())
    /// ```
    ///
    /// # Errors
    /// Names the method, parameter or value that there is not, and what there is.
    pub fn methods(typed: &str) -> Result<Vec<Entrant>, Error> {
        let mut entrants: Vec<Entrant> = Vec::new();
        for spec in specs(typed)? {
            let made = match (spec.name, spec.params.first()) {
                (ALL, None) => every_method(),
                (ALL, Some((name, _))) => {
                    let line =
                        format!("{ALL} takes no parameters such as {name}; name the methods that have them");
                    return Err(Error::new(line));
                }
                _ => vec![spec.entrant()?],
            };
            for entrant in made {
                if entrants.iter().all(|known| known.label() != entrant.label()) {
                    entrants.push(entrant);
                }
            }
        }
        Ok(entrants)
    }

    /// Its name in tables and files.
    #[must_use]
    pub fn label(&self) -> &str {
        match self {
            Entrant::Method { label, .. } | Entrant::Answers { label, .. } => label,
        }
    }

    /// What reports say about it.
    #[must_use]
    pub fn facts(&self) -> EntrantFacts {
        let label = self.label().to_owned();
        match self {
            Entrant::Method { method, .. } => {
                EntrantFacts { label, params: values(&**method), answers: None }
            }
            Entrant::Answers { answers, .. } => {
                let file = (answers.file().to_owned(), answers.digest().to_owned());
                EntrantFacts { label, params: Vec::new(), answers: Some(file) }
            }
        }
    }
}

fn values(method: &dyn Method) -> Vec<(String, String)> {
    let value = |name: &str| method.get(name).unwrap_or_default();
    method.params().iter().map(|spec| (spec.name.to_owned(), value(spec.name))).collect()
}

/// A method or preset by its name.
///
/// # Errors
/// Names those that there are.
pub(crate) fn method_named(name: &str) -> Result<Box<dyn Method>, Error> {
    let options = Options::new().with_method(name).map_err(|error| Error::new(error.to_string()))?;
    Ok(options.method_value().boxed())
}

fn every_method() -> Vec<Entrant> {
    let untrained = methods::all().iter().filter(|method| !method.is_trained());
    let methods = untrained.map(|method| (method.name(), method.boxed()));
    let presets = methods::presets().iter().map(|preset| (preset.name, preset.build()));
    let presets = presets.filter(|(_, method)| !has_defaults(&**method));
    let entrant = |(name, method): (&str, _)| Entrant::Method { label: name.to_owned(), method };
    methods.chain(presets).map(entrant).collect()
}

fn has_defaults(method: &dyn Method) -> bool {
    method.params().iter().all(|spec| method.get(spec.name).as_deref() == Some(spec.default))
}

/// One method as typed.
struct Spec<'a> {
    name: &'a str,
    params: Vec<(&'a str, &'a str)>,
}

/// Cuts what was typed at commas. A piece `name=value` belongs to the method before it.
fn specs(typed: &str) -> Result<Vec<Spec<'_>>, Error> {
    let mut specs: Vec<Spec<'_>> = Vec::new();
    for piece in typed.split(',').map(str::trim) {
        let (name, first) = split_name(piece);
        if name.is_empty() && first.is_none() {
            return Err(Error::new(format!("{typed:?} names no method between two commas; leave one out")));
        }
        match (name, first, specs.last_mut()) {
            ("", Some(param), Some(spec)) if !spec.params.is_empty() => spec.params.push(pair(param)?),
            ("", Some(param), _) => {
                let line = format!("{param:?} belongs to no method; write it after a colon, as in r2l:P=3");
                return Err(Error::new(line));
            }
            (name, first, _) => {
                let params = first.map(pair).transpose()?.into_iter().collect();
                specs.push(Spec { name, params });
            }
        }
    }
    Ok(specs)
}

/// The method's name, empty in a further parameter, and the parameter.
fn split_name(piece: &str) -> (&str, Option<&str>) {
    let is_parameter = |piece: &str| piece.find('=').is_some_and(|equals| !piece[..equals].contains(':'));
    match piece.split_once(':') {
        _ if is_parameter(piece) => ("", Some(piece)),
        Some((name, param)) => (name, Some(param)),
        None => (piece, None),
    }
}

fn pair(param: &str) -> Result<(&str, &str), Error> {
    let line = || Error::new(format!("{param:?} is no parameter; write it as NAME=VALUE, for example P=3"));
    param.split_once('=').ok_or_else(line)
}

impl Spec<'_> {
    fn entrant(&self) -> Result<Entrant, Error> {
        let unset = method_named(self.name).map_err(|error| Error::new(format!("{error} and {ALL}")))?;
        let mut method = unset.boxed();
        for (index, (name, value)) in self.params.iter().enumerate() {
            if self.params[..index].iter().any(|(earlier, _)| earlier == name) {
                return Err(Error::new(format!(
                    "{}: parameter {name} is given twice; give it once",
                    self.name
                )));
            }
            let is_list = matches!(method.slot(name), Some(Slot::List(_)));
            let value = if is_list { value.replace(LIST_SEPARATOR, ",") } else { (*value).to_owned() };
            method.set(name, &value).map_err(|error| Error::new(error.to_string()))?;
        }
        let label = label(self.name, &*unset, &*method);
        Ok(Entrant::Method { label, method })
    }
}

/// The name and the parameters that differ from what the name alone means, in the order in which they are listed.
fn label(name: &str, unset: &dyn Method, method: &dyn Method) -> String {
    let before_and_after = values(unset).into_iter().zip(values(method));
    let changed = before_and_after.filter(|(before, after)| before != after);
    let changed: Vec<String> =
        changed.map(|(_, (name, value))| format!("{name}={}", value.replace(',', LIST_SEPARATOR))).collect();
    if changed.is_empty() { name.to_owned() } else { format!("{name}:{}", changed.join(",")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_named() {
        for (typed, expected) in [
            ("danagg", "no method \"danagg\"; there are plain, r2l,"),
            ("r2l:Q=3", "method r2l has no parameter \"Q\""),
            ("r2l:P=-1", "parameter P of method r2l takes"),
            ("r2l:P", "\"P\" is no parameter"),
            ("P=3", "\"P=3\" belongs to no method"),
            ("r2l,P=3", "\"P=3\" belongs to no method"),
            ("all:P=3", "all takes no parameters such as P"),
            ("r2l:P=3,P=4", "parameter P is given twice"),
            ("r2l,,dana", "names no method between two commas"),
            ("", "names no method"),
        ] {
            let line = Entrant::methods(typed).unwrap_err().to_string();
            assert!(line.contains(expected), "{typed}: {line}");
        }
    }

    #[test]
    fn all_are_all_methods_and_what_else_has_a_name() {
        let entrants = Entrant::methods("r2l,all").unwrap();
        assert_eq!(entrants[0].label(), "r2l");
        assert!(entrants.len() >= methods::all().len());
        let distinct: std::collections::HashSet<&str> = entrants.iter().map(Entrant::label).collect();
        assert_eq!(distinct.len(), entrants.len());
    }

    #[test]
    fn a_default_that_is_typed_changes_no_label() {
        assert_eq!(Entrant::methods("r2l:P=8").unwrap()[0].label(), "r2l");
    }

    #[test]
    fn values_may_have_colons_and_equals_signs() {
        let specs = specs("danag:gap_rule=gap<=P,x=a:b").unwrap();
        assert_eq!(specs[0].params, [("gap_rule", "gap<=P"), ("x", "a:b")]);
    }
}
