"""Families of problems, counted one after another."""

from __future__ import annotations

import itertools
import operator
import time
from typing import Callable, Dict, Iterable, Iterator, List, Optional, Tuple, Union

from . import _armistice
from ._arguments import is_whole
from ._counting import Memory, Progress, count
from ._families import AnyFamily, Asked, asked
from ._timeouts import Time, TimeoutExpired, seconds_if_any

Values = Union[int, Iterable[int]]
Row = Dict[str, int]

_OPTIONS = "up_to, maximal, fixed_by, threads, memory, engine, progress, timeout, double_check"


def rows(
    family: AnyFamily,
    *,
    up_to: Optional[str] = None,
    maximal: bool = False,
    fixed_by: Optional[str] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    engine: Optional[str] = None,
    progress: Progress = None,
    timeout: Optional[Time] = None,
    double_check: bool = False,
    **values: Values,
) -> Iterator[Row]:
    """Yields the rows of :func:`table`, each as soon as it is counted."""
    question = asked(family, up_to, maximal, fixed_by)
    names = question.family.variables
    if not names:
        raise ValueError(f"{family}: a family needs a variable in braces, like {{n}}x{{n}} Q{{n}}; use count for a single problem")
    unknown = [name for name in values if name not in names]
    if unknown:
        raise TypeError(f"the family has no variable {unknown[0]}: expected {', '.join(names)}, or an option: {_OPTIONS}")
    missing = [name for name in names if name not in values]
    if missing:
        raise ValueError(f"the variable {missing[0]} has no values: give it some, like {missing[0]}=range(1, 13)")
    limit = seconds_if_any(timeout, "timeout")
    end = None if limit is None else time.monotonic() + limit

    def counted(problem: _armistice.Problem) -> Row:
        found = count(
            problem,
            up_to=question.up_to,
            maximal=question.maximal,
            fixed_by=question.fixed_by,
            threads=threads,
            memory=memory,
            engine=engine,
            progress=progress,
            timeout=None if end is None else max(0.0, end - time.monotonic()),
            double_check=double_check,
            details=True,
        )
        maximum = {} if found.maximum is None else {"maximum": found.maximum}
        return {**maximum, "count": found.count}

    return _rows(question, [_values(name, values[name]) for name in names], counted)


def _rows(question: Asked, values: List[Iterable[int]], counted: Callable[[_armistice.Problem], Row]) -> Iterator[Row]:
    for chosen in _combined(values):
        at = list(zip(question.family.variables, chosen))
        problem = question.family.at_if_any(at)
        # No board has this size.
        if problem is None:
            continue
        try:
            yield {**dict(at), **counted(problem)}
        except TimeoutExpired:
            return


def _combined(values: List[Iterable[int]]) -> Iterator[Tuple[int, ...]]:
    """Yields all combinations; the last value changes fastest. The first iterable may be endless."""
    first, *others = values
    others = [list(each) for each in others]
    for value in first:
        for rest in itertools.product(*others):
            yield (value, *rest)


def _values(name: str, values: Values) -> Iterable[int]:
    """Returns the values of a variable as Python integers; the iterable may be endless."""
    if is_whole(values):
        return [operator.index(values)]  # type: ignore[arg-type]
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise TypeError(f"{name}: found {values!r:.60}, expected a whole number or several, like {name}=range(4, 7)")
    return (_whole(name, value) for value in values)


def _whole(name: str, value: int) -> int:
    if not is_whole(value):
        raise TypeError(f"{name}: found {value!r:.60}, expected a whole number")
    return operator.index(value)


def table(
    family: AnyFamily,
    *,
    up_to: Optional[str] = None,
    maximal: bool = False,
    fixed_by: Optional[str] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    engine: Optional[str] = None,
    progress: Progress = None,
    timeout: Optional[Time] = None,
    double_check: bool = False,
    **values: Values,
) -> List[Row]:
    """Counts the problems of a family. Returns a list of dicts with the variables and ``count``, ready for pandas.

    Args:
        family: Problem text with expressions in braces, like ``"{n}x{n} Q{n}"``, a :class:`Family`, or the A-number of a sequence.
        timeout: The time limit: seconds, or text like ``"1min"``. Rows that would take longer are left out.
        values: The values of each variable of the family: a range, a list or a number. Values without a board
            are left out.

    Other arguments are those of :func:`count`. Rows of a family with ``max`` also have the maximum number of pieces,
    ``maximum``.

    >>> table("{n}x{n} Q{n}", n=range(1, 5))
    [{'n': 1, 'count': 1}, {'n': 2, 'count': 0}, {'n': 3, 'count': 0}, {'n': 4, 'count': 2}]
    >>> [row["count"] for row in table("{m}x{n} K*", m=[1, 2], n=range(1, 5))]
    [2, 3, 5, 8, 3, 5, 11, 21]
    >>> table("A002562", n=[8])
    [{'n': 8, 'count': 12}]
    """
    found = rows(
        family,
        up_to=up_to,
        maximal=maximal,
        fixed_by=fixed_by,
        threads=threads,
        memory=memory,
        engine=engine,
        progress=progress,
        timeout=timeout,
        double_check=double_check,
        **values,
    )
    return list(found)
