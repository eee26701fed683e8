import json

import pytest

from armistice import Family, count, formula, identify, rows, sequence, table, verify


def test_tables():
    assert table("{n}x{n} Q{n}", n=range(1, 9)) == [
        {"n": n, "count": number} for n, number in enumerate([1, 0, 0, 2, 10, 4, 40, 92], start=1)
    ]
    assert [row["count"] for row in table("{n}x{n} K{k}", n=3, k=range(3))] == [1, 9, 16]
    first = rows("{n}x{n} Q{n}", n=range(0, 10**9))
    # There is no board of no squares.
    assert [next(first) for _ in range(2)] == [{"n": 1, "count": 1}, {"n": 2, "count": 0}]
    assert table("{n}x{n} Q{n}", n=[8], up_to="symmetry") == [{"n": 8, "count": 12}]
    assert str(Family("{m}x{n} K{n-1}").at(m=3, n=4)) == "3x4 K3"
    assert Family("{m}x{n} K{n-1}").at(3, 4) == Family("{m}x{n} K{n-1}").at(3, n=4) == Family("3x4 K3").at()
    for call, words in [
        (lambda family: family.at(m=3, n=4, size=5), "no variable size: expected m, n"),
        (lambda family: family.at(3, 4, 5), "^found 3 values: expected m, n"),
        (lambda family: family.at(3, 4, m=5), "^m is given twice: expected m, n"),
        (lambda family: family.at(3, "4"), "^n: found '4', expected a whole number"),
        (lambda family: family.at(m=3, n=4.5), "^n: found 4.5, expected a whole number"),
    ]:
        with pytest.raises(TypeError, match=words):
            call(Family("{m}x{n} K{n-1}"))
    for wrong in [dict(m=3), dict(), dict(m=3, n=0)]:
        with pytest.raises(ValueError):
            Family("{m}x{n} K{n-1}").at(**wrong)
    assert Family("{m}x{n} K*").variables == ["m", "n"] and str(Family("{m}x{n} K*")) == "{m}x{n} K*"


@pytest.mark.parametrize(
    "family, arguments, words",
    [
        ("{n}x{n} Q{n}", {}, "the variable n has no values"),
        ("8x8 Q8", {}, "variable in braces"),
        ("{n}x{n Q{n}", dict(n=1), "column"),
    ],
)
def test_refused_tables(family, arguments, words):
    with pytest.raises(ValueError, match=words):
        table(family, **arguments)


@pytest.mark.parametrize("name", ["k", "x", "seconds"])
def test_unknown_arguments_are_those_of_the_function_that_was_called(name):
    for function in (table, rows):
        with pytest.raises(TypeError, match=rf"^the family has no variable {name}: expected n, or an option: up_to, "):
            function("{n}x{n} Q{n}", **{name: range(3), "n": range(3)})


class Whole:
    """A whole number that is no int, as numpy and Sage have them."""

    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


def test_values_are_whole_numbers_of_any_sort():
    expected = table("{n}x{n} Q{n}", n=range(4, 7))
    for values in [(Whole(n) for n in (4, 5, 6)), [4, Whole(5), 6], {4: 0, 5: 0, 6: 0}]:
        found = table("{n}x{n} Q{n}", n=values)
        # They are written as JSON, like all rows.
        assert found == expected and json.loads(json.dumps(found)) == expected
    assert table("{n}x{n} Q{n}", n=Whole(6)) == expected[2:]
    for wrong in ["4..6", 4.5, None, [4, "5"], [4.0]]:
        with pytest.raises(TypeError, match="^n: found .*, expected a whole number"):
            table("{n}x{n} Q{n}", n=wrong)
    numpy = pytest.importorskip("numpy")
    assert json.dumps(table("{n}x{n} Q{n}", n=numpy.arange(4, 7))) == json.dumps(expected)


def test_a_strip():
    found = formula("5x{n} K*")
    assert found.status == "proved" and found.variables == ["n"] and found.recurrence is not None
    assert [found(n) for n in range(1, 9)] == [count(f"5x{n} K*") for n in range(1, 9)] == found.terms(9)[1:]
    # One term takes a moment, however far out it is.
    assert (found(100_000) - found(99_999)) % 9973 == (sum(found.recurrence.coefficients[i] * (found(99_999 - i) - found(99_998 - i)) for i in range(len(found.recurrence.coefficients)))) % 9973
    # The generating function, multiplied out.
    numerator, denominator = found.generating_function
    series = found.terms(30)
    for power in range(30):
        total = sum(c * series[power - i] for i, c in enumerate(denominator) if i <= power)
        assert total == (numerator[power] if power < len(numerator) else 0)
    assert float(found.growth) == pytest.approx(found(60) / found(59))


def test_polynomials():
    queens = formula("{n}x{n} Q3")
    assert queens.status == "proved" and queens.sequences == ["A047659"]
    assert [queens(n) for n in range(3, 12)] == [count(f"{n}x{n} Q3") for n in range(3, 12)]
    knights = formula("{m}x{n} N2")
    assert knights(5, 9) == count("5x9 N2") and knights.variables == ["m", "n"]
    with pytest.raises(ValueError, match="holds from"):
        knights(1, 1)
    with pytest.raises(TypeError):
        knights(3)


def test_programs():
    program = formula("{n}x{n} Q3").code("python")
    names = {}
    exec(program, names)
    assert names["a"](8) == count("8x8 Q3")
    assert "def a(n)" in formula("3x{n} K*").sage()
    with pytest.raises(ValueError, match="expected one of"):
        formula("3x{n} K*").code("fortran")


def test_no_formula():
    with pytest.raises(ValueError, match="both sides grow"):
        formula("{n}x{n} K*", timeout=2)
    with pytest.raises(ValueError, match="reached"):
        formula("3x{n} K*", reached=True)


def test_sympy_agrees():
    sympy = pytest.importorskip("sympy")
    n = sympy.Symbol("n")
    queens = formula("{n}x{n} Q3")
    assert [queens.sympy().subs(n, k) for k in range(3, 9)] == [queens(k) for k in range(3, 9)]
    x = sympy.Symbol("x")
    series = sympy.series(formula("2x{n} K*").sympy(), x, 0, 6).removeO()
    assert [series.coeff(x, k) for k in range(6)] == [1, 3, 5, 11, 21, 43]
    assert formula("{m}x{n} N2").sympy().subs({"m": 5, "n": 9}) == count("5x9 N2")
    # Symbols as everybody writes them, in every sort of rule.
    for family in ["{n}x{n} Q2", "{n}x{n} Q3", "{m}x{n} N2", "2x{n} K*"]:
        rule = formula(family)
        found = rule.sympy()
        names = set(rule.variables) if rule.recurrence is None else {"x"}
        assert found.free_symbols == {sympy.Symbol(name) for name in names}, family


def test_sequences():
    verified = verify("A000170", terms=10)
    assert verified.agrees and verified.sequence == "A000170" and "A000170" in str(verified)
    assert verified.verdict == "agrees" and 0 < verified.agree <= verified.published
    assert repr(verified).startswith("<Verification: A000170") and '"armistice.sequence/1"' in verified.json()
    known = sequence("A000170")
    assert known.family == "{n}x{n} Q{n}" and known.offset == 0 and sum(known.terms[:9]) == 150
    assert repr(known).startswith("<PublishedSequence: A000170") and '"armistice.registry/1"' in known.json()
    assert [id for id, _ in identify(known.terms[5:9])] == ["A000170"]
    beyond = sequence("A054500")
    assert beyond.family is beyond.offset is None and beyond.terms == [] and "list of solutions" in beyond.out_of_scope
    # As the command: some terms, one after another, of which few may be those of many sequences.
    assert [id for id, _ in identify([92, 352, 724])] == ["A000170"]
    assert [id for id, _ in identify([2, 10, 4, 40, 92, 352, 724])] == ["A000170"]
    assert len(identify([1, 2, 3])) > 1 and identify([3, 1, 4, 1, 5, 9, 2, 6]) == identify([]) == []
    assert identify([10**100000]) == []
    with pytest.raises(ValueError, match="not a known sequence"):
        verify("A999999")


def test_a_sequence_is_a_family():
    assert [row["count"] for row in table("A000170", n=range(1, 9))] == sequence("A000170").terms[1:9]
    assert [row["count"] for row in table("A002562", n=range(1, 9))] == sequence("A002562").terms[:8]
    largest = table("A030978", n=range(1, 7))
    assert [row["maximum"] for row in largest] == sequence("A030978").terms[1:7] or [
        row["maximum"] for row in largest
    ] == sequence("A030978").terms[:6]
    assert formula("A047659").status == "proved" and str(Family("A000170")) == "{n}x{n} Q{n}"
    for call, words in [
        (lambda: table("A999999", n=3), "not a known sequence"),
        (lambda: table("A054500", n=3), "not a family of problems"),
        (lambda: table("A000170", n=3, up_to="symmetry"), "already determines"),
        (lambda: Family("A002562"), "counts not all placements"),
        (lambda: formula("A054500"), "not a family of problems"),
    ]:
        with pytest.raises(ValueError, match=words):
            call()
