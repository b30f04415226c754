"""Why the player guesses what it guesses: one line a guess on standard error, worked out while the referee thinks."""

import queue
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from lingo_bot.assistant.player import Player
from lingo_bot.assistant.tables import candidates_of
from lingo_bot.dialogue import check_streams, checked_reply, play
from lingo_common.errors import ProgramError

if TYPE_CHECKING:
    from lingo_bot.dialogue import Player as Talker
    from lingo_bot.dialogue import Sink, Source

_SHOWN = 3


def explanation(player: Player, guess: str) -> str:
    """One line: the guess, candidates left, its expected points, the three best guesses."""
    best = player.best(_SHOWN, [guess])
    own = next(each for each in best if each.word == guess)
    shown = ", ".join(f"{each.word} {each.points_text}" for each in best[:_SHOWN])
    candidates = candidates_of(player.remaining)
    return f"{len(player.steps) + 1} {guess}: {candidates}, {own.points_text} points expected; best: {shown}"


class Commentary:
    """Both streams of a game, overheard: explains each guess in a thread of its own once it has been sent."""

    def __init__(
        self, source: "Source", sink: "Sink", player: Callable[[], Player], write: Callable[[str], object]
    ) -> None:
        """player makes the one that explains, in the thread: the first guess does not wait for it."""
        self._source, self._sink, self._make, self._write = source, sink, player, write
        self._guess = ""
        self._heard: queue.SimpleQueue[tuple[str, bytes] | None] = queue.SimpleQueue()
        self._sent: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._explain, daemon=True)
        self._thread.start()

    def write(self, line: bytes) -> object:
        """Pass a guess on."""
        self._guess = line.decode("ascii").strip()
        return self._sink.write(line)

    def flush(self) -> None:
        """Send it off."""
        self._sink.flush()

    def readline(self) -> bytes:
        """The reply; while it is waited for the guess is explained."""
        self._sent.put(self._guess)
        line = self._source.readline()
        self._heard.put((self._guess, line))
        return line

    def close(self) -> None:
        """Wait until everything is explained."""
        self._sent.put(None)
        self._heard.put(None)
        self._thread.join()

    def _explain(self) -> None:
        try:
            player = self._make()
            while (guess := self._sent.get()) is not None:
                self._write(explanation(player, guess))
                heard = self._heard.get()
                if heard is None or not heard[1]:
                    return
                player.hear(checked_reply(heard[1], player.length), heard[0])
        except (ProgramError, OSError):
            return  # the player itself complains of a bad reply or list, in one line; nobody reads what is explained


def play_explained(talker: "Talker", length: int, attempts: int, player: Callable[[], Player]) -> None:
    """Play over this process's standard streams, with an explanation of each guess on standard error."""

    def write(line: str) -> None:
        if sys.stderr is not None:
            print(line, file=sys.stderr, flush=True)

    check_streams()
    commentary = Commentary(sys.stdin.buffer, sys.stdout.buffer, player, write)
    try:
        play(talker, length, attempts, commentary, commentary)
    finally:
        commentary.close()
