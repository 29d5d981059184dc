//! The public test suites of html5lib for the tokenizer and the encoding prescan. Every case that fails must be listed, with its
//! reason, in `conformance_unmatched.txt`. A listed case that passes is an error too.

use crate::shared;
use dehusk::markup::{Decode, Doctype, Tag, Token, TokenKind, Tokenizer};
use dehusk::source::Source;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

const UNMATCHED: &str = include_str!("conformance_unmatched.txt");

/// Returns the listed cases as `file: description`, without the reason that follows on the same line.
fn listed_failures() -> BTreeSet<String> {
    let cases = UNMATCHED.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    cases.map(|line| line.rsplit_once(": ").expect("a reason").0.to_owned()).collect()
}

#[test]
fn tokens_match_the_html5lib_suite() {
    let Some(folder) = shared::conformance() else { return };
    let mut unmatched = BTreeSet::new();
    let (mut cases, mut matched) = (0, 0);
    for file in files(&folder.join("tokenizer"), "test") {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let suite: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        let tests = suite.as_object().unwrap().values().next().unwrap().as_array().unwrap();
        for test in tests {
            let states =
                test["initialStates"].as_array().cloned().unwrap_or_else(|| vec![json!("Data state")]);
            for state in states {
                cases += 1;
                if matches(test, state.as_str().unwrap()) {
                    matched += 1;
                } else {
                    unmatched.insert(format!("{name}: {}", test["description"].as_str().unwrap()));
                }
            }
        }
    }
    println!("html5lib tokenizer suite: {matched} of {cases} cases match");
    let listed_failures = listed_failures();
    let missing: Vec<_> = unmatched.difference(&listed_failures).take(20).collect();
    let outdated: Vec<_> = listed_failures.difference(&unmatched).take(20).collect();
    assert!(missing.is_empty(), "fail and are not listed: {missing:#?}");
    assert!(outdated.is_empty(), "listed but pass: {outdated:#?}");
}

fn files(folder: &Path, extension: &str) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries.filter(|path| path.extension().is_some_and(|e| e == extension)).collect();
    files.sort();
    files
}

/// Whether a case gives the expected tokens. Returns `false` if the input cannot be represented as a Rust string.
fn matches(test: &Value, state: &str) -> bool {
    let double = test["doubleEscaped"] == json!(true);
    let Some(input) = unescape(test["input"].as_str().unwrap(), double) else { return false };
    let Some(expected) = unescape_all(&test["output"], double) else { return false };
    let last = test["lastStartTag"].as_str().map_or(Tag::Unknown, |name| Tag::from_name(name.as_bytes()));
    tokens(&input, state, last) == *expected.as_array().unwrap()
}

fn unescape_all(value: &Value, double: bool) -> Option<Value> {
    Some(match value {
        Value::String(text) => Value::String(unescape(text, double)?),
        Value::Array(items) => {
            Value::Array(items.iter().map(|item| unescape_all(item, double)).collect::<Option<_>>()?)
        }
        Value::Object(fields) => Value::Object(
            fields
                .iter()
                .map(|(k, v)| Some((unescape(k, double)?, unescape_all(v, double)?)))
                .collect::<Option<_>>()?,
        ),
        other => other.clone(),
    })
}

/// Decodes `\uHHHH` a second time if `double`. Returns `None` for lone surrogates.
fn unescape(text: &str, double: bool) -> Option<String> {
    if !double {
        return Some(text.to_owned());
    }
    let mut units: Vec<u16> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("\\u") {
        units.extend(rest[..at].encode_utf16());
        units.push(u16::from_str_radix(&rest[at + 2..at + 6], 16).unwrap());
        rest = &rest[at + 6..];
    }
    units.extend(rest.encode_utf16());
    String::from_utf16(&units).ok()
}

/// Returns our tokens in the format of the suite.
fn tokens(input: &str, state: &str, last: Tag) -> Vec<Value> {
    let mut tokenizer = Tokenizer::new(input);
    // The tokenizer is never told that it is in foreign content. In the suite, only cases that start in the CDATA section state
    // have CDATA sections.
    assert!(tokenizer.start_in(state, last), "{state}");
    let (mut attrs, mut found) = (Vec::new(), Vec::<Value>::new());
    while let Some(token) = tokenizer.next(&mut attrs) {
        let inner = &input[token.inner.range()];
        let value = match token.kind {
            TokenKind::Text(kind) => {
                let text = Decode::text(inner, kind).into_owned();
                push_text(&mut found, text);
                continue;
            }
            TokenKind::StartTag => start_tag(input, &token, &attrs),
            TokenKind::EndTag => json!(["EndTag", Decode::name(inner)]),
            TokenKind::Comment => json!(["Comment", Decode::data(inner)]),
            TokenKind::Doctype => {
                let doctype = Doctype::parse(&input[token.span.range()]);
                json!(["DOCTYPE", doctype.name, doctype.public_id, doctype.system_id, !doctype.force_quirks])
            }
        };
        found.push(value);
    }
    found
}

fn push_text(found: &mut Vec<Value>, text: String) {
    if let Some(Value::Array(last)) = found.last_mut()
        && last[0] == json!("Character")
    {
        last[1] = json!(format!("{}{text}", last[1].as_str().unwrap()));
        return;
    }
    found.push(json!(["Character", text]));
}

fn start_tag(input: &str, token: &Token, attrs: &[dehusk::markup::Attr]) -> Value {
    let mut fields = serde_json::Map::new();
    for attr in &attrs[token.attrs_start as usize..(token.attrs_start + token.attrs_len) as usize] {
        let name = Decode::name(&input[attr.name.range()]).into_owned();
        fields.entry(name).or_insert_with(|| json!(Decode::attribute(&input[attr.value.range()])));
    }
    let name = Decode::name(&input[token.inner.range()]);
    if token.self_closing {
        json!(["StartTag", name, fields, true])
    } else {
        json!(["StartTag", name, fields])
    }
}

#[test]
fn encodings_match_the_html5lib_suite() {
    let Some(folder) = shared::conformance() else { return };
    let (mut wrong, mut stale) = (Vec::new(), 0);
    let mut cases = 0;
    for file in files(&folder.join("encoding"), "dat") {
        let bytes = std::fs::read(&file).unwrap();
        for (data, encoding) in encoding_cases(&bytes) {
            cases += 1;
            if is_stale(&data) {
                stale += 1;
            } else if !declares(&data, &encoding) {
                let start = String::from_utf8_lossy(&data[..data.len().min(60)]).into_owned();
                wrong.push((declared_late(&data), format!("{encoding}, {} bytes: {start}", data.len())));
            }
        }
    }
    println!("html5lib encoding suite: {} of {cases} cases match", cases - wrong.len() - stale);
    assert!(cases > 50);
    // Some cases expect the parser to change its encoding at a late declaration, which in one case is written by a script. We
    // look for declarations in the first 1024 bytes only, as the prescan does, and otherwise detect the encoding.
    assert!(wrong.iter().all(|(late, _)| *late), "{wrong:#?}");
    assert_eq!(wrong.len(), 7, "{wrong:#?}");
    // One page declares EUC-JP but is Japanese text in UTF-8. We detect UTF-8.
    assert_eq!(stale, 1);
}

/// Whether a page declares a legacy encoding but is clearly UTF-8.
fn is_stale(data: &[u8]) -> bool {
    let source = Source::decode(data, None);
    source.origin().as_str() == "utf8"
        && !declared_late(data)
        && std::str::from_utf8(data).is_ok_and(|text| !text.is_ascii())
}

/// Whether a page declares an encoding. Without a declaration the suite expects windows-1252, whereas we detect the encoding.
fn declares(data: &[u8], expected: &str) -> bool {
    let source = Source::decode(data, None);
    let declared = matches!(source.origin().as_str(), "meta" | "bom");
    source.encoding().eq_ignore_ascii_case(expected)
        || (!declared && expected.eq_ignore_ascii_case("windows-1252"))
}

fn declared_late(data: &[u8]) -> bool {
    find(&data[..data.len().min(1024)], b"charset").is_none()
}

fn encoding_cases(bytes: &[u8]) -> Vec<(Vec<u8>, String)> {
    let mut cases = Vec::new();
    let mut rest = bytes;
    while let Some(start) = find(rest, b"#data\n") {
        rest = &rest[start + 6..];
        let Some(end) = find(rest, b"\n#encoding\n") else { break };
        let data = rest[..end].to_vec();
        rest = &rest[end + 11..];
        let line = rest.split(|byte| *byte == b'\n').next().unwrap_or(b"");
        cases.push((data, String::from_utf8_lossy(line).trim().to_owned()));
    }
    cases
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}
