"""Published sequences."""

from __future__ import annotations

import json
from typing import Any, Dict, Iterable, List, Optional, Tuple

from . import _armistice


class Verification(dict):
    """What became of a sequence, as the command says it in JSON (schema ``armistice.sequence/1``); ``str`` is text for people."""

    def __init__(self, text: str, fields: dict) -> None:
        super().__init__(fields)
        self._text = text

    def __str__(self) -> str:
        return self._text

    @property
    def agrees(self) -> bool:
        """Whether at least a term was counted, and none differs."""
        return self["verdict"] == "agrees"


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
    text, fields = _armistice.verify(sequence, seconds, terms, threads, memory)
    return Verification(text, json.loads(fields))


def sequence(id: str) -> Dict[str, Any]:
    """What the registry knows of a sequence: name, family, terms.

    >>> sequence("A000170")["family"]
    '{n}x{n} Q{n}'
    """
    return json.loads(_armistice.sequence(id))


def identify(terms: Iterable[int]) -> List[Tuple[str, str]]:
    """A-numbers and names of the sequences of the registry that have these terms; eight are needed at least.

    >>> [id for id, name in identify([1, 0, 0, 2, 10, 4, 40, 92])]
    ['A000170']
    """
    return _armistice.sequences_with(list(terms))
