//! A small web server on 127.0.0.1 for the tests of addresses. It contains no tests.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// Calls a function with the path of each request and answers with the result, until the test program ends.
pub(crate) struct Server {
    address: SocketAddr,
    /// The requests so far, including their headers.
    pub(crate) requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub(crate) fn start(answer: impl Fn(&str) -> Vec<u8> + Send + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&requests);
        thread::spawn(move || {
            for stream in listener.incoming() {
                serve(stream.unwrap(), &answer, &log);
            }
        });
        Server { address, requests }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

fn serve(mut stream: TcpStream, answer: &impl Fn(&str) -> Vec<u8>, log: &Mutex<Vec<String>>) {
    let mut request = String::new();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    while reader.read_line(&mut request).unwrap_or(0) > 2 {}
    let path = request.split(' ').nth(1).unwrap_or_default().to_owned();
    log.lock().unwrap().push(request);
    // Some tests make the client close the connection early.
    let _ = stream.write_all(&answer(&path));
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let _ = reader.read_to_end(&mut Vec::new());
}

/// A response with a body; `headers` are complete lines.
pub(crate) fn answer(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let head =
        format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

pub(crate) fn redirect(to: &str) -> Vec<u8> {
    answer("302 Found", &format!("Location: {to}\r\n"), b"")
}
