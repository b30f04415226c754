"""Games under other rules than the pit's, in the referee: alphabets, attempts, hard mode, first letter, answers."""

import json
import sys

import pytest

from codebreaker.rules import GameRules
from codebreaker.step import Step
from referee import play_game
from referee.contest.limits import Limits
from referee.contest.lists import read_lists
from referee.contest.termination import Termination
from referee.game.protocol import Task, answer
from referee.game.record import Move
from referee.process.working_directory import WorkingDirectory

BOT = f"{sys.executable} -m lingo_bot"
WORDS = "bench\nbeach\nteach\nreach\nleach\npeach\nbelly\ncrane\nslate\nslave\nslope\n"
OTHERS = {"fr": "élève\nécole\nforêt\nœuvre\n", "nl": "ijzer\nbijna\nlijst\n", "ru": "щука\nрыба\nгора\n"}
PATIENT = Limits(startup=60, move=60, game=90)


@pytest.fixture
def files(tmp_path):
    (tmp_path / "en.txt").write_text(WORDS)
    for name, text in OTHERS.items():
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("language", "word", "letters", "kept"),
    [("fr", "œuvre", (), "œuvre"), ("nl", "bijna", ("ij",), "bĳna"), ("ru", "щука", (), "щука")],
)
def test_a_game_in_another_language(files, language, word, letters, kept):
    rules = GameRules(attempts=6, letters=letters)
    wordlist = str(files / f"{language}.txt")
    record = play_game(BOT, word, wordlist=wordlist, rules=rules, limits=PATIENT, sandbox="off")
    assert (record.termination, record.word, record.guesses[-1]) == (Termination.SOLVED, kept, kept)
    assert (record.illegal, record.points) == (0, rules.points_for(record.attempts))


def test_the_directory_describes_other_rules(files):
    (files / "answers").write_text("slate\nzebra\n")
    rules = GameRules(attempts=6, first_letter=True, hard=True, objective="guesses")
    lists = read_lists([5], str(files / "en.txt"), rules, str(files / "answers"))
    directory = WorkingDirectory(str(files / "game"), lists)
    directory.describe("slate")
    described = json.loads((files / "game" / "rules.json").read_text())
    assert described == {
        "length": 5,
        "attempts": 6,
        "first_letter": "s",
        "hard": True,
        "objective": "guesses",
        "letters": [],
    }
    assert (files / "game" / "answers5.txt").read_text() == "slate\nzebra\n"
    assert "zebra" in (files / "game" / "wordlist5.txt").read_text().split()
    directory.describe("zebra")
    assert json.loads((files / "game" / "rules.json").read_text())["first_letter"] == "z"


def test_the_pits_directory_has_the_lists_alone(files):
    directory = WorkingDirectory(str(files / "game"), read_lists([5], str(files / "en.txt")))
    directory.describe("slate")
    assert {file.name for file in (files / "game").iterdir()} == {"wordlist.txt", "wordlist5.txt"}


ILLEGAL = [
    (GameRules(hard=True), "teach", True),
    (GameRules(hard=True), "slate", False),
    (GameRules(first_letter=True), "beach", False),
    (GameRules(), "slate", True),
]


@pytest.mark.parametrize(("rules", "guess", "legal"), ILLEGAL)
def test_an_illegal_guess_gets_all_x(rules, guess, legal):
    task = Task("leach", WORDS.split(), Limits(), rules)
    move = answer(guess.encode(), task, 0.1, [Step("reach", "XOOOO")])
    assert isinstance(move, Move)
    assert move.legal is legal
    assert (move.reply == "XXXXX") is not legal


def test_a_run_under_other_rules_is_recorded_resumed_and_verified(files, run):
    (files / "answers").write_text("slate\nslave\nslope\nzebra\n")
    options = ["--wordlist", files / "en.txt", "--answers", files / "answers", "--rules", "television", "--hard"]
    limits = ["--startup-timeout", 60, "--sandbox", "off"]
    players = ["--players", f"bot={BOT}"]
    done = run(
        "referee",
        "run",
        *players,
        *options,
        *limits,
        "--lengths",
        5,
        "--rounds",
        "all",
        "--out",
        files / "out",
        "--format",
        "json",
    )
    assert done.returncode == 0, done.stderr
    board = json.loads(done.stdout)
    assert board["players"][0]["solved"] == 4
    games = [
        json.loads(line) for line in run("referee", "games", files / "out", "--format", "jsonl").stdout.splitlines()
    ]
    assert {game["word"] for game in games} == {"slate", "slave", "slope", "zebra"}
    assert all(guess[0] == game["word"][0] for game in games for guess in game["guesses"])
    assert run("referee", "verify", files / "out").returncode == 0
    assert run("referee", "run", "--resume", files / "out", *limits).returncode == 0
