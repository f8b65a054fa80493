"""The documentation says what the program does: every entry has its section, generated pages are current, the
commands in the README exist, links lead somewhere, and the sources say what they are.
"""

from __future__ import annotations

import ast
import html
import importlib.util
import re
import shlex
import sys
import tomllib
from functools import cache
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from scheduler.cli import all_commands
from scheduler.errors import FormatError
from scheduler.formats import all_formats, swf
from scheduler.generators import all_generators
from scheduler.health import all_findings
from scheduler.metrics import all_metrics
from scheduler.params import checked
from scheduler.policies import all_policies
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from scheduler.statistics.random_draws import stream
from tests.cases.every_case import every_case
from tests.cases.sources import ROOT, relative, source, tree

REFERENCE = ROOT / "docs" / "reference"
PAGES = [
    path
    for path in sorted(ROOT.rglob("*.md"))
    if not any(part.startswith((".", "node_modules")) or part == "build" for part in path.relative_to(ROOT).parts)
]
PROGRAM = sorted(
    path
    for folder in ("scheduler", "layouts", "developing", "benchmarks", "docs")
    for path in (ROOT / folder).rglob("*.py")
)
TESTS = sorted((ROOT / "tests").rglob("*.py"))
PATHS_OF_ONE_MACHINE = re.compile(r"(?<![\w.~-])/(work|root|home|Users|opt|tmp)/\w")


def plots() -> dict:
    from layouts.plots import all_plots

    return dict(all_plots())


REGISTRIES = {
    "policies": all_policies,
    "metrics": all_metrics,
    "generators": all_generators,
    "formats": all_formats,
    "plots": plots,
    "findings": all_findings,
    "command-line": all_commands,
}


@pytest.fixture(scope="module")
def reference():
    spec = importlib.util.spec_from_file_location("make_reference", ROOT / "docs" / "make_reference.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# -- the reference ------------------------------------------------------------------------------------------------


def test_generated_pages_are_current(reference):
    made = reference.pages()
    stale = [name for name, text in made.items() if (REFERENCE / name).read_text() != text]
    assert not stale, f"run: python docs/make_reference.py   ({', '.join(stale)})"
    assert {path.name for path in REFERENCE.glob("*.md")} == set(made)


@every_case("registry", REGISTRIES)
def test_every_entry_has_its_section(registry):
    sections = re.findall(r"^## (\S+)$", (REFERENCE / f"{registry}.md").read_text(), re.MULTILINE)
    assert sections == list(REGISTRIES[registry]())


@every_case(
    "registry, entry",
    [
        (registry, entry)
        for registry, entries in REGISTRIES.items()
        if registry not in ("command-line", "findings")
        for entry in entries().values()
    ],
)
def test_every_entry_says_what_it_is(registry, entry):
    assert entry.title
    assert all(param.help for param in entry.params), "a parameter without help"
    assert registry == "plots" or entry.source, "no source"


# -- pages written by hand ----------------------------------------------------------------------------------------


def commands(text: str) -> list[str]:
    """The lines of all fenced shell blocks; a line ending in a backslash goes on."""
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.replace("\\\n", " ").splitlines() if line.strip()]


@every_case(
    "document, line",
    [(path, line) for path in PAGES if REFERENCE not in path.parents for line in commands(source(path))],
)
def test_commands_in_the_pages_exist(document, line):
    words = shlex.split(line, comments=True)
    for at, word in enumerate(words):
        if word == "-m" and words[at + 1] == "scheduler":
            ends = [end for end in range(at, len(words)) if words[end] == "|"]
            check_command(words[at + 2 : ends[0] if ends else None])
        if word.endswith(".py"):
            assert (ROOT / word).exists()
        if word in ("-r", "--requirement"):
            assert (ROOT / words[at + 1]).exists()
        if word.startswith("app:"):
            assert re.search(rf"\b{word[4:]}\b", source(ROOT / "app.py"))


def check_command(words: list[str]) -> None:
    """The command is known, takes these options, and its files and keys exist."""
    import argparse

    key, options = words[0], words[1:]
    if key == "--version":
        return
    parser = argparse.ArgumentParser(exit_on_error=False)
    all_commands()[key].declare(parser)
    args = parser.parse_intermixed_args(options)
    given = getattr(args, "policy", None) or []
    named = re.split(r"[,;\s]+", " ".join([given] if isinstance(given, str) else given).strip()) if given else []
    assert all(policy in all_policies() for policy in named), words
    for word in options:
        if word.startswith("sample_traces/"):
            assert (ROOT / word).exists(), word


@every_case(
    "document, target",
    [(path, target) for path in PAGES for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", source(path))],
)
def test_links_lead_somewhere(document, target):
    assert target.startswith("https://") or (document.parent / target).exists()


@every_case(
    "document, target, heading",
    [(path, *link) for path in PAGES for link in re.findall(r"\]\((?!https:)([^)#\s]*)#([^)]+)\)", source(path))],
)
def test_links_to_a_heading_lead_to_one(document, target, heading):
    assert heading in headings(document.parent / target if target else document)


@cache
def headings(document: Path) -> set[str]:
    """The places in a page that a link can name: its headings, small, without signs, with hyphens for spaces."""
    lines = re.findall(r"^#+ (.+)$", source(document), re.MULTILINE)
    return {
        "".join(sign for sign in html.unescape(line).lower().replace(" ", "-") if sign.isalnum() or sign in "-_")
        for line in lines
    }


def test_pages_name_only_modules_that_exist():
    missing = []
    for page in PAGES:
        for name in re.findall(
            r"`((?:scheduler|layouts|tests|benchmarks|docs|sample_traces|assets)/[\w/.-]+\.\w+)`", page.read_text()
        ):
            if not (ROOT / name).exists() and "example" not in name:
                missing.append(f"{page.name}: {name}")
    assert not missing, "\n".join(missing)


def test_readme_and_ci_run_the_same_tests():
    line = line_of_tests()
    script = (ROOT / ".ci" / "run").read_text()
    assert "python -m pytest" in line and "requirements-dev.txt" in line
    assert "README.md" in script and "pytest" not in re.sub(r"#.*|/pytest/", "", script)


def line_of_tests() -> str:
    """The line after the marker of README.md, found here in another way than by .ci/run."""
    after = (ROOT / "README.md").read_text().split("<!-- tests -->", 1)[1]
    return after.split("```sh\n", 1)[1].split("\n", 1)[0]


@every_case("file", ["requirements.txt", "requirements-dev.txt"])
def test_every_dependency_has_its_reason(file):
    listed = re.findall(r"^([a-z][\w-]+)", source(ROOT / file), re.MULTILINE)
    rows = re.findall(r"^\| ([a-z][\w, -]+) \| \S", source(ROOT / "docs" / "design.md"), re.MULTILINE)
    reasons = {package.strip() for row in rows for package in row.split(",")}
    assert listed and set(listed) <= reasons


def requirements(file: str) -> list[Requirement]:
    lines = source(ROOT / file).splitlines()
    return [Requirement(line) for line in lines if line and not line.startswith(("#", "-"))]


REQUIRED = [*requirements("requirements.txt"), *requirements("requirements-dev.txt")]
PINNED = {canonicalize_name(one.name): one for one in requirements("constraints.txt")}


@every_case("requirement", REQUIRED)
def test_every_requirement_ends_somewhere_and_its_pinned_version_is_inside(requirement):
    assert {spec.operator for spec in requirement.specifier} & {"<", "<=", "==", "~="}
    (version,) = PINNED[canonicalize_name(requirement.name)].specifier
    assert version.operator == "==" and requirement.specifier.contains(version.version)


def test_all_that_is_installed_with_the_requirements_is_pinned():
    left, seen = [(one.name, {""} | one.extras) for one in REQUIRED], set()
    while left:
        name, extras = left.pop()
        if canonicalize_name(name) in seen:
            continue
        seen.add(canonicalize_name(name))
        for text in requires(name) or ():
            needed = Requirement(text)
            if needed.marker is None or any(needed.marker.evaluate({"extra": extra}) for extra in extras):
                left.append((needed.name, {""} | needed.extras))
    assert len(seen) > 30 and seen - {"setuptools"} <= set(PINNED)


def test_versions_of_python_are_the_same_everywhere():
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    known = [f"3.{minor}" for minor in range(8, 20) if SpecifierSet(told).contains(f"3.{minor}")]
    assert f"Python {', '.join(known[:-1])} or {known[-1]}." in (ROOT / "README.md").read_text()
    script = (ROOT / ".ci" / "run").read_text()
    assert re.findall(r"python(3\.\d+)(?= |;)", script.split("find_python()")[1].split("do\n")[0])[::-1] == known
    assert SpecifierSet(told).contains(".".join(map(str, sys.version_info[:3])))


# -- the recipes --------------------------------------------------------------------------------------------------


@pytest.fixture
def recipe():
    def run(page: str) -> dict:
        text = (ROOT / "docs" / "recipes" / f"{page}.md").read_text()
        block = text.split("```python\n", 1)[1].split("```", 1)[0]
        space: dict = {"__name__": "recipe"}
        exec(compile(block, f"docs/recipes/{page}.md", "exec"), space)
        assert ast.get_docstring(ast.parse(block))
        return space

    return run


def five_jobs():
    path = ROOT / "sample_traces" / "five-jobs.swf"
    return workload(swf.read(path.read_bytes(), path.name))


def test_the_policy_of_the_recipes_runs(recipe, monkeypatch):
    policy = recipe("policy")["POLICY"]
    monkeypatch.setattr("scheduler.simulate.all_policies", lambda: {policy.key: policy})
    schedule = simulate(five_jobs(), policy.key, {"factor": 1})
    assert (schedule.placed.start / 3_600).tolist() == [0, 0, 8, 6, 11]  # EASY's
    # at hour 6, job 1 seems to run until hour 80: there is room for job 5 too
    doubled = simulate(five_jobs(), policy.key, {"factor": 10})
    assert (doubled.placed.start / 3_600).tolist() == [0, 0, 10, 6, 6]


def test_the_metric_of_the_recipes_counts(recipe):
    (metric,) = recipe("metric")["METRICS"]
    assert metric.compute(simulate(five_jobs(), "fcfs")) == 8 * 3_600


def test_the_guarantee_of_the_recipes_holds(recipe):
    found = recipe("guarantee")["GUARANTEE"].measure(simulate(five_jobs(), "fcfs"))
    assert found.holds and found.value[found.tightest] == 8 * 3_600 and found.of == "job"


def test_the_plot_of_the_recipes_draws(recipe):
    from layouts.state.view import FinishedRun, View

    plot = recipe("plot")["PLOT"]
    runs = [FinishedRun("k", "FCFS", 0, simulate(five_jobs(), "fcfs"), {})]
    figure = plot.figure(runs, View()).checked()
    assert figure.data[0].x[-1] == 8 * 3_600
    assert " ".join(plot.caption(runs, View())) == "FCFS: half of the jobs wait at most 21600 s."


def test_the_generator_of_the_recipes_draws(recipe):
    generator = recipe("generator")["GENERATOR"]
    trace = generator.generate(stream(1), seed=1, **checked(generator.params, {"jobs": 30}))
    assert len(workload(trace)) == 30


def test_the_format_of_the_recipes_reads(recipe):
    form = recipe("format")["FORMAT"]
    assert form.sniff(b"0 10 2\n5 6 1\n") and not form.sniff(b"1 2 3 4\n")
    made = workload(form.read(b"0 10 2\n5 6 1\n", "x.txt"), processors=2)
    assert made.jobs.runtime.tolist() == [10, 6]
    with pytest.raises(FormatError, match=r"Line 2 of x\.txt is 'five'"):
        form.read(b"0 10 2\nfive\n", "x.txt")


# -- sources ------------------------------------------------------------------------------------------------------


@every_case("path", [*PROGRAM, ROOT / "app.py"])
def test_a_module_says_what_it_is(path):
    assert ast.get_docstring(tree(path)), "no docstring"


@every_case("path", [*PROGRAM, *TESTS, *PAGES, ROOT / ".ci" / "run", ROOT / "pyproject.toml"])
def test_nothing_rests_on_one_machine_or_is_left_to_do(path):
    lines = [line for line in source(path).splitlines() if PATHS_OF_ONE_MACHINE.search(line)]
    assert not lines, lines
    if path != Path(__file__):
        left = re.findall(r"\b(?:TODO|FIXME|XXX|HACK)\b", source(path))
        assert not left, left


def test_public_functions_of_the_simulator_have_docstrings():
    bare = [
        f"{relative(path)}: {node.name}"
        for path in PROGRAM
        if "scheduler" in path.relative_to(ROOT).parts
        for node in tree(path).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and not node.name.startswith("_")
        and not ast.get_docstring(node)
    ]
    assert not bare, "\n".join(bare)
