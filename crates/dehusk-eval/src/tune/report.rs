//! The results of tuning, as a text table and as CSV.

use std::fmt::Write;
use std::io;

use super::{Grid, SiteFit, Surface, over_all};
use crate::metrics::Prf;
use crate::summary::mean_prf;

/// Width of the column with the names of sites; longer names are truncated.
const SITE_WIDTH: usize = 34;

/// The table of the fits of all sites and of all pages, at most 100 columns wide if parameters are short.
#[must_use]
pub fn site_table(surface: &Surface, grid: &Grid, sites: &[SiteFit]) -> String {
    let mut table = String::new();
    let settings = if grid.len() == 1 { "setting" } else { "settings" };
    let _ = writeln!(table, "{}: {} {settings} on {} pages\n", grid.name(), grid.len(), surface.pages.len());
    let _ = writeln!(table, "{:SITE_WIDTH$} pages  default   fitted  left out  best", "site");
    for fit in sites {
        let (default, left_out) = (share(fit.default), share(fit.left_out));
        let site = shortened(&fit.site);
        let best = grid.label(fit.best);
        let _ = writeln!(
            table,
            "{site:SITE_WIDTH$} {:5} {default:>8} {:8.4} {left_out:>9}  {best}",
            fit.pages, fit.fitted
        );
    }
    site_means(&mut table, sites);
    all_pages(&mut table, surface, grid);
    failures(&mut table, surface);
    table
}

/// Appends the means over the sites with more than one page. A site with a single page says nothing about
/// overfitting.
fn site_means(table: &mut String, sites: &[SiteFit]) {
    let several: Vec<&SiteFit> = sites.iter().filter(|fit| fit.left_out.is_some()).collect();
    if several.is_empty() {
        let _ = writeln!(table, "\nNo site has more than one page, so overfitting cannot be estimated.");
        return;
    }
    let mean = |value: &dyn Fn(&SiteFit) -> Option<f64>| {
        let values: Option<Vec<f64>> = several.iter().map(|fit| value(fit)).collect();
        share(values.map(|values| values.iter().sum::<f64>() / several.len() as f64))
    };
    let (default, fitted) = (mean(&|fit| fit.default), mean(&|fit| Some(fit.fitted)));
    let (left_out, pages) = (mean(&|fit| fit.left_out), several.iter().map(|fit| fit.pages).sum::<usize>());
    let name = format!("mean of {} sites with several pages", several.len());
    let _ = writeln!(table, "{name:SITE_WIDTH$} {pages:5} {default:>8} {fitted:>8} {left_out:>9}");
}

fn all_pages(table: &mut String, surface: &Surface, grid: &Grid) {
    let overall = over_all(surface, grid);
    let _ = writeln!(
        table,
        "\nOne setting for all pages, chosen by the mean over corpora; held out by site, 5 folds"
    );
    let _ = writeln!(table, "{:SITE_WIDTH$} pages  default   fitted  held out", "corpus");
    for (name, corpus) in surface.corpora.iter().zip(&overall.corpora) {
        let (name, default) = (shortened(name), share(corpus.default.map(|default| default.f1)));
        let (fitted, held_out) = (corpus.fitted.f1, corpus.held_out.f1);
        let _ =
            writeln!(table, "{name:SITE_WIDTH$} {:5} {default:>8} {fitted:8.4} {held_out:9.4}", corpus.pages);
    }
    let count = overall.corpora.len().max(1) as f64;
    let over =
        |value: &dyn Fn(&super::PerCorpus) -> f64| overall.corpora.iter().map(value).sum::<f64>() / count;
    let default = grid.default().map(|_| over(&|corpus| corpus.default.map_or(0.0, |default| default.f1)));
    let (default, fitted, held_out) =
        (share(default), over(&|corpus| corpus.fitted.f1), over(&|corpus| corpus.held_out.f1));
    let _ = writeln!(
        table,
        "{:SITE_WIDTH$} {:5} {default:>8} {fitted:8.4} {held_out:9.4}",
        "mean of corpora",
        surface.pages.len()
    );
    let _ = writeln!(table, "best: {}", grid.label(overall.best));
    let folds: Vec<String> = overall.folds.iter().map(|fold| grid.label(*fold)).collect();
    let _ = writeln!(table, "best without each fold: {}", folds.join("; "));
}

fn failures(table: &mut String, surface: &Surface) {
    let failed = surface.pages.iter().filter_map(|page| Some((page, page.failure.as_ref()?)));
    for (page, reason) in failed {
        let _ = writeln!(
            table,
            "failed: {} {}: {reason}; scored as an empty text",
            surface.corpora[page.corpus], page.id
        );
    }
}

fn share(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.4}"))
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= SITE_WIDTH {
        return name.to_owned();
    }
    name.chars().take(SITE_WIDTH - 1).chain(['…']).collect()
}

/// Writes the means of every setting on every corpus, and their means over corpora, as CSV.
///
/// # Errors
/// When `out` cannot be written.
pub fn surface_csv(surface: &Surface, grid: &Grid, out: impl io::Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    let names = grid.axes().iter().map(|axis| axis.name.as_str());
    csv.write_record(["corpus", "pages"].into_iter().chain(names).chain(["precision", "recall", "f1"]))?;
    for setting in 0..grid.len() {
        let mut means = Vec::new();
        for (index, corpus) in surface.corpora.iter().enumerate() {
            let pages: Vec<Prf> = surface
                .pages
                .iter()
                .filter(|page| page.corpus == index)
                .map(|page| page.score(setting))
                .collect();
            means.push(mean_prf(pages.iter().copied()));
            row(&mut csv, grid, setting, (corpus, pages.len()), means[index])?;
        }
        row(&mut csv, grid, setting, ("mean of corpora", surface.pages.len()), mean_prf(means.into_iter()))?;
    }
    csv.flush()
}

fn row<W: io::Write>(
    csv: &mut csv::Writer<W>,
    grid: &Grid,
    setting: usize,
    (corpus, pages): (&str, usize),
    means: Prf,
) -> io::Result<()> {
    let values = grid.values(setting).into_iter().map(|(_, value)| value);
    let shares = [means.precision, means.recall, means.f1].map(|share| format!("{share:.4}"));
    let cells = [corpus.to_owned(), pages.to_string()].into_iter().chain(values).chain(shares);
    Ok(csv.write_record(cells)?)
}
