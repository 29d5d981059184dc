//! Corpus: the pages of a folder, read into memory before anything is measured.
//!
//! A corpus is a folder with `pages/*.html`, a folder of `*.html`, or one file. Pages are sorted by path. If
//! their total size exceeds the limit, every n-th page is used, so the sample is the same on every run.

use crate::page::Page;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder in which corpora are searched by name.
const DEFAULT_ROOT: &str = "/tmp/corpora";
/// The environment variable that overrides [`DEFAULT_ROOT`].
const ROOT_VARIABLE: &str = "DEHUSK_CORPORA";
/// Bytes per megabyte, for sizes and for MB/s.
pub(crate) const MEGABYTE: f64 = 1e6;

/// A sample of the pages of one folder.
pub(crate) struct Corpus {
    /// The name or path of the corpus, as given on the command line.
    pub(crate) name: String,
    /// The pages of the sample.
    pub(crate) pages: Vec<Page>,
    /// Number of pages in the folder.
    pub(crate) available: usize,
}

impl Corpus {
    /// Reads a sample of at most `max_megabytes` from a corpus given by path or name. The sample has at least
    /// one page.
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

    /// The total length of the pages in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.pages.iter().map(|page| page.bytes.len()).sum()
    }

    /// One line with the number of pages, their size and their digest.
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

/// Returns the folder (or file) with the pages of a corpus. `name` is a path or, if no such path exists, a path
/// relative to the root of the corpora.
fn locate(name: &str) -> Result<PathBuf> {
    let root = std::env::var_os(ROOT_VARIABLE).unwrap_or_else(|| DEFAULT_ROOT.into());
    let candidates = [PathBuf::from(name), Path::new(&root).join(name)];
    let Some(found) = candidates.into_iter().find(|path| path.exists()) else {
        bail!("there is no corpus {name}, neither here nor in {}", Path::new(&root).display());
    };
    let pages = found.join("pages");
    Ok(if pages.is_dir() { pages } else { found })
}

/// The pages of a folder, sorted by path. If `folder` is a file, it is the only page.
fn page_paths(folder: &Path) -> Result<Vec<PathBuf>> {
    if folder.is_file() {
        return Ok(vec![folder.to_path_buf()]);
    }
    let entries = fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "html" || extension == "htm"));
    paths.sort();
    if paths.is_empty() {
        bail!("there are no pages in {}", folder.display());
    }
    Ok(paths)
}

/// The smallest n for which a sample of every n-th page has at most `max_megabytes` in total.
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

/// The 64-bit FNV-1a hash.
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
