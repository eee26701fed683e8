//! The shortest linear recurrence of terms modulo a prime.
//!
//! Massey's algorithm (J. L. Massey, *Shift-register synthesis and BCH decoding*, IEEE Transactions on
//! Information Theory 15, 1969; after Berlekamp 1968) takes one term at a time. It keeps the shortest
//! recurrence of the terms so far, and the last one that failed before the length grew. If the present one
//! fails too, a shifted multiple of the older one has the same error, and repairs it. Each term costs a sum
//! of as many products as the recurrence is long, and a repair as many again. For 2L terms of a recurrence of
//! length L, these are about 2L² products.
//!
//! A length L is certain only after 2L terms. For random terms the length is always about half their number,
//! so a recurrence has value only if additional terms agree.

use super::modular::Modulus;

/// The shortest recurrence of the terms so far.
#[derive(Debug, Clone)]
pub struct BerlekampMassey {
    modulus: Modulus,
    terms: Vec<u64>,
    /// c with c(0) = 1, such that the sum of c(j) a(n - j) is zero for all n from `length` on. It has no
    /// zeros at the end.
    connection: Vec<u64>,
    length: usize,
    /// The connection before the length last grew, divided by its error.
    older: Vec<u64>,
    /// The number of terms by which the error of `older` is behind.
    behind: usize,
    /// The number of terms when `connection` was last repaired.
    repaired: usize,
}

impl BerlekampMassey {
    /// Returns a search without terms, whose recurrence has length 0.
    pub(crate) fn new(modulus: Modulus) -> Self {
        let one = vec![modulus.one()];
        Self {
            modulus,
            terms: Vec::new(),
            connection: one.clone(),
            length: 0,
            older: one,
            behind: 1,
            repaired: 0,
        }
    }

    /// Returns the shortest recurrence of these terms, in Montgomery form.
    pub fn of_terms(modulus: Modulus, terms: &[u64]) -> Self {
        let mut search = Self::new(modulus);
        for &term in terms {
            search.push(term);
        }
        search
    }

    /// Adds one term, in Montgomery form.
    pub(crate) fn push(&mut self, term: u64) {
        self.terms.push(term);
        let count = self.terms.len();
        let error = self.modulus.dot_reversed(&self.connection, &self.terms);
        if error == 0 {
            self.behind += 1;
            return;
        }
        self.repaired = count;
        let factor = self.modulus.negative(error);
        let repaired = self.behind + self.older.len();
        let grows = 2 * self.length < count;
        // If the length grows, the present recurrence becomes the older one, divided by its error.
        let next = grows.then(|| {
            let inverse = self.modulus.inverse(error).unwrap_or_default();
            self.connection.iter().map(|&c| self.modulus.product(c, inverse)).collect()
        });
        if self.connection.len() < repaired {
            self.connection.resize(repaired, 0);
        }
        self.modulus.add_multiple(&mut self.connection[self.behind..], factor, &self.older);
        while self.connection.last() == Some(&0) {
            self.connection.pop();
        }
        match next {
            Some(older) => {
                self.length = count - self.length;
                self.older = older;
                self.behind = 1;
            }
            None => self.behind += 1,
        }
    }

    /// Returns the length L: each term from number L on (the first has number 0) follows from the L terms
    /// before it.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Returns the coefficients c(0) = 1, c(1), … in Montgomery form, at most L + 1, the last nonzero: the
    /// sum of c(j) a(n - j) is zero for all n from L on. If there are fewer, the terms from number L + 1 -
    /// (number of coefficients) on obey a recurrence of lower order, and the earlier ones are exceptions.
    pub fn connection(&self) -> &[u64] {
        &self.connection
    }

    /// Returns the number of terms.
    #[cfg(test)]
    pub(crate) fn terms(&self) -> usize {
        self.terms.len()
    }

    /// Returns the number of agreeing terms beyond the 2L that were needed, or 0.
    #[cfg(test)]
    pub(crate) fn spare(&self) -> usize {
        self.terms.len().saturating_sub(self.repaired.max(2 * self.length))
    }
}

#[cfg(test)]
mod tests {
    use super::super::modular::tests::{Dice, first_modulus};
    use super::*;

    /// Returns true if a recurrence of this length exists: the Hankel system of all terms has a solution.
    fn has_recurrence(modulus: &Modulus, terms: &[u64], length: usize) -> bool {
        let mut rows: Vec<Vec<u64>> = (length..terms.len()).map(|n| terms[n - length..=n].to_vec()).collect();
        let mut rank = 0;
        for column in 0..length {
            let Some(pivot) = (rank..rows.len()).find(|&row| rows[row][column] != 0) else { continue };
            rows.swap(rank, pivot);
            let inverse = modulus.inverse(rows[rank][column]).unwrap();
            let pivot = rows[rank].clone();
            for row in &mut rows[rank + 1..] {
                let factor = modulus.negative(modulus.product(row[column], inverse));
                modulus.add_multiple(row, factor, &pivot);
            }
            rank += 1;
        }
        rows[rank..].iter().all(|row| row[length] == 0)
    }

    #[test]
    fn berlekamp_massey_agrees_with_elimination_in_the_hankel_system() {
        let modulus = Modulus::new(10_007).unwrap();
        let mut dice = Dice::new(4);
        for round in 0..60 {
            // Sparse terms and terms with a recurrence have many short cases.
            let count = 1 + dice.draw_below(14) as usize;
            let mut terms: Vec<u64> = Vec::new();
            for n in 0..count {
                let random = if dice.draw_below(3) == 0 { modulus.form(dice.draw_below(10_007)) } else { 0 };
                terms.push(if round % 2 == 0 && n > 3 {
                    modulus.sum(terms[n - 1], terms[n - 3])
                } else {
                    random
                });
            }
            let length = BerlekampMassey::of_terms(modulus, &terms).length();
            assert!(has_recurrence(&modulus, &terms, length), "{terms:?}");
            assert!(length == 0 || !has_recurrence(&modulus, &terms, length - 1), "{terms:?}");
        }
    }

    #[test]
    fn random_recurrences_are_found_again() {
        let modulus = first_modulus();
        let mut dice = Dice::new(5);
        for order in [1, 2, 3, 8, 31, 200] {
            let exceptions = dice.draw_below(3) as usize;
            let mut form = || 1 + dice.draw_below(modulus.prime() - 1);
            let coefficients: Vec<u64> = (0..order).map(|_| form()).collect();
            let mut terms: Vec<u64> = (0..order + exceptions).map(|_| form()).collect();
            let length = order + exceptions;
            while terms.len() < 2 * length + 9 {
                terms.push(modulus.dot_reversed(&coefficients, &terms));
            }
            let found = BerlekampMassey::of_terms(modulus, &terms);
            assert_eq!((found.length(), found.spare(), found.terms()), (length, 9, terms.len()));
            let connection: Vec<u64> = [modulus.one()]
                .into_iter()
                .chain(coefficients.iter().map(|&c| modulus.negative(c)))
                .collect();
            assert_eq!(found.connection(), connection);
        }
    }

    #[test]
    fn zeros_obey_the_empty_recurrence_and_one_late_term_a_long_one() {
        let modulus = first_modulus();
        assert_eq!(BerlekampMassey::of_terms(modulus, &[0; 9]).length(), 0);
        let mut terms = [0; 20];
        terms[6] = modulus.one();
        let found = BerlekampMassey::of_terms(modulus, &terms);
        assert_eq!((found.length(), found.connection(), found.spare()), (7, &[modulus.one()][..], 6));
    }
}
