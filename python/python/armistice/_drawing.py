"""Pictures of placements."""

from __future__ import annotations

import itertools
import os
import pathlib
from typing import Callable, Dict, Iterable, Iterator, List, Optional, Tuple, Union

from . import _armistice
from ._arguments import is_whole
from ._counting import Path
from ._listing import find, solve

MAX_PLACEMENTS = 10_000
"""The largest number of placements in a gallery. It stops endless iterators."""

Drawable = Union[str, _armistice.Problem, _armistice.Board, _armistice.Placement, Iterable[_armistice.Placement]]


class Drawing:
    """A picture of a placement, or a gallery of several. A notebook shows it; ``save`` writes it to a file.

    Attributes:
        placements: The placements in the picture, a list of :class:`Placement`.
        gallery: Whether boards are small, with numbers under them.
        attacks: Whether attacked squares and pieces in conflict are marked.
        legend: Whether all kinds are explained, and not only your own.
        theme, size, coordinates, paper: The arguments of :func:`draw`.
    """

    def __init__(
        self,
        placements: List[_armistice.Placement],
        *,
        gallery: bool,
        attacks: bool = False,
        legend: bool = False,
        coordinates: bool = True,
        theme: str = "auto",
        size: Union[int, str, None] = None,
        paper: str = "a4",
    ) -> None:
        self.placements = placements
        self.gallery = gallery
        self.attacks = attacks
        self.legend = legend
        self.coordinates = coordinates
        self.theme = theme
        self.size = f"{size}px" if is_whole(size) else size
        self.paper = paper
        _armistice.check_style(self)

    @property
    def title(self) -> str:
        """The problems of the placements."""
        problems = [problem for problem, _ in itertools.groupby(str(placement.problem) for placement in self.placements)]
        return ", ".join(problems) if len(problems) < 4 else f"{problems[0]} to {problems[-1]}"

    @property
    def note(self) -> str:
        """The number of placements, as text."""
        number = len(self.placements)
        note = f"{number} placement" + ("" if number == 1 else "s")
        sizes = [placement.class_size for placement in self.placements if placement.class_size is not None]
        return note if len(sizes) < number else f"{note}, {sum(sizes)} with rotations and reflections"

    def svg(self) -> str:
        """Returns the picture in SVG."""
        return _armistice.picture(self.placements, self, "svg")

    def html(self) -> str:
        """Returns the picture as an HTML page."""
        return _armistice.picture(self.placements, self, "html")

    def latex(self) -> str:
        """Returns the picture for LaTeX, which needs only TikZ."""
        return _armistice.picture(self.placements, self, "latex")

    def png(self) -> bytes:
        """Returns the picture as PNG."""
        return bytes(_armistice.document(self.placements, self, "png"))

    def pdf(self) -> bytes:
        """Returns the picture as PDF; a gallery is laid out on sheets of paper."""
        return bytes(_armistice.document(self.placements, self, "pdf"))

    def save(self, path: Path) -> None:
        """Writes the picture to a file: ``.svg``, ``.png``, ``.pdf``, ``.html`` or ``.tex``."""
        save(path, {".svg": self.svg, ".png": self.png, ".pdf": self.pdf, ".html": self.html, ".tex": self.latex})

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<Drawing: {self.title}: {self.note}>"


def save(path: Path, writers: Dict[str, Callable[[], Union[str, bytes]]]) -> None:
    """Writes a file with the function for its extension."""
    ending = pathlib.Path(os.fspath(path)).suffix.lower()
    if ending not in writers:
        *others, last = writers
        raise ValueError(f"{os.fspath(path)}: expected a name that ends in {', '.join(others)} or {last}")
    content = writers[ending]()
    pathlib.Path(path).write_bytes(content if isinstance(content, bytes) else content.encode())


def draw(
    what: Drawable,
    *,
    limit: Optional[int] = None,
    up_to: Optional[str] = None,
    attacks: bool = False,
    legend: bool = False,
    coordinates: bool = True,
    theme: str = "auto",
    size: Union[int, str, None] = None,
    paper: str = "a4",
) -> Drawing:
    """Draws a placement, one placement of a problem, an empty board, or a gallery.

    Args:
        what: A :class:`Placement`, or several for a gallery; a problem, to draw one of its placements; or an
            empty board, as a :class:`Board` or text like ``"8x8"``.
        limit: Draw a gallery of at most this number of placements of the problem.
        up_to: Draw a gallery with one placement of each class, like :func:`solve`: ``"symmetry"``.
        attacks: Mark attacked squares and pieces in conflict.
        legend: Explain all kinds below the board, and not only your own.
        coordinates: Whether to label ranks and files.
        theme: ``"light"``, ``"dark"``, ``"print"``, or ``"auto"`` for the viewer's setting.
        size: The width of the picture: ``"80mm"``, ``"600px"``, or a number of pixels. It also sets the
            number of pixels of a PNG.
        paper: The paper of a gallery in a PDF: ``"a4"`` or ``"letter"``.

    >>> draw("8x8 Q8").save("queens.svg")                              # doctest: +SKIP
    >>> draw("8x8 Q8", up_to="symmetry")
    <Drawing: 8x8 Q8: 12 placements, 92 with rotations and reflections>
    >>> draw("8x8 Q8", limit=6)
    <Drawing: 8x8 Q8: 6 placements>
    """
    placements, gallery = _chosen(what, limit, up_to)
    if not placements:
        raise ValueError("nothing to draw: there is no placement")
    return Drawing(
        placements,
        gallery=gallery,
        attacks=attacks,
        legend=legend,
        coordinates=coordinates,
        theme=theme,
        size=size,
        paper=paper,
    )


def _chosen(what: Drawable, limit: Optional[int], up_to: Optional[str]) -> Tuple[List[_armistice.Placement], bool]:
    """Returns the placements to draw, and whether they are a gallery."""
    if isinstance(what, str):
        what = _board(what) or what
    if isinstance(what, _armistice.Board):
        return [_armistice.blank(what)], False
    if isinstance(what, _armistice.Placement):
        return [what], False
    if not isinstance(what, (str, _armistice.Problem)):
        placements = _several(what)
    elif limit is None and up_to is None:
        found = find(what)
        return ([] if found is None else [found]), False
    else:
        placements = solve(what, up_to=up_to)
    return list(itertools.islice(placements, MAX_PLACEMENTS if limit is None else limit)), True


def _several(what: Iterable[_armistice.Placement]) -> Iterator[_armistice.Placement]:
    expected = "expected a Placement, several, a problem or a board"
    if not isinstance(what, Iterable):
        raise TypeError(f"what: found {what!r:.60}, {expected}")
    for placement in what:
        if not isinstance(placement, _armistice.Placement):
            raise TypeError(f"what: found {placement!r:.60} in a list, {expected}")
        yield placement


def _board(text: str) -> Optional[_armistice.Board]:
    """Returns the board if the text names a board without pieces; otherwise None."""
    try:
        return _armistice.Board(text)
    except ValueError:
        return None
