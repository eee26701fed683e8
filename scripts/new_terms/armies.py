"""Largest non-attacking armies of queens, by this program and by a C program that shares no code with it."""

import datetime
import functools
import itertools
import re
import subprocess

from .errors import Refused, TooLong, stop
from .journal import FIELDS
from .program import ROOT, limited, processor_time
from .text import progress, read_csv, shown


class Peaceable:
    """The other program for armies of queens. Counts in its log are not repeated."""

    def __init__(self):
        log = (ROOT / "results/armies/second-opinion.log").read_text(encoding="utf-8")
        runs = re.findall(r"^\$ (peaceable .*)\n(.*)\nCPU time (\S+) s$", log, re.MULTILINE)
        self.log = {command: (answer, float(time_taken)) for command, answer, time_taken in runs}
        self.path = ROOT / "target/new-terms/peaceable"
        source = ROOT / "scripts/second-opinion/peaceable.c"
        try:
            if not self.path.exists() or self.path.stat().st_mtime < source.stat().st_mtime:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                subprocess.run(["cc", "-O3", "-march=native", "-o", self.path, source], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as why:
            raise Refused(f"the other program was not built: {why}") from None

    def count(self, what, n, armies, limit):
        """Returns the number of placements, or of their classes, with the command and the CPU time."""
        arguments = ["classes" if what == "classes" else "lines", *map(str, (n, n, *armies))]
        command = " ".join(["peaceable", *arguments])
        if command not in self.log:
            before = processor_time()
            done = subprocess.run([self.path, *arguments], capture_output=True, text=True, check=False,
                                  preexec_fn=functools.partial(limited, limit))  # fmt: skip
            if done.returncode:
                raise TooLong(f"{command} takes more than {shown(limit)}")
            self.log[command] = done.stdout, processor_time() - before
        answer, time_taken = self.log[command]
        found = re.search(rf"\b{what} (\d+)", answer)
        if not found:
            stop(f"{command}: {answer.strip()!r}: expected {what}")
        return int(found[1]), command, time_taken


class Armies:
    """Finds the largest armies of queens past published lists, each with two programs. The size comes from
    results/armies/ or `armistice max`; a count with one queen more each refutes larger armies."""

    # The kind of term of each sequence.
    TERMS = {"A260680": "classes", "A308632": "aggressor", "A250000": "largest"}

    def __init__(self, search, folder=ROOT / "results/armies"):
        self.search = search
        self.number = {int(row["problem"].split("x")[0]): int(row["number"]) for row in read_csv(folder / "queens.csv")}
        largest = {sequence for sequence, what in self.TERMS.items() if what == "largest"}
        counts = search.journal.counts.items()
        self.number |= {n: int(known[0]["value"]) for (sequence, n), known in counts if sequence in largest}

    def fill(self, sequence):
        """Counts terms as long as there is time."""
        search = self.search
        try:
            other = Peaceable()
            for n in itertools.count(sequence.end + len(search.journal.past_the_list(sequence))):
                if n not in self.number and self.TERMS[sequence.id] != "largest":
                    raise Refused(f"{n}x{n} is not in results/armies/queens.csv")
                search.has_time_for(sequence)
                for how, count in (("whole", self.ours), ("by another program", functools.partial(self.theirs, other))):
                    if not any(known["how"] == how for known in search.journal.of(sequence, n)):
                        progress(f"{sequence.id}: a({n}), {how}")
                        record = {"sequence": sequence.id, "n": n, "problem": f"{n}x{n} Q/Q", "options": [], "how": how}
                        record |= self.term(sequence, n, count) | {"threads": 1, "machine": search.program.machine}
                        record |= {"date": datetime.date.today().isoformat()}
                        search.journal.add({field: record[field] for field in FIELDS})
                progress("")
                print(f"{sequence.id}: a({n}) = {record['value']}", flush=True)
        except (Refused, TooLong) as why:
            search.why[sequence.id] = str(why)

    def term(self, sequence, n, count):
        """Returns the term, with all counts that were made for it."""
        found, what = [], self.TERMS[sequence.id]

        def counted(what, *armies):
            found.append(count(what, n, armies))
            return found[-1][0]

        if is_found := n not in self.number:
            self.number[n] = counted("largest")
        number = self.number[n]
        if not is_found and counted("labelled", number + 1, number + 1):
            stop(f"{n}x{n} Q{number + 1}/Q{number + 1} has placements: results/armies/queens.csv is wrong")
        if what == "classes":
            value = counted("classes", number, number)
        else:
            value = number
            while what == "aggressor" and counted("labelled", number, value + 1):
                value += 1
            if value == number:
                found.insert(0, self.placement(n, number))
        record = found[-1][3] if len(found[-1]) > 3 else {"engine": "peaceable.c", "engine_version": 1, "kernel": None,
                                                          "version": "0.1.0", "leaves": ["peaceable.c"]}  # fmt: skip
        seconds = round(sum(each[2] for each in found), 3)
        return record | {"value": str(value), "seconds": seconds, "commands": [each[1] for each in found]}

    def placement(self, n, number):
        """Finds a placement with armies of `number` queens each, and checks it square by square."""
        found = self.search.program.solve(f"{n}x{n} Q{number}/Q{number}", self.search.limit())
        armies = [{(ord(piece["square"][0]), int(piece["square"][1:])) for piece in found["pieces"] if piece["army"] == army}
                  for army in (1, 2)]  # fmt: skip
        lines = [{line for file, rank in army for line in (("file", file), ("rank", rank), ("rising", file - rank),
                                                           ("falling", file + rank))} for army in armies]  # fmt: skip
        if len(armies[0]) != number or len(armies[1]) != number or lines[0] & lines[1]:
            stop(f"{found['command']}: {found['pieces']}: expected two armies of {number} queens at peace")
        return True, found["command"], found["took"]

    def ours(self, what, n, armies):
        if what == "largest":
            found = self.search.program.max(f"{n}x{n} Q/Q", self.search.limit())
            proof = found["largest"]["refuted"]
            record = {field: proof[field] for field in ("engine", "engine_version")}
            record |= {"kernel": None, "version": found["version"], "leaves": [proof["engine"]]}
            return found["number"], found["command"], found["took"], record
        options = ["--up-to", "armies"] if what == "classes" else []
        found = self.search.program.count(f"{n}x{n} Q{armies[0]}/Q{armies[1]}", options, self.search.limit())
        record = {field: found[field] for field in ("engine", "engine_version", "kernel", "version")}
        return int(found["count"]), found["command"], found["took"], record | {"leaves": [found["engine"]]}

    def theirs(self, other, what, n, armies):
        return other.count(what, n, armies, self.search.limit())
