"""Terms as long as there is time: the cheapest of each sequence, then the cheapest of all."""

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

# Planning is quick; where it is not, counting takes long.
PLAN_SECONDS = 6
# A term that takes no more than this part of the budget is counted before other sequences are looked at.
AT_ONCE = 0.0005
# Seconds of a sequence that has so many new terms weigh so much.
BREADTH, WEIGHT = 2, 4
# So many new terms are enough where a formula gives them all, or where it is not known.
ENOUGH = 4
# Published terms that are recounted first are found among those below this, in so many attempts of so many seconds.
SMALL, ATTEMPTS, GUARD_SECONDS = 10**6, 3, 2
# To keep numbers apart takes about so many times as long.
NUMBERS = 40
# What is expected to take less need not be planned in parts.
QUICK = 0.5
# An estimate may be wrong by as much; what it says is only where to begin.
SLACK = 3
# Another engine is taken, even if the same one is faster with another problem, if it takes no longer than so many seconds.
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
        # Why no more terms of a sequence were counted.
        self.why = {}

    @property
    def left(self):
        return self.end - time.monotonic()

    def limit(self):
        return max(0.0, min(self.term, self.left))

    def reproduced(self, sequence):
        """Recounts a published term, so that what is counted is what is published; `Refused` if none can be."""
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
        """The next term of a sequence; `Refused` or `TooLong` if there is none that can be counted twice in time."""
        n = sequence.start + len(self.journal.past_the_list(sequence))
        problem = sequence.problem(n)
        if sequence.next is not None and n < sequence.next:
            # Terms between the list and the first new one are counted only if that is within reach.
            self.plan(sequence, sequence.problem(sequence.next))
        return Candidate(sequence, n, problem, self.ways(sequence, self.plan(sequence, problem), problem))

    def plan(self, sequence, problem):
        """The best plan, if it can be carried out in time."""
        plan = self.program.plan(problem, sequence.options, PLAN_SECONDS)
        self.within_time(problem, plan["expected_seconds"])
        return plan

    def within_time(self, problem, expected):
        if expected > SLACK * self.limit():
            raise TooLong(f"{problem}: about {shown(expected)}")

    def ways(self, sequence, plan, asked):
        problem, best = plan["problem"], plan["expected_seconds"]
        considered = plan["considered"]
        # Two engines may be so close that a count takes the other one after all: it is told which. Plans of several nodes
        # are left to the program.
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
        """Ways to count what only one engine counts in time, on other boards or in other units."""
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
        # To a sweep, holes at the end are nothing new; a search has other units, halves are cut elsewhere.
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
        """Seconds of a part, counted as the first way counts the whole."""
        engine = ["--engine", first.leaves[0]] if len(first.leaves) == 1 else []
        try:
            return self.program.plan(problem, [*options, *engine], PLAN_SECONDS)["expected_seconds"]
        except (Refused, TooLong):
            return math.inf

    def fill(self, sequences):
        """Counts terms that take a moment while it looks at all sequences, then the cheapest term again and again."""
        candidates, at_once = [], AT_ONCE * self.left
        for place, sequence in enumerate(sequences, 1):
            progress(f"looking at {sequence.id}, {place} of {len(sequences)}")
            candidate = self.next(sequence)
            while candidate and candidate.seconds <= at_once and self.new(sequence) < BREADTH:
                candidate = self.next(sequence) if self.twice(candidate) else None
            if candidate:
                candidates.append(candidate)
        while candidates:
            candidate = min(candidates, key=self.cost)
            candidates.remove(candidate)
            following = self.next(candidate.sequence) if self.twice(candidate) else None
            if following:
                candidates.append(following)

    def cost(self, candidate):
        """Seconds; those of a sequence that has new terms weigh more."""
        return candidate.seconds * (WEIGHT if self.new(candidate.sequence) >= BREADTH else 1)

    def new(self, sequence):
        """How many new terms it has, or those past its list if it is not known what is new."""
        since = sequence.end if sequence.next is None else sequence.next
        return max(0, sequence.start + len(self.journal.past_the_list(sequence)) - since)

    def next(self, sequence):
        """The next term of a sequence, or nothing, and then why is remembered."""
        try:
            self.has_time_for(sequence)
            candidate = self.candidate(sequence)
            self.reproduced(sequence)
            return candidate
        except (Refused, TooLong) as why:
            self.why[sequence.id] = str(why)
            return None

    def has_time_for(self, sequence):
        """`TooLong` if no more terms of it are to be counted."""
        if self.left <= 0:
            raise TooLong("the budget is spent")
        most = self.most or (None if sequence.is_looked_up and not sequence.formula else ENOUGH)
        if most is not None and self.new(sequence) >= most:
            raise TooLong(f"{most} new terms are enough")

    def twice(self, candidate):
        """Whether a term was counted twice in time."""
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
        """Says which term was counted twice; whether one was."""
        pair = self.journal.pair(sequence, n)
        if pair:
            times = " and ".join(shown(count["seconds"]) for count in pair)
            progress("")
            print(f"{sequence.id}: a({n}) = {pair[0]['value']} ({sequence.standing(n)}; {said(pair[0])} and {said(pair[1])}; "
                  f"{times})", flush=True)  # fmt: skip
        return pair is not None
