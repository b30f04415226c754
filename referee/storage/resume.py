"""Resumes a run on the same words, and says what differs where that cannot be."""

import contextlib
import dataclasses
import shlex
from collections.abc import Iterator, Sequence

from lingo_common.errors import DATA, DataError, ProgramError, notes_of, reason
from lingo_common.files import check_regular
from lingo_common.signals import interruption
from referee.contest.conditions import NO_SANDBOX, Limits
from referee.contest.draw import seed_text
from referee.contest.lists import WordGames, log_remarks
from referee.contest.player import Player
from referee.contest.selection import Selection
from referee.contest.termination import Termination
from referee.storage.reader import Run
from referee.storage.recorder import RunLost
from wordlists.reader import LARGEST_LIST, locate


@contextlib.contextmanager
def resumable(run: Run, plays_again: bool = False) -> Iterator[None]:
    """Ctrl-C, a signal or an error within becomes a DataError that says why and how to go on.

    plays_again: whether recorded games are played again. Those that are not yet replaced stay as they were, so a
    plain --resume would not play them.
    """
    notes: list[str] = []
    try:
        yield
        return
    except KeyboardInterrupt:
        why, exit_code = interruption()
    except RunLost:
        raise
    except ProgramError as error:
        why, exit_code, notes = str(error), error.exit_code, notes_of(error)
    except OSError as error:
        why, exit_code = f"{error.filename or 'the system'}: {reason(error)}", DATA
    state = f"{len(run.finished_numbers())} of {run.contest.games} games are recorded"
    how = f"referee run --resume {shlex.quote(run.directory)}"
    if plays_again:
        how = "repeat the command; games that were not played again are as before"
    stopped = DataError(f"{why}; {state}; to go on: {how}")
    stopped.exit_code = exit_code
    for note in notes:
        stopped.add_note(note)
    raise stopped


def games_again(run: Run, source: str | None) -> WordGames:
    """The run's word games, with lists from the source or where they were; DataError where one has changed since."""
    games, absent = games_at_hand(run, source)
    if absent:
        lengths, why = ", ".join(map(str, absent)), "; ".join(dict.fromkeys(absent.values()))
        raise DataError(f"{run.directory}: cannot go on without the list of {lengths} letters: {why}")
    return games


def games_at_hand(run: Run, source: str | None = None) -> tuple[WordGames, dict[int, str]]:
    """The run's word games whose lists are still the same, from the source or where they were; why others are not.

    DataError if the source, if there is one, cannot be read or has no words of a length.
    """
    games, absent = WordGames(), dict[int, str]()
    for length, used in run.contest.word_games.items():
        wordlist, answers, _ = used.paths
        try:
            for path in filter(None, (wordlist if source is None else None, answers)):
                check_regular(locate(length, path), LARGEST_LIST)
            game = used.read_again(source)
            log_remarks(game)
        except DataError as error:
            if source is not None:  # the user has just named it
                raise
            absent[length] = str(error) if run.conditions.imported is None else "the run was imported without it"
            continue
        if game.fingerprint == used.fingerprint:
            games[length] = game
        else:
            words, before = game.words, used.to_json()["words"]
            if game.answers and used.to_json()["answers"] and words.fingerprint == before:
                words, before = game.answers, used.to_json()["answers"]
            begins = f"its fingerprint begins with {words.fingerprint[:12]}, not {before[:12]}"
            absent[length] = f"{words.path}: is not the run's: {begins}"
    return games, absent


def check_resumable(run: Run, selection: Selection, limits: Limits) -> None:
    """DataError if the run was imported, or that names every way in which what is asked for now differs from it."""
    if run.conditions.imported is not None:
        raise DataError(f"{run.directory}: was imported from {run.conditions.imported}: no game can be played")
    if run.conditions.revealed is not None:
        raise DataError(
            f"{run.directory}: was revealed at {run.conditions.revealed}, so its words are known: "
            "no further game can be played"
        )
    different = [*_other_words(run, selection)]
    if limits != Limits():
        for name, before in vars(run.conditions.limits).items():
            if getattr(limits, name) != before:
                different.append(f"its limit '{name}' is {before}, not {getattr(limits, name)}")
    if different:
        raise DataError(f"{run.directory}: cannot go on: {'; '.join(different)}")


def check_level(run: Run, level: str, newcomers: Sequence[Player]) -> None:
    """DataError if games are left and the isolation of the games before them is not in force now."""
    before, remaining = run.conditions.isolation, newcomers or len(run.finished_numbers()) < run.contest.games
    if remaining and before != level == NO_SANDBOX:
        raise DataError(f"{run.directory}: was begun with isolation {before}, which is not in force now")


def why_not_again(run: Run, name: str) -> str | None:
    """Return why no game of this player can be played again, and what changes that; None if its games can."""
    directory = shlex.quote(run.directory)
    if name in run.contest.disqualified:
        way_out = f"`referee disqualify {directory} {shlex.quote(name)} --undo` lets it take part again"
        return f"player '{name}' is disqualified; {way_out}"
    if next(run.games(name, termination=Termination.FORFEITED), None) is not None:
        way_out = f"`referee run --resume {directory} --reinstate {shlex.quote(name)}` plays them"
        return f"player '{name}' has forfeited games; {way_out}"
    return None


def new_players(run: Run, players: Sequence[Player]) -> list[Player]:
    """Those that do not take part yet; DataError where a known name stands for another command now."""
    recorded = {player.name: player for player in run.contest.players}
    for player in players:
        before = recorded.get(player.name, player)
        if before.arguments != player.arguments:
            raise DataError(
                f"{run.directory}: cannot go on: player '{player.name}' is '{before.command}' there, "
                f"not '{player.command}'; give a new player a name of its own with NAME=command"
            )
    return [player for player in players if player.name not in recorded]


def _other_words(run: Run, selection: Selection) -> Iterator[str]:
    contest = run.contest
    if selection.seed is not None and selection.seed != contest.seed:
        before = "none (its words were given)" if contest.seed is None else seed_text(contest.seed)
        if run.secrets().sealed:
            yield f"its seed is not {seed_text(selection.seed)}"
        else:
            yield f"its seed is {before}, not {seed_text(selection.seed)}"
    if selection.most_rounds not in (None, contest.rounds):
        yield f"its number of rounds is {contest.rounds}, not {selection.most_rounds}"
    if selection.lengths is not None and selection.lengths != contest.lengths:
        before, now = (",".join(map(str, lengths)) for lengths in (contest.lengths, selection.lengths))
        yield f"its lengths are {before}, not {now}"
    if selection.until_decided and not contest.until_decided:
        yield "it plays a fixed number of rounds, not until the leader is clear"
    as_then = dataclasses.replace(selection, rounds=contest.rounds, max_rounds=None, lengths=contest.lengths)
    if selection.words is not None and as_then.words_given(selection.words) != contest.words:
        yield f"its words are not those of {selection.words}"
