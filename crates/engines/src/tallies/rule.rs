//! The rule: a further piece may stand where all conditions can still be satisfied.

use super::attacks::{Asked, Attacked, Attacks};
use super::quotas::Quotas;
use super::sights::Sights;
use crate::board::{Mask, Set, Sets, words_for};
use crate::conflict::Conflicts;
use crate::engines::kernel::Kernel;
use crate::engines::reading::{self, ReadingNode, ReadingProblem, ReadingRule, Widen};
use crate::problem::{Pieces, Problem};
use crate::question::Demand;

/// Nanoseconds for a partial placement.
const NODE_NANOSECONDS: f64 = 60.0;
/// Additional nanoseconds for a partial placement, for each word of a mask.
const WORD_NANOSECONDS: f64 = 30.0;
/// Additional nanoseconds for a partial placement, for each square that must be attacked.
const SQUARE_NANOSECONDS: f64 = 1.5;
/// Additional nanoseconds for a partial placement, for each piece whose lines are followed.
const SIGHT_NANOSECONDS: f64 = 100.0;

/// The method that determines which piece attacks which.
enum Known<A, B> {
    /// Pairs ensure that pieces are non-attacking.
    Pairs,
    /// Sets of squares show the attacks.
    Sets(A),
    /// Lines are followed.
    Lines(B),
}

/// The numbers that are counted for a problem, for the sets of squares `S`.
pub(super) struct Tallies<S> {
    quotas: Quotas<S>,
    attacks: Known<Attacks<S>, Sights<S>>,
}

/// The standing pieces, and their numbers.
pub(super) struct Standing {
    /// The pieces as squares and kinds.
    pieces: Vec<(usize, usize)>,
    /// The number of pieces of each line with a quota.
    counts: Vec<u32>,
    /// The numbers of attackers.
    attacked: Attacked,
}

/// Returns a problem with everything that is to be counted.
pub(super) fn outline(problem: &Problem, asked: Asked) -> ReadingProblem<Tallies<Sets>> {
    let board = problem.board();
    let (squares, width) = (board.squares(), words_for(board.squares()));
    let kinds: Vec<&Pieces> = problem.pieces().collect();
    let is_stopped = problem.is_blocked() || problem.walls().is_some();
    let pairs = if asked.is_peace() {
        let is_wall: Vec<bool> = kinds.iter().map(|of| of.kind.is_wall()).collect();
        let opposed = problem.opposed();
        let opposed = |one: usize, other: usize| !is_wall[one] && !is_wall[other] && opposed(one, other);
        reading::pairs(problem, &opposed, if is_stopped { 1 } else { usize::MAX })
    } else {
        Conflicts::none(kinds.len(), squares)
    };
    let is_fixed = problem.has_fixed_moves() && !is_stopped;
    let attacks = match (is_fixed, asked.is_peace()) {
        (true, true) => Known::Pairs,
        (true, false) => Known::Sets(Attacks::of(problem, asked)),
        (false, _) => Known::Lines(Sights::of(problem, asked)),
    };
    let seen = if is_fixed { 0.0 } else { SIGHT_NANOSECONDS * problem.given_pieces() as f64 };
    let places = if asked.demand == Demand::Nothing { 0 } else { squares * width };
    ReadingProblem {
        given: reading::given(problem),
        open: open(problem),
        left: kinds.iter().map(|of| of.free_pieces()).collect(),
        pairs,
        node_nanoseconds: NODE_NANOSECONDS
            + WORD_NANOSECONDS * width as f64
            + SQUARE_NANOSECONDS * places as f64
            + seen,
        rule: Tallies { quotas: Quotas::of(problem), attacks },
    }
}

/// Returns for each kind the squares for the pieces that are not pre-placed.
fn open(problem: &Problem) -> Sets {
    let board = problem.board();
    let order = crate::board::ReadingOrder::of(board);
    let free = reading::free(problem);
    let mut open = Sets::empty(0, words_for(board.squares()));
    for pieces in problem.pieces() {
        let domain = problem.domain(pieces);
        let places = domain.squares().map(|square| order.place(board.square(square)));
        open.push_squares(places.filter(|&at| free.holds(at)));
    }
    open
}

impl Widen for Tallies<Sets> {
    type Rule<M: Mask> = Tallies<Vec<M>>;

    fn widen<M: Mask>(self) -> Tallies<Vec<M>> {
        let attacks = match self.attacks {
            Known::Pairs => Known::Pairs,
            Known::Sets(attacks) => Known::Sets(attacks.widen()),
            Known::Lines(sights) => Known::Lines(sights.widen()),
        };
        Tallies { quotas: self.quotas.widen(), attacks }
    }
}

impl<M: Mask> ReadingRule for Tallies<Vec<M>> {
    type Mask = M;
    type Standing = Standing;

    const BEST: Kernel = Kernel::Avx2;

    fn nobody(&self) -> Standing {
        let counts = vec![0; self.quotas.number()];
        Standing { pieces: Vec::new(), counts, attacked: Attacked::default() }
    }

    #[inline(always)]
    fn push(&self, standing: &mut Standing, square: usize, kind: usize) {
        self.quotas.lines_of(square, kind).iter().for_each(|&line| standing.counts[line] += 1);
        if let Known::Sets(attacks) = &self.attacks {
            attacks.push(&mut standing.attacked, &standing.pieces, (square, kind));
        }
        standing.pieces.push((square, kind));
    }

    #[inline(always)]
    fn pop(&self, standing: &mut Standing) {
        let Some((square, kind)) = standing.pieces.pop() else { return };
        self.quotas.lines_of(square, kind).iter().for_each(|&line| standing.counts[line] -= 1);
        if let Known::Sets(attacks) = &self.attacks {
            attacks.pop(&mut standing.attacked, &standing.pieces, (square, kind));
        }
    }

    fn kept(&self) -> usize {
        match &self.attacks {
            Known::Sets(attacks) => attacks.kept(),
            Known::Pairs | Known::Lines(_) => 0,
        }
    }

    #[inline(always)]
    fn keep(&self, before: &[M], after: &mut [M], square: usize, kind: usize) {
        if let Known::Sets(attacks) = &self.attacks {
            attacks.keep(before, after, square, kind);
        }
    }

    #[inline(always)]
    fn open(&self, standing: &Standing, node: &mut ReadingNode<M>, from: usize) -> bool {
        if !self.quotas.close(&standing.counts, node) {
            return false;
        }
        let gone = M::full(from);
        for kind in 0..node.left.len() {
            let open = node.free[kind].and_not(gone);
            node.todo[kind] = if node.left[kind] == 0 { M::EMPTY } else { open };
        }
        let mut limit = usize::MAX;
        if !self.quotas.narrow(&standing.counts, node, &mut limit) {
            return false;
        }
        let can_be = match &self.attacks {
            Known::Pairs => true,
            Known::Sets(attacks) => attacks.narrow(&standing.attacked, &standing.pieces, node, &mut limit),
            Known::Lines(sights) => sights.narrow(&standing.pieces, &node.left, &mut node.todo),
        };
        if !can_be {
            return false;
        }
        let (mut is_enough, mut all) = (true, M::EMPTY);
        for kind in 0..node.left.len() {
            is_enough &= node.todo[kind].count() >= node.left[kind];
            all = all.or(node.todo[kind]);
        }
        if !is_enough || all.count() < node.total {
            return false;
        }
        if let Known::Sets(attacks) = &self.attacks {
            attacks.narrow_next(&standing.pieces, node, limit);
        }
        if limit < M::BITS {
            let next = M::full(limit + 1);
            node.todo.iter_mut().for_each(|todo| *todo = todo.and(next));
        }
        true
    }

    fn memory(&self) -> usize {
        let of_attacks = match &self.attacks {
            Known::Pairs => 0,
            Known::Sets(attacks) => attacks.memory(),
            Known::Lines(sights) => sights.memory(),
        };
        self.quotas.memory() + of_attacks
    }
}
