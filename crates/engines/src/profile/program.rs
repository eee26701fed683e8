//! The operations of a sweep at each square, computed before any state is met.
//!
//! A settled square matters only through its relations to the squares to come: its [`Token`]. Squares with
//! equal tokens are interchangeable, so a state records the number of squares with each token, up to the
//! largest number that makes a difference. With kings, each square has its own token. Rooks in one file, or
//! pieces of two kinds that reach the same squares to come, have equal tokens.
//!
//! A square affects each of the squares to come separately, so a token may be split into tokens for single
//! squares. The state then records only the attacked squares, and not the squares of the pieces.

use super::fields::{BitField, BitsInUse};
use super::rules::{CountRule, Link, Occupant, Range, Rules};
use std::collections::BTreeMap;

/// A settled square, reduced to its relations to the squares to come.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Token {
    /// The links, in the order of their places.
    links: Vec<Link>,
    /// The number of its attackers so far; `None` if their final number does not matter.
    attacked: Option<u64>,
}

/// The field that counts equal tokens, and the maximum that it counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stock {
    pub(super) field: BitField,
    pub(super) most: u64,
}

/// The effect of a step on a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// The token can no longer satisfy its conditions.
    Dead,
    /// The token has no relation to any square to come.
    Gone,
    /// The token joins this stock.
    In(Stock),
}

/// The effect of a choice at a square on equal tokens.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effect {
    pub(super) fate: Fate,
    /// The number of times that each token attacks the new piece.
    pub(super) attacks: u64,
    /// The number of attacking pairs that each token forms with the new piece.
    pub(super) pairs: u64,
}

/// A choice for a square.
pub(super) struct Choice {
    /// The effects on the tokens that the step [touches](Step::tokens).
    pub(super) effects: Vec<Effect>,
    /// The new tokens, by the number of attackers of the square; `None` if the square can no longer satisfy
    /// its conditions. The last entry also holds for larger numbers.
    pub(super) own: Vec<Option<Vec<Stock>>>,
    /// The amounts that the choice adds to the numbers that the step [touches](Step::numbers).
    pub(super) adds: Vec<u64>,
    /// 1 if the occupant is of a kind that is to be maximised.
    pub(super) gain: u64,
}

/// The update of a number at a square, and its range.
pub(super) struct Number {
    /// The field of the number before the square; `None` if the number is 0.
    pub(super) from: Option<BitField>,
    /// The field of the number after the square; `None` if the number is no longer needed.
    pub(super) to: Option<BitField>,
    range: Range,
    /// The number of squares to come that can add to it.
    left: u64,
    is_told: bool,
}

impl Number {
    /// Returns the stored form of the number after adding to it: the number itself or [`Number::free`].
    /// `None` if it cannot be in its range.
    #[inline]
    pub(super) fn add_to(&self, from: u64, add: u64) -> Option<u64> {
        let Range { least, most } = self.range;
        if self.is_told || from == self.free() {
            return Some(from + if self.is_told { add } else { 0 });
        }
        let number = from + add;
        if most.is_some_and(|most| number > most) || number + self.left < least {
            return None;
        }
        let is_free = number >= least && most.is_none_or(|most| number + self.left <= most);
        Some(if is_free { self.free() } else { number })
    }

    /// Returns the value that represents all numbers which will be in the range whatever is added.
    fn free(&self) -> u64 {
        self.range.cap() + 1
    }
}

/// The step for a square.
pub(super) struct Step {
    /// The bits that the step does not change.
    pub(super) keep: Vec<u64>,
    /// The tokens that have a relation to the square.
    pub(super) tokens: Vec<BitField>,
    /// The numbers to which the square can add.
    pub(super) numbers: Vec<Number>,
    /// The choices for the square.
    pub(super) choices: Vec<Choice>,
    /// For each field its place after a reflection of the lines across; empty if states are not reflected.
    pub(super) mirror: Vec<(BitField, BitField)>,
}

/// All steps of a sweep.
pub(super) struct Program {
    pub(super) steps: Vec<Step>,
    /// The number of words of a state.
    pub(super) words: usize,
    /// The field that counts pairs, and their range.
    pub(super) pairs: Option<(BitField, Range)>,
    /// The fields of the numbers to be reported.
    pub(super) told: Vec<Option<BitField>>,
    /// Whether the question obviously has no placement.
    pub(super) is_hopeless: bool,
    /// The maximum number of bits of a state at any square.
    pub(super) bits: u32,
}

/// The maximum number of words of a state; with wider states there are always too many.
const MAX_WORDS: usize = 16;

/// A program under construction, after some squares.
struct ProgramBuilder<'a> {
    rules: &'a Rules,
    is_split: bool,
    taken: BitsInUse,
    live: BTreeMap<Token, Stock>,
    /// For each number the field that counts it; `None` if it is 0 or no longer needed.
    counted: Vec<Option<BitField>>,
}

impl Program {
    /// Creates the program; `None` if states would be too wide. Splitting tokens merges more states, but
    /// makes all of them wider.
    pub(super) fn new(rules: &Rules, is_split: bool) -> Option<Self> {
        let mut taken = BitsInUse::default();
        let pairs = rules.pairs.map(|range| (taken.take(range.cap()), range));
        let (live, counted) = (BTreeMap::new(), vec![None; rules.countings.len()]);
        let mut making = ProgramBuilder { rules, is_split, taken, live, counted };
        let (mut steps, mut bits) = (Vec::new(), 0);
        let is_hopeless = rules.countings.iter().any(|counting| counting.reach(0) < counting.least);
        for place in (0..rules.order.len()).filter(|_| !is_hopeless) {
            steps.push(making.step(place));
            bits = bits.max(making.taken.words.iter().map(|word| word.count_ones()).sum());
            if making.taken.words.len() > MAX_WORDS {
                return None;
            }
        }
        let words = making.taken.words.len().max(1);
        steps.iter_mut().for_each(|step| step.keep.resize(words, 0));
        let told = rules.countings.iter().zip(&making.counted).filter(|(counting, _)| counting.is_told);
        let told = told.map(|(_, &field)| field).collect();
        Some(Self { steps, words, pairs, told, is_hopeless, bits })
    }
}

impl CountRule {
    /// Returns the number of squares from a place on that can add to the number.
    fn reach(&self, place: usize) -> u64 {
        self.counted[place..].iter().filter(|counted| !counted.is_empty()).count() as u64
    }

    fn range(&self) -> Range {
        Range { least: self.least, most: self.most.filter(|&most| most < self.reach(0)) }
    }

    /// Returns the largest number that is stored.
    fn largest(&self) -> u64 {
        if self.is_told { self.reach(0) } else { self.range().cap() + 1 }
    }
}

impl ProgramBuilder<'_> {
    fn step(&mut self, place: usize) -> Step {
        let touched: Vec<(Token, Stock)> = {
            let is_touched = |token: &Token| token.links.first().is_some_and(|link| link.at == place);
            let tokens = self.live.iter().filter(|(token, _)| is_touched(token));
            tokens.map(|(token, &stock)| (token.clone(), stock)).collect()
        };
        for (token, stock) in &touched {
            self.live.remove(token);
            self.taken.leave(stock.field);
        }
        let counting = |&number: &usize| !self.rules.countings[number].counted[place].is_empty();
        let numbers: Vec<usize> = (0..self.counted.len()).filter(counting).collect();
        let from: Vec<Option<BitField>> = numbers.iter().map(|&number| self.counted[number]).collect();
        from.iter().flatten().for_each(|&field| self.taken.leave(field));
        let keep = self.taken.words.clone();
        let options = &self.rules.options[place];
        let choices =
            options.iter().map(|&occupant| self.choice(place, occupant, &touched, &numbers)).collect();
        let numbers =
            numbers.iter().zip(from).map(|(&number, from)| self.number(place, number, from)).collect();
        let tokens = touched.iter().map(|(_, stock)| stock.field).collect();
        let across = self.rules.across;
        let is_turned = self.rules.is_even && across > 1 && (place + 1).is_multiple_of(across);
        let mirror = if is_turned { self.mirror() } else { Vec::new() };
        Step { keep, tokens, numbers, choices, mirror }
    }

    fn number(&mut self, place: usize, number: usize, from: Option<BitField>) -> Number {
        let counting = &self.rules.countings[number];
        let left = counting.reach(place + 1);
        let is_open = left > 0 || counting.is_told;
        let to = is_open.then(|| self.taken.take(counting.largest()));
        self.counted[number] = to;
        Number { from, to, range: counting.range(), left, is_told: counting.is_told }
    }

    fn choice(
        &mut self,
        place: usize,
        occupant: Occupant,
        touched: &[(Token, Stock)],
        numbers: &[usize],
    ) -> Choice {
        let effects = touched.iter().map(|(token, _)| {
            let mut met = token.links.iter().take_while(|link| link.at == place);
            let link = met.find(|link| link.by == occupant);
            let has = |does: fn(&Link) -> bool| u64::from(link.is_some_and(does));
            let attacked = token.attacked.map(|attacked| attacked + has(|link| link.is_attacked));
            let links = token.links.iter().filter(|link| link.at > place).copied().collect();
            let fate = match link {
                Some(Link { excludes: true, .. }) => Fate::Dead,
                _ => self.fate(Token { links, attacked }),
            };
            Effect { fate, attacks: has(|link| link.attacks), pairs: has(|link| link.pairs) }
        });
        let effects = effects.collect();
        let links = &self.rules.links[place][occupant];
        let own = match self.rules.attacked.filter(|_| self.rules.is_judged[place][occupant]) {
            None => vec![self.new_tokens(Token { links: links.clone(), attacked: None })],
            Some(range) => (0..=range.cap())
                .map(|attacked| self.new_tokens(Token { links: links.clone(), attacked: Some(attacked) }))
                .collect(),
        };
        let does_add =
            |&number: &usize| u64::from(self.rules.countings[number].counted[place].contains(&occupant));
        let adds = numbers.iter().map(does_add).collect();
        Choice { effects, own, adds, gain: self.rules.is_maximised[occupant].into() }
    }

    /// Returns the tokens of a new square. Without splitting it has one. With splitting it has one for its
    /// attackers to come, and one for each square to come that it affects.
    fn new_tokens(&mut self, token: Token) -> Option<Vec<Stock>> {
        let mut tokens = vec![token];
        if self.is_split {
            let token = &mut tokens[0];
            let mut split: BTreeMap<usize, Vec<Link>> = BTreeMap::new();
            for link in &mut token.links {
                let done = Link { is_attacked: false, ..*link };
                *link = Link { excludes: false, pairs: false, attacks: false, ..*link };
                if done.does_something() {
                    split.entry(done.at).or_default().push(done);
                }
            }
            token.links.retain(|link| link.is_attacked);
            tokens.extend(split.into_values().map(|links| Token { links, attacked: None }));
        }
        let fates = tokens.into_iter().map(|token| self.fate(token));
        let stocks = fates.filter(|fate| *fate != Fate::Gone).map(|fate| match fate {
            Fate::In(stock) => Some(stock),
            Fate::Dead | Fate::Gone => None,
        });
        stocks.collect()
    }

    /// Returns the fate of a token that has only its links to the squares to come.
    fn fate(&mut self, mut token: Token) -> Fate {
        if let (Some(attacked), Some(Range { least, most })) = (token.attacked, self.rules.attacked) {
            let mut attackers: Vec<usize> =
                token.links.iter().filter(|link| link.is_attacked).map(|link| link.at).collect();
            attackers.dedup();
            let reach = attacked + attackers.len() as u64;
            if reach < least || most.is_some_and(|most| attacked > most) {
                return Fate::Dead;
            }
            if attacked >= least && most.is_none_or(|most| reach <= most) {
                token.attacked = None;
            }
        }
        if token.attacked.is_none() {
            token.links.iter_mut().for_each(|link| link.is_attacked = false);
            token.links.retain(Link::does_something);
        }
        if token.links.is_empty() {
            return Fate::Gone;
        }
        let most = self.largest_distinct(&token);
        let taken = &mut self.taken;
        Fate::In(*self.live.entry(token).or_insert_with(|| Stock { field: taken.take(most), most }))
    }

    /// Returns the largest number of such tokens that must be distinguished from more of them.
    fn largest_distinct(&self, token: &Token) -> u64 {
        let cap = |does: fn(&Link) -> bool, range: Option<Range>| {
            range.filter(|_| token.links.iter().any(does)).map_or(1, Range::cap)
        };
        cap(|link| link.attacks, self.rules.attacked).max(cap(|link| link.pairs, self.rules.pairs))
    }

    /// Returns the place of each field if lines across are reflected after the last square of one of them.
    /// Empty if some field has no counterpart.
    fn mirror(&self) -> Vec<(BitField, BitField)> {
        let rules = self.rules;
        let tokens = self.live.iter().map(|(token, stock)| {
            let turned = |link: &Link| Link { at: rules.mirror_place(link.at), ..*link };
            let mut links: Vec<Link> = token.links.iter().map(turned).collect();
            links.sort_unstable();
            let image = self.live.get(&Token { links, ..*token }).filter(|image| image.most == stock.most);
            image.map(|image| (stock.field, image.field))
        });
        let fields = rules.countings.iter().zip(&self.counted);
        let live = fields.filter_map(|(counting, &field)| Some((counting, field?)));
        let numbers = live.map(|(counting, field)| {
            let mirrored = counting.mirror(rules.across);
            let image = rules.countings.iter().position(|other| *other == mirrored);
            Some((field, image.and_then(|image| self.counted[image])?))
        });
        tokens.chain(numbers).collect::<Option<Vec<_>>>().unwrap_or_default()
    }
}
