"""The glossary as a page, and terms of a text as links to it."""

from __future__ import annotations

import pytest
from dash import dcc

from layouts.pages.glossary import glossary_page
from layouts.words.glossary import EVERYDAY, anchor, by_term, entries, linked, term
from tests.pages.test_pages import texts

pytestmark = pytest.mark.core


def hrefs(text: str) -> list[str]:
    return [part.href for part in linked(text) if isinstance(part, dcc.Link)]


def test_every_row_of_the_document_is_on_the_page():
    said = texts(glossary_page.layout())
    for entry in entries():
        assert ", ".join(entry.terms) in said and entry.meaning in said and entry.source in said
    assert len(entries()) > 100


def test_every_anchor_is_on_the_page_once():
    places = [part.id for part in glossary_page.layout()._traverse() if getattr(part, "id", None)]
    assert len(places) == len(set(places))
    assert {entry.anchor for entry in entries()} <= set(places)


def test_a_term_tells_its_meaning_and_leads_to_it():
    link = term("slowdown", "bounded slowdown")
    assert (
        link.href == "/glossary#term-stretch"
        and link.title == by_term()["stretch"].meaning
        and link.children == "bounded slowdown"
    )
    with pytest.raises(KeyError):
        term("nonsense")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Mean bounded stretch (10 s)", ["/glossary#term-bounded-stretch"]),  # the longest term wins
        ("Waits of campaigns", ["/glossary#term-wait", "/glossary#term-campaign"]),  # plurals
        ("wait after wait", ["/glossary#term-wait"]),  # once
        ("The user runs a search", []),  # everyday words
        ("await the e-wait waiting", []),  # no parts of words
        ("", []),
    ],
)
def test_terms_of_a_text_are_linked(text, wanted):
    assert hrefs(text) == wanted
    assert "".join(part if isinstance(part, str) else part.children for part in linked(text)) == text


def test_everyday_words_are_terms_that_would_be_linked():
    assert set(by_term()) >= EVERYDAY


def test_anchors_are_plain():
    assert anchor("NUWT, normalized user wait time") == "term-nuwt-normalized-user-wait-time"
    assert all(entry.anchor and entry.anchor.isascii() for entry in entries())
