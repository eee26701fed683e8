"""The LP file of `armistice export --to lp`, for the programs in this folder: of which variables at most one is true, of which
exactly one, and how many of a kind are."""

import re


def read(path):
    """Variables; sets of which at most one is true; sets of which exactly one is; variables and a number for each kind that has one.

    Sets of exactly one are the lines of kinds that have as many pieces as there are lines.
    """
    with open(path, encoding="utf-8") as file:
        text = file.read()
    rows, numbers, exact = [], [], []
    for name, names, sign, bound in re.findall(r"^ (\w+): ([^<>=:]+) (<=|=) (\d+)$", text.split("Subject To")[1], re.MULTILINE):
        names = re.findall(r"at_\w+", names)
        if name.startswith("number_"):
            numbers.append((names, int(bound)))
        else:
            (rows if sign == "<=" else exact).append(names)
    return sorted(set(re.findall(r"at_\w+", text))), rows, exact, numbers
