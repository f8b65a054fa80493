"""What a stranger sends costs what its size allows, and is refused in a sentence where it asks for more."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.cases.small_log import is_one_sentence
from tests.conftest import REPOSITORY


@pytest.mark.skipif(sys.platform != "linux", reason="the limits of a process, and its memory, are those of Linux")
def test_every_hostile_input_is_read_or_refused_within_its_budget():
    done = subprocess.run(
        [sys.executable, "-m", "tests.hostile.reading"], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0 and len(results) > 100, done.stderr
    failed = [one for one in results if not one["is_fine"]]
    assert not failed, "\n".join(f"{one['kind']}: {one}" for one in failed)
    unclear = [one for one in results if one["words"] != "read" and not is_one_sentence(one["words"])]
    assert not unclear, "\n".join(one["words"] for one in unclear)
