//! Columns of lists: items, readers' comments, links, images, tables and blocks. Each item has the same fields as in the record of
//! `dehusk extract`. Offsets are UTF-8 byte offsets: `src_…` into the decoded page, `text_…` into the column `text`.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Float32Builder, Int64Builder, LargeStringBuilder, ListBuilder,
    StructBuilder,
};
use arrow_schema::{DataType, Field};
use dehusk::parts::{self, Block, Comment, Image, Link, Lists, Parts, Table};
use dehusk::source::Span;
use dehusk::visibility::Hiding;

/// One kind of list.
struct ListKind {
    /// The name of the column.
    name: &'static str,
    is_requested: fn(Parts) -> bool,
    /// The fields of an item.
    fields: fn() -> Vec<Field>,
    /// Appends all items of a page, and returns their size in bytes.
    append: fn(&Lists, &mut Items) -> usize,
}

type Items = ListBuilder<StructBuilder>;

/// All kinds of lists, in the order of their columns.
const KINDS: [ListKind; 6] = [
    ListKind {
        name: "items",
        is_requested: |parts| parts.items,
        fields: || {
            [
                vec![text("kind", false), number("group"), item_fields(), text("text", false)],
                source_span(),
                vec![text("hidden", true)],
            ]
            .concat()
        },
        append: |lists, items| append_all(&lists.items, items, item),
    },
    ListKind {
        name: "comments",
        is_requested: |parts| parts.comments,
        fields: || {
            [
                vec![text("author", true), text("date", true), text("text", false), number("depth")],
                source_span(),
                vec![text("hidden", true)],
            ]
            .concat()
        },
        append: |lists, items| append_all(&lists.comments, items, comment),
    },
    ListKind {
        name: "links",
        is_requested: |parts| parts.links,
        fields: || {
            [vec![text("url", false), text("text", false), text("rel", true)], source_and_text_spans()]
                .concat()
        },
        append: |lists, items| append_all(&lists.links, items, link),
    },
    ListKind {
        name: "images",
        is_requested: |parts| parts.images,
        fields: || {
            [
                vec![text("src", false), text("alt", true), text("title", true), text("caption", true)],
                source_span(),
                vec![text("hidden", true)],
            ]
            .concat()
        },
        append: |lists, items| append_all(&lists.images, items, image),
    },
    ListKind {
        name: "tables",
        is_requested: |parts| parts.tables,
        fields: || {
            [vec![text("caption", true), number("header_rows"), rows("rows")], source_and_text_spans()]
                .concat()
        },
        append: |lists, items| append_all(&lists.tables, items, table),
    },
    ListKind {
        name: "blocks",
        is_requested: |parts| parts.blocks,
        fields: || {
            [
                verdict_fields(),
                source_and_text_spans(),
                vec![text("xpath", false), text("dir", true), text("hidden", true)],
            ]
            .concat()
        },
        append: |lists, items| append_all(&lists.blocks, items, block),
    },
];

fn text(name: &str, nullable: bool) -> Field {
    Field::new(name, DataType::LargeUtf8, nullable)
}

fn number(name: &str) -> Field {
    Field::new(name, DataType::Int64, false)
}

fn rows(name: &str) -> Field {
    Field::new(name, list_of(list_of(DataType::LargeUtf8)), false)
}

/// The fields of an item: a list with a name, a value and a byte range in the source for each field that the item has.
fn item_fields() -> Field {
    let fields = [vec![text("name", false), text("value", false)], source_span()].concat();
    Field::new("fields", list_of(DataType::Struct(fields.into())), false)
}

fn list_of(item: DataType) -> DataType {
    DataType::List(Arc::new(Field::new_list_field(item, true)))
}

/// The fields of a block whose values the extraction method decides.
fn verdict_fields() -> Vec<Field> {
    let kept = Field::new("kept", DataType::Boolean, false);
    vec![text("kind", false), kept, Field::new("score", DataType::Float32, false), text("reason", false)]
}

fn source_span() -> Vec<Field> {
    vec![number("src_start"), number("src_end")]
}

/// The byte range of an item in the source, and its byte range in the text if the text contains it.
fn source_and_text_spans() -> Vec<Field> {
    let in_text = ["text_start", "text_end"].map(|name| Field::new(name, DataType::Int64, true));
    [source_span(), in_text.to_vec()].concat()
}

/// The schema fields of the requested list columns.
pub(super) fn fields(parts: Parts) -> Vec<Field> {
    let requested = KINDS.iter().filter(|kind| (kind.is_requested)(parts));
    requested
        .map(|kind| Field::new(kind.name, list_of(DataType::Struct((kind.fields)().into())), true))
        .collect()
}

/// The builders of the requested list columns, to which pages are added one by one.
pub(super) struct ListColumns {
    columns: Vec<(&'static ListKind, Items)>,
}

impl ListColumns {
    pub(super) fn new(parts: Parts) -> ListColumns {
        let items = |kind: &ListKind| ListBuilder::new(StructBuilder::from_fields((kind.fields)(), 0));
        let requested = KINDS.iter().filter(|kind| (kind.is_requested)(parts));
        ListColumns { columns: requested.map(|kind| (kind, items(kind))).collect() }
    }

    /// Adds the lists of a page, and returns their size in bytes. They are null if the page was not extracted.
    pub(super) fn push(&mut self, lists: Option<&Lists>) -> usize {
        let mut bytes = 0;
        for (kind, items) in &mut self.columns {
            bytes += lists.map_or(0, |lists| (kind.append)(lists, items));
            items.append(lists.is_some());
        }
        bytes
    }

    /// The columns in the order of [`fields`].
    pub(super) fn finish(self) -> Vec<ArrayRef> {
        let columns = self.columns.into_iter();
        columns.map(|(_, mut items)| Arc::new(items.finish()) as ArrayRef).collect()
    }
}

/// Appends every item of a list, and returns its size in bytes; `fill` adds the values of one item in the order of its fields.
fn append_all<T>(list: &[T], items: &mut Items, fill: fn(&T, &mut Item<'_>)) -> usize {
    let mut bytes = 0;
    for value in list {
        let mut item = Item { builder: items.values(), next: 0, bytes: 0 };
        fill(value, &mut item);
        item.builder.append(true);
        bytes += item.bytes;
    }
    bytes
}

fn item(found: &parts::Item, item: &mut Item<'_>) {
    item.text(Some(found.kind.as_str()));
    item.number(Some(found.group));
    item.fields(&found.fields);
    item.text(Some(&found.text));
    item.span(Some(found.source));
    item.text(found.hidden.map(Hiding::as_str));
}

fn comment(comment: &Comment, item: &mut Item<'_>) {
    item.text(comment.author.as_deref());
    item.text(comment.date.as_deref());
    item.text(Some(&comment.text));
    item.number(Some(comment.depth));
    item.span(Some(comment.source));
    item.text(comment.hidden.map(Hiding::as_str));
}

fn link(link: &Link, item: &mut Item<'_>) {
    item.text(Some(&link.url));
    item.text(Some(&link.text));
    item.text(link.rel.as_deref());
    item.span(Some(link.source));
    item.span(link.text_span);
}

fn image(image: &Image, item: &mut Item<'_>) {
    item.text(Some(&image.src));
    item.text(image.alt.as_deref());
    item.text(image.title.as_deref());
    item.text(image.caption.as_deref());
    item.span(Some(image.source));
    item.text(image.hidden.map(Hiding::as_str));
}

fn table(table: &Table, item: &mut Item<'_>) {
    item.text(table.caption.as_deref());
    item.number(Some(table.header_rows));
    item.rows(&table.rows);
    item.span(Some(table.source));
    item.span(table.text_span);
}

fn block(block: &Block, item: &mut Item<'_>) {
    item.text(Some(block.kind.as_str()));
    item.flag(block.kept);
    item.score(block.score);
    item.text(Some(block.reason.as_str()));
    item.span(Some(block.source));
    item.span(block.text);
    item.text(Some(&block.xpath));
    item.text(block.direction);
    item.text(block.hidden.map(Hiding::as_str));
}

/// An item that is being built field by field.
struct Item<'b> {
    builder: &'b mut StructBuilder,
    /// The index of the next field.
    next: usize,
    /// The size of the fields so far, in bytes.
    bytes: usize,
}

impl Item<'_> {
    /// Fills the next field, which must have the builder type `B`. Otherwise nothing is appended, the field stays one value
    /// short, and [`StructBuilder`] panics.
    fn field<B: ArrayBuilder>(&mut self, fill: impl Fn(&mut B)) {
        self.builder.field_builder(self.next).into_iter().for_each(fill);
        self.next += 1;
        self.bytes += size_of::<i64>();
    }

    fn text(&mut self, text: Option<&str>) {
        self.field(|field: &mut LargeStringBuilder| field.append_option(text));
        self.bytes += text.map_or(0, str::len);
    }

    fn number(&mut self, number: Option<usize>) {
        let number = number.map(saturating_i64);
        self.field(|field: &mut Int64Builder| field.append_option(number));
    }

    fn flag(&mut self, flag: bool) {
        self.field(|field: &mut BooleanBuilder| field.append_value(flag));
    }

    fn score(&mut self, score: f32) {
        self.field(|field: &mut Float32Builder| field.append_value(score));
    }

    /// Fills two fields: start and end.
    fn span(&mut self, span: Option<Span>) {
        self.number(span.map(Span::start));
        self.number(span.map(Span::end));
    }

    fn fields(&mut self, fields: &[parts::ItemField]) {
        self.bytes += fields.iter().map(|field| field.name.len() + field.value.len()).sum::<usize>();
        // The type of builder that `StructBuilder` makes for a list.
        type Boxed = ListBuilder<Box<dyn ArrayBuilder>>;
        self.field(|list: &mut Boxed| {
            for field in fields {
                let Some(builder) = list.values().as_any_mut().downcast_mut::<StructBuilder>() else {
                    return;
                };
                let mut item = Item { builder, next: 0, bytes: 0 };
                item.text(Some(field.name));
                item.text(Some(&field.value));
                item.span(Some(field.source));
                builder.append(true);
            }
            list.append(true);
        });
    }

    fn rows(&mut self, rows: &[Vec<String>]) {
        self.bytes += rows.iter().flatten().map(String::len).sum::<usize>();
        // The type of builder that `StructBuilder` makes for a list.
        type Boxed = ListBuilder<Box<dyn ArrayBuilder>>;
        self.field(|field: &mut Boxed| {
            for row in rows {
                let Some(cells) = field.values().as_any_mut().downcast_mut::<Boxed>() else { return };
                let texts = cells.values().as_any_mut().downcast_mut::<LargeStringBuilder>();
                texts.into_iter().for_each(|texts| row.iter().for_each(|cell| texts.append_value(cell)));
                cells.append(true);
            }
            field.append(true);
        });
    }
}

/// Converts a number to `i64`. A number that is too large becomes `i64::MAX`.
pub(super) fn saturating_i64(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
