//! Boards, defined independently: squares are four numbers, a step adds a leap to them, and maps are
//! matrices.
//!
//! This file uses nothing of the library, but only the definitions of lattices, seams and shapes in the
//! documents.

use crate::common::Random;
use std::collections::{BTreeMap, BTreeSet};

/// The rank, the file, the layer and the block of a square, from 0.
pub type Place = [i32; 4];

/// The displacement of a piece, along the same axes.
pub type Leap = [i32; 4];

/// The images of a step along each axis.
pub type Matrix = [Leap; 4];

pub const IDENTITY: Matrix = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lattice {
    Squares,
    Hexagons,
    /// Squares in layers, with this number of axes.
    Layers(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Seam {
    Edge,
    Joined,
    Twisted,
}

#[derive(Debug, Clone)]
pub struct Board {
    pub text: String,
    pub lattice: Lattice,
    sizes: Place,
    /// The seams of the top with the bottom, and of the left with the right.
    seams: (Seam, Seam),
    /// All squares of the shape, including holes.
    shape: BTreeSet<Place>,
    /// The squares that are not holes, a1, b1, … first.
    pub open: Vec<Place>,
    number: BTreeMap<Place, usize>,
}

/// A map of the board: the image of each open square, and the map of leaps.
#[derive(Debug, Clone)]
pub struct BoardMap {
    pub matrix: Matrix,
    pub images: Vec<usize>,
}

pub fn apply(matrix: &Matrix, leap: Leap) -> Leap {
    let mut image = [0; 4];
    for (along, toward) in leap.iter().zip(matrix) {
        for (sum, part) in image.iter_mut().zip(toward) {
            *sum += along * part;
        }
    }
    image
}

/// Returns whether a matrix is a rotation without a reflection.
///
/// Its determinant follows from the parity of a permutation and its signs, or is computed by hand.
pub fn is_turn(lattice: Lattice, matrix: &Matrix) -> bool {
    if lattice == Lattice::Layers(3) || lattice == Lattice::Layers(4) {
        let at: Vec<usize> = matrix.iter().map(|row| row.iter().position(|&a| a != 0).unwrap()).collect();
        let inversions = (0..4).flat_map(|i| (i + 1..4).map(move |j| (i, j))).filter(|&(i, j)| at[i] > at[j]);
        let minus = matrix.iter().flatten().filter(|&&part| part < 0).count();
        return (inversions.count() + minus).is_multiple_of(2);
    }
    matrix[0][0] * matrix[1][1] - matrix[0][1] * matrix[1][0] > 0
}

impl Lattice {
    /// Returns all rotations and reflections that fix a square.
    pub fn matrices(self) -> Vec<Matrix> {
        let flat = |rank: (i32, i32), file: (i32, i32)| {
            [[rank.0, rank.1, 0, 0], [file.0, file.1, 0, 0], IDENTITY[2], IDENTITY[3]]
        };
        match self {
            Self::Hexagons => {
                // The six directions in order round the square. The two axes are neighbours among them.
                let around = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
                let turned = |at: usize| {
                    [flat(around[at], around[(at + 1) % 6]), flat(around[(at + 1) % 6], around[at])]
                };
                (0..6).flat_map(turned).collect()
            }
            Self::Squares => signed_permutations(2),
            Self::Layers(axes) => signed_permutations(axes),
        }
    }

    /// Returns all images of a leap under rotations and reflections.
    pub fn class(self, leap: Leap) -> BTreeSet<Leap> {
        self.matrices().iter().map(|matrix| apply(matrix, leap)).collect()
    }

    pub fn axes(self) -> usize {
        if let Self::Layers(axes) = self { axes } else { 2 }
    }
}

fn signed_permutations(axes: usize) -> Vec<Matrix> {
    let mut found = vec![(Vec::<usize>::new(), Vec::<i32>::new())];
    for _ in 0..axes {
        let longer = |(order, signs): &(Vec<usize>, Vec<i32>)| {
            let free: Vec<usize> = (0..axes).filter(|axis| !order.contains(axis)).collect();
            let (order, signs) = (order.clone(), signs.clone());
            let with = move |axis: usize| {
                let (order, signs) = (order.clone(), signs.clone());
                [1, -1].map(|sign| ([&order[..], &[axis]].concat(), [&signs[..], &[sign]].concat()))
            };
            free.into_iter().flat_map(with).collect::<Vec<_>>()
        };
        found = found.iter().flat_map(longer).collect();
    }
    let matrix = |(order, signs): &(Vec<usize>, Vec<i32>)| {
        let mut matrix = IDENTITY;
        for axis in 0..axes {
            matrix[axis] = [0; 4];
            matrix[axis][order[axis]] = signs[axis];
        }
        matrix
    };
    found.iter().map(matrix).collect()
}

/// All boards, by the feature that draws them.
pub const BOARDS: &[&str] = &[
    "plane",
    "cylinder",
    "roll",
    "torus",
    "moebius",
    "klein",
    "projective",
    "hexagon",
    "triangle",
    "layers",
    "blocks",
    "staircase",
    "quarter",
    "diamond",
    "cross",
    "ring",
    "drawn",
];

/// The boards that are never long: their sides are equal, or the oracle would have too much to do.
pub const NEVER_LONG: &[&str] =
    &["hexagon", "triangle", "blocks", "staircase", "quarter", "diamond", "cross", "ring"];

fn places_of_all(board: &Board) -> usize {
    (board.sizes[0] * board.sizes[1]) as usize
}

/// The reasons for missing squares.
pub const HOLES: &[&str] = &["whole", "holes", "colour", "every"];

impl Board {
    /// Draws a board of a type, without some squares, perhaps with a side of more than 32; `None` if there is
    /// no such board.
    pub fn draw(random: &mut Random, sort: &str, missing: &str, is_long: bool) -> Option<Self> {
        if is_long && NEVER_LONG.contains(&sort) {
            return None;
        }
        let (mut board, kind) = Self::whole(random, sort, is_long);
        let places: Vec<Place> = board.shape.iter().copied().collect();
        let closed: BTreeSet<Place> = match missing {
            "holes" => {
                let some = (0..random.between(1, 3)).map(|_| random.pick(&places));
                some.collect()
            }
            "colour" | "every" if board.lattice != Lattice::Squares || sort == "drawn" => return None,
            "colour" => {
                let parity = random.between(0, 1) as i32;
                board.text += if parity == 0 { "-dark" } else { "-light" };
                places.iter().copied().filter(|at| (at[0] + at[1]) % 2 == parity).collect()
            }
            "every" => {
                let [ranks, files] = [random.between(2, 3), random.between(2, 3)];
                board.text += &format!("-every:{ranks}x{files}");
                let [ranks, files] = [ranks, files].map(|side| side as i32);
                let meets = |at: &Place| (at[0] + 1) % ranks == 0 && (at[1] + 1) % files == 0;
                places.iter().copied().filter(meets).collect()
            }
            _ => BTreeSet::new(),
        };
        if missing == "holes" {
            if sort == "drawn" {
                return None;
            }
            let names: Vec<String> = closed.iter().map(|&at| board.name(at)).collect();
            board.text += &format!("-{}", names.join(","));
        }
        board.text += &kind;
        // The topology comes before the holes.
        if !kind.is_empty() {
            let start = board.text.find('-').unwrap_or(board.text.len() - kind.len());
            let holes = board.text[start..board.text.len() - kind.len()].to_owned();
            board.text = format!("{}{kind}{holes}", &board.text[..start]);
        }
        board.open = places.into_iter().filter(|at| !closed.contains(at)).collect();
        board.open.sort_by_key(|at| [at[3], at[2], at[0], at[1]]);
        board.number = board.open.iter().copied().zip(0..).collect();
        // A shape is the rectangle around it with holes, and both can be drawn.
        if board.is_plane() && board.open.len() < places_of_all(&board) && random.chance(2) {
            board.text = board.rewritten(random.chance(2));
        }
        (board.open.len() > 1).then_some(board)
    }

    /// Returns a board with all its squares, and the text for its edges.
    fn whole(random: &mut Random, sort: &str, is_long: bool) -> (Self, String) {
        use Seam::{Edge, Joined, Twisted};
        let side = |random: &mut Random| random.pick(&[1, 2, 2, 3, 3, 3, 4, 4, 5]);
        let long = |random: &mut Random| {
            let width = random.pick(&[1, 1, 2]);
            let length = random.between(33, if width == 1 { 60 } else { 35 });
            if random.chance(2) { [width, length] } else { [length, width] }
        };
        let (text, lattice, sizes, shape): (String, _, [usize; 4], Box<dyn Fn(i32, i32) -> bool>) = match sort
        {
            "hexagon" | "triangle" => {
                let n = random.between(2, if sort == "hexagon" { 3 } else { 5 });
                let of = n as i32;
                let (size, inside): (usize, Box<dyn Fn(i32, i32) -> bool>) = match sort {
                    "hexagon" => {
                        (2 * n - 1, Box::new(move |r, f| (of - 1..=3 * (of - 1)).contains(&(r + f))))
                    }
                    _ => (n, Box::new(move |r, f| r + f < of)),
                };
                (format!("{sort}:{n}"), Lattice::Hexagons, [size, size, 1, 1], inside)
            }
            "layers" => {
                let [ranks, files, layers] = match is_long {
                    true => [random.between(1, 2), 1, random.between(33, 40)],
                    false => [(); 3].map(|()| random.between(1, 3)),
                };
                let text = format!("{ranks}x{files}x{layers}");
                (text, Lattice::Layers(3), [ranks, files, layers, 1], Box::new(|_, _| true))
            }
            "blocks" => {
                let sizes = [(); 4].map(|()| random.between(1, 2));
                let text = sizes.map(|size| size.to_string()).join("x");
                (text, Lattice::Layers(4), sizes, Box::new(|_, _| true))
            }
            "staircase" => {
                let n = random.between(2, 5);
                (
                    format!("staircase:{n}"),
                    Lattice::Squares,
                    [n, n, 1, 1],
                    Box::new(move |r, f| r + f < n as i32),
                )
            }
            "quarter" => {
                let n = random.between(2, 4);
                let of = n as i32;
                let inside = move |r: i32, f: i32| (r..=2 * (of - 1) - r).contains(&f);
                (format!("quarter:{n}"), Lattice::Squares, [n, 2 * n - 1, 1, 1], Box::new(inside))
            }
            "diamond" => {
                let n = random.between(1, 3);
                // Twice the distance from the middle, along ranks and files together.
                let inside = move |r: i32, f: i32| {
                    let off = |at: i32| (2 * at - 2 * n as i32 + 1).abs();
                    off(r) + off(f) <= 2 * n as i32
                };
                (format!("diamond:{n}"), Lattice::Squares, [2 * n, 2 * n, 1, 1], Box::new(inside))
            }
            "cross" => {
                let [width, arm] = [random.between(1, 2), random.between(1, 2)];
                let middle = arm as i32..(arm + width) as i32;
                let size = width + 2 * arm;
                let inside = move |r, f| middle.contains(&r) || middle.contains(&f);
                (format!("cross:{width},{arm}"), Lattice::Squares, [size, size, 1, 1], Box::new(inside))
            }
            "ring" => {
                let [ranks, files] = [random.between(3, 5), random.between(3, 5)];
                let inside =
                    move |r: i32, f: i32| r == 0 || f == 0 || r == ranks as i32 - 1 || f == files as i32 - 1;
                (format!("ring:{ranks}x{files}"), Lattice::Squares, [ranks, files, 1, 1], Box::new(inside))
            }
            "drawn" => {
                let sides = |random: &mut Random| [random.between(2, 4), random.between(2, 4)];
                let [ranks, files] = if is_long { long(random) } else { sides(random) };
                let rows: Vec<String> = (0..ranks)
                    .map(|_| (0..files).map(|_| if random.chance(4) { 'x' } else { '.' }).collect())
                    .collect();
                let text = format!("board={}", rows.join("/"));
                let is_open =
                    move |r: i32, f: i32| rows[ranks - 1 - r as usize].as_bytes()[f as usize] == b'.';
                (text, Lattice::Squares, [ranks, files, 1, 1], Box::new(is_open))
            }
            _ => {
                let [ranks, files] = if is_long { long(random) } else { [side(random), side(random)] };
                (format!("{ranks}x{files}"), Lattice::Squares, [ranks, files, 1, 1], Box::new(|_, _| true))
            }
        };
        let seams = match sort {
            "cylinder" => (Edge, Joined),
            "roll" => (Joined, Edge),
            "torus" => (Joined, Joined),
            "moebius" => (Edge, Twisted),
            "klein" => (Joined, Twisted),
            "projective" => (Twisted, Twisted),
            _ => (Edge, Edge),
        };
        let edges = if seams == (Edge, Edge) { String::new() } else { format!("/{sort}") };
        let sizes = sizes.map(|size| size as i32);
        let mut all = BTreeSet::new();
        for (block, layer) in (0..sizes[3]).flat_map(|block| (0..sizes[2]).map(move |layer| (block, layer))) {
            for (rank, file) in (0..sizes[0]).flat_map(|rank| (0..sizes[1]).map(move |file| (rank, file))) {
                if shape(rank, file) {
                    all.insert([rank, file, layer, block]);
                }
            }
        }
        let board =
            Self { text, lattice, sizes, seams, shape: all, open: Vec::new(), number: BTreeMap::new() };
        (board, edges)
    }

    /// Returns the name as in problem text: ranks are numbered consecutively from layer to layer.
    pub fn name(&self, at: Place) -> String {
        let rank = at[0] + self.sizes[0] * (at[2] + self.sizes[2] * at[3]);
        match at[1] {
            file @ 0..26 => format!("{}{}", char::from(b'a' + file as u8), rank + 1),
            file => format!("r{}c{}", rank + 1, file + 1),
        }
    }

    /// Returns the number of an open square.
    pub fn number(&self, at: Place) -> Option<usize> {
        self.number.get(&at).copied()
    }

    /// Returns the target of a leap, and its direction there.
    pub fn step(&self, mut at: Place, mut leap: Leap) -> Option<(Place, Leap)> {
        for axis in 0..4 {
            at[axis] += leap[axis];
        }
        let [ranks, files, layers, blocks] = self.sizes;
        while at[1] < 0 || at[1] >= files {
            at[1] -= files * at[1].signum();
            match self.seams.1 {
                Seam::Edge => return None,
                Seam::Joined => {}
                Seam::Twisted => (at[0], leap[0]) = (ranks - 1 - at[0], -leap[0]),
            }
        }
        while at[0] < 0 || at[0] >= ranks {
            at[0] -= ranks * at[0].signum();
            match self.seams.0 {
                Seam::Edge => return None,
                Seam::Joined => {}
                Seam::Twisted => (at[1], leap[1]) = (files - 1 - at[1], -leap[1]),
            }
        }
        let is_inside = (0..layers).contains(&at[2]) && (0..blocks).contains(&at[3]);
        (is_inside && self.number.contains_key(&at)).then_some((at, leap))
    }

    /// Returns the maps of the board as drawn that take holes to holes, including the identity.
    pub fn maps(&self) -> Vec<BoardMap> {
        let exchanges_edges = |matrix: &Matrix| matrix[0][0] == 0;
        let is_whole = self.lattice != Lattice::Squares
            || self.sizes[0] == self.sizes[1] && self.seams.0 == self.seams.1;
        let matrices = self.lattice.matrices();
        let fitting = matrices.iter().filter(|matrix| is_whole || !exchanges_edges(matrix));
        fitting.filter_map(|matrix| self.map(matrix)).collect()
    }

    /// Returns the map with a matrix that fixes the middle of the board: of the box around it, or of a shape
    /// of hexagons.
    fn map(&self, matrix: &Matrix) -> Option<BoardMap> {
        let frame: Vec<Place> = match self.lattice {
            Lattice::Hexagons => self.shape.iter().copied().collect(),
            _ => vec![[0; 4], self.sizes.map(|size| size - 1)],
        };
        // Coordinates are multiplied by this number, so that the middle is integral.
        let times = frame.len() as i32;
        let middle: Place = std::array::from_fn(|axis| frame.iter().map(|at| at[axis]).sum());
        let image = |at: Place| {
            let off = std::array::from_fn(|axis| times * at[axis] - middle[axis]);
            let turned = apply(matrix, off);
            let back: Place = std::array::from_fn(|axis| turned[axis] + middle[axis]);
            back.iter().all(|part| part.rem_euclid(times) == 0).then(|| back.map(|part| part / times))
        };
        let images: Option<Vec<usize>> = self.open.iter().map(|&at| self.number(image(at)?)).collect();
        Some(BoardMap { matrix: *matrix, images: images? })
    }

    /// Returns the shifts of ranks and files round joined edges.
    pub fn shifts(&self) -> Vec<(i32, i32)> {
        let of = |seam, size: i32| if seam == Seam::Joined { 0..size } else { 0..1 };
        self.all_shifts(of(self.seams.0, self.sizes[0]), of(self.seams.1, self.sizes[1]))
    }

    /// Returns the shifts of ranks and files on the torus of these sides.
    pub fn torus_shifts(&self) -> Vec<(i32, i32)> {
        self.all_shifts(0..self.sizes[0], 0..self.sizes[1])
    }

    fn all_shifts(&self, ranks: std::ops::Range<i32>, files: std::ops::Range<i32>) -> Vec<(i32, i32)> {
        ranks.flat_map(|rank| files.clone().map(move |file| (rank, file))).collect()
    }

    /// Returns the same squares with both pairs of edges joined.
    pub fn on_torus(&self) -> Self {
        Self { seams: (Seam::Joined, Seam::Joined), ..self.clone() }
    }

    /// Returns the open squares of each rank, file or diagonal that has any.
    pub fn lines(&self, along: &str) -> Vec<BTreeSet<usize>> {
        let key = |at: &Place| match along {
            "rank" => at[0],
            "file" => at[1],
            "diagonal" => at[0] - at[1],
            _ => at[0] + at[1],
        };
        let mut lines: BTreeMap<(i32, i32, i32), BTreeSet<usize>> = BTreeMap::new();
        for (number, at) in self.open.iter().enumerate() {
            lines.entry((at[3], at[2], key(at))).or_default().insert(number);
        }
        lines.into_values().collect()
    }

    /// Writes the board of squares as a rectangle with holes, or as a drawing.
    fn rewritten(&self, is_drawn: bool) -> String {
        let [ranks, files, ..] = self.sizes;
        if is_drawn {
            let sign = |at: Place| if self.number(at).is_some() { '.' } else { '*' };
            let rank = |rank: i32| (0..files).map(|file| sign([rank, file, 0, 0])).collect::<String>();
            return format!("board={}", (0..ranks).rev().map(rank).collect::<Vec<_>>().join("/"));
        }
        let all = (0..ranks).flat_map(|rank| (0..files).map(move |file| [rank, file, 0, 0]));
        let holes: Vec<String> =
            all.filter(|&at| self.number(at).is_none()).map(|at| self.name(at)).collect();
        let sign = if holes.is_empty() { "" } else { "-" };
        format!("{ranks}x{files}{sign}{}", holes.join(","))
    }

    /// Returns a letter for each square of the surrounding rectangle, ranks from the top, by the numbers of
    /// open squares.
    pub fn drawing(&self, letter: &dyn Fn(usize) -> char) -> String {
        let [ranks, files, layers, blocks] = self.sizes;
        let rank = |row: i32| {
            let (layer, row) = (row / ranks, row % ranks);
            let place = |col: i32| [row, col, layer % layers, layer / layers];
            (0..files).map(|col| self.number(place(col)).map_or('.', letter)).collect::<String>()
        };
        (0..ranks * layers * blocks).rev().map(rank).collect::<Vec<_>>().join("/")
    }

    pub fn is_torus(&self) -> bool {
        self.seams == (Seam::Joined, Seam::Joined)
    }

    pub fn is_plane(&self) -> bool {
        self.lattice == Lattice::Squares && self.seams == (Seam::Edge, Seam::Edge)
    }

    pub fn sides(&self) -> (i32, i32) {
        (self.sizes[0], self.sizes[1])
    }

    /// Returns the image of each open square after ranks and files are multiplied and then shifted, all
    /// round; `None` for a hole.
    pub fn dilated(&self, times: i32, shift: (i32, i32)) -> Vec<Option<usize>> {
        let to = |at: &Place| {
            let rank = (at[0] * times + shift.0).rem_euclid(self.sizes[0]);
            let file = (at[1] * times + shift.1).rem_euclid(self.sizes[1]);
            self.number([rank, file, at[2], at[3]])
        };
        self.open.iter().map(to).collect()
    }

    /// Returns the image of each open square under a shift that crosses no edge.
    pub fn shifted(&self, shift: (i32, i32)) -> Vec<Option<usize>> {
        self.open.iter().map(|at| self.number([at[0] + shift.0, at[1] + shift.1, at[2], at[3]])).collect()
    }
}
