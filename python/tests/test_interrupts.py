"""Ctrl-C, as a terminal sends it: to a program of its own."""

import signal
import subprocess
import sys
import time

import pytest

LONG = {
    "by symmetry": 'armistice.by_symmetry("20x20 Q20")',
    "count": 'armistice.count("24x24 Q24", engine="rows")',
    "count with a journal": 'armistice.count("20x20 Q20", engine="rows", journal=sys.argv[1])',
    "explain": 'armistice.explain("16x16 K8 Q8 N8 B8 R8 A8"); armistice.count("24x24 Q24", engine="rows")',
    "export cnf": 'armistice.export("150x150 Q150", to="cnf")',
    "export lp": 'armistice.export("150x150 Q150", to="lp")',
    "find": 'armistice.find("40x40/torus Q40")',
    "formula": 'armistice.formula("9x{n} Q*", timeout="10min")',
    "graph": 'armistice.graph("32x32 Q R B N A")',
    "max": 'armistice.max("20x20/torus Q")',
    "min": 'armistice.min("20x20 Q")',
    "sample": 'armistice.sample("12x12/torus Q12 N")',
    "solve": 'next(armistice.solve("20x20/torus Q20", order="lex"))',
    "table": 'armistice.table("{n}x{n} Q{n}", n=range(10, 30), engine="rows")',
    "verify": 'armistice.verify("A000170", timeout="10min")',
}


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for a child")
@pytest.mark.parametrize("what", sorted(LONG))
def test_it_is_heard_soon(what, tmp_path):
    program = f"""
import armistice, signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # Ignored where the tests run in the background.
print("begun", flush=True)
try:
    {LONG[what]}
except KeyboardInterrupt:
    print("stopped at", time.time(), flush=True)
"""
    command = [sys.executable, "-c", program, str(tmp_path / "journal.jsonl")]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "begun\n"
    time.sleep(0.5)
    sent = time.time()
    child.send_signal(signal.SIGINT)
    answer = child.stdout.readline()
    assert answer.startswith("stopped at"), answer
    # A tenth of a second where nothing else runs; here it is seen that it does not go on.
    assert float(answer.split()[-1]) - sent < 2
    assert child.wait(timeout=20) == 0
