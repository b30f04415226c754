"""The assistant: in memory, through a pipe, and at terminals of different kinds."""

import re
import subprocess

import pytest
from programs import program_path
from terminals import Terminal

from lingo_bot.assistant.assist import Assistant
from lingo_bot.assistant.player import Player
from lingo_bot.assistant.proposal import Proposals
from lingo_bot.assistant.steps import step_of
from lingo_bot.assistant.tables import proposal_lines
from wordlists.reply import reply_for

ASSIST = (program_path("lingo-bot"), "5", "--assist", "--no-book")
LIST = "bands bends bonds colin dames dares dents dunes lotic noted sands tares tents toads tonic"
WORDS = LIST.split()
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture
def directory(tmp_path):
    """A working directory with the list of WORDS."""
    (tmp_path / "wordlist.txt").write_text("\n".join(WORDS))
    return tmp_path


@pytest.fixture
def talk(monkeypatch):
    """talk(lines, steps=(), columns=80, options): all that the assistant says, and whether it would go on."""

    def converse(*lines: str, steps=(), columns=80, **options) -> tuple[str, bool]:
        """What the assistant says to the lines, or at the beginning if there are none; whether it would go on."""
        monkeypatch.setenv("COLUMNS", str(columns))
        output: list[str] = []
        assistant = Assistant(Player(5, WORDS, **options), output.append)

        assistant.greet([step_of(step, 5) for step in steps])
        if lines:
            output.clear()  # what is said at the beginning has tests of its own

        is_on = [assistant.answer(line) for line in lines]
        return "\n".join(output), all(is_on)

    return converse


OUTSIDE = {"answers": ["bands", "dares"]}
"""Two answers. Neither gives the reply ?XX?O to tares; of all WORDS only dents does."""
OTHER_RULES = {"first_letter": "d", "hard": True, "attempts": 6, "answers": ["dents", "dunes", "tonic"]}
# Replies are typed as O, ?, X, or as g (green), y (yellow) and a dot.
SAID = [
    ("tares XXXXX; why", {}, "colin is the only word left."),
    ("bonds; why", {}, "parts 15 candidates"),
    ("quti", {}, "Did you mean quit?"),
    ("lsit", {}, "Did you mean list?"),
    ("udno", {}, "Did you mean undo?"),
    ("tares ?XX?O; tares ?XX?O", {}, "tares was your guess 1 already."),
    ("tares ?XX?O", OUTSIDE, "fits no answer: every word of the list counts now"),
    ("tares ?XX?O", OUTSIDE, "1 candidate:\ndents\n"),
    ("tares ?XX?O; undo", OUTSIDE, "2 candidates"),
    ("tares ?XX?O; tonic OXXXX", OUTSIDE, "no word fits"),
    ("sands; XXO?O", {}, "\n1  sands  XXO?O\nAttempt 2 of 5.\n"),
    ("xxxxs ....g", {}, "xxxxs is not a guess of this game (not in the word list); taken all the same.\n"),
    ("xxxxs ....g", {}, "1  xxxxs  XXXXO"),
    ("tares ?XX?O; undo; undo", {}, "Taken back: tares ?XX?O.\nAttempt 1 of 5.\n15 candidates\n"),
    ("tares ?XX?O; undo; undo", {}, "There is nothing to undo.\n"),
    ("tares ?XX?O; tonic OXXXX", {}, "\nno word fits; the replies to tares and tonic disagree on letter 1: t or not."),
    ("tares ?XX?O; tonic OXXXX; undo", {}, "Taken back: tares ?XX?O."),
    ("7 ....g", {}, "there is no proposal 7."),
    ("list", {}, "15 candidates:\nbands bends bonds colin"),
    ("tares", {"first_letter": "d"}, "letter 1 must be d"),
    ("tare OOXX", {}, "not a word of 5 letters"),
    ("tares OOXX", {}, "not a reply of 5 marks"),
    ("?XXX", {}, "not a reply of 5 marks"),
    ("a b c", {}, "not a guess"),
    ("=", {}, "not a guess"),
    ("9" * 5000 + " XXXXX", {}, "there is no proposal 9999"),  # more digits than int() reads
]
"""(lines typed, with semicolons between them; options of the player; a part of what is said then)."""


class TestConversation:
    @pytest.mark.parametrize(("typed", "options", "expected"), SAID)
    def test_each_line_gets_its_answer(self, typed, options, expected, talk):
        said, is_on = talk(*typed.split("; "), **options)
        assert expected in said
        assert is_on

    def test_a_number_with_as_many_digits_as_the_words_have_letters_is_that_of_a_proposal(self):
        output: list[str] = []
        words = ["at", "be", "do", "go", "in", "it", "no", "of", "so", "to", "up"]
        assistant = Assistant(Player(2, words), output.append)
        assistant.greet([])
        assistant.answer("best 10")
        tenth = next(line.split()[1] for line in output if line.startswith("10 "))
        output.clear()

        assistant.answer("10")

        assert output[0].startswith(f"{tenth}: ")

    def test_zeros_alone_are_a_reply_of_letters_in_their_places(self, talk):
        said, is_on = talk("dents", "00000")
        assert "Solved at attempt 1" in said
        assert not is_on

    def test_in_a_game_for_guesses_the_end_counts_guesses(self, talk):
        said, _ = talk("dents OOOOO", objective="guesses")
        assert "Solved in 1 guess." in said

    @pytest.mark.parametrize(("options", "expected"), [
        ({}, "5 letters, 5 attempts, 15 words."),
        ({}, "Attempt 1 of 5.\n15 candidates\n"),
        (OTHER_RULES, "5 letters, 6 attempts, hard, 2 possible among 4 words that begin with d."),
        ({"attempts": 1}, "5 letters, 1 attempt, 15 words."),
        ({"steps": ["tares=?XX?O", "bends=XOO?O"]}, "2  bends  XOO?O\nAttempt 3 of 5.\n1 candidate:\ndents\n"),
    ])  # fmt: skip
    def test_the_begin_of_a_game(self, options, expected, talk):
        assert expected in talk(**options)[0]

    @pytest.mark.parametrize(("typed", "options", "end"), [
        ("tares ?XX?O; dents ooooo", {}, "2  dents  OOOOO\nSolved at attempt 2 of 5: 400 points."),
        ("bands XXO?O", {"attempts": 1}, "The attempts are used up.\n2 candidates:\ndents dunes"),
        *((typed, {}, "") for typed in ("quit", "q", "EXIT")),
    ])  # fmt: skip
    def test_the_end_of_a_game(self, typed, options, end, talk):
        said, is_on = talk(*typed.split("; "), **options)
        assert said.endswith(end)
        assert not is_on

    @pytest.fixture
    def proposed(self, talk):
        """The words that are proposed first, best first."""
        said, _ = talk()
        return re.findall(r"^\d  ([a-z]{5}) ", said, re.MULTILINE)

    def test_five_words_are_proposed(self, proposed):
        assert len(proposed) == 5

    def test_best_9_proposes_nine(self, talk):
        said, _ = talk("best 9")
        assert len(re.findall(r"^\d  [a-z]{5} ", said, re.MULTILINE)) == 9

    def test_a_number_alone_asks_about_its_proposal(self, talk, proposed):
        said, _ = talk("2")
        assert said.startswith(f"{proposed[1]}: ")

    def test_a_number_with_a_reply_stands_for_its_word(self, talk, proposed):
        reply = reply_for(proposed[2], "dents")
        said, _ = talk(f"3 {reply.lower()}")
        assert said.startswith(f"1  {proposed[2]}  {reply}\n")

    def test_a_reply_alone_is_that_to_the_first_proposal(self, talk, proposed):
        said, _ = talk("best 1", "XXXXO")
        assert f"\n1  {proposed[0]}  XXXXO\n" in said

    @pytest.mark.parametrize(
        "line", ["tares ?XX?O", "TARES=?xx?o", "  tares   y..yg ", "tares, y..yg", "tares 🟨⬛⬛🟨🟩"]
    )
    def test_a_step_in_any_notation(self, line, talk):
        said, _ = talk(line)
        assert said.startswith("1  tares  ?XX?O\nAttempt 2 of 5.\n1 candidate:\ndents\n")
        assert re.search(r"^1  dents +400\.0 +1\.0 +yes$", said, re.MULTILINE)

    def test_a_word_alone_is_valued(self, talk):
        said, _ = talk("sands")
        assert re.match(r"sands: \d+\.\d points, \d+\.\d expected left, can be the word\. Its reply\?", said)

    @pytest.mark.parametrize("columns", [40, 72, 200])
    def test_nothing_is_wider_than_the_terminal(self, columns, talk):
        said, _ = talk("help", "tonic", "tares ..?.g", "tares OXXXX", "list", columns=columns)
        assert max(map(len, said.split("\n"))) <= columns

    def test_a_paragraph_of_the_help_is_broken_only_where_a_line_is_full(self, talk):
        said, _ = talk("help", columns=200)
        # Each of its seven paragraphs is a line.
        assert len(said.split("\n")) == 7


@pytest.mark.parametrize("columns", [40, 200])
@pytest.mark.parametrize(
    ("environment", "coloured"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
    ids=["colour", "no colour", "dumb"],
)
def test_a_dialogue_at_a_terminal_keeps_to_its_width_and_to_its_colours(environment, coloured, columns, directory):
    terminal = Terminal(ASSIST, columns, directory, **environment)

    greeting = terminal.read("? ")
    assert "   guess  points  left  can be it\n" in greeting

    terminal.type("tares y..yg\n")
    state = terminal.read("\n? ")
    yellow, grey, green = "\x1b[30;43m", "\x1b[97;100m", "\x1b[30;42m"
    tiles = f"{yellow} t {grey} a {grey} r {yellow} e {green} s \x1b[0m"
    letters = tiles if coloured else "tares"

    assert f"1  {letters}  ?XX?O\n" in state

    terminal.type("dents ooooo\n")
    ending = terminal.read()
    assert ending.endswith("Solved at attempt 2 of 5: 400 points.\n")
    assert terminal.wait() == 0

    output = greeting + state + ending
    assert ("\x1b" in output) == coloured
    assert all(len(COLOUR.sub("", line)) <= columns for line in output.split("\n"))


def test_ctrl_d_at_a_terminal_ends_the_dialogue(directory):
    terminal = Terminal(ASSIST, cwd=directory, TERM="dumb")
    terminal.read("? ")
    terminal.type("\x04")
    assert "Traceback" not in terminal.read()
    assert terminal.wait() == 0


def test_ctrl_c_at_a_terminal_ends_it_with_a_line(directory):
    terminal = Terminal(ASSIST, cwd=directory, TERM="dumb")
    terminal.read("? ")
    terminal.interrupt()
    assert terminal.read().strip().endswith("lingo-bot: interrupted")
    assert terminal.wait() == 130


class TestThroughAPipe:
    """Without a terminal there are no prompts. A mistake on the command line is told in one line."""

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
        (["--review", "tares"], 2, "--review and --assist exclude each other"),
    ])  # fmt: skip
    def test_a_command_line_that_makes_no_sense_is_refused(self, arguments, code, why, directory, run, error_line):
        done = run("lingo-bot", 5, "--assist", *arguments, cwd=directory, input="")
        assert error_line(done, code).startswith(why)

    def test_with_standard_error_closed_it_goes_on(self, directory):
        command = ["sh", "-c", 'exec "$@" 2>&-', "sh", *ASSIST]
        streams = {"input": "tares y..yg\n", "stdout": subprocess.PIPE, "text": True}
        done = subprocess.run(command, cwd=directory, timeout=60, **streams)
        assert done.returncode == 0
        assert "1 candidate:\ndents\n" in done.stdout

    def test_answers_that_are_no_words_of_the_list(self, directory, run, error_line):
        (directory / "answers.txt").write_text("tares\nzebra\nzooms\n")
        done = run("lingo-bot", 5, "--assist", "--answers", "answers.txt", cwd=directory, input="")
        assert done.returncode == 0
        assert "2 answers of answers.txt added to the words that may be guessed, such as 'zebra'" in done.stderr
        assert "3 possible among" in done.stdout

    def test_a_game_that_is_over_on_the_command_line_asks_for_nothing(self, directory, run):
        """Its only attempt is used up. The only answer, bands, does not fit the reply, so other words are listed."""
        (directory / "answers.txt").write_text("bands\n")
        rules = ["--answers", "answers.txt", "--attempts", 1]
        done = run("lingo-bot", 5, "--assist", *rules, "tares=?XX?O", cwd=directory, input="list\n")
        assert done.stdout.endswith("The attempts are used up.\n1 candidate:\ndents\n")
        assert done.stdout.count("dents") == 1  # the input, which would list it again, is not read


def test_a_table_without_proposals_has_its_heading_alone():
    assert proposal_lines(Proposals(), columns=80) == ["   guess  points  left  can be it"]
