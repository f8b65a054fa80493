"""Experiments of papers, run part by part: what is done is kept, so an interrupted experiment goes on where it was.

A part is named by what it is told to do and by the sources that decide its result; what is for people, as its label
is, is no part of its name.  Experiments that share parts share their results, whatever scale or seed asked for them.
A part on a log names the log by the hash of its text; the log is read when the first of its parts has to be run.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any, NamedTuple

import orjson

from scheduler.compiled import compilations
from scheduler.errors import QueuescopeError
from scheduler.fingerprint import fingerprint
from scheduler.params import Param
from scheduler.registry import find
from scheduler.results.keys import short_hash
from scheduler.results.progress import Progress
from scheduler.results.records import Record
from scheduler.results.sources import SEED, Source
from scheduler.results.store import Store
from scheduler.results.tasks import Spec, Task
from scheduler.topics.papers import verdicts
from scheduler.topics.papers.experiments import (
    ASIDE,
    SCALES,
    Claim,
    Experiment,
    Measured,
    Outcome,
    Part,
    Published,
    all_experiments,
)
from scheduler.topics.papers.results.logs import Traces, files
from scheduler.topics.papers.results.logs import check as check_logs

log = logging.getLogger("queuescope.runs")

SCALE = Param("scale", SCALES[0], choices=SCALES, help="how much is run: quick for a look, full for the verdict")
PAPERS = all_experiments.__module__
KEPT = ("result", "cpu_seconds")  # of a part
CONTRACT = ("experiment", "scale", "seed", "cpu_seconds", "verdict", "values", "claims", "differences")
ADDED = ("logs", "of_parts", "commit", "day")  # where there are any

FEW = 20  # jobs of a log that are simulated first, to compile what is not: a part may be too long to be run twice
FIRST = "Once per installation the simulator is compiled before it, which can take a minute."


class Ran(NamedTuple):
    """Parts of an experiment with their results."""

    parts: Sequence[Part]
    results: Sequence[Any]
    cpu_seconds: float
    of_parts: int  # how many parts there are in all


def check(spec: Mapping[str, Any], store: Store) -> Spec:
    """{experiment, scale, seed}, and logs where it is one on logs.  Raises InputError, one sentence."""
    key = str(spec.get("experiment"))
    _, experiment = find(all_experiments(), key, "experiment")
    checked = {
        "experiment": key,
        "scale": SCALE.check(spec.get("scale") or SCALE.default),
        "seed": SEED.check(spec.get("seed") or 0) if experiment.random else None,
    }
    chosen = check_logs(key, experiment, spec.get("logs"), store)
    return checked | ({"logs": chosen} if chosen else {})


def key_of(spec: Spec) -> str:
    """The key of a checked spec; a log counts by its content and what it is called, wherever it is."""
    named = spec | ({"logs": [list(log) for log in files(spec["logs"])]} if "logs" in spec else {})
    return short_hash([named, fingerprint(package_of(spec["experiment"]))])


def run(store: Store, key: str, spec: Spec, progress: Progress) -> int:
    """Run what is left of an experiment, keep what came of it; how many parts it has."""
    return int(reproduced(store, key, spec, progress)["parts"])


def reproduced(store: Store, key: str, spec: Spec, progress: Progress) -> Record:
    """What came of an experiment, kept under the key of its checked spec."""
    record = reproduce(store, spec["experiment"], spec["scale"], spec["seed"], progress, spec.get("logs", ()))
    return TASK.keep(store, key, spec, progress, record)


def reproduce(
    store: Store, key: str, scale: str, seed: int | None, progress: Progress, logs: Sequence[Source] = ()
) -> Record:
    """Run the parts that are not kept yet and put all together; seed: None for experiments that draw no lots.

    logs: those of an experiment on logs, checked (logs.check).
    Returns {experiment, scale, seed, cpu_seconds, values, claims, differences, verdict, charts, settings, parts}, and
    logs {name, sha256} where there are any.
    Raises UnknownKey, and Cancelled when asked to stop: between two parts, and inside one on a log.
    """
    _, experiment = find(all_experiments(), key, "experiment")
    ran = run_parts(store, key, scale, seed, progress, logs)
    progress.at(1.0, "Putting the parts together.")
    outcome = experiment.outcome(ran.parts, ran.results)
    return {
        "experiment": key,
        "scale": scale,
        "seed": seed,
        "cpu_seconds": ran.cpu_seconds,
        **describe(experiment, outcome),
        "settings": [list(row) for row in experiment.settings],
        "parts": len(ran.parts),
        **({"logs": [log._asdict() for log in files(logs)]} if logs else {}),
    }


def run_parts(
    store: Store,
    key: str,
    scale: str,
    seed: int | None,
    progress: Progress,
    logs: Sequence[Source] = (),
    sweeps: int | None = None,
) -> Ran:
    """Run the parts that are not kept yet; sweeps: only those of the first ones.  As reproduce() otherwise."""
    experiment = all_experiments()[key][1]
    every = parts_of(experiment, scale, seed, logs)
    parts = [part for part in every if sweeps is None or part.get("sweep", 0) < sweeps]
    names = [part_key(key, part) for part in parts]
    records = {name: kept for name in names if (kept := kept_part(store, name)) is not None}
    share_of = _shares(parts, names)
    done = progress.done_before = progress.done = min(sum(share_of[name] for name in records), 1.0)
    traces = Traces(store, logs)
    if logs:
        left = [part for part, name in zip(parts, names, strict=True) if name not in records]
        _prepare(experiment, left, traces, progress)
    for part, name in zip(parts, names, strict=True):
        if name not in records:
            sentence = f"Part {len(records) + 1} of {len(parts)}: {part['label']}."
            progress.at(done, sentence if records or logs else f"{sentence} {FIRST}")
            records[name] = _run(store, name, part, _runner(experiment, part, traces, progress, share_of[name]))
            done = min(done + share_of[name], 1.0)
    progress.jobs = 0
    seconds = sum(float(records[name]["cpu_seconds"]) for name in dict.fromkeys(names))
    return Ran(parts, [records[name]["result"] for name in names], round(seconds, 3), len(every))


def parts_of(experiment: Experiment, scale: str, seed: int | None, logs: Sequence[Source] = ()) -> list[Part]:
    """All parts of an experiment, of one on logs those on these."""
    return list(experiment.parts(scale, seed or 0, files(logs)) if logs else experiment.parts(scale, seed or 0))


def kept_part(store: Store, name: str) -> Record | None:
    """A part by its name, with its result; None where it has to be run."""
    kept = store.json("parts", name)
    return kept if kept is not None and set(KEPT) <= set(kept) else None


def _shares(parts: Sequence[Part], names: Sequence[str]) -> dict[str, float]:
    """0..1 by name: the share of the time of all parts that those of this name take; several may be the same."""
    weights = [float(part.get("weight", 1)) for part in parts]
    whole, share_of = sum(weights), dict.fromkeys(names, 0.0)
    for name, weight in zip(names, weights, strict=True):
        share_of[name] += weight / whole
    return share_of


def _prepare(experiment: Experiment, left: Sequence[Part], traces: Traces, progress: Progress) -> None:
    """Compile what the parts on logs use: the first jobs of the first log, done as in each of its parts."""
    for part in left:
        if part["log"] == left[0]["log"]:
            progress.at(progress.done, f"Preparing: {part['label']}. {FIRST}")
            experiment.run({**part, "first": FEW}, traces.of(part["log"]), lambda _jobs: progress.control)
    progress.preparing = progress.seconds


def _runner(experiment: Experiment, part: Part, traces: Traces, progress: Progress, share: float) -> Callable[[], Any]:
    """What runs a part; the log of one on a log is read before its time is taken."""
    if not experiment.logs:
        return partial(experiment.run, part)
    return partial(experiment.run, part, traces.of(part["log"]), partial(progress.simulating, share=share))


def part_key(key: str, part: Part) -> str:
    """The name of a part's result: what it does and what decides it.  The experiment is known by its paper's folder."""
    essentials = {name: value for name, value in part.items() if name not in ASIDE}
    return short_hash([key.partition("/")[0], essentials, fingerprint(package_of(key))])


def package_of(key: str) -> str:
    """The package of an experiment's paper: its sources, with all they import, decide what comes of the experiment."""
    return f"{PAPERS}.{key.partition('/')[0].replace('-', '_')}"


def _run(store: Store, name: str, part: Part, run: Callable[[], Any]) -> Record:
    """Run a part and keep its result; compiling is no part of its time."""
    compiling, began = compilations.seconds, time.thread_time()
    result = run()
    seconds = time.thread_time() - began - (compilations.seconds - compiling)
    # as it will be read: what is new must not differ from what is kept
    result = orjson.loads(orjson.dumps(result, option=orjson.OPT_SERIALIZE_NUMPY))
    kept = {"part": part, "result": result, "cpu_seconds": seconds}
    store.put_json("parts", name, kept)
    return kept


def describe(experiment: Experiment, outcome: Outcome) -> Record:
    """Values, claims, differences, charts and the verdict, as JSON."""
    measured = {value.name: value for value in outcome.measured}
    values = [_value(experiment, published, measured[published.name]) for published in experiment.published]
    names = {published.name for published in experiment.published}
    values += [
        _value(experiment, Published(name, value.printed, value.band, "", value.unit), value)
        for name, value in measured.items()
        if name not in names
    ]
    claims = [_claim(experiment, claim) for claim in outcome.claims]
    return {
        "values": values,
        "claims": claims,
        "differences": [*experiment.differences, *outcome.differences],
        "verdict": verdicts.headline(items(values, claims)),
        "charts": [asdict(chart) for chart in outcome.charts],
    }


def items(values: Iterable[Mapping[str, Any]], claims: Iterable[Mapping[str, Any]]) -> list[str]:
    """The verdicts the headline follows from: on every number and every sentence of the paper."""
    return [str(one["verdict"]) for one in (*values, *(claim for claim in claims if not claim.get("finding")))]


def _value(experiment: Experiment, published: Published, ours: Measured) -> Record:
    accepted, verdict = published.accepted, verdicts.of_value(published, ours)
    agreement = verdicts.agrees(published, ours)
    details = {
        "limit": published.band.limit if published.band else "",
        "meant": published.meant,
        "corrected": published.corrected,
        "reference": published.reference,
        "agrees": agreement,
        "percentile": ours.percentile,
        "samples": ours.sampled and list(ours.sampled),
        "sample": (published.band and published.band.sample) or None,
        "explained": _explained(verdict, published.explained, experiment),
        "decided_by": published.decided_by,
        "cell": ours.cell and list(ours.cell),
        "rows": ours.cell and ours.rows,
    }
    return {
        "name": published.name,
        "published": published.value,
        "ours": ours.ours,
        "low": ours.low,
        "high": ours.high,
        "tolerance": accepted and list(accepted),
        "verdict": verdict,
        "where": published.where,
        "unit": published.unit,
        **{name: value for name, value in details.items() if value not in (None, "")},
    }


def _claim(experiment: Experiment, claim: Claim) -> Record:
    """As JSON; of what is usual nothing is said."""
    verdict = verdicts.of_claim(claim)
    explained = "" if claim.finding else _explained(verdict, claim.explained, experiment)
    details = {
        "judged": None if claim.judged else False,
        "finding": claim.finding or None,
        "corrected": claim.corrected,
        "explained": explained,
        "decided_by": claim.decided_by,
    }
    return {
        "text": claim.text,
        "holds": claim.holds,
        "evidence": claim.evidence,
        "verdict": verdict,
        **{name: value for name, value in details.items() if value not in (None, "")},
    }


def _explained(verdict: str, own: str, experiment: Experiment) -> str:
    """Our best explanation of what is not reproduced."""
    return (own or experiment.explained) if verdict == verdicts.FAILED else ""


def contract(record: Mapping[str, Any]) -> Record:
    """What is written to a file: CONTRACT, and what is ADDED."""
    return {name: record[name] for name in (*CONTRACT, *ADDED) if name in record or name in CONTRACT}


def warm() -> None:
    """Run one instance of the first part of every experiment; those on logs use nothing but policies."""
    for key, (_, experiment) in all_experiments().items():
        if experiment.logs:
            continue
        part = experiment.parts(SCALES[0], 0)[0]
        try:
            experiment.run({**part, "count": 1} if "count" in part else part)
        except QueuescopeError as error:
            log.warning("warm experiment=%s error=%s", key, error)


TASK = Task("reproduce", "reproduces an experiment", check, run, key_of=key_of, kept_in="experiments", warm=warm)
