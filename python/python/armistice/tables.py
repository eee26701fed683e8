"""Families of problems, counted one after another."""

from __future__ import annotations

import inspect
import itertools
from typing import Any, Dict, Iterable, Iterator, List, Tuple, Union

from . import _armistice
from .counting import count

Values = Union[int, Iterable[int]]


def rows(family: Union[str, _armistice.Family], **arguments: Any) -> Iterator[Dict[str, Any]]:
    """The rows of :func:`table`, each as soon as it is counted."""
    return _asked("rows", family, arguments)


# What count takes beside a problem.
_OPTIONS = [name for name in inspect.signature(count).parameters if name != "problem"]


def _asked(function: str, family: Union[str, _armistice.Family], arguments: Dict[str, Any]) -> Iterator[Dict[str, Any]]:
    """The rows that arguments of a function ask for."""
    if not isinstance(family, _armistice.Family):
        family = _armistice.Family(family)
    names = family.variables
    missing = [name for name in names if name not in arguments]
    if missing:
        raise ValueError(f"{function}(): the variable {missing[0]} has no values: give it some, like {missing[0]}=range(1, 13)")
    if not names:
        raise ValueError(f"{function}(): a family has a variable in braces, like {{n}}x{{n}} Q{{n}}; a single problem is counted by count")
    unknown = [name for name in arguments if name not in names and name not in _OPTIONS]
    if unknown:
        raise TypeError(
            f"{function}(): the family has no variable {unknown[0]}: expected {', '.join(names)}, or an option of count: "
            + ", ".join(_OPTIONS)
        )
    values = [_values(arguments.pop(name)) for name in names]
    return _rows(family, names, values, arguments)


def _rows(
    family: _armistice.Family, names: List[str], values: List[Iterable[int]], options: Dict[str, Any]
) -> Iterator[Dict[str, Any]]:
    for chosen in _combined(values):
        at = list(zip(names, chosen))
        problem = family.at_if_any(at)
        # There is no board of this size.
        if problem is None:
            continue
        yield {**dict(at), "count": count(problem, **options)}


def _combined(values: List[Iterable[int]]) -> Iterator[Tuple[int, ...]]:
    """All combinations, the last one changing fastest. The first may be without end."""
    first, *others = values
    others = [list(each) for each in others]
    for value in first:
        for rest in itertools.product(*others):
            yield (value, *rest)


def _values(values: Values) -> Iterable[int]:
    return [values] if isinstance(values, int) else values


def table(family: Union[str, _armistice.Family], **arguments: Any) -> List[Dict[str, Any]]:
    """The problems of a family, counted: a list of dicts with the values of the variables and ``count``, which pandas takes as it is.

    Each variable of the family gets its values as an argument: a range, a list or a number. Other arguments are those of
    :func:`count`. Values for which there is no board are left out.

    >>> table("{n}x{n} Q{n}", n=range(1, 5))
    [{'n': 1, 'count': 1}, {'n': 2, 'count': 0}, {'n': 3, 'count': 0}, {'n': 4, 'count': 2}]
    >>> [row["count"] for row in table("{m}x{n} K*", m=[1, 2], n=range(1, 5))]
    [2, 3, 5, 8, 3, 5, 11, 21]
    """
    return list(_asked("table", family, arguments))
