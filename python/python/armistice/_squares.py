"""Counts of placements by square."""

from __future__ import annotations

import json
import re
from typing import Dict, Iterator, List, Mapping, Optional, Tuple

from . import _armistice
from ._counting import Memory, Path, Progress
from ._drawing import save
from ._progress import reporting


class KindCounts(Mapping[str, int]):
    """The counts for one kind in one army: a mapping from squares (``"a1"``) to numbers of placements.

    Attributes:
        kind: Its letter.
        army: Its army, from 1.
        rows: The counts as a list of lists, rank 1 first, with None on holes: ``numpy.array(counts.rows)``.
    """

    def __init__(self, board: _armistice.Board, army: int, kind: str, squares: Dict[str, str]) -> None:
        self.army = army
        self.kind = kind
        self._numbers = {square: int(number) for square, number in squares.items()}
        self.rows: List[List[Optional[int]]] = [[None] * board.cols for _ in range(board.rows)]
        for square, number in self._numbers.items():
            row, col = _place(square)
            self.rows[row][col] = number

    def __getitem__(self, square: str) -> int:
        return self._numbers[square]

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def __repr__(self) -> str:
        return f"<KindCounts: {self.kind} on {len(self)} squares>"


class BySquare:
    """The numbers of placements with a piece on each square. A notebook shows them as heat maps.

    Attributes:
        problem: The problem, a :class:`Problem`.
        count: The number of placements.
        maximum: In a problem with ``max``, the largest number of pieces; otherwise None.
        kinds: The counts of each kind in each army: a list of :class:`KindCounts`.
    """

    def __init__(self, record: str) -> None:
        self._record = record
        fields = json.loads(record)
        self.problem = _armistice.Problem(fields["problem"])
        self.count = int(fields["count"])
        self.maximum: Optional[int] = fields.get("maximum")
        board = self.problem.board
        self.kinds = [KindCounts(board, each["army"], each["kind"], each["squares"]) for each in fields["by_square"]]

    def __getitem__(self, kind: str) -> KindCounts:
        """Returns the counts of a kind, in the first army that has it."""
        for counts in self.kinds:
            if counts.kind == kind:
                return counts
        raise KeyError(kind)

    def json(self) -> str:
        """Returns the JSON record of the command; its schema is armistice.by-square/1."""
        return self._record

    def svg(self, *, kind: Optional[str] = None, theme: str = "auto", size: Optional[str] = None) -> str:
        """Returns the heat maps in SVG, or the heat map of one kind. ``theme`` and ``size`` are the arguments of
        :func:`draw`."""
        return _armistice.heat(self._record, kind, theme, size)

    def png(self, *, kind: Optional[str] = None, theme: str = "auto", size: Optional[str] = None) -> bytes:
        """Returns the heat maps as PNG."""
        return bytes(_armistice.heat_png(self._record, kind, theme, size))

    def save(self, path: Path) -> None:
        """Writes the heat maps to a file. The extension sets the format: ``.svg`` or ``.png``, or ``.json``
        for the numbers."""
        save(path, {".svg": self.svg, ".png": self.png, ".json": self.json})

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<BySquare: {self.problem}: {self.count} placements>"


def _place(square: str) -> Tuple[int, int]:
    """Returns the row and column of a square, from 0. Past file z the name is like r3c27, or has two
    letters."""
    long = re.fullmatch(r"r(\d+)c(\d+)", square)
    if long:
        return int(long[1]) - 1, int(long[2]) - 1
    name = re.fullmatch(r"(?:r(\d+)c)?([a-z]+)(\d*)", square)
    if not name:
        raise ValueError(f"{square}: expected a square")
    col = 0
    for letter in name[2]:
        col = 26 * col + ord(letter) - ord("a") + 1
    return int(name[1] or name[3]) - 1, col - 1


def by_square(
    problem: _armistice.AnyProblem,
    *,
    maximal: bool = False,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Progress = None,
) -> BySquare:
    """Counts the placements with a piece on each square, for each kind.

    All numbers are exact. The function counts one square of each orbit under the symmetries of the problem,
    and asserts that the numbers add up to the number of pieces times the count. To count only placements with
    a certain piece, pre-place it in the problem: ``by_square("8x8 Q8@d4")``.

    Arguments are those of :func:`count`.

    >>> found = by_square("8x8 Q8")
    >>> found
    <BySquare: 8x8 Q8: 92 placements>
    >>> found["Q"]["a1"], found["Q"]["d1"]
    (4, 18)
    >>> found["Q"].rows[0]
    [4, 8, 16, 18, 18, 16, 8, 4]
    >>> found.save("density.svg")                                      # doctest: +SKIP
    """
    with reporting(progress, str(problem)) as tell:
        return BySquare(_armistice.by_square(problem, maximal, threads, memory, tell))
