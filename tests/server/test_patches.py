"""QUEUESCOPE_WITHOUT_PATCHES: what it may name, and that pages carry it."""

from __future__ import annotations

import re

import pytest

from layouts import site
from layouts.server import patches
from scheduler.errors import InputError
from tests.conftest import REPOSITORY


def test_the_variable_names_patches():
    assert patches.left_out({}) == ()
    assert patches.left_out({patches.WITHOUT: "store, events  ticks"}) == ("store", "events", "ticks")
    with pytest.raises(
        InputError,
        match=r"names 'stores'; wanted are some of store, presses, requests, events, ticks, plotly, scripts\.",
    ):
        patches.left_out({patches.WITHOUT: "stores"})


def test_pages_carry_it_and_say_nothing_where_all_are_wanted(tmp_path, monkeypatch):
    pages = []
    for value in ("", "store ticks"):
        monkeypatch.setenv(patches.WITHOUT, value)
        pages.append(site.create_app(tmp_path).server.test_client().get("/", buffered=True).get_data(as_text=True))
    assert "queuescope-without-patches" not in pages[0]
    assert re.findall(r'<meta name="queuescope-without-patches" content="([^"]*)">', pages[1]) == ["store ticks"]


def test_the_scripts_know_the_same_patches():
    source = (REPOSITORY / "layouts" / "frontend" / "internals.js").read_text()
    assert re.findall(r"'(\w+)'", re.findall(r"PATCHES = \[(.*?)\]", source)[0]) == list(patches.PATCHES)
