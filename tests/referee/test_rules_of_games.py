"""Games under other rules than the pit's, in the referee: alphabets, attempts, hard mode, first letter, answers.

Groups of letters that count as one are in test_letter_groups.py.
"""

import json
import shlex
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from word_games import game_of

from referee import play_game
from referee.contest.limits import Limits
from referee.contest.lists import read_word_games
from referee.contest.termination import Termination
from referee.game.protocol import answer
from referee.game.record import Move
from referee.game.working_directory import WorkingDirectory
from wordlists.rules import GameOptions
from wordlists.step import Step
from wordlists.word_game import OWN_LETTER

BOT = shlex.join([sys.executable, "-m", "lingo_bot"])
"""The command of lingo-bot."""
WORDS = "bench\nbeach\nteach\nreach\nleach\npeach\nbelly\ncrane\nslate\nslave\nslope\n"
"""The text of a list in English."""
OTHERS = {
    "fr": "élève\nécole\nforêt\nœuvre\n",
    "nl": "ijzer\nbijna\nlijst\n",
    "ru": "щука\nрыба\nгора\n",
    "gr": "τόνος\nλόγος\n",
}
"""The texts of lists in other languages, by their codes."""
CANDIDATES_IN_AWK = Path(__file__).parents[2] / "examples" / "players" / "candidates.awk"
PATIENT = Limits(startup=60, move=60, game=90)
"""Limits for a player that may start slowly on a busy machine."""


@pytest.fixture
def files(tmp_path):
    """A directory with a word list for each language: en.txt with WORDS, fr.txt and so on with OTHERS."""
    (tmp_path / "en.txt").write_text(WORDS)
    for name, text in OTHERS.items():
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    return tmp_path


OPTIONS = ("--startup-timeout", 60, "--sandbox", "off")
"""Options of `referee run` for a player that starts slowly, in no sandbox."""


@pytest.fixture
def games_of_contest(files, run):
    """games_of_contest(player, *options): the games of that player for all words of five letters, recorded in `out`."""

    def contest(player, *options):
        out = ["--lengths", 5, "--rounds", "all", "--out", files / "out"]
        done = run("referee", "run", "--players", f"bot={player}", *options, *OPTIONS, *out)
        assert done.returncode == 0, done.stderr
        games = run("referee", "games", files / "out", "--format", "jsonl").stdout
        return [json.loads(line) for line in games.splitlines()]

    return contest


@pytest.mark.parametrize(
    ("language", "word", "entries"), [("tr", "ılıca", "ILICA İzmir"), ("de", "fuehl", "fühl apfel")]
)
def test_a_language_spells_the_lists_of_a_run(files, language, word, entries, run, games_of_contest):
    (files / "list").write_text("\n".join(entries.split()))

    games = games_of_contest(f"{BOT} --quiet", "--wordlist", files / "list", "--language", language)

    assert len(games) == 2

    [game] = [game for game in games if game["word"] == word]
    assert game["points"] > 0
    assert game["rules"]["language"] == language
    assert run("referee", "verify", files / "out").returncode == 0


AWKS = [name for name in ("mawk", "gawk") if shutil.which(name)]


@pytest.mark.parametrize("awk", AWKS)
@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
@pytest.mark.parametrize(("language", "word"), [("fr", "œuvre"), ("ru", "щука")])
def test_the_example_in_awk_counts_letters_in_every_locale(files, awk, locale, language, word):
    player = shlex.join(["env", f"LC_ALL={locale}", awk, "-f", str(CANDIDATES_IN_AWK)])
    record = play_game(player, word, wordlist=str(files / f"{language}.txt"), limits=PATIENT, sandbox="off")
    assert (record.termination, record.guesses[-1]) == (Termination.SOLVED, word)


@pytest.fixture
def directory(files):
    """A working directory of a game by other rules, in which zebra is an answer and no word of the list."""
    (files / "answers").write_text("slate\nzebra\n")
    rules = {"attempts": 6, "first_letter": True, "hard": True, "objective": "guesses"}
    lists = read_word_games([5], GameOptions(files / "en.txt", files / "answers", **rules))
    # Of the runner, whose directory has this one in it, only the path is needed.
    runner = SimpleNamespace(directory=str(files))
    return WorkingDirectory(lists, runner)


def described_rules(directory):
    """The rules in a working directory."""
    return json.loads(Path(directory.path, "rules.json").read_text())


def test_the_directory_describes_other_rules(directory):
    directory.write_rules("slate")

    assert described_rules(directory) == {
        "length": 5,
        "attempts": 6,
        "first_letter": "s",
        "hard": True,
        "objective": "guesses",
        "letters": [],
        "language": "",
    }


def test_the_directory_describes_each_game_anew(directory):
    directory.write_rules("slate")
    directory.write_rules("zebra")

    assert described_rules(directory)["first_letter"] == "z"


def test_the_directory_has_the_answers_apart_and_among_the_words(directory):
    directory.write_rules("slate")

    assert Path(directory.path, "answers5.txt").read_text() == "slate\nzebra\n"
    assert "zebra" in Path(directory.path, "wordlist5.txt").read_text().split()


@pytest.mark.parametrize(("rules", "guess", "legal"), [
    ({"hard": True}, "teach", True), ({"hard": True}, "slate", False),
    # Under OWN_LETTER the first letter of the secret is shown, here l, and every guess must begin with it.
    ({"letter": OWN_LETTER}, "beach", False), ({}, "slate", True),
])  # fmt: skip
def test_an_illegal_guess_gets_only_x_and_a_legal_one_its_reply(rules, guess, legal):
    word_game = game_of(sorted(WORDS.split()), **rules)

    move = answer(guess.encode(), "leach", word_game, seconds=0.1, legal_steps=[Step("reach", "XOOOO")])

    assert isinstance(move, Move)
    has_only_x = move.reply == "XXXXX"
    assert (move.legal, has_only_x) == (legal, not legal)


def test_a_run_under_other_rules_is_recorded_resumed_and_verified(files, run, games_of_contest):
    """The rules of television show the first letter, with which every guess begins."""
    words = {"slate", "slave", "slope", "zebra"}
    (files / "answers").write_text("\n".join(words))
    lists = ["--wordlist", files / "en.txt", "--answers", files / "answers"]

    games = games_of_contest(BOT, *lists, "--rules", "television", "--hard")

    assert {game["word"] for game in games if game["points"]} == words

    for game in games:
        assert all(guess[0] == game["word"][0] for guess in game["guesses"])

    assert run("referee", "verify", files / "out").returncode == 0
    assert run("referee", "run", "--resume", files / "out", *OPTIONS).returncode == 0
