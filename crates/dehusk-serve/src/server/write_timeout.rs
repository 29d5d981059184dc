//! A stream whose writes fail if the other side neither reads nor sends for a while. A client that sends a long body before it reads
//! the answer is not idle, nor is one whose batch is being worked on: it may be waiting for the server to read. Reads have limits elsewhere: `hyper` limits the head of a request, `http::body` its body.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

use crate::shared::progress::Progress;

/// A stream with a time limit for each write.
#[derive(Debug)]
pub(super) struct WriteTimeout<S> {
    stream: S,
    timeout: Duration,
    progress: Arc<Progress>,
    /// Runs while a write waits.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteTimeout<S> {
    pub(super) fn new(stream: S, timeout: Duration, progress: Arc<Progress>) -> WriteTimeout<S> {
        WriteTimeout { stream, timeout, progress, waiting: None }
    }

    /// Something has arrived: the client has its full time to read again.
    fn arrived(&mut self) {
        self.progress.arrived();
        if let Some(waiting) = &mut self.waiting {
            waiting.as_mut().reset(Instant::now() + self.timeout);
        }
    }

    fn wrote(
        &mut self,
        written: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        if matches!(written, Poll::Ready(Ok(_))) {
            self.progress.head_is_over();
        }
        self.limited(written, context)
    }

    /// Passes on the outcome of a write. A write that waits too long fails.
    fn limited<T>(&mut self, written: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waiting = None;
            return written;
        }
        let timeout = self.timeout;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(timeout)));
        ready!(waiting.as_mut().poll(context));
        while self.progress.take_work() {
            waiting.as_mut().reset(Instant::now() + timeout);
            ready!(waiting.as_mut().poll(context));
        }
        // The next write, which shuts the connection down, has its own time.
        waiting.as_mut().reset(Instant::now() + timeout);
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.arrived();
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wrote(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.wrote(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.limited(flushed, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let closed = Pin::new(&mut self.stream).poll_shutdown(context);
        self.limited(closed, context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_write_that_nobody_reads_fails() {
        let (near, mut far) = tokio::io::duplex(4);
        let mut stream = WriteTimeout::new(near, Duration::from_secs(9), Arc::default());
        stream.write_all(b"mill").await.unwrap();
        let start = Instant::now();
        assert_eq!(stream.write_all(b"s").await.unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert_eq!(start.elapsed(), Duration::from_secs(9));
        let mut read = [0; 4];
        far.read_exact(&mut read).await.unwrap();
        stream.write_all(b"s").await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_sends_before_it_reads_has_its_time() {
        let (near, mut far) = tokio::io::duplex(4);
        let stream = WriteTimeout::new(near, Duration::from_secs(9), Arc::default());
        let (mut reader, mut writer) = tokio::io::split(stream);
        let start = Instant::now();
        let answer = tokio::spawn(async move { writer.write_all(b"grain").await });
        for _ in 0..3 {
            sleep(Duration::from_secs(8)).await;
            far.write_all(b"x").await.unwrap();
            assert_eq!(reader.read_u8().await.unwrap(), b'x');
        }
        assert_eq!(answer.await.unwrap().unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert_eq!(start.elapsed(), Duration::from_secs(3 * 8 + 9));
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_whose_batch_is_worked_on_has_its_time() {
        let (near, _far) = tokio::io::duplex(4);
        let progress = Arc::new(Progress::default());
        let mut stream = WriteTimeout::new(near, Duration::from_secs(9), Arc::clone(&progress));
        let start = Instant::now();
        progress.worked();
        assert_eq!(stream.write_all(b"grain").await.unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert_eq!(start.elapsed(), Duration::from_secs(2 * 9));
    }
}
