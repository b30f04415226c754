"""Games under other rules than the pit's: other alphabets and lengths, answers, a first letter, other objectives."""

import sys
from itertools import product
from typing import NamedTuple

import pytest
from word_games import WORDLE, guesses_of

from lingo_bot import Player
from lingo_bot.book import pack
from lingo_bot.book_player import BookPlayer, strategy_key
from lingo_bot.launch import player_for
from lingo_common.errors import DataError
from lingo_common.option import take_options
from precompute.books import write_book
from referee import Limits, play_game
from wordlists.reply import code_of, reply_for
from wordlists.rules import GameOptions
from wordlists.word_game import WordGame, read_game
from wordlists.word_list import fingerprint

LISTS = {
    "fr.txt": "été\nélève\nécole\nmère\nforêt\nrêver\nnoël\nœuvre\nbœufs\nfleur\nélite\nglace\narbre\n",
    "nl.txt": "kijk\nrijk\nlijk\nblij\nschip\nijzer\nwijzer\nbijna\nschijn\nijver\nvijver\nrijst\nlijst\n",
    "ru.txt": "щука\nрыба\nёлка\nгора\nнога\nрука\nмука\nкожа\n",
    "en.txt": "bench\nbeach\nteach\nreach\nleach\npeach\nbelly\ncrane\ntrace\nslate\nslave\nslope\n",
    "answers.txt": "slave\nslope\nslate\nbeach\n",
}


@pytest.fixture(scope="module")
def lists(tmp_path_factory):
    """The directory of LISTS, which nothing else is written into."""
    directory = tmp_path_factory.mktemp("lists")
    for name, text in LISTS.items():
        (directory / name).write_text(text, encoding="utf-8")
    return directory


ENGLISH = {"wordlist": "en.txt", "answers": "answers.txt"}
# On television the first letter is shown, and guesses count.
GAMES = {
    "accents dropped": (5, {"wordlist": "fr.txt", "fold": True}, "foret"),
    "ij one letter": (4, {"wordlist": "nl.txt", "letters": "ij"}, "lijst"),
    "Cyrillic": (4, {"wordlist": "ru.txt"}, "щука"),
    "Wordle": (5, ENGLISH | {"rules": "wordle"}, "slave"),
    "television": (5, ENGLISH | {"rules": "television"}, "slave"),
}
"""(length, options, secret) of games by what is special in them."""


class GameToPlay(NamedTuple):
    """One of GAMES."""

    options: dict
    """Its options, with the paths of its lists."""
    word_game: WordGame
    """It has the secret's first letter where that is shown."""
    secret: str


class TestTheSameGameEverywhere:
    """lingo-bot makes the same guesses as a program in the referee, over pipes, in the assistant and from Python.

    The fixtures are static, because they last longer than the object of this class that each test gets.
    """

    @pytest.fixture(scope="module", params=GAMES.values(), ids=GAMES)
    @staticmethod
    def game(request, lists):
        """Each of GAMES."""
        length, options, secret = request.param
        options = dict(options)
        for name in {"wordlist", "answers"} & options.keys():
            options[name] = str(lists / options[name])

        # The options as the referee reads them. A copy, because take_options takes them out of its dictionary.
        word_game = take_options(GameOptions, dict(options)).word_game(length)
        letter = word_game.letter_of(word_game.spelling.read(secret))
        return GameToPlay(options, word_game.with_rules(letter=letter), secret)

    @pytest.fixture(scope="module")
    @staticmethod
    def in_referee(game):
        """The referee's record of the game."""
        limits = Limits(startup=60, move=60, game=90)  # seconds, on a busy machine
        player = f"'{sys.executable}' -m lingo_bot"
        return play_game(player, game.secret, **game.options, sandbox="off", limits=limits)

    def test_in_the_referee_the_word_is_found(self, game, in_referee):
        assert in_referee.guesses[-1] == game.secret

    def test_in_the_referee_no_guess_is_illegal(self, in_referee):
        assert in_referee.illegal == 0

    def test_the_player_of_pipes_makes_the_same_guesses(self, game, in_referee):
        player = player_for(game.word_game)
        guesses = guesses_of(player, game.secret, game.word_game.attempts, game.word_game.spelling)
        assert guesses == list(in_referee.guesses)

    def test_the_advice_begins_with_the_same_guesses(self, game, in_referee):
        player = Player.of_game(game.word_game)
        spelling = game.word_game.spelling

        for guess in in_referee.guesses:
            assert player.best(1)[0].word == guess
            player.hear(reply_for(spelling.read(guess), spelling.read(game.secret)), guess)

    def test_python_makes_the_same_guesses(self, game, in_referee):
        arguments = {name: value for name, value in game.options.items() if name != "rules"}
        # Python has no presets: their rules are written out.
        rules = {
            "attempts": game.word_game.attempts,
            "objective": game.word_game.objective,
            "first_letter": game.word_game.letter,
        }
        player = Player(game.word_game.length, **arguments, **rules)
        assert [step.guess for step in player.play(game.secret)] == list(in_referee.guesses)


class TestLetters:
    """Letters beyond ASCII, as they are typed and as they are shown."""

    @pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
    def test_pipes_are_utf8_whatever_the_locale(self, lists, run, locale):
        if locale == "C" and not __file__.isascii():
            pytest.skip("in this locale Python 3.11 does not start from a clone whose path is not ASCII")
        no_utf8_mode = {"LC_ALL": locale, "PYTHONUTF8": "0"}
        done = run("lingo-bot", 4, "--wordlist", lists / "ru.txt", input="OOOO\n", env=no_utf8_mode)
        assert done.returncode == 0
        assert done.stdout.strip() in LISTS["ru.txt"].split()

    def test_a_terminal_without_the_letters_shows_question_marks(self, lists, run):
        ascii_only = {"PYTHONIOENCODING": "ascii:surrogateescape"}  # as in the locale C
        done = run("lingo-bot", 5, "--assist", "--wordlist", lists / "fr.txt", input="list\n", env=ascii_only)
        assert (done.returncode, done.stderr) == (0, "")
        assert "?l?ve" in done.stdout

    @pytest.fixture
    def french(self, lists):
        return ["--wordlist", lists / "fr.txt", "--no-book"]

    def test_accents_of_a_first_guess_may_be_typed_as_characters_of_their_own(self, french, run):
        done = run("lingo-bot", 5, *french, "--first-guess", "e\u0301le\u0300ve", input="")
        assert done.stdout == "élève\n"

    def test_a_first_guess_is_read_in_its_language(self, run, tmp_path):
        words = tmp_path / "words.txt"
        words.write_text("bahar\nkalem\nkitap\nıslık\n", encoding="utf-8")
        turkish = ["--wordlist", words, "--language", "tr", "--no-book"]
        assert run("lingo-bot", 5, *turkish, "--first-guess", "ISLIK", input="").stdout == "ıslık\n"

    def test_accents_of_a_first_letter_may_be_typed_as_characters_of_their_own(self, french, run):
        done = run("lingo-bot", 5, *french, "--assist", "--first-letter", "E\u0301", input="")
        assert "begin with é" in done.stdout

    @pytest.mark.parametrize(("typed", "said"), [
        ("Élèves", "not a word of 5 letters: 'Élèves'"),
        ("élève XXXX", "not a reply of 5 marks (O ? X, or g y . for green, yellow, grey): 'XXXX'"),
        ("ÉLÈVE OOXXO", "\n1  élève  OOXXO\n"),
    ])  # fmt: skip
    def test_the_assistant_repeats_mistakes_as_typed_and_steps_as_written(self, french, typed, said, run):
        assert said in run("lingo-bot", 5, "--assist", *french, input=f"{typed}\nquit\n").stdout


@pytest.mark.parametrize("length", [1, 2, 14, 20])
def test_words_of_other_lengths_than_the_packaged_ones_are_played(length, tmp_path):
    """The packaged lists have words of 4 to 13 letters; those of a user may have from 1 to 20."""
    # Two letters in turn, as in `abababa`; for one letter only the six words a to f.
    pairs = product("abcdef", "bcde")
    words = sorted({("".join(pair) * 10)[:length] for pair in pairs})
    (tmp_path / "words").write_text("\n".join(words))
    word_game = read_game(length, str(tmp_path / "words"), attempts=9)

    for secret in (words[0], words[-1]):
        assert guesses_of(player_for(word_game), secret, attempts=9)[-1] == secret


class TestObjectiveOfGuesses:
    """Values in guesses, where a miss counts as one guess more than the attempts."""

    @pytest.fixture
    def best(self):
        """The best guess of two attempts for four words of one ending: a guess finds its own word or tells nothing."""
        return Player(5, ["beach", "leach", "peach", "teach"], objective="guesses", attempts=2).best(1)[0]

    def test_the_chance_to_solve_counts_the_words_that_are_found(self, best):
        assert best.chance == 2 / 4  # one at each attempt

    def test_the_guesses_are_the_mean_over_all_words(self, best):
        assert best.guesses == (1 + 2 + 3 + 3) / 4

    def test_both_are_exact_and_shown_so(self, best):
        assert best.exact
        assert (best.value_text, best.chance_text) == ("2.250", "50.0 %")


class TestMissesCountBeforeGuesses:
    """Three attempts are enough for four words of one ending if a guess that cannot be the word tells some apart."""

    ANSWERS = ("beach", "leach", "peach", "teach")

    @pytest.fixture
    def player(self):
        # The reply to blimp is another one for each answer.
        words = [*self.ANSWERS, "blimp", "troll"]
        return Player(5, words, answers=self.ANSWERS, objective="guesses", attempts=3)

    @pytest.mark.parametrize("secret", ANSWERS)
    def test_every_word_is_found(self, player, secret):
        assert player.play(secret)[-1].reply == "OOOOO"

    def test_the_best_guess_is_certain_to_solve(self, player):
        assert player.best(1)[0].chance == 1

    def test_an_answer_is_certain_to_solve_too(self, player):
        # If it is not beach, blimp follows.
        assert player.evaluate("beach").chance == 1


@pytest.fixture(
    params=[("guesses", False, "guesses"), ("points", True, "score-hard")], ids=["for guesses", "hard mode"]
)
def game_and_book(request, tmp_path, lists):
    """(arguments of read_game, path of a book) for words with s, of which slave and slope can be the secret."""
    objective, hard, strategy = request.param
    words = ["slate", "slave", "slope"]
    answers = ["slave", "slope"]
    # beach is an answer too, but does not begin with s.
    (tmp_path / "answers").write_text("\n".join([*answers, "beach"]))

    # slave, and slope after its reply: (guess, reply that leads to it, children).
    nodes = [(1, 0, 1), (2, code_of(reply_for("slave", "slope")), 0)]
    # write_book takes trees by (length, fingerprint, strategy, attempts). The book names no files by their sha256.
    key = (5, f"{fingerprint(words)}+{fingerprint(answers)}", strategy, 5)
    depth = 2
    write_book(tmp_path / "book", {key: (depth, len(nodes), pack(5, nodes))}, {})

    rules = {"letter": "s", "hard": hard, "objective": objective}
    arguments = {"wordlist": str(lists / "en.txt"), "answers": str(tmp_path / "answers"), **rules}
    return arguments, str(tmp_path / "book")


class TestBook:
    """A book for other rules than the pit's."""

    @pytest.mark.parametrize(("objective", "hard", "name"), [
        ("points", False, "score"), ("points", True, "score-hard"), ("guesses", False, "guesses"),
        ("worst", True, "worst-hard"),
    ])  # fmt: skip
    def test_its_strategy_is_named_by_the_rules(self, objective, hard, name):
        """The player's default strategy, score, plays for the objective of the game."""
        assert strategy_key("score", objective, hard) == name

    @pytest.mark.parametrize(("secret", "guesses"), [("slope", ["slave", "slope"]), ("slave", ["slave"])])
    def test_it_is_played_by_look_up(self, game_and_book, secret, guesses):
        arguments, book = game_and_book
        player = player_for(read_game(5, **arguments), book=book)
        assert isinstance(player, BookPlayer)
        assert guesses_of(player, secret) == guesses

    def test_python_plays_it_too(self, game_and_book):
        arguments, book = game_and_book
        # Player takes the same arguments by the same names but for the first letter.
        letter = arguments.pop("letter")
        player = Player(5, **arguments, first_letter=letter, book=book)
        assert player.has_book
        assert player.guess() == "slave"

    def test_without_the_answers_it_is_for_another_game(self, game_and_book):
        arguments, book = game_and_book
        with pytest.raises(DataError, match=r"this book has no tree of .* with 5 attempts for the 5-letter words of"):
            player_for(read_game(5, **{**arguments, "answers": None}), book=book)


class TestWordle:
    def test_without_its_lists_it_is_said_what_is_played(self, run, tmp_path):
        done = run("lingo-bot", 5, "--rules", "wordle", cwd=tmp_path, input="OOOOO\n")
        [line] = done.stderr.splitlines()
        assert "plays the packaged words" in line
        assert line.endswith("--wordlist FILE --answers FILE")

    @pytest.mark.parametrize("options", [["--rules", "wordle", "--quiet"], []], ids=["quiet", "Lingo"])
    def test_with_quiet_or_in_lingo_nothing_is_said(self, options, run, tmp_path):
        assert run("lingo-bot", 5, *options, cwd=tmp_path, input="OOOOO\n").stderr == ""

    @pytest.fixture(scope="module")
    @staticmethod
    def games():
        """(secret, player, its guesses) of the game of each answer, with Wordle's lists."""
        if not WORDLE.exists():
            pytest.skip("Wordle's lists are not here")

        lists = {"wordlist": str(WORDLE / "allowed.txt"), "answers": str(WORDLE / "answers.txt")}
        word_game = read_game(5, **lists, attempts=6, objective="guesses")
        games = []
        for secret in word_game.secrets.words:
            player = player_for(word_game)
            games.append((secret, player, guesses_of(player, secret, attempts=6)))

        return games

    def test_its_lists_are_played_by_a_book(self, games):
        assert all(isinstance(player, BookPlayer) for _, player, _ in games)

    def test_every_answer_is_found(self, games):
        assert all(guesses[-1] == secret for secret, _, guesses in games)

    def test_no_player_needs_fewer_guesses(self, games):
        # The total that Selby published (The best strategies for Wordle, 2022), with the first guess salet.
        assert sum(len(guesses) for _, _, guesses in games) == 7920
