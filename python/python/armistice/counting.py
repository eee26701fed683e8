"""How many placements there are."""

from __future__ import annotations

import json
from typing import Any, Callable, Optional, Union

from . import _armistice
from .progress import reporting

Progress = Union[bool, Callable[[float, float], object], None]


def count(
    problem: Union[str, _armistice.Problem],
    *,
    up_to: Optional[str] = None,
    maximal: bool = False,
    by_number: bool = False,
    threads: Optional[int] = None,
    memory: Optional[int] = None,
    engine: Optional[str] = None,
    progress: Progress = None,
    details: bool = False,
    fixed_by: Optional[str] = None,
) -> Any:
    """The number of placements of a problem: an ``int`` of any size.

    Args:
        problem: Problem text, or a :class:`Problem`.
        up_to: What counts as the same placement: ``"symmetry"`` (turns and reflections of the board), ``"armies"`` (also
            exchanges of identical armies), or ``"translation"`` (also translations that keep every piece on the board); or other
            groups of maps by name, like ``"rotations"``, ``"horizontal"`` or, on a torus, ``"symmetry+shifts"``.
        maximal: Whether only placements count that no further piece can be added to.
        by_number: Whether to count for every number of pieces of the kinds written ``*`` as well; the result is a dict
            from numbers of pieces (tuples of them if there are several such kinds) to numbers of placements.
        threads: How many threads count; one for each core if None.
        memory: How many bytes tables may take, about; four fifths of what is free if None.
        engine: Which engine counts; the one expected to be fastest if None.
        progress: True for a progress bar, or a function that is called about twenty times a second with the share of the work that
            is done (0 to 1, as far as can be predicted) and a lower bound on the number of placements found. An exception
            raised by it stops the count, and so does Ctrl-C.
        details: Whether to return a :class:`Count`, which also says how it was counted.
        fixed_by: Count only placements that these maps of the board leave as they are: ``"half-turn"``, ``"rotations"``.

    Raises:
        ValueError: The text is no problem, or no engine answers the question; the message says what would be accepted.
        MemoryError: It would take more memory than is allowed.

    >>> count("8x8 Q8")
    92
    >>> count("8x8 Q8", up_to="symmetry")
    12
    >>> count("8x8 Q8", up_to="rotations"), count("8x8 Q8", fixed_by="half-turn")
    (24, 4)
    >>> count("12x12 K*")
    69645620389200894313
    >>> count("4x4 K*", by_number=True)
    {0: 1, 1: 16, 2: 78, 3: 140, 4: 79}
    >>> count("8x8 Q8", details=True).engine
    'halves'
    """
    wanted = details or by_number
    with reporting(progress, str(problem)) as tell:
        counted = _armistice.count(problem, up_to, maximal, by_number, threads, memory, engine, tell, wanted, fixed_by)
    return counted.by_number if by_number and not details else counted


class Explanation(dict):
    """How a problem would be counted, as the command says it in JSON (schema ``armistice.plan/1``); ``str`` is text for people."""

    def __init__(self, text: str, fields: dict) -> None:
        super().__init__(fields)
        self._text = text

    def __str__(self) -> str:
        return self._text


def explain(
    problem: Union[str, _armistice.Problem],
    *,
    up_to: Optional[str] = None,
    maximal: bool = False,
    by_number: bool = False,
    threads: Optional[int] = None,
    memory: Optional[int] = None,
    engine: Optional[str] = None,
    fixed_by: Optional[str] = None,
) -> Explanation:
    """How a problem would be counted: which engine, why, the expected time in seconds and memory in bytes. Counts nothing.

    The arguments are those of :func:`count`.

    >>> explain("8x8 Q8")["engine"]
    'halves'
    """
    text, fields = _armistice.explain(problem, up_to, maximal, by_number, threads, memory, engine, fixed_by)
    return Explanation(text, json.loads(fields))
