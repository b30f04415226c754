"""Write benchmark results into docs/performance.md, or into the PAGE that a benchmark names.

usage: python -m benchmarks.charts [RESULTS]      RESULTS: the directory of the *.json files; by default
                                                  benchmarks/results

In a page the table TABLE of the benchmark NAME stands between `<!-- NAME.TABLE -->` and `<!-- end -->`. Between
`<!-- NAME.machine -->` and `<!-- end -->` stands the sentence that `origin` returns.
"""

import importlib
import json
import re
import sys
from pathlib import Path
from typing import Any

from benchmarks import programs
from benchmarks.contest import ROOT

PAGE = ROOT / "docs" / "performance.md"
FIGURES = ROOT / "docs" / "figures"
RESULTS = ROOT / "benchmarks" / "results"
MARKED = re.compile(r"(<!-- (?P<name>[a-z]+\.[a-z]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def main(directory: Path) -> None:
    """Redraw all charts and rewrite the pages; a table without results stays as it is."""
    parts: dict[Path, dict[str, str]] = {}
    for path in sorted(directory.glob("*.json")):
        benchmark = path.stem
        module = importlib.import_module(f"benchmarks.{benchmark}")
        record = json.loads(path.read_text())

        page = PAGE.with_name(getattr(module, "PAGE", PAGE.name))
        texts = module.tables(record["results"]) | {"machine": origin(record)}
        for name, text in texts.items():
            parts.setdefault(page, {})[f"{benchmark}.{name}"] = text

        if hasattr(module, "charts"):
            for name, drawing in module.charts(record["results"]).items():
                (FIGURES / f"{name}.svg").write_text(drawing)

    for page, page_parts in parts.items():
        page.write_text(fill(page.read_text(), page_parts))


def fill(page: str, parts: dict[str, str]) -> str:
    """The page with each part between its markers; a part without markers is left out."""

    def with_part(marked: re.Match[str]) -> str:
        text = parts.get(marked["name"])
        return marked[0] if text is None else f"{marked[1]}\n{text}\n\n{marked[3]}"

    return MARKED.sub(with_part, page)


def origin(record: dict[str, Any]) -> str:
    """The command, the duration, the machine and the versions of a result, as one sentence."""
    return f"`{record['command']}`, {record['seconds']:.0f} s on {programs.machine_text(record['machine'])}."


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else RESULTS)
