//! The manifest of a run: what is done, a line of JSON for each part, written after the part has its name. A run that finds one
//! goes on behind it. It is locked while a run uses it.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{RunError, guard};
use crate::read::Cursor;

/// Rises when older manifests cannot be gone on with.
const VERSION: u32 = 1;

/// The first line: what has to be the same for all parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    dehusk_manifest: u32,
    /// Everything that can change an answer.
    pub(super) options_hash: String,
    pub(super) rules_version: String,
    pub(super) output: String,
    pub(super) form: String,
    /// Which sources, as `i/n`.
    pub(super) shard: String,
    pub(super) errors: Option<String>,
}

impl Head {
    pub(super) fn new(
        options_hash: String,
        output: String,
        form: String,
        shard: String,
        errors: Option<String>,
    ) -> Head {
        let rules_version = dehusk::RULES_VERSION.to_owned();
        Head { dehusk_manifest: VERSION, options_hash, rules_version, output, form, shard, errors }
    }
}

/// One part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Part {
    pub(super) part: String,
    pub(super) source: String,
    pub(super) source_index: usize,
    /// Of length and samples of the source, so that another one of the same name is noticed.
    pub(super) source_digest: String,
    pub(super) from: Cursor,
    pub(super) to: Cursor,
    /// The source ends with it.
    pub(super) last: bool,
    pub(super) pages: u64,
    pub(super) bytes: u64,
    pub(super) statuses: BTreeMap<String, u64>,
    /// Length of the file of errors when the part was done.
    pub(super) errors_bytes: u64,
    /// Length of the part; older manifests do not say it.
    #[serde(default)]
    pub(super) part_bytes: Option<u64>,
}

/// An open manifest.
#[derive(Debug)]
pub(super) struct Manifest {
    file: File,
}

impl Manifest {
    /// Makes a manifest, or opens one and reads which parts are done.
    pub(super) fn open(path: &Path, head: &Head) -> Result<(Manifest, Vec<Part>), RunError> {
        let failed = |error: io::Error| RunError::Manifest(path.to_owned(), error.to_string());
        // A device or a pipe may be read without end, or wait forever.
        guard::need_file(path)?;
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(path).map_err(failed)?;
        guard::lock_file(&file, path, "the manifest")?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(failed)?;
        // A line without its end was being written when its run was killed.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let mut manifest = Manifest { file };
        let mut lines = text[..whole].lines();
        let Some(first) = lines.next() else {
            manifest.append(head).map_err(failed)?;
            return Ok((manifest, Vec::new()));
        };
        let unread = |error: serde_json::Error| {
            RunError::Manifest(path.to_owned(), format!("it is no manifest: {error}"))
        };
        let found: Head = serde_json::from_str(first).map_err(unread)?;
        if let Some(difference) = difference(&found, head) {
            return Err(RunError::Other { manifest: path.to_owned(), difference });
        }
        let parts = lines.map(serde_json::from_str).collect::<Result<Vec<Part>, _>>().map_err(unread)?;
        Ok((manifest, parts))
    }

    /// Records a part; when this returns, the disk has it.
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

/// What is not the same as in the run that made the manifest.
fn difference(found: &Head, wanted: &Head) -> Option<String> {
    let told = |name: &str, found: &str, wanted: &str| Some(format!("{name} was {found} and is {wanted}"));
    match (found, wanted) {
        (found, wanted) if found == wanted => None,
        _ if found.output != wanted.output => told("the output", &found.output, &wanted.output),
        _ if found.shard != wanted.shard => told("the shard", &found.shard, &wanted.shard),
        _ if found.form != wanted.form => told("the form", &found.form, &wanted.form),
        _ if found.errors != wanted.errors => {
            let name = |errors: &Option<String>| errors.clone().unwrap_or_else(|| "none".to_owned());
            told("the file of errors", &name(&found.errors), &name(&wanted.errors))
        }
        _ => told("the hash of all options", &found.options_hash, &wanted.options_hash),
    }
}
