"""Reading the output of `sacct -P` line by line with datetime and dictionaries, from what the manual page says."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

NO = ("", "Unknown", "None", "None assigned", "N/A", "INVALID", "(null)")
ALIVE = ("RUNNING", "SUSPENDED", "PENDING")
STATUS = {"COMPLETED": 1, "CANCELLED": 5, "FAILED": 0, "TIMEOUT": 0, "NODE_FAIL": 0, "OUT_OF_MEMORY": 0, "PREEMPTED": 0}
UNITS = {"K": 1, "M": 1024, "G": 1024**2, "T": 1024**3}


def moment(text: str, zone: str) -> float | None:
    """Unix time; a local time is that of the zone, the earlier one where there are two."""
    if text in NO or text == "0":
        return None
    if text.isdigit():
        return float(text)
    stamp = datetime.fromisoformat(text)
    return (stamp if stamp.tzinfo else stamp.replace(tzinfo=ZoneInfo(zone))).astimezone(UTC).timestamp()


def length(text: str) -> float | None:
    """s of [days-]hours:minutes:seconds or minutes:seconds."""
    if text in NO or text in ("UNLIMITED", "Partition_Limit"):
        return None
    days, _, clock = text.rpartition("-")
    parts = [float(part) for part in clock.split(":")]
    while len(parts) < 3:
        parts.insert(0, 0.0)
    return int(days or 0) * 86400 + parts[0] * 3600 + parts[1] * 60 + parts[2]


def listed(text: str) -> dict[str, str]:
    return {part.split("=")[0]: part.split("=")[1] for part in text.split(",") if part} if text else {}


def kib_per_processor(text: str, processors: float, nodes: float) -> float:
    """4Gc is per processor, 4Gn per node, 4G in all."""
    per = text[-1] if text and text[-1] in "cn" else ""
    number = text.rstrip("cn")
    unit = number[-1] if number and number[-1] in UNITS else "M"
    amount = float(number.rstrip("KMGT") or 0) * UNITS[unit]
    if per == "n":
        amount = amount * nodes if nodes > 0 else 0
    if per != "c":
        amount = amount / processors if processors > 0 else 0
    return amount if amount > 0 else -1


def record(row: dict[str, str], line: int, zone: str) -> dict:
    """One record with what it measures; None for what it does not tell."""
    state = row["State"].split(" ")[0]
    start, end = moment(row["Start"], zone), moment(row["End"], zone)
    elapsed = length(row["Elapsed"])
    allocated = float(row["AllocCPUS"] or 0) or -1
    nodes = float(row["AllocNodes"] or 0) or -1
    if start is None or (row["AllocTRES"] in NO and not elapsed):
        start, allocated, nodes = None, -1, -1
    runtime = None
    if start is not None and end is not None and state not in ALIVE:
        runtime = end - start if end >= start else elapsed + (length(row["Suspended"]) or 0)
    asked = float(row["ReqCPUS"] or 0) or -1
    tres = listed(row["AllocTRES"]) or listed(row["ReqTRES"])
    gpus = (
        -1
        if not tres
        else float(tres["gres/gpu"])
        if "gres/gpu" in tres
        else sum(float(count) for name, count in tres.items() if name.startswith("gres/gpu:"))
    )
    return {
        "line": line,
        "raw": row,
        "state": state,
        "submit": moment(row["Submit"], zone),
        "start": start,
        "end": end,
        "eligible": moment(row["Eligible"], zone),
        "runtime": runtime,
        "allocated": allocated,
        "requested": asked,
        "nodes": nodes,
        "gpus": gpus,
        "limit": length(row["Timelimit"]) or -1,
        "memory": kib_per_processor(
            row["ReqMem"], asked if asked > 0 else float(row["AllocCPUS"] or 0), float(row["AllocNodes"] or 0)
        ),
    }


def read(text: str, zone: str) -> tuple[list[dict], int, int]:
    """(jobs in the order of their first lines, lines of steps, records that stand in the file a second time)."""
    names, *lines = text.rstrip("\n").split("\n")
    groups: dict[tuple, dict[str, list[dict]]] = {}
    steps = repeated = 0
    for number, text_line in enumerate(lines, 2):
        row = dict(zip(names.split("|"), text_line.split("|"), strict=True))
        if "." in row["JobID"]:
            steps += 1
            continue
        base, _, part = row["JobID"].partition("+")
        groups.setdefault((row["Cluster"], base, row["User"]), {}).setdefault(part, []).append(
            record(row, number, zone)
        )
    jobs = []
    for parts in groups.values():
        ends, everything = [], [one for records in parts.values() for one in records]
        before = repeated
        for records in parts.values():
            once: dict[float, dict] = {}
            for one in records:
                key = one["submit"]
                if key in once:
                    repeated += 1
                    if once[key]["end"] is not None and one["end"] is None:
                        continue
                once[key] = one
            pieces = [once[key] for key in sorted(once)]
            ends.append(pieces[-1] | {"submit": pieces[0]["submit"]})
        job = min(ends, key=lambda one: one["line"])
        if len(ends) > 1:
            job = job | {"submit": min(one["submit"] for one in ends)}
            for name in ("allocated", "requested", "nodes", "gpus"):
                known = [one[name] for one in ends if one[name] >= 0]
                job = job | {name: sum(known) if known else -1}
        jobs.append(
            job | {"line": min(one["line"] for one in everything), "pieces": len(everything) - (repeated - before)}
        )
    return sorted(jobs, key=lambda job: job["line"]), steps, repeated


def columns(jobs: list[dict]) -> dict[str, list[float]]:
    """The columns of SWF, and further ones, that a trace of these jobs has."""
    begin = min(job["submit"] for job in jobs)
    found: dict[str, list[float]] = {}

    def put(name: str, value: float | None) -> None:
        found.setdefault(name, []).append(-1 if value is None else value)

    numbers: dict[str, dict[str, int]] = {}
    for job in jobs:
        row = job["raw"]
        put("line", job["line"])
        put("job_id", float(row["JobIDRaw"]))
        put("submit", job["submit"] - begin)
        put("wait", None if job["start"] is None or job["start"] < job["submit"] else job["start"] - job["submit"])
        put("runtime", job["runtime"])
        put("eligible", None if job["eligible"] is None or job["eligible"] < begin else job["eligible"] - begin)
        put("status", STATUS.get(job["state"], -1))
        put("requested_time", job["limit"])
        put("requested_memory", job["memory"])
        put("exit_code", float(row["ExitCode"].split(":")[0]))
        for name, key in (
            ("allocated_processors", "allocated"),
            ("requested_processors", "requested"),
            ("nodes", "nodes"),
            ("gpus", "gpus"),
            ("pieces", "pieces"),
        ):
            put(name, job[key])
        for name, text in (
            ("user_id", row["User"]),
            ("group_id", row["Account"]),
            ("queue", row["QOS"]),
            ("partition", row["Partition"]),
            ("executable", row["JobName"]),
            ("state", job["state"]),
            ("reason", row["Reason"]),
        ):
            known = numbers.setdefault(name, {})
            put(name, known.setdefault(text, len(known) + 1) if text else None)
    return found
