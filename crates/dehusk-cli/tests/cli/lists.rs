//! Lists of pages: feeds, sitemaps, lists in files, and archives of what was fetched.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::run::{Run, dehusk, dehusk_with_stdin, folder_with, gzip, page};
use crate::server::{Server, answer, redirect};

const HTML: &str = "Content-Type: text/html\r\n";
const XML: &str = "Content-Type: application/xml\r\n";

/// Options with which a run does not wait between two pages.
const AT_ONCE: [&str; 2] = ["--host-delay-ms", "0"];

fn run(words: &[&str]) -> Run {
    dehusk(folder_with(&[]).path(), &[words, &AT_ONCE].concat())
}

fn rss(entries: usize) -> String {
    let entry = |number: usize| {
        format!(
            "<item><title>Story {number} &amp;amp; more</title><link>/{number}.html</link><pubDate>Mon, 23 Nov 2026 16:18:39 GMT</pubDate>\
             <description>&lt;p&gt;Text of story &lt;b&gt;{number}&lt;/b&gt;.&lt;/p&gt;</description></item>"
        )
    };
    let entries: String = (0..entries).map(entry).collect();
    format!(
        "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>News</title>{entries}</channel></rss>"
    )
}

/// The same with complete addresses, for files.
fn rss_in_file(entries: usize) -> String {
    rss(entries).replace("<link>/", "<link>https://mill.example/")
}

/// A site with two pages, of which robots.txt forbids one, an index of sitemaps, and a feed.
fn site() -> Server {
    Server::start(|path| {
        match path {
        "/" => answer("200 OK", HTML, b"<link rel=alternate type=application/rss+xml href=/feed.xml><p>Home"),
        "/robots.txt" => answer("200 OK", "", b"User-agent: *\nDisallow: /private\nSitemap: /index.xml\n"),
        "/index.xml" => answer(
            "200 OK",
            XML,
            b"<sitemapindex><sitemap><loc>/1.xml.gz</loc></sitemap><sitemap><loc>/2.txt</loc></sitemap><sitemap>\
              <loc>/index.xml</loc></sitemap><sitemap><loc>/gone.xml</loc></sitemap></sitemapindex>",
        ),
        "/1.xml.gz" => answer(
            "200 OK",
            "Content-Type: application/x-gzip\r\n",
            &gzip(b"<urlset><url><loc>/a.html</loc><lastmod>2026-11-23</lastmod></url><url><loc>/private.html</loc></url></urlset>"),
        ),
        "/2.txt" => answer("200 OK", "Content-Type: text/plain\r\n", b"http://other.example/b.html\nnonsense\n"),
        "/feed.xml" | "/feed.xml?page=2" => answer("200 OK", "Content-Type: application/rss+xml\r\n", rss(2).as_bytes()),
        "/a.html" | "/private.html" => answer("200 OK", HTML, page(path).as_bytes()),
        "/old.html" => redirect("/a.html"),
        _ => answer("404 Not Found", HTML, b"<p>missing"),
    }
    })
}

#[test]
fn the_sitemaps_of_a_site_are_followed_and_robots_txt_is_obeyed() {
    let server = site();
    let found = run(&["sitemap", &server.url("/")]);
    assert_eq!(found.stdout, format!("{}\nhttp://other.example/b.html\n", server.url("/a.html")));
    assert!(found.line_about(&server.url("/gone.xml")).contains("404"), "{}", found.stderr);
    assert!(found.line_about(&server.url("/2.txt")).contains("1 entry is not a web address: nonsense"));
    assert!(found.stderr.contains("dehusk: 1 page was left out as robots.txt asks"), "{}", found.stderr);
    assert_eq!(found.code, 1);
    let asked = server.requests.lock().unwrap().join("");
    assert_eq!(asked.matches("GET /robots.txt ").count(), 1, "{asked}");
    assert_eq!(asked.matches("GET /index.xml ").count(), 1, "{asked}");

    let all = run(&["sitemap", "--robots", "ignore", "--format", "jsonl", &server.url("/1.xml.gz")]);
    let [first, second] = &all.records()[..] else { panic!("{}", all.stdout) };
    assert_eq!(
        (&first["url"], &first["date_modified"]),
        (&server.url("/a.html").into(), &"2026-11-23".into())
    );
    assert_eq!((&second["url"], second.get("date_modified")), (&server.url("/private.html").into(), None));
    assert_eq!((all.code, all.stderr.as_str()), (0, ""));

    let few = run(&["sitemap", "--max-sitemaps", "1", &server.url("/")]);
    assert!(few.stderr.contains("raise --max-sitemaps"), "{}", few.stderr);
    assert_eq!(few.code, 1);
}

#[test]
fn sitemaps_in_files_are_read_and_other_files_refused() {
    let map = b"<urlset><url><loc>https://mill.example/a</loc></url></urlset>";
    let folder = folder_with(&[("map.xml", map), ("page.html", b"<p>page"), ("cut.xml", &map[..50])]);
    let found = dehusk(folder.path(), &["sitemap", "map.xml"]);
    assert_eq!(
        (found.stdout.as_str(), found.stderr.as_str(), found.code),
        ("https://mill.example/a\n", "", 0)
    );
    assert_eq!(dehusk_with_stdin(folder.path(), &["sitemap"], map).stdout, found.stdout);
    for name in ["page.html", "cut.xml", "missing.xml"] {
        let bad = dehusk(folder.path(), &["sitemap", name, "map.xml"]);
        assert_eq!((bad.stdout.as_str(), bad.code), ("https://mill.example/a\n", 1), "{}", bad.stderr);
        assert!(bad.line_about(name).contains("error: "), "{}", bad.stderr);
    }
}

#[test]
fn feeds_print_only_web_addresses_and_each_page_once() {
    let item = |link: &str| format!("<item><title>x</title><link>{link}</link></item>");
    let links = [
        "file:///etc/passwd",
        "javascript:alert(1)",
        "../a.html",
        "//b.example/3",
        "https://c.example/",
        "https://c.example/",
    ];
    let items: String = links.iter().map(|link| item(link)).collect();
    let rss = format!("<rss version=\"2.0\"><channel>{items}<item><title>y</title></item></channel></rss>");
    let map =
        "<urlset><url><loc>https://c.example/</loc></url><url><loc>https://c.example/</loc></url></urlset>";
    let folder = folder_with(&[("feed.xml", rss.as_bytes()), ("map.xml", map.as_bytes())]);
    let found = dehusk(folder.path(), &["feeds", "feed.xml"]);
    assert_eq!((found.stdout.as_str(), found.code), ("https://c.example/\n", 1), "{}", found.stderr);
    let expected = "4 entries are not web addresses: file:///etc/passwd, javascript:alert(1), ../a.html, …";
    assert!(found.stderr.contains(expected), "{}", found.stderr);
    assert!(found.stderr.contains("1 entry has no address; --format jsonl has its text"), "{}", found.stderr);
    assert_eq!(dehusk(folder.path(), &["sitemap", "map.xml"]).stdout, "https://c.example/\n");
    let records = dehusk(folder.path(), &["feeds", "--format", "jsonl", "feed.xml"]).records();
    assert_eq!((records.len(), records[0].get("url")), (7, None));
}

#[test]
fn a_feed_that_is_too_large_is_reported_with_the_option() {
    let folder = folder_with(&[("feed.xml", rss(9).as_bytes())]);
    let found = dehusk(folder.path(), &["feeds", "--max-bytes", "1K", "feed.xml"]);
    let expected = "more than 1024 bytes; raise --max-bytes";
    assert!(found.line_about("feed.xml").contains(expected), "{}", found.stderr);
}

#[test]
fn an_unreachable_robots_txt_allows_nothing() {
    let server = Server::start(|_| answer("500 Internal Server Error", HTML, b""));
    let found = run(&["sitemap", &server.url("/")]);
    assert!(found.stderr.contains("robots.txt of the site cannot be read"), "{}", found.stderr);
    assert_eq!((found.code, found.stdout.as_str()), (1, ""));
    let extracted = run(&["extract", "--robots", "obey", &server.url("/a.html")]);
    assert!(extracted.stderr.contains("cannot be read"), "{}", extracted.stderr);
    // What is refused before the host is asked would be refused without its robots.txt too.
    for command in ["extract", "sitemap"] {
        let refused = run(&[command, "--public-only", "--robots", "obey", &server.url("/")]);
        let is_told = refused.stderr.contains("remove --public-only") && !refused.stderr.contains("ignore");
        assert!(is_told, "{}", refused.stderr);
    }
}

#[test]
fn feeds_give_addresses_or_records() {
    let server = site();
    for start in ["/feed.xml", "/"] {
        let found = run(&["feeds", &server.url(start)]);
        assert_eq!(found.stdout, format!("{}\n{}\n", server.url("/0.html"), server.url("/1.html")));
        assert_eq!(found.code, 0, "{}", found.stderr);
    }
    let records = run(&["feeds", "--format", "jsonl", &server.url("/feed.xml")]).records();
    let expected = serde_json::json!({
        "feed": server.url("/feed.xml"),
        "url": server.url("/1.html"),
        "id": records[1]["id"],
        "title": "Story 1 & more",
        "date": "2026-11-23T16:18:39Z",
        "html": "<p>Text of story <b>1</b>.</p>",
        "text": "Text of story 1.",
    });
    assert_eq!(records[1], expected);
}

#[test]
fn records_of_feeds_are_read_by_batch() {
    let folder = folder_with(&[("feed.xml", rss_in_file(3).as_bytes())]);
    let listed = dehusk(folder.path(), &["feeds", "--format", "jsonl", "feed.xml", "-o", "entries.jsonl"]);
    assert_eq!((listed.code, listed.stdout.as_str()), (0, ""), "{}", listed.stderr);
    let batch = dehusk(folder.path(), &["batch", "entries.jsonl", "-o", "texts.jsonl"]);
    assert_eq!(batch.code, 0, "{}", batch.stderr);
    let rows = fs::read_to_string(folder.path().join("texts.jsonl")).unwrap();
    assert_eq!(rows.lines().count(), 3);
    assert!(rows.contains("Text of story 2."), "{rows}");
}

#[test]
fn damaged_feeds_lose_only_damaged_entries() {
    let whole = rss_in_file(4);
    let cut = &whole[..whole.rfind("<description>").unwrap()];
    let folder = folder_with(&[
        ("cut.xml", cut.as_bytes()),
        ("page.html", b"<p>page"),
        ("whole.xml", whole.as_bytes()),
    ]);
    let found = dehusk(folder.path(), &["feeds", "cut.xml", "page.html", "whole.xml"]);
    // Three entries of the first feed, and of the second the one that the first has lost.
    assert_eq!(found.stdout.lines().count(), 3 + 1);
    assert!(found.line_about("cut.xml").contains("1 entry of the feed cannot be read"), "{}", found.stderr);
    assert!(found.line_about("page.html").contains("not a feed"), "{}", found.stderr);
    assert_eq!(found.code, 1);
}

#[test]
fn a_huge_feed_is_read() {
    let folder = folder_with(&[("feed.xml", rss_in_file(100_000).as_bytes())]);
    let found = dehusk(folder.path(), &["feeds", "feed.xml"]);
    assert_eq!((found.stdout.lines().count(), found.code), (100_000, 0), "{}", found.stderr);
}

#[test]
fn pages_of_a_list_are_fetched_in_order_and_bad_lines_are_named() {
    let server = site();
    let list =
        format!("# pages\n{}\n\nexample.org/x\n{}\r\na.html\n", server.url("/old.html"), server.url("/none"));
    let folder = folder_with(&[("urls.txt", list.as_bytes()), ("a.html", page("apples").as_bytes())]);
    let words = [&["extract", "--format", "jsonl", "--input-file"], &["urls.txt"][..], &AT_ONCE].concat();
    let found = dehusk(folder.path(), &words);
    assert_eq!(found.ids(), [server.url("/old.html").as_str(), "urls.txt:4", &server.url("/none"), "a.html"]);
    assert_eq!(found.record(&server.url("/old.html"))["url"], server.url("/a.html"));
    assert!(found.line_about("urls.txt:4").contains("write https://example.org/x"), "{}", found.stderr);
    assert!(found.line_about(&server.url("/none")).contains("404"));
    assert!(found.stderr.ends_with("dehusk: 4 pages: 2 ok, 0 empty, 2 failed\n"), "{}", found.stderr);
    assert_eq!(found.code, 1);
    let piped = [&["metadata", "--format", "jsonl", "--input-file", "-", "a.html"][..], &AT_ONCE].concat();
    let piped = dehusk_with_stdin(folder.path(), &piped, server.url("/a.html").as_bytes());
    assert_eq!(piped.ids(), ["a.html", &server.url("/a.html")]);
    assert_eq!(piped.record(&server.url("/a.html"))["url"], server.url("/a.html"));
    let missing = dehusk(folder.path(), &["extract", "--input-file", "missing.txt"]);
    assert!(missing.stderr.contains("cannot read the list missing.txt"), "{}", missing.stderr);
    assert_eq!(missing.code, 2);
}

#[test]
fn an_empty_list_is_named() {
    let folder = folder_with(&[("list.txt", b"# nothing\n")]);
    let found = dehusk(folder.path(), &["extract", "--input-file", "list.txt"]);
    assert_eq!((found.stdout.as_str(), found.code), ("", 1));
    assert!(found.stderr.contains("the list of --input-file is empty"), "{}", found.stderr);
    let words = ["extract", "--input-file", "list.txt", "-o", "out.txt", "--archive", "out.warc.gz"];
    assert_eq!(dehusk(folder.path(), &words).code, 1);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "neither an output nor an archive");
}

#[test]
fn robots_txt_is_obeyed_on_request() {
    let server = site();
    let url = server.url("/private.html");
    assert_eq!(run(&["extract", "--format", "jsonl", &url]).record(&url)["status"], "ok");
    let refused = run(&["extract", "--format", "jsonl", "--robots", "obey", &url]);
    assert_eq!(refused.record(&url)["status"], "error");
    assert!(refused.line_about(&url).contains("asks not to fetch it; --robots ignore"), "{}", refused.stderr);
}

#[test]
fn the_archive_has_what_was_fetched() {
    let server = site();
    let (old, missing) = (server.url("/old.html"), server.url("/none"));
    let folder = folder_with(&[]);
    let words =
        ["extract", "--format", "jsonl", "--archive", "out.warc.gz", &old, &missing, AT_ONCE[0], AT_ONCE[1]];
    let first = dehusk(folder.path(), &words);
    assert_eq!((first.ids(), first.code), (vec![old.clone(), missing.clone()], 1));
    let batch = dehusk(folder.path(), &["batch", "out.warc.gz", "-o", "out.jsonl"]);
    let rows = fs::read_to_string(folder.path().join("out.jsonl")).unwrap();
    let mut rows: Vec<Value> = rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    rows.sort_by_key(|row| row["url"].to_string());
    let found: Vec<_> = rows.iter().map(|row| (row["url"].clone(), row["http_status"].clone())).collect();
    let expected = [
        (server.url("/a.html").into(), 200.into()),
        (missing.clone().into(), 404.into()),
        (old.clone().into(), 302.into()),
    ];
    assert_eq!(found, expected, "{}", batch.stderr);
    assert_eq!(rows[0]["text"], first.record(&old)["text"]);
    let again = dehusk(folder.path(), &words);
    assert!(again.stderr.contains("exists already; add --resume"), "{}", again.stderr);
    assert_eq!(again.code, 2);
}

#[test]
fn an_interrupted_run_is_continued_with_its_archive() {
    let server = Server::start(|path| answer("200 OK", HTML, page(path).as_bytes()));
    let addresses = ["/a", "/b", "/c"].map(|path| server.url(path));
    let folder = folder_with(&[("list.txt", addresses.join("\n").as_bytes())]);
    let run = |more: &[&str]| {
        let words =
            ["extract", "-f", "jsonl", "--archive", "out.warc.gz", "--resume", AT_ONCE[0], AT_ONCE[1]];
        dehusk(folder.path(), &[&words, more].concat())
    };
    assert_eq!(run(&[&addresses[0], &addresses[1]]).code, 0);
    // The run was killed within the last record: a request. And then within a response.
    let archive = folder.path().join("out.warc.gz");
    let whole = fs::read(&archive).unwrap();
    for (cut, fetched) in [(20, 1), (whole.len() / 3, 2)] {
        fs::write(&archive, &whole[..whole.len() - cut]).unwrap();
        let before = server.requests.lock().unwrap().len();
        let all = run(&["--input-file", "list.txt"]);
        assert_eq!((all.ids(), all.code), (addresses.to_vec(), 0), "{}", all.stderr);
        assert_eq!(server.requests.lock().unwrap().len() - before, fetched);
        let batch = dehusk(folder.path(), &["batch", "out.warc.gz", "-o", "out.jsonl"]);
        let rows = fs::read_to_string(folder.path().join("out.jsonl")).unwrap();
        assert_eq!((rows.lines().count(), batch.code), (3, 0), "{}", batch.stderr);
    }
}

#[test]
fn lists_that_the_archive_has_are_not_waited_for() {
    let server = site();
    let folder = folder_with(&[]);
    let run = |delay: &str| {
        let words = ["feeds", "--archive", "out.warc.gz", "--resume", "--host-delay-ms", delay];
        let addresses = [server.url("/feed.xml"), server.url("/feed.xml?page=2"), server.url("/feed.xml")];
        dehusk(folder.path(), &[&words[..], &addresses.each_ref().map(String::as_str)].concat())
    };
    let first = run("0");
    let asked = server.requests.lock().unwrap().len();
    let start = Instant::now();
    let again = run("60000");
    assert_eq!((again.stdout, again.stderr), (first.stdout, first.stderr));
    assert_eq!(server.requests.lock().unwrap().len(), asked);
    assert!(start.elapsed() < Duration::from_secs(50), "{:?}", start.elapsed());
}
