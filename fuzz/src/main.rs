//! The program: measures growth and memory of dehusk on hostile pages. It needs neither a fuzzer nor nightly Rust.

use anyhow::{Context, Result, anyhow, bail};
use clap::{Parser, Subcommand};
use dehusk_fuzz::forms;
use dehusk_fuzz::growth::{self, Finding};
use dehusk_fuzz::recipe::Recipe;
use dehusk_fuzz::search::{Search, shortened};
use dehusk_fuzz::seeds;
use peak_alloc::PeakAlloc;
use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Seconds between two lines about the progress of a search.
const PROGRESS_SECONDS: u64 = 300;
/// The sizes at which `check` measures the ceilings, in bytes. The smallest is the largest page to which 64 MiB apply.
const CHECKED_SIZES: [usize; 3] = [100 << 10, 400 << 10, 1600 << 10];

/// Measures dehusk on hostile pages.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Search for recipes whose time or memory grows too fast, in any form of output
    Growth {
        /// How long to search
        #[arg(long, value_name = "N", default_value_t = 60)]
        seconds: u64,
        /// Seed of the search
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        /// Folder with recipes to begin with
        #[arg(long, value_name = "DIR", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/recipes"))]
        recipes: PathBuf,
        /// Folder for recipes with a fault
        #[arg(long, value_name = "DIR", default_value = "findings")]
        findings: PathBuf,
    },
    /// Measure recipes in every form of output: memory, and the growth of time and memory
    Check {
        /// Recipes, or folders with recipes
        #[arg(required = true)]
        recipes: Vec<PathBuf>,
        /// Measure only forms whose name contains this; may be repeated
        #[arg(long, value_name = "SUBSTR")]
        form: Vec<String>,
        /// Sizes of the pages, in bytes
        #[arg(long, value_name = "N,…", value_delimiter = ',', default_values_t = CHECKED_SIZES)]
        sizes: Vec<usize>,
        /// Print every measurement
        #[arg(long)]
        all: bool,
    },
    /// Write the seeds of all fuzz targets into folders named after them, below a folder
    Seeds {
        /// Folder, such as `fuzz/corpus`
        folder: PathBuf,
    },
    /// Print the page of a recipe
    Page {
        /// Recipe
        recipe: PathBuf,
        /// Bytes of the page
        #[arg(default_value_t = 100_000)]
        bytes: usize,
    },
}

fn main() -> Result<ExitCode> {
    let faults = match Arguments::parse().command {
        Command::Growth { seconds, seed, recipes, findings } => {
            search(Duration::from_secs(seconds), seed, &recipes, &findings)?
        }
        Command::Check { recipes, form, sizes, all } => check(&recipes, &form, &sizes, all)?,
        Command::Seeds { folder } => {
            write_seeds(&folder)?;
            0
        }
        Command::Page { recipe, bytes } => {
            print!("{}", read(&recipe)?.page(bytes));
            0
        }
    };
    Ok(ExitCode::from(u8::from(faults > 0)))
}

fn read(path: &Path) -> Result<Recipe> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    text.parse().map_err(|error| anyhow!("{}: {error}", path.display()))
}

/// Returns the recipes of a file or folder, with their names.
fn read_all(path: &Path) -> Result<Vec<(String, Recipe)>> {
    if path.is_dir() { seeds::recipes(path) } else { Ok(vec![(path.display().to_string(), read(path)?)]) }
}

/// Searches until the time is over. Returns the number of recipes with a fault.
fn search(time: Duration, seed: u64, recipes: &Path, findings: &Path) -> Result<usize> {
    let recipes = read_all(recipes)?.into_iter().map(|(_, recipe)| recipe).collect();
    let mut search = Search::new(seed, recipes);
    let (start, mut next_line, mut faults) = (Instant::now(), 0, 0);
    while start.elapsed() < time {
        let (recipe, found) = search.step();
        for finding in &found {
            faults += 1;
            report(&recipe, finding, findings)?;
        }
        if start.elapsed().as_secs() >= next_line {
            println!("{} s: {} recipes, {faults} faults", start.elapsed().as_secs(), search.tried);
            next_line += PROGRESS_SECONDS;
        }
    }
    println!("{} s: {} recipes, {faults} faults", start.elapsed().as_secs(), search.tried);
    Ok(faults)
}

/// Prints a finding and writes its recipe, shortened, into a folder.
fn report(recipe: &Recipe, finding: &Finding, folder: &Path) -> Result<()> {
    let form = forms::all_forms().into_iter().find(|form| form.name == finding.form);
    let recipe = form.map_or_else(|| recipe.clone(), |form| shortened(recipe, &form));
    let mut hasher = DefaultHasher::new();
    recipe.hash(&mut hasher);
    fs::create_dir_all(folder)?;
    let path = folder.join(format!("{:016x}.recipe", hasher.finish()));
    fs::write(&path, format!("# {}: {}\n{recipe}", finding.form, finding.fault))?;
    println!("{}: {}: {}\n{recipe}", path.display(), finding.form, finding.fault);
    Ok(())
}

/// Measures recipes in every form. Returns the number of faults.
fn check(paths: &[PathBuf], wanted: &[String], sizes: &[usize], all: bool) -> Result<usize> {
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part));
    let forms: Vec<_> = forms::all_forms().into_iter().filter(|form| is_wanted(&form.name)).collect();
    if forms.is_empty() {
        bail!("no form has a name like that");
    }
    let (mut faults, mut measured) = (0, 0);
    for path in paths {
        for (name, recipe) in read_all(path)? {
            for form in &forms {
                let curve = growth::Curve::measure(&recipe, form, sizes);
                measured += 1;
                if all {
                    println!("{name}: {}: {}", form.name, curve);
                }
                if curve.fault().is_none() {
                    continue;
                }
                if let Some(finding) = growth::confirm(&recipe, form) {
                    faults += 1;
                    println!("{name}: {}: {}", finding.form, finding.fault);
                }
            }
        }
    }
    println!("{measured} measurements, {faults} faults");
    Ok(faults)
}

fn write_seeds(folder: &Path) -> Result<()> {
    for seed in seeds::all()? {
        let target = folder.join(seed.target);
        fs::create_dir_all(&target)?;
        fs::write(target.join(seed.name), seed.bytes)?;
    }
    Ok(())
}
