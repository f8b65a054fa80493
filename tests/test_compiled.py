"""The folder of machine code follows the sources and numba's switches; parts of kernels stay among themselves."""

from __future__ import annotations

import ast
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from scheduler import compiled
from tests.conftest import REPOSITORY


@pytest.fixture
def package(tmp_path: Path) -> Path:
    (tmp_path / "engine").mkdir()
    (tmp_path / "compiled.py").write_text("x = 1\n")
    (tmp_path / "engine" / "heap.py").write_text("y = 1\n")
    (tmp_path / "metrics.py").write_text("z = 1\n")
    return tmp_path


def digest(package: Path) -> str:
    compiled.fingerprint.cache_clear()
    return compiled.fingerprint(("compiled.py", "engine"), package)


def test_it_moves_with_a_helper_and_comes_back(package: Path) -> None:
    before = digest(package)
    (package / "engine" / "heap.py").write_text("y = 2\n")
    assert digest(package) != before
    (package / "engine" / "heap.py").write_text("y = 1\n")
    assert digest(package) == before


def test_it_stays_when_something_else_is_edited(package: Path) -> None:
    before = digest(package)
    (package / "metrics.py").write_text("z = 2\n")
    assert digest(package) == before


def test_it_moves_with_a_switch_of_numba(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest(package)
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert digest(package) != before


def test_only_the_newest_folders_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = compiled.numba.config.CACHE_DIR
    for age, name in enumerate(("a", "b", "c", "d")):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (1_000 - age, 1_000 - age))
    here = compiled.use_folder(tmp_path)
    monkeypatch.setattr(compiled.numba.config, "CACHE_DIR", kept)
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(["a", "b", here.name])


def test_the_home_is_for_its_owner_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUEUESCOPE_HOME", str(tmp_path / "new"))
    assert stat.S_IMODE(compiled.home().stat().st_mode) == 0o700


# ---- several processes -----------------------------------------------------------------------------------------------

SIMULATED = """
from scheduler.compiled import compilations
from scheduler.simulate import simulate
from tests.small import workload
jobs = workload([(0, 4, 3), (0, 3, 4)], 4)
print("ready", flush=True)
input()
simulate(jobs, "fcfs")
print(compilations.count)
"""


def test_of_two_processes_that_need_the_same_code_one_compiles_it(tmp_path: Path) -> None:
    known = {**os.environ, "QUEUESCOPE_HOME": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    both = [subprocess.Popen([sys.executable, "-c", SIMULATED], cwd=REPOSITORY, env=known, text=True,
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in range(2)]
    assert [one.stdout.readline() for one in both if one.stdout] == ["ready\n"] * 2
    for one in both:
        assert one.stdin
        one.stdin.write("go\n")
        one.stdin.flush()
    counts = sorted(int(one.communicate()[0]) for one in both)
    assert counts[0] == 0 < counts[1]


def test_code_is_compiled_where_nothing_can_be_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled.numba.config, "CACHE_DIR", str(tmp_path / "gone"))
    with compiled.alone("name"):
        assert not (tmp_path / "gone").exists()


# ---- parts of kernels ------------------------------------------------------------------------------------------------

def decorated(tree: ast.Module) -> dict[str, str]:
    """{function: its decorator} of a module's own functions with one that is a name."""
    return {node.name: mark.id for node in tree.body if isinstance(node, ast.FunctionDef)
            for mark in node.decorator_list if isinstance(mark, ast.Name)}


def test_parts_are_called_by_kernels_only() -> None:
    """They have no entry from Python: called from there, the interpreter crashes."""
    root = Path(compiled.__file__).parents[1]
    trees = {path: ast.parse(text) for folder in ("scheduler", "layouts", "tests", "benchmarks")
             for path in (root / folder).rglob("*.py") for text in [path.read_text()]
             if re.search(r"scheduler\.(compiled|engine|kernels)", text)}
    closed = {(".".join(path.relative_to(root).with_suffix("").parts), name) for path, tree in trees.items()
              for name, mark in decorated(tree).items() if mark in ("inner", "part")}
    assert len(closed) > 100
    for path, tree in trees.items():
        here, marks = ".".join(path.relative_to(root).with_suffix("").parts), decorated(tree)
        known = {name: (here, name) for name in marks} | {
            one.asname or one.name: (node.module, one.name) for node in tree.body if isinstance(node, ast.ImportFrom)
            for one in node.names}
        for node in tree.body:
            if marks.get(getattr(node, "name", "")) not in ("inner", "part", "kernel", "builder"):
                called = {call.func.id for call in ast.walk(node) if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)}
                assert not {known.get(name) for name in called} & closed, path
