"""What a workload or a schedule is stands in properties of its class; no other module asks which of its parts are there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from scheduler.generators import make
from scheduler.model.trace import Platform
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from tests.cases import small

ROOT = Path(__file__).parents[2]
CLASSES = {"scheduler/model/workload.py", "scheduler/model/schedule.py"}
TABLES = {"campaigns", "shapes", "segments", "places", "virtual", "shares", "promises", "search", "marks", "decisions"}
COLUMNS = {"grid", "home", "cpu_need", "memory", "first_tasks", "weight", "shape_ptr", "killer"}
OTHERS = {"args", "plot", "options", "asked"}  # have fields of these names and are neither workload nor schedule
OWNERS = {"work", "workload", "schedule", "run", "base", "baseline"}


def is_table(node: ast.expr) -> bool:
    """schedule.segments, shown.schedule.workload.campaigns ..."""
    return (
        isinstance(node, ast.Attribute)
        and node.attr in TABLES
        and not (isinstance(node.value, ast.Name) and node.value.id in OTHERS)
    )


def bound(scope: ast.AST) -> set[str]:
    """Names in a function that hold such a table, or nothing."""
    names = set()
    for node in ast.walk(scope):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                pairs = (
                    zip(target.elts, node.value.elts, strict=False)
                    if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
                    else [(target, node.value)]
                )
                names |= {name.id for name, value in pairs if isinstance(name, ast.Name) and is_table(value)}
    return names


def questions(text: str) -> Iterator[int]:
    """Lines that ask whether a table or a column is there, or how jobs arrive."""
    tree = ast.parse(text)
    for scope in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.Lambda)]:
        names = bound(scope)
        for node in ast.walk(scope):
            if not isinstance(node, ast.Compare):
                continue
            left, operator, right = node.left, node.ops[0], node.comparators[0]
            nothing = (
                isinstance(operator, ast.Is | ast.IsNot) and isinstance(right, ast.Constant) and right.value is None
            )
            there = (
                isinstance(operator, ast.In | ast.NotIn) and isinstance(left, ast.Constant) and left.value in COLUMNS
            )
            of_run = isinstance(right, ast.Name | ast.Attribute) and not ast.unparse(right).endswith("needs")
            arrives = (
                isinstance(left, ast.Attribute)
                and left.attr == "arrivals"
                and isinstance(left.value, ast.Name)
                and left.value.id in OWNERS
            )
            if (
                (nothing and (is_table(left) or (isinstance(left, ast.Name) and left.id in names)))
                or (there and of_run)
                or arrives
            ):
                yield node.lineno


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(schedule): return schedule.segments is None", 1),
        ("def f(run): return 'grid' in run.workload.jobs", 1),
        ("def f(schedule):\n    a, s = 1, schedule.segments\n    assert s is not None", 1),
        ("def f(workload): return workload.arrivals == 'closed'", 1),
        ("f = lambda run: run.schedule.virtual is not None", 1),
        ("def f(schedule): return schedule.has_segments", 0),
        ("def f(placed, segments): return segments is None", 0),
        ("def f(policy): return 'grid' in policy.needs", 0),
        ("def f(plot): return plot.marks is None", 0),
    ],
)
def test_the_search_finds_questions_and_no_others(text, found):
    assert len(set(questions(text))) == found


def test_no_other_module_asks_for_parts():
    asked = [
        f"{name} line {line}"
        for base in ("scheduler", "layouts")
        for path in sorted((ROOT / base).rglob("*.py"))
        if (name := path.relative_to(ROOT).as_posix()) not in CLASSES and path.parent.name != "kinds"
        for line in sorted(set(questions(path.read_text())))
    ]
    assert not asked, "ask a property of the workload or schedule: " + ", ".join(asked)


WORKLOAD_KINDS = ("has_campaigns", "is_closed", "has_clusters")


@pytest.mark.parametrize(
    ("generator", "options", "kinds"),
    [
        ("poisson", {}, set()),
        ("poisson", {"campaigns": "inferred", "arrivals": "recorded"}, {"has_campaigns"}),
        ("zipf_campaigns", {}, {"has_campaigns", "is_closed"}),
        ("parallel_tasks", {}, set()),
        ("light_grid", {}, {"has_clusters"}),
    ],
)
def test_the_kinds_of_generated_workloads(generator, options, kinds):
    work = workload(make(generator, {}, 1), **options)
    assert {name for name in WORKLOAD_KINDS if getattr(work, name)} == kinds


def test_one_cluster_is_one_pool():
    work = small.workload([(0, 5, 1)], 4)
    assert not replace(work, platform=Platform(4, clusters=(4,))).has_clusters
    assert replace(work, platform=Platform(4, clusters=(2, 2))).has_clusters


def test_a_table_that_is_not_there_is_named():
    work = small.workload([(0, 5, 1), (1, 5, 4)], 4)
    run = simulate(work, "easy")
    with pytest.raises(ValueError, match="this workload has no table 'campaigns'"):
        work.table("campaigns")
    with pytest.raises(ValueError, match="this schedule has no table 'segments'"):
        run.table("segments")
    assert run.table("decisions") is run.decisions and run.has_decisions
    assert work.campaign_count == 0 and not simulate(work, "easy", decisions=None).has_decisions


def test_the_kinds_of_schedules():
    closed = workload(make("zipf_campaigns", {}, 1))
    ostrich, in_order = simulate(closed, "ostrich"), simulate(closed, "campaign_fcfs")
    assert ostrich.has_virtual and ostrich.is_fluid and not ostrich.has_deadlines and not ostrich.has_segments
    assert closed.campaign_count == len(np.unique(closed.jobs.campaign)) and not in_order.is_fluid
    grid = simulate(workload(make("light_grid", {}, 1)), "best_effort")
    assert grid.kills and grid.has_segments and not grid.has_virtual and not grid.shares_nodes
    planned = simulate(small.workload([(0, 5, 3), (1, 5, 4)], 4), "conservative")
    assert planned.has_promises and not planned.has_marks and not planned.has_search
