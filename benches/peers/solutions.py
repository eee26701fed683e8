"""Lists the solutions of an LP file of `armistice export` by CP-SAT, with one worker, and prints how many there are."""

import sys

import model
from ortools.sat.python import cp_model


class Counted(cp_model.CpSolverSolutionCallback):
    number = 0

    def on_solution_callback(self):
        self.number += 1


names, rows, exact, numbers = model.read(sys.argv[1])
problem = cp_model.CpModel()
variables = {name: problem.new_bool_var(name) for name in names}
for row in rows:
    problem.add_at_most_one(variables[name] for name in row)
for row in exact:
    problem.add_exactly_one(variables[name] for name in row)
for row, number in numbers:
    problem.add(sum(variables[name] for name in row) == number)
solver = cp_model.CpSolver()
solver.parameters.num_workers = 1
solver.parameters.enumerate_all_solutions = True
# Of an enumeration its linear relaxations are only a burden: twice to fifty times the time.
solver.parameters.linearization_level = 0
counted = Counted()
status = solver.solve(problem, counted)
if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
    sys.exit(f"not solved: {solver.status_name(status)}")
print(counted.number)
