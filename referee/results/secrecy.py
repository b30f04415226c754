"""What of a committed run may not be shown before its last game, and games without it.

A holder who announces a commitment promises that nobody knows a word before playing it. Until the last game is
recorded, or the holder reveals the run, no table, page, list or message may therefore hold the seed, the nonce, or a
word that some player still has to play. Whatever prints something of a run asks `Run.secret_words()` first.
"""

from collections.abc import Container
from dataclasses import replace

from referee.contest.termination import Termination
from referee.game.record import GameRecord

HIDDEN_LETTER = "*"
"""Stands for each letter of a word that is not shown; no word has it."""


def without_word(game: GameRecord, secret_words: Container[str]) -> GameRecord:
    """Return the game as it may be shown: itself, or without whatever tells its word if that is secret.

    The word becomes asterisks. Guesses, replies and their times are left out, and so is standard error, because
    players write guesses there. For a player that was not started, standard error holds the referee's own words.
    """
    if game.word not in secret_words:
        return game

    started = game.termination is not Termination.NOT_STARTED
    return replace(
        game,
        word=HIDDEN_LETTER * game.length,
        guesses=(),
        replies=(),
        move_seconds=(),
        stderr_head="" if started else game.stderr_head,
        stderr_tail="" if started else game.stderr_tail,
    )
