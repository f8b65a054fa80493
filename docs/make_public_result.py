"""Make the comparison of a real log that Home shows: python docs/make_public_result.py KTH-SP2-1996-2.1-cln.swf.gz.

The log is the one of the Parallel Workloads Archive, plain or gzipped:
https://www.cs.huji.ac.il/labs/parallel/workload/l_kth_sp2/.  It is simulated under FCFS and under EASY; what is
written are numbers and curves computed here, and nothing of the log itself.  With --check nothing is written: the
exit code is 1 where the file that is shipped is not what the log gives.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import sys
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from layouts.drawing.axes import ticks  # noqa: E402
from scheduler.analysis.machine_over_time import reduce_steps, steps_of  # noqa: E402
from scheduler.formats import swf  # noqa: E402
from scheduler.metrics import measure  # noqa: E402
from scheduler.model.calendars import calendar_of  # noqa: E402
from scheduler.model.schedule import Schedule  # noqa: E402
from scheduler.model.workload import Workload  # noqa: E402
from scheduler.preparation.build import workload  # noqa: E402
from scheduler.simulate import simulate  # noqa: E402

WRITTEN = ROOT / "layouts" / "pages" / "home" / "kth_sp2.json"
POLICIES = ("fcfs", "easy")
METRICS = ("wait_mean", "wait_median", "wait_p95", "wait_max", "bounded_stretch_mean", "utilization")
BUCKETS = 240  # of time, in the curve of waiting jobs
LENGTHS = 61  # of wait, in the curve of jobs that wait at most so long: 1 s to 10^6 s, ten per power of ten
EPOCH_DAY = datetime(1970, 1, 1)
DIGITS = 6  # significant ones of what is written
SOURCE = {
    "title": "Parallel Workloads Archive: KTH IBM SP2",
    "link": "https://www.cs.huji.ac.il/labs/parallel/workload/l_kth_sp2/",
    "thanks": "The log was graciously provided by Lars Malinowsky.",
}


def result(content: bytes, name: str) -> dict[str, Any]:
    """What the comparison of a log says, ready for JSON.  content: of the file, not gzipped."""
    jobs = workload(swf.read(content, name))
    schedules = [simulate(jobs, policy) for policy in POLICIES]
    return {
        "log": about(jobs, content, name),
        "made": {"source": SOURCE},
        "runs": [{"policy": schedule.policy, **numbers(schedule)} for schedule in schedules],
        "changed": changed(schedules),
        "waiting": waiting(schedules),
        "waits": waits(schedules),
    }


def about(jobs: Workload, content: bytes, name: str) -> dict[str, Any]:
    """The log, and what was repaired of it."""
    submit = jobs.jobs.submit
    return {
        "name": name.removesuffix(".gz").removesuffix(".swf"),
        "sha256": hashlib.sha256(content).hexdigest(),
        "jobs": len(jobs),
        "users": jobs.users,
        "processors": jobs.platform.processors,
        "span": rounded(float(submit[-1] - submit[0])),
        "notes": [note.text for note in jobs.notes],
    }


def numbers(schedule: Schedule) -> dict[str, float | None]:
    """{metric: value} of a run."""
    measured = measure(schedule)
    return {key: rounded(measured[key]) for key in METRICS}


def changed(schedules: Sequence[Schedule]) -> dict[str, Any]:
    """Both mean waits, s; how many wait longer and shorter under the second policy, and who loses most."""
    first, second = (schedule.wait for schedule in schedules)
    loser = int(np.argmax(second - first))
    return {
        "wait": [rounded(float(first.mean())), rounded(float(second.mean()))],
        "longer": int((second > first).sum()),
        "shorter": int((second < first).sum()),
        "job": int(schedules[0].workload.jobs.job_id[loser]),
        "loss": rounded(float((second - first)[loser])),
    }


def waiting(schedules: Sequence[Schedule]) -> dict[str, Any]:
    """Mean number of waiting jobs in equal parts of time, from the first submission to the last end, s; and months."""
    begin = float(min(schedule.placed.submit.min() for schedule in schedules))
    end = float(max(schedule.placed.end.max() for schedule in schedules))
    curves = [reduce_steps(steps_of(schedule), begin, end, BUCKETS)["waiting"] for schedule in schedules]
    return {
        "begin": rounded(begin),
        "end": rounded(end),
        "months": months(schedules[0].workload, begin, end),
        "jobs": [[rounded(level, 4) for level in curve] for curve in curves],
    }


def months(jobs: Workload, begin: float, end: float) -> list[list[Any]]:
    """[second of the log, "Oct 1996"] of the beginnings of every second month or so; none without a calendar."""
    calendar = calendar_of(jobs, end)
    if calendar is None:
        return []
    places, texts = ticks(calendar, begin, end, 8)
    years = [(EPOCH_DAY + timedelta(seconds=place + calendar.shift(place))).year for place in places]
    return [
        [rounded(place, 8), f"{text.split('<br>')[0]} {year}"]
        for place, text, year in zip(places, texts, years, strict=True)
        if begin <= place <= end
    ]


def waits(schedules: Sequence[Schedule]) -> dict[str, Any]:
    """Share of jobs that wait at most as long as each of some lengths, s."""
    lengths = np.logspace(0, 6, LENGTHS)
    return {
        "length": [rounded(length) for length in lengths],
        "share": [
            [rounded(float((schedule.wait <= length).mean()), 4) for length in lengths] for schedule in schedules
        ],
    }


def rounded(value: float | None, digits: int = DIGITS) -> float | None:
    """A number with so many significant digits."""
    return None if value is None else float(f"{value:.{digits}g}")


def text_of(result: dict[str, Any]) -> str:
    """The file, one entry a line."""
    return "{\n" + ",\n".join(f"{json.dumps(key)}: {json.dumps(part)}" for key, part in result.items()) + "\n}\n"


def main() -> int:
    """Write the file, or check it."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("log", type=Path)
    parser.add_argument("--check", action="store_true", help="compare with the file that is shipped, and write nothing")
    args = parser.parse_args()
    content = args.log.read_bytes()
    text = text_of(result(gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content, args.log.name))
    if args.check:
        same = WRITTEN.read_text() == text
        print("The shipped file is what the log gives." if same else f"{WRITTEN.name} differs from what the log gives.")
        return 0 if same else 1
    WRITTEN.parent.mkdir(exist_ok=True)
    WRITTEN.write_text(text)
    print(f"{WRITTEN.relative_to(ROOT)}: {len(text):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
