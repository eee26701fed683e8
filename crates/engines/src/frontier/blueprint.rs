//! The sweep of one component, worked out in numbers of bits: which bits a state has, and what each choice does to them.
//!
//! A *pair* is a kind and a point. From the step where a piece may first be placed in conflict with it, to the step that
//! sweeps its point, a pair needs one bit of the state: whether it is attacked. Before that it is free for certain, and
//! afterwards it does not matter. Bits are allocated like registers: a bit whose pair is no longer in doubt goes to another
//! pair of the same kind. So a state is as wide as the frontier is long, whatever the board.
//!
//! Of placements that cannot be extended, a pair is also asked about after its point was left empty: by the time that the
//! last piece that could attack it has been decided upon, it must be attacked. Its bit lives until then, and placing a
//! piece on the point itself sets the bit as well, since nothing more can fit there.

use super::field::Field;
use super::order::PointOrder;
use crate::board::Set;

/// Steps of a sweep, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Blueprint {
    /// How many bits a state has.
    pub(super) bits: usize,
    /// The bits of each kind.
    pub(super) bits_of_kind: Vec<std::ops::Range<usize>>,
    pub(super) steps: Vec<PointChoices>,
    /// The points in the order of the sweep, one for each step.
    pub(super) points: Vec<usize>,
    /// Every pair that has a bit for a time.
    pub(super) doubts: Vec<Doubt>,
}

/// A kind and a point of which the state says whether it is attacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Doubt {
    pub(super) kind: usize,
    pub(super) point: usize,
    pub(super) bit: usize,
    /// The first and the last step that use the bit.
    first: usize,
    last: usize,
}

impl Doubt {
    /// Whether the bit is in use after this number of steps.
    pub(super) fn is_open(&self, steps: usize) -> bool {
        self.first < steps && steps <= self.last
    }

    /// For how many steps the bit is in use.
    pub(super) fn steps(&self) -> usize {
        self.last - self.first
    }

    /// The same pair where it has another bit.
    pub(super) fn with_bit(self, bit: usize) -> Self {
        Self { bit, ..self }
    }

    /// The first step that can set the bit.
    pub(super) fn first(&self) -> usize {
        self.first
    }

    /// The last step that uses the bit: as a rule the one that sweeps the point.
    pub(super) fn last(&self) -> usize {
        self.last
    }
}

/// A point, and what can be done with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PointChoices {
    /// How many pieces fill the point.
    pub(super) size: u32,
    /// The kinds that can be placed.
    pub(super) choices: Vec<KindChoice>,
    /// Bits that must be set after the choice.
    pub(super) required: Vec<usize>,
    /// Bits that are free again after this step.
    pub(super) freed: Vec<usize>,
    /// Whether its point is the last of its line.
    pub(super) ends_line: bool,
    /// What states can be mapped by without a difference to the rest.
    pub(super) likeness: Likeness,
    /// For each kind the cliques that cover the points to come: at most one point of each can be filled. Given at the end
    /// of lines only.
    pub(super) cover: Vec<Vec<Clique>>,
    /// For each kind the most pieces that the points up to this one can hold.
    pub(super) behind: Vec<u32>,
    /// For each kind the most pieces that the points to come can hold.
    pub(super) ahead: Vec<u32>,
}

/// Placing a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct KindChoice {
    pub(super) kind: usize,
    /// The bit that forbids it if set; none if it is always allowed.
    pub(super) blocked: Option<usize>,
    /// The bits that it sets.
    pub(super) set: Vec<usize>,
}

/// Points to come of which at most one can be filled by a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Clique {
    /// The most pieces it can hold.
    pub(super) size: u32,
    /// The bits that are all set if it can hold none; `None` if some point is free for certain.
    pub(super) bits: Option<Vec<usize>>,
}

/// How the bits of a state can be exchanged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Likeness {
    /// Not at all.
    None,
    /// By permutations: `map[bit]` is where a bit goes. The identity is left out.
    Maps(Vec<Vec<u16>>),
    /// By sorting: in each list the bundles of bits can be exchanged as wholes.
    Twins(Vec<Vec<Vec<usize>>>),
}

/// The life of a pair in the state.
#[derive(Debug, Clone, Copy)]
struct Life {
    /// The first step that can set its bit.
    first: usize,
    /// The last step that reads it.
    last: usize,
    bit: usize,
}

/// A bundle of twins has no more bits than this.
const MAX_BUNDLE_BITS: usize = 128;

impl Blueprint {
    pub(super) fn new(field: &Field, order: &PointOrder, maximal: bool) -> Self {
        BlueprintDraft { field, order, maximal, place_of: places(field, order) }.finish()
    }

    /// The same, with no states identified.
    pub(super) fn without_likeness(mut self) -> Self {
        self.steps.iter_mut().for_each(|step| step.likeness = Likeness::None);
        self
    }
}

/// For each point its place in the order.
fn places(field: &Field, order: &PointOrder) -> Vec<usize> {
    let mut place_of = vec![usize::MAX; field.sizes.len()];
    order.points.iter().enumerate().for_each(|(place, &point)| place_of[point] = place);
    place_of
}

struct BlueprintDraft<'a> {
    field: &'a Field,
    order: &'a PointOrder,
    maximal: bool,
    /// `usize::MAX` for points of other components.
    place_of: Vec<usize>,
}

impl BlueprintDraft<'_> {
    fn kinds(&self) -> std::ops::Range<usize> {
        0..self.field.kinds.len()
    }

    /// Whether the state is asked about this pair at all.
    fn matters(&self, kind: usize, point: usize) -> bool {
        let kind = &self.field.kinds[kind];
        kind.open.holds(point) || (self.maximal && kind.fitting.holds(point))
    }

    /// The first and the last step of each pair that needs a bit, by kind and point.
    fn lives(&self) -> Vec<Vec<Option<Life>>> {
        let life = |kind: usize, point: usize| -> Option<Life> {
            let at = self.place_of[point];
            if at == usize::MAX || !self.matters(kind, point) {
                return None;
            }
            let (mut first, mut last) = (usize::MAX, 0);
            for attacker in self.kinds() {
                let from = self.field.conflicts.of(kind, point, attacker).squares();
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

    /// Allocates the bits of one kind from `base` on; returns how many there are.
    fn give_bits(&self, lives: &mut [Option<Life>], base: usize) -> usize {
        let steps = self.order.points.len();
        let mut births = vec![Vec::new(); steps];
        let mut deaths = vec![Vec::new(); steps];
        // In the order of the points, so that bits of neighbours are neighbours.
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

    /// A step without what is known of the points before and after it.
    fn step(&self, place: usize, lives: &[Vec<Option<Life>>]) -> PointChoices {
        let point = self.order.points[place];
        let choice = |kind: usize| {
            let mut set = Vec::new();
            for other in self.kinds() {
                let reached = self.field.conflicts.of(kind, point, other);
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
            required: self.required(place, lives),
            freed,
            ends_line: self.order.ends_line(place),
            likeness: Likeness::None,
            cover: Vec::new(),
            behind: Vec::new(),
            ahead: Vec::new(),
        }
    }

    /// The pairs that can be attacked no more after this step, of placements that cannot be extended.
    fn required(&self, place: usize, lives: &[Vec<Option<Life>>]) -> Vec<usize> {
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
    /// Going backwards each step adds one point, so that the cover of the points after any step is a part of the whole.
    fn cover(&self, lives: &[Vec<Option<Life>>], steps: &mut [PointChoices]) {
        for kind in self.kinds() {
            // States are exchanged at the ends of lines, so that within a line what stands on the points behind need not be
            // a placement; whole lines and the points of this line are, each for itself.
            let (mut behind, mut of_line) = (Cover::default(), Cover::default());
            let mut whole_lines = 0;
            for (place, step) in steps.iter_mut().enumerate() {
                behind.add(self.field, kind, self.order.points[place]);
                of_line.add(self.field, kind, self.order.points[place]);
                let mut most = whole_lines + of_line.most();
                if self.order.ends_line(place) {
                    most = most.min(behind.most());
                    (whole_lines, of_line) = (most, Cover::default());
                }
                step.behind.push(most);
            }
            let mut ahead = Cover::default();
            for (place, step) in steps.iter_mut().enumerate().rev() {
                step.ahead.push(ahead.most());
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

    /// After each step, how states can be exchanged.
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

    /// What a permutation of the points does to the bits of a state after a step, if it keeps what lies behind.
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

    /// After each end of a line, lists of bundles of bits that can be exchanged: lines of the crossing family that the
    /// points to come, and the conflicts between them, do not tell apart.
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
                // Twins can be attacked from behind by different points; only those with the same bits are exchanged.
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

    /// For each kind the points that it may fill among those to come at the places `from ..`.
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

    /// Whether two crossing lines, given by their places in the order, can be exchanged among the points to come, of which
    /// each kind may fill those that are `open` to it.
    fn are_twins(&self, first: &[usize], second: &[usize], open: &[Vec<u64>]) -> bool {
        let line = |place: &usize| self.order.lines[*place];
        if first.len() != second.len() || !first.iter().map(line).eq(second.iter().map(line)) {
            return false;
        }
        let point = |place: &usize| self.order.points[*place];
        let pairs: Vec<(usize, usize)> = first.iter().map(point).zip(second.iter().map(point)).collect();
        // Points that stand for different numbers of squares can be in conflict with the same others all the same.
        if pairs.iter().any(|&(a, b)| self.field.sizes[a] != self.field.sizes[b]) {
            return false;
        }
        // The points of a set that are still to come, or their images, into a set that is used again.
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
                let of = |point| self.field.conflicts.of(kind, point, other);
                are_alike(of(point), of(image), &open[other])
            })
        };
        // Most pairs differ on their own points already.
        self.kinds().all(|kind| {
            let on_lines = pairs.iter().map(|pair| pair.0).filter(|&point| open[kind].holds(point));
            on_lines.chain(open[kind].squares()).all(|point| is_alike(kind, point))
        })
    }
}

/// Cliques of points, of which one kind can fill at most one each.
#[derive(Default)]
struct Cover {
    /// The members, the largest size of a member, the members as a list.
    cliques: Vec<(Vec<u64>, u32, Vec<usize>)>,
}

impl Cover {
    /// Puts a point, if the kind can fill it, into the first clique that takes it.
    fn add(&mut self, field: &Field, kind: usize, point: usize) {
        if !field.kinds[kind].open.holds(point) {
            return;
        }
        let (size, conflicts) = (field.sizes[point], field.conflicts.of(kind, point, kind));
        match self.cliques.iter_mut().find(|(members, ..)| members.without(conflicts) == 0) {
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

    /// The most pieces that all of them can hold.
    fn most(&self) -> u32 {
        self.cliques.iter().map(|clique| clique.1).sum()
    }
}
