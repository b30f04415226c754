"""Resumes a run on the same words, and says what differs where that cannot be."""

import contextlib
import dataclasses
import shlex
from collections.abc import Iterable, Iterator, Sequence

from lingo_common.errors import DATA, DataError, ProgramError, notes_of, reason
from lingo_common.files import check_regular
from lingo_common.signals import interruption
from referee.contest.draw import seed_text
from referee.contest.isolation import NO_SANDBOX
from referee.contest.limits import Limits
from referee.contest.lists import WordGames, log_remarks
from referee.contest.player import Player
from referee.contest.selection import Selection
from referee.contest.termination import Termination
from referee.storage.reader import Run
from referee.storage.recorder import Recorder
from referee.storage.run_directory import resume_command
from wordlists.reader import LARGEST_LIST, locate
from wordlists.rules import GameOptions, rules_to_json
from wordlists.word_game import WordGame
from wordlists.word_list import read_list

_DIGITS = 12
"""Digits of a fingerprint that a message shows: enough to tell two lists apart."""


@contextlib.contextmanager
def resumable(run: Recorder, plays_again: bool = False) -> Iterator[None]:
    """Turn Ctrl-C, a signal or an error within into a DataError that says why the run stopped and how to go on.

    plays_again: whether recorded games are played again. Those that are not yet replaced stay as they were, so a
    plain --resume would not play them.
    """
    try:
        yield
    except KeyboardInterrupt:
        why, exit_code = interruption()
        raise _error_of_stop(run, why, exit_code, plays_again) from None
    except ProgramError as error:
        # A run whose directory is gone cannot go on there.
        run.check_in_place()

        stopped = _error_of_stop(run, str(error), error.exit_code, plays_again)
        for note in notes_of(error):
            stopped.add_note(note)
        raise stopped from None
    except OSError as error:
        why = f"{error.filename or 'the system'}: {reason(error)}"
        raise _error_of_stop(run, why, DATA, plays_again) from None


def _error_of_stop(run: Run, why: str, exit_code: int, plays_again: bool) -> DataError:
    """Return the error with this exit code that says why the run stopped, how far it is, and how to go on."""
    how = resume_command(run.directory)
    if plays_again:
        how = "repeat the command; games that were not played again are as before"

    state = f"{len(run.finished_numbers())} of {run.contest.games} games are recorded"
    stopped = DataError(f"{why}; {state}; to go on: {how}")
    stopped.exit_code = exit_code
    return stopped


def reread_all_lists(run: Run, source: str | None) -> WordGames:
    """Return the run's word games, with lists from the source or where they were; DataError if one has changed."""
    word_games, why_absent = reread_lists(run, source)
    if why_absent:
        lengths = ", ".join(map(str, why_absent))
        why = "; ".join(dict.fromkeys(why_absent.values()))
        raise DataError(f"{run.directory}: cannot go on without the list of {lengths} letters: {why}")

    return word_games


def reread_lists(run: Run, source: str | None = None) -> tuple[WordGames, dict[int, str]]:
    """Return the run's word games whose lists are still the same, and by length why others are not.

    source: a file or directory of lists that the user names, in place of where the run had them. Raises DataError if
    it cannot be read, or has no words of a length.
    """
    word_games: WordGames = {}
    why_absent: dict[int, str] = {}
    for length, recorded_game in run.contest.word_games.items():
        try:
            _check_files(recorded_game, source)
            word_game = recorded_game.read_again(source)
            log_remarks(word_game)
        except DataError as error:
            if source is not None:
                raise  # the user has just named it
            why_absent[length] = str(error) if run.conditions.imported is None else "the run was imported without it"
            continue

        # The fingerprint of a game covers its words, its answers and their weights.
        if word_game.fingerprint == recorded_game.fingerprint:
            word_games[length] = word_game
        else:
            why_absent[length] = _what_differs(word_game, recorded_game)

    return word_games, why_absent


def _check_files(recorded_game: WordGame, source: str | None) -> None:
    """Raise DataError for a list that the record names and that is no regular file.

    Somebody may have edited the record, so that it names a pipe or a device. source: takes the place of the list of
    words, but not of the answers.
    """
    # The third path is that of frequencies, which a run has not.
    wordlist, answers, _ = recorded_game.paths
    paths_in_use = (wordlist, answers) if source is None else (answers,)
    for path in paths_in_use:
        if path:
            check_regular(locate(recorded_game.length, path), LARGEST_LIST)


def _what_differs(word_game: WordGame, recorded_game: WordGame) -> str:
    """Return which list of a game, words or answers, is not that of the record, and the fingerprints of both."""
    recorded = recorded_game.to_json()
    words = word_game.words
    recorded_fingerprint = recorded["words"]

    # If the words are the same, it is the answers.
    if word_game.answers and recorded["answers"] and words.fingerprint == recorded_fingerprint:
        words = word_game.answers
        recorded_fingerprint = recorded["answers"]

    digits = f"its fingerprint begins with {words.fingerprint[:_DIGITS]}, not {recorded_fingerprint[:_DIGITS]}"
    return f"{words.path}: is not the run's: {digits}"


def check_resumable(run: Run, selection: Selection, limits: Limits) -> None:
    """Raise DataError if the run can have no further game, or if what is asked for now differs from it.

    The message names every difference.
    """
    if run.conditions.imported is not None:
        raise DataError(f"{run.directory}: was imported from {run.conditions.imported}: no game can be played")

    if run.conditions.revealed is not None:
        raise DataError(
            f"{run.directory}: was revealed at {run.conditions.revealed}, so its words are known: "
            "no further game can be played"
        )

    different = [*_other_words(run, selection), *_other_rules(run, selection.game)]

    # Limits that are all at their defaults were not given.
    if limits != Limits():
        for name, before in vars(run.conditions.limits).items():
            now = getattr(limits, name)
            if now != before:
                different.append(f"its limit '{name}' is {before}, not {now}")

    if different:
        raise DataError(f"{run.directory}: cannot go on: {'; '.join(different)}")


def check_level(run: Run, level: str, newcomers: Sequence[Player]) -> None:
    """Raise DataError if games are left to play and the isolation of the earlier games is not in force now."""
    before = run.conditions.isolation
    games_are_left = bool(newcomers) or len(run.finished_numbers()) < run.contest.games
    if games_are_left and level == NO_SANDBOX and before != NO_SANDBOX:
        raise DataError(f"{run.directory}: was begun with isolation {before}, which is not in force now")


def why_not_again(run: Run, name: str) -> str | None:
    """Return why no game of this player can be played again, and what changes that; None if its games can."""
    if name in run.contest.disqualified:
        directory = shlex.quote(run.directory)
        way_out = f"`referee disqualify {directory} {shlex.quote(name)} --undo` lets it take part again"
        return f"player '{name}' is disqualified; {way_out}"

    if next(run.games(name, termination=Termination.FORFEITED), None) is not None:
        way_out = f"`{resume_command(run.directory)} --reinstate {shlex.quote(name)}` plays them"
        return f"player '{name}' has forfeited games; {way_out}"

    return None


def new_players(run: Run, players: Sequence[Player]) -> list[Player]:
    """Return those that do not take part yet; DataError if a name that is known stands for another command now."""
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
    """Yield each way in which the words that the options select now are not those of the run."""
    contest = run.contest
    if selection.seed is not None and selection.seed != contest.seed:
        yield _other_seed(run, selection.seed)

    if selection.most_rounds not in (None, contest.rounds):
        yield f"its number of rounds is {contest.rounds}, not {selection.most_rounds}"

    if selection.lengths is not None and selection.lengths != contest.lengths:
        yield f"its lengths are {_comma_list(contest.lengths)}, not {_comma_list(selection.lengths)}"

    if selection.until_decided and not contest.until_decided:
        yield "it plays a fixed number of rounds, not until the leader is clear"

    if selection.commit and run.conditions.commitment is None:
        yield "its words were not committed to before the first game"

    if selection.words is not None:
        # The file may hold further lengths and words: as many are taken from it as the run has.
        same_choice = dataclasses.replace(selection, rounds=contest.rounds, max_rounds=None, lengths=contest.lengths)
        if same_choice.words_given(selection.words) != contest.words:
            yield f"its words are not those of {selection.words}"


def _other_seed(run: Run, seed: int) -> str:
    """Return that the run has another seed than this one, and which, unless its seed is still secret."""
    if run.secrets().is_sealed:
        return f"its seed is not {seed_text(seed)}"

    before = run.contest.seed
    text_before = "none (its words were given)" if before is None else seed_text(before)
    return f"its seed is {text_before}, not {seed_text(seed)}"


def _other_rules(run: Run, options: GameOptions) -> Iterator[str]:
    """Yield a difference for each rule, and for each length's answers, that the options give and the run has not.

    A rule that has its default may not have been given at all, so it agrees with any run. With the option --rules all
    rules are given.
    """
    contest = run.contest
    # In the record `fold` belongs to the lists, so rules_to_json lacks it.
    before = {**rules_to_json(contest.rules), "fold": contest.spelling.fold}
    now = {**rules_to_json(options), "fold": options.fold}
    defaults = {**rules_to_json(GameOptions()), "fold": False}

    for name, value in before.items():
        may_be_left_out = options.preset is None and now[name] == defaults[name]
        if now[name] != value and not may_be_left_out:
            yield f"its rule '{name}' is {value}, not {now[name]}"

    if options.answers is not None:
        for length, word_game in contest.word_games.items():
            answers = read_list(length, options.answers, contest.spelling)
            # Without a fingerprint of answers all words are answers.
            fingerprints = word_game.to_json()
            if answers.fingerprint != (fingerprints["answers"] or fingerprints["words"]):
                yield f"its answers of {length} letters are not those of {options.answers}"


def _comma_list(lengths: Iterable[int]) -> str:
    """Return the lengths as the option --lengths takes them: `4,5,6`."""
    return ",".join(map(str, lengths))
