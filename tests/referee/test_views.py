"""What a player may see, by the table of docs/views.md: files, a command, and the view that follows."""

import os
import re
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from referee.contest.folders import files_in
from referee.contest.limits import IsolationRequest
from referee.contest.players import player_of
from referee.contest.view import view_of

PAGE = Path(__file__).parents[2] / "docs" / "views.md"
_COLUMNS = 8
_LARGE = re.compile(r"(.*) \((\d+) MiB\)")
"""A file with its size, as in `bot/data (300 MiB)`."""
_LINK = " -> "
_PIPE = " (pipe)"
_BAR = re.compile(r"(?<!\\)\|")
"""A vertical bar between cells, which has no backslash before it."""


@dataclass(frozen=True)
class Row:
    """A row of the table: the cells of its columns. Paths are relative to a directory, which a command calls DIR.

    The last four are the paths in these fields of the view, sorted, with commas between them. A player sees a copy of
    what is `copied`, without what is `left_out`; it sees what is `live` as it is now, and what is `covered` empty.
    """

    name: str
    files: str
    """What is made before: `name = contents`, links, pipes and large files, separated by semicolons."""
    command: str
    options: str
    """What is asked of the isolation: `careful`, `expose PATH`, `hidden PATH`, `rival PATH` (another's program)."""
    copied: str
    left_out: str
    live: str
    covered: str


def rows_of_page() -> dict[str, Row]:
    """The rows of the table by their names. A vertical bar in a cell is written \\|."""
    rows = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        # The line begins and ends with a bar, before and after which there is nothing.
        texts = _BAR.split(line)[1:-1]
        cells = [text.strip().replace("\\|", "|") for text in texts]
        # The heading and the line below it have no code in their second cell.
        is_row = len(cells) == _COLUMNS and cells[1].startswith("`")
        if is_row:
            rows[cells[0]] = Row(*(cell.strip("`") for cell in cells))

    return rows


ROWS = rows_of_page()


def make_file(directory: Path, description: str) -> None:
    """Make a file, link, pipe or large file as the table describes it."""
    if _LINK in description:
        name, target = description.split(_LINK)
        path = with_parent(directory / name)
        path.symlink_to(target)
        return

    if description.endswith(_PIPE):
        os.mkfifo(with_parent(directory / description.removesuffix(_PIPE)))
        return

    large = _LARGE.fullmatch(description)
    name, _, text = (large[1] if large else description).partition(" = ")
    path = with_parent(directory / name)
    path.write_text(text.replace("\\n", "\n").replace("\\0", "\0").replace("DIR", str(directory)))
    path.chmod(0o755)
    if large:
        os.truncate(path, int(large[2]) << 20)


def with_parent(path: Path) -> Path:
    """The path, whose directory exists now."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def request_of(directory: Path, options: str) -> IsolationRequest:
    """The request with the options of a row."""
    # The mode says whether a sandbox is wanted; the view does not depend on it.
    request = IsolationRequest("off")
    for option in filter(None, options.split("; ")):
        kind, _, name = option.partition(" ")
        path = str(directory / name)
        if kind == "expose":
            request = replace(request, exposed=(path,))
        elif kind == "rival":
            request = replace(request, programs=(path,))
        elif kind == "hidden":
            request = replace(request, hidden=(path,))
        else:
            assert kind == "careful"
            # As --careful does, which requires a sandbox.
            request = replace(request, mode="require", careful=True)

    return request


@pytest.fixture
def directory(tmp_path, monkeypatch):
    """The directory DIR. It also has the user's home and the place for temporary files."""
    directory = Path(os.path.realpath(tmp_path)) / "dir"
    for name in ("home", "tmp"):
        (directory / name).mkdir(parents=True)

    monkeypatch.setenv("HOME", str(directory / "home"))
    monkeypatch.setattr("tempfile.tempdir", str(directory / "tmp"))
    return directory


@pytest.fixture
def view_for(directory):
    """view_for(row): the view of the row's command and options, after its files are made."""

    def look(row):
        for description in row.files.split("; "):
            make_file(directory, description)

        player = player_of(row.command.replace("DIR", str(directory)), str(directory))
        return view_of(request_of(directory, row.options), player.arguments, player.expose)

    return look


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS.keys())
def test_a_view_is_that_of_the_table(row, view_for, directory):
    def cell(paths):
        return ", ".join(sorted(os.path.relpath(path, directory) for path in paths))

    view = view_for(row)

    assert cell(view.copied) == row.copied
    assert cell(view.left_out) == row.left_out
    assert cell(view.live) == row.live
    assert cell(view.covered) == row.covered


def test_the_table_was_read():
    assert len(ROWS) >= 50


def test_the_links_on_the_way_to_a_program_are_shown(view_for, directory):
    """In this row p/a is a link to x/b, which is a link to y/real.sh, the program."""
    view = view_for(ROWS["a chain of links"])

    assert view.links == ((f"{directory}/p/a", "../x/b"), (f"{directory}/x/b", "../y/real.sh"))


def test_a_file_that_may_not_be_looked_at_is_left_out(tmp_path, monkeypatch):
    """It lies in a directory that may be listed and not entered, which root always may."""
    (tmp_path / "player.py").touch()
    (tmp_path / "private").touch()
    lstat = os.lstat

    def lstat_of_a_user(path):
        if str(path).endswith("private"):
            raise PermissionError
        return lstat(path)

    monkeypatch.setattr(os, "lstat", lstat_of_a_user)

    files = files_in(str(tmp_path))

    assert files is not None
    assert [relative for _, relative, _ in files] == ["", "player.py"]


def test_a_folder_with_paths_that_are_too_long_is_not_copied(tmp_path):
    """Six names of 200 characters and the slashes between them have 1,205 bytes; up to 1,024 are copied."""
    (tmp_path / "player.py").touch()
    tmp_path.joinpath(*["d" * 200] * 6).mkdir(parents=True)

    assert files_in(str(tmp_path)) is None


def test_a_large_folder_has_a_remark(view_for, directory):
    view = view_for(ROWS["a large folder"])

    assert view.remarks == (f"{directory}/bot: too large to be copied: players see it as it is",)
