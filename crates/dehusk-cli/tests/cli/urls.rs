//! Fetched addresses: limits, encodings, and failures reported with the address.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant};

use crate::run::{Run, dehusk, folder_with, gzip, page, page_with_head, program};
use crate::server::{Server, answer, redirect};

const HTML: &str = "Content-Type: text/html\r\n";

fn fetch(url: &str, options: &[&str]) -> Run {
    let words = [&["extract", "--format", "jsonl"], options, &["good.html", url]].concat();
    let run = dehusk(folder_with(&[("good.html", page("apples").as_bytes())]).path(), &words);
    assert_eq!(run.record("good.html")["status"], "ok");
    run
}

fn assert_failed(run: &Run, url: &str, status: &str, words: &str) {
    assert_eq!(run.record(url)["status"], status);
    assert!(run.line_about(url).contains(&format!(" {status}: ")), "{}", run.stderr);
    assert!(run.line_about(url).contains(words), "{}", run.stderr);
    assert_eq!(run.code, 1);
}

#[test]
fn a_page_is_fetched_with_the_name_of_the_program() {
    let server = Server::start(|_| answer("200 OK", HTML, page("pears").as_bytes()));
    let url = server.url("/a?b=c");
    let run = fetch(&url, &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.record(&url)["text"].as_str().unwrap().contains("about pears"));
    assert_eq!((&run.record(&url)["url"], run.record("good.html").get("url")), (&url.as_str().into(), None));
    let requests = server.requests.lock().unwrap();
    assert!(requests[0].to_lowercase().contains("user-agent: dehusk/"), "{requests:?}");
}

#[test]
fn a_password_is_used_for_the_fetch_and_not_shown() {
    let server = Server::start(|_| answer("200 OK", HTML, page("pears").as_bytes()));
    let url = |login: &str| server.url("/a").replace("http://", &format!("http://{login}@"));
    let run = fetch(&url("me:secret"), &[]);
    assert_eq!(run.record(&url("me:***"))["status"], "ok");
    assert!(!run.stdout.contains("secret") && !run.stderr.contains("secret"));
    let requests = server.requests.lock().unwrap();
    assert!(requests[0].contains("Basic bWU6c2VjcmV0"), "{requests:?}"); // me:secret
}

#[test]
fn links_of_a_redirected_page_count_from_its_final_address() {
    let server = Server::start(|path| match path {
        "/old" => redirect("/dir/new.html"),
        _ => answer("200 OK", HTML, page("<a href=x.html>pears</a>").as_bytes()),
    });
    let (url, end) = (server.url("/old"), server.url("/dir/new.html"));
    let run = fetch(&url, &["--with", "markdown,metadata"]);
    let record = run.record(&url);
    assert_eq!((&record["id"], &record["url"]), (&url.as_str().into(), &end.as_str().into()));
    let link = server.url("/dir/x.html");
    assert!(record["markdown"].as_str().unwrap().contains(&link), "{record}");
    let folder = folder_with(&[]);
    let markdown = dehusk(folder.path(), &["extract", "--format", "md", "--front-matter", &url]).stdout;
    assert!(markdown.starts_with(&format!("---\nurl: \"{end}\"\n")), "{markdown}");
}

#[test]
fn only_public_addresses_are_fetched_on_request() {
    let server = Server::start(|_| answer("200 OK", HTML, page("pears").as_bytes()));
    let port = server.url("").rsplit(':').next().unwrap().to_owned();
    let folder = folder_with(&[]);
    for (address, words) in [
        (server.url("/"), format!("has the port {port}")),
        ("http://localhost/".to_owned(), "localhost has the address".to_owned()),
        ("http://2130706433/".to_owned(), "127.0.0.1, a loopback address".to_owned()),
        ("http://0/".to_owned(), "0.0.0.0, an address of this machine".to_owned()),
        ("http://[::1]/".to_owned(), "a loopback address".to_owned()),
    ] {
        let run = dehusk(folder.path(), &["extract", "--public-only", &address]);
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{address}");
        assert!(run.stderr.contains(&words) && run.stderr.contains("remove --public-only"), "{}", run.stderr);
    }
    assert!(server.requests.lock().unwrap().is_empty());
}

#[test]
fn options_for_fetching_are_used() {
    let server = Server::start(|path| match path {
        "/old" => redirect("/new"),
        _ => answer("200 OK", HTML, page("pears").as_bytes()),
    });
    let options = ["--user-agent", "mill/1", "--header", "Accept-Language: th", "--max-redirects", "1"];
    let url = server.url("/old");
    assert_eq!(fetch(&url, &options).record(&url)["status"], "ok");
    let requests = server.requests.lock().unwrap().join("").to_lowercase();
    assert!(
        requests.contains("user-agent: mill/1") && requests.contains("accept-language: th"),
        "{requests}"
    );
    assert_failed(&fetch(&url, &["--max-redirects", "0"]), &url, "error", "--max-redirects");
    let folder = folder_with(&[]);
    for (option, value, message) in [
        ("--header", "Host: b", "cannot be set"),
        ("--header", "nonsense", "NAME: VALUE"),
        ("--user-agent", "a\nb", "invalid value"),
        ("--fetch-timeout-ms", "0", "0 is not in"),
        ("--archive", "pages.warc", "has to end with .warc.gz"),
        ("--archive", "no/such/folder/a.warc.gz", "cannot create the file"),
        ("--robots", "maybe", "invalid value"),
    ] {
        let run = dehusk(folder.path(), &["extract", option, value, &url]);
        assert_eq!(run.code, 2);
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
}

#[test]
fn a_busy_server_is_asked_again() {
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let server = Server::start(move |_| match asked.fetch_add(1, std::sync::atomic::Ordering::SeqCst) {
        0 => answer("503 Service Unavailable", "Retry-After: 0\r\n", b""),
        _ => answer("200 OK", HTML, page("pears").as_bytes()),
    });
    let url = server.url("/");
    assert_eq!(fetch(&url, &[]).record(&url)["status"], "ok");
}

#[test]
fn a_fetch_has_a_time_limit() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    // The connection is accepted by the operating system, and nobody answers.
    let run = fetch(&url, &["--fetch-timeout-ms", "50"]);
    assert_failed(&run, &url, "error", "raise --fetch-timeout-ms");
    let start = Instant::now();
    let run = fetch(&url, &["--timeout-ms", "1000"]);
    assert_failed(&run, &url, "error", "raise --fetch-timeout-ms");
    assert!(start.elapsed() < Duration::from_secs(20), "as long as --fetch-timeout-ms is by default");
    drop(listener);
}

#[test]
fn endless_redirects_are_an_error() {
    let server = Server::start(|_| redirect("/again"));
    let url = server.url("/again");
    assert_failed(&fetch(&url, &[]), &url, "error", "redirect");
    assert!(server.requests.lock().unwrap().len() <= 6);
}

#[test]
fn the_encoding_of_the_header_overrides_that_of_the_page() {
    let page = page_with_head("Käse", "<meta charset=\"utf-8\">");
    let latin1: Vec<u8> = page.chars().map(|c| c as u8).collect();
    let server = Server::start(move |_| {
        answer("200 OK", "Content-Type: text/html; charset=windows-1252\r\n", &latin1)
    });
    let url = server.url("/");
    let record = fetch(&url, &[]).record(&url);
    assert_eq!((&record["encoding"], &record["encoding_origin"]), (&"windows-1252".into(), &"http".into()));
    assert!(record["text"].as_str().unwrap().contains("about Käse"));
}

#[test]
fn a_compressed_response_is_decompressed() {
    let headers = "Content-Type: text/html\r\nContent-Encoding: gzip\r\n";
    let server = Server::start(move |_| answer("200 OK", headers, &gzip(page("pears").as_bytes())));
    let url = server.url("/");
    assert!(fetch(&url, &[]).record(&url)["text"].as_str().unwrap().contains("about pears"));
}

#[test]
fn the_message_about_an_error_status_names_it() {
    let server = Server::start(|_| answer("404 Not Found", HTML, page("nothing here").as_bytes()));
    let url = server.url("/missing");
    let run = fetch(&url, &[]);
    assert_failed(&run, &url, "error", "404");
    assert_eq!(run.record(&url)["text"], "");
}

#[test]
fn a_page_over_the_limit_is_too_large_compressed_or_not() {
    let large = page("pears").repeat(500);
    let compressed = gzip(large.as_bytes());
    let server = Server::start(move |path| match path {
        "/compressed" => {
            answer("200 OK", "Content-Type: text/html\r\nContent-Encoding: gzip\r\n", &compressed)
        }
        _ => answer("200 OK", HTML, large.as_bytes()),
    });
    for path in ["/compressed", "/plain"] {
        let url = server.url(path);
        assert_failed(&fetch(&url, &["--max-bytes", "100000"]), &url, "too_large", "--max-bytes");
    }
}

/// Browsers believe the header too.
#[test]
fn a_wrong_header_is_believed_with_a_warning_unless_the_user_knows_better() {
    let kind = "Content-Type: text/html; charset=iso-8859-1\r\n";
    let server = Server::start(move |_| answer("200 OK", kind, page("Мельница").as_bytes()));
    let url = server.url("/a");
    let run = fetch(&url, &[]);
    assert_eq!((run.code, &run.record(&url)["looks_like_utf8"]), (0, &true.into()));
    assert!(run.line_about(&url).contains("add --encoding utf-8"), "{}", run.stderr);
    let run = fetch(&url, &["--encoding", "utf-8"]);
    let record = run.record(&url);
    assert!(record["text"].as_str().unwrap().contains("Мельница"));
    assert_eq!((&record["encoding"], record.get("looks_like_utf8")), (&"UTF-8".into(), None));
    assert!(!run.stderr.contains("warning"), "{}", run.stderr);
}

#[test]
fn an_address_of_a_file_is_refused_with_its_path() {
    let run = dehusk(folder_with(&[]).path(), &["extract", "file:///tmp/a%20b.html"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("write /tmp/a b.html"), "{}", run.stderr);
}

#[test]
fn an_image_content_type_is_not_html() {
    let server = Server::start(|_| answer("200 OK", "Content-Type: image/png\r\n", b"<p>whatever"));
    let url = server.url("/a.png");
    assert_failed(&fetch(&url, &[]), &url, "not_html", "image/png");
}

#[test]
fn a_truncated_response_is_an_error() {
    let server = Server::start(|_| {
        let mut whole = answer("200 OK", HTML, page("pears").as_bytes());
        whole.truncate(whole.len() / 2);
        whole
    });
    let url = server.url("/");
    assert_failed(&fetch(&url, &["--retries", "0"]), &url, "error", "cannot fetch the complete page");
}

#[test]
fn a_response_that_is_not_http_is_an_error() {
    let server = Server::start(|_| b"\x1b[2Jhello\r\n\r\n".to_vec());
    let url = server.url("/");
    let run = fetch(&url, &[]);
    assert_failed(&run, &url, "error", "cannot fetch");
    assert!(!run.stderr.contains('\x1b'));
}

#[test]
fn an_empty_response_is_an_input_of_0_bytes() {
    let server = Server::start(|_| answer("200 OK", HTML, b""));
    let url = server.url("/");
    assert_failed(&fetch(&url, &[]), &url, "empty", "0 bytes");
}

#[test]
fn a_refused_connection_is_an_error() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    drop(listener);
    assert_failed(&fetch(&url, &[]), &url, "error", "the connection was refused; check the address");
    let site = dehusk(folder_with(&[]).path(), &["sitemap", &url]);
    assert!(site.line_about(&url).ends_with("the connection was refused; check the address and the network"));
}

#[test]
fn a_host_without_an_address_is_named() {
    let url = "http://nosuchhost.invalid/";
    assert_failed(
        &fetch(url, &[]),
        url,
        "error",
        "the host nosuchhost.invalid cannot be found; check the spelling",
    );
}

#[test]
fn a_proxy_that_refuses_is_named() {
    let folder = folder_with(&[]);
    let mut command = program(folder.path());
    command.env_remove("NO_PROXY").env("HTTP_PROXY", "http://127.0.0.1:1");
    let output = command.args(["extract", "http://mill.example/"]).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.contains(
            "cannot connect through the proxy: 127.0.0.1:1: the connection was refused; check HTTPS_PROXY"
        ),
        "{stderr}"
    );
}

#[test]
fn a_server_without_tls_is_told_from_others() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://{}/", listener.local_addr().unwrap());
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            // The beginning of TLS may have no end of line.
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(&answer("400 Bad Request", "", b""));
            let _ = stream.read_to_end(&mut Vec::new());
        }
    });
    assert_failed(&fetch(&url, &[]), &url, "error", "does not answer with TLS; write http://");
}

#[test]
fn refusals_come_with_what_may_help() {
    let server = Server::start(|path| match path {
        "/forbidden" => answer("403 Forbidden", HTML, b""),
        _ => answer("429 Too Many Requests", HTML, b""),
    });
    for (path, words) in [("/forbidden", "with --user-agent TEXT"), ("/busy", "raise --host-delay-ms")] {
        let url = server.url(path);
        assert_failed(&fetch(&url, &["--retries", "0"]), &url, "error", words);
    }
}

#[test]
fn an_invalid_address_is_an_error() {
    assert_failed(&fetch("http://", &[]), "http://", "error", "the address is invalid");
}
