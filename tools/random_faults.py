"""Puts random faults into a copy of the product, one at a time, and says which of them the package's tests catch.

A fault is another comparison (`<=` for `<`), a whole number that is one too large or too small, `or` for `and`, or a
negated condition. A fault that no test catches shows what is not tested, or code that has no effect.

A test that fails with a fault runs again without it. If it fails then too, it says nothing about the fault: it is
named and left out.

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
from collections import defaultdict, deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
PACKAGES = ("codebreaker", "lingo_bot", "lingo_common", "precompute", "referee", "wordlists")

KINDS = (ast.If | ast.While | ast.IfExp, ast.Compare, ast.BoolOp, ast.Constant)
"""The four kinds of places for a fault: a condition, a comparison, `and` or `or`, and a number."""

NOT_COPIED = (".*", "node_modules", "pit", "site")
"""Names that a copy lacks: hidden files, npm's packages, the run of `make pit`, and the site of `make docs`."""
LIMIT_SECONDS = 1800
"""The tests of a package need a few minutes at most, so a fault that makes them take longer is caught."""


def _both_ways(*pairs: tuple[type, type]) -> dict[type, type]:
    """Return each operator of the pairs with the other one of its pair."""
    backwards = {second: first for first, second in pairs}
    return dict(pairs) | backwards


SWAPS: dict[type, Any] = _both_ways(
    (ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.Is, ast.IsNot), (ast.In, ast.NotIn),
    (ast.And, ast.Or),
)  # fmt: skip
"""The operator that a fault puts in the place of each of these."""


class Fault(NamedTuple):
    """A fault in a file of the product."""

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
    places = _places(under)
    kinds = [kind for kind in KINDS if places[kind]]
    if not kinds:
        sys.exit(f"no file of the product has a path that begins with '{under}'")

    rng = random.Random(seed)
    chosen = []
    for kind in rng.choices(kinds, k=count):
        path, index = rng.choice(places[kind])
        chosen.append(_fault(path, index, rng))
    return chosen


def _places(under: str) -> dict[Any, list[tuple[Path, int]]]:
    """Return by kind all places for a fault: the file, and the position among the nodes that ast.walk visits."""
    places: dict[Any, list[tuple[Path, int]]] = {kind: [] for kind in KINDS}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if not str(path.relative_to(ROOT)).startswith(under):
                continue
            for index, node in enumerate(ast.walk(ast.parse(path.read_text()))):
                # A constant that is no whole number, such as a text or True, is no place for a fault.
                if isinstance(node, ast.Constant) and type(node.value) is not int:
                    continue
                for kind in KINDS:
                    if isinstance(node, kind):
                        places[kind].append((path, index))
    return places


def _fault(path: Path, index: int, rng: random.Random) -> Fault:
    """Return the fault at that position among the nodes of the file; rng chooses where there are two ways."""
    tree = ast.parse(path.read_text())
    node: Any = list(ast.walk(tree))[index]
    # Of an `if`, the condition alone is shown, which is its attribute `test`.
    before = ast.unparse(getattr(node, "test", node))

    match node:
        case ast.Compare():
            # In a chain such as a < b < c the first comparison is changed.
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
    """Return the first test that fails with the fault and passes without it, "" if there is none.

    The tests of the file's package run, the nearest to the file first, because they are the likeliest to catch the
    fault. If they end without naming a test, `exit` and their exit status are returned.
    """
    deselections: list[str] = []
    while True:
        done = _run_tests("-x", *nearest_tests(fault.file), *deselections, fault=fault)
        if done.returncode == 0:
            return ""

        failures = _failed_tests(done.stdout)
        if not failures:
            return f"exit {done.returncode}"
        test = failures[0]
        if _run_tests(test).returncode == 0:
            return test

        print(f"left out, because it fails without a fault: {test}", flush=True)
        deselections.append(f"--deselect={test}")


def _run_tests(*arguments: str, fault: Fault | None = None) -> subprocess.CompletedProcess[str]:
    """Return the finished run of pytest in a copy of the project, which has the fault if there is one."""
    with _copy_of_project() as home:
        if fault:
            (home / fault.file).write_text(fault.text)

        # -n0: the tests run one after the other in this process, because --jobs may run several copies at a time.
        python = str(home / ".venv/bin/python")
        command = ["timeout", str(LIMIT_SECONDS), python, "-m", "pytest", "-n0", *arguments]
        return subprocess.run(command, cwd=home, capture_output=True, text=True, check=False)


def _failed_tests(output: str) -> list[str]:
    """Return the tests that the summary names: `tests/test_a.py::test_b` for `FAILED tests/test_a.py::test_b - …`."""
    failures = [line for line in output.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return [line.partition(" ")[2].partition(" - ")[0] for line in failures]


def nearest_tests(file: str) -> list[str]:
    """Return the test files of the package of a file, the nearest first.

    The nearest are those that import the file, then those that import a module that imports it, and so on. Last come
    those from which no imports lead to the file.
    """
    importers = _importers()
    module = _module_name(Path(file))
    distances = {module: 0}
    waiting = deque([module])
    while waiting:
        imported = waiting.popleft()
        for importer in sorted(importers[imported] - distances.keys()):
            distances[importer] = distances[imported] + 1
            waiting.append(importer)

    package = file.partition("/")[0]
    tests = [path.relative_to(ROOT) for path in sorted((ROOT / "tests" / package).rglob("test_*.py"))]
    # A distance is less than the number of modules that have one.
    unreachable = len(distances)
    tests.sort(key=lambda path: distances.get(_module_name(path), unreachable))
    return [str(path) for path in tests]


@cache
def _importers() -> dict[str, set[str]]:
    """Return, for each module that is imported anywhere in the product or its tests, the modules that import it."""
    importers: dict[str, set[str]] = defaultdict(set)
    for folder in (*PACKAGES, "tests"):
        for path in (ROOT / folder).rglob("*.py"):
            importer = _module_name(path.relative_to(ROOT))
            for node in ast.walk(ast.parse(path.read_text())):
                for imported in _imported_names(node):
                    importers[imported].add(importer)
    return importers


def _imported_names(node: ast.AST) -> list[str]:
    """Return what a node imports: for `from a import b` both `a` and `a.b`, because b may be a module or not."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module:
        return [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return []


def _module_name(path: Path) -> str:
    """Return the name under which a file of the project is imported: `referee.page` for referee/page/__init__.py."""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


@contextmanager
def _copy_of_project() -> Iterator[Path]:
    """Give a copy of the project that has an environment of its own, because tests start the installed programs."""
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        home = Path(folder, "project")
        shutil.copytree(ROOT, home, ignore=shutil.ignore_patterns(*NOT_COPIED))
        # Some tests read Wordle's lists from the folder `shared` beside the project, if there is one.
        Path(folder, "shared").symlink_to(ROOT.parent / "shared")
        make_environment(home)
        yield home


def make_environment(home: Path) -> None:
    """Make an environment in a copy of the project: the copy's modules, the packages of this environment.

    All programs are written anew, those of the project and those of the packages. They cannot be copied: their first
    line names the Python of this environment, in whatever form the path had when they were installed.
    """
    venv.create(home / ".venv", symlinks=True)

    [packages] = (home / ".venv").glob("lib/python3*/site-packages")
    # The folders of installed packages, without those of the standard library and of the project.
    installed = [part for part in sys.path if "site-" in part]
    packages.joinpath("all.pth").write_text("\n".join([str(home), *installed]))

    for program in entry_points(group="console_scripts"):
        path = home / ".venv/bin" / program.name
        path.write_text(
            f"#!{path.with_name('python')}\n"
            f"import sys\n"
            f"from {program.module} import {program.attr}\n"
            f"sys.exit({program.attr}())\n"
        )
        path.chmod(0o755)


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
