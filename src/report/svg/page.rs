//! Many boards on one page of HTML that needs no other file.

use super::{Look, Picture, Theme, board, definitions, escape, legend, numbers};
use std::fmt::Write;

const LIGHT: &str = "--ground:#fbf9f5;--ink:#22262b;--quiet:#6d655c;--line:#e2d9cb";
const DARK: &str = "--ground:#17191c;--ink:#e8e2d8;--quiet:#a59c92;--line:#383c42";
const STYLE: &str = "\
    body{font:16px/1.45 system-ui,sans-serif;margin:0 auto;max-width:80em;padding:1.5em 1.2em 3em;\
    background:var(--ground);color:var(--ink)}\
    header{border-bottom:1px solid var(--line);margin-bottom:1.6em;padding-bottom:.8em}\
    h1{font-size:1.7em;font-weight:650;letter-spacing:-.01em;line-height:1.2;margin:0}\
    header p{color:var(--quiet);margin:.35em 0 0}\
    figure{margin:0;text-align:center;break-inside:avoid}\
    figure>svg{width:100%;height:auto;display:block}\
    figcaption{font-size:.85em;color:var(--quiet);padding-top:.4em}\
    .legend{display:flex;flex-wrap:wrap;gap:.3em 1.2em}\
    .legend>span{display:inline-flex;align-items:center;gap:.3em}\
    .legend svg{width:1.6em;height:1.6em}\
    .shapes{position:absolute;width:0;height:0}\
    @media print{body{max-width:none;padding:0;background:none;color:#000}header p,figcaption{color:#000}}";

/// Returns the variables of a theme.
fn variables(theme: Theme) -> String {
    match theme {
        Theme::Auto => format!(
            ":root{{color-scheme:light dark;{LIGHT}}}@media(prefers-color-scheme:dark){{:root{{{DARK}}}}}"
        ),
        Theme::Light => format!(":root{{color-scheme:light;{LIGHT}}}"),
        Theme::Dark => format!(":root{{color-scheme:dark;{DARK}}}"),
        Theme::Print => {
            ":root{color-scheme:light;--ground:#fff;--ink:#000;--quiet:#333;--line:#999}".to_owned()
        }
    }
}

/// Returns a page with each board small and its number under it. `note` is under the title.
#[must_use]
pub fn page(pictures: &[Picture], title: &str, note: &str, look: &Look) -> String {
    let width = look.size.map_or("9em".to_owned(), |size| size.to_string());
    // The boards have the requested width, or the width that fills the row.
    let column = if look.size.is_some() { width } else { format!("minmax({width},1fr)") };
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{title}</title>\n\
         <style>{}main{{display:grid;grid-template-columns:repeat(auto-fill,{column});gap:1.4em}}{STYLE}{}</style>\n</head>\n\
         <body>\n<svg class=\"shapes\" aria-hidden=\"true\">{}</svg>\n<header>\n<h1>{title}</h1>\n",
        variables(look.theme),
        look.style(),
        definitions(pictures),
        title = escape(title),
    );
    if !note.is_empty() {
        let _ = writeln!(html, "<p>{}</p>", escape(note));
    }
    html += &legend::html(&legend::of_all(pictures.iter().map(|picture| &picture.legend[..])));
    html += "</header>\n<main>\n";
    for picture in pictures {
        let (width, height) = board::size(&picture.board);
        let (width, height) = (numbers::shorten(width), numbers::shorten(height));
        let _ = writeln!(
            html,
            "<figure>\n<svg viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{}</title>\n{}</svg>\n\
             <figcaption>{}</figcaption>\n</figure>",
            escape(&picture.title),
            board::draw(picture),
            escape(&caption(picture))
        );
    }
    html + "</main>\n</body>\n</html>\n"
}

/// Returns the caption under a board: `No. 3 · stands for 8`.
fn caption(picture: &Picture) -> String {
    let name = picture.name.clone();
    let number = picture.number.map(|number| format!("No. {number}"));
    let class = picture.class_size.map(|size| match size {
        1 => "stands alone".to_owned(),
        size => format!("stands for {size}"),
    });
    name.into_iter().chain(number).chain(class).collect::<Vec<_>>().join(" · ")
}
