//! `dehusk serve`: what it refuses to start with, and one request to a server that is then told to stop.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

fn serve(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_dehusk"))
        .arg("serve")
        .args(arguments)
        .env_remove("DEHUSK_TOKEN")
        // Nobody can write there, so no test leaves pages behind.
        .env("XDG_CACHE_HOME", "/dev/null/caches")
        .env("HOME", "/dev/null/home")
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn a_server_that_is_open_by_accident_does_not_start() {
    for (arguments, message) in [
        (&["--address", "0.0.0.0"][..], "0.0.0.0:3380 can be reached from other machines; set a token"),
        (&["--address", "::", "--port", "0"], "can be reached from other machines"),
        (&["--token", "short"], "fewer than 16 bytes"),
        (&["--token-file", "/nowhere/token"], "cannot read the token file /nowhere/token"),
        (&["--cors", "reader.example"], "\"reader.example\" is not an origin"),
        (&["--max-memory", "1K"], "--max-memory is smaller than --max-bytes"),
        (&["--cache", "/dev/null/pages"], "cannot keep pages in /dev/null/pages"),
        (&["--cache", "a", "--no-cache"], "--no-cache"),
        (&["--cache-age", "7"], "write a time above 0 with its unit"),
        (&["--address", "192.0.2.1", "--public"], "cannot listen on 192.0.2.1:3380: "),
        (&["--address", "192.0.2.1", "--public"], "; this machine does not have this address; choose one"),
    ] {
        let output = serve(arguments).wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains(message), "{arguments:?}: {stderr}");
    }
}

#[cfg(unix)]
#[test]
fn a_server_answers_until_it_is_told_to_stop() {
    let mut child = serve(&["--port", "0", "--jobs", "1", "--no-cache"]);
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let listening = lines.next().unwrap().unwrap();
    let address = listening.strip_prefix("dehusk: listening on http://").unwrap().trim_end_matches('/');
    let mut stream = TcpStream::connect(address).unwrap();
    let page = "<p>The old mill reopens on Monday, after ten years of careful repair by the village.";
    let length = page.len();
    write!(stream, "POST /v1/extract?format=txt HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n{page}")
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with(&page[3..]), "{answer}");
    let logged = lines.next().unwrap().unwrap();
    assert!(
        logged.contains("\"route\":\"/v1/extract\",\"status\":200") && !logged.contains("mill"),
        "{logged}"
    );
    let kill = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(kill.success() && child.wait().unwrap().success());
}

/// A server and the first lines that it prints.
#[cfg(unix)]
fn first_lines(arguments: &[&str]) -> [String; 2] {
    let mut child = serve(&[&["--port", "0", "--jobs", "1"], arguments].concat());
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let lines = [(); 2].map(|()| lines.next().unwrap().unwrap());
    child.kill().unwrap();
    child.wait().unwrap();
    lines
}

#[cfg(unix)]
#[test]
fn a_server_without_a_folder_for_pages_says_so_and_starts() {
    let [listening, note] = first_lines(&[]);
    assert!(listening.starts_with("dehusk: listening on "), "{listening}");
    assert!(
        note.starts_with(
            "dehusk: each page is fetched anew: cannot keep pages in /dev/null/caches/dehusk/pages: "
        ),
        "{note}"
    );
    assert!(note.ends_with("; --cache chooses a folder"), "{note}");
}

#[cfg(unix)]
#[test]
fn pages_are_kept_in_the_named_folder_by_one_server() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("pages");
    let mut child = serve(&["--port", "0", "--jobs", "1", "--cache", pages.to_str().unwrap()]);
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    lines.next().unwrap().unwrap();
    assert!(pages.join("pages.redb").is_file());
    let second = serve(&["--port", "0", "--cache", pages.to_str().unwrap()]).wait_with_output().unwrap();
    assert_eq!(second.status.code(), Some(2));
    assert!(String::from_utf8(second.stderr).unwrap().contains("another process keeps its pages in"));
    child.kill().unwrap();
    child.wait().unwrap();
}
