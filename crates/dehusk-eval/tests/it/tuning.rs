//! Tuning: the worked examples of the heuristic fitness function, estimates that reveal overfitting, and the
//! CSV file.

use dehusk_eval::tune::{Grid, Surface, fit, over_all, per_site, site_table, surface_csv};
use dehusk_eval::{Corpus, Measure};
use serde_json::json;
use tempfile::TempDir;

use crate::made::{Made, settings, write_corpus};

/// Two paragraphs of main content, separated by `gap` lines without text, then a paragraph that is
/// boilerplate.
fn page(gap: usize) -> String {
    let paragraph = "<p>امروز در شهر تهران باران شدید بارید و هوا خنک شد و مردم شاد شدند</p>\n";
    let rules = "<hr class=\"line\">\n".repeat(gap);
    format!("<body>\n{paragraph}{rules}{paragraph}{}<p>خبرهای دیگر امروز</p>\n</body>\n", "<hr>\n".repeat(15))
}

const GOLD: &str = "امروز در شهر تهران باران شدید بارید و هوا خنک شد و مردم شاد شدند\n\
    امروز در شهر تهران باران شدید بارید و هوا خنک شد و مردم شاد شدند\n";

/// Writes and loads a corpus; each page is given by its id, its site and the `gap` of [`page`].
fn corpus(folder: &TempDir, name: &str, pages: &[(&'static str, &str, usize)]) -> Corpus {
    let made = |(id, site, gap): &(&'static str, &str, usize)| Made {
        id,
        html: page(*gap),
        gold: GOLD,
        manifest: json!({ "site": site }),
    };
    write(folder, name, &pages.iter().map(made).collect::<Vec<_>>())
}

fn write(folder: &TempDir, name: &str, pages: &[Made]) -> Corpus {
    write_corpus(folder.path(), name, pages);
    Corpus::load(&folder.path().join(name)).unwrap()
}

fn surface(corpora: &[Corpus], grid: &Grid, jobs: usize) -> Surface {
    fit(corpora, grid, Measure::Char, &settings(jobs), &|_| ()).unwrap()
}

#[test]
fn each_site_gets_the_gap_it_needs_and_a_tie_keeps_the_default() {
    let folder = TempDir::new().unwrap();
    let pages = [("a1", "wide.example", 12), ("a2", "wide.example", 12), ("b1", "tight.example", 3)];
    let corpora = [corpus(&folder, "persian", &pages)];
    let grid = Grid::new("r2l", &["P=1..20"]).unwrap();
    let surface = surface(&corpora, &grid, 1);
    let sites = per_site(&surface, &grid);
    let found: Vec<_> =
        sites.iter().map(|fit| (fit.site.as_str(), grid.label(fit.best), fit.pages)).collect();
    assert_eq!(found, [("tight.example", "P=8".to_owned(), 1), ("wide.example", "P=12".to_owned(), 2)]);
    let wide = &sites[1];
    assert!(wide.fitted > 0.99 && wide.default.unwrap() < 0.7 && wide.left_out.unwrap() > 0.99);
    assert_eq!(sites[0].left_out, None);
    assert!(surface.pages.iter().all(|page| page.distinct() < 4), "equal selections are scored once");
}

#[test]
fn the_left_out_estimate_reveals_overfitting() {
    let folder = TempDir::new().unwrap();
    // The setting that is best for one of the two pages is bad for the other.
    let corpora = [corpus(&folder, "persian", &[("a1", "s.example", 18), ("a2", "s.example", 2)])];
    let grid = Grid::new("r2l", &["P=8..20"]).unwrap();
    let site = &per_site(&surface(&corpora, &grid, 1), &grid)[0];
    assert!(site.left_out.unwrap() < site.fitted);
}

#[test]
fn the_setting_for_all_pages_is_chosen_over_corpora_and_cross_validated_by_site() {
    let folder = TempDir::new().unwrap();
    let ids = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];
    let sites = ids.map(|id| format!("{id}.example"));
    let pages: Vec<_> = ids.iter().zip(&sites).map(|(id, site)| (*id, site.as_str(), 12)).collect();
    let corpora = [corpus(&folder, "one", &pages), corpus(&folder, "two", &[("q", "t.example", 10)])];
    let grid = Grid::new("r2l", &["P=8,10,12"]).unwrap();
    let surface = surface(&corpora, &grid, 2);
    let overall = over_all(&surface, &grid);
    assert_eq!((grid.label(overall.best).as_str(), overall.corpora[0].pages), ("P=12", 12));
    assert!(overall.corpora[0].held_out.f1 > 0.99 && overall.corpora[0].default.unwrap().f1 < 0.7);
    let mut csv = Vec::new();
    surface_csv(&surface, &grid, &mut csv).unwrap();
    let csv = String::from_utf8(csv).unwrap();
    assert!(csv.starts_with("corpus,pages,P,precision,recall,f1\none,12,8,"), "{csv}");
    assert!(csv.contains("\nmean of corpora,13,12,"), "{csv}");
    let table = site_table(&surface, &grid, &per_site(&surface, &grid));
    assert!(table.contains("best: P=12") && table.lines().all(|line| line.chars().count() <= 120), "{table}");
}

#[test]
fn results_do_not_depend_on_jobs_and_a_file_that_is_not_html_is_listed() {
    let folder = TempDir::new().unwrap();
    let manifest = json!({ "site": "x.example" });
    let broken = Made { id: "pdf", html: "%PDF-1.7".to_owned(), gold: "A text.", manifest: manifest.clone() };
    let corpora =
        [write(&folder, "mixed", &[broken, Made { id: "fine", html: page(3), gold: GOLD, manifest }])];
    let grid = Grid::new("addanag", &["L=40..80/20", "snap=block,none"]).unwrap();
    let one = surface(&corpora, &grid, 1);
    assert_eq!(one, surface(&corpora, &grid, 3));
    assert!(one.pages[0].failure.is_some() && one.pages[0].score(0).f1 == 0.0);
    assert!(site_table(&one, &grid, &per_site(&one, &grid)).contains("failed: mixed pdf:"));
}
