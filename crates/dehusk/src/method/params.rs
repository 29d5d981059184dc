//! Parameters by name: how text such as `P=8` reaches the fields of a method.

use crate::error::Error;
use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::str::FromStr;

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

/// Texts that are built in or given.
pub type List = Cow<'static, [Cow<'static, str>]>;

/// The place of one parameter in a method.
pub enum Slot<'a> {
    /// A whole number within a range.
    Count(&'a mut u32, RangeInclusive<u32>),
    /// The same, or a word that leaves the number to the method.
    CountOr(&'a mut Option<u32>, RangeInclusive<u32>, &'static str),
    /// A number within a range.
    Number(&'a mut f64, RangeInclusive<f64>),
    /// `true` or `false`.
    Flag(&'a mut bool),
    /// One of a few words.
    Word(&'a mut dyn Choice),
    /// Any texts, separated by commas.
    List(&'a mut List),
}

/// Every number above 0.
pub(crate) const POSITIVE: RangeInclusive<f64> = f64::MIN_POSITIVE..=f64::MAX;
/// Every share of a whole.
pub(crate) const SHARE: RangeInclusive<f64> = 0.0..=1.0;
/// Every whole number.
pub(crate) const ANY: RangeInclusive<u32> = 0..=u32::MAX;

impl Slot<'_> {
    /// The value as text.
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

    /// Sets the value from text; false if the text does not fit.
    pub fn set(&mut self, text: &str) -> bool {
        match self {
            Slot::Count(value, range) => store(*value, within(text, range)),
            Slot::CountOr(value, _, word) if text == *word => store(*value, Some(None)),
            Slot::CountOr(value, range, _) => store(*value, within(text, range).map(Some)),
            Slot::Number(value, range) => store(*value, within(text, range)),
            Slot::Flag(value) => store(*value, text.parse().ok()),
            Slot::Word(value) => value.choose(text),
            Slot::List(value) => store(*value, Some(items(text))),
        }
    }
}

fn within<T: FromStr + PartialOrd>(text: &str, range: &RangeInclusive<T>) -> Option<T> {
    text.parse().ok().filter(|number| range.contains(number))
}

fn items(text: &str) -> List {
    let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
    items.map(|item| Cow::Owned(item.to_owned())).collect()
}

fn store<T>(place: &mut T, value: Option<T>) -> bool {
    value.map(|value| *place = value).is_some()
}

pub(crate) fn unknown(method: &str, name: &str, specs: &[ParamSpec]) -> Error {
    let names: Vec<&str> = specs.iter().map(|spec| spec.name).collect();
    let has =
        if names.is_empty() { "it has none".to_owned() } else { format!("it has {}", names.join(", ")) };
    Error::usage(format!("method {method} has no parameter {name:?}; {has}"))
}

pub(crate) fn unfit(method: &str, name: &str, value: &str, specs: &[ParamSpec]) -> Error {
    let takes = specs.iter().find(|spec| spec.name == name).map_or("something else", |spec| spec.values);
    Error::usage(format!("parameter {name} of method {method} takes {takes}, not {value:?}"))
}
