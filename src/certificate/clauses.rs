//! The claim that a problem has no placement, as clauses, with a proof that also consists of clauses.
//!
//! The formula is the one that is [exported](crate::export::Format::Cnf). Clauses cannot count: every proof
//! by resolution that nine rooks do not fit on eight ranks has exponentially many clauses (Haken, "The
//! intractability of resolution", 1985). But the formula counts pieces square by square, rank by rank. So a
//! few clauses for each square can say that the first *k* ranks hold at most *k* pieces. They are written
//! first for every kind that has at most one piece on a rank. The search does the rest.

use crate::Quantity;
use crate::export::cnf;
use crate::export::model::Model;
use crate::export::{Export, ExportError, Format, Options};
use crate::piece::Range;
use crate::{Objective, Problem};
use armistice_proof::{Drat, LinearConstraint, Literal, Log, Outcome, Search};
use std::io::{self, Write};

/// A formula that has no model if the claim is true.
#[derive(Debug)]
pub(super) struct Formula<'a> {
    model: Model<'a>,
}

impl<'a> Formula<'a> {
    pub(super) fn from_problem(problem: &'a Problem) -> Result<Self, ExportError> {
        if problem.objective() == Objective::Maximum {
            return Err(ExportError::Maximum);
        }
        Export::new(problem, Format::Cnf, Options::default())?;
        Ok(Self { model: Model::new(problem)? })
    }

    pub(super) fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        cnf::write(&self.model, Options::default(), to)
    }

    /// Writes a proof. Returns the outcome of the search for it, and the size of the proof.
    pub(super) fn prove(
        &self,
        to: &mut dyn Write,
        should_stop: &mut dyn FnMut(u64) -> bool,
    ) -> io::Result<(Outcome, u64)> {
        let mut log = Drat::begin(to);
        let variables = cnf::variables(&self.model, Options::default());
        let pieces = (0..self.model.variables()).collect();
        let mut search = Search::new(variables, vec![pieces], vec![true; variables]);
        cnf::clauses(&self.model, Options::default(), &mut |clause| {
            search.add(LinearConstraint::clause(clause.iter().copied().map(literal)), 0);
            Ok(())
        })?;
        let mut first = self.model.variables() as i64 + 1;
        for (counter, sort) in cnf::counters(&self.model, Options::default()) {
            if let Some(sort) = sort {
                let at_least =
                    |squares: usize, number: usize| counter.at_least(squares as u64, number as u64, first);
                for clause in self.no_more_than_ranks(sort, &at_least) {
                    let clause: Vec<Literal> = clause.into_iter().map(literal).collect();
                    log.clause(&clause)?;
                    search.add(LinearConstraint::clause(clause), 0);
                }
            }
            first += counter.auxiliaries() as i64;
        }
        let outcome = search.run(&mut (), &mut log, should_stop)?;
        let size = log.size();
        log.end()?;
        Ok((outcome, size))
    }

    /// Returns clauses, each of which follows from the formula and the clauses before it.
    ///
    /// They are for a sort with at most one piece on a rank, or on each part of a rank between holes.
    /// `at_least(i, j)` is the literal which says that at least `j` of the first `i` squares are taken, or
    /// the constant truth of that statement.
    fn no_more_than_ranks(
        &self,
        sort: usize,
        at_least: &dyn Fn(usize, usize) -> Result<i64, bool>,
    ) -> Vec<Vec<i64>> {
        let board = self.model.problem().board();
        let of = &self.model.sorts()[sort];
        let has_enemies = self.model.problem().has_enemies();
        let rides_along_ranks = of.pieces.kind.moves().rides().any(|ride| ride == ((0, 1), Range::Unlimited));
        if has_enemies
            || !board.is_straight()
            || !rides_along_ranks
            || matches!(of.pieces.quantity, Quantity::Any | Quantity::Max)
        {
            return Vec::new();
        }
        let mut clauses = Vec::new();
        let mut squares = 0;
        let mut parts: Vec<usize> = self.model.segments((0, 1)).map(|part| part.len()).collect();
        // The squares of a part are not consecutive if the part goes round an edge or behind a hole.
        let are_in_order = self.model.segments((0, 1)).flatten().eq(0..self.model.open().len());
        if !are_in_order {
            parts.clear();
        }
        for (ranks, length) in (1..).zip(parts) {
            let mut taken: Vec<i64> = Vec::new();
            for _ in 0..length {
                // The ranks so far hold at most one piece each. If each of them holds one, one of the squares
                // in `taken` is taken.
                squares += 1;
                let more = negated_clause(at_least(squares, ranks + 1), &[]);
                taken.push(self.model.variables_of(sort).start as i64 + squares as i64);
                let last = negated_clause(at_least(squares, ranks), &taken);
                for clause in [more, last].into_iter().flatten() {
                    let is_empty = clause.is_empty();
                    clauses.push(clause);
                    if is_empty {
                        return clauses;
                    }
                }
            }
        }
        clauses
    }
}

/// Returns the clause that `what` is false or one of the literals `or` is true; `None` if that clause always
/// holds.
fn negated_clause(what: Result<i64, bool>, or: &[i64]) -> Option<Vec<i64>> {
    match what {
        Ok(literal) => Some(std::iter::once(-literal).chain(or.iter().copied()).collect()),
        Err(true) => Some(or.to_vec()),
        Err(false) => None,
    }
}

/// Converts a literal from the form of DIMACS to the form of the search.
fn literal(number: i64) -> Literal {
    let positive = Literal::from_variable(number.unsigned_abs() as usize - 1);
    if number < 0 { !positive } else { positive }
}
