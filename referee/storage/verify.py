"""Checks a recorded run: every reply, point and total is worked out again."""

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator

import msgspec

from lingo_common.errors import DataError
from referee.contest.conditions import ListUsed
from referee.contest.draw import commitment_of, draw
from referee.contest.lists import ContestLists
from referee.game.record import GameRecord
from referee.game.replay import discrepancies
from referee.results.formats import FILES
from referee.storage.reader import Run, digest
from referee.storage.resume import recorded_lists


def lists_at_hand(run: Run, source: str | None = None) -> ContestLists:
    """The word lists of the run that are still the same, from the source or where they were.

    DataError if the source, if there is one, cannot be read or has no words of a length.
    """
    found = [lists for length, used in run.conditions.lists.items() if (lists := _same(run, length, used, source))]
    words = {length: listed for lists in found for length, listed in lists.items()}
    answers = {length: listed for lists in found for length, listed in lists.answers.items()}
    return ContestLists(words, run.contest.rules, answers)


def problems(run: Run, lists: ContestLists) -> Iterator[str]:
    """Everything that is wrong with the record, a line each."""
    yield from (f"{run.path}: {line}" for line in run.unsound())
    yield from _wrong_words(run, lists)
    yield from _wrong_commitment(run)
    words = {length: frozenset(listed.words) for length, listed in lists.items()}
    points: Counter[tuple[str, int]] = Counter()
    for number in sorted(run.played()):
        try:
            record = run.game(number)
        except DataError as error:
            yield str(error)
            continue
        points[record.player, record.length] += 0 if record.void else record.points
        for line in _wrong_game(run, number, record, words.get(record.length)):
            yield f"game {number} ({record.player}): {line}"
    yield from _wrong_totals(run, points)


def record_hash(run: Run) -> str:
    """Hex sha256 over the run: contest, conditions, players, and every game with its digest and why it is void."""
    contest, conditions = run.contest, run.conditions
    head = [contest, conditions.limits, conditions.lists, conditions.isolation, conditions.nonce, conditions.imported]
    lines = [json.dumps(msgspec.to_builtins(one, str_keys=True), sort_keys=True) for one in head]
    lines += [f"{run.number(game)} {digest(game)} {game.void or ''}" for game in run.games()]
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def _wrong_commitment(run: Run) -> Iterator[str]:
    """A commitment that is not to these words."""
    made, nonce = run.conditions.commitment, run.conditions.nonce
    if made is not None and (nonce is None or commitment_of(run.contest.words, nonce) != made):
        yield f"{run.path}: the words are not those that the run was committed to: {made}"


def _same(run: Run, length: int, used: ListUsed, source: str | None) -> ContestLists | None:
    """The lists of a length, None if they are not those of the run."""
    try:
        lists = recorded_lists(run, source, [length])
    except DataError:
        if source is not None:  # the user has just named it
            raise
        return None
    answers = lists.answers.get(length)
    same = (lists[length].fingerprint, answers and answers.fingerprint) == (used.fingerprint, used.answers)
    return lists if same else None


def _wrong_words(run: Run, lists: ContestLists) -> Iterator[str]:
    """Words that the seed does not draw; not asked where the lists have changed since."""
    contest = run.contest
    if contest.seed is None:
        return
    for length, words in lists.secrets.items():
        if draw({length: words}, contest.rounds, contest.seed)[length] != contest.words.get(length):
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
    if digest(record) != run.digest(number):
        yield "is not as it was recorded: its digest differs"


def _wrong_totals(run: Run, points: Counter[tuple[str, int]]) -> Iterator[str]:
    """Points in the leaderboard that was written which the games do not add up to."""
    path = os.path.join(run.directory, FILES["json"])
    if not os.path.exists(path):
        return
    try:
        with open(path, encoding="utf-8") as file:
            players = json.load(file)["players"]
        shown = {
            (player["name"], int(length)): tally["points"]
            for player in players
            for length, tally in player["by_length"].items()
        }
        totals = {player["name"]: player["total"] for player in players}
    except (ValueError, LookupError, TypeError, AttributeError):
        yield f"{path}: not a leaderboard"
        return
    for (player, length), total in shown.items():
        if total != points[player, length]:
            yield f"{path}: {player} has {points[player, length]} points of {length} letters, not {total}"
    for player, total in totals.items():
        right = sum(won for (name, _), won in points.items() if name == player)
        if total != right:
            yield f"{path}: {player} has {right} points in total, not {total}"
