"""A sequence of the registry: its problems, its published terms, and properties of its entry."""

import re

from .errors import Refused
from .formula import Formula
from .problem import expanded, sides

# If the b-file has more than this number of terms past the list, they are not counted again.
GAP = 3


class Sequence:
    """A sequence of the registry."""

    def __init__(self, line):
        self.id, self.name, self.family = line["sequence"], line["name"], line["family"]
        self.offset, self.next = line["offset"], line.get("next")
        # The formula of the entry for all n, or None.
        self.formula, self.keywords, self.is_looked_up = None, "", False
        self.terms = [int(term) for term in line["terms"]]
        self.not_compared = set(line.get("not_compared", []))
        self.options = []
        if line["up_to"] != "nothing":
            self.options += ["--up-to", line["up_to"]]
        if "fixed_by" in line:
            self.options += ["--fixed-by", line["fixed_by"]]
        if line["maximal"]:
            self.options += ["--maximal"]
        if demand := line.get("dominating"):
            self.options += [f"--dominating={demand}"]
        self.sort, self.is_list = line["term"], line["layout"] == "list"
        self.fault = fault(line)

    def looked_up(self, entry):
        """Takes the properties of the entry from the day when it was looked up."""
        self.next = max(self.next or self.end, int(entry["last"]) + 1)
        self.formula, self.is_looked_up = Formula(entry["formula"]) if entry["formula"] else None, True
        self.keywords = " ".join(word for word in entry["keywords"].split() if word in ("hard", "more"))

    @property
    def end(self):
        """The index after the list."""
        return self.offset + len(self.terms)

    @property
    def start(self):
        """The index of the first term to count: after the list, or after the b-file if that has many more
        terms."""
        return self.next if self.next is not None and self.next - self.end > GAP else self.end

    def problem(self, n):
        problem = expanded(self.family, n)
        if not sides(problem):
            return problem
        if 0 in sides(problem):
            raise Refused("a board without squares")
        return problem

    def reaches(self):
        """Whether the problem of the first new term can be written."""
        try:
            self.problem(self.next)
        except Refused:
            return False
        return True

    def standing(self, n):
        if n < self.end:
            return "list"
        if self.next is None:
            return "past the list"
        return "new" if n >= self.next else "b-file"


def fault(line):
    """Returns the reason why no further terms of a sequence can be counted here; None if they can."""
    if line["layout"] != "list":
        return "a table"
    if line["term"] != "count":
        return f"its terms are of another sort: {line['term']}"
    if "stabiliser" in line:
        return "stabilisers are told apart in one way only"
    if re.search("shifts|affine|translation", line["up_to"]):
        return "classes under shifts are found in one way only"
    return None
