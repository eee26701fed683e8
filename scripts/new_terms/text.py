"""Times in words, files written as a whole, and progress in the terminal."""

import argparse
import csv
import os
import re
import sys
import tempfile

UNITS = {"ms": 0.001, "s": 1, "min": 60, "h": 3600, "d": 86400}


def seconds(text):
    parts = re.findall(r"(\d+(?:\.\d+)?)\s*(ms|s|min|h|d|$)", text)
    if not parts or "".join(number + unit for number, unit in parts) != text.replace(" ", ""):
        raise argparse.ArgumentTypeError(f"{text!r}: expected a time like 90s, 10min or 2h")
    return sum(float(number) * UNITS.get(unit, 1) for number, unit in parts)


def shown(time_taken):
    if time_taken < 60:
        return f"{time_taken:.1f} s"
    return f"{time_taken / 60:.1f} min" if time_taken < 3600 else f"{time_taken / 3600:.2f} h"


def progress(text):
    if sys.stderr.isatty():
        print(f"\r\033[K{text[:120]}", end="", file=sys.stderr, flush=True)


def replace(path, text):
    """Writes a file as a whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
        file.write(text)
    os.chmod(file.name, 0o644)
    os.replace(file.name, path)


def read_csv(path):
    """Returns the rows of a table, or none if the file does not exist."""
    try:
        with open(path, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))
    except FileNotFoundError:
        return []
