//! The units, and how one is counted.
//!
//! A unit is a *tile*: some sets of even rows with some sets of odd rows. Their placements on the lattices are
//! made once for the tile. The placements of the odd rows of all its sets form one [forest](super::forest),
//! and so do those of the even rows on light squares.

use super::cost::{Model, late};
use super::family::{Columns, Family, families};
use super::filling::{Buffers, Filling};
use super::forest::{Forest, Seeds};
use super::lanes::{Cell, Row};
use super::lattice::{BITS, LANES, Lattice, Sheet, UNWANTED, squares};
use super::products::Products;
use super::symmetry::{Symmetry, halves, join};
use crate::board::Board;
use crate::engines::estimate::{Effort, Estimate};
use crate::engines::halves::crossing::Crossing;
use crate::engines::halves::grid::Grid;
use crate::engines::halves::subsets::Subsets;
use crate::engines::instance::Instance;
use crate::engines::leaf::{Facts, Leaf, UnitFacts};
use crate::engines::random::Random;
use crate::engines::run::{Run, RunError};
use crate::engines::tally::{Counts, UnitCount};
use crate::engines::technique::{LeafInstance, Suit};
use crate::engines::tuning::Tuning;
use std::ops::Range;
use std::sync::OnceLock;

/// The maximum number of words of a placement.
const MAX_WORDS: usize = 4;

/// The longest side for which the model of the cost was compared with counts.
const MAX_MEASURED_SIDE: usize = 22;

/// Returns how well the engine suits an instance; `None` if it does not.
pub(super) fn suits(ready: &LeafInstance<'_>) -> Option<Suit> {
    let grid = grid_of(ready.board?, ready.instance)?;
    Some(if grid.side <= MAX_MEASURED_SIDE { Suit::Model } else { Suit::Name })
}

/// Returns the grid of an instance if it has the form.
fn grid_of(board: &Board, instance: &Instance) -> Option<Grid> {
    Grid::new(board, instance).filter(|grid| grid.half() > 0)
}

/// Returns true if only rows and columns join the colours. This compares all pairs of squares, so it is not
/// for every plan.
fn keeps_colours(grid: &Grid) -> bool {
    let side = grid.side;
    let lines = |square: usize| [square / side, square % side];
    let is_joined = |one: usize, other: usize| {
        let ([row, col], [other_row, other_col]) = (lines(one), lines(other));
        let is_apart = row != other_row && col != other_col && (row + col + other_row + other_col) % 2 == 1;
        is_apart && grid.conflict(one, other)
    };
    let open: Vec<usize> = (0..side * side).filter(|&square| grid.is_allowed(square)).collect();
    open.iter().all(|&one| open.iter().all(|&other| !is_joined(one, other)))
}

/// Prepares an instance for the engine of this name and version, if it has the form and needs neither too many
/// bits nor too much memory.
pub(super) fn prepare(
    board: &Board,
    instance: &Instance,
    tuning: Tuning,
    engine: (&'static str, u32),
) -> Option<Box<dyn Leaf>> {
    let grid = grid_of(board, instance).filter(keeps_colours)?;
    let crossings = crossings(&grid);
    let words = crossings.iter().map(|crossing| crossing.bits().div_ceil(BITS)).max()?;
    let (grid, crossings) = (&grid, &crossings);
    let leaf: Box<dyn Leaf> = match words {
        0..=1 => Box::new(Colours::<1>::new(grid, crossings, instance, (tuning, engine))),
        2 => Box::new(Colours::<2>::new(grid, crossings, instance, (tuning, engine))),
        3..=MAX_WORDS => Box::new(Colours::<MAX_WORDS>::new(grid, crossings, instance, (tuning, engine))),
        _ => return None,
    };
    // Units are the same whatever the memory, so that other engines are left with what has little.
    let fits = tuning.memory.is_none_or(|memory| leaf.memory() as u64 <= memory);
    fits.then_some(leaf)
}

/// Returns the conflicts between the lattices of either colour. The lanes' lattice has even columns.
fn crossings(grid: &Grid) -> [Crossing; 2] {
    let crossing = |one, other| grid.crossing(&squares(grid, one), &squares(grid, other));
    [crossing([0, 0], [1, 1]), crossing([1, 0], [0, 1])]
}

/// Some sets of even rows and of odd rows of a family.
struct Tile {
    family: u8,
    rows: [Range<u16>; 2],
}

/// A problem that is prepared for counting.
struct Colours<const WORDS: usize> {
    /// The lattices of the dark squares and of the light ones; of each, that in even rows first.
    lattices: [[Lattice<WORDS>; 2]; 2],
    subsets: [Subsets; 2],
    symmetry: Symmetry,
    families: Vec<Family>,
    columns: Vec<OnceLock<Columns>>,
    tiles: Vec<Tile>,
    facts: Facts,
    side: usize,
    /// Expected bytes of the matrices and placements of all threads.
    memory: usize,
}

/// The result of a tile: the number of placements, and of products; `None` if it was stopped.
type TileCount = Option<(u128, u64)>;

/// A number was too large for its cell.
struct TooLarge;

impl<const WORDS: usize> Colours<WORDS> {
    fn new(
        grid: &Grid,
        crossings: &[Crossing; 2],
        instance: &Instance,
        (tuning, engine): (Tuning, (&'static str, u32)),
    ) -> Self {
        let maps: Vec<Vec<u16>> = (instance.maps[..instance.central_maps].iter())
            .filter(|map| grid.keeps_lines(map))
            .cloned()
            .collect();
        let symmetry = Symmetry::new(grid, &maps);
        let subsets = [grid.side - grid.half(), grid.half()].map(Subsets::new);
        let families = families(&subsets, &symmetry);
        let model = Model::new(grid, &symmetry, tuning.tuned);
        let mut tiles = Vec::new();
        let mut units = Vec::new();
        for (number, family) in families.iter().enumerate() {
            let size = if tuning.granularity.finest { [1, 1] } else { model.tile(family) };
            let [evens, odds] = [0, 1].map(|parity| {
                let sets = family.rows[parity].len();
                (0..sets).step_by(size[parity]).map(move |first| first..sets.min(first + size[parity]))
            });
            let cost = model.cost(family.pieces);
            for even in evens {
                for odd in odds.clone() {
                    let counted = family.rows[0][even.clone()].iter().flat_map(|&even| {
                        family.rows[1][odd.clone()].iter().map(move |&odd| join(even, odd))
                    });
                    let counted = counted.filter(|&set| symmetry.weigh(set) > 0).count();
                    if counted > 0 {
                        let rows = [even.clone(), odd].map(|rows| rows.start as u16..rows.end as u16);
                        tiles.push(Tile { family: number as u8, rows });
                        units.push(UnitFacts { weight: 1, work: cost * counted as f64 });
                    }
                }
            }
        }
        let of_threads =
            families.iter().map(|family| model.memory(family)).fold(0.0, f64::max) * tuning.threads as f64;
        let memory = of_threads as usize + tiles.len() * (size_of::<Tile>() + size_of::<UnitFacts>());
        let facts = Facts {
            units,
            factor: instance.factor.clone(),
            ..Facts::with_costs(engine, tuning.kernel, Vec::new())
        };
        Self {
            lattices: [
                Lattice::of_colour(grid, false, &crossings[0], [true, false]),
                Lattice::of_colour(grid, true, &crossings[1], [false, true]),
            ],
            columns: families.iter().map(|_| OnceLock::new()).collect(),
            subsets,
            symmetry,
            families,
            tiles,
            facts,
            memory,
            side: grid.side,
        }
    }

    /// Counts a tile, with cells of some type.
    fn count_tile<C: Cell>(
        &self,
        tile: &Tile,
        should_stop: &dyn Fn() -> bool,
    ) -> Result<TileCount, TooLarge> {
        let family = &self.families[usize::from(tile.family)];
        let columns = self.columns[usize::from(tile.family)]
            .get_or_init(|| Columns::new(&self.subsets, &self.symmetry, family.pieces));
        let sets = [0, 1].map(|parity| {
            let Range { start, end } = tile.rows[parity];
            &family.rows[parity][usize::from(start)..usize::from(end)]
        });
        // For each set of even rows, the number, the weight and the class of the sets of odd rows that it is
        // counted with.
        let counted = |&even: &u16| -> Vec<(usize, u64, u32)> {
            let row_sets = sets[1].iter().map(|&odd| join(even, odd)).enumerate();
            let weighed = row_sets.map(|(number, set)| (number, self.symmetry.weigh(set), set));
            let leaders = weighed.filter(|&(_, weight, _)| weight > 0);
            leaders
                .map(|(number, weight, set)| (number, weight, columns.class(&self.symmetry, set)))
                .collect()
        };
        let counted: Vec<_> = sets[0].iter().map(counted).collect();
        let bounds = counted.iter().flatten().map(|&(.., class)| columns.bounds(class));
        let [lanes, places] = bounds.fold([0; 2], |most, own| [most[0].max(own[0]), most[1].max(own[1])]);
        let below = |list: &[u32], bound: usize| -> Vec<u32> {
            list.iter().map(|&place| if (place as usize) < bound { place } else { UNWANTED }).collect()
        };
        let live = halves(self.symmetry.live[0]);
        let others =
            [0, 1].map(|parity| -> Vec<u16> { sets[parity].iter().map(|set| live[parity] & !set).collect() });
        let [dark, light] = &self.lattices;
        let plant = |lattice: &Lattice<WORDS>, sets: &[u16], place_of: &[u32]| {
            let late = late(sets.first().map_or(0, |set| set.count_ones() as usize), self.side / 2);
            Forest::new(lattice, &Seeds { sets, place_of: &below(place_of, places), places, late })
        };
        let forests =
            [plant(&dark[1], sets[1], &columns.dark[1]), plant(&light[0], &others[0], &columns.light[1])];
        let lay = |lattice: &Lattice<WORDS>, sets: &[u16], place_of: &[u32]| -> Vec<Sheet<WORDS>> {
            let place_of = below(place_of, lanes);
            sets.iter().map(|&set| lattice.sheet(set, &place_of, lanes)).collect()
        };
        let sheets =
            [lay(&dark[0], sets[0], &columns.dark[0]), lay(&light[1], &others[1], &columns.light[0])];
        let bits = [&dark[1].bits, &light[0].bits];
        let mut buffers = Buffers::default();
        let mut fill = |side: usize, sheet: &Sheet<WORDS>, block: usize, rows: &mut [Row<C>]| {
            rows.fill(Row([C::default(); LANES]));
            self.facts.kernel.run(Filling {
                lanes: sheet.block(block),
                forest: &forests[side],
                bits: bits[side],
                rows,
                buffers: &mut buffers,
                should_stop,
            })
        };
        let empty = |rows: usize| vec![Row([C::default(); LANES]); rows];
        let mut of_light: Vec<Vec<Row<C>>> = sets[1].iter().map(|_| empty(forests[1].rows)).collect();
        let mut of_dark = empty(forests[0].rows);
        let (mut placements, mut products) = (0, 0);
        for block in 0..lanes.div_ceil(LANES) {
            for (sheet, rows) in sheets[1].iter().zip(&mut of_light) {
                if should_stop() || !fill(1, sheet, block, rows) {
                    return Ok(None);
                }
            }
            let classes = &columns.classes[block * columns.sizes[1]..][..places];
            let own_lanes = block * LANES..lanes.min((block + 1) * LANES);
            for (number, (sheet, counted)) in sheets[0].iter().zip(&counted).enumerate() {
                if should_stop() || !fill(0, sheet, block, &mut of_dark) {
                    return Ok(None);
                }
                for &(other, weight, class) in counted {
                    let sum = self.facts.kernel.run(Products {
                        dark: &of_dark[other * places..][..places],
                        light: &of_light[other][number * places..][..places],
                        classes,
                        class,
                        weights: &columns.weights[own_lanes.clone()],
                    });
                    placements += sum.ok_or(TooLarge)? * u128::from(weight);
                    products += (places * own_lanes.len()) as u64;
                }
            }
        }
        Ok(Some((placements, products)))
    }
}

impl<const WORDS: usize> Leaf for Colours<WORDS> {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn estimate(&self, _: Effort, _: &mut Random) -> Estimate {
        Estimate::by_model(self.facts.work())
    }

    fn describe(&self, unit: usize, into: &mut Vec<u8>) {
        let Tile { family, rows: [even, odd] } = &self.tiles[unit];
        into.push(*family);
        for number in [even.start, even.end, odd.start, odd.end] {
            into.extend_from_slice(&number.to_le_bytes());
        }
    }

    fn memory(&self) -> usize {
        self.memory
    }

    fn count(&self, unit: usize, run: &Run<'_>) -> Result<Counts, RunError> {
        let tile = &self.tiles[unit];
        let counted = self.count_tile::<u16>(tile, run.should_stop);
        // Few boards have numbers that need more than sixteen bits.
        let counted = counted.or_else(|TooLarge| self.count_tile::<u64>(tile, run.should_stop));
        let Ok(counted) = counted else { return Err(RunError::TooLarge) };
        let counted = counted.map_or(UnitCount::STOPPED, |(placements, nodes)| {
            UnitCount::from_placements(Some(placements), nodes)
        });
        Ok(counted.into())
    }
}
