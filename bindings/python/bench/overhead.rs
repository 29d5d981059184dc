//! The Rust side of `overhead.py`: extracts the same pages without Python.
//!
//! `overhead FOLDER EVERY ROUNDS METHOD` prints a line for each function measured, with the minimum CPU time
//! of each page (or batch) over all rounds, in seconds.

use arrow_array::{ArrayRef, BinaryArray, RecordBatch};
use dehusk::{Extractor, Options};
use dehusk_batch::{BatchOptions, extract_batch};
use rustix::time::{ClockId, clock_gettime};
use std::error::Error;
use std::sync::Arc;

/// Number of rows per batch, as in `overhead.py`.
const BATCH_ROWS: usize = 64;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, every, rounds, method] = arguments.as_slice() else {
        return Err("usage: overhead FOLDER EVERY ROUNDS METHOD".into());
    };
    let pages = read(folder, every.parse()?)?;
    let rounds: usize = rounds.parse()?;
    let options = || Options::new().with_method(method);

    let mut extractor = Extractor::new(options()?);
    report("Extractor", &pages, rounds, |page| extractor.extract(page, None).text().len());
    report("extract", &pages, rounds, |page| {
        options().map_or(0, |options| Extractor::new(options).extract(page, None).text().len())
    });
    let batch_options = BatchOptions::new(options()?);
    let batches: Vec<RecordBatch> = pages.chunks(BATCH_ROWS).map(batch).collect::<Result<_, _>>()?;
    report("extract_batch", &batches, rounds, |batch| {
        extract_batch(batch, &batch_options).map_or(0, |output| output.num_rows())
    });
    Ok(())
}

fn read(folder: &str, every: usize) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let mut files: Vec<_> =
        std::fs::read_dir(folder)?.map(|entry| entry.map(|it| it.path())).collect::<Result<_, _>>()?;
    files.sort();
    Ok(files.iter().step_by(every).map(std::fs::read).collect::<Result<_, _>>()?)
}

fn batch(pages: &[Vec<u8>]) -> Result<RecordBatch, arrow_schema::ArrowError> {
    let column: ArrayRef = Arc::new(BinaryArray::from_iter_values(pages));
    RecordBatch::try_from_iter([("html", column)])
}

#[allow(clippy::print_stdout)] // the report is the output of this program
fn report<T>(name: &str, items: &[T], rounds: usize, mut work: impl FnMut(&T) -> usize) {
    let mut minimum = vec![f64::INFINITY; items.len()];
    for _ in 0..rounds {
        for (item, minimum) in items.iter().zip(&mut minimum) {
            let start = cpu_seconds();
            std::hint::black_box(work(item));
            *minimum = minimum.min(cpu_seconds() - start);
        }
    }
    let times: Vec<String> = minimum.iter().map(|time| format!("{time:.9}")).collect();
    println!("{name}\t{}", times.join(","));
}

/// Returns the CPU time of this process, in seconds.
fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
