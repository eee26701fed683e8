//! Lattices: the geometry of the squares of a board, independent of its size.
//!
//! Squares are the points of a lattice with whole coordinates, and a leap is a difference of two of them. On
//! the *square* lattice the two axes, ranks and files, meet at a right angle. On the *hexagonal* one they
//! meet at 60 degrees, so that each square (a hexagon, or a point of a triangular grid) has six nearest ones.
//! They are one step along either axis, forwards or backwards, or one step up and one to the left, or one
//! step down and one to the right. The *cubic* lattice has layers as a third axis, the *hypercubic* one
//! blocks of layers as a fourth.
//!
//! A lattice is defined by its inner product. Its rotations and reflections follow from that product: they
//! are the integer matrices that carry vectors of length one to vectors of length one and keep their angles.
//! The square lattice has 8 of them, the hexagonal one 12, the cubic one 48 and the hypercubic one 384. An
//! atom of Betza notation is a class of leaps under these maps. For example, a knight's leap (1,2) has 8
//! images on a chess board, 12 among hexagons, and 24 in space: the knights of hexagonal and of
//! three-dimensional chess.

use super::PointMap;
use crate::named::named;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// The maximum number of axes of a lattice.
pub const MAX_AXES: usize = 4;

/// A difference of two squares: ranks, files, layers, blocks.
pub type Leap = [i32; MAX_AXES];

named! {
    /// How squares lie to each other.
    #[derive(PartialOrd, Ord, Hash, Default)]
    pub enum Lattice {
        /// Squares in ranks and files.
        #[default]
        Square = "square",
        /// Hexagons, or the points of a triangular grid.
        Hexagonal = "hexagonal",
        /// Cubes in ranks, files and layers.
        Cubic = "cubic",
        /// Four dimensions.
        Hypercubic = "hypercubic",
    }
}

impl Lattice {
    /// Returns the number of axes.
    #[must_use]
    pub fn axes(self) -> usize {
        match self {
            Self::Square | Self::Hexagonal => 2,
            Self::Cubic => 3,
            Self::Hypercubic => 4,
        }
    }

    /// Returns twice the inner product of two leaps, which is a whole number on each of these lattices.
    fn product(self, a: &Leap, b: &Leap) -> i32 {
        let along = |(a, b): (&i32, &i32)| 2 * a * b;
        let straight: i32 = a.iter().zip(b).map(along).sum();
        let slanted = if self == Self::Hexagonal { a[0] * b[1] + a[1] * b[0] } else { 0 };
        straight + slanted
    }

    /// Returns the leaps of one step along each axis.
    fn basis(self) -> impl Iterator<Item = Leap> {
        (0..self.axes()).map(|axis| std::array::from_fn(|at| i32::from(at == axis)))
    }

    /// Returns all leaps with coordinates -1, 0 and 1, except the zero leap.
    pub(crate) fn nearest_leaps(self) -> Vec<Leap> {
        let mut near = vec![[0; MAX_AXES]];
        for axis in 0..self.axes() {
            let with = |leap: &Leap| {
                [0, 1, -1].map(|along| std::array::from_fn(|at| if at == axis { along } else { leap[at] }))
            };
            near = near.iter().flat_map(with).collect();
        }
        near.retain(|leap| leap.iter().any(|&along| along != 0));
        near
    }

    /// Returns the leaps to the nearest squares.
    #[must_use]
    pub fn units(self) -> Vec<Leap> {
        // The coordinates of such leaps are -1, 0 and 1 on all of these lattices.
        self.nearest_leaps().into_iter().filter(|leap| self.product(leap, leap) == 2).collect()
    }

    /// Returns the rotations and reflections that keep the lattice and one of its squares, the identity
    /// first.
    #[must_use]
    pub fn maps(self) -> &'static [LatticeMap] {
        static MAPS: [OnceLock<Vec<LatticeMap>>; 4] = [const { OnceLock::new() }; 4];
        // The index is the number of the variant.
        MAPS[self as usize].get_or_init(|| self.find_maps())
    }

    fn find_maps(self) -> Vec<LatticeMap> {
        let (units, basis) = (self.units(), self.basis().collect::<Vec<_>>());
        let mut found: Vec<Vec<Leap>> = vec![Vec::new()];
        for (axis, leap) in basis.iter().enumerate() {
            let fits = |images: &[Leap], image: &Leap| {
                let angle =
                    |(other, its): (&Leap, &Leap)| self.product(other, leap) == self.product(its, image);
                basis[..axis].iter().zip(images).all(angle)
            };
            let extended = |images: &Vec<Leap>| {
                let fitting = units.iter().filter(|unit| fits(images, unit));
                fitting.map(|&unit| [images.as_slice(), &[unit]].concat()).collect::<Vec<_>>()
            };
            found = found.iter().flat_map(extended).collect();
        }
        let mut maps: Vec<LatticeMap> = found.iter().map(|images| LatticeMap::with_images(images)).collect();
        maps.sort_by_key(|map| (*map != LatticeMap::IDENTITY, map.order_key()));
        maps
    }

    /// Returns the class of a leap under the maps of the lattice, in increasing order.
    #[must_use]
    pub fn class(self, leap: Leap) -> BTreeSet<Leap> {
        self.maps().iter().map(|map| map.apply(leap)).collect()
    }
}

/// A map of a lattice that fixes one square: an integer matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LatticeMap {
    /// The images of one step along each axis.
    images: [Leap; MAX_AXES],
}

impl LatticeMap {
    /// The identity.
    pub const IDENTITY: Self = Self { images: [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]] };

    /// Returns the map with these images of the unit steps. Axes without an image are kept.
    fn with_images(images: &[Leap]) -> Self {
        let mut map = Self::IDENTITY;
        map.images[..images.len()].copy_from_slice(images);
        map
    }

    /// Returns the image of a leap.
    #[must_use]
    pub fn apply(&self, leap: Leap) -> Leap {
        std::array::from_fn(|at| {
            let along = |axis: usize| self.images[axis][at].wrapping_mul(leap[axis]);
            (0..MAX_AXES).map(along).fold(0, i32::wrapping_add)
        })
    }

    /// Returns the composition of `first` and then this map.
    #[must_use]
    pub fn compose(&self, first: &Self) -> Self {
        Self { images: first.images.map(|image| self.apply(image)) }
    }

    /// Returns the map of the plane with the same effect on the square lattice; `None` if there is none.
    #[must_use]
    pub fn point(&self) -> Option<PointMap> {
        PointMap::all().into_iter().find(|&point| Self::from(point) == *self)
    }

    /// Returns the key that sorts like [`PointMap::all`]: the axis that each coordinate of an image comes
    /// from, and whether it is reversed.
    fn order_key(&self) -> Vec<(Option<usize>, bool, Leap)> {
        let row = |at: usize| {
            let row: Leap = std::array::from_fn(|axis| self.images[axis][at]);
            let first = row.iter().position(|&along| along != 0);
            (first, first.is_some_and(|first| row[first] < 0), row)
        };
        (0..MAX_AXES).map(row).collect()
    }

    /// Returns the order of the map: the number of repetitions that make the identity.
    #[must_use]
    pub fn order(&self) -> usize {
        let powers = std::iter::successors(Some(*self), |power| Some(power.compose(self)));
        1 + powers.take_while(|power| *power != Self::IDENTITY).count()
    }

    /// Returns true if the map is a reflection, so that it exchanges left and right.
    #[must_use]
    pub fn is_reflected(&self) -> bool {
        // Expansion along the first row; there are at most four rows.
        fn determinant(rows: &[Vec<i32>]) -> i32 {
            let Some((first, rest)) = rows.split_first() else { return 1 };
            let minor = |skipped: usize| {
                let without = |row: &Vec<i32>| {
                    let kept = row.iter().enumerate().filter(|&(at, _)| at != skipped);
                    kept.map(|(_, &value)| value).collect::<Vec<_>>()
                };
                rest.iter().map(without).collect::<Vec<_>>()
            };
            let term = |(at, &value): (usize, &i32)| match value {
                0 => 0,
                _ if at % 2 == 0 => value * determinant(&minor(at)),
                _ => -value * determinant(&minor(at)),
            };
            first.iter().enumerate().map(term).sum()
        }
        determinant(&self.images.map(Vec::from)) < 0
    }

    /// Returns the everyday name, as a map of this lattice. Maps that differ only in direction share a name.
    #[must_use]
    pub fn name(&self, lattice: Lattice) -> String {
        if lattice == Lattice::Square
            && let Some(point) = self.point()
        {
            return point.name().to_owned();
        }
        let minus = Self { images: Self::IDENTITY.images.map(|image| image.map(|along| -along)) };
        let trace: i32 = (0..lattice.axes()).map(|axis| self.images[axis][axis]).sum();
        let is_inverse = (0..lattice.axes()).all(|axis| self.images[axis] == minus.images[axis]);
        match (self.order(), self.is_reflected()) {
            (1, _) => "identity".to_owned(),
            (2, true) if trace == lattice.axes() as i32 - 2 => "reflection".to_owned(),
            (2, _) if is_inverse && lattice.axes() > 2 => "reflection in the centre".to_owned(),
            (order, true) => format!("reflection with a turn, of order {order}"),
            (2, false) => "half turn".to_owned(),
            (3, false) => "third of a turn".to_owned(),
            (4, false) => "quarter turn".to_owned(),
            (6, false) => "sixth of a turn".to_owned(),
            (order, false) => format!("turn of order {order}"),
        }
    }
}

impl From<PointMap> for LatticeMap {
    fn from(map: PointMap) -> Self {
        let image = |step: (i32, i32)| {
            let (rows, cols) = map.apply_to_step(step);
            [rows, cols, 0, 0]
        };
        Self::with_images(&[image((1, 0)), image((0, 1))])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::named::Named;

    #[test]
    fn lattices_have_as_many_maps_as_they_should() {
        for (lattice, units, maps) in [
            (Lattice::Square, 4, 8),
            (Lattice::Hexagonal, 6, 12),
            (Lattice::Cubic, 6, 48),
            (Lattice::Hypercubic, 8, 384),
        ] {
            assert_eq!((lattice.units().len(), lattice.maps().len()), (units, maps), "{lattice}");
            assert_eq!(lattice.maps()[0], LatticeMap::IDENTITY);
        }
        let points: Vec<LatticeMap> = PointMap::all().into_iter().map(LatticeMap::from).collect();
        assert_eq!(Lattice::Square.maps(), points);
    }

    #[test]
    fn maps_are_a_group() {
        for &lattice in Lattice::ALL {
            let maps: BTreeSet<LatticeMap> = lattice.maps().iter().copied().collect();
            let some: Vec<&LatticeMap> = maps.iter().step_by(1 + maps.len() / 20).collect();
            for &&one in &some {
                assert!(some.iter().all(|other| maps.contains(&one.compose(other))));
                assert_eq!((1..one.order()).fold(one, |power, _| power.compose(&one)), LatticeMap::IDENTITY);
            }
        }
    }

    /// The knights of Gliński's hexagonal chess and of Raumschach.
    #[test]
    fn leaps_have_as_many_images_as_chess_books_say() {
        let images = |lattice: Lattice, leap: Leap| lattice.class(leap).len();
        assert_eq!(images(Lattice::Square, [2, 1, 0, 0]), 8);
        assert_eq!(images(Lattice::Hexagonal, [1, 0, 0, 0]), 6);
        assert_eq!(images(Lattice::Hexagonal, [1, 1, 0, 0]), 6);
        assert_eq!(images(Lattice::Hexagonal, [2, 1, 0, 0]), 12);
        assert_eq!(images(Lattice::Cubic, [1, 1, 0, 0]), 12);
        assert_eq!(images(Lattice::Cubic, [1, 1, 1, 0]), 8);
        assert_eq!(images(Lattice::Cubic, [2, 1, 0, 0]), 24);
    }

    #[test]
    fn names_are_everyday_ones() {
        let names = |lattice: Lattice| lattice.maps().iter().map(|map| map.name(lattice)).collect::<Vec<_>>();
        let count = |names: &[String], name: &str| names.iter().filter(|other| *other == name).count();
        let hexagonal = names(Lattice::Hexagonal);
        assert_eq!(count(&hexagonal, "reflection"), 6);
        assert_eq!(count(&hexagonal, "sixth of a turn"), 2);
        assert_eq!(count(&hexagonal, "half turn"), 1);
        let cubic = names(Lattice::Cubic);
        assert_eq!(count(&cubic, "quarter turn"), 6);
        assert_eq!(count(&cubic, "half turn"), 9);
        assert_eq!(count(&cubic, "third of a turn"), 8);
        assert_eq!(count(&cubic, "reflection"), 9);
        assert_eq!(count(&cubic, "reflection in the centre"), 1);
    }
}
