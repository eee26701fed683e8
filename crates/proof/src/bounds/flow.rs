//! The maximum flow between two sides whose squares exclude each other in groups. It is maintained while
//! squares are added and removed.
//!
//! A unit of flow leaves a square of the first side, passes a group that contains both squares, such as a
//! line of the board, and ends in a square of the second side. Augmenting paths may take back earlier flow
//! (Ford and Fulkerson, 1956). A square that is removed takes its flow along, and one that is added makes
//! room for more. Only a little work is therefore repeated.

/// The squares of two sides, the groups in which they exclude each other, and the flow.
#[derive(Debug)]
pub(super) struct Flow {
    squares: usize,
    /// The number of words in a set of squares: a word has 64 squares.
    words: usize,
    /// For each side, the members of each group.
    members: [Vec<u64>; 2],
    /// For each side, the groups of each square.
    of: [Vec<Vec<usize>>; 2],
    /// The weight of a square of each side: the most flow that can leave it or end in it.
    worth: [i64; 2],
    is_there: [Vec<u64>; 2],
    /// For each side, the unused weight of each square.
    left: [Vec<i64>; 2],
    /// For each side, the flow between each group and each square.
    sent: [Vec<i64>; 2],
    /// For each group, the squares of the first side that send flow to it.
    senders: Vec<u64>,
    total: i64,
    flow: i64,
    ways: Ways,
    /// The changes since the last call of [`keep`](Self::keep).
    changes: Vec<Change>,
    kept: (i64, i64),
}

/// The state of a search for an augmenting path.
#[derive(Debug, Default)]
struct Ways {
    queue: Vec<Node>,
    /// The squares of both sides and the groups that were visited.
    seen: [Vec<u64>; 3],
    /// The squares and groups that lead nowhere, whatever is sent along other paths.
    dead: [Vec<u64>; 3],
    /// For each square, the group through which it was reached; `None` for a square with unused weight.
    from: [Vec<Option<usize>>; 2],
    /// For each group, the square from which it was reached.
    of_group: Vec<(usize, usize)>,
    way: Vec<(usize, usize, usize, i64)>,
}

#[derive(Debug, Clone, Copy)]
enum Node {
    Square(usize, usize),
    Group(usize),
}

#[derive(Debug)]
enum Change {
    Came(usize, usize),
    /// The change of the unused weight of a square.
    Left(usize, usize, i64),
    /// The change of the flow between a group and a square.
    Sent(usize, usize, usize, i64),
}

const WORD: usize = u64::BITS as usize;

fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = word.trailing_zeros() as usize;
        let is_any = word != 0;
        word &= word.wrapping_sub(1);
        is_any.then_some(lowest)
    })
}

impl Flow {
    /// Makes a flow for this number of squares on each side, none of them present, and the groups of both
    /// sides.
    pub(super) fn new(squares: usize, groups: &[[Vec<usize>; 2]]) -> Self {
        let words = squares.div_ceil(WORD);
        let mut members = [0, 1].map(|_| vec![0; words * groups.len()]);
        let mut of = [0, 1].map(|_| vec![Vec::new(); squares]);
        for (group, sides) in groups.iter().enumerate() {
            for (side, of_side) in sides.iter().enumerate() {
                for &square in of_side {
                    members[side][group * words + square / WORD] |= 1 << (square % WORD);
                    of[side][square].push(group);
                }
            }
        }
        let marks = || [squares, squares, groups.len()].map(|all| vec![0; all.div_ceil(WORD)]);
        let ways = Ways {
            seen: marks(),
            dead: marks(),
            from: [0, 1].map(|_| vec![None; squares]),
            of_group: vec![(0, 0); groups.len()],
            ..Ways::default()
        };
        Self {
            squares,
            words,
            members,
            of,
            worth: [0; 2],
            is_there: [0, 1].map(|_| vec![0; words]),
            left: [0, 1].map(|_| vec![0; squares]),
            sent: [0, 1].map(|_| vec![0; groups.len() * squares]),
            senders: vec![0; words * groups.len()],
            total: 0,
            flow: 0,
            ways,
            changes: Vec::new(),
            kept: (0, 0),
        }
    }

    /// Sets the weight of a square of each side. If a weight changes, all squares are removed.
    pub(super) fn set_worth(&mut self, worth: [i64; 2]) {
        if self.worth != worth {
            self.worth = worth;
            for side in 0..2 {
                self.is_there[side].fill(0);
                self.left[side].fill(0);
                self.sent[side].fill(0);
            }
            self.senders.fill(0);
            (self.total, self.flow) = (0, 0);
        }
        self.keep();
    }

    pub(super) fn is_there(&self, side: usize, square: usize) -> bool {
        self.is_there[side][square / WORD] >> (square % WORD) & 1 == 1
    }

    /// Adds a square.
    pub(super) fn add(&mut self, side: usize, square: usize) {
        self.is_there[side][square / WORD] |= 1 << (square % WORD);
        self.left[side][square] = self.worth[side];
        self.total += self.worth[side];
        self.changes.push(Change::Came(side, square));
    }

    /// Removes a square with its flow. [`take_back`](Self::take_back) does not undo this.
    pub(super) fn remove(&mut self, side: usize, square: usize) {
        self.is_there[side][square / WORD] &= !(1 << (square % WORD));
        self.left[side][square] = 0;
        self.total -= self.worth[side];
        for place in 0..self.of[side][square].len() {
            let group = self.of[side][square][place];
            let mut lost = self.sent[side][group * self.squares + square];
            self.send(side, group, square, -lost);
            self.flow -= lost;
            for word in 0..self.words {
                let others =
                    self.members[1 - side][group * self.words + word] & self.is_there[1 - side][word];
                for other in bits(others).map(|bit| word * WORD + bit) {
                    let less = lost.min(self.sent[1 - side][group * self.squares + other]);
                    self.send(1 - side, group, other, -less);
                    self.left[1 - side][other] += less;
                    lost -= less;
                }
            }
        }
        self.keep();
    }

    /// Makes the changes permanent.
    pub(super) fn keep(&mut self) {
        self.changes.clear();
        self.kept = (self.total, self.flow);
    }

    /// Takes back the changes since the last call of [`keep`](Self::keep).
    pub(super) fn take_back(&mut self) {
        while let Some(change) = self.changes.pop() {
            match change {
                Change::Came(side, square) => {
                    self.is_there[side][square / WORD] &= !(1 << (square % WORD));
                    self.left[side][square] = 0;
                }
                Change::Left(side, square, by) => self.left[side][square] -= by,
                Change::Sent(side, group, square, by) => self.send(side, group, square, -by),
            }
        }
        (self.total, self.flow) = self.kept;
    }

    fn send(&mut self, side: usize, group: usize, square: usize, by: i64) {
        let sent = &mut self.sent[side][group * self.squares + square];
        *sent += by;
        if side == 0 {
            let (word, bit) = (group * self.words + square / WORD, 1 << (square % WORD));
            self.senders[word] = if *sent > 0 { self.senders[word] | bit } else { self.senders[word] & !bit };
        }
    }

    /// Increases the flow until the squares present are worth less than `target` beyond the flow. Returns
    /// false if no flow achieves this.
    pub(super) fn is_below(&mut self, target: i64) -> bool {
        self.ways.dead.iter_mut().for_each(|dead| dead.fill(0));
        let mut word = 0;
        while self.total - self.flow >= target {
            let Some(&there) = self.is_there[0].get(word) else { return false };
            let mut open = bits(there & !self.ways.dead[0][word]).map(|bit| word * WORD + bit);
            let Some(begin) = open.find(|&square| self.left[0][square] > 0) else {
                word += 1;
                continue;
            };
            match self.find_way(begin) {
                Some(end) => self.send_along(end),
                None => {
                    let Ways { seen, dead, .. } = &mut self.ways;
                    std::mem::swap(seen, dead);
                }
            }
        }
        true
    }

    /// Returns true if the unused weights are sufficient for [`is_below`](Self::is_below).
    pub(super) fn may_be_below(&self, target: i64) -> bool {
        let lacking = self.total - self.flow - target + 1;
        let left = [0, 1].map(|side: usize| {
            let there: i64 = self.is_there[side].iter().map(|word| i64::from(word.count_ones())).sum();
            self.worth[side] * there - self.flow
        });
        lacking <= left[0].min(left[1])
    }

    /// Returns the number of squares of each side in a maximum independent set. These are the squares of the
    /// first side that more flow could reach, and those of the second side that it could not.
    /// [`is_below`](Self::is_below) must have returned false before.
    pub(super) fn independent_squares(&self) -> [i64; 2] {
        let count =
            |words: &mut dyn Iterator<Item = u64>| words.map(|word| i64::from(word.count_ones())).sum();
        let dead = &self.ways.dead;
        let both = |side: usize| self.is_there[side].iter().zip(&dead[side]);
        [
            count(&mut both(0).map(|(there, dead)| there & dead)),
            count(&mut both(1).map(|(there, dead)| there & !dead)),
        ]
    }

    /// Looks for a path to a square of the second side with unused weight.
    fn find_way(&mut self, begin: usize) -> Option<usize> {
        let Self { squares, words, members, of, is_there, left, sent, senders, ways, .. } = self;
        let Ways { queue, seen, dead, from, of_group, .. } = ways;
        seen.iter_mut().zip(dead).for_each(|(seen, dead)| seen.copy_from_slice(dead));
        seen[0][begin / WORD] |= 1 << (begin % WORD);
        from[0][begin] = None;
        queue.clear();
        queue.push(Node::Square(0, begin));
        let mut head = 0;
        while let Some(&node) = queue.get(head) {
            head += 1;
            match node {
                Node::Square(side, square) => {
                    for &group in &of[side][square] {
                        let (word, bit) = (group / WORD, 1 << (group % WORD));
                        let is_open = side == 0 || sent[1][group * *squares + square] > 0;
                        if is_open && seen[2][word] & bit == 0 {
                            seen[2][word] |= bit;
                            of_group[group] = (side, square);
                            queue.push(Node::Group(group));
                        }
                    }
                }
                Node::Group(group) => {
                    for word in 0..*words {
                        let at = group * *words + word;
                        let on = members[1][at] & is_there[1][word] & !seen[1][word];
                        seen[1][word] |= on;
                        for square in bits(on).map(|bit| word * WORD + bit) {
                            from[1][square] = Some(group);
                            if left[1][square] > 0 {
                                return Some(square);
                            }
                            queue.push(Node::Square(1, square));
                        }
                        let back = senders[at] & !seen[0][word];
                        seen[0][word] |= back;
                        for square in bits(back).map(|bit| word * WORD + bit) {
                            from[0][square] = Some(group);
                            queue.push(Node::Square(0, square));
                        }
                    }
                }
            }
        }
        None
    }

    /// Sends as much as possible along the path that was found.
    fn send_along(&mut self, end: usize) {
        let mut way = std::mem::take(&mut self.ways.way);
        way.clear();
        let mut most = self.left[1][end];
        let (mut side, mut square) = (1, end);
        while let Some(group) = self.ways.from[side][square] {
            // Forward to the second side, back to the first.
            way.push((side, group, square, if side == 1 { 1 } else { -1 }));
            if side == 0 {
                most = most.min(self.sent[0][group * self.squares + square]);
            }
            (side, square) = self.ways.of_group[group];
            way.push((side, group, square, if side == 0 { 1 } else { -1 }));
            if side == 1 {
                most = most.min(self.sent[1][group * self.squares + square]);
            }
        }
        most = most.min(self.left[0][square]);
        for &(side, group, square, sign) in &way {
            self.send(side, group, square, sign * most);
            self.changes.push(Change::Sent(side, group, square, sign * most));
        }
        for (side, square) in [(0, square), (1, end)] {
            self.left[side][square] -= most;
            self.changes.push(Change::Left(side, square, -most));
        }
        self.flow += most;
        self.ways.way = way;
    }

    /// Calls `each` with the pairs of squares that the flow connects, and the amount of flow.
    pub(super) fn pairs(&self, mut each: impl FnMut(usize, usize, i64)) {
        for group in 0..self.ways.of_group.len() {
            let [mut from, mut to] = [0, 1].map(|side: usize| {
                let squares = self.of_group(side, group);
                let sent = squares.map(|square| (square, self.sent[side][group * self.squares + square]));
                sent.filter(|&(_, sent)| sent > 0).collect::<Vec<(usize, i64)>>()
            });
            // Equal amounts first, because that makes fewer pairs.
            from.retain(|&(first, given)| {
                let equal = to.iter().position(|&(_, taken)| taken == given);
                equal.map(|place| each(first, to.swap_remove(place).0, given)).is_none()
            });
            while let (Some((first, given)), Some((second, taken))) = (from.last_mut(), to.last_mut()) {
                let sent = (*given).min(*taken);
                each(*first, *second, sent);
                *given -= sent;
                *taken -= sent;
                let is_over = (*given == 0, *taken == 0);
                if is_over.0 {
                    from.pop();
                }
                if is_over.1 {
                    to.pop();
                }
            }
        }
    }

    fn of_group(&self, side: usize, group: usize) -> impl Iterator<Item = usize> {
        let members = &self.members[side][group * self.words..][..self.words];
        members.iter().enumerate().flat_map(|(word, &all)| bits(all).map(move |bit| word * WORD + bit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checker::Numbers;

    /// Compares the flow with all sets, while squares are added, removed and taken back.
    #[test]
    fn as_much_flows_as_no_independent_set_is_worth() {
        let mut random = Numbers(5);
        let mut below = 0;
        for _ in 0..60 {
            let squares = 4;
            let mut some = || (0..squares).filter(|_| random.draw_below(2) == 0).collect::<Vec<usize>>();
            let groups: Vec<[Vec<usize>; 2]> = (0..4).map(|_| [some(), some()]).collect();
            let mut flow = Flow::new(squares, &groups);
            let worth = [1 + random.draw_below(3), 1 + random.draw_below(3)];
            flow.set_worth(worth);
            for _ in 0..40 {
                let (side, square) =
                    (random.draw_below(2) as usize, random.draw_below(squares as i64) as usize);
                match (flow.is_there(side, square), random.draw_below(3)) {
                    (true, _) => flow.remove(side, square),
                    (false, 0) => {
                        flow.add(side, square);
                        flow.is_below(0);
                        flow.take_back();
                    }
                    (false, _) => {
                        flow.add(side, square);
                        flow.keep();
                    }
                }
                let there = [0, 1].map(|side: usize| {
                    (0..squares)
                        .filter(|&square| flow.is_there(side, square))
                        .fold(0u32, |set, at| set | 1 << at)
                });
                let is_independent = |chosen: [u32; 2]| {
                    let is_in = |side: usize, group: &[Vec<usize>; 2]| {
                        group[side].iter().any(|square| chosen[side] >> square & 1 == 1)
                    };
                    !groups.iter().any(|group| is_in(0, group) && is_in(1, group))
                };
                let value = |chosen: [u32; 2]| {
                    worth[0] * i64::from(chosen[0].count_ones())
                        + worth[1] * i64::from(chosen[1].count_ones())
                };
                let all = (0..1u32 << squares)
                    .flat_map(|first| (0..1u32 << squares).map(move |second| [first, second]));
                let fitting = all.filter(|chosen| (0..2).all(|side| chosen[side] & !there[side] == 0));
                let most = fitting.filter(|&chosen| is_independent(chosen)).map(value).max().unwrap();
                assert!(!flow.is_below(most), "{groups:?}");
                let [ours, theirs] = flow.independent_squares();
                assert_eq!(worth[0] * ours + worth[1] * theirs, most, "{groups:?}");
                assert!(flow.is_below(most + 1), "{groups:?}");
                let mut sent = 0;
                flow.pairs(|first, second, times| {
                    assert!(
                        groups.iter().any(|group| group[0].contains(&first) && group[1].contains(&second))
                    );
                    sent += times;
                });
                below += usize::from(sent > 0);
            }
        }
        assert!(below > 500, "{below}");
    }
}
