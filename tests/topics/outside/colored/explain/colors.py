"""What is told of a job with a color."""

from collections.abc import Iterator

from scheduler.explain import Story
from scheduler.facts import Fact, Number
from scheduler.model.schedule import Schedule


def facts(schedule: Schedule, job: int) -> Iterator[Fact]:
    """Its color."""
    if "color" in schedule.workload.jobs:
        yield Fact("has_color", color=Number(schedule.workload.jobs.color[job]))


PHRASES = {
    "has_color": "Its color is {color}. || color {color}",
    "waits_other_color": "{blocker} of another color was running. || another color: {blocker}",
}
STORY = Story("colors", facts, PHRASES)
