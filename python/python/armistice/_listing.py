"""Lists and samples of placements."""

from __future__ import annotations

import secrets
import warnings
from typing import List, Optional

from . import _armistice
from ._timeouts import Time, seconds_if_any


def solve(
    problem: _armistice.AnyProblem,
    *,
    up_to: Optional[str] = None,
    maximal: bool = False,
    order: Optional[str] = None,
    timeout: Optional[Time] = None,
) -> _armistice.Placements:
    """Returns an iterator over all placements, which finds each :class:`Placement` when you ask for it.

    Args:
        problem: Problem text, or a :class:`Problem`.
        up_to: The equivalence of placements, as for :func:`count`. Each class gives one placement, with its
            ``class_size``.
        maximal: Whether to list only placements to which no further piece can be added.
        order: ``"lex"``, the reading order, square by square from the upper left corner; ``"first-fail"``,
            file by file. If None, the order that is fastest.
        timeout: The time limit for the search, from this call on: seconds, or text like ``"30s"``.

    You may stop at any point: ``itertools.islice(solve("8x8 Q8"), 10)``. A notebook shows several placements
    with :func:`draw`: ``draw(list(placements))``.

    >>> [placement.permutation() for placement in solve("6x6 Q6")]
    [[2, 4, 6, 1, 3, 5], [3, 6, 2, 5, 1, 4], [4, 1, 5, 2, 6, 3], [5, 3, 1, 6, 4, 2]]
    >>> [placement.class_size for placement in solve("6x6 Q6", up_to="symmetry")]
    [4]
    """
    return _armistice.solve(problem, up_to, maximal, order, seconds_if_any(timeout, "timeout"))


def find(
    problem: _armistice.AnyProblem, *, seed: int = 1, timeout: Optional[Time] = None
) -> Optional[_armistice.Placement]:
    """Finds one placement by any method, even on boards of thousands of squares. Returns None if there is none.

    >>> find("4x4 Q4").fen()
    '1Q2/3Q/Q3/2Q1'
    >>> find("3x3 Q3") is None
    True
    >>> len(find("1000x1000 Q1000"))
    1000
    """
    return _armistice.find(problem, seed, seconds_if_any(timeout, "timeout"))


def sample(
    problem: _armistice.AnyProblem, k: int = 1, *, seed: Optional[int] = None, timeout: Optional[Time] = None
) -> List[_armistice.Placement]:
    """Returns ``k`` random placements, with repetition, each equally likely; an empty list if there are none.

    If there are too many placements to count, local search draws them, and some are more likely than others.
    The function then gives a warning.

    >>> [len(placement) for placement in sample("8x8 Q8", 3, seed=7)]
    [8, 8, 8]
    """
    limit = seconds_if_any(timeout, "timeout")
    drawn, is_uniform = _armistice.sample(problem, k, secrets.randbits(32) if seed is None else seed, limit)
    if not is_uniform:
        warnings.warn("there are too many placements to count; the sample was drawn by local search, not uniformly", stacklevel=3)
    return drawn
