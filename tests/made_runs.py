"""Records of runs and games that nobody played, and what tests read and change in the directory of a run."""

import contextlib
import json
import os
import platform
import random
import sqlite3

from referee.contest.contest import Conditions, Contest, Plan
from referee.contest.limits import NO_ISOLATION, Limits
from referee.contest.player import Program
from referee.contest.termination import Termination
from referee.game.record import GameRecord
from referee.schedule.cluster_scheduler import WorkerTask
from referee.storage.run import Recorder, open_run
from wordlists.reply import reply_for
from wordlists.rules import PIT
from wordlists.word_game import WordGame

HOSTILE = "<img src=x onerror=alert(1)>&\"'</script><script>alert(2)</script>$\\frac{1}{0}$\x1b[31m"
"""A name or text that does harm where it is not quoted: HTML, JavaScript, a TeX formula, a colour of a terminal."""
NOT_SOLVED = "not solved"
ENDS = {1: 1, 2: 4, 3: 9, 4: 9, 5: 5, NOT_SOLVED: 3}
"""The relative frequencies of how games end: solved at that attempt, or not solved. The figures are made up."""


def make_run(directory, names, words, stderr=""):
    """Write a finished run of players with these names for these words by length; returns its directory.

    Every player guesses random words. In the last game the player crashes, with this text on standard error.
    """
    players = tuple(Program(name, command=name, arguments=(name,)) for name in names)
    word_games = {length: game_without_list(length) for length in words}
    rounds = max(map(len, words.values()))
    contest = Contest(players, words, rounds, seed=7, wordlist="made up", word_games=word_games)

    random_numbers = random.Random(1)
    directory.mkdir(exist_ok=True)
    with Recorder(str(directory), contest, Conditions(Limits(), host="nowhere")) as recorder:
        *fixtures, last_fixture = contest.fixtures()
        games = [made_game(random_numbers, fixture, words[len(fixture.word)]) for fixture in fixtures]
        games.append(_crashed_game(last_fixture, stderr))
        recorder.record(games)

    return str(directory)


def game_without_list(length):
    """The word game of a record whose list is not on this machine: its fingerprint is that of no list."""
    no_fingerprint = "0" * 64
    # In the JSON of a word game `words` is the fingerprint of its words.
    return WordGame.from_json({"length": length, "words": no_fingerprint}, "made up")


def plan_of(contest, limits=Limits(), isolation=NO_ISOLATION, **fields):
    """The plan of a run of that contest, by default without a sandbox; fields: others of Plan.

    The word games of the contest must have their lists.
    """
    return Plan(contest, Conditions(limits, host="nowhere"), isolation, **fields)


def task_of(plan, name="the task"):
    """The task of this plan for a worker that is this process. The caller of the run is this process too.

    A worker that is another process than the caller hides its memory from players, and this lasts as long as the
    process: the tests after this one would run in such a process.
    """
    return WorkerTask(name, "the client", plan, lists={}, caller=(platform.node(), os.getpid()))


def made_game(random_numbers, fixture, words):
    """The record of a game that nobody played, with an end of ENDS; words: those that are guessed before the word."""
    word = fixture.word
    [end] = random_numbers.choices(list(ENDS), ENDS.values())
    wrong_words = [listed for listed in words if listed != word]
    wrong_guesses = PIT.attempts if end == NOT_SOLVED else end - 1
    guesses = random_numbers.choices(wrong_words, k=wrong_guesses)
    if end != NOT_SOLVED:
        guesses.append(word)

    return game_record(
        fixture.player.name,
        word,
        fixture.index,
        termination=Termination.EXHAUSTED if end == NOT_SOLVED else Termination.SOLVED,
        guesses=tuple(guesses),
        replies=tuple(reply_for(guess, word) for guess in guesses),
        points=0 if end == NOT_SOLVED else PIT.points_for(end),
        # 7 ms in the median, as those of quick players.
        move_seconds=tuple(random_numbers.lognormvariate(-5, 1) for _ in guesses),
    )


def _crashed_game(fixture, stderr):
    """The record of a game whose player guessed that text, cut, and an empty line, both illegal, and crashed."""
    all_absent = "X" * len(fixture.word)
    # A record keeps 80 characters of a guess (referee/game/protocol.py).
    kept_guess = stderr[:80]
    return game_record(
        fixture.player.name,
        fixture.word,
        fixture.index,
        termination=Termination.CRASHED,
        guesses=(kept_guess, ""),
        replies=(all_absent, all_absent),
        illegal=2,
        move_seconds=(0.007, 0.007),
        exit_status=None,
        signal="SIGSEGV",
        stderr_head=stderr,
    )


def game_record(player, word, index=0, **values):
    """The record of a game with these values; without any it was solved without a guess, and for no points."""
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


def recorded_games(directory):
    """The games in the record of a run, in the order of their numbers."""
    with open_run(str(directory)) as run:
        return list(run.games())


def written_leaderboard(directory):
    """The leaderboard that a run has written, without the times of its games, which no two runs share."""
    value = json.loads((directory / "leaderboard.json").read_text())
    for player in value["players"]:
        del player["mean_seconds"]
    return value


def edit_record(directory, statement, *values):
    """Carry out an SQL statement on the record of a run, without the referee; returns the rows of a query."""
    with contextlib.closing(sqlite3.connect(directory / "run.sqlite")) as connection, connection:
        return connection.execute(statement, values).fetchall()


def remove_leaderboards(directory):
    """Remove the leaderboards that a run has written, which `verify` compares with the record."""
    for file in directory.glob("leaderboard.*"):
        file.unlink()
