"""The journal: all counts, and the terms that were counted twice."""

import fcntl
import json
import os

from .errors import stop
from .way import differ, said

FIELDS = ["sequence", "n", "problem", "options", "value", "how", "engine", "engine_version", "kernel", "leaves", "seconds",
          "commands", "version", "threads", "machine", "date"]  # fmt: skip


class Journal:
    """All counts, one a line."""

    def __init__(self, path, sequences):
        self.path, self.sequences = path, sequences
        self.counts = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        self.file = open(path, "ab+")
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            stop(f"{path}: another process writes this journal")
        self.file.seek(0)
        data = self.file.read()
        whole = data.rfind(b"\n") + 1
        # An incomplete line, which a kill leaves, is dropped. Its term is counted again.
        self.file.truncate(whole)
        for number, line in enumerate(data[:whole].decode("utf-8", "replace").splitlines(), 1):
            try:
                record = json.loads(line)
                missing = [field for field in FIELDS if field not in record]
            except (ValueError, TypeError):
                stop(f"{path}, line {number}: not a JSON object: expected a count; remove the line to count it again")
            if missing:
                stop(f"{path}, line {number}: no {missing[0]}: expected a count; remove the line to count it again")
            self.take(record, number)

    def take(self, record, number):
        known = self.counts.setdefault((record["sequence"], record["n"]), [])
        for other in known:
            if other["value"] != record["value"]:
                stop(f"{record['sequence']}: a({record['n']}): TWO COUNTS DIFFER: {other['value']} by {said(other)} "
                     f"({other['commands'][0]}), {record['value']} by {said(record)} ({record['commands'][0]}); "
                     f"{self.path}, line {number}")  # fmt: skip
            if other["problem"] != record["problem"] or other["options"] != record["options"]:
                stop(f"{self.path}, line {number}: {record['problem']} is not what was counted for "
                     f"{record['sequence']} at {record['n']} before: {other['problem']}")  # fmt: skip
        sequence = self.sequences.get(record["sequence"])
        if sequence and sequence.offset <= record["n"] < sequence.end:
            published = sequence.terms[record["n"] - sequence.offset]
            if int(record["value"]) != published:
                stop(f"{record['sequence']}: a({record['n']}) is published as {published}, and counted as "
                     f"{record['value']} by {said(record)}: {record['commands'][0]}")  # fmt: skip
        known.append(record)

    def add(self, record):
        line = json.dumps(record, ensure_ascii=False).encode() + b"\n"
        self.file.write(line)
        self.file.flush()
        os.fsync(self.file.fileno())
        self.take(record, "the last")

    def of(self, sequence, n):
        return self.counts.get((sequence.id, n), [])

    def pair(self, sequence, n):
        """Returns two independent counts of a term, or None if there are none."""
        counts = self.of(sequence, n)
        pairs = ((one, other) for place, one in enumerate(counts) for other in counts[place + 1 :] if differ(one, other))
        return next(pairs, None)

    def past_the_list(self, sequence):
        """Returns the terms after the list up to the first gap, each with its two counts."""
        n, terms = sequence.start, []
        while pair := self.pair(sequence, n):
            terms.append((n, *pair))
            n += 1
        return terms
