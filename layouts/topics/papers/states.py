"""How far the experiments of papers are, and in which words and signs that is said."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Any, NamedTuple

from layouts.frame.callbacks import Services
from layouts.topics.papers.address import Asked
from scheduler.durations import human
from scheduler.errors import InputError
from scheduler.results.queue.runs import Status
from scheduler.topics.papers.experiments import SCALES, Experiment, all_experiments
from scheduler.topics.papers.results import logs, outcomes
from scheduler.topics.papers.tasks import reproduce
from scheduler.topics.papers.verdicts import (
    CORRECTED,
    FAILED,
    INFORMATION,
    PARTLY,
    REPRODUCED,
    UNDECIDABLE,
    UNJUDGED,
    UNSTATED,
)

ACTIVE = ("queued", "running")
AWAITED = (*ACTIVE, "lost")  # of a lost one, too, more may come: others who want the same have it run again
NO_LOG = "no log"  # the state of an experiment on logs where none is chosen and none of its paper's is here
NOTHING = "·"
KEPT = "kept"  # the state of one that was not run here, but before, for the program
SYMBOLS = {
    REPRODUCED: "✓",
    CORRECTED: "≈",
    PARTLY: "~",
    FAILED: "✗",
    UNDECIDABLE: "?",
    UNSTATED: NOTHING,
    UNJUDGED: NOTHING,
    INFORMATION: NOTHING,
}
# for the style sheet
KINDS = {
    REPRODUCED: "good",
    CORRECTED: "changed",
    PARTLY: "changed",
    FAILED: "bad",
    UNDECIDABLE: "changed",
    UNSTATED: "none",
    UNJUDGED: "none",
    INFORMATION: "none",
}
SHARE = "{:.0f} %"
MINUTES, HOURS = 90.0, 5_400.0  # s: from where on a time is told in minutes, in hours


class Trial(NamedTuple):
    """One experiment at one scale with one seed, and how far it is."""

    experiment: str
    scale: str
    seed: int
    key: str
    state: str
    status: Any
    record: Mapping[str, Any] | None = None  # of a finished one, or of the one kept with the program
    log: str = ""  # as in Asked


def spec(experiment: str, scale: str, seed: int, log: str = "") -> dict[str, Any]:
    """The specification of a reproduction."""
    request = {"do": "reproduce", "experiment": experiment, "scale": scale, "seed": seed}
    return request | ({"logs": [logs.source_of(log)]} if log else {})


def find(services: Services, experiment: str, scale: str, seed: int, log: str = "") -> Trial:
    """How far that is.  Raises InputError for what cannot be asked for."""
    try:
        key = services.runs.key(spec(experiment, scale, seed, log))
    except InputError as error:
        pair = all_experiments().get(experiment)
        if log or pair is None or not pair[1].logs:
            raise
        return with_shipped_outcome(Trial(experiment, scale, seed, "", NO_LOG, Status(NO_LOG, message=str(error))))
    status = services.runs.status(key)
    record = reproduce.TASK.result(services.store, key) if status.state == "done" else None
    lost = status.state == "done" and record is None  # removed between the two questions
    return with_shipped_outcome(
        Trial(experiment, scale, seed, key, "unknown" if lost else status.state, status, record, log)
    )


def with_shipped_outcome(trial: Trial) -> Trial:
    """Where it was not run here, the outcome that is kept with the program, if it is of that scale and seed."""
    if trial.state not in ("unknown", NO_LOG) or trial.log:
        return trial
    record = outcomes.record_of(trial.experiment)
    if record is None or (record["scale"], record["seed"] or 0) != (trial.scale, trial.seed):
        return trial
    return trial._replace(state=KEPT, key=trial.key or f"{KEPT}/{trial.experiment}", record=record)


def trial_of(services: Services, asked: Asked) -> Trial:
    """What an address shows: its scale, or the one under way, or the newest finished one, or the one that is kept with
    the program, or the quick one."""
    trials = [
        find(services, asked.experiment, scale, asked.seed, asked.log)
        for scale in ((asked.scale,) if asked.scale else SCALES)
    ]
    under_way = [one for one in trials if one.state in ACTIVE]
    finished = sorted((one for one in trials if one.record), key=lambda one: (one.record or {}).get("made") or 0.0)
    stopped = [one for one in trials if one.state not in ("unknown", NO_LOG, KEPT)]
    return [*trials[:1], *stopped, *finished, *under_way][-1]


def wording(trial: Trial) -> tuple[str, str, str]:
    """(sign, words, kind) of a state, for the list of experiments."""
    if trial.record:
        verdict = str(trial.record["verdict"])
        return SYMBOLS.get(verdict, NOTHING), f"{verdict} ({extent(trial)})", KINDS.get(verdict, "none")
    if trial.state in ACTIVE:
        return "…", pace(trial.status), "active"
    if trial.state == NO_LOG:
        return "○", "choose a log", "open"
    if trial.state == "unknown":
        return "○", f"not run ({rough_time(times(trial.experiment)[trial.scale])})", "open"
    return "!", f"{trial.state}, can be run again", "open"


def extent(trial: Trial) -> str:
    """Which scale, and how much of it: full, 12 % of it."""
    part = share(trial.record or {})
    return trial.scale if part is None else f"{SHARE.format(100 * part)} of {trial.scale} scale"


def share(record: Mapping[str, Any]) -> float | None:
    """0..1: how many of its parts were run; None for all."""
    parts, every = record.get("parts"), record.get("of_parts")
    return None if not parts or not every or parts >= every else parts / every


def pace(status: Any) -> str:
    """Waiting, or how much is done and how long the rest takes."""
    if status.state == "queued":
        return "waiting for its turn" if status.begins is None else f"waiting, begins in {rough_time(status.begins)}"
    left = "" if status.eta_seconds is None else f", {rough_time(status.eta_seconds)} left"
    return f"running, {SHARE.format(float(status.percent or 0.0))}{left}"


def times(experiment: str) -> Mapping[str, float]:
    """CPU seconds of an experiment by scale."""
    return all_experiments()[experiment][1].cpu_seconds


def rough_time(seconds: float | None) -> str:
    """A rough time: about 20 s, about 3 min."""
    if seconds is None:
        return "unknown time"
    if seconds < MINUTES:
        return f"about {max(ceil(seconds), 1)} s"
    return f"about {ceil(seconds / 60)} min" if seconds < HOURS else f"about {human(float(ceil(seconds / 60) * 60))}"


def next_seed(trial: Trial, experiment: Experiment) -> int | None:
    """The seed of one more independent try; None where there are no lots to draw."""
    return trial.seed + 1 if experiment.random else None
