"""Run the benchmarks named on the command line, or all of them."""

import importlib
import pkgutil
import sys
from pathlib import Path

from benchmarks import machine

NAMES = sorted(
    module.name
    for module in pkgutil.iter_modules([str(Path(__file__).parent)])
    if module.name not in ("__main__", "machine")
)


def main(wanted: list[str]) -> None:
    """Run each benchmark under a heading that says what it is and what it ran on."""
    unknown = sorted(set(wanted) - set(NAMES))
    if unknown:
        sys.exit(f"benchmarks: no benchmark {unknown[0]!r}; there are {', '.join(NAMES)}")
    print(machine.described())
    for name in wanted or NAMES:
        module = importlib.import_module(f"benchmarks.{name}")
        print(f"\n{name}: {(module.__doc__ or '').strip()}")
        module.main()


if __name__ == "__main__":
    main(sys.argv[1:])
