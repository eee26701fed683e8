//! The fewest pieces that leave no room for another one, or that attack all squares.
//!
//! For placements of non-attacking pieces of one kind that cannot be extended, the minimum is the independent
//! domination number of the conflict graph. If the pieces may attack each other and must attack every empty
//! square, it is the domination number; if they must attack every square, the total domination number. There
//! are three methods. Queens and rooks on a rectangle are searched by the lines that they leave
//! [empty](empty_lines). All other problems that pairs of pieces decide are searched by
//! [branch and bound](covering). The third method counts all placements by the number of pieces and reads off
//! the minimum; a sweep does that quickly for pieces that reach few squares.

mod choice;
mod covering;
mod empty_lines;
mod local;

use super::error::SearchError;
use super::listing::{Selection, list_lex};
use crate::board::Square;
use crate::clock::Instant;
use crate::engines::cover::{Places, is_open};
use crate::feature::Feature;
use crate::placement::Placement;
use crate::plan::pool::Pool;
use crate::plan::{
    ONE_OF_THEM, Observer, Plan, PlanError, Settings, StoppingObserver, plan_unless_stopped, unless_stopped,
};
use crate::problem::{Lines, Problem};
use crate::question::{Demand, Question};
use choice::SmallestChoice;
use empty_lines::{EmptyLines, EmptyLinesFound};
use num_bigint::BigUint;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicU32;
use std::time::Duration;

/// The minimum number of pieces that meet a demand.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Minimum {
    /// The demand that the pieces meet.
    pub demand: Demand,
    /// The minimum number of pieces of the kinds with open numbers, together; `None` if there is no
    /// placement.
    pub number: Option<u32>,
    /// The number of placements that attain the minimum; `None` if it was not requested or the observer
    /// stopped the count.
    pub count: Option<BigUint>,
    /// One of them, with the problem in which their numbers are given; `None` if there is no placement.
    pub placement: Option<(Problem, Placement)>,
    /// The name and version of the engine that counted.
    pub engine: (&'static str, u32),
    /// The number of nodes that were searched; 0 if all placements were counted.
    pub nodes: u64,
    /// The total time.
    pub elapsed: Duration,
}

/// The duration of a search below which a forecast of counting is not worthwhile, because the forecast can
/// take as long.
const SHORT_SEARCH: Duration = Duration::from_millis(400);
/// The share of the expected counting time for which the minimum alone is searched first.
const SHARE_OF_NUMBER: f64 = 0.2;
/// The number of seconds of a sweep below which no longer search is needed.
const SWEEP_SECONDS: f64 = 0.5;
/// The features by which other pieces decide what a piece attacks.
const DEPENDENT: [Feature; 2] = [Feature::BlockedLines, Feature::Hops];
/// The features that a search by empty lines supports.
const ONE_KIND: &[Feature] = &[Feature::AnyNumber, Feature::LargestNumber];

/// Finds the minimum placements that meet a demand, for a problem in which some numbers are open (`*` or
/// `max`, which are equivalent here). If the demand is [nothing](Demand::Nothing), the pieces must not attack
/// each other and must leave no room for another. If `is_counted`, the function also counts the minimum
/// placements, which can take much longer. Returns `None` if the observer stopped it before the minimum was
/// known.
///
/// ```
/// use armistice::{Demand, Problem, plan::{Settings, Silent}, search::smallest};
///
/// let queens: Problem = "8x8 Q*".parse()?;
/// for (demand, count) in [(Demand::Nothing, 728u32), (Demand::Dominating, 4860)] {
///     let least = smallest(&queens, demand, true, &Settings::default(), &Silent)?.ok_or("stopped")?;
///     assert_eq!((least.number, least.count), (Some(5), Some(count.into())));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails for problems in which no number is open, for several armies, if settings cannot be met, and if a
/// check fails.
pub fn smallest(
    problem: &Problem,
    demand: Demand,
    is_counted: bool,
    settings: &Settings,
    observer: &dyn Observer,
) -> Result<Option<Minimum>, SearchError> {
    let start = Instant::now();
    if !problem.pieces().any(is_open) {
        return Err(SearchError::NothingToMinimise);
    }
    if problem.walls().is_some() {
        return Err(PlanError::NotHere(Feature::Walls).into());
    }
    if demand != Demand::Nothing && problem.lines() == Lines::Blocked {
        let (what, feature) = (Feature::Dominating.words(), Feature::BlockedLines);
        return Err(PlanError::Together { what, feature, instead: ONE_OF_THEM }.into());
    }
    let search =
        Search { problem, demand, is_counted, settings, observer, start, refuted: &AtomicU32::new(0) };
    let is_free = settings.engine.technique().is_none();
    if is_free && let Some(lines) = search.empty_lines() {
        return search.by_empty_lines(lines);
    }
    if problem.board().is_large() {
        return Err(SearchError::SmallestOnLargeBoard);
    }
    if let Some(feature) = DEPENDENT.into_iter().find(|feature| problem.features().contains(feature)) {
        let what = "the minimum number of pieces (min)";
        let instead = "count placements of an exact number of pieces instead ('armistice count')";
        return Err(PlanError::Together { what, feature, instead }.into());
    }
    let of = problem.clone();
    let Some(places) = unless_stopped(observer, move |_| places_of(&of, demand)) else {
        return Ok(None);
    };
    // The minimum, if it is known before the placements are counted.
    let mut known = None;
    if let Some(places) = places.as_ref().filter(|_| is_free) {
        known = search.by_covering_until(places, start.checked_add(SHORT_SEARCH))?;
        if search.is_whole(known.as_ref()) || observer.should_stop() {
            return Ok(known);
        }
    }
    let question = Question::new(problem.with_open_numbers())
        .with_maximal(demand == Demand::Nothing)
        .with_dominating(demand)
        .with_by_number(true);
    let Some(planned) = plan_unless_stopped(&question, settings, observer).transpose() else {
        return Ok(known);
    };
    let expected = planned.as_ref().map_or(f64::INFINITY, |plan| plan.summary().estimate.seconds);
    let after = |seconds: f64| {
        Duration::try_from_secs_f64(seconds).ok().and_then(|time| Instant::now().checked_add(time))
    };
    match places {
        Some(places) if is_free && expected >= SWEEP_SECONDS => {
            // A count can take for ever although the minimum is soon known.
            if is_counted && known.is_none() {
                let uncounted = Search { is_counted: false, ..search };
                known = uncounted.by_covering_until(&places, after(expected * SHARE_OF_NUMBER))?;
            }
            // A search that has taken as long as a count is expected to take makes way for the count: there
            // may be more minimum placements than can be listed.
            let found = search.by_covering_until(&places, after(expected))?;
            if search.is_whole(found.as_ref()) || observer.should_stop() {
                return Ok(found.or(known));
            }
            Ok(search.by_counting(&planned?)?.or(found).or(known))
        }
        None if demand != Demand::Nothing && !problem.has_ranges() => {
            Err(planned.err().map_or(SearchError::Dominating, SearchError::from))
        }
        _ => Ok(search.by_counting(&planned?)?.or(known)),
    }
}

/// Returns the places of a search by covering; `None` if it cannot find the minimum. It has no bounds for the
/// numbers of single kinds.
fn places_of(problem: &Problem, demand: Demand) -> Option<Places> {
    if problem.has_ranges() { None } else { Places::from_problem(problem, demand) }
}

/// A question for the minimum, with the settings of its search.
struct Search<'a> {
    problem: &'a Problem,
    demand: Demand,
    is_counted: bool,
    settings: &'a Settings,
    observer: &'a dyn Observer,
    start: Instant,
    /// The known lower bound: fewer pieces are not enough. Pre-placed pieces do not count.
    refuted: &'a AtomicU32,
}

impl Search<'_> {
    /// Returns true if this answers the whole question.
    fn is_whole(&self, found: Option<&Minimum>) -> bool {
        found.is_some_and(|found| !self.is_counted || found.count.is_some())
    }

    /// Returns the search for a problem of queens or rooks alone, on a rectangle.
    fn empty_lines(&self) -> Option<EmptyLines> {
        let Self { problem, demand, .. } = *self;
        let mut kinds = problem.pieces();
        let (pieces, None) = (kinds.next()?, kinds.next()) else { return None };
        let is_known = problem.has_only(ONE_KIND);
        is_known.then(|| EmptyLines::from_board(problem.board(), pieces.kind.moves(), demand))?
    }

    fn by_empty_lines(&self, lines: EmptyLines) -> Result<Option<Minimum>, SearchError> {
        let engine = ("empty lines", 1);
        match self.on_threads(|| lines.smallest(&|| self.observer.should_stop()))? {
            EmptyLinesFound::Stopped => Ok(None),
            EmptyLinesFound::Least(found) => {
                let squares = found.found.chosen.iter().flatten();
                let placed = squares.map(|&at| (0, self.problem.board().square(at))).collect();
                self.make_result(found.clone(), placed, engine).map(Some)
            }
            // Pieces on each of that number of lines leave no room: all placements of non-attacking pieces
            // are counted.
            EmptyLinesFound::OnePerLine(number) => {
                let given = self.problem.with_number(0, number).ok_or_else(|| unsound_error(self.problem))?;
                let question = Question::new(given.clone());
                let plan = plan_unless_stopped(&question, self.settings, self.observer)?;
                let outcome = plan.map(|plan| plan.run(self.observer)).transpose()?;
                let outcome = outcome.filter(|outcome| outcome.complete);
                let Some(placement) = self.first_listed(&given, Selection::default())? else {
                    return Ok(None);
                };
                let count = outcome.map(|outcome| outcome.count);
                Ok(Some(self.make_minimum(Some(number), count, Some((given, placement)), engine, 0)))
            }
        }
    }

    fn by_covering(&self, places: &Places) -> Result<Option<Minimum>, SearchError> {
        let is_stopped = || self.observer.should_stop();
        let found =
            self.on_threads(|| covering::smallest(places, self.is_counted, self.refuted, &is_stopped))?;
        let Some(found) = found else { return Ok(None) };
        let placed = self.piece_squares(places, found.found.chosen.as_deref().unwrap_or_default());
        self.make_result(found, placed, ("domination", 4)).map(Some)
    }

    /// Like [`by_covering`](Self::by_covering), but given up at some time; `None` for no time limit.
    fn by_covering_until(
        &self,
        places: &Places,
        end: Option<Instant>,
    ) -> Result<Option<Minimum>, SearchError> {
        Search { observer: &StoppingObserver { observer: self.observer, end }, ..*self }.by_covering(places)
    }

    /// Finds the minimum by a count of all placements.
    fn by_counting(&self, plan: &Plan) -> Result<Option<Minimum>, SearchError> {
        let outcome = plan.run(self.observer)?;
        if !outcome.complete {
            return Ok(None);
        }
        let by_number = outcome.by_number.unwrap_or_default();
        let size = |pieces: &[u32]| pieces.iter().sum::<u32>();
        let number = by_number.iter().map(|of| size(&of.pieces)).min();
        let least: Vec<_> = by_number.iter().filter(|of| Some(size(&of.pieces)) == number).collect();
        let placement = match (least.first(), number) {
            (Some(numbers), Some(number)) => match self.find_one(number, &numbers.pieces)? {
                Some(placement) => Some(placement),
                None => return Ok(None),
            },
            _ => None,
        };
        let count = least.iter().map(|of| &of.count).sum();
        Ok(Some(self.make_minimum(number, Some(count), placement, plan.summary().engine, 0)))
    }

    /// Returns a placement with this number of pieces, or with these numbers of the kinds without one; `None`
    /// if the search was stopped.
    fn find_one(&self, number: u32, numbers: &[u32]) -> Result<Option<(Problem, Placement)>, SearchError> {
        let Some(places) = places_of(self.problem, self.demand) else {
            let open = self.problem.pieces().enumerate().filter(|(_, pieces)| is_open(pieces)).zip(numbers);
            let mut numbered = open.map(|((piece, _), &number)| (piece, number));
            let given = numbered
                .try_fold(self.problem.clone(), |given, (piece, number)| given.with_number(piece, number));
            let given = given.ok_or_else(|| unsound_error(self.problem))?;
            let (maximal, dominating) = (self.demand == Demand::Nothing, self.demand);
            let selection = Selection { maximal, dominating, ..Selection::default() };
            return Ok(self.first_listed(&given, selection)?.map(|placement| (given, placement)));
        };
        let is_stopped = || self.observer.should_stop();
        match covering::find_one(&places, number, &is_stopped) {
            Some(chosen) => self.check_placement(self.piece_squares(&places, &chosen)).map(Some),
            None if is_stopped() => Ok(None),
            None => Err(unsound_error(self.problem)),
        }
    }

    /// Returns the first placement of a problem with exact numbers; `None` if the search was stopped.
    fn first_listed(&self, given: &Problem, selection: Selection) -> Result<Option<Placement>, SearchError> {
        let mut listing = list_lex(given, selection, self.observer)?;
        match listing.advance(&|| self.observer.should_stop()) {
            Some(listed) => Ok(Some(listed.placement)),
            None if self.observer.should_stop() => Ok(None),
            None => Err(unsound_error(self.problem)),
        }
    }

    fn on_threads<T: Send>(&self, search: impl FnOnce() -> T + Send) -> Result<T, SearchError> {
        let pool = Pool::new(self.settings.threads, self.settings.in_callers_pool);
        Ok(pool.install(search)?)
    }

    fn piece_squares(&self, places: &Places, chosen: &[usize]) -> Vec<(usize, Square)> {
        let place = |&place: &usize| {
            let (kind, at) = places.places[place];
            (kind, self.problem.board().square(at))
        };
        chosen.iter().map(place).collect()
    }

    /// Returns the result with one placement that attains it.
    fn make_result(
        &self,
        found: SmallestChoice,
        placed: Vec<(usize, Square)>,
        engine: (&'static str, u32),
    ) -> Result<Minimum, SearchError> {
        let placement = found.number.map(|_| self.check_placement(placed)).transpose()?;
        let is_counted = self.is_counted && found.is_counted || placement.is_none();
        let count = is_counted.then_some(found.found.count);
        Ok(self.make_minimum(found.number, count, placement, engine, found.nodes))
    }

    fn make_minimum(
        &self,
        number: Option<u32>,
        count: Option<BigUint>,
        placement: Option<(Problem, Placement)>,
        engine: (&'static str, u32),
        nodes: u64,
    ) -> Minimum {
        let (demand, elapsed) = (self.demand, self.start.elapsed());
        Minimum { demand, number, count, placement, engine, nodes, elapsed }
    }

    /// Returns pieces as a checked placement, with the problem in which their numbers are given.
    fn check_placement(&self, placed: Vec<(usize, Square)>) -> Result<(Problem, Placement), SearchError> {
        let Self { problem, demand, .. } = *self;
        let given = (0..problem.pieces().count()).try_fold(problem.clone(), |problem, kind| {
            problem.with_number(kind, placed.iter().filter(|place| place.0 == kind).count() as u32)
        });
        let is_right = match demand {
            Demand::Nothing => {
                given.as_ref().is_some_and(|given| Placement::new(placed.clone()).fault(given).is_none())
            }
            Demand::Dominating | Demand::Total => is_dominating(problem, demand, &placed),
        };
        let given = given.filter(|_| is_right).ok_or_else(|| unsound_error(problem))?;
        Ok((given, Placement::new(placed)))
    }
}

/// Returns true if pieces are on allowed squares, pre-placed ones on their squares, and all squares are
/// attacked as demanded.
fn is_dominating(problem: &Problem, demand: Demand, placed: &[(usize, Square)]) -> bool {
    let board = problem.board();
    let kinds: Vec<_> = problem.pieces().collect();
    let attacked = |&(kind, from): &(usize, Square)| kinds[kind].kind.moves().attacked_squares(board, from);
    let attacked: BTreeSet<Square> = placed.iter().flat_map(attacked).collect();
    let taken: BTreeSet<Square> = placed.iter().map(|&(_, square)| square).collect();
    let is_asked =
        |square: &Square| board.is_open(*square) && (demand == Demand::Total || !taken.contains(square));
    let mut asked = (0..board.squares()).map(|at| board.square(at)).filter(is_asked);
    taken.len() == placed.len()
        && placed.iter().all(|&(kind, square)| problem.may_stand(kinds[kind], square))
        && (kinds.iter().enumerate())
            .all(|(kind, pieces)| pieces.fixed.iter().all(|&square| placed.contains(&(kind, square))))
        && asked.all(|square| attacked.contains(&square))
}

fn unsound_error(problem: &Problem) -> SearchError {
    SearchError::Unsound(format!("{problem} has no placement of the least number"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::naive;
    use crate::engines::random::Random;
    use crate::named::Named;
    use crate::plan::{CancelToken, Silent, plan};

    /// Returns the minimum and the count of the oracle.
    fn by_oracle(problem: &Problem, demand: Demand) -> (Option<u32>, BigUint) {
        let question = Question::new(problem.with_open_numbers())
            .with_maximal(demand == Demand::Nothing)
            .with_dominating(demand);
        let all = naive::answer_to(&question, &|| false).by_number;
        let size = |of: &crate::plan::NumberCount| of.pieces.iter().sum::<u32>();
        let least = all.iter().map(size).min();
        (least, all.iter().filter(|of| Some(size(of)) == least).map(|of| &of.count).sum())
    }

    fn assert_is_least(problem: &Problem, demand: Demand, found: &Minimum) {
        let (number, count) = by_oracle(problem, demand);
        let engine = found.engine.0;
        assert_eq!(
            (found.number, &found.count),
            (number, &Some(count)),
            "{problem} {} by {engine}",
            demand.name()
        );
        assert_eq!(found.placement.is_some(), number.is_some(), "{problem}");
        let Some((given, placement)) = &found.placement else { return };
        let placed: Vec<_> = (placement.pieces().iter())
            .map(|&(kind, square)| (kind, (square.row as i64, square.col as i64)))
            .collect();
        if demand == Demand::Nothing {
            assert!(naive::is_placement(given, &placed) && naive::is_maximal(problem, &placed), "{problem}");
        } else {
            assert!(is_dominating(problem, demand, placement.pieces()), "{problem}");
        }
        let open = given.pieces().zip(problem.pieces()).filter(|(_, asked)| is_open(asked));
        assert_eq!(
            Some(open.map(|(given, _)| given.quantity.exact_number()).sum::<u32>()),
            number,
            "{problem}"
        );
    }

    fn search<'a>(problem: &'a Problem, demand: Demand, settings: &'a Settings) -> Search<'a> {
        Search {
            problem,
            demand,
            is_counted: true,
            settings,
            observer: &Silent,
            start: Instant::now(),
            refuted: Box::leak(Box::default()),
        }
    }

    #[test]
    fn the_least_numbers_are_those_of_the_oracle() {
        let least = |text: &str, demand: Demand| {
            let problem: Problem = text.parse().unwrap();
            let found = smallest(&problem, demand, true, &Settings::default(), &Silent).unwrap().unwrap();
            assert_is_least(&problem, demand, &found);
        };
        let peaceful = [
            "4x4 Q*",
            "4x4 Kmax",
            "3x5 N*",
            "3x3 K* N*",
            "4x3/torus R*",
            "4x4-b2 B* K*",
            "3x3 Q* N@a1",
            "1x1 Q*",
        ];
        peaceful.into_iter().for_each(|text| least(text, Demand::Nothing));
        for text in ["3x4 Kmax", "2x2 N*", "2x3 K* N*", "3x3/torus R*", "3x4~b2 Q*", "3x3 Q* N@a1", "1x1 Q*"]
        {
            least(text, Demand::Dominating);
            least(text, Demand::Total);
        }
    }

    /// Queens and rooks on small rectangles.
    #[test]
    fn empty_lines_find_the_least_of_the_oracle() {
        let mut rooks = 0;
        for (ranks, files) in [(2, 2), (2, 3), (3, 2), (2, 5), (3, 3), (3, 4), (4, 3), (6, 2)] {
            for kind in ['Q', 'R'] {
                let problem: Problem = format!("{ranks}x{files} {kind}*").parse().unwrap();
                for &demand in Demand::ALL {
                    let settings = Settings::default();
                    let search = search(&problem, demand, &settings);
                    let lines = search.empty_lines();
                    assert!(lines.is_some() || kind == 'R' && demand == Demand::Total);
                    let Some(lines) = lines else { continue };
                    rooks += usize::from(kind == 'R');
                    let found = search.by_empty_lines(lines).unwrap().unwrap();
                    assert_is_least(&problem, demand, &found);
                }
            }
        }
        assert_eq!(rooks, 16);
        for text in
            ["4x4 B*", "4x4 A*", "4x4-b2 Q*", "4x4/torus Q*", "4x4 Q*@b2", "1x4 Q*", "4x4~a1 Q*", "4x4 Q* K0"]
        {
            let problem: Problem = text.parse().unwrap();
            assert!(
                search(&problem, Demand::Dominating, &Settings::default()).empty_lines().is_none(),
                "{text}"
            );
        }
    }

    /// Comparisons with A002564, A002568 and A002566, and with A075458, A075324 and A261752.
    #[test]
    fn empty_lines_find_the_least_that_are_known() {
        let known: [(Demand, &[(u32, u32)]); 3] = [
            (
                Demand::Nothing,
                &[
                    (1, 4),
                    (1, 1),
                    (3, 16),
                    (3, 16),
                    (4, 120),
                    (4, 8),
                    (5, 728),
                    (5, 92),
                    (5, 8),
                    (5, 2),
                    (7, 840),
                ],
            ),
            (
                Demand::Dominating,
                &[
                    (1, 4),
                    (1, 1),
                    (2, 12),
                    (3, 186),
                    (3, 4),
                    (4, 86),
                    (5, 4860),
                    (5, 114),
                    (5, 8),
                    (5, 2),
                    (6, 8),
                ],
            ),
            (
                Demand::Total,
                &[(2, 6), (2, 20), (2, 12), (3, 70), (4, 960), (4, 22), (5, 352), (5, 10), (6, 216)],
            ),
        ];
        for (demand, numbers) in known {
            for (side, &(number, count)) in (2..).zip(numbers) {
                let problem: Problem = format!("{side}x{side} Q*").parse().unwrap();
                let found = smallest(&problem, demand, true, &Settings::default(), &Silent).unwrap().unwrap();
                let known = (Some(number), Some(BigUint::from(count)), "empty lines");
                assert_eq!((found.number, found.count, found.engine.0), known, "{side} {}", demand.name());
            }
        }
    }

    /// A comparison with branch and bound, on boards that are too large for the oracle.
    #[test]
    fn empty_lines_agree_with_branch_and_bound() {
        for (ranks, files) in [(5, 5), (5, 6), (4, 7), (6, 6), (8, 5), (7, 7), (3, 9)] {
            let problem: Problem = format!("{ranks}x{files} Q*").parse().unwrap();
            for &demand in Demand::ALL {
                let settings = Settings::default();
                let search = search(&problem, demand, &settings);
                let places = Places::from_problem(&problem, demand).unwrap();
                let lines = search.by_empty_lines(search.empty_lines().unwrap()).unwrap().unwrap();
                let bound = search.by_covering(&places).unwrap().unwrap();
                assert_eq!(
                    (lines.number, lines.count),
                    (bound.number, bound.count),
                    "{problem} {}",
                    demand.name()
                );
            }
        }
    }

    /// If many pieces are needed, items that each need a piece of their own cut off most of the search.
    #[test]
    fn branch_and_bound_agrees_with_sweeps_where_many_pieces_are_needed() {
        for text in
            ["8x8 K*", "7x7 W*", "6x6 N*", "7x6 F*", "7x7 K* W2", "6x6/torus W*", "8x7-d4 K*@a1", "6x5 N* K1"]
        {
            let problem: Problem = text.parse().unwrap();
            for demand in [Demand::Dominating, Demand::Total] {
                let settings = Settings::default();
                let search = search(&problem, demand, &settings);
                let found =
                    search.by_covering(&Places::from_problem(&problem, demand).unwrap()).unwrap().unwrap();
                let question = Question::new(problem.with_open_numbers());
                let question = question.with_dominating(demand).with_by_number(true);
                let counted = search.by_counting(&plan(&question, &settings).unwrap()).unwrap().unwrap();
                let name = demand.name();
                assert_eq!((found.number, found.count), (counted.number, counted.count), "{problem} {name}");
                let uncounted = Search { is_counted: false, refuted: &AtomicU32::new(0), ..search };
                let found =
                    uncounted.by_covering(&Places::from_problem(&problem, demand).unwrap()).unwrap().unwrap();
                assert_eq!((found.number, found.count), (counted.number, None), "{problem} {name}");
            }
        }
        // A075561: a third of the side in each direction.
        for (side, number) in [(10, 16), (11, 16)] {
            let problem: Problem = format!("{side}x{side} K*").parse().unwrap();
            let found =
                smallest(&problem, Demand::Dominating, true, &Settings::default(), &Silent).unwrap().unwrap();
            assert_eq!(found.number, Some(number));
        }
    }

    /// A comparison of branch and bound with the oracle, on problems for which it is never the quicker
    /// method.
    #[test]
    fn branch_and_bound_finds_the_least_of_the_oracle() {
        for text in [
            "4x4 Q*",
            "4x4 K*",
            "3x5 N*",
            "3x3 K* N*",
            "4x3/torus R*",
            "4x4-b2 B* K*",
            "5x4 Q*@b2",
            "2x2x3 K*",
            "hexagon:3 B*",
            "4x4~b2,c3 Q*",
            "3x3 K*~a1 N*",
            "3x3 K* + N*",
            "4x3 K* rank=..1",
            "3x3 K*@a1,b2",
        ] {
            let problem: Problem = text.parse().unwrap();
            let places = Places::from_problem(&problem, Demand::Nothing).unwrap();
            let settings = Settings::default();
            let found = search(&problem, Demand::Nothing, &settings).by_covering(&places).unwrap().unwrap();
            assert_is_least(&problem, Demand::Nothing, &found);
        }
        for text in
            ["4x4 Q2", "4x4 Q* K2", "3x3 K*/Q*", "4x4 K* rank=2", "4x4 K* each=1", "4x4 G*", "3x3 K* #1"]
        {
            assert!(Places::from_problem(&text.parse().unwrap(), Demand::Nothing).is_none(), "{text}");
        }
    }

    /// Domination for random problems: mixes, exact numbers, pre-placed pieces, holes, reserved squares,
    /// joined edges.
    #[test]
    fn branch_and_bound_dominates_as_the_oracle_says() {
        let mut random = Random::new(20);
        let mut impossible = 0;
        for _ in 0..300 {
            let board =
                ["3x3", "2x4", "3x4", "1x5", "3x3/torus", "2x4/cylinder", "4x2", "hexagon:2", "2x2x2"]
                    [random.draw_below(9)];
            let closed = ["", "", "-a1", "-b2", "~a2", "~b1", "~dark"][random.draw_below(7)];
            let mut text = format!(
                "{board}{}",
                if board.contains(['x']) && !board.contains("2x2x2") { closed } else { "" }
            );
            let kinds = ["Q", "K", "N", "R", "B", "W", "X"];
            let first = random.draw_below(kinds.len());
            text += &format!(" {}*{}", kinds[first], ["", "", "@a2"][random.draw_below(3)]);
            if random.draw_below(2) == 0 {
                let second = (first + 1 + random.draw_below(kinds.len() - 1)) % kinds.len();
                text += &format!(" {}{}", kinds[second], ["*", "1", "2", "0", "max"][random.draw_below(5)]);
            }
            text += if text.contains('X') { " X=fWfF" } else { "" };
            let Ok(problem) = text.parse::<Problem>() else { continue };
            if problem.board().squares() > 9 && problem.pieces().count() > 1 {
                continue;
            }
            for demand in [Demand::Dominating, Demand::Total] {
                let places = Places::from_problem(&problem, demand).unwrap();
                let settings = Settings::default();
                let found = search(&problem, demand, &settings).by_covering(&places).unwrap().unwrap();
                assert_is_least(&problem, demand, &found);
                impossible += usize::from(found.number.is_none());
            }
        }
        assert!((1..300).contains(&impossible), "{impossible}");
    }

    #[test]
    fn what_has_no_open_number_is_refused_and_a_stop_is_heard() {
        let settings = Settings::default();
        let least = |text: &str, demand, observer| {
            let problem: Problem = text.parse().unwrap();
            smallest(&problem, demand, true, &settings, observer)
        };
        assert_eq!(least("4x4 Q4", Demand::Nothing, &Silent), Err(SearchError::NothingToMinimise));
        let token = CancelToken::new();
        token.cancel();
        assert_eq!(least("12x12 N*", Demand::Nothing, &token), Ok(None));
        assert_eq!(least("16x16 Q*", Demand::Dominating, &token), Ok(None));
        assert_eq!(least("9x9-a1 Q*", Demand::Total, &token), Ok(None));
        let none = least("2x2 K* Q@a1 N@b2", Demand::Nothing, &Silent).unwrap().unwrap();
        assert_eq!((none.number, none.placement), (None, None));
        for (text, demand, its) in [
            ("3x3 K*/Q*", Demand::Dominating, Feature::Armies),
            ("3x3 K* + Q*", Demand::Total, Feature::Groups),
        ] {
            let refused = least(text, demand, &Silent);
            let is_refused = matches!(
                refused,
                Err(SearchError::Plan(PlanError::Together { feature, .. })) if feature == its
            );
            assert!(is_refused, "{text}");
        }
    }
}
