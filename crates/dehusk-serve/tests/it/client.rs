//! Asks a router, and serves pages for it to fetch.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::thread;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Request, StatusCode};
use dehusk_serve::{Config, ServerState, router};
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;

/// An answer that has arrived.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The word of a problem.
    pub(crate) fn problem(&self) -> String {
        assert_eq!(self.header("content-type"), "application/problem+json", "{}", self.text());
        let json = self.json();
        assert_eq!(json["status"], self.status.as_u16());
        assert!(!json["detail"].as_str().unwrap().is_empty());
        json["type"].as_str().unwrap().strip_prefix("urn:dehusk:").unwrap().to_owned()
    }
}

/// A configuration for tests.
pub(crate) fn config() -> Config {
    Config { logs: false, workers: NonZeroUsize::MIN, ..Config::default() }
}

/// Asks a server with this configuration.
pub(crate) async fn ask_with(config: Config, request: Request<Body>) -> Answer {
    ask_as_it_is(config, with_host(request)).await
}

/// Asks a server, also without a header `Host`.
pub(crate) async fn ask_as_it_is(config: Config, request: Request<Body>) -> Answer {
    let router = router(ServerState::new(config).unwrap());
    let response = router.oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let body = body.collect().await.unwrap().to_bytes().to_vec();
    Answer { status: parts.status, headers: parts.headers, body }
}

/// A request with a header `Host`, as all clients send it.
pub(crate) fn with_host(mut request: Request<Body>) -> Request<Body> {
    request.headers_mut().entry("host").or_insert(HeaderValue::from_static("localhost"));
    request
}

pub(crate) async fn ask(request: Request<Body>) -> Answer {
    ask_with(config(), request).await
}

/// A request with a body of this type.
pub(crate) fn post(path: &str, content_type: &str, body: impl Into<Body>) -> Request<Body> {
    Request::post(path).header("content-type", content_type).body(body.into()).unwrap()
}

pub(crate) fn post_json(path: &str, json: &Value) -> Request<Body> {
    post(path, "application/json", json.to_string())
}

pub(crate) fn get(path: &str) -> Request<Body> {
    Request::get(path).body(Body::empty()).unwrap()
}

/// Paths that contain this are answered with 404, and the page.
pub(crate) const MISSING: &str = "/missing";

/// A web server on this machine that answers every request with this page.
pub(crate) fn web_server(page: &'static str) -> SocketAddr {
    web_server_with("", page, || ())
}

/// A web server that answers every request with these headers and this page, and says so before.
pub(crate) fn web_server_with(
    headers: &'static str,
    page: &'static str,
    asked: impl Fn() + Send + 'static,
) -> SocketAddr {
    web_server_by(move |target| {
        asked();
        let status = if target.contains(MISSING) { "404 Not Found" } else { "200 OK" };
        (status, format!("content-type: text/html; charset=utf-8\r\n{headers}"), page)
    })
}

/// A web server that answers each request line with a status, headers and a body.
pub(crate) fn web_server_by(
    answer: impl Fn(&str) -> (&'static str, String, &'static str) + Send + 'static,
) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
            let target = lines.next().map(Result::unwrap).unwrap_or_default();
            while lines.next().is_some_and(|line| !line.unwrap().is_empty()) {}
            let (status, headers, body) = answer(&target);
            let length = body.len();
            let head = format!(
                "HTTP/1.1 {status}\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n"
            );
            stream.write_all(&[head.as_bytes(), body.as_bytes()].concat()).unwrap();
        }
    });
    address
}

/// A configuration that may fetch from this server.
pub(crate) fn fetching_from(address: SocketAddr) -> Config {
    Config { allowed_hosts: vec![address.to_string()], ..config() }
}
