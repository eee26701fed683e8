"""How many pieces fit."""

from __future__ import annotations

from typing import NamedTuple, Optional, Union

from . import _armistice
from .counting import Progress
from .progress import reporting


def maximum(
    problem: Union[str, _armistice.Problem],
    *,
    count: bool = False,
    up_to: Optional[str] = None,
    maximal: bool = False,
    ratio: bool = False,
    curve: bool = False,
    threads: Optional[int] = None,
    memory: Optional[int] = None,
    progress: Progress = None,
) -> _armistice.Largest:
    """The largest number of pieces that fit, with a placement that has them, and whether it is proved.

    In text, kinds without a number (or with ``max``) are those whose number is to be as large as possible. Opposing armies without
    numbers grow together: ``"8x8 Q/Q"`` asks for equal armies of queens, and the result has a number for each. Numbers are given:
    ``"12x12 Q12/Q"`` asks for the most queens that twelve leave in peace.

    Args:
        count: Whether to count the placements that reach it as well (those that differ ``up_to`` something, if given).
        ratio: Whether the numbers of opposing armies are a ratio in which they grow, and not given.
        curve: Of two armies, whether to find the largest second one for each size of the first as well.

    Other arguments are those of :func:`count`.

    >>> maximum("8x8 Q5 N").number
    5
    >>> maximum("8x8 Q/Q").number
    [9, 9]
    >>> maximum("8x8 Q8/Q").number
    [8, 11]
    >>> maximum("4x4 Q/Q", curve=True).curve
    [6, 3, 2, 1, 1, 1]
    >>> largest = maximum("6x6 N", count=True)
    >>> largest.number, largest.proved, largest.count
    (18, True, 2)
    """
    with reporting(progress, str(problem)) as tell:
        return _armistice.maximum(problem, count, up_to, maximal, ratio, curve, threads, memory, tell)


class Smallest(NamedTuple):
    """The smallest number of pieces that are enough (None if there is no placement), how many placements have so
    few, and one of them."""

    number: Optional[int]
    count: int
    placement: Optional[_armistice.Placement]


def minimum(
    problem: Union[str, _armistice.Problem],
    *,
    dominating: Optional[str] = None,
    threads: Optional[int] = None,
    memory: Optional[int] = None,
    progress: Progress = None,
) -> Smallest:
    """The smallest placements that no further piece can be added to; for one kind, the independent domination number.

    In text, kinds without a number (or with ``*``) are those whose number is open. If ``dominating`` is ``"dominating"``, pieces
    may attack each other, and must attack every empty square; ``"total"``, every square. Other arguments are those of
    :func:`count`.

    >>> smallest = minimum("8x8 Q")
    >>> smallest.number, smallest.count, len(smallest.placement)
    (5, 728, 5)
    >>> minimum("8x8 Q", dominating="dominating").count
    4860
    """
    with reporting(progress, str(problem)) as tell:
        return Smallest(*_armistice.minimum(problem, dominating, threads, memory, tell))
