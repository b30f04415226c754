"""Checks a recorded run: every reply, point and total is worked out again, and what players knew is audited."""

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from lingo_common.errors import DataError
from lingo_common.files import check_regular
from referee.contest.draw import commitment_of, draw_words
from referee.contest.lists import WordGames
from referee.game.record import GameRecord
from referee.game.replay import discrepancies
from referee.results.audit import Audit, audit
from referee.results.formats import FILES
from referee.results.stopping_rule import StoppingRule, blocks
from referee.storage.reader import Run, game_digest
from referee.storage.resume import recorded_games

_LARGEST_LEADERBOARD = 64 << 20
"""Bytes of a leaderboard."""


class _Tally(msgspec.Struct):
    """The games of one length in a leaderboard."""

    points: int
    games: int


class _Standing(msgspec.Struct):
    """A player in a leaderboard."""

    name: str
    total: int
    by_length: dict[int, _Tally]


class _Shown(msgspec.Struct):
    """A leaderboard as JSON, as far as it is verified."""

    players: list[_Standing]


def games_at_hand(run: Run, source: str | None = None) -> tuple[WordGames, dict[int, str]]:
    """The run's word games whose lists are still the same, from the source or where they were; why others are not.

    DataError if the source, if there is one, cannot be read or has no words of a length.
    """
    games, absent = WordGames([], run.contest.rules), dict[int, str]()
    for length, used in run.conditions.lists.items():
        try:
            [game] = recorded_games(run, source, [length]).values()
        except DataError as error:
            if source is not None:  # the user has just named it
                raise
            absent[length] = str(error)
            continue
        if used.is_list_of(game):
            games[length] = game
        else:
            absent[length] = f"{game.words.path}: is not the run's"
    return games, absent


def doubts(run: Run, absent: Mapping[int, str]) -> Iterator[str]:
    """Return what of the run cannot be verified, a sentence each; absent: the second value of games_at_hand."""
    for why in dict.fromkeys(absent.values()):
        lengths = ", ".join(str(length) for length, reason in absent.items() if reason == why)
        yield f"without the word list of {lengths} letters legality and draw are not verified: {why}"
    if run.conditions.imported is None and (missing := _missing_games(run)):
        yield f"{missing} of {run.contest.games} games are missing"


def contradictions(run: Run, word_games: WordGames) -> Iterator[str]:
    """Everything that is wrong with the record, a line each."""
    yield from (f"{run.path}: {line}" for line in run.sqlite_problems())
    yield from _wrong_words(run, word_games)
    yield from _wrong_commitment(run)
    words = {length: frozenset(game.words.words) for length, game in word_games.items()}
    points: Counter[tuple[str, int]] = Counter()
    games: Counter[tuple[str, int]] = Counter()
    for number in sorted(run.finished_numbers()):
        try:
            record = run.game(number)
        except DataError as error:
            yield str(error)
            continue
        points[record.player, record.length] += 0 if record.void else record.points
        games[record.player, record.length] += not record.void
        for line in _wrong_game(run, number, record, words.get(record.length)):
            yield f"game {number} ({record.player}): {line}"
    yield from _wrong_totals(run, points, games)


def record_hash(run: Run) -> str:
    """Hex sha256 over the run: contest, conditions, players, and every game with its digest and why it is void."""
    contest, conditions = run.contest, run.conditions
    head = [contest, conditions.limits, conditions.lists, conditions.isolation, conditions.nonce, conditions.imported]
    values = [msgspec.to_builtins(part, str_keys=True) for part in head]
    if not contest.disqualified:  # as before there was such a field
        del values[0]["disqualified"]
    lines = [json.dumps(value, sort_keys=True) for value in values]
    lines += [f"{run.number(game)} {game_digest(game)} {game.void or ''}" for game in run.games()]
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def _missing_games(run: Run) -> int:
    """How many games are missing that the run still needs; 0 if a damaged game, which is a problem, hides that."""
    contest, played = run.contest, run.finished_numbers()
    try:
        rule = StoppingRule(contest, run.games() if contest.until_decided else ())
    except DataError:
        return 0
    return sum(1 for rounds in blocks(contest, rule) for _ in contest.fixtures(played, rounds))


def _wrong_commitment(run: Run) -> Iterator[str]:
    """A commitment that is not to these words."""
    made, nonce = run.conditions.commitment, run.conditions.nonce
    if made is not None and (nonce is None or commitment_of(run.contest.words, nonce) != made):
        yield f"{run.path}: the words are not those that the run was committed to: {made}"


def _wrong_words(run: Run, word_games: WordGames) -> Iterator[str]:
    """Words that the seed does not draw; not asked where the lists have changed since."""
    contest = run.contest
    if contest.seed is None:
        return
    for length, game in word_games.items():
        if draw_words({length: game}, contest.rounds, contest.seed)[length] != contest.words.get(length):
            yield f"words of {length} letters: not those that the seed {contest.seed} draws"


def _wrong_game(run: Run, number: int, record: GameRecord, listed: frozenset[str] | None) -> Iterator[str]:
    words = run.contest.words.get(record.length, [])
    if record.player not in run.contest.names:
        yield "nobody of that name takes part"
    elif words[record.index : record.index + 1] != [record.word]:
        yield f"'{record.word}' is not word {record.index} of {record.length} letters in the draw"
    elif run.number(record) != number:
        yield f"has the number of another game than {record.player}'s for '{record.word}'"
    if len(record.word) == record.length:
        yield from discrepancies(record, listed, run.contest.rules)
    if game_digest(record) != run.digest(number):
        yield "is not as it was recorded: its digest differs"


def _wrong_totals(run: Run, points: Counter[tuple[str, int]], games: Counter[tuple[str, int]]) -> Iterator[str]:
    """Points and counts in the leaderboard that was written which the games do not add up to."""
    path = os.path.join(run.directory, FILES["json"])
    if not os.path.lexists(path):
        return
    try:
        check_regular(path, _LARGEST_LEADERBOARD)
        with open(path, "rb") as file:
            players = msgspec.json.decode(file.read(), type=_Shown).players
    except DataError as error:
        yield str(error)
        return
    except (ValueError, RecursionError):  # of the decoder too
        yield f"{path}: not a leaderboard"
        return
    for player in players:
        for length, tally in player.by_length.items():
            won, played = points[player.name, length], games[player.name, length]
            if tally.points != won:
                yield f"{path}: {player.name} has {won} points of {length} letters, not {tally.points}"
            if tally.games != played:
                yield f"{path}: {player.name} has {played} games of {length} letters, not {tally.games}"
        right = sum(won for (name, _), won in points.items() if name == player.name)
        if player.total != right:
            yield f"{path}: {player.name} has {right} points in total, not {player.total}"


def audit_of(run: Run, source: str | None = None, games: Iterable[GameRecord] | None = None) -> Audit:
    """The audit of a run or of some of its games, with word lists from the source or from where the run had them."""
    lists = {length: game.secrets.words for length, game in games_at_hand(run, source)[0].items()}
    drawn = run.contest.seed is not None
    return audit(run.games() if games is None else games, lists, drawn, run.contest.rules.first_letter)
