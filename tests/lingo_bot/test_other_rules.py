"""Games under other rules than the pit's, over pipes and for people."""

import json
import sys
from itertools import product
from pathlib import Path

import pytest
from word_games import guesses_of

from lingo_bot import Player
from lingo_bot.book import pack
from lingo_bot.book_player import BookPlayer, strategy_key
from lingo_bot.launch import player_for, read_rules_file
from lingo_common.errors import DataError
from lingo_common.option import take_options
from precompute.books import write_book
from referee import Limits, play_game
from wordlists.reader import fingerprint
from wordlists.reply import code_of, reply_for
from wordlists.rules import GameOptions
from wordlists.word_game import read_game

FRENCH = "été\nélève\nécole\nmère\nforêt\nrêver\nnoël\nœuvre\nbœufs\nfleur\nélite\nglace\narbre\n"
DUTCH = "kijk\nrijk\nlijk\nblij\nschip\nijzer\nwijzer\nbijna\nschijn\nijver\nvijver\nrijst\nlijst\n"
RUSSIAN = "щука\nрыба\nёлка\nгора\nнога\nрука\nмука\nкожа\n"
ENGLISH = "bench\nbeach\nteach\nreach\nleach\npeach\nbelly\ncrane\ntrace\nslate\nslave\nslope\n"


@pytest.fixture
def files(tmp_path):
    for name, text in [("fr", FRENCH), ("nl", DUTCH), ("ru", RUSSIAN), ("en", ENGLISH)]:
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    return tmp_path


GAMES = [
    (5, {"wordlist": "fr.txt", "fold": True}, "foret"),
    (4, {"wordlist": "nl.txt", "letters": "ij"}, "lijst"),
    (4, {"wordlist": "ru.txt"}, "щука"),
    (5, {"wordlist": "en.txt", "answers": "answers", "rules": "wordle"}, "slave"),
    (5, {"wordlist": "en.txt", "answers": "answers", "rules": "television"}, "slave"),
]


@pytest.mark.parametrize(("length", "options", "secret"), GAMES)
def test_a_game_is_the_same_over_pipes_in_the_referee_in_the_assistant_and_from_python(
    length, options, secret, files, monkeypatch
):
    monkeypatch.chdir(files)
    Path("answers").write_text("slave\nslope\nslate\nbeach\n")
    word_game = take_options(GameOptions, {**options}).word_game(length)
    letter = word_game.letter_of(word_game.spelling.read(secret))
    word_game = word_game.with_rules(letter=letter)

    in_referee = play_game(
        f"'{sys.executable}' -m lingo_bot", secret, **options, sandbox="off", limits=Limits(60, 60, 90)
    )
    guesses = list(in_referee.guesses)

    assert guesses[-1] == secret
    assert in_referee.illegal == 0

    over_pipes = player_for(word_game, advise=False)
    assert guesses_of(over_pipes, secret, word_game.attempts, word_game.spelling) == guesses

    rules = {name: value for name, value in options.items() if name not in ("wordlist", "rules")}
    rules |= {"attempts": word_game.attempts, "objective": word_game.objective, "first_letter": word_game.letter}
    from_python = Player(length, options["wordlist"], **rules)

    assert [step.guess for step in from_python.play(secret)] == guesses

    advised = Player.of_game(word_game)
    for guess, reply in from_python.steps:
        assert advised.best(1)[0].word == guess
        advised.hear(reply, guess)


@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_pipes_are_utf8_whatever_the_locale(files, run, locale):
    if locale == "C" and not __file__.isascii():
        pytest.skip("in this locale Python 3.11 does not start from a clone whose path is not ASCII")
    no_utf8_mode = {"LC_ALL": locale, "PYTHONUTF8": "0"}
    done = run("lingo-bot", 4, "--wordlist", files / "ru.txt", input="OOOO\n", env=no_utf8_mode)
    assert (done.returncode, done.stdout.strip()) == (0, "рука")


def test_a_terminal_without_the_letters_shows_question_marks(files, run):
    ascii_only = {"PYTHONIOENCODING": "ascii:surrogateescape"}  # as in the locale C
    done = run("lingo-bot", 5, "--assist", "--wordlist", files / "fr.txt", input="list\n", env=ascii_only)
    assert (done.returncode, done.stderr) == (0, "")
    assert "?l?ve" in done.stdout


def test_accents_of_a_first_guess_may_be_typed_as_characters_of_their_own(files, run):
    options = ["--wordlist", files / "fr.txt", "--no-book"]
    done = run("lingo-bot", 5, *options, "--first-guess", "e\u0301le\u0300ve", input="")
    assert done.stdout == "élève\n"


def test_accents_of_a_first_letter_may_be_typed_as_characters_of_their_own(files, run):
    options = ["--wordlist", files / "fr.txt", "--no-book"]
    done = run("lingo-bot", 5, *options, "--assist", "--first-letter", "E\u0301", input="")
    assert "begin with é" in done.stdout


def test_what_a_person_types_is_echoed_as_typed(files, run):
    talk = ["lingo-bot", 5, "--assist", "--wordlist", files / "fr.txt"]
    said = run(*talk, input="Élèves\nélève XXXX\nÉLÈVE OOXXO\nquit\n").stdout
    assert "not a word of 5 letters: 'Élèves'" in said
    assert "not a reply of 5 marks (O ? X, or g y . for green, yellow, grey): 'XXXX'" in said
    assert "\n1  élève  OOXXO\n" in said


@pytest.mark.parametrize("length", [1, 2, 3, 14, 17, 20])
def test_lengths_from_1_to_20(length, tmp_path):
    # Two letters that are repeated, as in `abababa`; of one letter nine words are left.
    pairs = product("abcdefghi", "bcdefgh")
    words = sorted({("".join(pair) * 10)[:length] for pair in pairs})
    (tmp_path / "words").write_text("\n".join(words))

    # Six secrets or a few more, spread over the list.
    for secret in words[:: max(1, len(words) // 6)]:
        word_game = read_game(length, str(tmp_path / "words"), attempts=9)
        assert guesses_of(player_for(word_game, advise=False), secret, 9)[-1] == secret


class TestRulesFile:
    @pytest.fixture
    def directory(self, files):
        (files / "wordlist5.txt").write_text(ENGLISH)
        (files / "answers5.txt").write_text("slave\nslope\nslate\nbeach\n")
        return files

    def rules(self, directory, **values):
        rules = {"length": 5, "attempts": 6, "first_letter": None, "hard": False, "objective": "guesses", "letters": []}
        (directory / "rules.json").write_text(json.dumps(rules | values))

    def test_without_it_answers_are_not_looked_for(self, directory, run):
        shown = run("lingo-bot", 5, "--assist", cwd=directory, input="").stdout
        assert "5 attempts, 12 words." in shown

    def test_its_rules_are_played(self, directory, run):
        self.rules(directory, first_letter="s")
        shown = run("lingo-bot", 5, "--assist", cwd=directory, input="").stdout
        assert "6 attempts, 3 words that begin with s" in shown

    def test_options_go_before_it(self, directory, run):
        self.rules(directory, first_letter="s")
        shown = run("lingo-bot", 5, "--assist", "--first-letter", "b", "--attempts", 4, cwd=directory, input="").stdout
        assert "4 attempts, 1 possible among 3 words that begin with b" in shown

    def test_a_preset_leaves_it_the_letter_and_the_answers(self, directory, run):
        self.rules(directory, first_letter="s")
        (directory / "answers5.txt").write_text("slave\nslope\n")
        shown = run("lingo-bot", 5, "--assist", "--rules", "television", cwd=directory, input="").stdout
        assert "5 attempts, 2 possible among 3 words that begin with s" in shown

    @pytest.mark.parametrize("content", ["1", "[" * 9999, '{"length": 6}', '{"attempts": 0}', '{"attempts": 101}',
        '{"objective": 1}', '{"first_letter": "xy"}', '{"first_letter": ""}',
    ])  # fmt: skip
    def test_one_that_cannot_be_used_is_refused(self, directory, content, run, error_line):
        (directory / "rules.json").write_text(content)
        done = run("lingo-bot", 5, cwd=directory, input="")
        assert error_line(done, 1).startswith("rules.json: does not describe a game with words of 5 letters")


def test_the_figures_of_an_objective_of_guesses_are_those_of_the_games_played_out(files):
    """Two attempts for words of one ending: a miss is certain for most."""
    words = [f"{letter}each" for letter in "bltp"]
    best = Player(5, words, objective="guesses", attempts=2).best(1)[0]
    assert best.exact
    assert best.chance == 2 / 4  # one at each attempt
    assert best.guesses == (1 + 2 + 3 + 3) / 4
    assert (best.value_text, best.chance_text) == ("2.250", "50.0 %")


def test_misses_count_before_guesses():
    """Three attempts are enough for four words of one ending: each guess may tell one of them apart."""
    words = ["beach", "blimp", "leach", "peach", "teach", "troll"]
    answers = ["beach", "leach", "peach", "teach"]
    player = Player(5, words, answers=answers, objective="guesses", attempts=3)
    assert all(player.new_game().play(secret)[-1].reply == "OOOOO" for secret in answers)
    assert player.best(1)[0].chance == 1
    assert player.evaluate("beach").chance == 1


@pytest.mark.parametrize(
    ("objective", "hard", "named"), [("guesses", False, "guesses"), ("points", True, "score-hard")]
)
def test_a_book_for_other_rules_is_played_by_look_up(files, objective, hard, named):
    words = ["slate", "slave", "slope"]
    answers = ["slave", "slope"]
    (files / "answers").write_text("\n".join([*answers, "beach"]))
    key = f"{fingerprint(words)}+{fingerprint(answers)}"

    assert strategy_key("score", objective, hard) == named

    nodes = [(1, 0, 1), (2, code_of(reply_for("slave", "slope")), 0)]
    write_book(files / "book", {(5, key, named, 5): (2, 2, pack(5, nodes))}, {})

    rules = {"letter": "s", "hard": hard, "objective": objective}
    game = read_game(5, str(files / "en.txt"), str(files / "answers"), **rules)

    for secret, guesses in [("slope", ["slave", "slope"]), ("slave", ["slave"])]:
        player = player_for(game, book=str(files / "book"), advise=False)
        assert isinstance(player, BookPlayer)
        assert guesses_of(player, secret) == guesses

    lists = {"wordlist": files / "en.txt", "answers": files / "answers"}
    from_python = Player(5, **lists, first_letter="s", hard=hard, objective=objective, book=str(files / "book"))
    assert from_python.has_book
    assert from_python.guess() == "slave"

    # Without the answers it is another game.
    with pytest.raises(DataError, match="this book is not for the 5-letter words of"):
        player_for(read_game(5, str(files / "en.txt"), **rules), book=str(files / "book"))


def test_a_rules_file_in_python(files, monkeypatch):
    (files / "rules.json").write_text('{"length": 4, "letters": ["ij"], "first_letter": "IJ"}')
    monkeypatch.chdir(files)
    rules = read_rules_file(4)
    assert (rules["letter"], rules["attempts"], rules["objective"]) == ("ĳ", 5, "points")


def test_wordle_without_lists_says_what_it_plays(run, tmp_path):
    done = run("lingo-bot", 5, "--rules", "wordle", cwd=tmp_path, input="OOOOO\n")
    [line] = done.stderr.splitlines()
    assert "plays the packaged words" in line
    assert line.endswith("--wordlist FILE --answers FILE")


@pytest.mark.parametrize("options", [["--rules", "wordle", "--quiet"], []])
def test_it_does_not_with_quiet_nor_in_lingo(options, run, tmp_path):
    assert run("lingo-bot", 5, *options, cwd=tmp_path, input="OOOOO\n").stderr == ""


@pytest.fixture
def wordle():
    """The arguments of read_game for Wordle's lists."""
    shared = Path(__file__).resolve().parents[3] / "shared" / "wordle"
    if not shared.exists():
        pytest.skip("Wordle's lists are not here")
    return {"wordlist": str(shared / "allowed.txt"), "answers": str(shared / "answers.txt")}


def test_wordles_lists_are_played_by_the_proved_tree(wordle):
    game = read_game(5, **wordle, attempts=6, objective="guesses")

    total = 0
    for secret in game.secrets.words:
        player = player_for(game)
        assert isinstance(player, BookPlayer)
        guesses = guesses_of(player, secret, 6)
        assert guesses[-1] == secret
        total += len(guesses)

    # The fewest that the literature has for 2,315 answers: the tree of the first guess salet.
    assert total == 7920
