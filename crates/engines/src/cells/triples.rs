//! Counting the last three pieces without placing any.
//!
//! Let `X` be the squares free for three more pieces of one class, `x` of them, and call two squares in
//! conflict an edge. By inclusion and exclusion over the edges of three squares, the number of non-attacking
//! triples is
//!
//! ```text
//! C(x, 3) - e (x - 2) + p - t
//! ```
//!
//! with `e` edges, `p` pairs of edges that share a square, and `t` triangles of three edges. (The last three
//! terms of the same sum with sizes of neighbourhoods are Goodman's, *On sets of acquaintances and strangers
//! at any party*, 1959.)
//!
//! **Edges and their pairs.** Each square with `d` edges has `C(d, 2)` pairs of them, and the sum of all `d`
//! is `2 e`. For all squares at once, `d` is the sum of shifted masks, one for each displacement. Full adders
//! add up bits in the same place, so that a number stands upright in several words, one for each binary
//! digit. (Seven additions take eight masks to one digit of weight eight; R. W. Harley and D. Seal, in H. S.
//! Warren's *Hacker's Delight*, 5-1.) The squares of `d`, summed over all squares, are population counts of
//! pairs of digits.
//!
//! **Triangles.** Most triangles have their squares on one line, so they are counted line by line. A square
//! with `a` edges to higher squares of the same line is the lowest square of `C(a, 2)` triangles. Lines here
//! are groups of displacements, whatever the pieces ([`super::triple`]). The remaining triangles have sides
//! in different groups. Each shape of two displacements is counted like a pair, by `X & (X >> d1) & (X >> d2)
//! & valid`. Queens on 24x24 have 92 displacements upwards, in four groups, and 136 shapes of other
//! triangles, not counting variants at the edges.
//!
//! For **two of one class and one of another**, `X` and `Y`, the number is as follows, with numbers of edges
//! between the two classes in capitals:
//!
//! ```text
//! C(x, 2) y - e y - E (x - 1) + sum over X of d D + sum over Y of C(D, 2) - t
//! ```
//!
//! For three classes each square has two numbers of edges, whose products are added up.
//!
//! *Worked example:* three rooks on 3x3. All nine squares are free, each with four edges: e = 18, and
//! p = 9 · 6 = 54. Every triangle is a rank or a file: t = 6. The result is 84 - 18 · 7 + 54 - 6 = 6, the
//! number of permutations of three.
//!
//! Everything is counted for eight states at a time; only the last few sums are made state by state. (No
//! closure here may hold a register: it would be compiled without the instructions, which makes the count
//! five times slower.)

use super::buffer::{CellStates, LANES};
use super::register::Register;
use super::triple::{DisplacedWord, LastTriple, STRIDE, SourceConflicts, Star, Triangles, TripleClasses};

/// The maximum number of binary digits of a number of edges: a square has at most 1,023.
const DIGITS: usize = 10;
/// The number of words of the widest mask, plus one on either side.
const PADDED: usize = 18;

/// The words of one mask of eight states, with an empty word on either side.
type PaddedMask<R> = [R; PADDED];
/// A number for each square of a word, digit by digit.
type DigitPlanes<R> = [R; DIGITS];

/// Takes all states out of the buffer and returns the number of their non-attacking triples.
///
/// There are at most some thousand states of 2^30 triples each: far from overflow.
#[inline(always)]
pub(super) fn count<R: Register>(triple: &LastTriple, buffer: &mut CellStates) -> u64 {
    buffer.pad();
    let masks = match triple.alike {
        TripleClasses::All => 1,
        TripleClasses::Two { .. } => 2,
        TripleClasses::None => 3,
    };
    // Masks have one plane for each of their words; the last word may be empty.
    let planes = buffer.planes.len() / buffer.capacity / masks;
    let mut padded = [[R::zero(); PADDED]; 3];
    let mut triples = 0u64;
    for start in (0..buffer.len).step_by(LANES) {
        let mut sizes = [[0; LANES]; 3];
        for (mask, (padded, sizes)) in padded.iter_mut().zip(&mut sizes).enumerate().take(masks) {
            let mut size = R::zero();
            for (word, place) in padded[1..=triple.words].iter_mut().enumerate() {
                *place = R::load(&buffer.planes[(mask * planes + word) * buffer.capacity + start..]);
                size = size.plus(place.count());
            }
            *sizes = size.words();
        }
        let triangles = triangles(&triple.triangles, &triple.terms, &padded).words();
        let mut star = [[0; LANES]; 3];
        if let Some(sums) = &triple.star {
            star = star_sums(sums, &triple.terms, &padded);
        }
        let mut meetings = [[[0; LANES]; 3]; 3];
        for (sums, meeting) in meetings.iter_mut().zip(&triple.meetings) {
            *sums = meeting_sums(meeting, &triple.terms, &padded);
        }
        for lane in 0..LANES {
            let [x, y, z] = sizes.map(|sizes| sizes[lane]);
            // Intermediate sums may be negative; wrapping arithmetic makes the final sum right.
            let pairs = |x: u64| x.wrapping_mul(x.wrapping_sub(1)) / 2;
            let [edges, squares, of_groups] = star.map(|sums| sums[lane]);
            let shared = (squares - edges) / 2;
            let met = meetings.map(|sums| sums.map(|sums| sums[lane]));
            let count = match triple.alike {
                TripleClasses::All => {
                    let all = if x < 3 { 0 } else { x * (x - 1) * (x - 2) / 6 };
                    all.wrapping_sub((edges / 2).wrapping_mul(x.wrapping_sub(2))).wrapping_add(shared)
                }
                TripleClasses::Two { twins, .. } => {
                    let (x, y) = if twins == 0 { (x, y) } else { (y, x) };
                    let [within, _, products] = met[0];
                    (pairs(x) * y)
                        .wrapping_sub(within / 2 * y)
                        .wrapping_sub(edges.wrapping_mul(x.wrapping_sub(1)))
                        .wrapping_add(products + shared)
                }
                TripleClasses::None => {
                    let [[to_second, to_third, at_first], [_, from_second, at_second], [_, _, at_third]] =
                        met;
                    (x * y * z)
                        .wrapping_sub(to_second * z + to_third * y + from_second * x)
                        .wrapping_add(at_first + at_second + at_third)
                }
            };
            triples = triples.wrapping_add(count.wrapping_sub(of_groups + triangles[lane]));
        }
    }
    buffer.len = 0;
    triples
}

/// Returns the free squares at the displacement of a term.
#[inline(always)]
fn free_at<R: Register>(term: &DisplacedWord, source: &PaddedMask<R>) -> R {
    R::shift(source[term.word], source[term.word + 1], term.bits)
}

/// Returns the valid ones among the free squares at the displacement of a term.
#[inline(always)]
fn valid_free_at<R: Register>(term: &DisplacedWord, source: &PaddedMask<R>) -> R {
    free_at(term, source).mask(term.valid)
}

/// Adds three bits of one weight: returns a bit of this weight and one of twice the weight.
#[inline(always)]
fn full_adder<R: Register>(a: R, b: R, c: R) -> (R, R) {
    (a.odd(b, c), a.majority(b, c))
}

/// Adds a bit to the digits.
#[inline(always)]
fn carry_into<R: Register>(digits: &mut [R], mut carry: R) {
    for digit in digits {
        (*digit, carry) = (digit.xor(carry), digit.and(carry));
    }
}

/// Adds the squares of four terms to two digits, and returns these and the carry to the third.
#[inline(always)]
fn add_four<R: Register>(ones: R, twos: R, terms: &[DisplacedWord], source: &PaddedMask<R>) -> (R, R, R) {
    let [a, b, c, d] = [&terms[0], &terms[1], &terms[2], &terms[3]];
    let (ones, first) = full_adder(ones, valid_free_at(a, source), valid_free_at(b, source));
    let (ones, second) = full_adder(ones, valid_free_at(c, source), valid_free_at(d, source));
    let (twos, carry) = full_adder(twos, first, second);
    (ones, twos, carry)
}

/// Adds the squares of all terms to a number of `digits` digits.
#[inline(always)]
fn add_terms<R: Register>(
    number: &mut DigitPlanes<R>,
    digits: usize,
    terms: &[DisplacedWord],
    source: &PaddedMask<R>,
) {
    let [mut ones, mut twos, mut fours] = [number[0], number[1], number[2]];
    let mut eights = terms.chunks_exact(2 * STRIDE);
    for terms in &mut eights {
        let (first, second, carry);
        (ones, twos, first) = add_four(ones, twos, &terms[..STRIDE], source);
        (ones, twos, second) = add_four(ones, twos, &terms[STRIDE..], source);
        (fours, carry) = full_adder(fours, first, second);
        carry_into(&mut number[3..digits.max(3)], carry);
    }
    if !eights.remainder().is_empty() {
        let four;
        (ones, twos, four) = add_four(ones, twos, eights.remainder(), source);
        carry_into(&mut number[3..digits.max(3)], fours.and(four));
        fours = fours.xor(four);
    }
    (number[0], number[1], number[2]) = (ones, twos, fours);
}

/// Adds a number to another.
#[inline(always)]
fn add_number<R: Register>(
    number: &mut DigitPlanes<R>,
    digits: usize,
    other: &DigitPlanes<R>,
    other_digits: usize,
) {
    let mut carry = R::zero();
    for (digit, &other) in number[..other_digits].iter_mut().zip(other) {
        (*digit, carry) = full_adder(*digit, other, carry);
    }
    carry_into(&mut number[other_digits..digits.max(other_digits)], carry);
}

/// Returns the sums of a number and of its square, over the squares of a word.
#[inline(always)]
fn powers<R: Register>(number: &DigitPlanes<R>, digits: usize, squares: R) -> (R, R) {
    let mut kept = [R::zero(); DIGITS];
    let (mut sum, mut sum_of_squares) = (R::zero(), R::zero());
    for (kept, digit) in kept[..digits].iter_mut().zip(number) {
        *kept = digit.and(squares);
    }
    // From the highest digit down, the partial sum doubles at each step.
    for high in (0..digits).rev() {
        let count = kept[high].count();
        let mut row = count;
        for low in (0..high).rev() {
            row = row.plus(kept[high].and(kept[low]).count());
            row = row.plus(row);
        }
        sum = sum.plus(sum).plus(count);
        sum_of_squares = sum_of_squares.plus(sum_of_squares).plus(row);
    }
    (sum, sum_of_squares)
}

/// Returns for each state the sums over all squares of the base of the number of edges and of its square, and
/// the number of triangles within the groups.
#[inline(always)]
fn star_sums<R: Register>(
    star: &Star,
    terms: &[DisplacedWord],
    padded: &[PaddedMask<R>; 3],
) -> [[u64; LANES]; 3] {
    let source = &padded[star.source];
    let [mut edges, mut squares, mut of_groups, mut squares_of_groups] = [R::zero(); 4];
    for (word, of_word) in star.words.iter().enumerate() {
        let free = padded[star.base][word + 1];
        let mut number = [R::zero(); DIGITS];
        for group in &of_word.groups {
            let mut of_group = [R::zero(); DIGITS];
            add_terms(&mut of_group, of_word.group_bits, &terms[group.clone()], source);
            let (sum, sum_of_squares) = powers(&of_group, of_word.group_bits, free);
            of_groups = of_groups.plus(sum);
            squares_of_groups = squares_of_groups.plus(sum_of_squares);
            add_number(&mut number, star.bits, &of_group, of_word.group_bits);
        }
        add_terms(&mut number, star.bits, &terms[of_word.others.clone()], source);
        let (sum, sum_of_squares) = powers(&number, star.bits, free);
        edges = edges.plus(sum);
        squares = squares.plus(sum_of_squares);
    }
    let (of_groups, squares_of_groups) = (of_groups.words(), squares_of_groups.words());
    let triangles = std::array::from_fn(|lane| (squares_of_groups[lane] - of_groups[lane]) / 2);
    [edges.words(), squares.words(), triangles]
}

/// Returns for each state the sums over all squares of the base of both numbers of edges, and of their
/// product.
#[inline(always)]
fn meeting_sums<R: Register>(
    meeting: &SourceConflicts,
    terms: &[DisplacedWord],
    padded: &[PaddedMask<R>; 3],
) -> [[u64; LANES]; 3] {
    let [first_digits, second_digits] = meeting.bits;
    let [mut first_sum, mut second_sum, mut products] = [R::zero(); 3];
    for (word, [to_first, to_second]) in meeting.words.iter().enumerate() {
        let free = padded[meeting.base][word + 1];
        let [mut first, mut second] = [[R::zero(); DIGITS]; 2];
        add_terms(&mut first, first_digits, &terms[to_first.clone()], &padded[meeting.sources[0]]);
        add_terms(&mut second, second_digits, &terms[to_second.clone()], &padded[meeting.sources[1]]);
        for digit in &mut first[..first_digits] {
            *digit = digit.and(free);
        }
        for digit in &mut second[..second_digits] {
            *digit = digit.and(free);
        }
        let (mut sums, mut of_products) = ([R::zero(); 2], R::zero());
        for &high in first[..first_digits].iter().rev() {
            let mut row = R::zero();
            for &low in second[..second_digits].iter().rev() {
                row = row.plus(row).plus(high.and(low).count());
            }
            of_products = of_products.plus(of_products).plus(row);
            sums[0] = sums[0].plus(sums[0]).plus(high.count());
        }
        for &digit in second[..second_digits].iter().rev() {
            sums[1] = sums[1].plus(sums[1]).plus(digit.count());
        }
        first_sum = first_sum.plus(sums[0]);
        second_sum = second_sum.plus(sums[1]);
        products = products.plus(of_products);
    }
    [first_sum.words(), second_sum.words(), products.words()]
}

/// Returns for each state the number of triangles of all shapes.
#[inline(always)]
fn triangles<R: Register>(triangles: &Triangles, terms: &[DisplacedWord], padded: &[PaddedMask<R>; 3]) -> R {
    let [first, second] = triangles.sources.map(|source| &padded[source]);
    let mut sum = R::zero();
    for (word, fans) in triangles.words.iter().enumerate() {
        let free = padded[triangles.base][word + 1];
        for fan in &triangles.fans[fans.clone()] {
            let edges = free.and(free_at(&fan.first, first));
            for term in &terms[fan.seconds.clone()] {
                sum = sum.plus(edges.and(free_at(term, second)).mask(term.valid).count());
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Set, Sets, words_for};
    use crate::engines::cells::lanes::{CellLanes, PortableCellLanes};
    use crate::engines::instance::Instance;
    use crate::engines::kernel::Kernel;
    use crate::engines::random::Random;
    use crate::problem::Problem;

    /// Riders and leapers, with holes, joined edges, moves to one side and masks of every width.
    const PROBLEMS: [&str; 18] = [
        "3x3 R3",
        "8x8 Q3",
        "8x8 Q K2",
        "9x7-c3-d4 A2 N",
        "9x7-c3-d4 Q3",
        "6x6/torus Q2 B",
        "7x6/torus A3",
        "5x7/cylinder R B2",
        "7x9 N3",
        "10x10 K2 N",
        "6x6 N Q B",
        "12x12-a1-f6 Q R K",
        "4x4 X3 X=fRbN",
        "6x7 X2 Y X=fRbN Y=lF",
        "9x9 X Y K X=fR Y=bB",
        "14x14 B2 N",
        "17x17 Q2 K",
        "24x24 Q3",
    ];

    /// Counts the non-attacking triples one by one.
    fn by_definition(instance: &Instance, [first, second, third]: [usize; 3], free: [&[u64]; 3]) -> u64 {
        let mut triples = 0;
        for one in free[0].squares() {
            let mut left = free[1].to_vec();
            left.subtract(instance.conflicts.conflict_set(first, one, second));
            let mut last = free[2].to_vec();
            last.subtract(instance.conflicts.conflict_set(first, one, third));
            for two in left.squares().filter(|&two| first != second || two > one) {
                let mut last = last.clone();
                last.subtract(instance.conflicts.conflict_set(second, two, third));
                if second == third {
                    last.remove_up_to(two);
                }
                triples += u64::from(last.size());
            }
        }
        triples
    }

    /// Returns a random part of the squares of the class: on average one in `one_in`, or all.
    fn some(allowed: &[u64], random: &mut Random, one_in: usize) -> Vec<u64> {
        let mut some = allowed.to_vec();
        allowed
            .squares()
            .filter(|_| random.draw_below(one_in) > 0)
            .for_each(|square| some.remove_square(square));
        some
    }

    #[test]
    fn triples_are_those_of_the_definition_on_every_kernel() {
        let mut random = Random::new(3);
        let (mut total, mut with_groups, mut with_shapes) = (0, 0, 0);
        for text in PROBLEMS {
            let problem: Problem = text.parse().unwrap();
            let instance = Instance::new(&problem).merge_classes();
            let kinds = instance.classes.len();
            let pieces: Vec<u32> = instance.classes.iter().map(|class| class.pieces).collect();
            // Every order of the classes is tried.
            let orders =
                (0..kinds.pow(3)).map(|code| [code / kinds.pow(2), code / kinds % kinds, code % kinds]);
            let is_order = |order: &[usize; 3]| {
                let has_all = (0..kinds).all(|class| {
                    order.iter().filter(|&&other| other == class).count() as u32 == pieces[class]
                });
                has_all && (order[0] == order[1] || order[1] == order[2] || order[0] != order[2])
            };
            for order in orders.filter(is_order) {
                let mut classes = order.to_vec();
                classes.dedup();
                let triple = LastTriple::new(&instance, order, f64::INFINITY).unwrap();
                with_groups += usize::from(
                    triple.star.iter().any(|star| star.words.iter().any(|word| !word.groups.is_empty())),
                );
                with_shapes += usize::from(!triple.triangles.fans.is_empty());
                let width = words_for(problem.board().squares());
                let mut states = vec![Sets::empty(classes.len(), width)];
                for one_in in [1, 1, 2, 3, 5, 9, 2, 2, 2, 2] {
                    let free = classes
                        .iter()
                        .flat_map(|&class| some(&instance.classes[class].allowed, &mut random, one_in));
                    states.push(Sets::new(width, free.collect()));
                }
                let expected: Vec<u64> = states
                    .iter()
                    .map(|state| {
                        let of =
                            |class: usize| &state[classes.iter().position(|&other| other == class).unwrap()];
                        by_definition(&instance, order, order.map(of))
                    })
                    .collect();
                total += expected.iter().sum::<u64>();
                let buffer = |states: &[Sets]| {
                    let mut buffer = CellStates::new(classes.len(), width, states.len());
                    for (at, state) in states.iter().enumerate() {
                        for (plane, &word) in state.words().iter().enumerate() {
                            buffer.planes[plane * buffer.capacity + at] = word;
                        }
                    }
                    buffer.len = states.len();
                    buffer
                };
                for (state, &expected) in states.iter().zip(&expected) {
                    let found =
                        PortableCellLanes.count_triples(&triple, &mut buffer(std::slice::from_ref(state)));
                    assert_eq!(found, expected, "{text}, {order:?}");
                }
                for kernel in Kernel::available() {
                    let found = kernel.run(TripleCounter { triple: &triple, buffer: &mut buffer(&states) });
                    assert_eq!(found, expected.iter().sum::<u64>(), "{text}, {order:?}, {kernel}");
                }
            }
        }
        assert!(
            total > 100_000_000 && with_groups > 10 && with_shapes > 20,
            "{total} {with_groups} {with_shapes}"
        );
    }

    struct TripleCounter<'a> {
        triple: &'a LastTriple,
        buffer: &'a mut CellStates,
    }

    impl crate::engines::kernel::Vectored for TripleCounter<'_> {
        type Output = u64;

        fn portable(self) -> u64 {
            PortableCellLanes.count_triples(self.triple, self.buffer)
        }

        #[cfg(target_arch = "x86_64")]
        fn avx512(self, lanes: crate::engines::kernel::Avx512) -> u64 {
            lanes.count_triples(self.triple, self.buffer)
        }
    }
}
