//! Tests the rows of a batch, their order and its columns, and that no page affects the row of another page.

// Helpers of integration tests are not inside `#[test]` functions, where clippy.toml allows these.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Int32Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, DictionaryArray, Int32Array, LargeBinaryArray,
    LargeStringArray, NullArray, RecordBatch, StringArray, StringViewArray,
};
use arrow_schema::DataType;
use dehusk::budget::{Deadline, Limits, TimedOut};
use dehusk::methods::{Method, Plain};
use dehusk::page::Page;
use dehusk::parts::Parts;
use dehusk::render::Markup;
use dehusk::selection::Selection;
use dehusk::source::Span;
use dehusk::visibility::{HiddenText, Hiding};
use dehusk::{Extraction, Extractor, Options};
use dehusk_batch::{BatchExtractor, BatchOptions, SchemaError, extract_batch};
use proptest::prelude::*;

const STORY: &[u8] = b"<title>Mill</title><p>The old mill reopens on Monday, after ten years of repair.";
const STORY_TEXT: &str = "The old mill reopens on Monday, after ten years of repair.";

fn plain() -> BatchOptions {
    BatchOptions::new(Options::new().with(Plain))
}

fn pages<'p>(pages: impl IntoIterator<Item = Option<&'p [u8]>>) -> RecordBatch {
    batch([("html", Arc::new(BinaryArray::from_iter(pages)) as ArrayRef)])
}

fn batch<const N: usize>(columns: [(&str, ArrayRef); N]) -> RecordBatch {
    RecordBatch::try_from_iter(columns).unwrap()
}

/// The texts of a column, which may be a dictionary; `-` for null.
fn column(batch: &RecordBatch, name: &str) -> Vec<String> {
    let array = batch.column_by_name(name).unwrap_or_else(|| panic!("no column {name}"));
    let of = |texts: &LargeStringArray, row: usize| {
        if texts.is_null(row) { "-".to_owned() } else { texts.value(row).to_owned() }
    };
    let Some(words) = array.as_dictionary_opt::<Int32Type>() else {
        return (0..array.len()).map(|row| of(array.as_string(), row)).collect();
    };
    let word = |row| words.key(row).map_or("-".to_owned(), |key| of(words.values().as_string(), key));
    (0..array.len()).map(word).collect()
}

#[test]
fn every_column_type_gives_the_same_text() {
    let text = std::str::from_utf8(STORY).unwrap();
    let columns: [ArrayRef; 6] = [
        Arc::new(BinaryArray::from_vec(vec![STORY])),
        Arc::new(LargeBinaryArray::from_vec(vec![STORY])),
        Arc::new(BinaryViewArray::from_iter_values([STORY])),
        Arc::new(StringArray::from(vec![text])),
        Arc::new(LargeStringArray::from(vec![text])),
        Arc::new(StringViewArray::from_iter_values([text])),
    ];
    for html in columns {
        let kind = html.data_type().clone();
        let answer = extract_batch(&batch([("html", html)]), &plain()).unwrap();
        assert_eq!(column(&answer, "text"), [STORY_TEXT], "{kind}");
    }
}

#[test]
fn addresses_may_be_a_dictionary() {
    let html: ArrayRef = Arc::new(StringArray::from(vec!["<p>The mill reopens. <a href=/b>b</a>"; 2]));
    let urls: DictionaryArray<Int32Type> = vec![Some("https://mill.example/a"), None].into_iter().collect();
    let batch = batch([("html", html), ("url", Arc::new(urls) as ArrayRef)]);
    let mut parts = Parts::default();
    parts.links = true;
    let options = BatchOptions::new(Options::new().with(Plain).with_parts(parts));
    let texts = extract_batch(&batch, &options).unwrap();
    assert_eq!(texts["url"].as_ref(), batch["url"].as_ref());
    let links = format!("{:?}", texts["links"].slice(0, 1));
    assert!(links.contains("https://mill.example/b"), "{links}");
}

#[test]
fn other_columns_are_copied_unchanged() {
    let id: ArrayRef = Arc::new(Int32Array::from(vec![Some(3), None]));
    let nested: ArrayRef = Arc::new(StringArray::from(vec!["a", "b"]));
    let html: ArrayRef = Arc::new(BinaryArray::from_vec(vec![STORY, b""]));
    let given = batch([("id", Arc::clone(&id)), ("html", html), ("of_user", Arc::clone(&nested))]);
    let answer = extract_batch(&given, &plain()).unwrap();
    assert_eq!((&answer["id"], &answer["of_user"]), (&id, &nested));
    assert_eq!(column(&answer, "status"), ["ok", "empty"]);
    assert_eq!(column(&answer, "reason"), ["-", "empty_input"]);
}

#[test]
fn the_schema_in_advance_is_that_of_the_output() {
    for (markup, parts, metadata) in [
        (Markup::NONE, Parts::NONE, false),
        (Markup::MARKDOWN, Parts::ALL, true),
        (Markup::HTML, Parts::NONE, true),
    ] {
        let options = Options::new().with_markup(markup).with_parts(parts);
        let options = BatchOptions::new(options).with_metadata(metadata);
        let given = pages([Some(STORY), None, Some(b"%PDF-1.7")]);
        let answer = extract_batch(&given, &options).unwrap();
        assert_eq!(answer.schema(), options.output_schema(given.schema_ref()).unwrap());
        assert_eq!(answer.num_rows(), 3);
    }
}

#[test]
fn a_null_page_is_an_error_of_its_row() {
    let answer = extract_batch(&pages([None, Some(STORY)]), &plain().with_metadata(true)).unwrap();
    assert_eq!(column(&answer, "status"), ["error", "ok"]);
    assert_eq!(column(&answer, "error"), ["there is no page in this row", "-"]);
    assert_eq!(column(&answer, "title"), ["-", "Mill"]);
}

#[test]
fn a_page_in_a_string_column_is_not_decoded_again() {
    let page = "<p>Die Mühle öffnet";
    let content_type: ArrayRef = Arc::new(StringArray::from(vec!["text/html; charset=windows-1252"]));
    let given = |html: ArrayRef| batch([("html", html), ("content_type", Arc::clone(&content_type))]);
    let of = |html: ArrayRef| extract_batch(&given(html), &plain()).unwrap();
    let text = of(Arc::new(StringArray::from(vec![page])));
    assert_eq!(
        (column(&text, "text"), column(&text, "encoding_origin")),
        (vec!["Die Mühle öffnet".to_owned()], vec!["utf8".to_owned()])
    );
    let bytes = of(Arc::new(BinaryArray::from_vec(vec![page.as_bytes()])));
    assert_eq!(column(&bytes, "encoding"), ["windows-1252"]);
}

#[test]
fn the_address_and_the_content_type_are_used() {
    let html: ArrayRef = Arc::new(BinaryArray::from_vec(vec![b"<p><a href=b>\xE9t\xE9</a>"]));
    let url: ArrayRef = Arc::new(StringViewArray::from_iter_values(["https://mill.example/a"]));
    let content_type: ArrayRef = Arc::new(LargeStringArray::from(vec!["text/html; charset=latin1"]));
    let options =
        BatchOptions::new(Options::new().with(Plain).with_markup(Markup::MARKDOWN)).with_metadata(true);
    let given = batch([("html", html), ("url", url), ("content_type", content_type)]);
    let answer = extract_batch(&given, &options).unwrap();
    assert_eq!(column(&answer, "markdown"), ["[été](https://mill.example/b)\n"]);
    assert_eq!(column(&answer, "hostname"), ["mill.example"]);
    assert_eq!(column(&answer, "encoding_origin"), ["http"]);
}

#[test]
fn unsupported_schemas_are_refused_before_any_page() {
    let number: ArrayRef = Arc::new(Int32Array::from(vec![1]));
    let html: ArrayRef = Arc::new(BinaryArray::from_vec(vec![STORY]));
    let refused = |given| extract_batch(&given, &plain()).unwrap_err().to_string();
    assert_eq!(
        refused(batch([("body", Arc::clone(&html))])),
        "the column \"html\", which should hold the pages, is missing; the columns are: body; name the right one with --html-column (in Python: column=)"
    );
    let kind = refused(batch([("html", Arc::clone(&number))]));
    assert!(kind.starts_with("the column \"html\" has the unsupported type Int32; use binary"), "{kind}");
    assert!(refused(batch([("html", Arc::clone(&html)), ("url", Arc::clone(&number))])).contains("\"url\""));
    let both = [("html", Arc::clone(&html)), ("text", Arc::clone(&number)), ("input_text", number)];
    let clash = refused(batch(both));
    assert_eq!(
        clash,
        "the output would have two columns \"input_text\", one of them copied from the input; rename or drop that input column"
    );
    let named = extract_batch(&batch([("body", html)]), &plain().with_html_column("body"));
    assert_eq!(column(&named.unwrap(), "text"), [STORY_TEXT]);
}

#[test]
fn a_copied_column_with_the_name_of_a_new_column_is_renamed() {
    let text: ArrayRef = Arc::new(Int32Array::from(vec![7]));
    let html: ArrayRef = Arc::new(BinaryArray::from_vec(vec![STORY]));
    let answer = extract_batch(&batch([("text", Arc::clone(&text)), ("html", html)]), &plain()).unwrap();
    assert_eq!(&answer["input_text"], &text);
    assert_eq!(column(&answer, "text"), [STORY_TEXT]);
}

const MIXED: &str = "<h1>Mühle</h1><p dir=rtl>It <a href=/on rel=nofollow>grinds</a> again. <img src=m.png alt=Mill></p>\
    <table><caption>Flour</caption><tr><th>Year<th>Tons<tr><td>2015<td>90</table><script type=application/ld+json> {\"a\": 1} </script>\
    <div id=comments><div class=comment><b class=author>Ann</b> Nice!</div><div class=comment>So old.</div></div>";

/// The items of a list column in the first row, each field as text, for comparison with the lists of the library.
fn items(answer: &RecordBatch, name: &str) -> Vec<Vec<String>> {
    let list = answer[name].as_list::<i32>().value(0);
    let list = list.as_struct();
    let value = |column: &ArrayRef, row: usize| match column.data_type() {
        _ if column.is_null(row) => "-".to_owned(),
        DataType::LargeUtf8 => column.as_string::<i64>().value(row).to_owned(),
        DataType::Int64 => column.as_primitive::<Int64Type>().value(row).to_string(),
        DataType::Float32 => column.as_primitive::<Float32Type>().value(row).to_string(),
        DataType::Boolean => column.as_boolean().value(row).to_string(),
        _ => format!("{:?}", rows(column, row)),
    };
    let item = |row| list.columns().iter().map(|column| value(column, row)).collect();
    (0..list.len()).map(item).collect()
}

fn rows(column: &ArrayRef, row: usize) -> Vec<Vec<String>> {
    let rows = column.as_list::<i32>().value(row);
    let cells = |row| {
        rows.as_list::<i32>().value(row).as_string::<i64>().iter().flatten().map(str::to_owned).collect()
    };
    (0..rows.len()).map(cells).collect()
}

#[test]
fn items_have_their_fields() {
    let mut parts = Parts::NONE;
    parts.items = true;
    let options = Options::new().with(Plain).with_parts(parts);
    let page = "<ul><li><a href=/1>Rye</a> €4<li><a href=/2>Oats</a> €5<li><a href=/3>Spelt</a> €6</ul>";
    let given = pages([Some(page.as_bytes()), None, Some(b"%PDF-1.7")]);
    let answer = extract_batch(&given, &BatchOptions::new(options)).unwrap();
    let list = answer["items"].as_list::<i32>().value(0);
    let list = list.as_struct();
    let texts = list["text"].as_string::<i64>().iter().flatten().collect::<Vec<_>>();
    assert_eq!(texts, ["Rye €4", "Oats €5", "Spelt €6"]);
    let fields = list["fields"].as_list::<i32>().value(1);
    let of_fields = |name: &str| {
        let values = fields.as_struct()[name].as_string::<i64>().iter().flatten().map(str::to_owned);
        values.collect::<Vec<_>>()
    };
    assert_eq!(of_fields("name"), ["title", "url", "price"]);
    assert_eq!(of_fields("value"), ["Oats", "/2", "€5"]);
    assert!(answer["items"].is_null(1) && answer["items"].is_null(2));
}

/// The fields of an item of a list, as [`items`] reads them.
type Fields = Vec<String>;

fn offsets(span: Option<Span>) -> Fields {
    let at = |at: usize| at.to_string();
    span.map_or_else(|| vec!["-".to_owned(); 2], |span| vec![at(span.start()), at(span.end())])
}

fn or_dash(text: &Option<String>) -> String {
    text.clone().unwrap_or("-".to_owned())
}

fn how(hidden: Option<Hiding>) -> String {
    hidden.map_or("-", Hiding::as_str).to_owned()
}

/// The lists of a page, by the names of their columns.
fn lists_of(page: &Extraction) -> [(&'static str, Vec<Fields>); 5] {
    let blocks = page.blocks().iter().map(|block| {
        let [kept, score] = [block.kept.to_string(), block.score.to_string()];
        let verdict = vec![block.kind.as_str().to_owned(), kept, score, block.reason.as_str().to_owned()];
        let end = vec![block.xpath.clone(), block.direction.unwrap_or("-").to_owned(), how(block.hidden)];
        [verdict, offsets(Some(block.source)), offsets(block.text), end].concat()
    });
    let links = page.links().iter().map(|link| {
        let values = vec![link.url.clone(), link.text.clone(), or_dash(&link.rel)];
        [values, offsets(Some(link.source)), offsets(link.text_span)].concat()
    });
    let images = page.images().iter().map(|image| {
        let values =
            vec![image.src.clone(), or_dash(&image.alt), or_dash(&image.title), or_dash(&image.caption)];
        [values, offsets(Some(image.source)), vec![how(image.hidden)]].concat()
    });
    let tables = page.tables().iter().map(|table| {
        let values =
            vec![or_dash(&table.caption), table.header_rows.to_string(), format!("{:?}", table.rows)];
        [values, offsets(Some(table.source)), offsets(table.text_span)].concat()
    });
    let comments = page.comments().iter().map(|comment| {
        let said = [or_dash(&comment.author), or_dash(&comment.date), comment.text.clone()];
        let values = [&said[..], &[comment.depth.to_string()]].concat();
        [values, offsets(Some(comment.source)), vec![how(comment.hidden)]].concat()
    });
    [
        ("blocks", blocks.collect()),
        ("links", links.collect()),
        ("images", images.collect()),
        ("tables", tables.collect()),
        ("comments", comments.collect()),
    ]
}

#[test]
fn lists_equal_those_of_the_library() {
    let options = Options::new().with(Plain).with_parts(Parts::ALL).with_hidden(HiddenText::Flag);
    // Readers' comments are recognized only after a text of some length.
    let hidden = "<p hidden>unseen <img src=unseen.png></p>";
    let mixed = format!("<p>{}</p>{hidden}{MIXED}", STORY_TEXT.repeat(20));
    let page = Extractor::new(options.clone()).extract(mixed.as_bytes(), None);
    let given = pages([Some(mixed.as_bytes()), None, Some(b"%PDF-1.7")]);
    let answer = extract_batch(&given, &BatchOptions::new(options)).unwrap();

    for (name, list) in lists_of(&page) {
        assert_eq!(items(&answer, name), list, "{name}");
    }
    assert!(page.blocks().iter().any(|block| block.hidden == Some(Hiding::HiddenAttribute)));
    assert!(page.images().iter().any(|image| image.hidden == Some(Hiding::HiddenAttribute)));
    assert_eq!(
        answer.column_by_name("hidden_kept").unwrap().as_primitive::<Int64Type>().values(),
        &[1, 0, 0]
    );
    assert_eq!(answer["raw_jsonld"].as_list::<i32>().value(0).as_string::<i64>().value(0), page.json_ld()[0]);
    for name in ["blocks", "links", "images", "tables", "comments", "raw_jsonld"] {
        assert!(!answer[name].as_list::<i32>().value(0).is_empty(), "{name}");
        assert!(answer[name].is_null(1) && answer[name].is_null(2), "{name}");
    }
}

#[test]
fn pages_in_dictionaries_and_in_columns_of_nulls_are_read() {
    let text = std::str::from_utf8(STORY).unwrap();
    let words: DictionaryArray<Int32Type> = [Some(text), None, Some(text)].into_iter().collect();
    let keys = Int32Array::from(vec![Some(0), None, Some(0)]);
    let bytes = DictionaryArray::new(keys, Arc::new(BinaryArray::from_vec(vec![STORY])));
    for html in [Arc::new(words) as ArrayRef, Arc::new(bytes)] {
        let answer = extract_batch(&batch([("html", html)]), &plain()).unwrap();
        assert_eq!(column(&answer, "status"), ["ok", "error", "ok"]);
        assert_eq!(column(&answer, "text"), [STORY_TEXT, "", STORY_TEXT]);
    }
    let none: DictionaryArray<Int32Type> = [None::<&str>, None].into_iter().collect();
    for html in [Arc::new(none) as ArrayRef, Arc::new(NullArray::new(2))] {
        let answer = extract_batch(&batch([("html", html)]), &plain()).unwrap();
        assert_eq!(column(&answer, "status"), ["error", "error"]);
    }
}

#[test]
fn columns_of_nulls_and_batches_without_rows_are_accepted() {
    let url: ArrayRef = Arc::new(NullArray::new(1));
    let html: ArrayRef = Arc::new(BinaryArray::from_vec(vec![STORY]));
    assert_eq!(extract_batch(&batch([("html", html), ("url", url)]), &plain()).unwrap().num_rows(), 1);
    assert_eq!(extract_batch(&pages([]), &plain()).unwrap().num_rows(), 0);
    assert!(matches!(
        extract_batch(&RecordBatch::new_empty(Arc::new(arrow_schema::Schema::empty())), &plain()),
        Err(SchemaError::Missing { .. })
    ));
}

/// A method that panics on pages with the word "panic".
#[derive(Clone, Debug)]
struct Fragile;

impl Method for Fragile {
    fn name(&self) -> &'static str {
        "fragile"
    }
    fn summary(&self) -> &'static str {
        ""
    }
    fn paper(&self) -> &'static str {
        ""
    }
    fn select(&self, page: &Page<'_>, deadline: &mut Deadline) -> Result<Selection, TimedOut> {
        assert!(!page.source().text().contains("panic"), "the page asks for a panic");
        Plain.select(page, deadline)
    }
}

#[test]
fn a_panic_affects_its_own_row_only() {
    let options = BatchOptions::new(Options::new().with(Fragile));
    let answer = extract_batch(&pages([Some(STORY), Some(b"<p>panic"), Some(STORY)]), &options).unwrap();
    assert_eq!(column(&answer, "status"), ["ok", "error", "ok"]);
    assert!(column(&answer, "error")[1].contains("the page asks for a panic"));
    assert_eq!(column(&answer, "text"), [STORY_TEXT, "", STORY_TEXT]);
}

#[test]
fn limits_apply_to_each_page() {
    let limits = Limits { max_bytes: STORY.len(), ..Limits::default() };
    let long = [STORY, b"."].concat();
    let options = BatchOptions::new(Options::new().with(Plain).with_limits(limits));
    let answer = extract_batch(&pages([Some(&*long), Some(STORY)]), &options).unwrap();
    assert_eq!(column(&answer, "status"), ["too_large", "ok"]);
    assert_eq!(column(&answer, "reason"), ["max_bytes", "-"]);
}

proptest! {
    /// Each row equals what the library returns for its page alone.
    #[test]
    fn a_batch_equals_its_pages_one_by_one(
        given in prop::collection::vec(prop::option::of("(<[a-z]{1,5}>|[a-zก-ฮ ]{0,30}|&[a-z]{2};|%PDF|\u{0}){0,20}"), 0..12)
    ) {
        let batch = pages(given.iter().map(|page| page.as_deref().map(str::as_bytes)));
        let answer = BatchExtractor::new(BatchOptions::new(Options::new())).extract(&batch).unwrap();
        prop_assert_eq!(answer.num_rows(), given.len());
        let (texts, statuses) = (column(&answer, "text"), column(&answer, "status"));
        for (row, page) in given.iter().enumerate() {
            let Some(page) = page else { continue };
            let alone = Extractor::new(Options::new()).extract(page.as_bytes(), None);
            prop_assert_eq!(&texts[row], alone.text());
            prop_assert_eq!(&statuses[row], alone.status().as_str());
        }
    }
}
