"""Tables of families that are not in the registry."""

import itertools
import shlex
import subprocess

from .errors import stop
from .text import read_csv, replace, shown

# The tables, with their largest n: one piece of each of two or three kinds, any numbers, maxima, and opposing
# armies of mixed kinds.
KINDS = "KNBRQ"
TABLES = [
    *((list(kinds), " ".join(kinds), 12) for kinds in itertools.combinations(KINDS, 2)),
    *((list(kinds), " ".join(kinds), 10) for kinds in itertools.combinations(KINDS, 3)),
    *(([f"any-{first}", second], f"{first}* {second}*", 8) for first, second in itertools.combinations(KINDS, 2)),
    *(([f"{first}-less-two", f"most-{second}"], f"{first}{{n-2}} {second}max", 10)
      for first, second in ("QN", "QK", "QB", "RN", "RK")),
    *(([f"{first}-n", f"most-{second}"], f"{first}{{n}} {second}max", 9) for first, second in ("BN", "BK", "NK")),
    *((["armies", first, second], f"{first} {second}/{first} {second}", 7) for first, second in ("KN", "NR", "NQ", "BR")),
]  # fmt: skip


def tables_text(folder):
    """Returns the section of the page that lists the tables."""
    rows = []
    for words, pieces, _ in TABLES:
        name = "-".join(words).lower()
        last = last_row(folder / "tables" / f"{name}.csv")
        if last is not None:
            at = f"tables/{name}"
            files = f"[CSV]({at}.csv), [entry]({at}.oeis.txt), [b-file]({at}.bfile.txt)"
            rows.append(f"| `{{n}}x{{n}} {pieces}` | {last} | {files} |")
    if not rows:
        return []
    return [
        "",
        "## Tables",
        "",
        f"These {len(rows)} families are not in the registry, so they may be unpublished. We did not search the OEIS for them. "
        "Each family has a CSV that shows how every count was checked, a proposed entry of the OEIS (the name is in the line "
        "`%N`), and a b-file. `scripts/new-terms 3s --tables` makes them.",
        "",
        "| family | up to n = | files |",
        "|---|--:|---|",
        *rows,
    ]


def make_tables(program, arguments):
    """Writes each table of TABLES in CSV, as a b-file and as an OEIS entry, up to the first row that exceeds
    the budget."""
    folder = arguments.folder / "new-terms/tables"
    tables = {"-".join(words).lower(): (pieces, most) for words, pieces, most in TABLES}
    for name in arguments.sequences:
        if name not in tables:
            stop(f"{name}: no table: expected {', '.join(tables)}")
    folder.mkdir(parents=True, exist_ok=True)
    for name in arguments.sequences or tables:
        pieces, most = tables[name]
        family = f"{{n}}x{{n}} {pieces}"
        budget = ["--budget", f"{max(1, int(arguments.budget * 1000))}ms", "--threads", str(arguments.threads)]
        # Names contain variables. A smaller board than 3x3 has no problem with n - 2 queens.
        first = 3 if "{n-2}" in pieces else 1
        path = folder / f"{name}.csv"
        table(program, [family, "--n", f"{first}..{most}", "-o", str(path), "--double-check", *budget])
        last = last_row(path)
        if last is None:
            print(f"{family}: no row in {shown(arguments.budget)}")
            continue
        told = ["--n", f"{first}..{last}", "--threads", str(arguments.threads)]
        entry = table(program, [family, *told, "--format", "oeis"])
        # The number of threads does not belong in the entry.
        replace(folder / f"{name}.oeis.txt", entry.replace(f" --threads {arguments.threads}", ""))
        replace(folder / f"{name}.bfile.txt", table(program, [family, *told, "--format", "bfile"]))
        print(f"{family}: n = {first}..{last}", flush=True)


def last_row(path):
    """Returns the last n up to which all rows are complete; None if the first one is not."""
    rows = list(itertools.takewhile(lambda row: row["complete"] == "true", read_csv(path)))
    return int(rows[-1]["n"]) if rows else None


def table(program, arguments):
    """Runs `armistice table` and returns its output."""
    command = [program.path, "table", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    # Exit code 3 means that rows that took too long were left out.
    if done.returncode not in (0, 3):
        stop(f"{shlex.join(command)}: exit code {done.returncode}: {done.stderr.strip()}")
    return done.stdout
