"""The catalogue as a page, and the notice on Workload that a file is one of its logs."""

from __future__ import annotations

from typing import Any

import pytest
from dash import dcc, html

from layouts.frame import finder
from layouts.pages.catalogue import catalogue_page
from layouts.words import catalogue
from scheduler.catalogue import all_logs, chosen
from tests.pages.test_pages import texts

pytestmark = pytest.mark.core


def parts(made: Any, kind: type) -> list:
    return [part for part in made._traverse() if isinstance(part, kind)]


def test_every_log_is_on_the_page_with_its_faults_and_sources():
    made = catalogue_page.layout()
    said = texts(made)
    for log in all_logs().values():
        assert log.name in said and log.machine in said and log.terms in said and log.next in said
        assert all(catalogue.thin_spaces(fault) in said for fault in log.faults)
    places = [part.id for part in parts(made, html.Article)]
    assert places == [catalogue.place(log) for log in all_logs().values()]
    assert "Nothing is downloaded" in said


def test_links_lead_elsewhere_only_when_pressed_and_take_nothing_along():
    links = [part for part in parts(catalogue_page.layout(), html.A) if "qs-outside" in (part.className or "")]
    assert len(links) > len(all_logs())
    assert all(part.target == "_blank" and "noreferrer" in part.rel and part.href.startswith("http") for part in links)
    assert not [
        part
        for part in catalogue_page.layout()._traverse()
        if type(part).__name__ in ("Img", "Iframe", "ObjectEl", "Embed")
    ]


def test_the_list_follows_the_filter():
    shown = catalogue_page.listed(chosen("teaching"))
    assert [part.id for section in shown for part in parts(section, html.Article)] == [
        "log-nasa-ipsc-1993",
        "log-kth-sp2-1996",
    ]
    assert catalogue_page.summary(chosen("teaching")).startswith("2 logs of ")
    assert "choose" in texts(catalogue_page.listed([])[0])


def test_the_page_is_reached_from_the_search_field():
    assert "/catalogue" in finder.options()


def test_the_notice_names_the_log_and_its_faults():
    made = catalogue.notice({"log": {"key": "kth-sp2-1996", "exact": True}})
    assert "Sep 1996 to Aug 1997" in texts(made) and "The text is the published one." in texts(made)
    assert "104 of 100 processors" in texts(made)
    assert [part.href for part in parts(made, dcc.Link)] == ["/catalogue#log-kth-sp2-1996"]
    assert "perhaps an edited one" in texts(catalogue.notice({"log": {"key": "kth-sp2-1996", "exact": False}}))
    for report in ({}, {"log": None}, {"log": {"key": "no-such-log", "exact": True}}):
        assert catalogue.notice(report) is None
