"""Saving: each entry of a figure's menu gives a file of its kind and size, and the end of Compare gives the runs."""

from __future__ import annotations

import csv
import io
import re
import struct
import zipfile
from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from tests.browser.steps import (
    EASY,
    FCFS,
    LATE,
    TAB_OF,
    Page,
    drawn,
    expect,
    link_of,
    log,
    open_tab,
    show_whole_log,
    view,
)
from tests.cases.width import ALL

SVG = "{http://www.w3.org/2000/svg}"
SIZES = {"Column": 3.3, "Page": 7.0, "Slide": 40 / 3}
USUAL = "Page"  # what is saved in every format; the others with --all


@pytest.fixture(scope="module")
def small(visit: Callable[[], Page]) -> Page:
    """FCFS beside EASY on five jobs."""
    page = visit()
    opened(page, link_of("five-jobs.swf", tab=TAB_OF["Response"]))
    return page


def opened(page: Page, link: str, scheme: str = "light") -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto(link)
    drawn(page, LATE)


def saved(page: Page, figure: str, entry: str) -> tuple[str, bytes]:
    """Name and content of what an entry of a figure's menu gives."""
    view(page, figure).get_by_role("button", name="Save").click()
    with page.expect_download() as waited:
        page.get_by_role("menuitem", name=re.compile(f"^{entry}")).click()
    return waited.value.suggested_filename, waited.value.path().read_bytes()


def sides(svg: bytes) -> tuple[float, float]:
    root = ElementTree.fromstring(svg)
    return tuple(float(root.get(name).removesuffix("in")) for name in ("width", "height"))


def test_a_figure_is_saved_in_each_format_and_size_by_mouse_and_keyboard(small: Page) -> None:
    for size in (USUAL,) if not ALL else SIZES:
        each_format_has_the_size_it_says(small, size)
    name, svg = saved(small, "Response", "SVG: Slide")
    assert name == "response-bars-slide.svg" and sides(svg) == pytest.approx((SIZES["Slide"], 7.5), abs=1e-3)
    the_table_is_saved_whole(small)
    the_menu_is_one_for_the_keyboard(small)


def each_format_has_the_size_it_says(page: Page, size: str) -> None:
    name, svg = saved(page, "Response", f"SVG: {size}")
    assert name == f"response_bars-{size.lower()}.svg".replace("_", "-")
    width, height = sides(svg)
    assert width == pytest.approx(SIZES[size], abs=1e-3)
    assert size != "Slide" or height == 7.5
    texts = ["".join(element.itertext()) for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]
    assert any(FCFS in text for text in texts)
    name, png = saved(page, "Response", f"PNG: {size}")
    dpi = 144 if size == "Slide" else 300
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", png[16:24]) == (round(width * dpi), round(height * dpi))
    at = png.index(b"pHYs")
    assert struct.unpack(">IIB", png[at + 4 : at + 13]) == (round(dpi / 0.0254), round(dpi / 0.0254), 1)
    name, pdf = saved(page, "Response", f"PDF: {size}")
    box = [float(number) for number in re.search(rb"/MediaBox\s*\[([^]]*)\]", pdf)[1].split()]
    assert pdf.startswith(b"%PDF-")
    assert box == pytest.approx([0, 0, 72 * width, 72 * height], abs=0.1)
    assert b"/FontFile" in pdf


def the_table_is_saved_whole(page: Page) -> None:
    figure = view(page, "Gantt chart")
    figure.locator(".qs-twin summary").first.click()
    cells = figure.locator(".qs-twin tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"
    )
    _, content = saved(page, "Gantt chart", "CSV")
    rows = [row for row in csv.reader(io.StringIO(content.decode())) if not row[0].startswith("#")]
    assert len(rows) == 1 + len(cells) == 11
    assert [row[:2] for row in rows[1:]] == [row[:2] for row in cells]


def the_menu_is_one_for_the_keyboard(page: Page) -> None:
    button = view(page, "Response").get_by_role("button", name="Save")
    button.focus()
    page.keyboard.press("Enter")
    menu = page.get_by_role("menu", name="Save this figure")
    expect(menu.get_by_role("menuitem", name="SVG: Column")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(menu.get_by_role("menuitem", name="PNG: Page")).to_be_focused()
    page.keyboard.press("End")
    expect(menu.get_by_role("menuitem", name="Copy as Python")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(menu.get_by_role("menuitem", name="Copy the command")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    expect(button).to_be_focused()


def test_commands_are_copied_and_runs_are_taken_alone_and_as_a_bundle(small: Page) -> None:
    small.context.grant_permissions(["clipboard-read", "clipboard-write"])
    commands_are_shown_and_copied(small)
    runs_are_taken_with_users_only_where_asked(small)
    a_bundle_takes_the_figures_along(small)


def commands_are_shown_and_copied(page: Page) -> None:
    open_tab(page, "numbers")
    page.get_by_text("The commands that make the runs again").click()
    expect(page.locator(".qs-command").first).to_contain_text("--policy fcfs")
    page.get_by_role("button", name=f"Copy the command of {EASY}").click()
    expect(page.locator(".qs-saved")).to_contain_text("copied")
    assert "--policy easy" in page.evaluate("() => navigator.clipboard.readText()")

    view(page, "Response").get_by_role("button", name="Save").click()
    page.get_by_role("menuitem", name="Copy as Python").click()
    expect(page.locator(".qs-saved")).to_contain_text("The Python is copied.")
    lines = page.evaluate("() => navigator.clipboard.readText()").splitlines()
    assert (
        lines[0].startswith("# Queuescope")
        and lines[1] == "import queuescope as qs"
        and "['fcfs', 'easy']" in lines[-2]
    )
    assert lines[-1].startswith("runs.plot.respon") and lines[-1].endswith(".show()")


def runs_are_taken_with_users_only_where_asked(page: Page) -> None:
    open_tab(page, "numbers")
    links = page.get_by_role("region", name="Downloads of each run").get_by_role("link", name="CSV")
    with page.expect_download() as waited:
        links.first.click()
    assert b"job_id,user,submit" in waited.value.path().read_bytes()
    with page.expect_download() as waited:
        page.get_by_role("link", name="evalys CSV").first.click()
    assert waited.value.suggested_filename.endswith(".evalys.csv")
    assert b"allocated_resources\n1,five-jobs.swf,0," in waited.value.path().read_bytes()
    page.get_by_role("checkbox", name="Keep the numbers of users").check()
    with page.expect_download() as waited:
        links.first.click()
    assert b"job_id,user_id,submit" in waited.value.path().read_bytes()


def a_bundle_takes_the_figures_along(page: Page) -> None:
    open_tab(page, "numbers")
    with page.expect_download(timeout=LATE) as waited:
        page.get_by_role("button", name="Bundle with the figures").click()
    archive = zipfile.ZipFile(io.BytesIO(waited.value.path().read_bytes()))
    figures = [name for name in archive.namelist() if name.startswith("figures/")]
    assert {"figures/gantt.svg", "figures/underutilization.svg"} <= set(figures)
    assert sides(archive.read("figures/gantt.svg"))[0] == pytest.approx(7)
    assert f"Shown at: {page.url.split('/compare')[0]}/compare?" in archive.read("README.txt").decode()


def test_a_gantt_of_a_dark_page_is_light_and_sharp(page: Page) -> None:
    opened(page, link_of(log() if ALL else "steady-load.swf", tab="schedule"), "dark")
    show_whole_log(page)
    before = (
        view(page, "Gantt chart")
        .locator(".js-plotly-plot")
        .first.evaluate(
            "chart => JSON.stringify([chart.layout.width, chart.layout.paper_bgcolor, chart._fullLayout.width])"
        )
    )
    _, svg = saved(page, "Gantt chart", "SVG: Page")
    root = ElementTree.fromstring(svg)
    pictures = list(root.iter(f"{SVG}image"))
    assert len(pictures) == 2
    for picture in pictures:
        source = picture.get("href") or picture.get("{http://www.w3.org/1999/xlink}href")
        assert source.startswith("data:image/png;base64,")
        wide = page.evaluate(
            "source => new Promise(done => { const image = new Image(); image.onload = () => done(image.naturalWidth); image.src = source; })",
            source,
        )
        inches = float(picture.get("width")) / 96 * 7 / sides(svg)[0]
        assert wide >= 300 * inches - 1
    assert root.find(f"{SVG}rect").get("fill") == "#ffffff"
    assert "#e6e8eb" not in svg.decode()  # the ink of the dark page
    after = (
        view(page, "Gantt chart")
        .locator(".js-plotly-plot")
        .first.evaluate(
            "chart => JSON.stringify([chart.layout.width, chart.layout.paper_bgcolor, chart._fullLayout.width])"
        )
    )
    assert before == after
    expect(page.locator("body > div[aria-hidden=true] .main-svg")).to_have_count(0)
