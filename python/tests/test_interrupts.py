"""Ctrl-C, as a terminal sends it: to a program of its own."""

import signal
import subprocess
import sys
import time

import pytest

LONG = {
    "export cnf": 'armistice.export("150x150 Q150", to="cnf")',
    "export lp": 'armistice.export("150x150 Q150", to="lp")',
    "explain": 'armistice.explain("16x16 K8 Q8 N8 B8 R8 A8")',
    "count": 'armistice.count("24x24 Q24", engine="rows")',
    "solve": 'next(armistice.solve("7x7 Q8", order="lex"), None); armistice.count("20x20 Q20", engine="rows")',
    "maximum": 'armistice.maximum("30x30 N Q7", threads=1); armistice.count("24x24 Q24", engine="rows")',
}


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for a child")
@pytest.mark.parametrize("what", sorted(LONG))
def test_it_is_heard_soon(what):
    program = f"""
import armistice, signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # Ignored where the tests run in the background.
print("begun", flush=True)
try:
    {LONG[what]}
except KeyboardInterrupt:
    print("stopped at", time.time(), flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "begun\n"
    time.sleep(0.5)
    sent = time.time()
    child.send_signal(signal.SIGINT)
    answer = child.stdout.readline()
    assert answer.startswith("stopped at"), answer
    # A tenth of a second where nothing else runs; here it is seen that it does not go on.
    assert float(answer.split()[-1]) - sent < 2
    assert child.wait(timeout=20) == 0
