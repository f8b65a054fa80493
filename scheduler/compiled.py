"""How kernels are compiled, and where their machine code is kept.

Numba's own cache notices a change in the file a function is defined in, but not in the files that file imports, nor
in switches such as NUMBA_BOUNDSCHECK: a kernel that calls an edited part would go on with the old one.  So every module
has a folder for its machine code, named by the fingerprint of all that the module imports and of those switches.

Import this module before any function is decorated; nobody else imports numba's decorators.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from fcntl import LOCK_EX, flock
from functools import cache, partial
from pathlib import Path
from typing import Any

import numba
from numba import njit, types
from numba.core import cgutils, event
from numba.core.caching import CacheImpl, UserProvidedCacheLocator
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import intrinsic
from platformdirs import user_cache_dir

from scheduler.fingerprint import fingerprint
from scheduler.home import home

BROKER = ("QUEUESCOPE_BROKER", "QUEUESCOPE_BROKER_FILE")  # settings of scheduler.broker.address
KEPT = 3  # folders of machine code of a module: the newest


def own(folder: Path) -> Path:
    """The folder, which nobody else may write to; ends the program with a sentence where somebody may.

    What is in it is trusted: numba unpickles machine code.
    """
    for path in (folder, *(inner for inner in folder.iterdir() if inner.is_dir())):
        status = path.stat()
        if status.st_mode & 0o022 or status.st_uid not in (0, os.geteuid()):
            raise SystemExit(
                f"Others may write to {path}, and what they put there would run here; make it your own "
                f"(chmod go-w {path}), or have QUEUESCOPE_HOME name another folder."
            )
    return folder


@cache
def code_folder(module: str, root: Path) -> Path:
    """The folder of a module's machine code, made if missing; a new one replaces the oldest of that module."""
    here = root / f"{module}-{fingerprint(module)}"
    if not here.is_dir():
        here.mkdir(parents=True, exist_ok=True, mode=0o700)
        earlier = (path for path in root.iterdir() if "-" not in path.name)  # one folder for all modules, once
        for old in (*sorted(root.glob(f"{module}-*"), key=_age)[KEPT:], *earlier):
            shutil.rmtree(old, ignore_errors=True)
    with suppress(OSError):  # a folder of somebody else's may be read only
        os.utime(here)
    return here


def _age(path: Path) -> float:
    try:
        return -path.stat().st_mtime
    except FileNotFoundError:  # another process has just dropped it
        return float("inf")


def code_home() -> Path:
    """Where machine code is kept, and nothing else: QUEUESCOPE_CODE, else the folder of all data.

    Where several machines share that folder, by way of a broker, it is the cache of the user, in a folder of this
    machine, for machines may share that, too: machine code is what numba unpickles, and belongs to one machine and one
    user.
    """
    named, shared = os.environ.get("QUEUESCOPE_CODE"), any(map(os.environ.get, BROKER))
    if not named and not shared:
        return home()
    folder = Path(named or Path(user_cache_dir("queuescope", appauthor=False)) / _machine())
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def _machine() -> str:
    """The name of this machine as a folder."""
    return re.sub(r"[^A-Za-z0-9-]", "-", platform.node())[:60] or "machine"


CODE = own(code_home()) / "compiled"


class Compilations(event.Listener):
    """Counts what was compiled so far and how long it took, so that nobody takes compiling for simulating."""

    def __init__(self) -> None:
        self.count = 0
        self.on_compiling: Callable[[bool], None] | None = None  # where a thread begins (True) or ends (False) to
        self._here = threading.local()

    @property
    def seconds(self) -> float:
        """CPU seconds this thread has spent compiling."""
        return getattr(self._here, "seconds", 0.0)

    @property
    def under_way(self) -> bool:
        """Whether this thread is compiling."""
        return self.of_this_thread()()

    def of_this_thread(self) -> Callable[[], bool]:
        """A function that tells any thread whether this one is compiling."""
        here = vars(self._here)
        return lambda: here.get("depth", 0) > 0

    def on_start(self, event: event.Event) -> None:
        """Called by numba; a kernel's compilation holds those of its parts."""
        self.count += 1
        depth = getattr(self._here, "depth", 0)
        if depth == 0:
            self._tell(True)
            self._here.began = time.thread_time()
        self._here.depth = depth + 1

    def on_end(self, event: event.Event) -> None:
        """Called by numba."""
        self._here.depth -= 1
        if self._here.depth == 0:
            self._here.seconds = self.seconds + time.thread_time() - self._here.began
            self._tell(False)

    def _tell(self, begins: bool) -> None:
        if self.on_compiling is not None:
            self.on_compiling(begins)


compilations = Compilations()
event.register("numba:compile", compilations)


class InFolder(UserProvidedCacheLocator):
    """Where numba keeps the machine code of a module: in the module's folder itself.

    numba would make a folder in it for each path that sources were compiled from.  Ours is named by the sources, so
    that another copy of the same sources, a fresh clone or another worktree, finds what is there.
    """

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        return ""


CacheImpl._locator_classes.insert(0, InFolder)

OPTIONS = {"cache": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}


def compile_with(**options: Any) -> Callable[[Callable], Any]:
    """A decorator; numba's own types do not know all of its options.

    A constant handed on is a number like any other, where numba would compile a function anew for every combination of
    constants it is called with.
    """

    def compiled(function: Callable) -> Any:
        folder = code_folder(function.__module__, CODE)
        numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
        dispatcher: Any = njit(**options)(function)
        if hasattr(dispatcher, "get_call_template"):  # else kernels are not compiled
            dispatcher.get_call_template = partial(_called, dispatcher.get_call_template)
            dispatcher._cache._index_key = partial(_named, dispatcher._cache._index_key)
            compiling = partial(_loaded_or_compiled, dispatcher.compile, dispatcher._cache)
            dispatcher.compile = partial(_compiled_once, compiling, folder, function.__qualname__)
        return dispatcher

    return compiled


def _called(template: Callable, args: Iterable, kws: dict) -> Any:
    return template(tuple(types.unliteral(arg) for arg in args), {key: types.unliteral(kws[key]) for key in kws})


def _named(index_key: Callable, signature: Any, codegen: Any) -> tuple:
    """What numba finds kept code by, with the names of the fields of all arguments: code knows them by their places,
    and their class may stand in a module that the function's own does not import."""
    return (*index_key(signature, codegen), tuple(map(_fields, getattr(signature, "args", signature))))


def _fields(kind: Any) -> tuple:
    """Names of the fields of a named tuple, and of those inside."""
    return (getattr(kind, "fields", ()), *map(_fields, getattr(kind, "types", ())))


def _loaded_or_compiled(compiling: Callable, kept: Any, signature: Any) -> Any:
    """Compile a function for these types, or load what is kept of it.

    What is kept names the classes of its arguments.  Where one of them is gone (another version of the program had it),
    the list of what is kept cannot be read any more: it is dropped.
    """
    try:
        return compiling(signature)
    except (ModuleNotFoundError, AttributeError):
        kept.flush()
        return compiling(signature)


def _compiled_once(compiling: Callable, folder: Path, name: str, signature: Any) -> Any:
    """Compile a function for these types; of several processes that want that, one does it and the others load it.

    What a function calls is compiled with it, without a lock of its own: so no process holds one and waits for another.
    """
    with global_compiler_lock:
        if compilations.under_way:
            return compiling(signature)
        with alone(folder / f"{hashlib.sha256(f'{name}{signature}'.encode()).hexdigest()[:24]}.lock"):
            return compiling(signature)


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Wait until no other process holds the lock of that file; one that dies leaves it.  In a folder that cannot be
    written or locked nobody waits: machine code is kept in no such folder."""
    with ExitStack() as stack:
        with suppress(OSError):
            flock(stack.enter_context(path.open("w")), LOCK_EX)
        yield


# _nrt=False: a kernel makes no arrays, so it need not count references to those it is handed (3x on a million jobs).
kernel = compile_with(**OPTIONS, _nrt=False)

# An inner part is called by kernels and stays a function of its own; it cannot be called from Python, which saves half
# of the time to compile it.
INNER = {**OPTIONS, "_nrt": False, "no_cpython_wrapper": True}
inner = compile_with(**INNER)

# A part is the same, melted into the kernels that call it.
part = compile_with(**INNER, forceinline=True)

# A builder may make arrays, and pays for it; not for what runs once per event.
builder = compile_with(**OPTIONS)


# ---- what a loop cannot say -----------------------------------------------------------------------------------------

# Making room in a list goes through it backwards, which the compiler does one element at a time: 3.2 microseconds for
# 1,200 steps of a profile, where the C library's memmove takes 0.16.


def _slowly(array: Any, target: int, source: int, count: int) -> None:
    """The same, where kernels are not compiled."""
    array[target : target + count] = array[source : source + count].copy()


@intrinsic
def _at_once(context: Any, array: Any, target: Any, source: Any, count: Any) -> Any:
    """array[target:target + count] = array[source:source + count], which may overlap."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[0]
        data = context.make_array(kind)(context, builder, args[0]).data
        size = context.get_abi_sizeof(context.get_data_type(kind.dtype))
        cgutils.raw_memmove(builder, builder.gep(data, [args[1]]), builder.gep(data, [args[2]]), args[3], size)
        return context.get_dummy_value()

    return types.void(array, types.intp, types.intp, types.intp), generate


@intrinsic
def _population(context: Any, word: Any) -> Any:
    """How many bits of a number are set: one instruction where a loop over its halves takes twelve."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


_COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
move: Any = _at_once if _COMPILED else _slowly
count_bits: Any = _population if _COMPILED else lambda word: int(word).bit_count()
