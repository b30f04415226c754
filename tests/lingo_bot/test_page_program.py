"""The program of the page in a real browser plays the same game: replies, candidates, trees, estimates, reviews."""

import random
import re
from itertools import product
from pathlib import Path

import pytest
from made_books import book_of_two_guesses
from page_in_browser import load_program, program_with_globals
from word_games import WORDLE

import lingo_bot.page as page_package
from lingo_bot.assistant.player import Player
from lingo_bot.assistant.review import review
from lingo_bot.launch import DEFAULT_STRATEGY
from lingo_bot.page.content import content_of
from lingo_common.errors import DataError
from wordlists.reply import reply_for
from wordlists.spelling import PLAIN, Spelling
from wordlists.word_game import read_game
from wordlists.word_list import common_words, read_list

CYRILLIC = ["парад", "ананс", "барак", "абака", "карат", "ёлкаё", "йодйо", "иодио"]
"""Words with letters that repeat, and with ё and й, which Unicode also writes as a letter and a mark."""
SPELT = "Élan STRASSE straße œuvre bijtij CHIJ й Ёлка ñandú 한국어 ΛΌΓΟΣ ήλιος IŞIK İzmir ILICA Größe ÜBEL ẞ"
"""Words that spellings read in different ways: accents, groups of letters, Turkish and German letters, Greek s."""
ASK = """
const [request, done] = arguments
performer(game)(request, value => {
    // Advice comes twice if trees are searched: estimates first, which are not final.
    if (value.final !== false) done(value)
})
"""
"""Does a request as the worker of the page does it, and returns the answer."""
CANDIDATES = """
const [steps, letter] = arguments
const position = steps.reduce(positionAfter, startPosition(game, letter))
return Array.from(position.secrets, index => game.words[index])
"""
"""The candidates after the steps, in a game in which that first letter is shown; null for none."""
ADVISED = 8
"""How many guesses the page proposes, as in work.js."""
OWN_GUESSES = 0.6
"""The share of guesses in `positions` that are the player's own."""
TOP_LEVEL_NAME = re.compile(r"^(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+)", re.MULTILINE)


def test_no_two_modules_define_a_name():
    """The page joins the modules into one script (lingo_common.html.page.joined_modules)."""
    modules = Path(page_package.__file__).parent.glob("program/*.js")
    texts = "".join(module.read_text(encoding="utf-8") for module in modules)
    names = TOP_LEVEL_NAME.findall(texts)
    # There are more than 200. If far fewer are found, the pattern does not fit the modules any more.
    assert len(names) > 100
    assert len(names) == len(set(names))


@pytest.fixture(scope="module")
def opened_program(browser, tmp_path_factory):
    """opened_program(game): the browser with the program's functions and a game as globals.

    game: what page_game returns, None for no game. No page is shown: the functions run without its elements.
    """
    names = ["replyFor", "openGame", "performer", "startPosition", "positionAfter", "conflictOf", "read", "secretOf"]
    script = program_with_globals("work.js", *names)
    path = tmp_path_factory.mktemp("pages") / "program.html"

    def open_game(game):
        """Load the program with the game's content."""
        content = None
        if game:
            word_game, book = game
            content = content_of(word_game, DEFAULT_STRATEGY, book)
        load_program(browser, path, script, content)
        return browser

    return open_game


def page_game(length=5, words=None, answers=None, book=None, spelling=PLAIN, **rules):
    """(word game, book) of a page; book: None for the packaged books, "" for none."""
    return read_game(length, words, answers, spelling, **rules), book


def player_of(game):
    """The player of what page_game returns."""
    word_game, book = game
    return Player.of_game(word_game, DEFAULT_STRATEGY, book)


def advice_after(browser, steps, letter=None):
    """The page's final proposals after these steps.

    steps: each has `guess` and `reply`. At least one answer must fit them.
    letter: the first letter that is shown, None for none.
    """
    # isWidened: whether other words than answers are candidates. also: words that are valued beside the proposals.
    request = {"kind": "advise", "letter": letter, "isWidened": False, "steps": steps, "also": []}
    return browser.execute_async_script(ASK, request)["best"]


def word_pairs(dice, count):
    """Pairs of words in turn: of few letters, so that letters repeat; Cyrillic; of the packaged list; with `ij`."""
    spelling = Spelling(groups=("ij",))
    dutch = [spelling.read(word) for word in ("bijtij", "ijzeij", "rijpij", "lijijk")]
    packaged = read_list(5).words
    for number in range(count):
        repeating = ["".join(dice.choices("aab", k=5)) for _ in range(2)]
        lists = [repeating, CYRILLIC, packaged, dutch]
        words = lists[number % len(lists)]
        yield dice.choice(words), dice.choice(words)


@pytest.mark.parametrize("count", [400, pytest.param(10_000, marks=pytest.mark.soak)])
def test_replies_are_those_of_reply_for(opened_program, count):
    pairs = list(word_pairs(random.Random(29), count))
    replies = opened_program(None).execute_script(
        "return arguments[0].map(([guess, secret]) => replyFor(guess, secret))", pairs
    )
    assert replies == [reply_for(guess, secret) for guess, secret in pairs]


def games():
    """Games by name: Lingo with and without a book, Wordle, and Motus (the first letter shown, six attempts)."""
    games = {
        "lingo 5": page_game(),
        "lingo 9": page_game(9),
        "lingo 5 without a book": page_game(book=""),
        "motus": page_game(7, attempts=6, letter="c", objective="guesses"),
    }
    if WORDLE.exists():
        lists = (str(WORDLE / "allowed.txt"), str(WORDLE / "answers.txt"))
        games["wordle"] = page_game(5, *lists, attempts=6, objective="guesses")
        games["wordle, hard"] = page_game(5, *lists, attempts=6, objective="guesses", hard=True)

    return games


def positions(player, dice, count):
    """Yield players of at most that many unsolved games, each after one to three guesses.

    The guesses are the player's own, or for variety words at random, some of which are no candidates.
    """
    for _ in range(count):
        game = player.new_game()
        secret = dice.choice(player.answers)
        for _ in range(dice.randint(1, 3)):
            guess = game.guess() if dice.random() < OWN_GUESSES else dice.choice(player.words)
            if guess == secret or (game.hard and game.illegal(guess)):
                break
            game.hear(reply_for(guess, secret), guess)

        if game.steps:
            yield game


def has_own_guesses_alone(position):
    """Whether the player would have made all guesses of the game, so that it is still in the tree of its book."""
    player = position.new_game()
    for step in position.steps:
        if player.guess() != step.guess:
            return False
        player.hear(step.reply)
    return True


@pytest.mark.parametrize("count", [2, pytest.param(15, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", games())
def test_candidates_books_and_proposals_are_those_of_the_player(opened_program, name, count):
    """One test, because a page with its player takes longer to make than a position to compare."""
    browser = opened_program(games()[name])
    player = player_of(games()[name])

    for position in positions(player, random.Random(5), count):
        steps = [{"guess": step.guess, "reply": step.reply} for step in position.steps]
        assert browser.execute_script(CANDIDATES, steps, position.first_letter) == position.candidates

        proposals = advice_after(browser, steps, position.first_letter)
        assert proposals[0]["book"] == (position.has_book and has_own_guesses_alone(position))

        values = [(proposal["word"], proposal["points"], proposal["exact"]) for proposal in proposals]
        expected = [(own.word, pytest.approx(own.points), own.exact) for own in position.best(ADVISED)]
        assert values == expected


def test_a_candidate_that_separates_all_others_is_proposed_first(opened_program):
    """Each of the 20 candidates has another reply to `disciples`, and no word is proposed twice."""
    steps = [{"guess": "contrails", "reply": "?XXXXX??O"}]
    proposed = [proposal["word"] for proposal in advice_after(opened_program(page_game(9)), steps)]
    assert proposed[0] == "disciples"
    assert len(set(proposed)) == len(proposed) == ADVISED


@pytest.mark.parametrize("guesses", [
    ["tares", "colin", "bends", "dents"],
    # The book begins with `tares`, so this game leaves its tree with the first guess.
    ["qajaq", "dents"],
    # After `neeld` only `dents` is left.
    ["tares", "neeld", "tares", "dents"],
])  # fmt: skip
def test_a_review_is_that_of_the_terminal(opened_program, guesses):
    # letter: the first letter that is shown, None for none.
    request = {"kind": "review", "letter": None, "secret": "dents", "guesses": guesses}
    of_page = opened_program(page_game()).execute_async_script(ASK, request)["reviewed"]
    of_terminal = review(player_of(page_game()), "dents", guesses)

    for page_guess, terminal_guess in zip(of_page, of_terminal, strict=True):
        for key in ("guess", "reply", "before", "after", "candidates", "luck", "skill"):
            assert page_guess[key] == getattr(terminal_guess, key)

        assert page_guess["own"]["points"] == pytest.approx(terminal_guess.own.points)
        best = [proposal.word for proposal in terminal_guess.best]
        assert [proposal["word"] for proposal in page_guess["best"]] == best


def test_a_guess_with_equal_points_that_misses_more_is_not_the_best(opened_program, tmp_path):
    """With two guesses left `chins` and `stuck` win the same points: one can win at once, the other misses no word."""
    (tmp_path / "answers.txt").write_text("abbot\nchins\ngruff\npiece\n")
    (tmp_path / "words.txt").write_text("abbot\nchins\ngruff\nmated\npiece\nstuck\n")
    lists = (str(tmp_path / "words.txt"), str(tmp_path / "answers.txt"))
    game = page_game(5, *lists, book="", attempts=2, objective="guesses")
    request = {"kind": "review", "letter": None, "secret": "abbot", "guesses": ["chins", "abbot"]}

    [of_page, _] = opened_program(game).execute_async_script(ASK, request)["reviewed"]

    [of_terminal, _] = review(player_of(game), "abbot", ["chins", "abbot"])
    assert of_page["best"][0]["word"] == of_terminal.best[0].word == "stuck"


def test_in_hard_mode_trees_have_legal_guesses_only(opened_program, tmp_path):
    """After `abc` few words may be guessed. A search that guessed others too would promise 197.6 points."""
    words = ["".join(letters) for letters in product("abcde", repeat=3)]
    (tmp_path / "words.txt").write_text("\n".join(words))
    game = page_game(3, str(tmp_path / "words.txt"), book="", attempts=4, hard=True)

    [proposal, *_] = advice_after(opened_program(game), [])

    assert (proposal["word"], proposal["points"]) == ("abc", 196.0)
    assert player_of(game).best(1)[0].points == 196.0


def test_a_secret_that_is_no_answer_has_the_estimates_of_the_terminal(opened_program, tmp_path):
    """The review is then that of a game without answers, in which every word can be the secret."""
    # So many words that the first guess is estimated.
    words = read_list(5).words[::40]
    (tmp_path / "words.txt").write_text("\n".join(words))
    (tmp_path / "answers.txt").write_text("\n".join(words[:20]))
    game = page_game(5, str(tmp_path / "words.txt"), str(tmp_path / "answers.txt"), book="")
    secret = words[-1]
    request = {"kind": "review", "letter": None, "secret": secret, "guesses": [words[30], secret]}

    of_page = opened_program(game).execute_async_script(ASK, request)["reviewed"]

    of_terminal = review(player_of(game).with_every_word(), secret, [words[30], secret])
    assert not of_terminal[0].own.exact
    assert of_page[0]["own"]["points"] == pytest.approx(of_terminal[0].own.points)
    assert [guess["skill"] for guess in of_page] == [guess.skill for guess in of_terminal]


def test_an_estimate_does_not_beat_a_book_that_misses_words(opened_program, tmp_path):
    """As in the terminal; see test_review.py."""
    words = read_list(4).words[::16]
    (tmp_path / "words.txt").write_text("\n".join(words))
    book = book_of_two_guesses(tmp_path / "book", words, "sear")
    game = page_game(4, str(tmp_path / "words.txt"), book=book, attempts=3, objective="guesses")
    request = {"kind": "review", "letter": None, "secret": words[0], "guesses": ["naan"]}

    [reviewed] = opened_program(game).execute_async_script(ASK, request)["reviewed"]

    assert not reviewed["own"]["exact"]
    assert reviewed["best"][0]["word"] == "sear"


def test_a_guess_with_more_points_that_misses_more_words_loses_no_points(opened_program, browser, tmp_path):
    """In three attempts `hight` finds each of the seven words. `light` needs fewer guesses on average, and may miss."""
    answers = ["fight", "gills", "hight", "jills", "light", "lills", "pight"]
    (tmp_path / "answers.txt").write_text("\n".join(answers))
    (tmp_path / "words.txt").write_text("\n".join([*answers, "awing", "bimbo", "byked", "fully", "scots", "tamis"]))
    lists = (str(tmp_path / "words.txt"), str(tmp_path / "answers.txt"))
    game = page_game(5, *lists, book="", attempts=3, objective="guesses")
    request = {"kind": "review", "letter": None, "secret": "fight", "guesses": ["light", "fight"]}
    reviewed = opened_program(game).execute_async_script(ASK, request)["reviewed"]

    script = program_with_globals("review_text.js", "openGame", "verdictOf", "worth")
    word_game, book = game
    load_program(browser, tmp_path / "texts.html", script, content_of(word_game, DEFAULT_STRATEGY, book))
    worth = browser.execute_script("return worth(arguments[0])", reviewed[0])
    # [] stands for the game of lingo-bot.
    verdict = browser.execute_script("return verdictOf(arguments[0], [])", reviewed)

    # The character before the word isolates it: a word of Hebrew letters does not turn the text around.
    assert worth.startswith("2.286 guesses expected; the best guess misses fewer words. Best here: \u2068hight")
    assert verdict.endswith("No guess cost anything.")


@pytest.mark.parametrize("steps", [
    # Two replies disagree: on a place, on a letter, on a letter of one guess made twice, on how often a letter occurs.
    [("tares", "?XX?X"), ("tonic", "OXXXX")],
    [("tares", "?XX?X"), ("seeds", "OOOOX")],
    [("tares", "?XX?X"), ("tares", "OXXXX")],
    [("allee", "XXXXX"), ("llama", "O?XXX")],
    # Only all three together leave no word.
    [("tares", "XXXXX"), ("colin", "XXXXX"), ("bumpy", "XXXXX")],
    # No word gives this reply.
    [("qajaq", "OOOOX")],
])  # fmt: skip
def test_contradictions_are_named_as_in_the_terminal(opened_program, steps):
    game = page_game(book="")
    player = player_of(game)
    with pytest.raises(DataError, match="no word fits") as raised:
        for guess, reply in steps:
            player.hear(reply, guess)

    sentence = opened_program(game).execute_script(
        "return conflictOf(arguments[0].reduce(positionAfter, startPosition(game, null)))",
        [{"guess": guess, "reply": reply} for guess, reply in steps],
    )

    assert sentence == str(raised.value)


def test_words_of_the_day_come_once_within_the_list(opened_program):
    # Each day has a word of secretsOfPlay, the words that the page hides. Here are as many days in a row as words.
    words_of_days = """
        return game.secretsOfPlay.map((_, number) => {
            const day = new Date(Date.UTC(2026, 0, number)).toJSON().slice(0, 10)
            return secretOf(game, day)
        })
    """
    words = opened_program(page_game(13)).execute_script(words_of_days)

    hidden = set(common_words(13)) & set(read_list(13).words)
    assert sorted(words) == sorted(hidden)
    # In the order of the alphabet people could tell the next day's word from today's.
    assert words != sorted(words)


@pytest.mark.parametrize(
    "spelling",
    [
        PLAIN,
        Spelling(fold=True),
        Spelling(groups=("ij", "ch")),
        Spelling(language="tr"),
        Spelling(fold=True, language="de"),
    ],
)
def test_words_are_read_as_the_programs_read_them(opened_program, spelling):
    texts = SPELT.split()
    browser = opened_program(page_game(book="", spelling=spelling))
    assert browser.execute_script("return arguments[0].map(read)", texts) == [spelling.read(text) for text in texts]


@pytest.fixture
def phrases(browser):
    """The browser with the functions of phrases.js as globals, without a game."""
    browser.get("about:blank")
    browser.execute_script(program_with_globals("phrases.js", "figure", "nearestWhole"))
    return browser


@pytest.mark.parametrize("decimals", [0, 1, 3])
def test_halves_are_rounded_as_the_command_line_does(phrases, decimals):
    # Exact halves of a digit, and numbers that look like halves and are none in binary, as 2.675 and 176.35.
    values = [0.5, 1.5, 2.5, 176.25, 176.35, 0.0625, 3.4125, 1234.5, 2.675, -0.5]
    shown = phrases.execute_script("return arguments[0].map(value => figure(value, arguments[1]))", values, decimals)
    assert shown == [f"{value:,.{decimals}f}" for value in values]


def test_skill_and_luck_are_rounded_as_the_command_line_does(phrases):
    values = [0.5, 1.5, 2.5, 49.5, 84.5, 85.5, 84.49, 99.0]
    shown = phrases.execute_script("return arguments[0].map(nearestWhole)", values)
    assert shown == [0, 2, 2, 50, 84, 86, 84, 99]
