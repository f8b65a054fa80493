"""Every policy has a slow, obvious twin in the tests, that shares no code with what it is compared with.

Tests that compare a policy with its twin say so: `TWIN_OF = {key of the policy: function or class of the twin}`.  A log's
own starts are decided by nobody, so there is nothing to compare them with (`Policy.decides`).
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from scheduler.policies import all_policies
from tests.cases.every_case import every_case

ROOT = Path(__file__).parents[2]
DECIDING = [key for key, policy in all_policies().items() if policy.decides]


class Compared(NamedTuple):
    """A twin and the tests that compare a policy with it."""

    twin: Callable[..., Any]
    tests: Path


@cache
def twins() -> Mapping[str, list[Compared]]:
    """{policy: its twins}, as the modules of tests name them."""
    found: dict[str, list[Compared]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        if path != Path(__file__) and "\nTWIN_OF" in path.read_text():
            module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
            for key, twin in module.TWIN_OF.items():
                found.setdefault(key, []).append(Compared(twin, path))
    return found


def without_twin(policies: Iterable[str]) -> list[str]:
    return [key for key in policies if key not in twins()]


@every_case("key", DECIDING)
def test_a_policy_has_a_twin(key):
    assert without_twin([key]) == [], (
        f"write a twin of {key} in tests/naive/, or in that folder of its topic, and name it in TWIN_OF of its tests"
    )


def test_a_policy_without_a_twin_is_found_by_its_name():
    assert without_twin([*DECIDING, "nobodys_policy"]) == ["nobodys_policy"]


def test_twins_are_of_policies_that_there_are():
    assert set(twins()) <= set(all_policies())
    assert set(all_policies()) - set(DECIDING) == {"recorded"}


@every_case("key", DECIDING)
def test_a_twin_is_plain_and_shares_no_code_with_the_program(key):
    for one in twins()[key]:
        source = Path(inspect.getfile(one.twin))
        in_topic = source.parents[2] == ROOT / "tests" / "topics" and source.parent.name == "naive"
        assert source.parent == ROOT / "tests" / "naive" or in_topic, f"{key}: {source}"
        assert imported_of_the_program(source) == set(), source.name


@every_case("key", DECIDING)
def test_the_tests_that_name_a_twin_use_it_and_simulate(key):
    for one in twins()[key]:
        tree = ast.parse(one.tests.read_text())
        kept = [node for node in tree.body if not assigns(node, "TWIN_OF")]
        names = {
            leaf.attr if isinstance(leaf, ast.Attribute) else leaf.id
            for node in kept
            for leaf in ast.walk(node)
            if isinstance(leaf, ast.Attribute | ast.Name)
        }
        assert one.twin.__name__ in names and names & {"simulate", "ran", "by_program"}, f"{key}: {one.tests.name}"
        assert any(isinstance(node, ast.FunctionDef) and node.name.startswith("test_") for node in kept)


def assigns(node: ast.stmt, name: str) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return any(isinstance(target, ast.Name) and target.id == name for target in targets)


@cache
def imported_of_the_program(path: Path) -> frozenset[str]:
    """Modules of the program that a twin imports, itself or through other twins, which may know each other."""
    left, seen, own = {path}, set(), set()
    while left:
        seen.add(one := left.pop())
        imports = [node for node in ast.walk(ast.parse(one.read_text())) if isinstance(node, ast.ImportFrom)]
        own |= {str(node.module) for node in imports if str(node.module).split(".")[0] in ("scheduler", "layouts")}
        names = {
            name for node in imports for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
        }
        inner = {ROOT / f"{str(name).replace('.', '/')}.py" for name in names}
        left |= {other for other in inner if other.parent == ROOT / "tests" / "naive" and other.exists()} - seen
    return frozenset(own)
