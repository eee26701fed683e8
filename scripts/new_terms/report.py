"""The output: a b-file of every sequence, a page of new terms, and a page of checked formulas.

A term past the published ones is new if the entry has no formula. If the entry has one, the counts check the
formula. A term is on one of the two pages."""

import pathlib
import re
import string

from .findings import counted, formulas, write_findings
from .program import ROOT
from .tables import tables_text
from .text import replace, shown
from .way import in_short, said

# The two folders, and the page in each.
NEW, FORMULAS = "new-terms", "checked-formulas"
PAGES = {NEW: "page.md", FORMULAS: "formulas.md"}
# The longest number in the page. Longer ones are in the b-files.
MAX_DIGITS = 60
MARKS = {
    "b-file": "Past the list of the entry, in its b-file or elsewhere as far as we know; counted here, each term twice:",
    "past the list": "Past the list of the entry; counted here, each term twice; published elsewhere, perhaps:",
    "new": "New: not published as far as we know; counted here, each term twice:",
    "formula": "Past the published terms of an entry with a formula; counted here, each term twice:",
}


def folder_of(sequence):
    return FORMULAS if sequence.formula else NEW


def name_of(sequence):
    """Returns the name of the b-file."""
    return re.sub(r"^A(?=\d{6,}$)", "b", sequence.id) + ".txt"


def bfile(sequence, terms):
    """Returns the b-file of a sequence: all terms, with a comment before those past the list. If the
    published b-file has many more terms, the file contains only terms after it."""
    last, version = terms[-1][0], terms[-1][1]["version"]
    is_whole = sequence.start == sequence.end
    journal = "../new-terms/journal.jsonl" if sequence.formula else "journal.jsonl"
    lines = [
        f"# {sequence.id}: {sequence.name}",
        f"# Table of n, a(n) for n = {sequence.offset if is_whole else sequence.start}..{last}",
    ]
    if is_whole:
        lines += [
            f"# The terms up to n = {sequence.end - 1} are those of the entry: The On-Line Encyclopedia of Integer Sequences, "
            "https://oeis.org, CC BY-SA 4.0",
            f"# The others were counted as {sequence.family} by armistice {version}: {journal}",
        ]
        lines += [f"{n} {term}" for n, term in enumerate(sequence.terms, sequence.offset)]
    else:
        lines += [
            f"# To go after the b-file of the entry, which ends with n = {sequence.start - 1}",
            f"# The terms were counted as {sequence.family} by armistice {version}: {journal}",
        ]
    standing = "list"
    for n, first, _ in terms:
        if sequence.standing(n) != standing:
            standing = sequence.standing(n)
            lines.append(f"# {MARKS['formula' if sequence.formula and standing == 'new' else standing]}")
        lines.append(f"{n} {first['value']}")
    return "\n".join(lines) + "\n"


def page(folder, values):
    """Fills in the page of a folder."""
    text = (pathlib.Path(__file__).parent / PAGES[folder]).read_text(encoding="utf-8")
    return string.Template(text).substitute(values).rstrip("\n")


def new_terms(found, folder):
    """Returns the page of the terms of entries without a formula."""
    found = [(sequence, terms) for sequence, terms in found if not sequence.formula]
    news = unpublished(found)
    left = [sequence.id for sequence, _ in news if not sequence.is_looked_up]
    hard = [(sequence, terms) for sequence, terms in news if sequence.keywords]
    text = page(NEW, {
        "number": total(news),
        "sequences": len(news),
        "hard": total(hard),
        "hard_sequences": len(hard),
        "fitted": by_our_formulas(news),
        "not_looked_up": f" We did not look up {', '.join(left)}, which may have a formula." if left else "",
        "summary": "\n".join(summary(sequence, terms) for sequence, terms in news),
        "terms": "\n".join(row(sequence, *term) for sequence, terms in news for term in terms),
    })  # fmt: skip
    others = [(sequence, sum(not is_past(sequence, term) for term in terms)) for sequence, terms in found]
    others = ", ".join(f"{count} of {sequence.id}" for sequence, count in others if count)
    if others:
        text += ("\n\nOther terms past the lists are in b-files of the OEIS, or are or may be published elsewhere. They were "
                 f"also counted twice: {others}.")  # fmt: skip
    return "\n".join([text, *tables_text(folder)]) + "\n"


def checked_formulas(found, journal):
    """Returns the page of the counts that check formulas of entries."""
    checked = unpublished((sequence, terms) for sequence, terms in found if sequence.formula)
    compared = {sequence.id: sequence.formula.compared(sequence, terms, journal) for sequence, terms in checked}
    agree = [each for each in compared.values() if each[0] and not each[1]]
    differ = [name for name, each in compared.items() if each[1]]
    left = [name for name, each in compared.items() if not any(each)]
    result = []
    if agree and len(agree) == len(checked):
        result.append("We compared every formula, and each agrees with all counts.")
    elif agree:
        result.append(f"{len(agree)} of the formulas agree with all {sum(count for count, _ in agree)} counts.")
    if differ:
        result.append(f"The formula differs from a count of {', '.join(differ)}.")
    if left:
        result.append(f"We did not compare the formula of {', '.join(left)}.")
    rows = "\n".join(checked_row(sequence, terms, *compared[sequence.id]) for sequence, terms in checked)
    return page(FORMULAS, {
        "number": total(checked),
        "sequences": len(checked),
        "result": " ".join(result),
        "summary": rows,
    }) + "\n"  # fmt: skip


def unpublished(found):
    """Returns the terms past the published ones, of the sequences that have such terms."""
    return [(sequence, past) for sequence, terms in found if (past := [term for term in terms if is_past(sequence, term)])]


def is_past(sequence, term):
    return sequence.standing(term[0]) == "new"


def total(found):
    return sum(len(terms) for _, terms in found)


def by_our_formulas(news):
    """Returns a sentence about the sequences whose terms our own formulas give."""
    text = (ROOT / "results/formulas/registry.md").read_text(encoding="utf-8")
    has_formula = {number for number, *_ in formulas(text)}
    ours = [(sequence, terms) for sequence, terms in news if sequence.id in has_formula]
    if not ours:
        return "`armistice formula` finds no formula of these entries either."
    names = ", ".join(sequence.id for sequence, _ in ours)
    return (f"The entries {names}, with {total(ours)} of the new terms, have no formula, but `armistice formula` finds one "
            "([table](../formulas/registry.md)). Their terms are the least surprising ones.")  # fmt: skip


def ways(terms):
    """Returns the pairs of ways in which the terms of a sequence were counted."""
    pairs = (sorted((in_short(count) for count in pair), key=lambda way: (len(way), way)) for _, *pair in terms)
    return "; ".join(dict.fromkeys(", and ".join(pair) for pair in pairs))


def first_cells(sequence, terms, link):
    """Returns the cells that both tables begin with."""
    family = " ".join([sequence.family, *sequence.options])
    return (f"| [{sequence.id}](https://oeis.org/{sequence.id}) | `{family}` | {sequence.next - 1} | "
            f"[{terms[-1][0]}]({link}) | {len(terms)} |")  # fmt: skip


def longest(terms):
    return shown(max(count["seconds"] for _, *pair in terms for count in pair))


def summary(sequence, terms):
    """Returns the row of a sequence without a formula."""
    keywords = sequence.keywords if sequence.is_looked_up else "not looked up"
    return f"{first_cells(sequence, terms, name_of(sequence))} {ways(terms)} | {keywords} | {longest(terms)} |"


def checked_row(sequence, terms, agree, differ):
    """Returns the row of a sequence with a formula."""
    result = f"DIFFERS from {differ}" if differ else f"agrees with {agree}" if agree else "not compared"
    return (f"{first_cells(sequence, terms, name_of(sequence))} {sequence.formula.described()} | {result} | {ways(terms)} | "
            f"{longest(terms)} |")  # fmt: skip


def result(sequence, terms, journal):
    """Returns the formula of an entry in words, with the result unless it agrees with all terms."""
    if not sequence.formula:
        return "-"
    agree, differ = sequence.formula.compared(sequence, terms, journal)
    described = sequence.formula.described().strip("`")
    return f"{described}, which differs" if differ else described if agree else f"{described}, not compared"


def row(sequence, n, first, second):
    """Returns the row of a term."""
    return (f"| {sequence.id} | {n} | {short(first['value'])} | {said(first)} | {first['seconds']:.1f} | {said(second)} | "
            f"{second['seconds']:.1f} |")  # fmt: skip


def short(number):
    """Returns a number, or its beginning and its length."""
    return number if len(number) <= MAX_DIGITS else f"{number[:20]}… ({len(number)} digits)"


def write(journal, sequences, results):
    """Writes the files of all terms that were counted twice, and prints the table."""
    found = [(sequence, terms) for sequence in sequences.values() if (terms := journal.past_the_list(sequence))]
    for sequence, terms in found:
        for folder in PAGES:
            path = results / folder / name_of(sequence)
            if folder == folder_of(sequence):
                replace(path, bfile(sequence, terms))
            else:
                # A formula was found in the entry, or turned out to be none.
                path.unlink(missing_ok=True)
    replace(results / NEW / "README.md", new_terms(found, results / NEW))
    replace(results / FORMULAS / "README.md", checked_formulas(found, journal))
    past = unpublished(found)
    write_findings([line for each, terms in past for line in counted(each, terms, result(each, terms, journal))], results)
    rows = [("sequence", "published", "ours", "past", "formula", "times of the last term")]
    for sequence, terms in found:
        n, *pair = terms[-1]
        past = sum(is_past(sequence, each) for each in terms)
        published = sequence.end - 1 if sequence.next is None else sequence.next - 1
        formula = "yes" if sequence.formula else "no" if sequence.is_looked_up else "?"
        times = " and ".join(shown(each["seconds"]) for each in pair)
        rows.append((sequence.id, str(published), str(n), str(past), formula, times))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.rjust(width) if 0 < place < 4 else cell.ljust(width)
                        for place, (cell, width) in enumerate(zip(row, widths))).rstrip())  # fmt: skip
    once = sorted(key for key, counts in journal.counts.items() if is_open(journal, sequences.get(key[0]), key[1]))
    for sequence, n in once:
        print(f"{sequence}: a({n}) was not counted twice yet: not written")
    news = unpublished(each for each in found if not each[0].formula)
    checked = unpublished(each for each in found if each[0].formula)
    print(f"{total(news)} new terms in {len(news)} sequences without a formula")
    print(f"{total(checked)} terms in {len(checked)} sequences with a formula, which they check")


def is_open(journal, sequence, n):
    """Whether a term past a list was counted, but not twice."""
    return sequence is not None and n >= sequence.end and journal.pair(sequence, n) is None
