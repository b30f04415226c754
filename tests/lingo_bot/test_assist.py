"""The assistant: in memory, through a pipe, and at terminals of different kinds."""

import re
import sys
from pathlib import Path

import pytest
from terminals import Terminal

from codebreaker.reply import reply_for
from lingo_bot.assistant.assist import Assistant
from lingo_bot.assistant.player import Player
from lingo_bot.assistant.steps import step_of

ASSIST = (Path(sys.executable).parent / "lingo-bot", "5", "--assist", "--no-book")
LIST = "bands bends bonds colin dames dares dents dunes lotic noted sands tares tents toads tonic"
WORDS = LIST.split()
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture
def directory(tmp_path):
    (tmp_path / "wordlist.txt").write_text("\n".join(WORDS))
    return tmp_path


@pytest.fixture
def talk(monkeypatch):
    """talk(lines, steps=(), columns=80, options): all that the assistant says, and whether it would go on."""

    def said(*lines: str, steps=(), columns=80, **options) -> tuple[str, bool]:
        monkeypatch.setenv("COLUMNS", str(columns))
        output: list[str] = []
        assistant = Assistant(Player(5, WORDS, **options), output.append)
        assistant.greet([step_of(step, 5) for step in steps])
        output.clear() if lines else None
        going_on = [assistant.answer(line) for line in lines]
        return "\n".join(output), all(going_on)

    return said


class TestConversation:
    """What is said to what is typed."""

    def test_more_proposals_and_a_number_alone(self, talk):
        said, _ = talk("best 9")
        assert len(re.findall(r"^[1-9]  [a-z]{5} ", said, re.MULTILINE)) == 9
        said, _ = talk("best", "2")
        second = re.search(r"^2  ([a-z]{5}) ", said, re.MULTILINE)[1]
        assert f"{second}: " in said.splitlines()[-1]

    def test_why(self, talk):
        assert talk("tares XXXXX", "why")[0].endswith("colin is the only word left.")
        assert "parts 15 candidates" in talk("bonds", "why")[0]

    @pytest.mark.parametrize(
        ("typed", "meant"), [("quti", "quit"), ("hlep", "help"), ("lsit", "list"), ("udno", "undo")]
    )
    def test_a_mistyped_command_is_recognised(self, talk, typed, meant):
        assert f"Did you mean {meant}?" in talk(typed)[0]

    def test_a_repeated_guess_is_remarked_on(self, talk):
        assert "tares was your guess 1 already." in talk("tares ?XX?O", "tares ?XX?O")[0]

    def test_a_secret_outside_the_answers(self, talk):
        said, _ = talk("tares ?XX?O", answers=["bands", "dares"])
        assert "fits no answer: every word of the list counts now" in said
        assert "1 candidate:\ndents\n" in said
        assert "2 candidates" in talk("tares ?XX?O", "undo", answers=["bands", "dares"])[0]
        assert "no word fits" in talk("tares ?XX?O", "tonic OXXXX", answers=["bands", "dares"])[0]

    def test_a_game_for_guesses_ends_in_guesses(self, talk):
        assert talk("dents OOOOO", objective="guesses")[0].endswith("Solved in 1 guess.")

    def test_a_game_begins_with_proposals(self, talk):
        said, going_on = talk()
        assert "5 letters, 5 attempts, 15 words." in said
        assert "Attempt 1 of 5.\n15 candidates\n" in said
        assert len(re.findall(r"^[1-5]  [a-z]{5} ", said, re.MULTILINE)) == 5
        assert going_on

    @pytest.mark.parametrize(
        "line", ["tares ?XX?O", "TARES=?xx?o", "  tares   y..yg ", "tares, y..yg", "tares 🟨⬛⬛🟨🟩"]
    )
    def test_a_step_in_any_notation(self, line, talk):
        said, _ = talk(line)
        assert said.startswith("1  tares  ?XX?O\nAttempt 2 of 5.\n1 candidate:\ndents\n")
        assert re.search(r"^1  dents +400\.0 +1\.0  yes$", said, re.MULTILINE)

    def test_a_reply_alone_is_to_the_first_proposal(self, talk):
        first = re.search(r"^1  ([a-z]{5})", talk()[0], re.MULTILINE)[1]
        assert talk("XXXXO")[0].startswith(f"1  {first}  XXXXO\n")

    def test_a_number_stands_for_a_proposal(self, talk):
        third = re.search(r"^3  ([a-z]{5})", talk()[0], re.MULTILINE)[1]
        reply = reply_for(third, "dents")
        assert talk(f"3 {reply.lower()}")[0].startswith(f"1  {third}  {reply}\n")
        assert talk("7 ....g")[0] == "there is no proposal 7."

    def test_a_word_alone_is_valued_and_a_reply_is_to_it(self, talk):
        said, _ = talk("sands", "XXO?O")
        assert re.match(r"sands: \d+\.\d points, \d+\.\d expected left, can be the word\. Its reply\?\n", said)
        assert "\n1  sands  XXO?O\nAttempt 2 of 5.\n" in said

    def test_a_word_that_is_not_listed_is_taken_all_the_same(self, talk):
        said, _ = talk("xxxxs ....g")
        assert said.startswith("xxxxs is not a guess of this game (not in the word list); taken all the same.\n")
        assert "1  xxxxs  XXXXO" in said

    def test_undo(self, talk):
        said, _ = talk("tares ?XX?O", "undo", "undo")
        assert "Taken back: tares ?XX?O.\nAttempt 1 of 5.\n15 candidates\n" in said
        assert "There is nothing to undo.\n" in said

    def test_a_win(self, talk):
        said, going_on = talk("tares ?XX?O", "dents ooooo")
        assert said.endswith("2  dents  OOOOO\nSolved at attempt 2 of 5: 400 points.")
        assert not going_on

    def test_the_attempts_end(self, talk):
        said, going_on = talk("bands XXO?O", attempts=1)
        assert said.endswith("The attempts are used up.\n2 candidates:\ndents dunes")
        assert not going_on

    def test_a_contradiction_is_explained_and_not_taken_in(self, talk):
        said, going_on = talk("tares ?XX?O", "tonic OXXXX", "undo")
        assert "\nno word fits; the replies to tares and tonic disagree on letter 1: t or not.\n" in said
        assert "Taken back: tares ?XX?O." in said
        assert going_on

    @pytest.mark.parametrize(("line", "why"), [
        ("tare OOXX", "not a word of 5 letters"),
        ("tares OOXX", "not a reply of 5 marks"),
        ("?XXX", "not a reply of 5 marks"),
        ("a b c", "not a guess"),
        ("=", "not a guess"),
        ("9" * 5000 + " XXXXX", "there is no proposal 9999"),
    ])  # fmt: skip
    def test_what_cannot_be_read(self, line, why, talk):
        said, going_on = talk(line)
        assert said.startswith(why)
        assert going_on

    @pytest.mark.parametrize("line", ["quit", "q", "EXIT"])
    def test_quit(self, line, talk):
        assert talk(line) == ("", False)

    def test_list_shows_all_candidates(self, talk):
        assert talk("list", columns=40)[0].split() == ["15", "candidates:", *WORDS]

    def test_a_game_entered_half_way(self, talk):
        said, _ = talk(steps=["tares=?XX?O", "bends=XOO?O"])
        assert "1  tares  ?XX?O\n2  bends  XOO?O\nAttempt 3 of 5.\n1 candidate:\ndents\n" in said

    def test_television_and_hard_games_say_so(self, talk):
        said, _ = talk(first_letter="d", hard=True, attempts=6, answers=["dents", "dunes", "tonic"])
        assert "5 letters, 6 attempts, hard, 2 possible among 4 words that begin with d." in said
        assert "letter 1 must be d" in talk("tares", first_letter="d")[0]

    @pytest.mark.parametrize("columns", [40, 72, 200])
    def test_nothing_is_wider_than_the_terminal(self, columns, talk):
        said, _ = talk("help", "tonic", "tares ..?.g", "tares OXXXX", "list", columns=columns)
        assert max(map(len, said.split("\n"))) <= columns


@pytest.mark.parametrize("columns", [40, 200])
@pytest.mark.parametrize(
    ("environment", "coloured"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
    ids=["colour", "no colour", "dumb"],
)
def test_at_a_terminal(environment, coloured, columns, directory):
    terminal = Terminal(ASSIST, columns, directory, **environment)
    shown = terminal.read("? ")
    assert ("can be the word" in shown) == (columns == 200)
    terminal.type("tares y..yg\n")
    reply = terminal.read("\n? ")
    tile = "\x1b[30;43m t \x1b[97;100m a \x1b[97;100m r \x1b[30;43m e \x1b[30;42m s \x1b[0m"
    assert (f"1  {tile}  ?XX?O\n" if coloured else "1  tares  ?XX?O\n") in reply
    terminal.type("dents ooooo\n")
    rest = terminal.read()
    assert rest.endswith("Solved at attempt 2 of 5: 400 points.\n")
    assert terminal.wait() == 0
    told = shown + reply + rest
    assert ("\x1b" in told) == coloured
    assert all(len(COLOUR.sub("", line)) <= columns for line in told.split("\n"))


def test_the_end_of_input_and_ctrl_c_at_a_terminal(directory):
    terminal = Terminal(ASSIST, cwd=directory, TERM="dumb")
    terminal.read("? ")
    terminal.type("\x04")
    assert "Traceback" not in terminal.read()
    assert terminal.wait() == 0
    terminal = Terminal(ASSIST, cwd=directory, TERM="dumb")
    terminal.read("? ")
    terminal.interrupt()
    assert terminal.read().strip().endswith("lingo-bot: interrupted")
    assert terminal.wait() == 130


class TestThroughAPipe:
    """Without a terminal nothing is asked, and errors of the command line are one line."""

    def test_steps_on_the_command_line_and_on_standard_input(self, directory, run):
        done = run("lingo-bot", 5, "--assist", "--no-book", "tares=?XX?O", cwd=directory, input="dents ggggg\n")
        assert (done.returncode, done.stderr) == (0, "")
        assert "1 candidate:\ndents\n" in done.stdout
        assert done.stdout.endswith("Solved at attempt 2 of 5: 400 points.\n")
        assert "\x1b" not in done.stdout

    @pytest.mark.parametrize(("arguments", "code", "why"), [
        (["tares"], 1, "not a guess with its reply, as in WORD=REPLY: 'tares'"),
        (["tares=OOO"], 1, "not a reply of 5 marks"),
        (["tares=?XX?O", "tonic=OXXXX"], 1, "no word fits; the replies to tares and tonic disagree on letter 1"),
        (["--first-letter", "dd"], 2, "a first letter is one letter, not 'dd'"),
        (["--first-letter", "z"], 1, "no word of 5 letters begins with z"),
        (["--answers", "none.txt"], 1, "none.txt: cannot be read: no such file or directory"),
        (["--first-guess", "tares"], 2, "--first-guess and --assist exclude each other"),
        (["--explain"], 2, "--explain and --assist exclude each other"),
        (["--review", "tares"], 2, "--assist and --review exclude each other"),
        (["--quiet", "--verbose"], 2, "--quiet and --verbose exclude each other"),
    ])  # fmt: skip
    def test_what_makes_no_sense(self, arguments, code, why, directory, run, complaint):
        done = run("lingo-bot", 5, "--assist", *arguments, cwd=directory, input="")
        assert complaint(done, code).startswith(why)

    def test_answers_that_are_no_words_of_the_list(self, directory, run, complaint):
        (directory / "answers.txt").write_text("tares\nzebra\nzooms\n")
        done = run("lingo-bot", 5, "--assist", "--answers", "answers.txt", cwd=directory, input="")
        assert done.returncode == 0
        assert "2 answers of answers.txt added to the words that may be guessed, such as 'zebra'" in done.stderr
        assert "3 possible among" in done.stdout
