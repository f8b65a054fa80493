"""Jobs that are typed or pasted by hand."""
