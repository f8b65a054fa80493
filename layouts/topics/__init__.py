"""Topics on the pages: what each adds to the site and to the library, found by looking in this folder.

A topic declares it in its door, as TOPIC, under the key that it has in `scheduler.topics`.  The core asks `all_topics`
and `all_pages`, names no topic and imports none, so the folder of one can be taken out: no page links to it then.
Declaring imports nothing heavy; pages and functions are imported when they are asked for.  Installed packages declare
theirs as entry points of GROUP.

May import `installed` and `registry` alone.  Others use `Topic`, `Page`, and the functions below them; topics
import everything of the layouts but the routes, and another topic only where their door says that they need it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from scheduler import installed, registry

GROUP = installed.GROUPS["layouts"]  # of entry points: each names a Topic, and has its key as name


ABOVE_PARAMETERS, BELOW_PARAMETERS = "above parameters", "below parameters"  # of the policy under Add a run, Compare
BESIDE_POLICIES = "beside policies"  # on By hand: HAND_EXPRESSION and HAND_PASSING of `layouts.ids`
PAGE_OF = {ABOVE_PARAMETERS: "/compare", BELOW_PARAMETERS: "/compare", BESIDE_POLICIES: "/by-hand"}


@dataclass(frozen=True)
class Form:
    """What a topic adds to a page of the core.

    place: one of those in PAGE_OF.  module: imports what has layout(), which gives a component with an id, and
    register(app, services).  title: how search calls it; "" where search does not lead there.
    """

    place: str
    module: Callable[[], Any]
    title: str = ""


@dataclass(frozen=True)
class Section:
    """What a topic shows on Learn, above the ways there.

    title: its heading, which search names, too.  lead: what it is, for the sentence below the heading of Learn.
    module: imports what has layout(), register(app, services) and depends_on(), as a page.
    """

    title: str
    lead: str
    module: Callable[[], Any]


@dataclass(frozen=True)
class Option:
    """An option of `python app.py` that prints a line and ends.

    name: such as "--key".  help: what it prints.  line: makes the line of the secret of the server.
    """

    name: str
    help: str
    line: Callable[[bytes], str]


@dataclass(frozen=True)
class Page:
    """A page of a topic.

    path: its address, which never changes, for links hold it.  title: its heading, and behind a colon what it is for;
    search and Learn call it so, and search leaves out a page without one.  under: the page of the header that leads to
    it; below Learn it is one of the ways there, with this text and icon, if it has a text.  "": the header leads to it
    by its title, and so does the letter `key` after G, "KeyP" as KeyboardEvent.code has it, if it has one.
    module: imports the page, which has layout() and register(app, services), and depends_on() as those of the core.
    from_workload: the words by which a workload leads to it, at ?w= and its key; "" where it does not.
    from_pages: {address of another page: the words by which it leads here}, if any does; Workload and Compare lead here
    where policies are chosen.
    python: of the services and the search part of an address, the lines of Python that make the figure it shows, or
    None for those of the runs that the address names.
    """

    path: str
    title: str
    under: str
    module: Callable[[], Any]
    text: str = ""
    icon: str = ""
    key: str = ""
    from_workload: str = ""
    from_pages: Mapping[str, str] = field(default_factory=dict)
    python: Callable[[Any, str], list[str] | None] | None = None


@dataclass(frozen=True)
class Topic:
    """What a topic adds to the pages and to the library.

    key: the name of its folder.  section: what it shows on Learn.  styles: files of CSS that follow those of assets/.
    library: {name: imports what `queuescope` offers under it}.  shapes: what its fields and stores hold, as
    `layouts.state.shapes` has it.
    service: makes, of the folder of results and the Limits of the server, what pages and routes of the topic find at
    its key in `of_topics` of the services; once per process.  It has close(), which is called before a process forks.
    routes: imports a module with register(server, services) and LARGER, as those of `layouts.routes`.
    tray: {key of a task: says of its checked spec, for the list of runs under way, what is done in a few words, and the
    address of the page that shows it}.
    codes: beginnings of addresses that go on with a code; who asks for many that are not there is made to wait, so that
    nobody finds codes by trying.
    stores: ids of stores on every page, which the browser keeps.  options: of `python app.py`.  forms: what it adds to
    pages of the core.
    needs: keys of the topics that it imports.
    """

    key: str
    pages: tuple[Page, ...] = ()
    styles: tuple[Path, ...] = ()
    library: Mapping[str, Callable[[], Any]] = field(default_factory=dict)
    shapes: Mapping[str, Any] = field(default_factory=dict)
    service: Callable[[Path, Any], Any] | None = None
    routes: Callable[[], Any] | None = None
    tray: Mapping[str, Callable[[Mapping[str, Any]], tuple[str, str]]] = field(default_factory=dict)
    codes: tuple[str, ...] = ()
    stores: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    section: Section | None = None
    needs: tuple[str, ...] = ()
    forms: tuple[Form, ...] = ()


@cache
def all_topics() -> Mapping[str, Topic]:
    """{key: Topic}, those of this folder first, but each behind those it needs.

    Raises InputError where that of an installed package is of no use, or one is missing that another one needs.
    """
    return registry.behind_their_needs(registry.with_installed(registry.load(__name__, "TOPIC"), GROUP, Topic))


@cache
def all_pages() -> Mapping[str, Page]:
    """{path: Page} of all topics.  Raises InputError where two have one address."""
    return registry.each_once((page.path, page) for topic in all_topics().values() for page in topic.pages)


def ways_from(path: str) -> list[tuple[str, str]]:
    """(words, address) of each page of a topic that the page of a path leads to."""
    return [(page.from_pages[path], page.path) for page in all_pages().values() if path in page.from_pages]


@cache
def shapes() -> Mapping[str, Any]:
    """{component.property: shape} of all topics.  Raises InputError where two speak of one."""
    return registry.each_once(pair for topic in all_topics().values() for pair in topic.shapes.items())


def sections() -> list[Section]:
    """What the topics show on Learn."""
    return [topic.section for topic in all_topics().values() if topic.section]


def forms(*places: str) -> list[Form]:
    """What the topics add to these places of pages."""
    return [form for topic in all_topics().values() for form in topic.forms if form.place in places]


def stores() -> list[str]:
    """The ids of the stores of all topics that the browser keeps."""
    return [store for topic in all_topics().values() for store in topic.stores]


@cache
def options() -> Mapping[str, Option]:
    """{name: Option of `python app.py`} of all topics.  Raises InputError where two have one name."""
    return registry.each_once((option.name, option) for topic in all_topics().values() for option in topic.options)


def routes() -> list[Any]:
    """The modules of the routes of all topics."""
    return [topic.routes() for topic in all_topics().values() if topic.routes]


def codes() -> tuple[str, ...]:
    """The beginnings of addresses with a code, of all topics."""
    return tuple(beginning for topic in all_topics().values() for beginning in topic.codes)


@cache
def tray() -> Mapping[str, Callable[[Mapping[str, Any]], tuple[str, str]]]:
    """{key of a task: what says what is done, and where it is shown} of all topics.

    Raises InputError where two speak of one.
    """
    return registry.each_once(pair for topic in all_topics().values() for pair in topic.tray.items())


@cache
def library() -> Mapping[str, Callable[[], Any]]:
    """{name: imports what `queuescope` offers under it} of all topics.  Raises InputError where two offer one name."""
    return registry.each_once(pair for topic in all_topics().values() for pair in topic.library.items())
