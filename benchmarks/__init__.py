"""Benchmarks: python -m benchmarks [NAME …].

A benchmark is a module whose docstring says what it measures. It has

    measure(quick) -> dict             the results as JSON values; quick: small samples, seconds instead of minutes
    tables(results) -> dict[str, str]  the results as Markdown tables, by name
    charts(results) -> dict[str, str]  the results as SVG charts, by name (optional)
    PAGE                               the page of docs/ that shows them; default performance.md (optional)

`benchmarks.charts` writes tables and charts into these pages.
"""
