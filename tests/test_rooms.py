"""The order of rooms: imports only go down, folders stay small, and each name means one thing."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import imports
import pytest

ORDER = (
    {"benchmarks", "tools"},
    {"precompute"},
    {"lingo_bot", "referee"},
    {"codebreaker"},
    {"lingo_common.cli", "lingo_common.html", "lingo_common.screen"},
    {"wordlists"},
    {"codebreaker.rules"},
    {"codebreaker.reply", "codebreaker.step"},
    {"lingo_common"},
)
"""The rooms of the project from top to bottom; rooms of one line do not import one another."""
GROUND = frozenset.union(*map(frozenset, ORDER[4:]))
"""What the referee may import: it meets a player over a pipe and shares no other code with it."""
REFEREE = (
    {"referee"},
    {"referee.commands"},
    {"referee.run_contest"},
    {"referee.check", "referee.page", "referee.screens"},
    {"referee.storage"},
    {"referee.results"},
    {"referee.schedule"},
    {"referee.game"},
    {"referee.sandbox"},
    {"referee.process"},
    {"referee.contest"},
)
CODEBREAKER = (
    {"codebreaker.commands"},
    {"codebreaker.finders"},
    {"codebreaker.play"},
    {"codebreaker.games"},
    {"codebreaker.search"},
    {"codebreaker"},
)
MOST_MODULES = 16
"""Modules in a folder, without `__init__` and `__main__`."""


def room(module: str, order) -> str | None:
    """The room of the order that holds the module: the longest name that the module's name begins with."""
    names = [name for line in order for name in line if f"{module}.".startswith(f"{name}.")]
    return max(names, key=len, default=None)


def floor(room: str, order) -> int:
    """The number of a room's line, 0 at the top."""
    return next(number for number, line in enumerate(order) if room in line)


def going_up(order) -> set[tuple[str, str]]:
    """(room, room) for every import that does not go down; the packages' own entrances import what they like."""
    found = set()
    for importer, imported in imports.arrows():
        above, below = room(importer, order), room(imported, order)
        if None in (above, below) or above == below or imports.is_entrance(importer):
            continue
        if floor(above, order) >= floor(below, order):
            found.add((above, below))
    return found


@pytest.mark.parametrize("order", [ORDER, REFEREE, CODEBREAKER], ids=["project", "referee", "codebreaker"])
def test_imports_only_go_down(order):
    assert not going_up(order)


def test_the_referee_imports_the_ground_alone():
    inside = {(importer, imported) for importer, imported in imports.arrows() if room(importer, ORDER) == "referee"}
    others = {arrow for arrow in inside if room(arrow[1], ORDER) != "referee"}
    assert others and not {arrow for arrow in others if room(arrow[1], ORDER) not in GROUND}


def test_every_module_has_a_room():
    assert not [module for module in imports.modules() if room(module, ORDER) is None]
    assert not [module for module in imports.modules() if module.startswith("referee") and not room(module, REFEREE)]


def test_lazy_names_are_seen():
    """The reader of imports sees what the packages load when it is first asked for."""
    assert {("referee", "referee.api"), ("lingo_bot", "lingo_bot.assistant.player")} <= imports.arrows()


def test_only_commands_know_click():
    able = [
        module
        for module in imports.modules()
        if any(name.split(".")[0] == "click" for name in imports.imported(module))
    ]
    allowed = [module for module in able if ".commands" in module or module.startswith(("lingo_common.cli", "tools"))]
    assert allowed and set(able) - set(allowed) <= {"benchmarks.__main__"}


def test_no_folder_is_crowded():
    folders = Counter(path.parent for path in imports.modules().values() if not path.name.startswith("__"))
    assert not {str(folder): count for folder, count in folders.items() if count > MOST_MODULES}


def test_a_public_class_has_a_name_of_its_own():
    """Two classes are both called Player on purpose: lingo_bot.Player plays, referee.Player is played."""
    several = {name for name, homes in imports.public_classes().items() if len(homes) > 1}
    assert several == {"Player"}


@pytest.mark.parametrize("module", ["referee.contest", "referee.results.formats"])
def test_plain_data_loads_no_machinery(module):
    assert module in imports.modules()
    rooms = [name for name in imports.modules() if name == module or name.startswith(f"{module}.")]
    program = (
        f"import sys, {', '.join(rooms)}\n"
        "heavy = {'click', 'ctypes', 'subprocess', 'multiprocessing', 'sqlite3'} & set(sys.modules)\n"
        "print(sorted(heavy | {name for name in sys.modules if name.startswith('referee.process')}))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=Path(imports.ROOT), capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr
