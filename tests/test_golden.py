"""EASY on the whole log of KTH: every start agrees with reference schedules made by another program, and so do the
figures that summarize it.

Only this shows a fault that program and twin share.  The reference ran every job at most for its requested time.
"""

from __future__ import annotations

import csv
import gzip
from pathlib import Path

import pytest

from scheduler.formats import swf
from scheduler.metrics import measure
from scheduler.schedule import Schedule
from scheduler.simulate import simulate
from scheduler.workload import workload
from tests.strategies import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="28,481 jobs take minutes where kernels are interpreted")

GOLDEN = {"requested": "KTH-SP2.easy.starts.csv.gz", "exact": "KTH-SP2.easy-exact.starts.csv.gz"}
FIGURES = {
    "requested": {"wait_mean": 6834.587, "bounded_stretch_mean": 92.68765, "uwt": 8.5705, "fairness_f": 348779.88,
                  "nuwt_mean": 6.5998, "nuwt_std": 36.105, "users": 214, "users_in_nuwt": 188},
    "exact": {"wait_mean": 6327.6816, "bounded_stretch_mean": 71.72239},
}
every_estimate = pytest.mark.parametrize("estimates", GOLDEN)


@pytest.fixture(scope="module")
def runs(shared: Path) -> dict[str, Schedule]:
    """EASY under both kinds of estimates."""
    log = shared / "traces" / "KTH-SP2-1996-2.swf.gz"
    trace = swf.read(log.read_bytes(), log.name)
    return {estimates: simulate(workload(trace, estimates=estimates, overrun="cut"), "easy") for estimates in GOLDEN}


def reference(shared: Path, name: str) -> dict[int, float]:
    with gzip.open(shared / "golden" / name, "rt") as stream:
        return {int(row["job_id"]): float(row["start"]) for row in csv.DictReader(stream)}


@every_estimate
def test_every_start_is_that_of_the_reference(runs: dict[str, Schedule], shared: Path, estimates: str) -> None:
    run, wanted = runs[estimates], reference(shared, GOLDEN[estimates])
    found = dict(zip(run.workload.jobs.job_id.tolist(), run.placed.start.tolist(), strict=True))
    assert len(found) == len(wanted) == 28_481
    assert {job: start for job, start in found.items() if start != wanted.get(job)} == {}


@every_estimate
def test_the_figures_are_those_of_the_reference(runs: dict[str, Schedule], estimates: str) -> None:
    values = measure(runs[estimates], threshold=10)
    found = {key: values[key] for key in FIGURES[estimates]}
    assert found == pytest.approx(FIGURES[estimates], rel=2e-5)
