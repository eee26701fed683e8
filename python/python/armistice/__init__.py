"""Counts placements of chess pieces that leave each other in peace: any board, any mix of kinds, exactly and fast.

A problem is text such as ``"8x8 Q8"`` (the board, then kinds with their numbers), or a :class:`Problem`.

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

from ._armistice import Board, Family, Kind, Largest, Placement, Placements, Problem, check
from .counting import Count, Explanation, count, explain
from .exporting import export
from .formulas import Formula, formula
from .listing import find, sample, solve
from .maximum import Smallest, maximum, minimum
from .sequences import Verification, identify, sequence, verify
from .symmetries import by_symmetry
from .tables import rows, table

__all__ = [
    "Board",
    "Count",
    "Explanation",
    "Family",
    "Formula",
    "Kind",
    "Largest",
    "Placement",
    "Placements",
    "Problem",
    "Smallest",
    "Verification",
    "by_symmetry",
    "check",
    "count",
    "explain",
    "export",
    "find",
    "formula",
    "identify",
    "maximum",
    "minimum",
    "rows",
    "sample",
    "sequence",
    "solve",
    "table",
    "verify",
]
