//! The description of the interface says what is there, and nothing else.

use serde_json::{Value, json};

use crate::client::{ask, ask_with, fetching_from, get, post_json, web_server};
use crate::pages::MILL;

async fn document() -> Value {
    ask(get("/openapi.json")).await.json()
}

#[tokio::test]
async fn every_described_path_is_there() {
    let document = document().await;
    assert_eq!(document["openapi"].as_str().unwrap().split('.').next(), Some("3"));
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() >= 24, "{}", paths.len());
    for (path, item) in paths {
        for method in item.as_object().unwrap().keys() {
            let request = axum::http::Request::builder()
                .method(method.to_uppercase().as_str())
                // An address that nobody asks.
                .uri(path.replace("{address}", "127.0.0.1"))
                .body(axum::body::Body::empty())
                .unwrap();
            let status = ask(request).await.status.as_u16();
            assert!(![404, 405].contains(&status), "{method} {path}: {status}");
        }
    }
}

#[tokio::test]
async fn every_reference_leads_somewhere() {
    let document = document().await;
    let mut open = vec![&document];
    let mut count = 0;
    while let Some(value) = open.pop() {
        match value {
            Value::Object(map) => {
                if let Some(Value::String(reference)) = map.get("$ref") {
                    // The schema of the record refers to its own definitions.
                    let pointer = reference.strip_prefix('#').unwrap();
                    assert!(document.pointer(pointer).is_some(), "{reference}");
                    count += 1;
                }
                open.extend(map.values());
            }
            Value::Array(list) => open.extend(list),
            _ => {}
        }
    }
    assert!(count > 10, "{count}");
}

/// A value for each described option that is accepted.
fn example(name: &str, schema: &Value) -> Value {
    match name {
        "url" => json!("https://mill.example/"),
        "format" => json!("json"),
        "method" => json!("danag"),
        "methods" => json!(["danag"]),
        "params" => json!({"P": "8"}),
        "focus" => json!("recall"),
        "with" => json!(["links"]),
        "languages" => json!(["en"]),
        "select" => json!(["article"]),
        "exclude" => json!(["aside"]),
        "hidden" => json!("drop"),
        "invisible" => json!("strip"),
        "title" => json!("in"),
        "figure" => json!(5),
        "scale" if schema["description"].as_str().unwrap().contains("axis") => json!("root"),
        "scale" => json!("log"),
        "language" => json!("en"),
        "segmenter" => json!("dictionary"),
        "fold" => json!("case"),
        "weight" => json!("frequency"),
        "rotate" => json!("some"),
        "shape" => json!("ellipse"),
        "palette" => json!("mono"),
        "theme" => json!("dark"),
        "width" | "height" => json!(600),
        "min_length" | "phrases" | "padding" => json!(2),
        "min_size" | "max_size" => json!(12),
        "start" | "seed" => json!(0),
        _ if schema["type"] == json!(["boolean", "null"]) => json!(false),
        _ if schema["type"] == json!(["integer", "null"]) => json!(99),
        _ => json!("mill"),
    }
}

#[tokio::test]
async fn every_described_option_is_understood() {
    let document = document().await;
    for (path, body) in [
        ("/v1/extract", "PageBody"),
        ("/v1/explain", "PageBody"),
        ("/v1/metadata", "MetadataBody"),
        ("/v1/compare", "CompareBody"),
        ("/v1/plot.svg", "PlotBody"),
        ("/v1/cloud.json", "CloudBody"),
    ] {
        let properties = document["components"]["schemas"][body]["properties"].as_object().unwrap();
        for (name, schema) in properties {
            let mut request = json!({"html": MILL});
            if name != "html" {
                request[name] = example(name, schema);
            }
            if name == "focus" {
                request["method"] = json!("grain");
            }
            if name == "params" {
                request["method"] = json!("danag");
            }
            let answer = ask(post_json(path, &request)).await;
            assert!(answer.status.is_success(), "{path} {name}: {}", answer.text());
            let unknown = ask(post_json(path, &json!({"html": MILL, format!("{name}x"): 1}))).await;
            assert!(unknown.status.is_client_error(), "{path} {name}x");
        }
    }
}

#[tokio::test]
async fn every_described_option_of_a_query_is_understood() {
    let (document, site) = (document().await, web_server(MILL));
    let paths =
        ["/v1/extract", "/v1/explain", "/v1/compare", "/v1/metadata", "/v1/plot.svg", "/v1/cloud.json"];
    for path in paths {
        let parameters = document["paths"][path]["get"]["parameters"].as_array().unwrap();
        assert!(parameters.len() > 2, "{path}");
        for parameter in parameters.iter().filter(|parameter| parameter["name"] != "url") {
            let name = parameter["name"].as_str().unwrap();
            if (path, name) == ("/v1/extract", "with_source") {
                continue;
            }
            let mut schema = parameter["schema"].clone();
            schema["type"] = json!([schema["type"], "null"]);
            schema["description"] = parameter["description"].clone();
            let value = match name {
                "param" => json!("P=8"),
                name => example(name, &schema),
            };
            let value = value[0].as_str().map_or_else(|| value.to_string(), str::to_owned);
            let method =
                if matches!(name, "focus" | "method" | "figure" | "methods") { "" } else { "&method=danag" };
            let method = if path == "/v1/compare" { "" } else { method };
            let query = format!("{path}?url=http://{site}/{method}&{name}={}", value.trim_matches('"'));
            let answer = ask_with(fetching_from(site), get(&query)).await;
            assert!(answer.status.is_success(), "{query}: {}", String::from_utf8_lossy(&answer.body));
        }
    }
}

/// What only the server adds to a record is described too: the record has no other fields than those of its schema.
#[tokio::test]
async fn every_field_of_an_answer_is_described() {
    let document = document().await;
    let described = &document["components"]["schemas"]["Record"]["properties"];
    let request = json!({"html": MILL, "max_tokens": 9, "with_source": true, "explain": true});
    let answer = ask(post_json("/v1/explain", &request)).await.json();
    assert!(answer["tokens"].is_object() && answer["source"].is_string(), "{answer}");
    for field in answer.as_object().unwrap().keys() {
        assert!(described[field].is_object(), "{field}");
    }
}
