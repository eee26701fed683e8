"""Counts, lists, maximises and draws non-attacking placements of chess pieces: any board, any mix of kinds.

A problem is text such as ``"8x8 Q8"`` (the board, then kinds with their numbers), or a :class:`Problem`. What can be asked of it
is a function, named like the command's, and a method: ``count("8x8 Q8")`` is ``Problem("8x8 Q8").count()``.

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

from ._armistice import Board, Family, Kind, Placement, Placements, Problem, __version__, check
from .counting import Count, Estimate, Explanation, count, estimate, explain
from .drawing import Drawing, draw
from .exporting import export
from .extremes import Largest, Smallest
from .extremes import max as max
from .extremes import min as min
from .formulas import Formula, GeneratingFunction, Recurrence, formula
from .graphs import graph
from .listing import find, sample, solve
from .puzzles import puzzle, unique
from .sequences import PublishedSequence, Verification, identify, sequence, verify
from .squares import BySquare, KindCounts, by_square
from .symmetries import SymmetryGroup, by_symmetry
from .tables import rows, table
from .timeouts import TimeoutExpired
from .tracing import Animation, trace

from . import methods as _methods  # noqa: F401

# Not max and min: `from armistice import *` leaves those of Python alone.
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
    "Kind",
    "KindCounts",
    "Largest",
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
