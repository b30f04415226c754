"""Opens a run to play it: a new one, or one to resume, perhaps with more players."""

import contextlib
import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence

from lingo_common.errors import DataError
from referee.contest.conditions import Conditions, lists_used
from referee.contest.draw import commitment_of, new_nonce
from referee.contest.isolation import NO_SANDBOX
from referee.contest.limits import Limits
from referee.contest.player import Player
from referee.contest.selection import Selection
from referee.storage.recorder import Recorder, check_free, new_directory
from referee.storage.resume import check_same, lists_again, new_players
from wordlists.reader import WordList

Opened = tuple[Recorder, dict[int, WordList]]
"""The run's recorder and its word lists."""
TryOut = Callable[[Sequence[Player], Mapping[int, WordList], Limits], None]
"""try_out(players, lists, limits) is called for the new players; it raises if one of them cannot play."""


@contextlib.contextmanager
def new_run(
    asked: Selection,
    players: Sequence[Player],
    limits: Limits,
    try_out: TryOut,
    out: str | None,
    level: str,
    careful: bool = False,
) -> Iterator[Opened]:
    """A new run in its directory; without `out` in a new directory."""
    contest, lists = asked.contest(players)
    if out is not None:
        check_free(out)
    try_out(players, lists, limits)
    conditions = Conditions(limits, lists_used(lists), level, careful=careful)
    if asked.commit or careful:
        nonce = new_nonce()
        conditions = dataclasses.replace(conditions, nonce=nonce, commitment=commitment_of(contest.words, nonce))
    with Recorder(new_directory(out), contest, conditions) as recorder:
        yield recorder, lists


@contextlib.contextmanager
def resume_run(
    asked: Selection, players: Sequence[Player], limits: Limits, try_out: TryOut, directory: str, level: str
) -> Iterator[Opened]:
    """The run in the directory, with the new players added."""
    with Recorder(directory) as recorder:
        run = recorder.run
        if run.conditions.imported is not None:
            raise DataError(f"{directory}: was imported from {run.conditions.imported}: no game can be played")
        check_same(run, asked, limits)
        lists = lists_again(run, asked.wordlist)
        newcomers = new_players(run, players)
        before = run.conditions.isolation
        if before != level == NO_SANDBOX and (newcomers or len(run.played()) < run.contest.games):
            raise DataError(f"{directory}: was begun with isolation {before}, which is not in force now")
        try_out(newcomers, lists, run.conditions.limits)
        recorder.add_players(newcomers)
        yield recorder, lists
