"""Problem text: the problem of a family for one n, and properties of problems."""

import re

from .errors import Refused

# The largest board on which most engines count.
MAX_SQUARES = 1024
# Kinds whose moves are single leaps.
LEAPERS = "KNWFDELZT"


def expanded(family, n):
    """Returns the problem text of a family for one n. Raises `Refused` if an expression has no value."""

    def value(match):
        # Families write 2n, 2(n+1) and n(n+1).
        text = re.sub(r"(?<=[\dn)])(?=[n(])|(?<=\))(?=\d)", "*", match[1])
        text = re.sub(r"\b(max|min)\*", r"\1", text).replace("^", "**")
        if not re.fullmatch(r"[\dn+\-*/(), maxi]*", text):
            raise Refused(f"{match[0]}: not understood")
        number = eval(text, {"__builtins__": {}, "max": max, "min": min}, {"n": n})
        if number < 0 or number != int(number):
            raise Refused(f"{match[0]} is {number}")
        return str(int(number))

    return re.sub(r"\{([^{}]*)\}", value, family)


def sides(problem):
    match = re.match(r"(\d+)x(\d+)", problem)
    return [int(side) for side in match.groups()] if match else []


def rides(problem):
    """Whether a piece may make several leaps at a time, or its attacks depend on other pieces. A hole can
    then stop it."""
    _, *words = problem.split(" ")
    moves = dict(word.split("=") for word in words if "=" in word)
    letters = {word[0] for word in words if "=" not in word}

    def one_leap(letter):
        if letter not in moves:
            return letter in LEAPERS
        return re.fullmatch(r"([fblrsv]*([WFDNACZK]|\(\d+,\d+\)))+", moves[letter]) and not re.search(
            r"([A-Z])\1|[\dA-Z)]0", moves[letter])  # fmt: skip

    return not all(one_leap(letter) for letter in letters)


def is_about_squares(sequence, problem):
    """Whether the problem counts the attackers of pieces or squares, or the pieces on lines."""
    words = re.search(r" (each|pairs|rank|file|diagonal|antidiagonal|main)[:=]", problem)
    return bool(words) or any(option.startswith("--dominating") for option in sequence.options)
