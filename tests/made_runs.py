"""Recorded runs made of games that nobody played: quickly, of any size, with texts as hostile as need be."""

import contextlib
import json
import random
import sqlite3

from referee.contest.conditions import NO_ISOLATION, Conditions, Limits
from referee.contest.contest import Contest
from referee.contest.plan import Plan
from referee.contest.player import Program
from referee.contest.termination import Termination
from referee.game.record import GameRecord
from referee.storage.recorder import Recorder
from wordlists.reply import reply_for
from wordlists.rules import PIT
from wordlists.word_game import WordGame

HOSTILE = "<img src=x onerror=alert(1)>&\"'</script><script>alert(2)</script>$\\frac{1}{0}$\x1b[31m"


def make_run(directory, names, words, stderr="", sooner=0.0):
    """A finished run in the directory: every player guesses random words of the length, and is sometimes at fault.

    sooner: how many attempts sooner than the player before it each player finds a word.
    """
    players = tuple(Program(name, name, (name,)) for name in names)
    games = {length: WordGame.from_json({"length": length, "words": "0" * 64}, "made up") for length in words}
    contest = Contest(players, words, max(map(len, words.values())), 7, "made up", games)
    dice = random.Random(1)
    directory.mkdir(exist_ok=True)
    with Recorder(str(directory), contest, Conditions(Limits(), host="nowhere")) as recorder:
        ahead = {name: int(sooner * place) for place, name in enumerate(names)}
        games = [
            made_game(dice, fixture, words[len(fixture.word)], stderr, ahead[fixture.player.name])
            for fixture in contest.fixtures()
        ]
        assert len(list(recorder.record([games]))) == contest.games

    return str(directory)


def plan_of(contest, limits=Limits(), isolation=NO_ISOLATION, **fields):
    """The plan of a run of that contest, whose word games have lists, with these limits and without a sandbox."""
    return Plan(contest, Conditions(limits, host="nowhere"), isolation, **fields)


def made_game(dice, fixture, words, stderr, ahead=0):
    """The record of one game: solved at some attempt, less those it is ahead, exhausted, or a crash."""
    word = fixture.word
    # Attempts 1 to 5 solve the game; 6 stands for a game that is not solved, 7 for a crash.
    attempt = dice.choices(range(1, PIT.attempts + 3), (1, 4, 9, 9, 5, 3, 1))[0]
    attempt = max(1, attempt - ahead)

    wrong_words = [listed for listed in words if listed != word]
    guesses = [dice.choice(wrong_words) for _ in range(min(attempt - 1, PIT.attempts))]
    if attempt > PIT.attempts + 1:
        return _crashed_game(dice, fixture, stderr)

    is_solved = attempt <= PIT.attempts
    if is_solved:
        guesses.append(word)

    return game_record(
        fixture.player.name,
        word,
        fixture.index,
        termination=Termination.SOLVED if is_solved else Termination.EXHAUSTED,
        guesses=tuple(guesses),
        replies=tuple(reply_for(guess, word) for guess in guesses),
        points=PIT.points_for(len(guesses)) if is_solved else 0,
        move_seconds=_random_times(dice, len(guesses)),
    )


def _crashed_game(dice, fixture, stderr):
    """The record of a game whose player crashed after two illegal guesses: what it wrote on standard error, and ""."""
    all_absent = "X" * len(fixture.word)
    return game_record(
        fixture.player.name,
        fixture.word,
        fixture.index,
        termination=Termination.CRASHED,
        guesses=(stderr[:80], ""),
        replies=(all_absent, all_absent),
        illegal=2,
        move_seconds=_random_times(dice, 2),
        exit_status=None,
        signal="SIGSEGV",
        stderr_head=stderr,
    )


def _random_times(dice, count):
    """The times of that many moves in seconds: 7 ms in the median, as those of quick players."""
    return tuple(dice.lognormvariate(-5, 1) for _ in range(count))


def game_record(player, word, index=0, **values):
    """The record of a game that was solved without a guess and for no points, but for these values."""
    defaults = {
        "termination": Termination.SOLVED,
        "points": 0,
        "attempts": len(values.get("guesses", ())),
        "illegal": 0,
        "guesses": (),
        "replies": (),
        "move_seconds": (),
        "seconds": 0.1,
        "exit_status": 0,
        "signal": None,
        "stderr_head": "",
        "stderr_tail": "",
        "host": "nowhere",
    }
    return GameRecord(player=player, length=len(word), index=index, word=word, **(defaults | values))


def written_leaderboard(directory):
    """The leaderboard that a run has written, without the times of its games, which no two runs share."""
    value = json.loads((directory / "leaderboard.json").read_text())
    for player in value["players"]:
        del player["mean_seconds"]
    return value


def edit_record(directory, statement, *values):
    """Change the record of a run behind the referee's back; returns the rows of a query."""
    with contextlib.closing(sqlite3.connect(directory / "run.sqlite")) as connection, connection:
        return connection.execute(statement, values).fetchall()
