"""Puts random faults into a copy of the product, one at a time, and says which of them the package's tests catch.

A fault is another comparison (`<=` for `<`), a whole number that is one too large or too small, `or` for `and`, or a
negated condition. A fault that no test catches shows what is not tested, or code that has no effect.

    python -m tools.random_faults --seed 1 --count 20 --jobs 2
    python -m tools.random_faults --seed 1 --under codebreaker/search
"""

import argparse
import ast
import random
import shutil
import subprocess
import sys
import tempfile
import venv
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
BIN = Path(sys.prefix, "bin")
"""The programs of the environment that runs this one."""
PACKAGES = ("codebreaker", "lingo_bot", "lingo_common", "precompute", "referee", "wordlists")

KINDS = (ast.If | ast.While | ast.IfExp, ast.Compare, ast.BoolOp, ast.Constant)
"""The four kinds of places for a fault: a condition, a comparison, `and` or `or`, and a number."""

LIMIT_SECONDS = 1800
"""The tests of a package need a few minutes at most, so a fault that makes them take longer is caught."""


def _both_ways(*pairs: tuple[type, type]) -> dict[type, type]:
    """Return each operator of the pairs with the other one of its pair."""
    swaps = dict(pairs)
    for operator, other in pairs:
        swaps[other] = operator
    return swaps


SWAPS: dict[type, Any] = _both_ways(
    (ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.Is, ast.IsNot), (ast.In, ast.NotIn),
    (ast.And, ast.Or),
)  # fmt: skip


class Fault(NamedTuple):
    """A changed place in a file of the product."""

    file: str
    """The path from the project's root."""
    change: str
    """The line, and the expression before and after."""
    text: str
    """The text of the file with the fault."""


def faults(seed: int, count: int, under: str = "") -> list[Fault]:
    """Return random faults in the files whose path begins with `under`; every kind of fault is equally likely.

    A kind that has no place in these files is left out, so that a small folder can be tried alone.
    """
    sites = _sites(under)
    places_of = {kind: [site for site in sites if isinstance(site[2], kind)] for kind in KINDS}
    kinds = [kind for kind in KINDS if places_of[kind]]
    if not kinds:
        sys.exit(f"no file of the product has a path that begins with '{under}'")

    rng = random.Random(seed)
    chosen = []
    for kind in rng.choices(kinds, k=count):
        path, index, _ = rng.choice(places_of[kind])
        chosen.append(_fault(path, index, rng))
    return chosen


def _sites(under: str) -> list[tuple[Path, int, ast.AST]]:
    """Return each place that can be changed: the file, the position among the nodes that ast.walk visits, the node."""
    sites = []
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if not str(path.relative_to(ROOT)).startswith(under):
                continue
            for index, node in enumerate(ast.walk(ast.parse(path.read_text()))):
                # A constant that is no whole number, such as a text or True, is no place for a fault.
                if not isinstance(node, ast.Constant) or type(node.value) is int:
                    sites.append((path, index, node))
    return sites


def _fault(path: Path, index: int, rng: random.Random) -> Fault:
    """Return the fault at that position among the nodes of the file."""
    tree = ast.parse(path.read_text())
    node: Any = list(ast.walk(tree))[index]
    before = ast.unparse(getattr(node, "test", node))

    match node:
        case ast.Compare():
            node.ops[0] = SWAPS[type(node.ops[0])]()
        case ast.BoolOp():
            node.op = SWAPS[type(node.op)]()
        case ast.Constant(value=int(number)):
            node.value = number + rng.choice((-1, 1))
        case _:
            node.test = ast.UnaryOp(ast.Not(), node.test)

    after = ast.unparse(getattr(node, "test", node))
    return Fault(str(path.relative_to(ROOT)), f"{node.lineno}: {before} -> {after}", ast.unparse(tree))


def first_failure(fault: Fault) -> str:
    """Return the first test that fails with the fault, "" if none does.

    The tests of the file's package run in a copy of the project that has an environment of its own, because tests
    start the installed programs.
    """
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        home = Path(folder, "project")
        shutil.copytree(ROOT, home, ignore=shutil.ignore_patterns(".*", "node_modules", "pit", "site"))
        # Some tests read the folder beside the project, if there is one.
        Path(folder, "shared").symlink_to(ROOT.parent / "shared")
        (home / fault.file).write_text(fault.text)
        _make_environment(home)

        package = fault.file.partition("/")[0]
        python = home / ".venv/bin/python"
        command = ["timeout", str(LIMIT_SECONDS), str(python), "-m", "pytest", "-x", "-n0", f"tests/{package}"]
        done = subprocess.run(command, cwd=home, capture_output=True, text=True, check=False)

    if done.returncode == 0:
        return ""
    failures = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failures[0] if failures else f"exit {done.returncode}"


def _make_environment(home: Path) -> None:
    """Make an environment in the copy of the project: its own modules and programs, the packages of this one."""
    venv.create(home / ".venv", symlinks=True)

    [packages] = (home / ".venv").glob("lib/python3*/site-packages")
    installed = [part for part in sys.path if "site-" in part]
    packages.joinpath("all.pth").write_text("\n".join([str(home), *installed]))

    for program in BIN.iterdir():
        # Our programs and pytest begin with the path of the Python that runs them.
        if program.read_bytes().startswith(f"#!{BIN}".encode()):
            copy = Path(shutil.copy(program, home / ".venv/bin"))
            copy.write_text(program.read_text().replace(str(BIN), str(copy.parent)))


def main() -> None:
    """Try the faults that the command line asks for, and print each with the test that caught it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="the same seed draws the same faults")
    parser.add_argument("--count", type=int, default=20, help="how many faults are drawn")
    parser.add_argument("--jobs", type=int, default=1, help="how many are tried at a time")
    parser.add_argument("--first", type=int, default=1, metavar="N", help="begin with fault N of those drawn")
    parser.add_argument("--under", default="", metavar="PATH", help="only files whose path begins like this")
    options = parser.parse_args()

    chosen = faults(options.seed, options.count, options.under)[options.first - 1 :]
    caught = 0
    with ThreadPoolExecutor(options.jobs) as threads:
        failures = threads.map(first_failure, chosen)
        for number, (fault, failure) in enumerate(zip(chosen, failures, strict=True), options.first):
            if failure:
                caught += 1
            print(f"{number}. {fault.file}:{fault.change}\n   {failure or 'NOT CAUGHT'}", flush=True)
    print(f"{caught} of {len(chosen)} faults caught")


if __name__ == "__main__":
    main()
