//! The page that the command serves, with requests of a browser and forbidden requests.

use crate::common::program::{Folder, armistice, assert_put_off, assert_refused, read, run, spawn};
use armistice::clock::Instant;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command};
use std::time::Duration;

/// The command, which ends when this is dropped.
struct Page {
    child: Child,
    host: String,
    path: String,
}

impl Page {
    fn serve(arguments: &[&str]) -> Self {
        Self::serve_by(armistice(&["page"]).args(arguments))
    }

    fn serve_by(command: &mut Command) -> Self {
        let mut child = spawn(command);
        let mut address = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut address).unwrap();
        let rest = address.trim_end().strip_prefix("http://").unwrap_or_else(|| panic!("{address}"));
        let (host, path) = rest.split_once('/').unwrap();
        let path = path.split('#').next().unwrap();
        Self { child, host: host.to_owned(), path: format!("/{path}") }
    }

    /// Sends some bytes, and returns the answer up to the end of the connection.
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
        self.request_in("one", question)
    }

    fn request_in(&self, session: &str, question: &Value) -> String {
        let (host, body) = (&self.host, question.to_string());
        format!(
            "POST {}ask HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nX-Session: {session}\r\nContent-Length: {}\r\n\r\n{body}",
            self.path,
            body.len()
        )
    }

    /// Asks a long question, and waits until some progress is reported.
    fn begin(&self, session: &str, question: &Value) -> BufReader<TcpStream> {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.write_all(self.request_in(session, question).as_bytes()).unwrap();
        let mut answer = BufReader::new(stream);
        let mut line = String::new();
        while !line.starts_with("data: {\"share\"") {
            line.clear();
            assert!(answer.read_line(&mut line).unwrap() > 0, "some progress is told");
        }
        answer
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
    // One list is continued in a second question.
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
    drop(page.begin("one", &json!({ "ask": "count", "text": "20x20 Q20" })));
    // The session answers again, which is impossible while it counts for minutes.
    let begun = Instant::now();
    assert_eq!(page.ask(&json!({ "ask": "count", "text": "6x6 Q6" }))["count"], "4");
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

/// The page asks for a plan at each change of its text, and abandons the previous request.
#[test]
fn a_plan_that_nobody_waits_for_is_given_up() {
    let page = Page::serve(&["--threads", "1"]);
    let long = json!({ "ask": "explain", "text": "16x16 K8 Q8 N8 B8 R8 A8" });
    // Each plan takes ten seconds or more if it is completed.
    let plans: Vec<_> = (0..6).map(|_| page.begin("one", &long)).collect();
    drop(plans);
    let begun = Instant::now();
    assert_eq!(page.ask(&json!({ "ask": "explain", "text": "3x3 K2" }))["engine"], "cells");
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

#[test]
fn questions_share_the_memory() {
    let page = Page::serve(&["--threads", "1", "--memory", "1G"]);
    let long = json!({ "ask": "count", "text": "20x20 Q20" });
    let sessions: Vec<String> = (0..6).map(|session| session.to_string()).collect();
    let counts: Vec<_> = sessions.iter().map(|session| page.begin(session, &long)).collect();
    let until = |is_so: &dyn Fn(&Value) -> bool| {
        let begun = Instant::now();
        while !is_so(&page.ask(&json!({ "ask": "count", "text": "6x6 Q6" }))) {
            assert!(
                begun.elapsed() < Duration::from_secs(60),
                "refused while others take all memory, and only then"
            );
        }
    };
    until(&|answer| answer["error"].as_str().is_some_and(|error| error.starts_with("6 other questions")));
    drop(counts);
    until(&|answer| answer["count"] == "4");
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
        // A name of another site leads to this server.
        (format!("GET {path} HTTP/1.1\r\nHost: example.org\r\n\r\n"), forbidden),
        (format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nHost: example.org\r\n\r\n"), forbidden),
        (format!("GET {path} HTTP/1.1\r\n\r\n"), forbidden),
        // The request comes from a page of another site.
        (asked.replace(&format!("Origin: http://{host}"), "Origin: http://example.org"), forbidden),
        (asked.replace(&format!("Origin: http://{host}\r\n"), ""), forbidden),
        (asked.replace("Content-Length: ", "Content-Length: 99999999"), "HTTP/1.1 400"),
        (asked.replace("Content-Length: ", "Content-Length: -"), "HTTP/1.1 400"),
        ("what?\r\n\r\n".to_owned(), "HTTP/1.1 400"),
        (format!("GET {path} HTTP/1.1\r\n{}", "X: y\r\n".repeat(5000)), "HTTP/1.1 400"),
    ] {
        let answer = page.send(&request);
        assert!(answer.starts_with(status), "{}: {answer}", &request[..request.len().min(200)]);
        // A reader with an old bookmark sees a page that says so.
        assert_eq!(answer.contains("belongs to an earlier run"), status == "HTTP/1.1 404", "{answer}");
        assert_eq!(answer.contains("Content-Type: text/html"), status == "HTTP/1.1 404", "{answer}");
        assert!(!answer.contains(path.trim_matches('/')), "{answer}");
    }
    assert_eq!(page.ask(&question)["count"], "92");
}

/// Returns a port that was free a moment ago.
fn free_port() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port().to_string()
}

#[test]
fn a_named_port_keeps_its_address() {
    let (folder, port) = (Folder::new("page-state"), free_port());
    let path_with = |port: &str| {
        let page = Page::serve_by(armistice(&["page", "--port", port]).env("XDG_STATE_HOME", &folder.0));
        assert!(page.get(&page.path).starts_with("HTTP/1.1 200 OK"));
        page.path.clone()
    };
    let kept = folder.0.join("armistice/page").join(&port);
    let first = path_with(&port);
    assert_eq!(path_with(&port), first);
    assert_eq!(std::fs::read_to_string(&kept).unwrap().trim_end(), first.trim_matches('/'));
    assert_ne!(path_with("0"), first);
    assert_eq!(std::fs::read_dir(kept.parent().unwrap()).unwrap().count(), 1);
    // A file that holds no token is replaced.
    std::fs::write(&kept, "x").unwrap();
    let second = path_with(&port);
    assert!(second != first && second.len() == 34, "{second}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&kept), 0o600);
        // Others may have read it.
        std::fs::set_permissions(&kept, PermissionsExt::from_mode(0o644)).unwrap();
        assert_ne!(path_with(&port), second);
        assert_eq!(mode(&kept), 0o600);
    }
}

#[test]
fn an_address_that_cannot_be_kept_is_a_new_one() {
    let (folder, port) = (Folder::new("page-no-state"), free_port());
    std::fs::write(folder.0.join("armistice"), "a file").unwrap();
    let mut page = Page::serve_by(armistice(&["page", "--port", &port]).env("XDG_STATE_HOME", &folder.0));
    assert!(page.get(&page.path).starts_with("HTTP/1.1 200 OK"));
    page.child.kill().unwrap();
    let mut said = String::new();
    page.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(
        said.contains("the address will be another one next time") && said.lines().count() == 1,
        "{said}"
    );
}

/// The browser opens on a terminal only. A program of the test takes its place.
#[cfg(target_os = "linux")]
#[test]
fn the_browser_opens_on_a_terminal() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("page-browser");
    let (browser, opened) = (folder.file("xdg-open"), folder.file("opened"));
    std::fs::write(
        &browser,
        format!("#!/bin/sh\nprintf %s \"$1\" > {opened}.part && mv {opened}.part {opened}\n"),
    )
    .unwrap();
    std::fs::set_permissions(&browser, PermissionsExt::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.0.display(), std::env::var("PATH").unwrap_or_default());
    let program = &*crate::common::program::PROGRAM;
    // Runs the line of a shell for some seconds on a terminal, and returns what it wrote.
    let on_terminal = |line: &str| {
        let line = format!("timeout 5 {program} {line}");
        let mut script = Command::new("script");
        script.args(["-qec", &line, "/dev/null"]).env("PATH", &path).env("DISPLAY", ":0");
        script.output().ok().map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let Some(said) = on_terminal("page 8x8 Q8 --no-open") else { return };
    assert!(said.contains("open this address in a browser; Ctrl-C ends it"), "{said}");
    assert!(!std::path::Path::new(&opened).exists());
    let said = on_terminal("page 8x8 Q8").unwrap();
    let address =
        said.lines().find(|line| line.starts_with("http://127.0.0.1:")).unwrap_or_else(|| panic!("{said}"));
    assert!(said.contains("this address opens in your browser; Ctrl-C ends it"), "{said}");
    assert_eq!(std::fs::read_to_string(&opened).unwrap(), address.trim_end());
    assert!(address.trim_end().ends_with("/#8x8+Q8"), "{address}");
    // Output for a program opens nothing.
    std::fs::remove_file(&opened).unwrap();
    drop(Page::serve_by(armistice(&["page"]).env("PATH", &path).env("DISPLAY", ":0")));
    assert!(!std::path::Path::new(&opened).exists());
}

#[test]
fn links_lead_to_the_published_page() {
    let page = Page::serve(&["--link", "https://example.org/chess/?a=b&c"]);
    let known = "<meta name=\"published\" content=\"https://example.org/chess/?a=b&amp;c\">";
    for name in ["", "index.html"] {
        assert!(page.get(&format!("{}{name}", page.path)).contains(known));
    }
    for address in ["example.org", "https://example.org/#8x8", "javascript:alert(1)", "https://e/\"><script>"]
    {
        let (answer, error, code) = run(&["page", "--link", address]);
        assert!(answer.is_empty() && code == 2, "{address}: {answer}");
        assert!(error.contains("expected the address of a page, without #"), "{error}");
    }
}

#[test]
fn a_port_that_is_taken_is_refused() {
    let page = Page::serve(&[]);
    let port = page.host.rsplit(':').next().unwrap().to_owned();
    assert_put_off(&["page", "--port", &port], "choose another, or 0");
    assert_refused(&["page", "8x8", "X"], "X");
}

/// Without a compiler for WebAssembly, the build of the page names the missing part, and installs nothing
/// without permission.
#[cfg(unix)]
#[test]
fn the_build_of_the_page_installs_nothing_unasked() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("web-build");
    for (name, script) in [
        ("rustc", "case $* in *sysroot*) echo /nowhere;; *) echo rustc 1.0;; esac".to_owned()),
        ("apt-get", format!("echo called >> {}", folder.file("called"))),
    ] {
        let path = folder.file(name);
        std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:{}", folder.0.display(), std::env::var("PATH").unwrap_or_default());
    let mut build = Command::new("bash");
    build.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/web/build")).env("PATH", path);
    build.env("CARGO_TARGET_DIR", folder.file("target")).env_remove("PAGE_PACKAGES");
    let (answer, error, code) = read(&build.output().unwrap());
    assert_eq!((answer.as_str(), code), ("", 77), "{error}");
    assert!(error.contains("rustc 1.0 lacks the target wasm32-unknown-unknown"), "{error}");
    assert!(error.contains("rustup target add wasm32-unknown-unknown, then web/build again"), "{error}");
    assert!(!std::path::Path::new(&folder.file("called")).exists(), "apt-get was called");
}
