"""Published sequences."""

from __future__ import annotations

from typing import Iterable, List, Optional, Tuple

from . import _armistice
from ._counting import Memory
from ._results import Report
from ._timeouts import Time, seconds


class Verification(Report):
    """The result of recounting a sequence.

    Attributes:
        sequence: Its A-number.
        verdict: ``"agrees"``, ``"differs"`` or ``"not counted"``.
        agrees: Whether at least one term was counted, and none differs.
        published: The number of published terms.
        agree: The number of published terms that were counted and agree.
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
    timeout: Time = 10,
    terms: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
) -> Verification:
    """Recounts the terms of a known sequence, and reports which terms agree.

    Args:
        sequence: Its A-number.
        timeout: The time limit: seconds, or text like ``"1min"``.
        terms: The largest number of terms to count.

    Other arguments are those of :func:`count`.

    >>> verify("A000170", terms=9).agrees
    True
    """
    return Verification(*_armistice.verify(sequence, seconds(timeout, "timeout"), terms, threads, memory))


class PublishedSequence(Report):
    """The data of a sequence.

    Attributes:
        id: Its A-number.
        name: Its name.
        family: The family of problems, as text; None if no family expresses the sequence.
        offset: The index of the first term; None without a family.
        terms: The published terms.
        out_of_scope: The reason why no family expresses the sequence; None if one does.
    """

    def __init__(self, text: str, record: str) -> None:
        super().__init__(text, record)
        fields = self._fields
        self.id: str = fields["sequence"]
        self.name: str = fields["name"]
        self.family: Optional[str] = fields.get("family")
        self.offset: Optional[int] = fields.get("offset")
        self.terms: List[int] = [int(term) for term in fields.get("terms", [])]
        self.out_of_scope: Optional[str] = fields.get("out_of_scope")


def sequence(id: str) -> PublishedSequence:
    """Returns the data of a sequence: name, family, terms.

    >>> queens = sequence("A000170")
    >>> queens.family, sum(queens.terms[:9])
    ('{n}x{n} Q{n}', 150)
    """
    return PublishedSequence(*_armistice.sequence(id))


def identify(terms: Iterable[int]) -> List[Tuple[str, str]]:
    """Finds the known sequences that contain these terms consecutively, like ``armistice verify --find``.
    Returns their A-numbers and names.

    A few terms may occur in many sequences. If no sequence contains the terms, the result has sequences that
    nearly do. The agreeing terms then follow the name. Only the built-in sequences are searched, not the whole OEIS.

    >>> [id for id, name in identify([92, 352, 724])]
    ['A000170']
    """
    if isinstance(terms, str) or not isinstance(terms, Iterable):
        raise TypeError(f"terms: found {terms!r:.60}, expected a list of whole numbers, like [92, 352, 724]")
    return _armistice.sequences_containing(list(terms))
