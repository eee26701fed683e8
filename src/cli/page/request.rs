//! A request of a browser. Only the needed part of HTTP is supported. The library httparse reads the head.

use std::io::{self, Read};
use std::net::TcpStream;
use std::time::Duration;

/// The longest head of a request, in bytes.
const MAX_HEAD: usize = 16 << 10;
/// The longest body of a request, in bytes.
const MAX_BODY: usize = 1 << 20;
/// The longest pause between two pieces of a request.
const PATIENCE: Duration = Duration::from_secs(10);
/// The largest number of header lines, which is more than browsers send.
const MAX_HEADERS: usize = 64;

/// A request of a browser.
pub(super) struct Request {
    pub(super) method: String,
    pub(super) path: String,
    headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Request {
    /// Reads a request; `None` if it is malformed or too long.
    pub(super) fn read(stream: &mut TcpStream) -> io::Result<Option<Self>> {
        stream.set_read_timeout(Some(PATIENCE))?;
        let (mut bytes, mut piece) = (Vec::new(), [0; 4096]);
        loop {
            let read = stream.read(&mut piece)?;
            bytes.extend_from_slice(&piece[..read]);
            let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
            let mut parsed = httparse::Request::new(&mut headers);
            let head = match parsed.parse(&bytes) {
                Ok(httparse::Status::Complete(head)) => head,
                Ok(httparse::Status::Partial) if read > 0 && bytes.len() < MAX_HEAD => continue,
                _ => return Ok(None),
            };
            let (Some(method), Some(path)) = (parsed.method, parsed.path) else { return Ok(None) };
            let headers = parsed.headers.iter().map(|header| {
                (header.name.to_ascii_lowercase(), String::from_utf8_lossy(header.value).into_owned())
            });
            let mut request = Self {
                method: method.to_owned(),
                path: path.to_owned(),
                headers: headers.collect(),
                body: bytes[head..].to_vec(),
            };
            let length = request.header("content-length").map_or(Some(0), |length| length.parse().ok());
            return match length {
                Some(length) if length <= MAX_BODY && request.body.len() <= length => {
                    let before = request.body.len();
                    request.body.resize(length, 0);
                    stream.read_exact(&mut request.body[before..])?;
                    Ok(Some(request))
                }
                _ => Ok(None),
            };
        }
    }

    /// Returns the value of a header, whose name is in lower case; `None` if it is missing or repeated.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut values = self.headers.iter().filter(|(other, _)| other == name);
        match (values.next(), values.next()) {
            (Some((_, value)), None) => Some(value),
            _ => None,
        }
    }
}
