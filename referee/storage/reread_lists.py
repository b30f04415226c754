"""Reads the word lists of a recorded run again, and compares them with the fingerprints in its record."""

from lingo_common.errors import DataError
from lingo_common.files import check_regular
from referee.contest.lists import WordGames, finish_reading
from referee.storage.reader import Run
from wordlists.reader import locate
from wordlists.word_game import WordGame


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

    source: a file or directory of lists that the user names, None for where the run had them. Raises DataError if
    it cannot be read, or has no words of a length.
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
                raise  # the user has just named it

            was_imported = run.conditions.imported is not None
            why_absent[length] = "the run was imported without it" if was_imported else str(error)
            continue

        # The fingerprint of a game covers its words and its answers.
        if word_game.fingerprint == recorded_game.fingerprint:
            word_games[length] = word_game
        else:
            files = " or ".join(path for path in word_game.paths if path)
            why_absent[length] = f"{files}: is not the run's: it has another fingerprint"

    return word_games, why_absent


def _check_files(recorded_game: WordGame, source: str | None) -> None:
    """Raise DataError for a list that the record names and that is no regular file.

    Somebody may have edited the record, so that it names a pipe or a device. source: takes the place of the list of
    words, but not of the answers.
    """
    # The third path is that of frequencies, by which a run does not weight its answers.
    wordlist, answers, _ = recorded_game.paths
    paths_in_use = (wordlist, answers) if source is None else (answers,)
    for path in paths_in_use:
        if path:
            check_regular(locate(recorded_game.length, path))
