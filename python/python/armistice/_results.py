"""Results in the forms of the command: as text for people, and as JSON for programs."""

from __future__ import annotations

import html
import json
from typing import Any, Dict


class Result:
    """A result with the command's text and JSON record. It is a value: it can be compared, copied and
    pickled."""

    def __init__(self, text: str, record: str) -> None:
        self._text = text
        self._record = record

    @property
    def _fields(self) -> Dict[str, Any]:
        fields: Dict[str, Any] = json.loads(self._record)
        return fields

    def json(self) -> str:
        """Returns the JSON record of the command; its ``schema`` defines the fields."""
        return self._record

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Result) and type(self) is type(other) and self._record == other._record

    def __hash__(self) -> int:
        return hash(self._record)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._text.splitlines()[0]}>"


class Report(Result):
    """A result whose text has many lines, which a notebook shows."""

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self._text)}</pre>"
