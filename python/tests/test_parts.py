"""Counts in parts, which other processes count."""

import concurrent.futures
import multiprocessing
import os
import pathlib
import pickle
import random
import re
import subprocess

import pytest

import armistice
from armistice import PartPlan, merge


def test_processes_count_a_plan_in_parts():
    plan = armistice.plan("10x10 Q10", parts=7)
    assert (len(plan), plan.parts, str(plan.problem)) == (7, 7, "10x10 Q10")
    assert plan.units >= 7 and plan.expected_seconds > 0
    fresh = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=fresh) as pool:
        results = list(pool.map(plan.count, range(7)))
    random.Random(1).shuffle(results)
    assert merge(results) == 724
    # Results may be repeated, and are also accepted as text.
    assert merge([result.text for result in results] + results[:2]) == 724


def test_dask_counts_a_plan_in_parts():
    dask = pytest.importorskip("dask")
    plan = armistice.Problem("8x8 Q8").plan(4, up_to="symmetry")
    tasks = [dask.delayed(plan.count)(part) for part in range(len(plan))]
    assert merge(dask.compute(*tasks, scheduler="processes", num_workers=2)) == 12


@pytest.mark.parametrize(
    "problem, up_to",
    [("6x6 K2 Q2 B", None), ("5x5 Q4/Q4", None), ("6x6-c3 N4 R", "symmetry"), ("4x4 W*", None), ("7x7/torus Q5", None)],
)
def test_parts_sum_to_the_count(problem, up_to):
    expected = armistice.count(problem, up_to=up_to)
    for parts in (1, 3, 50):
        plan = armistice.plan(problem, parts, up_to=up_to)
        assert merge([plan.count(part) for part in range(parts)]) == expected, (problem, parts)


def test_plans_can_be_pickled_and_read():
    plan = armistice.plan("8x8 Q8", 3)
    again = pickle.loads(pickle.dumps(plan))
    assert again == plan == PartPlan(plan.text) and hash(again) == hash(plan) and repr(plan) == "<a plan to count 8x8 Q8 in 3 parts>"
    result = pickle.loads(pickle.dumps(again.count(2, threads=2)))
    assert result.part == 2 and merge([plan.count(0), plan.count(1), result]) == 92


def test_what_is_wrong_with_results_is_named():
    plan = armistice.plan("8x8 Q8", 5)
    results = [plan.count(part) for part in range(5)]
    for wrong, words in [
        ([], "no results to merge"),
        (results[:3], "no results of the parts 3-4"),
        ([*results, armistice.plan("9x9 Q9", 5).count(0)], "result 6 is of another count"),
        ([results[0].text[:-20], *results], "result 1 is damaged"),
        ([results[0].text.replace('"nodes":', '"nodes":1', 1), *results[1:]], "result 1 is damaged"),
        (["8x8 Q8", *results], "result 1 is damaged"),
    ]:
        with pytest.raises(ValueError, match=re.escape(words)):
            merge(wrong)
    for call, words in [
        (lambda: plan.count(5), "part 5: the plan has the parts 0 to 4"),
        (lambda: plan.count(-1), "part: found -1"),
        (lambda: armistice.plan("8x8 Q8", 0), "parts: found 0"),
        (lambda: armistice.plan("8x8 Nmax", 4), "cannot be divided into parts"),
        (lambda: armistice.plan("8x8 q", 4), "kinds have capital letters"),
        (lambda: PartPlan("8x8 Q8"), "not a plan"),
        (lambda: PartPlan(results[0].text), "not a plan"),
        (lambda: PartPlan(plan.text.replace("8x8", "9x9", 1)), "not a plan"),
    ]:
        with pytest.raises(ValueError, match=re.escape(words)):
            call()


def test_the_command_counts_other_parts(tmp_path: pathlib.Path):
    command = os.environ.get("ARMISTICE")
    if not command:
        pytest.skip("ARMISTICE names no command")
    plan = armistice.plan("8x8 Q8", 3)
    (tmp_path / "plan.json").write_text(plan.text)
    subprocess.run([command, "shard", "--part", "1", "--out", str(tmp_path), "--quiet"], check=True)
    (written,) = tmp_path.rglob("*.result")
    assert merge([plan.count(0), written.read_text(), plan.count(2)]) == 92
    for part in (0, 2):
        (tmp_path / f"{part}.result").write_text(plan.count(part).text)
    merged = subprocess.run([command, "merge", "--quiet", str(tmp_path)], check=True, capture_output=True, text=True)
    assert merged.stdout == "92\n"
