//! The WARC archive of what was fetched.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use anyhow::{Context, anyhow, ensure};
use dehusk_batch::write::warc::{Capture, WarcWriter};
use dehusk_fetch::{Exchange, Fetched};

use super::recorded::Recorded;

const SOFTWARE: &str = concat!("dehusk/", env!("CARGO_PKG_VERSION"));

/// An archive that several threads write to, page by page.
#[derive(Debug)]
pub(crate) struct Archive {
    path: PathBuf,
    /// The pages of the run that this one continues.
    recorded: Option<Recorded>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// None before the first response, so that a run that fetches nothing leaves no archive.
    writer: Option<WarcWriter<File>>,
    /// The first error. Nothing is written after it.
    error: Option<io::Error>,
}

impl Archive {
    /// Prepares a new archive.
    ///
    /// # Errors
    /// If the file has another extension than `.warc.gz`, exists already, or cannot be written.
    pub(crate) fn create(path: &Path) -> anyhow::Result<Archive> {
        check_name(path)?;
        // It is better to fail now than after the first page.
        File::create_new(path).and_then(|_| fs::remove_file(path)).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => anyhow!(
                "--archive {}: the file exists already; add --resume to take its pages from it and fetch only the others, or choose \
                 another name",
                path.display()
            ),
            _ => anyhow!("--archive {}: cannot create the file: {error}; check its folder", path.display()),
        })?;
        Ok(Archive { path: path.to_owned(), recorded: None, state: Mutex::default() })
    }

    /// Continues an archive, or begins it if there is none. Pages with more than `max_bytes` bytes are fetched again.
    ///
    /// # Errors
    /// If the file has another extension than `.warc.gz`, or cannot be read or written.
    pub(crate) fn resume(path: &Path, max_bytes: usize) -> anyhow::Result<Archive> {
        if !path.exists() {
            return Archive::create(path);
        }
        check_name(path)?;
        let recorded =
            OpenOptions::new().write(true).open(path).and_then(|_| Recorded::read(path, max_bytes));
        let recorded =
            recorded.with_context(|| format!("--archive {}: cannot continue it", path.display()))?;
        Ok(Archive { path: path.to_owned(), recorded: Some(recorded), state: Mutex::default() })
    }

    /// Whether the page at an address was fetched by the run that this one continues.
    pub(crate) fn has(&self, address: &str) -> bool {
        self.recorded.as_ref().is_some_and(|recorded| recorded.has(address))
    }

    /// The page at an address, if the run that this one continues has fetched it.
    pub(super) fn page(&self, address: &str) -> Option<Fetched> {
        self.recorded.as_ref()?.page(address)
    }

    /// Adds a response and its request. An error is reported by [`Archive::finish`].
    pub(super) fn add(&self, exchange: &Exchange<'_>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.error.is_some() {
            return;
        }
        state.error = self.write(&mut state, exchange).err();
    }

    fn write(&self, state: &mut State, exchange: &Exchange<'_>) -> io::Result<()> {
        let writer = match &mut state.writer {
            Some(writer) => writer,
            none => none.insert(WarcWriter::new(self.begin()?, SOFTWARE, SystemTime::now())?),
        };
        writer.write(&Capture {
            url: exchange.address,
            date: exchange.date,
            request: &exchange.request,
            response: &exchange.response,
            body: exchange.body,
            truncated: exchange.truncated,
        })
    }

    /// Opens the file where writing begins: after the last response that it has.
    fn begin(&self) -> io::Result<File> {
        let Some(recorded) = &self.recorded else { return File::create_new(&self.path) };
        let mut file = OpenOptions::new().write(true).open(&self.path)?;
        file.set_len(recorded.end())?;
        file.seek(SeekFrom::End(0))?;
        Ok(file)
    }

    pub(super) fn finish(&self) -> anyhow::Result<()> {
        let error = self.state.lock().unwrap_or_else(PoisonError::into_inner).error.take();
        error.map_or(Ok(()), |error| {
            Err(error).with_context(|| {
                format!("cannot write the archive {}; check the free disk space", self.path.display())
            })
        })
    }
}

fn check_name(path: &Path) -> anyhow::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    ensure!(
        name.ends_with(".warc.gz"),
        "--archive {}: the name of the archive has to end with .warc.gz",
        path.display()
    );
    Ok(())
}
