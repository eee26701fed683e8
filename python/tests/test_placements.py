import itertools
import random

import pytest

import armistice
from armistice import Board, Kind, Placement, Problem, check, export, find, sample, solve


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
    assert placement._repr_svg_().startswith("<svg")


def test_faults_are_named():
    assert "attacks" in check("4x4 Q4", "1 2 3 4")
    assert check("4x4 Q4", "2 4 1 3") is None
    with pytest.raises(ValueError, match="is not a placement: write"):
        check("4x4 Q4", "what?")


@pytest.mark.parametrize(
    "problem", ["4x4 Q4", "5x3 R3", "3x5 R3", "5x5 K1 N2", "6x6 Q2/Q3", "6x6 Q2/K1 Q1", "4x4 Q1 N*", "4x4 Q2 #1", "hexagon:3 K3"]
)
def test_what_a_placement_gives_is_read_again(problem):
    for placement in itertools.islice(solve(problem), 50):
        again = Placement(problem, placement.squares)
        assert again == placement and again.squares == placement.squares
        assert check(problem, placement.squares) is None and Placement(problem, placement) == placement
        if "#" not in problem and len(placement.problem.kinds) == 1 and len(placement.problem.armies) == 1:
            assert Placement(problem, [square for _, square in placement.squares]) == placement
            if placement.permutation():
                assert Placement(problem, placement.permutation()) == placement
                assert check(problem, tuple(placement.permutation())) is None


def test_pairs_of_numbers_are_rank_and_file():
    pairs = [(1, 3), (2, 1), (3, 4), (4, 2)]
    assert Placement("4x4 Q4", pairs) == Placement("4x4 Q4", "Q(1,3) Q(2,1) Q(3,4) Q(4,2)") == Placement("4x4 Q4", [2, 4, 1, 3])
    assert Placement("4x4 Q0", []) == Placement("4x4 Q0", ())
    assert "attacks" in check("4x4 Q4", [1, 2, 3, 4])


def test_a_placement_of_another_type_is_refused_by_name():
    for wrong in [None, 1.5, 8, [1.5], [None], [("Q", "c1", 1)], [(0, 1)], [[1, "a"]]]:
        with pytest.raises(TypeError, match=r"^placement: found .*, expected text .* or a list of numbers"):
            check("4x4 Q4", wrong)
        with pytest.raises(TypeError, match=r"^placement: found "):
            Placement("4x4 Q4", wrong)
    for problem, wrong, words in [
        ("4x4 Q4", [1, 2, 3], "3 numbers, but the board has 4"),
        ("4x4 Q4", [1, 2, 3, -4], "-4"),
        ("4x4 Q4", [("R", "a1")], "no such kind"),
        ("4x4 Q2 N1", ["a1"], "expected its kind as well"),
        ("4x4 Q2 N1", [(1, 1)], "expected its kind as well"),
        ("4x4 Q*/Q*", [("Q", "a1")], "open numbers"),
        ("4x4 Q4", [("Q", "a0")], "a0"),
    ]:
        with pytest.raises(ValueError, match=words):
            check(problem, wrong)


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
    largest = armistice.max("8x8 N")
    assert (largest.number, int(largest), largest.count, largest.armies) == (32, 32, None, None)
    assert len(largest.placement) == 32 and largest._repr_svg_().startswith("<svg")
    assert repr(largest) == "<Largest: 8x8 Nmax: 32>" and largest.seconds > 0
    assert armistice.max("8x8 Q5 N").number == 5
    armies = armistice.max("6x6 Q/Q")
    assert armies.armies == [5, 5] and int(armies) == 5 and len(armies.placement) == 10 and armies.curve is None
    assert armistice.max("7x7 Q7/Q", count=True).count == 304
    assert armistice.max("5x5 Q3/Q", ratio=True).armies == [6, 2]
    assert armistice.max("4x4 Q/Q", curve=True).curve == [6, 3, 2, 1, 1, 1]
    with pytest.raises(ValueError, match="opposing armies"):
        armistice.max("8x8 N", ratio=True)
    with pytest.raises(ValueError, match="nothing to maximise"):
        armistice.max("8x8 N2")
    assert '"armistice.max/1"' in largest.json()
    nothing = armistice.max("2x2 K Q@a1 N@b2")
    assert nothing.number is nothing.placement is nothing._repr_svg_() is None
    with pytest.raises(ValueError, match="no placement"):
        int(nothing)


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
    assert giraffe == Kind.leaper("X", 1, 4) == Kind.leaper("X", 4, 1) == Kind.leaper("X", [(-1, 4)])
    assert giraffe == Kind("X", giraffe.betza) and giraffe.name is None and Kind("knight").name == "knight"
    assert Kind("N").attacks(Board(3), "a1") == ["c2", "b3"]
    assert "X" in str(giraffe) and giraffe._repr_svg_().startswith("<svg")
    rider = Kind.steps("X", [(0, 1), (0, -1)], rides=True)
    dice = random.Random(3)
    n = dice.randint(3, 7)
    # One of each rank, and any of its squares.
    assert armistice.count(Problem(Board(n), {rider: n})) == n**n


def test_a_leaper_leaps_to_all_sides_and_steps_are_as_they_are_written():
    seed = 20261127
    dice = random.Random(seed)
    board, middle = Board(15), (7, 7)

    def names(steps):
        return {chr(ord("a") + middle[1] + right) + str(middle[0] + up + 1) for up, right in steps}

    for _ in range(40):
        leaps = [(dice.randint(0, 7), dice.randint(1, 7)) for _ in range(dice.randint(1, 3))]
        sides = {(a * up, b * right) for m, n in leaps for up, right in [(m, n), (n, m)] for a in (1, -1) for b in (1, -1)}
        for steps, kind in [(sides, Kind.leaper("X", leaps)), (set(leaps), Kind.steps("X", leaps))]:
            assert set(kind.attacks(board, "h8")) == names(steps), f"seed {seed}: {leaps}"
        assert Kind.leaper("X", *leaps[0]) == Kind.leaper("X", leaps[:1]) == Kind.leaper("X", [leaps[0][::-1]])
    assert Kind.leaper("X", 1, 2).attacks(board, "h8") == Kind("N").attacks(board, "h8")
    assert armistice.count(Problem(Board(9), {Kind.leaper("X", 1, 4): 3, "king": 2})) == 84592050
    for call, words in [
        (lambda: Kind.leaper("X", 1), "^m: found 1, expected a number, beside n, or a list of pairs"),
        (lambda: Kind.leaper("X", [(1,)]), r"^m: found \[\(1,\)\], expected"),
        (lambda: Kind.leaper("X", 1, "2"), "^n: found '2', expected a whole number of squares"),
        (lambda: Kind.steps("X", [(1,)]), r"^steps: found \[\(1,\)\], expected a list of pairs \(ranks up"),
    ]:
        with pytest.raises(TypeError, match=words):
            call()


def test_smallest_placements_that_cannot_be_extended():
    smallest = armistice.min("5x5 Q")
    assert smallest.number == 3 and check("5x5 Q3", smallest.placement) is None
    by_number = armistice.count("5x5 Q*", maximal=True, by_number=True)
    assert (smallest.number, smallest.count) == min(by_number.items())
    assert int(smallest) == 3 and repr(smallest).startswith("<Smallest: 5x5 Qmin: 3") and '"armistice.min/1"' in smallest.json()
    nothing = armistice.min("2x2 K* Q@a1 N@b2")
    assert (nothing.number, nothing.count, nothing.placement) == (None, 0, None)
    with pytest.raises(ValueError, match="nothing to minimise"):
        armistice.min("5x5 Q3")
    dominating, total = (armistice.min("5x5 Q", dominating=which) for which in (True, "total"))
    assert (dominating.number, dominating.count) == (3, 186) and (total.number, total.count) == (3, 70)
    with pytest.raises(ValueError, match="total"):
        armistice.min("5x5 Q", dominating="all")


def models(clauses, variables):
    """The number of ways to make all clauses true, by trying."""
    if any(not clause for clause in clauses):
        return 0
    if not variables:
        return 1
    first, *rest = variables
    total = 0
    for literal in (first, -first):
        left = [[other for other in clause if other != -literal] for clause in clauses if literal not in clause]
        total += models(left, rest)
    return total


def test_exports_have_as_many_models_as_there_are_placements():
    for problem in ["3x3 K2", "3x3 Q R", "2x4 N2 K", "3x3-b2 B*"]:
        lines = export(problem, "cnf").splitlines()
        header = next(line for line in lines if line.startswith("p cnf")).split()
        clauses = [list(map(int, line.split()[:-1])) for line in lines if line[0] not in "cp"]
        assert len(clauses) == int(header[3])
        assert models(clauses, list(range(1, int(header[2]) + 1))) == armistice.count(problem)
    for form in ["asp", "lp", "graph", "mzn", "opb"]:
        assert export("4x4 Q4", form)
    with pytest.raises(ValueError, match="expected one of"):
        export("4x4 Q4", "pdf")


def test_puzzles_have_one_placement():
    easy = armistice.puzzle("8x8 Q8", level="easy", seed=2)
    assert easy.count() == 1 and easy.unique() and easy == armistice.puzzle("8x8 Q8", level="easy", seed=2)
    regions = Problem("6x6 Q6").puzzle(regions=1, seed=1)
    assert "regions=" in str(regions) and len(list(regions.solve())) == 1
    assert not armistice.unique("8x8 Q8") and not armistice.unique("3x3 Q3") and armistice.unique("2x2 G4")
    for wrong, expected in [
        (lambda: armistice.puzzle("8x8 Q8", level="none"), "easy, medium, hard, extreme"),
        (lambda: armistice.puzzle("8x8 Q*"), "exact numbers"),
        (lambda: armistice.puzzle("8x8 Q8", regions=3), "regions of 3"),
    ]:
        with pytest.raises(ValueError, match=expected):
            wrong()
