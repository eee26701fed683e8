//! The rule: a further piece may stand where all conditions can still be satisfied.

use super::attacks::{AttackConditions, AttackerCounts, Attacks};
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
enum AttackMethod<A, B> {
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
    attacks: AttackMethod<Attacks<S>, Sights<S>>,
}

/// The standing pieces, and their numbers.
pub(super) struct CountedPieces {
    /// The pieces as squares and kinds.
    pieces: Vec<(usize, usize)>,
    /// The number of pieces of each line with a quota.
    counts: Vec<u32>,
    /// The numbers of attackers.
    attacked: AttackerCounts,
}

/// Returns a problem with everything that is to be counted.
pub(super) fn outline(problem: &Problem, asked: AttackConditions) -> ReadingProblem<Tallies<Sets>> {
    let board = problem.board();
    let (squares, width) = (board.squares(), words_for(board.squares()));
    let kinds: Vec<&Pieces> = problem.pieces().collect();
    let is_stopped = problem.is_blocked() || problem.walls().is_some();
    let pairs = if asked.is_peace() {
        let is_wall: Vec<bool> = kinds.iter().map(|of| of.kind.is_wall()).collect();
        let opposed = problem.opposition();
        let opposed = |one: usize, other: usize| !is_wall[one] && !is_wall[other] && opposed(one, other);
        reading::pairs(problem, &opposed, if is_stopped { 1 } else { usize::MAX })
    } else {
        Conflicts::empty(kinds.len(), squares)
    };
    let is_fixed = problem.has_fixed_moves() && !is_stopped;
    let attacks = match (is_fixed, asked.is_peace()) {
        (true, true) => AttackMethod::Pairs,
        (true, false) => AttackMethod::Sets(Attacks::from_problem(problem, asked)),
        (false, _) => AttackMethod::Lines(Sights::from_problem(problem, asked)),
    };
    let seen = if is_fixed { 0.0 } else { SIGHT_NANOSECONDS * problem.given_pieces() as f64 };
    let places = if asked.demand == Demand::Nothing { 0 } else { squares * width };
    ReadingProblem {
        given: reading::preplaced_pieces(problem),
        open: open(problem),
        left: kinds.iter().map(|of| of.free_pieces()).collect(),
        pairs,
        node_nanoseconds: NODE_NANOSECONDS
            + WORD_NANOSECONDS * width as f64
            + SQUARE_NANOSECONDS * places as f64
            + seen,
        rule: Tallies { quotas: Quotas::from_problem(problem), attacks },
    }
}

/// Returns for each kind the squares for the pieces that are not pre-placed.
fn open(problem: &Problem) -> Sets {
    let board = problem.board();
    let order = crate::board::ReadingOrder::new(board);
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
            AttackMethod::Pairs => AttackMethod::Pairs,
            AttackMethod::Sets(attacks) => AttackMethod::Sets(attacks.widen()),
            AttackMethod::Lines(sights) => AttackMethod::Lines(sights.widen()),
        };
        Tallies { quotas: self.quotas.widen(), attacks }
    }
}

impl<M: Mask> ReadingRule for Tallies<Vec<M>> {
    type Mask = M;
    type Position = CountedPieces;

    const BEST: Kernel = Kernel::Avx2;

    fn empty_position(&self) -> CountedPieces {
        let counts = vec![0; self.quotas.number()];
        CountedPieces { pieces: Vec::new(), counts, attacked: AttackerCounts::default() }
    }

    #[inline(always)]
    fn push(&self, standing: &mut CountedPieces, square: usize, kind: usize) {
        self.quotas.lines_of(square, kind).iter().for_each(|&line| standing.counts[line] += 1);
        if let AttackMethod::Sets(attacks) = &self.attacks {
            attacks.push(&mut standing.attacked, &standing.pieces, (square, kind));
        }
        standing.pieces.push((square, kind));
    }

    #[inline(always)]
    fn pop(&self, standing: &mut CountedPieces) {
        let Some((square, kind)) = standing.pieces.pop() else { return };
        self.quotas.lines_of(square, kind).iter().for_each(|&line| standing.counts[line] -= 1);
        if let AttackMethod::Sets(attacks) = &self.attacks {
            attacks.pop(&mut standing.attacked, &standing.pieces, (square, kind));
        }
    }

    fn kept_sets(&self) -> usize {
        match &self.attacks {
            AttackMethod::Sets(attacks) => attacks.kept_sets(),
            AttackMethod::Pairs | AttackMethod::Lines(_) => 0,
        }
    }

    #[inline(always)]
    fn keep(&self, before: &[M], after: &mut [M], square: usize, kind: usize) {
        if let AttackMethod::Sets(attacks) = &self.attacks {
            attacks.keep(before, after, square, kind);
        }
    }

    #[inline(always)]
    fn open(&self, standing: &CountedPieces, node: &mut ReadingNode<M>, from: usize) -> bool {
        if !self.quotas.close(&standing.counts, node) {
            return false;
        }
        let gone = M::full(from);
        for kind in 0..node.left.len() {
            let open = node.free[kind].and_not(gone);
            node.todo[kind] = if node.left[kind] == 0 { M::EMPTY } else { open };
        }
        let mut limit = usize::MAX;
        if !self.quotas.prune(&standing.counts, node, &mut limit) {
            return false;
        }
        let can_be = match &self.attacks {
            AttackMethod::Pairs => true,
            AttackMethod::Sets(attacks) => {
                attacks.prune(&standing.attacked, &standing.pieces, node, &mut limit)
            }
            AttackMethod::Lines(sights) => sights.prune(&standing.pieces, &node.left, &mut node.todo),
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
        if let AttackMethod::Sets(attacks) = &self.attacks {
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
            AttackMethod::Pairs => 0,
            AttackMethod::Sets(attacks) => attacks.memory(),
            AttackMethod::Lines(sights) => sights.memory(),
        };
        self.quotas.memory() + of_attacks
    }
}
