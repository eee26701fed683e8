"""Functions of the package as methods: ``Problem("8x8 Q8").count()`` is ``count("8x8 Q8")``.

A function whose first argument is the problem becomes a method without changes.
"""

from __future__ import annotations

import collections.abc

from . import _armistice, _public

for of_problem in (
    _public.by_square,
    _public.by_symmetry,
    _public.count,
    _public.draw,
    _public.estimate,
    _public.explain,
    _public.export,
    _public.find,
    _public.graph,
    _public.max,
    _public.min,
    _public.plan,
    _public.puzzle,
    _public.sample,
    _public.solve,
    _public.trace,
    _public.unique,
):
    setattr(_armistice.Problem, of_problem.__name__, of_problem)

for of_family in (_public.formula, _public.rows, _public.table):
    setattr(_armistice.Family, of_family.__name__, of_family)

setattr(_armistice.Placement, "draw", _public.draw)
collections.abc.Mapping.register(_armistice.Placement)
