//! `dehusk-train`: makes the training data of `grain` and scores models of it. The learner itself is Python's LightGBM;
//! `train/README.md` has the commands.

mod align;
mod data;
mod npy;
mod pages;
mod score;

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::Result;
use clap::{Parser, Subcommand};
use dehusk_eval::Corpus;

#[derive(Parser)]
#[command(about, version)]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Write features and labels of corpora.
    Data {
        /// Corpus folders.
        #[arg(required = true)]
        corpora: Vec<PathBuf>,
        /// Folder for the data.
        #[arg(long)]
        out: PathBuf,
    },
    /// Score models on the pages of a corpus.
    Score {
        /// Corpus folder.
        corpus: PathBuf,
        /// Lines of a page's id, the file of the model that answers it and the probabilities of its kinds, if they are to have a say;
        /// between them tabs.
        #[arg(long)]
        folds: PathBuf,
        /// File for the scores, a line of JSON per page.
        #[arg(long)]
        out: PathBuf,
    },
    /// Write the features of whole pages and their kinds.
    Pages {
        /// Corpus folder.
        corpus: PathBuf,
        /// Lines of a page's id, the file of the model that answers it and the probabilities of its kinds, if they are to have a say;
        /// between them tabs.
        #[arg(long)]
        folds: PathBuf,
        /// File for the features, a line of JSON per page.
        #[arg(long)]
        out: PathBuf,
    },
    /// Write the features of pages and what a model makes of them, to be compared with the learner's own predictions.
    Rows {
        /// Pages.
        #[arg(required = true)]
        pages: Vec<PathBuf>,
        /// Model file.
        #[arg(long)]
        model: PathBuf,
        /// The forest that sees them, counted from 0.
        #[arg(long)]
        forest: usize,
        /// File for the features.
        #[arg(long)]
        out: PathBuf,
        /// File for the probabilities.
        #[arg(long)]
        probabilities: PathBuf,
    },
    /// Print the names of the features and their fingerprint.
    Features,
}

fn main() -> Result<()> {
    match Args::parse().task {
        Task::Data { corpora, out } => {
            std::fs::create_dir_all(&out)?;
            corpora.iter().try_for_each(|folder| data::write(&Corpus::load(folder)?, &out))
        }
        Task::Score { corpus, folds, out } => score::score(&Corpus::load(&corpus)?, &folds, &out),
        Task::Pages { corpus, folds, out } => pages::write(&Corpus::load(&corpus)?, &folds, &out),
        Task::Rows { pages, model, forest, out, probabilities } => {
            data::write_rows(&pages, (&model, forest), &out, &probabilities)
        }
        Task::Features => print_features(),
    }
}

fn print_features() -> Result<()> {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", dehusk::grain::fingerprint())?;
    for feature in dehusk::grain::features() {
        let (name, doc) = (feature.name, feature.meaning);
        writeln!(out, "{name}\t{doc}")?;
    }
    Ok(())
}

/// Does something with each item on all cores; the results are in the order of the items.
fn parallel<T: Sync, R: Send>(items: &[T], each: impl Fn(&T) -> Result<R> + Sync) -> Result<Vec<R>> {
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(items.len())));
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    let result = each(item);
                    if let Ok(mut results) = results.lock() {
                        results.push((index, result));
                    }
                }
            });
        }
    });
    let mut results = results.into_inner().map_err(|_| anyhow::anyhow!("a worker panicked"))?;
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}
