"""Texts are sent compressed to browsers that take it, files once and for all; the rest is left alone."""

from __future__ import annotations

import gzip
import re
from importlib.metadata import version

import pytest
from plotly.offline import get_plotlyjs_version

import app
from layouts.frame import shell
from layouts.server import compression, plotly_script
from tests.conftest import REPOSITORY

GZIP = {"Accept-Encoding": "gzip, br"}


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    return app.create_app(tmp_path_factory.mktemp("home")).server.test_client()


def scripts(client) -> list[str]:
    return re.findall(r'src="(/[^"]+)"', client.get("/").get_data(as_text=True))


def test_every_script_of_a_page_is_small_on_its_way_and_the_same_at_its_end(client):
    assert len(scripts(client)) > 8
    for address in scripts(client):
        plain, packed = client.get(address, buffered=True), client.get(address, buffered=True, headers=GZIP)
        assert "Content-Encoding" not in plain.headers and "Accept-Encoding" in plain.headers["Vary"]
        if len(plain.data) < compression.LEAST:
            continue
        assert packed.headers["Content-Encoding"] == "gzip" and gzip.decompress(packed.data) == plain.data
        assert int(packed.headers["Content-Length"]) == len(packed.data) < 0.45 * len(plain.data)
        assert "immutable" in packed.headers["Cache-Control"]


def test_what_a_browser_has_is_not_sent_again(client):
    style = "/assets/queuescope.css"
    first = client.get(style, buffered=True, headers=GZIP)
    assert first.headers["ETag"].startswith("W/")
    again = client.get(style, buffered=True, headers={**GZIP, "If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_callbacks_pages_and_layouts_are_compressed_pictures_and_short_answers_are_not(client):
    layout = client.get("/_dash-layout", headers=GZIP)
    assert layout.headers["Content-Encoding"] == "gzip" and b"mantine" in gzip.decompress(layout.data).lower()
    for address in ("/health", "/runs.json"):
        assert "Content-Encoding" not in client.get(address, headers=GZIP).headers
    assert "Content-Encoding" not in client.get("/_dash-layout", headers={"Accept-Encoding": "identity"}).headers
    assert "Content-Encoding" not in client.head("/assets/queuescope.css", headers=GZIP, buffered=True).headers


def test_prepared_files_are_not_compressed_again(client, monkeypatch):
    compression.prepare(client.application)

    def fail(*_, **__):
        raise AssertionError("compressed again")
    monkeypatch.setattr(compression.gzip, "compress", fail)
    for address in scripts(client):
        assert client.get(address, buffered=True, headers=GZIP).status_code == 200


def test_the_first_visit_of_home_is_below_its_aim(client):
    """Scripts, styles, layout and plotly, as they are sent; benchmarks/page_weight.py measures all of it."""
    page = client.get("/", headers=GZIP)
    text = gzip.decompress(page.data).decode()
    files = [*re.findall(r'(?:src|href)="(/[^"]+)"', text), "/" + plotly_script.meta_tag()["content"], "/_dash-layout", "/_dash-dependencies"]
    total = len(page.data) + sum(len(client.get(address, buffered=True, headers=GZIP).data) for address in files)
    assert total < 1_450_000


# -- plotly

def test_the_script_is_of_the_version_that_the_package_brings():
    assert plotly_script.version() == get_plotlyjs_version(), f"plotly {version('plotly')}: take plotly.js-basic-dist-min of its version"
    assert f"plotly.js (basic - minified) v{plotly_script.version()}" in plotly_script.SCRIPT.read_text()[:100]
    assert "MIT" in (plotly_script.FOLDER / "plotly-LICENSE.txt").read_text()


def test_only_kinds_of_charts_are_drawn_that_it_has():
    sources = {path: path.read_text() for path in (REPOSITORY / "layouts").rglob("*.py")}
    kinds = set(re.findall(r'-> Trace:\n.*\n    return \{"type": "(\w+)"', sources[REPOSITORY / "layouts" / "figures.py"]))
    assert kinds == {"scatter", "bar"} and kinds <= set(plotly_script.KINDS)
    assert not [path for path, text in sources.items() if "graph_objects" in text and path.name != "figures.py"]


def test_pages_say_where_it_is_and_do_not_begin_with_it(client):
    text = client.get("/").get_data(as_text=True)
    address = re.findall(r'<meta name="queuescope-plotly" content="([^"]+)">', text)[0]
    answer = client.get(f"/{address}", buffered=True)
    assert answer.status_code == 200 and "immutable" in answer.headers["Cache-Control"]
    assert "<script src" in text and not re.search(r'<script src="[^"]*plotly', text)
    assert shell.SCHEME_SCRIPT in text
