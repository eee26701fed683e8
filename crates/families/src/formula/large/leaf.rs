//! The count of the last three pieces. Loops are over whole rows, or eight rows, so that they are compiled to wide instructions.

use super::displacements::{LANES, MAX_SIDE, Squares};
use super::triple::{DegreeSum, Degrees, Triple, TripleShape};
use crate::engines::kernel::{Kernel, Vectored};

/// Squares of a row as bytes, with as many before and behind it as leaps reach.
type Row = [u8; 3 * MAX_SIDE];

/// Buffers for a count.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    pub(super) squares: Vec<Squares>,
    /// The rows of each set.
    rows: Vec<Row>,
    sums: Vec<Vec<u8>>,
    degrees: Vec<[i16; MAX_SIDE]>,
    terms: Vec<i64>,
}

/// The count of the placements of three pieces; the squares that are left to them are in the workspace.
pub(super) struct TripleLeaf<'a> {
    pub(super) triple: &'a Triple,
    pub(super) workspace: &'a mut Workspace,
}

impl Vectored for TripleLeaf<'_> {
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
            triangles += of_shape(shape, &workspace.squares);
        }
        placements - triple.times * triangles
    }
}

/// Writes the sets as bytes.
#[inline(always)]
fn spread(triple: &Triple, workspace: &mut Workspace) {
    let rows = triple.sides.0;
    workspace.rows.resize(triple.sets.len() * rows, [0; 3 * MAX_SIDE]);
    for (squares, into) in workspace.squares.iter().zip(workspace.rows.chunks_exact_mut(rows)) {
        for (word, row) in squares.iter().zip(into) {
            for (place, bytes) in row[MAX_SIDE..2 * MAX_SIDE].chunks_exact_mut(8).enumerate() {
                // Eight copies of eight bits, of which each keeps one, moved to the lowest place of its byte.
                let copies = (word >> (8 * place) & 0xff) * 0x0101_0101_0101_0101;
                let chosen = copies & 0x8040_2010_0804_0201;
                let ones = (chosen + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101;
                bytes.copy_from_slice(&ones.to_le_bytes());
            }
        }
    }
}

/// The numbers of squares of a set on each line.
#[inline(always)]
fn add_up_lines(triple: &Triple, workspace: &mut Workspace) {
    let rows = triple.sides.0;
    workspace.sums.resize_with(triple.sums.len(), Vec::new);
    for (&(set, direction), sums) in triple.sums.iter().zip(&mut workspace.sums) {
        let direction = &triple.directions[direction];
        sums.clear();
        sums.resize(direction.size, 0);
        let step = direction.step;
        let squares = &workspace.squares[set];
        if step == (0, 1) {
            for (word, &start) in squares.iter().zip(&direction.starts) {
                sums[start..start + MAX_SIDE].fill(word.count_ones() as u8);
            }
        } else if step.0 == 0 {
            let step = step.1 as usize;
            for (word, &start) in squares.iter().zip(&direction.starts) {
                for col in 0..MAX_SIDE {
                    let line = (col % step..MAX_SIDE).step_by(step).fold(0u64, |line, col| line | 1 << col);
                    sums[start + col] = (word & line).count_ones() as u8;
                }
            }
        } else {
            let all = &workspace.rows[set * rows..(set + 1) * rows];
            for (row, &start) in all.iter().zip(&direction.starts) {
                let window = &mut sums[start..start + MAX_SIDE];
                window.iter_mut().zip(&row[MAX_SIDE..]).for_each(|(sum, square)| *sum += square);
            }
        }
    }
}

/// Row by row the degrees, and what is summed up of them.
#[inline(always)]
fn add_up_terms(triple: &Triple, workspace: &mut Workspace) {
    let Workspace { rows: all, sums, degrees, terms, .. } = workspace;
    let rows = triple.sides.0;
    terms.clear();
    terms.resize(triple.terms.len(), 0);
    degrees.resize(triple.degrees.len(), [0; MAX_SIDE]);
    for row in 0..rows {
        for (of, into) in triple.degrees.iter().zip(degrees.iter_mut()) {
            *into = degrees_of_row(triple, of, row, all, sums);
        }
        for (&DegreeSum { target, first, second }, into) in triple.terms.iter().zip(terms.iter_mut()) {
            let squares = &all[target * rows + row][MAX_SIDE..2 * MAX_SIDE];
            let first =
                squares.iter().zip(&degrees[first]).map(|(&square, &degree)| i16::from(square) * degree);
            let sum: i32 = match second {
                None => first.map(i32::from).sum(),
                // At most 64 times 4096 squared.
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
fn degrees_of_row(
    triple: &Triple,
    of: &Degrees,
    row: usize,
    all: &[Row],
    sums: &[Vec<u8>],
) -> [i16; MAX_SIDE] {
    let rows = triple.sides.0;
    let mut found = [0i16; MAX_SIDE];
    let squares = &all[of.source * rows + row][MAX_SIDE..2 * MAX_SIDE];
    found.iter_mut().zip(squares).for_each(|(degree, &square)| *degree = of.own * i16::from(square));
    for &sum in &of.sums {
        let start = triple.directions[triple.sums[sum].1].starts[row];
        let window = &sums[sum][start..start + MAX_SIDE];
        found.iter_mut().zip(window).for_each(|(degree, &sum)| *degree += i16::from(sum));
    }
    for &(up, right) in &of.leaps {
        let Some(other) = row.checked_add_signed(up as isize).filter(|&other| other < rows) else { continue };
        let start = MAX_SIDE.wrapping_add_signed(right as isize);
        let window = &all[of.source * rows + other][start..start + MAX_SIDE];
        found.iter_mut().zip(window).for_each(|(degree, &square)| *degree += i16::from(square));
    }
    found
}

/// Triples of different squares on one line, for all lines of a direction.
#[inline(always)]
fn on_lines(triple: &Triple, workspace: &Workspace, sums: &[usize; 7]) -> i64 {
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
        let at = line * MAX_SIDE;
        let of = of.map(|sums| &sums[at..at + length]);
        let mut sum = 0i32;
        if is_one {
            for &a in of[0] {
                let a = i32::from(a);
                sum += a * (a - 1) * (a - 2);
            }
        } else {
            for place in 0..length {
                let [a, b, c, bc, ac, ab, abc] = of.map(|sums| i32::from(sums[place]));
                sum += a * b * c - bc * a - ac * b - ab * c + 2 * abc;
            }
        }
        triples += i64::from(sum);
    }
    triples
}

/// Triples that lie in a certain way.
#[inline(always)]
fn of_shape(shape: &TripleShape, squares: &[Squares]) -> i64 {
    let set =
        |place: usize| squares[shape.sets[place]][shape.rows[place]..][..shape.length].chunks_exact(LANES);
    let mut triples = [0u64; LANES];
    for ((first, second), third) in set(0).zip(set(1)).zip(set(2)) {
        for lane in 0..LANES {
            let word = first[lane] & second[lane] >> shape.shifts[0] & third[lane] >> shape.shifts[1];
            triples[lane] += u64::from(word.count_ones());
        }
    }
    triples.iter().sum::<u64>() as i64
}
