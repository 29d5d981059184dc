//! The forms of other services. Each folder of `tests/forms` is a case: `request.http` is a recorded request, in which `{PAGE}` stands
//! for the address of the page, `{PAGE%}` for the same encoded and `{SITE}` for its site, and `answer.json` is what dehusk answers (`UPDATE_FORMS=1` writes
//! it anew). The page is `pages::MILL`.

use std::fs;
use std::path::{Path, PathBuf};

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::client::{Answer, ask_with, fetching_from, get, post_json, web_server, web_server_by};
use crate::pages::MILL;

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/forms");
    let mut cases: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.sort();
    cases
}

/// Parses a request: a request line, headers, an empty line and a body.
fn request(text: &str) -> Request<Body> {
    let (head, body) = text.split_once("\n\n").unwrap_or((text.trim_end(), ""));
    let mut lines = head.lines();
    let mut words = lines.next().unwrap().split(' ');
    let mut request = Request::builder().method(words.next().unwrap()).uri(words.next().unwrap());
    for line in lines {
        let (name, value) = line.split_once(": ").unwrap();
        request = request.header(name, value);
    }
    request.body(Body::from(body.trim_end().to_owned())).unwrap()
}

/// What is compared: the status, the content type and the body, as JSON if it is.
fn record(answer: &Answer, page: &str) -> Value {
    let text = answer.text().replace(page, "{PAGE}").replace(page.strip_suffix("/news").unwrap(), "{SITE}");
    let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
    json!({"status": answer.status.as_u16(), "content_type": answer.header("content-type"), "body": body})
}

#[tokio::test]
async fn recorded_requests_are_answered() {
    let site = web_server(MILL);
    let page = format!("http://{site}/news");
    let encoded: String = url::form_urlencoded::byte_serialize(page.as_bytes()).collect();
    let cases = cases();
    assert!(cases.len() >= 15, "{}", cases.len());
    for case in cases {
        let text = fs::read_to_string(case.join("request.http")).unwrap();
        let text = text.replace("{PAGE}", &page).replace("{PAGE%}", &encoded);
        let text = text.replace("{SITE}", page.strip_suffix("/news").unwrap());
        let answer = ask_with(fetching_from(site), request(&text)).await;
        let found = record(&answer, &page);
        let file = case.join("answer.json");
        if std::env::var_os("UPDATE_FORMS").is_some() {
            fs::write(&file, serde_json::to_string_pretty(&found).unwrap() + "\n").unwrap();
        }
        let expected: Value =
            serde_json::from_str(&fs::read_to_string(&file).unwrap_or_default()).unwrap_or_default();
        assert_eq!(found, expected, "{}", case.display());
    }
}

/// A site with other things than pages.
fn other_site() -> std::net::SocketAddr {
    web_server_by(|target| {
        let path = target.split(' ').nth(1).unwrap_or_default();
        let (status, content_type, body) = match path {
            "/json" => ("200 OK", "application/json", "{\"mill\": \"<open>\"}"),
            "/text" => ("200 OK", "text/plain", "The mill\n& the <river>\n"),
            "/feed" => ("200 OK", "application/rss+xml", "<rss version=\"2.0\"><channel/></rss>"),
            "/busy" => ("429 Too Many Requests", "text/plain", "Slow down.\n"),
            "/empty" => ("500 Internal Server Error", "text/html", ""),
            "/lost-picture" => ("404 Not Found", "image/png", "\u{89}PNG\r\n\0"),
            "/lost" => ("404 Not Found", "text/html", LOST),
            _ => ("200 OK", "image/png", "\u{89}PNG\r\n\0"),
        };
        (status, format!("content-type: {content_type}\r\n"), body)
    })
}

/// A page that says that there is none.
const LOST: &str = "<!DOCTYPE html><title>Not found</title><h1>Not found</h1>
<p>The page that you are looking for has been moved to the archive of the mill, or it has never been there.</p>
<p>Please try the search, or begin again on the front page, where all news of the mill and the river are listed.</p>";

async fn jina(path: &str) -> Answer {
    let site = other_site();
    ask_with(fetching_from(site), get(&format!("/r/http://{site}{path}"))).await
}

async fn scrape(path: &str) -> Answer {
    let site = other_site();
    let request = json!({"url": format!("http://{site}{path}"), "formats": ["markdown", "html", "rawHtml"]});
    ask_with(fetching_from(site), post_json("/v1/scrape", &request)).await
}

#[tokio::test]
async fn other_text_is_returned_as_it_is() {
    let json = scrape("/json").await.json();
    assert_eq!(json["data"]["markdown"], "{\"mill\": \"<open>\"}");
    assert_eq!(json["data"]["html"], "<pre>\n{\"mill\": \"&lt;open&gt;\"}</pre>\n");
    assert!(jina("/text").await.text().ends_with("Markdown Content:\nThe mill\n& the <river>\n"));
    assert!(jina("/feed").await.text().ends_with("<channel/></rss>"));
    let site = other_site();
    for path in ["/parser?contentType=text&url=", "/extract.php?content=text&url="] {
        let request = get(&format!("{path}http%3A%2F%2F{site}%2Ftext"));
        let answer = ask_with(fetching_from(site), request).await;
        assert_eq!(answer.json()["content"], "The mill\n& the <river>\n", "{path}");
    }
    let picture = jina("/picture").await;
    assert_eq!((picture.status.as_u16(), picture.problem().as_str()), (422, "not-html"));
}

#[tokio::test]
async fn errors_have_their_text_and_their_status() {
    let busy = jina("/busy").await;
    assert!(busy.text().contains("Target URL returned error 429: Too Many Requests"), "{}", busy.text());
    assert!(busy.text().ends_with("Slow down.\n"));
    assert_eq!(scrape("/busy").await.json()["data"]["metadata"]["statusCode"], 429);
    for path in ["/empty", "/lost-picture"] {
        let answer = jina(path).await;
        assert_eq!((answer.status.as_u16(), answer.problem().as_str()), (502, "fetch-failed"), "{path}");
    }
}

#[tokio::test]
async fn a_page_that_says_that_there_is_none_is_returned() {
    let answer = scrape("/lost").await.json();
    let markdown = answer["data"]["markdown"].as_str().unwrap();
    assert!(markdown.contains("has been moved to the archive of the mill"), "{answer}");
    assert!(markdown.contains("all news of the mill and the river"), "{answer}");
    assert_eq!(
        (&answer["data"]["warning"], &answer["data"]["metadata"]["statusCode"]),
        (&Value::Null, &json!(404))
    );
    assert!(jina("/lost").await.text().contains("has been moved to the archive of the mill"));
}

/// Asks the form of Jina for the page of a mill with JSON.
async fn read_with(options: Value) -> Answer {
    let site = web_server(MILL);
    let mut request = json!({"url": format!("http://{site}/")});
    request.as_object_mut().unwrap().extend(options.as_object().unwrap().clone());
    ask_with(fetching_from(site), post_json("/r/", &request)).await
}

#[tokio::test]
async fn options_of_jina_may_be_in_the_json() {
    let text = read_with(json!({"respondWith": "text", "targetSelector": ["h1"], "instruction": "x"})).await;
    assert_eq!(text.text(), "The old mill reopens");
    let html = read_with(json!({"respondWith": "html", "removeSelector": "h1", "retainLinks": "none"})).await;
    assert!(
        html.text().starts_with("<p lang=\"en\">The old mill") && !html.text().contains("href"),
        "{}",
        html.text()
    );
    let refused = read_with(json!({"tokenBudget": 10, "timeout": 9, "noCache": true})).await;
    assert_eq!(refused.problem(), "over-budget");
    for wrong in
        [json!({"respondWith": "screenshot"}), json!({"timeout": "soon"}), json!({"noCache": "maybe"})]
    {
        assert_eq!(read_with(wrong.clone()).await.problem(), "bad-request", "{wrong}");
    }
}
