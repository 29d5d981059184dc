//! Pages that take long: they cost nobody else his answer.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use dehusk_serve::{Config, ServerState, router};
use http_body_util::BodyExt;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tower::ServiceExt;

use crate::client::{config, fetching_from, get, post, post_json, with_host};
use crate::pages::MILL;

/// The fetches that clients ask for at the same time.
const FETCHES: usize = 1000;

async fn status(router: Router, request: Request<Body>) -> StatusCode {
    let response = router.oneshot(with_host(request)).await.unwrap();
    let status = response.status();
    assert_eq!(status == StatusCode::SERVICE_UNAVAILABLE, response.headers().contains_key("retry-after"));
    response.into_body().collect().await.unwrap();
    status
}

/// A web server that answers only when it is told to.
async fn holding_server() -> (std::net::SocketAddr, watch::Sender<bool>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (release, released) = watch::channel(false);
    tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut released = released.clone();
            tokio::spawn(async move {
                let mut request = [0; 1024];
                let _ = stream.read(&mut request).await.unwrap();
                released.wait_for(|released| *released).await.unwrap();
                let length = MILL.len();
                let head = format!(
                    "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
                );
                stream.write_all(&[head.as_bytes(), MILL.as_bytes()].concat()).await.unwrap();
            });
        }
    });
    (address, release)
}

#[tokio::test]
async fn a_thousand_slow_fetches_are_bounded_and_block_nobody() {
    let (address, release) = holding_server().await;
    let config = Config { workers: 2.try_into().unwrap(), ..fetching_from(address) };
    let held = config.limits.max_fetches + config.limits.max_waiting_fetches;
    let router = router(ServerState::new(config).unwrap());
    let (done, mut answered) = mpsc::channel(FETCHES);
    for number in 0..FETCHES {
        let (router, done) = (router.clone(), done.clone());
        let request = get(&format!("/v1/extract?url=http://{address}/{number}"));
        tokio::spawn(async move { done.send(status(router, request).await).await });
    }
    for _ in held..FETCHES {
        assert_eq!(answered.recv().await, Some(StatusCode::SERVICE_UNAVAILABLE));
    }
    // A page that is sent needs no turn.
    assert_eq!(status(router.clone(), post("/v1/extract", "text/html", MILL)).await, StatusCode::OK);
    let metrics =
        router.oneshot(with_host(get("/metrics"))).await.unwrap().into_body().collect().await.unwrap();
    let metrics = String::from_utf8(metrics.to_bytes().to_vec()).unwrap();
    for line in ["dehusk_fetches_running 32\n", "dehusk_fetches_waiting 64\n"] {
        assert!(metrics.contains(line), "{line} is not in {metrics}");
    }
    release.send(true).unwrap();
    for _ in 0..held {
        assert_eq!(answered.recv().await, Some(StatusCode::OK));
    }
}

#[tokio::test]
async fn a_page_that_times_out_costs_no_other() {
    let router = router(ServerState::new(Config { workers: 2.try_into().unwrap(), ..config() }).unwrap());
    let large: Arc<str> = MILL.repeat(2000).into();
    let pages = (0..20).map(|number| {
        let is_slow = number % 2 == 0;
        let request = match is_slow {
            true => json!({"html": &*large, "format": "md", "timeout_ms": 1}),
            false => json!({"html": MILL, "format": "md"}),
        };
        let router = router.clone();
        async move { (is_slow, status(router, post_json("/v1/extract", &request)).await) }
    });
    for (is_slow, status) in futures_util::future::join_all(pages).await {
        let expected = if is_slow { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
        assert_eq!(status, expected);
    }
}
