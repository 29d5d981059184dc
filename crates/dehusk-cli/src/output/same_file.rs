//! Keeps an output from overwriting an input: two names can be those of one file.

use std::fs;
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

#[cfg(unix)]
fn is_same_file(output: &Path, input: &Input) -> bool {
    use std::os::fd::AsFd;
    let of_input = match input {
        Input::File { path, .. } => fs::metadata(path),
        Input::Stdin => {
            io::stdin().as_fd().try_clone_to_owned().and_then(|stdin| fs::File::from(stdin).metadata())
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
