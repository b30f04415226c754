"""How often `referee audit` flags honest runs, and how often runs in which players know words.

Players are permutations of the list: each guesses the first word of its own that fits the replies.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from benchmarks.tables import figure, table
from referee.contest.termination import Termination
from referee.game.record import GameRecord, Move, record_of
from referee.results.audit import audit
from wordlists.reply import reply_for, winning_reply
from wordlists.rules import PIT
from wordlists.word_game import WordGame
from wordlists.word_list import WordList

LENGTH = 4
"""Letters of every word."""
WORDS = 300
"""Words of the list."""
ROUNDS = 30
"""Words that are played in a run."""


def words_of(rng: random.Random) -> list[str]:
    """Return a sorted list of WORDS words over few letters, so that letters repeat."""
    words: set[str] = set()
    while len(words) < WORDS:
        words.add("".join(rng.choices("abcdefgh", k=LENGTH)))
    return sorted(words)


def guesses_for(word: str, order: Sequence[str]) -> list[str]:
    """Return the guesses of a player that guesses the first word of that order which fits all replies."""
    candidates = list(order)
    guesses: list[str] = []
    while len(guesses) < PIT.attempts:
        guess = candidates[0]
        guesses.append(guess)
        reply = reply_for(guess, word)
        if reply == winning_reply(LENGTH):
            break
        candidates = [candidate for candidate in candidates if reply_for(guess, candidate) == reply]

    return guesses


def game_of(player: str, index: int, word: str, guesses: Sequence[str], started: float) -> GameRecord:
    """Return the record of a game with these guesses; started: the moment of its start, in seconds."""
    solved = guesses[-1] == word
    moves = [Move(guess, reply_for(guess, word), legal=True, seconds=0.0) for guess in guesses]
    termination = Termination.SOLVED if solved else Termination.EXHAUSTED
    record = record_of(player, index, word, moves, termination)
    # The player has ended by itself.
    return replace(record, exit_status=0, started=started)


def games_of(rng: random.Random, words: Sequence[str], kind: str) -> Iterator[GameRecord]:
    """Yield the games of a run with five players.

    Two players, `first` and `second`, have preferences of their own. One program enters twice, as `twice` and `again`.
    The fifth player, `suspect`, prefers words at random in each game. The kind of the run says what else it does:

    - `honest`: nothing else.
    - `book`: it plays honestly, but its first two preferences are those of `second`, as if both had read one book.
    - `told`: it knows the word of every tenth game.
    - `passed`: it knows the words that `first` has played before it.
    - `list`: it knows which words are played, but not in what order.
    """
    played = rng.sample(words, ROUNDS)
    first = rng.sample(words, len(words))
    second = rng.sample(words, len(words))
    twice = rng.sample(words, len(words))
    preferences = {"first": first, "second": second, "twice": twice, "again": twice}
    # Each player plays the words in an order of its own. starts[player][i] is when it starts game i, in whole seconds.
    # A random part of a second is added, so that no two games start at the same moment.
    starts = {name: rng.sample(range(ROUNDS), ROUNDS) for name in (*preferences, "suspect")}

    for index, word in enumerate(played):
        for name, order in preferences.items():
            yield game_of(name, index, word, guesses_for(word, order), starts[name][index] + rng.random())

        order = rng.sample(words, len(words))
        if kind == "book":
            order = [*second[:2], *(candidate for candidate in order if candidate not in second[:2])]
        elif kind == "list":
            order.sort(key=lambda candidate: candidate not in played)  # the played words come first

        start = starts["suspect"][index]
        is_told = kind == "told" and index % 10 == 0
        is_passed = kind == "passed" and starts["first"][index] < start
        guesses = [word] if is_told or is_passed else guesses_for(word, order)
        yield game_of("suspect", index, word, guesses, start + rng.random())


def share_flagged(kind: str, runs: int) -> float:
    """Return the share of runs of that kind that are flagged."""
    count = 0
    for seed in range(runs):
        rng = random.Random(f"{kind} {seed}")
        words = words_of(rng)
        word_game = WordGame(WordList(LENGTH, words, path="the words of the run"))
        if audit(games_of(rng, words, kind), {LENGTH: word_game}).flagged_tests:
            count += 1
    return count / runs


def measure(quick: bool) -> dict[str, Any]:
    """Return for each kind of run how many were simulated, and the share that was flagged."""
    # The share of honest runs that are flagged is near 0, so it takes more runs to measure. In a run of the kind `book`
    # nobody knows words either.
    honest = 100 if quick else 1000
    cheating = 20 if quick else 100
    runs = {"honest": honest, "book": honest, "told": cheating, "passed": cheating, "list": cheating}

    return {kind: {"runs": count, "flagged": share_flagged(kind, count)} for kind, count in runs.items()}


_DESCRIPTIONS = {
    "honest": "all honest, one enters twice",
    "book": "all honest, two share the beginning of a book",
    "told": "one is told every tenth word",
    "passed": "one is told the words that another has played before",
    "list": "one is told which words are played, not in what order",
}


def tables(results: dict[str, Any]) -> dict[str, str]:
    """Return the table `audit`, with a row for each kind of run."""
    rows = []
    for kind, result in results.items():
        per_cent = figure(100 * result["flagged"], digits=1)
        rows.append((_DESCRIPTIONS[kind], result["runs"], per_cent))

    heads = (f"runs of 5 players, {ROUNDS} words of {WORDS}", "runs", "flagged, %")
    return {"audit": table(heads, rows)}
