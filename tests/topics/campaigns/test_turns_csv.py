"""Users whose jobs run in turns: their segments as CSV, and the audit of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.cases.small_log import ROOT

DEADLINES = ROOT / "sample_traces" / "campaign-deadlines.swf"


def test_turns_are_written_and_checked(run: Callable, tmp_path: Path) -> None:
    out = tmp_path / "turns.csv"
    assert run("simulate", DEADLINES, "--policy", "round_robin", "--param", "quantum=1", "--out", out)[0] == 0
    rows = [line.split(",") for line in out.read_text().splitlines()[1:]]
    # user 1 has the seconds 0, 2, 4, 6 and 8 until its first campaign of 5 s is complete at 9
    assert [(row[3], row[4]) for row in rows if row[0] == "1"] == [(str(t), str(t + 1)) for t in (0, 2, 4, 6, 8)]
    assert run("audit", DEADLINES, out)[0] == 0
    lines = out.read_text().splitlines()
    del lines[2]
    out.write_text("\n".join(lines) + "\n")
    assert run("audit", DEADLINES, out)[0] == 1
