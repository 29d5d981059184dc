//! Memory: the peak heap size of an extraction, in bytes per byte of the page.
//!
//! Each page gets a new case, so that buffers left over from a larger page do not count. The page itself is also
//! in memory, which adds 1 to the result.

mod counting;

pub(crate) use counting::Counting;

use crate::case::Case;
use crate::cases;
use crate::clock;
use crate::corpus::Corpus;
use crate::ours;
use crate::page::Page;
use crate::report::{Report, Table, grouped, ratio};
use anyhow::{Context, Result, ensure};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Page, folder with pages/*.html, or name of a corpus
    input: String,
    /// Method to measure; may be repeated; default: all methods
    #[arg(long, value_name = "M")]
    method: Vec<String>,
    /// Also measure cases whose name contains this, for example "html5ever tree"; may be repeated
    #[arg(long, value_name = "SUBSTR")]
    case: Vec<String>,
    /// Maximum size of the sample of the corpus in megabytes; every n-th page is used
    #[arg(long, value_name = "MB", default_value_t = 60.0)]
    sample_mb: f64,
}

/// The peak heap size of one case on one page.
struct Peak {
    page: String,
    heap: usize,
    ratio: f64,
}

/// Measures the selected cases and reports them.
pub(crate) fn run(options: &Arguments, report: &mut Report) -> Result<()> {
    let corpus = Corpus::load(&options.input, options.sample_mb)?;
    let names = wanted(options)?;
    report.line("");
    report.line(&corpus.summary());
    let mut table = Table::new(&["case", "median ×", "mean ×", "max ×", "max heap bytes", "page of max ×"]);
    for name in &names {
        eprintln!("{name}");
        let peaks = corpus.pages.iter().map(|page| peak(name, page)).collect::<Result<Vec<_>>>()?;
        table.row(row(name, &peaks)?);
    }
    report.table(&table);
    Ok(())
}

/// The names of the selected cases.
fn wanted(options: &Arguments) -> Result<Vec<String>> {
    let all: Vec<String> = cases::all()?.into_iter().map(|case| case.name).collect();
    let default = options.method.is_empty() && options.case.is_empty();
    let methods = if default { ours::methods() } else { options.method.clone() };
    let mut names: Vec<String> = methods.iter().map(|method| ours::case_name(method)).collect();
    for name in &names {
        ensure!(all.contains(name), "there is no case {name}");
    }
    let others = all.into_iter().filter(|name| options.case.iter().any(|part| name.contains(part.as_str())));
    names.extend(others);
    Ok(names)
}

/// Measures the peak heap size of a new case on one page.
fn peak(name: &str, page: &Page) -> Result<Peak> {
    let cases = cases::all()?;
    let mut case: Case = cases
        .into_iter()
        .find(|case| case.name == name)
        .with_context(|| format!("there is no case {name}"))?;
    let (answer, heap) = counting::peak_of(|| case.run(page));
    answer.with_context(|| format!("{name} failed on {}", page.name))?;
    let bytes = page.bytes.len();
    Ok(Peak { page: page.name.clone(), heap, ratio: (bytes + heap) as f64 / bytes.max(1) as f64 })
}

fn row(name: &str, peaks: &[Peak]) -> Result<Vec<String>> {
    let ratios: Vec<f64> = peaks.iter().map(|peak| peak.ratio).collect();
    let worst = peaks.iter().max_by(|one, other| one.ratio.total_cmp(&other.ratio)).context("no pages")?;
    let largest = peaks.iter().map(|peak| peak.heap).max().unwrap_or(0);
    Ok(vec![
        name.to_string(),
        ratio(clock::median(&ratios)),
        ratio(ratios.iter().sum::<f64>() / ratios.len() as f64),
        ratio(worst.ratio),
        grouped(largest as u64),
        worst.page.clone(),
    ])
}
