"""What the mark behind the name of a metric opens: whose numbers stand in the formula, and what a browser may ask."""

from __future__ import annotations

from typing import Any

from layouts.pages.compare.table.metric_names import defined, definition
from layouts.words.glossary import entries
from scheduler.metrics import all_metrics
from tests.pages.test_pages import components, run, sample, texts


def opened(key: str, job: int | None = None, baseline: int = 0) -> Any:
    jobs, numbers = sample(), dict.fromkeys(all_metrics(), 1.0)
    runs = [run(jobs, policy, at, metrics=numbers) for at, policy in enumerate(("fcfs", "easy"))]
    return definition(all_metrics()[key], runs, baseline, job)


def words(part: Any) -> str:
    """What a reader sees, links in their place."""
    if isinstance(part, list | tuple):
        return "".join(map(words, part))
    return words(part.children) if hasattr(part, "children") else str(part or "")


def test_the_selected_job_of_the_baseline_is_taken():
    fcfs, easy = (words(opened("wait_mean", 3, baseline)) for baseline in (0, 1))
    assert "Wait of job 4 of user 4: start - submit = 39\u202f600 s - " in fcfs and "It is the selected job." in fcfs
    assert "Wait of job 4 of user 4: start - submit = 21\u202f600 s - " in easy


def test_without_one_the_job_that_shows_it_best():
    assert "It counts most." in words(opened("wait_max")) and "in the middle" in words(opened("wait_mean"))
    for no_row in (-1, 5, 10**9):
        assert words(opened("wait_mean", no_row)) == words(opened("wait_mean"))


def test_every_definition_has_formula_source_and_a_way_to_the_glossary():
    anchors = {"/glossary", *(f"/glossary#{entry.anchor}" for entry in entries())}
    for key, metric in all_metrics().items():
        if metric.needs - {"promises", "decides"}:
            continue  # the sample has nothing of the kind
        shown = opened(key)
        said = words(shown)
        assert metric.formula in said and metric.source in said and metric.pitfall in said, key
        [way] = components(shown, "Anchor")
        assert way.href in anchors, key


def test_the_page_does_not_hold_what_nobody_has_opened():
    made = defined(all_metrics()["wait_mean"], "summary")
    assert "Working out an example" in texts(made) and "job 4" not in texts(made)
