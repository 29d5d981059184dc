//! An output file that gets its name when it is complete: a run that fails or is interrupted leaves the old file as it was.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::extension::is_folder;
use super::same_file::is_name_of;
use super::{BUFFER_BYTES, CANNOT_WRITE};
use crate::input::is_gzip;

/// The prefix of a file that is still being written. An interrupted run leaves such a file, and the next run to the same output
/// overwrites it.
const UNFINISHED_PREFIX: &str = ".unfinished-";
/// The maximum number of symbolic links that are followed, that of Linux (`path_resolution(7)`).
const MAX_LINKS: usize = 40;
/// Folders whose files are devices, or stand for open files.
const DEVICES: [&str; 2] = ["/dev", "/proc"];

/// A file that is written beside its place, or a pipe or a device that is written at once.
pub(crate) struct OutputFile {
    out: Encoder,
    /// None for a pipe or a device, and when the file has its name.
    unfinished: Option<Unfinished>,
}

/// The bytes as they are, or compressed.
enum Encoder {
    Plain(BufWriter<File>),
    Gzip(Box<GzEncoder<BufWriter<File>>>),
}

/// Where a file is until it is complete.
struct Unfinished {
    path: PathBuf,
    target: PathBuf,
    replaces: bool,
}

impl OutputFile {
    /// Begins a file. That at `path`, if there is one, stays as it is until [`OutputFile::complete`].
    ///
    /// # Errors
    /// If no file of this name can be written.
    pub(crate) fn create(path: &Path) -> anyhow::Result<OutputFile> {
        let found = fs::metadata(path).ok();
        if is_folder(path) {
            bail!("the output {} is a folder; name a file in it", path.display());
        }
        let is_device = DEVICES.iter().any(|folder| path.starts_with(folder));
        if is_device || found.as_ref().is_some_and(|found| !found.is_file()) {
            let file = File::create(path).map_err(|error| cannot_create(path, &error))?;
            return Ok(OutputFile { out: Encoder::new(file, path), unfinished: None });
        }
        // What may not be written may not be replaced either.
        if found.is_some() {
            OpenOptions::new().write(true).open(path).map_err(|error| cannot_create(path, &error))?;
        }
        let target = followed(path);
        let unfinished = target.with_file_name(unfinished_name(&target));
        let file = begin(&unfinished).map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => anyhow!("another run is writing {}; wait for it", path.display()),
            _ => cannot_create(path, &error),
        })?;
        let replaces = found.is_some();
        let file = OutputFile {
            out: Encoder::new(file, path),
            unfinished: Some(Unfinished { path: unfinished, target, replaces }),
        };
        file.take_permissions(found.as_ref()).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(file)
    }

    /// Whether there is an old file.
    pub(crate) fn replaces(&self) -> bool {
        self.unfinished.as_ref().is_some_and(|unfinished| unfinished.replaces)
    }

    /// Gives the file its name when it is on disk.
    ///
    /// # Errors
    /// If it cannot be written completely. If only its name cannot be given, it stays under its other one.
    pub(crate) fn complete(mut self) -> anyhow::Result<()> {
        self.out.finish().context(CANNOT_WRITE)?;
        if self.unfinished.is_some() {
            self.out.file().sync_all().context(CANNOT_WRITE)?;
        }
        self.name()
    }

    /// As [`OutputFile::complete`], but leaves it to the system when the file is on disk: for one of many small files, each of which
    /// would wait for the disk longer than for its page. It survives the death of the process, not that of the machine.
    pub(super) fn complete_unsynced(mut self) -> anyhow::Result<()> {
        self.out.finish().context(CANNOT_WRITE)?;
        self.name()
    }

    fn name(mut self) -> anyhow::Result<()> {
        let Some(Unfinished { path, target, .. }) = self.unfinished.take() else { return Ok(()) };
        fs::rename(&path, &target).with_context(|| {
            let (path, target) = (path.display(), target.display());
            format!("cannot give the output the name {target}; it is complete, and stays in {path}")
        })
    }

    fn take_permissions(&self, of: Option<&fs::Metadata>) -> io::Result<()> {
        of.map_or(Ok(()), |old| self.out.file().set_permissions(old.permissions()))
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        // Nobody reads an unfinished file.
        if self.unfinished.is_some() { Ok(()) } else { self.out.flush() }
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if let Some(unfinished) = self.unfinished.take() {
            // One that stays behind does no harm: the next run overwrites it.
            let _ = fs::remove_file(unfinished.path);
        }
    }
}

impl Encoder {
    /// Compresses what is written to a file if its name says so.
    fn new(file: File, path: &Path) -> Encoder {
        let out = BufWriter::with_capacity(BUFFER_BYTES, file);
        match is_gzip(path) {
            true => Encoder::Gzip(Box::new(GzEncoder::new(out, Compression::default()))),
            false => Encoder::Plain(out),
        }
    }

    fn file(&self) -> &File {
        match self {
            Encoder::Plain(out) => out.get_ref(),
            Encoder::Gzip(out) => out.get_ref().get_ref(),
        }
    }

    fn finish(&mut self) -> io::Result<()> {
        match self {
            Encoder::Plain(out) => out.flush(),
            Encoder::Gzip(out) => {
                out.try_finish()?;
                out.get_mut().flush()
            }
        }
    }
}

impl Write for Encoder {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Encoder::Plain(out) => out.write(bytes),
            Encoder::Gzip(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Encoder::Plain(out) => out.flush(),
            Encoder::Gzip(out) => out.flush(),
        }
    }
}

fn unfinished_name(target: &Path) -> String {
    format!("{UNFINISHED_PREFIX}{}", target.file_name().unwrap_or_default().to_string_lossy())
}

/// Opens an unfinished file, or one that an interrupted run has left. The error is `WouldBlock` if a run is writing it.
fn begin(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
    match file.try_lock() {
        Err(fs::TryLockError::WouldBlock) => return Err(io::ErrorKind::WouldBlock.into()),
        // Some file systems have no locks.
        Err(fs::TryLockError::Error(_)) => {}
        // The run that had the lock has given the file its name meanwhile: it must not be emptied.
        Ok(()) if !is_name_of(path, &file) => return Err(io::ErrorKind::WouldBlock.into()),
        Ok(()) => {}
    }
    file.set_len(0)?;
    Ok(file)
}

/// The path that a path leads to if it is a symbolic link, also one to a file that does not exist yet.
fn followed(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(to) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(to);
    }
    path
}

/// Says why a file cannot be created, and what to do.
fn cannot_create(path: &Path, error: &io::Error) -> anyhow::Error {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder_name = folder.display();
    let advice = match error.kind() {
        io::ErrorKind::NotFound if !folder.exists() => {
            format!("the folder {folder_name} does not exist; create it first")
        }
        io::ErrorKind::PermissionDenied if path.exists() => {
            format!("{error}; check the permissions of the file and of the folder {folder_name}")
        }
        io::ErrorKind::PermissionDenied => {
            format!("{error}; choose a folder in which you may write")
        }
        _ => format!("{error}; check its name and its folder"),
    };
    anyhow!("cannot create the output file {}: {advice}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: &Path, text: &str) -> OutputFile {
        let mut file = OutputFile::create(path).unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file
    }

    #[test]
    fn an_old_file_stays_until_the_new_one_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        fs::write(&path, "old").unwrap();
        let file = write(&path, "new");
        assert!(file.replaces() && OutputFile::create(&path).is_err(), "one run at a time");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        drop(file);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        // What an interrupted run has left is overwritten.
        fs::write(folder.path().join(".unfinished-a.txt"), "a long rest").unwrap();
        write(&path, "new").complete().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_permissions_are_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("in")).unwrap();
        for (link, to) in [("a.txt", "in/b.txt"), ("in/b.txt", "c.txt")] {
            symlink(to, at(link)).unwrap();
        }
        write(&at("a.txt"), "first").complete().unwrap();
        assert_eq!(fs::read_to_string(at("in/c.txt")).unwrap(), "first");
        fs::set_permissions(at("in/c.txt"), fs::Permissions::from_mode(0o640)).unwrap();
        write(&at("a.txt"), "second").complete().unwrap();
        assert_eq!(fs::read_to_string(at("in/c.txt")).unwrap(), "second");
        assert_eq!(fs::metadata(at("in/c.txt")).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(fs::symlink_metadata(at("a.txt")).unwrap().is_symlink());
    }

    #[test]
    fn the_message_about_a_missing_folder_names_it() {
        let error = OutputFile::create(Path::new("no/such/a.txt")).err().unwrap().to_string();
        assert!(error.contains("the folder no/such does not exist"), "{error}");
    }
}
