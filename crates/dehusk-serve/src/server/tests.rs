//! A server with real sockets. Limits are small, and nothing sleeps to wait for something else: each test ends when the server acts.

use std::num::NonZeroUsize;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::run;
use crate::config::Config;

/// A running server.
struct Running {
    address: std::net::SocketAddr,
    stop: oneshot::Sender<()>,
    done: JoinHandle<std::io::Result<()>>,
}

async fn start(change: impl FnOnce(&mut Config)) -> Running {
    let mut config = Config { logs: false, workers: NonZeroUsize::MIN, ..Config::default() };
    change(&mut config);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    let done = tokio::spawn(run(listener, config, async move { drop(stopped.await) }));
    Running { address, stop, done }
}

impl Running {
    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// Sends bytes and reads until the server closes the connection.
    async fn exchange(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect().await;
        // The server may close the connection before it has read all.
        let _ = stream.write_all(bytes).await;
        read_to_end(&mut stream).await
    }
}

async fn read_to_end(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    // A reset is an end too.
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

const HEALTH: &[u8] = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";

const METRICS: &[u8] = b"GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";

#[tokio::test]
async fn requests_are_answered() {
    let server = start(|_| {}).await;
    let answer = server.exchange(HEALTH).await;
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with("\r\n\r\nok\n"), "{answer}");
    assert!(answer.contains("content-length: 3\r\n"), "{answer}");
}

#[tokio::test]
async fn a_head_that_does_not_arrive_ends_the_connection() {
    let server = start(|config| config.limits.header_timeout = Duration::from_millis(50)).await;
    for beginning in [&b""[..], b"GET", b"GET / HTTP/1.1\r\nhost: localhost\r\nx: "] {
        let answer = server.exchange(beginning).await;
        assert!(!answer.contains("200 OK"), "{answer}");
    }
    // Also on a connection that has served a request before.
    let mut stream = server.connect().await;
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    assert!(read_to_end(&mut stream).await.contains("200 OK"));
    assert!(server.exchange(HEALTH).await.contains("200 OK"));
}

#[tokio::test]
async fn too_many_headers_are_refused() {
    let server = start(|_| {}).await;
    for flood in ["a: b\r\n".repeat(1000), format!("a: {}\r\n", "b".repeat(1 << 20))] {
        let answer = server.exchange(format!("GET / HTTP/1.1\r\n{flood}\r\n").as_bytes()).await;
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{answer}");
    }
    assert!(server.exchange(HEALTH).await.contains("200 OK"));
}

#[tokio::test]
async fn a_half_closed_connection_leaves_nothing_behind() {
    let server = start(|_| {}).await;
    let mut stream = server.connect().await;
    stream
        .write_all(b"POST /v1/extract HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99\r\n\r\n<p>")
        .await
        .unwrap();
    stream.shutdown().await.unwrap();
    read_to_end(&mut stream).await;
    let metrics = server.exchange(METRICS).await;
    assert!(metrics.contains("dehusk_requests_running 1\n"), "{metrics}");
}

#[tokio::test]
async fn a_client_that_has_sent_all_may_end_its_side() {
    let server = start(|_| {}).await;
    let mut stream = server.connect().await;
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    stream.shutdown().await.unwrap();
    assert!(read_to_end(&mut stream).await.contains("200 OK"));
}

#[tokio::test]
async fn a_client_cannot_take_all_places() {
    let server = start(|config| config.limits.max_client_requests = 1).await;
    let mut first = server.connect().await;
    // Its body never arrives, and it is told to send it: then it is counted.
    let head =
        b"POST /v1/extract HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\nconnection: close\r\nexpect: 100-continue\r\n\r\n";
    first.write_all(head).await.unwrap();
    let mut told = [0; 25];
    first.read_exact(&mut told).await.unwrap();
    assert_eq!(&told, b"HTTP/1.1 100 Continue\r\n\r\n");
    let answer =
        server.exchange(b"GET /v1/methods HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await;
    assert!(
        answer.starts_with("HTTP/1.1 429 ") && answer.to_lowercase().contains("retry-after: 1"),
        "{answer}"
    );
    // Whoever watches over the server is answered nevertheless.
    assert!(server.exchange(HEALTH).await.contains("200 OK"));
    first.write_all(b"<p>a mill").await.unwrap();
    assert!(read_to_end(&mut first).await.contains("200 OK"));
    assert!(server.exchange(HEALTH).await.contains("200 OK"));
}

#[tokio::test]
async fn open_requests_are_answered_before_the_server_stops() {
    let server = start(|_| {}).await;
    let mut stream = server.connect().await;
    let head = b"POST /v1/extract?format=txt HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\nexpect: 100-continue\r\n\r\n";
    stream.write_all(head).await.unwrap();
    let mut told = [0; 25];
    stream.read_exact(&mut told).await.unwrap();
    server.stop.send(()).unwrap();
    stream.write_all(b"<p>a mill").await.unwrap();
    let answer = read_to_end(&mut stream).await;
    assert!(answer.contains("200 OK") && answer.contains("a mill"), "{answer}");
    server.done.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_request_that_never_ends_does_not_keep_the_server() {
    let server = start(|config| config.limits.shutdown_timeout = Duration::from_millis(50)).await;
    let mut stream = server.connect().await;
    stream.write_all(b"POST /v1/extract HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\nexpect: 100-continue\r\n\r\n").await.unwrap();
    let mut told = [0; 25];
    stream.read_exact(&mut told).await.unwrap();
    server.stop.send(()).unwrap();
    server.done.await.unwrap().unwrap();
}

#[tokio::test]
async fn what_is_refused_before_it_is_a_request_is_counted() {
    let server = start(|config| config.limits.header_timeout = Duration::from_millis(50)).await;
    let flood = format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(1000));
    // The second one is idle, and nobody is refused.
    for bytes in [flood.as_bytes(), b"", b"GET / HTTP/1.1\r\nhost: localhost\r\nx: ", b"no request\r\n\r\n"] {
        server.exchange(bytes).await;
    }
    let mut idle = server.connect().await;
    let sent = b"POST /v1/extract HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n<p>a mill";
    idle.write_all(sent).await.unwrap();
    assert!(read_to_end(&mut idle).await.contains("200 OK"));
    let metrics = server.exchange(METRICS).await;
    for reason in ["head-too-large", "head-timeout", "malformed"] {
        let line = format!("dehusk_refused_total{{reason=\"{reason}\"}} 1\n");
        assert!(metrics.contains(&line), "{reason}: {metrics}");
    }
}

/// Lines of a batch whose answers are longer than the buffers of a connection.
const LONG_LINES: usize = 100;

/// Sends a whole batch, as the clients of Python do, and only then reads the answer.
async fn batch_sent_before_it_is_read(server: &Running) -> Vec<serde_json::Value> {
    let text = "<p>The old mill by the river reopens on Monday, after ten years of careful repair by the village.</p>".repeat(1000);
    let html = format!("<article>{text}</article>");
    let line = serde_json::json!({"html": html, "method": "plain", "with": ["markdown", "html"]});
    let body = format!("{line}\n").repeat(LONG_LINES);
    let mut stream = server.connect().await;
    let length = body.len();
    let head = format!(
        "POST /v1/batch HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(body.as_bytes()).await.unwrap();
    let answer = read_to_end(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.ends_with("0\r\n\r\n"), "{answer:.99}");
    // The sizes of the chunks stand on lines of their own; a line of the answer may be in several chunks.
    let chunked = answer.split_once("\r\n\r\n").unwrap().1;
    let joined = unchunked(chunked);
    joined.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn unchunked(mut rest: &str) -> String {
    let mut body = String::new();
    while let Some((size, more)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap();
        body += &more[..size];
        rest = more[size..].strip_prefix("\r\n").unwrap();
        if size == 0 {
            break;
        }
    }
    body
}

#[tokio::test]
async fn a_batch_may_be_sent_before_its_answer_is_read() {
    let server = start(|config| config.limits.write_timeout = Duration::from_secs(2)).await;
    let answers = batch_sent_before_it_is_read(&server).await;
    assert_eq!(answers.len(), LONG_LINES);
    assert!(answers.iter().all(|answer| answer["status"] == "ok"));
}

#[tokio::test]
async fn a_batch_that_nobody_reads_ends_with_an_error() {
    let server = start(|config| {
        config.limits.write_timeout = Duration::from_secs(1);
        config.limits.max_unread_bytes = 1 << 20;
    })
    .await;
    let answers = batch_sent_before_it_is_read(&server).await;
    assert!((2..LONG_LINES).contains(&answers.len()), "{}", answers.len());
    assert_eq!(answers.last().unwrap()["error"]["type"], "urn:dehusk:unread");
}
