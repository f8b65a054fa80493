"""docs/glossary.md defines the terms that entries declare: every word of their names, formulas, rules and units is plain
English (PLAIN) or stands there, and what stands there has a definition, a unit and a source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from layouts.plots import all_plots
from layouts.workload_plots import all_workload_plots
from scheduler.bounds import all_guarantees
from scheduler.columns import tables
from scheduler.engine.decision_log import KINDS, RULES
from scheduler.generators import all_generators
from scheduler.metrics import all_metrics
from scheduler.model.workload_options import OPTIONS
from scheduler.policies import all_policies
from scheduler.publications import PUBLICATIONS
from tests.cases.every_case import every_case
from tests.cases.sources import ROOT

GLOSSARY = ROOT / "docs" / "glossary.md"
# words that mean in the declarations what they mean in any English text, statistics and signs of formulas among them
PLAIN = set(
    [
        "a",
        "accepted",
        "after",
        "all",
        "alone",
        "an",
        "and",
        "another",
        "arrive",
        "as",
        "at",
        "awaits",
        "before",
        "begin",
        "behind",
        "better",
        "beyond",
        "busy",
        "by",
        "can",
        "changed",
        "chart",
        "complete",
        "count",
        "culprit",
        "days",
        "ddof",
        "delay",
        "delays",
        "does",
        "doing",
        "doubling",
        "each",
        "earlier",
        "earliest",
        "end",
        "ends",
        "equal",
        "error",
        "every",
        "fast",
        "fills",
        "first",
        "flags",
        "flow",
        "for",
        "free",
        "from",
        "gb",
        "get",
        "group",
        "h",
        "has",
        "have",
        "highest",
        "histogram",
        "hold",
        "hour",
        "hours",
        "how",
        "id",
        "idled",
        "in",
        "incomplete",
        "index",
        "instant",
        "integral",
        "interrupts",
        "is",
        "it",
        "iteration",
        "its",
        "jobs",
        "k",
        "kb",
        "kept",
        "killer",
        "kind",
        "label",
        "larger",
        "largest",
        "last",
        "later",
        "least",
        "left",
        "lengths",
        "line",
        "log",
        "long",
        "longer",
        "longest",
        "lost",
        "m",
        "made",
        "make",
        "max",
        "maximum",
        "mean",
        "median",
        "min",
        "minimum",
        "more",
        "most",
        "move",
        "moves",
        "much",
        "needed",
        "no",
        "nobody",
        "none",
        "not",
        "now",
        "number",
        "of",
        "off",
        "offer",
        "offered",
        "on",
        "one",
        "open",
        "or",
        "orders",
        "other",
        "others",
        "out",
        "over",
        "own",
        "p",
        "pays",
        "per",
        "plus",
        "point",
        "points",
        "previous",
        "program",
        "ptr",
        "ran",
        "ratio",
        "real",
        "rebuilt",
        "refuses",
        "relaxed",
        "resume",
        "room",
        "s",
        "seq",
        "short",
        "shortest",
        "simulated",
        "sizes",
        "skip",
        "smaller",
        "smallest",
        "so",
        "spread",
        "standard",
        "start",
        "started",
        "starts",
        "steps",
        "submitted",
        "sum",
        "take",
        "taken",
        "term",
        "th",
        "than",
        "that",
        "the",
        "their",
        "them",
        "these",
        "they",
        "time",
        "times",
        "to",
        "total",
        "two",
        "unfinished",
        "unknown",
        "used",
        "value",
        "values",
        "w",
        "want",
        "wanted",
        "was",
        "way",
        "were",
        "what",
        "where",
        "while",
        "who",
        "whole",
        "why",
        "with",
        "within",
        "without",
        "worse",
        "worst",
        "would",
        "x",
    ]
)


class Row(NamedTuple):
    """A row of the glossary."""

    terms: tuple[str, ...]
    meaning: str
    unit: str
    source: str


def rows() -> list[Row]:
    lines = [line for line in GLOSSARY.read_text().splitlines() if line.startswith("| **")]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    return [Row(tuple(term.strip() for term in first.strip("*").split(",")), *rest) for first, *rest in cells]


GLOSSARY_ROWS = rows()
SINGLE = {term.lower() for row in GLOSSARY_ROWS for term in row.terms if " " not in term}


def words(text: str) -> Iterator[str]:
    """The words of a text in small letters, names of people and functions left out."""
    for word in re.findall(r"[A-Za-z][A-Za-z-]*", text.replace("'s", "").replace("_", " ")):
        yield word.lower()


def stems(word: str) -> set[str]:
    """A word and what it is a form of: campaigns, campaign; queued, queue; sharing, share; delays, delay."""
    made = {word}
    for ending, other in (
        ("ies", "y"),
        ("es", ""),
        ("es", "e"),
        ("s", ""),
        ("ed", ""),
        ("ed", "e"),
        ("ing", ""),
        ("ing", "e"),
        ("ting", "t"),
        ("ning", "n"),
        ("ted", "t"),
    ):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            made.add(word.removesuffix(ending) + other)
    return made


DEFINED = {stem for row in GLOSSARY_ROWS for term in row.terms for word in words(term) for stem in stems(word)}


def declared() -> Iterator[tuple[str, str]]:
    """(where, text) of all names, formulas, rules and units that entries declare."""
    for metric in all_metrics().values():
        yield f"metric {metric.key}", f"{metric.title} {metric.formula} {metric.family} {metric.unit}"
    for plot in (*all_plots().values(), *all_workload_plots().values()):
        yield f"plot {plot.key}", plot.title
    for guarantee in all_guarantees().values():
        yield f"guarantee {guarantee.key}", f"{guarantee.title} {guarantee.promise} {guarantee.unit}"
    for policy in all_policies().values():
        yield f"policy {policy.key}", f"{policy.family} {policy.kind} {policy.wait_cause}"
    for kind in (*KINDS, *RULES):
        yield f"decision {kind}", kind
    for entry in (*all_policies().values(), *all_generators().values(), *all_metrics().values()):
        yield f"parameters of {entry.key}", " ".join(param.unit for param in entry.params)
    yield "options of the workload", " ".join(option.unit for option in OPTIONS.values())
    for name, columns in tables().items():
        yield f"table {name}", f"{name} {' '.join(columns)} {' '.join(term.unit for term in columns.values())}"


def test_every_declared_word_is_plain_or_defined():
    missing: dict[str, str] = {}
    for where, text in declared():
        for word in words(text):
            if not stems(word) & (PLAIN | DEFINED):
                missing.setdefault(word, where)
    assert not missing, "define these in docs/glossary.md: " + ", ".join(
        f"{word} ({where})" for word, where in missing.items()
    )


def test_a_defined_word_is_not_called_plain_and_no_plain_word_is_idle():
    assert set() == PLAIN & SINGLE
    used = {stem for _, text in declared() for word in words(text) for stem in stems(word)}
    assert used >= PLAIN, sorted(PLAIN - used)


@every_case(
    "term",
    [
        "makespan",
        "stretch",
        "bounded slowdown",
        "NUWT",
        "shadow time",
        "extra",
        "reservation",
        "campaign",
        "virtual schedule",
        "yield",
        "need",
        "shelf",
        "batch",
        "moldable task",
        "area",
        "load",
        "utilization",
        "demand",
        "backfilled",
        "warm-up",
        "fair start time",
        "think time",
        "tag",
        "penalty",
        "work exchange",
        "best effort",
        "lag",
        "divisible load",
    ],
)
def test_the_words_of_the_field_are_there(term):
    assert term in {one for row in GLOSSARY_ROWS for one in row.terms}


def test_terms_are_in_alphabetical_order_and_each_stands_once():
    first = [row.terms[0].casefold() for row in GLOSSARY_ROWS]
    assert first == sorted(first) and len(first) > 100
    every = [term.casefold() for row in GLOSSARY_ROWS for term in row.terms]
    assert len(every) == len(set(every)), sorted({term for term in every if every.count(term) > 1})


@every_case("row", GLOSSARY_ROWS)
def test_every_term_has_a_meaning_a_unit_and_a_source(row):
    assert row.meaning.endswith(".") and 1 <= len(re.findall(r"[.!?](?: |$)", row.meaning)) <= 3
    assert row.unit and row.source and "|" not in row.meaning
    years = re.findall(r"\b(?:19|20)\d\d\b", row.source)
    assert years or re.search(r"SWF|ours|usual|folklore|Parallel Workloads Archive|the paper named", row.source), (
        row.source
    )


def test_papers_are_named_as_everywhere():
    named = {word for row in GLOSSARY_ROWS for word in re.findall(r"\b[a-z]+(?:-[a-z]+)*-\d{4}\b", row.source)}
    assert named <= set(PUBLICATIONS) and len(named) >= 5


def test_readers_find_the_glossary():
    assert "(docs/glossary.md)" in (ROOT / "README.md").read_text()
    assert "(../glossary.md)" in (ROOT / "docs" / "reference" / "README.md").read_text()
