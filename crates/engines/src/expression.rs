//! A plan as an expression: what is counted, and how the counts are put together.
//!
//! Leaves are counted. A *sum* takes each count below it a number of times, adds or subtracts it, and divides by what it is
//! a mean of: the symmetries of Burnside's lemma, the boards of inclusion and exclusion over translations, the squares of a
//! first piece. A *product* multiplies counts of parts that do not interact; where pieces can be *shared* among such parts in
//! several ways, it is a product of polynomials in the numbers of pieces, of which one coefficient is wanted. Whatever is done with a plan walks this tree:
//! its price, its memory, its units and their numbers, running it, adding up what journals hold, and showing it. A new way
//! to count is a new leaf or a new node, and nothing else changes.
//!
//! The same tree serves where leaves give numbers and where they give polynomials in the numbers of pieces: see [`Value`].

use std::collections::BTreeMap;

/// A count as an expression over leaves.
#[derive(Debug, Clone)]
#[doc(hidden)]
pub enum Node<L> {
    /// Something that is counted.
    Leaf(L),
    /// Parts that do not interact: a placement of each, in every combination.
    Product(Vec<Self>),
    /// Parts that do not interact, with these numbers of pieces in all: of every way to share them among the parts the
    /// product. Each count is made once, in however many ways it has its place.
    Shared {
        /// How many pieces of each kind.
        numbers: Vec<u32>,
        /// What they are shared among.
        portions: Vec<Portion<L>>,
    },
    /// A sum, divided by a number that divides it.
    Sum {
        /// What it is a sum over, in words.
        over: &'static str,
        /// What goes into it; the first one counts all placements.
        summands: Vec<Summand<L>>,
        /// What it is divided by.
        divisor: u64,
    },
}

/// A count that goes into a sum.
#[derive(Debug, Clone)]
#[doc(hidden)]
pub struct Summand<L> {
    /// What it counts, in words.
    pub(crate) what: String,
    /// How many times.
    pub(crate) times: u64,
    /// Whether it is subtracted.
    pub(crate) is_subtracted: bool,
    /// The count.
    #[doc(hidden)]
    pub node: Node<L>,
}

/// Parts that are alike, among others that pieces are shared among.
#[derive(Debug, Clone)]
#[doc(hidden)]
pub struct Portion<L> {
    /// What one of them is, in words.
    pub what: String,
    /// How many they are.
    #[doc(hidden)]
    pub times: usize,
    /// What one of them holds by numbers of pieces: nothing in one way, and numbers that are not here in none.
    #[doc(hidden)]
    pub counts: Vec<Holding<L>>,
}

/// These numbers of pieces in a part.
#[derive(Debug, Clone)]
#[doc(hidden)]
pub struct Holding<L> {
    pub numbers: Vec<u32>,
    /// The same in words.
    #[doc(hidden)]
    pub what: String,
    /// The count.
    #[doc(hidden)]
    pub node: Node<L>,
}

/// What a leaf's count goes through on its way up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[doc(hidden)]
pub struct Share {
    /// How many times it goes into the whole.
    pub times: u64,
    /// Whether it is subtracted.
    #[doc(hidden)]
    pub is_subtracted: bool,
    /// What that is divided by.
    pub divisor: u64,
}

/// What leaves give, and how it is put together.
#[doc(hidden)]
pub trait Value: Sized + Clone {
    /// What goes wrong if the numbers cannot be right.
    type Error;
    /// The product of some values; one if there are none.
    fn product(values: Vec<Self>) -> Result<Self, Self::Error>;
    /// The sum of some values, each times a number, and perhaps subtracted; divided by a number.
    fn sum(values: Vec<(Self, u64, bool)>, divisor: u64) -> Result<Self, Self::Error>;
}

impl<L> Summand<L> {
    /// A count that is added `times` times.
    #[doc(hidden)]
    pub fn times(what: impl Into<String>, times: u64, node: Node<L>) -> Self {
        Self { what: what.into(), times, is_subtracted: false, node }
    }

    /// The same subtracted.
    #[doc(hidden)]
    pub fn subtracted(self) -> Self {
        Self { is_subtracted: true, ..self }
    }
}

impl<L> Node<L> {
    /// The leaves in order, each with what its count goes through.
    #[doc(hidden)]
    pub fn leaves(&self) -> Vec<(&L, Share)> {
        let mut leaves = Vec::new();
        self.collect(Share { times: 1, is_subtracted: false, divisor: 1 }, &mut leaves);
        leaves
    }

    fn collect<'a>(&'a self, share: Share, into: &mut Vec<(&'a L, Share)>) {
        match self {
            Self::Leaf(leaf) => into.push((leaf, share)),
            Self::Product(parts) => parts.iter().for_each(|part| part.collect(share, into)),
            Self::Shared { portions, .. } => {
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

    /// The value of the whole, given those of the leaves, which are asked for in order.
    #[doc(hidden)]
    pub fn value<V: Value>(&self, of: &mut dyn FnMut(&L) -> Result<V, V::Error>) -> Result<V, V::Error> {
        match self {
            Self::Leaf(leaf) => of(leaf),
            Self::Product(parts) => {
                V::product(parts.iter().map(|part| part.value(of)).collect::<Result<_, _>>()?)
            }
            Self::Shared { numbers, portions } => {
                let mut all = ValuePolynomial::nothing(numbers);
                for Portion { times, counts, .. } in portions {
                    let mut portion = ValuePolynomial::nothing(numbers)?;
                    for Holding { numbers, node, .. } in counts {
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

    /// The same tree with other leaves.
    #[doc(hidden)]
    pub fn map<N>(self, change: &mut dyn FnMut(L) -> N) -> Node<N> {
        match self {
            Self::Leaf(leaf) => Node::Leaf(change(leaf)),
            Self::Product(parts) => Node::Product(parts.into_iter().map(|part| part.map(change)).collect()),
            Self::Shared { numbers, portions } => {
                let mut holding = |Holding { numbers, what, node }: Holding<L>| Holding {
                    numbers,
                    what,
                    node: node.map(change),
                };
                let portion = |Portion { what, times, counts }: Portion<L>| Portion {
                    what,
                    times,
                    counts: counts.into_iter().map(&mut holding).collect(),
                };
                Node::Shared { numbers, portions: portions.into_iter().map(portion).collect() }
            }
            Self::Sum { over, summands, divisor } => {
                let summand = |Summand { what, times, is_subtracted, node }| Summand {
                    what,
                    times,
                    is_subtracted,
                    node: node.map(change),
                };
                Node::Sum { over, summands: summands.into_iter().map(summand).collect(), divisor }
            }
        }
    }

    /// The tree as it is shown.
    #[doc(hidden)]
    pub fn outline(&self, of: &dyn Fn(&L) -> Outline) -> Outline {
        match self {
            Self::Leaf(leaf) => of(leaf),
            Self::Product(parts) => {
                let parts = parts.iter().map(|part| part.outline(of)).collect();
                Outline::of_parts("the product of parts that do not interact".to_owned(), parts)
            }
            Self::Shared { portions, .. } => {
                let what = "the product of parts that do not interact, over all ways to share the pieces";
                let parts = portions.iter().map(|portion| portion.outline(of, portions.len())).collect();
                Outline::of_parts(what.to_owned(), parts).with_most(MAX_SHOWN, "other parts")
            }
            Self::Sum { over, summands, divisor } => {
                let parts = summands.iter().map(|summand| {
                    let inner = summand.node.outline(of);
                    let sign = if summand.is_subtracted { "- " } else { "+ " };
                    let times =
                        if summand.times == 1 { String::new() } else { format!("{} x ", summand.times) };
                    let what = format!("{sign}{times}{}: {}", summand.what, inner.what);
                    Outline { what, ..inner }
                });
                let divided = if *divisor == 1 { String::new() } else { format!(", divided by {divisor}") };
                Outline::of_parts(format!("the sum over {over}{divided}"), parts.collect())
            }
        }
    }
}

/// No more parts, and no more counts of all parts together, are shown one by one.
const MAX_SHOWN: usize = 6;

impl<L> Portion<L> {
    /// The part with its heaviest counts, as it is shown beside others.
    fn outline(&self, of: &dyn Fn(&L) -> Outline, portions: usize) -> Outline {
        let count = |holding: &Holding<L>| {
            let inner = holding.node.outline(of);
            Outline { what: format!("{}: {}", holding.what, inner.what), ..inner }
        };
        let times = if self.times == 1 { String::new() } else { format!("{} x ", self.times) };
        let what = format!("{times}{}", self.what);
        let most = (MAX_SHOWN / portions.max(1)).max(1);
        Outline::of_parts(what, self.counts.iter().map(count).collect()).with_most(most, "other numbers")
    }
}

/// A polynomial: values by exponents.
struct ValuePolynomial<V>(BTreeMap<Vec<u32>, V>);

impl<V: Value> ValuePolynomial<V> {
    /// One, in as many variables as there are numbers.
    fn nothing(numbers: &[u32]) -> Result<Self, V::Error> {
        Ok(Self(BTreeMap::from([(vec![0; numbers.len()], V::product(Vec::new())?)])))
    }

    /// The product, as far as no exponent exceeds `most`.
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

/// What a plan does, node by node, for people.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Outline {
    /// What the node is.
    pub what: String,
    /// What it is expected to take on one core.
    pub seconds: f64,
    /// Bytes that it is expected to hold at most.
    pub memory: usize,
    /// What it is made of; empty for what is counted.
    pub parts: Vec<Self>,
}

impl Outline {
    /// What is counted by itself.
    #[doc(hidden)]
    pub fn leaf(what: String, seconds: f64, memory: usize) -> Self {
        Self { what, seconds, memory, parts: Vec::new() }
    }

    /// What takes as long as its parts do, and holds what they hold.
    pub(crate) fn of_parts(what: String, parts: Vec<Self>) -> Self {
        let seconds = parts.iter().map(|part| part.seconds).sum();
        let memory = parts.iter().map(|part| part.memory).sum();
        Self { what, seconds, memory, parts }
    }

    /// The same if each part gives back what it holds before the next one begins.
    pub(crate) fn one_after_another(self) -> Self {
        let parts: Vec<Self> = self.parts.into_iter().map(Self::one_after_another).collect();
        let memory = parts.iter().map(|part| part.memory).max().unwrap_or(self.memory);
        Self { memory, parts, ..self }
    }

    /// The same with no more than `most` parts, those that take longest: what the others take together is a line.
    fn with_most(mut self, most: usize, others: &str) -> Self {
        if self.parts.len() > most + 1 {
            self.parts.sort_by(|one, other| other.seconds.total_cmp(&one.seconds));
            let rest = self.parts.split_off(most);
            let seconds = rest.iter().map(|part| part.seconds).sum();
            let memory = rest.iter().map(|part| part.memory).sum();
            self.parts.push(Self::leaf(format!("{} {others}", rest.len()), seconds, memory));
        }
        self
    }

    /// The tree as lines, each with its depth, outer ones first.
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

    /// (10 + 3 * (2 * 4) - 2 * 7) / 4
    fn tree() -> Node<i64> {
        let leaf = Node::Leaf;
        Node::Sum {
            over: "examples",
            summands: vec![
                Summand::times("all", 1, leaf(10)),
                Summand::times("pairs", 3, Node::Product(vec![leaf(2), leaf(4)])),
                Summand::times("borders", 2, leaf(7)).subtracted(),
            ],
            divisor: 4,
        }
    }

    #[test]
    fn a_tree_is_worth_what_it_says() {
        assert_eq!(tree().value(&mut |&leaf| Ok(leaf)), Ok(5));
        let doubled = tree().map(&mut |leaf| leaf * 2);
        assert_eq!(doubled.value(&mut |&leaf| Ok(leaf)), Ok((20 + 3 * 32 - 28) / 4));
        // A sum that leaves a remainder is no sum.
        let odd = tree().map(&mut |leaf| if leaf == 10 { 11 } else { leaf });
        assert_eq!(odd.value(&mut |&leaf| Ok(leaf)), Err(()));
    }

    #[test]
    fn leaves_know_their_share() {
        let shares: Vec<_> = tree().leaves().into_iter().map(|(&leaf, share)| (leaf, share)).collect();
        let share = |times, is_subtracted| Share { times, is_subtracted, divisor: 4 };
        let expected =
            [(10, share(1, false)), (2, share(3, false)), (4, share(3, false)), (7, share(2, true))];
        assert_eq!(shares, expected);
    }

    /// Two parts that are alike and one that is not, for two kinds: `(1 + 2x + 5y + 7xy)^2 (1 + 3x)` has the coefficient
    /// `2 * 7 + 2 * 2 * 5 + 2 * 5 * 3 = 64` at `xy`.
    #[test]
    fn pieces_are_shared_in_all_ways() {
        let holding = |(x, y, count)| Holding {
            numbers: vec![x, y],
            what: format!("x{x} y{y}"),
            node: Node::Leaf(count),
        };
        let portion = |what: &str, times, counts: &[(u32, u32, i64)]| Portion {
            what: what.to_owned(),
            times,
            counts: counts.iter().copied().map(holding).collect(),
        };
        let portions =
            vec![portion("twin", 2, &[(1, 1, 7), (1, 0, 2), (0, 1, 5)]), portion("last", 1, &[(1, 0, 3)])];
        let tree = |numbers: &[u32]| Node::Shared { numbers: numbers.to_vec(), portions: portions.clone() };
        for (numbers, expected) in
            [([0, 0], 1), ([1, 1], 64), ([3, 0], 12), ([3, 2], 147), ([0, 3], 0), ([4, 0], 0)]
        {
            assert_eq!(tree(&numbers).value(&mut |&leaf| Ok(leaf)), Ok(expected), "{numbers:?}");
        }
        let doubled = tree(&[1, 1]).map(&mut |leaf| leaf * 2);
        assert_eq!(doubled.value(&mut |&leaf| Ok(leaf)), Ok(2 * 14 + 4 * (20 + 30)));
        assert_eq!(doubled.leaves().into_iter().map(|(&leaf, _)| leaf).collect::<Vec<_>>(), [14, 4, 10, 6]);
        let shown = tree(&[1, 1]).outline(&|leaf| Outline::leaf(format!("leaf {leaf}"), *leaf as f64, 0));
        let lines: Vec<&str> = shown.lines().into_iter().map(|(_, node)| node.what.as_str()).collect();
        assert_eq!(
            lines[1..],
            ["2 x twin", "x1 y1: leaf 7", "x1 y0: leaf 2", "x0 y1: leaf 5", "last", "x1 y0: leaf 3"]
        );
        let short = Outline::of_parts(String::new(), shown.parts[0].parts.clone()).with_most(1, "others");
        assert_eq!((short.parts[1].what.as_str(), short.seconds), ("2 others", 14.0));
    }

    #[test]
    fn a_tree_is_shown_from_the_top() {
        let outline =
            tree().outline(&|leaf| Outline::leaf(format!("leaf {leaf}"), *leaf as f64, *leaf as usize));
        assert_eq!((outline.memory, outline.clone().one_after_another().memory), (23, 10));
        let lines: Vec<String> = (outline.lines().into_iter())
            .map(|(depth, node)| format!("{}{} ({} s)", "  ".repeat(depth), node.what, node.seconds))
            .collect();
        assert_eq!(
            lines,
            [
                "the sum over examples, divided by 4 (23 s)",
                "  + all: leaf 10 (10 s)",
                "  + 3 x pairs: the product of parts that do not interact (6 s)",
                "    leaf 2 (2 s)",
                "    leaf 4 (4 s)",
                "  - 2 x borders: leaf 7 (7 s)",
            ]
        );
    }
}
