"""Workload: a log arrives by chooser or by drop, a model is filled in, and what is wrong is said in a sentence."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from tests.browser.conftest import Faults
from tests.browser.steps import (
    KTH,
    LATE,
    POISSON,
    SAMPLES,
    Locator,
    Page,
    choose,
    component,
    drop,
    expect,
    fill,
    first_of,
    generate,
    hold,
    ids,
    loaded,
    named,
    number,
    number_of,
    open_workload,
    policies,
    to_run,
    type_anew,
    until,
)
from tests.conftest import TEST_LOGS, WITHOUT_LOGS

REFUSED = r"Failed to load resource: the server responded with a status of 4\d\d"  # said by the browser itself

COVERS = """(said, pressed) => {
    const [one, other] = [said, pressed].map(part => part.getBoundingClientRect());
    return one.left < other.right && one.top < other.bottom;
}"""
ARRIVALS = "figure[aria-labelledby=figure-arrivals] .nsewdrag"
AT_REST = """selector => {       // it is drawn, and has stayed where it is for a second
    const chart = document.querySelector(selector);
    if (!chart) return false;
    const {x, y, width} = chart.getBoundingClientRect(), place = [x, y, width].join(), now = performance.now();
    if (place !== chart.place) Object.assign(chart, {place, since: now});
    return now - chart.since > 1000;
}"""

CANCELLED = (
    "; MaxProcs: 4\n1 0 0 100 2 -1 -1 2 160 -1 1 1 1 1 1 1 -1 -1\n"  # a log whose second job never ran
    "2 20 -1 50 -1 -1 -1 1 100 -1 5 2 1 1 1 1 -1 -1\n"
)
SELECTED = """() => {
    const {value, selectionStart, selectionEnd} = document.activeElement;
    return value.slice(selectionStart, selectionEnd);
}"""
WIDE = "; MaxProcs: 4\n" + "".join(
    f"{job} 0 0 10 {size} -1 -1 {size} 10 -1 1 1 1 1 1 1 -1 -1\n" for job, size in ((1, 2), (2, 9), (3, 1))
)
NO_LOGS = (
    (b"PK\x03\x04 not a log", "zip archive"),
    (gzip.compress(bytes(3_000), mtime=0)[:-9], "gzip"),
    (b"", "empty"),
)


# -- a log arrives


@pytest.mark.exhaustive
@pytest.mark.skipif(not KTH.is_file(), reason=WITHOUT_LOGS)
def test_a_real_log_by_the_file_chooser(page: Page) -> None:
    open_workload(page)
    choose(page, KTH)
    loaded(page)
    expect(component(page, ids.WORKLOAD_BODY).get_by_role("heading", name=KTH.name)).to_be_visible()
    expect(number_of(page, "users")).to_have_text("214")
    assert "100" in number(page, "processors")
    expect(component(page, ids.HEALTH)).to_contain_text("What was repaired")


def test_small_logs_arrive_what_is_wrong_with_them_is_said_and_set_right_and_notes_are_answered(
    page: Page, faults: Faults, tmp_path: Path
) -> None:
    faults.allow(REFUSED, "/upload")
    open_workload(page)
    refuse_what_is_no_log(page)
    show_a_name_as_text(page, tmp_path)
    refuse_what_a_field_cannot_hold(page)
    leave_out_what_is_too_wide(page)
    answer_a_note(page)
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Home").click()
    expect(component(page, ids.HOME_CHARTS)).to_be_visible()
    drop(page, "mine.swf.gz", gzip.compress((SAMPLES / "convoy.swf").read_bytes()))
    expect(page.get_by_role("heading", name="Workload", level=1)).to_be_visible()
    loaded(page)
    expect(component(page, ids.WORKLOAD_BODY).get_by_role("heading", name="mine.swf.gz")).to_be_visible()


def refuse_what_is_no_log(page: Page) -> None:
    """Each in a sentence, and the page goes on."""
    expect(page.get_by_role("tab", name="Generate")).to_be_visible()
    expect(page.get_by_role("button", name="Simulate and compare")).to_be_hidden()  # there is nothing to simulate yet
    for content, words in NO_LOGS:
        drop(page, "bad.swf", content)
        expect(component(page, ids.UPLOAD_STATE)).to_contain_text(words)
    drop(page, "prose.swf", b"Dear all,\nplease find the log attached.\n")
    expect(page.get_by_role("alert").filter(has_text="Standard Workload Format")).to_be_visible()


def show_a_name_as_text(page: Page, folder: Path) -> None:
    """The name of a file decides nothing, and the complaints before have gone."""
    evil = folder / "<b>x<b> ..%2f..%2fetc.swf"
    evil.write_bytes((SAMPLES / "five-jobs.swf").read_bytes())
    choose(page, evil)
    loaded(page)
    expect(page.get_by_role("alert")).to_have_count(0)
    numbers = component(page, ids.WORKLOAD_BODY).get_by_role("region", name="Numbers")
    expect(numbers.get_by_role("heading", level=2)).to_contain_text("<b>x<b>")


def refuse_what_a_field_cannot_hold(page: Page) -> None:
    page.get_by_text(re.compile("^Change the workload")).click()
    field, toast = page.locator(named(ids.param("options", "processors"))), page.locator(".qs-toast")
    type_anew(field, "3e-2")
    expect(toast).to_have_text("3e-2 is not taken: this field takes whole numbers.")
    expect(field).to_have_value("3")
    type_anew(field, "1e300")
    expect(toast).to_have_text("1e300 is not taken: powers of ten go from -15 to 15.")
    expect(field).to_have_value("1")
    type_anew(field, "7e99")
    expect(toast).to_have_text(re.compile("powers of ten go from -15 to 15"))
    expect(field).to_have_value("7")


def leave_out_what_is_too_wide(page: Page) -> None:
    drop(page, "wide.swf", WIDE.encode())
    expect(page.get_by_role("main").get_by_text("asks for 9 of 4 processors")).to_be_visible(timeout=LATE)
    expect(page.locator(".qs-wanted").filter(has=page.locator(named(ids.param("options", "wide"))))).to_be_visible()
    page.get_by_role("button", name="Leave out the wide jobs").click()
    loaded(page, LATE)
    expect(number_of(page, "jobs")).to_have_text("2")


@pytest.mark.exhaustive
@pytest.mark.skipif(not TEST_LOGS.is_dir(), reason=WITHOUT_LOGS)
def test_what_a_log_of_the_server_lacks_is_asked_for_in_sight(page: Page) -> None:
    open_workload(page)
    page.get_by_role("tab", name="Samples and logs").click()
    page.get_by_role("button", name="METACENTRUM").click()
    expect(page.get_by_role("alert")).to_contain_text("give the number of processors")
    expect(page.get_by_role("alert")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Apply")).to_be_in_viewport()
    fill(page.locator(named(ids.param("options", "begin"))), "noon")
    page.get_by_role("button", name="Apply").click()
    expect(page.get_by_text("begin = 'noon'")).to_be_in_viewport()
    fill(page.locator(named(ids.param("options", "begin"))), "20 wk")
    fill(page.locator(named(ids.param("options", "processors"))), 1_000)
    page.get_by_role("button", name="Apply").click()
    loaded(page)
    expect(component(page, ids.WORKLOAD_BODY).get_by_role("heading", name="jobs from 20 wk")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


# -- notes on a log


def answer_a_note(page: Page) -> None:
    """By one press; the page says what that changed."""
    drop(page, "cancelled.swf", CANCELLED.encode())  # of its two jobs one is left
    expect(number_of(page, "jobs")).to_have_text("1", timeout=LATE)
    loaded(page)
    notes = component(page, ids.HEALTH).locator("details").filter(has_text="What was repaired and noticed")
    notes.locator("summary").click()
    cleaned, raw = (notes.get_by_role("button", name=name) for name in ("cleaned", "as in the log"))
    expect(cleaned).to_have_attribute("aria-pressed", "true")
    notes.get_by_role("button", name="Keep them").click()
    changed = component(page, ids.HEALTH).locator(".qs-counts-changed")
    expect(changed).to_contain_text("jobs 1 → 2", timeout=LATE)
    expect(changed).to_be_in_viewport()
    expect(number_of(page, "jobs")).to_have_text("2")
    press_while_other_buttons_come(page, raw, cleaned)
    changed.get_by_role("link", name="Back to the workload before").click()
    expect(changed).to_have_count(0, timeout=LATE)
    expect(number_of(page, "jobs")).to_have_text("2")


def press_while_other_buttons_come(page: Page, raw: Locator, cleaned: Locator) -> None:
    """A press counts though other buttons of its kind come before it is answered."""
    numbers = hold(page, f"{ids.SIMULATE_BAR}.hidden")  # buttons of the same kind come with them
    raw.click()
    expect(raw).to_have_attribute("aria-pressed", "true", timeout=LATE)
    presses = hold(page, '"type":"suit"')
    with page.expect_request(lambda request: '"type":"suit"' in (request.post_data or "")):
        cleaned.click()
    first_of(page, numbers).continue_()
    expect(number_of(page, "jobs")).to_have_text("2")
    expect(component(page, ids.WORKLOAD_BODY).locator("""[id*='"type":"suit"']""").first).to_be_attached()
    first_of(page, presses).continue_()
    expect(component(page, ids.HEALTH).locator(".qs-counts-changed")).to_contain_text("jobs 2 → 1", timeout=LATE)


# -- a model


def wrong_parameters_of_a_model_are_said_and_then_it_generates_what_the_form_says(page: Page) -> None:
    page.set_viewport_size({"width": 1024, "height": 768})
    generate(page, POISSON, 7, jobs=0, users=3)
    alert, button = page.get_by_role("alert"), page.get_by_role("button", name="Generate")
    expect(alert).to_contain_text("jobs")
    fill(page.locator(named(ids.param("generator", "poisson.jobs"))), 300)
    fill(page.locator(named(ids.param("generator", "poisson.largest"))), 99)
    fill(page.locator(named(ids.param("generator", "poisson.processors"))), 8)
    button.click()
    expect(alert).to_contain_text("largest = 99 is above processors = 8", timeout=LATE)
    page.locator(f"#{ids.SOURCE_FORM}").evaluate("form => form.open = true")
    fill(page.locator(named(ids.param("generator", "poisson.users"))), 0)
    button.click()
    expect(alert).to_contain_text("users")  # of two that fail the last is told, and covers nothing
    expect(alert).to_have_count(1)
    assert not alert.evaluate(COVERS, button.element_handle())
    fill(page.locator(named(ids.param("generator", "poisson.users"))), 3)
    fill(page.locator(named(ids.param("generator", "poisson.largest"))), 8)
    button.click()
    loaded(page)
    assert (number(page, "jobs"), number(page, "users")) == ("300", "3")


# -- a sample, changed and filtered


def test_a_model_generates_and_a_sample_is_sliced_and_filtered_by_words_by_chips_and_by_a_drag(page: Page) -> None:
    open_workload(page)
    wrong_parameters_of_a_model_are_said_and_then_it_generates_what_the_form_says(page)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.locator(f"#{ids.SOURCE_FORM}").evaluate("form => form.open = true")
    page.get_by_role("tab", name="Samples and logs").click()
    page.get_by_role("button", name="Open the workload: steady-load.swf").click()
    expect(component(page, ids.WORKLOAD_BODY).get_by_role("heading", name="steady-load.swf")).to_be_visible()
    loaded(page)
    expect(number_of(page, "jobs")).not_to_have_text("300")
    whole = number(page, "jobs")
    filter_by_words(page)
    filter_by_a_drag(page)
    expect(number_of(page, "jobs")).to_have_text(whole)
    choose_policies(page)
    component(page, ids.WORKLOAD_BODY).get_by_text("Change the workload").click()
    fill(page.locator(named(ids.param("options", "first"))), 40)
    page.get_by_role("button", name="Apply").click()
    expect(component(page, ids.WORKLOAD_BODY).get_by_role("region", name="Numbers")).not_to_contain_text(whole)
    expect(number_of(page, "jobs")).to_have_text("40")


def filter_by_words(page: Page) -> None:
    """Until a single condition is left."""
    whole, field = number(page, "jobs"), page.get_by_label("Jobs of the log")
    field.fill("usr=1")
    field.press("Enter")
    expect(page.get_by_text("Did you mean user?")).to_be_in_viewport()
    field.fill("size>=2, not user=1")
    field.press("Enter")
    chips = page.locator(".qs-conditions").get_by_role("listitem")
    expect(chips).to_have_text(["processors>=2", "user!=1"], timeout=LATE)
    expect(number_of(page, "jobs")).not_to_have_text(whole)
    strip = page.get_by_role("group", name="Jobs left out")
    expect(strip).to_contain_text(re.compile(rf"^{number(page, 'jobs')} jobs shown, \d+ left out"))
    page.evaluate("() => window.scrollTo(0, document.body.scrollHeight)")
    expect(strip).to_be_in_viewport(ratio=1)
    strip.get_by_role("link", name="Change the filter").click()
    expect(page.get_by_role("heading", name="Filter")).to_be_in_viewport()
    page.get_by_role("button", name="Edit the condition user!=1").click()
    assert page.evaluate(SELECTED) == "user!=1"
    page.get_by_role("button", name="Remove the condition user!=1").click()
    expect(chips).to_have_text(["processors>=2"], timeout=LATE)


def filter_by_a_drag(page: Page) -> None:
    """Over the arrivals; then all jobs again."""
    chart = page.locator(ARRIVALS).first
    chart.scroll_into_view_if_needed()
    until(page, AT_REST, ARRIVALS)
    box = chart.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 0.3 * box["width"], box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.6 * box["width"], box["y"] + 30, steps=5)
    page.mouse.up()
    chips = page.locator(".qs-conditions")
    expect(chips.get_by_role("listitem").nth(2)).to_contain_text("submit<", timeout=LATE)
    page.get_by_role("button", name="All jobs").click()
    expect(chips).to_have_count(0, timeout=LATE)
    expect(page.get_by_role("group", name="Jobs left out")).to_have_count(0)


def choose_policies(page: Page) -> None:
    """Of a list that leaves two thirds of the window, without those that do not suit the workload."""
    expect(to_run(page)).to_have_count(2)
    for height in (720, 480):
        page.set_viewport_size({"width": 1280, "height": height})
        box = component(page, ids.SIMULATE_BAR).bounding_box()
        assert box and box["height"] < 70  # one line
    policies(page).click()
    expect(page.get_by_role("option").first).to_be_in_viewport()
    for group in ("Backfilling", "In order"):
        expect(page.get_by_text(group, exact=True)).to_be_attached()
    page.set_viewport_size({"width": 1280, "height": 720})
    policies(page).fill("ostrich")
    expect(page.get_by_text("No policy of this name suits the workload.")).to_be_visible()
    page.keyboard.press("Escape")
    component(page, ids.SIMULATE_BAR).get_by_role("link", name="more need another workload").click()
    expect(page.get_by_role("button", name="Infer campaigns from who submitted when")).to_be_in_viewport()
