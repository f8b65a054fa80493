"""Every start agrees with reference schedules made by another program.  Only this shows a fault that program and twin
share.

`golden/made` is a workload full of ties with the starts an independent program gives it.  The whole log of KTH and the
starts of EASY on it are not in the repository: the terms of the Parallel Workloads Archive
(https://www.cs.huji.ac.il/labs/parallel/workload/l_kth_sp2/) leave it to the archive to hand out its logs.  Of another
program's starts on it stands the SHA-256 of the lines "job,start" in the order of job numbers.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from scheduler.__main__ import main
from scheduler.formats import swf
from scheduler.metrics import measure
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from tests.cases.strategies import COMPILED

MADE = Path(__file__).parents[1] / "golden" / "made"
STARTS = {
    "fcfs": ("fcfs", {}),
    "easy": ("easy", {}),
    "cons": ("conservative", {"compression": "arrival"}),
    "cons_rebuild": ("conservative", {"compression": "rebuild"}),
}

pytestmark = pytest.mark.skipif(not COMPILED, reason="thousands of jobs take minutes where kernels are interpreted")

GOLDEN = {
    "requested": "116485122cec88ab821e92d6f0f0adb07fc59d52acd94cc9575dd8adfcc81e3b",
    "exact": "696be8f17a2d777d13cabe0f2d9f8ec83573b0ac830fed4336d55c56c06515ba",
}
FIGURES = {
    "requested": {
        "wait_mean": 6834.587,
        "bounded_stretch_mean": 92.68765,
        "uwt": 8.5705,
        "fairness_f": 348779.88,
        "nuwt_mean": 6.5998,
        "nuwt_std": 36.105,
        "users": 214,
        "users_in_nuwt": 188,
    },
    "exact": {"wait_mean": 6327.6816, "bounded_stretch_mean": 71.72239},
}
every_estimate = pytest.mark.parametrize("estimates", GOLDEN)


@pytest.fixture(scope="module")
def made() -> Workload:
    log = MADE / "made_6000.swf.gz"
    return workload(swf.read(log.read_bytes(), log.name))


@pytest.mark.parametrize("name", STARTS)
def test_every_start_of_the_made_workload_is_that_of_the_reference(made: Workload, name: str) -> None:
    policy, params = STARTS[name]
    start = simulate(made, policy, params).placed.start
    wanted = starts(MADE / f"made_6000.{name}.csv.gz", "id")
    assert len(wanted) == 6_000
    assert dict(zip(made.jobs.job_id.tolist(), start.tolist(), strict=True)) == wanted


@pytest.fixture(scope="module")
def runs(real_log: Callable[[str], Path]) -> dict[str, Schedule]:
    """EASY under both kinds of estimates."""
    log = real_log("KTH-SP2-1996-2.swf.gz")
    trace = swf.read(log.read_bytes(), log.name)
    return {estimates: simulate(workload(trace, estimates=estimates, overrun="cut"), "easy") for estimates in GOLDEN}


def starts(path: Path, key: str = "job_id") -> dict[int, float]:
    with gzip.open(path, "rt") as stream:
        return {int(row[key]): float(row["start"]) for row in csv.DictReader(stream)}


@every_estimate
def test_every_start_is_that_of_the_reference(runs: dict[str, Schedule], estimates: str) -> None:
    run = runs[estimates]
    lines = [
        f"{job},{start:.0f}\n" for job, start in sorted(zip(run.workload.jobs.job_id, run.placed.start, strict=True))
    ]
    assert len(lines) == 28_481
    assert hashlib.sha256("".join(lines).encode()).hexdigest() == GOLDEN[estimates]


@every_estimate
def test_the_audit_passes_these_starts(
    runs: dict[str, Schedule],
    real_log: Callable[[str], Path],
    estimates: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    run, table = runs[estimates], tmp_path / "starts.csv"
    rows = zip(run.workload.jobs.job_id, run.placed.start, strict=True)
    table.write_text("job_id,start\n" + "".join(f"{job},{start:.0f}\n" for job, start in rows))
    log = str(real_log("KTH-SP2-1996-2.swf.gz"))
    assert main(["audit", log, str(table), "--overrun", "cut", "--estimates", estimates]) == 0
    assert capsys.readouterr().out.startswith("Passed: 28,481 jobs")


@every_estimate
def test_the_figures_are_those_of_the_reference(runs: dict[str, Schedule], estimates: str) -> None:
    values = measure(runs[estimates], threshold=10)
    found = {key: values[key] for key in FIGURES[estimates]}
    assert found == pytest.approx(FIGURES[estimates], rel=2e-5)
