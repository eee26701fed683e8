//! Cliques that the problem gives only by their pairs, such as four squares of which kings can take one.

use super::program::Program;
use armistice_proof::{LinearConstraint, Literal, VeriPb};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

/// The search for cliques adds at most this number of them per variable.
const MAX_CLIQUES: usize = 2;

/// Derives cliques of three or more variables around the pairs of a problem. Each has its number in the
/// proof.
pub(super) fn derive_cliques<W: Write>(
    program: &Program<'_>,
    places: &[usize],
    log: &mut VeriPb<W>,
) -> io::Result<Vec<(LinearConstraint, u64)>> {
    let variables = program.model.variables();
    let is_clique =
        |row: &crate::export::opb::Row| row.degree == -1 && row.terms.iter().all(|term| term.1 == -1);
    let mut beside = vec![BTreeSet::new(); variables];
    let mut numbers: BTreeMap<(usize, usize), u64> = BTreeMap::new();
    for (row, &place) in program.rows.iter().zip(places).filter(|(row, _)| is_clique(row)) {
        for &(first, _) in &row.terms {
            beside[first]
                .extend(row.terms.iter().map(|&(second, _)| second).filter(|&second| second != first));
        }
        if let [(first, _), (second, _)] = row.terms[..] {
            numbers.insert((first.min(second), first.max(second)), place as u64 + 1);
        }
    }
    let mut cliques: BTreeSet<Vec<usize>> = BTreeSet::new();
    for &(first, second) in numbers.keys() {
        let mut clique = vec![first, second];
        let mut common: BTreeSet<usize> = beside[first].intersection(&beside[second]).copied().collect();
        while let Some(next) = common.pop_first() {
            clique.push(next);
            common = common.intersection(&beside[next]).copied().collect();
        }
        if clique.len() > 2 && cliques.len() < MAX_CLIQUES * variables {
            clique.sort_unstable();
            cliques.insert(clique);
        }
    }
    let mut derived = Vec::new();
    for clique in cliques {
        let linear = LinearConstraint::at_most(clique.iter().copied().map(Literal::from_variable), 1);
        let mut pairs = Vec::new();
        for (place, &second) in clique.iter().enumerate() {
            for &first in &clique[..place] {
                let number = match numbers.get(&(first, second)) {
                    Some(&number) => number,
                    None => {
                        let pair = LinearConstraint::at_most([first, second].map(Literal::from_variable), 1);
                        let number = log.write_implied(&pair)?;
                        numbers.insert((first, second), number);
                        number
                    }
                };
                pairs.push(number);
            }
        }
        derived.push((linear, log.clique(&pairs)?));
    }
    Ok(derived)
}
