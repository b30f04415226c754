"""The log and the progress bar of `referee run`."""

import logging
import shlex

from tqdm import tqdm

from lingo_common.cli import logs
from lingo_common.processors import processors
from referee.game.record import GameRecord
from referee.run_contest import Observer
from referee.schedule.scheduler import LocalScheduler, Scheduler
from referee.storage.recorder import Recorder

_log = logging.getLogger(__name__)


class RunLog(Observer):
    """Logs what is played and shows a progress bar on standard error if that is a terminal."""

    def on_open(self, recorder: Recorder, scheduler: Scheduler) -> None:
        """Log players, words, machine and isolation, and start the bar."""
        _announce(recorder, scheduler)
        played, total = len(recorder.run.finished_numbers()), recorder.contest.games
        self._bar = tqdm(initial=played, total=total, unit="game", disable=logs.disable_bars(), dynamic_ncols=True)

    def on_game(self, recorder: Recorder, game: GameRecord) -> None:
        """Log a game and move the bar."""
        how = f"{game.termination}, {game.points} points, {game.seconds:.3f} s"
        _log.debug("game %d: %s, %s, %s", recorder.run.number(game), game.player, game.word, how)
        self._bar.update()

    def on_close(self) -> None:
        """Close the bar."""
        self._bar.close()


def _announce(recorder: Recorder, scheduler: Scheduler) -> None:
    contest, played = recorder.contest, len(recorder.run.finished_numbers())
    hidden = recorder.run.conditions.commitment is not None
    seed = "words as given" if contest.seed is None else f"seed: {'kept in the record' if hidden else contest.seed}"
    recorded = f" ({played} of them recorded)" if played else ""
    games = f"{'at most ' * contest.until_decided}{contest.games}{recorded}"
    what = f"players: {len(contest.players)}, games: {games}, {scheduler}"
    _log.info("%s, directory: %s, word list: %s, %s", what, recorder.directory, contest.wordlist, seed)
    if isinstance(scheduler, LocalScheduler) and scheduler.jobs > processors():
        slow = f"{scheduler.jobs} games at a time on {processors()} processors"
        _log.warning("%s: players take time from each other, and time-outs may be false", slow)
    for player in contest.players:
        _log.debug("player %s: %s", player.name, shlex.join(player.arguments))
    for length, used in recorder.run.conditions.lists.items():
        _log.debug("%d letters: %d words of %s, %s", length, used.words, used.path, used.fingerprint)
    if commitment := recorder.run.conditions.commitment:
        _log.info("commitment: %s", commitment)
    _log.info("%s, %s", scheduler.isolation, recorder.run.conditions.limits)
