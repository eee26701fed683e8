//! The subgroups of a group up to conjugacy, and the number of objects whose symmetries are exactly one of
//! them.
//!
//! Every subgroup arises from a smaller one by adding an element. So all are found from the trivial subgroup
//! upwards, each with all its conjugates. The symmetries of a placement, its *stabiliser*, form a subgroup. A
//! subgroup fixes a placement exactly if the stabiliser is this subgroup or a larger one. So the number
//! `E(H)` of placements with the stabiliser `H` is the number that `H` fixes, minus `E(K)` for all subgroups
//! `K` above `H`. This is Möbius inversion on the lattice of subgroups, or W. Burnside's *table of marks*
//! read backwards.

use super::Symmetry;
use super::group::Group;
use std::collections::HashMap;

/// The maximum order of a group whose subgroups are found.
pub const MAX_ORDER: usize = 512;
/// The maximum number of subgroups of such a group.
pub const MAX_SUBGROUPS: usize = 20_000;

/// A set of elements, a bit for each.
type Bits = Vec<u64>;

/// A conjugacy class of subgroups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubgroupClass {
    /// The places of the elements of one subgroup of the class, the identity first.
    pub elements: Vec<usize>,
    /// The places of a few generators of that subgroup.
    pub generators: Vec<usize>,
    /// Number of subgroups in the class.
    pub conjugates: usize,
}

/// The conjugacy classes of the subgroups of a group, smaller subgroups first.
pub struct Subgroups {
    order: usize,
    pub classes: Vec<SubgroupClass>,
    /// All subgroups, with the numbers of their classes.
    all: Vec<(Bits, usize)>,
}

/// Tables of products and inverses.
struct GroupTable {
    order: usize,
    products: Vec<u16>,
    inverses: Vec<u16>,
}

impl GroupTable {
    fn new(group: &Group<'_>) -> Self {
        let order = group.order();
        let products: Vec<u16> = (0..order)
            .flat_map(|first| (0..order).map(move |second| (first, second)))
            .map(|(first, second)| group.product(first, second) as u16)
            .collect();
        let mut inverses = vec![0; order];
        for (first, row) in products.chunks_exact(order.max(1)).enumerate() {
            let second = row.iter().position(|&product| product == 0).unwrap_or(0);
            inverses[first] = second as u16;
        }
        Self { order, products, inverses }
    }

    fn product(&self, first: usize, second: usize) -> usize {
        usize::from(self.products[first * self.order + second])
    }

    fn bits(&self, elements: &[usize]) -> Bits {
        let mut bits = vec![0; self.order.div_ceil(64)];
        elements.iter().for_each(|element| bits[element / 64] |= 1 << (element % 64));
        bits
    }

    fn generate(&self, generators: &[usize]) -> Vec<usize> {
        let (mut found, mut is_in) = (vec![0], vec![false; self.order]);
        is_in[0] = true;
        let mut next = 0;
        while let Some(&element) = found.get(next) {
            next += 1;
            for &generator in generators {
                let product = self.product(element, generator);
                if !std::mem::replace(&mut is_in[product], true) {
                    found.push(product);
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// Returns all conjugates of a subgroup.
    fn conjugates(&self, elements: &[usize]) -> Vec<Bits> {
        let by = |by: usize| {
            let back = usize::from(self.inverses[by]);
            let images = elements.iter().map(|&element| self.product(self.product(back, element), by));
            self.bits(&images.collect::<Vec<_>>())
        };
        let mut conjugates: Vec<Bits> = (0..self.order).map(by).collect();
        conjugates.sort_unstable();
        conjugates.dedup();
        conjugates
    }
}

fn holds(bits: &[u64], element: usize) -> bool {
    bits[element / 64] >> (element % 64) & 1 == 1
}

impl Subgroups {
    /// Returns the subgroups of a closed list of symmetries, the identity first; `None` if the group is
    /// larger than [`MAX_ORDER`] or has more subgroups than [`MAX_SUBGROUPS`].
    pub fn from_symmetries(symmetries: &[Symmetry]) -> Option<Self> {
        let order = symmetries.len();
        if order == 0 || order > MAX_ORDER {
            return None;
        }
        let table = GroupTable::new(&Group::new(symmetries));
        // One generator of each cyclic subgroup suffices.
        let mut cyclic: HashMap<Bits, usize> = HashMap::new();
        for element in (0..order).rev() {
            cyclic.insert(table.bits(&table.generate(&[element])), element);
        }
        let mut adding: Vec<usize> = cyclic.into_values().collect();
        adding.sort_unstable();
        let mut known: HashMap<Bits, usize> = HashMap::new();
        let mut classes: Vec<SubgroupClass> = Vec::new();
        let add = |generators: Vec<usize>, known: &mut HashMap<Bits, usize>, classes: &mut Vec<_>| {
            let elements = table.generate(&generators);
            if known.contains_key(&table.bits(&elements)) {
                return;
            }
            let conjugates = table.conjugates(&elements);
            classes.push(SubgroupClass { elements, generators, conjugates: conjugates.len() });
            known.extend(conjugates.into_iter().map(|conjugate| (conjugate, classes.len() - 1)));
        };
        add(Vec::new(), &mut known, &mut classes);
        let mut next = 0;
        while let Some(class) = classes.get(next).cloned() {
            next += 1;
            let bits = table.bits(&class.elements);
            for &element in adding.iter().filter(|&&element| !holds(&bits, element)) {
                let generators = [class.generators.as_slice(), &[element]].concat();
                add(generators, &mut known, &mut classes);
                if known.len() > MAX_SUBGROUPS {
                    return None;
                }
            }
        }
        let mut places: Vec<usize> = (0..classes.len()).collect();
        places.sort_by_key(|&class| (classes[class].elements.len(), classes[class].elements.clone()));
        let mut rank = vec![0; classes.len()];
        places.iter().enumerate().for_each(|(place, &class)| rank[class] = place);
        let all = known.into_iter().map(|(bits, class)| (bits, rank[class])).collect();
        let classes = places.iter().map(|&class| classes[class].clone()).collect();
        Some(Self { order, classes, all })
    }

    /// Returns the class of the subgroup with these elements.
    pub fn class_of(&self, elements: &[usize]) -> Option<usize> {
        let mut bits = vec![0; self.order.div_ceil(64)];
        elements.iter().for_each(|element| bits[element / 64] |= 1 << (element % 64));
        self.all.iter().find(|(other, _)| *other == bits).map(|(_, class)| *class)
    }

    /// Returns, for each class, the number of its subgroups that properly contain the first subgroup of the
    /// class `class`. Inversion uses these numbers.
    pub fn count_above(&self, class: usize) -> Vec<usize> {
        let own = &self.classes[class].elements;
        let mut above = vec![0; self.classes.len()];
        for (bits, other) in &self.all {
            if *other != class && own.iter().all(|&element| holds(bits, element)) {
                above[*other] += 1;
            }
        }
        above
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Problem;
    use crate::symmetry::{preserving_maps, symmetries, symmetries_among};

    /// The dihedral group of the square has 10 subgroups in 8 classes. With an exchange of armies it is D4 x
    /// C2, with 35 subgroups in 27 classes. The group of a rectangle has 5 subgroups in 5 classes.
    #[test]
    fn known_groups_have_their_subgroups() {
        for (text, order, classes, all) in
            [("4x4 Q4", 8, 8, 10), ("3x4 Q3", 4, 5, 5), ("4x4 Q2/Q2", 16, 27, 35), ("4x4 P2", 2, 2, 2)]
        {
            let group = symmetries(&text.parse().unwrap(), false, true);
            let subgroups = Subgroups::from_symmetries(&group).unwrap();
            assert_eq!((group.len(), subgroups.classes.len()), (order, classes), "{text}");
            assert_eq!(subgroups.classes.iter().map(|class| class.conjugates).sum::<usize>(), all, "{text}");
        }
    }

    /// Compares the subgroups with the definition, by all sets of up to three elements. No subgroup of such a
    /// small group needs more generators.
    #[test]
    fn no_subgroup_is_missed() {
        let problem: Problem = "3x3/torus Q2".parse().unwrap();
        for group in [
            symmetries(&"4x4 Q2/Q2".parse().unwrap(), false, true),
            symmetries_among(
                &problem,
                false,
                false,
                &preserving_maps(&problem, false, problem.board().maps(true)),
            ),
        ] {
            let whole = Group::new(&group);
            let mut expected = std::collections::BTreeSet::new();
            for a in 0..group.len() {
                for b in 0..=a {
                    for c in (0..=b).filter(|_| group.len() <= 16 || b % 5 == 0) {
                        expected.insert(whole.generate(&[a, b, c]));
                    }
                }
            }
            let subgroups = Subgroups::from_symmetries(&group).unwrap();
            assert!(expected.iter().all(|elements| subgroups.class_of(elements).is_some()));
            if group.len() <= 16 {
                assert_eq!(subgroups.all.len(), expected.len());
            }
            for (number, class) in subgroups.classes.iter().enumerate() {
                assert_eq!(subgroups.class_of(&class.elements), Some(number));
                assert_eq!(whole.generate(&class.generators), class.elements);
                assert_eq!(group.len() % (class.elements.len() * class.conjugates), 0);
            }
        }
    }
}
