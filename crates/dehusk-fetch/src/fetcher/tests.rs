//! Fetches from servers in this process: what is refused, what is retried, what is decoded, and which limits hold.

#[cfg(feature = "cache")]
mod cached;

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::ResolvedSocketAddrs;
use ureq::unversioned::transport::NextTimeout;

use super::*;

const BODY: &[u8] = b"<p>The old mill reopens on Monday, after ten years of repair.";

/// The network address that the tests treat as not public.
const PRIVATE: [u8; 4] = [127, 0, 0, 2];

/// The header of a response after which the server closes the connection.
const CLOSE: &[u8] = b"Connection: close";

/// A server on one network address that serves one connection after the other.
struct Server {
    address: SocketAddr,
    /// The requests so far: the path, and the other lines of the header.
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Calls `answer` with the number of the connection and the path of each request. None closes the connection without an answer.
    fn start(answer: impl Fn(usize, &str) -> Option<Vec<u8>> + Send + 'static) -> Server {
        Server::start_at([127, 0, 0, 1], answer)
    }

    fn start_at(host: [u8; 4], answer: impl Fn(usize, &str) -> Option<Vec<u8>> + Send + 'static) -> Server {
        let listener = TcpListener::bind((IpAddr::from(host), 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&requests);
        thread::spawn(move || {
            for (number, stream) in listener.incoming().enumerate() {
                serve(stream.unwrap(), &|path: &str| answer(number, path), &log);
            }
        });
        Server { address, requests }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

/// Serves requests on one connection until the client or `answer` ends it.
fn serve(mut stream: TcpStream, answer: &dyn Fn(&str) -> Option<Vec<u8>>, log: &Mutex<Vec<String>>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    loop {
        let mut request = String::new();
        loop {
            match reader.read_line(&mut request) {
                Ok(0) | Err(_) => return,
                Ok(_) if request.ends_with("\r\n\r\n") => break,
                Ok(_) => {}
            }
        }
        let path = request.split(' ').nth(1).unwrap_or_default().to_owned();
        log.lock().unwrap().push(request.to_lowercase());
        match answer(&path) {
            Some(response) => {
                // The client may have closed the connection early.
                let sent = stream.write_all(&response);
                if sent.is_err() || response.windows(CLOSE.len()).any(|part| part == CLOSE) {
                    return;
                }
            }
            None => return,
        }
    }
}

fn response(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

fn html(headers: &str, body: &[u8]) -> Vec<u8> {
    response("200 OK", &format!("Content-Type: text/html\r\n{headers}"), body)
}

fn redirect(to: &str) -> Vec<u8> {
    response("302 Found", &format!("Location: {to}\r\n"), b"")
}

fn fetcher() -> Fetcher {
    Fetcher::new(FetchOptions::new().with_max_bytes(1000))
}

fn fetch(address: &str) -> Result<Fetched, FetchError> {
    fetcher().fetch(address)
}

/// A name server: the addresses of each lookup, in order.
#[derive(Debug)]
struct Names(Mutex<VecDeque<Vec<SocketAddr>>>);

impl Resolver for Names {
    fn resolve(&self, _: &Uri, _: &Config, _: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.0.lock().unwrap().pop_front().ok_or(ureq::Error::HostNotFound)?;
        let mut addresses = self.empty();
        found.into_iter().for_each(|address| addresses.push(address));
        Ok(addresses)
    }
}

/// A client that asks these lookups and refuses the address [`PRIVATE`].
fn checking(lookups: Vec<Vec<SocketAddr>>) -> Fetcher {
    let refusal = |address: IpAddr| (address == IpAddr::from(PRIVATE)).then_some("a private address");
    let names = Names(Mutex::new(lookups.into()));
    Fetcher::with_resolver(
        FetchOptions::new(),
        CheckedResolver { names, refusal: Some(refusal), options: FetchOptions::new() },
    )
}

#[test]
fn addresses_that_are_not_public_are_refused_before_a_connection() {
    let fetcher = Fetcher::new(FetchOptions::for_server());
    for (address, what) in [
        ("http://127.0.0.1/", "127.0.0.1, a loopback address"),
        ("http://localhost/", "a loopback address"),
        ("http://2130706433/", "127.0.0.1, a loopback address"),
        ("http://0/", "0.0.0.0, an address of this machine"),
        ("http://0x7f.1/", "127.0.0.1, a loopback address"),
        ("https://169.254.169.254/latest/meta-data/", "169.254.169.254, a link-local address"),
        ("http://10.0.0.1:8080/", "10.0.0.1, a private address"),
        ("http://[::1]/", "::1, a loopback address"),
        ("http://[::ffff:10.0.0.1]/", "a private address"),
        ("http://[64:ff9b::a9fe:a9fe]/", "a link-local address"),
        ("http://[fd00:ec2::254]/", "a private address"),
    ] {
        let error = fetcher.fetch(address).unwrap_err();
        assert!(matches!(error, FetchError::NotPublic { .. }), "{address}: {error}");
        assert!(error.to_string().contains(what), "{address}: {error}");
    }
    assert!(matches!(fetcher.fetch("http://8.8.8.8:25/"), Err(FetchError::Port(25))));
}

#[test]
fn only_the_checked_addresses_of_a_name_are_connected_to() {
    let open = Server::start(|_, _| Some(html("", BODY)));
    let port = open.address.port();
    let private = Server::start_at(PRIVATE, |_, _| Some(html("", b"<p>secret")));
    let both = vec![private.address, open.address];
    let url = format!("http://mill.example:{port}/");
    assert_eq!(checking(vec![both]).fetch(&url).unwrap().body, BODY);
    assert_eq!(private.requests(), Vec::<String>::new());
}

/// The second lookup of the same name has another answer, as with DNS rebinding.
#[test]
fn a_name_is_looked_up_once_for_each_request_and_checked_each_time() {
    let open = Server::start(|_, path| match path {
        "/moved" => Some(redirect("/secret")),
        _ => Some(html("", BODY)),
    });
    let private = Server::start_at(PRIVATE, |_, _| Some(html("", b"<p>secret")));
    let rebinding = || checking(vec![vec![open.address], vec![private.address]]);
    let url = |path: &str| format!("http://mill.example:{}{path}", open.address.port());
    assert_eq!(rebinding().fetch(&url("/")).unwrap().body, BODY);
    let error = rebinding().fetch(&url("/moved")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "mill.example has the address 127.0.0.2, a private address, and only public addresses may be fetched"
    );
    assert_eq!(private.requests(), Vec::<String>::new());
}

#[test]
fn the_address_after_all_redirects_is_returned() {
    let server = Server::start(|_, path| match path {
        "/" => Some(redirect("dir/old#top")),
        "/dir/old" => Some(redirect("page.html?a=b#end")),
        _ => Some(html("", BODY)),
    });
    let typed = server.url("/").replace("http://", "http://me:secret@");
    assert_eq!(fetch(&typed).unwrap().address, server.url("/dir/page.html?a=b"));
}

#[test]
fn redirects_are_limited_in_number_and_scheme() {
    let server = Server::start(|_, path| match path {
        "/file" => Some(redirect("file:///etc/passwd")),
        "/broken" => Some(redirect("http://[")),
        "/two" => Some(redirect("/one")),
        "/one" => Some(redirect("/page")),
        "/page" => Some(html("", BODY)),
        _ => Some(redirect("/again")),
    });
    assert!(matches!(fetch(&server.url("/again")), Err(FetchError::TooManyRedirects(5))));
    assert_eq!(server.requests().len(), 6);
    assert!(matches!(fetch(&server.url("/file")), Err(FetchError::Scheme(_))));
    assert!(matches!(fetch(&server.url("/broken")), Err(FetchError::InvalidRedirect)));
    let at_most = |max| Fetcher::new(FetchOptions::new().with_max_redirects(max)).fetch(&server.url("/two"));
    assert!(matches!(at_most(1), Err(FetchError::TooManyRedirects(1))));
    assert_eq!(at_most(2).unwrap().body, BODY);
}

/// The server reads the second request on the kept connection and closes it, as servers do when an idle connection times out.
#[test]
fn a_kept_connection_that_is_closed_is_replaced_once() {
    let server = Server::start(|number, path| match (number, path) {
        (0, "/second") => None,
        _ => Some(html("", BODY)),
    });
    let fetcher = fetcher();
    for path in ["/first", "/second", "/third"] {
        assert_eq!(fetcher.fetch(&server.url(path)).unwrap().body, BODY, "{path}");
    }
    let requests = server.requests();
    let paths: Vec<&str> = requests.iter().map(|request| request.split(' ').nth(1).unwrap()).collect();
    assert_eq!(paths, ["/first", "/second", "/second", "/third"]);
}

#[test]
fn a_server_that_never_answers_is_asked_twice() {
    let server = Server::start(|_, _| None);
    assert!(matches!(fetch(&server.url("/")), Err(FetchError::Connection(_))));
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn headers_are_sent_to_the_typed_host_only() {
    let server = Server::start(|_, path| match path {
        "/here" => Some(redirect("/page")),
        _ => Some(html("", BODY)),
    });
    let other = Server::start(|_, _| Some(html("", BODY)));
    let to_other = format!("http://localhost:{}/page", other.address.port());
    let away = Server::start(move |_, _| Some(redirect(&to_other)));
    let options = FetchOptions::new().with_header("X-Key", "secret").unwrap();
    let fetcher = Fetcher::new(options.with_user_agent("mill/1").unwrap());
    fetcher.fetch(&server.url("/here")).unwrap();
    fetcher.fetch(&away.url("/away")).unwrap();
    assert!(server.requests().iter().chain(&away.requests()).all(|sent| sent.contains("x-key: secret")));
    let sent = &other.requests()[0];
    assert!(!sent.contains("secret") && sent.contains("user-agent: mill/1"), "{sent}");
    assert!(sent.contains("accept-encoding: gzip, deflate, br, zstd"), "{sent}");
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn content_codings_are_removed() {
    let server = Server::start(|_, path| {
        let (coding, body) = match path {
            "/x-gzip" => ("x-gzip", gzip(BODY)),
            "/deflate" => ("deflate", zlib(BODY)),
            "/both" => ("deflate\r\nContent-Encoding: gzip", gzip(&zlib(BODY))),
            "/damaged" => ("gzip", gzip(BODY)[..30].to_vec()),
            "/bomb" => ("gzip", gzip(&vec![b' '; 2_000_000])),
            _ => ("rot13", b"gur zvyy".to_vec()),
        };
        Some(html(&format!("Content-Encoding: {coding}\r\n"), &body))
    });
    for path in ["/x-gzip", "/deflate", "/both"] {
        assert_eq!(fetch(&server.url(path)).unwrap().body, BODY, "{path}");
    }
    assert!(matches!(fetch(&server.url("/damaged")), Err(FetchError::Coding(_))));
    assert!(matches!(fetch(&server.url("/bomb")), Err(FetchError::TooLarge { max_bytes: 1000, .. })));
    assert!(matches!(fetch(&server.url("/rot13")), Err(FetchError::Coding(_))));
}

#[test]
fn bodies_end_where_the_server_said() {
    let server = Server::start(|number, path| match (number, path) {
        (_, "/large") => {
            Some(b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\nConnection: close\r\n\r\n<p>".to_vec())
        }
        (_, "/endless") => Some([&b"HTTP/1.1 200 OK\r\n\r\n"[..], &[b'x'; 5000]].concat()),
        (_, "/cut") => Some(
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\n<p>ab\r\nzz"
                .to_vec(),
        ),
        (_, "/headers") => Some([&b"HTTP/1.1 200 OK\r\nX: "[..], &[b'x'; 1 << 20]].concat()),
        _ => None,
    });
    assert!(matches!(fetch(&server.url("/large")), Err(FetchError::TooLarge { bytes: 99_999_999_999, .. })));
    assert!(matches!(fetch(&server.url("/endless")), Err(FetchError::TooLarge { bytes: 1001, .. })));
    assert!(matches!(fetch(&server.url("/cut")), Err(FetchError::Incomplete(_))));
    assert!(matches!(fetch(&server.url("/headers")), Err(FetchError::Connection(_))));
}

/// The server keeps the connection open: it waits for another request.
#[test]
fn the_time_limit_covers_the_header_and_the_body() {
    let server = Server::start(|_, path| match path {
        "/body" => Some(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n<p>".to_vec()),
        _ => Some(Vec::new()),
    });
    for path in ["/header", "/body"] {
        let fetcher = Fetcher::new(FetchOptions::new().with_timeout(Duration::from_millis(50)));
        let error = fetcher.fetch(&server.url(path)).unwrap_err();
        assert!(matches!(error, FetchError::Timeout(_)), "{path}: {error}");
    }
}

#[test]
fn the_longest_time_limit_is_still_one() {
    let server = Server::start(|_, _| Some(response("200 OK", "", BODY)));
    let fetcher = Fetcher::new(FetchOptions::new().with_timeout(Duration::MAX));
    assert_eq!(fetcher.fetch(&server.url("/")).unwrap().body, BODY);
}

#[test]
fn error_statuses_and_other_types_are_errors() {
    let server = Server::start(|_, path| match path {
        "/missing" => Some(response("404 Not Found", "", BODY)),
        "/moved" => Some(redirect("/missing")),
        "/missing-empty" => Some(response("404 Not Found", "", b"\n")),
        "/missing-image" => Some(response("404 Not Found", "Content-Type: image/png\r\n", BODY)),
        "/image" => Some(response("200 OK", "Content-Type: image/png\r\n", BODY)),
        // Without a target, it is not a redirect.
        _ => Some(response("302 Found", "", BODY)),
    });
    for path in ["/missing", "/moved"] {
        let error = fetch(&server.url(path)).unwrap_err();
        assert_eq!(error.to_string(), "the server responded with 404 Not Found");
        assert!(
            matches!(&error, FetchError::Status { code: 404, address } if *address == server.url("/missing")),
            "{error:?}"
        );
    }
    let fetcher = Fetcher::new(FetchOptions::new().with_error_pages(true).with_retries(3));
    let missing = fetcher.fetch(&server.url("/missing")).unwrap();
    assert_eq!((missing.status, missing.body.as_slice()), (404, BODY));
    for path in ["/missing-empty", "/missing-image"] {
        let refused = fetcher.fetch(&server.url(path));
        assert!(matches!(refused, Err(FetchError::Status { code: 404, .. })), "{path}");
    }
    assert!(matches!(fetch(&server.url("/image")), Err(FetchError::NotHtml(_))));
    assert_eq!(fetch(&server.url("/here")).unwrap().body, BODY);
    assert_eq!(fetcher.with_any_content_type(true).fetch(&server.url("/image")).unwrap().body, BODY);
}

#[test]
fn a_busy_server_is_asked_again_as_often_as_allowed() {
    let retrying = |retries| Fetcher::new(FetchOptions::new().with_max_bytes(1000).with_retries(retries));
    let busy = || {
        let asked = std::sync::atomic::AtomicUsize::new(0);
        Server::start(move |_, _| match asked.fetch_add(1, std::sync::atomic::Ordering::SeqCst) {
            0 => Some(response("503 Service Unavailable", "Retry-After: 0\r\n", b"")),
            _ => Some(html("", BODY)),
        })
    };
    assert!(matches!(retrying(0).fetch(&busy().url("/")), Err(FetchError::Status { .. })));
    assert_eq!(retrying(1).fetch(&busy().url("/")).unwrap().body, BODY);
}

/// The server asks for an hour, which does not fit into the time limit, so nobody waits.
#[test]
fn a_wait_that_is_longer_than_the_time_limit_is_not_begun() {
    let server = Server::start(|_, _| Some(response("429 Too Many Requests", "Retry-After: 3600\r\n", b"")));
    let fetcher = Fetcher::new(FetchOptions::new().with_retries(3));
    assert!(matches!(fetcher.fetch(&server.url("/")), Err(FetchError::Status { .. })));
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn any_content_type_is_accepted_on_request() {
    let server = Server::start(|_, _| Some(response("200 OK", "Content-Type: application/json\r\n", b"{}")));
    let url = server.url("/");
    assert!(matches!(fetch(&url), Err(FetchError::NotHtml(_))));
    let any = Fetcher::new(FetchOptions::new().with_any_content_type(true));
    assert_eq!(any.fetch(&url).unwrap().body, b"{}");
}

#[test]
fn every_exchange_is_recorded_without_secrets() {
    let server = Server::start(|_, path| match path {
        "/old" => Some(redirect("/gone?q=1")),
        _ => Some(response("404 Not Found", "Content-Type: text/html\r\nX-A: b\r\n", BODY)),
    });
    let cut = Server::start(|_, _| {
        Some(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\nConnection: close\r\n\r\n<p>".to_vec())
    });
    let keys = ["Cookie", "Authorization", "X-Api-Key", "X-Auth-Token", "CF-Access-Client-Secret"];
    let with = |options: FetchOptions, name: &&str| options.with_header(name, "secret=1").unwrap();
    let options = keys.iter().fold(FetchOptions::new(), with);
    let fetcher = Fetcher::new(options.with_header("Accept-Language", "th").unwrap());
    let mut seen = Vec::new();
    let mut record = |it: &Exchange<'_>| {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        seen.push((
            it.address.to_owned(),
            text(&it.request),
            text(&it.response),
            it.body.to_vec(),
            it.truncated,
        ));
    };
    let typed = server.url("/old").replace("http://", "http://me:secret@");
    assert!(matches!(fetcher.fetch_recorded(&typed, &mut record), Err(FetchError::Status { .. })));
    assert!(matches!(fetcher.fetch_recorded(&cut.url("/"), &mut record), Err(FetchError::Incomplete(_))));
    let [first, second, third] = &seen[..] else { panic!("{seen:?}") };
    assert_eq!((&first.0, &second.0), (&server.url("/old"), &server.url("/gone?q=1")));
    assert!(first.2.starts_with("HTTP/1.1 302 Found\r\n") && first.2.contains("location: /gone?q=1\r\n"));
    assert!(second.1.starts_with("GET /gone?q=1 HTTP/1.1\r\nHost: 127.0.0.1:"), "{}", second.1);
    assert!(second.1.contains("accept-language: th\r\n") && second.1.ends_with("\r\n\r\n"));
    assert!(second.2.ends_with(&format!("x-a: b\r\ncontent-length: {}\r\n\r\n", BODY.len())), "{}", second.2);
    assert_eq!((second.3.as_slice(), second.4), (BODY, None));
    assert_eq!((third.3.as_slice(), third.4), (&b"<p>"[..], Some("disconnect")));
    assert!(seen.iter().all(|it| !it.1.contains("secret")), "{seen:?}");
}

/// The TLS library says so in words only, which an update may change.
#[test]
fn a_server_that_does_not_speak_tls_is_recognized() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = listener.local_addr().unwrap();
    let server = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let greeting = stream.read(&mut [0; 4096]).unwrap();
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n").unwrap();
        // The connection stays open until the client has read the answer.
        (stream, greeting)
    });
    let error = fetch(&format!("https://{address}/")).unwrap_err();
    assert!(matches!(&error, FetchError::NoTls(host) if *host == address.to_string()), "{error:?}");
    assert!(server.join().unwrap().1 > 0);
}

#[test]
fn an_allowed_host_is_fetched_and_what_it_redirects_to_is_checked() {
    let other = Server::start(|_, _| Some(html("", BODY)));
    let elsewhere = other.url("/");
    let server = Server::start(move |_, path| match path {
        "/" => Some(redirect("/page")),
        "/page" => Some(html("", BODY)),
        "/metadata" => Some(redirect("http://169.254.169.254/latest/meta-data/")),
        _ => Some(redirect(&elsewhere)),
    });
    let allowed = server.address.to_string();
    let fetcher = Fetcher::new(FetchOptions::for_server().with_allowed_host(&allowed));
    assert_eq!(fetcher.fetch(&server.url("/")).unwrap().body, BODY);
    assert!(matches!(fetcher.fetch(&server.url("/metadata")), Err(FetchError::NotPublic { .. })));
    assert!(matches!(fetcher.fetch(&server.url("/other-port")), Err(FetchError::Port(_))));
    // Without its port, only the ports of public servers are allowed.
    let by_name = Fetcher::new(FetchOptions::for_server().with_allowed_host("127.0.0.1"));
    assert!(matches!(by_name.fetch(&server.url("/")), Err(FetchError::Port(_))));
    assert!(other.requests().is_empty());
}
