//! The page that the command serves, asked as a browser asks, and as nobody else should.

use crate::common::program::{assert_refused, start};
use armistice::clock::Instant;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Child;
use std::time::Duration;

/// The command, as long as it is needed.
struct Page {
    child: Child,
    host: String,
    path: String,
}

impl Page {
    fn serve(arguments: &[&str]) -> Self {
        let mut child = start(&[&["page"], arguments].concat());
        let mut address = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut address).unwrap();
        let rest = address.trim_end().strip_prefix("http://").unwrap_or_else(|| panic!("{address}"));
        let (host, path) = rest.split_once('/').unwrap();
        let path = path.split('#').next().unwrap();
        Self { child, host: host.to_owned(), path: format!("/{path}") }
    }

    /// What is answered to some bytes, up to the end of the connection.
    fn send(&self, bytes: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.write_all(bytes.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn get(&self, path: &str) -> String {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.host))
    }

    fn request(&self, question: &Value) -> String {
        let (host, body) = (&self.host, question.to_string());
        format!(
            "POST {}ask HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nX-Session: one\r\nContent-Length: {}\r\n\r\n{body}",
            self.path,
            body.len()
        )
    }

    fn ask(&self, question: &Value) -> Value {
        let answer = self.send(&self.request(question));
        let last = answer
            .lines()
            .rev()
            .find_map(|line| line.strip_prefix("data: "))
            .unwrap_or_else(|| panic!("{answer}"));
        serde_json::from_str::<Value>(last).unwrap()["answer"].clone()
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

#[test]
fn questions_of_the_page_are_answered() {
    let page = Page::serve(&["8x8", "Q8"]);
    let index = page.get(&page.path);
    assert!(
        index.starts_with("HTTP/1.1 200 OK\r\n") && index.contains("<title>Armistice</title>"),
        "{index}"
    );
    assert!(page.get(&format!("{}engine.js", page.path)).contains("isServed = true"));
    assert_eq!(page.ask(&json!({ "ask": "count", "text": "8x8 Q8" }))["count"], "92");
    // One list, in two questions.
    let listed = page.ask(&json!({ "ask": "list", "text": "6x6 Q6", "number": 3 }));
    assert_eq!((listed["placements"].as_array().unwrap().len(), &listed["isOver"]), (3, &json!(false)));
    assert_eq!(page.ask(&json!({ "ask": "more", "number": 3 }))["isOver"], true);
    assert!(
        page.ask(&json!({ "ask": "count", "text": "8x8 Y" }))["error"].as_str().unwrap().contains("column")
    );
}

#[test]
fn a_count_ends_when_nobody_listens() {
    let page = Page::serve(&["--threads", "1"]);
    let mut stream = TcpStream::connect(&page.host).unwrap();
    stream.write_all(page.request(&json!({ "ask": "count", "text": "20x20 Q20" })).as_bytes()).unwrap();
    let mut answer = BufReader::new(stream.try_clone().unwrap());
    let mut line = String::new();
    while !line.starts_with("data: ") {
        line.clear();
        assert!(answer.read_line(&mut line).unwrap() > 0, "some progress is told");
    }
    drop((stream, answer));
    // The same session answers again, which it cannot while it counts for minutes.
    let begun = Instant::now();
    assert_eq!(page.ask(&json!({ "ask": "count", "text": "6x6 Q6" }))["count"], "4");
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

#[test]
fn nobody_else_is_answered() {
    let page = Page::serve(&[]);
    let Page { host, path, .. } = &page;
    let question = json!({ "ask": "count", "text": "8x8 Q8" });
    let asked = page.request(&question);
    let forbidden = "HTTP/1.1 403";
    for (request, status) in [
        (format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n"), "HTTP/1.1 404"),
        (format!("GET /0123456789abcdef0123456789abcdef/ HTTP/1.1\r\nHost: {host}\r\n\r\n"), "HTTP/1.1 404"),
        (format!("GET {path}../Cargo.toml HTTP/1.1\r\nHost: {host}\r\n\r\n"), "HTTP/1.1 404"),
        // A name of another site that leads here.
        (format!("GET {path} HTTP/1.1\r\nHost: example.org\r\n\r\n"), forbidden),
        (format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nHost: example.org\r\n\r\n"), forbidden),
        (format!("GET {path} HTTP/1.1\r\n\r\n"), forbidden),
        // A page of another site.
        (asked.replace(&format!("Origin: http://{host}"), "Origin: http://example.org"), forbidden),
        (asked.replace(&format!("Origin: http://{host}\r\n"), ""), forbidden),
        (asked.replace("Content-Length: ", "Content-Length: 99999999"), "HTTP/1.1 400"),
        (asked.replace("Content-Length: ", "Content-Length: -"), "HTTP/1.1 400"),
        ("what?\r\n\r\n".to_owned(), "HTTP/1.1 400"),
        (format!("GET {path} HTTP/1.1\r\n{}", "X: y\r\n".repeat(5000)), "HTTP/1.1 400"),
    ] {
        let answer = page.send(&request);
        assert!(answer.starts_with(status), "{}: {answer}", &request[..request.len().min(200)]);
    }
    assert_eq!(page.ask(&question)["count"], "92");
}

#[test]
fn a_port_that_is_taken_is_refused() {
    let page = Page::serve(&[]);
    let port = page.host.rsplit(':').next().unwrap().to_owned();
    assert_refused(&["page", "--port", &port], "choose another, or 0");
    assert_refused(&["page", "8x8", "X"], "X");
}
