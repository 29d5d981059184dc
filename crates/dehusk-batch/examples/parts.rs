//! What the parts of a run cost alone and together, for `bench/batch.py`:
//! `parts ARCHIVE OUT.parquet METHOD ROUNDS` prints the CPU seconds of reading, extracting, writing, and of a run of one thread.
//!
//! Parts are measured batch after batch, each with all of its input in memory, so that nothing but the part is in its time.

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::fs::File;
use std::path::PathBuf;

use dehusk::Options;
use dehusk_batch::read::{Cursor, ReadOptions, Source};
use dehusk_batch::run::{Output, Plan, Shard, run};
use dehusk_batch::write::Form;
use dehusk_batch::{BatchExtractor, BatchOptions};
use rustix::time::{ClockId, clock_gettime};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [archive, out, method, rounds] = arguments.as_slice() else { return Err("four arguments".into()) };
    let plan = plan(archive.into(), out.into(), Options::new().with_method(method)?);
    let mut least = [f64::INFINITY; 4];
    for _ in 0..rounds.parse()? {
        let round = parts(&plan)?.into_iter().chain([together(&plan)?]);
        least.iter_mut().zip(round).for_each(|(least, time)| *least = least.min(time));
    }
    println!("{}", least.map(|time| format!("{time:.3}")).join(" "));
    Ok(())
}

fn plan(archive: PathBuf, out: PathBuf, options: Options) -> Plan {
    Plan {
        sources: vec![Source::Warc(archive)],
        read: ReadOptions::default(),
        batch: BatchOptions::new(options),
        output: Output::File(out),
        form: Form::Parquet,
        jobs: 1,
        shard: Shard { number: 1, of: 1 },
        manifest: None,
        errors: None,
        part_bytes: u64::MAX,
    }
}

/// Seconds of reading, extracting and writing.
fn parts(plan: &Plan) -> Result<[f64; 3], Box<dyn Error>> {
    let Output::File(out) = &plan.output else { return Err("a file".into()) };
    let schema = plan.batch.output_schema(plan.sources[0].schema(&plan.read)?.as_ref())?;
    let mut reader = plan.sources[0].open(&plan.read, Cursor::default())?;
    let mut extractor = BatchExtractor::new(plan.batch.clone());
    let mut writer = plan.form.writer(File::create(out)?, schema)?;
    let mut times = [0.0; 3];
    loop {
        let begin = seconds();
        let chunk = reader.next_chunk(plan.part_bytes)?;
        let read = seconds();
        times[0] += read - begin;
        let Some(chunk) = chunk else { break };
        let texts = extractor.extract(&chunk.batch)?;
        let extracted = seconds();
        writer.write(&texts)?;
        times[1] += extracted - read;
        times[2] += seconds() - extracted;
    }
    let begin = seconds();
    writer.finish()?;
    times[2] += seconds() - begin;
    Ok(times)
}

fn together(plan: &Plan) -> Result<f64, Box<dyn Error>> {
    let begin = seconds();
    run(plan, &|_| ())?;
    Ok(seconds() - begin)
}

/// CPU time of this process, all its threads.
fn seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
