"""Make the screenshots of light grids: python docs/make_grid_screenshots.py LINK.

LINK is the address of a comparison in a running program (python app.py), as "Copy link" gives it: for the pictures kept
here the sample light-grid.swf under best_effort, without windows and with.  Becomes docs/grid-{light,dark}.png.
"""

from __future__ import annotations

import argparse

from playwright.sync_api import Page
from screenshots import in_both_schemes, opened, shoot


def main() -> None:
    """In both color schemes."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("link", help="a comparison of runs on a light grid")
    args = parser.parse_args()

    def picture(page: Page, scheme: str) -> None:
        opened(page, args.link)
        shoot(page, "grid", scheme)

    in_both_schemes(picture)


if __name__ == "__main__":
    main()
