//! The manifest of a run: one JSON line for each finished part, written after the part has its final name. A later run with the
//! same manifest continues after the recorded parts. The manifest is locked while a run uses it.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::changed_option::changed_option;
use super::checks::is_same_path;
use super::error::RunError;
use super::lock;
use super::plan::{Output, Plan};
use super::tally::Tally;
use crate::read::{Cursor, ReadOptions};

/// The version of the manifest format. It increases when manifests of older versions can no longer be resumed.
const VERSION: u32 = 2;

/// The first line of a manifest: the values that must be the same for all parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    dehusk_manifest: u32,
    /// The hash of all options of the extraction that can change the output, and the other options.
    options_hash: String,
    /// The options of the extraction, for messages. Manifests of older versions lack them.
    #[serde(default)]
    options: Option<String>,
    rules_version: String,
    output: String,
    #[serde(rename = "form")]
    format: String,
    /// The shard as `i/n`.
    shard: String,
    errors: Option<String>,
}

impl Head {
    pub(super) fn of(plan: &Plan) -> Head {
        let Plan { batch, read, .. } = plan;
        let options_hash = format!(
            "{};metadata={};html_column={};columns={:?};max_record_bytes={};part_bytes={}{}",
            batch.options().hash(),
            batch.metadata(),
            read.html_column,
            read.columns,
            read.max_record_bytes,
            plan.part_bytes,
            columns_of(read),
        );
        let output = match &plan.output {
            Output::File(path) | Output::Folder(path) => path.display().to_string(),
        };
        Head {
            dehusk_manifest: VERSION,
            options_hash,
            options: Some(batch.options().described()),
            rules_version: dehusk::RULES_VERSION.to_owned(),
            output,
            format: plan.format.extension().to_owned(),
            shard: format!("{}/{}", plan.shard.number, plan.shard.of),
            errors: plan.errors.as_ref().map(|path| path.display().to_string()),
        }
    }

    /// The first difference from `wanted`, as a clause of an error message.
    fn difference(&self, wanted: &Head) -> Option<String> {
        let changed = |name: &str, was: &str, is: &str| {
            (was != is).then(|| format!("{name} was {was} and is now {is}"))
        };
        let moved = |name: &str, was: &str, is: &str| {
            if is_same_path(was, is) { None } else { changed(name, was, is) }
        };
        let version = |head: &Head| head.dehusk_manifest.to_string();
        let errors = |head: &Head| head.errors.clone().unwrap_or_else(|| "none".to_owned());
        changed("the version of the manifest", &version(self), &version(wanted))
            .or_else(|| moved("the output", &self.output, &wanted.output))
            .or_else(|| changed("the shard", &self.shard, &wanted.shard))
            .or_else(|| changed("the format", &self.format, &wanted.format))
            .or_else(|| moved("the error file", &errors(self), &errors(wanted)))
            .or_else(|| changed("the version of the rules", &self.rules_version, &wanted.rules_version))
            .or_else(|| (self.options_hash != wanted.options_hash).then(|| self.changed_option(wanted)))
    }

    /// The clause about the first option that differs.
    fn changed_option(&self, wanted: &Head) -> String {
        let written = |head: &Head| Some(format!("{};{}", head.options.as_deref()?, head.options_hash));
        let both = written(self).zip(written(wanted));
        let (was, is) = both.unwrap_or_else(|| (self.options_hash.clone(), wanted.options_hash.clone()));
        changed_option(&was, &is).unwrap_or_else(|| "an option of the extraction is different".to_owned())
    }
}

/// The options about columns that most runs do not have. Without them, nothing is added, so that older manifests stay valid.
fn columns_of(read: &ReadOptions) -> String {
    let named = |name: &str, column: &Option<String>| column.as_ref().map(|it| format!(";{name}={it}"));
    let fields: Vec<&str> = read.json_fields.iter().map(|field| field.name.as_str()).collect();
    let fields = (!fields.is_empty()).then(|| format!(";json_fields={}", fields.join(",")));
    [named("url_column", &read.url_column), named("id_column", &read.id_column), fields]
        .into_iter()
        .flatten()
        .collect()
}

/// The record of one finished part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Part {
    /// The file name of the part.
    pub(super) part: String,
    pub(super) source: String,
    pub(super) source_index: usize,
    /// The digest of the source, to detect another source of the same name.
    pub(super) source_digest: String,
    /// When the source was last modified, in nanoseconds since 1970, to detect changes that the digest does not see.
    pub(super) source_modified: Option<u64>,
    /// Where the part starts in the source.
    pub(super) from: Cursor,
    /// Where the next part starts in the source.
    pub(super) to: Cursor,
    /// Whether the source ends with this part.
    pub(super) last: bool,
    pub(super) pages: u64,
    pub(super) bytes: u64,
    pub(super) statuses: BTreeMap<String, u64>,
    /// The length of the error file when the part was finished.
    pub(super) errors_bytes: u64,
    /// The length of the part in bytes. Manifests of older versions lack it.
    #[serde(default)]
    pub(super) part_bytes: Option<u64>,
}

impl Part {
    pub(super) fn tally(&self) -> Tally {
        Tally {
            pages: self.pages,
            bytes: self.bytes,
            stored: self.to.offset.saturating_sub(self.from.offset),
            statuses: self.statuses.clone(),
            failures: Vec::new(),
        }
    }
}

/// An open manifest.
#[derive(Debug)]
pub(super) struct Manifest {
    file: File,
}

impl Manifest {
    /// Creates a manifest, or opens an existing one and reads the finished parts.
    pub(super) fn open(path: &Path, head: &Head) -> Result<(Manifest, Vec<Part>), RunError> {
        let failed = |error: io::Error| RunError::Manifest(path.to_owned(), error.to_string());
        // Reading a device or a pipe might never end.
        lock::check_regular_file(path)?;
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(path).map_err(failed)?;
        lock::lock_file(&file, path, "the manifest")?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(failed)?;
        // A last line without a line feed is incomplete: its run was killed while writing it.
        let complete = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(complete as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let mut manifest = Manifest { file };
        let mut lines = text[..complete].lines();
        let Some(first) = lines.next() else {
            manifest.append(head).map_err(failed)?;
            return Ok((manifest, Vec::new()));
        };
        let invalid = |error: serde_json::Error| {
            RunError::Manifest(path.to_owned(), format!("the file is not a manifest: {error}"))
        };
        let found: Head = serde_json::from_str(first).map_err(invalid)?;
        if let Some(difference) = found.difference(head) {
            return Err(RunError::ManifestMismatch { manifest: path.to_owned(), difference });
        }
        let parts = lines.map(serde_json::from_str).collect::<Result<Vec<Part>, _>>().map_err(invalid)?;
        Ok((manifest, parts))
    }

    /// Records a part. When this returns, the record is on disk.
    pub(super) fn record(&mut self, part: &Part) -> io::Result<()> {
        self.append(part)
    }

    fn append(&mut self, line: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(line)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        self.file.sync_all()
    }
}
