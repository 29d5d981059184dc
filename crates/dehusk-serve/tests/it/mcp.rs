//! Conversations over HTTP with the SDK's own client, and what the endpoint refuses.

use std::net::SocketAddr;

use axum::body::Body;
use axum::http::{HeaderValue, Request};
use dehusk_serve::{Config, ServerState, router};
use rmcp::model::CallToolRequestParams;
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::{RoleClient, ServiceExt, service::RunningService};
use serde_json::json;
use tokio::net::TcpListener;

use crate::client::{ask, fetching_from, post, web_server_by};

const TOKEN: &str = "0123456789abcdef";
const PAGE: &str = "<main><h1>The mill</h1><p>The old mill on the river reopens on Monday, after two winters of repairs.</p></main>";

/// Starts a server on a free port.
async fn start(config: Config) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = router(ServerState::new(Config { logs: false, ..config }).unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

async fn client(address: SocketAddr, token: Option<&str>) -> Result<RunningService<RoleClient, ()>, String> {
    let config = StreamableHttpClientTransportConfig::with_uri(format!("http://{address}/mcp"));
    let config = token.iter().fold(config, |config, token| config.auth_header(*token));
    ().serve(StreamableHttpClientTransport::from_config(config)).await.map_err(|error| error.to_string())
}

fn with_token() -> Config {
    Config { token: Some(TOKEN.to_owned()), ..Config::default() }
}

#[tokio::test]
async fn a_client_with_the_token_is_answered() {
    let client = client(start(with_token()).await, Some(TOKEN)).await.unwrap();
    assert_eq!(client.list_all_tools().await.unwrap().len(), 4);
    let arguments = json!({"html": PAGE}).as_object().unwrap().clone();
    let result =
        client.call_tool(CallToolRequestParams::new("extract").with_arguments(arguments)).await.unwrap();
    let text = result.content[0].as_text().unwrap().text.clone();
    assert!(
        text.ends_with(
            "# The mill\n\nThe old mill on the river reopens on Monday, after two winters of repairs.\n"
        ),
        "{text}"
    );
}

#[tokio::test]
async fn json_is_fetched_as_it_is() {
    let site =
        web_server_by(|_| ("200 OK", "content-type: application/json\r\n".to_owned(), "{\"mill\": 7}"));
    let client = client(start(fetching_from(site)).await, None).await.unwrap();
    for (tool, expected) in [("fetch", "{\"mill\": 7}"), ("search_in_page", "> {\"mill\": 7}")] {
        let mut arguments = json!({"url": format!("http://{site}/")}).as_object().unwrap().clone();
        if tool == "search_in_page" {
            arguments.insert("query".to_owned(), "mill".into());
        }
        let result =
            client.call_tool(CallToolRequestParams::new(tool).with_arguments(arguments)).await.unwrap();
        let text = result.content[0].as_text().unwrap().text.clone();
        assert!(text.ends_with(expected), "{text}");
    }
}

#[tokio::test]
async fn without_the_token_nobody_is() {
    let address = start(with_token()).await;
    for token in [None, Some("fedcba9876543210")] {
        assert!(client(address, token).await.is_err());
    }
}

/// A message as clients post it.
fn message(json: &str) -> Request<Body> {
    let mut request = post("/mcp", "application/json", json.to_owned());
    let accept = HeaderValue::from_static("application/json, text/event-stream");
    request.headers_mut().insert("accept", accept);
    request
}

const LIST: &str = r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}"#;

#[tokio::test]
async fn scripts_of_pages_elsewhere_are_refused() {
    for (origin, status) in [("http://localhost:6274", 200), ("https://evil.example", 403), ("null", 403)] {
        let mut request = message(LIST);
        request.headers_mut().insert("origin", origin.parse().unwrap());
        let answer = ask(request).await;
        assert_eq!(answer.status.as_u16(), status, "{origin}: {}", answer.text());
        if status == 403 {
            assert_eq!(answer.problem(), "unknown-origin");
        }
    }
}

#[tokio::test]
async fn what_is_no_message_is_a_bad_request() {
    for body in ["{", "", "[]", "{\"jsonrpc\": \"2.0\"}"] {
        let answer = ask(message(body)).await;
        assert_eq!((answer.status.as_u16(), answer.problem().as_str()), (400, "bad-request"), "{body}");
        let untyped = Request::post("/mcp").body(Body::from(body)).unwrap();
        assert_eq!(ask(untyped).await.status.as_u16(), 400, "{body}");
    }
}

#[tokio::test]
async fn wrong_parameters_are_not_an_unknown_method() {
    for (method, params, code) in [
        ("tools/call", json!({}), -32602),
        ("tools/call", json!({"name": "fetch", "arguments": 7}), -32602),
        ("tools/call", json!({"name": 7}), -32602),
        ("tools/open", json!({}), -32601),
    ] {
        let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let answer = ask(message(&request.to_string())).await;
        assert_eq!(answer.json()["error"]["code"], code, "{request}: {}", answer.text());
    }
}

#[tokio::test]
async fn two_clients_do_not_meet() {
    let address = start(Config::default()).await;
    let (first, second) = (client(address, None).await.unwrap(), client(address, None).await.unwrap());
    first.cancel().await.unwrap();
    assert_eq!(second.list_all_tools().await.unwrap().len(), 4);
}
