"""Checks a recorded run: every reply, point and total is worked out again, and what players knew is audited."""

import contextlib
import dataclasses
import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from lingo_common.errors import DataError
from lingo_common.files import check_regular
from referee.contest.contest import Contest
from referee.contest.draw import commitment_of, draw_words, seed_text
from referee.contest.lists import WordGames
from referee.game.record import GameRecord, discrepancies
from referee.results.audit import Audit, audit
from referee.results.formats import FILES, render
from referee.results.leaderboard import Leaderboard
from referee.results.secrecy import games_to_play
from referee.storage.reader import Run, game_digest
from referee.storage.resume import games_at_hand
from referee.storage.tables import row_of_lists

_LARGEST_LEADERBOARD = 64 << 20


def doubts(run: Run, absent: Mapping[int, str]) -> Iterator[str]:
    """Return what of the run cannot be verified, a sentence each; absent: the second value of games_at_hand."""
    for why in dict.fromkeys(absent.values()):
        lengths = ", ".join(str(length) for length, reason in absent.items() if reason == why)
        yield f"without the word list of {lengths} letters legality and draw are not verified: {why}"
    contest, played = run.contest, run.finished_numbers()
    if run.conditions.imported is None:
        with contextlib.suppress(DataError):  # a damaged game, which is a contradiction, hides what is missing
            missing = Counter(fixture.player.name for fixture in games_to_play(contest, played, run.games(), True))
            if missing:
                yield f"{missing.total()} of {contest.games} games are missing{_of_disqualified(contest, missing)}"


def _of_disqualified(contest: Contest, missing: Mapping[str, int]) -> str:
    """Return how many of the missing games are those of disqualified players, for the end of a sentence."""
    counts = [f"{count} of '{name}'" for name, count in missing.items() if name in contest.disqualified]
    return f", {' and '.join(counts)}, who plays no more" if counts else ""


def contradictions(run: Run, word_games: WordGames) -> Iterator[str]:
    """Everything that is wrong with the record, a line each."""
    yield from (f"{run.path}: {line}" for line in run.sqlite_problems())
    contest, conditions, secrets = run.contest, run.conditions, run.secrets()
    drawn = {} if contest.seed is None else draw_words(word_games, contest.rounds, contest.seed)
    for length, words in drawn.items():
        if words != contest.words.get(length):
            seed = "seed" if secrets.sealed else f"seed {seed_text(contest.seed or 0)}"
            yield f"words of {length} letters: not those that the {seed} draws"
    if conditions.commitment not in (None, commitment_of(contest.words, conditions.nonce or "")):
        yield f"{run.path}: the words are not those that the run was committed to: {conditions.commitment}"
    legal = {length: frozenset(game.words.words) for length, game in word_games.items()}
    games = []
    for number, digest in run.digests().items():
        try:
            record = run.game(number)
        except DataError as error:
            yield str(error)
            continue
        damage = run.damage_of(record)
        problems = [damage] if damage else []
        if not damage:
            games.append(record)
            if run.number(record) != number:
                problems.append(f"has the number of another game than {record.player}'s for '{record.word}'")
        if len(record.word) == record.length:
            problems += discrepancies(record, legal.get(record.length), contest.rules)
        if game_digest(record) != digest:
            problems.append("is not as it was recorded: its digest differs")
        if problems and (secrets.covers(record) or (damage and secrets.sealed)):
            # Each of them may name the word, a guess or a reply.
            problems = ["is not as it was recorded; what differs is shown when nobody has to play its word any more"]
        yield from (f"game {number} ({record.player}): {problem}" for problem in problems)
    yield from _wrong_totals(run, run.leaderboard(games))


def record_hash(run: Run) -> str:
    """Hex sha256 over the run: contest, conditions, players, and every game with its digest and why it is void."""
    contest, conditions = run.contest, run.conditions
    fields = {"rules": run.rules} | {field.name: getattr(contest, field.name) for field in dataclasses.fields(contest)}
    del fields["word_games"]
    if not contest.disqualified:  # as before there was such a field
        del fields["disqualified"]
    lists = {length: row_of_lists(game) for length, game in contest.word_games.items()}
    fields = msgspec.to_builtins(fields, str_keys=True)
    for player in fields["players"]:
        if not player.get("files"):  # as before players had such a field
            player.pop("files", None)
    head = [fields, conditions.limits, lists, conditions.isolation, conditions.nonce, conditions.imported]
    values = [msgspec.to_builtins(part, str_keys=True) for part in head]
    lines = [json.dumps(value, sort_keys=True) for value in values]
    lines += [f"{run.number(game)} {game_digest(game)} {game.void or ''}" for game in run.games()]
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def _wrong_totals(run: Run, board: Leaderboard) -> Iterator[str]:
    """Points and counts in the leaderboard that was written which are not those of this one."""
    path = os.path.join(run.directory, FILES["json"])
    if not os.path.lexists(path):
        return
    try:
        check_regular(path, _LARGEST_LEADERBOARD)
        with open(path, "rb") as file:
            written = {player["name"]: _totals(player) for player in json.load(file)["players"]}
    except DataError as error:
        yield str(error)
        return
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        yield f"{path}: not a leaderboard"
        return
    true = {player["name"]: _totals(player) for player in json.loads(render(board, "json"))["players"]}
    for name, totals in written.items():
        for what, count in totals.items():
            if (right := true.get(name, {}).get(what, 0)) != count:
                yield f"{path}: {name} has {right} {what}, not {count}"


def _totals(player: dict[str, Any]) -> dict[str, int]:
    """Return the counts of a player of a leaderboard as JSON, by what is counted."""
    lengths = player["by_length"].items()
    counts = {f"{what} of {length} letters": tally[what] for length, tally in lengths for what in ("points", "games")}
    return {**counts, "points in total": player["total"]}


def audit_of(run: Run, source: str | None = None, games: Iterable[GameRecord] | None = None) -> Audit:
    """The audit of a run or of some of its games, with word lists from the source or from where the run had them."""
    lists = {length: game.secrets.words for length, game in games_at_hand(run, source)[0].items()}
    drawn = run.contest.seed is not None
    return audit(run.games() if games is None else games, lists, drawn, run.contest.rules.letter is not None)
