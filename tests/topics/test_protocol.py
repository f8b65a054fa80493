"""Topics of installed packages, the entries that topics add to registries, and what is declared twice.

The package of docs/topics.md works as it is written there.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from layouts.frame import shell
from layouts.topics import Page
from scheduler.command import Command
from scheduler.errors import InputError
from scheduler.fingerprint import Sources
from scheduler.registry import behind_their_needs, each_once, folders, load, with_installed
from scheduler.topics import Topic
from tests.cases.small_log import is_one_sentence
from tests.topics.without import Offers

ROOT = Path(__file__).parents[2]
LITTLE: Offers = {
    "key": "littles_law",
    "commands": ["littles_law"],
    "tasks": [],
    "paths": ["/littles-law"],
    "names": [],
    "options": [],
    "stores": [],
    "sections": [],
    "routes": [],
    "forms": [],
    "policies": [],
    "policy_options": [],
    "entries": [],
    "home": "",
    "runs": [],
}


def install(folder: Path, name: str, entry_points: dict[str, dict[str, str]]) -> None:
    """What pip leaves of a package: its name, and its entry points."""
    folder = folder / f"{name}-1.0.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [
        line
        for group, points in entry_points.items()
        for line in (f"[{group}]", *(f"{key} = {value}" for key, value in points.items()))
    ]
    (folder / "entry_points.txt").write_text("\n".join(lines) + "\n")


@pytest.fixture(scope="module")
def run_with_package(tmp_path_factory):
    """run_with_package(*words): what Python prints where the package of docs/topics.md is installed."""
    folder, text = tmp_path_factory.mktemp("installed"), (ROOT / "docs" / "topics.md").read_text()
    for file, code in re.findall(r"^`(littles_law/\w+\.py)`:\n\n```python\n(.*?)```", text, re.DOTALL | re.MULTILINE):
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / file).write_text(code)
    (project,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    install(folder, "littles_law", tomllib.loads(project)["project"]["entry-points"])

    def run(*words: str) -> str:
        path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
        done = subprocess.run(
            [sys.executable, *words],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def test_the_command_of_an_installed_topic_runs(run_with_package):
    assert "how many jobs are present on average" in run_with_package("-m", "scheduler", "--help")
    assert run_with_package("-m", "scheduler", "littles_law", "12", "0.5") == "6 jobs are present on average.\n"


def test_the_pages_offer_an_installed_topic(run_with_package):
    found = json.loads(run_with_package("-m", "tests.topics.without", json.dumps(LITTLE)).splitlines()[-1])
    assert {
        "/learn links to /littles-law.",
        "the frame links to /littles-law.",
        "/littles-law is answered as if it were there.",
        "The command littles_law is offered.",
    } == set(found)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("no_such_module:TOPIC", "ModuleNotFoundError"),
        ("scheduler.topics:NOTHING", "AttributeError"),
        ("scheduler.topics:GROUP", "no Topic"),
        ("tests.topics.test_protocol:OTHER", "the key 'mine'"),
    ],
)
def test_an_installed_topic_of_no_use_is_named_with_its_package(tmp_path, monkeypatch, value, reason):
    install(tmp_path, "somebodys-topic", {"queuescope.tests": {"mine": value}})
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(InputError, match=reason) as refused:
        with_installed({}, "queuescope.tests", Topic)
    assert is_one_sentence(str(refused.value))
    assert "somebodys-topic" in str(refused.value) and value in str(refused.value)


OTHER = Topic("other")
MINE = Topic("mine", (Command("mine", "does nothing", lambda parser: None, lambda args: 0),))


def test_an_installed_topic_follows_those_of_the_folder(tmp_path, monkeypatch):
    install(tmp_path, "somebodys-topic", {"queuescope.tests": {"mine": "tests.topics.test_protocol:MINE"}})
    monkeypatch.syspath_prepend(str(tmp_path))
    found = with_installed({"other": OTHER}, "queuescope.tests", Topic)
    assert list(found) == ["other", "mine"] and found["mine"].commands[0].title == "does nothing"
    with pytest.raises(InputError, match="'mine' is declared twice"):
        with_installed({"mine": OTHER}, "queuescope.tests", Topic)


def test_a_topic_without_one_that_it_needs_is_refused():
    mine = replace(MINE, needs=("other",))
    with pytest.raises(InputError, match="'mine' needs the topic 'other', which is not there") as refused:
        behind_their_needs({"mine": mine})
    assert is_one_sentence(str(refused.value))
    with pytest.raises(InputError, match="'other' needs the topic 'mine', which needs it, too"):
        behind_their_needs({"mine": mine, "other": replace(OTHER, needs=("mine",))})


def test_a_topic_follows_those_that_it_needs():
    topics = {"first": Topic("first"), "mine": replace(MINE, needs=("other",)), "other": OTHER, "third": Topic("third")}
    assert list(behind_their_needs(topics).items()) == [
        (key, topics[key]) for key in ("first", "other", "mine", "third")
    ]


def test_a_page_of_a_topic_may_be_one_of_the_header(monkeypatch):
    pages = [Page("/mine", "Mine", "", ModuleType, key="KeyX"), Page("/more", "More", "/mine", ModuleType)]
    monkeypatch.setattr(shell, "all_pages", lambda: {page.path: page for page in pages})
    *others, link = shell.links("/more")
    assert (link.href, link.children, getattr(link, "data-key")) == ("/mine", "Mine", "KeyX")
    assert getattr(link, "data-pages") == "/mine /more"
    assert getattr(link, "aria-current") == "page" and not any(hasattr(other, "aria-current") for other in others)
    (row,) = [row for row in shell.all_keys()[shell.EVERYWHERE] if row[0].startswith("KeyG then ")]
    assert row[0].endswith(" KeyX") and row[1].endswith(", Mine")


def test_what_is_declared_twice_is_refused():
    assert each_once([("/a", 1), ("/b", 2)]) == {"/a": 1, "/b": 2}
    with pytest.raises(InputError, match="'/a' is declared twice") as refused:
        each_once([("/a", 1), ("/a", 1)])
    assert is_one_sentence(str(refused.value))


# ---- entries of registries in topics ---------------------------------------------------------------------------------

ENTRY = "from types import SimpleNamespace\n\nENTRY = SimpleNamespace(key={key!r})\n"


@pytest.fixture
def program(tmp_path, monkeypatch):
    """program(files): a package `somewhere` of these {path: source}, that can be imported; its folder."""

    def write(files: dict[str, str]) -> Path:
        for path, source in files.items():
            file = tmp_path / "somewhere" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            for folder in list(file.relative_to(tmp_path).parents)[:-1]:
                (tmp_path / folder / "__init__.py").touch()
            file.write_text(source)
        return tmp_path

    monkeypatch.syspath_prepend(str(tmp_path))
    yield write
    for name in [name for name in sys.modules if name.partition(".")[0] == "somewhere"]:
        del sys.modules[name]


def test_a_registry_finds_what_topics_add_in_alphabetical_order(program):
    program(
        {
            "rules/fair.py": ENTRY.format(key="fair"),
            "topics/queues/rules/aged.py": ENTRY.format(key="aged"),
            "topics/queues/other/odd.py": ENTRY.format(key="odd"),
            "topics/shops/rules/late.py": ENTRY.format(key="late"),
        }
    )
    assert list(load("somewhere.rules", "ENTRY")) == ["aged", "fair", "late"]
    assert folders("somewhere.rules") == [
        "somewhere.rules",
        "somewhere.topics.queues.rules",
        "somewhere.topics.shops.rules",
    ]
    assert "somewhere.topics.queues.other" not in sys.modules


def test_an_entry_that_two_topics_add_is_refused(program):
    program({f"topics/{topic}/laws/same.py": ENTRY.format(key="same") for topic in ("a", "b")} | {"laws/x.py": ""})
    with pytest.raises(ValueError, match="'same' is declared twice"):
        load("somewhere.laws", "ENTRY")


def test_the_fingerprint_counts_what_topics_add(tmp_path):
    for path in ("scheduler/policies/easy.py", "scheduler/topics/a/policies/new.py", "scheduler/topics/a/rules/old.py"):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).touch()
    sources = Sources(tmp_path)
    assert list(sources.entries("scheduler.policies")) == ["scheduler.policies.easy", "scheduler.topics.a.policies.new"]
