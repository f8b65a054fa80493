"""Every real log at hand reads, simulates under FCFS and EASY, and its schedules pass the audit as files.

The logs are not part of the repository: they are looked for in the folder that QUEUESCOPE_TEST_LOGS names.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from scheduler.__main__ import main
from tests.cases.strategies import COMPILED
from tests.conftest import TEST_LOGS, WITHOUT_LOGS

LOGS = sorted(path.relative_to(TEST_LOGS).as_posix() for path in TEST_LOGS.rglob("*.swf.gz"))

# Logs without a header do not tell the size of their machine; taken here is the most that their own recorded starts
# have busy at once.
PROCESSORS = {"METACENTRUM-2009-2.swf.gz": 604, "alea/wagap-2013.swf.gz": 1531}

USABLE = {  # jobs with a runtime, a size and a submit time, counted by the people who collected the logs; of SDSC-BLUE
    # without the 8,899 that were cancelled before they had processors
    "CTC-SP2-1996-rebuilt.swf.gz": 77_199,
    "HPC2N-2002-2.1-cln.swf.gz": 202_876,
    "KTH-SP2-1996-2.1-cln.swf.gz": 28_467,
    "KTH-SP2-1996-2.swf.gz": 28_481,
    "LANL-CM5-1994-4.1-cln.swf.gz": 122_055,
    "LLNL-Thunder-2007-1.1-cln.swf.gz": 113_613,
    "METACENTRUM-2009-2.swf.gz": 99_944,
    "NASA-iPSC-1993-3.1-cln.swf.gz": 18_066,
    "SDSC-BLUE-2000-4.2-cln.swf.gz": 223_637,
    "SDSC-SP2-1998-first4961.swf.gz": 4_606,
    "SDSC-SP2-1998-rebuilt.swf.gz": 54_006,
    "lublin_256.swf.gz": 10_000,
}

NOBODY_ASKED = "Note: the log has no requested times; the runtimes stand for them.\n"
SOME_ASKED = "Note: {} jobs have no requested time in the log; their runtimes stand for it.\n"
FILLED = {  # what is told of requested times that policies cannot do without, by the same counts
    "LANL-CM5-1994-4.1-cln.swf.gz": SOME_ASKED.format("11,286 of 122,055"),
    "LLNL-Thunder-2007-1.1-cln.swf.gz": SOME_ASKED.format("80,197 of 113,613"),
    **dict.fromkeys(("METACENTRUM-2009-2.swf.gz", "NASA-iPSC-1993-3.1-cln.swf.gz", "lublin_256.swf.gz"), NOBODY_ASKED),
}

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not LOGS, reason=WITHOUT_LOGS)]


def call(name: str, command: str, *more: str) -> list[str]:
    size = ["--processors", str(PROCESSORS[name])] if name in PROCESSORS else []
    return [command, str(TEST_LOGS / name), *more, *size]


@pytest.mark.parametrize("name", LOGS)
def test_reads_every_line(name, capsys):
    lines = gzip.decompress((TEST_LOGS / name).read_bytes()).splitlines()
    assert main(call(name, "inspect")) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["lines"] == sum(bool(line.strip()) and not line.lstrip().startswith(b";") for line in lines)
    assert found["jobs"] == USABLE.get(name, found["jobs"]) > 0


@pytest.mark.skipif(not COMPILED, reason="a million jobs take hours where kernels are interpreted")
@pytest.mark.parametrize("policy", ["fcfs", "easy"])
@pytest.mark.parametrize("name", LOGS)
def test_simulates_and_passes_the_audit(name, policy, tmp_path, capsys):
    out = str(tmp_path / "out.csv")
    assert main(call(name, "simulate", "--policy", policy, "--out", out)) == 0
    assert main(call(name, "audit", out)) == 0
    assert capsys.readouterr().err == (FILLED.get(name, "") if policy == "easy" else "")
    jobs = len(Path(out).read_text().splitlines()) - 1
    assert jobs == USABLE.get(name, jobs) > 0


@pytest.mark.parametrize("name", PROCESSORS)
def test_a_log_without_header_asks_for_the_machine(name, capsys):
    assert main(["inspect", str(TEST_LOGS / name)]) == 2
    assert "processors" in capsys.readouterr().err
