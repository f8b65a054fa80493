"""Queuescope in the browser: python app.py [--port N] [--host H], or gunicorn "app:server".

This process listens.  It hands requests to page processes and runs to workers, and can compute nothing itself.
"""

from __future__ import annotations

import argparse
import logging
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from werkzeug.serving import WSGIRequestHandler, make_server

from layouts import topics as of_topics
from layouts.server import background, hosts
from layouts.web_processes.entrance import Entrance, open_door
from layouts.web_processes.refused_imports import refuse_imports
from scheduler.errors import QueuescopeError
from scheduler.home import home
from scheduler.results.limits import Limits
from scheduler.results.queue.registry import RunRegistry

AFTER = 0.3  # s: listen first, then get ready
UNABLE = 3  # exit code that says so; gunicorn tries no further then


def __getattr__(name: str) -> Any:
    """`server`, made when gunicorn asks for it and not before."""
    if name != "server":
        raise AttributeError(f"module app has no attribute {name!r}")
    globals()["server"] = opened()
    return globals()["server"]


def opened() -> Entrance:
    """The application of this process; ends it with a sentence where it cannot begin."""
    try:
        refuse_imports()
        root = home()
        registry = RunRegistry(root / "jobs", Limits.of_environment())
        entrance = open_door(registry, root, background.secret_key(root))
    except (QueuescopeError, OSError, EOFError) as error:
        raise unable(error) from error
    soon = threading.Timer(AFTER, get_ready, (registry, root))
    soon.daemon = True
    soon.start()
    return entrance


def unable(error: Exception) -> SystemExit:
    """What ends the program, once it has said why."""
    print(f"Queuescope cannot start: {error}", file=sys.stderr, flush=True)
    return SystemExit(UNABLE)


def get_ready(registry: RunRegistry, root: Path) -> None:
    """Have runs worked off, kernels compiled, and what is over of topics deleted."""
    if not registry.remote:  # else workers of the broker take what is asked for
        background.dispatch(root, registry)
    background.warm_up(registry)
    background.tidy_hourly(root)


class Handler(WSGIRequestHandler):
    """Reads and answers requests; a client that says nothing for so long is cut off."""

    timeout = 30  # s


def parser() -> argparse.ArgumentParser:
    """The options, with those of topics.  Raises InputError where topics cannot be used."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--port", type=int, default=8050)
    options.add_argument("--host", default="127.0.0.1")
    options.set_defaults(printed=None)
    for option in of_topics.options().values():
        options.add_argument(option.name, action="store_const", const=option, dest="printed", help=option.help)
    return options


def main() -> None:
    """Serve on this machine until interrupted."""
    try:
        options = parser().parse_args()
    except QueuescopeError as error:
        raise unable(error) from error
    if options.printed:
        print(options.printed.line(background.secret_key(home())))
        return
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(message)s")
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    hosts.answer_as(options.host)
    server = __getattr__("server")
    listening = make_server(options.host, options.port, server, threaded=True, request_handler=Handler)
    print(f"Queuescope: http://{options.host}:{listening.port}  (Ctrl-C stops it)", flush=True)
    with suppress(KeyboardInterrupt):
        listening.serve_forever()


if __name__ == "__main__":
    main()
