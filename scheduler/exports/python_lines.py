"""The lines of Python that make a figure again with the package `queuescope`, on the machine of whoever asks.

Only what differs from the defaults is said.  A log that was sent has to be at hand; a comment tells its SHA-256.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from pprint import pformat
from typing import Any

from scheduler.errors import StoreError
from scheduler.model.workload_options import WorkloadOptions
from scheduler.policies import policy_of
from scheduler.results.keys import is_key
from scheduler.results.store import Store

IMPORT = "import queuescope as qs"
WIDTH = 110  # characters of a line of a plan
LONGEST = 60  # characters of a name of a schedule
Record = Mapping[str, Any]


def of_runs(
    runs: Sequence[tuple[Record, Record]], figure: str = "", view: Mapping[str, Any] | None = None
) -> list[str]:
    """The lines that compare runs, and draw a figure of them where its key is told.

    runs: (record of the run, record of its workload); view: arguments of the figure that are not its defaults.  A run
    that a program elsewhere made is read from its CSV.  Raises StoreError where a workload was not made of a trace.
    """
    lines, logs, parts = [IMPORT], dict[str, str](), dict[str, list[str]]()
    for record, workload in runs:
        key = str(record["workload"])
        if key not in logs:
            logs[key] = "log" if not logs else f"log_{len(logs) + 1}"
            lines += of_log(workload, logs[key])
        number = sum(map(len, parts.values())) + 1
        if _made_elsewhere(record):
            lines += _schedule(record, logs[key], number)
        parts.setdefault(key, []).append(f"run_{number}" if _made_elsewhere(record) else _policy(record))
    compared = (f"qs.compare({logs[key]}, [{', '.join(policies)}])" for key, policies in parts.items())
    lines.append(f"runs = {' + '.join(compared)}")
    return [*lines, f"runs.plot.{figure}({call_arguments(view or {})}).show()" if figure else "runs.table"]


def run_records(store: Store, keys: Iterable[str]) -> list[tuple[Record, Record]]:
    """(record, that of its workload) of each run that is one by its key, as of_runs takes them.  Raises StoreError."""
    records = [store.record(key) for key in keys if is_key(key)]
    return [(record, store.workload_record(record["workload"])) for record in records]


def of_workload(workload: Record, figure: str = "") -> list[str]:
    """The lines that open the log of a workload, and draw a figure of it where its key is told.  Raises StoreError."""
    return [IMPORT, *of_log(workload, "log"), f"log.plot.{figure}().show()" if figure else "log.jobs"]


def of_sweep(record: Record, metric: str) -> list[str]:
    """The lines that run a sweep and draw a metric of it.

    Raises StoreError where its record does not hold the plan, as those of versions before did not.
    """
    plan = record.get("plan")
    if not plan:
        raise StoreError("This sweep was made by a version that did not keep its plan; run the plan again.")
    comment = f"# the text of the trace, unpacked, has the SHA-256 {record['trace_sha256']}"
    named = {"name": record["name"], **plan}
    if "trace" in plan:  # where the file lies on the server is nobody's business
        named["trace"] = Path(str(plan["trace"])).name
    return [
        IMPORT,
        comment,
        f"plan = {pformat(named, width=WIDTH, sort_dicts=False)}",
        'if __name__ == "__main__":',
        "    sweep = qs.sweep(plan)",
        f"    qs.sweep_figure(sweep, {metric!r}).show()",
    ]


def of_two(first: Record, second: Record) -> list[str]:
    """The lines that open two workloads beside each other.  Raises StoreError."""
    return [IMPORT, *of_log(first, "log"), *of_log(second, "other"), "log.jobs.describe(), other.jobs.describe()"]


def of_log(workload: Record, name: str) -> list[str]:
    """The lines that open the log of a workload with its options, as a variable.  Raises StoreError."""
    source = workload.get("source") or {}
    kind, sha256 = source.get("kind"), workload.get("trace_sha256")
    options = WorkloadOptions.of_record(workload["options"]).chosen()
    if kind == "generate":
        arguments = {"seed": source.get("seed") or 0, **_chosen(source)}
        if options:
            arguments["options"] = options
        return [f"{name} = qs.generate({source['generator']!r}, {call_arguments(arguments)})"]
    if kind not in ("sample", "log", "upload"):
        raise StoreError("This workload was not made of a trace that is kept here, so no lines make it again.")
    if source.get("reading"):
        options = {"reading": dict(source["reading"]), **options}
    words = ", ".join(filter(None, (repr(str(source["name"])), call_arguments(options))))
    comment = [] if kind == "sample" or not sha256 else [f"# its text, unpacked, has the SHA-256 {sha256}"]
    return [*comment, f"{name} = qs.load({words})"]


def _chosen(source: Record) -> dict[str, Any]:
    from scheduler.generators import all_generators

    usual = {param.name: param.default for param in all_generators()[source["generator"]].params}
    return {name: value for name, value in (source.get("params") or {}).items() if value != usual.get(name)}


def _made_elsewhere(record: Record) -> bool:
    """Whether nothing here runs it: a schedule of another program, or of one in a browser."""
    return bool(record.get("called")) or policy_of(record["policy"]).outside


def _schedule(record: Record, log: str, number: int) -> list[str]:
    """The lines that read a schedule from the file that Compare offers of it."""
    name = str(record.get("called") or record.get("policy_title") or "another program")
    words = " ".join(name.split())
    comment = f"# {words} was made elsewhere: save its CSV (Compare, Numbers, Export) as run_{number}.csv"
    return [comment, f'run_{number} = qs.schedule({log}, "run_{number}.csv", name={name[:LONGEST]!r})']


def _policy(record: Record) -> str:
    """'easy', or qs.policy('tabu', seed=3)."""
    policy = policy_of(record["policy"])
    usual = {param.name: param.default for param in policy.params}
    arguments = {name: value for name, value in (record.get("params") or {}).items() if value != usual.get(name)}
    if record.get("seed"):
        arguments = {"seed": record["seed"], **arguments}
    return f"qs.policy({policy.key!r}, {call_arguments(arguments)})" if arguments else repr(policy.key)


def call_arguments(values: Mapping[str, Any]) -> str:
    """What stands in the brackets of a call: name=value, after commas."""
    return ", ".join(f"{name}={value!r}" for name, value in values.items())
