"""Write benchmark results into docs/performance.md, or into the PAGE that a benchmark names.

usage: python -m benchmarks.charts [RESULTS]      RESULTS: the directory of the *.json files; benchmarks/results

A table stands between `<!-- NAME.TABLE -->` and `<!-- end -->`; `<!-- NAME.machine -->` the line about the machine.
"""

import importlib
import json
import re
import sys
from pathlib import Path
from typing import Any

from benchmarks.contest import ROOT
from benchmarks.demands import demands
from benchmarks.measuring import machine

PAGE = ROOT / "docs" / "performance.md"
FIGURES = ROOT / "docs" / "figures"
RESULTS = ROOT / "benchmarks" / "results"
MARKED = re.compile(r"(<!-- (?P<name>[a-z]+\.[a-z]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def main(directory: Path) -> None:
    """Redraw all charts and rewrite the pages; a table without results stays as it is."""
    records = {path.stem: json.loads(path.read_text()) for path in sorted(directory.glob("*.json"))}
    parts = {PAGE: {"demands.table": demands({name: record["results"] for name, record in records.items()})}}
    for benchmark, record in records.items():
        module = importlib.import_module(f"benchmarks.{benchmark}")
        page = PAGE.with_name(getattr(module, "PAGE", PAGE.name))
        shown = module.tables(record["results"]) | {"machine": ran_on(record)}
        parts.setdefault(page, {}).update({f"{benchmark}.{name}": text for name, text in shown.items()})
        for name, drawing in getattr(module, "charts", lambda results: {})(record["results"]).items():
            (FIGURES / f"{name}.svg").write_text(drawing)
    for page, some in parts.items():
        page.write_text(filled(page.read_text(), some))


def filled(page: str, parts: dict[str, str]) -> str:
    """The page with each part between its markers; ValueError for a part without a marker."""
    missing = parts.keys() - {found["name"] for found in MARKED.finditer(page)}
    if missing:
        raise ValueError(f"the page has no marker <!-- {min(missing)} -->")

    def with_part(found: re.Match[str]) -> str:
        text = parts.get(found["name"])
        return found[0] if text is None else f"{found[1]}\n{text}\n\n{found[3]}"

    return MARKED.sub(with_part, page)


def ran_on(record: dict[str, Any]) -> str:
    """The command, the duration, the machine and the versions of a result, as one sentence."""
    return f"`{record['command']}`, {record['seconds']:.0f} s on {machine.described(record['machine'])}."


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else RESULTS)
