"""Families as arguments: text, a :class:`Family`, or the A-number of a sequence that counts one."""

from __future__ import annotations

from typing import NamedTuple, Optional, Union

from . import _armistice

AnyFamily = Union[str, _armistice.Family]


class Asked(NamedTuple):
    """A family, and the options that say which of its placements count."""

    family: _armistice.Family
    up_to: Optional[str]
    maximal: bool
    fixed_by: Optional[str]


def asked(family: AnyFamily, up_to: Optional[str], maximal: bool, fixed_by: Optional[str]) -> Asked:
    """Combines a family with options. A sequence has options of its own."""
    known = None if isinstance(family, _armistice.Family) else _armistice.family_of(family)
    if known is None:
        return Asked(family if isinstance(family, _armistice.Family) else _armistice.Family(family), up_to, maximal, fixed_by)
    if up_to is not None or maximal or fixed_by is not None:
        raise ValueError(f"{family} already says which placements count; to add up_to, maximal or fixed_by, write its family, {known[0]}")
    return Asked(*known)
