//! A folder of output files with one page each.

use std::cell::LazyCell;
use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use dehusk::Status;
use dehusk_record::PageOutcome;

use super::output_file::OutputFile;
use super::page_names;
use super::page_writer::PageWriter;
use crate::input::Input;

/// Writes each page to a file of its own.
pub(crate) struct PageFiles {
    folder: PathBuf,
    /// The names of all pages of the run, relative to the folder.
    names: Vec<PathBuf>,
    /// The number of pages so far.
    pages: usize,
    has_written: bool,
}

impl PageFiles {
    /// Makes the folder, unless a page of it would overwrite one of the inputs.
    pub(super) fn create(folder: &Path, inputs: &[Input], extension: &str) -> anyhow::Result<PageFiles> {
        let names = page_names::of(inputs, extension);
        refuse_inputs(folder, &names, inputs)?;
        fs::create_dir_all(folder).with_context(|| {
            format!("cannot create the output folder {}; choose one in which you may write", folder.display())
        })?;
        Ok(PageFiles { folder: folder.to_owned(), names, pages: 0, has_written: false })
    }

    /// Writes the next page of the run. One that failed or has no text gets no file.
    pub(super) fn page(&mut self, writer: &mut dyn PageWriter, page: &PageOutcome) -> anyhow::Result<()> {
        let path = self.names.get(self.pages).map(|name| self.folder.join(name)).unwrap_or_default();
        self.pages += 1;
        if page.failed() || page.status == Status::Empty {
            return Ok(());
        }
        let mut bytes = Vec::new();
        writer.page(&mut bytes, page)?;
        writer.finish(&mut bytes)?;
        self.has_written = true;
        write(&path, &bytes)
    }

    /// What to say at the end, if no page was written.
    pub(super) fn sentence(&self) -> Option<String> {
        let name = self.folder.display();
        (!self.has_written).then(|| format!("{name}: nothing was extracted, so no file was written"))
    }
}

fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let folder = path.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(folder).with_context(|| format!("cannot create the folder {}", folder.display()))?;
    let mut file = OutputFile::create(path)?;
    file.write_all(bytes).with_context(|| format!("cannot write {}", path.display()))?;
    file.complete_unsynced()
}

/// Returns an error if the file of a page is one of the inputs. A link to an input is replaced, and the input stays.
fn refuse_inputs(folder: &Path, names: &[PathBuf], inputs: &[Input]) -> anyhow::Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    let real = |path: &Path| fs::canonicalize(path).ok();
    let mut files = names.iter().map(|name| folder.join(name));
    // The inputs are looked up only if there is a file of an earlier run.
    let inputs = LazyCell::new(|| {
        let path = |input: &Input| if let Input::File { path, .. } = input { real(path) } else { None };
        inputs.iter().filter_map(path).collect::<HashSet<PathBuf>>()
    });
    match files.find(|file| real(file).is_some_and(|file| inputs.contains(&file))) {
        Some(file) => bail!("the output file {} is one of the inputs; choose another folder", file.display()),
        None => Ok(()),
    }
}
