"""Counts the solutions of an LP file of `armistice export` as exact covers with colours, by xcover (dancing cells).

Of sets of which exactly one is true each is a primary item, of which at most one is, a secondary one. Where that does not yet say
how many pieces there are, each piece is a primary item too, and pieces of a kind are kept in order by secondary items with
colours: item t of pieces i and i + 1 has colour 1 if piece i is on one of the squares up to t.
"""

import sys

import model
import xcover

names, rows, exact, numbers = model.read(sys.argv[1])
items = {name: [] for name in names}
for sort, sets in ("most", rows), ("exact", exact):
    for index, row in enumerate(sets):
        for name in row:
            items[name].append(f"{sort}{index}")
primary = {f"exact{index}" for index in range(len(exact))}
options = []
for kind, (squares, number) in enumerate(numbers):
    if any(set(row) <= set(squares) for row in exact):
        options += [items[name] for name in squares]
        continue
    for piece in range(number):
        primary.add(f"piece{kind}_{piece}")
        for place, name in enumerate(squares):
            option = [f"piece{kind}_{piece}", *items[name]]
            if piece + 1 < number:
                option += [f"order{kind}_{piece}_{t}:{int(t >= place)}" for t in range(len(squares))]
            if piece > 0 and place > 0:
                option.append(f"order{kind}_{piece - 1}_{place - 1}:1")
            if piece == 0 or place > 0:
                options.append(option)
secondary = {item.split(":")[0] for option in options for item in option} - primary
print(sum(1 for _ in xcover.covers(options, primary=sorted(primary), secondary=sorted(secondary), colored=True)))
