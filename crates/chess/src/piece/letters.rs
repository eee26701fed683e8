//! The built-in kinds, one line each.

/// Letter, name, other names in use, moves in Betza notation. To add a kind, add a line.
///
/// There is no standard for the letters of fairy pieces. These letters follow other programs where those
/// agree. `A` is the amazon, as in the puzzles that count them, so the princess (bishop and knight) has `J`.
pub(super) const TABLE: &[(char, &str, &str, &str)] = &[
    ('K', "king", "man, commoner", "K"),
    ('Q', "queen", "", "Q"),
    ('R', "rook", "", "R"),
    ('B', "bishop", "", "B"),
    ('N', "knight", "", "N"),
    ('A', "amazon", "superqueen, maharaja", "QN"),
    ('F', "ferz", "fers", "F"),
    ('W', "wazir", "", "W"),
    ('D', "dabbaba", "", "D"),
    ('E', "alfil", "elephant", "A"),
    ('L', "camel", "long knight", "C"),
    ('Z', "zebra", "", "Z"),
    ('H', "nightrider", "", "NN"),
    ('J', "princess", "archbishop, cardinal", "BN"),
    ('C', "empress", "chancellor, marshal", "RN"),
    ('T', "centaur", "", "KN"),
    ('P', "pawn", "", "fcF"),
];

/// Kinds that are another kind after the board is turned upside down, with its letter in lower case.
pub(super) const TURNED: &[(char, &str, &str, &str)] = &[('p', "black pawn", "", "bcF")];

/// Kinds of boards in space only.
pub(super) const SPATIAL: &[(char, &str, &str, &str)] = &[('U', "unicorn", "", "(1,1,1)0")];

/// Kinds whose attack depends on other pieces. The list is short because each letter here is not available
/// for definitions.
pub(super) const HOPPING: &[(char, &str, &str, &str)] = &[('G', "grasshopper", "", "gQ")];
