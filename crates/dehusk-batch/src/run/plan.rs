//! What a run is asked to do: its sources, its output and how the work is divided.

use std::path::PathBuf;

use arrow_schema::{Schema, SchemaRef};

use super::error::RunError;
use super::page_at::Trial;
use crate::kernel::BatchOptions;
use crate::read::{ReadOptions, Source};
use crate::write::FileFormat;

/// Default of [`Plan::part_bytes`]: 256 MiB of pages give tens of megabytes of output, and a killed run loses a few seconds of
/// work. Chosen by hand.
pub const DEFAULT_PART_BYTES: u64 = 256 << 20;

/// Where the output goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// One file. It gets this name only when it is complete.
    File(PathBuf),
    /// A folder of part files named `part-SOURCE-NUMBER`.
    Folder(PathBuf),
}

/// One of several equal divisions of the sources: source `i` (counted from 0) belongs to shard `i % of + 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of this shard, from 1.
    pub number: usize,
    /// The number of shards.
    pub of: usize,
}

impl Shard {
    /// Whether the source with this index belongs to the shard.
    pub(super) fn has(self, source_index: usize) -> bool {
        source_index % self.of.max(1) + 1 == self.number
    }
}

/// The complete instructions for a run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The sources, in the order of the output. All are of one kind.
    pub sources: Vec<Source>,
    /// How the sources are read.
    pub read: ReadOptions,
    /// What is extracted from each page.
    pub batch: BatchOptions,
    /// Where the output goes.
    pub output: Output,
    /// The format of the output files.
    pub format: FileFormat,
    /// The number of worker threads.
    pub jobs: usize,
    /// The shard of the sources that this run processes.
    pub shard: Shard,
    /// The file that records finished parts. Only for [`Output::Folder`].
    pub manifest: Option<PathBuf>,
    /// How a page is tried that was being extracted when an earlier run with this manifest died. Without it, such a page is
    /// extracted while no other page is, and becomes an error if the process dies there twice.
    pub trial: Option<Trial>,
    /// The file that lists failed pages as JSON lines, in the order in which their parts were finished.
    pub errors: Option<PathBuf>,
    /// The number of bytes of pages after which a part in the output folder ends.
    pub part_bytes: u64,
}

impl Plan {
    /// The sources of this run's shard, each with its index among all sources.
    pub(super) fn shard_sources(&self) -> Vec<(usize, &Source)> {
        self.sources.iter().enumerate().filter(|(index, _)| self.shard.has(*index)).collect()
    }

    /// The columns of the output. They must be the same for all sources.
    pub(super) fn output_schema(&self) -> Result<SchemaRef, RunError> {
        let mut first: Option<(SchemaRef, String)> = None;
        for source in &self.sources {
            let name = source.name();
            let input = source.schema(&self.read).map_err(|error| RunError::Source(name.clone(), error))?;
            let output =
                self.batch.output_schema(&input).map_err(|error| RunError::Schema(name.clone(), error))?;
            match &first {
                Some((schema, other)) if *schema != output => {
                    return Err(RunError::DifferentColumns(name, other.clone()));
                }
                Some(_) => {}
                None => first = Some((output, name)),
            }
        }
        let schema = first.map_or_else(|| SchemaRef::new(Schema::empty()), |(schema, _)| schema);
        match self.format.unsupported_column(&schema) {
            Some(column) => Err(RunError::UnsupportedColumn(column)),
            None => Ok(schema),
        }
    }
}
