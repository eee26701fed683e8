"""Formulas of families, with their proof or evidence."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Dict, List, NamedTuple, NoReturn, Optional

from . import _armistice
from ._counting import Memory
from ._families import AnyFamily, asked
from ._timeouts import Time, seconds

if TYPE_CHECKING:
    from sympy import Expr


class Recurrence(NamedTuple):
    """The recurrence a(n) = c[0] a(n-1) + c[1] a(n-2) + ... for all n from ``first + len(initial)`` on.
    ``initial`` holds the terms from ``first`` on."""

    coefficients: List[int]
    first: int
    initial: List[int]


class GeneratingFunction(NamedTuple):
    """The sum of a(n) x^n as a quotient of polynomials in x. Each is a list of coefficients, the constant
    first."""

    numerator: List[Fraction]
    denominator: List[Fraction]

    def __str__(self) -> str:
        return f"({_polynomial(self.numerator, 'x')})/({_polynomial(self.denominator, 'x')})"


def _fractions(polynomial: Dict[str, Any]) -> List[Fraction]:
    return [Fraction(int(number), int(polynomial["denominator"])) for number in polynomial["coefficients"]]


def _polynomial(coefficients: List[Fraction], variable: str) -> str:
    """Writes a polynomial in the syntax of programs."""
    terms = []
    for power, coefficient in reversed(list(enumerate(coefficients))):
        if coefficient == 0 and len(coefficients) > 1:
            continue
        sign = "-" if coefficient < 0 else "+"
        size = str(abs(coefficient))
        size = f"({size})" if "/" in size else size
        factor = {0: "", 1: variable}.get(power, f"{variable}**{power}")
        terms.append((sign, size if not factor else factor if size == "1" else f"{size}*{factor}"))
    (sign, first), *rest = terms or [("+", "0")]
    return ("-" if sign == "-" else "") + first + "".join(f" {sign} {term}" for sign, term in rest)


def _value(coefficients: List[Fraction], n: int) -> Fraction:
    value = Fraction(0)
    for coefficient in reversed(coefficients):
        value = value * n + coefficient
    return value


class Formula:
    """A rule for all terms of a family.

    Attributes:
        family: The family, as text.
        status: ``"proved"``, ``"fitted"`` (the form is known, and further terms agree) or ``"guessed"``.
        about: The type of the rule and its evidence, in a line.
        equation: The rule as text; None if it is too long.
        variables: The letters of the variables.
        holds_from: For each variable, the value from which on the rule holds.
        first: The first value of the variable for which there is a term; None for two variables.
        recurrence: The :class:`Recurrence`, if the rule is one with constant coefficients; otherwise None.
        generating_function: The :class:`GeneratingFunction`, if it is rational; otherwise None.
        growth: The growth factor of the terms, as a decimal number with thirty proved digits; None if it is
            not known.
        sequences: The A-numbers of the registry's sequences with the same terms.
    """

    def __init__(self, found: "_armistice.Formula") -> None:
        self._found = found
        self._fields = fields = json.loads(found.json(0))
        self._rule = rule = fields["rule"] or {}
        self.family: str = fields["family"]
        self.status: str = fields["status"]
        self.about: str = fields["about"]
        self.equation: Optional[str] = fields.get("equation")
        self.variables: List[str] = fields["variables"]
        self.holds_from: List[int] = fields["from"]
        self.first: Optional[int] = found.first if len(self.variables) == 1 else None
        self.growth: Optional[str] = fields.get("growth")
        self.sequences: List[str] = fields.get("sequences", [])
        self.recurrence: Optional[Recurrence] = None
        if rule.get("sort") == "recurrence" and "coefficients" in rule:
            coefficients = [int(number) for number in rule["coefficients"]]
            self.recurrence = Recurrence(coefficients, rule["first"], [int(term) for term in rule["initial"]])
        self.generating_function: Optional[GeneratingFunction] = None
        if "generating_function" in fields:
            function = fields["generating_function"]
            self.generating_function = GeneratingFunction(
                _fractions(function["numerator"]), _fractions(function["denominator"])
            )

    def terms(self, count: int) -> List[int]:
        """Returns ``count`` terms, starting at ``first``. There are fewer if the rule is too long to be written out,
        and none for two variables."""
        return self._found.terms(count)

    def __call__(self, *values: int) -> int:
        """Returns the term for these values of the variables. It is exact for every size."""
        if len(values) != len(self.variables):
            raise TypeError(f"expected values of {', '.join(self.variables)}")
        sort = self._rule.get("sort")
        holds = all(value >= first for value, first in zip(values, self.holds_from))
        if sort == "polynomial":
            if not holds:
                raise ValueError(f"{self.family}: the rule holds from {self.holds_from} on")
            m, n = values
            rows = [[int(number) for number in row] for row in self._rule["coefficients"]]
            total: int = sum(c * m**i * n**j for i, row in enumerate(rows) for j, c in enumerate(row))
            return total // int(self._rule["denominator"])
        (n,) = values
        if sort == "quasi-polynomial" and holds:
            parts = ((part["classes"], part["period"]) for part in self._rule["parts"])
            return int(sum(_value(_fractions(classes[n % period]), n) for classes, period in parts))
        if self.first is None or n < self.first:
            raise ValueError(f"{self.family}: terms start at {self.variables[0]} = {self.first}")
        term = self._found.term(n)
        if term is None:
            known = len(self._found.terms(n - self.first + 1))
            raise ValueError(f"{self.family}: the rule is too long to be written out; {known} terms are known")
        return term

    def code(self, language: str) -> str:
        """Returns a program for the terms: ``"python"``, ``"pari"``, ``"sage"``, ``"mathematica"`` or
        ``"maple"``."""
        program = self._found.code(language)
        if program is None:
            raise ValueError(f"{self.family}: {self.about}: no program can be written")
        return program

    def sage(self) -> str:
        """Returns a program for SageMath: a function a(n), or a(m, n)."""
        return self.code("sage")

    def sympy(self) -> "Expr":
        """Returns an expression of SymPy. If the rule is a polynomial, perhaps with periodic coefficients, it
        is the term in the variables. Otherwise it is the generating function in x. Symbols are plain ones,
        ``Symbol("n")``.

        >>> from sympy import Symbol
        >>> queens = formula("{n}x{n} Q3").sympy()
        >>> queens.subs("n", 8), queens.subs(Symbol("n"), 8)
        (10320, 10320)
        """
        import sympy

        if self._rule.get("sort") == "polynomial":
            m, n = (sympy.Symbol(name) for name in self.variables)
            rows = self._rule["coefficients"]
            terms = (int(c) * m**i * n**j for i, row in enumerate(rows) for j, c in enumerate(row))
            return sympy.expand(sum(terms)) / int(self._rule["denominator"])
        if self._rule.get("sort") == "quasi-polynomial":
            n = sympy.Symbol(self.variables[0])
            return sum(_periodic(sympy, part["classes"], n) for part in self._rule["parts"])
        if self.generating_function is None:
            raise ValueError(f"{self.family}: {self.about}: neither a polynomial nor a rational generating function")
        x = sympy.Symbol("x")
        numerator, denominator = (
            sum(sympy.Rational(c.numerator, c.denominator) * x**power for power, c in enumerate(polynomial))
            for polynomial in self.generating_function
        )
        return numerator / denominator

    def latex(self) -> str:
        """Returns the rule for LaTeX."""
        return self._found.latex()

    def _repr_latex_(self) -> Optional[str]:
        # Notebooks show formulas between dollar signs.
        displays = re.findall(r"\\\[ (.*?) \\\]", self.latex(), re.DOTALL)
        return "\n\n".join(f"$\\displaystyle {display}$" for display in displays) or None

    def oeis(self, terms: int = 20) -> str:
        """Returns lines of an OEIS entry."""
        return self._found.oeis(terms)

    def __reduce__(self) -> NoReturn:
        why = "a Formula cannot be pickled: pickle formula.code(\"python\") or formula.terms(n) instead"
        raise TypeError(why)

    def __str__(self) -> str:
        # The last line, which gives the time, is left out.
        return "\n".join(self._found.text(12).splitlines()[:-1])

    def __repr__(self) -> str:
        return f"<Formula of {self.family}: {self.status}, {self.about}>"


def _periodic(sympy: Any, classes: List[Dict[str, Any]], n: Any) -> Any:
    """Returns a polynomial whose coefficients depend on the residue of n."""
    polynomials = []
    for polynomial in classes:
        terms = (sympy.Rational(c.numerator, c.denominator) * n**power for power, c in enumerate(_fractions(polynomial)))
        polynomials.append(sum(terms, sympy.Integer(0)))
    if len(polynomials) == 1:
        return polynomials[0]
    period = len(polynomials)
    cases = [(polynomial, sympy.Eq(sympy.Mod(n, period), residue)) for residue, polynomial in enumerate(polynomials)]
    return sympy.Piecewise(*cases)


def formula(
    family: AnyFamily,
    *,
    up_to: Optional[str] = None,
    maximal: bool = False,
    reached: bool = False,
    timeout: Time = 30,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
) -> Formula:
    """Finds a formula for the terms of a family, with its proof or evidence.

    Args:
        family: Problem text with expressions in braces, like ``"5x{n} K*"``, a :class:`Family`, or the A-number of a sequence.
        up_to: The equivalence of placements, as for :func:`count`.
        maximal: Whether to count only placements to which no further piece can be added.
        reached: For a family with ``max``, whether to find the formula of the number of placements that
            attain the maximum.
        timeout: The time limit: seconds, or text like ``"5min"``.
        threads: The number of threads.
        memory: The approximate memory limit for tables, as for :func:`count`.

    Raises:
        ValueError: There is no formula, or none was found; the message says why.

    >>> jacobsthal = formula("2x{n} K*")
    >>> jacobsthal.equation, jacobsthal.status
    ('a(n) = a(n-1) + 2*a(n-2)', 'proved')
    >>> jacobsthal.recurrence
    Recurrence(coefficients=[1, 2], first=0, initial=[1, 3])
    >>> str(jacobsthal.generating_function)
    '(2*x + 1)/(-2*x**2 - x + 1)'
    >>> jacobsthal(100) == (2 ** 102 - 1) // 3
    True
    >>> formula("{n}x{n} Q2")(8)
    1288
    """
    question = asked(family, up_to, maximal, None)
    if question.fixed_by is not None:
        raise ValueError(f"{family} counts only placements fixed by {question.fixed_by}; formula() does not support such sequences")
    limit = seconds(timeout, "timeout")
    found = _armistice.derive(question.family, question.up_to, question.maximal, reached, limit, threads, memory)
    return Formula(found)
