//! The manifest of a run: one JSON line for each finished part, written after the part has its final name. A later run with the
//! same manifest continues after the recorded parts. The manifest is locked while a run uses it.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

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
    /// The hash of all options that can change the output.
    options_hash: String,
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
            rules_version: dehusk::RULES_VERSION.to_owned(),
            output,
            format: plan.format.extension().to_owned(),
            shard: format!("{}/{}", plan.shard.number, plan.shard.of),
            errors: plan.errors.as_ref().map(|path| path.display().to_string()),
        }
    }

    /// The first difference from `wanted`, as a clause of an error message.
    fn difference(&self, wanted: &Head) -> Option<String> {
        let changed = |name: &str, was: &str, is: &str| Some(format!("{name} was {was} and is now {is}"));
        let errors = |head: &Head| head.errors.clone().unwrap_or_else(|| "none".to_owned());
        if self == wanted {
            None
        } else if self.dehusk_manifest != wanted.dehusk_manifest {
            changed(
                "the version of the manifest",
                &self.dehusk_manifest.to_string(),
                &wanted.dehusk_manifest.to_string(),
            )
        } else if self.output != wanted.output {
            changed("the output", &self.output, &wanted.output)
        } else if self.shard != wanted.shard {
            changed("the shard", &self.shard, &wanted.shard)
        } else if self.format != wanted.format {
            changed("the format", &self.format, &wanted.format)
        } else if self.errors != wanted.errors {
            changed("the error file", &errors(self), &errors(wanted))
        } else if self.rules_version != wanted.rules_version {
            changed("the version of the rules", &self.rules_version, &wanted.rules_version)
        } else {
            Some(changed_option(&self.options_hash, &wanted.options_hash))
        }
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

/// The clause about the first option that differs. Those of the extraction are only known by a hash.
fn changed_option(was: &str, is: &str) -> String {
    let mut differing = was.split(';').zip(is.split(';')).filter(|(was, is)| was != is);
    let Some((was, is)) = differing.next() else { return "an option is different".to_owned() };
    match (was.split_once('='), is.split_once('=')) {
        (Some(("metadata", was)), Some((_, is))) => {
            format!("--with metadata was {was} and is now {is}")
        }
        (Some((name, was)), Some((_, is))) => {
            format!("--{} was {was} and is now {is}", name.replace('_', "-"))
        }
        _ => "an option of the extraction is different: --method, --param, --focus, --hidden, --invisible, --language, --with, \
              --timeout-ms or --max-record-bytes"
            .to_owned(),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_that_differs_is_named() {
        let was = "0a1b;metadata=false;html_column=html;columns=None;max_record_bytes=9;part_bytes=20";
        for (is, expected) in [
            (was.replace("=20", "=30"), "--part-bytes was 20 and is now 30"),
            (was.replace("html;columns", "body;columns"), "--html-column was html and is now body"),
            (was.replace("false", "true"), "--with metadata was false and is now true"),
        ] {
            assert_eq!(changed_option(was, &is), expected);
        }
        let other = changed_option(was, &was.replace("0a1b", "0a1c"));
        assert!(other.contains("--method") && !other.contains("0a1c"), "{other}");
    }
}
