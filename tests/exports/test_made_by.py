"""What leaves the program names its version and commit; a link says when its runs are of another version."""

from __future__ import annotations

import json
from dataclasses import replace
from types import SimpleNamespace

import pytest

from layouts.pages.compare.runs import missing_runs
from layouts.routes import figure_pdf
from layouts.state import link
from scheduler import __version__, program_files
from scheduler.errors import InputError
from scheduler.exports import chrome_trace, citation, recipe_text, swf_log, workload_log
from scheduler.exports.reading_recipes import recovered
from scheduler.formats import parse
from scheduler.preparation import recipe
from scheduler.preparation.build import workload
from scheduler.results import records
from scheduler.simulate import simulate
from tests.conftest import REPOSITORY
from tests.state.test_hostile_links import words

pytestmark = pytest.mark.core

SAMPLE = REPOSITORY / "sample_traces" / "five-jobs.swf"


@pytest.fixture
def known(monkeypatch):
    monkeypatch.setattr(program_files, "commit", lambda: "0123456789ab")
    monkeypatch.setattr(citation, "commit", lambda: "0123456789ab")


@pytest.fixture
def clone(tmp_path, monkeypatch):
    monkeypatch.setattr(program_files, "CLONE", tmp_path)
    monkeypatch.setattr(program_files, "COMMIT", tmp_path / "commit.txt")
    program_files.commit.cache_clear()
    yield tmp_path
    program_files.commit.cache_clear()


def test_an_installed_program_knows_its_commit(clone):
    (clone / "commit.txt").write_text("abcdef012345\n")
    assert program_files.made_by() == f"Queuescope {__version__}, commit abcdef012345"


def test_without_git_the_commit_is_not_known(clone):
    assert program_files.made_by() == f"Queuescope {__version__}, commit not known"


@pytest.mark.parametrize(
    "files",
    [
        {".git/HEAD": "1" * 40},
        {".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/main": "1" * 40 + "\n"},
        {
            ".git/HEAD": "ref: refs/heads/main",
            ".git/packed-refs": "# packed\n" + "2" * 40 + " refs/heads/other\n" + "1" * 40 + " refs/heads/main\n",
        },
        {
            ".git": "gitdir: other/worktrees/a\n",
            "other/worktrees/a/HEAD": "ref: refs/heads/a",
            "other/worktrees/a/commondir": "../..\n",
            "other/refs/heads/a": "1" * 40,
        },
    ],
    ids=["detached", "branch", "packed", "tree"],
)
def test_a_clone_knows_its_commit(clone, files):
    for name, text in files.items():
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        (clone / name).write_text(text)
    assert program_files.commit() == "1" * 12


def test_a_damaged_clone_is_not_known(clone):
    (clone / ".git").mkdir()
    assert program_files.commit() == ""
    program_files.commit.cache_clear()
    (clone / ".git" / "HEAD").write_text("ref: refs/heads/none")
    (clone / ".git" / "packed-refs").write_text("")
    assert program_files.commit() == ""


def test_files_that_have_a_place_for_it_name_version_and_commit(known):
    trace = parse(SAMPLE.read_bytes(), SAMPLE.name)
    jobs = workload(trace)
    schedule = simulate(jobs, "easy")
    told = f"Queuescope {__version__}, commit 0123456789ab"
    for users in (True, False):
        log = b"".join(swf_log.pieces(trace, schedule, users)).decode()
        assert f"; Note: written by {told}\n" in log and len(parse(log.encode(), "again.swf")) == 5
    assert f"; Note: written by {told}\n" in workload_log.log_of(jobs, trace).header
    assert json.loads(b"".join(chrome_trace.pieces([])))["otherData"]["made by"] == told
    assert f"Version {__version__}, commit 0123456789ab, " in citation.text(["easy"])
    assert records.of_run("w", schedule, {})["made_by"] == told


@pytest.mark.parametrize("text", ["", "queuescope_recipe = 1\n"], ids=["of no one workload", "of a workload"])
def test_a_figure_as_pdf_names_them_with_and_without_a_recipe(known, monkeypatch, text):
    monkeypatch.setattr(figure_pdf, "made_by", program_files.made_by)
    drawing = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="3in" height="2in" viewBox="0 0 300 200"><metadata>{text}</metadata>'
        '<text x="9" y="20">waits</text></svg>'
    ).encode()
    page = figure_pdf.pdf(drawing)
    written = f"Queuescope {__version__}, commit 0123456789ab".encode("utf-16-be").hex().upper().encode()
    assert page.count(b"/Creator <FEFF" + written + b">") == 1
    if text:
        assert recovered(page, "figure.pdf") == text
    else:
        with pytest.raises(InputError, match="holds no recipe"):
            recovered(page, "figure.pdf")


def test_the_recipe_in_figures_and_tables_names_them_and_alone_they_are_no_recipe(known):
    jobs = workload(parse(SAMPLE.read_bytes(), SAMPLE.name))
    whole = recipe_text.of_workload(recipe.read("queuescope_recipe = 1"), jobs)
    assert whole.startswith(f"# Queuescope {__version__}, commit 0123456789ab; 5 jobs,")
    drawing = f"<svg xmlns='http://www.w3.org/2000/svg'><metadata># Queuescope {__version__}</metadata></svg>"
    with pytest.raises(InputError, match="holds no recipe"):
        recovered(drawing.encode(), "figure.svg")


def services(**record):
    known = {
        "spec": {"do": "simulate"},
        "made_by": "Queuescope 0.0.9, commit aaaaaaaaaaaa",
        "fingerprint": "other",
        **record,
    }
    return SimpleNamespace(
        store=SimpleNamespace(has_run=lambda key: True, record=lambda key: known),
        runs=SimpleNamespace(status=lambda key: SimpleNamespace(state="done")),
    )


def test_a_link_says_when_its_runs_were_computed_by_another_version():
    asked = link.read(f"?w={'c' * 24}&runs={'b' * 24}&file={'a' * 12},5,five-jobs.swf&how=easy")
    (part,) = missing_runs.of_the_runs(services(), asked, asked.workload)
    text = "".join(words(part))
    assert "1 run of this link was computed by another version (Queuescope 0.0.9, commit aaaaaaaaaaaa)" in text
    assert "Simulate them by this version" in text
    (part,) = missing_runs.of_the_runs(services(made_by=None), replace(asked, origin=None), asked.workload)
    assert "a version that did not say its name" in "".join(words(part)) and "Simulate" not in "".join(words(part))


@pytest.mark.parametrize(
    "record",
    [{"fingerprint": missing_runs.fingerprint(missing_runs.DECIDES)}, {"spec": {"do": "import"}}, {"spec": None}],
)
def test_it_says_nothing_of_runs_of_this_version_and_of_other_programs(record):
    asked = link.read(f"?w={'c' * 24}&runs={'b' * 24}")
    assert missing_runs.of_the_runs(services(**record), asked, asked.workload) == []
