"""What single jobs were submitted with, of sacct: nice values, dependencies, begin times, arrays, reservations, memory.

    sacct -a -X -P -o JobIDRaw,JobID,Submit,Eligible,Reservation,ReqMem,ReqCPUS,AllocTRES,SubmitLine

The line of submission tells `--nice`, `--dependency`, `--requeue`, `--reservation` and the part of `--array` behind its
%; the column Reservation, where it is there, goes before it.  A job without dependencies and reservation that became
eligible later than it was submitted had a begin time, or was on hold until then.  Not so tasks of an array of which few
may run at a time: they become eligible when one of the array has ended, as recorded runs show.

`--mem` and `--mem-per-cpu` of the line go before ReqMem, which knows what a script asks for, too.  ReqMem is for each
processor (4Gc), on each node (4Gn), or from Slurm 21.08 on in all, for as few nodes as were asked for.  Where the job
had as much on each of several nodes (AllocTRES) it is memory on each node; else it is divided by the processors.  Of
jobs that ask for none, without a default, it is the memory of a node, as recorded runs show.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from scheduler.errors import FormatError
from scheduler.formats.reading.slurm_values import is_whole
from scheduler.topics.slurm.files.records import MOST_JOBS, as_text, plain_name

Skip = Callable[[str, int, str, str], None]
SACCT = "sacct -a -X -P -o JobIDRaw,JobID,Submit,Eligible,Reservation,ReqMem,ReqCPUS,AllocTRES,SubmitLine"
NEEDED = ("jobidraw", "jobid", "submitline")
FILE = "jobs"
USUAL_NICE = 100  # of --nice without a number
LEFT = "is not simulated"
JOB = re.compile(r"\d{1,15}")
TASK = re.compile(r"(\d{1,15})_(\d{1,15})")
AFTER = re.compile(r"(after(?:any|ok|notok|corr|burstbuffer)):((?:\d{1,15}(?:_\*|_\d+)?:?)+)")
LETTERS = {"-d": "--dependency", "-a": "--array"}
FLAGS = {
    "-H",
    "-O",
    "-Q",
    "-W",
    "-k",
    "-s",
    "-v",
    "--contiguous",
    "--exclusive",
    "--get-user-env",
    "--hold",
    "--nice",
    "--ignore-pbs",
    "--no-kill",
    "--no-requeue",
    "--overcommit",
    "--oversubscribe",
    "--parsable",
    "--quiet",
    "--reboot",
    "--requeue",
    "--spread-job",
    "--test-only",
    "--use-min-nodes",
    "--verbose",
    "--wait",
}
READ = ("--nice", "--dependency", "--array", "--requeue", "--no-requeue", "--reservation", "--mem", "--mem-per-cpu")
MEMORY = re.compile(r"(\d{1,12}(?:\.\d+)?)([KMGTP]?)B?([nc]?)", re.IGNORECASE)
MB = {"K": 1 / 1024, "": 1, "M": 1, "G": 1024, "T": 1024**2, "P": 1024**3}
NOT_ASKED = ("", "(null)", "None", "Unknown")


class _Row(NamedTuple):
    """A line of the table."""

    line: int
    raw: int
    array: int | None
    delay: float
    options: dict[str, str]
    reservation: str
    memory: str  # ReqMem
    size: str  # ReqCPUS
    allocated: str  # AllocTRES


def job_records(text: str, skip: Skip, memory: bool = False, untold: int | None = None) -> str:
    """The text of the parameter `jobs`, with what they ask for of memory where that counts.

    untold: MB that ReqMem has of jobs that ask for none, which have all memory of their nodes; None where there is a
    default.  Raises FormatError naming the line to run.
    """
    rows = _rows(text, skip)
    tasks: dict[int, list[int]] = {}
    for row in rows:
        tasks.setdefault(row.raw if row.array is None else row.array, []).append(row.raw)
    records = []
    for row in rows:
        fields = _fields(row, tasks, skip) | (_memory(row, skip, untold) if memory else {})
        if any(value not in (None, "") for value in fields.values()):
            records.append(as_text(str(row.raw), fields))
    if len(records) > MOST_JOBS:
        raise FormatError(
            f"{len(records):,} jobs have a nice value, a dependency, a begin time or an array with a "
            f"limit; at most {MOST_JOBS:,} are read."
        )
    return "; ".join(records)


def _rows(text: str, skip: Skip) -> list[_Row]:
    names, rows = list[str](), list[_Row]()
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if not line.strip():
            continue
        if not names:
            names = [cell.strip().lower() for cell in line.split("|")]
            missing = [name for name in NEEDED if name not in names]
            if missing or names[-1] != "submitline":
                raise FormatError(
                    f"The table of jobs begins with {line[:60]!r}; wanted: what {SACCT!r} prints, with SubmitLine last."
                )
            continue
        cells = dict(zip(names, line.split("|", len(names) - 1), strict=False))
        row = _row(cells, number)
        if row is None:
            skip(FILE, number, cells.get("jobid", "")[:40], "stands for several jobs")
        else:
            rows.append(row)
    if not names:
        raise FormatError(f"The table of jobs is empty; wanted: what {SACCT!r} prints.")
    return rows


def _row(cells: dict[str, str], number: int) -> _Row | None:
    """None of a line that is no single job."""
    raw, task = cells.get("jobidraw", "").strip(), TASK.fullmatch(cells.get("jobid", "").strip())
    if not JOB.fullmatch(raw):
        return None
    times = [_instant(cells.get(name, "").strip(), number) for name in ("submit", "eligible")]
    delay = max(times[1] - times[0], 0.0) if times[0] is not None and times[1] is not None else 0.0
    options, reservation = _options(cells.get("submitline", "")), cells.get("reservation", "").strip()
    if reservation in NOT_ASKED:
        reservation = options.get("--reservation", "")
    memory = (cells.get(name, "").strip() for name in ("reqmem", "reqcpus", "alloctres"))
    return _Row(number, int(raw), int(task[1]) if task else None, delay, options, reservation, *memory)


def _instant(text: str, number: int) -> float | None:
    """Seconds of a time; None of one that is not known."""
    if text in ("", "Unknown", "None", "NONE"):
        return None
    if text.isdecimal():
        return float(text)
    try:
        return datetime.fromisoformat(text).replace(tzinfo=None).timestamp()
    except ValueError:
        raise FormatError(
            f"Line {number} of the table of jobs has the time {text[:30]!r}; wanted: one such as 2026-01-31T12:00:00."
        ) from None


def _options(line: str) -> dict[str, str]:
    """{option: value} of those that are read; the words of the script come behind its name and are not looked at."""
    try:
        words = shlex.split(line)[1:]
    except ValueError:
        words = line.split()[1:]
    result, at = dict[str, str](), 0
    while at < len(words) and words[at].startswith("-"):
        name, sign, value = words[at].partition("=")
        if not name.startswith("--") and name[:2] in LETTERS:
            value, sign, name = name[2:] or value, "=" if name[2:] else sign, name[:2]
        name, at = LETTERS.get(name, name), at + 1
        alone = sign or name in FLAGS or (len(name) > 2 and not name.startswith("--"))
        takes_next = not alone and at < len(words) and not words[at].startswith("-")
        if takes_next:
            value, at = words[at], at + 1
        if name in READ:
            result[name] = value
    return result


def _fields(row: _Row, tasks: dict[int, list[int]], skip: Skip) -> dict[str, object]:
    """The fields of the record of a job."""
    fields: dict[str, object] = {}
    nice = row.options.get("--nice")
    if nice is not None:
        value = nice or str(USUAL_NICE)
        if re.fullmatch(r"-?\d{1,10}", value):
            fields["Nice"] = value
        else:
            skip(FILE, row.line, f"job {row.raw}: --nice={value}", LEFT)
    for option, again in (("--requeue", 1), ("--no-requeue", 0)):
        if option in row.options:
            fields["Requeue"] = again
    dependency = row.options.get("--dependency", "")
    asked = row.reservation.split(",")
    fields["Reservation"] = plain_name(asked[0])
    for other in asked[1:]:
        skip(FILE, row.line, f"job {row.raw}: --reservation={other} as another one", LEFT)
    at_once = row.options.get("--array", "").partition("%")[2]
    if row.array is None or not is_whole(at_once) or int(at_once) == 0:
        at_once = ""
    if dependency:
        fields["After"] = _after(dependency, row, tasks, skip)
    elif row.delay > 0 and not fields["Reservation"] and not at_once:
        fields["Delay"] = f"{row.delay:.15g}"
    return fields | ({"Array": row.array, "AtOnce": at_once} if at_once else {})


def _memory(row: _Row, skip: Skip, untold: int | None) -> dict[str, object]:
    """Memory for each processor or on each node, MB, 0 for all that a node has; nothing where it is not told."""
    for option, field in (("--mem-per-cpu", "Memory"), ("--mem", "NodeMemory")):
        if option in row.options:
            match = MEMORY.fullmatch(row.options[option])
            if match and not match[3]:
                return {field: int(_mb(match))}
            skip(FILE, row.line, f"job {row.raw}: {option}={row.options[option]}", LEFT)
    match = MEMORY.fullmatch(row.memory)
    if match is None or float(match[1]) == 0:
        return {}
    amount = _mb(match)
    if not match[3] and amount == untold:
        return {"NodeMemory": 0}
    if match[3].lower() == "n" or (not match[3] and _is_on_each_node(amount, row.allocated)):
        return {"NodeMemory": max(int(amount), 1)}
    if match[3].lower() == "c":
        return {"Memory": max(int(amount), 1)}
    return {"Memory": max(int(amount / int(row.size)), 1)} if is_whole(row.size) and int(row.size) > 0 else {}


def _mb(match: re.Match[str]) -> float:
    """MB of an amount that MEMORY matches."""
    return float(match[1]) * MB[match[2].upper()]


def _is_on_each_node(amount: float, allocated: str) -> bool:
    """Whether a job has on each of several nodes what it asks for, MB; allocated: such as cpu=4,mem=8G,node=2."""
    resources = dict(part.partition("=")[::2] for part in allocated.split(","))
    nodes, match = resources.get("node", ""), MEMORY.fullmatch(resources.get("mem", ""))
    several = is_whole(nodes) and int(nodes) > 1
    return match is not None and several and _mb(match) == amount * int(nodes)


def _after(text: str, row: _Row, tasks: dict[int, list[int]], skip: Skip) -> str:
    """The numbers of the jobs that end before; all tasks of an array that is named."""
    before: list[int] = []
    for part in filter(None, text.split(",")):
        match = AFTER.fullmatch(part)
        if match is None or match[1] not in ("afterany", "afterok", "afternotok"):
            skip(FILE, row.line, f"job {row.raw}: --dependency={part}", LEFT)
            continue
        for name in filter(None, match[2].split(":")):
            before += tasks.get(int(name.partition("_")[0]), [])
    return ",".join(str(one) for one in dict.fromkeys(before) if one != row.raw)
