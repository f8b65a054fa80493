"""What pyproject.toml cannot say: folders beside the packages become data of the package `queuescope`, and what is
installed knows its commit (scheduler/program_files.py)."""

import sys
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

sys.path.insert(0, str(Path(__file__).parent))

from scheduler.program_files import commit

DATA = {f"queuescope.{name}": name for name in ("assets", "docs", "sample_traces")}  # scheduler.program_files.FOLDERS


class WithCommit(build_py):
    """Write the commit beside the module that tells it, where this is a clone."""

    def run(self) -> None:
        super().run()
        if commit():
            (Path(self.build_lib) / "scheduler" / "commit.txt").write_text(commit())


setup(
    cmdclass={"build_py": WithCommit},
    packages=[*find_packages(include=["queuescope*", "scheduler*", "layouts*"]), *DATA],
    package_dir=DATA,
    py_modules=["app"],
    package_data={
        "": ["*.toml", "*.json", "*.css", "files/*", "lessons/*.toml"],
        "scheduler.topics.papers.experiments": ["outcomes/**/*"],
        "scheduler.topics.own_policy": ["templates/*"],
        "layouts": ["frontend/own_policy/worker.js"],
        "queuescope.assets": ["**/*"],
        "queuescope.docs": ["glossary.md"],
        "queuescope.sample_traces": ["*.swf", "*.md"],
    },
)
