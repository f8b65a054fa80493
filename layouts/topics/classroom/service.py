"""The rooms of this server, for the pages and the routes of a class: made once per process."""

from __future__ import annotations

from typing import cast

from layouts.frame.callbacks import Services
from scheduler.topics.classroom.rooms import Rooms

KEY = "classroom"  # of the topic


def rooms_of(services: Services) -> Rooms:
    """The rooms among what the topics keep."""
    return cast(Rooms, services.of_topics[KEY])
