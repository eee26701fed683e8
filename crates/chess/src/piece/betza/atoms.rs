//! The letters of Betza notation.

/// The maximum number in `(a,b)` and in a range. Boards are far smaller, so larger numbers are typing errors.
pub(super) const MAX_NUMBER: u32 = 999;

/// The leaps that have a letter.
pub(super) const LEAPS: &[(char, (u32, u32))] = &[
    ('W', (1, 0)),
    ('F', (1, 1)),
    ('D', (2, 0)),
    ('N', (2, 1)),
    ('A', (2, 2)),
    ('H', (3, 0)),
    ('C', (3, 1)),
    ('L', (3, 1)),
    ('Z', (3, 2)),
    ('J', (3, 2)),
    ('G', (3, 3)),
];

/// A letter that is short for other atoms.
pub(super) struct Compound {
    pub(super) letter: char,
    pub(super) leaps: &'static [(u32, u32)],
    pub(super) is_rider: bool,
}

pub(super) const COMPOUNDS: &[Compound] = &[
    Compound { letter: 'K', leaps: &[(1, 0), (1, 1)], is_rider: false },
    Compound { letter: 'R', leaps: &[(1, 0)], is_rider: true },
    Compound { letter: 'B', leaps: &[(1, 1)], is_rider: true },
    Compound { letter: 'Q', leaps: &[(1, 0), (1, 1)], is_rider: true },
];

/// Returns the leaps `(±long, ±short)` and `(±short, ±long)`: four of them, or eight if oblique. Repeats are
/// harmless.
pub(super) fn steps(long: i32, short: i32) -> impl Iterator<Item = (i32, i32)> {
    let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    signs.into_iter().flat_map(move |(a, b)| [(a * long, b * short), (a * short, b * long)])
}
