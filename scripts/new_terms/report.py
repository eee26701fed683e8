"""The output: a b-file of every sequence, and a page that lists the new terms and how they were checked."""

import pathlib
import re
import string

from .tables import tables_text
from .text import replace, shown
from .way import said

# The longest number in the page. Longer ones are in the b-files.
MAX_DIGITS = 60
MARKS = {
    "b-file": "Past the list of the entry, in its b-file or elsewhere as far as we know; counted here, each term twice:",
    "past the list": "Past the list of the entry; counted here, each term twice; published elsewhere, perhaps:",
    "new": "New: not published as far as we know; counted here, each term twice:",
}


def bfile(sequence, terms):
    """Returns the b-file of a sequence: all terms, with a comment before those past the list. If the
    published b-file has many more terms, the file contains only terms after it."""
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
    """Fills in page.md: the new terms, how they were checked, and how to repeat the counts."""
    news = [(sequence, new) for sequence, terms in found if (new := [term for term in terms if is_new(sequence, term)])]
    hard = [(sequence, terms) for sequence, terms in news if sequence.keywords and not sequence.formula]
    page = string.Template((pathlib.Path(__file__).parent / "page.md").read_text(encoding="utf-8"))
    text = page.substitute(
        number=sum(len(terms) for _, terms in news),
        sequences=len(news),
        hard=sum(len(terms) for _, terms in hard),
        hard_sequences=len(hard),
        looked_up=sum(sequence.is_looked_up for sequence, _ in news),
        summary="\n".join(summary(sequence, terms) for sequence, terms in news),
        terms="\n".join(row(sequence, *term) for sequence, terms in news for term in terms),
    )
    others = [(sequence, sum(not is_new(sequence, term) for term in terms)) for sequence, terms in found]
    others = ", ".join(f"{count} of {sequence.id}" for sequence, count in others if count)
    if others:
        text += ("\nOther terms past the lists are in b-files of the OEIS, or are or may be published elsewhere. They were also "
                 f"counted twice: {others}.\n")  # fmt: skip
    return "\n".join([text.rstrip("\n"), *tables_text(folder)]) + "\n"


def is_new(sequence, term):
    return sequence.standing(term[0]) == "new"


def summary(sequence, terms):
    """Returns the row of a sequence."""
    longest = max(count["seconds"] for _, *pair in terms for count in pair)
    return (f"| [{sequence.id}](https://oeis.org/{sequence.id}) | `{' '.join([sequence.family, *sequence.options])}` | "
            f"{sequence.next - 1} | {terms[-1][0]} | {len(terms)} | {sequence.by_formula(terms)} | {sequence.keywords} | "
            f"{shown(longest)} |")  # fmt: skip


def row(sequence, n, first, second):
    """Returns the row of a term."""
    return (f"| {sequence.id} | {n} | {short(first['value'])} | {said(first)} | {first['seconds']:.1f} | {said(second)} | "
            f"{second['seconds']:.1f} |")  # fmt: skip


def short(number):
    """Returns a number, or its beginning and its length."""
    return number if len(number) <= MAX_DIGITS else f"{number[:20]}… ({len(number)} digits)"


def write(journal, sequences, folder):
    """Writes the files of all terms that were counted twice, and prints the table."""
    found = [(sequence, terms) for sequence in sequences.values() if (terms := journal.past_the_list(sequence))]
    for sequence, terms in found:
        name = re.sub(r"^A(?=\d{6,}$)", "b", sequence.id)
        replace(folder / f"{name}.txt", bfile(sequence, terms))
    replace(folder / "README.md", document(found, folder))
    rows = [("sequence", "published", "ours", "new", "times of the last term")]
    for sequence, terms in found:
        n, *pair = terms[-1]
        new = sum(is_new(sequence, each) for each in terms)
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
    """Whether a term past a list was counted, but not twice."""
    return sequence is not None and n >= sequence.end and journal.pair(sequence, n) is None
