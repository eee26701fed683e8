"""The most pieces that fit, and the fewest that leave no room for another."""

from __future__ import annotations

from typing import List, Literal, Optional, Union

from . import _armistice
from ._counting import Memory, Progress
from ._progress import reporting
from ._results import Result
from ._timeouts import Time, seconds_if_any


class Extreme(Result):
    """A largest or smallest number of pieces, also given by ``int``, with a placement that attains it.

    Attributes:
        number: The number; None if there is no placement.
        placement: A placement with this number of pieces; None if there is none.
        count: The number of such placements, if it is known; otherwise None.
        seconds: The time for the search.
    """

    def __init__(self, text: str, record: str, placement: Optional[_armistice.Placement]) -> None:
        super().__init__(text, record)
        fields = self._fields
        self.number: Optional[int] = fields["number"]
        self.placement = placement
        self.count: Optional[int] = None if fields.get("count") is None else int(fields["count"])
        self.seconds: float = fields["seconds"]

    def __int__(self) -> int:
        if self.number is None:
            raise ValueError(f"{self._fields['problem']}: there is no placement")
        return self.number

    def _repr_svg_(self) -> Optional[str]:
        return None if self.placement is None else self.placement._repr_svg_()


class Largest(Extreme):
    """The largest number of pieces, proved, with a placement that attains it.

    The attributes of :class:`Extreme`, and:

    Attributes:
        armies: For opposing armies, the number of pieces of each army in the placement; otherwise None.
        curve: With ``curve=True``, the largest second army for each size of the first, starting at one;
            otherwise None.
    """

    def __init__(self, text: str, record: str, placement: Optional[_armistice.Placement]) -> None:
        super().__init__(text, record, placement)
        self.curve: Optional[List[int]] = self._fields.get("curve")
        self.armies: Optional[List[int]] = None
        if placement is not None and len(placement.problem.armies) > 1:
            self.armies = [sum(int(number) for number in army.values()) for army in placement.problem.armies]


class Smallest(Extreme):
    """The smallest number of pieces that suffices, and the number of placements with that number."""


def max(
    problem: _armistice.AnyProblem,
    *,
    count: bool = False,
    up_to: Optional[str] = None,
    maximal: bool = False,
    ratio: bool = False,
    curve: bool = False,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Progress = None,
    timeout: Optional[Time] = None,
) -> Largest:
    """Finds the largest number of pieces that fit, with a proof and a placement that attains it.

    In problem text, the numbers of kinds without a number (or with ``max``) are maximised. Opposing armies
    without numbers grow together: ``"8x8 Q/Q"`` asks for the largest equal armies of queens. Exact numbers
    stay: ``"12x12 Q12/Q"`` asks for the most queens that twelve others do not attack.

    Args:
        problem: Problem text, or a :class:`Problem`.
        count: Whether to also count the placements that attain the maximum (up to the equivalence ``up_to``,
            if given).
        ratio: Whether the numbers of opposing armies are the ratio of their sizes, instead of exact numbers.
        curve: For two armies, whether to also find the largest second army for each size of the first.
        timeout: The time limit. If it is reached, :class:`TimeoutExpired` has the largest number found,
            ``at_least``, and its ``placement``.

    Other arguments are those of :func:`count`.

    >>> max("8x8 Q5 N").number
    5
    >>> max("8x8 Q/Q").armies
    [9, 9]
    >>> max("8x8 Q8/Q").number
    11
    >>> max("4x4 Q/Q", curve=True).curve
    [6, 3, 2, 1, 1, 1]
    >>> largest = max("6x6 N", count=True)
    >>> largest.number, largest.count
    (18, 2)
    """
    limit = seconds_if_any(timeout, "timeout")
    with reporting(progress, str(problem)) as tell:
        return Largest(
            *_armistice.largest(problem, count, up_to, maximal, ratio, curve, threads, memory, tell, limit)
        )


def min(
    problem: _armistice.AnyProblem,
    *,
    dominating: Union[bool, Literal["total"]] = False,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Progress = None,
    timeout: Optional[Time] = None,
) -> Smallest:
    """Finds the fewest pieces that leave no room for another.

    For one kind this is the independent domination number.

    In problem text, the numbers of kinds without a number (or with ``*``) are minimised. If ``dominating`` is
    true, pieces may attack each other, and must attack every empty square. If it is ``"total"``, they must
    attack every square. Other arguments are those of :func:`count`.

    >>> smallest = min("8x8 Q")
    >>> smallest.number, smallest.count, len(smallest.placement)
    (5, 728, 5)
    >>> min("8x8 Q", dominating=True).count
    4860
    """
    demand = "dominating" if dominating is True else dominating or None
    limit = seconds_if_any(timeout, "timeout")
    with reporting(progress, str(problem)) as tell:
        return Smallest(*_armistice.smallest(problem, demand, threads, memory, tell, limit))
