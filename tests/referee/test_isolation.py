"""What players cannot see and reach, and which programs a sandbox can run all the same."""

import json
import os
import platform
import shlex
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from lingo_common.errors import DataError, UsageError
from referee import open_run, run
from referee.contest.fixture import Fixture
from referee.contest.isolation import IsolationRequest
from referee.contest.limits import Limits
from referee.contest.lists import read_lists
from referee.contest.players import player_of
from referee.game.play_game import GameSetup, play_fixture
from referee.process.prctl import KEYCTL, new_session_keyring
from referee.process.process_tree import children
from referee.process.reaper import REAPER
from referee.process.working_directory import working_directory
from referee.sandbox.find_sandbox import find_sandbox
from referee.sandbox.visible_paths import needed, outermost, script_directory

MARK = "73551937"
"""A seed, and a part of a name, that stands nowhere else on this machine."""

linux = pytest.mark.skipif(sys.platform != "linux", reason="seen through /proc")


@linux
class TestSecrets:
    """The words follow from the seed and from the file of words."""

    @pytest.fixture
    def spied(self, contest, referee, program, tmp_path):
        """What the spy says after `referee run` with these arguments."""

        def found(*arguments):
            out = tmp_path / "out"
            player = "spy=" + program("spies.sh", MARK, "no-files")
            environment = {**os.environ, "A_NOTE_OF_THE_REFEREE": MARK}
            result = contest("--players", player, "--rounds", 1, "--out", out, *arguments, env=environment)
            assert result.returncode == 0, result.stderr
            games = referee("games", out, "--format", "jsonl").stdout.splitlines()
            return "".join(json.loads(game)["stderr_head"] for game in games)

        return found

    @pytest.mark.parametrize("level", ["off", "auto"])
    def test_seed(self, spied, level):
        assert spied("--seed", MARK, "--sandbox", level) == ""

    def test_words(self, spied, tmp_path):
        words = tmp_path / f"{MARK}.txt"
        words.write_text("crane\nable\n")
        assert spied("--words", words, "--sandbox", "off") == ""

    def test_a_spy_finds_what_is_not_withdrawn(self, program):
        """The spy itself works: it sees the command line of a program that hides nothing."""
        with subprocess.Popen(["sleep", "20", f"0.{MARK}"]) as other:
            spy = subprocess.run(
                [*player_of(program("spies.sh", MARK, "no-files")).arguments], input="", capture_output=True, text=True
            )
            other.kill()
        assert f"/proc/{other.pid}/cmdline" in spy.stderr

    def test_memory_is_not_for_others(self):
        script = (
            "import os; from referee.process.hide_process import hide_process; hide_process(); "
            "print(os.stat('/proc/self/mem').st_uid, os.environ['KEPT'], os.getenv('KEPT'), "
            "repr(open('/proc/self/environ', 'rb').read().strip(bytes(1))))"
        )
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, env={**os.environ, "KEPT": "kept"}
        )
        assert done.stdout == "0 kept kept b''\n"  # its files in /proc are root's, whoever runs it

    def test_level_is_stored_and_shown(self, contest, steady, tmp_path):
        options = ("--players", steady, "--rounds", 1, "--sandbox", "off", "--format", "json")
        result = contest(*options, "--out", tmp_path / "out")
        assert json.loads(result.stdout)["isolation"] == "none"
        assert "words could be read" in result.stderr
        assert "isolation: none (words could be read)" in (tmp_path / "out" / "leaderboard.txt").read_text()

    def test_run_begun_in_a_sandbox_needs_one_to_go_on(self, contest, referee, steady, sandbox, tmp_path):
        sandbox()
        out = tmp_path / "out"
        assert contest("--players", steady, "--rounds", 1, "--out", out, "--sandbox", "require").returncode == 0
        result = referee("run", "--resume", out, "--players", "more=" + steady[7:], "--sandbox", "off")
        assert result.returncode == 1
        assert "was begun with isolation bubblewrap" in result.stderr


class TestOtherWaysIn:
    """What plays a game beside `referee run` keeps players apart just as it does."""

    PROGRAMS = Path(__file__).parent.parent / "players"

    @pytest.fixture
    def tells(self, program):
        """A player that names the first process that it sees, and then guesses one word of four letters."""
        return "p=" + program("tells.sh", "cat /proc/1/comm")

    @pytest.mark.parametrize("level", ["require", "off"])
    def test_from_python(self, wordlist, tells, sandbox, tmp_path, level):
        sandbox()
        out = str(tmp_path / "out")
        options = {"sandbox": level, "expose": [str(self.PROGRAMS)], "out": out}
        result = run([tells], lengths=[4], rounds=1, wordlist=wordlist, **options)
        found = "bubblewrap" if level == "require" else "none"
        assert (result.games[0].stderr_head == "bwrap\n") == (level == "require")
        assert f"isolation: {found}" in str(result)
        with open_run(out) as kept:
            assert kept.conditions.isolation == found

    def test_from_python_hides_the_caller(self, program, tmp_path):
        """Command line and environment of a Python program that calls run() are not to be seen by its players."""
        script = tmp_path / "contest.py"
        script.write_text(
            "import sys, referee\n"
            "result = referee.run(['spy=' + sys.argv[1]], lengths=[4], rounds=1, sandbox='off')\n"
            "print(result.games[0].stderr_head)\n"
        )
        spy = program("spies.sh", MARK, "no-files")
        environment = {**os.environ, "A_NOTE": MARK}
        done = subprocess.run(
            [sys.executable, script, spy, MARK], capture_output=True, text=True, env=environment, cwd=tmp_path
        )
        assert (done.returncode, done.stdout) == (0, "\n"), done.stderr

    def test_from_python_ends_daemons_and_spares_other_children(self, wordlist, program, alive):
        daemon = program("leaves_a_daemon.sh")
        with subprocess.Popen(["sleep", "60"], start_new_session=True) as other:
            before = set(children(os.getpid()))
            run([daemon], lengths=[5], rounds=1, wordlist=wordlist, sandbox="off")
            assert set(children(os.getpid())) <= before
            assert alive(other.pid)
            other.kill()

    def test_from_python_tries_players_out(self, wordlist, program, caplog, tmp_path):
        run(["p=" + program("guesses.sh", "Able")], lengths=[4], rounds=1, wordlist=wordlist)
        assert "tried 'p': upper-case: " in caplog.text
        broken = tmp_path / "broken"
        broken.write_text("#!/nowhere/interpreter\n")
        broken.chmod(0o755)
        with pytest.raises(DataError, match="player 'q': cannot be started"):
            run([f"q={broken}"], lengths=[4], rounds=1, wordlist=wordlist)

    def test_from_python_in_vain(self, wordlist, tells, monkeypatch):
        with pytest.raises(UsageError, match="'on' is none of auto, off, require"):
            run([tells], wordlist=wordlist, sandbox="on")
        with pytest.raises(UsageError, match="--expose /nowhere: there is no such file"):
            run([tells], wordlist=wordlist, expose=["/nowhere"])
        for jobs in (0, 1025):
            with pytest.raises(UsageError, match=f"jobs {jobs}: there are 1 to 1024"):
                run([tells], wordlist=wordlist, jobs=jobs)
        monkeypatch.setattr("referee.sandbox.find_sandbox.find_bubblewrap", lambda: None)
        with pytest.raises(DataError, match="--sandbox require: no sandbox is in force: "):
            run([tells], lengths=[4], rounds=1, wordlist=wordlist, sandbox="require")

    def test_commands(self, referee, wordlist, sandbox):
        """The player says all words of four letters, but only where the first process that it sees is a sandbox's."""
        sandbox()
        player = "p=" + shlex.join(["sh", "-c", "grep -q bwrap /proc/1/comm && printf 'able\\nzest\\nseat\\nteas\\n'"])
        common = ("--length", 4, "--seed", 1, "--wordlist", wordlist, "--sandbox")
        for level, solved in (("require", True), ("off", False)):
            assert ("solved at attempt" in referee("game", player, *common, level).stdout) == solved
            raced = referee("play", "--opponent", player, *common, level, input="").stdout
            assert ("p failed" not in raced) == solved
            checked = referee("check", "--players", player, "--lengths", 4, *common[2:], level)
            assert ("1 solved" in checked.stdout) == solved
            assert f"isolation: {'bubblewrap' if solved else 'none'}" in checked.stderr


class TestSandbox:
    @pytest.fixture
    def room(self, seats, sandbox):
        """A sandbox with tmp_path's secrets hidden, and the function that plays in it."""
        return sandbox(), seats[1]

    def test_no_network(self, seats, sandbox):
        _, play = seats
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
            assert play("connects.py", port, "dozes").points == 500
            assert play("connects.py", port, "dozes", sandbox=sandbox()).points == 0

    def test_no_process_of_the_machine(self, room):
        found, play = room
        assert play("spies.sh", "pytest", sandbox=found).stderr_head == ""

    def test_hidden_below_what_is_shown(self, sandbox, seats, tmp_path):
        shown, run = tmp_path / "shown", tmp_path / "shown" / "run"
        run.mkdir(parents=True)
        (run / "run.sqlite").write_text("the words")
        words = shown / "words.txt"
        words.write_text("dozes\n")
        (shown / "open.txt").write_text("seen\n")
        player = f"cat {words} {run}/*; cat {shown}/open.txt; touch {shown}/new || echo read-only"
        said = seats[1]("tells.sh", player, shown, sandbox=sandbox(str(run), str(words))).stderr_head
        assert "seen\n" in said
        assert "read-only" in said
        assert "dozes" not in said
        assert "the words" not in said

    def test_the_machine_is_read_only_or_absent(self, room):
        found, play = room
        tried = ["/usr", "/etc", "/", "/dev", "/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/home", "/var"]
        script = "; ".join(f"[ -w {path} ] && echo {path}" for path in tried)
        assert play("tells.sh", script, sandbox=found).stderr_head == ""

    def test_nothing_of_the_machine_is_held_open(self, room):
        """As root, a file that is held open from outside could be changed through it."""
        found, play = room
        said = play("tells.sh", "for held in /proc/1/fd/*; do readlink $held; done", sandbox=found).stderr_head
        assert "pipe:" in said
        assert "/dev/null" not in said

    def test_no_namespaces_of_its_own(self, room):
        found, play = room
        if shutil.which("unshare") is None or not found.sealed:
            pytest.skip("bubblewrap cannot refuse them here")
        assert "unshare" in play("tells.sh", "unshare --user true && echo made", sandbox=found).stderr_head
        assert "made" not in play("tells.sh", "unshare --user true && echo made", sandbox=found).stderr_head

    def test_where_namespaces_cannot_be_refused_it_is_said(self, sandbox, monkeypatch):
        sandbox()
        monkeypatch.setattr("referee.sandbox.find_sandbox.probe", lambda found: "unknown" if found.sealed else None)
        found, says = find_sandbox(IsolationRequest("require"))
        assert "--disable-userns" not in found.launch(["/bin/sh", "0"], "/", Limits()).command
        assert "limits on disk and memory could be evaded" in says

    def test_each_game_has_a_session_keyring_of_its_own(self, room):
        """No namespace parts what a process inherits of this kind: here from the test, as else from a login."""
        if not new_session_keyring() or shutil.which("python3", path="/usr/bin") is None:
            pytest.skip("no system call keyctl here, or nothing to make it")
        found, play = room
        number = f"import ctypes; print(ctypes.CDLL(None).syscall({KEYCTL[platform.machine()]}, 0, -3, 0))"
        script = shlex.join(["/usr/bin/python3", "-c", number])
        first, second = (int(play("tells.sh", script, sandbox=found).stderr_head) for _ in range(2))
        assert 0 < first != second > 0

    def test_no_capabilities(self, room):
        found, play = room
        said = play(
            "tells.sh", "grep -E 'Cap(Eff|Prm|Inh|Amb)|NoNewPrivs' /proc/self/status", sandbox=found
        ).stderr_head
        values = dict(line.split(":\t") for line in said.splitlines())
        assert values.pop("NoNewPrivs") == "1"
        assert set(values.values()) == {"0" * 16}

    def test_notes_are_gone(self, room):
        found, play = room
        assert [play("leaves_notes.sh", "dozes", sandbox=found).points for _ in range(2)] == [0, 0]

    def test_kernel_refuses_processes(self, room):
        if os.geteuid() == 0:
            pytest.skip("the limit on processes does not hold for root")
        found, play = room
        script = "for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.01 & done; wait"
        said = play("tells.sh", script, sandbox=found, processes=4).stderr_head
        assert "fork" in said


class TestCommands:
    """Programs of several kinds in a sandbox."""

    @pytest.fixture
    def solves(self, sandbox, tmp_path):
        """Whether the command, typed in tmp_path, plays a game by the rules in a sandbox."""

        def plays(command, request=None, **limits):
            lists = read_lists([5], None)
            player = player_of(command, str(tmp_path))
            with working_directory(lists) as directory:
                table = GameSetup(directory, lists, Limits(**limits), sandbox=sandbox(**request or {}))
                return play_fixture(Fixture(player, 0, "crane"), table)

        return plays

    def test_from_a_virtual_environment(self, solves):
        record = solves(str(Path(sys.executable).parent / "lingo-bot"))
        assert record.attempts
        assert record.termination in ("solved", "exhausted")

    def test_perl(self, solves, tmp_path):
        if shutil.which("perl") is None:
            pytest.skip("perl is not installed")
        (tmp_path / "player.pl").write_text('$| = 1; print "crane\\n"; <STDIN>;\n')
        assert solves("perl player.pl").points == 500

    def test_java(self, solves, tmp_path):
        if shutil.which("java") is None or shutil.which("javac") is None:
            pytest.skip("java is not installed")
        (tmp_path / "Player.java").write_text(
            'class Player { public static void main(String[] a) { System.out.println("crane"); } }\n'
        )
        subprocess.run(["javac", "-d", tmp_path / "classes", tmp_path / "Player.java"], check=True)
        assert solves("java -cp classes Player").points == 500

    def test_path_with_spaces_and_quotes(self, solves, tmp_path):
        place = tmp_path / 'it\'s a "place"'
        place.mkdir()
        program = place / "my player.sh"
        program.write_text("#!/bin/sh\necho crane\n")
        program.chmod(0o755)
        assert solves('"./it\'s a \\"place\\"/my player.sh"').points == 500

    @pytest.fixture
    def neighbours(self, tmp_path):
        """A player of two files."""
        (tmp_path / "list.txt").write_text("crane\n")
        (tmp_path / "player.sh").write_text('cat "$(dirname "$0")"/list.txt\n')

    @pytest.mark.usefixtures("neighbours")
    def test_the_directory_of_a_script_is_visible(self, solves, tmp_path):
        (tmp_path / "inner").mkdir()
        for command in ("sh player.sh", "sh inner/../player.sh", "sh ./player.sh", f"sh ../{tmp_path.name}/player.sh"):
            assert solves(command).points == 500
        (tmp_path / "wrapper").write_text(f"#!/bin/sh\nexec sh {tmp_path}/player.sh\n")
        (tmp_path / "wrapper").chmod(0o755)
        assert solves("./wrapper").points == 500

    def test_the_directory_of_a_script_is_visible_whatever_interprets_it(self, solves, tmp_path):
        """An interpreter outside /usr, in an environment or an installation, hides no script's directory."""
        (tmp_path / "helper.py").write_text('WORD = "crane"\n')
        (tmp_path / "player.py").write_text("import helper\n\nprint(helper.WORD)\n")
        for interpreter in (sys.executable, os.path.realpath(sys.executable)):
            assert solves(f"{interpreter} player.py").points == 500

    @pytest.mark.usefixtures("neighbours")
    def test_careful_shows_only_what_is_named(self, solves, tmp_path):
        careful = {"careful": True}
        assert solves("sh player.sh", careful).points == 0
        assert solves("sh player.sh --list=" + str(tmp_path / "list.txt"), careful).points == 500

    def test_a_script_in_a_shared_directory_stays_alone(self, tmp_path, monkeypatch):
        script = tmp_path / "player.sh"
        script.write_text("")
        assert script_directory(["/bin/sh", str(script)]) == str(tmp_path)
        for name in ("HOME", "TMPDIR"):
            with monkeypatch.context() as patch:
                patch.setenv(name, str(tmp_path))
                patch.setattr("tempfile.tempdir", None)
                assert script_directory(["/bin/sh", str(script)]) is None
        assert script_directory(["/bin/sh", "0"]) is None

    def test_secrets_beside_a_script_are_covered(self, solves, tmp_path):
        """Players, runs and contest files in one directory, as in the tutorial."""
        for folder in ("old", "deep/older"):
            (tmp_path / folder).mkdir(parents=True)
            (tmp_path / folder / "run.sqlite").write_text("crane in a run\n")
            (tmp_path / folder / "leaderboard.txt").write_text("crane\n")
        (tmp_path / "chosen.txt").write_text("crane in the words\n")
        (tmp_path / "pit.toml").write_text('words = "chosen.txt"\nplayers = ["crane"]\n')
        (tmp_path / "setup.toml").write_text("seen = true\n")
        (tmp_path / "rival.sh").write_text("crane in a rival\n")
        (tmp_path / "player.sh").write_text(f"cd {tmp_path}; cat rival.sh *.toml chosen.txt */*/* */* >&2; ls >&2\n")
        said = solves("sh player.sh", {"programs": (str(tmp_path / "rival.sh"),)}).stderr_head
        assert "crane" not in said
        assert {"player.sh", "rival.sh", "seen"} <= set(said.split())

    def test_rival_programs_are_covered_in_a_run(self, contest, program, sandbox, tmp_path):
        sandbox()
        (tmp_path / "rival.sh").write_text("# the rival's secret\n")
        (tmp_path / "spy.sh").write_text(f"cat {tmp_path}/rival.sh >&2\n")
        players = [f"spy=sh {tmp_path}/spy.sh", f"rival=sh {tmp_path}/rival.sh"]
        out = tmp_path / "out"
        assert contest("--players", *players, "--rounds", 1, "--sandbox", "require", "--out", out).returncode == 0
        with open_run(str(out)) as kept:
            assert {game.stderr_head for game in kept.games("spy")} == {
                f"cat: {tmp_path}/rival.sh: Permission denied\n"
            }


class TestNeeded:
    def test_named(self, tmp_path):
        (tmp_path / "a").write_text("")
        (tmp_path / "b").mkdir()
        words = ["/bin/sh", f"--list={tmp_path}/a", f"{tmp_path}/b:/usr/share", "relative", "/", "/proc", "/none"]
        assert needed(words) == [f"{tmp_path}/a", f"{tmp_path}/b"]

    def test_virtual_environment_and_its_base(self, tmp_path):
        base, env = tmp_path / "base", tmp_path / "env"
        packages = env / "lib" / "python3" / "site-packages"
        for path in (base / "bin", env / "bin", packages, tmp_path / "source"):
            path.mkdir(parents=True)
        (env / "pyvenv.cfg").write_text(f"home = {base}/bin\n")
        (packages / "mine.pth").write_text(f"{tmp_path}/source\nimport sys\n/there/is/none\n")
        (env / "bin" / "python").write_text("\0")
        (env / "bin" / "tool").write_text(f"#!{env}/bin/python -I\n")
        for name in ("python", "tool"):
            (env / "bin" / name).chmod(0o755)
        assert needed([f"{env}/bin/tool"]) == [f"{base}", f"{env}", f"{tmp_path}/source"]

    @pytest.mark.parametrize(
        ("origin", "shown"),
        [
            ('{"url": "file://PLACE/my%20source", "dir_info": {"editable": true}}', True),
            ('{"url": "file://PLACE/my%20source", "dir_info": {}}', False),
            ('{"url": "file://PLACE/none", "dir_info": {"editable": true}}', False),
            ('{"url": "https://example.org/a.zip", "archive_info": {}}', False),
            ("[", False),
            ("[]", False),
        ],
    )
    def test_editable_package_found_by_its_origin(self, tmp_path, origin, shown):
        env, source = tmp_path / "env", tmp_path / "my source"
        record = env / "lib" / "python3" / "site-packages" / "mine-1.0.dist-info" / "direct_url.json"
        for path in (env / "bin", record.parent, source):
            path.mkdir(parents=True)
        (env / "pyvenv.cfg").write_text("")
        (env / "bin" / "tool").write_text("\0")
        record.write_text(origin.replace("PLACE", str(tmp_path)))
        assert needed([f"{env}/bin/tool"]) == [f"{env}", *[str(source)] * shown]

    def test_scripts_that_name_each_other(self, tmp_path):
        scripts = [tmp_path / "a", tmp_path / "b"]
        for script, other in zip(scripts, reversed(scripts), strict=True):
            script.write_text(f"#!{other}\n")
            script.chmod(0o755)
        assert needed([str(scripts[0])]) == list(map(str, scripts))

    def test_outermost(self, tmp_path):
        inner, other = tmp_path / "a" / "b", tmp_path / "ab"
        inner.mkdir(parents=True)
        other.mkdir()
        assert outermost(map(str, [inner, other, tmp_path / "a"])) == [str(tmp_path / "a"), str(other)]


@linux
class TestOrphans:
    def test_daemon_in_its_own_session_is_ended(self, play, nothing_left_behind):
        before = children(os.getpid())
        with REAPER.claimed(own_process=True):
            play("leaves_a_daemon.sh")
            # Nobody else waits for it: it became our child, was ended and waited for.
            assert set(children(os.getpid())) <= set(before)


@linux
class TestForkBomb:
    """Bounded: 30 processes that sleep for 20 s, under a user number of its own with a limit of 40."""

    def as_user(self, number):
        return ["setpriv", "--reuid", number, "--regid", number, "--clear-groups", "sh", "-c"]

    def test_bomb(self, play, nothing_left_behind, tmp_path):
        if os.geteuid() != 0 or shutil.which("setpriv") is None:
            pytest.skip("needs root, to take a user number that nobody else has")
        limit = "ulimit -u 40 2>/dev/null || ulimit -p 40; "
        bounded = limit + "i=0; while [ $i -lt {0} ]; do i=$((i+1)); sleep {1} & done; sleep {1}"
        probe = subprocess.run(
            [*self.as_user("64123"), bounded.format(50, 0.2)], capture_output=True, text=True, cwd="/"
        )
        if "fork" not in probe.stderr.lower():
            pytest.skip("no refused fork was seen: the limit on processes is not in force")
        bomb = tmp_path / "bomb.sh"
        bomb.write_text("#!/bin/sh\ncd /\nexec " + " ".join(self.as_user("64124")) + f" '{bounded.format(30, 20)}'\n")
        bomb.chmod(0o755)
        with REAPER.claimed(own_process=True):
            record = play(bomb, processes=20)
        assert (record.termination, record.points) == ("process-limit", 0)
