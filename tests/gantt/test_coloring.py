"""What colors tell: classes of sizes, stretches, reasons and changes, and that the scales can be read."""

from __future__ import annotations

from uuid import uuid4

import numpy as np
import pytest

from layouts import theme
from layouts.gantt import coloring, patterns
from layouts.gantt.coloring import Coloring
from layouts.gantt.rectangles import real
from layouts.plots import gantt
from layouts.state.view import COLORS, FinishedRun, View
from scheduler.analysis.placement import place
from scheduler.preparation.repairs import RULES
from scheduler.simulate import simulate
from tests.cases import moldable, small

SCHEMES = ("light", "dark")


def luminance(color: str) -> float:
    """Relative luminance as in WCAG 2."""
    part = np.array(theme.rgb(color)) / 255
    return float(np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4) @ (0.2126, 0.7152, 0.0722))


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def meant(found: Coloring) -> list[str]:
    """What is told of each job."""
    words = dict(found.words)
    return [words[index] for index in found.index.tolist()]


@pytest.fixture
def run():
    """Four jobs on four processors under FCFS: the second waits for the first, the others behind it."""
    work = small.workload([(0, 100, 3), (0, 10, 4), (0, 10, 1), (50, 20, 1)], 4, users=[1, 2, 1, 3])
    return simulate(work, "fcfs")


def test_users_by_their_numbers(run):
    found = coloring.coloring("user", run)
    assert meant(found) == ["1", "2", "1", "3"]
    assert found.hue(int(found.index[0]), "dark") == theme.HUES[0]  # most work


def test_sizes_are_powers_of_two():
    sizes = [1, 2, 3, 4, 5, 8, 9, 512, 513, 5_000]
    made = small.schedule(small.workload([(0, 1, size) for size in sizes], 5_000), np.arange(10.0))
    assert meant(coloring.coloring("size", made)) == [
        "1",
        "2",
        "3\u20134",
        "3\u20134",
        "5\u20138",
        "5\u20138",
        "9\u201316",
        "257\u2013512",
        "more than 512",
        "more than 512",
    ]


def test_the_size_is_what_was_allotted():
    made = small.schedule(small.workload([(0, 1, 1)], 8), [0.0])
    made.placed.processors[:] = 8
    assert meant(coloring.coloring("size", made)) == ["5\u20138"]


def test_stretches_in_classes():
    waits = [0, 1, 2, 10, 40, 90, 990, 991]
    made = small.schedule(small.workload([(0, 10, 1)] * 8, 8), waits)
    assert meant(coloring.coloring("stretch", made)) == [
        "1\u20131.1",
        "1\u20131.1",
        "1.1\u20132",
        "1.1\u20132",
        "2\u20135",
        "5\u201310",
        "10\u2013100",
        "more than 100",
    ]


def test_the_reason_that_held_a_job_longest(run):
    assert run.placed.start.tolist() == [0, 100, 110, 110]
    assert meant(coloring.coloring("reason", run)) == [
        "did not wait",
        "too few processors free",
        "kept free for the head of the queue",
        "kept free for the head of the queue",
    ]
    late = small.schedule(small.workload([(0, 5, 1), (1, 5, 1)], 2), [0, 4], policy="recorded")
    assert meant(coloring.coloring("reason", late)) == ["did not wait", "the log does not tell"]


def test_change_is_against_the_baseline(run):
    other = simulate(run.workload, "easy")
    assert other.placed.start.tolist() == [0, 100, 0, 50]
    found = coloring.coloring("change", other, run)
    small_, large = coloring.steps(run)
    assert (small_, large) == (2.0, 15.0)
    assert meant(found) == ["same", "same", "over 15 s less", "over 15 s less"]
    assert set(meant(coloring.coloring("change", run, run))) == {"same"}
    assert set(meant(coloring.coloring("change", run))) == {"same"}


@pytest.mark.parametrize(
    ("off", "words"),
    [
        (-99, "over 15 s less"),
        (-15, "to 15 s less"),
        (-2, "to 2 s less"),
        (0, "same"),
        (1e-9, "same"),
        (2, "to 2 s more"),
        (3, "to 15 s more"),
        (16, "over 15 s more"),
    ],
)
def test_classes_of_change(run, off, words):
    base = small.schedule(run.workload, [100.0, 100, 100, 110])
    other = small.schedule(run.workload, [100.0 + off, 100, 100, 110])
    assert meant(coloring.coloring("change", other, base))[0] == words


def test_long_logs_have_round_steps():
    base = small.schedule(small.workload([(0, 1e6, 1)], 1), [0])
    assert coloring.steps(base) == (600.0, 10_800.0)


@pytest.mark.parametrize("kind", COLORS)
def test_every_color_has_words_and_fits_a_palette(run, kind):
    found = coloring.coloring(kind, run, run)
    assert {index for index, _ in found.words} == set(found.index.tolist())
    for scheme in SCHEMES:
        assert len(found.hues[scheme]) <= theme.COLORS
        assert len(set(found.hues[scheme])) == len(found.hues[scheme]) or kind == "user"


@pytest.mark.parametrize("scheme", SCHEMES)
def test_scales_go_one_way_and_stand_out(scheme):
    for anchors in (coloring.MORE, coloring.LESS, coloring.LONGER):
        colors = coloring.scale(anchors[scheme], 11)
        levels = [luminance(color) for color in colors]
        assert levels == sorted(levels) or levels == sorted(levels, reverse=True)
        assert min(contrast(color, theme.BACKGROUND[scheme]) for color in anchors[scheme]) >= 3
    strong = [contrast(color, theme.BACKGROUND[scheme]) for color in coloring.MORE[scheme]]
    assert strong == sorted(strong)  # more stands out more


@pytest.mark.parametrize("scheme", SCHEMES)
def test_change_is_blue_and_orange_never_red_or_green(scheme):
    for color in coloring.LESS[scheme]:
        red, green, blue = theme.rgb(color)
        assert blue > green > red
    for color in coloring.LONGER[scheme]:
        red, green, blue = theme.rgb(color)
        assert red > green > blue


def test_unknown_colors_and_other_jobs_are_refused(run):
    with pytest.raises(ValueError, match="wanted: one of"):
        coloring.coloring("blue", run)
    with pytest.raises(ValueError, match="4 jobs"):
        coloring.coloring("change", run, small.schedule(small.workload([(0, 1, 1)], 1), [0]))


def test_codes_hold_hue_paleness_and_pattern():
    work = small.workload([(0, 1, 1)] * 3, 3, users=[1, 2, 3])
    work.jobs.repaired[2] = RULES["overrun_cut"]
    made = small.schedule(work, [0, 0, 0], flags=[0, 1, 1])
    found = coloring.coloring("user", made)
    codes = coloring.codes(found, made, np.array([True, False, True]))
    assert (codes & 15).tolist() == found.index.tolist()
    assert (codes & coloring.PALE > 0).tolist() == [False, True, False]
    assert (codes >> coloring.PATTERN).tolist() == [patterns.PLAIN, patterns.BACKFILLED, patterns.CUT]
    assert coloring.codes(found, made, None).max() < 256
    assert [pattern.words for pattern in patterns.present(made)] == ["backfilled", "cut at its requested time"]


# -- moldable tasks of one user


def of_tasks(users: int):
    tasks = moldable.workload([[6, 3]] * 10, 4)
    tasks.jobs.user_id[:], tasks.jobs.user[:] = np.arange(10) % users + 1, np.arange(10) % users
    return simulate(tasks, "lptf")


def test_moldable_tasks_of_one_user_are_told_apart_by_turns():
    run = of_tasks(1)
    found = coloring.coloring("user", run)
    assert (found.kind, found.index.tolist()) == ("job", [0, 1, 2, 3, 4, 5, 6, 7, 0, 1])
    assert found.words[:2] == ((0, "1, 9"), (1, "2, 10"))
    drawn = real(run, place(run))  # outlines of overlays take these
    assert drawn.color.tolist() == found.index[drawn.row].tolist()
    shown = [FinishedRun(uuid4().hex, "LPTF", 0, run, {})]
    assert "All tasks are one user's, so colors tell neighboring tasks apart" in " ".join(gantt.caption(shown, View()))
    assert "one user" not in " ".join(gantt.caption(shown, View(color="size")))
    figure = gantt.figure(shown, View()).checked()
    bars = [trace.marker.color for trace in figure.data if trace.type == "bar"]
    assert len(bars) == len(set(bars)) == 8 and set(bars) <= set(theme.HUES)
    assert "job" in next(one.text for one in figure.layout.annotations if one.name == "colors")


def test_moldable_tasks_of_several_users_and_rigid_jobs_of_one_keep_the_color_of_users():
    two = of_tasks(2)
    assert coloring.coloring("user", two).kind == "user"
    assert "one user" not in " ".join(gantt.caption([FinishedRun(uuid4().hex, "two", 0, two, {})], View()))
    rigid = small.schedule(small.workload([(0, 5, 1)] * 3, 4, users=[1, 1, 1]), [0, 0, 0])
    assert coloring.coloring("user", rigid).index.tolist() == [0, 0, 0]
