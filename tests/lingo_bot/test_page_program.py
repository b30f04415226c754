"""The program of the page in a real browser plays the same game: replies, candidates, trees, estimates, reviews."""

import random
import re
from pathlib import Path

import pytest
from page_in_browser import load_program, program_with_globals

import lingo_bot.page as page_package
from lingo_bot.assistant.player import Player
from lingo_bot.assistant.review import review
from lingo_bot.launch import DEFAULT_STRATEGY
from lingo_bot.page.content import content_of
from wordlists.reader import common_words, read_list
from wordlists.reply import reply_for
from wordlists.spelling import PLAIN, Spelling
from wordlists.word_game import read_game

WORDLE = Path(__file__).parents[3] / "shared" / "wordle"
CYRILLIC = ["парад", "ананс", "барак", "абака", "карат", "ёлкаё", "йодйо", "иодио"]
SPELT = "Élan STRASSE straße œuvre bijtij CHIJ й Ёлка ñandú 한국어 ΛΌΓΟΣ ήλιος IŞIK İzmir ILICA Größe ÜBEL ẞ"
ASK = "const done = arguments[1]; performer(game)(arguments[0], value => {{ {} }})"


def test_no_two_modules_define_a_name():
    modules = Path(page_package.__file__).parent.glob("program/*.js")
    texts = "".join(module.read_text(encoding="utf-8") for module in modules)
    pattern = r"^(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+)"
    names = re.findall(pattern, texts, re.MULTILINE)
    assert len(names) == len(set(names)) > 100


@pytest.fixture(scope="module")
def opened(browser, tmp_path_factory):
    """opened(game): the browser with (word game, book), None for no game, and the modules' functions as globals."""
    names = ["replyFor", "openGame", "performer", "begin", "hear", "conflictOf", "read", "secretOf"]
    script = program_with_globals("work.js", *names)
    path = tmp_path_factory.mktemp("pages") / "program.html"

    def open_game(game):
        """Load a page of the game's content and the program's modules."""
        content = content_of(game[0], DEFAULT_STRATEGY, game[1]) if game else None
        load_program(browser, path, script, content)
        if game:
            browser.execute_async_script("openGame().then(game => { window.game = game }).then(arguments[0])")
        return browser

    return open_game


def page_game(length=5, words=None, answers=None, book=None, spelling=PLAIN, **rules):
    """A word game, and the book of its page: None for the packaged books, "" for none."""
    return read_game(length, words, answers, spelling, **rules), book


def player_of(game):
    """The player of (word game, book)."""
    word_game, book = game
    return Player.of_game(word_game, DEFAULT_STRATEGY, book)


def word_pairs(rng, count):
    """Pairs of words in turn: of few letters, so that letters repeat; Cyrillic; of the packaged list; with `ij`."""
    spelling = Spelling(groups=("ij",))
    dutch = [spelling.read(word) for word in ("bijtij", "ijzeij", "rijpij", "lijijk")]
    packaged = read_list(5).words
    for number in range(count):
        repeating = ["".join(rng.choices("aab", k=5)) for _ in range(2)]
        lists = [repeating, CYRILLIC, packaged, dutch]
        words = lists[number % len(lists)]
        yield rng.choice(words), rng.choice(words)


@pytest.mark.parametrize("count", [400, pytest.param(10_000, marks=pytest.mark.soak)])
def test_replies_are_the_oracles(opened, count):
    pairs = list(word_pairs(random.Random(29), count))
    replies = opened(None).execute_script(
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


def positions(player, rng, count):
    """Games of one to three guesses, the player's own or words at random, none of them solved."""
    for _ in range(count):
        other = player.new_game()
        secret = rng.choice(player.answers)
        for _ in range(rng.randint(1, 3)):
            guess = other.guess() if rng.random() < 0.6 else rng.choice(player.words)
            if guess == secret or (other.hard and other.illegal(guess)):
                break
            other.hear(reply_for(guess, secret), guess)

        if other.steps:
            yield other


@pytest.mark.parametrize("count", [2, pytest.param(15, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", games())
def test_candidates_books_and_proposals_are_the_players(opened, name, count):
    game = games()[name]
    browser = opened(game)
    player = player_of(game)
    for other in positions(player, random.Random(5), count):
        steps = [{"guess": step.guess, "reply": step.reply} for step in other.steps]
        candidates = browser.execute_script(
            "const {secrets} = arguments[0].reduce(hear, begin(game, arguments[1]));"
            "return Array.from(secrets, index => game.words[index])",
            steps,
            other.first_letter,
        )

        assert candidates == other.candidates

        best = other.best(8)
        on_the_books = other.has_book and other._adviser.tree.node(other._steps) is not None
        request = {"kind": "advise", "letter": other.first_letter, "isWidened": False, "steps": steps, "also": []}
        advice = browser.execute_async_script(ASK.format("if (value.final) done(value)"), request)

        assert advice["best"][0]["book"] == on_the_books

        theirs = [(proposal["word"], proposal["points"], proposal["exact"]) for proposal in advice["best"]]
        assert theirs == [(own.word, pytest.approx(own.points), own.exact) for own in best]


def test_a_candidate_that_separates_all_others_is_one_of_the_best_eight(opened):
    """Each of the 20 candidates has another reply to `disciples`, which is also the first one by cost."""
    steps = [{"guess": "contrails", "reply": "?XXXXX??O"}]
    request = {"kind": "advise", "letter": None, "isWidened": False, "steps": steps, "also": []}
    advice = opened(page_game(9)).execute_async_script(ASK.format("if (value.final) done(value)"), request)
    proposed = [proposal["word"] for proposal in advice["best"]]
    assert proposed[0] == "disciples"
    assert len(set(proposed)) == len(proposed) == 8


@pytest.mark.parametrize("guesses", [["tares", "colin", "bends", "dents"], ["qajaq", "dents"]])
def test_a_review_is_the_terminals(opened, guesses):
    game = page_game()
    browser = opened(game)
    ours = review(player_of(game), "dents", guesses)
    request = {"kind": "review", "letter": None, "secret": "dents", "guesses": guesses}
    of_page = browser.execute_async_script(ASK.format("done(value.reviewed)"), request)
    for own, each in zip(ours, of_page, strict=True):
        for key in ("guess", "reply", "before", "after", "candidates", "luck", "skill"):
            assert each[key] == getattr(own, key), key
        assert each["own"]["points"] == pytest.approx(own.own.points)
        assert [proposal["word"] for proposal in each["best"]] == [proposal.word for proposal in own.best]


@pytest.mark.parametrize("steps", [
    [("tares", "?XX?X"), ("tonic", "OXXXX")],
    [("tares", "?XX?X"), ("seeds", "OOOOX")],
    [("tares", "?XX?X"), ("tares", "OXXXX")],
    [("allee", "XXXXX"), ("llama", "O?XXX")],
    [("tares", "XXXXX"), ("colin", "XXXXX"), ("bumpy", "XXXXX")],
    [("qajaq", "OOOOX")],
])  # fmt: skip
def test_contradictions_are_named_as_in_the_terminal(opened, steps):
    game = page_game(book="")
    player = player_of(game)
    with pytest.raises(Exception, match="no word fits") as raised:
        for guess, reply in steps:
            player.hear(reply, guess)

    sentence = opened(game).execute_script(
        "return conflictOf(arguments[0].reduce(hear, begin(game, null)))",
        [{"guess": guess, "reply": reply} for guess, reply in steps],
    )

    assert sentence == str(raised.value)


def test_words_of_the_day_come_once_within_the_list(opened):
    day = "new Date(Date.UTC(2026, 0, index)).toJSON().slice(0, 10)"
    days = opened(page_game(13)).execute_script(f"return game.secretsOfPlay.map((_, index) => secretOf(game, {day}))")
    assert sorted(days) == sorted(set(common_words(13)) & set(read_list(13).words))
    assert days != sorted(days)


@pytest.mark.parametrize(
    "spelling",
    [PLAIN, Spelling(fold=True), Spelling(groups=("ij", "ch")), Spelling(language="tr"), Spelling(True, (), "de")],
)
def test_words_are_read_as_the_programs_read_them(opened, spelling):
    texts = SPELT.split()
    browser = opened(page_game(book="", spelling=spelling))
    assert browser.execute_script("return arguments[0].map(read)", texts) == [spelling.read(text) for text in texts]


@pytest.fixture
def phrases(browser):
    """The browser with the functions of phrases.js as globals, without a game."""
    browser.get("about:blank")
    browser.execute_script(program_with_globals("phrases.js", "figure", "rounded"))
    return browser


@pytest.mark.parametrize("decimals", [0, 1, 3])
def test_halves_are_rounded_as_the_command_line_does(phrases, decimals):
    values = [0.5, 1.5, 2.5, 176.25, 176.35, 0.0625, 3.4125, 1234.5, 2.675, -0.5]
    shown = phrases.execute_script("return arguments[0].map(value => figure(value, arguments[1]))", values, decimals)
    assert shown == [f"{value:,.{decimals}f}" for value in values]


def test_skill_and_luck_are_rounded_as_the_command_line_does(phrases):
    values = [0.5, 1.5, 2.5, 49.5, 84.5, 85.5, 84.49, 99.0]
    shown = phrases.execute_script("return arguments[0].map(rounded)", values)
    assert shown == [0, 2, 2, 50, 84, 86, 84, 99]
