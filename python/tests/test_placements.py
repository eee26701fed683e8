import random

import pytest

import armistice
from armistice import Board, Kind, Placement, Problem, check, find, maximum, sample, solve


def test_all_placements_and_one_of_each_class():
    placements = list(solve("8x8 Q8"))
    assert len(placements) == len(set(placements)) == 92
    assert all(check("8x8 Q8", placement) is None for placement in placements)
    classes = list(solve("8x8 Q8", up_to="symmetry"))
    assert len(classes) == 12 and sum(placement.class_size for placement in classes) == 92
    assert placements[0].class_size is None
    assert {p.fen() for p in solve("6x6 Q6", order="first-fail")} == {p.fen() for p in solve("6x6 Q6", order="lex")}


def test_a_long_list_can_be_left():
    placements = solve("12x12 Q12")
    assert [len(next(placements)) for _ in range(1000)] == [12] * 1000


def test_placements_in_every_form():
    placement = Placement("4x4 Q4", "2 4 1 3")
    assert placement.fen() == "1Q2/3Q/Q3/2Q1"
    assert placement.squares == [("Q", "c1"), ("Q", "a2"), ("Q", "d3"), ("Q", "b4")]
    assert placement.permutation() == [2, 4, 1, 3]
    assert str(placement) == ". Q . .\n. . . Q\nQ . . .\n. . Q ."
    assert repr(placement) == "Placement('4x4 Q4', 'Qc1,a2,d3,b4')"
    for text in [placement.fen(), "Qc1,a2,d3,b4", str(placement)]:
        assert Placement("4x4 Q4", text) == placement
    assert placement._repr_svg_().startswith("<svg") and "tikzpicture" in placement.latex()
    assert placement.svg(attacks=True) != placement.svg()


def test_faults_are_named():
    assert "attacks" in check("4x4 Q4", "1 2 3 4")
    assert check("4x4 Q4", "2 4 1 3") is None
    with pytest.raises(ValueError, match="expected"):
        check("4x4 Q4", "what?")


def test_one_placement_on_any_board():
    assert len(find("100x100 Q100")) == 100
    assert find("3x3 Q3") is None
    assert check("20x20 Q20", find("20x20 Q20", seed=5)) is None


def test_random_placements():
    drawn = sample("8x8 Q8", 5, seed=1)
    assert drawn == sample("8x8 Q8", 5, seed=1) and len(drawn) == 5
    assert all(check("8x8 Q8", placement) is None for placement in drawn)
    assert sample("3x3 Q3", 2, seed=1) == []


def test_largest_numbers():
    largest = maximum("8x8 N")
    assert (largest.number, int(largest), largest.proved, largest.count) == (32, 32, True, None)
    assert len(largest.placement) == 32 and largest._repr_svg_().startswith("<svg")
    assert maximum("8x8 Q5 N").number == 5
    armies = maximum("6x6 Q/Q")
    assert armies.number == [5, 5] and len(armies.placement) == 10
    with pytest.raises(ValueError, match="nothing to maximise"):
        maximum("8x8 N2")
    assert '"armistice.max/1"' in largest.json()


def test_problems_put_together():
    camelrider = Kind("X", "CC")
    problem = Problem(Board(10, 10, "torus", ["c3"]), {camelrider: 2, "K": ["e5"]}, {"rook": 1}, lines="blocked")
    assert str(problem) == "10x10/torus-c3 K@e5 X2/R X=CC blocked"
    assert problem.armies == [{"K": 1, "X": 2}, {"R": 1}] and problem.lines == "blocked"
    assert problem == Problem(str(problem)) and problem.board.holes == ["c3"]
    assert [kind.letter for kind in problem.kinds] == ["K", "R", "X"]
    assert Problem("8x8", {"Q": 5, "N": "max"}) == Problem("8x8 Q5 Nmax")
    assert str(Problem("3x3", {"K": "*"})) == "3x3 K*" and problem._repr_svg_().startswith("<svg")
    for wrong in [{"Q": "some"}, {"Q": ["z9"]}, {"QQ": 1}]:
        with pytest.raises(ValueError):
            Problem("3x3", wrong)
    with pytest.raises(TypeError):
        Problem("3x3", 8)


def test_kinds():
    giraffe = Kind.leaper("X", [(a, b) for a in (-4, -1, 1, 4) for b in (-4, -1, 1, 4) if abs(a) != abs(b)])
    assert giraffe.attacks(Board(8), "a1") == ["e2", "b5"]
    assert giraffe == Kind("X", giraffe.betza) and giraffe.name is None and Kind("knight").name == "knight"
    assert Kind("N").attacks(Board(3), "a1") == ["c2", "b3"]
    assert "X" in str(giraffe) and giraffe._repr_svg_().startswith("<svg")
    rider = Kind.leaper("X", [(0, 1), (0, -1)], rides=True)
    dice = random.Random(3)
    n = dice.randint(3, 7)
    # One of each rank, and any of its squares.
    assert armistice.count(Problem(Board(n), {rider: n})) == n**n
