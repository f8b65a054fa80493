"""Pages that load themselves again while the program is changed: under `./dev` only.

`./dev` watches the sources and touches a file whenever pages have to be loaded again; the setting QUEUESCOPE_RELOAD
names the file, and the time it was changed is the mark.  A page asks for the mark twice a second, and loads itself
again when it is another one than its script came with.  Without the setting there is neither script nor address.
"""

from __future__ import annotations

import os
from pathlib import Path

from flask import Flask, Response

SETTING = "QUEUESCOPE_RELOAD"
SCRIPT, MARK = "/reload/page.js", "/reload/mark"
# Each question waits for the answer to the one before; nobody answers while the server starts again.
PAGE = """(() => {
  const loaded = '%s', address = new URL('mark', document.currentScript.src);
  const ask = async () => {
    let mark = loaded;
    try {
      const answer = await fetch(address);
      if (answer.ok) { mark = await answer.text(); }
    } catch { /* the server is starting */ }
    if (mark === loaded) { setTimeout(ask, 500); } else { location.reload(); }
  };
  ask();
})();
"""


def mark_file() -> Path | None:
    """The file of the setting; None where pages do not load themselves again."""
    path = os.environ.get(SETTING)
    return Path(path) if path else None


def scripts() -> list[str]:
    """The script that pages need for it, if they do."""
    return [SCRIPT] if mark_file() else []


def register(server: Flask) -> None:
    """Answer the script and the mark; nothing without the setting."""
    path = mark_file()
    if path:
        server.add_url_rule(SCRIPT, "reload-script", lambda: Response(PAGE % mark(path), mimetype="text/javascript"))
        server.add_url_rule(MARK, "reload-mark", lambda: Response(mark(path), mimetype="text/plain"))


def mark(path: Path) -> str:
    """When the file was changed, ns."""
    return str(path.stat().st_mtime_ns)
