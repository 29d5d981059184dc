//! The interface of dehusk itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use dehusk_record::SCHEMA;
use serde_json::{Value, json};

use crate::client::{
    ask, ask_with, config, fetching_from, get, post, post_json, web_server, web_server_with,
};
use crate::pages::MILL;

const SENTENCE: &str = "grind rye and wheat again";

#[tokio::test]
async fn a_page_can_be_sent_in_many_ways() {
    let json = json!({"html": MILL, "id": "mill"}).to_string();
    let form = "--x\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.html\"\r\n\r\n";
    let form = format!(
        "{form}{MILL}\r\n--x\r\ncontent-disposition: form-data; name=\"id\"\r\n\r\nmill\r\n--x--\r\n"
    );
    let encoded: String = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("html", MILL)
        .append_pair("id", "mill")
        .finish();
    for (content_type, path, body) in [
        ("text/html", "/v1/extract?id=mill", MILL),
        ("text/html; charset=utf-8", "/v1/extract?id=mill", MILL),
        ("application/octet-stream", "/v1/extract?id=mill", MILL),
        // What curl sends with --data-binary.
        ("application/x-www-form-urlencoded", "/v1/extract?id=mill", MILL),
        ("application/x-www-form-urlencoded", "/v1/extract", &encoded),
        ("application/json", "/v1/extract", &json),
        ("text/json", "/v1/extract", &json),
        ("application/ld+json", "/v1/extract", &json),
        // What curl sends with -d.
        ("application/x-www-form-urlencoded", "/v1/extract", &json),
        ("application/octet-stream", "/v1/extract", &json),
        ("application/json; charset=utf-8", "/v1/extract?id=other", &json),
        ("multipart/form-data; boundary=x", "/v1/extract", &form),
    ] {
        let answer = ask(post(path, content_type, body.to_owned())).await;
        assert_eq!(answer.status, StatusCode::OK, "{content_type} {path}: {}", answer.text());
        let record = answer.json();
        assert_eq!((&record["id"], &record["status"]), (&json!("mill"), &json!("ok")), "{content_type}");
        assert!(record["text"].as_str().unwrap().contains(SENTENCE));
        assert!(!record["text"].as_str().unwrap().contains("imprint"));
    }
}

#[tokio::test]
async fn a_page_that_is_declared_as_a_form_is_read_as_it_is() {
    let utf16: Vec<u8> =
        std::iter::once(0xfeff).chain(MILL.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let with_notice = format!("Notice: Undefined index foo=1 in mill.php\n{MILL}");
    for body in [utf16, with_notice.into_bytes()] {
        let answer = ask(post("/v1/extract", "application/x-www-form-urlencoded", body)).await;
        assert!(answer.json()["text"].as_str().unwrap().contains(SENTENCE), "{}", answer.text());
    }
}

#[tokio::test]
async fn the_record_is_that_of_the_schema() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for path in ["/v1/extract", "/v1/extract?with=all", "/v1/explain", "/v1/extract?method=danag&param=P=8"] {
        let record = ask(post(path, "text/html", MILL)).await.json();
        let errors: Vec<String> = validator.iter_errors(&record).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{path}: {errors:?}");
    }
}

#[tokio::test]
async fn the_form_follows_accept_or_the_option() {
    for (accept, query, content_type, expected) in [
        ("", "", "application/json", "{\"id\":\"page\""),
        ("text/markdown", "", "text/markdown; charset=utf-8", "# The old mill reopens\n"),
        ("text/plain", "", "text/plain; charset=utf-8", "The old mill"),
        ("text/html", "", "text/html; charset=utf-8", "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n"),
        ("text/html", "?format=md", "text/markdown; charset=utf-8", "# The old mill reopens\n"),
        ("image/png", "?format=txt", "text/plain; charset=utf-8", "The old mill"),
    ] {
        let mut request = post(&format!("/v1/extract{query}"), "text/html", MILL);
        if !accept.is_empty() {
            request.headers_mut().insert("accept", accept.parse().unwrap());
        }
        let answer = ask(request).await;
        assert_eq!(answer.header("content-type"), content_type);
        assert_eq!(answer.header("vary"), "accept");
        assert!(answer.text().starts_with(expected), "{}", answer.text());
        assert_eq!(answer.header("x-dehusk-status"), "ok");
    }
    let mut request = post("/v1/extract", "text/html", MILL);
    request.headers_mut().insert("accept", "image/png".parse().unwrap());
    let refused = ask(request).await;
    assert_eq!((refused.problem().as_str(), refused.header("vary")), ("not-acceptable", "accept"));
}

#[tokio::test]
async fn an_answer_that_the_client_has_is_not_sent_again() {
    let tag = |path: &'static str, page: &'static str| async move {
        ask(post(path, "text/html", page)).await.header("etag").to_owned()
    };
    let first = tag("/v1/extract", MILL).await;
    assert_eq!(first, tag("/v1/extract", MILL).await);
    for (path, page) in [
        ("/v1/extract?with=links", MILL),
        ("/v1/extract?format=md", MILL),
        ("/v1/extract?id=a", MILL),
        ("/v1/explain", MILL),
        ("/v1/extract", "<p>Another page, which is about something else."),
    ] {
        assert_ne!(first, tag(path, page).await, "{path}");
    }
    let mut request = post("/v1/extract", "text/html", MILL);
    request.headers_mut().insert("if-none-match", first.parse().unwrap());
    let answer = ask(request).await;
    assert_eq!((answer.status, answer.body.len()), (StatusCode::NOT_MODIFIED, 0));
    assert_eq!(answer.header("etag"), first);
}

#[tokio::test]
async fn any_tag_is_that_of_an_answer_if_there_is_one() {
    let ask_any = |path: &str, page: &'static str| {
        let mut request = post(path, "text/html", page);
        request.headers_mut().insert("if-none-match", "*".parse().unwrap());
        ask(request)
    };
    for path in ["/v1/extract", "/v1/metadata", "/v1/compare?methods=danag", "/v1/plot.svg", "/v1/cloud.json"]
    {
        let answer = ask_any(path, MILL).await;
        assert_eq!((answer.status.as_u16(), answer.body.len()), (304, 0), "{path}");
        assert!(!answer.header("etag").is_empty());
    }
    assert_eq!(ask_any("/v1/extract?format=md", "%PDF-1.7 and so on").await.problem(), "not-html");
    assert_eq!(ask_any("/v1/cloud.json", "<p>").await.problem(), "no-words");
}

#[tokio::test]
async fn a_fetched_page_that_is_too_large_is_not_a_request_that_is_too_large() {
    let address = web_server(MILL);
    let mut config = fetching_from(address);
    config.limits.max_body_bytes = 100;
    let answer = ask_with(config, get(&format!("/v1/extract?url=http://{address}/"))).await;
    assert_eq!((answer.status.as_u16(), answer.problem().as_str()), (422, "page-too-large"));
    let detail =
        "the page is larger than 100 bytes, more than this server reads; start it with a larger --max-bytes";
    assert_eq!(answer.json()["detail"], detail);
}

#[tokio::test]
async fn a_text_is_cut_into_pages_that_fit() {
    let whole = ask(post("/v1/extract?format=md", "text/html", MILL)).await;
    let (mut start, mut parts) = ("0".to_owned(), Vec::new());
    loop {
        let path = format!("/v1/extract?format=md&max_tokens=40&start={start}");
        let part = ask(post(&path, "text/html", MILL)).await;
        assert!(part.header("x-markdown-tokens").parse::<usize>().unwrap() <= 40);
        assert_eq!(part.header("x-markdown-tokens-by"), "estimate");
        parts.push(part.text().to_owned());
        match part.header("x-next-start") {
            "" => break,
            next => start = next.to_owned(),
        }
    }
    assert!(parts.len() > 2);
    assert_eq!(parts.concat(), whole.text());
    let record = ask(post("/v1/extract?with=markdown&max_tokens=40", "text/html", MILL)).await.json();
    assert_eq!((&record["text"], &record["tokens"]["by"]), (&json!(""), &json!("estimate")));
    assert_eq!(record["markdown"], parts[0]);
    assert_eq!(record["tokens"]["next_start"], parts[0].chars().count());
    let all = ask(post("/v1/extract?with=all&max_tokens=40", "text/html", MILL)).await.json();
    assert_eq!(
        (&all["markdown"], &all["html"], &all["blocks"]),
        (&json!(parts[0]), &Value::Null, &Value::Null)
    );
    assert!(!all["links"].as_array().unwrap().is_empty());
    let html = ask(post("/v1/extract?format=html&max_tokens=40", "text/html", MILL)).await;
    assert_eq!(html.problem(), "bad-request");
}

#[tokio::test]
async fn offsets_are_those_of_the_source() {
    let request = json!({"html": MILL, "with_source": true});
    let record = ask(post_json("/v1/explain", &request)).await.json();
    let source = record["source"].as_str().unwrap();
    assert_eq!(source, MILL);
    let blocks = record["explanation"].as_array().unwrap();
    let block = blocks
        .iter()
        .find(|block| block["beginning"].as_str().unwrap().starts_with("Its two stones"))
        .unwrap();
    let [start, end] = ["src_start", "src_end"].map(|name| block[name].as_u64().unwrap() as usize);
    assert!(source[start..end].contains(SENTENCE) && block["kept"] == true);
    assert!(blocks.iter().any(|block| block["kept"] == false));
    let extracted = ask(post_json("/v1/extract", &request)).await.json();
    assert_eq!(extracted["source"], source);
    let text = ask(post("/v1/extract?with_source&format=text", "text/html", MILL)).await;
    assert_eq!(text.problem(), "bad-request");
}

#[tokio::test]
async fn methods_are_compared() {
    let gold = "The old mill by the river reopens on Monday, after ten years of careful repair by the village and its friends.";
    let request = json!({"html": MILL, "methods": ["grain", "plain"], "gold": gold});
    let comparison = ask(post_json("/v1/compare", &request)).await.json();
    let [grain, plain] = [0, 1].map(|at| &comparison["methods"][at]);
    assert_eq!((&grain["method"], &plain["method"]), (&json!("grain"), &json!("plain")));
    assert!(plain["words"].as_u64() > grain["words"].as_u64());
    assert_eq!(grain["overlap"], json!([grain["words"], grain["words"]]));
    assert_eq!(plain["overlap"], json!([grain["words"], plain["words"]]));
    assert_eq!(plain["scores"]["bag"]["recall"], 1.0);
    assert!(grain["scores"]["bag"]["precision"].as_f64() > plain["scores"]["bag"]["precision"].as_f64());
    let kept = grain["kept"].as_array().unwrap();
    let text: String = kept
        .iter()
        .map(|range| &MILL[range[0].as_u64().unwrap() as usize..range[1].as_u64().unwrap() as usize])
        .collect();
    assert!(text.contains(SENTENCE) && !text.contains("imprint"), "{text}");
    let all = ask(post_json("/v1/compare", &json!({"html": MILL}))).await.json();
    assert_eq!(all["methods"].as_array().unwrap().len(), dehusk::methods::all().len());
    let unknown = ask(post_json("/v1/compare", &json!({"html": MILL, "methods": ["grane"]}))).await;
    assert_eq!(unknown.problem(), "bad-request");
}

#[tokio::test]
async fn pictures_are_drawn() {
    for (path, content_type, beginning) in [
        ("/v1/plot.svg", "image/svg+xml", "<svg"),
        ("/v1/plot.svg?method=danag&param=P=5&width=600&height=500", "image/svg+xml", "<svg"),
        ("/v1/plot.svg?figure=5", "image/svg+xml", "<svg"),
        ("/v1/plot.png", "image/png", "\u{fffd}PNG"),
        ("/v1/cloud.svg", "image/svg+xml", "<svg"),
        ("/v1/cloud.png?width=300&height=200&max_words=9", "image/png", "\u{fffd}PNG"),
        (
            "/v1/cloud.html?theme=dark&rotate=some&shape=ellipse",
            "text/html; charset=utf-8",
            "<!DOCTYPE html>",
        ),
        ("/v1/cloud.json?min_length=4&phrases=2", "application/json", "{"),
    ] {
        let answer = ask(post(path, "text/html", MILL)).await;
        let text = String::from_utf8_lossy(&answer.body);
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (StatusCode::OK, content_type),
            "{path}: {text}"
        );
        assert!(
            text.trim_start_matches("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n").starts_with(beginning),
            "{path}: {text:.60}"
        );
        assert!(answer.header("content-security-policy").contains("sandbox"));
    }
    let path = "/v1/cloud.json?method=danag&param=P%3D5&phrases=2";
    let cloud = ask(post(path, "text/html", MILL)).await.json().to_string();
    for part in ["mill", "danag P=5", "phrases of up to 2 words"] {
        assert!(cloud.contains(part), "{part}: {cloud}");
    }
    for (path, kind) in [
        ("/v1/plot.svg?method=thai&figure=5", "bad-request"),
        ("/v1/plot.svg?figure=4", "bad-request"),
        ("/v1/plot.png?width=4001", "bad-request"),
        ("/v1/plot.png?width=1", "bad-request"),
        ("/v1/cloud.svg?width=0", "bad-request"),
        ("/v1/cloud.svg?max_words=0", "bad-request"),
        ("/v1/cloud.svg?max_words=2001", "bad-request"),
        ("/v1/cloud.svg?phrases=0", "bad-request"),
        ("/v1/cloud.svg?palette=none", "bad-request"),
        ("/v1/cloud.svg?min_length=99", "no-words"),
        ("/v1/cloud.svg?weight=tfidf&language=th", "bad-request"),
    ] {
        assert_eq!(ask(post(path, "text/html", MILL)).await.problem(), kind, "{path}");
    }
}

#[tokio::test]
async fn metadata_comes_without_text() {
    let record = ask(post("/v1/metadata", "text/html", MILL)).await.json();
    assert_eq!((&record["title"], &record["author"]), (&json!("The old mill reopens"), &json!("Ann Smith")));
    assert_eq!(record.get("text"), None);
}

#[tokio::test]
async fn the_server_describes_itself() {
    assert_eq!(ask(get("/healthz")).await.text(), "ok\n");
    let methods = ask(get("/v1/methods")).await.json();
    let danag = methods.as_array().unwrap().iter().find(|method| method["name"] == "danag").unwrap();
    assert!(danag["params"].as_array().unwrap().iter().any(|param| param["name"] == "P"));
    let metrics = ask(get("/metrics")).await;
    assert!(metrics.text().contains("dehusk_requests_running 1\n"), "{}", metrics.text());
    let page = ask(get("/")).await;
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert!(page.header("content-security-policy").contains("script-src 'self'"));
}

#[tokio::test]
async fn a_batch_answers_each_line_in_order() {
    let lines = [
        json!({"id": "a", "html": MILL}).to_string(),
        String::new(),
        "{\"id\": \"b\", \"html\": 7".to_owned(),
        json!({"id": "c", "html": MILL, "method": "none"}).to_string(),
        json!({"id": "d"}).to_string(),
        json!({"id": "e", "url": "http://127.0.0.1/"}).to_string(),
        json!({"id": "f", "html": MILL, "with": ["metadata"]}).to_string(),
    ];
    // In pieces, so that lines are split between them.
    let pieces: Vec<Result<Vec<u8>, std::io::Error>> =
        lines.join("\n").as_bytes().chunks(7).map(|chunk| Ok(chunk.to_vec())).collect();
    let body = Body::from_stream(futures_util::stream::iter(pieces));
    let answer = ask(post("/v1/batch?method=danag", "application/x-ndjson", body)).await;
    let answers: Vec<Value> = answer.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let ids: Vec<&Value> = answers.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(json!(ids), json!(["a", null, "c", "d", "e", "f"]));
    assert_eq!(
        (&answers[0]["method"], &answers[5]["title"]),
        (&json!("danag"), &json!("The old mill reopens"))
    );
    let kinds: Vec<&Value> = answers[1..5].iter().map(|answer| &answer["error"]["type"]).collect();
    let expected =
        ["bad-request", "bad-request", "no-page", "address-refused"].map(|kind| format!("urn:dehusk:{kind}"));
    assert_eq!(json!(kinds), json!(expected));
}

#[tokio::test]
async fn failed_lines_have_their_ids() {
    let lines = [
        json!({"id": 7, "html": MILL, "format": "json"}),
        json!({"id": 8, "url": "http://mill.example/", "colour": "red"}),
        json!({"id": [9], "url": "http://mill.example/"}),
        json!({"url": "http://127.0.0.1/"}),
        json!({"id": "a", "html": MILL, "format": "md"}),
    ];
    let lines = lines.map(|line| line.to_string()).join("\n");
    let answer = ask(post("/v1/batch", "application/x-ndjson", lines)).await;
    let answers: Vec<Value> = answer.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let ids: Vec<&Value> = answers.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(json!(ids), json!(["7", "8", null, "http://127.0.0.1/", "a"]));
    assert_eq!(answers[0]["status"], "ok");
    assert!(answers[4]["error"]["detail"].as_str().unwrap().contains("the format is json"), "{}", answers[4]);
}

#[tokio::test]
async fn options_for_all_lines_are_checked_at_once() {
    let line = json!({"html": MILL, "method": "danag"}).to_string();
    for query in ["colour=red", "format=md", "method=none", "max_tokens=0"] {
        let answer = ask(post(&format!("/v1/batch?{query}"), "application/x-ndjson", line.clone())).await;
        assert_eq!((answer.status.as_u16(), answer.problem().as_str()), (400, "bad-request"), "{query}");
    }
    let answer = ask(post("/v1/batch?param=P%3D8&format=json", "application/x-ndjson", line)).await;
    assert_eq!(answer.json()["status"], "ok", "{}", answer.text());
}

#[tokio::test]
async fn nothing_is_fetched_for_a_request_with_wrong_options() {
    let count = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&count);
    let address = web_server_with("", MILL, move || {
        counter.fetch_add(1, Ordering::SeqCst);
    });
    let url = format!("http://{address}/");
    for path in ["extract", "explain", "metadata", "compare", "plot.svg", "cloud.json"] {
        let request = post_json(&format!("/v1/{path}"), &json!({"url": url, "colour": "red"}));
        assert_eq!(ask_with(fetching_from(address), request).await.problem(), "bad-request", "{path}");
    }
    let line = json!({"url": url, "colour": "red"}).to_string();
    let batch = post("/v1/batch", "application/x-ndjson", line);
    assert!(ask_with(fetching_from(address), batch).await.text().contains("bad-request"));
    let scrape = post_json("/v1/scrape", &json!({"url": url, "includeTags": ["["]}));
    assert_eq!(ask_with(fetching_from(address), scrape).await.status, StatusCode::BAD_REQUEST);
    assert_eq!(count.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn addresses_are_fetched() {
    let address = web_server(MILL);
    let page = format!("http://{address}/news?a=b");
    let query = format!(
        "/v1/extract?url={}&format=md",
        url::form_urlencoded::byte_serialize(page.as_bytes()).collect::<String>()
    );
    let answer = ask_with(fetching_from(address), get(&query)).await;
    assert!(
        answer.text().contains(&format!("[the bakery next door](http://{address}/bakery)")),
        "{}",
        answer.text()
    );
    let record =
        ask_with(fetching_from(address), post_json("/v1/extract", &json!({"url": page}))).await.json();
    assert_eq!((&record["url"], &record["id"]), (&json!(page), &json!(page)));
    let refused = ask(post_json("/v1/extract", &json!({"url": page}))).await;
    assert_eq!((refused.status, refused.problem().as_str()), (StatusCode::FORBIDDEN, "address-refused"));
    let with_html = ask(post_json(
        "/v1/extract",
        &json!({"url": "https://me:secret@mill.example/a", "html": MILL, "with": ["links"]}),
    ))
    .await;
    assert_eq!(with_html.json()["url"], "https://mill.example/a");
    assert!(with_html.text().contains("https://mill.example/bakery"));
    let missing = get(&format!("/v1/extract?url=http://{address}/missing"));
    let missing = ask_with(fetching_from(address), missing).await;
    assert_eq!((missing.status, missing.problem().as_str()), (StatusCode::BAD_GATEWAY, "fetch-failed"));
    assert!(missing.text().contains("404 Not Found"), "{}", missing.text());
    let off = ask_with(dehusk_serve::Config { fetches: false, ..config() }, get(&query)).await;
    assert_eq!(off.problem(), "no-fetch");
}

#[tokio::test]
async fn what_is_wrong_is_said() {
    for (request, status, kind) in [
        (get("/v1/extract"), 400, "no-page"),
        (get("/v1/nothing"), 404, "no-such-path"),
        (get("/v1/batch"), 405, "no-such-method"),
        (post("/v1/extract?method=grane", "text/html", MILL), 400, "bad-request"),
        (post("/v1/extract?colour=red", "text/html", MILL), 400, "bad-request"),
        (post("/v1/extract?select=%5B", "text/html", MILL), 400, "bad-request"),
        (post("/v1/extract?explain=1&format=md", "text/html", MILL), 400, "bad-request"),
        (post("/v1/extract?max_tokens=0", "text/html", MILL), 400, "bad-request"),
        (post("/v1/extract?format=md", "text/html", "%PDF-1.7 and so on"), 422, "not-html"),
        (post("/v1/extract?max_bytes=9&format=md", "text/html", MILL), 413, "body-too-large"),
        (post("/v1/extract", "application/json", "{"), 400, "bad-request"),
        (post("/v1/extract", "application/json", "[]"), 400, "bad-request"),
        (post("/v1/extract", "multipart/form-data", MILL), 400, "bad-request"),
        (post_json("/v1/extract", &json!({"html": MILL, "url": "mill"})), 400, "bad-request"),
        (Request::delete("/v1/extract").body(Body::empty()).unwrap(), 405, "no-such-method"),
    ] {
        let what = format!("{request:?}");
        let answer = ask(request).await;
        assert_eq!((answer.status.as_u16(), answer.problem().as_str()), (status, kind), "{what}");
    }
    for (json, words) in [
        (json!({"html": 5}), "html is a number, but has to be a string"),
        (json!({"html": [MILL]}), "html is an array, but has to be a string"),
        (json!({"html": true}), "html is true or false, but has to be a string"),
        (json!({"html": MILL, "url": []}), "url is an array, but has to be a string"),
        (json!({"html": MILL, "id": {}}), "id is an object, but has to be a string"),
    ] {
        let answer = ask(post_json("/v1/extract", &json)).await;
        let is_said = answer.json()["detail"].as_str().unwrap().contains(words);
        assert!(is_said && answer.problem() == "bad-request", "{json}: {}", answer.text());
    }
    let part = format!(
        "--x\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.html\"\r\n\r\n{MILL}\r\n"
    );
    for (parts, status) in [(1, 200), (2, 400)] {
        let form = part.repeat(parts) + "--x--\r\n";
        let answer = ask(post("/v1/extract", "multipart/form-data; boundary=x", form)).await;
        assert_eq!(answer.status.as_u16(), status, "{parts} parts: {}", answer.text());
        assert_eq!(answer.text().contains("two parts named file"), parts == 2, "{}", answer.text());
    }
    // A record can say itself what is wrong with the page.
    let record = ask(post("/v1/extract", "text/html", "%PDF-1.7 and so on")).await.json();
    assert_eq!(record["status"], "not_html");
}
