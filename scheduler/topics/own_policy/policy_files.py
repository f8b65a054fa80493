"""Policies of files: what the owner of the machine writes becomes a policy beside the built-in ones.

A file defines schedule(now, queue, running, free) (docs/own-policy.md), or is a module like those in `policies/`, with
a kernel of its own and POLICY.  Its runs say which file they are of, and the hash of its text is a parameter, which is
part of the key of every result.  Files come from `--policy-file` and the folder QUEUESCOPE_POLICIES, never from a page.
"""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from scheduler.errors import InputError
from scheduler.model.workload import Workload
from scheduler.params import Param
from scheduler.policies import Policy, PolicyInput, add
from scheduler.topics.own_policy import files, loop
from scheduler.topics.own_policy.files import FileError, PolicyFile
from scheduler.topics.own_policy.own_program import check_supported, run_program

PREFIX = "file_"  # of keys, so that no file is taken for a built-in policy
MODULE = re.compile(r"^POLICY\s*=", re.MULTILINE)


def offer_folder() -> str:
    """Offer the policies of the folder QUEUESCOPE_POLICIES in this process; the sentence of where they lie, or "".

    Raises InputError.
    """
    folder = os.environ.get(files.FOLDER)
    try:
        policy_files = files.in_folder(folder)
    except FileError as error:
        raise InputError(str(error)) from None
    for one in policy_files:
        add(policy_of_file(one))
    return f"Those called {PREFIX}... are files of the folder {folder} ({files.FOLDER})." if folder else ""


def offer(path: str) -> Policy:
    """Offer the policy of one file in this process; raises InputError."""
    try:
        policy = policy_of_file(files.read(Path(path)))
    except FileError as error:
        raise InputError(str(error)) from None
    add(policy)
    return policy


def policy_of_file(file: PolicyFile) -> Policy:
    """The policy that a file defines; raises InputError."""
    policy = _of_module(file) if MODULE.search(file.source) else _of_program(file)
    key, title = PREFIX + file.path.stem, f"{file.path.name} (a file of the owner)"
    source = Param("file", file.sha256, choices=(file.sha256,), help="hash of the text of the file")
    return replace(
        policy, key=key, title=title, short=file.path.name, family="own", usual={}, params=(*policy.params, source)
    )


def _of_program(file: PolicyFile) -> Policy:
    try:
        loop.load(file.source, file.path.name)
    except loop.ProgramError as error:
        raise InputError(str(error)) from None

    def run(case: PolicyInput) -> dict[str, Any]:
        """placed, and the reasons of the program."""
        return run_program(file.source, file.path.name, case.workload, case.control, case.log)

    return Policy("", "", "own", run, "a file on this machine", check=_check, wait_cause="unknown")


def _check(workload: Workload, params: Mapping[str, Any]) -> None:
    check_supported(workload)


def _of_module(file: PolicyFile) -> Policy:
    """POLICY of a file that is a module like those in policies/; it is imported, and runs as part of this program."""
    name = f"queuescope_policy_files.{file.path.stem}"
    spec = importlib.util.spec_from_file_location(name, file.path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise InputError(
            f"{file.path.name} cannot be imported ({type(error).__name__}: {str(error)[:200]}); mend it, "
            "or take it out."
        ) from None
    policy = getattr(module, "POLICY", None)
    if not isinstance(policy, Policy):
        raise InputError(f"POLICY of {file.path.name} is no scheduler.policies.Policy; write POLICY = Policy(...).")
    return policy
