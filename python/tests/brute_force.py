"""The definition, tried out in Python: shares nothing with the library, and needs no board larger than 4x4."""

from itertools import combinations

# Steps, and whether they are repeated until the edge: ranks up, files to the right.
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
KNIGHT = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
KINDS = {
    "K": (STRAIGHT + DIAGONAL, False),
    "Q": (STRAIGHT + DIAGONAL, True),
    "R": (STRAIGHT, True),
    "B": (DIAGONAL, True),
    "N": (KNIGHT, False),
    "W": (STRAIGHT, False),
    "F": (DIAGONAL, False),
    "H": (KNIGHT, True),
}


def attacked(kind, square, rows, cols, topology, holes):
    steps, rides = KINDS[kind]
    found = set()
    for up, right in steps:
        row, col = square
        for _ in range(rows * cols if rides else 1):
            row, col = row + up, col + right
            if topology in ("cylinder", "torus"):
                col %= cols
            if topology == "torus":
                row %= rows
            if not (0 <= row < rows and 0 <= col < cols) or (row, col) in holes:
                break
            found.add((row, col))
    return found - {square}


def count(rows, cols, topology, holes, pieces):
    """Placements of these numbers of pieces, a dict by kind, none attacking another."""
    squares = [(row, col) for row in range(rows) for col in range(cols) if (row, col) not in holes]
    attacks = {
        (kind, square): attacked(kind, square, rows, cols, topology, holes) for kind in pieces for square in squares
    }

    def ways(kinds, placed):
        if not kinds:
            return 1
        (kind, number), *rest = kinds
        taken = {square for _, square in placed}
        total = 0
        for chosen in combinations([square for square in squares if square not in taken], number):
            together = placed + [(kind, square) for square in chosen]
            new = together[len(placed) :]
            if all(
                one == other or (other[1] not in attacks[one] and one[1] not in attacks[other])
                for one in new
                for other in together
            ):
                total += ways(rest, together)
        return total

    return ways(list(pieces.items()), [])
