//! Reading Betza notation, by the rules in the header of the parent module.

use super::atoms::{COMPOUNDS, Compound, LEAPS, MAX_NUMBER, steps};
use crate::board::{Lattice, Leap, MAX_AXES};
use crate::piece::hop::{Hop, has_usual_way, way};
use crate::piece::moves::{Moves, Range};

/// A fault of a text in Betza notation, and its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub struct BetzaError {
    /// Number of characters before the fault.
    pub position: usize,
    /// The fault.
    pub fault: BetzaFault,
}

/// The possible faults of a text in Betza notation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BetzaFault {
    /// The text is empty.
    #[error("no moves: write atoms like N, WW or (1,4)")]
    Empty,
    /// A word of small letters, like `foo`.
    #[error(
        "no moves: a Betza atom is a capital letter, W F D N A H C L Z J G K R B or Q, or a leap like (1,4)"
    )]
    NoMoves,
    /// A modifier whose attack is not a relation between two squares.
    #[error("'{modifier}' ({meaning}) cannot be counted: {reason}")]
    Refused {
        /// The letter.
        modifier: char,
        /// Its meaning.
        meaning: &'static str,
        /// The reason for the rejection.
        reason: &'static str,
    },
    /// A letter or sign without a meaning.
    #[error("'{}' is not a Betza atom: W F D N A H C L Z J G K R B Q or (a,b), after directions f b l r v s", .0.escape_debug())]
    UnknownAtom(char),
    /// The text ends before an atom.
    #[error("the text ends after a direction: an atom like W, F or N must follow")]
    NoAtom,
    /// Directions before K or Q.
    #[error("directions before {0} are read in different ways: write them for W and F apart, like fWfF")]
    DirectedCompound(char),
    /// Directions on a board without forwards, backwards, left and right.
    #[error(
        "directions are those of squares in ranks and files: on a {0} board a kind attacks alike in all directions"
    )]
    Undirected(Lattice),
    /// More numbers in brackets than the board has axes.
    #[error("a leap of {numbers} numbers: on this board it has two, like (1,2){}", further_advice(*.axes))]
    Axes {
        /// Number of numbers in the brackets.
        numbers: usize,
        /// Maximum number of coordinates of a leap.
        axes: usize,
    },
    /// The letter `h` in a place where it selects nothing.
    #[error("'h' (half) goes after f, b, l, r, v or s, and with oblique leaps only: fhN")]
    Half,
    /// A hopper that does not ride without limit.
    #[error("'{0}' (hopper) goes before a rider without limit: {0}R, {0}Q, {0}NN")]
    HopperRange(char),
    /// A lame leaper that rides.
    #[error("'n' (lame leaper) goes before a leap made once, like nN or nA; pieces stop a rider in any case")]
    LameRider,
    /// A lame leaper whose way depends on the program.
    #[error(
        "'n' (lame leaper) goes before leaps along a line, like nD and nA, and before nN; other leaps have no \
         agreed path"
    )]
    LameWay,
    /// Two letters for the dependence on other pieces.
    #[error("'{0}' and '{1}' exclude each other: an attack is either that of a hopper (p, g) or lame (n)")]
    TwoHops(char, char),
    /// A doubled letter of a rider.
    #[error("{0}{0}: {0} is a rider already")]
    DoubledRider(char),
    /// A letter three times.
    #[error("{0}{0}{0}: a letter once is a leaper, twice a rider, three times has no meaning")]
    Tripled(char),
    /// A range after a doubled letter.
    #[error("{0}{0} is already unlimited: {0} with a number is the limited rider")]
    RangeOnRider(char),
    /// A repeated leap in brackets.
    #[error("a leap in brackets is not doubled: its rider is (a,b)0")]
    DoubledBrackets,
    /// Brackets that do not contain a leap.
    #[error("a leap is written (a,b), with numbers up to {MAX_NUMBER}, not both 0")]
    Leap,
    /// A number that is too large.
    #[error("a range is a number up to {MAX_NUMBER}, or 0 for no limit")]
    Range,
    /// The text has only `m` parts.
    #[error("this kind never attacks: m (moves without capturing) adds nothing")]
    NeverAttacks,
}

fn further_advice(axes: usize) -> &'static str {
    match axes {
        3 => ", or three, like (1,1,1)",
        4 => ", or more, like (1,1,1,1)",
        _ => "",
    }
}

/// The reason for most rejected modifiers.
const OCCUPANCY: &str = "its attack depends on where other pieces stand";

/// Modifiers that cannot be counted, with their meaning and the reason.
const REFUSED: &[(char, &str, &str)] = &[
    ('j', "leaps only over a piece", OCCUPANCY),
    ('a', "moves again", OCCUPANCY),
    ('t', "bent move", OCCUPANCY),
    ('y', "changes its range on the way", OCCUPANCY),
    ('u', "unloads a piece", OCCUPANCY),
    ('x', "makes other pieces move", OCCUPANCY),
    ('d', "captures its own army", "every other piece is an enemy here"),
    ('k', "captures kings only", "every other piece is an enemy here"),
    ('e', "en passant", "a placement has no last move"),
    ('i', "initial move", "a placement has no first move"),
    ('o', "wraps round the board", "give the board a topology instead: 8x8/cylinder"),
    ('q', "circular rider", "its line is not straight"),
    ('z', "crooked rider", "its line is not straight"),
];

/// Reads a kind's moves.
///
/// # Errors
/// The first fault, with its place.
///
/// ```
/// use armistice::piece::betza;
///
/// assert_eq!(betza::parse("K")?, betza::parse("WF")?);
/// assert_eq!(betza::parse("Q")?, betza::parse("WWFF")?);
/// assert_eq!(betza::parse("(1,2)0")?, betza::parse("NN")?);
/// assert!(betza::parse("jN").unwrap_err().to_string().contains("depends on where other pieces stand"));
/// # Ok::<(), betza::BetzaError>(())
/// ```
pub fn parse(text: &str) -> Result<Moves, BetzaError> {
    parse_on(text, Lattice::Square)
}

/// Like [`parse`], but on any lattice: an atom is the class of its leap under the lattice's rotations and
/// reflections. In space, `K` and `Q` go along all diagonals, and leaps in brackets have up to one number per
/// axis.
///
/// # Errors
/// The first fault, with its place. Directions are a fault on a lattice without directions.
///
/// ```
/// use armistice::board::Lattice;
/// use armistice::piece::betza;
///
/// // The kings of Gliński's hexagonal chess and of Raumschach, and the unicorn.
/// assert_eq!(betza::parse_on("K", Lattice::Hexagonal)?.leaps().count(), 12);
/// assert_eq!(betza::parse_on("K", Lattice::Cubic)?.leaps().count(), 26);
/// assert_eq!(betza::parse_on("(1,1,1)0", Lattice::Cubic)?.leaps().count(), 8);
/// # Ok::<(), betza::BetzaError>(())
/// ```
pub fn parse_on(text: &str, lattice: Lattice) -> Result<Moves, BetzaError> {
    let chars: Vec<char> = text.chars().collect();
    let mut reader = BetzaReader { chars: &chars, place: 0 };
    if chars.is_empty() {
        return Err(reader.fault_at(0, BetzaFault::Empty));
    }
    if chars.len() > 1 && chars.iter().all(char::is_ascii_lowercase) {
        return Err(reader.fault_at(0, BetzaFault::NoMoves));
    }
    let mut moves = Moves::default();
    let mut previous: Option<Atom> = None;
    while reader.peek().is_some() {
        let component = reader.component()?;
        let undirected =
            component.directions.is_empty() && component.range == Range::Times(1) && component.hop.is_none();
        let leap = (undirected && component.atom.in_brackets()).then_some(component.atom);
        if leap.is_some() && leap == previous {
            return Err(reader.fault_at(component.place, BetzaFault::DoubledBrackets));
        }
        component.add_to(&mut moves, lattice).map_err(|fault| reader.fault_at(component.place, fault))?;
        previous = leap;
    }
    if moves.is_empty() {
        return Err(reader.fault_at(0, BetzaFault::NeverAttacks));
    }
    Ok(moves)
}

/// The source of leaps: a letter, or numbers in brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Atom {
    Letter(char),
    /// A leap in brackets, and its number of coordinates.
    Brackets(Leap, usize),
}

impl Atom {
    fn in_brackets(self) -> bool {
        matches!(self, Self::Brackets(..))
    }
}

/// Directions and modality, an atom, and its range.
struct Component {
    /// The position of the atom.
    place: usize,
    directions: Vec<char>,
    attacks: bool,
    /// The dependence on other pieces, with its letter.
    hop: Option<(char, Hop)>,
    atom: Atom,
    range: Range,
}

impl Component {
    /// Adds the leaps of the atom in the selected directions to `moves`.
    fn add_to(&self, moves: &mut Moves, lattice: Lattice) -> Result<(), BetzaFault> {
        let compound = COMPOUNDS.iter().find(|compound| Atom::Letter(compound.letter) == self.atom);
        let flat = |&(a, b): &(u32, u32)| [a as i32, b as i32, 0, 0];
        let leaps: Vec<Leap> = match (self.atom, compound) {
            (_, Some(&Compound { letter, leaps, .. })) => {
                if leaps.len() > 1 && !self.directions.is_empty() {
                    return Err(BetzaFault::DirectedCompound(letter));
                }
                match leaps.len() > 1 && lattice.axes() > 2 {
                    true => lattice.nearest_leaps(),
                    false => leaps.iter().map(flat).collect(),
                }
            }
            (Atom::Letter(letter), None) => {
                let known = LEAPS.iter().find(|leap| leap.0 == letter);
                vec![flat(&known.ok_or(BetzaFault::UnknownAtom(letter))?.1)]
            }
            (Atom::Brackets(_, numbers), None) if numbers > lattice.axes() => {
                return Err(BetzaFault::Axes { numbers, axes: lattice.axes() });
            }
            (Atom::Brackets(leap, _), None) => vec![leap],
        };
        self.check_hop(&leaps, lattice)?;
        if lattice == Lattice::Square {
            return leaps.iter().try_for_each(|&[a, b, ..]| self.add_directed(moves, (a, b)));
        }
        if !self.directions.is_empty() {
            return Err(BetzaFault::Undirected(lattice));
        }
        let classes = leaps.into_iter().flat_map(|leap| lattice.class(leap));
        if self.attacks {
            classes.for_each(|leap| self.add_to_moves(moves, leap));
        }
        Ok(())
    }

    /// Checks that its leaps can be those of a hopper or a lame leaper.
    fn check_hop(&self, leaps: &[Leap], lattice: Lattice) -> Result<(), BetzaFault> {
        // On a hexagonal lattice, the coordinates of a leap do not show which way is shorter.
        let is_hexagonal = lattice == Lattice::Hexagonal;
        let is_knights =
            |leap: &Leap| leap.iter().map(|along| along.abs()).sum::<i32>() == 3 && way(*leap).count() == 1;
        let has_way = |leap: &Leap| has_usual_way(*leap) && !(is_hexagonal && is_knights(leap));
        match self.hop {
            Some((letter, Hop::Behind | Hop::Beyond)) if self.range != Range::Unlimited => {
                Err(BetzaFault::HopperRange(letter))
            }
            Some((_, Hop::Lame)) if self.range != Range::Times(1) => Err(BetzaFault::LameRider),
            Some((_, Hop::Lame)) if !leaps.iter().all(has_way) => Err(BetzaFault::LameWay),
            _ => Ok(()),
        }
    }

    /// Adds one leap, as a ride or a hop. A lame leaper without squares on its way is a leaper.
    fn add_to_moves(&self, moves: &mut Moves, leap: Leap) {
        match self.hop {
            Some((_, Hop::Lame)) if way(leap).next().is_none() => moves.add_leap(leap, self.range),
            Some((_, hop)) => moves.add_hop(leap, hop),
            None => moves.add_leap(leap, self.range),
        }
    }

    /// Adds the images of a leap of the square lattice that go in one of the directions.
    fn add_directed(&self, moves: &mut Moves, (a, b): (i32, i32)) -> Result<(), BetzaFault> {
        let (long, short) = (a.max(b), a.min(b));
        let selections = selections(&self.directions, long, short)?;
        for step in steps(long, short) {
            let selected = selections.is_empty() || selections.iter().any(|selection| selection.has(step));
            if self.attacks && selected {
                self.add_to_moves(moves, [step.0, step.1, 0, 0]);
            }
        }
        Ok(())
    }
}

/// The leaps of an atom that one direction, or a pair of directions, selects.
#[derive(Clone, Copy)]
struct LeapSelection {
    /// A direction that the leap must have.
    towards: char,
    /// A second direction that the leap must have, if any.
    also_towards: Option<char>,
    /// The direction that the *long* part of the leap must have, if any.
    long_part: Option<char>,
}

impl LeapSelection {
    fn has(self, step: (i32, i32)) -> bool {
        let long_rows = step.0.abs() > step.1.abs();
        goes(step, self.towards)
            && self.also_towards.is_none_or(|letter| goes(step, letter))
            && self.long_part.is_none_or(|letter| is_vertical(letter) == long_rows)
    }
}

/// Returns true if a step of rows and columns has the direction of the letter.
fn goes((rows, cols): (i32, i32), letter: char) -> bool {
    match letter {
        'f' => rows > 0,
        'b' => rows < 0,
        'v' => rows != 0,
        'l' => cols < 0,
        'r' => cols > 0,
        _ => cols != 0,
    }
}

fn is_vertical(letter: char) -> bool {
    matches!(letter, 'f' | 'b' | 'v')
}

/// Reads direction letters for an atom with this leap, by the rules in the header of the parent module.
fn selections(letters: &[char], long: i32, short: i32) -> Result<Vec<LeapSelection>, BetzaFault> {
    let (straight, oblique) = (short == 0, short != 0 && short != long);
    let mut selections = Vec::new();
    let mut rest = letters;
    while let Some((&first, after)) = rest.split_first() {
        if first == 'h' {
            return Err(BetzaFault::Half);
        }
        let plain = LeapSelection { towards: first, also_towards: None, long_part: None };
        let second = after.first().copied();
        // In `brh`, the `r` belongs to the `h`.
        let may_pair = !straight && after.get(1) != Some(&'h');
        let (selection, used) = match second {
            Some('h') if oblique => (plain, 2),
            Some('h') => return Err(BetzaFault::Half),
            Some(second) if may_pair && is_vertical(first) != is_vertical(second) => {
                let long_part = oblique.then_some(second);
                (LeapSelection { also_towards: Some(second), long_part, ..plain }, 2)
            }
            _ => {
                let doubled = second == Some(first) && after.get(1) != Some(&'h');
                (LeapSelection { long_part: oblique.then_some(first), ..plain }, if doubled { 2 } else { 1 })
            }
        };
        selections.push(selection);
        rest = &rest[used..];
    }
    Ok(selections)
}

/// The text and the position of the reader.
struct BetzaReader<'a> {
    chars: &'a [char],
    place: usize,
}

impl BetzaReader<'_> {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.place).copied()
    }

    fn fault_at(&self, position: usize, fault: BetzaFault) -> BetzaError {
        BetzaError { position, fault }
    }

    fn fault_here(&self, fault: BetzaFault) -> BetzaError {
        self.fault_at(self.place, fault)
    }

    /// Reads directions and modality, an atom and a range.
    fn component(&mut self) -> Result<Component, BetzaError> {
        let mut directions = Vec::new();
        let (mut captures, mut moves_only) = (false, false);
        let mut hop = None;
        while let Some(modifier) = self.peek().filter(char::is_ascii_lowercase) {
            match modifier {
                'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => directions.push(modifier),
                'c' => captures = true,
                'm' => moves_only = true,
                'p' | 'g' | 'n' => {
                    let meant = match modifier {
                        'p' => Hop::Beyond,
                        'g' => Hop::Behind,
                        _ => Hop::Lame,
                    };
                    match hop {
                        Some((other, _)) if other != modifier => {
                            return Err(self.fault_here(BetzaFault::TwoHops(other, modifier)));
                        }
                        _ => hop = Some((modifier, meant)),
                    }
                }
                _ => {
                    let refused = REFUSED.iter().find(|refused| refused.0 == modifier);
                    return Err(self.fault_here(match refused {
                        Some(&(modifier, meaning, reason)) => {
                            BetzaFault::Refused { modifier, meaning, reason }
                        }
                        None => BetzaFault::UnknownAtom(modifier),
                    }));
                }
            }
            self.place += 1;
        }
        let place = self.place;
        let (atom, range) = self.atom()?;
        Ok(Component { place, directions, attacks: captures || !moves_only, hop, atom, range })
    }

    /// Reads a letter, doubled or not, or a leap in brackets, and perhaps a number.
    fn atom(&mut self) -> Result<(Atom, Range), BetzaError> {
        let place = self.place;
        let letter = self.peek().ok_or_else(|| self.fault_here(BetzaFault::NoAtom))?;
        if letter == '(' {
            let atom = self.leap().ok_or_else(|| self.fault_at(place, BetzaFault::Leap))?;
            let range = self.range()?.unwrap_or(Range::Times(1));
            return Ok((atom, range));
        }
        let rider = COMPOUNDS.iter().any(|compound| compound.letter == letter && compound.is_rider);
        if !rider && !LEAPS.iter().any(|leap| leap.0 == letter) && letter != 'K' {
            return Err(self.fault_here(BetzaFault::UnknownAtom(letter)));
        }
        self.place += 1;
        let doubled = self.peek() == Some(letter);
        if doubled {
            self.place += 1;
            if rider {
                return Err(self.fault_at(place, BetzaFault::DoubledRider(letter)));
            }
            if self.peek() == Some(letter) {
                return Err(self.fault_at(place, BetzaFault::Tripled(letter)));
            }
        }
        let range = match self.range()? {
            Some(_) if doubled => return Err(self.fault_at(place, BetzaFault::RangeOnRider(letter))),
            Some(range) => range,
            None if doubled || rider => Range::Unlimited,
            None => Range::Times(1),
        };
        Ok((Atom::Letter(letter), range))
    }

    /// Reads `(a,b)`, or brackets with up to one number per axis.
    fn leap(&mut self) -> Option<Atom> {
        self.place += 1;
        let mut leap = [0; MAX_AXES];
        leap[0] = self.number()? as i32;
        self.skip(',')?;
        leap[1] = self.number()? as i32;
        let mut numbers = 2;
        while numbers < MAX_AXES && self.skip(',').is_some() {
            leap[numbers] = self.number()? as i32;
            numbers += 1;
        }
        self.skip(')')?;
        leap.iter().any(|&along| along != 0).then_some(Atom::Brackets(leap, numbers))
    }

    fn skip(&mut self, expected: char) -> Option<()> {
        (self.peek()? == expected).then(|| self.place += 1)
    }

    /// Reads the number after an atom, if there is one.
    fn range(&mut self) -> Result<Option<Range>, BetzaError> {
        let place = self.place;
        if !self.peek().is_some_and(|next| next.is_ascii_digit()) {
            return Ok(None);
        }
        match self.number() {
            Some(0) => Ok(Some(Range::Unlimited)),
            Some(times) => Ok(Some(Range::Times(times))),
            None => Err(self.fault_at(place, BetzaFault::Range)),
        }
    }

    /// Reads a decimal number up to [`MAX_NUMBER`].
    fn number(&mut self) -> Option<u32> {
        let digits = self.chars[self.place..].iter().map_while(|c| c.to_digit(10));
        let mut value = None;
        for digit in digits {
            let next = value.unwrap_or(0) * 10 + digit;
            if next > MAX_NUMBER {
                return None;
            }
            value = Some(next);
            self.place += 1;
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the leaps of a text whose rides all go once, sorted.
    fn leaps(text: &str) -> Vec<(i32, i32)> {
        let moves = parse(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        assert!(moves.rides().all(|(_, range)| range == Range::Times(1)), "{text}");
        moves.rides().map(|(step, _)| step).collect()
    }

    fn same(a: &str, b: &str) {
        assert_eq!(parse(a), parse(b), "{a} against {b}");
    }

    #[test]
    fn directions_of_straight_atoms_add_up() {
        assert_eq!(leaps("fW"), [(1, 0)]);
        assert_eq!(leaps("fsW"), [(0, -1), (0, 1), (1, 0)]);
        assert_eq!(leaps("vD"), [(-2, 0), (2, 0)]);
        same("fblrW", "W");
    }

    #[test]
    fn directions_of_diagonal_atoms_meet_in_pairs() {
        assert_eq!(leaps("fF"), [(1, -1), (1, 1)]);
        assert_eq!(leaps("flF"), [(1, -1)]);
        assert_eq!(leaps("lfF"), [(1, -1)]);
        assert_eq!(leaps("flbrF"), [(-1, 1), (1, -1)]);
        assert_eq!(leaps("fbrF"), [(-1, 1), (1, -1), (1, 1)]);
        same("fsF", "fF");
        same("lrF", "F");
    }

    #[test]
    fn directions_of_oblique_atoms_name_the_long_part_last() {
        assert_eq!(leaps("fN"), [(2, -1), (2, 1)]);
        same("ffN", "fN");
        assert_eq!(leaps("fsN"), [(1, -2), (1, 2)]);
        assert_eq!(leaps("frN"), [(1, 2)]);
        assert_eq!(leaps("rfN"), [(2, 1)]);
        assert_eq!(leaps("vlN"), [(-1, -2), (1, -2)]);
        assert_eq!(leaps("fhN"), [(1, -2), (1, 2), (2, -1), (2, 1)]);
        same("bbN", "bN");
        same("brhN", "bNrhN");
        same("vsN", "lrN");
        same("fhbhN", "N");
    }

    #[test]
    fn modality_decides_what_attacks() {
        same("mfWcfF", "fF");
        same("mcW", "W");
        assert_eq!(parse("mW").unwrap_err().fault, BetzaFault::NeverAttacks);
    }

    #[test]
    fn hoppers_and_lame_leapers_have_hops() {
        let hops = |text: &str| -> Vec<(Leap, Hop)> { parse(text).unwrap().hops().collect() };
        assert_eq!(hops("gQ").len(), 8);
        assert!(hops("gQ").iter().all(|&(_, hop)| hop == Hop::Behind));
        assert_eq!(hops("fpR"), [([1, 0, 0, 0], Hop::Beyond)]);
        same("pfR", "fpR");
        same("nW", "W");
        same("nK", "K");
        assert_eq!(hops("nN").len(), 8);
        assert_eq!(hops("nAnD").len(), 8);
        let cannon = parse("mRpcR").unwrap();
        assert_eq!((cannon.leaps().count(), cannon.hops().count()), (0, 4));
        assert_eq!(parse_on("gQ", Lattice::Hexagonal).unwrap().hops().count(), 12);
        assert_eq!(parse_on("nN", Lattice::Cubic).unwrap().hops().count(), 24);
        let fault = |text: &str| parse(text).unwrap_err().fault;
        assert_eq!(fault("gK"), BetzaFault::HopperRange('g'));
        assert_eq!(fault("pW3"), BetzaFault::HopperRange('p'));
        assert_eq!(fault("nNN"), BetzaFault::LameRider);
        assert_eq!(fault("nC"), BetzaFault::LameWay);
        assert_eq!(fault("pgR"), BetzaFault::TwoHops('p', 'g'));
        assert_eq!(parse_on("nN", Lattice::Hexagonal).unwrap_err().fault, BetzaFault::LameWay);
    }

    #[test]
    fn riders_and_ranges() {
        same("R", "WW");
        same("B", "F0");
        same("Q", "W0F0");
        same("KK", "Q");
        same("R4", "W4");
        same("RK", "RF");
        same("(1,2)", "N");
        same("(4,1)0", "(1,4)0");
        same("GG", "(3,3)0");
        same("(1,2)2(1,2)", "N2N");
        same("WR3", "R3");
        same("llvFF", "lFFvFF");
        assert_eq!(parse("QNN").unwrap().rides().count(), 16);
        assert_eq!(parse("RflbrAA").unwrap().rides().count(), 6);
        assert_eq!(parse("Rflbr(4,4)0").unwrap().rides().count(), 6);
    }

    #[test]
    fn faults_have_a_place_and_a_reason() {
        let fault = |text: &str| {
            let error = parse(text).unwrap_err();
            (error.position, error.fault)
        };
        assert_eq!(fault(""), (0, BetzaFault::Empty));
        assert_eq!(fault("Wf"), (2, BetzaFault::NoAtom));
        assert_eq!(fault("WX"), (1, BetzaFault::UnknownAtom('X')));
        assert_eq!(fault("O"), (0, BetzaFault::UnknownAtom('O')));
        assert_eq!(fault("RR"), (0, BetzaFault::DoubledRider('R')));
        assert_eq!(fault("WNNN"), (1, BetzaFault::Tripled('N')));
        assert_eq!(fault("NN3"), (0, BetzaFault::RangeOnRider('N')));
        assert_eq!(fault("fK"), (1, BetzaFault::DirectedCompound('K')));
        assert_eq!(fault("hN"), (1, BetzaFault::Half));
        assert_eq!(fault("fhF"), (2, BetzaFault::Half));
        assert_eq!(fault("(1,4)(1,4)"), (5, BetzaFault::DoubledBrackets));
        for text in ["(", "(1", "(1,", "(1,2", "(0,0)", "(1;2)", "(,)", "(1000,1)", "(-1,2)", "()"] {
            assert_eq!(fault(text), (0, BetzaFault::Leap), "{text}");
        }
        assert_eq!(fault("W1000"), (1, BetzaFault::Range));
        for (modifier, ..) in REFUSED {
            let (place, fault) = fault(&format!("W{modifier}R"));
            assert!(place == 1 && matches!(fault, BetzaFault::Refused { .. }), "{modifier}");
        }
    }
}
