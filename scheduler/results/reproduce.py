"""Experiments of papers, run part by part: what is done is kept, so an interrupted experiment goes on where it was.

A part is named by what it is told to do and by the sources that decide its result; the label, which is for people, is
no part of its name.  Experiments that share parts share their results, whatever scale or seed asked for them.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import orjson

from scheduler.compiled import DECISIVE, compilations, fingerprint
from scheduler.papers import (
    CHANGED,
    FAILED,
    REPRODUCED,
    UNJUDGED,
    UNSTATED,
    Experiment,
    Measured,
    Outcome,
    Part,
    Published,
    all_experiments,
    verdict,
)
from scheduler.registry import find
from scheduler.results.keys import short_hash
from scheduler.results.progress import Progress
from scheduler.results.store import Store

SOURCES = (     # all that a part can come by, but for the words of errors; and the folder of its paper
    *DECISIVE, "audit.py", "audit_segments.py", "audit_virtual.py", "bootstrap.py", "bounds", "campaign_trace.py",
    "campaigns.py", "digits.py", "fields.py", "formats", "generated.py", "generators", "groups.py", "gunzip.py",
    "holding.py", "inferred.py", "metrics", "papers/__init__.py", "params.py", "random_draws.py", "registry.py",
    "repairs.py", "samples.py", "schedule.py", "submissions.py", "levels.py", "table.py", "terms.py", "trace.py",
    "virtual_campaigns.py", "workload.py")
KEPT = ("result", "cpu_seconds")     # of a part
CONTRACT = ("experiment", "scale", "seed", "cpu_seconds", "values", "claims", "differences")

FIRST = "Once per installation the simulator is compiled before it, which can take a minute."

Record = dict[str, Any]


def reproduce(store: Store, key: str, scale: str, seed: int | None, progress: Progress) -> Record:
    """Run the parts that are not kept yet and put all together; seed: None for experiments that draw no lots.

    Returns {experiment, scale, seed, cpu_seconds, values, claims, differences, verdict, charts, settings, parts}.
    Raises UnknownKey, and Cancelled between two parts when asked to stop.
    """
    _, experiment = find(all_experiments(), key, "experiment")
    parts = list(experiment.parts(scale, seed or 0))
    names = [part_key(key, part) for part in parts]
    found = {name: kept for name in names if (kept := store.json("parts", name)) is not None and set(KEPT) <= set(kept)}
    progress.found = progress.done = len(found) / len(parts)
    for part, name in zip(parts, names, strict=True):
        if name not in found:
            said = f"Part {len(found) + 1} of {len(parts)}: {part['label']}."
            progress.at(len(found) / len(parts), said if found else f"{said} {FIRST}")
            found[name] = _run(store, name, experiment, part)
    progress.at(1.0, "Putting the parts together.")
    seconds = sum(float(found[name]["cpu_seconds"]) for name in dict.fromkeys(names))
    outcome = experiment.outcome(parts, [found[name]["result"] for name in names])
    return {"experiment": key, "scale": scale, "seed": seed, "cpu_seconds": round(seconds, 3),
            **told(experiment, outcome), "settings": [list(row) for row in experiment.settings], "parts": len(parts)}


def part_key(key: str, part: Part) -> str:
    """The name of a part's result: what it does and what decides it.  The experiment is known by its paper's folder."""
    told = {name: value for name, value in part.items() if name != "label"}
    return short_hash([key.partition("/")[0], told, fingerprint(sources_of(key))])


def sources_of(key: str) -> tuple[str, ...]:
    """The sources that decide what comes of an experiment: those of all, and its paper's."""
    return (*SOURCES, f"papers/{key.partition('/')[0].replace('-', '_')}")


def _run(store: Store, name: str, experiment: Experiment, part: Part) -> Record:
    """Run a part and keep its result; one during which kernels were compiled is run again, to be timed."""
    while True:
        before, began = compilations.count, time.thread_time()
        result = experiment.run(part)
        seconds = time.thread_time() - began
        if compilations.count == before:
            break
    # as it will be read: what is new must not differ from what is kept
    result = orjson.loads(orjson.dumps(result, option=orjson.OPT_SERIALIZE_NUMPY))
    kept = {"part": part, "result": result, "cpu_seconds": seconds}
    store.put_json("parts", name, kept)
    return kept


def told(experiment: Experiment, outcome: Outcome) -> Record:
    """Values, claims, differences, charts and the verdict, as JSON."""
    measured = {value.name: value for value in outcome.measured}
    values = [_value(published, measured[published.name]) for published in experiment.published]
    known = {published.name for published in experiment.published}
    values += [_value(Published(name, None, None, ""), value) for name, value in measured.items() if name not in known]
    claims = [asdict(claim) for claim in outcome.claims]
    return {"values": values, "claims": claims, "differences": list(experiment.differences),
            "verdict": overall(values, claims), "charts": [asdict(chart) for chart in outcome.charts]}


def _value(published: Published, ours: Measured) -> Record:
    accepted = None if published.accepted is None else list(published.accepted)
    return {"name": published.name, "published": published.value, "ours": ours.ours, "low": ours.low,
            "high": ours.high, "tolerance": accepted, "verdict": verdict(published, ours.ours),
            "where": published.where, "unit": published.unit}


def overall(values: Sequence[Mapping[str, Any]], claims: Sequence[Mapping[str, Any]]) -> str:
    """The verdict on the whole: what fails outweighs what was changed, and that what was met as stated."""
    verdicts = {value["verdict"] for value in values} - {UNSTATED, UNJUDGED}
    if FAILED in verdicts or not all(claim["holds"] for claim in claims):
        return FAILED
    return CHANGED if CHANGED in verdicts else REPRODUCED


def contract(record: Mapping[str, Any]) -> Record:
    """What is written to a file: {experiment, scale, seed, cpu_seconds, values, claims, differences}."""
    return {name: record[name] for name in CONTRACT}
