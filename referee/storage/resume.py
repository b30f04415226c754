"""Checks before a run goes on: do its lists, options and players agree with its record? And the error when it stops."""

import contextlib
import dataclasses
import logging
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lingo_common.errors import DataError, ProgramError, count_text, failure_of, notes_of
from lingo_common.files import check_regular
from lingo_common.signals import interruption
from referee.contest.draw import seed_text, shown_seed
from referee.contest.limits import NO_SANDBOX, Limits
from referee.contest.lists import UNKNOWN, WordGames, finish_reading
from referee.contest.player import Player
from referee.contest.run_request import Selection
from referee.contest.termination import Termination
from referee.storage.run import Recorder, Run
from referee.storage.run_directory import resume_command
from wordlists.reader import locate
from wordlists.rules import GameOptions, rules_to_json
from wordlists.word_game import WordGame
from wordlists.word_list import read_list

_log = logging.getLogger(__name__)


def reread_all_lists(run: Run, source: str | None) -> WordGames:
    """Return the run's word games, with lists from the source or where they were; DataError if one has changed."""
    word_games, why_absent = reread_lists(run, source)
    if why_absent:
        lengths = ", ".join(map(str, why_absent))
        why = "; ".join(dict.fromkeys(why_absent.values()))
        raise DataError(f"{run.directory}: cannot go on without the list of {lengths} letters: {why}")

    return word_games


def reread_lists(run: Run, source: str | None) -> tuple[WordGames, dict[int, str]]:
    """Return the run's word games whose lists are still the same, and by length why others are not.

    source: a file or directory of lists that the user names, None for where the run had them. Raises DataError if a
    source that the user names cannot be read, or has no words of a length.
    """
    word_games: WordGames = {}
    why_absent: dict[int, str] = {}
    for length, recorded_game in run.contest.word_games.items():
        try:
            _check_files(recorded_game, source)
            word_game = recorded_game.read_again(source)
            finish_reading(word_game)
        except DataError as error:
            if source is not None:
                raise

            was_imported = run.conditions.imported is not None
            why_absent[length] = "the run was imported without it" if was_imported else str(error)
            continue

        # The fingerprint of a game covers its words and its answers. Imported games that do not tell theirs are
        # compared with any list that the user names.
        if recorded_game.fingerprint in (UNKNOWN, word_game.fingerprint):
            word_games[length] = word_game
        else:
            files = " or ".join(path for path in word_game.paths if path)
            why_absent[length] = f"{files}: is not the run's: it has another fingerprint"

    return word_games, why_absent


def _check_files(recorded_game: WordGame, source: str | None) -> None:
    """Raise DataError if the record names a list that is no regular file.

    Somebody may have edited the record so that it names a pipe, which would never end. source: what the user names in
    place of the words' path.
    """
    # The third path is None: it is that of frequencies, and a run has none.
    wordlist, answers, _ = recorded_game.paths
    paths_to_read = (wordlist, answers) if source is None else (answers,)
    for path in paths_to_read:
        if path:
            check_regular(locate(recorded_game.length, path))


@contextlib.contextmanager
def resumable(
    recorder: Recorder, options: Sequence[str] = (), plays_again: bool = False, is_kept: bool = True
) -> Iterator[None]:
    """Turn Ctrl-C, a signal or an error within into a DataError that says why the run stopped and how to go on.

    recorder: the run that is played. options: what to type after `referee run --resume DIR`, because the record does
    not keep it. plays_again: whether recorded games are played again. is_kept: whether the directory stays when the run
    has stopped.
    """
    how = f"to go on: {resume_command(recorder.directory, *options)}"
    if plays_again:
        # With --resume the games that are not replaced yet would count as played.
        how = "to go on: repeat the command; games that were not played again are as before"
    if not is_kept:
        how = "none of them is kept, because no directory was named with `out`"

    try:
        yield
    except (KeyboardInterrupt, ProgramError, OSError) as error:
        # If the record was moved or deleted, this raises an error that says so, because that is why the run stopped.
        recorder.check_in_place()
        # Leaderboards that the run had before would contradict the games that were recorded since. If they cannot be
        # written, the reason why the run stopped is still to be told.
        with contextlib.suppress(DataError):
            recorder.update_leaderboards()

        why, exit_code = interruption() if isinstance(error, KeyboardInterrupt) else failure_of(error)
        state = f"{len(recorder.finished_numbers())} of {recorder.contest.game_count} games are recorded"
        stopped = DataError(f"{why}; {state}; {how}")
        stopped.exit_code = exit_code
        for note in notes_of(error):
            stopped.add_note(note)
        raise stopped from None


def check_resumable(run: Run, selection: Selection, limits: Limits) -> None:
    """Raise DataError if the run can have no further game, or if the options given now contradict its record.

    The message names every difference.
    """
    if run.conditions.imported is not None:
        raise DataError(f"{run.directory}: was imported from {run.conditions.imported}: no game can be played")

    # A disqualified player may be let in again, so its games are left to be played too.
    if run.conditions.revealed is not None and any(run.games_to_play(with_disqualified=True)):
        raise DataError(
            f"{run.directory}: was revealed at {run.conditions.revealed}, so its words are known: "
            "no further game can be played"
        )

    different = [
        *_other_words(run, selection),
        *_other_rules(run, selection.game),
        *_differences(vars(run.conditions.limits), vars(limits), vars(Limits())),
    ]
    if different:
        raise DataError(f"{run.directory}: cannot go on: {'; '.join(different)}")


def check_level(run: Run, level: str, newcomers: Sequence[Player]) -> None:
    """Raise DataError if games are left to play and the isolation of the earlier games is not in force now."""
    before = run.conditions.isolation
    games_are_left = bool(newcomers) or len(run.finished_numbers()) < run.contest.game_count
    if games_are_left and level == NO_SANDBOX and before != NO_SANDBOX:
        raise DataError(f"{run.directory}: was begun with isolation {before}, which is not in force now")


def why_not_again(run: Run, name: str) -> str | None:
    """Return why no game of this player can be played again, and what changes that; None if its games can."""
    if name in run.contest.disqualified:
        way_out = shlex.join(["referee", "disqualify", run.directory, name, "--undo"])
        return f"player '{name}' is disqualified; `{way_out}` lets it take part again"

    if next(run.games(name, termination=Termination.FORFEITED), None) is not None:
        way_out = resume_command(run.directory, "--reinstate", name)
        return f"player '{name}' has forfeited games; `{way_out}` plays them"

    return None


def new_players(run: Run, players: Sequence[Player]) -> list[Player]:
    """Return those that do not take part yet.

    Raises DataError if a name that is known stands for another command now, or if the words of a committed run are
    known.
    """
    recorded = {player.name: player for player in run.contest.players}
    for player in players:
        before = recorded.get(player.name)
        if before is not None and before.arguments != player.arguments:
            raise DataError(
                f"{run.directory}: cannot go on: player '{player.name}' is '{before.command}' there, "
                f"not '{player.command}'; give a new player a name of its own with NAME=command"
            )

    newcomers = [player for player in players if player.name not in recorded]
    if newcomers and run.conditions.commitment is not None:
        _check_secrecy(run, newcomers)

    return newcomers


def _check_secrecy(run: Run, newcomers: Sequence[Player]) -> None:
    """Warn if some words of a committed run are shown before these players join; DataError if all of them are.

    Such a run claims that no player knew its words.
    """
    words = run.contest.words_each
    known_words = run.known_words()
    if known_words == words:
        raise DataError(f"{run.directory}: the words that it committed to are known, so nobody can join it")
    if known_words:
        names = ", ".join(player.name for player in newcomers)
        _log.warning("%s: joins when %d of %s could be known", names, known_words, count_text(words, "word"))


def _other_words(run: Run, selection: Selection) -> Iterator[str]:
    """Yield each way in which the selection that the options make now is not that of the run."""
    contest = run.contest
    if selection.seed not in (None, contest.seed):
        is_secret = bool(run.secret_words())
        yield f"{shown_seed(contest.seed, is_secret)}, not {seed_text(selection.seed)}"

    recorded = {
        "rounds": contest.rounds,
        "lengths": contest.lengths,
        "until_decided": contest.until_decided,
        "commit": run.conditions.commitment is not None,
    }
    # A run that ends when the leader is clear records the most rounds that it may have, as --max-rounds says.
    given = vars(selection) | {"rounds": selection.most_rounds}
    yield from _differences(recorded, given, vars(Selection()))

    if selection.words is not None:
        # The file may have more lengths and words than the run: only as many are compared. A selection that has
        # max_rounds would ignore `rounds`.
        choice_of_run = dataclasses.replace(selection, rounds=contest.rounds, max_rounds=None, lengths=contest.lengths)
        if choice_of_run.selected_words(contest.spelling) != contest.words:
            yield f"its words are not those of {selection.words}"


def _other_rules(run: Run, options: GameOptions) -> Iterator[str]:
    """Yield a difference for each rule, and for each length's answers, that the options give and the run has not."""
    contest = run.contest
    # With the option --rules (the preset) every rule is given. Else one with its default need not be.
    defaults = _rules(GameOptions()) if options.preset is None else {}
    yield from _differences(_rules(contest.rules), _rules(options), defaults)

    if options.answers is not None:
        for length, word_game in contest.word_games.items():
            answers = read_list(length, options.answers, contest.spelling)
            # Without a list of answers all words are answers.
            stored = word_game.to_json()
            fingerprint_before = stored["answers"] or stored["words"]
            if answers.fingerprint != fingerprint_before:
                yield f"its answers of {count_text(length, 'letter')} are not those of {options.answers}"


def _rules(rules: WordGame | GameOptions) -> dict[str, Any]:
    """Return the rules by name, also whether accents are dropped (`fold`), which rules_to_json leaves out."""
    return {**rules_to_json(rules), "fold": rules.spelling.fold}


def _differences(recorded: Mapping[str, Any], given: Mapping[str, Any], defaults: Mapping[str, Any]) -> Iterator[str]:
    """Yield a sentence for each recorded value, by name, that is not the given one.

    A given value that is the default may not have been given at all, so it is no difference.
    """
    for name, value in recorded.items():
        is_default = name in defaults and given[name] == defaults[name]
        if given[name] != value and not is_default:
            yield f"{name} is {value!r} there, not {given[name]!r}"
