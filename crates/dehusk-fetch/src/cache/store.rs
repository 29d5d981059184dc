//! Records in a file, within a size and an age; the oldest go first. The file is that of `redb`.
//!
//! A failure of the file never fails a fetch: a new file is begun, a damaged one is set aside, and after [`MAX_FAILURES`] the store stays
//! empty.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockWriteGuard};
use std::time::SystemTime;

use redb::{Database, Durability, ReadableDatabase, ReadableTable, TableDefinition};

use super::record::milliseconds;
use super::{CacheError, CacheOptions};

/// The records by their keys, each with its time in milliseconds.
const RECORDS: TableDefinition<'_, &[u8], (u64, &[u8])> = TableDefinition::new("records");
/// The sizes of all records by their times and keys, so that the oldest are first.
const ORDER: TableDefinition<'_, (u64, &[u8]), u64> = TableDefinition::new("order");

/// The file with the records.
const FILE: &str = "pages.redb";
/// What a damaged file is called.
const BROKEN_FILE: &str = "pages.broken";
/// Memory for parts of the file. A record is read once in a while, so more would not help. Chosen by hand.
const MEMORY_BYTES: usize = 4 << 20;
/// A record has at most this part of the whole size, so that one page cannot drive out all others. Chosen by hand.
const LARGEST_PART: u64 = 8;
/// Maximum length of a key in bytes. Real addresses have at most 2,000 characters; chosen by hand.
const MAX_KEY_BYTES: usize = 16 << 10;
/// Records between two waits for the disk. If the machine loses power, the last ones are fetched again. Chosen by hand.
const RECORDS_PER_SYNC: u32 = 32;
/// Bytes of records between two waits for the disk. Chosen by hand.
const BYTES_PER_SYNC: u64 = 8 << 20;
/// Failures of the file after which it is not opened again until the process ends. Chosen by hand.
const MAX_FAILURES: u64 = 3;

/// What a store holds and did.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Held {
    pub(super) pages: u64,
    pub(super) bytes: u64,
    pub(super) evictions: u64,
    pub(super) failures: u64,
    records_since_sync: u32,
    bytes_since_sync: u64,
}

pub(super) struct Store {
    folder: PathBuf,
    options: CacheOptions,
    /// None after too many failures.
    file: RwLock<Option<Database>>,
    /// Locked by whoever writes, before `file`.
    held: Mutex<Held>,
}

impl Store {
    pub(super) fn open(folder: &Path, options: CacheOptions, now: SystemTime) -> Result<Store, CacheError> {
        make_folder(folder).map_err(|error| CacheError::Folder(folder.to_owned(), error))?;
        let file = open_or_replace(folder).map_err(|error| refusal(folder, error))?;
        let store = Store {
            folder: folder.to_owned(),
            options,
            file: RwLock::new(Some(file)),
            held: Mutex::default(),
        };
        store.start(now).map_err(|error| CacheError::Store(folder.to_owned(), error.to_string()))?;
        Ok(store)
    }

    /// Counts what is there, and removes what is too old or too much.
    fn start(&self, now: SystemTime) -> Result<(), redb::Error> {
        let mut held = self.lock();
        let file = self.file.read().unwrap_or_else(PoisonError::into_inner);
        let Some(file) = file.as_ref() else { return Ok(()) };
        let oldest = self.oldest(now);
        let mut counted = Held::default();
        let writing = file.begin_write()?;
        {
            let (mut records, mut order) = (writing.open_table(RECORDS)?, writing.open_table(ORDER)?);
            for entry in order.iter()? {
                counted.bytes += entry?.1.value();
                counted.pages += 1;
            }
            evict(&mut records, &mut order, &mut counted, self.options.max_bytes, oldest)?;
        }
        writing.commit()?;
        *held = counted;
        Ok(())
    }

    pub(super) fn held(&self) -> Held {
        *self.lock()
    }

    /// The record with a key.
    pub(super) fn get(&self, key: &[u8]) -> Option<Vec<u8>> {
        let found = self.with_file(|file| {
            let records = file.begin_read()?.open_table(RECORDS)?;
            Ok(records.get(key)?.map(|found| found.value().1.to_vec()))
        });
        found.map_err(|error| self.recover(&mut self.lock(), &error)).ok()?
    }

    /// Keeps a record, in place of the one with the same key. What is too large is not kept.
    pub(super) fn put(&self, key: &[u8], time: SystemTime, record: &[u8]) {
        let size = size(key, record);
        if key.len() > MAX_KEY_BYTES || size > self.options.max_bytes / LARGEST_PART {
            return self.remove(key);
        }
        let oldest = self.oldest(time);
        self.write(Some(size), |records, order, held| {
            let time = milliseconds(time);
            let replaced = records.insert(key, (time, record))?.map(|old| with_size(key, old.value()));
            forget(order, held, key, replaced)?;
            order.insert((time, key), size)?;
            (held.pages, held.bytes) = (held.pages + 1, held.bytes + size);
            evict(records, order, held, self.options.max_bytes, oldest)
        });
    }

    pub(super) fn remove(&self, key: &[u8]) {
        let is_there = self.with_file(|file| Ok(file.begin_read()?.open_table(RECORDS)?.get(key)?.is_some()));
        if is_there.is_ok_and(|is_there| !is_there) {
            return;
        }
        self.write(None, |records, order, held| {
            let removed = records.remove(key)?.map(|old| with_size(key, old.value()));
            forget(order, held, key, removed)
        });
    }

    /// Whether a record of this time is within the maximum age. One from the future is not: the clock was set back.
    pub(super) fn is_young(&self, time: SystemTime, now: SystemTime) -> bool {
        (self.oldest(now)..=milliseconds(now)).contains(&milliseconds(time))
    }

    /// The time of the oldest record that may be there, in milliseconds.
    fn oldest(&self, now: SystemTime) -> u64 {
        now.checked_sub(self.options.max_age).map_or(0, milliseconds)
    }

    /// Changes the file. `size` is that of a new record; without one, the disk is waited for, so that what is removed does not come
    /// back if the machine loses power.
    fn write(
        &self,
        size: Option<u64>,
        change: impl FnOnce(&mut Records<'_>, &mut Order<'_>, &mut Held) -> Result<(), redb::Error>,
    ) {
        let mut held = self.lock();
        let mut after = *held;
        after.records_since_sync += 1;
        after.bytes_since_sync += size.unwrap_or(0);
        let is_due = size.is_none()
            || after.records_since_sync >= RECORDS_PER_SYNC
            || after.bytes_since_sync >= BYTES_PER_SYNC;
        let written = self.with_file(|file| {
            let mut writing = file.begin_write()?;
            if !is_due {
                writing.set_durability(Durability::None)?;
            }
            change(&mut writing.open_table(RECORDS)?, &mut writing.open_table(ORDER)?, &mut after)?;
            Ok(writing.commit()?)
        });
        match written {
            Ok(()) if is_due => *held = Held { records_since_sync: 0, bytes_since_sync: 0, ..after },
            Ok(()) => *held = after,
            Err(error) => self.recover(&mut held, &error),
        }
    }

    /// Does something with the file, if it is open. redb says that a damaged file can make it panic.
    fn with_file<T>(&self, task: impl FnOnce(&Database) -> Result<T, redb::Error>) -> Result<T, redb::Error> {
        let file = self.file.read().unwrap_or_else(PoisonError::into_inner);
        let Some(file) = file.as_ref() else { return Err(redb::Error::DatabaseClosed) };
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| task(file)));
        done.unwrap_or_else(|_| Err(redb::Error::Corrupted("redb panicked".to_owned())))
    }

    /// Begins a new file after a failure.
    fn recover(&self, held: &mut Held, error: &redb::Error) {
        let mut file: RwLockWriteGuard<'_, _> = self.file.write().unwrap_or_else(PoisonError::into_inner);
        if file.take().is_none() {
            return;
        }
        let failures = held.failures + 1;
        *held = Held { failures, evictions: held.evictions, ..Held::default() };
        if failures >= MAX_FAILURES {
            return;
        }
        // What was in the file is not worth another look: it can be fetched again, and the disk may be full.
        let path = self.folder.join(FILE);
        if is_broken(error) {
            set_aside(&self.folder);
        } else {
            let _ = fs::remove_file(&path);
        }
        *file = open(&path).ok();
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Store {
    /// Waits for the disk, so that the next process finds what this one kept.
    fn drop(&mut self) {
        let _ = self.with_file(|file| Ok(file.begin_write()?.commit()?));
    }
}

type Records<'t> = redb::Table<'t, &'static [u8], (u64, &'static [u8])>;
type Order<'t> = redb::Table<'t, (u64, &'static [u8]), u64>;

/// Removes the oldest records until the others have at most `max_bytes` bytes, and none is older than `oldest`.
fn evict(
    records: &mut Records<'_>,
    order: &mut Order<'_>,
    held: &mut Held,
    max_bytes: u64,
    oldest: u64,
) -> Result<(), redb::Error> {
    loop {
        let Some(first) = order.first()? else { return Ok(()) };
        let (time, key) = first.0.value();
        if held.bytes <= max_bytes && time >= oldest {
            return Ok(());
        }
        let (key, size) = (key.to_vec(), first.1.value());
        drop(first);
        records.remove(key.as_slice())?;
        forget(order, held, &key, Some((time, size)))?;
        held.evictions += 1;
    }
}

/// Removes a record of this time and size from the order.
fn forget(
    order: &mut Order<'_>,
    held: &mut Held,
    key: &[u8],
    record: Option<(u64, u64)>,
) -> Result<(), redb::Error> {
    if let Some((time, size)) = record {
        order.remove((time, key))?;
        (held.pages, held.bytes) = (held.pages.saturating_sub(1), held.bytes.saturating_sub(size));
    }
    Ok(())
}

/// The time and the size of a record.
fn with_size(key: &[u8], (time, record): (u64, &[u8])) -> (u64, u64) {
    (time, size(key, record))
}

/// What a record counts: it and its key, which is there twice.
fn size(key: &[u8], record: &[u8]) -> u64 {
    (2 * key.len() + record.len()) as u64
}

/// Makes the folder. Nobody else may read it: addresses can have secrets in them.
fn make_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

fn open_or_replace(folder: &Path) -> Result<Database, redb::Error> {
    let path = folder.join(FILE);
    match open(&path) {
        Err(error) if is_broken(&error) => {
            set_aside(folder);
            open(&path)
        }
        opened => opened,
    }
}

/// Opens the file and reads all of it, to find damage now and not later.
fn open(path: &Path) -> Result<Database, redb::Error> {
    let opened = std::panic::catch_unwind(|| {
        let mut builder = Database::builder();
        builder.set_cache_size(MEMORY_BYTES).set_check_integrity_on_open(true);
        let file = builder.create(path)?;
        // A file with tables of other types is not ours.
        let writing = file.begin_write()?;
        drop((writing.open_table(RECORDS)?, writing.open_table(ORDER)?));
        writing.commit()?;
        Ok(file)
    });
    opened.unwrap_or_else(|_| Err(redb::Error::Corrupted("redb panicked".to_owned())))
}

/// Renames a damaged file, over the one before. If even that fails, opening it fails again.
fn set_aside(folder: &Path) {
    let _ = fs::rename(folder.join(FILE), folder.join(BROKEN_FILE));
}

/// Whether another file would do better.
fn is_broken(error: &redb::Error) -> bool {
    use redb::Error;
    match error {
        Error::Corrupted(_) | Error::UpgradeRequired(_) | Error::RepairAborted => true,
        Error::TableTypeMismatch { .. } | Error::TypeDefinitionChanged { .. } => true,
        Error::Io(error) => matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::UnexpectedEof),
        _ => false,
    }
}

fn refusal(folder: &Path, error: redb::Error) -> CacheError {
    match error {
        redb::Error::DatabaseAlreadyOpen => CacheError::InUse(folder.to_owned()),
        redb::Error::Io(error) => CacheError::Folder(folder.to_owned(), error),
        error => CacheError::Store(folder.to_owned(), error.to_string()),
    }
}
