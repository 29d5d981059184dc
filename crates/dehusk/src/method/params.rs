//! Parameters by name: sets the fields of a method from text such as `P=8`, and reads them back.

use crate::error::Error;
use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The description of a parameter, as `dehusk methods` prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParamSpec {
    /// The name, as in the paper if the paper names the parameter.
    pub name: &'static str,
    /// The paper's value, or a documented interpretation if the paper gives none.
    pub default: &'static str,
    /// The allowed values, in words.
    pub values: &'static str,
    /// The effect of the parameter.
    pub doc: &'static str,
}

/// A field of a method whose value is one of a few words.
pub trait Choice {
    /// The allowed words.
    fn words(&self) -> &'static [&'static str];
    /// The word of the current value.
    fn word(&self) -> &'static str;
    /// Sets the value by its word. Returns false if the word is not allowed.
    fn choose(&mut self, word: &str) -> bool;
}

/// Declares an enum whose values are words on the command line.
macro_rules! choice {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident $word:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$doc])* $variant),* }

        impl $crate::method::params::Choice for $name {
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

/// A list of texts, built in or set by the user.
pub type List = Cow<'static, [Cow<'static, str>]>;

/// A mutable reference to the field of one parameter, with its allowed values.
pub enum Slot<'a> {
    /// An integer within a range.
    Count(&'a mut u32, RangeInclusive<u32>),
    /// An integer within a range, or a word that lets the method compute the number itself.
    CountOr(&'a mut Option<u32>, RangeInclusive<u32>, &'static str),
    /// A number within a range.
    Number(&'a mut f64, RangeInclusive<f64>),
    /// `true` or `false`.
    Flag(&'a mut bool),
    /// One of a few words.
    Word(&'a mut dyn Choice),
    /// A list of texts, separated by commas.
    List(&'a mut List),
}

/// The range of all numbers above 0.
pub(crate) const POSITIVE: RangeInclusive<f64> = f64::MIN_POSITIVE..=f64::MAX;
/// The range of all shares, from 0 to 1.
pub(crate) const SHARE: RangeInclusive<f64> = 0.0..=1.0;
/// The range of all non-negative integers.
pub(crate) const ANY: RangeInclusive<u32> = 0..=u32::MAX;

impl Slot<'_> {
    /// Returns the value as text.
    #[must_use]
    pub fn value(&self) -> String {
        match self {
            Slot::Count(value, _) => value.to_string(),
            Slot::CountOr(value, _, word) => value.map_or((*word).to_owned(), |value| value.to_string()),
            Slot::Number(value, _) => value.to_string(),
            Slot::Flag(value) => value.to_string(),
            Slot::Word(value) => value.word().to_owned(),
            Slot::List(value) => value.join(","),
        }
    }

    /// Sets the value from text. Returns false if the text is not an allowed value.
    pub fn set(&mut self, text: &str) -> bool {
        match self {
            Slot::Count(value, range) => store(*value, parse_within(text, range)),
            Slot::CountOr(value, _, word) if text == *word => store(*value, Some(None)),
            Slot::CountOr(value, range, _) => store(*value, parse_within(text, range).map(Some)),
            Slot::Number(value, range) => store(*value, parse_within(text, range)),
            Slot::Flag(value) => store(*value, text.parse().ok()),
            Slot::Word(value) => value.choose(text),
            Slot::List(value) => store(*value, Some(parse_list(text))),
        }
    }
}

fn parse_within<T: FromStr + PartialOrd>(text: &str, range: &RangeInclusive<T>) -> Option<T> {
    text.parse().ok().filter(|number| range.contains(number))
}

fn parse_list(text: &str) -> List {
    let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
    items.map(|item| Cow::Owned(item.to_owned())).collect()
}

fn store<T>(field: &mut T, value: Option<T>) -> bool {
    value.map(|value| *field = value).is_some()
}

pub(crate) fn unknown_parameter(method: &str, name: &str, specs: &[ParamSpec]) -> Error {
    let names: Vec<&str> = specs.iter().map(|spec| spec.name).collect();
    let has =
        if names.is_empty() { "it has none".to_owned() } else { format!("it has {}", names.join(", ")) };
    Error::usage(format!("method {method} has no parameter {name:?}; {has}"))
}

pub(crate) fn invalid_value(method: &str, name: &str, value: &str, specs: &[ParamSpec]) -> Error {
    let takes = specs.iter().find(|spec| spec.name == name).map_or("something else", |spec| spec.values);
    Error::usage(format!("parameter {name} of method {method} takes {takes}, not {value:?}"))
}
