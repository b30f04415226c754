"""Tries what `make dist` built, in a clean environment: python -m tools.release_check [DIRECTORY]"""

import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from tools.programs import PROGRAMS

ROOT = Path(__file__).parents[1]
PACKAGES = {"codebreaker", "lingo_bot", "lingo_common", "precompute", "referee", "wordlists"}
IN_WHEEL = (
    "lingo_bot/books/packaged.book", "lingo_bot/py.typed", "wordlists/lists/wordlist5.txt", "wordlists/lists/NOTICE",
    "lingo_common/html/templates/style.css", "referee/page/templates/report.html", "precompute/bounds.json",
)  # fmt: skip
IN_SDIST = ("docs/tutorial.md", "examples/players.txt", "tests/conftest.py", "Makefile", "CHANGELOG.md", "mkdocs.yml")


def main(directory: Path) -> None:
    """Check wheel and sdist, and report each step; exit with the first failure."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    [wheel] = directory.glob("*.whl")
    [sdist] = directory.glob("*.tar.gz")
    steps = chain(
        check_versions(project["version"], wheel, sdist),
        check_contents(wheel, sdist),
        check_installed(wheel, project["version"]),
    )
    for step in steps:
        print(f"ok: {step}")


def check_versions(version: str, wheel: Path, sdist: Path) -> Iterator[str]:
    """The version of the project is that of both archives and the newest of the changelog."""
    newest = re.findall(r"^## \[(\d[^\]]*)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[0]
    require(newest == version, f"the newest version in CHANGELOG.md is {newest}, the project has {version}")
    require(
        f"-{version}-" in wheel.name and sdist.name.endswith(f"-{version}.tar.gz"),
        f"{wheel.name} and {sdist.name} are not both of {version}",
    )
    yield f"version {version}"


def check_contents(wheel: Path, sdist: Path) -> Iterator[str]:
    """The wheel holds the packages with their data and nothing else; the sdist holds what a developer needs."""
    names = set(zipfile.ZipFile(wheel).namelist())
    tops = {name.split("/")[0] for name in names if ".dist-info" not in name and ".data" not in name}
    require(tops == PACKAGES, f"the wheel holds {sorted(tops)}")
    missing = sorted(set(IN_WHEEL) - names)
    require(not missing, f"the wheel lacks {missing}")

    # Each program has a page, and so has each of its commands.
    pages = [name for name in names if name.endswith(".1")]
    require(len(pages) > len(PROGRAMS), "the wheel has no man pages")
    yield f"{wheel.name}: {len(names)} files, {len(pages)} man pages, {wheel.stat().st_size / 1e6:.1f} MB"

    # Every name in a source archive begins with a folder that is named after the release.
    with tarfile.open(sdist) as archive:
        stored = {name.partition("/")[2] for name in archive.getnames()}
    missing = sorted(set(IN_SDIST) - stored)
    require(not missing, f"the sdist lacks {missing}")
    yield f"{sdist.name}: {len(stored)} files, {sdist.stat().st_size / 1e6:.1f} MB"


def check_installed(wheel: Path, version: str) -> Iterator[str]:
    """The wheel works where nothing else is installed: all programs, the Python names, README's player."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        venv.create(home / "venv", with_pip=True)
        programs = home / "venv" / "bin"
        run(programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel.resolve()))
        yield "installs in a clean environment"

        for name in PROGRAMS:
            require(run(programs / name, "--version", cwd=home) == f"{name} {version}\n", f"{name} --version")
            require((home / "venv" / "share" / "man" / "man1" / f"{name}.1").exists(), f"no man page of {name}")
        yield f"entry points: {', '.join(PROGRAMS)}"

        program = "import codebreaker, lingo_bot, referee; print(lingo_bot.__version__, lingo_bot.Player(5).guess())"
        # tares is the first guess of the packaged book of five letters.
        require(run(programs / "python", "-c", program, cwd=home) == f"{version} tares\n", "the Python names")
        yield "Python: Player(5).guess()"

        [source] = re.findall(r"^```python\n(.*?)^```$", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)
        (home / "mine.py").write_text(source)
        players = (f"lingo-bot={programs / 'lingo-bot'}", f"mine={programs / 'python'} mine.py")
        contest = ("--lengths", "5,8", "--rounds", "2", "--seed", "1", "--out", "results")
        board = run(programs / "referee", "run", "--players", *players, *contest, cwd=home)
        require("lingo-bot" in board and "mine" in board, "README's player")
        games = run(programs / "referee", "games", "results", cwd=home)
        require("solved" in games, "the games of README's player")
        yield "README: its player meets lingo-bot"


def run(*command: object, cwd: Path | None = None) -> str:
    """The standard output of a command; exit where it fails."""
    done = subprocess.run([*map(str, command)], cwd=cwd, capture_output=True, text=True, check=False)
    require(done.returncode == 0, f"{' '.join(map(str, command))}: exit {done.returncode}\n{done.stderr}")
    return done.stdout


def require(condition: bool, failure: str) -> None:
    """Exit with the failure unless the condition holds."""
    if not condition:
        sys.exit(f"release check: {failure}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if sys.argv[1:] else "dist"))
