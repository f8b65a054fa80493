"""Slurm, what if: from the drop of configuration and log to the replay, to a changed setting, back by the link."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

import queuescope
from layouts.topics.slurm import slurm_ids, trade_off
from scheduler.results.store import Store
from tests.browser.conftest import SERVER_HOME
from tests.browser.steps import (
    LATE,
    SAMPLES,
    Locator,
    Page,
    answered,
    component,
    expect,
    ids,
    open_tab,
    view,
    workload_link,
)
from tests.browser.test_access import CONTRAST, axe, go_to, reader, violations, wear  # noqa: F401 - axe and reader are fixtures
from tests.browser.test_boxes import faults_of_boxes
from tests.conftest import REPOSITORY

RECORDING = REPOSITORY / "tests" / "data" / "slurm" / "eight_multifactor_2.json.gz"
DROP = "#slurm-files-place input"
REPLAY, CHANGED = "The replay against the record", "The changed settings against the replay"


def files(folder: Path) -> list[Path]:
    """The recording as the files that an admin has."""
    data = json.loads(gzip.decompress(RECORDING.read_bytes()))
    texts = {"slurm.conf": data["conf"], "tree.txt": data["tree"], "qos.txt": data["qos"], "jobs.txt": data["sacct"]}
    for name, text in texts.items():
        (folder / name).write_text(text)
    return [folder / name for name in texts]


def test_from_the_files_to_changed_settings_and_to_what_several_values_trade(
    page: Page,
    axe: str,  # noqa: F811
    tmp_path: Path,
) -> None:
    page.goto("/slurm")
    expect(component(page, slurm_ids.LOG)).to_contain_text("Open a log first")
    without_a_log_or_with_a_wrong_text_a_sentence_says_so(page, tmp_path)
    page.locator(DROP).set_input_files(files(tmp_path))  # as one drop
    expect(component(page, slurm_ids.LOG)).to_contain_text("80 jobs · 64 processors", timeout=LATE)
    expect(component(page, slurm_ids.TEXTS[1])).to_have_value(re.compile("^Account"))
    replay(page)
    expect(component(page, slurm_ids.BODY)).to_contain_text("near enough to the record to advise")
    show_the_log_that_an_address_names(page)
    change_settings(page)
    try_values(page)
    change_settings_again(page)
    page.reload()  # the address holds all runs, the tab the texts
    expect(page.get_by_role("heading", name=CHANGED)).to_be_visible(timeout=LATE)
    figure = page.get_by_role("figure", name=trade_off.TITLE)
    expect(figure.locator(".js-plotly-plot")).to_contain_text("PriorityWeightFairshare 0", timeout=LATE)
    expect(component(page, trade_off.VALUES)).to_have_value("0, 100000")
    expect(page.get_by_label("Shares of bio", exact=True)).to_have_value("9")
    expect(page.get_by_role("region", name="Lines of slurm.conf")).to_contain_text("MaxTime=0-03:00:00")
    expect(component(page, slurm_ids.TEXTS[0])).to_have_value(re.compile("SchedulerType"))
    expect(page.get_by_label("PriorityWeightFairshare", exact=True)).to_have_value("500")
    assert violations(page, axe) == []
    wear(page, "dark")
    assert violations(page, axe, ["color-contrast"]) == []
    copy_as_python(page, figure)
    page.get_by_role("textbox", name="setting").click()
    page.get_by_role("option", name="PriorityDecayHalfLife").click()
    expect(component(page, trade_off.VALUES)).not_to_have_value("0, 100000")
    see_charts_on_compare(page)


def without_a_log_or_with_a_wrong_text_a_sentence_says_so(page: Page, folder: Path) -> None:
    message = component(page, slurm_ids.MESSAGE)
    component(page, slurm_ids.TEXTS[0]).fill("NodeName=n[1-")
    page.get_by_role("button", name="Replay").click()
    expect(message).to_contain_text("Open a log first")
    page.locator(DROP).set_input_files(files(folder)[-1])
    expect(message).to_contain_text("names of nodes", timeout=LATE)


def replay(page: Page) -> None:
    """Press the button; the result comes into view."""
    page.get_by_role("button", name="Replay").click()
    heading = page.get_by_role("heading", name=REPLAY)
    expect(heading).to_be_visible(timeout=LATE)
    expect(heading).to_be_focused()
    expect(heading).to_be_in_viewport()


def show_the_log_that_an_address_names(page: Page) -> None:
    """A result that is not the answer to a press does not come into view."""
    first, other = page.url, workload_link("convoy.swf")
    line, heading = component(page, slurm_ids.LOG), page.get_by_role("heading", name=REPLAY)
    page.goto(f"/slurm?w={workload_of(other)}")
    expect(line).to_contain_text("processors", timeout=LATE)
    answered(page)
    expect(line).not_to_contain_text("80 jobs")
    expect(heading).to_have_count(0)
    assert workload_of(page.url) == workload_of(other) and "runs=" not in page.url
    page.goto("/slurm")  # names none: what this tab asked for last
    expect(heading).to_be_visible(timeout=LATE)
    assert page.url == first
    answered(page)
    expect(heading).not_to_be_focused()
    assert page.evaluate("scrollY") == 0


def workload_of(address: str) -> str:
    return re.findall(r"[?&]w=([0-9a-f]+)", address)[0]


def change_settings(page: Page) -> None:
    page.get_by_label("PriorityWeightFairshare", exact=True).fill("0")
    by_slider(page)
    page.get_by_label("MaxTime of batch (h)").fill("3")
    page.get_by_text("Limits of QOS and accounts, shares").click()
    page.get_by_label("Shares of bio", exact=True).fill("9")
    page.get_by_role("button", name="Run with these settings").click()
    heading, lines = page.get_by_role("heading", name=CHANGED), page.get_by_role("region", name="Lines of slurm.conf")
    expect(heading).to_be_focused(timeout=LATE)
    expect(heading).to_be_in_viewport()
    expect(lines).to_contain_text("PriorityWeightFairshare=0")
    expect(lines).to_contain_text("PartitionName=batch Nodes=n[1-8] Default=YES MaxTime=0-03:00:00")
    expect(page.get_by_role("region", name="Commands of sacctmgr")).to_have_text(
        "sacctmgr -i modify account bio set Fairshare=9"
    )


def by_slider(page: Page) -> None:
    """A slider and its number move each other; a number beyond the slider stays."""
    number, slider = (
        page.get_by_label("PriorityWeightJobSize", exact=True),
        page.get_by_role("slider", name="PriorityWeightJobSize, slider"),
    )
    before = number.input_value()
    expect(slider).to_have_attribute("aria-valuenow", before.replace(" ", ""))
    slider.press("End")
    expect(number).to_have_value("20 000")
    number.fill("50000")
    number.press("Tab")
    expect(slider).to_have_attribute("aria-valuenow", "20000")
    expect(number).to_have_value("50 000")
    number.fill(before)
    number.press("Tab")
    expect(slider).to_have_attribute("aria-valuenow", before.replace(" ", ""))


def try_values(page: Page) -> None:
    """Several values of a weight show what they trade; what the changed settings gave stays."""
    values, button = component(page, trade_off.VALUES), page.get_by_role("button", name="Try these values")
    expect(values).to_have_value("0, 1000, 100000")  # that of the replay, 10000, comes along
    values.fill("0, many")
    button.click()
    expect(component(page, slurm_ids.MESSAGE)).to_contain_text("weight_fairshare")
    values.fill("0, 100000")
    button.click()
    heading, figure = (page.get_by_role(role, name=trade_off.TITLE) for role in ("heading", "figure"))
    expect(heading).to_be_focused(timeout=LATE)
    expect(heading).to_be_in_viewport()
    expect(page.get_by_role("heading", name=CHANGED)).to_be_visible()
    expect(figure).to_contain_text("From PriorityWeightFairshare 0 to 100000 the mean wait goes from 5 min")
    expect(figure.locator(".js-plotly-plot")).to_contain_text("largest gap below a share")


def change_settings_again(page: Page) -> None:
    """And what several values gave stays."""
    page.get_by_label("PriorityWeightFairshare", exact=True).fill("500")
    page.get_by_role("button", name="Run with these settings").click()
    lines = page.get_by_role("region", name="Lines of slurm.conf")
    expect(lines).to_contain_text("PriorityWeightFairshare=500", timeout=LATE)
    expect(page.get_by_role("heading", name=CHANGED)).to_be_focused()
    expect(page.get_by_role("heading", name=trade_off.TITLE)).to_be_visible()


def copy_as_python(page: Page, figure: Locator) -> None:
    """Where the browser does not let it copy, the page shows what is to be copied until somebody presses elsewhere."""
    figure.get_by_role("button", name="Save").click()
    with page.expect_response(re.compile("/export/python.txt")) as answer:
        page.get_by_role("menuitem", name="Copy as Python").click()
    assert answer.value.text().rstrip().endswith("qs.trade_off_figure(runs).show()")
    shown = page.locator(".qs-saved")
    expect(shown).to_contain_text("Copy this: ")
    page.mouse.click(5, 450)
    expect(shown).to_be_empty()


def see_charts_on_compare(page: Page) -> None:
    page.get_by_role("link", name="All charts of these runs on Compare").click()
    expect(page.get_by_role("article", name=re.compile("Run 2"))).to_be_visible(timeout=LATE)
    open_tab(page, "fairness")
    shares = view(page, "Usage of accounts and their shares")
    expect(shares).to_contain_text("Solid: the account's part of what is used; dashed: its share.", timeout=LATE)
    expect(shares.locator(".js-plotly-plot .legend")).to_contain_text("physics")


@pytest.mark.exhaustive  # axe and the boxes of other forms are in the usual run
def test_no_box_is_on_another_one_and_no_text_is_cut(reader: Page) -> None:  # noqa: F811
    """With all that can be changed after a replay."""
    page = reader
    page.set_viewport_size({"width": 1280, "height": 720})
    data = json.loads(gzip.decompress(RECORDING.read_bytes()))
    go_to(page, "/slurm")
    page.locator("#slurm-files-place input").set_input_files(
        [
            {"name": name, "mimeType": "text/plain", "buffer": data[part].encode()}
            for name, part in (("slurm.conf", "conf"), ("tree.txt", "tree"), ("qos.txt", "qos"), ("jobs.txt", "sacct"))
        ]
    )
    expect(component(page, slurm_ids.LOG)).to_contain_text("80 jobs", timeout=LATE)
    page.get_by_role("button", name="Replay").click()
    page.get_by_text("Limits of QOS and accounts, shares").click(timeout=LATE)
    assert not faults_of_boxes(page)


@pytest.mark.exhaustive
def test_the_priority_of_a_job_over_time(page: Page, axe: str) -> None:  # noqa: F811
    """Without a browser: tests/topics/slurm/test_priority.py."""
    trace = queuescope.load(SAMPLES / "slurm-age-and-share.swf", store=Store(SERVER_HOME))
    settings = {
        "priority": "multifactor",
        "weight_age": 1000,
        "max_age": 7200,
        "weight_fairshare": 1000,
        "calc_period": 60,
        "batch_sched_delay": 0,
    }
    page.goto(
        queuescope.compare(trace, [queuescope.policy("slurm", **settings), "fcfs"]).address + "&tab=schedule&job=1"
    )
    chart = component(page, ids.FACTS).locator(".qs-priority")
    expect(chart).to_have_count(1, timeout=LATE)  # the other run has no priorities
    chart.get_by_text("Its priority over time").click()
    expect(chart).to_contain_text(
        re.compile(
            r"Its priority rose from 500 points at its submission to 1\s308 when it started; age changed most, by [+]808[.]"
        )
    )
    expect(chart.get_by_role("table", name="The priority of job 2").get_by_role("row")).to_have_count(4)
    heights = chart.locator(".qs-priority-column").evaluate_all(
        "columns => columns.map(column => [...column.children].reduce((sum, part) => sum + part.getBoundingClientRect().height, 0))"
    )
    assert len(heights) == 48 and heights == sorted(heights) and heights[-1] > 2 * heights[0] > 50
    for scheme, rules in (("light", ()), ("dark", [CONTRAST])):  # they differ in colors alone
        wear(page, scheme)
        assert {scheme: violations(page, axe, rules)} == {scheme: []}
