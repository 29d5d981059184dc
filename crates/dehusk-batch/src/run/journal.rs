//! The journal of a run: the manifest and the error file, which are written together when a part is finished.

use std::path::PathBuf;

use super::error::RunError;
use super::error_file::ErrorFile;
use super::manifest::{Head, Manifest, Part};
use super::plan::Plan;

/// Records finished parts, so that later runs can resume and people can see the errors.
pub(super) struct Journal {
    manifest: Option<(PathBuf, Manifest)>,
    errors: Option<ErrorFile>,
    /// The length of the error file in bytes.
    errors_bytes: u64,
}

impl Journal {
    /// Opens the manifest and the error file, and returns the journal and the finished parts. Lines of the error file about
    /// unrecorded parts are removed.
    pub(super) fn open(plan: &Plan) -> Result<(Journal, Vec<Part>), RunError> {
        let head = Head::of(plan);
        let opened =
            plan.manifest.as_ref().map(|path| Ok((path, Manifest::open(path, &head)?))).transpose()?;
        let (manifest, done) = match opened {
            Some((path, (manifest, done))) => (Some((path.clone(), manifest)), done),
            None => (None, Vec::new()),
        };
        let errors_bytes = done.last().map_or(0, |part| part.errors_bytes);
        let errors =
            plan.errors.as_ref().map(|path| ErrorFile::open(path, errors_bytes, plan.manifest.is_some()));
        Ok((Journal { manifest, errors: errors.transpose()?, errors_bytes }, done))
    }

    /// Records a part and its errors. An incomplete part is not recorded in a manifest, so a later run makes it again.
    pub(super) fn record(&mut self, part: Part, errors: &[u8], is_incomplete: bool) -> Result<(), RunError> {
        if is_incomplete && self.manifest.is_some() {
            return Ok(());
        }
        if let Some(file) = &mut self.errors {
            file.append(errors)?;
            self.errors_bytes += errors.len() as u64;
        }
        let Some((path, manifest)) = &mut self.manifest else { return Ok(()) };
        let part = Part { errors_bytes: self.errors_bytes, ..part };
        manifest.record(&part).map_err(|error| RunError::Manifest(path.clone(), error.to_string()))
    }
}
