"""Counts, lists, maximises and draws non-attacking placements of chess pieces: any board, any mix of kinds.

A problem is text such as ``"8x8 Q8"`` (the board, then kinds with their numbers), or a :class:`Problem`. Each
question is a function with the name of the command's verb, and also a method: ``count("8x8 Q8")`` is
``Problem("8x8 Q8").count()``.

>>> import armistice
>>> armistice.count("8x8 Q8")
92
>>> armistice.count("7x7 K2 Q2 B2 N")
3063828
>>> print(next(armistice.solve("5x5 N B R Q A")))
Q . . . .
. . R . .
. . . . B
. . . . N
. A . . .
"""

from typing import List as _List

from ._armistice import Board, Family, JournalInUse, Kind, Placement, Placements, Problem, __version__
from ._counting import Count, Estimate, Explanation
from ._drawing import Drawing
from ._extremes import Largest, Smallest
from ._formulas import Formula, GeneratingFunction, Recurrence
from ._parts import PartPlan, PartResult
from ._public import by_square, by_symmetry, check, count, draw, estimate, explain, export, find, formula, graph
from ._public import identify, merge, plan, puzzle, rows, sample, sequence, solve, table, trace, unique, verify
from ._public import max as max
from ._public import min as min
from ._sequences import PublishedSequence, Verification
from ._squares import BySquare, KindCounts
from ._symmetries import SymmetryGroup
from ._timeouts import TimeoutExpired
from ._tracing import Animation

from . import _methods  # noqa: F401

# max and min are left out, so that `from armistice import *` keeps those of Python.
__all__ = [
    "Animation",
    "Board",
    "BySquare",
    "Count",
    "Drawing",
    "Estimate",
    "Explanation",
    "Family",
    "Formula",
    "GeneratingFunction",
    "JournalInUse",
    "Kind",
    "KindCounts",
    "Largest",
    "PartPlan",
    "PartResult",
    "Placement",
    "Placements",
    "Problem",
    "PublishedSequence",
    "Recurrence",
    "Smallest",
    "SymmetryGroup",
    "TimeoutExpired",
    "Verification",
    "__version__",
    "by_square",
    "by_symmetry",
    "check",
    "count",
    "draw",
    "estimate",
    "explain",
    "export",
    "find",
    "formula",
    "graph",
    "identify",
    "merge",
    "plan",
    "puzzle",
    "rows",
    "sample",
    "sequence",
    "solve",
    "table",
    "trace",
    "unique",
    "verify",
]

# Users see only this module.
for _name in __all__:
    if getattr(globals()[_name], "__module__", "").startswith("armistice._"):
        globals()[_name].__module__ = __name__


def __dir__() -> _List[str]:
    return [*__all__, "max", "min"]
