"""Checks of arguments: a message about a wrong type names the argument."""

from __future__ import annotations

import functools
import inspect
import operator
import os
import warnings
from typing import Any, Callable, Dict, Tuple, TypeVar, cast

from . import _armistice

Function = TypeVar("Function", bound=Callable[..., Any])


def _is_flag(value: object) -> bool:
    # numpy has truth values of its own.
    return isinstance(value, bool) or type(value).__name__ in ("bool", "bool_")


def is_whole(value: object) -> bool:
    """Whether a value stands for an integer, like those of Python, numpy and Sage."""
    try:
        operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return False
    return not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return hasattr(value, "__float__") and not isinstance(value, bool)


def _of(*types: type) -> Callable[[object], bool]:
    return lambda value: isinstance(value, types)


_FLAGS = (
    "attacks by_number complement coordinates count curve details double_check legend maximal ratio reached".split()
)
_TEXTS = {
    "engine": 'a name, like "cells"',
    "fixed_by": 'text, like "half-turn"',
    "id": 'an A-number, like "A000170"',
    "level": 'text, like "easy"',
    "order": 'text, like "first-fail"',
    "paper": '"a4" or "letter"',
    "sequence": 'an A-number, like "A000170"',
    "theme": 'text, like "dark"',
    "to": 'text, like "cnf"',
    "up_to": 'text, like "symmetry"',
    "values": 'text, like "up"',
}
# The types of arguments, and their descriptions. Other arguments are checked elsewhere.
_EXPECTED: Dict[str, Tuple[Callable[[object], bool], str]] = {
    **{name: (_is_flag, "True or False") for name in _FLAGS},
    **{name: (_of(str), words) for name, words in _TEXTS.items()},
    "dominating": (lambda value: _is_flag(value) or isinstance(value, str), 'True, False or "total"'),
    "family": (_of(str, _armistice.Family), 'text like "{n}x{n} Q{n}", a Family, or an A-number'),
    "journal": (_of(str, os.PathLike), "the name of a file"),
    "limit": (lambda value: value is None or is_whole(value), "a whole number, or None"),
    "progress": (lambda value: _is_flag(value) or callable(value), "True, False or a function"),
    "results": (lambda value: hasattr(value, "__iter__") and not isinstance(value, str), "a list of results of parts"),
    "relative": (_is_number, "a number, like 0.01"),
    "size": (lambda value: isinstance(value, str) or is_whole(value), 'a number of pixels, or text like "80mm"'),
}
# Suggestions for arguments that a function does not have.
_INSTEAD = {
    ("solve", "limit"): "itertools.islice(solve(problem), 10) ends a list",
    ("table", "by_number"): "count(problem, by_number=True) counts one problem by number",
}


def published(function: Function, **formerly: str) -> Function:
    """Checks the arguments of a function before each call. ``formerly`` gives old names of arguments."""
    parameters = inspect.signature(function).parameters
    takes_any = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
    name_of = function.__name__

    @functools.wraps(function)
    def call(*arguments: Any, **options: Any) -> Any:
        for old in [name for name in options if name in formerly]:
            new = formerly[old]
            if new in options:
                raise TypeError(f"{name_of}: {old} is the old name of {new}: give one of them")
            warnings.warn(f"{name_of}: {old} is called {new} now", DeprecationWarning, stacklevel=2)
            options[new] = options.pop(old)
        for name, value in (*zip(parameters, arguments), *options.items()):
            if name in parameters:
                _check(name, value, parameters[name].default)
            elif not takes_any or (name_of, name) in _INSTEAD:
                instead = _INSTEAD.get((name_of, name)) or f"expected {', '.join(parameters)}"
                raise TypeError(f"{name_of} has no argument {name}: {instead}")
        return function(*arguments, **options)

    call.__module__ = "armistice"
    return cast(Function, call)


def _check(name: str, value: object, default: object) -> None:
    if name not in _EXPECTED or value is None and default is None:
        return
    is_right, expected = _EXPECTED[name]
    if not is_right(value):
        raise TypeError(f"{name}: found {value!r:.60}, expected {expected}")
