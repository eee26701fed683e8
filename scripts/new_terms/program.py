"""The command: plans, which are kept from run to run, and counts, with their CPU time."""

import functools
import json
import math
import os
import pathlib
import re
import resource
import shlex
import signal
import subprocess
import time

from .errors import Refused, TooLong, stop
from .text import replace, shown

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Raise this number if the content of kept plans changes.
PLANS_VERSION = 2
ENGINES = set("armies cells clusters few frontier halves hurdles leaders lines maximal profile rooks rows shields strips tallies "
              "walls".split())  # fmt: skip


class Plans:
    """The plans of a program, kept from run to run, because planning all sequences takes minutes."""

    def __init__(self, program):
        try:
            built = os.stat(program).st_mtime_ns
        except OSError:
            built = 0
        self.path, self.program = ROOT / "target/new-terms-plans.json", f"{program} {built} {PLANS_VERSION}"
        try:
            known = json.loads(self.path.read_text(encoding="utf-8"))
            self.known = known["plans"] if known["program"] == self.program else {}
        except (OSError, ValueError, KeyError, TypeError):
            self.known = {}

    def add(self, key, plan):
        self.known[key] = plan
        replace(self.path, json.dumps({"program": self.program, "plans": self.known}))


class Program:
    """The command armistice."""

    def __init__(self, path, threads):
        self.path, self.threads = path, threads
        # The time at which the budget is used up.
        self.end = None
        self.machine = machine()
        self.plans = Plans(path)

    def run(self, arguments, limit=None):
        """Returns the answer. Raises `TooLong` if it takes more than `limit` seconds of CPU time, or if the
        budget is used up."""
        command = [self.path, *arguments, "--format", "json"]
        start = functools.partial(limited, limit * self.threads) if limit else None
        left = max(0.001, self.end - time.monotonic()) if limit and self.end else None
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=start, timeout=left)
        except subprocess.TimeoutExpired:
            raise TooLong("the budget is spent") from None
        if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            raise TooLong(f"{shlex.join(arguments)} takes more than {shown(limit)}")
        if done.returncode == 2:
            raise Refused(done.stderr.strip().removeprefix("error: "))
        if done.returncode == 130:
            raise KeyboardInterrupt
        if done.returncode not in (0, 3):
            stop(f"{shlex.join(command)}: exit code {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def plan(self, problem, options, limit):
        arguments = ["explain", problem, *options, "--threads", str(self.threads)]
        key = shlex.join([*arguments, str(limit)])
        known = self.plans.known.get(key)
        if known is None:
            try:
                found = json.loads(self.run(arguments, limit))
                considered = [{field: each[field] for field in ("engine", "expected_seconds")}
                              for each in found.get("considered", [])]  # fmt: skip
                known = {"problem": found["problem"], "engine": found["engine"], "expected_seconds": found["expected_seconds"],
                         "considered": considered, "expression": found["expression"]}  # fmt: skip
            except TooLong:
                if self.is_over():
                    raise
                known = {"too_long": f"to plan {problem} takes more than {shown(limit)}"}
            self.plans.add(key, known)
        if "too_long" in known:
            raise TooLong(known["too_long"])
        return known

    def is_over(self):
        return self.end is not None and time.monotonic() >= self.end

    def answer(self, arguments, limit):
        """Returns a complete answer, with its command and CPU time."""
        before = processor_time()
        found = json.loads(self.run(arguments, limit))
        if not found.get("complete", True):
            raise TooLong(f"{shlex.join(arguments)} did not come to an end")
        found["command"] = shlex.join(["armistice", *arguments])
        found["took"] = processor_time() - before
        return found

    def count(self, problem, options, limit):
        return self.answer(["count", problem, *options, "--threads", str(self.threads), "--no-journal"], limit)

    def max(self, problem, limit):
        return self.answer(["max", problem, "--threads", str(self.threads)], limit)

    def solve(self, problem, limit):
        return self.answer(["solve", problem], limit)


def leaves(plan):
    """Returns the engines that count all placements of a plan, or parts of them. Counts of fixed placements
    are left out."""

    def named(expression):
        if expression.get("parts"):
            return set().union(*map(named, expression["parts"]))
        what = expression["what"]
        if "fixed by" in what:
            return set()
        engines = re.findall(r"\b([a-z]+) \d+(?:,|:|$)|\bthe rest by ([a-z]+)", what)
        # Some engines describe only their method.
        return {first or second for first, second in engines} & ENGINES or {plan["engine"]}

    return named(plan["expression"])


def limited(limit):
    """Limits the CPU time of a process that begins, in whole seconds."""
    limit = max(1, math.ceil(limit))
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def processor_time():
    """Returns the CPU time of all finished child processes."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def machine():
    """Returns the name of the processor and its number of cores, as in tables."""
    try:
        text = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
        name = " ".join(re.search(r"^model name\s*:\s*(.*)$", text, re.MULTILINE)[1].split())
    except (OSError, TypeError):
        name = " ".join(os.uname()[index] for index in (0, 4))
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{name} ({cores} core{'s' if cores != 1 else ''})"
