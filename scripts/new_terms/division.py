"""Other problems with the same placements: by what stands on a square, on a larger board, by what symmetries fix.

They are for terms that only one engine counts in time. Its second count is of these problems, whose units and states are
others."""

import itertools
import re

from .problem import MAX_SQUARES, rides, sides


def divided(problem, squares, sign="-"):
    """Problems whose placements are those of a problem, by what stands on squares; None where that cannot be written. Squares
    with nothing are holes, or reserved with the sign ~: there nobody stands, but lines pass over them, and they are attacked as
    others are."""
    board, *words = problem.split(" ")
    if not sides(problem) or re.search("[@#~:+]", problem) or any("/" in word for word in words):
        return None
    kinds = [place for place, word in enumerate(words) if "=" not in word and not re.fullmatch(r"[A-Z]0", word)]
    parts = []
    for taken in itertools.product([None, *kinds], repeat=len(squares)):
        holes = [square for square, kind in zip(squares, taken) if kind is None]
        join = "," if sign == "-" and "-" in board else sign
        part = [board + join + ",".join(holes) if holes else board]
        for place, word in enumerate(words):
            given = [square for square, kind in zip(squares, taken) if kind == place]
            part.append(f"{word}@{','.join(given)}" if given else word)
        parts.append(" ".join(part))
    return parts


# How far leapers go, along one side and the other, either way.
LEAPS = {"W": [(0, 1)], "F": [(1, 1)], "D": [(0, 2)], "N": [(1, 2)], "E": [(2, 2)], "L": [(1, 3)], "Z": [(2, 3)],
         "K": [(0, 1), (1, 1)], "T": [(0, 1), (1, 1), (1, 2)]}  # fmt: skip


def covering(problem):
    """Problems and weights whose sum is the number of maximal placements of one leaper: on a1 there is a piece, or on some of the
    squares from which it is attacked, which are added up by inclusion and exclusion. None for other problems."""
    match = re.fullmatch(r"(\d+)x(\d+) ([A-Z])\*", problem)
    if not match or match[3] not in LEAPS or min(sides(problem)) < 4:
        return None
    board, letter = problem.split(" ")[0], match[3]
    leaps = {pair for leap in LEAPS[letter] for pair in (leap, leap[::-1])}

    def is_attacked(one, other):
        return tuple(abs(here - there) for here, there in zip(one, other)) in leaps

    parts = [(f"{board} {letter}*@a1", 1)]
    for number in range(1, len(leaps) + 1):
        for squares in itertools.combinations(sorted(leaps), number):
            if not any(is_attacked(*pair) for pair in itertools.combinations(squares, 2)):
                given = ",".join(f"{chr(97 + file)}{rank + 1}" for file, rank in squares)
                parts.append((f"{board} {letter}*@{given}", (-1) ** (number + 1)))
    return parts


def is_divided(expression):
    """Whether all placements are a sum or a product."""
    parts = expression.get("parts") or []
    everything = [part for part in parts if "all placements" in part["what"]]
    return is_divided(everything[0]) if everything else bool(parts)


def orbits(problem, parts):
    """What Burnside's lemma adds up and divides by for a square board and kinds that look the same from all sides: problems,
    more options, and weights. All placements are counted in parts."""
    board, *words = problem.split(" ")
    if not re.fullmatch(r"(\d+)x\1", board) or not all(re.fullmatch(r"[KQRBNAFWDELZHJCT](\d+|\*)", word) for word in words):
        return None
    maps = {"half-turn": 1, "quarter-turn": 2, "horizontal": 2, "diagonal": 2}
    return [(part, [], 1) for part in parts] + [(problem, ["--fixed-by", name], number) for name, number in maps.items()]


def dividing_squares(sequence, plan):
    """Squares to divide by, off the mirrors of the board where a hole there leaves all lines as they are; none if nowhere."""
    problem = plan["problem"]
    if "-dark" in sequence.family:
        return ["b1"]
    has_parts = is_divided(plan["expression"])
    if not rides(problem):
        # Parts that do not interact are squares of either colour: each has to be counted anew.
        return ["b1", "c1"] if has_parts else ["b1"]
    if "/" in problem.split(" ", 1)[0]:
        return []
    # At the edge no diagonal goes on, and in a corner no line.
    if re.fullmatch(r"\d+x\d+ B(\d+|\*)", problem):
        return ["b1", "c1"]
    return [] if has_parts else ["a1"]


def middle(problem):
    """A square near the middle of a rectangle and off its mirrors, of the colour that the board has; none on other boards."""
    match = re.match(r"(\d+)x(\d+)(?:/[a-z]+)?(-dark|-light)?(?= )", problem)
    if not match:
        return None
    ranks, files = map(int, match.groups()[:2])
    rank, file = (ranks + 1) // 2, max(1, files // 2 - 1)
    # The square a1 is dark, and -dark leaves light ones.
    if match[3] and (rank + file) % 2 != (match[3] == "-dark"):
        file += 1
    return f"{chr(96 + file)}{rank}" if file <= 26 else f"r{rank}c{file}"


def surrounded(problem):
    """The same on a board that has one more rank and file, all holes: lines end there as they did. None if that cannot be."""
    board, words = problem.split(" ", 1)
    match = re.fullmatch(r"(\d+)x(\d+)", board)
    if not match or "#" in words or (sides(board)[0] + 1) * (sides(board)[1] + 1) > MAX_SQUARES:
        return None
    ranks, files = (int(side) + 1 for side in match.groups())

    def square(rank, file):
        return f"{chr(96 + file)}{rank}" if files <= 26 else f"r{rank}c{file}"

    holes = [square(ranks, file) for file in range(1, files + 1)] + [square(rank, files) for rank in range(1, ranks)]
    return f"{ranks}x{files}-{','.join(holes)} {words}"
