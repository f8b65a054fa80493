"""What the response of a job on shared nodes is made of, in the drawer: a bar of its parts, and a table."""

from __future__ import annotations

from dash import html

from layouts import theme
from layouts.pages.compare.job_panel import JobPart
from layouts.pages.compare.job_panel.portions import Portion, bar, key, row, table, total
from layouts.state.view import FinishedRun
from layouts.topics.fractional.plots.response_parts import NAMES, WORDS, parts

NEAR = 1e-6  # s: less is rounding


def portions(run: FinishedRun, job: int) -> list[Portion]:
    """The parts a job has, in their order."""
    seconds = [float(column[job]) for column in parts(run)]
    return [Portion(*one) for one in zip(NAMES, WORDS, seconds, strict=True) if one[2] > NEAR]


def split(run: FinishedRun, job: int) -> list | None:
    """The response of a job as a bar of its parts and as a table; its pauses and moves in a line.

    None where jobs do not share nodes.
    """
    if not run.schedule.shares_nodes:
        return None
    response, placed = portions(run, job), run.schedule.placed
    whole = sum(one.seconds for one in response)
    heads = [html.Th([key(one.look), one.look], scope="row", title=one.words) for one in response]
    rows = [row(head, one.seconds, whole) for head, one in zip(heads, response, strict=True)]
    number = run.schedule.workload.jobs.job_id[job]
    made_of = table(
        f"What the response of job {number} under {run.name} is made of",
        ("from submission to completion", "time", "share"),
        [*rows, total("response", whole)],
    )
    count = (
        f"{theme.counted(int(placed.preemptions[job]), 'pause')}, {theme.counted(int(placed.migrations[job]), 'move')}."
    )
    return [bar("Took", response), made_of, html.P(count, className="qs-small")]


JOB_PART = JobPart("shared_nodes", in_place_of_wait=split)
