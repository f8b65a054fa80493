"""Moving through schedules of 1,000 to 1,000,000 jobs in Chromium, as a Markdown table.

    python benchmarks/browser.py [--home FOLDER] [--jobs 1000 28000 232000 1000000] [--runs 1 2 4] [--port 8058]

For each size and number of runs the Compare page is opened on stored runs, and real drags and keys move its Gantt
charts: drags that zoom, D and A that pan, W and S that zoom, 0 that shows all.  Told are

- new picture: from the release of the button, or the press of the key, to the first frame in which every Gantt chart
  holds a picture of the new window; 95th percentile and median over all of them.  Each move waits until nothing more
  comes for the one before; hurried: the same moves, each as soon as the picture of the one before is there;
- facts: from a click on a job to the first frame in which its facts are shown; panel: to that in which the panel has
  taken their place, with all runs and where the job stands among all;
- payload: what the server sends after one such move until it is quiet, for each run;
- memory: by how much the server's own memory has grown for each run, after all of that, and that of files it maps,
  which the system takes back where it wants the room;
- stolen: what a virtual machine's host took of the processors' time meanwhile; times mean little where it is much.

28,000 and 232,000 jobs are KTH-SP2 and SDSC-BLUE where the folder QUEUESCOPE_TEST_LOGS has these logs, else made
like the others. A folder given as --home is kept, so that a second call need not simulate again.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import _path
import psutil
from page_weight import app, chromium
from simulate import mixed

POLICIES = ("easy", "fcfs", "backfill", "easy_sjbf")
LOGS = {28_000: "KTH-SP2-1996-2.1-cln.swf.gz", 232_000: "SDSC-BLUE-2000-4.2-cln.swf.gz"}
PATIENCE = 180_000  # ms
QUIET_FOR = 0.7  # s without anything sent or asked: longer than a page waits before it tells of a window
TARGETS = {1: 150.0, 2: 250.0, 4: 250.0}  # ms, 95th percentile
FACTS, PAYLOAD, MEMORY = 100.0, 300.0, 250.0  # ms, kB, MB
QUIET = """() => window.queuescope && window.queuescope.gantts().length > 0
    && document.querySelectorAll('#views figure').length >= 2"""
# Every chart holds bars, or a picture that is not the one it held before and covers what it shows.
WATCH = """kinds => {
    const q = window.queuescope, charts = q.gantts();
    const image = gd => (gd.layout.images || [])[0];
    const before = charts.map(gd => (image(gd) || {}).source);
    const shows = gd => {
        const [t0, t1] = gd._fullLayout.xaxis.range, one = image(gd);
        return one ? one.x <= t0 + (t1 - t0) * 1e-6 && one.x + one.sizex >= t1 - (t1 - t0) * 1e-6
            : gd.data.some(trace => (trace.type === 'bar' || trace.meta === 'bars') && trace.visible !== false);
    };
    const fresh = (gd, i) => shows(gd) && (!image(gd) || image(gd).source !== before[i]);
    window.measured = new Promise((done, failed) => {
        const begin = event => {
            const began = performance.now();
            document.removeEventListener(kinds, begin, true);
            const look = () => {
                if (q.gantts().every(fresh)) requestAnimationFrame(() => done(performance.now() - began));
                else if (performance.now() - began > 20000) failed(new Error('no new picture in 20 s'));
                else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
        };
        document.addEventListener(kinds, begin, true);
    });
}"""
# Times to the facts and to the panel of another job than the one shown; null where the click met that one, or none.
CLICKED = """() => {
    const panel = document.getElementById('facts');
    const about = () => (panel.firstElementChild || {dataset: {}}).dataset.about;
    const before = about(), first = () => document.querySelector('.qs-first-look');
    window.measured = new Promise((done, failed) => document.addEventListener('mouseup', () => {
        const began = performance.now();
        let facts = null;
        const look = () => {
            const now = performance.now() - began, there = about() !== before && !first();
            if (facts === null && (there || (first() && first().textContent))) facts = now;
            if (there) done([facts, now]);
            else if (facts === null && now > 2000) done(null);
            else if (now > 20000) failed(new Error('no panel in 20 s'));
            else requestAnimationFrame(look);
        };
        look();
    }, {capture: true, once: true}));
}"""


class Measured(NamedTuple):
    """What came of one size and number of runs."""

    moves: list[float]  # ms
    hurried: list[float]  # ms
    facts: list[float]  # ms
    panel: list[float]  # ms
    payload: list[float]  # kB for each run
    memory: float  # MB for each run, the server's own
    mapped: float  # MB for each run, of files
    stolen: float  # share of the processors' time that a virtual machine's host gave to others meanwhile


def stored(home: str, jobs: int, policies: tuple[str, ...]) -> tuple[str, list[str]]:
    """(key of the workload, keys of the runs) in the store of a server; simulated where they are not kept."""
    from scheduler.results.store import Store

    store, keys = Store(Path(home)), [f"{number:02x}{jobs:022x}" for number in range(len(policies))]
    if all(map(store.has_run, keys)):
        return str(store.record(keys[0])["workload"]), keys
    jobs_of_log = workload_of(jobs)
    workload = store.put_workload(jobs_of_log, {})
    for key, policy in zip(keys, policies, strict=True):
        keep(store, key, workload, policy, jobs_of_log)
    return workload, keys


def keep(store: Any, key: str, workload: str, policy: str, jobs: Any) -> None:
    """Simulate a policy and put the run into the store under that key; workload: that of the jobs."""
    from scheduler.metrics import measure
    from scheduler.simulate import simulate

    schedule = simulate(jobs, policy, decisions=None)
    store.put_run(
        key,
        schedule,
        measure(schedule, 10.0),
        {
            "workload": workload,
            "threshold": 10.0,
            "seconds": 0.0,
            "policy_title": policy,
            "spec": {
                "do": "simulate",
                "workload": workload,
                "policy": policy,
                "params": {},
                "seed": None,
                "decisions": None,
            },
        },
    )


def workload_of(jobs: int) -> Any:
    """A real log of about that size where there is one, else the mixed workload."""
    from scheduler.formats import all_formats
    from scheduler.preparation.build import workload

    log = _path.LOGS / LOGS.get(jobs, "none")
    return workload(all_formats()["swf"].read(log.read_bytes(), log.name)) if log.is_file() else mixed(jobs)


def timed(page: Any, kind: str, act: Callable[[], None]) -> float:
    """Milliseconds from an event of that kind, which `act` causes, to the new pictures."""
    page.evaluate(WATCH, kind)
    act()
    return float(page.evaluate("window.measured"))


def moves(page: Any, count: int) -> Iterator[float]:
    """Drags and keys, each to a window not seen before, as far as there are such."""
    for n in range(count):
        yield timed(page, "keydown", lambda: page.keyboard.press("0")) if n else drag(page, 0.1, 0.9)
        yield drag(page, 0.05 + 0.02 * n, 0.35 + 0.021 * n)
        for key in "DWDASW":
            yield timed(page, "keydown", lambda key=key: page.keyboard.press(key))


def drag(page: Any, left: float, right: float) -> float:
    """Milliseconds from the end of a drag over part of the first chart to the new pictures."""
    area = page.locator(".qs-gantt .nsewdrag").first
    area.scroll_into_view_if_needed()
    box = area.bounding_box()
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + left * box["width"], y)
    page.mouse.down()
    page.mouse.move(box["x"] + right * box["width"], y, steps=5)
    return timed(page, "mouseup", page.mouse.up)


def clicks(page: Any, count: int) -> Iterator[tuple[float, float]]:
    """Milliseconds from clicks on jobs to their facts, and to the whole panel."""
    for n in range(count):
        area = page.locator(".qs-gantt .nsewdrag").first
        area.scroll_into_view_if_needed()
        box = area.bounding_box()
        page.mouse.move(
            box["x"] + box["width"] * (0.1 + 0.8 * n / count), box["y"] + box["height"] * (0.3 + 0.6 * n % 0.5)
        )
        page.evaluate(CLICKED)
        page.mouse.down()
        page.mouse.up()
        times = page.evaluate("window.measured")
        if times is not None:
            yield float(times[0]), float(times[1])


def own_memory(port: int) -> tuple[float, float]:
    """MB of the server's memory: its own, and files it maps, which the system drops when it wants the room."""
    for one in psutil.process_iter(["cmdline"]):
        command = one.info["cmdline"] or []
        if any(part.endswith("app.py") for part in command) and str(port) in command:
            memory = one.memory_info()
            return float(memory.rss - memory.shared) / 1e6, float(memory.shared) / 1e6
    raise SystemExit("the server is gone")


class Traffic:
    """What the server sends to a page: bytes on the wire, heads included; what the browser had kept is none."""

    def __init__(self, page: Any) -> None:
        self.page, self.under_way, self.sent, self.at = page, 0, 0.0, time.monotonic()
        page.on("request", lambda _: self._count(1))
        page.on("requestfailed", lambda _: self._count(-1))
        page.on("requestfinished", lambda _: self._count(-1))
        wire = page.context.new_cdp_session(page)
        wire.send("Network.enable")
        wire.on("Network.loadingFinished", self._finished)

    def _count(self, by: int) -> None:
        self.under_way, self.at = self.under_way + by, time.monotonic()

    def _finished(self, message: dict[str, Any]) -> None:
        self.sent += float(message["encodedDataLength"])

    def rest(self) -> float:
        """Wait until nothing has come for a while and what has come is drawn; bytes sent since the last rest."""
        while self.under_way > 0 or time.monotonic() - self.at < QUIET_FOR:
            self.page.wait_for_timeout(50)
            self.page.evaluate("() => new Promise(done => requestIdleCallback(done))")
        sent, self.sent = self.sent, 0.0
        return sent


def measured(page: Any, port: int, link: str, runs: int, count: int) -> Measured:
    """Open the page and move through it."""
    before, traffic, clock = own_memory(port), Traffic(page), psutil.cpu_times()
    page.goto(link)
    page.wait_for_function(QUIET, timeout=PATIENCE)
    traffic.rest()
    took, payload = [], []
    for one in moves(page, count):
        took.append(one)
        payload.append(traffic.rest() / 1e3 / runs)
    hurried = list(moves(page, count))
    timed(page, "keydown", lambda: page.keyboard.press("0"))
    traffic.rest()
    answers = []
    for one in clicks(page, 2 * count):
        answers.append(one)
        traffic.rest()
    own, mapped = (after - then for after, then in zip(own_memory(port), before, strict=True))
    return Measured(
        took,
        hurried,
        [facts for facts, _ in answers],
        [panel for _, panel in answers],
        payload,
        own / runs,
        mapped / runs,
        stolen(clock, psutil.cpu_times()),
    )


def stolen(before: Any, after: Any) -> float:
    """Share of the processors' time between two readings that was given to others; 0 where that is not known."""
    return float(getattr(after, "steal", 0.0) - getattr(before, "steal", 0.0)) / max(sum(after) - sum(before), 1e-9)


def late(values: list[float]) -> float:
    """95th percentile."""
    return statistics.quantiles(values, n=20)[-1]


def row(jobs: int, runs: int, result: Measured) -> str:
    """A line of the table."""
    met = (
        late(result.moves) <= TARGETS[runs]
        and late(result.facts) <= FACTS
        and max(result.payload) <= PAYLOAD
        and result.memory <= MEMORY
    )
    of_times = " | ".join(
        f"{statistics.median(values):.0f} | {late(values):.0f}"
        for values in (result.moves, result.hurried, result.facts, result.panel)
    )
    return (
        f"| {jobs:,} | {runs} | {of_times} | {statistics.median(result.payload):.0f} | {max(result.payload):.0f} | "
        f"{result.memory:.0f} | {result.mapped:.0f} | {100 * result.stolen:.0f} % | {'yes' if met else 'no'} |"
    )


def main() -> None:
    """Print the table."""
    from playwright.sync_api import sync_playwright

    asked = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    asked.add_argument("--home", default="", help="a folder to keep the runs in; default: one that is dropped")
    asked.add_argument("--jobs", type=int, nargs="+", default=[1_000, 28_000, 232_000, 1_000_000])
    asked.add_argument("--runs", type=int, nargs="+", default=[1, 2, 4])
    asked.add_argument("--port", type=int, default=8058)
    asked.add_argument("--count", type=int, default=8, help="rounds of eight moves, and clicks")
    options = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="queuescope-") as dropped, sync_playwright() as play:
        home = os.environ["QUEUESCOPE_HOME"] = options.home or dropped
        kept = {jobs: stored(home, jobs, POLICIES) for jobs in options.jobs}
        print(_path.machine())
        print(f"Load of the machine before: {os.getloadavg()[1]:.1f}. Chromium without GPU, 1280 x 900.\n")
        print(
            f"Wanted: new picture {TARGETS[1]:.0f} ms for one run, {TARGETS[2]:.0f} for more; facts {FACTS:.0f} ms; "
            f"payload {PAYLOAD:.0f} kB; own memory {MEMORY:.0f} MB.\n"
        )
        print(
            "| jobs | runs | new picture, ms: median | 95 % | hurried: median | 95 % | facts, ms: median | 95 % | "
            "panel, ms: median | 95 % | payload a run, kB: median | most | memory a run, MB: own | mapped | stolen | "
            "met |\n" + "|---:" * 15 + "|---|",
            flush=True,
        )
        browser = play.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        for jobs, (workload, keys) in kept.items():
            for runs in options.runs:
                with app(options.port, home):  # one of its own for each, so that memory is that of these runs
                    page = browser.new_page(
                        base_url=f"http://127.0.0.1:{options.port}", viewport={"width": 1280, "height": 900}
                    )
                    page.set_default_timeout(PATIENCE)
                    link = f"/compare?w={workload}&runs={','.join(keys[:runs])}"
                    print(row(jobs, runs, measured(page, options.port, link, runs, options.count)), flush=True)
                    page.close()
        browser.close()


if __name__ == "__main__":
    main()
