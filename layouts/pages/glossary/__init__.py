"""The glossary inside the program: every term with its meaning, unit and source."""
