import collections.abc
import html
import inspect
import pickle
import re
import sys

import pytest

import armistice
from armistice import Family, Placement, Problem, check, count, graph


def test_questions_are_methods():
    queens = Problem("8x8 Q8")
    assert queens.count() == 92 and queens.count(up_to="symmetry") == 12
    assert queens.count(details=True).problem == queens and queens.explain().engine == "halves"
    assert len(list(queens.solve(up_to="symmetry"))) == 12 and queens.find() in set(queens.solve())
    assert queens.sample(2, seed=1) == armistice.sample("8x8 Q8", 2, seed=1)
    assert Problem("8x8 Qmax").max().number == 8 and Problem("8x8 Q*").min().number == 5
    assert queens.export("cnf") == armistice.export("8x8 Q8", "cnf")
    assert sum(group["classes"] for group in queens.by_symmetry()) == 12
    assert Family("{n}x{n} Q{n}").table(n=8) == [{"n": 8, "count": 92}]
    assert Family("2x{n} K*").formula().terms(4) == [1, 3, 5, 11]
    for name in ["count", "solve", "find", "sample", "max", "min", "draw", "trace", "estimate", "explain", "export", "graph", "by_square", "by_symmetry", "puzzle", "unique"]:
        # With the arguments and the explanation of the function, but for the problem.
        parameters = list(inspect.signature(getattr(queens, name)).parameters)
        assert parameters == list(inspect.signature(getattr(armistice, name)).parameters)[1:]
        assert getattr(queens, name).__doc__ == getattr(armistice, name).__doc__


def test_everything_is_exported():
    names = {}
    exec("from armistice import *", names)
    # Those of Python stay.
    assert "max" not in names and "min" not in names and set(armistice.__all__) <= set(names)
    assert armistice.max is not max and armistice.__version__.count(".") == 2


def test_a_placement_is_a_mapping():
    placement = Placement("4x4 Q4", [2, 4, 1, 3])
    assert "c1" in placement and "a1" not in placement and "z99" not in placement and 3 not in placement
    assert placement["c1"] == "Q" and placement.get("a1") is None and placement.get("a1", ".") == "."
    assert list(placement) == placement.keys() == ["c1", "a2", "d3", "b4"] and placement.values() == ["Q"] * 4
    assert dict(placement) == dict(placement.items()) == {square: "Q" for square in placement}
    assert isinstance(placement, collections.abc.Mapping) and len(placement) == 4 and not isinstance(placement, collections.abc.Sequence)
    for empty in ["a1", "nowhere", 3]:
        with pytest.raises(KeyError, match="no piece stands there"):
            placement[empty]
    for problem in ["4x4 Q4", "5x5 K1 N2", "6x6 Q2/Q3", "hexagon:3 K3", "30x30 Q30"]:
        found = armistice.find(problem)
        assert Placement(problem, dict(found)) == Placement(problem, found) == found and check(problem, dict(found)) is None


def test_values_are_pickled_as_they_are():
    of_class = next(armistice.solve("6x6 Q6", up_to="symmetry"))
    again = pickle.loads(pickle.dumps(of_class))
    assert again == of_class and again.class_size == of_class.class_size == 4 and hash(again) == hash(of_class)
    # How it was listed does not matter.
    assert of_class in set(armistice.solve("6x6 Q6"))
    family = Family("{n}x{n} Q{n}")
    assert pickle.loads(pickle.dumps(family)) == family and hash(family) == hash(Family(str(family)))
    for result in [armistice.max("5x5 N", count=True), armistice.min("5x5 Q"), armistice.sequence("A000170")]:
        again = pickle.loads(pickle.dumps(result))
        assert again == result and hash(again) == hash(result) and vars(again) == vars(result)
        assert (str(again), repr(again), again.json()) == (str(result), repr(result), result.json())


def test_every_object_says_what_it_is():
    board = armistice.Board("6x9/torus-c3")
    for thing in [board, Problem("8x8 Q8"), Family("{n}x{n} Q{n}"), armistice.Kind("N"), armistice.find("4x4 Q4")]:
        assert eval(repr(thing), vars(armistice)) == thing
    for thing in [armistice.solve("4x4 Q4"), armistice.formula("2x{n} K*"), armistice.max("4x4 N"), armistice.explain("4x4 Q4")]:
        assert repr(thing).startswith(f"<{type(thing).__name__}") and " at 0x" not in repr(thing)


def arguments(function):
    """Arguments that a public function takes as they are, so that one of them can be wrong."""
    usual = {
        "board": "8x8", "family": "2x{n} K*", "id": "A000170", "letter": "X", "m": 1, "parts": 2, "placement": [2, 4, 1, 3], "problem": "4x4 Q4",
        "rows": 4, "sequence": "A000170", "steps": [(1, 2)], "terms": [92, 352], "text": "2x{n} K*", "to": "cnf", "what": "4x4 Q4",
    }
    parameters = inspect.signature(function).parameters
    return {name: usual[name] for name, parameter in parameters.items() if name in usual and parameter.default is parameter.empty}


WITH_ARGUMENTS = {
    **{name: getattr(armistice, name) for name in [*armistice.__all__, "max", "min"] if inspect.isroutine(getattr(armistice, name))},
    **{kind.__name__: kind for kind in [armistice.Board, Family, armistice.Kind, Placement, Problem]},
    "Kind.leaper": armistice.Kind.leaper,
    "Kind.steps": armistice.Kind.steps,
}


@pytest.mark.parametrize("name", sorted(WITH_ARGUMENTS))
def test_an_argument_of_a_wrong_type_is_named(name):
    function = WITH_ARGUMENTS[name]
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
            continue
        with pytest.raises(TypeError) as refused:
            values = {"n": [2]} if name in ("rows", "table") else {}
            found = function(**{**arguments(function), **values, parameter.name: object()})
            # Rows are counted as they are asked for.
            list(found) if name == "rows" else found
        # PyO3 says it in a note behind the error, or in it.
        said = str(refused.value) + " ".join(getattr(refused.value, "__notes__", []))
        # A board may be a whole problem.
        names = "board|problem" if parameter.name == "board" else parameter.name
        assert re.search(rf"\b({names})\b", said), f"{name}({parameter.name}=): {said}"


def test_an_argument_that_there_is_not_is_named():
    for call, words in [
        (lambda: armistice.solve("8x8 Q8", limit=3), r"^solve has no argument limit: itertools\.islice"),
        (lambda: armistice.table("{n}x{n} Q{n}", n=4, by_number=True), "^table has no argument by_number: count"),
        (lambda: armistice.count("8x8 Q8", upto="symmetry"), "^count has no argument upto: expected problem, up_to, "),
        (lambda: len(armistice.solve("8x8 Q8")), r"use count\(problem\)"),
    ]:
        with pytest.raises(TypeError, match=words):
            call()
    assert armistice.solve("8x8 Q8") and len(list(armistice.solve("8x8 Q8"))) == 92
    assert "400px" in armistice.draw("8x8 Q8", size=400).size and armistice.draw("8x8", size=400).svg() == armistice.draw("8x8", size="400px").svg()


def test_users_see_one_module():
    assert set(dir(armistice)) == {*armistice.__all__, "max", "min"}
    for name in dir(armistice):
        thing = getattr(armistice, name)
        if name != "__version__":
            assert thing.__module__ in ("armistice", "armistice._armistice"), name
            assert pickle.loads(pickle.dumps(thing)) is thing, name
    modules = [name for name, thing in vars(armistice).items() if inspect.ismodule(thing)]
    assert modules and all(name.startswith("_") for name in modules)


def test_a_notebook_shows_results():
    assert armistice.Board(1001)._repr_svg_() is Problem("1001x1 K*")._repr_svg_() is None
    assert armistice.Board(5)._repr_svg_() == armistice.draw(armistice.Board(5)).svg()
    for family in ["2x{n} K*", "{n}x{n} Q2", "{m}x{n} N2"]:
        shown = armistice.formula(family)._repr_latex_()
        assert shown.startswith("$") and shown.endswith("$") and "\\[" not in shown, family
    for report in [armistice.explain("8x8 Q8"), armistice.verify("A000170", terms=4), armistice.sequence("A000170")]:
        assert html.unescape(report._repr_html_()) == f"<pre>{report}</pre>"


def independent(neighbours):
    """The number of independent sets, by trying."""
    if not neighbours:
        return 1
    vertex, *rest = neighbours
    without = {other: neighbours[other] for other in rest}
    beside = {other: without[other] for other in rest if other not in neighbours[vertex]}
    return independent(without) + independent(beside)


def test_graphs():
    pytest.importorskip("networkx")
    for problem in ["3x3 K*", "4x4-b2 Q*", "3x3 Q* N*", "2x3 K*/K*", "hexagon:2 K*", "3x3/torus N*"]:
        conflicts = graph(problem)
        assert independent({vertex: set(conflicts[vertex]) for vertex in conflicts}) == count(problem), problem
    queens = Problem("4x4 Q4").graph()
    assert set(queens) == {file + rank for file in "abcd" for rank in "1234"} and queens.graph == {"problem": "4x4 Q4"}
    assert queens.nodes["c3"] == {"square": "c3", "kind": "Q", "army": 0}
    assert set(queens["a1"]) == set(armistice.Kind("Q").attacks(armistice.Board(4), "a1"))
    assert {"Qa1", "Na1"} <= set(graph("2x2 Q N")) and {"1Ka1", "2Ka1"} <= set(graph("2x2 K/K"))
    for problem, words in [("4x4 G2", "pairs of pieces do not decide"), ("40x40 Q2", "1600 squares: expected at most 1024")]:
        with pytest.raises(ValueError, match=words):
            graph(problem)


def test_without_networkx_there_is_no_graph(monkeypatch):
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(ImportError, match="pip install networkx"):
        graph("4x4 Q")
