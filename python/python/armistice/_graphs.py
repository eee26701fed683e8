"""The conflict graph of a problem, for NetworkX."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _armistice

if TYPE_CHECKING:
    import networkx


def graph(problem: _armistice.AnyProblem) -> "networkx.Graph[str]":
    """Returns the conflict graph of a problem, for NetworkX: placements are its independent sets.

    A vertex is a square, ``"a1"``. If there are several kinds, it is a kind on a square, ``"Qa1"``; with
    several armies, it also has the number of the army, ``"1Qa1"``. Each vertex has the attributes ``square``,
    ``kind`` and ``army`` (from 0). Edges join vertices that exclude each other. Numbers of pieces do not
    matter, and pre-placed pieces are vertices like others.

    >>> queens = graph("4x4 Q")
    >>> len(queens), queens.number_of_edges(), queens.nodes["d4"]
    (16, 76, {'square': 'd4', 'kind': 'Q', 'army': 0})
    >>> sorted(queens["a1"])
    ['a2', 'a3', 'a4', 'b1', 'b2', 'c1', 'c3', 'd1', 'd4']
    """
    try:
        import networkx
    except ImportError as error:
        raise ImportError("graph needs NetworkX: pip install networkx") from error

    vertices, edges = _armistice.graph(problem)
    armies = {army for _, army, _ in vertices}
    kinds = {kind for kind, _, _ in vertices}

    def name(kind: str, army: int, square: str) -> str:
        return (str(army + 1) if len(armies) > 1 else "") + (kind if len(kinds) > 1 or len(armies) > 1 else "") + square

    names = [name(*vertex) for vertex in vertices]
    made = networkx.Graph(problem=str(problem))
    for vertex, (kind, army, square) in zip(names, vertices):
        made.add_node(vertex, square=square, kind=kind, army=army)
    made.add_edges_from((names[first], names[second]) for first, second in edges)
    return made
