//! Pages that the server has fetched before.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::http::Request;
use dehusk_serve::{CacheOptions, Config, PageCache};
use serde_json::json;

use crate::client::{ask_with, config, fetching_from, get, post_json, web_server_with};
use crate::pages::MILL;

/// A web server, the number of requests to it, and a configuration with a cache that may fetch from it.
struct Site {
    address: SocketAddr,
    requests: Arc<AtomicUsize>,
    config: Config,
    _folder: tempfile::TempDir,
}

impl Site {
    fn new(headers: &'static str) -> Site {
        let requests = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&requests);
        let address = web_server_with(headers, MILL, move || {
            counted.fetch_add(1, Ordering::SeqCst);
        });
        let folder = tempfile::tempdir().unwrap();
        let cache = Some(Arc::new(PageCache::open(folder.path(), CacheOptions::default()).unwrap()));
        Site { address, requests, config: Config { cache, ..fetching_from(address) }, _folder: folder }
    }

    fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }
}

const FRESH: &str = "cache-control: max-age=3600\r\n";

#[tokio::test]
async fn every_form_of_answer_takes_a_page_from_the_cache() {
    let site = Site::new(FRESH);
    let url = format!("http://{}/mill", site.address);
    let of = |path: &str| get(&format!("{path}url={url}"));
    let first = ask_with(site.config.clone(), of("/v1/extract?")).await;
    assert!(first.text().contains("The old mill by the river"));
    let again = ask_with(site.config.clone(), of("/v1/extract?")).await;
    assert_eq!((again.body, again.headers.get("etag")), (first.body, first.headers.get("etag")));
    for request in [
        of("/v1/explain?"),
        of("/v1/cloud.json?"),
        of("/parser?"),
        post_json("/v2/scrape", &json!({"url": url})),
        get(&format!("/r/{url}")),
    ] {
        let path = request.uri().to_string();
        let answer = ask_with(site.config.clone(), request).await;
        assert!(answer.status.is_success(), "{path}: {}", answer.text());
    }
    assert_eq!(site.requests(), 1);
    let metrics = ask_with(site.config.clone(), get("/metrics")).await;
    for line in [
        "dehusk_cache_requests_total{result=\"hit\"} 6",
        "dehusk_cache_requests_total{result=\"miss\"} 1",
        "dehusk_cache_pages 1",
        "dehusk_cache_failures_total 0",
    ] {
        assert!(metrics.text().lines().any(|found| found == line), "{line}: {}", metrics.text());
    }
}

#[tokio::test]
async fn clients_can_ask_for_a_new_copy() {
    let site = Site::new(FRESH);
    let url = format!("http://{}/mill", site.address);
    let jina = Request::get(format!("/r/{url}")).header("x-no-cache", "true");
    for request in [
        get(&format!("/v1/extract?url={url}")),
        get(&format!("/v1/extract?reload&url={url}")),
        post_json("/v1/extract", &json!({"url": url, "reload": true})),
        post_json("/v1/scrape", &json!({"url": url, "maxAge": 0})),
        jina.body(axum::body::Body::empty()).unwrap(),
    ] {
        let path = request.uri().to_string();
        let before = site.requests();
        let answer = ask_with(site.config.clone(), request).await;
        assert!(answer.status.is_success(), "{path}: {}", answer.text());
        assert_eq!(site.requests(), before + 1, "{path}");
    }
    ask_with(site.config.clone(), post_json("/v1/scrape", &json!({"url": url, "maxAge": 9000}))).await;
    assert_eq!(site.requests(), 5);
}

#[tokio::test]
async fn what_may_not_be_fetched_is_not_taken_from_the_cache() {
    let site = Site::new(FRESH);
    let request = || get(&format!("/v1/extract?url=http://{}/mill", site.address));
    assert!(ask_with(site.config.clone(), request()).await.status.is_success());
    let stricter = Config { cache: site.config.cache.clone(), ..config() };
    assert_eq!(ask_with(stricter.clone(), request()).await.problem(), "address-refused");
    let no_fetch = Config { fetches: false, ..stricter };
    assert_eq!(ask_with(no_fetch, request()).await.problem(), "no-fetch");
    assert_eq!(site.requests(), 1);
}

#[tokio::test]
async fn a_page_that_must_not_be_kept_is_fetched_each_time() {
    let site = Site::new("cache-control: private, max-age=3600\r\n");
    for requests in 1..4 {
        let request = get(&format!("/v1/extract?url=http://{}/mill", site.address));
        assert!(ask_with(site.config.clone(), request).await.status.is_success());
        assert_eq!(site.requests(), requests);
    }
}
