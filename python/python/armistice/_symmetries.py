"""Counts of placements by their symmetries."""

from __future__ import annotations

import json
from typing import List, Optional, TypedDict

from . import _armistice
from ._counting import Memory, Progress
from ._progress import reporting


class SymmetryGroup(TypedDict):
    """An entry of :func:`by_symmetry`."""

    stabiliser: str
    symmetries: int
    conjugates: int
    fixed: int
    placements: int
    classes: int


def by_symmetry(
    problem: _armistice.AnyProblem,
    *,
    up_to: Optional[str] = None,
    maximal: bool = False,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Progress = None,
) -> List[SymmetryGroup]:
    """Counts placements by their symmetries: a list of dicts, one for each group, smaller groups first.

    The *stabiliser* of a placement is the group of all symmetries of the board that leave it unchanged.
    Conjugate groups, like those of the two diagonal reflections, share an entry. Each entry has:

    - ``stabiliser``: the name of the group, as in ``fixed_by`` of :func:`count`, or the maps that generate
      it;
    - ``symmetries``: the number of maps in the group, with the identity;
    - ``conjugates``: the number of groups that share the entry;
    - ``fixed``: the number of placements that one of these groups leaves unchanged, perhaps along with other
      maps;
    - ``placements``: the number of placements whose stabiliser is one of these groups, and not a larger one;
    - ``classes``: the number of classes of equivalent placements among them.

    The numbers in ``placements`` add up to the number of all placements. The numbers in ``classes`` add up to
    the number of placements up to ``up_to``.

    Args:
        up_to: The group whose subgroups are distinguished, as in :func:`count`; rotations and reflections if
            None.

    Other arguments are those of :func:`count`.

    >>> for group in by_symmetry("8x8 Q8"):
    ...     if group["placements"]:
    ...         print(group["stabiliser"], group["placements"], group["classes"])
    identity 88 11
    half-turn 4 1
    >>> sum(group["classes"] for group in by_symmetry("8x8 Q8"))
    12
    """
    with reporting(progress, str(problem)) as tell:
        record = json.loads(_armistice.by_symmetry(problem, up_to, maximal, threads, memory, tell))
    return [
        SymmetryGroup(
            stabiliser=group["stabiliser"],
            symmetries=group["symmetries"],
            conjugates=group["conjugates"],
            fixed=int(group["fixed"]),
            placements=int(group["placements"]),
            classes=int(group["classes"]),
        )
        for group in record["by_symmetry"]
    ]
