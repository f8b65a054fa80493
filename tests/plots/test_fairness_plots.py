"""Plots of who waits how much: numbers worked out by hand, and what holds of all of them."""

from __future__ import annotations

import json
import math
from uuid import uuid4

import numpy as np
import pytest
from dash_ag_grid import AgGrid

from layouts import theme
from layouts.drawing.axes import compared, duration_axis, end_of, signed, words
from layouts.pages.compare.views import losers, user_table
from layouts.plots import all_plots, lorenz, nuwt_bars, nuwt_cdf, response_bars, users, wait_slowdown, who_pays
from layouts.state.view import FinishedRun, View
from layouts.words.short_names import short
from scheduler.simulate import simulate
from scheduler.statistics.week_blocks import Difference
from tests.cases import small

MINE = {key: all_plots()[key] for key in ("wait_slowdown", "response_bars", "nuwt_bars", "lorenz", "users", "who_pays")}
HOUR, DAY = 3_600.0, 86_400.0


def shown(schedule, index: int = 0, name: str = "EASY") -> FinishedRun:
    return FinishedRun(uuid4().hex, name, index, schedule, {})


def two_users():
    """Users 3 and 8: two jobs of 10 s on one processor each, and one of 100 s on two; a machine of four."""
    return small.workload([(0, 10, 1), (0, 100, 2), (0, 10, 1)], 4, users=[8, 3, 8])


def pair() -> list[FinishedRun]:
    """Waits 0, 50, 10 under FCFS and 40, 0, 10 under EASY."""
    return [
        shown(small.schedule(two_users(), [0, 50, 10]), 0, "FCFS"),
        shown(small.schedule(two_users(), [40, 0, 10]), 1, "EASY"),
    ]


@pytest.fixture(scope="module")
def four() -> list[FinishedRun]:
    rows = [(20.0 * i, 30.0 + 97 * i % 400, 1 + i * i % 8) for i in range(60)]
    made = small.workload(rows, 8, users=[100 + i * 7 % 12 for i in range(60)])
    schedules = [simulate(made, key) for key in ("fcfs", "easy", "backfill")]
    return [shown(s, i, f"run {i}") for i, s in enumerate([*schedules, small.schedule(made, made.jobs.submit + 7.0)])]


def texts(figure) -> str:
    return " ".join(str(note.text) for note in figure.layout.annotations)


# -- all of them -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", MINE)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("count", [2, 3, 4])
def test_every_run_is_drawn_in_its_own_color(four, key, scheme, count):
    figure = MINE[key].figure(four[:count], View(scheme=scheme, job=30)).checked()
    drawn = figure.to_json()
    compared_runs = range(1, count) if key == "who_pays" else range(count)
    colors = [theme.run_color(index, scheme) for index in compared_runs]
    assert all(color in drawn or theme.faded(color, 0.45) in drawn for color in colors)
    assert theme.RED[scheme] not in drawn
    assert figure.layout.template.layout.font.color == theme.INK[scheme]
    assert len(MINE[key].caption(four[:count], View())) <= 3
    rows = MINE[key].table(four[:count], View())
    assert rows and json.loads(json.dumps(rows)) == rows


OF_EACH_RUN = ("wait_slowdown", "response_bars", "nuwt_bars", "lorenz", "wait_reasons", "idle_reasons", "who_pays")


@pytest.mark.parametrize("key", OF_EACH_RUN)
def test_the_sentence_speaks_of_every_run(four, key):
    sentence = " ".join(all_plots()[key].caption(four, View()))
    assert [run.name for run in four if run.name not in sentence] == []


@pytest.mark.parametrize("key", MINE)
def test_the_selected_job_or_its_user_is_named(four, key):
    jobs = four[0].schedule.workload.jobs
    drawn = MINE[key].figure(four, View(job=30)).checked().to_json()
    assert f"job {jobs.job_id[30]}" in drawn or f"user {jobs.user_id[30]}" in drawn
    assert drawn != MINE[key].figure(four, View()).checked().to_json()


def test_one_run_alone_is_compared_with_nothing():
    alone = pair()[:1]
    assert not who_pays.applies(alone) and who_pays.applies(pair())
    assert not who_pays.figure(alone, View()).checked().data
    assert losers.lists(alone, View()) is None
    assert "FCFS: a job takes" in " ".join(response_bars.caption(alone, View()))
    assert "baseline" in texts(response_bars.figure(alone, View()).checked())


# -- axes of durations -----------------------------------------------------------------------------------------------


def test_axes_of_durations_have_round_ticks_from_zero():
    axis = duration_axis(5.2 * HOUR, "mean wait")
    assert axis["ticktext"] == ["0 s", "2 h", "4 h"]
    assert axis["tickvals"] == [0, 2 * HOUR, 4 * HOUR]
    assert duration_axis(0.0, "mean wait")["range"][1] > 0
    assert words(1.5 * DAY) == "1 d 12 h" and words(0.5) == "0.5 s"


def test_differences_have_words_and_signs():
    assert [compared(s) for s in (90, -HOUR, 0.0)] == ["1 min 30 s longer", "1 h 00 min shorter", "as long"]
    assert [signed(s) for s in (90, -HOUR, 0.0)] == ["+1 min 30 s", "\u22121 h 00 min", "0 s"]


def test_a_bar_that_hides_the_others_is_cut():
    assert end_of([1.0, 2.0, 3.0], 1.0) == 3.0
    assert end_of([1.0, 2.0, 9.0], 1.0) == 3.0
    assert end_of([0.0, 5.0], 1.0) == 5.0 and end_of([0.0], 1.0) == 1.0


# -- wait and slowdown -----------------------------------------------------------------------------------------------


def test_bubbles_by_hand():
    """FCFS: stretches 1, 150/100 and 20/10; EASY: 50/10, 1 and 20/10."""
    first, second = (wait_slowdown.bubble(run) for run in pair())
    assert first == (20.0, pytest.approx((1 + 1.5 + 2) / 3))
    assert second == (pytest.approx(50 / 3), pytest.approx((5 + 1 + 2) / 3))


def test_short_jobs_count_as_long_as_the_threshold():
    run = shown(small.schedule(small.workload([(0, 0.5, 1)], 1), [9.5]))
    assert wait_slowdown.bubble(run, 1.0).slowdown == 10.0
    assert wait_slowdown.bubble(run, 5.0).slowdown == 2.0


def test_areas_are_proportional_to_slowdowns():
    figure = wait_slowdown.figure(pair(), View()).checked()
    size = np.array(figure.data[0].marker.size)
    assert figure.data[0].marker.sizemode == "diameter"
    assert (size[1] / size[0]) ** 2 == pytest.approx((8 / 3) / 1.5)
    assert wait_slowdown.diameters([1.0, 4.0, 100.0]) == pytest.approx(wait_slowdown.LARGEST * np.array([0.1, 0.2, 1]))
    assert "slowdown 1.5" in texts(figure) and "slowdown 2.67" in texts(figure)
    assert "area of a bubble shows the slowdown" in " ".join(wait_slowdown.caption(pair(), View()))


@pytest.mark.parametrize(("wait", "logarithmic"), [([60, 120], False), ([60, 6000], True), ([0, 6000], False)])
def test_waits_far_apart_have_a_logarithmic_axis_with_room_for_all(wait, logarithmic):
    across = np.array([84.0, 10.0])
    axis = wait_slowdown.wait_axis(wait, across)
    assert (axis.get("type") == "log") == logarithmic
    low, high = axis["range"]
    place = np.log10(wait) if logarithmic else np.array(wait, float)
    pixels = wait_slowdown.SPACE / (high - low)
    assert ((place - low) * pixels >= across / 2 + 12).all() and ((high - place) * pixels >= across / 2 + 12).all()


# -- response --------------------------------------------------------------------------------------------------------


def test_responses_by_hand():
    """FCFS: 10, 150, 20; EASY: 50, 100, 20."""
    first, second = (response_bars.responses(run) for run in pair())
    assert first == (60.0, 20.0, pytest.approx(20 + 0.8 * 130))
    assert second.mean == pytest.approx(170 / 3) and second.median == 50.0


def test_the_difference_to_the_baseline_is_told():
    assert response_bars.against(150.0, 100.0) == "50 s (50.0 %) longer than"
    assert response_bars.against(40.0, 100.0) == "1 min 00 s (60.0 %) shorter than"
    assert response_bars.against(100.0, 100.0) == "the same as"
    assert response_bars.against(2_310.0, 100.0) == "36 min 50 s (23.1 times) longer than"
    assert "FCFS: a job takes 1 min 00 s" in " ".join(response_bars.caption(pair(), View()))
    assert "EASY 3.33 s (5.6 %) shorter than that" in " ".join(response_bars.caption(pair(), View()))
    assert "FCFS 3.33 s (5.9 %) longer than that" in " ".join(response_bars.caption(pair(), View(baseline=1)))


# -- normalized user wait times --------------------------------------------------------------------------------------


def test_nuwt_bars_by_hand():
    """User 1: (0 + 10) / 40 = 0.25; user 3: (10 + 590) / 20 = 30; user 2 has one job and does not count."""
    made = small.workload([(0, 10, 2), (0, 10, 2), (0, 5, 1), (0, 10, 1), (10, 10, 1)], 2, users=[1, 1, 2, 3, 3])
    run = shown(small.schedule(made, [0, 10, 20, 10, 600]))
    found = nuwt_bars.fairness(run.schedule)
    assert found == (2, 15.125, 14.875, 3, 30.0, 0.25)
    assert [bar.y for bar in nuwt_bars.figure([run], View()).checked().data] == [(15.125,), (14.875,)]
    said = " ".join(nuwt_bars.caption([run], View()))
    assert "2 users with at least two jobs: EASY 15.1 and 14.9" in said
    assert "without the worst one" not in said  # of two users that is simply the other one
    made = small.workload([(0, 10, 1)] * 6, 6, users=[1, 1, 2, 2, 3, 3])
    said = " ".join(nuwt_bars.caption([shown(small.schedule(made, [0, 10, 20, 0, 600, 0]))], View()))
    assert "without the worst one the mean is: EASY 0.75 (user 3, at 30)" in said


def test_a_deviation_beyond_the_axis_says_so():
    low = small.workload([(0, 10, 1)] * 4, 8, users=[1, 1, 2, 2])
    runs = [shown(small.schedule(low, start), i, f"run {i}") for i, start in enumerate(([1, 1, 1, 2], [900, 0, 0, 0]))]
    figure = nuwt_bars.figure(runs, View()).checked()
    top = figure.layout.yaxis.range[1]
    assert max(max(bar.y) for bar in figure.data) < top < 22.5
    assert figure.data[0].text == ("0.125", "22.5 \u2191")


def test_the_tail_of_four_runs_is_told_of_each(four):
    made = small.workload([(0, 1, 1)] * 5, 8, users=[1, 1, 2, 2, 3])
    runs = [shown(small.schedule(made, [30.0 * i, 30 * i, 0, 0, 0]), i, f"run {i}") for i in range(4)]
    said = " ".join(nuwt_cdf.caption(runs, View()))
    assert [f"run {i}" in said for i in range(4)] == [True] * 4
    for i in (1, 2, 3):
        assert f"1 lies beyond 10, the worst at {30 * i} (user 1)." in said
    assert said.count("lies beyond") == 3 and said.count("1 user with one job left out.") == 1


# -- Lorenz ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "wanted"), [([5, 5, 5, 5], 0.0), ([0, 0, 0, 1], 0.75), ([1, 2, 3, 4], 0.25), ([7], 0.0)]
)
def test_gini_of_known_vectors(value, wanted):
    assert lorenz.gini(np.array(value, float)) == pytest.approx(wanted)


def test_gini_of_nothing_is_unknown():
    assert math.isnan(lorenz.gini(np.zeros(3))) and math.isnan(lorenz.gini(np.zeros(0)))


def test_the_curve_and_the_share_of_the_last():
    share, part = lorenz.lorenz(np.array([1.0, 2, 3, 4]))
    assert share.tolist() == [0, 0.25, 0.5, 0.75, 1]
    assert part == pytest.approx([0, 0.1, 0.3, 0.6, 1])
    assert lorenz.last_share(np.array([1.0, 2, 3, 4]), 0.25) == pytest.approx(0.4)


def test_what_users_have_by_hand():
    """Under EASY user 8 waits 50 s for 20 processor-s, user 3 not at all for 200."""
    schedule = pair()[1].schedule
    found = {of: lorenz.shares_of(schedule, of) for of in lorenz.WORDS}
    assert [(of, found[of].user.tolist(), found[of].value.tolist()) for of in found] == [
        ("wait", [0, 1], [0, 50]),
        ("nuwt", [0, 1], [0, 2.5]),
        ("area", [1, 0], [20, 200]),
    ]
    assert "Gini 0.50" in texts(lorenz.figure(pair()[1:], View()).checked())
    assert "processor-seconds" in lorenz.figure(pair(), View(), of="area").checked().layout.yaxis.title.text


def test_nobody_waits():
    idle = [shown(small.schedule(two_users(), [0, 0, 0]))]
    assert " ".join(lorenz.caption(idle, View())) == "Nobody waits: EASY."
    assert lorenz.figure(idle, View()).checked().layout.annotations[0].text.startswith("Nobody waits")
    assert lorenz.table(idle, View()) == []


def test_many_users_stay_within_the_points():
    made = small.workload([(0, 1 + i % 7, 1) for i in range(9_000)], 8, users=list(range(9_000)))
    run = [shown(small.schedule(made, np.arange(9_000.0)), i, f"run {i}") for i in range(4)]
    figure = lorenz.figure(run, View()).checked()
    assert sum(len(trace.x) for trace in figure.data) <= lorenz.PLOT.max_points
    assert all(trace.x[-1] == trace.y[-1] == 1 for trace in figure.data)


# -- users -----------------------------------------------------------------------------------------------------------


def test_users_by_hand():
    rows = users.table(pair(), View())
    assert [(row["user"], row["jobs"], row["work (processor-hours)"]) for row in rows] == [
        (3, 1, 200 / HOUR),
        (8, 2, 20 / HOUR),
    ]
    assert [row["FCFS: mean wait (s)"] for row in rows] == [50, 5]
    assert [row["EASY: NUWT"] for row in rows] == [0, 2.5]
    assert [row["EASY: mean bounded stretch (10 s)"] for row in rows] == [1, 3.5]


def test_the_first_users_are_drawn_and_all_are_in_the_table():
    made = small.workload([(0, 300.0 - i, 1) for i in range(240)], 8, users=list(range(500, 740)))
    run = [shown(small.schedule(made, np.arange(240.0)))]

    def names(view: View) -> list[str]:
        return list(users.figure(run, view).checked().layout.yaxis.ticktext)

    assert names(View()) == [f"user {500 + i}" for i in range(users.ROWS)]
    assert names(View(job=33))[-2:] == ["user 513", "<b>user 533</b>"]
    assert len(users.table(run, View())) == 240
    assert "of 240, have" in " ".join(users.caption(run, View())) and "user 739 with 3 min 59 s (1 job)" in " ".join(
        users.caption(run, View())
    )


def grid_of(section) -> AgGrid:
    return next(part for part in section._traverse() if isinstance(part, AgGrid))


def test_the_grid_has_every_user_and_asks_for_nothing_elsewhere(four):
    section = user_table.section(four, View(job=30))
    grid = grid_of(section)
    assert [row["user"] for row in grid.rowData] == [row["user"] for row in users.table(four, View())]
    fields = {column["field"] for group in grid.columnDefs for column in group["children"]}
    assert fields <= grid.rowData[0].keys() and len(fields) == 3 + 3 * 4
    assert [group["headerName"] for group in grid.columnDefs[2:]] == [run.name for run in four]
    assert "http" not in json.dumps(section.to_plotly_json(), default=str)
    assert user_table.section([], View()) is None


# -- who pays --------------------------------------------------------------------------------------------------------


def test_differences_by_hand():
    """EASY beside FCFS: +40, -50, 0; user 8 pays 40 s, user 3 gains 50 s."""
    [(base, other, found)] = who_pays.others(pair(), View())
    assert (base.name, other.name) == ("FCFS", "EASY")
    assert found.by.tolist() == [40, -50, 0]
    assert found.order.tolist() == [1, 2, 0]
    assert (found.user.tolist(), found.total.tolist()) == ([0, 1], [-50, 40])
    assert (found.longer, found.shorter) == (pytest.approx(1 / 3), pytest.approx(1 / 3))
    assert found.mean == (pytest.approx(-10 / 3), None, None, 1, 3)


def test_the_baseline_of_the_view_counts():
    [(base, other, found)] = who_pays.others(pair(), View(baseline=1))
    assert (base.name, other.name, found.by.tolist()) == ("EASY", "FCFS", [-40, 50, 0])


def test_who_pays_is_told():
    said = " ".join(who_pays.caption(pair(), View()))
    assert said == (
        "Beside FCFS: under EASY 1 of 3 jobs waits longer, 1 shorter, on average \u22123.33 s a job, and user 8 "
        "pays most: 40 s more in all."
    )
    assert "1 longer,<br>1 shorter" in texts(who_pays.figure(pair(), View()).checked())


def test_who_pays_speaks_of_shares_and_weeks_where_there_are_some():
    made = small.workload([(40_000.0 * at, 10, 1) for at in range(20)], 4)
    runs = [
        shown(small.schedule(made, made.jobs.submit + late), at, name)
        for at, (late, name) in enumerate([(0.0, "FCFS"), (5.0 * (np.arange(20) < 3), "EASY")])
    ]
    said = " ".join(who_pays.caption(runs, View()))
    assert "15.0 % of jobs wait longer, 0.0 % shorter" in said and "(2 weeks: too few to say how sure that is)" in said


def test_every_job_is_a_step_of_who_pays_up_to_both_ends():
    line = who_pays.figure(pair(), View()).checked().data[0]
    assert line.line.shape == "hvh"  # so jobs end half way between two points
    assert np.allclose(line.x, [0, 1 / 6, 1 / 2, 5 / 6, 1])
    assert line.y[0] == line.y[1] < line.y[2] == 0 < line.y[3] == line.y[4]
    assert "none of the jobs" in line.hovertext[0] and "2 of the jobs" in line.hovertext[-1]


def test_of_few_users_no_tenth_and_no_choice_is_told():
    runs = pair()
    assert " ".join(lorenz.caption(runs, View())).startswith(
        "The user who waits most in all bears this share of all waiting time: 83.3 % under FCFS (Gini 0.33); 100.0 % "
        "under EASY (Gini 0.50)."
    )
    assert " ".join(users.caption(runs, View())).startswith(
        "All users, most work first. The longest mean wait: under FCFS user 3"
    )
    assert users.figure(runs, View()).checked().layout.yaxis.title.text == "users, most work first"


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("EASY backfilling", "EASY backfilling"),
        ("Conservative backfilling, compression start", "Conservati \u2026 compression start"),
        ("Conservative backfilling, compression none", "Conservativ \u2026 compression none"),
        ("x" * 50, "xxxxxxx \u2026 xxxxxxxxxxxxxxxxxxxx"),
    ],
)
def test_a_long_name_keeps_the_end_that_tells_it_apart(name, wanted):
    assert short(name, 30) == wanted


def test_views_of_users_with_two_jobs_need_one():
    alone = [shown(small.schedule(small.workload([(0, 10, 1), (0, 10, 1)], 1, users=[1, 2]), [0, 10]))]
    for plot in (nuwt_bars.PLOT, nuwt_cdf.PLOT):
        assert plot.applies(pair()) and not plot.applies(alone)


@pytest.mark.parametrize(
    ("low", "high", "wanted"),
    [
        (212.0, 848.0, "+8 min 27 s a job (95 %: +3 min 32 s to +14 min 08 s over 49 weeks)"),
        (-60.0, 848.0, "+8 min 27 s a job (95 %: \u22121 min 00 s to +14 min 08 s over 49 weeks, so perhaps none)"),
    ],
)
def test_the_mean_difference_has_its_interval(low, high, wanted):
    assert who_pays.mean_with_interval(Difference(507.0, low, high, 49, 28_000)) == wanted


def test_losers_and_winners_are_named_with_their_signs():
    rows = who_pays.table(pair(), View())
    assert [(row["list"], row["rank"], row["EASY"]) for row in rows] == [
        ("jobs that lose most", 1, "job 101 of user 8 waits 40 s longer"),
        ("jobs that gain most", 1, "job 102 of user 3 waits 50 s shorter"),
        ("users that lose most", 1, "user 8 waits 40 s longer in all, over 2 jobs"),
        ("users that gain most", 1, "user 3 waits 50 s shorter in all, over 1 job"),
    ]


def test_twenty_of_each_and_no_more():
    made = small.workload([(0, 1, 1)] * 90, 8, users=list(range(90)))
    start = np.concatenate((100 + np.arange(45.0), 50 - np.arange(45.0)))
    runs = [shown(small.schedule(made, np.full(90, 100.0)), 0, "A"), shown(small.schedule(made, start), 1, "B")]
    rows = who_pays.table(runs, View())
    assert len(rows) == 4 * who_pays.LISTED
    assert rows[0]["B"] == "job 145 of user 44 waits 44 s longer"
    assert rows[20]["B"] == "job 190 of user 89 waits 1 min 34 s shorter"


def test_the_curve_keeps_its_ends_and_where_it_leaves_zero():
    n = 30_000
    by = np.concatenate((-np.arange(9_001.0, 1.0, -1), np.zeros(15_000), np.arange(1.0, 6_001.0)))
    found = who_pays.Paid(
        np.arange(n),
        np.arange(n),
        by,
        np.arange(n),
        np.zeros(0),
        np.zeros(0),
        0.2,
        0.3,
        Difference(0.0, None, None, 1, n),
    )
    ranks = who_pays.kept(found, 300)
    assert len(ranks) <= 300
    assert {0, 8_999, 9_000, 23_999, 24_000, n - 1} <= set(ranks.tolist())


@pytest.mark.parametrize(
    ("low", "high", "wanted"),
    [
        (
            -2 * DAY,
            2 * HOUR,
            ["\u22121 d", "\u22126 h", "\u22121 h", "\u221210 min", "\u22121 min", "0", "+1 min", "+10 min", "+1 h"],
        ),
        (-5.0, 40.0, ["\u22121 s", "0", "+1 s", "+10 s"]),
        (0.0, 0.0, ["0"]),
    ],
)
def test_ticks_on_both_sides_of_zero(low, high, wanted):
    places, names = who_pays.ticks(low, high)
    assert names == wanted
    assert places == sorted(places)
    first, last = who_pays.bounds(low, high)
    assert first < min(places) and max(places) < last


def test_points_and_buttons_lead_to_where_the_job_is():
    """From 5 % before its submission to 5 % after its last end: job 101 is there from 0 to 50 s."""
    curve = who_pays.figure(pair(), View()).checked().data[0]
    assert [point[0] for point in curve.customdata] == [1, 1, 2, 0, 0]  # both ends are those of the outer jobs
    assert curve.customdata[-1][1:] == [-2.5, 52.5]
    details = losers.lists(pair(), View())
    buttons = [part for part in details._traverse() if type(part).__name__ == "Button"]
    assert [(getattr(b, "data-job"), getattr(b, "data-from"), getattr(b, "data-to")) for b in buttons] == [
        ("0", "-2.500", "52.500"),
        ("1", "-7.500", "157.500"),
    ]


def test_runs_of_other_jobs_are_not_compared():
    other = small.workload([(0, 10, 1), (0, 100, 2), (0, 11, 1)], 4, users=[8, 3, 8])
    mixed = [pair()[0], shown(small.schedule(other, [0, 0, 0]), 1, "EASY")]
    assert not who_pays.applies(mixed)
    assert who_pays.others(mixed, View()) == []
    assert " ".join(who_pays.caption(mixed, View())) == who_pays.ALONE


def test_interval_of_a_year_of_weeks():
    """Every job waits ten minutes longer: the interval is that difference, over 52 weeks."""
    made = small.workload([(i * 7 * DAY, 10, 1) for i in range(52)], 4, users=[1] * 52)
    runs = [
        shown(small.schedule(made, made.jobs.submit + by), i, name)
        for i, (by, name) in enumerate(((0.0, "A"), (600.0, "B")))
    ]
    assert "on average +10 min 00 s a job (95 %: +10 min 00 s to +10 min 00 s over 52 weeks)" in " ".join(
        who_pays.caption(runs, View())
    )


# ---- users beyond the axis of normalized waits ----------------------------------------------------------------------


def far_waits():
    """Four users, two jobs of 1 s on a processor each; normalized waits of 0, 5, 50 and 500."""
    work = small.workload([(0, 1, 1)] * 8, 8, users=[1, 1, 2, 2, 3, 3, 4, 4])
    return FinishedRun("f" * 24, "FAR", 0, small.schedule(work, [0, 0, 5, 5, 50, 50, 500, 500]), {})


def test_users_beyond_the_axis_stand_in_a_strip_by_their_logarithms():
    figure = nuwt_cdf.figure([far_waits()], View()).checked()
    line, beyond = figure.data
    assert max(line.x) == nuwt_cdf.CUT
    low, high = nuwt_cdf.STRIP
    assert beyond.x == pytest.approx([low + (high - low) * np.log(5) / np.log(50), high])
    assert beyond.y == pytest.approx([0.75, 1.0])
    assert beyond.hovertext == ("user 3: 50 s per processor-second", "user 4: 500 s per processor-second")
    assert figure.layout.xaxis.range[1] > high and figure.layout.xaxis.ticktext[-1] == "500"
    assert [note.text for note in figure.layout.annotations if note.y == 0] == ["beyond 10"]


def test_without_such_users_there_is_no_strip():
    near = far_waits()
    near = FinishedRun("n" * 24, "NEAR", 0, small.schedule(near.schedule.workload, [0, 0, 5, 5, 6, 6, 9, 9]), {})
    figure = nuwt_cdf.figure([near], View()).checked()
    assert len(figure.data) == 1 and figure.layout.xaxis.range[1] == nuwt_cdf.CUT and not figure.layout.shapes
