"""The log of an experiment on logs: which can be chosen, on which it has been run, and how one opens in Compare."""

from __future__ import annotations

from typing import Any

import dash_mantine_components as dmc
from dash import html, no_update

from layouts.frame.callbacks import Services
from layouts.frame.controls import sentence
from layouts.frame.openings import Opened, open_setup
from layouts.server.web import visitor
from layouts.topics.papers import address, states
from layouts.topics.papers.address import Asked
from layouts.topics.papers.states import Trial
from scheduler.results import sources
from scheduler.topics.papers.experiments import SCALES, Experiment, Opening, PaperLog
from scheduler.topics.papers.results import logs

OF_PAPER = "paper"  # the choice of all logs of the paper that are here


def choice(services: Services, experiment: Experiment, log: str) -> tuple[Any, Any, bool]:
    """(what can be chosen, what is, whether the choice is hidden)."""
    if not experiment.logs:
        return no_update, no_update, True
    return choices(services, experiment, log), log or OF_PAPER, False


def choices(services: Services, experiment: Experiment, log: str) -> list[dict[str, Any]]:
    """The paper's logs, the others of the server, and the uploads of this visitor; the log chosen among them."""
    here = logs.here(experiment)
    others = [name for name in sources.logs() if name not in here.values()]
    uploads = [logs.describe(source) for source in services.runs.uploads_of(visitor())]
    chosen = [log] if log and log not in {*here.values(), *others, *uploads} else []
    groups = {
        "Of the paper": [
            (OF_PAPER, all_of(experiment, here)),
            *((name, f"{title}: {logs.bare(name)}") for title, name in here.items()),
        ],
        "On this server": [(name, logs.bare(name)) for name in others],
        "Your uploads": [(one, address.named(one)) for one in (*uploads, *chosen)],
    }
    return [
        {"group": group, "items": [{"value": value, "label": label} for value, label in items]}
        for group, items in groups.items()
        if items
    ]


def all_of(experiment: Experiment, here: dict[str, str]) -> str:
    """The choice of all logs of the paper in words."""
    count = len(experiment.logs)
    return every(count) if len(here) == count else f"the paper's logs: {len(here)} of {count} here"


def every(count: int) -> str:
    """Every log of a paper that has so many."""
    return "the log of the paper" if count == 1 else f"all {count} logs of the paper"


def of_choice(value: Any) -> str:
    """The log of a choice, in the words of an address."""
    return "" if value in (None, OF_PAPER) else str(value)


# -- what has been run


def finished(services: Services, experiment: Experiment, trial: Trial) -> list:
    """Links to the other outcomes of this experiment, by log and scale; those this visitor can choose."""
    if not experiment.logs:
        return []
    links = [link(one) for one in others(services, experiment, trial)]
    if not links:
        return []
    return [
        html.P(
            ["Finished on other logs: ", *(part for one in links for part in (one, ", "))][:-1],
            className="qs-card qs-small",
        )
    ]


def others(services: Services, experiment: Experiment, trial: Trial) -> list[Trial]:
    """Finished ones on another log than the one that is open, the paper's logs and this visitor's uploads."""
    uploads = [logs.describe(source) for source in services.runs.uploads_of(visitor())]
    tried = [
        states.find(services, trial.experiment, scale, trial.seed, log)
        for log in ("", *logs.here(experiment).values(), *uploads)
        if log != trial.log
        for scale in SCALES
    ]
    return [one for one in tried if one.record]


def link(trial: Trial) -> dmc.Anchor:
    """The way to an outcome."""
    name = logs.bare(address.named(trial.log)) if trial.log else "the paper's logs together"
    return dmc.Anchor(
        f"{name} ({trial.scale})",
        inherit=True,
        underline="always",
        href=address.write(trial.experiment, trial.scale, trial.seed, trial.log),
    )


# -- to Compare


def open_log(services: Services, experiment: Experiment, opening: Opening, asked: Asked) -> Opened:
    """The log that is chosen, all of it, as ordinary runs; of all of the paper's the one with the fewest jobs."""
    log, paper_log = asked.log, logs.known_as(experiment, address.named(asked.log))
    if not log:
        here = logs.here(experiment)
        if not here:
            return Opened(message=sentence("Choose a log first.", "warning"))
        paper_log = smallest(experiment, here)
        log = here[paper_log.title]
    options = dict(opening.options) | (paper_log.machine if paper_log else {})
    return open_setup(services, logs.source_of(log), options, opening.runs, log=True)


def smallest(experiment: Experiment, here: dict[str, str]) -> PaperLog:
    """The log with the fewest jobs of those that are here."""
    return min((log for log in experiment.logs if log.title in here), key=lambda log: log.jobs)
