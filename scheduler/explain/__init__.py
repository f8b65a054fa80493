"""The story of a job in words: why it waited, why it started then, who was in its way.

What is told is a fact (scheduler/facts.py); only words.py makes sentences, by the tables in english.

May import `analysis`, `replay` and below.  Others use `job.facts`, `words.sentences` and `words.words`.
"""
