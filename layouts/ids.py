"""The name of every component a callback or a script touches, once: a typing error becomes an import error."""

from __future__ import annotations

from typing import Any

# the shell: on every page
URL = "url"
NAV = "nav"  # the links to the pages, side by side
PAGE = "page"
SCHEME = "scheme"  # store: light | dark
REQUEST = "request"  # store: {keys, nonce} of what was asked for last, for the tray
TRAY = "tray"  # runs under way, in the header; filled by tray.js
UPLOADED = "uploaded"  # store: {key, name} of the last upload, written by upload.js
UPLOAD_STATE = "upload-state"  # text beside the drop zone, written by upload.js
KEYS_DIALOG = "keys-dialog"
KEYS_BUTTON = "keys-button"
COPY_LINK = "copy-link"  # button, heard by keys.js
ADDRESSES = "addresses"  # store: {workload, compare}: the addresses looked at last, by open_work.js
OPEN_WORK = "open-work"  # links to them
OPEN_NAMES = "open-names"  # store: [{name, href}] of them
TITLE = "title"  # store: title of the document
PRESENT = "present"  # button, heard by present.js

# Home
HOME_BODY = "home-body"
HOME_STEP = "home-step"
HOME_BACK = "home-back"
HOME_NEXT = "home-next"
HOME_DIVERGENCE = "home-divergence"
HOME_WHY = "home-why"
HOME_WAIT = "home-wait"  # store: there while the comparison is not simulated yet
HOME_CHOICE = "home-choice"  # store: which job should start, as answered; none: not asked yet
HOME_CHARTS = "home-charts"
HOME_QUESTION, HOME_STEERING, HOME_TABLE = "home-question", "home-steering", "home-table"
HOME_MESSAGE = "home-message"

# Workload
SOURCE_KIND = "source-kind"
SOURCE_FORM = "source-form"
GENERATOR = "generator"
GENERATOR_FORM = "generator-form"
GENERATE = "generate"
SEED = "seed"
GENERATE_MESSAGE, OPTIONS_MESSAGE = "generate-message", "options-message"
LOADED = "loaded"  # store: key of the workload shown
DIAGNOSED = "diagnosed"  # store: the same key, once the health of its log is shown
PICKED_JOBS = "picked-jobs"  # store: {plot, x0, x1, y0, y1} of a chart of the workload, by filtering.js
CHANGED_FROM = "changed-from"  # store: key of the workload that the one shown was made from by a press
LOAD_TICK, LOAD_STATE = "load-tick", "load-state"
HEALTH = "health"  # the health card, drawn before the rest
WORKLOAD_BODY = "workload-body"
WAIT, WAIT_JOB, WAIT_AT, WAIT_ASK = "wait", "wait-job", "wait-at", "wait-ask"  # how long a job would wait
ACCOUNT_LEVEL, ACCOUNT_AT = "account-level", "account-at"  # a level of the tree of accounts; store: its path as text
USAGE, USAGE_PER = "usage", "usage-per"  # the usage report, and what it is per
RECIPE, RECIPE_FOLLOW, RECIPE_MESSAGE = "recipe", "recipe-follow", "recipe-said"
NUMBERS_ONLY = "numbers-only"  # checkbox beside the drop area, read by upload.js
DELETE_LOG, DELETE_MESSAGE = "delete-log", "delete-said"
GAP = "gap-slider"  # log10 of the gap in seconds, kept in step with its number by campaigns.js
GAP_MESSAGE = "gap-said"  # what a gap not yet applied would give
POLICIES = "policies"
UNSUITED = "unsuited"
SIMULATE = "simulate"
SIMULATE_MESSAGE = "simulate-message"
SIMULATE_BAR = "simulate-bar"

# Catalogue
CATALOGUE_USE, CATALOGUE_ERA, CATALOGUE_SIZE = "catalogue-use", "catalogue-era", "catalogue-size"
CATALOGUE_LIST, CATALOGUE_MESSAGE = "catalogue-list", "catalogue-said"

# Two workloads beside each other
BESIDE_FIRST, BESIDE_SECOND = "beside-first", "beside-second"
BESIDE_LINK, BESIDE_EXCHANGE = "beside-link", "beside-exchange"
BESIDE_NAMES, BESIDE_MESSAGE, BESIDE_BODY = "beside-names", "beside-message", "beside-body"

# Compare
RUNS = "runs"  # store: keys of the runs shown, at most six
WORKLOAD = "workload"  # store: key of their workload
BASELINE = "baseline"  # store: index of the run others are compared with
FINISHED = "finished"  # store: keys of the finished runs among them
SHAPE = "shape"  # store: the states the cards were made for
WATCH = "watch"
STATES = "states"
SUMMARY = "summary"  # the finding and the table of one line a run
RUN_TABLE = "run-table"
GUARDS = "guards"
VIEWS = "views"  # the panels of the tabs
TABS = "tabs"  # the bar of tabs
TAB = "tab"  # store: key of the tab that is shown
FACTS = "facts"
COMPARE_HEAD = "compare-head"
ORIGIN = "origin"  # store: {file, made, how}: where the runs come from, for the address
MISSING_TICK, MISSING_MESSAGE = "missing-tick", "missing-said"  # the load of a file that a link needs
MISSING_MAKE = "missing-make"  # interval that makes again what every server can make
MISSING_HERE, MISSING_RUNS = "missing-here", "missing-runs"  # buttons: take a log of this server; run again
ADD_POLICY, ADD_FORM = "add-policy", "add-form"
ADD_SHOWN = "add-shown"  # store: the policy whose parameters are shown
ADD_SEED, ADD = "add-seed", "add"
ADD_MESSAGE = "add-message"
SCHEDULE_NAME, SCHEDULE_SENT = "schedule-name", "schedule-sent"  # of another program; store: its file
WINDOW = "gantt-window"  # store: {t0, t1, p0, p1, c0, c1}, written by gantt.js
PICKED = "picked"  # store: {graph, t, p} or {job}, written by gantt.js
MODE = "mode"  # store: how real and virtual Gantts stand together: view.MODES
MODE_CHOICE = "mode-choice"
PLAN = "plan"  # store: the moment whose plan the Gantts show, s; none: what happened
PLAN_SWITCH = "plan-switch"
PLAN_TICK, PLAN_STATE = "plan-tick", "plan-state"  # of plans that are simulated again
PLAN_AWAITED, PLAN_READY = "plan-awaited", "plan-ready"  # stores: whose plans are awaited; whose have come
PLAN_STEPS = "plan-steps"  # the buttons that move the moment
PLAN_BEFORE, PLAN_AFTER, PLAN_SUBMIT = "plan-before", "plan-after", "plan-submit"
LOOK = "look"  # store: {rows, color, beside, pin, fold, only, shared}, none of them as usual
LOOK_ROWS, LOOK_COLOR, LOOK_BESIDE, LOOK_SHARED = "look-rows", "look-color", "look-beside", "look-shared"
LOOK_FOLD = "look-fold"
RANGE = "range"  # store: {r0, r1} or {r0, r1, q0, q1}, the selected range; none: nothing selected
MINIMAP = "minimap"  # graph: the whole of the log above the charts; its brush is gantt_minimap.js
LEGEND = "legend"  # the row of colors above the Gantt charts; its buttons are legend.js
GANTTS = "gantts"  # the Gantt charts, drawn again for another mode
JOB = "job"  # store: row of the selected job
OPENING = "opening"  # store: {t0, t1, of}: where the Gantt charts of these runs open
CHART_SETTINGS = "chart-settings"
GOTO = "goto"  # store: {t0, t1, job}: where the charts are asked to go
NEXT_DIFFERENCE, NEXT_IN_TIME = "next-difference", "next-in-time"
WAYS, DIFFERENCES = "next-differences", "differences"  # the buttons to them, and the list, in the inspector
RANGE_FACTS, RANGE_CLOSE = "range-facts", "range-close"  # the selected range in the inspector
ZOOM_IN, ZOOM_OUT, EARLIER, LATER, FIT = "zoom-in", "zoom-out", "earlier", "later", "fit"
FACTS_CLOSE = "facts-close"
EXPORT_USERS = "export-users"  # whether exports name users by the numbers of the log
SELECT_TOOL = "select-tool"  # button, heard by gantt_mouse.js
ROWS_IN, ROWS_OUT = "rows-in", "rows-out"  # buttons, heard by gantt_mouse.js
UNITS = "units"  # in which unit lengths of time stand, heard by units.js
UNITS_BOX, AXES_BOX = "units-box", "axes-box"
AXES = "axes"  # what times the axes show, heard by calendar.js
USERS_GRID, RANGE_USERS_GRID = "users-grid", "range-users-grid"  # grids with lengths, of which units.js is told
HISTORY = "history"  # store: rows of the jobs looked at before the selected one, latest last

# Search and the selected range, on Compare
SEARCH = "search-box"  # input, a combobox whose list search.js fills
SEARCH_ASKED = "search-asked"  # store: {text, by, at}, written by search.js
SEARCH_FIELD = "search-field"  # store: {value, error}: what the box is to show, for the script
LIKE_JOB, LIKE_JOB_TABLE = "like-job", "like-job-table"  # how long a job in words waits
LIKE_JOB_MESSAGE, LIKE_JOB_AT, LIKE_JOB_DAY = "like-job-said", "like-job-at", "like-job-day"
LIT_STRIP = "lit-strip"  # chips of the conditions that are lit, above the tabs; heard by brushing.js
SEARCH_TYPED = "search-typed"  # store: {text, at}, what is asked where the charts are not there, by search.js
SEARCH_LIT = "search-lit"  # store: the query the box speaks of
SEARCH_LIST, SEARCH_MESSAGE, SEARCH_STEPS = "search-list", "search-said", "search-steps"
SEARCH_BEFORE, SEARCH_NEXT, SEARCH_CLEAR = "search-before", "search-next", "search-clear"
RANGE_BODY, RANGE_MESSAGE, RANGE_DOWNLOAD = "range-body", "range-said", "range-download"
RANGE_FROM, RANGE_TO, RANGE_SET = "range-from", "range-to", "range-set"
RANGE_WINDOW, RANGE_CLEAR, RANGE_ZOOM, RANGE_SAVE = "range-window", "range-clear", "range-zoom", "range-save"

# Idle processors, on Compare
IDLE_ASKED = "idle-asked"  # store: {run, t, p, at}: where the plot of idle processors was clicked, by idle.js
IDLE_MESSAGE = "idle-said"  # what is selected there, in words
IDLE_LIST = "idle-list"  # the largest stretches of one run and reason
IDLE_RUN, IDLE_PART = "idle-run", "idle-part"  # which run, which reason

# Fair starts, trimming and estimates, on Compare
FAIR = "fair"
FAIR_TICK = "fair-tick"
TRIM = "trim"  # which jobs count in the table
TRIM_BOX = "trim-box"
ADD_ESTIMATES = "add-estimates"

# What if, on Compare: runs on the same log with one thing changed
CHANGED, CHANGED_MESSAGE, CHANGED_RUNS = "changed", "changed-message", "changed-runs"
CHANGED_PROCESSORS, CHANGED_CAP, CHANGED_AWAY = "changed-processors", "changed-cap", "changed-away"
CHANGED_LOAD, CHANGED_ESTIMATES = "changed-load", "changed-estimates"
COMING, COMING_TICK, COMING_STATE = "coming", "coming-tick", "coming-state"  # runs whose workload is being made

# Replicas, on Compare
REPLICAS = "replicas"
REPLICAS_COUNT, REPLICAS_SHAKE = "replicas-count", "replicas-shake"
REPLICAS_RUN, REPLICAS_CANCEL, REPLICAS_TICK = "replicas-run", "replicas-cancel", "replicas-tick"
REPLICAS_ASKED = "replicas-asked"  # store: key of the replicas that were asked for here
REPLICAS_DONE = "replicas-done"  # store: key of the replicas that are shown
REPLICAS_STATE, REPLICAS_RESULT = "replicas-state", "replicas-found"

# Sweeps, on Compare
SWEEP = "sweep"  # store: [key, metric] of the sweep shown; none: none
SWEEPS = "sweeps"
SWEEP_BODY = "sweep-body"
SWEEP_METRIC = "sweep-metric"
SWEEP_SAVE = "sweep-save"
SWEEP_SAVED = "sweep-saved"  # download


# By hand
HAND_START = "hand-start"  # store: what the address holds: {rows, processors, policies, seed, title}
HAND_STATE = "hand-state"  # store: what is on the page now, written by by_hand.js
HAND_ANSWER = "hand-answer"  # store: {seq, panels, link, rows, ...}, drawn by by_hand.js
HAND_REST = "hand-rest"  # store: the state once nothing changes: what is read at leisure follows it
HAND_GRID = "hand-grid"
HAND_PANELS = "hand-panels"  # filled by by_hand.js
HAND_USERS = "hand-users"
HAND_MESSAGE = "hand-said"  # what is wrong with the table
HAND_LINK_MESSAGE = "hand-link-said"  # what could not be read of the link
HAND_NUMBERS = "hand-numbers"
HAND_TWIN = "hand-twin"
HAND_WHY = "hand-why"
HAND_MACHINE = "hand-machine"
HAND_POLICIES = "hand-policies"
HAND_SEED = "hand-seed"
HAND_TITLE = "hand-title"
HAND_EXPRESSION, HAND_PASSING = "hand-expression", "hand-passing"  # of the policies that go by an expression
HAND_EXPRESSION_BOX = "hand-expression-box"  # the two are in
HAND_ADD, HAND_COPY, HAND_DELETE = "hand-add", "hand-copy", "hand-delete"
HAND_UNDO, HAND_REDO = "hand-undo", "hand-redo"
HAND_PASTE = "hand-paste"  # the text to be pasted
HAND_PASTE_ADD, HAND_PASTE_REPLACE = "hand-paste-add", "hand-paste-replace"
HAND_CLIP = "hand-clip"  # store: {text}, what was pasted into the table
HAND_PASTED = "hand-pasted"  # store: {rows, replace}, read of a pasted text
HAND_PASTE_MESSAGE = "hand-paste-said"
HAND_SWF = "hand-swf"
HAND_SAVED = "hand-saved"  # download
HAND_COMPARE, HAND_COMPARE_MESSAGE = "hand-compare", "hand-compare-said"
HAND_SHEET = "hand-sheet"  # link to the printable sheet
WHAT_IF = "what-if"  # the way from a slice of a comparison to the page by hand


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


def tab_button(tab: str) -> str:
    """The button of a tab (pages.compare.tabs)."""
    return f"tab-{tab}"


def tab_panel(tab: str) -> str:
    """The panel of a tab: what is hidden while another one is shown."""
    return f"panel-{tab}"


def tab_body(tab: str) -> str:
    """What of a panel is made of the runs."""
    return f"panel-{tab}-body"


def spread(tab: Any, part: str) -> dict[str, Any]:
    """A part of the one distribution of a tab: its place, or the choice of its metric, of its form."""
    return {"type": f"spread-{part}", "tab": tab}


def glance(run: Any, source: Any) -> dict[str, Any]:
    """The small Gantt chart of a run, in Overview; source as of gantt()."""
    return {"type": "glance", "run": run, "source": source}


def fold(part: Any) -> dict[str, Any]:
    """A closed part of the run table."""
    return {"type": "fold", "part": part}


def folded(part: Any) -> dict[str, Any]:
    """What comes into it when it is opened."""
    return {"type": "folded", "part": part}


def definition(metric: Any, table: Any) -> dict[str, Any]:
    """The mark behind the name of a metric that opens its definition; table: which of those on the page."""
    return {"type": "definition", "metric": metric, "table": table}


def defined(metric: Any, table: Any) -> dict[str, Any]:
    """Where that definition comes."""
    return {"type": "defined", "metric": metric, "table": table}


def act(what: str, key: Any) -> dict[str, Any]:
    """A button that does something to one run or source: cancel, remove, baseline, again, sample, log."""
    return {"type": what, "key": key}


def why(what: str, run: Any, job: Any) -> dict[str, Any]:
    """A part of the reasons of one job in one run: ask, tick, said, work, stop."""
    return {"type": f"why-{what}", "run": run, "job": job}


def highlight_note(plot: Any) -> dict[str, Any]:
    """The line below a plot that says which jobs are lit, with the way to light all again."""
    return {"type": "lit", "plot": plot}


def stretch(run: Any, part: Any, index: Any) -> dict[str, Any]:
    """The button of a stretch of idle processors of a run; part: index of idle_steps.PARTS."""
    return {"type": "stretch", "run": run, "part": part, "index": index}


def lazy_view(plot: Any, of: Any) -> dict[str, Any]:
    """The place of a view that comes when it is near; of: what it is of (pages.compare.views.lazy_views)."""
    return {"type": "late", "plot": plot, "of": of}


def late_picture(plot: Any, of: Any) -> dict[str, Any]:
    """The place of a plot of a workload that comes when it is near; of: what it is of (pages.workload.pictures)."""
    return {"type": "late-picture", "plot": plot, "of": of}
