//! The explanation of a page as JSON.

use dehusk::explain::{
    AnchorCounts, BlockCounts, ColumnCounts, ExplainedBlock, Explanation, GroupItem, Signal, Value,
};
use dehusk::methods::density::Unit;
use dehusk::visibility::Hiding;
use serde::{Serialize, Serializer};

use crate::rounded::Rounded;

/// A block in JSON.
#[derive(Serialize)]
pub(crate) struct BlockRecord<'a> {
    kept: bool,
    score: Option<Rounded>,
    kind: &'static str,
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hidden: Option<&'static str>,
    /// Whether `hidden` is about a part that is removed, and the rest is kept.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    has_removed_part: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<ItemRecord>,
    #[serde(rename = "says")]
    description: String,
    path: String,
    beginning: &'a str,
    src_start: usize,
    src_end: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    signals: Vec<SignalRecord<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    anchors: Option<AnchorRecord<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    columns: Option<ColumnRecord>,
}

/// What `group` says in words.
#[derive(Serialize)]
struct ItemRecord {
    noun: &'static str,
    number: usize,
    count: usize,
    form: &'static str,
    kept: usize,
}

/// The counts of the Thai method, with the names of its paper.
#[derive(Serialize)]
struct AnchorRecord<'a> {
    xpath: &'a str,
    lowest: bool,
    all_elements: u32,
    all_href: u32,
    all_t_length: u64,
    all_href_t_length: u64,
    anr: Rounded,
    atr: Rounded,
    ar: Rounded,
}

/// The counts of the methods that compare content with code.
#[derive(Serialize)]
struct ColumnRecord {
    unit: &'static str,
    first: usize,
    last: usize,
    highest: usize,
    content: u32,
    code: u32,
    difference: i64,
    column: i64,
}

impl ItemRecord {
    fn new(item: &GroupItem) -> ItemRecord {
        ItemRecord {
            noun: item.noun,
            number: item.number,
            count: item.count,
            form: item.form(),
            kept: item.kept,
        }
    }
}

impl<'a> AnchorRecord<'a> {
    fn new(counts: &'a AnchorCounts) -> AnchorRecord<'a> {
        AnchorRecord {
            xpath: &counts.xpath,
            lowest: counts.is_lowest,
            all_elements: counts.texts,
            all_href: counts.anchors,
            all_t_length: counts.length,
            all_href_t_length: counts.anchor_length,
            anr: Rounded(counts.node_ratio as f32),
            atr: Rounded(counts.text_ratio as f32),
            ar: Rounded(counts.ratio as f32),
        }
    }
}

impl ColumnRecord {
    fn new(counts: &ColumnCounts) -> ColumnRecord {
        ColumnRecord {
            unit: if counts.unit == Unit::Segment { "segment" } else { "line" },
            first: counts.first,
            last: counts.last,
            highest: counts.highest,
            content: counts.content,
            code: counts.code,
            difference: counts.difference(),
            column: counts.column,
        }
    }
}

#[derive(Serialize)]
struct SignalRecord<'a> {
    signal: &'static str,
    weight: Rounded,
    /// Whether the sentence about the block names it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    named: bool,
    #[serde(rename = "says")]
    description: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    code: &'static str,
    #[serde(skip_serializing_if = "<[_]>::is_empty", serialize_with = "serialize_values")]
    values: &'a [(&'static str, Value)],
}

#[derive(Serialize)]
#[serde(untagged)]
enum ValueRecord<'a> {
    Number(u32),
    Text(&'a str),
    Elements(&'a [&'static str]),
}

impl<'a> SignalRecord<'a> {
    fn new(signal: &'a Signal, named: &[&Signal]) -> SignalRecord<'a> {
        SignalRecord {
            signal: signal.name,
            weight: Rounded(signal.weight),
            named: named.iter().any(|named| std::ptr::eq(*named, signal)),
            description: &signal.says,
            code: signal.code,
            values: &signal.values,
        }
    }
}

impl<'a> ValueRecord<'a> {
    fn new(value: &'a Value) -> ValueRecord<'a> {
        match value {
            Value::Number(number) => ValueRecord::Number(*number),
            Value::Text(text) => ValueRecord::Text(text),
            Value::Elements(elements) => ValueRecord::Elements(elements),
        }
    }
}

/// Writes the values as an object.
fn serialize_values<S: Serializer>(
    values: &&[(&'static str, Value)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().map(|(name, value)| (name, ValueRecord::new(value))))
}

/// All blocks of a page in source order. The record of each is made when it is written.
pub(crate) struct Blocks<'a>(pub(crate) &'a Explanation);

impl Serialize for Blocks<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.blocks.iter().map(|block| block_record(self.0, block)))
    }
}

/// The labels of the containers around a block, from the outside in. The outermost ones of a long path are left out.
fn path(explanation: &Explanation, block: &ExplainedBlock) -> String {
    let mut labels: Vec<&str> = explanation.innermost(block.container).collect();
    if labels.len() == Explanation::MAX_LABELS {
        labels.push("…");
    }
    labels.reverse();
    labels.join(" > ")
}

fn block_record<'a>(explanation: &'a Explanation, block: &'a ExplainedBlock) -> BlockRecord<'a> {
    let named = block.named_signals();
    BlockRecord {
        kept: block.kept,
        score: block.verdict.map(|verdict| Rounded(verdict.score)),
        kind: block.kind,
        reason: block.verdict.map(|verdict| verdict.reason.as_str()),
        hidden: block.hidden.map(Hiding::as_str),
        has_removed_part: block.has_removed_part,
        group: block.group.as_ref().map(ToString::to_string),
        item: block.group.as_ref().map(ItemRecord::new),
        description: block.reason(),
        path: path(explanation, block),
        beginning: &block.text,
        src_start: block.span.start(),
        src_end: block.span.end(),
        signals: block.signals.iter().map(|signal| SignalRecord::new(signal, &named)).collect(),
        anchors: anchors(block).map(AnchorRecord::new),
        columns: match &block.counts {
            Some(BlockCounts::Columns(counts)) => Some(ColumnRecord::new(counts)),
            _ => None,
        },
    }
}

fn anchors(block: &ExplainedBlock) -> Option<&AnchorCounts> {
    match &block.counts {
        Some(BlockCounts::Anchors(counts)) => Some(counts),
        _ => None,
    }
}
