"""Texts that are typed or pasted in Assist: which steps they hold, why a text is refused, and what Undo takes back.

The modules of the page's program run in a browser without the page's elements. That a paste, the field and the board
use them is shown in test_page_keys.py.
"""

import pytest
from page_in_browser import load_program, program_with_globals

from lingo_bot.book_player import NO_BOOK
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
"""Takes a text at the beginning of a game, and returns what is on the board then: nothing after a refused text.

A draft is the game on the board, with the row that is being typed and what Undo brings back.
The last argument of afterText is a guess that is known already, for a text that has its reply alone: here none.
"""
AFTER_CHANGES = """
let draft = newDraft(game)
for (const [kind, value] of arguments[0]) {
    if (kind === "new") draft = afterNew(game, draft.position)
    if (kind === "text") draft = afterText(game, draft, value, "").draft
    if (kind === "letter") draft = afterFirstLetter(game, draft, value).draft
    if (kind === "undo") draft = afterUndo(draft).draft
}
return draft.position.steps.map(({guess, reply}) => `${guess} ${reply}`)
"""
"""Makes changes in order, each (its kind, the text or the letter), and returns the steps on the board then."""
NEW = ("new", None)
UNDO = ("undo", None)


def open_drafts(browser, path, word_game):
    """Open the program with a game in a browser, with the functions of AFTER_TEXT and AFTER_CHANGES as globals."""
    changes = ["afterText", "afterNew", "afterFirstLetter", "afterUndo"]
    script = program_with_globals("draft.js", *changes, "newDraft", "openGame", "statusOf")
    load_program(browser, path, script, content_of(word_game, DEFAULT_STRATEGY, NO_BOOK))


# A class has one page for all its tests, because the browser shows one at a time.
@pytest.fixture(scope="class")
def take(browser, tmp_path_factory):
    """take(text): what is on the board after the text, in the game of the packaged list."""
    open_drafts(browser, tmp_path_factory.mktemp("texts") / "texts.html", read_game(5))
    return lambda text: browser.execute_script(AFTER_TEXT, text)


ONE_STEP = ["tares ?XX?O"]
TWO_STEPS = ["tares ?XX?O", "colin XXXX?"]

STEPS = {
    "marks": ("tares ?xx?o", ONE_STEP),
    "colours after =": ("TARES=y..yg", ONE_STEP),
    "squares": ("tares 🟨⬛⬛🟨🟩", ONE_STEP),
    "a step that is taken back": ("tares ?xx?x, undo, tares ?xx?o", ONE_STEP),
    "lines": ("tares ?xx?o\ncolin xxxx?", TWO_STEPS),
    "commas": ("tares=?xx?o, colin xxxx?", TWO_STEPS),
    "lines of Windows": ("TARES y..yg\r\n\r\nCOLIN ....y\r\n", TWO_STEPS),
    "lines of squares": ("tares 🟨⬛⬛🟨🟩\ncolin ⬜⬜⬜⬜🟨", TWO_STEPS),
    "squares of high contrast": ("tares 🟦⬛⬛🟦🟧\ncolin ⬛⬛⬛⬛🟦", TWO_STEPS),
    "circles": ("tares 🟡⚪⚪🟡🟢\ncolin ⚫⚫⚫⚫🟡", TWO_STEPS),
    "Motus, where blue is absent": ("tares 🟡🟦🟦🟡🟥\ncolin 🟦🟦🟦🟦🟡", TWO_STEPS),
    "squares with variation selectors": ("tares 🟨⬛️⬛️🟨🟩\ncolin ⬛️⬛️⬛️⬛️🟨", TWO_STEPS),
    "a shared grid below its guesses": ("tares\ncolin\nWordle 1,234 4/6*\n\n🟨⬛⬛🟨🟩\n⬛⬛⬛⬛🟨\n", TWO_STEPS),
    "a grid below a line of guesses": ("tares colin\n🟨⬛⬛🟨🟩\n⬛⬛⬛⬛🟨", TWO_STEPS),
    "a grid of a review": (
        "tares colin\nLingo, 5 letters: 4/5\n🟨⬛⬛🟨🟩 Skill 99, luck 72\n⬛⬛⬛⬛🟨 Luck 56\n",
        TWO_STEPS,
    ),
}
"""By what the text has: the text, and the steps that it holds."""

MISTAKES = {
    "a reply that is too short": (
        "tares ?xx?o\ncolin xxz",
        "Nothing was taken. Not a reply of 5 marks (O ? X, or g y . for green, yellow, grey): xxz.",
    ),
    "a word that is too short": ("tares ?xx?o\ncol xxxxx", "Nothing was taken. Not a word of 5 letters: col."),
    "a word of a thousand letters": ("w" * 1000, f"Not a word of 5 letters: {'w' * 40}…."),
    "a reply of a thousand marks": (
        f"tares {'x' * 1000}",
        f"Not a reply of 5 marks (O ? X, or g y . for green, yellow, grey): {'x' * 40}….",
    ),
    "a step alone with a short word": ("tar xxxxx", "Not a word of 5 letters: tar."),
    "a reply without a word on the board": ("?xx?o", "Give the guess before its reply."),
    "undo without a step": ("undo", "There is nothing to undo."),
    "a grid without guesses": (
        "🟨⬛⬛🟨🟩\n⬛⬛⬛⬛🟨",
        "Nothing was taken. These 2 replies lack their guesses: write the guesses above them.",
    ),
    "a grid with too few guesses": (
        "tares\n🟨⬛⬛🟨🟩\n⬛⬛⬛⬛🟨",
        "Nothing was taken. Guesses and replies do not go together: there are 1 and 2.",
    ),
    "steps that contradict each other": (
        "tares ?xx?x\ntonic oxxxx",
        "Nothing was taken. No word fits; the replies to tares and tonic disagree on letter 1: t or not.",
    ),
    "two replies to one guess": (
        "tares ?xx?x\ntares oxxxx",
        "Nothing was taken. No word fits; the two replies to tares disagree on the letter e: 1 or none.",
    ),
}
"""By what is wrong with the text: the text, and why it is refused."""


class TestSteps:
    @pytest.mark.parametrize(("text", "steps"), STEPS.values(), ids=STEPS)
    def test_a_text_holds_steps(self, take, text, steps):
        assert take(text)["steps"] == steps

    @pytest.mark.parametrize(("text", "error"), MISTAKES.values(), ids=MISTAKES)
    def test_a_text_with_a_mistake_is_refused_as_a_whole(self, take, text, error):
        outcome = take(text)
        assert outcome["error"] == error
        assert outcome["steps"] == []


@pytest.fixture(scope="class")
def browser_with_letter(browser, tmp_path_factory):
    """The browser with the functions of drafts, and a game of few words in which the first letter is shown."""
    directory = tmp_path_factory.mktemp("first letter")
    (directory / "words.txt").write_text("crane\ncrate\nslope\nslate\nstale\n")
    # Each secret's own first letter is shown.
    word_game = read_game(5, str(directory / "words.txt"), letter=OWN_LETTER)
    open_drafts(browser, directory / "texts.html", word_game)
    return browser


class TestFirstLetter:
    """Texts in a game whose first letter is shown, before anybody has chosen it in its field."""

    @pytest.fixture
    def take_with_letter(self, browser_with_letter):
        """take_with_letter(text): what is on the board after the text."""
        return lambda text: browser_with_letter.execute_script(AFTER_TEXT, text)

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


class TestUndo:
    """Changes of a game whose first letter is shown, and what Undo brings back."""

    @pytest.fixture
    def steps_after(self, browser_with_letter):
        """steps_after(changes): the steps on the board after them."""
        return lambda *changes: browser_with_letter.execute_script(AFTER_CHANGES, changes)

    def test_the_game_before_new_comes_back_after_a_step_that_showed_the_letter(self, steps_after):
        # The last step puts a letter and a step on the board, which one Undo takes back.
        changes = [("text", "slate ooxxo"), NEW, ("text", "crane oooxo")]
        assert steps_after(*changes, UNDO, UNDO) == ["slate OOXXO"]

    def test_a_change_of_the_letter_begins_no_new_game(self, steps_after):
        """The steps stay when the letter is taken away, and three Undos take back the three changes."""
        changes = [("text", "stale oxx?o"), ("text", "slate ooxxo"), ("letter", "")]
        assert steps_after(*changes) == ["stale OXX?O", "slate OOXXO"]
        assert steps_after(*changes, UNDO, UNDO, UNDO) == []

    def test_steps_stay_when_the_next_one_shows_the_letter_again(self, steps_after):
        changes = [("text", "slate ooxxo"), ("letter", ""), ("text", "slope ooooo")]
        assert steps_after(*changes) == ["slate OOXXO", "slope OOOOO"]
