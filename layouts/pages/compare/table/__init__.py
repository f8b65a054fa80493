"""The table of metrics: values, changes against the baseline, intervals, settings that differ."""
