"""The file that is built into the command: terms counted past the published ones, and formulas of entries."""

import itertools
import re

from .program import ROOT
from .text import replace
from .way import in_short

RESULTS = ROOT / "results"
BUILT_IN = ROOT / "crates/families/src/sequences/findings.txt"
# Longer terms of an entry with a formula are left out, because the formula gives them.
MAX_DIGITS = 60
HEADER = """\
# What Armistice found out about sequences of registry.txt. `armistice sequence` shows it.
#
# Made by scripts/new-terms from its journal and from results/formulas/registry.md; do not edit. A line is one of these:
#
#   A-number | counted | first n..last n | one way | another way | formula in the entry | terms
#   A-number | formula | proved, fitted or guessed | holds from n on | published terms that agree | formula
#
# Counted terms follow the published ones. Two counts of each agree, and the line says how they were made. The formula in the
# entry agrees with them unless the line says otherwise; `-` stands for no formula. Long terms of a formula are left out: `-`.

"""


def formulas(text):
    """Returns the rows of the table of formulas that have one: number, status, formula, first n, terms that agree."""
    for line in text.splitlines():
        cells = [cell.strip(" `") for cell in line.strip("|").split(" | ")]
        if len(cells) == 7 and cells[2] in ("proved", "fitted", "guessed"):
            number, _, status, formula, first, agree, _ = cells
            yield number, status, first, agree, formula


def counted(sequence, terms, result):
    """Returns the lines of a sequence: one for consecutive terms that were counted in the same ways."""

    def ways(term):
        return sorted(map(in_short, term[1:]), key=lambda way: (len(way), way))

    for pair, group in itertools.groupby(terms, ways):
        group = list(group)
        values = [first["value"] for _, first, _ in group]
        is_kept = not sequence.formula or all(len(value) <= MAX_DIGITS for value in values)
        shown = " ".join(values) if is_kept else "-"
        yield " | ".join([sequence.id, "counted", f"{group[0][0]}..{group[-1][0]}", *pair, result, shown])


def write_findings(lines, results):
    """Writes the file: into the sources, or beside results that are kept elsewhere."""
    text = (RESULTS / "formulas/registry.md").read_text(encoding="utf-8")
    lines = [*lines, *(" | ".join([number, "formula", *rest]) for number, *rest in formulas(text))]
    lines.sort(key=lambda line: int(re.sub(r"\D", "", line.split(" | ")[0]) or 0))
    path = BUILT_IN if results.resolve() == RESULTS else results / BUILT_IN.name
    replace(path, HEADER + "".join(f"{line}\n" for line in lines))
