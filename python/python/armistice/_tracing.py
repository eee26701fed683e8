"""Searches as animations."""

from __future__ import annotations

import html
from typing import Optional, Tuple

from . import _armistice
from ._counting import Path
from ._drawing import save

PAGE_STEPS = 20_000
GIF_STEPS = 400


class Animation:
    """A search that you can watch. A notebook shows it as a page that plays; ``save`` writes it to a file."""

    def __init__(
        self, problem: _armistice.AnyProblem, order: Tuple[str, str, int], limit: Optional[int], max_steps: Optional[int]
    ) -> None:
        self.problem = _armistice.Problem(problem)
        self._order = order
        self._limit = limit
        self._max_steps = max_steps
        self._page = _armistice.trace_page(problem, order, limit, max_steps or PAGE_STEPS)

    def html(self) -> str:
        """Returns a page for a browser, which plays forwards and backwards and needs no network."""
        return self._page

    def gif(self, *, speed: float = 4) -> bytes:
        """Returns an animated GIF with ``speed`` steps a second, and at most 400 steps unless ``max_steps``
        was given."""
        steps = self._max_steps or GIF_STEPS
        return bytes(_armistice.trace_gif(self.problem, self._order, self._limit, steps, speed))

    def save(self, path: Path, *, speed: float = 4) -> None:
        """Writes the animation to a file: ``.html`` or ``.gif`` (``speed`` steps a second)."""
        save(path, {".html": self.html, ".gif": lambda: self.gif(speed=speed)})

    def _repr_html_(self) -> str:
        page = html.escape(self._page, quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:42em;border:0" title="{html.escape(str(self.problem))}"></iframe>'

    def __repr__(self) -> str:
        return f"<Animation of {self.problem}>"


def trace(
    problem: _armistice.AnyProblem,
    *,
    order: str = "first-fail",
    values: str = "up",
    seed: int = 1,
    limit: Optional[int] = 1,
    max_steps: Optional[int] = None,
) -> Animation:
    """Records a search step by step: choices, the squares that they rule out, dead ends, backtracking.

    Args:
        problem: Problem text, or a :class:`Problem`; every kind needs an exact number.
        order: How to choose the next file or kind: ``"first-fail"`` (the fewest free squares), ``"ffc"`` (also,
            of several such files or kinds, the one that constrains the others most), ``"leftmost"``, ``"min"``
            (the lowest free square) or ``"max"`` (the highest free square).
        values: Which of its squares to try first: ``"up"`` (the lowest), ``"down"`` (the highest), ``"middle"``,
            or ``"random"``, which depends on ``seed``.
        limit: The number of placements after which the search ends; None for all.
        max_steps: The largest number of steps; 20,000 on a page and 400 in a GIF if None.

    >>> trace("8x8 Q8").save("search.gif", speed=8)                    # doctest: +SKIP
    >>> trace("8x8 Q8")
    <Animation of 8x8 Q8>
    """
    return Animation(problem, (order, values, seed), limit, max_steps)
