"""The helper process that owns all players: kills at any moment, and the copies of players' files."""

import contextlib
import itertools
import os
import random
import shlex
import signal
import stat
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from local_cluster import wait_until

from referee import open_run
from referee.contest.conditions import NO_ISOLATION, Limits
from referee.contest.contest import Fixture
from referee.contest.lists import read_word_games
from referee.contest.needs import needs_of
from referee.contest.own_files import with_files
from referee.contest.players import player_of
from referee.contest.view import view_of
from referee.game.play_game import game_setup, play_fixture
from referee.runner.client import Runner
from referee.runner.control_group import _places
from referee.runner.held_directory import remove
from referee.runner.messages import Launch
from referee.runner.proc import children, process
from referee.runner.stage import Stage
from referee.schedule.worker import other_files_here, problems_here

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
_numbers = itertools.count()


def with_token(token: str) -> list[int]:
    """The processes whose command line has the token."""
    pids = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):  # empty for a zombie
        with contextlib.suppress(OSError):
            if token.encode() in path.read_bytes():
                pids.append(int(path.parent.name))
    return pids


def groups_of(runner: int) -> list[str]:
    """The control groups of a runner."""
    return [str(path) for parent in {*_places().values()} for path in parent.glob(f"lingo-player-{runner}-*")]


class Running:
    """A run of `referee run` whose players take half a second a game and have a token in their command line."""

    def __init__(self, folder: Path, level: str) -> None:
        self.token = f"token{os.getpid()}x{next(_numbers)}"
        self.out = folder / "out"
        self.temporary = folder / "tmp"
        self.temporary.mkdir()
        (folder / "words").write_text("able\nseat\nteas\nzest\n")
        script = f"# {self.token}\nfor word in able seat teas zest; do echo $word; read -r reply; sleep 0.15; done"
        command = [sys.executable, "-m", "referee", "run", "--players", f"p=sh -c {shlex.quote(script)}", "--jobs", "2"]
        command += ["--wordlist", folder / "words", "--lengths", "4", "--rounds", "4", "--seed", "1"]
        command += ["--sandbox", level, "--out", self.out, "--quiet"]
        environment = {**os.environ, "TMPDIR": str(self.temporary)}
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen(command, cwd=folder, env=environment, **streams)
        wait_until(lambda: children(self.process.pid) or self.process.poll() is not None)
        self.runner = children(self.process.pid)[0]

    def nothing_is_left(self) -> bool:
        """Whether no process, control group or directory is left."""
        return not with_token(self.token) and not groups_of(self.runner) and not [*self.temporary.iterdir()]

    def totals(self) -> list[int]:
        """The points of all games."""
        with open_run(str(self.out)) as run:
            return sorted(game.points for game in run.games())


UNDISTURBED = [200, 300, 400, 500]
"""The points of the four games: the player guesses the four words in this order."""


@pytest.fixture(params=["off", "auto"])
def running(request, tmp_path):
    """A run at a level."""
    run = Running(tmp_path, request.param)
    yield run
    run.process.kill()
    run.process.communicate()


def test_a_killed_referee_leaves_nothing(running):
    wait_until(lambda: with_token(running.token))
    running.process.kill()
    wait_until(running.nothing_is_left)


def test_after_the_runner_was_killed_the_games_are_played_again(running):
    wait_until(lambda: with_token(running.token))
    players = with_token(running.token)
    os.kill(running.runner, signal.SIGKILL)
    wait_until(lambda: not set(players) & set(with_token(running.token)))
    _, errors = running.process.communicate(timeout=120)
    assert (running.process.returncode, errors) == (0, "")
    assert running.nothing_is_left()
    assert running.totals() == UNDISTURBED


def test_if_both_are_killed_the_next_referee_removes_what_is_left(running, monkeypatch):
    wait_until(lambda: with_token(running.token))
    os.kill(running.process.pid, signal.SIGSTOP)  # so that it starts no other runner
    os.kill(running.runner, signal.SIGKILL)
    running.process.kill()
    running.process.wait()
    wait_until(lambda: (runner := process(running.runner)) is None or runner.state in "ZX")
    monkeypatch.setattr("tempfile.tempdir", str(running.temporary))
    with Runner() as other:
        other.launch(Launch(("true",), "/")).close()
        wait_until(lambda: not groups_of(running.runner) and not with_token(running.token))
        assert [str(path) for path in running.temporary.iterdir()] == [other.directory]


def test_the_runner_is_in_a_session_of_its_own_and_hidden(runner):
    assert os.getsid(runner.pid) != os.getsid(0)
    wait_until(lambda: Path(f"/proc/{runner.pid}/cmdline").read_bytes().strip(b"\0").count(b"\0") == 0)
    assert os.stat(f"/proc/{runner.pid}/mem").st_uid == 0  # not dumpable: its files in /proc are root's


class TestStage:
    @pytest.fixture
    def folder(self, tmp_path):
        """A player's folder with what is copied and what is not."""
        folder = tmp_path / "player"
        (folder / "old").mkdir(parents=True)
        (folder / "old" / "run.sqlite").write_text("words")
        (folder / "pit.toml").write_text('words = "chosen"\nplayers = ["a"]\n')
        (folder / "chosen").write_text("crane\n")
        os.mkfifo(folder / "pipe")
        (folder / "lingo-job-1").mkdir()
        (folder / "main.py").write_text("import data\n")
        (folder / "main.py").chmod(0o4755)
        (folder / "secret").write_text("own\n")
        (folder / "secret").chmod(0o600)
        (folder / "link").symlink_to("main.py")
        os.utime(folder / "main.py", (1, 1_000_000_000))
        (folder / "env").mkdir()
        (folder / "env" / "pyvenv.cfg").write_text("")
        (folder / "rival").write_text("theirs\n")
        return folder

    @pytest.fixture
    def copy(self, folder, tmp_path):
        """The copy of the folder that a player sees whose rival's program is in it."""
        request = replace(NO_ISOLATION, programs=(str(folder / "rival"),))
        view = view_of(request, ("/bin/sh", str(folder / "main.py")))
        options = Stage(str(tmp_path)).arguments(view, False)
        return Path(options[options.index(str(folder)) - 1])

    def test_secrets_are_not_copied(self, copy):
        """Of directories that are left out, and of environments, which are shown as they are, there is an empty one."""
        assert {path.name for path in copy.iterdir()} == {"old", "main.py", "secret", "link", "env", "lingo-job-1"}
        assert not [*(copy / "old").iterdir(), *(copy / "env").iterdir(), *(copy / "lingo-job-1").iterdir()]

    def test_modes_times_and_links_stay(self, copy):
        """Except the bit that lets a program change its user."""
        assert (copy / "main.py").stat().st_mtime == 1_000_000_000
        assert [stat.S_IMODE((copy / name).stat().st_mode) for name in ("secret", "main.py")] == [0o600, 0o755]
        assert os.readlink(copy / "link") == "main.py"

    def test_nothing_is_removed_through_a_mount(self, tmp_path):
        """Root's runner mounts what players cannot reach; removing the run's directory must not follow."""
        if os.geteuid() != 0:
            pytest.skip("needs root, to mount")
        (tmp_path / "kept").mkdir()
        (tmp_path / "kept" / "file").write_text("kept\n")
        (tmp_path / "run" / "place").mkdir(parents=True)
        program = (
            "import sys\nfrom referee.runner.prctl import make_mount_namespace, mount_read_only\n"
            "from referee.runner.held_directory import remove\n"
            "kept, run = sys.argv[1:]\n"
            "assert make_mount_namespace() and mount_read_only(kept, run + '/place')\n"
            "remove(run)\n"
        )
        subprocess.run([sys.executable, "-c", program, tmp_path / "kept", tmp_path / "run"], check=True)
        assert (tmp_path / "kept" / "file").read_text() == "kept\n"
        remove(str(tmp_path / "run"))
        assert not (tmp_path / "run").exists()

    def test_a_file_that_is_changed_during_a_run_stays_as_it_was(self, sandbox, tmp_path):
        lists = read_word_games([5], None)
        found = sandbox()
        script = tmp_path / "mine" / "player.sh"
        script.parent.mkdir()
        script.write_text("echo crane\n")
        script.chmod(0o600)
        player = player_of(f"sh {script}")
        with game_setup(lists, Limits(), found) as setup:
            assert play_fixture(Fixture(player, 0, "crane"), setup).points == 500
            script.write_text("echo dozes\n")
            assert play_fixture(Fixture(player, 0, "crane"), setup).points == 500

    def test_a_large_folder_is_live_and_a_line_says_so(self, referee, sandbox, tmp_path):
        sandbox()
        folder = tmp_path / "large"
        folder.mkdir()
        with (folder / "data").open("wb") as file:
            file.truncate(300 << 20)
        (folder / "player.sh").write_text("echo able\n")
        (tmp_path / "words").write_text("able\n")
        done = referee("game", f"sh {folder}/player.sh", "--word", "able", "--wordlist", tmp_path / "words")
        assert done.returncode == 0, done.stderr
        assert f"{folder}: too large to be copied: players see it as it is" in done.stderr


def test_a_resumed_run_says_whose_files_have_changed(referee, tmp_path):
    script = tmp_path / "mine" / "player.sh"
    script.parent.mkdir()
    script.write_text("echo able\n")
    (tmp_path / "words").write_text("able\n")
    options = ("--wordlist", tmp_path / "words", "--lengths", "4", "--rounds", 1, "--out", tmp_path / "out")
    (tmp_path / "players.toml").write_text(f'[players]\np = {{command = "sh {script}", prepare = "true"}}')
    assert referee("run", "--players", f"@{tmp_path}/players.toml", *options).returncode == 0
    (script.parent / "__pycache__").mkdir()
    assert "changed" not in referee("run", "--resume", tmp_path / "out").stderr
    script.chmod(0o600)
    says = f"'p': its files have changed since the run began: {script}\n"
    assert says in referee("run", "--resume", tmp_path / "out").stderr
    script.unlink()
    assert f"began; {script} is not there any more\n" in referee("run", "--resume", tmp_path / "out").stderr


@pytest.fixture
def a_run_of_two(referee, tmp_path):
    """The directory of a finished run of two scripts in one folder, `mine`."""
    folder = tmp_path / "mine"
    folder.mkdir()
    for name in ("one", "two"):
        (folder / f"{name}.sh").write_text("echo able\n")
    (tmp_path / "words").write_text("able\n")
    players = [f"{name}=sh {folder}/{name}.sh" for name in ("one", "two")]
    options = ("--wordlist", tmp_path / "words", "--lengths", "4", "--rounds", 1, "--out", tmp_path / "out")
    assert referee("run", "--players", *players, *options).returncode == 0
    return tmp_path / "out"


def test_other_files_of_the_folder_are_listed_at_most_three(referee, a_run_of_two, tmp_path):
    for name in ("log", "notes", "a", "b", "c"):
        (tmp_path / "mine" / name).write_text("text")
    told = referee("run", "--resume", a_run_of_two).stderr
    folder = tmp_path / "mine"
    says = f"other files in the folder of 'one', 'two' changed since the run began: {folder}/a, {folder}/b, {folder}/c"
    assert f"{says} and 2 more\n" in told
    assert "its files have changed" not in told


def test_a_file_that_is_touched_has_not_changed(referee, a_run_of_two, tmp_path):
    os.utime(tmp_path / "mine" / "one.sh", (1, 1))
    assert "changed" not in referee("run", "--resume", a_run_of_two).stderr


def test_what_the_referee_writes_into_the_folder_has_not_changed(referee, a_run_of_two, tmp_path, contest):
    (tmp_path / "mine" / "pit").mkdir()
    contest("--players", "p=true", "--rounds", 1, "--out", tmp_path / "mine" / "pit" / "another")
    assert "changed" not in referee("run", "--resume", a_run_of_two).stderr


def test_a_report_that_was_written_beside_the_players_has_not_changed(referee, a_run_of_two, tmp_path):
    pytest.importorskip("matplotlib")
    assert referee("report", a_run_of_two, "--out", tmp_path / "mine" / "interim.html").returncode == 0
    assert "changed" not in referee("run", "--resume", a_run_of_two).stderr


def test_a_changed_script_is_told_of_its_own_player_alone(referee, a_run_of_two, tmp_path):
    (tmp_path / "mine" / "one.sh").write_text("echo zest\n")
    told = referee("run", "--resume", a_run_of_two).stderr
    assert f"player 'one': its files have changed since the run began: {tmp_path}/mine/one.sh\n" in told
    assert "player 'two': its files" not in told


def test_a_new_file_in_a_directory_that_the_command_names_is_not_held_against_it(referee, tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "able").write_text("")
    (tmp_path / "words").write_text("able\n")
    options = ("--wordlist", tmp_path / "words", "--lengths", "4", "--rounds", 1, "--out", tmp_path / "out")
    assert referee("run", "--players", f"p=ls {folder}", *options).returncode == 0
    (folder / "log").write_text("")
    told = referee("run", "--resume", tmp_path / "out").stderr
    assert f"other files in the folder of 'p' changed since the run began: {folder}/log\n" in told
    (folder / "able").write_text("another")
    told = referee("run", "--resume", tmp_path / "out").stderr
    assert f"player 'p': its files have changed since the run began: {folder}/able\n" in told


def test_a_worker_with_other_files_is_refused(tmp_path):
    script = tmp_path / "mine" / "player.sh"
    script.parent.mkdir()
    script.write_text("echo able\n")
    player = player_of(f"p=sh {script}")
    player = with_files(player, NO_ISOLATION)
    (script.parent / "other").symlink_to("player.sh")
    assert problems_here(needs_of([player]), NO_ISOLATION) == []
    remark = f"player 'p': other files in its folder differ: {script.parent}/other"
    assert other_files_here(needs_of([player]), NO_ISOLATION) == [remark]
    script.write_text("echo zest\n")
    [problem] = problems_here(needs_of([player]), NO_ISOLATION)
    assert problem == "player 'p': its files differ from those of the referee's machine"


@pytest.mark.soak
@pytest.mark.parametrize("level", ["off", "auto"])
@pytest.mark.parametrize("victim", ["referee", "runner"])
def test_kills_at_random_moments(victim, level, tmp_path):
    """Forty kills of each process; LINGO_KILLS in the environment is another number."""
    rng = random.Random(1)
    for number in range(int(os.environ.get("LINGO_KILLS", "40"))):
        folder = tmp_path / str(number)
        folder.mkdir()
        run = Running(folder, level)
        time.sleep(rng.uniform(0, 2.5))
        pid = run.process.pid if victim == "referee" else run.runner
        with contextlib.suppress(ProcessLookupError):  # the runner may have ended before the referee
            os.kill(pid, signal.SIGKILL)
        _, output = run.process.communicate(timeout=120)
        wait_until(run.nothing_is_left)
        if victim == "runner":
            assert (run.process.returncode, run.totals()) == (0, UNDISTURBED), output
