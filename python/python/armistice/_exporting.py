"""Problems in the formats of other solvers."""

from __future__ import annotations

from typing import Optional

from . import _armistice


def export(
    problem: _armistice.AnyProblem, to: str, *, at_least: Optional[int] = None, complement: bool = False
) -> str:
    """Writes a problem as text for other solvers. Each solution corresponds to exactly one placement.

    Args:
        problem: Problem text, or a :class:`Problem`.
        to: ``"cnf"`` (SAT solvers and model counters), ``"asp"`` (clingo), ``"lp"`` (integer programs),
            ``"graph"`` (DIMACS), ``"graph6"`` (nauty, SageMath, NetworkX), ``"mzn"`` (MiniZinc) or ``"opb"``
            (pseudo-Boolean solvers).
        at_least: For a problem with ``max``, ask for at least this number of pieces, instead of the maximum.
        complement: For graphs, write the complement, for tools that look for cliques.

    >>> export("8x8 Q8", "cnf").splitlines()[0].startswith("c")
    True
    >>> export("2x2 K1", "graph6").strip()
    'C~'
    """
    return _armistice.export(problem, to, at_least, complement)
