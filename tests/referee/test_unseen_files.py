"""A file that a player asks for and that its sandbox does not show is named, with the way to show it."""

import resource
import shlex
from functools import partial

import pytest

from referee import play_game
from referee.check.trial_games import unseen_files
from referee.contest.players import player_of
from referee.game.unseen_paths import unseen_paths


@pytest.fixture
def named(play_for_dozes, player_command, sandbox_or_skip, tmp_path):
    """What is said of a game whose player runs this script in a sandbox."""
    sandbox = sandbox_or_skip(str(tmp_path / "secret"))

    def found(script):
        record = play_for_dozes("tells.sh", script, sandbox=sandbox)
        return unseen_files(
            record, player_of(player_command("tells.sh", script)), partial(unseen_paths, sandbox=sandbox)
        )

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

    [finding] = named(f"ls '{folder}'")
    assert finding.advice.endswith(f"give --expose '{folder}'.")


@pytest.mark.parametrize(
    "text", ["No module named 'helper'", "Cannot find module './helper.js'", "cannot load such file -- FOLDER/helper"]
)
def test_a_module_beside_the_script_of_a_careful_run(sandbox_or_skip, tmp_path, text):
    """Its file is named, although the interpreter does not name it."""
    for name in ("main.py", "other.py", "helper.js"):
        (tmp_path / name).write_text("")
    look = partial(unseen_paths, sandbox=sandbox_or_skip(careful=True))
    player = player_of("python3 main.py", str(tmp_path))
    assert look(text.replace("FOLDER", str(tmp_path)), player) == [f"{tmp_path}/helper.js"]


def test_what_is_absent_visible_or_secret_is_not_named(named, player_command, tmp_path):
    (tmp_path / "secret").write_text("dozes\n")
    own = shlex.split(player_command("tells.sh"))[0]
    assert named(f"cat /there/is/none {tmp_path}/secret; echo {own} /usr/bin/env /dev/full") == []


def test_check_and_game_say_it(referee, wordlist, player_command, sandbox_or_skip, tmp_path):
    sandbox_or_skip()
    (tmp_path / "words").write_text("")
    player = "p=" + player_command("tells.sh", f"cat {tmp_path}/words")
    checked = referee("check", "--players", player, "--wordlist", wordlist, "--lengths", 5)
    assert f"remark: not-visible: {tmp_path}/words exists, " in checked.stdout
    played = referee("game", player, "--wordlist", wordlist, "--word", "dozes")
    assert f"give --expose {tmp_path}.\n" in played.stderr


@pytest.fixture
def hints(referee, sandbox_or_skip, tmp_path):
    """hints(command, *options): what `check` says of not-visible files of a player that fails, typed in tmp_path."""
    sandbox_or_skip()

    def of(command, *options):
        said = referee("check", "--players", f"p={command}", "--lengths", 5, "--sandbox", "require", *options).stdout
        lines = said.splitlines()
        return [lines[place] + lines[place + 1] for place, line in enumerate(lines) if "not-visible" in line]

    return of


def test_a_path_that_only_the_player_names_is_not_to_be_exposed(hints, tmp_path, tmp_path_factory):
    secret = tmp_path_factory.mktemp("other") / "key"
    secret.write_text("")
    (tmp_path / "player.sh").write_text(f"echo {secret} is missing >&2\n")
    [hint] = hints(f"sh {tmp_path}/player.sh")

    assert f"{secret} exists" in hint
    assert "--expose" not in hint

    [hint] = hints(f"sh {tmp_path}/player.sh {secret.parent}/none/../key")
    assert "--expose" not in hint


def test_neither_a_home_nor_the_root_is_to_be_exposed(hints, tmp_path, monkeypatch):
    """Also where the command names them, and for a file there."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "words").write_text("")
    monkeypatch.setenv("HOME", str(home))
    [hint] = hints(f"sh -c 'cat {home}/words; ls {home} / /home /tmp >&2'")
    assert hint.endswith(f"give --expose {home}/words.")
    assert hints("sh -c 'echo / /root /home /tmp /proc/1 >&2'") == []


def test_a_player_that_writes_beside_itself_is_told_where_it_may(referee, sandbox_or_skip, tmp_path):
    sandbox_or_skip()
    (tmp_path / "player.sh").write_text('echo x > "$(dirname "$0")/note" || exit 1; echo crane\n')
    player = ("game", f"sh {tmp_path}/player.sh", "--word", "crane", "--sandbox")
    assert referee(*player, "off").returncode == 0
    done = referee(*player, "require")
    assert done.returncode == 1
    assert "in a sandbox a player can write to its working directory alone" in done.stderr


def test_a_link_to_what_a_sandbox_has_of_its_own_is_not_exposed(referee, tmp_path):
    (tmp_path / "link").symlink_to("/")
    done = referee("game", "true", "--word", "crane", "--expose", tmp_path / "link")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "is a link to /, of which a sandbox has its own" in done.stderr


def test_a_link_is_exposed_with_what_it_leads_to(wordlist, sandbox_or_skip, tmp_path, monkeypatch):
    sandbox_or_skip()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "word").write_text("dozes\n")
    (tmp_path / "link").symlink_to("data")
    player = f"sh -c 'cat {tmp_path}/link/word'"
    assert play_game(player, "dozes", wordlist=wordlist, sandbox="require", expose=["link"]).points == 500


def test_running_out_of_open_files_says_so(referee, wordlist, tmp_path):
    limit = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (16, 16))}
    players = ["a=echo able", "b=echo able"]
    done = referee(
        "run", "-q", "--players", *players, "--wordlist", wordlist, "--lengths", 4, "--rounds", 4, "--jobs", 8, **limit
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "players cannot be started: the runner has too many open files" in done.stderr
