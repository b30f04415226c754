"""Honest players of every kind win as much in a sandbox as outside it. Root starts their run, or an ordinary user.

Each function of MAKERS makes a player in the directory `top` and returns its command, or the path of a source, which
the referee compiles. The player finds the word crane in a file or in its own program, and guesses it. The fixtures of
tests/users.py, such as `home` and `points_of_run`, are for root first and then for an ordinary user.
"""

import shutil
import subprocess
import sys
import tempfile
import zipfile
from functools import cache
from pathlib import Path

import pytest

from referee.runner.control_group import limits_memory

LARGE = 100 << 20
"""Bytes of a file that is larger than the disk of a sandbox, 64 MiB."""
VERY_LARGE = 300 << 20
"""Bytes of a file. A folder of more than 256 MiB is not copied but shown as it is, if the player may read it."""
MODULE = 'from pathlib import Path\nprint((Path(__file__).resolve().parent / "word").read_text(), end="")\n'
"""A player in Python that guesses the word in the file beside it."""
SHELL = '#!/bin/sh\ncat "$(dirname "$0")/word"\n'
"""The same player for a shell. It looks beside the path with which it is started, which may be a link."""
SHELL_BEHIND_LINKS = '#!/bin/sh\ncat "$(dirname "$(readlink -f "$0")")/word"\n'
"""The same player for a shell. It looks beside the file at the end of all links."""
DATABASE = """
import sqlite3, sys
base = sqlite3.connect(sys.argv[1])
try:
    base.execute("pragma journal_mode=wal")
    base.execute("create table if not exists words (word)")
    base.execute("insert into words values ('crane')")
    base.commit()
except sqlite3.OperationalError:
    pass  # it may only be read
print(base.execute("select word from words").fetchone()[0], flush=True)
"""
"""A player that writes its word into a database with a write-ahead log and reads it; the path is its argument."""
JAVA = 'class Main { public static void main(String[] arguments) { System.out.println("crane"); } }\n'
HASKELL = 'main = putStrLn "crane"\n'
SOURCE = '#include <iostream>\n#include "word.h"\nint main() { std::cout << WORD << std::endl; }\n'


def put(path, text="crane\n", mode=0o644):
    """Write a file whose directory need not exist yet; returns its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)
    return path


@cache
def java_class():
    """The compiled class of JAVA."""
    with tempfile.TemporaryDirectory() as directory:
        source = put(Path(directory, "Main.java"), JAVA)
        subprocess.run(["javac", "-d", directory, source], check=True)
        return Path(directory, "Main.class").read_bytes()


def environment(directory, *paths):
    """Make a virtual environment without packages, which also imports from these paths; returns its Python."""
    subprocess.run(["/usr/bin/python3", "-m", "venv", "--without-pip", "--symlinks", directory], check=True)
    [packages] = directory.glob("lib/python*/site-packages")
    # Python imports from every path in a file of this ending.
    put(packages / "own.pth", "".join(f"{path}\n" for path in paths))
    return directory / "bin" / "python"


def file_of_its_own(top):
    put(top / "word")
    return f"python3 {put(top / 'main.py', MODULE)}"


def module(top):
    put(top / "package" / "word")
    put(top / "package" / "__main__.py", MODULE)
    return f"env PYTHONPATH={top} python3 -m package"


def environment_inside(top):
    put(top / "word")
    return f"{environment(top / 'venv')} {put(top / 'main.py', MODULE)}"


def editable_package(top):
    put(top / "source" / "editable" / "word")
    put(top / "source" / "editable" / "__main__.py", MODULE)
    return f"{environment(top / 'player' / 'venv', top / 'source')} -m editable"


def wrapper_of_an_interpreter(top):
    """An interpreter as of pyenv or conda, which the player's script starts.

    A program in a directory `bin` that has a directory `lib` beside it counts as an installation. In the place of an
    interpreter stands a copy of the shell, which is one file and needs nothing in `lib`.
    """
    (top / "versions" / "3.11" / "lib").mkdir(parents=True)
    interpreter = put(top / "versions" / "3.11" / "bin" / "python3", "", 0o755)
    shutil.copy("/bin/sh", interpreter)

    put(top / "word")
    main = put(top / "main", SHELL)
    return str(put(top / "wrapper", f"#!/bin/sh\nexec {interpreter} {main}\n", 0o755))


def jar(top):
    if shutil.which("javac") is None:
        return None

    with zipfile.ZipFile(top / "main.jar", "w") as archive:
        archive.writestr("META-INF/MANIFEST.MF", "Main-Class: Main\n")
        archive.writestr("Main.class", java_class())
    return f"java -jar {top}/main.jar"


def link_into_the_folder(top):
    put(top / "player" / "main", SHELL_BEHIND_LINKS, 0o755)
    put(top / "player" / "word")
    (top / "player" / "link").symlink_to("main")
    return f"{top}/player/link"


def link_out_of_the_folder(top):
    put(top / "elsewhere" / "main", SHELL_BEHIND_LINKS, 0o755)
    put(top / "elsewhere" / "word")
    (top / "player").mkdir()
    (top / "player" / "link").symlink_to("../elsewhere/main")
    return f"{top}/player/link"


def files_of_its_owner_alone(top):
    put(top / "word", mode=0o600)
    return f"sh {put(top / 'main', SHELL, 0o600)}"


def source(top):
    if shutil.which("c++") is None:
        return None
    put(top / "word.h", '#define WORD "crane"\n')
    return str(put(top / "main.cpp", SOURCE))


def haskell(top):
    if shutil.which("runghc") is None:
        return None
    return f"runghc {put(top / 'main.hs', HASKELL)}"


def large_data(top):
    with put(top / "data").open("r+") as file:
        file.truncate(LARGE)

    main = put(top / "main", f"test $(wc -c < {top}/data) -eq {LARGE} && head -n 1 {top}/data")
    return f"sh {main}"


def path_of_any_kind(top):
    put(top / "a blank" / "größe" / "word")
    put(top / "a blank" / "größe" / "main", SHELL, 0o755)
    return f"'{top}/a blank/../a blank/größe/main'"


def link_through_two_folders(top):
    """The player links to a link in another folder, and that one to the program in a third."""
    put(top / "real" / "main", SHELL_BEHIND_LINKS, 0o755)
    put(top / "real" / "word")
    (top / "between").mkdir()
    (top / "between" / "main").symlink_to("../real/main")
    (top / "player").mkdir()
    (top / "player" / "main").symlink_to("../between/main")
    return f"{top}/player/main"


def large_folder_of_its_owner_alone(top):
    """Where the referee is root and its players are not, the sandbox has to show a copy, however large."""
    with put(top / "data").open("r+") as file:
        file.truncate(VERY_LARGE)

    put(top / "word")
    main = put(top / "main", SHELL, 0o700)
    top.chmod(0o700)
    return str(main)


def environment_with_a_module_of_its_owner_alone(top):
    python = environment(top / "venv")
    [packages] = (top / "venv").glob("lib/python*/site-packages")
    put(packages / "secretive.py", "print('crane')\n", 0o600)
    return f"{python} -c 'import secretive'"


def program_that_may_not_be_read(top):
    shutil.copy(shutil.which("printf"), top / "tool")
    (top / "tool").chmod(0o111)
    return f"{top}/tool 'crane\\n'"


def database_with_a_log_in_the_working_directory(top):
    return f"python3 {put(top / 'main.py', DATABASE)} word.db"


def database_with_a_log_beside_its_program(top):
    # The author has run it before, so the database is there. In a sandbox it may only be read.
    subprocess.run([sys.executable, put(top / "main.py", DATABASE), top / "word.db"], check=True, capture_output=True)
    return f"python3 {top}/main.py {top}/word.db"


def java_with_a_heap_in_a_file_of_memory(top):
    if shutil.which("javac") is None:
        return None
    (top / "Main.class").write_bytes(java_class())
    return f"java -XX:+UseZGC -Xmx256m -cp {top} Main"


def device_that_is_always_full(top):
    return f"sh {put(top / 'main', 'echo x > /dev/full && exit 1; echo crane')}"


def second_directory_for_temporary_files(top):
    return "sh -c 'echo crane > /var/tmp/lingo-honest-$$; cat /var/tmp/lingo-honest-$$; rm /var/tmp/lingo-honest-$$'"


# A function returns None where the machine lacks what its player needs.
MAKERS = (
    file_of_its_own, module, environment_inside, editable_package, wrapper_of_an_interpreter, jar,
    link_into_the_folder, link_out_of_the_folder, files_of_its_owner_alone, source, haskell, large_data,
    path_of_any_kind, link_through_two_folders, large_folder_of_its_owner_alone,
    environment_with_a_module_of_its_owner_alone,
    program_that_may_not_be_read, database_with_a_log_in_the_working_directory, database_with_a_log_beside_its_program,
    java_with_a_heap_in_a_file_of_memory, device_that_is_always_full, second_directory_for_temporary_files,
)  # fmt: skip


@pytest.fixture(scope="module")
def commands(home):
    """The command of each player that can be made on this machine, by the name of its maker."""
    commands = {}
    for make in MAKERS:
        directory = home / make.__name__
        directory.mkdir()
        command = make(directory)
        if command is not None:
            commands[make.__name__] = command

    return commands


JAVA_WITH_A_FILE_OF_MEMORY = java_with_a_heap_in_a_file_of_memory.__name__
ONLY_AS_ORDINARY_USER = pytest.mark.parametrize("as_user", ["nobody"], indirect=True)


def test_they_win_in_a_sandbox(points_of_run, commands, sandbox_or_skip, runs_as_root):
    sandbox_or_skip()
    players = dict(commands)
    # A sandbox refuses files in memory where the kernel does not count the memory of players.
    kernel_counts_memory = runs_as_root and limits_memory()
    if not kernel_counts_memory:
        players.pop(JAVA_WITH_A_FILE_OF_MEMORY, None)

    points = points_of_run("require", *[f"{name}={command}" for name, command in players.items()])

    assert points == dict.fromkeys(players, 500)


@ONLY_AS_ORDINARY_USER
def test_they_win_without_a_sandbox(points_of_run, commands):
    players = [f"{name}={command}" for name, command in commands.items()]

    # Without a sandbox the limit on disk holds for each file, also for one in memory as a Java machine's heap is.
    points = points_of_run("off", *players, options=["--disk", "off"])

    assert points == dict.fromkeys(commands, 500)


@ONLY_AS_ORDINARY_USER
def test_java_wins_where_files_in_memory_are_refused_if_its_disk_is_larger(points_of_run, commands, sandbox_or_skip):
    """An ordinary user is refused them. The heap then lies on the sandbox's disk, whose 64 MiB are too few for it."""
    sandbox_or_skip()
    if JAVA_WITH_A_FILE_OF_MEMORY not in commands:
        pytest.skip("there is no javac")

    command = commands[JAVA_WITH_A_FILE_OF_MEMORY]

    assert points_of_run("require", f"java={command}", options=["--disk", "1G"]) == {"java": 500}


@pytest.fixture
def directories_of_sandbox():
    """Directories at paths that a sandbox uses itself: in its /tmp, or through links to that."""
    paths = [Path("/tmp/lingo-honest"), Path("/var/tmp/lingo-honest"), Path("/dev/shm/lingo-honest")]
    if any(path.exists() for path in paths):
        pytest.skip("one of the directories is there already")

    for path in paths:
        path.mkdir()

    yield paths

    for path in paths:
        shutil.rmtree(path)


def test_players_at_paths_that_the_sandbox_uses_itself_win(points_of_run, sandbox_or_skip, directories_of_sandbox):
    sandbox_or_skip()
    players = []
    for name, directory in zip("abc", directories_of_sandbox, strict=True):
        players.append(f"{name}={file_of_its_own(directory)}")
        # The player may be an ordinary user, whom the umask of the tests may keep out.
        directory.chmod(0o755)

    assert points_of_run("require", *players) == {"a": 500, "b": 500, "c": 500}
