"""Time limits, and the exception for a time limit that is reached."""

from __future__ import annotations

import re
from typing import Optional, Union

from . import _armistice

Time = Union[float, str]

_UNITS = {"ms": 0.001, "": 1, "s": 1, "sec": 1, "min": 60, "m": 60, "h": 3600, "d": 86400}
_PART = r"(\d+(?:\.\d+)?)\s*([a-z]*)\s*"


def seconds(time: Time, name: str) -> float:
    """Converts a time to a number of seconds: ``30``, ``"30s"``, ``"1h30m"``.

    >>> seconds("1h 30min", "timeout"), seconds("500ms", "timeout"), seconds(2, "timeout")
    (5400.0, 0.5, 2.0)
    """
    if isinstance(time, str):
        parts = re.findall(_PART, time)
        # A number without a unit is in seconds, and cannot be part of a longer time.
        is_one = len(parts) == 1 or all(unit for _, unit in parts)
        if re.fullmatch(f"({_PART})+", time) and is_one and all(unit in _UNITS for _, unit in parts):
            return sum(float(number) * _UNITS[unit] for number, unit in parts)
        raise ValueError(f"{name}: found {time!r}, expected seconds, or a number and a unit: \"10s\", \"5min\", \"2h\", \"1h30m\"")
    if isinstance(time, bool) or not hasattr(time, "__float__"):
        raise TypeError(f"{name}: found {time!r}, expected seconds, or text like \"30s\"")
    if not 0 <= float(time) < float("inf"):
        raise ValueError(f"{name}: found {time!r}, expected a number of seconds from 0 on")
    return float(time)


def seconds_if_any(time: Optional[Time], name: str) -> Optional[float]:
    return None if time is None else seconds(time, name)


class TimeoutExpired(TimeoutError):
    """The time limit is reached, and the answer is not known.

    Attributes:
        problem: The problem, as text.
        at_least: A lower bound on the number; None if there is none.
        placement: For a maximum, a placement with ``at_least`` pieces; otherwise None.
    """

    def __init__(
        self, problem: str, at_least: Optional[int] = None, placement: Optional[_armistice.Placement] = None
    ) -> None:
        super().__init__(problem, at_least, placement)
        self.problem = problem
        self.at_least = at_least
        self.placement = placement

    def __str__(self) -> str:
        bound = "" if self.at_least is None else f"; at least {self.at_least}"
        return f"{self.problem}: timed out{bound}"
