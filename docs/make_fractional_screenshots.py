"""Make the screenshots of fractional schedules: python docs/make_fractional_screenshots.py LINK [options].

LINK is the address of a comparison in a running program (python app.py), as "Copy link" gives it: for the pictures kept
here 80 jobs of the generator lublin99 on 8 nodes with needs, seed 1, under easy and dfrs.  Each view becomes
docs/fractional-VIEW-{light,dark}.png, the charts over a part of the time docs/fractional-compare-{light,dark}.png.
--window: that part, its begin and end in seconds; --job: the row of the job whose drawer is shown; --sweep: name and
address of the chart of a sweep, as often as there are some.
"""

from __future__ import annotations

import argparse

from playwright.sync_api import Page
from screenshots import figure_of, in_both_schemes, opened, shoot

VIEWS = ("demand", "yields", "response_parts")


def views(page: Page, link: str, window: str, scheme: str) -> None:
    """The charts over time as one sees them first, and each view."""
    opened(page, f"{link}{window}")
    shoot(page, "fractional-compare", scheme)
    opened(page, link)
    for key in VIEWS:
        shoot(figure_of(page, "sharing", key), f"fractional-{key.replace('_', '-')}", scheme)
    opened(page, f"{link}&rows=queue")
    shoot(page, "fractional-queue", scheme)


def drawer(page: Page, link: str, job: int, scheme: str) -> None:
    """The facts of a job beside the charts."""
    opened(page, f"{link}&job={job}")
    split = page.locator(".qs-drawer .qs-split").last
    split.wait_for()
    split.evaluate("one => one.scrollIntoView({block: 'center'})")
    shoot(page, "fractional-job", scheme)


def sweep(page: Page, name: str, link: str, scheme: str) -> None:
    """The chart of a sweep."""
    page.goto(link)
    figure = page.locator("figure:has(.js-plotly-plot .nsewdrag)").first
    figure.wait_for()
    page.wait_for_load_state("networkidle")
    shoot(figure, f"fractional-{name}", scheme)


def main() -> None:
    """All of them in both color schemes."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("link", help="a comparison of two runs, one of which shares nodes")
    parser.add_argument("--window", type=float, nargs=2, metavar=("BEGIN", "END"), help="part of the time, s")
    parser.add_argument("--job", type=int, default=0, help="row of the job whose drawer is shown")
    parser.add_argument("--sweep", nargs=2, action="append", default=[], metavar=("NAME", "LINK"), help="of a sweep")
    args = parser.parse_args()
    window = "&t0={:g}&t1={:g}".format(*args.window) if args.window else ""

    def all_of(page: Page, scheme: str) -> None:
        views(page, args.link, window, scheme)
        drawer(page, args.link + window, args.job, scheme)
        for name, link in args.sweep:
            sweep(page, name, link, scheme)

    in_both_schemes(all_of)


if __name__ == "__main__":
    main()
