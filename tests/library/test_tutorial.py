"""The tutorial of the library does what it says: its blocks of Python, run one after the other."""

from __future__ import annotations

import re
from pathlib import Path

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial.md"
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_every_block_runs(capsys):
    space: dict = {}
    blocks = BLOCK.findall(TUTORIAL.read_text())
    assert len(blocks) >= 8
    for block in blocks:
        exec(compile(block, TUTORIAL.name, "exec"), space)
    told = capsys.readouterr().out
    assert "It waited" in told and "was submitted at" in told       # why a job waited
    assert "starts before it is submitted" in told or "starts at" in told, told
    assert space["figure"].data and space["runs"].address.startswith("/compare?w=")
    assert space["runs"].table.index[0] == "EASY backfilling"
