"""`referee check`, and the game that every player plays before a run."""

import json
import os

import pytest
from made_runs import game_record

from referee.check.error_text import error_excerpt, quote
from referee.check.findings import findings, never_solved
from referee.contest.limits import Limits
from referee.contest.player import Program
from referee.contest.termination import PLAYED_OUT, Silence, Termination
from referee.game.protocol import answer
from wordlists.reply import reply_for
from wordlists.word_game import WordGame
from wordlists.word_list import WordList

WORDS = WordList(5, ["able", "crane", "dozes"], "three words")
SEED = 7
"""Draws blimp first of the words of five letters of the fixture `wordlist`."""


def record(termination="solved", lines=(), **values):
    """The record of a game for 'dozes' with an attempt for each line; values: its other fields.

    Without any, the process ended by itself with status 0.
    """
    return game_record("p", "dozes", termination=Termination(termination), attempts=len(lines), **values)


def findings_in(termination="solved", lines=(), early=0, words=WORDS, limits=Limits(), **values):
    """The findings in the record of such a game.

    lines: those that the player wrote; early: how many of them were sent without the reply to the line before; values:
    other fields of the record.
    """
    player = Program("p", "./p", ("./p",))
    game = record(termination, lines, **values)
    return findings(game, player, {5: WordGame(words)}, limits, lines, early)


class TestLines:
    @pytest.mark.parametrize(("line", "kinds"), [
        (b"", ["empty-line"]),
        (b"\r", ["carriage-return", "empty-line"]),
        (b"abcde", ["unknown-word"]),
        (b"able", ["wrong-length"]),
        (b"cranes", ["wrong-length"]),
        (b"Dozes", ["upper-case"]),
        (b"ABLE", ["upper-case"]),
        (b" dozes", ["spaces"]),
        (b"dozes ", ["spaces"]),
        (b"dozes\0", ["other-characters"]),
        (b"d\xc3\xb6zes", ["unknown-word"]),  # ö in UTF-8 is a letter
        (b"d\xf6zes", ["other-characters"]),  # ö in Latin-1 is no text in UTF-8
        (b"trying crane now", ["other-characters"]),
        (b"\xef\xbb\xbfcrane", ["other-characters"]),  # after a byte-order mark
    ])  # fmt: skip
    def test_an_illegal_line_has_a_finding_and_gets_a_reply_of_only_x(self, line, kinds):
        move = answer(line, "dozes", WordGame(WORDS), 0.0)

        assert (move.legal, move.reply) == (False, "XXXXX")
        assert [finding.kind for finding in findings_in(lines=[line])] == kinds

    def test_a_carriage_return_is_a_remark(self):
        [finding] = findings_in(lines=[b"dozes\r"])

        assert (finding.kind, finding.breach) == ("carriage-return", False)

    def test_a_kind_is_named_once_with_its_first_example(self):
        upper_case, empty_line = findings_in(lines=[b"CRANE", b"", b"DOZES"])

        assert (upper_case.kind, empty_line.kind) == ("upper-case", "empty-line")
        assert "CRANE" in upper_case.says

    def test_a_quotation_is_safe_in_a_terminal(self):
        assert quote(b"\x1b[2J\xff\n") == r"'\x1b[2J\xff\n'"

    def test_a_quotation_is_cut(self):
        # 60 characters are quoted, each as four such as \x07.
        assert len(quote("\x07" * 1000)) < 300


class TestGuesses:
    """Remarks on legal guesses that cannot be the word, which is 'dozes'."""

    @pytest.fixture
    def remarks(self):
        """remarks(*guesses): (kind, the guess that is quoted, whether it is a breach) of each finding."""

        def of(*guesses):
            """The findings in a game of these guesses."""
            words = WordList(5, ["able", "cozen", "crane", "dozes", "tough"], "five words")
            replies = tuple(reply_for(guess, "dozes") for guess in guesses)
            all_findings = findings_in("exhausted", words=words, guesses=guesses, replies=replies)
            return [(finding.kind, finding.says.split("'")[1], finding.breach) for finding in all_findings]

        return of

    def test_a_repeated_guess(self, remarks):
        assert ("repeated-guess", "crane", False) in remarks("crane", "tough", "crane")

    def test_a_guess_that_an_earlier_reply_excludes(self, remarks):
        # The reply to crane is XXXX?: the word has no c.
        assert ("excluded-guess", "cozen", False) in remarks("crane", "cozen")

    def test_a_guess_that_can_be_the_word_has_no_remark(self, remarks):
        assert remarks("crane", "dozes") == []


class TestNeverSolved:
    def test_a_player_that_solved_none_of_its_games_has_a_remark(self):
        [finding] = never_solved([record("exhausted"), record("exhausted")])

        assert finding.kind == "never-solved"

    def test_a_player_that_solved_one_has_none(self):
        assert never_solved([record("exhausted"), record("solved")]) == []

    def test_a_player_without_games_has_none(self):
        assert never_solved([]) == []


class TestEnds:
    @pytest.mark.parametrize("termination", [end.value for end in Termination if end not in PLAYED_OUT])
    def test_every_failure_has_a_word_and_advice(self, termination):
        [finding] = findings_in(termination, exit_status=3)

        assert finding.kind == termination
        assert finding.breach
        assert finding.says
        assert finding.advice

    @pytest.mark.parametrize(("termination", "silence", "lines", "says", "advice"), [
        ("startup-timeout", Silence.WAITS, [],
         "waits for input before its first line: no line came within 2 s", "Flush"),
        ("move-timeout", Silence.WAITS, [b"crane"],
         "waits for input: no further line came within 10 s, after 1 guess", "Flush"),
        ("startup-timeout", Silence.COMPUTES, [],
         "computes (1.5 s of processor time): no line came within 2 s; other programs", "Compute less"),
        ("startup-timeout", Silence.SLEEPS, [],
         "sleeps: no line came within 2 s", "It waits for something else"),
    ])  # fmt: skip
    def test_a_silent_player_is_told_what_it_did(self, termination, silence, lines, says, advice):
        limits = Limits(startup=2)
        # A pressure of 0.9 is that of a busy machine.
        [finding] = findings_in(
            termination, lines, limits=limits, exit_status=None, silence=silence, cpu_seconds=1.5, pressure=0.9
        )

        assert finding.says.startswith(says)
        assert finding.advice.startswith(advice)

    @pytest.mark.parametrize(("silence", "is_excused"), [
        (Silence.WAITS, False), (Silence.COMPUTES, True), (Silence.SLEEPS, False)
    ])  # fmt: skip
    def test_a_busy_machine_excuses_only_a_player_that_computes(self, silence, is_excused):
        [finding] = findings_in("startup-timeout", exit_status=None, silence=silence, cpu_seconds=1.5, pressure=0.9)

        assert ("kept the machine busy" in finding.says) == is_excused

    @pytest.mark.parametrize("termination", ["solved", "startup-timeout", "move-timeout", "game-timeout"])
    def test_a_delay_on_a_busy_machine_may_not_be_the_players_fault(self, termination):
        [finding] = findings_in(termination, exit_status=None, pressure=0.6)

        assert "other programs kept the machine busy" in finding.says

    @pytest.mark.parametrize(("values", "kind", "breach"), [
        ({"exit_status": None, "pressure": 0.4}, "does-not-exit", True),
        ({"exit_status": None, "pressure": 0.6}, "does-not-exit", False),
        ({"exit_status": 1}, "exit-status", False),
        ({"exit_status": None, "signal": "SIGPIPE"}, "exit-status", False),
        ({"early": 2}, "several-guesses", False),
        ({"move_seconds": (6.0,)}, "slow-start", False),  # of 10 s
    ])  # fmt: skip
    def test_a_solved_game_may_have_a_finding_too(self, values, kind, breach):
        [finding] = findings_in(**values)

        assert (finding.kind, finding.breach) == (kind, breach)


class TestErrorText:
    def test_a_crash_names_the_signal_and_the_line_that_names_the_error(self):
        text = "one\ntwo \x1b\n\tat Lingo.main(Lingo.java:5)\nBEGIN failed--compilation aborted\n\n"

        [finding] = findings_in("crashed", [b"crane"], exit_status=None, signal="SIGSEGV", stderr_tail=text)

        assert finding.says == r"ended by SIGSEGV after 1 guess; its standard error ends with 'two \x1b'"

    def test_a_long_line_that_names_the_cause_is_not_cut(self):
        cause = f"can't open file '/{'x' * 200}/player.py'"

        [finding] = findings_in("crashed", exit_status=2, stderr_head=f"{cause}\n")

        assert finding.says.endswith(f"its standard error ends with '{cause}'")

    def test_an_excerpt_has_the_first_eight_lines_and_the_last_four(self):
        numbers = "\n".join(map(str, range(20)))
        crashed = record("crashed", exit_status=1, stderr_head=f"a\n\n{numbers}")

        assert error_excerpt(crashed) == ["a", *"0123456", "…", "16", "17", "18", "19"]

    def test_a_game_that_was_played_out_has_no_excerpt(self):
        assert error_excerpt(record("solved", stderr_head="a\nb\n")) == []


class TestCommand:
    @pytest.fixture
    def check(self, referee, wordlist):
        """check(*players, options): the finished `referee check` of these players with a word of five letters."""

        def of(*players, options=()):
            common = ("--wordlist", wordlist, "--lengths", "5", "--seed", SEED)
            return referee("check", "--players", *players, *common, *options)

        return of

    @pytest.fixture
    def report(self, check):
        """report(player): what `referee check --json` says of one player without a sandbox."""

        def of(player):
            done = check(f"it={player}", options=("--sandbox", "off", "--json"))
            [value] = json.loads(done.stdout)["players"]
            assert value["keeps_protocol"] == (done.returncode == 0)
            return value

        return of

    def test_a_player_that_keeps_the_protocol_has_no_breach(self, report, player_command):
        value = report(player_command("guesses.sh", "crane", "dozes", "tough", "blimp", "dents"))

        assert value["keeps_protocol"]
        assert not any(finding["breach"] for finding in value["findings"])

    def test_a_player_plays_a_word_of_each_length_and_is_timed(self, report, player_command):
        value = report(player_command("guesses.sh", "crane", "dozes", "tough", "blimp", "dents"))

        assert value["games"] == 1
        assert 0 < value["startup_ms"]["median"] <= value["startup_ms"]["largest"]

    def test_a_player_that_does_not_exit_is_told_in_how_many_games(self, report, tmp_path):
        (tmp_path / "stays.py").write_text("import time\nprint('crane\\n' * 5, flush=True)\ntime.sleep(20)\n")

        value = report(f"python3 {tmp_path}/stays.py")

        [finding] = [finding for finding in value["findings"] if finding["kind"] == "does-not-exit"]
        assert finding["games"] == 1

    def test_an_error_text_that_two_games_have_is_printed_whole_and_once(self, check, tmp_path):
        (tmp_path / "noisy.sh").write_text("seq -f 'line\t%g' 0 39 >&2; exit 3\n")

        done = check(f"it=sh {tmp_path}/noisy.sh", options=("--lengths", "4,5", "--sandbox", "off"))

        error_lines = [line.strip() for line in done.stdout.splitlines() if line.startswith("    line")]
        assert error_lines == [f"line\t{number}" for number in range(40)]

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

        done = check(*players, options=("--lengths", "4,5", "--startup-timeout", "0.3"))

        assert (done.returncode, done.stderr.count("\n")) == (1, 1)

        lines = done.stdout.splitlines()
        assert lines[0] == "slow: 1 breach of the protocol (1 game, 0 solved)"
        assert lines[1] == "  startup-timeout: sleeps: no line came within 0.3 s."
        assert lines[3] == "none: 1 breach of the protocol (1 game, 0 solved)"
        assert lines[4] == "  not-started: cannot be started: there-is-no-such-program: there is no such program."


class TestMissing:
    """What `referee check` says of a player whose program, script, interpreter or network is missing."""

    @pytest.fixture
    def says(self, referee, wordlist):
        """says(player): what it prints of one player with a word of five letters."""
        return lambda player: referee("check", "--players", player, "--wordlist", wordlist, "--lengths", "5").stdout

    @pytest.fixture
    def file(self, write_executables, tmp_path):
        """file(name, text): the path of an executable file with that text."""

        def written(name, text):
            write_executables({name: text})
            return tmp_path / name

        return written

    def test_a_program(self, says):
        assert "not-started: cannot be started: pyhton3: there is no such program." in says("pyhton3 mine.py")

    def test_a_script(self, says):
        printed = says("python3 missing.py")

        assert "can't open file 'missing.py'" in printed
        assert "/lingo-game/" not in printed

    def test_an_interpreter(self, says, file):
        printed = says(file("p.sh", "#!/bin/hs\n"))

        why = "the interpreter that its first line names, /bin/hs, does not exist"
        assert f"not-started: cannot be started: {why}." in printed

    def test_an_ending_that_is_not_known(self, says, file):
        printed = says(file("p.hs", "main = 1\n"))

        assert ".hs is none of the endings that are known (awk, c, cc, " in printed
        assert 'hs = "COMMAND {source}"' in printed

    def test_a_source_that_does_not_compile(self, says, file):
        printed = says(file("p.rs", "no Rust"))

        assert "/lingo-game/" not in printed
        assert "not-started: " in printed

    def test_a_network(self, says):
        assert "remark: no-network: " in says("sh -c 'echo ENETUNREACH >&2'")


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
        done = referee_run(
            "--players", "it=" + player_command("raw.py", r"DOZES\n"), "--rounds", 1, "--move-timeout", "0.3"
        )

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
