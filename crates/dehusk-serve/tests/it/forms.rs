//! The forms of other services. Each folder of `tests/forms` is a case: `request.http` is a recorded request, in which `{PAGE}` stands
//! for the address of the page, `{PAGE%}` for the same encoded and `{SITE}` for its site, and `answer.json` is what dehusk answers (`UPDATE_FORMS=1` writes
//! it anew). The page is `pages::MILL`.

use std::fs;
use std::path::{Path, PathBuf};

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::client::{Answer, ask_with, fetching_from, web_server};
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
