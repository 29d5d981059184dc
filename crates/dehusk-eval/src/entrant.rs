//! Entrants: what is evaluated. An entrant is a method with its parameters, or the answers of another tool.
//! Parses the list of methods given on the command line.

use dehusk::Options;
use dehusk::methods::{self, Method, Slot};

use crate::answers::Answers;
use crate::error::Error;
use crate::results::EntrantFacts;

/// The name that stands for every method, and for every preset that differs from the defaults of its method.
/// Trained methods are left out, because a score on pages that a model was trained on means nothing. They can
/// be named explicitly.
const ALL: &str = "all";

/// Separates the items of a list-valued parameter. A comma would end the parameter.
const LIST_SEPARATOR: &str = "+";

/// A competitor in the evaluation: anything that gives an answer for each page.
#[derive(Debug)]
pub enum Entrant {
    /// A method of dehusk.
    Method {
        /// The name in tables; see [`Entrant::methods`].
        label: String,
        /// The method with its parameters.
        method: Box<dyn Method>,
    },
    /// The answers of another tool.
    Answers {
        /// The name given to the tool.
        label: String,
        /// The answers.
        answers: Answers,
    },
}

impl Entrant {
    /// Parses a list of methods: names separated by commas, each optionally followed by a colon and
    /// parameters (`plain,r2l:P=3,split=always,dana`), or `all`. The items of a list-valued parameter are
    /// separated by `+`. A second item with the same method and the same parameters is dropped.
    ///
    /// A label is the name followed by the parameters that differ from the defaults.
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
    /// Names the unknown method, parameter or value, and lists the known ones.
    pub fn methods(list: &str) -> Result<Vec<Entrant>, Error> {
        let mut entrants: Vec<Entrant> = Vec::new();
        for spec in parse_specs(list)? {
            let named = match (spec.name, spec.params.first()) {
                (ALL, None) => every_method(),
                (ALL, Some((name, _))) => {
                    let line =
                        format!("{ALL} takes no parameters such as {name}; name the methods that have them");
                    return Err(Error::new(line));
                }
                _ => vec![spec.entrant()?],
            };
            for entrant in named {
                if entrants.iter().all(|known| known.label() != entrant.label()) {
                    entrants.push(entrant);
                }
            }
        }
        Ok(entrants)
    }

    /// The name in tables and files.
    #[must_use]
    pub fn label(&self) -> &str {
        match self {
            Entrant::Method { label, .. } | Entrant::Answers { label, .. } => label,
        }
    }

    /// What reports print about the entrant.
    #[must_use]
    pub fn facts(&self) -> EntrantFacts {
        let label = self.label().to_owned();
        match self {
            Entrant::Method { method, .. } => {
                EntrantFacts { label, params: param_values(&**method), answers: None }
            }
            Entrant::Answers { answers, .. } => {
                let file = (answers.file().to_owned(), answers.digest().to_owned());
                EntrantFacts { label, params: Vec::new(), answers: Some(file) }
            }
        }
    }
}

fn param_values(method: &dyn Method) -> Vec<(String, String)> {
    let value = |name: &str| method.get(name).unwrap_or_default();
    method.params().iter().map(|spec| (spec.name.to_owned(), value(spec.name))).collect()
}

/// The method or preset with this name.
///
/// # Errors
/// When the name is unknown; lists the known names.
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

/// One method in the list with its parameters, not yet checked against the known methods.
struct Spec<'a> {
    name: &'a str,
    params: Vec<(&'a str, &'a str)>,
}

/// Splits the list at commas. A piece of the form `name=value` is a parameter of the method before it.
fn parse_specs(list: &str) -> Result<Vec<Spec<'_>>, Error> {
    let mut specs: Vec<Spec<'_>> = Vec::new();
    for piece in list.split(',').map(str::trim) {
        let (name, first) = split_name(piece);
        if name.is_empty() && first.is_none() {
            return Err(Error::new(format!("{list:?} has an empty method name; remove the extra comma")));
        }
        match (name, first, specs.last_mut()) {
            ("", Some(param), Some(spec)) if !spec.params.is_empty() => spec.params.push(parse_param(param)?),
            ("", Some(param), _) => {
                let line =
                    format!("{param:?} does not belong to a method; write it after a colon, as in r2l:P=3");
                return Err(Error::new(line));
            }
            (name, first, _) => {
                let params = first.map(parse_param).transpose()?.into_iter().collect();
                specs.push(Spec { name, params });
            }
        }
    }
    Ok(specs)
}

/// The name of the method and its first parameter. The name is empty if the piece is a further parameter.
fn split_name(piece: &str) -> (&str, Option<&str>) {
    let is_parameter = |piece: &str| piece.find('=').is_some_and(|equals| !piece[..equals].contains(':'));
    match piece.split_once(':') {
        _ if is_parameter(piece) => ("", Some(piece)),
        Some((name, param)) => (name, Some(param)),
        None => (piece, None),
    }
}

fn parse_param(param: &str) -> Result<(&str, &str), Error> {
    let error =
        || Error::new(format!("{param:?} is not a parameter; write it as NAME=VALUE, for example P=3"));
    param.split_once('=').ok_or_else(error)
}

impl Spec<'_> {
    fn entrant(&self) -> Result<Entrant, Error> {
        let default = method_named(self.name).map_err(|error| Error::new(format!("{error} and {ALL}")))?;
        let mut method = default.boxed();
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
        let label = label(self.name, &*default, &*method);
        Ok(Entrant::Method { label, method })
    }
}

/// The name, followed by the parameters whose values differ from `default`, in the order in which the method
/// lists them.
fn label(name: &str, default: &dyn Method, method: &dyn Method) -> String {
    let before_and_after = param_values(default).into_iter().zip(param_values(method));
    let changed = before_and_after.filter(|(before, after)| before != after);
    let changed: Vec<String> =
        changed.map(|(_, (name, value))| format!("{name}={}", value.replace(',', LIST_SEPARATOR))).collect();
    if changed.is_empty() { name.to_owned() } else { format!("{name}:{}", changed.join(",")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_what_is_wrong() {
        for (list, expected) in [
            ("danagg", "no method \"danagg\"; there are plain, r2l,"),
            ("r2l:Q=3", "method r2l has no parameter \"Q\""),
            ("r2l:P=-1", "parameter P of method r2l takes"),
            ("r2l:P", "\"P\" is not a parameter"),
            ("P=3", "\"P=3\" does not belong to a method"),
            ("r2l,P=3", "\"P=3\" does not belong to a method"),
            ("all:P=3", "all takes no parameters such as P"),
            ("r2l:P=3,P=4", "parameter P is given twice"),
            ("r2l,,dana", "has an empty method name"),
            ("", "has an empty method name"),
        ] {
            let line = Entrant::methods(list).unwrap_err().to_string();
            assert!(line.contains(expected), "{list}: {line}");
        }
    }

    #[test]
    fn all_stands_for_methods_and_presets() {
        let entrants = Entrant::methods("r2l,all").unwrap();
        assert_eq!(entrants[0].label(), "r2l");
        assert!(entrants.len() >= methods::all().len());
        let distinct: std::collections::HashSet<&str> = entrants.iter().map(Entrant::label).collect();
        assert_eq!(distinct.len(), entrants.len());
    }

    #[test]
    fn an_explicit_default_does_not_appear_in_the_label() {
        assert_eq!(Entrant::methods("r2l:P=8").unwrap()[0].label(), "r2l");
    }

    #[test]
    fn values_may_contain_colons_and_equals_signs() {
        let specs = parse_specs("danag:gap_rule=gap<=P,x=a:b").unwrap();
        assert_eq!(specs[0].params, [("gap_rule", "gap<=P"), ("x", "a:b")]);
    }
}
