//! Columns of lists: comments of readers, links, images, tables and blocks, each item with the fields that it has in the record
//! of `dehusk extract`. Offsets are bytes of UTF-8: `src_…` of the decoded page, `text_…` of the column `text`.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Float32Builder, Int64Builder, LargeStringBuilder, ListBuilder,
    StructBuilder,
};
use arrow_schema::{DataType, Field};
use dehusk::parts::{Block, Comment, Image, Link, Lists, Parts, Table};
use dehusk::source::Span;

/// One such list of a page.
struct Kind {
    /// Of the column.
    name: &'static str,
    is_wanted: fn(Parts) -> bool,
    /// Of an item.
    fields: fn() -> Vec<Field>,
    /// Appends all items of a page.
    append: fn(&Lists, &mut Items),
}

type Items = ListBuilder<StructBuilder>;

/// In the order of the columns.
const KINDS: [Kind; 5] = [
    Kind {
        name: "comments",
        is_wanted: |parts| parts.comments,
        fields: || {
            [vec![text("author", true), text("date", true), text("text", false), number("depth")], source()]
                .concat()
        },
        append: |lists, items| each(&lists.comments, items, comment),
    },
    Kind {
        name: "links",
        is_wanted: |parts| parts.links,
        fields: || [vec![text("url", false), text("text", false), text("rel", true)], places()].concat(),
        append: |lists, items| each(&lists.links, items, link),
    },
    Kind {
        name: "images",
        is_wanted: |parts| parts.images,
        fields: || {
            [
                vec![text("src", false), text("alt", true), text("title", true), text("caption", true)],
                source(),
            ]
            .concat()
        },
        append: |lists, items| each(&lists.images, items, image),
    },
    Kind {
        name: "tables",
        is_wanted: |parts| parts.tables,
        fields: || [vec![text("caption", true), number("header_rows"), rows("rows")], places()].concat(),
        append: |lists, items| each(&lists.tables, items, table),
    },
    Kind {
        name: "blocks",
        is_wanted: |parts| parts.blocks,
        fields: || [judgement(), places(), vec![text("xpath", false), text("dir", true)]].concat(),
        append: |lists, items| each(&lists.blocks, items, block),
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

fn list_of(item: DataType) -> DataType {
    DataType::List(Arc::new(Field::new_list_field(item, true)))
}

/// What a method says of a block.
fn judgement() -> Vec<Field> {
    let kept = Field::new("kept", DataType::Boolean, false);
    vec![text("kind", false), kept, Field::new("score", DataType::Float32, false), text("reason", false)]
}

fn source() -> Vec<Field> {
    vec![number("src_start"), number("src_end")]
}

/// Where something stands in the source and, if it does, in the text.
fn places() -> Vec<Field> {
    let in_text = ["text_start", "text_end"].map(|name| Field::new(name, DataType::Int64, true));
    [source(), in_text.to_vec()].concat()
}

/// The fields of the columns that are wanted.
pub(super) fn fields(parts: Parts) -> Vec<Field> {
    let wanted = KINDS.iter().filter(|kind| (kind.is_wanted)(parts));
    wanted
        .map(|kind| Field::new(kind.name, list_of(DataType::Struct((kind.fields)().into())), true))
        .collect()
}

/// The columns that are wanted, while pages come.
pub(super) struct ListColumns {
    columns: Vec<(&'static Kind, Items)>,
}

impl ListColumns {
    pub(super) fn new(parts: Parts) -> ListColumns {
        let items = |kind: &Kind| ListBuilder::new(StructBuilder::from_fields((kind.fields)(), 0));
        let wanted = KINDS.iter().filter(|kind| (kind.is_wanted)(parts));
        ListColumns { columns: wanted.map(|kind| (kind, items(kind))).collect() }
    }

    /// Of a page that was not extracted they are null.
    pub(super) fn push(&mut self, lists: Option<&Lists>) {
        for (kind, items) in &mut self.columns {
            if let Some(lists) = lists {
                (kind.append)(lists, items);
            }
            items.append(lists.is_some());
        }
    }

    /// In the order of [`fields`].
    pub(super) fn finish(self) -> Vec<ArrayRef> {
        let columns = self.columns.into_iter();
        columns.map(|(_, mut items)| Arc::new(items.finish()) as ArrayRef).collect()
    }
}

/// Appends every item of a list; `fill` gives the values of one, in the order of its fields.
fn each<T>(list: &[T], items: &mut Items, fill: fn(&T, &mut Item<'_>)) {
    for one in list {
        let mut item = Item { builder: items.values(), next: 0 };
        fill(one, &mut item);
        item.builder.append(true);
    }
}

fn comment(comment: &Comment, item: &mut Item<'_>) {
    item.text(comment.author.as_deref());
    item.text(comment.date.as_deref());
    item.text(Some(&comment.text));
    item.number(Some(comment.depth));
    item.span(Some(comment.source));
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
}

/// An item that is being made, field by field.
struct Item<'b> {
    builder: &'b mut StructBuilder,
    next: usize,
}

impl Item<'_> {
    /// Fills the next field. One of another type stays a value short, which [`StructBuilder`] does not let pass.
    fn field<B: ArrayBuilder>(&mut self, fill: impl Fn(&mut B)) {
        self.builder.field_builder(self.next).into_iter().for_each(fill);
        self.next += 1;
    }

    fn text(&mut self, text: Option<&str>) {
        self.field(|field: &mut LargeStringBuilder| field.append_option(text));
    }

    fn number(&mut self, number: Option<usize>) {
        let number = number.map(super::columns::saturated);
        self.field(|field: &mut Int64Builder| field.append_option(number));
    }

    fn flag(&mut self, flag: bool) {
        self.field(|field: &mut BooleanBuilder| field.append_value(flag));
    }

    fn score(&mut self, score: f32) {
        self.field(|field: &mut Float32Builder| field.append_value(score));
    }

    /// Two fields.
    fn span(&mut self, span: Option<Span>) {
        self.number(span.map(Span::start));
        self.number(span.map(Span::end));
    }

    fn rows(&mut self, rows: &[Vec<String>]) {
        // As `StructBuilder` makes builders of lists.
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
