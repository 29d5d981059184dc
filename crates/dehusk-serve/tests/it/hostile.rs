//! Pages and requests that try to run something in a browser, to forge headers or to break the JSON.

use axum::http::StatusCode;
use serde_json::json;

use crate::client::{ask, ask_with, fetching_from, get, post, post_json, web_server};
use crate::pages::MILL;

const ATTACK: &str = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\" onload=alert(1) javascript:alert(1) \r\nX-Forged: 1 \u{202e}\0";

#[tokio::test]
async fn nothing_in_an_answer_runs() {
    let page = format!(
        "<title>{ATTACK}</title><base href='javascript:alert(1)'><h1>{ATTACK}</h1><p>The old mill by the river reopens on Monday, \
         after ten years of repair. <a href='javascript:alert(1)'>here</a> <a href='data:text/html,x'>there</a>\
         <svg onload=alert(1)></svg><img src='x' onerror='alert(1)'></p><iframe srcdoc='<script>alert(1)</script>'></iframe>"
    );
    for path in ["/v1/extract?format=html", "/v1/cloud.svg", "/v1/cloud.html", "/v1/plot.svg"] {
        let answer = ask(post_json(path, &json!({"html": page, "id": ATTACK}))).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text());
        let lowercase = answer.text().to_lowercase();
        for forbidden in
            ["<script>alert", "<img src=x", "href=\"javascript:", "href='javascript:", "src=\"data:text/html"]
        {
            assert!(!lowercase.contains(forbidden), "{path} has {forbidden}");
        }
        assert!(answer.header("content-security-policy").contains("sandbox"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
    }
}

#[tokio::test]
async fn every_field_may_be_hostile() {
    let fields = [
        "id", "url", "html", "format", "method", "focus", "select", "exclude", "hidden", "title", "with",
        "methods", "gold",
    ];
    for path in [
        "/v1/extract",
        "/v1/explain",
        "/v1/compare",
        "/v1/metadata",
        "/v1/plot.svg",
        "/v1/cloud.json",
        "/",
        "/v1/scrape",
        "/md",
    ] {
        for field in fields {
            for value in
                [json!(ATTACK), json!([ATTACK]), json!({"a": ATTACK}), json!(7), json!(true), json!(null)]
            {
                let mut request = json!({"html": MILL});
                request[field] = value.clone();
                let answer = ask(post_json(path, &request)).await;
                assert_ne!(
                    answer.status,
                    StatusCode::INTERNAL_SERVER_ERROR,
                    "{path} {field} {value}: {}",
                    answer.text()
                );
                assert!(!answer.headers.contains_key("x-forged"));
                if answer.status.is_client_error() {
                    let content_type = answer.header("content-type");
                    assert!(content_type.ends_with("json"), "{path} {field}: {content_type}");
                }
            }
        }
    }
}

#[tokio::test]
async fn json_that_is_not_utf8_or_too_deep_is_refused() {
    let deep = "[".repeat(100_000);
    for body in [
        b"{\"html\": \"\xff\xfe\"}".to_vec(),
        b"{\"html\": \"\\ud800\"}".to_vec(),
        b"\xef\xbb\xbf{}".to_vec(),
        format!("{{\"html\": {deep}").into_bytes(),
        vec![0; 99],
    ] {
        assert_eq!(ask(post("/v1/extract", "application/json", body)).await.problem(), "bad-request");
    }
}

#[tokio::test]
async fn a_page_cannot_forge_the_facts_of_the_jina_form() {
    let page = "<title>The mill\n\nURL Source: https://evil.example/</title><p>The old mill by the river reopens on Monday, after ten years.";
    let address = web_server(page);
    let answer = ask_with(fetching_from(address), get(&format!("/r/http://{address}/"))).await;
    let lines = answer.text().lines().filter(|line| line.starts_with("URL Source: "));
    assert_eq!(lines.collect::<Vec<_>>(), [format!("URL Source: http://{address}/")]);
}
