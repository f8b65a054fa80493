"""Make the screenshots of moldable tasks: python docs/make_moldable_screenshots.py LINK [options].

LINK is the address of a comparison in a running program (python app.py), as "Copy link" gives it: for the pictures kept
here 60 tasks of the generator parallel_tasks on 64 processors, seed 1, under mrt, smart, batch, demt and saf_moldable.
Each view becomes docs/moldable-VIEW-{light,dark}.png.  --job: the row of the task whose drawer is shown;
--experiment: name and address of an experiment that is done, as often as there are some.
"""

from __future__ import annotations

import argparse
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page
from screenshots import SIZE, figure_of, in_both_schemes, opened, shoot, still, to_the_top

TALL = {"width": 1280, "height": 1400}


def figure(page: Page, holder: str, name: str, scheme: str) -> None:
    """A figure, free of the head of the page."""
    chart = page.locator(holder).first
    chart.wait_for()
    to_the_top(chart)
    still(page)
    shoot(chart, f"moldable-{name}", scheme)


def pictures(page: Page, link: str, job: int, scheme: str) -> None:
    """The charts over time, the allotments, a task's drawer, and the speed-up of the workload."""
    opened(page, link)
    shoot(page, "moldable-compare", scheme)
    shoot(figure_of(page, "moldable", "allotments"), "moldable-allotments", scheme)
    opened(page, f"{link}&job={job}")
    page.locator(".qs-drawer").first.wait_for()
    still(page)
    shoot(page, "moldable-task", scheme)
    address = urlsplit(link)
    page.goto(f"{address.scheme}://{address.netloc}/workload?w={parse_qs(address.query)['w'][0]}")
    page.set_viewport_size(TALL)  # the policies to choose from stand at the bottom of the window
    figure(page, "figure:has-text('How much faster do tasks get')", "speed-up", scheme)
    page.set_viewport_size(SIZE)


def experiment(page: Page, name: str, link: str, scheme: str) -> None:
    """The charts of an experiment."""
    page.goto(link)
    figure(page, "figure:has(.js-plotly-plot)", name, scheme)


def main() -> None:
    """All of them in both color schemes."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("link", help="a comparison of moldable runs")
    parser.add_argument("--job", type=int, default=0, help="row of the task whose drawer is shown")
    parser.add_argument(
        "--experiment", nargs=2, action="append", default=[], metavar=("NAME", "LINK"), help="that is done"
    )
    args = parser.parse_args()

    def all_of(page: Page, scheme: str) -> None:
        pictures(page, args.link, args.job, scheme)
        for name, link in args.experiment:
            experiment(page, name, link, scheme)

    in_both_schemes(all_of)


if __name__ == "__main__":
    main()
