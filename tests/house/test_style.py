"""ruff and mypy, with the settings of pyproject.toml, so that the line of the tests runs them too."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("words", [["ruff", "check", "."], ["mypy"]], ids=lambda words: words[0])
def test_sources_pass(words, tmp_path):
    # caches of their own: a checkout may be read-only, and two runs may meet
    folder = ["--cache-dir", str(tmp_path)]
    done = subprocess.run([sys.executable, "-m", *words, *folder], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
