"""Texts that are typed or pasted in Assist: which steps they hold, and why a text is refused.

The modules of the page's program run in a browser without the page's elements. That a paste, the field and the board
use them is shown in test_page_keys.py.
"""

import pytest
from page_in_browser import load_program, program_with_globals

from lingo_bot.launch import DEFAULT_STRATEGY
from lingo_bot.page.content import content_of
from wordlists.word_game import OWN_LETTER, read_game

AFTER_TEXT = """
const {draft, error} = afterText(game, newDraft(game), arguments[0], "")
const {letter, secrets, steps} = draft.position
return {
    error,
    letter,
    status: statusOf(draft),
    steps: steps.map(({guess, reply}) => `${guess} ${reply}`),
    candidates: Array.from(secrets, index => game.words[index]),
}
"""
"""Takes a text at the beginning of a game, and returns what is on the board then; of a refused text only the error."""


def reader_of_texts(browser, path, word_game):
    """Open the program in a browser; the result, called with a text, returns what AFTER_TEXT does."""
    script = program_with_globals("draft.js", "afterText", "newDraft", "openGame", "statusOf")
    load_program(browser, path, script, content_of(word_game, DEFAULT_STRATEGY, book=""))
    browser.execute_async_script("openGame().then(game => { window.game = game }).then(arguments[0])")
    return lambda text: browser.execute_script(AFTER_TEXT, text)


# A class has one page for all its tests, because the browser shows one at a time.
@pytest.fixture(scope="class")
def take(browser, tmp_path_factory):
    """take(text): what is on the board after the text, in the game of the packaged list."""
    return reader_of_texts(browser, tmp_path_factory.mktemp("texts") / "texts.html", read_game(5))


class TestSteps:
    @pytest.mark.parametrize("text", [
        "tares ?xx?o",
        "TARES=y..yg",
        "tares 🟨⬛⬛🟨🟩",
        "tares ?xx?x, undo, tares ?xx?o",
    ])  # fmt: skip
    def test_of_one_guess(self, take, text):
        assert take(text)["steps"] == ["tares ?XX?O"]

    @pytest.mark.parametrize("text", [
        "tares ?xx?o\ncolin xxxx?",
        "tares=?xx?o, colin xxxx?",
        "TARES y..yg\r\n\r\nCOLIN ....y\r\n",
    ], ids=["lines", "commas", "lines of Windows"])  # fmt: skip
    def test_in_marks(self, take, text):
        assert take(text)["steps"] == ["tares ?XX?O", "colin XXXX?"]

    @pytest.mark.parametrize("text", [
        "tares 🟨⬛⬛🟨🟩\ncolin ⬜⬜⬜⬜🟨",
        "tares 🟦⬛⬛🟦🟧\ncolin ⬛⬛⬛⬛🟦",
        "tares 🟡⚪⚪🟡🟢\ncolin ⚫⚫⚫⚫🟡",
        "tares 🟡🟦🟦🟡🟥\ncolin 🟦🟦🟦🟦🟡",
        "tares 🟨⬛️⬛️🟨🟩\ncolin ⬛️⬛️⬛️⬛️🟨",
    ], ids=["squares", "high contrast", "circles", "Motus", "variation selectors"])  # fmt: skip
    def test_in_colours(self, take, text):
        assert take(text)["steps"] == ["tares ?XX?O", "colin XXXX?"]

    @pytest.mark.parametrize("text", [
        "tares\ncolin\nWordle 1,234 4/6*\n\n🟨⬛⬛🟨🟩\n⬛⬛⬛⬛🟨\n",
        "tares colin\n🟨⬛⬛🟨🟩\n⬛⬛⬛⬛🟨",
        "tares colin\nLingo, 5 letters: 4/5\n🟨⬛⬛🟨🟩 Skill 99, luck 72\n⬛⬛⬛⬛🟨 Luck 56\n",
    ], ids=["below its guesses", "below a line of guesses", "of a review"])  # fmt: skip
    def test_in_a_shared_grid(self, take, text):
        assert take(text)["steps"] == ["tares ?XX?O", "colin XXXX?"]

    @pytest.mark.parametrize(("text", "error"), [
        ("tares ?xx?o\ncolin xxz", "Nothing was taken. Not a reply of 5 marks (O ? X, or g y . ): xxz."),
        ("tares ?xx?o\ncol xxxxx", "Nothing was taken. Not a word of 5 letters: col."),
        ("tar xxxxx", "Not a word of 5 letters: tar."),
        ("?xx?o", "Give the guess before its reply."),
        ("undo", "There is nothing to undo."),
    ])  # fmt: skip
    def test_with_a_mistake_are_refused_as_a_whole(self, take, text, error):
        assert take(text)["error"] == error

    @pytest.mark.parametrize(("text", "error"), [
        (
            "🟨⬛⬛🟨🟩\n⬛⬛⬛⬛🟨",
            "Nothing was taken. These 2 replies lack their guesses: write the guesses above them.",
        ),
        (
            "tares\n🟨⬛⬛🟨🟩\n⬛⬛⬛⬛🟨",
            "Nothing was taken. Guesses and replies do not go together: there are 1 and 2.",
        ),
    ])  # fmt: skip
    def test_of_a_grid_without_its_guesses_are_refused(self, take, text, error):
        assert take(text)["error"] == error

    def test_that_contradict_each_other_are_refused_as_a_whole(self, take):
        assert take("tares ?xx?x\ntonic oxxxx")["error"] == (
            "Nothing was taken. no word fits; the replies to tares and tonic disagree on letter 1: t or not."
        )

    def test_with_two_replies_to_one_guess_are_refused(self, take):
        error = take("tares ?xx?x\ntares oxxxx")["error"]
        assert error.startswith("Nothing was taken. no word fits; the two replies to tares disagree on ")


@pytest.fixture(scope="class")
def take_with_letter(browser, tmp_path_factory):
    """take_with_letter(text): what is on the board after the text, in a game in which the first letter is shown."""
    directory = tmp_path_factory.mktemp("first letter")
    (directory / "words.txt").write_text("crane\ncrate\nslope\nslate\nstale\n")
    word_game = read_game(5, str(directory / "words.txt"), letter=OWN_LETTER)
    return reader_of_texts(browser, directory / "texts.html", word_game)


class TestFirstLetter:
    """The first letter, where it is shown and nobody chose it in its field yet."""

    def test_is_that_of_the_first_guess(self, take_with_letter):
        outcome = take_with_letter("slate ooxxo")

        assert outcome["error"] == ""
        assert outcome["letter"] == "s"
        assert outcome["candidates"] == ["slope"]

    def test_must_be_in_place_in_the_first_reply(self, take_with_letter):
        outcome = take_with_letter("slate xxxxo")

        assert outcome["error"] == "Choose the first letter that is shown, then give the reply again."
        assert outcome["status"] == "Which first letter is shown?"

    def test_must_begin_a_word(self, take_with_letter):
        assert take_with_letter("tares oxxxx")["error"] == "No word begins with t."
