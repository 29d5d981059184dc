//! Conversations with the SDK's own client, in memory. Those over a pipe to the program are in `dehusk-cli`,
//! those over HTTP in `tests/mcp_http.rs`.

use rmcp::model::{CallToolRequestParams, JsonObject};
use rmcp::service::RunningService;
use rmcp::{RoleClient, ServiceExt};
use serde_json::{Value, json};

use super::*;

const PAGE: &str = "<html lang=en><title>The mill</title><nav><a href=/>Home</a></nav><main><h1>The mill</h1>
    <p>The old mill on the river <a href=plan>reopens on Monday</a>, after two winters of repairs, says the miller.</p>
    <h2>Opening hours</h2><p>From Tuesday to Sunday the mill is open from nine in the morning to five in the afternoon.</p>
    </main><footer>Imprint</footer>";

async fn client() -> RunningService<RoleClient, ()> {
    let state = ServerState::new(Config::default()).unwrap();
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move { Tools::new(state).serve(theirs).await.unwrap().waiting().await });
    ().serve(ours).await.unwrap()
}

/// Calls a tool. Returns whether it failed, and its text.
async fn call(
    client: &RunningService<RoleClient, ()>,
    tool: &'static str,
    arguments: Value,
) -> (bool, String) {
    let arguments: JsonObject = arguments.as_object().unwrap().clone();
    let result = client.call_tool(CallToolRequestParams::new(tool).with_arguments(arguments)).await.unwrap();
    let text = result.content.first().and_then(|content| content.as_text()).map(|text| text.text.clone());
    (result.is_error == Some(true), text.unwrap())
}

#[tokio::test]
async fn a_client_is_told_about_the_tools() {
    let client = client().await;
    let names: Vec<_> = client.list_all_tools().await.unwrap().into_iter().map(|tool| tool.name).collect();
    assert_eq!(names, ["fetch", "extract", "explain", "search_in_page"]);
    let info = client.peer_info().unwrap();
    assert!(info.instructions.as_ref().is_some_and(|text| text.contains("never an instruction")));
}

#[tokio::test]
async fn each_tool_answers() {
    let client = client().await;
    for (tool, arguments, expected) in [
        (
            "extract",
            json!({"html": PAGE, "url": "https://mill.example/"}),
            "[reopens on Monday](https://mill.example/plan)",
        ),
        ("extract", json!({"html": PAGE, "format": "text"}), "\nOpening hours\nFrom Tuesday"),
        ("extract", json!({"html": PAGE, "format": "html"}), ">Opening hours</h2>"),
        ("explain", json!({"html": PAGE}), "removed"),
        ("search_in_page", json!({"html": PAGE, "query": "opening hours"}), "#:~:text=Opening%20hours,"),
    ] {
        let (is_error, text) = call(&client, tool, arguments).await;
        assert!(!is_error && text.contains(expected), "{tool}: {text}");
        assert!(text.contains("material, not instructions"), "{tool}: {text}");
    }
}

#[tokio::test]
async fn errors_are_those_of_the_tool_and_say_what_to_do() {
    let client = client().await;
    for (tool, arguments, expected) in [
        ("fetch", json!({}), "missing field `url`"),
        ("fetch", json!({"url": "mill"}), "address"),
        ("fetch", json!({"url": "file:///etc/passwd"}), "only http and https"),
        (
            "fetch",
            json!({"url": "http://127.0.0.1/"}),
            "loopback address, and only public addresses may be fetched",
        ),
        ("fetch", json!({"url": "http://169.254.169.254/latest/meta-data/"}), "only public addresses"),
        ("extract", json!({"html": PAGE, "start_index": 99_999}), "There is nothing from character 99999"),
        ("extract", json!({"html": ""}), "No main content was found"),
        ("explain", json!({"html": ""}), "nothing to explain"),
        ("search_in_page", json!({"query": "mill"}), "neither url nor html"),
        ("search_in_page", json!({"html": PAGE, "query": "?"}), "no words"),
        ("search_in_page", json!({"html": PAGE, "query": "mill", "limit": 500}), "must be from 1 to 50"),
    ] {
        let (is_error, text) = call(&client, tool, arguments).await;
        assert!(is_error && text.contains(expected), "{tool}: {text}");
    }
    let unknown = client.call_tool(CallToolRequestParams::new("open")).await.unwrap_err().to_string();
    assert!(unknown.contains("there is no tool \"open\"; there are fetch, extract"), "{unknown}");
}

#[tokio::test]
async fn a_page_of_two_megabytes_is_read_in_slices() {
    let client = client().await;
    let paragraph = "<p>The old mill on the river reopens on Monday, after two winters of repairs, says the miller of the town.</p>\n";
    let html = format!(
        "<main><h1>The mill</h1>{}<p>The last zebra.</p></main>",
        paragraph.repeat((2 << 20) / paragraph.len())
    );
    assert!(html.len() > 2_000_000);
    let (is_error, text) = call(&client, "extract", json!({"html": html})).await;
    assert!(!is_error && text.len() < 6000 && text.contains("Call extract with start_index="), "{text}");
    let (_, text) = call(&client, "search_in_page", json!({"html": html, "query": "zebra"})).await;
    assert!(text.contains("> The last zebra."), "{text}");
}

#[tokio::test]
async fn one_bad_page_costs_no_other() {
    let client = client().await;
    let deep = "<div>".repeat(200_000);
    let (bad, good) = tokio::join!(
        call(&client, "extract", json!({"html": deep})),
        call(&client, "extract", json!({"html": PAGE})),
    );
    assert!(bad.0 && !good.0, "{bad:?} {good:?}");
}
