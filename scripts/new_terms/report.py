"""What is written: a b-file of every sequence, and a page that says what is new and how it was checked."""

import re

from .tables import tables_text
from .text import replace, shown
from .way import said

# Longer numbers are in the b-files.
MAX_DIGITS = 60
MARKS = {
    "b-file": "Past the list of the entry, in its b-file or elsewhere as far as we know; counted here, each term twice:",
    "past the list": "Past the list of the entry; counted here, each term twice; published elsewhere, perhaps:",
    "new": "New: not published as far as we know; counted here, each term twice:",
}


def bfile(sequence, terms):
    """All terms, those past the list after a comment; or, where its b-file has many that were not counted, only those after it."""
    last, version = terms[-1][0], terms[-1][1]["version"]
    is_whole = sequence.start == sequence.end
    lines = [
        f"# {sequence.id}: {sequence.name}",
        f"# Table of n, a(n) for n = {sequence.offset if is_whole else sequence.start}..{last}",
    ]
    if is_whole:
        lines += [
            f"# The terms up to n = {sequence.end - 1} are those of the entry: The On-Line Encyclopedia of Integer Sequences, "
            "https://oeis.org, CC BY-SA 4.0",
            f"# The others were counted as {sequence.family} by armistice {version}: journal.jsonl",
        ]
        lines += [f"{n} {term}" for n, term in enumerate(sequence.terms, sequence.offset)]
    else:
        lines += [
            f"# To go after the b-file of the entry, which ends with n = {sequence.start - 1}",
            f"# The terms were counted as {sequence.family} by armistice {version}: journal.jsonl",
        ]
    standing = "list"
    for n, first, _ in terms:
        if sequence.standing(n) != standing:
            standing = sequence.standing(n)
            lines.append(f"# {MARKS[standing]}")
        lines.append(f"{n} {first['value']}")
    return "\n".join(lines) + "\n"


def document(found, folder):
    """What is new, how it was checked, how to repeat it."""
    news = {sequence.id: [term for term in terms if sequence.standing(term[0]) == "new"] for sequence, terms in found}
    with_news = [(sequence, news[sequence.id]) for sequence, _ in found if news[sequence.id]]
    number = sum(len(terms) for _, terms in with_news)
    looked_up = [sequence for sequence, _ in with_news if sequence.is_looked_up]
    lines = [
        "# New terms",
        "",
        "<!-- Made by scripts/new-terms; do not edit. -->",
        "",
        f"{number} terms that are published nowhere as far as we know, past the lists of {len(with_news)} entries of the OEIS. "
        "*Published* is what the entry and its b-file list: for all sequences when the [registry](../../docs/sequences.md) was made, and "
        f"for {len(looked_up)} of these a second time, in November 2026, in a copy of the OEIS "
        "(github.com/oeis/oeisdata) that may be "
        "older than the entries, together with tables that have the sequence as a diagonal. Papers and programs elsewhere were not searched. Look a sequence up before you claim that a "
        "term is new.",
        "",
        "Some entries have a formula for all n, mostly found by fitting. There a term is no surprise, but it was counted, which "
        "checks the formula, as it checks the count: the table says whether they agree. The others have none; *hard* and *more* "
        "are keywords of the entry.",
        "",
        "| sequence | family | published up to | counted up to | new | formula in the entry | keywords | longest count |",
        "|---|---|--:|--:|--:|---|---|--:|",
    ]
    for sequence, terms in with_news:
        times = [count["seconds"] for _, *pair in terms for count in pair]
        lines.append(
            f"| [{sequence.id}](https://oeis.org/{sequence.id}) | `{' '.join([sequence.family, *sequence.options])}` | "
            f"{sequence.next - 1} | {terms[-1][0]} | {len(terms)} | {sequence.by_formula(terms)} | {sequence.keywords} | "
            f"{shown(max(times))} |"
        )
    lines += [
        "",
        "## How they were checked",
        "",
        "Each term is two counts that agree. Where two engines can count it in time, these are counts by two: the plans for all "
        "placements have no engine in common. (Up to symmetry, what a symmetry leaves as it is may be counted by the same "
        "engine in both; it is little.) Where only one engine can, the second count is by the same engine, of other problems:",
        "",
        "- *by what stands on b1* (or on another square, or two): the placements with nothing there, which is a board with a hole, "
        "and those with a piece of each kind there, which is given, are counted for themselves and added up. These boards have "
        "fewer symmetries, and other units and states. For riders the square is a corner, where no line is cut. Where the squares "
        "of either colour are counted for themselves, as for bishops, it is done with a square of each.",
        "- *with a rank and a file of holes*: the board has one more rank and one more file, all holes, so that a search has other "
        "units, and halves cuts the board between other squares.",
        "- *by what each symmetry fixes*: classes are counted by Burnside's lemma in this script, all placements divided as "
        "above, and those that a turn or mirror leaves as they are with `--fixed-by`.",
        "- *by what stands on d5* (or on another square near the middle), where it matters how often pieces or squares are attacked, or "
        "how many stand on a line: the placements with nothing there, where the square is reserved, so that it is attacked as before "
        "and lines pass over it, and those with a piece there, which is given. A sweep has other states from there on.",
        "- *by number of pieces*: of any number of pieces, the placements of each number are counted for themselves.",
        "",
        "How many placements have the fewest pieces (and how many these are) is found by a search, `armistice min`, and counted by an "
        "engine of `armistice count`, which shares nothing with the search: placements of this number, and none of one piece less or, "
        "where pieces must be at peace, of any smaller number.",
        "",
        "The largest armies of queens were counted by this program and by scripts/second-opinion/peaceable.c, which shares no code "
        "with it (some of its counts are those of its log, results/armies/second-opinion.log): with one queen more there is no "
        "placement. Of the largest number the classes are counted; where only the number is asked for, this script looks at a "
        "placement line by line. That so many queens fit is known since 1977 (Stephen Ainley), that no more do is not; up to n = 18 "
        "another program has claimed it (github.com/farev/Matematica, 2026), so that of A250000 the terms from n = 19 on are called "
        "new.",
        "",
        "An error in an engine that does not depend on the board would pass unseen there; the engine itself is checked against "
        "others on smaller boards. Before the first new term of a sequence the same script recounted a published one.",
        "",
        "How the engines work and what else is done to check them is in [engines.md](../../docs/engines.md) and [speed.md](../../docs/speed.md).",
        "",
        "## How to repeat them",
        "",
        "The script `scripts/new-terms` makes this page, a b-file for each sequence (or what goes after it, where the b-file of the "
        "entry is long), and a journal, all in this folder. "
        "The journal has a line for every single count: the commands, the value, the engine and its "
        "version, processor instructions, seconds of processor time (in the first lines, by the clock), threads, machine and date. "
        "Every command can be given as it stands there. "
        "The script goes on where it stopped:",
        "",
        "```sh",
        "scripts/new-terms 2h",
        "```",
        "",
        "## The terms",
        "",
        "| sequence | n | term | counted by | seconds | and by | seconds |",
        "|---|--:|--:|---|--:|---|--:|",
    ]
    for sequence, terms in with_news:
        for n, first, second in terms:
            lines.append(
                f"| {sequence.id} | {n} | {short(first['value'])} | {said(first)} | {first['seconds']:.1f} | {said(second)} | "
                f"{second['seconds']:.1f} |"
            )
    others = [(sequence, len(terms) - len(news[sequence.id])) for sequence, terms in found]
    others = [(sequence, count) for sequence, count in others if count]
    if others:
        lines += [
            "",
            "Terms past the lists that are in b-files of the OEIS or published elsewhere, or may be, were counted on the way, twice as "
            "well: "
            + ", ".join(f"{count} of {sequence.id}" for sequence, count in others)
            + ".",
        ]
    return "\n".join(lines + tables_text(folder)) + "\n"


def short(number):
    """A number, or its beginning and its length."""
    return number if len(number) <= MAX_DIGITS else f"{number[:20]}… ({len(number)} digits)"


def write(journal, sequences, folder):
    """Files of all that was counted twice, and the table."""
    found = [(sequence, terms) for sequence in sequences.values() if (terms := journal.past_the_list(sequence))]
    for sequence, terms in found:
        name = re.sub(r"^A(?=\d{6,}$)", "b", sequence.id)
        replace(folder / f"{name}.txt", bfile(sequence, terms))
    replace(folder / "README.md", document(found, folder))
    rows = [("sequence", "published", "ours", "new", "times of the last term")]
    for sequence, terms in found:
        n, *pair = terms[-1]
        new = sum(sequence.standing(each[0]) == "new" for each in terms)
        published = sequence.end - 1 if sequence.next is None else sequence.next - 1
        rows.append((sequence.id, str(published), str(n), str(new), " and ".join(shown(each["seconds"]) for each in pair)))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.rjust(width) if 0 < place < 4 else cell.ljust(width)
                        for place, (cell, width) in enumerate(zip(row, widths))).rstrip())  # fmt: skip
    once = sorted(key for key, counts in journal.counts.items() if is_open(journal, sequences.get(key[0]), key[1]))
    for sequence, n in once:
        print(f"{sequence}: a({n}) was not counted twice yet: not written")
    new = sum(sequence.standing(n) == "new" for sequence, terms in found for n, *_ in terms)
    print(f"{new} new terms in {len({s.id for s, terms in found if any(s.standing(n) == 'new' for n, *_ in terms)})} sequences")


def is_open(journal, sequence, n):
    """Whether a term past a list was counted, and not twice."""
    return sequence is not None and n >= sequence.end and journal.pair(sequence, n) is None
