//! `dehusk mcp`: conversations over its standard input and output with the client of the official SDK.

use std::io::Write;
use std::process::{Command as StdCommand, Stdio};

use rmcp::model::CallToolRequestParams;
use rmcp::service::RunningService;
use rmcp::{RoleClient, ServiceExt};
use serde_json::{Value, json};
use tokio::process::{Child, Command};

use crate::server::{Server, answer};

const PAGE: &str = "<html lang=en><title>The mill</title><nav><a href=/>Home</a></nav><main><h1>The mill</h1>
    <p>The old mill on the river <a href=plan>reopens on Monday</a>, after two winters of repairs, says the miller.</p>
    <details><summary>Prices</summary><p>Adults pay nine euros, and children four.</p></details>
    <p>Bread will be baked there again, as it was ten years ago, and sold to those who come by boat.</p></main>";

/// A conversation with a running program.
struct Conversation {
    client: RunningService<RoleClient, ()>,
    program: Child,
}

impl Conversation {
    async fn start(options: &[&str]) -> Conversation {
        let mut program = Command::new(env!("CARGO_BIN_EXE_dehusk"))
            .arg("mcp")
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let pipes = (program.stdout.take().unwrap(), program.stdin.take().unwrap());
        Conversation { client: ().serve(pipes).await.unwrap(), program }
    }

    /// Calls a tool. Returns whether it failed, and its text.
    async fn call(&self, tool: &'static str, arguments: Value) -> (bool, String) {
        let arguments = arguments.as_object().unwrap().clone();
        let result =
            self.client.call_tool(CallToolRequestParams::new(tool).with_arguments(arguments)).await.unwrap();
        (result.is_error == Some(true), result.content[0].as_text().unwrap().text.clone())
    }

    /// Ends the conversation as clients do, by closing the pipes. Returns the exit code.
    async fn end(mut self) -> Option<i32> {
        self.client.cancel().await.unwrap();
        self.program.wait().await.unwrap().code()
    }
}

fn runs<T>(conversation: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(conversation)
}

#[test]
fn an_agent_reads_a_page_that_is_allowed() {
    let server = Server::start(|_| answer("200 OK", "Content-Type: text/html\r\n", PAGE.as_bytes()));
    let host = server.url("").trim_start_matches("http://").to_owned();
    runs(async {
        let agent = Conversation::start(&["--allow-host", &host]).await;
        assert_eq!(agent.client.list_all_tools().await.unwrap().len(), 4);
        let url = server.url("/news");
        let (is_error, text) = agent.call("fetch", json!({"url": url})).await;
        assert!(!is_error && text.starts_with(&format!("Title: The mill\nURL: {url}\n")), "{text}");
        assert!(text.contains(&format!("[reopens on Monday]({})", server.url("/plan"))), "{text}");
        let flagged = "[hidden on the page: closed details] Adults pay nine euros, and children four. [end of hidden text]";
        assert!(text.contains(flagged), "{text}");
        let (_, raw) = agent.call("fetch", json!({"url": url, "raw": true, "max_length": 40})).await;
        assert!(raw.contains("<html lang=en><title>The") && raw.contains("start_index="), "{raw}");
        let (_, found) = agent.call("search_in_page", json!({"url": url, "query": "bread"})).await;
        assert!(found.contains(&format!("{url}#:~:text=Bread%20will%20be%20baked,")), "{found}");
        let (_, why) = agent.call("explain", json!({"url": url})).await;
        assert!(why.contains("removed") && why.contains("\"Home\""), "{why}");
        assert_eq!(agent.end().await, Some(0));
    });
}

#[test]
fn other_hosts_of_the_network_are_refused() {
    let server = Server::start(|_| answer("200 OK", "Content-Type: text/html\r\n", PAGE.as_bytes()));
    let refusals: [(&[&str], &str); 2] = [(&[], "only"), (&["--no-fetch"], "fetches nothing")];
    for (options, expected) in refusals {
        runs(async {
            let agent = Conversation::start(options).await;
            let (is_error, text) = agent.call("fetch", json!({"url": server.url("/")})).await;
            assert!(is_error && text.contains(expected), "{text}");
            assert_eq!(agent.end().await, Some(0));
        });
    }
    assert!(server.requests.lock().unwrap().is_empty());
    runs(async {
        let agent = Conversation::start(&["--allow-private"]).await;
        let (is_error, text) = agent.call("fetch", json!({"url": server.url("/")})).await;
        assert!(!is_error && text.contains("# The mill"), "{text}");
    });
}

#[test]
fn lines_that_are_no_messages_do_not_end_the_conversation() {
    let mut program = StdCommand::new(env!("CARGO_BIN_EXE_dehusk"))
        .arg("mcp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = program.stdin.take().unwrap();
    let initialize = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18",
        "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}});
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let list = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"});
    write!(input, "{initialize}\n{initialized}\nno message\n{{\"half\": \n\n{list}\n").unwrap();
    drop(input);
    let output = program.wait_with_output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    let messages: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let tools = messages.iter().find(|message| message["id"] == 2).unwrap();
    assert_eq!(tools["result"]["tools"].as_array().unwrap().len(), 4, "{lines}");
}

#[test]
fn a_client_that_says_nothing_ends_the_program() {
    let output =
        StdCommand::new(env!("CARGO_BIN_EXE_dehusk")).arg("mcp").stdin(Stdio::null()).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.code() == Some(2) && output.stdout.is_empty() && message.contains("client"),
        "{message}"
    );
}
