"""The commands that make a run again, on the machine of whoever asks: what a terminal takes, to the letter.

Only what differs from the defaults is said, but the processors and the seed, which nobody should have to look up.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from typing import Any

from scheduler.errors import StoreError
from scheduler.model.number_text import number
from scheduler.model.workload_options import CALL_NAMES, WorkloadOptions
from scheduler.params import Param
from scheduler.policies import policy_of
from scheduler.preparation.samples import FOLDER as SAMPLES
from scheduler.results.tasks.foreign_schedule import not_ours

PROGRAM = "python -m scheduler"
FOLDER = "$QUEUESCOPE_TRACES"
GENERATED = "generated.swf"


def commands(run: Mapping[str, Any], workload: Mapping[str, Any], out: str = "run.csv") -> tuple[str, ...]:
    """The lines to type, comments among them: what makes the trace where a generator did, then the run.

    run, workload: the records of the store.  Raises StoreError where the workload was not made of a trace.
    """
    not_ours(run)
    source = workload.get("source") or {}
    policy = policy_of(run["policy"])
    if policy.outside:
        return (f"# {policy.title}: the schedule was made by a program elsewhere, so no command makes it again.",)
    before, trace = _trace(source, str(workload.get("trace_sha256") or ""))
    words = [
        "simulate",
        *trace,
        *options(workload["options"]),
        "--policy",
        policy.key,
        *_params(policy.params, run.get("params") or {}),
    ]
    if policy.random and run.get("seed") is not None:
        words += ["--seed", str(run["seed"])]
    return (*before, _line([*words, "--out", out]))


def looked_at(workload: Mapping[str, Any]) -> tuple[str, ...]:
    """The lines that tell what is in a workload; raises StoreError as `commands` does."""
    before, trace = _trace(workload.get("source") or {}, str(workload.get("trace_sha256") or ""))
    return (*before, _line(["inspect", *trace, *options(workload["options"])]))


def options(record: Mapping[str, Any]) -> list[str]:
    """The options of a workload that are not what they would be anyway, as words of a call."""
    return [
        word
        for name, value in WorkloadOptions.of_record(record).chosen().items()
        for word in ("--" + CALL_NAMES.get(name, name).replace("_", "-"), _word(value))
    ]


def _trace(source: Mapping[str, Any], sha256: str) -> tuple[tuple[str, ...], list[str]]:
    """What has to be done or known first, and how a call names the trace and says how it is read."""
    before, words = _named(source, sha256)
    return before, words + [
        word for name, value in (source.get("reading") or {}).items() for word in ("--reading", f"{name}={value}")
    ]


def _named(source: Mapping[str, Any], sha256: str) -> tuple[tuple[str, ...], list[str]]:
    kind, name = source.get("kind"), str(source.get("name", ""))
    if kind == "generate":
        seed = ["--seed", str(source["seed"])]
        from scheduler.generators import all_generators

        params = _params(all_generators()[source["generator"]].params, source.get("params") or {})
        return (_line(["generate", source["generator"], *params, *seed, "--out", GENERATED]),), [GENERATED]
    if kind == "sample":
        return (), [f"{SAMPLES.name}/{name}"]
    if kind == "log":
        comments = ("# The folder that QUEUESCOPE_TRACES names has to hold this log:", *_hash_comment(sha256))
        return comments, ["--log", name] if "/" not in name else [f"{FOLDER}/{name}"]
    if kind in ("upload", "file"):
        paths = [f"./{path}" if path.startswith("-") else path for path in source.get("files") or [name]]
        comments = ("# The file that was sent:",) if kind == "upload" else ()
        return (*comments, *_hash_comment(sha256)), paths
    raise StoreError("This workload was not made of a trace that is kept here, so no command makes it again.")


def _hash_comment(sha256: str) -> tuple[str, ...]:
    return (f"# its text, unpacked, has the SHA-256 {sha256}",) if sha256 else ()


def _params(declared: Iterable[Param], values: Mapping[str, Any]) -> list[str]:
    return [
        word
        for param in declared
        if param.name in values and values[param.name] not in (None, param.default)
        for word in ("--param", f"{param.name}={_word(values[param.name])}")
    ]


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return number(value) if isinstance(value, float) else str(value)


def _line(words: Iterable[str]) -> str:
    """Quoted for a shell, but for the folder of logs, which it fills in."""
    return " ".join(
        [
            PROGRAM,
            *(
                f'"{FOLDER}"/{shlex.quote(word[len(FOLDER) + 1 :])}' if word.startswith(FOLDER) else shlex.quote(word)
                for word in words
            ),
        ]
    )
