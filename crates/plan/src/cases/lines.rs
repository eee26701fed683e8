//! The lines on which leaders stand, settled before their squares.
//!
//! A rook excludes all other pieces from its file. So for rooks among knights it is enough to settle first
//! *which files hold a rook*. Each of these holds one rook and no other piece, and the others hold no rook.
//! Four rooks on 12x12 have 495 such choices, half as many up to symmetry, but 5,880,600 placements.
//! Moreover, a sweep along the ranks need no longer remember which files hold a knight, because each file is
//! either for rooks or for knights.
//!
//! A *line* here is a set of consecutive squares from which a leader on any one of them excludes every other
//! piece. Holes cut lines, and the squares beyond a hole form a line of their own.

use super::super::tree::SettledPart;
use super::orbits::{ChoiceOrbits, Orbit};
use crate::board::{Board, Set, words_for};
use crate::engines::instance::Instance;

/// The lines of a board, for some classes that lead.
#[derive(Clone)]
pub(super) struct BoardLines {
    /// The squares of each line.
    pub(super) squares: Vec<Vec<u64>>,
}

impl BoardLines {
    /// Returns the files or the ranks, cut wherever a leader does not exclude every piece; `None` if squares
    /// are settled instead of lines.
    pub(super) fn new(
        board: &Board,
        instance: &Instance,
        leaders: &[usize],
        settled: SettledPart,
    ) -> Option<Self> {
        let (rows, cols) = (board.rows(), board.cols());
        let sides: Vec<Vec<usize>> = match settled {
            SettledPart::Squares | SettledPart::Walls => return None,
            SettledPart::Files => {
                (0..cols).map(|col| (0..rows).map(|row| row * cols + col).collect()).collect()
            }
            SettledPart::Ranks => {
                (0..rows).map(|row| (0..cols).map(|col| row * cols + col).collect()).collect()
            }
        };
        let allowed = |class: usize, square: usize| instance.classes[class].allowed.holds(square);
        let classes = 0..instance.classes.len();
        let excludes = |one: usize, other: usize| {
            leaders.iter().all(|&leader| {
                !allowed(leader, one)
                    || classes.clone().all(|class| {
                        !allowed(class, other)
                            || instance.conflicts.conflict_set(leader, one, class).holds(other)
                    })
            })
        };
        let mut squares: Vec<Vec<u64>> = Vec::new();
        for side in sides {
            let mut line: Vec<u64> = Vec::new();
            for square in
                side.into_iter().filter(|&square| classes.clone().any(|class| allowed(class, square)))
            {
                let belongs = |line: &Vec<u64>| {
                    line.squares().all(|other| excludes(square, other) && excludes(other, square))
                };
                if !line.is_empty() && !belongs(&line) {
                    squares.push(std::mem::take(&mut line));
                }
                line.resize(words_for(board.squares()), 0);
                line.add_square(square);
            }
            if !line.is_empty() {
                squares.push(line);
            }
        }
        Some(Self { squares })
    }

    /// Returns the image of each line under each map that sends lines to lines, together with the number of
    /// the map.
    fn maps(&self, maps: &[Vec<u16>]) -> Vec<(usize, Vec<usize>)> {
        let images = |map: &Vec<u16>| {
            (0..self.squares.len()).map(|line| self.image(line, map)).collect::<Option<Vec<usize>>>()
        };
        (maps.iter().enumerate()).filter_map(|(number, map)| Some((number, images(map)?))).collect()
    }

    /// Returns the image of a line under a map; `None` if the image is not a line.
    pub(super) fn image(&self, line: usize, map: &[u16]) -> Option<usize> {
        let to = |square: usize| usize::from(map[square]);
        let first = to(self.squares[line].lowest()?);
        let image = self.squares.iter().position(|other| other.holds(first))?;
        let is_within = self.squares[line].squares().all(|square| self.squares[image].holds(to(square)));
        (is_within && self.squares[line].size() == self.squares[image].size()).then_some(image)
    }

    /// Returns true if every map sends lines to lines.
    pub(super) fn are_kept(&self, maps: &[Vec<u16>]) -> bool {
        self.maps(maps).len() == maps.len()
    }

    /// Returns one choice of lines for the classes from each orbit, as classes and lines, with the orbit's
    /// size. `None` if there are too many. With `is_other`, another choice of each orbit is taken if there is
    /// one.
    pub(super) fn orbits(
        &self,
        instance: &Instance,
        maps: &[Vec<u16>],
        classes: &[usize],
        is_other: bool,
    ) -> Option<Vec<Orbit>> {
        let maps = self.maps(maps);
        let can_hold = |class: usize, line: &Vec<u64>| {
            line.squares().any(|square| instance.classes[class].allowed.holds(square))
        };
        let can_hold = |class: &usize| self.squares.iter().map(|line| can_hold(*class, line)).collect();
        let mut walk = LineWalk {
            maps: maps.iter().map(|(_, map)| &map[..]).collect(),
            can_hold: classes.iter().map(can_hold).collect(),
            left: classes.iter().map(|&class| instance.classes[class].pieces).collect(),
            holders: vec![None; self.squares.len()],
            orbits: ChoiceOrbits::empty(),
        };
        if !walk.choose(0) {
            return None;
        }
        let turned = maps.last().filter(|_| is_other);
        let pairs = |holders: Vec<Option<usize>>| {
            let held = holders.into_iter().enumerate();
            let pair = |(line, holder): (usize, Option<usize>)| {
                Some((classes[holder?], turned.map_or(line, |(_, map)| map[line])))
            };
            held.filter_map(pair).collect()
        };
        Some(walk.orbits.least.into_iter().map(|(holders, size)| (pairs(holders), size)).collect())
    }
}

/// A walk through all choices of lines.
struct LineWalk<'a> {
    maps: Vec<&'a [usize]>,
    /// For each leader, whether it has a square on each line.
    can_hold: Vec<Vec<bool>>,
    /// For each leader, the number of pieces that have no line yet.
    left: Vec<u32>,
    /// The leader on each line.
    holders: Vec<Option<usize>>,
    orbits: ChoiceOrbits<Vec<Option<usize>>>,
}

impl LineWalk<'_> {
    /// Chooses the leaders on this line and on those after it. Returns false if there are too many choices.
    fn choose(&mut self, line: usize) -> bool {
        if line == self.holders.len() {
            let image = |map: &&[usize]| {
                let mut image = vec![None; self.holders.len()];
                self.holders.iter().zip(*map).for_each(|(&holder, &line)| image[line] = holder);
                image
            };
            return self.orbits.show(&self.holders, self.maps.iter().map(image));
        }
        let others = self.holders.len() - line - 1;
        if self.left.iter().sum::<u32>() as usize <= others && !self.choose(line + 1) {
            return false;
        }
        for leader in 0..self.left.len() {
            if self.left[leader] == 0 || !self.can_hold[leader][line] {
                continue;
            }
            self.left[leader] -= 1;
            self.holders[line] = Some(leader);
            let is_within = self.choose(line + 1);
            self.holders[line] = None;
            self.left[leader] += 1;
            if !is_within {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Problem;

    /// Lines are whole files, except that holes cut them, and lines of a leader that does not exclude every
    /// piece are short.
    #[test]
    fn lines_are_cut_where_something_else_fits() {
        for (text, leaders, settled, lines) in [
            ("12x12 R4 N20", vec![0], SettledPart::Files, 12),
            ("5x7 R2 N2", vec![0], SettledPart::Ranks, 5),
            ("5x7-a3 R2 N2", vec![0], SettledPart::Files, 8),
            ("6x6 K4 N2", vec![0], SettledPart::Files, 18),
            ("6x6 Q R2 N2", vec![0, 1], SettledPart::Files, 6),
            // No knight can stand on the rank or the file of the pre-placed rook.
            ("6x6 R2@a1 N2", vec![0], SettledPart::Files, 5),
        ] {
            let problem: Problem = text.parse().unwrap();
            let instance = Instance::new(&problem);
            let found = BoardLines::new(problem.board(), &instance, &leaders, settled).unwrap();
            assert_eq!(found.squares.len(), lines, "{text}");
        }
    }

    /// Choices of files up to reflection.
    #[test]
    fn orbits_are_those_of_the_files() {
        for (text, leaders, orbits, choices) in [
            ("12x12 R4 N20", vec![0], 255, 495),
            ("5x7 R2 N2", vec![0], 12, 21),
            ("6x6 Q R2 N2", vec![0, 1], 30, 60),
        ] {
            let problem: Problem = text.parse().unwrap();
            let instance = Instance::new(&problem);
            let lines = BoardLines::new(problem.board(), &instance, &leaders, SettledPart::Files).unwrap();
            for is_other in [false, true] {
                let found = lines.orbits(&instance, &instance.maps, &leaders, is_other).unwrap();
                let sizes: u64 = found.iter().map(|(_, size)| size).sum();
                assert_eq!((found.len(), sizes), (orbits, choices), "{text}");
            }
        }
    }
}
