//! Corner transfer matrices: an approximation of a quarter of the plane, seen from its corner.
//!
//! R. J. Baxter (*Dimers on a rectangular lattice*, 1968; *Variational approximations for square lattice
//! models in statistical mechanics*, 1978) cuts the plane into four corners. The matrix of a corner has an
//! entry for each way to fill its two edges: the number of ways to fill the area between them. It is
//! symmetric, and its eigenvalues fall so quickly that a few dozen of its eigenvectors describe it. A half
//! line of squares with the line next to it, a *half row*, leads from the edge of one corner to that of the
//! next. T. Nishino and K. Okunishi (*Corner transfer matrix renormalization group method*, 1996) find
//! corners and half rows by growth. A corner of one more square consists of a square, two half rows and a
//! corner. The largest of its eigenvectors are kept, and the half rows are written in them, until nothing
//! changes any more.
//!
//! Nothing here is proved. The result is a guess of numbers, [checked](mod@super::enclosure) afterwards.

use super::neighbours::Neighbours;
use crate::algebra::double_double::DoubleDouble;
use crate::algebra::symmetric::{Rows, eigenvectors, product, transpose};

/// Corners of the plane with a square of each contents at their tip, and the half rows between them.
pub(super) struct Corners<'a> {
    pub(super) neighbours: &'a Neighbours,
    /// For each contents, the eigenvalues that are kept, the largest first.
    pub(super) weights: Vec<Vec<DoubleDouble>>,
    /// For the contents of two neighbours, the half row behind them; empty if they are in conflict.
    pub(super) halves: Vec<Vec<Rows>>,
    /// For each contents, the eigenvectors of the corner, the kept ones first. Their coordinates are the
    /// squares next to the tip with the vectors that were kept before.
    pub(super) bases: Vec<Rows>,
    /// The sizes of the eigenvalues.
    pub(super) spectra: Vec<Vec<f64>>,
}

impl<'a> Corners<'a> {
    /// Returns corners of one square.
    pub(super) fn new(neighbours: &'a Neighbours) -> Self {
        let all = 0..neighbours.contents();
        let one = vec![vec![DoubleDouble::ONE]];
        let half = |a, b| if neighbours.can_adjoin(a, b) { one.clone() } else { Rows::new() };
        Self {
            neighbours,
            weights: all.clone().map(|_| vec![DoubleDouble::ONE]).collect(),
            halves: all.clone().map(|a| all.clone().map(|b| half(a, b)).collect()).collect(),
            bases: vec![Rows::new(); all.len()],
            spectra: vec![Vec::new(); all.len()],
        }
    }

    /// Returns the number of vectors of a contents that are kept.
    pub(super) fn kept_vectors(&self, contents: usize) -> usize {
        self.weights[contents].len()
    }

    /// Returns the coordinates of a line that begins at a tip: the contents of the next square, and one of
    /// its vectors.
    pub(super) fn line(&self, tip: usize) -> Vec<(usize, usize)> {
        let next = (0..self.neighbours.contents()).filter(|&next| self.neighbours.can_adjoin(tip, next));
        next.flat_map(|next| (0..self.kept_vectors(next)).map(move |vector| (next, vector))).collect()
    }

    /// Returns a corner of one more square: its tip, the squares next to it with half rows, and the corner
    /// behind.
    fn corner(&self, tip: usize) -> Rows {
        let line = self.line(tip);
        let start = |next: usize| line.iter().position(|&(contents, _)| contents == next);
        let mut corner = vec![vec![DoubleDouble::ZERO; line.len()]; line.len()];
        let all = 0..self.neighbours.contents();
        let beside = all.clone().flat_map(|a| all.clone().map(move |b| (a, b)));
        for ((a, b), inner) in beside.flat_map(|pair| all.clone().map(move |inner| (pair, inner))) {
            let (true, Some(down), Some(right)) =
                (self.neighbours.face(tip, a, b, inner), start(a), start(b))
            else {
                continue;
            };
            let mut weighted = self.halves[a][inner].clone();
            for row in &mut weighted {
                row.iter_mut()
                    .zip(&self.weights[inner])
                    .for_each(|(entry, weight)| *entry = *entry * *weight);
            }
            for (row, entries) in product(&weighted, &self.halves[inner][b]).into_iter().enumerate() {
                for (column, entry) in entries.into_iter().enumerate() {
                    let sum = &mut corner[down + row][right + column];
                    *sum = *sum + entry;
                }
            }
        }
        corner
    }

    /// Returns a half row of one more square, not yet written in the eigenvectors.
    pub(super) fn half_row(&self, (a, b): (usize, usize)) -> Rows {
        let entry = |(c, i): (usize, usize), (d, j): (usize, usize)| {
            if self.neighbours.face(a, b, c, d) { self.halves[c][d][i][j] } else { DoubleDouble::ZERO }
        };
        let ends = self.line(b);
        self.line(a).into_iter().map(|start| ends.iter().map(|&end| entry(start, end)).collect()).collect()
    }

    /// Grows by one square and keeps `keep` vectors of all contents together. Returns a bound of the relevant
    /// change; `None` if stopped.
    pub(super) fn grow(&mut self, keep: usize, should_stop: &dyn Fn() -> bool) -> Option<f64> {
        let all = 0..self.neighbours.contents();
        let mut found = Vec::new();
        for tip in all.clone() {
            found.push(self.eigenvectors_of(tip, should_stop)?);
        }
        // The largest of all contents together.
        let mut sizes: Vec<(f64, usize)> = Vec::new();
        for (tip, (values, _)) in found.iter().enumerate() {
            sizes.extend(values.iter().map(|value| (value.high().abs(), tip)));
        }
        sizes.sort_by(|one, other| other.0.total_cmp(&one.0));
        sizes.truncate(keep);
        let kept = |tip: usize| sizes.iter().filter(|&&(size, at)| at == tip && size > 0.0).count().max(1);
        let scale = found.first()?.0.first()?.abs();
        let weights: Vec<Vec<DoubleDouble>> = all
            .clone()
            .map(|tip| found[tip].0[..kept(tip)].iter().map(|value| *value / scale).collect())
            .collect();
        let spectra =
            found.iter().map(|(values, _)| values.iter().map(|v| (*v / scale).high().abs()).collect());
        let spectra = spectra.collect();
        let mut bases: Vec<Rows> = found.into_iter().map(|(_, vectors)| vectors).collect();
        let mut halves = self.halves_in(&bases, &weights);
        choose_signs(&mut bases, &mut halves, &weights);
        let unit = halves[0][0][0][0];
        for entry in halves.iter_mut().flatten().flatten().flatten() {
            *entry = *entry / unit;
        }
        let change = self.change(&halves, &weights);
        (self.weights, self.halves, self.bases, self.spectra) = (weights, halves, bases, spectra);
        Some(change)
    }

    /// Returns the eigenvalues and eigenvectors of a grown corner, the largest first.
    fn eigenvectors_of(
        &self,
        tip: usize,
        should_stop: &dyn Fn() -> bool,
    ) -> Option<(Vec<DoubleDouble>, Rows)> {
        let corner = self.corner(tip);
        let before = &self.bases[tip];
        // In the eigenvectors of the last corner the next one is nearly diagonal.
        let (values, vectors) = if before.len() == corner.len() {
            let turned = product(&product(before, &corner), &transpose(before));
            let (values, vectors) = eigenvectors(turned, should_stop)?;
            (values, product(&vectors, before))
        } else {
            eigenvectors(corner, should_stop)?
        };
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&one, &other| values[other].high().abs().total_cmp(&values[one].high().abs()));
        let vectors = order.iter().map(|&place| vectors[place].clone()).collect();
        Some((order.iter().map(|&place| values[place]).collect(), vectors))
    }

    /// Returns the half rows of one more square in the vectors that are kept.
    fn halves_in(&self, bases: &[Rows], weights: &[Vec<DoubleDouble>]) -> Vec<Vec<Rows>> {
        let kept = |tip: usize| bases[tip][..weights[tip].len()].to_vec();
        let half = |a, b| {
            if !self.neighbours.can_adjoin(a, b) {
                return Rows::new();
            }
            product(&product(&kept(a), &self.half_row((a, b))), &transpose(&kept(b)))
        };
        let all = 0..self.neighbours.contents();
        all.clone().map(|a| all.clone().map(|b| half(a, b)).collect()).collect()
    }

    /// Returns the difference between new and old half rows, weighted by the corners.
    fn change(&self, halves: &[Vec<Rows>], weights: &[Vec<DoubleDouble>]) -> f64 {
        if weights.iter().zip(&self.weights).any(|(new, old)| new.len() != old.len()) {
            return f64::INFINITY;
        }
        let mut change: f64 = 0.0;
        for (a, b) in (0..weights.len()).flat_map(|a| (0..weights.len()).map(move |b| (a, b))) {
            for (i, (new, old)) in halves[a][b].iter().zip(&self.halves[a][b]).enumerate() {
                for (j, (new, old)) in new.iter().zip(old).enumerate() {
                    let weight = weights[a][i].high() * weights[b][j].high();
                    change = change.max((*new - *old).high().abs() * weight.abs());
                }
            }
        }
        change
    }
}

/// Chooses the signs of eigenvectors, which are determined only up to sign. The half rows from the empty
/// square then have positive entries in the first column.
fn choose_signs(bases: &mut [Rows], halves: &mut [Vec<Rows>], weights: &[Vec<DoubleDouble>]) {
    let sum = |vector: &[DoubleDouble]| vector.iter().map(|entry| entry.high()).sum::<f64>();
    let first: Vec<bool> = bases.iter().map(|basis| sum(&basis[0]) < 0.0).collect();
    let is_turned = |tip: usize, vector: usize| match vector {
        0 => first[tip],
        _ => (halves[tip][0][vector][0].high() < 0.0) != first[0],
    };
    let turned: Vec<Vec<bool>> = (0..bases.len())
        .map(|tip| (0..weights[tip].len()).map(|vector| is_turned(tip, vector)).collect())
        .collect();
    for (basis, turned) in bases.iter_mut().zip(&turned) {
        for (vector, _) in basis.iter_mut().zip(turned).filter(|(_, is_turned)| **is_turned) {
            vector.iter_mut().for_each(|entry| *entry = -*entry);
        }
    }
    for (from, halves) in turned.iter().zip(halves) {
        for (to, half) in turned.iter().zip(halves) {
            for (own, row) in from.iter().zip(half) {
                for (other, entry) in to.iter().zip(row) {
                    *entry = if own == other { *entry } else { -*entry };
                }
            }
        }
    }
}
