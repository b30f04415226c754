"""`referee check`, and the game that every player plays before a run."""

import json
import os

import pytest
from made_runs import game_record

from referee.check.error_text import error_excerpt, quote
from referee.check.findings import findings, never_solved
from referee.contest.conditions import Limits
from referee.contest.player import Program
from referee.contest.termination import Silence, Termination
from referee.game.protocol import answer
from wordlists.reader import WordList
from wordlists.reply import reply_for
from wordlists.word_game import WordGame

WORDS = WordList(5, ["able", "crane", "dozes"], "three words")
SEED = 7
"""Draws blimp first of five letters."""


def game(termination="solved", lines=(), **values):
    """A game for 'dozes' as it was watched, its process ended by itself with status 0."""
    early = values.pop("early", 0)
    values = {"attempts": len(lines), "termination": Termination(termination), **values}
    return game_record("p", "dozes", **values), lines, early


def findings_of(seen, words=WORDS, limits=Limits()):
    record, lines, early = seen
    return findings(record, Program("p", "./p", ("./p",)), {words.length: WordGame(words)}, limits, lines, early)


def kinds(seen, **limits):
    return [finding.kind for finding in findings_of(seen, limits=Limits(**limits))]


class TestLines:
    @pytest.mark.parametrize(("line", "kind"), [
        (b"", "empty-line"),
        (b"\r", "empty-line"),
        (b"abcde", "unknown-word"),
        (b"able", "wrong-length"),
        (b"cranes", "wrong-length"),
        (b"Dozes", "upper-case"),
        (b"ABLE", "upper-case"),
        (b" dozes", "spaces"),
        (b"dozes ", "spaces"),
        (b"dozes\0", "other-characters"),
        (b"d\xc3\xb6zes", "unknown-word"),
        (b"d\xf6zes", "other-characters"),
        (b"trying crane now", "other-characters"),
        (b"\xef\xbb\xbfcrane", "other-characters"),
    ])  # fmt: skip
    def test_illegal(self, line, kind):
        move = answer(line, "dozes", WordGame(WORDS), 0.0)
        assert (move.legal, move.reply) == (False, "XXXXX")
        assert [one for one in kinds(game(lines=[line])) if one != "carriage-return"] == [kind]

    def test_carriage_return_is_a_remark(self):
        [finding] = findings_of(game(lines=[b"dozes\r"]))
        assert (finding.kind, finding.breach) == ("carriage-return", False)

    def test_a_kind_is_named_once_with_its_first_example(self):
        found = findings_of(game(lines=[b"CRANE", b"", b"DOZES"]))
        assert [finding.kind for finding in found] == ["upper-case", "empty-line"]
        assert "CRANE" in found[0].says

    def test_quotes_are_safe_in_a_terminal(self):
        assert quote(b"\x1b[2J\xff\n") == r"'\x1b[2J\xff\n'"
        assert len(quote("\x07" * 1000)) < 300


class TestGuesses:
    """Remarks on guesses that cannot be the word; the word is 'dozes'."""

    def of(self, *guesses):
        replies = tuple(reply_for(guess, "dozes") for guess in guesses)
        words = WordList(5, sorted([*WORDS.words, "cozen", "tough"]), "")
        found = findings_of(game("exhausted", guesses=guesses, replies=replies), words)
        return [(finding.kind, finding.says.partition("'")[2].partition("'")[0], finding.breach) for finding in found]

    def test_remarks(self):
        """crane=XXXX? has no c, so cozen cannot be the word."""
        assert ("repeated-guess", "crane", False) in self.of("crane", "tough", "crane")
        assert ("excluded-guess", "cozen", False) in self.of("crane", "cozen")
        assert self.of("crane", "dozes") == []

    def test_never_solved(self):
        lost = game("exhausted")[0]
        won = game("solved")[0]
        assert [one.kind for one in never_solved([lost, lost])] == ["never-solved"]
        assert never_solved([lost, won]) == never_solved([]) == []


class TestEnds:
    @pytest.mark.parametrize(
        "termination", [one.value for one in Termination if one.value not in ("solved", "exhausted")]
    )
    def test_every_failure_has_a_word_and_advice(self, termination):
        [finding] = findings_of(game(termination, exit_status=3))
        assert finding.kind == termination
        assert finding.breach and finding.says and finding.advice

    @pytest.mark.parametrize(("silence", "guesses", "says", "advice"), [
        ("waits for input", [], "waits for input before its first line: no line came within 2 s", "Flush"),
        ("waits for input", [b"crane"], "waits for input: no further line came within 10 s, after 1 guess", "Flush"),
        ("computes", [], "computes (1.5 s of processor time): no line came within 2 s; other programs", "Compute less"),
        ("sleeps", [], "sleeps: no line came within 2 s", "It waits for something else"),
    ])  # fmt: skip
    def test_a_silent_player_is_told_what_it_did(self, silence, guesses, says, advice):
        """A busy machine is no excuse for a player that waits or sleeps."""
        kind = "move-timeout" if guesses else "startup-timeout"
        more = {"silence": Silence(silence), "cpu_seconds": 1.5, "pressure": 0.9}
        [finding] = findings_of(game(kind, guesses, exit_status=None, **more), limits=Limits(startup=2))
        assert finding.says.startswith(says) and finding.advice.startswith(advice)
        assert ("kept the machine busy" in finding.says) == (silence == "computes")

    def test_a_delay_on_a_busy_machine_may_not_be_the_players_fault(self):
        for termination in ("solved", "startup-timeout", "move-timeout", "game-timeout"):
            [finding] = findings_of(game(termination, exit_status=None, pressure=0.6))
            assert "other programs kept the machine busy" in finding.says

    def test_crash_names_signal_and_last_words(self):
        text = "one\ntwo \x1b\n\tat Lingo.main(Lingo.java:5)\nBEGIN failed--compilation aborted\n\n"
        [finding] = findings_of(game("crashed", [b"crane"], exit_status=None, signal="SIGSEGV", stderr_tail=text))
        assert finding.says == r"ended by SIGSEGV after 1 guess; its standard error ends with 'two \x1b'"

    def test_an_error_before_a_long_stack_is_quoted(self):
        """The beginning of standard error has the error; its end, after a line of the referee, only the stack."""
        head = "java.lang.StackOverflowError\n\tat Lingo.guess(Lingo.java:5)\n"
        tail = "[... 85000 bytes left out ...]\n\tat Lingo.guess(Lingo.java:5)\n"
        [finding] = findings_of(game("crashed", exit_status=1, stderr_head=head, stderr_tail=tail))
        assert finding.says.endswith("its standard error ends with 'java.lang.StackOverflowError'")

    def test_the_cause_of_a_crash_is_not_cut(self):
        """It is in a long last line, or lines before it."""
        cause = f"can't open file '/{'x' * 200}/player.py'"
        [finding] = findings_of(game("crashed", exit_status=2, stderr_head=f"{cause}\n"))
        assert finding.says.endswith(f"its standard error ends with '{cause}'")
        lines = "\n".join(map(str, range(20)))
        excerpt = error_excerpt(game("crashed", exit_status=1, stderr_head=f"a\n\n{lines}")[0])
        assert excerpt == ["a", *lines.split()[:7], "…", *lines.split()[-4:]]
        assert error_excerpt(game("solved", stderr_head="a\nb\n")[0]) == []

    @pytest.mark.parametrize(("values", "kind", "breach"), [
        ({"exit_status": None, "pressure": 0.4}, "does-not-exit", True),
        ({"exit_status": None, "pressure": 0.6}, "does-not-exit", False),
        ({"exit_status": 1}, "exit-status", False),
        ({"exit_status": None, "signal": "SIGPIPE"}, "exit-status", False),
        ({"early": 2}, "several-guesses", False),
        ({"move_seconds": (6.0,)}, "slow-start", False),
    ])  # fmt: skip
    def test_after_a_game_by_the_rules(self, values, kind, breach):
        [finding] = findings_of(game(**values))
        assert (finding.kind, finding.breach) == (kind, breach)


class TestCommand:
    @pytest.fixture
    def check(self, referee, wordlist):
        """The findings of `referee check --json` about one player, by kind, and the exit code."""

        def checked(player, *arguments):
            options = ("--wordlist", wordlist, "--lengths", "5", "--seed", SEED, *arguments)
            result = referee("check", "--players", f"it={player}", *options, "--sandbox", "off", "--json")
            [report] = json.loads(result.stdout)["players"]
            assert report["keeps_protocol"] == (result.returncode == 0)
            return {finding["kind"]: finding for finding in report["findings"]}, report

        return checked

    def test_one_that_keeps_the_protocol(self, check, program):
        words = ["crane", "dozes", "tough", "blimp", "dents"]
        found, report = check(program("guesses.sh", *words))
        assert {finding["breach"] for finding in found.values()} <= {False}
        assert (report["games"], report["keeps_protocol"]) == (1, True)
        assert 0 < report["startup_ms"]["median"] <= report["startup_ms"]["largest"]

    def test_one_that_stays(self, check, program, wordlist, tmp_path):
        (tmp_path / "stays.py").write_text("import time\nprint('crane\\n' * 5, flush=True)\ntime.sleep(20)\n")
        found, _ = check(f"python3 {tmp_path}/stays.py")
        assert found["does-not-exit"]["games"] == 1

    def test_all_of_the_error_text_is_printed_once(self, referee, wordlist, tmp_path):
        (tmp_path / "noisy.sh").write_text("seq -f 'line\t%g' 0 39 >&2; exit 3\n")
        options = ("--wordlist", wordlist, "--lengths", "4,5", "--seed", SEED, "--sandbox", "off")
        lines = referee("check", "--players", f"it=sh {tmp_path}/noisy.sh", *options).stdout.splitlines()
        assert [line.strip() for line in lines if line.startswith("    line")] == [f"line\t{n}" for n in range(40)]

    @pytest.mark.skipif(not os.path.exists("/proc/self/wchan"), reason="the system does not tell what a process does")
    @pytest.mark.parametrize("sandbox", ["off", "auto"])
    def test_silent_players_are_told_apart(self, referee, wordlist, sandbox):
        scripts = ("read reply", "while :; do :; done", "exec sleep 60")
        players = [f"p{number}=sh -c '{script}'" for number, script in enumerate(scripts)]
        options = ("--wordlist", wordlist, "--lengths", "5", "--startup-timeout", "0.5", "--sandbox", sandbox, "--json")
        reports = json.loads(referee("check", "--players", *players, *options).stdout)["players"]
        ways = ("waits for input before its first line: ", "computes (", "sleeps: ")
        for report, way in zip(reports, ways, strict=True):
            [finding] = report["findings"]
            assert finding["says"].startswith(way)

    def test_errors_name_what_is_missing_as_its_author_does(self, referee, wordlist, tmp_path):
        for name, text in (("p.hs", "main = 1\n"), ("p.rs", "no Rust"), ("p.sh", "#!/bin/hs\n")):
            (tmp_path / name).write_text(text)
            (tmp_path / name).chmod(0o755)

        players = ["pyhton3 mine.py", "python3 missing.py", "sh -c 'echo ENETUNREACH >&2'", *tmp_path.glob("p.*")]
        said = referee("check", "--players", *players, "--wordlist", wordlist, "--lengths", "5").stdout
        assert "cannot be started: pyhton3: there is no such program." in said and said.count("not-started: ") == 4
        assert "/lingo-game/" not in said and "remark: no-network: " in said
        assert ".hs is none of the endings that are known (awk, c, cc, " in said and 'hs = "COMMAND {source}"' in said
        assert "cannot be started: the interpreter that its first line names, /bin/hs, does not exist." in said

    def test_text(self, referee, wordlist, program):
        players = [f"slow={program('hangs.sh')}", "none=there-is-no-such-program"]
        options = ("--wordlist", wordlist, "--lengths", "4,5", "--startup-timeout", "0.3")
        result = referee("check", "--players", *players, *options)
        assert (result.returncode, result.stderr.count("\n")) == (1, 1)
        lines = result.stdout.splitlines()
        assert lines[0] == "slow: 1 breach of the protocol (1 game, 0 solved)"
        assert lines[1] == "  startup-timeout: sleeps: no line came within 0.3 s."
        assert lines[4] == "  not-started: cannot be started: there-is-no-such-program: there is no such program."


class TestTrial:
    def test_is_no_game_of_the_run(self, contest, program, tmp_path):
        notes = tmp_path / "notes"
        player = f"it=sh -c 'echo started >> {notes}; echo crane; read reply'"
        result = contest("--players", player, "--rounds", 1, "--sandbox", "off", "--format", "json")
        assert json.loads(result.stdout)["players"][0]["games"] == 2
        assert notes.read_text().count("started") == 3

    def test_says_what_is_wrong_and_goes_on(self, contest, program):
        result = contest("--players", "it=" + program("raw.py", r"DOZES\n"), "--rounds", 1, "--move-timeout", "0.3")
        assert result.returncode == 0
        assert "referee: tried 'it': upper-case: 'DOZES' for a word of 4 letters. " in result.stderr

    def test_stops_a_run_that_cannot_begin(self, contest, tmp_path):
        script = tmp_path / "script"
        script.write_text("#!/there/is/no/such/interpreter\n")
        script.chmod(0o755)
        result = contest("--players", f"it={script}", "--rounds", 1)
        assert (result.returncode, result.stdout) == (1, "")
        assert result.stderr == (
            "referee: player 'it': cannot be started: the interpreter that its first line names, "
            "/there/is/no/such/interpreter, does not exist\n"
        )
        assert contest("--players", f"it={script}", "--rounds", 1, "--keep-going").returncode == 0
