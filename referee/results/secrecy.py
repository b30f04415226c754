"""What of a committed run may not be shown before its last game, and games without it.

A holder who announces a commitment promises that nobody knows a word before playing it. Until the last game is
recorded, or the holder reveals the run, no table, page, list or message may therefore hold the seed, the nonce, or a
word that some player still has to play. Whatever prints something of a run asks `Run.secret_words()` first.
"""

from collections.abc import Container, Iterable, Iterator
from dataclasses import replace

from referee.contest.contest import Contest, Fixture
from referee.contest.termination import Termination
from referee.game.record import GameRecord
from referee.results.stopping_rule import StoppingRule, blocks

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


def words_to_play(contest: Contest, played: Container[int], games: Iterable[GameRecord]) -> frozenset[str]:
    """Return the words that some player still has to play.

    played and games: those of games_to_play.
    """
    games = tuple(games)
    words = {fixture.word for fixture in games_to_play(contest, played, games)}
    if words:
        # Forfeited games are recorded, but --reinstate lets their player play them after all.
        words.update(game.word for game in games if game.termination is Termination.FORFEITED)

    return frozenset(words)


def games_to_play(
    contest: Contest, played: Container[int], games: Iterable[GameRecord], with_disqualified: bool = False
) -> Iterator[Fixture]:
    """Yield the games that are left to be played, in the order of play.

    played: the numbers of the finished games, of damaged ones too: no number is played twice. games: the finished games
    without the damaged ones, from which a run with --until-decided sees whether the leader is clear. with_disqualified:
    whether the games that disqualified players did not play are left, too.
    """
    # Without --until-decided all rounds are one block, and nobody asks the rule.
    results = games if contest.until_decided else ()
    rule = StoppingRule(contest, results)
    playing = replace(contest, disqualified={}) if with_disqualified else contest
    for rounds in blocks(contest, rule):
        yield from playing.fixtures(played, rounds)
