"""Checks a recorded run: replies, points and totals are worked out again, and what players knew is audited."""

import dataclasses
import hashlib
import json
import os
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from lingo_common.errors import DataError, count_text
from lingo_common.files import check_regular, read_file
from referee.contest.draw import commitment_of, draw_words
from referee.contest.lists import WordGames
from referee.contest.player import Player
from referee.contest.termination import Termination
from referee.game.record import GameRecord, true_reply
from referee.results.audit import Audit, audit
from referee.results.formats import FILES, leaderboard_in_json
from referee.results.leaderboard import Leaderboard
from referee.storage.resume import reread_lists
from referee.storage.run import Run, digest_of_record
from referee.storage.tables import row_of_word_game
from wordlists.reply import ABSENT, winning_reply
from wordlists.rules import why_illegal
from wordlists.step import WordStep
from wordlists.word_game import WordGame

_LARGEST_LEADERBOARD = 64 << 20
"""Bytes of the largest leaderboard.json that is read."""
_PREPARATION = ("source", "compile", "prepare", "prepare_limits", "problem")
"""The fields of a Program that are about its preparation: the source that its command compiles, that command and the
author's own, the limits of both, and why they failed."""
_NOT_SHOWN = "is not as it was recorded; what differs is shown when nobody has to play its word any more"
"""What is said of a game if its problems would tell a word that is still secret."""


def doubts(run: Run, why_absent: Mapping[int, str]) -> Iterator[str]:
    """Yield what of the run cannot be verified, a sentence each.

    why_absent: why there is no list of a length, the second value of reread_lists.
    """
    lengths_of: dict[str, list[str]] = {}
    for length, why in why_absent.items():
        lengths_of.setdefault(why, []).append(str(length))

    for why, lengths in lengths_of.items():
        yield f"without the word list of {', '.join(lengths)} letters legality and draw are not verified: {why}"

    if run.conditions.imported is not None:
        return  # the games of an imported run are all that there are

    # A run that lacks games of disqualified players is not verified either, although nobody will play them.
    missing = len([*run.games_to_play(with_disqualified=True)])
    if missing:
        yield f"{missing} of {run.contest.game_count} games are missing"


def contradictions(run: Run, word_games: WordGames) -> Iterator[str]:
    """Yield everything that is wrong with the record, a line each.

    word_games: the word games of the lengths whose lists could be read.
    """
    for problem in run.sqlite_problems():
        yield f"{run.path}: {problem}"

    yield from _wrong_words(run, word_games)

    legal_words = {length: frozenset(game.words.words) for length, game in word_games.items()}
    secret_words = run.secret_words()
    sound_games = []
    for number, digest in run.digests().items():
        try:
            record = run.game(number)
        except DataError as error:
            yield str(error)
            continue

        problems = []
        damage = run.damage_of(record)
        if damage is not None:
            problems.append(damage)
        else:
            sound_games.append(record)
            if run.number(record) != number:
                problems.append(f"has the number of another game than {record.player}'s for '{record.word}'")
        problems += _wrong_in_game(record, digest, legal_words.get(record.length), run.contest.rules)

        # A problem may name the word, a guess or a reply. A damaged game may be for any word. So its problems are not
        # shown while any word of the run is secret, those of other games while their own word is.
        may_name_a_secret = record.word in secret_words if damage is None else bool(secret_words)
        if problems and may_name_a_secret:
            problems = [_NOT_SHOWN]

        for problem in problems:
            yield f"game {number} ({record.player}): {problem}"

    # The leaderboard cannot be computed from games that are damaged.
    yield from _wrong_totals(run, run.leaderboard(sound_games))


def _wrong_in_game(record: GameRecord, digest: str, legal_words: frozenset[str] | None, rules: WordGame) -> list[str]:
    """Return what in a game is impossible, and whether it was changed after its digest was taken."""
    problems: list[str] = []
    # To a word of another length no reply can be worked out.
    if len(record.word) == record.length:
        problems += discrepancies(record, legal_words, rules)
    if digest_of_record(record) != digest:
        problems.append("is not as it was recorded: its digest differs")
    return problems


def _wrong_words(run: Run, word_games: WordGames) -> Iterator[str]:
    """Yield where the words are not those of the seed or of the commitment, or not as many as there are rounds."""
    contest = run.contest
    if contest.seed is not None:
        for length, words in draw_words(word_games, contest.rounds, contest.seed).items():
            if words != contest.words.get(length):
                yield f"words of {count_text(length, 'letter')}: not those that the seed draws"
    elif isinstance(contest.rounds, int):  # not ALL
        rounds = count_text(contest.rounds, "round")
        for length, words in contest.words.items():
            if len(words) != contest.rounds:
                yield f"words of {count_text(length, 'letter')}: {len(words)}, and the run has {rounds}"

    commitment = run.conditions.commitment
    nonce = run.conditions.nonce or ""  # only an edited record has a commitment and no nonce
    if commitment is not None and commitment != commitment_of(contest.words, nonce):
        yield f"{run.path}: the words are not those that the run was committed to: {commitment}"


def record_hash(run: Run) -> str:
    """Return hex sha256 over the run: contest, conditions, players, and every game with its digest and why it is void.

    A run must have the same hash in every version of this program. Some fields came with a later version: they are left
    out where they have no value, because the hashes of earlier versions do not cover them.
    """
    contest = run.contest
    conditions = run.conditions
    fields = {field.name: getattr(contest, field.name) for field in dataclasses.fields(contest)}
    del fields["word_games"]  # `rules` and `lists` below stand for them
    if not contest.disqualified:
        del fields["disqualified"]

    # As the record has them in JSON; contest.rules is a game with these rules.
    fields["rules"] = run.rules_json
    fields["players"] = [values_of_player(player) for player in contest.players]

    lists = {length: row_of_word_game(game) for length, game in contest.word_games.items()}
    # The order of these parts and the form of the lines belong to the hash.
    head = [fields, conditions.limits, lists, conditions.isolation, conditions.nonce, conditions.imported]
    lines = [json.dumps(msgspec.to_builtins(part, str_keys=True), sort_keys=True) for part in head]
    for game in run.games():
        lines.append(f"{run.number(game)} {digest_of_record(game)} {game.void or ''}")

    text = "".join(f"{line}\n" for line in lines)
    return hashlib.sha256(text.encode()).hexdigest()


def values_of_player(player: Player) -> dict[str, Any]:
    """Return the fields of a player that the hash of a record covers, by name.

    When the first hashes were published, players had no fields for a preparation and no `files`. So these fields are
    left out of a player that has none.
    """
    values: dict[str, Any] = msgspec.to_builtins(player, str_keys=True)
    if not values.get("files"):
        values.pop("files", None)
    if not values.get("compile") and not values.get("prepare"):
        for name in _PREPARATION:
            values.pop(name, None)
    return values


def _wrong_totals(run: Run, board: Leaderboard) -> Iterator[str]:
    """Yield a line for each player whose points or games in leaderboard.json are not those of the computed `board`."""
    path = os.path.join(run.directory, FILES["json"])
    if not os.path.lexists(path):
        return

    try:
        check_regular(path)
        written = _totals(json.loads(read_file(path, _LARGEST_LEADERBOARD)))
    except DataError as error:
        yield str(error)
        return
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        yield f"{path}: not a leaderboard"
        return

    computed = _totals(leaderboard_in_json(board))
    for name, totals in written.items():
        if computed.get(name) != totals:
            yield f"{path}: {name} has other points or games than in the record"


def _totals(leaderboard: dict[str, Any]) -> dict[str, Any]:
    """Return the points of each player of a leaderboard as JSON, by name: (in total, the tallies of each length)."""
    return {player["name"]: (player["total"], player["by_length"]) for player in leaderboard["players"]}


def audit_of(run: Run, source: str | None = None, games: Iterable[GameRecord] | None = None) -> Audit:
    """Return the audit of a run or of some of its games, with word lists from the source or where the run had them."""
    word_games, _ = reread_lists(run, source)
    audited = run.games() if games is None else games
    return audit(audited, word_games, is_drawn=run.contest.seed is not None)


def discrepancies(record: GameRecord, listed: Container[str] | None, rules: WordGame) -> Iterator[str]:
    """Yield one line for each contradiction of the record to itself or to the rules, those of its word game.

    listed: the words of the list. None if they are not known: then a guess that got all X may have been illegal, and
    the recorded number of illegal guesses is taken for right if it can be.
    """
    counts = {len(record.guesses), len(record.replies), len(record.move_seconds), record.attempts}
    has_different_counts = len(counts) > 1
    if has_different_counts or record.attempts > rules.attempts:
        guesses = count_text(len(record.guesses), "guess")
        replies = count_text(len(record.replies), "reply")
        times = count_text(len(record.move_seconds), "time")
        attempts = count_text(record.attempts, "attempt")
        yield f"{guesses}, {replies}, {times} for {attempts} of {rules.attempts} at most"
        return

    yield from _false_replies(record, listed, rules)
    yield from _false_end(record, rules)


def _false_replies(record: GameRecord, listed: Container[str] | None, rules: WordGame) -> Iterator[str]:
    """Yield one line for each reply that cannot be right, and one for a wrong number of illegal guesses."""
    illegal_reply = ABSENT * record.length
    legal_steps: list[WordStep] = []
    illegal_guesses = 0

    for attempt, (guess, reply) in enumerate(zip(record.guesses, record.replies, strict=True), 1):
        legal_reply = _legal_reply(guess, record.word, legal_steps, listed, rules)
        right_reply = illegal_reply if legal_reply is None else legal_reply

        # Without the list, only the secret is certainly listed. Another guess that got the reply to illegal guesses may
        # have been unlisted.
        needs_list = legal_reply is not None and listed is None and guess != record.word
        may_be_unlisted = needs_list and reply == illegal_reply

        if reply != right_reply and not may_be_unlisted:
            yield f"attempt {attempt}, '{guess}' for '{record.word}': the reply is {right_reply}, not {reply}"

        if reply == legal_reply:
            legal_steps.append(WordStep(guess, reply))
        elif legal_reply is None:
            illegal_guesses += 1

    # Without the list it is not known which guesses were illegal.
    if listed is not None and illegal_guesses != record.illegal:
        yield f"{count_text(illegal_guesses, 'illegal guess')}, not {record.illegal}"


def _legal_reply(
    guess: str,
    word: str,
    legal_steps: Sequence[WordStep],
    listed: Container[str] | None,
    rules: WordGame,
) -> str | None:
    """Return the reply to the guess if it is legal after these steps, None if it is not.

    If the list is not known, every guess counts as listed.
    """
    is_listed = listed is None or guess in listed
    reply = true_reply(guess, word) if is_listed else None
    if reply is None or why_illegal(rules, guess, legal_steps, rules.letter_of(word)):
        return None
    return reply


def _false_end(record: GameRecord, rules: WordGame) -> Iterator[str]:
    """Yield one line for each contradiction between the replies and the end of the game or its points."""
    win = winning_reply(record.length)
    solved = record.replies[-1:] == (win,)
    if win in record.replies[:-1]:
        yield f"goes on after attempt {record.replies.index(win) + 1}, which solved it"
    if solved != record.solved:
        was = "right" if solved else "not right"
        yield f"is called {record.termination}, but its last guess was {was}"

    used_all_attempts = record.attempts == rules.attempts
    is_called_exhausted = record.termination is Termination.EXHAUSTED
    if not solved and used_all_attempts != is_called_exhausted:
        yield f"is called {record.termination} after {count_text(record.attempts, 'attempt')}"

    points = rules.points_for(record.attempts) if solved else 0
    if record.points != points:
        yield f"is worth {points} points, not {record.points}"
