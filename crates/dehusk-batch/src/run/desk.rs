//! Who does what: threads come to the desk for a batch to extract and bring back what came of it.
//!
//! A lane is read by one thread at a time and written by one at a time, in order; no lock is held while something is read, extracted
//! or written. What waits for its turn is bounded by the number of batches that a lane may have under way.

use std::collections::{BTreeMap, VecDeque};
use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use arrow_array::RecordBatch;

use super::sink::{Journal, Place, Sink};
use super::{Output, Plan, RunError, Summary, Tally};
use crate::kernel::BatchExtractor;
use crate::read::{Chunk, Cursor, Reader, Source};

/// Batches of a lane under way besides one for each thread: enough that no thread waits for a slow one at once.
const BATCHES_AHEAD: u64 = 4;

/// Sources that are read and written one after the other.
pub(super) struct Lane<'p> {
    /// None while a thread reads.
    intake: Option<Intake<'p>>,
    is_read: bool,
    handed_out: u64,
    delivered: u64,
    waiting: BTreeMap<u64, Extracted>,
    /// None while a thread writes.
    sink: Option<Sink>,
}

/// Where the pages of a lane come from.
struct Intake<'p> {
    sources: VecDeque<&'p Source>,
    reader: Option<Reader>,
    from: Cursor,
    /// Read, but not handed out: whether a part ends depends on whether something follows.
    ahead: Option<Chunk>,
    in_part: u64,
    last_offset: u64,
}

/// A batch with what is known of its place.
struct Piece {
    chunk: Option<Chunk>,
    stored: u64,
    end: Option<End>,
    /// A source that could not be read on, and why.
    unread: Option<(String, String)>,
}

/// The end of a part.
#[derive(Clone, Copy)]
pub(super) struct End {
    pub(super) after: Cursor,
    /// The lane ends with it.
    pub(super) last: bool,
    /// Something of it could not be read, so that it must not count as done.
    pub(super) broken: bool,
}

/// What came of a piece.
pub(super) struct Extracted {
    pub(super) batch: Option<RecordBatch>,
    pub(super) tally: Tally,
    pub(super) end: Option<End>,
}

impl<'p> Lane<'p> {
    /// A lane that begins with part `part` at `from` of its first source.
    pub(super) fn new(
        index: usize,
        sources: Vec<&'p Source>,
        digest: String,
        part: usize,
        from: Cursor,
    ) -> Lane<'p> {
        let source = sources.first().map_or_else(String::new, |source| source.name());
        let intake = Intake {
            sources: sources.into(),
            reader: None,
            from,
            ahead: None,
            in_part: 0,
            last_offset: from.offset,
        };
        Lane {
            intake: Some(intake),
            is_read: false,
            handed_out: 0,
            delivered: 0,
            waiting: BTreeMap::new(),
            sink: Some(Sink::new(index, source, digest, part, from)),
        }
    }
}

impl Intake<'_> {
    /// The next piece; the last one of a lane says so and may be without a batch.
    fn next(&mut self, part_bytes: Option<u64>, plan: &Plan) -> Piece {
        let mut unread = None;
        let chunk = self.ahead.take().or_else(|| self.chunk(plan, &mut unread));
        self.ahead = if unread.is_none() { self.chunk(plan, &mut unread) } else { None };
        let stored = chunk.as_ref().map_or(0, |chunk| chunk.after.offset.saturating_sub(self.last_offset));
        let after = chunk.as_ref().map_or(self.from, |chunk| chunk.after);
        self.last_offset = after.offset;
        self.in_part += chunk.as_ref().map_or(0, |chunk| chunk.bytes);
        let last = self.ahead.is_none() && self.sources.is_empty();
        let is_full = part_bytes.is_some_and(|most| self.in_part >= most);
        let end = (last || is_full).then_some(End { after, last, broken: unread.is_some() });
        if is_full {
            self.in_part = 0;
        }
        Piece { chunk, stored, end, unread }
    }

    fn chunk(&mut self, plan: &Plan, unread: &mut Option<(String, String)>) -> Option<Chunk> {
        while let Some(source) = self.sources.front() {
            let opened = match self.reader.take() {
                Some(reader) => Ok(reader),
                None => source.open(&plan.read, mem::take(&mut self.from)),
            };
            match opened.and_then(|mut reader| Ok((reader.next_chunk(plan.part_bytes)?, reader))) {
                Ok((Some(chunk), reader)) => {
                    self.reader = Some(reader);
                    return Some(chunk);
                }
                Ok((None, _)) => {}
                Err(error) => *unread = Some((source.name(), error.to_string())),
            }
            self.sources.pop_front();
        }
        None
    }
}

/// The desk of one run.
pub(super) struct Desk<'r, 'p> {
    plan: &'r Plan,
    place: &'r Place,
    journal: Mutex<Journal>,
    watch: &'r (dyn Fn(&Tally) + Sync),
    state: Mutex<State<'p>>,
    changed: Condvar,
}

struct State<'p> {
    open: Vec<Lane<'p>>,
    queue: VecDeque<Lane<'p>>,
    summary: Summary,
    failure: Option<RunError>,
}

impl<'r, 'p> Desk<'r, 'p> {
    pub(super) fn new(
        plan: &'r Plan,
        place: &'r Place,
        journal: Journal,
        lanes: Vec<Lane<'p>>,
        watch: &'r (dyn Fn(&Tally) + Sync),
    ) -> Desk<'r, 'p> {
        let (open, summary) = (Vec::new(), Summary::default());
        let state = Mutex::new(State { open, queue: lanes.into(), summary, failure: None });
        Desk { plan, place, journal: Mutex::new(journal), watch, state, changed: Condvar::new() }
    }

    /// What came of everything, added to what was known before.
    pub(super) fn finish(self, before: Summary) -> Result<Summary, RunError> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        match state.failure {
            Some(failure) => Err(failure),
            None => Ok(Summary { skipped: before.skipped, ..state.summary }),
        }
    }

    /// The work of one thread, until there is none.
    pub(super) fn work(&self, extractor: &mut BatchExtractor) {
        while let Some((lane, mut intake)) = self.take_intake() {
            let part_bytes = matches!(self.plan.output, Output::Folder(_)).then_some(self.plan.part_bytes);
            let piece = intake.next(part_bytes, self.plan);
            let Piece { chunk, stored, end, unread } = piece;
            let turn = self.return_intake(lane, intake, end, unread);
            let pages = chunk.as_ref().map_or(0, |chunk| chunk.batch.num_rows() as u64);
            let bytes = chunk.as_ref().map_or(0, |chunk| chunk.bytes);
            let batch = chunk.map(|chunk| extractor.extract(&chunk.batch)).transpose();
            let batch = match batch {
                Ok(batch) => batch,
                Err(error) => return self.fail(RunError::Schema("a batch".to_owned(), error)),
            };
            let statuses = batch.as_ref().map(super::sink::statuses).unwrap_or_default();
            let tally = Tally { pages, bytes, stored, statuses };
            (self.watch)(&tally);
            self.deliver(lane, turn, Extracted { batch, tally, end });
        }
    }

    /// A lane that can be read; waits while there may be one. None when there is nothing left to do.
    fn take_intake(&self) -> Option<(usize, Intake<'p>)> {
        let mut state = self.lock();
        loop {
            if state.failure.is_some() {
                return None;
            }
            let ahead = self.plan.jobs as u64 + BATCHES_AHEAD;
            let free = |lane: &Lane<'_>| lane.intake.is_some() && lane.handed_out < lane.delivered + ahead;
            let ready = state.open.iter().position(|lane| !lane.is_read && free(lane));
            if let Some(index) = ready {
                let intake = state.open[index].intake.take()?;
                return Some((index, intake));
            }
            let busy = state.open.iter().filter(|lane| !lane.is_read).count();
            if busy < self.plan.jobs.max(1)
                && let Some(lane) = state.queue.pop_front()
            {
                state.open.push(lane);
                continue;
            }
            if busy == 0 {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Gives the intake back, and the turn of what was read.
    fn return_intake(
        &self,
        index: usize,
        intake: Intake<'p>,
        end: Option<End>,
        unread: Option<(String, String)>,
    ) -> u64 {
        let mut state = self.lock();
        state.summary.unread.extend(unread);
        let lane = &mut state.open[index];
        lane.is_read = end.is_some_and(|end| end.last);
        lane.intake = (!lane.is_read).then_some(intake);
        lane.handed_out += 1;
        let turn = lane.handed_out - 1;
        drop(state);
        self.changed.notify_all();
        turn
    }

    /// Brings a result to its lane. Whoever finds the sink there writes all whose turn it is.
    fn deliver(&self, index: usize, turn: u64, result: Extracted) {
        let mut state = self.lock();
        state.open[index].waiting.insert(turn, result);
        let Some(mut sink) = state.open[index].sink.take() else { return };
        loop {
            let lane = &mut state.open[index];
            let Some(result) = lane.waiting.remove(&lane.delivered) else { break };
            drop(state);
            let written = sink.take(&result, self.place, &self.journal);
            state = self.lock();
            match written {
                Ok(parts) => {
                    state.summary.parts += parts;
                    state.summary.done.join(&result.tally);
                }
                Err(failure) => {
                    state.failure.get_or_insert(failure);
                    break;
                }
            }
            state.open[index].delivered += 1;
            self.changed.notify_all();
        }
        state.open[index].sink = Some(sink);
        drop(state);
        self.changed.notify_all();
    }

    fn fail(&self, failure: RunError) {
        self.lock().failure.get_or_insert(failure);
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State<'p>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
