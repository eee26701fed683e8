"""How long something may take, files in which counts are kept, and counting twice."""

import inspect
import json
import os
import pickle
import re
import subprocess
import sys
import time

import pytest

import armistice
from armistice import TimeoutExpired, check, count

# Takes minutes, and each unit very little.
MANY_UNITS = dict(problem="12x12 Q4 N2 B2", engine="cells", threads=1)
LONG = {
    "count": lambda timeout: count("24x24 Q24", engine="rows", timeout=timeout),
    "find": lambda timeout: armistice.find("40x40/torus Q40", timeout=timeout),
    "max": lambda timeout: armistice.max("20x20/torus Q", timeout=timeout),
    "armies": lambda timeout: armistice.max("14x14 Q/Q", timeout=timeout),
    "min": lambda timeout: armistice.min("20x20 Q", timeout=timeout),
    "sample": lambda timeout: armistice.sample("12x12/torus Q12 N", timeout=timeout),
    "solve": lambda timeout: next(armistice.solve("20x20/torus Q20", order="lex", timeout=timeout)),
}


@pytest.mark.parametrize("what", sorted(LONG))
def test_time_is_limited(what):
    begun = time.monotonic()
    with pytest.raises(TimeoutExpired, match="timed out") as expired:
        LONG[what]("300ms")
    # Half a second where nothing else runs.
    assert 0.25 < time.monotonic() - begun < 4
    assert isinstance(expired.value, TimeoutError) and expired.value.problem in str(expired.value)
    again = pickle.loads(pickle.dumps(expired.value))
    assert (str(again), again.at_least, again.placement) == (str(expired.value), expired.value.at_least, expired.value.placement)


def known_by_the_end(call):
    """Returns the exception of a call whose time limit is reached. On a busy machine, an unoptimised build finds nothing
    within a second."""
    for timeout in [1, 4, 16, 64]:
        with pytest.raises(TimeoutExpired, match="timed out") as expired:
            call(timeout)
        if expired.value.at_least:
            return expired.value
    raise AssertionError(str(expired.value))


def test_what_is_known_when_the_time_is_over():
    found = known_by_the_end(lambda timeout: count(**MANY_UNITS, timeout=timeout))
    assert found.placement is None and f"; at least {found.at_least}" in str(found)
    found = known_by_the_end(lambda timeout: armistice.max("20x20/torus Q", timeout=timeout))
    assert found.at_least <= 20 and len(found.placement) == found.at_least
    assert check(f"20x20/torus Q{found.at_least}", found.placement) is None


def test_enough_time_changes_nothing():
    assert count("8x8 Q8", timeout=60) == 92 and len(list(armistice.solve("8x8 Q8", timeout=60))) == 92
    assert armistice.max("8x8 N", timeout="1min").number == 32 and armistice.find("8x8 Q8", timeout=60) is not None
    assert armistice.sample("8x8 Q8", 2, seed=5, timeout=60) == armistice.sample("8x8 Q8", 2, seed=5)


@pytest.mark.parametrize("wrong, error", [("3 weeks", ValueError), ("", ValueError), (-1, ValueError), (float("nan"), ValueError), ([], TypeError)])
def test_times_are_read(wrong, error):
    for call in [
        lambda: count("8x8 Q8", timeout=wrong),
        lambda: armistice.max("8x8 N", timeout=wrong),
        lambda: armistice.solve("8x8 Q8", timeout=wrong),
        lambda: armistice.estimate("8x8 Q8", timeout=wrong),
        lambda: armistice.formula("2x{n} K*", timeout=wrong),
        lambda: armistice.verify("A000170", timeout=wrong),
        lambda: armistice.table("{n}x{n} Q{n}", n=[4], timeout=wrong),
    ]:
        with pytest.raises(error, match="^timeout: found "):
            call()


def test_the_limit_has_one_name_and_old_ones_are_read():
    for name in armistice.__all__:
        parameters = inspect.signature(getattr(armistice, name)).parameters if inspect.isfunction(getattr(armistice, name)) else {}
        assert not {"budget", "seconds"} & set(parameters), name
    for call, old in [
        (lambda: armistice.estimate("8x8 Q8", seconds="30s"), "seconds"),
        (lambda: armistice.formula("2x{n} K*", budget=30), "budget"),
        (lambda: armistice.verify("A000170", terms=5, budget=30), "budget"),
        (lambda: armistice.table("{n}x{n} Q{n}", n=4, budget=30), "budget"),
    ]:
        with pytest.warns(DeprecationWarning, match=f"{old} is called timeout now"):
            call()
    with pytest.raises(TypeError, match="budget is the old name of timeout"):
        armistice.verify("A000170", budget=1, timeout=1)


def test_a_table_ends_with_its_time():
    found = armistice.table("{n}x{n} Q{n}", n=range(4, 40), timeout="1s", engine="rows")
    assert [row["count"] for row in found][:5] == [2, 10, 4, 40, 92] and len(found) < 30


class Enough(Exception):
    pass


def test_a_count_resumes_from_its_journal(tmp_path):
    path = tmp_path / "queens.jsonl"

    def share_at_which_it_stops(least):
        shares = []

        def tell(share, found):
            shares.append(share)
            if share > least:
                raise Enough

        with pytest.raises(Enough):
            count(**MANY_UNITS, journal=path, progress=tell)
        return shares[-1]

    # A second for it; what is known of at the next start is there at once.
    reached = share_at_which_it_stops(0.005)
    assert path.exists() and share_at_which_it_stops(0) > reached / 2
    for question in [dict(problem="14x14 Q14"), dict(problem="12x12 Q4 N2 B2", up_to="symmetry")]:
        with pytest.raises(ValueError, match="the journal is of 12x12 Q4 B2 N2, not of"):
            count(**question, journal=path)


def test_a_complete_journal_is_read(tmp_path):
    path = tmp_path / "queens.jsonl"
    first = count("12x12 Q12", engine="rows", journal=path, details=True)
    assert count("12x12 Q12", journal=path) == first.count == 14200
    assert count("12x12 Q12", journal=path, double_check=True) == 14200
    path.write_text("something else\n")
    with pytest.raises(ValueError, match="queens.jsonl"):
        count("12x12 Q12", journal=path)


def test_what_the_disk_refuses_is_an_os_error(tmp_path):
    there, ending = tmp_path / "there.jsonl", tmp_path / "there.jsonl" / "queens.jsonl"
    assert count("12x12 Q12", engine="rows", journal=there) == 14200
    for path, error in [
        (tmp_path / "none" / "queens.jsonl", FileNotFoundError),
        (tmp_path, IsADirectoryError),
        (ending, NotADirectoryError),
    ]:
        with pytest.raises(error, match=path.name):
            count("12x12 Q12", engine="rows", journal=path)
    if hasattr(os, "geteuid") and os.geteuid() != 0:
        tmp_path.chmod(0o500)
        with pytest.raises(PermissionError, match="queens.jsonl"):
            count("12x12 Q12", engine="rows", journal=tmp_path / "queens.jsonl")
        tmp_path.chmod(0o700)


def test_a_journal_that_another_process_writes(tmp_path):
    path = tmp_path / "queens.jsonl"
    program = f'''
import armistice, time
def tell(share, found):
    if share > 0:
        print("begun", flush=True)
        time.sleep(60)
armistice.count("12x12 Q4 N2 B2", engine="cells", threads=1, journal={str(path)!r}, progress=tell)
'''
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout.readline() == "begun\n"
        with pytest.raises(armistice.JournalInUse, match=f"{path.name}: process {child.pid} on .* is writing it") as refused:
            count(**MANY_UNITS, journal=path)
        assert isinstance(refused.value, OSError) and not isinstance(refused.value, FileNotFoundError)
    finally:
        child.kill()
        child.wait()


@pytest.mark.parametrize("function", ["count", "explain", "max", "min", "by_square", "by_symmetry", "estimate", "find a formula", "verify"])
def test_memory_is_read_as_the_command_reads_it(function):
    def call(memory):
        if function == "find a formula":
            return armistice.formula("2x{n} K*", memory=memory)
        if function == "verify":
            return armistice.verify("A000170", terms=6, memory=memory)
        return getattr(armistice, function)({"min": "5x5 Q", "max": "5x5 N"}.get(function, "5x5 Q5"), memory=memory)

    for right in ["2G", "500 MB", "1.5GiB", 2_000_000_000, "2000000000", None]:
        call(right)
    for wrong, words in [
        (2, "found 2: 2 bytes are too few; did you mean 2G"),
        ("2", "found '2': 2 bytes are too few; did you mean 2G"),
        (1000, "did you mean 1000M"),
        ("2 weeks", "expected a number and a unit: 500M, 2G, 1.5GiB"),
        (-1, "expected a whole number from 0 on"),
    ]:
        with pytest.raises(ValueError, match=f"^memory: found .*{words}|^memory: .*{words}"):
            call(wrong)
    for wrong in [1.5, [], b"2G"]:
        with pytest.raises(TypeError, match='^memory: found .*, expected text like "2G", or a number of bytes'):
            call(wrong)


def test_a_plan_that_needs_more_memory_is_refused():
    assert armistice.explain("12x12 Q12", engine="halves").memory > 1_000_000
    with pytest.raises(MemoryError, match="are allowed"):
        count("12x12 Q12", engine="halves", memory="1M")
    # The chosen plan keeps to the limit.
    for problem in ["12x12 K*", "12x12 Q12", "10x10 N*"]:
        assert armistice.explain(problem, memory="1M").memory <= 1_000_000


def test_journals_name_the_machine_as_the_command_does(tmp_path):
    path = tmp_path / "queens.jsonl"
    assert count("12x12 Q12", engine="rows", journal=path) == 14200
    lines = [json.loads(line) for line in path.read_text().splitlines() if '"machine"' in line]
    assert lines and all(re.search(r"\(\d+ cores?\)", json.dumps(line)) for line in lines), lines


def test_where_no_journal_can_be_kept_there_is_a_warning(tmp_path):
    with pytest.warns(UserWarning, match="no journal was kept"):
        assert count("3x3 Q3", engine="naive", journal=tmp_path / "j.jsonl") == 0


def test_counting_twice():
    found = count("8x8 Q8", double_check=True, details=True)
    assert int(found) == 92 and found.checked_by and found.engine not in found.checked_by
    assert count("8x8 Q8", double_check=True) == 92 and count("8x8 Q8", details=True).checked_by is None
    assert armistice.table("{n}x{n} Q{n}", n=[6, 7], double_check=True) == [{"n": 6, "count": 4}, {"n": 7, "count": 40}]
