//! The digest of a corpus, which changes with any byte of its files.
//!
//! It is the SHA-256 of the lines that `sha256sum` prints for the files, sorted by name in byte order, so
//! that anybody can recompute it without this program.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::files;
use super::manifest::Manifest;
use crate::error::Error;

/// Reads every file of the corpus once, and checks that gold texts are UTF-8.
pub(super) fn digest(folder: &Path, manifest: &Manifest) -> Result<String, Error> {
    let mut digests = BTreeMap::from([(files::MANIFEST.to_owned(), sha256(&manifest.bytes))]);
    for page in &manifest.pages {
        let bytes = files::read(&files::page_path(folder, &page.id))?;
        digests.insert(files::page_name(&page.id), sha256(&bytes));
        let (gold, markdown) = (files::gold_name(&page.id), files::markdown_name(&page.id));
        let markdown = Some(markdown).filter(|name| folder.join(name).exists());
        for name in std::iter::once(gold).chain(markdown) {
            let text = files::utf8(folder, &name)?;
            digests.insert(name, sha256(text.as_bytes()));
        }
    }
    let lines: String = digests.iter().map(|(name, digest)| format!("{digest}  {name}\n")).collect();
    Ok(sha256(lines.as_bytes()))
}

/// The SHA-256 of `bytes`, in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut digits, byte| {
        // Writing to a string cannot fail.
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

#[cfg(test)]
mod tests {
    use super::sha256;

    #[test]
    fn the_digest_of_no_bytes_is_the_known_one() {
        assert!(sha256(b"").starts_with("e3b0c44298fc1c149afbf4c8996fb924"));
    }
}
