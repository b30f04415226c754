"""Pages for developers name what exists, and docs/reference is current."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from lingo_common.cli.command import commands_of
from referee.commands.program import referee as program
from tools import reference_pages

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("benchmarks", "codebreaker", "lingo_bot", "lingo_common", "precompute", "referee", "tools", "wordlists")
MODULES = [path.relative_to(ROOT) for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
PATH = re.compile(r"`([a-z_]+(?:/[\w.-]+)+/?|[a-z_]+/)`")
DOTTED = re.compile(rf"`((?:{'|'.join(PACKAGES)})(?:\.\w+)+)`")
PAGES = ["CONTRIBUTING.md", "docs/architecture.md", "docs/glossary.md"]


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_every_path_that_is_named_exists(page):
    own = ("commands/", "page/", "site/", "docs/")  # folders that several programs have, or that are built
    named = [path for path in PATH.findall(text_of(page)) if path not in own]
    assert len(named) > 20 or page not in PAGES[:2]
    assert not [path for path in named if not (ROOT / path).exists()]


@pytest.mark.parametrize("page", PAGES)
def test_every_module_that_is_named_exists(page):
    """A dotted name is a module, or a name in one."""
    modules = {".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in MODULES}
    named = DOTTED.findall(text_of(page))
    assert not [name for name in named if not {name, name.rpartition(".")[0]} & modules]


def test_every_room_is_on_the_map():
    [rooms] = re.findall(r"^## Rooms\n(.*?)^## ", text_of("CONTRIBUTING.md"), re.MULTILINE | re.DOTALL)
    folders = {path.parent for path in MODULES}
    assert not [str(folder) for folder in folders if len(folder.parts) == 1 and f"{folder}/" not in rooms]
    referee = {folder.name for folder in folders if folder.parts[:1] == ("referee",) and len(folder.parts) == 2}
    assert referee and not [name for name in referee if f"{name}/" not in rooms]


@pytest.mark.parametrize(("path", "text"), reference_pages.pages().items())
def test_the_page_is_current(path, text):
    assert path.read_text(encoding="utf-8") == text, "run make reference"


def test_every_page_has_a_program():
    assert set(reference_pages.HOME.iterdir()) == set(reference_pages.pages())


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
@pytest.mark.filterwarnings("ignore:'click.utils.make_default_short_help':DeprecationWarning")
def test_man_pages_print_examples_as_they_are(tmp_path):
    assert len(pytest.importorskip("tools.man_pages").write(tmp_path)) > 20
    name, sentence = (tmp_path / "referee-leaderboard.1").read_text().splitlines()[2].split(" \\- ")
    assert (name, sentence) == (
        r"referee\-leaderboard",
        "Print who leads and the table of standings of the run in DIR, finished or not",
    )
    examples = re.findall(r"^ *(referee run .*)$", commands_of(program)["run"].help, re.MULTILINE)
    command = ["groff", "-man", "-Tutf8", "-P-c", "-rLL=60n", tmp_path / "referee-run.1"]
    page = subprocess.run(command, capture_output=True, text=True)
    shown = [line.strip() for line in re.sub(".\b", "", page.stdout).splitlines()]
    assert page.stderr == "" and examples and set(examples) <= set(shown)
