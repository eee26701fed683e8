//! Whole-number expressions in one-letter variables, for the braces of a [`Family`](super::Family).
//!
//! ```text
//! sum     = [ "-" ] product { ( "+" | "-" ) product }
//! product = power { [ "*" | "/" ] power }              nothing between two factors multiplies: 2n, 3(n+1), nk
//! power   = factor [ "^" power ]
//! factor  = number | variable | "(" sum ")" | ( "max" | "min" ) "(" sum "," sum ")"
//! ```
//!
//! Spaces have no meaning. The reader rejects two ambiguous forms: a digit after a factor (`n2`), and a
//! factor without a sign after a divisor (`n/2k`). A division must leave no remainder.

use super::excerpt;
use std::fmt;
use std::ops::Range;

/// The maximum depth of nested parentheses and powers. The reader recurses, and people write less.
const DEEPEST: usize = 64;

/// The possible faults of an expression's text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExpressionFault {
    /// Something that is not the beginning of a number, a variable or a parenthesis.
    #[error("expected a number, a variable (a small letter), max, min or (")]
    NoFactor,
    /// Something after the end of an expression.
    #[error("expected + - * / ^ or the end of the expression")]
    NoOperator,
    /// A digit directly after a factor.
    #[error("write the number first to multiply, like 2n, or ^ for a power, like n^2")]
    NumberBehind,
    /// A factor without a sign after a divisor.
    #[error("unclear what is divided: write n/(2k) or n/2*k")]
    DivisorBefore,
    /// A parenthesis that is never closed.
    #[error("expected a )")]
    Open,
    /// `max` or `min` without its two parts.
    #[error("max and min take two expressions, like max(n-1,0)")]
    TwoParts,
    /// A number that is too large to read.
    #[error("expected a number of at most 18 digits")]
    Number,
    /// Too many nested parentheses or powers.
    #[error("parentheses and powers nest at most {DEEPEST} deep")]
    Deep,
}

/// The reasons why an expression has no value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueFault {
    /// A division with a remainder.
    #[error("{part} is {dividend}/{divisor}, not a whole number")]
    Remainder {
        /// The part of the expression that divides.
        part: String,
        /// The number that is divided.
        dividend: i128,
        /// The number that it is divided by.
        divisor: i128,
    },
    /// A division by zero.
    #[error("{0} divides by 0")]
    ByZero(String),
    /// A power with a negative exponent.
    #[error("{0} has a negative exponent")]
    Exponent(String),
    /// A number that is too large.
    #[error("{0} is too large to compute")]
    Large(String),
}

/// A fault, and the bytes of the text at fault.
pub(super) type Fault = (Range<usize>, ExpressionFault);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Plus,
    Minus,
    Times,
    Over,
    Power,
    Max,
    Min,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum ExpressionNode {
    Number(i128),
    Variable(char),
    Negative(Box<ExpressionNode>),
    Pair { operator: Operator, left: Box<ExpressionNode>, right: Box<ExpressionNode>, part: String },
}

/// An expression: its text without spaces, and its syntax tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Expression {
    text: String,
    root: ExpressionNode,
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Expression {
    /// Reads the text between braces.
    pub(super) fn read(text: &str) -> Result<Self, Fault> {
        let mut reader = ExpressionReader { text, place: 0, depth: 0 };
        let root = reader.sum()?;
        match reader.peek() {
            Some('0'..='9') => Err(reader.fault(ExpressionFault::NumberBehind)),
            Some(_) => Err(reader.fault(ExpressionFault::NoOperator)),
            None => Ok(Self { text: compact(text), root }),
        }
    }

    /// Returns its variables, once for each occurrence.
    pub(super) fn variables(&self) -> impl Iterator<Item = char> {
        let mut names = Vec::new();
        let mut rest = vec![&self.root];
        while let Some(node) = rest.pop() {
            match node {
                ExpressionNode::Number(_) => {}
                ExpressionNode::Variable(name) => names.push(*name),
                ExpressionNode::Negative(inner) => rest.push(inner),
                ExpressionNode::Pair { left, right, .. } => rest.extend([&**right, &**left]),
            }
        }
        names.into_iter()
    }

    /// Returns true if the expression grows by equal steps for ever from these values on. This is decided
    /// from the text alone. Powers and products of variables and `min` do not count as even growth. A `max`
    /// does if its larger part never changes later.
    pub(super) fn grows_evenly(&self, value: &dyn Fn(char) -> i64) -> bool {
        let at = |steps: i64| evaluate(&self.root, &|name| value(name).saturating_add(steps)).ok();
        match course(&self.root) {
            Some(Course::Constant | Course::Line) => true,
            // A convex function that is still on its line far away was on it all the way.
            Some(Course::Convex) if self.variables().all(|name| Some(name) == self.variables().next()) => {
                let (Some(first), Some(next), Some(last)) = (at(0), at(1), at(FAR)) else { return false };
                last - first == i128::from(FAR) * (next - first)
            }
            _ => false,
        }
    }

    /// Returns its value; `value` maps variables to their values.
    pub(super) fn value(&self, value: &dyn Fn(char) -> i64) -> Result<i128, ValueFault> {
        evaluate(&self.root, value)
    }
}

fn compact(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// A number of steps after which every `max` in practice has made its last change.
const FAR: i64 = 1 << 40;

/// The course of an expression's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Course {
    Constant,
    Line,
    Convex,
}

/// Returns the course of an expression, if its text determines it.
fn course(node: &ExpressionNode) -> Option<Course> {
    let straight = |course: Course| Some(course).filter(|&course| course < Course::Convex);
    match node {
        ExpressionNode::Number(_) => Some(Course::Constant),
        ExpressionNode::Variable(_) => Some(Course::Line),
        ExpressionNode::Negative(inner) => straight(course(inner)?),
        ExpressionNode::Pair { operator, left, right, .. } => match (operator, course(left)?, course(right)?)
        {
            (Operator::Plus, left, right) => Some(left.max(right)),
            (Operator::Minus, left, right) => Some(left.max(straight(right)?)),
            (_, Course::Constant, Course::Constant) => Some(Course::Constant),
            (Operator::Times, Course::Constant, other) => straight(other),
            (Operator::Times | Operator::Over, other, Course::Constant) => straight(other),
            (Operator::Max, ..) => Some(Course::Convex),
            _ => None,
        },
    }
}

fn evaluate(node: &ExpressionNode, value: &dyn Fn(char) -> i64) -> Result<i128, ValueFault> {
    match node {
        ExpressionNode::Number(number) => Ok(*number),
        ExpressionNode::Variable(name) => Ok(i128::from(value(*name))),
        ExpressionNode::Negative(inner) => {
            evaluate(inner, value)?.checked_neg().ok_or_else(|| ValueFault::Large("the negative".to_owned()))
        }
        ExpressionNode::Pair { operator, left, right, part } => {
            let (left, right) = (evaluate(left, value)?, evaluate(right, value)?);
            combine(*operator, left, right, part)
        }
    }
}

fn combine(operator: Operator, left: i128, right: i128, part: &str) -> Result<i128, ValueFault> {
    let part = || excerpt(part, 40);
    let result = match operator {
        Operator::Plus => left.checked_add(right),
        Operator::Minus => left.checked_sub(right),
        Operator::Times => left.checked_mul(right),
        Operator::Over if right == 0 => return Err(ValueFault::ByZero(part())),
        Operator::Over if left.checked_rem(right).is_some_and(|rest| rest != 0) => {
            return Err(ValueFault::Remainder { part: part(), dividend: left, divisor: right });
        }
        Operator::Over => left.checked_div(right),
        Operator::Power if right < 0 => return Err(ValueFault::Exponent(part())),
        Operator::Power => match u32::try_from(right) {
            Ok(exponent) => left.checked_pow(exponent),
            Err(_) => None,
        },
        Operator::Max => Some(left.max(right)),
        Operator::Min => Some(left.min(right)),
    };
    result.ok_or_else(|| ValueFault::Large(part()))
}

struct ExpressionReader<'a> {
    text: &'a str,
    /// The position in bytes; always the start of a character.
    place: usize,
    depth: usize,
}

impl ExpressionReader<'_> {
    /// Returns the next character that is not a space, without consuming it.
    fn peek(&mut self) -> Option<char> {
        let rest = self.text[self.place..].trim_start();
        self.place = self.text.len() - rest.len();
        rest.chars().next()
    }

    fn takes(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.place += wanted.len_utf8();
        }
        found
    }

    fn fault(&mut self, fault: ExpressionFault) -> Fault {
        let length = self.peek().map_or(0, char::len_utf8);
        (self.place..self.place + length, fault)
    }

    fn pair(
        &self,
        operator: Operator,
        left: ExpressionNode,
        right: ExpressionNode,
        start: usize,
    ) -> ExpressionNode {
        let part = compact(&self.text[start..self.place]);
        ExpressionNode::Pair { operator, left: Box::new(left), right: Box::new(right), part }
    }

    fn descend<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        if self.depth == DEEPEST {
            return Err(self.fault(ExpressionFault::Deep));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn sum(&mut self) -> Result<ExpressionNode, Fault> {
        self.peek();
        let start = self.place;
        let negative = self.takes('-');
        let mut node = self.product()?;
        if negative {
            node = ExpressionNode::Negative(Box::new(node));
        }
        loop {
            let operator = match self.peek() {
                Some('+') => Operator::Plus,
                Some('-') => Operator::Minus,
                _ => return Ok(node),
            };
            self.place += 1;
            let right = self.product()?;
            node = self.pair(operator, node, right, start);
        }
    }

    fn product(&mut self) -> Result<ExpressionNode, Fault> {
        self.peek();
        let start = self.place;
        let mut node = self.power()?;
        let mut divides = false;
        loop {
            let operator = match self.peek() {
                Some('*') => Operator::Times,
                Some('/') => Operator::Over,
                Some('a'..='z' | '(') if divides => return Err(self.fault(ExpressionFault::DivisorBefore)),
                Some('a'..='z' | '(') => {
                    let right = self.power()?;
                    node = self.pair(Operator::Times, node, right, start);
                    continue;
                }
                _ => return Ok(node),
            };
            self.place += 1;
            divides = operator == Operator::Over;
            let right = self.power()?;
            node = self.pair(operator, node, right, start);
        }
    }

    fn power(&mut self) -> Result<ExpressionNode, Fault> {
        self.peek();
        let start = self.place;
        let base = self.factor()?;
        if !self.takes('^') {
            return Ok(base);
        }
        let exponent = self.descend(Self::power)?;
        Ok(self.pair(Operator::Power, base, exponent, start))
    }

    fn factor(&mut self) -> Result<ExpressionNode, Fault> {
        let first = self.peek();
        let start = self.place;
        let rest = &self.text[start..];
        match first {
            Some('0'..='9') => {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                self.place += digits;
                let number = rest[..digits].parse::<i64>().ok().filter(|_| digits <= 18);
                let number = number.ok_or((start..self.place, ExpressionFault::Number))?;
                Ok(ExpressionNode::Number(number.into()))
            }
            Some('(') => {
                self.place += 1;
                let inner = self.descend(Self::sum)?;
                self.close()?;
                Ok(inner)
            }
            Some('m') if rest.starts_with("max") || rest.starts_with("min") => {
                let operator = if rest.starts_with("max") { Operator::Max } else { Operator::Min };
                self.place += 3;
                if !self.takes('(') {
                    return Err((start..self.place, ExpressionFault::TwoParts));
                }
                let left = self.descend(Self::sum)?;
                if !self.takes(',') {
                    return Err(self.fault(ExpressionFault::TwoParts));
                }
                let right = self.descend(Self::sum)?;
                self.close()?;
                Ok(self.pair(operator, left, right, start))
            }
            Some(name @ 'a'..='z') => {
                self.place += 1;
                Ok(ExpressionNode::Variable(name))
            }
            _ => Err(self.fault(ExpressionFault::NoFactor)),
        }
    }

    fn close(&mut self) -> Result<(), Fault> {
        if self.takes(')') { Ok(()) } else { Err(self.fault(ExpressionFault::Open)) }
    }
}
