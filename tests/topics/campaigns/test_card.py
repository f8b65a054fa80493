"""What the page of a workload shows of campaigns, and what its buttons ask for."""

from __future__ import annotations

import numpy as np
import pytest

from layouts.pages.workload import body
from layouts.state.view import View
from layouts.topics.campaigns.cards import campaigns as workload_campaigns
from layouts.topics.campaigns.workload_plots import campaign_sizes
from layouts.topics.campaigns.workload_plots import campaigns as campaigns_plot
from scheduler.model.workload import Workload
from scheduler.model.workload_options import WorkloadOptions
from scheduler.preparation.build import workload
from tests.topics.campaigns.test_inferred import OVERLAPPING, at, inferred


def test_sizes_of_campaigns_double_and_hold_every_job():
    work = inferred(at(*([0] * 5 + [1_000] * 2 + [2_000] * 3 + [5_000])))
    found = campaign_sizes.steps(work)
    assert [column.tolist() for column in found] == [[1, 2, 3, 5], [1, 2, 4, 8], [1, 1, 1, 1], [1, 2, 3, 5]]
    assert "25.0 % of 4 campaigns have a single job, the largest 5. Half of the jobs are in the 2 largest." in " ".join(
        campaign_sizes.caption(work)
    )
    assert " ".join(campaign_sizes.caption(workload(at(0, 1)))).endswith(
        " if campaigns went on for 30 min and as long as work in them does."
    )


def test_the_plot_of_the_gap_marks_the_one_chosen():
    work = inferred(OVERLAPPING, gap=130, overlap="zero")
    row = next(row for row in campaigns_plot.table(work) if row["gap"] == "2 min 10 s")
    assert row == {
        "gap": "2 min 10 s",
        "campaigns by the gap alone": 2,
        "as long as work goes on": 2,
        "overlapping": "0.0 %",
    }
    figure = campaigns_plot.figure(work, View()).checked()
    assert (
        figure.layout.shapes[0].x0 == pytest.approx(np.log10(130))
        and figure.layout.annotations[0].text == "2 min 10 s, chosen"
    )
    assert "usual" in campaigns_plot.figure(workload(at(0, 9)), View()).checked().layout.annotations[0].text
    assert "The waits of 2 jobs are unknown" in " ".join(campaigns_plot.caption(workload(at(0, 9, wait=-1))))


def test_buttons_ask_for_what_they_say():
    asked = WorkloadOptions(gap=60.0, overlap="zero", first=9, arrivals="closed", campaigns="inferred")
    assert workload_campaigns.chosen(WorkloadOptions(gap=60.0), "campaigns") == WorkloadOptions(
        gap=60.0, campaigns="inferred"
    )
    assert (
        workload_campaigns.chosen(asked, "jobs") == WorkloadOptions(first=9)
        and workload_campaigns.chosen(asked, "options") == asked
    )
    assert workload_campaigns.chosen(WorkloadOptions(arrivals="recorded"), "jobs") == WorkloadOptions(
        arrivals="recorded"
    )


def test_arrivals_that_follow_from_campaigns_are_left_open_in_the_form():
    def shown(work: Workload) -> dict:
        return body.asked_options({"options": work.options})

    assert "arrivals" not in shown(inferred(OVERLAPPING)) and "arrivals" not in shown(workload(OVERLAPPING))
    assert shown(inferred(OVERLAPPING, arrivals="recorded"))["arrivals"] == "recorded"


def test_the_card_is_for_logs_with_users():
    assert workload_campaigns.adjustable(workload(at(0))) and not workload_campaigns.adjustable(
        workload(at(0, user_id=-1))
    )
    assert workload_campaigns.card(workload(at(0, user_id=-1)), "light", "") is None
