//! Proofs in the formats of checkers.
//!
//! [VeriPB](VeriPb) checks proofs about linear constraints, by unit propagation and cutting planes (Gocht and
//! Nordström, "Certifying parity reasoning efficiently using pseudo-Boolean proofs", 2021; format 3.0).
//! [DRAT](Drat) is the format of checkers of clauses (Wetzler, Heule and Hunt, "DRAT-trim", 2014).

use super::linear::{LinearConstraint, Literal};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The destination of the steps of a proof. Constraints are numbered, beginning with those of the problem.
pub trait Log {
    /// Writes a sum of constraints, each multiplied by its factor. Returns the number of the sum.
    ///
    /// # Errors
    /// Fails if the proof cannot be written, or if the format has no sums.
    fn sum(&mut self, parts: &[(u64, i64)]) -> io::Result<u64>;

    /// Writes a clause that follows by unit propagation. Returns its number.
    ///
    /// # Errors
    /// Fails if the proof cannot be written.
    fn clause(&mut self, literals: &[Literal]) -> io::Result<u64>;

    /// Deletes a clause or a sum that is no longer needed.
    ///
    /// # Errors
    /// Fails if the proof cannot be written.
    fn delete(&mut self, number: u64, literals: &[Literal]) -> io::Result<()>;

    /// Returns the number of bytes written.
    fn size(&self) -> u64;
}

/// A writer that counts the bytes that pass through it.
#[derive(Debug)]
struct CountingWriter<W> {
    to: W,
    size: u64,
}

impl<W: Write> Write for CountingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.size += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// A proof for VeriPB. The variables of the problem are `x1`, `x2`, …
#[derive(Debug)]
pub struct VeriPb<W> {
    to: CountingWriter<W>,
    last: u64,
}

impl<W: Write> VeriPb<W> {
    /// Begins a proof about a problem of this number of constraints. An equation counts as two.
    ///
    /// # Errors
    /// Fails if the proof cannot be written.
    pub fn begin(to: W, constraints: u64) -> io::Result<Self> {
        let mut to = CountingWriter { to, size: 0 };
        writeln!(to, "pseudo-Boolean proof version 3.0\nf {constraints};")?;
        Ok(Self { to, last: constraints })
    }

    fn next(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    /// Writes a solution and the constraint that a better one is wanted. Returns the number of that
    /// constraint.
    ///
    /// # Errors
    /// Fails if the proof cannot be written.
    pub fn improve(&mut self, solution: &[Literal]) -> io::Result<u64> {
        self.to.write_all(b"soli")?;
        solution.iter().try_for_each(|&literal| write!(self.to, " {}", name(literal)))?;
        self.to.write_all(b";\n")?;
        Ok(self.next())
    }

    /// Writes a constraint that defines a new variable: the constraint holds if the variable has this value.
    /// Returns its number.
    ///
    /// # Errors
    /// Fails if the proof cannot be written.
    pub fn define(&mut self, constraint: &LinearConstraint, variable: usize, value: bool) -> io::Result<u64> {
        self.to.write_all(b"red ")?;
        write_linear(&mut self.to, constraint)?;
        writeln!(self.to, " : x{} -> {};", variable + 1, u8::from(value))?;
        Ok(self.next())
    }

    /// Defines an order of solutions: of two solutions, the one with a 0 at the first of these variables in
    /// which they differ comes first. There can be up to 60 variables.
    ///
    /// # Errors
    /// Fails if the proof cannot be written.
    pub fn order(&mut self, variables: &[usize]) -> io::Result<()> {
        let named = |letter: char| -> String {
            (1..=variables.len()).map(|place| format!(" {letter}{place}")).collect()
        };
        let weights = weights(variables.len());
        let terms = weights.enumerate().map(|(place, weight)| {
            let place = place + 1;
            format!(" -{weight} u{place} {weight} v{place}")
        });
        let terms: String = terms.collect();
        writeln!(self.to, "def_order first\nvars\nleft{};\nright{};\naux;\nend;", named('u'), named('v'))?;
        writeln!(self.to, "def\n{terms} >= 0;\nend;")?;
        writeln!(self.to, "transitivity\nvars\nfresh_right{};\nend;", named('t'))?;
        writeln!(self.to, "proof\nproofgoal #1\npol 1 2 + 3 +;\nqed : -1;\nqed;\nend;\nend;")?;
        self.to.write_all(b"load_order first")?;
        variables.iter().try_for_each(|variable| write!(self.to, " x{}", variable + 1))?;
        self.to.write_all(b";\n")
    }

    /// Writes, by dominance, the constraint that no image of the solution under a symmetry comes first.
    /// Returns the constraint with its number, or `None` if it is trivial. `images` has the literal that
    /// takes the place of each variable; `variables` is as in the [order](Self::order).
    ///
    /// # Errors
    /// Fails if the proof cannot be written.
    pub fn none_before(
        &mut self,
        variables: &[usize],
        images: &[Literal],
    ) -> io::Result<Option<(LinearConstraint, u64)>> {
        let terms = variables.iter().zip(weights(variables.len()));
        let terms =
            terms.flat_map(|(&at, weight)| [(images[at], weight), (Literal::from_variable(at), -weight)]);
        let constraint = LinearConstraint::from_terms(terms, 0);
        if constraint.degree <= 0 {
            return Ok(None);
        }
        self.to.write_all(b"dom ")?;
        write_linear(&mut self.to, &constraint)?;
        self.to.write_all(b" :")?;
        for (variable, &image) in images.iter().enumerate() {
            if image != Literal::from_variable(variable) {
                write!(self.to, " x{} -> {}", variable + 1, name(image))?;
            }
        }
        self.to.write_all(b" : subproof\nproofgoal #2\npol -1 -2 +;\nqed : -1;\nqed;\n")?;
        // The assumption, the goal, and the constraint that contradicts both also have numbers.
        self.last += 3;
        let number = self.next();
        Ok(Some((constraint, number)))
    }

    /// Writes a constraint that follows by unit propagation. Returns its number.
    ///
    /// # Errors
    /// Fails if the proof cannot be written.
    pub fn write_implied(&mut self, constraint: &LinearConstraint) -> io::Result<u64> {
        self.to.write_all(b"rup ")?;
        write_linear(&mut self.to, constraint)?;
        self.to.write_all(b";\n")?;
        Ok(self.next())
    }

    /// Derives that at most one of some literals is true, from the constraints of the pairs. The pairs are in
    /// this order: the second literal with the first, then the third with both, and so on. Returns the number
    /// of the constraint.
    ///
    /// # Errors
    /// Fails if the proof cannot be written.
    pub fn clique(&mut self, pairs: &[u64]) -> io::Result<u64> {
        self.to.write_all(b"pol")?;
        let mut left = pairs;
        let mut size = 1;
        while let Some((with, rest)) = left.split_at_checked(size).filter(|(with, _)| !with.is_empty()) {
            if size > 1 {
                write!(self.to, " {} *", size - 1)?;
            }
            for (place, number) in with.iter().enumerate() {
                write!(self.to, " {number}{}", if size > 1 || place > 0 { " +" } else { "" })?;
            }
            if size > 1 {
                write!(self.to, " {size} d")?;
            }
            left = rest;
            size += 1;
        }
        self.to.write_all(b";\n")?;
        Ok(self.next())
    }

    /// Ends the proof with its conclusion. Returns the size of the proof.
    ///
    /// # Errors
    /// Fails if the proof cannot be written.
    pub fn end(mut self, conclusion: &str) -> io::Result<u64> {
        writeln!(self.to, "output NONE;\nconclusion {conclusion};\nend pseudo-Boolean proof;")?;
        self.to.flush()?;
        Ok(self.to.size)
    }
}

impl<W: Write> Log for VeriPb<W> {
    fn sum(&mut self, parts: &[(u64, i64)]) -> io::Result<u64> {
        self.to.write_all(b"pol")?;
        // Constraints with the same factor are multiplied together.
        let mut by_times: BTreeMap<i64, Vec<u64>> = BTreeMap::new();
        parts.iter().for_each(|&(number, times)| by_times.entry(times).or_default().push(number));
        for (place, (times, numbers)) in by_times.iter().enumerate() {
            for (place, number) in numbers.iter().enumerate() {
                write!(self.to, " {number}{}", if place > 0 { " +" } else { "" })?;
            }
            if *times != 1 {
                write!(self.to, " {times} *")?;
            }
            if place > 0 {
                self.to.write_all(b" +")?;
            }
        }
        self.to.write_all(b";\n")?;
        Ok(self.next())
    }

    fn clause(&mut self, literals: &[Literal]) -> io::Result<u64> {
        self.to.write_all(b"rup")?;
        literals.iter().try_for_each(|&literal| write!(self.to, " 1 {}", name(literal)))?;
        self.to.write_all(b" >= 1;\n")?;
        Ok(self.next())
    }

    fn delete(&mut self, number: u64, _: &[Literal]) -> io::Result<()> {
        writeln!(self.to, "del id {number};")
    }

    fn size(&self) -> u64 {
        self.to.size
    }
}

/// Returns weights, each larger than the sum of all later ones.
fn weights(number: usize) -> impl Iterator<Item = i64> {
    (0..number).rev().map(|place| 1 << place)
}

/// Writes a constraint in the notation of problems and proofs, without a terminator.
///
/// # Errors
/// Fails if the proof cannot be written.
pub fn write_linear(to: &mut dyn Write, constraint: &LinearConstraint) -> io::Result<()> {
    for (literal, weight) in &constraint.terms {
        write!(to, "{weight} {} ", name(*literal))?;
    }
    write!(to, ">= {}", constraint.degree)
}

/// Returns the name of a literal: `x1`, or `~x1`.
#[must_use]
pub fn name(literal: Literal) -> String {
    format!("{}x{}", if literal.is_negated() { "~" } else { "" }, literal.variable() + 1)
}

/// A proof in DRAT, of a formula in DIMACS form: one clause a line, as text.
#[derive(Debug)]
pub struct Drat<W> {
    to: CountingWriter<W>,
}

impl<W: Write> Drat<W> {
    /// Begins a proof.
    pub fn begin(to: W) -> Self {
        Self { to: CountingWriter { to, size: 0 } }
    }

    /// Ends the proof.
    ///
    /// # Errors
    /// Fails if the proof cannot be written.
    pub fn end(mut self) -> io::Result<W> {
        self.to.flush()?;
        Ok(self.to.to)
    }

    fn write(&mut self, literals: &[Literal]) -> io::Result<()> {
        for literal in literals {
            let sign = if literal.is_negated() { "-" } else { "" };
            write!(self.to, "{sign}{} ", literal.variable() + 1)?;
        }
        self.to.write_all(b"0\n")
    }
}

impl<W: Write> Log for Drat<W> {
    fn sum(&mut self, _: &[(u64, i64)]) -> io::Result<u64> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "clauses have no sums"))
    }

    fn clause(&mut self, literals: &[Literal]) -> io::Result<u64> {
        self.write(literals)?;
        Ok(0)
    }

    fn delete(&mut self, _: u64, literals: &[Literal]) -> io::Result<()> {
        self.to.write_all(b"d ")?;
        self.write(literals)
    }

    fn size(&self) -> u64 {
        self.to.size
    }
}
