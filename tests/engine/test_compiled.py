"""Every module has a folder of its machine code, named by its sources; parts of kernels stay among themselves."""

from __future__ import annotations

import ast
import os
import re
import shutil
import stat
import subprocess
import sys
from collections import namedtuple
from pathlib import Path
from types import ModuleType

import pytest
from numba import types

from scheduler import compiled
from scheduler.fingerprint import fingerprint
from scheduler.home import home
from scheduler.kernels import easy
from tests.conftest import REPOSITORY


def test_only_the_newest_folders_of_a_module_are_kept(tmp_path: Path) -> None:
    for age in range(4):
        (tmp_path / f"{easy.__name__}-{age}").mkdir()
        os.utime(tmp_path / f"{easy.__name__}-{age}", (1_000 - age, 1_000 - age))
    (tmp_path / "scheduler.kernels.demt-0").mkdir()
    (tmp_path / "0123456789ab").mkdir()  # of an earlier version, for all modules
    here = compiled.code_folder(easy.__name__, tmp_path)
    kept = {f"{easy.__name__}-0", f"{easy.__name__}-1", here.name, "scheduler.kernels.demt-0"}
    assert {path.name for path in tmp_path.iterdir()} == kept
    assert here.name == f"{easy.__name__}-{fingerprint(easy.__name__)}"


def test_the_home_is_for_its_owner_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUEUESCOPE_HOME", str(tmp_path / "new"))
    assert stat.S_IMODE(home().stat().st_mode) == 0o700


# ---- several processes -----------------------------------------------------------------------------------------------

SIMULATED = """
import numpy as np
from layouts.gantt.rectangle_queries import overlapping
from scheduler.compiled import compilations
columns, blocks, out = np.zeros((4, 3)), np.zeros(1, np.int64), np.zeros(3, np.int64)
print("ready", flush=True)
input()
overlapping(*columns, blocks, 0.0, 1.0, 0.0, 1.0, out)
print(compilations.count)
"""


def test_of_two_processes_that_need_the_same_code_one_compiles_it(tmp_path: Path) -> None:
    known = {**os.environ, "QUEUESCOPE_HOME": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    both = [
        subprocess.Popen(
            [sys.executable, "-c", SIMULATED],
            cwd=REPOSITORY,
            env=known,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for _ in range(2)
    ]
    assert [one.stdout.readline() for one in both if one.stdout] == ["ready\n"] * 2
    for one in both:
        assert one.stdin
        one.stdin.write("go\n")
        one.stdin.flush()
    counts = sorted(int(one.communicate()[0]) for one in both)
    assert counts[0] == 0 < counts[1]
    assert compiled_by_a_copy(tmp_path / "copy", known) == 0


def compiled_by_a_copy(folder: Path, known: dict[str, str]) -> int:
    """How many functions another copy of the same sources compiles for the same call."""
    for name in ("scheduler", "layouts"):
        shutil.copytree(REPOSITORY / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.json"))
    done = subprocess.run(
        [sys.executable, "-c", SIMULATED], cwd=folder, env=known, text=True, input="go", capture_output=True, check=True
    )
    return int(done.stdout.split()[-1])


def test_code_is_compiled_where_nothing_can_be_locked(tmp_path: Path) -> None:
    with compiled.alone(tmp_path / "gone" / "name.lock"):
        assert not (tmp_path / "gone").exists()


def one_of(pair):
    return pair.one


def pair_of(fields: str, monkeypatch: pytest.MonkeyPatch) -> type:
    """A class of arguments in a module that nobody imports."""
    module = ModuleType("elsewhere")
    module.Pair = namedtuple("Pair", fields, module="elsewhere")  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "elsewhere", module)
    return module.Pair


def test_code_kept_for_a_class_that_is_gone_is_compiled_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new version may have dropped the module of an argument; the list of what is kept still names it."""
    monkeypatch.setattr(compiled, "CODE", tmp_path)
    assert compiled.kernel(one_of)(pair_of("one other", monkeypatch)(1, 2)) == 1
    monkeypatch.delitem(sys.modules, "elsewhere")
    other = namedtuple("Other", "other one")
    monkeypatch.setattr(sys.modules[__name__], "Other", other, raising=False)
    assert compiled.kernel(one_of)(other(3, 4)) == 4


def test_code_kept_for_other_fields_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fields are known by their places, and a function need not import the class of its arguments."""
    monkeypatch.setattr(compiled, "CODE", tmp_path)
    assert compiled.kernel(one_of)(pair_of("one other", monkeypatch)(1, 2)) == 1
    assert compiled.kernel(one_of)(pair_of("other one", monkeypatch)(1, 2)) == 2


# ---- parts of kernels ------------------------------------------------------------------------------------------------


def decorated(tree: ast.Module) -> dict[str, str]:
    """{function: its decorator} of a module's own functions with one that is a name."""
    return {
        node.name: mark.id
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        for mark in node.decorator_list
        if isinstance(mark, ast.Name)
    }


def test_parts_are_called_by_kernels_only() -> None:
    """They have no entry from Python: called from there, the interpreter crashes."""
    root = Path(compiled.__file__).parents[1]
    trees = {
        path: ast.parse(text)
        for folder in ("scheduler", "layouts", "tests", "benchmarks")
        for path in (root / folder).rglob("*.py")
        for text in [path.read_text()]
        if re.search(r"scheduler\.(compiled|engine|kernels)", text)
    }
    closed = {
        (".".join(path.relative_to(root).with_suffix("").parts), name)
        for path, tree in trees.items()
        for name, mark in decorated(tree).items()
        if mark in ("inner", "part")
    }
    assert len(closed) > 100
    for path, tree in trees.items():
        here, marks = ".".join(path.relative_to(root).with_suffix("").parts), decorated(tree)
        known = {name: (here, name) for name in marks} | {
            one.asname or one.name: (node.module, one.name)
            for node in tree.body
            if isinstance(node, ast.ImportFrom)
            for one in node.names
        }
        for node in tree.body:
            if marks.get(getattr(node, "name", "")) not in ("inner", "part", "kernel", "builder"):
                called = {
                    call.func.id
                    for call in ast.walk(node)
                    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
                }
                assert not {known.get(name) for name in called} & closed, path


LOGGED = ("note", "skip", "log_arrival", "log_end", "log_start", "log_backfill", "log_reserve", "log_wait")


def test_the_log_is_told_by_name() -> None:
    """Who reads an algorithm passes over one short call; what its numbers are is written beside them."""
    root, calls = Path(compiled.__file__).parent, 0
    for path in (*root.glob("**/kernels/*.py"), *root.glob("**/engine/*.py")):
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in LOGGED and path.name != "decision_log.py":
                calls += 1
                assert len(call.args) <= 5, f"{path} line {call.lineno}: give the rest by name"
    assert calls > 50


@compiled.part
def half_open(begin, end=0):
    return end - begin


@pytest.mark.skipif(not hasattr(half_open, "get_call_template"), reason="nothing is compiled")
def test_a_constant_given_by_name_compiles_nothing_anew() -> None:
    """Else a part would be compiled for every constant it is called with."""
    for end in (2, 3):
        half_open.get_call_template((types.literal(1),), {"end": types.literal(end)})
    assert half_open.signatures == [(types.int64, types.int64)]
