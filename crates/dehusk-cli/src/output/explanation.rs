//! The explanation of a page, as JSON and as a tree for reading, with the table of the Thai method's blocks below it.

use std::collections::HashSet;
use std::io::{self, Write};
use std::sync::Arc;

use dehusk::explain::{AnchorCounts, BlockCounts, ColumnCounts, ExplainedBlock, Explanation};
use dehusk::methods::density::Unit;
use dehusk::visibility::Hiding;
use serde::Serialize;

use super::rounded::Rounded;
use crate::sanitize;

/// The maximum number of levels of indentation. Deeper containers are not indented further, to keep lines readable. Chosen by
/// hand.
const MAX_INDENT_LEVELS: usize = 16;
/// Spaces per level.
const INDENT_STEP: usize = 2;

/// A block in JSON.
#[derive(Serialize)]
pub(super) struct BlockRecord<'a> {
    kept: bool,
    score: Option<Rounded>,
    kind: &'static str,
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hidden: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<&'a str>,
    says: String,
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
    says: &'a str,
}

/// All blocks of a page in source order.
pub(super) fn blocks(explanation: &Explanation) -> Vec<BlockRecord<'_>> {
    explanation.blocks.iter().map(|block| block_record(explanation, block)).collect()
}

fn block_record<'a>(explanation: &'a Explanation, block: &'a ExplainedBlock) -> BlockRecord<'a> {
    let path = explanation.path(block.container);
    let labels: Vec<&str> = path.iter().map(|at| explanation.containers[*at].label.as_str()).collect();
    let signals = block.signals.iter().map(|signal| SignalRecord {
        signal: signal.name,
        weight: Rounded(signal.weight),
        says: &signal.says,
    });
    BlockRecord {
        kept: block.kept,
        score: block.verdict.map(|verdict| Rounded(verdict.score)),
        kind: block.kind,
        reason: block.verdict.map(|verdict| verdict.reason.as_str()),
        hidden: block.hidden.map(Hiding::as_str),
        group: block.group.as_deref(),
        says: block.reason(),
        path: labels.join(" > "),
        beginning: &block.text,
        src_start: block.span.start(),
        src_end: block.span.end(),
        signals: signals.collect(),
        anchors: anchors(block).map(|counts| AnchorRecord::new(counts)),
        columns: match &block.counts {
            Some(BlockCounts::Columns(counts)) => Some(ColumnRecord::new(counts)),
            _ => None,
        },
    }
}

fn anchors(block: &ExplainedBlock) -> Option<&Arc<AnchorCounts>> {
    match &block.counts {
        Some(BlockCounts::Anchors(counts)) => Some(counts),
        _ => None,
    }
}

/// Writes a row for each element that judged a block, with the attributes of the Thai method's paper (§III.B). Writes nothing for
/// other methods.
pub(super) fn write_anchor_table(out: &mut dyn Write, explanation: &Explanation) -> io::Result<()> {
    let mut seen = HashSet::new();
    for counts in explanation.blocks.iter().filter_map(anchors) {
        if seen.is_empty() {
            writeln!(out, "\n{ANCHOR_HEADING}")?;
        }
        if seen.insert(Arc::as_ptr(counts)) {
            writeln!(out, "{}", sanitize::one_line(&anchor_row(counts)))?;
        }
    }
    Ok(())
}

const ANCHOR_HEADING: &str = "All Elements  All Href  All T-Length  All Href T-Length    ANR    ATR     AR  block (* has blocks inside)";

fn anchor_row(counts: &AnchorCounts) -> String {
    format!(
        "{:>12}  {:>8}  {:>12}  {:>17}  {:>5.3}  {:>5.3}  {:>5.3}  {}{}",
        counts.texts,
        counts.anchors,
        counts.length,
        counts.anchor_length,
        counts.node_ratio,
        counts.text_ratio,
        counts.ratio,
        counts.xpath,
        if counts.is_lowest { "" } else { " *" }
    )
}

/// Writes the tree: an indented line for each container with several children, and a line for each block in it. The line of a block
/// has `+` if it was kept or `-` if it was removed, the score, the kind, the start of the text and the reason.
pub(super) fn write_tree(out: &mut dyn Write, explanation: &Explanation) -> io::Result<()> {
    let has_line = containers_with_lines(explanation);
    let mut shown: Vec<usize> = Vec::new();
    for block in &explanation.blocks {
        let path = explanation.path(block.container);
        let common = path.iter().zip(&shown).take_while(|(a, b)| a == b).count();
        let mut depth = path[..common].iter().filter(|at| has_line[**at]).count();
        let mut chain = Vec::new();
        for at in &path[common..] {
            chain.push(explanation.containers[*at].label.as_str());
            if has_line[*at] {
                let line = format!("{}{}", indent(depth), chain.join(" > "));
                writeln!(out, "{}", sanitize::one_line(&line))?;
                depth += 1;
                chain.clear();
            }
        }
        writeln!(out, "{}", sanitize::one_line(&block_line(block, depth, &chain)))?;
        shown = path;
    }
    Ok(())
}

/// For each container, whether it gets its own line. It does if it has more than one child.
fn containers_with_lines(explanation: &Explanation) -> Vec<bool> {
    let mut children = vec![0usize; explanation.containers.len()];
    for container in &explanation.containers {
        container.parent.into_iter().for_each(|parent| children[parent] += 1);
    }
    for block in &explanation.blocks {
        block.container.into_iter().for_each(|container| children[container] += 1);
    }
    children.into_iter().map(|children| children > 1).collect()
}

fn block_line(block: &ExplainedBlock, depth: usize, chain: &[&str]) -> String {
    let mark = if block.kept { '+' } else { '-' };
    let score = block.verdict.map_or("    ".to_owned(), |verdict| format!("{:.2}", verdict.score));
    let element = chain.last().map(|element| format!("{element} ")).unwrap_or_default();
    format!(
        "{}{mark} {score} {element}[{}] \"{}\" ({}){}",
        indent(depth),
        block.kind,
        block.text,
        block.reason(),
        block.group.as_ref().map(|group| format!(", {group}")).unwrap_or_default()
    )
}

fn indent(depth: usize) -> String {
    " ".repeat(INDENT_STEP * depth.min(MAX_INDENT_LEVELS))
}
