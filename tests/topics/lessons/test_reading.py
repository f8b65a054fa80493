"""A lesson's file: what is wrong is said with its line, and a folder of one's own is read with suspicion."""

from __future__ import annotations

import re

import pytest

from scheduler.errors import FormatError
from scheduler.registry import has_topic
from scheduler.topics.lessons.cases import Case, name_of, split
from scheduler.topics.lessons.reading import read
from scheduler.topics.lessons.shelf import FILES, OWN, all_lessons, shelf
from scheduler.topics.lessons.texts import filled
from tests.cases.every_case import every_case
from tests.cases.small_log import is_one_sentence

GOOD = (FILES / "convoy.toml").read_text()


def test_a_lesson_is_read():
    lesson = read(GOOD.encode(), "convoy")
    assert (lesson.title, lesson.processors, len(lesson.jobs), lesson.seconds) == ("The convoy", 4, 8, 60)
    assert [step.kind for step in lesson.steps][:3] == ["tell", "look", "predict"]


@every_case(
    "old, new, said",
    [
        ('unit = "min"', 'unit = "weeks"', "unit is 'weeks'; wanted: one of s, min, h, d"),
        ("processors = 4", "processors = 0", "processors is '0'"),
        ("processors = 4", "processors = 3", "at most the machine's 3"),
        ("[0, 2, 10]", "[0, 2]", "rows of 3 numbers"),
        ("[0, 2, 10]", "[0, 2, -1]", "rows of 3 numbers"),
        ("[0, 2, 10]", "[0, 2, 0]", "a runtime above 0"),
        ('rules = ["fcfs", "easy"]', 'rules = ["fcfs", "eazy"]', "did you mean easy"),
        ('kind = "look"', 'kind = "watch"', "kind of step 2 is 'watch'"),
        ('ask = "draw"', 'ask = "guess"', "ask of step 6 is 'guess'"),
        ("at {wide} in both", "at {width} in both", "'{width}'; wanted: a name of the table [values]"),
        ("job = 2, rule", "job = 22, rule", "the number of a job"),
        ('of = "mean wait"', 'of = "average wait"', "one of start, end"),
        ("jitter = {submit = 1", "jitter = {submit = 0.5", "whole number of units"),
        ('title = "The convoy"', 'titel = "The convoy"', "no such field"),
        ('group = {of = "earlier"', 'group = {of = "sooner"', "one of earlier"),
        (', than = "fcfs"', "", "than in it, too, for jobs that are earlier"),
        ('rules = ["fcfs", "easy"]', 'rules = ["fcfs", "easy depth=3"]', "There is no parameter 'depth'"),
        (
            'rules = ["fcfs", "easy"]',
            'rules = ["fcfs", "conservative compression=xyz"]',
            "wanted: one of start, arrival, rebuild",
        ),
        ('kind = "look"', 'kind = "look"\nrule = "fcfs"', "rule of step 2 is 'fcfs'; wanted: no such field"),
        ("jitter = {submit = 1", "jitter = 3 #", "a table such as {submit = 2, runtime = 8}"),
        ('is = ">"', 'is = "=="', "is = one of <, <=, =, >=, >"),
        ('wide = {of = "start", job = 2', 'wide = {of = "start"', "job = a number in it, too, for start is of a job"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(old, new, said):
    assert old in GOOD
    with pytest.raises(FormatError) as error:
        read(GOOD.replace(old, new, 1).encode(), "convoy")
    assert re.search(re.escape(said), str(error.value)) and re.search(r"convoy\.toml, line \d+: ", str(error.value))


OF_SLURM = FILES.parents[1] / "slurm" / "lessons"
with_settings = pytest.mark.skipif(not has_topic("slurm"), reason="only lessons about Slurm have settings")


@pytest.fixture
def limits() -> str:
    """A lesson whose rules have settings."""
    return (OF_SLURM / "slurm_partition_limit.toml").read_text()


@with_settings
def test_settings_stand_for_their_rule_and_jobs_have_a_partition(limits):
    lesson = read(limits.encode(), "limit")
    assert split(lesson.rules[1]) == (
        "slurm",
        {"partitions": "1:long Nodes=1-3; 2:short Nodes=4 MaxTime=1800", "batch_sched_delay": "0"},
    )
    assert [name_of(rule) for rule in lesson.rules] == ["Slurm, all nodes for all", "Slurm, node 4 for short jobs"]
    assert lesson.values["mean_kept"].rule == lesson.rules[1] == lesson.steps[6].rule
    assert Case(lesson, 0, lesson.jobs).workload.jobs.partition.tolist() == [1, 1, 1, 2, 1, 2, 2]
    urgent = read((OF_SLURM / "slurm_urgent_jobs.toml").read_bytes(), "urgent")
    assert Case(urgent, 0, urgent.jobs).workload.jobs.queue.tolist() == [1, 1, 2]


@with_settings
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('called = "all nodes for all"\n', "", "policy, called and params below it"),
        ("[settings.shared]", "[settings.fcfs]", "a name of its own"),
        ("[settings.shared]", "[settings.Shared]", "a name of its own"),
        ('called = "all nodes for all"', "called = 'all \"nodes\"'", "without quotation marks"),
        ("1:long; 2:short", "", "none of them empty"),
        ("batch_sched_delay = 0", "batch_sched_dely = 0", "There is no parameter 'batch_sched_dely'"),
        ("batch_sched_delay = 0", "batch_sched_delay = -1", "batch_sched_delay"),
        ('policy = "slurm"', 'policy = "slrum"', "did you mean slurm"),
        ('rules = ["shared", "kept"]', 'rules = ["shard", "kept"]', "rules is 'shard'"),
    ],
)
def test_settings_that_cannot_be_are_refused_with_their_line(limits, old, new, said):
    assert old in limits
    with pytest.raises(FormatError) as error:
        read(limits.replace(old, new, 1).encode(), "limit")
    line = int(re.search(r"limit\.toml, line (\d+): ", str(error.value))[1])
    assert said in str(error.value) and (
        "settings" in limits.splitlines()[line - 1] or "rules" in limits.splitlines()[line - 1]
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('same_start = "wide = wide_fcfs"', "same_start = 3", "names of [values] and numbers compared"),
        (
            'same_start = "wide = wide_fcfs"',
            'same_start = "wide == wide_fcfs"',
            "names of [values] and numbers compared",
        ),
        (
            'same_start = "wide = wide_fcfs"',
            'same_start = "wide = width"',
            "same_start is 'wide = width'; wanted: names",
        ),
        ('same_start = "wide = wide_fcfs"', 'same_start = "wide = passing"', "names of [values] and numbers compared"),
        (
            'same_start = "wide = wide_fcfs"',
            'same_start = "wide = 1 or wide = 2"',
            "names of [values] and numbers compared",
        ),
        ("{same_start:", "{same_strt:", "'{same_strt: ...}'; wanted: a name of the table [claims]"),
        ("{same_start:", "{same_start: {passed: x}", "clauses such as {name: words}"),
        (
            'narrower = {count = {of = "narrower", rule = "fcfs", job = 2}}',
            'narrower = {count = {of = "narrower"}}',
            "rule",
        ),
        ("{difference = [{of", "{difference = [3, {of", "two values in [ ] for difference"),
        ('[{of = "machine"}, {of = "processors", job = 1}]', '[{of = "machine"}, 3]', "two values of one kind"),
        ("[claims]", "[claims]\nplace = 3", "above the line [values] or [claims]"),
    ],
)
def test_a_bad_claim_is_refused_with_its_line(old, new, said):
    assert old in GOOD
    source = GOOD.replace("place = 40\n", "", 1) if "place" in new else GOOD
    with pytest.raises(FormatError) as error:
        read(source.replace(old, new, 1).encode(), "convoy")
    assert said in str(error.value) and re.search(r"convoy\.toml, line \d+: ", str(error.value))


@with_settings
def test_texts_of_a_lesson_without_claims_stay_as_they_are(limits):
    """Braces with a colon were text before there were claims."""
    source = "\n".join(line for line in limits.splitlines() if not re.match(r"\w+ = \".* [<>=]+ ", line))
    text = re.sub(r"\{\w+: ((?:[^{}]|\{\w+\})*)\}", r"\1", source.replace("[claims]\n", ""))
    lesson = read(text.replace("A cluster has", "A cluster {a: b} has").encode(), "limit")
    assert not lesson.claims and filled(Case(lesson, 0, lesson.jobs), lesson.steps[0].text).startswith(
        "A cluster {a: b}"
    )


def test_a_field_below_the_values_is_sent_above_them():
    late = GOOD.replace('unit = "min"\n', "", 1).replace("[values]\n", '[values]\nunit = "min"\n', 1)
    line = late.splitlines().index('unit = "min"') + 1
    with pytest.raises(FormatError, match=rf"line {line}: unit is 'min'; wanted: this line above the line \[values\]"):
        read(late.encode(), "convoy")


def test_the_line_is_that_of_the_step():
    broken = GOOD.replace('ask = "draw"', 'ask = "guess"')
    line = next(number for number, text in enumerate(broken.splitlines(), 1) if "guess" in text)
    with pytest.raises(FormatError, match=f"line {line}: ask of step 6"):
        read(broken.encode(), "convoy")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"title = ",
        b"a = [" * 5_000,
        b"title = 'x'\nsteps = 3",
        b"title = 'x'\n[steps]\na = 1",
        b"\x00" * 100,
    ],
)
def test_what_is_no_lesson_is_refused_in_a_sentence(content):
    with pytest.raises(FormatError) as error:
        read(content, "mine")
    assert "mine.toml" in str(error.value)


def test_names_of_files_are_checked():
    for name in ("../x", "A", "", "x" * 50, "a-b", "<b>"):
        with pytest.raises(FormatError):
            read(GOOD.encode(), name)


def test_a_folder_of_ones_own(tmp_path, monkeypatch):
    monkeypatch.setenv(OWN, str(tmp_path))
    (tmp_path / "mine.toml").write_text(GOOD.replace("The convoy", "<img src=x onerror=alert(1)>"))
    (tmp_path / "convoy.toml").write_text(GOOD)
    (tmp_path / "broken.toml").write_text("title = ")
    (tmp_path / "large.toml").write_bytes(b"#" * 70_000)
    assert all_lessons()["mine"].title == "<img src=x onerror=alert(1)>"
    problems = shelf().problems
    assert len(problems) == 3 and any("name of another lesson" in one for one in problems)
    assert all(is_one_sentence(one) or ".toml" in one for one in problems)
    (tmp_path / "broken.toml").unlink()
    assert len(shelf().problems) == 2


def test_a_folder_that_is_not_there(monkeypatch):
    monkeypatch.setenv(OWN, "/nowhere")
    assert "convoy" in all_lessons()
