"""Checks a recorded run: computes replies, points and totals again, hashes the record, and audits what players knew."""

import dataclasses
import hashlib
import itertools
import json
import os
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from lingo_common.errors import DataError, count_text
from lingo_common.files import check_regular, read_file
from referee.contest.contest import versions_here
from referee.contest.draw import commitment_of, draw_words
from referee.contest.lists import WordGames
from referee.contest.player import Player
from referee.contest.termination import Termination
from referee.game.record import GameRecord, true_reply
from referee.results.audit import Audit, audit
from referee.results.formats import FILES, render
from referee.results.leaderboard import Leaderboard
from referee.storage.resume import reread_lists
from referee.storage.run import Run, damage_in, digest_of_record
from referee.storage.tables import row_of_word_game
from wordlists.reply import ABSENT, winning_reply
from wordlists.rules import why_illegal
from wordlists.step import WordStep
from wordlists.word_game import WordGame

_LARGEST_LEADERBOARD = 64 << 20
"""Bytes of the largest leaderboard that is read."""
_PREPARATION = ("source", "compile", "prepare", "prepare_limits", "problem")
"""The fields of a Program about its preparation: a source, the command that compiles it, the author's own command, the
limits of both commands, and why one of them failed."""
_NOT_SHOWN = "is not as it was recorded; what differs is shown when nobody has to play its word any more"
"""Takes the place of a game's problems if they could tell a word that is still secret."""


def doubts(run: Run, why_absent: Mapping[int, str]) -> Iterator[str]:
    """Yield what of the run cannot be verified, a sentence each.

    why_absent: by length, why there is no list, as reread_lists returns it.
    """
    # Often the reason is the same for all lengths: then it is said once.
    lengths_by_reason: dict[str, list[str]] = {}
    for length, why in why_absent.items():
        lengths_by_reason.setdefault(why, []).append(str(length))

    for why, lengths in lengths_by_reason.items():
        yield f"without the word list of {', '.join(lengths)} letters legality and draw are not verified: {why}"

    # An imported run lacks no games: it never had others.
    if run.conditions.imported is not None:
        return

    # The games that disqualified players have left are missing too, although nobody may ever play them.
    missing = len(list(run.games_to_play(with_disqualified=True)))
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
        damage = damage_in(run.contest, record)
        if damage is not None:
            problems.append(damage)
        else:
            sound_games.append(record)
            if run.number(record) != number:
                problems.append(f"has the number of another game than {record.player}'s for '{record.word}'")

        problems += discrepancies(record, legal_words.get(record.length), run.contest.rules)
        if digest_of_record(record) != digest:
            problems.append("is not as it was recorded: its digest differs")

        # A problem may name the word, a guess or a reply, so it is not shown while the word of the game is secret. The
        # word of a damaged game may be wrong, so its problems are not shown while any word of the run is secret.
        may_name_a_secret = record.word in secret_words if damage is None else bool(secret_words)
        if problems and may_name_a_secret:
            problems = [_NOT_SHOWN]

        for problem in problems:
            yield f"game {number} ({record.player}): {problem}"

    # The leaderboard cannot be computed from games that are damaged.
    yield from _wrong_leaderboards(run, run.leaderboard(sound_games))


def _wrong_words(run: Run, word_games: WordGames) -> Iterator[str]:
    """Yield where the words are not those of the seed or of the commitment, or not as many as there are rounds."""
    contest = run.contest
    if contest.seed is not None:
        drawn_words: dict[int, list[str]] = {}
        try:
            drawn_words = draw_words(word_games, contest.rounds, contest.seed)
        except DataError as error:
            # An edited record may have more rounds than the list has words.
            yield f"{run.path}: {error}"

        for length, words in drawn_words.items():
            if words != contest.words.get(length):
                yield f"words of {count_text(length, 'letter')}: not those that the seed draws"
    elif isinstance(contest.rounds, int):  # for a run of every word of the lists it is the text ALL
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

    A run has the same hash in every version of this program. So fields that came with a later version are left out
    where they have no value.
    """
    contest = run.contest
    conditions = run.conditions
    fields = {field.name: getattr(contest, field.name) for field in dataclasses.fields(contest)}
    if not contest.disqualified:
        del fields["disqualified"]
    if not contest.late:
        del fields["late"]
    fields["players"] = [values_of_player(player) for player in contest.players]

    # Word games are hashed as their rules, in the form that the record has, and their lists.
    del fields["word_games"]
    fields["rules"] = run.rules_json
    lists = {length: row_of_word_game(game) for length, game in contest.word_games.items()}

    # A change of the order of these parts, or of the form of the lines, would change the hash.
    head = [fields, conditions.limits, lists, conditions.isolation, conditions.nonce, conditions.imported]
    lines = [json.dumps(msgspec.to_builtins(part, str_keys=True), sort_keys=True) for part in head]
    for game in run.games():
        lines.append(f"{run.number(game)} {digest_of_record(game)} {game.void or ''}")

    text = "".join(f"{line}\n" for line in lines)
    return hashlib.sha256(text.encode()).hexdigest()


def values_of_player(player: Player) -> dict[str, Any]:
    """Return the fields of a player that the hash of a record covers, by name.

    Players had no `files` and no preparation when the first hashes were published. So `files` is left out of a player
    that has none, and so are the fields of a preparation.
    """
    values: dict[str, Any] = msgspec.to_builtins(player, str_keys=True)
    if not values.get("files"):
        values.pop("files", None)
    if not values.get("compile") and not values.get("prepare"):
        for name in _PREPARATION:
            values.pop(name, None)
    return values


def _wrong_leaderboards(run: Run, board: Leaderboard) -> Iterator[str]:
    """Yield a line for each leaderboard in the run's directory that is not `board`.

    It quotes the first line that differs as it should be, because an edited file may have anything in its place.
    """
    version_of_run = run.conditions.versions.get("lingo-bot")
    own_version = versions_here()["lingo-bot"]
    remark = ""
    if version_of_run != own_version:
        remark = f" (the run was begun by lingo-bot {version_of_run}; {own_version} may word it otherwise)"

    for format, name in FILES.items():
        path = os.path.join(run.directory, name)
        if not os.path.lexists(path):
            continue

        try:
            check_regular(path)
            written = read_file(path, _LARGEST_LEADERBOARD).decode(errors="replace")
        except DataError as error:
            yield str(error)
            continue

        computed = render(board, format)
        lines = itertools.zip_longest(computed.split("\n"), written.split("\n"), fillvalue="")
        for number, (line, written_line) in enumerate(lines, 1):
            if line != written_line:
                yield f"{path}: line {number} is not that of the record: {line.strip() or 'empty'}{remark}"
                break


def audit_of(run: Run, source: str | None = None, games: Iterable[GameRecord] | None = None) -> Audit:
    """Return the audit of a run, or of these games of it.

    source: a file or directory of word lists; None for where the run had them.
    """
    word_games, _ = reread_lists(run, source)
    audited = run.games() if games is None else games
    return audit(audited, word_games, is_drawn=run.contest.seed is not None)


def discrepancies(record: GameRecord, listed: Container[str] | None, rules: WordGame) -> Iterator[str]:
    """Yield one line for each contradiction of the record to itself or to the rules of its word game.

    listed: the words of the list. None if the list is not known: then a guess that got all X may have been illegal, and
    the recorded number of illegal guesses is not checked.
    """
    # For a word that has not the game's length, replies cannot be computed. damage_in says that such a game is damaged.
    if len(record.word) != record.length:
        return

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

        # Without the list, only the word itself is certainly listed. Any other guess may have been unlisted, and got
        # the reply to an illegal guess.
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
    if listed is not None and guess not in listed:
        return None

    # A text that no list can have gets no reply. It may have another length, and why_illegal takes none of that kind.
    reply = true_reply(guess, word)
    if reply is None:
        return None

    shown_letter = rules.letter_of(word)
    is_legal = why_illegal(rules, guess, legal_steps, shown_letter) is None
    return reply if is_legal else None


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
