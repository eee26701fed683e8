"""The formula of an entry: what it is, and whether it agrees with counts.

`entries.csv` has it as text. `recurrence 7 2` is a(n) = 7 a(n - 1) + 2 a(n - 2). Other formulas are expressions
in n with + - * / ^ and `floor`, in which `[1,0,-1,0]` takes its values in turn, beginning with n = 0: the values
of a cosine, for example. A word like `recurrence` alone is a formula that was not written down here."""

import fractions
import math
import re

WORDS = {"recurrence", "quasi-polynomial"}


class Formula:
    """The formula of an entry."""

    def __init__(self, text):
        self.text = text
        self.factors = [int(factor) for factor in text.split()[1:]] if text.startswith("recurrence ") else []

    def described(self):
        if self.factors:
            return f"recurrence of order {len(self.factors)}"
        if self.text in WORDS:
            return self.text
        return f"`{self.text}`" if "floor" in self.text else "quasi-polynomial" if "[" in self.text else "polynomial"

    def first_terms(self, sequence):
        """Returns the range of n past the list for which a recurrence needs terms, before it gives any."""
        return range(sequence.end, sequence.offset + len(self.factors))

    def compared(self, sequence, terms, journal):
        """Returns the number of counted terms that agree and the number of those that differ. Both are 0 if
        nothing was compared."""
        value = self.by_recurrence(sequence, terms[-1][0], journal) if self.factors else self.by_expression()
        pairs = [(value(n), int(first["value"])) for n, first, _ in terms] if value else []
        agree = [formula == counted for formula, counted in pairs if formula is not None]
        return agree.count(True), agree.count(False)

    def by_expression(self):
        """Returns the function of n, or None if the formula is not an expression."""
        if self.text in WORDS or not re.fullmatch(r"[\dn+\-*/()\[\],^]+", self.text.replace("floor", "")):
            return None
        # Whole numbers become fractions, except those in brackets.
        pieces = re.split(r"\[([-\d,]+)\]", self.text.replace("^", "**"))
        pieces[::2] = (re.sub(r"(\d+|\bn\b)", r"F(\1)", piece) for piece in pieces[::2])
        pieces[1::2] = (f"in_turn(n, {piece})" for piece in pieces[1::2])
        names = {"__builtins__": {}, "F": fractions.Fraction, "floor": math.floor,
                 "in_turn": lambda n, *values: values[n % len(values)]}  # fmt: skip
        return lambda n: eval("".join(pieces), names, {"n": n})

    def by_recurrence(self, sequence, last, journal):
        """Returns the function of n that continues the list, or None if a first term was not counted. The
        function returns None for first terms, which prove nothing."""
        values = list(sequence.terms)
        for n in self.first_terms(sequence):
            pair = journal.pair(sequence, n)
            if pair is None:
                return None
            values.append(int(pair[0]["value"]))
        known = len(values)
        while sequence.offset + len(values) <= last:
            values.append(sum(factor * value for factor, value in zip(self.factors, reversed(values))))
        return lambda n: values[n - sequence.offset] if n - sequence.offset >= known else None
