"""What a setting of Slurm trades, in Python: the figure of the page, and the lines that draw it again."""

from __future__ import annotations

import pytest

import queuescope as qs
from scheduler.errors import QueuescopeError
from tests.cases.small_log import is_one_sentence
from tests.library.test_library import client, file, run_lines, store

__all__ = ["client", "file", "store"]  # fixtures, used by their names


def line_unit(figure) -> str:
    """Of the axis of waits: what stands in brackets."""
    return figure.layout.yaxis.title.text.rsplit("(", 1)[1].rstrip(")")


def test_the_lines_of_what_a_setting_of_slurm_trades_draw_it_again(client, store, file, monkeypatch):
    several = [
        qs.policy("slurm", priority="multifactor", weight_age=weight, weight_job_size=500)
        for weight in (0, 1000, 50000)
    ]
    runs = qs.compare(qs.load(file, store=store), several)
    text = client.get(f"/export/python.txt?page=/slurm&figure=trade-off&runs={','.join(runs.keys)}").text
    assert text.splitlines()[-1] == "qs.trade_off_figure(runs).show()"
    assert run_lines(text, monkeypatch, store, file.parent)["runs"].keys == runs.keys
    line, waits = qs.trade_off_figure(runs).data[0], [run.schedule.wait.mean() for run in runs]
    unit = {"ms": 1e-3, "s": 1, "min": 60, "h": 3600, "d": 86400}[line_unit(qs.trade_off_figure(runs))]
    assert list(line.x) == [0, 1000, 50000] and [unit * wait for wait in line.y] == pytest.approx(waits)
    with pytest.raises(QueuescopeError) as caught:  # two settings at once trade nothing that one axis can show
        qs.trade_off_figure(qs.compare(qs.load(file, store=store), [several[0], qs.policy("slurm", bf_interval=7)]))
    assert is_one_sentence(str(caught.value))
