"""Counts in parts, for clusters: the plan and the results can be pickled and sent to other machines."""

from __future__ import annotations

from typing import Iterable, Optional, Union

from . import _armistice


class PartResult:
    """The count of one part, to be given to :func:`merge`.

    Attributes:
        text: The content of the file that ``armistice shard`` writes for such a part.
        part: The number of the part.
    """

    def __init__(self, text: str, part: int) -> None:
        self.text = text
        self.part = part

    def __repr__(self) -> str:
        return f"<the result of part {self.part}>"


class PartPlan:
    """A plan to count in parts, made by :func:`plan` or read from text.

    Parts are numbered from 0. Each can be counted by another process, on another machine, in any order. The
    plan is a small object that can be pickled.

    Attributes:
        text: The content of a ``plan.json`` of ``armistice plan``.
        problem: The problem, a :class:`Problem`.
        parts: The number of parts, also given by ``len``.
        units: The number of independent units in all parts.
        expected_seconds: The time that all parts are expected to take on one core.

    >>> import armistice
    >>> plan = armistice.plan("8x8 Q8", parts=4)
    >>> results = [plan.count(part) for part in range(len(plan))]
    >>> armistice.merge(results)
    92
    """

    def __init__(self, text: str) -> None:
        self.text = text
        problem, self.parts, self.units, self.expected_seconds = _armistice.read_plan(text)
        self.problem = _armistice.Problem(problem)

    def __len__(self) -> int:
        return self.parts

    def __repr__(self) -> str:
        return f"<a plan to count {self.problem} in {self.parts} parts>"

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, PartPlan) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    def count(self, part: int, *, threads: int = 1) -> PartResult:
        """Counts a part.

        Args:
            part: The number of the part, from 0.
            threads: The number of threads.

        Raises:
            ValueError: The plan has no such part, or this version counts the problem in another way.
        """
        return PartResult(_armistice.count_part(self.text, part, threads), part)


def plan(
    problem: _armistice.AnyProblem, parts: int, *, up_to: Optional[str] = None, engine: Optional[str] = None
) -> PartPlan:
    """Plans a count in parts, which other processes and machines can count.

    Args:
        problem: Problem text, or a :class:`Problem`.
        parts: The number of parts, at most a million.
        up_to: The equivalence of placements, as for :func:`count`.
        engine: The name of the engine; the one expected to be fastest if None.

    Raises:
        ValueError: The text is not a problem, or the count cannot be divided.

    >>> from concurrent.futures import ProcessPoolExecutor
    >>> import armistice
    >>> plan = armistice.plan("12x12 Q12", parts=6)
    >>> with ProcessPoolExecutor(2) as pool:
    ...     armistice.merge(pool.map(plan.count, range(len(plan))))
    14200
    """
    return PartPlan(_armistice.plan_parts(problem, parts, up_to, engine))


def merge(results: Iterable[Union[PartResult, str]]) -> int:
    """Adds up the results of all parts of a plan, in any order. Returns the number of placements.

    Args:
        results: The results, or the contents of result files of ``armistice shard``. They may be repeated.

    Raises:
        ValueError: A result is damaged or of another count, parts are missing (the message has their
            numbers), or results contradict each other.
    """
    texts = [result.text if isinstance(result, PartResult) else result for result in results]
    return _armistice.merge(texts)
