//! Groups of maps by name, and equivalence of placements.
//!
//! A group is given by its generators: `rotations`, or `horizontal+shifts`. Other code finds the maps of a
//! board, and those that keep a problem; this file has the names.

use crate::named::{Named, named};
use std::fmt;
use std::str::FromStr;

named! {
    /// Maps of a board onto itself, one or several, by name.
    ///
    /// A word means those of its maps that keep the problem: its holes, its given pieces and the moves of its kinds.
    #[derive(PartialOrd, Ord, Hash)]
    pub enum MapName {
        /// Rotations and reflections of the board.
        Symmetry = "symmetry",
        /// Rotations of the board: the half turn and the quarter turns.
        Rotations = "rotations",
        /// The horizontal and vertical reflections, and so the half turn.
        Reflections = "reflections",
        /// The reflections in both long diagonals, and so the half turn.
        Diagonals = "diagonals",
        /// The half turn.
        HalfTurn = "half-turn",
        /// The quarter turn, and so all rotations.
        QuarterTurn = "quarter-turn",
        /// The left-right reflection: files change places.
        Horizontal = "horizontal",
        /// The top-bottom reflection: ranks change places.
        Vertical = "vertical",
        /// The reflection in the rising diagonal, from a1 on.
        Diagonal = "diagonal",
        /// The reflection in the falling diagonal.
        Antidiagonal = "antidiagonal",
        /// Rotations, reflections and exchanges of identical armies.
        Armies = "armies",
        /// Exchanges of identical armies, every piece staying where it is.
        Exchange = "exchange",
        /// The half turn with an exchange of armies.
        HalfTurnExchanged = "half-turn-exchanged",
        /// The quarter turn with an exchange of armies.
        QuarterTurnExchanged = "quarter-turn-exchanged",
        /// The left-right reflection with an exchange of armies.
        HorizontalExchanged = "horizontal-exchanged",
        /// The top-bottom reflection with an exchange of armies.
        VerticalExchanged = "vertical-exchanged",
        /// The reflection in the rising diagonal with an exchange of armies.
        DiagonalExchanged = "diagonal-exchanged",
        /// The reflection in the falling diagonal with an exchange of armies.
        AntidiagonalExchanged = "antidiagonal-exchanged",
        /// Shifts round the edges of a torus or a cylinder.
        Shifts = "shifts",
        /// Shifts and dilations of a square torus: ranks and files times a number that has no divisor in common with the side.
        Affine = "affine",
        /// On a plane board, as if its edges met: shifts of the torus, among placements of the plane.
        TorusShifts = "torus-shifts",
        /// On a square plane board, as if its edges met: shifts and dilations of the torus, among placements of the plane.
        TorusAffine = "torus-affine",
    }
}

impl MapName {
    /// Returns the names that this one makes redundant.
    fn covers(self) -> &'static [Self] {
        use MapName as M;
        match self {
            M::Symmetry => &[
                M::Rotations,
                M::Reflections,
                M::Diagonals,
                M::HalfTurn,
                M::QuarterTurn,
                M::Horizontal,
                M::Vertical,
                M::Diagonal,
                M::Antidiagonal,
            ],
            M::Rotations => &[M::HalfTurn, M::QuarterTurn],
            M::Reflections => &[M::HalfTurn, M::Horizontal, M::Vertical],
            M::Diagonals => &[M::HalfTurn, M::Diagonal, M::Antidiagonal],
            M::QuarterTurn => &[M::HalfTurn],
            M::Affine => &[M::Shifts],
            M::TorusAffine => &[M::TorusShifts],
            // All names before the shifts.
            M::Armies => Self::ALL.split_at(M::Shifts as usize).0,
            _ => &[],
        }
    }

    /// Returns true if the maps exchange armies.
    #[must_use]
    pub fn exchanges_armies(self) -> bool {
        self == Self::Armies || self.name().ends_with("exchanged") || self == Self::Exchange
    }

    /// Returns the phrase in a sentence.
    fn phrase(self) -> &'static str {
        match self {
            Self::Symmetry => "symmetry",
            Self::Rotations => "rotations",
            Self::Reflections => "reflections",
            Self::Diagonals => "diagonal reflections",
            Self::HalfTurn => "half turn",
            Self::QuarterTurn => "quarter turn",
            Self::Horizontal => "horizontal reflection",
            Self::Vertical => "vertical reflection",
            Self::Diagonal => "diagonal reflection",
            Self::Antidiagonal => "antidiagonal reflection",
            Self::Armies => "symmetry and exchange of armies",
            Self::Exchange => "exchange of armies",
            Self::HalfTurnExchanged => "half turn with exchange of armies",
            Self::QuarterTurnExchanged => "quarter turn with exchange of armies",
            Self::HorizontalExchanged => "horizontal reflection with exchange of armies",
            Self::VerticalExchanged => "vertical reflection with exchange of armies",
            Self::DiagonalExchanged => "diagonal reflection with exchange of armies",
            Self::AntidiagonalExchanged => "antidiagonal reflection with exchange of armies",
            Self::Shifts => "shifts",
            Self::Affine => "shifts and dilations",
            Self::TorusShifts => "shifts on the torus",
            Self::TorusAffine => "shifts and dilations on the torus",
        }
    }
}

/// The name of the group that has only the identity.
const IDENTITY: &str = "identity";

/// The sign between the words of a group.
const AND: char = '+';

/// A group of maps, given by the names of its generators: `half-turn`, `horizontal+shifts`.
///
/// Words that other words cover are left out, and the rest is ordered, so that equal groups have equal texts.
///
/// ```
/// use armistice::MapGroup;
///
/// let group: MapGroup = "shifts+half-turn+rotations".parse()?;
/// assert_eq!(group.to_string(), "rotations+shifts");
/// assert!(MapGroup::default().is_identity());
/// # Ok::<(), armistice::MapGroupError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct MapGroup(u32);

impl MapGroup {
    /// Returns the group that these maps generate.
    #[must_use]
    pub fn from_names(names: &[MapName]) -> Self {
        let bits = |names: &[MapName]| names.iter().fold(0u32, |bits, &name| bits | 1 << name as u32);
        let covered =
            |&name: &MapName| names.iter().any(|other| other != &name && other.covers().contains(&name));
        let kept: Vec<MapName> = names.iter().copied().filter(|name| !covered(name)).collect();
        Self(bits(&kept))
    }

    /// Returns the names of its generators, in the order of [`MapName`].
    pub fn names(self) -> impl Iterator<Item = MapName> {
        MapName::ALL.iter().copied().filter(move |&name| self.0 >> name as u32 & 1 == 1)
    }

    /// Returns true if the group has only the identity.
    #[must_use]
    pub fn is_identity(self) -> bool {
        self.0 == 0
    }

    /// Returns the group of a torus that the words mean on a plane board; `None` if they mean none.
    #[must_use]
    pub fn on_torus(self) -> Option<Self> {
        let on_torus = |name: MapName| match name {
            MapName::TorusShifts => MapName::Shifts,
            MapName::TorusAffine => MapName::Affine,
            name => name,
        };
        let is_meant = self.names().any(|name| on_torus(name) != name);
        is_meant.then(|| Self::from_names(&self.names().map(on_torus).collect::<Vec<_>>()))
    }

    /// Returns the phrase in a sentence: `rotations and shifts`.
    #[must_use]
    pub fn phrase(self) -> String {
        match self.is_identity() {
            true => IDENTITY.to_owned(),
            false => self.names().map(MapName::phrase).collect::<Vec<_>>().join(" and "),
        }
    }
}

impl fmt::Display for MapGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_identity() {
            return f.write_str(IDENTITY);
        }
        for (place, name) in self.names().enumerate() {
            if place > 0 {
                write!(f, "{AND}")?;
            }
            f.write_str(name.name())?;
        }
        Ok(())
    }
}

/// The reasons why a text does not name a group of maps.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MapGroupError {
    /// A word that is not the name of a map.
    #[error("'{word}': expected {expected}, or several with + between them")]
    Word {
        /// The word.
        word: String,
        /// The words that are accepted.
        expected: String,
    },
    /// Translations on the plane, together with maps of a board whose edges are joined.
    #[error("translation (on a plane board) cannot be combined with shifts and dilations (where edges meet)")]
    Translation,
}

/// Returns text in a form for one line.
fn format_word(text: &str) -> String {
    text.chars().take(40).flat_map(char::escape_debug).collect()
}

fn unknown_error(word: &str, more: &[&str]) -> MapGroupError {
    let names = MapName::ALL.iter().map(|name| name.name()).chain(more.iter().copied());
    MapGroupError::Word { word: format_word(word), expected: names.collect::<Vec<_>>().join(", ") }
}

impl FromStr for MapGroup {
    type Err = MapGroupError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == IDENTITY {
            return Ok(Self::default());
        }
        let named = |word: &str| MapName::from_name(word).ok_or_else(|| unknown_error(word, &[IDENTITY]));
        Ok(Self::from_names(&text.split(AND).map(named).collect::<Result<Vec<_>, _>>()?))
    }
}

/// The equivalence of placements.
///
/// Its text is `nothing`, or words with `+` between them, those of [`MapName`] and `translation`.
///
/// ```
/// use armistice::UpTo;
///
/// assert_eq!("symmetry".parse(), Ok(UpTo::Symmetry));
/// assert_eq!("rotations+reflections+symmetry".parse(), Ok(UpTo::Symmetry));
/// assert_eq!("shifts+rotations".parse::<UpTo>()?.to_string(), "rotations+shifts");
/// # Ok::<(), armistice::MapGroupError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum UpTo {
    /// All placements count as different.
    #[default]
    Nothing,
    /// Symmetries of the board that keep its holes, the pre-placed pieces and every kind's moves.
    ///
    /// Placements that they carry to each other are equivalent. Every kind means each kind with pieces, or
    /// each kind of the problem if only maximal placements count. Translations round wrapped edges are not
    /// included.
    Symmetry,
    /// Symmetries, and exchanges of identical armies.
    Armies,
    /// Symmetries, exchanges of identical armies, and translations that keep every piece on the board.
    Translation,
    /// Other groups of maps that keep the same parts of the problem. [`UpTo::from_group`] makes them, and
    /// uses the variants above for their groups.
    Maps(OtherMaps),
}

/// A group of maps without a variant of its own in [`UpTo`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OtherMaps(MapGroup);

impl OtherMaps {
    /// Returns the group.
    #[must_use]
    pub fn group(self) -> MapGroup {
        self.0
    }
}

/// The name of [`UpTo::Nothing`].
const NOTHING: &str = "nothing";
/// The name of [`UpTo::Translation`].
const TRANSLATION: &str = "translation";

impl UpTo {
    /// The meaning of `translation`, in one line without a full stop.
    pub const ABOUT_TRANSLATION: &'static str =
        "Symmetries, exchanges of identical armies, and translations that keep every piece on the board";

    /// Returns the equivalence of placements that a group carries to each other.
    #[must_use]
    pub fn from_group(group: MapGroup) -> Self {
        match group {
            group if group.is_identity() => Self::Nothing,
            group if group == MapGroup::from_names(&[MapName::Symmetry]) => Self::Symmetry,
            group if group == MapGroup::from_names(&[MapName::Armies]) => Self::Armies,
            group => Self::Maps(OtherMaps(group)),
        }
    }

    /// Returns the group of maps without translations.
    #[must_use]
    pub fn group(self) -> MapGroup {
        match self {
            Self::Nothing => MapGroup::default(),
            Self::Symmetry => MapGroup::from_names(&[MapName::Symmetry]),
            Self::Armies | Self::Translation => MapGroup::from_names(&[MapName::Armies]),
            Self::Maps(maps) => maps.0,
        }
    }

    /// Returns the phrase after a number of placements; empty if all placements count as different.
    #[must_use]
    pub fn phrase(self) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Translation => format!(" up to symmetry, exchange of armies and {TRANSLATION}"),
            _ => format!(" up to {}", self.group().phrase()),
        }
    }
}

impl fmt::Display for UpTo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str(NOTHING),
            Self::Translation => f.write_str(TRANSLATION),
            _ => self.group().fmt(f),
        }
    }
}

impl FromStr for UpTo {
    type Err = MapGroupError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == NOTHING {
            return Ok(Self::Nothing);
        }
        let (mut names, mut translated) = (Vec::new(), false);
        for word in text.split(AND) {
            match MapName::from_name(word) {
                Some(name) => names.push(name),
                None if word == TRANSLATION => translated = true,
                None => return Err(unknown_error(word, &[TRANSLATION])),
            }
        }
        match translated {
            false => Ok(Self::from_group(MapGroup::from_names(&names))),
            true if names.iter().any(|&name| name as u32 >= MapName::Shifts as u32) => {
                Err(MapGroupError::Translation)
            }
            // This variant includes the symmetries and exchanges.
            true => Ok(Self::Translation),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_has_one_text() {
        for (text, canonical) in [
            ("symmetry", "symmetry"),
            ("half-turn+quarter-turn", "quarter-turn"),
            ("shifts+rotations+half-turn", "rotations+shifts"),
            ("horizontal+symmetry+affine+shifts", "symmetry+affine"),
            ("exchange+symmetry", "symmetry+exchange"),
            ("exchange+symmetry+armies+half-turn-exchanged", "armies"),
            ("identity", "identity"),
        ] {
            let group: MapGroup = text.parse().unwrap();
            assert_eq!(group.to_string(), canonical, "{text}");
            assert_eq!(canonical.parse(), Ok(group), "{text}");
        }
    }

    #[test]
    fn what_is_the_same_has_one_text() {
        for (text, up_to, canonical) in [
            ("nothing", Some(UpTo::Nothing), "nothing"),
            ("symmetry", Some(UpTo::Symmetry), "symmetry"),
            ("symmetry+rotations", Some(UpTo::Symmetry), "symmetry"),
            ("armies+symmetry", Some(UpTo::Armies), "armies"),
            ("translation", Some(UpTo::Translation), "translation"),
            ("translation+armies", Some(UpTo::Translation), "translation"),
            ("shifts+symmetry", None, "symmetry+shifts"),
        ] {
            let parsed: UpTo = text.parse().unwrap();
            assert!(up_to.is_none_or(|up_to| up_to == parsed), "{text}");
            assert_eq!(parsed.to_string(), canonical, "{text}");
            assert_eq!(canonical.parse(), Ok(parsed), "{text}");
            if parsed != UpTo::Translation {
                assert_eq!(UpTo::from_group(parsed.group()), parsed, "{text}");
            }
        }
    }

    #[test]
    fn other_words_are_refused_with_those_that_there_are() {
        for text in ["", "+", "turns", "symmetry+", "Symmetry", "symmetry shifts", "nothing+shifts", "\u{7}"]
        {
            for message in [text.parse::<UpTo>().map(|_| ()), text.parse::<MapGroup>().map(|_| ())]
                .map(Result::unwrap_err)
            {
                let message = message.to_string();
                assert!(
                    message.contains("expected symmetry, rotations, ") && !message.contains('\u{7}'),
                    "{message}"
                );
            }
        }
        assert!("identity".parse::<UpTo>().is_err() && "translation".parse::<MapGroup>().is_err());
        assert_eq!("translation+shifts".parse::<UpTo>(), Err(MapGroupError::Translation));
    }
}
