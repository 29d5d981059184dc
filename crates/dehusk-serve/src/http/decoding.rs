//! Removes the content codings of a body that is still arriving, piece by piece, so that its length does not matter.
//!
//! The decoders wait for what they read, so each has a thread of its own. It ends when nobody reads the decoded body any more.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Body;
use axum::http::HeaderMap;
use bytes::Bytes;
use dehusk_http::coded_stream::Codings;
use futures_util::stream;
use http_body_util::BodyExt;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::task::JoinSet;

use super::body;
use crate::problem::Problem;

/// The size of a decoded piece in bytes. Chosen by hand.
const PIECE_BYTES: usize = 64 << 10;
/// How many pieces wait for the decoder, and behind it for the reader. Chosen by hand.
const MAX_PIECES: usize = 2;
/// How many times larger than the encoded body the decoded one may be, besides one page of the maximum size. DEFLATE reaches 1032
/// (<https://zlib.net/zlib_tech.html>), and JSON lines about 10. What is larger is made to keep the server busy.
const MAX_EXPANSION: usize = 1032;

/// A piece of a body.
type Piece = io::Result<Bytes>;

/// Returns the decoded body. `max_bytes` is the maximum size of a page.
///
/// # Errors
/// If a content coding is not known. A body that is damaged breaks off.
pub(crate) fn decoded(headers: &HeaderMap, body: Body, max_bytes: usize) -> Result<Body, Problem> {
    let codings = Codings::parse(&body::codings(headers)).map_err(|error| body::problem(error, max_bytes))?;
    if codings.is_empty() {
        return Ok(body);
    }
    let (arriving, encoded) = mpsc::channel(MAX_PIECES);
    let (done, decoded) = mpsc::channel(MAX_PIECES);
    tokio::task::spawn_blocking(move || decode(&codings, encoded, &done, max_bytes));
    // The task ends with the stream.
    let mut passing = JoinSet::new();
    passing.spawn(pass_on(body, arriving));
    let pieces = stream::unfold((decoded, passing), |(mut decoded, passing)| async move {
        let piece: Piece = decoded.recv().await?;
        Some((piece, (decoded, passing)))
    });
    Ok(Body::from_stream(pieces))
}

/// Passes the pieces of a body on to the decoder.
async fn pass_on(mut body: Body, arriving: Sender<Piece>) {
    while let Some(frame) = body.frame().await {
        let piece = match frame.map(|frame| frame.into_data()) {
            Ok(Ok(data)) => Ok(data),
            Ok(Err(_)) => continue,
            Err(error) => Err(io::Error::other(error)),
        };
        if arriving.send(piece).await.is_err() {
            return;
        }
    }
}

/// Decodes until the body has ended or nobody reads it.
fn decode(codings: &Codings, encoded: Receiver<Piece>, done: &Sender<Piece>, max_bytes: usize) {
    let arrived = Arc::new(AtomicUsize::new(0));
    let encoded = Arriving { pieces: encoded, rest: Bytes::new(), arrived: Arc::clone(&arrived) };
    let mut decoder = codings.decoder(encoded);
    let (mut buffer, mut length) = (vec![0; PIECE_BYTES], 0_usize);
    loop {
        let piece = match decoder.read(&mut buffer) {
            Ok(0) => return,
            Ok(read) => {
                length = length.saturating_add(read);
                let max = arrived.load(Ordering::Relaxed).saturating_mul(MAX_EXPANSION);
                match length > max.saturating_add(max_bytes) {
                    true => Err(io::Error::other("it is much larger than its compressed form")),
                    false => Ok(Bytes::copy_from_slice(&buffer[..read])),
                }
            }
            Err(error) => Err(error),
        };
        let is_over = piece.is_err();
        if done.blocking_send(piece).is_err() || is_over {
            return;
        }
    }
}

/// The pieces of a body as a stream of bytes, which waits for the next piece.
struct Arriving {
    pieces: Receiver<Piece>,
    rest: Bytes,
    /// How many bytes have arrived.
    arrived: Arc<AtomicUsize>,
}

impl Read for Arriving {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            let Some(piece) = self.pieces.blocking_recv() else { return Ok(0) };
            self.rest = piece?;
            self.arrived.fetch_add(self.rest.len(), Ordering::Relaxed);
        }
        let length = buffer.len().min(self.rest.len());
        buffer[..length].copy_from_slice(&self.rest.split_to(length));
        Ok(length)
    }
}
