//! Corpus: a folder of pages, read into memory before anything is timed.
//!
//! A corpus is a folder with `pages/*.html`, a folder of `*.html`, or one file. Pages come in path order; when they
//! are more than asked for, every n-th is taken, so the sample is the same on every run.

use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// Where a corpus that is given by name alone is looked for.
const DEFAULT_ROOT: &str = "/tmp/corpora";
/// Environment variable for another such place.
const ROOT_VARIABLE: &str = "DEHUSK_CORPORA";
/// Bytes of a megabyte, here and in MB/s.
pub(crate) const MEGABYTE: f64 = 1e6;

/// One page in memory.
pub(crate) struct Page {
    /// File name.
    pub(crate) name: String,
    /// The bytes as they lie on disk.
    pub(crate) bytes: Vec<u8>,
    /// The same decoded by the web's rules; given to all who want UTF-8.
    pub(crate) text: String,
}

impl Page {
    /// A page from its bytes.
    pub(crate) fn new(name: impl Into<String>, bytes: Vec<u8>) -> Page {
        let text = crate::ours::decode(&bytes);
        Page { name: name.into(), bytes, text }
    }
}

/// Pages of one folder.
pub(crate) struct Corpus {
    /// The folder as it was given.
    pub(crate) name: String,
    /// The sample.
    pub(crate) pages: Vec<Page>,
    /// Pages that the folder holds.
    pub(crate) available: usize,
}

impl Corpus {
    /// Reads a corpus by path or by name, at most about `max_megabytes` of it.
    pub(crate) fn load(name: &str, max_megabytes: f64) -> Result<Corpus> {
        let paths = page_paths(&locate(name)?)?;
        let available = paths.len();
        let mut pages = Vec::new();
        for path in paths.iter().step_by(stride(&paths, max_megabytes)?) {
            let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            let file_name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            pages.push(Page::new(file_name, bytes));
        }
        Ok(Corpus { name: name.to_string(), pages, available })
    }

    /// Bytes of all its pages.
    pub(crate) fn bytes(&self) -> usize {
        self.pages.iter().map(|page| page.bytes.len()).sum()
    }

    /// One line about what was read: so many pages, so many megabytes, digest.
    pub(crate) fn summary(&self) -> String {
        format!(
            "{}: {} of {} pages, {:.1} MB, digest {:016x}",
            self.name,
            self.pages.len(),
            self.available,
            self.bytes() as f64 / MEGABYTE,
            self.digest()
        )
    }

    /// FNV-1a over name, length and bytes of each page.
    fn digest(&self) -> u64 {
        let mut hash = Fnv::default();
        for page in &self.pages {
            hash.add(page.name.as_bytes());
            hash.add(&(page.bytes.len() as u64).to_le_bytes());
            hash.add(&page.bytes);
        }
        hash.0
    }
}

/// The path of a corpus: as given, or beneath the root of the corpora.
fn locate(name: &str) -> Result<PathBuf> {
    let root = std::env::var_os(ROOT_VARIABLE).unwrap_or_else(|| DEFAULT_ROOT.into());
    let candidates = [PathBuf::from(name), Path::new(&root).join(name)];
    let Some(found) = candidates.into_iter().find(|path| path.exists()) else {
        bail!("no corpus {name}, neither here nor in {}", Path::new(&root).display());
    };
    let pages = found.join("pages");
    Ok(if pages.is_dir() { pages } else { found })
}

/// The pages of a folder in path order; a file is its own only page.
fn page_paths(folder: &Path) -> Result<Vec<PathBuf>> {
    if folder.is_file() {
        return Ok(vec![folder.to_path_buf()]);
    }
    let entries = fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "html" || extension == "htm"));
    paths.sort();
    if paths.is_empty() {
        bail!("no pages in {}", folder.display());
    }
    Ok(paths)
}

/// Every how many pages one is taken, so that at most `max_megabytes` come together.
fn stride(paths: &[PathBuf], max_megabytes: f64) -> Result<usize> {
    let mut sizes = Vec::new();
    for path in paths {
        sizes.push(fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?.len());
    }
    let is_small_enough = |&stride: &usize| {
        let sample: u64 = sizes.iter().step_by(stride).sum();
        sample as f64 <= max_megabytes * MEGABYTE
    };
    Ok((1..paths.len()).find(is_small_enough).unwrap_or(paths.len()))
}

/// The FNV-1a hash of 64 bits.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_is_fnv_1a() {
        let mut hash = Fnv::default();
        hash.add(b"foobar");
        assert_eq!(hash.0, 0x8594_4171_f739_67e8);
    }
}
