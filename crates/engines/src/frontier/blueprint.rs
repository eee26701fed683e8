//! The sweep of one component in numbers of bits: the bits of a state, and the effect of each choice on them.
//!
//! A *pair* is a kind and a point. A pair needs one bit of the state, which tells whether it is attacked. It
//! needs the bit from the first step that may place a piece in conflict with it to the step that sweeps its
//! point. Before that it is certainly free, and afterwards it does not matter. Bits are allocated like
//! registers: when the doubt about a pair ends, its bit goes to another pair of the same kind. So a state is
//! as wide as the frontier is long, whatever the board.
//!
//! In placements that cannot be extended, a pair also matters after its point was left empty. It must be
//! attacked once the last piece that could attack it has been decided. Its bit lives until then. Placing a
//! piece on the point itself also sets the bit, because nothing more can fit there.

use super::field::Field;
use super::order::PointOrder;
use crate::board::Set;

/// The steps of a sweep, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Blueprint {
    /// The number of bits of a state.
    pub(super) bits: usize,
    /// The bits of each kind.
    pub(super) bits_of_kind: Vec<std::ops::Range<usize>>,
    /// The choices at each step.
    pub(super) steps: Vec<PointChoices>,
    /// The points in the order of the sweep, one for each step.
    pub(super) points: Vec<usize>,
    /// Every pair that has a bit for a time.
    pub(super) doubts: Vec<Doubt>,
}

/// A kind and a point for which the state tells whether the point is attacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Doubt {
    pub(super) kind: usize,
    pub(super) point: usize,
    pub(super) bit: usize,
    /// The first step that uses the bit.
    first: usize,
    /// The last step that uses the bit.
    last: usize,
}

impl Doubt {
    /// True if the bit is in use after this number of steps.
    pub(super) fn is_open(&self, steps: usize) -> bool {
        self.first < steps && steps <= self.last
    }

    /// Returns the number of steps for which the bit is in use.
    pub(super) fn steps(&self) -> usize {
        self.last - self.first
    }

    /// Returns the pair with another bit.
    pub(super) fn with_bit(self, bit: usize) -> Self {
        Self { bit, ..self }
    }

    /// Returns the first step that can set the bit.
    pub(super) fn first(&self) -> usize {
        self.first
    }

    /// Returns the last step that uses the bit: usually the one that sweeps the point.
    pub(super) fn last(&self) -> usize {
        self.last
    }
}

/// A point, and the choices for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PointChoices {
    /// The number of pieces that fill the point.
    pub(super) size: u32,
    /// The kinds that can be placed.
    pub(super) choices: Vec<KindChoice>,
    /// The bits that must be set after the choice.
    pub(super) required: Vec<usize>,
    /// The bits that are free again after this step.
    pub(super) freed: Vec<usize>,
    /// Whether the point is the last of its line.
    pub(super) ends_line: bool,
    /// The exchanges of bits that do not affect the rest of the sweep.
    pub(super) likeness: Likeness,
    /// For each kind the cliques that cover the points to come: at most one point of each can be filled. They
    /// are given only at the ends of lines.
    pub(super) cover: Vec<Vec<Clique>>,
    /// For each kind the maximum number of pieces on the points up to this one.
    pub(super) behind: Vec<u32>,
    /// For each kind the maximum number of pieces on the points to come.
    pub(super) ahead: Vec<u32>,
}

/// The choice of placing a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct KindChoice {
    pub(super) kind: usize,
    /// The bit that forbids the choice if set; `None` if the choice is always allowed.
    pub(super) blocked: Option<usize>,
    /// The bits that the choice sets.
    pub(super) set: Vec<usize>,
}

/// Points to come that can hold at most one piece of a kind together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Clique {
    /// The maximum number of pieces that the clique can hold.
    pub(super) size: u32,
    /// The bits that are all set if the clique can hold no piece; `None` if some point is certainly free.
    pub(super) bits: Option<Vec<usize>>,
}

/// The possible exchanges of the bits of a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Likeness {
    /// No exchange.
    None,
    /// Permutations: `map[bit]` is the new place of a bit. The identity is left out.
    Maps(Vec<Vec<u16>>),
    /// Sorting: in each list the bundles of bits can be exchanged as wholes.
    Twins(Vec<Vec<Vec<usize>>>),
}

/// The life of a pair in the state.
#[derive(Debug, Clone, Copy)]
struct Life {
    /// The first step that can set its bit.
    first: usize,
    /// The last step that reads its bit.
    last: usize,
    bit: usize,
}

/// The maximum number of bits of a bundle of twins.
const MAX_BUNDLE_BITS: usize = 128;

impl Blueprint {
    pub(super) fn new(field: &Field, order: &PointOrder, maximal: bool) -> Self {
        BlueprintDraft { field, order, maximal, place_of: places(field, order) }.finish()
    }

    /// Returns the blueprint with no states identified.
    pub(super) fn without_likeness(mut self) -> Self {
        self.steps.iter_mut().for_each(|step| step.likeness = Likeness::None);
        self
    }
}

/// Returns for each point its place in the order.
fn places(field: &Field, order: &PointOrder) -> Vec<usize> {
    let mut place_of = vec![usize::MAX; field.sizes.len()];
    order.points.iter().enumerate().for_each(|(place, &point)| place_of[point] = place);
    place_of
}

struct BlueprintDraft<'a> {
    field: &'a Field,
    order: &'a PointOrder,
    maximal: bool,
    /// The place of each point in the order; `usize::MAX` for points of other components.
    place_of: Vec<usize>,
}

impl BlueprintDraft<'_> {
    fn kinds(&self) -> std::ops::Range<usize> {
        0..self.field.kinds.len()
    }

    /// True if the state must record this pair at all.
    fn matters(&self, kind: usize, point: usize) -> bool {
        let kind = &self.field.kinds[kind];
        kind.open.holds(point) || (self.maximal && kind.fitting.holds(point))
    }

    /// Returns the first and the last step of each pair that needs a bit, by kind and point.
    fn lives(&self) -> Vec<Vec<Option<Life>>> {
        let life = |kind: usize, point: usize| -> Option<Life> {
            let at = self.place_of[point];
            if at == usize::MAX || !self.matters(kind, point) {
                return None;
            }
            let (mut first, mut last) = (usize::MAX, 0);
            for attacker in self.kinds() {
                let from = self.field.conflicts.conflict_set(kind, point, attacker).squares();
                let open = &self.field.kinds[attacker].open;
                for place in from.filter(|&from| open.holds(from)).map(|from| self.place_of[from]) {
                    if place != at && place != usize::MAX {
                        (first, last) = (first.min(place), last.max(place));
                    }
                }
            }
            if self.maximal && self.field.kinds[kind].fitting.holds(point) {
                return Some(Life { first: first.min(at), last: last.max(at), bit: 0 });
            }
            (first < at).then_some(Life { first, last: at, bit: 0 })
        };
        let points = self.field.sizes.len();
        self.kinds().map(|kind| (0..points).map(|point| life(kind, point)).collect()).collect()
    }

    /// Allocates the bits of one kind from `base` on; returns their number.
    fn give_bits(&self, lives: &mut [Option<Life>], base: usize) -> usize {
        let steps = self.order.points.len();
        let mut births = vec![Vec::new(); steps];
        let mut deaths = vec![Vec::new(); steps];
        // Allocation follows the order of the points, so that bits of neighbours are neighbours.
        for &point in &self.order.points {
            if let Some(life) = lives[point] {
                births[life.first].push(point);
                deaths[life.last].push(point);
            }
        }
        let mut free: std::collections::BTreeSet<usize> = (0..).take(self.field.sizes.len()).collect();
        let mut most = 0;
        for step in 0..steps {
            for &point in &births[step] {
                if let (Some(bit), Some(life)) = (free.pop_first(), lives[point].as_mut()) {
                    life.bit = base + bit;
                    most = most.max(bit + 1);
                }
            }
            free.extend(deaths[step].iter().filter_map(|&point| lives[point]).map(|life| life.bit - base));
        }
        most
    }

    fn finish(&self) -> Blueprint {
        let mut lives = self.lives();
        let mut bits_of_kind = Vec::new();
        let mut bits = 0;
        for lives in &mut lives {
            let given = self.give_bits(lives, bits);
            bits_of_kind.push(bits..bits + given);
            bits += given;
        }
        let mut steps: Vec<PointChoices> =
            (0..self.order.points.len()).map(|place| self.step(place, &lives)).collect();
        self.cover(&lives, &mut steps);
        for (step, likeness) in steps.iter_mut().zip(self.likenesses(&lives, bits)) {
            step.likeness = likeness;
        }
        let doubt = |kind: usize, point: usize| {
            let Life { first, last, bit } = lives[kind][point]?;
            Some(Doubt { kind, point, bit, first, last })
        };
        let points = self.order.points.clone();
        let doubts = self.kinds().flat_map(|kind| points.iter().filter_map(move |&point| doubt(kind, point)));
        Blueprint { bits, bits_of_kind, steps, doubts: doubts.collect(), points }
    }

    /// Returns a step without the data on the points before and after it.
    fn step(&self, place: usize, lives: &[Vec<Option<Life>>]) -> PointChoices {
        let point = self.order.points[place];
        let choice = |kind: usize| {
            let mut set = Vec::new();
            for other in self.kinds() {
                let reached = self.field.conflicts.conflict_set(kind, point, other);
                let alive = |at: &usize| lives[other][*at].filter(|life| life.last >= place);
                // The point itself is among the reached ones.
                let wanted = |at: &usize| self.place_of[*at] > place || self.maximal;
                set.extend(reached.squares().filter(wanted).filter_map(|at| alive(&at)).map(|life| life.bit));
            }
            set.sort_unstable();
            let blocked = lives[kind][point].filter(|life| life.first < place).map(|life| life.bit);
            KindChoice { kind, blocked, set }
        };
        let ending = |kind: usize| {
            let ends = move |life: &Life| life.last == place;
            self.order.points.iter().filter_map(move |&at| lives[kind][at]).filter(ends).map(|life| life.bit)
        };
        let freed: Vec<usize> = self.kinds().flat_map(ending).collect();
        PointChoices {
            size: self.field.sizes[point],
            choices: self
                .kinds()
                .filter(|&kind| self.field.kinds[kind].open.holds(point))
                .map(choice)
                .collect(),
            required: self.unattackable_pairs(place, lives),
            freed,
            ends_line: self.order.ends_line(place),
            likeness: Likeness::None,
            cover: Vec::new(),
            behind: Vec::new(),
            ahead: Vec::new(),
        }
    }

    /// Returns the pairs that can no longer be attacked after this step, if placements must not be
    /// extendable.
    fn unattackable_pairs(&self, place: usize, lives: &[Vec<Option<Life>>]) -> Vec<usize> {
        if !self.maximal {
            return Vec::new();
        }
        let of_kind = |kind: usize| {
            let fitting = &self.field.kinds[kind].fitting;
            let ends = move |&at: &usize| fitting.holds(at);
            self.order.points.iter().copied().filter(ends).filter_map(move |at| lives[kind][at])
        };
        self.kinds().flat_map(of_kind).filter(|life| life.last == place).map(|life| life.bit).collect()
    }

    /// Covers the points behind and ahead of each step by cliques of one kind, greedily.
    ///
    /// The loop goes backwards and adds one point per step, so that the cover of the points after any step is
    /// a part of the whole cover.
    fn cover(&self, lives: &[Vec<Option<Life>>], steps: &mut [PointChoices]) {
        for kind in self.kinds() {
            // States are exchanged at the ends of lines, so within a line the pieces on the points behind
            // need not form a placement. But the pieces on whole lines do, and so do the pieces on the points
            // of this line.
            let (mut behind, mut of_line) = (Cover::default(), Cover::default());
            let mut whole_lines = 0;
            for (place, step) in steps.iter_mut().enumerate() {
                behind.add(self.field, kind, self.order.points[place]);
                of_line.add(self.field, kind, self.order.points[place]);
                let mut most = whole_lines + of_line.maximum();
                if self.order.ends_line(place) {
                    most = most.min(behind.maximum());
                    (whole_lines, of_line) = (most, Cover::default());
                }
                step.behind.push(most);
            }
            let mut ahead = Cover::default();
            for (place, step) in steps.iter_mut().enumerate().rev() {
                step.ahead.push(ahead.maximum());
                if self.order.ends_line(place) {
                    let bit = |&point: &usize| {
                        lives[kind][point].filter(|life| life.first <= place).map(|life| life.bit)
                    };
                    let clique = |(_, size, points): &(Vec<u64>, u32, Vec<usize>)| Clique {
                        size: *size,
                        bits: points.iter().map(bit).collect(),
                    };
                    step.cover.push(ahead.cliques.iter().map(clique).collect());
                }
                ahead.add(self.field, kind, self.order.points[place]);
            }
        }
    }

    /// Returns for each step the possible exchanges of states after it.
    fn likenesses(&self, lives: &[Vec<Option<Life>>], bits: usize) -> Vec<Likeness> {
        let mut twins = self.twins(lives);
        let likeness = |place: usize| {
            if !self.order.ends_line(place) || place + 1 == self.order.points.len() {
                return Likeness::None;
            }
            let bundles = std::mem::take(&mut twins[place]);
            if !bundles.is_empty() {
                return Likeness::Twins(bundles);
            }
            let maps: Vec<Vec<u16>> = (self.field.maps.iter().skip(1))
                .filter_map(|map| self.bit_map(map, place, lives, bits))
                .collect();
            if maps.is_empty() { Likeness::None } else { Likeness::Maps(maps) }
        };
        (0..self.order.points.len()).map(likeness).collect()
    }

    /// Returns the effect of a permutation of the points on the bits of a state after a step, if the
    /// permutation preserves the points behind.
    fn bit_map(
        &self,
        map: &[u16],
        place: usize,
        lives: &[Vec<Option<Life>>],
        bits: usize,
    ) -> Option<Vec<u16>> {
        let image = |point: usize| map[point] as usize;
        if self.order.points[..=place].iter().any(|&point| self.place_of[image(point)] > place) {
            return None;
        }
        let mut bit_map: Vec<u16> = (0..bits as u16).collect();
        let alive = |kind: usize, point: usize| {
            lives[kind][point].filter(|life| life.first <= place && place < life.last).map(|life| life.bit)
        };
        for kind in self.kinds() {
            for &point in &self.order.points {
                match (alive(kind, point), alive(kind, image(point))) {
                    (Some(from), Some(to)) => bit_map[from] = to as u16,
                    (None, None) => {}
                    _ => return None,
                }
            }
        }
        bit_map.iter().enumerate().any(|(from, &to)| from != to as usize).then_some(bit_map)
    }

    /// Returns lists of bundles of bits that can be exchanged, after each end of a line. A bundle belongs to
    /// a line of the crossing family; the points to come and their conflicts do not distinguish the lines of
    /// a list.
    fn twins(&self, lives: &[Vec<Option<Life>>]) -> Vec<Vec<Vec<Vec<usize>>>> {
        let steps = self.order.points.len();
        let mut result = vec![Vec::new(); steps];
        if self.maximal {
            // Points behind still matter there.
            return result;
        }
        let most = self.order.crossing.iter().max().map_or(0, |most| most + 1);
        // Lines that are twins on the whole field stay twins.
        let mut always: Vec<Vec<usize>> = Vec::new();
        for place in (0..steps).filter(|&place| place == 0 || self.order.ends_line(place)) {
            let from = if place == 0 { 0 } else { place + 1 };
            let mut columns: Vec<Vec<usize>> = vec![Vec::new(); most];
            (from..steps).for_each(|place| columns[self.order.crossing[place]].push(place));
            let open = self.open_from(from);
            let mut classes: Vec<Vec<usize>> = Vec::new();
            for column in (0..most).filter(|&column| !columns[column].is_empty()) {
                let twin = classes.iter_mut().find(|class| {
                    always.iter().any(|alike| alike.contains(&column) && alike.contains(&class[0]))
                        || self.are_twins(&columns[class[0]], &columns[column], &open)
                });
                match twin {
                    Some(class) => class.push(column),
                    None => classes.push(vec![column]),
                }
            }
            classes.retain(|class| class.len() > 1);
            if place == 0 && !self.order.ends_line(0) {
                always = classes;
                continue;
            }
            let bundle = |column: &usize| -> Vec<Option<usize>> {
                let bit = |(kind, at): (usize, &usize)| {
                    let life = lives[kind][self.order.points[*at]];
                    life.filter(|life| life.first <= place && place < life.last).map(|life| life.bit)
                };
                self.kinds()
                    .flat_map(|kind| columns[*column].iter().map(move |at| (kind, at)))
                    .map(bit)
                    .collect()
            };
            for class in &classes {
                // Different points behind can attack twins; only those with the same bits are exchanged.
                let mut bundles: Vec<Vec<Option<usize>>> = class.iter().map(bundle).collect();
                let pattern =
                    |bundle: &Vec<Option<usize>>| bundle.iter().map(Option::is_some).collect::<Vec<_>>();
                bundles.sort_by_key(pattern);
                for like in bundles.chunk_by(|a, b| pattern(a) == pattern(b)) {
                    let bits: Vec<Vec<usize>> =
                        like.iter().map(|bundle| bundle.iter().flatten().copied().collect()).collect();
                    if bits.len() > 1 && (1..=MAX_BUNDLE_BITS).contains(&bits[0].len()) {
                        result[place].push(bits);
                    }
                }
            }
        }
        result
    }

    /// Returns for each kind the points that it may fill among those to come, at the places `from ..`.
    fn open_from(&self, from: usize) -> Vec<Vec<u64>> {
        let mut to_come = vec![0; self.field.conflicts.width()];
        self.order.points[from..].iter().for_each(|&point| to_come.add_square(point));
        let open = |kind: usize| {
            let mut open = to_come.clone();
            open.keep(&self.field.kinds[kind].open);
            open
        };
        self.kinds().map(open).collect()
    }

    /// True if two crossing lines can be exchanged among the points to come. The lines are given by their
    /// places in the order, and each kind may fill the points that are `open` to it.
    fn are_twins(&self, first: &[usize], second: &[usize], open: &[Vec<u64>]) -> bool {
        let line = |place: &usize| self.order.lines[*place];
        if first.len() != second.len() || !first.iter().map(line).eq(second.iter().map(line)) {
            return false;
        }
        let point = |place: &usize| self.order.points[*place];
        let pairs: Vec<(usize, usize)> = first.iter().map(point).zip(second.iter().map(point)).collect();
        // Points that represent different numbers of squares can still be in conflict with the same other
        // points.
        if pairs.iter().any(|&(a, b)| self.field.sizes[a] != self.field.sizes[b]) {
            return false;
        }
        // Copies the points of a set that are still to come, or their images, into a reused set.
        let part = |of: &[u64], open: &[u64], into: &mut [u64]| {
            into.copy_from_slice(of);
            into.keep(open);
        };
        let exchange = |set: &mut [u64]| {
            for &(a, b) in pairs.iter().filter(|&&(a, b)| a != b) {
                if set.holds(a) != set.holds(b) {
                    let (gone, come) = if set.holds(a) { (a, b) } else { (b, a) };
                    set.remove_square(gone);
                    set.add_square(come);
                }
            }
        };
        let image_of = |point: usize| match pairs.iter().find(|pair| pair.0 == point || pair.1 == point) {
            Some(&(a, b)) => a + b - point,
            None => point,
        };
        let width = self.field.conflicts.width();
        let (mut first, mut second) = (vec![0; width], vec![0; width]);
        let mut are_alike = |one: &[u64], other: &[u64], open: &[u64]| {
            part(one, open, &mut first);
            exchange(&mut first);
            part(other, open, &mut second);
            first == second
        };
        if !self.kinds().all(|kind| are_alike(&open[kind], &open[kind], &open[kind])) {
            return false;
        }
        let mut is_alike = |kind: usize, point: usize| {
            let image = image_of(point);
            self.kinds().all(|other| {
                let of = |point| self.field.conflicts.conflict_set(kind, point, other);
                are_alike(of(point), of(image), &open[other])
            })
        };
        // Most pairs already differ on their own points.
        self.kinds().all(|kind| {
            let on_lines = pairs.iter().map(|pair| pair.0).filter(|&point| open[kind].holds(point));
            on_lines.chain(open[kind].squares()).all(|point| is_alike(kind, point))
        })
    }
}

/// Cliques of points; each holds at most one piece of a kind.
#[derive(Default)]
struct Cover {
    /// For each clique its members as a set, the largest size of a member, and its members as a list.
    cliques: Vec<(Vec<u64>, u32, Vec<usize>)>,
}

impl Cover {
    /// Adds a point, if the kind can fill it, to the first clique that takes it.
    fn add(&mut self, field: &Field, kind: usize, point: usize) {
        if !field.kinds[kind].open.holds(point) {
            return;
        }
        let (size, conflicts) = (field.sizes[point], field.conflicts.conflict_set(kind, point, kind));
        match self.cliques.iter_mut().find(|(members, ..)| members.count_outside(conflicts) == 0) {
            Some((members, most, points)) => {
                members.add_square(point);
                *most = size.max(*most);
                points.push(point);
            }
            None => {
                let mut members = vec![0; conflicts.len()];
                members.add_square(point);
                self.cliques.push((members, size, vec![point]));
            }
        }
    }

    /// Returns the maximum number of pieces that all cliques can hold together.
    fn maximum(&self) -> u32 {
        self.cliques.iter().map(|clique| clique.1).sum()
    }
}
