"""A usage report leaves nobody out: a log of 579 users, as Curie's has, per user, group, queue and week, on page and in files."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from layouts.pages.workload import usage_card
from scheduler.__main__ import main
from scheduler.analysis.workloads import usage
from scheduler.exports import usage_csv
from scheduler.formats import swf
from scheduler.preparation.build import workload
from tests.pages.test_pages import texts

USERS, GROUPS, QUEUES, JOBS = 579, 217, 5, 4_000
COLUMNS = {"user": "user_id", "group": "group_id", "queue": "queue"}
DAY, START = 86_400, 1_296_802_800  # s; Curie's log begins on 4 February 2011, a Friday, in Paris
GROUPINGS = [("user",), ("group",), ("queue",), ("week",), ("week", "queue"), ("user", "week"), ("group", "user")]


def lines() -> pd.DataFrame:
    """Every user has a job, and the power of users falls like their rank; so few of them make most of the work."""
    random = np.random.default_rng(579)
    user = np.concatenate([np.arange(1, USERS + 1), random.zipf(1.6, 40 * JOBS)])
    user = user[user <= USERS][:JOBS]
    frame = pd.DataFrame(
        {
            "user_id": user,
            "submit": np.sort(random.integers(0, 140 * DAY, JOBS)),
            "wait": random.integers(0, 3 * DAY, JOBS),
            "runtime": random.integers(1, DAY, JOBS),
            "processors": 2 ** random.integers(0, 12, JOBS),
            "queue": random.integers(1, QUEUES + 1, JOBS),
        }
    )
    frame["group_id"] = frame.user_id % GROUPS + 1
    return frame


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log as a file."""
    target = tmp_path_factory.mktemp("curie") / "curie-like.swf"
    rows = [
        f"{at} {one.submit} {one.wait} {one.runtime} {one.processors} -1 -1 {one.processors} {DAY} -1 1 {one.user_id} "
        f"{one.group_id} -1 {one.queue} -1 -1 -1"
        for at, one in enumerate(lines().itertuples(), 1)
    ]
    target.write_text(
        f"; MaxProcs: 80640\n; UnixStartTime: {START}\n; TimeZoneString: Europe/Paris\n" + "\n".join(rows) + "\n"
    )
    return target


@pytest.fixture(scope="module")
def work(path: Path):
    return workload(swf.read(path.read_bytes(), path.name))


def expected(by: tuple[str, ...]) -> pd.DataFrame:
    """What pandas says of the lines of the file: jobs, processor-hours and recorded waits per group."""
    frame = lines()
    clock = (pd.Timestamp(START, unit="s", tz="UTC") + pd.to_timedelta(frame.submit, unit="s")).dt.tz_convert(
        "Europe/Paris"
    )
    clock = clock.dt.tz_localize(None)
    frame["week"] = (clock - pd.to_timedelta(clock.dt.day_of_week, unit="D")).dt.strftime("%Y-%m-%d")
    frame["hours"] = frame.runtime * frame.processors / 3600
    keys = [frame[COLUMNS.get(name, name)].astype(str).rename(name) for name in by]
    return frame.groupby(keys).agg(
        jobs=("hours", "size"),
        processor_hours=("hours", "sum"),
        mean_wait=("wait", "mean"),
        median_wait=("wait", "median"),
        users=("user_id", "nunique"),
    )


def agree(rows: list[dict], by: tuple[str, ...]) -> None:
    """Rows of a report are those of pandas, none more, none missing."""
    ours = pd.DataFrame(rows).set_index(list(by))
    ours = ours[ours.jobs.astype(int) > 0]
    wanted = expected(by)
    assert len(ours) == len(wanted)
    for name in wanted.columns:
        column = pd.to_numeric(ours[name]).reindex(wanted.index)
        assert np.allclose(column, wanted[name], rtol=1e-9), name


@pytest.mark.parametrize("by", GROUPINGS)
def test_every_row_is_there_with_the_sums_of_pandas(work, by):
    rows = usage.rows(work, by)
    agree(rows, by)
    frame = lines()
    assert sum(row["jobs"] for row in rows) == JOBS
    assert sum(row["processor_hours"] for row in rows) == pytest.approx((frame.runtime * frame.processors).sum() / 3600)
    assert sum(row["share_of_work"] for row in rows) == pytest.approx(1)


@pytest.mark.parametrize("by", GROUPINGS)
def test_so_has_the_file(work, by):
    agree(list(csv.DictReader(io.StringIO(usage_csv.written(work, by)))), by)


def test_the_page_shows_all_579_users(work):
    report = usage_card.report(work, "a" * 24, ["user"])
    assert "Usage per user: 579 rows. " in texts(report)
    table = next(part for one in report for part in one._traverse() if type(part).__name__ == "Table")
    wanted = expected(("user",))
    assert {row[0]: int(row[1].replace("\u202f", "")) for row in table.data["body"]} == wanted.jobs.to_dict()
    assert len(table.data["body"]) == USERS


def test_the_command_line_prints_and_writes_all_of_them(path, tmp_path, capsys):
    assert main(["usage", str(path), "--per", "user"]) == 0
    printed = capsys.readouterr().out.splitlines()
    users = {line.split()[0] for line in printed} & {str(user) for user in range(1, USERS + 1)}
    assert len(users) == USERS
    assert main(["usage", str(path), "--per", "user", "--out", str(tmp_path / "usage.csv")]) == 0
    table = [line for line in (tmp_path / "usage.csv").read_text().splitlines() if not line.startswith("#")]
    agree(list(csv.DictReader(table)), ("user",))
