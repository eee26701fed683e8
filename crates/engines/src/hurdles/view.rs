//! The view of the standing pieces, and its consequences for one more piece.

use super::lines::{HurdleLines, LineAttack, set};
use crate::board::Mask;

/// The standing pieces, and their squares.
#[derive(Clone)]
pub(super) struct PiecesOnBoard<M> {
    /// The pieces as squares and kinds, in the order in which they were placed.
    pub(super) pieces: Vec<(usize, usize)>,
    /// The squares of the pieces.
    pub(super) taken: M,
    /// The kind on each square that is taken.
    kind_on: Vec<u8>,
}

impl<M: Mask> PiecesOnBoard<M> {
    /// Returns an empty board.
    pub(super) fn empty(squares: usize) -> Self {
        Self { pieces: Vec::new(), taken: M::EMPTY, kind_on: vec![0; squares] }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, square: usize, kind: usize) {
        self.pieces.push((square, kind));
        self.taken = self.taken.with_square(square);
        self.kind_on[square] = kind as u8;
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) {
        if let Some((square, _)) = self.pieces.pop() {
            self.taken = self.taken.without_square(square);
        }
    }

    #[inline(always)]
    fn is_taken(&self, at: u16) -> bool {
        self.taken.contains(usize::from(at))
    }

    #[inline(always)]
    fn kind(&self, at: u16) -> usize {
        usize::from(self.kind_on[usize::from(at)])
    }

    /// True if there is a piece on a line. Most lines have none, and then no piece hops.
    #[inline(always)]
    fn is_in_view(&self, lines: &HurdleLines<Vec<M>>, leap: usize, square: usize) -> bool {
        !lines.span(leap, square).and(self.taken).is_empty()
    }

    /// Returns the place on a line of its first piece from a place on; the line's length if there is none.
    #[inline(always)]
    fn first(&self, line: &[u16], from: usize) -> usize {
        line[from..].iter().position(|&at| self.is_taken(at)).map_or(line.len(), |place| from + place)
    }

    /// Calls `found` for each attack among the pieces, with the squares on which a further piece would end
    /// it. The first argument is true if only a piece that stops riders would end it. Stops when `found`
    /// returns false.
    fn attacks(&self, lines: &HurdleLines<Vec<M>>, mut found: impl FnMut(bool, M) -> bool) -> bool {
        self.pieces.iter().all(|&(square, kind)| {
            let attacks = &lines.attacks[kind];
            let is_enemy = |at: u16| lines.are_enemies(kind, self.kind(at));
            let along_lines = attacks.along.iter().all(|&(along, leap, _)| {
                if !self.is_in_view(lines, leap, square) {
                    return true;
                }
                let line = lines.line(leap, square);
                if let LineAttack::Ride(range) = along {
                    let line = &line[..line.len().min(range)];
                    let mut place = self.first(line, 0);
                    while place < line.len() {
                        if is_enemy(line[place]) && !found(true, set::<M>(&line[..place]).and_not(self.taken))
                        {
                            return false;
                        }
                        if lines.stops[self.kind(line[place])] {
                            break;
                        }
                        place = self.first(line, place + 1);
                    }
                    return true;
                }
                let hurdle = self.first(line, 0);
                if hurdle + 1 >= line.len() {
                    return true;
                }
                let prey = match along {
                    LineAttack::Behind => hurdle + 1,
                    _ => self.first(line, hurdle + 1),
                };
                // If the prey is directly behind the hurdle, no piece can come between the two.
                let is_attack = prey < line.len() && self.is_taken(line[prey]) && is_enemy(line[prey]);
                !is_attack || found(false, set::<M>(&line[..prey]).and_not(self.taken))
            });
            along_lines
                && attacks.lame_from[square].iter().all(|lame| {
                    let at = lame.other as u16;
                    let is_attack =
                        self.is_taken(at) && is_enemy(at) && lines.ways[lame.way].and(self.taken).is_empty();
                    !is_attack || found(false, lines.ways[lame.way])
                })
        })
    }

    /// True if every attack among the pieces can still be ended by a piece to come on one of these squares.
    /// `stops` tells whether some of the pieces to come stop riders.
    pub(super) fn can_be_peace(&self, lines: &HurdleLines<Vec<M>>, to_come: M, stops: bool) -> bool {
        self.attacks(lines, |is_riders, ends| (stops || !is_riders) && !ends.and(to_come).is_empty())
    }

    /// True if there is no attack.
    pub(super) fn is_peace(&self, lines: &HurdleLines<Vec<M>>) -> bool {
        self.attacks(lines, |_, _| false)
    }

    /// Returns those of some empty squares on which one more piece of a kind completes a non-attacking
    /// placement.
    pub(super) fn peace_with(&self, lines: &HurdleLines<Vec<M>>, last: usize, squares: M) -> M {
        let mut ends = squares;
        let stops = lines.stops[last];
        let goes_on = self.attacks(lines, |is_riders, end| {
            ends = if is_riders && !stops { M::EMPTY } else { ends.and(end) };
            !ends.is_empty()
        });
        if !goes_on {
            return M::EMPTY;
        }
        let mut bad = M::EMPTY;
        for &(square, kind) in &self.pieces {
            self.add_seen(lines, (square, kind), last, &mut bad);
            if lines.are_enemies(last, kind) {
                self.add_seeing(lines, square, last, &mut bad);
            }
        }
        ends.and_not(bad)
    }

    /// Adds the squares on which a further piece would be attacked by a standing one, or be its hurdle.
    fn add_seen(
        &self,
        lines: &HurdleLines<Vec<M>>,
        (square, kind): (usize, usize),
        last: usize,
        bad: &mut M,
    ) {
        let attacks = &lines.attacks[kind];
        let is_enemy = lines.are_enemies(kind, last);
        for &(along, leap, _) in &attacks.along {
            let line = lines.line(leap, square);
            if let LineAttack::Ride(range) = along {
                if is_enemy {
                    let line = &line[..line.len().min(range)];
                    *bad = bad.or(set(&line[..self.first_stop(lines, line)]));
                }
                continue;
            }
            if !self.is_in_view(lines, leap, square) {
                continue;
            }
            let hurdle = self.first(line, 0);
            match along {
                LineAttack::Behind => {
                    if hurdle > 0 && lines.are_enemies(kind, self.kind(line[hurdle])) {
                        *bad = bad.with_square(usize::from(line[hurdle - 1]));
                    }
                    if is_enemy && let Some(&at) = line.get(hurdle + 1) {
                        *bad = bad.with_square(usize::from(at));
                    }
                }
                _ => {
                    if lines.are_enemies(kind, self.kind(line[hurdle])) {
                        *bad = bad.or(set(&line[..hurdle]));
                    }
                    if is_enemy {
                        *bad = bad.or(set(&line[hurdle + 1..self.first(line, hurdle + 1)]));
                    }
                }
            }
        }
        for lame in attacks.lame_from[square].iter().filter(|_| is_enemy) {
            if lines.ways[lame.way].and(self.taken).is_empty() {
                *bad = bad.with_square(lame.other);
            }
        }
    }

    /// Adds the squares from which a further piece would attack a standing enemy.
    fn add_seeing(&self, lines: &HurdleLines<Vec<M>>, square: usize, last: usize, bad: &mut M) {
        let attacks = &lines.attacks[last];
        for &(along, _, back) in &attacks.along {
            let line = lines.line(back, square);
            let seeing = match along {
                LineAttack::Ride(range) => {
                    let line = &line[..line.len().min(range)];
                    &line[..self.first_stop(lines, line)]
                }
                _ if !self.is_in_view(lines, back, square) => continue,
                LineAttack::Behind if line.first().is_none_or(|&at| !self.is_taken(at)) => continue,
                LineAttack::Behind => &line[1..self.first(line, 1)],
                LineAttack::Beyond => {
                    let hurdle = self.first(line, 0);
                    &line[hurdle + 1..self.first(line, hurdle + 1)]
                }
            };
            *bad = bad.or(set(seeing));
        }
        for lame in &attacks.lame_to[square] {
            if lines.ways[lame.way].and(self.taken).is_empty() {
                *bad = bad.with_square(lame.other);
            }
        }
    }

    /// Returns the place of the first piece that stops riders.
    #[inline(always)]
    fn first_stop(&self, lines: &HurdleLines<Vec<M>>, line: &[u16]) -> usize {
        let stops = |&at: &u16| self.is_taken(at) && lines.stops[self.kind(at)];
        line.iter().position(stops).unwrap_or(line.len())
    }
}
