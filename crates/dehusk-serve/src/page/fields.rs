//! The options of a request by name. They come from the query, from JSON or from a form; in a query and a form all values are text.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::sync::LazyLock;
use std::time::Duration;

use dehusk_record::Settings;
use serde_json::{Map, Value};
use url::form_urlencoded;

use crate::config::Limits;
use crate::problem::Problem;
use crate::work::fetching::FetchTerms;

/// The options of an extraction with their defaults, which show which of them are switches and lists.
static DEFAULTS: LazyLock<Value> =
    LazyLock::new(|| serde_json::to_value(Settings::default()).unwrap_or_default());
/// Lists whose text is separated by commas. Of the others, each text is one item.
pub(crate) const COMMA_LISTS: [&str; 3] = ["with", "methods", "languages"];
/// Options of the record that are numbers, if they are given as text, with the least that `dehusk extract` takes.
const NUMBERS: [(&str, u64); 6] = [
    ("timeout_ms", 0),
    ("max_bytes", 1),
    ("max_depth", 1),
    ("max_elements", 1),
    ("max_output", 1),
    ("max_memory", 1),
];

/// The options of a request. What a handler takes is gone; what nobody takes is an error.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Fields {
    given: Map<String, Value>,
    /// The names that handlers have asked for, given or not, for messages.
    asked: BTreeSet<String>,
}

impl Fields {
    /// The options of a query, or of a form that is written like one.
    pub(crate) fn from_query(query: &str) -> Result<Fields, Problem> {
        let mut fields = Fields::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            fields.add_text(&name, &value)?;
        }
        Ok(fields)
    }

    /// Adds an option as text.
    pub(crate) fn add_text(&mut self, name: &str, value: &str) -> Result<(), Problem> {
        let values: Vec<Value> = match name {
            _ if COMMA_LISTS.contains(&name) => value.split(',').map(|item| item.trim().into()).collect(),
            _ if name == "param" || DEFAULTS[name].is_array() => vec![value.into()],
            _ if self.given.contains_key(name) => {
                return Err(Problem::bad_request(format!("the option {name:?} is given twice")));
            }
            _ => {
                self.given.insert(name.to_owned(), value.into());
                return Ok(());
            }
        };
        match self.given.entry(name).or_insert_with(|| Value::Array(Vec::new())) {
            Value::Array(list) => list.extend(values),
            other => *other = Value::Array(values),
        }
        Ok(())
    }

    /// Sets an option as text, whatever it was before.
    pub(crate) fn replace(&mut self, name: &str, value: &str) {
        self.given.insert(name.to_owned(), value.into());
    }

    /// The options of a JSON object.
    pub(crate) fn from_json(json: &[u8]) -> Result<Fields, Problem> {
        match serde_json::from_slice(json) {
            Ok(Value::Object(given)) => Ok(Fields { given, ..Fields::default() }),
            Ok(_) => {
                Err(Problem::bad_request("the JSON is not an object; send {\"html\": …} or {\"url\": …}"))
            }
            Err(error) => Err(Problem::bad_request(format!("the JSON is invalid: {error}"))),
        }
    }

    /// Adds all options of another request part. They replace those with the same names.
    pub(crate) fn extend(&mut self, other: Fields) {
        self.given.extend(other.given);
    }

    /// All options as JSON, in the order of their names: equal options give equal bytes.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(&self.given).unwrap_or_default()
    }

    fn take(&mut self, name: &str) -> Option<Value> {
        self.asked.insert(name.to_owned());
        self.given.remove(name).filter(|value| !value.is_null())
    }

    /// Takes a text or, as a form and a query do not tell them apart, a number.
    pub(crate) fn text(&mut self, name: &str) -> Result<Option<String>, Problem> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            Some(other) => Err(not_string(name, &other)),
        }
    }

    /// Takes a text that no number stands for.
    pub(crate) fn string(&mut self, name: &str) -> Result<Option<String>, Problem> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(not_string(name, &other)),
        }
    }

    /// Takes a text that stands for a value.
    pub(crate) fn parsed<T>(
        &mut self,
        name: &str,
        parse: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<Option<T>, Problem> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        parse(&text).map(Some).map_err(|error| Problem::bad_request(format!("{name}: {error}")))
    }

    /// Takes one of some words.
    pub(crate) fn word<T: Copy>(&mut self, name: &str, words: &[(&str, T)]) -> Result<Option<T>, Problem> {
        self.parsed(name, |text| {
            let found = words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
            let known = || words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ");
            found.ok_or_else(|| format!("{text:?} is not one of {}", known()))
        })
    }

    /// Takes a whole number in a range.
    pub(crate) fn number<N: TryFrom<u64> + PartialOrd + Display>(
        &mut self,
        name: &str,
        range: RangeInclusive<N>,
    ) -> Result<Option<N>, Problem> {
        let number: Option<u64> = match self.take(name) {
            None => return Ok(None),
            Some(Value::String(text)) => text.parse().ok(),
            Some(value) => value.as_u64(),
        };
        let (min, max) = range.into_inner();
        let number = number.and_then(|number| N::try_from(number).ok());
        match number.filter(|number| (&min..=&max).contains(&number)) {
            Some(number) => Ok(Some(number)),
            None => Err(Problem::bad_request(format!("{name} is not a whole number from {min} to {max}"))),
        }
    }

    /// Takes a switch, which is off if it is not given. A name without a value, as in `?explain`, is on.
    pub(crate) fn switch(&mut self, name: &str) -> Result<bool, Problem> {
        match self.take(name) {
            None => Ok(false),
            Some(value) => as_switch(&value)
                .ok_or_else(|| Problem::bad_request(format!("{name} is neither true nor false"))),
        }
    }

    /// Takes a list of texts. A single text is a list of one.
    pub(crate) fn list(&mut self, name: &str) -> Result<Vec<String>, Problem> {
        let wrong = || Problem::bad_request(format!("{name} is not a list of texts"));
        match self.take(name) {
            None => Ok(Vec::new()),
            Some(Value::String(text)) if COMMA_LISTS.contains(&name) => {
                Ok(text.split(',').map(|item| item.trim().to_owned()).collect())
            }
            Some(Value::String(text)) => Ok(vec![text]),
            Some(Value::Array(items)) => {
                items.into_iter().map(|item| item.as_str().map(str::to_owned).ok_or_else(wrong)).collect()
            }
            Some(_) => Err(wrong()),
        }
    }

    /// Takes all options of an extraction, which are those that are left. Limits can only be made smaller than those of the server.
    pub(crate) fn settings(&mut self, limits: &Limits) -> Result<Settings, Problem> {
        self.complete_types()?;
        self.refuse_unknown()?;
        let given = Value::Object(std::mem::take(&mut self.given));
        let mut settings: Settings = serde_json::from_value(given)
            .map_err(|error| Problem::bad_request(format!("options: {error}")))?;
        cap(&mut settings, limits)?;
        Ok(settings)
    }

    /// Refuses an option that is neither one of an extraction nor one that was asked for. The problem lists both.
    fn refuse_unknown(&self) -> Result<(), Problem> {
        let is_unknown = |name: &&String| DEFAULTS.get(name.as_str()).is_none();
        let Some(name) = self.given.keys().find(is_unknown) else { return Ok(()) };
        let of_extraction = DEFAULTS.as_object().into_iter().flat_map(Map::keys);
        let known: BTreeSet<&str> = of_extraction.chain(&self.asked).map(String::as_str).collect();
        let known: Vec<&str> = known.into_iter().collect();
        Err(Problem::bad_request(format!("there is no option {name:?} here; there are {}", known.join(", "))))
    }

    /// Gives options that were sent as text the types that they have in JSON, and lists with one text the form of a list.
    fn complete_types(&mut self) -> Result<(), Problem> {
        for param in self.list("param")? {
            let Some((name, value)) = param.split_once('=') else {
                return Err(Problem::bad_request("write param as NAME=VALUE, for example param=P=8"));
            };
            let params = self.given.entry("params").or_insert_with(|| Value::Object(Map::new()));
            let Some(params) = params.as_object_mut() else {
                return Err(Problem::bad_request("params is not an object"));
            };
            params.insert(name.to_owned(), value.into());
        }
        for (name, default) in DEFAULTS.as_object().into_iter().flatten() {
            let value = match default {
                Value::Bool(_) => self.switch(name)?.into(),
                Value::Array(_) if name == "languages" => self.languages()?.into(),
                Value::Array(_) => self.list(name)?.into(),
                _ => continue,
            };
            self.given.insert(name.clone(), value);
        }
        for (name, min) in NUMBERS {
            if let Some(number) = self.number(name, min..=u64::MAX)? {
                self.given.insert(name.to_owned(), number.into());
            }
        }
        Ok(())
    }

    /// Takes the languages, which `dehusk extract` calls `language`.
    fn languages(&mut self) -> Result<Vec<String>, Problem> {
        let mut languages = self.list("languages")?;
        for text in self.list("language")? {
            languages.extend(text.split(',').map(|item| item.trim().to_owned()));
        }
        Ok(languages)
    }

    /// Takes the options `fetch_timeout_ms` and `reload` of a fetch.
    pub(crate) fn fetch_terms(&mut self) -> Result<FetchTerms, Problem> {
        let timeout = self.number("fetch_timeout_ms", 1..=u64::MAX)?.map(Duration::from_millis);
        Ok(FetchTerms { timeout, reload: self.switch("reload")?, ..FetchTerms::default() })
    }

    /// Whether an option is given.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.given.get(name).is_some_and(|value| !value.is_null())
    }

    /// A text, or a number as text, that stays.
    pub(crate) fn peek(&self, name: &str) -> Option<String> {
        match self.given.get(name)? {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    /// Takes a value as it is.
    pub(crate) fn value(&mut self, name: &str) -> Option<Value> {
        self.take(name)
    }
}

/// The problem of an option that has to be a text.
fn not_string(name: &str, value: &Value) -> Problem {
    let what = match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    };
    Problem::bad_request(format!("{name} is {what}, but has to be a string"))
}

fn as_switch(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(on) => Some(*on),
        Value::String(text) => match text.as_str() {
            "" | "true" | "1" | "yes" | "on" => Some(true),
            "false" | "0" | "no" | "off" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// Refuses limits above those of the server, and sets those whose default is lower here. A limit that is added to the core does not
/// compile until it is capped here too.
fn cap(settings: &mut Settings, limits: &Limits) -> Result<(), Problem> {
    let default = dehusk::budget::Limits::default();
    let max_memory = default.memory_for(limits.max_body_bytes);
    let dehusk::budget::Limits {
        timeout: _,
        max_bytes: _,
        max_depth,
        max_elements,
        max_output,
        max_memory: _,
    } = default;
    for (name, given, max) in [
        ("max_depth", settings.max_depth, max_depth),
        ("max_elements", settings.max_elements, max_elements),
        ("max_output", settings.max_output, max_output),
        // What the largest page may take if nothing is given. Without a value, a page may take what belongs to its own size.
        ("max_memory", settings.max_memory, max_memory),
    ] {
        smaller(name, given, max)?;
    }
    let max_ms = u64::try_from(limits.extract_timeout.as_millis()).unwrap_or(u64::MAX);
    settings.timeout_ms = Some(smaller("timeout_ms", settings.timeout_ms.filter(|ms| *ms > 0), max_ms)?);
    settings.max_bytes = Some(smaller("max_bytes", settings.max_bytes, limits.max_body_bytes)?);
    Ok(())
}

/// A limit that a client gives, which must not exceed that of the server.
fn smaller<N: PartialOrd + Copy + std::fmt::Display>(
    name: &str,
    given: Option<N>,
    max: N,
) -> Result<N, Problem> {
    match given {
        Some(given) if given > max => {
            Err(Problem::bad_request(format!("{name} is {given}, and this server allows at most {max}")))
        }
        Some(given) => Ok(given),
        None => Ok(max),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(query: &str) -> Result<Settings, String> {
        let mut fields = Fields::from_query(query).map_err(|problem| problem.detail)?;
        fields.settings(&Limits::default()).map_err(|problem| problem.detail)
    }

    #[test]
    fn a_query_and_json_mean_the_same() {
        let query = "method=danag&param=P%3D8&with=links,blocks&languages=de,fr&select=a&select=b%2Cc&no_links&max_depth=9&explain=1";
        let json = br#"{"method": "danag", "params": {"P": "8"}, "with": ["links", "blocks"], "languages": ["de", "fr"],
                        "select": ["a", "b,c"], "no_links": true, "max_depth": 9, "explain": true}"#;
        let of_json = Fields::from_json(json).unwrap().settings(&Limits::default()).unwrap();
        assert_eq!(format!("{:?}", settings(query).unwrap()), format!("{of_json:?}"));
    }

    #[test]
    fn language_is_another_name_of_languages() {
        let languages = |query: &str| settings(query).unwrap().languages;
        assert_eq!(languages("language=de,fr"), languages("languages=de,fr"));
        assert_eq!(languages("language=de&languages=fr"), ["fr", "de"]);
    }

    #[test]
    fn unknown_names_are_told_those_that_the_handler_takes() {
        let mut fields = Fields::from_query("format=md&fromat=md").unwrap();
        assert_eq!(fields.text("format").unwrap().as_deref(), Some("md"));
        let problem = fields.settings(&Limits::default()).unwrap_err().detail;
        assert!(problem.contains("\"fromat\"") && problem.contains(", format, "), "{problem}");
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (query, expected) in [
            ("colour=red", "there is no option \"colour\" here; there are data_images, exclude, "),
            ("colour=red", ", method, "),
            ("colour=red", ", param, "),
            ("method=a&method=b", "given twice"),
            ("with=nothing", "nothing"),
            ("no_links=maybe", "no_links is neither true nor false"),
            ("max_depth=-1", "max_depth is not a whole number"),
            ("max_depth=18446744073709551616", "max_depth is not a whole number"),
            ("max_bytes=0", "max_bytes is not a whole number from 1 to"),
            ("max_depth=0", "max_depth is not a whole number from 1 to"),
            ("max_elements=0", "max_elements is not a whole number from 1 to"),
            ("max_output=0", "max_output is not a whole number from 1 to"),
            ("max_memory=0", "max_memory is not a whole number from 1 to"),
            ("param=P", "NAME=VALUE"),
            ("timeout_ms=999999", "at most 5000"),
            ("max_elements=999999999999", "max_elements is 999999999999"),
            ("max_memory=100000000000000", "max_memory is 100000000000000, and this server allows at most"),
            ("title=maybe", "maybe"),
        ] {
            let error = settings(query).unwrap_err();
            assert!(error.contains(expected), "{query}: {error}");
        }
        for json in ["[1]", "{", "\"\\ud800\"", "{\"a\": 1e999}", ""] {
            assert!(Fields::from_json(json.as_bytes()).is_err(), "{json}");
        }
        assert!(Fields::from_json(b"{\"html\": \"\xff\"}").is_err());
    }

    #[test]
    fn a_number_is_in_its_range() {
        let wrong = || Err("n is not a whole number from 1 to 9".to_owned());
        for (query, expected) in [
            ("", Ok(None)),
            ("n=1", Ok(Some(1))),
            ("n=9", Ok(Some(9))),
            ("n=0", wrong()),
            ("n=10", wrong()),
            ("n=256", wrong()),
            ("n=1.5", wrong()),
            ("n=-1", wrong()),
        ] {
            let number = Fields::from_query(query).unwrap().number("n", 1..=9_u8);
            assert_eq!(number.map_err(|problem| problem.detail), expected, "{query}");
        }
        for (query, is_right) in [("fetch_timeout_ms=0", false), ("fetch_timeout_ms=1", true)] {
            assert_eq!(Fields::from_query(query).unwrap().fetch_terms().is_ok(), is_right, "{query}");
        }
    }

    #[test]
    fn limits_can_only_be_made_smaller() {
        let limits = Limits::default();
        let ms = limits.extract_timeout.as_millis() as u64;
        for (query, expected) in [("", ms), ("timeout_ms=0", ms), ("timeout_ms=7", 7)] {
            assert_eq!(settings(query).unwrap().timeout_ms, Some(expected), "{query}");
        }
        assert_eq!(settings("").unwrap().max_bytes, Some(limits.max_body_bytes));
        // As much as the largest page takes by default; nothing given leaves it to the size of the page.
        let max = limits.max_body_bytes * dehusk::budget::Limits::MEMORY_PER_BYTE;
        let memory = |query: &str| settings(query).map(|settings| settings.max_memory);
        assert_eq!((memory(""), memory(&format!("max_memory={max}"))), (Ok(None), Ok(Some(max))));
        assert!(memory(&format!("max_memory={}", max + 1)).is_err());
    }
}
