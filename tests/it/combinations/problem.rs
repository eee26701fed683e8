//! Problems, and all their placements straight from the definition.

use super::board::{BOARDS, Board, HOLES, Lattice, NEVER_LONG};
use super::kinds::{Kind, SORTS};
use crate::common::Random;
use std::collections::BTreeSet;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    Exactly(usize),
    Within(Span),
    Any,
    Max,
}

#[derive(Debug, Clone)]
pub struct Pieces {
    pub kind: Kind,
    pub number: Number,
    /// The squares of the pre-placed pieces, by number.
    pub given: BTreeSet<usize>,
    /// The squares where no such piece may stand, and whether the text names the other squares instead.
    pub closed: (BTreeSet<usize>, bool),
}

/// A range from the first number to the second, or without an end.
pub type Span = (usize, Option<usize>);

/// The number of pieces, of one kind or of all, that lines have.
#[derive(Debug, Clone)]
pub struct Limit {
    text: String,
    lines: Vec<BTreeSet<usize>>,
    letter: Option<char>,
    span: Span,
}

#[derive(Debug, Clone)]
pub struct Problem {
    pub board: Board,
    /// All pieces, army after army.
    pub pieces: Vec<Pieces>,
    /// The army of each element of `pieces`.
    pub army_of: Vec<usize>,
    pub armies: usize,
    /// The number of walls, and the squares of the pre-placed ones.
    pub walls: Option<(usize, BTreeSet<usize>)>,
    pub is_blocked: bool,
    /// Whether the divisions of the pieces are groups, and not armies.
    pub has_groups: bool,
    /// The squares where no piece may stand.
    pub reserved: BTreeSet<usize>,
    pub limits: Vec<Limit>,
    /// The range of the number of attackers of each piece.
    pub each: Option<Span>,
    /// The range of the number of attacking pairs.
    pub pairs: Option<Span>,
}

/// Kinds and squares by number, in increasing order. Walls come after the last kind.
pub type Placement = Vec<(usize, usize)>;

/// A set of open squares, by number.
type Squares = u128;

/// The features of problems other than those of boards and kinds.
pub const NUMBERS: &[&str] = &["exact", "any", "max", "range"];
pub const ARMIES: &[&str] = &["one army", "two armies", "three armies", "equal armies", "groups"];
pub const SOME: &[&str] = &[
    "long",
    "two kinds",
    "none of a kind",
    "given",
    "walls",
    "blocked",
    "reserved",
    "closed",
    "exclusive",
    "quota",
    "degrees",
];

/// The most open squares.
const MOST_SQUARES: usize = 120;
/// The most partial placements that are tried.
const MOST_STEPS: usize = 100_000;
/// The most placements that are listed.
const MOST: usize = 8_000;

/// Returns a range as it is typed.
fn typed((least, most): Span) -> String {
    match most {
        Some(most) if most == least => most.to_string(),
        Some(most) if least == 0 => format!("..{most}"),
        Some(most) => format!("{least}..{most}"),
        None => format!("{least}.."),
    }
}

/// Returns the requested feature among some features, or else a random one.
pub fn one_of(
    random: &mut Random,
    forced: &[&'static str],
    of: &[&'static str],
    usual: usize,
) -> &'static str {
    let asked = of.iter().find(|feature| forced.contains(feature));
    // The first feature is as likely as all others together.
    asked.copied().unwrap_or_else(|| if random.chance(usual) { random.pick(of) } else { of[0] })
}

pub fn has(random: &mut Random, forced: &[&'static str], feature: &'static str, one_in: usize) -> bool {
    forced.contains(&feature) || random.chance(one_in)
}

impl Problem {
    /// Draws a problem with these features and random others; `None` if the result is invalid.
    pub fn draw(random: &mut Random, forced: &[&'static str], met: &mut Vec<&'static str>) -> Option<Self> {
        let sort = one_of(random, forced, BOARDS, 2);
        let missing = one_of(random, forced, HOLES, 3);
        let is_long =
            has(random, forced, "long", 8) && (forced.contains(&"long") || !NEVER_LONG.contains(&sort));
        let board = Board::draw(random, sort, missing, is_long)?;
        met.extend([sort, missing]);
        if is_long {
            met.push("long");
        }
        let armies = one_of(random, forced, ARMIES, 3);
        met.push(armies);
        let number = match armies {
            "one army" => 1,
            "three armies" => 3,
            _ => 2,
        };
        let wanted: Vec<&'static str> = SORTS.iter().copied().filter(|sort| forced.contains(sort)).collect();
        let kinds = if has(random, forced, "two kinds", 3) || wanted.len() > 1 { 2 } else { 1 };
        if kinds == 2 {
            met.push("two kinds");
        }
        let mut problem = Self {
            board,
            pieces: Vec::new(),
            army_of: Vec::new(),
            armies: number,
            walls: None,
            is_blocked: false,
            has_groups: armies == "groups",
            reserved: BTreeSet::new(),
            limits: Vec::new(),
            each: None,
            pairs: None,
        };
        for army in 0..number {
            if armies == "equal armies" && army > 0 {
                let first = problem.pieces.clone();
                problem.army_of.extend(first.iter().map(|_| army));
                problem.pieces.extend(first);
                continue;
            }
            for each in 0..kinds {
                let sort = wanted.get(each).copied().filter(|_| army == 0);
                let usual = random.pick(&["leaper", "rider"]);
                let sort = sort.unwrap_or_else(|| if random.chance(3) { random.pick(SORTS) } else { usual });
                let kind = Kind::draw(random, problem.board.lattice, sort);
                let clashes = |(pieces, &its): (&Pieces, &usize)| {
                    pieces.kind.letter == kind.letter && (its == army || pieces.kind.betza != kind.betza)
                };
                if problem.pieces.iter().zip(&problem.army_of).any(clashes) {
                    return None;
                }
                met.push(sort);
                let number = one_of(random, if each == 0 { forced } else { &[] }, NUMBERS, 2);
                met.push(number);
                let number = match number {
                    "exact" if each > 0 && has(random, forced, "none of a kind", 12) => {
                        met.push("none of a kind");
                        Number::Exactly(0)
                    }
                    "exact" => Number::Exactly(random.between(1, 3)),
                    "any" => Number::Any,
                    "range" => Number::Within(random.pick(&[
                        (1, None),
                        (2, None),
                        (0, Some(1)),
                        (0, Some(2)),
                        (1, Some(2)),
                        (1, Some(3)),
                        (2, Some(4)),
                    ])),
                    _ => Number::Max,
                };
                let (given, closed) = (BTreeSet::new(), (BTreeSet::new(), false));
                problem.pieces.push(Pieces { kind, number, given, closed });
                problem.army_of.push(army);
            }
        }
        problem.finish(random, forced, met).then_some(problem)
    }

    /// Adds pre-placed pieces, walls and lines; `false` if they do not fit.
    fn finish(&mut self, random: &mut Random, forced: &[&'static str], met: &mut Vec<&'static str>) -> bool {
        let squares = self.board.open.len();
        let mut taken = BTreeSet::new();
        if has(random, forced, "given", 6) {
            let each = random.between(0, self.pieces.len() - 1);
            if self.pieces[each].number == Number::Exactly(0) {
                return false;
            }
            let square = random.between(0, squares - 1);
            self.pieces[each].given.insert(square);
            taken.insert(square);
            met.push("given");
        }
        if has(random, forced, "walls", 8) {
            let mut given = BTreeSet::new();
            let square = random.between(0, squares - 1);
            if random.chance(3) && !taken.contains(&square) {
                given.insert(square);
            }
            self.walls = Some((random.between(1, 2), given));
            met.push("walls");
        }
        if has(random, forced, "reserved", 8) {
            for _ in 0..random.between(1, 3) {
                self.reserved.insert(random.between(0, squares - 1));
            }
            if self.reserved.iter().any(|at| taken.contains(at)) {
                return false;
            }
            met.push("reserved");
        }
        if has(random, forced, "closed", 8) {
            let each = random.between(0, self.pieces.len() - 1);
            let closed = (0..squares).filter(|_| random.chance(3)).collect();
            let closed: BTreeSet<usize> = &closed - &self.pieces[each].given;
            let is_typed = closed.len() + self.reserved.len() < squares && random.chance(2);
            self.pieces[each].closed = (closed, is_typed);
            met.push("closed");
        }
        let given = self.walls.iter().flat_map(|walls| &walls.1);
        if given.into_iter().any(|at| self.reserved.contains(at)) {
            return false;
        }
        self.finish_limits(random, forced, met);
        if (self.armies > 1 || self.has_degrees()) && has(random, forced, "blocked", 3) {
            self.is_blocked = true;
            met.push("blocked");
        }
        true
    }

    /// Adds quotas and degrees.
    fn finish_limits(&mut self, random: &mut Random, forced: &[&'static str], met: &mut Vec<&'static str>) {
        for sort in ["exclusive", "quota"] {
            // Many engines reject counts along lines, so these are rarer.
            let one_in = if sort == "quota" { 40 } else { 12 };
            if !has(random, forced, sort, one_in) {
                continue;
            }
            let letter = if random.chance(3) { Some(random.pick(&self.pieces).kind.letter) } else { None };
            let of_kind = letter.map_or(String::new(), |letter| format!(":{letter}"));
            let mut along: Vec<&str> = vec!["region"];
            if self.is_flat() {
                along.extend(["rank", "file", "rank", "file"]);
            }
            if self.board.is_plane() {
                along.extend(["diagonal", "antidiagonal"]);
            }
            let along = random.pick(&along);
            let span = match sort {
                "exclusive" => (0, Some(1)),
                _ => random.pick(&[
                    (1, Some(1)),
                    (0, Some(2)),
                    (1, None),
                    (1, Some(2)),
                    (2, Some(2)),
                    (0, Some(0)),
                ]),
            };
            if self.limits.iter().any(|limit| limit.text.starts_with(&format!("{along}{of_kind}="))) {
                continue;
            }
            let text = format!("{along}{of_kind}={}", typed(span));
            if along != "region" {
                let lines = self.board.lines(along);
                self.limits.push(Limit { text, lines, letter, span });
                met.push(sort);
                continue;
            }
            if self.limits.iter().any(|limit| limit.text.contains("regions=")) {
                continue;
            }
            let regions = random.between(1, 3);
            let of: Vec<usize> = self.board.open.iter().map(|_| random.between(0, regions)).collect();
            if of.iter().all(|&region| region == 0) {
                continue;
            }
            let sign = |at: usize| char::from(b".abc"[of[at]]);
            let text = format!("{text} regions={}", self.board.drawing(&sign));
            let line = |region: usize| (0..of.len()).filter(|&at| of[at] == region).collect::<BTreeSet<_>>();
            let lines = (1..=regions).map(line).filter(|line| !line.is_empty()).collect();
            self.limits.push(Limit { text, lines, letter, span });
            met.push(sort);
        }
        if has(random, forced, "degrees", 40) {
            let span = random.pick(&[(0, Some(0)), (1, Some(1)), (0, Some(1)), (1, None), (2, Some(2))]);
            if random.chance(2) {
                self.each = Some(span);
            } else {
                self.pairs = Some(span);
            }
            met.push("degrees");
        }
    }

    pub fn has_degrees(&self) -> bool {
        self.each.is_some() || self.pairs.is_some()
    }

    /// Returns whether lines end at the first piece.
    fn is_shielded(&self) -> bool {
        self.is_blocked && (self.armies > 1 || self.has_degrees())
    }

    /// Returns whether some lines have more pieces than allowed.
    fn is_crowded(&self, placement: &[(usize, usize)], are_all: bool) -> bool {
        self.limits.iter().any(|limit| {
            let counts = |piece: &&(usize, usize)| {
                let pieces = self.pieces.get(piece.0);
                pieces.is_some_and(|of| limit.letter.is_none_or(|letter| letter == of.kind.letter))
            };
            limit.lines.iter().any(|line| {
                let number = placement.iter().filter(counts).filter(|piece| line.contains(&piece.1)).count();
                let (least, most) = limit.span;
                most.is_some_and(|most| number > most) || are_all && number < least
            })
        })
    }

    /// Returns whether a map of squares preserves all conditions on squares and lines, with kinds permuted by
    /// `kinds`.
    pub fn keeps_places(&self, images: &[usize], kinds: &[usize], all: bool) -> bool {
        let moved = |squares: &BTreeSet<usize>| squares.iter().map(|&at| images[at]).collect::<BTreeSet<_>>();
        let counts = |number| all || number != Number::Exactly(0);
        let mut pieces = self.pieces.iter().zip(kinds).filter(|(pieces, _)| counts(pieces.number));
        let all_closed = |kind: usize| &self.pieces[kind].closed.0 | &self.reserved;
        let told = |moves: bool| {
            let mut told: Vec<_> = (self.limits.iter())
                .flat_map(|limit| limit.lines.iter().map(move |line| (line, limit.letter, limit.span)))
                .map(|(line, letter, span)| (if moves { moved(line) } else { line.clone() }, letter, span))
                .collect();
            told.sort();
            told
        };
        moved(&self.reserved) == self.reserved
            && pieces.all(|(pieces, &to)| moved(&(&pieces.closed.0 | &self.reserved)) == all_closed(to))
            && told(true) == told(false)
    }

    /// Returns the problem as it is typed. With `bare`, kinds written `max` are letters without a number, as
    /// some commands require.
    pub fn text(&self, bare: bool) -> String {
        let names = |squares: &BTreeSet<usize>| {
            let names: Vec<String> = squares.iter().map(|&at| self.board.name(self.board.open[at])).collect();
            if names.is_empty() { String::new() } else { format!("@{}", names.join(",")) }
        };
        // For armies, a bare letter means the maximum only if all letters are bare.
        let is_open = |pieces: &Pieces| pieces.number == Number::Max;
        let is_bare = bare && (self.armies == 1 || self.pieces.iter().all(is_open));
        let mut text = self.board.text.clone();
        if !self.reserved.is_empty() {
            text += &format!(" {}", names(&self.reserved).replace('@', "~"));
        }
        for (at, pieces) in self.pieces.iter().enumerate() {
            if at > 0 && self.army_of[at] != self.army_of[at - 1] {
                text += if self.has_groups { " +" } else { " /" };
            }
            let number = match pieces.number {
                Number::Exactly(1) if !bare => String::new(),
                Number::Exactly(number) => number.to_string(),
                Number::Within(span) => typed(span),
                Number::Any => "*".to_owned(),
                Number::Max if is_bare => String::new(),
                Number::Max => "max".to_owned(),
            };
            let (closed, is_other) = &pieces.closed;
            let others: BTreeSet<usize> =
                (0..self.board.open.len()).filter(|at| !closed.contains(at)).collect();
            let places = match (closed.is_empty(), is_other) {
                (true, _) => String::new(),
                (_, true) => names(&others).replace('@', ":"),
                (_, false) => names(closed).replace('@', "~"),
            };
            text += &format!(" {}{number}{}{places}", pieces.kind.letter, names(&pieces.given));
        }
        if let Some((number, given)) = &self.walls {
            text += &format!(" #{number}{}", names(given));
        }
        let mut defined = BTreeSet::new();
        for pieces in &self.pieces {
            if let Some(betza) = &pieces.kind.betza
                && defined.insert(pieces.kind.letter)
            {
                text += &format!(" {}={betza}", pieces.kind.letter);
            }
        }
        for limit in &self.limits {
            text += &format!(" {}", limit.text);
        }
        for (name, span) in [("each", self.each), ("pairs", self.pairs)] {
            text += &span.map_or(String::new(), |span| format!(" {name}={}", typed(span)));
        }
        if self.is_blocked {
            text += " blocked";
        }
        text
    }

    pub fn hops(&self) -> bool {
        self.pieces.iter().any(|pieces| pieces.kind.hops())
    }

    /// Returns whether `max` makes the armies grow together. One piece each is written like bare letters.
    pub fn grows_alike(&self) -> bool {
        self.armies > 1
            && !self.has_groups
            && self.pieces.iter().all(|pieces| pieces.number == Number::Exactly(1))
    }

    fn are_opposed(&self, one: usize, other: usize) -> bool {
        self.armies == 1 || (self.army_of[one] == self.army_of[other]) == self.has_groups
    }

    /// Returns all placements; `None` if there are too many to try.
    pub fn placements(&self) -> Option<Vec<Placement>> {
        let (number, given) = self.walls.clone().unwrap_or_default();
        let squares = self.board.open.len();
        if squares > MOST_SQUARES || number > 1 && squares > 12 {
            return None;
        }
        let mut found = Vec::new();
        // Conditions that depend on a third piece are checked when all pieces are placed, pair by pair.
        let depends = self.is_shielded() || self.hops() || self.has_degrees();
        let mut steps = if depends { MOST_STEPS / 20 } else { MOST_STEPS };
        let mut choices: Vec<Vec<usize>> = vec![Vec::new()];
        while let Some(walls) = choices.pop() {
            if walls.len() < number {
                let first = walls.last().map_or(0, |last| last + 1);
                let open = (first..squares).filter(|at| !self.reserved.contains(at));
                choices.extend(open.map(|at| [&walls[..], &[at]].concat()));
            } else if given.iter().all(|at| walls.contains(at)) {
                let free = |pieces: &Pieces| {
                    let is_free = |at: &usize| {
                        !walls.contains(at) && !self.reserved.contains(at) && !pieces.closed.0.contains(at)
                    };
                    (0..squares).filter(is_free).fold(0, |free, at| free | 1 << at)
                };
                let free: Vec<Squares> = self.pieces.iter().map(free).collect();
                let rules = Rules::new(self, &walls);
                let mut search =
                    Search { problem: self, rules, walls: &walls, left: (&mut steps, &mut found) };
                if !search.extend((0, 0), &mut Vec::new(), &free) {
                    return None;
                }
            }
        }
        Some(found)
    }

    /// Returns the placements, without walls, that have no room for a further piece.
    pub fn maximal(&self, placements: &[Placement]) -> Vec<Placement> {
        let rules = Rules::new(self, &[]);
        let squares = 0..self.board.open.len();
        let is_maximal = |placement: &&Placement| {
            let mut free = squares.clone().filter(|&at| placement.iter().all(|piece| piece.1 != at));
            let can_stand = |kind: usize, at| {
                let more = [&placement[..], &[(kind, at)]].concat();
                !self.reserved.contains(&at)
                    && !self.pieces[kind].closed.0.contains(&at)
                    && !self.is_crowded(&more, true)
                    && rules.is_peace(&more)
            };
            free.all(|at| (0..self.pieces.len()).all(|kind| !can_stand(kind, at)))
        };
        placements.iter().filter(is_maximal).cloned().collect()
    }

    /// Counts the pieces written `max`.
    pub fn total(&self, placement: &Placement) -> usize {
        placement
            .iter()
            .filter(|piece| self.pieces.get(piece.0).is_some_and(|p| p.number == Number::Max))
            .count()
    }

    /// Counts the pieces of each kind without an exact number.
    pub fn numbers(&self, placement: &Placement) -> Vec<(usize, char, usize)> {
        let open = self.pieces.iter().enumerate().filter(|(_, p)| !matches!(p.number, Number::Exactly(_)));
        let count = |kind| placement.iter().filter(|piece| piece.0 == kind).count();
        let mut numbers: Vec<_> =
            open.map(|(kind, pieces)| (self.army_of[kind], pieces.kind.letter, count(kind))).collect();
        numbers.sort_unstable();
        numbers
    }

    /// Returns a placement as the command writes it: letter, army and square of each piece.
    pub fn shown(&self, placement: &Placement) -> BTreeSet<(char, usize, String)> {
        let piece = |&(kind, at): &(usize, usize)| {
            let name = self.board.name(self.board.open[at]);
            self.pieces
                .get(kind)
                .map_or(('#', 0, name.clone()), |p| (p.kind.letter, self.army_of[kind], name))
        };
        placement.iter().map(piece).collect()
    }

    /// Returns the kind that `--divide` divides by: the first in canonical text with a piece that is not
    /// pre-placed.
    pub fn first_kind(&self) -> usize {
        let catalogue = "KQRBNAFWDELZHJCTPG";
        let place = |kind: usize| {
            let letter = self.pieces[kind].kind.letter;
            (self.army_of[kind], catalogue.find(letter).unwrap_or(catalogue.len()), letter)
        };
        let is_free = |kind: &usize| match self.pieces[*kind].number {
            Number::Exactly(number) => number > self.pieces[*kind].given.len(),
            Number::Within(_) | Number::Any | Number::Max => true,
        };
        (0..self.pieces.len()).filter(is_free).min_by_key(|&kind| place(kind)).unwrap_or(0)
    }

    pub fn is_flat(&self) -> bool {
        self.board.lattice == Lattice::Squares
    }
}

/// The attacks that two squares and the walls determine.
struct Rules<'a> {
    problem: &'a Problem,
    walls: BTreeSet<usize>,
    /// Whether a third piece can decide whether two pieces attack each other.
    depends: bool,
    /// The squares that a piece rules out for each kind, indexed by the kind and the square of the piece and
    /// by the other kind; empty if the squares depend on further pieces.
    excludes: Vec<Squares>,
}

impl<'a> Rules<'a> {
    fn new(problem: &'a Problem, walls: &[usize]) -> Self {
        let walls: BTreeSet<usize> = walls.iter().copied().collect();
        let depends = problem.is_shielded() || problem.hops() || problem.has_degrees();
        let mut rules = Self { problem, walls, depends, excludes: Vec::new() };
        if !rules.depends {
            let (kinds, squares) = (problem.pieces.len(), problem.board.open.len());
            let mut excludes = vec![0; kinds * squares * kinds];
            for one in (0..kinds * squares).map(|one| (one / squares, one % squares)) {
                for other in (0..kinds * squares).map(|other| (other / squares, other % squares)) {
                    if one.1 == other.1 || rules.attacks(one, other, &[]) {
                        excludes[(one.0 * squares + one.1) * kinds + other.0] |= 1 << other.1;
                        excludes[(other.0 * squares + other.1) * kinds + one.0] |= 1 << one.1;
                    }
                }
            }
            rules.excludes = excludes;
        }
        rules
    }

    /// Returns the squares that a piece leaves to each kind.
    fn left(&self, (kind, at): (usize, usize), free: &[Squares]) -> Vec<Squares> {
        let kinds = self.problem.pieces.len();
        match self.depends {
            true => free.iter().map(|free| free & !(1 << at)).collect(),
            false => {
                let first = (kind * self.problem.board.open.len() + at) * kinds;
                free.iter().zip(&self.excludes[first..first + kinds]).map(|(free, not)| free & !not).collect()
            }
        }
    }

    /// Returns whether a piece attacks another one of an opposed kind, given all pieces.
    fn attacks(&self, one: (usize, usize), other: (usize, usize), standing: &[(usize, usize)]) -> bool {
        let problem = self.problem;
        if !problem.are_opposed(one.0, other.0) {
            return false;
        }
        let place = |at: usize| problem.board.open[at];
        let is_wall = |at| problem.board.number(at).is_some_and(|at| self.walls.contains(&at));
        let is_taken = |at| is_wall(at) || standing.iter().any(|piece| place(piece.1) == at);
        let kind = &problem.pieces[one.0].kind;
        let way = (place(one.1), place(other.1));
        // Within one army, a piece that stops a line is attacked itself.
        match problem.is_shielded() {
            true => kind.attacks(&problem.board, way, &is_taken, &is_taken),
            false => kind.attacks(&problem.board, way, &is_taken, &is_wall),
        }
    }

    fn is_peace(&self, placed: &[(usize, usize)]) -> bool {
        let attacks = |one: &(usize, usize), other: &(usize, usize)| {
            one.1 != other.1 && self.attacks(*one, *other, placed)
        };
        if self.problem.has_degrees() {
            let later = |one: usize| placed[one + 1..].iter();
            let pairs = placed.iter().enumerate().map(|(at, one)| {
                later(at).filter(|other| attacks(one, other) || attacks(other, one)).count()
            });
            let is_in = |(least, most): Span, number: usize| {
                number >= least && most.is_none_or(|most| number <= most)
            };
            let each = |one: &(usize, usize)| placed.iter().filter(|other| attacks(other, one)).count();
            return self.problem.pairs.is_none_or(|span| is_in(span, pairs.sum()))
                && self.problem.each.is_none_or(|span| placed.iter().all(|one| is_in(span, each(one))));
        }
        if self.depends {
            return placed.iter().all(|one| placed.iter().all(|other| !attacks(one, other)));
        }
        let mut free = vec![Squares::MAX; self.problem.pieces.len()];
        placed.iter().all(|&piece| {
            let has_room = free[piece.0] & 1 << piece.1 != 0;
            free = self.left(piece, &free);
            has_room
        })
    }
}

struct Search<'a> {
    problem: &'a Problem,
    rules: Rules<'a>,
    walls: &'a [usize],
    /// The remaining steps, and the placements found.
    left: (&'a mut usize, &'a mut Vec<Placement>),
}

impl Search<'_> {
    /// Places pieces of this kind, on squares from `first` on, and then of later kinds; `false` if a limit is
    /// exceeded.
    fn extend(&mut self, (kind, first): (usize, usize), placed: &mut Placement, free: &[Squares]) -> bool {
        let (steps, found) = &mut self.left;
        if **steps == 0 || found.len() > MOST {
            return false;
        }
        **steps -= 1;
        let Some(pieces) = self.problem.pieces.get(kind) else {
            let has_quotas = !self.problem.is_crowded(placed, true);
            if has_quotas && (!self.rules.depends || self.rules.is_peace(placed)) {
                let mut whole = placed.clone();
                whole.extend(self.walls.iter().map(|&at| (kind, at)));
                whole.sort_unstable();
                found.push(whole);
            }
            return true;
        };
        let number = placed.iter().filter(|piece| piece.0 == kind).count();
        let (more, enough) = match pieces.number {
            Number::Exactly(wanted) => (number < wanted, number == wanted),
            Number::Within((least, most)) => (most.is_none_or(|most| number < most), number >= least),
            Number::Any | Number::Max => (true, true),
        };
        let has_given = pieces.given.iter().all(|&at| placed.contains(&(kind, at)));
        if enough && has_given && !self.extend((kind + 1, 0), placed, free) {
            return false;
        }
        for at in (first..self.problem.board.open.len()).filter(|_| more) {
            if free[kind] & 1 << at != 0 {
                placed.push((kind, at));
                let left = self.rules.left((kind, at), free);
                let go_on = self.extend((kind, at + 1), placed, &left);
                placed.pop();
                if !go_on {
                    return false;
                }
            }
        }
        true
    }
}
