"""What a policy costs against the number of jobs and the length of the queue, as a table and as a picture.

    python benchmarks/queues.py [--picture docs/cost-of-policies.png] [--largest 100000]

Jobs as in benchmarks/simulate.py (mixed sizes, requested times one to two times the runtime, 1,152 processors) at
offered loads from 0.6 to 1.1: the higher the load, the longer the queue.  Microseconds of kernel CPU for each job,
everything compiled before measuring.  Two panels, logarithmic: against the jobs of the workload at load 0.9, and
against the mean number of waiting jobs, seen by an arriving job, at 10,000 jobs.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import _path
import numpy as np
import plotly.graph_objects as go
from page_weight import chromium
from plotly.subplots import make_subplots
from simulate import MEAN_RUNTIME, PROCESSORS

from layouts import theme
from scheduler.generators import make
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.preparation.build import workload
from scheduler.simulate import simulate

POLICIES = ("fcfs", "easy", "easy_sjbf", "backfill", "backfill_fair", "wfp3", "conservative", "tabu")
LOADS = (0.6, 0.8, 0.9, 1.0, 1.1)
SIZES = (1_000, 3_000, 10_000, 30_000, 100_000)
USUAL, MANY = 0.9, 10_000  # the load of the first panel, the jobs of the second
MOST_OF_TABU = 30_000  # jobs


class Cost(NamedTuple):
    """One measurement."""

    policy: str
    jobs: int
    load: float
    queue: float  # waiting jobs an arriving one finds, mean
    micros: float  # of kernel CPU, a job


def mixed(jobs: int, load: float) -> Workload:
    """Jobs at an offered load."""
    params = {
        "jobs": jobs,
        "processors": PROCESSORS,
        "load": load,
        "sizes": "powers_of_two",
        "largest": 128,
        "runtimes": "lognormal",
        "mean_runtime": MEAN_RUNTIME,
        "spread": 1.6,
        "requested_factor": 2,
        "users": 200,
    }
    return workload(make("poisson", params, seed=1))


def queue_length(schedule: Schedule) -> float:
    """How many jobs an arriving job finds waiting, on average."""
    submit, start = schedule.placed.submit, np.sort(schedule.placed.start)
    started = np.searchsorted(start, submit, side="right")
    return float((np.arange(len(submit)) - started).clip(min=0).mean())


def costs(largest: int) -> Iterator[Cost]:
    """Every policy at every size, and at every load."""
    cases = [(jobs, USUAL) for jobs in SIZES if jobs <= largest] + [(MANY, load) for load in LOADS if load != USUAL]
    for jobs, load in cases:
        drawn = mixed(jobs, load)
        for policy in POLICIES:
            if policy != "tabu" or jobs <= MOST_OF_TABU:
                schedule = min(
                    (simulate(drawn, policy, decisions=None) for _ in range(1 if policy == "tabu" else 3)),
                    key=lambda run: run.kernel_cpu_seconds,
                )
                yield Cost(policy, jobs, load, queue_length(schedule), 1e6 * schedule.kernel_cpu_seconds / jobs)


def picture(costs: list[Cost]) -> go.Figure:
    """Two panels, a line for each policy, named where it ends."""
    chart = make_subplots(1, 2, horizontal_spacing=0.14)
    ends: dict[int, list[tuple[float, float]]] = {1: [], 2: []}
    for place, policy in enumerate(POLICIES):
        mine = [cost for cost in costs if cost.policy == policy]
        ends[1].append(_line(chart, 1, place, [(cost.jobs, cost.micros) for cost in mine if cost.load == USUAL]))
        ends[2].append(
            _line(chart, 2, place, [(max(cost.queue, 0.1), cost.micros) for cost in mine if cost.jobs == MANY])
        )
    for column, last in ends.items():
        _name(chart, column, last)
    chart.update_layout(
        template=theme.template("light"),
        width=1_000,
        height=460,
        paper_bgcolor="white",
        margin={"l": 60, "r": 110, "t": 30, "b": 50},
    )
    chart.update_xaxes(type="log", showgrid=True, dtick=1)
    chart.update_yaxes(type="log", title={"text": "kernel CPU, \u00b5s a job"}, dtick=1)
    chart.update_xaxes(title={"text": f"jobs, at load {USUAL:g}"}, col=1)
    chart.update_xaxes(title={"text": f"mean waiting jobs found, {MANY:,} jobs, loads 0.6 to 1.1"}, col=2)
    return chart


def _line(chart: go.Figure, column: int, place: int, points: list[tuple[float, float]]) -> tuple[float, float]:
    """Draw a line; its last point."""
    x, y = zip(*sorted(points), strict=True)
    chart.add_scatter(
        x=x,
        y=y,
        mode="lines+markers",
        row=1,
        col=column,
        line={"color": theme.HUES[place], "dash": theme.DASHES[place % 4]},
    )
    return x[-1], y[-1]


def _name(chart: go.Figure, column: int, ends: list[tuple[float, float]]) -> None:
    """The policies at the ends of their lines, none over another."""
    heights = [float(np.log10(y)) for _, y in ends]
    places = theme.spread(heights, 0.035 * (max(heights) - min(heights)) + 0.05, min(heights), max(heights))
    for place, (policy, (x, _), height) in enumerate(zip(POLICIES, ends, places, strict=True)):
        chart.add_annotation(
            x=float(np.log10(x)),
            y=height,
            text=policy,
            showarrow=False,
            xanchor="left",
            xshift=6,
            font={"color": theme.HUES[place], "size": 11},
            row=1,
            col=column,
        )


def write(chart: go.Figure, path: Path) -> None:
    """A PNG, drawn by Chromium."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        page_file = Path(folder) / "picture.html"
        page_file.write_text(chart.to_html(include_plotlyjs=True, config={"staticPlot": True}), encoding="utf-8")
        browser = play.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1_000, "height": 460})
        page.goto(page_file.as_uri())
        page.wait_for_selector(".main-svg")
        page.screenshot(path=str(path))
        browser.close()


def main() -> None:
    """Print the table and draw the picture."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("--largest", type=int, default=100_000, help="leave out larger workloads")
    parser.add_argument("--picture", type=Path, help="a PNG file to write")
    args = parser.parse_args()
    for policy in POLICIES:
        simulate(mixed(100, USUAL), policy, decisions=None)
    print(_path.machine())
    print("| policy | jobs | load | waiting jobs found | kernel, us a job |")
    print("|---|---:|---:|---:|---:|")
    costs = []
    for cost in costs(args.largest):
        costs.append(cost)
        print(f"| {cost.policy} | {cost.jobs:,} | {cost.load:g} | {cost.queue:,.1f} | {cost.micros:.2f} |", flush=True)
    if args.picture:
        write(picture(costs), args.picture)


if __name__ == "__main__":
    main()
