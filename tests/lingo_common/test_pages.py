"""Pages for developers name what exists, and docs/reference is current."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from lingo_common.cli.command import all_commands
from referee.commands.program import referee as program
from tools import reference_pages

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("benchmarks", "codebreaker", "lingo_bot", "lingo_common", "precompute", "referee", "tools", "wordlists")
MODULES: list[Path] = []
for package in PACKAGES:
    MODULES += [path.relative_to(ROOT) for path in (ROOT / package).rglob("*.py")]

PATH = re.compile(r"`([a-z_]+(?:/[\w.-]+)+/?|[a-z_]+/)`")
"""A path in a page: `lingo_bot/book.py`, `referee/page/` or `tools/`."""
DOTTED = re.compile(rf"`((?:{'|'.join(PACKAGES)})(?:\.\w+)+)`")
"""A dotted name of this project in a page: `lingo_bot.Player`."""
PAGES = ["CONTRIBUTING.md", "docs/architecture.md", "docs/glossary.md"]


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_every_path_that_is_named_exists(page):
    # Folders that several programs have, or that are built.
    elsewhere = ("commands/", "page/", "site/", "docs/")
    paths = [path for path in PATH.findall(text_of(page)) if path not in elsewhere]
    assert not [path for path in paths if not (ROOT / path).exists()]


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/architecture.md"])
def test_the_paths_of_a_page_are_found(page):
    """With a pattern that finds nothing, the tests of paths could not fail."""
    assert len(PATH.findall(text_of(page))) > 20


@pytest.mark.parametrize("page", PAGES)
def test_every_module_that_is_named_exists(page):
    """A dotted name is a module, or a name in one."""
    modules = {".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in MODULES}
    names = DOTTED.findall(text_of(page))
    assert not [name for name in names if not {name, name.rpartition(".")[0]} & modules]


CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)")
"""A link to a file of the repository, and to a heading in it, of which either may be empty."""
LINKING_PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")]


def anchors_of(page: Path) -> set[str]:
    """The names under which GitHub links to the headings of a page: `A run: --seed` is `a-run---seed`."""
    headings = HEADING.findall(CODE.sub("", page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def leads_somewhere(page: Path, file: str, anchor: str) -> bool:
    """Whether the file of a link is there, and a page with that heading, if the link names one."""
    target = page.parent / file if file else page
    return target.exists() and (not anchor or anchor in anchors_of(target))


@pytest.mark.parametrize("page", LINKING_PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere_in_the_repository(page):
    """The site is checked when it is built, with anchors of its own, and has files that the repository lacks."""
    links = LINK.findall(CODE.sub("", page.read_text(encoding="utf-8")))
    assert not [link for link in links if not leads_somewhere(page, *link)]


FOLDERS = {path.parent for path in MODULES}
PACKAGES_AND_THEIR_FOLDERS = {folder for folder in FOLDERS if len(folder.parts) <= 2}


@pytest.mark.parametrize("folder", sorted(PACKAGES_AND_THEIR_FOLDERS), ids=str)
def test_every_package_and_every_folder_in_it_is_among_the_rooms(folder):
    """The section "Rooms" of CONTRIBUTING.md has a map of them."""
    [rooms] = re.findall(r"^## Rooms\n(.*?)^## ", text_of("CONTRIBUTING.md"), re.MULTILINE | re.DOTALL)
    assert f"{folder.name}/" in rooms


@pytest.mark.parametrize(("path", "text"), reference_pages.pages().items())
def test_the_page_is_current(path, text):
    assert path.read_text(encoding="utf-8") == text, "run make reference"


def test_every_page_has_a_program():
    assert set(reference_pages.HOME.iterdir()) == set(reference_pages.pages())


@pytest.fixture
def man_pages(tmp_path):
    """The paths of the man pages, in the directory of the test. The package that makes them, click-man, is optional."""
    return pytest.importorskip("tools.man_pages").write(tmp_path)


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
# click-man calls a function that click is going to remove.
@pytest.mark.filterwarnings("ignore:'click.utils.make_default_short_help':DeprecationWarning")
def test_man_pages_print_examples_as_they_are(man_pages, tmp_path):
    examples = re.findall(r"^ *(referee run .*)$", all_commands(program)["run"].help, re.MULTILINE)
    # A narrow page, on which troff would fill and break lines; -P-c for letters without the colours of a terminal.
    command = ["groff", "-man", "-Tutf8", "-P-c", "-rLL=60n", tmp_path / "referee-run.1"]
    page = subprocess.run(command, capture_output=True, text=True)

    # groff prints bold letters twice, with a backspace between them.
    printed = [line.strip() for line in re.sub(".\b", "", page.stdout).splitlines()]
    assert page.stderr == ""
    assert examples
    assert set(examples) <= set(printed)


@pytest.mark.filterwarnings("ignore:'click.utils.make_default_short_help':DeprecationWarning")
def test_a_man_page_begins_with_the_name_and_the_first_sentence(man_pages, tmp_path):
    assert tmp_path / "referee-leaderboard.1" in man_pages
    name_line = (tmp_path / "referee-leaderboard.1").read_text().splitlines()[2]
    assert name_line == (
        r"referee\-leaderboard \- Print who leads and the table of standings of the run in DIR, finished or not"
    )
