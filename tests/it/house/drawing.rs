//! The drawing of the sources in `docs/architecture.svg`: a box for every room, above those that it uses.
//!
//! Rooms are the folders and files of the sources, or whole packages; packages under `crates/` have another
//! colour. Arrows are the uses in the sources, without those that follow from others.
//! `scripts/make-architecture` draws it. The test fails if the drawing lacks a room or an arrow, or has an
//! obsolete one. Numbers of lines change with every commit and are not compared.

use super::graph::{House, ROOTS, circles};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

/// Each room with those that it uses.
type Uses<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

const HEIGHT: f64 = 44.0;
/// The distance from one floor to the next.
const STOREY: f64 = 78.0;
/// The distance between boxes of a floor.
const GAP: f64 = 26.0;
const MARGIN: f64 = 16.0;
/// The distance between a box and its text.
const PADDING: f64 = 12.0;
/// The number of rounds in which boxes move towards their connections. They come to rest much earlier.
const ROUNDS: usize = 60;

/// Returns the room of a file: an outermost folder, or a file next to them. `None` for a file that only
/// re-exports.
fn room(file: &str) -> Option<&str> {
    Some(file.split('/').next()?.trim_end_matches(".rs")).filter(|room| !ROOTS.contains(room))
}

fn uses(house: &House) -> Uses<'_> {
    let mut rooms = Uses::new();
    for (file, used) in house.uses() {
        let Some(user) = room(file) else { continue };
        let used = used.into_iter().filter_map(room).filter(|used| *used != user);
        rooms.entry(user).or_default().extend(used);
    }
    assert_eq!(
        circles(&rooms),
        BTreeSet::new(),
        "rooms that use each other cannot be drawn one above the other"
    );
    rooms
}

/// Returns whether a path leads from one room to another.
fn leads(uses: &Uses<'_>, from: &str, to: &str) -> bool {
    uses[from].iter().any(|next| *next == to || leads(uses, next, to))
}

/// Returns the uses without those that follow from others.
fn reduced<'a>(uses: &Uses<'a>) -> Uses<'a> {
    let is_needed =
        |used: &BTreeSet<&str>, to: &str| !used.iter().any(|other| *other != to && leads(uses, other, to));
    let needed = |used: &BTreeSet<&'a str>| used.iter().copied().filter(|to| is_needed(used, to)).collect();
    uses.iter().map(|(user, used)| (*user, needed(used))).collect()
}

/// Returns the number of floors that a room lies below the highest one: just below the lowest of its users.
fn depth(arrows: &Uses<'_>, room: &str) -> usize {
    let users = arrows.iter().filter(|(_, used)| used.contains(room));
    users.map(|(user, _)| depth(arrows, user) + 1).max().unwrap_or(0)
}

/// The content of a room.
#[derive(Default)]
struct Content<'a> {
    is_core: bool,
    lines: usize,
    folders: BTreeSet<&'a str>,
}

impl Content<'_> {
    /// Returns the number of lines, rounded to hundreds, with a comma before the last three digits.
    fn size(&self) -> String {
        let lines = ((self.lines + 50) / 100).max(1) * 100;
        match lines / 1000 {
            0 => format!("{lines} lines"),
            thousands => format!("{thousands},{:03} lines", lines % 1000),
        }
    }

    fn folders(&self) -> String {
        self.folders.iter().copied().collect::<Vec<_>>().join(", ")
    }
}

fn contents(house: &House) -> BTreeMap<&str, Content<'_>> {
    let mut contents: BTreeMap<&str, Content<'_>> = BTreeMap::new();
    for file in house.files() {
        let Some(room) = room(&file.name) else { continue };
        let content = contents.entry(room).or_default();
        content.is_core = file.is_core;
        content.lines += file.lines;
        let mut inner = file.name.split('/').skip(1);
        content.folders.extend(inner.next().filter(|_| inner.next().is_some()));
    }
    contents
}

/// A box, or the place where a long arrow passes a floor.
#[derive(Clone)]
struct Spot {
    floor: usize,
    width: f64,
    /// The position of its middle.
    x: f64,
    /// The connected spots on the adjacent floors.
    joined: Vec<usize>,
}

/// The positions of all spots.
struct Layout<'a> {
    spots: Vec<Spot>,
    rooms: BTreeMap<&'a str, usize>,
    /// The spots that each arrow goes through, from the user to the used.
    arrows: BTreeMap<(&'a str, &'a str), Vec<usize>>,
}

impl<'a> Layout<'a> {
    fn new(arrows: &Uses<'a>, contents: &BTreeMap<&str, Content<'_>>) -> Self {
        let mut layout = Self { spots: Vec::new(), rooms: BTreeMap::new(), arrows: BTreeMap::new() };
        for room in arrows.keys() {
            let content = &contents[room];
            // A bold letter is about half as wide again as a small one.
            let letters = (3 * room.len() / 2 + content.size().len() + 3).max(content.folders().len());
            let spot = layout.add(depth(arrows, room), 5.8 * letters as f64 + 2.0 * PADDING);
            layout.rooms.insert(*room, spot);
        }
        for (user, used) in arrows {
            for used in used {
                let way = layout.way(layout.rooms[user], layout.rooms[used]);
                layout.arrows.insert((*user, *used), way);
            }
        }
        (0..ROUNDS).for_each(|_| layout.settle());
        layout
    }

    fn add(&mut self, floor: usize, width: f64) -> usize {
        self.spots.push(Spot { floor, width, x: 0.0, joined: Vec::new() });
        self.spots.len() - 1
    }

    /// Returns the spots from one spot to another, with one on each floor between.
    fn way(&mut self, from: usize, to: usize) -> Vec<usize> {
        let between = self.spots[from].floor + 1..self.spots[to].floor;
        let mut way = vec![from];
        way.extend(between.map(|floor| self.add(floor, 0.0)));
        way.push(to);
        for pair in way.windows(2) {
            self.spots[pair[0]].joined.push(pair[1]);
            self.spots[pair[1]].joined.push(pair[0]);
        }
        way
    }

    /// Moves the spots of each floor towards their connections, as far as they have room.
    fn settle(&mut self) {
        for floor in 0..=self.lowest() {
            let wish = |spot: &Spot| {
                let sum: f64 = spot.joined.iter().map(|&other| self.spots[other].x).sum();
                sum / spot.joined.len().max(1) as f64
            };
            let here = (0..self.spots.len()).filter(|&spot| self.spots[spot].floor == floor);
            let mut here: Vec<(f64, usize)> = here.map(|spot| (wish(&self.spots[spot]), spot)).collect();
            here.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let distance = |a: usize, b: usize| (self.spots[a].width + self.spots[b].width) / 2.0 + GAP;
            // Spots are pushed to the right and to the left. Both arrangements have room for all, and so has
            // the middle between them.
            let (mut right, mut left) = (here.clone(), here);
            for place in 1..right.len() {
                let ((before, a), (x, b)) = (right[place - 1], right[place]);
                right[place].0 = x.max(before + distance(a, b));
            }
            for place in (1..left.len()).rev() {
                let ((x, a), (behind, b)) = (left[place - 1], left[place]);
                left[place - 1].0 = x.min(behind - distance(a, b));
            }
            for ((right, spot), (left, _)) in right.into_iter().zip(left) {
                self.spots[spot].x = (right + left) / 2.0;
            }
        }
    }

    fn lowest(&self) -> usize {
        self.spots.iter().map(|spot| spot.floor).max().unwrap_or(0)
    }

    /// Returns the left and the right end.
    fn ends(&self) -> (f64, f64) {
        let left = self.spots.iter().map(|spot| spot.x - spot.width / 2.0).fold(f64::MAX, f64::min);
        let right = self.spots.iter().map(|spot| spot.x + spot.width / 2.0).fold(f64::MIN, f64::max);
        (left, right)
    }

    /// Returns the place where an arrow between a spot and an adjacent floor meets the spot. Arrows are side
    /// by side, in the order of their other ends.
    fn port(&self, spot: usize, other: usize) -> f64 {
        let Spot { floor, x, width, joined } = &self.spots[spot];
        let is_beyond =
            |end: &&usize| (self.spots[**end].floor > *floor) == (self.spots[other].floor > *floor);
        let ends: Vec<usize> = joined.iter().filter(is_beyond).copied().collect();
        let is_before = |end: &&usize| (self.spots[**end].x, **end) < (self.spots[other].x, other);
        let place = ends.iter().filter(is_before).count() as f64;
        x + (place + 1.0 - (ends.len() + 1) as f64 / 2.0) * (width / (ends.len() + 1) as f64).min(30.0)
    }

    fn path(&self, way: &[usize]) -> String {
        let mut path = String::new();
        for pair in way.windows(2) {
            let [from, to] = [self.port(pair[0], pair[1]), self.port(pair[1], pair[0])];
            let top = STOREY * self.spots[pair[0]].floor as f64 + HEIGHT;
            let (bottom, middle) = (top + STOREY - HEIGHT, top + (STOREY - HEIGHT) / 2.0);
            let start = if path.is_empty() { 'M' } else { 'L' };
            let _ =
                write!(path, "{start}{from:.0} {top} C{from:.0} {middle} {to:.0} {middle} {to:.0} {bottom}");
        }
        path
    }
}

const STYLE: &str = "text{font-family:sans-serif;font-size:11px;fill:#555}.name{font-weight:bold;font-size:14px;fill:#222}\
    .lines{text-anchor:end}rect{fill:#e6ecf4;stroke:#5f7590}.core{fill:#f4ecd8;stroke:#8a7650}.page{fill:#fff;stroke:none}\
    .arrow{fill:none;stroke:#666;stroke-width:1.2;marker-end:url(#head)}";

/// Returns the box of a room: its name, its number of lines, and its folders.
fn drawn_box(room: &str, content: &Content<'_>, spot: &Spot) -> String {
    let (left, right, top) =
        (spot.x - spot.width / 2.0, spot.x + spot.width / 2.0, STOREY * spot.floor as f64);
    let (size, folders) = (content.size(), content.folders());
    let class = if content.is_core { " class=\"core\"" } else { "" };
    let line = top + if folders.is_empty() { 27.0 } else { 19.0 };
    format!(
        "<g id=\"{room}\"><rect{class} x=\"{left:.0}\" y=\"{top}\" width=\"{:.0}\" height=\"{HEIGHT}\" rx=\"5\"/>\
         <text class=\"name\" x=\"{:.0}\" y=\"{line}\">{room}</text>\
         <text class=\"lines\" x=\"{:.0}\" y=\"{line}\">{size}</text>\
         <text class=\"folders\" x=\"{:.0}\" y=\"{}\">{folders}</text></g>\n",
        spot.width,
        left + PADDING,
        right - PADDING,
        left + PADDING,
        line + 17.0,
    )
}

fn drawn(house: &House) -> String {
    let (arrows, contents) = (reduced(&uses(house)), contents(house));
    let layout = Layout::new(&arrows, &contents);
    let (left, right) = layout.ends();
    let (left, width) = (left - MARGIN, right - left + 2.0 * MARGIN);
    let height = STOREY * layout.lowest() as f64 + HEIGHT + 2.0 * MARGIN;
    let view = format!("{left:.0} {} {width:.0} {height}", -MARGIN);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{view}\" width=\"{width:.0}\" height=\"{height}\">\n\
         <title>The modules, each above those that it uses</title>\n<style>{STYLE}</style>\n\
         <marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\">\
         <path d=\"M0 0 8 4 0 8z\" fill=\"#666\"/></marker>\n\
         <rect class=\"page\" x=\"{left:.0}\" y=\"{}\" width=\"{width:.0}\" height=\"{height}\"/>\n",
        -MARGIN
    );
    for ((user, used), way) in &layout.arrows {
        let _ = writeln!(text, "<path id=\"{user}-{used}\" class=\"arrow\" d=\"{}\"/>", layout.path(way));
    }
    for (room, spot) in &layout.rooms {
        text += &drawn_box(room, &contents[room], &layout.spots[*spot]);
    }
    text + "</svg>\n"
}

/// Returns the rooms and arrows of a drawing.
fn names(drawing: &str) -> BTreeSet<&str> {
    drawing.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// `ARMISTICE_DRAW=1` draws it again.
#[test]
fn the_drawing_shows_the_house() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/architecture.svg");
    let drawing = drawn(&House::read());
    if std::env::var_os("ARMISTICE_DRAW").is_some() {
        std::fs::write(&path, &drawing).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap();
    assert_eq!(names(&kept), names(&drawing), "the house has changed: run scripts/make-architecture");
}

#[test]
fn what_follows_is_left_out() {
    let uses = Uses::from([
        ("roof", BTreeSet::from(["floor", "wall", "ground"])),
        ("wall", BTreeSet::from(["floor", "ground"])),
        ("floor", BTreeSet::from(["ground"])),
        ("ground", BTreeSet::new()),
    ]);
    let arrows = reduced(&uses);
    let shown: Vec<_> =
        arrows.iter().flat_map(|(user, used)| used.iter().map(move |used| (*user, *used))).collect();
    assert_eq!(shown, [("floor", "ground"), ("roof", "wall"), ("wall", "floor")]);
    assert_eq!(["roof", "wall", "floor", "ground"].map(|room| depth(&arrows, room)), [0, 1, 2, 3]);
}
