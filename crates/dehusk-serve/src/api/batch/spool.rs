//! Answers that were made and not read yet: a little in memory, the rest in a temporary file. So a client may send a whole batch before
//! it reads the first answer. What all files hold together is limited by the budget of `Limits::max_unread_bytes`.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use futures_util::{Stream, stream};
use tokio::sync::Notify;
use tokio::{task, time};

use crate::shared::memory::{ByteBudget, Share};

/// How many bytes are kept in memory before there is a file. Most batches never need one. Chosen by hand.
const MEMORY_BYTES: usize = 256 << 10;
/// How much is read from a file at a time. Chosen by hand.
const PIECE_BYTES: u64 = 64 << 10;

/// Makes the two ends of a spool.
pub(super) fn open(budget: &ByteBudget) -> (Writer, Reader) {
    let file = SpoolFile { file: None, start: 0, end: 0, room: budget.share() };
    let spool = Arc::new(Spool {
        state: Mutex::default(),
        file: Arc::new(Mutex::new(file)),
        was_written: Notify::new(),
        was_read: Notify::new(),
    });
    (Writer(Arc::clone(&spool)), Reader(spool))
}

/// The reader takes nothing, and there is no room for more.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Stalled;

#[derive(Debug)]
struct Spool {
    state: Mutex<State>,
    file: Arc<Mutex<SpoolFile>>,
    was_written: Notify,
    was_read: Notify,
}

#[derive(Debug, Default)]
struct State {
    /// What is older than all in the file.
    memory: VecDeque<Bytes>,
    memory_bytes: usize,
    /// How many bytes of the file were not read.
    filed: u64,
    /// What is newer than all in the file, once there will be no more.
    last: Option<Bytes>,
    is_over: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic never happens while a lock is held, so a poisoned lock is as good as any.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Spool {
    /// Does something with the file on a thread that may wait for the disk.
    async fn with_file<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut SpoolFile) -> io::Result<T> + Send + 'static,
    ) -> io::Result<T> {
        let file = Arc::clone(&self.file);
        task::spawn_blocking(move || work(&mut lock(&file))).await.unwrap_or_else(|error| Err(error.into()))
    }
}

/// The end that answers are put into.
#[derive(Debug)]
pub(super) struct Writer(Arc<Spool>);

impl Writer {
    /// Adds an answer. Without room for it, waits for the reader, but no longer than `patience` for each piece that it takes.
    pub(super) async fn push(&self, bytes: Bytes, patience: Duration) -> Result<(), Stalled> {
        loop {
            if self.remember(&bytes) || self.file(&bytes).await {
                self.0.was_written.notify_one();
                return Ok(());
            }
            time::timeout(patience, self.0.was_read.notified()).await.map_err(|_| Stalled)?;
        }
    }

    /// Keeps an answer in memory if there is room, and nothing in the file that has to be read before.
    fn remember(&self, bytes: &Bytes) -> bool {
        let mut state = lock(&self.0.state);
        let is_first = state.memory.is_empty();
        if state.filed > 0 || (!is_first && state.memory_bytes + bytes.len() > MEMORY_BYTES) {
            return false;
        }
        state.memory_bytes += bytes.len();
        state.memory.push_back(bytes.clone());
        true
    }

    /// Writes an answer to the file. False if there is no room, or none can be written.
    async fn file(&self, bytes: &Bytes) -> bool {
        let copy = bytes.clone();
        let is_filed = self.0.with_file(move |file| file.append(&copy)).await.unwrap_or(false);
        if is_filed {
            lock(&self.0.state).filed += bytes.len() as u64;
        }
        is_filed
    }

    /// Ends the answers, with a last one for which there is always room.
    pub(super) fn close(&self, last: Option<Bytes>) {
        let mut state = lock(&self.0.state);
        (state.last, state.is_over) = (last, true);
        drop(state);
        self.0.was_written.notify_one();
    }
}

/// The end that answers are taken from.
#[derive(Debug)]
pub(super) struct Reader(Arc<Spool>);

/// What comes next.
enum Next {
    Bytes(Bytes),
    Filed(u64),
    NotYet,
    End,
}

impl Reader {
    /// All answers in their order.
    pub(super) fn into_stream(self) -> impl Stream<Item = io::Result<Bytes>> {
        stream::unfold(self, |reader| async move {
            let next = reader.next().await?;
            Some((next, reader))
        })
    }

    async fn next(&self) -> Option<io::Result<Bytes>> {
        loop {
            match self.look() {
                Next::Bytes(bytes) => {
                    self.0.was_read.notify_one();
                    return Some(Ok(bytes));
                }
                Next::Filed(length) => return Some(self.read(length).await),
                Next::NotYet => self.0.was_written.notified().await,
                Next::End => return None,
            }
        }
    }

    fn look(&self) -> Next {
        let mut state = lock(&self.0.state);
        if let Some(bytes) = state.memory.pop_front() {
            state.memory_bytes -= bytes.len();
            return Next::Bytes(bytes);
        }
        if state.filed > 0 {
            return Next::Filed(state.filed.min(PIECE_BYTES));
        }
        match state.last.take() {
            Some(last) => Next::Bytes(last),
            None if state.is_over => Next::End,
            None => Next::NotYet,
        }
    }

    async fn read(&self, length: u64) -> io::Result<Bytes> {
        let bytes = self.0.with_file(move |file| file.take(length)).await?;
        lock(&self.0.state).filed -= length;
        self.0.was_read.notify_one();
        Ok(bytes)
    }
}

/// A temporary file without a name: the system removes it with the process.
#[derive(Debug)]
struct SpoolFile {
    file: Option<File>,
    start: u64,
    end: u64,
    room: Share,
}

impl SpoolFile {
    /// Appends bytes. False if the budget has no room for them.
    fn append(&mut self, bytes: &[u8]) -> io::Result<bool> {
        let end = self.end + bytes.len() as u64;
        if !self.room.try_grow_to(usize::try_from(end).unwrap_or(usize::MAX)) {
            return Ok(false);
        }
        if self.file.is_none() {
            self.file = Some(tempfile::tempfile()?);
        }
        let Some(file) = &mut self.file else { return Ok(false) };
        file.seek(SeekFrom::Start(self.end))?;
        file.write_all(bytes)?;
        self.end = end;
        Ok(true)
    }

    /// Takes the oldest bytes. When all were taken, the room is given back.
    fn take(&mut self, length: u64) -> io::Result<Bytes> {
        let Some(file) = &mut self.file else { return Err(io::ErrorKind::UnexpectedEof.into()) };
        let mut bytes = vec![0; usize::try_from(length).unwrap_or(0)];
        file.seek(SeekFrom::Start(self.start))?;
        file.read_exact(&mut bytes)?;
        self.start += length;
        if self.start == self.end {
            file.set_len(0)?;
            (self.start, self.end) = (0, 0);
            self.room.shrink_to(0);
        }
        Ok(bytes.into())
    }
}

#[cfg(test)]
mod tests {
    use futures_util::StreamExt;

    use super::*;

    const PATIENCE: Duration = Duration::from_millis(20);
    /// The unit of a budget.
    const KB: usize = 1 << 10;

    /// An answer of this length that has the number in all its bytes.
    fn answer(number: u8, length: usize) -> Bytes {
        vec![number; length].into()
    }

    async fn collect(reader: Reader) -> Vec<u8> {
        let pieces: Vec<Bytes> = reader.into_stream().map(Result::unwrap).collect().await;
        pieces.concat()
    }

    #[tokio::test]
    async fn answers_keep_their_order_in_memory_and_in_the_file() {
        let budget = ByteBudget::new(64 << 20);
        let (writer, reader) = open(&budget);
        let lengths = [MEMORY_BYTES / 2, MEMORY_BYTES, 1, PIECE_BYTES as usize * 2 + 7, 3];
        let mut expected = Vec::new();
        for (number, length) in lengths.into_iter().enumerate() {
            writer.push(answer(number as u8, length), PATIENCE).await.unwrap();
            expected.extend_from_slice(&answer(number as u8, length));
        }
        writer.close(Some(Bytes::from_static(b"end")));
        expected.extend_from_slice(b"end");
        assert!(collect(reader).await == expected);
        assert!(budget.share().try_grow_to(64 << 20), "the room is given back");
    }

    #[tokio::test]
    async fn a_reader_that_takes_nothing_stalls_a_full_spool() {
        let budget = ByteBudget::new(64 * KB);
        let (writer, reader) = open(&budget);
        writer.push(answer(1, MEMORY_BYTES), PATIENCE).await.unwrap();
        writer.push(answer(2, 64 * KB), PATIENCE).await.unwrap();
        assert_eq!(writer.push(answer(3, 1), PATIENCE).await, Err(Stalled));
        writer.close(Some(answer(4, 1)));
        let expected = [answer(1, MEMORY_BYTES), answer(2, 64 * KB), answer(4, 1)].concat();
        assert!(collect(reader).await == expected);
    }

    #[tokio::test]
    async fn a_slow_reader_is_waited_for() {
        let budget = ByteBudget::new(0);
        let (writer, reader) = open(&budget);
        let writing = tokio::spawn(async move {
            for number in 0..9 {
                writer.push(answer(number, MEMORY_BYTES), Duration::from_secs(60)).await.unwrap();
            }
            writer.close(None);
        });
        assert_eq!(collect(reader).await.len(), 9 * MEMORY_BYTES);
        writing.await.unwrap();
    }
}
