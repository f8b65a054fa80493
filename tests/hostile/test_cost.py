"""What is said of a log in advance is what reading it takes, about."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys

import pytest

from scheduler.formats import estimate
from scheduler.formats.reading.cost import Estimate, rounded
from scheduler.formats.reading.several import archive
from tests.cases.logs_of_formats import LOGS, NAMES, in_archive, sacct, swf
from tests.cases.width import width
from tests.conftest import REPOSITORY

JOBS = 5_000
SIZES = width("1", "1 5 20").split()  # MB of text
OF_JOBS, OF_MEMORY = 1.3, 3.0  # times as much, or as little


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is told as Linux tells it")
def test_jobs_and_memory_are_told_in_advance():
    done = subprocess.run(
        [sys.executable, "-m", "tests.hostile.cost", *SIZES],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0 and len(results) == 2 * len(LOGS) * len(SIZES), done.stderr
    # a Parquet file is packed inside, so what packs it once more says nothing of its rows
    results = [one for one in results if one["format"] != "parquet, packed"]
    wrong = [
        (one["format"], one["bytes"], kind, one["said"][kind], one["took"][kind])
        for one in results
        for kind, factor in (("jobs", OF_JOBS), ("memory", OF_MEMORY))
        if not 1 / factor <= one["said"][kind] / one["took"][kind] <= factor
    ]
    assert not wrong


@pytest.mark.parametrize("key", LOGS)
def test_twice_as_many_jobs_take_twice_as_long(key):
    once, twice = (estimate(LOGS[key](jobs), NAMES[key]) for jobs in (JOBS, 2 * JOBS))
    assert twice.jobs == pytest.approx(2 * once.jobs, rel=0.1) and twice.seconds == pytest.approx(
        2 * once.seconds, rel=0.1
    )


def test_all_of_a_short_log_is_seen_and_a_long_header_holds_no_job():
    assert estimate(swf(40), "a.swf").jobs == 40 and estimate(gzip.compress(swf(40)), "a.swf.gz").jobs == 40
    header = b"; a line of a header that goes on\n" * 10_000
    whole = estimate(header + swf(JOBS), "a.swf")
    assert len(header) // 60 < whole.jobs < len(header) // 60 + 2 * JOBS
    steps = sacct(40).replace(b"\n7|", b"\n6.batch|\n7|")
    assert estimate(steps, "a.txt").jobs == estimate(sacct(40), "a.txt").jobs


def test_an_archive_is_like_its_first_log():
    accounts = b"Account|User|RawShares\na||1\n"
    whole = archive({"0.txt": accounts, "1.swf": swf(JOBS), "2.swf": swf(JOBS)})
    packed = archive({f"{number}.swf.gz": gzip.compress(swf(JOBS)) for number in range(4)})
    assert estimate(whole, "a.tar").jobs == pytest.approx(2 * JOBS, rel=0.15)
    assert estimate(packed, "a.tar").jobs == pytest.approx(4 * JOBS, rel=0.15)
    assert estimate(gzip.compress(in_archive(JOBS)), "a.tar.gz").jobs == pytest.approx(JOBS, rel=0.7)


@pytest.mark.parametrize("content", [b"", b"nothing of this is a log", b"\x1f\x8b\x08cut", b"PAR1 cut off"])
def test_what_no_reader_takes_has_no_estimate(content):
    assert estimate(content, "notes.bin") is None


def test_an_estimate_is_said_in_round_numbers():
    assert str(Estimate(340_123, 20_000_000, 0, 12.3)) == "about 340,000 jobs, which takes about 12 seconds"
    assert [rounded(number) for number in (0, 7, 99.4, 12_345)] == [0, 7, 99, 12_000]
