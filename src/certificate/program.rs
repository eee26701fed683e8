//! A claim as a pseudo-Boolean problem.
//!
//! The problem states the rules and nothing that follows from them, so you need only read it to trust a
//! proof. It has a variable for each kind and square, the pairs that exclude each other, and the numbers of
//! pieces.

use crate::Demand;
use crate::board::Square;
use crate::export::ExportError;
use crate::export::Options;
use crate::export::model::Model;
use crate::export::opb::{self, Row};
use crate::{Placement, Problem, Quantity};
use armistice_proof::{LinearConstraint, Literal};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// A statement that a proof establishes.
#[derive(Debug, Clone, Copy)]
pub enum Claim<'a> {
    /// The problem has no placement.
    None,
    /// No placement has more pieces of the kinds written `max` than this one. Without a placement, the
    /// problem has none.
    Largest(Option<&'a Placement>),
    /// No placement that satisfies the demand has fewer pieces of the kinds without a number than this one.
    Smallest(Demand, Option<&'a Placement>),
    /// Two armies can both be as large as in this placement, and not larger.
    EqualArmies(&'a Placement),
}

impl<'a> Claim<'a> {
    /// Returns the placement that proves one half of the claim.
    pub(super) fn placement(self) -> Option<&'a Placement> {
        match self {
            Self::None => None,
            Self::Largest(placement) | Self::Smallest(_, placement) => placement,
            Self::EqualArmies(placement) => Some(placement),
        }
    }
}

/// Constraints, and an objective to minimise.
#[derive(Debug)]
pub(super) struct Program<'a> {
    pub(super) model: Model<'a>,
    pub(super) variables: usize,
    pub(super) objective: Vec<(usize, i64)>,
    pub(super) rows: Vec<Row>,
    /// The rows that give the number of each sort; for armies, the least number of each.
    pub(super) least: Vec<usize>,
}

impl<'a> Program<'a> {
    pub(super) fn from_problem(problem: &'a Problem, claim: Claim<'_>) -> Result<Self, ExportError> {
        let model = Model::new(problem)?;
        let variables = model.variables();
        let mut program =
            Self { model, variables, objective: Vec::new(), rows: Vec::new(), least: Vec::new() };
        // The closure writes nothing, so it cannot fail.
        let _ = program.collect(claim);
        Ok(program)
    }

    fn collect(&mut self, claim: Claim<'_>) -> io::Result<()> {
        let Self { model, objective, rows, .. } = self;
        let mut each = |row| {
            rows.push(row);
            Ok(())
        };
        match claim {
            Claim::EqualArmies(_) => opb::squares(model, &mut each)?,
            _ => opb::numbers(model, Options::default(), &mut each)?,
        }
        let is_peaceful = !matches!(claim, Claim::Smallest(Demand::Dominating | Demand::Total, _));
        if is_peaceful {
            opb::peace(model, false, &mut each)?;
        }
        match claim {
            Claim::None => {}
            Claim::Largest(_) => objective.extend(model.maximised_variables().map(|variable| (variable, -1))),
            Claim::Smallest(demand, _) => {
                objective.extend(open(model).map(|variable| (variable, 1)));
                if demand == Demand::Nothing {
                    for variable in (0..model.variables()).filter(|&variable| !model.is_closed(variable)) {
                        each(Row::at_least(model.conflicts(variable).chain([variable]), 1))?;
                    }
                } else {
                    add_attack_rows(model, demand, &mut each)?;
                }
            }
            Claim::EqualArmies(_) => {
                // If y of them are true, each army has at least y pieces.
                let all = model.open().len();
                let first = self.variables;
                self.variables += all / 2;
                self.objective.extend((first..self.variables).map(|variable| (variable, -1)));
                for sort in 0..self.model.sorts().len() {
                    let pieces = self.model.variables_of(sort).map(|variable| (variable, 1));
                    let counted = (first..self.variables).map(|variable| (variable, -1));
                    let terms = pieces.chain(counted).collect();
                    self.least.push(self.rows.len());
                    self.rows.push(Row { terms, is_equation: false, degree: 0 });
                }
            }
        }
        if matches!(claim, Claim::None | Claim::Largest(_)) {
            let exact =
                |of: &crate::export::model::Sort<'_>| matches!(of.pieces.quantity, Quantity::Exactly(_));
            // The equations of the exact numbers are the first rows.
            self.least = (0..self.model.sorts().iter().filter(|of| exact(of)).count()).collect();
        }
        Ok(())
    }

    /// Writes the problem in the form that solvers and checkers read.
    pub(super) fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        opb::head(to, &self.model, self.variables, self.rows.len())?;
        if !self.objective.is_empty() {
            opb::objective(to, self.objective.iter().copied())?;
        }
        self.rows.iter().try_for_each(|row| opb::write_row(to, row))
    }

    /// Returns the constraints with their numbers, and for each row the place of its first constraint.
    ///
    /// An equation becomes two constraints.
    pub(super) fn constraints(&self) -> (Vec<LinearConstraint>, Vec<usize>) {
        let mut constraints = Vec::new();
        let mut places = Vec::new();
        for row in &self.rows {
            places.push(constraints.len());
            let terms =
                || row.terms.iter().map(|&(variable, weight)| (Literal::from_variable(variable), weight));
            constraints.push(LinearConstraint::from_terms(terms(), row.degree));
            if row.is_equation {
                constraints.push(LinearConstraint::from_terms(
                    terms().map(|(literal, weight)| (literal, -weight)),
                    -row.degree,
                ));
            }
        }
        (constraints, places)
    }

    /// Returns the value of the objective for a placement.
    pub(super) fn value(&self, solution: &[bool]) -> i64 {
        self.objective.iter().filter(|&&(variable, _)| solution[variable]).map(|&(_, weight)| weight).sum()
    }

    /// Returns the values of all variables for a placement.
    pub(super) fn solution(&self, placement: &Placement) -> Vec<bool> {
        let mut solution = vec![false; self.variables];
        let mut of_sort = vec![0; self.model.sorts().len()];
        for &(kind, square) in placement.pieces() {
            let sort = self.model.sorts().iter().position(|sort| sort.kind == kind);
            if let Some((sort, variable)) =
                sort.and_then(|sort| Some((sort, self.model.variable(sort, square)?)))
            {
                solution[variable] = true;
                of_sort[sort] += 1;
            }
        }
        let counted = of_sort.into_iter().min().unwrap_or(0);
        solution[self.model.variables()..].iter_mut().take(counted).for_each(|value| *value = true);
        solution
    }
}

/// Returns the variables of kinds without a number.
pub(super) fn open(model: &Model<'_>) -> impl Iterator<Item = usize> {
    let is_open = |of: &crate::export::model::Sort<'_>| !matches!(of.pieces.quantity, Quantity::Exactly(_));
    let sorts = model.sorts().iter().enumerate().filter(move |(_, of)| is_open(of));
    sorts.flat_map(|(sort, _)| model.variables_of(sort))
}

/// Adds rows which say that every square is attacked (or taken, if that is enough) and that no square is
/// taken twice.
fn add_attack_rows(model: &Model<'_>, demand: Demand, each: &mut opb::Rows<'_>) -> io::Result<()> {
    let board = model.problem().board();
    let mut attackers: BTreeMap<Square, Vec<usize>> =
        model.passed().iter().map(|&square| (square, Vec::new())).collect();
    for variable in (0..model.variables()).filter(|&variable| !model.is_closed(variable)) {
        let Some((sort, square)) = model.meaning(variable) else { continue };
        let own = (demand == Demand::Dominating).then_some(square);
        let mut reached: Vec<Square> =
            sort.pieces.kind.moves().attacked_squares(board, square).chain(own).collect();
        reached.sort_unstable();
        reached.dedup();
        for square in reached {
            if let Some(attackers) = attackers.get_mut(&square) {
                attackers.push(variable);
            }
        }
    }
    for attackers in attackers.into_values() {
        each(Row::at_least(attackers, 1))?;
    }
    if model.sorts().len() > 1 {
        for &square in model.open() {
            let on_square = (0..model.sorts().len()).filter_map(|sort| model.variable(sort, square));
            each(Row::at_most(on_square, 1))?;
        }
    }
    Ok(())
}
