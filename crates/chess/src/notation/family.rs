//! Families of problems: problem text with whole-number expressions in braces.
//!
//! ```text
//! {n}x{n} Q{n}               n queens on every square board
//! {n}x{2n} K{n} N3           boards twice as wide as high
//! {n}x{n} K{k}               two variables: a triangle of counts by size and number
//! {2n+1}x{2n+1}/torus Q{2n+1}
//! ```
//!
//! A family has at most two variables, each a small letter. With a value for each it is a problem. Text
//! outside of braces is kept unchanged, so a fault in it is found when the first problem is made.

use super::excerpt;
use super::expression::{Expression, ExpressionFault, ValueFault};
use super::located::LocatedFault;
use super::text_fault::{TextError, TextFault};
use crate::board::BoardError;
use crate::problem::Problem;
use std::fmt;
use std::str::FromStr;

/// The maximum number of variables of a family.
const MAX_VARIABLES: usize = 2;
/// The maximum length of a family's text in bytes.
const MAX_TEXT_BYTES: usize = 4096;

/// Problem text with expressions in braces.
///
/// ```
/// use armistice::notation::Family;
///
/// let family: Family = "{n}x{2n} K{n} N3".parse()?;
/// assert_eq!(family.variables(), ['n']);
/// assert_eq!(family.problem_at(&[('n', 4)])?.to_string(), "4x8 K4 N3");
/// assert_eq!(family.text_at(&[('n', 4)])?, "4x8 K4 N3");
///
/// let family: Family = "{n}x{n} Q{n-5}".parse()?;
/// let error = family.problem_at(&[('n', 3)]).unwrap_err();
/// assert_eq!(error.to_string(), "Q{n-5} at n = 3: n-5 is -2; a number of pieces must not be negative");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Family {
    parts: Vec<FamilyPart>,
    variables: Vec<char>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum FamilyPart {
    /// Problem text outside of braces, with single spaces.
    Text(String),
    Braces {
        expression: Expression,
        /// The word that contains the expression, for messages.
        word: String,
        role: ValueRole,
    },
}

/// The role of an expression's value: the quantity that it is the number of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ValueRole {
    Side,
    Pieces,
    Other,
}

impl ValueRole {
    fn name(self) -> &'static str {
        match self {
            Self::Side => "a side of the board",
            Self::Pieces => "a number of pieces",
            Self::Other => "a number here",
        }
    }
}

/// A fault of a family's text, and its place.
pub type FamilyTextError = LocatedFault<FamilyFault>;

/// The possible faults of a family's text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FamilyFault {
    /// The text is empty or has only spaces.
    #[error("no family: write a problem with expressions in braces, like {{n}}x{{n}} Q{{n}}")]
    Empty,
    /// The text is longer than any useful family.
    #[error("too long: a family has at most {MAX_TEXT_BYTES} bytes")]
    Long,
    /// A brace that is never closed.
    #[error("expected a }} after this {{")]
    Unclosed,
    /// A closing brace, or an opening one within braces.
    #[error("braces come in pairs, like {{n}}, and do not nest")]
    Stray,
    /// A number or another brace directly next to braces.
    #[error("numbers side by side would run together: write one expression, like {{2n}} or {{10+n}}")]
    Beside,
    /// A third variable.
    #[error("a family has at most {MAX_VARIABLES} variables, but there are {} already", list(.0))]
    ManyVariables(Vec<char>),
    /// The text in braces cannot be read.
    #[error(transparent)]
    Expression(#[from] ExpressionFault),
}

fn list(variables: &[char]) -> String {
    variables.iter().map(char::to_string).collect::<Vec<_>>().join(" and ")
}

/// The reasons why a family has no problem at some values.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FamilyError {
    /// A variable that has no value.
    #[error("{0} has no value")]
    NoValue(char),
    /// A value for a variable that the family does not have.
    #[error("the family has no variable {0}")]
    NoVariable(char),
    /// An expression without a value.
    #[error("{word}{at}: {fault}")]
    Value {
        /// The word of the family with the expression.
        word: String,
        /// The values.
        at: Values,
        /// The fault.
        fault: ValueFault,
    },
    /// An expression whose value is outside the range of its role.
    #[error("{word}{at}: {expression} is {value}; {role} must {}", bounds(*.value))]
    Range {
        /// The word of the family with the expression.
        word: String,
        /// The values.
        at: Values,
        /// The expression.
        expression: String,
        /// Its value.
        value: i128,
        /// The quantity that the value should be the number of.
        role: &'static str,
    },
    /// The text at these values is not a problem.
    #[error("{}{at}: {error}", excerpt(text, 40))]
    Text {
        /// The text.
        text: String,
        /// The values.
        at: Values,
        /// The fault of the text.
        error: Box<TextError>,
    },
}

fn bounds(value: i128) -> String {
    if value < 0 { "not be negative".to_owned() } else { format!("be at most {}", u32::MAX) }
}

impl FamilyError {
    /// Returns true if the only fault is a board without rows or without columns. Many sequences begin with
    /// such a board.
    ///
    /// ```
    /// use armistice::notation::Family;
    ///
    /// let family: Family = "{n}x{n} Q{n}".parse()?;
    /// assert!(family.problem_at(&[('n', 0)]).unwrap_err().is_empty_board());
    /// assert!(!family.problem_at(&[('n', 9_999_999)]).unwrap_err().is_empty_board());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_empty_board(&self) -> bool {
        self.size().is_some_and(|(rows, cols)| rows == 0 || cols == 0)
    }

    /// Returns true if the only fault is a board with too many rows or columns.
    ///
    /// ```
    /// use armistice::notation::Family;
    ///
    /// let family: Family = "{n}x{n} Q{n}".parse()?;
    /// assert!(family.problem_at(&[('n', 9_999_999)]).unwrap_err().is_large_board());
    /// assert!(!family.problem_at(&[('n', 0)]).unwrap_err().is_large_board());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_large_board(&self) -> bool {
        self.size().is_some() && !self.is_empty_board()
    }

    /// Returns the rows and columns of an impossible board, if they are the fault.
    fn size(&self) -> Option<(usize, usize)> {
        let Self::Text { error, .. } = self else { return None };
        match error.fault {
            TextFault::Board(BoardError::Size { rows, cols }) => Some((rows, cols)),
            TextFault::Board(BoardError::Area) | TextFault::Dimensions => Some((usize::MAX, usize::MAX)),
            _ => None,
        }
    }
}

/// Values of variables. They are written ` at n = 3, k = 2`, or as an empty text if there are none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Values(pub Vec<(char, i64)>);

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (name, value)) in self.0.iter().enumerate() {
            write!(f, "{} {name} = {value}", if place == 0 { " at" } else { "," })?;
        }
        Ok(())
    }
}

impl FromStr for Family {
    type Err = FamilyTextError;

    fn from_str(text: &str) -> Result<Self, FamilyTextError> {
        read(text).map_err(|(bytes, fault)| {
            let start = bytes.start;
            // If an expression ends too early, the message shows its closing brace.
            let end = if bytes.is_empty() { text.len().min(start + 1) } else { bytes.end };
            LocatedFault::new(text, start..end, fault)
        })
    }
}

type Fault = (std::ops::Range<usize>, FamilyFault);

fn read(text: &str) -> Result<Family, Fault> {
    if text.trim().is_empty() {
        return Err((text.len()..text.len(), FamilyFault::Empty));
    }
    if text.len() > MAX_TEXT_BYTES {
        return Err((0..text.len(), FamilyFault::Long));
    }
    let mut family = Family { parts: Vec::new(), variables: Vec::new() };
    let mut place = 0;
    while let Some(length) = text[place..].find(['{', '}']) {
        let brace = place + length;
        family.text(&text[place..brace]);
        if text[brace..].starts_with('}') {
            return Err((brace..brace + 1, FamilyFault::Stray));
        }
        let inner = brace + 1;
        let end = text[inner..].find(['{', '}']).map(|length| inner + length);
        let end = end.ok_or((brace..brace + 1, FamilyFault::Unclosed))?;
        if text[end..].starts_with('{') {
            return Err((end..end + 1, FamilyFault::Stray));
        }
        let expression = Expression::read(&text[inner..end])
            .map_err(|(bytes, fault)| (inner + bytes.start..inner + bytes.end, fault.into()))?;
        for name in expression.variables() {
            if family.variables.contains(&name) {
                continue;
            }
            if family.variables.len() == MAX_VARIABLES {
                let at = text[inner..end].find(name).map_or(inner, |offset| inner + offset);
                return Err((at..at + 1, FamilyFault::ManyVariables(family.variables)));
            }
            family.variables.push(name);
        }
        // `K2{n}` at n = 3 would be K23, which is never meant.
        let runs_on = |c: char| c.is_ascii_digit() || c == '{';
        if text[..brace].ends_with(|c: char| c.is_ascii_digit()) || text[end + 1..].starts_with(runs_on) {
            return Err((brace..end + 1, FamilyFault::Beside));
        }
        let (word, role) = word_around(text, brace, end + 1);
        family.parts.push(FamilyPart::Braces { expression, word, role });
        place = end + 1;
    }
    family.text(&text[place..]);
    family.trim();
    Ok(family)
}

/// Returns the word around the braces from `start` to `end`, ignoring spaces within braces, and the role of
/// its number.
fn word_around(text: &str, start: usize, end: usize) -> (String, ValueRole) {
    let mut inside = false;
    let mut word_start = 0;
    let mut word_end = text.len();
    let mut is_first = true;
    for (place, c) in text.char_indices() {
        inside = c == '{' || (inside && c != '}');
        let ends_word = !inside && (c.is_whitespace() || (c == '/' && !is_first));
        if !ends_word {
            continue;
        }
        if place >= end {
            word_end = place;
            break;
        }
        is_first &= text[..place].trim().is_empty();
        word_start = place + c.len_utf8();
    }
    let word = &text[word_start..word_end];
    let before = &text[word_start..start];
    let role = match () {
        () if is_first && !before.contains(['/', '-']) => ValueRole::Side,
        () if !is_first && !word.contains('=') && !before.contains(['@', '~', ':']) => ValueRole::Pieces,
        () => ValueRole::Other,
    };
    (excerpt(word, 40), role)
}

impl Family {
    /// Adds text outside of braces, with single spaces.
    fn text(&mut self, text: &str) {
        let mut single = String::new();
        for c in text.chars() {
            match c.is_whitespace() {
                true if single.ends_with(' ') => {}
                true => single.push(' '),
                false => single.push(c),
            }
        }
        if !single.is_empty() {
            self.parts.push(FamilyPart::Text(single));
        }
    }

    /// Removes spaces at both ends.
    fn trim(&mut self) {
        if let Some(FamilyPart::Text(text)) = self.parts.first_mut() {
            *text = text.trim_start().to_owned();
        }
        if let Some(FamilyPart::Text(text)) = self.parts.last_mut() {
            *text = text.trim_end().to_owned();
        }
        self.parts.retain(|part| !matches!(part, FamilyPart::Text(text) if text.is_empty()));
    }

    /// Returns its variables in the order of their first appearance; none, one or two.
    #[must_use]
    pub fn variables(&self) -> Vec<char> {
        self.variables.clone()
    }

    /// Returns the family that a text without braces means: `{n}x{n} Q{n}` for `nxn Qn`.
    #[must_use]
    pub fn in_braces(&self) -> Option<Self> {
        if !self.variables.is_empty() {
            return None;
        }
        let TextFault::Family { family } = self.to_string().parse::<Problem>().err()?.fault else {
            return None;
        };
        family.parse().ok().filter(|meant: &Self| !meant.variables.is_empty())
    }

    /// Returns true if the size of the board depends on this variable.
    #[must_use]
    pub fn sizes_by(&self, variable: char) -> bool {
        let sizes = |part: &FamilyPart| match part {
            FamilyPart::Braces { expression, role: ValueRole::Side, .. } => {
                expression.variables().any(|name| name == variable)
            }
            _ => false,
        };
        self.parts.iter().any(sizes)
    }

    /// Returns true if every expression in braces grows by equal steps for ever from these values on.
    /// Examples are `{2n+1}`, and `{max(n-1,0)}` from 1 on, but not `{n^2}` or `{min(n,9)}`.
    #[must_use]
    pub fn grows_evenly(&self, values: &[(char, i64)]) -> bool {
        let known =
            |name: char| values.iter().find(|(other, _)| *other == name).map_or(0, |(_, value)| *value);
        let is_even = |part: &FamilyPart| match part {
            FamilyPart::Text(_) => true,
            FamilyPart::Braces { expression, .. } => expression.grows_evenly(&known),
        };
        self.parts.iter().all(is_even)
    }

    /// Returns the problem at these values.
    ///
    /// # Errors
    /// Missing or superfluous values, expressions that have no value or one below 0, and texts that are not a
    /// problem.
    pub fn problem_at(&self, values: &[(char, i64)]) -> Result<Problem, FamilyError> {
        let text = self.text_at(values)?;
        text.parse().map_err(|error| FamilyError::Text {
            text,
            at: Values(values.to_vec()),
            error: Box::new(error),
        })
    }

    /// Returns the problem text at these values, without reading it.
    ///
    /// # Errors
    ///
    /// Those of [`Family::problem_at`], except for texts that are not a problem.
    pub fn text_at(&self, values: &[(char, i64)]) -> Result<String, FamilyError> {
        let known = |name: char| values.iter().find(|(other, _)| *other == name).map(|(_, value)| *value);
        if let Some(&missing) = self.variables.iter().find(|&&name| known(name).is_none()) {
            return Err(FamilyError::NoValue(missing));
        }
        if let Some((other, _)) = values.iter().find(|(name, _)| !self.variables.contains(name)) {
            return Err(FamilyError::NoVariable(*other));
        }
        let mut whole = String::new();
        for part in &self.parts {
            match part {
                FamilyPart::Text(text) => whole += text,
                FamilyPart::Braces { expression, word, role } => {
                    let (word, at) = (word.clone(), Values(values.to_vec()));
                    // All variables were checked above.
                    let value = match expression.value(&|name| known(name).unwrap_or_default()) {
                        Ok(value) => value,
                        Err(fault) => return Err(FamilyError::Value { word, at, fault }),
                    };
                    match u32::try_from(value) {
                        Ok(value) => whole += &value.to_string(),
                        Err(_) => {
                            let (expression, role) = (excerpt(&expression.to_string(), 40), role.name());
                            return Err(FamilyError::Range { word, at, expression, value, role });
                        }
                    }
                }
            }
        }
        Ok(whole)
    }
}

impl fmt::Display for Family {
    /// Writes single spaces between words and none in braces. The text reads back as the same family.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in &self.parts {
            match part {
                FamilyPart::Text(text) => f.write_str(text)?,
                FamilyPart::Braces { expression, .. } => write!(f, "{{{expression}}}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn family(text: &str) -> Family {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// Only a text without braces is turned into another family.
    #[test]
    fn braces_are_put_round_variables() {
        for (text, meant) in
            [("nxn Qn", Some("{n}x{n} Q{n}")), ("{n}x{n} Q{n}", None), ("8x8 Q8", None), ("5x5 Y", None)]
        {
            assert_eq!(family(text).in_braces().map(|meant| meant.to_string()).as_deref(), meant, "{text}");
        }
    }

    #[test]
    fn families_expand() {
        for (text, values, expected) in [
            ("{n}x{n} Q{n}", &[('n', 8)][..], "8x8 Q8"),
            ("{n}x{2n} K{n} N3", &[('n', 3)], "3x6 K3 N3"),
            ("{n}x{n} K{k}", &[('n', 5), ('k', 0)], "5x5 K0"),
            ("{m}x{n} K*", &[('n', 3), ('m', 2)], "2x3 K*"),
            ("{n}x{n} N B R Q A", &[('n', 5)], "5x5 N B R Q A"),
            ("{2n+1}x{2n+1}/torus Q{2n+1}", &[('n', 6)], "13x13/torus Q13"),
            ("8x8 Q8", &[], "8x8 Q8"),
            ("{n}x{n}-dark B{2(n-1)}", &[('n', 4)], "4x4-dark B6"),
            ("{n} {n}Q", &[('n', 6)], "6 6Q"),
            ("8x8 X{k} X=({k},1)", &[('k', 2)], "8x8 X2 X=(2,1)"),
            ("8x8 Q@a{k}", &[('k', 2)], "8x8 Q@a2"),
            ("{ n }x{n}   Q{ 2 n - 1 }\t", &[('n', 4)], "4x4 Q7"),
        ] {
            let family = family(text);
            assert_eq!(family.text_at(values).as_deref(), Ok(expected), "{text}");
            family.problem_at(values).unwrap_or_else(|error| panic!("{text}: {error}"));
            let canonical = family.to_string();
            assert_eq!(canonical.parse::<Family>().map(|again| again.to_string()), Ok(canonical));
        }
        assert_eq!(family(" { 2 n }x{n}  Q{n} ").to_string(), "{2n}x{n} Q{n}");
        assert_eq!(family("{n}x{n} K{k}").variables(), ['n', 'k']);
        assert_eq!(family("{k+m}x{m} K").variables(), ['k', 'm']);
        assert!(family("8x{n} K{k}").sizes_by('n') && !family("8x{n} K{k}").sizes_by('k'));
    }

    #[test]
    fn expressions_mean_what_they_say() {
        for (text, n, expected) in [
            ("2n", 7, 14),
            ("2n^2", 3, 18),
            ("n(n+1)/2", 4, 10),
            ("2^3^2", 1, 512),
            ("10-3-2", 1, 5),
            ("24/4/3", 1, 2),
            ("-n+10", 3, 7),
            ("-n^2+10", 3, 1),
            ("max(n-5,0)", 3, 0),
            ("min(n, 4)", 9, 4),
            ("min(max(n,2),4)", 1, 2),
            ("3(n-1)(n+1)", 3, 24),
            ("nn", 5, 25),
            ("n-5", 5, 0),
            ("0n", 5, 0),
            ("2^32-1", 0, u32::MAX),
        ] {
            let family = family(&format!("1x1 K{{{text}}}"));
            let values: &[(char, i64)] =
                if text.contains('n') && family.variables() == ['n'] { &[('n', n)] } else { &[] };
            assert_eq!(family.text_at(values), Ok(format!("1x1 K{expected}")), "{text}");
        }
    }

    #[test]
    fn even_growth_is_written() {
        let grows = |text: &str, n: i64| family(text).grows_evenly(&[('n', n), ('m', n)]);
        for text in ["{n}x{2n+1} K{3(n-1)/3}", "{m}x{n-m} K{max(3,4)^2}", "8x8 K2", "{-n+20}x4 K{(2+2)n}"] {
            assert!(grows(text, 1), "{text}");
        }
        let uneven =
            ["{n^2}x4 K2", "{n}x{min(n,9)} K2", "{n}x3 K{3+(n-1)(n-2)}", "4x{n} K{2^n}", "4x{n} K{12/n}"];
        for text in [&uneven[..], &["{n}x{max(n,m)} K", "{9-max(n,1)}x3 K", "{2*max(n-7,n)-n}x3 K"]].concat()
        {
            assert!(!grows(text, 1), "{text}");
        }
        // Larger values may change the course later.
        assert!(
            grows("{max(n-1,0)}x4 K", 1) && grows("{max(n,3n-30)}x4 K", 15) && grows("{max(n,7)}x4 K", 7)
        );
        assert!(
            !grows("{max(n-1,0)}x4 K", 0) && !grows("{max(n,3n-30)}x4 K", 14) && !grows("{max(n,7)}x4 K", 1)
        );
    }

    #[test]
    fn values_that_are_none_are_named() {
        for (text, n, expected) in [
            ("{n}x{n} Q{n-5}", 3, "Q{n-5} at n = 3: n-5 is -2; a number of pieces must not be negative"),
            ("{n-5}x{n} Q", 3, "{n-5}x{n} at n = 3: n-5 is -2; a side of the board must not be negative"),
            ("8x8 Q@a{n-5}", 3, "Q@a{n-5} at n = 3: n-5 is -2; a number here must not be negative"),
            ("8x8 Q{1+n/2}", 3, "Q{1+n/2} at n = 3: n/2 is 3/2, not a whole number"),
            ("8x8 Q{1/(n-3)}", 3, "Q{1/(n-3)} at n = 3: 1/(n-3) divides by 0"),
            ("8x8 Q{2^(n-4)}", 3, "Q{2^(n-4)} at n = 3: 2^(n-4) has a negative exponent"),
            ("8x8 Q{n^99}", 3, "Q{n^99} at n = 3: n^99 is too large to compute"),
            ("8x8 Q{n^n^n^n}", 9, "Q{n^n^n^n} at n = 9: n^n^n is too large to compute"),
            (
                "8x8 Q{n^20}",
                9,
                "Q{n^20} at n = 9: n^20 is 12157665459056928801; a number of pieces must be at most 4294967295",
            ),
            (
                "{n}x{n} Q{n}",
                2_000_000,
                "2000000x2000000 Q2000000 at n = 2000000: column 1, '2000000x2000000': no board of this size",
            ),
            ("{n}x{n} Y{n}", 4, "4x4 Y4 at n = 4: column 5, 'Y4': no kind has the letter Y"),
        ] {
            let error = family(text).problem_at(&[('n', n)]).expect_err(text).to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
            assert_eq!(error.lines().count(), 1);
        }
        let triangle = family("{n}x{n} K{k-n}");
        let error = triangle.problem_at(&[('n', 3), ('k', 1)]).expect_err("negative").to_string();
        assert_eq!(error, "K{k-n} at n = 3, k = 1: k-n is -2; a number of pieces must not be negative");
        assert_eq!(triangle.problem_at(&[('n', 3)]), Err(FamilyError::NoValue('k')));
        assert_eq!(triangle.problem_at(&[('n', 3), ('k', 4), ('m', 1)]), Err(FamilyError::NoVariable('m')));
    }

    #[test]
    fn faults_say_where_what_and_what_instead() {
        for (text, expected) in [
            ("", "column 1, end of text: no family"),
            ("{n}x{n Q{n}", "column 9, '{': braces come in pairs"),
            ("{n}x{n", "column 5, '{': expected a }"),
            ("n}x{n} Q", "column 2, '}': braces come in pairs"),
            ("{}x8 Q", "column 2, '}': expected a number, a variable"),
            ("{n}x{n} Q{N}", "column 11, 'N': expected a number, a variable"),
            ("{n}x{n} Q{n2}", "column 12, '2': write the number first"),
            ("{n}x{n} Q{2 2}", "column 13, '2': write the number first"),
            ("{n}x{n} Q{n/2n}", "column 14, 'n': unclear what is divided"),
            ("{n}x{n} Q{n+}", "column 13, '}': expected a number, a variable"),
            ("{n}x{n} Q{n%2}", "column 12, '%': expected + - * / ^ or the end"),
            ("{n}x{n} Q{(n}", "column 13, '}': expected a )"),
            ("{n}x{n} Q{n)}", "column 12, ')': expected + - * / ^ or the end"),
            ("{n}x{n} Q{max(n)}", "column 16, ')': max and min take two"),
            ("{n}x{n} Q{max}", "column 11, 'max': max and min take two"),
            ("{n}x{n} Q{2**n}", "column 13, '*': expected a number"),
            (
                "{n}x{n} Q{99999999999999999999}",
                "column 11, '99999999999999999999': expected a number of at most",
            ),
            ("{n}x{n} Q2{n}", "column 11, '{n}': numbers side by side"),
            ("{n}x{n} Q{n}2", "column 10, '{n}': numbers side by side"),
            ("{n}x{n} Q{n}{k}", "column 10, '{n}': numbers side by side"),
            ("{n}x{m} Q{k}", "column 11, 'k': a family has at most 2 variables, but there are n and m"),
            ("{n}x{n} é{é}", "column 11, 'é': expected a number, a variable"),
        ] {
            let error = text.parse::<Family>().expect_err(text).to_string();
            assert!(error.starts_with(expected), "{text:?}: {error}");
        }
    }

    #[test]
    fn nothing_that_is_typed_panics() {
        for part in ["(", "{", "}", "{n}", "{(", "2^", "max(", "-", "é", "{n^", " ", "n/"] {
            for (before, after) in [("", ""), ("{", ""), ("{", "n}"), ("8x8 Q{", "}")] {
                for times in [1, 3, 70, 500, 1_000_000] {
                    let text = before.to_owned() + &part.repeat(times / part.len() + 1) + after;
                    match text.parse::<Family>() {
                        Err(error) => assert!(error.to_string().len() < 300, "{error}"),
                        Ok(family) => {
                            let values: Vec<(char, i64)> =
                                family.variables().into_iter().map(|name| (name, i64::MIN)).collect();
                            if let Err(error) = family.problem_at(&values) {
                                assert!(error.to_string().len() < 400, "{error}");
                            }
                        }
                    }
                }
            }
        }
    }
}
