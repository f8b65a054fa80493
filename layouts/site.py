"""The whole site: every page and route, as one application.  Page processes answer with it."""

from __future__ import annotations

import logging
from functools import cache, partial
from pathlib import Path

import pandas  # noqa: F401 - before any thread: plotly's encoder takes a half-imported pandas for a whole one
from dash import Dash
from flask import Flask

from layouts import topics as of_topics
from layouts.frame import callbacks, first_paint, open_work, samples, shell
from layouts.frame.callbacks import Services
from layouts.frame.contents import Content
from layouts.gantt import picture_routes, raster
from layouts.gantt.rectangles import rectangles
from layouts.memory import mmap_threshold
from layouts.pages.beside import beside_page as beside
from layouts.pages.by_hand import by_hand_page as by_hand
from layouts.pages.by_hand import sheet
from layouts.pages.catalogue import catalogue_page as catalogue
from layouts.pages.compare import compare_page as compare
from layouts.pages.compare.prerendered_page import Cover
from layouts.pages.glossary import glossary_page as glossary
from layouts.pages.home import five_jobs
from layouts.pages.home import home_page as home
from layouts.pages.learn import learn_page as learn
from layouts.pages.workload import workload_page as workload
from layouts.routes import export_routes, run_routes, upload
from layouts.server import background, compression, page_files, patches, prefix, reload, web
from layouts.server.dashboard import Dashboard
from layouts.state import shapes
from scheduler.errors import QueuescopeError
from scheduler.program_files import folder as folder_of
from scheduler.program_files import made_by
from scheduler.registry import each_once
from scheduler.results.queue.runs import Runs
from scheduler.results.queue.warm import is_warm
from scheduler.results.store import Store
from scheduler.topics import offer

LOG = logging.getLogger("queuescope")
CONTENTS = "queuescope-contents"  # of the extensions of a server: its pages
CORE = {
    "/": home,
    "/workload": workload,
    "/compare": compare,
    "/learn": learn,
    by_hand.PATH: by_hand,
    "/glossary": glossary,
    "/catalogue": catalogue,
    beside.PATH: beside,
}
PAGES = each_once([*CORE.items(), *((path, page.module()) for path, page in of_topics.all_pages().items())])


def create_app(folder: Path | None = None) -> Dash:
    """The whole dashboard, its results under `folder` (default: QUEUESCOPE_HOME, else the user's data folder)."""
    return app_of(services_of(folder))


def services_of(folder: Path | None = None) -> Services:
    """What the pages are given: the store under that folder, and its runs.

    Ends the program with a sentence where something that its owner has for it cannot be used.
    """
    try:
        offer()
    except QueuescopeError as error:
        raise SystemExit(str(error)) from None
    store = Store(folder)
    return Services(store.root, store, Runs(store))


def app_of(services: Services) -> Dash:
    """The dashboard of these services.  The process that listens sees to it that runs are worked off."""
    store, before = services.store, prefix.of_setting()
    app = Dashboard(
        __name__,
        title=shell.NAME,
        assets_folder=str(folder_of("assets")),
        update_title="",
        index_string=shell.INDEX,
        suppress_callback_exceptions=True,
        enable_mcp=False,
        on_error=callbacks.failed,
        assets_ignore=page_files.IGNORED,
        external_scripts=reload.scripts(),
        meta_tags=[
            *patches.meta_tags(patches.left_out()),
            page_files.meta_tag(),
            {"name": "queuescope-made-by", "content": made_by()},
        ],
        description="What a batch scheduler does to the people who wait",
        requests_pathname_prefix=f"{before}/",
        routes_pathname_prefix="/",
    )
    app.layout = partial(shell.layout, store.limits.uploaded)
    contents = {path: Content(page.layout, getattr(page, "depends_on", None)) for path, page in PAGES.items()}
    app.server.extensions[CONTENTS] = contents
    callbacks.register(app, services, contents)
    page_files.register(app)
    reload.register(app.server)
    first_paint.register(app, {"/": home, "/compare": Cover(services)})
    for page in PAGES.values():
        page.register(app, services)
    samples.register(app, services)
    open_work.register(app, services)
    upload.register(app.server, store)
    picture_routes.register(app.server, store)
    sheet.register(app.server)
    export_routes.register(app.server, services)
    run_routes.register(app.server, services)
    for routes in of_topics.routes():
        routes.register(app.server, services)
    with_bodies = (upload, export_routes, *of_topics.routes())
    web.register(
        app,
        background.secret_key(store.root),
        tuple(PAGES),
        (shell.SCHEME_SCRIPT,),
        each_once(pair for routes in with_bodies for pair in routes.LARGER.items()),
        each_once([*shapes.SHAPES.items(), *of_topics.shapes().items()]),
    )
    prefix.register(app, before)
    return app


@cache
def served() -> tuple[Flask | None, str]:
    """The application that page processes answer with, or None and why there is none."""
    mmap_threshold.give_back()
    try:
        services = services_of()
        server = app_of(services).server
    except (QueuescopeError, OSError, SystemExit) as error:
        return None, str(error) or type(error).__name__
    try:
        get_ready(server)
    except Exception:  # the page that fails says so to who opens it, and the others are there
        LOG.exception("the pages could not be made ready ahead")
    services.close()
    return server, ""


def get_ready(server: Flask) -> None:
    """What the first visitor would wait for: the pages, their scripts and styles, and what Home shows.

    Where kernels are not compiled yet, whoever needs them first has it done, and the server listens meanwhile.
    """
    for content in server.extensions[CONTENTS].values():
        content()
    compression.prepare(server)
    if is_warm():
        server.test_client().get("/compare")
        bars = rectangles("home", five_jobs.comparison().schedules[0])
        raster.draw(bars, bars.extent, 8, 8)
        bars.at(0.0, 0.0)
        bars.inside(bars.extent)
