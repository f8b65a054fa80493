"""Usage of accounts and their shares: lines by hand, the sentence, the table, and who has none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layouts.state.view import View
from layouts.topics.slurm.plots import account_shares as plot
from tests.plots.test_one_two_many import told_alike
from tests.plots.test_plots import shown
from tests.topics.slurm.calibration.test_trade_off import schedule

TREES = (
    "account=physics Group=1 Shares=3; account=biology Group=2 Shares=1",
    "account=all; account=chemistry Parent=all Group=1; account=biology Parent=all Group=2",
)


def run(tree: str = TREES[0], index: int = 0, groups: tuple[int, int] = (1, 2)):
    """Physics has 4 processors from 0 to 6, biology 2 from 6 to 10, and nothing decays."""
    return replace(shown(schedule([(0, 6, 4), (0, 4, 2)], [0, 6], list(groups), tree, half_life=0)), index=index)


def test_each_account_has_a_line_of_usage_and_one_of_its_share() -> None:
    figure = plot.figure([run()], View()).checked()
    physics, share, biology, other = figure.data
    assert (physics.name, share.name, biology.name, other.name) == ("physics", "physics", "biology", "biology")
    assert physics.y[-1] == pytest.approx(0.75) and biology.y[-1] == pytest.approx(0.25) and physics.y[120] == 1
    assert list(share.y) == [0.75, 0.75] and list(other.y) == [0.25, 0.25] and share.line.dash == "dash"
    assert physics.line.color == share.line.color != biology.line.color


def test_a_name_stands_in_the_legend_once_though_runs_have_other_trees() -> None:
    figure = plot.figure([run(), run(TREES[1], 1)], View()).checked()
    assert sorted(trace.name for trace in figure.data if trace.showlegend) == ["biology", "chemistry", "physics"]


def test_who_is_above_and_who_below_is_told() -> None:
    said = " ".join(plot.caption([run()], View()))
    assert said.startswith(plot.WHAT) and "on average physics is 1" in said
    assert said.endswith("% points below its share.") and " and biology is 1" in said


def test_no_account_is_above_its_share_where_none_used_more() -> None:
    made = schedule([(0, 6, 3), (0, 6, 1)], [0, 0], [1, 2], TREES[0], half_life=0)
    said = " ".join(plot.caption([shown(made)], View())).removeprefix(plot.WHAT)
    assert "physics is" in said and said.endswith(" below its share.") and "above" not in said


def test_the_table_has_every_account_with_its_share() -> None:
    rows = plot.table([run()], View())
    names = [name for name in rows[-1] if name != "at"]
    assert len(rows) == plot.PARTS and [name.split(": ")[1] for name in names] == [
        "physics (share 75.0 %)",
        "biology (share 25.0 %)",
    ]
    assert [rows[-1][name] for name in names] == pytest.approx([0.75, 0.25])


def test_runs_without_accounts_are_left_out() -> None:
    assert not plot.applies([run("")]) and not plot.applies(
        [run("account=all; account=physics Parent=all Group=1", groups=(1, 1))]
    )
    assert plot.applies([run(""), run()]) and len(plot.figure([run(""), run()], View()).checked().data) == 4
    assert plot.caption([run("")], View()) == [plot.NONE] and plot.table([run("")], View()) == []


def test_how_far_accounts_are_off_is_said_of_one_run_and_beside_others():
    rows, starts = [(0, 6, 4), (0, 4, 2)], [0, 6]
    trees = ["3", "1", "7", "1"]
    runs = [
        shown(
            schedule(rows, starts, [1, 2], f"account=a Group=1 Shares={share}; account=b Group=2 Shares=1"),
            at,
            "ABCD"[at],
        )
        for at, share in enumerate(trees)
    ]
    assert told_alike(runs) >= {"account_shares"}
