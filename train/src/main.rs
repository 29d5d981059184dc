//! `dehusk-train`: writes the training data of `grain` and scores its models. The models are trained with
//! LightGBM in Python; `train/README.md` has the commands.

mod align;
mod data;
mod npy;
mod pages;
mod parallel;
mod score;

use std::path::PathBuf;

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
    /// Write the features and labels of corpora.
    Data {
        /// Corpus folders.
        #[arg(required = true)]
        corpora: Vec<PathBuf>,
        /// Output folder.
        #[arg(long)]
        out: PathBuf,
    },
    /// Score models on the pages of a corpus.
    Score {
        /// Corpus folder.
        corpus: PathBuf,
        /// File with a line for each page: its id, its model file and, optionally, the probabilities of its
        /// types, separated by tabs.
        #[arg(long)]
        folds: PathBuf,
        /// Output file for the scores, with a line of JSON for each page.
        #[arg(long)]
        out: PathBuf,
    },
    /// Write the features and the types of whole pages.
    Pages {
        /// Corpus folder.
        corpus: PathBuf,
        /// File with a line for each page: its id, its model file and, optionally, the probabilities of its
        /// types, separated by tabs.
        #[arg(long)]
        folds: PathBuf,
        /// Output file for the features, with a line of JSON for each page.
        #[arg(long)]
        out: PathBuf,
    },
    /// Write the features of the blocks of pages and the probabilities that a model gives them, to compare
    /// both with LightGBM.
    Rows {
        /// HTML files.
        #[arg(required = true)]
        pages: Vec<PathBuf>,
        /// Model file.
        #[arg(long)]
        model: PathBuf,
        /// Index of the forest, counted from 0.
        #[arg(long)]
        forest: usize,
        /// Output file for the features.
        #[arg(long)]
        out: PathBuf,
        /// Output file for the probabilities.
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
