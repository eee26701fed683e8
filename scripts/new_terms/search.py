"""The search for terms: first the cheapest of each sequence, then the cheapest of all, as long as there is
time."""

import datetime
import math
import re
import time

from .division import covering, divided, dividing_squares, is_divided, middle, orbits, surrounded
from .errors import Refused, TooLong
from .journal import FIELDS
from .problem import MAX_SQUARES, is_about_squares, sides
from .program import leaves
from .text import progress, shown
from .way import Way, said

# The time limit for planning. If planning takes long, counting takes far longer.
PLAN_SECONDS = 6
# The share of the budget below which a term is counted before other sequences are planned.
AT_ONCE = 0.0005
# The cost of a term is multiplied by WEIGHT if its sequence has BREADTH new terms.
BREADTH, WEIGHT = 2, 4
# The number of new terms that suffices if a formula gives all terms, or if no formula is known.
ENOUGH = 4
# First a published term below SMALL is recounted, in up to ATTEMPTS attempts of GUARD_SECONDS seconds.
SMALL, ATTEMPTS, GUARD_SECONDS = 10**6, 3, 2
# The estimated factor by which counting by number takes longer.
NUMBERS = 40
# If the expected time is below this, the parts need no plans of their own.
QUICK = 0.5
# The factor by which an estimate may be wrong. It only decides whether to start.
SLACK = 3
# Another engine is preferred up to this number of seconds, even if the same one is faster with another
# problem.
PATIENCE = 60


class Candidate:
    """The next term of a sequence, and two ways to count it."""

    def __init__(self, sequence, n, problem, ways):
        self.sequence, self.n, self.problem, self.ways = sequence, n, problem, ways
        self.seconds = sum(way.seconds for way in ways)


class Search:
    """Counts terms as long as there is time."""

    def __init__(self, program, journal, budget, term, most=None):
        self.program, self.journal, self.term, self.most = program, journal, term, most
        self.end = program.end = time.monotonic() + budget
        # The reason why no more terms of a sequence were counted.
        self.why = {}

    @property
    def left(self):
        return self.end - time.monotonic()

    def limit(self):
        return max(0.0, min(self.term, self.left))

    def reproduced(self, sequence):
        """Recounts a published term, to make sure that the problem is that of the sequence. Raises `Refused`
        if that fails."""
        listed = range(sequence.offset, sequence.end)
        if any(self.journal.of(sequence, n) for n in listed):
            return
        small = [n for n in listed if 1 < sequence.terms[n - sequence.offset] < SMALL and n not in sequence.not_compared]
        for _ in range(ATTEMPTS):
            if not small:
                break
            n = small[-1]
            try:
                problem = sequence.problem(n)
                plan = self.program.plan(problem, sequence.options, GUARD_SECONDS)
                way = Way(self.program, plan, sequence.options, plan["expected_seconds"])
                self.count(sequence, n, way, GUARD_SECONDS)
                return
            except (Refused, TooLong):
                small = small[: len(small) * 2 // 3]
        raise Refused("no published term was recounted in a moment")

    def count(self, sequence, n, way, limit):
        record = {"sequence": sequence.id, "n": n, "options": sequence.options, **way.count(limit)}
        record |= {"machine": self.program.machine, "date": datetime.date.today().isoformat()}
        self.journal.add({field: record[field] for field in FIELDS})
        return record

    def candidate(self, sequence):
        """Returns the next term of a sequence. Raises `Refused` or `TooLong` if it cannot be counted twice in
        time."""
        n = sequence.start + len(self.journal.past_the_list(sequence))
        problem = sequence.problem(n)
        if sequence.next is not None and n < sequence.next:
            # Terms between the list and the first new one are counted only if that one is within reach.
            self.plan(sequence, sequence.problem(sequence.next))
        return Candidate(sequence, n, problem, self.ways(sequence, self.plan(sequence, problem), problem))

    def plan(self, sequence, problem):
        """Returns the best plan, if it can be carried out in time."""
        plan = self.program.plan(problem, sequence.options, PLAN_SECONDS)
        self.within_time(problem, plan["expected_seconds"])
        return plan

    def within_time(self, problem, expected):
        if expected > SLACK * self.limit():
            raise TooLong(f"{problem}: about {shown(expected)}")

    def ways(self, sequence, plan, asked):
        problem, best = plan["problem"], plan["expected_seconds"]
        considered = plan["considered"]
        # Two engines may be so close that a count uses the other one. The engine is therefore named, except
        # if the plan has several nodes.
        is_alone = not plan["expression"].get("parts")
        named = [each["engine"] for each in considered if each["engine"] == plan["engine"] and is_alone]
        first = Way(self.program, plan, sequence.options, best, next(iter(named), None))
        first.leaves = sorted(leaves(plan))
        others = [each for each in considered if each["expected_seconds"] is not None and each["engine"] not in first.leaves]
        other = min(others, key=lambda each: each["expected_seconds"], default=None)
        by_other = other and Way(self.program, plan, sequence.options, other["expected_seconds"], engine=other["engine"])
        if by_other and by_other.seconds <= min(PATIENCE, self.limit()):
            return [first, by_other]
        seconds = [*self.by_the_same(sequence, plan, asked, first), *([by_other] if by_other else [])]
        second = min(seconds, key=lambda way: way.seconds, default=None)
        if second is None:
            raise Refused(f"{problem}: no second way to count it")
        self.within_time(f"{problem}, counted again", second.seconds)
        return [first, second]

    def by_the_same(self, sequence, plan, asked, first):
        """Yields further ways to count with the same engine: on other boards or in other units."""
        problem, best = plan["problem"], plan["expected_seconds"]
        program = self.program
        if "--maximal" in sequence.options and re.fullmatch(r"\S+ [A-Z]\*( [A-Z]=\S+)?", problem):
            options = [*sequence.options, "--by-number"]
            yield Way(program, plan, options, NUMBERS * best, how="by number of pieces")
        if sequence.options == ["--maximal"] and (summands := covering(problem)):
            expected = sum(self.expected(part, first, sequence.options) for part, _ in summands)
            yield Way(program, plan, sequence.options, expected, how="by what stands on a1 or attacks it",
                      parts=[(part, [], weight) for part, weight in summands])  # fmt: skip
        if is_about_squares(sequence, problem):
            square = middle(asked)
            parts = divided(asked, [square], "~") if square and "--up-to" not in sequence.options else None
            if parts:
                expected = sum(self.expected(part, first, sequence.options) for part in parts)
                yield Way(program, plan, sequence.options, expected, how=f"by what stands on {square}",
                          parts=[(part, [], 1) for part in parts])  # fmt: skip
            return
        squares = dividing_squares(sequence, plan)
        parts = divided(problem, squares) if squares else None
        at = " and ".join(squares)
        if sequence.options == ["--up-to", "symmetry"] and parts and (summands := orbits(problem, parts)):
            how = f"by what each symmetry fixes, and by what stands on {at}"
            yield Way(program, plan, [], best * len(summands), how=how, parts=summands, divisor=8)
        if sequence.options:
            return
        # For a sweep, holes at the edge change nothing. A search has other units, and halves divides the
        # board elsewhere.
        larger = surrounded(problem) if first.leaves != ["frontier"] and not is_divided(plan["expression"]) else None
        others = [(f"by what stands on {at}", parts)] if parts else []
        others += [("with a rank and a file of holes", [larger])] if larger else []
        for how, parts in others:
            # A board with a piece or a hole has fewer symmetries, and more states.
            is_large = math.prod(sides(problem)) > MAX_SQUARES
            is_quick = best < QUICK and not is_large
            expected = best * len(parts) if is_quick else sum(self.expected(part, first) for part in parts)
            yield Way(program, plan, [], expected, how=how, parts=[(part, [], 1) for part in parts])

    def expected(self, problem, first, options=()):
        """Returns the expected seconds of a part, counted with the engine of the first way."""
        engine = ["--engine", first.leaves[0]] if len(first.leaves) == 1 else []
        try:
            return self.program.plan(problem, [*options, *engine], PLAN_SECONDS)["expected_seconds"]
        except (Refused, TooLong):
            return math.inf

    def fill(self, sequences):
        """Counts the terms that take a moment while it plans all sequences. Then counts the cheapest
        remaining term again and again."""
        candidates, at_once = [], AT_ONCE * self.left
        for place, sequence in enumerate(sequences, 1):
            progress(f"looking at {sequence.id}, {place} of {len(sequences)}")
            candidate = self.next(sequence)
            while candidate and candidate.seconds <= at_once and self.new(sequence) < BREADTH:
                candidate = self.next(sequence) if self.twice(candidate) else None
            self.first_terms(sequence)
            if candidate:
                candidates.append(candidate)
        while candidates:
            candidate = min(candidates, key=self.cost)
            candidates.remove(candidate)
            following = self.next(candidate.sequence) if self.twice(candidate) else None
            if following:
                candidates.append(following)

    def first_terms(self, sequence):
        """Counts the terms from which the recurrence of the entry gives the others, if the list is too short."""
        if not sequence.formula or not self.new(sequence):
            return
        try:
            for n in sequence.formula.first_terms(sequence):
                if not self.journal.pair(sequence, n):
                    problem = sequence.problem(n)
                    ways = self.ways(sequence, self.plan(sequence, problem), problem)
                    if self.left <= 0 or not self.twice(Candidate(sequence, n, problem, ways)):
                        return
        except (Refused, TooLong) as why:
            self.why[sequence.id] = str(why)

    def cost(self, candidate):
        """Returns the expected seconds, with a larger weight if the sequence already has new terms."""
        return candidate.seconds * (WEIGHT if self.new(candidate.sequence) >= BREADTH else 1)

    def new(self, sequence):
        """Returns the number of new terms of a sequence, or of terms past its list if the published ones are
        not known."""
        since = sequence.end if sequence.next is None else sequence.next
        return max(0, sequence.start + len(self.journal.past_the_list(sequence)) - since)

    def next(self, sequence):
        """Returns the next term of a sequence, or None, and then keeps the reason."""
        try:
            self.has_time_for(sequence)
            candidate = self.candidate(sequence)
            self.reproduced(sequence)
            return candidate
        except (Refused, TooLong) as why:
            self.why[sequence.id] = str(why)
            return None

    def has_time_for(self, sequence):
        """Raises `TooLong` if no more terms of the sequence are to be counted."""
        if self.left <= 0:
            raise TooLong("the budget is spent")
        most = self.most or (None if sequence.is_looked_up and not sequence.formula else ENOUGH)
        if most is not None and self.new(sequence) >= most:
            raise TooLong(f"{most} new terms are enough")

    def twice(self, candidate):
        """Counts a term in both ways. Returns whether it was counted twice in time."""
        sequence, n = candidate.sequence, candidate.n
        label = f"{sequence.id}: a({n})"
        counts = self.journal.of(sequence, n)
        try:
            self.within_time(candidate.problem, candidate.seconds / len(candidate.ways))
            for way in candidate.ways:
                if any(count["how"] == way.how and set(count["leaves"]) == set(way.leaves) for count in counts):
                    continue
                engines = " and ".join(way.leaves)
                progress(f"{label}, {candidate.problem}, {way.how} by {engines}, about {shown(way.seconds)}")
                self.count(sequence, n, way, self.limit())
        except (Refused, TooLong) as why:
            self.why[sequence.id] = str(why)
            return False
        is_pair = self.announce(sequence, n)
        if not is_pair:
            self.why[sequence.id] = f"{candidate.problem}: both ways to count it have an engine in common"
        return is_pair

    def announce(self, sequence, n):
        """Prints a term that was counted twice. Returns whether it was."""
        pair = self.journal.pair(sequence, n)
        if pair:
            times = " and ".join(shown(count["seconds"]) for count in pair)
            progress("")
            standing = "checks the formula" if sequence.formula and sequence.standing(n) == "new" else sequence.standing(n)
            print(f"{sequence.id}: a({n}) = {pair[0]['value']} ({standing}; {said(pair[0])} and {said(pair[1])}; "
                  f"{times})", flush=True)  # fmt: skip
        return pair is not None
