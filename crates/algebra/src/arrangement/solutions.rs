//! Solutions of linear equations in few unknowns, with a basis of their integer directions.
//!
//! Equations are added one at a time. Euclid's algorithm is applied to the values of the new equation's form
//! at the basis, until all but one are zero. That direction is removed, and a point moves along it. The steps
//! of the algorithm are invertible over the integers, so the rest is a basis of all integer directions. For a
//! multiple of the right-hand sides, the point has integer coordinates exactly if its coefficients are
//! integers. So the *index* of a system is the denominator of that point: the least t for which t times its
//! right-hand sides have an integer solution.
//!
//! Numbers must be small; if one is not, there is no answer.

/// The maximum number of unknowns.
pub(super) const MOST: usize = 12;
/// The largest number that is supported: products of two fit in 64 bits, and so do sums of some products.
const LIMIT: i64 = (1 << 28) - 1;

/// A vector of unknowns.
pub(super) type Vector = [i64; MOST];

/// The solutions of some equations, whose right-hand sides have K parts, each with its own point.
#[derive(Debug, Clone)]
pub(super) struct Solutions<const K: usize> {
    pub(super) unknowns: usize,
    /// The common denominator of all coordinates of the points.
    pub(super) denominator: i64,
    /// The numerators of a solution for each part of the right-hand sides.
    pub(super) at: [Vector; K],
    /// The number of directions.
    pub(super) dimension: usize,
    directions: [Vector; MOST],
}

/// The result of one more equation.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "it is taken apart where it is made, in inner loops")]
pub(super) enum Restriction<const K: usize> {
    /// There are fewer solutions.
    Fewer(Solutions<K>),
    /// The equation's form is constant on the solutions.
    Same,
    /// The numbers would become too large.
    Large,
}

impl<const K: usize> Solutions<K> {
    /// Returns all vectors with this number of unknowns, with the point zero; `None` if there are too many
    /// unknowns.
    pub(super) fn all(unknowns: usize) -> Option<Self> {
        let mut directions = [[0; MOST]; MOST];
        for (place, direction) in directions.iter_mut().enumerate().take(unknowns) {
            direction[place] = 1;
        }
        let all = Self { unknowns, denominator: 1, at: [[0; MOST]; K], dimension: unknowns, directions };
        (unknowns <= MOST).then_some(all)
    }

    /// Returns a basis of the integer directions.
    pub(super) fn directions(&self) -> &[Vector] {
        &self.directions[..self.dimension]
    }

    /// Returns the solutions at which a form has a value.
    pub(super) fn restrict(&self, form: impl Fn(&Vector) -> i64, value: [i64; K]) -> Restriction<K> {
        let mut values = [0; MOST];
        let mut pivot: Option<usize> = None;
        for (place, direction) in self.directions().iter().enumerate() {
            values[place] = form(direction);
            let is_less = |pivot: usize| values[place].abs() < values[pivot].abs();
            if values[place] != 0 && pivot.is_none_or(is_less) {
                pivot = Some(place);
            }
        }
        let Some(mut pivot) = pivot else { return Restriction::Same };
        let mut next = self.clone();
        loop {
            let mut least = pivot;
            for place in 0..next.dimension {
                if place == pivot || values[place] == 0 {
                    continue;
                }
                let times = values[place] / values[pivot];
                values[place] -= times * values[pivot];
                let along = next.directions[pivot];
                if !add(&mut next.directions[place], (1, -times), &along) {
                    return Restriction::Large;
                }
                if values[place] != 0 && values[place].abs() < values[least].abs() {
                    least = place;
                }
            }
            if least == pivot {
                break;
            }
            pivot = least;
        }
        let (along, step) = (next.directions[pivot], values[pivot]);
        next.dimension -= 1;
        next.directions[pivot] = next.directions[next.dimension];
        let mut missing = [0; K];
        let mut divisor = step.abs();
        for ((missing, at), value) in missing.iter_mut().zip(&next.at).zip(value) {
            *missing = value * next.denominator - form(at);
            divisor = num_integer::gcd(divisor, *missing);
        }
        let factor = step.abs() / divisor;
        next.denominator *= factor;
        for (at, missing) in next.at.iter_mut().zip(missing) {
            if !add(at, (factor, step.signum() * (missing / divisor)), &along) {
                return Restriction::Large;
            }
        }
        if next.denominator <= LIMIT { Restriction::Fewer(next) } else { Restriction::Large }
    }

    /// Returns the solutions in some of the unknowns, of which all others must be independent.
    pub(super) fn project(&self, unknowns: &[usize]) -> Self {
        let some = |vector: &Vector| {
            let mut own = [0; MOST];
            own.iter_mut().zip(unknowns).for_each(|(own, &unknown)| *own = vector[unknown]);
            own
        };
        let mut directions = [[0; MOST]; MOST];
        let mut dimension = 0;
        for direction in self.directions().iter().map(some).filter(|direction| *direction != [0; MOST]) {
            directions[dimension] = direction;
            dimension += 1;
        }
        let at = std::array::from_fn(|part| some(&self.at[part]));
        Self { unknowns: unknowns.len(), denominator: self.denominator, at, dimension, directions }
    }
}

/// Multiplies a vector by `own` and adds `times` times another one. Returns false if the numbers become too
/// large.
fn add(vector: &mut Vector, (own, times): (i64, i64), other: &Vector) -> bool {
    let mut size = own.abs().max(times.abs());
    if size > LIMIT {
        return false;
    }
    for (entry, by) in vector.iter_mut().zip(other) {
        *entry = *entry * own + times * by;
        size |= entry.abs();
    }
    size <= LIMIT
}

#[cfg(test)]
mod tests {
    use super::super::super::modular::tests::Dice;
    use super::*;

    /// The index of random systems of three unknowns, found by trying multiples and all integer vectors of
    /// some size.
    #[test]
    fn the_denominator_is_the_least_multiple_with_an_integer_solution() {
        let mut dice = Dice::new(40);
        let mut seen = [0; 7];
        for _ in 0..400 {
            let form: Vec<[i64; 3]> = (0..2).map(|_| std::array::from_fn(|_| dice.signed(2))).collect();
            let values = [dice.signed(2), dice.signed(2)];
            let all = Solutions::<1>::all(3).unwrap();
            let value = |form: &[i64; 3], z: &[i64]| form.iter().zip(z).map(|(a, b)| a * b).sum::<i64>();
            let mut found = all;
            let mut is_whole = true;
            for (form, by) in form.iter().zip(values) {
                match found.restrict(|z| value(form, z), [by]) {
                    Restriction::Fewer(next) => found = next,
                    _ => is_whole = false,
                }
            }
            if !is_whole {
                continue;
            }
            let has_solution = |times: i64| {
                let range = -12..=12i64;
                let mut all = range.clone().flat_map(|x| range.clone().map(move |y| (x, y)));
                all.any(|(x, y)| {
                    range.clone().any(|z| {
                        form.iter().zip(values).all(|(form, by)| value(form, &[x, y, z]) == times * by)
                    })
                })
            };
            let least = (1..).find(|&times| has_solution(times)).unwrap();
            assert_eq!(found.denominator, least, "{form:?} {values:?}");
            seen[least.min(6) as usize] += 1;
        }
        assert!(seen[1] > 9 && seen[2] > 9 && seen[3] > 3 && seen[4] > 3, "{seen:?}");
    }
}
