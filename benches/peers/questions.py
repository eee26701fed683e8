"""Answers a question of questions.txt by clingo, CP-SAT or HiGHS with one thread, with a model of its own, and prints the answer.

    questions.py clingo|cpsat|highs QUESTION

Riders at peace are at most one on each line, for solvers that gain by it; all else is a clause or a sum for each square. The answer
of `solve` is a placement, in squares, as the command writes it.
"""

import re
import sys

LINES = {"R": [(1, 0), (0, 1)], "B": [(1, 1), (1, -1)], "Q": [(1, 0), (0, 1), (1, 1), (1, -1)]}
LEAPS = {
    "W": [(1, 0), (0, 1), (-1, 0), (0, -1)],
    "K": [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)],
    "N": [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)],
}


class Question:
    def __init__(self, text):
        self.verb, board, piece, *rest = text.split()
        self.ranks, self.files = map(int, board.split("x"))
        kind, number = piece[0], piece[1:]
        self.number = int(number) if number.isdigit() else None
        self.squares = [(r, f) for r in range(self.ranks) for f in range(self.files)]
        self.attacked, self.lines = self.reach(kind)
        options = dict((word.lstrip("-") + "=").split("=")[:2] for word in rest)
        self.total = options.get("dominating") == "total"
        self.dominating = "dominating" in options or self.verb == "min"
        self.peace = not {"dominating", "each", "pairs"} & set(options)
        self.each, self.pairs = options.get("each"), options.get("pairs")
        self.quotas = [[s for s in self.squares if s[axis] == x] for axis, name in enumerate(("rank", "file")) if name in options
                       for x in range((self.ranks, self.files)[axis])]
        self.quota = {int(options[name]) for name in ("rank", "file") if name in options}

    def reach(self, kind):
        """Squares attacked from each, and lines of which every two squares attack each other."""
        attacked = {s: set() for s in self.squares}
        lines = []
        for dr, df in LINES.get(kind, []):
            for r, f in self.squares:
                if (r - dr, f - df) not in attacked:
                    line = [s for s in ((r + i * dr, f + i * df) for i in range(self.ranks + self.files)) if s in attacked]
                    lines += [line] if len(line) > 1 else []
                    for s in line:
                        attacked[s] |= set(line) - {s}
        for dr, df in LEAPS.get(kind, []):
            for r, f in self.squares:
                if (r + dr, f + df) in attacked:
                    attacked[r, f].add((r + dr, f + df))
        edges = sorted({tuple(sorted((s, t))) for s in self.squares for t in attacked[s]})
        return attacked, lines or [list(edge) for edge in edges]

    def squares_of(self, found):
        """A placement as text: ranks and files by numbers."""
        return ",".join(f"r{r + 1}c{f + 1}" for r, f in found)

    def placed(self, said):
        """How many pieces a placement has, in squares like b3 or r3c27 on the last line; None if it is none of this question."""
        found = re.findall(r"r(\d+)c(\d+)|([a-z])(\d+)", said.strip().rpartition("\n")[2])
        at = [(int(rank or row) - 1, int(col or ord(file or "a") - 96) - 1) for row, col, file, rank in found]
        is_right = len(set(at)) == len(at) and set(at) <= set(self.squares)
        return len(at) if is_right and not any(self.attacked[s] & set(at) for s in at) else None

    def clauses(self):
        """Of each set of squares at least one is taken."""
        return [sorted(self.attacked[s]) + ([] if self.total else [s]) for s in self.squares] if self.dominating else []

    def bounds(self):
        least, dots, most = self.each.partition("..")
        return int(least or 0), int(most) if dots else int(least)


def by_clingo(question):
    import clingo

    facts = [f"square({r},{f}). rank({r}). file({f})." for r, f in question.squares]
    facts += [f"attacks({r},{f},{x},{y})." for r, f in question.squares for x, y in question.attacked[r, f]]
    rules = ["{ at(R,F) } :- square(R,F)."]
    if question.peace:
        rules.append(":- at(R,F), at(X,Y), attacks(R,F,X,Y), (R,F) < (X,Y).")
    if question.dominating:
        unless = "" if question.total else ", not at(X,Y)"
        rules.append(f"attacked(X,Y) :- at(R,F), attacks(R,F,X,Y). :- square(X,Y), not attacked(X,Y){unless}.")
    if question.each:
        least, most = question.bounds()
        rules.append(f":- at(R,F), not {least} {{ at(X,Y) : attacks(R,F,X,Y) }} {most}.")
    if question.pairs:
        rules.append("pair(R,F,X,Y) :- at(R,F), at(X,Y), attacks(R,F,X,Y), (R,F) < (X,Y).")
        rules.append(f":- not {question.pairs} {{ pair(R,F,X,Y) }} {question.pairs}.")
    for squares in question.quotas:
        quota = "; ".join(f"at({r},{f})" for r, f in squares)
        rules.append(f":- not {min(question.quota)} {{ {quota} }} {min(question.quota)}.")
    if question.number is not None:
        rules.append(f":- not {question.number} {{ at(R,F) }} {question.number}.")
    if question.verb in ("min", "max"):
        rules.append(f"#{question.verb}imize {{ 1,R,F : at(R,F) }}.")
    control = clingo.Control(["1" if question.verb == "solve" else "0"])
    control.add("base", [], "\n".join(facts + rules))
    control.ground([("base", [])])
    found = 0
    with control.solve(yield_=True) as handle:
        for model in handle:
            if question.verb == "solve":
                at = [symbol.arguments for symbol in model.symbols(atoms=True) if symbol.name == "at"]
                return question.squares_of((r.number, f.number) for r, f in at)
            found = found + 1 if question.verb == "count" else abs(model.cost[0])
    return found


def by_cpsat(question):
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    at = {s: model.new_bool_var(f"at{s}") for s in question.squares}
    if question.peace:
        for line in question.lines:
            model.add_at_most_one(at[s] for s in line)
    for clause in question.clauses():
        model.add_bool_or(at[s] for s in clause)
    if question.each:
        least, most = question.bounds()
        for s in question.squares:
            model.add_linear_constraint(sum(at[t] for t in question.attacked[s]), least, most).only_enforce_if(at[s])
    if question.pairs:
        edges = []
        for s, t in sorted({tuple(sorted((s, t))) for s in question.squares for t in question.attacked[s]}):
            both = model.new_bool_var("")
            model.add_bool_or(both, ~at[s], ~at[t])
            model.add_implication(both, at[s])
            model.add_implication(both, at[t])
            edges.append(both)
        model.add(sum(edges) == int(question.pairs))
    for squares in question.quotas:
        model.add(sum(at[s] for s in squares) == min(question.quota))
    if question.number is not None:
        model.add(sum(at.values()) == question.number)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if question.verb != "count":
        if question.verb != "solve":
            (model.minimize if question.verb == "min" else model.maximize)(sum(at.values()))
        if solver.solve(model) != cp_model.OPTIMAL:
            sys.exit("not solved")
        if question.verb == "solve":
            return question.squares_of(s for s in question.squares if solver.value(at[s]))
        return round(solver.objective_value)

    class Counted(cp_model.CpSolverSolutionCallback):
        number = 0

        def on_solution_callback(self):
            self.number += 1

    counted = Counted()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.linearization_level = 0
    if solver.solve(model, counted) not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        sys.exit("not solved")
    return counted.number


def by_highs(question):
    import highspy

    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("threads", 1)
    at = {s: highs.addBinary(obj={"min": 1, "max": -1, "solve": 0}[question.verb]) for s in question.squares}
    if question.peace:
        for line in question.lines:
            highs.addConstr(sum(at[s] for s in line) <= 1)
    for clause in question.clauses():
        highs.addConstr(sum(at[s] for s in clause) >= 1)
    if question.number is not None:
        highs.addConstr(sum(at.values()) == question.number)
    highs.run()
    if question.verb == "solve":
        values = highs.getSolution().col_value
        return question.squares_of(s for s, value in zip(question.squares, values) if value > 0.5)
    return round(abs(highs.getInfo().objective_function_value))


if __name__ == "__main__":
    print({"clingo": by_clingo, "cpsat": by_cpsat, "highs": by_highs}[sys.argv[1]](Question(sys.argv[2])))
