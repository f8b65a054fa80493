"""What the patch of the store spares Dash's store is what changes nothing there: all else still reaches it."""

from __future__ import annotations

from tests.browser.steps import Page, answered, component, expect, ids, until

# All that the browser was at is done; what is told later is told by then.
REST = """() => new Promise(done => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = () => done(port1.close());
    port2.postMessage(null);
})"""
SEND = """async path => {
    const store = window.dash_stores[0], before = store.getState().layoutHashes;
    let told = 0;
    const stop = store.subscribe(() => told++);
    store.dispatch({type: 'RESET_COMPONENT_STATE', payload: {itempath: path}});
    await (REST)();
    stop();
    const after = store.getState().layoutHashes, left = Object.keys(after);
    return {told, same: after === before, gone: Object.keys(before).filter(key => !left.includes(key))};
}""".replace("REST", REST)
LISTEN = """async id => {
    const store = window.dash_stores[0], tellings = [];
    let count = 0;
    const stop = store.subscribe(() => count++), rest = REST;
    const after = async (wait, ...actions) => { for (const act of actions) act(); await wait(); tellings.push(count); };
    const job = type => () => store.dispatch({type, payload: {jobId: 'no such job'}});
    const title = title => () => dash_clientside.set_props(id, {title});
    await after(() => null, job('ADD_CALLBACK_JOB'));
    await after(() => null, job('REMOVE_CALLBACK_JOB'));
    await after(rest);
    await after(() => null, title('first'), title('second'));
    stop();
    await after(rest, job('ADD_CALLBACK_JOB'), job('REMOVE_CALLBACK_JOB'));
    return tellings;
}""".replace("REST", REST)
CHANGED = "() => Object.keys(window.dash_stores[0].getState().layoutHashes).find(key => key.includes(','))"
COUNT_CHANGES = """() => {
    const store = window.dash_stores[0];
    let hashes = store.getState().layoutHashes;
    window.changes = 0;
    store.subscribe(() => { const now = store.getState().layoutHashes; window.changes += now !== hashes; hashes = now; });
}"""


def test_the_store_is_told_of_changes_and_of_nothing_else(page: Page) -> None:
    """Without the patch the list of samples alone, some three hundred components, would tell every component as often."""
    page.goto("/")
    expect(component(page, ids.HOME_CHARTS)).to_contain_text("job 2")
    assert page.evaluate(SEND, ["no", "such", "component"]) == {"told": 0, "same": True, "gone": []}
    key = until(page, CHANGED)
    forgotten = page.evaluate(SEND, key.split(","))
    assert (forgotten["told"], forgotten["same"]) == (1, False) and key in forgotten["gone"]
    page.evaluate(COUNT_CHANGES)
    page.get_by_role("link", name="Workload", exact=True).click()
    samples = page.get_by_role("tabpanel", include_hidden=True).get_by_role("button", include_hidden=True)
    expect(samples).not_to_have_count(0)
    answered(page)
    assert 0 < page.evaluate("window.changes") < 150


def test_components_are_told_at_once_of_the_layout_and_later_of_what_none_shows(page: Page) -> None:
    page.goto("/")
    expect(component(page, ids.HOME_CHARTS)).to_contain_text("job 2")
    answered(page)
    assert page.evaluate(LISTEN, ids.HOME_CHARTS) == [0, 0, 1, 2, 2]
    expect(component(page, ids.HOME_CHARTS)).to_have_attribute("title", "second")
