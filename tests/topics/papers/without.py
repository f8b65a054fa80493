"""What is wrong with papers where another topic has been taken out."""

from __future__ import annotations

from collections.abc import Iterator

from layouts import site
from scheduler.topics.papers.experiments import all_papers
from scheduler.topics.papers.items import items_of


def faults() -> Iterator[str]:
    """A sentence for each item that is shown by a page that is not there."""
    for paper in all_papers():
        yield from (
            f"{item.name} of {paper} is shown by a page that is not there, {item.key}."
            for item in items_of(paper)
            if item.room == "page" and item.key.partition("?")[0] not in site.PAGES
        )
