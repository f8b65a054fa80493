"""The Gantt panel of Compare: tools, looks, legend, plan, minimap."""
