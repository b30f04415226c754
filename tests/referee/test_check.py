"""`referee check`, and the game that every player plays before a run."""

import json
import os
import re
import time

import pytest

from referee.game.game_text import error_line

SEED = 7
"""Draws blimp first of the words of five letters of the fixture `wordlist`."""


class TestCommand:
    @pytest.fixture
    def check(self, referee, wordlist):
        """check(*players, lengths, options): the finished `referee check` with a word of each of the lengths."""

        def run_check(*players, lengths="5", options=()):
            common = ("--wordlist", wordlist, "--lengths", lengths, "--seed", SEED)
            return referee("check", "--players", *players, *common, *options)

        return run_check

    @pytest.fixture
    def report(self, check):
        """report(player): what `referee check --json` says of one player without a sandbox."""

        def report_of(player):
            done = check(f"it={player}", options=("--sandbox", "off", "--json"))
            [value] = json.loads(done.stdout)["players"]
            return value

        return report_of

    def test_a_player_that_keeps_the_protocol_has_no_breach_and_is_timed(self, report, player_command):
        # It guesses these words one after the other; the fourth is the word.
        value = report(player_command("guesses.sh", "crane", "dozes", "tough", "blimp", "dents"))

        assert value["keeps_protocol"]
        assert not any(finding["breach"] for finding in value["findings"])
        assert value["games"] == 1
        assert 0 < value["startup_ms"]["median"] <= value["startup_ms"]["largest"]

    def test_the_exit_status_is_0_if_all_players_keep_the_protocol(self, check, player_command):
        assert check("it=" + player_command("guesses.sh", "blimp")).returncode == 0

    def test_the_report_counts_the_games_after_which_a_player_does_not_exit(self, report, tmp_path):
        (tmp_path / "stays.py").write_text("import time\nprint('crane\\n' * 5, flush=True)\ntime.sleep(20)\n")

        value = report(f"python3 {tmp_path}/stays.py")

        [finding] = [finding for finding in value["findings"] if finding["kind"] == "does-not-exit"]
        assert finding["games"] == 1

    def test_the_error_text_of_every_game_is_printed_whole(self, check, tmp_path):
        (tmp_path / "noisy.sh").write_text('seq -f "$1\t%g" 0 39 >&2; exit 3\n')

        done = check(f"it=sh {tmp_path}/noisy.sh", lengths="4,5", options=("--sandbox", "off"))

        # The script prints its first argument, which is the length, before each number.
        for length in ("4", "5"):
            error_lines = [line.strip() for line in done.stdout.splitlines() if line.startswith(f"    {length}\t")]
            assert error_lines == [f"{length}\t{number}" for number in range(40)]

    def test_the_same_error_text_of_several_games_is_printed_once(self, check):
        done = check("it=sh -c 'echo failed >&2; exit 3'", lengths="4,5")

        assert done.stdout.endswith("  standard error of 2 games:\n    failed\n")

    @pytest.mark.skipif(not os.path.exists("/proc/self/wchan"), reason="the system does not tell what a process does")
    @pytest.mark.parametrize("sandbox", ["off", "auto"])
    def test_silent_players_are_told_apart(self, check, sandbox):
        players = ["a=sh -c 'read reply'", "b=sh -c 'while :; do :; done'", "c=sh -c 'exec sleep 60'"]

        done = check(*players, options=("--startup-timeout", "0.5", "--sandbox", sandbox, "--json"))

        [waits], [computes], [sleeps] = [player["findings"] for player in json.loads(done.stdout)["players"]]
        assert waits["says"].startswith("waits for input before its first line: ")
        assert computes["says"].startswith("computes (")
        assert sleeps["says"].startswith("sleeps: ")

    def test_the_table_has_a_line_for_each_player_and_two_for_each_finding(self, check, player_command):
        players = [f"slow={player_command('hangs.sh')}", "none=there-is-no-such-program"]

        done = check(*players, lengths="4,5", options=("--startup-timeout", "0.3"))

        assert done.returncode == 1
        assert re.fullmatch("referee: isolation: .*\n", done.stderr)

        # A player that does not start, or does not guess in time, is not tried again at the second length.
        lines = done.stdout.splitlines()
        assert lines[0] == "slow: 1 breach of the protocol (1 game, 0 solved)"
        assert lines[1] == "  startup-timeout: sleeps: no line came within 0.3 s."
        assert lines[3] == "none: 1 breach of the protocol (1 game, 0 solved)"
        assert lines[4] == "  not-started: cannot be started: there-is-no-such-program: there is no such program."


@pytest.mark.usefixtures("preparations")  # an empty cache of compiled players
def test_what_was_compiled_for_a_check_is_not_compiled_again_for_the_run(
    referee, wordlist, write_executables, tmp_path
):
    """Two players are beside each other. In the check as in the run neither sees the source of the other.

    What a player sees is a part of the key by which its compilation is found again.
    """
    # write_executables writes the temporary directory in place of DIR.
    source = f"echo compiled >> DIR/log; cp {wordlist} prepared/known"
    contest = """
        languages = {up = {compile = "sh {source}", run = "cat prepared/known"}}
        players = {a = "a.up", b = "b.up"}
    """
    write_executables({"players/a.up": source, "players/b.up": source, "players/pit.toml": contest})

    common = ("--config", tmp_path / "players" / "pit.toml", "--wordlist", wordlist, "--lengths", 5, "--sandbox", "off")
    referee("check", *common)
    done = referee("run", *common, "--rounds", 1)

    assert done.returncode == 0
    # A line for each of the two players, and none more for the run.
    assert (tmp_path / "log").read_text() == "compiled\ncompiled\n"


class TestMissing:
    """What `referee check` says of a player that lacks something: its program, an interpreter or a network.

    It names files by the player's own paths, not by those in a sandbox, where a player works below
    /tmp/lingo-job-box.
    """

    @pytest.fixture
    def says(self, referee, wordlist):
        """says(player): what it prints of one player with a word of five letters."""
        return lambda player: referee("check", "--players", player, "--wordlist", wordlist, "--lengths", "5").stdout

    @pytest.fixture
    def file(self, write_executables, tmp_path):
        """file(name, text): the path of an executable file with that text."""

        def write(name, text):
            write_executables({name: text})
            return tmp_path / name

        return write

    def test_a_program_that_is_missing_is_named(self, says):
        assert "not-started: cannot be started: pyhton3: there is no such program." in says("pyhton3 mine.py")

    def test_a_file_that_lies_beside_the_program_comes_with_advice_on_how_to_open_it(self, says, tmp_path):
        (tmp_path / "mine.py").write_text("open('openers.txt')\n")
        (tmp_path / "openers.txt").write_text("crane\n")

        printed = says(f"p=python3 {tmp_path}/mine.py")

        beside = f"{tmp_path}/openers.txt lies beside its program"
        assert f"other-directory: it looked for openers.txt in its working directory; {beside}." in printed
        assert "Path(__file__).with_name('openers.txt')" in printed

    def test_a_file_that_is_missing_beside_the_program_too_comes_without_that_advice(self, says, tmp_path):
        (tmp_path / "mine.py").write_text("open('openers.txt')\n")
        assert "other-directory" not in says(f"p=python3 {tmp_path}/mine.py")

    def test_a_missing_script_is_named_without_the_directory_of_the_sandbox(self, says):
        printed = says("python3 missing.py")

        assert "can't open file 'missing.py'" in printed
        assert "/lingo-job-box/" not in printed

    @pytest.mark.parametrize(
        "path",
        [
            "/tmp/lingo-job-box/job-box/game/missing.py",
            "/tmp/lingo-job-mxzdfj0z/job-jdtg06nm/tmp6343p462/missing.py",
        ],
        ids=["in a sandbox", "without a sandbox"],
    )
    def test_a_file_of_the_working_directory_is_named_without_that(self, path):
        assert error_line(f"can't open file '{path}'") == "can't open file 'missing.py'"

    def test_a_long_line_of_slashes_is_searched_in_a_short_time(self):
        """`referee game` looks for such files in all that a player writes, while the game is played."""
        line = "a/" * 100_000
        start = time.monotonic()

        assert error_line(line) == line
        assert time.monotonic() - start < 10

    def test_an_interpreter_that_is_missing_is_named(self, says, file):
        printed = says(file("p.sh", "#!/bin/hs\n"))

        why = "the interpreter that its first line names, /bin/hs, does not exist"
        assert f"not-started: cannot be started: {why}." in printed

    def test_an_ending_that_is_not_known_comes_with_how_to_declare_it(self, says, file):
        printed = says(file("p.hs", "main = 1\n"))

        assert ".hs is none of the endings that are known (awk, c, cc, " in printed
        assert 'hs = "COMMAND {source}"' in printed

    def test_a_source_that_does_not_compile_is_named_without_the_directory_of_the_sandbox(self, says, file):
        printed = says(file("p.c", "no C"))

        assert "/lingo-job-box/" not in printed
        assert "not-started: " in printed

    def test_a_player_that_finds_no_network_has_a_remark(self, says):
        assert "remark: no-network: " in says("sh -c 'echo ENETUNREACH >&2'")

    def test_the_command_of_a_java_player_must_name_the_directory_of_its_classes(self, says):
        printed = says("sh -c 'echo Error: Could not find or load main class Lingo >&2; exit 1'")

        assert "Name the directory that has them, as in java -cp ./classes Lingo" in printed

    def test_a_player_that_finds_no_terminal_has_a_remark(self, says):
        assert "remark: no-terminal: " in says("sh -c 'read guess < /dev/tty'")


class TestTrial:
    """The game that every player plays before a run."""

    def test_is_no_game_of_the_run(self, referee_run_json, tmp_path):
        notes = tmp_path / "notes"
        player = f"it=sh -c 'echo started >> {notes}; echo crane; read reply'"

        value = referee_run_json("--players", player, "--rounds", 1, "--sandbox", "off")

        # A word of four letters and one of five; the third start is that of the trial.
        assert value["players"][0]["games"] == 2
        assert notes.read_text().count("started") == 3

    def test_says_what_is_wrong_and_goes_on(self, referee_run, player_command):
        # It writes this line at once and then nothing. The trial is for a word of the shortest length of the run.
        player = "it=" + player_command("raw.py", r"DOZES\n")
        done = referee_run("--players", player, "--rounds", 1, "--move-timeout", "0.3")

        assert done.returncode == 0
        assert "referee: tried 'it': upper-case: 'DOZES' for a word of 4 letters. " in done.stderr

    @pytest.fixture
    def cannot_start(self, write_executables, tmp_path):
        """A player whose interpreter does not exist."""
        write_executables({"script": "#!/there/is/no/such/interpreter\n"})
        return f"it={tmp_path}/script"

    def test_stops_a_run_that_cannot_begin(self, referee_run, cannot_start):
        done = referee_run("--players", cannot_start, "--rounds", 1)

        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == (
            "referee: player 'it': cannot be started: the interpreter that its first line names, "
            "/there/is/no/such/interpreter, does not exist\n"
        )

    def test_does_not_stop_a_run_that_keeps_going(self, referee_run, cannot_start):
        assert referee_run("--players", cannot_start, "--rounds", 1, "--keep-going").returncode == 0
