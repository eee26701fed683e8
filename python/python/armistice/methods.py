"""Functions of the package as methods of what they are about: ``Problem("8x8 Q8").count()`` is ``count("8x8 Q8")``.

A function whose first argument is the problem is a method as it stands.
"""

from __future__ import annotations

import collections.abc

from . import _armistice, counting, drawing, exporting, extremes, formulas, graphs, listing, puzzles, squares, symmetries, tables, tracing

for of_problem in (
    counting.count,
    counting.estimate,
    counting.explain,
    drawing.draw,
    exporting.export,
    extremes.max,
    extremes.min,
    graphs.graph,
    listing.find,
    listing.sample,
    listing.solve,
    puzzles.puzzle,
    puzzles.unique,
    squares.by_square,
    symmetries.by_symmetry,
    tracing.trace,
):
    setattr(_armistice.Problem, of_problem.__name__, of_problem)

for of_family in (formulas.formula, tables.rows, tables.table):
    setattr(_armistice.Family, of_family.__name__, of_family)

setattr(_armistice.Placement, "draw", drawing.draw)
collections.abc.Mapping.register(_armistice.Placement)
