"""Reads problem text and runs recount.c on it, without code of armistice. The rules come from docs/problems.md.

    counter = Counter(10)                                  ten seconds of CPU time
    counter.count(Problem("8x8 N8"))                       (None, 379978716): placements
    counter.count(Problem("8x8 Q8"), up_to="symmetry")     (None, 12), by Burnside's lemma: placements that each map keeps, over the maps
    counter.count(Problem("5x5 K*"), end=max)              (9, 1): the largest number, and the placements that attain it

Text that is not understood raises NotTranslated. A count that takes too long or too much memory raises TooLong.
"""

import itertools
import os
import re
import resource
import string
import subprocess
import tempfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
MEMORY = 3 << 30
CATALOGUE = {
    "K": "K", "Q": "Q", "R": "R", "B": "B", "N": "N", "A": "QN", "F": "F", "W": "W", "D": "D", "E": "A", "L": "C", "Z": "Z",
    "H": "NN", "J": "BN", "C": "RN", "T": "KN", "P": "fcF",
}
ATOMS = {"W": (1, 0), "F": (1, 1), "D": (2, 0), "N": (2, 1), "A": (2, 2), "H": (3, 0), "C": (3, 1), "Z": (3, 2), "G": (3, 3)}
OBJECTIVES = {"exactly": None, "any number": None, "maximum": max, "minimum": min}
SHORT = {"K": "WF", "R": "WW", "B": "FF", "Q": "WWFF"}


class NotTranslated(Exception):
    pass


class TooLong(Exception):
    pass


def selected(directions, dr, df):
    """Whether letters such as `fs` or `flbr` allow this leap. Oblique leaps have no such letters here."""
    if not directions:
        return True
    up, side = "f" if dr > 0 else "b" if dr < 0 else "", "r" if df > 0 else "l" if df < 0 else ""
    if up and side:
        parts = re.findall(r"[fb][lr]|.", directions)
        return any(part in (up, side, up + side) for part in parts)
    letters = directions.replace("v", "fb").replace("s", "lr")
    return (up or side) in letters


def images(lattice, a, b, c=0):
    """Returns all leaps (layers, ranks, files) that rotations and reflections make of one."""
    if lattice == "hexagons":
        # The lattice is sheared into a rectangle: a neighbour is a rank up, a file to the right, or a rank up
        # and a file to the left.
        leaps = {(a, b), (b, a)}
        for _ in range(6):
            leaps |= {(q + r, -q) for q, r in leaps}
        return {(0, dr, df) for dr, df in leaps}
    orders = set(itertools.permutations((a, b, c))) if lattice == "layers" else {(0, a, b), (0, b, a)}
    return {tuple(x * y for x, y in zip(order, signs)) for order in orders for signs in itertools.product((1, -1), repeat=3)}


def moves(betza, lattice):
    """Returns the leaps (layers, ranks, files, steps) of a piece. Zero steps mean a ride to the edge."""
    found = set()
    if lattice == "layers" and betza in ("K", "Q"):
        # These pieces also move along the diagonals of a cube.
        found = {(*leap, int(betza == "K")) for leap in images(lattice, 1, 1, 1)}
    for letter, long in SHORT.items():
        # Programs differ in how they read directions before a king or queen, so these are not replaced.
        betza = re.sub(rf"(?<![a-z]){letter}" if letter in "KQ" else letter, long, betza)
    atom = r"([a-z]*)(?:([A-Z])(\2|\d*)|\((\d+),(\d+)\)(\d*))"
    if re.sub(atom, "", betza):
        raise NotTranslated(betza)
    for directions, letter, more, a, b, steps in re.findall(atom, betza):
        if letter and letter not in ATOMS or set(directions) - set("fblrvsc") or directions and lattice != "squares":
            raise NotTranslated(betza)
        directions = directions.replace("c", "")
        a, b = ATOMS[letter] if letter else (int(a), int(b))
        if directions and a != b and 0 not in (a, b):
            raise NotTranslated(betza)
        length = 0 if more == letter != "" else int(more or steps or 1)
        found |= {(*leap, length) for leap in images(lattice, a, b) if selected(directions, *leap[1:])}
    return frozenset(found)


def shape(name, n):
    """Returns ranks, files and the squares to leave out of a board that is not a rectangle."""
    ranks, files, inside = {
        "hexagon": (2 * n - 1, 2 * n - 1, lambda r, f: n - 1 <= r + f <= 3 * n - 3),
        "triangle": (n, n, lambda r, f: r + f < n),
        "staircase": (n, n, lambda r, f: r + f < n),
        "diamond": (2 * n, 2 * n, lambda r, f: abs(2 * r - 2 * n + 1) + abs(2 * f - 2 * n + 1) <= 2 * n),
    }[name]
    return ranks, files, {(r, f) for r in range(ranks) for f in range(files) if not inside(r, f)}


def squares(text, ranks, files):
    """Reads squares such as `a1,c2..d4` or `dark`, as (rank, file)."""
    found = set()
    for part in text.split(","):
        if part in ("dark", "light"):
            found |= {(r, f) for r in range(ranks) for f in range(files) if (r + f) % 2 == (part == "light")}
            continue
        corners = []
        for corner in part.split(".."):
            match = re.fullmatch(r"([a-z])(\d+)|r(\d+)c(\d+)", corner)
            if not match:
                raise NotTranslated(text)
            corners.append((int(match[2]) - 1, string.ascii_lowercase.index(match[1])) if match[1] else (int(match[3]) - 1, int(match[4]) - 1))
        (r, f), (s, g) = corners[0], corners[-1]
        found |= {(x, y) for x in range(r, s + 1) for y in range(f, g + 1)}
    return found


class Problem:
    def __init__(self, text, dominating=None):
        words = text.split()
        own = dict(word.split("=") for word in words if re.match("[A-Z]=", word))
        rules = dict(word.split("=") for word in words if re.match("(each|pairs|rank|file|main)=", word))
        if any(re.match(r"\w\w+(:\w)?=", word) and word.split("=")[0] not in rules for word in words):
            raise NotTranslated(text)
        pieces = re.sub(r" *([/+]) *", r" \1 ", " ".join(word for word in words[1:] if not re.match(r"\w+=", word)))
        board = re.fullmatch(r"(?:(\d+)x(\d+)(?:x(\d+))?|(\w+):(\d+))(/torus|/cylinder|/roll|)((?:[-~][^-~]+)*)", words[0])
        if not board or (board[4] and board[4] not in ("hexagon", "triangle", "staircase", "diamond")):
            raise NotTranslated(text)
        self.joined, holes, self.layers = board[6], set(), int(board[3] or 1)
        if board[4]:
            self.ranks, self.files, holes = shape(board[4], int(board[5]))
        else:
            self.ranks, self.files = int(board[1]), int(board[2])
        self.lattice = "hexagons" if board[4] in ("hexagon", "triangle") else "layers" if board[3] else "squares"
        self.taken = {
            sign: {s for m in re.findall(rf"\{sign}([^-~]+)", board[7]) for s in squares(m, self.ranks, self.files)} for sign in "-~"
        }
        self.taken["-"] |= holes
        if self.layers > 1 and (self.joined or board[7]):
            raise NotTranslated(text)
        self.groups, self.kinds, self.total = "+" in pieces, [], dominating == "total"
        self.lines, self.dominating = [], dominating is not None
        army = 0
        for piece in pieces.split():
            if piece in "/+":
                army += 1
                continue
            match = re.fullmatch(r"([A-Z])(\d+|\*|max|)", piece)
            if not match or not (match[1] in CATALOGUE or match[1] in own):
                raise NotTranslated(text)
            number = {"*": "any", "max": "each", "": "1"}.get(match[2], match[2])
            self.kinds.append((match[1], number, army, moves(own.get(match[1]) or CATALOGUE[match[1]], self.lattice)))
        if len({piece[0] for piece in self.kinds}) < len(self.kinds) and not army:
            raise NotTranslated(text)
        self.armies = army + 1
        if army:
            self.lines += [f"within {int(self.groups)}", f"between {int(not self.groups)}"]
        if self.total and not rules:
            self.lines += ["degrees 1 -1"]
        if self.dominating:
            self.lines += ["dominating"]
            if dominating == "independent":
                self.lines += ["degrees 0 0"]
        self.quotas, self.rules = [], rules
        for rule, bounds in rules.items():
            least, dots, most = bounds.partition("..")
            least, most = int(least or 0), int(most or -1) if dots else int(least)
            if rule in ("rank", "file", "main"):
                self.quotas += [(least, most if most >= 0 else len(line), line) for line in self.lines_of(rule)]
                continue
            self.lines.append(f"{'degrees' if rule == 'each' else rule} {least} {most}")
            if dominating or army:
                raise NotTranslated(text)
            if any((*(-step for step in leap[:3]), leap[3]) not in kind[3] for kind in self.kinds for leap in kind[3]):
                raise NotTranslated("degrees of a piece that is not attacked by what it attacks")

    def lines_of(self, rule):
        """Returns the squares of each rank, each file, or the two diagonals from corner to corner."""
        if self.lattice != "squares" or (rule == "main" and self.ranks != self.files):
            raise NotTranslated(rule)
        inside = [(r, f) for r in range(self.ranks) for f in range(self.files) if (r, f) not in self.taken["-"]]
        if rule == "main":
            return [[s for s in inside if s[0] == s[1]], [s for s in inside if sum(s) == self.ranks - 1]]
        axis, length = ("rank", "file").index(rule), (self.ranks, self.files)
        return [[s for s in inside if s[axis] == x] for x in range(length[axis])]

    def maps(self, exchange=False):
        """Yields the rotations and reflections that keep the board and all moves, with exchanges of identical
        armies."""
        if self.lattice != "squares":
            raise NotTranslated("symmetries of this lattice")
        rolls = {"/torus": (1, 1), "/cylinder": (0, 1), "/roll": (1, 0), "": (0, 0)}[self.joined]
        for flip, flop, turn in itertools.product((1, -1), (1, -1), (False, True)):
            if turn and (self.ranks != self.files or rolls[0] != rolls[1] or self.rules.get("rank") != self.rules.get("file")):
                continue

            def to(r, f, flip=flip, flop=flop, turn=turn):
                r, f = (r if flip > 0 else self.ranks - 1 - r), (f if flop > 0 else self.files - 1 - f)
                return (f, r) if turn else (r, f)

            def leap(dl, dr, df, steps, flip=flip, flop=flop, turn=turn):
                return (dl, flop * df, flip * dr, steps) if turn else (dl, flip * dr, flop * df, steps)

            if any({leap(*move) for move in kind[3]} != kind[3] for kind in self.kinds if kind[1] != "0"):
                continue
            if any({to(*square) for square in taken} != taken for taken in self.taken.values()):
                continue
            parts = [[k for k, kind in enumerate(self.kinds) if kind[2] == army] for army in range(self.armies)]
            for order in itertools.permutations(range(self.armies)) if exchange else [range(self.armies)]:
                same = all([self.kinds[k][:2] for k in parts[a]] == [self.kinds[k][:2] for k in parts[b]] for a, b in enumerate(order))
                if same:
                    yield to, [parts[order[kind[2]]][parts[kind[2]].index(k)] for k, kind in enumerate(self.kinds)]

    def description(self, mapped=None, each=False):
        """Returns the input of recount.c, with the longer side upwards."""
        turned = self.files > self.ranks and self.layers == 1
        joins = [int(self.joined in ("/torus", "/roll")), int(self.joined in ("/torus", "/cylinder"))]

        def turn(pair):
            return tuple(pair[::-1]) if turned else tuple(pair)

        ranks, files = turn((self.ranks, self.files))
        lines = ["board {} {} {} {} {}".format(self.layers, ranks, files, *turn(joins))]
        for sign, word in ("-", "hole"), ("~", "closed"):
            lines += [f"{word} {r * files + f}" for r, f in sorted(map(turn, self.taken[sign]))]
        for letter, number, army, leaps in self.kinds:
            if each and number == "any":
                number = "each"
            steps = " ".join("{} {} {} {}".format(leap[0], *turn(leap[1:3]), leap[3]) for leap in sorted(leaps))
            lines.append(f"kind {number} {army} {len(leaps)} {steps}")
        lines += self.lines
        for least, most, members in self.quotas:
            numbers = [str(r * files + f) for r, f in map(turn, members)]
            lines.append(" ".join(["quota", str(least), str(most), str(len(numbers)), *numbers]))
        if mapped:
            to, order = mapped
            targets = [turn(to(*turn((s // files, s % files)))) for s in range(ranks * files)]
            lines.append("map " + " ".join(str(k) for k in order) + " " + " ".join(str(r * files + f) for r, f in targets))
        return "\n".join(lines + ["end"]) + "\n"


def processor_seconds():
    """Returns the CPU time of all finished child processes."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Counter:
    """Runs recount.c, compiled. Holds the CPU time that a problem may take, and the time that it has
    taken."""

    def __init__(self, limit, memory=MEMORY):
        self.limit, self.memory, self.seconds = limit, memory, 0.0
        self.folder = tempfile.TemporaryDirectory()
        self.program = os.path.join(self.folder.name, "recount")
        subprocess.run(["cc", "-std=gnu11", "-O2", "-o", self.program, os.path.join(FOLDER, "recount.c")], check=True)

    def run(self, description):
        """Returns the placements for each vector of numbers."""
        layers, ranks, files = map(int, description.split()[1:4])
        squares_in_all = layers * ranks * files * description.count("kind ")
        limbs = 1
        while True:
            left = self.limit - self.seconds
            if left <= 0:
                raise TooLong("time")

            def limits():
                resource.setrlimit(resource.RLIMIT_CPU, (int(left) + 1,) * 2)
                resource.setrlimit(resource.RLIMIT_AS, (self.memory,) * 2)

            before = processor_seconds()
            done = subprocess.run([self.program, str(limbs)], input=description, capture_output=True, text=True, preexec_fn=limits)
            self.seconds += processor_seconds() - before
            if "more limbs" in done.stderr and 64 * limbs <= 8 * squares_in_all:
                limbs *= 3
                continue
            if done.returncode < 0 or "memory" in done.stderr:
                raise TooLong("time" if done.returncode < 0 else "memory")
            if done.returncode:
                raise NotTranslated(done.stderr.strip())
            found = {}
            for line in done.stdout.splitlines():
                *numbers, ways = map(int, line.split())
                found[tuple(numbers)] = found.get(tuple(numbers), 0) + ways
            return found

    def count(self, problem, up_to=None, end=None):
        """Counts placements, or classes. With end=max or min, counts those with the largest or smallest
        number of pieces."""
        each = end is not None
        found = self.run(problem.description(each=each))
        extreme = end((sum(numbers) for numbers, ways in found.items() if ways), default=None) if end else None
        chosen = lambda table: sum(ways for numbers, ways in table.items() if not end or sum(numbers) == extreme)
        ways = chosen(found)
        if up_to:
            if up_to not in ("symmetry", "armies"):
                raise NotTranslated(f"up to {up_to}")
            maps = list(problem.maps(exchange=up_to == "armies"))
            fixed = [chosen(self.run(problem.description(mapped, each=each))) for mapped in maps]
            if sum(fixed) % len(maps):
                raise ArithmeticError("Burnside's sum is not divisible")
            ways = sum(fixed) // len(maps)
        return extreme, ways


def count_row(row, counter):
    """Counts the row of a table of armistice: the maximum and the placements, if the row has them."""
    if row["maximal"] != "false" or row["objective"] not in OBJECTIVES:
        raise NotTranslated(row["objective"])
    up_to = None if row["up_to"] == "nothing" else row["up_to"]
    number, ways = counter.count(Problem(row["problem"]), up_to, OBJECTIVES[row["objective"]])
    return (str(number) if row["maximum"] else ""), (str(ways) if row["count"] else "")
