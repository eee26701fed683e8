"""Published sequences."""

from __future__ import annotations

import json
from typing import Any, Dict, Iterable, List, Optional, Tuple

from . import _armistice
from .results import Result


class Verification(Result):
    """What became of a sequence that was counted again.

    Attributes:
        sequence: Its A-number.
        verdict: ``"agrees"``, ``"differs"`` or ``"not counted"``.
        agrees: Whether at least a term was counted, and none differs.
        published: How many terms are published.
        agree: How many of them were counted, and agree.
    """

    def __init__(self, text: str, record: str) -> None:
        super().__init__(text, record)
        fields = self._fields
        self.sequence: str = fields["sequence"]
        self.verdict: str = fields["verdict"]
        self.agrees: bool = self.verdict == "agrees"
        self.published: int = fields["published"]
        self.agree: int = fields["agree"]


def verify(
    sequence: str,
    *,
    seconds: float = 10,
    terms: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[int] = None,
) -> Verification:
    """Counts the terms of a sequence of the registry again, for so many seconds, and says which agree.

    >>> verify("A000170", terms=9).agrees
    True
    """
    return Verification(*_armistice.verify(sequence, seconds, terms, threads, memory))


def sequence(id: str) -> Dict[str, Any]:
    """What the registry knows of a sequence: name, family, terms.

    >>> queens = sequence("A000170")
    >>> queens["family"], sum(queens["terms"][:9])
    ('{n}x{n} Q{n}', 150)
    """
    known = json.loads(_armistice.sequence(id))
    # Sequences out of scope have none.
    if "terms" in known:
        known["terms"] = [int(term) for term in known["terms"]]
    return known


def identify(terms: Iterable[int]) -> List[Tuple[str, str]]:
    """A-numbers and names of the sequences of the registry that have these terms among theirs, one after another, as ``armistice
    verify --find`` lists them: of few terms there may be many. If there are none, those that have nearly these terms, with what
    agrees behind the name. Only the built-in sequences are searched, not the whole OEIS.

    >>> [id for id, name in identify([92, 352, 724])]
    ['A000170']
    """
    return _armistice.sequences_containing(list(terms))
