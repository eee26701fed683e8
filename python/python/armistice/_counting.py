"""Counts and estimates of placements."""

from __future__ import annotations

import os
import warnings
from typing import Any, Callable, Dict, Literal, Optional, Tuple, Union, overload

from . import _armistice
from ._progress import reporting
from ._results import Report, Result
from ._timeouts import Time, seconds_if_any

Progress = Union[bool, Callable[[float, float], object], None]
Memory = Union[int, str]
"""A number of bytes, or text like ``"2G"``."""
Path = Union[str, "os.PathLike[str]"]
Numbers = Union[int, Tuple[int, ...]]
"""A number of pieces, or one for each kind."""


class Count(Result):
    """A number of placements, with the way in which it was found.

    Attributes:
        count: The number of placements, also given by ``int``.
        problem: The problem, a :class:`Problem`.
        placements: With ``up_to``, the number of all placements; otherwise None.
        maximum: In a problem with ``max``, the largest number of pieces; otherwise None. ``count`` is the
            number of placements that attain it.
        by_number: With ``by_number=True``, the counts by number of pieces; otherwise None. It is a dict whose
            keys are numbers, or tuples of numbers if there are several kinds.
        checked_by: With ``double_check``, the method of the recount; otherwise None.
        engine: The name of the engine.
        units: The number of independent parts that were counted.
        nodes: The number of partial placements that were made.
        seconds: The time for counting.
        planning_seconds: The time for planning the count.
    """

    def __init__(self, text: str, record: str) -> None:
        super().__init__(text, record)
        fields = self._fields
        self.count = int(fields["count"])
        self.problem = _armistice.Problem(fields["problem"])
        self.placements: Optional[int] = int(fields["placements"]) if "placements" in fields else None
        self.maximum: Optional[int] = fields.get("maximum")
        self.by_number: Optional[Dict[Numbers, int]] = None
        if "by_number" in fields:
            self.by_number = {_pieces(entry): int(entry["count"]) for entry in fields["by_number"]}
        self.checked_by: Optional[str] = fields["check"]["by"] if "check" in fields else None
        self.engine: str = fields["engine"]
        self.units: int = fields["units_done"]
        self.nodes: int = fields["nodes"]
        self.seconds: float = fields["seconds"]
        self.planning_seconds: float = fields["planning_seconds"]

    def __int__(self) -> int:
        return self.count


def _pieces(entry: Dict[str, Any]) -> Numbers:
    """Returns the numbers of pieces of an entry of a count by number."""
    armies = entry["armies"] if "armies" in entry else [entry["pieces"]]
    numbers = tuple(int(number) for army in armies for number in army.values())
    return numbers[0] if len(numbers) == 1 else numbers


# fmt: off
@overload
def count(
    problem: _armistice.AnyProblem, *, up_to: Optional[str] = ..., maximal: bool = ..., fixed_by: Optional[str] = ...,
    by_number: Literal[False] = ..., details: Literal[False] = ..., threads: Optional[int] = ..., memory: Optional[Memory] = ...,
    engine: Optional[str] = ..., progress: Progress = ..., timeout: Optional[Time] = ..., journal: Optional[Path] = ...,
    double_check: bool = ...,
) -> int: ...
@overload
def count(
    problem: _armistice.AnyProblem, *, up_to: Optional[str] = ..., maximal: bool = ..., fixed_by: Optional[str] = ...,
    by_number: bool = ..., details: Literal[True], threads: Optional[int] = ..., memory: Optional[Memory] = ...,
    engine: Optional[str] = ..., progress: Progress = ..., timeout: Optional[Time] = ..., journal: Optional[Path] = ...,
    double_check: bool = ...,
) -> Count: ...
@overload
def count(
    problem: _armistice.AnyProblem, *, up_to: Optional[str] = ..., maximal: bool = ..., fixed_by: Optional[str] = ...,
    by_number: Literal[True], details: Literal[False] = ..., threads: Optional[int] = ..., memory: Optional[Memory] = ...,
    engine: Optional[str] = ..., progress: Progress = ..., timeout: Optional[Time] = ..., journal: Optional[Path] = ...,
    double_check: bool = ...,
) -> Dict[Numbers, int]: ...
# fmt: on
def count(
    problem: _armistice.AnyProblem,
    *,
    up_to: Optional[str] = None,
    maximal: bool = False,
    fixed_by: Optional[str] = None,
    by_number: bool = False,
    details: bool = False,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    engine: Optional[str] = None,
    progress: Progress = None,
    timeout: Optional[Time] = None,
    journal: Optional[Path] = None,
    double_check: bool = False,
) -> Union[int, Count, Dict[Numbers, int]]:
    """Counts the placements of a problem. Returns an ``int`` of any size.

    Args:
        problem: Problem text, or a :class:`Problem`.
        up_to: The equivalence of placements: ``"symmetry"`` (rotations and reflections of the board),
            ``"armies"`` (also exchanges of identical armies), or ``"translation"`` (also translations that
            keep every piece on the board). Other groups of maps have names like ``"rotations"``,
            ``"horizontal"`` or, on a torus, ``"symmetry+shifts"``.
        maximal: Whether to count only placements to which no further piece can be added.
        fixed_by: The maps of the board that must leave each placement unchanged, such as ``"half-turn"`` or
            ``"rotations"``.
        by_number: Whether to count for every number of pieces of the kinds written ``*``. The result is a
            dict from numbers of pieces (tuples if there are several such kinds) to numbers of placements.
        details: Whether to return a :class:`Count`, which also describes how the placements were counted.
        threads: The number of threads; one for each core if None.
        memory: The approximate memory limit for tables: text like ``"2G"``, or a number of bytes; four fifths
            of the free memory if None.
        engine: The name of the engine; the one expected to be fastest if None.
        progress: True for a progress bar (drawn by tqdm if it is installed), or a function that is called
            about twenty times a second. Its arguments are the share of the work that is done (0 to 1, as far
            as can be predicted) and a lower bound on the number of placements found. An exception in the
            function stops the count, and so does Ctrl-C.
        timeout: The time limit: seconds, or text like ``"30s"`` or ``"2h"``.
        journal: A file for the progress of the count. If the file exists, the count resumes from it. The
            command reads the same journals (``armistice count --resume FILE``).
        double_check: Whether to recount in another way, and to raise an error if the numbers differ.

    Raises:
        ValueError: The text is not a problem, or no engine answers the question. The message says which input
            is accepted.
        MemoryError: No engine, or not the named one, can count within the memory limit.
        TimeoutExpired: The time limit is reached. The exception has a lower bound, ``at_least``.
        OSError: The journal cannot be used: :class:`FileNotFoundError` if the folder does not exist,
            :class:`PermissionError`, :class:`IsADirectoryError`, or :class:`JournalInUse` if another process
            is writing it.

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
    limit = seconds_if_any(timeout, "timeout")
    with reporting(progress, str(problem)) as tell:
        *found, is_kept = _armistice.count(
            problem, up_to, maximal, by_number, threads, memory, engine, tell, wanted, fixed_by, limit, journal, double_check
        )
    if journal is not None and not is_kept:
        warnings.warn(f"{os.fspath(journal)}: no journal was kept, because the engine counts in one step or the disk is full", stacklevel=3)
    if not wanted:
        (number,) = found
        return int(number)
    counted = Count(*found)
    return counted if details or counted.by_number is None else counted.by_number


class Estimate(Result):
    """An estimate of the number of placements, with an interval of 95% confidence.

    Numbers are decimal text, because they can be too large for a float. All are None if too little was found for an estimate.

    Attributes:
        problem: The problem, a :class:`Problem`.
        value: The estimate, like ``"2.3416e143"``.
        low, high: The ends of the interval.
        log10, low_log10, high_log10: Their decimal logarithms.
        relative_error: The larger distance to an end, as a share of the estimate.
        confidence: The probability that the interval contains the number.
        complete: Whether the estimate reached the requested precision, or used all the given time.
        seconds: The time for the estimate.
    """

    def __init__(self, text: str, record: str) -> None:
        super().__init__(text, record)
        fields = self._fields
        self.problem = _armistice.Problem(fields["problem"])
        self.value: Optional[str] = fields["estimate"]
        self.low: Optional[str] = fields["low"]
        self.high: Optional[str] = fields["high"]
        self.log10: Optional[float] = fields["log10"]
        self.low_log10: Optional[float] = fields["low_log10"]
        self.high_log10: Optional[float] = fields["high_log10"]
        self.relative_error: Optional[float] = fields["relative_error"]
        self.confidence: float = fields["confidence"]
        self.complete: bool = fields["complete"]
        self.seconds: float = fields["seconds"]


def estimate(
    problem: _armistice.AnyProblem,
    *,
    relative: Optional[float] = None,
    timeout: Optional[Time] = None,
    seed: int = 1,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Progress = None,
) -> Union[Estimate, Count]:
    """Estimates the number of placements; returns a :class:`Count` if counting is quicker.

    Args:
        problem: Problem text, or a :class:`Problem`.
        relative: The half width of the interval, as a share of the number; 0.01 (1%) if neither this nor
            ``timeout`` is given.
        timeout: The time limit: seconds, or text like ``"30s"``.
        seed: The same seed gives the same estimate, unless the time limit ends it.
        threads, memory, progress: The arguments of :func:`count`.

    Raises:
        ValueError: The text is not a problem, or there are no estimates for such problems.

    >>> estimate("8x8 Q8")
    <Count: 8x8 Q8: 92 placements>
    >>> found = estimate("27x27 Q27", relative=0.8)
    >>> 17 < found.log10 < 18 and found.relative_error < 0.8
    True
    """
    limit = seconds_if_any(timeout, "timeout")
    with reporting(progress, str(problem)) as tell:
        text, record, is_count = _armistice.estimate(problem, relative, limit, seed, threads, memory, tell)
    return Count(text, record) if is_count else Estimate(text, record)


class Explanation(Report):
    """The plan for counting a problem, as text with ``str``.

    Attributes:
        problem: The problem, a :class:`Problem`.
        engine: The name of the engine.
        expected_seconds: The expected time on this machine.
        memory: The expected memory in bytes.
        estimated: An estimate of the number of placements as decimal text, like ``"2.3416e143"``. None if
            counting takes less than a minute, or if :func:`estimate` needs more than a moment or rejects the
            problem.
    """

    def __init__(self, text: str, record: str) -> None:
        super().__init__(text, record)
        fields = self._fields
        self.problem = _armistice.Problem(fields["problem"])
        self.engine: str = fields["engine"]
        self.estimated: Optional[str] = fields.get("estimated", {}).get("estimate")
        self.expected_seconds: float = fields["expected_seconds"]
        self.memory: int = fields["memory_bytes"]

    def __repr__(self) -> str:
        return f"<Explanation: {self.problem}: {self.engine}, about {self.expected_seconds:.2g} s, {self.memory} bytes>"


def explain(
    problem: _armistice.AnyProblem,
    *,
    up_to: Optional[str] = None,
    maximal: bool = False,
    fixed_by: Optional[str] = None,
    by_number: bool = False,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    engine: Optional[str] = None,
) -> Explanation:
    """Plans a count without counting: the engine, the reason, the expected seconds and bytes of memory.

    The arguments are those of :func:`count`.

    >>> explain("8x8 Q8").engine
    'halves'
    """
    return Explanation(*_armistice.explain(problem, up_to, maximal, by_number, threads, memory, engine, fixed_by))
