//! Tells whether two names are those of one file, so that an output overwrites no input and no other output.

use std::fs::{self, File};
#[cfg(unix)]
use std::io;
use std::path::Path;

use anyhow::bail;

use crate::input::Input;

/// Returns an error if the file at `path` is one of the inputs, so that no input is overwritten.
pub(crate) fn refuse_input(path: &Path, inputs: &[Input]) -> anyhow::Result<()> {
    if path.exists() && inputs.iter().any(|input| is_same_file(path, input)) {
        bail!("the output file {} is one of the inputs; choose another name", path.display());
    }
    Ok(())
}

/// The identity of a file, independent of its name. None for a file that does not exist or is not a regular file.
#[cfg(unix)]
fn identity(metadata: io::Result<fs::Metadata>) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let metadata = metadata.ok().filter(fs::Metadata::is_file)?;
    Some((metadata.dev(), metadata.ino()))
}

/// Whether the path is still the name of an open file: it may have been renamed, and another file made in its place.
#[cfg(unix)]
pub(super) fn is_name_of(path: &Path, file: &File) -> bool {
    let named = identity(fs::metadata(path));
    named.is_some() && named == identity(file.metadata())
}

/// Whether the path is still the name of an open file, as far as that is known: whether there is one.
#[cfg(not(unix))]
pub(super) fn is_name_of(path: &Path, _file: &File) -> bool {
    path.exists()
}

#[cfg(unix)]
fn is_same_file(output: &Path, input: &Input) -> bool {
    use std::os::fd::AsFd;
    let of_input = match input {
        Input::File { path, .. } => fs::metadata(path),
        Input::Stdin => {
            io::stdin().as_fd().try_clone_to_owned().and_then(|stdin| File::from(stdin).metadata())
        }
        _ => return false,
    };
    let output = identity(fs::metadata(output));
    output.is_some() && output == identity(of_input)
}

#[cfg(not(unix))]
fn is_same_file(output: &Path, input: &Input) -> bool {
    let Input::File { path, .. } = input else { return false };
    matches!((fs::canonicalize(path), fs::canonicalize(output)), (Ok(input), Ok(output)) if input == output)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_renamed_has_lost_its_name_also_to_a_new_one() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let file = File::create(at("a")).unwrap();
        assert!(is_name_of(&at("a"), &file));
        fs::rename(at("a"), at("b")).unwrap();
        assert!(!is_name_of(&at("a"), &file) && is_name_of(&at("b"), &file));
        File::create(at("a")).unwrap();
        assert!(!is_name_of(&at("a"), &file));
    }
}
