"""The command: run benchmarks by name, print their tables and store the results."""

import importlib
import json
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import click

from benchmarks import programs
from lingo_common.files import write_whole

BENCHMARKS = (
    "launch",
    "estimates",
    "page",
    "offline",
    "find",
    "mastermind",
    "referee",
    "names",
    "channels",
    "watches",
    "intervals",
    "audit",
)
"""In running order: the benchmarks that other load disturbs most come first."""


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--quick", is_flag=True, help="Use small samples: all benchmarks in under three minutes.")
@click.option("--json", "directory", metavar="DIR", help="Write the results to DIR/NAME.json.")
def main(names: tuple[str, ...], quick: bool, directory: str | None) -> None:
    """Run the named benchmarks, or all of them."""
    for name in names:
        if name not in BENCHMARKS:
            raise click.UsageError(f"no benchmark {name!r}; the benchmarks are {', '.join(BENCHMARKS)}")

    click.echo(programs.machine_text(programs.machine()))
    for name in names or BENCHMARKS:
        # Each module has the functions measure(quick) and tables(results); see the package's docstring.
        module = importlib.import_module(f"benchmarks.{name}")
        title = (module.__doc__ or "").splitlines()[0]
        click.echo(f"\n## {name}: {title}\n")

        record = record_of(name, module, quick)
        for table in module.tables(record["results"]).values():
            click.echo(f"{table}\n")

        if directory:
            Path(directory).mkdir(parents=True, exist_ok=True)
            write_whole(Path(directory) / f"{name}.json", json.dumps(record, indent=1) + "\n")


def record_of(name: str, module: ModuleType, quick: bool) -> dict[str, Any]:
    """Return the results of a benchmark, with the command, its seconds and the facts about the machine."""
    # The load is one of these facts, so they are taken before the benchmark itself makes load.
    facts = programs.machine()

    start = time.perf_counter()
    results = module.measure(quick)
    return {
        "benchmark": name,
        "command": f"python -m benchmarks {name}{' --quick' if quick else ''}",
        "machine": facts,
        "seconds": round(time.perf_counter() - start, 1),
        "results": results,
    }


if __name__ == "__main__":
    main()
