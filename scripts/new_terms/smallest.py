"""The fewest pieces that attack all required squares, and the number of such placements, by a search and by
counts.

`armistice min` finds the number and counts its placements. An engine of `armistice count` counts the
placements of that number again, and finds none with one piece less. If pieces may attack each other, that
suffices, because a further piece attacks no less. Otherwise, all smaller numbers are counted too, and have no
placement."""

import datetime
import re

from .errors import Refused, TooLong, stop
from .journal import FIELDS
from .text import progress

SORTS = ("smallest", "smallest count")
# The share of the budget after which a search is stopped, because a search has no forecast.
PART = 0.05


def is_smallest(sequence):
    """Whether this module finds the terms: placements not up to symmetry, in one variable, of one kind."""
    return sequence.sort in SORTS and sequence.is_list and "--up-to" not in sequence.options and sequence.family.count("*") == 1


class Smallest:
    """Finds the terms of such sequences."""

    def __init__(self, search):
        self.search, self.most = search, PART * search.left

    def limit(self):
        return min(self.most, self.search.limit())

    def fill(self, sequence):
        search = self.search
        try:
            while True:
                search.has_time_for(sequence)
                n = sequence.start + len(search.journal.past_the_list(sequence))
                self.reproduced(sequence)
                self.twice(sequence, n)
                search.announce(sequence, n)
        except (Refused, TooLong) as why:
            search.why[sequence.id] = str(why)

    def reproduced(self, sequence):
        """Finds a published term again, the last one that takes only a moment."""
        listed = range(sequence.offset, sequence.end)
        if any(self.search.journal.of(sequence, n) for n in listed):
            return
        for n in [n for n in listed if n not in sequence.not_compared][-6::-2]:
            try:
                self.add(sequence, n, self.found(sequence, n, 2.0))
                return
            except (Refused, TooLong):
                continue
        raise Refused("no published term was found again in a moment")

    def twice(self, sequence, n):
        journal, limit = self.search.journal, self.limit
        known = {count["leaves"][0] for count in journal.of(sequence, n)}
        found = self.found(sequence, n, limit())
        if found["engine"] not in known:
            self.add(sequence, n, found)
        self.add(sequence, n, self.counted(sequence, n, found["number"], limit()))
        if not journal.pair(sequence, n):
            raise Refused(f"{found['problem']}: both ways have an engine in common")

    def found(self, sequence, n, limit):
        """Finds the number, or the number of placements that attain it, by a search."""
        problem = sequence.problem(n)
        progress(f"{sequence.id}: a({n}), {problem}")
        arguments = ["min", problem.replace("*", ""), *(each for each in sequence.options if each != "--maximal")]
        found = self.search.program.answer([*arguments, "--threads", str(self.search.program.threads)], limit)
        value = found["count"] if sequence.sort == "smallest count" else found["number"]
        record = {"problem": found["problem"], "number": found["number"], "value": str(value), "kernel": None,
                  "leaves": [found["engine"]], "seconds": round(found["took"], 3), "commands": [found["command"]]}  # fmt: skip
        return record | {field: found[field] for field in ("engine", "engine_version", "version")}

    def counted(self, sequence, n, number, limit):
        """Finds the same value by counting this number of pieces and smaller ones."""
        problem, counts = sequence.problem(n), []
        least = 1 if "--maximal" in sequence.options else max(1, number - 1)
        for pieces in range(number, least - 1, -1):
            text = re.sub(r"\*", str(pieces), problem)
            plan = self.search.plan(sequence, text)
            progress(f"{sequence.id}: a({n}), {text} by {plan['engine']}")
            counts.append(self.search.program.count(text, sequence.options, limit))
            limit = max(0.001, limit - counts[-1]["took"])
        first, *others = counts
        if int(first["count"]) == 0 or any(int(each["count"]) for each in others):
            stop(f"{problem}: the smallest number is {number} by a search, and not by counts: {first['command']}")
        value = first["count"] if sequence.sort == "smallest count" else number
        record = {"problem": problem, "value": str(value), "leaves": sorted({each["engine"] for each in counts}),
                  "seconds": round(sum(each["took"] for each in counts), 3),
                  "commands": [each["command"] for each in counts]}  # fmt: skip
        return record | {field: first[field] for field in ("engine", "engine_version", "kernel", "version")}

    def add(self, sequence, n, record):
        record = record | {"sequence": sequence.id, "n": n, "options": sequence.options, "problem": sequence.problem(n)}
        record |= {"how": "whole", "threads": self.search.program.threads, "machine": self.search.program.machine,
                   "date": datetime.date.today().isoformat()}  # fmt: skip
        self.search.journal.add({field: record[field] for field in FIELDS})
