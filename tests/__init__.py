"""Tests of Queuescope; a package, so that a plain `pytest` finds the program and the twins."""
