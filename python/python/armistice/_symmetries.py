"""How many placements have which symmetries."""

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
    """How many placements have which symmetries: a list of dicts, one for each group of symmetries, smaller groups first.

    The *stabiliser* of a placement is the group of all symmetries of the board that leave it as it is. Groups that a symmetry
    carries to each other, like both diagonal mirrors, are one entry. Each has:

    - ``stabiliser``: its name, as ``fixed_by`` of :func:`count` takes it, or the maps that generate it;
    - ``symmetries``: how many maps it has, the identity included;
    - ``conjugates``: how many groups the entry stands for;
    - ``fixed``: how many placements one of these groups leaves as they are, whatever else does;
    - ``placements``: how many have one of these groups as their stabiliser, and no larger one;
    - ``classes``: how many classes of placements that carry each other they are.

    So ``placements`` adds up to all placements, and ``classes`` to those that are essentially different.

    Args:
        up_to: The group whose subgroups are told apart, as :func:`count` takes it; the turns and mirrors of the board if None.

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
