"""The search field of the header: pages, terms and actions everywhere, jobs and users of the comparison that is open.

The browser offers and chooses (layouts/frontend/frame/search.js); a page adds what it has in an element with
data-options.
"""

from __future__ import annotations

import json
from functools import cache

import dash_mantine_components as dmc
from dash import html

from layouts import ids
from layouts.frame.icons import icon
from layouts.topics import PAGE_OF, all_pages, forms, sections
from layouts.words.glossary import PATH, entries
from scheduler.analysis.query import LONGEST
from scheduler.wording import enumerated

PLACES = (
    ("Home", "/"),
    ("Workload: open a log, generate, samples", "/workload"),
    ("Catalogue of public logs", "/catalogue"),
    ("Two workloads beside each other", "/beside"),
    ("Compare", "/compare"),
)
TO_DO = (("Type jobs by hand", "/by-hand"),)
TO_READ = (("Glossary", PATH),)
ACTIONS = (
    ("Copy the link of this view", ids.COPY_LINK),
    ("Keys: list of all shortcuts", ids.KEYS_BUTTON),
    ("Present: large and without tools", ids.PRESENT),
)


def field() -> html.Div:
    """The field: a combobox whose list of options the script fills."""
    box = dmc.TextInput(
        id=ids.SEARCH,
        value="",
        placeholder="Search jobs, pages",
        size="xs",
        autoComplete="off",
        spellCheck=False,
        leftSection=icon("search"),
        rightSection=dmc.Kbd("/", size="xs"),
        inputProps={"maxLength": LONGEST},
        attributes={
            "input": {
                "role": "combobox",
                "aria-expanded": "false",
                "aria-autocomplete": "list",
                "aria-controls": ids.SEARCH_LIST,
            }
        },
        **{"aria-label": "Search for jobs, users, pages, terms, or an action"},
    )
    listed = html.Ul(
        id=ids.SEARCH_LIST,
        className="qs-options",
        role="listbox",
        hidden=True,
        **{"aria-label": "Searches, pages, terms and actions"},
    )
    return html.Div([box, listed], className="qs-find", role="search", **{"data-options": options()})


@cache
def options() -> str:
    """What is offered on every page, as JSON: {searches, actions: [{say, href} or {say, click: id of a button}]}."""
    on_learn = enumerated(["samples", *(section.title.lower() for section in sections())])
    titled = [page for page in all_pages().values() if page.title]
    of_topics = ((page.title, page.path) for page in sorted(titled, key=lambda page: not page.under))  # header last
    of_forms = ((form.title, PAGE_OF[form.place]) for form in forms(*PAGE_OF) if form.title)
    places = (*PLACES, (f"Learn: {on_learn}", "/learn"), *TO_DO, *of_forms, *of_topics, *TO_READ)
    pages = [{"say": say, "href": href} for say, href in places]
    actions = [{"say": say, "click": identity} for say, identity in ACTIONS]
    terms = [{"say": f"Term: {', '.join(entry.terms)}", "href": f"{PATH}#{entry.anchor}"} for entry in entries()]
    return json.dumps({"searches": [], "actions": [*pages, *actions, *terms]})
