//! The explanation of a page, as JSON and as a tree for reading.

use std::io::{self, Write};

use dehusk::explain::{ExplainedBlock, Explanation};
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
    says: String,
    path: String,
    beginning: &'a str,
    src_start: usize,
    src_end: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    signals: Vec<SignalRecord<'a>>,
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
        says: block.reason(),
        path: labels.join(" > "),
        beginning: &block.text,
        src_start: block.span.start(),
        src_end: block.span.end(),
        signals: signals.collect(),
    }
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
        "{}{mark} {score} {element}[{}] \"{}\" ({})",
        indent(depth),
        block.kind,
        block.text,
        block.reason()
    )
}

fn indent(depth: usize) -> String {
    " ".repeat(INDENT_STEP * depth.min(MAX_INDENT_LEVELS))
}
