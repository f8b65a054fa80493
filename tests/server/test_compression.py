"""Texts are sent compressed to browsers that take it, files once and for all; the rest is left alone."""

from __future__ import annotations

import gzip
import re
from importlib.metadata import version

import pytest
from plotly.offline import get_plotlyjs_version

from layouts import site
from layouts.frame import shell
from layouts.server import compression, page_files, patches
from tests.conftest import REPOSITORY

GZIP = {"Accept-Encoding": "gzip, br"}


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    return site.create_app(tmp_path_factory.mktemp("home")).server.test_client()


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
    files = [
        *re.findall(r'(?:src|href)="(/[^"]+)"', text),
        "/" + page_files.meta_tag()["content"],
        "/_dash-layout",
        "/_dash-dependencies",
    ]
    total = len(page.data) + sum(len(client.get(address, buffered=True, headers=GZIP).data) for address in files)
    assert total < 1_100_000


def test_one_file_of_styles_has_all_of_them_but_those_of_the_printed_sheet(client):
    (style,) = re.findall(r'<link rel="stylesheet" href="(/[^"]+)">', client.get("/").get_data(as_text=True))
    text = client.get(style, buffered=True).get_data(as_text=True)
    files = [path for path in (REPOSITORY / "assets").glob("*.css") if path.name != page_files.SHEET]
    assert len(files) > 15 and all(path.read_text() in text for path in files)
    assert "@page sheet" not in text and "@page sheet" in client.get("/assets/sheet.css", buffered=True).get_data(
        as_text=True
    )


def test_pages_begin_without_what_few_of_them_need(client, monkeypatch):
    text = client.get("/").get_data(as_text=True)
    assert not re.search(r'<script src="[^"]*(polyfill|dash_table|dash_ag_grid|plotly)', text)
    assert text.index("third_party/regenerator-runtime-") < text.index("react@") < text.index("dash_renderer")
    (grid,) = re.findall(r'<meta name="queuescope-grid" content="([^"]+)">', text)
    assert "immutable" in client.get(grid, buffered=True).headers["Cache-Control"]
    monkeypatch.setenv(patches.WITHOUT, "scripts")
    whole = client.get("/").get_data(as_text=True)
    assert all(f"{name}" in whole for name in ("deps/polyfill@", "dash_table/bundle", f'<script src="{grid}"'))


def test_the_script_that_generators_of_dash_rest_on_is_kept_with_its_license():
    assert page_files.GENERATORS.read_text().startswith("/**\n * Copyright (c) 2014-present, Facebook, Inc.")
    assert "MIT License" in (page_files.FOLDER / "regenerator-runtime-LICENSE.txt").read_text()


# -- plotly


def test_the_script_is_of_the_version_that_the_package_brings():
    assert page_files.version() == get_plotlyjs_version(), (
        f"plotly {version('plotly')}: take plotly.js-basic-dist-min of its version"
    )
    assert f"plotly.js (basic - minified) v{page_files.version()}" in page_files.SCRIPT.read_text()[:100]
    assert "MIT" in (page_files.FOLDER / "plotly-LICENSE.txt").read_text()


def test_only_kinds_of_charts_are_drawn_that_it_has():
    sources = {path: path.read_text() for path in (REPOSITORY / "layouts").rglob("*.py")}
    kinds = set(
        re.findall(r'-> Trace:\n.*\n    return \{"type": "(\w+)"', sources[REPOSITORY / "layouts" / "figures.py"])
    )
    assert kinds == {"scatter", "bar"} and kinds <= set(page_files.KINDS)
    assert not [path for path, text in sources.items() if "graph_objects" in text and path.name != "figures.py"]


def test_pages_say_where_it_is_and_do_not_begin_with_it(client):
    text = client.get("/").get_data(as_text=True)
    address = re.findall(r'<meta name="queuescope-plotly" content="([^"]+)">', text)[0]
    answer = client.get(f"/{address}", buffered=True)
    assert answer.status_code == 200 and "immutable" in answer.headers["Cache-Control"]
    assert "<script src" in text and not re.search(r'<script src="[^"]*plotly', text)
    assert shell.SCHEME_SCRIPT in text
