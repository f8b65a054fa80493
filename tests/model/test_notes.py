"""Notes are data: every rule has one phrase, values survive the store, and old notes keep their sentence."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from scheduler.durations import duration
from scheduler.formats import swf
from scheduler.model.notes import FAMILIES, PHRASES, Note, percent
from scheduler.model.workload_options import WorkloadOptions
from scheduler.preparation.build import workload
from tests.pages.test_log_notes import LOG

pytestmark = pytest.mark.core
MAKERS = ("Note", "note", "_note", "say")


def rules() -> Iterator[str]:
    """Every rule that the sources name where they make a note; of a family, how its rules begin."""
    for path in Path("scheduler").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and node.args:
                function, first = node.func, node.args[0]
                name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
                if name in MAKERS and isinstance(first, ast.Constant) and str(first.value).isidentifier():
                    yield first.value


def test_every_rule_that_the_sources_name_has_a_phrase():
    named = set(rules())
    assert len(named) > 60 and not named - set(PHRASES)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"unallocated": "keep", "overrun": "extend", "load": 0.5},
        {"size": "allocated", "estimates": "popular", "popular": 2},
        {"estimates": "uniform", "cap": 90, "first": 2},
        {"unrequested": "longest", "campaigns": "inferred", "overlap": "zero"},
        {"needs": "drawn", "first_cpu": 2, "where": "processors<9"},
        {"needs": "recorded", "cores": 2, "node_memory": 1},
        {"campaigns": "inferred", "think": "exponential", "clusters": "2,2"},
    ],
)
def test_notes_come_back_from_json_as_they_were(options):
    notes = workload(swf.read((LOG + "; more\n7 1 2\n").encode(), "noted.swf"), WorkloadOptions(**options)).notes
    records = json.loads(json.dumps([note.describe() for note in notes]))
    assert len(notes) > 4 and tuple(map(Note.of_record, records)) == notes
    assert [record["text"] for record in records] == [note.text for note in notes]


def test_a_note_that_was_kept_without_its_values_keeps_its_sentence():
    old = {"rule": "wide_dropped", "text": "2 jobs too wide.", "count": 2, "lines": [7, 9], "level": "repair"}
    note = Note.of_record(old)
    assert (note.text, note.count, note.lines, note.values) == ("2 jobs too wide.", 2, (7, 9), {})
    assert note.describe() == old and Note.of_record(note.describe()) == note


@pytest.mark.parametrize("change", [{"rule": "no_longer"}, {"values": {"most": 4}}, {"values": {"way": "x"}}])
def test_a_note_whose_phrase_is_another_by_now_keeps_its_sentence(change):
    record = Note("wide_dropped", 1, (), "repair", {"way": "machine", "most": 4, "unit": "processors"}).describe()
    assert Note.of_record(record | change).text == "1 job wider than the machine of 4 processors left out."


def test_a_sentence_agrees_with_its_number_and_names_its_file():
    note = Note("values_unread", 1, values={"key": "res"})
    assert note.text == "1 job has something else than a number as res, which counts as missing."
    two = replace(note, count=2_000, file="a.json")
    assert two.text == "a.json: 2,000 jobs have something else than a number as res, which counts as missing."
    assert Note.of_record(two.describe()) == two


def test_rules_of_a_family_share_a_phrase():
    assert all(family in PHRASES for family in FAMILIES)
    note = Note("left_out_flurries", 3, values={"where": "window", "title": "Flurries"})
    assert note.text == "3 jobs of the window of the finding 'Flurries' left out."


def test_shares_are_never_rounded_to_nothing_and_lengths_have_no_part_that_is_zero():
    assert [percent(share) for share in (0.247, 0.003, 0.000042)] == ["24.7 %", "0.30 %", "0.0042 %"]
    assert [duration(seconds) for seconds in (1_800, 5_400, 3_600, 45)] == ["30 min", "1 h 30 min", "1 h", "45 s"]
