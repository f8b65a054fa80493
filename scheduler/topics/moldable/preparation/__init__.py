"""How the allotments of moldable tasks are read.

May import `model`, `preparation`, `columns`, `topics.moldable.allotments`, `topics.moldable.speedup_models`.  The core
uses STEP.
"""
