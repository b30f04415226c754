"""The report of a run: one page of HTML for people, as a function of its record."""
