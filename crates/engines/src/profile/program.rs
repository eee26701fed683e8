//! What a sweep does at each square, worked out before any state is met.
//!
//! A settled square matters no longer by where it is, but by what it has to do with the squares to come: its [`Token`]. Squares
//! with the same token can stand for each other, so a state says how many there are of each, as far as that makes a difference.
//! Of kings each token is that of one square; rooks in one file, or pieces of two kinds that reach the same squares to come,
//! have one and the same.
//!
//! Whatever a square does to others it does to each of them apart, so a token may be split into those with one square to come each:
//! then it is forgotten where pieces stand, and known only what is attacked.

use super::fields::{BitField, Taken};
use super::rules::{Counting, Link, Occupant, Range, Rules};
use std::collections::BTreeMap;

/// A settled square, as far as it has to do with those to come.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Token {
    /// In the order of their places.
    links: Vec<Link>,
    /// How often it is attacked so far; `None` if it does not matter how often it will be.
    attacked: Option<u64>,
}

/// Where tokens of one sort are counted, and up to which number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stock {
    pub(super) field: BitField,
    pub(super) most: u64,
}

/// What becomes of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// Nothing can make it good.
    Dead,
    /// It has nothing to do with any square to come.
    Gone,
    /// It is one of these.
    In(Stock),
}

/// What a choice at a square means for tokens of one sort.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effect {
    pub(super) fate: Fate,
    /// How often each attacks the new piece.
    pub(super) attacks: u64,
    /// How many pairs each makes with it.
    pub(super) pairs: u64,
}

/// What can be done at a square.
pub(super) struct Choice {
    /// For the tokens that the step [touches](Step::tokens).
    pub(super) effects: Vec<Effect>,
    /// The new tokens, by how often the square is attacked, `None` if nothing can make that good; from the last one on it is all the
    /// same.
    pub(super) own: Vec<Option<Vec<Stock>>>,
    /// How much it adds to the numbers that the step [touches](Step::numbers).
    pub(super) adds: Vec<u64>,
    /// 1 if it is one of those of which there are to be as many as possible.
    pub(super) gain: u64,
}

/// What a number is after a square, and whether it can still be in its range.
pub(super) struct Number {
    /// Where it is; `None` if it is 0.
    pub(super) from: Option<BitField>,
    /// Where it will be; `None` if nothing is to be known of it any more.
    pub(super) to: Option<BitField>,
    range: Range,
    /// How many squares to come can add to it.
    left: u64,
    is_told: bool,
}

impl Number {
    /// How it is written down: as it is, or by [`Number::free`]; `None` if it cannot be in its range.
    #[inline]
    pub(super) fn advanced(&self, from: u64, add: u64) -> Option<u64> {
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

    /// Stands for all numbers that will be in the range whatever is added.
    fn free(&self) -> u64 {
        self.range.cap() + 1
    }
}

/// A square.
pub(super) struct Step {
    /// The bits that stay as they are.
    pub(super) keep: Vec<u64>,
    /// The tokens that have to do with it.
    pub(super) tokens: Vec<BitField>,
    /// The numbers to which it can add.
    pub(super) numbers: Vec<Number>,
    pub(super) choices: Vec<Choice>,
    /// Where everything goes if lines across are turned around: of each number its new place; empty if nothing is to be turned.
    pub(super) mirror: Vec<(BitField, BitField)>,
}

/// All steps of a sweep.
pub(super) struct Program {
    pub(super) steps: Vec<Step>,
    /// The words of a state.
    pub(super) words: usize,
    /// What pairs are counted in, and their range.
    pub(super) pairs: Option<(BitField, Range)>,
    /// The numbers that are asked for.
    pub(super) told: Vec<Option<BitField>>,
    /// Whether it can be seen at once that there is no placement.
    pub(super) is_hopeless: bool,
    /// The most bits of a state at any square.
    pub(super) bits: u32,
}

/// States with more words are too many, whatever they are.
const MAX_WORDS: usize = 16;

/// A program in the making, after some squares.
struct Making<'a> {
    rules: &'a Rules,
    is_split: bool,
    taken: Taken,
    live: BTreeMap<Token, Stock>,
    /// For each number where it is counted; `None` if it is 0 or done with.
    counted: Vec<Option<BitField>>,
}

impl Program {
    /// `None` if states would be too wide. If tokens are split, more states are the same, and all are wider.
    pub(super) fn new(rules: &Rules, is_split: bool) -> Option<Self> {
        let mut taken = Taken::default();
        let pairs = rules.pairs.map(|range| (taken.take(range.cap()), range));
        let (live, counted) = (BTreeMap::new(), vec![None; rules.countings.len()]);
        let mut making = Making { rules, is_split, taken, live, counted };
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

impl Counting {
    /// How many squares from a place on can add to it.
    fn reach(&self, place: usize) -> u64 {
        self.counted[place..].iter().filter(|counted| !counted.is_empty()).count() as u64
    }

    fn range(&self) -> Range {
        Range { least: self.least, most: self.most.filter(|&most| most < self.reach(0)) }
    }

    /// The largest number that is written down.
    fn largest(&self) -> u64 {
        if self.is_told { self.reach(0) } else { self.range().cap() + 1 }
    }
}

impl Making<'_> {
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
            None => vec![self.own(Token { links: links.clone(), attacked: None })],
            Some(range) => (0..=range.cap())
                .map(|attacked| self.own(Token { links: links.clone(), attacked: Some(attacked) }))
                .collect(),
        };
        let does_add =
            |&number: &usize| u64::from(self.rules.countings[number].counted[place].contains(&occupant));
        let adds = numbers.iter().map(does_add).collect();
        Choice { effects, own, adds, gain: self.rules.is_maximised[occupant].into() }
    }

    /// The tokens of a new square: one, or one for what it waits for and one for each square to come that it does something to.
    fn own(&mut self, token: Token) -> Option<Vec<Stock>> {
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

    /// What becomes of a token that has its links to the squares to come only.
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
        let most = self.most(&token);
        let taken = &mut self.taken;
        Fate::In(*self.live.entry(token).or_insert_with(|| Stock { field: taken.take(most), most }))
    }

    /// How many such tokens are told from more of them.
    fn most(&self, token: &Token) -> u64 {
        let cap = |does: fn(&Link) -> bool, range: Option<Range>| {
            range.filter(|_| token.links.iter().any(does)).map_or(1, Range::cap)
        };
        cap(|link| link.attacks, self.rules.attacked).max(cap(|link| link.pairs, self.rules.pairs))
    }

    /// Where everything goes if lines across are turned around, after the last square of one of them; empty if something has no
    /// counterpart.
    fn mirror(&self) -> Vec<(BitField, BitField)> {
        let rules = self.rules;
        let tokens = self.live.iter().map(|(token, stock)| {
            let turned = |link: &Link| Link { at: rules.mirrored(link.at), ..*link };
            let mut links: Vec<Link> = token.links.iter().map(turned).collect();
            links.sort_unstable();
            let image = self.live.get(&Token { links, ..*token }).filter(|image| image.most == stock.most);
            image.map(|image| (stock.field, image.field))
        });
        let fields = rules.countings.iter().zip(&self.counted);
        let live = fields.filter_map(|(counting, &field)| Some((counting, field?)));
        let numbers = live.map(|(counting, field)| {
            let mirrored = counting.mirrored(rules.across);
            let image = rules.countings.iter().position(|other| *other == mirrored);
            Some((field, image.and_then(|image| self.counted[image])?))
        });
        tokens.chain(numbers).collect::<Option<Vec<_>>>().unwrap_or_default()
    }
}
