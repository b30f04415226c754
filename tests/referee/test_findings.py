"""What is found in the record of a game: breaches of the protocol and remarks, each with advice."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from made_runs import game_record

from referee.check.findings import findings, never_solved, quote, try_player
from referee.contest.limits import NO_SANDBOX, Limits
from referee.contest.player import Program
from referee.contest.termination import PLAYED_OUT, Silence, Termination
from referee.game.protocol import answer
from wordlists.spelling import spelling_of
from wordlists.word_game import WordGame
from wordlists.word_list import WordList

WORDS = WordList(5, ["crane", "dozes"], "two words")
PLAYER = Program(name="p", command="./p", arguments=("./p",))


def game_for_dozes(termination="solved", lines=(), **values):
    """The record of a game for the word dozes with an attempt for each line that the player wrote.

    values: other fields of the record; by default the process ended by itself with status 0.
    """
    return game_record("p", "dozes", termination=Termination(termination), attempts=len(lines), **values)


def findings_in(termination="solved", lines=(), words=WORDS, limits=Limits(), player=PLAYER, **values):
    """What is found in the record of the player's game for the word dozes.

    termination, lines, values: as in game_for_dozes. The lines are the player's guesses, and get their replies.
    """
    game = WordGame(words)
    moves = [answer(line, "dozes", game, seconds=0.0) for line in lines]
    guesses = tuple(move.guess for move in moves)
    replies = tuple(move.reply for move in moves)
    record = game_for_dozes(termination, lines, guesses=guesses, replies=replies, **values)
    return findings(record, player, {5: game}, limits)


class TestLines:
    @pytest.mark.parametrize(("line", "kind"), [
        (b"", "empty-line"),
        (b"\r", "empty-line"),
        (b"abcde", "unknown-word"),
        (b"able", "wrong-length"),
        (b"cranes", "wrong-length"),
        (b"Dozes", "upper-case"),
        (b"ABLE", "upper-case"),
        (b"XXXXX", "other-characters"),  # a reply that the player printed
        (b"?XOXX", "other-characters"),
        (b" dozes", "spaces"),
        (b"dozes ", "spaces"),
        (b"dozes\0", "other-characters"),
        (b"d\xc3\xb6zes", "unknown-word"),  # ö in UTF-8 is a letter
        (b"d\xf6zes", "other-characters"),  # ö in Latin-1 is no text in UTF-8
        (b"trying crane now", "other-characters"),
        (b"\xef\xbb\xbfcrane", "other-characters"),  # after a byte-order mark
    ])  # fmt: skip
    def test_an_illegal_line_has_a_finding_and_gets_a_reply_of_only_x(self, line, kind):
        move = answer(line, "dozes", WordGame(WORDS), seconds=0.0)

        assert (move.legal, move.reply) == (False, "XXXXX")
        assert [finding.kind for finding in findings_in(lines=[line])] == [kind]

    @pytest.mark.parametrize(("line", "kind"), [
        (b"china", "wrong-length"),
        (b"chaotic", "wrong-length"),
        (b"chorus", "unknown-word"),
        (b"ch-na", "other-characters"),
    ])  # fmt: skip
    def test_a_group_that_counts_as_one_letter_is_no_other_character(self, line, kind):
        """With ch as one letter china has four letters, chorus five and chaotic six."""
        spelling = spelling_of(letters="ch")
        words = WordList(5, [spelling.read("cheery")], "a word", spelling)

        [finding] = findings_in(lines=[line], words=words)

        assert finding.kind == kind

    def test_a_byte_order_mark_is_named(self):
        [finding] = findings_in(lines=["\ufeffcrane".encode()])

        assert finding.advice.startswith("It begins with a byte order mark:")

    def test_a_carriage_return_at_the_end_is_no_mistake(self):
        assert findings_in(lines=[b"dozes\r"]) == []

    def test_a_kind_is_named_once_with_its_first_example(self):
        upper_case, empty_line = findings_in(lines=[b"CRANE", b"", b"DOZES"])

        assert (upper_case.kind, empty_line.kind) == ("upper-case", "empty-line")
        assert "CRANE" in upper_case.says

    def test_a_quotation_is_safe_in_a_terminal(self):
        assert quote("\x1b[2J\n") == r"'\x1b[2J\n'"

    def test_a_quotation_is_cut(self):
        # 60 characters are quoted, each as four such as \x07.
        assert len(quote("\x07" * 1000)) < 300


class TestGuesses:
    """Remarks on legal guesses that cannot be the word, which is 'dozes'."""

    @pytest.fixture
    def remarks(self):
        """remarks(*guesses): the findings in a game of these guesses, by kind; none of them is a breach."""

        def of(*guesses):
            words = WordList(5, ["cozen", "crane", "dozes", "tough"], "four words")
            lines = [guess.encode() for guess in guesses]
            all_findings = findings_in("exhausted", lines, words)

            assert not any(finding.breach for finding in all_findings)
            return {finding.kind: finding for finding in all_findings}

        return of

    def test_a_repeated_guess(self, remarks):
        assert "'crane'" in remarks("crane", "tough", "crane")["repeated-guess"].says

    def test_a_guess_that_an_earlier_reply_excludes(self, remarks):
        # The reply to crane is XXXX?: the word has no c.
        assert "'cozen'" in remarks("crane", "cozen")["excluded-guess"].says

    def test_a_guess_that_can_be_the_word_has_no_remark(self, remarks):
        assert remarks("crane", "dozes") == {}


class TestNeverSolved:
    def test_a_player_that_solved_none_of_its_games_has_a_remark(self):
        [finding] = never_solved([game_for_dozes("exhausted"), game_for_dozes("exhausted")])

        assert finding.kind == "never-solved"

    def test_a_player_that_solved_one_has_none(self):
        assert never_solved([game_for_dozes("exhausted"), game_for_dozes("solved")]) == []

    def test_a_player_without_games_has_none(self):
        assert never_solved([]) == []


class TestEnds:
    @pytest.mark.parametrize("termination", [end.value for end in Termination if end not in PLAYED_OUT])
    def test_every_failure_is_a_breach_that_is_described_with_advice(self, termination):
        # How a process ends is a finding of its own only where the game was played out.
        [finding] = findings_in(termination, exit_status=3)

        assert finding.kind == termination
        assert finding.breach
        assert finding.says
        assert finding.advice

    def test_a_player_that_exits_without_an_error_may_have_no_word_left(self):
        [finding] = findings_in("exited", [b"crane", b"dozes"])

        assert finding.says == "exited after 2 guesses"
        assert finding.advice.endswith("If no word was left, it reads replies wrongly, or keeps their newline.")

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
        # At a pressure of 0.5 or more the machine was busy.
        [finding] = findings_in(
            termination, lines, limits=limits, exit_status=None, silence=silence, cpu_seconds=1.5, pressure=0.9
        )

        assert finding.says.startswith(says)
        assert finding.advice.startswith(advice)

    def test_a_player_that_computed_is_told_so_where_its_processor_time_is_not_known(self):
        [finding] = findings_in("startup-timeout", silence=Silence.COMPUTES, cpu_seconds=None)

        assert finding.says.startswith("computes: no line came within ")

    @pytest.mark.parametrize(("silence", "is_excused"), [
        (Silence.WAITS, False), (Silence.COMPUTES, True), (Silence.SLEEPS, False)
    ])  # fmt: skip
    def test_a_busy_machine_excuses_only_a_player_that_computes(self, silence, is_excused):
        [finding] = findings_in("startup-timeout", exit_status=None, silence=silence, cpu_seconds=1.5, pressure=0.9)

        assert ("kept the machine busy" in finding.says) == is_excused

    @pytest.mark.parametrize("termination", ["solved", "startup-timeout", "move-timeout", "game-timeout"])
    def test_a_delay_on_a_busy_machine_may_not_be_the_players_fault(self, termination):
        # Where it is not known what the player did, it may have computed.
        [finding] = findings_in(termination, exit_status=None, pressure=0.6)

        assert "other programs kept the machine busy" in finding.says

    @pytest.mark.parametrize(("values", "kind", "breach"), [
        ({"exit_status": None, "pressure": 0.4}, "does-not-exit", True),
        ({"exit_status": None, "pressure": 0.6}, "does-not-exit", False),
        ({"exit_status": 1}, "exit-status", False),
        ({"exit_status": None, "signal": "SIGPIPE"}, "exit-status", False),
    ])  # fmt: skip
    def test_a_solved_game_may_have_a_finding_too(self, values, kind, breach):
        [finding] = findings_in(**values)

        assert (finding.kind, finding.breach) == (kind, breach)


class TestCrashes:
    @pytest.mark.parametrize("settings", [
        {"prepare": ("./learn",)}, {"environment": {"THREADS": "1"}}, {"expose": ("/data",)}, {"limits": {"memory": 9}},
    ])  # fmt: skip
    def test_a_player_with_settings_of_its_own_is_to_be_tried_with_them(self, settings):
        """Its command alone would be tried without them, and a contest's file may have other players too."""
        player = replace(PLAYER, **settings)

        [finding] = findings_in("crashed", player=player, exit_status=1)

        assert finding.advice.endswith("referee shell --players @FILE.toml, a file with its table alone")


def test_the_limits_on_output_are_told_with_commas():
    [finding] = findings_in("output-limit")

    assert finding.says == "wrote more than 65,536 bytes in a line, or 1,048,576 in all, before its first guess"


class TestErrorText:
    def test_a_crash_is_told_with_its_signal_and_the_line_that_names_the_error(self):
        # The second line names the error. The two below it come after an error, in Java and in Perl.
        text = "one\ntwo \x1b\n\tat Lingo.main(Lingo.java:5)\nBEGIN failed--compilation aborted\n\n"

        [finding] = findings_in("crashed", [b"crane"], exit_status=None, signal="SIGSEGV", stderr_tail=text)

        assert finding.says == r"ended by SIGSEGV after 1 guess; its standard error ends with 'two \x1b'"

    def test_a_long_line_that_names_the_cause_is_not_cut(self):
        cause = f"can't open file '/{'x' * 200}/player.py'"

        [finding] = findings_in("crashed", exit_status=2, stderr_head=f"{cause}\n")

        assert finding.says.endswith(f"its standard error ends with '{cause}'")


class TestGamesTogether:
    def test_a_breach_counts_where_an_earlier_game_has_only_the_remark(self):
        """A player that does not exit breaks the protocol, unless the machine was busy, as it was in the first game."""
        on_a_busy_machine = game_for_dozes("solved", [b"dozes"], exit_status=None, pressure=0.9)
        on_an_idle_machine = game_for_dozes("solved", [b"dozes"], exit_status=None, pressure=0.1)
        records = [on_a_busy_machine, on_an_idle_machine]
        # It stands for a GamePool, and returns these records instead of playing: the first game has the index 0.
        pool = SimpleNamespace(
            play=lambda fixture: records[fixture.index],
            word_games={5: WordGame(WORDS)},
            limits=Limits(),
            sandbox=SimpleNamespace(level=NO_SANDBOX),
        )

        tried = try_player(PLAYER, ["dozes", "dozes"], pool)

        assert not tried["keeps_protocol"]
        [finding] = tried["findings"]
        assert (finding["kind"], finding["breach"], finding["games"]) == ("does-not-exit", True, 2)
