"""A way to count a term, and a test whether two ways are independent."""

import re

from .errors import stop
from .program import ENGINES, leaves


class Way:
    """A way to count a term: by an engine (the best one if none is named), as a whole or in parts."""

    def __init__(self, program, plan, options, seconds, engine=None, how="whole", parts=None, divisor=1):
        self.program, self.problem, self.how = program, plan["problem"], how
        self.options = [*options, "--engine", engine] if engine else options
        # Problems with further options and weights.
        self.parts = parts or [(self.problem, [], 1)]
        self.divisor, self.seconds = divisor, seconds
        # A named engine counts all placements.
        self.leaves = [engine] if engine else sorted(leaves(plan))

    def count(self, limit):
        """Returns the term, with the record of its count."""
        found = []
        for part, more, _ in self.parts:
            found.append(self.program.count(part, [*self.options, *more], limit))
            limit = max(0.001, limit - found[-1]["took"])
        if "by_number" in found[0]:
            value = sum(int(each["count"]) for each in found[0]["by_number"])
        elif "maximum" in found[0]:
            largest = max(part["maximum"] for part in found)
            value = sum(int(part["count"]) for part in found if part["maximum"] == largest)
        else:
            value = sum(weight * int(part["count"]) for (_, _, weight), part in zip(self.parts, found))
        value, rest = divmod(value, self.divisor)
        if rest:
            stop(f"{self.problem}, {self.how}: the sum is not divisible by {self.divisor}")
        return {
            "problem": self.problem,
            "value": str(value),
            "how": self.how,
            "engine": found[0]["engine"],
            "engine_version": found[0]["engine_version"],
            "kernel": found[0]["kernel"],
            # The engines that really counted, even if they were not planned.
            "leaves": sorted({*self.leaves, *(part["engine"] for part in found)}),
            "seconds": round(sum(part["took"] for part in found), 3),
            "commands": [part["command"] for part in found],
            "version": found[0]["version"],
            "threads": found[0]["threads"],
        }


def differ(one, other):
    """Whether two recorded counts are independent."""
    return one["how"] != other["how"] or not set(one["leaves"]) & set(other["leaves"])


def said(record):
    kernel = f" on {record['kernel']}" if record["kernel"] else ""
    # The journal keeps its first words, so that its lines can be compared.
    words = {"by what stands on a1 or attacks it": "by the pieces on a1 and the squares that attack it"}
    how = words.get(record["how"], record["how"].replace("what stands on", "the pieces on"))
    how = "" if how == "whole" else f", {how}"
    return f"{record['engine']} {record['engine_version']}{kernel}{how}"


def in_short(record):
    """Returns the way of a count without versions, processors and squares."""
    # The first lines of the journal also have words in `leaves` that name no engine.
    engines = " + ".join(leaf for leaf in record["leaves"] if leaf in ENGINES) or record["engine"]
    if record["how"] in ("whole", "by another program"):
        return engines
    how = record["how"].replace("what stands on a1 or attacks it", "the pieces on a1 and the squares that attack it")
    how = re.sub(r"what stands on \S+ and \S+", "the pieces on two squares", how)
    how = re.sub(r"what stands on \S+", "the pieces on a square", how)
    return f"{engines} {how}"
