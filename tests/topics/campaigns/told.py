"""What is told of campaigns, for the tests that read every sentence."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler.model.schedule import Schedule
from scheduler.topics.campaigns.explain.campaigns import explain_campaign


def told_besides(made: Schedule) -> Iterator[tuple[int, list[str]]]:
    """(campaign, what is told of it)."""
    if made.virtual is not None:
        for campaign in range(len(made.workload.campaigns)):
            yield campaign, explain_campaign(made, campaign)
