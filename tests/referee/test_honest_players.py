"""Honest players of every kind win as much in a sandbox as outside, as root and as an ordinary user: one table."""

import json
import os
import shutil
import subprocess
import sys

PATIENCE = 300
LARGE = 100 << 20
MODULE = 'from pathlib import Path\nprint((Path(__file__).resolve().parent / "word").read_text(), end="")\n'
SHELL = '#!/bin/sh\ncat "$(dirname "$0")/word"\n'
JAVA = 'class Main { public static void main(String[] arguments) { System.out.println("crane"); } }\n'
SOURCE = '#include <iostream>\n#include "word.h"\nint main() { std::cout << WORD << std::endl; }\n'


def put(path, text="crane\n", mode=0o644):
    """Write a file whose directory need not exist yet."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)
    return path


def environment(place, *lines):
    """A virtual environment without packages, whose Python also imports from these directories."""
    subprocess.run(["/usr/bin/python3", "-m", "venv", "--without-pip", "--symlinks", place], check=True)
    [packages] = place.glob("lib/python*/site-packages")
    put(packages / "own.pth", "".join(f"{line}\n" for line in lines))
    return place / "bin" / "python"


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
    """As pyenv and conda have them: PREFIX/bin beside PREFIX/lib."""
    (top / "versions" / "3.11" / "lib").mkdir(parents=True)
    interpreter = put(top / "versions" / "3.11" / "bin" / "python3", "", 0o755)
    shutil.copy("/bin/sh", interpreter)
    put(top / "word")
    return str(put(top / "wrapper", f"#!/bin/sh\nexec {interpreter} {put(top / 'main', SHELL)}\n", 0o755))


def jar(top):
    if shutil.which("javac") is None or shutil.which("jar") is None:
        return None
    subprocess.run(["javac", "-d", top, put(top / "Main.java", JAVA)], check=True)
    subprocess.run(["jar", "cfe", "main.jar", "Main", "Main.class"], cwd=top, check=True)
    return f"java -jar {top}/main.jar"


def link_into_the_folder(top):
    put(top / "player" / "main", '#!/bin/sh\ncat "$(dirname "$(readlink -f "$0")")/word"\n', 0o755)
    put(top / "player" / "word")
    (top / "player" / "link").symlink_to("main")
    return f"{top}/player/link"


def link_out_of_the_folder(top):
    put(top / "elsewhere" / "main", '#!/bin/sh\ncat "$(dirname "$(readlink -f "$0")")/word"\n', 0o755)
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


def large_data(top):
    with put(top / "data").open("r+") as file:
        file.truncate(LARGE)
    return f"sh {put(top / 'main', f'''test $(wc -c < {top}/data) -eq {LARGE} && head -n 1 {top}/data''')}"


def path_of_any_kind(top):
    put(top / "a blank" / "größe" / "word")
    put(top / "a blank" / "größe" / "main", SHELL, 0o755)
    return f"'{top}/a blank/../a blank/größe/main'"


MAKERS = (
    file_of_its_own, module, environment_inside, editable_package, wrapper_of_an_interpreter, jar,
    link_into_the_folder, link_out_of_the_folder, files_of_its_owner_alone, source, large_data, path_of_any_kind,
)  # fmt: skip


def test_honest_players(user, place, owned, sandbox):
    sandbox()
    put(place / "words.txt")
    commands = {make.__name__: make(place / make.__name__) for make in MAKERS if not (place / make.__name__).mkdir()}
    players = [f"{name}={command}" for name, command in commands.items() if command is not None]
    owned()
    variables = {**os.environ, "HOME": str(place), "XDG_CACHE_HOME": str(place / "cache")}
    for level in ("off", "require"):
        options = ["--words", place / "words.txt", "--sandbox", level, "--format", "json", "--out", place / level]
        command = [*user, sys.executable, "-m", "referee", "run", "--players", *players, *options]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, cwd=place, env=variables)
        assert done.returncode == 0, done.stderr
        totals = {player["name"]: player["total"] for player in json.loads(done.stdout)["players"]}
        assert totals == dict.fromkeys(totals, 500), done.stderr
        assert len(totals) == len(players)
