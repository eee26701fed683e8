"""The LP file of `armistice export --to lp`, for the programs in this folder: of which variables at most one is true, of which
exactly one, and how many of a kind are."""

import re


def read(path):
    """Variables; sets of which at most one is true; sets of which exactly one is; variables and a number for each kind that has one.

    Sets of exactly one are the ranks (or files) of a kind that has as many pieces as there are of them, each for one piece at most:
    the file does not say so, and programs that list are many times as fast if they know it.
    """
    with open(path, encoding="utf-8") as file:
        text = file.read()
    rows, numbers, exact = [], [], []
    for names, sign, bound in re.findall(r"^ \w+: ([^<>=:]+) (<=|=) (\d+)$", text.split("Subject To")[1], re.MULTILINE):
        names = re.findall(r"at_\w+", names)
        if sign == "=":
            numbers.append((names, int(bound)))
        else:
            rows.append(names)
    for names, number in numbers:
        # "at_Q_c12" is a queen on file c and rank 12.
        for line in r"_([a-z]+)\d+$", r"_[a-z]+(\d+)$":
            lines = {}
            for name in names:
                lines.setdefault(re.search(line, name)[1], []).append(name)
            if len(lines) == number and all(squares in rows for squares in lines.values()):
                exact += lines.values()
    rows = [row for row in rows if row not in exact]
    return sorted(set(re.findall(r"at_\w+", text))), rows, exact, numbers
