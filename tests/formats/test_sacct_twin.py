"""Output of sacct read by the program and by a plain reader of its own; and damaged files: nothing is lost silently."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from random import Random

import numpy as np
import pytest

from scheduler.errors import InputError, WorkloadError
from scheduler.formats import sacct
from scheduler.model.trace import Trace
from scheduler.preparation.build import workload
from tests.cases.small_log import is_one_sentence
from tests.cases.strategies import EXPLORE
from tests.naive import sacct as naive

NAMES = [
    "JobID",
    "JobIDRaw",
    "Cluster",
    "User",
    "Account",
    "Partition",
    "QOS",
    "Submit",
    "Eligible",
    "Start",
    "End",
    "Elapsed",
    "Suspended",
    "Timelimit",
    "State",
    "ExitCode",
    "Reason",
    "AllocCPUS",
    "ReqCPUS",
    "AllocNodes",
    "ReqMem",
    "AllocTRES",
    "ReqTRES",
    "JobName",
]
BEGIN = 1_770_000_000  # of a winter: no clock is set back while these jobs run
FILES = 2_000 if EXPLORE else 500


def clock(seconds: float) -> str:
    return datetime.fromtimestamp(BEGIN + seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")


def span(seconds: int) -> str:
    days, rest = divmod(seconds, 86400)
    return f"{days}-" * (days > 0) + f"{rest // 3600:02d}:{rest % 3600 // 60:02d}:{rest % 60:02d}"


def base(draw: Random, number: int, submit: int) -> dict[str, str]:
    """A job that ran and completed."""
    size, run, wait = draw.choice((1, 2, 8, 32)), draw.randrange(1, 90_000), draw.randrange(4_000)
    gpus = draw.choice(("", "", ",gres/gpu=2", ",gres/gpu:a100=3,gres/gpu:v100=1", ",gres/gpu=4,gres/gpu:a100=4"))
    tres = f"billing={size},cpu={size}{gpus},mem=4G,node=1"
    return {
        "JobID": str(number),
        "JobIDRaw": str(number),
        "Cluster": draw.choice(("one", "two")),
        "User": draw.choice(("ada", "zoë", "bob")),
        "Account": draw.choice(("physics", "bio")),
        "Partition": draw.choice(("batch", "gpu", "a,b")),
        "QOS": draw.choice(("normal", "high")),
        "Submit": clock(submit),
        "Eligible": clock(submit + draw.choice((0, 60))),
        "Start": clock(submit + wait),
        "End": clock(submit + wait + run),
        "Elapsed": span(run),
        "Suspended": "00:00:00",
        "Timelimit": draw.choice(("1-00:00:00", "00:30:00", "30:00", "UNLIMITED", "Partition_Limit", "")),
        "State": draw.choice(("COMPLETED", "FAILED", "TIMEOUT", "CANCELLED by 1001", "OUT_OF_MEMORY")),
        "ExitCode": draw.choice(("0:0", "1:0", "0:9")),
        "Reason": draw.choice(("None", "Priority", "Resources")),
        "AllocCPUS": str(size),
        "ReqCPUS": str(draw.choice((size, size, 1))),
        "AllocNodes": str(draw.choice((1, 2))),
        "AllocTRES": tres,
        "ReqTRES": tres,
        "ReqMem": draw.choice(("4Gc", "4Gn", "4000M", "4000Mc", "0", "0n", "1.5G", "512K", "")),
        "JobName": draw.choice(("größe", "train", "a b", "日本")),
    }


def never(row: dict[str, str], state: str) -> dict[str, str]:
    """The job that waits, or was cancelled while it did: sacct shows processors all the same, but no resources."""
    end = {"End": row["End"] if state.startswith("CANCELLED") else "Unknown"}
    return (
        row | end | {"Start": "Unknown", "Elapsed": "00:00:00", "State": state, "AllocTRES": "", "Eligible": "Unknown"}
    )


def several(draw: Random, number: int, submit: int) -> list[dict[str, str]]:
    """The records of one job, or of the tasks of an array."""
    row, kind = base(draw, number, submit), draw.randrange(9)
    step = row | {
        "JobID": f"{number}.batch",
        "JobIDRaw": f"{number}.batch",
        "User": "",
        "Partition": "",
        "Timelimit": "",
    }
    if kind == 0:
        return [row, step, step | {"JobID": f"{number}.0"}]
    if kind == 1:
        return [never(row, draw.choice(("PENDING", "CANCELLED by 0")))]
    if kind == 2:
        return [row | {"End": "Unknown", "State": draw.choice(("RUNNING", "SUSPENDED"))}]
    if kind == 3:  # requeued twice
        again = [
            row
            | {
                "Submit": clock(submit + 100_000 * k),
                "Start": clock(submit + 100_000 * k + 50),
                "End": clock(submit + 100_000 * k + 90),
                "Elapsed": span(40),
                "State": "COMPLETED",
            }
            for k in (1, 2)
        ]
        return [row | {"State": "NODE_FAIL"}, again[0] | {"State": "PREEMPTED"}, step, again[1]]
    if kind == 4:  # at the end of a month: once running, once ended
        return [row | {"End": "Unknown", "State": "RUNNING"}, row]
    if kind == 5:
        return [
            row | {"JobID": f"{number}+{part}", "JobIDRaw": str(number + part), "AllocCPUS": str(4 + part)}
            for part in range(3)
        ]
    if kind == 6:
        return [row | {"JobID": f"{number}_{task}", "JobIDRaw": str(number + task)} for task in range(1, 4)]
    if kind == 7:
        return [row | {"Suspended": "00:10:00"}, *([step] * 2)]
    return [row]


def log(seed: int) -> str:
    draw, rows = Random(seed), []
    for number in range(100, 220, 4):
        rows += several(draw, number, draw.randrange(1_000_000))
    return "\n".join(["|".join(NAMES), *("|".join(row[name] for name in NAMES) for row in rows)]) + "\n"


def count(trace: Trace, rule: str) -> int:
    return sum(note.count for note in trace.notes if note.rule == rule)


def accounted(trace: Trace) -> int:
    """Lines that are pieces of jobs, or counted as something else."""
    others = ("steps", "not_a_job", "short_line", "long_line", "repeated_records", "line_end_inside")
    return int(trace.extra["pieces"].sum()) + sum(count(trace, rule) for rule in others)


@pytest.mark.parametrize("zone", ["UTC", "Europe/Paris"])
@pytest.mark.parametrize("seed", range(30))
def test_reading_agrees_with_a_plain_reader(seed, zone):
    text = log(seed)
    jobs, steps, repeated = naive.read(text, zone)
    trace, wanted = sacct.read(text.encode(), "log.txt", time_zone=zone), naive.columns(jobs)
    found = {**trace.columns, **trace.extra, "line": trace.line}
    for name, values in wanted.items():
        assert np.allclose(found[name], values, rtol=1e-12), name
    assert count(trace, "steps") == steps and count(trace, "repeated_records") == repeated
    assert trace.names["user_id"] == tuple(dict.fromkeys(job["raw"]["User"] for job in jobs))
    assert trace.keys["UnixStartTime"] == str(int(min(job["submit"] for job in jobs)))
    assert accounted(trace) == len(text.splitlines()) - 1


def damaged(draw: Random, text: str) -> str:
    """The file with a few things wrong with it."""
    lines = text.split("\n")
    for _ in range(draw.randrange(1, 8)):
        at = draw.randrange(len(lines))
        line, fields = lines[at], lines[at].split("|")
        place, kind = draw.randrange(len(fields)), draw.randrange(9)
        if kind == 0:
            line = line[: draw.randrange(len(line) + 1)]
        elif kind == 1:
            fields[place] = draw.choice(
                (
                    "Unknown",
                    "",
                    "9" * 30,
                    "-5",
                    "nan",
                    "inf",
                    "1e300",
                    "é\x0b\x85\u2028",
                    "2026-02-30T25:61:61",
                    "0",
                    "²",
                    "1_[1-",
                    "+",
                    "cpu=,mem",
                    "7-",
                    "=,=",
                    "9999-12-31T23:59:59",
                    "1.5.2",
                    "\x00",
                    "<b>x</b>",
                    "1:2:3:4:5",
                )
            )
            line = "|".join(fields)
        elif kind == 2:
            del fields[place]
            line = "|".join(fields)
        elif kind == 3:
            line += "|" * draw.randrange(1, 4)
        elif kind == 4:
            line = line[: len(line) // 2] + draw.choice(("\n", "\r", "|", "\t")) + line[len(line) // 2 :]
        elif kind == 5:
            other = draw.randrange(len(fields))
            fields[place], fields[other] = fields[other], fields[place]
            line = "|".join(fields)
        elif kind == 6:
            line = line + "\n" + line
        elif kind == 7:
            line = ""
        else:
            line = "".join(chr(draw.randrange(1, 300)) for _ in range(draw.randrange(1, 60)))
        lines[at] = line
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(0, FILES, 50))
def test_of_damaged_files_every_line_is_a_record_of_a_job_or_counted(seed):
    read = 0
    for number in range(seed, seed + 50):
        draw = Random(number)
        text = damaged(draw, log(number))
        content = text.encode()
        if number % 7 == 0:
            at = draw.randrange(len(content))
            content = content[:at] + bytes([draw.randrange(256)]) + content[at + 1 :]
        try:
            trace = sacct.read(content, "log.txt", time_zone=draw.choice((None, "Europe/Paris")))
        except InputError as error:
            assert is_one_sentence(str(error)), number
            continue
        read += 1
        plain = content.decode("utf-8", "replace").replace("\r\n", "\n")
        lines = [line for line in plain.removeprefix("\ufeff").split("\n") if line.strip()]
        inside = count(trace, "line_end_inside")
        assert len(lines) - 1 - inside <= accounted(trace) <= len(lines) - 1 + inside, number
        if number % 5 == 0:
            with suppress(WorkloadError):
                assert len(workload(trace, processors=64, wide="drop")) <= len(trace)
        assert all(
            np.isfinite(column).all() and len(column) == len(trace)
            for column in (*trace.columns.values(), *trace.extra.values())
        )
        assert (np.diff(trace.line) > 0).all()
    assert read >= 30
