//! The WARC archive of what was fetched.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use anyhow::{Context, anyhow, ensure};
use dehusk_batch::write::warc::{Capture, WarcWriter};
use dehusk_fetch::Exchange;

const SOFTWARE: &str = concat!("dehusk/", env!("CARGO_PKG_VERSION"));

/// An archive that several threads write to, page by page.
#[derive(Debug)]
pub(crate) struct Archive {
    path: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    writer: WarcWriter<File>,
    /// The first error. Nothing is written after it.
    error: Option<io::Error>,
}

impl Archive {
    /// Begins an archive.
    ///
    /// # Errors
    /// If the file has another extension than `.warc.gz`, exists already, or cannot be written.
    pub(crate) fn create(path: &Path) -> anyhow::Result<Archive> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        ensure!(
            name.ends_with(".warc.gz"),
            "--archive {}: the name of the archive has to end with .warc.gz",
            path.display()
        );
        let file = File::create_new(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => anyhow!(
                "--archive {}: the file exists already; remove it or choose another name",
                path.display()
            ),
            _ => anyhow!("--archive {}: cannot create the file: {error}; check its folder", path.display()),
        })?;
        let writer = WarcWriter::new(file, SOFTWARE, SystemTime::now())
            .with_context(|| format!("cannot write the archive {}", path.display()))?;
        Ok(Archive { path: path.to_owned(), state: Mutex::new(State { writer, error: None }) })
    }

    /// Adds a response and its request. An error is reported by [`Archive::finish`].
    pub(super) fn add(&self, exchange: &Exchange<'_>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.error.is_some() {
            return;
        }
        let written = state.writer.write(&Capture {
            url: exchange.address,
            date: exchange.date,
            request: &exchange.request,
            response: &exchange.response,
            body: exchange.body,
            truncated: exchange.truncated,
        });
        state.error = written.err();
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
