//! A lane: sources that are read and written in order. Different lanes are independent.

use std::collections::{BTreeMap, VecDeque};
use std::mem;

use super::part_writer::{ExtractedBatch, PartEnd, PartWriter};
use super::plan::Plan;
use super::source_digest::SourceIdentity;
use crate::read::{Chunk, Cursor, Reader, Source};

/// A lane and the state of its batches.
pub(super) struct Lane<'p> {
    /// Reads the lane. None while a thread is reading.
    pub(super) reader: Option<LaneReader<'p>>,
    /// Whether all batches of the lane were read.
    pub(super) is_read: bool,
    /// The number of batches that were read from the lane.
    pub(super) handed_out: u64,
    /// The number of batches that were written.
    pub(super) delivered: u64,
    /// Extracted batches that wait for an earlier one, by their number.
    pub(super) waiting: BTreeMap<u64, ExtractedBatch>,
    /// Writes the lane. None while a thread is writing.
    pub(super) writer: Option<PartWriter>,
}

impl<'p> Lane<'p> {
    /// Returns a lane whose first part has the number `part` and starts at `from` in the first source.
    pub(super) fn new(
        index: usize,
        sources: Vec<&'p Source>,
        identity: SourceIdentity,
        part: usize,
        from: Cursor,
    ) -> Lane<'p> {
        let reader = LaneReader {
            source_index: index,
            sources: sources.into(),
            reader: None,
            from,
            ahead: None,
            part_bytes: 0,
            after_last: from,
        };
        Lane {
            reader: Some(reader),
            is_read: false,
            handed_out: 0,
            delivered: 0,
            waiting: BTreeMap::new(),
            writer: Some(PartWriter::new(index, identity, part, from)),
        }
    }
}

/// A source that could not be read completely, and why.
pub(super) type UnreadSource = (String, String);

/// A batch of pages as read, and its position in the lane.
pub(super) struct ReadBatch {
    /// The index of the source among all sources. In a lane of several sources, that of the first.
    pub(super) source_index: usize,
    /// Where the batch starts in the source.
    pub(super) from: Cursor,
    /// The pages of the batch. None if the lane ended without another batch.
    pub(super) chunk: Option<Chunk>,
    /// The name of the source of the pages.
    pub(super) source: String,
    /// The number of bytes read from the source, before decompression.
    pub(super) stored: u64,
    /// How the part ends, if it ends with this batch.
    pub(super) end: Option<PartEnd>,
    pub(super) unread: Option<UnreadSource>,
}

/// Reads the batches of a lane.
pub(super) struct LaneReader<'p> {
    source_index: usize,
    sources: VecDeque<&'p Source>,
    reader: Option<Reader>,
    /// Where reading starts in the next source.
    from: Cursor,
    /// The next chunk, read one step early: when a part ends, it must be known whether it is the last part of the lane.
    ahead: Option<(Chunk, &'p Source)>,
    /// The number of bytes of pages in the current part so far.
    part_bytes: u64,
    /// Where the last batch ended.
    after_last: Cursor,
}

impl<'p> LaneReader<'p> {
    /// Reads the next batch. The last batch of a lane is marked as the last, and may have no pages. `max_part_bytes` is the
    /// number of bytes of pages after which a part ends.
    pub(super) fn next_batch(&mut self, max_part_bytes: Option<u64>, plan: &Plan) -> ReadBatch {
        let mut unread = None;
        let read = self.ahead.take().or_else(|| self.next_chunk(plan, &mut unread));
        self.ahead = if unread.is_none() { self.next_chunk(plan, &mut unread) } else { None };
        let source = read.as_ref().map(|(_, source)| source.name()).unwrap_or_default();
        let (chunk, from) = (read.map(|(chunk, _)| chunk), self.after_last);
        let stored = chunk.as_ref().map_or(0, |chunk| chunk.after.offset.saturating_sub(from.offset));
        let after = chunk.as_ref().map_or(self.from, |chunk| chunk.after);
        self.after_last = after;
        self.part_bytes += chunk.as_ref().map_or(0, |chunk| chunk.bytes);
        let is_last = self.ahead.is_none() && self.sources.is_empty();
        let is_full = max_part_bytes.is_some_and(|max| self.part_bytes >= max);
        let end = (is_last || is_full).then_some(PartEnd { after, is_last, is_incomplete: unread.is_some() });
        if is_full {
            self.part_bytes = 0;
        }
        ReadBatch { source_index: self.source_index, from, chunk, source, stored, end, unread }
    }

    /// Reads the next chunk, opening the next source where one ends. A source that cannot be read is noted in `unread`.
    fn next_chunk(&mut self, plan: &Plan, unread: &mut Option<UnreadSource>) -> Option<(Chunk, &'p Source)> {
        while let Some(source) = self.sources.front().copied() {
            let opened = match self.reader.take() {
                Some(reader) => Ok(reader),
                None => source.open(&plan.read, mem::take(&mut self.from)),
            };
            match opened.and_then(|mut reader| Ok((reader.next_chunk(plan.part_bytes)?, reader))) {
                Ok((Some(chunk), reader)) => {
                    self.reader = Some(reader);
                    return Some((chunk, source));
                }
                Ok((None, _)) => {}
                Err(error) => *unread = Some((source.name(), error.to_string())),
            }
            self.sources.pop_front();
        }
        None
    }
}
