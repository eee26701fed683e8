"""Problems with exactly one placement."""

from __future__ import annotations

import secrets
from typing import Optional

from . import _armistice
from ._timeouts import Time, seconds_if_any


def unique(problem: _armistice.AnyProblem, *, timeout: Optional[Time] = None) -> bool:
    """Whether a problem has exactly one placement. The search ends at the second one.

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
    """Makes a problem with exactly one placement, by pre-placing pieces or drawing regions.

    Args:
        problem: Problem text, or a :class:`Problem`, with exact numbers of pieces.
        level: The difficulty for a person: ``"easy"``, ``"medium"``, ``"hard"`` or ``"extreme"``; any level
            if None.
        regions: Draw regions with this number of pieces each, instead of pre-placing pieces.
        seed: The same seed gives the same puzzle; a new puzzle each time if None.
        timeout: The time limit: seconds, or text like ``"30s"``.

    >>> print(puzzle("8x8 Q8", seed=1))
    8x8 Q8@e1,g2,d3
    >>> unique(puzzle("6x6 Q6", regions=1))
    True
    """
    seed = secrets.randbits(32) if seed is None else seed
    return _armistice.puzzle(problem, level, regions, seed, seconds_if_any(timeout, "timeout"))
