//! Proofs about two armies, by the lines that each army may use.
//!
//! A line along which both armies attack belongs to one of them. So the search decides lines, as the engine
//! [`lines`](crate::engines::lines) does. The [numbers that both armies can
//! reach](armistice_proof::bounds::Rivals) follow.
//!
//! The proof defines a variable for each line: it is true if the line has a piece of the first army. It
//! follows that no line has pieces of both armies. The definition is then deleted, because the remaining
//! constraints are invariant under every symmetry, including the exchange of the armies. Among equivalent
//! placements, the proof keeps the first one in the order of the line variables.

use super::program::Program;
use crate::board::Board;
use crate::export::model::Model;
use crate::piece::Range;
use armistice_chess::symmetry::{Symmetry, symmetries};
use armistice_proof::bounds::Sides;
use armistice_proof::{LinearConstraint, Literal, Log, VeriPb};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

/// Two armies of one kind each.
#[derive(Debug)]
pub(super) struct Armies {
    /// The number of squares where a piece may stand.
    squares: usize,
    /// The lines, as lists of places of squares.
    lines: Vec<Vec<usize>>,
}

/// The most variables of a symmetry-breaking order: the weights of more variables would not fit.
const MAX_ORDERED: usize = 40;

/// The constraints and variables that the proof defines before the search begins.
#[derive(Debug)]
pub(super) struct ProofDefinitions {
    /// The constraints that define the variables of lines, with their numbers in the proof.
    pub(super) constraints: Vec<(LinearConstraint, u64)>,
    /// The constraints that break symmetries, with their numbers in the proof.
    pub(super) order: Vec<(LinearConstraint, u64)>,
    /// The number of variables after the definitions.
    pub(super) variables: usize,
    /// The groups of variables in the order in which the search decides them.
    pub(super) groups: Vec<Vec<usize>>,
}

impl Armies {
    pub(super) fn new(program: &Program<'_>) -> Self {
        Self { squares: program.model.open().len(), lines: lines(&program.model) }
    }

    /// Returns the input of the bound.
    ///
    /// For each army, `least` has the place of the constraint that gives its least number of pieces, and that
    /// number.
    pub(super) fn sides(
        &self,
        program: &Program<'_>,
        places: &[usize],
        least: [Option<(usize, i64)>; 2],
    ) -> Sides {
        let mut pairs = BTreeMap::new();
        for (row, &place) in program.rows.iter().zip(places) {
            if let ([(first, -1), (second, -1)], -1) = (&row.terms[..], row.degree) {
                pairs.insert((*first.min(second), *first.max(second) - self.squares), place);
            }
        }
        let lines = self.lines.clone();
        Sides { squares: self.squares, first_line: program.variables, lines, pairs, least }
    }

    /// Defines a variable for each line, and orders equivalent placements.
    pub(super) fn define<W: Write>(
        &self,
        program: &Program<'_>,
        log: &mut VeriPb<W>,
    ) -> io::Result<ProofDefinitions> {
        let first = program.variables;
        let mut constraints = Vec::new();
        let mut definitions = Vec::new();
        let [ours, theirs] = [0, self.squares];
        for (at, line) in self.lines.iter().enumerate() {
            let variable = first + at;
            let is_ours = Literal::from_variable(variable);
            for &square in line {
                let linear = LinearConstraint::clause([!Literal::from_variable(ours + square), is_ours]);
                let number = log.define(&linear, variable, true)?;
                constraints.push((linear, number));
            }
            let pieces = line.iter().map(|&square| Literal::from_variable(ours + square));
            let definition = LinearConstraint::clause(pieces.chain([!is_ours]));
            definitions.push(log.define(&definition, variable, false)?);
            for &square in line {
                let linear = LinearConstraint::clause([!Literal::from_variable(theirs + square), !is_ours]);
                let number = log.write_implied(&linear)?;
                constraints.push((linear, number));
            }
        }
        for number in definitions {
            log.delete(number, &[])?;
        }
        let variables = first + self.lines.len();
        let order = self.order();
        let mut groups: Vec<Vec<usize>> = order.iter().map(|&line| vec![first + line]).collect();
        groups.push(
            (0..self.lines.len()).filter(|line| !order.contains(line)).map(|line| first + line).collect(),
        );
        let order = self.break_symmetry(program, variables, &order, log)?;
        Ok(ProofDefinitions { constraints, order, variables, groups })
    }

    /// Returns the lines of the first two directions, those in the middle first.
    fn order(&self) -> Vec<usize> {
        let mut families: Vec<Vec<usize>> = Vec::new();
        for (at, line) in self.lines.iter().enumerate() {
            match families.last_mut() {
                // Lines of one direction have no square in common.
                Some(family)
                    if !family
                        .iter()
                        .any(|&other| self.lines[other].iter().any(|square| line.contains(square))) =>
                {
                    family.push(at);
                }
                _ => families.push(vec![at]),
            }
        }
        families.truncate(2);
        for family in &mut families {
            let (first, last) = (family[0], family[family.len() - 1]);
            family.sort_by_key(|&line| (2 * line).abs_diff(first + last));
        }
        families.concat()
    }

    /// Writes that no image of a placement under a symmetry comes before the placement.
    fn break_symmetry<W: Write>(
        &self,
        program: &Program<'_>,
        variables: usize,
        order: &[usize],
        log: &mut VeriPb<W>,
    ) -> io::Result<Vec<(LinearConstraint, u64)>> {
        let mut constraints = Vec::new();
        let problem = program.model.problem();
        let group = symmetries(problem, false, true);
        let images: Vec<Vec<Literal>> =
            group.iter().filter_map(|symmetry| self.images(program, symmetry)).collect();
        let first = program.variables;
        // The set is a union of whole orbits.
        let mut ordered: BTreeSet<usize> = BTreeSet::new();
        for &line in order {
            let orbit: BTreeSet<usize> =
                images.iter().map(|images| images[first + line].variable()).collect();
            if ordered.union(&orbit).count() <= MAX_ORDERED {
                ordered.extend(orbit);
            }
        }
        let place = |variable: &usize| order.iter().position(|line| first + line == *variable);
        let mut ordered: Vec<usize> = ordered.into_iter().collect();
        ordered.sort_by_key(|variable| place(variable).unwrap_or(*variable));
        if ordered.is_empty() || images.len() < 2 {
            return Ok(constraints);
        }
        log.order(&ordered)?;
        for images in images {
            debug_assert_eq!(images.len(), variables);
            constraints.extend(log.none_before(&ordered, &images)?);
        }
        Ok(constraints)
    }

    /// Returns the literal that replaces each variable under a symmetry.
    ///
    /// `None` if lines alone do not determine it.
    fn images(&self, program: &Program<'_>, symmetry: &Symmetry) -> Option<Vec<Literal>> {
        let (model, board) = (&program.model, program.model.problem().board());
        let pieces = symmetry.pieces(model.problem());
        let is_exchanged = pieces != [0, 1];
        let image_of = |square: usize| {
            let at = board.index(model.open()[square]);
            let image = board.square(symmetry.map.images[at].into());
            model.open().iter().position(|&open| open == image)
        };
        let squares: Vec<usize> = (0..self.squares).map(image_of).collect::<Option<_>>()?;
        let mut images: Vec<Literal> = Vec::new();
        for army in 0..2 {
            let army = if is_exchanged { 1 - army } else { army };
            images.extend(squares.iter().map(|&square| Literal::from_variable(army * self.squares + square)));
        }
        images.extend((2 * self.squares..program.variables).map(Literal::from_variable));
        let set = |line: &[usize]| line.iter().copied().collect::<BTreeSet<usize>>();
        let sets: Vec<BTreeSet<usize>> = self.lines.iter().map(|line| set(line)).collect();
        for line in &self.lines {
            let image: BTreeSet<usize> = line.iter().map(|&square| squares[square]).collect();
            let image =
                Literal::from_variable(program.variables + sets.iter().position(|set| *set == image)?);
            images.push(if is_exchanged { !image } else { image });
        }
        Some(images)
    }
}

/// Returns the lines of at least two squares along which the armies attack each other from end to end.
fn lines(model: &Model<'_>) -> Vec<Vec<usize>> {
    let board: &Board = model.problem().board();
    if !board.is_straight() {
        return Vec::new();
    }
    let [ours, theirs] = [0, 1].map(|sort: usize| {
        let rides = model.sorts()[sort].pieces.kind.moves().rides();
        let unlimited = rides.filter(|&(_, range)| range == Range::Unlimited);
        unlimited.map(|(step, _)| step).collect::<Vec<(i32, i32)>>()
    });
    let reversed = |(rows, cols): (i32, i32)| (-rows, -cols);
    // Whichever piece is first on the line, one of the two attacks the other.
    let is_seen = |step: (i32, i32)| ours.contains(&step) || theirs.contains(&reversed(step));
    let mut steps: Vec<(i32, i32)> = Vec::new();
    for &step in ours.iter().chain(&theirs) {
        if is_seen(step)
            && is_seen(reversed(step))
            && !steps.contains(&step)
            && !steps.contains(&reversed(step))
        {
            steps.push(step);
        }
    }
    // Ranks and files first: they are the longest.
    steps.sort_by_key(|&(rows, cols)| (rows.abs() + cols.abs(), rows.abs()));
    let lines = steps.iter().flat_map(|&step| model.segments(step));
    lines.filter(|line| line.len() > 1).collect()
}
