"""Imports point downwards: the arrows of the house, read from the sources.

A unit is a folder (scheduler.policies); the modules that lie loose in `scheduler` are one unit, but for simulate, the
one way in, and the command line.  A unit may import units of lower lines only; two units of one line stand beside each
other and do not meet.  A topic is above all that it may use, and nothing but a topic imports one.  Inside a folder of registered entries no entry knows another; inside the other folders modules
may use each other, without a circle.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.cases import sources
from tests.cases.every_case import every_case
from tests.cases.sources import ROOT

LAYERS = """
scheduler
scheduler.topics scheduler.columns scheduler.options
scheduler.engine scheduler.engine.structures
scheduler.engine.rigid
scheduler.engine.planning
scheduler.kernels scheduler.rules
scheduler.query
scheduler.model
scheduler.kinds
scheduler.statistics scheduler.audit
scheduler.formats.reading scheduler.generators.traces
scheduler.formats
scheduler.health.archive
scheduler.health scheduler.catalogue
scheduler.preparation
scheduler.adapters scheduler.generators
scheduler.policies
scheduler.analysis.workloads
scheduler.analysis scheduler.bounds scheduler.manual
scheduler.metrics
scheduler.simulate
scheduler.replay
scheduler.broker
scheduler.results
scheduler.results.tasks
scheduler.results.specs
scheduler.results.queue
scheduler.results.sweeps scheduler.results.worker
scheduler.explain.english
scheduler.explain scheduler.exports
scheduler.cli
scheduler.topics.*
scheduler.__main__
queuescope.remote
queuescope.work
layouts.memory layouts.topics
layouts.server
layouts.figures
layouts.ids layouts.theme layouts.kinds
layouts.state
layouts.words
layouts.drawing
layouts.gantt
layouts.plots.gantts
layouts.plots layouts.workload_plots
layouts.frame
layouts.pages
layouts.topics.*
layouts.routes
layouts.site
layouts.web_processes
app
queuescope
"""
TOPICS = ("scheduler.topics", "layouts.topics")  # each package in them is a topic


def units(word: str) -> list[str]:
    """The units that a word of LAYERS stands for: itself, or every package of a folder."""
    package = word.removesuffix(".*")
    doors = ROOT.joinpath(*package.split(".")).glob("*/__init__.py") if package != word else ()
    return [f"{package}.{door.parent.name}" for door in doors] if package != word else [word]


RANK = {unit: rank for rank, line in enumerate(LAYERS.split("\n")) for word in line.split() for unit in units(word)}
ENTRIES = {
    "scheduler.columns",
    "scheduler.options",
    "scheduler.rules",
    "layouts.kinds",
    "scheduler.kinds",
    "scheduler.policies",
    "scheduler.metrics",
    "scheduler.generators",
    "scheduler.formats",
    "scheduler.kernels",
    "scheduler.bounds",
    "scheduler.health",
    "scheduler.results.tasks",
    "layouts.plots",
    "layouts.workload_plots",
    "layouts.pages",
}


def modules() -> dict[str, Path]:
    paths = [
        *(ROOT / "scheduler").rglob("*.py"),
        *(ROOT / "layouts").rglob("*.py"),
        *(ROOT / "queuescope").rglob("*.py"),
        ROOT / "app.py",
    ]
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in sorted(paths)
        if path.exists()
    }


MODULES = modules()


def unit(module: str) -> str:
    """scheduler.policies.easy -> scheduler.policies; scheduler.errors -> scheduler; layouts.theme is its own."""
    parts = module.split(".")
    prefixes = [".".join(parts[:end]) for end in range(len(parts), 0, -1)]
    return next((prefix for prefix in prefixes if prefix in RANK), module)


def folder(module: str) -> str:
    """The package that a module lies in; of a package itself."""
    return module if MODULES[module].name == "__init__.py" else module.rpartition(".")[0]


def entry(module: str) -> str:
    """The entry of a registry that a module belongs to: layouts.pages.compare.runs.run_list -> compare.

    The files of a page are one entry, named by their folder.
    """
    return module.split(".")[2] if unit(module) == "layouts.pages" else module.rpartition(".")[2]


def registry_of(module: str) -> str:
    """The unit of a module, or the one that its folder in a topic is called after."""
    return unit(homes(module)[-1])


def tree(module: str) -> ast.Module:
    return sources.tree(MODULES[module])


def nodes(module: str) -> tuple[ast.AST, ...]:
    return sources.nodes(MODULES[module])


@cache
def imports(module: str) -> frozenset[str]:
    """Full names of all a module imports, also inside functions; a submodule imported from its folder by its own."""
    return frozenset(_imports(module))


def _imports(module: str) -> Iterator[str]:
    for node in nodes(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} line {node.lineno}: relative import; write the full name"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if whole in MODULES else str(node.module)


def own(module: str) -> set[str]:
    """The modules of this program among the imports; the packages themselves hold no code."""
    return {name for name in imports(module) if name in MODULES and name not in ("scheduler", "layouts")}


def foreign(module: str) -> set[str]:
    """Top names of what comes from elsewhere."""
    return {name.split(".")[0] for name in imports(module)} - {"scheduler", "layouts", "__future__"}


def reached(module: str) -> set[str]:
    """All modules of this program that importing this one brings in, at once or later."""
    seen, waiting = set(), [module]
    while waiting:
        for name in own(waiting.pop()) - seen:
            seen.add(name)
            waiting.append(name)
    return seen


def within(*units: str) -> list[str]:
    """The modules in these folders and the folders inside them, and in the folders of the same name in topics."""
    return sorted(
        module
        for module in MODULES
        if any(f"{name}.".startswith(f"{unit}.") for name in homes(module) for unit in units)
    )


def homes(module: str) -> tuple[str, ...]:
    """A module, and what it would be called without its topic: scheduler.topics.grid.audit.runs -> scheduler.audit.runs."""
    side, _, rest = module.partition(".topics.")
    return (module, f"{side}.{rest.partition('.')[2]}") if rest else (module,)


def topic_of(module: str) -> str:
    """The key of the topic that a module belongs to; "" of the core."""
    return next((module.split(".")[2] for room in TOPICS if module.startswith(f"{room}.")), "")


def test_every_module_has_its_line():
    folders = {folder(module) for module in MODULES}
    inside = {name for name in folders if name.startswith("layouts.pages.") or topic_of(name)}
    unknown = {unit(module) for module in MODULES} | folders - inside
    unknown -= {*RANK, "layouts", "", *(name for name in folders if topic_of(name) and unit(name) in RANK)}
    assert not unknown, f"say in LAYERS where these stand: {sorted(unknown)}"


DOORS = sorted(
    room
    for room in {folder(module) for module in MODULES if "." in module} - {"scheduler", "layouts"}
    if not room.startswith("layouts.pages.")
    and not (topic_of(room) and room.count(".") > 3)  # an entry of a registry that a topic has may be a folder
)


@every_case("room", DOORS)
def test_the_door_of_a_room_says_what_may_be_imported(room):
    said = ast.get_docstring(tree(room)) or ""
    assert "ay import " in said and len(said.splitlines()) >= 3, said


@every_case("room", DOORS)
def test_what_a_door_says_others_use_is_there(room):
    said = ast.get_docstring(tree(room)) or ""
    allowed, used = parts_of(said)
    names = {"scheduler", "layouts", "__main__", *MODULES}
    assert all(name in names or f"scheduler.{name}" in names for name in re.findall(r"`(\S+)`", allowed))
    missing = [
        name for name in re.findall(r"`(\S+)`", used) if f"{room}.{name}" not in MODULES and not defines(room, name)
    ]
    assert not missing, missing


def parts_of(said: str) -> tuple[str, str]:
    """Of a door: the sentence of what it may import, and what follows."""
    allowed, *used = re.split(r"\.(?:  |\n)", said[said.rindex("ay import ") :] + "\n", maxsplit=1)
    return allowed, "".join(used)


def declared(room: str) -> set[str]:
    """What the door of a room of `layouts` lets in, and what the doors of these let in."""
    said = ast.get_docstring(tree(room)) or ""
    named = set(re.findall(r"`(\S+)`", parts_of(said)[0].partition(";")[0]))
    return named.union(*(declared(name) for name in named if name in DOORS and name.startswith("layouts.")))


@every_case(
    "room", [room for room in DOORS if room.startswith("layouts.") and room not in ("layouts.pages", "layouts.routes")]
)
def test_a_room_of_the_pages_imports_what_its_door_says(room):
    used = {
        folder(name) if folder(name) != "layouts" else name
        for module in MODULES
        if folder(module) == room
        for name in own(module)
        if name.startswith("layouts.")
    } - {room}
    assert used <= declared(room), sorted(used - declared(room))


def defines(room: str, name: str) -> bool:
    """Whether a room, or a module of it, defines a name."""
    inside, _, leaf = f"{room}.{name}".rpartition(".")
    return any(leaf in names_of(node) for node in tree(inside).body) if inside in MODULES else False


def names_of(statement: ast.stmt) -> set[str]:
    """What a statement of a module defines: a function, a class, or the names it assigns."""
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return {getattr(statement, "name", ""), *(target.id for target in targets if isinstance(target, ast.Name))}


def test_imports_point_downwards():
    wrong = [
        f"{module} imports {used}"
        for module in MODULES
        for used in sorted(own(module))
        if unit(module) != unit(used)
        and RANK.get(unit(used), 0) >= RANK.get(unit(module), len(RANK))
        and not (topic_of(module) and topic_of(used) in needs_of(module))
    ]
    assert not wrong, "\n".join(wrong)


def test_entries_of_a_registry_do_not_know_each_other():
    wrong = [
        f"{module} imports {used}"
        for module in MODULES
        for used in sorted(own(module))
        if registry_of(module) in ENTRIES
        and registry_of(used) == registry_of(module) != homes(used)[-1]
        and entry(used) != entry(module)
    ]
    assert not wrong, "\n".join(wrong)


def test_the_core_imports_no_topic():
    wrong = [
        f"{module} imports {used}"
        for module in MODULES
        for used in sorted(own(module))
        if topic_of(used) and not topic_of(module)
    ]
    assert not wrong, "ask the protocol, all_topics(), instead:\n" + "\n".join(wrong)


def test_a_topic_needs_those_that_it_imports():
    for door in (room for room in DOORS if topic_of(room) and room.count(".") == 2):
        imported = {topic_of(used) for module in within(door) for used in own(module)}
        assert needs_of(door) == imported - {"", topic_of(door)}, f"say so by `needs` of TOPIC in {door}"


def needs_of(module: str) -> set[str]:
    """The keys that the door of the topic which a module belongs to declares as `needs`."""
    door = nodes(".".join(module.split(".")[:3]))
    declared_there = [node.value for node in door if isinstance(node, ast.keyword) and node.arg == "needs"]
    return {key for value in declared_there for key in ast.literal_eval(value)}


def test_a_topic_is_found_by_what_its_door_declares():
    doors = [room for room in DOORS if topic_of(room) and room.count(".") == 2]
    assert doors == [room for room in doors if defines(room, "TOPIC")]


def test_there_is_no_circle():
    circles = [module for module in MODULES if module in reached(module)]
    assert not circles, circles


@every_case("module", within("scheduler.engine", "scheduler.kernels"))
def test_compiled_parts_know_numbers_and_arrays_only(module):
    allowed = {"numpy", "typing", "math", "collections"}
    assert foreign(module) <= allowed, module
    below = {"scheduler.compiled", *within("scheduler.engine", "scheduler.kernels")}
    assert own(module) <= below


def test_the_engine_does_not_know_the_kernels():
    assert not [m for m in within("scheduler.engine") if own(m) & set(within("scheduler.kernels"))]


def test_only_compiled_knows_numba():
    assert {module for module in MODULES if "numba" in foreign(module)} <= {"scheduler.compiled"}


def test_the_audit_shares_nothing_with_what_it_checks():
    checked = within(
        "scheduler.compiled",
        "scheduler.engine",
        "scheduler.kernels",
        "scheduler.adapters",
        "scheduler.policies",
        "scheduler.simulate",
    )
    audits = within("scheduler.audit", "scheduler.kinds")
    assert "scheduler.audit.schedule" in audits
    assert not [(module, used) for module in audits for used in sorted(reached(module) & set(checked))]


@every_case("module", within("scheduler"))
def test_the_simulator_knows_nothing_of_the_pages(module):
    assert not foreign(module) & {"dash", "plotly", "flask", "werkzeug", "dash_mantine_components", "dash_ag_grid"}
    assert not [used for used in imports(module) if used.split(".")[0] in ("layouts", "app")]


@every_case("module", within("layouts.plots", "layouts.gantt.raster", "layouts.theme", "layouts.state.view"))
def test_plots_are_pure_figures(module):
    forbidden = {"dash", "flask", "werkzeug", "dash_mantine_components", "dash_ag_grid", "diskcache"}
    assert not foreign(module) & forbidden
    assert not reached(module) & set(within("scheduler.results", "scheduler.cli"))


STATEFUL = {"cache", "lru_cache", "Lock", "RLock", "OrderedDict", "defaultdict", "Cache", "deque", "WeakKeyDictionary"}


@every_case(
    "module",
    within(
        "layouts.plots", "layouts.workload_plots", "layouts.gantt", "layouts.drawing", "layouts.words", "layouts.state"
    ),
)
def test_figures_keep_nothing_of_their_own(module):
    # what is worth keeping is in the one cache of the process, layouts.memory.cache
    body = tree(module).body
    called = [
        node
        for statement in body
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value
        for node in ast.walk(statement.value)
        if isinstance(node, ast.Call)
    ]
    decorators = [
        node
        for statement in nodes(module)
        if isinstance(statement, ast.FunctionDef) and statement.args.args
        for node in statement.decorator_list
    ]  # without: a constant of the program
    names = {getattr(node, "attr", getattr(node, "id", "")) for call in called for node in [call.func]}
    names |= {getattr(node, "attr", getattr(node, "id", "")) for node in decorators}
    assert not names & STATEFUL
    assert not [line for line, name in calls(module) if name in ("__setattr__", "setattr")]
    assert not [node for node in nodes(module) if isinstance(node, ast.Global)]


@every_case("module", ["scheduler.model.workload", "scheduler.model.allotments", "scheduler.model.schedule"])
def test_what_is_spoken_of_does_not_know_how_it_is_prepared(module):
    assert not reached(module) & set(within("scheduler.preparation"))


# -- disk and processes -------------------------------------------------------------------------------------------

OWNERS_OF_DISK = {
    "scheduler.results",
    "scheduler.broker",
    "scheduler.preparation.samples",
    "scheduler.catalogue",
    "scheduler.compiled",
    "scheduler.home",
    "scheduler.program_files",
    "scheduler.fingerprint",
    "scheduler.cli",
    "scheduler.__main__",
    *(
        module for module in MODULES if topic_of(module) and module.endswith((".database", ".shelf", ".command"))
    ),  # what it keeps
}
DISK_MODULES = {
    "subprocess",
    "multiprocessing",
    "multiprocess",
    "shutil",
    "tempfile",
    "diskcache",
    "sqlite3",
    "socket",
    "threading",
    "concurrent",
    "fcntl",
    "glob",
}
DISK_CALLS = {
    "open",
    "read_text",
    "write_text",
    "read_bytes",
    "write_bytes",
    "mkdir",
    "makedirs",
    "unlink",
    "rmdir",
    "iterdir",
    "rglob",
    "touch",
    "fork",
    "system",
    "popen",
    "memmap",
    "fromfile",
    "tofile",
    "loadtxt",
    "genfromtxt",
    "savetxt",
    "savez",
}
READS = {"read_text", "read_bytes"}


def calls(module: str) -> Iterator[tuple[int, str]]:
    for node in nodes(module):
        if isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            yield node.lineno, name


@every_case("module", sorted(set(within("scheduler")) - set(within(*OWNERS_OF_DISK))))
def test_only_results_touches_disk_or_starts_processes(module):
    refused = DISK_CALLS - READS if topic_of(module) else DISK_CALLS  # the files of a topic lie in its folder
    touched = [f"line {line}: {name}()" for line, name in calls(module) if name in refused]
    assert not touched, f"{module}: {touched}"
    assert not foreign(module) & DISK_MODULES, module


def test_nothing_is_ever_pickled():
    wrong = [
        module for module in MODULES if foreign(module) & {"pickle", "cPickle", "dill", "shelve", "joblib", "marshal"}
    ]
    assert not wrong, wrong
    allowed = [
        f"{module} line {node.lineno}"
        for module in MODULES
        for node in nodes(module)
        if isinstance(node, ast.keyword)
        and node.arg == "allow_pickle"
        and not (isinstance(node.value, ast.Constant) and node.value.value is False)
    ]
    assert not allowed, allowed


def test_one_cache_of_rows_on_disk_and_no_other():
    # Dash has one for background callbacks, which pickles
    assert {module for module in MODULES if "diskcache" in foreign(module)} == {"scheduler.results.queue.closed_cache"}
    makers = [module for module in MODULES for _, name in calls(module) if name in ("ClosedCache", "DiskcacheManager")]
    assert set(makers) == {"scheduler.results.queue.registry"}
    words = {node.arg for module in MODULES for node in nodes(module) if isinstance(node, ast.keyword)}
    assert not words & {"background_callback_manager", "long_callback_manager"}


def test_no_module_is_named_after_nothing():
    assert not [m for m in MODULES if m.split(".")[-1] in ("utils", "helpers", "common", "manager", "base", "misc")]
