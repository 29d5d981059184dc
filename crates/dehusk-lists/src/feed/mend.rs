//! Mends the mistakes that feeds often have and that `feed-rs` does not forgive.

use serde_json::{Map, Value};

/// The maximum length of a reference such as `&CounterClockwiseContourIntegral;`, in bytes: that is the longest name of HTML.
const MAX_REFERENCE_BYTES: usize = 33;
const CDATA_START: &[u8] = b"<![CDATA[";
const CDATA_END: &[u8] = b"]]>";

/// The only version of JSON Feed that `feed-rs` reads. The earlier ones have the same fields.
const JSON_FEED_VERSION: &str = "https://jsonfeed.org/version/1.1";

/// XML with `&amp;` for each `&` that begins no reference, as in addresses that were pasted. None if there is no such `&`.
pub(super) fn escape_ampersands(xml: &[u8]) -> Option<Vec<u8>> {
    let (mut mended, mut copied, mut at) = (Vec::new(), 0, 0);
    while let Some(found) = memchr::memchr2(b'&', b'<', &xml[at..]) {
        at += found;
        let rest = &xml[at..];
        if rest.starts_with(CDATA_START) {
            at += memchr::memmem::find(rest, CDATA_END).unwrap_or(rest.len());
            continue;
        }
        if rest[0] == b'&' && !begins_with_reference(rest) {
            mended.extend_from_slice(&xml[copied..at]);
            mended.extend_from_slice(b"&amp;");
            copied = at + 1;
        }
        at += 1;
    }
    mended.extend_from_slice(&xml[copied..]);
    (copied > 0).then_some(mended)
}

fn begins_with_reference(text: &[u8]) -> bool {
    let name = &text[1..text.len().min(MAX_REFERENCE_BYTES)];
    let end = name.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'#');
    end.is_some_and(|end| end > 0 && name[end] == b';')
}

/// A JSON Feed with a title, and with items whose fields have the types of the format; and the number of items that are no
/// objects, which are left out. None if this is no JSON Feed.
pub(super) fn json_feed(bytes: &[u8]) -> Option<(Vec<u8>, usize)> {
    let Value::Object(mut fields) = serde_json::from_slice(bytes).ok()? else { return None };
    let is_version =
        |version: &Value| version.as_str().is_some_and(|it| it.contains("jsonfeed.org/version/1"));
    fields.get("version").filter(|version| is_version(version))?;
    let Some(Value::Array(items)) = fields.remove("items") else { return None };
    let found = items.len();
    let items: Vec<Value> = items.into_iter().filter_map(object).collect();
    let lost = found - items.len();
    let Value::Object(mut feed) = object(Value::Object(fields))? else { return None };
    feed.insert("version".to_owned(), JSON_FEED_VERSION.into());
    feed.entry("title").or_insert_with(|| "".into());
    feed.insert("items".to_owned(), items.into());
    Some((serde_json::to_vec(&feed).ok()?, lost))
}

/// The texts and the authors of an object. Numbers become texts, as in `"id": 7`. None if it is no object.
fn object(value: Value) -> Option<Value> {
    let Value::Object(fields) = value else { return None };
    let mended = fields.into_iter().filter_map(|(name, value)| {
        let value = match (name.as_str(), value) {
            ("author", author @ Value::Object(_)) => object(author)?,
            ("authors", Value::Array(authors)) => authors.into_iter().filter_map(object).collect(),
            ("author" | "authors" | "tags" | "attachments", _) => return None,
            (_, text @ Value::String(_)) => text,
            (_, number @ (Value::Number(_) | Value::Bool(_))) => number.to_string().into(),
            _ => return None,
        };
        Some((name, value))
    });
    Some(mended.collect::<Map<String, Value>>().into())
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    #[test]
    fn bare_ampersands_are_escaped_outside_of_cdata() {
        for (xml, expected) in [
            ("<a>a & b &amp; c &#38; &c=1; &</a>", Some("<a>a &amp; b &amp; c &#38; &amp;c=1; &amp;</a>")),
            ("<a><![CDATA[a & b]]>&</a>", Some("<a><![CDATA[a & b]]>&amp;</a>")),
            ("<a><![CDATA[a & b</a>", None),
            ("<a>&lt;</a>", None),
            ("", None),
        ] {
            assert_eq!(escape_ampersands(xml.as_bytes()).as_deref(), expected.map(str::as_bytes), "{xml}");
        }
    }

    #[test]
    fn an_entry_with_a_bare_ampersand_is_read() {
        let rss = "<rss version='2.0'><channel><title>A & B</title><item><title>Mill & river</title>\
            <link>https://mill.example/?a=1&b=2</link></item></channel></rss>";
        let feed = read(rss.as_bytes(), None).unwrap();
        assert_eq!((feed.title.as_deref(), &feed.damage), (Some("A & B"), &None));
        assert_eq!(feed.entries[0].title.as_deref(), Some("Mill & river"));
        assert_eq!(feed.entries[0].url.as_deref(), Some("https://mill.example/?a=1&b=2"));
    }

    #[test]
    fn a_json_feed_with_other_types_or_without_a_title_is_read() {
        let json = r#"{"version": "http://jsonfeed.org/version/1", "author": {"name": "Ann"}, "items": [
            {"id": 7, "url": "https://mill.example/7", "tags": "x", "authors": "Ann"}, 8,
            {"id": null, "title": 9, "attachments": [{"url": 1}], "authors": [{"name": "Ben"}, 3]}]}"#;
        let feed = read(json.as_bytes(), None).unwrap();
        assert_eq!(feed.damage.map(|damage| damage.lost), Some(1));
        let ids: Vec<&str> = feed.entries.iter().map(|entry| entry.id.as_str()).collect();
        assert_eq!(ids[0], "7");
        assert_eq!((feed.title, feed.entries[1].title.as_deref()), (None, Some("9")));
        assert_eq!([&feed.entries[0].authors, &feed.entries[1].authors], [&["Ann"], &["Ben"]]);
        assert!(read(br#"{"version": "1", "items": [{}]}"#, None).is_err());
    }
}
