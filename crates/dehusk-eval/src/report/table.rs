//! The report as a text table, at most 100 columns wide.

use super::Report;
use super::failures::{self, Problem};
use crate::metrics::{Construct, MAX_UNITS, Measure, Prf};
use crate::summary::{CONFIDENCE, EntrantSummary, GroupBy, GroupSummary, Paired, ROUNDS, Rate};

/// Width of the column of method names, in characters; longer names are truncated.
const NAME_WIDTH: usize = 26;
/// Width, in characters, of a rate with its number of pages.
const RATE_WIDTH: usize = 14;
/// Width of a column of one kind of structure, in characters.
const STRUCTURE_WIDTH: usize = 10;
/// Width of the column of corpus names, in characters; longer names are truncated.
const CORPUS_WIDTH: usize = 20;
/// The minimum p-value that is shown as a number. Smaller ones are shown as `<0.001`, because tables show
/// three decimals. Chosen by hand.
const MIN_SHOWN_P: f64 = 0.001;
/// Maximum number of page ids on a line; the files have all of them. Chosen by hand.
const MAX_LISTED_PAGES: usize = 12;
/// Indentation of the lines below a heading.
const INDENT: &str = "  ";

/// The report as text: the settings of the run, a table for each corpus and group, tables over all corpora,
/// comparisons and failures.
#[must_use]
pub fn table(report: &Report<'_>) -> String {
    let groups = report.groups.iter().map(|group| group_table(report, group));
    let overall = report.overall.iter().flat_map(|overall| {
        [
            corpora_table(report, &overall.by_corpus),
            pages_table(report, overall.pages, overall.sites, &overall.by_page),
        ]
    });
    let ends = [paired_table(report), failed_pages(report), cut_pages(report)];
    let parts = std::iter::once(head(report)).chain(groups).chain(overall).chain(ends);
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

fn head(report: &Report<'_>) -> String {
    let mut head = format!("dehusk {}, rules {}\n", env!("CARGO_PKG_VERSION"), dehusk::RULES_VERSION);
    if !report.command.is_empty() {
        head += &format!("command {}\n", report.command);
    }
    for (index, corpus) in report.results.corpora.iter().enumerate() {
        let run = report.results.pages.iter().filter(|page| page.corpus == index).count();
        head +=
            &format!("corpus  {}, {run} of {} pages, sha256 {}\n", corpus.name, corpus.pages, corpus.digest);
    }
    for entrant in &report.results.entrants {
        let params = entrant.params.iter().map(|(name, value)| format!("{name}={value}"));
        let answers = entrant.answers.iter().map(|(file, digest)| format!("{file} sha256 {digest}"));
        let about: Vec<String> = params.chain(answers).collect();
        head += format!("method  {} {}", entrant.label, about.join(" ")).trim_end();
        head.push('\n');
    }
    let measure = report.measure.name();
    head += &format!("P, R, F1 and sites are by {measure}, the other measures are F1; ");
    head += "means are over pages, sites over sites;\n";
    head += &format!(
        "intervals are {:.0} % bootstrap intervals from {ROUNDS} draws of sites\n",
        CONFIDENCE * 100.0
    );
    head
}

fn group_table(report: &Report<'_>, group: &GroupSummary) -> String {
    let corpus = &report.results.corpora[group.corpus].name;
    let value = if group.by == GroupBy::All {
        String::new()
    } else {
        format!(", {} {}", group.by.name(), group.group)
    };
    let speed = |entrant| {
        let is_whole_corpus = group.by == GroupBy::All;
        if is_whole_corpus { report.megabytes_per_second(Some(group.corpus), entrant) } else { None }
    };
    let title = format!("{corpus}{value}: {} pages, {} sites", group.pages, group.sites);
    means_table(report, &title, &group.entrants, speed)
}

fn pages_table(report: &Report<'_>, pages: usize, sites: usize, entrants: &[EntrantSummary]) -> String {
    let title = format!("all corpora, mean of pages: {pages} pages, {sites} sites");
    means_table(report, &title, entrants, |entrant| report.megabytes_per_second(None, entrant))
}

fn means_table(
    report: &Report<'_>,
    title: &str,
    entrants: &[EntrantSummary],
    speed: impl Fn(usize) -> Option<f64>,
) -> String {
    let mut table = format!(
        "{title}\n{:NAME_WIDTH$}{:>6}{:>6}{:>6} {:11}{}{:>6}{:>6}{:>7}{:>7}\n",
        "method",
        "P",
        "R",
        "F1",
        "interval",
        other_names(report.measure),
        "sites",
        "empty",
        "failed",
        "MB/s"
    );
    for (index, entrant) in entrants.iter().enumerate() {
        let main = entrant.get(report.measure);
        let interval = format!("{:.3}-{:.3}", main.f1_interval.low, main.f1_interval.high);
        let speed = speed(index).map(|speed| format!("{speed:.0}")).unwrap_or_default();
        let line = format!(
            "{}{} {interval:11}{}{:6.3}{:6}{:7}{speed:>7}",
            name(report, index),
            prf(main.pages),
            others(report.measure).map(|it| format!("{:6.3}", entrant.get(it).pages.f1)).collect::<String>(),
            main.sites_f1,
            entrant.empty,
            entrant.failed,
        );
        table += line.trim_end();
        table.push('\n');
    }
    table + &rates_table(report, entrants) + &structure_table(report, entrants)
}

fn corpora_table(report: &Report<'_>, means: &[[Prf; 4]]) -> String {
    let count = report.results.corpora.len();
    let mut table = format!(
        "all corpora, mean of {count} corpora\n{:NAME_WIDTH$}{:>6}{:>6}{:>6} {:11}{}\n",
        "method",
        "P",
        "R",
        "F1",
        "",
        other_names(report.measure)
    );
    for (index, means) in means.iter().enumerate() {
        let others: String =
            others(report.measure).map(|it| format!("{:6.3}", means[it as usize].f1)).collect();
        let main = prf(means[report.measure as usize]);
        table += &format!("{}{main} {:11}{others}\n", name(report, index), "");
    }
    table
}

/// The rates of snippets and fields that exist; empty if there are none.
fn rates_table(report: &Report<'_>, entrants: &[EntrantSummary]) -> String {
    let kinds = entrants.first().map(EntrantSummary::rates).unwrap_or_default();
    let exists = |kind: &usize| entrants.iter().any(|entrant| entrant.rates()[*kind].1.is_some());
    let existing: Vec<usize> = (0..kinds.len()).filter(exists).collect();
    if existing.is_empty() {
        return String::new();
    }
    let names: String = existing.iter().map(|kind| format!("{:>RATE_WIDTH$}", kinds[*kind].0)).collect();
    let mut table = format!("{:NAME_WIDTH$}{names}\n", "share correct (pages)");
    for (index, entrant) in entrants.iter().enumerate() {
        let cells: String = existing.iter().map(|kind| rate(entrant.rates()[*kind].1)).collect();
        table += format!("{}{cells}", name(report, index)).trim_end();
        table.push('\n');
    }
    table
}

/// The F1 of each kind of structure; empty if no page has gold Markdown.
fn structure_table(report: &Report<'_>, entrants: &[EntrantSummary]) -> String {
    let Some(pages) = entrants.iter().find_map(|entrant| entrant.structure.map(|it| it.pages)) else {
        return String::new();
    };
    // `list_items` and `table_rows` are too long for a column.
    let short = |it: &Construct| it.name().rsplit('_').next().unwrap_or_default();
    let names: String = Construct::ALL.iter().map(|it| format!("{:>STRUCTURE_WIDTH$}", short(it))).collect();
    let mut table = format!("{:NAME_WIDTH$}{names}\n", format!("Markdown, F1 ({pages} pages)"));
    for (index, structure) in entrants.iter().enumerate().filter_map(|(at, it)| Some((at, it.structure?))) {
        let f1 = |construct: &Construct| match structure.items.get(*construct).prf() {
            Some(prf) => format!("{:STRUCTURE_WIDTH$.3}", prf.f1),
            None => " ".repeat(STRUCTURE_WIDTH),
        };
        let cells: String = Construct::ALL.iter().map(f1).collect();
        table += format!("{}{cells}", name(report, index)).trim_end();
        table.push('\n');
    }
    table
}

fn rate(rate: Option<Rate>) -> String {
    let text = rate.map(|Rate { mean, pages }| format!("{mean:.3} ({pages})")).unwrap_or_default();
    format!("{text:>RATE_WIDTH$}")
}

fn paired_table(report: &Report<'_>) -> String {
    let Some((against, paired)) = &report.paired else { return String::new() };
    let against = &report.results.entrants[*against].label;
    let mut table = format!("against {against}, F1 by {}, page by page\n", report.measure.name());
    table += &format!(
        "{:CORPUS_WIDTH$}{:NAME_WIDTH$}{:>6}{:>7}{:>6}{:>9} {:15} {}\n",
        "corpus", "method", "wins", "losses", "ties", "mean", "interval", "p (sign)"
    );
    for Paired { corpus, entrant, wins, losses, ties, difference, interval, p } in paired {
        let corpus = corpus.map_or("all", |corpus| &report.results.corpora[corpus].name);
        let interval = format!("{:+.3} {:+.3}", interval.low, interval.high);
        table += &format!(
            "{}{}{wins:6}{losses:7}{ties:6}{difference:+9.4} {interval:15} {}\n",
            fitted(corpus, CORPUS_WIDTH),
            name(report, *entrant),
            probability(*p)
        );
    }
    table
}

fn probability(p: f64) -> String {
    if p < MIN_SHOWN_P { format!("<{MIN_SHOWN_P}") } else { format!("{p:.3}") }
}

fn failed_pages(report: &Report<'_>) -> String {
    let failures = failures::failures(report.results);
    listed("failed, scored as empty texts", &failures)
}

fn cut_pages(report: &Report<'_>) -> String {
    let cuts = failures::cuts(report.results);
    listed(&format!("longer than {MAX_UNITS} characters or words; only the beginning was compared"), &cuts)
}

fn listed(title: &str, problems: &[Problem<'_>]) -> String {
    if problems.is_empty() {
        return String::new();
    }
    let mut lines = format!("{title}\n");
    for Problem { corpus, entrant, status, reason, pages } in problems {
        let reason = reason.map(|reason| format!(" ({reason})")).unwrap_or_default();
        let first = pages.iter().take(MAX_LISTED_PAGES).copied().collect::<Vec<_>>().join(", ");
        let more = pages.len().saturating_sub(MAX_LISTED_PAGES);
        let more = if more > 0 { format!(" and {more} more, all in --pages FILE") } else { String::new() };
        lines += &format!("{INDENT}{corpus}, {entrant}, {status}{reason}: {first}{more}\n");
    }
    lines
}

fn prf(prf: Prf) -> String {
    format!("{:6.3}{:6.3}{:6.3}", prf.precision, prf.recall, prf.f1)
}

fn others(measure: Measure) -> impl Iterator<Item = Measure> {
    Measure::ALL.into_iter().filter(move |it| *it != measure)
}

fn other_names(measure: Measure) -> String {
    others(measure)
        .map(|it| format!("{:>6}", if it == Measure::RougeL { "rouge" } else { it.name() }))
        .collect()
}

fn name(report: &Report<'_>, entrant: usize) -> String {
    fitted(&report.results.entrants[entrant].label, NAME_WIDTH)
}

/// `text`, padded or truncated to exactly `width` columns, of which the last is a space.
fn fitted(text: &str, width: usize) -> String {
    if text.chars().count() < width {
        return format!("{text:width$}");
    }
    let kept: String = text.chars().take(width - 2).collect();
    format!("{kept}… ")
}
