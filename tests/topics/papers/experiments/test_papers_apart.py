"""A paper imports nothing of another one."""

from __future__ import annotations

from tests.house.test_layers import own, within

EXPERIMENTS = "scheduler.topics.papers.experiments"


def paper(module: str) -> str:
    """The folder of the paper that a module is of; "" of what serves all."""
    return module.removeprefix(EXPERIMENTS).strip(".").partition(".")[0] if module.startswith(EXPERIMENTS) else ""


def test_a_paper_imports_nothing_of_another_one():
    modules = within(EXPERIMENTS)
    assert len({paper(module) for module in modules}) >= 6
    assert [(m, used) for m in modules for used in own(m) if paper(used) not in ("", paper(m))] == []
