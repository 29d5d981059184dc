//! Bodies that are too large, compressed, a bomb, or never arrive.

use std::io::Write;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};

use dehusk_serve::{ServerState, router};
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::client::{Answer, ask, ask_with, config, post, with_host};
use crate::pages::MILL;

fn encoded(coding: &str, body: Vec<u8>) -> Request<Body> {
    let mut request = post("/v1/extract", "text/html", body);
    request.headers_mut().insert("content-encoding", coding.parse().unwrap());
    request
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 19).unwrap()
}

/// Encodes a body.
type Encoder = fn(&[u8]) -> Vec<u8>;

const CODINGS: [(&str, Encoder); 3] = [("gzip", gzip), ("deflate", deflate), ("zstd", zstd)];

#[tokio::test]
async fn compressed_pages_are_read() {
    for (coding, encode) in CODINGS {
        let record = ask(encoded(coding, encode(MILL.as_bytes()))).await.json();
        assert!(record["text"].as_str().unwrap().contains("grind rye"), "{coding}");
    }
    let twice = ask(encoded("gzip, zstd", zstd(&gzip(MILL.as_bytes())))).await.json();
    assert_eq!(twice["status"], "ok");
    assert_eq!(ask(encoded("rot13", vec![0; 9])).await.problem(), "unknown-encoding");
    assert_eq!(ask(encoded("gzip", gzip(MILL.as_bytes())[..99].to_vec())).await.problem(), "bad-request");
}

fn encoded_batch(coding: &str, body: impl Into<Body>) -> Request<Body> {
    let mut request = post("/v1/batch", "application/x-ndjson", body);
    request.headers_mut().insert("content-encoding", coding.parse().unwrap());
    request
}

#[tokio::test]
async fn compressed_batches_are_read_as_they_arrive() {
    let ids: Vec<String> = (0..20).map(|number| number.to_string()).collect();
    let lines: Vec<String> = ids.iter().map(|id| json!({"id": id, "html": MILL}).to_string()).collect();
    let lines = lines.join("\n");
    let expected: Vec<(Value, Value)> = ids.iter().map(|id| (json!(id), Value::Null)).collect();
    for (coding, encode) in CODINGS {
        let pieces: Vec<Result<Vec<u8>, std::io::Error>> =
            encode(lines.as_bytes()).chunks(99).map(|chunk| Ok(chunk.to_vec())).collect();
        let body = Body::from_stream(futures_util::stream::iter(pieces));
        assert_eq!(summary(&ask(encoded_batch(coding, body)).await), expected, "{coding}");
    }
    let answer = ask(encoded_batch("rot13", lines)).await;
    assert_eq!((answer.status.as_u16(), answer.problem().as_str()), (415, "unknown-encoding"));
}

#[tokio::test]
async fn a_compressed_batch_that_is_damaged_or_a_bomb_breaks_off() {
    let lines = format!("{}\n", json!({"id": "a", "html": MILL})).repeat(3);
    let mut damaged = gzip(lines.as_bytes());
    damaged.truncate(damaged.len() - 9);
    let mut config = config();
    config.limits.max_body_bytes = 1 << 20;
    let bomb = zstd(&vec![b'\n'; 64 << 20]);
    for (coding, body) in [("gzip", damaged), ("zstd", bomb)] {
        let answer = ask_with(config.clone(), encoded_batch(coding, body)).await;
        let last = summary(&answer).pop();
        assert_eq!(last, Some((Value::Null, json!("urn:dehusk:bad-request"))), "{coding}");
    }
}

#[tokio::test]
async fn bombs_are_refused() {
    let max_bytes = config().limits.max_body_bytes;
    let bomb = vec![b' '; max_bytes + 1];
    for (coding, encode) in CODINGS {
        let body = encode(&bomb);
        assert!(body.len() < max_bytes / 100, "{coding} is no bomb");
        let answer = ask(encoded(coding, body)).await;
        assert_eq!((answer.status.as_u16(), answer.problem().as_str()), (413, "body-too-large"), "{coding}");
    }
    // Made with `brotli.compress(b' ' * ((16 << 20) + 1))` in Python: there is no encoder here.
    let brotli: [u8; 32] = [
        0xcb, 0xff, 0xff, 0x3f, 0xf8, 0x25, 0x40, 0xe2, 0xb1, 0x40, 0x20, 0xf7, 0xfe, 0x8f, 0xff, 0xff, 0x7f,
        0xf0, 0x4b, 0x00, 0xc4, 0x61, 0x11, 0x80, 0xee, 0xfd, 0x1f, 0x00, 0x00, 0x02, 0x20, 0x03,
    ];
    assert_eq!(ask(encoded("br", brotli.to_vec())).await.problem(), "body-too-large");
    let nested = gzip(&gzip(&bomb));
    assert_eq!(ask(encoded("gzip, gzip", nested)).await.problem(), "body-too-large");
}

#[tokio::test]
async fn large_bodies_are_refused_early() {
    let hundred_megabytes = 100 << 20;
    let mut request = post("/v1/extract", "text/html", Body::empty());
    request.headers_mut().insert("content-length", hundred_megabytes.to_string().parse().unwrap());
    assert_eq!(ask(request).await.problem(), "body-too-large");
    // Without a declared length: only as much is read as is allowed.
    let chunk = vec![b'x'; 1 << 20];
    let read = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let counter = std::sync::Arc::clone(&read);
    let chunks = (0..100).map(move |_| {
        counter.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        Ok::<_, std::io::Error>(chunk.clone())
    });
    let body = Body::from_stream(futures_util::stream::iter(chunks));
    assert_eq!(ask(post("/v1/extract", "text/html", body)).await.problem(), "body-too-large");
    assert_eq!(read.load(std::sync::atomic::Ordering::SeqCst), 17);
}

/// The IDs of the lines of a batch and the words of their errors.
fn summary(answer: &Answer) -> Vec<(Value, Value)> {
    let lines = answer.text().lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.map(|line| (line["id"].clone(), line["error"]["type"].clone())).collect()
}

#[tokio::test]
async fn a_line_that_is_too_long_costs_only_itself() {
    let mut config = config();
    config.limits.max_body_bytes = 4096;
    let line = |id: &str| json!({"id": id, "html": MILL}).to_string();
    let long = "x".repeat(5000);
    let body = format!("\u{feff}{}\n{long}\n{}\r\n{long}", line("a"), line("b"));
    let too_large = || (Value::Null, json!("urn:dehusk:body-too-large"));
    let expected = [(json!("a"), Value::Null), too_large(), (json!("b"), Value::Null), too_large()];
    for size in [7, 4096, body.len()] {
        let pieces: Vec<Result<Vec<u8>, std::io::Error>> =
            body.as_bytes().chunks(size).map(|chunk| Ok(chunk.to_vec())).collect();
        let body = Body::from_stream(futures_util::stream::iter(pieces));
        let answer = ask_with(config.clone(), post("/v1/batch", "application/x-ndjson", body)).await;
        assert_eq!(summary(&answer), expected, "in pieces of {size} bytes: {}", answer.text());
    }
}

#[tokio::test]
async fn a_line_longer_than_the_memory_is_skipped() {
    let mut config = config();
    (config.limits.max_body_bytes, config.limits.max_memory_bytes) = (64 << 10, 256 << 10);
    let long = std::iter::repeat_with(|| vec![b'x'; 32 << 10]).take(64);
    let last = format!("\n{}", json!({"id": "a", "html": MILL})).into_bytes();
    let pieces = long.chain([last]).map(Ok::<_, std::io::Error>);
    let body = Body::from_stream(futures_util::stream::iter(pieces));
    let answer = ask_with(config, post("/v1/batch", "application/x-ndjson", body)).await;
    let expected = [(Value::Null, json!("urn:dehusk:body-too-large")), (json!("a"), Value::Null)];
    assert_eq!(summary(&answer), expected, "{}", answer.text());
}

#[tokio::test]
async fn the_memory_of_all_bodies_is_limited() {
    let mut config = config();
    config.limits.max_memory_bytes = 64 << 10;
    let answer = ask_with(config.clone(), post("/v1/extract", "text/html", vec![b'x'; 65 << 10])).await;
    assert_eq!(answer.problem(), "busy");
    let mut request = post("/v1/extract", "text/html", MILL);
    request.headers_mut().insert("content-length", MILL.len().to_string().parse().unwrap());
    assert_eq!(ask_with(config, request).await.status, StatusCode::OK);
}

/// The memory has room for a few pages of the maximum size, and for all of these as they are.
#[tokio::test]
async fn many_compressed_pages_at_once_are_answered() {
    let mut config = config();
    (config.limits.max_body_bytes, config.limits.max_memory_bytes) = (1 << 20, 2 << 20);
    let router = router(ServerState::new(config).unwrap());
    let page = MILL.repeat(100);
    let asked = (0..32).map(|_| {
        let (router, request) = (router.clone(), with_host(encoded("gzip", gzip(page.as_bytes()))));
        async move { router.oneshot(request).await.unwrap().status() }
    });
    let statuses = futures_util::future::join_all(asked).await;
    assert!(statuses.iter().all(|status| *status == StatusCode::OK), "{statuses:?}");
}

#[tokio::test(start_paused = true)]
async fn a_body_that_does_not_arrive_is_given_up() {
    for path in ["/v1/extract", "/v1/batch"] {
        let body = Body::from_stream(futures_util::stream::pending::<Result<Vec<u8>, std::io::Error>>());
        let answer =
            tokio::time::timeout(Duration::from_secs(60), ask(post(path, "text/html", body))).await.unwrap();
        assert!(answer.text().contains("body-timeout"), "{path}: {}", answer.text());
    }
}

#[tokio::test]
async fn a_body_that_breaks_off_is_an_error() {
    let pieces = [Ok(b"<p>The old".to_vec()), Err(std::io::Error::other("reset"))];
    let body = Body::from_stream(futures_util::stream::iter(pieces));
    assert_eq!(ask(post("/v1/extract", "text/html", body)).await.problem(), "bad-request");
}
