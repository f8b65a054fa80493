"""The tutorial of the library does what it says: its blocks of Python, run one after the other."""

from __future__ import annotations

import runpy

from tests.conftest import REPOSITORY


def test_every_block_runs(capsys):
    tutorial = runpy.run_path(str(REPOSITORY / "docs" / "run_tutorial.py"))
    assert len(tutorial["BLOCK"].findall(tutorial["TUTORIAL"].read_text())) >= 8
    space = tutorial["run"]()
    told = capsys.readouterr().out
    assert "It waited" in told and "was submitted at" in told  # why a job waited
    assert "starts before it is submitted" in told or "starts at" in told, told
    assert space["figure"].data and space["runs"].address.startswith("/compare?w=")
    assert space["runs"].table.index[0] == "EASY backfilling"
