//! The lines of a body that is still arriving, each with its share of the memory for bodies.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::Body;
use futures_util::{Stream, stream};
use http_body_util::BodyExt;

use crate::http::body::within;
use crate::problem::Problem;
use crate::shared::memory::Share;
use crate::state::ServerState;

/// How much is thrown away of what a client still sends after the last answer. Then the connection is closed. Chosen by hand.
const MAX_DISCARDED_BYTES: usize = 1 << 30;

const LINE_BREAK: u8 = b'\n';
/// The byte order mark of UTF-8 (RFC 3629, 6), which some editors write before the first line.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A line and its share of the memory.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) bytes: Vec<u8>,
    pub(super) share: Share,
}

/// The lines of a body.
pub(super) struct Lines {
    state: ServerState,
    body: Body,
    /// What has arrived and belongs to no returned line.
    rest: Vec<u8>,
    /// The memory of `rest`.
    share: Share,
    /// Whether the line that is arriving is too long. It is thrown away, whatever its length.
    is_skipping: bool,
    /// Whether no line has ended yet.
    is_first: bool,
    /// Lines, and an error in the place of each line that is too long.
    ready: VecDeque<Result<Line, Problem>>,
    /// Whether what arrives is read and thrown away. A client that sends all before it reads would not read the answers otherwise.
    discards: Arc<AtomicBool>,
    is_over: bool,
}

impl Lines {
    /// The lines of a body, until `discards` is set.
    pub(super) fn new(state: ServerState, body: Body, discards: Arc<AtomicBool>) -> Lines {
        Lines {
            share: state.body_memory().share(),
            state,
            body,
            rest: Vec::new(),
            is_skipping: false,
            is_first: true,
            ready: VecDeque::new(),
            discards,
            is_over: false,
        }
    }

    pub(super) fn into_stream(self) -> impl Stream<Item = Result<Line, Problem>> {
        stream::unfold(self, |mut lines| async move {
            let next = lines.next().await?;
            Some((next, lines))
        })
    }

    /// The next line that is not empty, or an error in the place of a line that is too long. After other errors, there is none.
    async fn next(&mut self) -> Option<Result<Line, Problem>> {
        loop {
            if self.discards.load(Ordering::Relaxed) {
                self.discard().await;
                return None;
            }
            if let Some(line) = self.ready.pop_front() {
                return Some(line);
            }
            if self.is_over {
                return None;
            }
            if let Err(problem) = self.read().await {
                // What else the client sends is not cut off: it might not read the problem.
                self.discards.store(!self.is_over, Ordering::Relaxed);
                return Some(Err(problem));
            }
        }
    }

    /// Reads a piece of the body.
    async fn read(&mut self) -> Result<(), Problem> {
        let timeout = self.state.config().limits.body_timeout;
        let frame = within(timeout, self.body.frame()).await;
        self.is_over = !matches!(frame, Ok(Some(Ok(_))));
        let Some(frame) = frame? else {
            self.end_line();
            return Ok(());
        };
        let broke_off = |error| Problem::bad_request(format!("the body of the request broke off: {error}"));
        let Ok(data) = frame.map_err(broke_off)?.into_data() else { return Ok(()) };
        // As long as there is no memory, the client has to wait.
        self.share.grow_to(self.rest.len() + data.len(), timeout).await?;
        for piece in data.split_inclusive(|byte| *byte == LINE_BREAK) {
            match piece.strip_suffix(&[LINE_BREAK]) {
                Some(end) => {
                    self.add(end);
                    self.end_line();
                }
                None => self.add(piece),
            }
        }
        self.share.shrink_to(self.rest.len());
        Ok(())
    }

    /// Adds a piece of a line.
    fn add(&mut self, piece: &[u8]) {
        let max_bytes = self.state.config().limits.max_body_bytes;
        if self.is_skipping {
            return;
        }
        if self.rest.len() + piece.len() > max_bytes {
            (self.rest, self.is_skipping) = (Vec::new(), true);
            self.ready.push_back(Err(line_too_large(max_bytes)));
        } else {
            self.rest.extend_from_slice(piece);
        }
    }

    fn end_line(&mut self) {
        let mut bytes = std::mem::take(&mut self.rest);
        if std::mem::take(&mut self.is_first) && bytes.starts_with(BYTE_ORDER_MARK) {
            bytes.drain(..BYTE_ORDER_MARK.len());
        }
        if !std::mem::take(&mut self.is_skipping) && !bytes.trim_ascii().is_empty() {
            let share = self.share.split(bytes.len());
            self.ready.push_back(Ok(Line { bytes, share }));
        }
    }

    /// Throws away what still arrives. It arrives in time, or the request is over.
    async fn discard(&mut self) {
        (self.rest, self.ready) = (Vec::new(), VecDeque::new());
        self.share.shrink_to(0);
        let limits = &self.state.config().limits;
        let mut discarded = 0;
        while discarded < MAX_DISCARDED_BYTES {
            match within(limits.body_timeout, self.body.frame()).await {
                Ok(Some(Ok(frame))) => discarded += frame.data_ref().map_or(0, bytes::Bytes::len),
                _ => return,
            }
        }
    }
}

fn line_too_large(max_bytes: usize) -> Problem {
    let detail = format!(
        "the line has more than {max_bytes} bytes and was skipped; send a smaller page, or start the server with a larger --max-bytes"
    );
    Problem { detail, ..Problem::too_large(max_bytes) }
}
