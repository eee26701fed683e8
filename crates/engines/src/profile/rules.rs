//! A question as a sweep reads it: the kinds allowed on each square, and the relations of any two squares.

use crate::engines::board::{Board, Set};
use crate::engines::problem::{Degrees, Pieces, Problem, Quantity, Span};
use crate::engines::question::{Demand, Question};
use std::collections::HashSet;

/// The occupant of a square: the number of a kind, or the next number for an empty square.
pub(super) type Occupant = usize;

/// The relation of a settled square to the occupant of a later square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Link {
    /// The place of the other square in the order of the sweep.
    pub(super) at: usize,
    /// The occupant of the other square.
    pub(super) by: Occupant,
    /// Whether the two exclude each other.
    pub(super) excludes: bool,
    /// Whether one of the two attacks the other, and such pairs are counted.
    pub(super) pairs: bool,
    /// Whether the settled square attacks the other one, and the attackers of that one are counted.
    pub(super) attacks: bool,
    /// Whether the other square attacks the settled one, and the attackers of that one are counted.
    pub(super) is_attacked: bool,
}

impl Link {
    /// True if the settled square affects the other one.
    pub(super) fn does_something(&self) -> bool {
        self.excludes || self.pairs || self.attacks
    }
}

/// A number of pieces that is counted, and must be in a range.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct CountRule {
    /// For each place in the order of the sweep the occupants that count.
    pub(super) counted: Vec<Vec<Occupant>>,
    pub(super) least: u64,
    pub(super) most: Option<u64>,
    /// Whether the number itself is to be reported.
    pub(super) is_told: bool,
}

/// A question, square by square in the order of a sweep.
pub(super) struct Rules {
    /// The squares of the board in that order.
    pub(super) order: Vec<usize>,
    /// The number of squares of a line across the board.
    pub(super) across: usize,
    /// For each square its possible occupants.
    pub(super) options: Vec<Vec<Occupant>>,
    /// For each square and each occupant the relations to later squares.
    pub(super) links: Vec<Vec<Vec<Link>>>,
    /// For each square and each occupant whether its attackers are counted.
    pub(super) is_judged: Vec<Vec<bool>>,
    /// The required number of attackers of judged squares.
    pub(super) attacked: Option<Range>,
    /// The allowed number of pairs that attack each other.
    pub(super) pairs: Option<Range>,
    /// Whether the attackers of pieces are counted, because their number is bounded above.
    pub(super) has_degrees: bool,
    /// The numbers of pieces that are counted.
    pub(super) countings: Vec<CountRule>,
    /// For each occupant whether its number is to be maximised.
    pub(super) is_maximised: Vec<bool>,
    /// Whether the question is invariant under the reflection that reverses each line across.
    pub(super) is_even: bool,
}

/// A range without bounds that cannot matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) least: u64,
    pub(super) most: Option<u64>,
}

impl Range {
    /// Creates the range; `None` if it contains every number up to `reach`.
    fn from_span(span: Span, reach: usize) -> Option<Self> {
        let most = span.most.map(u64::from).filter(|&most| most < reach as u64);
        let range = Self { least: u64::from(span.least).min(reach as u64 + 1), most };
        (range.least > 0 || most.is_some()).then_some(range)
    }

    /// Returns the largest number that must be distinguished from smaller ones.
    pub(super) fn cap(self) -> u64 {
        self.most.map_or(self.least, |most| most + 1)
    }

    pub(super) fn has(self, number: u64) -> bool {
        self.least <= number && self.most.is_none_or(|most| number <= most)
    }
}

impl Rules {
    /// Returns the rules of a question in one order: rank by rank, or file by file.
    pub(super) fn new(question: &Question, is_by_ranks: bool) -> Self {
        let problem = &question.problem;
        let board = problem.board();
        let (rows, cols) = (board.rows(), board.cols());
        let order: Vec<usize> = match is_by_ranks {
            true => (0..rows * cols).collect(),
            false => (0..cols).flat_map(|col| (0..rows).map(move |row| row * cols + col)).collect(),
        };
        let across = if is_by_ranks { cols } else { rows };
        let kinds: Vec<&Pieces> = problem.pieces().collect();
        let options: Vec<Vec<Occupant>> =
            order.iter().map(|&square| options(problem, &kinds, square)).collect();
        let field = Field::new(question, &kinds, &order, &options);
        let links: Vec<Vec<Vec<Link>>> = (0..order.len()).map(|place| field.links(place)).collect();
        let is_judged = (0..order.len())
            .map(|place| (0..=kinds.len()).map(|occupant| field.is_judged(place, occupant)).collect())
            .collect();
        let countings = countings(question, &kinds, &order, &options);
        let is_maximised =
            kinds.iter().map(|pieces| pieces.quantity == Quantity::Max).chain([false]).collect();
        let is_even = field.is_even(across, &countings);
        let has_degrees = question.dominating == Demand::Nothing && field.attacked.is_some();
        let (attacked, pairs) = (field.attacked, field.pairs);
        Self {
            order,
            across,
            options,
            links,
            is_judged,
            attacked,
            pairs,
            has_degrees,
            countings,
            is_maximised,
            is_even,
        }
    }

    /// Returns the image of a place under the reflection of the lines across.
    pub(super) fn mirror_place(&self, place: usize) -> usize {
        mirror(place, self.across)
    }
}

fn mirror(place: usize, across: usize) -> usize {
    place - place % across + across - 1 - place % across
}

/// Returns the possible occupants of a square; the number of kinds stands for an empty square.
fn options(problem: &Problem, kinds: &[&Pieces], index: usize) -> Vec<Occupant> {
    let square = problem.board().square(index);
    if let Some(given) = kinds.iter().position(|pieces| pieces.fixed.contains(&square)) {
        return vec![given];
    }
    let may_stand = |&kind: &usize| {
        kinds[kind].quantity != Quantity::Exactly(0) && problem.may_stand(kinds[kind], square)
    };
    (0..kinds.len()).filter(may_stand).chain([kinds.len()]).collect()
}

/// Returns the numbers of pieces that the question is about: of kinds, and on lines.
fn countings(
    question: &Question,
    kinds: &[&Pieces],
    order: &[usize],
    options: &[Vec<Occupant>],
) -> Vec<CountRule> {
    let problem = &question.problem;
    let counted = |does_count: &dyn Fn(usize, Occupant) -> bool| -> Vec<Vec<Occupant>> {
        let places = order.iter().zip(options);
        places
            .map(|(&square, options)| {
                let kinds = options.iter().copied().filter(|&occupant| occupant < kinds.len());
                kinds.filter(|&kind| does_count(square, kind)).collect()
            })
            .collect()
    };
    let mut countings: Vec<CountRule> = Vec::new();
    for (number, pieces) in kinds.iter().enumerate() {
        let (least, most, is_told) = match pieces.quantity {
            Quantity::Exactly(exact) => (exact.into(), Some(exact.into()), false),
            _ if question.by_number => (0, None, true),
            _ => continue,
        };
        countings.push(CountRule { counted: counted(&|_, kind| kind == number), least, most, is_told });
    }
    let mut seen: HashSet<CountRule> = countings.iter().cloned().collect();
    for line in problem.line_quotas() {
        let does_count = |square: usize, kind: Occupant| {
            kinds[kind].are_counted(line.letter) && line.squares.binary_search(&square).is_ok()
        };
        let (least, most) = (line.span.least.into(), line.span.most.map(u64::from));
        let counting = CountRule { counted: counted(&does_count), least, most, is_told: false };
        // Equal numbers share a field.
        if seen.insert(counting.clone()) {
            countings.push(counting);
        }
    }
    countings
}

/// The attacks between squares.
struct Field<'a> {
    board: &'a Board,
    demand: Demand,
    order: &'a [usize],
    options: &'a [Vec<Occupant>],
    /// For each kind and place, the set of places that it attacks from there.
    attacks: Vec<Vec<Vec<u64>>>,
    /// For each place, the places to which it may have a relation.
    around: Vec<Vec<usize>>,
    /// For any two kinds whether they must not attack each other.
    opposed: Vec<Vec<bool>>,
    /// Whether pieces must be non-attacking.
    is_peace: bool,
    attacked: Option<Range>,
    pairs: Option<Range>,
}

impl<'a> Field<'a> {
    fn new(
        question: &'a Question,
        kinds: &[&Pieces],
        order: &'a [usize],
        options: &'a [Vec<Occupant>],
    ) -> Self {
        let Question { problem, dominating: demand, .. } = question;
        let (board, demand) = (problem.board(), *demand);
        let mut place_of = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, &square)| place_of[square] = place);
        let mut around = vec![Vec::new(); order.len()];
        let mut attacks = vec![vec![vec![0u64; order.len().div_ceil(64)]; order.len()]; kinds.len()];
        for (kind, pieces) in kinds.iter().enumerate() {
            for (place, &square) in
                order.iter().enumerate().filter(|(place, _)| options[*place].contains(&kind))
            {
                for other in pieces.kind.moves().attacked_squares(board, board.square(square)) {
                    let other = place_of[board.index(other)];
                    attacks[kind][place].add_square(other);
                    around[place].push(other);
                    around[other].push(place);
                }
            }
        }
        for around in &mut around {
            around.sort_unstable();
            around.dedup();
        }
        let are_opposed = problem.opposition();
        let opposed = |one: usize| (0..kinds.len()).map(|other| are_opposed(one, other)).collect();
        let Degrees { each, pairs } = problem.degrees();
        let attacked = match demand {
            Demand::Nothing => each.and_then(|span| Range::from_span(span, order.len())),
            Demand::Dominating | Demand::Total => Some(Range { least: 1, most: None }),
        };
        Self {
            board,
            demand,
            order,
            options,
            attacks,
            around,
            opposed: (0..kinds.len()).map(opposed).collect(),
            is_peace: demand == Demand::Nothing && !problem.degrees().are_asked(),
            attacked,
            pairs: pairs.and_then(|span| Range::from_span(span, order.len() * order.len())),
        }
    }

    /// True if the attackers of this occupant are counted.
    fn is_judged(&self, place: usize, occupant: Occupant) -> bool {
        let is_empty = occupant == self.attacks.len();
        let is_square = || self.board.is_open(self.board.square(self.order[place]));
        match self.demand {
            Demand::Nothing => self.attacked.is_some() && !is_empty,
            Demand::Dominating => is_empty && is_square(),
            Demand::Total => is_square(),
        }
    }

    fn links(&self, place: usize) -> Vec<Vec<Link>> {
        (0..=self.attacks.len()).map(|occupant| self.links_of(place, occupant)).collect()
    }

    fn links_of(&self, place: usize, occupant: Occupant) -> Vec<Link> {
        if !self.options[place].contains(&occupant) {
            return Vec::new();
        }
        let strikes = |kind: Occupant, from: usize, to: usize| {
            self.attacks.get(kind).is_some_and(|attacks| attacks[from].holds(to))
        };
        let later = self.around[place].iter().copied().filter(|&at| at > place);
        let others = later.flat_map(|at| self.options[at].iter().map(move |&by| (at, by)));
        let links = others.map(|(at, by)| {
            let (hits, is_hit) = (strikes(occupant, place, at), strikes(by, at, place));
            let are_opposed = self.opposed.get(occupant).and_then(|opposed| opposed.get(by)) == Some(&true);
            let matters = self.demand != Demand::Nothing || are_opposed;
            Link {
                at,
                by,
                excludes: self.is_peace && are_opposed && (hits || is_hit),
                pairs: self.pairs.is_some() && are_opposed && (hits || is_hit),
                attacks: hits && matters && self.is_judged(at, by),
                is_attacked: is_hit && matters && self.is_judged(place, occupant),
            }
        });
        links.filter(|link| link.does_something() || link.is_attacked).collect()
    }

    /// True if a reflection of the lines across preserves everything.
    fn is_even(&self, across: usize, countings: &[CountRule]) -> bool {
        let image = |place: usize| mirror(place, across);
        let is_open = |place: usize| self.board.is_open(self.board.square(self.order[place]));
        let places = || 0..self.order.len();
        let known: HashSet<&CountRule> = countings.iter().collect();
        let keeps_attacks = |attacks: &Vec<Vec<u64>>| {
            places().all(|place| {
                attacks[place].size() == attacks[image(place)].size()
                    && attacks[place].squares().all(|other| attacks[image(place)].holds(image(other)))
            })
        };
        places().all(|place| {
            self.options[place] == self.options[image(place)] && is_open(place) == is_open(image(place))
        }) && self.attacks.iter().all(keeps_attacks)
            && countings.iter().all(|counting| known.contains(&counting.mirror(across)))
    }
}

impl CountRule {
    /// Returns the number that is counted if the lines across are reflected.
    pub(super) fn mirror(&self, across: usize) -> Self {
        let counted =
            (0..self.counted.len()).map(|place| self.counted[mirror(place, across)].clone()).collect();
        Self { counted, ..*self }
    }
}
