"""Adding an entry is adding one file: each recipe of docs/recipes/, put into a copy of the program, is found there.

Nothing else of the copy is edited, so whatever the lists, forms, pages and commands show of the new entries they have
from what these declare.  The copy runs without compilation, in a process of its own.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
COPIED = ("scheduler", "layouts", "assets", "sample_traces", "docs", "app.py", "pyproject.toml")
FILES = {  # page of the recipe: where its file goes
    "policy": "scheduler/policies/easy_stretched.py",
    "metric": "scheduler/metrics/longest_user_wait.py",
    "guarantee": "scheduler/bounds/all_work.py",
    "plot": "layouts/plots/wait_cdf.py",
    "generator": "scheduler/generators/same_job.py",
    "format": "scheduler/formats/three.py",
    "task": "scheduler/results/tasks/busiest.py",
}

PAGES = """
import json, sys
from pathlib import Path
from layouts.frame.callbacks import Services, load_spec, run_spec, start
from layouts.frame.controls import form_for
from layouts.pages.compare.runs import add_run, run_list
from layouts.pages.compare.table import metrics_table
from layouts.pages.compare.tabs import all_tabs
from layouts.pages.compare.views import guarantees, view_list
from layouts.pages.workload import generate, workload_page as workload, suitable_policies
from layouts.state.link import Link
from layouts.state.view import View
from scheduler.policies import all_policies
from scheduler.results.queue.runs import Runs
from scheduler.results.sources import parse
from scheduler.results.store import Store
from scheduler.results.tasks import result
from layouts import site
from layouts.routes import run_routes

home = Path(sys.argv[1])
store = Store(home)
services = Services(home, store, Runs(store))

def texts(part):
    return json.dumps(part, default=lambda one: one.to_plotly_json() if hasattr(one, "to_plotly_json") else str(one))

with site.create_app(home).server.test_request_context("/"):
    started = start(services, [load_spec({"kind": "sample", "name": "five-jobs.swf"}, {})])
    services.runs.work(started.keys)
    key = workload.followed(services, Link(load=started.keys[0]))[1]
    runs = start(services, [run_spec(key, "easy_stretched"), run_spec(key, "fcfs")])
    services.runs.work(runs.keys)
    shown = run_list.finished(services, runs.keys, runs.keys)
    view = View()
    asked = start(services, [{"do": "busiest", "run": runs.keys[1]}])
    waiting = run_routes.entry(services, asked.keys[0], services.runs.status(asked.keys[0]), "")
    services.runs.work(asked.keys)
    made = {
        "policies to choose": str(suitable_policies.policies(store.workload(key))[0]),
        "add a run": texts(add_run.add_card()),
        "form of the policy": texts(form_for(all_policies()["easy_stretched"].params, "policy")),
        "models": texts(generate.models()),
        "drop a file": texts(workload.drop_area()),
        "table of metrics": texts(metrics_table.metric_table(shown, 0)),
        "guarantees": texts(guarantees.panel(shown)),
        "views": texts(all_tabs()["waiting"].content(services, shown, view)),
        "plot": texts(view_list.content(services, "wait_cdf", shown, view)),
        "waiting": [waiting["what"], waiting["at"], waiting["state"]],
        "worked off": [result(store, asked.keys[0])["processors"], services.runs.status(asked.keys[0]).state],
        "parsed": len(parse(b"0 10 2\\n5 6 1\\n", "mine.txt")),
    }
print(json.dumps(made))
"""


COMMANDS = """
import contextlib, io, json, sys
from pathlib import Path
from scheduler.__main__ import main

def printed(*words):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        assert main(words) == 0
    return out.getvalue()

lists = {command: [printed(command), json.loads(printed(command, "--json"))]
         for command in ("policies", "metrics", "generators", "formats")}
folder = Path(sys.argv[1])
log, metrics, mine = folder / "made.swf", folder / "m.json", folder / "mine.txt"
printed("generate", "same_job", "--param", "jobs=20", "--out", str(log))
printed("simulate", str(log), "--policy", "easy_stretched", "--param", "factor=3",
        "--out", str(folder / "out.csv"), "--metrics", str(metrics))
mine.write_text("0 10 2\\n5 6 1\\n")
inspected = json.loads(printed("inspect", str(mine), "--processors", "2"))
print(json.dumps({"lists": lists, "metrics": json.loads(metrics.read_text()), "inspected": inspected}))
"""


def recipe(page: str) -> str:
    """The file of a recipe: the first block of code of its page."""
    text = (ROOT / "docs" / "recipes" / f"{page}.md").read_text()
    return text.split("```", 1)[1].partition("\n")[2].split("```", 1)[0]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with one more file in every folder of entries."""
    folder = tmp_path_factory.mktemp("copy")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.png"))
        else:
            shutil.copy(source, folder / name)
    for page, file in FILES.items():
        assert not (folder / file).exists()
        (folder / file).write_text(recipe(page))
    return folder


@pytest.fixture(scope="module")
def run_copy(copy: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    """run_copy(*words): what Python prints when the copy runs with these words."""
    home = tmp_path_factory.mktemp("home")

    def run(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, *words],
            cwd=copy,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "QUEUESCOPE_HOME": str(home), "NUMBA_DISABLE_JIT": "1"},
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="module")
def commands(run_copy, tmp_path_factory) -> dict[str, Any]:
    """What the command line of the copy says: one process, as each one imports everything."""
    return json.loads(run_copy("-c", COMMANDS, str(tmp_path_factory.mktemp("commands"))))


def test_lists_have_the_new_entries(commands):
    for command, key, title in (
        ("policies", "easy_stretched", "EASY, requested times"),
        ("metrics", "user_wait_max", "Longest total wait of a user"),
        ("generators", "same_job", "Equal jobs, random arrivals"),
        ("formats", "three", "Three numbers a line"),
    ):
        table, entries = commands["lists"][command]
        assert re.search(rf"^{key} +{title}", table, re.MULTILINE), command
        assert key in {entry["key"] for entry in entries}, command


def test_the_command_line_runs_them_together(commands):
    found = commands["metrics"]
    assert found["policy"] == "easy_stretched" and found["params"] == {"factor": 3} and found["user_wait_max"] > 0
    assert commands["inspected"]["jobs"] == 2


def test_pages_and_forms_show_them(run_copy, tmp_path):
    made = json.loads(run_copy("-c", PAGES, str(tmp_path)).splitlines()[-1])
    assert "EASY, requested times multiplied" in made["policies to choose"] and "easy_stretched" in made["add a run"]
    assert "how many times longer than requested a job counts" in made["form of the policy"]
    assert "Equal jobs, random arrivals" in made["models"]
    assert "Three numbers a line" in made["drop a file"] and ".txt" in made["drop a file"]
    assert "Longest total wait of a user" in made["table of metrics"]
    assert "Wait within all the work" in made["guarantees"]
    assert "wait_cdf" in made["views"] and "How many wait how long?" in made["plot"]
    assert made["waiting"][0] == "A run that finds when most processors are busy"
    assert made["waiting"][1].startswith("/compare?runs=") and made["waiting"][2] == "queued"
    assert made["worked off"] == [4, "done"]
    assert made["parsed"] == 2


def test_the_reference_describes_them(run_copy, copy):
    said = run_copy("docs/make_reference.py")
    for page in ("policies", "metrics", "generators", "formats", "plots", "guarantees"):
        assert f"docs/reference/{page}.md" in said
    assert "## easy_stretched" in (copy / "docs" / "reference" / "policies.md").read_text()
    assert "## wait_cdf" in (copy / "docs" / "reference" / "plots.md").read_text()
