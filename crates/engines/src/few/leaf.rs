//! The count of the last three pieces. Loops are over whole rows, or eight rows, so that they compile to wide
//! instructions. There is a copy for each width of boards.

use super::displacements::LANES;
use super::triple::{DegreeSum, Degrees, Triple, TripleShape};
use crate::engines::kernel::{Kernel, Vectored};

/// The squares of a row as bytes, with one row of padding on either side for leaps.
type Row<const SIDE: usize> = [[u8; SIDE]; 3];

/// Buffers for a count.
#[derive(Debug, Default)]
pub(super) struct Workspace<const SIDE: usize> {
    pub(super) squares: Vec<Vec<u64>>,
    /// The rows of each set.
    rows: Vec<Row<SIDE>>,
    /// The numbers of squares on lines, for each sum.
    sums: Vec<Vec<u8>>,
    degrees: Vec<[i16; SIDE]>,
    terms: Vec<i64>,
}

/// The count of the placements of three pieces; the squares that are left to them are in the workspace.
pub(super) struct TripleLeaf<'a, const SIDE: usize> {
    pub(super) triple: &'a Triple,
    pub(super) workspace: &'a mut Workspace<SIDE>,
}

impl<const SIDE: usize> Vectored for TripleLeaf<'_, SIDE> {
    type Output = i64;

    // Registers of eight words are no faster: queens on 36x36 take a quarter longer.
    const BEST: Kernel = Kernel::Avx2;

    #[inline(always)]
    fn portable(self) -> i64 {
        let Self { triple, workspace } = self;
        spread(triple, workspace);
        add_up_lines(triple, workspace);
        add_up_terms(triple, workspace);
        let recipe = &triple.recipe;
        let size = |set: usize| -> i64 {
            workspace.squares[set].iter().map(|word| i64::from(word.count_ones())).sum()
        };
        let sizes = recipe.roles.map(size);
        let all = size(recipe.all);
        let mut placements = sizes[0] * sizes[1] * sizes[2] - all;
        for (role, size) in sizes.into_iter().enumerate() {
            placements -= workspace.terms[recipe.conflicts[role]] * size;
            placements += workspace.terms[recipe.forks[role]];
            placements -= workspace.terms[recipe.meetings[role]] - all;
        }
        for sums in &recipe.lines {
            placements -= on_lines(triple, workspace, sums);
        }
        let mut triangles = 0;
        for shape in &triple.shapes {
            triangles += of_shape::<SIDE>(shape, &workspace.squares);
        }
        placements - triple.times * triangles
    }
}

/// Writes the sets as bytes.
#[inline(always)]
fn spread<const SIDE: usize>(triple: &Triple, workspace: &mut Workspace<SIDE>) {
    let rows = triple.sides.0;
    workspace.rows.resize(triple.sets.len() * rows, [[0; SIDE]; 3]);
    for (squares, into) in workspace.squares.iter().zip(workspace.rows.chunks_exact_mut(rows)) {
        for (plane, words) in squares.chunks_exact(SIDE + LANES).take(SIDE / 64).enumerate() {
            for (word, [_, row, _]) in words.iter().zip(into.iter_mut()) {
                for (place, bytes) in row[64 * plane..][..64].chunks_exact_mut(8).enumerate() {
                    // Of eight copies of eight bits, each keeps one, moved to the lowest place of its byte.
                    let copies = (word >> (8 * place) & 0xff) * 0x0101_0101_0101_0101;
                    let chosen = copies & 0x8040_2010_0804_0201;
                    let ones = (chosen + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101;
                    bytes.copy_from_slice(&ones.to_le_bytes());
                }
            }
        }
    }
}

/// Adds up the squares of each set on each line.
#[inline(always)]
fn add_up_lines<const SIDE: usize>(triple: &Triple, workspace: &mut Workspace<SIDE>) {
    let rows = triple.sides.0;
    workspace.sums.resize_with(triple.sums.len(), Vec::new);
    for (&(set, direction), sums) in triple.sums.iter().zip(&mut workspace.sums) {
        let direction = &triple.directions[direction];
        sums.clear();
        sums.resize(direction.size, 0);
        let step = direction.step;
        let all = &workspace.rows[set * rows..(set + 1) * rows];
        if step == (0, 1) {
            let planes = &workspace.squares[set];
            for (row, &start) in direction.starts.iter().enumerate() {
                let words = planes.iter().skip(row).step_by(SIDE + LANES);
                sums[start..start + SIDE].fill(words.map(|word| word.count_ones() as u8).sum());
            }
        } else if step.0 == 0 {
            let step = step.1 as usize;
            for ([_, row, _], &start) in all.iter().zip(&direction.starts) {
                for col in 0..step.min(SIDE) {
                    let sum = row[col..].iter().step_by(step).sum();
                    sums[start + col..start + SIDE].iter_mut().step_by(step).for_each(|of| *of = sum);
                }
            }
        } else {
            for ([_, row, _], &start) in all.iter().zip(&direction.starts) {
                let window = &mut sums[start..start + SIDE];
                window.iter_mut().zip(row).for_each(|(sum, square)| *sum += square);
            }
        }
    }
}

/// Computes the degrees row by row, and the sums over them.
#[inline(always)]
fn add_up_terms<const SIDE: usize>(triple: &Triple, workspace: &mut Workspace<SIDE>) {
    let Workspace { rows: all, sums, degrees, terms, .. } = workspace;
    let rows = triple.sides.0;
    terms.clear();
    terms.resize(triple.terms.len(), 0);
    degrees.resize(triple.degrees.len(), [0; SIDE]);
    for row in 0..rows {
        for (of, into) in triple.degrees.iter().zip(degrees.iter_mut()) {
            *into = degrees_of_row(triple, of, row, all, sums);
        }
        for (&DegreeSum { target, first, second }, into) in triple.terms.iter().zip(terms.iter_mut()) {
            let squares = &all[target * rows + row][1];
            let first =
                squares.iter().zip(&degrees[first]).map(|(&square, &degree)| i16::from(square) * degree);
            let sum: i32 = match second {
                None => first.map(i32::from).sum(),
                Some(second) => first
                    .zip(&degrees[second])
                    .map(|(first, &second)| i32::from(first) * i32::from(second))
                    .sum(),
            };
            *into += i64::from(sum);
        }
    }
}

#[inline(always)]
fn degrees_of_row<const SIDE: usize>(
    triple: &Triple,
    of: &Degrees,
    row: usize,
    all: &[Row<SIDE>],
    sums: &[Vec<u8>],
) -> [i16; SIDE] {
    let rows = triple.sides.0;
    let mut found = [0i16; SIDE];
    let squares = &all[of.source * rows + row][1];
    found.iter_mut().zip(squares).for_each(|(degree, &square)| *degree = of.own * i16::from(square));
    for &sum in &of.sums {
        let start = triple.directions[triple.sums[sum].1].starts[row];
        let window = &sums[sum][start..start + SIDE];
        found.iter_mut().zip(window).for_each(|(degree, &sum)| *degree += i16::from(sum));
    }
    for &(up, right) in &of.leaps {
        let Some(other) = row.checked_add_signed(up as isize).filter(|&other| other < rows) else { continue };
        let start = SIDE.wrapping_add_signed(right as isize);
        let window = &all[of.source * rows + other].as_flattened()[start..start + SIDE];
        found.iter_mut().zip(window).for_each(|(degree, &square)| *degree += i16::from(square));
    }
    found
}

/// Counts the triples of different squares on one line, for all lines of a direction.
#[inline(always)]
fn on_lines<const SIDE: usize>(triple: &Triple, workspace: &Workspace<SIDE>, sums: &[usize; 7]) -> i64 {
    let direction = &triple.directions[triple.sums[sums[0]].1];
    let of = sums.map(|sum| workspace.sums[sum].as_slice());
    let is_one = sums.iter().all(|&sum| sum == sums[0]);
    // Lines along rows have their sum at each of their squares.
    let (lines, length) = match direction.step {
        (0, step) => (direction.starts.len(), step as usize),
        _ => (1, direction.size),
    };
    let mut triples = 0;
    for line in 0..lines {
        // There are few lines, with at most 255 squares each, so 32 bits are enough.
        for first in (0..length).step_by(64) {
            let (first, lines) = (line * SIDE + first, (length - first).min(64));
            let of = of.map(|sums| &sums[first..first + lines]);
            let mut sum = 0i32;
            if is_one {
                for &a in of[0] {
                    let a = i32::from(a);
                    sum += a * (a - 1) * (a - 2);
                }
            } else {
                for place in 0..lines {
                    let [a, b, c, bc, ac, ab, abc] = of.map(|sums| i32::from(sums[place]));
                    sum += a * b * c - bc * a - ac * b - ab * c + 2 * abc;
                }
            }
            triples += i64::from(sum);
        }
    }
    triples
}

/// Counts the triples of one shape.
#[inline(always)]
fn of_shape<const SIDE: usize>(shape: &TripleShape, squares: &[Vec<u64>]) -> i64 {
    let plane = |place: usize, plane: usize| {
        let first = plane * (SIDE + LANES) + shape.rows[place];
        squares[shape.sets[place]][first..][..shape.length].chunks_exact(LANES)
    };
    let [shift, other_shift] = shape.shifts;
    let mut triples = [0u64; LANES];
    if SIDE == 64 {
        for ((first, second), third) in plane(0, 0).zip(plane(1, 0)).zip(plane(2, 0)) {
            for lane in 0..LANES {
                let word = first[lane] & second[lane] >> shift & third[lane] >> other_shift;
                triples[lane] += u64::from(word.count_ones());
            }
        }
        return triples.iter().sum::<u64>() as i64;
    }
    // Bits from the right come down from the next plane.
    let (second_plane, third_plane) = ((shift / 64) as usize, (other_shift / 64) as usize);
    let (shift, other_shift) = (shift % 64, other_shift % 64);
    for first in 0..shape.planes {
        let (second, third) = (first + second_plane, first + third_plane);
        let seconds = plane(1, second).zip(plane(1, (second + 1).min(SIDE / 64)));
        let thirds = plane(2, third).zip(plane(2, (third + 1).min(SIDE / 64)));
        for ((first, second), third) in plane(0, first).zip(seconds).zip(thirds) {
            for lane in 0..LANES {
                let second = second.0[lane] >> shift | second.1[lane] << 1 << (63 - shift);
                let third = third.0[lane] >> other_shift | third.1[lane] << 1 << (63 - other_shift);
                triples[lane] += u64::from((first[lane] & second & third).count_ones());
            }
        }
    }
    triples.iter().sum::<u64>() as i64
}
