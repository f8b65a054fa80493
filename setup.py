"""What pyproject.toml cannot say: that folders beside the packages become data of the package `queuescope`."""

from setuptools import find_packages, setup

DATA = {f"queuescope.{name}": name for name in ("assets", "docs", "sample_traces")}    # scheduler.program_files.FOLDERS

setup(
    packages=[*find_packages(include=["queuescope*", "scheduler*", "layouts*"]), *DATA],
    package_dir=DATA,
    py_modules=["app"],
    package_data={
        "": ["*.toml", "*.json"], "scheduler.lessons": ["files/*"], "scheduler.papers": ["outcomes/**/*"],
        "scheduler.own_policy": ["templates/*"], "layouts": ["frontend/own_policy/worker.js"],
        "queuescope.assets": ["**/*"], "queuescope.docs": ["glossary.md"],
        "queuescope.sample_traces": ["*.swf", "*.md"],
    },
)
