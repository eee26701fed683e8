"""Problems with exactly one placement."""

from __future__ import annotations

import secrets
from typing import Optional

from . import _armistice
from ._timeouts import Time, seconds_if_any


def unique(problem: _armistice.AnyProblem, *, timeout: Optional[Time] = None) -> bool:
    """Whether a problem has exactly one placement: the search ends at the second.

    >>> unique("8x8 Q8@b1,e3"), unique("8x8 Q8"), unique("3x3 Q3")
    (True, False, False)
    """
    return _armistice.unique(problem, seconds_if_any(timeout, "timeout"))


def puzzle(
    problem: _armistice.AnyProblem,
    *,
    level: Optional[str] = None,
    regions: Optional[int] = None,
    seed: Optional[int] = None,
    timeout: Optional[Time] = None,
) -> _armistice.Problem:
    """A problem with exactly one placement, which gives some pieces of it, or has regions drawn round them.

    Args:
        problem: Problem text, or a :class:`Problem`, with exact numbers of pieces.
        level: How hard it is for a person: ``"easy"``, ``"medium"``, ``"hard"`` or ``"extreme"``; any level if None.
        regions: Draws regions with so many pieces each, instead of giving pieces.
        seed: The same puzzle for the same number; a new one each time if None.
        timeout: How long it may take: seconds, or text like ``"30s"``.

    >>> print(puzzle("8x8 Q8", seed=1))
    8x8 Q8@e1,g2,d3
    >>> unique(puzzle("6x6 Q6", regions=1))
    True
    """
    seed = secrets.randbits(32) if seed is None else seed
    return _armistice.puzzle(problem, level, regions, seed, seconds_if_any(timeout, "timeout"))
