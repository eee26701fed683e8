//! A group of symmetries as numbers: products, conjugates, and generated subgroups.
//!
//! Symmetries are permutations of squares and of armies. Each has its place in a list, and a product is
//! looked up by its effect. Conjugates are found with a few generators of the group instead of all its
//! elements: a torus of 13x13 has 1,352 maps, and 8,112 with its dilations.

use super::Symmetry;
use std::collections::HashMap;

/// A closed list of symmetries, the identity first.
pub struct Group<'a> {
    elements: &'a [Symmetry],
    /// The place of each symmetry by its effect.
    places: HashMap<Vec<u16>, usize>,
}

/// Returns the effect of a symmetry on squares and armies. Two symmetries with the same effect are equal.
fn effect(symmetry: &Symmetry) -> Vec<u16> {
    let armies = symmetry.armies.iter().map(|&army| army as u16);
    symmetry.map.images.iter().copied().chain(armies).collect()
}

/// Returns the product of two permutations of the same size: first `first`, then `second`.
fn one_after_another(first: &[u16], second: &[u16]) -> Vec<u16> {
    first.iter().map(|&at| second[usize::from(at)]).collect()
}

fn inverse(images: &[u16]) -> Vec<u16> {
    let mut inverse = vec![0; images.len()];
    images.iter().enumerate().for_each(|(at, &image)| inverse[usize::from(image)] = at as u16);
    inverse
}

/// Returns the conjugate of the effect of a symmetry. Squares and armies are treated separately.
fn conjugate(doing: &[u16], by: (&[u16], &[u16]), squares: usize) -> Vec<u16> {
    let (by, back) = by;
    let part = |range: std::ops::Range<usize>| {
        one_after_another(&one_after_another(&back[range.clone()], &doing[range.clone()]), &by[range])
    };
    [part(0..squares), part(squares..doing.len())].concat()
}

impl<'a> Group<'a> {
    /// Returns the group of these symmetries, which must be closed.
    pub fn new(elements: &'a [Symmetry]) -> Self {
        let places = elements.iter().enumerate().map(|(place, symmetry)| (effect(symmetry), place)).collect();
        Self { elements, places }
    }

    /// Returns the number of symmetries.
    pub(crate) fn order(&self) -> usize {
        self.elements.len()
    }

    /// Returns the place of the symmetry with the same effect; `None` if there is none.
    pub fn place(&self, symmetry: &Symmetry) -> Option<usize> {
        self.places.get(&effect(symmetry)).copied()
    }

    /// Returns the place of the product: first `first`, then `second`.
    pub(crate) fn product(&self, first: usize, second: usize) -> usize {
        let (first, second) = (&self.elements[first], &self.elements[second]);
        let mut product = one_after_another(&first.map.images, &second.map.images);
        product.extend(first.armies.iter().map(|&army| second.armies[army] as u16));
        self.places[&product]
    }

    /// Returns the places of all elements that these generate, in increasing order.
    pub fn generate(&self, generators: &[usize]) -> Vec<usize> {
        let mut closure = Closure::new(self);
        generators.iter().for_each(|&generator| closure.add(generator));
        closure.found.sort_unstable();
        closure.found
    }

    /// Returns a few generators of the group.
    fn generators(&self) -> Vec<usize> {
        let mut closure = Closure::new(self);
        (0..self.order()).for_each(|element| closure.add(element));
        closure.generators
    }

    /// Returns the first element of each conjugacy class in the list, with the number of its conjugates; the
    /// identity first.
    #[doc(hidden)]
    pub fn conjugacy_classes(&self) -> Vec<(usize, u64)> {
        let Some(first) = self.elements.first() else { return Vec::new() };
        let squares = first.map.images.len();
        let by = |place: usize| {
            let by = effect(&self.elements[place]);
            let back = [inverse(&by[..squares]), inverse(&by[squares..])].concat();
            (by, back)
        };
        let generators: Vec<(Vec<u16>, Vec<u16>)> = self.generators().into_iter().map(by).collect();
        let doings: Vec<Vec<u16>> = self.elements.iter().map(effect).collect();
        let mut seen = vec![false; self.order()];
        let mut classes = Vec::new();
        for start in 0..self.order() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let (mut class, mut next) = (vec![start], 0);
            while let Some(&element) = class.get(next) {
                next += 1;
                for (by, back) in &generators {
                    let other = self.places[&conjugate(&doings[element], (by, back), squares)];
                    if !std::mem::replace(&mut seen[other], true) {
                        class.push(other);
                    }
                }
            }
            classes.push((start, class.len() as u64));
        }
        classes
    }
}

/// Returns the symmetries of a group up to conjugacy, each with the number of its conjugates, the identity
/// first.
///
/// Conjugate symmetries fix the same number of placements.
pub fn conjugacy_classes(group: &[Symmetry]) -> Vec<(&Symmetry, u64)> {
    let sizes = Group::new(group).conjugacy_classes();
    sizes.into_iter().map(|(element, size)| (&group[element], size)).collect()
}

/// The subgroup that some elements generate, while it is built.
struct Closure<'a> {
    group: &'a Group<'a>,
    generators: Vec<usize>,
    is_in: Vec<bool>,
    found: Vec<usize>,
}

impl<'a> Closure<'a> {
    fn new(group: &'a Group<'a>) -> Self {
        let mut is_in = vec![false; group.order()];
        if let Some(identity) = is_in.first_mut() {
            *identity = true;
        }
        Self { group, generators: Vec::new(), is_in, found: (0..group.order().min(1)).collect() }
    }

    /// Adds a generator, unless the subgroup already contains it.
    fn add(&mut self, generator: usize) {
        if self.is_in[generator] {
            return;
        }
        self.generators.push(generator);
        let mut next = 0;
        while let Some(&element) = self.found.get(next) {
            next += 1;
            for &generator in &self.generators {
                let product = self.group.product(element, generator);
                if !std::mem::replace(&mut self.is_in[product], true) {
                    self.found.push(product);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Problem;
    use crate::symmetry::{preserving_maps, symmetries, symmetries_among};

    fn torus(text: &str) -> Vec<Symmetry> {
        let problem: Problem = text.parse().unwrap();
        symmetries_among(&problem, false, true, &preserving_maps(&problem, false, problem.board().maps(true)))
    }

    /// Compares conjugacy with the definition: two elements are conjugate if a third one carries one to the
    /// other.
    #[test]
    fn conjugates_are_those_of_the_definition() {
        let of = |text: &str| symmetries(&text.parse().unwrap(), false, true);
        for group in
            [of("4x4 Q4"), of("3x4 Q2/Q2"), of("4x4 Q2/Q2"), torus("3x3/torus Q2"), torus("4x4/torus N2/N2")]
        {
            let whole = Group::new(&group);
            let mut expected: Vec<(usize, u64)> = Vec::new();
            for one in 0..group.len() {
                let is_conjugate = |other: usize| {
                    (0..group.len()).any(|by| whole.product(one, by) == whole.product(by, other))
                };
                match expected.iter_mut().find(|(other, _)| is_conjugate(*other)) {
                    Some((_, size)) => *size += 1,
                    None => expected.push((one, 1)),
                }
            }
            assert_eq!(whole.conjugacy_classes(), expected, "{} elements", group.len());
        }
    }

    #[test]
    fn some_generate_the_others() {
        let group = torus("3x3/torus Q2");
        let whole = Group::new(&group);
        assert_eq!(whole.order(), 72);
        let shifts: Vec<usize> = (0..72).filter(|&at| group[at].map.is_shift()).collect();
        assert_eq!((shifts.len(), whole.generate(&shifts)), (9, shifts.clone()));
        assert_eq!(whole.generate(&[]), [0]);
        assert_eq!(whole.generate(&(0..72).collect::<Vec<_>>()).len(), 72);
        let quarter = (0..72).find(|&at| group[at].map.name() == "quarter turn").unwrap();
        assert_eq!(whole.generate(&[quarter]).len(), 4);
    }
}
