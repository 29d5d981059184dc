//! Locations of data outside of the project: corpora, conformance suites, the reference implementation.

use std::path::{Path, PathBuf};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the folder that an environment variable names, or the folder `beside` next to the checkout if the variable is not set.
/// If the folder is missing, prints a note and returns `None`.
fn folder(variable: &str, beside: &str) -> Option<PathBuf> {
    let path = match std::env::var_os(variable) {
        Some(path) => PathBuf::from(path),
        None => workspace().join("..").join(beside),
    };
    if path.is_dir() {
        return Some(path);
    }
    eprintln!("skipped: {} is not there (set {variable})", path.display());
    None
}

pub(crate) fn conformance() -> Option<PathBuf> {
    folder("DEHUSK_CONFORMANCE", "shared/conformance")
}

pub(crate) fn reference() -> Option<PathBuf> {
    folder("DEHUSK_REFERENCE", "shared/algorithms-check")
}

/// Returns the folders of the unpacked corpora, in path order.
pub(crate) fn corpora() -> Vec<PathBuf> {
    let Some(root) = folder("DEHUSK_CORPORA", "corpora") else { return Vec::new() };
    let mut corpora: Vec<PathBuf> =
        entries(&root).into_iter().filter(|it| it.join("pages").is_dir()).collect();
    corpora.sort();
    corpora
}

/// Returns the pages of all unpacked corpora, in path order.
pub(crate) fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = corpora()
        .iter()
        .flat_map(|corpus| entries(&corpus.join("pages")))
        .filter(|path| path.extension().is_some_and(|extension| extension == "html"))
        .collect();
    pages.sort();
    pages
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    entries.filter_map(|entry| Some(entry.ok()?.path())).collect()
}

/// Runs `work` on all items, on all cores. Returns the results in the order of the items.
pub(crate) fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let chunk = items.len().div_ceil(threads * 8).max(1);
    let chunks: Vec<&[T]> = items.chunks(chunk).collect();
    let next = std::sync::atomic::AtomicUsize::new(0);
    let results = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    let Some(chunk) = chunks.get(index) else { break };
                    let part: Vec<R> = chunk.iter().map(&work).collect();
                    results.lock().unwrap().push((index, part));
                }
            });
        }
    });
    let mut parts = results.into_inner().unwrap();
    parts.sort_by_key(|(index, _)| *index);
    parts.into_iter().flat_map(|(_, part)| part).collect()
}
