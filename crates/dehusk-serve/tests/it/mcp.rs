//! Conversations over HTTP with the SDK's own client, and what the endpoint refuses.

use std::net::SocketAddr;

use dehusk_serve::{Config, ServerState, router};
use rmcp::model::CallToolRequestParams;
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::{RoleClient, ServiceExt, service::RunningService};
use serde_json::json;
use tokio::net::TcpListener;

use crate::client::{fetching_from, web_server_by};

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

#[tokio::test]
async fn two_clients_do_not_meet() {
    let address = start(Config::default()).await;
    let (first, second) = (client(address, None).await.unwrap(), client(address, None).await.unwrap());
    first.cancel().await.unwrap();
    assert_eq!(second.list_all_tools().await.unwrap().len(), 4);
}
