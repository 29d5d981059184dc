//! Distributes work among threads: each thread takes the next batch of a lane, extracts it and delivers the result.
//!
//! A lane is read by one thread at a time and written by one thread at a time, both in order. No lock is held while a thread
//! reads, extracts or writes. The number of results waiting for their turn is bounded by the number of batches in flight per lane.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use arrow_array::RecordBatch;

use super::begun::{Begun, Mark};
use super::destination::Destination;
use super::error::RunError;
use super::error_file::Failures;
use super::journal::Journal;
use super::lane::{Lane, LaneReader, ReadBatch, UnreadSource};
use super::page_at::PageAt;
use super::part_writer::{ExtractedBatch, PartEnd};
use super::plan::{Output, Plan};
use super::tally::{Summary, Tally, status_counts};
use super::trial::Trials;
use crate::kernel::{BatchExtractor, SchemaError, at_once};

/// The number of batches of one lane that may be in flight in addition to one batch for each thread. These batches let the other
/// threads continue for a while when one batch is slow. Chosen by hand.
const EXTRA_BATCHES_IN_FLIGHT: u64 = 4;

/// The maximum size of a piece of output that a thread keeps in memory, in bytes, apart from its last row. A batch of real pages seldom
/// has more, even with all lists; hostile pages can have hundreds of times their own size. Chosen by hand.
const MAX_PIECE_BYTES: usize = 16 << 20;

/// Whose turn it is to write: a lane, and the number of a batch in it.
#[derive(Clone, Copy)]
struct Turn {
    lane: usize,
    number: u64,
}

/// Schedules the batches of one run.
pub(super) struct Scheduler<'r, 'p> {
    plan: &'r Plan,
    destination: &'r Destination,
    journal: Mutex<Journal>,
    /// None without a manifest: such a run cannot be resumed.
    trials: Option<Trials>,
    on_batch: &'r (dyn Fn(&Tally) + Sync),
    state: Mutex<State<'p>>,
    changed: Condvar,
}

struct State<'p> {
    /// Lanes that were started.
    open: Vec<Lane<'p>>,
    /// Lanes that were not started yet.
    queue: VecDeque<Lane<'p>>,
    summary: Summary,
    failure: Option<RunError>,
}

impl<'r, 'p> Scheduler<'r, 'p> {
    pub(super) fn new(
        plan: &'r Plan,
        destination: &'r Destination,
        journal: Journal,
        trials: Option<Trials>,
        lanes: Vec<Lane<'p>>,
        on_batch: &'r (dyn Fn(&Tally) + Sync),
    ) -> Scheduler<'r, 'p> {
        let (open, summary) = (Vec::new(), Summary::default());
        let state = Mutex::new(State { open, queue: lanes.into(), summary, failure: None });
        let journal = Mutex::new(journal);
        Scheduler { plan, destination, journal, trials, on_batch, state, changed: Condvar::new() }
    }

    /// The outcome of the run; `skipped` counts the pages of earlier runs.
    pub(super) fn finish(self, skipped: Tally) -> Result<Summary, RunError> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(trials) = self.trials {
            trials.finish(state.failure.is_none() && state.summary.unread.is_empty());
        }
        match state.failure {
            Some(failure) => Err(failure),
            None => Ok(Summary { skipped, ..state.summary }),
        }
    }

    /// Runs one worker thread until no work is left. `thread` is its number, from 0. A panic ends the run: other threads would wait
    /// for what this one has taken.
    pub(super) fn work(&self, thread: usize, extractor: &mut BatchExtractor) {
        let worked = dehusk::guarded(|| self.work_unguarded(thread, extractor));
        if let Err(panicked) = worked {
            self.fail(RunError::Panicked(panicked));
        }
    }

    fn work_unguarded(&self, thread: usize, extractor: &mut BatchExtractor) {
        let mut mark = match self.trials.as_ref().map(|trials| trials.mark(thread)).transpose() {
            Ok(mark) => mark,
            Err(error) => {
                let manifest = self.plan.manifest.clone().unwrap_or_default();
                return self.fail(RunError::Manifest(Begun::path_for(&manifest), error.to_string()));
            }
        };
        while let Some((lane, mut reader)) = self.take_reader() {
            let max_part_bytes =
                matches!(self.plan.output, Output::Folder(_)).then_some(self.plan.part_bytes);
            let read = reader.next_batch(max_part_bytes, self.plan);
            let ReadBatch { source_index, from, chunk, source, stored, end, unread } = read;
            let turn = self.return_reader(lane, reader, end, unread);
            let place = |row: usize| PageAt { source_index, from, row: row as u64 };
            let bytes = chunk.as_ref().map_or(0, |chunk| chunk.bytes);
            let mut tally = Tally { bytes, stored, ..Tally::default() };
            let (mut batch, mut errors) = (None, Vec::new());
            if let Some(chunk) = chunk {
                let from = (&chunk.batch, source.as_str());
                let extracted = self.extract(from, turn, (place, mark.as_mut()), (extractor, &mut tally));
                let Some((piece, lines)) = extracted else { return };
                (batch, errors) = (Some(piece), lines);
            }
            (self.on_batch)(&tally);
            self.deliver(turn, ExtractedBatch { batch, errors, tally, end });
        }
    }

    /// Extracts a batch, and counts its pages. What is longer than [`MAX_PIECE_BYTES`] is delivered in pieces, except for the last
    /// piece, which is returned with the lines of the error file about it. None if the run failed meanwhile.
    fn extract(
        &self,
        (batch, source): (&RecordBatch, &str),
        turn: Turn,
        (place, mut mark): (impl Fn(usize) -> PageAt, Option<&mut Mark>),
        (extractor, tally): (&mut BatchExtractor, &mut Tally),
    ) -> Option<(RecordBatch, Vec<u8>)> {
        let mut first = 0;
        loop {
            let piece = match self.extract_piece((batch, first), &place, mark.as_deref_mut(), extractor) {
                Ok(piece) => piece,
                Err(error) => {
                    self.fail(RunError::Schema("a batch".to_owned(), error));
                    return None;
                }
            };
            first += piece.num_rows();
            let (pages, statuses) = (piece.num_rows() as u64, status_counts(&piece));
            let Failures { lines, first: failures } = self.failures(&piece, source)?;
            tally.join(&Tally { pages, statuses, failures, ..Tally::default() });
            if first == batch.num_rows() {
                return Some((piece, lines));
            }
            self.deliver_piece(turn, piece, lines)?;
        }
    }

    /// The failed pages of a piece. None if the run failed.
    fn failures(&self, piece: &RecordBatch, source: &str) -> Option<Failures> {
        let file = self.plan.errors.as_ref();
        let failed = |error| self.fail(RunError::ErrorFile(file.cloned().unwrap_or_default(), error));
        Failures::of(piece, source, file.is_some()).map_err(failed).ok()
    }

    /// Extracts a piece of a batch, from the row `first` on. With a manifest, each page is named in the file of begun pages
    /// meanwhile.
    fn extract_piece(
        &self,
        (batch, first): (&RecordBatch, usize),
        place: impl Fn(usize) -> PageAt,
        mark: Option<&mut Mark>,
        extractor: &mut BatchExtractor,
    ) -> Result<RecordBatch, SchemaError> {
        let from = (first, MAX_PIECE_BYTES);
        let (Some(trials), Some(mark)) = (&self.trials, mark) else {
            return extractor.extract_piece(batch, from, at_once);
        };
        let extracted =
            extractor.extract_piece(batch, from, |row, extract| trials.extract(place(row), mark, extract));
        // If the line stays, a later run tries a harmless page once more.
        let _ = mark.clear();
        extracted
    }

    /// Takes the reader of a lane. Waits while every lane is in use or has too many batches in flight. None when no work is left.
    fn take_reader(&self) -> Option<(usize, LaneReader<'p>)> {
        let mut state = self.lock();
        loop {
            if state.failure.is_some() {
                return None;
            }
            let max_in_flight = self.plan.jobs as u64 + EXTRA_BATCHES_IN_FLIGHT;
            let is_free =
                |lane: &Lane<'_>| lane.reader.is_some() && lane.handed_out < lane.delivered + max_in_flight;
            let ready = state.open.iter().position(|lane| !lane.is_read && is_free(lane));
            if let Some(index) = ready {
                let reader = state.open[index].reader.take()?;
                return Some((index, reader));
            }
            let unread_lanes = state.open.iter().filter(|lane| !lane.is_read).count();
            if unread_lanes < self.plan.jobs.max(1)
                && let Some(lane) = state.queue.pop_front()
            {
                state.open.push(lane);
                continue;
            }
            if unread_lanes == 0 {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Gives the reader back to its lane. Returns whose turn the batch is that was read.
    fn return_reader(
        &self,
        index: usize,
        reader: LaneReader<'p>,
        end: Option<PartEnd>,
        unread: Option<UnreadSource>,
    ) -> Turn {
        let mut state = self.lock();
        state.summary.unread.extend(unread);
        let lane = &mut state.open[index];
        lane.is_read = end.is_some_and(|end| end.is_last);
        lane.reader = (!lane.is_read).then_some(reader);
        lane.handed_out += 1;
        let turn = Turn { lane: index, number: lane.handed_out - 1 };
        drop(state);
        self.changed.notify_all();
        turn
    }

    /// Delivers an extracted batch to its lane. If no other thread is writing, this thread writes all batches whose turn it is.
    fn deliver(&self, turn: Turn, extracted: ExtractedBatch) {
        let Turn { lane: index, number } = turn;
        let mut state = self.lock();
        state.open[index].waiting.insert(number, extracted);
        let Some(mut writer) = state.open[index].writer.take() else { return };
        loop {
            let lane = &mut state.open[index];
            let Some(extracted) = lane.waiting.remove(&lane.delivered) else { break };
            drop(state);
            let written = writer.write(&extracted, self.destination, &self.journal);
            state = self.lock();
            match written {
                Ok(parts) => {
                    state.summary.parts += parts;
                    state.summary.done.join(&extracted.tally);
                }
                Err(failure) => {
                    state.failure.get_or_insert(failure);
                    break;
                }
            }
            state.open[index].delivered += 1;
            self.changed.notify_all();
        }
        state.open[index].writer = Some(writer);
        drop(state);
        self.changed.notify_all();
    }

    /// Delivers a piece of a batch that is not the last one. Waits until it is the turn of the batch. None if the run failed
    /// meanwhile.
    fn deliver_piece(&self, turn: Turn, piece: RecordBatch, errors: Vec<u8>) -> Option<()> {
        let mut state = self.lock();
        let mut writer = loop {
            if state.failure.is_some() {
                return None;
            }
            let lane = &mut state.open[turn.lane];
            match lane.writer.take() {
                Some(writer) if lane.delivered == turn.number => break writer,
                other => lane.writer = other,
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        };
        drop(state);
        let extracted = ExtractedBatch { batch: Some(piece), errors, tally: Tally::default(), end: None };
        let written = writer.write(&extracted, self.destination, &self.journal);
        self.lock().open[turn.lane].writer = Some(writer);
        written.map_err(|failure| self.fail(failure)).ok().map(drop)
    }

    fn fail(&self, failure: RunError) {
        self.lock().failure.get_or_insert(failure);
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State<'p>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
