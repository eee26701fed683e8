import math
import pickle
import random
import sys
import threading
import time

import brute_force
import pytest

import armistice
from armistice import Board, Kind, Placement, Problem, by_square, by_symmetry, count


@pytest.mark.parametrize(
    "problem, number",
    [
        ("8x8 Q8", 92),
        ("7x7 K2 Q2 B2 N", 3063828),
        ("8x8 R2 B2 N2 Q K", 453402912),
        ("12x12 Q12", 14200),
        ("8x8 K*", 1355115601),
        ("12x12 K*", 69645620389200894313),
    ],
)
def test_landmarks(problem, number):
    found = count(problem)
    assert found == number and type(found) is int


def test_rooks_are_binomial_numbers_of_any_size():
    for n, k in [(8, 8), (20, 10), (32, 32), (31, 7)]:
        assert count(f"{n}x{n} R{k}") == math.comb(n, k) ** 2 * math.factorial(k)


def test_boards_may_be_long():
    for n in [33, 500, 1024]:
        assert count(Problem(Board(1, n), {"K": 3})) == math.comb(n - 2, 3)
        assert count(f"{n}x1 R*") == n + 1


def test_random_problems_against_the_definition():
    seed = 20261123
    dice = random.Random(seed)
    for _ in range(60):
        rows, cols = dice.randint(1, 4), dice.randint(1, 4)
        topology = dice.choice(["plane", "plane", "cylinder", "torus"])
        squares = [(row, col) for row in range(rows) for col in range(cols)]
        holes = dice.sample(squares, dice.choice([0, 0, 1, 2]) if len(squares) > 2 else 0)
        pieces = {kind: dice.randint(1, 2) for kind in dice.sample(sorted(brute_force.KINDS), dice.randint(1, 3))}
        names = [chr(ord("a") + col) + str(row + 1) for row, col in holes]
        problem = Problem(Board(rows, cols, topology, names), pieces)
        expected = brute_force.count(rows, cols, topology, set(holes), pieces)
        assert count(problem) == expected, f"seed {seed}: {problem}"


def test_objectives():
    assert count("8x8 Q8", up_to="symmetry") == 12
    assert count("8x8 Q8", up_to="rotations") == 24
    assert count("8x8 Q8", fixed_by="half-turn") == 4
    assert count("8x8 Q8@a1") == 4
    assert sum(count("5x5 K*", by_number=True).values()) == count("5x5 K*")
    assert count("4x4 Q*", maximal=True) == len(list(armistice.solve("4x4 Q*", maximal=True)))
    assert count("3x3 K* N*", by_number=True)[4, 0] == 1
    # Counted apart, and together.
    assert count("6x6 Q5 N", engine="cells") == count("6x6 Q5 N", engine="frontier")
    assert count("8x8 Q2/Q2") == count(Problem("8x8", {"Q": 2}, {"Q": 2}))


def test_placements_by_symmetry():
    groups = by_symmetry("8x8 Q8")
    assert {group["stabiliser"]: (group["placements"], group["classes"]) for group in groups if group["placements"]} == {
        "identity": (88, 11),
        "half-turn": (4, 1),
    }
    for problem, up_to in (("6x6 Q4 K", None), ("5x5 K*", None), ("5x5 Q4", "rotations"), ("5x5/torus Q5", "symmetry+shifts")):
        groups = by_symmetry(problem, up_to=up_to)
        assert sum(group["placements"] for group in groups) == count(problem), problem
        assert sum(group["classes"] for group in groups) == count(problem, up_to=up_to or "symmetry"), problem
        for group in groups:
            # Names that say several groups at once are no names of one.
            if not up_to and " and " not in group["stabiliser"]:
                assert group["fixed"] == count(problem, fixed_by=group["stabiliser"]), f"{problem}: {group}"
    with pytest.raises(ValueError, match="symmetr"):
        by_symmetry("8x8 Q8", up_to="turns")
    with pytest.raises(ValueError):
        by_symmetry("8x8 Nmax")


def test_placements_by_square():
    found = by_square("6x6 Q6")
    listed = list(armistice.solve("6x6 Q6"))
    assert (found.count, found.maximum, len(found.kinds)) == (len(listed), None, 1)
    assert dict(found["Q"]) == {square: sum(square in placement for placement in listed) for square in found["Q"]}
    assert [row[0] for row in found["Q"].rows] == [found["Q"][f"a{rank}"] for rank in range(1, 7)]
    # Beside a given piece, and for each army.
    assert by_square("6x6 Q6@b1")["Q"]["b1"] == found["Q"]["b1"] == by_square("6x6 Q6@b1").count
    armies = by_square("4x4-b2 Q/Q")
    assert [(kind.army, kind.kind, len(kind)) for kind in armies.kinds] == [(1, "Q", 15), (2, "Q", 15)]
    assert armies["Q"].rows[1][1] is None and by_square("4x4 Nmax").maximum == 8
    assert len(by_square("1x30 K")["K"].rows[0]) == 30 and by_square("1x30 K")["K"].rows == [[1] * 30]
    assert found.svg().startswith("<svg") and found.png().startswith(b"\x89PNG") and "by-square/1" in found.json()
    with pytest.raises(KeyError):
        found["N"]
    with pytest.raises(ValueError, match="kinds Q"):
        found.svg(kind="N")
    with pytest.raises(ValueError, match="theme"):
        found.svg(theme="dim")
    with pytest.raises(ValueError, match="by square"):
        by_square("40x40 Q2")


def test_details():
    found = count("8x8 Q8", up_to="symmetry", details=True)
    assert (found.count, int(found), found.placements, found.engine) == (12, 12, 92, "halves")
    assert found.units >= 0 and found.seconds >= 0 and found.nodes >= 0 and found.planning_seconds >= 0
    assert str(found).startswith("8x8 Q8: 12") and '"armistice.count/1"' in found.json()


@pytest.mark.parametrize(
    "arguments, words",
    [
        (dict(problem="8x8 Y3"), "column 5"),
        (dict(problem="8x8 Q8", engine="fast"), "expected one of best"),
        (dict(problem="8x8 Q8", up_to="colour"), "expected symmetry, rotations"),
        (dict(problem="100x100 Q100"), "more than 1024 squares"),
        (dict(problem="8x8 Q8", by_number=True), "needs a number that may vary"),
    ],
)
def test_refusals(arguments, words):
    with pytest.raises(ValueError, match=words):
        count(arguments.pop("problem"), **arguments)


def test_other_refusals():
    with pytest.raises(TypeError):
        count(8)
    with pytest.raises(MemoryError, match="are allowed"):
        count("20x20 Q20", engine="halves", memory="1k")
    for wrong in ["Z9", "a0", "é"]:
        with pytest.raises(ValueError):
            Board(8, holes=[wrong])
    with pytest.raises(ValueError):
        Kind("no such kind")


def test_others_run_while_it_counts():
    turns, done = 0, threading.Event()
    found = []

    def work():
        found.append(count("14x14 Q14", engine="rows", threads=1))
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.wait(0.001):
        turns += 1
    thread.join()
    assert found == [365596] and turns > 3


def test_counts_in_several_threads():
    results = {}

    def work(n):
        results[n] = count(f"{n}x{n} Q{n}", threads=1)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4, 13)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [results[n] for n in range(4, 13)] == [2, 10, 4, 40, 92, 352, 724, 2680, 14200]


def test_progress_is_told_and_an_exception_stops():
    told = []
    assert count("10x10 Q10", progress=lambda share, found: told.append((share, found))) == 724
    assert told and 0 <= told[-1][0] <= 1

    class Enough(Exception):
        pass

    def stop(share, found):
        raise Enough

    begun = time.monotonic()
    with pytest.raises(Enough):
        count("20x20 Q20", engine="rows", progress=stop)
    assert time.monotonic() - begun < 5


def test_a_bar(capsys):
    assert count("8x8 Q8", progress=True) == 92
    assert "8x8 Q8" in capsys.readouterr().err


def test_a_line_without_tqdm(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    assert count("8x8 Q8", progress=True) == 92
    assert capsys.readouterr().err.endswith("8x8 Q8: 100.0%\n")


def test_estimate():
    found = armistice.estimate("27x27 Q27", relative=0.8, seed=3)
    assert isinstance(found, armistice.Estimate) and found.complete and found.confidence == 0.95
    assert found.low_log10 < found.log10 < found.high_log10 and abs(found.log10 - 17.3709) < 0.4
    assert found.value is not None and found.value.endswith(("e17", "e16")) and "\u2248" in str(found)
    assert '"armistice.estimate/1"' in found.json() and found.log10 == armistice.estimate("27x27 Q27", relative=0.8, seed=3).log10
    counted = armistice.estimate("8x8 Q8")
    assert isinstance(counted, armistice.Count) and int(counted) == 92
    with pytest.raises(ValueError, match="an estimate does not support"):
        armistice.estimate("8x8 Nmax")
    with pytest.raises(ValueError, match="more than 0"):
        armistice.estimate("8x8 Q8", relative=2)


def test_explain():
    explained = armistice.explain("16x16 Q16")
    assert explained.engine == "halves" and explained.expected_seconds > 0 and explained.memory > 0
    assert "considered" in str(explained) and '"armistice.plan/1"' in explained.json()
    assert repr(explained).startswith("<Explanation: 16x16 Q16: halves, about ")
    assert explained.estimated is None
    long = armistice.explain("16x16 N5 B5 R3", threads=1)
    assert 5e21 < float(long.estimated) < 8e21 and "\nestimated  ≈ " in str(long)


def test_a_call_takes_little():
    # Not a measurement: a hundred times what it takes.
    begun = time.perf_counter()
    for _ in range(100):
        assert count("3x3 K2") == 16
    assert time.perf_counter() - begun < 2


def test_placement_and_kind_are_values():
    placement = Placement("4x4 Q4", "2 4 1 3")
    for thing in [placement, placement.problem, placement.problem.board, Kind("X", "NN"), Kind("N")]:
        assert pickle.loads(pickle.dumps(thing)) == thing
        assert hash(pickle.loads(pickle.dumps(thing))) == hash(thing)


def test_results_can_be_pickled():
    counted = count("4x4 K* N*", by_number=True, details=True)
    for result in [counted, armistice.explain("8x8 Q8"), armistice.verify("A000170", terms=5)]:
        again = pickle.loads(pickle.dumps(result))
        assert again == result and hash(again) == hash(result) and vars(again) == vars(result)
        assert (str(again), repr(again), again.json()) == (str(result), repr(result), result.json())
    assert counted.by_number[1, 0] == 16 and sum(counted.by_number.values()) == int(counted)
    with pytest.raises(TypeError, match=r"pickle list\(placements\)"):
        pickle.dumps(armistice.solve("4x4 Q4"))
    with pytest.raises(TypeError, match="formula.code"):
        pickle.dumps(armistice.formula("2x{n} K*"))


def test_armies_by_number_have_a_number_each():
    # Of the same letter, too.
    assert count("2x2 K*/K*", by_number=True)[1, 0] == 4


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: count("8x8 Q8", threads=0), r"threads: found 0, expected a whole number from 1 to 1024"),
        (lambda: count("8x8 Q8", threads=-1), r"threads: found -1, expected"),
        (lambda: count("8x8 Q8", threads=10**9), r"threads: found 1000000000, expected"),
        (lambda: count("8x8 Q8", memory=-1), r"memory: found -1, expected a whole number from 0 on"),
        (lambda: count("8x8 Q8", memory=10**100000), r"memory: found a very large number, expected"),
        (lambda: armistice.explain("8x8 Q8", threads=-1), r"threads: found -1"),
        (lambda: armistice.max("8x8 Q", threads=0), r"threads: found 0"),
        (lambda: armistice.min("5x5 Q", memory=-5), r"memory: found -5"),
        (lambda: by_symmetry("5x5 Q5", threads=0), r"threads: found 0"),
        (lambda: armistice.formula("2x{n} K*", threads=0), r"threads: found 0"),
        (lambda: armistice.formula("2x{n} K*").terms(-1), r"count: found -1"),
        (lambda: armistice.verify("A000170", terms=-1), r"terms: found -1"),
        (lambda: armistice.sample("4x4 Q4", -1), r"k: found -1"),
        (lambda: armistice.sample("4x4 Q4", seed=-1), r"seed: found -1"),
        (lambda: armistice.find("4x4 Q4", seed=-1), r"seed: found -1"),
        (lambda: armistice.export("4x4 Qmax", "cnf", at_least=-1), r"at_least: found -1"),
        (lambda: Board(-8), r"rows: found -8"),
        (lambda: Board(8, -8), r"cols: found -8"),
        (lambda: Problem("8x8", {"Q": -8}), r"a number of pieces: found -8"),
        (lambda: armistice.identify([1, -2]), r"terms: found -2, expected whole numbers from 0 on"),
        (lambda: armistice.identify([-(10**100000)]), r"terms: found a very large number"),
        (lambda: count("\ud800"), r"problem: found '\\ud800', expected characters that UTF-8 has"),
        (lambda: Placement("4x4 Q4", "\ud800"), r"placement: found '\\ud800'"),
        (lambda: Board("\ud800"), r"rows: found '\\ud800'"),
    ],
)
def test_what_is_out_of_range_is_said(call, words):
    with pytest.raises(ValueError, match=words):
        call()


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: count(8), r"problem: found 8, expected text like"),
        (lambda: count("8x8 Q8", threads="two"), r"threads: found 'two', expected a whole number"),
        (lambda: count("8x8 Q8", memory=1.5), r"memory: found 1.5, expected text like"),
        (lambda: armistice.identify(["x"]), r"terms: found 'x', expected whole numbers"),
        (lambda: Problem(8, {"Q": 8}), r"board: found 8, expected text like"),
        (lambda: Problem("8x8", {"Q": 1.5}), r"a number of pieces: found 1.5"),
        (lambda: Board("8x8", 8), r"expected no further arguments"),
    ],
)
def test_what_is_of_the_wrong_type_is_said(call, words):
    with pytest.raises(TypeError, match=words):
        call()


def test_boards_of_every_topology():
    described = Board.__doc__
    for topology in ["plane", "cylinder", "roll", "torus", "moebius", "klein", "projective"]:
        assert f'"{topology}"' in described and Board(6, topology=topology).topology == topology
    with pytest.raises(ValueError) as refused:
        Board(6, topology="sphere")
    # None is missing in the explanation.
    named = str(refused.value).split("expected one of ")[1].split(", ")
    assert named and all(f'"{topology}"' in described for topology in named)
    assert "Ellipsis" not in Board.__text_signature__ and "..." not in Board.__text_signature__
    for text in ["8x8", "8x8/torus", "10x10-c3,d4", "6x9/klein", "hexagon:5"]:
        assert str(Board(text)) == text and Problem(Board(text), {"K": 1}) == Problem(f"{text} K")
