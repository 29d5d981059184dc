//! The digest of a corpus: one number that changes with any byte of it.
//!
//! SHA-256 of the lines that `sha256sum` prints for its files in byte order of their names, so that anybody can repeat
//! it without this program.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::files;
use super::manifest::{self, Manifest};
use crate::error::Error;

/// Reads every file of the corpus once; gold texts are checked to be UTF-8 on the way.
pub(super) fn digest(folder: &Path, manifest: &Manifest) -> Result<String, Error> {
    let mut digests = BTreeMap::from([(manifest::NAME.to_owned(), sha256(&manifest.bytes))]);
    for page in &manifest.pages {
        let bytes = files::read(&files::page_path(folder, &page.id))?;
        digests.insert(files::page_name(&page.id), sha256(&bytes));
        let gold = files::read(&files::gold_path(folder, &page.id))?;
        digests.insert(files::gold_name(&page.id), sha256(&gold));
        files::utf8(folder, &page.id, gold)?;
    }
    let lines: String = digests.iter().map(|(name, digest)| format!("{digest}  {name}\n")).collect();
    Ok(sha256(lines.as_bytes()))
}

/// In hexadecimal digits.
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
    fn the_digest_of_nothing_is_the_known_one() {
        assert!(sha256(b"").starts_with("e3b0c44298fc1c149afbf4c8996fb924"));
    }
}
