"""`papers`: the experiments of every paper as a table, or as JSON with their published numbers.

The last columns of the table: how long each scale takes on one core.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Collection
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from scheduler.cli.output import as_json, declare_json, say, table
from scheduler.command import Command

if TYPE_CHECKING:
    from scheduler.topics.papers.experiments import Experiment, Paper, Published

KEPT = ("title", "where", "question", "settings", "cpu_seconds", "differences")


def run(args: Namespace) -> int:
    """Print the list."""
    from scheduler.topics.papers.experiments import all_papers

    papers = all_papers().values()
    say(as_json([described(paper) for paper in papers]) if args.json else as_table(papers))
    return 0


def as_table(papers: Collection[Paper]) -> str:
    """A row per experiment, by the name that `reproduce` takes, and how long it takes on one core, by scale."""
    from scheduler.durations import human
    from scheduler.topics.papers.experiments import SCALES

    head = ("experiment", "title", "in the paper", *SCALES)
    rows = [
        (
            f"{paper.key}/{experiment.key}",
            experiment.title,
            experiment.where,
            *(human(experiment.cpu_seconds[scale]) for scale in SCALES),
        )
        for paper in papers
        for experiment in paper.experiments
    ]
    return table(head, rows, numbers=[3, 4])


def described(paper: Paper) -> dict[str, Any]:
    """A paper with its experiments."""
    facts = {name: getattr(paper, name) for name in ("key", "title", "authors", "year", "venue", "link", "errata")}
    return facts | {"experiments": [experiment_of(paper, experiment) for experiment in paper.experiments]}


def experiment_of(paper: Paper, experiment: Experiment) -> dict[str, Any]:
    """An experiment, its published numbers included, and the logs of one that takes a log."""
    return {
        "key": f"{paper.key}/{experiment.key}",
        **{name: getattr(experiment, name) for name in KEPT},
        "published": [published_number(one) for one in experiment.published],
        **({"logs": [asdict(log) for log in experiment.logs]} if experiment.logs else {}),
    }


def published_number(one: Published) -> dict[str, Any]:
    """A published number, with its band and the range that makes."""
    return asdict(one) | {"band": one.band and one.band._asdict(), "accepted": one.accepted}


COMMAND = Command("papers", "list the papers and their experiments", declare_json, run)
