//! Names the option of a run that is not the same as in its manifest.

use std::collections::BTreeMap;

/// The options without a value: their name in the manifest, the value that means that they are not given, and the option.
const FLAGS: [(&str, &str, &str); 7] = [
    ("links", "true", "--no-links"),
    ("images", "true", "--no-images"),
    ("comments", "true", "--no-comments"),
    ("tables", NOT_GIVEN, "--no-tables"),
    ("data_images", "false", "--data-images"),
    ("lists", "false", "--list-marks"),
    ("rows", "false", "--table-rows"),
];
/// The options with a value that have another name in the manifest.
const RENAMED: [(&str, &str); 8] = [
    ("timeout_ns", "--timeout-ms"),
    ("max_bytes", "--max-record-bytes"),
    ("languages", "--language"),
    ("metadata", "--with metadata"),
    ("markdown", "--with markdown"),
    ("html", "--with html"),
    ("parts", "--with"),
    ("json_fields", "the list of fields"),
];
/// The options with a value that have the same name in the manifest, with `_`. All others are parameters of the method.
const SAME: [&str; 16] = [
    "method",
    "select",
    "exclude",
    "hidden",
    "invisible",
    "title",
    "max_depth",
    "max_elements",
    "max_output",
    "max_memory",
    "max_record_bytes",
    "html_column",
    "url_column",
    "id_column",
    "columns",
    "part_bytes",
];
/// What follows from other options and has no name of its own.
const DERIVED: [&str; 2] = ["address", "addresses"];
/// The options that are written only if they have another value than these.
const DEFAULTS: [(&str, &str); 6] = [
    ("title", "auto"),
    ("invisible", "keep"),
    ("url_column", "url"),
    ("id_column", "id"),
    ("markdown", "false"),
    ("html", "false"),
];
/// The value of an option that is not written and has no fixed default.
const NOT_GIVEN: &str = "not given";
const NANOSECONDS_PER_MILLISECOND: u128 = 1_000_000;

/// The clause about the first option that differs, given both lists as `name=value;name=value`. None if all that is written is the same.
pub(super) fn changed_option(was: &str, is: &str) -> Option<String> {
    let (was, is) = (values(was), values(is));
    // Another method has other parameters.
    let names = ["method"].into_iter().chain(was.keys().chain(is.keys()).copied());
    names.filter(|name| !DERIVED.contains(name)).find_map(|name| {
        let [was, is] = [&was, &is].map(|values| value(name, values));
        (was != is).then(|| clause(name, &was, &is))
    })
}

/// The values by name. Those of an option that is given several times are joined.
fn values(list: &str) -> BTreeMap<&str, String> {
    let mut values = BTreeMap::new();
    for (name, value) in list.split(';').filter_map(|pair| pair.split_once('=')) {
        let joined: &mut String = values.entry(name).or_default();
        joined.push_str(if joined.is_empty() { "" } else { ", " });
        joined.push_str(value);
    }
    values
}

/// The value of an option, in the unit of the command line. A flag that is not written is not given.
fn value(name: &str, values: &BTreeMap<&str, String>) -> String {
    let value = values.get(name).map_or_else(|| unwritten(name), String::as_str);
    match (name, value.parse::<u128>()) {
        ("timeout_ns", Ok(nanoseconds)) => (nanoseconds / NANOSECONDS_PER_MILLISECOND).to_string(),
        // No limit is 0 on the command line.
        ("timeout_ns", Err(_)) => "0".to_owned(),
        ("columns", _) => columns(value),
        _ => value.to_owned(),
    }
}

/// The value of an option that is not written.
fn unwritten(name: &str) -> &'static str {
    let of_flag = FLAGS.iter().find(|(flag, ..)| *flag == name).map(|(_, absent, _)| *absent);
    let default = || DEFAULTS.iter().find(|(own, _)| *own == name).map(|(_, default)| *default);
    of_flag.or_else(default).unwrap_or(NOT_GIVEN)
}

/// The names of columns as they are typed. They are written as a list of Rust, or as `None` if no option names them.
fn columns(written: &str) -> String {
    match written.strip_prefix("Some([").and_then(|rest| rest.strip_suffix("])")) {
        None => NOT_GIVEN.to_owned(),
        Some("") => "none".to_owned(),
        Some(names) => names.replace('"', "").replace(", ", ","),
    }
}

fn clause(name: &str, was: &str, is: &str) -> String {
    if let Some((_, absent, flag)) = FLAGS.iter().find(|(flag, ..)| *flag == name) {
        return if was == *absent {
            format!("{flag} is new")
        } else {
            format!("{flag} was given, and is not now")
        };
    }
    let renamed = RENAMED.iter().find(|(own, _)| *own == name).map(|(_, option)| (*option).to_owned());
    let option = renamed.unwrap_or_else(|| match SAME.contains(&name) {
        true => format!("--{}", name.replace('_', "-")),
        false => format!("--param {name}"),
    });
    match is {
        NOT_GIVEN => format!("{option} was {was} and is not given now"),
        is => format!("{option} was {was} and is now {is}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_that_differs_is_named() {
        let was = "method=grain;focus=balanced;timeout_ns=10000000000;max_bytes=9;markdown=true;html=false;address=None;\
                   0a1b;metadata=false;html_column=html;columns=Some([\"c\"]);part_bytes=20";
        for (old, new, expected) in [
            ("part_bytes=20", "part_bytes=30", "--part-bytes was 20 and is now 30"),
            ("html_column=html", "html_column=body", "--html-column was html and is now body"),
            ("metadata=false", "metadata=true", "--with metadata was false and is now true"),
            ("focus=balanced", "focus=recall", "--param focus was balanced and is now recall"),
            ("method=grain;focus=balanced", "method=r2l;P=8", "--method was grain and is now r2l"),
            ("10000000000", "2000000000", "--timeout-ms was 10000 and is now 2000"),
            ("None", "None;links=false;images=true;data_images=false", "--no-links is new"),
            ("html=false;", "html=false;languages=de;", "--language was not given and is now de"),
            ("None;", "None;title=in;", "--title was auto and is now in"),
            ("None;", "None;invisible=strip;", "--invisible was keep and is now strip"),
            ("None;", "None;url_column=link;", "--url-column was url and is now link"),
            ("Some([\"c\"])", "Some([\"a\", \"b\"])", "--columns was c and is now a,b"),
            ("Some([\"c\"])", "Some([])", "--columns was c and is now none"),
            ("10000000000", "none", "--timeout-ms was 10000 and is now 0"),
            ("columns=Some([\"c\"])", "columns=None", "--columns was c and is not given now"),
            (
                "max_bytes=9",
                "max_bytes=9;select=\"p\";select=\"b\"",
                "--select was not given and is now \"p\", \"b\"",
            ),
        ] {
            assert_eq!(changed_option(was, &was.replacen(old, new, 1)).as_deref(), Some(expected));
        }
        let without_links = format!("{was};links=false");
        assert_eq!(
            changed_option(&without_links, was).as_deref(),
            Some("--no-links was given, and is not now")
        );
        assert_eq!(changed_option(was, &was.replace("0a1b", "0a1c")), None);
    }
}
