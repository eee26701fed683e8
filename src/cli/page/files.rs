//! The files of the page, which are part of the program.

use crate::cli::args::PublicAddress;
use std::fmt::Write;

/// A file with its name.
pub(super) struct File {
    pub(super) name: &'static str,
    pub(super) content: &'static str,
}

/// The media type of pages.
pub(super) const HTML: &str = "text/html; charset=utf-8";

macro_rules! files {
    ($($name:literal)+) => {
        &[$(File { name: $name, content: include_str!(concat!("../../../web/page/", $name)) }),+]
    };
}

/// The files that the page shares with the static page, which uses WebAssembly.
const FILES: &[File] = files!(
    "index.html" "style.css" "icon.svg" "main.js" "address.js" "answers.js" "board.js" "chart.js" "copy.js" "desk.js"
    "extremes.js" "finding.js" "formula.js" "gallery.js" "heat.js" "help.js" "hints.js" "kinds.js" "mathml.js" "overlay.js"
    "placements.js" "problem.js" "puzzle.js" "same.js" "search.js" "sheet.js" "size.js" "table.js" "terms.js" "theme.js" "tray.js"
    "views.js" "words.js" "work.js"
);

/// The files that only the static page has, without the library.
const STATIC: &[File] = files!("engine.js" "library.js" "worker.js" "offline.js");

/// The file that asks this program instead of a worker.
const ENGINE: File = File { name: "engine.js", content: include_str!("engine.js") };

/// Returns the files of the static page, without the library. The index is the first one.
pub(super) fn of_static_page() -> impl Iterator<Item = &'static File> {
    FILES.iter().chain(STATIC)
}

/// Returns the index with the address of the published page, if there is one.
pub(super) fn index(link: Option<&PublicAddress>) -> String {
    const UNKNOWN: &str = "<meta name=\"published\" content=\"\">";
    let page = FILES[0].content;
    match link {
        Some(PublicAddress(address)) => {
            let known = format!("<meta name=\"published\" content=\"{}\">", address.replace('&', "&amp;"));
            page.replace(UNKNOWN, &known)
        }
        None => page.to_owned(),
    }
}

/// Returns the file of this name; `None` if there is none.
pub(super) fn find(name: &str) -> Option<&'static File> {
    FILES.iter().chain([&ENGINE]).find(|file| file.name == name)
}

impl File {
    pub(super) fn media_type(&self) -> &'static str {
        match self.name.rsplit('.').next() {
            Some("html") => HTML,
            Some("css") => "text/css; charset=utf-8",
            Some("svg") => "image/svg+xml",
            _ => "text/javascript; charset=utf-8",
        }
    }
}

/// Encodes a text as the fragment (behind `#`) of an address. A blank becomes `+`.
pub(super) fn fragment(text: &str) -> String {
    let mut fragment = String::new();
    for byte in text.bytes() {
        match byte {
            b' ' => fragment.push('+'),
            b'+' | b'%' | b'#' | b'"' | b'<' | b'>' | b'`' | b'{' | b'}' | ..=b'\x1f' | b'\x7f'.. => {
                let _ = write!(fragment, "%{byte:02X}");
            }
            byte => fragment.push(char::from(byte)),
        }
    }
    fragment
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_that_the_page_asks_for_is_there() {
        for file in FILES {
            let asked = file.content.split('"').filter_map(|part| part.strip_prefix("./"));
            for name in asked.filter(|name| name.ends_with(".js")) {
                assert!(find(name).is_some(), "{} asks for {name}", file.name);
            }
        }
        assert!(index(None).contains("<meta name=\"published\" content=\"\">"));
        assert!(find("offline.js").is_none() && find("../Cargo.toml").is_none());
    }

    #[test]
    fn problems_stand_in_addresses() {
        assert_eq!(fragment("8x8/torus-c3 Q8@a1"), "8x8/torus-c3+Q8@a1");
        assert_eq!(fragment("5x5 X=K+N \u{e9}"), "5x5+X=K%2BN+%C3%A9");
    }
}
