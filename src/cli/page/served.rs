//! Answers to requests.

use super::budget::{Budget, MOST_QUESTIONS};
use super::files::{self, HTML};
use super::request::Request;
use crate::cli::args::PublicAddress;
use crate::page::{Session, answer};
use crate::plan::{Gauge, Observer, Settings};
use serde_json::json;
use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The time between two reports of progress to the page, and so the time until a closed page is noticed.
const TOLD: Duration = Duration::from_millis(100);
/// The number of bytes that are read of a refused request.
const MAX_UNREAD: u64 = 1 << 20;
/// The largest number of sessions in memory. Each view of a page has one.
const MAX_SESSIONS: usize = 64;

/// Headers of every answer. The page loads nothing from other sites, no frame can contain it, and browsers do
/// not store it.
const SAFETY: &str = "Content-Security-Policy: default-src 'self' 'unsafe-inline' data: blob:; frame-ancestors 'none'\r\n\
    X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCache-Control: no-store\r\nConnection: close\r\n";

/// The server of one run of the program.
pub(super) struct Server {
    hosts: [String; 2],
    /// The path that contains all files.
    beneath: String,
    index: String,
    settings: Settings,
    memory: Arc<Budget>,
    sessions: Mutex<HashMap<String, Arc<Mutex<Session>>>>,
}

impl Server {
    pub(super) fn new(port: u16, token: &str, link: Option<&PublicAddress>, settings: Settings) -> Self {
        let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
        let memory = Budget::new(settings.memory);
        let (beneath, index) = (format!("/{token}/"), files::index(link));
        Self { hosts, beneath, index, settings, memory, sessions: Mutex::default() }
    }

    /// Answers the request of a connection.
    pub(super) fn answer(&self, mut stream: TcpStream) -> io::Result<()> {
        let Some(request) = Request::read(&mut stream)? else {
            return refuse(&mut stream, "400 Bad Request");
        };
        if !self.is_ours(&request) {
            return refuse(&mut stream, "403 Forbidden");
        }
        let path = request.path.split(['?', '#']).next().unwrap_or_default();
        let Some(name) = path.strip_prefix(&self.beneath) else {
            return send_lost(&mut stream);
        };
        match (request.method.as_str(), name) {
            ("POST", "ask") => self.ask(stream, &request),
            ("GET", "" | "index.html") => send(&mut stream, "200 OK", HTML, &self.index),
            ("GET", name) => match files::find(name) {
                Some(file) => send(&mut stream, "200 OK", file.media_type(), file.content),
                None => send_lost(&mut stream),
            },
            _ => refuse(&mut stream, "405 Method Not Allowed"),
        }
    }

    /// Whether the request comes from this page. The browser sends the name of the site, and another site
    /// that leads here has another name.
    fn is_ours(&self, request: &Request) -> bool {
        let is_here = |host: &str| self.hosts.iter().any(|ours| ours == host);
        let origin = match request.header("origin") {
            Some(origin) => origin.strip_prefix("http://").is_some_and(is_here),
            None => request.method == "GET",
        };
        origin && request.header("host").is_some_and(is_here)
    }

    /// Answers a question, and reports the progress. The count stops when the page has closed the connection.
    fn ask(&self, mut stream: TcpStream, request: &Request) -> io::Result<()> {
        let question = String::from_utf8_lossy(&request.body).into_owned();
        let session = self.session(request.header("x-session").unwrap_or_default());
        let (gauge, settings) = (Arc::new(Gauge::default()), self.settings.clone());
        let memory = Arc::clone(&self.memory);
        let (done, answered) = mpsc::channel();
        let theirs = Arc::clone(&gauge);
        std::thread::Builder::new().spawn(move || {
            let mut session = session.lock().unwrap_or_else(PoisonError::into_inner);
            // The page may have closed the connection while another of its questions was being answered.
            if theirs.should_stop() {
                return;
            }
            let answered = match memory.take() {
                Some(share) => {
                    let settings = settings.with_memory(share.bytes);
                    answer(&question, &mut session, &settings, &*theirs)
                }
                None => json!({ "error": busy_message() }).to_string(),
            };
            // The page may have closed the connection.
            let _ = done.send(answered);
        })?;
        write!(stream, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n{SAFETY}\r\n")?;
        let event = |stream: &mut TcpStream, event: &str| {
            write!(stream, "data: {event}\n\n").and_then(|()| stream.flush())
        };
        loop {
            match answered.recv_timeout(TOLD) {
                Ok(answer) => return event(&mut stream, &format!("{{\"answer\":{answer}}}")),
                Err(RecvTimeoutError::Timeout) => {
                    let progress =
                        format!("{{\"share\":{},\"found\":{}}}", gauge.share(), gauge.lower_bound());
                    if let Err(error) = event(&mut stream, &progress) {
                        gauge.stop();
                        return Err(error);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let fault = "{\"answer\":{\"error\":\"internal fault: the answer was interrupted; please report this problem\"}}";
                    return event(&mut stream, fault);
                }
            }
        }
    }

    /// Returns the session of a name, and begins it if it is new.
    fn session(&self, name: &str) -> Arc<Mutex<Session>> {
        let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        if sessions.len() >= MAX_SESSIONS && !sessions.contains_key(name) {
            sessions.clear();
        }
        Arc::clone(sessions.entry(name.to_owned()).or_default())
    }
}

/// Returns the message if too little memory is left.
fn busy_message() -> String {
    format!(
        "{MOST_QUESTIONS} other questions use all the memory that this command may take; stop one of them and try again"
    )
}

fn refuse(stream: &mut TcpStream, status: &str) -> io::Result<()> {
    turn_away(stream, status, "text/plain", status)
}

/// Answers an address of an earlier run, or one that is incomplete.
fn send_lost(stream: &mut TcpStream) -> io::Result<()> {
    turn_away(stream, "404 Not Found", HTML, include_str!("lost.html"))
}

/// Answers a request of which not everything may have been read.
fn turn_away(stream: &mut TcpStream, status: &str, media_type: &str, body: &str) -> io::Result<()> {
    send(stream, status, media_type, body)?;
    // Bytes that were sent but not read would reset the connection before the browser has read the answer.
    stream.shutdown(Shutdown::Write)?;
    stream.set_read_timeout(Some(TOLD))?;
    io::copy(&mut stream.take(MAX_UNREAD), &mut io::sink()).map(|_| ())
}

fn send(stream: &mut TcpStream, status: &str, media_type: &str, body: &str) -> io::Result<()> {
    let length = body.len();
    let head = format!("Content-Type: {media_type}\r\nContent-Length: {length}\r\n");
    write!(stream, "HTTP/1.1 {status}\r\n{head}{SAFETY}\r\n{body}")?;
    stream.flush()
}
