//! Claims about sums, and the input to the search for their proofs.

use super::armies::{Armies, ProofDefinitions};
use super::cliques;
use super::error::CertificateError;
use super::program::{Claim, Program};
use crate::export::opb::Row;
use crate::{Demand, Problem, Quantity};
use armistice_proof::bounds::{Cover, Packing, Rivals};
use armistice_proof::{Bound, LinearConstraint, Literal, Log, Outcome, Search, VeriPb};
use std::io::{self, Write};

/// A claim as a pseudo-Boolean problem.
#[derive(Debug)]
pub(super) struct Sums<'a> {
    claim: Claim<'a>,
    program: Program<'a>,
    constraints: Vec<LinearConstraint>,
    /// For each row of the program, the place of its first constraint.
    places: Vec<usize>,
}

impl<'a> Sums<'a> {
    pub(super) fn from_problem(problem: &'a Problem, claim: Claim<'a>) -> Result<Self, CertificateError> {
        let are_one = !problem.has_enemies();
        let are_two =
            problem.armies().len() == 2 && problem.armies().iter().all(|army| army.pieces().len() == 1);
        let is_open = |quantity: Quantity| !matches!(quantity, Quantity::Exactly(_));
        match claim {
            Claim::EqualArmies(_) if are_one || !are_two => return Err(CertificateError::Armies),
            Claim::Largest(_) if !are_one && !are_two => return Err(CertificateError::Armies),
            Claim::Smallest(..) if !are_one => return Err(CertificateError::Armies),
            Claim::Smallest(Demand::Nothing, _)
                if !problem.pieces().all(|pieces| is_open(pieces.quantity)) =>
            {
                return Err(CertificateError::Numbers);
            }
            _ => {}
        }
        let program = Program::from_problem(problem, claim)?;
        if matches!(claim, Claim::EqualArmies(_)) && program.model.sorts().len() != 2 {
            return Err(CertificateError::Armies);
        }
        if program.objective.is_empty() && !matches!(claim, Claim::None) {
            return Err(CertificateError::Nothing);
        }
        let (constraints, places) = program.constraints();
        Ok(Self { claim, program, constraints, places })
    }

    pub(super) fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        self.program.write(to)
    }

    /// Writes a proof. Returns the outcome of the search for it, and the size of the proof.
    pub(super) fn prove(
        &self,
        to: &mut dyn Write,
        should_stop: &mut dyn FnMut(u64) -> bool,
    ) -> io::Result<(Outcome, u64)> {
        let mut log = VeriPb::begin(to, self.constraints.len() as u64)?;
        let mut told = StartConstraints::begin(self, &mut log)?;
        let Approach { variables, groups, noted, mut bound } = told.approach(&mut log)?;
        let is_by_pieces = variables == self.program.variables;
        // Variables of pieces are tried as true first. Variables of lines are tried as false first, for the
        // second army.
        let mut search = Search::new(variables, groups, vec![is_by_pieces; variables]);
        for (place, (linear, number)) in told.all.into_iter().enumerate() {
            if place < noted {
                search.note(linear, number)
            } else {
                search.add(linear, number)
            };
        }
        let outcome = search.run(&mut *bound, &mut log, should_stop)?;
        let Outcome::Refuted(number) = outcome else { return Ok((outcome, log.size())) };
        let conclusion = match (self.program.objective.is_empty(), self.best_value()) {
            (true, _) => format!("UNSAT : {number}"),
            (false, Some(best)) => format!("BOUNDS {best} : {number} {best}"),
            (false, None) => format!("BOUNDS INF : {number} INF"),
        };
        Ok((outcome, log.end(&conclusion)?))
    }

    /// Returns the value of the objective for the placement of the claim.
    fn best_value(&self) -> Option<i64> {
        let placement = self.claim.placement()?;
        Some(self.program.value(&self.program.solution(placement)))
    }
}

/// The way to search for a proof: the number of variables, the order in which they are decided, and the
/// bound.
struct Approach {
    variables: usize,
    groups: Vec<Vec<usize>>,
    /// The first `noted` constraints are for the bound alone.
    noted: usize,
    bound: Box<dyn Bound>,
}

/// The constraints that the search for a proof starts from.
struct StartConstraints<'a> {
    sums: &'a Sums<'a>,
    /// The constraints with their numbers in the proof. Those of the problem come first.
    all: Vec<(LinearConstraint, u64)>,
    /// The place of the constraint that demands a better placement than the one claimed.
    better: Option<usize>,
}

impl<'a> StartConstraints<'a> {
    fn begin<W: Write>(sums: &'a Sums<'a>, log: &mut VeriPb<W>) -> io::Result<Self> {
        let program = &sums.program;
        let mut all: Vec<(LinearConstraint, u64)> =
            (1..).zip(&sums.constraints).map(|(number, linear)| (linear.clone(), number)).collect();
        let mut better = None;
        if let Some(placement) = sums.claim.placement() {
            let solution = program.solution(placement);
            let literals = solution.iter().enumerate().map(|(variable, &value)| {
                if value { Literal::from_variable(variable) } else { !Literal::from_variable(variable) }
            });
            let number = log.improve(&literals.collect::<Vec<_>>())?;
            let terms = program
                .objective
                .iter()
                .map(|&(variable, weight)| (Literal::from_variable(variable), -weight));
            better = Some(all.len());
            all.push((LinearConstraint::from_terms(terms, 1 - program.value(&solution)), number));
        }
        Ok(Self { sums, all, better })
    }

    fn approach<W: Write>(&mut self, log: &mut VeriPb<W>) -> io::Result<Approach> {
        let model = &self.sums.program.model;
        match self.sums.claim {
            Claim::Smallest(..) => Ok(self.fewest()),
            _ if model.sorts().len() == 2 && model.problem().has_enemies() => self.armies(log),
            _ => self.approach_by_cliques(log),
        }
    }

    /// Prepares a search by the lines of two armies.
    fn armies<W: Write>(&mut self, log: &mut VeriPb<W>) -> io::Result<Approach> {
        let Sums { claim, program, places, .. } = self.sums;
        let mut rows = program.least.iter();
        let mut least = [None; 2];
        for (army, least) in least.iter_mut().enumerate() {
            let is_open = program.model.sorts()[army].pieces.quantity == Quantity::Max;
            let row = if is_open { None } else { rows.next() };
            *least = match (row, self.better, claim) {
                // The row says that the army has at least y pieces, and `better` that y exceeds the number of
                // the placement.
                (Some(&row), Some(better), Claim::EqualArmies(_)) => {
                    let (better, of_better) = &self.all[better];
                    let number = log.sum(&[(places[row] as u64 + 1, 1), (*of_better, 1)])?;
                    let pieces = program.model.variables_of(army).map(Literal::from_variable);
                    let degree = better.degree;
                    self.all.push((LinearConstraint::at_least(pieces, degree), number));
                    Some((self.all.len() - 1, degree))
                }
                (Some(&row), ..) => Some((places[row], program.rows[row].degree)),
                (None, Some(better), _) => Some((better, self.all[better].0.degree)),
                // This army may have any number of pieces.
                (None, None, _) => None,
            };
        }
        let armies = Armies::new(program);
        let ProofDefinitions { constraints, order, variables, mut groups } = armies.define(program, log)?;
        self.all.extend(constraints);
        let sides = armies.sides(program, places, least);
        // If the lines express everything except the numbers, the search decides nothing but lines.
        let is_all = program.rows.len() == sides.pairs.len() + program.least.len();
        let noted = if is_all && sides.are_of_lines() { self.all.len() } else { 0 };
        if noted == 0 {
            groups.push((0..program.model.variables()).collect());
        }
        self.all.extend(order);
        Ok(Approach { variables, groups, noted, bound: Box::new(Rivals::new(sides)) })
    }

    /// Prepares a search with a bound by cliques, each of which holds at most one piece.
    fn approach_by_cliques<W: Write>(&mut self, log: &mut VeriPb<W>) -> io::Result<Approach> {
        let Sums { program, places, .. } = self.sums;
        let first = self.all.len();
        self.all.extend(cliques::derive_cliques(program, places, log)?);
        let named = program.rows.iter().zip(places).filter(|(row, _)| is_clique(row));
        let cliques = named.map(|(_, &place)| place).chain(first..self.all.len());
        let cliques = cliques.map(|place| (place, self.variables_of(place))).collect();
        let asked = program.least.iter().map(|&row| places[row]).chain(self.better);
        let asked = asked.map(|place| (place, self.variables_of(place), self.all[place].0.degree)).collect();
        Ok(self.of_pieces(Box::new(Cover::new(program.model.variables(), asked, cliques))))
    }

    /// Prepares a search with a bound by squares that share no attacker.
    fn fewest(&self) -> Approach {
        let Sums { program, places, .. } = self.sums;
        let Some(better) = self.better else { return self.of_pieces(Box::new(())) };
        let is_item = |row: &Row| !row.is_equation && row.degree == 1 && row.terms.len() > 1;
        let items = program.rows.iter().zip(places).filter(|(row, _)| is_item(row));
        let items = items.map(|(_, &place)| (place, self.variables_of(place))).collect();
        let exact = program.rows.iter().zip(places).filter(|(row, _)| row.is_equation);
        let exact: Vec<(usize, i64)> = exact.map(|(row, &place)| (place + 1, row.degree)).collect();
        let best = self.sums.best_value().unwrap_or(0);
        let limit = exact.iter().map(|&(_, number)| number).sum::<i64>() + best - 1;
        let limits = exact.iter().map(|&(place, _)| place).chain([better]).collect();
        self.of_pieces(Box::new(Packing::new(program.variables, items, limits, limit)))
    }

    /// Prepares a search that decides piece by piece, in any order.
    fn of_pieces(&self, bound: Box<dyn Bound>) -> Approach {
        let program = &self.sums.program;
        let groups = vec![(0..program.model.variables()).collect()];
        Approach { variables: program.variables, groups, noted: 0, bound }
    }

    fn variables_of(&self, place: usize) -> Vec<usize> {
        self.all[place].0.terms.iter().map(|&(literal, _)| literal.variable()).collect()
    }
}

/// Returns whether the row says that at most one of its variables is true.
fn is_clique(row: &Row) -> bool {
    !row.is_equation && row.degree == -1 && row.terms.iter().all(|&(_, weight)| weight == -1)
}
