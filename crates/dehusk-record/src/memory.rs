//! Estimates the memory of an outcome, so that results that wait to be written are not more than fits.

use dehusk::explain::{BlockCounts, ExplainedBlock, Explanation, Signal, Value};
use dehusk::metadata::{Field, Metadata};
use dehusk::parts::{Comment, Image, Item, Link, Lists, Table};

use crate::outcome::PageOutcome;

impl PageOutcome {
    /// The approximate memory of the texts, the lists, the metadata and the explanation in bytes.
    pub fn memory_bytes(&self) -> usize {
        let forms = self.text.len() + optional(&self.markdown) + optional(&self.html);
        let metadata = self.metadata.as_deref().map_or(0, of_metadata);
        let explanation = self.explanation.as_deref().map_or(0, of_explanation);
        size_of::<PageOutcome>() + self.id.len() + forms + of_lists(&self.lists) + metadata + explanation
    }
}

fn optional(text: &Option<String>) -> usize {
    text.as_ref().map_or(0, String::len)
}

/// The memory of the entries of a list, with what each of them has on the heap.
fn of_all<T>(entries: &[T], heap: impl Fn(&T) -> usize) -> usize {
    size_of_val(entries) + entries.iter().map(heap).sum::<usize>()
}

fn of_lists(lists: &Lists) -> usize {
    of_all(&lists.blocks, |block| block.xpath.len())
        + of_all(&lists.links, of_link)
        + of_all(&lists.images, of_image)
        + of_all(&lists.tables, of_table)
        + of_all(&lists.items, of_item)
        + of_all(&lists.comments, of_comment)
        + of_all(&lists.json_ld, String::len)
}

fn of_link(link: &Link) -> usize {
    link.url.len() + link.text.len() + optional(&link.rel)
}

fn of_image(image: &Image) -> usize {
    image.src.len() + optional(&image.alt) + optional(&image.title) + optional(&image.caption)
}

fn of_table(table: &Table) -> usize {
    optional(&table.caption) + of_all(&table.rows, |row| of_all(row, String::len))
}

fn of_item(item: &Item) -> usize {
    item.text.len() + of_all(&item.fields, |field| field.value.len())
}

fn of_comment(comment: &Comment) -> usize {
    optional(&comment.author) + optional(&comment.date) + comment.text.len()
}

fn of_metadata(metadata: &Metadata) -> usize {
    let text = |field: &Option<Field<String>>| field.as_ref().map_or(0, |field| field.value.len());
    let list = |field: &Option<Field<Vec<String>>>| {
        field.as_ref().map_or(0, |field| of_all(&field.value, String::len))
    };
    let Metadata { title, published, modified, site_name, hostname, description, language, .. } = metadata;
    let Metadata { direction, image, license, canonical, authors, categories, tags, .. } = metadata;
    let texts = [title, published, modified, site_name, hostname, description, language];
    let more = [direction, image, license, canonical];
    let lists = [authors, categories, tags];
    let texts = texts.into_iter().chain(more).map(text).sum::<usize>();
    size_of::<Metadata>() + texts + lists.into_iter().map(list).sum::<usize>()
}

fn of_explanation(explanation: &Explanation) -> usize {
    let containers = of_all(&explanation.containers, |container| container.label.len());
    containers + of_all(&explanation.blocks, of_explained)
}

/// Blocks that the Thai method judged together share their counts, which are counted for each here.
fn of_explained(block: &ExplainedBlock) -> usize {
    let counts = match &block.counts {
        Some(BlockCounts::Anchors(counts)) => size_of_val(&**counts) + counts.xpath.len(),
        _ => 0,
    };
    block.text.len() + of_all(&block.signals, of_signal) + counts
}

fn of_signal(signal: &Signal) -> usize {
    let value = |(_, value): &(&'static str, Value)| match value {
        Value::Text(text) => text.len(),
        Value::Elements(names) => size_of_val(&**names),
        Value::Number(_) => 0,
    };
    signal.says.len() + of_all(&signal.values, value)
}

#[cfg(test)]
mod tests {
    use dehusk::{Extractor, PageInput};

    use crate::{RunFacts, Settings, answer};

    /// A page with a long text in each place of which a record has the text.
    fn page() -> String {
        let prose = "The old mill reopens on Monday, after ten years of repair. ".repeat(20);
        let long = |name: &str| format!("{name} {}", "of the mill ".repeat(400));
        let item = |name: &str| format!("<li><h3><a href='/{name}'>{}</a></h3><p>{prose}", long(name));
        let comment = format!("<li class=comment><b class=author>Ann</b><p>{prose}");
        format!(
            "<!doctype html><meta name=keywords content='{}'><meta name=author content='Ann Smith'>\
             <meta name=description content='{}'><script type='application/ld+json'>{{\"name\": \"{}\"}}</script>\
             <title>The mill</title><article><h1>The mill</h1><p>{prose}<p>{prose}<a rel='{}' href=/a>{}</a>\
             <figure><img src=/mill.png width=600 height=400 alt='{}' title='{}'><figcaption>{}</figcaption></figure>\
             <table><caption>{}</caption><tr><th>Day<th>Hour<tr><td>{}<td>Ten<tr><td>Friday<td>Two</table>\
             <ul>{}{}{}</ul></article><ol id=comments>{}</ol>",
            long("keyword"),
            long("description"),
            long("json"),
            long("rel"),
            long("link"),
            long("alt"),
            long("title"),
            long("caption"),
            long("table"),
            long("cell"),
            item("one"),
            item("two"),
            item("three"),
            comment.repeat(4),
        )
    }

    #[test]
    fn the_memory_of_an_outcome_is_at_least_that_of_the_texts_in_its_record() {
        let page = page();
        let all = [
            "blocks", "links", "images", "tables", "items", "comments", "jsonld", "metadata", "markdown",
            "html",
        ];
        for with in all.map(|name| vec![name]).into_iter().chain([vec![], all.to_vec()]) {
            for explain in [false, true] {
                let settings = serde_json::json!({"with": with, "explain": explain});
                let settings: Settings = serde_json::from_value(settings).unwrap();
                let options = settings.options().unwrap();
                let facts = RunFacts::new(&options, &settings.with);
                let input = PageInput::new(page.as_bytes());
                let outcome = answer(&mut Extractor::new(options), "mill", &input, settings.wanted());
                let record = serde_json::to_value(facts.record(&outcome)).unwrap();
                assert!(outcome.memory_bytes() >= texts(&record), "{with:?} {explain}");
            }
        }
    }

    /// The bytes of all texts of a value.
    fn texts(value: &serde_json::Value) -> usize {
        match value {
            serde_json::Value::String(text) => text.len(),
            serde_json::Value::Array(values) => values.iter().map(texts).sum(),
            serde_json::Value::Object(fields) => fields.values().map(texts).sum(),
            _ => 0,
        }
    }
}
