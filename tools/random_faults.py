"""Puts random faults into a copy of the product, one at a time, and says which of them the package's tests catch.

A fault is another comparison, a whole number ±1, `or` for `and`, or a negated condition. --first N begins with fault N.
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
from typing import Any

ROOT, BIN = Path(__file__).parents[1], Path(sys.prefix, "bin")
PACKAGES = ("codebreaker", "lingo_bot", "lingo_common", "precompute", "referee", "wordlists")
SWAPS: dict[Any, Any] = {ast.Lt: ast.LtE, ast.Gt: ast.GtE, ast.Eq: ast.NotEq, ast.Is: ast.IsNot, ast.In: ast.NotIn}
SWAPS |= {changed: operator for operator, changed in SWAPS.items()} | {ast.And: ast.Or, ast.Or: ast.And}
KINDS = (ast.If | ast.While | ast.IfExp, ast.Compare, ast.BoolOp, ast.Constant)
LIMIT = ("timeout", "1800")
"""A fault that makes the tests take longer is caught."""


def faults(seed: int, count: int) -> list[tuple[str, str, str]]:
    """(file, what is changed, the faulty text) of each fault; all four kinds are equally likely."""
    files = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    sites = [(path, index, node) for path in files for index, node in enumerate(ast.walk(ast.parse(path.read_text())))
             if type(getattr(node, "value", 0)) is int]  # fmt: skip
    rng, chosen = random.Random(seed), []
    for kind in rng.choices(KINDS, k=count):
        path, index, _ = rng.choice([site for site in sites if isinstance(site[2], kind)])
        node: Any = list(ast.walk(tree := ast.parse(path.read_text())))[index]
        before = ast.unparse(getattr(node, "test", node))
        if isinstance(node, ast.Compare):
            node.ops[0] = SWAPS[type(node.ops[0])]()
        elif isinstance(node, ast.BoolOp):
            node.op = SWAPS[type(node.op)]()
        elif hasattr(node, "value"):
            node.value += rng.choice((-1, 1))
        else:
            node.test = ast.UnaryOp(ast.Not(), node.test)
        change = f"{node.lineno}: {before} -> {ast.unparse(getattr(node, 'test', node))}"
        chosen.append((str(path.relative_to(ROOT)), change, ast.unparse(tree)))
    return chosen


def first_failure(file: str, text: str) -> str:
    """The first test that fails with this text of the file, "" if none does. The copy has programs of its own."""
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        home, tests = Path(folder, "project"), f"tests/{file.partition('/')[0]}"
        shutil.copytree(ROOT, home, ignore=shutil.ignore_patterns(".*", "node_modules", "pit", "site"))
        Path(folder, "shared").symlink_to(ROOT.parent / "shared")
        (home / file).write_text(text)
        venv.create(home / ".venv", symlinks=True)
        [packages] = (home / ".venv").glob("lib/python3*/site-packages")
        packages.joinpath("all.pth").write_text("\n".join([str(home), *(part for part in sys.path if "site-" in part)]))
        for program in (program for program in BIN.iterdir() if program.read_bytes().startswith(f"#!{BIN}".encode())):
            copy = Path(shutil.copy(program, home / ".venv/bin"))
            copy.write_text(program.read_text().replace(str(BIN), str(copy.parent)))
        command = [*LIMIT, str(home / ".venv/bin/python"), "-m", "pytest", "-x", "-n0", tests]
        done = subprocess.run(command, cwd=home, capture_output=True, text=True, check=False)
        failures = (line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR")))
        return next(failures, f"exit {done.returncode}") if done.returncode else ""


if __name__ == "__main__":
    caught, parser = 0, argparse.ArgumentParser(description=__doc__)
    for name, default in (("seed", 1), ("count", 20), ("jobs", 1), ("first", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    options = parser.parse_args()
    chosen = faults(options.seed, options.count)[options.first - 1 :]
    with ThreadPoolExecutor(options.jobs) as threads:
        failures = threads.map(lambda fault: first_failure(fault[0], fault[2]), chosen)
        for number, ((file, change, _), failure) in enumerate(zip(chosen, failures, strict=True), options.first):
            caught += bool(failure)
            print(f"{number}. {file}:{change}\n   {failure or 'NOT CAUGHT'}", flush=True)
    print(f"{caught} of {len(chosen)} faults caught")
