"""What the log says of a run and its games."""

import logging
import shlex

from lingo_common.cli.command import cores
from referee.game.record import GameRecord
from referee.schedule.scheduler import Here, Place
from referee.storage.reader import Run
from referee.storage.recorder import Recorder

_log = logging.getLogger(__name__)


def announce(recorder: Recorder, where: Place) -> None:
    """Log what is going to be played, where, and how players are kept apart."""
    contest, played = recorder.contest, len(recorder.run.played())
    seed = "words as given" if contest.seed is None else f"seed: {contest.seed}"
    recorded = f" ({played} of them recorded)" if played else ""
    games = f"{'at most ' * contest.until_decided}{contest.games}{recorded}"
    what = f"players: {len(contest.players)}, games: {games}, {where}"
    _log.info("%s, directory: %s, word list: %s, %s", what, recorder.directory, contest.wordlist, seed)
    if isinstance(where, Here) and where.jobs > cores():
        slow = f"{where.jobs} games at a time on {cores()} processors"
        _log.warning("%s: players take time from each other, and time-outs may be false", slow)
    for player in contest.players:
        _log.debug("player %s: %s", player.name, shlex.join(player.arguments))
    for length, used in recorder.run.conditions.lists.items():
        _log.debug("%d letters: %d words of %s, %s", length, used.words, used.path, used.fingerprint)
    _log.info("%s", where.isolation)


def tell(run: Run, game: GameRecord) -> None:
    """Log a game that has ended."""
    how = f"{game.termination}, {game.points} points, {game.seconds:.3f} s"
    _log.debug("game %d: %s, %s, %s", run.number(game), game.player, game.word, how)
