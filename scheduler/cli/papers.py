"""`papers`: every paper and its experiments, as a JSON array."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from scheduler.cli import Command
from scheduler.cli.output import as_json, say

if TYPE_CHECKING:
    from scheduler.papers import Experiment, Paper

KEPT = ("title", "where", "question", "settings", "cpu_seconds", "differences")


def _nothing(parser: ArgumentParser) -> None:
    """This command takes no options."""


def run(args: Namespace) -> int:
    """Print the list."""
    from scheduler.papers import all_papers
    say(as_json([described(paper) for paper in all_papers().values()]))
    return 0


def described(paper: Paper) -> dict[str, Any]:
    """A paper with its experiments."""
    facts = {name: getattr(paper, name) for name in ("key", "title", "authors", "year", "venue", "link", "errata")}
    return facts | {"experiments": [experiment_of(paper, experiment) for experiment in paper.experiments]}


def experiment_of(paper: Paper, experiment: Experiment) -> dict[str, Any]:
    """An experiment, its published numbers included, and the logs of one that takes a log."""
    return {"key": f"{paper.key}/{experiment.key}", **{name: getattr(experiment, name) for name in KEPT},
            "published": [asdict(published) for published in experiment.published],
            **({"logs": [asdict(log) for log in experiment.logs]} if experiment.logs else {})}


COMMAND = Command("papers", "list the papers and their experiments as a JSON array", _nothing, run)
