"""The page Own policy: a program is written, run in the browser, and its schedule compared.

What plays a program, and what is done with a schedule that one made, is in `scheduler.topics.own_policy`, without which
this folder cannot be used; the scripts are in layouts/frontend/own_policy.

May import `scheduler`, `layouts.server`, `layouts.frame`, `layouts.words`, `layouts.topics`, and what these may.
Others use TOPIC.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from layouts.topics import Page, Topic


def _page() -> ModuleType:
    from layouts.topics.own_policy import own_policy_page

    return own_policy_page


def _routes() -> ModuleType:
    from layouts.topics.own_policy import routes

    return routes


TOPIC = Topic(
    "own_policy",
    (
        Page(
            path="/own-policy",
            title="Own policy: write a scheduler in Python",
            text="Decide in Python which jobs start, in your browser, and compare it with FCFS and EASY.",
            icon="play",
            under="/learn",
            module=_page,
            from_pages={"/workload": "or write one", "/compare": "or write a policy of your own"},
        ),
    ),
    (Path(__file__).with_name("own_policy.css"),),
    routes=_routes,
)
