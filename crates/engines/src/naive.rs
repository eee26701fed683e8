//! The oracle: every placement is tried out, straight from the definition.
//!
//! This file shares no table, no mask and no walk with the engines. Squares are pairs of numbers, and a
//! piece's lines are walked step by step each time. Two pieces do not attack each other if neither walk meets
//! the other's square. The oracle is slow and stays for ever: everything fast is compared with it.

use crate::board::{Board, Leap, Seam, Square};
use crate::engines::estimate::{Effort, Estimate};
use crate::engines::feature::{Feature, IN_INSTANCES};
use crate::engines::leaf::{Facts, Leaf};
use crate::engines::random::Random;
use crate::engines::run::{Run, RunError};
use crate::engines::tally::{Counts, NumberCount};
use crate::engines::technique::{Limits, Suit, Task, Technique};
use crate::piece::{Hop, Moves, Range};
use crate::problem::{Degrees, LineType, Lines, Pieces, Problem, Quantity, Quota, Treaty};
use crate::question::{Demand, Question};
use num_bigint::BigUint;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// A square as row and column.
type Place = (i64, i64);

/// A placed piece: the number of its kind, and its square.
pub type KindOnSquare = (usize, (i64, i64));

/// The name of the engine in results.
#[doc(hidden)]
pub const NAME: &str = "naive";
/// The version of the engine, raised whenever its counts change.
const VERSION: u32 = 1;

/// The engine. It has no counter, because the definition is tried out directly.
pub(crate) struct OracleEngine;

impl Technique for OracleEngine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn description(&self) -> &'static str {
        "Straight from the definition; slow, for checking"
    }

    fn prepare(&self, task: &Task<'_>, _: &Limits<'_>) -> Option<Box<dyn Leaf>> {
        let Task::Question(question, _) = *task else { return None };
        Some(Box::new(Oracle {
            facts: Facts::single_unit((NAME, VERSION), question.by_number),
            question: question.clone(),
        }))
    }

    fn features(&self) -> &'static [&'static [Feature]] {
        &[IN_INSTANCES, KNOWN]
    }

    fn suits_questions(&self) -> Option<Suit> {
        Some(Suit::Name)
    }

    fn has_kernels(&self) -> bool {
        false
    }
}

/// The supported features, in addition to those of instances: all except classes and fixing maps.
const KNOWN: &[Feature] = &[
    Feature::ManySquares,
    Feature::Hops,
    Feature::AnyNumber,
    Feature::NumberRange,
    Feature::LargestNumber,
    Feature::Walls,
    Feature::BlockedLines,
    Feature::Quotas,
    Feature::Degrees,
    Feature::Maximal,
    Feature::ByNumber,
    Feature::Dominating,
];

/// A question that is tried out.
struct Oracle {
    facts: Facts,
    question: Question,
}

impl Leaf for Oracle {
    /// Returns facts without a cost: callers choose the definition by name, and wait.
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn estimate(&self, _: Effort, _: &mut Random) -> Estimate {
        Estimate::by_model(0.0)
    }

    fn memory(&self) -> usize {
        0
    }

    fn note(&self) -> Option<String> {
        Some("straight from the definition".to_owned())
    }

    fn count(&self, _: usize, run: &Run<'_>) -> Result<Counts, RunError> {
        let nodes = Cell::new(0);
        let should_stop = || {
            nodes.set(nodes.get() + 1);
            (run.should_stop)()
        };
        let counts = answer_to(&self.question, &should_stop);
        Ok(Counts { nodes: nodes.get(), ..counts })
    }
}

/// True if a piece with these moves on `from` attacks `to` on the board.
///
/// A ride goes step by step, across the edges that wrap, up to its range. It ends at an edge that does not
/// wrap, before a hole, and where it returns to `from`.
#[must_use]
pub fn attacks(board: &Board, moves: &Moves, from: Place, to: Place) -> bool {
    attacks_past(board, moves, from, to, &|_| false)
}

/// Like [`attacks`], but a ride also ends at the first square that `is_taken`, which it still attacks.
fn attacks_past(
    board: &Board,
    moves: &Moves,
    from: Place,
    to: Place,
    is_taken: &dyn Fn(Place) -> bool,
) -> bool {
    let (rows, cols) = (board.rows() as i64, board.cols() as i64);
    if !(0..rows).contains(&from.0) || !(0..cols).contains(&from.1) {
        return false;
    }
    moves.leaps().any(|(mut leap, range)| {
        let mut at = from;
        let mut times = 0;
        loop {
            times += 1;
            let past_range = matches!(range, Range::Times(most) if times > most);
            let Some(next) = next(board, at, &mut leap).filter(|_| !past_range) else { return false };
            at = next;
            if at == from || is_hole(board, at) {
                return false;
            }
            if at == to {
                return true;
            }
            if is_taken(at) {
                return false;
            }
        }
    })
}

/// True if a piece with these moves on `from` attacks `to` by a hop. Pieces and walls stand on the squares
/// accepted by `is_taken`.
///
/// The moves go square by square. A hopper crosses empty squares to the first piece, which it needs, and then
/// attacks the next square, or the squares up to the next piece. A lame leaper crosses only empty squares.
#[must_use]
pub fn hops(board: &Board, moves: &Moves, from: Place, to: Place, is_taken: &dyn Fn(Place) -> bool) -> bool {
    let is_square = |at: Place| at != from && !is_hole(board, at);
    moves.hops().any(|(leap, hop)| {
        if hop == Hop::Lame {
            return is_reached_by_steps(board, from, to, leap, &|at| is_square(at) && !is_taken(at));
        }
        let (mut heading, mut at, mut hurdles) = (leap, from, 0);
        while let Some(next) = next(board, at, &mut heading).filter(|&next| is_square(next)) {
            at = next;
            if at == to {
                return hurdles == 1;
            }
            hurdles += u32::from(is_taken(at));
            let is_past = hop == Hop::Behind && hurdles == 1 && !is_taken(at);
            if hurdles > 1 || is_past {
                return false;
            }
        }
        false
    })
}

/// True if a leap leads to a place, and each of its intermediate steps to a free one.
fn is_reached_by_steps(
    board: &Board,
    from: Place,
    to: Place,
    leap: Leap,
    is_free: &dyn Fn(Place) -> bool,
) -> bool {
    let land = |leap: Leap| next(board, from, &mut leap.clone());
    if from == to || land(leap) != Some(to) || is_hole(board, to) {
        return false;
    }
    let longest = leap.iter().map(|along| along.abs()).max().unwrap_or(0);
    let even = (2..=longest).rev().find(|parts| leap.iter().all(|along| along % parts == 0));
    match even {
        Some(parts) => {
            (1..parts).all(|times| land(leap.map(|along| along / parts * times)).is_some_and(is_free))
        }
        None => {
            // For a leap of three and two: one step along the long side, and then along both.
            let mut gone: Leap = [0; 4];
            (1..longest).all(|step| {
                for (gone, along) in gone.iter_mut().zip(leap) {
                    *gone += if longest - along.abs() < step { along.signum() } else { 0 };
                }
                land(gone).is_some_and(is_free)
            })
        }
    }
}

/// Returns the place to which a leap leads, across edges that are joined. If the edges are twisted, the leap
/// turns with the piece.
fn next(board: &Board, from: Place, leap: &mut Leap) -> Option<Place> {
    let [ranks, files, layers, blocks] = board.sizes().map(|size| size as i64);
    let in_layer = from.0 % ranks;
    let layer = from.0 / ranks % layers + i64::from(leap[2]);
    let block = from.0 / ranks / layers + i64::from(leap[3]);
    let (mut rank, mut file) = (in_layer + i64::from(leap[0]), from.1 + i64::from(leap[1]));
    // Edges are crossed one after the other, the sides first.
    while !(0..files).contains(&file) {
        file += if file < 0 { files } else { -files };
        match board.topology().of_files() {
            Seam::Edge => return None,
            Seam::Joined => {}
            Seam::Twisted => {
                rank = ranks - 1 - rank;
                leap[0] = -leap[0];
            }
        }
    }
    while !(0..ranks).contains(&rank) {
        rank += if rank < 0 { ranks } else { -ranks };
        match board.topology().of_ranks() {
            Seam::Edge => return None,
            Seam::Joined => {}
            Seam::Twisted => {
                file = files - 1 - file;
                leap[1] = -leap[1];
            }
        }
    }
    let is_inside = (0..layers).contains(&layer) && (0..blocks).contains(&block);
    is_inside.then_some((rank + ranks * (layer + layers * block), file))
}

fn is_hole(board: &Board, place: Place) -> bool {
    board.holes().iter().any(|hole| (hole.row as i64, hole.col as i64) == place)
}

/// Calls `visit` with every placement of a problem, each once. A kind with an exact number has this number of
/// pieces; a kind written `*` or `max` has any number, including zero.
///
/// A placement lists its pieces by kind (numbered as the problem's [`pieces`](Problem::pieces)). Pieces of
/// one kind are in order of increasing squares, so that they are not distinguished. Before each piece it
/// calls `should_stop`. It returns whether the search was completed.
pub fn visit_placements(
    problem: &Problem,
    should_stop: &dyn Fn() -> bool,
    visit: &mut dyn FnMut(&[KindOnSquare]),
) -> bool {
    visit_by_rules(PeaceRules::new(problem), should_stop, visit)
}

fn visit_by_rules(
    rules: PeaceRules<'_>,
    should_stop: &dyn Fn() -> bool,
    visit: &mut dyn FnMut(&[KindOnSquare]),
) -> bool {
    match rules.kinds.iter().position(|pieces| pieces.kind.is_wall()) {
        None => extend(&rules, 0, &mut Vec::new(), should_stop, visit),
        Some(walls) => wall(rules, walls, should_stop, visit),
    }
}

/// Puts up the walls on squares in increasing order, in every way, and visits the placements between them.
fn wall(
    mut rules: PeaceRules<'_>,
    kind: usize,
    should_stop: &dyn Fn() -> bool,
    visit: &mut dyn FnMut(&[KindOnSquare]),
) -> bool {
    let walls = rules.kinds.remove(kind);
    let number = walls.quantity.exact_number() as usize;
    let mut choices: Vec<Vec<Place>> = vec![Vec::new()];
    while let Some(choice) = choices.pop() {
        if should_stop() {
            return false;
        }
        if choice.len() < number {
            let next = places(rules.board).filter(|&place| choice.last().is_none_or(|last| place > *last));
            let closed = rules.problem.reserved_squares().iter().chain(&walls.closed);
            let closed: Vec<Place> = closed.map(|square| (square.row as i64, square.col as i64)).collect();
            let open = next.filter(|&place| !is_hole(rules.board, place) && !closed.contains(&place));
            let longer: Vec<Vec<Place>> = open.map(|place| [&choice[..], &[place]].concat()).collect();
            choices.extend(longer.into_iter().rev());
            continue;
        }
        if !walls.fixed.iter().all(|square| choice.contains(&(square.row as i64, square.col as i64))) {
            continue;
        }
        rules.walls = choice;
        let standing: Vec<KindOnSquare> = rules.walls.iter().map(|&place| (kind, place)).collect();
        let go_on = extend(&rules, 0, &mut Vec::new(), should_stop, &mut |placed| {
            visit(&[placed, &standing].concat());
        });
        if !go_on {
            return false;
        }
    }
    true
}

/// The rules of a problem, in the form that the oracle looks up.
struct PeaceRules<'a> {
    problem: &'a Problem,
    board: &'a Board,
    kinds: Vec<&'a Pieces>,
    /// The army or group of each kind; the same for all if there is one.
    army_of: Vec<usize>,
    /// The number of armies.
    armies: usize,
    lines: Lines,
    /// The squares that must be attacked; pieces may then attack each other.
    demand: Demand,
    /// The squares of each line with a quota.
    quotas: Vec<(Quota, BTreeSet<Place>)>,
    /// Whether some attacks depend on the other pieces.
    has_hops: bool,
    /// The squares of the walls.
    walls: Vec<Place>,
}

impl<'a> PeaceRules<'a> {
    fn new(problem: &'a Problem) -> Self {
        let kinds = problem.pieces().collect();
        let (army_of, armies) = (problem.army_of(), problem.armies().len());
        let has_hops = !problem.has_fixed_moves();
        // Within one army pieces do not shield each other.
        let lines = if problem.is_blocked() { Lines::Blocked } else { Lines::Sight };
        let quotas = problem.quotas().into_iter();
        let quotas =
            quotas.flat_map(|quota| lines_of(problem, quota).into_iter().map(move |line| (quota, line)));
        let (board, demand, quotas, walls) = (problem.board(), Demand::Nothing, quotas.collect(), Vec::new());
        Self { problem, board, kinds, army_of, armies, lines, demand, quotas, has_hops, walls }
    }

    /// True if two kinds must not attack each other.
    fn are_opposed(&self, first: usize, second: usize) -> bool {
        let is_same = self.army_of[first] == self.army_of[second];
        match self.problem.treaty() {
            _ if self.armies == 1 => true,
            Treaty::Armies => !is_same,
            Treaty::Groups => is_same,
        }
    }

    /// True if pieces may attack each other, because other conditions apply.
    fn may_attack(&self) -> bool {
        self.problem.degrees() != Degrees::default() || self.demand != Demand::Nothing
    }

    /// True if a piece may stand on a square, whatever stands elsewhere.
    fn may_stand(&self, (kind, place): KindOnSquare) -> bool {
        let is_at = |square: &Square| (square.row as i64, square.col as i64) == place;
        let mut closed = self.problem.reserved_squares().iter().chain(&self.kinds[kind].closed);
        !is_hole(self.board, place) && !self.walls.contains(&place) && !closed.any(is_at)
    }

    /// True if a piece attacks an occupant of a place.
    fn strikes(&self, (kind, from): KindOnSquare, to: Place, placed: &[KindOnSquare]) -> bool {
        let is_wall = |place: Place| self.walls.contains(&place);
        let is_taken = |place: Place| is_wall(place) || placed.iter().any(|piece| piece.1 == place);
        let stops =
            |place: Place| if self.lines == Lines::Blocked { is_taken(place) } else { is_wall(place) };
        let moves = self.kinds[kind].kind.moves();
        attacks_past(self.board, moves, from, to, &stops) || hops(self.board, moves, from, to, &is_taken)
    }

    /// True if each piece has a required number of attackers, and a required number of pairs attack each
    /// other.
    fn has_degrees(&self, placed: &[KindOnSquare]) -> bool {
        let Degrees { each, pairs } = self.problem.degrees();
        let strikes = |one: &KindOnSquare, other: &KindOnSquare| {
            one.1 != other.1 && self.are_opposed(one.0, other.0) && self.strikes(*one, other.1, placed)
        };
        let is_each = placed.iter().all(|piece| {
            let attackers = placed.iter().filter(|other| strikes(other, piece)).count() as u32;
            each.is_none_or(|span| span.has(attackers))
        });
        let later = |number: usize| placed[number + 1..].iter();
        let pairs_of = |(number, piece): (usize, &KindOnSquare)| {
            later(number).filter(|other| strikes(piece, other) || strikes(other, piece)).count() as u32
        };
        is_each && pairs.is_none_or(|span| span.has(placed.iter().enumerate().map(pairs_of).sum()))
    }

    /// True if each line has the number of pieces that its quota requires.
    fn has_quotas(&self, placed: &[KindOnSquare]) -> bool {
        self.quotas.iter().all(|(quota, line)| {
            let is_counted = |&&(kind, place): &&KindOnSquare| {
                let letter = self.kinds[kind].kind.letter();
                line.contains(&place) && quota.letter.is_none_or(|counted| counted == letter)
            };
            quota.span.has(placed.iter().filter(is_counted).count() as u32)
        })
    }

    /// True if all squares that must be attacked are attacked.
    fn has_demands(&self, placed: &[KindOnSquare]) -> bool {
        let is_empty = |place: Place| placed.iter().all(|piece| piece.1 != place);
        let is_asked = |place: Place| match self.demand {
            Demand::Nothing => false,
            Demand::Dominating => is_empty(place),
            Demand::Total => true,
        };
        let is_square = |place: Place| !is_hole(self.board, place) && !self.walls.contains(&place);
        let asked = places(self.board).filter(|&place| is_square(place) && is_asked(place));
        asked
            .into_iter()
            .all(|place| placed.iter().any(|&piece| piece.1 != place && self.strikes(piece, place, placed)))
    }

    /// True if one more piece can be added to those that are placed. If lines are blocked, a later piece can
    /// still shield one piece from another. So only definitive conflicts are rejected.
    fn fits(&self, (kind, place): KindOnSquare, placed: &[KindOnSquare]) -> bool {
        let is_wall = |place: Place| self.walls.contains(&place);
        let attacks = |kind: usize, from, to| {
            attacks_past(self.board, self.kinds[kind].kind.moves(), from, to, &is_wall)
        };
        let peaceful = |&(other, there): &KindOnSquare| {
            let may_attack =
                self.lines == Lines::Blocked || self.may_attack() || !self.are_opposed(kind, other);
            there != place && (may_attack || !attacks(kind, place, there) && !attacks(other, there, place))
        };
        self.may_stand((kind, place)) && placed.iter().all(peaceful)
    }

    /// True if no piece attacks one of an opposed kind by a hop.
    fn is_hop_peace(&self, placed: &[KindOnSquare]) -> bool {
        let is_taken =
            |place: Place| self.walls.contains(&place) || placed.iter().any(|piece| piece.1 == place);
        placed.iter().all(|&(kind, place)| {
            let moves = self.kinds[kind].kind.moves();
            let mut enemies = placed.iter().filter(|piece| self.are_opposed(kind, piece.0));
            enemies.all(|enemy| enemy.1 == place || !hops(self.board, moves, place, enemy.1, &is_taken))
        })
    }

    /// True if pieces that [fit](Self::fits) one by one form a placement: they are non-attacking or satisfy
    /// the conditions that replace this, and they satisfy the quotas.
    fn is_peace(&self, placed: &[KindOnSquare]) -> bool {
        if self.may_attack() {
            return self.has_degrees(placed) && self.has_demands(placed) && self.has_quotas(placed);
        }
        self.has_quotas(placed)
            && (self.lines == Lines::Sight || self.is_blocked_peace(placed))
            && (!self.has_hops || self.is_hop_peace(placed))
    }

    /// True if no two pieces of opposed kinds see each other on blocked lines.
    fn is_blocked_peace(&self, placed: &[KindOnSquare]) -> bool {
        let is_taken =
            |place: Place| self.walls.contains(&place) || placed.iter().any(|piece| piece.1 == place);
        placed.iter().all(|&(kind, place)| {
            let moves = self.kinds[kind].kind.moves();
            let mut enemies = placed.iter().filter(|piece| self.are_opposed(kind, piece.0));
            enemies
                .all(|enemy| enemy.1 == place || !attacks_past(self.board, moves, place, enemy.1, &is_taken))
        })
    }
}

/// Returns the squares of each line to which a quota applies. A line begins at any square that is not a hole
/// and continues, for example along a rank, to the edge or around to its start; holes on the way are skipped.
fn lines_of(problem: &Problem, quota: Quota) -> BTreeSet<BTreeSet<Place>> {
    let board = problem.board();
    let [ranks, files, ..] = board.sizes().map(|size| size as i64);
    let square = |place: Place| Square { row: place.0 as usize, col: place.1 as usize };
    let open = || places(board).filter(|&place| board.is_open(square(place)));
    let along = |leap: Leap| {
        let walk = |start: Place| {
            let mut line = BTreeSet::from([start]);
            for sign in [1, -1] {
                let (mut at, mut heading) = (start, leap.map(|along| along * sign));
                while let Some(next) = next(board, at, &mut heading).filter(|&next| next != start) {
                    line.insert(next);
                    at = next;
                }
            }
            line.retain(|&place| board.is_open(square(place)));
            line
        };
        open().map(walk).collect()
    };
    let same = |key: &dyn Fn(Place) -> Option<i64>| {
        let mut lines: BTreeMap<i64, BTreeSet<Place>> = BTreeMap::new();
        open().filter_map(|place| Some((key(place)?, place))).for_each(|(key, place)| {
            lines.entry(key).or_default().insert(place);
        });
        lines.into_values().collect()
    };
    match quota.along {
        LineType::Rank => same(&|place| Some(place.0)),
        LineType::File => same(&|place| Some(place.0 / ranks * files + place.1)),
        LineType::Diagonal => along([1, 1, 0, 0]),
        LineType::Antidiagonal => along([1, -1, 0, 0]),
        LineType::Main => {
            let line = |is_on: &dyn Fn(Place) -> bool| -> BTreeSet<Place> {
                open().filter(|&at| is_on(at)).collect()
            };
            (0..board.rows() as i64 / ranks)
                .flat_map(|layer| {
                    [
                        line(&|at| at.0 / ranks == layer && at.0 % ranks == at.1),
                        line(&|at| at.0 / ranks == layer && at.0 % ranks + at.1 == files - 1),
                    ]
                })
                .filter(|line| !line.is_empty())
                .collect()
        }
        LineType::Region => same(&|place| {
            let number = problem.regions().and_then(|regions| regions.region(board.index(square(place))));
            number.map(|number| number as i64)
        }),
    }
}

/// Places the next piece, of the kind `first` or a later one, on every square in turn. If no kind lacks a
/// piece, the placed pieces are a placement.
fn extend(
    rules: &PeaceRules<'_>,
    first: usize,
    placed: &mut Vec<KindOnSquare>,
    should_stop: &dyn Fn() -> bool,
    visit: &mut dyn FnMut(&[KindOnSquare]),
) -> bool {
    if should_stop() {
        return false;
    }
    let kinds = &rules.kinds;
    for (kind, pieces) in kinds.iter().enumerate().skip(first) {
        let number = placed.iter().filter(|piece| piece.0 == kind).count();
        let (may_add, is_enough) = match pieces.quantity {
            Quantity::Exactly(wanted) => (number < wanted as usize, number == wanted as usize),
            Quantity::Within(span) => {
                (span.most.is_none_or(|most| number < most as usize), number >= span.least as usize)
            }
            Quantity::Any | Quantity::Max => (true, true),
        };
        let last = placed.last().filter(|piece| piece.0 == kind).map(|piece| piece.1);
        for place in places(rules.board).filter(|_| may_add) {
            let in_order = last.is_none_or(|last| place > last);
            if in_order && rules.fits((kind, place), placed) {
                placed.push((kind, place));
                let go_on = extend(rules, kind, placed, should_stop, visit);
                placed.pop();
                if !go_on {
                    return false;
                }
            }
        }
        if !is_enough {
            return true;
        }
    }
    let stands = |kind: usize, place: Place| placed.contains(&(kind, place));
    let fixed_stand = kinds.iter().enumerate().all(|(kind, pieces)| {
        pieces.fixed.iter().all(|square| stands(kind, (square.row as i64, square.col as i64)))
    });
    if fixed_stand && rules.is_peace(placed) {
        visit(placed);
    }
    true
}

/// Returns the squares, row by row.
fn places(board: &Board) -> impl Iterator<Item = Place> {
    let (rows, cols) = (board.rows() as i64, board.cols() as i64);
    (0..rows).flat_map(move |row| (0..cols).map(move |col| (row, col)))
}

/// True if no further piece of any of the problem's kinds can be added to a placement, whatever the requested
/// numbers.
#[must_use]
pub fn is_maximal(problem: &Problem, placed: &[KindOnSquare]) -> bool {
    let rules = PeaceRules::new(problem);
    let can_stand = |kind: usize, place: Place| {
        rules.fits((kind, place), placed) && rules.is_peace(&[placed, &[(kind, place)]].concat())
    };
    (0..rules.kinds.len()).all(|kind| places(rules.board).all(|place| !can_stand(kind, place)))
}

/// True if pieces are a placement of a problem. They must stand on different squares and be non-attacking.
/// Each kind must have its requested number (any number if written `*` or `max`), and pre-placed pieces must
/// be on their squares.
#[must_use]
pub fn is_placement(problem: &Problem, placed: &[KindOnSquare]) -> bool {
    let mut rules = PeaceRules::new(problem);
    let is_wall = |piece: &KindOnSquare| rules.kinds.get(piece.0).is_some_and(|pieces| pieces.kind.is_wall());
    let (walls, pieces): (Vec<KindOnSquare>, Vec<KindOnSquare>) = placed.iter().copied().partition(is_wall);
    let on_board = |place: Place| places(rules.board).any(|other| other == place);
    let stand_apart = (walls.iter().enumerate()).all(|(number, &(_, place))| {
        on_board(place) && !is_hole(rules.board, place) && walls[..number].iter().all(|wall| wall.1 != place)
    });
    rules.walls = walls.iter().map(|wall| wall.1).collect();
    let at_peace = stand_apart
        && (pieces.iter().enumerate()).all(|(number, &piece)| {
            piece.0 < rules.kinds.len() && on_board(piece.1) && rules.fits(piece, &pieces[..number])
        });
    let as_asked = rules.kinds.iter().enumerate().all(|(kind, pieces)| {
        let number = placed.iter().filter(|piece| piece.0 == kind).count();
        let is_fixed = |&square: &Square| placed.contains(&(kind, (square.row as i64, square.col as i64)));
        pieces.fixed.iter().all(is_fixed)
            && match pieces.quantity {
                Quantity::Exactly(wanted) => number == wanted as usize,
                Quantity::Within(span) => {
                    span.least as usize <= number && span.most.is_none_or(|most| number <= most as usize)
                }
                Quantity::Any | Quantity::Max => true,
            }
    });
    at_peace && as_asked && rules.is_peace(&pieces)
}

/// Returns the number of placements, and whether all were counted before `should_stop` returned true.
pub fn count(problem: &Problem, should_stop: &dyn Fn() -> bool) -> (u128, bool) {
    let mut count = 0;
    let finished = visit_placements(problem, should_stop, &mut |_| count += 1);
    (count, finished)
}

/// Counts the placements of a problem, or only those that are [maximal](is_maximal), by numbers of pieces.
pub fn answer(problem: &Problem, maximal: bool, should_stop: &dyn Fn() -> bool) -> Counts {
    answer_by_rules(PeaceRules::new(problem), maximal, should_stop)
}

/// Counts the placements of a question, without regard to classes and maps.
pub fn answer_to(question: &Question, should_stop: &dyn Fn() -> bool) -> Counts {
    let rules = PeaceRules { demand: question.dominating, ..PeaceRules::new(&question.problem) };
    answer_by_rules(rules, question.maximal, should_stop)
}

/// Calls `visit` with every placement that a question asks for, like [`visit_placements`].
pub fn visit_asked(
    question: &Question,
    should_stop: &dyn Fn() -> bool,
    visit: &mut dyn FnMut(&[KindOnSquare]),
) -> bool {
    let rules = PeaceRules { demand: question.dominating, ..PeaceRules::new(&question.problem) };
    visit_by_rules(rules, should_stop, &mut |placed| {
        if !question.maximal || is_maximal(&question.problem, placed) {
            visit(placed);
        }
    })
}

fn answer_by_rules(rules: PeaceRules<'_>, maximal: bool, should_stop: &dyn Fn() -> bool) -> Counts {
    let problem = rules.problem;
    let kinds: Vec<&Pieces> = problem.pieces().collect();
    let has_max = kinds.iter().any(|pieces| pieces.quantity == Quantity::Max);
    // The counts are grouped by the numbers of the kinds without an exact number, and by the total of those
    // written `max`.
    let mut counts: BTreeMap<Vec<u32>, u128> = BTreeMap::new();
    let mut totals: BTreeMap<u32, u128> = BTreeMap::new();
    let complete = visit_by_rules(rules, should_stop, &mut |placed| {
        if maximal && !is_maximal(problem, placed) {
            return;
        }
        let number = |kind: usize| placed.iter().filter(|piece| piece.0 == kind).count() as u32;
        let (mut numbers, mut total) = (Vec::new(), 0);
        for (kind, pieces) in kinds.iter().enumerate() {
            match pieces.quantity {
                Quantity::Exactly(_) => {}
                Quantity::Within(_) | Quantity::Any => numbers.push(number(kind)),
                Quantity::Max => {
                    numbers.push(number(kind));
                    total += number(kind);
                }
            }
        }
        *counts.entry(numbers).or_default() += 1;
        *totals.entry(total).or_default() += 1;
    });
    // Without `max` every total is 0, so there is only one.
    let (maximum, count) = totals.last_key_value().map_or((None, 0), |(&most, &count)| (Some(most), count));
    let number_count = |(pieces, count)| NumberCount { pieces, count: BigUint::from(count) };
    let by_number = counts.into_iter().map(number_count).collect();
    let maximum = maximum.filter(|_| has_max);
    Counts { count: count.into(), maximum, by_number, complete, ..Counts::default() }
}

#[cfg(test)]
mod tests {
    use crate::engines::naive::*;

    fn ask(text: &str, maximal: bool) -> Counts {
        let answer = answer(&text.parse().unwrap(), maximal, &|| false);
        assert!(answer.complete);
        answer
    }

    fn number(text: &str, maximal: bool) -> u64 {
        u64::try_from(ask(text, maximal).count).unwrap()
    }

    /// Returns the counts by the number of the only kind without an exact number, from 0 on.
    fn coefficients(text: &str) -> Vec<u128> {
        let by_number = ask(text, false).by_number;
        let numbers: Vec<&[u32]> = by_number.iter().map(|each| each.pieces.as_slice()).collect();
        assert!(numbers.iter().zip(0..).all(|(numbers, number)| **numbers == [number]), "{text}");
        by_number.iter().map(|each| each.count.to_string().parse().unwrap()).collect()
    }

    #[test]
    fn exact_numbers() {
        assert_eq!(number("4x4 R4", false), 24);
        assert_eq!(number("6x6 Q6", false), 4);
        assert_eq!(number("5x5 N B R Q A", false), 96);
        assert_eq!(number("4x4 Q0", false), 1);
        let answer = ask("3x3 Q4", false);
        assert_eq!((answer.count, answer.maximum, answer.by_number), (0u32.into(), None, Vec::new()));
        let by_number = vec![NumberCount { pieces: Vec::new(), count: BigUint::from(24u32) }];
        assert_eq!(ask("4x4 R4", false).by_number, by_number);
    }

    /// Sources: kings from A063443; rooks from sums of squares of binomial coefficients times factorials.
    #[test]
    fn any_number() {
        for (side, count) in [(1, 2), (2, 5), (3, 35), (4, 314)] {
            assert_eq!(number(&format!("{side}x{side} K*"), false), count);
        }
        assert_eq!(coefficients("3x3 R*"), [1, 9, 18, 6]);
        // On 3x3, knights never reach the centre, and their moves form a ring of the other 8 squares. The
        // numbers of sets of k squares of a ring of 8 without neighbours are 1, 8, 20, 16, 2.
        assert_eq!(coefficients("3x3 N*"), [1, 9, 28, 36, 18, 2]);
        assert_eq!(number("3x3 N*", false), 2 * 47);
    }

    #[test]
    fn fixed_pieces_are_among_any_number() {
        let answer = ask("3x3 N*@b2", false);
        assert_eq!(answer.count, 47u32.into());
        assert_eq!(answer.by_number.iter().map(|each| each.pieces[0]).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    }

    #[test]
    fn the_most_pieces() {
        let most = |text: &str| {
            let answer = ask(text, false);
            (answer.maximum, u64::try_from(answer.count).unwrap())
        };
        assert_eq!(most("4x4 Kmax"), (Some(4), 79));
        assert_eq!(most("4x4 Nmax"), (Some(8), 6));
        // A queen in the middle takes every square; at an edge or in a corner it leaves two.
        assert_eq!(most("3x3 Q1 Nmax"), (Some(0), 9));
        assert_eq!(most("3x3 Q3 Nmax"), (None, 0));
    }

    /// Sources: kings by hand up to 3x3, and row 4 of A332347; knights from A289201; queens by hand.
    #[test]
    fn placements_that_cannot_be_extended() {
        let counts = |kind: &str| [1, 2, 3, 4].map(|side| number(&format!("{side}x{side} {kind}*"), true));
        assert_eq!(counts("K"), [1, 4, 8, 79]);
        assert_eq!(counts("N"), [1, 1, 10, 31]);
        assert_eq!(counts("Q")[..3], [1, 4, 9]);
        // The largest placements are always maximal.
        assert_eq!((ask("4x4 Nmax", true).maximum, number("4x4 Nmax", true)), (Some(8), 6));
        // Rooks are maximal when every row and column has one.
        assert_eq!(number("3x3 R*", true), 6);
        assert_eq!(number("3x3 R2", true), 0);
        // On 3x3 only a queen in the middle leaves no square for another.
        assert_eq!(number("3x3 Q1", true), 1);
        // Kinds without pieces also count: the knight fits behind a piece that attacks only forwards.
        assert_eq!(number("2x1 X1 X=fW", true), 2);
        assert_eq!(number("2x1 X1 N0 X=fW", true), 1);
    }
}
