"""Topics on the pages: what each adds to the site and to the library, found by looking in this folder.

A topic declares it in its door, as TOPIC, under the key that it has in `scheduler.topics`.  The core asks `all_topics`
and `all_pages`, names no topic and imports none, so the folder of one can be taken out: no page links to it then.
Declaring imports nothing heavy; pages and functions are imported when they are asked for.  Installed packages declare
theirs as entry points of GROUP.

May import `registry` alone.  Others use `Topic`, `Page`, and the functions below them; a topic may import everything of
`layouts` but the routes, and another topic only where its door says that it needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from scheduler import registry

GROUP = "queuescope.topics.pages"  # of entry points: each names a Topic, and has its key as name


@dataclass(frozen=True)
class Page:
    """A page of a topic.

    path: its address, which never changes, for links hold it.  title: its heading, and behind a colon what it is for;
    search and Learn call it so.  under: the page of the header that leads to it; below Learn it is one of the ways
    there, with this text and icon, if it has a text.
    module: imports the page, which has layout() and register(app, services), and depends_on() as those of the core.
    from_workload: the words by which a workload leads to it, at ?w= and its key; "" where it does not.
    from_pages: {address of a page of another topic: the words by which it leads here}, if it leads to any.
    python: of the services and the search part of an address, the lines of Python that make the figure it shows, or
    None for those of the runs that the address names.
    """

    path: str
    title: str
    under: str
    module: Callable[[], Any]
    text: str = ""
    icon: str = ""
    from_workload: str = ""
    from_pages: Mapping[str, str] = field(default_factory=dict)
    python: Callable[[Any, str], list[str] | None] | None = None


@dataclass(frozen=True)
class Topic:
    """What a topic adds to the pages and to the library.

    key: the name of its folder.  styles: files of CSS that follow those of assets/.  library: {name: imports what
    `queuescope` offers under it}.  shapes: what its fields and stores hold, as `layouts.state.shapes` has it.
    service: makes, of the folder of results and the Limits of the server, what pages and routes of the topic find at
    its key in `of_topics` of the services; once per process.  It has close(), which is called before a process forks.
    routes: imports a module with register(server, services) and LARGER, as those of `layouts.routes`.
    codes: beginnings of addresses that go on with a code; who asks for many that are not there is made to wait, so that
    nobody finds codes by trying.
    needs: keys of the topics that it imports.
    """

    key: str
    pages: tuple[Page, ...] = ()
    styles: tuple[Path, ...] = ()
    library: Mapping[str, Callable[[], Any]] = field(default_factory=dict)
    shapes: Mapping[str, Any] = field(default_factory=dict)
    service: Callable[[Path, Any], Any] | None = None
    routes: Callable[[], Any] | None = None
    codes: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


@cache
def all_topics() -> Mapping[str, Topic]:
    """{key: Topic}, those of this folder first.

    Raises InputError where that of an installed package is of no use, or one is missing that another one needs.
    """
    return registry.each_with_needs(registry.with_installed(registry.load(__name__, "TOPIC"), GROUP, Topic))


@cache
def all_pages() -> Mapping[str, Page]:
    """{path: Page} of all topics.  Raises InputError where two have one address."""
    return registry.each_once((page.path, page) for topic in all_topics().values() for page in topic.pages)


@cache
def shapes() -> Mapping[str, Any]:
    """{component.property: shape} of all topics.  Raises InputError where two speak of one."""
    return registry.each_once(pair for topic in all_topics().values() for pair in topic.shapes.items())


def routes() -> list[Any]:
    """The modules of the routes of all topics."""
    return [topic.routes() for topic in all_topics().values() if topic.routes]


def codes() -> tuple[str, ...]:
    """The beginnings of addresses with a code, of all topics."""
    return tuple(beginning for topic in all_topics().values() for beginning in topic.codes)


@cache
def library() -> Mapping[str, Callable[[], Any]]:
    """{name: imports what `queuescope` offers under it} of all topics.  Raises InputError where two offer one name."""
    return registry.each_once(pair for topic in all_topics().values() for pair in topic.library.items())
