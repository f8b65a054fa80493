"""What decides a result is the closure of imports of what computes it: a line changed inside changes the key, one
changed outside does not."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator

import pytest

from layouts.gantt import raster
from scheduler import fingerprint, simulate
from scheduler.analysis import idle_over_time, machine_over_time, placement
from scheduler.fingerprint import CURRENT, Sources, imported_names
from scheduler.kernels import easy
from scheduler.results import specs
from scheduler.results.tasks import all_tasks, cell, replicas
from scheduler.statistics import shaking
from tests.cases.width import width
from tests.house.test_layers import MODULES, reached

COMPUTED = {
    **{f"task {key}": task.computed_by for key, task in all_tasks().items() if task.computed_by},
    "replica": replicas.COMPUTED_BY,
    "run of a sweep": (*cell.COMPUTED_BY, shaking.shaken),
    "picture": (raster.DRAWING,),
    "places": (placement.place,),
    "steps": (machine_over_time.steps,),
    "idle steps": (idle_over_time.idle_steps,),
    "machine code": (easy.__name__,),
}
EDIT = "\nEDITED = 1\n"


def edited(module: str) -> Sources:
    """The sources with one line more in one module."""
    return CURRENT.with_text(module, CURRENT[module] + EDIT)


def closure(roots: tuple) -> set[str]:
    """The modules that are read for a fingerprint, as the fingerprint itself names them."""
    return set(CURRENT.closure(*CURRENT.modules_of(roots)))


@pytest.mark.parametrize("roots", COMPUTED.values(), ids=COMPUTED)
def test_a_line_changed_in_any_module_of_the_closure_changes_the_key_and_no_other(roots: tuple) -> None:
    inside, before = closure(roots), CURRENT.of(roots)
    assert inside < set(CURRENT)
    step = width(10, 1)
    for module in list(CURRENT)[len(inside) % step :: step]:  # others for other roots
        assert (edited(module).of(roots) != before) == (module in inside), module


@pytest.mark.parametrize(
    ("name", "modules"),
    {
        "task simulate": (
            "metrics.wait",
            "metrics.stretch",
            "model.clusters",
            "model.allotments",
            "statistics.random_draws",
            "analysis.trimming",
            "audit.capacity",
            "policies.easy",
            "kernels.easy",
            "engine.rigid.space",
            "results.records",
        ),
        "task load": (
            "formats.swf",
            "generators.poisson",
            "preparation.repairs",
            "topics.campaigns.preparation.inferred_campaigns",
            "statistics.random_draws",
            "results.sources",
        ),
        "task plan": ("engine.decision_log", "policies.conservative", "simulate"),
        "task fair_start": ("statistics.intervals", "policies.fcfs", "simulate"),
        "replica": ("statistics.shaking", "metrics.fairness", "policies.tabu"),
        "picture": ("analysis.placement", "model.clusters", "kernels.easy"),
        "places": ("model.occupancy", "engine.rigid.placing"),
        "idle steps": ("analysis.hold_causes",),
        "machine code": ("engine.rigid.space", "compiled"),
    }.items(),
)
def test_what_lists_kept_by_hand_had_left_out_is_inside(name: str, modules: tuple[str, ...]) -> None:
    assert {f"scheduler.{module}" for module in modules} <= closure(COMPUTED[name])


@pytest.mark.parametrize(
    ("name", "modules"),
    {
        "task simulate": (
            "layouts.gantt.raster",
            "scheduler.explain.job",
            "scheduler.results.store",
            "scheduler.generators.poisson",
        ),
        "machine code": ("scheduler.kernels.conservative", "scheduler.policies.easy"),
    }.items(),
)
def test_what_decides_nothing_is_outside(name: str, modules: tuple[str, ...]) -> None:
    assert not set(modules) & closure(COMPUTED[name]) and set(modules) <= set(CURRENT)


def test_imports_are_read_as_python_reads_them() -> None:
    for module, path in MODULES.items():
        if module in CURRENT:
            known = {
                (alias.name, None) if isinstance(node, ast.Import) else (node.module, alias.name)
                for node in statements(ast.parse(path.read_text()))
                if isinstance(node, ast.Import | ast.ImportFrom)
                for alias in node.names
            }
            assert own(known) == own(imported_names(CURRENT[module])), module


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Those inside, at any depth; expressions hold none."""
    for inner in ast.iter_child_nodes(node):
        if not isinstance(inner, ast.expr):
            yield inner
            yield from statements(inner)


def own(names) -> set[tuple[str, str | None]]:
    return {name for name in names if name[0].partition(".")[0] in ("scheduler", "layouts")}


def test_the_closure_holds_all_that_is_reached_by_imports() -> None:
    assert set(CURRENT) == {name for name in MODULES if name != "app" and name.split(".")[0] != "queuescope"}
    assert reached("scheduler.model.workload") <= set(CURRENT.closure("scheduler.model.workload"))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("import os, sys as system  # from scheduler import table", [("os", None), ("sys", None)]),
        (
            "from scheduler.model.table import (\n    Table,  # columns\n    other as same,\n)\n",
            [("scheduler.model.table", "Table"), ("scheduler.model.table", "other")],
        ),
        ("def late():\n    from scheduler import table\n", [("scheduler", "table")]),
    ],
)
def test_import_statements_of_every_form(text: str, names: list) -> None:
    assert list(imported_names(text)) == names


def test_who_loads_entries_depends_on_them_and_who_names_a_class_does_not() -> None:
    assert CURRENT.loaders("scheduler.metrics") == {
        "_headlines_of",
        "all_metrics",
        "headlines",
        "measure",
        "main_metrics",
        "table_for",
        "table_of",
        "without_threshold",
    }
    assert "scheduler.policies.sjf" in CURRENT.closure("scheduler.simulate")
    assert "scheduler.policies.sjf" not in CURRENT.closure("scheduler.policies.easy")


def test_a_root_that_does_not_exist_is_no_empty_closure() -> None:
    with pytest.raises(KeyError):
        fingerprint.fingerprint("scheduler.no_such_module")


@pytest.mark.parametrize(("name", "value", "same"), [("NUMBA_BOUNDSCHECK", "1", False), ("NUMBA_CACHE_DIR", "x", True)])
def test_it_moves_with_the_switches_of_numba(
    name: str, value: str, same: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = CURRENT.of((simulate.simulate,))
    monkeypatch.setenv(name, value)
    assert (CURRENT.of((simulate.simulate,)) == before) is same


def test_a_function_of_another_program_counts_by_its_text() -> None:
    here = CURRENT.of((own,))
    assert here != CURRENT.with_text(__name__, "x = 1\n").of((own,)) and len(here) == 12


@pytest.mark.parametrize(
    "task",
    [
        {"do": "load", "source": {"kind": "sample"}},
        {"do": "simulate", "policy": "easy"},
        {"do": "fair_start", "run": "1"},
        {"do": "plan", "run": "1", "time": 1.0},
    ],
)
def test_keys_of_results_follow_the_sources(task: dict, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mean wait times a thousand was once answered by the number kept from before."""
    follows_the_sources(task, monkeypatch)


def follows_the_sources(task: dict, monkeypatch: pytest.MonkeyPatch) -> None:
    module = "scheduler.model.workload" if task["do"] == "load" else "scheduler.simulate"
    before = specs.key(task)
    monkeypatch.setattr(fingerprint, "CURRENT", edited(module))
    fingerprint.fingerprint.cache_clear()
    changed = specs.key(task)
    fingerprint.fingerprint.cache_clear()
    monkeypatch.undo()
    assert changed != before == specs.key(task) and math.isfinite(int(changed, 16))
