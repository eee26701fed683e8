//! Boards on sheets of paper: as large as they fit, with a heading on each page.
//!
//! Units are tenths of a millimetre. All boards of a set have the same size, so that a square is in the same
//! place on every page. The legend of kinds is at the foot of the set's first page.

use super::glyphs::{self, Anchor};
use super::{Look, Picture, Theme, board, definitions, escape, legend, numbers, sheet};
use armistice_base::named;
use std::fmt::Write;

named! {
    /// The paper that is printed on.
    #[derive(Default)]
    pub enum Paper {
        /// 210 mm x 297 mm.
        #[default]
        A4 = "a4",
        /// 8.5 in x 11 in.
        Letter = "letter",
    }
}

impl Paper {
    /// Returns the width and the height of the paper.
    fn size(self) -> (f64, f64) {
        match self {
            Self::A4 => (2100.0, 2970.0),
            Self::Letter => (2159.0, 2794.0),
        }
    }
}

/// The margin at the edges of a sheet.
const MARGIN: f64 = 150.0;
/// The room between boards.
const GAP: f64 = 70.0;
/// The room for the number of a board.
const CAPTION: f64 = 50.0;
/// The largest scale: no square is larger than a coin.
const MAX_SCALE: f64 = 170.0 / 45.0;
/// The scale of the glyphs of titles, compared with those of coordinates, which are 10 units high.
const TITLE: f64 = 4.6;
/// The scale of the glyphs of all other texts.
const TEXT: f64 = 3.1;

/// The heading above the boards of a page.
#[derive(Debug, Clone, Default)]
pub struct PageHead {
    /// The title.
    pub title: String,
    /// A line below the title; none if it is empty.
    pub line: String,
    /// Whether there is a line for a name.
    pub has_name: bool,
}

/// Boards that belong together: they begin a page.
#[derive(Debug, Clone)]
pub struct PageSet {
    /// The heading above them.
    pub head: PageHead,
    /// The boards.
    pub pictures: Vec<Picture>,
    /// The most boards on a page.
    pub most: usize,
}

/// Pages with boards.
pub struct Pages {
    title: String,
    definitions: String,
    /// The content of each page, without the element around it.
    bodies: Vec<String>,
    size: (f64, f64),
    look: Look,
}

/// The most boards of a gallery on a page.
const MAX_IN_GALLERY: usize = 20;

/// Returns a gallery on sheets of paper, with a line below its title.
#[must_use]
pub fn gallery_pages(pictures: Vec<Picture>, title: &str, line: &str, paper: Paper, look: &Look) -> Pages {
    let head = PageHead { title: title.to_owned(), line: line.to_owned(), has_name: false };
    // Coordinates would be too small to read, as in other galleries. Boards are as large as they fit.
    let look = Look { coordinates: false, size: None, ..*look };
    pages(&[PageSet { head, pictures, most: MAX_IN_GALLERY }], title, paper, &look)
}

/// Lays out sets of boards as pages.
#[must_use]
pub fn pages(sets: &[PageSet], title: &str, paper: Paper, look: &Look) -> Pages {
    let all: Vec<Picture> = sets.iter().flat_map(|set| set.pictures.iter().cloned()).collect();
    let size = paper.size();
    let bodies = sets.iter().flat_map(|set| of_set(set, size, look)).collect();
    Pages { title: title.to_owned(), definitions: definitions(&all), bodies, size, look: *look }
}

impl Pages {
    /// Returns each page as a picture of its own.
    #[must_use]
    pub fn page_pictures(&self) -> Vec<String> {
        self.bodies.iter().map(|body| self.picture(body, self.size)).collect()
    }

    /// Returns all pages as one picture, one below the other.
    #[must_use]
    pub fn single_picture(&self) -> String {
        let height = self.size.1;
        let below = |(place, body): (usize, &String)| {
            format!(
                "<g transform=\"translate(0 {})\">\n{body}</g>\n",
                numbers::shorten(place as f64 * height)
            )
        };
        let bodies: String = self.bodies.iter().enumerate().map(below).collect();
        self.picture(&bodies, (self.size.0, height * self.bodies.len() as f64))
    }

    fn picture(&self, body: &str, size: (f64, f64)) -> String {
        let title = escape(&self.title);
        let [width, height] = [size.0, size.1].map(numbers::shorten);
        let [wide, high] = [size.0 / 10.0, size.1 / 10.0].map(numbers::shorten);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}mm\" height=\"{high}mm\" viewBox=\"0 0 {width} {height}\" \
             role=\"img\">\n<title>{title}</title>\n<style>{}</style>\n{}{}{body}</svg>\n",
            self.look.style(),
            self.look.ground(size),
            self.definitions,
        )
    }

    /// Returns all pages for a browser, which prints each page on a separate sheet.
    #[must_use]
    pub fn html(&self) -> String {
        let [width, height] = [self.size.0, self.size.1].map(numbers::shorten);
        let [wide, high] = [self.size.0 / 10.0, self.size.1 / 10.0].map(numbers::shorten);
        let (scheme, ground) = match self.look.theme {
            Theme::Auto => ("light dark", "canvas"),
            Theme::Light | Theme::Print => ("light", "#fff"),
            Theme::Dark => ("dark", "#17191c"),
        };
        let title = escape(&self.title);
        let mut html = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{title}</title>\n\
             <style>:root{{color-scheme:{scheme}}}body{{margin:0;background:{ground}}}\
             .sheet{{display:block;width:100%;max-width:{wide}mm;height:auto;margin:1em auto;outline:1px solid #8884}}\
             .shapes{{position:absolute;width:0;height:0}}\
             @page{{size:{wide}mm {high}mm;margin:0}}\
             @media print{{.sheet{{width:{wide}mm;height:{high}mm;margin:0;outline:none;break-after:page}}\
             .sheet:last-child{{break-after:auto}}}}{}</style>\n</head>\n<body>\n\
             <svg class=\"shapes\" aria-hidden=\"true\">{}</svg>\n",
            self.look.style(),
            self.definitions,
        );
        for (place, body) in self.bodies.iter().enumerate() {
            let _ = writeln!(
                html,
                "<svg class=\"sheet\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{title}, page {}</title>\n{body}</svg>",
                place + 1
            );
        }
        html + "</body>\n</html>\n"
    }
}

/// The positions of the boards of a page.
struct Grid {
    columns: usize,
    rows: usize,
    scale: f64,
    /// The width and the height of the drawing of the largest board, before it is scaled.
    most: (f64, f64),
}

impl Grid {
    /// Returns the grid for `number` boards in which they are largest.
    fn new(number: usize, most: (f64, f64), (width, height): (f64, f64)) -> Self {
        let of = |columns: usize| {
            let rows = number.div_ceil(columns);
            let wide = (width + GAP) / columns as f64 - GAP;
            let high = (height + GAP) / rows as f64 - GAP - CAPTION;
            let scale = (wide / most.0).min(high / most.1).min(MAX_SCALE);
            Self { columns, rows, scale, most }
        };
        let grids = (1..=number.max(1)).map(of);
        let larger = |best: Self, grid: Self| if grid.scale > best.scale { grid } else { best };
        grids.reduce(larger).unwrap_or_else(|| of(1))
    }
}

fn of_set(set: &PageSet, (width, height): (f64, f64), look: &Look) -> Vec<String> {
    let within = width - 2.0 * MARGIN;
    let (heading, top) = heading(&set.head, within);
    let entries = legend::of_all(set.pictures.iter().map(|picture| &picture.legend[..]));
    let (legend, legend_high) = legend::draw(&entries, within / TEXT);
    let legend_high = legend_high * TEXT;
    let most = set.pictures.iter().map(|picture| board::Frame::from_board(&picture.board, look).size());
    let most = most.fold((1.0f64, 1.0f64), |most, size| (most.0.max(size.0), most.1.max(size.1)));
    let number = set.pictures.len().min(set.most).max(1);
    let grid = Grid::new(number, most, (within, height - MARGIN - top - legend_high));
    let chunks = set.pictures.chunks(number).enumerate();
    let page = |(place, pictures): (usize, &[Picture])| {
        let mut body = heading.clone();
        let cell = (
            (within + GAP) / grid.columns as f64,
            (height - MARGIN - top - legend_high + GAP) / grid.rows as f64,
        );
        for (at, picture) in pictures.iter().enumerate() {
            // A board is in the middle of its column, and at the top of its row unless that is far too high.
            let x = MARGIN
                + (at % grid.columns) as f64 * cell.0
                + (cell.0 - GAP - grid.scale * grid.most.0) / 2.0;
            let row = cell.1.min(grid.scale * grid.most.1 + CAPTION + 2.0 * GAP);
            let y = top + (at / grid.columns) as f64 * row;
            body += &draw_numbered(picture, (x, y), grid.scale, look);
        }
        if place == 0 && !legend.is_empty() {
            let [x, y, scale] =
                [MARGIN, height - MARGIN - legend_high + GAP / 2.0, TEXT].map(numbers::shorten);
            let _ = writeln!(body, "<g transform=\"translate({x} {y}) scale({scale})\">\n{legend}</g>");
        }
        body
    };
    chunks.map(page).collect()
}

/// Draws a board with its number at a place of the page.
fn draw_numbered(picture: &Picture, (x, y): (f64, f64), scale: f64, look: &Look) -> String {
    let frame = board::Frame::from_board(&picture.board, look);
    let [left, top, factor] = [x, y, scale].map(numbers::shorten);
    let mut svg = format!(
        "<g transform=\"translate({left} {top}) scale({factor})\">\n<title>{}</title>\n",
        escape(&picture.title)
    );
    if look.coordinates {
        svg += &board::coordinates(&picture.board, &frame);
    }
    let [left, edge] = [frame.left, frame.edge].map(numbers::shorten);
    let _ = writeln!(svg, "<g transform=\"translate({left} {edge})\">\n{}</g>\n</g>", board::draw(picture));
    let (width, height) = frame.size();
    let under = (x + scale * width / 2.0, y + scale * height + CAPTION - 8.0);
    svg + &line(&sheet::caption(picture), Anchor::Middle, under, TEXT)
}

fn line(text: &str, anchor: Anchor, place: (f64, f64), scale: f64) -> String {
    if text.is_empty() {
        return String::new();
    }
    format!("<g class=\"name\" aria-hidden=\"true\">{}</g>\n", glyphs::text(text, anchor, place, scale))
}

/// Draws the lines above the boards, and returns the position where boards begin.
fn heading(head: &PageHead, within: f64) -> (String, f64) {
    let mut svg = String::new();
    let mut y = MARGIN;
    if head.has_name {
        y += 10.0 * TEXT;
        svg += &line("Name", Anchor::Start, (MARGIN, y), TEXT);
        let (from, to) = (MARGIN + glyphs::width("Name") * TEXT + 25.0, MARGIN + within);
        let [from, to, at] = [from, to, y + 6.0].map(numbers::shorten);
        let _ = writeln!(svg, "<path class=\"name\" style=\"stroke-width:3\" d=\"M{from} {at}H{to}\"/>");
        y += 70.0;
    }
    for (text, most) in [(&head.title, TITLE), (&head.line, TEXT)] {
        if text.is_empty() {
            continue;
        }
        // A long problem is written in smaller letters.
        let scale = most.min(within / glyphs::width(text).max(1.0));
        y += 10.0 * scale;
        svg += &line(text, Anchor::Start, (MARGIN, y), scale);
        y += 30.0;
    }
    (svg, y + 40.0)
}
