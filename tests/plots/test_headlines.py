"""The line under a figure: one quantity of every run, at most 20 words, and the same numbers as in all it says."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from layouts.frame.controls import spoken
from layouts.plots import all_plots, gantt
from layouts.plots.gantts import difference_chart, overlay_chart
from layouts.state.view import View
from layouts.words.contrasts import WORDS, contrast, counted, line_and_whole
from layouts.workload_plots import all_workload_plots
from scheduler.durations import human
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.results import sources
from scheduler.simulate import simulate
from tests.cases import moldable, small
from tests.plots.test_plots import recorded, shown, waited, work

POLICIES = ("fcfs", "easy", "backfill", "sjf", "conservative", "ljf")


@pytest.fixture(scope="module")
def six():
    made = work()
    return [shown(simulate(made, key), at, key.upper()) for at, key in enumerate(POLICIES)]


def line(plot, runs) -> str:
    headline = plot.headline(runs, View()) if plot.headline else ""
    return line_and_whole(plot.caption(runs, View()), headline)[0].replace("\u00a0", " ")


def test_one_run_two_many_and_equal_ones():
    values = [("A", 60.0), ("B", 7_200.0), ("C", 30.0)]
    assert contrast("Half wait at most", values[:1], human) == "Half wait at most 1\u00a0min\u00a000\u00a0s under A."
    assert (
        contrast("Half wait at most", values[:2], human)
        == "Half wait at most 1\u00a0min\u00a000\u00a0s under A and 2\u00a0h\u00a000\u00a0min under B."
    )
    assert (
        contrast("Half wait at most", values, human)
        == "Half wait at most 30\u00a0s under C to 2\u00a0h\u00a000\u00a0min under B."
    )
    assert (
        contrast("Half wait at most", [("A", 60.0), ("B", 60.2)], human)
        == "Half wait at most 1\u00a0min\u00a000\u00a0s under A and B."
    )
    assert (
        contrast("Half wait at most", [("A", 60.0), ("B", 60.2), ("C", 60.1)], human)
        == "Half wait at most 1\u00a0min\u00a000\u00a0s under A, B and C."
    )
    assert contrast("Half wait at most", [], human) == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("One two three.", 3),
        ("24 min 12 s under A", 3),
        ("15.6 % under FCFS", 3),
        ("more than 24 min", 3),
        ("user 105 with 3 jobs", 5),
    ],
)
def test_a_number_with_its_unit_is_one_word(text, words):
    assert counted(text) == words


def test_the_line_has_the_first_sentences_that_are_short_together_and_never_a_part_of_one():
    long = f"Half wait an hour; {'and ' * 20}more."
    assert line_and_whole(["It is short.", "So is this."]) == ("It is short. So is this.", "")
    assert line_and_whole(["It is short.", long, "So?"]) == ("It is short.", f"It is short. {long} So?")
    assert line_and_whole([long, "So?"]) == (long, f"{long} So?") and line_and_whole([long]) == (long, "")
    assert line_and_whole(["Yes."], "Headline.") == ("Headline.", "Yes.") and line_and_whole([]) == ("", "")
    assert line_and_whole(["word " * 10 + "end.", "word " * 9, "end."])[0] == "word " * 10 + "end. " + "word " * 9


@pytest.mark.parametrize("count", [1, 2, 6])
def test_every_plot_says_one_short_line(six, count):
    runs = six[:count]
    lines = {key: line(plot, runs) for key, plot in all_plots().items() if plot.applies(runs)}
    lines["gantts"] = gantt.headline(runs, View())
    if count > 1:
        lines |= {module.__name__: module.headline(runs, View()) for module in (overlay_chart, difference_chart)}
    assert len(lines) > 14 and all(text.endswith(".") for text in lines.values())
    assert not {key: text for key, text in lines.items() if counted(text) > WORDS}


def test_the_shortest_jobs_and_no_runs_have_their_lines_too():
    for rows in ([(0.0, 0.001, 1)], [(0.0, 0.001, 1), (0.0, 0.001, 2)]):
        made = small.workload(rows, 4)
        runs = [shown(simulate(made, key), at, key.upper()) for at, key in enumerate(("fcfs", "easy"))]
        for plot in all_plots().values():
            assert not plot.applies(runs) or line(plot, runs)
        assert (
            line(gantt.PLOT, runs)
            and gantt.headline(runs, View()) == "The longest wait is 0\u00a0s under FCFS and EASY."
        )
    for plot in all_plots().values():
        assert not plot.applies([]) or line(plot, [])
    assert gantt.headline([], View()) == ""


def test_every_picture_of_a_workload_says_one_short_line():
    samples = [workload(sample(one.name)) for one in sources.samples()]
    dated = replace(work(), platform=replace(work().platform, start_time=847_100_001, time_zone="UTC"))
    for made in (work(), waited(), recorded(), dated, small.workload([(0.0, 5.0, 1)], 4), *samples):
        captions = {key: plot.caption(made) for key, plot in all_workload_plots().items() if plot.applies(made)}
        sentences = [one for caption in captions.values() for one in caption]
        assert not [one for one in sentences if not one.endswith(".") or one[0].islower()]
        lines = {key: line_and_whole(caption)[0] for key, caption in captions.items()}
        assert len(lines) > 3 and not {key: text for key, text in lines.items() if counted(text) > WORDS}


def test_plots_of_other_workloads_say_one_short_line():
    made = moldable.workload([[6, 3, 2], [4, 2, 2], [9, 5, 3]], 3)
    runs = [shown(simulate(made, "mrt"), 0, "MRT")]
    plot = all_plots()["allotments"]
    assert re.fullmatch(r"Half of the tasks run on at most \d+ processors? under MRT\.", line(plot, runs))


def test_numbers_are_those_of_all_that_is_said(six):
    for key in (
        "waits",
        "stretches",
        "nuwt_bars",
        "nuwt_cdf",
        "wait_reasons",
        "idle_reasons",
        "underutilization",
        "users",
    ):
        plot, runs = all_plots()[key], six[:2]
        numbers = re.findall(r"\d[\d.]*\d(?: (?:%|h \d+ min|min \d+ s))?", line(plot, runs))
        assert len(numbers) == 2 and not [one for one in numbers if one not in " ".join(plot.caption(runs, View()))]


def test_all_that_is_said_stands_above_the_table():
    figure = spoken(
        "Title", "Why?", ["A long one; " + "word " * 20 + "end."], None, [{"a": 1}], "one", headline="A short one."
    )
    assert figure.children[2].children == "A short one."
    summary, words, _ = figure.children[3].children.children
    assert words.children.startswith("A long one; ") and summary.children == "In words, and as a table (1 row)"
    assert spoken("Title", "Why?", ["Short."], None, (), "one").children[3].children is None
