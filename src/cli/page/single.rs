//! The page as one file, which a browser opens without a server.

use super::base64;
use super::files::{self, File};
use crate::cli::args::PublicAddress;
use miniz_oxide::deflate::compress_to_vec_zlib;
use serde_json::{Map, Value, json};

/// The file that takes the library from the page instead of a server.
const LIBRARY: File = File { name: "library.js", content: include_str!("library.js") };

/// What modules have before the names of other modules, instead of `./`. Modules that stand in an address have no folder.
const PREFIX: &str = "armistice/";

/// The compression level, at most 10.
const COMPRESSION: u8 = 9;

/// Returns the page with all its files in it.
pub(super) fn page(library: &[u8], link: Option<&PublicAddress>) -> String {
    let icon = in_address("image/svg+xml", content_of("icon.svg"));
    let packed = base64::encode(&compress_to_vec_zlib(library, COMPRESSION));
    let parts = format!(
        "<script type=\"text/plain\" id=\"worker\">\n{}</script>\n<script type=\"text/plain\" id=\"library\">{packed}</script>\n</body>",
        content_of("worker.js")
    );
    let code = format!(
        "<script type=\"importmap\">{}</script>\n<script type=\"module\">import \"{PREFIX}main.js\";</script>",
        json!({ "imports": modules() })
    );
    let style = format!("<style>\n{}</style>", content_of("style.css"));
    [
        ("\"icon.svg\"", format!("\"{icon}\"").as_str()),
        ("<link rel=\"stylesheet\" href=\"style.css\">", &style),
        ("<script type=\"module\" src=\"main.js\"></script>", &code),
        ("</body>", &parts),
    ]
    .into_iter()
    .fold(without_notice(&files::index(link)), |page, (from, to)| page.replace(from, to))
}

/// Removes what the page says if it is opened as a file and has other files.
fn without_notice(page: &str) -> String {
    let lines = page.lines().filter(|line| !line.contains("\"no-server\""));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Returns the modules with their addresses, which contain them.
fn modules() -> Map<String, Value> {
    let all = files::of_static_page().filter(|file| file.name.ends_with(".js"));
    let all = all.filter(|file| !["worker.js", "offline.js"].contains(&file.name));
    all.map(|file| if file.name == LIBRARY.name { &LIBRARY } else { file })
        .map(|file| {
            let code = file.content.replace("\"./", &format!("\"{PREFIX}"));
            (format!("{PREFIX}{}", file.name), in_address("text/javascript", &code).into())
        })
        .collect()
}

/// Returns an address that contains a text.
fn in_address(media_type: &str, text: &str) -> String {
    format!("data:{media_type};base64,{}", base64::encode(text.as_bytes()))
}

fn content_of(name: &str) -> &'static str {
    files::of_static_page().find(|file| file.name == name).map_or("", |file| file.content)
}
