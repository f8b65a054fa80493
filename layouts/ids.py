"""The name of every component a callback or a script touches, once: a typing error becomes an import error."""

from __future__ import annotations

from typing import Any

# the shell: on every page
URL = "url"
NAV = "nav"
PAGE = "page"
SCHEME = "scheme"                   # store: light | dark
REQUEST = "request"                 # store: {keys, nonce}, the trigger of the background callback
SINK = "sink"                       # store: nothing ever, the output of the background callback
UPLOADED = "uploaded"               # store: {key, name} of the last upload, written by upload.js
UPLOAD_STATE = "upload-state"       # text beside the drop zone, written by upload.js
KEYS_DIALOG = "keys-dialog"
KEYS_BUTTON = "keys-button"
COPY_LINK = "copy-link"             # button, heard by keys.js
TITLE = "title"                     # store: title of the document

# Home
HOME_BODY = "home-body"
HOME_STEP = "home-step"
HOME_BACK = "home-back"
HOME_NEXT = "home-next"
HOME_DIVERGENCE = "home-divergence"
HOME_WHY = "home-why"
HOME_WAIT = "home-wait"             # store: there while the comparison is not simulated yet

# Workload
SOURCE_KIND = "source-kind"
SOURCE_FORM = "source-form"
GENERATOR = "generator"
GENERATOR_FORM = "generator-form"
GENERATE = "generate"
SEED = "seed"
OPTIONS_MESSAGE = "options-message"
LOADED = "loaded"                   # store: key of the workload shown
LOAD_TICK = "load-tick"
LOAD_STATE = "load-state"
WORKLOAD_BODY = "workload-body"
GAP = "gap-slider"                  # log10 of the gap in seconds, kept in step with its number by campaigns.js
GAP_SAID = "gap-said"               # what a gap not yet applied would give
POLICIES = "policies"
UNSUITED = "unsuited"
SIMULATE = "simulate"
SIMULATE_MESSAGE = "simulate-message"
SIMULATE_BAR = "simulate-bar"

# Compare
RUNS = "runs"                       # store: keys of the runs shown, at most six
WORKLOAD = "workload"               # store: key of their workload
BASELINE = "baseline"               # store: index of the run others are compared with
FINISHED = "finished"               # store: keys of the finished runs among them
SHAPE = "shape"                     # store: the states the cards were made for
WATCH = "watch"
STATES = "states"
RUN_TABLE = "run-table"
GUARDS = "guards"
VIEWS = "views"
FACTS = "facts"
COMPARE_HEAD = "compare-head"
ADD_POLICY = "add-policy"
ADD_FORM = "add-form"
ADD_SEED = "add-seed"
ADD = "add"
ADD_MESSAGE = "add-message"
WINDOW = "gantt-window"             # store: {t0, t1, p0, p1, c0, c1}, written by gantt.js
PICKED = "picked"                   # store: {graph, t, p} or {job}, written by gantt.js
MODE = "mode"                       # store: how real and virtual Gantts stand together: view.MODES
MODE_CHOICE = "mode-choice"
PLAN = "plan"                       # store: the moment whose plan the Gantts show, s; none: what happened
PLAN_SWITCH = "plan-switch"
PLAN_STEPS = "plan-steps"           # the buttons that move the moment
PLAN_BEFORE, PLAN_AFTER, PLAN_SUBMIT = "plan-before", "plan-after", "plan-submit"
GANTTS = "gantts"                   # the Gantt charts, drawn again for another mode
JOB = "job"                         # store: row of the selected job
GOTO = "goto"                       # store: {t0, t1, job}: where the charts are asked to go
PARTING = "next-divergence"
ZOOM_IN, ZOOM_OUT, EARLIER, LATER, FIT = "zoom-in", "zoom-out", "earlier", "later", "fit"
FACTS_CLOSE = "facts-close"

# Fair starts, trimming and estimates, on Compare
FAIR = "fair"
FAIR_TICK = "fair-tick"
TRIM = "trim"                       # which jobs count in the table
TRIM_BOX = "trim-box"
ADD_ESTIMATES = "add-estimates"

# Sweeps, on Compare
SWEEP = "sweep"                     # store: [key, metric] of the sweep shown; none: none
SWEEPS = "sweeps"
SWEEP_BODY = "sweep-body"
SWEEP_METRIC = "sweep-metric"
SWEEP_SAVE = "sweep-save"
SWEEP_SAVED = "sweep-saved"         # download

# Papers
PAPER_GRID = "papers"               # the whole page; its class says whether an experiment is open
PAPER_ASKED = "paper-asked"         # store: {experiment, scale, seed} of the address
PAPER_HEAD = "paper-head"
PAPER_FORM = "paper-form"
PAPER_SCALE = "paper-scale"
PAPER_SEED = "paper-seed"
PAPER_SEED_BOX = "paper-seed-box"
PAPER_LOG = "paper-log"
PAPER_LOG_BOX = "paper-log-box"
PAPER_STATE = "paper-state"
PAPER_SHAPE = "paper-shape"         # store: {experiment: state} of those under way
PAPER_TICK = "paper-tick"
PAPER_DONE = "paper-done"           # store: key of the outcome shown
PAPER_RESULT = "paper-result"
PAPER_FOOT = "paper-foot"
PAPER_COMMAND = "paper-command"
PAPER_MESSAGE = "paper-message"
PAPER_SAVED = "paper-saved"         # download


def param(form: str, name: Any) -> dict[str, Any]:
    """The input of a declared parameter in a form."""
    return {"type": "param", "form": form, "name": name}


def graph(run: Any, plot: Any) -> dict[str, Any]:
    """The graph of a plot; run is the run's key, or "all"."""
    return {"type": "graph", "run": run, "plot": plot}


def timed(run: Any, plot: Any) -> dict[str, Any]:
    """The graph of a plot over time, drawn again when the window moves."""
    return {"type": "timed", "run": run, "plot": plot}


def gantt(run: Any, source: Any) -> dict[str, Any]:
    """The Gantt chart of a run; source: one of rectangles.SOURCES."""
    return {"type": "gantt", "run": run, "source": source}


def act(what: str, key: Any) -> dict[str, Any]:
    """A button that does something to one run or source: cancel, remove, baseline, again, sample, log."""
    return {"type": what, "key": key}
