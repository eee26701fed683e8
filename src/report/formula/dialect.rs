//! Polynomials as they are written for people, in LaTeX, and in programs.

use crate::algebra::Polynomial;
use num_bigint::{BigInt, Sign};

/// The notation of polynomials.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// `(3 n^4 - 10 n^3)/6`
    Plain,
    /// `\frac{3n^4 - 10n^3}{6}`
    Latex,
    /// `(3*n^4 - 10*n^3)/6`, as PARI, Maple and Mathematica read it.
    Program,
}

impl Dialect {
    /// Returns the sign between a number and a variable, or between two variables.
    fn times(self) -> &'static str {
        match self {
            Self::Plain => " ",
            Self::Latex => "",
            Self::Program => "*",
        }
    }

    /// Writes a power of a variable. The power zero is empty.
    fn power(self, variable: &str, exponent: usize) -> String {
        match (self, exponent) {
            (_, 0) => String::new(),
            (_, 1) => variable.to_owned(),
            (Self::Latex, _) => format!("{variable}^{{{exponent}}}"),
            _ => format!("{variable}^{exponent}"),
        }
    }

    /// Writes a quotient, or the numerator alone if the denominator is 1.
    pub(super) fn quotient(self, numerator: &str, denominator: &BigInt, is_sum: bool) -> String {
        if *denominator == BigInt::from(1) {
            return numerator.to_owned();
        }
        match self {
            Self::Latex => format!("\\frac{{{numerator}}}{{{denominator}}}"),
            _ if is_sum => format!("({numerator})/{denominator}"),
            _ => format!("{numerator}/{denominator}"),
        }
    }

    /// Writes the sum of integer multiples of monomials, the highest first; `0` if there are none. Also
    /// returns whether it has several terms.
    fn sum(self, terms: impl Iterator<Item = (BigInt, String)>) -> (String, bool) {
        let mut text = String::new();
        let mut count = 0;
        for (coefficient, monomial) in terms.filter(|(coefficient, _)| coefficient.sign() != Sign::NoSign) {
            let is_negative = coefficient.sign() == Sign::Minus;
            text += match (text.is_empty(), is_negative) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            let size = coefficient.magnitude();
            let is_one = *size == 1u32.into();
            text += &match (monomial.is_empty(), is_one) {
                (true, _) => size.to_string(),
                (false, true) => monomial,
                (false, false) => format!("{size}{}{monomial}", self.times()),
            };
            count += 1;
        }
        if text.is_empty() { ("0".to_owned(), false) } else { (text, count > 1) }
    }

    /// Writes a polynomial, highest power first.
    pub(super) fn polynomial(self, polynomial: &Polynomial, variable: &str) -> String {
        self.write_ordered(polynomial, variable, false)
    }

    /// Writes a polynomial, lowest power first, as is usual for generating functions.
    pub(super) fn series(self, polynomial: &Polynomial, variable: &str) -> String {
        self.write_ordered(polynomial, variable, true)
    }

    /// Writes a polynomial in rising or falling powers.
    fn write_ordered(self, polynomial: &Polynomial, variable: &str, is_rising: bool) -> String {
        let numerators = polynomial.numerators().iter().cloned().enumerate();
        let mut terms: Vec<(BigInt, String)> =
            numerators.map(|(exponent, number)| (number, self.power(variable, exponent))).collect();
        if !is_rising {
            terms.reverse();
        }
        let (sum, is_sum) = self.sum(terms.into_iter());
        self.quotient(&sum, polynomial.denominator(), is_sum)
    }

    /// Writes a polynomial in two variables, lowest powers first. Also returns whether it is a sum.
    ///
    /// The coefficients are given by the powers of the first variable.
    pub(super) fn series_in_two(self, rows: &[Vec<BigInt>], variables: [&str; 2]) -> (String, bool) {
        let of_row = |(first, row): (usize, &Vec<BigInt>)| {
            let term = |(second, number): (usize, &BigInt)| {
                (number.clone(), self.monomial(variables, first, second))
            };
            row.iter().enumerate().map(term).collect::<Vec<_>>()
        };
        self.sum(rows.iter().enumerate().flat_map(of_row))
    }

    /// Writes a product of powers of two variables.
    fn monomial(self, variables: [&str; 2], first: usize, second: usize) -> String {
        let powers = [self.power(variables[0], first), self.power(variables[1], second)];
        powers.into_iter().filter(|power| !power.is_empty()).collect::<Vec<_>>().join(self.times())
    }

    /// Writes a polynomial in two variables over one denominator. The coefficients are given by the powers of
    /// the first variable.
    pub(super) fn bivariate(
        self,
        numerators: &[Vec<BigInt>],
        denominator: &BigInt,
        variables: [&str; 2],
    ) -> String {
        let mut terms: Vec<(usize, usize, BigInt)> = Vec::new();
        for (first, row) in numerators.iter().enumerate() {
            terms.extend(row.iter().cloned().enumerate().map(|(second, number)| (first, second, number)));
        }
        // Terms are sorted by falling degree, then by the first variable.
        terms.sort_by_key(|(first, second, _)| std::cmp::Reverse((first + second, *first)));
        let monomial = |(first, second, number)| (number, self.monomial(variables, first, second));
        let (sum, is_sum) = self.sum(terms.into_iter().map(monomial));
        self.quotient(&sum, denominator, is_sum)
    }

    /// Writes a linear combination of earlier terms of a sequence: `2 a(n-1)`.
    pub(super) fn recurrence(self, coefficients: &[BigInt], variable: &str) -> String {
        let term = |back: usize| match self {
            Self::Latex => format!("a_{{{variable}-{back}}}"),
            _ => format!("a({variable}-{back})"),
        };
        self.sum(coefficients.iter().enumerate().map(|(place, number)| (number.clone(), term(place + 1)))).0
    }

    /// Writes a(n) as it follows if the sum of p(i)(n) a(n - i) is zero: `2 n a(n-1) - (n^2 - 2 n + 1)
    /// a(n-2)`.
    pub(super) fn holonomic(self, coefficients: &[Polynomial], variable: &str) -> String {
        let mut text = String::new();
        let Some((first, others)) = coefficients.split_first() else { return text };
        for (place, coefficient) in others.iter().enumerate().filter(|(_, c)| !c.is_zero()) {
            // The sign changes on the other side of the equation.
            let is_negative = coefficient.leading_coefficient().0.sign() == Sign::Plus;
            let size = match is_negative {
                true => coefficient.clone(),
                false => Polynomial::zero().minus(coefficient),
            };
            text += match (text.is_empty(), is_negative) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            let term = match self {
                Self::Latex => format!("a_{{{variable}-{}}}", place + 1),
                _ => format!("a({variable}-{})", place + 1),
            };
            let written = self.polynomial(&size, variable);
            text += &match (
                size == Polynomial::one(),
                written.contains([' ', '/']) && size.numerators().len() > 1,
            ) {
                (true, _) => term,
                (_, true) if size.numerators().iter().filter(|c| c.sign() != Sign::NoSign).count() > 1 => {
                    format!("({written}){}{term}", self.times())
                }
                _ => format!("{written}{}{term}", self.times()),
            };
        }
        let divisor = self.polynomial(first, variable);
        match (divisor.as_str(), self) {
            ("1", _) => text,
            (_, Self::Latex) => format!("\\frac{{{text}}}{{{divisor}}}"),
            _ => format!("({text})/({divisor})"),
        }
    }
}

/// Writes a factor of a product, in brackets if it is a sum.
///
/// Its powers rise as in generating functions, or fall.
pub(super) fn factor(
    dialect: Dialect,
    polynomial: &Polynomial,
    variable: &str,
    power: usize,
    is_rising: bool,
) -> String {
    let text = dialect.write_ordered(polynomial, variable, is_rising);
    let is_sum = text.contains(" + ") || text.contains(" - ");
    let bracketed = if is_sum { format!("({text})") } else { text };
    match (power, dialect) {
        (1, _) => bracketed,
        (_, Dialect::Latex) => format!("{bracketed}^{{{power}}}"),
        _ => format!("{bracketed}^{power}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polynomials_are_written_in_each_dialect() {
        let two_queens = Polynomial::new([0, -2, 9, -10, 3].map(BigInt::from).to_vec(), BigInt::from(6));
        let written = |dialect: Dialect| dialect.polynomial(&two_queens, "n");
        assert_eq!(written(Dialect::Plain), "(3 n^4 - 10 n^3 + 9 n^2 - 2 n)/6");
        assert_eq!(written(Dialect::Latex), "\\frac{3n^{4} - 10n^{3} + 9n^{2} - 2n}{6}");
        assert_eq!(written(Dialect::Program), "(3*n^4 - 10*n^3 + 9*n^2 - 2*n)/6");
        assert_eq!(Dialect::Plain.polynomial(&Polynomial::zero(), "n"), "0");
        let numbers = [BigInt::from(1), BigInt::from(0), BigInt::from(-2)];
        assert_eq!(Dialect::Plain.recurrence(&numbers, "n"), "a(n-1) - 2 a(n-3)");
        assert_eq!(Dialect::Latex.recurrence(&numbers, "n"), "a_{n-1} - 2a_{n-3}");
        let rows = [vec![BigInt::from(0), BigInt::from(1)], vec![BigInt::from(2), BigInt::from(-1)]];
        assert_eq!(Dialect::Plain.bivariate(&rows, &BigInt::from(2), ["m", "n"]), "(-m n + 2 m + n)/2");
    }
}
