"""The functions of the package as users call them."""

from . import (
    _armistice,
    _counting,
    _drawing,
    _exporting,
    _extremes,
    _formulas,
    _graphs,
    _listing,
    _parts,
    _puzzles,
    _sequences,
    _squares,
    _symmetries,
    _tables,
    _tracing,
)
from ._arguments import published

by_square = published(_squares.by_square)
by_symmetry = published(_symmetries.by_symmetry)
check = _armistice.check
count = published(_counting.count)
draw = published(_drawing.draw)
estimate = published(_counting.estimate, seconds="timeout")
explain = published(_counting.explain)
export = published(_exporting.export)
find = published(_listing.find)
formula = published(_formulas.formula, budget="timeout")
graph = published(_graphs.graph)
identify = published(_sequences.identify)
max = published(_extremes.max)
merge = published(_parts.merge)
min = published(_extremes.min)
plan = published(_parts.plan)
puzzle = published(_puzzles.puzzle)
rows = published(_tables.rows, budget="timeout")
sample = published(_listing.sample)
sequence = published(_sequences.sequence)
solve = published(_listing.solve)
table = published(_tables.table, budget="timeout")
trace = published(_tracing.trace)
unique = published(_puzzles.unique)
verify = published(_sequences.verify, budget="timeout")
