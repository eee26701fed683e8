//! Many boards on one page of HTML, which needs no other file.

use super::{Picture, board, definitions, escaped, legend, numbers, sheet, style};
use std::fmt::Write;

const STYLE: &str = "\
    :root{color-scheme:light dark}\
    body{font:16px/1.4 system-ui,sans-serif;margin:2em auto;max-width:80em;padding:0 1em}\
    h1{font-size:1.4em;font-weight:600}\
    main{display:grid;grid-template-columns:repeat(auto-fill,minmax(9em,1fr));gap:1.2em}\
    figure{margin:0;text-align:center}\
    figure>svg{width:100%;height:auto;display:block}\
    figcaption{font-size:.85em;opacity:.75;padding-top:.3em}\
    .legend{display:flex;flex-wrap:wrap;gap:.3em 1.2em}\
    .legend>span{display:inline-flex;align-items:center;gap:.3em}\
    .legend svg{width:1.6em;height:1.6em}\
    .shapes{position:absolute;width:0;height:0}";

/// A page with each board small and its number under it; `note` stands under the title.
#[must_use]
pub fn page(pictures: &[Picture], title: &str, note: &str) -> String {
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{title}</title>\n\
         <style>{STYLE}{}</style>\n</head>\n<body>\n<svg class=\"shapes\" aria-hidden=\"true\">{}</svg>\n\
         <h1>{title}</h1>\n<p>{}</p>\n{}<main>\n",
        style::STYLE,
        definitions(pictures),
        escaped(note),
        legend::html(&legend::of_all(pictures.iter().map(|picture| &picture.legend[..]))),
        title = escaped(title),
    );
    for picture in pictures {
        let (width, height) = board::size(&picture.board);
        let (width, height) = (numbers::short(width), numbers::short(height));
        let _ = writeln!(
            html,
            "<figure>\n<svg viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{}</title>\n{}</svg>\n\
             <figcaption>{}</figcaption>\n</figure>",
            escaped(&picture.title),
            board::draw(picture),
            escaped(&sheet::caption(picture))
        );
    }
    html + "</main>\n</body>\n</html>\n"
}
