"""A file that a player asks for and that its sandbox does not show is named, with the way to show it."""

import shlex
from functools import partial

import pytest

from referee.check.unseen_files import unseen_files
from referee.contest.players import player_of
from referee.game.unseen_paths import unseen_paths


@pytest.fixture
def named(play, program, sandbox, tmp_path):
    """What is said of a game whose player runs this script in a sandbox."""
    sandbox = sandbox(str(tmp_path / "secret"))

    def found(script):
        record = play("tells.sh", script, sandbox=sandbox)
        return unseen_files(record, player_of(program("tells.sh", script)), partial(unseen_paths, sandbox=sandbox))

    return found


def test_a_file_elsewhere(named, tmp_path):
    """Its name is not cut, also where it is long and has blanks."""
    folder = tmp_path / "a folder"
    folder.mkdir()
    path = folder / f"words: {'x' * 100}"
    path.write_text("dozes\n")
    [finding] = named(f"cat '{path}'")
    assert finding.says == f"{path} exists, but the sandbox does not show it"
    assert finding.advice.endswith(f"give --expose '{folder}'.")
    assert not finding.breach


@pytest.mark.parametrize(
    "text", ["No module named 'helper'", "Cannot find module './helper.js'", "cannot load such file -- FOLDER/helper"]
)
def test_a_module_beside_the_script_of_a_careful_run(sandbox, tmp_path, text):
    """Its file is named, although the interpreter does not name it."""
    for name in ("main.py", "other.py", "helper.js"):
        (tmp_path / name).write_text("")
    look = partial(unseen_paths, sandbox=sandbox(careful=True))
    player = player_of("python3 main.py", str(tmp_path))
    assert look(text.replace("FOLDER", str(tmp_path)), player) == [f"{tmp_path}/helper.js"]


def test_a_directory_is_to_be_exposed_itself(named, tmp_path):
    (tmp_path / "lib").mkdir()
    [finding] = named(f"ls {tmp_path}/lib")
    assert finding.advice.endswith(f"give --expose {tmp_path}/lib.")


def test_what_is_absent_visible_or_secret_is_not_named(named, program, tmp_path):
    (tmp_path / "secret").write_text("dozes\n")
    own = shlex.split(program("tells.sh"))[0]
    assert named(f"cat /there/is/none {tmp_path}/secret; echo {own} /usr/bin/env /dev/full") == []


def test_check_and_game_say_it(referee, wordlist, program, sandbox, tmp_path):
    sandbox()
    (tmp_path / "words").write_text("")
    player = "p=" + program("tells.sh", f"cat {tmp_path}/words")
    checked = referee("check", "--players", player, "--wordlist", wordlist, "--lengths", 5)
    assert f"remark: not-visible: {tmp_path}/words exists, " in checked.stdout
    played = referee("game", player, "--wordlist", wordlist, "--word", "dozes")
    assert f"give --expose {tmp_path}.\n" in played.stderr
