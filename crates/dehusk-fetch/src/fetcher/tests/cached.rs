//! Fetches through a cache: what is asked again and when, what is never kept, and what is refused although it is kept.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::UNIX_EPOCH;

use super::*;
use crate::cache::{CacheOptions, PageCache};

/// A cache in a folder of its own, whose time is set by hand.
struct Kept {
    cache: Arc<PageCache>,
    now: Arc<AtomicU64>,
    _folder: tempfile::TempDir,
}

impl Kept {
    fn new() -> Kept {
        let folder = tempfile::tempdir().unwrap();
        let now = Arc::new(AtomicU64::new(1_795_478_400)); // 2026-11-24
        let clock = Arc::clone(&now);
        let clock = move || UNIX_EPOCH + Duration::from_secs(clock.load(Ordering::SeqCst));
        let cache = PageCache::open_at(folder.path(), CacheOptions::default(), Arc::new(clock)).unwrap();
        Kept { cache: Arc::new(cache), now, _folder: folder }
    }

    fn wait(&self, seconds: u64) {
        self.now.fetch_add(seconds, Ordering::SeqCst);
    }

    fn fetcher(&self, options: FetchOptions) -> Fetcher {
        Fetcher::new(options.with_max_bytes(1000)).with_cache(Arc::clone(&self.cache))
    }

    /// Hits, validated pages and misses.
    fn uses(&self) -> [u64; 3] {
        let counts = self.cache.counts();
        [counts.hits, counts.validated, counts.misses]
    }
}

/// A server whose every answer has these headers.
fn server(headers: &'static str) -> Server {
    Server::start(move |_, _| Some(html(headers, BODY)))
}

#[test]
fn a_page_is_asked_for_again_when_http_says_so() {
    for (headers, seconds, requests) in [
        ("Cache-Control: max-age=60\r\n", 59, 1),
        ("Cache-Control: max-age=60\r\n", 61, 2),
        ("Cache-Control: max-age=60, s-maxage=10\r\n", 11, 2),
        ("Cache-Control: public, s-maxage=60, max-age=0\r\n", 59, 1),
        ("Cache-Control: max-age=60\r\nAge: 50\r\n", 9, 1),
        ("Cache-Control: max-age=60\r\nAge: 50\r\n", 11, 2),
        ("Cache-Control: max-age=60\r\nAge: 18446744073709551615\r\n", 1, 1),
        ("Cache-Control: max-age=18446744073709551615\r\n", 1, 1),
        ("Cache-Control: max-age=60\r\nVary: User-Agent, Accept-Language\r\n", 1, 1),
        ("Date: Tue, 24 Nov 2026 00:00:00 GMT\r\nExpires: Tue, 24 Nov 2026 00:01:00 GMT\r\n", 59, 1),
        ("Date: Tue, 24 Nov 2026 00:00:00 GMT\r\nExpires: Tue, 24 Nov 2026 00:01:00 GMT\r\n", 61, 2),
        ("Expires: 0\r\n", 1, 2),
        // Nobody guesses how long a page stays the same.
        ("", 1, 2),
        ("Last-Modified: Mon, 24 Nov 2025 00:00:00 GMT\r\n", 1, 2),
        ("Cache-Control: no-store, max-age=60\r\n", 1, 2),
        ("Cache-Control: private, max-age=60\r\n", 1, 2),
        ("Cache-Control: no-cache, max-age=60\r\n", 1, 2),
        ("Cache-Control: max-age=60\r\nCache-Control: max-age=90\r\nVary: *\r\n", 1, 2),
        ("Cache-Control: max-age=60\r\nVary: *\r\n", 1, 2),
        ("Cache-Control: max-age=60\r\nSet-Cookie: a=b\r\n", 1, 2),
        ("Cache-Control: public, max-age=60\r\nSet-Cookie: a=b\r\n", 1, 1),
        // The maximum age of the cache is a day.
        ("Cache-Control: max-age=604800\r\n", 86_399, 1),
        ("Cache-Control: max-age=604800\r\n", 86_401, 2),
    ] {
        let (kept, server) = (Kept::new(), server(headers));
        let fetcher = kept.fetcher(FetchOptions::new());
        let first = fetcher.fetch(&server.url("/page")).unwrap();
        kept.wait(seconds);
        assert_eq!(fetcher.fetch(&server.url("/page")).unwrap(), first, "{headers}");
        assert_eq!(server.requests().len(), requests, "{headers} after {seconds} s");
    }
}

#[test]
fn what_may_not_be_kept_is_not_kept() {
    for headers in [
        "Cache-Control: no-store\r\nETag: \"1\"\r\n",
        "Cache-Control: private\r\nETag: \"1\"\r\n",
        "Vary: *\r\nETag: \"1\"\r\n",
        "Set-Cookie: a=b\r\nETag: \"1\"\r\n",
        "",
    ] {
        let (kept, server) = (Kept::new(), server(headers));
        kept.fetcher(FetchOptions::new()).fetch(&server.url("/page")).unwrap();
        assert_eq!(kept.cache.counts().pages, 0, "{headers}");
    }
}

/// A server that answers the first request with a page, and each further one with these status and headers.
fn then(headers: &'static str, status: &'static str, later: &'static str) -> Server {
    let asked = AtomicUsize::new(0);
    Server::start(move |_, _| match asked.fetch_add(1, Ordering::SeqCst) {
        0 => Some(html(headers, BODY)),
        _ if status.starts_with("304") => Some(format!("HTTP/1.1 {status}\r\n{later}\r\n").into_bytes()),
        _ => Some(response(status, &format!("Content-Type: text/html\r\n{later}"), b"<p>new")),
    })
}

#[test]
fn a_page_that_is_unchanged_is_not_sent_again() {
    for (headers, condition, later, requests) in [
        ("ETag: \"1\"\r\n", "if-none-match: \"1\"", "ETag: \"1\"\r\n", 3),
        ("ETag: W/\"1\"\r\n", "if-none-match: w/\"1\"", "ETag: W/\"1\"\r\n", 3),
        (
            "Last-Modified: Mon, 24 Nov 2025 00:00:00 GMT\r\n",
            "if-modified-since: mon, 24 nov 2025 00:00:00 gmt",
            "Last-Modified: Mon, 24 Nov 2025 00:00:00 GMT\r\n",
            3,
        ),
        // The answer can say that the page is fresh from now on.
        ("ETag: \"1\"\r\n", "if-none-match: \"1\"", "ETag: \"1\"\r\nCache-Control: max-age=60\r\n", 2),
    ] {
        let (kept, server) = (Kept::new(), then(headers, "304 Not Modified", later));
        let fetcher = kept.fetcher(FetchOptions::new());
        for _ in 0..3 {
            let found = fetcher.fetch(&server.url("/page")).unwrap();
            assert_eq!((found.body, found.content_type.as_deref()), (BODY.to_vec(), Some("text/html")));
            kept.wait(1);
        }
        let sent = server.requests();
        assert_eq!(sent.len(), requests, "{headers}");
        assert!(!sent[0].contains("if-") && sent[1].contains(condition), "{sent:?}");
        let hits = 3 - requests as u64;
        assert_eq!(kept.uses(), [hits, 2 - hits, 1]);
    }
}

/// Without a fresh answer, the third fetch would have nothing to compare.
#[test]
fn what_changed_replaces_what_was_kept() {
    for (status, later, third) in [
        ("200 OK", "Cache-Control: max-age=60\r\n", Some(&b"<p>new"[..])),
        ("200 OK", "Cache-Control: no-store\r\n", Some(b"<p>new")),
        ("404 Not Found", "", None),
        // It is unchanged, but another page than ours.
        ("304 Not Modified", "ETag: \"2\"\r\n", None),
    ] {
        let (kept, server) = (Kept::new(), then("ETag: \"1\"\r\n", status, later));
        let fetcher = kept.fetcher(FetchOptions::new());
        for expected in [Some(BODY), third, third] {
            let found = fetcher.fetch(&server.url("/page")).ok().filter(|found| !found.body.is_empty());
            assert_eq!(found.map(|found| found.body), expected.map(<[u8]>::to_vec), "{status} {later}");
        }
        assert_eq!(kept.cache.counts().failures, 0);
    }
}

#[test]
fn a_problem_of_the_server_does_not_remove_a_page() {
    let (kept, server) = (Kept::new(), then("ETag: \"1\"\r\n", "503 Service Unavailable", ""));
    let fetcher = kept.fetcher(FetchOptions::new());
    fetcher.fetch(&server.url("/page")).unwrap();
    assert!(matches!(fetcher.fetch(&server.url("/page")), Err(FetchError::Status { .. })));
    assert_eq!(kept.cache.counts().pages, 1);
}

#[test]
fn a_reload_asks_and_replaces() {
    let headers = "Cache-Control: max-age=60\r\n";
    let (kept, server) = (Kept::new(), then(headers, "200 OK", headers));
    let fetcher = kept.fetcher(FetchOptions::new());
    let get = |fetcher: &Fetcher| fetcher.fetch(&server.url("/page")).unwrap().body;
    assert_eq!([get(&fetcher), get(&fetcher)], [BODY, BODY]);
    assert_eq!([get(&fetcher.with_reload()), get(&fetcher)], [b"<p>new", b"<p>new"]);
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn redirects_are_kept_too() {
    let server = Server::start(|_, path| match path {
        "/old" => Some(response(
            "301 Moved Permanently",
            "Location: /page\r\nCache-Control: max-age=60\r\n",
            b"moved",
        )),
        "/found" => Some(redirect("/page")),
        _ => Some(html("Cache-Control: max-age=60\r\n", BODY)),
    });
    let kept = Kept::new();
    let fetcher = kept.fetcher(FetchOptions::new());
    for path in ["/old", "/old", "/found", "/found"] {
        let found = fetcher.fetch(&server.url(path)).unwrap();
        assert_eq!((found.address, found.body), (server.url("/page"), BODY.to_vec()));
    }
    let sent = server.requests();
    let paths: Vec<&str> = sent.iter().map(|request| request.split(' ').nth(1).unwrap()).collect();
    assert_eq!(paths, ["/old", "/page", "/found", "/found"]);
}

#[test]
fn requests_with_different_headers_share_nothing() {
    let (kept, server) = (Kept::new(), server("Cache-Control: public, max-age=60\r\n"));
    let with = |name, value| kept.fetcher(FetchOptions::new().with_header(name, value).unwrap());
    for fetcher in [
        kept.fetcher(FetchOptions::new()),
        kept.fetcher(FetchOptions::new().with_user_agent("mill/1").unwrap()),
        with("Accept-Language", "th"),
        with("Accept-Language", "fa"),
        with("X-Key", "1"),
    ] {
        fetcher.fetch(&server.url("/page")).unwrap();
    }
    assert_eq!((server.requests().len(), kept.cache.counts().pages), (5, 5));
    with("X-Key", "1").fetch(&server.url("/page")).unwrap();
    assert_eq!(server.requests().len(), 5);
}

#[test]
fn personal_requests_do_without_the_cache() {
    let (kept, server) = (Kept::new(), server("Cache-Control: public, max-age=60\r\n"));
    let mine = server.url("/page").replace("http://", "http://me:secret@");
    for _ in 0..2 {
        kept.fetcher(FetchOptions::new()).fetch(&mine).unwrap();
        for name in ["Authorization", "Cookie", "Range", "If-None-Match"] {
            let options = FetchOptions::new().with_header(name, "secret").unwrap();
            kept.fetcher(options).fetch(&server.url("/page")).unwrap();
        }
    }
    assert_eq!((server.requests().len(), kept.uses()), (10, [0, 0, 0]));
    assert_eq!(kept.cache.counts().pages, 0);
    let mut exchanges = 0;
    for _ in 0..2 {
        let fetcher = kept.fetcher(FetchOptions::new());
        fetcher.fetch_recorded(&server.url("/page"), &mut |_| exchanges += 1).unwrap();
    }
    assert_eq!(exchanges, 2);
}

/// The name has another address when the page is asked for again.
#[test]
fn a_page_of_a_host_that_is_now_refused_is_not_served() {
    let (kept, open) = (Kept::new(), server("Cache-Control: max-age=60\r\n"));
    let private = SocketAddr::new(PRIVATE.into(), open.address.port());
    let lookups = vec![vec![open.address], vec![open.address], vec![private]];
    let fetcher = checking(lookups).with_cache(Arc::clone(&kept.cache));
    let url = format!("http://mill.example:{}/", open.address.port());
    assert_eq!([(); 2].map(|()| fetcher.fetch(&url).unwrap().body), [BODY, BODY]);
    assert!(matches!(fetcher.fetch(&url), Err(FetchError::NotPublic { .. })));
    assert!(matches!(fetcher.fetch(&url), Err(FetchError::HostNotFound(_))));
    assert_eq!((open.requests().len(), kept.uses()), (1, [1, 0, 1]));
}

#[test]
fn a_port_that_is_now_refused_is_not_served() {
    let (kept, server) = (Kept::new(), server("Cache-Control: max-age=60\r\n"));
    let allowed = FetchOptions::for_server().with_allowed_host(&server.address.to_string());
    for _ in 0..2 {
        kept.fetcher(allowed.clone()).fetch(&server.url("/")).unwrap();
    }
    let refused = kept.fetcher(FetchOptions::for_server()).fetch(&server.url("/"));
    assert!(matches!(refused, Err(FetchError::Port(_))));
    assert_eq!((server.requests().len(), kept.uses()), (1, [1, 0, 1]));
}

#[test]
fn limits_and_types_hold_for_what_was_kept() {
    let server = Server::start(|_, path| {
        let body = if path == "/coded" { gzip(BODY) } else { BODY.to_vec() };
        let headers = match path {
            "/image" => "Content-Type: image/png\r\nCache-Control: max-age=60\r\n",
            "/coded" => "Content-Encoding: gzip\r\nCache-Control: max-age=60\r\n",
            _ => "Content-Type: text/html\r\nCache-Control: max-age=60\r\n",
        };
        Some(response("200 OK", headers, &body))
    });
    let kept = Kept::new();
    let any = kept.fetcher(FetchOptions::new().with_any_content_type(true));
    for path in ["/image", "/page", "/coded", "/coded"] {
        assert_eq!(any.fetch(&server.url(path)).unwrap().body, BODY);
    }
    let narrow = Fetcher::new(FetchOptions::new().with_max_bytes(10)).with_cache(Arc::clone(&kept.cache));
    assert!(matches!(narrow.fetch(&server.url("/image")), Err(FetchError::NotHtml(_))));
    for path in ["/page", "/coded"] {
        assert!(matches!(narrow.fetch(&server.url(path)), Err(FetchError::TooLarge { .. })), "{path}");
    }
    assert_eq!(server.requests().len(), 3);
}

#[test]
fn a_page_that_is_not_complete_is_not_kept() {
    let cut = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nCache-Control: max-age=60\r\nContent-Length: 99\r\nConnection: close\r\n\r\n<p>";
    let (kept, server) = (Kept::new(), Server::start(move |_, _| Some(cut.into())));
    let fetcher = kept.fetcher(FetchOptions::new());
    assert!(matches!(fetcher.fetch(&server.url("/")), Err(FetchError::Incomplete(_))));
    assert_eq!(kept.cache.counts().pages, 0);
}
