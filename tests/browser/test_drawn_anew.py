"""What the patch of the store spares Dash's store is what changes nothing there: all else still reaches it."""

from __future__ import annotations

import pytest

from tests.browser.steps import Page, component, expect, ids, until

SEND = """async path => {
    const store = window.dash_stores[0], before = store.getState().layoutHashes;
    let told = 0;
    const stop = store.subscribe(() => told++);
    store.dispatch({type: 'RESET_COMPONENT_STATE', payload: {itempath: path}});
    await null;             // components are told after all that follows at once
    stop();
    const after = store.getState().layoutHashes, left = Object.keys(after);
    return {told, same: after === before, gone: Object.keys(before).filter(key => !left.includes(key))};
}"""
CHANGED = "() => Object.keys(window.dash_stores[0].getState().layoutHashes).find(key => key.includes(','))"


@pytest.fixture
def home(page: Page) -> Page:
    page.goto("/")
    expect(component(page, ids.HOME_CHARTS)).to_contain_text("job 2")
    return page


def test_nothing_is_told_where_there_is_nothing_to_forget(home: Page) -> None:
    assert home.evaluate(SEND, ["no", "such", "component"]) == {"told": 0, "same": True, "gone": []}


def test_what_is_known_of_a_component_is_forgotten(home: Page) -> None:
    known = until(home, CHANGED)
    found = home.evaluate(SEND, known.split(","))
    assert (found["told"], found["same"]) == (1, False) and known in found["gone"]


def test_to_draw_a_page_the_store_changes_less_often_than_there_are_components(home: Page) -> None:
    """Without it the list of samples alone, some three hundred components, would tell every component as often."""
    home.evaluate("""() => {
        const store = window.dash_stores[0];
        let hashes = store.getState().layoutHashes;
        window.changes = 0;
        store.subscribe(() => { const now = store.getState().layoutHashes; window.changes += now !== hashes; hashes = now; });
    }""")
    home.get_by_role("link", name="Workload", exact=True).click()
    samples = home.get_by_role("tabpanel", include_hidden=True).get_by_role("button", include_hidden=True)
    expect(samples).not_to_have_count(0)
    home.wait_for_load_state("networkidle")
    assert 0 < home.evaluate("window.changes") < 150
