"""Which test files a change concerns: in a small program made for it, and in this one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from developing import selection
from developing.fixtures import used_part
from developing.selection import Selection, select
from tests.conftest import REPOSITORY

REGISTRY = '''
from scheduler import registry


class Policy:
    """What an entry declares."""


def all_policies():
    return registry.load(__name__, "POLICY")
'''
CONFTEST = """
import pytest


@pytest.fixture
def command_line():
    from scheduler.cli import main

    return main
"""
SERVER = """
import subprocess
import pytest


@pytest.fixture
def address():
    subprocess.Popen(["python", "app.py"])


@pytest.fixture
def page(address):
    return address
"""
FILES = {
    "app.py": "from layouts.page import layout\n",
    "layouts/__init__.py": "",
    "layouts/page.py": "",
    "layouts/frontend/main.js": "",
    "scheduler/__init__.py": "",
    "scheduler/registry.py": "def load(package, attribute): ...\n",
    "scheduler/policies/__init__.py": REGISTRY,
    "scheduler/policies/easy.py": "from scheduler.kernels import easy\n",
    "scheduler/kernels/__init__.py": "",
    "scheduler/kernels/easy.py": "",
    "scheduler/cli.py": "from scheduler.topics.lessons import shelf\n",
    "scheduler/topics/lessons/__init__.py": "",
    "scheduler/topics/lessons/shelf.py": "",
    "scheduler/topics/lessons/files/halves.toml": "",
    "tests/__init__.py": "",
    "tests/conftest.py": CONFTEST,
    "tests/cases.py": "from scheduler.policies.easy import POLICY\n",
    "tests/policies/__init__.py": "",
    "tests/policies/test_kernel.py": "from scheduler.kernels.easy import run\n",
    "tests/policies/test_all.py": "from scheduler.policies import all_policies\n",
    "tests/policies/test_class.py": "from scheduler.policies import Policy\n",
    "tests/policies/test_cases.py": "from tests.cases import POLICY\n",
    "tests/cli/__init__.py": "",
    "tests/cli/test_main.py": "def test_main(command_line): ...\n",
    "tests/cli/test_words.py": "def test_words(): 'the command_line'\n",
    "tests/cli/test_log.py": 'LOG = ROOT / "tests" / "data" / "log.swf"\n',
    "tests/data/log.swf": "",
    "tests/browser/__init__.py": "",
    "tests/browser/conftest.py": SERVER,
    "tests/browser/test_page.py": "def test_page(page): ...\n",
    "tests/frontend/__init__.py": "",
    "tests/frontend/test_words.py": "",
    "tests/house/__init__.py": "",
    "tests/house/test_docs.py": "",
    "docs/log.md": "",
}


@pytest.fixture(scope="module")
def program(tmp_path_factory) -> Path:
    root = tmp_path_factory.mktemp("program")
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return root


@pytest.mark.parametrize(
    ("changed", "files"),
    {
        "scheduler/kernels/easy.py": "policies/test_kernel policies/test_all policies/test_cases",
        "scheduler/policies/easy.py": "policies/test_all policies/test_cases",
        "scheduler/policies/__init__.py": "policies/test_all policies/test_class policies/test_cases",
        "scheduler/topics/lessons/shelf.py": "cli/test_main",
        "scheduler/topics/lessons/files/halves.toml": "cli/test_main",
        "layouts/page.py": "browser/test_page",
        "app.py": "browser/test_page",
        "layouts/frontend/main.js": "browser/test_page frontend/test_words",
        "tests/cases.py": "policies/test_cases",
        "tests/cli/test_words.py": "cli/test_words",
        "tests/browser/conftest.py": "browser/test_page",
        "tests/data/log.swf": "cli/test_log",
        "docs/log.md": "",
        "scheduler/policies/gone.py": "policies/test_all",
    }.items(),
)
def test_the_tests_that_reach_a_change_are_chosen_and_those_of_the_house(program, changed, files):
    assert set(select(program, [changed]).files) == {f"tests/{name}.py" for name in [*files.split(), "house/test_docs"]}


def test_the_nearest_come_first(program):
    order = select(program, ["scheduler/kernels/easy.py"]).files
    assert order == [
        f"tests/{name}.py"
        for name in ("policies/test_kernel", "policies/test_all", "policies/test_cases", "house/test_docs")
    ]


def test_without_a_change_nothing_is_chosen(program):
    assert select(program, []).files == []


def test_a_conftest_of_all_tests_concerns_all(program):
    assert len(select(program, ["tests/conftest.py"]).files) == sum("/test_" in path for path in FILES)


def test_a_line_says_what_was_chosen_and_why(program):
    assert str(Selection(["tests/a/test_a.py"], 420, 3, 0)) == "1 of 420 test files, by 3 changed modules"
    line = str(select(program, ["layouts/page.py", "docs/log.md"]))
    assert line.startswith(
        "2 of 10 test files, by 1 changed module and 1 other changed file; 1 of them needs a browser"
    )


def test_fixtures_that_always_run_belong_to_every_test():
    conftest = (
        "import pytest\n\n@pytest.fixture(autouse=True)\ndef quiet():\n    calm()\n\ndef calm(): 1\n\ndef other(): 2\n"
    )
    part = used_part(conftest, "def test_it(): ...\n")
    assert "def quiet" in part and "def calm" in part and "other" not in part


# -- this repository


@pytest.fixture(scope="module")
def repository() -> Iterator[Path]:
    """This repository; what rests on what is read once for all cases, of which none takes a module away."""
    sources = selection.sources_of(REPOSITORY)
    needs = selection.graph(sources)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(selection, "sources_of", lambda root, gone: {} if gone else sources)
        patch.setattr(selection, "graph", lambda _: needs)
        yield REPOSITORY


@pytest.mark.parametrize(
    ("changed", "inside", "outside"),
    [
        (
            "scheduler/kernels/easy.py",
            ["tests/twins/test_easy_restricted.py", "tests/twins/test_twins.py", "tests/browser/test_compare.py"],
            ["tests/formats/test_swf.py", "tests/topics/divisible/test_divisible.py", "tests/memory/test_cache.py"],
        ),
        pytest.param(
            "layouts/topics/papers/papers_page.py",
            [
                "tests/topics/papers/test_papers_page.py",
                "tests/browser/topics/test_papers.py",
                "tests/server/test_patches.py",
            ],
            ["tests/twins/test_twins.py", "tests/topics/classroom/test_classroom.py", "tests/cli/test_cli.py"],
            marks=pytest.mark.exhaustive,
        ),
        (
            "scheduler/topics/lessons/files/easy_backfilling.toml",
            [
                "tests/topics/lessons/test_lessons.py",
                "tests/topics/classroom/test_classroom.py",
                "tests/browser/topics/lessons/test_lessons.py",
            ],
            ["tests/twins/test_dfrs_one_task.py", "tests/formats/test_swf.py"],
        ),
        pytest.param(
            "tests/data/slurm/eight_multifactor_2.json.gz",
            ["tests/replay/test_slurm_recorded.py", "tests/browser/topics/test_slurm.py"],
            ["tests/twins/test_twins.py", "tests/browser/test_compare.py"],
            marks=pytest.mark.exhaustive,
        ),
        (
            "layouts/frontend/gantt/picking.js",
            ["tests/frontend/test_same_words.py", "tests/house/test_frontend.py", "tests/browser/test_compare.py"],
            ["tests/pages/test_pages.py", "tests/gantt/test_raster.py"],
        ),
        pytest.param(
            "docs/slurm.md",
            ["tests/house/test_docs.py"],
            ["tests/slurm/test_slurm_conf.py", "tests/pages/test_pages.py"],
            marks=pytest.mark.exhaustive,
        ),
    ],
)
def test_in_this_repository(repository, changed, inside, outside):
    files = select(repository, [changed]).files
    assert set(inside) <= set(files) and not set(outside) & set(files)
    assert all((REPOSITORY / path).is_file() for path in inside)
