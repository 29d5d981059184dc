//! The explanation of a page as a tree for reading, with the table of the Thai method's blocks below it.

use std::collections::HashSet;
use std::fmt::{self, Write};
use std::sync::Arc;

use dehusk::Status;
use dehusk::assessment::Grade;
use dehusk::explain::{AnchorCounts, BlockCounts, ExplainedBlock, Explanation};

use crate::outcome::PageOutcome;
use crate::sanitize;

/// The maximum number of levels of indentation. Deeper containers are not indented further, to keep lines readable. Chosen by
/// hand.
const MAX_INDENT_LEVELS: usize = 16;
/// Spaces per level.
const INDENT_STEP: usize = 2;

/// Returns the explanation of a page as text: its status and assessment, the tree of its blocks, and the Thai method's table.
#[must_use]
pub fn explanation_text(page: &PageOutcome) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_explanation(&mut text, page);
    text
}

/// Writes the status and the assessment of the page, then the tree of its blocks and the Thai method's table.
fn write_explanation(out: &mut String, page: &PageOutcome) -> fmt::Result {
    let reason = page.reason.as_ref().map(|reason| format!(" ({})", sanitize::one_line(reason)));
    write!(out, "{}{}", page.status.as_str(), reason.unwrap_or_default())?;
    if let (Some(assessment), Some(quality)) = (page.assessment, page.quality) {
        let (page_type, verdict) = (assessment.page_type().as_str(), quality.verdict.as_str());
        write!(out, ", {page_type}, quality {verdict}: ")?;
        match quality.verdict {
            Grade::Empty => write!(out, "rightly so with a probability of about {:.2}", quality.score)?,
            _ => write!(out, "F1 of about {:.2} is expected", quality.score)?,
        }
    }
    if let Some(threshold) = page.explanation.as_deref().and_then(Explanation::least_kept) {
        write!(out, "; blocks are kept from {threshold:.2} on")?;
    }
    writeln!(out)?;
    let Some(explanation) = page.explanation.as_deref() else {
        // The explanation comes last, and all steps share one deadline.
        let lacks_time = matches!(page.status, Status::Ok | Status::Partial);
        return if lacks_time { writeln!(out, "No time was left to explain the blocks.") } else { Ok(()) };
    };
    write_tree(out, explanation)?;
    if explanation.is_cut {
        writeln!(
            out,
            "The blocks after this one are left out: with them, the explanation would take more memory than allowed."
        )?;
    }
    write_anchor_table(out, explanation)
}

fn anchors(block: &ExplainedBlock) -> Option<&Arc<AnchorCounts>> {
    match &block.counts {
        Some(BlockCounts::Anchors(counts)) => Some(counts),
        _ => None,
    }
}

/// Writes a row for each element that judged a block, with the attributes of the Thai method's paper (§III.B). Writes nothing for
/// other methods.
fn write_anchor_table(out: &mut String, explanation: &Explanation) -> fmt::Result {
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
fn write_tree(out: &mut String, explanation: &Explanation) -> fmt::Result {
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
