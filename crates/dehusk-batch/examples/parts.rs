//! Measures the stages of a run separately and together, for `bench/batch.py`.
//!
//! `parts ARCHIVE OUT.parquet METHOD ROUNDS` prints the CPU seconds of reading, extracting and writing, and of a complete run on one
//! thread: the minimum of all rounds. Each stage is measured batch by batch with its input in memory, so its time contains no
//! other stage.

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::fs::File;
use std::path::PathBuf;

use dehusk::Options;
use dehusk_batch::read::{Cursor, ReadOptions, Source};
use dehusk_batch::run::{Output, Plan, Shard, run};
use dehusk_batch::write::FileFormat;
use dehusk_batch::{BatchExtractor, BatchOptions};
use rustix::time::{ClockId, clock_gettime};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [archive, out, method, rounds] = arguments.as_slice() else {
        return Err("usage: parts ARCHIVE OUT.parquet METHOD ROUNDS".into());
    };
    let plan = plan(archive.into(), out.into(), Options::new().with_method(method)?);
    let mut minimum = [f64::INFINITY; 4];
    for _ in 0..rounds.parse()? {
        let round = stages(&plan)?.into_iter().chain([complete_run(&plan)?]);
        minimum.iter_mut().zip(round).for_each(|(minimum, time)| *minimum = minimum.min(time));
    }
    println!("{}", minimum.map(|time| format!("{time:.3}")).join(" "));
    Ok(())
}

fn plan(archive: PathBuf, out: PathBuf, options: Options) -> Plan {
    Plan {
        sources: vec![Source::Warc(archive)],
        read: ReadOptions::default(),
        batch: BatchOptions::new(options),
        output: Output::File(out),
        format: FileFormat::Parquet,
        jobs: 1,
        shard: Shard { number: 1, of: 1 },
        manifest: None,
        trial: None,
        errors: None,
        part_bytes: u64::MAX,
    }
}

/// Returns the CPU seconds of reading, of extracting and of writing.
fn stages(plan: &Plan) -> Result<[f64; 3], Box<dyn Error>> {
    let Output::File(out) = &plan.output else { return Err("the output must be a file".into()) };
    let schema = plan.batch.output_schema(plan.sources[0].schema(&plan.read)?.as_ref())?;
    let mut reader = plan.sources[0].open(&plan.read, Cursor::default())?;
    let mut extractor = BatchExtractor::new(plan.batch.clone());
    let mut writer = plan.format.writer(File::create(out)?, schema)?;
    let mut times = [0.0; 3];
    loop {
        let start = cpu_seconds();
        let chunk = reader.next_chunk(plan.part_bytes)?;
        let read = cpu_seconds();
        times[0] += read - start;
        let Some(chunk) = chunk else { break };
        let texts = extractor.extract(&chunk.batch)?;
        let extracted = cpu_seconds();
        writer.write(&texts)?;
        times[1] += extracted - read;
        times[2] += cpu_seconds() - extracted;
    }
    let start = cpu_seconds();
    writer.finish()?;
    times[2] += cpu_seconds() - start;
    Ok(times)
}

/// Returns the CPU seconds of a complete run.
fn complete_run(plan: &Plan) -> Result<f64, Box<dyn Error>> {
    let start = cpu_seconds();
    run(plan, &|_| ())?;
    Ok(cpu_seconds() - start)
}

/// The CPU time of all threads of this process in seconds.
fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
