"""Run the tutorial of the library: the blocks of Python of docs/tutorial.md, one after the other in one session.

python docs/run_tutorial.py
"""

from __future__ import annotations

import re
from pathlib import Path

TUTORIAL = Path(__file__).with_name("tutorial.md")
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def run() -> dict:
    """The names that the blocks leave behind."""
    names: dict = {}
    for block in BLOCK.findall(TUTORIAL.read_text(encoding="utf-8")):
        exec(compile(block, TUTORIAL.name, "exec"), names)
    return names


if __name__ == "__main__":
    run()
