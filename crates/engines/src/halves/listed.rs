//! Any numbers of pieces: all placements on either half of the board are listed, and pairs are counted.
//!
//! With one piece in every row and column, the lists of half boards are too long to be written down at once.
//! With fewer pieces, or with any number of them, they are shorter. For example, a board of 13x13 has
//! 2,240,348 placements of queens on its first seven ranks and 442,693 on the other six. Each placement is a
//! word of the lines on which it has a piece and which reach the other half ([`Crossing`]). Two placements
//! are compatible if their words have no bit in common. [Splitting](super::splitting) counts these pairs, as
//! it counts those of half boards. It finds 6,354,135,838 placements on 13x13 in about a second, and does not
//! visit one of them.
//!
//! The lists are separated by the number of pieces of each class, so that the numbers of both halves add up
//! to the wanted ones. Half boards that a reflection of the board maps to each other have the same number of
//! partners. Only one of them is listed, in a class that counts twice. If a map exchanges the halves, each
//! pair of numbers of pieces is taken in one order only.
//!
//! Long lists are cut into units of boards with neighbouring first pieces. Such boards have bits in common,
//! like lists that have already been split.

use super::cost::{Splitter, slowness};
use super::crossing::{Crossing, Places, bit_words};
use super::frame::SplittingWorth;
use super::lanes::MAX_WORDS;
use super::splitting::{self, SplittingBuffers};
use crate::board::{Board, Set, Sets};
use crate::conflict::Conflicts;
use crate::engines::binomial::about_binomial;
use crate::engines::instance::Instance;
use crate::engines::leaf::{Facts, Leaf, UnitFacts};
use crate::engines::random::Random;
use crate::engines::run::{Run, RunError};
use crate::engines::tally::{Counts, UnitCount};
use crate::engines::technique::{LeafInstance, Limits};
use std::cell::RefCell;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The maximum number of classes. More classes would need too many lists.
const MAX_CLASSES: usize = 3;
/// The maximum number of ways to share the pieces between the halves.
const MAX_SHARES: usize = 1 << 10;
/// The maximum number of bytes of all half boards of a half: a gigabyte.
const MAX_BYTES: f64 = (1 << 30) as f64;
/// The stake in seconds beyond which listing gets no more time. `explain` asks every engine, so this also limits a named one.
const MOST_STAKE: f64 = 4.0;
/// The share of the time at stake that listing may take.
const LISTING_SHARE: f64 = 0.4;
/// The time to list a board, in nanoseconds.
const LISTING_NS: f64 = 70.0;
/// The number of random descents that estimate the number of boards.
const DESCENTS: usize = 64;
/// The factor by which a list may be longer than its estimate.
const MAX_SURPRISE: f64 = 4.0;
/// The number of boards that any list may have.
const FEW_BOARDS: usize = 1 << 12;
/// The maximum number of words of half boards that are kept for another count: 64 MB.
const MAX_RECENT_WORDS: usize = 1 << 23;
/// The time of a unit in nanoseconds, unless the unit cannot be cut.
const UNIT_NS: f64 = 6e7;
/// The usual leaps of riders, whose lines are bits.
const LEAPS: [(isize, isize); 8] = [(1, 0), (0, 1), (1, 1), (1, -1), (2, 1), (2, -1), (1, 2), (1, -2)];

/// All placements on a half with the same numbers of pieces.
#[derive(Default)]
struct HalfBoards {
    /// Their bits, word by word.
    words: Vec<Vec<u64>>,
    /// The number of boards, at the start of the list, that are their own mirror images.
    single: usize,
}

/// A share of the pieces, and a range of the first list: the work of one unit.
struct Unit {
    /// The lists of both halves.
    lists: [Arc<HalfBoards>; 2],
    /// The number of the share.
    share: usize,
    /// The range of the first list.
    range: Range<usize>,
}

/// An instance whose half boards are listed.
pub(super) struct ListedCounter {
    /// The bits that boards of both lists may have.
    free: Vec<u64>,
    units: Vec<Unit>,
    facts: Facts,
    /// Expected bytes.
    memory: usize,
    /// The lists for other numbers of the same pieces, which must be kept alive.
    _half_lists: Option<Arc<HalfLists>>,
}

impl ListedCounter {
    /// Returns true if listing the half boards of an instance may be worth it. This takes almost no time.
    pub(super) fn may_suit(ready: &LeafInstance<'_>) -> bool {
        let classes = &ready.instance.classes;
        let shares =
            classes.iter().try_fold(1u64, |ways, class| ways.checked_mul(u64::from(class.pieces) + 1));
        ready.board.is_some()
            && (1..=MAX_CLASSES).contains(&classes.len())
            && shares.is_some_and(|shares| shares <= MAX_SHARES as u64)
            && classes.iter().all(|class| class.pieces > 0)
            && classes.iter().map(|class| u64::from(class.pieces)).sum::<u64>() > 2
    }

    /// Returns true if the planner should try this way although the engine is not named: each class has at most one piece in
    /// each rank or in each file. For knights or bishops, listing takes seconds before it is clear that half boards are too many.
    pub(super) fn is_by_lines(ready: &LeafInstance<'_>) -> bool {
        let Some(board) = ready.board else { return false };
        let lines = board.rows().max(board.cols()) as u32;
        (0..ready.instance.classes.len()).all(|class| ready.instance.cliques(class) <= lines)
    }

    /// Lists the half boards of an instance, if there are not too many for the time at stake.
    pub(super) fn new(
        ready: &LeafInstance<'_>,
        limits: &Limits<'_>,
        engine: (&'static str, u32),
    ) -> Option<Self> {
        if !Self::may_suit(ready) {
            return None;
        }
        let (board, instance) = (ready.board?, ready.instance);
        let pieces: Vec<usize> = instance.classes.iter().map(|class| class.pieces as usize).collect();
        let kernel = limits.tuning.kernel;
        let plain =
            Facts { factor: instance.factor.clone(), ..Facts::with_costs(engine, kernel, Vec::new()) };
        if instance.is_hopeless() {
            return Some(Self {
                free: vec![0],
                units: Vec::new(),
                facts: plain,
                memory: 0,
                _half_lists: None,
            });
        }
        let half_lists = HalfLists::from_instance(board, instance)?;
        let words = half_lists.words;
        let mut remaining = (MAX_BYTES / (size_of::<u64>() * words) as f64)
            .min(limits.stake.min(MOST_STAKE) * 1e9 * LISTING_SHARE / LISTING_NS);
        if let Some(memory) = limits.tuning.memory {
            // A list and its two copies.
            remaining = remaining.min(memory as f64 / (3 * size_of::<u64>() * words) as f64);
        }
        let shares = Shares::new(&pieces);
        let slowness = slowness(kernel)[1];
        let mut units = Vec::new();
        let mut facts = Vec::new();
        let mut held = 0;
        let made = [0, 1]
            .map(|side| half_lists.get(side, (instance, &pieces), remaining as usize, limits.should_stop));
        let [Some(first_lists), Some(second_lists)] = made else { return None };
        for share in 0..shares.number {
            let other = shares.number - 1 - share;
            if half_lists.is_exchanged && share > other {
                break;
            }
            let [own, others] = [share, other].map(|share| shares.pieces(share));
            let (Some(first), Some(second)) = (first_lists.list(&own), second_lists.list(&others)) else {
                continue;
            };
            let (boards, others) = (first.len(), second.len());
            held += (boards + others) * words * size_of::<u64>();
            if boards == 0 || others == 0 {
                continue;
            }
            let weight = if half_lists.is_exchanged && share != other { 2 } else { 1 };
            let splitter =
                Splitter::of_lists([&first.words, &second.words].map(Vec::as_slice), &half_lists.free);
            let time = |boards: usize| splitter.of_pairs(boards as f64, others as f64, words);
            let parts = match limits.tuning.granularity.finest {
                true => boards,
                false => ((time(boards) / UNIT_NS) as usize).clamp(1, boards),
            };
            for part in 0..parts {
                let range = boards * part / parts..boards * (part + 1) / parts;
                facts.push(UnitFacts { weight, work: slowness * time(range.len()) });
                units.push(Unit { lists: [first, second].map(Arc::clone), share, range });
            }
        }
        // A unit copies both of its lists and splits the copies.
        let memory = held + 2 * held * limits.tuning.threads.max(1);
        let (free, facts) = (half_lists.free.clone(), Facts { units: facts, ..plain });
        Some(Self { free, units, facts, memory, _half_lists: Some(half_lists) })
    }
}

impl HalfBoards {
    fn len(&self) -> usize {
        self.words.first().map_or(0, Vec::len)
    }
}

/// The lists of half boards of the same pieces in any numbers, made on demand.
///
/// A sum over numbers plans and counts one number after another, and most of the lists serve several numbers.
/// The lists of the last instance are kept, unless they are large. Large lists are kept as long as a leaf
/// uses them.
struct HalfLists {
    conflicts: Conflicts,
    allowed: Sets,
    /// The squares of either half.
    sides: [Vec<usize>; 2],
    /// A map that carries the first half to itself.
    mirror: Option<Vec<u16>>,
    /// Whether a map exchanges the halves.
    is_exchanged: bool,
    /// Number of words of a half board.
    words: usize,
    /// The bits that are used in these words.
    free: Vec<u64>,
    /// The bits of each place, by half.
    bits: [Vec<Vec<u64>>; 2],
    /// The latest lists of each half.
    made: Mutex<[Option<PlacementLists>; 2]>,
}

/// The placements on a half with at most these numbers of pieces of each class, by [share](Shares).
#[derive(Clone)]
struct PlacementLists {
    /// The maximum number of pieces of each class.
    most: Vec<usize>,
    /// Whether a half cannot have more pieces, so that these are all placements.
    is_complete: bool,
    /// The lists, by the number of the share.
    lists: Vec<Arc<HalfBoards>>,
}

/// The lists of the latest instance, which may be used again.
static RECENT: Mutex<(Weak<HalfLists>, Option<Arc<HalfLists>>)> = Mutex::new((Weak::new(), None));

impl HalfLists {
    /// Returns the lists of an instance; `None` if its conflicts across the middle need too many bits.
    fn from_instance(board: &Board, instance: &Instance) -> Option<Arc<Self>> {
        let allowed = instance.allowed_squares();
        let cut = Cut::new(board);
        let mirror = cut.mirror(instance);
        let is_exchanged = cut.exchanges(instance);
        let mut recent = RECENT.lock().unwrap_or_else(PoisonError::into_inner);
        let known = recent.0.upgrade().filter(|lists| {
            lists.allowed == allowed
                && lists.conflicts == instance.conflicts
                && lists.sides == cut.sides
                && lists.mirror.as_deref() == mirror
                && lists.is_exchanged == is_exchanged
        });
        if known.is_some() {
            return known;
        }
        let crossing = cut.crossing(instance);
        let words = crossing.bits().div_ceil(64).max(1).next_power_of_two();
        if words > MAX_WORDS {
            return None;
        }
        let places = 0..cut.squares * instance.classes.len();
        let sets = places.clone().map(|place| bit_words(words, crossing.sets(place).iter().copied()));
        let meets = places.map(|place| bit_words(words, crossing.meets(place).iter().copied()));
        let bits = [sets.collect(), meets.collect()];
        let lists = Arc::new(Self {
            conflicts: instance.conflicts.clone(),
            allowed,
            mirror: mirror.map(<[u16]>::to_vec),
            is_exchanged,
            words,
            free: bit_words(words, 0..crossing.bits()),
            bits,
            sides: cut.sides,
            made: Mutex::default(),
        });
        *recent = (Arc::downgrade(&lists), Some(Arc::clone(&lists)));
        Some(lists)
    }

    /// Returns the placements on a half with at most these numbers of pieces of each class, or with more.
    /// `None` if there are more than `left` placements, or if the listing was stopped.
    fn get(
        self: &Arc<Self>,
        side: usize,
        (instance, pieces): (&Instance, &[usize]),
        left: usize,
        should_stop: &dyn Fn() -> bool,
    ) -> Option<PlacementLists> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let is_enough = |made: &&PlacementLists| {
            made.is_complete || made.most.iter().zip(pieces).all(|(most, pieces)| most >= pieces)
        };
        if let Some(made) = made[side].as_ref().filter(is_enough) {
            return Some(made.clone());
        }
        let all = self.cliques(side, instance);
        let is_small = all.iter().map(|most| most + 1).product::<usize>() <= MAX_SHARES;
        // Descents can miss the few large branches: a list that outgrows its estimate is given up.
        let list_if_short = |most: &[usize]| {
            let expected = self.expected_boards(side, most);
            let mut allowed = left.min(((MAX_SURPRISE * expected) as usize).saturating_add(FEW_BOARDS));
            (expected < left as f64).then(|| self.list(side, most, (&mut allowed, should_stop))).flatten()
        };
        // All placements serve all numbers.
        let complete = if is_small { list_if_short(&all) } else { None };
        let is_complete = complete.is_some();
        let (most, lists) = match complete {
            Some(lists) => (all, lists),
            None => (pieces.to_vec(), list_if_short(pieces)?),
        };
        let new = PlacementLists { most, is_complete, lists: lists.into_iter().map(Arc::new).collect() };
        made[side] = Some(new.clone());
        let boards = made.iter().flatten().flat_map(|made| made.lists.iter()).map(|boards| boards.len());
        if boards.sum::<usize>() * self.words > MAX_RECENT_WORDS {
            let mut recent = RECENT.lock().unwrap_or_else(PoisonError::into_inner);
            recent.1.take_if(|lists| Arc::ptr_eq(lists, self));
        }
        Some(new)
    }

    /// Returns, by class, the number of cliques that cover the squares of a half: an upper bound of its
    /// pieces there.
    fn cliques(&self, side: usize, instance: &Instance) -> Vec<usize> {
        let squares = |allowed: &'_ [u64]| -> Vec<usize> {
            self.sides[side].iter().copied().filter(|&square| allowed.holds(square)).collect()
        };
        let cliques = |(class, allowed)| instance.cliques_among(class, squares(allowed).into_iter()).len();
        self.allowed.iter().enumerate().map(cliques).collect()
    }

    /// Lists the placements on a half with at most these numbers of pieces of each class, by share.
    fn list(
        &self,
        side: usize,
        most: &[usize],
        (left, should_stop): (&mut usize, &dyn Fn() -> bool),
    ) -> Option<Vec<HalfBoards>> {
        let mirror = if side == 0 { self.mirror.as_deref() } else { None };
        let shares = Shares::new(most);
        let found = vec![WordLists::default(); shares.number];
        let listing =
            Listing { lists: self, bits: &self.bits[side], shares, mirror, left, should_stop, found };
        listing.list(&self.sides[side])
    }

    /// Estimates the number of placements on a half with at most these numbers of pieces of each class. It
    /// uses random descents (D. E. Knuth, *Estimating the efficiency of backtrack programs*, 1975).
    fn expected_boards(&self, side: usize, most: &[usize]) -> f64 {
        let (shares, found) = (Shares::new(most), Vec::new());
        let (left, should_stop) = (&mut 0, &|| false);
        let listing =
            Listing { lists: self, bits: &self.bits[side], shares, mirror: None, left, should_stop, found };
        let mut nodes = listing.nodes(&self.sides[side]);
        let mut random = Random::new(0);
        let boards: f64 = (0..DESCENTS).map(|_| listing.descend(&mut nodes, &mut random)).sum();
        self.least_boards(side, most).max(boards / DESCENTS as f64)
    }

    /// Returns a number of placements that a half has in any case: the subsets, of up to this many pieces, of some squares of
    /// which no two are in conflict. Descents underestimate by far where there are many such squares: forty knights of one
    /// colour have 2^40 subsets, and no descent sees most of them.
    fn least_boards(&self, side: usize, most: &[usize]) -> f64 {
        let subsets = |(class, allowed): (usize, &[u64])| {
            let mut free = allowed.to_vec();
            let mut squares = 0;
            for &square in &self.sides[side] {
                if free.holds(square) {
                    free.subtract(self.conflicts.conflict_set(class, square, class));
                    squares += 1;
                }
            }
            (0..=most[class].min(squares as usize) as u32).map(|pieces| about_binomial(squares, pieces)).sum()
        };
        self.allowed.iter().enumerate().map(subsets).fold(1.0, f64::max)
    }
}

impl PlacementLists {
    /// Returns the placements of exactly these pieces; `None` if a half cannot have so large a number.
    fn list(&self, pieces: &[usize]) -> Option<&Arc<HalfBoards>> {
        let fits = pieces.iter().zip(&self.most).all(|(pieces, most)| pieces <= most);
        fits.then(|| &self.lists[Shares::new(&self.most).number_of(pieces)])
    }
}

/// The ways to share the pieces of each class between the halves. The number of a share and that of its
/// complement add up to the last number.
struct Shares<'a> {
    /// Number of pieces of each class.
    pieces: &'a [usize],
    /// Number of shares.
    number: usize,
}

impl<'a> Shares<'a> {
    fn new(pieces: &'a [usize]) -> Self {
        Self { pieces, number: pieces.iter().map(|pieces| pieces + 1).product() }
    }

    /// Returns the number of pieces of each class in a share.
    fn pieces(&self, mut share: usize) -> Vec<usize> {
        let mut digit = |&pieces: &usize| {
            let digit = share % (pieces + 1);
            share /= pieces + 1;
            digit
        };
        self.pieces.iter().map(&mut digit).collect()
    }

    /// Returns, for each class, the difference that one more piece makes to the number of the share.
    fn steps(&self) -> Vec<usize> {
        let step = |step: &mut usize, pieces: &usize| {
            *step *= pieces + 1;
            Some(*step / (pieces + 1))
        };
        self.pieces.iter().scan(1, step).collect()
    }

    /// Returns the number of the share with these pieces.
    fn number_of(&self, pieces: &[usize]) -> usize {
        self.steps().iter().zip(pieces).map(|(step, pieces)| step * pieces).sum()
    }
}

/// The two halves of the board, cut across its longer side.
struct Cut {
    /// Number of files of the board.
    cols: usize,
    /// Number of squares of the board.
    squares: usize,
    /// The squares of either half.
    sides: [Vec<usize>; 2],
}

impl Cut {
    fn new(board: &Board) -> Self {
        let (rows, cols, squares) = (board.rows(), board.cols(), board.squares());
        let is_first = |square: usize| {
            if rows >= cols { square / cols < rows.div_ceil(2) } else { square % cols < cols.div_ceil(2) }
        };
        let sides = (0..squares).partition(|&square| is_first(square));
        let sides = <[Vec<usize>; 2]>::from(sides);
        Self { cols, squares, sides }
    }

    fn crossing(&self, instance: &Instance) -> Crossing {
        let squares = self.squares;
        let conflict = |one: usize, other: usize| {
            let set = instance.conflicts.conflict_set(one / squares, one % squares, other / squares);
            set.holds(other % squares)
        };
        let places = |side: usize| -> Vec<usize> {
            let of_class = |class: usize| {
                let allowed = &instance.classes[class].allowed;
                let squares = self.sides[side].iter().copied().filter(|&square| allowed.holds(square));
                squares.map(move |square| class * self.squares + square)
            };
            (0..instance.classes.len()).flat_map(of_class).collect()
        };
        let classes = instance.classes.len();
        let all = Places { cols: self.cols, squares, classes, conflict: &conflict, leaps: &LEAPS };
        Crossing::new(&all, &places(0), &places(1))
    }

    /// Returns a map of order two that keeps either half, if there is one.
    fn mirror<'a>(&self, instance: &'a Instance) -> Option<&'a [u16]> {
        let is_reflection = |map: &&Vec<u16>| {
            let mut moved = (0..self.squares).filter(|&square| usize::from(map[square]) != square).peekable();
            moved.peek().is_some() && moved.all(|square| usize::from(map[usize::from(map[square])]) == square)
        };
        let kept = |map: &&Vec<u16>| self.sends(map, 0, 0);
        instance.maps.iter().filter(kept).find(is_reflection).map(Vec::as_slice)
    }

    /// Returns true if a map exchanges the halves.
    fn exchanges(&self, instance: &Instance) -> bool {
        let is_even = self.sides[0].len() == self.sides[1].len();
        is_even && instance.maps.iter().any(|map| self.sends(map, 0, 1))
    }

    /// Returns true if a map carries the squares of the half `from` to those of the half `to`.
    fn sends(&self, map: &[u16], from: usize, to: usize) -> bool {
        self.sides[from].iter().all(|&square| self.sides[to].binary_search(&usize::from(map[square])).is_ok())
    }
}

/// The placements of some pieces on a half, while they are listed.
struct Listing<'a> {
    lists: &'a HalfLists,
    /// The bits of each place.
    bits: &'a [Vec<u64>],
    /// The maximum number of pieces of each class.
    shares: Shares<'a>,
    mirror: Option<&'a [u16]>,
    /// The number of placements that may still be listed.
    left: &'a mut usize,
    should_stop: &'a dyn Fn() -> bool,
    /// The placements found, by share.
    found: Vec<WordLists>,
}

/// Half boards word by word: first those that are their own mirror images, then the others.
type WordLists = [[Vec<u64>; MAX_WORDS]; 2];

/// A partial placement.
#[derive(Clone)]
struct Node {
    /// The free squares, class by class.
    free: Vec<u64>,
    /// The squares of the pieces and of their mirror images, class by class.
    pieces: [Vec<u64>; 2],
    bits: [u64; MAX_WORDS],
}

impl Listing<'_> {
    /// Lists the placements on these squares; `None` if there are too many, or if the listing was stopped.
    fn list(mut self, squares: &[usize]) -> Option<Vec<HalfBoards>> {
        let mut nodes = self.nodes(squares);
        let steps = self.shares.steps();
        let words = self.lists.words;
        self.place(&mut nodes, (0, 0, self.shares.pieces[0]), &steps)?;
        let joined = |[singles, doubles]: WordLists| {
            let single = singles[0].len();
            let words = singles.into_iter().zip(doubles).take(words).map(|(mut words, more)| {
                words.extend(more);
                words.shrink_to_fit();
                words
            });
            HalfBoards { words: words.collect(), single }
        };
        Some(self.found.into_iter().map(joined).collect())
    }

    /// Returns a node without pieces, and room for the nodes below it.
    fn nodes(&self, squares: &[usize]) -> Vec<Node> {
        let (lists, width) = (self.lists, self.lists.conflicts.width());
        let mut half = vec![0; width];
        squares.iter().for_each(|&square| half.add_square(square));
        let free =
            lists.allowed.iter().flat_map(|allowed| allowed.iter().zip(&half).map(|(own, half)| own & half));
        let sets = vec![0; if self.mirror.is_some() { lists.allowed.words().len() } else { 0 }];
        let root = Node { free: free.collect(), pieces: [sets.clone(), sets], bits: [0; MAX_WORDS] };
        vec![root; self.shares.pieces.iter().sum::<usize>() + 1]
    }

    /// Estimates the number of nodes by one descent: the size of each level is the product of the numbers of
    /// children above it.
    fn descend(&self, nodes: &mut [Node], random: &mut Random) -> f64 {
        let width = self.lists.conflicts.width();
        let (mut nodes_of_level, mut sum) = (1.0, 1.0);
        let (mut class, mut left) = (0, self.shares.pieces[0]);
        let mut rest = nodes;
        while let Some((node, later)) = rest.split_first_mut() {
            let free = |next: usize| {
                let pieces = if next == class { left } else { self.shares.pieces[next] };
                if pieces == 0 { 0 } else { node.free[next * width..][..width].size() as usize }
            };
            let children: Vec<(usize, usize)> =
                (class..self.shares.pieces.len()).map(|next| (next, free(next))).collect();
            let all: usize = children.iter().map(|child| child.1).sum();
            if all == 0 || later.is_empty() {
                break;
            }
            nodes_of_level *= all as f64;
            sum += nodes_of_level;
            let mut chosen = random.draw_below(all);
            for (next, free) in children {
                if chosen < free {
                    let Some(square) = node.free[next * width..][..width].squares().nth(chosen) else {
                        break;
                    };
                    self.put(node, &mut later[0], (next, square));
                    left = if next == class { left } else { self.shares.pieces[next] } - 1;
                    class = next;
                    break;
                }
                chosen -= free;
            }
            rest = later;
        }
        sum
    }

    /// Lists the first node, of this share, and all nodes below it. These have up to `pieces` more pieces of
    /// the class, and pieces of later classes.
    fn place(
        &mut self,
        nodes: &mut [Node],
        (share, class, pieces): (usize, usize, usize),
        steps: &[usize],
    ) -> Option<()> {
        let (node, later) = nodes.split_first_mut()?;
        *self.left = self.left.checked_sub(1)?;
        if self.left.is_multiple_of(1 << 12) && (self.should_stop)() {
            return None;
        }
        let order = node.pieces[0].cmp(&node.pieces[1]);
        if order.is_le() {
            let found = &mut self.found[share][usize::from(order.is_lt())];
            found.iter_mut().zip(node.bits).take(self.lists.words).for_each(|(found, bits)| found.push(bits));
        }
        let width = self.lists.conflicts.width();
        for next in class..steps.len() {
            let pieces = if next == class { pieces } else { self.shares.pieces[next] };
            if pieces == 0 {
                continue;
            }
            for word in 0..width {
                // Later squares only, because the order in which the pieces of a class are placed does not
                // matter.
                let mut squares = node.free[next * width + word];
                while squares != 0 {
                    let square = 64 * word + squares.trailing_zeros() as usize;
                    squares &= squares - 1;
                    self.put(node, &mut later[0], (next, square));
                    self.place(later, (share + steps[next], next, pieces - 1), steps)?;
                }
            }
        }
        Some(())
    }

    /// Makes the node with one more piece.
    #[inline]
    fn put(&self, node: &Node, out: &mut Node, (class, square): (usize, usize)) {
        let width = self.lists.conflicts.width();
        let taken = self.lists.conflicts.row(class, square);
        for ((out, own), taken) in out.free.iter_mut().zip(&node.free).zip(taken) {
            *out = own & !taken;
        }
        out.free[class * width..][..width].remove_up_to(square);
        out.bits = node.bits;
        let place = class * self.lists.conflicts.squares() + square;
        out.bits.iter_mut().zip(&self.bits[place]).for_each(|(out, bits)| *out |= bits);
        if let Some(mirror) = self.mirror {
            for (side, square) in [square, usize::from(mirror[square])].into_iter().enumerate() {
                out.pieces[side].copy_from_slice(&node.pieces[side]);
                out.pieces[side][class * width + square / 64] |= 1 << (square % 64);
            }
        }
    }
}

thread_local! {
    static BUFFERS: RefCell<SplittingBuffers> = RefCell::default();
}

impl Leaf for ListedCounter {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn describe(&self, unit: usize, into: &mut Vec<u8>) {
        let Unit { share, range, .. } = &self.units[unit];
        for number in [*share, range.start, range.end] {
            into.extend_from_slice(&(number as u64).to_le_bytes());
        }
    }

    fn memory(&self) -> usize {
        self.memory
    }

    fn count(&self, unit: usize, run: &Run<'_>) -> Result<Counts, RunError> {
        let Unit { lists: [first, second], range, .. } = &self.units[unit];
        let mut boards: Vec<Vec<u64>> =
            first.words.iter().map(|words| words[range.clone()].to_vec()).collect();
        let mut others = second.words.clone();
        let single = first.single.clamp(range.start, range.end) - range.start;
        let ends = [single, range.len(), range.len()];
        let found = BUFFERS.with_borrow_mut(|buffers| {
            let (free, worth) = (self.free.as_slice(), SplittingWorth::MEASURED);
            let lists = ([&mut boards[..], &mut others[..]], ends);
            splitting::count_listed(self.facts.kernel, (free, worth), lists, buffers, run.should_stop)
        });
        let [single, double, _] = found.pairs.map(u128::from);
        let counted =
            UnitCount { placements: single + 2 * double, nodes: found.half_boards, complete: found.complete };
        Ok(counted.into())
    }
}
