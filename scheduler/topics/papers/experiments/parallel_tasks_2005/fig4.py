"""Figures 4, 5 and 6: both criteria of DEMT against alpha, by which each batch is longer than the one before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from scheduler.charts import Chart, Series
from scheduler.topics.papers.experiments import CHOSEN, STATED, Claim, Experiment, Measured, Outcome, Part, Result
from scheduler.topics.papers.experiments.parallel_tasks_2005 import alphas, chaos, instances, theory
from scheduler.topics.papers.experiments.parallel_tasks_2005.instances import (
    ALPHA,
    ALPHAS,
    BOUNDS,
    CIRNE,
    MIXED_CIRNE,
    MIXED_HIGHLY,
)
from scheduler.topics.papers.experiments.parallel_tasks_2005.ratios import (
    CRITERION,
    MAKESPAN,
    WEIGHTED,
    Ratios,
    line,
    table,
)
from scheduler.topics.papers.experiments.parallel_tasks_2005.settings import (
    COMMON,
    DIFFERENCES,
    OF_CIRNE,
    STEPS,
    SWAPPED,
    of_alphas,
)

WHERE = "section 6.3"
TASKS = (25, 200)
IN_TABLE = (1.05, 1.25, 1.5, 2.05, 3.05, 4.05, 5.05, 6.3)  # in the table
FAMILIES = {"fig4": CIRNE, "fig5": MIXED_CIRNE, "fig6": MIXED_HIGHLY}
BESIDE = {"fig4": (), "fig5": (CIRNE,), "fig6": (CIRNE, MIXED_CIRNE)}  # what a figure is compared with
CLAIMS: Mapping[str, Callable[[Ratios], Sequence[Claim]]] = {
    "fig4": lambda ratios: [*alphas.uniform(ratios), *theory.claims()],
    "fig5": alphas.mixed,
    "fig6": chaos.erratic,
}
SECONDS = {
    "fig4": {"quick": 4.0, "full": 20.0},
    "fig5": {"quick": 8.0, "full": 40.0},
    "fig6": {"quick": 12.0, "full": 60.0},
}


def best_name(tasks: int) -> str:
    """Of a value."""
    return f"Alpha with the least weighted sum of completion times, {tasks} tasks"


def experiment(key: str, title: str, more: tuple[str, ...]) -> Experiment:
    """One of the three figures."""
    family = FAMILIES[key]

    def parts(scale: str, seed: int) -> list[Part]:
        return [
            part
            for one in (family, *BESIDE[key])
            for tasks in TASKS
            for part in instances.parts((BOUNDS, ALPHA), one, tasks, scale, seed)
        ]

    def outcome(of: Sequence[Part], results: Sequence[Result]) -> Outcome:
        ratios = Ratios(of, results)
        return Outcome(
            (*best(ratios, family), *for_some_alphas(ratios, family)),
            tuple(CLAIMS[key](ratios)),
            (*charts(ratios, family, f"Figure {key[-1]}"), *((theory.chart(),) if key == "fig4" else ())),
        )

    return Experiment(
        key,
        title,
        f"figure {key[-1]} and {WHERE}",
        "By how much should each batch of DEMT be longer than the one before it?",
        (
            *COMMON,
            ("tasks", "25 and 200", STATED),
            ("alpha", "from 1.05 to 6.3", STATED),
            ("values of alpha", f"{len(ALPHAS)}: every 0.05 up to 2.05, then every 0.25", CHOSEN),
            *(STEPS if family == MIXED_HIGHLY else OF_CIRNE),
        ),
        (),
        parts,
        instances.run,
        outcome,
        SECONDS[key],
        (*DIFFERENCES, *more),
        of_alphas(family, 25),
    )


def best(ratios: Ratios, family: str) -> list[Measured]:
    """The least mean of each number of tasks the paper has; as many values as it runs, small ones and large."""
    optima = []
    for tasks, ran in zip(TASKS, ratios.tasks(family), strict=True):
        value = alphas.least(ratios.by_alpha(family, ran, WEIGHTED))
        optima.append(Measured(best_name(tasks), value, judged=ratios.judged))
    return optima


def for_some_alphas(ratios: Ratios, family: str) -> list[Measured]:
    """Both criteria for some values of alpha."""
    return [
        value
        for what in (WEIGHTED, MAKESPAN)
        for value in table(
            f"mean {CRITERION[what]} over its bound",
            {
                f"{tasks} tasks": {f"alpha {alpha:g}": ratios.mean(family, tasks, alpha, what) for alpha in IN_TABLE}
                for tasks in ratios.tasks(family)
            },
            "alpha",
        )
    ]


def charts(ratios: Ratios, family: str, name: str) -> tuple[Chart, ...]:
    """Both criteria against alpha, and one against the other."""
    tasks = ratios.tasks(family)
    lines = [
        line(f"{CRITERION[what]}, {n} tasks", ALPHAS, [ratios.each(family, n, alpha, what) for alpha in ALPHAS])
        for n in tasks
        for what in (WEIGHTED, MAKESPAN)
    ]
    trade = [
        Series(
            f"{n} tasks",
            tuple(ratios.by_alpha(family, n, MAKESPAN).values()),
            tuple(ratios.by_alpha(family, n, WEIGHTED).values()),
            along=ALPHAS,
        )
        for n in tasks
    ]
    least = ", ".join(f"{alphas.least(ratios.by_alpha(family, n, WEIGHTED)):g} with {n} tasks" for n in tasks)
    return (
        Chart(
            f"{name}: both criteria of DEMT against alpha",
            "alpha",
            "over its bound, mean",
            tuple(lines),
            caption=(f"The weighted sum is least at {least}.", "Bars: 95 % interval of the mean."),
        ),
        Chart(
            f"{name}: one criterion against the other",
            f"{CRITERION[MAKESPAN]} over its bound, mean",
            "weighted sum over its bound, mean",
            tuple(trade),
            along_title="alpha",
            caption=(
                f"Each line goes from alpha {ALPHAS[0]:g} to {ALPHAS[-1]:g}, as the numbers along it say; lower left "
                "is better.",
            ),
        ),
    )


OPTIMUM = (
    "The paper prints no numbers of these curves. It says of the best alpha that it is somewhere around 1.4 and 1.6."
)
BATCHES = (
    "Our curves of the makespan go down and jump up again, in all three figures. At a jump the tasks that are "
    "left no longer fit into the batch before the guess of the makespan, so that one more batch is needed."
)
EXPERIMENTS = (
    experiment("fig4", "How fast batches should grow: uniform tasks", (OPTIMUM, BATCHES)),
    experiment("fig5", "How fast batches should grow: mixed tasks", (OPTIMUM, BATCHES)),
    experiment("fig6", "How fast batches should grow: mixed tasks, all highly parallel", (BATCHES, SWAPPED)),
)
