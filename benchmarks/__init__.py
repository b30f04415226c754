"""What is measured, apart from what is tested: python -m benchmarks [NAME …].

A benchmark is a module with a docstring that says what it measures and

    measure(quick) -> dict             what was measured, as JSON can hold it; quick: in seconds rather than minutes
    tables(results) -> dict[str, str]  the same as Markdown tables, by name
    charts(results) -> dict[str, str]  the same as SVG, by name (optional)
    PAGE                               the page of docs/ that shows them, if not performance.md (optional)

`benchmarks.charts` puts tables and charts into these pages.
"""
