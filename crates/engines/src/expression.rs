//! A plan as an expression: the leaves are counted, and the tree tells how the counts are combined.
//!
//! A *sum* adds or subtracts multiples of the counts below it and divides the result, for example by the
//! number of symmetries in Burnside's lemma, or of boards in inclusion and exclusion over translations. A
//! *product* is for parts that do not interact, among which the pieces are shared in all ways. It is one
//! coefficient of a product of polynomials in the numbers of pieces. All operations on a plan walk this tree:
//! they compute its price, its memory, and its units and their numbers; they run it, add up journals, write
//! it and display it. A new way to count is a new leaf or a new node, and everything else stays the same.
//!
//! The leaves of the tree may be of any type: a description of the count, a counter, or a result ([`Value`]).

use std::collections::BTreeMap;
use std::convert::Infallible;

/// A count as an expression over leaves.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Expression<L> {
    /// A single count.
    Leaf(L),
    /// The product over parts that do not interact, summed over all ways to share the pieces among them. Each
    /// count is made once, even if it occurs in several ways.
    Product {
        /// The total number of pieces of each kind.
        numbers: Vec<u32>,
        /// The parts among which the pieces are shared.
        portions: Vec<Portion<L>>,
    },
    /// A sum, divided by a number that divides it.
    Sum {
        /// The subject of the sum.
        over: SumSubject,
        /// The summands; the first one counts all placements.
        summands: Vec<Summand<L>>,
        /// The divisor of the sum.
        divisor: u64,
    },
}

/// The subject of a sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum SumSubject {
    /// The symmetries under which placements are equivalent.
    Symmetries,
    /// The numbers that the pieces can have.
    Numbers,
    /// Classes of placements that are constructed one by one.
    Classes,
}

/// A summand.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Summand<L> {
    /// The factor of the count.
    pub times: u64,
    /// Whether it is subtracted.
    pub is_subtracted: bool,
    /// The count.
    pub node: Expression<L>,
}

/// Equivalent parts, among which pieces are shared, together with other portions.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Portion<L> {
    /// The number of squares of one part.
    pub squares: u32,
    /// The number of equivalent parts.
    pub times: usize,
    /// The counts of one part by numbers of pieces. The empty part counts once; numbers without a count have
    /// no placement.
    pub counts: Vec<NumberedPart<L>>,
}

/// The count of a part with given numbers of pieces.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NumberedPart<L> {
    /// The number of pieces of each kind.
    pub numbers: Vec<u32>,
    /// The count.
    pub node: Expression<L>,
}

/// The operations on a leaf's count on its way to the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// The factor of the count.
    pub times: u64,
    /// Whether it is subtracted.
    pub is_subtracted: bool,
    /// The divisor of the result.
    pub divisor: u64,
}

/// The results of leaves, and the operations on them.
#[doc(hidden)]
pub trait Value: Sized + Clone {
    /// The error if the numbers cannot be right.
    type Error;
    /// Returns the product of some values; one if there are none.
    fn product(values: Vec<Self>) -> Result<Self, Self::Error>;
    /// Returns the sum of some values, divided by a number. Each value has a factor, and may be subtracted.
    fn sum(values: Vec<(Self, u64, bool)>, divisor: u64) -> Result<Self, Self::Error>;
}

impl SumSubject {
    /// Returns the description for outlines.
    fn words(self) -> &'static str {
        match self {
            Self::Symmetries => "symmetries",
            Self::Numbers => "numbers of pieces",
            Self::Classes => "classes",
        }
    }
}

impl<L> Summand<L> {
    /// Creates a summand that adds a count `times` times.
    #[doc(hidden)]
    pub fn times(times: u64, leaf: L) -> Self {
        Self { times, is_subtracted: false, node: Expression::Leaf(leaf) }
    }

    /// Returns the summand, but subtracted.
    #[doc(hidden)]
    pub fn subtracted(self) -> Self {
        Self { is_subtracted: true, ..self }
    }
}

impl<L> Expression<L> {
    /// Returns the leaves in order, each with the operations on its count.
    #[must_use]
    pub fn leaves(&self) -> Vec<(&L, Share)> {
        let mut leaves = Vec::new();
        self.collect(Share { times: 1, is_subtracted: false, divisor: 1 }, &mut leaves);
        leaves
    }

    fn collect<'a>(&'a self, share: Share, into: &mut Vec<(&'a L, Share)>) {
        match self {
            Self::Leaf(leaf) => into.push((leaf, share)),
            Self::Product { portions, .. } => {
                let counts = portions.iter().flat_map(|portion| &portion.counts);
                counts.for_each(|holding| holding.node.collect(share, into));
            }
            Self::Sum { summands, divisor, .. } => {
                for summand in summands {
                    let share = Share {
                        times: share.times.saturating_mul(summand.times),
                        is_subtracted: share.is_subtracted != summand.is_subtracted,
                        divisor: share.divisor.saturating_mul(*divisor),
                    };
                    summand.node.collect(share, into);
                }
            }
        }
    }

    /// True if the expression contains a product.
    #[must_use]
    pub fn has_products(&self) -> bool {
        match self {
            Self::Leaf(_) => false,
            Self::Product { .. } => true,
            Self::Sum { summands, .. } => summands.iter().any(|summand| summand.node.has_products()),
        }
    }

    /// Returns the value of the whole. It calls `of` for the leaves in order.
    #[doc(hidden)]
    pub fn value<V: Value>(&self, of: &mut dyn FnMut(&L) -> Result<V, V::Error>) -> Result<V, V::Error> {
        match self {
            Self::Leaf(leaf) => of(leaf),
            Self::Product { numbers, portions } => {
                let mut all = ValuePolynomial::one(numbers);
                for Portion { times, counts, .. } in portions {
                    let mut portion = ValuePolynomial::one(numbers)?;
                    for NumberedPart { numbers, node } in counts {
                        portion.0.insert(numbers.clone(), node.value(of)?);
                    }
                    for _ in 0..*times {
                        all = all?.times(&portion, numbers);
                    }
                }
                all?.0.remove(numbers).map_or_else(|| V::sum(Vec::new(), 1), Ok)
            }
            Self::Sum { summands, divisor, .. } => {
                let value = |summand: &Summand<L>| {
                    Ok((summand.node.value(of)?, summand.times, summand.is_subtracted))
                };
                V::sum(summands.iter().map(value).collect::<Result<_, _>>()?, *divisor)
            }
        }
    }

    /// Returns the tree with other leaves, which are made in order.
    ///
    /// # Errors
    /// The first error of a leaf.
    pub fn try_map<'a, N, E>(
        &'a self,
        change: &mut dyn FnMut(&'a L) -> Result<N, E>,
    ) -> Result<Expression<N>, E> {
        Ok(match self {
            Self::Leaf(leaf) => Expression::Leaf(change(leaf)?),
            Self::Product { numbers, portions } => {
                let mut holding = |NumberedPart { numbers, node }: &'a NumberedPart<L>| {
                    Ok(NumberedPart { numbers: numbers.clone(), node: node.try_map(change)? })
                };
                let portion = |&Portion { squares, times, ref counts }: &'a Portion<L>| {
                    let counts = counts.iter().map(&mut holding).collect::<Result<_, E>>()?;
                    Ok(Portion { squares, times, counts })
                };
                let portions = portions.iter().map(portion).collect::<Result<_, E>>()?;
                Expression::Product { numbers: numbers.clone(), portions }
            }
            &Self::Sum { over, ref summands, divisor } => {
                let summand = |&Summand { times, is_subtracted, ref node }: &'a Summand<L>| {
                    Ok(Summand { times, is_subtracted, node: node.try_map(change)? })
                };
                let summands = summands.iter().map(summand).collect::<Result<_, E>>()?;
                Expression::Sum { over, summands, divisor }
            }
        })
    }

    /// Returns the tree with other leaves, which are made in order and cannot fail.
    #[must_use]
    pub fn map<'a, N>(&'a self, change: &mut dyn FnMut(&'a L) -> N) -> Expression<N> {
        let changed: Result<Expression<N>, Infallible> = self.try_map(&mut |leaf| Ok(change(leaf)));
        changed.unwrap_or_else(|never| match never {})
    }

    /// Returns the tree for display. For each leaf, `of` returns a description of its count, and its outline.
    #[doc(hidden)]
    pub fn outline(&self, of: &dyn Fn(&L) -> (String, Outline)) -> Outline {
        self.tree_and_outline(of).1
    }

    fn tree_and_outline(&self, of: &dyn Fn(&L) -> (String, Outline)) -> (String, Outline) {
        let outline = match self {
            Self::Leaf(leaf) => return of(leaf),
            Self::Product { portions, .. } => {
                let what = "the product of parts that do not interact, over all ways to share the pieces";
                let parts = portions.iter().map(|portion| portion.outline(of, portions.len())).collect();
                Outline::of_parts(what.to_owned(), parts).with_most(MAX_SHOWN, "other parts")
            }
            Self::Sum { over, summands, divisor } => {
                let summand = |Summand { times, is_subtracted, node }: &Summand<L>| {
                    let (what, inner) = node.tree_and_outline(of);
                    inner.in_sum(&what, *times, *is_subtracted)
                };
                Outline::of_sum(over.words(), *divisor, summands.iter().map(summand).collect())
            }
        };
        (String::new(), outline)
    }
}

impl Expression<usize> {
    /// Returns all of it as text, with leaves by number and by description. The format has never changed,
    /// since hashes are made of it.
    #[doc(hidden)]
    pub fn format(&self, what: &dyn Fn(usize) -> String) -> String {
        let of = |node: &Self| match node {
            Self::Leaf(leaf) => what(*leaf),
            _ => String::new(),
        };
        match self {
            Self::Leaf(leaf) => format!("Leaf({leaf})"),
            Self::Product { numbers, portions } => {
                let holding = |NumberedPart { numbers, node }: &NumberedPart<usize>| {
                    let (what, node) = (of(node), node.format(what));
                    format!("Holding {{ numbers: {numbers:?}, what: {what:?}, node: {node} }}")
                };
                let portion = |portion: &Portion<usize>| {
                    let counts = portion.counts.iter().map(holding).collect::<Vec<_>>().join(", ");
                    let (what, times) = (portion.words(), portion.times);
                    format!("Portion {{ what: {what:?}, times: {times}, counts: [{counts}] }}")
                };
                let portions = portions.iter().map(portion).collect::<Vec<_>>().join(", ");
                format!("Shared {{ numbers: {numbers:?}, portions: [{portions}] }}")
            }
            Self::Sum { over, summands, divisor } => {
                let summand = |Summand { times, is_subtracted, node }: &Summand<usize>| {
                    let (what, node) = (of(node), node.format(what));
                    format!(
                        "Summand {{ what: {what:?}, times: {times}, is_subtracted: {is_subtracted}, node: {node} }}"
                    )
                };
                let summands = summands.iter().map(summand).collect::<Vec<_>>().join(", ");
                format!("Sum {{ over: {:?}, summands: [{summands}], divisor: {divisor} }}", over.words())
            }
        }
    }
}

/// The maximum number of parts, and of counts of all parts together, that are shown one by one.
const MAX_SHOWN: usize = 6;

impl<L> Portion<L> {
    /// Returns a description of one of its parts.
    fn words(&self) -> String {
        let ways = if self.counts.len() == 1 { "" } else { "s" };
        format!("{} squares, {} count{ways}", self.squares, self.counts.len())
    }

    /// Returns the outline of the part with its heaviest counts, if there are `portions` portions.
    fn outline(&self, of: &dyn Fn(&L) -> (String, Outline), portions: usize) -> Outline {
        let count = |holding: &NumberedPart<L>| {
            let (what, inner) = holding.node.tree_and_outline(of);
            Outline { what: format!("{what}: {}", inner.what), ..inner }
        };
        let times = if self.times == 1 { String::new() } else { format!("{} x ", self.times) };
        let most = (MAX_SHOWN / portions.max(1)).max(1);
        let counts = self.counts.iter().map(count).collect();
        Outline::of_parts(format!("{times}{}", self.words()), counts).with_most(most, "other numbers")
    }
}

/// A polynomial: values by exponents.
struct ValuePolynomial<V>(BTreeMap<Vec<u32>, V>);

impl<V: Value> ValuePolynomial<V> {
    /// Returns one, as a polynomial with a variable for each number.
    fn one(numbers: &[u32]) -> Result<Self, V::Error> {
        Ok(Self(BTreeMap::from([(vec![0; numbers.len()], V::product(Vec::new())?)])))
    }

    /// Returns the product, without terms in which an exponent exceeds `most`.
    fn times(&self, other: &Self, most: &[u32]) -> Result<Self, V::Error> {
        let mut products: BTreeMap<Vec<u32>, Vec<(V, u64, bool)>> = BTreeMap::new();
        for (first, one) in &self.0 {
            for (second, another) in &other.0 {
                let numbers: Vec<u32> =
                    first.iter().zip(second).map(|(first, second)| first + second).collect();
                if numbers.iter().zip(most).all(|(number, most)| number <= most) {
                    let product = V::product(vec![one.clone(), another.clone()])?;
                    products.entry(numbers).or_default().push((product, 1, false));
                }
            }
        }
        let sum = |(numbers, products)| Ok((numbers, V::sum(products, 1)?));
        Ok(Self(products.into_iter().map(sum).collect::<Result<_, _>>()?))
    }
}

/// The outline of a plan for users, node by node.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Outline {
    /// The description of the node.
    pub what: String,
    /// The expected seconds on one core.
    pub seconds: f64,
    /// The maximum number of bytes that it is expected to hold.
    pub memory: usize,
    /// The parts of the node; empty for a leaf.
    pub parts: Vec<Self>,
}

impl Outline {
    /// Returns the outline of a leaf.
    #[doc(hidden)]
    pub fn leaf(what: String, seconds: f64, memory: usize) -> Self {
        Self { what, seconds, memory, parts: Vec::new() }
    }

    /// Returns the outline of a node whose time and memory are the sums over its parts.
    pub(crate) fn of_parts(what: String, parts: Vec<Self>) -> Self {
        let seconds = parts.iter().map(|part| part.seconds).sum();
        let memory = Self::memory_together(&parts);
        Self { what, seconds, memory, parts }
    }

    /// Returns the memory of parts together. It saturates, because a hopeless part may need more than a
    /// number can hold.
    fn memory_together(parts: &[Self]) -> usize {
        parts.iter().fold(0, |held, part| part.memory.saturating_add(held))
    }

    /// Returns the outline of a sum.
    pub(crate) fn of_sum(over: &str, divisor: u64, summands: Vec<Self>) -> Self {
        let divided = if divisor == 1 { String::new() } else { format!(", divided by {divisor}") };
        Self::of_parts(format!("the sum over {over}{divided}"), summands)
    }

    /// Returns the outline of a node as a summand.
    pub(crate) fn in_sum(self, what: &str, times: u64, is_subtracted: bool) -> Self {
        let sign = if is_subtracted { "- " } else { "+ " };
        let times = if times == 1 { String::new() } else { format!("{times} x ") };
        Self { what: format!("{sign}{times}{what}: {}", self.what), ..self }
    }

    /// Returns the outline if each part releases its memory before the next one begins.
    pub(crate) fn one_after_another(self) -> Self {
        let parts: Vec<Self> = self.parts.into_iter().map(Self::one_after_another).collect();
        let memory = parts.iter().map(|part| part.memory).max().unwrap_or(self.memory);
        Self { memory, parts, ..self }
    }

    /// Returns the outline with at most `most` parts, those that take longest; one line sums up the others.
    fn with_most(mut self, most: usize, others: &str) -> Self {
        if self.parts.len() > most + 1 {
            self.parts.sort_by(|one, other| other.seconds.total_cmp(&one.seconds));
            let rest = self.parts.split_off(most);
            let seconds = rest.iter().map(|part| part.seconds).sum();
            let memory = Self::memory_together(&rest);
            self.parts.push(Self::leaf(format!("{} {others}", rest.len()), seconds, memory));
        }
        self
    }

    /// Returns the tree as lines, each with its depth, outer ones first.
    #[must_use]
    pub fn lines(&self) -> Vec<(usize, &Self)> {
        let inner = self.parts.iter().flat_map(Self::lines).map(|(depth, node)| (depth + 1, node));
        std::iter::once((0, self)).chain(inner).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Value for i64 {
        type Error = ();

        fn product(values: Vec<Self>) -> Result<Self, ()> {
            Ok(values.into_iter().product())
        }

        fn sum(values: Vec<(Self, u64, bool)>, divisor: u64) -> Result<Self, ()> {
            let signed = |(value, times, is_subtracted): (i64, u64, bool)| {
                let sign = if is_subtracted { -1 } else { 1 };
                sign * value * times as i64
            };
            let sum: i64 = values.into_iter().map(signed).sum();
            if sum % divisor as i64 == 0 { Ok(sum / divisor as i64) } else { Err(()) }
        }
    }

    /// The expression (10 + 3 * (2 * 4) - 2 * 7) / 4.
    fn tree() -> Expression<i64> {
        // Without kinds of pieces there is only one number.
        let part = |value| {
            let holding = NumberedPart { numbers: Vec::new(), node: Expression::Leaf(value) };
            Portion { squares: 1, times: 1, counts: vec![holding] }
        };
        let product = Expression::Product { numbers: Vec::new(), portions: [2, 4].map(part).into() };
        Expression::Sum {
            over: SumSubject::Symmetries,
            summands: vec![
                Summand::times(1, 10),
                Summand { times: 3, is_subtracted: false, node: product },
                Summand::times(2, 7).subtracted(),
            ],
            divisor: 4,
        }
    }

    fn shown(leaf: &i64) -> (String, Outline) {
        (format!("what is {leaf}"), Outline::leaf(format!("leaf {leaf}"), *leaf as f64, *leaf as usize))
    }

    #[test]
    fn a_tree_is_worth_what_it_says() {
        assert_eq!(tree().value(&mut |&leaf| Ok(leaf)), Ok(5));
        let doubled = tree().map(&mut |leaf| leaf * 2);
        assert_eq!(doubled.value(&mut |&leaf| Ok(leaf)), Ok((20 + 3 * 32 - 28) / 4));
        // A sum that leaves a remainder is an error.
        let odd = tree().map(&mut |&leaf| if leaf == 10 { 11 } else { leaf });
        assert_eq!(odd.value(&mut |&leaf| Ok(leaf)), Err(()));
        let none = tree().try_map(&mut |&leaf| if leaf == 7 { Err(leaf) } else { Ok(leaf) });
        assert_eq!(none, Err(7));
    }

    #[test]
    fn leaves_know_their_share() {
        let shares: Vec<_> = tree().leaves().into_iter().map(|(&leaf, share)| (leaf, share)).collect();
        let share = |times, is_subtracted| Share { times, is_subtracted, divisor: 4 };
        let expected =
            [(10, share(1, false)), (2, share(3, false)), (4, share(3, false)), (7, share(2, true))];
        assert_eq!(shares, expected);
        assert!(tree().has_products() && !Expression::Leaf(1).has_products());
    }

    /// Two equivalent parts and another one, for two kinds: `(1 + 2x + 5y + 7xy)^2 (1 + 3x)` has the
    /// coefficient `2 * 7 + 2 * 2 * 5 + 2 * 5 * 3 = 64` at `xy`.
    #[test]
    fn pieces_are_shared_in_all_ways() {
        let holding = |(x, y, count)| NumberedPart { numbers: vec![x, y], node: Expression::Leaf(count) };
        let portion = |squares, times, counts: &[(u32, u32, i64)]| Portion {
            squares,
            times,
            counts: counts.iter().copied().map(holding).collect(),
        };
        let portions = vec![portion(9, 2, &[(1, 1, 7), (1, 0, 2), (0, 1, 5)]), portion(4, 1, &[(1, 0, 3)])];
        let tree =
            |numbers: &[u32]| Expression::Product { numbers: numbers.to_vec(), portions: portions.clone() };
        for (numbers, expected) in
            [([0, 0], 1), ([1, 1], 64), ([3, 0], 12), ([3, 2], 147), ([0, 3], 0), ([4, 0], 0)]
        {
            assert_eq!(tree(&numbers).value(&mut |&leaf| Ok(leaf)), Ok(expected), "{numbers:?}");
        }
        let doubled = tree(&[1, 1]).map(&mut |leaf| leaf * 2);
        assert_eq!(doubled.value(&mut |&leaf| Ok(leaf)), Ok(2 * 14 + 4 * (20 + 30)));
        assert_eq!(doubled.leaves().into_iter().map(|(&leaf, _)| leaf).collect::<Vec<_>>(), [14, 4, 10, 6]);
        let shown = tree(&[1, 1]).outline(&shown);
        let lines: Vec<&str> = shown.lines().into_iter().map(|(_, node)| node.what.as_str()).collect();
        assert_eq!(
            lines[1..],
            [
                "2 x 9 squares, 3 counts",
                "what is 7: leaf 7",
                "what is 2: leaf 2",
                "what is 5: leaf 5",
                "4 squares, 1 count",
                "what is 3: leaf 3"
            ]
        );
        let short = Outline::of_parts(String::new(), shown.parts[0].parts.clone()).with_most(1, "others");
        assert_eq!((short.parts[1].what.as_str(), short.seconds), ("2 others", 14.0));
    }

    #[test]
    fn a_tree_is_shown_from_the_top() {
        let outline = tree().outline(&shown);
        assert_eq!((outline.memory, outline.clone().one_after_another().memory), (23, 10));
        let lines: Vec<String> = (outline.lines().into_iter())
            .map(|(depth, node)| format!("{}{} ({} s)", "  ".repeat(depth), node.what, node.seconds))
            .collect();
        assert_eq!(
            lines,
            [
                "the sum over symmetries, divided by 4 (23 s)",
                "  + what is 10: leaf 10 (10 s)",
                "  + 3 x : the product of parts that do not interact, over all ways to share the pieces (6 s)",
                "    1 squares, 1 count (2 s)",
                "      what is 2: leaf 2 (2 s)",
                "    1 squares, 1 count (4 s)",
                "      what is 4: leaf 4 (4 s)",
                "  - 2 x what is 7: leaf 7 (7 s)",
            ]
        );
    }

    /// Digests of plans are made of this text.
    #[test]
    fn a_tree_is_written_as_ever() {
        let holding = |(number, leaf)| NumberedPart { numbers: vec![number], node: Expression::Leaf(leaf) };
        let counts = [(2, 0), (1, 1)].map(holding).into();
        let product = Expression::Product {
            numbers: vec![2],
            portions: vec![Portion { squares: 8, times: 2, counts }],
        };
        assert_eq!(
            product.format(&|leaf| format!("B{}", 2 - leaf)),
            "Shared { numbers: [2], portions: [Portion { what: \"8 squares, 2 counts\", times: 2, counts: [Holding { \
             numbers: [2], what: \"B2\", node: Leaf(0) }, Holding { numbers: [1], what: \"B1\", node: Leaf(1) }] }] }"
        );
    }
}
