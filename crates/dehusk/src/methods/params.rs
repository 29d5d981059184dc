//! Parameters by name: how text such as `P=8` reaches the fields of a method.

use crate::error::Error;

/// A parameter, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParamSpec {
    /// Its name, as the paper writes it where it names it.
    pub name: &'static str,
    /// The paper's value, or the documented reading where the paper is silent.
    pub default: &'static str,
    /// What it may be.
    pub values: &'static str,
    /// What it does.
    pub doc: &'static str,
}

/// A field of a method that takes one of a few words.
pub trait Choice {
    /// The words.
    fn words(&self) -> &'static [&'static str];
    /// The word it is.
    fn word(&self) -> &'static str;
    /// Becomes the word; false if it is none of them.
    fn choose(&mut self, word: &str) -> bool;
}

/// Declares an enum whose values are words on the command line.
macro_rules! choice {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident $word:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$doc])* $variant),* }

        impl $crate::methods::params::Choice for $name {
            fn words(&self) -> &'static [&'static str] {
                &[$($word),*]
            }

            fn word(&self) -> &'static str {
                match self { $($name::$variant => $word),* }
            }

            fn choose(&mut self, word: &str) -> bool {
                *self = match word { $($word => $name::$variant,)* _ => return false };
                true
            }
        }
    };
}
pub(crate) use choice;

/// The place of one parameter in a method.
pub enum Slot<'a> {
    /// A whole number, at least the second one.
    Count(&'a mut u32, u32),
    /// A positive number.
    Ratio(&'a mut f64),
    /// `true` or `false`.
    Flag(&'a mut bool),
    /// One of a few words.
    Word(&'a mut dyn Choice),
}

impl Slot<'_> {
    /// The value as text.
    #[must_use]
    pub fn value(&self) -> String {
        match self {
            Slot::Count(value, _) => value.to_string(),
            Slot::Ratio(value) => value.to_string(),
            Slot::Flag(value) => value.to_string(),
            Slot::Word(value) => value.word().to_owned(),
        }
    }

    /// Sets the value from text; false if the text does not fit.
    pub fn set(&mut self, text: &str) -> bool {
        match self {
            Slot::Count(value, least) => {
                let least = *least;
                store(*value, text.parse().ok().filter(|number| *number >= least))
            }
            Slot::Ratio(value) => {
                store(*value, text.parse().ok().filter(|number: &f64| *number > 0.0 && number.is_finite()))
            }
            Slot::Flag(value) => store(*value, text.parse().ok()),
            Slot::Word(value) => value.choose(text),
        }
    }
}

fn store<T>(place: &mut T, value: Option<T>) -> bool {
    value.map(|value| *place = value).is_some()
}

pub(super) fn unknown(method: &str, name: &str, specs: &[ParamSpec]) -> Error {
    let names: Vec<&str> = specs.iter().map(|spec| spec.name).collect();
    let has =
        if names.is_empty() { "it has none".to_owned() } else { format!("it has {}", names.join(", ")) };
    Error::usage(format!("method {method} has no parameter {name:?}; {has}"))
}

pub(super) fn unfit(method: &str, name: &str, value: &str, specs: &[ParamSpec]) -> Error {
    let takes = specs.iter().find(|spec| spec.name == name).map_or("something else", |spec| spec.values);
    Error::usage(format!("parameter {name} of method {method} takes {takes}, not {value:?}"))
}
