//! A small, tolerant JSON parser for the JSON-LD of pages.
//!
//! The JSON of pages has trailing commas, raw line feeds in strings, comments and CDATA marks around it, and may end in the
//! middle. `serde_json` rejects the whole document for any of these faults. This parser tolerates them. At any other error it
//! stops and keeps what it has read. It borrows strings without escapes and runs in linear time.

use std::borrow::Cow;

/// Maximum nesting depth, which bounds the recursion. Parsing ends at a value that is nested more deeply. The JSON-LD of real
/// pages has ten levels or fewer. Chosen by hand.
const MAX_DEPTH: usize = 64;

/// A JSON value. `true`, `false`, `null` and values that are too deep are `Null`.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value<'a> {
    Null,
    Number(&'a str),
    Text(Cow<'a, str>),
    List(Vec<Value<'a>>),
    Object(Vec<(Cow<'a, str>, Value<'a>)>),
}

impl<'a> Value<'a> {
    /// Returns the first value of a key; `None` if `self` is not an object or lacks the key.
    pub(super) fn get(&self, key: &str) -> Option<&Value<'a>> {
        let Value::Object(entries) = self else { return None };
        entries.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// Returns the items of a list. A value that is not a list is returned as the only item.
    pub(super) fn items(&self) -> &[Value<'a>] {
        match self {
            Value::List(items) => items,
            other => std::slice::from_ref(other),
        }
    }

    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            Value::Number(text) => Some(text),
            _ => None,
        }
    }
}

/// Parses the values of a script. Usually there is one, but several in a row are accepted.
pub(super) fn read(source: &str) -> Vec<Value<'_>> {
    let mut reader = Reader { source, at: 0, broken: false };
    let mut values = Vec::new();
    while let Some(start) = memchr::memchr2(b'{', b'[', &source.as_bytes()[reader.at..]) {
        reader.at += start;
        if source[..reader.at].ends_with("<!") || source[..reader.at].ends_with("CDATA") {
            reader.at += 1; // `<![CDATA[`
            continue;
        }
        values.push(reader.value(0));
        if reader.broken {
            break;
        }
    }
    values
}

struct Reader<'a> {
    source: &'a str,
    at: usize,
    /// Whether an error was found. An error ends all open values.
    broken: bool,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.source.as_bytes().get(self.at).copied()
    }

    /// Skips whitespace and comments, and returns the byte after them.
    fn skip_space(&mut self) -> Option<u8> {
        loop {
            match self.peek()? {
                b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
                b'/' if self.source[self.at..].starts_with("/*") => {
                    let end = self.source[self.at + 2..].find("*/");
                    self.at = end.map_or(self.source.len(), |end| self.at + end + 4);
                }
                b'/' if self.source[self.at..].starts_with("//") => {
                    let end = self.source[self.at..].find('\n');
                    self.at = end.map_or(self.source.len(), |end| self.at + end);
                }
                byte => return Some(byte),
            }
        }
    }

    fn value(&mut self, depth: usize) -> Value<'a> {
        match self.skip_space() {
            Some(b'{' | b'[') if depth >= MAX_DEPTH => {
                self.broken = true;
                Value::Null
            }
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => Value::Text(self.text()),
            Some(byte) if byte == b'-' || byte.is_ascii_digit() => Value::Number(self.word()),
            Some(byte) if byte.is_ascii_alphabetic() => {
                self.word();
                Value::Null
            }
            _ => {
                self.broken = true;
                Value::Null
            }
        }
    }

    fn object(&mut self, depth: usize) -> Value<'a> {
        let mut entries = Vec::new();
        self.at += 1;
        while !self.at_end(b'}') {
            if self.peek() != Some(b'"') {
                self.broken = true;
                break;
            }
            let key = self.text();
            if self.skip_space() != Some(b':') {
                self.broken = true;
                break;
            }
            self.at += 1;
            entries.push((key, self.value(depth + 1)));
        }
        Value::Object(entries)
    }

    fn list(&mut self, depth: usize) -> Value<'a> {
        let mut items = Vec::new();
        self.at += 1;
        while !self.at_end(b']') {
            items.push(self.value(depth + 1));
        }
        Value::List(items)
    }

    /// Whether the object or list ends here. Skips any number of commas.
    fn at_end(&mut self, end: u8) -> bool {
        loop {
            match self.skip_space() {
                _ if self.broken => return true,
                Some(b',') => self.at += 1,
                Some(byte) if byte == end => {
                    self.at += 1;
                    return true;
                }
                Some(_) => return false,
                None => {
                    self.broken = true;
                    return true;
                }
            }
        }
    }

    /// Reads a number or a literal.
    fn word(&mut self) -> &'a str {
        let rest = &self.source[self.at..];
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'+' | b'-');
        let len = rest.bytes().position(|byte| !is_part(byte)).unwrap_or(rest.len());
        self.at += len;
        &rest[..len]
    }

    /// Reads a string, starting at its quotation mark. A string that is not closed ends with the script.
    fn text(&mut self) -> Cow<'a, str> {
        let rest = &self.source[self.at + 1..];
        let Some(first) = memchr::memchr2(b'"', b'\\', rest.as_bytes()) else {
            (self.at, self.broken) = (self.source.len(), true);
            return Cow::Borrowed(rest);
        };
        if rest.as_bytes()[first] == b'"' {
            self.at += first + 2;
            return Cow::Borrowed(&rest[..first]);
        }
        self.escaped_text(first)
    }

    fn escaped_text(&mut self, first: usize) -> Cow<'a, str> {
        let mut text = String::new();
        let mut from = self.at + 1;
        let mut at = from + first;
        loop {
            text.push_str(&self.source[from..at]);
            match self.source.as_bytes().get(at) {
                Some(b'\\') => at += self.push_escape(at, &mut text),
                Some(_) => {
                    self.at = at + 1;
                    return Cow::Owned(text);
                }
                None => {
                    (self.at, self.broken) = (at, true);
                    return Cow::Owned(text);
                }
            }
            from = at;
            let next = memchr::memchr2(b'"', b'\\', &self.source.as_bytes()[at..]);
            at = next.map_or(self.source.len(), |next| at + next);
        }
    }

    /// Decodes the escape at `at` and returns its length. An unknown escape gives the character after the backslash.
    fn push_escape(&self, at: usize, text: &mut String) -> usize {
        let Some(escaped) = self.source[at + 1..].chars().next() else { return 1 };
        match escaped {
            'n' => text.push('\n'),
            'r' | 't' | 'b' | 'f' => text.push(' '),
            'u' => {
                let (decoded, len) = self.unicode(at);
                text.push(decoded);
                return len;
            }
            other => text.push(other),
        }
        1 + escaped.len_utf8()
    }

    /// Decodes the `\u` escape at `at`, or two of them if they are a surrogate pair, and returns their length. An invalid escape
    /// gives U+FFFD, and so does a NUL, as it does in attributes of HTML.
    fn unicode(&self, at: usize) -> (char, usize) {
        const UNIT: usize = 6; // \uXXXX
        let unit = |at: usize| {
            let escape = self.source.get(at..at + UNIT)?;
            let digits = escape.strip_prefix("\\u").filter(|it| it.bytes().all(|b| b.is_ascii_hexdigit()))?;
            u16::from_str_radix(digits, 16).ok()
        };
        let Some(first) = unit(at) else { return (char::REPLACEMENT_CHARACTER, 2) };
        if let Some(one) = char::from_u32(u32::from(first)) {
            return (if one == '\0' { char::REPLACEMENT_CHARACTER } else { one }, UNIT);
        }
        let pair = unit(at + UNIT).and_then(|second| char::decode_utf16([first, second]).next()?.ok());
        pair.map_or((char::REPLACEMENT_CHARACTER, UNIT), |pair| (pair, 2 * UNIT))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(source: &str) -> String {
        fn print(value: &Value<'_>) -> String {
            match value {
                Value::Null => "null".to_owned(),
                Value::Number(text) => (*text).to_owned(),
                Value::Text(text) => format!("{text:?}"),
                Value::List(items) => format!("[{}]", items.iter().map(print).collect::<Vec<_>>().join(",")),
                Value::Object(entries) => {
                    let entry = |(key, value): &(Cow<'_, str>, Value<'_>)| format!("{key}:{}", print(value));
                    format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(","))
                }
            }
        }
        read(source).iter().map(print).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn malformed_json_of_pages_is_read() {
        for (source, expected) in [
            (r#"{"a":"b","c":[1,-2.5e3,true,null]}"#, r#"{a:"b",c:[1,-2.5e3,null,null]}"#),
            ("<!-- {\"a\":1} -->", "{a:1}"),
            ("//<![CDATA[\n{\"a\":1}\n//]]>", "{a:1}"),
            (r#"{"a":1,,"b":[2,],}"#, "{a:1,b:[2]}"),
            ("{\"a\":\"x\ny\u{1}\"}", "{a:\"x\\ny\\u{1}\"}"),
            (r#"{"a":"x\u0000y"}"#, "{a:\"x\u{fffd}y\"}"),
            (r#"{"a":"\u00e9\ud83d\ude00\/\"\q","b":"\ud83d"}"#, "{a:\"é😀/\\\"q\",b:\"\u{fffd}\"}"),
            (
                r#"{"a":1 /* b */, // c
                 "d":2}"#,
                "{a:1,d:2}",
            ),
            (r#"{"a":1}{"b":2}"#, "{a:1} {b:2}"),
            (r#"{"a":{"b":"never ends"#, r#"{a:{b:"never ends}}"#.replace("ends", "ends\"").as_str()),
            (r#"{"a":1,b:2}"#, "{a:1}"),
            ("", ""),
            ("null", ""),
        ] {
            assert_eq!(printed(source), expected, "{source}");
        }
    }

    #[test]
    fn equal_to_a_conforming_parser_where_it_parses() {
        for source in [r#"{"a":[{"b":"c\\d"},[[]],{}],"e":"\u0e20"}"#, r#"[1,"",{"":""}]"#] {
            let same: serde_json::Value = serde_json::from_str(source).unwrap();
            fn convert(value: &Value<'_>) -> serde_json::Value {
                match value {
                    Value::Null => serde_json::Value::Null,
                    Value::Number(text) => serde_json::from_str(text).unwrap(),
                    Value::Text(text) => text.as_ref().into(),
                    Value::List(items) => items.iter().map(convert).collect(),
                    Value::Object(entries) => {
                        entries.iter().map(|(key, value)| (key.to_string(), convert(value))).collect()
                    }
                }
            }
            assert_eq!(convert(&read(source)[0]), same);
        }
    }

    #[test]
    fn deep_nesting_is_read_up_to_the_maximum_depth() {
        let source = "[".repeat(1_000_000);
        assert_eq!(read(&source).len(), 1);
        let source = "{\"a\":".repeat(1_000_000);
        assert_eq!(read(&source).len(), 1);
    }
}
