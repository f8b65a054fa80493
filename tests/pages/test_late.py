"""Places of views that come later: whose they are, and that an answer for other runs finds none."""

from __future__ import annotations

from dataclasses import replace

from layouts.pages.compare.views import lazy_views
from layouts.state.view import FinishedRun, View
from scheduler.simulate import simulate
from tests.cases.small import workload

WORK = workload([(0, 5, 1), (1, 5, 2)], 2)


def shown_runs():
    return [FinishedRun(key, key, at, simulate(WORK, key), {}) for at, key in enumerate(("fcfs", "easy"))]


def test_a_place_has_the_heading_that_links_lead_to_and_room_for_the_view():
    place = lazy_views.place("waits", "Waits of all jobs", "figure-waits", 340, shown_runs(), View(), wide=True)
    heading = place.children.children[0]
    assert (heading.id, heading.children) == ("figure-waits", "Waits of all jobs")
    assert place.className == "qs-late qs-wide" and place.style["minHeight"] == 340 + lazy_views.AROUND
    assert place.disable_n_clicks is True  # a click on what comes into it asks for nothing


def test_what_takes_long_is_asked_for_at_once_and_says_so():
    place = lazy_views.place("waits", "Waits", "figure-waits", 340, shown_runs(), View(), now="It is being found.")
    assert "qs-now" in place.className and place.children.children[1].children == "It is being found."


def test_places_of_other_runs_baselines_and_colors_are_other_places():
    runs = shown_runs()
    views = [View(), View(baseline=1), View(scheme="dark")]
    stamps = [lazy_views.stamp(runs, view) for view in views] + [lazy_views.stamp(runs[:1], View())]
    assert len(set(stamps)) == 4
    assert lazy_views.stamp(runs, replace(View(), t0=5.0, job=3)) == stamps[0]  # moving and picking change none
