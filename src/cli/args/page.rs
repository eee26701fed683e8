//! Arguments of `armistice page`.

use super::question::{LimitArguments, OUTPUT};
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;

/// Serve the page: a board in the browser, with this machine's engines behind it.
///
/// This program counts for the page, on all cores. Only this machine can reach the page, at the address that is printed;
/// Ctrl-C ends it. On a terminal the page opens in your browser.
///
/// With -o or --single it writes a page for other people, who need nothing but a browser. That page counts by itself, with the
/// library as WebAssembly. Archives of releases contain it beside this program (armistice.wasm). In the sources, `web/build`
/// makes it.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:
  armistice page 8x8 Q8
  armistice page --single board.html",
    after_long_help = "Examples:
  # Opens in your browser
  armistice page
  armistice page 8x8 Q8 --port 8000
  # A folder for any web server, and one file to send
  armistice page -o site
  armistice page --single board.html"
)]
pub(in crate::cli) struct PageArguments {
    /// The problem to begin with
    #[arg(value_name = "PROBLEM", conflicts_with_all = ["output", "single"])]
    pub(in crate::cli) problem: Vec<OsString>,

    /// The port; 0 for a free one and a new address
    #[arg(long, default_value_t = 0, conflicts_with_all = ["output", "single"])]
    pub(in crate::cli) port: u16,

    /// Do not open the browser
    #[arg(long, hide_short_help = true, conflicts_with_all = ["output", "single"])]
    pub(in crate::cli) no_open: bool,

    /// Links that are copied from the page lead to this address of a published page
    #[arg(long, value_name = "URL", hide_short_help = true, conflicts_with = "output")]
    pub(in crate::cli) link: Option<PublicAddress>,

    #[command(flatten)]
    pub(in crate::cli) limits: LimitArguments,

    /// Write the page into this folder, for any web server
    #[arg(short, long, value_name = "DIR", help_heading = OUTPUT, conflicts_with_all = ["single", "threads", "memory"])]
    pub(in crate::cli) output: Option<PathBuf>,

    /// Write the page as one file, which needs no server
    #[arg(long, value_name = "FILE", help_heading = OUTPUT, conflicts_with_all = ["threads", "memory"])]
    pub(in crate::cli) single: Option<PathBuf>,

    /// The library as WebAssembly, for -o and --single [default: armistice.wasm beside this program, or what web/build made]
    #[arg(long, value_name = "FILE", help_heading = OUTPUT, hide_short_help = true)]
    pub(in crate::cli) wasm: Option<PathBuf>,
}

/// The address of a page on a web server, without a part behind `#`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) struct PublicAddress(pub(in crate::cli) String);

impl FromStr for PublicAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let is_address = |c: char| c.is_ascii_graphic() && !"\"'<>\\^`{|}#".contains(c);
        match rest {
            Some(rest) if !rest.is_empty() && rest.chars().all(is_address) => Ok(Self(text.to_owned())),
            _ => Err("expected the address of a page, without #, like https://example.org/chess/"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_pages_are_told_from_other_texts() {
        for text in ["https://example.org/", "http://example.org:8000/a/b.html?c=d&e"] {
            assert_eq!(text.parse(), Ok(PublicAddress(text.to_owned())));
        }
        for text in [
            "",
            "https://",
            "example.org",
            "javascript:1",
            "https://a/#8x8",
            "https://a/\"",
            "https://\u{e9}",
            "https://a b",
        ] {
            assert!(text.parse::<PublicAddress>().is_err(), "{text}");
        }
    }
}
