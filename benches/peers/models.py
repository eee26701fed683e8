"""Counts the models of a DIMACS file of `armistice export` by ganak, projected on the variables of squares."""

import sys

import pyganak

counter = pyganak.Counter()
shown = variables = last = 0
with open(sys.argv[1], encoding="utf-8") as lines:
    for line in lines:
        if line.startswith("c p show"):
            shown = [int(word) for word in line.split()[3:-1]]
        elif line.startswith("p"):
            variables = int(line.split()[2])
            counter.new_vars(variables)
        elif not line.startswith("c"):
            counter.add_clause([int(word) for word in line.split()[:-1]])
counter.set_sampling_set(shown)
print(counter.count())
