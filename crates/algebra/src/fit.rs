//! A quasi-polynomial fitted to terms, with its evidence.
//!
//! A fit proves nothing, so it includes the number of terms that agree beyond those that were needed. The
//! start is not fixed: agreement is counted from the last term back, and the terms before are exceptions. (A
//! fit that must hold from the first term finds wrong, long periods for sequences whose first terms are
//! exceptions.)

use super::annihilator::Annihilator;
use super::ansatz::{MIN_ZEROS, expected_annihilator, found_freely};
use super::polynomial::Polynomial;
use super::quasi_polynomial::QuasiPolynomial;
use num_bigint::BigInt;

/// A quasi-polynomial that agrees with all terms from some n on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fit {
    /// The formula.
    pub formula: QuasiPolynomial,
    /// The least annihilator of the part without known coefficients. Its order is the number of unknown
    /// coefficients.
    pub annihilator: Annihilator,
    /// The first n from which all terms agree. The preceding term, if given, does not agree.
    pub from: i64,
    /// The number of agreeing terms beyond as many as there were unknown coefficients.
    pub further: usize,
    /// Whether the ansatz for this number of pieces fitted; if not, a free search found the fit among many.
    pub(crate) is_expected: bool,
}

/// Coefficients of the highest powers that are already known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeadingPowers {
    /// The polynomial of these powers, without lower ones.
    pub polynomial: Polynomial,
    /// The number of powers of n, from n^(2k) down, including zero coefficients.
    pub powers: usize,
}

/// Fits the numbers of placements of some pieces on growing squares, from a(first) on. If only one side of
/// the board grows, the degree is half as large. `None` if no fit has at least three additional terms, or if
/// the known coefficients are wrong. The fit agrees with all terms from its `from` on.
pub fn fit_counts(
    first: i64,
    terms: &[BigInt],
    (pieces, degree): (usize, usize),
    known: Option<&LeadingPowers>,
) -> Option<Fit> {
    let powers = known.map_or(0, |known| known.powers);
    let top = known.map_or_else(Polynomial::zero, |known| known.polynomial.clone());
    let value = |n: i64| top.value(&BigInt::from(n)).0;
    let rest: Vec<BigInt> = (first..).zip(terms).map(|(n, a)| a * top.denominator() - value(n)).collect();

    let usual = expected_annihilator(pieces, powers).filter(|_| degree == 2 * pieces);
    let usual = usual.filter(|ansatz| ansatz.zeros(&rest) >= MIN_ZEROS);
    let is_expected = usual.is_some();
    let ansatz = usual.or_else(|| found_freely((degree + 1).saturating_sub(powers), &rest))?;
    let annihilator = ansatz.reduce(&rest);
    let further = annihilator.zeros(&rest);
    let exceptions = rest.len().checked_sub(annihilator.order() + further)?;
    let from = first + exceptions as i64;
    let solution = QuasiPolynomial::annihilated(&annihilator, from, rest.get(exceptions..)?)?;
    let formula = solution.scaled_and_raised(top.denominator(), &top);
    let contradiction = formula.first_contradiction(from, terms.get(exceptions..)?);
    contradiction.is_none().then_some(Fit { formula, annihilator, from, further, is_expected })
}

#[cfg(test)]
mod tests {
    use super::super::modular::tests::Dice;
    use super::super::quasi_polynomial::tests::random_terms;
    use super::*;

    /// Placements of three non-attacking queens on n x n, n = 1 to 14 (OEIS A047659).
    const THREE_QUEENS: [i64; 14] =
        [0, 0, 0, 24, 204, 1024, 3628, 10320, 25096, 54400, 107880, 199400, 348020, 579264];

    fn big(numbers: &[i64]) -> Vec<BigInt> {
        numbers.iter().copied().map(BigInt::from).collect()
    }

    #[test]
    fn two_queens_are_a_polynomial() {
        let terms: Vec<BigInt> =
            (1..10i64).map(|n| BigInt::from(n * (n - 1) * (n - 2) * (3 * n - 1) / 6)).collect();
        let fit = fit_counts(1, &terms, (2, 4), None).unwrap();
        assert_eq!(fit.formula.mean().to_string(), "(3x^4 - 10x^3 + 9x^2 - 2x)/6");
        assert_eq!((fit.formula.period(), fit.from, fit.further, fit.is_expected), (1, 1, 4, true));
    }

    #[test]
    fn random_quasi_polynomials_are_found_again_behind_exceptions() {
        let mut dice = Dice::new(19);
        for pieces in [2, 3, 4] {
            for known in [false, true] {
                let annihilator = expected_annihilator(pieces, 0).unwrap();
                let mut terms = random_terms(&mut dice, &annihilator, annihilator.order() + 9);
                let formula = QuasiPolynomial::annihilated(&annihilator, -1, &terms).unwrap();
                for exception in terms.iter_mut().take(2) {
                    *exception += 1 + dice.draw_below(9);
                }
                let (numerator, denominator) = formula.mean().leading_coefficient();
                let top = LeadingPowers {
                    polynomial: Polynomial::monomial(numerator, denominator, 2 * pieces),
                    powers: 1,
                };
                let fit = fit_counts(-1, &terms, (pieces, 2 * pieces), known.then_some(&top)).unwrap();
                assert_eq!(fit.formula, formula);
                let further = 7 + usize::from(known);
                assert_eq!((fit.from, fit.further, fit.is_expected), (1, further, true));
                let wrong = LeadingPowers { polynomial: top.polynomial.plus(&top.polynomial), powers: 1 };
                assert_eq!(fit_counts(-1, &terms, (pieces, 2 * pieces), Some(&wrong)), None);
            }
        }
    }

    #[test]
    fn too_few_terms_and_noise_are_not_fitted() {
        let terms = big(&THREE_QUEENS);
        assert_eq!(fit_counts(1, &terms[..11], (3, 6), None), None);
        let mut wrong = terms;
        wrong[12] += 1;
        assert_eq!(fit_counts(1, &wrong, (3, 6), None), None);
    }

    #[test]
    fn four_queens_have_periods_two_and_three_below_four_constant_coefficients() {
        // OEIS A061994, beginning with n = 0.
        let terms = [
            0, 0, 0, 0, 2, 82, 982, 7002, 34568, 131248, 412596, 1123832, 2739386, 6106214, 12654614,
            24675650, 45704724, 80999104, 138170148, 227938788, 365106738,
        ];
        let fit = fit_counts(0, &big(&terms), (4, 8), None).unwrap();
        assert_eq!(fit.annihilator, expected_annihilator(4, 0).unwrap());
        assert_eq!((fit.from, fit.further, fit.formula.period(), fit.formula.degree()), (0, 4, 6, Some(8)));
        assert_eq!(fit.formula.constant_coefficients(), 5);
        assert_eq!(fit.formula.mean().leading_coefficient(), (BigInt::from(1), BigInt::from(24)));
        assert_eq!(fit.formula.mean().coefficient(7), (BigInt::from(-5), BigInt::from(6)));
        assert_eq!(fit.formula.value(&BigInt::from(49)), Some(BigInt::from(910_156_641_704i64)));
        // With both known coefficients, fewer terms are enough.
        let top = Polynomial::new([BigInt::from(-20), BigInt::from(1)].to_vec(), BigInt::from(24));
        let polynomial = top.times(&Polynomial::monomial(BigInt::from(1), BigInt::from(1), 7));
        let known = LeadingPowers { polynomial, powers: 2 };
        assert_eq!(
            fit_counts(0, &big(&terms[..18]), (4, 8), Some(&known)).map(|fit| fit.formula),
            Some(fit.formula)
        );
        assert_eq!(fit_counts(0, &big(&terms[..18]), (4, 8), None), None);
    }

    #[test]
    fn three_queens_have_a_part_of_period_two() {
        let fit = fit_counts(1, &big(&THREE_QUEENS), (3, 6), None).unwrap();
        // The leading coefficient is 1/3!.
        assert_eq!(fit.formula.mean().leading_coefficient(), (BigInt::from(1), BigInt::from(6)));
        assert_eq!((fit.annihilator.order(), fit.from, fit.further, fit.formula.period()), (9, 1, 5, 2));
    }
}
