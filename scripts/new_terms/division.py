"""Other problems with the same placements: divided by the pieces on squares, on a larger board, or by the
placements that symmetries fix.

They are for terms that only one engine counts in time. Its second count is of these problems, whose units and
states are different."""

import itertools
import re

from .problem import MAX_SQUARES, rides, sides


def divided(problem, squares, sign="-"):
    """Divides a problem by the pieces on squares. Returns None if problem text cannot express the parts.
    Squares without a piece become holes. With the sign ~ they are reserved instead: no piece stands there,
    but lines pass over them, and they can be attacked."""
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


# The leaps of leapers along the two sides of the board.
LEAPS = {"W": [(0, 1)], "F": [(1, 1)], "D": [(0, 2)], "N": [(1, 2)], "E": [(2, 2)], "L": [(1, 3)], "Z": [(2, 3)],
         "K": [(0, 1), (1, 1)], "T": [(0, 1), (1, 1), (1, 2)]}  # fmt: skip


def covering(problem):
    """Returns problems and weights whose sum is the number of maximal placements of one leaper. Either a
    piece is on a1, or pieces are on some of the squares that attack a1, which inclusion and exclusion adds
    up. None for other problems."""
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
    """Whether the count of all placements is a sum or a product."""
    parts = expression.get("parts") or []
    everything = [part for part in parts if "all placements" in part["what"]]
    return is_divided(everything[0]) if everything else bool(parts)


def orbits(problem, parts):
    """Returns the problems, options and weights that Burnside's lemma adds up, for a square board and kinds
    that look the same from all sides. All placements are counted in parts. None for other problems."""
    board, *words = problem.split(" ")
    if not re.fullmatch(r"(\d+)x\1", board) or not all(re.fullmatch(r"[KQRBNAFWDELZHJCT](\d+|\*)", word) for word in words):
        return None
    maps = {"half-turn": 1, "quarter-turn": 2, "horizontal": 2, "diagonal": 2}
    return [(part, [], 1) for part in parts] + [(problem, ["--fixed-by", name], number) for name, number in maps.items()]


def dividing_squares(sequence, plan):
    """Returns squares for dividing a problem. They are not on the mirrors of the board, and a hole there
    leaves all lines unchanged. Empty if there are none."""
    problem = plan["problem"]
    if "-dark" in sequence.family:
        return ["b1"]
    has_parts = is_divided(plan["expression"])
    if not rides(problem):
        # Parts that do not interact are squares of either colour, so each part must be counted again.
        return ["b1", "c1"] if has_parts else ["b1"]
    if "/" in problem.split(" ", 1)[0]:
        return []
    # No diagonal continues at the edge, and no line in a corner.
    if re.fullmatch(r"\d+x\d+ B(\d+|\*)", problem):
        return ["b1", "c1"]
    return [] if has_parts else ["a1"]


def middle(problem):
    """Returns a square near the middle of a rectangle, off its mirrors and of a colour that the board has.
    None for other boards."""
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
    """Returns the same problem on a board with one more rank and file, all holes: lines end at the same
    squares. None if that is not possible."""
    board, words = problem.split(" ", 1)
    match = re.fullmatch(r"(\d+)x(\d+)", board)
    if not match or "#" in words or (sides(board)[0] + 1) * (sides(board)[1] + 1) > MAX_SQUARES:
        return None
    ranks, files = (int(side) + 1 for side in match.groups())

    def square(rank, file):
        return f"{chr(96 + file)}{rank}" if files <= 26 else f"r{rank}c{file}"

    holes = [square(ranks, file) for file in range(1, files + 1)] + [square(rank, files) for rank in range(1, ranks)]
    return f"{ranks}x{files}-{','.join(holes)} {words}"
