"""Plots that only campaign runs have: numbers of the worked example by hand, and what holds of all of them."""

from __future__ import annotations

import json

import numpy as np
import pytest

from layouts import theme
from layouts.drawing import tables
from layouts.plots import all_plots
from layouts.state.view import FinishedRun, View
from layouts.topics.campaigns.plots import active_users, campaign_stretch, lateness, max_stretch, pieces, two_users
from scheduler.simulate import simulate
from tests.cases import small
from tests.plots.test_one_two_many import WAITS, finished, told_alike

KEYS = ("active_users", "campaign_stretch", "lateness", "max_stretch", "pieces", "two_users")
PLOTS = {key: all_plots()[key] for key in KEYS}
SETS = [
    (1, -1, 0, [2.0] * 24),
    (2, -1, 0, [3.0, 3, 2, 2, 2, 2, 2, 1, 1]),
    (3, -1, 0, [3.0, 2, 2, 1, 1, 1]),
    (3, 2, 0, [2.0] * 4),
]
APPENDIX = small.campaigns(SETS, 6, [0, 0, 2, 2])
# Two users who alternate: lengths 5, 3 and 3, 3, 10 on one processor.
TURNS = small.campaigns(
    [(1, -1, 0, [5]), (2, -1, 0, [3]), (1, 0, 0, [3]), (2, 1, 0, [3]), (2, 3, 0, [10])], 1, [0, 0, 5, 3, 6]
)


def shown(work, policy: str, index: int, **params) -> FinishedRun:
    return FinishedRun(f"{policy}-{index}-{len(work)}", policy, index, simulate(work, policy, params), {"metrics": {}})


@pytest.fixture(scope="module")
def runs() -> list[FinishedRun]:
    return [shown(APPENDIX, "ostrich", 0), shown(APPENDIX, "campaign_fcfs", 1)]


@pytest.fixture(scope="module")
def turns() -> list[FinishedRun]:
    return [shown(TURNS, "faircamp", 0), shown(TURNS, "multicamp", 1), shown(TURNS, "campaign_fcfs", 2)]


@pytest.fixture(scope="module")
def rigid() -> list[FinishedRun]:
    return [shown(small.workload([(0, 4, 1), (1, 3, 2)], 2), "fcfs", 0)]


def texts(figure) -> str:
    return " ".join(str(note.text) for note in figure.layout.annotations)


@pytest.mark.parametrize("key", PLOTS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_figures_are_pure_titled_and_within_their_points(runs, turns, key, scheme):
    mine, view = turns if key in ("lateness", "two_users") else runs, View(scheme=scheme, job=3)
    assert PLOTS[key].applies(mine)
    figure = PLOTS[key].figure(mine, view).checked()
    assert figure.to_json() == PLOTS[key].figure(mine, view).checked().to_json()
    assert sum(len(trace.x) for trace in figure.data if trace.x is not None) <= PLOTS[key].max_points
    assert figure.data and figure.layout.xaxis.title.text
    assert figure.layout.template.layout.font.color == theme.INK[scheme]
    assert len(" ".join(PLOTS[key].caption(mine, view))) > 20
    rows = PLOTS[key].table(mine, view)
    assert rows and json.loads(json.dumps(rows)) == rows


@pytest.mark.parametrize("key", PLOTS)
def test_runs_without_campaigns_get_a_sentence(rigid, key):
    assert not PLOTS[key].applies(rigid)
    figure = PLOTS[key].figure(rigid, View()).checked()
    assert not figure.data and texts(figure).endswith(".")
    assert PLOTS[key].table(rigid, View()) == []
    assert " ".join(PLOTS[key].caption(rigid, View())).endswith(".")


# -- users active in the virtual schedule ---------------------------------------------------------------------------


def test_k_of_the_worked_example(runs):
    """Two users until 2 s, three until 8 s, then two until 10 s, when user 3's second campaign is complete; one to 14."""
    found = active_users.active(runs[0].schedule)
    assert found.time.tolist() == [0, 2, 8, 10, 14] and found.k.tolist() == [2, 3, 2, 1, 0]
    assert active_users.mean(found) == pytest.approx((2 * 2 + 6 * 3 + 2 * 2 + 4) / 14)
    assert "at most 3 users" in " ".join(active_users.caption(runs, View()))


def test_reduced_k_keeps_its_area(runs):
    found = active_users.active(runs[0].schedule)
    for most in (3, 5, 6, 50):
        made = active_users.reduced(found, 0.0, 14.0, most)
        assert float((made.k[:-1] * np.diff(made.time)).sum()) == pytest.approx(30)


# -- stretch of campaigns ---------------------------------------------------------------------------------------------


def test_stretches_and_bounds_of_the_worked_example(runs):
    values = campaign_stretch.spread(runs[0])
    assert values.stretch.tolist() == pytest.approx([15 / 8, 5 / 3, 1, 2])
    # K = 3, m = 6, longest job 3: (3 (W' + W) / 6 + 9) / max(W / 6, longest of the campaign)
    assert values.bound.tolist() == pytest.approx([(24 + 9) / 8, (9 + 9) / 3, (5 + 9) / 3, (9 + 9) / 2])
    assert not len(campaign_stretch.spread(runs[1]).bound)
    assert "47.2 %" not in " ".join(campaign_stretch.caption(runs, View())) and "45.5 % of it" in " ".join(
        campaign_stretch.caption(runs, View())
    )


def test_every_campaign_is_in_one_bin():
    values = np.array([1.0, 0.9999999, 1.2, 20.0, 35.5])
    assert campaign_stretch.counts(values, campaign_stretch.edges_for(35.5)).sum() == 5


def test_worst_stretch_of_users(runs):
    values = max_stretch.worst(runs[0].schedule)
    assert values.value.tolist() == pytest.approx([15 / 8, 5 / 3, 2])
    assert [row["user"] for row in max_stretch.table(runs[:1], View())] == [3, 1, 2]


# -- deadlines --------------------------------------------------------------------------------------------------------


def test_lateness_against_the_deadlines_of_faircamp(turns):
    """Deadlines 10, 16 and 6, 12, 32; MultiCamp runs all of user 1 first, [0, 8), then user 2, [8, 24)."""
    found = {
        run.name: dict(zip(values.campaign.tolist(), values.lateness.tolist(), strict=True))
        for run, values in lateness.late(turns)
    }
    assert found["faircamp"] == {0: -2, 1: -3, 2: -2, 3: -1, 4: -8}
    assert found["multicamp"] == {0: -5, 1: 5, 2: -8, 3: 2, 4: -8}
    said = " ".join(lateness.caption(turns, View()))
    assert "faircamp meets all 5 deadlines" in said and "multicamp misses 2 of 5 deadlines" in said
    assert "campaign 1 of user 2, by 5 s" in said


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_marks_of_runs_that_share_a_picture_differ_in_shape(turns, scheme):
    symbols = [trace.marker.symbol for trace in PLOTS["lateness"].figure(turns, View(scheme=scheme)).checked().data]
    assert None not in symbols and len(set(symbols)) == len(symbols) == len(turns)


# -- pieces -----------------------------------------------------------------------------------------------------------


def test_pieces_of_the_worked_example(runs):
    """User 1's jobs start at 4, 5, 6, 8, 9, ...: user 3's second campaign at 7 cuts them; user 2's at 0, 3, 4."""
    rows = {row["campaign"]: row["pieces"] for row in pieces.table(runs[:1], View())}
    assert rows == {
        f"campaign {number} of user {user}": count
        for number, user, count in ((1, 1, 2), (1, 2, 2), (1, 3, 1), (2, 3, 1))
    }
    assert "2 of 4 campaigns are cut" in " ".join(pieces.caption(runs[:1], View()))


# -- what two users can get -------------------------------------------------------------------------------------------


def test_outcomes_of_the_pareto_picture():
    """Two jobs of 4 against 3 and 7 on two processors: either user first, or each with a processor of their own."""
    pair = small.campaigns([(1, -1, 0, [4, 4]), (2, -1, 0, [3, 7])], 2, [0, 0])
    found = two_users.all_outcomes(pair)
    assert found.complete[found.optimal].tolist() == [[4, 11], [8, 10], [11, 7]]
    assert found.zenith.tolist() == [4, 7] and found.nadir.tolist() == [11, 11]
    mine = [shown(pair, "multicmax", 0), shown(pair, "round_robin", 1, quantum=1)]
    assert two_users.reached(mine[0]) == (4, 11)
    said = " ".join(two_users.caption(mine, View()))
    assert "multicmax reaches (4 s, 11 s), an optimal one" in said
    assert "optimal: (4 s, 11 s), (8 s, 10 s), (11 s, 7 s)." in said and "round_robin reaches (7 s, 11 s)" in said
    reached = [row for row in two_users.table(mine, View()) if "multicmax" in row["runs"]]
    assert [row["optimal"] for row in reached] == ["yes"]


def test_an_outcome_only_pausing_can_reach():
    """Three jobs of 2 on two processors: user 1 is done at 2 or 4, user 2 at 2 and 4; paused, both could be done at 3."""
    work = small.campaigns([(1, -1, 0, [2, 2]), (2, -1, 0, [2])], 2, [0, 0])
    found = two_users.all_outcomes(work)
    optimal = {tuple(point) for point in found.complete[found.optimal].tolist()}
    assert optimal == {(2, 4), (4, 2)}
    assert two_users._judged((3, 3), optimal, found) == "which takes pausing jobs"
    assert two_users._judged((4, 4), optimal, found) == "which can be improved"
    assert two_users._judged((2, 4), optimal, found) == "an optimal one"


# -- what they share ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("top", "step"), [(1, 1), (1.15, 1), (3, 1), (4.6, 2), (20, 5), (192, 50)])
def test_axes_of_counts_have_whole_ticks(top, step):
    assert theme.whole_ticks(top) == {"tick0": 0, "dtick": step}


def test_pieces_are_left_out_where_nothing_is_cut(runs):
    assert pieces.applies(runs) and not pieces.applies(runs[1:])


def test_whose_deadlines_they_are(turns):
    assert " ".join(lateness.caption(turns, View())).endswith(
        "Runs without deadlines are measured against those of faircamp."
    )
    assert " ".join(lateness.caption(turns[:1], View())) == "faircamp meets all 5 deadlines."


def test_what_is_said_of_one_run_is_said_of_it_beside_others():
    assert told_alike(finished(APPENDIX, ("ostrich", "campaign_fcfs", "fcfs"))) >= WAITS


def with_deadlines() -> list[FinishedRun]:
    """450 campaigns of one job each, all with deadlines, under two runs that set the same ones."""
    made = small.campaigns([(user, -1, 0.0, [1.0]) for user in range(450)], 1, [0.0] * 450)
    return [shown(made, "faircamp", 0), shown(made, "campaign_fcfs", 1)]


def test_the_first_deadlines_are_those_of_the_same_campaigns_in_every_run():
    rows = lateness.table(with_deadlines(), View())
    assert (len(rows), tables.total(rows)) == (lateness.ROWS, 450)
    assert all(len(row) == 6 for row in rows)  # campaign, deadline, and completion and lateness of both runs
