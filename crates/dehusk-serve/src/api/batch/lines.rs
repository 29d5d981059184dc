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
    /// How much of `rest` has no line break.
    searched: usize,
    ready: VecDeque<Line>,
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
            searched: 0,
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

    /// The next line that is not empty. After an error, there is none.
    async fn next(&mut self) -> Option<Result<Line, Problem>> {
        loop {
            if self.discards.load(Ordering::Relaxed) {
                self.discard().await;
                return None;
            }
            if let Some(line) = self.ready.pop_front() {
                return Some(Ok(line));
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
        let limits = &self.state.config().limits;
        let (max_bytes, timeout) = (limits.max_body_bytes, limits.body_timeout);
        let frame = within(timeout, self.body.frame()).await;
        self.is_over = !matches!(frame, Ok(Some(Ok(_))));
        let Some(frame) = frame? else {
            let last = std::mem::take(&mut self.rest);
            self.add_line(last);
            return Ok(());
        };
        let broke_off = |error| Problem::bad_request(format!("the body of the request broke off: {error}"));
        let Ok(data) = frame.map_err(broke_off)?.into_data() else { return Ok(()) };
        // As long as there is no memory, the client has to wait.
        self.share.grow_to(self.rest.len() + data.len(), timeout).await?;
        self.rest.extend_from_slice(&data);
        while let Some(at) = self.rest[self.searched..].iter().position(|byte| *byte == b'\n') {
            let tail = self.rest.split_off(self.searched + at + 1);
            let line = std::mem::replace(&mut self.rest, tail);
            self.searched = 0;
            self.add_line(line);
        }
        self.searched = self.rest.len();
        if self.rest.len() > max_bytes { Err(Problem::too_large(max_bytes)) } else { Ok(()) }
    }

    fn add_line(&mut self, bytes: Vec<u8>) {
        let share = self.share.split(bytes.len());
        if !bytes.trim_ascii().is_empty() {
            self.ready.push_back(Line { bytes, share });
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
