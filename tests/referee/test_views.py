"""What a player may see, by the table of docs/views.md: files, a command, and the view that follows."""

import os
import re
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from referee.contest.conditions import IsolationRequest
from referee.contest.players import player_of
from referee.contest.view import view_of

PAGE = Path(__file__).parents[2] / "docs" / "views.md"
_SIZE = re.compile(r"(.*) \((\d+) MiB\)")


@dataclass(frozen=True)
class Row:
    """A row of the table: the cells of its columns."""

    what: str
    files: str
    command: str
    options: str
    copied: str
    left_out: str
    live: str
    covered: str


def rows():
    """The rows of the table; a vertical bar in a cell is written \\|."""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) == 8 and cells[1].startswith("`"):
            what, *others = cells
            yield Row(what, *(cell.strip("`") for cell in others))


def make(top, description):
    """Make a file, link, pipe or large file as the table describes it."""
    name, _, text = description.partition(" = ")
    name, is_link, target = name.partition(" -> ")
    size = _SIZE.fullmatch(name)
    if size:
        name = size[1]
    path = top / name.removesuffix(" (pipe)")
    path.parent.mkdir(parents=True, exist_ok=True)
    if is_link:
        path.symlink_to(target)
    elif name.endswith(" (pipe)"):
        os.mkfifo(path)
    else:
        path.write_text(text.replace("\\n", "\n").replace("\\0", "\0").replace("DIR", str(top)))
        path.chmod(0o755)
        if size:
            os.truncate(path, int(size[2]) << 20)


def request_of(top, options):
    """The request of the options of a row."""
    request = IsolationRequest("off")
    for option in filter(None, options.split("; ")):
        kind, _, name = option.partition(" ")
        if kind == "expose":
            request = replace(request, exposed=(str(top / name),))
        elif kind == "rival":
            request = replace(request, programs=(str(top / name),))
        elif kind == "hidden":
            request = replace(request, hidden=(str(top / name),))
        else:
            assert kind == "careful"
            request = replace(request, mode="require", careful=True)

    return request


def shown(top, paths):
    """Paths as the table has them: sorted, relative to DIR, separated by commas."""
    return ", ".join(sorted(os.path.relpath(path, top) for path in paths))


def view_for(row, tmp_path, monkeypatch):
    """The view of a row, whose files are made in tmp_path."""
    top = Path(os.path.realpath(tmp_path)) / "dir"
    for folder in ("home", "tmp"):
        (top / folder).mkdir(parents=True)
    monkeypatch.setenv("HOME", str(top / "home"))
    monkeypatch.setattr("tempfile.tempdir", str(top / "tmp"))
    for description in row.files.split("; "):
        make(top, description)
    player = player_of(row.command.replace("DIR", str(top)), str(top))
    return top, view_of(request_of(top, row.options), player.arguments, player.expose)


@pytest.mark.parametrize("row", list(rows()), ids=lambda row: row.what)
def test_a_view_of_the_table(row, tmp_path, monkeypatch):
    top, view = view_for(row, tmp_path, monkeypatch)
    columns = [shown(top, paths) for paths in (view.copied, view.left_out, view.live, view.covered)]
    assert columns == [row.copied, row.left_out, row.live, row.covered]


def test_the_table_has_fifty_rows():
    assert len(list(rows())) >= 50


def test_the_links_on_the_way_to_a_program_are_shown(tmp_path, monkeypatch):
    [row] = [row for row in rows() if row.what == "a chain of links"]
    top, view = view_for(row, tmp_path, monkeypatch)
    assert view.links == ((f"{top}/p/a", "../x/b"), (f"{top}/x/b", "../y/real.sh"))


def test_a_large_folder_has_a_remark(tmp_path, monkeypatch):
    [row] = [row for row in rows() if row.what == "a large folder"]
    top, view = view_for(row, tmp_path, monkeypatch)
    assert view.remarks == (f"{top}/bot: too large to be copied: players see it as it is",)
